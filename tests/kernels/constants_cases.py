# SPDX-License-Identifier: Apache-2.0
import math

import numpy as np
from corpus import Case


def cases():
    table = np.array([1.5, -2.25, 0.1, 1e10], np.float32)
    matrix = np.array([[1, 2, 3], [4, 5, 6]])
    k = np.arange(100) % 4
    flags, mixed = np.array([1.0, -1.0, 1.0, 1.0]), np.array([1.0, 2.5, 1.0])
    waves = np.array([1 + 20, -5.0])
    want = np.stack([table[k], matrix[k % 2, k % 3], np.array([200, 255, 0, 7])[k], flags[k], mixed[k % 3],
                     waves[k % 2], np.full(100, 8), np.arange(10, -5, -3)[k], np.zeros(100), table[-1 - k] + 6.0,
                     np.array([np.float32(0.1), 0.1])[k % 2], np.array([0.75, 1.0, 0.75])[k % 3],
                     6 + 4 + 3 + 4 + 500 * k], 1).astype(np.float64)
    want[:, 9] = table[-1 - k] + np.float32(6)
    yield Case("pick", 1, 128, [k, np.zeros_like(want)], {1: want})

    k = np.arange(40) % 2
    yield Case("wide", 1, 64, [k, np.zeros(40, np.uint64)], {1: np.array([1 << 63, 3], np.uint64)[k]})

    half = float(np.sum(table.astype(np.float64) * 0.5))
    want = np.stack([matrix[k, 1] + matrix[k, 2], 2.0 * matrix[k].sum(1), np.full(40, half),
                     np.where(k, table[0], table[1]), np.full(40, 3 + 2 + 2)], 1).astype(np.float64)
    yield Case("rows", 1, 64, [k, np.zeros_like(want)], {1: want}, rtol=1e-15)

    x = np.random.default_rng(3).standard_normal(200)
    want = np.zeros(200)
    for i in range(1, 199):
        if 0 < i % 64 < 63:
            want[i] = (x[i - 1] * 0.25 + x[i] * 0.5) + x[i + 1] * 0.25
    yield Case("stencil", 4, 64, [x, np.zeros(200)], {1: want})
    yield Case("codes", 1, 1, [np.zeros(3, np.int64)], {0: np.array([70199, 300, 44])})
    out = np.array([32, 300, 2, 2, -4, 0, 7, -3, -2, -2, -2, 3])
    real = np.array([2.5, math.sqrt(2), 3, 7, 0.5, math.sqrt(2) * math.pi])
    yield Case("computed", 1, 1, [np.zeros_like(out), np.zeros_like(real)], {0: out, 1: real})
    blur = np.array([[1, 2, 1], [2, 4, 2], [1, 2, 1]])
    edges = np.array([0, 3, 1], np.float32)
    made = np.stack([np.arange(24).reshape(2, -1, 4)[1, :, 3] + 6, np.full(3, 7), matrix.flatten()[2:5] + 6,
                     (blur / blur.sum())[1], edges / np.sum(edges), [-0.0, 0.0, 0.0], np.full(3, 7),
                     [np.inf, -np.inf, np.sqrt(2.0)]], 1).astype(np.float64)
    made[:, 5] = np.eye(3)[1] + (np.identity(2) - 1)[0][np.arange(3) % 2]
    yield Case("made", 1, 3, [np.zeros_like(made)], {0: made})

    table = np.array([1.5, -2.25, 0.1, 1e10], np.float32).astype("d")
    yield Case("on_device", 1, 32, [np.zeros(4)], {0: table + np.array([3, 6, 3, 6]) + 3 + -0.75 + 4})
    yield Case("fields", 1, 2, [np.zeros(2)], {0: np.array([1.0, 3.0]) + 8 + table[:2]})
    yield Case("other_fields", 1, 2, [np.zeros(2)], {0: np.array([2.0, 4.0])})

    fortran = np.array([[1, 2, 3], [4, 5, 6]], order="F")
    turned = np.arange(24, dtype=np.float32).reshape(2, 3, 4).T
    pairs = np.array([[2, 4], [6, 8]])
    paired = np.zeros((2, 2), [("x", float), ("y", int)], order="F")
    paired["y"] = pairs
    out = np.zeros((11, 24), np.int64)
    for at, a in enumerate((fortran, turned[:, :, 1], fortran * 3, fortran + fortran.copy(),
                            np.full_like(fortran, 7).astype(np.int16), np.ascontiguousarray(turned)[:, 1],
                            None, turned[0], fortran.T, paired["y"])):
        if a is None:
            continue
        head = [*a.strides, a.flags.c_contiguous, a.flags.f_contiguous, a.shape[0] * 10 + a.shape[1], *a.flat]
        out[at, :len(head) + 3] = [*head, a[1, 0] + 100 * a[-1, 0], a[1].sum(), a[:, 0].sum()]
    out[6, 0] = 2
    out[10, :9] = [21, 30, 0, -10, 2, 4, 6, 8, fortran[1, 2] + 9 + turned[3, 1, 1]]
    yield Case("orders", 1, 1, [np.zeros_like(out)], {0: out})
