// The board of a game as it stands before the first throw: on the shelf, and beside the seats of a table on line.

import { svg } from './dom.js';
import { EMBLEMS, drawBoard, lookOf } from './board.js';
import { arrange } from './geometry.js';
import { pawnLayer, place } from './pawns.js';
import { seatLetters, tableSpec } from './games.js';

// Is there room beside the words?
export const wide = () => matchMedia('(min-width: 960px)').matches;

// `emblem`: drawn over the middle; `below`: whose arm points down
export function picture(app, id, seats, mini, emblem, below = 'A') {
  const board = app.engine.board(tableSpec(id, seats)), letters = seatLetters(seats), { values } = app.rules.rule_sets[id];
  const colours = Object.fromEntries(letters.map((letter, i) => [letter, i])), layout = arrange(board, below);
  const drawing = drawBoard({ layout, colours, board: values.board, mini });
  if (emblem) {
    const size = layout.size / 7.5;
    drawing.querySelector('.over').append(svg(`<svg xmlns="http://www.w3.org/2000/svg"><g transform="scale(${size})">${EMBLEMS[emblem]}</g></svg>`).firstChild);
  } else if (!mini) {
    const count = seats > 4 && !id.startsWith('parchis') ? 2 : 4;
    const layer = pawnLayer(drawing, { layout, colours, look: lookOf(values.board), numbers: Object.fromEntries(letters.map(letter => [letter, count])) });
    const out = Number(values.start_out), places = Array.from({ length: count }, (_, k) => (k < out ? 0 : 'Y'));
    place(layer, Object.fromEntries(letters.map(letter => [letter, places])));
  }
  return drawing;
}
