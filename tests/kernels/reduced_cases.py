# SPDX-License-Identifier: Apache-2.0
"""One after another, as Numba adds, where NumPy adds in pairs."""
import numpy as np
from corpus import Case

R = np.random.default_rng(71)
np.seterr(all="ignore")


def total(a, dtype=None):
    dtype = dtype or {"b": np.int64, "i": np.int64, "u": np.uint64}.get(a.dtype.kind, a.dtype)
    return np.add.accumulate(a.astype(dtype), dtype=dtype)[-1]


def product(a):
    dtype = {"i": np.int64, "u": np.uint64}.get(a.dtype.kind, a.dtype)
    return np.multiply.accumulate(a.astype(dtype), dtype=dtype)[-1]


def mean(a):
    return a.dtype.type(float(total(a)) / a.size)


def variance(a):
    d = a - mean(a)
    return a.dtype.type(total((d * d).astype("d")) / a.size)


def values(dtype, shape):
    a = R.integers(-9, 9, shape)
    if np.dtype(dtype).kind in "bu":
        a = np.abs(a)
    a = a.astype(dtype)
    return a + np.dtype(dtype).type(0.375) * R.integers(0, 3, shape).astype(dtype) if a.dtype.kind == "f" else a


def expression_cases():
    for dtype in (np.int8, np.int16, np.uint32, np.int64, np.float32, np.float64):
        a, b = values(dtype, 23), values(dtype, 23)
        want = [total(a * b), total(a - b), product(a + dtype(1)), total(a * dtype(2), np.float64),
                total(np.maximum(a, b))]
        sums = np.array(want).astype("d")
        least = np.array([(a - b).max(), np.min(a * b + a)]).astype("d")
        tests = np.array([np.any(a > b), (a == b).all(), (a > b).sum(), np.argmax(a - b), (a * b).argmin(),
                          (a > b).sum()])
        if dtype in (np.int8, np.int16, np.uint32):  # a literal is int64 in an array expression
            w = a.astype(np.int64)
            sums[2] = product(w + 1).astype("d")
            sums[3] = total(w * 2, np.float64)
        yield Case("expressions", 1, 8, [a, b, np.zeros(5), np.zeros(2), np.zeros(6, np.int64)],
                   {2: sums, 3: least, 4: tests})


def moment_cases():
    for dtype, slack in ((np.float32, 2e-5), (np.float64, 1e-13)):
        for stride in (1, 2):
            a, b = values(dtype, 40)[::stride], values(dtype, 40)[::stride]
            want = [mean(a * b), variance(a - b), np.sqrt(variance(a + b)), np.sqrt(total((a - b) ** 2)),
                    total(a * b), (a - b).max(), (a - b).max() - (a - b).min(),
                    total(np.exp(a) * b[0] + total(a * b))]
            yield Case("moments", 1, 1, [a, b, np.zeros(8)], {2: np.array(want, "d")}, rtol=slack, atol=slack)
        a, b = values(dtype, 9), values(dtype, 9)
        want = [(a - b).max(), (a * b).min(), (a > b).sum(), 0.5 + total((a * b).astype("d"))]
        yield Case("python_ones", 1, 1, [a, b, np.zeros(4)], {2: np.array(want, "d")})


def order_cases():
    """Sums of float32 hang on the order: C's, or that of arrays in Fortran's alone."""
    def added(a):
        return float(total(a))
    a = (R.standard_normal((5, 6)) * 10.0 ** R.integers(-3, 4, (5, 6))).astype("f")
    row, column = values("f", (1, 6)), values("f", (5, 1))
    for v in (a, np.asfortranarray(a)):
        fortran = not v.flags.c_contiguous
        line = (lambda x: x.T.ravel()) if fortran else np.ravel
        want = [added(line(v * np.float32(3))), added((v + row).ravel()),
                added((v * column).ravel()), added((row * column).ravel()), np.argmax(-v),
                added((v[::2, 1:] - v[::2, :1]).ravel())]
        yield Case("order", 1, 1, [v, row, column, np.zeros(6)], {3: np.array(want)})


def distance_cases():
    x, y = values("f", (10, 3)), values("f", (7, 3))
    want = [min(total(((r - s) ** 2)) for s in y) for r in x]
    yield Case("distances", 1, 16, [x, y, np.zeros(10, "f")], {2: np.array(want, "f")})
    yield Case("misfit", 1, 1, [np.ones(3), np.ones(4), np.zeros(1)],
               error="ValueError: operands could not be broadcast together: 3 and 4 places along axis 0")


