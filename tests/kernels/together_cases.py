# SPDX-License-Identifier: Apache-2.0
import numpy as np
from corpus import Case

R = np.random.default_rng(78)


def rounds(n):
    k = 0
    while n > 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        k += 1
    return k


def rounds_of_a_grid(x, steps):
    x, n = x.copy(), x.size
    i = np.arange(n)
    mine, tile, total, y = i + np.arange(3)[:, None], np.zeros(n, np.int64), np.zeros(n, np.int64), x * 0
    for k in range(steps, 0, -2):
        for h in range(k % 3 + 1):
            y = x[(i + h + 1) % n] + mine[h]
            if h == 1:
                continue
            x = y[::-1] % 997
            tile = tile + x
        total += np.where(i % 2 == 1, tile.reshape(-1, 32)[:, ::-1].reshape(-1), 0)
        if k < 4:
            break
    return {0: x, 1: y, 2: total + tile + mine[2]}


def cases():
    x = R.integers(-3, 4, 200)
    x[50:100] = 5
    b = x.reshape(4, 50)
    want = np.stack([(b > 0).sum(1), (b != 0).all(1), (b & 1).any(1)]).astype(np.int64)
    yield Case("block_votes", 4, 50, [x, np.zeros((3, 200), np.int64)], {1: np.repeat(want, 50, axis=1)})
    x = R.integers(1, 40, 96)
    want = np.repeat([max(map(rounds, part)) for part in x.reshape(3, 32).tolist()], 32)
    yield Case("votes_in_loop", 3, 32, [x, np.zeros(96, np.int64)], {1: want})
    x = R.integers(-3, 8, 120)
    want = np.where(x < 0, 0, np.repeat((x.reshape(3, 40) > 2).sum(1), 40))
    yield Case("votes_of_those_left", 3, 40, [x, np.zeros(120, np.int64)], {1: want})

    x = R.integers(-50, 50, 640).astype(np.float64)
    yield Case("last_block_adds", 10, 64, [x, np.zeros(10), np.zeros(1, np.int64), np.zeros(1)],
               {3: np.array([x.sum()])}, only=("interp", "cuda", "cpu"))
    x = np.arange(70)
    yield Case("fences", 7, 10, [x, np.zeros(70, np.int64)], {1: x + 3}, only=("interp", "cuda", "cpu"))
    yield Case("clocks", 2, 40, [np.zeros(80, np.int64)], {0: np.full(80, 4953)}, only=("interp", "cuda", "cpu"))

    x = R.integers(0, 1000, 96)
    y = x.copy()
    for _ in range(5):
        y = (np.roll(y, 1) + np.roll(y, -1)) % 1000
    yield Case("diffuse", 6, 16, [x, np.zeros(96, np.int64), 5], {0: y}, only=("interp", "cuda", "cpu"))

    everywhere = ("interp", "cuda", "cpu")
    for steps in (0, 3, 8):
        x = R.integers(0, 1000, 160)
        yield Case("rounds_of_a_grid", 5, 32, [x, x * 0, x * 0, steps], rounds_of_a_grid(x, steps), only=everywhere)
    x = R.integers(0, 10**6, 192)
    yield Case("until_all_agree", 6, 32, [x, np.zeros(64, np.int64)], {0: np.full(192, x.max())}, only=everywhere)
    x = R.integers(-100, 100, 4 * 96)
    yield Case("warps_and_grid", 4, 96, [x, np.zeros(12, np.int64), x * 0], only=everywhere,
               expect={1: np.zeros(12, np.int64), 2: x.sum() + np.repeat((x.reshape(4, 3, 32).sum(2) > 0).sum(1), 96)})
    shape = (4, 6, 8)
    z, y, x = np.indices(shape)
    want = x + 10 * y + 100 * z
    yield Case("rows_of_a_grid", (4, 2, 2), (2, 3, 2), [want * 0, want * 0], {0: want, 1: want[::-1, ::-1, ::-1].copy()},
               only=everywhere)
    x = R.integers(0, 1000, 160)
    i = np.arange(160)
    on = i % 32 < 20
    y = np.where(on, x + 1, 0)
    yield Case("some_are_done", 5, 32, [x, x * 0], only=everywhere,
               expect={0: np.where(on & (i % 3 != 0), np.roll(y, -32), x), 1: y})

    x = np.arange(64)
    for kernel, args, words in (
            ("left_alone", [x], ["grid barrier: a thread of block (0, 0, 0) waits", "block (3, 0, 0)"]),
            ("too_early", [x + 1, x.copy()], ["race: thread (0, 0, 0) of block (1, 0, 0)"]),
            ("not_fenced", [x + 1, np.zeros(1, np.int64), x.copy()], ["race: thread (15, 0, 0)", "reads x[0]"])):
        yield Case(kernel, 4, 16, args, error=["together.py:"] + words, only=("interp",))
    yield Case("lanes_race", 1, 64, [x, x.copy()], error=["together.py:", "race: thread (0, 0, 0)"], only=("interp",))
