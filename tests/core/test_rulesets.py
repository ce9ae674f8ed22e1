#!/usr/bin/env python3
"""Holds the program's rule sets and options against rulesets.json, the list that the rules are specified by.

usage: test_rulesets.py DADA RULESETS_JSON

Every rule set that the program has must have just the listed seats and values; every option that it has must be listed, with
its values, in order; values that it doesn't play yet may be missing. The last line is "N passed, N failed".
"""
import json
import subprocess
import sys


def main(dada, path):
    listed = json.load(open(path, encoding="utf-8"))
    asked = subprocess.run([dada, "engine"], input='{"op":"rules"}\n', capture_output=True, text=True, check=True)
    answer = json.loads(asked.stdout)
    faults = []
    for name, ours in answer["rule_sets"].items():
        ours.pop("idle")
        if ours != listed["rule_sets"].get(name):
            faults.append(f"{name}: {ours} is not as listed")
    for name, values in answer["options"].items():
        theirs = listed["options"].get(name, [])
        if isinstance(values, str):
            same = values == theirs
        else:
            places = [theirs.index(v) if v in theirs else -1 for v in values]
            same = places == sorted(set(places)) and -1 not in places
        if not same:
            faults.append(f"{name}: {values} is not in {theirs}")
    missing = set(listed["options"]) - set(answer["options"])
    if missing:
        faults.append(f"options without a row: {sorted(missing)}")
    checks = len(answer["rule_sets"]) + len(answer["options"]) + 1
    for fault in faults:
        print(fault)
    print(f"{checks - len(faults)} passed, {len(faults)} failed")
    return 1 if faults or len(answer["rule_sets"]) < 9 else 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], sys.argv[2]))
