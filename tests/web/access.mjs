// Accessibility: axe AA on every screen, theme and language (R50), targets (R51), marks (R52), reduced motion (R57),
// live text alone is enough to follow a game (R55), forced colours (R59).
import { DESK, PHONE, closePage, openPage, playOn, startGame, state } from './browser.mjs';
import { axeAA, liveRead, liveStart, motionNow, ratio, targets } from './checks.mjs';

// What axe leaves undecided and we have looked at: words over SVG or beside it, whose ground it cannot compute.
const UNDECIDED = /^(color-contrast|aria-hidden-focus|video-caption)/;

async function judge(page, check, what) {
  const { violations, incomplete } = await axeAA(page);
  const open = incomplete.filter(rule => !UNDECIDED.test(rule));
  check(`R50 axe AA: ${what}`, violations.length === 0 && open.length === 0, [...violations, ...open].join('\n'));
  const small = await targets(page, 24);
  check(`R51 targets: ${what}`, small.length === 0, small.join('\n'));
}

async function screens(world, check, lang, dark) {
  const name = what => `${what}, ${lang.slice(0, 2)}, ${dark ? 'dark' : 'light'}`;
  const page = await openPage(world, { lang, dark, dice: [6, 3], settings: { auto: false, motion: 'reduit' }, view: dark ? DESK : PHONE });
  await judge(page, check, name('start'));
  await page.locator('[data-testid=card]').nth(3).click();
  await judge(page, check, name('start, a card open'));
  await startGame(page, 'ludo', 4);
  await judge(page, check, name('table, your throw'));
  await page.click('[data-testid=roll]');
  await page.waitForFunction(() => window.__state().phase === 'move');
  await judge(page, check, name('table, your move'));
  const tray = await targets(page, 44, '[data-testid=tray]');
  check(`R51 the tray’s buttons are large: ${name('your move')}`, tray.length === 0, tray.join('\n'));
  await page.click('[data-testid=menu]');
  await judge(page, check, name('settings'));
  await page.keyboard.press('Escape');
  await page.click('[data-testid=rules]');
  await page.waitForSelector('dialog .rules li');
  await judge(page, check, name('rules'));
  await page.keyboard.press('Escape');
  await closePage(page, check);
}

// Keeps what the page shows for a moment on screen while axe looks: its pauses last as long as the test.
const holdPauses = page => page.evaluate(() => {
  const real = window.setTimeout;
  window.setTimeout = (task, ms, ...rest) => real(task, ms >= 300 && ms <= 1500 ? 1e7 : ms, ...rest);
});

// The other kinds of dice, and teams, with a choice to make.
async function otherDice(world, check, lang, dark) {
  for (const [game, dice] of [['parchis-american', 26], ['pachisi', 2]]) { // 5 and 2; one mouth up
    const page = await openPage(world, { lang, dark, dice: [dice], settings: { auto: false, motion: 'reduit' }, view: dark ? DESK : PHONE });
    await startGame(page, game);
    await page.click('[data-testid=roll]');
    await page.waitForFunction(() => window.__state().phase === 'move');
    await judge(page, check, `${game}, your move, ${lang.slice(0, 2)}, ${dark ? 'dark' : 'light'}`);
    const tray = await targets(page, 44, '[data-testid=tray]');
    check(`R51 the tray’s buttons are large: ${game}, ${lang.slice(0, 2)}`, tray.length === 0, tray.join('\n'));
    await closePage(page, check);
  }
}

async function turnsOfOthers(world, check, lang, dark) {
  const name = what => `${what}, ${lang.slice(0, 2)}, ${dark ? 'dark' : 'light'}`;
  const page = await openPage(world, { lang, dark, dice: [2, 2], settings: { motion: 'reduit' } });
  await startGame(page, 'parchis', 4);
  await holdPauses(page);
  await page.click('[data-testid=roll]');
  await page.waitForFunction(() => window.__state().phase === 'message');
  await judge(page, check, name('table, no move'));
  await page.keyboard.press('x');
  await page.waitForFunction(() => window.__state().turn === 'B' && window.__state().phase === 'busy');
  await judge(page, check, name('table, the turn of another'));
  await page.click('[data-testid=why]');
  await judge(page, check, name('table, reasons unfolded'));
  await closePage(page, check);
}

