// The table before a game, and after one: who sits where, how others come, what is played. The host may change it; the others
// see it. The server decides: each control only asks, and what comes back is drawn.

import { named, namesMarked, t } from './lang.js';
import { fill, h } from './dom.js';
import { die, disc, icon } from './marks.js';
import { segments } from './controls.js';
import { changedChips, changedValues, changesOf, chipTexts } from './chips.js';
import { SHELF, tableSpec } from './games.js';
import { store } from './store.js';
import { picture, wide } from './picture.js';
import { drawInvite } from './invite.js';
import { talkButton } from './talk.js';

export const CLOCKS = [15, 20, 30, 45, 60, 600, 0];
export const clockWords = seconds => (!seconds ? t('clock.none') : seconds < 60 ? t('seconds', { n: seconds }) : t('minutes', { n: seconds / 60 }));

// Rules as the server keeps them: without seats.
export const rulesOf = (game, seats) => tableSpec(game, seats).split(' ').filter(part => !/^seats=|^arms=4$/.test(part)).join(' ');

// --- seats ----------------------------------------------------------------------------------------------------

function levelChoice(session, seat, person) {
  const select = h('select.pick', { name: `level-${seat}`, 'aria-label': t('lobby.level', { name: session.nameOf(seat) }), onchange: () => session.command('bot', { seat, level: select.value }) },
    session.app.levels.map(({ name }) => h('option', { value: name, selected: name === person.bot }, t(`level.${name}`))));
  return select;
}

const act = (label, id, press) => h('button.btn.line.small-btn', { type: 'button', 'data-testid': id, onclick: press }, label);

function seatActs(session, seat, person) {
  const { table, app } = session, level = app.levels[Math.min(store.settings.level, app.levels.length - 1)].name;
  if (!person) {
    return [table.you < 0 ? act(t('lobby.sit'), 'sit', () => session.sit(seat)) : null,
      table.host ? act(t('lobby.computer'), 'add-bot', () => session.command('bot', { seat, level })) : null];
  }
  if (!table.host || seat === table.you) return [];
  const free = h('button.icon', { type: 'button', 'aria-label': t('lobby.free', { name: session.nameOf(seat) }), 'data-testid': 'free', onclick: () => session.command('free', { seat }) }, icon('close'));
  return [person.bot ? levelChoice(session, seat, person) : null, free];
}

function seatNote(table, seat, person) {
  const notes = [person.host && t('lobby.host'), person.robot && t('lobby.robot'), !person.bot && !person.online && t('seat.away'), person.ready && t('lobby.ready')].filter(Boolean);
  if (person.bot) return table.host ? '' : t(`level.${person.bot}`);
  return notes.join(' · ');
}

function seatRow(session, seat) {
  const { table } = session, person = table.people[seat], you = seat === table.you;
  const name = !person ? t('lobby.empty') : you ? t('you.name', { name: person.name }) : person.bot ? t('lobby.computer') : person.name;
  return h(person ? 'li' : 'li.vacant', { 'data-testid': 'place', 'data-place': seat, 'data-you': you || null }, disc(seat),
    h('span.who', null, h('b', null, name), h('small', null, [session.colour(seat), person && seatNote(table, seat, person)].filter(Boolean).join(' · '))),
    h('span.seat-acts', null, seatActs(session, seat, person)));
}

function nameForm(session) {
  const { table } = session, field = h('input.field', { name: 'name', value: table.people[table.you].name, maxlength: '24', 'aria-label': t('lobby.name'), autocomplete: 'nickname', 'data-testid': 'name' });
  const send = event => {
    event.preventDefault();
    session.rename(field.value.trim());
  };
  return h('form.name', { onsubmit: send }, h('label.cap.soft', null, t('lobby.name'), field), h('button.btn.line', { 'data-testid': 'rename' }, t('lobby.rename')));
}

// --- what is played -------------------------------------------------------------------------------------------

// What house rules change, then what tells this game from others.
function ruleChips(session, game) {
  const { table, app } = session, { chips, others } = changedChips(table.rules, table.seats);
  return [...chips.map(text => h('span.chip.on', null, text)), others > 0 && h('span.chip.on', null, t('home.changes', { n: others })),
    ...chipTexts(changedValues(app.rules.rule_sets[game].values, table.rules), table.seats, game).filter(text => !chips.includes(text)).map(text => h('span.chip', null, text)),
    table.open && h('span.chip', { 'data-testid': 'rated-chip' }, t(table.rated && !table.people.some(one => one?.bot || one?.robot) ? 'lobby.rated' : 'lobby.unrated')),
    h('span.chip', { 'data-testid': 'clock-chip' }, table.clock ? t('lobby.clock', { time: clockWords(table.clock) }) : t('clock.none.long'))];
}

// House rules in sentences, which come from a file of their own.
function houseRules({ table, app }, game) {
  const changes = changesOf(table.rules, table.seats), list = h('ul.rules', { 'aria-label': t('lobby.house'), 'data-testid': 'house' });
  if (!changes.length) return null;
  app.room.changeSentences(changedValues(app.rules.rule_sets[game].values, table.rules), changes).then(all => fill(list, all.map(text => h('li', null, namesMarked(text)))), console.error);
  return list;
}

// The address that makes another table with these settings: for a club's page, or a bookmark.
const linkOfSettings = ({ rules, seats, clock, open, choose, fixed }) =>
  `/t/new?${new URLSearchParams({ rules, seats, ...(clock && { clock }), ...Object.fromEntries(Object.entries({ open, choose, fixed }).filter(([, on]) => on)) })}`;

