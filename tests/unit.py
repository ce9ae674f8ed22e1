#!/usr/bin/env python3
"""Runs the unit tests of a build and adds up their cmocka results.

usage: unit.py BUILD_FOLDER

A program that ends early fails each test it did not come to. The last line is "N passed, N failed".
"""
import concurrent.futures
import json
import os
import re
import subprocess
import sys


def run(test):
    return subprocess.run(test["cmd"], capture_output=True, text=True, errors="replace", timeout=1800,
                          env={**os.environ, **test["env"], "CMOCKA_MESSAGE_OUTPUT": "TAP"})


def main(folder):
    listed = subprocess.run(["meson", "introspect", "--tests", folder], capture_output=True, text=True, check=True)
    tests = json.loads(listed.stdout)
    passed = failed = 0
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0)) + 1) as pool:  # some wait for the disk
        results = list(pool.map(run, tests))
    for test, done in zip(tests, results):
        planned = sum(int(n) for n in re.findall(r"^1\.\.(\d+)", done.stdout, re.M))
        good = len(re.findall(r"^ok ", done.stdout, re.M))
        bad = max(len(re.findall(r"^not ok ", done.stdout, re.M)), planned - good)
        if bad == 0 and (done.returncode or planned == 0):
            bad = 1
        if bad:
            print(f"{test['name']}: status {done.returncode}\n{done.stdout}{done.stderr}")
        passed += good
        failed += bad
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
