# SPDX-License-Identifier: Apache-2.0
"""Small arrays that are made in loops: they lie in the frame where it is known which is which."""
import numpy as np
from cases import case
from numba import njit, prange


@njit(parallel=True)
def swapped(x):
    out = np.zeros(x.shape[0])
    for i in prange(x.shape[0]):
        p = np.zeros(3)
        q = np.ones(3)
        for _ in range(5):
            for k in range(3):
                q[k] = p[k] * 0.5 + x[i, k]
            p, q = q, p
        out[i] = p[0] + 2 * q[1]
    return out


@njit(parallel=True)
def chosen(x):
    out = np.zeros(x.shape[0])
    for i in prange(x.shape[0]):
        p = np.zeros(3) if x[i, 0] > 4 else np.ones(3)
        p[1] += x[i, 1]
        out[i] = p.sum()
    return out


@njit(parallel=True)
def replaced(x):
    out = np.zeros(x.shape[0])
    for i in prange(x.shape[0]):
        best = np.full(3, -1.0)
        if x[i, 0] > 4:
            best = np.array([x[i, 0], x[i, 1], x[i, 2]])
        out[i] = best.mean()
    return out


@njit(parallel=True)
def two_names(x):
    out = np.zeros(x.shape[0])
    for i in prange(x.shape[0]):
        p = np.zeros(2)
        q = p
        if x[i, 0] > 4:
            p = np.ones(2)
        p[0] += 3
        q[1] += 5
        out[i] = p[0] * 1000 + p[1] * 100 + q[0] * 10 + q[1]
    return out


@njit(parallel=True)
def of_slices(x):
    out = np.zeros(x.shape[0])
    for i in prange(x.shape[0]):
        d = x[i, :3] - x[0, :3]
        out[i] = np.sqrt(np.sum(d * d))
    return out


@njit(parallel=True)
def into_slices(x):
    out = np.zeros(x.shape[0])
    for i in prange(x.shape[0]):
        p = np.zeros(3)
        p[:] = x[i, :3]
        p += 1
        p[1:] *= x[i, 0]
        out[i] = (p * p).sum()
    return out


@njit(parallel=True)
def of_different_sizes(x):
    out = np.zeros(x.shape[0])
    for i in prange(x.shape[0]):
        p = np.zeros(2)
        if i % 3 == 0:
            p = np.ones(5)
        elif i % 3 == 1:
            p = np.full(7, x[i, 0])
        for k in range(p.size):
            p[k] += k
        out[i] = p.sum() * 10 + p.size
    return out


@njit(parallel=True)
def left_early(x):
    out = np.zeros(x.shape[0])
    for i in prange(x.shape[0]):
        p = np.zeros(2)
        q = np.ones(2)
        for k in range(x.shape[1]):
            if x[i, k] < 0:
                continue
            p, q = q, p
            p[0] += x[i, k]
            if p[0] > 20:
                break
        out[i] = p[0] - q[0]
    return out


@njit(parallel=True)
def raises(x):
    out = np.zeros(x.shape[0])
    for i in prange(x.shape[0]):
        p = np.zeros(3) if i % 2 else np.ones(3)
        out[i] = p[int(x[i, 0])]
    return out


@njit(parallel=True)
def stepped(x):
    out = np.zeros(x.shape[0])
    for i in prange(x.shape[0]):
        p = np.zeros(3)
        v = np.ones(3)
        for t in range(7):
            p = p + v * 0.125
            v = v - p * x[i, t % 5]
        out[i] = p[0] + v[2] * 10
    return out


@njit(parallel=True)
def stepped_in_turns(x):
    out = np.zeros(x.shape[0])
    for i in prange(x.shape[0]):
        s = np.zeros(2)
        old = s
        for j in range(4):
            for k in range(3):
                new = s * 0.5 + x[i, k]
                if k == 1:
                    old = s
                s = new
            s[0] += old[1]
        out[i] = s[0] * 10 + s[1] + old[0]
    return out


# What follows is of an earlier turn, or leaves.

@njit
def fibonacci(n):
    a = np.zeros(2, np.int64)
    b = np.ones(2, np.int64)
    for _ in range(n):
        a, b = b, a + b
    return a[0], b[1]


@njit
def three_of_them(n):
    a = np.zeros(2)
    b = np.ones(2)
    c = np.full(2, 2.0)
    total = 0.0
    for i in range(n):
        a, b, c = b, c, a + b * 0.5
        total += a[0] - b[1] + c[0]
    return total


