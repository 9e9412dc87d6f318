# SPDX-License-Identifier: Apache-2.0
"""What lists do, over items that are read and stored at a number, and over the memory
that they lie in, as an array of its words (portkern.lib). Ordinary functions: these are
typed by Python's rules, not by those of the library.

list_put stores where there is no item: list_drop gives up what an item refers to. Words
may be moved: a reference then belongs to where it is."""
import numpy as np
from portkern.lib import list_capacity, list_drop, list_flat, list_get, list_new, list_owns, list_put, list_resize
from portkern.lib import list_room, list_swap, list_width


# ---- memory ----

def list_reserve(items, count):
    room = list_room(items)
    width = list_width(items)
    if count * width > room.size:
        more = list_new(items, max(2 * (room.size // width), count) + 4)
        to = list_room(more)
        used = len(items) * width
        for i in range(used):
            to[i] = room[i]
        if list_owns(items):
            for i in range(used):
                room[i] = 0
        list_swap(items, more)


def list_move(items, at, count, to):
    """Items to other places, which overlap theirs or not."""
    room = list_room(items)
    width = list_width(items)
    if to < at:
        for i in range(count * width):
            room[to * width + i] = room[at * width + i]
    else:
        for i in range(count * width - 1, -1, -1):
            room[to * width + i] = room[at * width + i]


def list_forget(items, at, count):
    """The items there are others, or none: their words are moved."""
    if list_owns(items):
        room = list_room(items)
        width = list_width(items)
        for i in range(at * width, (at + count) * width):
            room[i] = 0


def list_cut(items, start, stop):
    """Takes items out."""
    if list_owns(items):
        for i in range(start, stop):
            list_drop(items, i)
    n = len(items)
    list_move(items, stop, n - stop, start)
    list_forget(items, n - (stop - start), stop - start)
    list_resize(items, n - (stop - start))


# ---- methods ----

def list_append(items, value):
    n = len(items)
    if n >= list_capacity(items):
        list_reserve(items, n + 1)
    list_put(items, n, value)
    list_resize(items, n + 1)


def list_extend(items, more):
    for value in more:
        list_append(items, value)


def list_pop(items):
    return list_pop_at(items, -1)


def list_pop_at(items, at):
    n = len(items)
    if n == 0:
        raise IndexError('pop from empty list')
    if at < 0:
        at += n
    if at < 0 or at >= n:
        raise IndexError('pop index out of range')
    value = list_get(items, at)
    list_cut(items, at, at + 1)
    return value


def list_insert(items, at, value):
    n = len(items)
    if at < 0:
        at = max(at + n, 0)
    at = min(at, n)
    list_reserve(items, n + 1)
    list_move(items, at, n - at, at + 1)
    list_forget(items, at, 1)
    list_put(items, at, value)
    list_resize(items, n + 1)


def list_clear(items):
    if list_owns(items):
        for i in range(len(items)):
            list_drop(items, i)
    list_resize(items, 0)


def list_copy(items):
    n = len(items)
    out = list_new(items, n)
    for i in range(n):
        list_put(out, i, list_get(items, i))
    list_resize(out, n)
    return out


def list_reverse(items):
    room = list_room(items)
    width = list_width(items)
    n = len(items)
    for i in range(n // 2):
        for k in range(width):
            word = room[i * width + k]
            room[i * width + k] = room[(n - 1 - i) * width + k]
            room[(n - 1 - i) * width + k] = word


def list_index(items, value):
    return list_index_between(items, value, 0, len(items))


def list_index_from(items, value, start):
    return list_index_between(items, value, start, len(items))


def list_index_between(items, value, start, stop):
    n = len(items)
    for i in range(list_bound(start, n), list_bound(stop, n)):
        if list_get(items, i) == value:
            return i
    raise ValueError('value not in list')


def list_count(items, value):
    count = 0
    for i in range(len(items)):
        if list_get(items, i) == value:
            count += 1
    return count


def list_remove(items, value):
    for i in range(len(items)):
        if list_get(items, i) == value:
            list_cut(items, i, i + 1)
            return
    raise ValueError('list.remove(x): x not in list')


# ---- items and slices ----

def list_place(items, at):
    n = len(items)
    if at < 0:
        at += n
    if at < 0 or at >= n:
        raise IndexError('list index out of range')
    return at


def list_getitem(items, at):
    return list_get(items, list_place(items, at))


def list_setitem(items, at, value):
    at = list_place(items, at)
    list_drop(items, at)
    list_put(items, at, value)


def list_delitem(items, at):
    at = list_place(items, at)
    list_cut(items, at, at + 1)


def list_bound(at, n):
    if at < 0:
        return max(at + n, 0)
    return min(at, n)


def list_slice(items, start, stop, step):
    n = len(items)
    if list_flat(items):
        part = list_room(items)[:n][start:stop:step]
        out = list_new(items, part.size)
        to = list_room(out)
        for i in range(part.size):
            to[i] = part[i]
        list_resize(out, part.size)
        return out
    places = np.arange(n)[start:stop:step]
    out = list_new(items, places.size)
    for i in range(places.size):
        list_put(out, i, list_get(items, places[i]))
    list_resize(out, places.size)
    return out


def list_first(start, n):
    if start is None:
        return 0
    return list_bound(start, n)


def list_last(stop, n):
    if stop is None:
        return n
    return list_bound(stop, n)


def list_setslice(items, start, stop, step, values):
    n = len(items)
    new = list_slice(items, 0, 0, 1)
    list_extend(new, values)
    count = len(new)
    if step is not None and step != 1:
        places = np.arange(n)[start:stop:step]
        if places.size != count:
            raise ValueError('cannot resize extended list slice with step != 1')
        for i in range(count):
            list_setitem(items, places[i], list_get(new, i))
        return
    first = list_first(start, n)
    last = max(first, list_last(stop, n))
    list_reserve(items, n + count)
    list_cut(items, first, last)
    n = len(items)
    list_move(items, first, n - first, first + count)
    list_forget(items, first, count)
    for i in range(count):
        list_put(items, first + i, list_get(new, i))
    list_resize(items, n + count)


def list_delslice(items, start, stop, step):
    n = len(items)
    if step is not None and step != 1:
        gone = np.zeros(n, np.bool_)
        for i in np.arange(n)[start:stop:step]:
            gone[i] = True
        for i in range(n - 1, -1, -1):
            if gone[i]:
                list_cut(items, i, i + 1)
        return
    first = list_first(start, n)
    list_cut(items, first, max(first, list_last(stop, n)))


# ---- operators ----

def list_add(items, more):
    out = []
    for value in items:
        out.append(value)
    for value in more:
        out.append(value)
    return out


def size_of(n, count):
    """n * count, of items that fit into memory."""
    if n and count > 2**58 // n:
        raise MemoryError('cannot allocate list')
    return n * max(count, 0)


def list_mul(items, count):
    n = len(items)
    size = size_of(n, count)
    out = list_new(items, size)
    for i in range(size):
        list_put(out, i, list_get(items, i % n))
    list_resize(out, size)
    return out


def list_eq(items, other):
    if len(items) != len(other):
        return False
    for i in range(len(items)):
        if list_get(items, i) != list_get(other, i):
            return False
    return True


def list_before(items, other, equal):
    """Whether they come before the others, or are equal and that counts."""
    for i in range(min(len(items), len(other))):
        if list_get(items, i) != list_get(other, i):
            return list_get(items, i) < list_get(other, i)
    if len(items) == len(other):
        return equal
    return len(items) < len(other)


def list_lt(items, other):
    return list_before(items, other, False)


def list_le(items, other):
    return list_before(items, other, True)


def list_gt(items, other):
    return list_before(other, items, False)


def list_ge(items, other):
    return list_before(other, items, True)


def list_contains(items, value):
    for i in range(len(items)):
        if list_get(items, i) == value:
            return True
    return False


def list_min(items):
    if len(items) == 0:
        raise ValueError('min() arg is an empty sequence')
    least = list_get(items, 0)
    for i in range(1, len(items)):
        if list_get(items, i) < least:
            least = list_get(items, i)
    return least


def list_max(items):
    if len(items) == 0:
        raise ValueError('max() arg is an empty sequence')
    most = list_get(items, 0)
    for i in range(1, len(items)):
        if list_get(items, i) > most:
            most = list_get(items, i)
    return most


# ---- sorting ----

def list_order(keys, falls):
    """The numbers of items in order; of equal ones the first comes first."""
    n = len(keys)
    order = np.arange(n)
    other = np.empty(n, np.int64)
    width = 1
    while width < n:
        for at in range(0, n, 2 * width):
            middle = min(at + width, n)
            end = min(at + 2 * width, n)
            i = at
            k = middle
            for to in range(at, end):
                left = k >= end
                if not left and i < middle:
                    a = list_get(keys, order[i])
                    b = list_get(keys, order[k])
                    left = not a < b if falls else not b < a
                if left:
                    other[to] = order[i]
                    i += 1
                else:
                    other[to] = order[k]
                    k += 1
        order, other = other, order
        width *= 2
    return order


def list_arrange(items, order):
    room = list_room(items)
    width = list_width(items)
    n = len(items)
    words = np.empty(n * width, room.dtype)
    for i in range(n * width):
        words[i] = room[i]
    for i in range(n):
        for k in range(width):
            room[i * width + k] = words[order[i] * width + k]


def list_sort(items, key, falls):
    if list_flat(items) and not falls:
        list_room(items)[:len(items)].sort()
    else:
        list_arrange(items, list_order(items, bool(falls)))


def list_sort_by(items, key, falls):
    keys = []
    for i in range(len(items)):
        keys.append(key(list_get(items, i)))
    list_arrange(items, list_order(keys, bool(falls)))


def builtins_sorted(iterable, key, falls):
    out = list_list(iterable)
    list_sort(out, None, falls)
    return out


def builtins_sorted_by(iterable, key, falls):
    out = list_list(iterable)
    list_sort_by(out, key, falls)
    return out


def list_list(iterable):
    out = []
    for value in iterable:
        out.append(value)
    return out
