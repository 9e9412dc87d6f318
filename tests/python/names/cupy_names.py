#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Which of the names of CuPy that programs use portkern.cupy has.

    cupy_names.py             prints the tables of docs/cupy.md
    cupy_names.py --update    writes them there"""
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
PAGE = HERE.parents[2] / "docs" / "cupy.md"
BEGIN, END = "<!-- names -->\n", "<!-- end of names -->\n"


def uses():
    """{kind: [name]}"""
    out, kind = {}, None
    for line in (HERE / "cupy_uses.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            kind = out.setdefault(line.strip("[]"), [])
        elif not line.startswith("#"):
            kind += line.split()
    return out


def find(name):
    """"served", the reason of a refusal, or None of a name that is nowhere."""
    from portkern import cupy

    if name.startswith("."):
        return "served" if hasattr(cupy.ndarray, name[1:]) else None
    found = cupy
    for part in name.split("."):
        try:
            found = getattr(found, part)
        except AttributeError:
            return None
        why = getattr(found, "_portkern_refused", None)
        if why:
            return why
    return "served"


def judge():
    """(served, refused, missing): names."""
    served, refused, missing = [], [], []
    for name in sum(uses().values(), []):
        state = find(name)
        (served if state == "served" else missing if state is None else refused).append(name)
    return served, refused, missing


def tables():
    """The tables of the page."""
    rows = ["| | there | refused, by name |\n|---|---|---|\n"]
    for kind, names in uses().items():
        there = [f"`{n}`" for n in names if find(n) == "served"]
        refused = [f"`{n}`" for n in names if find(n) != "served"]
        rows.append(f"| {kind} | {' '.join(there)} | {' '.join(refused)} |\n")
    served, refused, _ = judge()
    return (f"{BEGIN}Of {len(served) + len(refused)} names that programs use {len(served)} are there.\n\n"
            f"{''.join(rows)}{END}")


def main(argv):
    if argv != ["--update"]:
        print(tables())
        print("nowhere:", *judge()[2])
        return 0
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(re.sub(f"{re.escape(BEGIN)}.*{re.escape(END)}", lambda _: tables(), page, flags=re.S), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
