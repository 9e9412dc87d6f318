# SPDX-License-Identifier: Apache-2.0
import numpy as np
from corpus import Case

HUGE = 2**62


def out_of(index, axis, name, size, *more):
    return [f"IndexError: index {index} is out of bounds for axis {axis} of `{name}` with size {size};", *more]


def cases():
    a = np.arange(40, dtype=np.float32).reshape(8, 5)
    b = np.ones(5, np.float32)
    out = np.zeros(8, np.float32)
    yield Case("dot_rows", 2, 16, [a, b, out], {2: a @ b})
    yield Case("dot_rows", 2, 16, [a, b[:0], out + 7], {2: out})
    yield Case("dot_rows", 2, 16, [a[:7], b, out], checked=True, error=out_of(7, 0, "a", 7, "thread (7, 0, 0)"))
    yield Case("dot_rows", 1, 4, [a[:4], b, out], {2: np.append((a @ b)[:4], out[4:])})
    yield Case("dot_rows", 1, 1, [a[:, :4], b, out[:1]], checked=True, error=out_of(4, 1, "a", 4))
    x = np.arange(10, dtype=np.int64)
    yield Case("backwards", 1, 2, [x, x * 0, 10], {1: x[::-1]})
    yield Case("backwards", 1, 2, [x, x * 0, 0], {1: x * 0})
    yield Case("backwards", 1, 2, [x, x * 0, -HUGE], {1: x * 0})
    yield Case("backwards", 1, 2, [x[:9], x * 0, 10], checked=True, error=out_of(9, 0, "x", 9))
    yield Case("backwards", 1, 2, [x, x[:9] * 0, 10], checked=True, error=out_of(9, 0, "out", 9))
    edges = np.where((x > 0) & (x < 9), 2 * x, 0)
    yield Case("neighbours", 1, 16, [x, x * 0, 1], {1: edges})
    yield Case("neighbours", 1, 16, [x[:9], x * 0, 1], checked=True, error=out_of(9, 0, "x", 9, "thread (8, 0, 0)"))
    yield Case("neighbours", 1, 2, [x, x * 0, 11], checked=True, error=out_of(12, 0, "x", 10, "thread (1, 0, 0)"))
    yield Case("neighbours", 1, 2, [x, x * 0, -11], checked=True, error=out_of(12, 0, "x", 10))
    yield Case("neighbours", 1, 2, [x, x * 0, 2**63 - 1], checked=True, error=out_of(2 - 2**63, 0, "x", 10))
    yield Case("early", 2, 8, [x, x * 0, 10], {1: x + 1})
    yield Case("early", 2, 8, [x, x * 0, 0], {1: x * 0})
    yield Case("early", 1, 11, [x, x * 0, 11], checked=True, error=out_of(10, 0, "x", 10, "thread (10, 0, 0)"))
    yield Case("early", 1, 10, [x, x * 0, HUGE], {1: x + 1})
    yield Case("other_guard", 1, 10, [x, x * 0, 3], {1: np.where(x == 3, 0, x + 1)})
    yield Case("other_guard", 1, 11, [x, x * 0, 3], checked=True, error=out_of(10, 0, "x", 10))
    yield Case("strided", 1, 4, [x, x[:4] * 0, 3, 3], {1: 3 * x[:4] + 9})
    yield Case("strided", 1, 4, [x, x[:4] * 0, 3, 0], {1: 3 * x[:4]})
    yield Case("strided", 1, 1, [x, x[:1] * 0, 3, -3], {1: x[:1] + 7 + 4})
    yield Case("strided", 1, 1, [x, x[:1] * 0, 5, -3], checked=True, error=out_of(-12, 0, "x", 10))
    yield Case("strided", 1, 1, [x, x[:1] * 0, 5, 3], checked=True, error=out_of(12, 0, "x", 10))
    yield Case("strided", 1, 1, [x, x[:1] * 0, 3, HUGE], checked=True, error=out_of(HUGE, 0, "x", 10))
    yield Case("strided", 1, 4, [x, x[:4] * 0, 0, HUGE], {1: x[:4] * 0})
    yield Case("strided", 1, 4, [x[:0], x[:4] * 0, 0, 1], {1: x[:4] * 0})
    yield Case("in_while", 1, 4, [x, 10, 4], {0: x + 1})
    yield Case("in_while", 1, 4, [x[:9], 10, 4], checked=True, error=out_of(9, 0, "x", 9, "thread (1, 0, 0)"))
    yield Case("in_while", 1, 4, [x[:0], -1, 4], {0: x[:0]})
    yield Case("in_while", 1, 1, [x, 2**63 - 1, HUGE], checked=True, error=out_of(HUGE, 0, "x", 10))
    yield Case("down_while", 1, 2, [x, 10], {0: np.where(x % 2, 2 * x, x)})
    yield Case("down_while", 1, 2, [x, 11], checked=True, error=out_of(10, 0, "x", 10))
    yield Case("down_while", 1, 2, [x, 0], {0: x})
    y = np.arange(128, dtype=np.int64)
    yield Case("tree", 2, 64, [y, x[:2] * 0], {1: y.reshape(2, 64).sum(1)})
    yield Case("tree", 2, 64, [y[:64], x[:2] * 0], checked=True,
               error=["IndexError: index", "axis 0 of `x` with size 64", "block (1, 0, 0)"])
    yield Case("tree", 2, 64, [y, x[:1] * 0], checked=True, error=out_of(1, 0, "out", 1, "block (1, 0, 0)"))
    yield Case("tree", 1, 128, [y, x[:2] * 0], checked=True,
               error=["IndexError: index", "axis 0 of `part` with size 64"])
    index = np.array([3, 9, -10, 0], np.int64)
    yield Case("some_of_data", 1, 4, [x, index, x[:4] * 0], {2: x[index] + 1})
    yield Case("some_of_data", 1, 4, [x[:9], index % 10, x[:4] * 0], checked=True,
               error=out_of(9, 0, "x", 9, "thread (1, 0, 0)"))
    yield Case("some_of_data", 1, 5, [x, index, x[:5] * 0], checked=True,
               error=out_of(4, 0, "index", 4, "thread (4, 0, 0)"))
