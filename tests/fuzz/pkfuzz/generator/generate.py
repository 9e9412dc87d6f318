# SPDX-License-Identifier: Apache-2.0
"""Makes random programs. A program is right by construction: each thread writes
cells of its own, shared memory changes hands at barriers that all threads reach,
operations of warps name the lanes that are there, atomics commute, loops end.
What slips through the reference refuses, and the program is thrown away."""
import random

from oracle import rules
from program import Array, Program
from .algorithms import Algorithms
from .asking import Asking
from .assigning import Assigning
from .expressions import ArrayVar, Expr, dense, reach
from .functions import Functions
from .memory import Memory
from .moves import Moves
from .patterns import Patterns
from .recursive import Recursive
from .statements import Context, Statements
from .structures import Structures
from .together import Together
from .vectors import Vectors
from .wrapped import Wrapped

HEAD = """import math
from enum import Enum, IntEnum
from typing import NamedTuple

import numpy as np
from numba import complex64, complex128, cuda, float16, float32, float64, int8, int16, int32, int64, uint8, uint16, uint32, uint64
from numba import literal_unroll

"""


class Generator(Statements, Memory, Moves, Patterns, Together, Functions, Recursive, Structures, Wrapped, Assigning,
                Algorithms, Asking, Vectors):
    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.seed = seed
        self.lines, self.depth, self.count = [], 0, 0
        self.pairs = []  # functions that give two numbers
        self.functions, self.arrays, self.args, self.params = [], [], [], []
        self.readers, self.writers, self.cutters = [], [], []  # functions that are given views
        self.appliers, self.makers = [], []  # functions that are given functions, and that make some
        self.steppers = []  # functions that change a variable of the kernel
        self.record_writers = []
        self.tile_array = self.counts = None  # in shared memory
        self.constants, self.known_numbers, self.known_tuple = [], [], 0
        self.named, self.enums, self.members = [], [], []
        self.vectors = {}  # name -> type and number of elements
        self.vars, self.bounds, self.places = {}, {}, []
        self.known = set()  # variables with a value known when compiling
        self.budget = self.rng.choice([4, 6, 10, 16])
        self.features = {f for f, percent in (("shared", 35), ("warp", 38), ("atomic", 35), ("local", 30),
                                              ("functions", 50), ("views", 45), ("return", 30), ("math", 25),
                                              ("complex", 25), ("half", 18), ("slices", 40), ("closures", 30),
                                              ("records", 30), ("tuples", 30), ("image", 25), ("stride", 25),
                                              ("constants", 25), ("checks", 25))
                         if self.chance(percent)}
        # Numbers of their own: the other programs are what they were.
        rng = random.Random(f"later {seed}")
        self.features |= {f for f, percent in (("wrapped", 30), ("assigning", 20), ("algorithms", 25),
                                             ("ufuncs", 50 if "complex" in self.features else 0), ("asking", 20), ("vectors", 20))
                          if rng.random() * 100 < percent}
        self.returned = False

    def emit(self, line):
        self.lines.append("    " * self.depth + line)

    def fresh(self, letter="v"):
        self.count += 1
        return f"{letter}{self.count}"

    def shape_launch(self):
        if "warp" in self.features:
            block = self.pick([(32,), (64,), (16, 4), (8, 2, 2), (32, 2), (40,), (7, 5)])
        else:
            block = self.pick([(1,), (8,), (13,), (32,), (48,), (4, 4), (3, 5), (16, 2), (2, 3, 4), (1, 7)])
        self.grid_dim = tuple(self.pick([(1,), (2,), (3,), (2, 2), (1, 3), (2, 1, 2)])) + (1, 1, 1)
        self.grid_dim = self.grid_dim[:3]
        self.block_dim = (block + (1, 1))[:3]
        self.threads = self.block_dim[0] * self.block_dim[1] * self.block_dim[2]
        self.blocks = self.grid_dim[0] * self.grid_dim[1] * self.grid_dim[2]
        self.total = self.threads * self.blocks
        self.whole_warps = self.threads % 32 == 0

    def strides(self, shape, unique):
        kind = self.rng.randrange(10)
        order = list(range(len(shape)))
        if kind < 4:
            return dense(shape, order)
        if kind < 6:
            return dense(shape, order[::-1])
        self.rng.shuffle(order)
        padded = tuple(n + self.rng.randrange(3) for n in shape)
        step = self.rng.choice([1, 1, 2, 3])
        strides = [s * step for s in dense(padded, order)]
        for k in range(len(shape)):
            if self.chance(25):
                strides[k] = -strides[k]
            elif not unique and self.chance(8):
                strides[k] = 0
        return tuple(strides)

    def add_array(self, name, dtype, shape, use):
        strides = self.strides(shape, use not in ("in", "read"))
        below, count = reach(shape, strides)
        fill = self.rng.randrange(1 << 30)
        array = Array(dtype, shape, strides, below, use, fill)
        if array.count() < count:  # what lies behind the last element is not the array's
            raise AssertionError("reach")
        self.params.append(name)
        self.args.append(array)
        return ArrayVar(name, dtype, shape)

    def add_args(self):
        for _ in range(self.rng.randrange(1, 4)):
            ndim = self.rng.choice([1, 1, 2, 2, 3])
            shape = tuple(self.rng.randrange(1, 8) for _ in range(ndim))
            if ndim == 1 and self.chance(50):
                shape = (self.total + self.rng.randrange(3),)
            dtype = self.pick(rules.NUMBERS + ["b1", "f32", "f64", "i32"] + self.rarer())
            self.arrays.append(self.add_array(self.fresh("a"), dtype, shape, self.pick(["in", "read"])))
        for _ in range(self.rng.randrange(1, 4)):
            self.add_scalar()
        rows = self.total if self.chance(70) else self.rng.randrange(1, self.total + 1)
        self.rows = rows
        self.outs = [self.add_array("o" + str(k), t, (rows, 3 + self.rng.randrange(3)), "out")
                     for k, t in enumerate([self.pick(rules.INTS + ["i64"]), self.pick(["f32", "f64", "f64"])])]
        if "half" in self.features:
            self.outs.append(self.add_array("oh", "f16", (rows, 4), "out"))
        if "complex" in self.features:
            self.outs.append(self.add_array("oz", self.pick(rules.COMPLEX), (rows, 3), "out"))
        if "atomic" in self.features:
            self.cells = self.add_array("acc", self.pick(["i32", "i64", "u32", "u64", "f32", "f64"]),
                                        (self.rng.randrange(1, 5),), "out")
            self.args[-1].fill = [3 if rules.is_int(self.cells.type) else 3.0] * self.args[-1].count()
            if self.chance(50):
                self.outs.append(self.add_array("own", self.pick(["i32", "u32", "i64", "u64", "f32"]), (rows,), "out"))
        if "records" in self.features:
            self.add_record_args()
        self.add_pattern_args()
        if "wrapped" in self.features:
            self.add_wrapped_args()
        if "algorithms" in self.features:
            self.add_algorithm_args()
        if "math" in self.features:
            self.sink = self.add_array("lz", self.pick(["f32", "f64"]), (rows,), "loose")

    def rarer(self):
        """Types that few programs have."""
        return (["c64", "c128"] * 4 if "complex" in self.features else []) + (["f16"] * 4 if "half" in self.features
                                                                               else [])

    def add_scalar(self):
        t = self.pick(rules.NUMBERS + ["b1", "i64", "i32", "f32"])
        name = self.fresh("n")
        if t == "b1":
            value = self.chance(50)
        elif rules.is_float(t):
            value = self.rng.choice([0.5, -2.0, 3.25, 1e6, -0.0, 7.0])
        else:
            low, high = rules.limits(t)
            value = self.rng.choice([low, high, 0, 1, 5, 2, 17])
        self.params.append(name)
        self.args.append((t, value))
        self.vars[name] = Expr(name, t, True)

    def where(self):
        """Names for where a thread is: i in the grid, t in its block."""
        x, y, z = (f"cuda.threadIdx.{a}" for a in "xyz")
        bx, by, _ = (f"cuda.blockDim.{a}" for a in "xyz")
        self.emit(f"t = {x} + {bx} * ({y} + {by} * {z})")
        if self.block_dim[1:] == self.grid_dim[1:] == (1, 1):
            self.emit(self.pick(["i = cuda.grid(1)", "i = cuda.threadIdx.x + cuda.blockIdx.x * cuda.blockDim.x"]))
        else:
            b = "(cuda.blockIdx.x + cuda.gridDim.x * (cuda.blockIdx.y + cuda.gridDim.y * cuda.blockIdx.z))"
            self.emit(f"i = {b} * {self.threads} + t")
        self.places = [Expr("i", "i64", False), Expr("t", "i64", False), Expr(x, "i32", False),
                       Expr("cuda.blockIdx.x", "i32", True), Expr("cuda.blockDim.x", "i32", True),
                       Expr("cuda.gridDim.x", "i32", True)]
        if self.block_dim[1] > 1:
            self.places.append(Expr(y, "i32", False))
        n = next(iter(self.vars))
        self.truths = [Expr(f"({n} {op} {n})", "b1", True) for op in ("==", "!=")] + [
            Expr("(t >= 0)", "b1", True), Expr(f"(t >= {self.threads})", "b1", True)]
        self.bounds.update({"i": self.total, "t": self.threads})
        self.vars["i"], self.vars["t"] = self.places[:2]
        if "image" in self.features:
            self.place_in_grid()

    def dump(self):
        """What variables hold goes to memory, where it is seen."""
        names = self.own() + [n for n in self.vars if n[0] in "wjcq" and self.vars[n].type != "b1"]
        if self.rows < self.total:
            self.emit(f"if i < {self.rows}:")
            self.depth += 1
        self.rng.shuffle(names)
        seen = {}
        for n in names or ["i"]:
            if rules.is_complex(self.vars[n].type):
                k = seen["oz"] = seen.get("oz", -1) + 1
                self.emit(f"oz[i, {k % 3}] {'=' if k < 3 else '+='} {n}")
                continue
            out = self.outs[1 if rules.is_float(self.vars[n].type) and self.chance(80) else 0]
            k = seen[out.name] = seen.get(out.name, -1) + 1
            # Alone where there is room, to the sign of a zero, else in a sum.
            op = "=" if k < out.shape[1] and self.chance(80) else "+="
            self.emit(f"{out.name}[i, {k % out.shape[1]}] {op} {n}")
        if "math" in self.features:
            self.emit(f"lz[i] = {self.loose(2).code}")

    def program(self):
        self.shape_launch()
        if "tuples" in self.features:
            self.add_classes()
        if "records" in self.features:
            self.add_record_type()
        if "constants" in self.features:
            self.add_constants()
        self.add_args()
        if "functions" in self.features:
            for _ in range(self.rng.randrange(1, 4)):
                self.add_function()
            if "views" in self.features:
                self.add_view_functions()
            if "closures" in self.features:
                self.add_makers()
            if "records" in self.features:
                self.add_record_functions()
            # A number of its own: the other programs are what they were.
            if random.Random(f"recursive {self.seed}").random() < 0.2:
                self.add_recursive()
        self.emit("@cuda.jit")
        self.emit(f"def k({', '.join(self.params)}):")
        self.depth = 1
        self.where()
        if "shared" in self.features:
            self.shared_arrays()
        if "wrapped" in self.features and self.chance(60):
            self.wrapped_start()
        context = Context(True, "-1" if "warp" in self.features else "")
        for _ in range(self.rng.randrange(2, 6)):  # what statements further in may change
            self.assign(context)
        while self.budget > 0:
            self.statement(context)
        for feature, statement in (("shared", self.exchange), ("warp", self.warp_op), ("atomic", self.atomic),
                                   ("warp", self.warp_op), ("image", self.image), ("stride", self.stride_loop),
                                   ("wrapped", self.wrapped_statement), ("wrapped", self.wrapped_statement),
                                   ("assigning", self.assigning), ("ufuncs", self.ufunc)):
            if feature in self.features:
                statement(context)
        self.dump()
        launch = {"kernel": "k", "grid": self.grid_dim, "block": self.block_dim, "place": self.pick(["host", "host", "buffer"])}
        return Program(HEAD + "\n".join(self.lines) + "\n", launch, self.args, self.seed, tags=self.features)


def make(seed):
    return Generator(seed).program()
