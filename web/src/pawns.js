// What moves on a board: pawns, the bars that join them, the ring of those that may move, where a move would end,
// what stands in its way, and the trail of the last move. A pawn is one <g> moved by transform; nothing is redrawn.
// Layers, from the wood up: marks (aim, stop, trail) · bars · pawns · counts.

import { svg } from './dom.js';
import { PAWNS, num } from './marks.js';
import { cellOf, isGoal, passesTwice, pointOf } from './geometry.js';
import { CELL, FLY, MOVE_MAX, animate, movePace } from './motion.js';

const FAN = [[], [[0, 0]], [[-.26, 0], [.26, 0]], [[-.22, .2], [.22, .2], [0, -.2]], [[-.22, -.22], [.22, -.22], [-.22, .22], [.22, .22]]];
const group = markup => svg(`<svg xmlns="http://www.w3.org/2000/svg"><g>${markup}</g></svg>`).firstChild;
const move = ({ x, y }) => `translate(${num(x)}px, ${num(y)}px)`;
const path = (kind, d, more = '') => `<path class="${kind}" d="${d}" ${more}/>`;

function pawnMarkup(shape, colour, number) {
  const tall = shape === 'flat', r = tall ? .72 : .62, y = tall ? -.9 : -.8;
  const chevron = `M-.24 ${y}L0 ${y - .22}L.24 ${y}`;
  return `<g class="body"><g class="if-can"><circle class="ring-bed" r="${r}"/><circle class="ring" r="${r}"/></g>${PAWNS[shape](colour)}` +
    `<g class="if-can">${path('chev-bed', chevron)}${path('chev', chevron)}<g class="if-alone" transform="translate(${tall ? '.56 -.5' : '.44 -.42'})">` +
    `<circle class="count" r=".27"/><text class="count-t" y=".14">${number}</text></g></g></g>`;
}

export function pawnLayer(picture, { layout, colours, look, numbers }) {
  const over = picture.querySelector('.over'), layers = ['marks', 'bars', 'pawns', 'counts'].map(() => group(''));
  const [marks, bars, stand, counts] = layers, pawns = new Map(), big = look.name === 'parchis';
  over.append(...layers);
  for (const [seat, count] of Object.entries(numbers)) {
    for (let k = 0; k < count; k++) {
      const g = group(pawnMarkup(look.pawn, colours[seat], k + 1));
      g.setAttribute('class', `pawn s${colours[seat] + 1}`);
      g.dataset.testid = 'pawn';
      g.dataset.pawn = seat + k;
      stand.append(g);
      pawns.set(seat + k, { id: seat + k, seat, k, g, body: g.firstChild, p: null, at: null });
    }
  }
  return { layout, colours, look, big, pawns, stand, marks, bars, counts };
}

const keyOf = (layer, pawn) => {
  if (pawn.p === 'Y') return `${pawn.id} base`;
  const point = pointOf(layer.layout, pawn.seat, pawn.p, pawn.k);
  return `${num(point.x)} ${num(point.y)}`;
};

function shift(layer, cell, offset, home) {
  if (!layer.big || home) return { x: offset[0] * (home ? 1.3 : .92), y: offset[1] * (home ? 1.3 : 1) };
  const angle = (cell.turn || 0) * Math.PI / 180 + (cell.w < cell.h ? Math.PI / 2 : 0), u = offset[0] * 1.9, v = offset[1] * 1.1;
  return { x: u * Math.cos(angle) - v * Math.sin(angle), y: u * Math.sin(angle) + v * Math.cos(angle) };
}

function sizeOf(layer, first, count, home, wall) {
  if (first.p === 'Y') return Math.min(1, layer.layout.rings[first.seat].r * .235 / (layer.big ? .5 : .4));
  if (home) return count > 1 ? .62 : .9;
  if (count === 1) return 1;
  if (layer.big) return .88;
  return count === 2 || wall ? (layer.look.pawn === 'horse' ? .66 : .74) : .6;
}

