// Taking who one is to another device: the secret as a phrase or a file, and back. Nothing of it leaves the device by itself.

import { t } from './lang.js';
import { h } from './dom.js';
import { icon } from './marks.js';
import { closeDialogs, modal } from './controls.js';
import { copy } from './invite.js';
import { deviceSecret, phraseOf, replaceDevice, secretOf } from './device.js';
import { forgetTable } from './tables.js';

const button = (label, id, press, kind = 'button.btn.line') => h(kind, { type: 'button', 'data-testid': id, onclick: press }, label);

function keep(app) {
  const field = h('input.field.link-text', { readonly: true, value: phraseOf(deviceSecret()), 'aria-label': t('identity.phrase'), 'data-testid': 'phrase-out', spellcheck: 'false', onfocus: () => field.select() });
  const word = h('span', null, t('identity.copy')), take = h('button.btn', { type: 'button', 'data-testid': 'phrase-copy', onclick: async () => {
    word.textContent = t(await copy(field) ? 'identity.copied' : 'identity.byhand');
    app.room.say(word.textContent);
  } }, icon('link'), word);
  const save = () => {
    const address = URL.createObjectURL(new Blob([`${t('identity.file')}\n\n${field.value}\n`], { type: 'text/plain' }));
    h('a', { href: address, download: 'dada.txt' }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10000);
  };
  return h('section.identity', null, h('h3', null, t('identity.keep')), h('p.small', null, t('identity.keep.how')), field, h('div.invite-acts', null, take, button(t('identity.save'), 'phrase-save', save)));
}

// The phrase is read first; what would be lost is told; and only then it is replaced.
function bring(app) {
  const field = h('input.field', { name: 'phrase', 'aria-label': t('identity.phrase'), 'data-testid': 'phrase-in', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', placeholder: 'dada:…' });
  const told = h('p.small', { role: 'status' }), file = h('input', { type: 'file', accept: '.txt,text/plain', 'aria-label': t('identity.open'), 'data-testid': 'phrase-file', onchange: async () => {
    if (!file.files[0]) return;
    field.value = /dada:[\w\s-]+/.exec(await file.files[0].text())?.[0].trim() || '';
    ask();
  } });
  const sure = h('div.sure', { hidden: true }, h('p', null, t('identity.sure')), button(t('identity.replace'), 'phrase-yes', () => {
    const secret = secretOf(field.value);
    closeDialogs();
    app.home(); // (first: who leaves a table does so as who sat there)
    replaceDevice(secret);
    forgetTable();
    app.home();
    app.notice(t('identity.replaced'));
  }, 'button.btn'));
  function ask() {
    const secret = secretOf(field.value), fault = !secret ? 'identity.wrong' : secret === deviceSecret() ? 'identity.same' : null;
    told.textContent = fault ? t(fault) : '';
    sure.hidden = Boolean(fault);
    (fault ? field : sure.querySelector('button')).focus();
  }
  const form = h('form.name', { onsubmit: event => { event.preventDefault(); ask(); } }, h('label.cap.soft', null, t('identity.phrase'), field), h('button.btn.line', { 'data-testid': 'phrase-read' }, t('identity.read')));
  return h('section.identity', null, h('h3', null, t('identity.bring')), form, h('label.btn.line.file', null, t('identity.open'), file), told, sure);
}

export const openIdentity = (app, opener) => {
  const box = modal(t('home.identity'), [keep(app), bring(app)], opener);
  box.dataset.testid = 'identity';
};
