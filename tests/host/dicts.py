# SPDX-License-Identifier: Apache-2.0
"""Dicts and sets: displays, methods, loops in the order of insertion, results."""
import numpy as np
from cases import case
from numba import njit


@njit
def counts(a):
    d = {}
    for v in a:
        if v in d:
            d[v] += 1
        else:
            d[v] = 1
    return d, len(d)


@njit
def by_get(n):
    d = {}
    for i in range(n):
        k = (i * 7) % 5
        d[k] = d.get(k, 0) + i
    return d, d.get(100, -1)


@njit
def display(n):
    d = {1: 2.5, n: 3.5}
    d[7] = 1.0
    del d[1]
    return d, 7 in d, 1 in d, 1 not in d, len(d)


@njit
def loops(n):
    d = {i: i * 0.5 for i in range(n)}
    s = 0.0
    for k in d:
        s += k
    for k, v in d.items():
        s += k * v
    for v in d.values():
        s += v
    for k in d.keys():
        s += d[k]
    return s, sorted(d), max(d.values()), list(d.keys())


@njit
def removed(n):
    d = {}
    for i in range(n):
        d[i] = i * i
    for i in range(0, n, 2):
        d.pop(i)
    for i in range(n, 2 * n):
        d[i] = i
    x = d.pop(1)
    y = d.pop(10000, -5)
    return d, x, y, len(d)


@njit
def missing(n):
    d = {1: 2}
    return d[n]


@njit
def missing_delete(n):
    d = {1: 2}
    del d[n]
    return len(d)


@njit
def tuples(n):
    d = {}
    for i in range(n):
        d[(i % 3, i % 2)] = i
    return d, (1, 0) in d, d[(0, 0)]


@njit
def float_keys(n):
    d = {0.0: 1, 0.5: 2}
    d[-0.0] = n
    return d


@njit
def of_lists(n):
    d = {}
    for i in range(n):
        k = i % 3
        if k not in d:
            d[k] = [i]
        else:
            d[k].append(i)
    return d


@njit
def of_arrays(n):
    d = {}
    for i in range(n):
        d[i] = np.full(3, i * 1.0)
    d[0][1] = 50.0
    d[1] = d[0] + 1
    total = 0.0
    for k in d:
        total += d[k].sum()
    return total, d[0], d


@njit
def methods(n):
    d = {1: 1}
    a = d.setdefault(1, 5)
    b = d.setdefault(2, 6)
    e = d.copy()
    e[3] = 9
    e.update({4: 4, 1: 100})
    d.clear()
    d[n] = n
    return a, b, d, e


@njit
def alias(d, k):
    d[k] = 99
    return d


@njit
def passed(n):
    d = {1: 1}
    e = alias(d, n)
    e[50] = 5
    return d, len(e)


@njit
def large(n):
    d = {}
    for i in range(n):
        d[i * 7919] = i
    s = 0
    for i in range(n):
        s += d[i * 7919]
    return s, len(d)


@njit
def sets(n):
    s = set()
    for i in range(n):
        s.add(i % 4)
    t = {2, 3, 10}
    s.discard(100)
    s.discard(0)
    return s, t, len(s), 2 in s, s | t, s & t, s - t, s ^ t


@njit
def sets_of(a):
    s = set(a)
    t = set([1, 2, 3])
    u = {v * 2 for v in range(3)}
    total = 0
    for v in s:
        total += v
    t.remove(1)
    return s, t, u, total, sorted(s), t.issubset({2, 3, 4}), t == {3, 2}, len(set(range(5)))


@njit
def set_missing(n):
    s = {1, 2}
    s.remove(n)
    return s


@njit
def set_of_tuples(n):
    seen = set()
    todo = [(0, 0)]
    while todo:
        p = todo.pop()
        if p in seen or p[0] + p[1] > n:
            continue
        seen.add(p)
        todo.append((p[0] + 1, p[1]))
        todo.append((p[0], p[1] + 1))
    return len(seen), seen


