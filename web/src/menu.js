// The menu of a table: pace, motion, theme, keys, automatic moves, language, and the ways out.

import { t } from './lang.js';
import { h } from './dom.js';
import { closeDialogs, languagePicker, modal, segments } from './controls.js';
import { set, store } from './store.js';
import { applyMotion } from './motion.js';

const onOff = (name, label) => segments(name, label, [[true, t('on')], [false, t('off')]], store.settings[name], value => set(name, value));
function chooser(name, label, values) {
  return segments(name, label, values.map(value => [value, t(`option.${name}.${value}`)]), store.settings[name], value => {
    set(name, value);
    applyMotion();
  });
}

// "New game" asks once more before the running game is given up.
function newGame(app) {
  const sure = h('div.sure', { hidden: true }, h('p', null, t('menu.sure')),
    h('button.btn', { type: 'button', 'data-testid': 'restart', onclick: () => { closeDialogs(); app.again(); } }, t('menu.restart')));
  const ask = h('button.btn.line', { type: 'button', 'data-testid': 'new-game', onclick: () => { sure.hidden = false; sure.querySelector('button').focus(); } }, t('menu.new'));
  return [ask, sure];
}

export function showMenu(app, opener) {
  const online = app.session;
  const content = [
    online && h('div.acts', null, online.menu()),
    chooser('pace', t('menu.pace'), ['normal', 'rapide', 'aucune']),
    chooser('motion', t('menu.motion'), ['system', 'reduit', 'complet']),
    chooser('theme', t('menu.theme'), ['system', 'light', 'dark']),
    online && onOff('sound', t('menu.sound')),
    online && 'vibrate' in navigator && onOff('buzz', t('menu.buzz')),
    online ? null : onOff('auto', t('menu.auto')),
    onOff('title', t('menu.turntitle')),
    onOff('keys', t('menu.keys')),
    h('p.tiny.soft', null, t('menu.keylist')),
    h('div.choice', null, h('span.cap', null, t('language')), languagePicker(app)),
    h('button.link', { type: 'button', 'data-testid': 'identity', onclick: () => { closeDialogs(); app.identity(opener); } }, t('home.identity')),
    online ? null : h('div.acts', null, newGame(app), h('button.btn.line', { type: 'button', onclick: () => { closeDialogs(); app.home(); } }, t('menu.leave'))),
  ];
  const box = modal(t('menu.title'), content, opener);
  box.dataset.testid = 'menu';
  return box;
}
