// Accessibility of tables on line: axe AA on each screen, theme and language (R50), targets (R51), room at 320 px and at every
// view (R58, R79), and a game from the invitation to its end by keyboard alone (R54).
import { DESK, PHONE, closePage, openPage, state } from './browser.mjs';
import { axeAA, sidewaysScroll, tabWalk, targets } from './checks.mjs';
import { addBots, begin, friendOf, hostOf, keepPlaying, openBy, somebody, turnOf, twoAtTable } from './friends.mjs';

const UNDECIDED = /^(color-contrast|aria-hidden-focus|video-caption)/;

async function judge(page, check, what) {
  const { violations, incomplete } = await axeAA(page), open = incomplete.filter(rule => !UNDECIDED.test(rule)), small = await targets(page, 24);
  check(`R50 R51 ${what}`, !violations.length && !open.length && !small.length, [...violations, ...open, ...small].join('\n'));
  check(`R58 ${what}: nothing scrolls sideways`, await sidewaysScroll(page) <= 0);
}

async function dialog(page, check, what, opener) {
  await openBy(page, opener);
  await judge(page, check, what);
  await page.keyboard.press('Escape');
  await page.waitForSelector('dialog', { state: 'detached' });
}

async function screens(world, check, lang, dark) {
  const name = what => `${what}, ${lang.slice(0, 2)}, ${dark ? 'dark' : 'light'}`, looks = { lang, dark, view: dark ? DESK : PHONE };
  const { page: host, code } = await hostOf(world, 'ludo', 3, { clock: 30, ...looks });
  await judge(host, check, name('lobby, host'));
  const friend = await friendOf(world, code, { ...looks, view: { width: 320, height: 640 } });
  await judge(friend, check, name('lobby, friend, 320 px'));
  await addBots(host, 1);
  await judge(host, check, name('lobby, a computer'));
  const full = await somebody(world, `/t/${code}`, looks);
  await full.waitForSelector('[data-testid=watch]');
  await judge(full, check, name('lobby, full'));
  await begin(host, friend, full);
  await judge(full, check, name('who watches'));
  const turn = (await Promise.race([host, friend].map(async page => { await turnOf(page); return page; })));
  await judge(turn, check, name('table, one’s turn'));
  await dialog(host, check, name('phrases'), '[data-testid=talk]');
  await dialog(host, check, name('a seat'), '[data-seat=B] button');
  await dialog(host, check, name('menu'), '[data-testid=menu]');
  await friend.goto('about:blank');
  await host.waitForFunction(() => document.querySelector('[data-seat=B] small b'));
  await judge(host, check, name('somebody is away'));
  await friend.goBack();
  await friend.waitForSelector('[data-testid=tray]');
  await openBy(friend, '[data-testid=menu]');
  await friend.click('[data-testid=resign]');
  await judge(friend, check, name('resign?'));
  await friend.click('[data-testid=resign-yes]');
  await openBy(host, '[data-testid=menu]');
  await host.click('[data-testid=resign]');
  await host.click('[data-testid=resign-yes]');
  await host.waitForSelector('[data-testid=end]');
  await host.click('[data-testid=again]');
  await host.waitForFunction(() => document.querySelector('[data-testid=ready]').textContent);
  await judge(host, check, name('end, one wants another game'));
  await host.click('[data-testid=to-table]');
  await host.waitForSelector('[data-testid=lobby]');
  await judge(host, check, name('the table after a game'));
  await full.goto(`${world.url}/t/ZZZZZZ`);
  await full.waitForSelector('[data-testid=problem]');
  await judge(full, check, name('no such table'));
  for (const page of [full, friend, host]) await closePage(page, check);
}

