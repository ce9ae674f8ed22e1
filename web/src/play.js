// One game against the computer: asks the engine, rolls the die, lets the view show each step, keeps the record.
// The loop runs until a person has to choose; a game that was left (live = false) stops at its next step.
//
//   game.state   what is shown; the engine may be one step ahead while something still moves
//   game.phase   'busy' no input · 'roll' die waits · 'move' tray waits · 'message' any key goes on · 'over'
//   game.log     every event, each with the places of all pawns after it
//   game.thrown  what lies on the table, as in throws.js
//   game.choices the moves offered, each with its number among the engine's and all pawns that it stands for

import { t } from './lang.js';
import { noise, toss } from './dice.js';
import { rollWords } from './throws.js';
import { actor, eventSentences, isYou, mainReason, seatName } from './words.js';
import { arrange } from './geometry.js';
import { lookOf } from './board.js';
import { seatLetters, tableSpec } from './games.js';
import { forgetGame, saveGame, store } from './store.js';
import { PAUSE, READ, finish, kill, pausePace, wait } from './motion.js';
import { alertTurn, hush, say } from './say.js';

// Seat A always begins. Who begins moves on from game to game (`turn`): one's own seat moves back through the
// letters and the colours move with it, so that one keeps colour and side of the table.
function makeCast(seats, turn, level, teams) {
  const letters = seatLetters(seats), own = (seats - turn % seats) % seats;
  const colours = Object.fromEntries(letters.map((letter, i) => [letter, (i + turn) % seats]));
  return { seats: letters, human: letters[own], colours, level, team: teams.find(team => team.includes(letters[own])) || [letters[own]] };
}

// options: { game, seats, turn, level } and, for a game kept on the device, { record, log, thrown }
export function openGame(app, options) {
  const { engine } = app, spec = tableSpec(options.game, options.seats);
  const state = options.record ? engine.load(options.record) : engine.open(spec);
  if (state.error) throw new Error(`${state.error.code}: ${state.error.message}`);
  const { values, idle } = app.rules.rule_sets[options.game], cast = makeCast(options.seats, options.turn, options.level, state.teams);
  const layout = arrange(engine.board(spec), cast.human), thrown = state.node === 'roll' ? null : options.thrown || { outcome: state.roll, roll: state.roll };
  return {
    ...options, app, engine, values, idle, cast, layout, look: lookOf(values.board), state, log: options.log || [], thrown,
    dice: values.dice, phase: 'busy', choices: [], note: '', reasons: null, past: null, live: true, view: null,
  };
}

export const sceneOf = game => ({
  cast: game.cast, layout: game.layout, look: game.look, values: game.values, pawns: game.state.pawns,
  owed: (game.state.owed || [])[0], colours: game.cast.colours,
});
export const yours = game => isYou(game.cast, game.state.turn);

function keep(game, over) {
  const { game: id, seats, turn, level, log, thrown } = game;
  if (over) forgetGame();
  else saveGame({ game: id, seats, turn, level, thrown, record: game.engine.record() }, log);
}

// What the log needs of an event, and no more: it is kept on the device.
function lean(event, pawns, auto) {
  const { seat, event: kind, roll, die, bonus, again, home, lost, move } = event, main = mainReason(event.blocked);
  const cancelled = event.cancelled ? event.text.match(/third (\w+)/)[1] : undefined;
  const kept = { seat, event: kind, roll, die, bonus, again, cancelled, home, lost, pawns, auto: auto || undefined, blocked: main ? Object.fromEntries([main]) : undefined };
  if (move) kept.move = { pawn: move.pawn, other: move.other, dice: move.dice, from: move.from, to: move.to, path: move.path, captures: move.captures, suicide: move.suicide || undefined, bonus: move.bonus || undefined };
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
  if (event.move || !game.live || (event.event === 'pass' && yours(game))) return; // (one's own pass needs no telling)
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
  if (event.move) [event.move.pawn, event.move.other].filter(Boolean).forEach(id => put(id, event.move.to));
  [...(event.move?.captures || []), ...(event.home || [])].forEach(id => put(id, 'Y'));
  return places;
}

async function roll(game) {
  game.phase = 'busy';
  if (yours(game)) game.reasons = null;
  const outcome = toss(game.engine.outcomes()), answer = game.engine.roll(outcome);
  const thrown = { outcome, roll: answer.log?.[0]?.roll ?? answer.state?.roll };
  await game.view.tumble(thrown);
  if (!game.live) return;
  game.thrown = thrown;
  await take(game, answer);
}

async function play(game, index, auto) {
  game.phase = 'busy';
  if (yours(game)) game.reasons = null;
  await take(game, game.engine.play(index), auto);
}

// --- the loop -------------------------------------------------------------------------------------------------

// Of pairs that enter together and do the same, one is offered.
function choicesOf(moves) {
  const same = (a, b) => a === b || (a.other && b.other && a.from === b.from && a.to === b.to);
  return moves.map((move, index) => ({ ...move, index, pawns: [...new Set(moves.filter(one => same(one, move)).flatMap(one => [one.pawn, one.other].filter(Boolean)))] }))
    .filter(({ index }) => moves.findIndex(one => same(one, moves[index])) === index);
}

// Without the choice to pass
export const countMoves = game => game.choices.filter(({ pawn }) => pawn).length;

// Has a part of the roll been played?
export const later = ({ state, thrown }) => Array.isArray(state.roll) && !!thrown && state.roll.length < thrown.roll.length;

function rollHead(game) {
  const { state, cast } = game;
  if (state.node === 'bonus') return t('say.count', { n: (state.owed || [])[0] });
  return later(game) ? t('say.left', { n: rollWords(state.roll) }) : t('say.roll', { who: actor(cast, state.turn), n: rollWords(state.roll) });
}

function offer(game, phase) {
  const { state, cast } = game;
  game.phase = phase;
  game.choices = phase === 'move' ? choicesOf(state.moves) : [];
  if (phase === 'roll') alertTurn(t('say.yourturn', { name: seatName(cast, state.turn) }));
  else {
    game.reasons = { blocked: state.blocked || {}, pawns: state.pawns, owed: (state.owed || [])[0] };
    say(`${rollHead(game)} ${t('say.moves', { n: countMoves(game) })}`);
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

export async function pressMove(game, choice) {
  if (game.phase !== 'move' || !game.choices[choice]) return;
  game.phase = 'busy';
  await goOn(game, play(game, game.choices[choice].index));
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
