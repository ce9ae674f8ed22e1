// The words. One language file is loaded, /lang/xx.json: a flat object key → text.
// In a text, {name} is a value and {name|one|many} chooses by the number's plural form, # being the number.
// The parts of a key family (lines ending in '.') are looked up by name at run time.

import { h } from './dom.js';

export const LANGUAGES = ['fr', 'en', 'es'];
export const FAMILIES = ['seat.', 'game.', 'about.', 'chip.', 'changed.', 'W', 'again.', 'level.', 'option.', 'phrase.', 'standin.', 'trouble.', 'refused.'];

let words = {}, language = 'fr', plural = new Intl.PluralRules('fr');

export function preferred(languages) {
  for (const tag of languages || []) {
    const short = tag.slice(0, 2).toLowerCase();
    if (LANGUAGES.includes(short)) return short;
  }
  return 'fr';
}

export async function fetchWords(file) {
  const answer = await fetch(`/lang/${file}.json`);
  if (!answer.ok) throw new Error(`lang/${file}.json: ${answer.status}`);
  return answer.json();
}

// Files of words that only a part of the page needs; once asked for, they come with every language.
const more = new Set();
export async function addWords(file) {
  if (more.has(file)) return;
  Object.assign(words, await fetchWords(`${file}.${language}`));
  more.add(file);
}

export async function loadLanguage(name) {
  words = Object.assign({}, ...await Promise.all([name, ...[...more].map(file => `${file}.${name}`)].map(fetchWords)));
  language = name;
  plural = new Intl.PluralRules(name);
  document.documentElement.lang = name;
}

export const languageNow = () => language;
export const has = key => Object.hasOwn(words, key);

function choose(value, forms) {
  if (!forms) return value;
  const list = forms.split('|');
  const form = plural.select(Number(value)) === 'one' ? list[0] : list[list.length - 1];
  return form.replace('#', value);
}

// French says "d’Orange": the only elision that a seat's name can ask for.
const elide = (before, next) =>
  language === 'fr' && /\bde $/.test(before) && /^[AEIOUÉ]/.test(next) ? before.replace(/e $/, '’') : before;

// The text as a list of strings and of whatever nodes were handed in as values.
export function parts(key, values = {}) {
  const text = words[key];
  if (text === undefined) return [key];
  const list = [];
  let last = 0;
  for (const found of text.matchAll(/\{(\w+)(?:\|([^}]*))?\}/g)) {
    const value = choose(values[found[1]] ?? '', found[2]);
    const read = typeof value === 'object' ? value.textContent : String(value);
    list.push(elide(text.slice(last, found.index), read), typeof value === 'object' ? value : String(value));
    last = found.index + found[0].length;
  }
  list.push(text.slice(last));
  return list.filter(part => part !== '');
}

export const t = (key, values) => parts(key, values).map(part => part.textContent ?? part).join('');

// 5 et 2; 5 ou 2
const listOf = type => list => new Intl.ListFormat(language, { type }).format(list.map(String));
export const andList = listOf('conjunction'), orList = listOf('disjunction');

// A text with a name of another language in it, which a voice must read as that language.
const NAMES = { 'Petits Chevaux': 'fr', Parchís: 'es' }, NAME = new RegExp(`(${Object.keys(NAMES).join('|')})`);
export const namesMarked = text => text.split(NAME).map(part => ((NAMES[part] ?? language) === language ? part : h('span', { lang: NAMES[part] }, part)));
export const named = key => namesMarked(t(key));
