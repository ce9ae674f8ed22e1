// The end of a game: places, how the race went, again or back.

import { andList, named, t } from './lang.js';
import { h, svg } from './dom.js';
import { QUIET, disc, icon, markAt, num } from './marks.js';
import { isYou, otherName, seatName } from './words.js';
import { isHome, stepsLeft } from './geometry.js';
import { drawBoard } from './board.js';
import { pawnLayer, place } from './pawns.js';

const progress = (game, pawns, seat) => pawns[seat].reduce((sum, p) => sum + (game.layout.paths[seat].length - stepsLeft(game.layout, seat, p)), 0);

const placesOf = ({ online, state }) => online?.places() || state.places;

function placeRow(game, seat, place) {
  const { cast, state } = game, home = state.pawns[seat].filter(p => isHome(game.layout, seat, p)).length;
  const name = isYou(cast, seat) ? t('you.name', { name: seatName(cast, seat) }) : otherName(cast, seat);
  return h(place === 1 ? 'li.won' : 'li', { 'data-testid': 'place', 'data-seat': seat }, h('span.pl.num', null, String(place)), disc(cast.colours[seat], place === 1 ? 'big' : ''),
    h('span', null, h('b', null, name), h('small', null, t('end.home', { n: home }), ' · ', t('end.steps', { n: progress(game, state.pawns, seat) }))));
}

// The race: steps walked by each seat, from the first roll to the last. A fall is a pawn sent home.
function course(game) {
  const { log, cast } = game, W = 400, H = 126, jumps = Math.max(1, Math.ceil(log.length / 60));
  const events = log.filter((event, i) => i % jumps === 0 || i === log.length - 1);
  const top = Math.max(1, ...cast.seats.flatMap(seat => events.map(event => progress(game, event.pawns, seat))));
  const y = value => 134 - H * value / top, last = cast.seats.map(seat => ({ seat, at: y(progress(game, game.state.pawns, seat)) })).sort((a, b) => a.at - b.at);
  last.forEach((one, i) => { if (i) one.at = Math.max(one.at, last[i - 1].at + 19); });
  const height = Math.max(146, last.at(-1).at + 14);
  const lines = [...last].reverse().map(({ seat, at }) => {
    const points = events.map((event, i) => `${num(8 + (W - 16) * i / Math.max(1, events.length - 1))},${num(y(progress(game, event.pawns, seat)))}`).join(' ');
    const k = cast.colours[seat];
    return `<g class="s${k + 1}"><polyline class="bed" points="${points}"/><polyline class="ln" points="${points}"/><circle class="dot-out" cx="${W + 16}" cy="${num(at)}" r="9"/>` +
      `<circle class="dot" cx="${W + 16}" cy="${num(at)}" r="7"/>${markAt(k, W + 16, at, 8)}</g>`;
  });
  return h('figure.course', null, h('figcaption', null, h('h2', null, t('end.race')), h('p.tiny.soft', null, t('end.race.how'))),
    svg(`<svg viewBox="0 0 430 ${num(height)}" ${QUIET}><path class="ax" d="M8 134H${W}M8 8H${W}" stroke-dasharray="2 4"/>${lines.join('')}</svg>`));
}

function lastBoard(game) {
  const { layout, look, values, state } = game, { colours, team } = game.cast, picture = drawBoard({ layout, colours, board: values.board, team });
  const numbers = Object.fromEntries(Object.entries(state.pawns).map(([seat, list]) => [seat, list.length]));
  place(pawnLayer(picture, { layout, colours, look, numbers }), state.pawns);
  return h('div.plate', null, picture);
}

// Who shares the first place wins together.
function titleOf(game) {
  const { cast } = game, places = placesOf(game), winners = cast.seats.filter(seat => places[seat] === 1), own = winners.includes(cast.human), together = winners.length > 1;
  const others = andList(winners.filter(seat => seat !== cast.human).map(seat => seatName(cast, seat)));
  if (own) return together ? t('end.you.team', { name: others }) : t('end.you');
  return t(together ? 'end.won.team' : 'end.won', { name: others });
}

const again = app => h('button.btn', { type: 'button', 'data-testid': 'again', onclick: () => app.again() }, icon('again'), t('end.again'));

export function drawEnd(game) {
  const { cast, app } = game, places = placesOf(game), order = [...cast.seats].sort((a, b) => places[a] - places[b]), title = titleOf(game);
  document.title = `${title} — ${t(`game.${game.game}`)} — Dada`;
  return h('main.read', { 'data-testid': 'end' },
    h('header.top', null, h('button.icon', { type: 'button', 'aria-label': t('table.back'), onclick: () => app.home() }, icon('back')), h('p.top-name', null, named(`game.${game.game}`))),
    h('div.end-grid', null,
      h('section', null, h('h1.h1', { tabindex: '-1' }, title), h('p.lede', null, t('end.rolls', { n: game.log.filter(event => event.roll).length })),
        h('ol.podium', null, order.map(seat => placeRow(game, seat, places[seat]))),
        game.online?.endNote(), h('p.tiny.soft', null, t(`option.ranking.${game.values.ranking}`)),
        h('div.acts', null, game.online ? game.online.endActs() : again(app), h('button.btn.line', { type: 'button', 'data-testid': 'home', onclick: () => app.home() }, t('end.home.button')))),
      h('div', null, lastBoard(game), course(game))));
}
