# SPDX-License-Identifier: Apache-2.0
"""Device functions: of numbers, of views, and functions as values."""
from dataclasses import dataclass

from oracle import rules
from .expressions import Expr
from .statements import Context


@dataclass
class Function:
    name: str
    kinds: str
    result: str
    uniform: bool = True  # given the same it gives the same in all threads


class Functions:
    def add_function(self):
        name, kinds = self.fresh("d"), "".join(self.pick("iiff") for _ in range(self.rng.randrange(1, 4)))
        result = self.pick(["i64", "i32", "f64", "f32", "u8", "u64", "b1"])
        saved = self.vars, self.arrays, self.places, self.budget
        # The types that the parameters get are not known here: what is
        # returned is cast, and an integer stays one.
        names = [f"p{k}" for k in range(len(kinds))]
        self.vars = {p: Expr(p, {"i": "i64", "f": "f64"}[k], False) for p, k in zip(names, kinds)}
        self.arrays, self.places, self.budget = list(self.constants), [Expr("3", "i64", True)], 3
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

    # ---- functions as values ----

    def add_makers(self):
        """Functions that are given functions, and functions that make some."""
        for _ in range(self.rng.randrange(1, 3)):
            name, kinds = self.fresh("d"), self.pick(["i", "ii", "if"])
            names = ", ".join("pq"[k] for k in range(len(kinds)))
            self.emit("@cuda.jit(device=True)")
            self.emit(f"def {name}(g, {names}):")
            again = "g" + f"(int64(g({names})){', q' if len(kinds) > 1 else ''})"
            self.emit(f"    return {self.pick([f'int64(g({names})) ^ int64(p)', again, f'g({names}) + int64(p)'])}")
            self.emit("")
            self.appliers.append(Function(name, kinds, "i64", False))
        name = self.fresh("d")
        self.emit("@cuda.jit(device=True)")
        self.emit(f"def {name}(n, m):")
        body = self.pick(["int64(p) * int64(n) + int64(m)", "int64(p) ^ int64(n) if m else int64(n)",
                          "int64(p) - int64(n) * 3"])
        if self.chance(50):
            self.emit(f"    return lambda p: {body}")
        else:
            self.emit("    def inner(p):")
            self.emit(f"        return {body}")
            self.emit("    n = int64(n) + 1")
            self.emit("    return inner")
        self.emit("")
        self.makers.append(name)

    def value_of(self, kinds):
        """A function that takes such arguments and gives an integer."""
        found = [f.name for f in self.functions if f.kinds == kinds and rules.is_int(f.result)]
        if found and self.chance(60):
            return self.pick(found)
        if self.makers and kinds == "i" and self.chance(60):
            return f"{self.pick(self.makers)}({self.unknown('i').code}, {self.expr('i', 1).code})"
        return f"(lambda {', '.join('xyz'[k] for k in range(len(kinds)))}: {self.lambda_body(kinds, 'xyz', 1, 'i64')})"

    def unknown(self, kind):
        """A value that is not known when compiling."""
        e = self.expr(kind, 1)
        return self.pick(self.places) if self.is_known(e.code) else e

    def lambda_body(self, kinds, names, depth, result):
        saved = self.vars
        self.vars = {**self.vars, **{p: Expr(f"{'int64' if k == 'i' else 'float64'}({p})", {"i": "i64", "f": "f64"}[k],
                                             False) for p, k in zip(names, kinds)}}
        e = self.cast(result, self.expr("i" if rules.is_int(result) else "f", depth))
        self.vars = saved
        return e.code

    def apply(self):
        """A function is given a function."""
        f = self.pick(self.appliers)
        args = [self.unknown(k).code for k in f.kinds]
        return Expr(f"int64({f.name}({self.value_of(f.kinds)}, {', '.join(args)}))", "i64", False)

    def closure(self, context):
        kind = self.weighted([(5, "lambda"), (5, "def"), (6, "nonlocal"), (3 if self.makers else 0, "made"),
                              (2 if self.functions else 0, "tuple")])
        name, kinds = self.fresh("h"), self.pick(["i", "ii", "f", "if"])
        result = self.pick(["i64", "i64", "f64"])
        if kind == "lambda":
            names = ["p", "q"][:len(kinds)]
            self.emit(f"{name} = lambda {', '.join(names)}: {self.lambda_body(kinds, names, 2, result)}")
        elif kind == "made":
            kinds, result = "i", "i64"
            self.emit(f"{name} = {self.pick(self.makers)}({self.unknown('i').code}, {self.unknown('i').code})")
        elif kind == "tuple":
            f = self.pick(self.functions)
            kinds, result, k = f.kinds, f.result, self.rng.randrange(2)
            both = [f.name, "(lambda x: x)"]
            self.emit(f"{name} = ({', '.join(both if k == 0 else both[::-1])})")
            name = f"{name}[{k}]"
        else:
            self.inner_def(name, kinds, result, context if kind == "nonlocal" else None)
            if kind == "nonlocal":
                return
        self.functions.append(Function(name, kinds, result, False))

    def inner_def(self, name, kinds, result, outward):
        """A function within the kernel. What it sees of the kernel's variables
        it does not assign, but for one (`outward`) that it declares nonlocal."""
        if outward:
            c = self.fresh("c")
            self.emit(f"{c} = int64({self.unknown('i').code})")
            self.vars[c] = Expr(c, "i64", False)
        names = [f"p{k}" for k in range(len(kinds))]
        saved = self.vars, self.budget, self.features, self.functions, self.steppers, self.arrays, self.places
        self.emit(f"def {name}({', '.join(names)}):")
        self.depth += 1
        if outward:
            self.emit(f"nonlocal {c}")
        self.vars = {"_" + n: v for n, v in self.vars.items()}
        for p, k in zip(names, kinds):
            self.emit(f"{p} = {'int64' if k == 'i' else 'float64'}({p})")
            self.vars[p] = Expr(p, {"i": "i64", "f": "f64"}[k], False)
        self.features, self.budget, self.places = set(), 2, [Expr("3", "i64", True)]
        self.functions, self.steppers = [f for f in self.functions if f.name[0] == "d"], []
        for _ in range(self.rng.randrange(3)):
            self.statement(Context(False, ""))
        if outward:
            self.emit(f"{c} {self.pick(['+=', '^=', '-='])} int64({self.expr('i', 2).code})")
        if self.chance(40):
            self.emit(f"if {self.expr('b', 2).code}:")
            self.emit(f"    return {self.cast(result, self.expr('n', 2)).code}")
        self.emit(f"return {self.cast(result, self.expr('n', 2)).code}")
        self.depth -= 1
        self.vars, self.budget, self.features, self.functions, self.steppers, self.arrays, self.places = saved
        if outward:
            self.steppers = self.steppers + [Function(name, kinds, result, False)]

    def step(self, context):
        """A call that changes a variable of the kernel."""
        f = self.pick(self.steppers)
        call = f"{f.name}({', '.join(self.unknown(k).code for k in f.kinds)})"
        if self.chance(30):
            return self.emit(call)
        name = self.fresh()
        self.emit(f"{name} = {call}")
        return self.define(name, Expr("cuda", f.result, False), context)
