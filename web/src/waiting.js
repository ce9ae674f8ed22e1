// Play now: waits until enough people want the same game; then the table is theirs.

import { named, t } from './lang.js';
import { h } from './dom.js';
import { icon } from './marks.js';
import { openWire } from './wire.js';
import { deviceSecret, proposedName } from './device.js';
import { rulesOf } from './lobby.js';

export function openWait(app, game, seats) {
  const count = h('p.lede', { role: 'status', 'data-testid': 'waiting' }, t('wait.alone')), name = proposedName();
  const wanted = () => wire.tell('wait', { rules: rulesOf(game, seats), seats, name });

  function heard({ m, n, table, code }) {
    if (m === 'waiting') count.textContent = n > 1 ? t('wait.some', { n, m: seats }) : t('wait.alone');
    if (m === 'paired') app.join(table);
    if (m === 'trouble') {
      wire.stop();
      count.textContent = t(code === 'elsewhere' ? 'trouble.elsewhere.more' : 'error.create');
    }
  }
  const wire = openWire({ hello: () => ({ device: deviceSecret() }), heard, changed: state => {
    if (state === 'stopped') return;
    count.textContent = t(state === 'lost' ? 'line.lost' : 'wait.alone');
    if (state === 'open') wanted();
  }, alone: true });

  const session = { code: null, leave: () => { wire.tell('wait', {}); wire.close(); }, redraw: () => {
    document.title = `${t('wait.title')} — ${t(`game.${game}`)} — Dada`;
    app.show('wait', h('main.read', { 'data-testid': 'wait' },
      h('header.top', null, h('button.icon', { type: 'button', 'aria-label': t('table.back'), onclick: () => app.home() }, icon('back')), h('p.top-name', null, named(`game.${game}`))),
      h('h1.h1', { tabindex: '-1' }, t('wait.title')), count,
      h('div.acts', null, h('button.btn', { type: 'button', 'data-testid': 'cancel', onclick: () => app.home() }, t('wait.cancel')),
        h('button.btn.line', { type: 'button', 'data-testid': 'alone', onclick: () => app.play(game, seats) }, t('home.play')))), 'h1');
  }, menu: () => [] };
  session.redraw();
  return session;
}
