#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Checks names and the sentences that explain them:

- a pk_ type has one meaning: no two files define one of the same name;
- a comment is a sentence with a subject, not the end of one that begins with
  the identifier below it ("Of the loop, the first block").

Prints each fault as file: what and exits 1 on any."""
import collections
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Types that each plugin defines for itself (plugin.h).
ALLOWED = {"pk_dev", "pk_evt", "pk_fun", "pk_mem", "pk_mod", "pk_que"}
DEFINED = re.compile(r"^\}\s*(pk_\w+);|^(?:struct|enum|union)\s+(pk_\w+)\s*\{", re.M)
# Words that begin the rest of a sentence.
OPENING = re.compile(r"/\*\s+(?:That|Those|Of|Whose|What|By|To)\b")


def sources(suffixes, left_out):
    for path in sorted(ROOT.rglob("*")):
        name = path.relative_to(ROOT)
        folder = name.parts[0]
        if path.suffix in suffixes and folder not in left_out \
                and not folder.startswith((".", "build")):
            yield name, path


def twice_defined():
    where = collections.defaultdict(set)
    for name, path in sources((".c", ".h"), ("tests", "examples")):
        for m in DEFINED.finditer(path.read_text()):
            where[m[1] or m[2]].add(str(name))
    for name, files in sorted(where.items()):
        if len(files) > 1 and name not in ALLOWED:
            yield f"{', '.join(sorted(files))}: each has a type {name} of its own"


def subjectless_comments():
    for name, path in sources((".c", ".h", ".def"), ()):
        for number, line in enumerate(path.read_text(errors="replace").split("\n"), 1):
            if m := OPENING.search(line):
                yield f"{name}:{number}: a comment without a subject: {line[m.start():].strip()}"


def main():
    faults = [*twice_defined(), *subjectless_comments()]
    print("\n".join(faults), end="\n" if faults else "")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
