# SPDX-License-Identifier: Apache-2.0
import numpy as np
from corpus import Case

F4, F8, I4, I8 = np.float32, np.float64, np.int32, np.int64


def floats(*values):
    return np.array(values, F4)


def conversions():
    out = np.zeros(1, F4)
    # An argument becomes what the signature says: a float loses its fraction,
    # an integer wraps.
    for kernel in ("one", "named", "by_call"):
        for given, a in ((3.9, 3), (-3.9, -3), (7, 7), (True, 1), (2**32 + 5, 5), (F4(2.5), 2), (np.int8(-4), -4)):
            yield Case(kernel, 1, 1, [out, given], {0: floats(a * 0.5)})
    yield Case("one", 1, 1, [np.zeros(4, F4)[::2], 5], {0: floats(2.5, 0)})
    yield Case("by_option", 1, 1, [out, 3.9], {0: floats(1.95)})
    for given, a in ((300, 44), (7.9, 7), (-1, 255)):
        yield Case("without_result", 1, 1, [out, given], {0: floats(a * 0.5)})
    for a, b, c in ((2, 1.5, 0.1), (0.0, 2, 3), (0.5, 0.1 + 2j, 1e300)):
        with np.errstate(over="ignore"):
            want = np.array([bool(a), np.complex64(b).real, np.complex64(b).imag, F4(c)], F8)
        yield Case("parts", 1, 1, [np.zeros(4), a, b, c], {0: want})
    yield Case("several", 1, 1, [np.zeros(1, I4), 3], {0: np.array([4], I4)})
    yield Case("several", 1, 1, [np.zeros(1, F8), 3], {0: np.array([4.5])})
    c, f = np.zeros((5, 3)), np.asfortranarray(np.arange(15.0).reshape(5, 3))
    yield Case("layouts", 1, 32, [c, f, np.ones((5, 3))], {0: f + np.ones((5, 3))})

    for x in (5, 0.1, -2):
        third = F4(F4(x) / 3.0)
        best = F4(F4(x) * 3.0) if isinstance(x, float) else I4(x * 3)
        more = int(3 * int(x)) + 2 * 7
        want = [third, int(x * 1.5), best, 3 + 3 * (x > 0), int(x), int(x) + F4(x / 3), more]
        yield Case("functions", 1, 1, [np.zeros(7, F4), x], {0: floats(*want)})


def refusals():
    out, c = np.zeros(1, F4), np.zeros((5, 3))
    # What does not fit is refused.
    for bad, words in ((np.zeros(1), "argument 0 'out' of one is float64"), (np.zeros((1, 1), F4), "float32[:, ::1]"),
                       (np.zeros(1, np.complex64), "complex64[::1]")):
        yield Case("one", 1, 1, [bad, 1], error=words)
    yield Case("one", 1, 1, [out, 1j], error="argument 1 'a' of one is complex128, its signature says int32")
    yield Case("one", 1, 1, [out, float("nan")], error="NaN cannot become the int32")
    yield Case("one", 1, 1, [out, 1e30], error="out of range")
    yield Case("without_result", 1, 1, [out, -2.5], error="out of range")
    yield Case("several", 1, 1, [out, 1], error="no signature of several fits (float32")
    yield Case("layouts", 1, 1, [c, np.zeros((5, 3)), c.copy()], error="its signature says float64[::1, :]")


def bounds_of_launches():
    n = np.arange(300, dtype=I8)
    yield Case("bounded", 3, 128, [np.zeros(300, I8)], {0: n * 128})
    yield Case("bounded", 1, 129, [np.zeros(300, I8)], error="has 129 threads, launch_bounds of bounded allow 128")
    yield Case("bounded", 1, (64, 3), [np.zeros(300, I8)], error="block 64 x 3 x 1 has 192 threads")
    yield Case("by_dict", 1, 64, [np.zeros(64)], {0: np.arange(64) / 2})
    yield Case("by_dict", 1, 65, [np.zeros(65)], error="launch_bounds of by_dict allow 64")
    yield Case("small", 1, 32, [np.zeros(32, I8)], {0: np.arange(32)[::-1].copy()})
    yield Case("small", 1, 33, [np.zeros(33, I8)], error="launch_bounds of small allow 32")


