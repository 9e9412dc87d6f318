# SPDX-License-Identifier: Apache-2.0
"""Questions about items by generators, any, all, sum, min and max; and copies of parts
of arrays."""
from oracle import rules
from .expressions import ArrayVar, Expr


class Asking:
    def asking(self, context):
        return self.pick([self.ask, self.ask, self.copy])(context)

    def items_of(self):
        """(targets, what they go over): names are variables from here on."""
        x = self.fresh("g")
        found = [a for a in self.arrays if len(a.shape) == 1 and a.type in rules.NUMBERS and a.name in self.params]
        kind = self.pick(["range", "tuple", "array", "enumerate", "zip"] if found else ["range", "tuple"])
        if kind == "range":
            self.vars[x] = Expr(x, "i64", False)
            return x, self.pick([f"range({self.rng.randrange(6)})", f"range({self.rng.randrange(3, 7)}, 0, -2)"])
        if kind == "tuple":
            items = [self.cast("i64", self.unknown("i")).code for _ in range(self.rng.randrange(2, 5))]
            self.vars[x] = Expr(x, "i64", False)
            return x, f"({', '.join(items)})"
        a, y = self.pick(found), self.fresh("g")
        self.vars[x] = Expr(x, a.type, False)
        if kind == "array":
            return x, a.name
        if kind == "enumerate":
            self.vars[y] = Expr(y, "i64", False)
            return f"{y}, {x}", f"enumerate({a.name})"
        self.vars[y] = Expr(y, "i64", False)
        return f"{x}, {y}", f"zip({a.name}, range({self.rng.randrange(1, 5)}))"

    def ask(self, context):
        saved, known = dict(self.vars), set(self.known)
        self.known = set()
        words = []
        for _ in range(1 + self.chance(20)):
            target, over = self.items_of()
            words.append(f"for {target} in {over}")
            if self.chance(35):
                words.append(f"if {self.expr('b', 1).code}")
        words = " ".join(words)
        name = self.pick(["any", "all", "sum", "min", "max"])
        kind = "b" if name in ("any", "all") else self.pick("iif")
        item = self.expr(kind, 2)
        self.vars, self.known = saved, known
        result = self.fresh()
        if kind == "b":
            self.emit(f"{result} = {name}({item.code} {words})")
            return self.define(result, Expr("cuda", "b1", False), context)
        t = "f64" if kind == "f" else "i64"
        item = self.cast(t, item).code
        if name == "sum":
            code = f"sum({item} {words})"
        else:
            code = f"{name}(({item} {words}), default={self.cast(t, self.unknown(kind)).code})"
        self.emit(f"{result} = {code}")
        return self.define(result, Expr("cuda", t, False), context)

    def copy(self, context):
        """Of a part with a known number of elements; the copy is the thread's own."""
        found = [a for a in self.arrays if a.name in self.params and a.type in rules.NUMBERS and len(a.shape) <= 2]
        if not found:
            return self.ask(context)
        a, name = self.pick(found), self.fresh("l")
        n = a.shape[-1]
        start = self.rng.randrange(n)
        stop, step = self.rng.randrange(start, n) + 1, self.pick([1, 1, 2])
        part = f"{start}:{stop}" + (f":{step}" if step > 1 else "")
        count = len(range(start, stop, step))
        if self.chance(25):
            part, count = f"{stop - 1}:{start - 1 if start else ''}:-1", stop - start
        row = "" if len(a.shape) == 1 else f"{self.rng.randrange(a.shape[0])}, "
        self.emit(f"{name} = {a.name}[{row}{part}].copy()")
        own = ArrayVar(name, a.type, (count,), False)
        kind = "f" if rules.is_float(a.type) else "i"
        if self.chance(60):
            self.emit(f"{name}[{self.index(count).code}] {self.pick(['', '+', '-'])}= {self.expr(kind, 2).code}")
        if self.depth == 1:
            self.arrays.append(own)
            return None
        result = self.fresh()
        self.emit(f"{result} = {'float64' if kind == 'f' else 'int64'}({name}[{self.index(count).code}])")
        return self.define(result, Expr("cuda", "f64" if kind == "f" else "i64", False), context)