function settings(session, game) {
  const { table } = session, shelf = SHELF.flatMap(part => part.games), { seats } = shelf.find(({ id }) => id === game) || { seats: [] };
  const set = change => {
    const next = { rules: table.rules, seats: table.seats, clock: table.clock, choose: table.choose, fixed: table.fixed, ...change };
    session.command('set', next);
  };
  const select = h('select.pick', { name: 'game', 'aria-label': t('lobby.game'), 'data-testid': 'game', onchange: () => {
    const next = shelf.find(({ id }) => id === select.value), n = next.seats.includes(table.seats) ? table.seats : next.seats.at(-1);
    set({ rules: rulesOf(next.id, n), seats: n });
  } }, shelf.map(({ id }) => h('option', { value: id, selected: id === game }, t(`game.${id}`))));
  const clocks = table.open ? CLOCKS.filter(Boolean) : CLOCKS;
  return h('section.settings', { 'aria-label': t('lobby.settings') }, h('h2', null, t('lobby.settings')),
    h('div.choice', null, h('span.cap', { 'aria-hidden': 'true' }, t('lobby.game')), select),
    seats.length > 1 && segments('seats', t('home.seats'), seats.map(n => [n, n]), table.seats, n => set({ seats: n, rules: [rulesOf(game, n), ...changesOf(table.rules, table.seats)].join(' ') })),
    segments('clock', t('lobby.clock.each'), clocks.map(n => [n, clockWords(n)]), table.clock, n => set({ clock: n })),
    !table.open && segments('choose', t('menu.auto'), [[false, t('on')], [true, t('off')]], table.choose, choose => set({ choose })),
    segments('fixed', t('lobby.first'), [[false, t('lobby.first.turns')], [true, t('lobby.first.same')]], table.fixed, fixed => set({ fixed })),
    h('a.link', { href: linkOfSettings(table), 'data-testid': 'settings-link' }, t('lobby.same')));
}

// --- the screen -----------------------------------------------------------------------------------------------

function startPart(session) {
  const { table } = session, taken = table.people.filter(Boolean).length, over = table.status === 'over', few = taken < 2;
  const host = table.people.find(one => one?.host), label = t(over ? 'end.again' : 'lobby.start');
  if (table.you < 0) return null;
  if (!table.host) return h('p.start.soft', { 'data-testid': 'wait-host' }, t('lobby.wait', { name: host?.name || t('lobby.host') }));
  return h('div.start', null, h('button.btn', { type: 'button', 'data-testid': 'start', 'aria-disabled': few ? 'true' : null, onclick: () => { if (!few) session.command('start', {}); } }, over ? icon('again') : die(5), label),
    h('p.tiny.soft', null, t(few ? 'lobby.few' : taken < table.seats && !over ? 'lobby.vacant' : 'lobby.all')));
}

function title(session) {
  const { table } = session, free = table.people.some(one => !one);
  if (table.you < 0) return t(free ? 'lobby.join' : 'lobby.full');
  if (table.host && !table.open) return t(free ? 'lobby.invite' : 'lobby.complete');
  return t('lobby.you', { name: session.colour(table.you) });
}

// Who finds no seat: what one can do all the same.
function noSeat(session) {
  const { table, app } = session;
  if (table.you >= 0 || table.people.some(one => !one)) return null;
  return h('div.acts', null, session.watches ? h('p.soft', null, t('lobby.watching')) : h('button.btn', { type: 'button', 'data-testid': 'watch', onclick: () => session.watch() }, t('lobby.watch')),
    h('button.btn.line', { type: 'button', 'data-testid': 'new-table', onclick: () => app.home() }, t('lobby.new')));
}

// What will be played, with one's own arm below: for those who have nothing to set, where there is room.
const boardOf = ({ app, table, letter }, game) => h('div.plate', { 'aria-hidden': 'true', 'data-testid': 'lobby-board' }, picture(app, game, table.seats, false, null, table.you >= 0 && table.you < table.seats ? letter(table.you) : 'A'));

export function drawLobby(session) {
  const { table, app } = session, game = session.gameId, seated = table.you >= 0;
  document.title = `${title(session)} — ${t(`game.${game}`)} — Dada`;
  const top = h('header.top', null, h('button.icon', { type: 'button', 'aria-label': t('table.back'), 'data-testid': 'back', onclick: () => app.home() }, icon('back')),
    h('p.top-name', null, named(`game.${game}`), session.line), seated && talkButton(session),
    h('button.icon', { type: 'button', 'aria-label': t('menu.title'), 'data-testid': 'menu', onclick: event => app.room.showMenu(app, event.currentTarget) }, icon('menu')));
  const seats = h('section', { 'aria-label': t('table.seats') }, h('ol.places', null, table.people.map((_, seat) => seatRow(session, seat))));
  return h('main.read.lobby', { 'data-testid': 'lobby' }, top, h('h1.h1', { tabindex: '-1' }, title(session)), h('div.chips', { 'data-testid': 'chips' }, ruleChips(session, game)), houseRules(session, game), noSeat(session),
    h('div.lobby-grid', null, h('div', null, seated ? drawInvite(session) : null, seats, startPart(session), seated ? nameForm(session) : null),
      h('div', null, h('p.small.soft', null, named(`about.${game}`)), table.host && table.status !== 'playing' ? settings(session, game) : wide() && boardOf(session, game))));
}
