// Losing the connection in three ways (J5): frozen, closed, silent. The others see it, nothing is lost, and one is back in the
// same seat (R30–R33).
import { closePage, state } from './browser.mjs';
import { liveRead, liveStart } from './checks.mjs';
import { agree, keepPlaying, stopPlaying, twoAtTable } from './friends.mjs';

// A socket that goes through the test: `cut` makes it fall silent, `close` ends it.
async function routed(page, ways) {
  await page.routeWebSocket('**/ws', socket => {
    const server = socket.connectToServer();
    ways.sockets.push(socket);
    socket.onMessage(message => { if (!ways.silent) server.send(message); });
    server.onMessage(message => { if (!ways.silent) socket.send(message); });
    if (ways.refuse) socket.close();
  });
}

const WAYS = {
  frozen: { cut: page => page.context().setOffline(true), mend: page => page.context().setOffline(false) },
  closed: {
    cut: async (page, ways) => { ways.refuse = true; await Promise.all(ways.sockets.map(socket => socket.close())); },
    mend: async (page, ways) => { ways.refuse = false; },
  },
  silent: { cut: async (page, ways) => { ways.silent = true; }, mend: async (page, ways) => { ways.silent = false; } },
};

async function lose(world, check, name) {
  const ways = { sockets: [], silent: false, refuse: false }, way = WAYS[name];
  const { one, two } = await twoAtTable(world, 'ludo', { bots: 1, clock: 60, friend: name === 'frozen' ? {} : { before: page => routed(page, ways) } });
  for (const page of [one, two]) await keepPlaying(page);
  await one.waitForFunction(() => window.__state().events > 5);
  await stopPlaying(two);
  await liveStart(one);
  await liveStart(two);
  await two.locator('[data-testid=menu]').focus();
  const cut = Date.now();
  await way.cut(two, ways);
  await two.waitForFunction(() => document.body.classList.contains('offline'), null, { timeout: 12000 });
  check(`R33 ${name}: the banner comes after ${((Date.now() - cut) / 1000).toFixed(1)} s ≤ 10`, Date.now() - cut <= 10500 && /Connexion perdue/.test(await two.textContent('[data-testid=line]')));
  check(`R33 ${name}: no dialog`, await two.locator('dialog').count() === 0);
  await one.waitForFunction(() => /absent|ordinateur/.test(document.querySelector('[data-seat=B]').textContent), null, { timeout: 12000 });
  check(`R31 ${name}: the others see it after ${((Date.now() - cut) / 1000).toFixed(1)} s`, Date.now() - cut <= 11000);
  await one.waitForFunction(() => window.__live.some(message => /Tom a perdu la connexion/.test(message.text)));
  const seen = (await liveRead(one)).filter(({ text }) => /Tom a perdu la connexion/.test(text)).length;
  check(`R31 ${name}: and hear it once`, seen === 1, String(seen));
  await one.waitForFunction(() => document.querySelector('[data-seat=B]').textContent.includes('ordinateur'), null, { timeout: 20000 });
  const then = (await state(one)).events;
  await one.waitForFunction(n => window.__state().events > n + 2, then, { timeout: 20000 });
  const mended = Date.now();
  await way.mend(two, ways);
  if (name !== 'frozen') await two.evaluate(() => document.dispatchEvent(new Event('visibilitychange'))); // (who comes back to the page tries at once)
  await two.waitForFunction(() => window.__state().wire === 'open', null, { timeout: 5000 });
  check(`R30 ${name}: back after ${((Date.now() - mended) / 1000).toFixed(1)} s ≤ 3`, Date.now() - mended <= 3000);
  await two.waitForSelector('[data-testid=missed]');
  check(`R30 ${name}: what was missed is told`, (await two.locator('[data-testid=missed] li').count()) > 0);
  check(`R30 ${name}: the focus is where it was`, await two.evaluate(() => document.activeElement.dataset.testid) === 'menu');
  await two.click('.call [data-testid=back]');
  await stopPlaying(one);
  check(`R30 R22 ${name}: the same seat, the same game`, (await state(two)).human === 'B' && await agree(one, two));
  two.faults.length = 0; // (the browser's own words about sockets that could not be opened)
  for (const page of [one, two]) await closePage(page, check);
}

export async function run(world, check) {
  for (const name of Object.keys(WAYS)) await lose(world, check, name);
}
