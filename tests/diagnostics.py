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
    "Text that is not Python": "syntax",
    "Definitions: decorators, signatures, parameters": "definitions",
    "Names and their values": "names",
    "Types of values": "types",
    "Storing and unpacking": "stores",
    "Indices and slices": "indices",
    "Calls and loops": "calls",
    "Array expressions and shapes": "arrays",
    "Python that kernels cannot use": "python",
    "Threads, shared memory, atomics, reports": "threads",
    "Limits of the compiler": "limits",
}

HEAD = """# Diagnostics

Every message about a source has a code, such as E0320. Look it up here, or run
`portkern explain E0320`.

```
k.py:7:14: error: no operator + for float32 and UniTuple(int64 x 2) [E0320]
        out[i] = x[i] + (1, 2)
                 ^~~~~~~~~~~~~
    hint: a tuple is not a number: use one of its items, such as a.shape[0]
```

| part | what it says |
|---|---|
| `k.py:7:14` | file, line and column; the caret marks the code |
| the message | what is wrong |
| `[E0320]` | the code. Codes are stable: programs may rely on them, and in `--json` they are a field of their own |
| `note:` | where a variable got its type, or from where a function was called |
| `hint:` | what to write instead |

| a code begins with | it is | printed by |
|---|---|---|
| `E` | an error | all: `portkern check`, `emit`, `run`, and `pk_context_diagnostics` |
| `W` | a trap: the code compiles, and may not do what was meant | `portkern check` |
| `P` | a note on speed | `portkern check --perf` |

After an error the compiler goes on with the next statement and with other functions, and leaves
out errors that only follow from the first. 20 errors are kept, each with its notes.

This page is made from `frontend/diag/diagnostics.def` and the programs in `tests/golden/` by
`tests/diagnostics.py`; an entry without an example is one that no short program gets.
"""


def table():
    """Sections and rows, in order: a string, or (code, name, status, cause, fix)."""
    text = TABLE.read_text()
    row = re.compile(r'/\* ---- (.*?) ---- \*/|DIAG\((\w+), (\w+), (\w+), \w+, \w+,((?:\s*"(?:[^"\\]|\\.)*")+),((?:\s*"(?:[^"\\]|\\.)*")+),\s*(?:NULL|(?:"(?:[^"\\]|\\.)*"\s*)+)\)')
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
