# SPDX-License-Identifier: Apache-2.0
"""Arrays on a device do what NumPy's do, and what Numba's do where the two differ."""
import gc

import numpy as np
import pytest

from portkern import cuda
from portkern.cuda.cudadrv import devicearray

RECORD = np.dtype([("a", "i4"), ("b", "f4")], align=True)
PACKED = np.dtype([("a", "i1"), ("x", "f8"), ("m", "f4", (2, 3)), ("s", "U5"), ("in", [("i", "i2"), ("j", "f4", 2)])])


@cuda.jit
def add_one(x):
    i = cuda.grid(1)
    if i < x.size:
        x[i] += 1


@cuda.jit
def sum_fields(r, out):
    out[0] = r.a + r.b


def same(on_device, host):
    assert on_device.shape == host.shape
    assert on_device.dtype == host.dtype
    np.testing.assert_array_equal(on_device.copy_to_host(), host)


@pytest.mark.parametrize("host", [
    np.arange(24.0).reshape(2, 3, 4), np.arange(24.0).reshape(2, 3, 4, order="F"), np.arange(24).reshape(4, 6)[::2, ::3],
    np.arange(24).reshape(4, 6)[::-1, ::-2], np.float32(3), np.zeros((0, 3)), np.arange(6).reshape(1, 6, 1),
    np.broadcast_to(np.arange(3), (4, 3)), np.arange(24).reshape(2, 3, 4).transpose(1, 0, 2), np.array([True, False]),
    np.arange(4, dtype=np.complex64) * 1j, np.arange(3, dtype=np.float16)])
def test_arrays_come_back_as_they_went(device, host):
    on_device = cuda.to_device(host)
    same(on_device, np.asarray(host))
    assert on_device.size == np.asarray(host).size
    assert on_device.nbytes == np.asarray(host).nbytes
    assert on_device._context is device


def test_lists_and_numbers_go_as_numpy_makes_them(device):
    same(cuda.to_device([[1, 2], [3, 4]]), np.array([[1, 2], [3, 4]]))
    same(cuda.to_device(3.5), np.array(3.5))
    with pytest.raises(TypeError):
        cuda.to_device(np.array([None]))


def test_to_device_gives_arrays_of_the_device_back(device):
    a = cuda.to_device(np.arange(3))
    assert cuda.to_device(a) is a
    b = cuda.to_device(np.arange(3) * 2, to=a)
    assert b is a
    same(a, np.arange(3) * 2)
    same(cuda.to_device(np.arange(3), copy=False).reshape(3, 1)[:0], np.zeros((0, 1), int))


def test_new_arrays(device):
    assert cuda.device_array(5).dtype == np.float64
    assert cuda.device_array((2, 3), np.int8, order="F").strides == (1, 2)
    assert cuda.device_array((2, 3), np.int8).strides == (3, 1)
    assert cuda.device_array([10, 10], "?").shape == (10, 10)
    assert cuda.device_array(np.array([2, 3])).shape == (2, 3)
    assert cuda.device_array(np.array(4)).shape == (4,)
    assert cuda.device_array(4, "i4", strides=8).alloc_size == 28
    for bad in (1.5, (1.5,), [2, 1.5], np.array(1.5), np.array([1.5]), "ab"):
        with pytest.raises(TypeError):
            cuda.device_array(bad)
    with pytest.raises(ValueError, match="negative"):
        cuda.device_array(-1)
    with pytest.raises(ValueError, match="C/F order"):
        cuda.device_array((2, 3), order="K")
    for host in (np.zeros((2, 3)), np.zeros((2, 3), order="F"), np.zeros((2, 3, 4)).transpose(1, 2, 0), np.zeros((4, 6))[::2]):
        like = cuda.device_array_like(host)
        assert like.strides == np.empty_like(host).strides
        assert cuda.device_array_like(like).strides == like.strides


@pytest.mark.parametrize("key", [
    0, -1, (1, 2, 3), (-1, -1, -1), slice(None, None, -1), (slice(1, None), slice(None, None, 2)), Ellipsis, (Ellipsis, 1),
    (0, Ellipsis), None, (None, 1, None), (slice(2, 0, -1), Ellipsis, slice(None, None, -3)), (slice(5, 9),), (1, 1, slice(0, 0)),
    (np.int8(1), np.uint64(2)), ()])
