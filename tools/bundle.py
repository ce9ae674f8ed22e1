#!/usr/bin/env python3
"""Joins the page's modules with esbuild into a few scripts, and lists the modules read for the build.

usage: bundle.py ESBUILD DEPFILE MAIN.js OUT.js...

The first script begins from MAIN.js; each module that is imported by a call (`import('./room.js')`) begins another of its own
name; what several need is chunk.js. OUT names all of them, in this order: the build fails if esbuild made others.
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile


def main(esbuild, depfile, entry, outputs):
    names = [os.path.basename(path) for path in outputs]
    with tempfile.TemporaryDirectory() as folder:
        meta, made = os.path.join(folder, "meta.json"), os.path.join(folder, "made")
        subprocess.run([esbuild, entry, "--bundle", "--splitting", "--minify", "--format=esm", "--target=es2020", "--log-level=warning",
                        f"--outdir={made}", f"--entry-names={names[0][:-3]}", "--chunk-names=[name]", f"--metafile={meta}"], check=True)
        if sorted(os.listdir(made)) != sorted(names):
            sys.exit(f"bundle.py: esbuild made {sorted(os.listdir(made))}, not {sorted(names)}")
        for path, name in zip(outputs, names):
            shutil.copyfile(os.path.join(made, name), path)
        with open(meta, encoding="utf-8") as f:
            inputs = sorted(json.load(f)["inputs"])
    with open(depfile, "w", encoding="utf-8") as f:
        f.write(f"{outputs[0]}: " + " ".join(path.replace(" ", "\\ ") for path in inputs) + "\n")


if __name__ == "__main__":
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    try:
        main(sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:])
    except subprocess.CalledProcessError as error:
        sys.exit(error.returncode)
