// One-key shortcuts, only while the focus is at the table, and only if the settings allow them (WCAG 2.1.4):
// Space, Enter roll or play · 1–4 pawn · ← → moves · W why · P my pawns · O the others · L last event · J log · H rules
// · X walks the track with ← → until Esc.

import { t } from './lang.js';
import { store } from './store.js';
import { say } from './say.js';
import { actor, eventSentences, placeWords, seatName } from './words.js';
import { pawnsText } from './people.js';
import { offerAll, openWhy, tellReason } from './tray.js';
import { pressRoll, sceneOf } from './play.js';
import { showRules } from './rules.js';

// A number means a move, or the reason why there is none; the same number again goes on to the pawn's next move. Only where
// one has to choose may the focus follow it: elsewhere it would leave the die.
function choosePawn(game, number) {
  const { tray } = game.view, { human } = game.cast, pawn = human + (number - 1);
  const buttons = [...tray.moves.children].filter(one => one.dataset.pawns.split(' ').some(id => id && Number(id.slice(1)) === number - 1));
  const at = buttons.indexOf(document.activeElement);
  if (buttons.length) offerAll([...buttons.slice(at + 1), ...buttons.slice(0, at + 1)]);
  else if (human && number <= game.state.pawns[human].length) tellReason(game, tray, pawn, game.phase === 'move');
}

function lastEvent(game) {
  const event = game.log.at(-1);
  say(event ? eventSentences(sceneOf(game), event, event.auto).join(' ') : t('log.empty'));
}

function otherPawns(game) {
  for (const seat of game.cast.seats.filter(one => one !== game.cast.human)) say(`${seatName(game.cast, seat)}. ${pawnsText(game, seat)}.`);
}

// One's own way from start to goal, square by square, with who stands there.
function walkTrack(game, by) {
  const seat = game.cast.human || game.cast.seats[0], path = game.layout.paths[seat], scene = sceneOf(game);
  const first = game.state.pawns[seat].find(p => typeof p === 'number') ?? 0;
  game.walk = game.walk === null || game.walk === undefined ? first : Math.min(path.length - 1, Math.max(0, game.walk + by));
  const here = game.cast.seats.flatMap(who => game.state.pawns[who].map((p, k) => ({ who, p, k })))
    .filter(({ who, p }) => typeof p === 'number' && game.layout.paths[who][p] === path[game.walk])
    .map(({ who, k }) => `${actor(game.cast, who)}, ${t('pawn', { k: k + 1 }).toLowerCase()}`);
  game.view.stop = path[game.walk];
  game.view.marks();
  say(`${placeWords(scene, seat, game.walk)}${here.length ? ` : ${here.join(' ; ')}` : ''}.`);
}

function endWalk(game) {
  game.walk = null;
  game.view.stop = null;
  game.view.marks();
}

const KEYS = {
  w: game => { openWhy(game, game.view.tray, true, Object.keys(game.reasons?.blocked || {})[0]); if (!game.reasons) tellReason(game, game.view.tray, ''); },
  p: game => (game.cast.human ? say(`${t('you')}. ${pawnsText(game, game.cast.human)}.`) : otherPawns(game)),
  o: otherPawns, l: lastEvent, j: game => game.view.journal.root.focus(), x: game => walkTrack(game, 0),
  h: game => showRules(game, document.activeElement),
};

function walking(game, event) {
  if (game.walk === null || game.walk === undefined) return false;
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (by) walkTrack(game, by);
  else if (event.key === 'Escape') endWalk(game);
  return by !== undefined || event.key === 'Escape';
}

// Space and Enter away from any button do what the die or the tray offers.
function act(game) {
  game.view.byKey = true;
  if (game.phase === 'roll') return pressRoll(game);
  return game.view.tray.moves.querySelector('.first')?.click();
}

function closeWhy(game) {
  const { tray } = game.view;
  (tray.moves.querySelector('.first') || tray.button).focus({ preventScroll: true });
  openWhy(game, tray, false);
}

export function pressKey(game, event) {
  if (!store.settings.keys || event.ctrlKey || event.altKey || event.metaKey || event.target.closest('select, input, textarea, dialog')) return;
  const key = event.key.toLowerCase(), button = event.target.closest('button');
  if (walking(game, event)) event.preventDefault();
  else if (key === 'escape' && !game.view.tray.list.hidden) closeWhy(game);
  else if (/^[1-4]$/.test(key)) choosePawn(game, Number(key));
  else if (KEYS[key]) { event.preventDefault(); KEYS[key](game); }
  else if ((key === ' ' || key === 'enter') && !button) { event.preventDefault(); act(game); }
  else if (/^arrow(left|right)$/.test(key) && game.phase === 'move') game.view.tray.moves.querySelector('.first')?.focus({ preventScroll: true });
}
