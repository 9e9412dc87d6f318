# SPDX-License-Identifier: Apache-2.0
"""What blocks of threads are mostly there for: scans, sorts, histograms, stencils
over tiles, transposes, reductions, compaction, tables of dynamic programming,
sparse products, machines with states, numbers of many words. Each is written as
people write it, with sizes, types, operators and words that vary, and works on
what the program around it has."""
from oracle import rules
from program import Array
from .expressions import Expr, dense


class Algorithms:
    def add_algorithm_args(self):
        """A sparse matrix by rows, and counts of the whole grid."""
        rows, starts, columns = self.rng.randrange(1, 12), [0], []
        self.sparse_width = self.rng.randrange(1, 9)
        for _ in range(rows):
            columns += [self.rng.randrange(self.sparse_width) for _ in range(self.rng.randrange(5))]
            starts.append(len(columns))
        columns, self.sparse_rows = columns + [0], rows
        index = self.pick(["i32", "i64", "i16"])
        self.starts = self.add_list(index, starts)
        self.places_in_row = self.add_list(self.pick([index, "i32", "u8"]), columns)
        self.weights = self.add_array(self.fresh("a"), self.pick(["f32", "f64", "i32", "i64"]), (len(columns),), "in")
        self.factors = self.add_array(self.fresh("a"), self.pick(["f32", "f64", "i32"]), (self.sparse_width,), "in")
        self.samples = self.add_array(self.fresh("a"), self.pick(["u8", "i32", "i64", "u32", "i16"]),
                                      (self.total + self.rng.randrange(9),), "in")
        self.bins = self.pick([2, 4, 7, 8, 16, 32])
        self.totals = self.add_array("ob", self.pick(["i32", "i64", "u32"]), (self.bins,), "out")
        self.args[-1].fill = [0] * self.args[-1].count()
        self.arrays += [self.weights, self.factors, self.samples]
        self.algorithms_left = self.rng.randrange(1, 3)

    def add_list(self, dtype, numbers):
        name = self.fresh("a")
        self.params.append(name)
        self.args.append(Array(dtype, (len(numbers),), dense((len(numbers),), [0]), 0, "in", numbers))
        return name

    def algorithm(self, context):
        """All threads of the block are here, in step, for the last time."""
        self.algorithms_left -= 1
        choices = [self.scan, self.scan, self.tree_scan, self.bitonic_sort, self.odd_even_sort, self.private_histogram,
                   self.states, self.edit_distance, self.sparse_product, self.compaction, self.carries, self.long_product,
                   self.transpose, self.stencil]
        choices += [self.shuffle_sum, self.shuffle_sum] if self.whole_warps else []
        self.pick(choices)(context)

    # ---- words ----

    def kind_of(self, t):
        return "f" if rules.is_float(t) else "i"

    def shared_of(self, n, t):
        name = self.fresh("s")
        self.emit(f"{name} = cuda.shared.array({n}, {rules.NUMPY[t]})")
        return name

    def varying(self, t, depth=2):
        """A value of the program's, of this type, another one in each thread."""
        e = self.expr(self.kind_of(t), depth)
        if self.chance(60):
            e = self.operator(self.pick("+-"), e, self.places[0])
        return self.cast(t, e).code

    def meet(self):
        self.emit("cuda.syncthreads()")

    def result(self, code, t, context, uniform=False):
        v = self.fresh()
        self.emit(f"{v} = {code}")
        self.define(v, Expr("cuda", t, uniform), context)

    def combine(self, t, a, b):
        """One of the operators that scans and sums are made with."""
        ops = [f"{a} + {b}", f"{a} + {b}", f"max({a}, {b})", f"min({a}, {b})", f"{a} * {b}"]
        ops += [f"{a} ^ {b}", f"{a} | {b}"] if rules.is_int(t) else []
        return f"{rules.NUMPY[t]}({self.pick(ops)})"

    def halve(self, name):
        return self.pick([f"{name} //= 2", f"{name} >>= 1", f"{name} = {name} // 2"])

    def double(self, name):
        return self.pick([f"{name} *= 2", f"{name} <<= 1", f"{name} = {name} + {name}"])

    def some_type(self):
        return self.pick(["i32", "i64", "f32", "f64", "u32", "i16", "u8"])

    def largest_power(self):
        n = 1
        while n * 2 <= self.threads:
            n *= 2
        return n

    # ---- scans ----

    def scan(self, context):
        """Hillis and Steele's: in place, or from one half of the array to the
        other."""
        t, d, x, n = self.some_type(), self.fresh("d"), self.fresh("x"), self.threads
        if self.chance(50):
            s = self.shared_of(n, t)
            self.emit(f"{s}[t] = {self.varying(t)}")
            self.meet()
            self.emit(f"{d} = 1")
            self.emit(f"while {d} < {n}:")
            self.emit(f"    {x} = {s}[t]")
            self.emit(f"    if t >= {d}:")
            self.emit(f"        {x} = {self.combine(t, f'{s}[t - {d}]', x)}")
            self.emit("    cuda.syncthreads()")
            self.emit(f"    {s}[t] = {x}")
            self.emit("    cuda.syncthreads()")
            self.emit(f"    {self.double(d)}")
            return self.result(self.pick([f"{s}[t]", f"{s}[{n - 1}]", f"{s}[t - 1] if t > 0 else {rules.NUMPY[t]}(0)"]), t,
                               context)
        s, p = self.shared_of((2, n), t), self.fresh("p")
        self.emit(f"{s}[0, t] = {self.varying(t)}")
        self.meet()
        self.emit(f"{p}, {d} = 0, 1")
        self.emit(f"while {d} < cuda.blockDim.x * cuda.blockDim.y * cuda.blockDim.z:")
        self.emit(f"    if t >= {d}:")
        self.emit(f"        {s}[1 - {p}, t] = {self.combine(t, f'{s}[{p}, t]', f'{s}[{p}, t - {d}]')}")
        self.emit("    else:")
        self.emit(f"        {s}[1 - {p}, t] = {s}[{p}, t]")
        self.emit(f"    {p} = {self.pick([f'1 - {p}', f'{p} ^ 1'])}")
        self.emit("    cuda.syncthreads()")
        self.emit(f"    {self.double(d)}")
        return self.result(f"{s}[{p}, {self.pick(['t', str(n - 1), f'{n - 1} - t'])}]", t, context)

    def tree_scan(self, context):
        """Blelloch's: up a tree and down again; exclusive."""
        t, n = self.pick(["i32", "i64", "f32", "f64", "u32"]), self.largest_power()
        n *= 2 if self.chance(50) else 1  # a thread for each element, or for two
        s, d, k, x, j = self.shared_of(n, t), self.fresh("d"), self.fresh("k"), self.fresh("x"), self.fresh("j")
        self.emit(f"for {j} in range(t, {n}, {self.threads}):")
        self.emit(f"    {s}[{j}] = {self.varying(t, 1)}")
        self.emit(f"{d} = 1")
        self.emit(f"while {d} < {n}:")
        self.emit("    cuda.syncthreads()")
        self.emit(f"    {k} = (t + 1) * 2 * {d} - 1")
        self.emit(f"    if {k} < {n}:")
        self.emit(f"        {s}[{k}] += {s}[{k} - {d}]")
        self.emit(f"    {self.double(d)}")
        self.meet()
        self.emit("if t == 0:")
        self.emit(f"    {s}[{self.pick(['-1', str(n - 1)])}] = 0")
        self.emit(f"while {d} > 1:")
        self.emit(f"    {self.halve(d)}")
        self.emit("    cuda.syncthreads()")
        self.emit(f"    {k} = (t + 1) * 2 * {d} - 1")
        self.emit(f"    if {k} < {n}:")
        if self.chance(50):
            self.emit(f"        {x} = {s}[{k} - {d}]")
            self.emit(f"        {s}[{k} - {d}] = {s}[{k}]")
            self.emit(f"        {s}[{k}] += {x}")
        else:
            self.emit(f"        {s}[{k} - {d}], {s}[{k}] = {s}[{k}], {s}[{k}] + {s}[{k} - {d}]")
        self.meet()
        self.result(f"{s}[{self.pick([f't % {n}', str(n - 1), f'({n - 1} - t) % {n}'])}]", t, context)

    # ---- sorts ----

    def bitonic_sort(self, context):
        t, n = self.pick(["i32", "i64", "u32", "i16", "f32"]), self.largest_power()
        s, k, j, p, a, b = self.shared_of(n, t), *(self.fresh(c) for c in "kjpxy")
        first = self.varying(t)
        self.emit(f"if t < {n}:")
        self.emit(f"    {s}[t] = {first}" if t != "f32" else f"    {s}[t] = float32(int32({first}) % 50)")
        self.meet()
        self.emit(f"{k} = 2")
        self.emit(f"while {k} <= {n}:")
        self.emit(f"    {j} = {self.pick([f'{k} // 2', f'{k} >> 1'])}")
        self.emit(f"    while {j} > 0:")
        self.emit(f"        {p} = t ^ {j}")
        self.emit(f"        if t < {n} and {p} > t:")
        self.emit(f"            {a} = {s}[t]")
        self.emit(f"            {b} = {s}[{p}]")
        up = self.pick([f"t & {k} == 0", f"(t & {k}) == 0", f"not t & {k}", f"t // {k} % 2 == 0"])
        if self.chance(50):
            self.emit(f"            if ({a} > {b}) == ({up}):")
        else:
            self.emit(f"            if ({up} and {a} > {b}) or (not ({up}) and {a} < {b}):")
        self.emit(f"                {s}[t], {s}[{p}] = {b}, {a}" if self.chance(50) else f"                {s}[t] = {b}")
        if not self.lines[-1].endswith(a):
            self.emit(f"                {s}[{p}] = {a}")
        self.emit("        cuda.syncthreads()")
        self.emit(f"        {self.halve(j)}")
        self.emit(f"    {self.double(k)}")
        self.result(f"{s}[{self.pick([f't % {n}', '0', str(n - 1), f't & {n - 1}'])}]", t, context)

    def odd_even_sort(self, context):
        t, n = self.pick(["i32", "i64", "u8", "f64"]), self.threads
        s, r, k, x = self.shared_of(n, t), *(self.fresh(c) for c in "rkx")
        first = self.varying(t)
        self.emit(f"{s}[t] = {first}" if t != "f64" else f"{s}[t] = int64({first}) % 30")
        self.meet()
        self.emit(f"for {r} in range({n}):")
        self.emit(f"    {k} = 2 * t + {self.pick([f'{r} % 2', f'({r} & 1)'])}")
        self.emit(f"    if {k} + 1 < {n} and {s}[{k}] {self.pick('<>')} {s}[{k} + 1]:")
        if self.chance(50):
            self.emit(f"        {s}[{k}], {s}[{k} + 1] = {s}[{k} + 1], {s}[{k}]")
        else:
            self.emit(f"        {x} = {s}[{k}]")
            self.emit(f"        {s}[{k}] = {s}[{k} + 1]")
            self.emit(f"        {s}[{k} + 1] = {x}")
        self.emit("    cuda.syncthreads()")
        self.result(f"{s}[{self.pick(['t', '0', '-1', f'{n - 1} - t'])}]", t, context)

    # ---- counting ----

    def private_histogram(self, context):
        """The block counts for itself and adds what it counted to the grid's."""
        n, a, j = self.bins, self.samples.name, self.fresh("j")
        s = self.shared_of(n, self.pick(["i32", "i64", "u32"]))
        self.emit(f"for {j} in range(t, {n}, {self.threads}):")
        self.emit(f"    {s}[{j}] = 0")
        self.meet()
        first, step = ("i", str(self.total)) if self.chance(60) else ("t", str(self.threads))
        self.emit(f"for {j} in range({first}, {a}.size, {step}):")
        power = n & (n - 1) == 0
        at = self.pick([f"{a}[{j}] % {n}", f"int64({a}[{j}]) & {n - 1}" if power else f"{a}[{j}] % {n}",
                        f"abs(int64({a}[{j}]) >> 2) % {n}"])
        self.emit(f"    cuda.atomic.add({s}, {at}, {self.pick(['1', '1', f'{j} % 3', '2'])})")
        self.meet()
        self.emit(f"for {j} in range(t, {n}, {self.threads}):")
        self.emit(f"    cuda.atomic.add(ob, {j}, {s}[{j}])")
        self.result(f"{s}[{self.index(n).code}]", "i64", context)

    def compaction(self, context):
        """Those that are chosen move together: by votes of warps, or by a sum of
        the block."""
        t, n, p = self.some_type(), self.threads, self.fresh("q")
        s, c = self.shared_of(n, t), self.fresh("m")
        chosen = f"{self.pick(self.places).code} % {self.rng.randrange(2, 5)} != {self.rng.randrange(2)}"
        self.emit(f"{s}[t] = {rules.NUMPY[t]}({self.rng.randrange(9)})")
        if self.chance(60):
            self.emit(f"{p} = {chosen} and {self.mixed().code}" if self.chance(50) else f"{p} = {chosen}")
            self.emit(f"{c} = cuda.ballot_sync({self.pick(['0xffffffff', '-1'])}, {p})")
            self.meet()
            lane = self.pick(["t % 32", "(t & 31)", "cuda.laneid"] if self.block_dim[1:] == (1, 1) else ["t % 32"])
            at = f"cuda.popc(uint32({c}) & uint32((1 << {lane}) - 1))"
            self.emit(f"if {p}:")
            self.emit(f"    {s}[t // 32 * 32 + {at}] = {self.varying(t)}")
            self.meet()
            at = self.pick(["t", f"(t + 5) % {n}", f"t // 32 * 32 + min({lane}, {n - 1} - t // 32 * 32)"])
            return self.result(f"{s}[{at}]", t, context)
        f, d, x = self.shared_of(n, "i32"), self.fresh("d"), self.fresh("x")
        self.emit(f"{p} = {chosen}")
        self.emit(f"{f}[t] = {self.pick([f'1 if {p} else 0', f'int32({p})'])}")
        self.meet()
        self.emit(f"{d} = 1")
        self.emit(f"while {d} < {n}:")
        self.emit(f"    {x} = {f}[t - {d}] if t >= {d} else 0")
        self.emit("    cuda.syncthreads()")
        self.emit(f"    {f}[t] += {x}")
        self.emit("    cuda.syncthreads()")
        self.emit(f"    {self.double(d)}")
        self.emit(f"if {p}:")
        self.emit(f"    {s}[{f}[t] - 1] = {self.varying(t)}")
        self.meet()
        return self.result(f"{s}[t] if t < {f}[{n - 1}] else {rules.NUMPY[t]}(0)", t, context)

    # ---- tables, machines, matrices ----

    def states(self, context):
        """A machine that reads numbers and counts what it saw."""
        a, x, q, v = self.samples.name, *(self.fresh(c) for c in "xqc")
        count, marks = self.rng.randrange(2, 5), self.rng.sample(range(-9, 60), 2)
        self.emit(f"{q} = {self.unknown('i').code} % {count}")
        self.emit(f"{v} = 0")
        part = f":{self.rng.randrange(1, 20)}" if self.chance(60) else f"::{self.pick([2, 3, -5])}"
        self.emit(f"for {x} in {a}[{part}]:")
        cases = self.chance(30)
        if cases:
            self.emit(f"    {q} = ({q} * {self.pick([2, 3, 5])} + {x}) % {count}")
        for k in range(count):
            word = "if" if k == 0 else "elif" if k + 1 < count else "else"
            self.emit(f"    {word} {q} == {k}:" if word != "else" else "    else:")
            kind, to = self.rng.randrange(4), self.rng.randrange(count)
            if kind == 0:
                self.emit(f"        {q} = {to} if {x} > {marks[0]} else {self.rng.randrange(count)}")
                self.emit(f"        {v} += {k + 1}")
            elif kind == 1:
                self.emit(f"        if {x} % 2 == 0:")
                self.emit(f"            {q} = {to}")
                self.emit(f"        elif {x} < {marks[1]}:")
                self.emit(f"            {v} = {v} * 3 + 1")
                self.emit(f"            {self.pick(['continue', 'break', 'pass'])}")
            elif kind == 2:
                self.emit(f"        {v} ^= {x} & {self.pick([1, 7, 255])}")
                self.emit(f"        {q} = ({q} + 1) % {count}")
            else:
                self.emit(f"        {q} = {to}")
        self.result(f"{v} * {count} + {q}", "i64", context)

    def edit_distance(self, context):
        """Of two rows of samples, by the diagonals of their table."""
        m, n = self.rng.randrange(1, min(self.threads, 9) + 1), self.rng.randrange(1, 9)
        size, a = self.samples.shape[0], self.samples.name
        n, m = min(n, size), min(m, size)
        at, j, r = self.rng.randrange(size - n + 1), self.fresh("j"), self.fresh("r")
        d = self.shared_of((m + 1, n + 1), "i32")
        self.emit(f"for {j} in range(t, {m + 1}, {self.threads}):")
        self.emit(f"    {d}[{j}, 0] = {j}")
        self.emit(f"for {j} in range(t + 1, {n + 1}, {self.threads}):")
        self.emit(f"    {d}[0, {j}] = {j}")
        self.meet()
        self.emit(f"for {r} in range({m + n - 1}):")
        self.emit(f"    {j} = {r} - t")
        self.emit(f"    if t < {m} and {self.pick([f'0 <= {j} < {n}', f'{j} >= 0 and {j} < {n}'])}:")
        mod = self.pick([2, 3, 4])
        same = f"{a}[t] % {mod} {self.pick(['!=', '!=', '=='])} {a}[{at} + {j}] % {mod}"
        cost = self.pick([f"({same})", f"(1 if {same} else 0)", f"int32({same})"])
        self.emit(f"        {d}[t + 1, {j} + 1] = min(min({d}[t, {j} + 1], {d}[t + 1, {j}]) + 1, {d}[t, {j}] + {cost})")
        self.emit("    cuda.syncthreads()")
        self.result(f"{d}[{self.pick([f'{m}, {n}', f't % {m + 1}, {n}', f'-1, t % {n + 1}'])}]", "i32", context)

    def sparse_product(self, context):
        """A row of a sparse matrix by a vector."""
        v, j, w, x = self.fresh(), self.fresh("j"), self.weights, self.factors
        wide = "float64" if rules.is_float(w.type) or rules.is_float(x.type) else "int64"
        if self.sparse_rows < self.threads or self.chance(50):
            row = self.pick([f"t % {self.sparse_rows}", f"(t * 5) % {self.sparse_rows}", f"min(t, {self.sparse_rows - 1})"])
        else:
            row = f"i % {self.sparse_rows}"
        r = self.fresh("r")
        self.emit(f"{r} = {row}")
        self.emit(f"{v} = {wide}({self.pick(['0', '1'])})")
        self.emit(f"for {j} in range({self.starts}[{r}], {self.starts}[{r} + 1]):")
        self.emit(f"    {v} += {w.name}[{j}] * {x.name}[{self.places_in_row}[{j}]]")
        self.define(v, Expr("cuda", wide[0] + "64", False), context)

    def transpose(self, context):
        """Through a tile that may have a column too many."""
        w = self.pick([k for k in range(1, self.threads + 1) if self.threads % k == 0])
        h, t = self.threads // w, self.some_type()
        s = self.shared_of((h, w + self.rng.randrange(2)), t)
        self.emit(f"{s}[t // {w}, t % {w}] = {self.varying(t)}")
        self.meet()
        self.result(self.pick([f"{s}[t % {h}, t // {h}]", f"{s}[{h - 1} - t // {w}, t % {w}]",
                               f"{s}[t // {w}, {w - 1} - t % {w}]", f"{s}.T[t // {h}, t % {h}]"]), t, context)

    def stencil(self, context):
        """Neighbours from a tile with a halo on both sides."""
        t, a, n, r = self.pick(["f32", "f64", "i32", "i64"]), self.samples.name, self.threads, self.rng.randrange(1, 4)
        s, j, v = self.shared_of(n + 2 * r, t), self.fresh("j"), self.fresh()
        size = self.samples.shape[0]
        edge = self.pick([lambda e: f"min(max({e}, 0), {size - 1})", lambda e: f"({e}) % {size}"])
        self.emit(f"{s}[t + {r}] = {a}[i]")
        if n >= r and self.chance(60):
            self.emit(f"if t < {r}:")
            self.emit(f"    {s}[t] = {a}[{edge(f'i - {r}')}]")
            self.emit(f"    {s}[t + {n + r}] = {a}[{edge(f'i + {n}')}]")
        else:
            self.emit("if t == 0:")
            self.emit(f"    for {j} in range({r}):")
            self.emit(f"        {s}[{j}] = {a}[{edge(f'i - {r} + {j}')}]")
            self.emit(f"        {s}[{n + r} + {j}] = {a}[{edge(f'i + {n} + {j}')}]")
        self.meet()
        wide = "float64" if rules.is_float(t) else "int64"
        self.emit(f"{v} = {wide}(0)")
        self.emit(f"for {j} in range({self.pick([f'-{r}, {r + 1}', f'{r}, -{r + 1}, -1'])}):")
        weight = self.pick([str(self.rng.randrange(1, 5)), f"({j} + {r})", "0.5" if t[0] == "f" else "2"])
        self.emit(f"    {v} += {s}[t + {r} + {j}] * {weight}")
        self.define(v, Expr("cuda", wide[0] + "64", False), context)

    # ---- numbers of many words ----

    def limbs(self, n, t):
        name, j = self.fresh("l"), self.fresh("j")
        self.emit(f"{name} = cuda.local.array({n}, {rules.NUMPY[t]})")
        high = self.pick(["0", "0xffffffff", "0xfffffffe", "0x80000000"])
        self.emit(f"for {j} in range({n}):")
        word = self.pick([f"{high} - {j} * t", f"{self.unknown('i').code} * {j} + 7", high])
        self.emit(f"    {name}[{j}] = {rules.NUMPY[t]}({word})")
        return name

    def carries(self, context):
        """A sum or a difference, word by word."""
        n, j, c, x = self.rng.randrange(2, 6), *(self.fresh(k) for k in "jcx")
        if self.chance(60):
            a, b = self.limbs(n, "u32"), self.limbs(n, "u32")
            self.emit(f"{c} = uint64(0)" if (add := self.chance(60)) else f"{c} = int64(0)")
            self.emit(f"for {j} in range({n}):")
            if add:
                self.emit(f"    {x} = uint64({a}[{j}]) + uint64({b}[{j}]) + {c}")
                self.emit(f"    {a}[{j}] = {self.pick([f'uint32({x})', f'{x} & uint64(0xffffffff)'])}")
                self.emit(f"    {c} = {x} >> {self.pick(['32', 'uint64(32)'])}")
            else:
                self.emit(f"    {x} = int64({a}[{j}]) - int64({b}[{j}]) - {c}")
                self.emit(f"    {a}[{j}] = uint32({x})")
                self.emit(f"    {c} = {self.pick([f'int64({x} < 0)', f'1 if {x} < 0 else 0', f'({x} >> 63) & 1'])}")
        else:
            a, b = self.limbs(n, "u64"), self.limbs(n, "u64")
            self.emit(f"{c} = uint64(0)")
            self.emit(f"for {j} in range({n}):")
            self.emit(f"    {x} = {a}[{j}] + {c}")
            self.emit(f"    {c} = uint64({x} < {c})")
            self.emit(f"    {x} += {b}[{j}]")
            self.emit(f"    {c} += uint64({x} < {b}[{j}])")
            self.emit(f"    {a}[{j}] = {x}")
        self.result(f"int64({a}[{self.index(n).code}]) + int64({c})", "i64", context)

    def long_product(self, context):
        """Word by word, as at school."""
        n, m = self.rng.randrange(1, 4), self.rng.randrange(1, 4)
        a, b = self.limbs(n, "u32"), self.limbs(m, "u32")
        r, j, k, c, x = self.fresh("l"), *(self.fresh(w) for w in "jkcx")
        self.emit(f"{r} = cuda.local.array({n + m}, uint32)")
        self.emit(self.pick([f"{r}[:] = 0", f"for {j} in range({n + m}): {r}[{j}] = 0"]))
        self.emit(f"for {j} in range({n}):")
        self.emit(f"    {c} = uint64(0)")
        self.emit(f"    for {k} in range({m}):")
        self.emit(f"        {x} = uint64({a}[{j}]) * uint64({b}[{k}]) + uint64({r}[{j} + {k}]) + {c}")
        self.emit(f"        {r}[{j} + {k}] = uint32({x})")
        self.emit(f"        {c} = {x} >> 32")
        self.emit(f"    {r}[{j} + {m}] = {self.pick([f'uint32({c})', c])}")
        self.result(f"{r}[{self.index(n + m).code}]", "u32", context)

    # ---- sums of warps ----

    def shuffle_sum(self, context):
        """By shuffles in each warp, then of what the warps have."""
        t = self.pick(["i32", "i64", "f32", "f64", "u32"])
        x, d, s = self.fresh("x"), self.fresh("d"), self.shared_of(self.threads // 32, t)
        self.emit(f"{x} = {self.varying(t)}")
        move = self.pick(["shfl_down_sync", "shfl_xor_sync"])
        step = f"{x} = {self.combine(t, x, f'cuda.{move}(0xffffffff, {x}, {d})')}"
        if self.chance(50):
            self.emit(f"{d} = 16")
            self.emit(f"while {d} > 0:")
            self.emit(f"    {step}")
            self.emit(f"    {self.halve(d)}")
        else:
            self.emit(f"for {d} in {self.pick(['(16, 8, 4, 2, 1)', '(1, 2, 4, 8, 16)'])}:")
            self.emit(f"    {step}")
        self.emit("if t % 32 == 0:")
        self.emit(f"    {s}[t // 32] = {x}")
        self.meet()
        self.result(f"{s}[{self.pick(['0', '-1', 't // 32', 't >> 5'])}]", t, context)
