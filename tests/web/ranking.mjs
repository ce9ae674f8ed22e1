// The ranking (R90, R91): a public table is made by the page, its game counts, and what it changed is shown; one's own line is in view.
import { readFileSync } from 'node:fs';
import { DESK, PHONE, closePage, openCard } from './browser.mjs';
import { axeAA, sidewaysScroll } from './checks.mjs';
import { begin, keepPlaying, openBy, somebody } from './friends.mjs';

const ownInView = page => page.evaluate(() => {
  const list = document.querySelector('.rank-list').getBoundingClientRect(), own = document.querySelector('[data-own]').lastElementChild.getBoundingClientRect();
  return own.height > 0 && own.top >= list.top - 1 && own.bottom <= list.bottom + 1 && own.bottom <= innerHeight + 1;
});

async function publicTable(world, check) {
  const host = await somebody(world, '/?test', { name: 'Ana', view: DESK });
  await host.waitForSelector('[data-testid=card]');
  await (await openCard(host, 'ludo', 2)).locator('[data-testid=open]').click();
  await host.waitForSelector('[data-testid=lobby] [data-you]');
  check('R20 a table for all has a clock, and says that it counts', /30/.test(await host.textContent('[data-testid=clock-chip]')) && await host.textContent('[data-testid=rated-chip]') === 'Classée');
  check('R20 and can’t be without one', await host.locator('input[name=clock][value="0"]').count() === 0);
  const guest = await somebody(world, '/?test', { name: 'Bob', view: PHONE });
  await guest.waitForSelector('[data-testid=open-table]');
  const told = await guest.textContent('[data-testid=open-table]');
  check('R20 clock, rules and whether it counts are told before one joins', /Ludo.*Ana.*1 sur 2.*30.s.*Classée · .*Barrages/.test(told), told);
  await guest.click('[data-testid=open-table]');
  await guest.waitForSelector('[data-testid=lobby] [data-you]');
  await begin(host, guest);
  for (const page of [host, guest]) await keepPlaying(page);
  await host.waitForFunction(() => window.__state().events > 4);
  await openBy(guest, '[data-testid=menu]');
  await guest.click('[data-testid=resign]');
  await guest.click('[data-testid=resign-yes]');
  await Promise.all([host, guest].map(page => page.waitForSelector('[data-testid=standing]')));
  const [won, lost] = await Promise.all([host, guest].map(page => page.textContent('[data-testid=standing]')));
  check(`R90 the change is shown at the end: ${won} / ${lost}`, /1.516.*\+16/.test(won) && /1.484.*-16/.test(lost));
  await host.click('[data-testid=to-ranking]');
  await host.waitForSelector('[data-own]');
  check('R90 and leads to the ratings of this game and these seats', await host.inputValue('[data-testid=rank-game]') === 'ludo' && /^1Vous \(Ana\)/.test(await host.textContent('[data-own]')));
  const axe = await axeAA(host);
  check('R50 ranking: axe', axe.violations.length === 0, axe.violations.join('\n'));
  for (const page of [guest, host]) await closePage(page, check);
}

async function ownLine(world, check) {
  const lines = Array.from({ length: 49 }, (_, k) => ({ rank: k + 1, player: String(k).padStart(32, '0'), name: `Ami ${k + 1}`, points: 30000 - k * 300, games: 9 }));
  for (const [view, dark] of [[PHONE, false], [{ width: 320, height: 568 }, true], [DESK, true]]) {
    const page = await somebody(world, '/?test', { view, dark, name: 'Zoé' });
    let own = '';
    await page.route('**/api/player', async route => {
      const answer = await route.fetch();
      own = (await answer.json()).player;
      check('the secret travels in a field alone', !route.request().url().includes('?') && /^[\w-]{24}$/.test(route.request().headers()['dada-device']));
      await route.fulfill({ response: answer });
    });
    await page.route('**/api/leaderboard*', route => route.fulfill({ json: { lines: [...lines, { rank: 120, player: own, name: 'Zoé', points: -4000, games: 3 }] } }));
    await page.click('[data-testid=ranking]');
    await page.waitForSelector('[data-own]');
    check(`R91 one’s own line is in view at ${view.width}, whatever is above`, await ownInView(page) && await sidewaysScroll(page) <= 0);
    await page.evaluate(() => { document.querySelector('.rank-list').scrollTop = 300; });
    check('R91 also in the middle of the list', await ownInView(page));
    await page.unroute('**/api/leaderboard*');
    await page.locator('input[name=by][value=rating]').check();
    await page.waitForFunction(() => /pas encore/.test(document.querySelector('[data-own]')?.textContent));
    check('who has played none is told so', await page.locator('[data-own]').count() === 1);
    await page.reload();
    await page.waitForSelector('[data-own]');
    await page.click('[data-testid=back]');
    await page.waitForSelector('[data-testid=card]');
    await closePage(page, check);
  }
}

// R09, J27: the identity goes from one device to another by phrase and by file; what is replaced is warned of. On plain http.
async function identity(world, check) {
  const one = await somebody(world, '/?test', { name: 'Ana' }), two = await somebody(world, '/?test', { name: 'Bob', view: DESK });
  const secret = page => page.evaluate(() => JSON.parse(localStorage.getItem('dada.device'))), open = async page => {
    await page.click('[data-testid=identity]');
    await page.waitForSelector('dialog[data-testid=identity]');
  };
  await open(one);
  const axe = await axeAA(one);
  check('R50 identity: axe', axe.violations.length === 0 && await one.evaluate(() => { const box = document.querySelector('dialog'); return box.scrollWidth <= box.clientWidth; }), axe.violations.join('\n'));
  const phrase = await one.inputValue('[data-testid=phrase-out]'), [saved] = await Promise.all([one.waitForEvent('download'), one.click('[data-testid=phrase-save]')]);
  const file = readFileSync(await saved.path(), 'utf8'), own = await secret(one);
  check('R09 the phrase and the file hold the identity', phrase.startsWith('dada:') && phrase.replace(/^dada:|\s/g, '').startsWith(own) && file.includes(phrase), `${phrase} ${file}`);
  await open(two);
  const before = await secret(two), read = async (page, text) => {
    await page.fill('[data-testid=phrase-in]', text);
    await page.click('[data-testid=phrase-read]');
  };
  await read(two, `${phrase.slice(0, -6)}${phrase.at(-6) === 'x' ? 'y' : 'x'}${phrase.slice(-5)}`);
  check('a slip is found, and nothing is asked', /phrase complète/.test(await two.textContent('dialog')) && !await two.isVisible('[data-testid=phrase-yes]'));
  await read(two, `  ${phrase}\n`);
  check('R09 a warning before anything is lost', await two.isVisible('[data-testid=phrase-yes]') && /effacée/.test(await two.textContent('.sure')) && await secret(two) === before);
  await two.click('[data-testid=phrase-yes]');
  await two.waitForSelector('.notice');
  check('R09 J27 by phrase: the same identity', await secret(two) === own);
  const three = await somebody(world, '/?test', { name: 'Eva' });
  await open(three);
  await three.setInputFiles('[data-testid=phrase-file]', { name: 'dada.txt', mimeType: 'text/plain', buffer: Buffer.from(file) });
  await three.waitForSelector('[data-testid=phrase-yes]');
  await three.click('[data-testid=phrase-yes]');
  await three.waitForSelector('.notice');
  check('R09 J27 by file: the same identity', await secret(three) === own);
  for (const page of [three, two, one]) await closePage(page, check);
}

export async function run(world, check) {
  for (const test of [publicTable, ownLine, identity]) await test(world, check);
}
