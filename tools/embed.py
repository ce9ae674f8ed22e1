#!/usr/bin/env python3
"""Embeds the page's files into one C file, plain and gzip-compressed, for the server.

usage: embed.py OUT.c NAME... FILE...      as many names as files; NAME is the path below "/", "index.html" is "/"

The same files give the same C file: no times, no paths. A compressed form that saves less than a tenth is left out.
"""
import hashlib
import subprocess
import sys

TYPES = {
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "json": "application/json",
    "svg": "image/svg+xml",
    "png": "image/png",
    "wasm": "application/wasm",
    "webmanifest": "application/manifest+json",
    "woff2": "font/woff2",
    "txt": "text/plain; charset=utf-8",
}


def array(name, data):
    """A C array of these bytes, 32 a line."""
    lines = (",".join(str(byte) for byte in data[i:i + 32]) for i in range(0, len(data), 32))
    return f"static const u8 {name}[] = {{\n" + ",\n".join(lines) + "};\n"


def body(name, data, etag):
    return f'{{{name}, {len(data)}, "\\"{etag}\\""}}'


def main(out, names, files):
    arrays, rows = [], []
    for k, (name, file) in enumerate(sorted(zip(names, files))):
        suffix = name.rsplit(".", 1)[-1]
        if suffix not in TYPES:
            sys.exit(f"embed.py: {name}: no media type known for this ending; add one to TYPES")
        with open(file, "rb") as f:
            plain = f.read()
        if not plain:
            sys.exit(f"embed.py: {name}: empty file")
        packed = subprocess.run(["zopfli", "-c", file], check=True, capture_output=True).stdout
        etag = hashlib.sha256(plain).hexdigest()[:20]
        path = "/" if name == "index.html" else "/" + name
        arrays.append(array(f"plain_{k}", plain))
        second = "{0}"
        if len(packed) < 0.9 * len(plain):
            arrays.append(array(f"packed_{k}", packed))
            second = body(f"packed_{k}", packed, etag + ".gz")
        rows.append(f'    {{"{path}", "{TYPES[suffix]}", "no-cache", {body(f"plain_{k}", plain, etag)}, {second}}},\n')
    with open(out, "w", encoding="utf-8") as f:
        f.write("/* Made by tools/embed.py from the files of web/. */\n")
        f.write('#include "server/pages.h"\n\n')
        f.write("\n".join(arrays))
        f.write("\nconst struct http_page pages[] = {\n" + "".join(rows) + "};\n")
        f.write(f"const size_t n_pages = {len(rows)};\n")


if __name__ == "__main__":
    half, odd = divmod(len(sys.argv) - 2, 2)
    if half < 1 or odd:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2:2 + half], sys.argv[2 + half:])
