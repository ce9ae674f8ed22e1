// A game against the computer, decided on this device: it tosses the dice, asks the engine, and keeps the record.

import { noise, toss } from './dice.js';
import { seatLetters, tableSpec } from './games.js';
import { forgetGame, saveGame, store } from './store.js';
import { PAUSE, pausePace, wait } from './motion.js';
import { makeGame, yours } from './play.js';

// Seat A always begins. Who begins moves on from game to game (`turn`): one's own seat moves back through the
// letters and the colours move with it, so that one keeps colour and side of the table.
function makeCast(seats, turn, teams) {
  const letters = seatLetters(seats), own = (seats - turn % seats) % seats;
  const colours = Object.fromEntries(letters.map((letter, i) => [letter, (i + turn) % seats]));
  return { seats: letters, human: letters[own], colours, names: {}, people: new Set([letters[own]]), team: teams.find(team => team.includes(letters[own])) || [letters[own]] };
}

function throwDice(game) {
  const outcome = toss(game.engine.outcomes()), answer = game.engine.roll(outcome);
  return { thrown: { outcome, roll: answer.log?.[0]?.roll ?? answer.state?.roll }, answer };
}

const alone = {
  async next(game) {
    const { state, engine } = game, mine = yours(game);
    if (mine && !(state.node !== 'roll' && store.settings.auto && state.distinct === 1)) return null;
    game.view.update();
    await wait(PAUSE * pausePace() * (mine ? .5 : 1));
    if (!game.live) return null;
    if (state.node === 'roll') return throwDice(game);
    return { answer: engine.play(mine ? 0 : engine.bot(game.level, noise())), auto: mine ? 'only' : undefined };
  },
  roll: throwDice,
  play: (game, choice) => ({ answer: game.engine.play(choice.index) }),
  keep(game, over) {
    const { game: id, seats, turn, level, log, thrown } = game;
    if (over) forgetGame();
    else saveGame({ game: id, seats, turn, level, thrown, record: game.engine.record() }, log);
  },
};

// options: { game, seats, turn, level } and, for a game kept on the device, { record, log, thrown }
export function openAlone(app, options) {
  const spec = tableSpec(options.game, options.seats), state = options.record ? app.engine.load(options.record) : app.engine.open(spec);
  if (state.error) throw new Error(`${state.error.code}: ${state.error.message}`);
  const cast = makeCast(options.seats, options.turn, state.teams), thrown = options.thrown || { outcome: state.roll, roll: state.roll };
  return makeGame(app, alone, { ...options, spec, cast, state, thrown });
}
