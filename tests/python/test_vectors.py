# SPDX-License-Identifier: Apache-2.0
"""CUDA's vector types: every one of Numba's, by all its names, as Numba's own tests use them."""
import itertools
import pickle

import numpy as np
import portkern
import pytest
from portkern import cuda

BASES = [f"{kind}{bits}" for kind in ("int", "uint") for bits in (8, 16, 32, 64)] + ["float32", "float64"]
# C's types on 64-bit Linux, as numba.cuda.stubs has them by NumPy's names.
C_TYPES = {"char": np.byte, "short": np.short, "int": np.intc, "long": np.int64, "longlong": np.longlong, "uchar": np.ubyte,
           "ushort": np.ushort, "uint": np.uintc, "ulong": np.uint64, "ulonglong": np.ulonglong, "float": np.single,
           "double": np.double}


def compositions(count):
    """Every way to give `count` elements: "n" a number, "1" to "4" vectors."""
    if not count:
        yield ""
    for first in range(1, count + 1):
        for kind in ("n", "1") if first == 1 else (str(first),):
            for rest in compositions(count - first):
                yield kind + rest


def test_there_are_as_many_as_in_numba():
    assert [len([*compositions(n)]) for n in (1, 2, 3, 4)] == [2, 5, 13, 34]


@pytest.mark.parametrize("base", BASES)
def test_all_that_make_a_vector(base):
    """34 calls for four elements, each with other numbers."""
    lines, want = [f"v1, v2, v3, v4 = cuda.{base}x1, cuda.{base}x2, cuda.{base}x3, cuda.{base}x4"], []
    numbers = itertools.cycle(range(1, 100))
    for count in (1, 2, 3, 4):
        for how in compositions(count):
            parts = []
            for kind in how:
                given = [next(numbers) for _ in range(int(kind.replace("n", "1")))]
                want += given
                parts.append(str(given[0]) if kind == "n" else f"v{kind}({', '.join(map(str, given))})")
            lines.append(f"v = v{count}({', '.join(parts)})")
            lines += [f"out[{len(want) - count + k}] = v.{name}" for k, name in enumerate("xyzw"[:count])]
    scope = {"cuda": cuda}
    exec("def k(out):\n    " + "\n    ".join(lines), scope)  # pylint: disable=exec-used
    out = np.zeros(len(want))
    cuda.jit(scope["k"])[1, 1](out)
    assert out.tolist() == want


@pytest.mark.parametrize("name", C_TYPES)
def test_names_of_cuda(name):
    dtype = np.dtype(C_TYPES[name]).name
    for count in "1234":
        assert getattr(cuda, name + count) is getattr(cuda, f"{dtype}x{count}")
    made, limit = getattr(cuda, name + "2"), np.iinfo(dtype).max if "int" in dtype else 1.5

    @cuda.jit
    def k(out, wide):
        v = made(wide[0], 1)
        out[0], out[1] = v.x, v.y

    out = np.zeros(2, dtype)
    k[1, 1](out, np.array([limit]))
    assert out.tolist() == [limit, 1]


def test_every_backend(device):
    """A bounding box, as programs that draw use them: the values of all threads meet."""
    @cuda.jit(device=True)
    def joined(a, b):
        return cuda.float4(min(a.x, b.x), min(a.y, b.y), max(a.z, b.z), max(a.w, b.w))

    @cuda.jit
    def boxes(points, out):
        i = cuda.grid(1)
        if i < out.shape[0]:
            corner = cuda.float2(points[i, 0, 0], points[i, 0, 1])
            box = cuda.float4(corner, corner)
            for k in range(1, points.shape[1]):
                corner = cuda.float2(points[i, k, 0], points[i, k, 1])
                box = joined(box, cuda.float4(corner, corner))
            out[i, 0], out[i, 1], out[i, 2], out[i, 3] = box.x, box.y, box.z, box.w

    points = np.random.default_rng(3).uniform(-9, 9, (100, 7, 2)).astype(np.float32)
    out = np.zeros((100, 4), np.float32)
    boxes[4, 32](points, out)
    assert (out == np.concatenate([points.min(1), points.max(1)], 1)).all()


def test_outside_of_kernels():
    with pytest.raises(RuntimeError, match="cuda.float32x4 exists only inside kernels"):
        cuda.float4(1, 2, 3, 4)
    assert pickle.loads(pickle.dumps(cuda.float32x4))._portkern_path == "numba.cuda.float32x4"
    assert not hasattr(cuda, "float32x5") and not hasattr(cuda, "float16x2") and not hasattr(cuda, "float0")
    assert {"float32x4", "uchar3"} <= set(dir(cuda)) and "float32x" not in dir(cuda)
    assert "shorter vectors" in cuda.double3.__doc__


def too_few(out):
    v = cuda.float4(1, 2)


def changed(out):
    v = cuda.float2(1, 2)
    v.x = 3


def of_another_type(out):
    v = cuda.float2(cuda.double2(1, 2))


def stored(out):
    out[0] = cuda.int2(1, 2)


@pytest.mark.parametrize("function, words", [
    (too_few, "float32x4 has 4 elements, got 2"),
    (changed, "cannot assign to attribute 'x' of float32x2"),
    (of_another_type, "float32x2 takes numbers and vectors of float32, not float64x2"),
    (stored, "cannot store int32x2"),
])
def test_mistakes(function, words):
    with pytest.raises(portkern.errors.TypingError, match=words):
        cuda.jit(function)[1, 1](np.zeros(2))