async function endScreen(world, check) {
  for (const lang of ['fr-FR', 'en-GB', 'es-ES']) {
    const page = await openPage(world, { lang, settings: { pace: 'aucune' }, seed: 3 });
    await startGame(page, 'ludo-german', 2);
    await playOn(page);
    for (const dark of [false, true]) {
      await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' });
      await judge(page, check, `end, ${lang.slice(0, 2)}, ${dark ? 'dark' : 'light'}`);
    }
    await closePage(page, check);
  }
}

async function marks(world, check) {
  for (const dark of [false, true]) {
    const page = await openPage(world, { settings: { pace: 'aucune' }, dark, view: DESK });
    await startGame(page, 'parchis-salida', 8);
    const seen = await page.evaluate(() => {
      const fill = element => getComputedStyle(element).fill, all = kind => [...document.querySelectorAll(kind)];
      return { pawns: all('.pawn').map(pawn => pawn.querySelectorAll('.mark').length), seats: all('[data-testid=seat]').map(seat => seat.querySelectorAll('.disc path').length),
        bases: all('.base .base-mark').length, goals: all('[data-goal] .mark').length, lanes: all('.tile.lane ~ .mark').length,
        rings: [fill(document.querySelector('.p-out')), fill(document.querySelector('.p-in'))], under: [...new Set(all('.tile, .cup, .goal, .rim').map(fill))] };
    });
    check('R52 a mark on every pawn, seat, base, goal and corridor', seen.pawns.length === 32 && seen.pawns.every(n => n === 1) && seen.seats.every(n => n === 1) && seen.bases === 8 && seen.goals === 8 && seen.lanes === 8, JSON.stringify(seen));
    const weak = seen.under.filter(ground => Math.max(...seen.rings.map(ring => ratio(ring, ground))) < 3);
    check(`R52 a ring stands out 3 : 1 from each of ${seen.under.length} grounds, ${dark ? 'dark' : 'light'}`, seen.under.length >= 11 && weak.length === 0, weak.join());
    await closePage(page, check);
  }
}

async function stillness(world, check) {
  for (const [how, options] of [['the system asks', { reduced: true, settings: { pace: 'rapide' } }], ['the setting asks', { settings: { pace: 'rapide', motion: 'reduit' } }]]) {
    const page = await openPage(world, { ...options, dice: [6, 6, 2, 4] });
    await startGame(page, 'ludo', 2);
    const seen = new Set(), until = Date.now() + 4000;
    while (Date.now() < until) {
      const now = await state(page);
      if (now.phase === 'roll') await page.click('[data-testid=roll]');
      else if (now.phase === 'move') await page.locator('[data-testid=move]').first().click();
      (await motionNow(page)).forEach(name => seen.add(name));
    }
    check(`R57 nothing moves when ${how}`, seen.size === 0 && (await state(page)).events > 3, [...seen].join());
    await closePage(page, check);
  }
  const page = await openPage(world, { dice: [6] });
  await startGame(page, 'ludo', 2);
  await page.click('[data-testid=roll]');
  const seen = new Set();
  for (let i = 0; i < 40; i++) (await motionNow(page)).forEach(name => seen.add(name));
  check('R57 (the die does roll otherwise)', seen.has('script'));
  await closePage(page, check);
}

