#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""What scripts/check_layers.py finds: cycles between folders, with the includes that make
them, excuses that are not needed, includes that no rule allows, and folders with too
many files."""
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))
import check_layers as layers

FOUND = [(pathlib.Path(path), 1, name, str(pathlib.Path(name).parent)) for path, name in [
    ("core/a.c", "core/text/print.h"), ("core/text/print.h", "core/ir_data.h"),
    ("core/passes/run.c", "core/ir_data.h"), ("base/text.c", "base/text.h")]]
ALLOWED = [("core/passes", "core/ir_data.h", "core"), ("core", "portkern/ir.h", "include/portkern"),
           ("base/os", "portkern/status.h", "include/portkern")]
REFUSED = [("core", "core/passes/edit.h", "core/passes"), ("sim", "portkern/ir.h", "include/portkern"),
           ("frontend/types", "frontend/lower/lower.h", "frontend/lower")]
DECLARED = {name: {".h": pathlib.Path(header), ".c": pathlib.Path(source)} for name, header, source in [
    ("pk_report_expand", "core/report.h", "core/passes/report.c"),
    ("pk_report_check", "core/report.h", "core/report.c")]}


def allowed(folder, name, to):
    return not list(layers.breaches([(pathlib.Path(folder, "x.c"), 1, name, to)]))


def main():
    cycle = list(layers.cycles(FOUND, {}))
    rows = [
        ("a cycle is printed with its includes",
         cycle == ["a cycle of includes: core core/text",
                   "  core -> core/text\n    core/a.c:1: core/text/print.h",
                   "  core/text -> core\n    core/text/print.h:1: core/ir_data.h"]),
        ("an excused cycle is not", not list(layers.cycles(FOUND, {"core core/text": "why"}))),
        ("an excuse is for these folders only",
         len(list(layers.cycles(FOUND, {"core core/passes": "why"}))) == 4),
        ("an excuse that is not needed is an error",
         len(list(layers.cycles(FOUND[2:], {"core core/text": "why"}))) == 1),
        ("a header that declares what another folder defines is an error",
         len(list(layers.defined_elsewhere(DECLARED, {}))) == 1),
        ("an excuse for a header is for that header",
         len(list(layers.defined_elsewhere(DECLARED, {"core/report.h": "why"}))) == 0 and
         len(list(layers.defined_elsewhere(DECLARED, {"core/ir.h": "why"}))) == 2),
        ("a folder with too many files is an error, unless it is excused",
         list(layers.crowded({"core": 31, "base": 30}, {})) == ["core: 31 source files, more than 30"] and
         not list(layers.crowded({"core": 31}, {"core": "why"}))),
        ("an excuse for a small folder is an error",
         len(list(layers.crowded({"core": 30}, {"core": "why"}))) == 1),
        *((f"{row[0]} may include {row[1]}", allowed(*row)) for row in ALLOWED),
        *((f"{row[0]} may not include {row[1]}", not allowed(*row)) for row in REFUSED),
    ]
    print(f"1..{len(rows)}")
    for number, (words, good) in enumerate(rows, 1):
        print("ok" if good else "not ok", number, words)
    return 0 if all(good for _, good in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
