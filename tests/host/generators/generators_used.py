# SPDX-License-Identifier: Apache-2.0
"""Generators as values: what takes them, next, arguments, and memory that they keep."""
import numpy as np
from numba import njit, prange

from cases import case


@njit
def count(n):
    for i in range(n):
        yield i


@njit
def squares(a):
    for v in a:
        yield v * v


@njit
def rows(a):
    for row in a:
        yield row


@njit
def windows(a, n):
    for i in range(len(a) - n + 1):
        yield a[i:i + n]


@njit
def made(n):
    for i in range(n):
        yield np.full(i + 1, i * 0.5)


@njit
def buffer_kept(n):
    kept = np.zeros(3)
    for i in range(n):
        kept[i % 3] += i
        yield kept.sum()
        yield kept[0]


@njit
def grown(n):
    items = [0]
    for i in range(n):
        items.append(i)
        yield len(items)
        if i % 2:
            items.pop()
    yield sum(items)


@njit
def lists(n):
    for i in range(n):
        yield [i, i + 1]


@njit
def dicts(n):
    seen = {}
    for i in range(n):
        seen[i] = i * 2
        yield len(seen), seen[i]


@njit
def words(text):
    for word in text.split():
        yield word
        yield word + "!"


@njit
def letters(text):
    for c in text:
        yield c


@njit
def joined(n):
    text = ""
    for i in range(n):
        text += str(i)
        yield text


@njit
def over_list(values):
    for v in values:
        yield v + 1


@njit
def over_enumerate(a):
    for i, v in enumerate(a):
        yield i, v


@njit
def over_zip(a, b):
    for v, w in zip(a, b):
        yield v + w


@njit
def over_items(n):
    d = {i: i * 3 for i in range(n)}
    for k, v in d.items():
        yield k + v


@njit
def over_set(n):
    s = {i % 3 for i in range(n)}
    for v in s:
        yield v


@njit
def over_expression(a):
    for v in a * 2 + 1:
        yield v


@njit
def over_flat(a):
    for v in a.flat:
        yield v


@njit
def over_index(a):
    for i, j in np.ndindex(a.shape):
        yield a[i, j] * (i - j)


@njit
def over_enumerated_elements(a):
    for i, v in np.ndenumerate(a):
        yield i[0] - i[1], v


@njit
def over_made(n):
    for v in np.arange(n) * 2:
        for w in np.ones(v):
            yield v + w


@njit
def matrix_rows(n):
    m = np.arange(n * n).reshape(n, n)
    for row in m:
        t = row * 2
        yield t.sum()
        yield t[0]


@njit
def of_generators(n):
    for v in count(n):
        for w in count(v):
            yield v * 10 + w


@njit
def chained(n):
    for v in squares(np.arange(n)):
        if v % 2 == 0:
            yield v


@njit
def kept_generator(n):
    g = count(n)
    for v in g:
        yield v
        if v % 3 == 0:
            yield next(g) * 100


@njit
def alternating(n):
    a, b = count(n), squares(np.arange(10))
    for _ in range(n):
        yield next(a)
        yield next(b)


# ---- consumers ----

@njit
def as_list(n):
    return list(count(n))


@njit
def as_set(n):
    return set(count(n))


@njit
def as_sorted(n):
    return sorted(squares(np.array([3, -1, 2, n])))


@njit
def as_array(n):
    return np.array(list(count(n)))


@njit
def comprehended(n):
    return [v + 1 for v in count(n) if v != 2]


@njit
def keyed(n):
    return {v: v * 2 for v in count(n)}


@njit
def summed(n):
    return sum(count(n)), sum(squares(np.arange(n) * 0.5), 1.0)


@njit
def most(a):
    return max(squares(a)), min(squares(a))


@njit
def asked(n):
    return any(count(n)), all(count(n))


@njit
def counted(n):
    return sum(1 for _ in of_generators(n))


@njit
def enumerated(n):
    s = 0
    for i, v in enumerate(squares(np.arange(n)), 5):
        s += i * v
    return s


@njit
def zipped(n):
    s = 0
    for i, v, w in zip(count(n), np.arange(3), count(5)):
        s = s * 7 + i + v * w
    return s


@njit
def zipped_twice(n):
    s = 0
    for i, (v, w) in enumerate(zip(count(n), count(n + 1))):
        s = s * 7 + i + v * w
    return s


@njit
def what_zip_takes(n):
    g, h = count(n), count(n + 2)
    s = 0
    for v, w in zip(g, h):
        s += v * w
    for w in h:
        s = s * 10 + w
    return s


@njit
def unpacked(n):
    a, b = count(n)
    return a, b


@njit
def nexts(n):
    g = count(n)
    return next(g) + next(g) * 10 + next(g) * 100


@njit
def next_or(n):
    g = count(n)
    return next(g, -1), next(g, -1), next(g, -2)


@njit
def itself(n):
    g = count(n)
    h = iter(g)
    return next(g), next(h), next(g)


@njit
def stops(n):
    g = count(n)
    s = 0
    try:
        while True:
            s += next(g)
    except Exception:
        s += 1000
    return s


