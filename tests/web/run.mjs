// The browser tests: node run.mjs BASE_URL [WORD…]   WORD: only the themes whose name holds it.
// Prints a line a check; the exit code is 1 if one failed.
import { launch } from './browser.mjs';
import * as start from './start.mjs';
import * as turn from './turn.mjs';
import * as reasons from './reasons.mjs';
import * as games from './games.mjs';
import * as keyboard from './keyboard.mjs';
import * as access from './access.mjs';
import * as layout from './layout.mjs';
import * as dice from './dice.mjs';
import * as words from './words.mjs';
import * as speed from './speed.mjs';
import * as invite from './invite.mjs';
import * as together from './together.mjs';
import * as loss from './loss.mjs';
import * as ranking from './ranking.mjs';
import * as access_online from './access_online.mjs';

// Themes share the processors, the longest first; those that judge times come after them, one by one.
const TOGETHER = { games, together, access_online, keyboard, invite, ranking, loss, access, reasons, layout, dice, words, start }, ALONE = { turn, speed }, LANES = 2;
const [url, ...wanted] = process.argv.slice(2).sort((a, b) => b.startsWith('http') - a.startsWith('http'));
if (!/^http/.test(url || '')) {
  console.error('usage: node run.mjs BASE_URL [WORD…]');
  process.exit(2);
}

let passed = 0, failed = 0;
const began = Date.now(), since = time => ((Date.now() - time) / 1000).toFixed(1);
const world = { browser: await launch(), url: url.replace(/\/$/, ''), foreign: [] };

async function runTheme(name, theme) {
  const from = Date.now();
  const check = (what, good, detail = '') => {
    if (good) passed++; else failed++;
    console.log(`${good ? 'ok  ' : 'FAIL'} ${name}: ${what}${good || !detail ? '' : `\n       ${String(detail).slice(0, 1500)}`}`);
  };
  try {
    await theme.run(world, check);
  } catch (error) {
    check('runs to its end', false, error.stack);
  }
  console.log(`     ${name} took ${since(from)} s`);
}

async function runThemes(themes, lanes) {
  const queue = Object.entries(themes).filter(([name]) => !wanted.length || wanted.some(word => name.includes(word)));
  const lane = async () => { while (queue.length) await runTheme(...queue.shift()); };
  await Promise.all(Array.from({ length: lanes }, lane));
}

await runThemes(TOGETHER, LANES);
await runThemes(ALONE, 1);
await world.browser.close();
console.log(`${world.foreign.length ? 'FAIL' : 'ok  '} R78 no request to another place`, ...world.foreign);
if (world.foreign.length) failed++; else passed++;
console.log(`     all took ${since(began)} s`);
console.log(`${passed} passed, ${failed} failed`);
console.log(`web: ${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
