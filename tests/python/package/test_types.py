# SPDX-License-Identifier: Apache-2.0
"""Types and their notations. tests/python/numba/types_like_numba.py compares them with
Numba's where the newest one is installed; here is what holds without it."""
import os
import pathlib
import pickle
import subprocess

import numpy as np
import pytest

import portkern
from portkern import cuda, errors, float32, from_dtype, int64, types, typeof, void
from portkern.typed import Dict, List

ROOT = pathlib.Path(__file__).resolve().parents[3]
NEWEST = ROOT / "build" / "venv" / "bin" / "python"  # the newest Numba


@pytest.mark.skipif(not NEWEST.exists(), reason="no build/venv with Numba")
def test_types_are_like_numbas():
    script = pathlib.Path(__file__).parents[1] / "numba" / "types_like_numba.py"
    done = subprocess.run([NEWEST, "-W", "ignore", script], capture_output=True, text=True, env=os.environ)
    absent = ("cannot import", "No module named 'numba'", "No module named 'portkern'")
    if any(words in done.stderr for words in absent):
        pytest.skip(done.stderr.splitlines()[-1])
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(("kind", "text"), [
    (float32, "float32"), (float32[:], "array(float32, 1d, A)"), (float32[:, ::1], "array(float32, 2d, C)"),
    (types.float64[::1, :], "array(float64, 2d, F)"), (types.UniTuple(int64, 2), "UniTuple(int64 x 2)"),
    (types.Tuple((int64, float32)), "Tuple(int64, float32)"), (types.boolean, "bool"), (void, "none"),
    (types.Array(int64, 1, "C", readonly=True), "readonly array(int64, 1d, C)")])
def test_names(kind, text):
    assert str(kind) == text
    assert pickle.loads(pickle.dumps(kind)) is kind


def test_a_type_is_one_object():
    assert types.Integer("int64") is int64 is types.intp
    assert types.Array(float32, 2, "C") is float32[:, ::1]
    assert types.Tuple((int64, int64)) is types.UniTuple(int64, 2)
    assert portkern.core.types is portkern.types is cuda.types


def test_names_at_the_top():
    assert portkern.f4 is portkern.float32 is cuda.float32
    assert portkern.TypingError is errors.TypingError
    with pytest.raises(AttributeError):
        portkern.float33  # noqa: B018


def test_typeof_of_typed_lists_and_dicts():
    words = Dict.empty(types.unicode_type, types.float64[:])
    assert typeof(List([1, 2])) == types.ListType(int64)
    assert typeof(List.empty_list(types.float64[:])) == types.ListType(types.float64[:])
    assert typeof(List([List([1.0])])) == types.ListType(types.ListType(types.float64))
    assert typeof(words) == types.DictType(types.unicode_type, types.float64[:])
    assert typeof((List([1]), Dict({1: 2.0}))) == types.Tuple((types.ListType(int64), types.DictType(int64, types.float64)))
    assert typeof([1]) == types.List(int64, reflected=True)
    for untyped in (List(), Dict()):
        with pytest.raises(TypeError, match="invalid operation on untyped"):
            typeof(untyped)


def test_values_have_types():
    assert typeof(3) is int64
    assert typeof((1, 2.5)) == types.Tuple((int64, types.float64))
    assert typeof(np.zeros((2, 3), np.float32, order="F")) == float32[::1, :]
    assert int64(3.7) == 3
    assert isinstance(float32(1), np.float32)
    with pytest.raises(ValueError, match="Cannot determine"):
        typeof(object())


def test_arrays_of_the_device_have_types(device):
    x = cuda.to_device(np.zeros((2, 3), np.float32))
    assert typeof(x) == float32[:, ::1]


RECORD = np.dtype([("x", np.float32), ("n", np.int64)])
RECORD_TYPE = from_dtype(RECORD)


def test_types_are_names_of_kernels(device):
    """Types as dtypes of shared arrays and as conversions."""
    wide = types.float64

    @cuda.jit
    def kernel(out):
        a = cuda.shared.array(2, float32)
        a[0] = 1.1
        b = cuda.shared.array(shape=2, dtype=wide)
        b[0] = 1.1
        out[0] = a[0]
        out[1] = b[0]
        out[2] = int64(2.7)
        out[3] = types.int8(300)

    out = np.zeros(4)
    kernel[1, 1](out)
    np.testing.assert_array_equal(out, [np.float32(1.1), 1.1, 2, 44])


def test_records_as_types_in_kernels(device):
    @cuda.jit
    def kernel(out):
        a = cuda.shared.array(2, RECORD_TYPE)
        a[1].x = 2.5
        out[0] = a[1].x

    out = np.zeros(1)
    kernel[1, 1](out)
    assert out[0] == 2.5


def test_signatures_of_records(device):
    @cuda.jit([void(RECORD_TYPE[:], int64)])
    def kernel(r, i):
        r[0].n = i

    r = np.zeros(2, RECORD)
    kernel[1, 1](r, 2.9)
    assert r[0]["n"] == 2
