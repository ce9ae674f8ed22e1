// One game, shown step by step: lets the view show what happens, keeps the log, offers the choices of the person here. What
// happens comes from a source: alone.js (this device tosses the dice and asks the engine) or a table on line (follow.js).
// The loop runs until a person has to choose; a game that was left (live = false) stops at its next step.
//
//   game.source  next(game)           the next step, or null where the person here is to choose
//                roll(game)           the person throws; the step, or null where it comes by next()
//                play(game, choice)   the person plays this choice; the same
//                keep(game, over)     what happened is to be kept
//                a step is { thrown, answer, auto }: what the dice show, if they were thrown; what the engine tells of it;
//                `only` or `clock` where it was not the person who chose
//   game.online  the table on line (session.js), or null
//   game.state   what is shown; the engine may be one step ahead while something still moves
//   game.phase   'busy' no input · 'roll' die waits · 'move' tray waits · 'message' any key goes on · 'over'
//   game.log     every event, each with the places of all pawns after it
//   game.thrown  what lies on the table, as in throws.js
//   game.choices the moves offered, each with its number among the engine's and all pawns that it stands for

import { t } from './lang.js';
import { rollWords } from './throws.js';
import { actor, colourName, eventSentences, isYou, mainReason } from './words.js';
import { arrange } from './geometry.js';
import { lookOf } from './board.js';
import { READ, finish, kill, pausePace, wait } from './motion.js';
import { alertTurn, hush, say } from './say.js';

// what: { game, seats, spec, cast, state, log, thrown }, `spec` being the engine's text for the table
export function makeGame(app, source, what) {
  const { engine } = app, rules = app.rules.rule_sets[what.game], values = { ...rules.values, ...what.state.position.options };
  const layout = arrange(engine.board(what.spec), what.cast.human), thrown = what.state.node === 'roll' ? null : what.thrown || null;
  return {
    online: null, ...what, app, engine, source, values, idle: rules.idle, layout, look: lookOf(values.board), log: what.log || [], thrown,
    dice: values.dice, phase: 'busy', choices: [], note: '', reasons: null, past: null, live: true, view: null,
  };
}

export const sceneOf = game => ({
  cast: game.cast, layout: game.layout, look: game.look, values: game.values, pawns: game.state.pawns,
  owed: (game.state.owed || [])[0], colours: game.cast.colours,
});
export const yours = game => isYou(game.cast, game.state.turn);

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

function eventsOf(game, answer, auto) {
  if (answer.error) throw new Error(`${answer.error.code}: ${answer.error.message}`);
  const last = answer.log.length - 1;
  return answer.log.map((event, i) => lean(event, i === last ? answer.state.pawns : afterMove(game.state.pawns, event), auto));
}

// An answer of the engine: kept first, then shown, event by event.
async function take(game, answer, auto) {
  const events = eventsOf(game, answer, auto);
  game.log.push(...events);
  game.source.keep?.(game, answer.state.over);
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

async function show(game, { thrown, answer, auto }) {
  game.phase = 'busy';
  if (yours(game)) game.reasons = null;
  if (thrown) {
    await game.view.tumble(thrown);
    if (!game.live) return;
    game.thrown = thrown;
  }
  await take(game, answer, auto);
}

// A step that nobody was there to see: it is taken in at once. Returns its events.
export function skim(game, { thrown, answer, auto }) {
  const events = eventsOf(game, answer, auto);
  game.log.push(...events);
  game.state = answer.state;
  if (thrown) game.thrown = thrown;
  if (game.view) events.forEach(game.view.entered);
  return events;
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

function offer(game) {
  const { state, cast } = game, phase = state.node === 'roll' ? 'roll' : 'move';
  game.phase = phase;
  game.choices = phase === 'move' ? choicesOf(state.moves) : [];
  if (phase === 'roll') alertTurn(t('say.yourturn', { name: colourName(cast, state.turn) }));
  else {
    game.reasons = { blocked: state.blocked || {}, pawns: state.pawns, owed: (state.owed || [])[0] };
    say(`${rollHead(game)} ${t('say.moves', { n: countMoves(game) })}`);
  }
  game.view.update();
}

async function step(game) {
  game.phase = 'busy';
  const given = await game.source.next(game);
  if (!game.live) return;
  if (given) await show(game, given);
  else offer(game);
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

// What was offered is no longer the person's to choose, or something has happened meanwhile.
export function goOn(game) {
  if (game.live && ['roll', 'move'].includes(game.phase)) run(game);
}

// --- what a person may do -------------------------------------------------------------------------------------

export async function pressRoll(game) {
  if (game.phase !== 'roll') return;
  game.phase = 'busy';
  game.view.update();
  await chosen(game, () => game.source.roll(game));
}

export async function pressMove(game, choice) {
  if (game.phase !== 'move' || !game.choices[choice]) return;
  game.phase = 'busy';
  await chosen(game, () => game.source.play(game, game.choices[choice]));
}

async function chosen(game, choose) {
  try {
    const given = choose();
    if (given) await show(game, given);
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
