// The start page: the word, language and theme, games in progress, a code to join a table, the shelf of games, open tables.
// Two taps to a die.

import { andList, named, t } from './lang.js';
import { fill, h } from './dom.js';
import { die, icon, wordmark } from './marks.js';
import { picture, wide } from './picture.js';
import { changedChips, changedValues, chipTexts } from './chips.js';
import { languagePicker, segments } from './controls.js';
import { DEFAULT_SEATS, SHELF, tableSpec } from './games.js';
import { set, store } from './store.js';
import { applyMotion } from './motion.js';
import { forgetTable, gameOf, isGone, keptTable, openTables } from './tables.js';

const seatsOf = game => {
  const kept = store.settings.seats[game.id];
  return game.seats.includes(kept) ? kept : DEFAULT_SEATS;
};

function openPart(app, game, index) {
  const { values } = app.rules.rule_sets[game.id], big = h('div.big'), chips = h('div.chips');
  const show = () => {
    const seats = seatsOf(game);
    if (wide()) big.replaceChildren(picture(app, game.id, seats, false));
    chips.replaceChildren(...chipTexts(values, seats, game.id).map(text => h('span.chip', null, text)));
  };
  const seats = game.seats.length > 1 && segments(`seats-${index}`, t('home.seats'), game.seats.map(n => [n, n]), seatsOf(game), n => {
    set('seats', { ...store.settings.seats, [game.id]: n });
    show();
  });
  const levels = segments(`level-${index}`, t('home.level'), app.levels.map((level, i) => [i, t(`level.${level.name}`)]), store.settings.level, n => set('level', Number(n)));
  const play = h('button.btn', { type: 'button', 'data-testid': 'play', onclick: () => app.play(game.id, seatsOf(game)) }, die(5), t('home.play'));
  const friends = h('button.btn.line', { type: 'button', 'data-testid': 'friends', onclick: () => app.invite(game.id, seatsOf(game)) }, t('home.friends'));
  const now = h('button.btn.line', { type: 'button', 'data-testid': 'now', onclick: () => app.wait(game.id, seatsOf(game)) }, t('home.now'));
  const open = h('button.link', { type: 'button', 'data-testid': 'open', onclick: () => app.openTable(game.id, seatsOf(game)) }, t('home.open'));
  show();
  return h('section.open', { id: `game-${index}`, 'aria-label': t(`game.${game.id}`), hidden: true }, big,
    h('p.t', { 'aria-hidden': 'true' }, named(`game.${game.id}`)), h('p', null, named(`about.${game.id}`)), chips, h('div.sets', null, seats, levels), h('div.go', null, play, friends, now, open));
}

// Shared squares of the board for four, the number that tells these boards apart.
const squares = (app, id) => app.engine.board(tableSpec(id, DEFAULT_SEATS)).cells.filter(cell => !['corridor', 'step', 'slot', 'goal'].includes(cell.kind)).length;

// teams: `2x3` is two teams of three
function about(app, { id, seats }) {
  const { teams } = app.rules.rule_sets[id].values, n = squares(app, id);
  return teams === 'none' ? t('home.about', { a: seats[0], b: seats.at(-1), n }) : t('home.about.teams', { a: teams.split('x')[1], n });
}

function row(app, game, index) {
  const button = h('button.row', { type: 'button', 'aria-expanded': 'false', 'aria-controls': `game-${index}`, 'data-testid': 'card', 'data-game': game.id },
    h('span.thumb', null, picture(app, game.id, DEFAULT_SEATS, true, game.emblem)),
    h('span', null, h('span.t', null, named(`game.${game.id}`)), h('span.m', null, about(app, game))),
    icon('down'));
  return h('li', null, button);
}

function toggle(app, rows, chosen, open) {
  rows.forEach(({ item, game }, index) => {
    const on = index === chosen && open, button = item.firstChild;
    button.setAttribute('aria-expanded', String(on));
    if (!on) return item.querySelector('.open')?.setAttribute('hidden', '');
    if (!item.querySelector('.open')) item.append(openPart(app, game, index));
    item.querySelector('.open').removeAttribute('hidden');
    return undefined;
  });
}

function shelf(app) {
  const games = SHELF.flatMap(part => part.games), rows = games.map((game, index) => ({ game, item: row(app, game, index) }));
  rows.forEach(({ item }, index) => item.firstChild.addEventListener('click', () => {
    const was = item.firstChild.getAttribute('aria-expanded') === 'true';
    toggle(app, rows, index, !was || wide());
  }));
  if (wide()) toggle(app, rows, 0, true);
  const itemOf = game => rows[games.indexOf(game)].item;
  return h('div.shelf', null, SHELF.map(part => [part.heading && h('h2.more', null, t(part.heading)), h('ul', null, part.games.map(itemOf))]));
}

