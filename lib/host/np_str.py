# SPDX-License-Identifier: Apache-2.0
"""Strings: lists of code points (portkern.lib), which are filled when they are made and
not changed any more. Ordinary functions: these are typed by Python's rules."""
import numpy as np
from portkern.lib import list_get, list_new, list_put, list_resize, list_room
from np_chars import begins_name, case_of, fold_of, is_alnum, is_alpha, is_decimal, is_digit, is_in_name
from np_chars import is_numeric, is_printed, is_space, lower_of, unfolded, unfolded_at, upper_of

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
    if n and count > 2**58 // n:
        raise MemoryError('cannot allocate a string so long')
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


def str_casefold(s):
    n = 0
    for i in range(len(s)):
        c = np.int64(list_get(s, i))
        at = unfolded_at(c) if c >= 128 else -1
        n += 1 if at < 0 else 2 + (unfolded(at, 2) != 0)
    out = str_blank(n)
    n = 0
    for i in range(len(s)):
        c = np.int64(list_get(s, i))
        at = unfolded_at(c) if c >= 128 else -1
        if at < 0:
            list_put(out, n, fold_of(c) if c >= 128 else c + 32 if 65 <= c <= 90 else c)
            n += 1
        else:
            for k in range(2 + (unfolded(at, 2) != 0)):
                list_put(out, n, unfolded(at, k))
                n += 1
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


def recased(s, how):
    """Swaps the case of each character (how 0), or makes the first one, or the first of each
    word (2), a title's and others lower."""
    n = len(s)
    more = 0
    for i in range(n):
        more += list_get(s, i) == 0xdf
    out = str_blank(n + more)
    at = 0
    first = True
    for i in range(n):
        c = np.int64(list_get(s, i))
        case = case_of(c)
        if first if how else case == 3:
            if c == 0xdf:
                list_put(out, at, np.int64(83))
                at += 1
                c = np.int64(115 if how else 83)
            elif how and (0x1c4 <= c <= 0x1cc or 0x1f1 <= c <= 0x1f3):
                c = (c - 0x1c4) // 3 * 3 + 0x1c5
            elif not how or c < 0x10d0 or c > 0x10ff:
                c = upper_of(c)
        elif how or case == 1:
            c = lower_of(c)
        first = how == 2 and case == 0
        list_put(out, at, c)
        at += 1
    return str_part(out, 0, at)


def str_swapcase(s):
    return recased(s, 0)


def str_capitalize(s):
    return recased(s, 1)


def str_title(s):
    return recased(s, 2)


def every(s, test):
    for i in range(len(s)):
        if not test(np.int64(list_get(s, i))):
            return False
    return len(s) > 0


def str_isspace(s):
    return every(s, is_space)


def str_isalpha(s):
    return every(s, is_alpha)


def str_isdecimal(s):
    return every(s, is_decimal)


def str_isdigit(s):
    return every(s, is_digit)


def str_isnumeric(s):
    return every(s, is_numeric)


def str_isalnum(s):
    return every(s, is_alnum)


def str_isascii(s):
    for i in range(len(s)):
        if list_get(s, i) > 127:
            return False
    return True


def str_isidentifier(s):
    for i in range(len(s)):
        if not is_in_name(np.int64(list_get(s, i))):
            return False
    return len(s) > 0 and begins_name(np.int64(list_get(s, 0)))


def str_isprintable(s):
    return len(s) == 0 or every(s, is_printed)


def all_cased(s, wanted):
    found = False
    for i in range(len(s)):
        case = case_of(np.int64(list_get(s, i)))
        if case != 0 and case != wanted:
            return False
        found = found or case != 0
    return found


def str_isupper(s):
    return all_cased(s, 1)


def str_islower(s):
    return all_cased(s, 3)


def str_istitle(s):
    found = False
    before = False
    for i in range(len(s)):
        case = case_of(np.int64(list_get(s, i)))
        if case != 0 and before != (case == 3):
            return False
        before = case != 0
        found = found or before
    return found


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
    if isinstance(prefix, tuple):
        for each in prefix:
            if str_startswith(s, each, start, end):
                return True
        return False
    else:
        n = len(s)
        at = str_bound(start, n)
        return at + len(prefix) <= min(str_bound(end, n), n) and has_at(s, prefix, at)


def str_endswith(s, suffix, start=0, end=None):
    if isinstance(suffix, tuple):
        for each in suffix:
            if str_endswith(s, each, start, end):
                return True
        return False
    else:
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


def str_expandtabs(s, tabsize=8):
    n = 0
    column = 0
    for i in range(len(s)):
        c = list_get(s, i)
        step = 1 if c != 9 else tabsize - column % tabsize if tabsize > 0 else 0
        n += step
        column = 0 if c == 10 or c == 13 else column + step
    out = str_blank(n)
    to = list_room(out)
    to[:] = 32
    at = 0
    column = 0
    for i in range(len(s)):
        c = list_get(s, i)
        step = 1 if c != 9 else tabsize - column % tabsize if tabsize > 0 else 0
        if c != 9:
            list_put(out, at, c)
        at += step
        column = 0 if c == 10 or c == 13 else column + step
    return out


# ---- comparing ----

def str_order(a, b):
    for i in range(min(len(a), len(b))):
        x = list_get(a, i)
        y = list_get(b, i)
        if x != y:
            return 1 if x > y else -1
    return len(a) - len(b)
