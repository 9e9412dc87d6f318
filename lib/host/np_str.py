# SPDX-License-Identifier: Apache-2.0
"""Strings: lists of code points (portkern.lib), which are filled when they are made and
not changed any more. Ordinary functions: these are typed by Python's rules."""
import numpy as np
from portkern.lib import list_get, list_new, list_put, list_resize, list_room

# Characters that have a lower case, in ranges: the distance from the end of the last one, twice
# the length (and 1 where every other character belongs to it), and how far the lower case is.
CASES = np.array([
    65, 50, 32, 102, 44, 32, 2, 12, 32, 34, 93, 1, 4, 9, 1, 3, 29, 1, 3, 89, 1, 2, 0, -121, 1, 9, 1,
    4, 0, 210, 1, 5, 1, 2, 0, 206, 1, 0, 1, 2, 2, 205, 1, 0, 1, 3, 0, 79, 1, 0, 202, 1, 0, 203, 1,
    0, 1, 2, 0, 205, 1, 0, 207, 2, 0, 211, 1, 0, 209, 1, 0, 1, 4, 0, 211, 1, 0, 213, 2, 0, 214, 1,
    9, 1, 2, 0, 218, 1, 0, 1, 2, 0, 218, 3, 0, 1, 2, 0, 218, 1, 0, 1, 2, 2, 217, 1, 5, 1, 2, 0, 219,
    1, 0, 1, 4, 0, 1, 8, 0, 2, 1, 0, 1, 2, 0, 2, 1, 0, 1, 2, 0, 2, 1, 33, 1, 3, 33, 1, 3, 0, 2, 1,
    5, 1, 2, 0, -97, 1, 0, -56, 1, 77, 1, 2, 0, -130, 2, 33, 1, 8, 0, 10795, 1, 0, 1, 2, 0, -163, 1,
    0, 10792, 3, 0, 1, 2, 0, -195, 1, 0, 69, 1, 0, 71, 1, 17, 1, 290, 5, 1, 4, 0, 1, 9, 0, 116, 7,
    0, 38, 2, 4, 37, 2, 0, 64, 2, 2, 63, 2, 32, 32, 2, 16, 32, 36, 0, 8, 9, 45, 1, 6, 0, -60, 3, 0,
    1, 2, 0, -7, 1, 0, 1, 3, 4, -130, 1, 30, 80, 1, 62, 32, 49, 65, 1, 10, 105, 1, 2, 0, 15, 1, 25,
    1, 3, 189, 1, 3, 74, 48, 2890, 74, 7264, 2, 0, 7264, 6, 0, 7264, 723, 158, 38864, 1, 10, 8,
    2203, 84, -3008, 3, 4, -3008, 321, 297, 1, 10, 0, -7615, 2, 189, 1, 10, 14, -8, 9, 10, -8, 11,
    14, -8, 9, 14, -8, 9, 10, -8, 12, 13, -8, 9, 14, -8, 25, 14, -8, 9, 14, -8, 9, 14, -8, 9, 2, -8,
    1, 2, -74, 1, 0, -9, 12, 6, -86, 1, 0, -9, 12, 2, -8, 1, 2, -100, 13, 2, -8, 1, 2, -112, 1, 0,
    -7, 12, 2, -128, 1, 2, -126, 1, 0, -9, 298, 0, -7517, 4, 0, -8383, 1, 0, -8262, 7, 0, 28, 46,
    30, 16, 20, 0, 1, 819, 50, 26, 1841, 94, 48, 49, 0, 1, 2, 0, -10743, 1, 0, -3814, 1, 0, -10727,
    3, 9, 1, 2, 0, -10780, 1, 0, -10749, 1, 0, -10783, 1, 0, -10782, 2, 0, 1, 3, 0, 1, 9, 2, -10815,
    1, 197, 1, 9, 5, 1, 5, 0, 1, 31054, 89, 1, 20, 53, 1, 136, 25, 1, 4, 121, 1, 11, 5, 1, 2, 0,
    -35332, 1, 17, 1, 5, 0, 1, 2, 0, -42280, 3, 5, 1, 4, 37, 1, 2, 0, -42308, 1, 0, -42319, 1, 0,
    -42315, 1, 0, -42305, 1, 0, -42308, 2, 0, -42258, 1, 0, -42282, 1, 0, -42261, 1, 0, 928, 1, 29,
    1, 2, 0, -48, 1, 0, -42307, 1, 0, -35384, 1, 5, 1, 7, 0, 1, 6, 5, 1, 29, 0, 1, 22316, 50, 32,
    1222, 78, 40, 137, 70, 40, 157, 20, 39, 2, 28, 39, 2, 12, 39, 2, 2, 39, 1771, 100, 64, 3054, 62,
    32, 21889, 62, 32, 31393, 66, 34])
