#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that a pk_ type has one meaning: no two files define one of the same
name. Prints each as file: name and exits 1 on any."""
import collections
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
# A type that each plugin defines for itself (plugin.h), and why others may stay.
ALLOWED = {
    "pk_dev": "a plugin's", "pk_evt": "a plugin's", "pk_fun": "a plugin's",
    "pk_mem": "a plugin's", "pk_mod": "a plugin's", "pk_que": "a plugin's",
    "pk_frame": "to be renamed in frontend/module",
    "pk_global": "to be renamed in frontend/module",
}
DEFINED = re.compile(r"^\}\s*(pk_\w+);|^(?:struct|enum|union)\s+(pk_\w+)\s*\{", re.M)


def main():
    where = collections.defaultdict(set)
    for path in ROOT.rglob("*.[ch]"):
        folder = path.relative_to(ROOT).parts[0]
        if folder not in ("build", "tests", "bench", "examples") and not folder.startswith("."):
            for m in DEFINED.finditer(path.read_text()):
                where[m[1] or m[2]].add(str(path.relative_to(ROOT)))
    twice = {n: files for n, files in where.items() if len(files) > 1 and n not in ALLOWED}
    for name, files in sorted(twice.items()):
        print(f"{', '.join(sorted(files))}: each has a type {name} of its own")
    return bool(twice)


if __name__ == "__main__":
    sys.exit(main())
