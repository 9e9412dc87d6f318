# SPDX-License-Identifier: Apache-2.0
"""Programs with structure: records in memory, tuples with and without names for
their items, enumerations."""
import numpy as np

from oracle import records, rules
from program import Array
from .expressions import ArrayVar, Expr, dense, reach

FIELDS = "xyzuvwfghm"


class Structures:
    # ---- at the module's level ----

    def add_classes(self):
        """Classes of tuples and enumerations."""
        lines = []
        for k in range(self.rng.randrange(1, 3)):
            names = list("xyzw"[:self.rng.randrange(2, 5)])
            lines += [f"class T{k}(NamedTuple):"] + [f"    {n}: int" for n in names] + [""]
            self.named.append((f"T{k}", names))
        values = self.rng.sample(range(-3, 9), 3)
        lines += ["class E0(IntEnum):"] + [f"    {n} = {v}" for n, v in zip("ABC", values)] + [""]
        self.enums = [f"E0.{n}" for n in "ABC"]
        values = self.rng.sample(range(1, 40), 3)
        lines += ["class C0(Enum):"] + [f"    {n} = {v}" for n, v in zip("RST", values)] + [""]
        self.members = [f"C0.{n}" for n in "RST"]
        self.lines += lines

    def add_record_type(self):
        """A structured dtype: packed, aligned or with gaps of its own."""
        fields = []
        for name in self.rng.sample(FIELDS, self.rng.randrange(2, 6)):
            t = rules.NUMPY[self.pick(rules.NUMBERS + ["b1", "f32", "i32"] + self.rarer())]
            kind = self.rng.randrange(10)
            if kind == 0:
                inner = [(n, rules.NUMPY[self.pick(rules.NUMBERS)]) for n in self.rng.sample("abc", 2)]
                fields.append((name, np.dtype(inner)))
            else:
                fields.append((name, t, self.pick([(3,), (2,), (2, 2)])) if kind < 3 else (name, t))
        fields.append(("n", rules.NUMPY[self.pick(["i32", "i64", "u64", "i16"])]))
        dtype, layout = np.dtype(fields, align=self.chance(40)), self.rng.randrange(4)
        if layout == 0 and not dtype.isalignedstruct:
            shift = self.rng.randrange(1, 9)
            dtype = np.dtype({"names": dtype.names, "formats": [dtype[n] for n in dtype.names],
                              "offsets": [dtype.fields[n][1] + shift for n in dtype.names],
                              "itemsize": dtype.itemsize + shift + self.rng.randrange(4)})
        self.record = records.of_text(records.text(dtype))
        self.lines += [f"REC = np.dtype({records.text(self.record.dtype)})", ""]

    def add_record_args(self):
        """Records that all threads read, and one for each thread."""
        self.given, text = [], records.text(self.record.dtype)
        for name, n, use in ((self.fresh("a"), self.rng.randrange(1, 7), "in"), ("orec", self.rows, "out")):
            strides = dense((n,), [0]) if self.chance(60) else (self.pick([2, -1, 3]),)
            below, _ = reach((n,), strides)
            self.params.append(name)
            self.args.append(Array(text, (n,), strides, below, use, self.rng.randrange(1 << 30)))
            if use == "in":
                self.records = (name, n)
                self.arrays += self.columns(name, (n,), True)

    def numbers_of(self, record, path=""):
        """(path, type, shape) of the fields that are numbers or arrays of them."""
        for name, (of, shape, _) in record.fields.items():
            if isinstance(of, records.Record):
                yield from self.numbers_of(of, f"{path}.{name}")
            else:
                yield f"{path}.{name}", of, shape

    def columns(self, name, shape, uniform):
        """Fields of an array of records, as arrays."""
        return [ArrayVar(name + path, t, shape + inner, uniform) for path, t, inner in self.numbers_of(self.record)]

    # ---- statements ----

    def shared_records(self):
        """A shared array of records: each number of them one that is exchanged."""
        name = self.fresh("s")
        self.emit(f"{name} = cuda.shared.array({self.threads}, REC)")
        for path, t, shape in self.numbers_of(self.record):
            if shape or rules.is_complex(t) or t == "b1":
                continue
            self.emit(f"{name}{path}[t] = {self.cast(t, self.expr('i', 1)).code}")
            self.shared.append((name + path, t))

    def local_records(self, context):
        name, n = self.fresh("l"), self.rng.randrange(1, 4)
        self.emit(f"{name} = cuda.local.array({n}, REC)")
        source, m = self.records
        j = self.fresh("j")
        self.emit(f"for {j} in range({n}):")
        self.emit(f"    {name}[{j}] = {source}[({j} + {self.expr('i', 1).code}) % {m}]")
        new = self.columns(name, (n,), False)
        for _ in range(self.rng.randrange(3)):
            self.emit(self.field_change(f"{name}[{self.index(n).code}]", self.pick(list(self.numbers_of(self.record)))))
        self.arrays += new

    def number_of(self, t, depth=2):
        """A value that a field of this type takes."""
        if rules.is_complex(t):
            return self.expr(self.pick("zzf"), depth)
        return self.expr("b" if t == "b1" else "f" if rules.is_float(t) else self.pick("iiif"), depth)

    def field_change(self, place, field):
        """A statement that changes a field of one record."""
        path, t, shape = field
        e = self.number_of(t)
        words = path[1:].split(".")
        if self.chance(30):
            place += "".join(f"['{w}']" for w in words)
        else:
            place += path
        if shape:
            index = ", ".join(str(self.rng.randrange(-n, n)) for n in shape)
            if len(shape) == 1 and self.chance(40):
                items = "".join(self.cast(t, self.number_of(t, 1)).code + ", " for _ in range(shape[0]))
                return f"{place}[:] = ({items})"
            place += f"[{index}]" if self.chance(80) else "[:]" if len(shape) == 1 else "[:, :]"
            e = self.cast(t, e)
        op = "" if t == "b1" or self.chance(55) else self.pick("+-*")
        return f"{place} {op}= {e.code}"

    def change_record(self, context):
        """The thread's own record."""
        guard = self.rows < self.total
        if guard:
            self.emit("if i < orec.shape[0]:")
            self.depth += 1
        source, n = self.records
        fields = list(self.numbers_of(self.record))
        kind = self.rng.randrange(10)
        if kind == 0:
            self.emit(f"orec[i] = {source}[{self.index(n).code}]")
        elif kind < 4:
            r = self.fresh("r")
            self.emit(f"{r} = orec[i]")
            for _ in range(self.rng.randrange(1, 3)):
                self.emit(self.field_change(r, self.pick(fields)))
        elif kind == 4 and not guard:
            path, t, shape = self.pick(fields)
            index = "".join(f", {self.rng.randrange(m)}" for m in shape)
            name = self.fresh()
            self.emit(f"{name} = orec{path}[i{index}]")
            if t != "b1":
                self.define(name, Expr("cuda", t, False), context)
        elif kind == 5 and self.record_writers:
            self.emit(f"{self.pick(self.record_writers)}(orec[i], {self.expr('i', 1).code})")
        elif kind == 6:
            path, t, shape = self.pick(fields)
            index = "".join(f", {self.rng.randrange(m)}" for m in shape)
            self.emit(f"orec{path}[i{index}] = {self.number_of(t).code}")
        else:
            self.emit(self.field_change("orec[i]", self.pick(fields)))
        if guard:
            self.depth -= 1

    def walk_records(self, context):
        """A loop over records."""
        names = [n for n in self.own() if rules.is_int(self.vars[n].type)]
        numbers = [path for path, t, shape in self.numbers_of(self.record) if rules.is_int(t) and not shape]
        if not names:
            return self.assign(context)
        v, r = self.pick(names), self.fresh("r")
        self.emit(f"for {r} in {self.records[0]}:")
        e = Expr(f"{v} * 3 + {r}{self.pick(numbers)}", "i64", False)
        self.emit(f"    {v} = {self.cast(self.vars[v].type, e).code}")
        return self.blur(False)

    def add_record_functions(self):
        """Functions that are given a record, and that give one of two."""
        numbers = [path for path, t, shape in self.numbers_of(self.record) if rules.is_int(t) and not shape]
        name = self.fresh("d")
        self.emit("@cuda.jit(device=True)")
        self.emit(f"def {name}(r, k):")
        self.emit(f"    r{self.pick(numbers)} {self.pick(['', '+', '-'])}= int64(k)")
        if self.chance(50):
            self.emit(f"    if r.n > {self.rng.randrange(9)}:")
            self.emit(f"        r['n'] = int64(k) * {self.rng.randrange(5)}")
        self.emit("")
        self.record_writers.append(name)

    # ---- tuples ----

    def pack(self, context):
        """A tuple, whose items are then there to use."""
        q = self.fresh("q")
        name, names = self.pick(self.named) if self.named and self.chance(60) else (None, None)
        same = name is None and self.chance(40)
        count = len(names) if names else self.rng.randrange(2, 5)
        items = [self.unknown("i") if same else self.unknown(self.pick("iif")) for _ in range(count)]
        if same:
            items = [self.cast("i64", e) for e in items]
        if name:
            at = self.rng.randrange(count + 1)
            words = [e.code if k < at else f"{n}={e.code}" for k, (n, e) in enumerate(zip(names, items))]
            self.emit(f"{q} = {name}({', '.join(words)})")
        else:
            self.emit(f"{q} = ({', '.join(e.code for e in items)})")
        for k, e in enumerate(items):
            code = f"{q}.{names[k]}" if names and self.chance(60) else f"{q}[{k}]"
            self.vars[code] = Expr(code, e.type, e.uniform and context.meet)
        if same:
            e = self.expr("i", 1)
            code = f"{q}[{e.code} % {count}]"
            self.vars[code] = Expr(code, "i64", False)

    def compare_tuples(self, depth):
        count = self.rng.randrange(2, 4)
        kinds = [self.pick("iif") for _ in range(count)]
        sides = [[self.expr(k, min(depth, 1)) for k in kinds] for _ in range(2)]
        words = [f"({', '.join(e.code for e in side)})" for side in sides]
        op = self.pick(["==", "!=", "<", "<=", ">", ">="])
        return Expr(f"({words[0]} {op} {words[1]})", "b1", all(e.uniform for side in sides for e in side))

    def choose_member(self, context):
        """A member of an enumeration, one or the other."""
        e, c = self.fresh("e"), self.mixed()
        a, b = self.rng.sample(self.members, 2)
        self.emit(f"{e} = {a} if {c.code} else {b}")
        uniform = c.uniform and context.meet
        self.vars[f"{e}.value"] = Expr(f"{e}.value", "i64", uniform)
        code = f"({e} {self.pick(['==', '!=', 'is'])} {self.pick([a, b])})"
        self.vars[code] = Expr(code, "b1", uniform)
