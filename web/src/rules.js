// A rule set in words: chips for the shelf, sentences for the table. Both are looked up by option and value in the
// language file (chip.block.enemy-pair, rule.block.enemy-pair); an option without a text there is not told.

import { has, named, t } from './lang.js';
import { h } from './dom.js';
import { modal } from './controls.js';

// The order in which rules are told
const ORDER = ['start_out', 'enter_on', 'enter_mandatory', 'vacate_start', 'none_on_course', 'enter_capture', 'six_extra', 'six_extra_when_stuck',
  'six_counts', 'triple_six', 'safe_squares', 'safe_effect', 'own_sharing', 'capacity', 'block', 'block_land', 'six_opens_barrier', 'capture_mandatory',
  'capture_reward', 'capture_before_home', 'star_jump', 'corridor_rule', 'finish_mode', 'finish', 'home_reward', 'play_on', 'ranking'];
const CHIPS = ['start_out', 'enter_on', 'safe_squares', 'block', 'block_land', 'capture_reward', 'home_reward', 'enter_mandatory', 'star_jump', 'corridor_rule', 'six_counts', 'none_on_course'];

// The rule that a reason speaks of; where it depends on the game, the first that is told
const RULE_OF = {
  W01: 'enter_on', W02: 'block', W03: ['capacity', 'own_sharing'], W04: 'block', W05: 'capacity', W06: 'own_sharing', W07: 'finish', W08: 'corridor_rule', W09: 'corridor_rule',
  W11: 'enter_mandatory', W12: 'six_opens_barrier', W13: 'capture_reward', W14: 'capture_reward', W15: 'triple_six', W19: 'block', W21: 'vacate_start',
  W22: 'capture_mandatory', W23: 'capture_before_home', W24: 'safe_effect',
};

const flat = value => (Array.isArray(value) ? value.join('+') : String(value));

// The text's key for an option's value: rule.enter_on.6 or, for any list, rule.enter_on with the faces as {n}
function keyOf(family, option, value) {
  const exact = `${family}.${option}.${flat(value)}`;
  if (has(exact)) return exact;
  return has(`${family}.${option}`) && option === 'enter_on' ? `${family}.${option}` : null;
}

function told(family, order, values) {
  const n = flat(values.enter_on).replace('+', ', ');
  return order.map(option => ({ option, key: keyOf(family, option, values[option]) })).filter(({ key }) => key)
    .map(({ option, key }) => ({ option, text: t(key, { n }) }));
}

export function chipTexts(values, seats, id) {
  const list = told('chip', CHIPS, values).map(({ text }) => text).slice(0, 5);
  return seats > 4 && !id.startsWith('parchis') ? [t('chip.two'), ...list].slice(0, 5) : list;
}

const ruleOf = (values, code) => [RULE_OF[code] || []].flat().find(option => keyOf('rule', option, values[option]) !== null);
export const hasRule = (values, code) => ruleOf(values, code) !== undefined;

// The dialog with the rules in brief; code: the reason whose rule is asked for
export function showRules(game, values, opener, code) {
  const wanted = code && ruleOf(values, code);
  const items = told('rule', ORDER, values).map(({ option, text }) => h(option === wanted ? 'li.def' : 'li', { id: `rule-${option}`, tabindex: option === wanted ? '-1' : null }, text));
  const box = modal(t('rules.title'), [h('p.lede', null, named(`about.${game}`)), h('ul.rules', null, items)], opener);
  box.querySelector('li.def')?.focus();
  return box;
}
