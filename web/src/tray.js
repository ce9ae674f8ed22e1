// The tray: whose turn it is, the dice, one button a legal move, and why the other pawns cannot. Where there is nothing
// to choose, the moves' room shows where one's own pawns are.
// The dice are the roll button, the same element all game; where it cannot be pressed it says so (aria-disabled).

import { t } from './lang.js';
import { fill, h } from './dom.js';
import { icon, token } from './marks.js';
import { firstWords, makePieces, rollWords, showPieces, smallDice, thrownWords } from './throws.js';
import { DIE, animate, every, movePace, wait } from './motion.js';
import { isHome } from './geometry.js';
import { blockedCell, colourName, isPartner, moveWords, placeWords, reasonNodes, reasonText, seatName } from './words.js';
import { countMoves, later, pressMove, pressRoll, sceneOf, yours } from './play.js';
import { strip } from './loupe.js';
import { hasRule, showRules } from './rules.js';
import { say } from './say.js';
import { store } from './store.js';

function rollButton(game) {
  const pieces = makePieces(game.dice), word = h('span.roll-word', null, t('roll')), value = h('span.vh', { 'data-testid': 'die-value' }), worth = h('b.worth', { 'aria-hidden': 'true' });
  const press = event => {
    game.view.byKey = event.detail === 0;
    pressRoll(game);
  }, inside = [word, value, worth, h(`i.dice-${game.dice}`, null, pieces)];
  const button = game.cast.human ? h('button.roll', { type: 'button', 'data-testid': 'roll', onclick: press }, inside) : h('div.roll', { tabindex: '-1' }, inside); // (who watches has nothing to press)
  return { button, pieces, word, value, worth };
}

export function makeTray(game) {
  const roll = rollButton(game), who = h('span.who'), what = h('span.what');
  const moves = h('div.moves', { role: 'group', 'aria-label': t('tray.moves') }), loupe = h('div.loupe'), mine = h('ul.mine', { 'aria-hidden': 'true' }); // the board's table says it, too
  const list = h('ul', { hidden: true, id: 'reasons' });
  const ask = h('button.link', { type: 'button', 'aria-expanded': 'false', 'aria-controls': 'reasons', 'data-testid': 'why' }, h('span'), icon('down'));
  const why = h('div.why', null, ask, list);
  const root = h('section.tray', { 'aria-label': t('tray.title'), 'data-testid': 'tray' },
    h('div.now', null, h('p', { id: 'turn' }, who, ' ', what), roll.button), loupe, moves, mine, game.online?.call, why);
  const tray = { root, ...roll, who, what, moves, mine, loupe, why, list, ask, shown: null, chosen: 0 };
  ask.addEventListener('click', () => openWhy(game, tray, list.hidden));
  moves.addEventListener('keydown', event => rove(tray, event));
  return tray;
}

// --- the turn in words ----------------------------------------------------------------------------------------

function otherTurn({ online, cast, state, app, level }) {
  if (online) return online.turnNote(state.turn);
  return t(isPartner(cast, state.turn) ? 'turn.partner' : 'turn.computer', { level: t(`level.${app.levels[level].name}`) });
}

function turnWords(game) {
  const { state, cast, phase } = game, name = colourName(cast, state.turn);
  if (!yours(game)) return [t('turn.other', { name: seatName(cast, state.turn) }), game.note || otherTurn(game)];
  if (game.online?.halted()) return [t('turn.yours', { name }), game.online.turnNote(state.turn)];
  const told = { n: rollWords(state.roll), m: countMoves(game) };
  if (state.node === 'bonus') return [t('turn.count', { n: (state.owed || [])[0] }), t('say.moves', { n: told.m })];
  if (phase === 'move') return [t('turn.yours', { name }), state.node === 'enter' ? t('turn.choose') : t(later(game) ? 'turn.left' : 'turn.rolled', told)];
  return [t('turn.yours', { name }), game.note || firstWords(game.dice)];
}

export function updateTray(game, tray) {
  const [who, what] = turnWords(game), ready = game.phase === 'roll', { cast, state } = game;
  tray.root.className = `tray s${cast.colours[state.turn] + 1}`;
  tray.who.textContent = who;
  tray.what.textContent = what;
  tray.button.classList.toggle('ready', ready);
  if (cast.human) tray.button.setAttribute('aria-disabled', String(!ready));
  tray.word.classList.toggle('vh', !ready);
  if (!tray.rolling) showThrow(game, tray, ready ? null : game.thrown, state.node === 'move' && later(game) ? state.roll : null);
  drawMoves(game, tray);
  drawMine(game, tray);
  drawWhy(game, tray);
  game.online?.turned(yours(game), yours(game) && ['roll', 'move'].includes(game.phase));
  document.title = `${store.settings.title ? `${who} — ` : ''}${t(`game.${game.game}`)} — Dada`;
}

