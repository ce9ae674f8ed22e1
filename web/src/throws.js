// What is thrown, drawn and told: one die, two dice, or six cowries.
//
//   thrown  { outcome, roll }   outcome: as handed to the engine (docs/wasm.md); roll: what it counts, as the engine
//                               says: a number, or a list of dice, which may be longer than what lies on the table

import { andList, t } from './lang.js';
import { h, svg } from './dom.js';
import { QUIET, die, dieText, pips } from './marks.js';

const SHELL = 'M0-12C7-12 10-5 9.500 1 9 8 5 12 0 12S-9 8-9.500 1C-10-5-7-12 0-12z', MOUTH = 'M.5-8.500C-2.500-4-2.500 4 .5 8.500';
const shellText = up => `<path class="shell${up ? ' up' : ''}" d="${SHELL}"/>` + (up
  ? `<path class="mouth" d="${MOUTH}"/><path class="teeth" d="M-5-5.500h2M-5.500-2h2.500M-5.500 1.500h2.500M-5 5h2.500M3.500-5.500h1.500M3-2h2.500M3 1.500h2.500M3.500 5h1.500"/>`
  : '<path class="hump" d="M-4.500-2C-4.500-6.500 4.500-6.500 4.500-2"/>');
const shell = () => svg(`<svg class="shell-svg" viewBox="-11 -13 22 26" ${QUIET}>${shellText(false)}</svg>`);

const bit = (outcome, k) => (outcome - 1) >> k & 1;
const KINDS = {
  d6: { make: () => [svg(dieText(0))], faces: ({ outcome }) => [outcome], told: 'die', first: 'turn.first' },
  '2d6': { make: () => Array.from({ length: 4 }, () => svg(dieText(0))), told: 'die.two', first: 'turn.first.two',
    faces: ({ outcome, roll }) => roll || [Math.ceil(outcome / 6), (outcome - 1) % 6 + 1] },
  cowries6: { make: () => Array.from({ length: 6 }, shell), faces: ({ outcome }) => [0, 1, 2, 3, 4, 5].map(k => bit(outcome, k)), told: 'die.cowries', first: 'turn.first.cowries' },
};
const BLANK = { d6: [0], '2d6': [0, 0], cowries6: [0, 0, 0, 0, 0, 0] };

// The pieces that lie in the roll button, the same all game.
export const makePieces = kind => KINDS[kind].make();

// left: the dice that are still to be played; the others stand back
export function showPieces(kind, pieces, thrown, left) {
  const faces = thrown ? KINDS[kind].faces(thrown) : BLANK[kind], rest = left ? [...left] : null;
  pieces.forEach((piece, k) => {
    const face = faces[k], at = rest ? rest.indexOf(face) : 0;
    if (rest && at >= 0) rest.splice(at, 1);
    piece.toggleAttribute('hidden', face === undefined);
    piece.classList.toggle('played', at < 0 && face !== undefined);
    if (kind === 'cowries6') piece.innerHTML = shellText(face);
    else piece.querySelector('.pips').innerHTML = pips(face);
  });
}

export const rollWords = roll => (Array.isArray(roll) ? andList(roll) : String(roll));
export const firstWords = kind => t(KINDS[kind].first);
export function thrownWords(kind, thrown) {
  const up = kind === 'cowries6' ? KINDS[kind].faces(thrown).filter(Boolean).length : 0;
  return t(KINDS[kind].told, { n: rollWords(thrown.roll), m: up });
}

// Small pictures of dice, in a move's button and in the log
export const smallDice = dice => h('span.die-s', { 'aria-hidden': 'true' }, dice.map(face => die(face)));
export function eventPicture(kind, event) {
  if (event.event === 'bonus') return h('span.plus', { 'aria-hidden': 'true' }, `+${event.bonus}`);
  const shown = event.move?.dice || event.die || event.roll;
  if (!shown) return h('span');
  return kind === 'cowries6' ? h('span.plus', { 'aria-hidden': 'true' }, String(shown)) : smallDice([shown].flat());
}
