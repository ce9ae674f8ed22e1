#!/usr/bin/env python3
"""Checks files of house rules with `dada rules check`.

usage: test_files.py DADA

faulty/*.rules: a faulty line ends with a comment for each of its faults, the names that it is about; just these faults must
be told, in the order of their lines, each with a sentence. good/*.rules: the first line is `# is: ` and the rules in one
line. What an editor would spoil stands below. The examples of docs/rule-files.md are held against what the program says. The last line is "N passed, N failed".
"""
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
HERE = os.path.dirname(os.path.abspath(__file__))
LIMIT = 65536


def padded(n):
    """A good file of n bytes."""
    text = b"rules ludo\n# "
    return text + b"x" * (n - len(text) - 1) + b"\n"


# Name, bytes, and the one line that they make, or (line, name) of each fault.
BYTES = [
    ("a byte order mark", b"\xef\xbb\xbfrules ludo\nseats 3\n", "ludo seats=3"),
    ("a byte order mark later", b"rules ludo\n\xef\xbb\xbfseats 3\n", [(2, "\ufeffseats")]),
    ("half a byte order mark", b"\xef\xbb", [(1, "UTF-8")]),
    ("lines that end with CR LF", b"rules ludo\r\nseats 3\r\n\r\n# end\r\n", "ludo seats=3"),
    ("lines that end with CR", b"rules ludo\rseats 3\r", [(1, "control character")]),
    ("no end of line", b"rules ludo\nfinish clamp", "ludo finish=clamp"),
    ("tabs", b"\trules\tludo\t\nfinish\t=\tclamp\t# so be it\n", "ludo finish=clamp"),
    ("blanks round commas", b"rules ludo\nenter_on  1 ,6,\t5\n", "ludo enter_on=1,5,6"),
    ("an empty file", b"", [(1, "rules")]),
    ("empty lines", b"\n\n\n", [(3, "rules")]),
    ("a NUL", b"rules ludo\nseats 3\0\n", [(2, "NUL")]),
    ("a NUL in a comment", b"# \0\nrules ludo\n", [(1, "NUL")]),
    ("Latin-1", b"rules ludo\nname Caf\xe9\n", [(2, "UTF-8")]),
    ("UTF-8", "rules ludo\nname Café, où l’on joue\n".encode(), "ludo"),
    ("an overlong form", b"rules ludo\nname \xc0\xaf\n", [(2, "UTF-8")]),
    ("an overlong form of three bytes", b"rules ludo\nname \xe0\x80\xaf\n", [(2, "UTF-8")]),
    ("a surrogate", b"rules ludo\nname \xed\xa0\x80\n", [(2, "UTF-8")]),
    ("past the last character", b"rules ludo\nname \xf4\x90\x80\x80\n", [(2, "UTF-8")]),
    ("half a character", b"rules ludo\nname \xe2\x80", [(2, "UTF-8")]),
    ("UTF-16", "rules ludo\n".encode("utf-16-le"), [(1, "NUL"), (2, "NUL")]),
    ("an escape", b"rules ludo\nname \x1b[31mred\n", [(2, "control character")]),
    ("a C1 control", "rules ludo\nname \x9b31mred\n".encode(), [(2, "control character")]),
    ("text faults and others", b"rules ludo\nname \xff\nblok none\n", [(2, "UTF-8"), (3, "blok")]),
    ("as long as may be", padded(LIMIT), "ludo"),
    ("a byte longer", padded(LIMIT + 1), [(2, "size")]),
    ("much too long", b"\n" * (3 * LIMIT), [(LIMIT + 1, "size")]),
    ("a word without end", b"rules ludo\n" + b"x" * 5000 + b" none\n", [(2, "x" * 40 + "...")]),
    ("a value without end", b"rules ludo\nfinish " + b"x" * 5000 + b"\n", [(2, "finish")]),
    ("a long name of wide letters", "rules ludo\nétéétéétéétéétéétéétéétéétéétéété none\n".encode(),
     [(2, "été" * 8 + "...")]), # 40 bytes hold eight times the five of "été"
    ("a thousand faults", b"rules ludo\n" + b"blok none\n" * 1000, [(line, "blok") for line in range(2, 1002)]),
    ("a # in a word", b"rules ludo\nname C#\n", "ludo"),
]


