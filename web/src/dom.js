// Makes elements. h('button.btn', { onclick }, 'text', node…) for HTML, svg('<svg…>') for markup of our own.
// No style attribute is ever written as text: the page's policy refuses it; element.style is fine.

function put(element, child) {
  if (child === null || child === undefined || child === false) return;
  if (Array.isArray(child)) child.forEach(one => put(element, one));
  else element.append(child);
}

function attribute(element, name, value) {
  if (value === null || value === undefined || value === false) return;
  if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
  else element.setAttribute(name, value === true ? '' : String(value));
}

export function h(what, attributes, ...children) {
  const [tag, ...classes] = what.split('.');
  const element = document.createElement(tag || 'div');
  if (classes.length) element.className = classes.join(' ');
  for (const [name, value] of Object.entries(attributes || {})) attribute(element, name, value);
  put(element, children);
  return element;
}

export function svg(markup) {
  const holder = document.createElement('template');
  holder.innerHTML = markup.trim();
  return holder.content.firstChild;
}

export function fill(element, ...children) {
  element.replaceChildren();
  put(element, children);
  return element;
}

export const hidden = text => h('span.vh', null, text);
