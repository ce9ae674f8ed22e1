// Room: everything needed is in view (R79), nothing scrolls sideways (R58), text may be spaced out, the loupe.
import { closePage, offer, openPage, openCard, playOn, startGame } from './browser.mjs';
import { sidewaysScroll } from './checks.mjs';

const VIEWS = [[320, 568], [320, 640], [360, 740], [412, 915], [768, 1024], [1024, 768], [1280, 800], [1920, 1080]];
const TABLES = [['petits-chevaux-barrages', 4], ['ludo', 6], ['parchis', 4], ['parchis', 8], ['parchis-american', 4], ['pachisi', 0]];

const boxes = page => page.evaluate(() => {
  const box = element => { const b = element.getBoundingClientRect(); return { x: b.x, y: b.y, w: b.width, h: b.height, right: b.right, bottom: b.bottom }; };
  return { board: box(document.querySelector('.plate')), roll: box(document.querySelector('[data-testid=roll]')), moves: [...document.querySelectorAll('[data-testid=move]')].map(box), W: innerWidth, H: innerHeight, y: scrollY };
});

const inside = (box, view) => box.x >= -.5 && box.y >= -.5 && box.right <= view.W + .5 && box.bottom <= view.H + .5;

async function inView(world, check) {
  for (const [game, seats] of TABLES) {
    const page = await openPage(world, { settings: { pace: 'aucune', auto: false }, seed: 4, view: { width: 360, height: 740 } });
    await startGame(page, game, seats);
    await playOn(page, { until: now => now.phase === 'move' && now.moves.length >= ({ 'parchis-american': 6, pachisi: 5 }[game] || (seats === 6 ? 2 : 3)) });
    for (const [width, height] of VIEWS) {
      await page.setViewportSize({ width, height });
      await page.waitForTimeout(60);
      const seen = await boxes(page), out = [seen.board, seen.roll, ...seen.moves].filter(box => !inside(box, seen));
      check(`R79 ${game} ${seats} at ${width}×${height}: board, die and ${seen.moves.length} moves in view`, out.length === 0 && seen.moves.length >= 2 && seen.y === 0, JSON.stringify(out));
      check(`R79 ${game} ${seats} at ${width}×${height}: the board is square and ${Math.round(seen.board.w)} px`, Math.abs(seen.board.w - seen.board.h) < 1 && seen.board.w >= Math.min(width, height) * .55, JSON.stringify(seen.board));
      check(`R58 ${game} ${seats} at ${width}×${height}: nothing scrolls sideways`, await sidewaysScroll(page) <= 0);
    }
    await closePage(page, check);
  }
}

async function narrow(world, check) {
  for (const lang of ['fr-FR', 'en-GB', 'es-ES']) {
    const page = await openPage(world, { lang, view: { width: 320, height: 640 }, dice: [2], settings: { motion: 'reduit' } });
    const wide = [];
    const look = async what => { const by = await sidewaysScroll(page); if (by > 0) wide.push(`${what} by ${by}`); };
    for (let i = 0; i < 14; i++) {
      await page.locator('[data-testid=card]').nth(i).click();
      await look(`card ${i}`);
    }
    await startGame(page, 'petits-chevaux-barrages', 8);
    await look('table');
    await page.click('[data-testid=menu]');
    const dialog = await page.locator('dialog').evaluate(box => box.scrollWidth - box.clientWidth);
    check(`R58 320 px, ${lang.slice(0, 2)}: no sideways scroll`, wide.length === 0 && dialog <= 0, wide.join('\n'));
    await page.keyboard.press('Escape');
    const zoom = await page.getAttribute('meta[name=viewport]', 'content');
    check('R58 zoom is allowed', !/user-scalable=no|maximum-scale/.test(zoom));
    await closePage(page, check);
  }
}

// WCAG 1.4.12: wider letters, words and lines lose no text.
const clipped = page => page.evaluate(() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important; } p { margin-bottom: 2em !important; }');
  document.adoptedStyleSheets = [sheet];
  const lost = [...document.querySelectorAll('h1, h2, p, button, .chip, .what, .who, .path, .fx, .reason, legend, label')].filter(element => {
    const style = getComputedStyle(element), hides = style.overflowX !== 'visible' || style.overflowY !== 'visible';
    return !element.closest('.vh') && element.getClientRects().length && hides && (element.scrollHeight > element.clientHeight + 2 || element.scrollWidth > element.clientWidth + 2);
  }).map(element => `${element.className || element.tagName}: ${element.textContent.slice(0, 40)}`);
  const wide = document.scrollingElement.scrollWidth - document.documentElement.clientWidth;
  document.adoptedStyleSheets = [];
  return { lost, wide };
});

