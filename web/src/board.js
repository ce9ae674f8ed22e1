// Draws a board: the plate, the bowls of the bases, the squares, the centre. Static; pawns are in pawns.js.
// Draws from the engine's answer and from nothing else, so a board that it has never seen comes out right.

import { svg } from './dom.js';
import { PAWNS, QUIET, markAt, num, pips } from './marks.js';

// How squares and pawns of each board look: corner radius, gap, pawn.
const LOOKS = {
  ludo13: { name: 'ludo', pawn: 'disc', radius: .1, gap: .045 },
  french14: { name: 'chevaux', pawn: 'horse', radius: .3, gap: .045 },
  parchis17: { name: 'parchis', pawn: 'flat', radius: .06, gap: .03 },
  forty10: { name: 'forty', pawn: 'disc', radius: .46, gap: .05 },
  pachisi17: { name: 'pachisi', pawn: 'disc', radius: .03, gap: .02 },
};
export const lookOf = board => LOOKS[board] || LOOKS.ludo13;

const list = points => points.map(({ x, y }) => `${num(x)},${num(y)}`).join(' ');
const star = (outer, inner) => list(Array.from({ length: 10 }, (_, i) => {
  const r = i % 2 ? inner : outer, turn = i * Math.PI / 5;
  return { x: r * Math.sin(turn), y: -r * Math.cos(turn) };
}));
const STAR = star(.345, .15), GLOBE = 'M-.3 0H.3M0-.3V.3M0-.3C-.2-.12-.2.12 0 .3M0-.3C.2-.12.2.12 0 .3';
const CASTLE = 'M-.24 .3V.1L-.32 .04V-.3H-.16V-.18H-.08V-.3H.08V-.18H.16V-.3H.32V.04L.24 .1V.3Z';

let serial = 0;

function grow(points, by) {
  return points.map(point => {
    const length = Math.hypot(point.x, point.y) || 1, k = (length + by) / length;
    return { x: point.x * k, y: point.y * k };
  });
}

function plate(layout, rim, mini) {
  const corner = rim / Math.cos(Math.PI / layout.rim.length);
  const outer = grow(layout.rim, corner), middle = grow(layout.rim, corner / 2), id = `plate${++serial}`;
  let text = (mini ? '' : `<polygon class="shadow" points="${list(outer)}" transform="translate(0 .24)"/>`) + `<polygon class="rim" points="${list(middle)}" stroke-width="${num(rim)}"/>` +
    layout.rim.map((p, i) => `<path class="mitre" d="M${num(p.x)} ${num(p.y)}L${num(outer[i].x)} ${num(outer[i].y)}"/>`).join('');
  if (mini) return text;
  const R = layout.size + 1;
  text += `<clipPath id="${id}"><polygon points="${list(layout.rim)}"/></clipPath><g class="grain" clip-path="url(#${id})">`;
  for (let i = 0, y = -R; y < R; i++) {
    const k = .16 + .14 * Math.sin(i * 1.7);
    text += `<path d="M${num(-R)} ${num(y)}C${num(-R / 2)} ${num(y - k)} ${num(-R / 6)} ${num(y + k)} ${num(R * .1)} ${num(y + k * .4)}S${num(R * .7)} ${num(y - k)} ${num(R)} ${num(y + k)}"/>`;
    y += .6 + .5 * Math.abs(Math.sin(i * 2.3));
  }
  return text + '</g>';
}

// own: of the team of the one who plays; it wears a second edge
function bowl(layout, seat, colour, own) {
  const { x, y, r } = layout.rings[seat], circle = (kind, radius) => `<circle class="${kind}" cx="${num(x)}" cy="${num(y)}" r="${num(radius)}"/>`;
  const cups = layout.cups[seat].map(cup => `<circle class="cup" cx="${num(cup.x)}" cy="${num(cup.y)}" r="${num(r * .235)}"/>`);
  return `<g class="base s${colour + 1}" data-base="${seat}">${circle('bowl', r)}${own ? circle('bowl-team', r * .9) : ''}${circle('bowl-in', r * .8)}` +
    `${circle('bowl-turn', r + (layout.sides > 4 ? .14 : .2))}${cups.join('')}${markAt(colour, x, y, r * .34, 'base-mark')}</g>`;
}

function arrow(layout, seat, colour) {
  const [a, b] = layout.paths[seat].map(i => layout.cells[i]), angle = Math.atan2(b.y - a.y, b.x - a.x) * 180 / Math.PI;
  return `<path class="arrow s${colour + 1}" d="M-.3 0H.14M-.04-.24L.24 0L-.04.24" transform="rotate(${num(angle)})"/>`;
}

// Printed numbers stand at the left or upper edge of their strip, upright whatever the board's turn.
function printed(cell) {
  const angle = cell.turn * Math.PI / 180, u = Math.max(cell.w, cell.h) / 2 - .3, along = cell.w > cell.h ? angle : angle + Math.PI / 2;
  const c = Math.cos(along), s = Math.sin(along), flip = Math.abs(c) < .02 ? Math.sign(s) : Math.sign(c);
  return `<text class="num" x="${num(-u * c * flip)}" y="${num(-u * s * flip + .13)}">${cell.label}</text>`;
}