function themeButton() {
  return h('button.icon', { type: 'button', 'aria-label': t('home.theme'), onclick: () => {
    const { theme } = store.settings, dark = theme === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark';
    set('theme', dark ? 'light' : 'dark');
    applyMotion();
  } }, icon('sun'));
}

function resume(app) {
  const kept = app.kept();
  if (!kept) return null;
  return h('section.resume.sheet', { 'aria-label': t('home.running') }, h('div', null, picture(app, kept.game, kept.seats, true)),
    h('div', null, h('h2', null, t('home.running')), h('p.small.soft', null, named(`game.${kept.game}`), ' · ', t('seats', { n: kept.seats }))),
    h('button.btn', { type: 'button', 'data-testid': 'resume', onclick: () => app.resume() }, t('home.resume')));
}

// A table on line at which one sits, until it is over or gone.
function resumeTable(app) {
  const table = keptTable(), game = table && gameOf(app, table.rules);
  if (!game) return null;
  const box = h('section.resume.sheet', { 'aria-label': t('home.table') }, h('div', null, picture(app, game, table.seats, true)),
    h('div', null, h('h2', null, t('home.table')), h('p.small.soft', null, named(`game.${game}`), table.names.length ? ` · ${andList(table.names)}` : ` · ${table.code}`)),
    h('button.btn', { type: 'button', 'data-testid': 'resume-table', onclick: () => app.join(table.code) }, t('home.resume')));
  isGone(table.code).then(gone => {
    if (!gone) return;
    forgetTable();
    box.remove();
  });
  return box;
}

function codeForm(app) {
  const field = h('input.field', { name: 'code', 'aria-label': t('home.code'), placeholder: t('home.code'), maxlength: '9', autocapitalize: 'characters', autocomplete: 'off', spellcheck: 'false', 'data-testid': 'code' });
  const join = event => {
    event.preventDefault();
    const code = field.value.replace(/[^0-9a-z]/gi, '').toUpperCase();
    if (code.length >= 4) app.join(code);
    else field.focus();
  };
  return h('form.code', { onsubmit: join }, field, h('button.btn.line', { 'data-testid': 'join' }, t('home.join')));
}

const timeOf = clock => (clock < 60 ? t('seconds', { n: clock }) : t('minutes', { n: clock / 60 }));

// Whether it counts, what house rules change, and what tells this game from others.
function rulesBrief(app, { rules, seats, rated }, game) {
  const { chips, others } = changedChips(rules, seats);
  return [t(rated ? 'lobby.rated' : 'lobby.unrated'), ...chips, others && t('home.changes', { n: others }), ...chipTexts(changedValues(app.rules.rule_sets[game].values, rules), seats, game)].filter(Boolean).join(' · ');
}

function openRow(app, table) {
  const game = gameOf(app, table.rules);
  return game && h('li', null, h('button.open-table', { type: 'button', 'data-testid': 'open-table', onclick: () => app.join(table.table) },
    h('b', null, named(`game.${game}`)), h('span', null, table.host), h('span.small', null, t('home.taken', { n: table.taken, m: table.seats }), ` · ${timeOf(table.clock)}`),
    h('span.small.soft', null, rulesBrief(app, table, game))));
}

// Open tables stand below everything else, so that nothing slides when they come.
function openList(app) {
  const list = h('ul'), box = h('section.tables', { hidden: true, 'aria-label': t('home.tables') }, h('h2.more', null, t('home.tables')), list);
  openTables().then(tables => {
    fill(list, tables.map(table => openRow(app, table)));
    box.hidden = !list.firstChild;
  });
  return box;
}

export function drawHome(app) {
  document.title = t('home.title');
  return h('div.home', null,
    h('header.home-top', null, h('span', { 'data-word': true }, wordmark(), h('span.vh', null, 'Dada')), languagePicker(app), themeButton()),
    h('main', null, h('div.lead', null, h('div.running', null, resumeTable(app), resume(app), codeForm(app)), h('h1', { tabindex: '-1' }, t('home.choose'))), shelf(app), openList(app),
      h('footer.foot', null, h('button.link', { type: 'button', 'data-testid': 'ranking', onclick: () => app.ranking() }, t('home.ranking')),
        h('button.link', { type: 'button', 'data-testid': 'identity', onclick: event => app.identity(event.currentTarget) }, t('home.identity')), h('p', null, t('home.foot')))));
}
