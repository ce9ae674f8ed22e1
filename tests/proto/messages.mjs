// The page's codec of messages and the server's agree: what C says JavaScript reads, with every member; what JavaScript says C
// takes; what C would refuse JavaScript doesn't say. usage: node messages.mjs PROGRAM; the last line is "N passed, N failed".
import { spawnSync } from 'node:child_process';
import { read, write } from '../../web/src/messages.js';

const said = (words, input = '') =>
  spawnSync(process.argv[2], words, { input, encoding: 'utf8' }).stdout.split('\n').slice(0, -1);
let passed = 0, failed = 0;

function check(what, good) {
  if (good) passed++; else { failed++; console.log(`FAIL ${what}`); }
}

// Every message, least and most, from C.
const lines = said([]);
const fromPage = [];
for (let k = 0; k < lines.length; k += 2) {
  const [least, most] = lines.slice(k, k + 2).map(line => JSON.parse(line));
  if (write[least.m]) {
    check(`${least.m} is the page's`, read(lines[k]) === null);
    for (const { m, ...members } of [least, most]) fromPage.push(write[m](members));
  } else {
    const [a, b] = lines.slice(k, k + 2).map(read);
    check(`${least.m} has every member`, a && b && Object.keys(b).every(name => name in a));
    check(`${least.m} is as it was said`, Object.entries(most).every(([name, value]) => `${b[name]}` === `${value}`));
  }
}
check('there are messages of both', fromPage.length > 20 && lines.length / 2 > fromPage.length / 2 + 20);
const echoed = said(['read'], fromPage.join('\n') + '\n');
fromPage.forEach((text, k) => check(`C takes ${text.slice(0, 60)}: ${echoed[k]}`,
  echoed[k] && JSON.stringify(JSON.parse(echoed[k])) === text));

const throws = (what, call) => {
  let thrown = false;
  try { call(); } catch (error) { thrown = error instanceof TypeError && error.message.includes(what); }
  check(`refuses ${what}`, thrown);
};
const head = { id: 1, v: 0 };
throws('v', () => write.roll({ id: 1 }));
throws('id', () => write.roll({ id: 0, v: 0 }));
throws('phrase', () => write.say({ ...head, phrase: 32 }));
throws('phrase', () => write.say({ ...head, phrase: 1.5 }));
throws('phrase', () => write.say({ ...head, phrase: '1' }));
throws('robot', () => write.sit({ ...head, name: '', robot: 1 }));
throws('name', () => write.rename({ ...head, name: 'é'.repeat(33) }));
throws('name', () => write.rename({ ...head, name: ['a'] }));
throws('seat', () => write.roll({ ...head, seat: 0 }));

for (const text of ['', 'null', '7', '[]', '{}', '{"m":"constructor"}', '{"m":"__proto__"}', '{"m":7}', '{"m":"roll"}', '{'])
  check(`passes over ${text}`, read(text) === null);
check('fills in', JSON.stringify(read('{"m":"there","seat":2}')) === '{"online":false,"bot":-1,"m":"there","seat":2}');

console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
