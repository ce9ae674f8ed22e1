#!/usr/bin/env python3
"""Plays many random games and compares their mean length, in rolls, with the one that other programs found for these rules.

usage: lengths.py DADA

Random play chooses evenly among the moves as they are listed. The last line is "N passed, N failed".
"""
import re
import subprocess
import sys

GAMES = 100000
LENGTHS = [                                                # rules, rolls a game, how far a mean may be off
    ("ludo block=none six_extra_when_stuck=yes", 396.8, 0.6),
    ("ludo-german none_on_course=normal", 436.0, 0.8),
]


def mean_of(dada, rules):
    done = subprocess.run([dada, "simulate", *rules.split(), "--games", str(GAMES)], capture_output=True, text=True)
    found = re.search(r"([\d.]+) rolls on average, \d+ at most, 0 without an end", done.stdout)
    return float(found.group(1)) if found else None


def main(dada):
    failed = 0
    for rules, wanted, off in LENGTHS:
        mean = mean_of(dada, rules)
        good = mean is not None and abs(mean - wanted) <= off
        failed += not good
        print(f"{'ok' if good else 'NOT'} {rules}: {mean} rolls a game, {wanted} +- {off} wanted")
    print(f"{len(LENGTHS) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
