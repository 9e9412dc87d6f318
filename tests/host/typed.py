# SPDX-License-Identifier: Apache-2.0
"""numba.typed.List and Dict, made in functions and passed to them; lists of tuples, of
arrays and of lists as arguments; the truth of containers."""
import numba
import numpy as np
from cases import case
from numba import njit, types
from numba.typed import Dict, List

ROW = types.float64[:]


@njit
def made(n):
    x = List()
    for i in range(n):
        x.append(i * 0.5)
    return x, len(x)


@njit
def copied(a):
    return List(a)


@njit
def empties():
    a = List.empty_list(types.int64)
    b = List.empty_list(types.float32)
    c = List.empty_list(types.UniTuple(types.int64, 2))
    d = Dict.empty(types.int64, types.float64)
    e = Dict.empty(key_type=types.int32, value_type=types.float64[:])
    return len(a), len(b), len(c), len(d), len(e)


@njit
def widened(n):
    x = List.empty_list(numba.float64)
    x.append(n)
    return x


@njit
def counted(a):
    d = Dict.empty(key_type=types.int64, value_type=types.int64)
    for v in a:
        if v in d:
            d[v] += 1
        else:
            d[v] = 1
    return d


@njit
def learned(n):
    d = Dict()
    for i in range(n):
        d[i] = (i, i * 0.5)
    return d


@njit
def rows(n):
    d = numba.typed.Dict.empty(types.int64, ROW)
    for i in range(n):
        d[i] = np.full(i, 0.5)
    return d


@njit
def dicts(n):
    d = Dict.empty(types.UniTuple(types.int64, 2), types.int64)
    d[(1, n)] = 3
    x = List()
    x.append(d)
    y = [d]
    y.insert(0, {(2, 2): 5})
    z = [0]
    z.extend({7: 8})
    for k in {n, n + 1}:
        z.append(k)
    return x, y, z


@njit
def truth(n):
    x = [i for i in range(n)]
    d = {i: i for i in range(n)}
    s = {i for i in range(n)}
    count = 0
    if x:
        count += 1
    if d:
        count += 2
    if not s:
        count += 4
    while d:
        d.pop(0)
        count += 8
        d.clear()
    return count, bool(x), bool(d), bool(s), 1 if d else 2, True if n and s else False


@njit
def total(d):
    s = 0.0
    for k, v in d.items():
        s += k * v
    return s


@njit
def put(d, k, v):
    d[k] = v
    return len(d)


@njit
def taken(d, k):
    return d.pop(k)


@njit
def dots(pairs):
    s = 0.0
    for a, b in pairs:
        s += a * b
    return s


@njit
def append_pair(pairs, a, b):
    pairs.append((a, b))


@njit
def sums(arrays):
    return [a.sum() for a in arrays]


@njit
def scaled(arrays, by):
    for a in arrays:
        a *= by
    return len(arrays)


@njit
def two_dim(arrays):
    s = 0.0
    for a in arrays:
        for i in range(a.shape[0]):
            s += a[i, -1]
    return s


@njit
def lengths(lists):
    return [len(x) for x in lists]


@njit
def grown(lists, v):
    for x in lists:
        x.append(v)
    lists.append([v])


@njit
def both(x, y):
    x.append((7, 8.0))
    return len(x), len(y)


@njit
def members(s, v):
    s.add(v)
    return v in s, len(s)


@njit
def named(a, pairs, b=2):
    return a + len(pairs) * b


@njit
def inner(n):
    d = Dict.empty(types.int64, types.float64)
    put(d, n, 0.5)
    put(d, n + 1, 1.5)
    return total(d)


@njit
def failing(pairs, n):
    pairs.append((1, 2.0))
    if n:
        raise ValueError("no", n)


def typed_dict(items, key=types.int64, value=types.float64):
    d = Dict.empty(key, value)
    for k, v in items.items():
        d[k] = v
    return d


def typed_list(items):
    x = List()
    for v in items:
        x.append(v)
    return x


def cases():
    pairs = [(1, 0.5), (2, 1.5), (3, -1.0)]
    arrays = [np.arange(3.0), np.ones(2), np.zeros(0)]
    grids = [np.arange(6.0).reshape(2, 3), np.ones((1, 4)), np.ones((3, 2)).T]
    deprecated = "lists of lists as arguments crash or warn there"
    same = [(1, 0.5)]
    return [
        (made, 3), (made, 0), (copied, np.arange(3)), (empties,), (widened, 3), (counted, np.array([3, 1, 3, 3])),
        (counted, np.zeros(0, np.int64)), (learned, 3), (rows, 3), (dicts, 2), (truth, 0), (truth, 3), (inner, 2),
        (total, typed_dict({1: 2.0, 3: 0.5})), (total, typed_dict({})), (total, typed_dict({1: 2}, types.int32)),
        (put, typed_dict({1: 2.0}), 5, 1.5), (put, typed_dict({1: 2.0}), 1, 1.5), (put, typed_dict({}), 1, 1.5),
        (taken, typed_dict({1: 2.0, 2: 3.0}), 1), (taken, typed_dict({1: 2.0}), 9),
        (dots, pairs), (dots, typed_list(pairs)), (dots, [(1, 2)]), (dots, [(True, 2.0)]),
        (append_pair, typed_list(pairs), 4, 2.5), (append_pair, list(pairs), 4, 2.5),
        (sums, arrays), (sums, typed_list(arrays)), (sums, [np.arange(3)]), (scaled, [a.copy() for a in arrays], 2.0),
        (scaled, typed_list([a.copy() for a in arrays]), 2.0), (two_dim, grids[:2]), (two_dim, typed_list(grids[:2])),
        case(lengths, [[1, 2], [3]], numba=deprecated), case(grown, [[1, 2], [3]], 9, numba=deprecated),
        case(lengths, [[1.0], []], numba=deprecated), case(both, same, same, numba=deprecated), (both, [(1, 0.5)], [(1, 0.5)]),
        (members, {1, 2}, 3), (members, {1, 2}, 2), case(named, 1, keywords={"pairs": pairs}),
        case(named, 1, keywords={"b": 3, "pairs": pairs}), (named, 1, pairs), (failing, typed_list(pairs), 0),
        case(total, {1: 2.0}, numba="it takes typed dicts only"),
    ]
