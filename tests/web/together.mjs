// Playing together: a whole game by link, the same on every screen; again (R08); who watches (J25); eight at one table; phrases
// (R81, J23); two windows (R32); clocks (R21, R22) and pauses (R23); the friend who left (J22), and who closed the tab (J6).
import { DESK, PHONE, closePage, state } from './browser.mjs';
import { liveRead, liveStart } from './checks.mjs';
import { addBots, agree, begin, friendOf, hostOf, keepPlaying, openBy, somebody, stopPlaying, turnOf, twoAtTable } from './friends.mjs';

async function wholeGame(world, check) {
  const { one, two } = await twoAtTable(world, 'parchis', { host: { view: DESK } }), first = (await state(one)).turn;
  for (const page of [one, two]) await keepPlaying(page);
  await Promise.all([one, two].map(page => page.waitForSelector('[data-testid=end]', { timeout: 240000 })));
  const ends = await Promise.all([one, two].map(page => page.locator('[data-testid=place]').evaluateAll(all => all.map(row => row.dataset.seat).join())));
  check('two play a whole Parchís by link', ends[0] === ends[1] && ends[0].length > 0, ends.join(' / '));
  check('the one’s victory is the other’s defeat', new Set(await Promise.all([one, two].map(page => page.textContent('h1')))).size === 2);
  for (const page of [one, two]) await stopPlaying(page);
  await one.click('[data-testid=again]');
  await two.waitForFunction(() => document.querySelector('[data-testid=ready]').textContent === 'Léa veut rejouer.');
  check('R08 who wants another game waits for the others', /Tom/.test(await one.textContent('[data-testid=ready]')));
  await two.click('[data-testid=again]');
  await Promise.all([one, two].map(page => page.waitForSelector('[data-testid=tray]')));
  const second = (await state(one)).turn;
  check(`R08 one tap each, and the next one begins: ${first}, then ${second}`, first !== second);
  check('R08 same seats, same game', (await state(one)).human === 'A' && (await state(one)).rules === 'parchis' && await agree(one, two));
  for (const page of [one, two]) await closePage(page, check);
}

// Each turn, all that tells whose it is says the same on both screens.
async function sameOnBoth(world, check) {
  const { one, two, code } = await twoAtTable(world, 'ludo', { bots: 1 });
  const watcher = await somebody(world, `/t/${code}?test`), faults = [];
  await watcher.waitForSelector('[data-testid=tray]');
  for (const page of [one, two]) await keepPlaying(page);
  await one.waitForFunction(() => window.__state().events > 40, null, { timeout: 60000 });
  for (const page of [one, two]) await stopPlaying(page);
  await Promise.race([one, two].map(page => turnOf(page)));
  check('the same position on every screen', await agree(one, two, watcher));
  for (const page of [one, two]) {
    const sign = await page.evaluate(() => ({ mine: window.__state().turn === window.__state().human, title: document.title, who: document.querySelector('#turn .who').textContent, ready: document.querySelector('.roll.ready, [data-testid=move]') !== null }));
    if (sign.mine !== /^À vous/.test(sign.who) || sign.mine !== sign.ready || !sign.title.startsWith(sign.who)) faults.push(JSON.stringify(sign));
  }
  check('R10 R83 one’s turn in the tray and in the title, on one’s own screen only', faults.length === 0, faults.join('\n'));
  check('J25 R82 who watches has no die to press', await watcher.locator('[data-testid=roll], [data-testid=move], [data-testid=talk]').count() === 0);
  const late = await somebody(world, `/t/${code}?test`);
  await late.waitForSelector('[data-testid=tray]');
  check('J25 and, coming late, sees the same', await agree(one, late) && await late.locator('[data-testid=log-line]').count() > 30);
  for (const page of [late, watcher, two, one]) await closePage(page, check);
}

async function eight(world, check) {
  const { page: host, code } = await hostOf(world, 'petits-chevaux', 8), others = [];
  for (let k = 0; k < 7; k++) others.push(await friendOf(world, code, { name: `Ami ${k + 1}`, view: PHONE }));
  await begin(host, ...others);
  const all = [host, ...others];
  for (const page of all) await keepPlaying(page);
  await host.waitForFunction(() => window.__state().events > 40, null, { timeout: 60000 });
  for (const page of all) await stopPlaying(page);
  check('eight play at one table and see the same', await agree(...all));
  check('each on a seat of their own', new Set(await Promise.all(all.map(async page => (await state(page)).human))).size === 8);
  for (const page of all.reverse()) await closePage(page, check);
}

