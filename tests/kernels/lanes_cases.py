# SPDX-License-Identifier: Apache-2.0
import numpy as np
from corpus import Case

R = np.random.default_rng(32)
BLOCKS = (1, 31, 32, 33, 48, 1000)


def warps(x, block):
    """Pieces of x that are warps: x is blocks of `block` threads."""
    for b in range(0, len(x), block):
        for w in range(b, b + block, 32):
            yield slice(w, min(w + 32, b + block))


def scanned(x, block):
    out = x.copy()
    for w in warps(x, block):
        out[w] = np.cumsum(x[w])
    return out


def collatz(x, block):
    steps, seen = np.zeros_like(x), np.zeros_like(x)
    for i, n in enumerate(x):
        while n != 1:
            n = 3 * n + 1 if n % 2 else n // 2
            steps[i] += 1
    for w in warps(x, block):
        for i in range(w.start, w.stop):
            seen[i] = sum((steps[w] > k).sum() for k in range(steps[i]))
    return steps, seen


def xor_sum(values, on):
    """warp_sum() among the lanes `on`; the others' values are ignored."""
    v = dict(zip(on, values))
    for delta in (16, 8, 4, 2, 1):
        v = {l: a + v.get(l ^ delta, a) for l, a in v.items()}
    return v


def early(x, block):
    out = np.full(len(x), -9, x.dtype)
    for w in warps(x, block):
        base, v = w.start, dict(enumerate(x[w].tolist()))
        v = {l: a for l, a in v.items() if a >= 0}
        odd = [l for l in v if v[l] % 2]
        for l, s in xor_sum([v[l] for l in odd], odd).items():
            out[base + l] = s
        third = [l for l in v if v[l] % 2 == 0 and v[l] % 3 == 0]
        ends = {l: v[l] % 5 for l in third}
        for k in range(5):
            now = [l for l in third if ends[l] > k]
            if k == 3:
                for l in now:
                    out[base + l] = -len(now)
                third = [l for l in third if l not in now]
                break
            for l, s in xor_sum([v[l] for l in now], now).items():
                v[l] += s + k
        for l in third:
            out[base + l] = v[l]
        rest = [l for l in v if x[base + l] % 2 and 0 or x[base + l] % 2 == 0 and x[base + l] % 3]
        for l in rest:
            out[base + l] = sum(x[base + r] > 8 for r in rest)
    return out


def agreed(x, block):
    out = x.copy()
    for w in warps(x, block):
        v, n = x[w], 0
        while (v != v[0]).any():
            v, n = v // 2, n + 1
        out[w] = n * 100 + v
    return out


def cases():
    for block in BLOCKS:
        n = 2 * block
        x = R.integers(-50, 50, n)
        yield Case("scan", 2, block, [x, np.zeros_like(x)], {1: scanned(x, block)})
        yield Case("scan", 2, block, [x.astype(np.float32), np.zeros(n, np.float32)],
                   {1: scanned(x, block).astype(np.float32)})
        one = x[:block].astype(np.int32)
        kept = one[one > 0]
        yield Case("compact", 1, block, [one, np.zeros(1, np.int32), np.zeros(block, np.int32)],
                   {1: np.array([len(kept)], np.int32), 2: np.pad(kept, (0, block - len(kept)))})
        c = R.integers(1, 40, n)
        steps, seen = collatz(c, block)
        yield Case("collatz", 2, block, [c, np.zeros_like(c), np.zeros_like(c)], {1: steps, 2: seen})
        e = R.integers(-10, 60, n)
        yield Case("early", 2, block, [e, np.full(n, -9)], {1: early(e, block)})
        yield Case("nested", 2, block, [e + 10, np.zeros(n, np.int64)], {})
        keys = R.integers(0, 9, n - 1).astype(np.int32)
        yield Case("histogram", 2, block, [keys, np.zeros(9, np.int32)],
                   {1: np.bincount(keys, minlength=9).astype(np.int32)})
        yield Case("agree", 2, block, [c, np.zeros_like(c)], {1: agreed(c, block)})

    for size in (1000, 4096, 1):
        x = R.integers(-8, 8, size).astype(np.float32)
        padded = np.pad(x, (0, 16 * 256 - size)).reshape(16, 256)
        yield Case("block_sum", 16, 256, [x, np.zeros(16, np.float32)], {1: padded.sum(axis=1)})

    for shape in ((10, 6, 1), (4, 3, 5), (32, 2, 2), (7, 1, 9), (64, 4, 1), (1, 33, 2)):
        bx, by, bz = shape
        x = R.integers(0, 100, (bz, by, bx))
        flat, n = x.reshape(-1), x.size
        lane = np.arange(n) % 32
        last = np.minimum(n - np.arange(n) + lane, 32) - 1
        down = np.where(lane < last, np.roll(flat, -1), flat)
        even = np.zeros(n, np.int64)
        for w in warps(flat, n):
            even[w] = (flat[w] % 2 == 0).sum()
        yield Case("neighbours", 1, shape, [x, np.zeros((3, *x.shape), np.int64)],
                   {1: np.stack([down, lane, even]).reshape(3, *x.shape)})

    x = R.integers(-9, 9, 96)
    v = x.copy()
    for k in range(12):
        v = v + v[np.arange(96) ^ (1 << k % 5)]
        v = v - np.roll(v, -32)
        if (v > 1000000).any():
            break
    yield Case("rounds", 1, 96, [x, 12, np.zeros_like(x)], {2: v})
