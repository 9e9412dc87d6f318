# SPDX-License-Identifier: Apache-2.0
"""Statements that move elements within an array: slices of it stored into
others of its slices. Each gives what it does where all is read first, whether
elements then move forwards, backwards or, found while running, either way."""
from oracle import rules
from .expressions import Expr


class Moves:
    def number_within(self, bound):
        """A new variable from 0 to below the bound."""
        name = self.fresh("z")
        self.emit(f"{name} = int64({self.expr('i', 2).code}) % {bound}")
        return name

    def spans(self, n):
        """(where elements go, where they come from): slices of an axis with n
        elements, which overlap."""
        k = self.rng.randrange(1, n)
        kind = self.rng.randrange(8)
        if kind < 2:
            pair = f"{k}:", f":-{k}"
        elif kind == 2:
            pair = f"{n - 1}:0:-1", f"{n - 2}::-1"
        elif kind == 3:
            step = self.pick([1, 2, 3])
            pair = f"{k}::{step}", f":{n - k}:{step}"
        elif kind < 6:
            z = self.number_within(n)
            pair = f"{z}:", f":{n} - {z}"
        else:
            to, start = self.number_within(n - k + 1), self.number_within(n - k + 1)
            pair = f"{to}:{to} + {k}", f"{start}:{start} + {k}"
        return pair if self.chance(50) else pair[::-1]

    def moved(self, place, source, t):
        """The statement, of places of this type."""
        kind = "z" if rules.is_complex(t) else "f" if rules.is_float(t) else "i"
        other = self.cast(t, self.expr(kind, 1)).code if self.chance(60) else place
        ops = ["+", "-", "*"] + (["&", "|", "^"] if rules.is_int(t) else [])
        op = self.pick(ops)
        if self.chance(20):
            return self.emit(f"{place} {op}= {source}")
        return self.emit(f"{place} = " + self.pick([source, source, f"{source} {op} {other}", f"{other} {op} {source}",
                                                    f"{source} {op} {source}"]))

    def move(self, context):
        """In an array of the thread's own: a row of an output, a local array."""
        locals_of = [a for a in self.arrays if a.name[0] == "l" and "." not in a.name and a.type != "b1"
                     and max(a.shape) > 1]
        if locals_of and self.chance(50):
            a = self.pick(locals_of)
            return self.move_grid(a) if len(a.shape) == 2 else self.move_in(a.name, a.type, a.shape[0])
        out, guard = self.own_row()
        self.move_in(f"{out.name}[i]", out.type, out.shape[1], f"{out.name}[i, ")
        self.depth -= guard
        return None

    def move_in(self, name, t, n, begin=None):
        """In what has one axis. `begin` is what an index is written behind."""
        if self.chance(15):
            name, begin = f"{name}[::-1]", None
        to, start = self.spans(n)
        begin = begin or f"{name}["
        self.moved(f"{begin}{to}]", f"{begin}{start}]" if self.chance(70) else f"{name}[{start}]", t)

    def move_grid(self, a):
        n, m = a.shape
        name = a.name
        kind = self.rng.randrange(6)
        if kind == 0:
            x, y = self.number_within(n), self.number_within(n)
            place, source = f"{name}[{x}, :]", f"{name}[{y}, :]"
        elif kind == 1:
            x, y = self.number_within(m), self.number_within(m)
            place, source = f"{name}[:, {x}]", f"{name}[:, {y}]"
        elif kind == 2 and n > 1 and m > 1:
            down = self.chance(50)
            place, source = f"{name}[1:, {'1:' if down else ':-1'}]", f"{name}[:-1, {':-1' if down else '1:'}]"
            place, source = self.rng.sample([place, source], 2)
        elif kind == 3 and n > 1:
            place, source = f"{name}[1:, :]", f"{name}[0, :]"
        elif n > 1 and (kind == 4 or m == 1):
            place, source = (f"{name}[{s}, :]" for s in self.rng.sample(["1:", ":-1"], 2))
        else:
            place, source = (f"{name}[:, {s}]" if m > 1 else f"{name}[:, :]" for s in self.rng.sample(["1:", ":-1"], 2))
        self.moved(place, source, a.type)

    def move_shared(self, context):
        """One thread moves what all have written and will read."""
        if self.threads < 2:
            return self.assign(context)
        name, t = self.pick(self.shared)
        e, at = self.expr("f" if rules.is_float(t) else "i", 2), self.index(self.threads)
        v = self.fresh()
        self.emit("cuda.syncthreads()")
        self.emit(f"{name}[t] = {e.code}")
        self.emit("cuda.syncthreads()")
        self.emit(f"if t == {self.pick(['0', f'cuda.blockIdx.x % {self.threads}', str(self.threads - 1)])}:")
        self.depth += 1
        self.move_in(name, t, self.threads)
        self.depth -= 1
        self.emit("cuda.syncthreads()")
        self.emit(f"{v} = {name}[{at.code}]")
        return self.define(v, Expr("cuda", t, False), context)
