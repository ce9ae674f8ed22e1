// A rule set in a few chips, for the shelf: what tells it from others. They are looked up by option and value in the language
// file (chip.block.enemy-pair); an option without one has none.

import { has, t } from './lang.js';

const MOST = 5;
const CHIPS = ['dice', 'teams', 'start_out', 'enter_on', 'six_enters_two_or_sixth', 'safe_squares', 'block', 'block_land', 'capture_on_pass', 'capture_reward', 'home_reward',
  'move_optional', 'enter_mandatory', 'star_jump', 'corridor_rule', 'six_counts', 'none_on_course'];

export function chipTexts(values, seats, id) {
  const keys = CHIPS.map(option => [`chip.${option}.${values[option]}`, `chip.${option}`].find(has)).filter(Boolean);
  const list = keys.map(key => t(key, { n: values.enter_on.join(', ') })).slice(0, MOST);
  return seats > 4 && !id.startsWith('parchis') ? [t('chip.two'), ...list].slice(0, MOST) : list;
}

// --- house rules: `ludo block=none arms=6`, without seats -----------------------------------------------------

// What somebody changed: arms and fewer pawns are how a large table is played.
export const changesOf = (rules, seats) => rules.split(' ').slice(1).filter(change => change !== `arms=${seats}` && !(seats > 4 && change === 'pawns=2'));

const keysOf = (option, value) => ['chip', 'changed'].flatMap(family => [`${family}.${option}.${value}`, `${family}.${option}`]);

export function changedChips(rules, seats) {
  const all = changesOf(rules, seats), known = all.map(change => [change.split('=')[1], keysOf(...change.split('=')).find(has)]).filter(([, key]) => key);
  return { chips: known.map(([value, key]) => t(key, { n: value.replaceAll(',', ', ') })), others: all.length - known.length };
}

// A rule set's values with what `rules` changes; enter_on is a list of numbers.
export const changedValues = (values, rules) => ({ ...values, ...Object.fromEntries(rules.split(' ').slice(1).map(change => change.split('='))
  .map(([option, value]) => [option, option === 'enter_on' ? value.split(',').map(Number) : value])) });
