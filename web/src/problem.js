// A table that can't be shown: a sentence why, and what one can do.

import { t } from './lang.js';
import { h } from './dom.js';
import { icon } from './marks.js';

export function problem({ app, code, trouble, here }) {
  const again = trouble === 'elsewhere' ? h('button.btn', { type: 'button', 'data-testid': 'here', onclick: () => here() }, t('call.here')) : null;
  document.title = `${t(`trouble.${trouble}`)} — Dada`;
  return h('main.read', { 'data-testid': 'problem' },
    h('header.top', null, h('button.icon', { type: 'button', 'aria-label': t('table.back'), onclick: () => app.home() }, icon('back')), h('p.top-name', null, t('line.table', { code }))),
    h('h1.h1', { tabindex: '-1' }, t(`trouble.${trouble}`)), h('p.lede', null, t(`trouble.${trouble}.more`)),
    h('div.acts', null, again, h('button.btn', { class: again ? 'btn line' : 'btn', type: 'button', 'data-testid': 'new-table', onclick: () => app.home() }, t('lobby.new'))));
}
