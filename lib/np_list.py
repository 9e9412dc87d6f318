# SPDX-License-Identifier: Apache-2.0
"""Methods of lists, over the memory of their items (portkern.lib). Ordinary functions:
these are typed by Python's rules, not by those of the library."""
import numpy as np
from portkern.lib import list_move, list_new, list_resize, list_room


def list_reserve(items, count):
    room = list_room(items)
    if count > room.size:
        more = np.empty(max(2 * room.size, count) + 4, room.dtype)
        for i in range(len(items)):
            more[i] = room[i]
        list_move(items, more)


def list_append(items, value):
    n = len(items)
    list_reserve(items, n + 1)
    list_room(items)[n] = value
    list_resize(items, n + 1)


def list_extend(items, more):
    n = len(items)
    count = len(more)
    list_reserve(items, n + count)
    room = list_room(items)
    for i in range(count):
        room[n + i] = more[i]
    list_resize(items, n + count)


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
    room = list_room(items)
    value = room[at]
    for i in range(at, n - 1):
        room[i] = room[i + 1]
    list_resize(items, n - 1)
    return value


def list_insert(items, at, value):
    n = len(items)
    if at < 0:
        at = max(at + n, 0)
    at = min(at, n)
    list_reserve(items, n + 1)
    room = list_room(items)
    for i in range(n, at, -1):
        room[i] = room[i - 1]
    room[at] = value
    list_resize(items, n + 1)


def list_clear(items):
    list_resize(items, 0)


def list_copy(items):
    n = len(items)
    room = list_room(items)
    more = np.empty(n, room.dtype)
    for i in range(n):
        more[i] = room[i]
    return list_new(more, n)


def list_reverse(items):
    n = len(items)
    room = list_room(items)
    for i in range(n // 2):
        value = room[i]
        room[i] = room[n - 1 - i]
        room[n - 1 - i] = value


def list_index(items, value):
    room = list_room(items)
    for i in range(len(items)):
        if room[i] == value:
            return i
    raise ValueError('value not in list')


def list_count(items, value):
    room = list_room(items)
    count = 0
    for i in range(len(items)):
        if room[i] == value:
            count += 1
    return count


def list_remove(items, value):
    room = list_room(items)
    for i in range(len(items)):
        if room[i] == value:
            list_pop_at(items, i)
            return
    raise ValueError('list.remove(x): x not in list')
