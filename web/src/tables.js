// What is known of tables on line before one is entered: the open ones, and the one at which this device sits.

import { read, write } from './store.js';

async function ask(path) {
  if (!navigator.onLine) return null;
  try {
    return await fetch(`/api/tables${path}`);
  } catch {
    return null;
  }
}

// Public tables with a free seat; none where there is no server to ask.
export async function openTables() {
  const answer = await ask('');
  return answer?.ok ? (await answer.json()).tables : [];
}

// Is it sure that nobody plays at this table any more?
export async function isGone(code) {
  const answer = await ask(`/${code}`);
  if (!answer) return false;
  return answer.status === 404 || (answer.ok && (await answer.json()).status === 'over');
}

// The game of a table's rules, `ludo pawns=2`, if it is on the shelf.
export function gameOf(app, rules) {
  const [name] = rules.split(' ');
  return app.rules.rule_sets[name] ? name : null;
}

// table: { code, rules, seats, names }, names being those of the others
export const keepTable = table => write('dada.table', JSON.stringify(table));
export const forgetTable = () => write('dada.table', null);
export function keptTable() {
  const table = read('dada.table');
  return table && typeof table.code === 'string' && typeof table.rules === 'string' && Array.isArray(table.names) ? table : null;
}
