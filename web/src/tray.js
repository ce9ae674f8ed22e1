// The tray: whose turn it is, the die, one button a legal move, and why the other pawns cannot. Where there is nothing
// to choose, the moves' room shows where one's own pawns are.
// The die is the roll button, the same element all game; where it cannot be pressed it says so (aria-disabled).

import { t } from './lang.js';
import { fill, h, svg } from './dom.js';
import { dieText, icon, pips, token } from './marks.js';
import { DIE, animate, every, movePace, wait } from './motion.js';
import { blockedCell, moveWords, placeWords, reasonNodes, reasonText, seatName } from './words.js';
import { pressMove, pressRoll, sceneOf, yours } from './play.js';
import { strip } from './loupe.js';
import { hasRule, showRules } from './rules.js';
import { say } from './say.js';

const face = (tray, value) => { tray.pips.innerHTML = pips(value); };

function rollButton(game) {
  const die = svg(dieText(0)), word = h('span.roll-word', null, t('roll')), value = h('span.vh', { 'data-testid': 'die-value' });
  const button = h('button.roll', { type: 'button', 'data-testid': 'roll', onclick: event => {
    game.view.byKey = event.detail === 0;
    pressRoll(game);
  } }, word, value, h('i', null, die));
  return { button, die, pips: die.querySelector('.pips'), word, value };
}

export function makeTray(game) {
  const roll = rollButton(game), who = h('span.who'), what = h('span.what');
  const moves = h('div.moves', { role: 'group', 'aria-label': t('tray.moves') }), loupe = h('div.loupe'), mine = h('ul.mine', { 'aria-hidden': 'true' }); // the board's table says it, too
  const list = h('ul', { hidden: true, id: 'reasons' });
  const ask = h('button.link', { type: 'button', 'aria-expanded': 'false', 'aria-controls': 'reasons', 'data-testid': 'why' }, h('span'), icon('down'));
  const why = h('div.why', null, ask, list);
  const root = h('section.tray', { 'aria-label': t('tray.title'), 'data-testid': 'tray' },
    h('div.now', null, h('p', { id: 'turn' }, who, ' ', what), roll.button), loupe, moves, mine, why);
  const tray = { root, ...roll, who, what, moves, mine, loupe, why, list, ask, shown: null, chosen: 0 };
  ask.addEventListener('click', () => openWhy(game, tray, list.hidden));
  moves.addEventListener('keydown', event => rove(tray, event));
  return tray;
}

// --- the turn in words ----------------------------------------------------------------------------------------

function turnWords(game) {
  const { state, cast, phase } = game, name = seatName(cast, state.turn);
  if (!yours(game)) return [t('turn.other', { name }), game.note || t('turn.computer', { level: t(`level.${game.app.levels[game.level].name}`) })];
  if (state.node === 'bonus') return [t('turn.count', { n: (state.owed || [])[0] }), t('say.moves', { n: state.moves.length })];
  if (phase === 'move') return [t('turn.yours', { name }), state.roll ? t('turn.rolled', { n: state.roll, m: state.moves.length }) : t('turn.choose')];
  return [t('turn.yours', { name }), game.note || t('turn.first')];
}

export function updateTray(game, tray) {
  const [who, what] = turnWords(game), ready = game.phase === 'roll', { cast, state } = game;
  tray.root.className = `tray s${cast.colours[state.turn] + 1}`;
  tray.who.textContent = who;
  tray.what.textContent = what;
  tray.button.classList.toggle('ready', ready);
  tray.button.setAttribute('aria-disabled', String(!ready));
  tray.word.classList.toggle('vh', !ready);
  if (!tray.rolling) {
    face(tray, ready ? 0 : game.face);
    tray.value.textContent = ready || !game.face ? '' : t('die', { n: game.face });
  }
  drawMoves(game, tray);
  drawMine(game, tray);
  drawWhy(game, tray);
  document.title = `${who} — ${t(`game.${game.game}`)} — Dada`;
}

// The die rolls; what it shows is told only when it lies still.
export async function tumble(game, tray, value) {
  const ms = DIE * movePace();
  tray.rolling = true;
  tray.value.textContent = '';
  tray.button.classList.remove('ready');
  tray.button.setAttribute('aria-disabled', 'true');
  tray.word.classList.add('vh');
  if (ms > 0) {
    let n = value;
    const stop = every(70, () => { n = n % 6 + 1; face(tray, n); });
    animate(tray.die, [{ transform: 'rotate(0deg) scale(1)' }, { transform: 'rotate(200deg) scale(.86)', offset: .5 }, { transform: 'rotate(360deg) scale(1)' }], ms);
    await wait(ms);
    stop();
  }
  tray.rolling = false;
  face(tray, value);
  tray.value.textContent = t('die', { n: value });
}

// --- moves ----------------------------------------------------------------------------------------------------

function moveButton(game, scene, move, index) {
  const words = moveWords(scene, move), seat = move.pawn[0];
  const button = h('button.move', { type: 'button', 'aria-label': words.label, tabindex: index ? '-1' : '0', 'data-testid': 'move', 'data-move': move.move, 'data-pawn': move.pawn,
    onclick: () => pressMove(game, index) },
  token(game.look.pawn, game.cast.colours[seat], Number(move.pawn.slice(1)) + 1),
  h('span.to', null, h('b', null, words.title), h('span.path', null, words.path)),
  h('span.fx', null, words.fx.slice(0, 2).map((effect, i) => h('span', null, i ? ' · ' : null, effect))));
  const choose = () => chooseMove(game, game.view.tray, index);
  button.addEventListener('focus', choose);
  button.addEventListener('pointerenter', choose);
  return button;
}

