// From the engine's board answer to places on the screen. The answer is in thousandths of a square with arm 0 to
// the west; here everything is in squares, round the board's centre, turned so that one's own arm points down.
//
//   cells[i]  { x, y, w, h, turn, kind, label, safe, start, seat }     cups[seat][k]   where pawn k waits
//   paths     { seat: [cell index of p = 0, 1, … goal] }               goals[seat]     centre of its goal

const turned = (x, y, angle) => ({ x: x * Math.cos(angle) - y * Math.sin(angle), y: x * Math.sin(angle) + y * Math.cos(angle) });

function ownTurn(board, own) {
  const sense = board.direction === 'cw' ? 1 : -1, arm = board.arms_of[own] ?? 0;
  return -Math.PI / 2 - sense * arm * 2 * Math.PI / board.arms;
}

const mapSeats = (object, change) => Object.fromEntries(Object.entries(object || {}).map(([seat, value]) => [seat, change(value)]));

// The rim stands a little off the squares.
const GAP = .14;
function grown({ x, y }) {
  const length = Math.hypot(x, y), k = (length + GAP * Math.SQRT2) / length;
  return { x: x * k, y: y * k };
}

// Two cups of a bowl stand side by side, its mark between them.
const cupsOf = (places, ring) => (places.length === 2 && ring ? [-.44, .44].map(u => ({ x: ring.x + u * ring.r, y: ring.y })) : places);

export function arrange(board, own) {
  const angle = ownTurn(board, own);
  const at = (x, y) => turned((x - board.width / 2) / 1000, (y - board.height / 2) / 1000, angle);
  const cells = board.cells.map(cell => ({
    ...at(cell.x, cell.y), w: cell.w / 1000, h: cell.h / 1000, turn: cell.angle / 10 + angle * 180 / Math.PI,
    kind: cell.kind, label: cell.label, safe: cell.safe, start: cell.start_of, seat: cell.seat,
  }));
  const rim = board.rim.map(([x, y]) => grown(at(x, y))), rings = mapSeats(board.base_rings, ([x, y, r]) => ({ ...at(x, y), r: r / 1000 }));
  const cups = mapSeats(board.bases, list => list.map(([x, y]) => at(x, y)));
  return {
    cells, rim, sides: board.sides, paths: board.paths,
    rings, cups: Object.fromEntries(Object.entries(cups).map(([seat, places]) => [seat, cupsOf(places, rings[seat])])),
    goals: mapSeats(board.goals, ([x, y]) => at(x, y)),
    size: Math.max(...rim.flatMap(({ x, y }) => [Math.abs(x), Math.abs(y)])),
  };
}

// The cell of a seat's progress p, or null in base; G is the last of its path.
export function cellOf(layout, seat, p) {
  const path = layout.paths[seat];
  if (p === 'Y') return null;
  return layout.cells[path[p === 'G' ? path.length - 1 : p]];
}

// Steps that a pawn still has before it.
export function stepsLeft(layout, seat, p) {
  const length = layout.paths[seat].length;
  if (p === 'G') return 0;
  return p === 'Y' ? length : length - 1 - p;
}

export function pointOf(layout, seat, p, pawn) {
  if (p === 'Y') return layout.cups[seat][pawn] || layout.cups[seat][0];
  const cell = cellOf(layout, seat, p), path = layout.paths[seat];
  return (p === 'G' || p === path.length - 1) && layout.goals[seat] ? layout.goals[seat] : cell;
}

// Of a square that a way passes twice: on its way out, or back home; else null.
export function passesTwice(layout, seat, p) {
  const path = layout.paths[seat], first = path.indexOf(path[p]);
  if (typeof p !== 'number' || path.lastIndexOf(path[p]) === first) return null;
  return p === first ? 'out' : 'back';
}

// A pawn's last square is the goal only on boards that have one; with parking slots it is a square like others.
export const isGoal = (layout, seat, p) => p === 'G' || (cellOf(layout, seat, p)?.kind === 'goal');

// Has arrived: at the goal, or in a parking slot.
export const isHome = (layout, seat, p) => p !== 'Y' && (isGoal(layout, seat, p) || cellOf(layout, seat, p).kind === 'slot');
