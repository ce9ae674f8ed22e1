// What is known of a table on line: a copy of the server's table, kept up to date by its messages (proto/msg.def).
//
//   table  { table, v, you, player, host, status, game, rules, seats, clock, open, rated, choose, fixed, paused, watching, people }
//          as in the message `table` (`seats` is what the settings say; who plays is in `people`); people[k] also has `bots`, the moment at which a computer takes over (null: unknown, or
//          only when somebody asks); `left` and `since`: what is on the clock, and the moment from which that counts
//          n_lines: lines of this game's record that have come; places: of a game that is over

const now = () => performance.now();
const person = (table, seat) => table.people[seat] || (table.people[seat] = {});
const setClock = (table, left) => { table.left = left; table.since = now(); };
const placesOf = text => (text ? text.split(' ').map(Number) : []); // `2 1 3 3`, by seat

// Free seats are gone and those taken are numbered anew.
function start(table, { game }) {
  const taken = table.people.map((one, seat) => ({ one, seat })).filter(({ one }) => one), own = taken.findIndex(({ seat }) => seat === table.you);
  Object.assign(table, { game, status: 'playing', paused: false, you: own, people: taken.map(({ one }) => ({ ...one, ready: false, standin: '' })), n_lines: 0, places: [] });
  setClock(table, -1);
}

const CHANGES = {
  settings: (table, { host, rules, seats, clock, open, rated, choose, fixed }) => {
    const taken = table.people.reduce((most, one, seat) => (one ? seat + 1 : most), 0);
    Object.assign(table, { rules, seats, clock, open, rated, choose, fixed, host: host === table.player, status: 'open' });
    table.people = Array.from({ length: Math.max(seats, taken) }, (_, seat) => table.people[seat] || null);
    table.people.forEach(one => { if (one) one.host = one.player === host; });
  },
  sat: (table, { seat, player, name, robot }) => {
    table.people[seat] = { name, player, robot, host: table.people[seat]?.host || false, online: true, bot: '', standin: '', ready: false };
    if (player === table.player) table.you = seat;
  },
  stood: (table, { seat }) => {
    table.people[seat] = null;
    if (table.you === seat) table.you = -1;
  },
  renamed: (table, { seat, name }) => { person(table, seat).name = name; },
  computer: (table, { seat, level }) => {
    table.people[seat] = { name: '', player: '', host: false, online: true, robot: false, bot: level, standin: '', ready: false };
    if (table.you === seat) table.you = -1;
  },
  hosted: (table, { host }) => {
    table.host = host === table.player;
    table.people.forEach(one => { if (one) one.host = one.player === host; });
  },
  started: start,
  line: (table, { left }) => { table.n_lines++; setClock(table, left); },
  standin: (table, { seat, why }) => Object.assign(person(table, seat), { standin: why, bots: null }),
  returned: (table, { seat }) => Object.assign(person(table, seat), { standin: '', online: true, bots: null }),
  paused: (table, { left }) => { table.paused = true; table.asks = null; setClock(table, left); },
  resumed: (table, { left }) => { table.paused = false; setClock(table, left); },
  ready: (table, { seat }) => { person(table, seat).ready = true; },
  // Whoever has left is gone now; for the others nobody stands in any longer.
  over: (table, { how, places }) => {
    Object.assign(table, { status: 'over', how, places: placesOf(places), paused: false });
    if (table.people[table.you]?.standin === 'left') table.you = -1;
    table.people = table.people.map(one => (one && one.standin !== 'left' ? { ...one, standin: '', ready: false } : null));
    setClock(table, -1);
  },
  closed: table => { table.status = 'closed'; },

  table: (table, message) => {
    const same = table.game === message.game;
    Object.assign(table, message, { n_lines: same ? table.n_lines || 0 : 0, places: placesOf(message.places), asks: null });
    table.people = Array.from({ length: message.people.length }, (_, seat) => {
      const one = message.people[seat];
      return one && { name: '', player: '', host: false, robot: false, bot: '', standin: '', ready: false, ...one, bots: null };
    });
    setClock(table, message.left);
  },
  there: (table, { seat, online, bot }) => Object.assign(person(table, seat), { online, bots: !online && bot >= 0 ? now() + bot : null }),
  watching: (table, { n }) => { table.watching = n; },
  asked: (table, { seat, what }) => { table.asks = { seat, what }; },
};

// Takes a message in; false where it says nothing about the table.
export function apply(table, message) {
  const change = CHANGES[message.m];
  if (!change) return false;
  change(table, message);
  if (Number.isInteger(message.v)) table.v = Math.max(message.v, message.m === 'table' ? 0 : table.v || 0);
  return true;
}

// Milliseconds on the clock of the one who is to decide, or null where no clock runs.
export function leftNow(table) {
  if (table.status !== 'playing' || !(table.left >= 0)) return null;
  return Math.max(0, table.left - (table.paused ? 0 : now() - table.since));
}

// The people who sit, computers left out.
export const peopleOf = table => table.people.filter(one => one && !one.bot);
