// Languages: the three files have the same keys, all used; typography; nothing of another language on screen; room for
// texts 40 % longer (R60).
import { readFileSync, readdirSync } from 'node:fs';
import { closePage, openCard, openPage, startGame } from './browser.mjs';
import { sidewaysScroll } from './checks.mjs';

const SOURCE = new URL('../../web/src/', import.meta.url);
const code = () => readdirSync(SOURCE).filter(name => name.endsWith('.js')).map(name => readFileSync(new URL(name, SOURCE), 'utf8')).join('\n');

const forms = text => [...text.matchAll(/\{(\w+)((?:\|[^}|]*)*)\}/g)].map(found => `${found[1]}${found[2].split('|').length}`).sort().join();

async function files(world, check) {
  const catalogue = {};
  for (const lang of ['fr', 'en', 'es']) {
    catalogue[lang] = {};
    for (const file of [lang, `online.${lang}`]) {
      const answer = await fetch(`${world.url}/lang/${file}.json`), text = await answer.text(), words = JSON.parse(text);
      const twice = Object.keys(words).filter(key => key in catalogue[lang]);
      Object.assign(catalogue[lang], words);
      check(`R60 ${file}.json is ${(Buffer.byteLength(text) / 1000).toFixed(1)} kB ≤ 15, no key twice`, Buffer.byteLength(text) <= 15000 && !twice.length, twice.join());
    }
    const empty = Object.entries(catalogue[lang]).filter(([, value]) => !value.trim());
    check(`R60 ${lang}: no empty text`, empty.length === 0, empty.join());
    const straight = Object.entries(catalogue[lang]).filter(([, value]) => /['"]/.test(value));
    check(`R60 ${lang}: no straight quotes`, straight.length === 0, straight.join('\n'));
  }
  const keys = Object.keys(catalogue.fr);
  for (const lang of ['en', 'es']) {
    const other = Object.keys(catalogue[lang]);
    check(`R60 fr and ${lang} have the same ${keys.length} keys`, keys.join() === other.join(), [...keys.filter(key => !other.includes(key)), ...other.filter(key => !keys.includes(key))].join());
    const uneven = keys.filter(key => forms(catalogue.fr[key]) !== forms(catalogue[lang][key]) && !/\{of\}/.test(catalogue.fr[key]));
    check(`R60 ${lang}: the same values in every text, with both numbers`, uneven.length === 0, uneven.map(key => `${key}: ${catalogue.fr[key]} / ${catalogue[lang][key]}`).join('\n'));
  }
  const loose = Object.entries(catalogue.fr).filter(([, value]) => / [:;!?]|[^\u202f\s][:;!?](\s|$)/.test(value.replace(/\{[^}]*\}/g, 'x')));
  check('R60 fr: a narrow no-break space before : ; ! ?', loose.length === 0, loose.join('\n'));
  const source = code(), families = source.match(/FAMILIES = \[([^\]]*)\]/)[1].match(/'[^']+'/g).map(word => word.slice(1, -1));
  const used = key => source.includes(`'${key}'`) || source.includes(`'${key.replace(/\.horse$/, '')}'`) || families.some(family => key.startsWith(family));
  const unused = keys.filter(key => !used(key));
  check('R60 no text is unused', unused.length === 0, unused.join());
  const asked = [...source.matchAll(/\b(?:t|parts)\('([\w.]+)'/g)].map(found => found[1]), missing = asked.filter(key => !keys.includes(key));
  check(`R60 no text is missing of ${asked.length} asked for`, asked.length > 80 && missing.length === 0, missing.join());
  // The sentences about rules are judged by tests/rules; here only that they speak one language.
  for (const lang of ['fr', 'en', 'es']) Object.assign(catalogue[lang], await (await fetch(`${world.url}/lang/rules.${lang}.json`)).json());
  return catalogue;
}

// Every text and label on screen.
const read = page => page.evaluate(() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), list = [];
  while (walker.nextNode()) {
    const text = walker.currentNode.textContent.trim(), parent = walker.currentNode.parentElement;
    if (text && !parent.closest('svg, option, script, noscript')) list.push(text);
  }
  return [...list, ...[...document.querySelectorAll('[aria-label]')].map(element => element.getAttribute('aria-label')), document.title];
});

// Names that stay foreign, each with the language that it is marked as.
const names = page => page.evaluate(() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), list = [];
  while (walker.nextNode()) {
    for (const [name] of walker.currentNode.textContent.matchAll(/Petits Chevaux|Parchís/g)) list.push(`${name} ${walker.currentNode.parentElement.closest('[lang]').lang}`);
  }
  return list;
});

// A press first ends the message of a lost throw, where there is one.
async function openDialog(page, name) {
  for (let i = 0; i < 9 && !await page.locator('dialog').count(); i++) await page.click(`[data-testid=${name}]`);
}

