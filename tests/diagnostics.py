#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Codes of diagnostics: each has a program in tests/golden/ that gets it, and an
entry in docs/diagnostics.md, which is made of the table and of those programs.

    diagnostics.py PORTKERN [--update]

--update writes the page; `portkern explain` must know every code."""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TABLE = ROOT / "frontend" / "diag" / "diagnostics.def"
PAGE = ROOT / "docs" / "diagnostics.md"
GOLDEN = ROOT / "tests" / "golden"

# Codes that no program in tests/golden/ gets, and why.
WITHOUT = {
    "E0208": "only a launch has a block: tests/unit/runtime/test_arguments.c",
    "E0215": "of emit without -s: tests/cli/test_check.py",
    "E0300": "the general row of statuses that have no other",
    "E0301": "the general row of NAME",
    "E0302": "the general row of TYPE",
    "E0303": "the general row of UNSUPPORTED",
    "E0304": "the general row of LIMIT",
    "E0602": "takes two million nodes: tests/frontend/test_limits.py",
    "E0703": "depends on what is installed",
    "E0901": "a bug, when it is seen",
}

# The folder in tests/golden/errors/ of the programs that a section's codes are for.
FAMILIES = {
    "Text that is not Python, or not a text": "syntax",
    "Definitions: decorators, signatures, parameters": "definitions",
    "Names and their values": "names",
    "Types of values": "types",
    "Storing and unpacking": "stores",
    "Indices and slices": "indices",
    "Calls and loops": "calls",
    "Array expressions and shapes": "arrays",
    "Python that kernels do not have": "python",
    "Threads, shared memory, atomics, reports": "threads",
    "Limits of the compiler": "limits",
}

HEAD = """# Diagnostics

Every message about a source ends with a code, whoever asks: the compiler's, what a
backend refuses, a signature or a name that cannot be read, in `portkern check`, `emit`, `run`
and in `pk_context_diagnostics` alike. Codes are
stable: programs may rely on them, and in `--json` they are a field of their own.
`portkern explain CODE` prints what this page says. `E` is an error, `W` a trap that
`portkern check` finds in what compiles, `P` a note of `portkern check --perf`.

A compile goes on behind an error, at the next statement and in other functions,
and does not repeat itself for what follows from it; 20 errors are kept, each
with its notes. A note says where a variable got its type, or from where a
function was called. The hint is what to write instead.

This page is made of `frontend/diag/diagnostics.def` and of the programs in
`tests/golden/` by `tests/diagnostics.py`; an entry without an example is one that
no short program gets.
"""


def table():
    """Sections and rows, in order: a string, or (code, name, status, cause, fix)."""
    text = TABLE.read_text()
    row = re.compile(r'/\* ---- (.*?) ---- \*/|DIAG\((\w+), (\w+), (\w+), \w+, \d,((?:\s*"(?:[^"\\]|\\.)*")+),((?:\s*"(?:[^"\\]|\\.)*")+)\)')
    for m in row.finditer(text):
        if m[1]:
            yield m[1]
        else:
            cause, fix = ("".join(re.findall(r'"((?:[^"\\]|\\.)*)"', part)).replace('\\"', '"') for part in (m[5], m[6]))
            yield m[2], m[3], m[4], cause, fix


def examples():
    """code -> the shortest excerpt of a golden text that has it, with a hint if one has."""
    found = {}
    for folder in ("errors", "advice"):
        for path in sorted((GOLDEN / folder).rglob("*.txt"), key=lambda p: p.name):
            block = []
            for line in [*path.read_text().splitlines(), "end"]:
                if not line.startswith("    ") or " note: " in line:
                    code = re.search(r"\[([EWP]\d{4})\]$", block[0]) if block else None
                    if code:
                        found.setdefault(code[1], []).append("\n".join(block))
                    block = [line]
                else:
                    block.append(line)
    errors = (ROOT / "tests" / "frontend" / "errors.txt").read_text()
    for m in re.finditer(r"^t\.py:.*\[(E\d{4})\]\n(?:    .*\n)*", errors, re.M):
        found.setdefault(m[1], []).append(m[0].rstrip())
    return {code: min(texts, key=lambda t: (max(map(len, t.splitlines())) > 130, "\n    hint: " not in t, len(t))) for code, texts in found.items()}


def misplaced():
    """Programs that are not in the folder of the first code that they get."""
    family = None
    folders = {}
    for row in table():
        if isinstance(row, str):
            family = FAMILIES.get(row)
        else:
            folders[row[0]] = family
    for path in sorted((GOLDEN / "errors").rglob("*.txt")):
        code = re.search(r"\[([EWP]\d{4})\]$", path.read_text(), re.M)
        if code and folders[code[1]] != path.parent.name:
            yield f"{path.relative_to(ROOT)} gets {code[1]}: it belongs in {folders[code[1]]}/"


def page(shown):
    out = [HEAD]
    for row in table():
        if isinstance(row, str):
            out.append(f"\n## {row}\n")
            continue
        code, name, status, cause, fix = row
        out.append(f"\n### {code} {name}\n\n{cause}\n")
        if code in shown:
            out.append(f"\n```\n{shown[code]}\n```\n")
        out.append(f"\n*What to do:* {fix}")
        out.append(f" (status {status})\n" if code[0] == "E" else "\n")
    return "".join(out)


def main():
    portkern, update = sys.argv[1], "--update" in sys.argv[2:]
    shown, wrong = examples(), list(misplaced())
    rows = [r for r in table() if not isinstance(r, str)]
    codes = [r[0] for r in rows]
    if update:
        PAGE.write_text(page(shown))
    if len(rows) != TABLE.read_text().count("\nDIAG("):
        wrong.append("a row of diagnostics.def cannot be read")
    if codes != sorted(codes, key=lambda c: ("EWP".index(c[0]), c)) or len(set(codes)) != len(codes):
        wrong.append("the codes of diagnostics.def are not in order, or not different")
    for code in codes:
        if (code in shown) == (code in WITHOUT) and not (code in shown and code in ("E0302", "E0303")):
            wrong.append(f"{code} has {'a' if code in shown else 'no'} program in tests/golden/")
        done = subprocess.run([portkern, "explain", code], capture_output=True, text=True, timeout=60, check=False)
        if done.returncode or not done.stdout.startswith(code):
            wrong.append(f"portkern explain {code}: exit {done.returncode}")
    if PAGE.read_text() != page(shown):
        wrong.append("docs/diagnostics.md is not what tests/diagnostics.py --update makes")
    print("\n".join(wrong) or f"{len(codes)} codes, {len(shown)} with programs")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
