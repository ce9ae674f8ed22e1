#!/usr/bin/env python3
"""Damages the requests of the worked examples and feeds them to the engine.

usage: mutate.py COMMAND N FILE... [--seed S]     e.g. mutate.py 'build/dada engine' 5000 tests/cases/*.jsonl fuzz/corpus/engine/*

A line of a file is a worked example, or a request itself; lines that are no JSON objects are passed over.

Every line must get exactly one answer: a JSON object that repeats the request's id, whose error, if any, has a known
code and a message; the engine must end with status 0 and say nothing on stderr (a sanitizer would). The same seed gives
the same lines. Prints the lines that fail, a rate, and "N passed, N failed" over the lines.
"""
import argparse
import json
import random
import re
import shlex
import subprocess
import sys
import time

CODES = {"bad-json", "bad-request", "unknown-op", "unknown-rules", "unknown-option", "bad-option", "bad-position", "illegal",
         "choice-needed", "not-solved"}
BATCH = 1000  # lines a process: a crash is then near its cause
LONG = 1 << 20

NUMBERS = ["0", "-1", "1", "7", "13", "51", "56", "57", "71", "255", "256", "65536", "2147483647", "2147483648",
           "-2147483649", "4294967296", "9223372036854775807", "9223372036854775808", "-9223372036854775809",
           "18446744073709551616", "1e3", "1e400", "-0", "0.5", "3.0", "1E-9", "9" * 400]
VALUES = NUMBERS + ["null", "true", "false", '""', "[]", "{}", '"A"', '"Z"', '"Y"', '"G"', '"A0"', '"A9"', "[[]]", '"\\u0000"',
                    '"\\ud800"', '"\\ud83c\\udfb2"', "[1,1]", "[null]", '"' + "x" * 5000 + '"', "[" + "6," * 3000 + "6]", '{"A":1}']


def bytes_changed(line, dice):
    data = bytearray(line)
    for _ in range(dice.choice((1, 1, 1, 2, 5, 20))):
        at = dice.randrange(len(data) + 1)
        what = dice.randrange(4)
        if what == 0 and at < len(data):
            data[at] ^= 1 << dice.randrange(8)
        elif what == 1 and at < len(data):
            del data[at:at + dice.choice((1, 1, 2, 8))]
        elif what == 2:
            data[at:at] = bytes([dice.choice((0, 0x22, 0x5c, 0x7b, 0x5b, 0x80, 0xc0, 0xff, 0x0d, dice.randrange(256)))])
        else:
            other = dice.randrange(len(data) + 1)
            data[at:at] = data[other:other + dice.randrange(1, 30)]
    return bytes(data)


def cut(line, dice):
    at = dice.randrange(len(line) + 1)
    return line[:at] if dice.random() < 0.8 else line[at:]


def tokens_changed(line, dice):
    """Moves, doubles, drops or exchanges JSON's own pieces."""
    tokens = re.findall(rb'"(?:\\.|[^"\\])*"|[-+.\w]+|\s+|.', line)
    for _ in range(dice.choice((1, 1, 2, 4))):
        a, b = dice.randrange(len(tokens)), dice.randrange(len(tokens))
        what = dice.randrange(4)
        if what == 0:
            tokens[a], tokens[b] = tokens[b], tokens[a]
        elif what == 1:
            tokens.insert(a, tokens[b])
        elif what == 2 and len(tokens) > 1:
            del tokens[a]
        else:
            tokens[a] = dice.choice(VALUES).encode()
    return b"".join(tokens)


def number_changed(line, dice):
    places = list(re.finditer(rb"-?\d+", line))
    if not places:
        return cut(line, dice)
    place = dice.choice(places)
    return line[:place.start()] + dice.choice(NUMBERS).encode() + line[place.end():]


def field_changed(line, dice, others):
    """A value replaced, a field taken away, taken from another request, misspelt, or written twice."""
    request = json.loads(line)
    spots = [request]  # every object in it, so that inner fields change as well
    for spot in spots:
        spots.extend(value for value in spot.values() if isinstance(value, dict))
        spots.extend(item for value in spot.values() if isinstance(value, list) for item in value if isinstance(item, dict))
    spot = dice.choice([s for s in spots if s])
    key = dice.choice(list(spot))
    what = dice.randrange(6)
    if what == 0:
        del spot[key]
    elif what == 1:
        spot[dice.choice((key + "s", key.upper(), "", "x", "\u00e9", key[:-1]))] = spot[key]
    elif what == 2:
        other = json.loads(dice.choice(others))
        spot.update(dice.sample(sorted(other.items()), 1))
    elif what == 3:  # twice: only text can hold it
        text = json.dumps(request)
        piece = f"{json.dumps(key)}: {json.dumps(spot[key])}"
        return text.replace(piece, piece + ", " + piece, 1).encode()
    elif what == 4 and isinstance(spot[key], list) and spot[key]:
        spot[key] = spot[key] * dice.choice((2, 5, 40))
    else:
        mark = "\u0001mark"
        spot[key] = mark
        return json.dumps(request).replace(json.dumps(mark), dice.choice(VALUES), 1).encode()
    return json.dumps(request).encode()


