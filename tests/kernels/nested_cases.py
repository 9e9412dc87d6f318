# SPDX-License-Identifier: Apache-2.0
import language_python as py
import numpy as np
from corpus import Case


def cases():
    x = np.zeros(100, np.int64)
    yield Case("one_child", 4, 32, [x, 100], {0: np.arange(100) + 100})
    a = np.zeros((5, 40), np.float32)
    want = (10 * np.arange(5)[:, None] + np.arange(40)[None, :]).astype(np.float32)
    yield Case("child_per_row", 1, 8, [a, ], {0: want})
    f = np.asfortranarray(a)
    yield Case("child_per_row", 1, 8, [f], {0: want})
    b = np.zeros((4, 10), np.int32)
    views = b.copy()
    views[:, :2] += 100 + np.arange(4, dtype=np.int32)[:, None]
    for i in range(2):
        views[2, i + 2::2] += 1000 + np.arange(views[2, i + 2::2].size, dtype=np.int32)
    yield Case("child_per_view", 1, 4, [b], {0: views})
    yield Case("count_down", 1, 1, [np.full(20, -1), 19], {0: np.arange(20)})
    yield Case("tree", 1, 1, [np.zeros(37, np.int64), 0, 37], {0: np.ones(37, np.int64)})
    for flag in (False, True):
        i, j = np.indices((13, 11))
        want = i * 100 + j + np.float32(1.5) * 2.0 - 3.0 + 7 + 0.5 * flag
        yield Case("all_types", 1, 4, [np.zeros((13, 11)), np.float32(1.5), 2 - 3j, flag, np.uint16(7)], {0: want})
    yield Case("nothing_to_run", 1, 4, [x], {0: x})
    x = np.arange(20, dtype=np.float64)
    out = x + x * x
    yield Case("sums", 1, 4, [x, x * x, np.zeros(20)], {1: out[::-1] + x, 2: out})
    yield Case("wrong_block", 1, 1, [x, 0], error=["nested.py:104:5", "wrong_block launches add_to: the block is 0"])
    yield Case("wrong_block", 1, 1, [x, 5000], error=["wrong_block launches add_to: block[0] is 5000"])
    yield Case("fails_later", 1, 1, [x], error=["AssertionError: three; thread (3, 0, 0)", "(kernel failing_child)"])
    yield Case("for_ever", 1, 1, [x], error=["kernels launch kernels more than 4096 deep"])
    yield Case("says_and_launches", 1, 2, [np.array([3, 4])], {0: np.array([6, 8])},
               prints=["parent 0", "parent 1", "child 6", "child 8"])
    yield from records_and_tuples()
    yield from members_and_names()


def changed(r, by):
    r["n"] += by
    r["z"] *= 2
    r["v"] += np.arange(3).astype(r["v"].dtype) * by


def records_and_tuples():
    fields = [("n", np.int64), ("z", np.complex64), ("v", np.int16, (3,)), ("x", np.float32)]
    for align in (False, True):
        dtype = np.dtype(fields, align=align)
        p = np.zeros((9,), dtype)
        p["n"], p["z"], p["v"], p["x"] = np.arange(9), np.arange(9) + 1j, np.arange(27).reshape(9, 3), 0.25
        one = p[4:5].reshape(())
        for given in (p, p[::2].copy(), np.concatenate([p, p])[::2]):
            want, last = given.copy(), one.copy()
            for i, r in enumerate(want):
                changed(r, 10 * i)
            part = want[1::2]
            part["x"] += np.float32(0.5) + np.arange(len(part), dtype=np.float32)
            part["v"] -= np.arange(len(part), dtype=np.int16)[:, None]
            changed(last[()], 7)
            last["v"] += 1
            yield Case("child_per_record", 1, 16, [given, one.copy()], {0: want, 1: last})
        a, b = np.arange(10.0), np.arange(10, 30).reshape(10, 2).astype(np.int32)
        want = np.full(20, -1.0)
        for i in range(2):
            k = np.arange(3 + i)
            want[4 * i + k] = a[i:][k] * 2.5 + b[k, 0] + i * p["n"][i]
            want[8 + 4 * i + k[:2]] = a[:2] * i + b[i:][:2, 0] + 2
        yield Case("child_of_tuples", 1, 4, [np.full(20, -1.0), (a, b), p, 2.5], {0: want})


def members_and_names():
    names = py.module("nested")
    for color in names["Color"]:
        for mode in names["Mode"]:
            want = np.zeros(12)
            want[:4] = color.value + 1000 * (color.name == "BLUE")
            want[4:7] = 1005
            want[:4] = want[:4] * (mode == 1) + 6
            want[7:9] += color.value + 1000 * (color.name == "BLUE")
            want[9] = color.value + 10 * mode
            if color.name == "BLUE":
                want[10] = 12
            yield Case("child_by_name", 1, 4, [np.zeros(12), color, mode], {0: want})
            yield Case("child_by_name", 1, 4, [np.zeros(12)], {0: want}, named={"mode": mode, "color": color})
