// Speed: first paint on a slow phone (R71), answer to a touch (R72), nothing slides (R73), smooth moves and a way out
// for slow devices (R74), steps that can be read (R75).
import { DESK, PHONE, closePage, openPage, startGame, state } from './browser.mjs';

// A machine shared with others must not fail a build by being slow: figures are told, and judged only by ./test --long.
const timed = (check, what, good) => {
  if (process.env.DADA_TIMED) check(what, good);
  else console.log(`told speed: ${what}${good ? '' : ' (not reached)'}`);
};

// The part of a processor that a busy program gets here, 1 on an idle machine: times are judged by what was left to us.
function share() {
  const wall = process.hrtime.bigint(), used = process.cpuUsage();
  while (process.hrtime.bigint() - wall < 200000000n);
  const { user, system } = process.cpuUsage(used);
  return Math.min(1, (user + system) * 1000 / Number(process.hrtime.bigint() - wall));
}
const allowed = ms => Math.round(ms / share());

const slow = async (context, page, rate) => {
  const wire = await context.newCDPSession(page);
  await wire.send('Emulation.setCPUThrottlingRate', { rate });
  return wire;
};

const slowNetwork = async (page, context) => {
  const wire = await slow(context, page, 4);
  await wire.send('Network.enable');
  await wire.send('Network.emulateNetworkConditions', { offline: false, latency: 150, downloadThroughput: 200000, uploadThroughput: 90000 });
};

// From the touch of "play" to the die: the table's script comes since the touch of the card, half a second before.
async function touchToTable(world, check) {
  const page = await openPage(world, { path: null, view: PHONE, before: slowNetwork });
  await page.goto(`${world.url}/`);
  await page.waitForSelector('[data-testid=card]');
  await page.locator('[data-testid=card]').nth(3).click();
  await page.waitForTimeout(500);
  const ms = await page.evaluate(() => new Promise(done => {
    const from = performance.now(), look = () => (document.querySelector('.roll.ready') ? requestAnimationFrame(() => done(Math.round(performance.now() - from))) : requestAnimationFrame(look));
    document.querySelector('.open:not([hidden]) [data-testid=play]').click();
    look();
  }));
  const limit = allowed(1000);
  timed(check, `R71 from touch to table ${ms} ms ≤ ${limit} at 4× CPU, 1.6 Mbit/s, 150 ms`, ms <= limit);
  await closePage(page, check);
}

async function firstPaint(world, check) {
  const paints = [], largest = [];
  for (let i = 0; i < 3; i++) {
    const page = await openPage(world, { path: null, before: async (one, context) => {
      await slowNetwork(one, context);
      await one.addInitScript(() => new PerformanceObserver(list => { window.__lcp = list.getEntries().at(-1).startTime; }).observe({ type: 'largest-contentful-paint', buffered: true }));
    } });
    await page.goto(`${world.url}/`);
    await page.waitForSelector('[data-testid=card]');
    await page.waitForTimeout(500);
    const seen = await page.evaluate(() => ({ first: performance.getEntriesByName('first-contentful-paint')[0].startTime, largest: window.__lcp }));
    paints.push(seen.first);
    largest.push(seen.largest);
    await closePage(page, check);
  }
  const best = list => Math.round(Math.min(...list)), first = allowed(1200), most = allowed(1800);
  timed(check, `R71 first paint ${best(paints)} ms ≤ ${first} at 4× CPU, 1.6 Mbit/s, 150 ms`, best(paints) <= first);
  timed(check, `R71 largest paint ${best(largest)} ms ≤ ${most}`, best(largest) <= most);
}

async function touchOnce(world, check) {
  const page = await openPage(world, { settings: { pace: 'normal', auto: false }, dice: [6, 3, 6] });
  await startGame(page, 'parchis-salida', 8);
  await slow(page.context(), page, 4);
  await page.evaluate(() => {
    window.__input = [];
    new PerformanceObserver(list => list.getEntries().forEach(entry => window.__input.push({ name: entry.name, ms: entry.duration }))).observe({ type: 'event', durationThreshold: 16, buffered: false });
  });
  await page.click('[data-testid=roll]');
  await page.waitForFunction(() => window.__state().phase === 'move', null, { timeout: 8000 });
  await page.waitForTimeout(400); // nobody answers sooner
  await page.locator('[data-testid=move]').first().click();
  await page.waitForTimeout(900);
  const slowest = await page.evaluate(() => window.__input.filter(entry => ['click', 'pointerup', 'pointerdown'].includes(entry.name)).reduce((most, entry) => Math.max(most, entry.ms), 0));
  await closePage(page, check);
  return slowest;
}

// The best of up to three: other programs may share the processor.
async function bestOf(measure, enough) {
  let best = Infinity;
  for (let i = 0; i < 3 && best > enough; i++) best = Math.min(best, await measure());
  return best;
}

async function touchToPaint(world, check) {
  const limit = allowed(100), ms = await bestOf(() => touchOnce(world, check), limit);
  timed(check, `R72 touch to paint ${ms} ms ≤ ${limit} at 4× CPU, eight seats`, ms <= limit);
}