def checks():
    yield Case("checked", 1, 1, [np.zeros(3), 2], {0: np.array([0, 0, 1.0])})
    yield Case("checked", 1, 1, [np.zeros(3), -4], error="IndexError: index -4 is out of bounds for axis 0")
    yield Case("checks_there", 1, 1, [np.arange(3.0), 3], error="IndexError: index 3 is out of bounds")

    yield Case("divisions", 1, 1, [np.zeros(1), 7, 2, 0], {0: np.array([3.5])})
    yield Case("divisions", 1, 1, [np.zeros(1), -7, 2, 3], {0: np.array([-3.0])})
    for a, b, how, words in ((1, 0, 0, "division by zero"), (1, 0, 1, "integer division by zero"),
                             (1, 0, 2, "integer modulo by zero"), (1, 0, 3, "integer divmod by zero"),
                             (1.0, 0.0, 0, "division by zero"), (1.0, -0.0, 1, "division by zero"),
                             (1.0, 0.0, 2, "modulo by zero"), (1.0, 0.0, 3, "modulo by zero")):
        yield Case("divisions", 1, 1, [np.zeros(1), a, b, how], error=f"ZeroDivisionError: {words}")
    yield Case("debugged", 1, 1, [np.zeros(1), 1.0, 4], {0: np.array([0.25])})
    yield Case("debugged", 1, 1, [np.zeros(1), 1.0, 0], error="ZeroDivisionError: division by zero")
    # float32 is divided fast, and nothing else is (numba/cuda/mathimpl.py).
    one, zero, out = np.float32(1), np.float32(0), np.zeros(1)
    for how in (0, 4):
        yield Case("debugged_fast", 1, 1, [out, one, np.float32(4), how], {0: np.array([0.25])})
        yield Case("debugged_fast", 1, 1, [out, one, zero, how], {0: np.array([np.inf])})
        yield Case("debugged_fast", 1, 1, [out, 1.0, 0.0, how], error="ZeroDivisionError: division by zero")
    for how in (1, 2, 3):
        yield Case("debugged_fast", 1, 1, [out, one, zero, how], error="ZeroDivisionError")
    yield Case("debugged_fast", 1, 1, [out, 1, 0, 0], error="ZeroDivisionError: division by zero")
    yield Case("powers", 1, 1, [np.zeros(1, I8), -1, -3], {0: np.array([-1])})
    yield Case("powers", 1, 1, [np.zeros(1, I8), 0, 3], {0: np.array([0])})
    yield Case("powers", 1, 1, [np.zeros(1, I8), 0, -1], error="0 cannot be raised to a negative power")
    yield Case("quiet", 1, 1, [np.ones(2, I8), 5, 0], {0: np.zeros(2, I8)})


def by_name():
    # Arguments by name, and the defaults between them.
    i = np.arange(40.0)
    for args, named, want in (([2], {}, 6.5), ([], {"a": 2}, 6.5), ([2], {"b": 1}, 7), ([], {"b": F4(0.25), "a": I4(3)}, 9.25),
                              ([1, 1], {"b": 7}, 8), ([True], {"n": np.float16(2.5)}, 3.0)):
        yield Case("by_name", 2, 32, [np.zeros(40), *args], {0: i + want}, named=named)
    yield Case("by_name", 2, 32, [np.zeros(40), 1], {0: np.full(40, 4.0)}, named={"none": 4})
    for named, words in (({"c": 1}, "by_name has no parameter 'c'"), ({"none": 1}, "by_name is launched without argument 'a'"),
                         ({"out": 1, "a": 1}, "argument 0 'out' of by_name is passed twice")):
        yield Case("by_name", 1, 1, [np.zeros(1)], named=named, error=words)


def cases():
    yield from conversions()
    yield from refusals()
    yield from bounds_of_launches()
    yield from checks()
    yield from by_name()
