#!/usr/bin/env python3
"""Joins the page's modules into one file with esbuild, and lists the modules read for the build.

usage: bundle.py ESBUILD OUT DEPFILE MAIN.js
"""
import json
import os
import subprocess
import sys
import tempfile


def main(esbuild, out, depfile, entry):
    with tempfile.TemporaryDirectory() as folder:
        meta = os.path.join(folder, "meta.json")
        subprocess.run([esbuild, entry, "--bundle", "--minify", "--format=esm", "--target=es2020", "--log-level=warning",
                        f"--outfile={out}", f"--metafile={meta}"], check=True)
        with open(meta, encoding="utf-8") as f:
            inputs = sorted(json.load(f)["inputs"])
    with open(depfile, "w", encoding="utf-8") as f:
        f.write(f"{out}: " + " ".join(path.replace(" ", "\\ ") for path in inputs) + "\n")


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    try:
        main(*sys.argv[1:])
    except subprocess.CalledProcessError as error:
        sys.exit(error.returncode)
