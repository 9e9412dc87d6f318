# SPDX-License-Identifier: Apache-2.0
"""Dicts and sets, over two lists (portkern.lib). Entries are in the order in which keys
came: 1, key and value, or 0 first where the key is gone; a set's values mean nothing. The
table has 2^n slots, at most half of them used: numbers of entries, -1 where there was none,
-2 where it is gone; and last how many are gone. Ordinary functions: these are typed by
Python's rules."""
import numpy as np
from portkern.lib import dict_entries, dict_new, dict_set_of, dict_table
from portkern.lib import list_drop, list_get, list_put, list_resize, list_room, list_width


# ---- the table ----

def dict_hash(key):
    if isinstance(key, tuple):
        h = 3527539
        for item in key:
            h = (h ^ dict_hash(item)) * 1000003
        return h
    if isinstance(key, str):
        h = 3527539
        for i in range(len(key)):
            h = (h ^ list_get(key, i)) * 1000003
        return h
    if isinstance(key, (float, np.float32)):
        return (np.float64(key) + 0.0).view(np.int64)
    if hasattr(key, "__hashed__"):  # an object of a dataclass
        return dict_hash(key.__hashed__)
    return np.int64(key)


def dict_slot(key, mask):
    h = dict_hash(key) * -7046029254386353131
    return (h ^ (h >> 32)) & mask


def dict_find(d, key):
    """The slot of the key; -1: it is not there."""
    table = dict_table(d)
    entries = dict_entries(d)
    mask = len(table) - 2
    if mask < 0:
        return -1
    slot = dict_slot(key, mask)
    while True:
        at = list_get(table, slot)
        if at == -1:
            return -1
        if at >= 0 and list_get(entries, at)[1] == key:
            return slot
        slot = (slot + 1) & mask


def dict_insert(table, key, at):
    mask = len(table) - 2
    slot = dict_slot(key, mask)
    while list_get(table, slot) >= 0:
        slot = (slot + 1) & mask
    list_put(table, slot, at)


def dict_grow(d):
    """Entries that are gone go, and there is room for more."""
    table = dict_table(d)
    entries = dict_entries(d)
    room = list_room(entries)
    width = list_width(entries)
    count = 0
    for i in range(len(entries)):
        if room[i * width]:
            if i > count:
                for k in range(width):
                    room[count * width + k] = room[i * width + k]
                    room[i * width + k] = 0
            count += 1
    list_resize(entries, count)
    slots = 8
    while slots < 4 * count:
        slots *= 2
    table.clear()
    for i in range(slots):
        table.append(-1)
    table.append(0)
    for i in range(count):
        dict_insert(table, list_get(entries, i)[1], i)


# ---- dicts ----

def dict_len(d):
    table = dict_table(d)
    n = len(table)
    if n == 0:
        return 0
    return len(dict_entries(d)) - list_get(table, n - 1)


def dict_setitem(d, key, value):
    entries = dict_entries(d)
    table = dict_table(d)
    slot = dict_find(d, key)
    if slot >= 0:
        at = list_get(table, slot)
        key = list_get(entries, at)[1]
        list_drop(entries, at)
        list_put(entries, at, (1, key, value))
        return
    if 2 * (len(entries) + 1) >= len(table):
        dict_grow(d)
    n = len(entries)
    entries.append((1, key, value))
    dict_insert(table, key, n)


def dict_fill(d, keys, values):
    """The dict that an argument is."""
    for i in range(len(keys)):
        dict_setitem(d, keys[i], values[i])


def dict_contains(d, key):
    return dict_find(d, key) >= 0


def dict_value(d, slot):
    return list_get(dict_entries(d), list_get(dict_table(d), slot))[2]


def dict_getitem(d, key):
    slot = dict_find(d, key)
    if slot < 0:
        raise KeyError(key)
    return dict_value(d, slot)


def dict_get(d, key):
    slot = dict_find(d, key)
    if slot < 0:
        return None
    return dict_value(d, slot)


def dict_get_or(d, key, other):
    slot = dict_find(d, key)
    if slot < 0:
        return other
    return dict_value(d, slot)


def dict_setdefault(d, key, value):
    slot = dict_find(d, key)
    if slot < 0:
        dict_setitem(d, key, value)
        return value
    return dict_value(d, slot)


def dict_remove(d, slot):
    entries = dict_entries(d)
    table = dict_table(d)
    at = list_get(table, slot)
    list_drop(entries, at)
    list_room(entries)[at * list_width(entries)] = 0
    list_put(table, slot, -2)
    last = len(table) - 1
    list_put(table, last, list_get(table, last) + 1)


def dict_delitem(d, key):
    slot = dict_find(d, key)
    if slot < 0:
        raise KeyError()
    dict_remove(d, slot)


