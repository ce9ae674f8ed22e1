// Who this device is: a secret that owns its seats, made once and kept here; and the name that it proposes.

import { t } from './lang.js';
import { read, set, store, write } from './store.js';

const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_', LENGTH = 24;

const make = () => Array.from(crypto.getRandomValues(new Uint8Array(LENGTH)), byte => SIGNS[byte % SIGNS.length]).join('');

let secret = null;
export function deviceSecret() {
  const kept = secret ?? read('dada.device');
  secret = typeof kept === 'string' && /^[\w-]{22,64}$/.test(kept) ? kept : make();
  write('dada.device', JSON.stringify(secret));
  return secret;
}

// Who this device is for others: what they see never tells the secret, which goes in a field, not in an address.
let player = null;
export async function playerHere() {
  if (player?.of === deviceSecret()) return player.id;
  const answer = await fetch('/api/player', { headers: { 'Dada-Device': deviceSecret() } });
  if (!answer.ok) throw new Error(`player: ${answer.status}`);
  player = { of: deviceSecret(), id: (await answer.json()).player };
  return player.id;
}

// One of the language's animals, until somebody chooses a name; `taken` ones are left out.
export function proposedName(taken = []) {
  if (store.settings.name && !taken.includes(store.settings.name)) return store.settings.name;
  const all = t('names').split(', '), left = all.filter(name => !taken.includes(name)), list = left.length ? left : all;
  return list[crypto.getRandomValues(new Uint32Array(1))[0] % list.length];
}

export const keepName = name => set('name', name);
