#!/usr/bin/env python3
"""Plays each rule set with each number of seats as it is and as a quick game: on average that takes at most half the rolls.

usage: test_quick.py DADA RULESETS_JSON

The last line is "N passed, N failed".
"""
import json
import re
import subprocess
import sys

GAMES = 1000  # their mean is off by one part in a hundred; the quick games nearest to half are some way below


def mean_of(dada, *rules):
    """Rolls of a game of random players; None where the rules are refused or a game has no end."""
    done = subprocess.run([dada, "simulate", *rules, "--games", str(GAMES)], capture_output=True, text=True, timeout=300)
    found = re.search(r"([\d.]+) rolls on average, \d+ at most, 0 without an end", done.stdout)
    if not found:
        print(f"{' '.join(rules)}: {done.stderr.strip()}")
    return float(found.group(1)) if found else None


def main(dada, listed_path):
    with open(listed_path, encoding="utf-8") as f:
        listed = json.load(f)["rule_sets"]
    results = []
    for rule_set, row in listed.items():
        for seats in range(row["seats"][0], row["seats"][1] + 1):
            usual, quick = (mean_of(dada, rule_set, *changes, f"seats={seats}") for changes in ([], ["game=quick"]))
            results.append(usual is not None and quick is not None and quick <= usual / 2)
            print(f"{'ok' if results[-1] else 'NOT'} {rule_set}, {seats} seats: {usual} rolls a game, quick {quick}")
    failed = results.count(False)
    print(f"{len(results) - failed} passed, {failed} failed")
    return 1 if failed or not results else 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], sys.argv[2]))
