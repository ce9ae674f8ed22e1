// A whole game of every rule set by clicks on a phone. At every choice: the tray is the engine's list, no dead end,
// everything needed is within reach (R11, R12, R18, R79).
import { PHONE, closePage, openPage, playOn, startGame } from './browser.mjs';

const GAMES = [['petits-chevaux', 3], ['petits-chevaux-barrages', 2], ['petits-chevaux-escalier', 2], ['ludo', 3], ['ludo-relance', 2], ['parchis', 2], ['parchis-salida', 6], ['ludo-danish', 2], ['ludo-german', 4],
  ['fia', 2], ['eile-mit-weile', 2], ['parchis-american', 2], ['pachisi', 4], ['uckers', 4]];

// The engine's moves, of pairs that enter together and do the same only the first.
const offered = moves => moves.filter((move, k) => !move.other || moves.findIndex(one => one.other && one.from === move.from && one.to === move.to) === k);

// A button of two dice shows those that its move uses, and says them.
const named = page => page.evaluate(() => [...document.querySelectorAll('[data-testid=move]')].map(button => ({ move: button.dataset.move, dice: button.querySelectorAll('.die-svg').length, label: button.getAttribute('aria-label') })));
async function judgeDice(page, now, faults) {
  for (const { move, dice, label } of await named(page)) {
    const used = now.moves.find(one => one.move === move).dice || [];
    if (dice !== used.length || used.some(face => !label.includes(face))) faults.push(`${move}: ${dice} dice, ${label}`);
  }
}

function judge(here, faults) {
  const { now } = here;
  if (now.phase !== 'move') return;
  const tray = here.points.map(point => point.move).join(), legal = offered(now.moves).map(move => move.move).join();
  if (tray !== legal) faults.push(`tray ${tray} is not ${legal}`);
  if ([...here.can].sort().join() !== [...new Set(now.moves.flatMap(move => [move.pawn, move.other]).filter(Boolean))].sort().join()) faults.push(`board marks ${here.can}`);
  const mover = now.moves[0].pawn[0]; // (a partner's, once one's own are home)
  const silent = now.pawns[mover].map((_, k) => mover + k).filter(id => !here.can.includes(id) && !/^W\d\d$/.test(now.blocked[id]?.code));
  if (silent.length) faults.push(`no reason for ${silent} at ${now.version}`);
  if (here.points.some(point => !point.ok)) faults.push(`a move out of reach at ${now.version}`);
}

export async function run(world, check) {
  for (const [game, seats] of GAMES) {
    const page = await openPage(world, { view: PHONE, settings: { pace: 'aucune' }, seed: game.length * 31 + seats });
    await startGame(page, game, seats);
    const faults = [];
    let choices = 0;
    const played = await playOn(page, { each: async here => {
      judge(here, faults);
      choices += here.now.phase === 'move';
      if (here.now.phase === 'move' && Array.isArray(here.now.roll) && choices % 5 === 1) await judgeDice(page, here.now, faults);
    } });
    check(`${game}, ${seats} seats: played to its end (${played.steps} steps, ${choices} choices)`, played.ended && choices > 5, played.stuck);
    check(`${game}: R11 tray and board show the engine’s moves, R12 the others have a reason`, faults.length === 0, faults.slice(0, 5).join('\n'));
    if (played.ended) {
      const places = await page.locator('[data-testid=place]').count();
      check(`${game}: the end screen places every seat`, places === seats);
    }
    await closePage(page, check);
  }
}
