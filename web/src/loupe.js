// The loupe: the next squares of one pawn in a row, for boards whose squares are too small to read (under 14 px).

import { svg } from './dom.js';
import { PAWNS, QUIET, markAt } from './marks.js';

const W = 34, H = 44, COUNT = 14;

function occupants(scene, index, shape) {
  const here = [];
  for (const [seat, places] of Object.entries(scene.pawns)) {
    places.forEach(p => { if (typeof p === 'number' && scene.layout.paths[seat][p] === index) here.push(seat); });
  }
  const size = here.length > 1 ? 14 : 23;
  return here.slice(0, 2).map((seat, i) => {
    const x = W / 2 + (here.length > 1 ? (i - .5) * 15 : 0);
    return `<g class="pawn s${scene.colours[seat] + 1}" transform="translate(${x} 29) scale(${size})">${PAWNS[shape](scene.colours[seat])}</g>`;
  }).join('');
}

// scene: { layout, colours, look, pawns }; the strip begins at the pawn's own square (or its start, from base)
export function strip(scene, seat, from, to) {
  const path = scene.layout.paths[seat], first = from === 'Y' ? 0 : from, last = to === 'G' ? path.length - 1 : to;
  let text = '', n = 0;
  for (let p = first; p < path.length && n < COUNT; p++, n++) {
    const cell = scene.layout.cells[path[p]], start = cell.start && scene.colours[cell.start];
    const kind = start !== undefined ? `start s${start + 1}` : cell.kind !== 'track' && cell.seat ? `lane s${scene.colours[seat] + 1}` : cell.kind === 'goal' ? `lane s${scene.colours[seat] + 1}` : cell.safe ? 'safe' : '';
    text += `<g class="${kind.match(/s\d/) || ''}" transform="translate(${n * W} 0)"><rect class="tile ${kind}" x="1" y="1" width="${W - 2}" height="${H - 2}" rx="3"/>`;
    if (kind.startsWith('lane')) text += markAt(scene.colours[seat], W / 2, 10, 9);
    else text += `<text class="num ${kind}" x="${W / 2}" y="13">${cell.label}</text>`;
    if (p === last) text += `<rect class="aim" x="4" y="4" width="${W - 8}" height="${H - 8}" rx="3"/>`;
    text += occupants(scene, path[p], scene.look.pawn) + '</g>';
  }
  return svg(`<svg class="strip" width="${n * W}" height="${H}" viewBox="0 0 ${n * W} ${H}" ${QUIET}>${text}</svg>`);
}
