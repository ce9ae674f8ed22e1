// The start page: two taps to a die (R01), languages (R03), the game kept on the device, weight (R70).
import { PHONE, closePage, openCard, openPage, playOn, startGame, state } from './browser.mjs';
import { weigh } from './checks.mjs';

async function twoTaps(world, check) {
  const page = await openPage(world, { view: PHONE });
  let taps = 0;
  await page.locator('[data-testid=card]').first().click();
  taps++;
  await page.locator('[data-testid=play]:visible').click();
  taps++;
  const began = Date.now();
  await page.waitForSelector('[data-testid=roll][aria-disabled=false]', { timeout: 2000 });
  check('R01 two taps to the die', taps === 2 && Date.now() - began < 2000);
  check('R01 no field to fill', await page.locator('input[type=text], input:not([type=radio]), textarea').count() === 0);
  await closePage(page, check);
}

async function languages(world, check) {
  for (const [locale, lang, title] of [['fr-FR', 'fr', 'Choisir un jeu'], ['en-GB', 'en', 'Choose a game'], ['es-ES', 'es', 'Elige un juego'], ['ja-JP', 'fr', 'Choisir un jeu']]) {
    const page = await openPage(world, { lang: locale });
    check(`R03 ${locale} gives ${lang}`, await page.getAttribute('html', 'lang') === lang && await page.textContent('h1') === title);
    await closePage(page, check);
  }
}

async function switchInGame(world, check) {
  const page = await openPage(world, { settings: { pace: 'aucune' } });
  await startGame(page, 'ludo');
  await playOn(page, { until: now => now.version > 30 && now.phase === 'roll' });
  const before = await state(page);
  await page.click('[data-testid=menu]');
  await page.locator('dialog select').selectOption('es');
  await page.waitForFunction(() => document.documentElement.lang === 'es');
  check('R03 the language changes in mid-game, the state does not', JSON.stringify(before) === JSON.stringify(await state(page)));
  check('R03 the menu stays open and speaks it', await page.textContent('dialog h2') === 'Ajustes');
  await page.keyboard.press('Escape');
  await page.waitForSelector('dialog', { state: 'detached' });
  check('R03 the tray speaks it', (await page.textContent('#turn')).includes('Te toca'));
  const played = await playOn(page, { until: now => now.version > before.version + 10 });
  check('R03 the game goes on', !played.stuck, played.stuck);
  await closePage(page, check);
}

async function keptGame(world, check) {
  const page = await openPage(world, { settings: { pace: 'aucune' } });
  await startGame(page, 'parchis', 3);
  await playOn(page, { until: now => now.version > 40 && now.phase === 'roll' });
  const before = await state(page);
  await page.click('[data-testid=back]');
  await page.waitForSelector('[data-testid=resume]');
  check('a game in progress is offered again', await page.locator('[data-testid=resume]').count() === 1);
  await page.goto('about:blank');
  await page.goto(`${world.url}/?test`);
  await page.click('[data-testid=resume]');
  await page.waitForSelector('[data-testid=roll]');
  const after = await state(page);
  check('and is the same game', JSON.stringify(before.pawns) === JSON.stringify(after.pawns) && before.turn === after.turn && before.version === after.version);
  check('with its log', after.events === before.events && await page.locator('[data-testid=log-line]').count() === before.events);
  await page.goBack();
  await page.waitForSelector('[data-testid=card]');
  check('the browser’s back button leads to the start page', true);
  await closePage(page, check);
}

async function nothingKept(world, check) {
  const blocked = page => page.addInitScript(() => {
    Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };
  });
  const page = await openPage(world, { before: blocked });
  const open = await openCard(page, 'ludo', 2);
  check('a device that keeps nothing says so', await page.locator('.notice').count() === 1);
  await open.locator('[data-testid=play]').click();
  await page.click('[data-testid=roll]');
  await page.waitForFunction(() => window.__state().events > 0);
  check('once, and the game goes on', await page.locator('.notice').count() === 1 && (await state(page)).events > 0);
  await closePage(page, check);
}

async function remembered(world, check) {
  const page = await openPage(world, {});
  await openCard(page, 'petits-chevaux', 6);
  await page.reload();
  const open = await openCard(page, 'petits-chevaux');
  check('the number of seats is remembered', await open.locator('input[name^=seats]:checked').inputValue() === '6');
  await closePage(page, check);
}

async function weight(world, check) {
  const page = await openPage(world, { path: null });
  const start = await weigh(page.context(), page, () => page.goto(`${world.url}/`));
  check(`R70 start page ${(start.bytes / 1024).toFixed(1)} KB ≤ 60 with all headers, ${start.requests} requests`, start.bytes <= 60 * 1024 && start.requests <= 12 && start.requests >= 4);
  const table = await weigh(page.context(), page, async () => {
    await page.locator('[data-testid=card]').nth(3).click(); // (the table's script comes with the first touch)
    await page.click('.open:visible [data-testid=play]');
    await page.waitForSelector('[data-testid=roll]');
  });
  const all = start.bytes + table.bytes, requests = start.requests + table.requests;
  check(`R70 first playable screen ${(all / 1024).toFixed(1)} KB ≤ 120, ${requests} requests ≤ 12`, all <= 120 * 1024 && requests <= 12);
  await closePage(page, check);
}

export async function run(world, check) {
  for (const test of [twoTaps, languages, switchInGame, keptGame, nothingKept, remembered, weight]) await test(world, check);
}
