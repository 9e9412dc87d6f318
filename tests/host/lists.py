# SPDX-License-Identifier: Apache-2.0
"""Lists of numbers: made, grown, changed, walked through, returned."""
import numpy as np
from cases import case
from numba import njit


@njit
def squares(n):
    x = []
    for i in range(n):
        x.append(i * i)
    return x


@njit
def grows_wider(n):
    x = [1, 2.5]
    for i in range(n):
        x.append(i / 2)
    return x, len(x)


@njit
def booleans(n):
    x = [n > 1, n > 2]
    x.append(n == 3)
    return x


@njit
def floats32(a):
    x = [a[0]]
    for v in a[1:]:
        x.append(v * v)
    return x, x[-1]


@njit
def methods(n):
    x = [5, 6, 7, 8]
    a = x.pop()
    b = x.pop(0)
    x.insert(1, 50)
    x.insert(-1, 60)
    x.insert(100, 70)
    x.reverse()
    x.extend([1, 2, n])
    x.remove(50)
    x[0] = 99
    x[-1] += 5
    s = 0
    for v in x:
        s += v
    y = x.copy()
    y.clear()
    return a, b, x, s, len(y), x.index(99), x.count(1)


@njit
def stack(n):
    todo = [n]
    seen = 0
    while todo:
        v = todo.pop()
        seen += 1
        if v > 1:
            todo.append(v // 2)
            todo.append(v - v // 2)
    return seen


@njit
def queue(n):
    todo = [(n, 0)[0]]
    out = 0
    while len(todo) > 0:
        v = todo.pop(0)
        out = out * 3 + v
        if v > 2:
            todo.append(v - 2)
    return out


@njit
def pop_empty(n):
    x = [1.5]
    x.pop()
    return x.pop()


@njit
def pop_at(n):
    x = [1, 2, 3]
    return x.pop(n), x


@njit
def item(n):
    x = [1.5, 2.5]
    return x[n]


@njit
def not_in_it(n):
    x = [1, 2]
    x.remove(n)
    return x


@njit
def alias(n):
    x = [1]
    y = x
    y.append(2)
    for i in range(n):
        x.append(i)
    return x, y


@njit
def push(x, v):
    x.append(v)
    return x


@njit
def through_calls(n):
    x = [0.5]
    push(x, 2.0)
    push(x, 3.5)
    return push(x, n)


@njit
def primes(n):
    out = []
    composite = np.zeros(n, np.bool_)
    for i in range(2, n):
        if not composite[i]:
            out.append(i)
            for j in range(i * i, n, i):
                composite[j] = True
    return out


@njit
def either(n):
    if n > 3:
        x = [1, 2]
    else:
        x = [3]
    return x


@njit
def remade(n):
    total = 0
    for i in range(n):
        x = [i]
        x.append(total)
        for v in x:
            x = [v]
            total += v
        total += len(x)
    return total


@njit
def to_array(n):
    x = [1.0, 2.0]
    x.append(n)
    a = np.empty(len(x))
    for i, v in enumerate(x):
        a[i] = v
    return a


@njit
def folded(n):
    x = [3, 1]
    x.append(n)
    return sum(x), max(x), min(x)


@njit
def contains(n):
    x = [3, 1]
    return n in x, n not in x


def cases():
    return [
        (squares, 0), (squares, 1), (squares, 5), (squares, 100),
        (grows_wider, 0), (grows_wider, 9), (booleans, 3),
        (floats32, np.arange(5, dtype=np.float32)),
        (methods, 4), (stack, 7), (queue, 9),
        (pop_empty, 0), (pop_at, 0), (pop_at, -1), (pop_at, -3), (pop_at, 3), (pop_at, -4),
        (item, 0), (item, -1), (item, -2),
        case(item, 2, says="which index"), case(item, -3, says="which index"),
        (not_in_it, 1), (not_in_it, 3),
        (alias, 20), (through_calls, 4.0), (primes, 50),
        (either, 4), (either, 3), (remade, 5), (to_array, 3.0), (folded, 7),
        (contains, 3), (contains, 4),
    ]
