# SPDX-License-Identifier: Apache-2.0
"""A program of the fuzzer: the text of a kernel, a launch, and its arguments.
As a file it is one Python module: portkern reads the text and skips the
statements LAUNCH and ARGS, which Python reads.

    LAUNCH = {"kernel": "k", "grid": (2, 1, 1), "block": (32, 1, 1), "place": "host"}
    ARGS = [("array", "f32", (4, 5), (5, 1), 0, "in", 7), ("scalar", "i64", -3)]

An array has a dtype (records.py), a shape, strides and the offset of its first element (all
in elements), how it is used ("in" and "read": not written, "out", "loose":
compared with a tolerance) and what is in it: a seed, or a list, continued by
zeros. `place`: whether arrays lie in memory of
the host or in a buffer of the device. Around each are canaries."""
import ast
import struct
from dataclasses import dataclass, field

import numpy as np

from oracle import machine, records, reference, rules, typed

CANARY = 64
FORMAT = {"b1": "?", "i8": "b", "i16": "h", "i32": "i", "i64": "q", "u8": "B", "u16": "H", "u32": "I", "u64": "Q",
          "f16": "e", "f32": "f", "f64": "d"}
EDGES_F = [0.0, -0.0, 1.0, -1.0, 0.5, -1.5, 2.5, 3.0, 0.1, -7.25, 100.0, 1e-3, 255.5, 65536.0, 2147483648.0, 1e10,
           -9.3e18, 1.8e19, 1e30, 1e-40, 3e38, float("inf"), float("-inf"), float("nan")]


@dataclass
class Array:
    dtype: str
    shape: tuple
    strides: tuple
    offset: int
    use: str
    fill: object
    made: list = field(default=None, init=False, repr=False, compare=False)

    def count(self):
        """Elements from the first byte that the array reaches to the last."""
        if 0 in self.shape:
            return 0
        reach = [(n - 1) * s for n, s in zip(self.shape, self.strides)]
        return self.offset + sum(r for r in reach if r > 0) + 1

    def values(self):
        """Its numbers; of a record one after the other. Made once."""
        if self.made is None:
            self.made = self.make()
        return self.made

    def make(self):
        types = [t for _, t in records.leaves(self.dtype)]
        if isinstance(self.fill, list):
            zeros = [{"b": False, "f": 0.0, "c": 0j}.get(t[0], 0) for t in types]
            return self.fill + (zeros * self.count())[len(self.fill):]
        columns = [contents(t, self.count(), self.fill + k) for k, t in enumerate(types)]
        return [number for element in zip(*columns) for number in element]


