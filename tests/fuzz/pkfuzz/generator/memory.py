# SPDX-License-Identifier: Apache-2.0
"""Statements about memory: outputs, slices, views, local arrays, atomics."""
from oracle import rules
from .expressions import ArrayVar, Expr


class Memory:
    def number_for(self, out, depth=None):
        """What an output takes."""
        if rules.is_complex(out.type):
            return self.expr(self.pick("zzzf"), depth)
        return self.expr("n" if rules.is_float(out.type) or self.chance(25) else "i", depth)

    def own_row(self):
        """An output with a row for each thread; behind a guard where threads
        have none."""
        out = self.pick([o for o in self.outs if len(o.shape) == 2])
        guard = self.rows < self.total
        if guard:
            self.emit(f"if i < {out.name}.shape[0]:")
            self.depth += 1
        return out, guard

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
                op = self.pick(["add", "sub", "min", "max", "and_", "or_", "xor", "exch", "cas"]
                               + (["inc", "dec"] * 2 if out.type[0] == "u" else []))
                old = f"{self.pick(['own[i]', self.expr('i', 1).code])}, " if op == "cas" else ""
                taken = f"{name} = " if self.chance(60) else ""
                self.emit(f"{taken}cuda.atomic.{op}(own, i, {old}{self.expr('i').code})")
                if taken and not guard:
                    self.define(name, Expr("cuda", out.type, False), context)
        elif k and out.type[0] in "iuf" and out.type != "f16" and self.chance(12):
            op = self.pick(["add", "sub", "exch"] + (["min", "max", "and_", "or_", "xor"] if rules.is_int(out.type) else []))
            self.emit(f"cuda.atomic.{op}({out.name}, (i{k}), {e.code})")
        elif self.chance(40):
            op = self.pick(["+", "-", "*"])
            self.emit(f"{out.name}[i{k}] {op}= {e.code}")
        else:
            self.emit(f"{out.name}[i{k}] = {e.code}")
        if guard:
            self.depth -= 1

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
        elif kind == 5 or (kind == 6 and not same):
            self.mixed_fill(out, place, count)
        elif kind < 7 or not same:
            ops = ["+", "-", "*"] + (["&", "^", "<<", ">>"] if rules.is_int(out.type) else ["/"])
            self.emit(f"{place} {self.pick(ops)}= {self.cast(out.type, e).code}")
        else:
            a = f"{self.pick(same).name}[:{count}]"
            op, b = self.pick("+-*"), self.cast(out.type, self.number_for(out, 1)).code
            self.emit(f"{place} = {self.pick([a, f'{a} {op} {b}', f'{b} {op} {a}', f'{a} {op} {b} * {a}'])}")
        self.depth -= guard

    def write_view(self, context):
        """A function writes to the thread's own row."""
        out, guard = self.own_row()
        row = f"{out.name}[i]" if self.chance(60) else f"{self.pick(self.cutters)}({out.name}[i])"
        e = self.number_for(out)
        self.emit(f"{self.pick(self.writers)}({row}, {self.expr('i', 1).code}, {e.code})")
        self.depth -= guard

    def mixed_fill(self, out, place, count):
        """An expression of arrays of any types, in NumPy's loops."""
        found = [a for a in self.arrays if len(a.shape) == 1 and a.name[0] == "a" and a.shape[0] >= count
                 and a.type != "b1" and (not rules.is_complex(a.type) or rules.is_complex(out.type))]
        if not found:
            return self.emit(f"{place} = {self.number_for(out, 1).code}")
        a, b = (self.pick(found) for _ in range(2))
        x, y = (f"{v.name}[:{count}]" if self.chance(60) else f"{v.name}[{count - 1}::-1]" if count > 1
                else f"{v.name}[:1]" for v in (a, b))
        if self.chance(35):
            e = self.number_for(out, 1)
            y, b = e.code, e
        ops = ["+", "-", "*", "+", "-", "*", "/"]
        if rules.is_int(a.type) and rules.is_int(b.type) and rules.is_int(rules.unify(a.type, b.type)):
            ops += ["<<", ">>", "&", "|", "<<", ">>", "^"]
        return self.emit(f"{place} {self.pick(['', '', '+'])}= {x} {self.pick(ops)} {y}")

    def local_grid(self, context):
        """A local array with two axes, filled by rows."""
        name, n, m = self.fresh("l"), self.rng.randrange(2, 4), self.rng.randrange(1, 4)
        t = self.pick(rules.NUMBERS + self.rarer())
        kind = "z" if rules.is_complex(t) else "f" if rules.is_float(t) else "i"
        self.emit(f"{name} = cuda.local.array(({n}, {m}), {rules.NUMPY[t]})")
        self.emit(f"{name}{self.pick(['[:, :]', '[:]'])} = {self.cast(t, self.expr(kind, 2)).code}")
        for _ in range(self.rng.randrange(3)):
            place = self.pick([f"[{self.index(n).code}, :]", f"[:, {self.rng.randrange(m)}]", "[::-1]",
                               f".T[{self.rng.randrange(m)}, :]"])
            self.emit(f"{name}{place} {self.pick(['', '+', '-', '*'])}= {self.cast(t, self.expr(kind, 1)).code}")
        self.arrays.append(ArrayVar(name, t, (n, m), False))

    def local_array(self, context):
        if self.chance(30):
            return self.local_grid(context)
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

    def ufunc(self, context):
        """NumPy's function of elements, with an array for what it gives; perhaps
        one of its operands."""
        n, t = self.rng.randrange(1, 5), self.pick(rules.COMPLEX + rules.COMPLEX + ["f32", "f64", "i32", "i64", "u8"])
        kind, names = "z" if rules.is_complex(t) else "f" if rules.is_float(t) else "i", []
        for _ in range(self.rng.randrange(2, 4)):
            name, j = self.fresh("l"), self.fresh("j")
            self.emit(f"{name} = cuda.local.array({n}, {rules.NUMPY[t]})")
            self.emit(f"for {j} in range({n}):")
            saved = dict(self.vars)
            self.vars[j] = Expr(j, "i64", True)
            e = self.expr(kind, 2)
            if kind == "z":
                e = self.operator("+", e, Expr(j, "i64", True))
            self.emit(f"    {name}[{j}] = {self.cast(t, e).code}")
            self.vars = saved
            names.append(name)
        words = [self.pick([name, name, f"{name}[::-1]"]) for name in names[:-1]]
        whole = names[-1]
        other = self.pick([self.pick(names[:-1]), whole if self.chance(50) else names[0]])
        if rules.is_complex(t) and self.chance(25):
            self.emit(f"np.rint({words[0]}, {whole})")
        else:
            self.emit(f"np.{self.pick(['maximum', 'minimum', 'fmax', 'fmin'])}({words[0]}, {other}, {whole})")
        if rules.is_complex(t) and self.chance(40):  # exact to a few ULP: nobody looks at what it gives
            scrap = self.fresh("l")
            self.emit(f"{scrap} = cuda.local.array({n}, {rules.NUMPY[t]})")
            self.emit(f"np.{self.pick(['exp2', 'expm1', 'log1p'])}({whole}, {scrap})")
        v = self.fresh()
        e = Expr(f"{whole}[{self.index(n).code}]", t, False)
        self.emit(f"{v} = {e.code}")
        self.define(v, e, context)
        self.arrays += [ArrayVar(name, t, (n,), False) for name in names]

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
