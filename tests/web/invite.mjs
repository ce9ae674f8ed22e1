// Coming together: a table in two taps, a friend by its link without one (J3), who finds it full, finished or gone (J4), the
// host's rights, a page that was left for a while (J2), and those who want to play now.
import { DESK, PHONE, closePage, openCard, openPage } from './browser.mjs';
import { addBots, begin, codeOf, friendOf, hostOf, openBy, somebody, twoAtTable } from './friends.mjs';
import { weigh } from './checks.mjs';

const people = page => page.locator('[data-testid=place]:not(.vacant)').count();
const title = page => page.locator('h1').textContent();

async function byLink(world, check) {
  const { page: host, code } = await hostOf(world, 'ludo', 4);
  check('R04 the code is big and can be read aloud', (await host.textContent('[data-testid=code-big]')).replace(/\s/g, '') === code);
  check('R04 the link is this page’s', await host.inputValue('[data-testid=link]') === `${world.url}/t/${code}`);
  await host.waitForFunction(() => document.querySelector('.qr').naturalWidth > 0);
  check('R04 the link as a picture', true);
  const friend = await friendOf(world, code, { view: PHONE });
  await host.waitForFunction(() => document.querySelectorAll('[data-testid=place]:not(.vacant)').length === 2, null, { timeout: 1000 });
  check('R02 a friend is seated by the link alone, and both see two people', await people(friend) === 2);
  check('J3 colour and mark are told', await title(friend) === 'Vous jouez en Bleu' && await friend.locator('[data-you] .disc.s2').count() === 1);
  check('J3 the rules are shown', (await friend.locator('[data-testid=chips]').textContent()).includes('6 pour sortir'));
  check('R02 the name is proposed', (await friend.inputValue('[data-testid=name]')) === 'Tom');
  await friend.fill('[data-testid=name]', 'Tomás');
  await friend.click('[data-testid=rename]');
  await host.waitForFunction(() => document.body.textContent.includes('Tomás'));
  check('R02 and can be changed', true);
  const nameless = await friendOf(world, code, { name: '' });
  check('R02 who has no name gets one', /\S/.test(await nameless.inputValue('[data-testid=name]')));
  check('the friend has no control of the table', await friend.locator('[data-testid=start], [data-testid=add-bot], [data-testid=game]').count() === 0);
  for (const page of [nameless, friend, host]) await closePage(page, check);
}

async function copies(world, check) {
  const { page: host, code } = await hostOf(world, 'ludo', 2, { before: page => page.addInitScript(() => {
    window.__copied = [];
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: async text => { window.__copied.push(text); } } });
    navigator.share = async what => { window.__shared = what; };
  }) });
  await host.click('[data-testid=copy]');
  await host.waitForFunction(() => window.__copied.length > 0);
  check('R04 copies the link', (await host.evaluate(() => window.__copied[0])) === `${world.url}/t/${code}`);
  await host.click('[data-testid=share]');
  check('R04 shares the link', (await host.evaluate(() => window.__shared.url)) === `${world.url}/t/${code}`);
  await closePage(host, check);
  const plain = await hostOf(world, 'ludo', 2, { before: page => page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: undefined });
    document.execCommand = command => { window.__command = `${command} ${getSelection()}`; return true; };
  }) });
  await plain.page.click('[data-testid=copy]');
  check('R04 on plain http the link is selected and copied', (await plain.page.evaluate(() => window.__command)).includes(plain.code) && (await plain.page.textContent('[data-testid=copy]')) === 'Lien copié');
  check('R04 no share button where there is nothing to share with', await plain.page.locator('[data-testid=share]').count() === 0);
  await closePage(plain.page, check);
}

