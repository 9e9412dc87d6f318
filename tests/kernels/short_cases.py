# SPDX-License-Identifier: Apache-2.0
import numpy as np
from corpus import Case

R = np.random.default_rng(23)
TYPES = (np.uint8, np.int8, np.uint16, np.int16)


def numbers(dtype, *shape):
    """With many of the least and the largest."""
    info = np.iinfo(dtype)
    x = R.integers(info.min, info.max, shape, dtype, endpoint=True)
    flat = x.reshape(-1)
    flat[::7], flat[3::11] = info.min, info.max
    return x


def wide(x):
    return x.astype(np.int64)


def stored(columns, like):
    return np.stack(columns, axis=-1).astype(like.dtype)


def edges(a, b, out):
    a, b = wide(a), wide(b)
    d = a - b
    return stored([abs(d), np.where(d > 40, 255, 0), np.clip(2 * d + 100, 0, 255), d >> 1, -d, d // 3, d % 5,
                   (d & 12) | (a ^ 3)], out)


def limits(a, b, out):
    a, b = wide(a), wide(b)
    return stored([(a * 257) >> 3, (a * 257 + 1) >> 3, (a * b) >> 4, (a << 8) >> 5, (a << 9) >> 5, (a * 128 - 32768) >> 2,
                   (-128 * a - 129) >> 2, (a - 256) // 7], out)


def cases():
    for height, width in ((5, 3), (33, 70)):
        rgb, out = numbers(np.uint8, height, width, 3), np.zeros((height, width), np.uint8)
        grid, block = ((width + 15) // 16, (height + 3) // 4), (16, 4)
        yield Case("gray", grid, block, [rgb, out], {1: ((wide(rgb) * [77, 150, 29]).sum(-1) >> 8).astype(np.uint8)})
        for dtype in (np.uint8, np.uint16):
            a = numbers(dtype, height, width)
            out = np.zeros((height, width), dtype)
            expected = out.copy()
            rows = [wide(a)[i:height - 2 + i] for i in range(3)]
            expected[1:-1, 1:-1] = sum(r[:, j:width - 2 + j] for r in rows for j in range(3)) // 9
            yield Case("blur", grid, block, [a, out], {1: expected})
    for n in (1, 100, 1000):
        blocks, block = (n + 127) // 128, 128
        for dtype in TYPES:
            a, b = numbers(dtype, n), numbers(dtype, n)
            narrow = np.zeros(n, dtype)
            yield Case("mix", blocks, block, [a, b, narrow], {2: ((wide(a) * 160 + wide(b) * 96 + 128) >> 8).astype(dtype)})
            for to in (np.uint8, np.int16):
                out = np.zeros((n, 8), to)
                yield Case("edges", blocks, block, [a, b, out], {2: edges(a, b, out)})
                yield Case("limits", blocks, block, [a, b, out], {2: limits(a, b, out)})
            s = wide(a) * 3 + 7
            short = np.where(s > 300, s - 300, s >> 2).astype(np.uint8)
            yield Case("both", blocks, block, [a, np.zeros(n, np.uint8), np.zeros(n)], {1: short, 2: s + s / 2})
            if n > 4:
                sums = sum(wide(a)[k:n - 4 + k] * (k + 1) for k in range(5))
                yield Case("filtered", blocks, block, [a, narrow], {1: np.append((sums // 15).astype(dtype), np.zeros(4, dtype))})
