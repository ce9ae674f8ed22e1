// The drawings that are not boards: the eight marks, pawns of three shapes, dice, icons and the word itself.
// A seat's colour never appears without its mark. Everything is markup text for svg() of dom.js.

import { h, svg } from './dom.js';

export const MARKS = [ // 24 × 24, one even-odd path each: ring, square, triangle, plus, heart, crescent, bolt, drop
  'M12 2.5a9.5 9.5 0 1 0 0 19a9.5 9.5 0 1 0 0-19zM12 7.4a4.6 4.6 0 1 1 0 9.2a4.6 4.6 0 1 1 0-9.2z',
  'M4 4h16v16H4z',
  'M12 2.6L22 20.4H2z',
  'M8.8 3h6.4v5.8H21v6.4h-5.8V21H8.8v-5.8H3V8.8h5.8z',
  'M12 21C5 16 2.4 12.6 2.4 8.8c0-2.9 2.2-5.1 5-5.1 2 0 3.7 1.1 4.6 2.9.9-1.8 2.6-2.9 4.6-2.9 2.8 0 5 2.2 5 5.1C21.6 12.6 19 16 12 21z',
  'M15.6 2.8A9.8 9.8 0 1 0 21.4 16.6 7.9 7.9 0 0 1 15.6 2.8z',
  'M15 1.5L4.5 13.6h5.7L7.8 22.5 19.6 9.8h-6.2z',
  'M12 1.8c3.7 4.6 7 8.2 7 12.7a7 7 0 0 1-14 0c0-4.5 3.3-8.1 7-12.7z',
];

// Horse head, facing left, in a box of 100 × 100
const HORSE = 'M57 3C60 9 61 13 61 17C78 25 90 46 90 72C90 82 89 90 87 97H26C26 84 33 76 42 67C45 64 46 60 45 56C39 61 31 63 25 64C22 70 15 71 11 66C7 61 7 55 11 50C17 42 24 33 30 22C35 16 41 13 46 13C49 9 53 6 57 3Z';
const MANE = 'M66 25C77 36 83 52 83 71C83 79 82 86 81 92';

export const num = value => String(Math.round(value * 1000) / 1000);

export const markAt = (colour, x, y, size, kind = 'mark') =>
  `<path class="${kind}" d="${MARKS[colour]}" fill-rule="evenodd" transform="translate(${num(x - size / 2)} ${num(y - size / 2)}) scale(${num(size / 24)})"/>`;

const rings = (out, white, fill) =>
  `<circle class="p-out" r="${out}"/><circle class="p-in" r="${white}"/><circle class="p-fill" r="${fill}"/>`;

export const PAWNS = {
  disc: colour => rings(.44, .39, .335) + markAt(colour, 0, 0, .42),
  flat: colour => rings(.53, .47, .4) + markAt(colour, 0, 0, .52),
  horse: colour => `<g transform="translate(-.5 -.53) scale(.0102)"><path class="p-out" d="${HORSE}" stroke-width="13"/>` +
    `<path class="p-in" d="${HORSE}" stroke-width="6"/><path class="p-fill" d="${HORSE}"/>` +
    `<path class="p-mane" d="${MANE}"/><circle class="p-eye" cx="37" cy="32" r="4.2"/></g>${markAt(colour, .1, .16, .38)}`,
};

// The attributes that keep a picture out of the way of those who listen
export const QUIET = 'aria-hidden="true" focusable="false"';

export const disc = (colour, size = '') => {
  const holder = h(`span.disc.s${colour + 1}${size && '.' + size}`);
  holder.append(svg(`<svg viewBox="0 0 24 24" ${QUIET}><path d="${MARKS[colour]}" fill-rule="evenodd"/></svg>`));
  return holder;
};

// A pawn with its number, as it stands in the tray
export function token(shape, colour, number) {
  const picture = shape === 'horse'
    ? svg(`<svg class="horse-svg s${colour + 1}" viewBox="-.62 -.64 1.24 1.24" ${QUIET}><g class="pawn">${PAWNS.horse(colour)}</g></svg>`)
    : disc(colour);
  return h('span.token', { 'aria-hidden': 'true' }, picture, h('em', null, String(number)));
}

const PIPS = [[], [[0, 0]], [[-1, -1], [1, 1]], [[-1, -1], [0, 0], [1, 1]], [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]], [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]]];

export const pips = face =>
  (PIPS[face] || []).map(([x, y]) => `<circle class="pip" cx="${x * 10.5}" cy="${y * 10.5}" r="4.1"/>`).join('');

export const dieText = face => `<svg class="die-svg" viewBox="-24 -24 48 48" ${QUIET}>` +
  `<rect class="die-side" x="-20" y="-18" width="40" height="40" rx="9"/><rect class="die-face" x="-20" y="-20" width="40" height="40" rx="9"/>` +
  `<g class="pips">${pips(face)}</g></svg>`;
export const die = face => svg(dieText(face));

const ICONS = {
  back: 'M15 5l-7 7 7 7', menu: 'M4 7h16M4 12h16M4 17h16', down: 'M6 9l6 6 6-6', close: 'M6 6l12 12M18 6L6 18',
  again: 'M20 11a8 8 0 1 0-2.3 6.3M20 5v6h-6', minus: 'M6 12h12', plus: 'M6 12h12M12 6v12',
  rules: 'M5 4.5h10.5a3 3 0 0 1 3 3v12H8a3 3 0 0 1-3-3zM5 16.500a3 3 0 0 1 3-3h10.500M9 8.500h5.500',
  talk: 'M4 5h16v11H11l-4 4v-4H4z', link: 'M10 14a4 4 0 0 0 5.700 0l3-3A4 4 0 0 0 13 5.300l-1 1M14 10a4 4 0 0 0-5.700 0l-3 3A4 4 0 0 0 11 18.700l1-1', share: 'M12 15V4M8 7.500l4-4 4 4M5 12v8h14v-8',
  pass: 'M5 6l7 6-7 6M12 6l7 6-7 6',
  sun: 'M12 8a4 4 0 1 0 0 8a4 4 0 1 0 0-8zM12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6L7 7M17 17l1.4 1.4M5.6 18.4L7 17M17 7l1.4-1.4',
};
export const icon = name => svg(`<svg class="ic" viewBox="0 0 24 24" ${QUIET}><path d="${ICONS[name]}"/></svg>`);

// Four bowls, four marks, four stems.
export function wordmark() {
  const letters = [52, 24, 52, 24].map((stem, k) => {
    const x = 26 + k * 54;
    return `<g class="s${k + 1}"><rect class="stem" x="${x + 14}" y="${59 - stem}" width="11" height="${stem + 24}" rx="1.5"/>` +
      `<circle class="bowl-w" cx="${x}" cy="60" r="22"/>${markAt(k, x, 60, 23)}</g>`;
  });
  return svg(`<svg class="word" viewBox="0 4 216 82" ${QUIET}>${letters.join('')}</svg>`);
}
