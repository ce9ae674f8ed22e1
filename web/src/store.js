// What stays on this device: the settings and the game in progress. A device that keeps nothing still plays;
// the first refusal is told once, through onRefused.

const DEFAULTS = {
  lang: null, theme: 'system', pace: 'normal', motion: 'system', keys: true, auto: true, sound: true, buzz: true, title: true, seats: {}, level: 1, name: '',
};
const CHOICES = {
  theme: ['system', 'light', 'dark'], pace: ['normal', 'rapide', 'aucune'], motion: ['system', 'reduit', 'complet'],
};

let refused = false;
export const store = { settings: { ...DEFAULTS }, onRefused: () => {} };

export function write(key, text) {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    if (!refused) store.onRefused();
    refused = true;
  }
}

export function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
  }
}

export function loadSettings() {
  const kept = read('dada.settings') || {};
  for (const name of Object.keys(DEFAULTS)) {
    const value = kept[name], fits = typeof value === typeof DEFAULTS[name] || (name === 'lang' && typeof value === 'string');
    if (fits && (!CHOICES[name] || CHOICES[name].includes(value))) store.settings[name] = value;
  }
}

export function set(name, value) {
  store.settings[name] = value;
  write('dada.settings', JSON.stringify(store.settings));
}

// The game in progress: a head with the engine's record, and the log in chunks, of which only the last is written anew.
const CHUNK = 50;
const chunkName = n => `dada.log.${n}`;
const lastChunk = events => Math.floor((events - 1) / CHUNK);

export function loadGame() {
  const head = read('dada.game');
  if (!head || typeof head.record !== 'string' || !Number.isInteger(head.events)) return null;
  const log = [];
  for (let n = 0; n * CHUNK < head.events; n++) log.push(...(read(chunkName(n)) || []));
  return { ...head, log: log.slice(0, head.events) };
}

export function saveGame(head, log) {
  const last = lastChunk(log.length);
  if (last >= 0) write(chunkName(last), JSON.stringify(log.slice(last * CHUNK)));
  write('dada.game', JSON.stringify({ ...head, events: log.length }));
}

export function forgetGame() {
  const head = read('dada.game');
  for (let n = head ? lastChunk(head.events) : -1; n >= 0; n--) write(chunkName(n), null);
  write('dada.game', null);
}