# Others that have an upper case, and theirs.
UPPER = np.array([
    181, 924, 305, 73, 383, 83, 453, 452, 456, 455, 459, 458, 498, 497, 837, 921, 962, 931, 976,
    914, 977, 920, 981, 934, 982, 928, 1008, 922, 1009, 929, 1013, 917, 7296, 1042, 7297, 1044,
    7298, 1054, 7299, 1057, 7300, 1058, 7301, 1058, 7302, 1066, 7303, 1122, 7304, 42570, 7835, 7776,
    8126, 921])


# ---- making ----

def str_blank(n):
    """A string of n characters, which are put in then."""
    out = list_new('', n)
    list_resize(out, n)
    return out


def str_copy(out, at, s):
    """Puts a string there, and gives the place behind it."""
    to = list_room(out)
    room = list_room(s)
    for i in range(len(s)):
        to[at + i] = room[i]
    return at + len(s)


def str_part(s, start, stop):
    out = str_blank(max(stop - start, 0))
    to = list_room(out)
    room = list_room(s)
    for i in range(start, stop):
        to[i - start] = room[i]
    return out


def str_slice(s, start, stop, step):
    part = list_room(s)[:len(s)][start:stop:step]
    out = str_blank(part.size)
    to = list_room(out)
    for i in range(part.size):
        to[i] = part[i]
    return out


def str_getitem(s, at):
    n = len(s)
    if at < 0:
        at += n
    if at < 0 or at >= n:
        raise IndexError('string index out of range')
    return str_part(s, at, at + 1)


def str_add(s, more):
    out = str_blank(len(s) + len(more))
    str_copy(out, str_copy(out, 0, s), more)
    return out


def str_mul(s, count):
    n = len(s)
    out = str_blank(n * max(count, 0))
    for i in range(count):
        str_copy(out, i * n, s)
    return out


def str_join(s, parts):
    n = 0
    for part in parts:
        n += len(part) + len(s)
    out = str_blank(max(n - len(s), 0))
    at = 0
    first = True
    for part in parts:
        if not first:
            at = str_copy(out, at, s)
        first = False
        at = str_copy(out, at, part)
    return out


# ---- characters ----

def builtins_chr(i):
    if i < 0 or i > 0x10ffff:
        raise ValueError('chr() arg not in range(0x10ffff)')
    out = str_blank(1)
    list_put(out, 0, i)
    return out


def builtins_ord(c):
    if len(c) != 1:
        raise TypeError('ord() expected a character')
    return np.int64(list_get(c, 0))


def lower_of(c):
    end = 0
    for i in range(0, CASES.size, 3):
        start = end + CASES[i]
        end = start + CASES[i + 1] // 2
        if c <= end:
            if c >= start and (CASES[i + 1] % 2 == 0 or (c - start) % 2 == 0):
                return c + CASES[i + 2]
            return c
    return c


def upper_of(c):
    end = 0
    for i in range(0, CASES.size, 3):
        start = end + CASES[i]
        end = start + CASES[i + 1] // 2
        at = c - CASES[i + 2]
        if start <= at <= end and (CASES[i + 1] % 2 == 0 or (at - start) % 2 == 0):
            return at
    for i in range(0, UPPER.size, 2):
        if c == UPPER[i]:
            return UPPER[i + 1]
    return c


def str_lower(s):
    out = str_blank(len(s))
    for i in range(len(s)):
        c = np.int64(list_get(s, i))
        if c < 128:
            if 65 <= c <= 90:
                c += 32
        else:
            c = lower_of(c)
        list_put(out, i, c)
    return out


def str_upper(s):
    n = len(s)
    more = 0
    for i in range(n):
        more += list_get(s, i) == 0xdf
    out = str_blank(n + more)
    at = 0
    for i in range(n):
        c = np.int64(list_get(s, i))
        if c < 128:
            if 97 <= c <= 122:
                c -= 32
        elif c == 0xdf:
            c = 83
            list_put(out, at, c)
            at += 1
        else:
            c = upper_of(c)
        list_put(out, at, c)
        at += 1
    return out


