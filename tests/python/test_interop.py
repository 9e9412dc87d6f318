# SPDX-License-Identifier: Apache-2.0
"""Arrays of other packages, by small classes that offer their protocols: the CUDA
array interface, DLPack, NumPy's; and ours, as those packages take them."""
import ctypes
import gc
import weakref

import numpy as np
import pytest

import portkern
from portkern import cuda, errors


@cuda.jit
def add_one(x):
    i = cuda.grid(1)
    if i < x.shape[0]:
        x[i] += 1


@cuda.jit
def fill_ones(x):
    i = cuda.grid(1)
    if i < x.shape[0]:
        for j in range(x.shape[1]):
            x[i, j] = 1


class Foreign:
    """An array of another package on the same device, as CuPy's."""

    def __init__(self, array, **changes):
        self.array = array
        self.changes = changes

    @property
    def __cuda_array_interface__(self):
        return {**self.array.__cuda_array_interface__, **self.changes}


class HostArray:
    """Memory of the host under the name of a device's: packages without a GPU test
    with such arrays."""

    def __init__(self, array):
        self.array = array
        face = array.__array_interface__
        self.__cuda_array_interface__ = {
            "shape": face["shape"], "strides": face["strides"], "typestr": face["typestr"], "data": face["data"],
            "version": 3}


class Tensor:
    """An array with DLPack's protocol and no other, as PyTorch's on the CPU."""

    def __init__(self, array, versions=True):
        self.array = array
        self.asked = []
        if not versions:
            self.__class__ = OldTensor

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()

    def __dlpack__(self, *, stream=None, max_version=None, dl_device=None, copy=None):
        self.asked.append(max_version)
        return self.array.__dlpack__()


class OldTensor(Tensor):
    def __dlpack__(self, *, stream=None):
        return self.array.__dlpack__()


# ---- DLPack's table of functions, made of dlpack.h 1.3 by ctypes ----

class _Tensor(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("device_type", ctypes.c_int32), ("device_id", ctypes.c_int32),
                ("ndim", ctypes.c_int32), ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8),
                ("lanes", ctypes.c_uint16), ("shape", ctypes.POINTER(ctypes.c_int64)),
                ("strides", ctypes.POINTER(ctypes.c_int64)), ("byte_offset", ctypes.c_uint64)]


_TensorOf = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.py_object, ctypes.POINTER(_Tensor))
_StreamOf = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_int32, ctypes.c_int32, ctypes.POINTER(ctypes.c_void_p))


class _Table(ctypes.Structure):
    pass


_Table._fields_ = [("major", ctypes.c_uint32), ("minor", ctypes.c_uint32), ("older", ctypes.POINTER(_Table)),
                   ("allocate", ctypes.c_void_p), ("managed_of", ctypes.c_void_p), ("object_of", ctypes.c_void_p),
                   ("tensor_of", _TensorOf), ("stream_of", _StreamOf)]


def _fill(obj, out):
    for name, value in obj.words.items():
        setattr(out[0], name, value)
    return 0


def _stream(kind, number, out):
    out[0] = Exchanged.stream
    return 0


def _capsule(table, name):
    new = ctypes.pythonapi.PyCapsule_New
    new.restype, new.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
    return new(ctypes.addressof(table), name, None)


_FILL, _STREAM, _NAME = _TensorOf(_fill), _StreamOf(_stream), b"dlpack_exchange_api"
_TABLE = _Table(1, 3, None, None, None, None, _FILL, _STREAM)
_NEWER = _Table(2, 0, ctypes.pointer(_TABLE), None, None, None, _FILL, _STREAM)


