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
    yield Case("clocks", 2, 40, [np.zeros(80, np.int64)], {0: np.full(80, 4953)}, only=("interp", "cuda"))

    x = R.integers(0, 1000, 96)
    y = x.copy()
    for _ in range(5):
        y = (np.roll(y, 1) + np.roll(y, -1)) % 1000
    yield Case("diffuse", 6, 16, [x, np.zeros(96, np.int64), 5], {0: y}, only=("interp", "cuda"))

    x = np.arange(64)
    for kernel, args, words in (
            ("left_alone", [x], ["grid barrier: a thread of block (1, 0, 0) waits", "block (3, 0, 0)"]),
            ("too_early", [x, x.copy()], ["race: thread (0, 0, 0) of block (1, 0, 0)"]),
            ("not_fenced", [x, np.zeros(1, np.int64), x.copy()], ["race: thread (15, 0, 0)", "reads x[0]"])):
        yield Case(kernel, 4, 16, args, error=["together.py:"] + words, only=("interp",))
    yield Case("lanes_race", 1, 64, [x, x.copy()], error=["together.py:", "race: thread (0, 0, 0)"], only=("interp",))
