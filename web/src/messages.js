// The messages between the page and the server. Made by tools/messages from proto/msg.def: change the rows there.

// What the server says: the members that may be missing, and what they are then.
const heard = {
  __proto__: null,
  settings: { open: false, rated: false, choose: false, fixed: false },
  sat: { robot: false },
  stood: {},
  renamed: {},
  computer: {},
  hosted: {},
  started: {},
  line: { left: -1, why: '' },
  standin: {},
  returned: {},
  paused: { left: -1 },
  resumed: { left: -1 },
  ready: {},
  over: {},
  closed: {},
  table: { host: false, open: false, rated: false, choose: false, fixed: false, paused: false, places: '' },
  lines: {},
  choices: {},
  done: {},
  refused: {},
  there: { online: false, bot: -1 },
  watching: {},
  asked: {},
  said: {},
  beating: {},
  waiting: {},
  paired: {},
  trouble: {},
};

// What the page says. A member is a flag (true), a text of so many bytes, or a number within [least, most];
// one whose name ends in ? may be missing.
const own = { id: [1, 2147483647], v: [0, 2147483647] };
const said = {
  hello: { device: 64, 'table?': 8, 'game?': [0, 1000000], 'since?': [0, 2147483647], 'moves?': true },
  wait: { 'rules?': 40, 'seats?': [2, 8], 'name?': 64 },
  make: { device: 64, 'name?': 64, rules: 512, seats: [2, 8], 'clock?': [0, 600], 'open?': true, 'choose?': true, 'fixed?': true },
  beat: { 'n?': [0, 2147483647] },
  sit: { ...own, 'seat?': [-1, 7], name: 64, 'robot?': true },
  stand: { ...own },
  rename: { ...own, name: 64 },
  set: { ...own, rules: 512, seats: [2, 8], clock: [0, 600], 'choose?': true, 'fixed?': true },
  bot: { ...own, seat: [0, 7], level: 16 },
  free: { ...own, seat: [0, 7] },
  start: { ...own },
  roll: { ...own },
  move: { ...own, move: 160 },
  back: { ...own },
  hand: { ...own, seat: [0, 7] },
  pause: { ...own },
  resume: { ...own },
  resign: { ...own },
  again: { ...own },
  say: { ...own, phrase: [0, 31] },
};

// The message in a text, with what was left out; null if it is none of the server's.
export function read(text) {
  try {
    const message = JSON.parse(text), missing = heard[message.m];
    return missing ? { ...missing, ...message } : null;
  } catch {
    return null;
  }
}

const fits = (value, bound) => bound === true ? typeof value === 'boolean'
  : bound.length ? Number.isInteger(value) && value >= bound[0] && value <= bound[1]
  : typeof value === 'string' && new TextEncoder().encode(value).length <= bound;

function written(m, bounds, values) {
  for (const name of Object.keys(values))
    if (!bounds[name] && !bounds[name + '?']) throw new TypeError(`${m} has no ${name}`);
  for (const [key, bound] of Object.entries(bounds)) {
    const name = key.replace('?', ''), value = values[name];
    if (value === undefined ? key === name : !fits(value, bound)) throw new TypeError(`${m}: ${name} can't be ${value}`);
  }
  return JSON.stringify({ m, ...values });
}

// A writer a message: write.say({ id: 7, v: 41, phrase: 3 }) is its text. Throws where a member is wrong.
export const write = {};
for (const [m, bounds] of Object.entries(said)) write[m] = (values = {}) => written(m, bounds, values);