def test_keys_select_what_numpy_selects(device, key):
    host = np.arange(3 * 4 * 5).reshape(3, 4, 5)
    got = cuda.to_device(host)[key]
    wanted = host[key]
    if isinstance(wanted, np.ndarray):
        same(got, wanted)
        assert got.strides == wanted.strides or not wanted.size
    else:
        assert got == wanted
        assert type(got) is type(wanted)


@pytest.mark.parametrize(("key", "error"), [
    (3, IndexError), (-4, IndexError), ((0, 0, 0, 0), IndexError), ((Ellipsis, Ellipsis), IndexError), ([0, 1], IndexError),
    (np.array([True, False, True]), IndexError), (True, IndexError), (1.5, IndexError), ("a", IndexError),
    (slice(None, None, 0), ValueError)])
def test_keys_that_are_refused(device, key, error):
    array = cuda.to_device(np.arange(6).reshape(3, 2))
    with pytest.raises(error):
        array[key]
    with pytest.raises(error):
        array[key] = 1
    same(array, np.arange(6).reshape(3, 2))


def test_views_share_memory_and_keep_it(device):
    array = cuda.to_device(np.zeros(10))
    part = array[2:8:2]
    del array
    gc.collect()
    part[:] = [1, 2, 3]
    same(part, np.array([1.0, 2, 3]))


def test_copies_to_a_slice_leave_its_neighbours(device):
    """numba#3553: a copy of a slice with gaps wrote between its elements."""
    host, on_device = np.arange(12).reshape(3, 4), cuda.to_device(np.zeros((3, 4), int))
    on_device[:, 1].copy_to_device(np.array([7, 8, 9]))
    on_device[1::-1, 2:].copy_to_device(host[:2, :2])
    wanted = np.zeros((3, 4), int)
    wanted[:, 1] = [7, 8, 9]
    wanted[1::-1, 2:] = host[:2, :2]
    same(on_device, wanted)
    out = np.full((3, 8), -1)
    on_device.copy_to_host(out[:, ::2])
    np.testing.assert_array_equal(out[:, ::2], wanted)
    assert (out[:, 1::2] == -1).all()


def test_slices_with_a_negative_step_are_read_backwards(device):
    """numba#3705: they had the elements of another slice."""
    host = np.arange(10)
    same(cuda.to_device(host)[::-1], host[::-1])
    same(cuda.to_device(host)[8:2:-3], host[8:2:-3])
    out = np.zeros(10, int)
    cuda.to_device(host)[::-1].copy_to_host(out)
    np.testing.assert_array_equal(out, host[::-1])


def test_items_are_assigned_as_numpy_does(device):
    host = np.arange(24.0).reshape(4, 6)
    on_device = cuda.to_device(host)
    other = cuda.to_device(np.arange(6, dtype=np.int16))
    for key, value in [((1, 2), 7), (2, 5), ((slice(None), 3), np.arange(4)), (Ellipsis, np.arange(6)),
                       ((slice(None, None, -1), slice(0, 2)), np.arange(8).reshape(4, 2)), (0, [6, 5, 4, 3, 2, 1]),
                       ((slice(1, 3), slice(None, None, 5)), np.ones((1, 1, 2))), ((0, 0), np.float32(2))]:
        host[key] = value
        on_device[key] = value
        same(on_device, host)
    on_device[1] = other
    on_device[2:, ::2] = other[::2]
    on_device[0] = on_device[1, ::-1]
    host[1] = np.arange(6)
    host[2:, ::2] = np.arange(6)[::2]
    host[0] = host[1, ::-1]
    same(on_device, host)
    on_device[1:] = on_device[:-1]  # they overlap
    host[1:] = host[:-1].copy()
    same(on_device, host)


def test_arrays_without_axes_or_elements_are_assigned_too(device):
    array = cuda.to_device(np.arange(4.0))
    array[1] = cuda.to_device(np.float64(7))
    array[2:] = cuda.to_device(np.full(1, 9.0))
    array[:0] = cuda.to_device(np.zeros(0))
    same(array, np.array([0, 7, 9, 9.0]))
    point = cuda.to_device(np.zeros(()))
    point[()] = array[1]
    assert point[()] == 7
    point[...] = cuda.to_device(np.float32(3))
    point.copy_to_device(cuda.to_device(np.full((1, 1), 5.0)))
    same(point, np.array(5.0))


