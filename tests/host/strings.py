# SPDX-License-Identifier: Apache-2.0
"""Strings: known ones, which are compared and looked for, and those that are made while
running; items and keys of containers, results and arguments of any text."""
import numpy as np
from cases import case
from numba import njit

WORDS = ("alpha", "beta")


@njit
def literal(n):
    if n > 1:
        return "many"
    return "one"


@njit
def chosen(n):
    s = "odd" if n % 2 else "even"
    t = s
    for _ in range(n):
        t += "!"
    return t, len(t), s == "odd", t < "f"


@njit
def perhaps(n):
    if n == 0:
        return None
    return "x" * n


@njit
def operators(a, b, n):
    return a + b, a * n, n * b, a in b, a not in b, a == b, a != b, a < b, a <= b, a > b, a >= b


@njit
def item(s, i):
    return s[i]


@njit
def slices(s):
    return s[1:], s[:2], s[-3:], s[::2], s[::-1], s[5:2], s[-100:100]


@njit
def counted(text):
    d = {}
    for word in text.split():
        d[word] = d.get(word, 0) + 1
    return d


@njit
def letters(text):
    seen = set()
    out = []
    for i, c in enumerate(text):
        if c not in seen:
            seen.add(c)
            out.append((i, c))
    return out


@njit
def pairs(a, b):
    return [x + y for x, y in zip(a, b)]


@njit
def numbers(n):
    return str(n), str(-n), str(n > 3), str("s"), f"{n} of {n * 2}", f"{'a'}{True}", f"", f"x"


@njit
def small(a):
    return [str(v) for v in a]


@njit
def joined(parts):
    return ", ".join(parts), "".join(parts), "-".join("abc"), "".join(["", ""])


@njit
def split(s, sep, n):
    return s.split(sep), s.split(sep, n), s.rsplit(sep, n)


@njit
def split_blank(s, n):
    return s.split(), s.split(None, n), s.rsplit(None, n), s.splitlines(), s.splitlines(True)


@njit
def found(s, part):
    return s.find(part), s.rfind(part), s.count(part), s.startswith(part), s.endswith(part), s.find(part, 2), s.find(part, -4, -1)


@njit
def placed(s, part):
    return s.index(part), s.rindex(part)


@njit
def trimmed(s):
    return s.strip(), s.lstrip(), s.rstrip(), s.strip("xy "), s.lstrip("x"), s.rstrip("y")


@njit
def replaced(s, old, new):
    return s.replace(old, new), s.replace(old, new, 1), s.replace(old, new, 0), s.replace(old, "")


@njit
def cases_of(s):
    return s.upper(), s.lower(), s.isspace()


@njit
def parted(s, sep):
    return s.partition(sep), s.rpartition(sep)


@njit
def padded(s, n):
    return s.zfill(n), s.ljust(n), s.rjust(n, "*"), s.center(n, "."), s.center(n)


@njit
def tabs(s, n):
    return bool(s.isascii()), s.expandtabs(), s.expandtabs(n)


@njit
def points(s):
    total = 0
    for c in s:
        total += ord(c)
    return total, chr(960), chr(total)


@njit
def of_chr(i):
    return chr(i)


@njit
def of_ord(s):
    return ord(s)


@njit
def keys(names, values):
    d = {}
    for i in range(len(names)):
        d[names[i], i % 2] = values[i]
    return d


@njit
def lookup(d, key):
    return d[key]


@njit
def ordered(names):
    names.sort()
    return names, sorted(names, reverse=True), min(names), max(names), "b" in names


@njit
def changed(names):
    names.append("end")
    names[0] = names[0] + names[1]
    return len(names)


@njit
def among(s):
    if s in ("a", "b"):
        return 1
    if s in WORDS:
        return 2
    return 3


@njit
def of_tuple(t):
    name, n = t
    return name * n, t == ("ab", 2), t < ("b", 0)


@njit
def words():
    out = ""
    for w in ("a", "b", "a"):
        out += w
    for w in WORDS:
        out += w[0]
    a, b, c = "xyz"
    return out, c + b + a


@njit
def caught(s):
    try:
        return s[3]
    except Exception:
        return "short"


@njit
def half(s):
    if len(s) < 2:
        return s
    n = len(s) // 2
    return half(s[n:]) + half(s[:n])


@njit
def nested(s):
    def twice(x):
        return x + x + s

    return twice("a"), (lambda x: x + "b")(s)


@njit
def kinds(s):
    return isinstance(s, str), isinstance(1, str), isinstance(s + "x", str), isinstance([s], list), bool(s), not s


@njit
def dropped(n):
    total = 0
    for i in range(n):
        s = str(i) + "," + str(i * i)
        if i % 3 == 0:
            continue
        total += len(s)
    return total


@njit
def measured(a, s):
    out = np.zeros(len(s))
    for i in range(len(s)):
        out[i] = a[i] * (s[i] == "x")
    return out


@njit
def kernel(x, mode):
    if mode == "linear":
        return x
    elif mode in ("cubic", "quadratic"):
        return x * 3
    elif mode != "none":
        raise ValueError("no such mode")
    return 0 * x