// Three sentences, each with something that works.
async function late(world, check) {
  const { one, two, code } = await twoAtTable(world, 'ludo', { bots: 1 }), sentences = new Set();
  const third = await somebody(world, `/t/${code}?test`, { name: 'Zoé' });
  await third.waitForSelector('[data-testid=take]');
  sentences.add(await third.textContent('.call p'));
  check('J4 who comes to a running game sees it', (await third.locator('[data-testid=seat]').count()) === 3 && await third.locator('[data-testid=roll]').count() === 0);
  await third.click('[data-testid=take]');
  await third.waitForFunction(() => window.__state()?.human === 'C');
  await one.waitForFunction(() => document.querySelector('[data-seat=C]').textContent.includes('Zoé'));
  check('J4 R05 and takes the seat of a computer', true);
  const fourth = await somebody(world, `/t/${code}?test`);
  await fourth.waitForSelector('[data-testid=new-table]');
  check('J4 a running game without computers: only to watch', await fourth.locator('[data-testid=take]').count() === 0);
  await fourth.click('[data-testid=new-table]');
  await fourth.waitForSelector('[data-testid=card]');
  check('J4 or a new game', true);
  for (const page of [two, third]) await leave(page);
  await one.waitForSelector('[data-testid=end]');
  const fifth = await somebody(world, `/t/${code}?test`);
  await fifth.waitForSelector('[data-testid=end] [data-testid=new-table]');
  sentences.add(await fifth.textContent('.acts p'));
  const ranks = await Promise.all([one, fifth].map(page => page.locator('[data-testid=place]').evaluateAll(all => all.map(row => row.dataset.seat + row.querySelector('.pl').textContent).join())));
  check(`R08 who comes when all is over sees the places that counted: ${ranks[1]}`, ranks[0] === ranks[1] && ranks[1].startsWith('A1,') && !/1.*1/.test(ranks[1]), ranks.join(' / '));
  const gone = await somebody(world, '/t/ZZZZZZ');
  await gone.waitForSelector('[data-testid=problem]');
  sentences.add(await title(gone));
  await gone.click('[data-testid=new-table]');
  await gone.waitForSelector('[data-testid=card]');
  const { page: host, code: small } = await hostOf(world, 'ludo', 2), guest = await friendOf(world, small), full = await somebody(world, `/t/${small}`);
  await full.waitForSelector('[data-testid=watch]');
  sentences.add(await title(full));
  await full.click('[data-testid=watch]');
  await begin(host, guest, full);
  check('J4 R82 who finds the table full can watch', await full.locator('[data-testid=seat]').count() === 2);
  check(`J4 four sentences: ${[...sentences].join(' · ')}`, sentences.size === 4);
  for (const page of [one, two, third, fourth, fifth, gone, host, guest, full]) await closePage(page, check);
}

export async function leave(page) {
  await openBy(page, '[data-testid=menu]');
  await page.click('[data-testid=resign]');
  await page.click('[data-testid=resign-yes]');
}

async function hostRights(world, check) {
  const { page: host, code } = await hostOf(world, 'ludo', 4, { view: DESK }), friend = await friendOf(world, code);
  await addBots(host, 1);
  await host.locator('select[name=level-2]').selectOption('random');
  await friend.waitForFunction(() => document.querySelector('[data-place="2"]').textContent.includes('au hasard'));
  check('R05 a computer and its level, seen by all', true);
  await host.locator('[data-place="2"] [data-testid=free]').click();
  await friend.waitForFunction(() => document.querySelector('[data-place="2"]').classList.contains('vacant'));
  check('R05 the host frees a seat', true);
  check('R20 the clocks', (await host.locator('input[name=clock]').evaluateAll(all => all.map(one => one.value).join())) === '15,20,30,45,60,600,0');
  check('R20 a private table has none', await host.locator('input[name=clock][value="0"]').isChecked());
  await host.locator('input[name=clock][value="30"]').check();
  await friend.waitForFunction(() => document.querySelector('[data-testid=clock-chip]').textContent === '30 s par coup');
  check('R20 the clock is told before the game', true);
  await host.locator('select[name=game]').selectOption('parchis');
  await friend.waitForFunction(() => document.querySelector('[data-testid=chips]').textContent.includes('Prise : 20'.replace(' :', '\u202f:')));
  check('R06 another game, seen by all', true);
  await host.locator('[data-place="1"] [data-testid=free]').click();
  await friend.waitForSelector('[data-testid=sit]');
  await friend.locator('[data-testid=sit]').first().click();
  await host.waitForFunction(() => document.querySelectorAll('[data-testid=place]:not(.vacant)').length === 2);
  check('who was sent away sits down again by one tap', true);
  await begin(host, friend);
  check('R06 nothing can be changed once it has begun', await host.locator('[data-testid=game], input[name=clock]').count() === 0);
  for (const page of [friend, host]) await closePage(page, check);
}

// The page is left for another one, as a phone does that opens a messenger; meanwhile the friend comes.
async function away(world, check) {
  const { page: host, code } = await hostOf(world, 'ludo', 2);
  await host.goto('about:blank');
  const friend = await friendOf(world, code);
  await host.goBack();
  await host.waitForSelector('[data-testid=lobby] [data-you]', { timeout: 3000 });
  check('J2 the seat is kept, the friend is shown', await people(host) === 2 && await host.locator('[data-place="0"][data-you]').count() === 1);
  for (const page of [friend, host]) await closePage(page, check);
}

async function playNow(world, check) {
  const pages = [];
  for (const name of ['Ana', 'Bea']) {
    const page = await somebody(world, '/?test', { name });
    await page.waitForSelector('[data-testid=card]');
    await (await openCard(page, 'ludo', 2)).locator('[data-testid=now]').click();
    pages.push(page);
  }
  await Promise.all(pages.map(page => page.waitForSelector('[data-testid=tray]')));
  check('two who want the same game now play it', codeOf(pages[0]) === codeOf(pages[1]));
  check('R20 with a clock', await pages[0].locator('[data-testid=clock]').isVisible() || await pages[1].locator('[data-testid=clock]').isVisible());
  for (const page of pages) await closePage(page, check);
}

