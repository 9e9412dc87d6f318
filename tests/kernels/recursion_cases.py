# SPDX-License-Identifier: Apache-2.0
import language_python as py
import numpy as np
from corpus import Case

R = np.random.default_rng(57)
ONLY = ("interp", "cpu", "cuda")


def fib(n):
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a


def queens():
    return [1, 1, 0, 0, 2, 10, 4]


def barriers(x):
    s = np.array([fib(i % 13) for i in range(64)])
    for _ in range(3):
        s = s + np.array([fib(v % 7) for v in s[::-1]])
    v = s[np.arange(64) ^ 1]
    v = np.array([w + (fib(w % 11) if i % 3 == 0 else 0) for i, w in enumerate(v)])
    powers = [[1.0, x[i], x[i] * (x[i] * 1), x[i] * (x[i] * (x[i] * 1))][i % 4] for i in range(64)]
    return v + np.array(powers)


def pairwise(x):
    if x.size < 4:
        s = x.dtype.type(0)
        for v in x:
            s += v
        return s
    return pairwise(x[: x.size // 2]) + pairwise(x[x.size // 2:])


def own_arrays(n, depth):
    mine = [n * 10 + k for k in range(3)]
    return sum(mine) + (sum(own_arrays(m, depth - 1) for m in mine) if depth else 0)


def tree(n):
    left, right = np.full(n, -1), np.full(n, -1)
    for i in range(1, n):
        at = 0
        while True:
            side = (left, right)[R.integers(2)]
            if side[at] < 0:
                side[at] = i
                break
            at = side[at]
    return left, right


def walk(left, right, node, depth, seen):
    if node < 0:
        return depth
    seen[node] += 1
    return max(walk(left, right, s[node], depth + 1, seen) for s in (left, right))


def cases():
    a = R.integers(0, 12, 90)
    f = np.round(R.uniform(-2, 2, 90), 3)
    want = np.array([py.run("values", i, int(a[i]), float(f[i]), file="recursion") for i in range(90)])
    yield Case("values", 3, 32, [a, f, np.zeros_like(want)], {2: want}, only=ONLY)
    yield Case("values", 3, 32, [a.astype(np.int32), f.astype(np.float32), np.zeros_like(want)], {2: want}, rtol=1e-4,
               only=ONLY)
    rows = R.integers(0, 50, (40, 33)).astype(np.float32)
    yield Case("sorted_rows", 2, 32, [rows], {0: np.sort(rows, axis=1)}, only=ONLY)
    yield Case("sorted_rows", 2, 32, [rows.astype(np.int16)[:, ::-1]], {0: np.sort(rows.astype(np.int16), axis=1)}, only=ONLY)
    for dtype in (np.float32, np.complex128, np.int32):
        rows = (R.normal(size=(20, 37)) * 100).astype(dtype)
        want = np.array([pairwise(r.astype(np.int64) if dtype == np.int32 else r) for r in rows])
        yield Case("sums", 1, 32, [rows, np.zeros_like(want)], {1: want}, only=ONLY)
    yield Case("queens", 1, 14, [np.zeros(14, np.int64)], {0: np.array(queens() * 2)}, only=ONLY)
    want = np.array([[own_arrays(t, 3) * (b + 1) for t in range(40)] for b in range(2)])
    yield Case("own_arrays", 2, 40, [np.zeros((2, 40), np.int64)], {0: want}, only=ONLY)
    x = np.round(R.uniform(-3, 3, 64), 2)
    yield Case("around_barriers", 1, 64, [x, np.zeros(64)], {1: barriers(x)}, only=ONLY)
    left, right = tree(60)
    seen = np.zeros(60, np.int64)
    want = np.array([walk(left, right, i, 0, seen) for i in range(60)])
    yield Case("depths", 2, 32, [left, right, np.zeros(60, np.int64), np.zeros(60, np.int64)], {2: seen, 3: want}, only=ONLY)
    even = 2 * R.integers(2, 40, 50)
    yield Case("fails", 2, 32, [even, np.zeros(50, np.int64)], {1: even // 2 - 2}, only=ONLY)
    yield Case("fails", 1, 1, [np.array([9]), np.zeros(1, np.int64)], error=["AssertionError: 3 is under 4"], only=ONLY)
    deep = ["RecursionError: maximum recursion depth exceeded in "]
    yield Case("endless", 1, 70, [np.zeros(70, np.int64)], error=deep, only=ONLY)
    yield Case("endless_and_wide", 1, 5, [np.zeros(5)], error=deep, only=ONLY)
    lines = [f"at {n}" for n in (3, 2, 1)] + [f"back {n}" for n in range(4)]
    yield Case("says", 1, 1, [3], prints=lines, only=ONLY)