@njit
def raises(n):
    d = {1: np.zeros(3)}
    d[2] = np.ones(n)
    if n > 2:
        raise ValueError("n")
    return len(d)


@njit
def memo(n, d):
    if n < 2:
        return n
    if n in d:
        return d[n]
    r = memo(n - 1, d) + memo(n - 2, d)
    d[n] = r
    return r


@njit
def fibonacci(n):
    return memo(n, {0: 0})


@njit
def missing_text(key):
    d = {"a": 1}
    return d[key + key]


@njit
def missing_tuple(n, s):
    d = {(1, "a"): (2, 3.5)}
    return d[(n, s)]


@njit
def missing_within(n):
    d = {1: "one"}
    raise KeyError("it is", d[n])


@njit
def last_items(n):
    d = {i: i * 0.5 for i in range(n)}
    del d[n - 1]
    del d[0]
    taken = []
    while len(d) > 1:
        taken.append(d.popitem())
    d[7] = 1.0
    taken.append(d.popitem())
    return taken, d


@njit
def no_last_item(n):
    d = {1: n}
    d.popitem()
    return d.popitem()


@njit
def equal_dicts(n):
    d = {1: 0.5, 2: 1.5, n: 2.5}
    e = {n: 2.5, 2: 1.5, 1: 0.5}
    same = d == e
    e[n] = 3.0
    other = d == e, d != e
    del e[n]
    fewer = d == e
    e[n + 1] = 2.5
    return same, other, fewer, d == e, d != e


@njit
def equal_dicts_of_names(s):
    return {"a": 1, s: 2} == {s: 2, "a": 1}, {"a": 1} != {s: 1}


@njit
def taken_from_set(a):
    s = set(a)
    total = 0
    count = 0
    while len(s):
        total += s.pop()
        count += 1
    return total, count


@njit
def taken_from_no_set(n):
    s = {n}
    s.pop()
    return s.pop()


@njit
def sets_in_place(n):
    s = {1, 2, n}
    t = {2, n, 50}
    apart = s.isdisjoint({7, 8}), s.isdisjoint(t)
    u = s.copy()
    u.intersection_update(t)
    v = s.copy()
    v.difference_update(t)
    w = s.copy()
    w.symmetric_difference_update(t)
    return apart, sorted(u), sorted(v), sorted(w), sorted(s)


@njit
def updated(items):
    s = set()
    s.update(items)
    return len(s), sorted(s)


@njit
def updated_by_each():
    s = {1, 2}
    s.update([9, 10, 1])
    s.update((3, 4))
    s.update(range(20, 22))
    s.update(np.arange(3))
    s.update({5})
    return len(s), sorted(s)


def cases():
    return [
        (last_items, 6), case(no_last_item, 1, says="words"), (equal_dicts, 3), (equal_dicts_of_names, "b"), (equal_dicts_of_names, "a"),
        (taken_from_set, np.array([3, 1, 3, 20])), case(taken_from_no_set, 2, python="other words"), (sets_in_place, 9),
        (counts, np.array([3, 1, 3, 2, 3, 1])), (counts, np.array([1.5, 1.5, 2.5])), (by_get, 9), (display, 3), (loops, 5),
        (removed, 40), (missing, 1), (missing, 2), (missing_delete, 1), case(missing_delete, 5, says="which key"),
        (tuples, 7), case(float_keys, 9, numba="takes -0.0 for another key"), (of_lists, 7), (of_arrays, 3), (methods, 7), (passed, 3), (large, 1000),
        (sets, 9), (sets_of, np.array([5, 3, 5])), (updated, [3, 3, 4]), (updated, ["x", "y", "x"]), (updated, (1.5, 2.5)),
        (updated, np.arange(4) % 3), (updated_by_each,), case(set_missing, 1), case(set_missing, 7, says="which key"), (set_of_tuples, 4),
        (raises, 2), (raises, 3), (fibonacci, 30), (missing_text, "it's"), (missing_text, "3"), (missing_text, ""),
        (missing_tuple, 1, "a"), (missing_tuple, 2, "b"), (missing_within, 1), (missing_within, 2),
    ]