// Two of one seat are joined: discs by a capsule, horses by a rail in front of them.
function bar(layer, list, point) {
  const [a, b] = [list[0].at, list[1].at], colour = layer.colours[list[0].seat] + 1;
  if (layer.look.pawn === 'horse') {
    const d = `M${num(point.x - .46)} ${num(point.y + .37)}h.92`;
    layer.counts.append(group(path('rail-bed', d) + path('rail', d)));
    return;
  }
  const d = `M${num(a.x)} ${num(a.y)}L${num(b.x)} ${num(b.y)}`, [bed, top] = layer.big ? [1.02, .86] : [.84, .7];
  layer.bars.append(group(path('bar-bed', d, `stroke-width="${bed}"`) + path(`bar s${colour}`, d, `stroke-width="${top}"`)));
}

function settle(layer, list) {
  const first = list[0], { layout } = layer, point = pointOf(layout, first.seat, first.p, first.k);
  const home = isGoal(layout, first.seat, first.p), wall = list.length > 1 && !home && list.every(pawn => pawn.seat === first.seat);
  const shown = wall ? 2 : list.length, fan = FAN[Math.min(shown, 4)], k = sizeOf(layer, first, shown, home, wall);
  list.forEach((pawn, i) => {
    const offset = shift(layer, point, fan[i] || [0, 0], home), lift = wall && layer.look.pawn === 'horse' ? .06 : 0;
    pawn.at = { x: point.x + offset.x, y: point.y + offset.y - lift };
    pawn.g.style.transform = move(pawn.at);
    pawn.g.classList.toggle('under', i >= shown);
    pawn.g.classList.toggle('alone', k === 1);
    pawn.body.setAttribute('transform', `scale(${num(k)})`);
  });
  if (wall) bar(layer, list, point);
  if (list.some(pawn => passesTwice(layout, pawn.seat, pawn.p) === 'back')) {
    layer.counts.append(group(`<g transform="translate(${num(point.x - .38)} ${num(point.y - .38)})"><circle class="count" r=".24"/>${path('homeward', 'M-.12 .02L0-.11L.12 .02M-.08 0V.11H.08V0')}</g>`));
  }
  if (list.length > 2 && !home) {
    layer.counts.append(group(`<g transform="translate(${num(point.x + .42)} ${num(point.y - .42)})"><circle class="count" r=".26"/><text class="count-t" y=".13">${list.length}</text></g>`));
  }
}

// Puts every pawn where the position says, fanned out inside its square.
export function place(layer, position) {
  const squares = new Map(), now = JSON.stringify(position);
  if (layer.placed === now) return;
  layer.placed = now;
  layer.bars.replaceChildren();
  layer.counts.replaceChildren();
  for (const [seat, places] of Object.entries(position)) {
    places.forEach((p, k) => {
      const pawn = layer.pawns.get(seat + k);
      if (!pawn) return;
      pawn.p = p;
      const key = keyOf(layer, pawn);
      squares.set(key, [...(squares.get(key) || []), pawn]);
    });
  }
  for (const list of squares.values()) settle(layer, list);
}

function stroll(layer, pawn, steps, pace) {
  const points = [pawn.at, ...steps.map(p => pointOf(layer.layout, pawn.seat, p, pawn.k))];
  layer.stand.append(pawn.g);
  layer.placed = null;
  pawn.g.classList.remove('under');
  pawn.body.setAttribute('transform', 'scale(1)');
  pawn.g.style.transform = move(points.at(-1));
  return animate(pawn.g, points.map(point => ({ transform: move(point) })), Math.min(CELL * (points.length - 1), MOVE_MAX) * pace, 'linear');
}

