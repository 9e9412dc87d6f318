# SPDX-License-Identifier: Apache-2.0
"""One after another, as Numba adds, where NumPy adds in pairs."""
import numpy as np
from corpus import Case

R = np.random.default_rng(33)
np.seterr(all="ignore")
WIDE = {"b": np.int64, "i": np.int64, "u": np.uint64}


def total(a, dtype=None):
    dtype = dtype or WIDE.get(a.dtype.kind, a.dtype)
    return np.add.accumulate(a.astype(dtype), dtype=dtype)[-1] if a.size else dtype(0)


def product(a):
    dtype = WIDE.get(a.dtype.kind, a.dtype)
    return np.multiply.accumulate(a.astype(dtype), dtype=dtype)[-1]


def mean(a):
    dtype = np.dtype("d") if a.dtype.kind in "biu" else a.dtype
    wide = np.dtype("D") if dtype.kind == "c" else np.dtype("d")
    return dtype.type(wide.type(total(a, dtype)) / a.size)


def variance(a):
    real = a.real.dtype if a.dtype.kind in "fc" else np.dtype("d")
    d = a - mean(a)
    if a.dtype.kind == "c":
        d = np.asarray(d, a.dtype)
        squares = d.real * d.real + d.imag * d.imag
    else:
        squares = d * d
    return real.type(total(squares.astype(real).astype("d")) / a.size)


def sums(a):
    kind, dtype = a.dtype.kind, a.dtype
    want = [np.array([f(r) for r in a]) for f in (total, product, mean, variance)]
    want.append(np.sqrt(want[3]))
    outs = [np.zeros_like(w) for w in want]
    ulp = 1e-6 if want[3].dtype == np.float32 else 1e-14
    slack = ulp if kind == "c" else 0
    for v in (a, np.asfortranarray(a)):
        yield Case("sums", 1, 8, [v, *outs], dict(enumerate(want, 1)), rtol=slack, atol=slack)
    for v, line in ((a, a.ravel()), (np.asfortranarray(a), a.T.ravel())):
        want = [np.array([f(line)]) for f in (total, mean, variance)]
        yield Case("whole", 1, 1, [v, *map(np.zeros_like, want)], dict(enumerate(want, 1)), rtol=slack, atol=slack)
    wide = np.zeros((9, 80), dtype)
    wide[::2, 1::2] = a
    want = [np.array([f(a.ravel())]) for f in (total, mean, variance)]
    for v in (wide, np.asfortranarray(wide)):
        yield Case("strided", 1, 1, [v, *map(np.zeros_like, want)], dict(enumerate(want, 1)), rtol=slack, atol=slack)


def extremes(a):
    kind, dtype = a.dtype.kind, a.dtype
    a = a.copy()
    if kind == "c":
        a[0, 3] = a[0, 5].real + 1j * a[0, 3].imag
        least = np.array([min(a[0], key=lambda z: (z.real, z.imag)), max(a[0], key=lambda z: (z.real, z.imag))] * 2)
        yield Case("complex_extremes", 1, 1, [a[0].copy(), np.zeros_like(least), np.zeros(4, np.int64)],
                   {1: least, 2: np.array([1, 1, 40, 1])})
        return
    a[1, 7:9] = a[1].min()
    a[2] = 0
    a[3, 4] = 3 if kind != "b" else 1
    if kind == "f":
        a[1, 20] = a[4, 0] = np.nan
    least = np.array([[r.min(), r.max()] for r in a])
    where = np.array([[r.argmin(), r.argmax(), np.count_nonzero(r)] for r in a])
    tests = np.array([[r.all(), r.any(), 3 in r, 3 not in r] for r in a])
    for v in (a, np.asfortranarray(a)):
        yield Case("extremes", 1, 8, [v, np.zeros_like(least), np.zeros_like(where), np.zeros_like(tests)],
                   {1: least, 2: where, 3: tests})
    if kind == "b":
        return
    least = np.array([[np.nanmin(r), np.nanmax(r)] for r in a])
    keep = [r[r == r] for r in a]
    wide = np.int64 if kind in "iu" else dtype
    totals = np.array([[total(r, np.dtype(wide).type), np.multiply.accumulate(r.astype(wide))[-1]] for r in keep])
    means = []
    for r in keep:
        m = total(r, np.float64) / len(r)
        d = r.astype("d") - m
        means.append((m, total(d * d) / len(r), np.sqrt(total(d * d) / len(r))))
    yield Case("without_nan", 1, 8, [a, np.zeros_like(least), np.zeros_like(totals), np.zeros((5, 3))],
               {1: least, 2: totals, 3: np.array(means)})


def orders():
    a = R.standard_normal((3, 4)).astype(np.float32)
    for v in (a, np.asfortranarray(a)):
        line = v.T.ravel() if v.flags.f_contiguous else v.ravel()
        after = v.copy()
        after.flat[2] = 5
        after.flat[0] += 1
        want = [total(line), total(line), total(v[:, ::2].ravel()), v.argmax(), v.T.argmax(), np.ptp(v), *v.flat,
                v.flat[-1] + v.flat[1], 5]
        yield Case("order", 1, 1, [v, np.zeros(20, np.float32)], {0: after, 1: np.array(want, np.float32)})

    a = R.integers(-9, 9, (3, 4))
    want = [10 * i + j + a[i, j] for i, j in np.ndindex(3, 4) if (i, j) != (1, 1)]
    want += [sum(i * j for i in range(2) for j in range(3)),
             sum(v * i - j for (i, j), v in np.ndenumerate(a) if (i, j) < (2, 1)),
             sum(a[1] * np.arange(4)) + 1000]
    for v in (a, np.asfortranarray(a)):
        yield Case("places", 1, 1, [v, np.zeros(14, np.int64)], {1: np.array(want)})


def nothing():
    for dtype in (np.float64, np.int32):
        yield Case("nothing", 1, 1, [np.ones(3, dtype), 0, np.zeros(6)],
                   {2: np.array([0, 1, np.nan, 1, 0, 0])})
    a = np.ones(3)
    yield Case("least_of_nothing", 1, 1, [a, 0],
               error=["reductions.py:136:12:", "ValueError", "zero-size array to reduction operation minimum which has no identity"])
    yield Case("place_of_nothing", 1, 1, [a, 0],
               error=["reductions.py:141:12:", "ValueError", "attempt to get argmax of an empty sequence"])


def cases():
    for dtype in (np.bool_, np.int8, np.uint8, np.int32, np.uint32, np.int64, np.uint64, np.float32, np.float64,
                  np.complex64, np.complex128):
        kind = np.dtype(dtype).kind
        a = (R.integers(0, 2, (5, 40)) if kind == "b" else R.integers(1, 100, (5, 40)) if kind in "iu" else
             R.standard_normal((5, 40))).astype(dtype)
        if kind == "c":
            a += 1j * R.standard_normal((5, 40)).astype(a.real.dtype)
        yield from sums(a)
        yield from extremes(a)
    yield from orders()
    yield from nothing()
