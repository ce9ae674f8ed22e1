// Controls that several screens share: rows of choices, the language picker, and dialogs. Esc and the cross close a
// dialog; the focus goes back to where it came from.

import { LANGUAGES, languageNow, t } from './lang.js';
import { h } from './dom.js';
import { icon } from './marks.js';

// A row of choices of which one is taken: radio buttons that look like a control.
export function segments(name, label, choices, value, change) {
  const boxes = choices.map(([key, text]) => h('label', null,
    h('input', { type: 'radio', name, value: String(key), checked: String(key) === String(value), onchange: () => change(key) }), h('span', null, text)));
  return h('fieldset.choice', null, h('legend', null, label), h('div.seg', null, boxes));
}

export function languagePicker(app) {
  const names = { fr: 'Français', en: 'English', es: 'Español' };
  const select = h('select.pick', { 'aria-label': t('language'), onchange: () => app.speak(select.value) },
    LANGUAGES.map(code => h('option', { value: code, lang: code, selected: code === languageNow() }, names[code])));
  return select;
}

let serial = 0;

export function modal(title, content, opener) {
  const id = `dialog-${++serial}`;
  const box = h('dialog.sheet', { 'aria-labelledby': id });
  const close = () => box.close();
  box.append(h('div.dialog-top', null, h('h2', { id, tabindex: '-1' }, title), h('button.icon', { type: 'button', 'aria-label': t('close'), onclick: close }, icon('close'))),
    h('div.dialog-in', null, content));
  box.addEventListener('click', event => { if (event.target === box) close(); });
  box.addEventListener('close', () => {
    box.remove();
    const back = opener && opener.isConnected ? opener : document.querySelector('[data-testid=roll], h1');
    back?.focus();
  });
  document.body.append(box);
  box.showModal();
  box.querySelector('h2').focus();
  return box;
}

export const closeDialogs = () => document.querySelectorAll('dialog[open]').forEach(box => box.close());