@njit
def take(g, n):
    s = 0
    for v in g:
        s += v
        n -= 1
        if n == 0:
            break
    return s


@njit
def as_argument(n):
    g = count(n)
    return take(g, 2), take(g, 2), take(g, 2)


@njit
def dropped(a, n):
    s = 0.0
    for _ in range(n):
        for v in made(5):
            s += v[0]
            if s > a:
                break
        g = windows(np.ones(6), 2)
        s += next(g)[0]
    return s


@njit
def items_kept(n):
    kept = [v for v in made(n)]
    return kept[n - 1].sum() + kept[0][0]


@njit
def in_a_tuple(n):
    t = (count(n), squares(np.arange(3)))
    return next(t[0]), next(t[1]), next(t[0]), next(t[1])


@njit
def in_a_list(n):
    gs = [count(n), count(n + 1)]
    return next(gs[0]) + next(gs[1])


@njit
def chosen(n, first):
    g = count(n) if first else count(n + 3)
    return list(g)


@njit
def reassigned(n):
    g = count(n)
    s = next(g)
    g = count(n * 2)
    for v in g:
        s += v
    return s


@njit
def inner_function(n, k):
    def scaled(m):
        for i in range(m):
            yield i * k

    s = 0
    for v in scaled(n):
        s += v
    return s


@njit(parallel=True)
def in_parallel(n):
    s = 0
    for i in prange(n):
        for v in count(i):
            s += v
    return s


@njit(parallel=True)
def parallel_within(n):
    a = np.zeros(n, np.int64)
    for i in prange(n):
        a[i] = i * i
    for v in a:
        yield v


@njit
def running_mean(a, n):
    total = 0.0
    for i, v in enumerate(a):
        total += v
        if i >= n:
            total -= a[i - n]
        if i >= n - 1:
            yield total / n


@njit
def sum_of_means(a, n):
    s = 0.0
    for v in running_mean(a, n):
        s = s * 0.5 + v
    return s


@njit
def primes(n):
    sieve = np.ones(n, np.bool_)
    for i in range(2, n):
        if sieve[i]:
            yield i
            for k in range(i * i, n, i):
                sieve[k] = False


@njit
def sum_of_primes(n):
    s = 0
    for p in primes(n):
        s += p
    return s


@njit
def permutations(n):
    order = np.arange(n)
    state = np.zeros(n, np.int64)
    yield order.copy()
    i = 0
    while i < n:
        if state[i] < i:
            k = 0 if i % 2 == 0 else state[i]
            order[k], order[i] = order[i], order[k]
            yield order.copy()
            state[i] += 1
            i = 0
        else:
            state[i] = 0
            i += 1


@njit
def checksum(n):
    s = 0
    for p in permutations(n):
        for v in p:
            s = (s * 31 + v) % 1000003
    return s


@njit
def writes(a):
    for i in range(len(a)):
        a[i] += 1
        yield a[i]


@njit
def writes_all(a):
    s = 0
    for v in writes(a):
        s += v
    return s


def cases():
    a = np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    v = np.arange(5.0)
    for f in (made, buffer_kept, grown, lists, dicts, joined, over_set, over_made, matrix_rows, of_generators,
              chained):
        for n in (0, 1, 4):
            yield f, n
    for n in (0, 1, 4):
        yield case(over_items, n, numba="crashes")
    yield case(kept_generator, 6, numba="goes over a copy of the generator")
    yield alternating, 3
    yield case(kept_generator, 1, python="PEP 479", numba="the same")
    for f in (rows, over_flat, over_index, over_enumerated_elements):
        yield f, a
        yield f, a[::-1, :1]
        yield f, np.asfortranarray(a)
    for f in (squares, over_expression, over_enumerate):
        yield f, v
        yield f, v[::2]
    yield windows, v, 2
    yield over_zip, v, np.arange(3)
    yield over_list, [3, 4]
    for text in ("", "a rose is a rose", "ä ö"):
        yield case(words, text, numba="spoils memory")
        yield letters, text
    for f in (as_list, as_set, as_sorted, as_array, comprehended, keyed, summed, asked, counted, enumerated, zipped, zipped_twice,
              what_zip_takes, nexts, itself, stops, as_argument, in_a_tuple, in_a_list, reassigned, in_parallel,
              parallel_within, sum_of_primes, primes):
        for n in (2, 3, 6):
            yield f, n
    yield next_or, 1
    yield next_or, 5
    yield unpacked, 2
    yield case(unpacked, 1, says="how many")
    yield case(unpacked, 3, says="how many")
    yield most, np.array([1, -4, 2])
    yield case(most, np.array([], np.int64), numba="StopIteration")
    yield dropped, 3.0, 4
    yield items_kept, 4
    yield chosen, 2, True
    yield chosen, 2, False
    yield inner_function, 4, 5
    yield sum_of_means, np.arange(20.0), 4
    yield permutations, 3
    yield checksum, 4
    yield writes, np.arange(4)
    yield writes_all, np.arange(4)
