# SPDX-License-Identifier: Apache-2.0
import numpy as np
from corpus import Case


def unset():
    a = np.array([-3, 0, 1, 2, 3, 4, 9])
    i, some = np.arange(a.size), a > 0
    out = np.zeros((a.size, 7))
    out[:, 0] = np.where(some, a, 0)
    out[:, 1] = np.where(some, i + 2.5, 0)
    out[:, 2] = np.where(some, 3.5, 0)
    out[:, 3] = some
    out[:, 4] = np.maximum(a - 1, 0)
    out[:, 5] = np.where(a > 2, 1.0, 0)
    out[:, 6] = out[:, 4] + np.where(a == 4, 4, 0)
    yield Case("unset", 1, 8, [a, np.zeros_like(out)], {1: out})

    want = np.zeros(a.size)
    for at, n in enumerate(a):
        want[at] = 2 * sum(10 * ((j - 1) // 3 * 3 + 1) for j in range(1, n))
    yield Case("unset_in_a_loop", 1, 8, [a, np.zeros_like(want)], {1: want})


def same():
    n = np.array([3, 3, 4, 1, 3, 0, 1, -2])
    x = np.array([2.5, 2.75, 2.5, 2.5, np.nan, 0.0, -0.0, 1.0])
    s = n.astype(np.int32)
    no, both = np.zeros(n.size, bool), (n == 3) & (x == 2.5)
    want = np.array([n == 3, n != 3, no, x == 2.5, x != x, no, s == s[0], both, x != 2.5, n == 3, no, both, no,
                     (n > 2) == (x > 2), n > 2, n > 2, no, both, no, no]).T.astype(np.float64)
    yield Case("same", 1, 8, [n, x, s, np.zeros_like(want)], {3: want})


def arrays():
    for dtype in (np.float64, np.int64):
        for z in (3, 0):
            want = np.array([z + 1, 2 * z + z + 4, 5 if z > 1 else 6, 4, 1.5 + z + z + 1, -dtype(z), np.sqrt(z), max(z + 1, 2) + 2 * z,
                             z != 0, 0, z + 1, 1.0])
            yield Case("number", 1, 4, [np.array(z, dtype), np.array(4, dtype), np.zeros(12)], {2: want, 0: np.array(z + 1, dtype)})
    a = np.array([3, 0, 5, 0, 0])
    yield Case("condition", 1, 8, [a, np.zeros(5)], {1: np.where(a, 5.0, 8.0)})
    a = np.array([1 + 0j, 0, 2j, np.nan, 0])
    yield Case("condition", 1, 8, [a[::-1], np.zeros(5)], {1: np.where(a, 5.0, 8.0)[::-1]})
    words = ["ValueError: The truth value of an array with more than one element is ambiguous", "accepted.py:"]
    yield Case("ambiguous", 1, 1, [np.ones((1, 2)), np.zeros(1)], error=words)
    yield Case("ambiguous", 1, 1, [np.ones((1, 1)), np.zeros(1)], {1: np.ones(1)})
    words = ["ValueError: The truth value of an empty array is ambiguous. Use `array.size > 0`", "accepted.py:"]
    yield Case("ambiguous", 1, 1, [np.ones((0, 3)), np.zeros(1)], error=words)


def tests():
    """Operands of `and` and `or` are tests of their own."""
    a = np.array([0, 1, 2, 3, 4])
    out, log = np.zeros((2, a.size), np.int64)
    for i, n in enumerate(a):
        out[i] = (1 + 2 if n else 0) + (4 if not n else 0) + (8 if n <= 2 else 0) + (16 if n else 0)
        out[i] += 32 * max(n - 1, 0) + (256 if n else 512) + (1024 if n else 2048) + (4096 if n else 0) + 8192
        log[i] = 12 if n else 134
    yield Case("tests", 1, 8, [a, np.zeros(0), np.zeros_like(log), np.zeros_like(out)], {2: log, 3: out})
    yield Case("tests", 1, 8, [a[:1], np.ones(1), np.zeros(1), np.zeros(1)], {2: log[:1] * 1.0, 3: out[:1] * 1.0})


def records():
    for aligned, words in ((False, ()), (True, ()), (False, (2,))):
        dtype = np.dtype([('name', 'S5'), ('x', np.float32), ('when', 'M8[us]'), ('words', '<U3', words), ('took', 'm8[ns]'),
                          ('n', 'i2')], align=aligned)
        p = np.zeros(8, dtype)
        p['name'] = [b'a', b'bcdef', b'', b'xyz', b'12', b'fghij', b'k', b'lm']
        p['x'], p['n'] = np.arange(8) / 2, np.arange(8) - 3
        p['words'].T[...] = ['ab', 'c', 'def', '', 'g', 'hij', 'k', 'l']
        p['when'], p['took'] = np.arange(8) * 10**15, -np.arange(8)
        q = p[::-1].copy()
        p_after = p.copy()
        p_after['x'] += 1
        p_after['n'] *= 2
        q_after = np.where(p_after['x'] > 2, p_after, q)
        if words:
            yield Case("labelled_shared", 1, 8, [p], {0: p[::-1].copy()})
        else:
            yield Case("labelled", 1, 8, [p, q, np.zeros(8)], {0: p_after, 1: q_after, 2: p_after['n'] + q_after['x'].astype("d")})


def pointers():
    p, q, n = np.arange(6, dtype=np.float32) / 4, np.arange(12) * 3 - 7, 5
    p_after, q_after = p.copy(), q.copy()
    p_after[:n] = (p[:n] + q[n - 1::-1]) * 2
    q_after[n:2 * n] = p_after[:n] + q[n - 1::-1]
    yield Case("pointers", 1, 8, [p, q, n], {0: p_after, 1: q_after})
    a, i = np.arange(18, dtype=np.int32) ** 2, np.arange(14)
    yield Case("pointers_shared", 1, 14, [a, np.zeros(14)], {1: i ** 2.0 + i + (i + 2) ** 2})
    for wrong in (p.astype("d"), p.reshape(2, 3), np.float32(1)):
        yield Case("pointers", 1, 8, [wrong, q, n], error=["argument 0 'p' of pointers is float", "its signature says float32*"])


def cases():
    yield from pointers()
    yield from records()
    yield from unset()
    yield from same()
    yield from arrays()
    yield from tests()
