// Says in words what the engine answered: squares, moves, events, reasons. No sentence here decides anything.
//
//   scene  { cast, layout, look, values, pawns }   values: the rule set's options; pawns: seat → places, as in the engine's state
//   cast   { seats, human, colours, team, names, people }   human: who sits here, or null; names: of people who sit elsewhere;
//          people: a set of the seats that people play

import { andList, orList, parts, t } from './lang.js';
import { disc } from './marks.js';
import { cellOf, isGoal, passesTwice, stepsLeft } from './geometry.js';
import { rollWords } from './throws.js';

export const colourName = (cast, seat) => t(`seat.${cast.colours[seat] + 1}`);
export const seatName = (cast, seat) => cast.names[seat] || colourName(cast, seat);
export const isYou = (cast, seat) => seat === cast.human;
export const isPartner = (cast, seat) => !isYou(cast, seat) && cast.team.includes(seat);
export const otherName = (cast, seat) => {
  const name = seatName(cast, seat);
  if (isPartner(cast, seat)) return t('partner.name', { name });
  return cast.people.has(seat) ? name : t('bot', { name });
};
export const actor = (cast, seat) => isYou(cast, seat) ? t('you') : otherName(cast, seat);
const pawnNumber = id => Number(id.slice(1)) + 1;

// "à l'écurie" for horses, "à la base" for the others: a key with .horse where the two differ
export const kin = (scene, key) => scene.look.pawn === 'horse' ? `${key}.horse` : key;

// A seat named with its mark: what is seen, and read by those who cannot see the colour.
export function seatMark(cast, seat) {
  const holder = document.createElement('span');
  holder.className = 'who-mark';
  holder.append(seatName(cast, seat), ' ', disc(cast.colours[seat], 'sm'));
  return holder;
}

const corridorNumber = (layout, seat, index) => {
  const lane = layout.paths[seat].filter(i => layout.cells[i].seat === seat && layout.cells[i].kind !== 'goal');
  return lane.indexOf(index) + 1; // (of a corridor walked both ways: from the centre)
};

// A place in words; short leaves "case" out where a number alone is clear. Where a way passes a square twice, it is told
// whether the pawn goes out or comes home.
export function placeWords(scene, seat, p, short) {
  const { layout } = scene;
  if (p === 'Y') return t(kin(scene, 'place.base'));
  if (isGoal(layout, seat, p)) return t('place.goal');
  const place = squareWords(scene, seat, p, short), twice = passesTwice(layout, seat, p);
  return twice ? t(twice === 'out' ? 'place.out' : 'place.back', { place }) : place;
}

function squareWords({ layout }, seat, p, short) {
  const cell = cellOf(layout, seat, p), index = layout.cells.indexOf(cell);
  if (cell.kind === 'step') return t('place.step', { n: cell.label });
  if (cell.kind === 'slot') return t('place.slot', { n: corridorNumber(layout, seat, index) });
  if (cell.kind === 'corridor') return t('place.corridor', { n: corridorNumber(layout, seat, index) });
  return short ? String(cell.label) : t('place.square', { n: cell.label });
}

// --- moves ----------------------------------------------------------------------------------------------------

const others = (scene, seat, p, without) => (scene.pawns[seat] || []).filter((place, k) => place === p && seat + k !== without);

// What a move does besides going there, the weightiest first; each is a list of strings and nodes.
function effects(scene, move) {
  const seat = move.pawn[0], { layout, cast } = scene, list = [];
  for (const id of move.captures || []) list.push(parts('fx.capture', { who: seatMark(cast, id[0]) }));
  if (move.suicide) list.push([t(kin(scene, 'fx.suicide'))]);
  if (move.bonus) list.push([t('fx.bonus', { n: move.bonus })]);
  if (isGoal(layout, seat, move.to)) list.push([t('fx.goal')]);
  else if (move.to !== 'Y') {
    const cell = cellOf(layout, seat, move.to);
    if (others(scene, seat, move.to, move.pawn).length) list.push([t('fx.join')]);
    if (cell.safe || cell.kind === 'globe') list.push([t('fx.safe')]);
  }
  if (typeof move.from === 'number' && others(scene, seat, move.from, move.pawn).length === 1 && scene.values.block !== 'none') list.push([t('fx.open')]);
  if (move.again) list.push([t('fx.again')]);
  return list;
}

