// The source of a game on line (see play.js): lines of its record come from the server, the engine makes steps of them, and what
// the person here chooses goes out as a command.

import { finish } from './motion.js';

const BEHIND = 8; // lines that wait while something is shown: more, and they are taken in at once

// session: { app, game, mine(), choose(name, fields), missed(events) }
export function followLines(session) {
  const { app } = session, { engine } = app, queue = [];
  let wake = null, skimTo = 0;

  // What a line tells, as a step; null where it tells nothing that is shown.
  function stepOf(game, { text, why }) {
    const answer = engine.follow(text);
    if (answer.error) throw new Error(`${text}: ${answer.error.message}`);
    if (!['start', 'roll', 'move', 'enter', 'end'].includes(answer.line)) return null;
    const mine = game && answer.line !== 'start' && game.state.turn === game.cast.human, auto = mine && ['only', 'clock'].includes(why) ? why : undefined;
    if (answer.line !== 'roll') return { answer, auto };
    return { thrown: { outcome: answer.outcome, roll: answer.log[0]?.roll ?? answer.state.roll }, answer, auto };
  }

  // Takes in what came while nobody looked.
  function catchUp(game) {
    const { skim } = app.room, events = [];
    while (queue.length) {
      const step = stepOf(game, queue.shift());
      if (step) events.push(...skim(game, step));
    }
    if (skimTo) session.missed(events);
    skimTo = 0;
    game.reasons = null;
    game.view?.update();
  }

  return {
    // The lines up to the start, and all that are there: what a game opens with.
    opening() {
      let first = null;
      while (queue.length && !first) first = stepOf(null, queue.shift());
      return first?.answer.state;
    },
    catchUp,
    // missed: they were not there to be seen when they happened
    push(lines, missed) {
      queue.push(...lines);
      if (missed) skimTo = queue.length;
      const { game } = session;
      if (!game) return;
      if (queue.length > 3) finish();
      wake?.();
      app.room.goOn(game);
    },
    // Something other than a line has changed who is to choose.
    poke() {
      wake?.();
      if (session.game && !session.mine()) app.room.goOn(session.game);
    },
    async next(game) {
      for (;;) {
        if (skimTo || queue.length > BEHIND) {
          catchUp(game);
          if (game.state.over) return { answer: { log: [], state: game.state } };
        }
        while (queue.length) {
          const step = stepOf(game, queue.shift());
          if (step) return step;
        }
        if (session.mine()) return null;
        game.view.update();
        await new Promise(resolve => { wake = resolve; });
        if (!game.live) return null;
      }
    },
    roll() {
      session.choose('roll', {});
      return null;
    },
    play(game, choice) {
      session.choose('move', { move: choice.move });
      game.choices = [];
      game.view.update();
      return null;
    },
  };
}
