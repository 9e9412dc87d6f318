# SPDX-License-Identifier: Apache-2.0
import numpy as np
from corpus import Case

R = np.random.default_rng(31)


def chains(x, at):
    out = np.zeros(at.size, x.dtype)
    inside = (at >= 0) & (at < x.size)
    seen = np.where(inside, x[np.where(inside, at, 0)], 0)
    out[inside & (seen > 1)] = seen[inside & (seen > 1)]
    out[inside & (seen <= 5)] += 100 + seen[inside & (seen <= 5)]
    return out


def inner(a):
    out = np.full(a.shape, 2, np.int32)
    c = a[1:-1, 1:-1]
    out[1:-1, 1:-1][(c > a[:-2, 1:-1]) & (c > a[2:, 1:-1]) & (c > a[1:-1, :-2]) & (c > a[1:-1, 2:])] = 1
    return out


def searches(x, what):
    out = np.zeros((what.size, 5), np.int32)
    for i, w in enumerate(what):
        hits = np.flatnonzero(x == w)
        k, found = (hits[0], True) if hits.size else (x.size, False)
        out[i, :2] = k, found
        if found and k > 0 and x[k - 1] < x[k]:
            out[i, 2] = 7
        if not (found and x[k] > 3):
            out[i, 3] = 9
        if found and x[k] <= 4:
            out[i, 4] = 11
    return out


def mixed(x):
    out = np.where((x > 5) | (x < -5) & (x % 2 == 0), 1, 0)
    out[x == 3] = 12
    return out.astype(np.int32)


def cases():
    for n in (1, 31, 200, 1000):
        blocks, block = (n + 127) // 128 + 1, 128
        for dtype in (np.float32, np.float64):
            x = R.standard_normal(n).astype(dtype)
            roots = np.where(x > 0, np.sqrt(np.maximum(x, 0)), 0).astype(dtype)
            yield Case("positive", blocks, block, [x, np.zeros(n, dtype)], {1: roots})
            yield Case("early", blocks, block, [x, np.zeros(n, dtype)], {1: roots})
        x = R.integers(-9, 10, n).astype(np.int32)
        at = R.integers(-n, 2 * n, n + 3)
        yield Case("chains", blocks, block, [x, at, np.zeros(at.size, np.int32)], {2: chains(x, at)})
        few = x[:40].copy()
        what = R.integers(-9, 10, n).astype(np.int32)
        yield Case("searches", blocks, block, [few, what, np.zeros((n, 5), np.int32)], {2: searches(few, what)})
        yield Case("mixed", blocks, block, [x, np.zeros(n, np.int32)], {1: mixed(x)})
    for shape in ((1, 1), (3, 40), (37, 21)):
        a = R.integers(0, 9, shape).astype(np.int32)
        yield Case("inner", (4, 12), (16, 4), [a, np.zeros(shape, np.int32)], {1: inner(a)})
