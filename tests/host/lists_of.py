# SPDX-License-Identifier: Apache-2.0
"""Lists of tuples, of arrays and of lists: their items own memory."""
import numpy as np
from cases import case
from numba import njit


@njit
def pairs(n):
    x = []
    for i in range(n):
        x.append((i, i * 0.5))
    return x, len(x)


@njit
def pairs_sorted(n):
    x = [(i * 7 % 5, -i) for i in range(n)]
    y = sorted(x)
    x.sort(reverse=True)
    return x, y, y[0] < y[1], (1, 2) in x, x == y, (0, 0) in y


@njit
def second(p):
    return p[1]


@njit
def pairs_by_key(n):
    x = [(i, (i * 7) % 5) for i in range(n)]
    x.sort(key=second)
    return x, max(x), min(x)


@njit
def pairs_unpacked(n):
    x = [(1, 2.5), (n, 3.5)]
    s = 0.0
    for a, b in x:
        s += a * b
    for i, (a, b) in enumerate(x):
        s += i * a
    a, b = x[1]
    x[0] = (7, 8.5)
    x[-1], x[0] = x[0], x[-1]
    return s, a, b, x, x[0][1], x.pop(), x.index((n, 3.5)), x[::-1]


@njit
def heap(n):
    todo = [(0, 0)]
    seen = 0
    while todo:
        a, b = todo.pop()
        seen += 1
        if a + b < n:
            todo.append((a + 1, b))
            todo.insert(0, (a, b + 1))
    return seen


@njit
def arrays(n):
    x = []
    for i in range(n):
        x.append(np.full(3, float(i)))
    x[0][1] = 50.0
    y = x[1]
    x.pop()
    x.insert(1, y * 2)
    s = 0.0
    for a in x:
        s += a.sum()
    return x, y, s


@njit
def views(a, n):
    x = [a[i] for i in range(n)]
    x[0][0] = 99.0
    return x, len(x)


@njit
def arrays_forgotten(n):
    x = [np.zeros(100) for i in range(n)]
    for i in range(1000):
        x.append(np.full(100, float(i)))
        x.pop(0)
    x[0] = x[1]
    y = x[2:4]
    del x[1:]
    x += y
    x.reverse()
    z = x * 2
    z.extend(y)
    x.clear()
    return z, len(x)


@njit
def of_lists(n):
    x = [[0] * 3 for _ in range(n)]
    x[0][1] = 5
    for i in range(n):
        x[i].append(i)
    y = x[0]
    y[0] = 8
    x[1] = [1]
    return x, [len(v) for v in x], x[0][-1]


@njit
def lists_grow(n):
    x = [[i] for i in range(n)]
    for k in range(5):
        for i in range(n):
            x[i].append(k * i)
    s = 0
    for v in x:
        for w in v:
            s += w
    return x, s, [[a * b for a in range(3)] for b in range(n)]


@njit
def neighbours(n):
    edges = [(0, 1), (1, 2), (2, 0), (2, 3), (3, n)]
    near = [[0 for _ in range(0)] for _ in range(n + 1)]
    for a, b in edges:
        near[a].append(b)
        near[b].append(a)
    return near


@njit
def to_matrix(n):
    rows = [[float(i * k) for k in range(3)] for i in range(n)]
    return np.array(rows)


@njit
def stacked(n):
    x = [np.arange(3) * i for i in range(n)]
    out = np.zeros((n, 3))
    for i, a in enumerate(x):
        out[i] = a
    return out


@njit
def tuples_of_arrays(n):
    x = [(np.zeros(2), 1)]
    for i in range(n):
        x.append((np.full(i, 1.0), i))
    total = 0.0
    for a, k in x:
        total += a.sum() * k
    return total, x[-1][0], x[-1][1]


@njit
def bools(n):
    return [(i, i > 1, i * 0.5, np.float32(i)) for i in range(n)]


@njit
def raises_late(n):
    x = [np.zeros(5) for i in range(n)]
    y = [x, x]
    if n > 2:
        raise ValueError("late")
    return len(y)


@njit
def shrinks(n):
    x = [np.zeros(2) for i in range(n)]
    count = 0
    for a in x:
        count += 1
        if len(x) > 5:
            x.append(a)
            x.pop()
    return count


@njit
def fill(x, n):
    for i in range(n):
        x.append((i, i))
    return x


@njit
def filled(n):
    x = [(5, 6)]
    y = fill(x, n)
    y[0] = (9, 9)
    return x


@njit
def three_deep(n):
    x = [[[i + j + k for k in range(2)] for j in range(2)] for i in range(n)]
    x[0][1][0] = 77
    y = x[0]
    x.clear()
    return y


@njit
def item_outside(n):
    x = [(1, 2)]
    return x[n]


@njit
def pop_empty(n):
    x = [(1, 2)]
    x.pop()
    return x.pop()


@njit
def expression_stored(n):
    x = [np.zeros(2), np.ones(2)]
    x[0] = x[1] * 2 + n
    x[1] = x[0]
    return x


@njit
def groups(a, n):
    x = [np.empty(0) for _ in range(n)]
    for i in range(len(a)):
        k = int(a[i]) % n
        x[k] = np.append(x[k], a[i])
    return x


@njit
def changed_in_place(n):
    x = [np.ones(3), np.zeros(3)]
    first = x[0]
    x[0] += n
    x[1] -= x[0] * 2
    d = {1: np.arange(3.0)}
    d[1] *= x[1]
    return x, first, d[1]


def cases():
    a = np.arange(6.0).reshape(2, 3)
    return [
        (pairs, 0), (pairs, 3), (pairs, 40), (pairs_sorted, 9), (pairs_by_key, 8), (pairs_unpacked, 4), (heap, 4),
        (arrays, 3), (views, a, 2), case(arrays_forgotten, 5, numba="it crashes"), (of_lists, 3), (lists_grow, 4), (neighbours, 4), (to_matrix, 2),
        (stacked, 3), (tuples_of_arrays, 4), (bools, 3), (raises_late, 2), (raises_late, 3), (shrinks, 7), (filled, 30),
        (three_deep, 2), (item_outside, 0), case(item_outside, 1, says="which"), (pop_empty, 0), (expression_stored, 3), (groups, np.arange(9.0), 3),
        (changed_in_place, 2),
    ]
