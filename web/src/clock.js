// The clock of a turn: a number and a bar, and a word at ten and at five seconds. Nothing blinks.

import { t } from './lang.js';
import { h } from './dom.js';
import { leftNow } from './remote.js';

const WARNINGS = [10, 5], TICK = 200;

// warn(text): said once for each warning of a decision of one's own
export function makeClock(session, warn) {
  const number = h('b'), bar = h('i'), root = h('div.clock', { hidden: true, role: 'timer', 'aria-label': t('clock'), 'data-testid': 'clock' }, number, h('span', null, bar));
  let told = [];
  const words = seconds => (seconds < 60 ? String(seconds) : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`);

  function tick() {
    const { table, game } = session, left = leftNow(table);
    root.hidden = !table.clock || table.status !== 'playing';
    root.classList.toggle('still', left === null); // (it keeps its room)
    if (root.hidden || left === null) return;
    const seconds = Math.ceil(left / 1000), own = session.mine();
    if (number.textContent !== words(seconds)) number.textContent = words(seconds);
    bar.style.transform = `scaleX(${Math.min(1, left / (table.clock * 1000)).toFixed(3)})`;
    root.classList.toggle('short', seconds <= WARNINGS[0]);
    if (!own || told.since !== table.since) told = Object.assign([], { since: table.since });
    const due = own && game && WARNINGS.filter(at => seconds <= at && table.clock > at && !told.includes(at)).pop();
    if (!due) return;
    told.push(...WARNINGS.filter(at => at >= due));
    warn(t('clock.left', { n: due }));
  }
  const timer = setInterval(tick, TICK);
  return { root, tick, end: () => clearInterval(timer) };
}
