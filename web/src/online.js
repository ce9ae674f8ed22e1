// All that only a table on line needs, joined into a script of its own. main.js fetches it.

import './common.js';
import { t } from './lang.js';
import { openSession } from './session.js';
import { openWait } from './waiting.js';
import { openRanking } from './ranking.js';
import { deviceSecret, proposedName } from './device.js';
import { rulesOf } from './lobby.js';

const OPEN_CLOCK = 30; // s a turn at a public table, until its host changes that

export function join(app, code) {
  app.session = openSession(app, code);
}

// A table of one's own. Private, without a clock: the link invites the others; or public, whoever comes: with one.
export async function make(app, settings) {
  const body = { device: deviceSecret(), name: proposedName(), clock: 0, open: false, choose: false, fixed: false, ...settings };
  try {
    const answer = await fetch('/api/tables', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }), made = await answer.json();
    if (!answer.ok) throw new Error(made.error.message);
    await app.join(made.table);
  } catch (error) {
    console.error(error);
    app.notice(t('error.create'));
  }
}

export const invite = (app, game, seats) => make(app, { rules: rulesOf(game, seats), seats });
export const open = (app, game, seats) => make(app, { rules: rulesOf(game, seats), seats, clock: OPEN_CLOCK, open: true });

export function ranking(app, asked) {
  app.session = openRanking(app, asked);
}

// Whoever wants the same game now.
export function wait(app, game, seats) {
  app.session = openWait(app, game, seats);
}