class Exchanged:
    """An array whose type has the table, as PyTorch's; its methods are for others."""

    __dlpack_c_exchange_api__ = _capsule(_TABLE, _NAME)
    stream = 0

    def __init__(self, array, device=(1, 0), address=None, **changes):
        item = array.dtype.itemsize
        self.kept = ((ctypes.c_int64 * 8)(*array.shape), (ctypes.c_int64 * 8)(*[s // item for s in array.strides]))
        self.words = {"data": address or array.ctypes.data, "device_type": device[0], "device_id": device[1],
                      "ndim": array.ndim, "code": "iuf  cb".index(array.dtype.kind), "bits": 8 * item, "lanes": 1,
                      "shape": self.kept[0], "strides": self.kept[1], "byte_offset": 0, **changes}

    def __dlpack_device__(self):
        return self.words["device_type"], self.words["device_id"]

    def __dlpack__(self, **words):
        raise BufferError("asked by its method")


class ExchangedByNewer(Exchanged):
    __dlpack_c_exchange_api__ = _capsule(_NEWER, _NAME)


@pytest.mark.parametrize("kind", ["?", "i1", "u2", "i4", "u8", "f2", "f4", "f8", "c8", "c16"])
def test_tensors_of_the_host_by_the_table(device, kind):
    base = np.zeros((4, 6), kind)
    cases = [(base, Exchanged(base)), (base[::2, ::-3], Exchanged(base[::2, ::-3])), (base[1:], ExchangedByNewer(base[1:])),
             (base[:0], Exchanged(base[:0])), (base, Exchanged(base, strides=None)),
             (base[2:], Exchanged(base[:2], byte_offset=base[:2].nbytes))]
    for view, tensor in cases:
        before = base.copy()
        expected = view.copy()
        expected[...] = np.ones(1, kind)
        fill_ones[1, 4](tensor)
        np.testing.assert_array_equal(view, expected)
        view[...] = 0
        np.testing.assert_array_equal(base, before)


def test_a_prepared_launch_keeps_the_tensor(device):
    array = np.zeros((4, 4), np.float32)
    tensor = Exchanged(array)
    gone = weakref.ref(tensor)
    prepared = fill_ones.prepare(1, 4, tensor)
    del tensor
    gc.collect()
    prepared.launch()
    assert gone() is not None and (array == 1).all()
    del prepared
    gc.collect()
    assert gone() is None


@pytest.mark.parametrize("changes", [{"lanes": 4}, {"bits": 12}, {"code": 4}, {"ndim": 60}, {"ndim": -1}, {"code": 200},
                                     {"device_type": 9}, {"device_type": 2, "device_id": 5}])
def test_tensors_that_the_table_does_not_say_plainly(device, changes):
    """They go the way of the methods."""
    with pytest.raises(BufferError, match="asked by its method|device 9|cuda:5"):
        fill_ones[1, 4](Exchanged(np.zeros((2, 2)), **changes))


def test_extents_that_make_no_array(device):
    for shape in ((2**62, 8), (-1, 4)):
        tensor = Exchanged(np.zeros((2, 2)), shape=(ctypes.c_int64 * 2)(*shape))
        with pytest.raises((BufferError, ValueError)):
            fill_ones[1, 4](tensor)


def test_what_the_table_raises_is_raised(device):
    # A function of C that returns -1 with an exception, which ctypes' own cannot.
    table = _Table(1, 3, None, None, None, None, ctypes.cast(ctypes.pythonapi.PyObject_IsTrue, _TensorOf), _STREAM)

    class Failing(Exchanged):
        __dlpack_c_exchange_api__ = _capsule(table, _NAME)

        def __bool__(self):
            raise BufferError("no tensor today")

    with pytest.raises(BufferError, match="no tensor today"):
        fill_ones[1, 4](Failing(np.zeros((2, 2))))
    fill_ones[1, 4](np.zeros((2, 2)))


def test_tensors_of_a_gpu_by_the_table(device):
    if device.backend != "cuda":
        pytest.skip("addresses of a GPU")
    host = np.arange(12.0).reshape(3, 4)
    array = cuda.to_device(host)
    Exchanged.stream = device.queue.native
    try:
        fill_ones[1, 4](Exchanged(host, (2, device.index), array._address))
    finally:
        Exchanged.stream = 0
    cuda.synchronize()
    assert (array.copy_to_host() == 1).all()
    Exchanged.stream = 12345  # another stream: the methods know how to wait for it
    try:
        with pytest.raises(BufferError, match="asked by its method"):
            fill_ones[1, 4](Exchanged(host, (2, device.index), array._address))
    finally:
        Exchanged.stream = 0


def test_capsules_of_another_name_are_no_table(device):
    class Other(Exchanged):
        __dlpack_c_exchange_api__ = _capsule(_TABLE, b"something")

    with pytest.raises(BufferError, match="asked by its method"):
        fill_ones[1, 4](Other(np.zeros((2, 2))))


def test_as_cuda_array_is_a_view_that_keeps_its_owner(device):
    host = np.arange(12.0).reshape(3, 4)
    owner = Foreign(cuda.to_device(host))
    assert cuda.is_cuda_array(owner) and cuda.is_cuda_array(owner.array) and not cuda.is_cuda_array(host)
    view = cuda.as_cuda_array(owner)
    assert isinstance(view, cuda.cudadrv.devicearray.DeviceNDArray)
    view[1] = 7
    host[1] = 7
    np.testing.assert_array_equal(owner.array.copy_to_host(), host)
    gone = weakref.ref(owner)
    del owner
    gc.collect()
    assert gone() is not None
    np.testing.assert_array_equal(view.copy_to_host(), host)
    del view
    gc.collect()
    assert gone() is None


def test_other_layouts_of_the_interface(device):
    host = np.arange(12.0).reshape(3, 4)
    array = cuda.to_device(host)
    np.testing.assert_array_equal(cuda.as_cuda_array(Foreign(array[::-1, ::2])).copy_to_host(), host[::-1, ::2])
    strided = Foreign(array, shape=(2, 2), strides=(64, 8))
    np.testing.assert_array_equal(cuda.as_cuda_array(strided).copy_to_host(), host[::2, :2])
    empty = cuda.as_cuda_array(Foreign(array[:0]))
    assert empty.shape == (0, 4)
    assert array.__cuda_array_interface__["strides"] is None
    assert array[:, 1].__cuda_array_interface__["strides"] == (32,)
    assert array.__cuda_array_interface__["stream"] is None
    records = cuda.to_device(np.zeros(3, [("a", "i4"), ("b", "f8")]))
    assert cuda.as_cuda_array(Foreign(records)).dtype == records.dtype


def test_descriptions_that_are_refused(device):
    array = cuda.to_device(np.arange(4.0))
    with pytest.raises(NotImplementedError, match="Masked arrays are not supported"):
        cuda.as_cuda_array(Foreign(array, mask=Foreign(array)))
    with pytest.raises(ValueError, match="memory"):
        cuda.as_cuda_array(Foreign(array, shape=(40,)))
    with pytest.raises(ValueError, match="stream 0"):
        cuda.as_cuda_array(Foreign(array, stream=0))
    with pytest.raises(TypeError, match="implement"):
        cuda.as_cuda_array(np.arange(4.0))
    with pytest.raises(TypeError, match="dtype"):
        cuda.as_cuda_array(Foreign(array, typestr="<M8[s]"))
    for name, value in [("shape", 5), ("typestr", 7), ("data", 7), ("data", ("a", True)), ("version", "3")]:
        with pytest.raises(TypeError, match=f"__cuda_array_interface__ has '{name}': .*it is a dict of 'shape'"):
            cuda.as_cuda_array(Foreign(array, **{name: value}))
    wrong = Foreign(array)
    wrong.__class__ = type("Empty", (), {"__cuda_array_interface__": {"version": 3}})
    with pytest.raises(TypeError, match="__cuda_array_interface__ has no 'shape'"):
        add_one[1, 4](wrong)


def test_streams_of_the_interface(device):
    array, stream = cuda.to_device(np.arange(4.0)), cuda.stream()
    bound = array.bind(stream)
    assert cuda.as_cuda_array(Foreign(bound)).stream is stream
    assert cuda.as_cuda_array(Foreign(bound), sync=False).stream is stream
    assert cuda.from_cuda_array_interface(array.__cuda_array_interface__, array).stream == 0


def test_arrays_of_other_packages_are_arguments(device):
    array = cuda.to_device(np.zeros(8))
    add_one[1, 32](Foreign(array))
    add_one[1, 32](Foreign(array[::2]))
    cuda.synchronize()
    np.testing.assert_array_equal(array.copy_to_host(), [2, 1] * 4)
    array[:4] = Foreign(array[4:])
    array[4:].copy_to_device(Foreign(array[:4]))
    assert cuda.to_device(Foreign(array)).gpu_data.device_pointer_value == array.gpu_data.device_pointer_value


def test_addresses_of_another_device_are_refused(device):
    class Elsewhere:
        __cuda_array_interface__ = {"shape": (4,), "typestr": "<f8", "data": (1 << 45, False), "version": 3}

    if device.backend == "cuda":
        return
    with pytest.raises(errors.UnsupportedError, match="copy|Copy"):
        add_one[1, 1](Elsewhere())


def test_host_memory_under_a_devices_name(device):
    host = np.zeros(8)
    if not device.host_memory:
        return
    add_one[1, 32](HostArray(host[::2]))
    np.testing.assert_array_equal(host, [1, 0] * 4)


def test_arrays_go_out_by_dlpack(device):
    host = np.arange(12, dtype=np.float32).reshape(3, 4)
    array = cuda.to_device(host)
    if device.backend == "opencl":
        with pytest.raises(BufferError, match="copy_to_host"):
            array.__dlpack__()
        return
    assert array.__dlpack_device__() == ((1, 0) if device.host_memory else (2, 0))
    assert '"dltensor"' in repr(array.__dlpack__())
    assert '"dltensor_versioned"' in repr(array.__dlpack__(max_version=(1, 0)))
    with pytest.raises(BufferError, match="device"):
        array.__dlpack__(dl_device=(9, 0))
    with pytest.raises(BufferError, match="dtype"):
        cuda.to_device(np.zeros(2, [("a", "i4")])).__dlpack__()
    with pytest.raises(BufferError, match="strides"):
        cuda.to_device(np.zeros(2, [("a", "i1"), ("b", "i4")]))["b"].__dlpack__()
    if device.host_memory:
        for part in (array, array[::-1, 1:], array[0, 0:0], array[..., None]):
            shared = np.from_dlpack(part)
            np.testing.assert_array_equal(shared, part.copy_to_host())
        shared = np.from_dlpack(array)
        array[0, 0] = 99
        assert shared[0, 0] == 99
        gone = weakref.ref(array)
        del array, part
        gc.collect()
        assert gone() is not None and shared[0, 0] == 99
        del shared
        gc.collect()
        assert gone() is None


@pytest.mark.parametrize("dtype", ["i1", "u2", "i4", "u8", "f2", "f4", "f8", "c8", "c16"])
@pytest.mark.parametrize("versions", [True, False])
def test_arrays_come_in_by_dlpack(device, dtype, versions):
    host = np.arange(24).astype(dtype).reshape(4, 6)
    for part in (host, host[::-1, ::2], host[0], host[:0]):
        array = cuda.from_dlpack(Tensor(part, versions))
        assert array.dtype == host.dtype and array.shape == part.shape
        np.testing.assert_array_equal(array.copy_to_host(), part)
    array = portkern.from_dlpack(Tensor(host))
    array[0] = 7
    assert (host[0] == 7).all() == device.host_memory


def test_arrays_of_the_device_come_back_by_dlpack(device):
    if device.backend == "opencl":
        return
    array = cuda.to_device(np.arange(6.0))
    again = cuda.from_dlpack(array[::2])
    again[:] = -1
    np.testing.assert_array_equal(array.copy_to_host(), [-1, 1, -1, 3, -1, 5])
    gone = weakref.ref(array)
    del array
    gc.collect()
    np.testing.assert_array_equal(again.copy_to_host(), [-1, -1, -1])
    del again
    gc.collect()
    assert gone() is None
    capsule = cuda.to_device(np.arange(6.0)).__dlpack__()
    kind = cuda.cudadrv.devicearray.DeviceNDArray
    assert kind._from_dlpack(device, capsule, device.host_memory).shape == (6,)
    with pytest.raises(TypeError, match="capsule"):
        kind._from_dlpack(device, capsule, device.host_memory)
    with pytest.raises(TypeError, match="capsule"):
        kind._from_dlpack(device, "capsule", device.host_memory)


def test_tensors_are_arguments(device):
    host = np.zeros(8)
    add_one[1, 32](Tensor(host))
    np.testing.assert_array_equal(host, np.ones(8))


def test_classes_derived_from_numpys_are_arguments(device):
    class Mine(np.ndarray):
        pass

    host = np.zeros(8)
    add_one[1, 32](host.view(Mine))
    memory = np.memmap.__new__(np.memmap, "/dev/zero", dtype="f8", mode="c", shape=(4,))
    add_one[1, 32](memory)
    np.testing.assert_array_equal(host, np.ones(8))
    np.testing.assert_array_equal(memory, np.ones(4))


def test_pytorch(device):
    torch = pytest.importorskip("torch")
    tensor = torch.zeros(8)
    add_one[1, 32](tensor)
    assert tensor.tolist() == [1] * 8
    assert torch.from_numpy(cuda.from_dlpack(tensor).copy_to_host()).tolist() == [1] * 8
    if device.host_memory:
        assert torch.from_dlpack(cuda.to_device(np.arange(3.0))).tolist() == [0, 1, 2]
