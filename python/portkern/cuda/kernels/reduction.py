# SPDX-License-Identifier: Apache-2.0
"""cuda.reduce: a reduction by any binary function.

Values are combined in Numba's order, so that sums of floats have its bits: each of
128 threads takes every (128 * blocks)th element, warps halve their values, then the
four warps are combined, and the elements behind the last full block come last."""
import types as python_types

import numpy as np

from .. import decorators
from ... import cuda
from ..._functions.pickle import Picklable

_WARP = 32
_WARPS = 4
_BLOCK = _WARP * _WARPS
_MOST_BLOCKS = 2 * _WARP


def _make_kernel(function, dtype):
    """kernel(x, first, count, partials, at, init, use_init): reduces count elements of
    x from `first` on, by full blocks or by one block that is as large as the count."""
    combine = decorators.jit(device=True)(function) if isinstance(function, python_types.FunctionType) else function

    @cuda.jit
    def kernel(x, first, count, partials, at, init, use_init):
        values = cuda.shared.array((_WARPS, _WARP), dtype)
        thread, block, size = cuda.threadIdx.x, cuda.blockIdx.x, cuda.blockDim.x
        warp, lane = thread // _WARP, thread % _WARP
        start = thread + block * size
        value = x[first + start]
        for i in range(start + size * cuda.gridDim.x, count, size * cuda.gridDim.x):
            value = combine(value, x[first + i])
        values[warp, lane] = value
        cuda.syncthreads()
        if (warp + 1) * _WARP <= size and (size == _BLOCK or (warp + 1) * _WARP < count):
            width = _WARP // 2
            while width:
                if lane < width:
                    values[warp, lane] = combine(values[warp, lane], values[warp, lane + width])
                cuda.syncwarp()
                width //= 2
        elif lane == 0:
            for i in range(1, size - warp * _WARP):
                values[warp, 0] = combine(values[warp, 0], values[warp, i])
        cuda.syncthreads()
        if size == _BLOCK:
            if thread < 2:
                values[thread, 0] = combine(values[thread, 0], values[thread + 2, 0])
            cuda.syncthreads()
            if thread == 0:
                value = combine(values[0, 0], values[1, 0])
        elif thread == 0:
            value = values[0, 0]
            for i in range(1, (size + _WARP - 1) // _WARP):
                value = combine(value, values[i, 0])
        if thread == 0:
            if use_init and block == 0:
                value = combine(value, init)
            partials[at + block] = value

    return kernel


@cuda.jit
def _store(out, partials):
    out[0] = partials[0]


class Reduce(Picklable):
    """A reduction by a binary function: @cuda.reduce above the function, or
    cuda.Reduce(function). The function is compiled once for each dtype. Values are combined
    in Numba's order.

    >>> largest = cuda.reduce(lambda a, b: a if a > b else b)
    >>> largest(np.array([3.0, 9.0, 4.0]))
    9.0"""

    def __init__(self, functor):
        self._functor = self.py_func = functor
        self._kernels = {}

    def _compile(self, dtype):
        if dtype not in self._kernels:
            self._kernels[dtype] = _make_kernel(self._functor, dtype)
        return self._kernels[dtype]

    def __call__(self, arr, size=None, res=None, init=0, stream=0):
        """The reduction of the first `size` elements (all, without it) of an array of
        one axis, on the device or on the host, with `init` once. With `res`, an array
        of the device, the result is put into its first element, and None is returned."""
        if arr.ndim != 1:
            raise TypeError("only support 1D array")
        count = len(range(arr.shape[0])[:size])
        init = arr.dtype.type(init)
        if count == 0:
            return init
        partials = self._run(arr, count, init, stream)
        if res is None:
            return partials.copy_to_host(stream=stream)[0]
        _store[1, 1, stream](res, partials)
        return None

    def _run(self, arr, count, init, stream):
        """Launches the kernels; the result is the first element of what is returned."""
        kernel = self._compile(arr.dtype)
        if isinstance(arr, np.ndarray):
            arr = cuda.to_device(np.ascontiguousarray(arr[:count]), stream)
        full = count // _BLOCK * _BLOCK
        blocks = min(full // _BLOCK, _MOST_BLOCKS)
        total = blocks + (count > full)
        partials = cuda.device_array(total, arr.dtype, stream=stream)
        if blocks:
            kernel[blocks, _BLOCK, stream](arr, 0, full, partials, 0, init, True)
        if count > full:
            kernel[1, count - full, stream](arr, full, count - full, partials, blocks, init, not blocks)
        if total > 1:
            kernel[1, total, stream](partials, 0, total, partials, 0, init, False)
        return partials
