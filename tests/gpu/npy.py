# SPDX-License-Identifier: Apache-2.0
"""Arrays from .npy files and how they differ, by the standard library alone:
a machine with a GPU need not have NumPy."""
import ast
import itertools
import math
import struct

CODES = {"b1": "?", "i1": "b", "i2": "h", "i4": "i", "i8": "q", "u1": "B",
         "u2": "H", "u4": "I", "u8": "Q", "f2": "e", "f4": "f", "f8": "d"}


class Array:
    """What a file says: `descr` as NumPy has it, the rest as it was written."""

    def __init__(self, descr, fortran, shape, data):
        self.descr, self.fortran, self.shape, self.data = descr, fortran, shape, data

    @property
    def item(self):
        return struct.calcsize("<" + codes(self.descr))

    def c_order(self):
        """The same with the last index running fastest."""
        if not self.fortran or len(self.shape) < 2:
            return self
        steps = [self.item]
        for extent in self.shape[:-1]:
            steps.append(steps[-1] * extent)
        places = [0]
        for extent, step in zip(self.shape, steps):
            places = [at + i * step for at in places for i in range(extent)]
        data = b"".join(self.data[at:at + self.item] for at in places)
        return Array(self.descr, False, self.shape, data)

    def values(self):
        """Its numbers in the order of memory; those of a record in turn."""
        return itertools.chain.from_iterable(struct.iter_unpack("<" + codes(self.descr), self.data))

    @property
    def is_float(self):
        return any(c in codes(self.descr) for c in "efd")


def codes(descr):
    if isinstance(descr, list):  # a record: (name, type) or (name, type, shape)
        return "".join(codes(kind) * math.prod(*shape or [()])
                       for _, kind, *shape in descr)
    if descr[1] == "V":  # padding
        return descr[2:] + "x"
    if descr[1] == "c":
        return {"8": "ff", "16": "dd"}[descr[2:]]
    return CODES[descr[1:]]


def parse(raw):
    if raw[:6] != b"\x93NUMPY":
        raise ValueError("no .npy file")
    size, = struct.unpack_from("<H" if raw[6] == 1 else "<I", raw, 8)
    start = 10 if raw[6] == 1 else 12
    head = ast.literal_eval(raw[start:start + size].decode("latin-1"))
    return Array(head["descr"], head["fortran_order"], head["shape"], raw[start + size:])


def load(path):
    with open(path, "rb") as file:
        return parse(file.read())


def is_nan(value):
    return isinstance(value, float) and math.isnan(value)


def same(got, want):
    """Equal bit for bit, where NaN is as good as NaN."""
    if is_nan(got) or is_nan(want):
        return is_nan(got) and is_nan(want)
    return got == want and (got != 0 or not isinstance(got, float) or
                            math.copysign(1, got) == math.copysign(1, want))


def close(got, want, rtol, atol):
    if same(got, want) or got == want:
        return True
    if is_nan(got) or is_nan(want) or math.inf in (abs(got), abs(want)):
        return False
    return abs(got - want) <= atol + rtol * abs(want)


def pairs(array, complex_numbers):
    values = array.values()
    if not complex_numbers:
        return list(values)
    flat = list(values)
    return [complex(re, im) if math.isfinite(re) and math.isfinite(im) else (re, im)
            for re, im in zip(flat[::2], flat[1::2])]


def difference(got, want, rtol=0.0, atol=0.0):
    """None, or in which elements two arrays are not the same."""
    if (got.descr, got.shape) != (want.descr, want.shape):
        return f"got {got.descr} {got.shape}, want {want.descr} {want.shape}"
    if got.fortran != want.fortran:
        got, want = got.c_order(), want.c_order()
    if got.data == want.data:
        return None
    exact = rtol == atol == 0 or isinstance(got.descr, list)
    whole = not exact and got.descr[1] == "c"
    g, w = pairs(got, whole), pairs(want, whole)
    if not got.is_float:
        bad = [i for i, (x, y) in enumerate(zip(g, w)) if x != y]
    elif exact:
        bad = [i for i, (x, y) in enumerate(zip(g, w)) if not same(x, y)]
    else:
        bad = [i for i, (x, y) in enumerate(zip(g, w)) if not near(x, y, rtol, atol)]
    if not bad:
        return None
    return f"{len(bad)} of {len(w)} differ, first at {bad[0]}: got {g[bad[0]]!r}, want {w[bad[0]]!r}"


def near(got, want, rtol, atol):
    if isinstance(got, tuple) or isinstance(want, tuple):  # not finite
        return (isinstance(got, tuple) and isinstance(want, tuple) and
                all(close(g, w, rtol, atol) for g, w in zip(got, want)))
    if isinstance(got, complex):
        return abs(got - want) <= atol + rtol * abs(want)
    return close(got, want, rtol, atol)
