# SPDX-License-Identifier: Apache-2.0
"""Kinds and cases of characters, prefixes in tuples, and exceptions whose words are strings."""
from cases import case
from numba import njit

# Of scripts whose characters have not changed for long.
PARTS = ((0, 0x250), (0x2b0, 0x2c2), (0x340, 0x590), (0x620, 0x6e0), (0x960, 0x980), (0x10a0, 0x1100), (0x1d00, 0x2190),
         (0x2460, 0x24ff), (0x3000, 0x3100), (0x4e00, 0x4e20), (0xff00, 0xffdd), (0x10100, 0x10140), (0x10400, 0x10450),
         (0x1d400, 0x1d456), (0x1d7ce, 0x1d800))
SEVERAL = (0xdf, 0x130, 0x149, 0x1f0, 0x390, 0x3b0, 0x587)  # whose other case has several characters


@njit
def kinds(s):
    return (bool(s.isalpha()), bool(s.isalnum()), bool(s.isdecimal()), bool(s.isdigit()), s.isnumeric(), s.isupper(),
            s.islower(), s.istitle(), s.isspace())


@njit
def kinds_of_all():
    out = []
    for start, stop in PARTS:
        for c in range(start, stop):
            s = chr(c)
            out.append(bool(s.isalpha()) + 2 * bool(s.isdecimal()) + 4 * bool(s.isdigit()) + 8 * s.isnumeric()
                       + 16 * s.isupper() + 32 * s.islower() + 64 * s.istitle() + 128 * bool(s.isalnum())
                       + 256 * s.isspace())
    return out


@njit
def cases_of_all():
    out = ""
    for start, stop in PARTS:
        for c in range(start, stop):
            s = chr(c)
            if c not in SEVERAL and not 0x1e96 <= c <= 0x1e9a and not 0x1f50 <= c <= 0x1fff:
                out += s.title() + s.swapcase() + s.capitalize()
    return out


@njit
def names_of_all():
    out = []
    for start, stop in PARTS:
        for c in range(start, stop):
            s = chr(c)
            out.append(s.isidentifier() + 2 * ("a" + s).isidentifier() + 4 * s.isprintable())
    return out


@njit
def folded_of_all():
    out = ""
    for start, stop in PARTS:
        for c in range(start, stop):
            out += chr(c).casefold()
    for c in range(0x1f00, 0x2000):
        out += chr(c).casefold()
    for c in range(0x13a0, 0x1400):
        out += chr(c).casefold() + chr(c + 0xab70 - 0x13a0).casefold()
    return out


@njit
def named(s):
    return s.isidentifier(), s.isprintable(), s.casefold()


@njit
def recased(s):
    return s.title(), s.capitalize(), s.swapcase()


@njit
def begins(s, t, n):
    return (s.startswith(("a", "b")), s.startswith((t, "x"), 1), s.endswith(("c", t)), s.endswith((t,), 0, n),
            s.startswith((t, t), n, -1), s.startswith(""), s.endswith(("", "q")))


class Mine(Exception):
    """Of this program."""


@njit
def says(s):
    raise ValueError(s)


@njit
def says_more(s, n):
    raise ValueError(f"no {s} of {n}")


@njit
def says_several(s, n):
    raise Mine(s + "!", n, 1.5, s)


@njit
def says_made(n):
    raise ValueError("number " + str(n))


@njit
def says_formatted(n):
    raise KeyError(f"number {n}", n)


@njit
def says_tuple(s, n):
    raise ValueError((s, n, (s,)))


@njit
def says_empty(s):
    raise ValueError(f"{s}")


@njit
def asserts(s, n):
    assert len(s) > n, "short: " + s
    return s


@njit
def asserts_joined(s, n):
    assert len(s) > n, f"{s} has no {n}"
    return n


@njit
def catches(s):
    out = []
    for i in range(4):
        try:
            if i % 2:
                says(s + str(i))
            out.append("none")
        except Exception:
            out.append("caught")
    if len(s) > 2:
        says(s)
    return out


@njit
def raises_again(s):
    try:
        says_more(s, 1)
    except Exception:
        raise


@njit
def in_a_loop(words):
    total = 0
    for word in words:
        if word == "stop":
            raise ValueError("at " + word + " after " + str(total))
        total += len(word)
    return total


def cases():
    for s in ("", "abc", "Abc", "ABC", "a1", "123", "\u0663", "\u00b2", "\u00bd", "Hello World", "hello", "It'S", " \t\n", "\u01c5x",
              "\u4e2d\u6587", "\U0001d400", "a b", "-1", "\u00df", "\u2160", "\u24b6", "\u00aa"):
        yield kinds, s
    for s in ("", "abc", "a1", "1a", "_x", "a b", "a-b", "\u00e4\u00b7", "\u2118", "a\n", "\u00ad", "\u00a0", "STRASSE \u00df",
              "\ufb03\u0130\u0390", "\u03a3\u03c2", "\u13a0\uab70"):
        yield named, s
    yield case(names_of_all, numba="it has an older version of Unicode")
    yield case(folded_of_all, numba="it has an older version of Unicode")
    yield case(kinds_of_all, numba="it has an older version of Unicode")
    yield case(cases_of_all, numba="titles of some characters are wrong")
    for s in ("", "hello wORLD it's", "\u00df x\u00dfy", "\u01c6 \u01c5 \u01f3", "3rd a1b", "\u00e4\u00d6\u00fc \u03b1\u0392\u03b3", "abc", "\u10d0\u10d1"):
        yield case(recased, s, numba="Georgian has title cases there" if "\u10d0" in s else True)
    yield begins, "abc", "bc", 3
    yield begins, "bca", "a", 2
    yield begins, "", "", 0
    yield begins, "xyz", "yz", -1
    for s in ("abc", "12", "", "None", "don't", 'say "x"', "a\nb\\", "\u00e4\u20ac\U0001f600", "(1, 2)", "1.5", " x", "nan", "{}", "{0}", "a" * 300):
        yield says, s
        yield says_several, s, 3
        yield says_tuple, s, 2
    yield says_more, "bread", 3
    yield says_more, "", -1
    yield says_made, 5
    yield says_formatted, 7
    yield says_empty, ""
    yield says_empty, "7"
    yield asserts, "abc", 1
    yield asserts, "abc", 5
    yield asserts, "", 5
    yield asserts_joined, "abc", 5
    yield catches, "ab"
    yield catches, "abc"
    yield raises_again, "salt"
    yield in_a_loop, ["a", "bc"]
    yield in_a_loop, ["a", "bc", "stop", "d"]