def dict_pop(d, key):
    slot = dict_find(d, key)
    if slot < 0:
        raise KeyError()
    value = dict_value(d, slot)
    dict_remove(d, slot)
    return value


def dict_pop_or(d, key, other):
    slot = dict_find(d, key)
    if slot < 0:
        return other
    value = dict_value(d, slot)
    dict_remove(d, slot)
    return value


def dict_popitem(d):
    """The last one."""
    entries = dict_entries(d)
    at = len(entries) - 1
    while at >= 0 and not list_get(entries, at)[0]:
        at -= 1
    if at < 0:
        raise KeyError('popitem(): dictionary is empty')
    live, key, value = list_get(entries, at)
    dict_remove(d, dict_find(d, key))
    return key, value


def dict_eq(d, other):
    if dict_len(d) != dict_len(other):
        return False
    entries = dict_entries(d)
    for i in range(len(entries)):
        live, key, value = list_get(entries, i)
        if live:
            slot = dict_find(other, key)
            if slot < 0 or dict_value(other, slot) != value:
                return False
    return True


def dict_clear(d):
    dict_entries(d).clear()
    dict_table(d).clear()


def dict_copy(d):
    out = dict_new(d)
    dict_update(out, d)
    return out


def dict_update(d, other):
    entries = dict_entries(other)
    for i in range(len(entries)):
        live, key, value = list_get(entries, i)
        if live:
            dict_setitem(d, key, value)


def listed(d, part):
    out = []
    entries = dict_entries(d)
    for i in range(len(entries)):
        entry = list_get(entries, i)
        if entry[0]:
            out.append(part(entry))
    return out


def dict_keys(d):
    return listed(d, lambda entry: entry[1])


def dict_values(d):
    return listed(d, lambda entry: entry[2])


def dict_items(d):
    return listed(d, lambda entry: (entry[1], entry[2]))


# ---- sets ----

def set_of(iterable):
    out = dict_set_of(iterable)
    for value in iterable:
        set_add(out, value)
    return out


def set_len(s):
    return dict_len(s)


def set_keys(s):
    return dict_keys(s)


def set_add(s, key):
    if dict_find(s, key) < 0:
        dict_setitem(s, key, True)


def set_fill(s, keys):
    """The set that an argument is."""
    for i in range(len(keys)):
        set_add(s, keys[i])


def set_discard(s, key):
    slot = dict_find(s, key)
    if slot >= 0:
        dict_remove(s, slot)


def set_pop(s):
    """The one that was added first, where Python takes any."""
    entries = dict_entries(s)
    for i in range(len(entries)):
        live, key, value = list_get(entries, i)
        if live:
            dict_remove(s, dict_find(s, key))
            return key
    raise KeyError('set.pop(): empty set')


def set_remove(s, key):
    slot = dict_find(s, key)
    if slot < 0:
        raise KeyError()
    dict_remove(s, slot)


def set_contains(s, key):
    return dict_find(s, key) >= 0


def set_clear(s):
    dict_clear(s)


def set_copy(s):
    return dict_copy(s)


def set_update(s, other):
    dict_update(s, other)


def set_update_of(s, iterable):
    for value in iterable:
        set_add(s, value)


def set_or(s, other):
    out = dict_copy(s)
    dict_update(out, other)
    return out


def set_and(s, other):
    out = dict_new(s)
    for key in dict_keys(s):
        if dict_find(other, key) >= 0:
            set_add(out, key)
    return out


def set_sub(s, other):
    out = dict_new(s)
    for key in dict_keys(s):
        if dict_find(other, key) < 0:
            set_add(out, key)
    return out


def set_xor(s, other):
    out = set_sub(s, other)
    dict_update(out, set_sub(other, s))
    return out


def set_union(s, other):
    return set_or(s, other)


def set_intersection(s, other):
    return set_and(s, other)


def set_difference(s, other):
    return set_sub(s, other)


def set_symmetric_difference(s, other):
    return set_xor(s, other)


def set_intersection_update(s, other):
    for key in dict_keys(s):
        if dict_find(other, key) < 0:
            set_discard(s, key)


def set_difference_update(s, other):
    for key in dict_keys(other):
        set_discard(s, key)


def set_symmetric_difference_update(s, other):
    for key in dict_keys(other):
        slot = dict_find(s, key)
        if slot < 0:
            set_add(s, key)
        else:
            dict_remove(s, slot)


def set_isdisjoint(s, other):
    for key in dict_keys(s):
        if dict_find(other, key) >= 0:
            return False
    return True


def set_issubset(s, other):
    for key in dict_keys(s):
        if dict_find(other, key) < 0:
            return False
    return True


def set_issuperset(s, other):
    return set_issubset(other, s)


def set_eq(s, other):
    return dict_len(s) == dict_len(other) and set_issubset(s, other)


def set_le(s, other):
    return set_issubset(s, other)


def set_ge(s, other):
    return set_issubset(other, s)
