#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The tables of docs/ir.md say what the .def files say, and name the passes that
are run in their order.

    test_ir_docs.py ROOT [--update]
"""
import re
import sys
from pathlib import Path

ROW = re.compile(r'^(?:OP|TYPE|LIMIT)\((.*), "((?:[^"\\]|\\.)*)"\)$', re.M)

TYPES = {
    "SAME_NUMBER": "one integer or float type",
    "SAME_INT": "one integer type",
    "SAME_FLOAT": "one float type",
    "SAME_BITS": "one integer type or bool",
    "COMPARE": "two of one type → bool",
    "SELECT": "bool, T, T → T",
    "CONVERT": "number or bool → number or bool",
    "BITCAST": "number → number of the same width",
    "ELEM": "pointer, i64 (elem: or i32) → the pointer's type",
    "LOAD": "pointer → its element",
    "STORE": "pointer not to constant, its element",
    "GET": "→ the local's",
    "SET": "the local's",
    "ATOMIC": "global or shared pointer to a number, its element → its "
              "element",
    "ATOMIC_FLOAT": "the same, floats",
    "ATOMIC_UNSIGNED": "the same, unsigned integers",
    "ATOMIC_BITS": "the same, integers or bool",
    "ATOMIC_ANY": "the same, number or bool, one or two of the element",
    "QUERY": "→ i32",
    "QUERY_U32": "→ u32",
    "QUERY_I64": "→ i64",
    "BARRIER": "bool → i32",
    "SHUFFLE": "u32, a number, i32 → the number's type",
    "VOTE": "u32, bool → bool",
    "BALLOT": "u32, bool → u32",
    "QUERY_BOOL": "→ bool",
    "FLOAT32": "f32",
    "MATCH": "u32, a number → u32",
    "MATCH_ALL": "u32, a number → u32, bool",
    "TAKE_U32": "u32",
    "TAKE_I64": "i64",
    "TAKE_REF": "ref",
    "ALLOC": "i64 → ref, global pointer",
    "MEMORY": "ref → global pointer",
    "HOME": "u64, i32",
    "LAPACK": "global pointer to f32 or f64, i32, three i64 → i64",
    "SOLE": "ref, global pointer, i64 → bool",
    "POINTER": "u64, ref → global pointer",
    "RANDOM": "i32 → global pointer",
    "ADDRESS": "global pointer → u64",
    "VOID": "",
    "IF": "bool",
    "FOR": "three of one integer type, that of the index",
    "LOOP": "",
    "BLOCK": "",
    "RETURN": "the function's results",
    "CALL": "as the function says",
    "PARALLEL": "i64, then what the function takes → bool",
    "LAUNCH": "words, seven i64, then what the words say",
    "REPORT": "words, then a scalar for each place in them",
    "COVERAGE": "words of a line, or two",
    "DEBUG": "words, then any operands",
}


def rows(path):
    for fields, meaning in ROW.findall(path.read_text()):
        yield [f.strip() for f in fields.split(",")], meaning


def type_table(root):
    yield "| type | bytes | meaning |"
    yield "|---|---|---|"
    for (name, _, size), meaning in rows(root / "include/portkern/types.def"):
        if name != "void":
            yield f"| `{name}` | {size} | {meaning} |"
    yield "| `ptr<space, scalar>` | 8 | address of elements of that type; " \
          "there are no pointers to pointers |"


def op_table(root):
    yield "| operation | operands | types | meaning |"
    yield "|---|---|---|---|"
    for (name, args, form, rule, _), meaning in rows(
            root / "include/portkern/ops.def"):
        count = "any" if args == "MANY" else args
        spelt = name + (".x" if form == "AXIS" else "")
        meaning = meaning.replace("|", "\\|").replace("*", "\\*")
        yield f"| `{spelt}` | {count} | {TYPES[rule]} | {meaning} |"


def limit_table(root):
    yield "| limit | most | meaning |"
    yield "|---|---|---|"
    for (name, most), meaning in rows(root / "include/portkern/limits.def"):
        yield f"| `{name}` | {most} | {meaning} |"


# Of the whole IR at once: called by name, so not in the lists of run.c.
WHOLE = {"apart", "fuse", "outline", "offload", "recursion", "independent", "coverage", "report", "own", "id_ops", "home", "sure"}


def check_passes(root, page):
    run = re.findall(r'^    \{"([a-z-]+)", pk_pass_', (root / "core/passes/run.c").read_text(), re.M)
    told = re.findall(r"^\| ([a-z-]+) \|", page.split("\n## The passes\n")[1].split("\n## ")[0], re.M)
    told = [name for name in told if name not in WHOLE and name != "pass"]
    if told != list(dict.fromkeys(run)) or len(told) < 15:
        sys.exit(f"docs/ir.md tells of the passes {told}, and {list(dict.fromkeys(run))} are run")


def main():
    root = Path(sys.argv[1])
    page = root / "docs/ir.md"
    old = new = page.read_text()
    for what, table in (("types", type_table), ("limits", limit_table),
                        ("operations", op_table)):
        lines = "\n".join(table(root))
        new = re.sub(rf"(<!-- {what}: [^\n]*-->\n).*?(<!-- end -->)",
                     lambda m: m[1] + lines + "\n" + m[2], new, flags=re.S)
    check_passes(root, old)
    ops = sum(1 for _ in rows(root / "include/portkern/ops.def"))
    if ops < 70:
        sys.exit(f"only {ops} operations found: has the file another form?")
    if "--update" in sys.argv:
        page.write_text(new)
    elif new != old:
        sys.exit("docs/ir.md is not what the .def files say: run "
                 "tests/project/test_ir_docs.py . --update")


main()