def is_space(c):
    return (c == 32 or 9 <= c <= 13 or 28 <= c <= 31 or c == 0x85 or c == 0xa0 or c == 0x1680 or 0x2000 <= c <= 0x200a
            or c == 0x2028 or c == 0x2029 or c == 0x202f or c == 0x205f or c == 0x3000)


def str_isspace(s):
    for i in range(len(s)):
        if not is_space(list_get(s, i)):
            return False
    return len(s) > 0


# ---- numbers ----

def str_text(s, value):
    return builtins_str(value)


def builtins_str(value):
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return 'True' if value else 'False'
    ten = np.uint64(10)
    rest = np.uint64(value)
    if value < 0:
        rest = ~rest + np.uint64(1)
    n = 1 + (value < 0)
    part = rest // ten
    while part > 0:
        part //= ten
        n += 1
    out = str_blank(n)
    if value < 0:
        list_put(out, 0, 45)
    while True:
        n -= 1
        list_put(out, n, 48 + rest % ten)
        rest //= ten
        if rest == 0:
            return out


# ---- looking for ----

def str_bound(at, n):
    if at is None:
        return n
    if at < 0:
        return max(at + n, 0)
    return at


def has_at(s, part, at):
    for i in range(len(part)):
        if list_get(s, at + i) != list_get(part, i):
            return False
    return True


def str_find(s, part, start=0, end=None):
    n = len(s)
    for at in range(str_bound(start, n), min(str_bound(end, n), n) - len(part) + 1):
        if has_at(s, part, at):
            return at
    return -1


def str_rfind(s, part, start=0, end=None):
    n = len(s)
    for at in range(min(str_bound(end, n), n) - len(part), str_bound(start, n) - 1, -1):
        if has_at(s, part, at):
            return at
    return -1


def str_index(s, part, start=0, end=None):
    at = str_find(s, part, start, end)
    if at < 0:
        raise ValueError('substring not found')
    return at


def str_rindex(s, part, start=0, end=None):
    at = str_rfind(s, part, start, end)
    if at < 0:
        raise ValueError('substring not found')
    return at


def str_contains(s, part):
    return str_find(s, part) >= 0


def str_count(s, part, start=0, end=None):
    n = len(s)
    at = str_bound(start, n)
    stop = min(str_bound(end, n), n)
    found = 0
    while True:
        at = str_find(s, part, at, stop)
        if at < 0:
            return found
        found += 1
        at += max(len(part), 1)


def str_startswith(s, prefix, start=0, end=None):
    n = len(s)
    at = str_bound(start, n)
    return at + len(prefix) <= min(str_bound(end, n), n) and has_at(s, prefix, at)


def str_endswith(s, suffix, start=0, end=None):
    n = len(s)
    at = min(str_bound(end, n), n) - len(suffix)
    return at >= str_bound(start, n) and has_at(s, suffix, at)


# ---- parts ----

def is_one_of(c, chars):
    if chars is None:
        return is_space(c)
    for i in range(len(chars)):
        if list_get(chars, i) == c:
            return True
    return False


def str_trim(s, chars, left, right):
    start = 0
    stop = len(s)
    while left and start < stop and is_one_of(list_get(s, start), chars):
        start += 1
    while right and stop > start and is_one_of(list_get(s, stop - 1), chars):
        stop -= 1
    return str_part(s, start, stop)


def str_strip(s, chars=None):
    return str_trim(s, chars, True, True)


def str_lstrip(s, chars=None):
    return str_trim(s, chars, True, False)


def str_rstrip(s, chars=None):
    return str_trim(s, chars, False, True)


def str_split(s, sep=None, maxsplit=-1):
    out = []
    n = len(s)
    at = 0
    if sep is None:
        while True:
            while at < n and is_space(list_get(s, at)):
                at += 1
            if at == n:
                return out
            if maxsplit >= 0 and len(out) >= maxsplit:
                out.append(str_part(s, at, n))
                return out
            stop = at
            while stop < n and not is_space(list_get(s, stop)):
                stop += 1
            out.append(str_part(s, at, stop))
            at = stop
    else:
        if len(sep) == 0:
            raise ValueError('empty separator')
        while maxsplit < 0 or len(out) < maxsplit:
            stop = str_find(s, sep, at)
            if stop < 0:
                break
            out.append(str_part(s, at, stop))
            at = stop + len(sep)
        out.append(str_part(s, at, n))
        return out


