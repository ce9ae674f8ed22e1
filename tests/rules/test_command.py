#!/usr/bin/env python3
"""Calls `dada rules` in each of its forms: what it prints, and how it refuses.

usage: test_command.py DADA

The last line is "N passed, N failed".
"""
import itertools
import json
import os
import subprocess
import sys
import tempfile

LANGUAGES = ("en", "fr", "es")
NAMES = ["game=quick", "six_rule=ludo", "six_rule=parchis"]  # for several options at once
# Wrong calls, and a word that the refusal must hold.
WRONG = [
    (["show", "ludo", "game=\x1b[31m"], "plain letters"),
    (["show", "ludo", "game=qu\nick"], "plain letters"),
    (["diff", "ludo", "ludo game=qu\tick"], "plain letters"),
    ([], "usage"), (["tell"], "usage"), (["list", "ludo"], "usage"), (["list", "--markdown"], "usage"), (["show"], "usage"),
    (["show", "lodo"], "rule set"), (["show", "ludo", "blok=none"], "blok"), (["show", "ludo", "block=nun"], "block"),
    (["show", "ludo", "six-rule=spanish"], "parchis"), (["show", "ludo", "game=slow"], "quick"),
    (["show", "ludo", "pawns=3", "game=quick"], "twice"), (["diff", "ludo", "lodo game=quick"], "rule set"),
    (["show", "ludo", "--lang", "xx"], "--lang"),
    (["show", "petits-chevaux", "block_pass=on-6"], "block_pass, block"), (["show", "ludo", "--loud"], "usage"),
    (["options", "blok"], "no option has this name"), (["options", "block", "dice"], "usage"), (["options", "--markdown"], "usage"),
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
    (["options", "enter_on"], "  1,6                      A 1 or 6 brings a pawn out.\n", "{"),
    (["options", "six-extra", "--lang", "es"], "six_extra\n  no                       ", "{"),
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


def judged_files(dada, folder):
    """Calls with rule files: what, whether it went well, what was said."""
    def call(*words, text=""):
        done = subprocess.run([os.path.abspath(dada), *words], cwd=folder, input=text, capture_output=True, text=True, timeout=60)
        return done.returncode, done.stdout, done.stderr

    files = {"mamie.rules": "rules ludo\nname Chez Mamie\nseats 3\nfinish clamp\n", "plain.rules": "rules ludo\nfinish clamp\n",
             "chez mamie.rules": "rules parchis\nname Été\n", "faulty.rules": "rules ludo\nblok none\nfinish near\n"}
    for name, text in files.items():
        with open(os.path.join(folder, name), "w", encoding="utf-8") as f:
            f.write(text)
    line = "ludo seats=3 finish=clamp"
    calls = [ # words, and how the output begins
        (["rules", "show", "mamie.rules"], f"Chez Mamie ({line})\n"),
        (["rules", "show", "mamie.rules", "--markdown"], "# Chez Mamie\n\n*Ludo* (en), "),
        (["rules", "show", "plain.rules"], "Ludo (ludo finish=clamp)\n"),
        (["rules", "show", "mamie.rules", "six-rule=parchis"], f"Chez Mamie ({line} six_extra=yes"),
        (["rules", "show", "mamie.rules block=none", "pawns=2"], f"Chez Mamie ({line} block=none pawns=2)"),
        (["rules", "show", "chez mamie.rules"], "Été (parchis)\n"),
        (["rules", "diff", "ludo", "mamie.rules"], f"1  Ludo (ludo)\n2  Chez Mamie ({line})\n\nfinish\n  1  "),
        (["rules", "diff", "chez mamie.rules", "mamie.rules pawns=2"], f"1  Été (parchis)\n2  Chez Mamie ({line} pawns=2)\n"),
        (["simulate", "mamie.rules", "--games", "20"], f"{line}: 20 games"),
        (["game", "random", "mamie.rules"], f"Rules: {line}\n"),
        (["perft", "plain.rules", "--seats", "2", "--depth", "1"], "9\n"),
    ]
    for words, wanted in calls:
        status, out, err = call(*words)
        yield words, status == 0 and not err and out.startswith(wanted), out[:300] + err
    checked = call("rules", "check", "faulty.rules")[2]
    yield "faults", checked.count("faulty.rules:") == 2, checked
    for words in (["rules", "show", "faulty.rules"], ["rules", "diff", "ludo", "faulty.rules"], ["simulate", "faulty.rules"]):
        yield words, call(*words) == (2, "", checked), call(*words)
    for words in (["show", "nothing.rules"], ["show", "x" * 5000 + ".rules"], ["show", "ludo", "mamie.rules"], ["show", "mamie.rules", "finish=exact"]):
        status, out, err = call("rules", *words)
        yield words, status == 2 and not out and err.count("\n") == 1, out + err
    yield "standard input", call("rules", "check", "-", text=files["mamie.rules"]) == (0, line + "\n", ""), "-"
    status, out, err = call("rules", "check", "-", text="rules ludo\nblok none\n")
    yield "faulty standard input", status == 1 and not out and err.startswith("-:2: blok: "), err
    widest = max(len(row) for row in call("rules", "diff", "ludo", "mamie.rules block=none six-rule=parchis")[1].splitlines()[2:])
    yield "narrow rows", widest < 140, widest


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
    with tempfile.TemporaryDirectory() as folder:
        for what, good, said in judged_files(dada, folder):
            judge(good, f"{what}: {said}")
    with open(os.path.join(os.path.dirname(__file__), "../cases/rulesets.json"), encoding="utf-8") as f:
        listed = json.load(f)["options"]
    for language in LANGUAGES:
        status, out, err = call("options", "--lang", language)
        told = {part.split("\n")[0]: [row.split()[0] for row in part.split("\n")[1:]] for part in out.rstrip().split("\n\n")}
        judge(status == 0 and not err and "{" not in out and set(told) == set(listed) and all(
            isinstance(values, str) or told[name] == [str(value) for value in values] for name, values in listed.items()),
              f"options, {language}: {told}")
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