def check(dada, path):
    done = subprocess.run([dada, "rules", "check", path], capture_output=True, timeout=60)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def told(path, said):
    """(line, names) of each fault, or None where a line says none."""
    faults = []
    for line in said.splitlines():
        match = line.startswith(path + ":") and re.fullmatch(r"(\d+): ([^:]+): (\S.{10,})", line[len(path) + 1:])
        if not match:
            return None
        faults.append((int(match.group(1)), match.group(2)))
    return faults


def judge(dada, name, path, wanted):
    """Whether the file is as wanted: the line that it makes, or its faults."""
    status, out, err = check(dada, path)
    if isinstance(wanted, str):
        good = (status, out, err) == (0, wanted + "\n", "")
    else:
        found = told(path, err)
        good = status == 1 and out == "" and found is not None and sorted(found) == sorted(wanted) \
            and [line for line, _ in found] == sorted(line for line, _ in found)
    if not good:
        print(f"{name}: wanted {str(wanted)[:300]}, status {status}: {out[:500]}{err[:1500]}")
    return good


def wanted_of(text):
    """(line, names) of each comment that is no sentence."""
    return [(number, names) for number, line in enumerate(text.splitlines(), 1)
            for names in re.split(r"(?:^| )# ", line)[1:] if not names.endswith(".")]


def is_rules(dada, line):
    """Whether the line that a good file makes is taken where rules are wanted."""
    return subprocess.run([dada, "rules", "show", *line.split()], capture_output=True, timeout=60).returncode == 0


def is_current(dada, folder):
    """Whether the page's faults are those of its faulty file, and its good file makes the line shown."""
    with open(os.path.join(ROOT, "docs/rule-files.md"), encoding="utf-8") as f:
        page = f.read()
    good, faulty, faults = (re.search(start + r"```\n(.*?)```", page, re.S).group(1) for start in (
        "", "<!-- faulty.rules -->\n", "<!-- dada rules check faulty.rules -->\n"))
    line = re.search(r"^dada rules check mamie.rules\n# (.*\n)", page, re.M).group(1)
    for name, text, wanted in (("mamie.rules", good, (0, line, "")), ("faulty.rules", faulty, (1, "", faults))):
        with open(os.path.join(folder, name), "w", encoding="utf-8") as f:
            f.write(text)
        done = subprocess.run([os.path.abspath(dada), "rules", "check", name], cwd=folder, capture_output=True, text=True, timeout=60)
        if (done.returncode, done.stdout, done.stderr) != wanted:
            print(f"docs/rule-files.md: {name}: {done.stdout}{done.stderr}")
            return False
    return True


def main(dada):
    results = []
    for folder, least in (("faulty", 30), ("good", 5)):
        files = sorted(os.listdir(os.path.join(HERE, folder)))
        results.append(len(files) >= least)
        for file in files:
            path = os.path.join(HERE, folder, file)
            with open(path, encoding="utf-8") as f:
                text = f.read()
            wanted = wanted_of(text) if folder == "faulty" else text.splitlines()[0].removeprefix("# is: ")
            results.append(bool(wanted) and judge(dada, file, path, wanted))
            if folder == "good":
                results.append(is_rules(dada, wanted))
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "table.rules")
        for name, data, wanted in BYTES:
            with open(path, "wb") as f:
                f.write(data)
            results.append(judge(dada, name, path, wanted))
        results.append(is_current(dada, folder))
        for nothing in (folder, os.path.join(folder, "nothing")):
            status, out, err = check(dada, nothing)
            results.append(status == 1 and not out and "can't read" in err)
    failed = results.count(False)
    print(f"{len(results) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
