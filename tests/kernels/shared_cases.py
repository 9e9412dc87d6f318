# SPDX-License-Identifier: Apache-2.0
import numpy as np
from corpus import Case

R = np.random.default_rng(5)
N = 128


def stencil_steps(rows, steps):
    out = np.empty_like(rows)
    for r, a in enumerate(rows):
        a, mine = a.copy(), a.copy()
        for s in range(steps):
            p = np.concatenate([[0], a, [0]])
            b = p[:-2] + p[2:] - a
            if s % 3 == 2:
                a[::2] = b[::2]
                mine[::2] += a[::2]
            else:
                a = b
            if steps > 6 and s == 6:
                break
        out[r] = a + 1000 * mine
    return out


def cases():
    x = R.standard_normal(4 * N).astype(np.float32)
    yield Case("reverse", 4, N, [x, np.zeros_like(x)], {1: x.reshape(4, N)[:, ::-1].reshape(-1).copy()})

    v = R.integers(-999, 999, 1000)
    padded = np.zeros(8 * N, np.int64)
    padded[:1000] = v
    yield Case("tree_sum", 8, N, [v, np.zeros(8, np.int64)], {1: padded.reshape(8, N).sum(1)})
    yield Case("tree_sum", 16, 64, [v, np.zeros(16, np.int64)], {1: padded.reshape(16, 64).sum(1)})

    i = R.integers(-99, 99, 300).astype(np.int32)
    want = i + i[np.arange(300) // 96 * 96]
    yield Case("early_return", 4, 96, [i, np.zeros(300, np.int32)], {1: want})

    w = R.integers(-99, 99, 3 * N)
    yield Case("scan", 3, N, [w, np.zeros_like(w)], {1: w.reshape(3, N).cumsum(1).reshape(-1)})

    s = R.integers(-9999, 9999, 5 * N).astype(np.int32)
    yield Case("bitonic", 5, N, [s], {0: np.sort(s.reshape(5, N), 1).reshape(-1)})

    m = R.standard_normal((29, 45)).astype(np.float32)
    yield Case("transpose", (6, 4), (8, 8), [m, np.zeros((45, 29), np.float32)], {1: m.T.copy()})

    for steps in (0, 1, 5, 9):
        rows = R.integers(-3, 4, (3, N))
        yield Case("stencil_steps", 3, N, [rows.reshape(-1), np.zeros(3 * N, np.int64), steps],
                   {1: stencil_steps(rows, steps).reshape(-1)})

    d = R.integers(-9, 9, 120).astype(np.int32)
    want = (d.reshape(3, 40) * np.arange(1, 41)).sum(1).repeat(40)
    yield Case("dynamic", 3, 40, [d, np.zeros(120, np.int64)], {1: want}, shared=160)

    f = np.ones(N, np.float32)
    yield Case("missing_barrier", 1, N, [f, f.copy()], error=["buf", "race"], only=["interp"])
    yield Case("uninitialised", 1, N, [f], error=["buf", "10"], only=["interp"])
    yield Case("too_much", 1, 32, [f], 
               error=["shared.py:", "the shared arrays of too_much take 40000000 bytes, and a block on"])

    v = R.integers(-99, 99, 96).astype(np.float32)
    for block in (32, 48):
        back = v.reshape(-1, block)[:, ::-1].reshape(-1)
        yield Case("sized_by_block", 96 // block, block, [v, np.zeros_like(v)], {1: 3 * back + block})

    # Not all threads of a block of 64 come to the barrier: that launch is
    # refused, before and after others.
    b = R.integers(-99, 99, 64).astype(np.int32)
    wrong = Case("small_blocks", 1, 64, [b, np.zeros_like(b)], error=["barrier"], only=["interp", "cpu", "opencl"])
    yield wrong
    for block in (32, 16):
        yield Case("small_blocks", 64 // block, block, [b, np.zeros_like(b)],
                   {1: b.reshape(-1, block)[:, ::-1].reshape(-1)})
    yield wrong
    x = np.zeros(32, np.int64)
    yield Case("asks", 1, 32, [x], shared=227 << 10,
               error=["shared.py:", "the shared arrays of asks take 800 bytes and the launch adds 232448, and a block on"],
               only=("interp", "cpu", "cuda"))
    yield Case("asks", 1, 32, [x], shared=100 << 20,
               error=["the launch asks for 104857600 bytes of shared memory", "ask for less"])
    x = np.arange(16, dtype=np.float32) % 5
    i = np.arange(16)
    want = np.where(x > 2, i + 200 * i, 2 * i + 500)
    yield Case("own_view_across", 1, 16, [x, np.zeros(16, np.float32)], {1: want.astype(np.float32)})
    x = np.arange(64)
    for n in (0, 3, 9):
        rounds = min(n, 6)
        want = np.roll(x, -rounds) + rounds * (rounds - 1) // 2
        yield Case("rounds_that_end", 1, 64, [x, n, np.zeros(64, np.int64)], {2: want})
    yield Case("rounds_that_return", 1, 64, [x, np.zeros(64, np.int64)], {1: x[::-1]})
    x = np.random.default_rng(4).integers(0, 32, 300).astype(np.int32)
    lane = np.arange(300) % 32
    for limit in (0, 9, 32, 40):
        found = np.bincount(x[lane < limit], minlength=32)
        i = np.arange(32)
        want = found * (3 * (i < 20) + 4 * (i < 19))
        yield Case("counted_in_chunks", 3, 32, [x, np.zeros(32, np.int64), limit], {1: want})
