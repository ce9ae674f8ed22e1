#!/usr/bin/env python3
"""Holds the canonical text of every rule set, and its hash, against rulesets.json and Python's hashlib.

usage: test_canonical.py DADA RULESETS_JSON

The text is written here from the list alone: the rule set and the version of the form, then each option, sorted. The last line is
"N passed, N failed".
"""
import hashlib
import json
import subprocess
import sys


def shown(dada, words, form):
    return subprocess.run([dada, "rules", "show", *words, form], capture_output=True, check=True, timeout=60).stdout


def text_of(value):
    return ",".join(str(item) for item in value) if isinstance(value, list) else str(value)


def canonical(name, values):
    lines = [f"{name} 1"] + [f"{option} {text_of(values[option])}" for option in sorted(values)]
    return "".join(line + "\n" for line in lines).encode("ascii")


def main(dada, path):
    with open(path, encoding="utf-8") as f:
        listed = json.load(f)["rule_sets"]
    said = subprocess.run([dada, "rules", "list"], capture_output=True, text=True, check=True).stdout
    ids = [line.split()[0] for line in said.split("\n\n")[0].splitlines()]
    changed = {"ludo block=none six_rule=parchis": {
        "block": "none", "six_extra_when_stuck": "yes", "six_counts": "7-if-base-empty", "triple_six": "cancel+last-home"},
        "parchis game=quick": {"pawns": 2, "start_out": 1},
        "ludo enter_on=6,1 seats=3": {"enter_on": [1, 6]}}
    results = []
    for line, changes in [*((name, {}) for name in ids), *changed.items()]:
        words = line.split()
        wanted = canonical(words[0], {**listed[words[0]]["values"], **changes})
        text, digest = shown(dada, words, "--canonical"), shown(dada, words, "--hash")
        results += [text == wanted, digest == hashlib.sha256(wanted).hexdigest().encode() + b"\n"]
        if not all(results[-2:]):
            print(f"{line}: {text.decode()}{digest.decode()}")
    failed = results.count(False)
    print(f"{len(results) - failed} passed, {failed} failed")
    return 1 if failed or len(ids) < 9 else 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], sys.argv[2]))