async function phrases(world, check) {
  const { one, two } = await twoAtTable(world, 'ludo', { friend: { lang: 'es-ES', name: 'Eva' } });
  await liveStart(two);
  const say = async (page, number) => {
    await openBy(page, '[data-testid=talk]');
    await page.locator('[data-testid=phrase]').nth(number).click();
  };
  await say(one, 2);
  await two.waitForSelector('.bubble');
  check('R81 each reads it in their own language', await two.textContent('.bubble') === '¡Bien jugado!');
  await two.waitForFunction(() => window.__live.some(message => message.text.includes('¡Bien jugado!')));
  check('R81 and hears who said it', (await liveRead(two)).some(({ text }) => /Léa.*¡Bien jugado!/.test(text)));
  await say(one, 3);
  await one.waitForTimeout(300);
  check('R81 one in three seconds', await two.locator('.bubble').count() === 1 && await two.textContent('.bubble') === '¡Bien jugado!');
  let taps = 0;
  for (const tap of [() => openBy(two, '[data-seat=A] button'), () => two.click('[data-testid=mute]')]) {
    await tap();
    taps++;
  }
  await two.waitForSelector('.bubble', { state: 'detached' });
  await say(one, 4);
  await one.waitForSelector('.bubble');
  await two.waitForTimeout(300);
  check('J23 after two taps nothing of theirs is seen', taps === 2 && await two.locator('.bubble').count() === 0);
  for (const page of [one, two]) await closePage(page, check);
}

async function twoWindows(world, check) {
  const { one, two } = await twoAtTable(world, 'ludo');
  const newer = await one.context().newPage();
  await newer.goto(one.url());
  await newer.waitForSelector('[data-testid=tray]');
  await one.waitForSelector('[data-testid=here]');
  check('R32 the newest window plays, the older says so', await newer.locator('[data-testid=roll]').count() === 1 && /autre fenêtre/.test(await one.textContent('.call')));
  await one.click('[data-testid=here]');
  await newer.waitForSelector('[data-testid=here]');
  await one.waitForSelector('[data-testid=here]', { state: 'detached' });
  check('R32 and takes it back', await agree(one, two));
  for (const page of [two, one]) await closePage(page, check);
}

async function clocks(world, check) {
  const { one, two } = await twoAtTable(world, 'ludo', { clock: 15 }), turn = (await state(one)).turn === 'A' ? one : two;
  await turnOf(turn);
  await liveStart(turn);
  check('R21 number and bar', /^1[0-5]$/.test(await turn.textContent('[data-testid=clock] b')) && await turn.locator('[data-testid=clock] i').count() === 1);
  const before = await state(turn);
  await turn.waitForFunction(n => window.__state().version > n, before.version, { timeout: 20000 });
  const warned = (await liveRead(turn)).filter(({ region, text }) => region === 'alert' && /^Encore/.test(text)).map(({ text }) => text);
  check(`R21 two warnings: ${warned.join(' ')}`, warned.length === 2 && warned[0] === 'Encore 10 secondes.' && warned[1] === 'Encore 5 secondes.');
  check('R22 the computer plays one move', (await turn.locator('[data-testid=log-line]').count()) === 1);
  for (const page of [one, two]) await closePage(page, check);
}

// What would sound and shake: each tone with its pitch, each touch of the motor.
const listen = page => page.addInitScript(() => {
  window.__nudges = [];
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function heard(...when) {
    window.__nudges.push(this.frequency.value);
    return start.apply(this, when);
  };
  navigator.vibrate = pattern => window.__nudges.push(`buzz ${pattern}`);
});

// How often it was one's turn, by the journal: steps in a row are one.
const ownTurns = page => page.evaluate(() => {
  const seats = [...document.querySelectorAll('[data-testid=log-line]')].map(line => /s(\d)/.exec(line.querySelector('.disc').className)[1]), own = String('ABCDEFGH'.indexOf(window.__state().human) + 1);
  return seats.filter((seat, k) => seat === own && seats[k - 1] !== own).length;
});

