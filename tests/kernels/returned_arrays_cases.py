# SPDX-License-Identifier: Apache-2.0
"""CPython runs the kernels' own text for what must come of them."""
import pathlib
import sys
import types

import numpy as np
from corpus import Case

TEXT = pathlib.Path(__file__).with_name("returned_arrays.py").read_text()
NOT_OPENCL = ("interp", "cpu", "cuda")  # OpenCL C has no recursion


def plain():
    """The module's names; local arrays are NumPy's, and a shared one is there once
    for each place that makes it."""
    shared = {}

    def local_array(shape, dtype):
        return np.zeros(shape, dtype)

    def shared_array(shape, dtype):
        frame = sys._getframe(1)
        return shared.setdefault((frame.f_code, frame.f_lineno), np.zeros(shape, dtype))

    cuda = types.SimpleNamespace(local=types.SimpleNamespace(array=local_array),
                                 shared=types.SimpleNamespace(array=shared_array))
    scope = {"cuda": cuda, "float32": np.float32}
    exec(TEXT.replace("from numba import cuda, float32\n", "").replace("@cuda.jit\n", ""), scope)
    return scope


def cases():
    kernels = plain()

    def case(name, *args, **only):
        want = np.zeros(8, np.float32)
        kernels[name](*args, want)
        return Case(name, 1, 1, [*args, np.zeros(8, np.float32)], {len(args): want}, **only)

    for name in ("two", "pairs", "chosen", "steps", "stepped", "closures", "copied", "shared", "viewed", "spreading",
                 "records", "optional", "two_at_a_time", "many_paths", "given_functions"):
        yield case(name)
    yield case("recursive", only=NOT_OPENCL)
    for x in ([1, 2, 3, 1, 1, 1], [3, 0, 0, 5, 7, 2], [0, 0, 0, 0, 0, 0]):
        yield case("early", np.array(x, np.float32))
    x = np.arange(48, dtype=np.float32) % 7
    s = x.reshape(3, 16) + 1 + 2 * x.reshape(3, 16) + 2
    yield Case("threads", 3, 16, [x, np.zeros(48, np.float32)],
               {1: (x + 200 * x + 10000 * (s[:, ::-1].reshape(-1) + 3)).astype(np.float32)})