@njit
def by_default(x, mode="linear", n=2):
    return kernel(x, mode) * n


@njit
def inner(x):
    return kernel(x, "linear") + kernel(x, "cubic") + by_default(x) + by_default(x, "none")


@njit
def compared(a, b):
    return a == b, a != b, a < b, a >= b, len(a), b in a


@njit
def truth(a):
    if a:
        return 1
    return 2


@njit
def in_tuple(t, x):
    name, n = t
    if name == "add":
        return x + n
    return x - n


@njit
def array_by(mode, n):
    if mode == "ones":
        a = np.ones(n)
    else:
        a = np.zeros(n)
    return a


def cases():
    text = "the cat the dog a cat"
    long = "wort " * 300
    return [
        (literal, 1), (literal, 2), (chosen, 3), (chosen, 4), (perhaps, 0), (perhaps, 3),
        (operators, "ab", "cab", 2), (operators, "", "", 0), (operators, "\u00e4\u20ac", "\U0001f600", -1), (operators, "abc", "abd", 3),
        (item, "gr\u00fcn", 2), (item, "abc", -1), (item, "abc", 3), (item, "", 0), (item, "abc", -4),
        (slices, "abcdef"), (slices, ""), (slices, "\u4e2d\u6587\U0001f600x"),
        (counted, text), (counted, ""), (counted, long), (letters, "mississippi"), (pairs, "abc", "xy"), (numbers, 7), (numbers, 0),
        case(numbers, -(2 ** 63), numba="it runs out of memory", python="integers wrap"), case(small, np.array([-128, 127, 0], np.int8), numba="it runs out of memory"), (small, np.array([2 ** 64 - 1, 10], np.uint64)),
        (small, np.array([True, False])),
        (joined, ["a", "bc", ""]), (joined, ["x"]), (split, "a,b,,c", ",", 1), (split, "a--b--", "--", 5), (split, "abc", "x", 0),
        (split, "abc", "", 1), case(split_blank, "  a b\t c \n", 1, numba="it loses the rest"), case(split_blank, "a\nb\r\nc\n\n", 2, numba="it loses the rest"), (split_blank, "", 0),
        (found, "banana", "an"), (found, "banana", ""), (found, "", ""), (found, "ab", "abc"), (found, "banana", "a"),
        (placed, "banana", "na"), (placed, "banana", "x"), (trimmed, "  xxabyy "), (trimmed, ""), (trimmed, "   "),
        (replaced, "banana", "an", "\u00fcx"), (replaced, "abc", "", "-"), case(replaced, "", "", "-", numba="puts it in twice"), (replaced, "aaa", "a", "bb"),
        case(cases_of, "Stra\u00dfe \u00c4\u00d6\u03a9\u0416 123"), (cases_of, " \t\u2003"), (cases_of, ""), (cases_of, "\u00b5\u0101\u1e9e"),
        (parted, "a=b=c", "="), (parted, "abc", "="), (parted, "abc", ""),
        (padded, "-7", 5), (padded, "abc", 2), (padded, "ab", 5), (padded, "", 3), (tabs, "a\tbc\t\td\n\te", 4),
        (tabs, "\t\u20ac\t", 0), (tabs, "\r\t\tx", -1), (tabs, "", 3), (points, "a\u20ac"),
        (of_chr, 97), case(of_chr, -1, python="its words are others"), case(of_chr, 0x110000, python="its words are others"), (of_ord, "a"), (of_ord, "ab"), (of_ord, ""),
        (keys, ["a", "b", "a"], np.array([1.5, 2.5, 3.5])), (lookup, {"a": 1, "b": 2}, "b"), (lookup, {"a": 1}, "c"),
        (lookup, {1: "x", 2: "y\u00e4"}, 2), (ordered, ["c", "a", "b"]), (ordered, ["b", "\u00e4", "Z"]), (changed, ["a", "b"]),
        (among, "b"), (among, "beta"), (among, "c"), (among, long), (of_tuple, ("ab", 2)), (of_tuple, ("b", 1)), (words,),
        (caught, "abcd"), (caught, "ab"), (half, "abcdefg"), (nested, "z"), (kinds, "s"), (kinds, ""), (dropped, 100),
        (measured, np.array([1.0, 2.0, 3.0]), "xyx"),
        (kernel, 2.0, "linear"), (kernel, 2.0, "cubic"), (kernel, 2, "quadratic"), (kernel, 2, "none"),
        (kernel, 2.0, "other"), (by_default, 1.5), (by_default, 1.5, "cubic"), (by_default, 1.5, "none", 3),
        case(by_default, 1.5, keywords={"n": 5}), case(by_default, 1.5, keywords={"mode": "cubic"}), (inner, 1.5),
        (compared, "abc", "b"), (compared, "", ""), (compared, "gr\u00fc\u00dfe", "\u00fc"), (truth, ""), (truth, "x"),
        (in_tuple, ("add", 1), 5), (in_tuple, ("sub", 1), 5), (array_by, "ones", 3), (array_by, "zeros", 2),
    ]