export function chooseMove(game, tray, index) {
  if (game.phase !== 'move') return;
  tray.chosen = index;
  [...tray.moves.children].forEach((button, i) => {
    button.classList.toggle('first', i === index);
    button.tabIndex = i === index ? 0 : -1;
  });
  drawLoupe(game, tray);
  game.view.marks();
}

function drawMoves(game, tray) {
  const moves = game.phase === 'move' ? game.state.moves : [];
  if (tray.shown === moves || (!moves.length && !tray.moves.children.length)) return drawLoupe(game, tray);
  const inside = tray.moves.contains(document.activeElement), scene = sceneOf(game);
  if (inside) tray.button.focus({ preventScroll: true });
  tray.shown = moves.length ? moves : null;
  tray.chosen = 0;
  fill(tray.moves, moves.map((move, i) => moveButton(game, scene, move, i)));
  tray.moves.classList.toggle('many', moves.length > 2);
  if (!moves.length) return drawLoupe(game, tray);
  if (game.view.byKey && moves.length > 1 && document.activeElement === tray.button) tray.moves.firstChild.focus({ preventScroll: true });
  return chooseMove(game, tray, tray.chosen);
}

function drawMine(game, tray) {
  const { human, colours } = game.cast, places = game.state.pawns[human], now = places.join();
  tray.mine.hidden = tray.moves.firstChild !== null;
  if (tray.told === now) return;
  tray.told = now;
  fill(tray.mine, places.map((p, k) => h('li', null, token(game.look.pawn, colours[human], k + 1), h('span', null, placeWords(sceneOf(game), human, p)))));
}

function drawLoupe(game, tray) {
  const move = game.phase === 'move' && game.view.small() ? game.state.moves[tray.chosen] : null;
  tray.root.classList.toggle('has-loupe', game.view.small());
  if (!move) return tray.loupe.replaceChildren();
  return fill(tray.loupe, strip(sceneOf(game), move.pawn[0], move.from, move.to));
}

function rove(tray, event) {
  const all = [...tray.moves.children], at = all.indexOf(document.activeElement);
  const to = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
  if (to === undefined || at < 0) return;
  event.preventDefault();
  event.stopPropagation();
  all[(to + all.length) % all.length].focus({ preventScroll: true });
}

// --- reasons --------------------------------------------------------------------------------------------------

const reasonScene = game => ({ ...sceneOf(game), pawns: game.reasons.pawns, owed: game.reasons.owed });

function reasonRow(game, tray, id, reason) {
  const scene = reasonScene(game), show = () => {
    game.view.stop = blockedCell(scene, id, reason);
    game.view.marks();
  };
  const told = h('button.reason', { type: 'button', 'data-testid': 'reason', 'data-pawn': id, 'data-code': reason.code, onclick: show, onfocus: show },
    h('span.vh', null, t('pawn', { k: Number(id.slice(1)) + 1 }), ' '), reasonNodes(scene, id, reason));
  const rule = hasRule(reason.code)
    ? h('button.link', { type: 'button', 'data-testid': 'rule', onclick: event => showRules(game, event.currentTarget, reason.code) }, t('tray.rule')) : null;
  return h('li', null, token(game.look.pawn, game.cast.colours[id[0]], Number(id.slice(1)) + 1), h('div', null, told, rule));
}

function drawWhy(game, tray) {
  const blocked = game.reasons ? Object.entries(game.reasons.blocked) : [];
  tray.why.classList.toggle('none', !blocked.length);
  tray.ask.firstChild.textContent = t(game.reasons?.none ? 'tray.whynone' : 'tray.why');
  if (tray.blocked === game.reasons) return;
  if (tray.list.contains(document.activeElement) || (!blocked.length && document.activeElement === tray.ask)) tray.button.focus({ preventScroll: true });
  tray.blocked = game.reasons;
  openWhy(game, tray, false);
}

export function openWhy(game, tray, open, pawn) {
  const blocked = game.reasons ? Object.entries(game.reasons.blocked) : [], show = open && blocked.length > 0;
  tray.list.hidden = !show;
  tray.ask.setAttribute('aria-expanded', String(show));
  fill(tray.list, show ? blocked.map(([id, reason]) => reasonRow(game, tray, id, reason)) : null);
  if (!show) {
    game.view.stop = null;
    return game.view.marks();
  }
  const row = pawn && tray.list.querySelector(`[data-pawn="${pawn}"]`);
  row?.focus();
  row?.closest('li').scrollIntoView({ block: 'nearest' });
  return undefined;
}

// The reason of one pawn, asked for by tap or key: unfolded, and said.
export function tellReason(game, tray, pawn, unfold = true) {
  const reason = game.reasons?.blocked[pawn];
  if (reason && (unfold || game.phase !== 'roll')) {
    if (unfold) openWhy(game, tray, true, pawn);
    return say(reasonText(reasonScene(game), pawn, reason));
  }
  const text = yours(game) ? t('W17') : t('W16', { who: seatName(game.cast, game.state.turn) });
  tray.what.textContent = text;
  return say(text);
}