def test_assignments_that_do_not_fit(device):
    array = cuda.to_device(np.zeros((3, 4)))
    with pytest.raises(ValueError, match="Can't assign 3-D array to 1-D self"):
        array[0] = np.zeros((2, 2, 2))
    with pytest.raises(ValueError, match="Can't assign 3-D array to 1-D self"):
        array[0] = np.zeros((1, 2, 3))
    with pytest.raises(ValueError, match="Can't copy sequence with size 2 to array axis 0 with dimension 4"):
        array[0] = [1, 2]
    with pytest.raises(ValueError, match="Can't copy sequence with size 3 to array axis 1 with dimension 4"):
        array[:] = cuda.to_device(np.zeros(3))


def test_copies_that_do_not_fit(device):
    array = cuda.to_device(np.zeros((3, 4), np.float32))
    with pytest.raises(TypeError, match="incompatible dtype: float32 vs. float64"):
        array.copy_to_host(np.zeros((3, 4)))
    with pytest.raises(TypeError, match="incompatible dtype: float32 vs. int64"):
        array.copy_to_device(np.zeros((3, 4), int))
    with pytest.raises(ValueError, match=r"incompatible shape: \(3, 4\) vs. \(4, 3\)"):
        array.copy_to_device(np.zeros((4, 3), np.float32))
    read_only = np.zeros((3, 4), np.float32)
    read_only.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        array.copy_to_host(read_only)
    array.copy_to_device(read_only)
    array.copy_to_device(np.ones((3, 4, 1), np.float32))
    same(array, np.ones((3, 4), np.float32))


@pytest.mark.parametrize("order", ["C", "F", "A"])
@pytest.mark.parametrize("shape", [(6, 4), (-1,), (2, 3, 2, 2), (2, -1, 1), (24,), (1, 24)])
def test_reshape(device, order, shape):
    for host in (np.arange(24).reshape(4, 6), np.arange(24).reshape(4, 6, order="F")):
        wanted = host.reshape(shape, order=order)
        if not np.shares_memory(wanted, host):
            with pytest.raises(NotImplementedError, match="operation requires copying"):
                cuda.to_device(host).reshape(shape, order=order)
        else:
            same(cuda.to_device(host).reshape(shape, order=order), wanted)
            same(cuda.to_device(host).reshape(*shape, order=order), wanted)


def test_shapes_that_do_not_fit(device):
    array = cuda.to_device(np.arange(24).reshape(4, 6))
    with pytest.raises(ValueError, match="reshape"):
        array.reshape(5, 5)
    with pytest.raises(NotImplementedError):
        array[:, ::4].reshape(-1)
    with pytest.raises(NotImplementedError, match="operation requires copying"):
        array[:, ::2].ravel()
    with pytest.raises(ValueError):
        array.squeeze(0)


def test_ravel_squeeze_transpose_and_view(device):
    host = np.arange(24, dtype=np.int16).reshape(4, 6)
    array = cuda.to_device(host)
    same(array.ravel(), host.ravel())
    same(cuda.to_device(np.asfortranarray(host)).ravel(order="F"), host.ravel(order="F"))
    same(array.T, host.T)
    same(array.transpose((1, 0)), host.T)
    assert array.transpose((0, 1)) is array
    assert array.T.is_c_contiguous()
    with pytest.raises(NotImplementedError, match="non-2D"):
        array.ravel().transpose()
    with pytest.raises(ValueError, match="invalid axes"):
        array.transpose((0, 0))
    ones = host.reshape(1, 4, 1, 6, 1)
    same(cuda.to_device(ones).squeeze(), host)
    same(cuda.to_device(ones).squeeze((0, 2)), ones.squeeze((0, 2)))
    for dtype in ("i4", "u2", "i1", "f2", "f4"):
        assert array.view(dtype).copy_to_host().tobytes() == host.view(dtype).tobytes()
    same(array[:, ::2].view("u2"), host[:, ::2].view("u2"))
    with pytest.raises(ValueError, match="changing to a|To change to a"):
        array[:, ::2].view("i4")
    with pytest.raises(ValueError, match="When changing to a larger dtype"):
        cuda.to_device(host[:, :3].copy()).view("i4")


