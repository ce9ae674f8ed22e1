// All that only a table on line needs, joined into a script of its own. main.js fetches it.

import './common.js';
import { t } from './lang.js';
import { openSession } from './session.js';
import { openWait } from './waiting.js';
import { deviceSecret, proposedName } from './device.js';
import { rulesOf } from './lobby.js';

export function join(app, code) {
  app.session = openSession(app, code);
}

// A private table of one's own, without a clock; the link invites the others.
export async function invite(app, game, seats) {
  const body = { device: deviceSecret(), name: proposedName(), rules: rulesOf(game, seats), seats, clock: 0, open: false, choose: false, fixed: false };
  try {
    const answer = await fetch('/api/tables', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }), made = await answer.json();
    if (!answer.ok) throw new Error(made.error.message);
    await app.join(made.table);
  } catch (error) {
    console.error(error);
    app.notice(t('error.create'));
  }
}

// Whoever wants the same game now.
export function wait(app, game, seats) {
  app.session = openWait(app, game, seats);
}
