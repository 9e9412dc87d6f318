#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Instructions for the acceptance test of the PTX parser, with ptxas's word.

Reads sim/forms.def and makes instructions out of it: every form with its
types and combinations of modifiers, and neighbours of each that are likely to
be wrong (a modifier more or less, another type, another operand). ptxas says
which of them it takes. A part of the answers is kept in ptx_forms.txt, which
test_sim_ptx.c reads, so that the test needs no ptxas:

    ptx_forms.py write          asks ptxas, writes ptx_forms.txt
    ptx_forms.py verify         asks ptxas about ptx_forms.txt again
    ptx_forms.py all PROGRAM    asks ptxas about all instructions and runs
                                PROGRAM (test_sim_ptx) with the answers

A line of the file is `+` or `-` and an instruction; registers are named by
their types (%u32a, %u32b, ...), as ptx_forms.ptx declares them."""

import itertools
import os
import re
import subprocess
import sys
import tempfile
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
DATA = os.path.join(HERE, "ptx_forms.txt")
PTXAS = os.environ.get("PTXAS", "/usr/local/cuda/bin/ptxas")

REGISTERS = ["pred", "b8", "b16", "b32", "b64", "b128", "u8", "u16", "u32",
             "u64", "s8", "s16", "s32", "s64", "f16", "f32", "f64", "f16x2"]
with open(os.path.join(HERE, "ptx_forms.ptx")) as header:
    HEADER = header.read()
ALL_TYPES = ["pred", "b8", "b16", "b32", "b64", "b128", "u8", "u16", "u32",
             "u64", "s8", "s16", "s32", "s64", "f16", "f32", "f64", "bf16",
             "tf32", "f16x2", "bf16x2", "f32x2", "u16x2", "s16x2"]
STRAYS = ["ftz", "sat", "rn", "rz", "relu", "NaN", "cc", "lo", "wide", "eq",
          "approx", "rni", "xorsign", "sync", "v2", "global", "noftz", "uni"]

# Where ptxas takes what the ISA does not know or refuses what it allows; its
# later stages may think otherwise, and nothing depends on it.
QUIRKS = re.compile(
    r"^red\..* _,|^createpolicy.* (5|-1|WARP_SZ|1\.5|%f64a)"
    r"|^setp?\.eq\.(and\.)?bf16|^set(p)?\..*%f16x2b|^mov\.v2\.b16 .*}, [^{]"
    r"|^testp\.f(32|64) |^cvt\.u8\.u8 %u8a, %(tid|clock)"
    r"|^isspacep.* (5|-1|WARP_SZ)|^cvta\.param\.u32 .*gvar|^match\.all\..* _,"
    r"|^mbarrier\.arrive.* \{|^(?!shfl|setp|elect).*\|_[,;]"
    r"|bf16.*\{%[bu](16|32)[a-e]\}|^ldu?\..*%(tid|gridid|clock)"
    r"|^(atom|red)\..*\.v[248].*(, 5|, %tid\.y|, %gridid)\}"
    r"|^(atom|red)\..*(f16x2|bf16).*, %f32a\}|\.f64 .*\{.*\b5\}"
    r"|^(st|mov)\.(.*\.)?f(32|64)[. ].*\{.*%(tid|clock|gridid)"
    r"|^mov\.v[24].*(, _\};|%(tid\.y|gridid)\}, )|^cvta\.(param|global)\.u32 .*(var|arr)"
    r"|^atom\.(and|exch)\.b32 .*, %u32a;|^vote\..* %f32a|cache_hint.*%b128a")


def forms():
    text = "#define FORM(op, base, mods, types, operands, sm, ptx) " \
           "@@ base, mods, types, operands, sm, ptx\n" \
           f'#include "{ROOT}/sim/forms.def"\n'
    out = subprocess.run(["cc", "-E", "-P", "-x", "c", "-"], input=text,
                         capture_output=True, text=True, check=True).stdout
    for row in out.split("@@")[1:]:
        row = row.replace("\n", " ")
        fields, at = [], 0
        for part in re.findall(r'(?:\s*"(?:[^"\\]|\\.)*"\s*)+|[^,"]+', row):
            if '"' in part:
                fields.append("".join(re.findall(r'"([^"]*)"', part)))
            elif part.strip():
                fields.append(part.strip())
        if "SIM_SPECIFIC" in fields[4]:  # no target here has a suffix
            continue
        yield *fields[:4], int(fields[4]), int(fields[5])


def register(kind_type, letter):
    """A register for a type: of that type where one can be declared."""
    bits = {"bf16": "b16", "tf32": "b32", "bf16x2": "b32", "f32x2": "b64",
            "u16x2": "b32", "s16x2": "b32", "e4m3x2": "b16", "e5m2x2": "b16",
            "u4": "b32", "s4": "b32", "u2": "b32", "s2": "b32"}
    t = bits.get(kind_type, kind_type)
    return f"%{t if t in REGISTERS else 'b32'}{letter}"


def wide(t):
    return {"u16": "u32", "s16": "s32", "u32": "u64"}.get(t, "s64")


def spec_type(spec, types):
    kind, _, name = spec.partition(":")
    if not name:
        return kind, types[0] if types else "b32"
    if name.isdigit():
        return kind, types[int(name)]
    if name == "w":
        return kind, wide(types[0])
    if name == "x":
        return kind, "u32" if types[0] == types[1] == "u32" else "s32"
    return kind, "u64" if name == "addr" else name


def operand(spec, types, words, letter):
    kind, t = spec_type(spec.rstrip("?"), types)
    count = next((int(w[1]) for w in words if w in ("v2", "v4", "v8")), 1)
    if kind in ("d", "d_", "di", "di_", "s", "k", "i", "r", "a", "x", "y", "z", "w",
                "xm"):
        return register(t, letter)
    if kind in ("dp", "d_p", "dp_i"):
        return f"{register(t, letter)}|%predb"
    if kind == "p" or kind == "q":
        return "%pred" + letter
    if kind == "pp":
        return "%preda|%predb"
    if kind == "n":
        return "16"
    if kind == "xp":
        return register(t, letter) + ".b0"
    if kind == "g":
        return "%u32" + letter
    if kind in ("v", "v_", "u"):
        if count > 1:
            return "{" + ", ".join(register(t, "abcde"[i % 5])
                                   for i in range(count)) + "}"
        return register(t, letter)
    if kind == "m":
        return "[pvar]" if space_of(words).startswith("param") else "[%u64e]"
    raise ValueError(spec)


def space_of(words):
    return next((w for w in words if w.split("::")[0] in
                 ("shared", "local", "param", "const")), "global")


def instruction(base, words, types, operands, shown=None):
    """`shown`: the types that are written, where they are not those that the
    operands are made for."""
    specs = [s for s in operands.split(",") if s]
    items = [operand(s, types, words, "abcde"[i % 5])
             for i, s in enumerate(specs)]
    if "L2::cache_hint" in words:
        items.append("%b64d")
    name = ".".join([base, *words, *(types if shown is None else shown)])
    return f"{name} {', '.join(items)};" if items else f"{name};"


def groups(mods):
    """Alternatives of each group, "" for nothing."""
    for group in mods.split():
        group = re.sub(r"^(bool|cmp|is_sync):", "", group)
        words = group.rstrip("?").split("|")
        yield ([""] if group.endswith("?") else []) + words


def combinations(mods, limit):
    """Choices of words: all where they are few, else each word with the first
    ones of the other groups, and pairs of optional ones."""
    choices = list(groups(mods))
    total = 1
    for c in choices:
        total *= len(c)
    if total <= limit:
        yield from itertools.product(*choices)
        return
    first = [c[0] for c in choices]
    for i, c in enumerate(choices):
        for word in c:
            yield tuple(first[:i] + [word] + first[i + 1:])
    for i, j in itertools.combinations(range(len(choices)), 2):
        yield tuple(c[-1] if k in (i, j) else first[k]
                    for k, c in enumerate(choices))


def optional_operands(operands):
    specs = operands.split(",")
    optional = [i for i, s in enumerate(specs) if s.endswith("?")]
    yield operands
    if optional:
        yield ",".join(s for i, s in enumerate(specs) if i not in optional)


def type_lists(types):
    lists = [t.split("|") for t in types.split(",")] if types else []
    return list(itertools.product(*lists))


def from_form(base, mods, types, operands):
    """The form itself and what lies around it."""
    all_types = type_lists(types)
    few = all_types if len(all_types) <= 40 else all_types[::3]
    plain = [[w for w in words if w] for words in combinations(mods, 64)]
    for ts in all_types:
        for ops in optional_operands(operands):
            for words in plain[:: max(1, len(plain) * len(all_types) // 600)]:
                yield instruction(base, words, ts, ops)
    for words in plain:
        for ts in all_types[:2]:
            yield instruction(base, words, ts, operands)
    words = plain[0]
    for ts in few[:4]:
        for stray in STRAYS:
            yield instruction(base, words + [stray], ts, operands)
        for i in range(len(words)):
            yield instruction(base, words[:i] + words[i + 1:], ts, operands)
    if all_types:
        ts = all_types[0]
        for i in range(len(ts)):
            for t in ALL_TYPES:
                changed = ts[:i] + (t,) + ts[i + 1:]
                yield instruction(base, words, changed, operands)
                yield instruction(base, words, ts, operands, changed)
        yield instruction(base, words, ts, operands, ts[:-1])
        yield instruction(base, words, ts, operands, ts + ts[-1:])
    yield from operand_errors(base, words, all_types[0] if all_types else (),
                              operands)


def operand_errors(base, words, ts, operands):
    """One operand replaced by something else, or left out, or one more."""
    others = ["%" + t + "a" for t in REGISTERS if t != "f16x2"] + \
        ["5", "-1", "1.5", "0f3F800000", "_", "gvar", "nothere", "[%u64a]",
         "%tid.x", "%clock64", "%gridid", "{%u32a, %u32b}", "{%u32a}",
         "{_}", "{_, _}", "garr[1]", "garr[%u32a]", "svar[2]", "gvar[0]",
         "nothere[0]", "!%preda", "-%u32a", "%u32a.b0", "_|%preda",
         "%u32a|_", "_|_", "WARP_SZ"]
    text = instruction(base, words, ts, operands)
    name, _, rest = text.rstrip(";").partition(" ")
    items = re.findall(r"\{[^}]*\}|[^,{}]+", rest)
    items = [i.strip() for i in items if i.strip()]
    for i in range(len(items)):
        for other in others:
            if i == 0 and other == "gvar" or base[0] == "v" and base != "vote" \
                    and other[0] not in "%n[{":
                continue  # ptxas crashes, or takes any number
            yield f"{name} {', '.join(items[:i] + [other] + items[i+1:])};"
    if items:
        yield f"{name} {', '.join(items[:-1])};" if items[:-1] else f"{name};"
    yield f"{name} {', '.join(items + ['%u32a'])};"


ARRAYS = {"global": "garr", "const": "carr", "shared": "svar",
          "local": "lvar", "param": "pvar"}


def operand_kinds(base, words, ts, operands):
    """The same operands in their other spellings: one register in braces, and
    elements of arrays, in every space, in place of addresses."""
    specs = [s.rstrip("?").partition(":")[0] for s in operands.split(",")]
    name, _, rest = instruction(base, words, ts, operands).rstrip(";") \
        .partition(" ")
    items = re.findall(r"\{[^}]*\}|[^,{} ]+", rest)
    array = ARRAYS[space_of(words).split("::")[0]]

    def changed(i, text):
        return f"{name} {', '.join(items[:i] + [text] + items[i + 1:])};"

    for i, spec in enumerate(specs[:len(items)]):
        if spec in ("d", "v", "u", "s", "v_") and items[i][0] == "%":
            yield changed(i, "{" + items[i] + "}")
        if spec in ("v", "u") and items[i][0] == "{":
            first = items[i].strip("{}").split(", ")
            for other in ("_", "5", "%tid.y", "%gridid", "%b64a", "%f32a"):
                yield changed(i, "{" + ", ".join(first[:-1] + [other]) + "}")
        if spec in ("u", "s"):
            yield changed(i, "{5}")
        if spec == "u":
            for other in ("{%tid.x}", "{%clock64}", "{1.0}"):
                yield changed(i, other)
        if spec == "m":
            for index in ("0", "3", "-1", "%u32b", "%s16a", "%u64a+2"):
                yield changed(i, f"{array}[{index}]")
            yield changed(i, f"[{array}[1]]")
            yield changed(i, f"[{array}+4]")


def spellings(base, mods, types, operands):
    if base not in ("ld", "ldu", "st", "mov", "atom", "red", "add", "cvt",
                    "shfl"):
        return
    plain = [[w for w in words if w] for words in combinations(mods, 64)]
    every = type_lists(types)
    for i, ts in enumerate(every):
        yield from operand_kinds(base, plain[i % len(plain)], ts, operands)
    for i, words in enumerate(plain):
        yield from operand_kinds(base, words, every[i % len(every)], operands)
    for ts in every[1::3] if base in ("ld", "st", "atom", "red") else ():
        yield from operand_errors(base, plain[0], ts, operands)


def generate():
    seen = {}
    for base, mods, types, operands, sm, _ in forms():
        if operands == "*" or sm > 90:
            continue
        for text in itertools.chain(from_form(base, mods, types, operands),
                                    spellings(base, mods, types, operands)):
            if not QUIRKS.search(text):
                seen.setdefault(text)
    return list(seen)


def run_ptxas(path, lines):
    with open(path, "w") as f:
        f.write(HEADER + "".join(x + "\n" for x in lines) + "stop.here;\n}\n")
    done = subprocess.run([PTXAS, "-arch=sm_90", path, "-o", os.devnull],
                          capture_output=True, text=True)
    offset = HEADER.count("\n") + 1
    found = re.findall(r"line (\d+); (error|fatal)", done.stdout + done.stderr)
    found = [(int(number) - offset, severity) for number, severity in found]
    return done.returncode, [x for x in found if 0 <= x[0] < len(lines)]


def crashing(path, lines):
    """The first line on which ptxas itself dies."""
    low, high = 0, len(lines)
    while high - low > 1:
        middle = (low + high) // 2
        if run_ptxas(path, lines[:middle])[0] < 0:
            high = middle
        else:
            low = middle
    return low


def ask(lines):
    """The numbers of the lines that ptxas refuses. A fatal error hides what
    follows, so it is asked again from there on; where ptxas crashes it has no
    word, which counts as None."""
    refused, crashed, start = set(), set(), 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.ptx")
        while start < len(lines):
            code, found = run_ptxas(path, lines[start:])
            end = len(lines) - start
            if code < 0:
                end = crashing(path, lines[start:])
                crashed.add(start + end)
                _, found = run_ptxas(path, lines[start:start + end])
                end += 1
            for i, severity in found:
                refused.add(start + i)
                if severity == "fatal":
                    end = i + 1
                    crashed.discard(start + end)
            start += end
    return refused, crashed


def answers(lines):
    out = []
    for at in range(0, len(lines), 2000):
        part = lines[at:at + 2000]
        refused, crashed = ask(part)
        out += [("-" if i in refused else "+") + " " + line
                for i, line in enumerate(part) if i not in crashed]
        print(f"\r{at + len(part)} of {len(lines)}", end="", file=sys.stderr)
    print(file=sys.stderr)
    return out


def kept(line):
    """Whether a line goes into the file: one in three of those that are taken,
    one in twelve of the others."""
    return zlib.crc32(line.encode()) % (3 if line[0] == "+" else 12) == 0


def verify():
    with open(DATA) as f:
        old = f.read().split("\n")[:-1]
    new = answers([line[2:] for line in old])
    wrong = [line for line in new if line not in set(old)]
    print("\n".join(wrong[:50]))
    return 1 if wrong else 0


def main():
    mode = sys.argv[1] if len(sys.argv) > 1 else "verify"
    if not os.path.exists(PTXAS):
        print("ptxas is not installed")
        return 77
    if mode == "verify":
        return verify()
    lines = answers(generate())
    if mode == "all":
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as f:
            f.write("\n".join(lines) + "\n")
            f.flush()
            return subprocess.run([sys.argv[2]],
                                  env={**os.environ, "PTX_FORMS": f.name}
                                  ).returncode
    with open(DATA, "w") as f:
        f.write("\n".join(line for line in lines if kept(line)) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
