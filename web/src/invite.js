// How others come to a table: its link to copy or to share, the same as a picture, and a short code to read aloud.
// On plain http there is neither clipboard nor share: then the link is selected and copied the old way, or by hand.

import { t } from './lang.js';
import { h } from './dom.js';
import { icon } from './marks.js';

export const linkOf = code => `${location.origin}/t/${code}`;

export async function copy(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.focus();
    field.select();
    return document.execCommand('copy');
  }
}

async function share(link, title) {
  try {
    await navigator.share({ title, url: link });
  } catch (error) {
    if (error.name !== 'AbortError') console.error(error);
  }
}

const shown = code => `${code.slice(0, 3)} ${code.slice(3)}`;

export function drawInvite(session) {
  const { code, app } = session, link = linkOf(code);
  const field = h('input.field.link-text', { readonly: true, value: link, 'aria-label': t('invite.link'), 'data-testid': 'link', onfocus: () => field.select() });
  const word = h('span', null, t('invite.copy')), button = h('button.btn', { type: 'button', 'data-testid': 'copy', onclick: async () => {
    word.textContent = t(await copy(field) ? 'invite.copied' : 'invite.byhand');
    app.room.say(word.textContent);
  } }, icon('link'), word);
  const system = navigator.share ? h('button.btn.line', { type: 'button', 'data-testid': 'share', onclick: () => share(link, document.title) }, icon('share'), t('invite.share')) : null;
  return h('section.invite.sheet', { 'aria-label': t('invite') },
    h('div', null, h('p.cap.soft', null, t('invite.code')), h('p.code-big', { 'data-testid': 'code-big', 'aria-hidden': 'true' }, shown(code)), h('p.vh', null, [...code].join(' ')), field),
    h('img.qr', { src: `/api/tables/${code}/qr.svg`, alt: t('invite.qr'), width: '132', height: '132' }),
    h('div.invite-acts', null, button, system));
}
