#!/usr/bin/env python3
"""Embeds the sentences about rules into one C file, for the command line.

usage: embed_words.py OUT.c FILE.json...      lang/rules.fr.json and lang/fr.json are of the language fr

Of each file the families of keys that tell rules are taken; the languages, and the keys of each, stand in the order given:
it is the order in which rules are told.
"""
import json
import sys

FAMILIES = ("head.", "list.", "diff.", "bundle.", "group.", "rule.", "usual.", "game.", "about.")


def literal(text):
    """A C string of this text; bytes that aren't plain are octal, which ends by itself after three digits."""
    plain = set(range(32, 127)) - {ord('"'), ord("\\"), ord("?")}
    return '"' + "".join(chr(byte) if byte in plain else f"\\{byte:03o}" for byte in text.encode()) + '"'


def main(out, paths):
    languages = {}
    for path in paths:
        words = languages.setdefault(path.split(".")[-2].split("/")[-1], {})
        with open(path, encoding="utf-8") as f:
            for key, text in json.load(f).items():
                if key in words:
                    sys.exit(f"embed_words.py: {path}: {key} has a text already")
                if key.startswith(FAMILIES):
                    words[key] = text
    with open(out, "w", encoding="utf-8") as f:
        f.write("/* Made by tools/embed_words.py from the files of web/lang. */\n")
        f.write('#include "cli/words.h"\n\n')
        for name, words in languages.items():
            rows = "".join(f"    {{{literal(key)}, {literal(text)}}},\n" for key, text in words.items())
            f.write(f"static const struct word words_{name}[] = {{\n{rows}}};\n")
        rows = "".join(f'    {{"{name}", words_{name}, COUNT(words_{name})}},\n' for name in languages)
        f.write(f"\nconst struct language languages[] = {{\n{rows}}};\n")
        f.write("const size_t n_languages = COUNT(languages);\n")


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2:])
