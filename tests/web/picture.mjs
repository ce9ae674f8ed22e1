// Draws the README's picture: the board of a running game, as the page itself draws it, as one SVG without a style sheet.
// usage: tests/with_server build/dada node tests/web/picture.mjs docs/ludo.svg     (the address comes last)
import { writeFileSync } from 'node:fs';
import { launch, openPage, playOn, startGame } from './browser.mjs';

// Runs in the page: what the style sheet says of each shape becomes its own attributes. Groups only carry places.
function flatten() {
  const KEPT = { fill: 'rgb(0, 0, 0)', stroke: 'none', 'stroke-width': '1', 'stroke-linecap': 'butt', 'stroke-linejoin': 'miter', 'stroke-dasharray': 'none', opacity: '1' };
  const TEXT = { 'font-family': '', 'font-size': '', 'font-weight': '400', 'text-anchor': 'start' };
  const [ground, moving] = document.querySelectorAll('main .board-svg');
  const attributes = (element, style) => {
    const own = [...element.attributes].filter(({ name }) => !/^(class|style|data-|aria-|focusable)/.test(name)).map(({ name, value }) => [name, value]);
    const rows = new Map(own), kept = element.localName === 'g' ? {} : { ...KEPT, ...(element.localName === 'text' ? TEXT : {}) };
    for (const [name, usual] of Object.entries(kept)) {
      const value = style.getPropertyValue(name).replaceAll('px', '').replaceAll('"', '');
      if (value === usual) rows.delete(name); else rows.set(name, value);
    }
    if (style.transform !== 'none' && !rows.has('transform')) rows.set('transform', style.transform);
    return [...rows].map(([name, value]) => ` ${name}="${value}"`).join('');
  };
  const draw = element => {
    const style = getComputedStyle(element);
    if (style.display === 'none') return '';
    const inside = [...element.children].map(draw).join('') || (element.children.length ? '' : element.textContent.trim());
    if (element.localName === 'g' && !inside) return '';
    return `<${element.localName}${attributes(element, style)}>${inside}</${element.localName}>\n`;
  };
  const shapes = [ground, moving].flatMap(sheet => [...sheet.children].map(draw)).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${ground.getAttribute('viewBox')}" role="img" aria-label="Ludo">\n${shapes}</svg>\n`;
}

const [file, url] = process.argv.slice(2);
const world = { browser: await launch(), url: url.replace(/\/$/, ''), foreign: [] };
const page = await openPage(world, { view: { width: 1280, height: 800 }, settings: { pace: 'aucune' }, seed: 11 });
await startGame(page, 'ludo', 4);
await playOn(page, { until: now => now.version > 330 && now.phase === 'move' && now.moves.length > 1 });
await page.waitForTimeout(300);
writeFileSync(file, await page.evaluate(flatten));
await world.browser.close();
