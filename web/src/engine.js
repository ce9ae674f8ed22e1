// The rules, asked. Everything this page knows of a game comes through here, from /dada.wasm.
// Text goes into a buffer of the module's memory; answers are read from the same place.

async function instance(url) {
  if (WebAssembly.instantiateStreaming) {
    try {
      return (await WebAssembly.instantiateStreaming(fetch(url), {})).instance;
    } catch { /* a server that names another type for wasm: read the bytes ourselves */ }
  }
  const bytes = await (await fetch(url)).arrayBuffer();
  return (await WebAssembly.instantiate(bytes, {})).instance;
}

// An event has its move's members beside its own; here they stand under event.move (null where nothing moved).
// The count of a bonus event is the one in its text, since `bonus` also names what the move earned.
const MOVE = ['pawn', 'from', 'to', 'path', 'captures', 'suicide', 'square', 'dice', 'other'];
function eventOf(event) {
  const count = /^bonus (\d+)/.exec(event.text);
  if (typeof event.move === 'string') {
    const move = { move: event.move, again: event.again, bonus: event.bonus || 0 };
    for (const name of MOVE) {
      move[name] = event[name];
      delete event[name];
    }
    event.move = move;
  }
  if (count) event.bonus = Number(count[1]);
  return event;
}

function stepOf(answer) {
  if (answer.log) answer.log = answer.log.map(eventOf);
  return answer;
}

export async function openEngine(url) {
  const { exports } = await instance(url);
  const write = new TextEncoder(), read = new TextDecoder(), boards = new Map();
  const buffer = () => new Uint8Array(exports.memory.buffer, exports.text(), exports.text_size());
  const put = text => {
    const bytes = write.encode(text);
    if (bytes.length > exports.text_size()) throw new Error('text too long for the engine');
    buffer().set(bytes);
    return bytes.length;
  };
  const text = bytes => read.decode(buffer().subarray(0, bytes));
  const answer = bytes => JSON.parse(text(bytes));
  return {
    rules: () => answer(exports.rules()),
    levels: () => answer(exports.levels()),
    board: spec => {
      if (!boards.has(spec)) boards.set(spec, answer(exports.board_of(put(spec))));
      return boards.get(spec);
    },
    open: spec => answer(exports.open_game(put(spec))),
    state: () => answer(exports.state()),
    outcomes: () => exports.outcomes(),
    roll: outcome => stepOf(answer(exports.roll(outcome))),
    play: index => stepOf(answer(exports.play(index))),
    bot: (level, noise) => exports.bot(level, noise),
    record: () => text(exports.record()),
    followRules: spec => answer(exports.follow_rules(put(spec))),
    follow: line => stepOf(answer(exports.follow(put(line)))),
    load: record => answer(exports.load(put(record))),
  };
}