async function byKeyboard(world, check) {
  const { page: host, code } = await hostOf(world, 'ludo-german', 2, { view: DESK }), friend = await friendOf(world, code, { view: DESK });
  check('a guest with room to spare sees the board', await friend.locator('[data-testid=lobby-board] .board-svg, [data-testid=lobby-board] svg').count() > 0 && await host.locator('[data-testid=lobby-board]').count() === 0);
  for (const [who, page] of [['host', host], ['friend', friend]]) {
    await page.locator('h1').focus();
    const stops = await tabWalk(page), bad = stops.filter(stop => !stop.ring || !stop.seen);
    check(`R56 lobby, ${who}: every stop shows its focus and is not covered (${stops.length})`, stops.length >= 4 && bad.length === 0, JSON.stringify(bad));
  }
  await host.locator('[data-testid=start]').focus();
  await host.keyboard.press('Enter');
  await Promise.all([host, friend].map(page => page.waitForSelector('[data-testid=tray]')));
  check('the die has the focus when the game begins', await host.evaluate(() => document.activeElement.dataset.testid) === 'roll');
  let lost = 0, presses = 0;
  const press = async page => {
    const here = await page.evaluate(() => ({ body: document.activeElement === document.body, can: document.querySelector('.roll.ready, [data-testid=move]') !== null, ended: document.querySelector('[data-testid=end]') !== null }));
    if (here.body) lost++;
    if (here.can) await page.keyboard.press(['Enter', ' ', 'Enter', 'End', 'Enter'][presses++ % 5]);
    return here.ended;
  };
  for (let ended = false; !ended && presses < 4000;) ended = (await press(host)) && (await press(friend)) || (await press(friend), false);
  check(`R54 a game of two by keyboard alone, to its end (${presses} keys)`, await friend.locator('[data-testid=end]').count() === 1);
  check('R54 the focus is never lost', lost === 0, `${lost} times on body`);
  for (const page of [friend, host]) await closePage(page, check);
}

// Board, die and moves in view at each size, with a clock and names, for four and for eight.
async function inView(world, check) {
  for (const [game, seats] of [['ludo', 4], ['parchis', 8]]) {
    const { page: host, code } = await hostOf(world, game, seats, { clock: 60 }), friend = await friendOf(world, code, { name: 'Maximilienne' });
    await addBots(host, seats - 2);
    await begin(host, friend);
    await keepPlaying(friend);
    await turnOf(host, 30000);
    for (const [width, height] of [[320, 568], [360, 740], [768, 1024], [1280, 800]]) {
      await host.setViewportSize({ width, height });
      await host.waitForTimeout(80);
      const out = await host.evaluate(() => ['.plate', '[data-testid=roll]', '[data-testid=clock]', '[data-testid=talk]', '[data-testid=menu]'].filter(kind => {
        const box = document.querySelector(kind).getBoundingClientRect();
        return !box.width || box.x < -.5 || box.right > innerWidth + .5 || box.y < -.5 || box.bottom > innerHeight + .5;
      }));
      check(`R79 ${game} ${seats} on line at ${width}×${height}: all in view`, out.length === 0 && await sidewaysScroll(host) <= 0, out.join());
    }
    for (const page of [friend, host]) await closePage(page, check);
  }
}

// The start page with a table on line and open tables.
async function start(world, check) {
  for (const lang of ['fr-FR', 'en-GB', 'es-ES']) {
    const { one, two } = await twoAtTable(world, 'ludo', { host: { lang, view: { width: 320, height: 640 } } });
    await one.click('[data-testid=back]');
    await one.waitForSelector('[data-testid=resume-table]');
    await judge(one, check, `start page with a table, ${lang.slice(0, 2)}, 320 px`);
    for (const page of [two, one]) await closePage(page, check);
  }
  const waiting = await openPage(world, { view: PHONE, seed: 99 });
  await waiting.locator('[data-testid=card]').first().click();
  await waiting.click('.open:visible [data-testid=now]');
  await waiting.waitForSelector('[data-testid=wait]');
  await judge(waiting, check, 'waiting for others');
  await waiting.click('[data-testid=cancel]');
  await waiting.waitForSelector('[data-testid=card]');
  check('and no longer', await state(waiting) === null);
  await closePage(waiting, check);
}

export async function run(world, check) {
  for (const lang of ['fr-FR', 'en-GB', 'es-ES']) for (const dark of [false, true]) await screens(world, check, lang, dark);
  for (const test of [byKeyboard, inView, start]) await test(world, check);
}
