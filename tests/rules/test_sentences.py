#!/usr/bin/env python3
"""Holds the sentences about rules against rulesets.json, the list that the rules are specified by.

usage: test_sentences.py RULESETS_JSON LANG_FOLDER

Every value of every option has one sentence in every language, under `rule.` or `usual.`, and every rule set its name and its
line; nothing else is told. The languages have the same keys in the same order. The last line is "N passed, N failed".
"""
import json
import os
import re
import sys

SIXES = ("doubles", "grace")  # what stands for a 6 with two dice and with cowries
OTHERS = r"(head|list|diff|bundle|group)\..+"


def keys_read(path):
    """The keys and texts of a file; a key that comes twice is a fault."""
    twice = []

    def pairs(items):
        names = [name for name, _ in items]
        twice.extend(name for name in set(names) if names.count(name) > 1)
        return dict(items)
    with open(path, encoding="utf-8") as f:
        return json.load(f, object_pairs_hook=pairs), twice


def wanted(options):
    """For each option and value the names that its sentence may have: of itself, of a 6 that is another thing."""
    for option, values in options.items():
        if isinstance(values, str):
            yield option, None
        else:
            for value in values:
                yield option, str(value)


def check_language(language, words, options):
    """Faults of one language's sentences."""
    known = set()
    for option, value in wanted(options):
        name = option if value is None else f"{option}.{value}"
        found = [family + name for family in ("rule.", "usual.") if family + name in words]
        if len(found) != 1:
            yield f"{name} has {len(found)} sentences"
        known |= {family + name + six for family in ("rule.", "usual.") for six in ("", *(f".{six}" for six in SIXES))}
        if value is None:  # a set of rolls may have a sentence of its own
            known |= {key for key in words if re.fullmatch(rf"rule\.{option}\.\d+(,\d+)*", key)}
            if "{n}" not in words.get(f"rule.{option}", ""):
                yield f"rule.{option} doesn't say which rolls"
    for key, text in words.items():
        if key not in known and not re.fullmatch(OTHERS, key):
            yield f"{key} is of no value that exists"
        if not text.strip() or re.search(r"['\"]|  ", text):
            yield f"{key} is empty, or has straight quotes or two blanks: {text}"
        if key.startswith(("rule.", "usual.")) and not re.fullmatch(r"[A-ZÀ-Ý].*[^ ]\.", text):
            yield f"{key} is no sentence: {text}"
        if language == "fr" and re.search(r"[^\u202f][:;!?]", text):
            yield f"{key} wants a narrow blank before its stop: {text}"


def check_names(rule_sets, words):
    for rule_set in rule_sets:
        for family in ("game.", "about."):
            if not words.get(family + rule_set, "").strip():
                yield f"{family}{rule_set} is missing"
    for key in words:
        if re.match(r"(game|about)\.", key) and key.split(".", 1)[1] not in rule_sets:
            yield f"{key} is of no rule set that exists"


def main(listed_path, folder):
    with open(listed_path, encoding="utf-8") as f:
        listed = json.load(f)
    checks = faults = 0
    orders = {}
    languages = ["fr", *sorted({name.split(".")[1] for name in os.listdir(folder) if name.startswith("rules.")} - {"fr"})]
    for language in languages:
        rules, twice = keys_read(os.path.join(folder, f"rules.{language}.json"))
        names, twice_too = keys_read(os.path.join(folder, f"{language}.json"))
        orders[language] = [(key, sorted(re.findall(r"\{\w+\}", text))) for key, text in rules.items()]
        told = [*(f"{key} comes twice" for key in twice + twice_too), *check_language(language, rules, listed["options"]),
                *check_names(listed["rule_sets"], names), *(f"{key} stands in both files" for key in set(rules) & set(names)),
                *(f"{key} belongs to rules.{language}.json" for key in names if re.match(r"(rule|usual|group)\.", key))]
        for fault in told:
            print(f"{language}: {fault}")
        faults += len(told)
        checks += len(list(wanted(listed["options"]))) + 2 * len(listed["rule_sets"]) + len(rules)
    for language in languages[1:]:
        checks += 1
        if orders[language] != orders["fr"]:
            faults += 1
            print(f"{language}: other keys, another order or other places for values than fr: "
                  f"{[pair for pair in zip(orders['fr'], orders[language]) if pair[0] != pair[1]][:3]}")
    print(f"{checks - min(checks, faults)} passed, {faults} failed")
    return 1 if faults else 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], sys.argv[2]))
