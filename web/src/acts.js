// What one can do about the table itself: in the menu during a game, and at its end.

import { t } from './lang.js';
import { h } from './dom.js';
import { closeDialogs } from './controls.js';
import { icon } from './marks.js';
import { peopleOf } from './remote.js';

const button = (label, id, press, kind = 'button.btn.line') => h(kind, { type: 'button', 'data-testid': id, onclick: press }, label);
const closing = task => () => { closeDialogs(); task(); };

// To resign asks once more.
function resign(session) {
  const sure = h('div.sure', { hidden: true }, h('p', null, t('menu.resign.sure')), button(t('menu.resign'), 'resign-yes', closing(() => session.command('resign', {})), 'button.btn'));
  const ask = button(t('menu.resign'), 'resign', () => { sure.hidden = false; sure.querySelector('button').focus(); });
  return [ask, sure];
}

function askForPause(session) {
  session.command('pause', {});
  session.app.room.say(t('pause.asked'));
}

export function menuActs(session) {
  const { table } = session, plays = table.you >= 0 && table.status === 'playing';
  return [plays && !table.open && !table.paused && button(t('menu.pause'), 'pause', closing(() => askForPause(session))), plays && resign(session),
    button(t(table.you >= 0 ? 'menu.leave' : 'lobby.new'), 'leave', closing(() => session.leaveTable()))];
}

export function endActs(session) {
  const { table, app } = session, you = table.people[table.you];
  if (!you) return [h('p.soft', null, t('end.over')), button(t('lobby.new'), 'new-table', () => app.home(), 'button.btn')];
  const others = peopleOf(table).filter(one => one !== you && !one.ready).map(one => one.name), eager = peopleOf(table).find(one => one.ready), press = () => { if (!table.people[table.you]?.ready) session.command('again', {}); };
  return [h('button.btn', { type: 'button', 'data-testid': 'again', 'aria-disabled': you.ready ? 'true' : null, onclick: press }, icon('again'), t(you.ready ? 'end.waits' : 'end.again')),
    h('p.tiny.soft', { 'data-testid': 'ready' }, you.ready ? t('end.waitfor', { name: others.join(', ') }) : eager ? t('say.ready', { name: eager.name }) : ''),
    table.host && you.ready && others.length ? button(t('end.start'), 'start', () => session.command('start', {})) : null,
    button(t('end.table'), 'to-table', () => session.toTable())];
}