def test_attributes(device):
    host = np.arange(24.0).reshape(4, 6)
    array = cuda.to_device(host)
    assert array.flags == {"C_CONTIGUOUS": True, "F_CONTIGUOUS": False}
    assert array.is_c_contiguous() and not array.is_f_contiguous()
    assert array[:, 1].flags == {"C_CONTIGUOUS": False, "F_CONTIGUOUS": False}
    assert cuda.to_device(np.asfortranarray(host)).is_f_contiguous()
    assert len(array) == 4
    with pytest.raises(TypeError):
        len(cuda.to_device(np.float64(3)))
    assert [float(x) for x in cuda.to_device(np.arange(3.0))] == [0, 1, 2]
    assert [row.shape for row in array] == [(6,)] * 4
    assert array.alloc_size == host.nbytes
    assert "(4, 6)" in repr(array)
    assert array.device.backend == device.backend
    assert devicearray.is_cuda_ndarray(array) and not devicearray.is_cuda_ndarray(host)
    devicearray.verify_cuda_ndarray_interface(array)
    with pytest.raises(ValueError):
        devicearray.require_cuda_ndarray(host)
    assert isinstance(array, devicearray.DeviceNDArrayBase)
    assert str(array._numba_type_) == "array(float64, 2d, C)"
    left, right = cuda.to_device(np.arange(10)).split(5)
    same(right, np.arange(5, 10))
    assert [len(part) for part in cuda.to_device(np.arange(10)).split(4)] == [4, 4, 2]
    assert array.gpu_data.device_ctypes_pointer.value


def test_numpy_copies_the_elements(device):
    array = cuda.to_device(np.arange(6.0))
    host = np.asarray(array)
    array[:] = 0
    np.testing.assert_array_equal(host, np.arange(6.0))
    host[0] = 7
    assert np.asarray(array, np.int32).dtype == np.int32
    np.testing.assert_array_equal(array, np.zeros(6))
    with pytest.raises(ValueError, match="copy=False"):
        array.__array__(copy=False)


def test_fields_of_records(device):
    host = np.zeros(4, PACKED)
    on_device = cuda.to_device(host)
    for array in (host, on_device):
        array["a"] = [1, 2, 3, 4]
        array["x"][1:3] = 2.5
        array["m"][2] = np.arange(6).reshape(2, 3)
        array["in"]["j"][:, 1] = 9
        array[3]["x"] = 7.5
        array[2]["s"] = "abc"
        array[0]["in"]["i"] = 5
        array[1]["m"][1, ::-1] = [1, 2, 3]
    np.testing.assert_array_equal(on_device.copy_to_host(), host)
    same(on_device["m"], host["m"])
    same(on_device["in"]["j"], host["in"]["j"])
    assert on_device[2]["s"] == "abc"
    assert on_device[3]["x"] == 7.5
    assert on_device[0]["in"]["i"] == 5
    with pytest.raises((KeyError, ValueError), match="none"):
        on_device["none"]


def test_records(device):
    host = np.array([(3, 2.5)], RECORD)[0]
    on_device = cuda.to_device(host)
    assert isinstance(on_device, devicearray.DeviceRecord)
    assert on_device.shape == () and on_device.strides == () and on_device.dtype == RECORD
    assert on_device["a"] == 3 and on_device["b"] == 2.5
    on_device["a"] = 8
    out = np.zeros(1, RECORD)[0]
    assert on_device.copy_to_host(out) is out
    assert out["a"] == 8 and out["b"] == 2.5
    result = cuda.device_array(1)
    sum_fields[1, 1](on_device, result)
    assert result[0] == 10.5
    sum_fields[1, 1](cuda.to_device(np.array([(1, 1), (2, 4)], RECORD))[1], result)
    assert result[0] == 6
    array = cuda.to_device(np.zeros(2, RECORD))
    array[1] = (5, 6)
    assert array[1]["a"] == 5
    assert str(on_device._numba_type_).startswith("Record(")
    again = devicearray.from_record_like(on_device)
    assert again.gpu_data is not on_device.gpu_data


def test_strided_views_as_arguments(device):
    host = np.arange(12.0)
    array = cuda.to_device(host)
    add_one[1, 32](array[::3])
    add_one[1, 32](array[10:4:-2])
    host[::3] += 1
    host[10:4:-2] += 1
    same(array, host)


