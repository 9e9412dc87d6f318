# SPDX-License-Identifier: Apache-2.0
"""What kernels are mostly made of: an element of an image for each thread, with
its neighbours, loops in strides of the grid, tiles and histograms in shared
memory, arrays of a thread's own that change, constants of the module, checks."""
from oracle import rules
from .expressions import ArrayVar, Expr
from .statements import Context

AXES = "xyz"


class Patterns:
    # ---- at the module's level ----

    def add_constants(self):
        """Arrays and numbers that are known when compiling."""
        for _ in range(self.rng.randrange(1, 3)):
            name, t = self.fresh("a"), self.pick(rules.NUMBERS)
            shape = self.pick([(1,), (3,), (5,), (8,), (2, 3), (3, 2), (4, 4)])
            rows = [[self.constant(t) for _ in range(shape[-1])] for _ in range(shape[0] if len(shape) > 1 else 1)]
            words = ", ".join(f"[{', '.join(row)}]" for row in rows)
            self.lines += [f"{name} = np.array({f'[{words}]' if len(shape) > 1 else words}, dtype=np.{rules.NUMPY[t]})", ""]
            self.constants.append(ArrayVar(name, t, shape))
        for k in range(self.rng.randrange(1, 3)):
            t = self.pick(["i64", "f64"])
            self.lines += [f"K{k} = {self.constant(t)}", ""]
            self.known_numbers.append(Expr(f"K{k}", t, True))
        count = self.rng.randrange(2, 5)
        self.lines += [f"KT = ({', '.join(self.constant('i64') for _ in range(count))})", ""]
        self.known_tuple = count
        self.arrays += self.constants

    def constant(self, t):
        if rules.is_float(t):
            return self.pick(["0.0", "-0.0", "1.5", "-2.25", "0.1", "1e10", "3.0"])
        low, high = rules.limits(t)
        return str(self.pick([0, 1, 2, 3, 7, high, low, min(high, 200), self.rng.randrange(high)]))

    # ---- arguments ----

    def add_pattern_args(self):
        sizes = [g * b for g, b in zip(self.grid_dim, self.block_dim)]
        if "image" in self.features:
            self.axes = max(k + 1 for k in range(3) if k == 0 or sizes[k] > 1)
            shape = tuple(max(1, n + self.rng.randrange(-2, 3)) for n in sizes[:self.axes])[::-1]
            self.picture = self.add_array("oi", self.pick(rules.NUMBERS), shape, "out")
        if "stride" in self.features:
            n = max(1, self.total * self.rng.randrange(3) + self.rng.randrange(-1, 5))
            self.line = self.add_array("ot", self.pick(rules.NUMBERS), (n,), "out")

    def place_in_grid(self):
        """Names for where a thread is in the image."""
        names = [f"c{a}" for a in AXES[:self.axes]]
        self.emit(f"{', '.join(names)} = cuda.grid({self.axes})")
        for k, name in enumerate(names):
            self.vars[name] = Expr(name, "i64", False)
            self.bounds[name] = self.grid_dim[k] * self.block_dim[k]

    # ---- statements ----

    def image(self, context):
        """The thread's own element, behind a guard."""
        out = self.picture
        names = [f"c{a}" for a in AXES[:self.axes]]
        index = ", ".join(names[::-1])
        conditions = [f"{n} < {self.pick([str(extent), f'oi.shape[{len(out.shape) - 1 - k}]'])}"
                      for k, (n, extent) in enumerate(zip(names, out.shape[::-1]))]
        depth = self.depth
        if self.chance(25):
            for c in conditions:
                self.emit(f"if {c}:")
                self.depth += 1
        else:
            self.emit(f"if {' and '.join(conditions)}:")
            self.depth += 1
        saved = dict(self.vars)
        x = self.neighbours(names) if self.chance(50) else None
        kind = "f" if rules.is_float(out.type) else "i"
        e = x or self.expr(kind, 2)
        if self.chance(50):
            e = self.operator(self.pick("+-*"), e, self.expr(kind, 1))
        self.emit(f"oi[{index}] {self.pick(['', '', '+', '-'])}= {e.code}")
        self.vars, self.depth = saved, depth

    def neighbours(self, names):
        """A sum over a window of an array, of elements that are in it."""
        found = [a for a in self.arrays if a.name[0] == "a" and "." not in a.name and a.type[0] in "iuf"
                 and a.type != "f16" and len(a.shape) <= len(names)]
        if not found:
            return None
        a, x = self.pick(found), self.fresh("x")
        t = "float64" if rules.is_float(a.type) else "int64"
        self.emit(f"{x} = {t}(0)")
        depth, index, conditions = self.depth, [], []
        for n, name in list(zip(a.shape[::-1], names)):
            j = self.fresh("j")
            self.emit(f"for {j} in range({self.pick(['-1, 2', '3', '2, -2, -2', '-2, 1'])}):")
            self.depth += 1
            if self.chance(60):
                index.append(f"{name} + {j}")
                conditions.append(self.pick([f"0 <= {name} + {j} < {n}", f"{name} + {j} >= 0 and {name} + {j} < {n}"]))
            else:
                index.append(f"({name} + {j}) % {n}" if self.chance(50) else f"min(max({name} + {j}, 0), {n - 1})")
        if conditions:
            self.emit(f"if {' and '.join(conditions)}:")
            self.depth += 1
        self.emit(f"{x} {self.pick(['+', '-', '+', '^' if t == 'int64' else '*'])}= {t}({a.name}[{', '.join(index[::-1])}])")
        self.depth = depth
        return Expr(x, t[0] + "64", False)

    def stride_loop(self, context):
        """Elements that are as far apart as the grid has threads."""
        out, j = self.line, self.fresh("j")
        flat = self.block_dim[1:] == self.grid_dim[1:] == (1, 1)
        step = self.pick(["cuda.gridsize(1)", "cuda.gridDim.x * cuda.blockDim.x"]) if flat else str(self.total)
        kind = "f" if rules.is_float(out.type) else "i"
        turns = self.chance(70)
        if turns:
            self.emit(f"for {j} in range(i, {self.pick(['ot.shape[0]', 'len(ot)', str(out.shape[0])])}, {step}):")
        else:
            self.emit(f"{j} = i")
            self.emit(f"while {j} < ot.shape[0]:")
        inner = Context(False, "", "any" if turns else "", True)
        self.enter_loop(inner)
        saved = dict(self.vars)
        self.vars[j], self.bounds[j] = Expr(j, "i64", False), out.shape[0]
        if self.chance(60):
            self.block(inner, 1)
        e = self.expr(kind, 2)
        self.emit(f"    ot[{j}] {self.pick(['', '', '+', '*'])}= {e.code}")
        if not turns:
            self.emit(f"    {j} += {step}")
        self.vars = {n: self.vars.get(n, v) for n, v in saved.items()}
        self.bounds.pop(j, None)
        self.blur(False)

    def tile(self, context):
        """A tile with two axes, once or turn by turn."""
        name, t = self.tile_array
        x, y = (f"cuda.threadIdx.{a}" for a in "xy")
        nx, ny = self.block_dim[:2]
        kind = "f" if rules.is_float(t) else "i"
        v, j = self.fresh(), self.fresh("j")
        wide = "float64" if kind == "f" else "int64"
        self.emit(f"{v} = {wide}({self.expr(kind, 1).code})")
        saved, depth = dict(self.vars), self.depth
        if self.chance(50):
            k = self.fresh("j")
            self.emit(f"for {k} in range({self.rng.randrange(1, 4)}):")
            self.depth += 1
            self.vars[k] = Expr(k, "i64", True)
        e = self.expr(kind, 2)
        self.emit("cuda.syncthreads()")
        self.emit(f"{name}[{y}, {x}] = {e.code}")
        self.emit("cuda.syncthreads()")
        if self.chance(50):
            self.emit(f"for {j} in range({self.pick([nx, 'cuda.blockDim.x'])}):")
            self.depth += 1
            self.emit(f"{v} {self.pick('+-')}= {name}[{y}, {j}] * {name}[{self.pick([f'{j} % {ny}', y, f'({y} + {j}) % {ny}'])}, {x}]")
        else:
            self.emit(f"{v} {self.pick('+-')}= {name}[{self.pick([f'{x} % {ny}', f'({y} + 1) % {ny}'])}, "
                      f"{self.pick([f'{y} % {nx}', f'({x} + 1) % {nx}', f'{nx - 1} - {x}'])}]")
        self.vars, self.depth = saved, depth
        self.define(v, Expr("cuda", wide[0] + "64", False), context)

    def histogram(self, context):
        """Counts of the block, by atomics of one kind whose results nobody takes."""
        name, t, n = self.counts
        j, v = self.fresh("j"), self.fresh()
        op = self.pick(["add", "add", "sub", "max", "min"] + (["and_", "or_", "xor"] if rules.is_int(t) else []))
        start = self.expr("i", 1)
        self.emit("cuda.syncthreads()")
        self.emit(f"for {j} in range(t, {n}, {self.threads}):")
        self.emit(f"    {name}[{j}] = {start.code} % 8")
        self.emit("cuda.syncthreads()")
        depth = self.depth
        if self.chance(50):
            self.emit(f"if {self.mixed().code}:")
            self.depth += 1
        e, at = self.expr("i", 2), self.index(n)
        self.emit(f"cuda.atomic.{op}({name}, {at.code}, {e.code if rules.is_int(t) else f'{e.code} % 16'})")
        self.depth = depth
        self.emit("cuda.syncthreads()")
        at = self.index(n)
        self.emit(f"{v} = {name}[{at.code}]")
        self.define(v, Expr("cuda", t, at.uniform), context)

    def shared_patterns(self):
        """At the kernel's start: what tile and histogram work on."""
        if self.block_dim[2] == 1 and self.chance(60):
            t, name = self.pick(["i32", "f32", "f64", "u8", "i64"]), self.fresh("s")
            shape = self.block_dim[1], self.block_dim[0] + self.rng.randrange(2)
            self.emit(f"{name} = cuda.shared.array({shape}, {rules.NUMPY[t]})")
            self.tile_array = name, t
        if self.chance(60):
            t, n = self.pick(["i32", "u32", "i64", "u64", "f32", "f64"]), self.pick([1, 2, 3, 5, 8, 40])
            name = self.fresh("s")
            self.emit(f"{name} = cuda.shared.array({n}, {rules.NUMPY[t]})")
            self.counts = name, t, n

    def change_local(self, context):
        """An element of a local array, wherever control is."""
        found = [a for a in self.arrays if a.name[0] == "l" and "." not in a.name]
        if not found:
            return self.assign(context)
        a = self.pick(found)
        kind = "z" if rules.is_complex(a.type) else "f" if rules.is_float(a.type) else "i"
        index = ", ".join(self.index(n).code for n in a.shape)
        return self.emit(f"{a.name}[{index}] {self.pick(['', '', '+', '-', '*'])}= {self.cast(a.type, self.expr(kind, 2)).code}")

    def each_item(self, context):
        """A loop over a tuple, of one type or of several."""
        x = self.fresh("x")
        same = self.chance(40)
        items = [self.unknown("i") if same else self.unknown(self.pick("iif")) for _ in range(self.rng.randrange(2, 4))]
        if same:
            items = [self.cast("i64", e) for e in items]
        words = f"({', '.join(e.code for e in items)})"
        self.emit(f"for {x} in {words if same or self.chance(50) else f'literal_unroll({words})'}:")
        inner = Context(False, "", "any", True) if same else Context(False, "", "", context.loop)
        self.enter_loop(inner)
        if same:
            self.vars[x] = Expr(x, "i64", False)
        else:
            self.emit(f"    {x} = float64({x})")
            self.vars[x] = Expr(x, "f64", False)
        self.block(inner)
        del self.vars[x]
        return self.blur(False)

    def check(self, context):
        """What holds, but is not known to."""
        e, n = self.unknown("i"), self.rng.randrange(2, 9)
        if self.is_known(e.code):
            return self.assign(context)
        if self.chance(50):
            return self.emit(f"assert {self.pick([f'{e.code} % {n} < {n}', f'0 <= {e.code} % {n}'])}"
                             + self.pick(["", ", 'never'"]))
        self.emit(f"if {e.code} % {n} >= {n}:")
        return self.emit(f"    raise {self.pick(['ValueError', 'IndexError'])}('never')")
