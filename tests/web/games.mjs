// A whole game of every rule set by clicks on a phone. At every choice: the tray is the engine's list, no dead end,
// everything needed is within reach (R11, R12, R18, R79).
import { PHONE, closePage, openPage, playOn, startGame } from './browser.mjs';

const GAMES = [['petits-chevaux', 3], ['petits-chevaux-barrages', 2], ['petits-chevaux-escalier', 2], ['ludo', 3], ['ludo-relance', 2], ['parchis', 2], ['parchis-salida', 6], ['ludo-danish', 2], ['ludo-german', 4]];

function judge(here, faults) {
  const { now } = here;
  if (now.phase !== 'move') return;
  const tray = here.points.map(point => point.move).join(), legal = now.moves.map(move => move.move).join();
  if (tray !== legal) faults.push(`tray ${tray} is not ${legal}`);
  if ([...here.can].sort().join() !== [...new Set(now.moves.map(move => move.pawn))].sort().join()) faults.push(`board marks ${here.can}`);
  const silent = now.pawns[now.human].map((_, k) => now.human + k).filter(id => !here.can.includes(id) && !/^W\d\d$/.test(now.blocked[id]?.code));
  if (silent.length) faults.push(`no reason for ${silent} at ${now.version}`);
  if (here.points.some(point => !point.ok)) faults.push(`a move out of reach at ${now.version}`);
}

export async function run(world, check) {
  for (const [game, seats] of GAMES) {
    const page = await openPage(world, { view: PHONE, settings: { pace: 'aucune' }, seed: game.length * 31 + seats });
    await startGame(page, game, seats);
    const faults = [];
    let choices = 0;
    const played = await playOn(page, { each: here => { judge(here, faults); choices += here.now.phase === 'move'; } });
    check(`${game}, ${seats} seats: played to its end (${played.steps} steps, ${choices} choices)`, played.ended && choices > 5, played.stuck);
    check(`${game}: R11 tray and board show the engine’s moves, R12 the others have a reason`, faults.length === 0, faults.slice(0, 5).join('\n'));
    if (played.ended) {
      const places = await page.locator('[data-testid=place]').count();
      check(`${game}: the end screen places every seat`, places === seats);
    }
    await closePage(page, check);
  }
}
