# SPDX-License-Identifier: Apache-2.0
"""Python's heapq for host functions: an item of a list is not greater than those at twice its
number and one or two more; or, with `most`, not less."""


def is_before(a, b, most):
    return b < a if most else a < b


def heap_rise(heap, start, at, most):
    item = heap[at]
    while at > start:
        above = (at - 1) >> 1
        if not is_before(item, heap[above], most):
            break
        heap[at] = heap[above]
        at = above
    heap[at] = item


# CPython's order: a gap goes down to the end, and the item rises from there.
def heap_sink(heap, at, most):
    count = len(heap)
    start = at
    item = heap[at]
    below = 2 * at + 1
    while below < count:
        if below + 1 < count and not is_before(heap[below], heap[below + 1], most):
            below += 1
        heap[at] = heap[below]
        at = below
        below = 2 * at + 1
    heap[at] = item
    heap_rise(heap, start, at, most)


def heap_make(heap, most):
    for i in range(len(heap) // 2 - 1, -1, -1):
        heap_sink(heap, i, most)


def python_heapq_heapify(x):
    heap_make(x, False)


def python_heapq_heappush(heap, item):
    heap.append(item)
    heap_rise(heap, 0, len(heap) - 1, False)


def python_heapq_heappop(heap):
    last = heap.pop()
    if len(heap) == 0:
        return last
    first = heap[0]
    heap[0] = last
    heap_sink(heap, 0, False)
    return first


def python_heapq_heapreplace(heap, item):
    first = heap[0]
    heap[0] = item
    heap_sink(heap, 0, False)
    return first


def python_heapq_heappushpop(heap, item):
    if len(heap) == 0 or not heap[0] < item:
        return item
    return python_heapq_heapreplace(heap, item)


# Of equal items the first ones stay: their numbers are in the heap, too.
def python_heapq_nsmallest(n, iterable):
    best = []
    i = 0
    for v in iterable:
        if len(best) < n:
            best.append((v, i))
            if len(best) == n:
                heap_make(best, True)
        elif n > 0 and v < best[0][0]:
            best[0] = (v, i)
            heap_sink(best, 0, True)
        i += 1
    return [pair[0] for pair in sorted(best)]


def python_heapq_nlargest(n, iterable):
    best = []
    i = 0
    for v in iterable:
        if len(best) < n:
            best.append((v, -i))
            if len(best) == n:
                heap_make(best, False)
        elif n > 0 and best[0][0] < v:
            best[0] = (v, -i)
            heap_sink(best, 0, False)
        i += 1
    return [pair[0] for pair in sorted(best, reverse=True)]
