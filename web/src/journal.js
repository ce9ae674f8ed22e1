// The log: every roll, move, capture and further roll, the newest first. ← and → (or the two buttons) look back at
// the board as it stood after each event; nothing is played or undone by it, and the next event returns to now.

import { t } from './lang.js';
import { fill, h } from './dom.js';
import { disc, icon } from './marks.js';
import { eventPicture } from './throws.js';
import { eventSentences } from './words.js';
import { sceneOf } from './play.js';

const FRESH = 24; // rows that can be in view when a new one comes

function line(game, event, index) {
  const words = eventSentences({ ...sceneOf(game), pawns: event.pawns }, event, event.auto).join(' ');
  return h('li', { 'data-testid': 'log-line', 'data-index': index }, disc(game.cast.colours[event.seat], 'sm'), h('span', null, words), eventPicture(game.dice, event));
}

export function makeJournal(game) {
  const list = h('ol.log', { reversed: true });
  const step = by => look(game, by);
  const back = h('button.icon', { type: 'button', 'aria-label': t('log.back'), 'data-testid': 'back', onclick: () => step(-1) }, icon('back'));
  const on = h('button.icon.flip', { type: 'button', 'aria-label': t('log.on'), onclick: () => step(1) }, icon('back'));
  const where = h('span.where');
  const root = h('section.rest', { 'aria-label': t('log.title'), tabindex: '0' }, h('div.rest-top', null, h('h2', null, t('log.title')), where, back, on), h('div', { role: 'log', 'aria-live': 'off' }, list));
  root.addEventListener('keydown', event => {
    const by = { ArrowLeft: -1, ArrowRight: 1, Escape: Infinity }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    step(by);
  });
  const journal = { root, list, where };
  fill(list, game.log.map((event, i) => line(game, event, i)).reverse());
  return journal;
}

// The rows in view are set anew below the new one, as if each line showed the next text: nothing slides.
export function addLine(game, journal, event) {
  for (const row of [...journal.list.children].slice(0, FRESH)) row.replaceWith(row.cloneNode(true));
  journal.list.prepend(line(game, event, game.log.indexOf(event)));
}

function look(game, by) {
  const last = game.log.length - 1, at = game.past ?? last, to = Math.max(0, at + by);
  game.past = to >= last ? null : to;
  game.view.board();
  showWhere(game, game.view.journal);
}

export function showWhere(game, journal) {
  const at = game.past;
  journal.where.textContent = at === null ? '' : t('log.where', { n: at + 1, m: game.log.length });
  for (const row of journal.list.children) row.classList.toggle('here', Number(row.dataset.index) === at);
}
