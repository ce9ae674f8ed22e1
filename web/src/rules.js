// A rule set in sentences, for the table. They have a file of their own, /lang/rules.xx.json, fetched when somebody first asks:
// under `rule.` what is told, under `usual.` what is told only to who asks for it.

import { fetchWords, languageNow, named, namesMarked, orList, t } from './lang.js';
import { fill, h } from './dom.js';
import { modal } from './controls.js';

// The rule that a reason speaks of; where it depends on the game, the first that is told
const RULE_OF = {
  W01: 'enter_on', W02: 'block', W03: ['capacity', 'own_sharing'], W04: 'block', W05: 'capacity', W06: 'own_sharing', W07: 'finish', W08: 'corridor_rule', W09: 'corridor_rule',
  W11: 'enter_mandatory', W12: 'six_opens_barrier', W13: 'capture_reward', W14: 'capture_reward', W15: 'triple_six', W19: 'block', W21: 'vacate_start',
  W22: 'capture_mandatory', W23: 'capture_before_home', W24: 'safe_effect', W25: 'enter_on', W26: 'block', W27: 'finish',
};

// What stands for a 6 with these dice, as the last part of a key
const SIXES = [['six_counts', '14-on-doubles', '.doubles'], ['dice', 'cowries6', '.grace']];

export const hasRule = code => code in RULE_OF;

const kept = {};
const fetchSentences = async () => (kept[languageNow()] ??= await fetchWords(`rules.${languageNow()}`));

// A set of rolls that has no sentence of its own stands in the one without value.
function sentence(words, values, option, family) {
  const six = SIXES.find(([name, value]) => values[name] === value)?.[2] || '';
  const key = [`${family}.${option}.${values[option]}`, `${family}.${option}`].find(one => one in words);
  return key && (words[key + six] ?? words[key]).replace('{n}', () => orList(values.enter_on));
}

// Options and their sentences, in the order of the file; `code`: a reason whose rule is told even if it is the usual one.
function told(words, game, code) {
  const values = { ...game.values, pawns: game.state.pawns.A.length }, { idle } = game; // (a large table has fewer pawns)
  const rule = option => (idle.includes(option) ? null : sentence(words, values, option, 'rule'));
  const asked = [RULE_OF[code] || []].flat(), wanted = asked.find(rule) || asked[0];
  const options = new Set(Object.keys(words).map(key => key.match(/^(?:rule|usual)\.(\w+)/)?.[1]).filter(Boolean));
  return [...options].map(option => ({ text: rule(option) || (option === wanted && sentence(words, values, option, 'usual')), wanted: option === wanted }))
    .filter(({ text }) => text);
}

// What house rules change, each in a sentence; `changes`: as a table has them, `block=none`
export async function changeSentences(values, changes) {
  const words = await fetchSentences(), options = changes.map(change => change.split('=')[0]);
  return options.map((option, k) => sentence(words, values, option, 'rule') || sentence(words, values, option, 'usual') || changes[k]);
}

// The dialog with the rules in brief; code: the reason whose rule is asked for
export async function showRules(game, opener, code) {
  const list = h('ul.rules'), box = modal(t('rules.title'), [h('p.lede', null, named(`about.${game.game}`)), list], opener);
  try {
    fill(list, told(await fetchSentences(), game, code).map(({ text, wanted }) => h(wanted ? 'li.def' : 'li', { tabindex: wanted ? '-1' : null }, namesMarked(text))));
  } catch (error) {
    console.error(error);
    fill(list, h('li', null, t('error.rules')));
  }
  box.querySelector('li.def')?.focus();
}