async function crawl(world, check, catalogue) {
  for (const lang of ['fr', 'en', 'es']) {
    const page = await openPage(world, { lang, dice: [2], settings: { pace: 'aucune' } }); // (while a message stands, a tap only ends it)
    const texts = [], named = [];
    for (let i = 0; i < 14; i++) {
      await page.locator('[data-testid=card]').nth(i).click();
      texts.push(...await read(page));
    }
    named.push(...await names(page));
    for (const game of ['petits-chevaux-escalier', 'parchis']) {
      await startGame(page, game, 4);
      await page.click('[data-testid=roll]');
      await page.waitForFunction(() => window.__state().events > 0 && window.__state().phase === 'roll');
      texts.push(...await read(page));
      for (const name of ['menu', 'rules']) {
        await openDialog(page, name);
        if (name === 'rules') await page.waitForSelector('dialog .rules li');
        texts.push(...await read(page));
        named.push(...await names(page));
        await page.keyboard.press('Escape');
        await page.waitForSelector('dialog', { state: 'detached' });
      }
      await page.goBack(); // (a press would first end the message of another's turn)
      await page.waitForSelector('[data-testid=card]');
    }
    const own = new Set(Object.values(catalogue[lang])), foreign = new Set(['fr', 'en', 'es'].filter(other => other !== lang).flatMap(other => Object.values(catalogue[other]).filter(text => !own.has(text) && text.length > 3 && !/\{/.test(text))));
    const strange = [...new Set(texts)].filter(text => foreign.has(text)), keys = [...new Set(texts)].filter(text => text in catalogue.fr || /^\w+\.[\w.+-]+$/.test(text) || /[{}]|undefined/.test(text));
    check(`R60 ${lang}: ${new Set(texts).size} texts, none of another language`, texts.length > 200 && strange.length === 0, strange.join('\n'));
    const misread = named.filter(name => !['Petits Chevaux fr', 'Parchís es'].includes(name));
    check(`R60 ${lang}: ${named.length} foreign names, each marked as what it is`, named.length >= 12 && misread.length === 0, misread.join('\n'));
    check(`R60 ${lang}: no bare key`, keys.length === 0, keys.join('\n'));
    await closePage(page, check);
  }
}

// The sentences about rules come when they are asked for, once; without a network the page says that they don't.
async function rules(world, check) {
  const asked = [], page = await openPage(world, { dice: [2], settings: { motion: 'reduit' } });
  page.on('request', request => asked.push(new URL(request.url()).pathname));
  await startGame(page, 'ludo', 6);
  check('rules are not fetched before they are asked for', !asked.some(path => path.includes('rules')), asked.join());
  for (const time of ['first', 'second']) {
    await openDialog(page, 'rules');
    await page.waitForSelector('dialog .rules li');
    const told = await page.locator('dialog .rules li').allTextContents();
    check(`rules are told the ${time} time: ${told.length}`, told.length > 15 && told.includes('Deux pions par place.') && told.includes('Pour sortir un pion, il faut un 6.'), told.join('\n'));
    await page.keyboard.press('Escape');
    await page.waitForSelector('dialog', { state: 'detached' });
  }
  check('rules are fetched once', asked.filter(path => path === '/lang/rules.fr.json').length === 1, asked.join());
  await page.route('**/lang/rules.*', route => route.abort());
  await openDialog(page, 'menu');
  await page.locator('dialog select').selectOption('en');
  await page.waitForFunction(() => document.documentElement.lang === 'en');
  await page.keyboard.press('Escape');
  await page.waitForSelector('dialog', { state: 'detached' });
  await openDialog(page, 'rules');
  await page.waitForSelector('dialog .rules li');
  check('rules that cannot be fetched are told of', (await page.textContent('dialog .rules')) === 'The rules don’t load. Try again later.');
  page.faults.length = 0; // (the browser's own words about the refused request)
  await closePage(page, check);
}

async function longer(world, check) {
  const stretch = (text, key) => (/^(seat\.|game\.)/.test(key) ? text : text + ' ñandú'.repeat(Math.ceil(text.replace(/\{[^}]*\}/g, '').length * .4 / 6)));
  const before = page => page.route('**/lang/*.json', async route => {
    const answer = await route.fetch(), words = await answer.json();
    await route.fulfill({ json: Object.fromEntries(Object.entries(words).map(([key, text]) => [key, stretch(text, key)])) });
  });
  const page = await openPage(world, { before, view: { width: 320, height: 640 }, dice: [6], settings: { auto: false, pace: 'aucune' } });
  const wide = [];
  const look = async what => { const by = await sidewaysScroll(page); if (by > 0) wide.push(`${what} by ${by}`); };
  await openCard(page, 'parchis');
  await look('start');
  await startGame(page, 'ludo', 4);
  check('R60 the stretched texts are really shown', (await page.textContent('.roll-word')).includes('ñandú'));
  await look('table');
  await page.click('[data-testid=roll]');
  await look('moves');
  await page.click('[data-testid=menu]');
  const dialog = await page.locator('dialog').evaluate(box => box.scrollWidth - box.clientWidth);
  check('R60 texts 40 % longer fit 320 px', wide.length === 0 && dialog <= 0, `${wide.join('\n')} dialog ${dialog}`);
  await closePage(page, check);
}

async function plurals(world, check) {
  const page = await openPage(world, { lang: 'en', dice: [6], settings: { auto: false, pace: 'aucune' } });
  await startGame(page, 'ludo', 2);
  check('R60 two seats', (await page.textContent('h1 small')) === '2 seats');
  await page.click('[data-testid=roll]');
  check('R60 four moves', (await page.textContent('#turn')).includes('4 possible moves'));
  await closePage(page, check);
}

export async function run(world, check) {
  const catalogue = await files(world, check);
  await crawl(world, check, catalogue);
  await rules(world, check);
  await longer(world, check);
  await plurals(world, check);
}
