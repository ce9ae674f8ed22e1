// Every timer and every animation of the page, so that one call can end them all.
// finish() lets whatever waits or moves arrive at once; kill() also forgets who was waiting.
// Two speeds: `pause` (how long a step may be read) and `move` (0 where motion is unwanted or the device is slow).

import { store } from './store.js';

const PACE = { normal: 1, rapide: .4, aucune: 0 };
const waiting = new Set(), running = new Set();
const reduced = matchMedia('(prefers-reduced-motion: reduce)');
const BUSY_MAX = 40;
let slowMoves = 0, rested = 0;

export const DIE = 450, CELL = 110, MOVE_MAX = 800, PAUSE = 500, READ = 1500, FLY = 320;

export const pausePace = () => PACE[store.settings.pace];
export function movePace() {
  const { motion } = store.settings;
  if (motion === 'reduit' || (motion === 'system' && reduced.matches)) return 0;
  return document.documentElement.classList.contains('anim-off') ? 0 : pausePace();
}

// Resolves true after ms, or earlier by finish(); never after kill(). No wait at all needs no timer, and so nothing is
// drawn between two steps that nobody could read; but the page stays open to input.
export function wait(ms) {
  if (ms <= 0 && performance.now() - rested < BUSY_MAX) return Promise.resolve(true);
  return new Promise(resolve => {
    const one = { arrive: () => { clearTimeout(one.timer); waiting.delete(one); rested = performance.now(); resolve(true); } };
    one.timer = setTimeout(one.arrive, ms);
    one.drop = () => { clearTimeout(one.timer); waiting.delete(one); };
    waiting.add(one);
  });
}

export function every(ms, step) {
  const one = { timer: setInterval(step, ms) };
  one.arrive = one.drop = () => { clearInterval(one.timer); waiting.delete(one); };
  waiting.add(one);
  return one.drop;
}

// Frames that take over 50 ms in two moves running: this device plays without animation from then on.
function watchFrames(animation) {
  const gaps = [];
  let last = performance.now();
  const frame = now => {
    gaps.push(now - last);
    last = now;
    if (animation.playState === 'running') return requestAnimationFrame(frame);
    if (gaps.length < 2) return undefined;
    gaps.sort((a, b) => a - b);
    slowMoves = gaps[gaps.length >> 1] > 50 ? slowMoves + 1 : 0;
    if (slowMoves >= 2) document.documentElement.classList.add('anim-off');
    return undefined;
  };
  requestAnimationFrame(frame);
}

export function animate(element, frames, ms, easing = 'cubic-bezier(.3,.1,.2,1)') {
  if (ms <= 0) return Promise.resolve(true);
  const animation = element.animate(frames, { duration: ms, easing });
  if (ms > 150) watchFrames(animation);
  running.add(animation);
  return new Promise(resolve => {
    const end = () => { running.delete(animation); resolve(true); };
    animation.onfinish = end;
    animation.oncancel = end;
  });
}

export function finish() {
  [...running].forEach(animation => animation.finish());
  [...waiting].forEach(one => one.arrive());
}

export function kill() {
  [...waiting].forEach(one => one.drop());
  [...running].forEach(animation => { animation.oncancel = animation.onfinish = null; animation.cancel(); });
  running.clear();
}

export function applyMotion() {
  const root = document.documentElement, { motion, pace, theme } = store.settings;
  root.dataset.motion = motion === 'system' ? '' : motion;
  root.dataset.pace = pace;
  if (theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = theme;
}
