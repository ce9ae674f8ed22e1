// The ranking: the points of this week, or ratings, of a game and a number of seats. One's own line is always in view.

import { named, t } from './lang.js';
import { fill, h } from './dom.js';
import { icon } from './marks.js';
import { languagePicker, segments } from './controls.js';
import { DEFAULT_SEATS, SHELF } from './games.js';
import { redraw } from './redraw.js';
import { playerHere } from './device.js';
import { askBoard, points, rating } from './standing.js';

const GAMES = SHELF.flatMap(part => part.games);

function lineOf(line, own, week) {
  const mine = line.player === own;
  return h(mine ? 'tr.own' : 'tr', { 'data-testid': 'line', 'data-own': mine || null }, h('td.pl.num', null, String(line.rank)),
    h('th', { scope: 'row' }, mine ? t('you.name', { name: line.name }) : line.name || '…'), h('td.value.num', null, week ? points(line.points) : rating(line.rating)), h('td.num.soft', null, String(line.games)));
}

function board(lines, own, week) {
  const head = ['rank.place', 'rank.name', week ? 'rank.points' : 'rank.rating', 'rank.games'].map(key => h('th', { scope: 'col' }, t(key)));
  const absent = !lines.some(({ player }) => player === own) && h('tr.own', { 'data-testid': 'line', 'data-own': true }, h('td.pl', null, '–'), h('th', { scope: 'row' }, t('you')), h('td.soft', { colspan: '2' }, t('rank.none')));
  return h('table.ranks', null, h('thead', null, h('tr', null, head)), h('tbody', null, lines.map(line => lineOf(line, own, week)), absent));
}

// asked: { by: 'week' or 'rating', game ('': all of them, for a week), seats }
export function openRanking(app, asked = {}) {
  const view = { by: 'week', game: '', seats: DEFAULT_SEATS, ...asked }, place = h('div.rank-list', { role: 'region', tabindex: '0', 'aria-label': t('rank.title') });
  let turn = 0;

  async function load() {
    const mine = ++turn, week = view.by === 'week', own = await playerHere().catch(() => null), lines = await askBoard({ ...view, player: own }).catch(() => null);
    if (mine !== turn) return;
    place.setAttribute('aria-label', t('rank.title'));
    fill(place, lines ? [board(lines, own, week), !lines.length && h('p.soft', null, t(week ? 'rank.empty.week' : 'rank.empty'))] : h('p.soft', null, t('error.rank')));
  }

  function choose(change) {
    Object.assign(view, change);
    if (view.by === 'rating' && !view.game) view.game = 'ludo';
    const seats = GAMES.find(({ id }) => id === view.game)?.seats;
    if (seats && !seats.includes(view.seats)) view.seats = seats.includes(DEFAULT_SEATS) ? DEFAULT_SEATS : seats[0];
    session.redraw();
  }

  function choices() {
    const games = [...(view.by === 'week' ? [['', t('rank.all')]] : []), ...GAMES.map(({ id }) => [id, t(`game.${id}`)])], seats = GAMES.find(({ id }) => id === view.game)?.seats || [];
    const select = h('select.pick', { name: 'game', 'aria-label': t('lobby.game'), 'data-testid': 'rank-game', onchange: () => choose({ game: select.value }) }, games.map(([id, text]) => h('option', { value: id, selected: id === view.game }, text)));
    return h('div.sets', null, segments('by', t('rank.by'), [['week', t('rank.week')], ['rating', t('rank.ratings')]], view.by, by => choose({ by })),
      h('div.choice', null, h('span.cap', { 'aria-hidden': 'true' }, t('lobby.game')), select), seats.length > 1 && segments('seats', t('home.seats'), seats.map(n => [n, n]), view.seats, n => choose({ seats: n })));
  }

  const session = { code: null, leave: () => { turn++; }, menu: () => [], redraw: () => {
    document.title = `${t('rank.title')} — Dada`;
    redraw(app, 'ranking', h('main.read.ranking', { 'data-testid': 'ranking' },
      h('header.top', null, h('button.icon', { type: 'button', 'aria-label': t('table.back'), 'data-testid': 'back', onclick: () => app.home() }, icon('back')), h('p.top-name', null, view.game ? named(`game.${view.game}`) : 'Dada'), languagePicker(app)),
      h('h1.h1', { tabindex: '-1' }, t('rank.title')), choices(), place, h('p.tiny.soft', null, t(view.by === 'week' ? 'rank.how.week' : 'rank.how'))));
    load();
  } };
  session.redraw();
  return session;
}
