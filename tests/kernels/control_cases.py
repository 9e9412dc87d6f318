# SPDX-License-Identifier: Apache-2.0
import numpy as np
from corpus import Case

R = np.random.default_rng(1)


def collatz(n):
    count = 0
    while n != 1 and count < 1000:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        count += 1
    return count


def breaks(x):
    total = 0
    for j in range(20):
        if j == x:
            continue
        if j > 2 * x:
            break
        for k in range(j, 0, -2):
            if k == 3:
                break
            total += k * j
        else:
            total += 1000
    else:
        total += 100000
    return total


def choices(x, y):
    return [1 if 0 < x < y else 2 if x < y <= 0 else 3, x and y, x or y, not x,
            (x > 0 and y > 0) or (x < 0 and not y > 0),
            7 if x == y else 8 if x > y and x - y > 4 else 9 if x > y else 10,
            min(x, y, 3) * 10 + max(x, y)]


def prime(n):
    return n > 1 and all(n % d for d in range(2, n))


def ladder(v):
    r = -1
    for j in range(3):
        if v == 0:
            r = 7 * j
        elif 0 < v < 90:
            if v % 10 == 3:
                return -9
            if v % 10 == 5:
                break
            if v % 10 == 7:
                continue
            r = v * v % 101
        else:
            r = -2
        v += 1
    return r


def ladder_of_barriers(x, n):
    i = np.arange(64)
    out = x[63 - i] if n == 0 else x[(i + n) % 64]
    return out + (x + out[::-1])[::-1] if n and n % 30 == 0 else out


def cases():
    x = np.arange(-3, 100)
    yield Case("ladder", 2, 64, [x, np.full_like(x, -9)], {1: np.array([ladder(int(v)) for v in x])})
    x = R.integers(0, 1000, 64)
    for n in (0, 1, 29, 30, 60, 79):
        yield Case("ladder_of_barriers", 1, 64, [x, np.zeros_like(x), n], {1: ladder_of_barriers(x, n)})

    n = R.integers(1, 5000, 700)
    yield Case("collatz", 3, 256, [n, np.zeros(700, np.int64)], {1: np.array([collatz(int(v)) for v in n])})

    x = R.integers(-2, 14, 300).astype(np.int32)
    yield Case("breaks", 5, 64, [x, np.zeros(300, np.int64)], {1: np.array([breaks(int(v)) for v in x])})

    start, stop = R.integers(-20, 20, 500), R.integers(-20, 20, 500)
    step = R.choice([-7, -3, -1, 1, 2, 5], 500)
    spans = [range(*map(int, t)) for t in zip(start, stop, step)]
    last = np.array([s[-1] if len(s) else -1 for s in spans])
    zero = np.zeros(500, np.int64)
    yield Case("ranges", 4, 128, [start, stop, step, zero, zero], {3: np.array([len(s) for s in spans]), 4: last})
    # the ends of int64: the count may not overflow
    far = np.array([2**63 - 3, -2**63, 2**63 - 1, -2**63 + 5, 0])
    to = np.array([2**63 - 1, -2**63 + 9, -2**63, -2**63, 2**63 - 1])
    by = np.array([2, 4, -2**62, -3, 2**62])
    spans = [range(*map(int, t)) for t in zip(far, to, by)]
    zero = np.zeros(5, np.int64)
    yield Case("ranges", 1, 32, [far, to, by, zero, zero],
               {3: np.array([len(s) for s in spans]), 4: np.array([s[-1] if len(s) else -1 for s in spans])})

    a, b = R.integers(-6, 7, 400), R.integers(-6, 7, 400)
    want = np.array([choices(int(p), int(q)) for p, q in zip(a, b)], np.int64)
    yield Case("choices", 4, 128, [a, b, np.zeros((400, 7), np.int64)], {2: want})

    v = R.integers(-5, 6, 100)
    want = np.array([v[j] if j < 100 and v[j] > 0 else -1 for j in range(60, 160)])
    yield Case("guarded", 1, 128, [v, 60, np.zeros(100, np.int64)], {2: want})

    yield Case("primes", 2, 96, [np.zeros(150, np.bool_)], {0: np.array([prime(k) for k in range(150)])})

    f = R.integers(0, 8, 90)
    yield Case("retyped", 1, 96, [f, np.zeros(90)], {1: np.where(f > 3, f * 0.5, 1.0)})

    for n in 0, 2, 100, 300:
        want = sum((np.arange(130) + k < n).astype(np.int64) for k in range(3))
        yield Case("guarded_rounds", 2, 128, [np.zeros(130, np.int64), n], {0: want})