def contents(dtype, count, seed):
    """Values for an array: edges among small numbers."""
    rng = np.random.RandomState(seed & 0xFFFFFFFF)
    if dtype == "b1":
        return [bool(v) for v in rng.randint(0, 2, count)]
    if dtype in rules.PART:
        parts = contents(rules.PART[dtype], 2 * count, seed)
        return list(map(complex, parts[::2], parts[1::2]))
    if dtype[0] == "f":
        edges = rng.choice(EDGES_F, count)
        small = rng.randint(-64, 64, count) / 4.0
        full = rng.standard_normal(count) * 8
        kinds = rng.rand(count)
        out = np.where(kinds < 0.2, edges, np.where(kinds < 0.6, small, full))
        with np.errstate(over="ignore"):
            out = out.astype(rules.NUMPY[dtype])
        return [float(v) for v in out]
    low, high = rules.limits(dtype)
    edges = [low, high, low + 1, high - 1, high // 2, 0, 1, 2, 3, 7, 31, 32, 63, 64, 127]
    picks, kinds = rng.randint(0, 2**31, count), rng.rand(count)
    out = []
    for pick, kind in zip(picks.tolist(), kinds.tolist()):
        v = edges[pick % len(edges)] if kind < 0.3 else pick % 97 - (48 if low else 0)
        v = (pick * 0x9E3779B97F4A7C15) % (1 << rules.bits(dtype)) + low if kind > 0.85 else v
        out.append(min(max(v, low), high))
    return out


@dataclass
class Program:
    text: str
    launch: dict
    args: list  # Array, or (dtype, number)
    seed: int = 0
    note: str = ""
    tags: set = field(default_factory=set)
    memory: tuple = field(default=None, init=False, repr=False, compare=False)

    # ---- files ----

    def source(self):
        words = [repr(("array", a.dtype, a.shape, a.strides, a.offset, a.use, a.fill)) if isinstance(a, Array)
                 else repr(("scalar",) + tuple(a)) for a in self.args]
        words = [w.replace("nan", "NAN").replace("inf", "INF") for w in words]
        return (self.text.rstrip() + "\n\n\nNAN, INF = float(\"nan\"), float(\"inf\")\n"
                + f"LAUNCH = {self.launch!r}\nARGS = [\n" + "".join(f"    {w},\n" for w in words) + "]\n")

    @staticmethod
    def parse(source):
        tree = ast.parse(source)
        found = {}
        for stmt in tree.body:
            if isinstance(stmt, ast.Assign) and isinstance(stmt.targets[0], ast.Name):
                name = stmt.targets[0].id
                if name in ("LAUNCH", "ARGS"):
                    code = compile(ast.Expression(stmt.value), "case", "eval")
                    found[name] = eval(code, {"NAN": float("nan"), "INF": float("inf")})
        args = [Array(*a[1:]) if a[0] == "array" else a[1:] for a in found["ARGS"]]
        return Program(source, found["LAUNCH"], args)

    def recurses(self):
        """Whether one of its functions calls itself, perhaps through others."""
        functions = {n.name: n for n in ast.parse(self.text).body if isinstance(n, ast.FunctionDef)}
        calls = {f: {n.id for n in ast.walk(node) if isinstance(n, ast.Name)} & set(functions) for f, node in functions.items()}
        for _ in functions:
            calls = {f: to.union(*(calls[g] for g in to)) for f, to in calls.items()}
        return any(f in to for f, to in calls.items())

    # ---- memory: canary, array, canary, array, ..., canary ----

    def arrays(self):
        return [a for a in self.args if isinstance(a, Array)]

    def image(self):
        """(bytes before the launch, the byte at which each array begins). Laid
        out once."""
        if self.memory is None:
            self.memory = self.lay_out()
        return self.memory

    def lay_out(self):
        parts, starts, at = [], [], 0
        for k, a in enumerate(self.arrays()):
            size = records.size(a.dtype)
            pad = CANARY + (size * (a.fill % 3 if isinstance(a.fill, int) else 0))
            pad += -(at + pad) % (16 if records.is_text(a.dtype) else size)
            parts.append(bytes((at + i * 7 + k) & 0xFF for i in range(pad)))
            starts.append(at + pad)
            data = pack(a.dtype, a.values())
            parts.append(data)
            at += pad + len(data)
        parts.append(bytes([0xC5]) * CANARY)
        return b"".join(parts), starts

    def run_reference(self):
        """The bytes of memory after the launch, by CPython; arrays used as
        "loose" hold what is right to a few units in the last place."""
        m = machine.Machine(self.launch["grid"], self.launch["block"])
        args, memories = [], []
        for a in self.args:
            if not isinstance(a, Array):
                args.append((a[0], a[1]))
                continue
            memory = machine.Memory(m, list(a.values()), a.dtype, a.use == "in")
            memories.append(memory)
            t = records.of_text(a.dtype) if records.is_text(a.dtype) else a.dtype
            cells = len(memory.types)
            args.append((typed.Array(t, len(a.shape)),
                         machine.View(memory, a.shape, tuple(s * cells for s in a.strides), a.offset * cells)))
        reference.run(self.text, self.launch["kernel"], m, args)
        image, starts = self.image()
        image = bytearray(image)
        for a, memory, start in zip(self.arrays(), memories, starts):
            data = pack(a.dtype, memory.cells)
            image[start:start + len(data)] = data
        return bytes(image)

    # ---- comparing ----

    def difference(self, got, want, exact):
        """None, or what differs first. NaN is as good as NaN. `exact` compares
        arrays used as "loose" bit for bit, too: results of two devices."""
        if len(got) != len(want):
            return f"{len(got)} bytes of memory, want {len(want)}"
        _, starts = self.image()
        plain_got, plain_want = bytearray(got), bytearray(want)
        for k, (a, start) in enumerate(zip(self.arrays(), starts)):
            end = start + a.count() * records.size(a.dtype)
            why = differs(a, got[start:end], want[start:end], exact)
            if why:
                return f"array {k} ({a.dtype}): {why}"
            plain_got[start:end] = plain_want[start:end] = bytes(end - start)
        if plain_got != plain_want:
            at = next(i for i, (g, w) in enumerate(zip(plain_got, plain_want)) if g != w)
            return f"a canary at byte {at} was overwritten"
        return None


def pack(dtype, cells):
    """Numbers as memory has them, zeros in the gaps of records."""
    leaves, size = records.leaves(dtype), records.size(dtype)
    if len(leaves) == 1 and leaves[0][0] == 0 and size == rules.bits(leaves[0][1]) // 8:
        return pack_numbers(leaves[0][1], cells)
    out = bytearray(size * (len(cells) // len(leaves)))
    for k, number in enumerate(cells):
        at, t = leaves[k % len(leaves)]
        data = pack_numbers(t, [number])
        at += k // len(leaves) * size
        out[at:at + len(data)] = data
    return bytes(out)


def pack_numbers(dtype, cells):
    if dtype in rules.PART:
        cells, dtype = [part for z in cells for part in (z.real, z.imag)], rules.PART[dtype]
    return struct.pack(f"<{len(cells)}{FORMAT[dtype]}", *cells)


def differs(array, got, want, exact):
    if not records.is_text(array.dtype):
        return numbers_differ(array.dtype, array.use, got, want, exact)
    got, want, size = bytearray(got), bytearray(want), records.size(array.dtype)
    for at, t in records.leaves(array.dtype):
        columns = []
        for data in (got, want):
            grid = np.frombuffer(data, np.uint8).reshape(-1, size)[:, at:at + rules.bits(t) // 8]
            columns.append(grid.tobytes())
            grid[...] = 0
        why = numbers_differ(t, array.use, *columns, exact)
        if why:
            return f"byte {at} of records: {why}"
    return None if got == want else "a gap in a record was overwritten"


def numbers_differ(dtype, use, got, want, exact):
    name = rules.NUMPY[rules.PART.get(dtype, dtype)]
    g, w = np.frombuffer(got, name), np.frombuffer(want, name)
    same = np.frombuffer(got, f"u{g.itemsize}") == np.frombuffer(want, f"u{g.itemsize}") if len(g) else np.array([True])
    if dtype[0] in "fc":
        same = same | (np.isnan(g) & np.isnan(w))
        if use == "loose" and not exact:
            with np.errstate(all="ignore"):
                single = np.finfo("float32")  # float64 arrays hold what is computed in float32, too
                same = same | (np.abs(g - w) <= 8 * single.eps * np.abs(w) + 16 * single.tiny)
    if same.all():
        return None
    at = int(np.argwhere(~same)[0][0])
    return f"{int((~same).sum())} of {len(g)} elements differ, first at {at}: got {g[at]!r}, want {w[at]!r}"
