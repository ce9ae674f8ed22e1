// One game against the computer: asks the engine, rolls the die, lets the view show each step, keeps the record.
// The loop runs until a person has to choose; a game that was left (live = false) stops at its next step.
//
//   game.state   what is shown; the engine may be one step ahead while something still moves
//   game.phase   'busy' no input · 'roll' die waits · 'move' tray waits · 'message' any key goes on · 'over'
//   game.log     every event, each with the places of all pawns after it

import { t } from './lang.js';
import { noise, rollDie } from './dice.js';
import { actor, eventSentences, isYou, seatName } from './words.js';
import { arrange } from './geometry.js';
import { lookOf } from './board.js';
import { seatLetters, tableSpec } from './games.js';
import { saveGame, store } from './store.js';
import { PAUSE, READ, finish, kill, pausePace, wait } from './motion.js';
import { alertTurn, hush, say } from './say.js';

// Seat A always begins. Who begins moves on from game to game (`turn`): one's own seat moves back through the
// letters and the colours move with it, so that one keeps colour and side of the table.
function makeCast(seats, turn, level) {
  const letters = seatLetters(seats), own = (seats - turn % seats) % seats;
  const colours = Object.fromEntries(letters.map((letter, i) => [letter, (i + turn) % seats]));
  return { seats: letters, human: letters[own], colours, level };
}

// options: { game, seats, turn, level } and, for a game kept on the device, { record, log }
export function openGame(app, options) {
  const { engine } = app, spec = tableSpec(options.game, options.seats);
  const state = options.record ? engine.load(options.record) : engine.open(spec);
  if (state.error) throw new Error(`${state.error.code}: ${state.error.message}`);
  const { values } = app.rules.rule_sets[options.game], cast = makeCast(options.seats, options.turn, options.level);
  const layout = arrange(engine.board(spec), cast.human), face = state.node === 'roll' ? 0 : state.roll || 0;
  return {
    ...options, app, engine, values, cast, layout, look: lookOf(values.board), state, log: options.log || [], face,
    phase: 'busy', note: '', reasons: null, past: null, live: true, view: null,
  };
}

export const sceneOf = game => ({
  cast: game.cast, layout: game.layout, look: game.look, values: game.values, pawns: game.state.pawns,
  owed: (game.state.owed || [])[0], colours: game.cast.colours,
});
export const yours = game => isYou(game.cast, game.state.turn);

function keep(game) {
  const { game: id, seats, turn, level, log } = game;
  saveGame(game.state.over ? null : { game: id, seats, turn, level, record: game.engine.record(), log });
}

export function leave(game) {
  game.live = false;
  kill();
  hush();
}

// --- one step -------------------------------------------------------------------------------------------------

function tell(game, event, auto) {
  game.note = eventSentences(sceneOf(game), event, auto, true).join(' ');
  say(eventSentences(sceneOf(game), event, auto).join(' '));
}

async function showEvent(game, event, after, last) {
  const from = game.state, pawns = last ? after.pawns : from.pawns;
  game.past = null;
  tell(game, event, event.auto);
  game.view.showing(event);
  if (event.move || (event.home || []).length) await game.view.walk(event, pawns);
  game.state = { ...from, pawns };
  game.view.entered(event);
  if (event.move || !game.live) return;
  if (isYou(game.cast, event.seat)) game.reasons = { blocked: event.blocked || {}, pawns: from.pawns, owed: event.bonus, none: true };
  game.phase = 'message';
  game.view.update();
  await wait(READ * pausePace());
  game.phase = 'busy';
}

async function take(game, answer, auto) {
  if (answer.error) throw new Error(`${answer.error.code}: ${answer.error.message}`);
  answer.log.forEach((event, i) => {
    if (auto) event.auto = true;
    event.pawns = i === answer.log.length - 1 ? answer.state.pawns : game.state.pawns;
    game.log.push(event);
  });
  keep({ ...game, state: answer.state });
  for (const [i, event] of answer.log.entries()) {
    await showEvent(game, event, answer.state, i === answer.log.length - 1);
    if (!game.live) return;
  }
  game.state = answer.state;
  game.view.update();
}

async function roll(game) {
  game.phase = 'busy';
  if (yours(game)) game.reasons = null;
  const face = rollDie();
  await game.view.tumble(face);
  if (!game.live) return;
  game.face = face;
  await take(game, game.engine.roll(face));
}

async function play(game, index, auto) {
  game.phase = 'busy';
  if (yours(game)) game.reasons = null;
  await take(game, game.engine.play(index), auto);
}

// --- the loop -------------------------------------------------------------------------------------------------

function offer(game, phase) {
  const { state, cast } = game;
  game.phase = phase;
  if (phase === 'roll') alertTurn(t('say.yourturn', { name: seatName(cast, state.turn) }));
  else {
    game.reasons = { blocked: state.blocked || {}, pawns: state.pawns, owed: (state.owed || [])[0] };
    const head = state.node === 'bonus' ? t('say.count', { n: (state.owed || [])[0] }) : t('say.roll', { who: actor(cast, state.turn), n: state.roll });
    say(`${head} ${t('say.moves', { n: state.moves.length })}`);
  }
  game.view.update();
}

async function step(game) {
  const { state } = game, mine = yours(game);
  if (mine && state.node === 'roll') return offer(game, 'roll');
  if (mine && !(store.settings.auto && state.distinct === 1)) return offer(game, 'move');
  game.phase = 'busy';
  game.view.update();
  await wait(PAUSE * pausePace() * (mine ? .5 : 1));
  if (!game.live) return undefined;
  if (state.node === 'roll') await roll(game);
  else if (mine) await play(game, 0, true);
  else await play(game, game.engine.bot(game.level, noise()));
  return undefined;
}

export async function run(game) {
  try {
    do await step(game);
    while (game.live && !game.state.over && game.phase === 'busy');
    if (game.live && game.state.over) {
      game.phase = 'over';
      game.view.update();
      saveGame(null);
      game.app.ended(game);
    }
  } catch (error) {
    if (game.live) game.app.failed(error);
  }
}

// --- what a person may do -------------------------------------------------------------------------------------

export async function pressRoll(game) {
  if (game.phase !== 'roll') return;
  game.phase = 'busy';
  game.view.update();
  await goOn(game, roll(game));
}

export async function pressMove(game, index) {
  if (game.phase !== 'move' || !game.state.moves[index]) return;
  game.phase = 'busy';
  await goOn(game, play(game, index));
}

async function goOn(game, action) {
  try {
    await action;
  } catch (error) {
    if (game.live) game.app.failed(error);
    return;
  }
  if (game.live) await run(game);
}

// A message is over as soon as any key or tap says so.
export function dismiss(game) {
  if (game.phase !== 'message') return false;
  finish();
  return true;
}