// Rebuilds where every pawn stands from what was said, in French: "Pion 2 sort, case 13." "case 3 → 8" "Prend Rouge, pion 1".
function follow(messages, colours) {
  const places = {}, PAWN = 'Pion (\\d)', seatOf = name => colours[name.trim()];
  for (const text of messages) {
    for (const part of text.split(/(?=Vous\u202f:|Vous, bonus|(?:Jaune|Bleu|Rouge|Vert) \(ordinateur\))/)) {
      const who = seatOf(part.match(/^(Vous|Jaune|Bleu|Rouge|Vert)/)?.[1] || '');
      if (!who) continue;
      const out = part.match(new RegExp(`${PAWN} sort, (case \\d+)`)), go = part.match(new RegExp(`${PAWN}, [^→]+→ ([^.]+)\\.`)), home = part.match(new RegExp(`${PAWN} arrive`));
      if (out) places[who + (out[1] - 1)] = out[2];
      if (go) places[who + (go[1] - 1)] = /^\d+$/.test(go[2]) ? `case ${go[2]}` : go[2];
      if (home) places[who + (home[1] - 1)] = 'arrivée';
      for (const taken of part.matchAll(/(?:Prend|Vous prenez) (Jaune|Bleu|Rouge|Vert), pion (\d)/g)) places[seatOf(taken[1]) + (taken[2] - 1)] = 'base';
      for (const own of part.matchAll(/Prend votre pion (\d)/g)) places[seatOf('Vous') + (own[1] - 1)] = 'base';
    }
  }
  return places;
}

async function byEarAlone(world, check) {
  const page = await openPage(world, { settings: { pace: 'rapide', motion: 'reduit' }, seed: 21, dice: [6, 3, 6, 2, 6, 5, 6, 1] });
  await startGame(page, 'ludo', 4);
  await liveStart(page);
  while ((await state(page)).events < 45) {
    const now = await state(page);
    if (now.phase === 'roll') await page.click('[data-testid=roll]');
    else if (now.phase === 'move') await page.locator('[data-testid=move]').first().click();
    else await page.waitForTimeout(20);
  }
  await page.waitForFunction(() => ['roll', 'move'].includes(window.__state().phase));
  await page.waitForTimeout(900);
  const spoken = await liveRead(page), colours = { Vous: 'A', Jaune: 'A', Bleu: 'B', Rouge: 'C', Vert: 'D' };
  const heard = follow(spoken.filter(message => message.region === 'polite').map(message => message.text), colours);
  const shown = await page.evaluate(() => [...document.querySelectorAll('.table section table tbody tr')].flatMap((row, s) =>
    [...row.querySelectorAll('td')].map((cell, k) => [`${'ABCD'[s]}${k}`, cell.textContent.split(',')[0]])));
  const wrong = shown.filter(([id, place]) => (heard[id] || 'base') !== place);
  check(`R55 ${spoken.length} messages are enough to know where all pawns stand`, wrong.length === 0 && Object.keys(heard).length >= 3, JSON.stringify([wrong, heard]));
  const long = spoken.filter(message => message.text.length > 140);
  check('R55 none is over 140 characters', long.length === 0, long.map(message => message.text).join('\n'));
  const alerts = spoken.filter(message => message.region === 'alert');
  check('R55 alerts only call to one’s own turn', alerts.length > 0 && alerts.every(message => message.text.startsWith('À vous')), JSON.stringify(alerts));
  await closePage(page, check);
}

async function forcedColours(world, check) {
  const page = await openPage(world, { dice: [6], settings: { auto: false, pace: 'aucune' } });
  await page.emulateMedia({ forcedColors: 'active' });
  await startGame(page, 'ludo', 2);
  await page.click('[data-testid=roll]');
  const seen = await page.evaluate(() => ({ border: getComputedStyle(document.querySelector('.move')).borderTopWidth, adjust: getComputedStyle(document.querySelector('.board-svg')).forcedColorAdjust,
    mark: getComputedStyle(document.querySelector('.pawn .mark')).fill }));
  check('R59 forced colours keep edges and marks', parseFloat(seen.border) >= 2 && seen.adjust === 'none' && seen.mark !== 'none', JSON.stringify(seen));
  await closePage(page, check);
}

export async function run(world, check) {
  for (const lang of ['fr-FR', 'en-GB', 'es-ES']) {
    for (const dark of [false, true]) {
      await screens(world, check, lang, dark);
      await turnsOfOthers(world, check, lang, dark);
    }
  }
  await otherDice(world, check, 'fr-FR', false);
  await otherDice(world, check, 'en-GB', true);
  await otherDice(world, check, 'es-ES', false);
  for (const test of [endScreen, marks, stillness, byEarAlone, forcedColours]) await test(world, check);
}
