// All that only a table on line needs, joined into a script of its own. main.js fetches it.

import './common.js';
import { t } from './lang.js';
import { openSession } from './session.js';
import { openWait } from './waiting.js';
import { openIdentity } from './identity.js';
import { openRanking } from './ranking.js';
import { deviceSecret, proposedName } from './device.js';
import { rulesOf } from './lobby.js';
import { DEFAULT_SEATS } from './games.js';

const OPEN_CLOCK = 30; // s a turn at a public table, until its host changes that

export function join(app, code) {
  app.session = openSession(app, code);
}

// A table of one's own. Private, without a clock: the link invites the others; or public, whoever comes: with one.
// link: the settings come from an address, which may ask for what can't be
export async function make(app, settings, link = false) {
  const body = { device: deviceSecret(), name: proposedName(), clock: 0, open: false, choose: false, fixed: false, ...settings };
  try {
    const answer = await fetch('/api/tables', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }), made = await answer.json();
    if (!answer.ok) throw new Error(made.error.message);
    await app.join(made.table);
  } catch (error) {
    console.error(error);
    if (link) app.home();
    app.notice(t(link ? 'error.link' : 'error.create'));
  }
}

// /t/new?rules=ludo%20block%3Dnone&seats=4&clock=20: a table with these settings. What a large board asks for need not be said.
export function makeFrom(app, query) {
  const asked = Object.fromEntries(query), [game, ...changes] = (asked.rules || 'ludo').split(/\s+/), seats = Number(asked.seats) || DEFAULT_SEATS, names = changes.map(change => change.split('=')[0]);
  const usual = rulesOf(game, seats).split(' ').slice(1).filter(change => !names.includes(change.split('=')[0])), flag = name => asked[name] === 'true';
  return make(app, { rules: [game, ...usual, ...changes].join(' '), seats, clock: Number(asked.clock) || 0, open: flag('open'), choose: flag('choose'), fixed: flag('fixed') }, true);
}

export const invite = (app, game, seats) => make(app, { rules: rulesOf(game, seats), seats });
export const open = (app, game, seats) => make(app, { rules: rulesOf(game, seats), seats, clock: OPEN_CLOCK, open: true });

export const identity = openIdentity;

export function ranking(app, asked) {
  app.session = openRanking(app, asked);
}

// Whoever wants the same game now.
export function wait(app, game, seats) {
  app.session = openWait(app, game, seats);
}
