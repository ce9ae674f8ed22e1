// The seats, and the same position as a table for those who do not see the board: one row a seat, its pawns, how far.

import { t } from './lang.js';
import { fill, h } from './dom.js';
import { disc } from './marks.js';
import { colourName, isPartner, isYou, kin, otherName, placeWords, seatName } from './words.js';
import { isGoal, isHome, stepsLeft } from './geometry.js';
import { sceneOf } from './play.js';

function counts(game, seat) {
  const places = game.state.pawns[seat], scene = sceneOf(game);
  const base = places.filter(p => p === 'Y').length;
  const home = places.filter(p => isHome(game.layout, seat, p)).length;
  return [t(kin(scene, 'seat.base'), { n: base }), t('seat.home', { n: home })];
}

function seatItem(game, seat) {
  const { cast, state } = game, you = isYou(cast, seat), [base, home] = counts(game, seat), partner = isPartner(cast, seat);
  const note = game.online?.seatNote(seat);
  const small = note ? h(note.urgent ? 'b' : 'span', null, note.text) : partner ? [h('b.mate', null, t('partner')), h('span.long', null, ` · ${base} · ${home}`)]
    : [h('span.long', null, `${you || cast.people.has(seat) ? colourName(cast, seat) : t('computer')} · `), base, h('span.long', null, ` · ${home}`)];
  const inside = [disc(cast.colours[seat]), h('span', null, h('b', null, you ? t('you') : seatName(cast, seat)), h('small', null, small))];
  return h(note?.urgent ? 'li.seat.away' : 'li.seat', { 'aria-current': seat === state.turn && !state.over ? 'true' : null, 'data-testid': 'seat', 'data-seat': seat },
    game.online ? h('button.seat-in', { type: 'button', onclick: event => game.online.openSeat(seat, event.currentTarget) }, inside) : inside);
}

// The seats anew; who had the focus on one keeps it.

export function makeSeats(game) {
  const list = h('ol', { class: game.seats > 4 ? 'seats eight' : 'seats' });
  return { root: h('section.seats-in', { 'aria-label': t('table.seats') }, list), list };
}

export function updateSeats(game, seats) {
  const held = document.activeElement?.closest?.('.seat')?.dataset.seat;
  fill(seats.list, game.cast.seats.map(seat => seatItem(game, seat)));
  if (held) seats.list.querySelector(`[data-seat=${held}] button`)?.focus({ preventScroll: true });
}

function pawnWords(game, seat, p) {
  const place = placeWords(sceneOf(game), seat, p);
  return p === 'Y' || isGoal(game.layout, seat, p) ? place : t('table.place', { place, n: stepsLeft(game.layout, seat, p) });
}

export const pawnsText = (game, seat) => game.state.pawns[seat].map((p, k) => `${k + 1} : ${pawnWords(game, seat, p)}`).join(', ');

export function makeBoardTable() {
  const body = h('tbody'), head = h('tr');
  return { root: h('section.vh', { 'aria-label': t('table.board') }, h('table', null, h('caption', null, t('table.board')), h('thead', null, head), body)), body, head };
}

function rowName(cast, seat) {
  if (isYou(cast, seat)) return t('you.name', { name: seatName(cast, seat) });
  return isPartner(cast, seat) ? otherName(cast, seat) : seatName(cast, seat);
}

export function updateBoardTable(game, table) {
  const { cast, state } = game, most = Math.max(...cast.seats.map(seat => state.pawns[seat].length));
  fill(table.head, h('th', { scope: 'col' }, t('table.seat')), Array.from({ length: most }, (_, k) => h('th', { scope: 'col' }, t('pawn', { k: k + 1 }))));
  fill(table.body, cast.seats.map(seat => h('tr', null, h('th', { scope: 'row' }, rowName(cast, seat)),
    state.pawns[seat].map(p => h('td', null, pawnWords(game, seat, p))))));
}
