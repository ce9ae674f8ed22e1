// Whole games by keyboard alone (R54), and the one-key shortcuts (R61, R62).
import { DESK, closePage, openPage, startGame, state } from './browser.mjs';
import { liveRead, liveStart, tabWalk } from './checks.mjs';

const GAMES = [['petits-chevaux', 2], ['petits-chevaux-barrages', 2], ['ludo', 2], ['parchis', 2], ['ludo-danish', 2], ['ludo-german', 2], ['parchis-american', 2], ['pachisi', 0]]; // (0: no seats to choose)
const KEYS = ['Enter', ' ', 'ArrowRight', '2', 'Enter', 'ArrowLeft', 'Enter', '3', 'End', 'Enter'];

async function wholeGame(world, check, game, seats) {
  const page = await openPage(world, { view: DESK, settings: { pace: 'aucune', seats: seats ? { [game]: seats } : {} }, seed: game.length });
  for (let i = 0; i < 80; i++) {
    await page.keyboard.press('Tab');
    const at = await page.evaluate(() => {
      const { dataset } = document.activeElement;
      return { kind: dataset.testid, game: document.activeElement.closest('li')?.querySelector('[data-game]').dataset.game };
    });
    if (at.game === game && at.kind === 'play') break;
    if (at.game === game && at.kind === 'card') await page.keyboard.press('Enter');
  }
  await page.keyboard.press('Enter');
  await page.waitForSelector('[data-testid=roll]');
  const begun = await state(page);
  check(`R54 ${game} is chosen by keyboard`, begun.rules === game && begun.seats === (seats || 4), `${begun.rules} ${begun.seats}`);
  let lost = 0, presses = 0;
  for (let ended = false; !ended && presses < 9000; presses++) {
    await page.keyboard.press(KEYS[presses % KEYS.length]);
    const here = await page.evaluate(() => ({ body: document.activeElement === document.body, ended: !!document.querySelector('[data-testid=end]') }));
    if (here.body) lost++;
    ended = here.ended;
  }
  const ended = await page.locator('[data-testid=end]').count() === 1;
  check(`R54 ${game} by keyboard alone, to its end (${presses} keys)`, ended);
  check(`R54 ${game}: the focus is never lost`, lost === 0, `${lost} times on body`);
  await closePage(page, check);
}

async function focusMoves(world, check) {
  const page = await openPage(world, { view: DESK, dice: [6, 6, 2], settings: { auto: false, motion: 'reduit' } });
  await startGame(page, 'ludo', 2);
  const focus = () => page.evaluate(() => document.activeElement.dataset.testid);
  check('the roll button has the focus when a game begins', await focus() === 'roll');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => window.__state().phase === 'move');
  check('a roll by key leads to the first move', await focus() === 'move');
  await page.keyboard.press('ArrowRight');
  check('arrows go through the moves', await page.evaluate(() => document.activeElement.dataset.pawn) === 'A1');
  check('one Tab stop for all of them', await page.locator('[data-testid=move][tabindex="0"]').count() === 1);
  await page.keyboard.press('4');
  check('a number chooses the pawn', await page.evaluate(() => document.activeElement.dataset.pawn) === 'A3');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => window.__state().phase === 'roll');
  check('after a move the focus is on the die', await focus() === 'roll');
  await page.locator('h1').focus();
  const stops = await tabWalk(page), bad = stops.filter(stop => !stop.ring || !stop.seen);
  check(`R56 every stop shows its focus and is not covered (${stops.length})`, stops.length >= 5 && bad.length === 0, JSON.stringify(bad));
  await closePage(page, check);
}

async function queries(world, check) {
  const page = await openPage(world, { dice: [6, 3], settings: { motion: 'reduit', pace: 'rapide' } });
  await startGame(page, 'ludo', 2);
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => window.__state().phase === 'roll' && window.__state().events === 1);
  await page.waitForTimeout(500);
  await liveStart(page);
  const said = async key => {
    const before = (await liveRead(page)).length;
    await page.keyboard.press(key);
    await page.waitForFunction(n => window.__live.filter(message => message.text).length > n, before, { timeout: 2000 });
    return (await liveRead(page)).at(-1).text;
  };
  const own = await said('p');
  check('R61 P tells one’s four pawns', /1 : case 0/.test(own) && /4 : base/.test(own), own);
  check('R61 O tells the others’', /Bleu/.test(await said('o')));
  check('R61 L tells the last event again', /Vous.: 6/.test(await said('l')));
  check('R61 X reads the track', /case 0.*Vous, pion 1/.test(await said('x')));
  for (const square of ['case 1', 'case 2', 'case 3']) check(`R61 → reads ${square}`, (await said('ArrowRight')).startsWith(square));
  await page.keyboard.press('Escape');
  check('R12 W before the throw says to roll', /Lancez/.test(await said('w')));
  await page.keyboard.press('h');
  await page.waitForSelector('dialog .rules li');
  check('H opens the rules', await page.locator('dialog .rules li').count() > 5);
  await page.keyboard.press('Escape');
  await page.waitForSelector('dialog', { state: 'detached' });
  check('and Esc gives the focus back', await page.evaluate(() => document.activeElement.dataset.testid) === 'roll');
  await page.click('[data-testid=menu]');
  await page.locator('dialog select').focus();
  const before = await state(page);
  await page.keyboard.type('w1p');
  check('R62 typing elsewhere does nothing to the game', JSON.stringify(before) === JSON.stringify(await state(page)) && await page.locator('dialog[open]').count() === 1);
  await closePage(page, check);
}

async function switchedOff(world, check) {
  const page = await openPage(world, { settings: { keys: false } });
  await startGame(page, 'ludo', 2);
  await page.keyboard.press('h');
  check('R62 switched off, a letter does nothing', await page.locator('dialog').count() === 0);
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => window.__state().events > 0 || window.__state().phase === 'move');
  check('R62 but buttons still work by key', true);
  await closePage(page, check);
}

export async function run(world, check) {
  for (const test of [focusMoves, queries, switchedOff]) await test(world, check);
  for (const [game, seats] of GAMES) await wholeGame(world, check, game, seats);
}