def test_pinned_mapped_and_managed_arrays(device):
    for make in (cuda.pinned_array, cuda.mapped_array, cuda.managed_array):
        made = make((3, 4), np.float32, order="F")
        assert isinstance(made, np.ndarray)
        assert made.flags.f_contiguous and made.shape == (3, 4)
        made = make(8)
        made[:] = 1
        add_one[1, 32](made)
        part = made[::2]
        add_one[1, 32](part)
        cuda.synchronize()
        np.testing.assert_array_equal(made, [3, 2] * 4)
        assert make(0).shape == (0,)
        assert float((made + 1)[0]) == 4
    assert isinstance(cuda.mapped_array(3), devicearray.MappedNDArray)
    assert isinstance(cuda.managed_array(3), devicearray.ManagedNDArray)
    assert cuda.pinned_array_like(np.zeros((2, 3), "i1", order="F")).strides == (1, 2)
    assert cuda.mapped_array_like(np.zeros((2, 3), "i1")).dtype == np.int8
    one, two = np.zeros(4), np.zeros(4)
    with cuda.mapped(one) as mapped:
        add_one[1, 32](mapped)
    with cuda.mapped(one, two) as (first, second):
        add_one[1, 32](second)
    np.testing.assert_array_equal(one + two, [2] * 4)
    with cuda.pinned(one, two):
        cuda.to_device(one)
    with pytest.raises(TypeError), cuda.mapped([1, 2]):
        pass


def test_the_functions_of_numbas_driver(device):
    from portkern.cuda.cudadrv import driver

    array = cuda.to_device(np.full(6, -1))
    driver.device_memset(array, 0, 24)
    np.testing.assert_array_equal(array.copy_to_host(), [0, 0, 0, -1, -1, -1])
    assert driver.is_device_memory(array) and not driver.is_device_memory(np.zeros(3))
    assert driver.device_memory_size(array) == 48
    mapped = cuda.mapped_array(6, "i4")
    driver.device_memset(mapped, 0, 24)
    assert not mapped.any()
    assert hasattr(mapped, "__cuda_array_interface__") == (mapped.on_device() is not None)
    assert not hasattr(mapped + 1, "__cuda_array_interface__")


def test_hints_say_what_is_copied(device):
    @cuda.jit
    def kernel(x, y):
        y[0] = x[0] + 1
        x[0] = 100

    x, y = np.ones(3), np.ones(3)
    kernel[1, 1](cuda.In(x), cuda.Out(y))
    assert y[0] == 2
    assert x[0] == 1
    kernel[1, 1](cuda.In([1.0, 2.0]), y)
    kernel[1, 1](cuda.InOut(x), cuda.to_device(y))
    assert x[0] == 100


def test_constructors_of_numba(device):
    array = devicearray.DeviceNDArray((2, 3), (24, 8), np.float64)
    array[:] = 1
    again = devicearray.DeviceNDArray(shape=(3,), strides=(8,), dtype=np.float64, gpu_data=array.gpu_data.view(24, 48))
    again[:] = 2
    same(array, np.array([[1.0] * 3, [2] * 3]))
    made, is_new = devicearray.auto_device(np.arange(3))
    assert is_new and devicearray.auto_device(made) == (made, False)


def test_elements_kernels_do_not_have(device):
    with pytest.raises(TypeError, match="dtype"):
        cuda.to_device(np.array(["a"]))
    with pytest.raises(TypeError, match="order"):
        cuda.to_device(np.zeros(3, ">f8"))
    with pytest.raises(ValueError, match="dimensions"):
        cuda.to_device(np.zeros((1,) * 9))
    with pytest.raises(ValueError, match="at most 8 dimensions, got 20"):
        cuda.to_device(np.zeros(3))[(None,) * 19]


def test_elements_without_bytes(device):
    """Records of empty fields: their arrays lie nowhere, in front of the others or behind them."""
    @cuda.jit
    def number(x, out):
        i = cuda.grid(1)
        if i < x.size:
            out[i] = i + 1

    empty = np.dtype([("a", "f8", (0,))])
    for x, out in ((np.zeros(3, empty), np.zeros(3)), (np.zeros(3, empty).copy(), np.zeros(3)), (np.empty(40, empty)[1:4], np.zeros(3))):
        number[1, 32](x, out)
        assert list(out) == [1, 2, 3]
    out, x = np.zeros(3), np.zeros(3, empty)
    number[1, 32](x, out)
    assert list(out) == [1, 2, 3]
