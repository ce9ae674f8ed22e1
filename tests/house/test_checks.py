#!/usr/bin/env python3
"""Shows that tools/check_layers finds each kind of fault, by planting one in a small tree, and nothing in a clean one.

The last line is "N passed, N failed".
"""
import os
import subprocess
import sys
import tempfile

CHECK = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tools", "check_layers")

CLEAN = {
    "base/base.h": "#include <stdint.h>\n",
    "core/race.c": '/* race.c - a float of 0.5 in a comment */\n#include "base/base.h"\nint n = 10; char *s = "double 1.5";\n',
    "core/race_rules.def": "X(one)\n",
    "match/match.c": '#include "core/race.h"\n#include "match/match.h"\nvoid f(void) { race_moves(); }\n',
    "player/table.c": "float weight = 0.5f;\n",
    "server/server.c": '#include <stdio.h>\n#include "match/match.h"\n#include "server/net/http.h"\nint moves; /* race_x */\n',
    "server/net/http.c": '#include "server/limits.h"\nvoid f(void) { memmove(a, b, n); remove(boxed); }\n',
    "cli/main.c": '#include "server/server.h"\n',
    "wasm/exports.c": '#include "match/match.h"\n',
    "tests/test_all.c": '#include "server/net/http.h"\n',
}

# What is planted: a name, the file and line that must be reported, and the file's text.
PLANTED = [
    ("an edge upwards", "core/bad.c:1", '#include "match/match.h"\n'),
    ("an edge to the side", "player/bad.c:2", '#include <stdint.h>\n# include "fair/fair.h"\n'),
    ("server internals from a command", "cli/bad.c:1", '#include "server/net/http.h"\n'),
    ("the server's middle from net", "server/net/bad.c:1", '#include "server/server.h"\n'),
    ("the offline solver from the server", "server/bad.c:1", '#include "solve/solve.h"\n'),
    ("a path that does not start at the root", "core/bad.c:1", '#include "race.h"\n'),
    ("a folder that is in no row", "base/bad.h:1", '#include "misc/x.h"\n'),
    ("a game in the ratings", "rating/bad.c:1", '#include "core/game.h"\n'),
    ("libc in a pure layer", "match/bad.c:1", "#include <string.h>\n"),
    ("libc in wasm", "wasm/bad.c:3", "/* a\n * b */\n#include <stdlib.h>\n"),
    ("a pawn in net", "server/net/bad.c:1", "int n_pawns;\n"),
    ("a box in store", "server/store/bad.c:2", "\nint openBox;\n"),
    ("a move in bus", "server/bus/bad.h:1", "void move_send(void);\n"),
    ("rules called by the server", "server/bad.c:1", "void f(void) { race_moves(); }\n"),
    ("sheets called by the server's net", "server/net/bad.c:1", "void f(void) { sheet_score(); }\n"),
    ("a float in core", "core/bad.c:1", "float x;\n"),
    ("a double in match", "match/bad.c:1", "static double x;\n"),
    ("a fraction in base", "base/bad.c:1", "int x = 2 * .5;\n"),
    ("a file too long", "core/bad.c:601", "\n" * 601),
]


def check(files):
    """Status and output of the check over a tree of these files."""
    with tempfile.TemporaryDirectory() as root:
        for path, text in files.items():
            os.makedirs(os.path.join(root, os.path.dirname(path)), exist_ok=True)
            with open(os.path.join(root, path), "w", encoding="utf-8") as f:
                f.write(text)
        done = subprocess.run([sys.executable, CHECK, root], capture_output=True, text=True, timeout=60)
        return done.returncode, done.stdout + done.stderr


def main():
    results = {}
    status, said = check(CLEAN)
    results["a clean tree"] = (status == 0 and said == f"{len(CLEAN)} files\n6 passed, 0 failed\n", said)
    results["an empty tree"] = (check({})[0] == 1, "")
    for name, place, text in PLANTED:
        status, said = check({**CLEAN, place.split(":")[0]: text})
        faults = [line for line in said.splitlines() if ": " in line]
        good = status == 1 and len(faults) == 1 and faults[0].startswith(place + ": ") and "5 passed, 1 failed" in said
        results[name] = (good, said)
    for name, (good, said) in results.items():
        if not good:
            print(f"{name}: {said}")
    failed = sum(not good for good, _ in results.values())
    print(f"{len(results) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