function symbol(cell, look) {
  if (cell.kind === 'star') return `<polygon class="star${cell.safe ? '' : ' jump'}" points="${STAR}"/>`;
  if (cell.kind === 'globe') return `<circle class="star" r=".3"/><path class="star" d="${GLOBE}"/>`;
  if (cell.kind === 'castle') return `<path class="castle" d="${CASTLE}"/>`;
  if (!cell.safe) return '';
  return look.name === 'ludo' ? `<polygon class="star" points="${STAR}"/>` : '<circle class="shelter" r=".4"/>';
}

function square(cell, index, scene) {
  const { layout, colours, look, mini } = scene, own = cell.seat && colours[cell.seat];
  let kind = '', inside = '';
  if (cell.start && cell.start in colours) {
    kind = `start s${colours[cell.start] + 1}`;
    inside = cell.kind === 'castle' ? symbol(cell, look) : arrow(layout, cell.start, colours[cell.start]);
  } else if (cell.kind === 'corridor' || cell.kind === 'step' || cell.kind === 'slot') {
    kind = own === undefined ? 'idle' : `lane s${own + 1}`;
    const step = scene.steps.get(index);
    if (step && !mini) inside = `<text class="step" y=".2">${step}</text>`;
    if (own !== undefined && !mini && scene.firsts.has(index)) inside = markAt(own, 0, 0, look.name === 'parchis' ? .72 : .5);
  } else {
    if (cell.safe && look.name === 'parchis') kind = 'safe';
    inside = symbol(cell, look);
    if (look.name === 'parchis' && layout.sides <= 4 && !mini) inside += printed(cell);
  }
  const w = cell.w - 2 * look.gap, height = cell.h - 2 * look.gap;
  return `<g class="${kind.match(/s\d/) || ''}" transform="translate(${num(cell.x)} ${num(cell.y)})"><rect class="tile ${kind}" x="${num(-w / 2)}" y="${num(-height / 2)}" ` +
    `width="${num(w)}" height="${num(height)}" rx="${look.radius}" transform="rotate(${num(cell.turn)})"/>${inside}</g>`;
}

// Corridor squares that carry the seat's mark: the first of each, unless steps carry numbers.
function firstOfCorridors(layout) {
  const firsts = new Set();
  for (const path of Object.values(layout.paths)) {
    const first = path.find(i => ['corridor', 'slot'].includes(layout.cells[i].kind));
    if (first !== undefined) firsts.add(first);
  }
  return firsts;
}

// On the French board corridor squares carry 1 to 6, whether or not the rules climb them one by one.
function stepNumbers(layout) {
  const numbers = new Map();
  for (const path of Object.values(layout.paths)) path.filter(i => layout.cells[i].seat).forEach((i, n) => numbers.set(i, n + 1));
  return numbers;
}

// The centre: one triangle a goal, or a single square with a horseshoe where all goals are one.
function centre(scene) {
  const { layout, colours } = scene, goals = Object.entries(layout.goals).filter(([seat]) => seat in colours);
  if (!layout.cells.some(cell => cell.kind === 'goal') || !goals.length) return '';
  if (goals.every(([, goal]) => Math.hypot(goal.x, goal.y) < .2)) {
    const last = layout.cells[layout.paths[goals[0][0]].at(-2)], k = Math.max(1, (Math.hypot(last.x, last.y) - .62) / .46);
    return `<g transform="scale(${num(k)})"><circle class="heart" r=".46"/><path class="shoe" d="M-.2.2C-.38-.1-.2-.3 0-.3S.38-.1.2.2"/></g>`;
  }
  const half = Math.PI / layout.sides, corner = (angle, r) => ({ x: r * Math.cos(angle), y: r * Math.sin(angle) });
  const faces = goals.map(([seat, goal]) => {
    const last = layout.cells[layout.paths[seat].at(-2)], angle = Math.atan2(goal.y, goal.x);
    return { seat, angle, a: Math.hypot(last.x, last.y) - Math.min(last.w, last.h) / 2 };
  });
  const a = faces[0].a, ring = Array.from({ length: layout.sides }, (_, i) => corner(faces[0].angle + (2 * i + 1) * half, a / Math.cos(half)));
  const triangle = face => `<g class="s${colours[face.seat] + 1}" data-goal="${face.seat}"><polygon class="goal" points="${list([{ x: 0, y: 0 }, corner(face.angle - half, a / Math.cos(half)), corner(face.angle + half, a / Math.cos(half))])}"/>` +
    (scene.mini ? '' : markAt(colours[face.seat], a * .7 * Math.cos(face.angle), a * .7 * Math.sin(face.angle), Math.min(a * .34, 1.15))) + '</g>';
  return `<polygon class="hub" points="${list(ring)}"/>${faces.map(triangle).join('')}`;
}

