#!/usr/bin/env python3
"""Calls `dada rules` in each of its forms: what it prints, and how it refuses.

usage: test_command.py DADA

The last line is "N passed, N failed".
"""
import itertools
import subprocess
import sys

LANGUAGES = ("en", "fr", "es")
NAMES = ["game=quick", "six_rule=ludo", "six_rule=parchis"]  # for several options at once
# Wrong calls, and a word that the refusal must hold.
WRONG = [
    ([], "usage"), (["tell"], "usage"), (["list", "ludo"], "usage"), (["list", "--markdown"], "usage"), (["show"], "usage"),
    (["show", "lodo"], "rule set"), (["show", "ludo", "blok=none"], "blok"), (["show", "ludo", "block=nun"], "block"),
    (["show", "ludo", "six-rule=spanish"], "parchis"), (["show", "ludo", "game=slow"], "quick"),
    (["show", "ludo", "pawns=3", "game=quick"], "twice"), (["diff", "ludo", "lodo game=quick"], "rule set"),
    (["show", "ludo", "--lang", "xx"], "--lang"),
    (["show", "petits-chevaux", "block_pass=on-6"], "block_pass, block"), (["show", "ludo", "--loud"], "usage"),
    (["diff", "ludo"], "usage"), (["diff", "ludo", "lodo"], "rule set"), (["diff", "ludo", "parchis", "fia"], "usage"),
    (["check", "a", "--lang", "fr"], "usage"), (["diff", "ludo", "parchis", "--hash"], "usage"), (["check"], "usage"), (["check", "a", "b"], "usage"),
]
# Calls, a language's sentence that they print, and one that they don't.
PRINTED = [
    (["show", "ludo"], "A 6 without a move ends the turn.", "{"),
    (["show", "ludo", "--lang", "fr"], "Un 6 sans coup possible termine le tour.", "6 rolls"),
    (["show", "ludo", "--lang", "es"], "El 6 sin jugada acaba el turno.", "6 rolls"),
    (["show", "ludo", "enter_on=6,1,5"], "A 1, 5 or 6 brings a pawn out.", "{n}"),
    (["show", "ludo", "enter_on=1,2,3,4,5,6"], "Any roll can bring a pawn out.", "5 or 6"),
    (["show", "parchis", "six-rule=ludo"], "The third six in a row is void and ends the turn.", "counts 7"),
    (["show", "ludo", "six_rule=parchis"], "With no pawn in base, a 6 counts 7.", "ends the turn.\n"),
    (["show", "ludo", "game=quick"], "Two pawns a seat.", "Four pawns"),
    (["show", "parchis-salida", "game=quick"], "two pawns of each seat are already on their start.", "Four pawns"),
    (["show", "ludo"], "one pawn of each seat is already on its start. (game=quick)", "{"),
    (["show", "ludo", "seats=6"], "(game=quick)", "{"),
    (["show", "ludo", "pawns=1"], "One pawn a seat.", "(game=quick)"),
    (["show", "pachisi", "--lang", "fr"], "Un nombre trop grand suffit aussi pour arriver. (game=quick)", "{"),
    (["diff", "ludo", "ludo game=quick"], "Two pawns a seat.", "finish"),
    (["list"], "game=quick               A quick game", "{"),
    # What players take for granted is told where somebody changed it, and what can't matter never is.
    (["show", "parchis", "six_opens_barrier=no"], "A barrier is opened when its owner likes.", "must open it"),
    (["show", "petits-chevaux"], "There are no barriers", "barrier is opened"),
    (["show", "ludo", "block=none"], "There are no barriers", "opponents’ barrier on the start"),
    (["diff", "ludo", "ludo finish=clamp"], "Too big a number gets home, too.", "block"),
    (["diff", "ludo", "ludo"], "The rules are the same.", "finish"),
    (["diff", "petits-chevaux", "petits-chevaux-escalier"], "For 2 to 4 seats.", "slot_jump"),
    (["diff", "ludo", "ludo block=none"], "Doesn’t matter here.", "{"),
    (["--help"], "usage: dada rules list", "{"),
]


def main(dada):
    def call(*words):
        done = subprocess.run([dada, "rules", *words], capture_output=True, text=True, timeout=60)
        return done.returncode, done.stdout, done.stderr
    results = []

    def judge(good, what):
        results.append(bool(good))
        if not good:
            print(what)

    for words, refusal in WRONG:
        status, out, err = call(*words)
        judge(status == 2 and not out and refusal in err, f"{words}: status {status}: {out}{err}")
    for words, there, absent in PRINTED:
        status, out, err = call(*words)
        judge(status == 0 and not err and there in out and absent not in out, f"{words}: status {status}: {out}{err}")
    status, out, _ = call("list")
    ids, names = ([line.split()[0] for line in part.splitlines()] for part in out.split("\n\n"))
    judge(names[1:] == NAMES, f"list: {out}")
    judge(status == 0 and len(ids) >= 9 and len(set(ids)) == len(ids), f"list: {out}")
    for language in LANGUAGES:
        status, out, err = call("list", "--lang", language)
        parts = [[line.split()[0] for line in part.splitlines()] for part in out.split("\n\n")]
        judge(status == 0 and parts[0] == ids and parts[1][1:] == NAMES, f"list, {language}: {out}{err}")
        for name in ids:
            status, out, err = call("show", name, "--lang", language)
            judge(status == 0 and len(out.splitlines()) > 25 and "{" not in out, f"{name}, {language}: {out}{err}")
    for a, b in itertools.combinations(ids, 2):
        status, out, err = call("diff", a, b)
        judge(status == 0 and len(out.splitlines()) > 2 and not err, f"{a}, {b}: {out}{err}")
    failed = results.count(False)
    print(f"{len(results) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
