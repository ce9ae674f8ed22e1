// The page's voice for those who listen. Two regions stand in index.html from the start: #polite (what happens)
// and #alert (only: it is your turn). One message a finished step; steps that follow within 400 ms share one.

import { wait } from './motion.js';

const GAP = 400, LONGEST = 140;
let queue = [], last = -GAP, busy = false;

// The same sentence twice is read only once: a no-break space at its end makes it another.
function put(id, text) {
  const region = document.getElementById(id);
  region.textContent = region.textContent === text ? text + '\u00a0' : text;
}

function next() {
  let text = queue.shift();
  while (queue.length && text.length + queue[0].length < LONGEST) text += ' ' + queue.shift();
  return text.slice(0, LONGEST);
}

async function flush() {
  if (busy) return;
  busy = true;
  while (queue.length) {
    const rest = GAP - (performance.now() - last);
    if (rest > 0) await wait(rest);
    if (!queue.length) break;
    put('polite', next());
    last = performance.now();
  }
  busy = false;
}

export function say(text) {
  queue.push(text);
  if (queue.length > 8) queue = queue.slice(-8);
  flush();
}

export const alertTurn = text => put('alert', text);

export function hush() {
  queue = [];
  busy = false;
  put('polite', '');
  put('alert', '');
}
