// What stays on this device: the settings and the game in progress. A device that keeps nothing still plays;
// the first refusal is told once, through onRefused.

const DEFAULTS = {
  lang: null, theme: 'system', pace: 'normal', motion: 'system', keys: true, auto: true, seats: {}, level: 1,
};
const CHOICES = {
  theme: ['system', 'light', 'dark'], pace: ['normal', 'rapide', 'aucune'], motion: ['system', 'reduit', 'complet'],
};

let refused = false;
export const store = { settings: { ...DEFAULTS }, onRefused: () => {} };

function write(key, text) {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    if (!refused) store.onRefused();
    refused = true;
  }
}

function read(key) {
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

export const loadGame = () => {
  const game = read('dada.game');
  return game && typeof game.record === 'string' && Array.isArray(game.log) ? game : null;
};
export const saveGame = game => write('dada.game', game && JSON.stringify(game));
