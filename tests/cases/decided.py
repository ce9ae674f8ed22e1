#!/usr/bin/env python3
"""Finds values of options that no worked example needs: with another value each answer would be the same.

usage: decided.py COMMAND RULESETS_JSON FILE.jsonl...      e.g. decided.py 'build/dada engine' tests/cases/rulesets.json tests/cases/*.jsonl

Each example is asked again with one of its options changed, for each other value of each option. A value is decided by an example
where it is in force, if a change of it makes the answer another than expected. Of a set of rolls each roll counts, as one that is in
it and as one that isn't. Changes that the engine refuses because options contradict each other, or because the question makes no
sense any more, decide nothing; but that one die can't roll what two do is just what `dice` decides. The last line is "N passed, N failed", in values.
"""
import importlib.machinery
import importlib.util
import json
import os
import sys

OPS = ("moves", "play", "rank", "board")
SENSELESS = ("bad-option", "bad-request")
ROLLS = (1, 2, 3, 4, 5, 6, 10, 25)


def replayer():
    """The program `run` beside this one, as a module."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "run")
    loader = importlib.machinery.SourceFileLoader("run", path)
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("run", loader))
    sys.dont_write_bytecode = True  # it would stand beside `run`
    loader.exec_module(module)
    return module


def plain(value):
    """A value as the list of rule sets writes it: requests may say true and false."""
    return {True: "yes", False: "no"}.get(value, value) if isinstance(value, bool) else value


def sets_beside(rolls):
    """Sets of rolls that differ in one, with what that one is in the set as it is; a set of one becomes another."""
    for roll in ROLLS:
        if roll not in rolls:
            yield f"without {roll}", sorted([*rolls, roll])
        elif len(rolls) > 1:
            yield f"with {roll}", [other for other in rolls if other != roll]
        else:
            yield from ((f"with {roll}", [other]) for other in ROLLS if other != roll)


def values_of(options):
    """Option and value, of all there are."""
    for option, values in options.items():
        named = [f"{word} {roll}" for roll in ROLLS for word in ("with", "without")] if isinstance(values, str) else values
        yield from ((option, value) for value in named)


def changes(own, options):
    """Option, the value in force, and another value, for each change of one option."""
    for option, values in options.items():
        if isinstance(values, str):
            yield from ((option, value, other) for value, other in sets_beside(own[option]))
        else:
            yield from ((option, own[option], other) for other in values if other != own[option])


def refuses(case):
    """Is the example one of a request that is refused? Then it shows no play."""
    return case["expect"].get("error") in SENSELESS


def changed_cases(cases, listed):
    """Option, value and case for each example with one option changed."""
    for case in cases:
        request = case["request"]
        if request.get("op") not in OPS or request.get("rules") not in listed["rule_sets"] or refuses(case):
            continue
        asked = request.get("options") or {}
        own = dict(listed["rule_sets"][request["rules"]]["values"])
        own.update((option, plain(value)) for option, value in asked.items() if option in own)
        for option, value, other in changes(own, listed["options"]):
            yield option, value, {**case, "request": {**request, "options": {**asked, option: other}}}


def main(command, listed_path, files):
    run = replayer()
    with open(listed_path, encoding="utf-8") as f:
        listed = json.load(f)
    changed = list(changed_cases(run.read_cases(files), listed))
    answers = run.ask(command, [case for _, _, case in changed])
    decided = {}
    for n, (option, value, case) in enumerate(changed):
        answer = answers.get(n, {"error": {"code": "bad-request"}})
        refused = answer.get("error", {}).get("code")
        other_dice = option == "dice" and refused == "bad-request"
        if (other_dice or refused not in SENSELESS) and not run.holds(case["expect"], answer):
            decided[option, value] = case["case"]
    wanted = list(values_of(listed["options"]))
    missing = [pair for pair in wanted if pair not in decided]
    for option, value in missing:
        print(f"no worked example is decided by {option}: {value}")
    print(f"{len(wanted) - len(missing)} passed, {len(missing)} failed")
    return 1 if missing or not wanted else 0


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], sys.argv[2], sys.argv[3:]))
