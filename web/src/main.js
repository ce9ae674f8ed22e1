// Where the page begins: reads the settings, fetches engine and words, and shows the start page or the table. What only a
// table needs is a script of its own (room.js), fetched at the first touch or key on the page, or with a game to go on with;
// what only a table on line needs is another (online.js), fetched with such a table.
// Places: / is the start page, /#table the game on this device, /#ranking the ranking, /t/CODE a table on line,
// /t/new?rules=…&seats=…&clock=… a new one with these settings.
// With ?test in the address, window.__state() gives a read-only copy of what the table shows.

import './common.js';
import { LANGUAGES, addWords, loadLanguage, preferred, t } from './lang.js';
import { fill, h } from './dom.js';
import { openEngine } from './engine.js';
import { drawHome } from './home.js';
import { forgetGame, loadGame, loadSettings, set, store } from './store.js';
import { applyMotion, finish } from './motion.js';
import { closeDialogs } from './controls.js';

const app = { engine: null, rules: null, levels: null, game: null, room: null, online: null, session: null, screen: 'home' };
const place = () => document.getElementById('app');

app.show = (screen, content, focus) => {
  app.screen = screen;
  document.body.dataset.screen = screen;
  fill(place(), content);
  if (focus) place().querySelector(focus)?.focus({ preventScroll: true });
};

app.notice = text => {
  const box = h('p.notice', { role: 'status' }, text, ' ', h('button.link', { type: 'button', onclick: () => box.remove() }, t('close')));
  document.body.append(box);
};

app.goTo = (path, hash = '') => {
  if (location.pathname !== path || location.hash !== hash) history.pushState(null, '', path + location.search + hash);
};
const NEW = '/t/new';
const codeOf = path => /^\/t\/(\w{4,8})\/?$/.exec(path)?.[1].toUpperCase();

app.kept = () => {
  const kept = loadGame();
  return kept && app.rules.rule_sets[kept.game] ? kept : null;
};

// The scripts that come later; a fetch that failed is tried again.
const later = fetchScript => {
  let coming = null;
  return () => coming ??= fetchScript().catch(error => {
    coming = null;
    throw error;
  });
};
const fetchLook = () => new Promise((done, failed) => document.head.append(h('link', { rel: 'stylesheet', href: '/room.css', onload: done, onerror: failed })));
const fetchRoom = later(async () => { [app.room] = await Promise.all([import('./room.js'), fetchLook()]); });
const fetchOnline = later(async () => {
  const [online] = await Promise.all([import('./online.js'), fetchRoom(), addWords('online')]);
  app.online = online;
});

// Nothing is played here any more.
function clear() {
  if (app.game) app.room.leave(app.game);
  if (app.session) app.session.leave();
  app.game = app.session = null;
}

app.home = focus => {
  clear();
  app.goTo('/');
  app.show('home', drawHome(app), focus === false ? null : 'h1');
  scrollTo(0, 0);
};

function begin(options) {
  clear();
  app.game = app.room.openAlone(app, options);
  app.goTo('/', '#table');
  app.showTable('[data-testid=roll]');
  scrollTo(0, 0);
  app.room.run(app.game);
}

app.showTable = focus => {
  app.show('table', app.room.drawTable(app.game), focus);
  app.game.view.update();
};

// One table at a time: a second touch while the script is on its way asks for nothing more.
let opening = false;
async function withScript(fetchScript, task) {
  if (opening) return;
  opening = true;
  try {
    await fetchScript();
    opening = false; // (a task may want another script)
    await task();
  } catch (error) {
    console.error(error);
    app.notice(t('error.load'));
  }
  opening = false;
}

// On line: at a table of this code; at a new one of this game; or at any one with others who want it.
app.join = code => withScript(fetchOnline, () => {
  clear();
  app.goTo(`/t/${code}`);
  app.online.join(app, code);
});
app.invite = (game, seats) => withScript(fetchOnline, () => app.online.invite(app, game, seats));
// The address goes: to come back to it must not make another table.
app.makeFrom = () => withScript(fetchOnline, () => {
  const asked = new URLSearchParams(location.search), test = asked.has('test') ? '?test' : '';
  history.replaceState(null, '', `/${test}`);
  return app.online.makeFrom(app, asked);
});
app.openTable = (game, seats) => withScript(fetchOnline, () => app.online.open(app, game, seats));
app.identity = opener => withScript(fetchOnline, () => app.online.identity(app, opener));
app.ranking = asked => withScript(fetchOnline, () => {
  clear();
  app.goTo('/', '#ranking');
  app.online.ranking(app, asked);
});
app.wait = (game, seats) => withScript(fetchOnline, () => {
  clear();
  app.online.wait(app, game, seats);
});

app.play = (game, seats) => withScript(fetchRoom, () => {
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
    app.notice(t('error.kept'));
  }
}

app.resume = async () => {
  const kept = app.kept();
  if (kept) await withScript(fetchRoom, () => goOn(kept));
  if (app.screen !== 'table') app.home();
};

app.ended = game => {
  const { drawEnd, say } = app.room;
  say(document.title);
  app.show('end', drawEnd(game), 'h1');
  say(document.title.split(' — ')[0]);
  scrollTo(0, 0);
};

app.failed = error => {
  console.error(error);
  app.room.alertTurn(t('error.game'));
  app.notice(t('error.game'));
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
  app.session?.redraw();
  if (app.screen === 'home') app.show('home', drawHome(app));
  if (app.screen === 'end') app.show('end', app.room.drawEnd(game));
  if (app.screen !== 'table') return;
  game.note = '';
  app.showTable();
}

function route() {
  const code = codeOf(location.pathname), alone = location.hash === '#table';
  if (code) return app.session?.code === code ? undefined : app.join(code);
  if (location.pathname === NEW) return app.makeFrom();
  if (location.hash === '#ranking') return app.screen === 'ranking' ? undefined : app.ranking();
  if (alone && (app.session || app.screen !== 'table')) return app.resume();
  if (!alone && app.screen !== 'home') return app.home();
  return undefined;
}

async function start() {
  loadSettings();
  applyMotion();
  const { lang } = store.settings, early = () => fetchRoom().catch(() => {}); // (asked for again when it is needed)
  for (const sign of ['pointerdown', 'pointermove', 'keydown']) addEventListener(sign, early, { once: true, passive: true });
  const code = codeOf(location.pathname);
  if (location.hash === '#table') early();
  const [engine] = await Promise.all([openEngine('/dada.wasm'), loadLanguage(LANGUAGES.includes(lang) ? lang : preferred(navigator.languages))]);
  Object.assign(app, { engine, rules: engine.rules(), levels: engine.levels() });
  store.onRefused = () => app.notice(t('error.storage'));
  if (code) await app.join(code);
  else if (location.pathname === NEW) await app.makeFrom();
  else if (location.hash === '#table') app.resume();
  else if (location.hash === '#ranking') await app.ranking();
  if (!app.session && location.hash !== '#table') app.home(false);
  addEventListener('popstate', route);
  if (new URLSearchParams(location.search).has('test')) window.__state = () => structuredClone(app.game?.shown ?? null);
}

start().catch(error => {
  console.error(error);
  fill(place(), h('p.broken', null, 'Dada ne démarre pas. Rechargez la page. · Dada does not start. Reload the page. · Dada no arranca. Recarga la página.'));
});
