// People who play together, for the tests: each a page of its own context, with a device and a name of its own.
import { openCard, openPage } from './browser.mjs';

let seed = 1000;

// Settings of somebody who doesn't wait for pictures.
const QUICK = { pace: 'aucune', motion: 'reduit' };

// A page somewhere, of somebody new. options: as openPage, and { name }
export async function somebody(world, path, { name = '', settings = {}, ...options } = {}) {
  const page = await openPage(world, { ...options, path: null, seed: seed += 7919, settings: { ...QUICK, ...settings, name } });
  await page.goto(`${world.url}${path}`);
  return page;
}

// Somebody who makes a private table of this game by two taps, and waits at it.
export async function hostOf(world, game, seats, { clock = 0, ...options } = {}) {
  const page = await somebody(world, '/?test', { name: 'Léa', ...options });
  await page.waitForSelector('[data-testid=card]');
  const open = await openCard(page, game, seats);
  await open.locator('[data-testid=friends]').click();
  await page.waitForSelector('[data-testid=lobby] [data-you]');
  if (clock) {
    await page.locator(`input[name=clock][value="${clock}"]`).check();
    await page.waitForFunction(n => document.querySelector(`input[name=clock][value="${n}"]`)?.checked, clock);
  }
  return { page, code: codeOf(page) };
}

export const codeOf = page => /\/t\/(\w+)/.exec(page.url())[1];

// Somebody who opens the link and is seated by that.
export async function friendOf(world, code, options = {}) {
  const page = await somebody(world, `/t/${code}?test`, { name: 'Tom', ...options });
  await page.waitForSelector('[data-testid=lobby] [data-you]');
  return page;
}

export async function addBots(page, n) {
  for (let k = 0; k < n; k++) {
    const free = await page.locator('[data-testid=add-bot]').count();
    await page.locator('[data-testid=add-bot]').first().click();
    await page.waitForFunction(left => document.querySelectorAll('[data-testid=add-bot]').length === left, free - 1);
  }
}

// The host starts; all pages show the table.
export async function begin(host, ...others) {
  await host.click('[data-testid=start]');
  await Promise.all([host, ...others].map(page => page.waitForSelector('[data-testid=tray]')));
}

// Opens a dialog. (While the message of a lost throw stands, a press only ends it.)
export async function openBy(page, opener) {
  for (let times = 0; times < 20 && !await page.locator('dialog').count(); times++) {
    await page.click(opener);
    await page.waitForTimeout(20);
  }
  await page.waitForSelector('dialog');
}

// Two or more who sit at a table that has begun.
export async function twoAtTable(world, game, { bots = 0, clock = 0, host = {}, friend = {} } = {}) {
  const { page: one, code } = await hostOf(world, game, 2 + bots, { clock, ...host }), two = await friendOf(world, code, friend);
  await addBots(one, bots);
  await begin(one, two);
  return { one, two, code };
}

// The page presses whatever can be pressed, by itself, until stopPlaying or the end. `now`: from here on.
export const keepPlaying = page => page.evaluate(() => {
  window.__playing = setInterval(() => (document.querySelector('[data-testid=move]') || document.querySelector('.roll.ready'))?.click(), 15);
});
export const stopPlaying = page => page.evaluate(() => clearInterval(window.__playing));

// The state as far as two pages must agree on it.
export const told = page => page.evaluate(() => {
  const now = window.__state();
  return now && JSON.stringify({ position: now.position, turn: now.turn, node: now.node, roll: now.roll, version: now.version, events: now.events });
});

export const agree = async (...pages) => {
  for (let tries = 0; tries < 60; tries++) {
    const all = await Promise.all(pages.map(told));
    if (all[0] && all.every(one => one === all[0])) return true;
    await pages[0].waitForTimeout(50);
  }
  return false;
};

// Waits until it is this page's turn to do something.
export const turnOf = (page, patience = 8000) => page.waitForSelector('.roll.ready, [data-testid=move]', { timeout: patience });
