// It is your turn: a short tone, made here, and a touch of the motor; two tones more when time runs out. Only at a table on line, where
// one waits for people, and only for what is one's own. Each can be switched off in the menu, as can the turn in the window's title.

import { store } from './store.js';

const TURN = [[523, 0], [784, .11]], HURRY = [[392, 0]]; // [Hz, s after the first]
const LENGTH = .22, LOUD = .16;

let context = null;

// Browsers let a page sound once it has been touched: the sound is made ready then, for a later turn in a hidden window.
export function readySound() {
  if (!store.settings.sound || context || !('AudioContext' in window)) return;
  context = new AudioContext();
}

function play(tones) {
  if (!store.settings.sound || !context) return;
  context.resume();
  for (const [pitch, after] of tones) {
    const tone = context.createOscillator(), volume = context.createGain(), from = context.currentTime + after;
    tone.type = 'triangle';
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0, from);
    volume.gain.linearRampToValueAtTime(LOUD, from + .012);
    volume.gain.exponentialRampToValueAtTime(.001, from + LENGTH);
    tone.connect(volume).connect(context.destination);
    tone.start(from);
    tone.stop(from + LENGTH);
  }
}

// (refused, with a word on the console, before the page has been touched)
const buzz = pattern => { if (store.settings.buzz && navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.(pattern); };

export function nudgeTurn() {
  play(TURN);
  buzz(120);
}

export function nudgeTime() {
  play(HURRY);
  buzz([60, 60, 60]);
}
