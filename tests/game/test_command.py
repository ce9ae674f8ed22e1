#!/usr/bin/env python3
"""Calls `dada game` in each of its forms, and holds the examples of docs/notation.md against what the program says.

usage: test_command.py DADA

The last line is "N passed, N failed".
"""
import json
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
RULES = [
    "ludo", "ludo-relance seats=6 teams=2x3 pawns=2 play_on=all", "parchis", "parchis-salida teams=2x2", "petits-chevaux seats=3",
    "petits-chevaux-escalier", "ludo-danish", "ludo-german seats=2", "fia", "eile-mit-weile", "parchis-american", "uckers",
    "ludo none_on_course=free-entry", "pachisi",
]
# Wrong calls, the exit status and a word that the refusal must hold; the standard input is a text.
WRONG = [
    ([], "", 2, "usage"), (["tell", "-"], "", 2, "usage"), (["show"], "", 2, "usage"), (["show", "a", "b"], "", 2, "usage"),
    (["check", "-", "--names", "a"], "", 2, "usage"), (["show", "-", "--seed", "1"], "", 2, "usage"), (["random"], "", 2, "rule set"),
    (["random", "lodo"], "", 2, "rule set"), (["random", "ludo", "--seed", "x"], "", 2, "--seed"), (["show", "/nowhere"], "", 1, "can't be read"),
    (["random", "ludo", "--names", "a"], "", 2, "usage"), (["show", "-"], "", 1, "Rules"), (["show", "-"], "ludo\n6e\n", 1, "step 2"),
    (["check", "-"], "Rules: ludo\n\n1. A 6 A0:Y>5\n", 1, "line 3, column 13"), (["check", "-"], "Rules: ludo\n\0", 1, "NUL"),
    (["show", "-", "--names", "a\nb"], "ludo\n6a\n", 2, "one line"), (["check", "-"], "; nothing\n", 1, "Rules"), (["record", "-"], "Rules: ludo\nResult: A 1\n", 1, "line 2"),
]


def main(dada):
    results = []

    def judge(good, what):
        results.append(bool(good))
        if not good:
            print(what)

    def call(*words, text=""):
        done = subprocess.run([dada, "game", *words], input=text, capture_output=True, text=True, timeout=60)
        return done.returncode, done.stdout, done.stderr

    for words, text, wanted, refusal in WRONG:
        status, out, err = call(*words, text=text)
        judge(status == wanted and not out and refusal in err and err.count("\n") >= 1, f"{words}: status {status}: {out}{err}")
    for rules in RULES:
        _, text, _ = call("random", *rules.split(), "--seed", "5")
        _, record, _ = call("record", "-", text=text)
        judge(call("show", "-", text=record) == (0, text, ""), f"{rules}: text to record to text")
        judge(call("show", "-", text=text) == (0, text, ""), f"{rules}: text to text")
        judge(call("record", "-", text=record) == (0, record, ""), f"{rules}: record to record")
        judge(call("check", "-", text=record)[1].endswith("the game is over\n"), f"{rules}: the game is over")
        line = call("position", "-", text=text)[1].strip()
        asked = json.dumps({"op": "rank", "text": line})
        answer = json.loads(subprocess.run([dada, "engine"], input=asked, capture_output=True, text=True, timeout=60).stdout)
        places = ", ".join(f"{seat} {place}" for seat, place in answer.get("places", {}).items())
        judge(f"Result: {places}\n" in text, f"{rules}: {line} is ranked {places}")
    for written in ("\ufeffludo\n6a", "ludo\r\n6a", "ludo\r\n6a\r\n", "\ufeff" + call("show", "-", text="ludo\n6a")[1].replace("\n", "\r\n")):
        judge(call("record", "-", text=written) == (0, "ludo\n6a\n", ""), f"other line ends: {written!r}")
    names = call("show", "-", "--names", "Anna,,Zoé", text="ludo\n6a")[1]
    judge("Seat A: Anna\nSeat C: Zoé\nResult: *\n" in names, names)

    with open(os.path.join(ROOT, "docs/notation.md"), encoding="utf-8") as f:
        page = f.read()
    examples = re.findall(r"<!-- dada game (.*?) -->\n```\n(.*?)```", page, re.S)
    judge(examples, "docs/notation.md has no example")
    for words, text in examples:
        judge(call(*words.split()) == (0, text, ""), f"docs/notation.md: dada game {words} prints another game")
    lines = [line.split()[0] for line in re.search(r"```\n(.*?)```", page, re.S).group(1).splitlines()]
    for line in lines:
        asked = json.dumps({"op": "play", "text": line, "script": []})
        answer = subprocess.run([dada, "engine"], input=asked, capture_output=True, text=True, timeout=60).stdout
        judge(json.loads(answer).get("text") == line, f"docs/notation.md: {line}: {answer}")
    faults = re.findall(r"^(ludo\S*) +(.*column \d+): (.*)$", page, re.M)
    judge(len(faults) == 4, "docs/notation.md has four faults")
    for line, at, message in faults:
        asked = json.dumps({"op": "rank", "text": line})
        answer = subprocess.run([dada, "engine"], input=asked, capture_output=True, text=True, timeout=60).stdout
        error = json.loads(answer).get("error", {})
        judge(error.get("at") == at and error.get("message") == message, f"docs/notation.md: {line}: {answer}")
    said = re.search(r"^dada game random (.*) > game.txt.*\n.*# (\d+ steps, and the game is over)", page, re.M)
    counted = call("check", "-", text=call("random", *said.group(1).split())[1])[1].strip()
    judge(counted == said.group(2), f"docs/notation.md: {counted}")
    failed = results.count(False)
    print(f"{len(results) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
