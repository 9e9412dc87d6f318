# SPDX-License-Identifier: Apache-2.0
"""Programs that make CUDA's vector types of numbers and of shorter vectors."""
from oracle import rules
from oracle.vectors import NAMES
from .expressions import Expr


class Vectors:
    """Writes statements; the rest of a program is its heir's, generate.Generator."""

    def sizes(self, t):
        """(code, number of elements) of the vectors of that type that are there."""
        for code, (of, count) in self.vectors.items():
            if of == t and f"{code}.x" in self.vars:
                yield code, count

    def make_vector(self, context):
        """A vector, whose elements are then there to use."""
        there = [of for of, _ in self.vectors.values()] if self.chance(60) else []
        t, count = self.pick(there or rules.NUMBERS + ["f32", "f32", "f64", "i32", "u8"]), self.rng.randrange(1, 5)
        name, q = self.pick([n for n, of in NAMES.items() if of == t]), self.fresh("q")
        parts, left, uniform = [], count, context.meet
        while left:
            fitting = [(code, size) for code, size in self.sizes(t) if size <= left]
            if fitting and self.chance(60):
                code, size = self.pick(fitting)
                uniform = uniform and self.vars[f"{code}.x"].uniform
            else:
                e, size = self.unknown(self.pick("iif")), 1
                code, uniform = e.code, uniform and e.uniform
            parts.append(code)
            left -= size
        self.emit(f"{q} = cuda.{name}{count}({', '.join(parts)})")
        self.add_vector(q, t, count, uniform)

    def choose_vector(self, context):
        """One of two vectors, or the vector that a function makes of one."""
        t, count = self.pick(sorted({(t, n) for t, n in self.vectors.values()
                                     if any(size == n for _, size in self.sizes(t))}) or [(None, 0)])
        if not count:
            return self.make_vector(context)
        given = [code for code, size in self.sizes(t) if size == count]
        a, b, c, q = self.pick(given), self.pick(given), self.mixed(), self.fresh("q")
        self.emit(f"{q} = {a} if {c.code} else {b}")
        self.add_vector(q, t, count, context.meet and c.uniform and all(self.vars[f"{v}.x"].uniform for v in (a, b)))
        return None

    def add_vector(self, q, t, count, uniform):
        self.vectors[q] = t, count
        for letter in "xyzw"[:count]:
            self.vars[f"{q}.{letter}"] = Expr(f"{q}.{letter}", t, uniform)
