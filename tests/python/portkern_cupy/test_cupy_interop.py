# SPDX-License-Identifier: Apache-2.0
"""portkern.cupy with the rest: kernels of numba.cuda, NumPy's functions, DLPack,
devices, streams, events; and names that are refused."""
import io
import pathlib
import subprocess
import sys

import numpy as np
import portkern
import pytest

from portkern import _device, cuda, errors
from portkern import cupy as cp


@cuda.jit
def axpy(a, x, y):
    i = cuda.grid(1)
    if i < x.size:
        y[i] += a * x[i]


@pytest.fixture
def cpu():
    with _device.device("cpu"):
        yield


def test_kernels_take_the_arrays(device):
    x, y = cp.arange(10, dtype=np.float32), cp.ones(10, np.float32)
    axpy[1, 32](np.float32(2), x, y)
    axpy[1, 32](np.float32(2), x * 2, y)
    np.testing.assert_array_equal(y.get(), 1 + 6 * np.arange(10, dtype=np.float32))
    axpy[1, 32](np.float32(1), x[::2], y[5:])
    np.testing.assert_array_equal(y.get()[5:], 1 + 6 * np.arange(5, 10) + np.arange(0, 10, 2))
    assert axpy.signatures[0] == axpy.signatures[0] and "float32" in str(axpy.signatures[0])


def test_arrays_of_numba(device):
    d = cuda.to_device(np.arange(6.0).reshape(2, 3))
    x = cp.asarray(d)
    x += 1
    assert d.copy_to_host()[1, 2] == 6
    view = cuda.as_cuda_array(x)
    assert isinstance(view, cuda.cudadrv.devicearray.DeviceNDArray if hasattr(cuda, "cudadrv") else object)
    view[0] = 9
    assert x[0].tolist() == [9, 9, 9]
    assert isinstance(cuda.to_device(x).copy_to_host(), np.ndarray)
    assert cp.asnumpy(d)[0, 0] == 9 and (x + d).tolist() == (x + x).tolist()
    assert cuda.is_cuda_array(x) and "float64, 2d, C" in str(portkern.typeof(x))
    assert not x._memory.is_shared  # all of this is portkern's


def test_other_parts_of_portkern_take_the_arrays(cpu):
    x, y = cp.arange(5.0), cp.zeros(5)
    portkern.debug(axpy[1, 32], 2.0, x, y, thread=1, stdin=io.StringIO("n\np x[i]\nc\n"), stdout=io.StringIO())
    assert y.tolist() == [0, 2, 4, 6, 8]
    portkern.explain(axpy[1, 32], (2.0, x, y))
    axpy.specialize(2.0, x, y)[1, 32](2.0, x, y)
    axpy.forall(5)(2.0, x + 0, y)
    assert y.tolist() == [0, 6, 12, 18, 24]
    assert cuda.reduce(lambda a, b: a + b)(x) == 10
    d = cuda.device_array(5)
    d.copy_to_device(x * 2)
    d[1:] = x[1:] + 1
    assert d.copy_to_host().tolist() == [0, 2, 3, 4, 5]
    assert not x._memory.is_shared and not y._memory.is_shared


def test_numpys_functions_give_these_arrays(cpu):
    x = cp.arange(6.0).reshape(2, 3)
    n = x.get()
    for made, wanted in (
            (np.sin(x), None), (np.add(x, 1), n + 1), (np.sum(x, axis=0), n.sum(0)), (np.add.reduce(x), n.sum(0)),
            (np.concatenate([x, x]), np.concatenate([n, n])), (np.where(x > 2, x, 0), np.where(n > 2, n, 0)),
            (np.float32(2) * x, np.float32(2) * n), (np.float64(2) - x, 2 - n), (np.matmul(x, x.T), n @ n.T),
            (np.linalg.norm(x), np.linalg.norm(n)), (np.zeros_like(x), n * 0), (np.maximum(x, 2), np.maximum(n, 2)),
            (np.array(2.0) * x, n * 2), (np.reshape(x, (3, 2)), n.reshape(3, 2)), (np.mean(x), n.mean())):
        assert isinstance(made, cp.ndarray)
        if wanted is not None:
            np.testing.assert_allclose(made.get(), wanted, rtol=1e-15)
    y = x.copy()
    assert np.add(x, 1, out=y) is y
    for refused in (lambda: np.asarray(x), lambda: np.add(x, n), lambda: np.fft.fft(x), lambda: np.vander(x[0]),
                    lambda: np.add.at(n, [0], x)):
        with pytest.raises((TypeError, NotImplementedError)):
            refused()
    assert cp.get_array_module(x) is cp and cp.get_array_module(n, 1) is np


def test_dlpack_and_the_cuda_array_interface(cpu):
    x = cp.arange(6.0).reshape(2, 3)[:, 1:]
    shared = np.from_dlpack(x)
    x[0, 0] = 50
    assert shared[0, 0] == 50
    y = cp.from_dlpack(np.arange(3.0))
    assert (y + 1).tolist() == [1, 2, 3]
    face = x.__cuda_array_interface__
    assert (face["shape"], face["strides"], face["typestr"], face["version"]) == ((2, 2), (24, 8), "<f8", 3)

    class Other:
        __cuda_array_interface__ = face

    z = cp.asarray(Other())
    z += 1
    assert x[0, 0] == shared[0, 0] == 51
    memory = x.data
    assert memory.ptr == face["data"][0]
    again = cp.ndarray((2,), np.float64, memory)
    assert again.tolist() == x[0].tolist()


