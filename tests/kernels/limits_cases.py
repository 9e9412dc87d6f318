# SPDX-License-Identifier: Apache-2.0
import math

import numpy as np
from corpus import Case

NAMES = ("bits iexp machep maxexp minexp negep nexp nmant precision eps epsneg max min resolution tiny smallest_normal "
         "smallest_subnormal").split()


def cases():
    want = np.array([[float(getattr(np.finfo(t), name)) for name in NAMES]
                     for t in (np.float16, np.float32, np.float64, np.float32, np.float64, np.float64)])
    yield Case("floats", 1, 1, [np.zeros_like(want)], {0: want})
    kinds = [np.iinfo(t) for t in (np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32)]
    want = np.array([[i.bits, i.min, i.max] for i in kinds] + [[64, 0, 2**63 - 1], [32, 2**63 - 1, 1]])
    yield Case("integers", 1, 1, [np.zeros(1, np.uint64), np.zeros_like(want)], {1: want})
    for dtype in (np.float32, np.float64):
        x = np.array([0.5, 1e-30, -2.5, 1e-7]).astype(dtype)
        eps, tiny = np.finfo(np.float32).eps, np.finfo(np.float32).tiny
        one = np.ones(4)
        want = np.stack([np.maximum(x, eps), np.where(x > tiny, x, np.inf), x, np.inf * one, np.nan * one,
                         (math.tau + math.e + math.tau - math.pi + np.euler_gamma) * one, -np.inf * one,
                         np.finfo(dtype).eps * x], 1)
        yield Case("numbers", 1, 32, [x, np.zeros_like(want)], {1: want})