// What lies on the table, and what it counts where that cannot be seen at once.
function showThrow(game, tray, thrown, left) {
  showPieces(game.dice, tray.pieces, thrown, left);
  tray.value.textContent = thrown ? thrownWords(game.dice, thrown) : '';
  tray.worth.textContent = thrown && game.dice === 'cowries6' ? rollWords(thrown.roll) : '';
}

const SPIN = [200, 160, 230, 190, 210, 170];

// The dice roll; what they show is told only when they lie still.
export async function tumble(game, tray, thrown) {
  const ms = DIE * movePace();
  tray.rolling = true;
  tray.value.textContent = tray.worth.textContent = '';
  tray.button.classList.remove('ready');
  if (game.cast.human) tray.button.setAttribute('aria-disabled', 'true');
  tray.word.classList.add('vh');
  if (ms > 0) {
    let outcome = thrown.outcome;
    const stop = every(70, () => showPieces(game.dice, tray.pieces, { outcome: outcome = outcome * 5 % game.engine.outcomes() + 1 }));
    tray.pieces.forEach((piece, k) => animate(piece, [{ transform: 'rotate(0deg) scale(1)' }, { transform: `rotate(${SPIN[k]}deg) scale(.86)`, offset: .5 }, { transform: 'rotate(360deg) scale(1)' }], ms));
    await wait(ms);
    stop();
  }
  tray.rolling = false;
  showThrow(game, tray, thrown);
}

// --- moves ----------------------------------------------------------------------------------------------------

function moveButton(game, scene, move, index) {
  const words = moveWords(scene, move), seat = move.pawn?.[0], number = [move.pawn, move.other].filter(Boolean).map(id => Number(id.slice(1)) + 1).join('+');
  const button = h(seat ? 'button.move' : 'button.move.pass', { type: 'button', 'aria-label': words.label, tabindex: index ? '-1' : '0', 'data-testid': 'move', 'data-move': move.move, 'data-pawn': move.pawn,
    'data-pawns': move.pawns.join(' '), onclick: () => pressMove(game, index) },
  seat ? token(game.look.pawn, game.cast.colours[seat], number) : icon('pass'),
  h('span.to', null, seat && h('b', null, words.title), h('span.path', null, move.dice ? [smallDice(move.dice), ' '] : null, words.path)),
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
    if (!tray.moves.children[index].classList.contains('offered')) button.classList.remove('offered');
    button.tabIndex = i === index ? 0 : -1;
  });
  drawLoupe(game, tray);
  game.view.marks();
}

// A pawn that may move in more than one way: all of its moves stand out, the first has the focus.
export function offerAll(buttons) {
  buttons[0].focus({ preventScroll: true });
  if (buttons.length > 1) buttons.forEach(button => button.classList.add('offered'));
}

function drawMoves(game, tray) {
  const moves = game.phase === 'move' ? game.choices : [];
  if (tray.shown === moves || (!moves.length && !tray.moves.children.length)) return drawLoupe(game, tray);
  const inside = tray.moves.contains(document.activeElement), scene = sceneOf(game);
  if (inside) tray.button.focus({ preventScroll: true });
  tray.shown = moves.length ? moves : null;
  tray.chosen = 0;
  fill(tray.moves, moves.map((move, i) => moveButton(game, scene, move, i)));
  tray.moves.classList.toggle('many', moves.length > 2);
  tray.moves.classList.toggle('crammed', game.dice === '2d6' && moves.length > 4);
  if (!moves.length) return drawLoupe(game, tray);
  if (game.view.byKey && moves.length > 1 && document.activeElement === tray.button) tray.moves.firstChild.focus({ preventScroll: true });
  return chooseMove(game, tray, tray.chosen);
}

function drawMine(game, tray) {
  const { human, colours } = game.cast, places = game.state.pawns[human] || [], now = places.join();
  tray.mine.hidden = tray.moves.firstChild !== null || Boolean(game.online?.call.firstChild);
  if (tray.told === now) return;
  tray.told = now;
  fill(tray.mine, places.map((p, k) => h('li', null, token(game.look.pawn, colours[human], k + 1), h('span', null, placeWords(sceneOf(game), human, p)))));
}

function drawLoupe(game, tray) {
  const move = game.phase === 'move' && game.view.small() ? game.choices[tray.chosen] : null;
  tray.root.classList.toggle('has-loupe', game.view.small());
  if (!move?.pawn) return tray.loupe.replaceChildren();
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
  const place = pawn && game.state.pawns[pawn[0]][Number(pawn.slice(1))], home = game.phase === 'move' && pawn && isHome(game.layout, pawn[0], place);
  const text = home ? t('W10') : yours(game) ? t('W17') : t('W16', { who: seatName(game.cast, game.state.turn) });
  tray.what.textContent = text;
  return say(text);
}
