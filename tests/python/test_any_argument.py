# SPDX-License-Identifier: Apache-2.0
"""The argument layer, given what Hypothesis thinks of: NumPy and CPython say what is
right, and what is refused is an exception with words."""
import collections
import inspect
import os
import tempfile

import numpy as np
import pytest
from portkern import _core, _device, cuda

hypothesis = pytest.importorskip("hypothesis")
from hypothesis import HealthCheck, configuration, given, settings  # noqa: E402
from hypothesis import strategies as st  # noqa: E402
from hypothesis.extra import numpy as hnp  # noqa: E402

EXAMPLES = 30 if "asan" in os.environ.get("LD_PRELOAD", "") else 150
# The same examples in each run, and no folder in the sources.
configuration.set_hypothesis_home_dir(tempfile.gettempdir())
settings.register_profile("portkern", deadline=None, derandomize=True, database=None, max_examples=EXAMPLES,
                          suppress_health_check=list(HealthCheck))
settings.load_profile("portkern")

KINDS = ["?", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8", "c8", "c16"]
Pair = collections.namedtuple("Pair", "a b")


@pytest.fixture(autouse=True, params=["interp", "cpu"])
def backend(request):
    try:
        context = _device.open_device(request.param)
    except ImportError as error:
        pytest.skip(str(error))
    token = _core.current.set(context)
    yield request.param
    _core.current.reset(token)


@cuda.jit
def take(x):
    pass


@cuda.jit
def store(value, out):
    out[0] = value


@cuda.jit
def copy(x, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = x[i]


@cuda.jit
def add_one(x):
    i = cuda.grid(1)
    if i < x.shape[0]:
        for j in range(x.shape[1]):
            x[i, j] += 1


@cuda.jit
def weigh(out, a, b=20, c=300):
    out[0] = a
    out[1] = b
    out[2] = c


integers = st.one_of(st.integers(), st.integers(-(2**64) - 2, 2**64 + 2), st.sampled_from(
    [2**63 - 1, 2**63, 2**64 - 1, 2**64, -(2**63), -(2**63) - 1, 10**400, -(10**400)]))
numbers = st.one_of(
    integers, st.floats(), st.booleans(), st.complex_numbers(),
    *(hnp.from_dtype(np.dtype(kind)) for kind in KINDS))
arrays = st.sampled_from([*KINDS, ">f8", ">i2", "S3", "U2", "M8[s]", "O", [("a", "i4"), ("b", "f8", (2,))]]).flatmap(
    lambda kind: hnp.arrays(np.dtype(kind), hnp.array_shapes(min_dims=0, max_dims=9, min_side=0, max_side=2),
                            elements=st.just(0) if kind == "O" else None))
leaves = st.one_of(numbers, arrays, st.none(), st.text(max_size=3), st.binary(max_size=3),
                   st.sampled_from([int, np.float32, np.dtype("i4"), object(), len, take, Ellipsis, range(3), np]))
anything = st.recursive(leaves, lambda inner: st.one_of(
    st.tuples(), st.tuples(inner), st.tuples(inner, inner), st.lists(inner, max_size=2),
    st.builds(Pair, inner, inner), st.dictionaries(st.text(max_size=2), inner, max_size=1)), max_leaves=6)


@given(anything)
def test_any_object_is_taken_or_refused_with_words(value):
    try:
        take[1, 1](value)
    except (TypeError, ValueError, OverflowError, NotImplementedError) as error:
        assert len(str(error)) > 10
    # The stream is as before.
    out = np.zeros(1)
    store[1, 1](1.0, out)
    assert out[0] == 1


@given(integers)
def test_integers_are_exact_or_refused(value):
    out = np.zeros(1, np.uint64 if value > 2**63 - 1 else np.int64)
    if -(2**63) <= value < 2**64:
        store[1, 1](value, out)
        assert int(out[0]) == value
    else:
        with pytest.raises(OverflowError, match="2\\*\\*6[34]"):
            store[1, 1](value, out)


@given(st.sampled_from(KINDS).flatmap(lambda kind: hnp.from_dtype(np.dtype(kind))))
def test_scalars_keep_their_bits(value):
    out = np.zeros(1, value.dtype)
    store[1, 1](value, out)
    if value != value:
        assert out[0] != out[0]
    else:
        assert out.tobytes() == value.tobytes()


def selected(dims):
    """Shapes, and keys for arrays of them."""
    return hnp.array_shapes(min_dims=dims, max_dims=dims, max_side=5).flatmap(
        lambda shape: st.tuples(st.just(shape), hnp.basic_indices(shape, allow_newaxis=True, allow_ellipsis=True)))


@given(st.sampled_from(["i2", "f8", "c8"]), selected(2), st.booleans())
def test_views_of_the_host_are_written_in_place_and_nothing_else(kind, choice, in_fortran):
    shape, key = choice
    base = np.arange(np.prod(shape)).astype(kind).reshape(shape)
    base = np.asfortranarray(base) if in_fortran else base
    expected = base.copy(order="K")
    view = base[key]
    if not isinstance(view, np.ndarray) or view.ndim != 2:
        return
    expected[key] += 1
    add_one[2, 4](view)
    np.testing.assert_array_equal(base, expected)


@given(st.sampled_from(KINDS), st.integers(1, 3).flatmap(selected))
def test_arrays_of_the_device_are_indexed_as_numpys(kind, choice):
    shape, key = choice
    host = (np.arange(np.prod(shape)) % 2).astype(kind).reshape(shape)
    array = cuda.to_device(host)
    found = array[key]
    np.testing.assert_array_equal(found.copy_to_host() if hasattr(found, "copy_to_host") else found, host[key])
    array[key] = 1
    host[key] = 1
    np.testing.assert_array_equal(array.copy_to_host(), host)


keys = st.one_of(st.integers(-7, 7), st.slices(6), st.none(), st.just(...), st.text(max_size=2), st.floats(),
                 st.lists(st.integers(0, 3), max_size=2), st.booleans())


@given(st.one_of(keys, st.lists(keys, max_size=4).map(tuple)))
def test_any_key_is_numpys_or_refused(key):
    host = np.arange(24.0).reshape(2, 3, 4)
    array = cuda.to_device(host)
    try:
        found = array[key]
    except (IndexError, TypeError, ValueError, NotImplementedError) as error:
        assert str(error)
        return
    np.testing.assert_array_equal(found.copy_to_host() if hasattr(found, "copy_to_host") else found, host[key])


@given(st.lists(st.integers(-9, 9), max_size=6),
       st.dictionaries(st.sampled_from(["out", "a", "b", "c", "d"]), st.integers(-9, 9), max_size=4))
def test_parameters_are_bound_as_python_binds_them(positional, named):
    """The first argument is the array, wherever it is given."""
    out = np.zeros(3, np.int64)
    if "out" in named:
        named = {**named, "out": out}
    elif positional:
        positional = [out, *positional[1:]]
    try:
        bound = inspect.signature(weigh.py_func).bind(*positional, **named)
    except TypeError:
        with pytest.raises(TypeError):
            weigh[1, 1](*positional, **named)
        return
    bound.apply_defaults()
    if bound.arguments["out"] is not out:
        return
    weigh[1, 1](*positional, **named)
    assert out.tolist() == [bound.arguments[name] for name in "abc"]


sizes = st.one_of(st.integers(-2, 40), st.integers(), st.floats(), st.none(), st.text(max_size=1),
                  st.sampled_from([np.int32(3), np.float64(2), True, 2**31, 2**32, 2**64]))


@given(st.one_of(sizes, st.lists(sizes, max_size=4).map(tuple)), st.one_of(sizes, st.lists(sizes, max_size=4).map(tuple)),
       st.one_of(st.none(), st.just(0), st.integers(-1, 3), st.text(max_size=1)),
       st.one_of(st.just(0), st.integers(-1, 2**33)))
def test_any_configuration_launches_or_is_refused(grid, block, stream, shared):
    def threads(value):
        return [int(n) for n in (value if isinstance(value, tuple) else (value,)) if isinstance(n, (int, np.integer))]

    if np.prod(threads(grid), dtype=object) * np.prod(threads(block), dtype=object) > 10**5:
        grid = 2  # it would run long
    try:
        take[grid, block, stream, shared](1)
        cuda.synchronize()
    except (TypeError, ValueError, OverflowError, RuntimeError) as error:
        assert len(str(error)) > 10


class Described:
    """What says of itself that it is an array."""

    def __init__(self, description):
        self.__cuda_array_interface__ = description


memory = np.zeros(64)
descriptions = st.fixed_dictionaries({}, optional={
    "shape": st.one_of(st.lists(st.integers(0, 4), max_size=3).map(tuple), st.just((-1,)), st.just(5), st.just((2**70,)),
                       st.just((2**62, 8)), st.just(("a",))),
    "strides": st.one_of(st.none(), st.lists(st.sampled_from([0, 8, 16, -8]), max_size=3).map(tuple), st.just("x")),
    "typestr": st.sampled_from(["<f8", "<i4", "|b1", ">f8", "<M8[s]", "nonsense", 3, "|V3", "|O8", "<f8"]),
    "data": st.sampled_from([(memory.ctypes.data, False), (memory.ctypes.data, True), (0, False), (1, False), 7, (),
                             (-1, False), (2**70, False), ("x", 1), (memory.ctypes.data, False)]),
    "version": st.sampled_from([0, 1, 2, 3, "3"]),
    "stream": st.sampled_from([None, 0, 1, 2, "s", -1]),
    "mask": st.sampled_from([None, 1]), "descr": st.sampled_from([[("", "<f8")], [("a", "<i1", (3,))], 5]),
})


@given(descriptions)
def test_any_interface_is_taken_or_refused(description):
    """Addresses that are no memory are refused; what lies in memory is read."""
    try:
        cuda.as_cuda_array(Described(description))
        take[1, 1](Described(description))
    except Exception as error:  # noqa: BLE001
        assert not isinstance(error, (SystemError, MemoryError))
        assert str(error)
