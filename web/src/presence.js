// Who is there: a word by each seat, what can be done about a seat, and what one missed while one was away oneself.

import { t } from './lang.js';
import { h } from './dom.js';
import { disc } from './marks.js';
import { closeDialogs, modal } from './controls.js';
import { store } from './store.js';

const secondsTo = moment => Math.max(0, Math.ceil((moment - performance.now()) / 1000));

// { text, urgent } or null where there is nothing to say.
export function seatNote(session, seat) {
  const person = session.table.people[seat];
  if (!person) return null;
  if (person.bot) return { text: t('computer') };
  if (person.standin) return { text: t(person.standin === 'resigned' ? 'seat.resigned' : 'seat.standin'), urgent: true };
  if (person.online) return session.muted.has(person.player) ? { text: t('seat.muted') } : null;
  return person.bots === null ? { text: t('seat.away'), urgent: true } : { text: t('seat.away.in', { n: secondsTo(person.bots) }), urgent: true };
}

// What stands under "Léa's turn".
export function turnNote(session, seat) {
  const { table } = session, person = table.people[seat];
  if (!person) return '';
  if (table.paused) return t('paused');
  if (person.bot) return t('turn.computer', { level: t(`level.${person.bot}`) });
  if (person.standin) return t(seat === table.you ? 'turn.standin.you' : 'turn.standin');
  if (person.online || seat === table.you) return t(seat === table.you ? 'turn.sent' : 'turn.waits');
  return person.bots === null ? t('turn.away') : t('turn.away.in', { n: secondsTo(person.bots) });
}

// --- a seat, touched ------------------------------------------------------------------------------------------

const button = (label, id, press, kind = 'button.btn.line') => h(kind, { type: 'button', 'data-testid': id, onclick: () => { closeDialogs(); press(); } }, label);

function mute(session, person) {
  const muted = session.muted.has(person.player);
  return button(t(muted ? 'seat.unmute' : 'seat.mute'), 'mute', () => session.mute(person.player, !muted));
}

function hostActs(session, seat, person) {
  const level = session.app.levels[Math.min(store.settings.level, session.app.levels.length - 1)].name;
  return [!person.online && !person.standin && button(t('seat.computer'), 'give-bot', () => session.command('bot', { seat, level })),
    button(t('seat.free'), 'free-seat', () => session.command('free', { seat }))];
}

function seatActs(session, seat, person) {
  const { table } = session, playing = table.status === 'playing';
  if (seat === table.you) return person.standin && person.standin !== 'resigned' ? [button(t('call.back'), 'back', () => session.command('back', {}))] : session.menu();
  if (person.bot) return table.you < 0 && playing ? [button(t('seat.take'), 'take', () => session.sit(seat))] : [];
  return [mute(session, person), playing && !person.online && !person.standin && !table.clock && table.you >= 0 && button(t('call.hand'), 'hand', () => session.command('hand', { seat })),
    ...(table.host && playing ? hostActs(session, seat, person) : [])];
}

export function openSeat(session, seat, opener) {
  const person = session.table.people[seat];
  if (!person) return;
  const note = seatNote(session, seat), name = seat === session.table.you ? t('you.name', { name: person.name }) : session.nameOf(seat);
  modal(name, [h('p.seat-told', null, disc(seat), session.colour(seat), person.bot ? `, ${t('turn.computer', { level: t(`level.${person.bot}`) })}` : note ? `, ${note.text}` : ''),
    h('div.acts', null, seatActs(session, seat, person))], opener);
}

// --- what is asked of this person -----------------------------------------------------------------------------

const call = (text, ...buttons) => [text && h('p', null, text), buttons];

// The words and buttons of the moment, in the tray; the first that applies.
export function calls(session) {
  const { table, wire } = session, press = (label, id, act, kind = 'button.btn') => h(kind, { type: 'button', 'data-testid': id, onclick: act }, label);
  if (session.elsewhere) return call(t('call.elsewhere'), press(t('call.here'), 'here', () => session.here()));
  if (wire.state() === 'stopped' || table.status !== 'playing') return null;
  const you = table.people[table.you], turn = table.people[session.turnSeat()];
  if (you?.standin === 'resigned') return call(t('call.resigned'));
  if (you?.standin) return call(t(`standin.${you.standin}`), press(t('call.back'), 'back', () => session.command('back', {})));
  if (table.paused) return call(you ? '' : t('paused'), you && press(t('call.resume'), 'resume', () => session.command('resume', {})));
  if (table.asks && table.asks.seat !== table.you && you) return call(t('call.pause', { name: session.nameOf(table.asks.seat) }), press(t('call.pause.yes'), 'pause-yes', () => session.command('pause', {})));
  if (you && turn && turn !== you && !turn.online && !turn.bot && !turn.standin && turn.bots === null && !table.clock) {
    return call(t('call.away', { name: turn.name }), press(t('call.hand'), 'hand', () => session.command('hand', { seat: session.turnSeat() }), 'button.btn.line'));
  }
  if (!you) return watching(session, press);
  return null;
}

function watching({ table, app, sit }, press) {
  const free = () => table.people.findIndex(one => one?.bot);
  return call(t('call.watching'), free() >= 0 && press(t('call.take'), 'take', () => sit(free())), press(t('lobby.new'), 'new-table', () => app.home(), 'button.btn.line'));
}

// --- what was missed ------------------------------------------------------------------------------------------

const MOST = 5;

export function showMissed(session, events) {
  const { app, game } = session, { eventSentences, sceneOf } = app.room;
  document.querySelector('.missed')?.remove();
  const weight = event => (event.move?.captures?.length ? 0 : event.move ? 1 : 2), told = events.map((event, at) => ({ event, at }))
    .sort((a, b) => weight(a.event) - weight(b.event) || b.at - a.at).slice(0, MOST).sort((a, b) => a.at - b.at).map(({ event }) => eventSentences({ ...sceneOf(game), pawns: event.pawns }, event, event.auto).join(' '));
  const rest = events.length - told.length;
  const box = h('section.missed.notice', { role: 'status', 'data-testid': 'missed' }, h('b', null, t('missed')), h('ul', null, told.map(text => h('li', null, text)), rest > 0 && h('li', null, t('missed.more', { n: rest }))),
    h('button.link', { type: 'button', onclick: () => box.remove() }, t('close')));
  document.body.append(box);
  app.room.say(`${t('missed')} ${told.at(-1)}`);
}

export const hideMissed = () => document.querySelector('.missed')?.remove();
