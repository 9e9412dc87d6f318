# SPDX-License-Identifier: Apache-2.0
import numpy as np
from corpus import Case

R = np.random.default_rng(77)
LANE = np.arange(128) % 32


def shuffled(x):
    """What shuffles() gives, one row each, by warps."""
    w = x.reshape(-1, 32)
    lane = np.arange(32)
    sources = [np.full(32, 5), 31 - lane, np.where(lane < 3, lane, lane - 3),
               np.where(lane + 7 > 31, lane, lane + 7), lane ^ 16, np.full(32, 8)]
    return np.stack([w[:, s].reshape(-1) for s in sources])


def ballot(p):
    bits = (p.reshape(-1, 32).astype(np.uint64) << np.arange(32, dtype=np.uint64)).sum(axis=1, dtype=np.uint64)
    return np.repeat(bits, 32)


def int32(mask):
    return mask.astype(np.uint32).view(np.int32)


def cases():
    for dtype in (np.int32, np.int64, np.float32, np.float64, np.int8, np.uint16, np.uint32, np.uint64):
        low = 0 if np.dtype(dtype).kind == "u" else -100
        x = R.integers(low, 100, 128).astype(dtype)
        yield Case("shuffles", 2, 64, [x, np.zeros((6, 128), dtype)], {1: shuffled(x)})
    x = R.integers(-50, 50, 128).astype(np.int32)
    yield Case("reduce_warp", 2, 64, [x, np.zeros(4, np.int32)],
               {1: x.reshape(4, 32).sum(axis=1).astype(np.int32)})
    lane, base = LANE, np.arange(128) - LANE
    want = np.where(lane < 16, x[base + (lane ^ 1)],
                    np.where(lane < 24, x[np.where(lane < 22, base + lane + 2, base + lane)], -x[base + 24]))
    yield Case("half_warp", 2, 64, [x, np.zeros(128, np.int32)], {1: want})
    for n in (32, 96, 1024):
        y = R.integers(-9, 9, n).astype(np.int32)
        yield Case("first_warp", 1, n, [y, np.zeros(32, np.int32)],
                   {1: np.full(32, y.sum(), np.int32)})

    x = R.integers(-5, 10, 128)
    x[32:64], x[64:96] = 3, -1
    p = (x > 0).reshape(-1, 32)
    want = np.stack([np.repeat(p.all(1), 32), np.repeat(p.any(1), 32), np.repeat(p.all(1) | ~p.any(1), 32),
                     int32(ballot(x > 0)), np.repeat((x != 0).reshape(-1, 32).all(1), 32)]).astype(np.int64)
    yield Case("votes", 1, 128, [x, np.zeros((5, 128), np.int64)], {1: want})
    third = lane % 3 == 0
    mine = int32(ballot((x > 0) & third)).astype(np.int64)
    mine += np.repeat(((x > 8) & third).reshape(-1, 32).any(1), 32)
    others = np.array([bin(int(b)).count("1") for b in ballot((x < 0) & ~third)])
    yield Case("votes_of_some", 1, 128, [x, np.zeros(128, np.int64)], {1: np.where(third, mine, others)})
    x = R.integers(0, 12, 64)
    want = np.array([sum((x[i - i % 32:i - i % 32 + 32] > n).sum() for n in range(x[i])) + 1000 * (i % 32)
                     for i in range(64)])
    yield Case("leaving", 1, 64, [x, np.zeros(64, np.int64)], {1: want})

    for dtype in (np.int32, np.int64, np.float32, np.float64, np.uint8):
        x = R.integers(0, 4, 96).astype(dtype)
        x[32:64] = 2
        same = np.array([int32(ballot(x == x[i]))[i] for i in range(96)])
        agree = np.repeat([False, True, False], 32)
        yield Case("matches", 1, 96, [x, np.zeros(96, np.int32), np.zeros(96, np.int32), np.zeros(96, bool)],
                   {1: same, 2: np.where(agree, -1, 0).astype(np.int32), 3: agree})

    n = np.arange(80) % 40  # blocks of 40: a warp of 8 at their end
    yield Case("lanes", 2, 40, [np.zeros((4, 80), np.int64)],
               {0: np.stack([n % 32, (1 << n % 32) - 1, np.where(n < 32, 0xFFFFFFFF, 0xFF), np.full(80, 32)])})
    j, i = np.indices((12, 10))
    yield Case("lanes_2d", (1, 2), (10, 6), [np.zeros((12, 10), np.int32)],
               {0: ((j % 6 * 10 + i) % 32).astype(np.int32)})

    x = R.random(64).astype(np.float32)
    swapped = x.reshape(-1, 2)[:, ::-1].reshape(-1)
    yield Case("exchange", 1, 64, [x, np.zeros((3, 64), np.float32)],
               {1: np.stack([swapped + np.float32(k) for k in range(3)])})
    x = np.arange(32) - 7
    yield Case("aggregate", 1, 32, [x, np.zeros(1, np.int32), np.zeros(32, np.int64)],
               {1: np.array([24], np.int32), 2: np.concatenate([np.arange(1, 25), np.zeros(8, np.int64)])})

    x = np.arange(64)
    for kernel, words in (("wrong_mask", ["which does not come", "thread (10, 0, 0)"]),
                          ("not_named", ["does not name thread (16, 0, 0)"]),
                          ("masks_differ", ["which has another mask"])):
        yield Case(kernel, 1, 64, [x, np.zeros(64, np.int64)], error=["warps.py:"] + words, only=("interp",))
