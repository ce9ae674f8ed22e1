// One game against the computer: asks the engine, rolls the die, lets the view show each step, keeps the record.
// The loop runs until a person has to choose; a game that was left (live = false) stops at its next step.
//
//   game.state   what is shown; the engine may be one step ahead while something still moves
//   game.phase   'busy' no input · 'roll' die waits · 'move' tray waits · 'message' any key goes on · 'over'
//   game.log     every event, each with the places of all pawns after it

import { t } from './lang.js';
import { noise, rollDie } from './dice.js';
import { actor, eventSentences, isYou, mainReason, seatName } from './words.js';
import { arrange } from './geometry.js';
import { lookOf } from './board.js';
import { seatLetters, tableSpec } from './games.js';
import { forgetGame, saveGame, store } from './store.js';
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
  const { values, idle } = app.rules.rule_sets[options.game], cast = makeCast(options.seats, options.turn, options.level);
  const layout = arrange(engine.board(spec), cast.human), face = state.node === 'roll' ? 0 : state.roll || 0;
  return {
    ...options, app, engine, values, idle, cast, layout, look: lookOf(values.board), state, log: options.log || [], face,
    phase: 'busy', note: '', reasons: null, past: null, live: true, view: null,
  };
}

export const sceneOf = game => ({
  cast: game.cast, layout: game.layout, look: game.look, values: game.values, pawns: game.state.pawns,
  owed: (game.state.owed || [])[0], colours: game.cast.colours,
});
export const yours = game => isYou(game.cast, game.state.turn);

function keep(game, over) {
  const { game: id, seats, turn, level, log } = game;
  if (over) forgetGame();
  else saveGame({ game: id, seats, turn, level, record: game.engine.record() }, log);
}

// What the log needs of an event, and no more: it is kept on the device.
function lean(event, pawns, auto) {
  const { seat, event: kind, roll, bonus, again, cancelled, home, lost, move } = event, main = mainReason(event.blocked);
  const kept = { seat, event: kind, roll, bonus, again, cancelled, home, lost, pawns, auto: auto || undefined, blocked: main ? Object.fromEntries([main]) : undefined };
  if (move) kept.move = { pawn: move.pawn, from: move.from, to: move.to, path: move.path, captures: move.captures, suicide: move.suicide || undefined, bonus: move.bonus || undefined };
  return kept;
}

export function leave(game) {
  game.live = false;
  kill();
  hush();
}

// --- one step -------------------------------------------------------------------------------------------------

function tell(game, event) {
  game.note = eventSentences(sceneOf(game), event, event.auto, true).join(' ');
  say(eventSentences(sceneOf(game), event, event.auto).join(' '));
}

async function showEvent(game, event, reasons) {
  const from = game.state;
  game.past = null;
  tell(game, event);
  game.view.showing(event);
  if (event.move || (event.home || []).length) await game.view.walk(event, event.pawns);
  game.state = { ...from, pawns: event.pawns };
  game.view.entered(event);
  if (event.move || !game.live) return;
  if (isYou(game.cast, event.seat)) game.reasons = { blocked: reasons || {}, pawns: from.pawns, owed: event.bonus, none: true };
  game.phase = 'message';
  game.view.update();
  await wait(READ * pausePace());
  game.phase = 'busy';
}

// An answer of the engine: kept first, then shown, event by event.
async function take(game, answer, auto) {
  if (answer.error) throw new Error(`${answer.error.code}: ${answer.error.message}`);
  const last = answer.log.length - 1;
  const events = answer.log.map((event, i) => lean(event, i === last ? answer.state.pawns : afterMove(game.state.pawns, event), auto));
  game.log.push(...events);
  keep(game, answer.state.over);
  for (const [i, event] of events.entries()) {
    await showEvent(game, event, answer.log[i].blocked);
    if (!game.live) return;
  }
  game.state = answer.state;
  game.view.update();
}

// The places between two events of one answer, which tells only those after the last.
function afterMove(pawns, event) {
  const places = structuredClone(pawns), put = (id, p) => { places[id[0]][Number(id.slice(1))] = p; };
  if (event.move) put(event.move.pawn, event.move.to);
  [...(event.move?.captures || []), ...(event.home || [])].forEach(id => put(id, 'Y'));
  return places;
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
