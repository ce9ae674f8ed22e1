// Two dice and cowries: what is shown, said and offered; passing; teams. (outcomes: docs/wasm.md; window.__dice holds them)
import { DESK, PHONE, closePage, openPage, playOn, startGame, state } from './browser.mjs';
import { liveRead, liveStart, motionNow } from './checks.mjs';

const twoDice = (first, second) => (first - 1) * 6 + second, ONE_MOUTH_UP = 2;
const phase = (page, name) => page.waitForFunction(wanted => window.__state().phase === wanted, name);
const pieces = (page, kind) => page.evaluate(which => [...document.querySelectorAll(`.roll ${which}:not([hidden])`)].map(piece => piece.querySelectorAll('.pip, .mouth').length), kind);
const label = page => page.locator('[data-testid=move]').first().getAttribute('aria-label');

async function dice(world, check) {
  const page = await openPage(world, { view: PHONE, settings: { auto: false, motion: 'reduit' }, dice: [twoDice(5, 3)] });
  await startGame(page, 'parchis-american', 2);
  check('two dice wait in the button', (await pieces(page, '.die-svg')).join() === '0,0');
  check('and are asked for', (await page.textContent('#turn .what')) === 'Lancez les dés.');
  await liveStart(page);
  await page.click('[data-testid=roll]');
  await phase(page, 'move');
  check('two dice show what was thrown', (await pieces(page, '.die-svg')).join() === '5,3');
  check('in words, too', (await page.textContent('[data-testid=die-value]')).replace(/\s/g, ' ') === 'Dés : 5 et 3');
  const said = (await liveRead(page)).map(message => message.text).join(' ');
  check('R55 the roll is said', /Vous.: 5 et 3\. 4 coups possibles/.test(said), said);
  check('a move names its die', /avec 5/.test(await label(page)) && await page.locator('[data-testid=move] .die-svg').count() === 4, await label(page));
  await page.locator('[data-testid=move]').first().click();
  await phase(page, 'move');
  check('the die that was played stands back', await page.locator('.roll .die-svg.played').count() === 1);
  check('and the other is left', /^Il reste 3\./.test(await page.textContent('#turn .what')), await page.textContent('#turn .what'));
  await page.click('[data-testid=why]');
  const reason = page.locator('[data-testid=reason][data-code=W25]').first();
  check('R12 W25: no die is left for the others', /pas de dé/.test(await reason.innerText()));
  await page.reload();
  await page.waitForSelector('[data-testid=move]');
  check('a game kept in the middle of a roll shows both dice again', (await pieces(page, '.die-svg')).join() === '5,3' && await page.locator('.roll .played').count() === 1);
  await page.locator('[data-testid=move]').first().click();
  await page.waitForFunction(() => window.__state().events === 2);
  const lines = await page.locator('[data-testid=log-line]').allTextContents();
  check('the log tells each die', /avec 3/.test(lines[0]) && /5 et 3\. Avec 5/.test(lines[1]), lines.join('\n'));
  await closePage(page, check);
}

// A pawn with two moves: neither a tap nor its number decides between them.
async function bothMoves(world, check) {
  const page = await openPage(world, { view: DESK, settings: { auto: false, pace: 'aucune' }, seed: 11 });
  await startGame(page, 'parchis-american', 2);
  let pawn = null;
  await playOn(page, { until: now => {
    const out = now.phase === 'move' && now.moves.filter(move => typeof move.from === 'number');
    pawn = out && out.find(move => out.filter(one => one.pawn === move.pawn).length === 2 && !out.some(one => one.pawn !== move.pawn && one.from === move.from))?.pawn;
    return !!pawn;
  } });
  const version = (await state(page)).version, box = await page.locator(`.pawn[data-pawn=${pawn}] .body`).boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  const offered = () => page.locator('.move.offered').evaluateAll(list => list.map(one => one.dataset.pawn));
  check('a tap on a pawn with two moves offers both', (await state(page)).version === version && (await offered()).join() === `${pawn},${pawn}`, await offered());
  const focus = () => page.evaluate(() => document.activeElement.dataset.move), key = String(Number(pawn.slice(1)) + 1), first = await focus();
  await page.keyboard.press(key);
  const second = await focus();
  check('its number goes from one to the other', first !== second && [first, second].every(move => move?.startsWith(pawn)), `${first} ${second}`);
  await closePage(page, check);
}

