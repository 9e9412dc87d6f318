# SPDX-License-Identifier: Apache-2.0
"""cuda.reduce, states of random numbers, and modules with names of kernels."""
import math
import operator

import numpy as np
import pytest

from portkern import cuda
from portkern.cuda.libdevice import fabsf
from portkern.cuda.random import create_xoroshiro128p_states, xoroshiro128p_dtype, xoroshiro128p_uniform_float32


@cuda.reduce
def add(a, b):
    return a + b


@pytest.mark.parametrize("size", [1, 2, 31, 32, 33, 64, 100, 127, 128, 129, 160, 256, 1000, 20000])
def test_sums(device, size):
    x = np.arange(size, dtype=np.int64) ** 2 % 1001
    assert add(cuda.to_device(x)) == x.sum()
    assert add(x, init=5) == x.sum() + 5


def order_of_numba(values, combine):
    """Numba's order of combining, in Python."""
    def of_warp(items):
        items = list(items)
        width = 16
        while width:
            for i in range(width):
                items[i] = combine(items[i], items[i + width])
            width //= 2
        return items[0]

    def of_full(rows):
        value = rows[0]
        for row in rows[1:]:
            value = [combine(a, b) for a, b in zip(value, row, strict=True)]
        warps = [of_warp(value[i:i + 32]) for i in range(0, 128, 32)]
        return combine(combine(warps[0], warps[2]), combine(warps[1], warps[3]))

    def of_part(items):
        warps = [items[i:i + 32] for i in range(0, len(items), 32)]
        results = []
        for i, warp in enumerate(warps):
            if (i + 1) * 32 < len(items):
                results.append(of_warp(warp))
            else:
                result = warp[0]
                for item in warp[1:]:
                    result = combine(result, item)
                results.append(result)
        result = results[0]
        for item in results[1:]:
            result = combine(result, item)
        return result

    full = len(values) // 128
    blocks = min(full, 64)
    rows = [values[i * 128:(i + 1) * 128] for i in range(full)]
    partials = [of_full(rows[b::blocks]) for b in range(blocks)]
    if len(values) % 128:
        partials.append(of_part(values[full * 128:]))
    return of_part(partials) if len(partials) > 1 else partials[0]


@pytest.mark.parametrize("size", [50, 128, 1000, 10007])
def test_floats_are_combined_in_numbas_order(device, size):
    x = (np.random.default_rng(1).standard_normal(size) * 1000).astype(np.float32)
    # 0 is combined with the first partial result, which changes nothing.
    assert add(x) == order_of_numba(list(x), operator.add)


def test_other_functions(device):
    x = np.random.default_rng(2).standard_normal(1000)
    assert cuda.Reduce(max)(x, init=-math.inf) == x.max()
    assert cuda.Reduce(lambda a, b: a if a < b else b)(x) == min(x.min(), 0)
    words = np.arange(1, 500, dtype=np.uint32)
    assert cuda.Reduce(lambda a, b: a ^ b)(words) == np.bitwise_xor.reduce(words)


def test_parts_and_results(device):
    x = np.arange(300, dtype=np.float64)
    assert add(cuda.to_device(x), size=200) == x[:200].sum()
    out = cuda.to_device(np.zeros(3))
    assert add(x, res=out) is None
    np.testing.assert_array_equal(out.copy_to_host(), [x.sum(), 0, 0])
    assert add(x[:0], init=7) == 7
    with pytest.raises(TypeError, match="1D"):
        add(np.zeros((2, 2)))


def test_states_of_random_numbers(device):
    states = create_xoroshiro128p_states(3, seed=7)
    assert states.dtype == xoroshiro128p_dtype
    # numba.cuda.random.create_xoroshiro128p_states(3, seed=7).copy_to_host()
    assert states.copy_to_host()["s0"].tolist() == [7191089600892374487, 585177284054532897, 16135235430649372907]

    @cuda.jit
    def kernel(states, out):
        i = cuda.grid(1)
        if i < out.size:
            out[i] = xoroshiro128p_uniform_float32(states, i) - fabsf(np.float32(0))

    out = np.zeros(3, np.float32)
    kernel[1, 3](states, out)
    assert len(set(out)) == 3 and np.all((out >= 0) & (out < 1))


def test_names_of_kernels_say_so_outside():
    import portkern.cuda.cg
    import portkern.cuda.fp16

    assert "hadd" in dir(portkern.cuda.fp16)
    for name in (cuda.grid, portkern.cuda.fp16.hadd, portkern.cuda.cg.this_grid, xoroshiro128p_uniform_float32):
        with pytest.raises(RuntimeError, match="only inside kernels"):
            name(1)
    with pytest.raises(AttributeError):
        portkern.cuda.fp16.no_such  # noqa: B018