def choice_cases():
    x, y = values("f", 12), values("d", 12)
    c, z, whole = R.integers(0, 2, 12) > 0, values("i4", 12), values("i2", 12)
    out = [np.where(x > y, x, y), np.where(c, x, 0), np.where(c, 1.5, y) * 2, np.where(x > 0, x, -z[0])]
    yield Case("choices", 1, 1, [c, x, y, z, np.zeros((4, 12)), whole],
               {3: np.where(np.arange(12) < 1, np.where(x > 0, x, y), z).astype("i4"), 4: np.stack(out).astype("d"),
                5: np.where(c, 3, whole).astype("i2")})


def clip_cases():
    x = np.append(values("f", 14) / 4, np.float32(np.nan))
    m, low = R.integers(-5, 6, 15).astype("i4"), values("f", 15) / 8
    out = np.stack([np.clip(x, -1, 2.5), np.maximum(x, 0.25), np.minimum(x, 0.5), np.minimum(np.maximum(x, low), 1),
                    np.minimum(np.maximum(x, low), 0.5)])
    ints = np.stack([np.clip(m, -2, 3), np.clip(m, 1.5, 2.5).astype("i4")])
    yield Case("clips", 1, 16, [x, m, low, np.zeros((5, 15), "f"), np.zeros((2, 15), "i4"), np.zeros(15)],
               {3: out.astype("f"), 4: ints, 5: np.clip(x.astype("d"), -0.5, 1) + np.clip(m, 0, 3)})


def dot_cases():
    for dtype in ("f", "d", "F", "D"):
        a, b = values(np.float32, (4, 6)).astype(dtype), values(np.float32, 6).astype(dtype)
        if dtype in "FD":
            a, b = a + 1j * values("f", (4, 6)), b - 2j * values("f", 6)
        a, b = a.astype(dtype), b.astype(dtype)
        want = np.stack([a @ b, 2 * (a @ b), np.conj(a) @ b, a[:, ::2] @ b[::-2]], axis=1).astype(dtype)
        yield Case("dots", 1, 4, [a, b, np.zeros((4, 4), dtype)], {2: want})
    yield Case("misdot", 1, 1, [np.ones(3), np.ones(4)],
               error=["reduced.py:116:12:", "incompatible array sizes for np.dot(a, b)"])


def inside(x, r):
    """x in r; of floats CPython looks at every number."""
    return bool(np.isfinite(x)) and x == int(np.real(x)) and int(np.real(x)) in r


def range_cases():
    m = np.array([-7, -4, -1, 0, 1, 2, 3, 5, 6, 8, 9, 11, 12, 2**62, -2**63, 2**63 - 1])
    f = np.array([-7, -4.5, -1, 0.0, -0.0, 2, 3.5, 5, 6, 8, np.nan, np.inf, -np.inf, 2.0**63, -2.0**63, 1e300])
    z = f + 1j * np.array([0, 1] * 8)
    for dtype in (np.int64, np.int32):
        for r in (range(-7, 12, 3), range(12, -8, -4), range(0, 9), range(5, 5), range(-2**30, 2**30 - 1, 2)):
            found = [x in r for x in m.tolist()], [inside(x, r) for x in f], [not inside(x, r) for x in z]
            third = [x in range(7) or inside(y, range(2, 9, 3)) for x, y in zip(m.tolist(), f)]
            length = [len(r), r.start - r.stop * r.step, len(range(r.stop))]
            yield Case("ranges", 1, 16, [dtype(r.start), dtype(r.stop), dtype(r.step), m, f, z,
                                         np.zeros((16, 4), bool), np.zeros(3, np.int64)],
                       {6: np.array([*found, third]).T, 7: np.array(length)})


def complex_cases():
    z = R.standard_normal(8) + 1j * R.standard_normal(8)
    w = R.standard_normal(8) - 1j * R.standard_normal(8)
    out = np.stack([np.exp(z) + np.sqrt(w), np.sin(z * w), np.where(np.abs(z) > 1, z, w)])
    sums = np.array([np.sum(np.log(z) * w), z @ w, np.conj(z) @ w])
    yield Case("complexes", 1, 1, [z, w, np.zeros((3, 8), "D"), np.zeros(3, "D")], {2: out, 3: sums},
               rtol=1e-13, atol=1e-13)


def cases():
    for some in (expression_cases, moment_cases, order_cases, distance_cases, choice_cases, clip_cases, dot_cases,
                 range_cases, complex_cases):
        yield from some()
