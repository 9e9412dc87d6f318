# SPDX-License-Identifier: Apache-2.0
"""Random expressions with their types. Each is defined for all its inputs:
indices are brought into bounds, whatever else may be anything."""
import math
import re
from dataclasses import dataclass

from oracle import elements, rules

INT_LITERALS = [0, 1, 2, 3, 5, 7, 8, 13, 16, 31, 32, 33, 63, 64, 100, 127, 128, 255, 256, 1000, 32767, 65535, 65536,
                2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**40 + 3, 2**62, 2**63 - 1, 2**63, 2**64 - 1]
FLOAT_LITERALS = ["0.0", "1.0", "0.5", "2.0", "1.5", "3.0", "0.1", "10.0", "7.25", "1e-3", "255.0", "65536.0", "1e10",
                  "9.5e18", "1e30", "1e-40", "math.inf", "math.pi"]
LOOSE1 = ["exp", "expm1", "sin", "cos", "tan", "atan", "tanh", "cosh", "asin", "acos"]


ARRAY = re.compile(r"[acdeghlopqrs]\d*|own|acc|o\w+")  # and functions, tuples, what functions are given
WORD = re.compile(r"(?<![\w.])[a-z_]\w*")


@dataclass
class Expr:
    code: str
    type: str
    uniform: bool  # the same in all threads of the block that run


@dataclass
class ArrayVar:
    """An array that kernels may read anywhere: its extents are known."""
    name: str
    type: str
    shape: tuple
    uniform: bool = True