// Two pictures on each other, the ground and what moves, so that a step repaints pawns and not the whole board.
function stacked(ground, over) {
  const pair = document.createElement('div');
  pair.className = 'board';
  pair.append(ground, over);
  return pair;
}

// layout: of geometry.js; colours: seat → 0…7; board: the option's value; team: seats that play together, if more than one;
// mini: a thumbnail, one picture only
export function drawBoard({ layout, colours, board, team = [], mini }) {
  const look = lookOf(board), rim = mini ? .3 : .42, half = layout.size + rim + .05;
  const ladder = look.name === 'chevaux', scene = { layout, colours, look, mini, firsts: ladder ? new Set() : firstOfCorridors(layout), steps: ladder ? stepNumbers(layout) : new Map() };
  const tiles = layout.cells.map((cell, i) => cell.kind === 'goal' ? '' : square(cell, i, scene)).join('');
  const bowls = Object.keys(layout.rings).filter(seat => seat in colours).map(seat => bowl(layout, seat, colours[seat], team.length > 1 && team.includes(seat))).join('');
  const sheet = (kind, inside) => svg(`<svg class="board-svg ${look.name} n${layout.sides} ${kind}" viewBox="${[-half, -half, 2 * half, 2 * half].map(num).join(' ')}" ${QUIET}>${inside}</svg>`);
  const ground = `${plate(layout, rim, mini)}${bowls}${tiles}${centre(scene)}`, over = '<g class="over"></g>';
  return mini ? sheet('mini', ground + over) : stacked(sheet('ground', ground), sheet('moving', over));
}

// A thumbnail carries one large emblem, as a box lid does.
const big = (shape, colour, x, y, k) => `<g class="pawn s${colour + 1}" transform="translate(${x} ${y}) scale(${k})">${PAWNS[shape](colour)}</g>`;
const rail = '<path class="rail-bed big" d="M-4.6 2h9.2"/><path class="rail big" d="M-4.6 2h9.2"/>';
const steps = [1, 2, 3].map((n, i) => `<g class="s3" transform="translate(${num(-3.4 + i * 2.5)} ${num(3.6 - i * 1.7)})"><rect class="tile lane" x="-1.3" y="-1.3" width="2.6" height="2.6" rx=".5"/><text class="step big" y=".62">${n}</text></g>`).join('');
const cube = (x, y, turn, face) => `<g transform="translate(${x} ${y}) rotate(${turn * 57}) scale(.1)"><rect class="die-face" x="-22" y="-22" width="44" height="44" rx="10"/>${pips(face)}</g>`;
export const EMBLEMS = {
  horse: big('horse', 2, 0, 0, 6.4), wall: big('horse', 1, -2.3, -.3, 5) + big('horse', 1, 2.3, -.3, 5) + rail,
  stair: steps + big('horse', 2, 1.6, -3.6, 4.4), disc: big('disc', 0, 0, 0, 6.6),
  again: big('disc', 0, -1.3, .6, 6) + cube(2.8, -2.6, 0, 6),
  flat: big('flat', 3, 0, 0, 7.6), out: `${big('flat', 1, -1, 0, 6)}<path class="out-bed" d="M1.200 0h5M4 -2.400L6.500 0L4 2.400"/><path class="out-arrow" d="M1.200 0h5M4-2.400L6.500 0L4 2.400"/>`,
  globe: `<circle class="lid" r="3.9"/><g transform="scale(10)"><circle class="star lid-line" r=".3"/><path class="star lid-line" d="${GLOBE}"/></g>`,
  forty: big('disc', 2, 0, 0, 4.8),
  two: big('disc', 1, -2.4, 1.6, 4.6) + big('disc', 1, 2, -1.8, 4.6),
  twelve: `${big('flat', 0, 0, 0, 7)}<g class="s1"><circle class="lid" cx="2.9" cy="2.7" r="2.1"/><text class="step big board-num" x="2.9" y="3.35">12</text></g>`,
  dice: cube(-2.3, .9, -.14, 5) + cube(2.4, -1.1, .16, 2),
  shell: '<g transform="rotate(18) scale(.44)"><path class="shell" d="M0-12C7-12 10-5 9.5 1 9 8 5 12 0 12S-9 8-9.5 1C-10-5-7-12 0-12z"/><path class="mouth" d="M.5-8.500C-2.500-4-2.500 4 .5 8.500"/></g>',
  anchor: '<path class="out-bed" d="M0-3.200V4.200M-2.200-1.400h4.400M-4 1.400C-3.600 3.800-1.800 4.600 0 4.600S3.600 3.800 4 1.400"/><circle class="lid" cy="-4" r="1.100"/><path class="out-arrow" d="M0-2.800V4.200M-2.200-1.400h4.400M-4 1.400C-3.600 3.800-1.800 4.600 0 4.600S3.600 3.800 4 1.400"/>',
};
