// Fingers and pointers on the board. A tap means the nearest pawn within 32 px: one that may move is moved, a grey one
// tells why not. Where two that may move lie within 8 px of each other, or one may move in two ways, the tray opens on
// them instead of a guess.

import { pressMove } from './play.js';
import { offerAll, tellReason } from './tray.js';

const REACH = 32, UNSURE = 8;

function near(view, event) {
  const list = [];
  for (const pawn of view.layer.pawns.values()) {
    const box = pawn.body.getBoundingClientRect();
    const distance = Math.hypot(box.x + box.width / 2 - event.clientX, box.y + box.height / 2 - event.clientY);
    if (distance <= REACH) list.push({ id: pawn.id, seat: pawn.seat, distance });
  }
  return list.sort((a, b) => a.distance - b.distance);
}

export function tapBoard(game, event) {
  const { view } = game, list = near(view, event), can = list.filter(pawn => pawn.id && view.movable().has(pawn.id));
  const own = list.find(pawn => pawn.seat === game.cast.human);
  if (game.phase === 'move' && can.length && (!own || can[0].distance <= own.distance + UNSURE)) {
    const buttons = [...view.tray.moves.children], of = buttons.filter(button => button.dataset.pawns.split(' ').includes(can[0].id));
    const unsure = can.length > 1 && can[1].distance - can[0].distance < UNSURE && !sameMove(game, can[0].id, can[1].id);
    if (unsure || of.length > 1) return offerAll(of);
    return pressMove(game, buttons.indexOf(of[0]));
  }
  return own ? tellReason(game, view.tray, own.id) : undefined;
}

// Pawns that stand together and go to the same places are one choice.
function sameMove(game, a, b) {
  const of = id => game.choices.filter(move => move.pawns.includes(id)).map(move => `${move.from} ${move.to}`).join();
  return of(a) === of(b);
}
