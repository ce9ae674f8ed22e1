// The wasm module and the program must give the same signature: the same rules and players, to the bit.
// usage: node signature.mjs DADA MODULE.wasm; the last line is "N passed, N failed".
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const [dada, module] = process.argv.slice(2);
const { instance: { exports } } = await WebAssembly.instantiate(readFileSync(module), {});
const length = exports.signature();
const ours = new TextDecoder().decode(new Uint8Array(exports.memory.buffer, exports.text(), length));
const theirs = execFileSync(dada, ['bench', '--signature'], { encoding: 'utf8' }).trim();
const same = /^\d+$/.test(ours) && ours === theirs;
console.log(`wasm ${ours}, native ${theirs}`);
console.log(same ? '1 passed, 0 failed' : '0 passed, 1 failed');
process.exit(same ? 0 : 1);
