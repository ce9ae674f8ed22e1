// The ranking (R90, R91): a public table is made by the page, its game counts, and what it changed is shown; one's own line is in view.
import { DESK, PHONE, closePage, openCard } from './browser.mjs';
import { axeAA, sidewaysScroll } from './checks.mjs';
import { begin, keepPlaying, openBy, somebody } from './friends.mjs';

const ownInView = page => page.evaluate(() => {
  const list = document.querySelector('.rank-list').getBoundingClientRect(), own = document.querySelector('[data-own]').lastElementChild.getBoundingClientRect();
  return own.height > 0 && own.top >= list.top - 1 && own.bottom <= list.bottom + 1 && own.bottom <= innerHeight + 1;
});

async function publicTable(world, check) {
  const host = await somebody(world, '/?test', { name: 'Ana', view: DESK });
  await host.waitForSelector('[data-testid=card]');
  await (await openCard(host, 'ludo', 2)).locator('[data-testid=open]').click();
  await host.waitForSelector('[data-testid=lobby] [data-you]');
  check('R20 a table for all has a clock, and says that it counts', /30/.test(await host.textContent('[data-testid=clock-chip]')) && await host.textContent('[data-testid=rated-chip]') === 'Classée');
  check('R20 and can’t be without one', await host.locator('input[name=clock][value="0"]').count() === 0);
  const guest = await somebody(world, '/?test', { name: 'Bob', view: PHONE });
  await guest.waitForSelector('[data-testid=open-table]');
  const told = await guest.textContent('[data-testid=open-table]');
  check('R20 clock, rules and whether it counts are told before one joins', /Ludo.*Ana.*1 sur 2.*30.s.*Classée · .*Barrages/.test(told), told);
  await guest.click('[data-testid=open-table]');
  await guest.waitForSelector('[data-testid=lobby] [data-you]');
  await begin(host, guest);
  for (const page of [host, guest]) await keepPlaying(page);
  await host.waitForFunction(() => window.__state().events > 4);
  await openBy(guest, '[data-testid=menu]');
  await guest.click('[data-testid=resign]');
  await guest.click('[data-testid=resign-yes]');
  await Promise.all([host, guest].map(page => page.waitForSelector('[data-testid=standing]')));
  const [won, lost] = await Promise.all([host, guest].map(page => page.textContent('[data-testid=standing]')));
  check(`R90 the change is shown at the end: ${won} / ${lost}`, /1.516.*\+16/.test(won) && /1.484.*-16/.test(lost));
  await host.click('[data-testid=to-ranking]');
  await host.waitForSelector('[data-own]');
  check('R90 and leads to the ratings of this game and these seats', await host.inputValue('[data-testid=rank-game]') === 'ludo' && /^1Vous \(Ana\)/.test(await host.textContent('[data-own]')));
  const axe = await axeAA(host);
  check('R50 ranking: axe', axe.violations.length === 0, axe.violations.join('\n'));
  for (const page of [guest, host]) await closePage(page, check);
}

async function ownLine(world, check) {
  const lines = Array.from({ length: 49 }, (_, k) => ({ rank: k + 1, player: String(k).padStart(32, '0'), name: `Ami ${k + 1}`, points: 30000 - k * 300, games: 9 }));
  for (const [view, dark] of [[PHONE, false], [{ width: 320, height: 568 }, true], [DESK, true]]) {
    const page = await somebody(world, '/?test', { view, dark, name: 'Zoé' });
    let own = '';
    await page.route('**/api/player', async route => {
      const answer = await route.fetch();
      own = (await answer.json()).player;
      check('the secret travels in a field alone', !route.request().url().includes('?') && /^[\w-]{24}$/.test(route.request().headers()['dada-device']));
      await route.fulfill({ response: answer });
    });
    await page.route('**/api/leaderboard*', route => route.fulfill({ json: { lines: [...lines, { rank: 120, player: own, name: 'Zoé', points: -4000, games: 3 }] } }));
    await page.click('[data-testid=ranking]');
    await page.waitForSelector('[data-own]');
    check(`R91 one’s own line is in view at ${view.width}, whatever is above`, await ownInView(page) && await sidewaysScroll(page) <= 0);
    await page.evaluate(() => { document.querySelector('.rank-list').scrollTop = 300; });
    check('R91 also in the middle of the list', await ownInView(page));
    await page.unroute('**/api/leaderboard*');
    await page.locator('input[name=by][value=rating]').check();
    await page.waitForFunction(() => /pas encore/.test(document.querySelector('[data-own]')?.textContent));
    check('who has played none is told so', await page.locator('[data-own]').count() === 1);
    await page.reload();
    await page.waitForSelector('[data-own]');
    await page.click('[data-testid=back]');
    await page.waitForSelector('[data-testid=card]');
    await closePage(page, check);
  }
}

export async function run(world, check) {
  for (const test of [publicTable, ownLine]) await test(world, check);
}
