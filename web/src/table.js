// The table's screen. Order in the document is the order of reading: title, tray, board, the board as a table, seats,
// log. view.update() shows game.state; view.walk() and view.tumble() show what leads from one state to the next.

import { named, t } from './lang.js';
import { h } from './dom.js';
import { icon } from './marks.js';
import { drawBoard } from './board.js';
import { clearMarks, drawMarks, markMovable, pawnLayer, place, walk } from './pawns.js';
import { makeTray, tumble, updateTray } from './tray.js';
import { makeBoardTable, makeSeats, updateBoardTable, updateSeats } from './people.js';
import { addLine, makeJournal, showWhere } from './journal.js';
import { dismiss } from './play.js';
import { pressKey } from './keys.js';
import { tapBoard } from './tap.js';
import { showRules } from './rules.js';
import { showMenu } from './menu.js';

const SMALL = 14; // px a square: under it marks cannot be read, and the tray shows the loupe

function header(game) {
  const button = (name, label, press) => h('button.icon', { type: 'button', 'aria-label': label, 'data-testid': name, onclick: press }, icon(name));
  return h('header.top', null, button('back', t('table.back'), () => game.app.home()),
    h('h1', { tabindex: '-1' }, named(`game.${game.game}`), game.online?.line || h('small', null, t('seats', { n: game.seats }))), game.online?.tools,
    button('rules', t('rules.title'), event => showRules(game, event.currentTarget)),
    button('menu', t('menu.title'), event => showMenu(game.app, event.currentTarget)));
}

function lastMove(game) {
  const at = game.past ?? game.log.length - 1;
  return game.log[at]?.move || null;
}

function drawBoardParts(game, view) {
  const { past, state, log } = game;
  place(view.layer, past === null ? state.pawns : log[past].pawns);
  markMovable(view.layer, past === null ? view.movable() : new Set());
  view.picture.querySelectorAll('[data-base]').forEach(base => base.classList.toggle('turn', base.dataset.base === state.turn && !state.over));
  view.picture.querySelectorAll('[data-goal]').forEach(goal => goal.classList.toggle('held', state.pawns[goal.dataset.goal]?.includes('G')));
  view.marks();
}

function marks(game, view) {
  const moves = game.phase === 'move' && game.past === null ? game.choices : [];
  const aims = moves.map((move, i) => ({ seat: move.pawn?.[0], p: move.to, strong: i === view.tray.chosen })).filter(({ seat }) => seat);
  drawMarks(view.layer, { last: lastMove(game), stop: view.stop, aims });
}

// Another size of window may make squares too small to read, or large enough again.
function resized(game, view) {
  const was = view.isSmall;
  view.isSmall = null;
  if (was !== null && view.small() !== was && view === game.view && game.live) updateTray(game, view.tray);
}

function makeView(game) {
  const { layout, look, values, state } = game, { colours } = game.cast;
  const picture = drawBoard({ layout, colours, board: values.board, team: game.cast.team });
  const numbers = Object.fromEntries(Object.entries(state.pawns).map(([seat, list]) => [seat, list.length]));
  const view = { picture, layer: pawnLayer(picture, { layout, colours, look, numbers }), stop: null, byKey: false };
  view.movable = () => new Set(game.phase === 'move' ? game.choices.flatMap(move => move.pawns) : []);
  view.isSmall = null;
  view.small = () => view.isSmall ??= picture.getBoundingClientRect().width / (2 * layout.size + 1) < SMALL;
  view.watch = new ResizeObserver(() => resized(game, view));
  view.watch.observe(picture);
  view.marks = () => view.tray && marks(game, view);
  view.board = () => drawBoardParts(game, view);
  view.tumble = thrown => tumble(game, view.tray, thrown);
  view.showing = () => { view.stop = null; view.tray.what.textContent = game.note; view.board(); };
  view.walk = (event, pawns) => {
    clearMarks(view.layer);
    return walk(view.layer, event.move || { pawn: '', path: [] }, [...(event.move?.captures || []), ...(event.home || [])], pawns);
  };
  view.entered = event => { addLine(game, view.journal, event); view.board(); };
  view.update = () => {
    updateTray(game, view.tray);
    const shown = `${game.state.turn} ${game.state.over} ${game.online?.seatsNow()} ${JSON.stringify(game.state.pawns)}`;
    if (shown !== view.shown) {
      view.shown = shown;
      updateSeats(game, view.seats);
      updateBoardTable(game, view.places);
    }
    view.board();
    showWhere(game, view.journal);
    game.shown = { ...game.state, phase: game.phase, human: game.cast.human, events: game.log.length, ...game.online?.shown() };
  };
  return view;
}

// While a message stands, any tap or key only ends it: the same tap must not press what lies under it.
function guard(game, root) {
  const end = event => {
    if (event.target.closest('dialog') || (event.type === 'keydown' && ['Tab', 'Shift', 'Control', 'Alt', 'Meta'].includes(event.key))) return;
    if (!dismiss(game)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  root.addEventListener('click', end, true);
  root.addEventListener('keydown', end, true);
}

export function drawTable(game) {
  const view = makeView(game);
  game.view = view;
  view.tray = makeTray(game);
  view.seats = makeSeats(game);
  view.places = makeBoardTable();
  view.journal = makeJournal(game);
  const plate = h('div.plate', null, view.picture);
  const root = h('main.table', { class: game.seats > 4 ? 'table crowd' : 'table', 'data-dice': game.dice }, header(game), view.tray.root, plate, view.places.root, view.seats.root, view.journal.root);
  guard(game, root);
  plate.addEventListener('click', event => tapBoard(game, event));
  root.addEventListener('keydown', event => pressKey(game, event));
  view.root = root;
  return root;
}
