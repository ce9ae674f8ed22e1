// Where the page begins: reads the settings, fetches engine and words, and shows the start page or the table.
// With ?test in the address, window.__state() gives a read-only copy of what the table shows.

import { LANGUAGES, loadLanguage, preferred, t } from './lang.js';
import { fill, h } from './dom.js';
import { openEngine } from './engine.js';
import { drawHome } from './home.js';
import { drawTable } from './table.js';
import { drawEnd } from './end.js';
import { leave, openGame, run } from './play.js';
import { forgetGame, loadGame, loadSettings, set, store } from './store.js';
import { applyMotion, finish } from './motion.js';
import { alertTurn, say } from './say.js';
import { closeDialogs } from './controls.js';
import { showMenu } from './menu.js';

const app = { engine: null, rules: null, levels: null, game: null, screen: 'home' };
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

app.home = focus => {
  if (app.game) leave(app.game);
  app.game = null;
  goTo('');
  show('home', drawHome(app), focus === false ? null : 'h1');
  scrollTo(0, 0);
};

function begin(options) {
  if (app.game) leave(app.game);
  app.game = openGame(app, options);
  goTo('#table');
  show('table', drawTable(app.game), '[data-testid=roll]');
  app.game.view.update();
  scrollTo(0, 0);
  run(app.game);
}

app.play = (game, seats) => {
  forgetGame();
  begin({ game, seats, turn: 0, level: Math.min(store.settings.level, app.levels.length - 1) });
};

app.again = () => {
  const { game, seats, turn, level } = app.game;
  forgetGame();
  begin({ game, seats, turn: turn + 1, level });
};

app.resume = () => {
  const kept = app.kept();
  try {
    if (kept) return begin(kept);
  } catch {
    forgetGame();
    notice(t('error.kept'));
  }
  return app.home();
};

app.ended = game => {
  say(document.title);
  show('end', drawEnd(game), 'h1');
  say(document.title.split(' — ')[0]);
  scrollTo(0, 0);
};

app.failed = error => {
  console.error(error);
  alertTurn(t('error.game'));
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
  if (menu) showMenu(app, place().querySelector('[data-testid=menu]'));
  document.querySelector('dialog[open] .pick, .pick')?.focus();
};

function redraw() {
  const { game } = app;
  if (app.screen === 'home') show('home', drawHome(app));
  if (app.screen === 'end') show('end', drawEnd(game));
  if (app.screen !== 'table') return;
  game.note = '';
  show('table', drawTable(game));
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
  const { lang } = store.settings;
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