def test_devices(device):
    here = cp.cuda.Device()
    assert cp.cuda.runtime.getDeviceCount() >= 1 and here.id == cp.cuda.runtime.getDevice() == device.index
    with here as entered:
        assert cp.arange(3).device == entered == here
    here.synchronize()
    here.use()
    free, total = here.mem_info
    assert 0 < free <= total and cp.get_default_memory_pool().used_bytes() >= 0
    assert cp.cuda.runtime.memGetInfo()[1] == total
    properties = cp.cuda.runtime.getDeviceProperties(here.id)
    assert properties["warpSize"] and properties["name"] and int(here.compute_capability) >= 50
    assert here.attributes["MaxThreadsPerBlock"] == properties["maxThreadsPerBlock"]
    cp.get_default_memory_pool().free_all_blocks()
    with pytest.raises(RuntimeError, match="there is no device 99"):
        cp.cuda.Device(99)


def test_streams_and_events(device):
    begin, end = cp.cuda.Event(), cp.cuda.Event()
    stream = cp.cuda.Stream(non_blocking=True)
    begin.record()
    x = cp.arange(1000.0)
    with stream:
        assert cp.cuda.get_current_stream() == stream
        y = x * 2
        end.record(stream)
        z = y.sum()
    assert cp.cuda.get_current_stream() == cp.cuda.Stream.null
    assert not y._is_pending  # it was computed in the stream
    end.synchronize()
    stream.synchronize()
    assert float(z) == 999000 and stream.done and end.done
    assert cp.cuda.get_elapsed_time(begin, end) >= 0
    cp.cuda.Stream.null.synchronize()
    cp.cuda.runtime.deviceSynchronize()


@pytest.mark.parametrize(("name", "what"), [
    ("RawKernel", "numba.cuda.jit"), ("RawModule", "numba.cuda.jit"), ("ElementwiseKernel", "cupy.fuse"),
    ("ReductionKernel", "reduce"), ("polyfit", "asnumpy")])
def test_names_that_are_refused(name, what):
    with pytest.raises(NotImplementedError, match=f"cupy.{name} is not there.*{what}") as caught:
        getattr(cp, name)("float32 x", "float32 y", "y = x", "k")
    assert isinstance(caught.value, errors.PortkernError)


def test_names_that_are_not_there():
    for module in (cp, cp.cuda, cp.linalg, cp.random, cp.cuda.runtime):
        with pytest.raises(AttributeError, match="portkern"):
            module.nonsense
    with pytest.raises(NotImplementedError, match="cupy.linalg.solve"):
        cp.linalg.solve(cp.eye(2), cp.ones(2))
    with pytest.raises(NotImplementedError, match="cupy.fft.rfft is not there"):
        cp.fft.rfft(cp.ones(2))
    assert not hasattr(cp, "nonsense")


def test_import_of_cupy(tmp_path):
    program = tmp_path / "program.py"
    program.write_text("import sys\nimport cupy as cp\nfrom cupy import arange, float32\nimport cupy.linalg, cupy.cuda.runtime\n"
                       "import portkern.cupy\nassert cp is portkern.cupy and cupy.linalg is portkern.cupy.linalg\n"
                       "from cupy.random import default_rng\nprint(arange(3, dtype=float32) + 1, 'numba' in sys.modules)\n")
    for command in (["-m", "portkern", "--cupy", str(program)], ["-c", "import portkern.as_cupy\n" + program.read_text()]):
        done = subprocess.run([sys.executable, *command], capture_output=True, text=True, timeout=100)
        assert done.stdout.startswith("[1. 2. 3.] "), done.stderr
    done = subprocess.run([sys.executable, "-m", "portkern", str(program)], capture_output=True, text=True, timeout=100)
    assert "No module named 'cupy'" in done.stderr
    done = subprocess.run([sys.executable, "-c", "import sys, types\nsys.modules['cupy'] = types.ModuleType('cupy')\n"
                           "import portkern.as_cupy\n"], capture_output=True, text=True, timeout=100)
    assert "cupy has been imported already" in done.stderr


def test_portkern_does_not_import_it():
    done = subprocess.run([sys.executable, "-c", "import sys, portkern, portkern.cuda\n"
                           "print([m for m in sys.modules if m.startswith('portkern.cupy')])"], capture_output=True, text=True,
                          timeout=100)
    assert done.stdout.strip() == "[]"


def test_names_of_the_page():
    """docs/cupy.md lists what is there: every name of its tables, and no other."""
    page = (pathlib.Path(__file__).resolve().parents[3] / "docs" / "cupy.md").read_text(encoding="utf-8")
    sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "names"))
    import cupy_names

    assert cupy_names.tables() in page, "run tests/python/names/cupy_names.py --update"
    served, refused, missing = cupy_names.judge()
    assert not missing
    assert len(served) / (len(served) + len(refused)) > 0.7
