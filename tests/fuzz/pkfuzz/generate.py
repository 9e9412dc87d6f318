# SPDX-License-Identifier: Apache-2.0
"""Makes random programs. A program is right by construction: each thread writes
cells of its own, shared memory changes hands at barriers that all threads reach,
operations of warps name the lanes that are there, atomics commute, loops end.
What slips through the reference refuses, and the program is thrown away."""
import random
from dataclasses import dataclass

import rules
from expressions import ArrayVar, Expr, Expressions, dense, reach
from program import Array, Program

HEAD = """import math

from numba import complex64, complex128, cuda, float16, float32, float64, int8, int16, int32, int64, uint8, uint16, uint32, uint64

"""


@dataclass
class Function:
    name: str
    kinds: str
    result: str


@dataclass
class Context:
    """Where a statement stands: may all threads of the block meet here, which
    lanes of the warp are here for sure (the mask's code), and which exits the
    innermost loop allows ("", "uniform", "any")."""
    meet: bool
    mask: str
    exits: str = ""
    loop: bool = False


class Generator(Expressions):
    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.seed = seed
        self.lines, self.depth, self.count = [], 0, 0
        self.pairs = []  # functions that give two numbers
        self.functions, self.arrays, self.args, self.params = [], [], [], []
        self.readers, self.writers, self.cutters = [], [], []  # functions that are given views
        self.vars, self.bounds, self.places = {}, {}, []
        self.known = set()  # variables with a value known when compiling
        self.budget = self.rng.choice([4, 6, 10, 16])
        self.features = {f for f, percent in (("shared", 35), ("warp", 38), ("atomic", 35), ("local", 30),
                                              ("functions", 50), ("views", 45), ("return", 30), ("math", 25),
                                              ("complex", 25), ("half", 18), ("slices", 40))
                         if self.chance(percent)}
        self.returned = False

    def emit(self, line):
        self.lines.append("    " * self.depth + line)

    def fresh(self, letter="v"):
        self.count += 1
        return f"{letter}{self.count}"

    # ---- the launch and its arguments ----

    def shape_launch(self):
        if "warp" in self.features:
            block = self.pick([(32,), (64,), (16, 4), (8, 2, 2), (32, 2), (40,), (7, 5)])
        else:
            block = self.pick([(1,), (8,), (13,), (32,), (48,), (4, 4), (3, 5), (16, 2), (2, 3, 4), (1, 7)])
        self.grid_dim = tuple(self.pick([(1,), (2,), (3,), (2, 2), (1, 3), (2, 1, 2)])) + (1, 1, 1)
        self.grid_dim = self.grid_dim[:3]
        self.block_dim = (block + (1, 1))[:3]
        self.threads = self.block_dim[0] * self.block_dim[1] * self.block_dim[2]
        self.blocks = self.grid_dim[0] * self.grid_dim[1] * self.grid_dim[2]
        self.total = self.threads * self.blocks
        self.whole_warps = self.threads % 32 == 0

    def strides(self, shape, unique):
        kind = self.rng.randrange(10)
        order = list(range(len(shape)))
        if kind < 4:
            return dense(shape, order)
        if kind < 6:
            return dense(shape, order[::-1])
        self.rng.shuffle(order)
        padded = tuple(n + self.rng.randrange(3) for n in shape)
        step = self.rng.choice([1, 1, 2, 3])
        strides = [s * step for s in dense(padded, order)]
        for k in range(len(shape)):
            if self.chance(25):
                strides[k] = -strides[k]
            elif not unique and self.chance(8):
                strides[k] = 0
        return tuple(strides)

    def add_array(self, name, dtype, shape, use):
        strides = self.strides(shape, use not in ("in", "read"))
        below, count = reach(shape, strides)
        fill = self.rng.randrange(1 << 30)
        array = Array(dtype, shape, strides, below, use, fill)
        if array.count() < count:  # what lies behind the last element is not the array's
            raise AssertionError("reach")
        self.params.append(name)
        self.args.append(array)
        return ArrayVar(name, dtype, shape)

    def add_args(self):
        for _ in range(self.rng.randrange(1, 4)):
            ndim = self.rng.choice([1, 1, 2, 2, 3])
            shape = tuple(self.rng.randrange(1, 8) for _ in range(ndim))
            if ndim == 1 and self.chance(50):
                shape = (self.total + self.rng.randrange(3),)
            dtype = self.pick(rules.NUMBERS + ["b1", "f32", "f64", "i32"] + self.rarer())
            self.arrays.append(self.add_array(self.fresh("a"), dtype, shape, self.pick(["in", "read"])))
        for _ in range(self.rng.randrange(1, 4)):
            self.add_scalar()
        rows = self.total if self.chance(70) else self.rng.randrange(1, self.total + 1)
        self.rows = rows
        self.outs = [self.add_array("o" + str(k), t, (rows, 3 + self.rng.randrange(3)), "out")
                     for k, t in enumerate([self.pick(rules.INTS + ["i64"]), self.pick(["f32", "f64", "f64"])])]
        if "half" in self.features:
            self.outs.append(self.add_array("oh", "f16", (rows, 4), "out"))
        if "complex" in self.features:
            self.outs.append(self.add_array("oz", self.pick(rules.COMPLEX), (rows, 3), "out"))
        if "atomic" in self.features:
            self.cells = self.add_array("acc", self.pick(["i32", "i64", "u32", "u64", "f32", "f64"]),
                                        (self.rng.randrange(1, 5),), "out")
            self.args[-1].fill = [3 if rules.is_int(self.cells.type) else 3.0] * self.args[-1].count()
            if self.chance(50):
                self.outs.append(self.add_array("own", self.pick(["i32", "u32", "i64", "u64", "f32"]), (rows,), "out"))
        if "math" in self.features:
            self.sink = self.add_array("lz", self.pick(["f32", "f64"]), (rows,), "loose")

    def rarer(self):
        """Types that few programs have."""
        return (["c64", "c128"] * 4 if "complex" in self.features else []) + (["f16"] * 4 if "half" in self.features
                                                                               else [])

    def add_scalar(self):
        t = self.pick(rules.NUMBERS + ["b1", "i64", "i32", "f32"])
        name = self.fresh("n")
        if t == "b1":
            value = self.chance(50)
        elif rules.is_float(t):
            value = self.rng.choice([0.5, -2.0, 3.25, 1e6, -0.0, 7.0])
        else:
            low, high = rules.limits(t)
            value = self.rng.choice([low, high, 0, 1, 5, 2, 17])
        self.params.append(name)
        self.args.append((t, value))
        self.vars[name] = Expr(name, t, True)

    # ---- functions ----

    def add_function(self):
        name, kinds = self.fresh("d"), "".join(self.pick("iiff") for _ in range(self.rng.randrange(1, 4)))
        result = self.pick(["i64", "i32", "f64", "f32", "u8", "u64", "b1"])
        saved = self.vars, self.arrays, self.places, self.budget
        # The types that the parameters get are not known here: what is
        # returned is cast, and an integer stays one.
        names = [f"p{k}" for k in range(len(kinds))]
        self.vars = {p: Expr(p, {"i": "i64", "f": "f64"}[k], False) for p, k in zip(names, kinds)}
        self.arrays, self.places, self.budget = [], [Expr("3", "i64", True)], 3
        self.truths = [Expr(f"(p0 {op} p0)", "b1", False) for op in ("==", "!=")]
        self.emit("@cuda.jit(device=True)")
        self.emit(f"def {name}({', '.join(names)}):")
        self.depth += 1
        for p, k in zip(names, kinds):  # from here on they are what we think
            self.emit(f"{p} = {'int64' if k == 'i' else 'float64'}({p})" if self.chance(50) or k == "f"
                      else f"{p} = {p} + 0 * int64({p})")
        features, self.features = self.features, set()
        for _ in range(self.rng.randrange(3)):
            self.statement(Context(False, ""))
        pair = self.chance(20)
        if self.chance(50):
            self.emit(f"if {self.expr('b', 2).code}:")
            self.emit(f"    return {self.cast(result, self.expr('n', 2)).code}{', int64(p0)' if pair else ''}")
        last = self.cast(result, self.expr("n")).code
        self.emit(f"return {last}, int64({self.expr('i', 2).code})" if pair else f"return {last}")
        self.depth -= 1
        self.emit("")
        self.features = features
        self.vars, self.arrays, self.places, self.budget = saved
        (self.pairs if pair else self.functions).append(Function(name, kinds, result))

    def add_view_functions(self):
        """Functions of views: one that reads, one that writes, one that gives a
        view of its own."""
        name = self.fresh("d")
        self.emit("@cuda.jit(device=True)")
        self.emit(f"def {name}(a, k, n):")
        if self.chance(50):
            self.emit(f"    if k > {self.rng.randrange(5)}:")
            self.emit(f"        return int64(n) {self.pick('+-*')} int64(a[int64(k) % a.shape[0]])")
        if self.chance(50):
            self.emit("    s = int64(n)")
            self.emit(f"    for x in a[{self.pick([':', '1:', '::-1', '::2'])}]:")
            self.emit(f"        s {self.pick(['+=', '^=', '-='])} int64(x)")
            self.emit("    return s")
        else:
            self.emit("    return int64(a[int64(k) % a.shape[0]]) + a.size")
        self.emit("")
        self.readers.append(name)
        name = self.fresh("d")
        self.emit("@cuda.jit(device=True)")
        self.emit(f"def {name}(a, k, x):")
        self.emit(f"    a[int64(k) % a.shape[0]] {self.pick(['', '+', '-', '*'])}= x")
        self.emit("")
        self.writers.append(name)
        name = self.fresh("d")
        self.emit("@cuda.jit(device=True)")
        self.emit(f"def {name}(a):")
        self.emit(f"    return a[{self.pick(['::-1', '::2', ':', '::-2'])}]")
        self.emit("")
        self.cutters.append(name)

    def write_view(self, context):
        """A function writes to the thread's own row."""
        out, guard = self.own_row()
        row = f"{out.name}[i]" if self.chance(60) else f"{self.pick(self.cutters)}({out.name}[i])"
        e = self.number_for(out)
        self.emit(f"{self.pick(self.writers)}({row}, {self.expr('i', 1).code}, {e.code})")
        self.depth -= guard

    def own_row(self):
        """An output with a row for each thread; behind a guard where threads
        have none."""
        out = self.pick([o for o in self.outs if len(o.shape) == 2])
        guard = self.rows < self.total
        if guard:
            self.emit(f"if i < {out.name}.shape[0]:")
            self.depth += 1
        return out, guard

    def number_for(self, out, depth=None):
        """What an output takes."""
        if rules.is_complex(out.type):
            return self.expr(self.pick("zzzf"), depth)
        return self.expr("n" if rules.is_float(out.type) or self.chance(25) else "i", depth)

    def fill(self, context):
        """All of a slice of the thread's row."""
        out, guard = self.own_row()
        n = out.shape[1]
        low, step = self.rng.randrange(n), self.pick([1, 2, -1])
        words, count = self.pick([(":", n), (f"{low}:", n - low), (f"::{step}", len(range(0, n, abs(step)))),
                                  (f":{low - n}" if low else ":", low or n)])
        place = f"{out.name}[i, {words}]"
        kind = self.rng.randrange(10)
        same = [a for a in self.arrays if len(a.shape) == 1 and a.name[0] == "a" and a.type == out.type
                and a.shape[0] >= count]
        e = self.number_for(out, 2)
        if kind < 3:
            self.emit(f"{place} = {e.code}")
        elif kind < 5:
            self.emit(f"{place} = ({''.join(self.number_for(out, 1).code + ', ' for _ in range(count))})")
        elif kind < 7 or not same:
            ops = ["+", "-", "*"] + (["&", "^"] if rules.is_int(out.type) else ["/"])
            self.emit(f"{place} {self.pick(ops)}= {self.cast(out.type, e).code}")
        else:
            a = f"{self.pick(same).name}[:{count}]"
            op, b = self.pick("+-*"), self.cast(out.type, self.number_for(out, 1)).code
            self.emit(f"{place} = {self.pick([a, f'{a} {op} {b}', f'{b} {op} {a}', f'{a} {op} {b} * {a}'])}")
        self.depth -= guard

    def complex_variable(self, context):
        names = [n for n in self.own() if rules.is_complex(self.vars[n].type)]
        e = self.expr("z")
        if names and self.chance(60):
            name = self.pick(names)
            old = self.vars[name]
            self.emit(f"{name} = {e.code}")
            return self.define(name, Expr(e.code, rules.unify(old.type, e.type), e.uniform and old.uniform), context)
        name = self.fresh()
        self.emit(f"{name} = {e.code}")
        return self.define(name, e, context)

    def unpack(self, context):
        f = self.pick(self.pairs)
        x, y = self.fresh(), self.fresh()
        args = [self.expr(k, 1) for k in f.kinds]
        uniform = all(a.uniform for a in args)
        self.emit(f"{x}, {y} = {f.name}({', '.join(a.code for a in args)})")
        self.define(x, Expr("cuda", f.result, uniform), context)
        self.define(y, Expr("cuda", "i64", uniform), context)

    def walk(self, context):
        """A loop over an array's elements."""
        found = [a for a in self.arrays if len(a.shape) == 1 and a.shape[0] <= 8 and a.name[0] == "a"]
        if not found:
            return self.assign(context)
        a, x = self.pick(found), self.fresh("x")
        inner = self.exits_of(context, True)
        self.emit(f"for {x} in {a.name}:")
        self.enter_loop(inner)
        self.vars[x] = Expr(x, a.type, a.uniform and inner.meet)
        self.block(inner)
        del self.vars[x]
        return self.blur(inner.meet)

    # ---- statements ----

    def define(self, name, e, context):
        self.vars[name] = Expr(name, e.type, e.uniform and context.meet)
        self.bounds.pop(name, None)
        (self.known.add if self.is_known(e.code) else self.known.discard)(name)

    def statement(self, context):
        self.budget -= 1
        deep = self.depth > 4 or self.budget <= 0
        kinds = [(18, self.assign), (14, self.change)] if self.depth == 1 else [(6, self.assign), (28, self.change)]
        if self.pairs:
            kinds += [(6, self.unpack)]
        if "complex" in self.features:
            kinds += [(14, self.complex_variable)]
        if not deep:
            kinds += [(4, self.walk), (12, self.branch), (10, self.count_loop), (4, self.while_loop)]
        kinds += [(6, self.swap)]
        if context.exits:
            kinds += [(7, self.leave)]
        if "local" in self.features:
            kinds += [(5, self.local_array)]
        if self.arrays and "views" in self.features:
            kinds += [(6, self.view)]
        if self.depth == 1 and "return" in self.features and not self.returned:
            kinds += [(9, self.early_return)]
        if getattr(self, "outs", None) and self.places[0].code != "3":
            kinds += [(8, self.store)]
            kinds += [(8, self.fill)] if "slices" in self.features else []
            kinds += [(6, self.write_view)] if self.writers else []
        if "atomic" in self.features and self.depth < 4:
            kinds += [(12, self.atomic)]
        if context.meet and "shared" in self.features:
            kinds += [(14, self.exchange), (4, self.tree), (4, self.block_vote)]
        if context.mask and "warp" in self.features:
            kinds += [(26, self.warp_op)] + ([] if deep else [(8, self.warp_branch), (4, self.warp_loop)])
        self.weighted(kinds)(context)

    def assign(self, context):
        e = self.expr("n")
        name = self.fresh()
        self.emit(f"{name} = {e.code}")
        self.define(name, e, context)

    def own(self):
        """Variables that may change: not loop counters, not what says where a
        thread is."""
        return [n for n in self.vars if n[0] == "v"]

    def change(self, context):
        """Gives a variable another value, of its own type or of one that
        unifies with it to a number of the same kind."""
        names = [n for n in self.own() if not rules.is_complex(self.vars[n].type)]
        if not names:
            return self.assign(context)
        name = self.pick(names)
        old = self.vars[name]
        kind = "b" if old.type == "b1" else "i" if rules.is_int(old.type) else "f"
        e = self.expr(kind)
        if kind != "b" and self.chance(45):
            op = self.pick(["+", "-", "*", "//", "%"] + (["&", "|", "^", "<<", ">>"] if kind == "i" else ["/"]))
            t = rules.binary(op, old.type, e.type)[2]
            if self.fits(old.type, t):
                self.emit(f"{name} {op}= {e.code}")
                return self.define(name, Expr(f"{name} {e.code}", rules.unify(old.type, t), e.uniform and old.uniform), context)
        if not self.fits(old.type, e.type):
            e = self.cast(old.type, e)
        self.emit(f"{name} = {e.code}")
        return self.define(name, Expr(e.code, rules.unify(old.type, e.type), e.uniform and old.uniform), context)

    def fits(self, old, new):
        """Whether the variable's kind stays what it is wherever paths meet."""
        if rules.is_int(old):
            return rules.is_int(new) and rules.is_int(rules.unify(old, new)) and old[0] == new[0]
        return rules.is_float(old) == rules.is_float(new) and (old == "b1") == (new == "b1")

    def swap(self, context):
        a, b = self.expr("n", 2), self.expr("n", 2)
        x, y = self.fresh(), self.fresh()
        self.emit(f"{x}, {y} = {a.code}, {b.code}")
        self.define(x, a, context)
        self.define(y, b, context)

    def block(self, context, count=None):
        """Statements one level deeper; what they define is gone behind them."""
        saved, bounds, arrays = dict(self.vars), dict(self.bounds), list(self.arrays)
        self.depth += 1
        before = len(self.lines)
        for _ in range(count or self.rng.randrange(1, 4)):
            self.statement(context)
        if len(self.lines) == before:
            self.emit("pass")
        self.depth -= 1
        self.vars = {n: self.vars[n] for n in saved}
        self.bounds = {n: b for n, b in bounds.items() if n in self.bounds}
        self.arrays = arrays

    def branch(self, context):
        c = self.mixed() if self.chance(30) else self.expr("b", 2)
        inner = context if c.uniform else Context(False, "", context.exits and "any" if context.exits == "any" else "",
                                                  context.loop)
        self.emit(f"if {c.code}:")
        self.block(inner)
        if self.chance(25):
            c2 = self.expr("b", 2)
            self.emit(f"elif {c2.code}:")
            self.block(inner if c2.uniform else Context(False, "", inner.exits if inner.exits == "any" else "",
                                                        context.loop))
            inner = inner if c2.uniform else Context(False, "", "", context.loop)
        if self.chance(40):
            self.emit("else:")
            self.block(inner)
        self.blur(c.uniform)

    def blur(self, uniform):
        """Behind a branch or loop that threads took differently, what was set
        there differs, too: variables of the block's level are not tracked, so
        all that may change counts as different."""
        if not uniform:
            for n in self.own():
                v = self.vars[n]
                self.vars[n] = Expr(v.code, v.type, False)

    def exits_of(self, context, uniform):
        """Loops in which threads wait for each other are not left by some."""
        together = (context.meet and "shared" in self.features) or (context.mask and "warp" in self.features)
        if uniform and together and self.chance(60):
            return Context(context.meet, context.mask, "uniform", True)
        return Context(False, "", "any", True)

    def enter_loop(self, inner):
        """Variables that turns change are not known to be the same before the
        loop's end."""
        if not inner.meet and not inner.mask:
            self.blur(False)

    def count_loop(self, context):
        j = self.fresh("j")
        kind = self.rng.randrange(8)
        e = self.expr("i", 1)
        bound, t, uniform = 6, "i64", True
        if kind == 0:
            words, bound = f"{self.rng.randrange(1, 6)}", 5
        elif kind == 1:
            words, bound = f"{self.rng.randrange(3)}, {self.rng.randrange(6)}", 5
        elif kind == 2:
            words, bound = f"{self.rng.randrange(2, 7)}, {self.rng.randrange(3)}, -{self.rng.randrange(1, 4)}", 7
        elif kind == 3:
            words, bound, t = f"int32({e.code} % 5)", 4, "i32"
            uniform = e.uniform
        elif kind == 4:
            words, uniform = f"-2, {e.code} % 5, {self.rng.randrange(1, 3)}", e.uniform
            bound = 1 << 60
        elif kind == 5 and self.arrays:
            a = self.pick(self.arrays)
            axis = self.rng.randrange(len(a.shape))
            if a.shape[axis] > 8:
                words, bound = "4", 4
            else:
                words, bound = f"{a.name}.shape[{axis}]", a.shape[axis]
        elif kind == 6:
            words, bound, t, uniform = f"uint64({e.code} % 4)", 3, "u64", e.uniform
        else:
            words, uniform, bound = f"{e.code} % 6", e.uniform, 5
        inner = self.exits_of(context, uniform)
        self.emit(f"for {j} in range({words}):")
        self.enter_loop(inner)
        saved = self.vars.get(j)
        self.vars[j] = Expr(j, t, uniform and inner.meet)
        self.bounds[j] = bound
        self.block(inner)
        self.vars.pop(j) if saved is None else None
        self.bounds.pop(j, None)
        if self.chance(20):
            self.emit("else:")
            self.block(Context(context.meet and inner.meet, "", "", context.loop))
        self.blur(uniform and inner.meet)

    def while_loop(self, context):
        w = self.fresh("w")
        e = self.expr("i", 1)
        self.emit(f"{w} = {e.code} % {self.rng.randrange(2, 6)}")
        inner = self.exits_of(context, e.uniform)
        self.emit(f"while {w} > 0:" if self.chance(50) else f"while {w}:")
        self.enter_loop(inner)
        self.vars[w] = Expr(w, "i64", e.uniform and inner.meet)
        self.depth += 1
        self.emit(f"{w} -= 1")
        self.depth -= 1
        self.block(inner)
        self.blur(e.uniform and inner.meet)

    def leave(self, context):
        word = self.pick(["break", "continue"])
        c = self.expr("b", 2)
        if context.exits == "uniform" and not c.uniform:
            return self.assign(context)
        self.emit(f"if {c.code}:")
        if self.chance(30):
            self.block(Context(False, "", "", context.loop), 1)
        self.emit(f"    {word}")
        return None

    def early_return(self, context):
        if not context.meet:
            return self.assign(context)
        self.returned = True
        self.emit(f"if {self.mixed().code}:")
        self.depth += 1
        if self.chance(50):
            self.store(context)
        self.emit("return")
        self.depth -= 1
        return None

    # ---- memory ----

    def store(self, context):
        out = self.pick(self.outs)
        k = f", {self.rng.randrange(-out.shape[1], out.shape[1])}" if len(out.shape) == 2 else ""
        e = self.number_for(out)
        guard = self.rows < self.total
        if guard:
            self.emit(f"if i < {out.name}.shape[0]:")
            self.depth += 1
        if out.name == "own" and self.chance(60):
            if rules.is_float(out.type):
                self.emit(f"cuda.atomic.exch(own, i, {e.code})")
            else:
                name = self.fresh()
                op = self.pick(["add", "sub", "min", "max", "and_", "or_", "xor", "exch"])
                self.emit(f"{name} = cuda.atomic.{op}(own, i, {self.expr('i').code})")
                if not guard:
                    self.define(name, Expr("cuda", out.type, False), context)
        elif self.chance(40):
            op = self.pick(["+", "-", "*"])
            self.emit(f"{out.name}[i{k}] {op}= {e.code}")
        else:
            self.emit(f"{out.name}[i{k}] = {e.code}")
        if guard:
            self.depth -= 1

    def local_array(self, context):
        name, n, t = self.fresh("l"), self.rng.randrange(2, 6), self.pick(rules.NUMBERS + ["b1"])
        self.emit(f"{name} = cuda.local.array({n}, {'numba.boolean' if t == 'b1' else rules.NUMPY[t]})"
                  if t != "b1" else f"{name} = cuda.local.array({n}, int8)")
        t = "i8" if t == "b1" else t
        j = self.fresh("j")
        kind = "f" if rules.is_float(t) else "i"
        self.emit(f"for {j} in range({n}):")
        saved = dict(self.vars)
        self.vars[j] = Expr(j, "i64", True)
        self.emit(f"    {name}[{j}] = {self.expr(kind, 2).code}")
        self.vars = saved
        array = ArrayVar(name, t, (n,), False)
        for _ in range(self.rng.randrange(1, 3)):
            self.emit(f"{name}[{self.index(n).code}] {self.pick(['', '', '+', '-'])}= {self.expr(kind, 2).code}")
        self.arrays.append(array)

    def view(self, context):
        a = self.pick(self.arrays)
        if self.cutters and len(a.shape) == 1 and a.name[0] == "a" and self.chance(25):
            return self.cut_view(a, context)
        if a.name[0] in "ls":
            return self.assign(context)
        name, n = self.fresh("a"), a.shape[0]
        rest = a.shape[1:]
        kind = self.rng.randrange(5)
        uniform = a.uniform
        if kind == 0 and rest:
            e = self.index(n)
            shape, code, uniform = rest, f"{a.name}[{e.code}]", uniform and e.uniform
        elif kind == 1 and len(a.shape) == 2:
            m = self.rng.randrange(a.shape[1])
            shape, code = (n,), f"{a.name}[:, {m}]"
        elif kind == 2:
            shape, code = a.shape[::-1], f"{a.name}.T"
        elif kind == 3 and n > 1:
            low, step = self.rng.randrange(n), self.pick([1, 2, 3])
            shape, code = (len(range(low, n, step)),) + rest, f"{a.name}[{low}::{step}]"
        else:
            step = self.pick([-1, -2])
            shape, code = (len(range(n - 1, -1, step)),) + rest, f"{a.name}[::{step}]"
        self.emit(f"{name} = {code}")
        self.arrays.append(ArrayVar(name, a.type, shape, uniform and context.meet))
        return None

    def cut_view(self, a, context):
        """What a function gives: half of the array at most is sure."""
        name = self.fresh("a")
        self.emit(f"{name} = {self.pick(self.cutters)}({a.name})")
        self.arrays.append(ArrayVar(name, a.type, ((a.shape[0] + 1) // 2,), a.uniform and context.meet))

    def atomic(self, _):
        a = self.cells
        if not hasattr(self, "atomic_op"):  # one for the whole kernel: they commute
            ints = ["add", "sub", "min", "max", "and_", "or_", "xor"]
            self.atomic_op = self.pick(ints if rules.is_int(a.type) else ["add", "sub", "min", "max"])
        op = self.atomic_op
        e = self.expr("i", 2)
        if self.chance(60):  # another value in each thread: nothing cancels out
            e = self.operator("+", e, self.places[0])
        code = f"{e.code} % 16" if rules.is_float(a.type) else e.code
        self.emit(f"cuda.atomic.{op}(acc, {self.index(a.shape[0]).code}, {code})")

    # ---- threads together ----

    def shared_arrays(self):
        """At the kernel's start, before threads may return."""
        self.shared = []
        self.depth = 1
        for _ in range(self.rng.randrange(1, 3)):
            t = self.pick(["i32", "i64", "f32", "f64", "u8", "i16", "u64"])
            name = self.fresh("s")
            self.emit(f"{name} = cuda.shared.array({self.threads}, {rules.NUMPY[t]})")
            self.emit(f"{name}[t] = {self.cast(t, self.expr('i', 1)).code}")
            self.shared.append((name, t))
        self.emit("cuda.syncthreads()")

    def exchange(self, context):
        name, t = self.pick(self.shared)
        e, at = self.expr("f" if rules.is_float(t) else "i"), self.index(self.threads)
        v = self.fresh()
        self.emit("cuda.syncthreads()")
        self.emit(f"{name}[t] = {e.code}")
        self.emit("cuda.syncthreads()")
        self.emit(f"{v} = {name}[{at.code}]")
        self.define(v, Expr("cuda", t, at.uniform), context)

    def tree(self, context):
        name, t = self.pick(self.shared)
        k, v = self.fresh("w"), self.fresh()
        half = 1
        while half * 4 <= self.threads:
            half *= 2
        e = self.expr("f" if rules.is_float(t) else "i", 2)
        self.emit("cuda.syncthreads()")
        self.emit(f"{name}[t] = {e.code}")
        self.emit("cuda.syncthreads()")
        self.emit(f"{k} = {half}")
        self.emit(f"while {k} > 0:")
        self.emit(f"    if t < {k} and t + {k} < {self.threads}:")
        self.emit(f"        {name}[t] {self.pick('+-*')}= {name}[t + {k}]")
        self.emit("    cuda.syncthreads()")
        self.emit(f"    {k} {self.pick(['//= 2', '>>= 1'])}")
        self.emit(f"{v} = {name}[0]")
        self.define(v, Expr("cuda", t, True), context)

    def block_vote(self, context):
        v = self.fresh()
        word = self.pick(["count", "and", "or"])
        self.emit(f"{v} = cuda.syncthreads_{word}({self.expr('b', 2).code})")
        self.define(v, Expr("cuda", "i32", True), context)

    def warp_op(self, context):
        v, mask = self.fresh(), context.mask
        whole = mask == "-1" and self.whole_warps and not self.returned
        what = self.weighted([(10 if whole else 0, "shuffle"), (4, "first"), (4, "vote"), (3, "ballot"), (2, "match")])
        if what == "shuffle":
            e = self.wide(self.expr(self.pick("if"), 2))
            by = self.rng.randrange(32) if self.chance(60) else f"({self.expr('i', 1).code} % 32)"
            fn = self.pick(["shfl_sync", "shfl_xor_sync", "shfl_up_sync", "shfl_down_sync"])
            self.emit(f"{v} = cuda.{fn}({mask}, {e.code}, {by})")
        elif what == "first":  # of a lane that is here
            e = self.wide(self.expr(self.pick("if"), 2))
            here = f"cuda.ballot_sync({mask}, True)"
            self.emit(f"{v} = cuda.shfl_sync({mask}, {e.code}, cuda.ffs({here}) - 1)")
        elif what == "vote":
            e = Expr("", "b1", False)
            fn = self.pick(["all", "any", "eq"])
            self.emit(f"{v} = cuda.{fn}_sync({mask}, {self.mixed().code})")
        elif what == "ballot":
            e = Expr("", "i32", False)
            self.emit(f"{v} = cuda.ballot_sync({mask}, {self.mixed().code})")
        else:
            e = Expr("", "i32", False)
            self.emit(f"{v} = cuda.match_any_sync({mask}, {self.expr('i', 1).code} % 4)")
        self.define(v, Expr("cuda", e.type, False), context)

    def warp_branch(self, context):
        """Only some lanes go on, and each knows which."""
        p, g = self.fresh("q"), self.fresh("g")
        self.emit(f"{p} = {self.mixed().code}")
        self.emit(f"{g} = cuda.ballot_sync({context.mask}, {p})")
        self.emit(f"if {p}:")
        self.block(Context(False, g, "", context.loop))
        if self.chance(35):
            self.emit("else:")
            h = self.fresh("g")
            self.emit(f"    {h} = {self.full(context.mask)} ^ {g}")
            self.block(Context(False, h, "", context.loop))
        self.blur(False)

    def full(self, mask):
        """The lanes of a mask, as an integer."""
        return mask if mask != "-1" else "int32(-1)"

    def warp_loop(self, context):
        """Lanes leave one by one, and those that stay know it."""
        w, g = self.fresh("w"), self.fresh("g")
        self.emit(f"{w} = {self.expr('i', 1).code} % 4")
        self.emit(f"{g} = cuda.ballot_sync({context.mask}, {w} > 0)")
        self.emit(f"while {w} > 0:")
        self.enter_loop(Context(False, ""))
        self.vars[w] = Expr(w, "i64", False)
        self.block(Context(False, g, "", True))
        self.emit(f"    {w} -= 1")
        self.emit(f"    {g} = cuda.ballot_sync({g}, {w} > 0)")
        self.blur(False)

    # ---- the kernel ----

    def where(self):
        """Names for where a thread is: i in the grid, t in its block."""
        x, y, z = (f"cuda.threadIdx.{a}" for a in "xyz")
        bx, by, _ = (f"cuda.blockDim.{a}" for a in "xyz")
        self.emit(f"t = {x} + {bx} * ({y} + {by} * {z})")
        if self.block_dim[1:] == self.grid_dim[1:] == (1, 1):
            self.emit(self.pick(["i = cuda.grid(1)", "i = cuda.threadIdx.x + cuda.blockIdx.x * cuda.blockDim.x"]))
        else:
            b = "(cuda.blockIdx.x + cuda.gridDim.x * (cuda.blockIdx.y + cuda.gridDim.y * cuda.blockIdx.z))"
            self.emit(f"i = {b} * {self.threads} + t")
        self.places = [Expr("i", "i64", False), Expr("t", "i64", False), Expr(x, "i32", False),
                       Expr("cuda.blockIdx.x", "i32", True), Expr("cuda.blockDim.x", "i32", True),
                       Expr("cuda.gridDim.x", "i32", True)]
        if self.block_dim[1] > 1:
            self.places.append(Expr(y, "i32", False))
        n = next(iter(self.vars))
        self.truths = [Expr(f"({n} {op} {n})", "b1", True) for op in ("==", "!=")] + [
            Expr("(t >= 0)", "b1", True), Expr(f"(t >= {self.threads})", "b1", True)]
        self.bounds.update({"i": self.total, "t": self.threads})
        self.vars["i"], self.vars["t"] = self.places[:2]

    def dump(self):
        """What variables hold goes to memory, where it is seen."""
        names = self.own() + [n for n in self.vars if n[0] in "wj"]
        if self.rows < self.total:
            self.emit(f"if i < {self.rows}:")
            self.depth += 1
        self.rng.shuffle(names)
        seen = {}
        for n in names or ["i"]:
            if rules.is_complex(self.vars[n].type):
                k = seen["oz"] = seen.get("oz", -1) + 1
                self.emit(f"oz[i, {k % 3}] {'=' if k < 3 else '+='} {n}")
                continue
            out = self.outs[1 if rules.is_float(self.vars[n].type) and self.chance(80) else 0]
            k = seen[out.name] = seen.get(out.name, -1) + 1
            # Alone where there is room, to the sign of a zero, else in a sum.
            op = "=" if k < out.shape[1] and self.chance(80) else "+="
            self.emit(f"{out.name}[i, {k % out.shape[1]}] {op} {n}")
        if "math" in self.features:
            self.emit(f"lz[i] = {self.loose(2).code}")

    def program(self):
        self.shape_launch()
        self.add_args()
        if "functions" in self.features:
            for _ in range(self.rng.randrange(1, 4)):
                self.add_function()
            if "views" in self.features:
                self.add_view_functions()
        self.emit("@cuda.jit")
        self.emit(f"def k({', '.join(self.params)}):")
        self.depth = 1
        self.where()
        if "shared" in self.features:
            self.shared_arrays()
        context = Context(True, "-1" if "warp" in self.features else "")
        for _ in range(self.rng.randrange(2, 6)):  # what statements further in may change
            self.assign(context)
        while self.budget > 0:
            self.statement(context)
        for feature, statement in (("shared", self.exchange), ("warp", self.warp_op), ("atomic", self.atomic),
                                   ("warp", self.warp_op)):
            if feature in self.features:
                statement(context)
        self.dump()
        launch = {"kernel": "k", "grid": self.grid_dim, "block": self.block_dim, "place": self.pick(["host", "host", "buffer"])}
        return Program(HEAD + "\n".join(self.lines) + "\n", launch, self.args, self.seed, tags=self.features)


def make(seed):
    return Generator(seed).program()
