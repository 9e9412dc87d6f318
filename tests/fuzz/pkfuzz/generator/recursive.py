# SPDX-License-Identifier: Apache-2.0
"""Functions that call themselves, directly or through each other. Each call has
a level one or two lower, so that they end; a function around them gives the
first level."""
from oracle import rules
from .expressions import Expr
from .functions import Function
from .statements import Context

LEVELS = 5  # at most: two calls in each make 32


class Recursive:
    def add_recursive(self):
        """One function, or two or three in a ring, and who calls the first."""
        group = [Function(self.fresh("d"), "".join(self.pick("iif") for _ in range(self.rng.randrange(1, 3))),
                          self.pick(["i64", "i64", "i32", "f64", "f64", "f32", "u8", "b1"]), False)
                 for _ in range(self.pick([1, 1, 1, 2, 2, 3]))]
        saved = self.vars, self.arrays, self.places, self.budget, self.truths, self.features
        for k, f in enumerate(group):
            self.define_recursive(f, group[(k + 1) % len(group)], group)
        self.vars, self.arrays, self.places, self.budget, self.truths, self.features = saved
        first, name = group[0], self.fresh("d")
        names = [f"p{k}" for k in range(len(first.kinds))]
        self.emit("@cuda.jit(device=True)")
        self.emit(f"def {name}({', '.join(names)}):")
        self.emit(f"    return {first.name}(int64(p0) % {LEVELS}, {', '.join(names)})")
        self.emit("")
        self.functions.append(Function(name, first.kinds, first.result, False))

    def define_recursive(self, f, following, group):
        """`following` is always called, so that the ring closes; others may be."""
        names = [f"p{k}" for k in range(len(f.kinds))]
        self.vars = {p: Expr(p, {"i": "i64", "f": "f64"}[k], False) for p, k in zip(names, f.kinds)}
        self.arrays, self.budget, self.features = [], 2, set()
        self.places = [Expr("3", "i64", True), Expr("level", "i64", False)]
        self.truths = [Expr(f"(p0 {op} p0)", "b1", False) for op in ("==", "!=")]
        self.emit("@cuda.jit(device=True)")
        self.emit(f"def {f.name}(level, {', '.join(names)}):")
        self.depth += 1
        for p, k in zip(names, f.kinds):
            self.emit(f"{p} = {'int64' if k == 'i' else 'float64'}({p})")
        more = f" or {self.mixed().code}" if self.chance(30) else ""
        self.emit(f"if level <= 0{more}:")
        self.emit(f"    return {self.cast(f.result, self.expr('n', 2)).code}")
        own = self.chance(35) and self.own_memory()
        for _ in range(self.rng.randrange(2)):
            self.statement(Context(False, ""))
        self.call_again(f, following)
        if self.chance(40):
            self.call_again(f, self.pick(group))
        for _ in range(self.rng.randrange(2)):
            self.statement(Context(False, ""))
        last = self.cast(f.result, self.expr("n", 2)).code
        kept = f"{own}[{self.expr('i', 1).code} % 3]" if own else ""
        self.emit(f"return {self.cast(f.result, Expr(f'({last} + {kept})', 'f64', False)).code}" if own else f"return {last}")
        self.depth -= 1
        self.emit("")

    def own_memory(self):
        """A local array that is there behind the calls as it was before."""
        name = self.fresh("l")
        t = self.pick(["int64", "float32", "int16"])
        self.emit(f"{name} = cuda.local.array(3, {t})")
        self.emit("for w in range(3):")
        self.emit(f"    {name}[w] = {t}(level + w)")
        return name

    def again(self, f):
        """A call a level or two further down."""
        args = [self.expr(k, 1).code for k in f.kinds]
        return Expr(f"{f.name}(level - {self.pick([1, 1, 1, 2])}, {', '.join(args)})", f.result, False)

    def call_again(self, f, other):
        kind = self.pick(["plain", "plain", "branch", "loop", "return", "choose"])
        name, call = self.fresh(), self.again(other)
        if kind == "return":
            self.emit(f"if {self.mixed().code}:")
            self.emit(f"    return {self.cast(f.result, call).code}")
            call = self.again(other)
        if kind == "branch":
            self.emit(f"{name} = {self.cast(other.result, self.expr('n', 1)).code}")
            self.emit(f"if {self.mixed().code}:")
            self.emit(f"    {name} = {call.code}")
        elif kind == "loop" and other.result != "b1":
            t = rules.NUMPY[other.result]
            self.emit(f"{name} = {t}(0)")
            self.emit("for w in range(2):")
            self.emit(f"    {name} = {t}({name} {self.pick('+-')} {call.code})")
        elif kind == "choose":
            e = self.cast(other.result, self.expr("n", 1))
            self.emit(f"{name} = {call.code} if {self.mixed().code} else {e.code}")
        else:
            self.emit(f"{name} = {call.code}")
        self.vars[name] = Expr(name, other.result, False)