async function nudges(world, check) {
  const { one, two } = await twoAtTable(world, 'ludo', { clock: 15, friend: { before: listen }, host: { before: listen } }), first = (await state(one)).turn === 'A' ? one : two;
  const heard = page => page.evaluate(() => window.__nudges.splice(0)), turns = { one: 0, two: 0 };
  await turnOf(first);
  for (const page of [one, two]) await page.mouse.click(5, 300); // (no browser sounds before a touch)
  for (const [name, page] of [['one', one], ['two', two]]) {
    turns[name] = await ownTurns(page);
    await heard(page);
  }
  for (const page of [one, two]) await keepPlaying(page);
  await one.waitForFunction(() => window.__state().events > 16, null, { timeout: 60000 });
  for (const page of [one, two]) await stopPlaying(page);
  await one.waitForTimeout(300);
  for (const [name, page] of [['one', one], ['two', two]]) {
    const sounds = await heard(page), n = sounds.filter(one => one === 'buzz 120').length;
    const had = await ownTurns(page) - turns[name];
    check(`R83 a sound and a touch for each turn of one’s own: ${n} of ${had}`, had > 2 && Math.abs(n - had) <= 1 && sounds.filter(one => one === 523).length === n, sounds.join());
  }
  const waits = await Promise.race([one, two].map(async page => { await turnOf(page); return page; })), before = await state(waits);
  await heard(waits);
  await waits.waitForFunction(n => window.__state().version > n, before.version, { timeout: 20000 });
  const hurry = await heard(waits);
  check('R21 two warnings by sound and by the motor', hurry.filter(one => one === 392).length === 2 && hurry.filter(one => one === 'buzz 60,60,60').length === 2, hurry.join());
  for (const name of ['sound', 'buzz', 'title']) {
    await openBy(one, '[data-testid=menu]');
    await one.locator(`dialog input[name=${name}][value=false]`).check();
    await one.keyboard.press('Escape');
    await one.waitForSelector('dialog', { state: 'detached' });
  }
  await heard(one);
  const events = (await state(one)).events;
  for (const page of [one, two]) await keepPlaying(page);
  await one.waitForFunction(n => window.__state().events > n + 12, events, { timeout: 60000 });
  for (const page of [one, two]) await stopPlaying(page);
  check('R83 all of it can be switched off', (await heard(one)).length === 0 && await one.title() === 'Ludo — Dada', await one.title());
  for (const page of [one, two]) await closePage(page, check);
}

async function pauses(world, check) {
  const { one, two } = await twoAtTable(world, 'ludo');
  await openBy(one, '[data-testid=menu]');
  await one.click('[data-testid=pause]');
  await two.click('[data-testid=pause-yes]');
  await Promise.all([one, two].map(page => page.waitForSelector('[data-testid=resume]')));
  check('R23 nobody can throw in a pause that all wanted', await one.locator('.roll.ready').count() === 0 && await two.locator('.roll.ready').count() === 0);
  await two.click('[data-testid=resume]');
  await Promise.race([one, two].map(page => turnOf(page)));
  check('R23 one of them ends it', true);
  for (const page of [one, two]) await closePage(page, check);
}

// The friend closes everything; the host lets a computer play; the friend comes back to the start page and takes the seat back.
async function leftAndBack(world, check) {
  const { one, two } = await twoAtTable(world, 'ludo');
  await two.goto('about:blank');
  await one.waitForFunction(() => document.querySelector('[data-seat=B]').textContent.includes('absent'), null, { timeout: 5000 });
  check('R31 who is away is told by the seat', true);
  await openBy(one, '[data-seat=B] button');
  await one.click('[data-testid=give-bot]');
  await one.waitForFunction(() => document.querySelector('[data-seat=B]').textContent.includes('ordinateur'));
  check('J22 the host lets a computer play for the friend', true);
  await keepPlaying(one);
  await one.waitForFunction(() => window.__state().events > 6);
  await two.goto(`${world.url}/?test`);
  await two.click('[data-testid=resume-table]');
  await two.click('.call [data-testid=back]');
  await two.waitForSelector('.call [data-testid=back]', { state: 'detached' });
  await stopPlaying(one);
  check('J6 J22 who comes back resumes, and takes the seat back by one tap', (await state(two)).human === 'B' && await agree(one, two));
  for (const page of [one, two]) await closePage(page, check);
}

export async function run(world, check) {
  for (const test of [wholeGame, sameOnBoth, eight, phrases, twoWindows, clocks, nudges, pauses, leftAndBack]) await test(world, check);
}
