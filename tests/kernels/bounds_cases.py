# SPDX-License-Identifier: Apache-2.0
import numpy as np
from corpus import Case


def out_of(index, axis, name, size, *more):
    of = f" of `{name}`" if name else ""
    return [f"IndexError: index {index} is out of bounds for axis {axis}{of} with size {size};", *more]


def out_of_tuple(index, size, *more):
    return [f"IndexError: tuple index {index} is out of range for a tuple of {size};", *more]


def cases():
    x = np.arange(10, dtype=np.float32)
    yield Case("shift", 1, 32, [x, np.zeros(7, np.float32), 3], {1: x[3:]})
    yield Case("shift", 1, 32, [x, np.zeros(7, np.float32), -3], {1: x[np.arange(7) - 3]})
    yield Case("shift", 1, 32, [x, np.zeros(7, np.float32), 4], checked=True,
               error=out_of(10, 0, "x", 10, "bounds.py:14:20", "thread (6, 0, 0)"))
    yield Case("shift", 1, 32, [x, np.zeros(1, np.float32), -11], checked=True, error=out_of(-11, 0, "x", 10))
    yield Case("shift", 1, 32, [x[:0], np.zeros(1, np.float32), 0], checked=True, error=out_of(0, 0, "x", 0))
    for order in "CF":
        a = np.zeros((3, 5), np.int64, order)
        one = a.copy(order)
        one[2, 0] = 1
        yield Case("two_axes", 1, 1, [a, -1, -5], {0: one})
        yield Case("two_axes", 1, 1, [a, 3, 0], checked=True, error=out_of(3, 0, "a", 3, "bounds.py:20:11"))
        yield Case("two_axes", 1, 1, [a, 0, 5], checked=True, error=out_of(5, 1, "a", 5, "bounds.py:20:14"))
        yield Case("two_axes", 1, 1, [a, -4, 0], checked=True, error=out_of(-4, 0, "a", 3))
    t = np.arange(16, dtype=np.int32)
    yield Case("shared_array", 1, 16, [np.zeros_like(t), 1], {0: t})
    yield Case("shared_array", 1, 16, [np.zeros_like(t), 3], checked=True,
               error=["IndexError: index ", "is out of bounds for axis 0 of `s` with size 16"])
    yield Case("local_array", 1, 1, [np.zeros(1, np.float32), 2], {0: np.array([3 + 3], np.float32)})
    yield Case("local_array", 1, 1, [np.zeros(1, np.float32), 3], checked=True, error=out_of(3, 0, "h", 3))
    yield Case("atomically", 2, 4, [t, -1], {0: np.where(t == 15, t + 8, t).astype(np.int32)})
    yield Case("atomically", 2, 4, [t, 16], checked=True, error=out_of(16, 0, "out", 16))
    a = np.zeros((4, 6), np.int64)
    rows = a.copy()
    rows[:, 4] = np.arange(4)
    yield Case("row_of_view", 1, 4, [a, 2], {0: rows})
    yield Case("row_of_view", 1, 4, [a, 3], checked=True, error=out_of(3, 0, "", 3))
    yield Case("row_of_view", 1, 5, [a, 2], checked=True, error=out_of(4, 0, "a", 4))
    yield Case("in_function", 1, 1, [x, np.zeros(1, np.float32), 9], {1: x[9:]})
    yield Case("in_function", 1, 1, [x, np.zeros(1, np.float32), 12], checked=True,
               error=out_of(12, 0, "x", 10, "in_function"))
    index = np.array([3, 9, -10, 0], np.int16)
    yield Case("nested", 1, 4, [index, x, np.zeros(4, np.float32)], {2: x[index]})
    yield Case("nested", 1, 4, [np.array([3, 10, 0, 0], np.int16), x, np.zeros(4, np.float32)], checked=True,
               error=out_of(10, 0, "x", 10, "thread (1, 0, 0)"))
    yield Case("wide", 1, 1, [x, np.uint64(2**63 + 5)], checked=True, error=out_of(2**63 + 5, 0, "x", 10))
    for order in "CF":
        a = np.zeros((3, 5), np.int64, order)
        last = a.copy(order)
        last[2, 4] = 1
        yield Case("flat", 1, 1, [a, -1], {0: last})
        yield Case("flat", 1, 1, [a, 15], checked=True, error=out_of(15, 0, "a", 15))
        yield Case("flat", 1, 1, [a, -16], checked=True, error=out_of(-16, 0, "a", 15))

    a, t = np.zeros((3, 5)), np.zeros(3)
    yield Case("of_tuples", 1, 1, [a, 1, t], {2: np.array([5.0, 40, 3])})
    yield Case("of_tuples", 1, 1, [a, np.uint32(0), t], {2: np.array([3.0, 30, 1])})
    yield Case("of_tuples", 1, 1, [a, -2, t], {2: np.array([3.0, 10, 0])}, checked=True, error=out_of_tuple(2, 2))
    for only, checked in (["interp"], False), (None, True):
        yield Case("of_tuples", 1, 1, [a, 2, t], only=only, checked=checked, error=out_of_tuple(2, 2, "bounds.py:83:14"))
        yield Case("of_tuples", 1, 1, [a, -3, t], only=only, checked=checked, error=out_of_tuple(-3, 2))
    yield Case("of_tuples_debugged", 1, 2, [a, 0, t], {2: np.array([3.0, 5, 0])})
    yield Case("of_tuples_debugged", 1, 1, [a, 5, t], error=out_of_tuple(5, 2, "bounds.py:91:14", "thread (0, 0, 0)"))
    yield Case("of_tuples_debugged", 1, 2, [a, 1, t], error=out_of_tuple(2, 2, "thread (1, 0, 0)"))
    yield Case("of_tuples_debugged", 1, 1, [a, -3, t], error=out_of_tuple(-3, 2))
    yield Case("of_empty", 1, 1, [-1, t], {1: t})
    yield Case("of_empty", 1, 1, [1, t], error=out_of(0, 1, "array", 0, "bounds.py:100:27"))

    line = np.arange(4)
    none, some = ": the launch has no dynamic shared memory;", {1: 40, 2: 16}
    for how in (0, 1, 2, 4):
        for grid in (1, 3):
            yield Case("unsized", grid, 4, [np.zeros(4, int), how], error=["IndexError: index ", f"with size 0{none}"])
            yield Case("unsized", 1, 4, [np.zeros(4, int), how], {0: line}, shared=some.get(how, 32))
    yield Case("unsized", 1, 1, [np.zeros(4, int), 3], error=f"index -1 is out of bounds for axis 0 of `s` with size 0{none}")
    yield Case("unsized", 1, 1, [np.ones(4, int), 5], {0: np.ones(4, int)})
    for shared in (32, 0, 64):
        yield Case("any_size", 1, 4, [np.zeros(4, int)], {0: line} if shared else None, shared=shared,
                   error=None if shared else ["IndexError: index ", f"with size 0{none}"])
