// Measures of a page for the tests: each returns data, the test judges it.
import axe from 'axe-core';

// wcag22aa must be named: axe leaves target-size off otherwise. Boards are aria-hidden pictures of hundreds of nodes; their
// contrast and marks have checks of their own (R52).
const LEVEL_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

// axe is put into a page once: its text is half a megabyte.
export async function axeAA(page) {
  if (!await page.evaluate(() => 'axe' in window)) await page.evaluate(axe.source);
  const result = await page.evaluate(tags => window.axe.run({ exclude: [['.board-svg']] }, { runOnly: tags, resultTypes: ['violations', 'incomplete'] }), LEVEL_AA);
  const brief = list => list.map(rule => `${rule.id}: ${rule.nodes.map(node => node.target.join(' ')).slice(0, 4).join(' | ')}`);
  return { violations: brief(result.violations), incomplete: brief(result.incomplete) };
}

// WCAG 2.5.8: controls smaller than min × min whose 24 px circle meets another's; with min > 24 simply the small ones.
export const targets = (page, min = 24, inside = 'body') => page.evaluate(([least, root]) => {
  const kinds = 'button, a[href], input, select, textarea, summary, [role=button], [role=link]';
  const shown = element => {
    const box = element.getBoundingClientRect(), style = getComputedStyle(element);
    return box.width && box.height && style.visibility !== 'hidden' && !element.closest('[inert], [aria-hidden=true], .vh') && !element.classList.contains('vh');
  };
  const boxes = [...document.querySelector(root).querySelectorAll(kinds)].filter(shown).map(element => {
    const box = element.getBoundingClientRect();
    return { name: element.getAttribute('aria-label') || element.textContent.trim().slice(0, 30), w: box.width, h: box.height, x: box.x + box.width / 2, y: box.y + box.height / 2 };
  });
  const small = box => box.w < 24 || box.h < 24;
  const reach = box => (small(box) ? 24 : 12 + Math.min(box.w, box.h) / 2);
  const crowded = box => boxes.some(other => other !== box && Math.hypot(box.x - other.x, box.y - other.y) < reach(other));
  return boxes.filter(box => (box.w < least || box.h < least) && (least > 24 || crowded(box))).map(box => `${box.name} ${box.w.toFixed(1)}x${box.h.toFixed(1)}`);
}, [min, inside]);

// Records what the live regions say, with the time of each message.
export const liveStart = page => page.evaluate(() => {
  window.__live = [];
  for (const id of ['polite', 'alert']) {
    const region = document.getElementById(id);
    new MutationObserver(() => window.__live.push({ at: performance.now(), region: id, text: region.textContent.replace(/\u00a0$/, '') }))
      .observe(region, { childList: true, characterData: true, subtree: true });
  }
});
export const liveRead = page => page.evaluate(() => window.__live.filter(message => message.text));

// Bytes on the wire and number of requests while `go` runs.
export async function weigh(context, page, go) {
  const wire = await context.newCDPSession(page);
  let bytes = 0, requests = 0;
  await wire.send('Network.enable');
  await wire.send('Network.setCacheDisabled', { cacheDisabled: true });
  wire.on('Network.loadingFinished', event => { bytes += event.encodedDataLength; requests++; });
  await go();
  await page.waitForTimeout(400);
  return { bytes, requests };
}

const linear = value => (value <= .04045 ? value / 12.92 : ((value + .055) / 1.055) ** 2.4);
const luminance = colour => {
  const [r, g, b] = colour.match(/[\d.]+/g).slice(0, 3).map(part => linear(part / 255));
  return .2126 * r + .7152 * g + .0722 * b;
};
export function ratio(one, other) {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + .05) / (dark + .05);
}

// Names of the animations that run now and last longer than a millisecond.
export const motionNow = page => page.evaluate(() => document.getAnimations().filter(animation => {
  const timing = animation.effect?.getComputedTiming?.();
  return animation.playState === 'running' && timing && timing.duration > 1 && timing.iterations > 0;
}).map(animation => animation.animationName || animation.transitionProperty || 'script'));

// Walks with Tab: of every stop, whether its focus shows and whether anything covers it.
export async function tabWalk(page, most = 60) {
  const stops = [];
  for (let i = 0; i < most; i++) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return null;
      const box = element.getBoundingClientRect(), looks = [element, element.parentElement].map(one => getComputedStyle(one));
      const hit = document.elementFromPoint(box.x + box.width / 2, box.y + Math.min(box.height / 2, innerHeight - box.y - 1));
      return { name: element.getAttribute('aria-label') || element.textContent.trim().slice(0, 40) || element.value,
        ring: looks.some(style => style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2), seen: !!hit && (element === hit || element.contains(hit) || hit.contains(element)) };
    });
    if (!stop || (stops.length && stop.name === stops[0].name)) break;
    stops.push(stop);
  }
  return stops;
}

export const sidewaysScroll = page => page.evaluate(() => document.scrollingElement.scrollWidth - document.documentElement.clientWidth);
