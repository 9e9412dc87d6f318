# SPDX-License-Identifier: Apache-2.0
"""A kernel for each form of each instruction that computes a result of its
registers alone, out of the simulator's own table (sim/forms.def).

Thread i loads its operands a to d, 64 bits each, of which an instruction takes
as many as it wants, and stores 16 bytes: the result, and a word of bits: the
predicates (1, 2) and the carry (4)."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.append(str(ROOT / "tests" / "sim"))
import ptx_forms  # noqa: E402

ROWS = 2048
CLASSES = {"ARITH", "CONVERT", "VIDEO"}
BITS = {"b8": 16, "u8": 16, "s8": 16, "b16": 16, "u16": 16, "s16": 16, "f16": 16, "bf16": 16, "e4m3x2": 16,
        "e5m2x2": 16, "b64": 64, "u64": 64, "s64": 64, "f64": 64, "f32x2": 64}
TABLES = ("0x96", "0xE8", "0x1B")  # of lop3
PARTS = (("", "", ""), (".b1", ".h1", ""))  # of video's operands


class Probe:
    def __init__(self, name, text, base, words, types, sources):
        self.name, self.text, self.base, self.words, self.types = name, text, base, words, types
        self.sources = sources  # bits of each operand taken
        self.approximate = "approx" in words or "full" in words

    @property
    def family(self):
        """Which operands tell the most about it."""
        t = self.types[-1]
        if t in ("f16", "bf16", "f16x2", "bf16x2"):
            return "half"
        return {"f32": "single", "f64": "double"}.get(t, "whole")


def opcode_classes():
    text = (ROOT / "sim" / "opcodes.def").read_text()
    return dict(re.findall(r"^OP\((\w+), (\w+),", text, re.M))


# Which comparisons there are of what, besides eq and ne.
ORDERS = {"lt", "le", "gt", "ge"}
COMPARISONS = {"f": ORDERS | {"equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan"},
               "u": ORDERS | {"lo", "ls", "hi", "hs"}, "s": ORDERS, "b": set()}
ALL_COMPARISONS = COMPARISONS["f"] | COMPARISONS["u"]


def is_said(base, words, types):
    """Rules that the table of forms does not hold: comparisons that a type
    does not have, and saturation where nothing can be out of range."""
    kind = "f" if types[-1].startswith("bf") else types[-1][0]
    if base.startswith("vset"):
        kind = "s"
    if any(w in ALL_COMPARISONS and w not in COMPARISONS[kind] for w in words) and base.lstrip("v").startswith("set"):
        return False
    return base != "cvt" or len(types) != 2 or "sat" not in words or narrows(*types)


def narrows(to, source):
    if source[0] not in "us" or to[0] not in "us":
        return True
    low, high = value_range(source)
    return low < value_range(to)[0] or high > value_range(to)[1]


def value_range(t):
    bits = int(t[1:])
    return (-(1 << bits - 1), (1 << bits - 1) - 1) if t[0] == "s" else (0, (1 << bits) - 1)


class Writer:
    """The operands of one instruction."""

    def __init__(self, types, words, variant):
        self.types, self.words, self.variant = types, words, variant
        self.loads, self.tests, self.sources, self.items = [], [], [], []
        self.dest, self.predicates = None, []

    def bits(self, t):
        """Wide enough; a byte where bf16 is converted wants one of a byte."""
        return 8 if t in ("u8", "s8") and "bf16" in self.types else BITS.get(t, 32)

    def source(self, t, part=""):
        letter, bits = "abcd"[len(self.sources)], self.bits(t)
        self.sources.append(bits)
        self.loads.append(f".reg .b{bits} {letter}; ld.global.b{bits} {letter}, [x{letter}];")
        return letter + part

    def operand(self, spec):
        kind, t = ptx_forms.spec_type(spec.rstrip("?"), self.types)
        if kind in ("d", "di", "d_", "x", "xm", "xp"):
            self.dest = self.bits(t)
            return "r" + (".b1" if kind == "xp" else "")
        if kind == "d_p":
            self.dest, self.predicates = self.bits(t), ["p"]
            return "r|p"
        if kind in ("p", "pp"):
            self.predicates = ["p", "q"][:len(kind)]
            return "|".join(self.predicates)
        if kind == "q":
            self.tests.append("ld.global.b32 w, [xd+4]; and.b32 w, w, 1; setp.ne.b32 g, w, 0;")
            return "g"
        if kind == "n":
            return TABLES[self.variant % len(TABLES)]
        if kind in ("y", "z"):
            return self.source(t, PARTS[self.variant % 2][len(self.sources)] if kind == "y" else "")
        return self.source("pred" if t == "pred" else t)


def body(base, words, types, operands, variant):
    """(text, bits of the sources), or None where it takes what no kernel
    here has."""
    writer = Writer(types, words, variant)
    if any(t in ("pred", "b128") for t in types):
        return None
    items = [writer.operand(spec) for spec in operands.split(",") if spec]
    name = ".".join([base, *words, *types])
    kin = "sub" if base.startswith("sub") else "add"
    lines = writer.loads + writer.tests
    if base in ("addc", "subc", "madc"):
        lines.append("ld.global.b32 w, [xd+4]; and.b32 w, w, 1; add.cc.u32 w, w, 0xffffffff;" if kin == "add" else
                     "ld.global.b32 w, [xd+4]; and.b32 w, w, 1; sub.cc.u32 w, 0, w;")
    if writer.dest:
        lines.insert(0, f".reg .b{writer.dest} r;" + (f" mov.b{writer.dest} r, 0;" if writer.dest > 8 else ""))
    lines.append(f"{name} {', '.join(items)};")
    if "cc" in words:
        lines.append(f"{kin}c.u32 v, 0, 0; and.b32 v, v, 1; shl.b32 f, v, 2;")
    for bit, p in enumerate(writer.predicates):
        lines.append(f"selp.b32 v, {1 << bit}, 0, {p}; or.b32 f, f, v;")
    if writer.dest:
        lines.append(f"st.global.b{writer.dest} [xr], r;")
    lines.append("st.global.b32 [xr+8], f;")
    return "\n\t".join(lines), writer.sources


ENTRY = """.visible .entry {name}(.param .u64 pa, .param .u64 pb, .param .u64 pc, .param .u64 pd, .param .u64 pr)
{{
	.reg .b32 i, j, k, f, v, w; .reg .b64 xa, xb, xc, xd, xr; .reg .pred p, q, g;
	mov.u32 i, %ctaid.x; mov.u32 j, %ntid.x; mov.u32 k, %tid.x; mad.lo.u32 i, i, j, k; mov.u32 f, 0;
	ld.param.u64 xa, [pa]; mad.wide.u32 xa, i, 8, xa; ld.param.u64 xb, [pb]; mad.wide.u32 xb, i, 8, xb;
	ld.param.u64 xc, [pc]; mad.wide.u32 xc, i, 8, xc; ld.param.u64 xd, [pd]; mad.wide.u32 xd, i, 8, xd;
	ld.param.u64 xr, [pr]; mad.wide.u32 xr, i, 16, xr;
	{body}
	ret;
}}
"""


def variants(base, operands):
    kinds = {ptx_forms.spec_type(s.rstrip("?"), ["b32"] * 4)[0] for s in operands.split(",") if s}
    return len(TABLES) if "n" in kinds else 2 if "y" in kinds else 1


def probes(arch, version):
    """All that a device of that architecture takes, text of PTX of at most
    that version; and how many forms are left out because they are newer."""
    classes, seen, newer = opcode_classes(), {}, 0
    for base, mods, types, operands, sm, ptx in ptx_forms.forms():
        if classes.get(base) not in CLASSES or operands == "*":
            continue
        if sm > arch or ptx > version:
            newer += 1
            continue
        all_types = ptx_forms.type_lists(types)
        limit = 1000 if len(all_types) <= 12 else 24
        for words in ptx_forms.combinations(mods, limit):
            words = [w for w in words if w]
            for ts in all_types:
                if ts and not is_said(base, words, ts):
                    continue
                for ops in ptx_forms.optional_operands(operands):
                    for variant in range(variants(base, operands)):
                        add(seen, base, words, ts, ops, variant)
    return list(seen.values()), newer


def add(seen, base, words, types, operands, variant):
    made = body(base, words, types, operands, variant)
    if made and made[0] not in seen and not ptx_forms.QUIRKS.search(made[0].split("\n\t")[-2]):
        name = f"k{len(seen)}"
        text = ENTRY.format(name=name, body=made[0])
        seen[made[0]] = Probe(name, text, base, words, types, made[1])


def instruction(probe):
    return ".".join([probe.base, *probe.words, *probe.types])


# ---- operands ----

EDGES = {
    "whole": [0, 1, 2, 7, 8, 15, 16, 31, 32, 33, 63, 64, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x10000,
              0x7fffff, 0xffffff, 0x7fffffff, 0x80000000, 0x80000001, 0xffffffff, 0x100000000,
              0x7fffffffffffffff, 0x8000000000000000, 0xfffffffffffffffe, 0xffffffffffffffff, 0x1234567890abcdef],
    "half": [0x0000, 0x8000, 0x0001, 0x03ff, 0x0400, 0x3800, 0x3c00, 0x3c01, 0x3bff, 0x4248, 0x7bff, 0x7c00, 0x7e00,
             0x7fff, 0xfc00, 0xfbff, 0xbc00, 0x8001, 0x3f80, 0x7f80, 0x7fc0, 0x0080, 0x007f, 0xff80, 0x7f7f, 0x4049],
    "single": [0, 0x80000000, 1, 0x80000001, 0x7fffff, 0x800000, 0x3effffff, 0x3f000000, 0x3f800000, 0x3f800001,
               0x3f7fffff, 0xbf800000, 0x40490fdb, 0x4b000001, 0x4b800000, 0x4effffff, 0x4f000000, 0x5f000000,
               0x7e800000, 0x7f000000, 0x7f7fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0x7f800001, 0xff7fffff,
               0x40200000, 0x40600000, 0xbf000000, 0x33800000, 0x477fe000, 0x477ff000, 0x387fc000],
    "double": [0, 0x8000000000000000, 1, 0xfffffffffffff, 0x10000000000000, 0x3fdfffffffffffff, 0x3fe0000000000000,
               0x3ff0000000000000, 0x3ff0000000000001, 0x3ff0000010000000, 0x3fefffffffffffff, 0xbff0000000000000,
               0x400921fb54442d18, 0x41dfffffffc00000, 0x41e0000000000000, 0x43e0000000000000, 0x47efffffe0000000,
               0x47efffffefffffff, 0x36a0000000000000, 0x380fffffffffffff, 0x7fefffffffffffff, 0x7ff0000000000000,
               0xfff0000000000000, 0x7ff8000000000000, 0x7ff0000000000001, 0xc004000000000000, 0x4004000000000000,
               0x3e60000000000000, 0x3f10000000000000, 0x40effc0000000000, 0xffefffffffffffff],
}


def mix(x):
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9 & (1 << 64) - 1
    x = (x ^ x >> 27) * 0x94d049bb133111eb & (1 << 64) - 1
    return x ^ x >> 31


def number(family, which, row):
    """A random operand; half of the floats are of a size near 1, so that
    sums meet and products do not leave the range."""
    word, again = mix(row * 8 + which + 1), mix(mix(row * 8 + which + 1) + 77)
    near = again & 1
    if family == "double" and near:
        return word & ~(0x7ff << 52) | (1023 - 4 + (again >> 1) % 9) << 52
    if family == "single" and near:
        return word & ~(0xff << 23) | (127 - 4 + (again >> 1) % 9) << 23
    if family == "half" and near:
        out = 0
        for shift in (0, 16):  # f16 there, bf16 as good
            part = word >> shift & 0xffff
            out |= (part & ~(0x1f << 10) | (15 - 3 + (again >> 1) % 7) << 10) << shift
        return out | word >> 32 << 32
    return word >> (again >> 1) % 64 if family == "whole" and again & 2 else word


def operands(family):
    """Four lists of ROWS numbers: edges with edges first."""
    edges, count = EDGES[family], len(EDGES[family])

    def edge(n, which, row):
        value = edges[n % count]
        if family == "half":  # pairs: another one above
            value |= edges[(n * 7 + which) % count] << 16
        return value if family in ("whole", "double") else value | mix(row + which) >> 32 << 32

    lists = []
    for which in range(4):
        lists.append([
            number(family, which, row) if row >= count * count or which > 1 and mix(row * 4 + which) & 1
            else edge((row, row // count, mix(row * 4 + which) >> 8, mix(row * 5 + which) >> 8)[which], which, row)
            for row in range(ROWS)])
    return lists