// Coming out: onto the start as a rule; where it is another square, that one is named.
const outTo = (scene, seat, move) => (move.from === 'Y' && move.to === 0 ? t('place.start') : placeWords(scene, seat, move.to, move.from !== 'Y'));

// One pawn, or two that enter together
function pawnTitle(cast, move) {
  const seat = move.pawn[0], k = pawnNumber(move.pawn);
  if (move.other) return t('pawns', { k: andList([k, pawnNumber(move.other)]) });
  return isYou(cast, seat) ? t('pawn', { k }) : t('pawn.of', { k, who: seatName(cast, seat) });
}

export function moveWords(scene, move) {
  if (!move.pawn) return { title: t('pass'), path: t('pass'), fx: [], label: t('pass.long') };
  const seat = move.pawn[0], fx = effects(scene, move), { cast } = scene, title = pawnTitle(cast, move), to = outTo(scene, seat, move);
  const path = move.from === 'Y' ? t(move.other ? 'move.out.two' : 'move.out', { to }) : t('move.go', { from: placeWords(scene, seat, move.from, true), to });
  const spoken = fx.map(effect => effect.map(part => part.textContent ?? part).join('').replace(/\s+/g, ' ').trim());
  const out = move.from === 'Y' ? t(kin(scene, move.other ? 'move.out.two.long' : 'move.out.long'), { to }) : t('move.go.long', { from: placeWords(scene, seat, move.from), to });
  return { title, path, fx, label: t(move.dice ? 'move.label.dice' : 'move.label', { title, path: out, n: move.dice && rollWords(move.dice) }) + spoken.map(text => `, ${text}`).join('') };
}

// --- reasons --------------------------------------------------------------------------------------------------

// Where an obstacle stands. The engine names squares by their printed number and corridor squares by their
// progress; of two squares that fit, the one ahead with a pawn of `by` on it is meant.
export function blockedCell(scene, id, reason) {
  if (reason.square === undefined || reason.square === null) return null;
  const { layout, pawns } = scene, seat = id[0], path = layout.paths[seat], from = pawns[seat]?.[Number(id.slice(1))];
  const start = typeof from === 'number' ? from : -1, named = String(reason.square);
  const stands = index => Object.entries(pawns).some(([who, places]) => (!reason.by || who === reason.by) &&
    places.some(p => typeof p === 'number' && layout.paths[who][p] === index));
  const fits = path.map((index, p) => ({ index, p })).filter(({ index, p }) => {
    const cell = layout.cells[index], own = cell.seat === seat && cell.kind !== 'track';
    return own ? p === Number(named) : String(cell.label) === named;
  });
  const best = [...fits].sort((a, b) => (stands(b.index) - stands(a.index)) || ((b.p > start) - (a.p > start)) || a.p - b.p)[0];
  return best ? best.index : null;
}

function cellWords(scene, seat, index) {
  if (index === null) return '';
  return placeWords(scene, seat, scene.layout.paths[seat].indexOf(index));
}

function ladderKey(scene, seat, p) {
  const path = scene.layout.paths[seat], next = scene.layout.cells[path[p + 1]], here = scene.layout.cells[path[p]];
  if (next?.kind === 'step') return ['W09', next.label];
  return here?.kind === 'step' ? ['W09.last', here.label] : ['W09.foot', ''];
}

// The sentence of one reason; who: how a seat is named (a string or a node)
function reasonParts(scene, id, reason, who) {
  const seat = id[0], p = scene.pawns[seat]?.[Number(id.slice(1))], square = cellWords(scene, seat, blockedCell(scene, id, reason));
  let key = reason.code, n = p === undefined ? '' : stepsLeft(scene.layout, seat, p);
  if (key === 'W01') { key = kin(scene, key); n = orList(scene.values.enter_on); }
  if (key === 'W07' && scene.values.finish === 'bounce') key = 'W07.bounce';
  if (key === 'W09') [key, n] = ladderKey(scene, seat, p);
  if (key === 'W13') n = scene.owed ?? '';
  return parts(key, { n, square, who: who(reason.by || seat) });
}

