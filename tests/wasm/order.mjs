// Calls out of order, and texts that are none: the module refuses in JSON, keeps its game and never traps.
// usage: node order.mjs MODULE.wasm; the last line is "N passed, N failed".
import { readFileSync } from 'node:fs';

const { instance: { exports: dada } } = await WebAssembly.instantiate(readFileSync(process.argv[2]), {});
const buffer = () => new Uint8Array(dada.memory.buffer, dada.text(), dada.text_size());
const answer = length => JSON.parse(new TextDecoder().decode(buffer().slice(0, length)));
const put = text => { const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text; buffer().set(bytes); return bytes.length; };
let passed = 0, failed = 0;

function check(what, test) {
  let good = false;
  try { good = test(); } catch (error) { console.log(error.message); }
  if (good) passed++; else { failed++; console.log(`FAIL ${what}`); }
}
const refused = (length, code) => answer(length).error?.code === code;

for (const call of ['state', 'record']) check(`${call} before a game`, () => refused(dada[call](), 'bad-request'));
check('roll before a game', () => refused(dada.roll(6), 'bad-request'));
check('play before a game', () => refused(dada.play(0), 'bad-request'));
check('bot before a game', () => dada.bot(2, 1) === 0);
check('unknown rules', () => refused(dada.open_game(put('lodu')), 'unknown-rules'));
check('no text', () => refused(dada.open_game(0), 'unknown-rules'));
check('a game opens', () => answer(dada.open_game(put('ludo seats=2'))).node === 'roll');
check('play where a roll is awaited', () => refused(dada.play(0), 'illegal'));
check('a roll of 7', () => refused(dada.roll(7), 'illegal'));
check('a roll', () => answer(dada.roll(6)).state.node === 'move');
check('a roll where a move is awaited', () => refused(dada.roll(6), 'illegal'));
check('a move that is none', () => refused(dada.play(9), 'illegal'));
check('rules of two lines', () => refused(dada.open_game(put('ludo\nseats=3')), 'bad-request'));
for (const text of ['ludo\n6a6z', 'ludo seats=99', '\u0000', new Uint8Array(70000 % 65536).fill(0xff)])
  check('a bad record leaves the game as it was', () => 'error' in answer(dada.load(put(text))) && answer(dada.state()).roll === 6);
check('a length past the buffer', () => 'error' in answer(dada.load(0xffffffff)) && answer(dada.state()).roll === 6);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
