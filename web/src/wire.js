// The socket to the server, kept up: it says hello, tries again for ever when it is lost, finds out when it has gone silent,
// and sends what was not answered again.
//
//   openWire({ hello, heard, changed })   hello(): the members of the message that comes first
//                                         heard(message): everything that the server says but beats
//                                         changed(state): 'open', 'lost', or 'stopped' for good (see stop)
//                                         alone: no table, so that the hello has no answer
//   wire.command(name, fields, v)         a command, with a number of its own; a promise of the answer, `done` or `refused`
//   wire.tell(name, fields)               another message, if the socket is open
//   wire.now()                            tries at once, where it is waiting to

import { read, write } from './messages.js';

const FIRST_WAIT = 500, LONGEST_WAIT = 30000; // ms between attempts, doubled each time
const BEAT = 4000, IDLE_BEAT = 25000;         // ms between two beats that ask whether the server is there, while a game is in play; else
const ANSWER = 5000, SOON = 2000;             // ms for an answer, or the socket is lost (R33); the same for who has just come back

const address = () => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`;

export function openWire({ hello, heard, changed, alone = false }) {
  let socket = null, state = 'lost', wait = FIRST_WAIT, timer = 0, watch = 0, last = 0, asked = 0, due = 0, pace = IDLE_BEAT, beats = 0, number = 0, ready = false;
  const pending = new Map();

  const become = next => {
    if (state === next) return;
    state = next;
    changed(next);
  };

  // Numbers rise through all pages of this device, for a repeated one acts once.
  const nextNumber = () => (number = Math.max(number + 1, Math.floor((Date.now() - Date.UTC(2025, 0)) / 1000)));

  function send(text) {
    if (socket?.readyState === WebSocket.OPEN) socket.send(text);
  }

  function drop() {
    const old = socket;
    socket = null;
    ready = false;
    clearInterval(watch);
    if (!old) return;
    old.onopen = old.onmessage = old.onclose = old.onerror = null;
    old.close();
  }

  function lost() {
    drop();
    if (state === 'stopped') return;
    become('lost');
    clearTimeout(timer);
    timer = setTimeout(connect, wait * (.8 + Math.random() * .4));
    wait = Math.min(wait * 2, LONGEST_WAIT);
  }

  function ask(patience) {
    asked = Date.now();
    due = asked + patience;
    send(write.beat({ n: ++beats }));
  }
  function listen() {
    if (asked > last) return Date.now() > due ? lost() : undefined;
    return Date.now() - last >= pace || Date.now() - asked >= pace ? ask(ANSWER) : undefined;
  }

  // The hello is answered: what was asked before goes out again.
  function greeted() {
    ready = true;
    wait = FIRST_WAIT;
    become('open');
    for (const { text } of pending.values()) send(text);
  }

  function settle(message) {
    const command = pending.get(message.id);
    pending.delete(message.id);
    command?.answer(message);
  }

  function take({ data }) {
    const message = read(data);
    last = Date.now();
    if (!message) return;
    if (message.m === 'beating') return;
    if (!ready && message.m === 'table') greeted();
    heard(message);
    if (message.m === 'done' || message.m === 'refused') settle(message);
  }

  function connect() {
    clearTimeout(timer);
    drop();
    last = asked = Date.now();
    socket = new WebSocket(address());
    watch = setInterval(listen, 1000);
    socket.onopen = () => {
      send(write.hello(hello()));
      if (alone) greeted();
    };
    socket.onmessage = take;
    socket.onclose = socket.onerror = lost;
  }

  // The network or the person is back: not a moment is lost.
  function now() {
    if (state !== 'lost') return;
    if (socket && Date.now() - last < 2000) return; // (an attempt is on its way)
    wait = FIRST_WAIT;
    connect();
  }
  const seen = () => {
    if (document.visibilityState !== 'visible') return;
    now();
    if (state === 'open' && Date.now() - last > SOON) ask(SOON);
  }, gone = () => { if (state === 'open') lost(); };
  const signs = [[window, 'online', now], [window, 'offline', gone], [document, 'visibilitychange', seen], [document, 'pointerdown', now]];
  for (const [on, sign, task] of signs) on.addEventListener(sign, task);

  const wire = {
    now,
    // Whether a game is in play: then a silent socket must be found soon.
    pace(lively) { pace = lively ? BEAT : IDLE_BEAT; },
    state: () => state,
    tell: (name, fields = {}) => send(write[name](fields)),
    command(name, fields, v) {
      const id = nextNumber(), text = write[name]({ id, v, ...fields });
      return new Promise(answer => {
        pending.set(id, { text, answer });
        if (ready) send(text);
      });
    },
    // Says hello anew: what was missed comes once more.
    again() { drop(); connect(); },
    // Nothing more is sent or heard, until again().
    stop() {
      become('stopped');
      clearTimeout(timer);
      drop();
    },
    start() {
      state = 'lost';
      connect();
    },
    close() {
      wire.stop();
      for (const [on, sign, task] of signs) on.removeEventListener(sign, task);
    },
  };
  connect();
  return wire;
}
