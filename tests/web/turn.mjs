// A turn: whose it is (R10), no move (R13), forced moves (R14), one input one move (R15), the log (R17), again (first seat moves on).
import { DESK, closePage, openPage, playOn, startGame, state } from './browser.mjs';
import { liveRead, liveStart } from './checks.mjs';

// Everything that tells whose turn it is, read in one go.
const signs = page => page.evaluate(() => {
  const now = window.__state(), current = [...document.querySelectorAll('[data-testid=seat][aria-current=true]')];
  return { turn: now.turn, plies: `${now.version} ${now.turn}`, current: current.map(seat => seat.dataset.seat), base: [...document.querySelectorAll('.base.turn')].map(base => base.dataset.base),
    mark: current[0]?.querySelector('.disc').className.match(/s\d/)?.[0], tray: document.querySelector('[data-testid=tray]').className.match(/s\d/)?.[0],
    who: document.querySelector('#turn .who').textContent, title: document.title, human: now.human, name: current[0]?.textContent };
});

function agree(sign) {
  const mine = sign.turn === sign.human, bonus = /^Comptez/.test(sign.who);
  const words = mine ? bonus || /^À vous/.test(sign.who) : /^Au tour d/.test(sign.who) && sign.who.includes(sign.name.match(/^[A-ZÀ-Ý][a-zà-ÿ]+?(?=[a-z]*$|ordinateur|base)/)?.[0] ?? sign.name.slice(0, 3));
  return words && sign.current.join() === sign.turn && sign.base.join() === sign.turn && sign.mark === sign.tray && sign.title.startsWith(sign.who);
}

async function whoseTurn(world, check) {
  const page = await openPage(world, { settings: { pace: 'rapide', motion: 'reduit' }, view: DESK });
  await startGame(page, 'parchis-salida');
  const seen = new Map(), until = Date.now() + 30000;
  while (seen.size < 40 && Date.now() < until) {
    const sign = await signs(page);
    if (!seen.has(sign.plies)) seen.set(sign.plies, sign);
    const now = await state(page);
    if (now.phase === 'roll') await page.click('[data-testid=roll]');
    else if (now.phase === 'move') await page.locator('[data-testid=move]').first().click();
    else await page.waitForTimeout(15);
  }
  const wrong = [...seen.values()].filter(sign => !agree(sign));
  check(`R10 text, seat, base, tray and title agree at ${seen.size} plies`, seen.size >= 40 && wrong.length === 0, JSON.stringify(wrong[0]));
  check('R10 of several seats', new Set([...seen.values()].map(sign => sign.turn)).size === 4);
  await closePage(page, check);
}

async function noMove(world, check) {
  const page = await openPage(world, { dice: [1, 6], settings: { motion: 'reduit' } });
  await startGame(page, 'ludo', 2);
  await liveStart(page);
  await page.click('[data-testid=roll]');
  await page.waitForFunction(() => window.__state().phase === 'message');
  const began = Date.now(), text = await page.textContent('#turn .what');
  check('R13 the message names who and why', /^Vous.: 1\. Aucun coup\. Il faut un 6/.test(text), text);
  check('R13 the log has it too', (await page.textContent('[data-testid=log-line]')).includes('Aucun coup'));
  await page.waitForFunction(() => window.__state().phase !== 'message');
  check('R13 it passes by itself within 1.5 s', Date.now() - began <= 1700);
  const spoken = (await liveRead(page)).map(message => message.text);
  check('R13 it is said', spoken.some(line => line.includes('Aucun coup')), spoken.join('\n'));
  await closePage(page, check);

  const quick = await openPage(world, { dice: [1, 1], settings: { motion: 'reduit' } });
  await startGame(quick, 'ludo', 2);
  await quick.click('[data-testid=roll]');
  for (const dismiss of [() => quick.keyboard.press('x'), () => quick.mouse.click(180, 480)]) {
    await quick.waitForFunction(() => window.__state().phase === 'message');
    const at = Date.now();
    await dismiss();
    await quick.waitForFunction(() => window.__state().phase !== 'message');
    check('R13 a key or a tap ends it', Date.now() - at < 150, `${Date.now() - at} ms`);
  }
  const now = await state(quick);
  check('R13 what ended the message did nothing else', now.events === 2, JSON.stringify(now));
  await closePage(quick, check);
}

async function forced(world, check) {
  const page = await openPage(world, { dice: [6, 2], settings: { pace: 'rapide', motion: 'reduit' } });
  await startGame(page, 'ludo', 2);
  await liveStart(page);
  await page.click('[data-testid=roll]');
  await page.waitForFunction(() => window.__state().events === 1);
  await page.waitForTimeout(100);
  const spoken = (await liveRead(page)).map(message => message.text).join('\n');
  check('R14 a forced move is played and said', spoken.includes('jouée pour vous'), spoken);
  await closePage(page, check);

  const asks = await openPage(world, { dice: [6], settings: { auto: false, pace: 'aucune' } });
  await startGame(asks, 'ludo', 2);
  await asks.click('[data-testid=roll]');
  await asks.waitForTimeout(300);
  const now = await state(asks);
  check('R14 switched off, the tray waits', now.phase === 'move' && now.events === 0 && await asks.locator('[data-testid=move]').count() === 4, JSON.stringify(now.phase));
  await closePage(asks, check);
}

