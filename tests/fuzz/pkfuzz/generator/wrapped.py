# SPDX-License-Identifier: Apache-2.0
"""Indices, lanes and counts that go round: `(7 * t + 3) % 32`, `-5 * t & 63`. An
address of this kind is evenly apart for some threads and jumps back for others,
and whoever computes several threads at once must not forget it. Also arrays of a
thread's own that are used through views which run backwards or in steps."""
import math

from oracle import rules
from .expressions import ArrayVar, Expr

FACTORS = [1, 3, 5, 7, 9, 11, 13, 15, 17, 21, 31, 33, 2, 4, 6, 12, -1, -1, -3, -5, -7, -2]
SIZES = [8, 16, 32, 32, 64, 64, 12, 24, 33, 40, 7]


class Wrapped:
    def add_wrapped_args(self):
        """An array that all read, and one with a place in it for each thread of
        a block; to make them powers of two is the usual choice."""
        ring = 1
        while ring < self.threads:
            ring *= 2
        n = self.pick(SIZES + [ring] * 5)
        t = self.pick(["i64", "i32", "f64", "f32", "i16", "u8", "u64", "f64"])
        self.table = self.add_array(self.fresh("a"), t, (n,), self.pick(["in", "read"]))
        self.arrays.append(self.table)
        self.ring_size = ring if self.chance(70) else self.threads + self.rng.randrange(4)
        shape = (self.blocks, self.ring_size)
        self.ring = self.add_array("ow", self.pick(["i64", "i32", "f64", "f32", "u8"]), shape, "out")
        self.ring_map = self.bijection(self.ring_size)
        self.wrapped_shared = None

    # ---- places that go round ----

    def bijection(self, n):
        """(factor, addend) for which threads of a block go to places of their own
        among n."""
        factors = [f for f in FACTORS if math.gcd(f, n) == 1]
        return self.pick(factors), self.pick([0, 0, 0, 1, 3, -1, -4, n // 2, n + 1])

    def where_from(self):
        """What numbers threads: the same number in different words and types."""
        e = Expr("t", "i64", False)
        if self.block_dim[1:] == (1, 1):
            e = self.pick([e, Expr("cuda.threadIdx.x", "i32", False)])
        return self.pick([e, e, e, self.cast("i32", e), self.cast("i64", e)])

    def round(self, x, factor, add, n):
        """(factor * x + add) % n in one of the ways to write it."""
        def number(v):
            return Expr(f"({v})" if v < 0 else str(v), "i64", True)
        e = x
        if factor == -1 and self.chance(50):
            e = Expr(f"(-{x.code})", rules.unary("-", x.type)[1], x.uniform)
        elif factor != 1 or self.chance(20):
            shift = factor.bit_length() - 1
            if factor > 1 and factor == 1 << shift and self.chance(50):
                e = self.operator("<<", x, number(shift))
            else:
                e = self.operator("*", *self.rng.sample([x, number(factor)], 2))
        if add:
            e = self.operator("-", e, number(-add)) if add < 0 and self.chance(70) else \
                self.operator("+", *self.rng.sample([e, number(add)], 2))
        power = n & (n - 1) == 0
        if self.chance(25):  # what does not change the rest
            e = self.cast(self.pick(["i64", "i32"] + (["u32", "u64"] if power else [])), e)
        if power and e.type == "u64":
            e = self.operator("%", e, self.cast("u64", number(n)))
            return self.cast("i64", e)
        e = self.operator("&", e, number(n - 1)) if power and self.chance(50) else self.operator("%", e, number(n))
        return self.cast("i32", e) if self.chance(10) else e

    def wrapped(self, n, x=None):
        """A place from 0 to n - 1, and now and then one found in a roundabout
        way: by a function made for it, as an item of a tuple."""
        x = x or self.pick([self.where_from(), self.where_from(), Expr("i", "i64", False)])
        factor, add = self.pick(FACTORS), self.pick([0, 0, 0, 0, 1, 2, 3, -1, -5, n, n // 2, 100])
        kind = self.rng.randrange(20)
        if kind == 0:
            e = self.round(Expr("k", x.type, False), factor, add, n)
            return Expr(f"(lambda k: {e.code})({x.code})", e.type, x.uniform)
        e = self.round(x, factor, add, n)
        if kind == 1:
            at = self.rng.randrange(2)
            pair = [e.code, self.unknown("f").code]
            return Expr(f"({', '.join(pair if at == 0 else pair[::-1])})[{at}]", e.type, e.uniform)
        return e

    # ---- statements ----

    def wrapped_statement(self, context):
        kinds = [(8, self.wrapped_read), (8, self.wrapped_loop), (7, self.wrapped_store), (3, self.wrapped_count),
                 (6, self.wrapped_own), (9, self.own_view), (5, self.wrapped_turns)]
        if context.meet and self.wrapped_shared:
            kinds += [(14, self.wrapped_exchange)]
        if context.mask == "-1" and self.whole_warps and not self.returned:
            kinds += [(14, self.wrapped_shuffle)]
        self.weighted(kinds)(context)

    def wide_kind(self, t):
        return "float64" if rules.is_float(t) else "int64"

    def wrapped_read(self, context):
        a, v = self.table, self.fresh()
        e = Expr(f"{a.name}[{self.wrapped(a.shape[0]).code}]", a.type, False)
        if self.chance(40):
            e = self.operator(self.pick("+-*"), e, Expr(f"{a.name}[{self.wrapped(a.shape[0]).code}]", a.type, False))
        self.emit(f"{v} = {e.code}")
        self.define(v, e, context)

    def wrapped_loop(self, context):
        """Each thread goes round the array by itself."""
        a, v, j = self.table, self.fresh(), self.fresh("j")
        n, wide = a.shape[0], self.wide_kind(a.type)
        self.emit(f"{v} = {wide}({self.expr(wide[0], 1).code})")
        self.emit(f"for {j} in range({self.pick([n, n, n // 2 + 1, f'{a.name}.shape[0]'])}):")
        x = Expr(j, "i64", False)
        if self.chance(25):
            x = self.operator("+", x, self.where_from())
        place = self.wrapped(n, x).code
        self.emit(f"    {v} {self.pick(['+', '-', '+', '^' if wide == 'int64' else '*'])}= {wide}({a.name}[{place}])")
        self.define(v, Expr("cuda", wide[0] + "64", False), context)

    def wrapped_turns(self, context):
        """A place that goes on from turn to turn and comes round at its type's
        end, or the array's."""
        a, v, x, j = self.table, self.fresh(), self.fresh("x"), self.fresh("j")
        n, wide = a.shape[0], self.wide_kind(a.type)
        t, step = self.pick(["u8", "u8", "u16", "u32", "i8"]), self.pick(FACTORS + [37, 71, 100, 127, 200, 255])
        start = self.pick([self.where_from().code, "0", self.expr("i", 1).code])
        power = n & (n - 1) == 0
        self.emit(f"{v} = {wide}({self.expr(wide[0], 1).code})")
        self.emit(f"{x} = {rules.NUMPY[t]}({start})")
        self.emit(f"for {j} in range({self.rng.randrange(3, 40)}):")
        place = f"{x} & {n - 1}" if power and self.chance(50) else f"{x} % {n}"
        self.emit(f"    {v} {self.pick('+-')}= {wide}({a.name}[{place}])")
        turn = f"{x} {'-' if step < 0 else '+'} {abs(step)}"
        self.emit(f"    {x} = {rules.NUMPY[t]}({self.pick([turn, turn, f'({turn}) % {n}'])})")
        self.define(v, Expr("cuda", wide[0] + "64", False), context)

    def wrapped_store(self, context):
        """To the thread's own place of the ring: always by the same map."""
        block = "0"
        if self.blocks > 1:
            block = "cuda.blockIdx.x + cuda.gridDim.x * (cuda.blockIdx.y + cuda.gridDim.y * cuda.blockIdx.z)"
        place = f"ow[{block}, {self.round(self.where_from(), *self.ring_map, self.ring_size).code}]"
        e = self.expr("f" if rules.is_float(self.ring.type) else "i", 2)
        if self.chance(30):
            at = self.wrapped(self.table.shape[0]).code
            e = self.operator("+", Expr(f"{self.table.name}[{at}]", self.table.type, False), e)
        self.emit(f"{place} {self.pick(['', '', '+', '-'])}= {self.cast(self.ring.type, e).code}")

    def wrapped_count(self, context):
        v, e = self.fresh(), self.unknown("i")
        op = self.pick(["<<", ">>"])
        e = self.operator(op, e, self.wrapped(self.pick([8, 32, 64, 128, 40])))
        self.emit(f"{v} = {e.code}")
        self.define(v, e, context)

    def wrapped_shuffle(self, context):
        v, e = self.fresh(), self.wide(self.expr(self.pick("if"), 2))
        fn = self.pick(["shfl_sync", "shfl_sync", "shfl_xor_sync", "shfl_up_sync", "shfl_down_sync"])
        self.emit(f"{v} = cuda.{fn}({context.mask}, {e.code}, {self.wrapped(32).code})")
        self.define(v, Expr("cuda", e.type, False), context)

    def wrapped_start(self):
        """At the kernel's start: a shared array with something everywhere."""
        n, t, name, j = self.ring_size, self.pick(["i64", "i32", "f64", "f32", "u8", "i16"]), self.fresh("s"), self.fresh("j")
        self.emit(f"{name} = cuda.shared.array({n}, {rules.NUMPY[t]})")
        self.emit(f"for {j} in range(t, {n}, {self.threads}):")
        self.emit(f"    {name}[{j}] = {j} * {self.pick([1, 3, -2])}" + (" % 100" if t == "u8" else ""))
        self.emit("cuda.syncthreads()")
        self.wrapped_shared = name, t

    def wrapped_exchange(self, context):
        (name, t), v, n = self.wrapped_shared, self.fresh(), self.ring_size
        e = self.cast(t, self.expr("f" if rules.is_float(t) else "i", 2))
        self.emit("cuda.syncthreads()")
        if self.chance(70):
            place = self.round(self.where_from(), *self.bijection(n), n).code
            self.emit(f"{name}[{place}] = {e.code}")
            self.emit("cuda.syncthreads()")
        if self.chance(70):
            self.emit(f"{v} = {name}[{self.wrapped(n).code}]")
            return self.define(v, Expr("cuda", t, False), context)
        j, wide = self.fresh("j"), self.wide_kind(t)
        self.emit(f"{v} = {wide}({self.expr(wide[0], 1).code})")
        self.emit(f"for {j} in range({n}):")
        self.emit(f"    {v} += {name}[{self.wrapped(n, Expr(j, 'i64', False)).code}]")
        return self.define(v, Expr("cuda", wide[0] + "64", False), context)

    def wrapped_own(self, context):
        """An array of the thread's own, filled round and round."""
        name, j, n = self.fresh("l"), self.fresh("j"), self.pick([4, 8, 16, 6, 32])
        t = self.pick(["i64", "i32", "i16", "u8", "f64", "f32"])
        self.emit(f"{name} = cuda.local.array({n}, {rules.NUMPY[t]})")
        self.emit(f"for {j} in range({n}):")
        place = self.round(Expr(j, "i64", False), *self.bijection(n), n).code
        at = self.wrapped(self.table.shape[0], Expr(j, "i64", False)).code
        e = self.pick([f"{self.table.name}[{at}]", f"{j} * {self.rng.randrange(9)}", f"{j} + {self.unknown('i').code}"])
        self.emit(f"    {name}[{place}] = {rules.NUMPY[t]}({e})")
        self.arrays.append(ArrayVar(name, t, (n,), False))

    def own_view(self, context):
        """The same through a view that runs backwards or in steps, in place."""
        name, w, j = self.fresh("l"), self.fresh("l"), self.fresh("j")
        n, t = self.pick([8, 8, 16, 4, 5, 9]), self.pick(["i16", "i32", "i64", "u8", "f32", "f64"])
        start, step = self.pick([("", -1), ("", -1), ("", 2), (1, 3), (1, 2), ("", -2), (n - 2, -1), ("", -3)])
        kind, wide = "f" if rules.is_float(t) else "i", rules.NUMPY[t]
        self.emit(f"{name} = cuda.local.array({n}, {wide})")
        self.emit(f"for {j} in range({n}):")
        self.emit(f"    {name}[{j}] = {wide}({self.pick([f'{j} * 0', f'{j} * 3', self.expr(kind, 1).code])})")
        self.emit(f"{w} = {name}[{start}::{step}]")
        count = len(range(n)[slice(start if start != "" else None, None, step)])
        self.emit(f"for {j} in range({self.pick([f'len({w})', f'{w}.shape[0]', count])}):")
        rest = f" % {self.pick([29999, 100, 7])}" if kind == "i" else ""
        self.emit(f"    {w}[{self.pick([j, j, j, f'-1 - {j}'])}] = " + self.pick([
            f"{wide}(({w}[-1 - {j}] + {j} * 2){rest})", f"{wide}(({w}[{j}] * 3 + {j}){rest})",
            f"{wide}({w}[{j}] + {self.expr(kind, 1).code})", f"{wide}({j} * {self.pick([2, 5, -1])})"]))
        if context.meet and self.chance(50):
            self.emit("cuda.syncthreads()")
        v, e = self.fresh(), self.unknown("i")
        at = f"{e.code} & {n - 1}" if n & (n - 1) == 0 and rules.is_int(e.type) and e.type != "u64" else f"{e.code} % {n}"
        self.emit(f"{v} = {name}[{self.pick([at, self.wrapped(n).code])}]")
        self.define(v, Expr("cuda", t, False), context)
        self.arrays += [ArrayVar(name, t, (n,), False), ArrayVar(w, t, (count,), False)]
