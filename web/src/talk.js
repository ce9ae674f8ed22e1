// Ready phrases: said by number, read by everybody in their own language. A muted seat is neither shown nor heard.

import { t } from './lang.js';
import { h } from './dom.js';
import { modal, closeDialogs } from './controls.js';
import { icon } from './marks.js';

const PHRASES = 12, SHOWN = 4500, REST = 3000; // ms: how long a phrase stands; until one may say another

export const phrase = number => t(`phrase.${number}`);

export function talkButton(session) {
  const button = h('button.icon', { type: 'button', 'aria-label': t('talk'), 'data-testid': 'talk', onclick: () => open(session, button) }, icon('talk'));
  return button;
}

function open(session, opener) {
  const say = number => {
    closeDialogs();
    if (Date.now() - (session.spoke || 0) < REST) return session.app.room.say(t('talk.often'));
    session.spoke = Date.now();
    return session.command('say', { phrase: number });
  };
  const list = Array.from({ length: PHRASES }, (_, number) => h('button.btn.line', { type: 'button', 'data-testid': 'phrase', onclick: () => say(number) }, phrase(number)));
  modal(t('talk'), [h('div.phrases', null, list), h('p.tiny.soft', null, t('talk.mute'))], opener);
}

// A bubble by the seat that spoke; at a table of people who only wait, by its row.
export function showSaid(session, { seat, phrase: number }) {
  const person = session.table.people[seat];
  if (!person || session.muted.has(person.player)) return;
  const row = document.querySelector(`[data-place="${seat}"], [data-seat="${session.letter(seat)}"]`), text = phrase(number);
  session.app.room.say(t('talk.said', { who: session.nameOf(seat), text }));
  if (!row) return;
  row.querySelector('.bubble')?.remove();
  const bubble = h('span.bubble', { 'aria-hidden': 'true' }, text);
  row.append(bubble);
  setTimeout(() => bubble.remove(), SHOWN);
}
