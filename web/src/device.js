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

// The same as a phrase to be kept or sent: `dada:`, groups of four, and two signs more that find a slip.
function signsOf(text) {
  const sum = [...text].reduce((all, sign, k) => (all * 31 + SIGNS.indexOf(sign) + k) % 4096, 7);
  return SIGNS[sum >> 6] + SIGNS[sum & 63];
}
export const phraseOf = text => `dada:${(text + signsOf(text)).replace(/.{4}(?=.)/g, '$& ')}`;
// Null for what is no such phrase.
export function secretOf(phrase) {
  const [, all] = /^dada:([\w-]{24,66})$/.exec(phrase.replace(/\s/g, '')) || [], text = all?.slice(0, -2);
  return text && signsOf(text) === all.slice(-2) ? text : null;
}
export function replaceDevice(text) {
  secret = text;
  write('dada.device', JSON.stringify(text));
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
