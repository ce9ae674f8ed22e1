// Opens pages for the tests and plays on them. The die is the page's own: only crypto.getRandomValues is replaced, by a
// seeded sequence, or by the faces in window.__dice as long as there are some.
import { chromium } from 'playwright-core';

const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
export const PHONE = { width: 360, height: 740 }, DESK = { width: 1280, height: 800 };

export const launch = () => chromium.launch({ executablePath: process.env.CHROMIUM || '/usr/bin/chromium', args: FLAGS });

function seeded([seed, faces, settings]) {
  let state = seed >>> 0;
  window.__dice = faces;
  crypto.getRandomValues = array => {
    for (let i = 0; i < array.length; i++) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      const die = array instanceof Uint8Array && array.length === 1 && window.__dice.length; // (axe asks for 16 bytes)
      array[i] = die ? window.__dice.shift() - 1 : array instanceof Uint8Array ? (state >>> 16) % 252 : state;
    }
    return array;
  };
  if (settings && location.protocol === 'http:' && !localStorage.getItem('dada.settings')) localStorage.setItem('dada.settings', JSON.stringify(settings));
}

// A page of its own context. options: { view, lang, dark, settings, dice, seed, reduced, path, before }
export async function openPage(world, options = {}) {
  const context = await world.browser.newContext({ viewport: options.view || PHONE, locale: options.lang || 'fr-FR',
    colorScheme: options.dark ? 'dark' : 'light', reducedMotion: options.reduced ? 'reduce' : 'no-preference', hasTouch: false });
  const page = await context.newPage();
  page.faults = [];
  page.on('console', message => { if (['error', 'warning'].includes(message.type())) page.faults.push(message.text()); });
  page.on('pageerror', error => page.faults.push(String(error.stack || error)));
  page.on('request', request => { if (!request.url().startsWith(world.url) && !/^(data|blob):/.test(request.url())) world.foreign.push(request.url()); });
  await page.addInitScript(seeded, [options.seed ?? 7, options.dice || [], options.settings || null]);
  if (options.before) await options.before(page, context);
  if (options.path !== null) {
    await page.goto(`${world.url}/${options.path ?? '?test'}`);
    await page.waitForSelector('[data-testid=card]');
  }
  return page;
}

export async function closePage(page, check) {
  check('no console error', page.faults.length === 0, page.faults.join('\n'));
  await page.context().close();
}

export const state = page => page.evaluate(() => window.__state());

export async function openCard(page, game, seats) {
  const card = page.locator(`[data-testid=card][data-game=${game}]`);
  if (await card.getAttribute('aria-expanded') !== 'true') await card.click();
  const open = page.locator('.open:visible');
  const choice = open.locator('input[name^=seats]'); // (none where a game is for one number of seats)
  if (seats && await choice.count()) await choice.and(page.locator(`[value="${seats}"]`)).check();
  return open;
}

export async function startGame(page, game, seats) {
  const open = await openCard(page, game, seats);
  await open.locator('[data-testid=play]').click();
  await page.waitForSelector('[data-testid=roll]');
}

// What can be done now: the state, and the middle of the control that does it, if it is really there to be hit.
// Waits in the page, for up to `patience` ms, until something can be done or the game is over.
export const offer = (page, patience = 0) => page.evaluate(async longest => {
  const kinds = { roll: '[data-testid=roll]', move: '[data-testid=move]' }, until = performance.now() + longest;
  const over = () => document.querySelector('[data-testid=end]') !== null;
  const idle = () => !over() && !kinds[window.__state()?.phase];
  while (idle() && performance.now() < until) await new Promise(next => setTimeout(next, 4));
  const now = window.__state(), all = [...document.querySelectorAll(kinds[now?.phase] || 'none')];
  const points = all.map(element => {
    const box = element.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2, hit = document.elementFromPoint(x, y);
    return { x, y, ok: !!hit && (hit === element || element.contains(hit)) && box.bottom <= innerHeight + 1, move: element.dataset.move, pawn: element.dataset.pawn };
  });
  return { now, points, can: [...document.querySelectorAll('.pawn.can')].map(pawn => pawn.dataset.pawn), ended: over() };
}, patience);

// Plays by clicks until `until(now)` or the end. each(offer, step) may look at every choice before it is taken.
// Returns { steps, ended, stuck }: stuck names a control out of reach, or a pause of over three seconds.
export async function playOn(page, { until = () => false, each, most = 6000 } = {}) {
  for (let step = 0; step < most; step++) {
    const here = await offer(page, 3000);
    if (here.ended || !here.now) return { steps: step, ended: here.ended, stuck: null };
    if (until(here.now)) return { steps: step, ended: false, stuck: null };
    const sign = `${here.now.version} ${here.now.phase} ${here.now.events}`;
    if (!here.points.length) return { steps: step, ended: false, stuck: `nothing for 3 s at ${sign}` };
    if (each) await each(here, step);
    const point = here.points[step * 7 % here.points.length];
    if (!point.ok) return { steps: step, ended: false, stuck: `out of reach at ${sign}: ${JSON.stringify(point)}` };
    await page.mouse.click(point.x, point.y);
  }
  return { steps: most, ended: false, stuck: 'too many steps' };
}
