// Where the page begins: reads the settings, fetches engine and words, and shows the start page or the table. What only a
// table needs is a script of its own (room.js), fetched at the first touch or key on the page, or with a game to go on with.
// With ?test in the address, window.__state() gives a read-only copy of what the table shows.

import { LANGUAGES, loadLanguage, preferred, t } from './lang.js';
import { fill, h } from './dom.js';
import { openEngine } from './engine.js';
import { drawHome } from './home.js';
import { forgetGame, loadGame, loadSettings, set, store } from './store.js';
import { applyMotion, finish } from './motion.js';
import { closeDialogs } from './controls.js';

const app = { engine: null, rules: null, levels: null, game: null, room: null, screen: 'home' };
const place = () => document.getElementById('app');

function show(screen, content, focus) {
  app.screen = screen;
  document.body.dataset.screen = screen;
  fill(place(), content);
  if (focus) place().querySelector(focus)?.focus({ preventScroll: true });
}

function notice(text) {
  const box = h('p.notice', { role: 'status' }, text, ' ', h('button.link', { type: 'button', onclick: () => box.remove() }, t('close')));
  document.body.append(box);
}

function goTo(hash) {
  if (location.hash !== hash) history.pushState(null, '', hash || location.pathname + location.search);
}

app.kept = () => {
  const kept = loadGame();
  return kept && app.rules.rule_sets[kept.game] ? kept : null;
};

// The table's script; a fetch that failed is tried again.
let coming = null;
function fetchRoom() {
  coming ??= import('./room.js').then(room => { app.room = room; }).catch(error => {
    coming = null;
    throw error;
  });
  return coming;
}

app.home = focus => {
  if (app.game) app.room.leave(app.game);
  app.game = null;
  goTo('');
  show('home', drawHome(app), focus === false ? null : 'h1');
  scrollTo(0, 0);
};

function begin(options) {
  const { drawTable, leave, openGame, run } = app.room;
  if (app.game) leave(app.game);
  app.game = openGame(app, options);
  goTo('#table');
  show('table', drawTable(app.game), '[data-testid=roll]');
  app.game.view.update();
  scrollTo(0, 0);
  run(app.game);
}

// One table at a time: a second touch while the script is on its way asks for nothing more.
let opening = false;
async function withRoom(task) {
  if (opening) return;
  opening = true;
  try {
    await fetchRoom();
    task();
  } catch (error) {
    console.error(error);
    notice(t('error.load'));
  }
  opening = false;
}

app.play = (game, seats) => withRoom(() => {
  forgetGame();
  begin({ game, seats, turn: 0, level: Math.min(store.settings.level, app.levels.length - 1) });
});

app.again = () => {
  const { game, seats, turn, level } = app.game;
  forgetGame();
  begin({ game, seats, turn: turn + 1, level });
};

function goOn(kept) {
  try {
    begin(kept);
  } catch {
    forgetGame();
    notice(t('error.kept'));
  }
}

app.resume = async () => {
  const kept = app.kept();
  if (kept) await withRoom(() => goOn(kept));
  if (app.screen !== 'table') app.home();
};

app.ended = game => {
  const { drawEnd, say } = app.room;
  say(document.title);
  show('end', drawEnd(game), 'h1');
  say(document.title.split(' — ')[0]);
  scrollTo(0, 0);
};

app.failed = error => {
  console.error(error);
  app.room.alertTurn(t('error.game'));
  notice(t('error.game'));
};

// Another language in the middle of anything: what moves arrives, then the same state is drawn again.
app.speak = async language => {
  await loadLanguage(language);
  set('lang', language);
  finish();
  const menu = document.querySelector('dialog[data-testid=menu]') !== null;
  closeDialogs();
  redraw();
  if (menu) app.room.showMenu(app, place().querySelector('[data-testid=menu]'));
  document.querySelector('dialog[open] .pick, .pick')?.focus();
};

function redraw() {
  const { game } = app;
  if (app.screen === 'home') show('home', drawHome(app));
  if (app.screen === 'end') show('end', app.room.drawEnd(game));
  if (app.screen !== 'table') return;
  game.note = '';
  show('table', app.room.drawTable(game));
  game.view.update();
}

function route() {
  if (location.hash === '#table' && app.screen !== 'table') return app.resume();
  if (location.hash !== '#table' && app.screen !== 'home') return app.home();
  return undefined;
}

async function start() {
  loadSettings();
  applyMotion();
  const { lang } = store.settings, early = () => fetchRoom().catch(() => {}); // (asked for again when it is needed)
  for (const sign of ['pointerdown', 'pointermove', 'keydown']) addEventListener(sign, early, { once: true, passive: true });
  if (location.hash === '#table') early();
  const [engine] = await Promise.all([openEngine('/dada.wasm'), loadLanguage(LANGUAGES.includes(lang) ? lang : preferred(navigator.languages))]);
  Object.assign(app, { engine, rules: engine.rules(), levels: engine.levels() });
  store.onRefused = () => notice(t('error.storage'));
  if (location.hash === '#table') app.resume();
  else app.home(false);
  addEventListener('popstate', route);
  if (new URLSearchParams(location.search).has('test')) window.__state = () => structuredClone(app.game?.shown ?? null);
}

start().catch(error => {
  console.error(error);
  fill(place(), h('p.broken', null, 'Dada ne démarre pas. Rechargez la page. · Dada does not start. Reload the page. · Dada no arranca. Recarga la página.'));
});