async function byCode(world, check) {
  const { page: host, code } = await hostOf(world, 'ludo', 2), friend = await somebody(world, '/', { name: 'Ida' });
  await friend.fill('[data-testid=code]', ` ${code.slice(0, 3).toLowerCase()} ${code.slice(3)}`);
  await friend.click('[data-testid=join]');
  await friend.waitForSelector('[data-testid=lobby] [data-you]');
  check('R04 the code leads to the table', codeOf(friend) === code);
  for (const page of [friend, host]) await closePage(page, check);
}

// A public table, which nobody at the page makes as yet, is listed on the start page.
async function openTable(world, check) {
  const body = { device: 'U'.repeat(24), name: 'Ugo', rules: 'ludo', seats: 3, clock: 30, open: true };
  const { table } = await (await fetch(`${world.url}/api/tables`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })).json();
  const one = await friendOf(world, table), page = await somebody(world, '/', { name: 'Ida' });
  await page.waitForSelector('[data-testid=open-table]');
  check('R20 an open table, with its clock, on the start page', /Ludo.*Ugo.*2 sur 3.*30.s/.test(await page.textContent('[data-testid=open-table]')), await page.textContent('[data-testid=open-table]'));
  await page.click('[data-testid=open-table]');
  await page.waitForSelector('[data-testid=lobby] [data-you]');
  check('and one sits at it by one tap', codeOf(page) === table);
  for (const each of [page, one]) await closePage(each, check);
}

// J12: house rules travel in the link, and everybody sees what is changed.
async function bySettings(world, check) {
  const host = await somebody(world, '/t/new?test&rules=ludo%20block%3Dnone%20enter_on%3D5,6%20block_pass%3Dnever&seats=3&clock=20', { name: 'Ana' });
  await host.waitForSelector('[data-testid=lobby] [data-you]');
  const friend = await friendOf(world, codeOf(host)), chips = await friend.locator('.chip.on').allTextContents();
  await friend.waitForSelector('[data-testid=house] li');
  const told = await friend.locator('[data-testid=house] li').allTextContents();
  check(`R06 settings travel in the link, changes are chips: ${chips.join(' · ')}`, chips.length === 3 && chips[0] === 'Sans barrages' && chips[1] === '5, 6 pour sortir' && (await host.locator('[data-testid=place]').count()) === 3 && /20/.test(await host.textContent('[data-testid=clock-chip]')));
  check('R06 J12 and each is told in a sentence', told.length === 3 && told[0].startsWith('Il n’y a pas de barrage'), told.join(' · '));
  check('a rule that was changed has no chip of the rule set', !(await friend.textContent('[data-testid=chips]')).includes('Barrages'));
  const again = await host.getAttribute('[data-testid=settings-link]', 'href');
  const other = await somebody(world, `${again}&test`, { name: 'Ida' });
  await other.waitForSelector('[data-testid=lobby] [data-you]');
  check('R06 the lobby has the link to another such table', codeOf(other) !== codeOf(host) && (await other.locator('.chip.on').allTextContents()).join() === chips.join());
  await other.goBack();
  await other.waitForSelector('[data-testid=card]');
  check('to go back makes no other table', await other.locator('[data-testid=card]').count() > 0);
  const six = await somebody(world, '/t/new?test&rules=ludo&seats=6', { name: 'Eva' });
  await six.waitForSelector('[data-testid=lobby] [data-you]');
  check('what a large board asks for need not stand in the link', await six.locator('[data-testid=place]').count() === 6);
  const bad = await somebody(world, '/t/new?test&rules=chess&seats=3', { name: 'Max' });
  await bad.waitForSelector('.notice');
  check('a link to what can’t be says so', await bad.locator('[data-testid=card]').count() > 0 && /ne peut pas exister/.test(await bad.textContent('.notice')));
  bad.faults = bad.faults.filter(fault => !/400|no rule set/.test(fault));
  for (const page of [bad, six, other, friend, host]) await closePage(page, check);
}

async function weight(world, check) {
  const { page: host, code } = await hostOf(world, 'ludo', 2), page = await openPage(world, { path: null, seed: 5 });
  const lobby = await weigh(page.context(), page, async () => {
    await page.goto(`${world.url}/t/${code}`);
    await page.waitForSelector('[data-testid=lobby] [data-you]');
  });
  check(`R70 a table by its link ${(lobby.bytes / 1024).toFixed(1)} KB ≤ 120, ${lobby.requests} requests ≤ 12`, lobby.bytes <= 120 * 1024 && lobby.requests <= 12);
  for (const one of [page, host]) await closePage(one, check);
}

export async function run(world, check) {
  for (const test of [byLink, copies, late, hostRights, away, playNow, byCode, openTable, bySettings, weight]) await test(world, check);
}