class Expressions:
    """Needs `rng`, `vars` (name to Expr), `arrays`, `functions`, `places` (what
    says where a thread is) and `truths` (what is true or false everywhere) of
    its heir."""
    nested = 0  # loads in the indices of loads

    def pick(self, items):
        return items[self.rng.randrange(len(items))]

    def chance(self, percent):
        return self.rng.randrange(100) < percent

    def weighted(self, pairs):
        at = self.rng.randrange(sum(w for w, _ in pairs))
        for weight, item in pairs:
            at -= weight
            if at < 0:
                return item
        raise AssertionError

    # ---- leaves ----

    def variables(self, kind):
        test = {"i": rules.is_int, "f": rules.is_float, "b": lambda t: t == "b1", "z": rules.is_complex}[kind]
        return [v for v in self.vars.values() if test(v.type)]

    def literal(self, kind):
        if kind == "b":
            return self.pick(self.truths)  # no literal: known conditions are pruned
        if kind == "z":
            return Expr(self.pick(["1j", "(0.5-2j)", "(-0.25j)", "complex64(3)"]), "c128", True)
        if kind == "f":
            code = self.pick(FLOAT_LITERALS)
            return Expr(f"-{code}" if self.chance(25) else code, "f64", True)
        value = self.pick(INT_LITERALS) if self.chance(35) else self.rng.randrange(10)
        if value >= 1 << 63:
            if self.chance(30):
                return Expr(f"(-{1 << 63})", "i64", True)
            return Expr(str(value), "u64", True)
        return Expr(f"(-{value})" if self.chance(25) else str(value), "i64", True)

    def leaf(self, kind):
        choice = self.rng.randrange(100)
        found = self.variables(kind)
        if found and choice < 55:
            return self.pick(found)
        if choice < 80 and self.nested < 4:
            arrays = [a for a in self.arrays if {"i": "iu", "f": "f", "b": "b", "z": "c"}[kind].find(a.type[0]) >= 0]
            if arrays:
                return self.load(self.pick(arrays))
        if self.known_numbers and kind in "if" and choice >= 97:
            return self.number_of_module(kind)
        if kind == "i" and choice < 90:
            if self.enums and self.chance(20):
                return Expr(self.pick(self.enums), "i64", True)
            return self.pick(self.places)
        return self.literal(kind)

    def number_of_module(self, kind):
        """A number of the module, an item of its tuple."""
        e = self.pick(self.known_numbers)
        if kind == "i" and self.chance(50):
            k = self.pick(self.places)
            return Expr(f"KT[{k.code} % {self.known_tuple}]", "i64", k.uniform) if not self.is_known(k.code) else k
        return e if e.type == kind + "64" else self.literal(kind)

    def load(self, array):
        self.nested += 1
        index = [self.index(n) for n in array.shape]
        self.nested -= 1
        codes = ", ".join(e.code for e in index)
        name, _, field = array.name.partition(".")
        if field and self.chance(40):  # of one record
            rest = ", ".join(e.code for e in index[1:])
            return Expr(f"{name}[{index[0].code}].{field}" + (f"[{rest}]" if rest else ""), array.type,
                        array.uniform and all(e.uniform for e in index))
        return Expr(f"{array.name}[{codes}]", array.type, array.uniform and all(e.uniform for e in index))

    def index(self, n):
        """An index from -n to n - 1."""
        kind = self.rng.randrange(10)
        if kind == 0:
            return Expr(str(self.rng.randrange(n)), "i64", True)
        if kind == 1:
            return Expr(f"-{1 + self.rng.randrange(n)}", "i64", True)
        bounded = [v for name, v in self.vars.items() if self.bounds.get(name, 1 << 60) <= n]
        if bounded and kind < 6:
            return self.pick(bounded)
        e = self.leaf("i") if self.chance(70) else self.expr("i", 1)
        code = f"{e.code} % {n}"
        t = rules.binary("%", e.type, "i64")[2]
        if kind == 7:
            return Expr(f"{code} - {n}", t, e.uniform)
        if kind == 8:
            narrow = self.pick(["uint8", "int32", "uint32", "uint64", "int16"])
            return Expr(f"{narrow}({code})", rules.SHORT[narrow], e.uniform)
        return Expr(f"({code})", t, e.uniform)

    # ---- all ----

    def expr(self, kind, depth=None):
        if depth is None:
            depth = self.weighted([(4, 1), (4, 2), (3, 3)])
        if kind == "n":
            kind = self.weighted([(6, "i"), (4, "f"), (1, "b")])
        if depth <= 0 or self.chance(18):
            return self.leaf(kind)
        return {"i": self.int_expr, "f": self.float_expr, "b": self.bool_expr, "z": self.complex_expr}[kind](depth - 1)

    def operator(self, op, a, b):
        try:
            t = rules.binary(op, a.type, b.type)[2]
        except rules.NoRule:
            return a
        return Expr(f"({a.code} {op} {b.code})", t, a.uniform and b.uniform)

    def cast(self, t, e):
        return Expr(f"{rules.NUMPY[t]}({e.code})", t, e.uniform)

    def choose(self, kind, depth):
        c, a, b = self.expr("b", depth), self.expr(kind, depth), self.expr(kind, depth)
        t = rules.unify(a.type, b.type)
        if kind == "i" and not rules.is_int(t):
            b = self.cast(a.type, b)
            t = a.type
        uniform = c.uniform and a.uniform and b.uniform
        if self.chance(15) and t != "f16" and kind != "z":
            return Expr(f"cuda.selp({c.code}, {a.code}, {b.code})", t, uniform)
        return Expr(f"({a.code} if {c.code} else {b.code})", t, uniform)

    def least(self, kind, depth):
        a, b = self.expr(kind, depth), self.expr(kind, depth)
        t = rules.unify(a.type, b.type)
        if kind == "i" and not rules.is_int(t):
            b, t = self.cast(a.type, b), a.type
        return Expr(f"{self.pick(['min', 'max'])}({a.code}, {b.code})", t, a.uniform and b.uniform)

    def calls(self, kind, depth):
        if self.readers and self.chance(50):
            return self.read_view(kind, depth)
        found = [f for f in self.functions if {"i": rules.is_int, "f": rules.is_float, "b": lambda t: t == "b1"}[kind](
            f.result)]
        if not found:
            return self.leaf(kind)
        f = self.pick(found)
        args = [self.expr(k, depth) for k in f.kinds]
        if not f.uniform and all(self.is_known(a.code) for a in args):
            args = [self.cast("i64" if k == "i" else "f64", self.pick(self.places)) for k in f.kinds]
        return Expr(f"{f.name}({', '.join(a.code for a in args)})", f.result,
                    f.uniform and all(a.uniform for a in args))

    # ---- arrays ----

    def row(self):
        """A view of one axis: (code, type, how long, the same in all threads),
        None without arrays."""
        found = [a for a in self.arrays if a.name[0] == "a" and len(a.shape) <= 2]
        if not found:
            return None
        a = self.pick(found)
        code, n, uniform = a.name, a.shape[-1], a.uniform
        if len(a.shape) == 2:
            e = self.index(a.shape[0])
            code, uniform = f"{a.name}[{e.code}]", uniform and e.uniform
            if self.chance(30):
                code, n, uniform = f"{a.name}.T[{self.rng.randrange(n)}]", a.shape[0], a.uniform
            elif self.chance(30):
                code, n, uniform = f"{a.name}[:, {self.rng.randrange(n)}]", a.shape[0], a.uniform
        if self.chance(30) and n > 1:
            low, step = self.rng.randrange(n), self.pick([1, 2])
            code, n = f"{code}[{low}::{step}]", len(range(low, n, step))
        elif self.chance(20):
            code = f"{code}[::-1]"
        return code, a.type, n, uniform

    def read_view(self, kind, depth):
        """A function that is given a view, an index and a number."""
        row = self.row()
        if row is None or kind not in "if":
            return self.leaf(kind)
        code, t, _, uniform = row
        f = self.pick(self.readers)
        k, e = self.expr("i", min(depth, 1)), self.expr("i", depth)
        want = "i64" if kind == "i" else "f64"
        if rules.is_complex(t):
            return self.leaf(kind)
        call = Expr(f"{f}({code}, {k.code}, {e.code})", want, uniform and k.uniform and e.uniform)
        return self.cast(want, call)

    def combined(self, a, b):
        """An expression of two views as one of them, where there is one."""
        n = min(a[2], b[2])
        op = self.pick("+-*")
        try:
            t = elements.loop_type(op, a[1], b[1])
        except rules.NoRule:
            return a
        if self.chance(30):
            return f"({a[0]} {op} {a[0]})", a[1], a[2], a[3]
        return f"({a[0]}[:{n}] {op} {b[0]}[:{n}])", t, n, a[3] and b[3]

    def reduction(self, kind):
        """A number of this kind from all elements of a row, else None."""
        row = self.row()
        if row is None or row[2] > 16 or row[1] == "f16":
            return None
        code, t, n, uniform = row
        other = self.row() if self.chance(40) else None
        if other and t != "b1" and other[1] not in ("b1", "f16"):
            row = self.combined(row, other)
            code, t, _, uniform = row
        if kind == "b":
            return Expr(f"{code}.{self.pick(['any', 'all'])}()", "b1", uniform)
        if rules.is_int(t) and kind == "i":
            name = self.pick(["sum", "min", "max", "prod", "argmin", "argmax"])
            result = rules.widened(t) if name in ("sum", "prod") else "i64" if name[0] == "a" else t
            return Expr(f"{code}.{name}()", result, uniform)
        if rules.is_int(t) and kind == "f":
            return Expr(f"{code}.mean()", "f64", uniform)
        if t[0] == {"f": "f", "z": "c"}.get(kind):
            return Expr(f"{code}.{self.pick(['sum', 'sum', 'prod'])}()", t, uniform)
        return None

    # ---- complex numbers ----

    def complex_expr(self, depth):
        what = self.weighted([(45, "arithmetic"), (15, "mixed"), (12, "make"), (6, "unary"), (8, "cast"), (8, "choose"),
                              (6, "square")])
        if what in ("arithmetic", "mixed"):
            a, b = self.expr("z", depth), self.expr("z" if what == "arithmetic" else self.pick("if"), depth)
            if self.chance(50):
                a, b = b, a
            return self.operator(self.pick("+-*/"), a, b)
        if what == "make":
            a, b = self.expr("f", depth), self.expr("f", depth)
            t = "c128" if "f64" in (a.type, b.type) else "c64"
            return Expr(f"complex({a.code}, {b.code})", t, a.uniform and b.uniform)
        a = self.expr("z", depth)
        if what == "unary":
            return Expr(f"(-{a.code})" if self.chance(50) else f"({a.code}).conjugate()", a.type, a.uniform)
        if what == "cast":
            return self.cast(self.pick(rules.COMPLEX), a if self.chance(50) else self.expr(self.pick("if"), depth))
        if what == "square":
            return Expr(f"({a.code} ** 2)", rules.binary("**", a.type, "i64")[2], a.uniform)
        return self.choose("z", depth)

    def part(self, depth):
        a = self.expr("z", depth)
        return Expr(f"({a.code}).{self.pick(['real', 'imag'])}", rules.PART[a.type], a.uniform)

    # ---- integers ----

    def int_expr(self, depth):
        what = self.weighted([(42, "arithmetic"), (10, "shift"), (9, "unary"), (10, "cast"), (6, "least"), (7, "choose"),
                              (4, "bits"), (3, "power"), (4, "of_float"), (12 if self.has("closures") else 5, "calls"),
                              (5 if self.has("slices") else 0, "reduction"), (8 if self.appliers else 0, "apply")])
        if what == "reduction":
            return self.reduction("i") or self.leaf("i")
        if what == "apply":
            return self.apply()
        if what == "arithmetic":
            a, b = self.expr("i", depth), self.expr("i" if self.chance(92) else "b", depth)
            return self.operator(self.pick(["+", "-", "*", "//", "%", "&", "|", "^", "+", "-", "*", "//", "%"]), a, b)
        if what == "shift":
            return self.shift(depth)
        if what == "unary":
            op = self.pick(["-", "~"])
            a = self.expr("i", depth)
            if self.chance(20):
                return Expr(f"abs({a.code})", a.type, a.uniform)
            return Expr(f"({op}{a.code})", rules.unary(op, a.type)[1], a.uniform)
        if what == "cast":
            return self.cast(self.pick(rules.INTS), self.expr("n", depth))
        if what == "bits":
            a = self.cast(self.pick(["i32", "u32", "i64", "u64"]), self.expr("i", depth))
            fn = self.pick(["popc", "clz", "brev", "ffs"])
            return Expr(f"cuda.{fn}({a.code})", "u32" if fn == "ffs" else a.type, a.uniform)
        if what == "power":
            a = self.expr("i", depth)
            b = Expr(str(self.rng.randrange(6)), "i64", True)
            if self.chance(40):
                e = self.expr("i", 1)
                b = Expr(f"({e.code} % 7)", "i64", e.uniform)
            return Expr(f"({a.code} ** {b.code})", rules.binary("**", a.type, b.type)[2], a.uniform and b.uniform)
        if what == "of_float":
            a = self.expr("f", depth)
            return Expr(f"{self.pick(['int', 'round'])}({a.code})", "i64", a.uniform)
        return getattr(self, what)("i", depth)

    def shift(self, depth):
        """By any count: of few bits, about the width or far above it, negative."""
        a, b = self.expr("i", depth), self.expr("i", min(depth, 1))
        kind = self.rng.randrange(10)
        if kind < 2:
            b = Expr(self.pick(["31", "32", "33", "63", "64", "65", "127", "128", "256", "(-1)", "(-64)", str(2**32)]), "i64", True)
        elif kind < 5:  # about the widths, found while running
            n, low = self.pick([(70, 0), (9, 60), (5, 30), (140, -70), (4, -2), (20, 250)])
            b = Expr(f"(int64({b.code}) % {n} + {low})", "i64", b.uniform)
        elif kind == 5:
            b = self.cast(self.pick(["i8", "u8", "i32", "u32"]), b)
        e = self.operator(self.pick(["<<", ">>"]), a, b)
        return self.cast(self.pick(rules.INTS), e) if self.chance(30) else e

    # ---- floats ----

    def float_expr(self, depth):
        what = self.weighted([(37, "arithmetic"), (8, "add"), (8, "mixed"), (8, "cast"), (10, "least"), (7, "choose"), (12, "exact"),
                              (3, "fma"), (8, "unary"), (5, "calls"), (2, "square"),
                              (12 if self.has("complex") else 0, "part"), (8 if self.has("half") else 0, "half"),
                              (3 if self.has("slices") else 0, "reduction")])
        if what == "reduction":
            return self.reduction("f") or self.leaf("f")
        if what == "half":
            return self.half(depth)
        if what in ("arithmetic", "mixed"):
            a, b = self.expr("f", depth), self.expr("f" if what == "arithmetic" else "i", depth)
            if self.chance(50):
                a, b = b, a
            return self.operator(self.pick(["+", "-", "*", "/", "+", "-", "*", "//", "%"]), a, b)
        if what == "add":  # what must not be fused
            product = self.operator("*", self.expr("f", min(depth, 1)), self.expr("f", min(depth, 1)))
            return self.operator(self.pick("+-"), *self.rng.sample([product, self.expr("f", min(depth, 1))], 2))
        if what == "cast":
            return self.cast(self.pick(rules.FLOATS), self.expr("n", depth))
        if what == "exact":
            return self.exact(depth)
        if what == "fma":
            args = [self.wide(self.expr("f", min(depth, 1))) for _ in range(3)]
            t = "f64" if any(a.type == "f64" for a in args) else "f32"
            return Expr(f"cuda.fma({', '.join(a.code for a in args)})", t, all(a.uniform for a in args))
        if what == "unary":
            a = self.expr("f", depth)
            return Expr(f"(-{a.code})", a.type, a.uniform)
        if what == "square":
            a = self.expr("f", depth)
            return Expr(f"({a.code} ** 2)", rules.binary("**", a.type, "i64")[2], a.uniform)
        if what == "part":
            return self.part(depth)
        return getattr(self, what)("f", depth)

    def has(self, feature):
        return feature in self.features

    def half(self, depth):
        """Operations of float16 alone, rounded one by one."""
        a, b = self.expr("f", depth), self.expr("f", depth)
        a, b = (e if e.type == "f16" else self.cast("f16", e) for e in (a, b))
        if self.chance(15):
            return Expr(f"(-{a.code})", "f16", a.uniform)
        return self.operator(self.pick("+-*/"), a, b)

    def wide(self, e):
        """What takes no float16 gets a float32."""
        return self.cast("f32", e) if e.type == "f16" else e

    def exact(self, depth):
        fn = self.pick(["sqrt", "floor", "ceil", "trunc", "fabs", "abs", "copysign", "fmod"])
        a = self.expr("f", depth)
        if fn == "abs":
            return Expr(f"abs({a.code})", a.type, a.uniform)
        if fn in ("copysign", "fmod"):
            b = self.expr("f", depth)
            if fn == "copysign":  # by a number: a NaN's sign is anything
                i = self.expr("i", depth)
                b = Expr(f"float32({i.code})", "f32", i.uniform)
            return Expr(f"math.{fn}({a.code}, {b.code})", rules.unify(a.type, b.type), a.uniform and b.uniform)
        return Expr(f"math.{fn}({a.code})", a.type, a.uniform)

    def loose(self, depth):
        """A function that is exact to an ULP or so."""
        a = self.wide(self.expr("f", depth))
        if self.chance(20):
            b = self.wide(self.expr("f", depth))
            return Expr(f"math.{self.pick(['atan2', 'hypot'])}({a.code}, {b.code})", rules.unify(a.type, b.type), False)
        if self.chance(15):
            return Expr(f"math.{self.pick(['log1p', 'log'])}(abs({a.code}) + float32(1))", a.type, False)
        return Expr(f"math.{self.pick(LOOSE1)}({a.code})", a.type, False)

    # ---- truth ----

    def is_known(self, code):
        """Whether a value is known when compiling: such a condition decides
        what is looked at, and so types."""
        return not any(ARRAY.fullmatch(w) or w == "cuda" or (w in self.vars and w not in self.known)
                       or "_" + w in self.vars for w in WORD.findall(code))

    def bool_expr(self, depth):
        e = self.any_bool(depth)
        return self.pick(self.truths) if self.is_known(e.code) else e

    def mixed(self):
        """A condition that some threads are likely to meet and some not."""
        if self.chance(30):
            return self.expr("b", 2)
        a = self.pick(self.places) if self.chance(50) else self.leaf("i")
        n = self.pick([2, 3, 5, 7])
        e = Expr(f"({a.code} % {n} {self.pick(['==', '!=', '>', '<'])} {self.rng.randrange(n)})", "b1", a.uniform)
        return self.pick(self.truths) if self.is_known(e.code) else e

    def any_bool(self, depth):
        what = self.weighted([(55, "compare"), (15, "both"), (8, "not"), (5, "classify"), (5, "cast"), (5, "bits"),
                              (3, "choose"), (4, "among"), (3 if self.has("slices") else 0, "reduction"),
                              (5 if self.has("tuples") else 0, "tuples")])
        if what == "reduction":
            return self.reduction("b") or self.leaf("b")
        if what == "tuples":
            return self.compare_tuples(depth)
        if what == "among":
            items = [self.expr("i", min(depth, 1)) for _ in range(self.rng.randrange(3, 5))]
            words = ", ".join(e.code for e in items[1:])
            return Expr(f"({items[0].code} {self.pick(['in', 'not in'])} ({words}))", "b1", all(e.uniform for e in items))
        if what == "compare" and self.has("complex") and self.chance(15):
            a, b = self.expr("z", depth), self.expr(self.pick("zzf"), depth)
            return Expr(f"({a.code} {self.pick(['==', '!='])} {b.code})", "b1", a.uniform and b.uniform)
        if what == "compare" and self.chance(8):
            a, b, c = (self.expr("i", min(depth, 1)) for _ in range(3))
            ops = [self.pick(["<", "<=", ">", ">=", "==", "!="]) for _ in range(2)]
            return Expr(f"({a.code} {ops[0]} {b.code} {ops[1]} {c.code})", "b1", a.uniform and b.uniform and c.uniform)
        if what == "compare":
            a = self.expr(self.weighted([(6, "i"), (3, "f")]), depth)
            b = self.expr(self.weighted([(6, "i"), (3, "f")]), depth)
            op = self.pick(["<", "<=", ">", ">=", "==", "!="])
            return Expr(f"({a.code} {op} {b.code})", "b1", a.uniform and b.uniform)
        if what in ("both", "bits"):
            a, b = self.expr("b", depth), self.expr("b", depth)
            op = self.pick(["and", "or"] if what == "both" else ["&", "|", "^"])
            return Expr(f"({a.code} {op} {b.code})", "b1", a.uniform and b.uniform)
        if what == "not":
            a = self.expr(self.pick(["b", "i", "f"]), depth)
            return Expr(f"(not {a.code})", "b1", a.uniform)
        if what == "classify":
            a = self.expr("f", depth)
            return Expr(f"math.{self.pick(['isnan', 'isinf', 'isfinite'])}({a.code})", "b1", a.uniform)
        if what == "cast":
            a = self.expr(self.pick(["i", "f"]), depth)
            return Expr(f"bool({a.code})", "b1", a.uniform)
        return self.choose("b", depth)


def reach(shape, strides):
    """Elements in front of the first one and in all, for strides of any sign."""
    if 0 in shape:
        return 0, 0
    below = -sum((n - 1) * s for n, s in zip(shape, strides) if s < 0)
    return below, below + sum((n - 1) * s for n, s in zip(shape, strides) if s > 0) + 1


def dense(shape, order):
    """Strides of an array without gaps whose axes run in this order, the first
    one slowest."""
    strides = [0] * len(shape)
    for k, axis in enumerate(order):
        strides[axis] = math.prod(shape[a] for a in order[k + 1:])
    return tuple(strides)
