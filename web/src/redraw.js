// Draws a screen anew under the hands of the person: what had the focus keeps it, and what is being written stays.

// How an element is found again: by what it is for, and at which seat.
function signOf(element) {
  if (!element?.dataset?.testid && !element?.name) return null;
  if (element.type === 'radio') return `[name="${element.name}"][value="${element.value}"]`;
  const place = element.closest('[data-place]')?.dataset.place, within = place ? `[data-place="${place}"] ` : '';
  return within + (element.name ? `[name="${element.name}"]` : `[data-testid="${element.dataset.testid}"]`);
}

export function redraw(app, screen, content) {
  const fresh = app.screen !== screen, held = document.activeElement, nothing = held === document.body, sign = !fresh && signOf(held);
  const written = sign && held.type === 'text' && !held.readOnly ? { value: held.value, selectionStart: held.selectionStart, selectionEnd: held.selectionEnd } : null;
  app.show(screen, content);
  if (fresh) scrollTo(0, 0);
  const again = (sign && document.querySelector(sign)) || (nothing && !fresh ? null : document.querySelector('h1'));
  again?.focus({ preventScroll: true });
  if (written && again.type === 'text') Object.assign(again, written);
}