export const reasonNodes = (scene, id, reason) => reasonParts(scene, id, reason, seat => seatMark(scene.cast, seat));
export const reasonText = (scene, id, reason) =>
  reasonParts(scene, id, reason, seat => seatName(scene.cast, seat)).join('');

// Of many reasons, the one worth telling first: an obstacle before a missing number before a finished pawn.
const WEIGHT = { W10: 9, W01: 5, W14: 5, W25: 5, W07: 4, W09: 4, W13: 4, W26: 4, W27: 4 };
export function mainReason(blocked) {
  const list = Object.entries(blocked || {}).sort((a, b) => (WEIGHT[a[1].code] || 1) - (WEIGHT[b[1].code] || 1));
  return list[0] || null;
}

// --- events ---------------------------------------------------------------------------------------------------

function captureText(scene, event, id) {
  const { cast } = scene, k = pawnNumber(id);
  if (isYou(cast, id[0])) return t(kin(scene, 'say.takes.yours'), { k });
  return t(isYou(cast, event.seat) ? 'say.you.take' : 'say.takes', { k, who: seatName(cast, id[0]) });
}

function walkText(scene, move) {
  const seat = move.pawn[0], k = pawnNumber(move.pawn);
  const pawn = isYou(scene.cast, seat) || scene.values.teams === 'none' ? t('pawn', { k }) : t('pawn.of', { k, who: seatName(scene.cast, seat) });
  if (move.other) return t('say.out.two', { pawns: pawnTitle(scene.cast, move), to: placeWords(scene, seat, move.to) });
  if (move.suicide) return t(kin(scene, 'say.suicide'), { pawn });
  if (isGoal(scene.layout, seat, move.to)) return t('say.goal', { pawn });
  if (move.from === 'Y') return t('say.out', { pawn, to: placeWords(scene, seat, move.to) });
  return t('say.go', { pawn, from: placeWords(scene, seat, move.from), to: placeWords(scene, seat, move.to, true) });
}

// What the third of is cancelled, by the engine's word for it
const THIRD = { double: 'say.third.double', grace: 'say.third.grace' };

function outcome(scene, event) {
  if (event.cancelled) {
    const home = (event.home || []).map(pawnNumber), third = THIRD[event.cancelled] || 'say.third';
    const back = home.length > 1 ? t(kin(scene, 'say.back.many'), { k: andList(home) }) : home.length ? t(kin(scene, 'say.back'), { pawn: t('pawn', { k: home[0] }) }) : '';
    return [t(third), back, t('say.end')];
  }
  if (event.lost) return [t('say.lost')];
  if (event.event === 'pass') return [t('say.pass')];
  const reason = mainReason(event.blocked);
  const text = [t('say.none'), reason ? reasonText(scene, ...reason) : ''];
  if (event.again) text.push(t(`again.${event.again}`));
  return text;
}

// One finished step as a list of sentences: who and what the die showed, what moved, what followed.
// short: without "(computer)", where the tray's colour and mark already tell who plays.
export function eventSentences(scene, event, auto, short) {
  const who = short && !isYou(scene.cast, event.seat) ? seatName(scene.cast, event.seat) : actor(scene.cast, event.seat), list = [];
  const dice = event.move?.dice;
  if (event.event === 'bonus') list.push(t('say.bonus', { who, n: event.bonus }));
  else if (event.roll) list.push(t('say.roll', { who, n: rollWords(event.roll) }));
  else if (event.die) list.push(t('say.die', { who, n: rollWords(dice || event.die) }));
  else list.push(t('say.who', { who }));
  if (dice && event.roll && dice.length < event.roll.length) list.push(t('say.using', { n: rollWords(dice) }));
  if (!event.move) return [...list, ...outcome(scene, event)].filter(Boolean);
  const { move } = event;
  list.push(walkText(scene, move), ...(move.captures || []).map(id => captureText(scene, event, id)));
  if (move.bonus) list.push(t('say.earned', { n: move.bonus }));
  if (event.again) list.push(t(`again.${event.again}`));
  if (auto) list.push(t(auto === 'clock' ? 'say.clock' : 'say.auto'));
  return list;
}