async function oneInput(world, check) {
  const page = await openPage(world, { dice: [6, 3, 1, 1, 1], settings: { auto: false } });
  await startGame(page, 'ludo', 2);
  const box = await page.locator('[data-testid=roll]').boundingBox(), x = box.x + box.width / 2, y = box.y + box.height / 2;
  await page.mouse.click(x, y);
  await page.mouse.click(x, y);
  await page.keyboard.press('Enter');
  await page.waitForTimeout(120);
  check('R15 the die tells nothing while it rolls', await page.textContent('[data-testid=die-value]') === '' && await page.getAttribute('[data-testid=roll]', 'aria-disabled') === 'true');
  check('R15 and no move is offered', await page.locator('[data-testid=move]').count() === 0);
  await page.waitForFunction(() => window.__state().phase === 'move');
  check('R15 then it does', /6/.test(await page.textContent('[data-testid=die-value]')));
  check('R15 two clicks and a key made one roll', (await page.evaluate(() => window.__dice.length)) === 4);
  const move = await page.locator('[data-testid=move]').first().boundingBox();
  await page.mouse.dblclick(move.x + 20, move.y + 20);
  await page.waitForFunction(() => window.__state().phase === 'roll');
  check('R15 a double tap made one move', (await state(page)).events === 1, JSON.stringify(await state(page)));
  await closePage(page, check);
}

async function journal(world, check) {
  const page = await openPage(world, { settings: { pace: 'aucune' } });
  await startGame(page, 'ludo', 3);
  await playOn(page, { until: now => now.version > 90 && now.phase === 'roll' });
  const before = await state(page), lines = () => page.locator('[data-testid=log-line]');
  check('R17 one line an event', await lines().count() === before.events);
  const text = (await lines().allTextContents()).join('\n');
  check('R17 with the rule that gave another roll', /Le 6 fait rejouer/.test(text));
  const trail = () => page.locator('.trail').first().getAttribute('points');
  const points = await page.locator('.trail').count() ? await trail() : '';
  await page.reload();
  await page.waitForSelector('[data-testid=roll]');
  const after = await state(page);
  check('R17 reloaded: the same log', after.events === before.events && await lines().count() === before.events);
  check('R17 reloaded: the last move is still drawn', (await page.locator('.trail').count() ? await trail() : '') === points);
  const place = id => page.locator(`.pawn[data-pawn=${id}]`).evaluate(pawn => pawn.style.transform);
  const moved = await page.evaluate(() => [...document.querySelectorAll('[data-testid=pawn]')].map(pawn => `${pawn.dataset.pawn} ${pawn.style.transform}`).join());
  await page.locator('[data-testid=back]').last().click();
  for (let i = 0; i < 11; i++) await page.keyboard.press('ArrowLeft');
  const earlier = await page.evaluate(() => [...document.querySelectorAll('[data-testid=pawn]')].map(pawn => `${pawn.dataset.pawn} ${pawn.style.transform}`).join());
  check('R17 ← shows the board as it was', earlier !== moved && (await page.textContent('.where')).startsWith(String(before.events - 12)), await page.textContent('.where'));
  check('R17 and plays nothing', (await state(page)).version === before.version);
  await page.keyboard.press('Escape');
  check('R17 Esc comes back to now', await page.textContent('.where') === '' && (await place('A0')) !== '');
  await closePage(page, check);
}

async function again(world, check) {
  const page = await openPage(world, { settings: { pace: 'aucune' }, seed: 3 });
  await startGame(page, 'ludo-german', 2);
  const first = await state(page), played = await playOn(page);
  check('a game ends at its end screen', played.ended, played.stuck);
  check('with a place for every seat', await page.locator('[data-testid=place]').count() === 2);
  check('and nothing left to resume', await page.evaluate(() => localStorage.getItem('dada.game')) === null);
  await page.click('[data-testid=again]');
  await page.waitForSelector('[data-testid=roll]');
  const second = await state(page);
  check('“Rejouer”: the first seat moves on', first.human === 'A' && second.human === 'B');
  check('one keeps one’s colour', (await page.locator(`[data-testid=seat][data-seat=${second.human}] .disc`).getAttribute('class')).includes('s1'));
  await closePage(page, check);
}

export async function run(world, check) {
  for (const test of [whoseTurn, noMove, forced, oneInput, journal, again]) await test(world, check);
}