@njit
def through_a_name(x):
    s = np.zeros(3)
    for i in range(x.shape[0]):
        t = s
        s = s + x[i, :3]
        t[0] += 1  # what is added is gone
        u = t
        if i % 4 == 3:
            s = u
    return s[0] * 100 + s[1] * 10 + s[2]


@njit
def of_the_loop_before(x):
    s = np.zeros(2)
    total = 0.0
    for i in range(x.shape[0] // 4):
        kept = s
        for j in range(4):
            s = s + x[4 * i + j, :2]
        total += kept[0] - s[1]
    return total


@njit
def changed_behind(x):
    s = np.zeros(2)
    for i in range(x.shape[0]):
        before = s
        s = s * 0.5
        s[0] += x[i, 0]
        before[1] = 77
        if x[i, 1] > 3:
            s = before
    return s[0] + s[1]


@njit
def with_breaks(x):
    s = np.zeros(2)
    t = np.ones(2)
    for i in range(x.shape[0]):
        if x[i, 0] > 6:
            break
        if x[i, 0] < -4:
            continue
        for j in range(3):
            t = s + t * 0.25
            if t[0] > 8:
                break
            s = t - x[i, j]
        else:
            s = s * 0.5
    return s[0] + t[1] * 100

@njit
def of_the_turn_before(x):
    total = 0.0
    last = np.zeros(3)
    for i in range(x.shape[0]):
        now = np.zeros(3)
        now[:] = x[i, :3]
        total += (now * last).sum()
        last = now
    return total


@njit
def summed_anew(x):
    s = np.zeros(3)
    for i in range(x.shape[0]):
        s = s + x[i, :3]
    return s[0] * 100 + s[1] * 10 + s[2]


@njit
def kept_by_turns(x):
    total = 0.0
    a = np.zeros(2)
    b = np.zeros(2)
    for i in range(x.shape[0]):
        c = np.full(2, x[i, 0])
        if i % 3 == 0:
            a = c
        elif i % 3 == 1:
            b = c
        c[0] += 1
        total += a[0] - 2 * b[0] + c[1]
    return total


@njit
def one_of_two_leaves(x):
    rows = []
    for i in range(x.shape[0]):
        p = np.zeros(2)
        q = np.ones(2)
        if x[i, 0] > 4:
            p, q = q, p
        p[0] = x[i, 0]
        rows.append(p)
        q[1] = 7
    return np.array([row[0] * 10 + row[1] for row in rows])


@njit
def given(x):
    p = np.zeros(2)
    q = np.ones(2)
    if x[0, 0] > 4:
        p = q
    p[1] = 3
    return p, q


@njit
def caught(x):
    p = np.zeros(2)
    for i in range(x.shape[0]):
        try:
            q = np.ones(2)
            if x[i, 0] > 4:
                raise ValueError
            p = q
        except Exception:
            p[0] += 1
    return p[0]


@njit
def an_argument_or_new(x, y):
    p = y
    if x[0, 0] > 4:
        p = np.zeros(3)
    p[0] = 8
    return p.sum()


@njit
def empty_or_not(n, x):
    total = 0.0
    for i in range(x.shape[0]):
        p = x[i, 1:max(1, min(n, 3))] * 2
        for k in range(p.size):
            total += p[k] * k
        total += p.size
    return total


@njit
def far_too_large(n):
    p = np.zeros(min(n, 4))
    q = np.zeros(min(n, 1000))
    return p.size + q.size


def cases():
    x = ((np.arange(300) * 7919 % 97 - 40) / 8).reshape(60, 5)
    for f in (swapped, chosen, replaced, two_names, of_slices, into_slices, of_different_sizes, left_early, of_the_turn_before,
              summed_anew, kept_by_turns, one_of_two_leaves, given, caught, stepped, stepped_in_turns, through_a_name,
              of_the_loop_before, changed_behind, with_breaks):
        yield f, x
        yield f, x[7:8]
        yield f, np.asfortranarray(x)
        yield f, x[::2, ::-1]
    yield raises, np.arange(60.0).reshape(20, 3) % 3
    yield case(raises, np.arange(60.0).reshape(20, 3) % 4, numba="it raises the words of another Python")
    for k in range(2):
        yield an_argument_or_new, x[k:], np.ones(3)
    yield of_slices, x[:, :1]
    yield case(into_slices, x[:, :2], numba="it raises the words of another Python")
    for n in (-3, 0, 1, 2, 3, 9):
        yield empty_or_not, n, x
    for n in (0, 1, 2, 3, 7, 20):
        yield fibonacci, n
        yield three_of_them, n
    for n in (0, 3, 5, 100, 10**6):
        yield far_too_large, n