// Walks a pawn (or two that enter together) along the squares of its move, then those that it sent home fly to their bases.
export async function walk(layer, detail, home, position) {
  const pace = movePace(), back = home.map(id => layer.pawns.get(id)).filter(Boolean);
  const movers = [detail.pawn, detail.other].map(id => layer.pawns.get(id)).filter(Boolean);
  if (pace > 0) await Promise.all(movers.map(pawn => stroll(layer, pawn, detail.path, pace)));
  const from = new Map(back.map(one => [one, one.at]));
  place(layer, position);
  await Promise.all(back.map(one => animate(one.g, [{ transform: move(from.get(one)) }, { transform: move(one.at) }], FLY * pace)));
}

export function markMovable(layer, ids) {
  for (const pawn of layer.pawns.values()) pawn.g.classList.toggle('can', ids.has(pawn.id));
}

const frame = (kind, cell, grow, radius) => `<rect class="${kind}" x="${num(cell.x - cell.w / 2 - grow)}" y="${num(cell.y - cell.h / 2 - grow)}" width="${num(cell.w + 2 * grow)}" ` +
  `height="${num(cell.h + 2 * grow)}" rx="${radius}" transform="rotate(${num(cell.turn)} ${num(cell.x)} ${num(cell.y)})"/>`;

function aimMarkup(layer, { seat, p, strong }) {
  const point = pointOf(layer.layout, seat, p, 0), kind = strong ? 'aim strong' : 'aim';
  if (p === 'Y') return '';
  if (layer.big && !isGoal(layer.layout, seat, p)) return frame(kind, cellOf(layer.layout, seat, p), -.07, .12);
  return `<circle class="${kind}" cx="${num(point.x)}" cy="${num(point.y)}" r=".5"/>`;
}

function trailMarkup(layer, { pawn, from, path: steps }) {
  const seat = pawn[0], k = Number(pawn.slice(1)), points = [from, ...steps].map(p => pointOf(layer.layout, seat, p, k)).map(({ x, y }) => ({ x, y }));
  if (points.length < 2) return '';
  const [y, z] = points.slice(-2), angle = Math.atan2(z.y - y.y, z.x - y.x), cut = Math.min(layer.big ? .62 : .5, Math.hypot(z.x - y.x, z.y - y.y) * .6);
  const tip = { x: z.x - cut * Math.cos(angle), y: z.y - cut * Math.sin(angle) }, line = [...points.slice(0, -1), tip].map(q => `${num(q.x)},${num(q.y)}`).join(' ');
  return `<polyline class="trail-bed" points="${line}"/><polyline class="trail" points="${line}"/><circle class="trail-dot" cx="${num(points[0].x)}" cy="${num(points[0].y)}" r=".16"/>` +
    path('trail-tip', 'M-.3-.22L0 0L-.3.22', `transform="translate(${num(tip.x)} ${num(tip.y)}) rotate(${num(angle * 180 / Math.PI)})"`);
}

function takenMarkup(layer, id, at) {
  const pawn = layer.pawns.get(id), base = pointOf(layer.layout, pawn.seat, 'Y', pawn.k);
  const mx = (at.x + base.x) / 2, my = (at.y + base.y) / 2, k = .16;
  const d = `M${num(at.x)} ${num(at.y)}Q${num(mx - my * k)} ${num(my + mx * k)} ${num(base.x)} ${num(base.y)}`;
  return path('taken-bed', d) + path('taken', d);
}

// what: { aims: [{seat, p, strong}], stop: cell index, last: move detail of the last move }
export function drawMarks(layer, { aims = [], stop = null, last = null }) {
  let text = '';
  if (last) {
    text += trailMarkup(layer, last);
    const at = pointOf(layer.layout, last.pawn[0], last.to === 'Y' ? last.path.at(-1) ?? 'Y' : last.to, 0);
    text += (last.captures || []).map(id => takenMarkup(layer, id, at)).join('');
  }
  text += aims.map(aim => aimMarkup(layer, aim)).join('');
  if (stop !== null) text += frame('stop', layer.layout.cells[stop], .1, .2);
  if (layer.marked !== text) layer.marks.innerHTML = text;
  layer.marked = text;
}

export function clearMarks(layer) {
  layer.marks.replaceChildren();
  layer.marked = '';
}