def str_rsplit(s, sep=None, maxsplit=-1):
    out = []
    stop = len(s)
    if sep is None:
        while True:
            while stop > 0 and is_space(list_get(s, stop - 1)):
                stop -= 1
            if stop == 0:
                break
            if maxsplit >= 0 and len(out) >= maxsplit:
                out.append(str_part(s, 0, stop))
                break
            at = stop
            while at > 0 and not is_space(list_get(s, at - 1)):
                at -= 1
            out.append(str_part(s, at, stop))
            stop = at
    else:
        if len(sep) == 0:
            raise ValueError('empty separator')
        while maxsplit < 0 or len(out) < maxsplit:
            at = str_rfind(s, sep, 0, stop)
            if at < 0:
                break
            out.append(str_part(s, at + len(sep), stop))
            stop = at
        out.append(str_part(s, 0, stop))
    out.reverse()
    return out


def str_splitlines(s, keepends=False):
    out = []
    n = len(s)
    at = 0
    for i in range(n):
        c = list_get(s, i)
        if 10 <= c <= 13 or 28 <= c <= 30 or c == 0x85 or c == 0x2028 or c == 0x2029:
            if c == 10 and i > 0 and list_get(s, i - 1) == 13:
                if keepends:
                    out[-1] = out[-1] + '\n'
            else:
                out.append(str_part(s, at, i + bool(keepends)))
            at = i + 1
    if at < n:
        out.append(str_part(s, at, n))
    return out


def str_partition(s, sep):
    if len(sep) == 0:
        raise ValueError('empty separator')
    at = str_find(s, sep)
    if at < 0:
        return s, '', ''
    return str_part(s, 0, at), sep, str_part(s, at + len(sep), len(s))


def str_rpartition(s, sep):
    if len(sep) == 0:
        raise ValueError('empty separator')
    at = str_rfind(s, sep)
    if at < 0:
        return '', '', s
    return str_part(s, 0, at), sep, str_part(s, at + len(sep), len(s))


def str_replace(s, old, new, count=-1):
    parts = []
    n = len(s)
    at = 0
    if len(old) == 0:
        while at < n and (count < 0 or len(parts) < count):
            parts.append(str_part(s, at - 1, at) if at > 0 else '')
            at += 1
        if count < 0 or len(parts) < count:
            parts.append(str_part(s, at - 1, at) if at > 0 else '')
        elif at > 0:
            at -= 1
        parts.append(str_part(s, at, n))
        return str_join(new, parts)
    while count < 0 or len(parts) < count:
        stop = str_find(s, old, at)
        if stop < 0:
            break
        parts.append(str_part(s, at, stop))
        at = stop + len(old)
    parts.append(str_part(s, at, n))
    return str_join(new, parts)


# ---- widths ----

def padded(s, left, right, fill):
    if len(fill) != 1:
        raise TypeError('The fill character must be exactly one character long')
    if left + right <= 0:
        return s
    out = str_blank(len(s) + left + right)
    to = list_room(out)
    to[:] = list_get(fill, 0)
    str_copy(out, left, s)
    return out


def str_ljust(s, width, fill=' '):
    return padded(s, 0, max(width - len(s), 0), fill)


def str_rjust(s, width, fill=' '):
    return padded(s, max(width - len(s), 0), 0, fill)


def str_center(s, width, fill=' '):
    more = max(width - len(s), 0)
    left = more // 2 + (more & width & 1)
    return padded(s, left, more - left, fill)


def str_zfill(s, width):
    signed = len(s) > 0 and (list_get(s, 0) == 43 or list_get(s, 0) == 45)
    if width <= len(s):
        return s
    out = padded(s, width - len(s), 0, '0')
    if signed:
        list_put(out, 0, list_get(s, 0))
        list_put(out, width - len(s), 48)
    return out


# ---- comparing ----

def str_order(a, b):
    for i in range(min(len(a), len(b))):
        x = list_get(a, i)
        y = list_get(b, i)
        if x != y:
            return 1 if x > y else -1
    return len(a) - len(b)