async function nothingSlides(world, check) {
  for (const [view, game, seats] of [[PHONE, 'ludo', 4], [DESK, 'parchis-salida', 4], [PHONE, 'parchis-salida', 8]]) {
    const page = await openPage(world, { view, settings: { pace: 'rapide' } });
    await startGame(page, game, seats);
    await page.evaluate(() => {
      window.__slid = 0;
      new PerformanceObserver(list => list.getEntries().forEach(entry => { if (!entry.hadRecentInput) window.__slid += entry.value; })).observe({ type: 'layout-shift', buffered: true });
    });
    const until = Date.now() + 9000;
    while (Date.now() < until) {
      const now = await state(page);
      if (now.phase === 'roll') await page.click('[data-testid=roll]');
      else if (now.phase === 'move') await page.locator('[data-testid=move]').first().click();
      else await page.waitForTimeout(30);
    }
    const slid = await page.evaluate(() => window.__slid);
    check(`R73 layout shift ${slid.toFixed(4)} ≤ 0.02, ${game} ${seats} at ${view.width} px`, slid <= .02 && (await state(page)).events > 5);
    await closePage(page, check);
  }
}

async function framesOnce(world, check) {
  const page = await openPage(world, { settings: { pace: 'normal' } });
  await startGame(page, 'parchis-salida', 8);
  await slow(page.context(), page, 4);
  await page.evaluate(() => {
    window.__gaps = [];
    let last = 0;
    const step = now => {
      const walks = document.getAnimations().some(animation => animation.playState === 'running' && animation.effect.target?.classList?.contains('pawn'));
      if (walks && last) window.__gaps.push(now - last);
      last = walks ? now : 0;
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  });
  await page.click('[data-testid=roll]');
  const until = Date.now() + 9000;
  while (Date.now() < until) {
    const now = await state(page);
    if (now.phase === 'roll') await page.click('[data-testid=roll]');
    else if (now.phase === 'move') await page.locator('[data-testid=move]').first().click();
    else await page.waitForTimeout(100);
  }
  const gaps = (await page.evaluate(() => window.__gaps)).sort((a, b) => a - b), p95 = gaps[Math.floor(gaps.length * .95)];
  await closePage(page, check);
  return gaps.length > 20 ? p95 : Infinity;
}

async function frames(world, check) {
  const limit = allowed(34), ms = await bestOf(() => framesOnce(world, check), limit);
  timed(check, `R74 pawns walk at p95 ${ms.toFixed(1)} ms a frame ≤ ${limit}, eight seats, 4× CPU, drawn without a graphics card`, ms <= limit);
}

async function slowDevice(world, check) {
  const page = await openPage(world, { settings: { pace: 'normal' } });
  await startGame(page, 'parchis-salida', 8);
  await page.evaluate(() => {
    const burn = () => { const until = performance.now() + 70; while (performance.now() < until); requestAnimationFrame(burn); };
    requestAnimationFrame(burn);
  });
  const until = Date.now() + 20000;
  while (Date.now() < until && !(await page.evaluate(() => document.documentElement.classList.contains('anim-off')))) {
    const now = await state(page);
    if (now.phase === 'roll') await page.locator('[data-testid=roll]').click({ force: true });
    else if (now.phase === 'move') await page.locator('[data-testid=move]').first().click({ force: true });
    else await page.waitForTimeout(100);
  }
  check('R74 a device that cannot keep up stops animating', await page.evaluate(() => document.documentElement.classList.contains('anim-off')));
  await closePage(page, check);
}

async function pace(world, check) {
  const page = await openPage(world, { settings: { pace: 'rapide' } });
  await startGame(page, 'ludo', 4);
  await page.evaluate(() => {
    window.__lines = [];
    new MutationObserver(() => {
      const events = document.querySelector('.log').children.length;
      if (events !== window.__lines.at(-1)?.events) window.__lines.push({ events, at: performance.now(), turn: document.querySelector('[data-testid=log-line] .disc').className });
    }).observe(document.querySelector('.log'), { childList: true });
  });
  const until = Date.now() + 8000;
  while (Date.now() < until) {
    const now = await state(page);
    if (now.phase === 'roll') await page.click('[data-testid=roll]');
    else if (now.phase === 'move') await page.locator('[data-testid=move]').first().click();
    else await page.waitForTimeout(30);
  }
  const lines = await page.evaluate(() => window.__lines), gaps = lines.slice(1).map((line, i) => line.at - lines[i].at);
  check(`R75 steps of others are ${Math.round(Math.min(...gaps))} ms apart or more, at least 250, when fast (${gaps.length})`, gaps.length > 5 && Math.min(...gaps) >= 250);
  await closePage(page, check);
}

export async function run(world, check) {
  for (const test of [firstPaint, touchToTable, touchToPaint, nothingSlides, frames, slowDevice, pace]) await test(world, check);
}