async function spacing(world, check) {
  const page = await openPage(world, { view: { width: 360, height: 740 }, dice: [6], settings: { auto: false, pace: 'aucune' } });
  await openCard(page, 'ludo');
  const start = await clipped(page);
  check('R58 text spacing loses nothing on the start page', start.lost.length === 0 && start.wide <= 0, JSON.stringify(start));
  await startGame(page, 'ludo', 4);
  await page.click('[data-testid=roll]');
  const table = await clipped(page);
  check('R58 text spacing loses nothing at the table', table.lost.length === 0 && table.wide <= 0, JSON.stringify(table));
  await closePage(page, check);
}

async function loupe(world, check) {
  const page = await openPage(world, { settings: { pace: 'aucune', auto: false }, seed: 4 });
  await startGame(page, 'parchis', 8);
  await playOn(page, { until: now => now.phase === 'move' && now.moves[0].from !== now.moves.at(-1).from });
  const cells = () => page.locator('.strip .tile').count(), first = await page.locator('.strip').innerHTML();
  check('the loupe shows the next squares where they are small', await cells() === 14, String(await cells()));
  check('each at least 32 px wide', await page.locator('.strip .tile').first().evaluate(tile => tile.getBoundingClientRect().width) >= 31);
  await page.locator('[data-testid=move]').last().focus();
  check('and follows the move in focus', await page.locator('.strip').innerHTML() !== first);
  await page.setViewportSize({ width: 768, height: 1024 });
  await page.locator('[data-testid=move]').first().focus();
  check('it is not shown where squares are large', await page.locator('.strip').count() === 0);
  await closePage(page, check);
}

// Where there is nothing to choose, the tray tells where one's own pawns are, in the room that the moves take.
async function ownPawns(world, check) {
  for (const [width, height] of [[320, 640], [360, 740], [768, 1024], [1280, 800]]) {
    const page = await openPage(world, { settings: { pace: 'aucune', auto: false }, seed: 4, view: { width, height } });
    await startGame(page, 'parchis', 8);
    const look = () => page.evaluate(() => {
      const tray = document.querySelector('.tray'), seat = window.__state().human.charCodeAt() - 65, texts = list => [...list].map(one => one.textContent).join();
      return { told: texts(tray.querySelectorAll('.mine:not([hidden]) li > :last-child')), table: [...document.querySelectorAll('.table section table tbody tr')[seat].querySelectorAll('td')].map(cell => cell.textContent.split(',')[0]).join(),
        bottom: tray.getBoundingClientRect().bottom, fits: tray.querySelector('.mine').getBoundingClientRect().top >= tray.querySelector('#turn').getBoundingClientRect().bottom, empty: tray.querySelectorAll('.mine:not([hidden]), .move').length === 0 };
    });
    await playOn(page, { until: now => now.phase === 'roll' && now.version > 60 });
    const before = await look();
    await playOn(page, { until: now => now.phase === 'move' && now.moves.length > 2 });
    const moves = await look();
    check(`the tray at ${width}×${height} tells one’s own pawns as the table does, moves instead of them, and keeps its height`,
      before.told === before.table && before.told.length > 10 && before.fits && moves.told === '' && !moves.empty && Math.abs(moves.bottom - before.bottom) < 1, JSON.stringify([before, moves]));
    await closePage(page, check);
  }
}

async function turnedBoard(world, check) {
  const page = await openPage(world, { settings: { pace: 'aucune' }, seed: 3 });
  await startGame(page, 'ludo-german', 2);
  await playOn(page);
  await page.click('[data-testid=again]');
  await page.waitForSelector('[data-testid=roll]');
  const own = await page.evaluate(() => {
    const seat = window.__state().human, base = document.querySelector(`[data-base=${seat}] .bowl`).getBoundingClientRect(), board = document.querySelector('.plate').getBoundingClientRect();
    return { y: base.y + base.height / 2 - board.y - board.height / 2, turned: [...document.querySelectorAll('.board-svg text, .base-mark')].filter(text => /rotate/.test(text.getAttribute('transform') || '')).length };
  });
  check('one’s own base is in the lower half, whichever the seat', own.y > 20);
  check('text and marks are never turned', own.turned === 0);
  await page.evaluate(() => window.scrollTo(0, 0));
  await closePage(page, check);
}

export async function run(world, check) {
  for (const test of [inView, narrow, spacing, loupe, ownPawns, turnedBoard]) await test(world, check);
}
