# SPDX-License-Identifier: Apache-2.0
import numpy as np
from corpus import Case

R = np.random.default_rng(41)


def carried(x, threads):
    out = np.zeros((threads, 4))
    for i in range(threads):
        total, most, count, last = 0.0, -1.0, 0, -1
        for k in range(i, x.size, threads):
            total += x[k]
            if x[k] > most:
                most = x[k]
            else:
                count += 1
            last = k
        out[i] = total, most, count, last
    return out


def block_sums(x, blocks):
    parts = carried(x, blocks * 64)[:, 0].reshape(blocks, 64)
    step = 32
    while step:
        parts[:, :step] += parts[:, step:2 * step]
        step //= 2
    return parts[:, 0].copy()


def exits(x, threads):
    out = np.zeros(x.size, np.int64)
    sums = [sum(range(min(max(v, 0), 7))) for v in x]
    out[x >= 0] = np.array(sums)[x >= 0] if x.size else 0
    for i in range(threads):
        for end, more in ((3, 100), (5, 1000)):
            for k in range(i, x.size, threads):
                if x[k] == end:
                    break
                out[k] += more
    return out


def chained(x, threads):
    x = x.copy()
    for k in range(threads, x.size):
        x[k] += x[k - threads]
    return x


def cases():
    for blocks, block, n in ((1, 1, 5), (2, 32, 0), (2, 32, 1), (3, 64, 1000), (4, 256, 1025), (2, 100, 7777), (2, 1024, 3000)):
        threads = blocks * block
        x = R.integers(-9, 100, n).astype(np.float64)
        yield Case("scale", blocks, block, [x, np.zeros(n)], {1: x * 2 + 1})
        for first, less in ((0, 0), (3, 2)):
            expected = np.zeros(n)
            expected[first:max(n - less, 0)] = (x - np.arange(n))[first:max(n - less, 0)]
            yield Case("by_hand", blocks, block, [x, np.zeros(n), first, less], {1: expected})
        yield Case("carried", blocks, block, [x, np.zeros((threads, 4))], {1: carried(x, threads)})
        v = R.integers(-20, 100, n)
        yield Case("counts", blocks, max(block, 16), [v, np.zeros(16, np.int32)],
                   {1: np.bincount(v[v >= 0] % 16, minlength=16).astype(np.int32)})
        few = R.integers(-2, 12, n)
        yield Case("exits", blocks, block, [few, np.zeros(n, np.int64)], {1: exits(few, threads)})
        yield Case("chained", blocks, block, [v], {0: chained(v, threads)})
    for n in (100, 2**63 - 2, 2**63 - 1):
        for less in (33, 64, 70):
            yield Case("near_end", 1, 32, [n, less, np.zeros(200, np.int64)], {2: (np.arange(200) < less).astype(np.int64)})
    for blocks, n in ((1, 64), (3, 5000)):
        x = R.random(n)
        yield Case("block_sums", blocks, 64, [x, np.zeros(blocks)], {1: block_sums(x, blocks)})
    for shape, grid, block in (((1, 1), (1, 1), (8, 8)), ((37, 70), (2, 2), (16, 4)), ((100, 9), (1, 3), (32, 8)), ((64, 300), (3, 1), (64, 1))):
        x = R.integers(-9, 9, shape).astype(np.float32)
        y, j = np.indices(shape)
        yield Case("planes", grid, block, [x, np.zeros(shape, np.float32)], {1: (x * y + j).astype(np.float32)})
        expected = x - x[:, :1]
        expected[:, 0] = np.arange(shape[0])
        yield Case("rows", grid, block, [x, np.zeros(shape, np.float32)], {1: expected})
