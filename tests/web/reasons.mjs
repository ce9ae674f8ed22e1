// Why a pawn cannot move (R12): in the tray, by key, by tap; naming seat and square; with the square shown and the rule at hand.
// And taps on the board.
import { PHONE, closePage, offer, openPage, playOn, startGame, state } from './browser.mjs';

// Plays on until a reason of one of these codes stands at a choice of one's own; opens it and looks.
async function findReasons(page, codes, most, found) {
  await playOn(page, { most, until: () => found.size === codes.length, each: async here => {
    const entries = Object.entries(here.now.blocked).filter(([, reason]) => codes.includes(reason.code) && !found.has(reason.code));
    if (here.now.phase !== 'move' || !entries.length) return;
    await page.click('[data-testid=why]');
    for (const [id, reason] of entries) {
      const row = page.locator(`[data-testid=reason][data-pawn=${id}]`);
      await row.focus();
      const by = reason.by && await page.locator(`[data-testid=seat][data-seat=${reason.by}] .disc`).getAttribute('class');
      found.set(reason.code, { text: await row.innerText(), reason, colour: by?.match(/s(\d)/)[1], mark: await row.locator('.who-mark svg path').count(),
        stop: await page.locator('.stop').count(), rule: await row.locator('xpath=..').locator('[data-testid=rule]').count() });
    }
    await page.click('[data-testid=why]');
  } });
}

// Each with the seed of a game that soon comes to all of them; where rules or players changed, other games follow.
const WANTED = [
  ['parchis', 35, ['W04', 'W05', 'W07', 'W11', 'W13', 'W14']],
  ['ludo', 25, ['W01', 'W04', 'W07']],
  ['petits-chevaux', 78, ['W01', 'W03', 'W06', 'W07']],
  ['petits-chevaux-escalier', 34, ['W06', 'W09']],
  ['ludo-german', 92, ['W06', 'W21']],
  ['parchis-american', 35, ['W25', 'W26']],
  ['pachisi', 35, ['W24', 'W27']],
];
const OTHER_SEEDS = [11, 12, 13, 14];
const COLOURS = ['', 'Jaune', 'Bleu', 'Rouge', 'Vert', 'Orange', 'Violet', 'Noir', 'Ciel'];

async function sentences(world, check) {
  for (const [game, good, codes] of WANTED) {
    const found = new Map(), enough = Math.min(2, codes.length);
    for (const seed of [good, ...OTHER_SEEDS]) {
      const page = await openPage(world, { settings: { pace: 'aucune', auto: false }, seed });
      await startGame(page, game, 4);
      await findReasons(page, codes, 1500, found);
      await closePage(page, check);
      if (found.size >= enough) break;
    }
    check(`R12 ${game}: met ${[...found.keys()].sort().join(' ')}`, found.size >= enough, `of ${codes}`);
    for (const [code, one] of found) {
      const named = !/^W0[2-6]$/.test(code) || (one.text.includes(COLOURS[one.colour]) && /\d/.test(one.text) && one.mark === 1 && one.stop === 1);
      check(`R12 ${game} ${code}: ${one.text.replace(/\s+/g, ' ')}`, named && one.text.length > 12 && !/W\d\d|undefined|\{/.test(one.text), JSON.stringify(one));
      if (!['W10'].includes(code)) check(`R12 ${game} ${code}: its rule is one tap away`, one.rule === 1);
    }
  }
}

async function ruleLink(world, check) {
  const page = await openPage(world, { dice: [2], settings: { motion: 'reduit' } });
  await startGame(page, 'ludo', 4); // three others play before the turn comes back
  await page.click('[data-testid=roll]');
  await page.waitForFunction(() => window.__state().phase === 'message');
  await page.keyboard.press('x');
  await page.waitForFunction(() => window.__state().phase === 'busy' || window.__state().turn !== 'A');
  await page.click('[data-testid=why]');
  check('R12 after a lost throw the reasons can still be read', await page.locator('[data-testid=reason]').count() === 4);
  await page.locator('[data-testid=rule]').first().click();
  check('R12 the rule opens at its sentence', (await page.textContent('dialog .def')).includes('Pour sortir un pion'));
  await page.keyboard.press('Escape');
  await closePage(page, check);
}

// Waits for a choice with a grey pawn of one's own, away from those that may move.
async function choiceWithGrey(page) {
  let grey = null;
  await playOn(page, { most: 3000, until: now => {
    const movable = new Set(now.moves.map(move => move.pawn));
    grey = now.phase === 'move' && now.pawns.A.map((p, k) => ({ id: `A${k}`, p })).find(pawn => pawn.p === 'Y' && !movable.has(pawn.id));
    return !!grey && now.moves.length >= 2 && now.moves.every(move => move.from !== 'Y');
  } });
  return grey?.id;
}

async function taps(world, check) {
  const page = await openPage(world, { settings: { pace: 'aucune' }, seed: 5, view: PHONE });
  await startGame(page, 'ludo', 2);
  const grey = await choiceWithGrey(page), middle = id => page.locator(`.pawn[data-pawn=${id}] .body`).boundingBox().then(box => [box.x + box.width / 2, box.y + box.height / 2]);
  await page.mouse.click(...await middle(grey));
  check('R12 a tap on a grey pawn tells its reason', await page.locator(`[data-testid=reason][data-pawn=${grey}]`).evaluate(row => row === document.activeElement));
  const here = await offer(page), pawn = here.now.moves[1].pawn, before = here.now;
  await page.mouse.click(...await middle(pawn));
  await page.waitForFunction(version => window.__state().version !== version, before.version);
  const after = await page.evaluate(() => window.__state());
  check('a tap on a pawn that may move moves it', JSON.stringify(after.pawns.A) !== JSON.stringify(before.pawns.A));
  await closePage(page, check);
}

async function preview(world, check) {
  const page = await openPage(world, { dice: [6], settings: { auto: false, pace: 'aucune' } });
  await startGame(page, 'petits-chevaux', 2);
  await page.click('[data-testid=roll]');
  check('R11 where a move ends is drawn', await page.locator('.aim').count() === 4 && await page.locator('.aim.strong').count() === 1);
  check('R11 pawns that may move wear ring and chevron', await page.locator('.pawn.can .ring').first().isVisible() && await page.locator('.pawn.can .chev').first().isVisible());
  const label = await page.locator('[data-testid=move]').first().getAttribute('aria-label');
  check('R11 a move says from, to and effect', /Pion 1.*sort de l’écurie, départ, rejoue/.test(label), label);
  check('R11 the version stands still', (await state(page)).events === 0);
  await closePage(page, check);
}

export async function run(world, check) {
  for (const test of [sentences, ruleLink, taps, preview]) await test(world, check);
}