async function cowries(world, check) {
  const page = await openPage(world, { view: PHONE, settings: { auto: false, motion: 'reduit' }, dice: [ONE_MOUTH_UP] });
  await startGame(page, 'pachisi');
  check('six cowries wait', (await pieces(page, '.shell-svg')).length === 6);
  await page.click('[data-testid=roll]');
  await phase(page, 'move');
  check('one mouth up', (await pieces(page, '.shell-svg')).filter(Boolean).length === 1);
  check('counts ten, for all to see', await page.textContent('.worth') === '10' && /Cauris.: 10, 1 bouche en l’air/.test(await page.textContent('[data-testid=die-value]')));
  const pass = page.locator('[data-testid=move]').last();
  check('passing is a button', (await pass.innerText()).trim() === 'Passer' && await pass.getAttribute('aria-label') === 'Passer, sans jouer');
  check('that counts as no move', /4 coups possibles/.test(await page.textContent('#turn .what')));
  await pass.click();
  await page.waitForFunction(() => window.__state().events > 0);
  check('it is told', /Passe\./.test(await page.locator('[data-testid=log-line]').last().textContent()));
  await closePage(page, check);
}

async function tumbling(world, check) {
  for (const [game, kind] of [['uckers', '.die-svg'], ['pachisi', '.shell-svg']]) {
    const page = await openPage(world, { view: PHONE });
    await startGame(page, game);
    await page.click('[data-testid=roll]');
    const moving = new Set();
    for (let i = 0; i < 20; i++) (await motionNow(page)).forEach(name => moving.add(name));
    check(`${game}: what is thrown tumbles (${kind})`, moving.has('script'));
    await closePage(page, check);
    const still = await openPage(world, { view: PHONE, reduced: true, settings: { pace: 'rapide' } });
    await startGame(still, game);
    await still.click('[data-testid=roll]');
    const seen = new Set();
    for (let i = 0; i < 20; i++) (await motionNow(still)).forEach(name => seen.add(name));
    check(`R57 ${game}: nothing moves when the system asks`, seen.size === 0, [...seen].join());
    await closePage(still, check);
  }
}

async function teams(world, check) {
  const page = await openPage(world, { view: DESK, settings: { pace: 'aucune' }, seed: 5 });
  await startGame(page, 'uckers');
  const partner = page.locator('[data-testid=seat]', { hasText: 'partenaire' });
  check('the partner is named, opposite', await partner.count() === 1 && await partner.getAttribute('data-seat') === 'C');
  check('and both bases of the team are marked', await page.locator('.bowl-team').count() === 2 && await page.locator('[data-base=A] .bowl-team, [data-base=C] .bowl-team').count() === 2);
  const played = await playOn(page), places = await page.locator('[data-testid=place] .pl').allTextContents();
  check('partners share their place', played.ended && places.join() === '1,1,3,3', places.join());
  const title = await page.textContent('h1'), seats = await page.locator('[data-testid=place]').evaluateAll(list => list.map(one => one.dataset.seat));
  check('and the title names both', seats.slice(0, 2).includes('A') ? title === 'Vous gagnez avec Rouge.' : title === 'Bleu et Vert gagnent.', title);
  await closePage(page, check);
}

async function pairs(world, check) {
  const page = await openPage(world, { view: PHONE, settings: { auto: false, pace: 'aucune' }, dice: [6] });
  await startGame(page, 'fia', 2);
  await page.click('[data-testid=roll]');
  await phase(page, 'move');
  const both = page.locator('[data-move*="+"]');
  check('two that enter together are one button', await both.count() === 1 && /^Pions 1 et 2/.test(await both.getAttribute('aria-label')), await both.getAttribute('aria-label'));
  await both.click();
  await page.waitForFunction(() => window.__state().events > 0);
  check('and both come out', (await state(page)).pawns.A.filter(p => p === 0).length === 2 && /Pions 1 et 2 sortent/.test(await page.textContent('[data-testid=log-line]')));
  await closePage(page, check);
}

// The table's script comes at the first touch; where it doesn't come, that is told, and asked for again.
async function tableApart(world, check) {
  const asked = [], page = await openPage(world, { view: PHONE });
  page.on('request', request => asked.push(new URL(request.url()).pathname));
  const early = await page.evaluate(() => performance.getEntriesByType('resource').some(entry => entry.name.endsWith('/room.js')));
  await page.route('**/room.js', route => route.abort());
  await page.locator('[data-testid=card]').nth(3).click();
  await page.waitForTimeout(100);
  check('the table’s script is fetched at the first touch, not before', !early && asked.includes('/room.js'), asked.join());
  await page.locator('[data-testid=play]:visible').click();
  await page.waitForSelector('.notice');
  check('where it does not come, that is told', /ne se charge pas/.test(await page.textContent('.notice')));
  page.faults.length = 0; // (the browser's own words about the refused request)
  await page.unroute('**/room.js');
  await page.locator('[data-testid=play]:visible').click();
  await page.waitForSelector('[data-testid=roll]');
  check('and asked for again', true);
  await closePage(page, check);
}

export async function run(world, check) {
  for (const test of [dice, bothMoves, cowries, tumbling, teams, pairs, tableApart]) await test(world, check);
}