def nested(line, dice):
    depth = dice.choice((10, 100, 2047, 2049, 100000))
    opening, closing = dice.choice(((b"[", b"]"), (b'{"a":', b"}"), (b'{"pawns":', b"}"), (b"[{", b"}]")))
    inner = dice.choice((line, b"1", b""))
    return opening * depth + inner + (closing * depth if dice.random() < 0.7 else b"")


def huge(line, dice):
    """Lines about as long as a line may be."""
    room = LONG - len(line) + dice.choice((-10, -1, 0, 1, 10, 100000))
    return dice.choice((line + b" " * room, line[:-1] + b',"id":"' + b"a" * room + b'"}', b"a" * (LONG + dice.choice((-1, 0, 1)))))


def mutate(lines, dice):
    line = dice.choice(lines)
    what = dice.choices(("bytes", "cut", "tokens", "number", "field", "nested", "huge", "same"),
                        (20, 8, 20, 20, 30, 1, 0.1, 1))[0]
    made = {"bytes": lambda: bytes_changed(line, dice), "cut": lambda: cut(line, dice),
            "tokens": lambda: tokens_changed(line, dice), "number": lambda: number_changed(line, dice),
            "field": lambda: field_changed(line, dice, lines), "nested": lambda: nested(line, dice),
            "huge": lambda: huge(line, dice), "same": lambda: line}[what]()
    return made.replace(b"\n", b" ")


class Twice(ValueError):
    pass


def object_of(pairs):
    if len(dict(pairs)) != len(pairs):
        raise Twice
    return dict(pairs)


def id_of(line):
    """(whether the request has an id to compare, the id)."""
    try:
        request = json.loads(line, object_pairs_hook=object_of)
    except (ValueError, RecursionError):
        return False, None
    if not isinstance(request, dict):
        return False, None
    known = request.get("id")
    return isinstance(known, (str, int)) and len(str(known)) < 15, known


def fault_of(line, answer):
    """What is wrong with this answer to this line, or None."""
    try:
        got = json.loads(answer, object_pairs_hook=object_of)
    except (ValueError, RecursionError) as error:
        return f"no JSON: {error!r}"
    if not isinstance(got, dict):
        return "no object"
    error = got.get("error")
    if error is not None:
        if not isinstance(error, dict) or error.get("code") not in CODES:
            return "an error without a known code"
        if not isinstance(error.get("message"), str) or not error["message"]:
            return "an error without a message"
    has_id, known = id_of(line)
    if has_id and got.get("id") != known and not (error and error["code"] in ("bad-json", "bad-request")):
        return f"id {got.get('id')!r} for {known!r}"
    return None


def short(data):
    text = repr(data)
    return text if len(text) < 400 else f"{text[:300]} … {text[-60:]} ({len(data)} bytes)"


def feed(command, lines):
    """The number of lines answered badly; prints each, and how the engine ended if not well."""
    try:
        done = subprocess.run(command, input=b"\n".join(lines) + b"\n", capture_output=True, timeout=600)
    except subprocess.TimeoutExpired:
        print(f"no end within 600 s, first line {short(lines[0])}")
        return len(lines)
    answers = done.stdout.split(b"\n")
    if answers.pop() != b"":
        print("the last answer has no line end")
    failed = 0
    for line, answer in zip(lines, answers):
        fault = fault_of(line, answer)
        if fault:
            failed += 1
            print(f"{fault}\n  line   {short(line)}\n  answer {short(answer)}")
    if len(answers) != len(lines):
        failed += abs(len(lines) - len(answers))
        after = lines[len(answers)] if len(answers) < len(lines) else b""
        print(f"{len(answers)} answers to {len(lines)} lines; the first without one: {short(after)}")
    if done.returncode or done.stderr:
        failed = max(failed, 1)
        print(f"status {done.returncode}\n{done.stderr.decode(errors='replace')[-4000:]}")
    return failed


def read_requests(files):
    """The requests of the files, one a line, each with an id."""
    lines = []
    for file in files:
        with open(file, encoding="utf-8", errors="replace") as f:
            for row in f:
                try:
                    found = json.loads(row)
                except (ValueError, RecursionError):
                    continue
                if isinstance(found, dict):
                    lines.append(json.dumps({"id": len(lines), **found.get("request", found)}).encode())
    return lines


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("command")
    parser.add_argument("n", type=int)
    parser.add_argument("files", nargs="+")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    lines = read_requests(asked.files)
    dice = random.Random(asked.seed)
    command = shlex.split(asked.command)
    failed, began = 0, time.monotonic()
    for start in range(0, asked.n, BATCH):
        failed += feed(command, [mutate(lines, dice) for _ in range(min(BATCH, asked.n - start))])
    seconds = time.monotonic() - began
    print(f"{asked.n} lines in {seconds:.1f} s, {asked.n / seconds:.0f} lines/s, seed {asked.seed}")
    print(f"{asked.n - failed} passed, {failed} failed")
    return 1 if failed or not asked.n else 0


if __name__ == "__main__":
    sys.exit(main())
