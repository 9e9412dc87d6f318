#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Arrays in .npy files, as NumPy writes and reads them: what the library reads (pk_npy_load) and
writes (pk_npy_save) for `portkern run` is what NumPy has."""
import itertools
import unittest

import numpy as np
from cli import Cli, main

NOTHING = "from numba import cuda\n@cuda.jit\ndef n(x):\n    pass\n"
DTYPES = "b1 i1 i2 i4 i8 u1 u2 u4 u8 f2 f4 f8 c8 c16".split()
SHAPES = [(), (1,), (5,), (0,), (2, 3), (3, 0, 2), (1, 4), (4, 1), (2, 3, 4), (1, 1, 1), (2, 1, 3, 1, 2, 1, 1, 2)]
RECORDS = [
    [("x", "<f4"), ("n", "<i2", (3,)), ("p", [("re", "<f8"), ("im", "<f8")], (2, 2))],
    [("größe", "<u8"), ("b", "?")],
    [("α", "<i4")],
    [("it's", "<c16"), ('"', "|i1")],
    [("name", "S5"), ("word", "<U3"), ("when", "<M8[us]"), ("span", "<m8[ns]")],
    {"names": ["a", "b"], "formats": ["<f2", "<f8"], "offsets": [2, 8], "itemsize": 24},
]


class Files(Cli):
    def through(self, arrays, version=None):
        """The arrays, saved by NumPy, taken in by kernels that leave them, written, and read by NumPy."""
        self.write("n.py", NOTHING)
        lines = []
        for i, a in enumerate(arrays):
            with open(self.dir / f"a{i}.npy", "wb") as file:
                np.lib.format.write_array(file, a, version)
            lines.append(f"n.py:n --grid 1 --block 1 @a{i}.npy --save 0=b{i}.npy\n")
        self.write("l.txt", "".join(lines))
        self.good("run", "--list", "l.txt", timeout=300)
        for i, a in enumerate(arrays):
            b = np.load(self.dir / f"b{i}.npy")
            self.assertEqual((b.dtype, b.shape, b.flags.c_contiguous, b.flags.f_contiguous),
                             (a.dtype, a.shape, a.flags.c_contiguous, a.flags.f_contiguous))
            self.assertEqual(b.tobytes("A"), a.tobytes("A"))

    def arrays(self):
        rng = np.random.default_rng(1)
        for dtype, shape, order in itertools.product(DTYPES, SHAPES, "CF"):
            size = int(np.prod(shape))
            data = rng.integers(0, 2, size, np.uint8) if dtype == "b1" else rng.bytes(size * np.dtype(dtype).itemsize)
            yield np.frombuffer(data, dtype).reshape(shape, order=order)

    def test_dtypes_shapes_and_orders(self):
        self.through(list(self.arrays()))

    def test_formats(self):
        for version in ((1, 0), (2, 0), (3, 0)):
            self.through(list(self.arrays())[::17], version)

    def test_records(self):
        rng = np.random.default_rng(2)
        self.through([np.frombuffer(rng.bytes(6 * np.dtype(d).itemsize), np.dtype(d)).reshape(shape, order=order)
                      for d, shape, order in itertools.product(RECORDS, ((6,), (2, 3)), "CF")])
        self.through([np.zeros(3, np.dtype(RECORDS[0], align=True)), np.zeros((), RECORDS[3])])
        self.through([np.zeros(2, [("f%d" % i, "<f8") for i in range(250)])])

    def test_random_states(self):
        self.write("n.py", NOTHING)
        self.good("run", "n.py:n", "--grid", 1, "--block", 1, "states:3,7", "--save", "0=s.npy")
        self.assertEqual(np.load(self.dir / "s.npy").dtype, np.dtype([("s0", "<u8"), ("s1", "<u8")]))
        self.through([np.load(self.dir / "s.npy")])

    def test_what_numpy_can_read_and_we_cannot_is_told(self):
        self.write("n.py", NOTHING)
        for a, says in ((np.arange(3, dtype=">f8"), "big-endian: save a.astype(a.dtype.newbyteorder('<'))"),
                        (np.array([1, "x"], object), "objects of Python"),
                        (np.array(["a", "bc"]), "strings: save a.view('u4')"),
                        (np.array([b"a"]), "strings: save a.view('u1')"),
                        (np.array(["2020-01-01"], "M8[D]"), "dates: save a.view('i8')"),
                        (np.zeros(2, "V4"), "bytes without a type"),
                        (np.zeros(2, np.longdouble), "are not supported: save bool, int8 to uint64"),
                        (np.zeros((1,) * 9), "it has 9 dimensions, the most is 8; save a.reshape(...)"),
                        (np.zeros(2, [("x", ">f4")]), "big-endian")):
            np.save(self.dir / "a.npy", a, allow_pickle=True)
            self.bad("run", "n.py:n", "--grid", 1, "--block", 1, "@a.npy", says=["error: a.npy: ", says])

    def test_the_advice_works(self):
        for a in (np.arange(3, dtype=">f8"), np.array([(1, 2)], [("x", ">f4"), ("y", ">i2")])):
            self.through([a.astype(a.dtype.newbyteorder("<"))])
        self.through([np.array(["a", "bc"]).view("u4"), np.array([b"ab"]).view("u1"),
                      np.array(["2020-01-01"], "M8[D]").view("i8"), np.zeros(2, "V4").view("u1")])


if __name__ == "__main__":
    main()
