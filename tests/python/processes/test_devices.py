# SPDX-License-Identifier: Apache-2.0
"""Devices and contexts: which one is current, what is asked of them, several at once,
and what remains when they are closed, after fork() and when the interpreter ends."""
import os
import subprocess
import sys
import textwrap
import threading

import numpy as np
import pytest

import portkern
from portkern import cuda, errors

BACKENDS = ["cpu", "opencl", "cuda", "interp"]


@cuda.jit
def double(x):
    i = cuda.grid(1)
    if i < x.size:
        x[i] *= 2


def run(text, backend=None, **environment):
    """What a program prints, in a process of its own."""
    words = dict(os.environ, NUMBA_DISABLE_PERFORMANCE_WARNINGS="1", **environment)
    words.pop("PORTKERN_BACKEND", None)
    if backend:
        words["PORTKERN_BACKEND"] = backend
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(text)], env=words, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert not done.stderr
    return done.stdout.strip()


def test_what_is_asked_of_a_device(device):
    found = cuda.get_current_device()
    assert found.name == device.info()["name"]
    assert found.uuid.startswith("GPU-") and found.uuid == cuda.get_current_device().uuid
    major, minor = found.compute_capability
    assert (found.COMPUTE_CAPABILITY_MAJOR, found.COMPUTE_CAPABILITY_MINOR) == (major, minor) >= (7, 5)
    assert found.MAX_THREADS_PER_BLOCK == device.info()["max_block"]
    assert found.WARP_SIZE == 32
    assert found.MULTIPROCESSOR_COUNT >= 1
    assert found.MAX_GRID_DIM_X >= 65535 and found.MAX_BLOCK_DIM_Z >= 64
    assert found.MAX_SHARED_MEMORY_PER_BLOCK >= 16384
    with pytest.raises(AttributeError, match="NO_SUCH_THING"):
        _ = found.NO_SUCH_THING
    if device.backend != "cuda":
        with pytest.raises(AttributeError, match="CLOCK_RATE: only GPUs"):
            _ = found.CLOCK_RATE
    else:
        assert found.CLOCK_RATE > 0 and found.PCI_BUS_ID >= 0


def test_what_is_asked_of_a_context(device):
    context = cuda.current_context()
    free, total = context.get_memory_info()
    assert 0 < free <= total
    assert context.get_memory_info().free > 0
    assert context == cuda.current_context() and context.device == cuda.get_current_device()
    with cuda.defer_cleanup(), cuda.defer_cleanup():
        assert context.deallocations.is_disabled
    assert not context.deallocations.is_disabled
    context.deallocations.clear()
    assert len(context.deallocations) == 0
    context.push()
    context.pop()
    with cuda.profiling():
        context.synchronize()

    @cuda.require_context
    def inside(x):
        """Words."""
        return cuda.current_context() == context and x

    assert inside(5) == 5 and inside.__doc__ == "Words."


def test_all_devices_and_the_current_one():
    found = portkern.devices()
    assert {d.backend for d in found} >= {"cpu", "interp"}
    with portkern.device("interp") as outer:
        assert portkern.device() == outer
        with portkern.device("cpu"):
            assert portkern.device().backend == "cpu"
            with pytest.raises(ZeroDivisionError), portkern.device("interp"):
                1 / 0  # noqa: B018
            assert portkern.device().backend == "cpu"
        assert portkern.device().backend == "interp"
        assert cuda.to_device(np.zeros(3)).device == outer
    assert repr(portkern.device("cpu")).startswith("<device cpu:0")
    assert portkern.device("cpu") == portkern.device("cpu:0")
    assert portkern.device("cpu").context is portkern.device("cpu:0").context
    assert portkern.device("cpu").limits["max_block"] == 1024
    assert portkern.device("cpu").memory()[1] > 0
    assert len({portkern.device("cpu"), portkern.device("cpu:0"), portkern.device("interp")}) == 2
    with pytest.raises(errors.PortkernError):
        portkern.device("none")


def test_several_devices_at_once():
    """A launch runs where its arrays are, whichever device is current."""
    host = np.arange(100.0)
    arrays = []
    for backend in BACKENDS:
        try:
            arrays.append(cuda.to_device(host, device=backend))
        except errors.CudaSupportError:
            pass
    for _ in range(3):
        for array in arrays:
            double[1, 128](array)
    for array in arrays:
        np.testing.assert_array_equal(array.copy_to_host(), host * 8)
    assert len({array.device for array in arrays}) == len(arrays) >= 2
    first, second = arrays[:2]
    second[10:20] = first[20:30]
    second.copy_to_device(cuda.to_device(second, device=first.device))
    np.testing.assert_array_equal(second.copy_to_host()[10:20], host[20:30] * 8)
    assert cuda.to_device(first, device=second.device).device == second.device
    assert cuda.device_array(3, device=second.device).device == second.device

    @cuda.jit
    def both(x, y):
        x[0] = y[0]

    with pytest.raises(ValueError, match="one device"):
        both[1, 1](first, second)


def test_each_thread_begins_with_the_first_device():
    """Where Python's threads inherit context variables, with the device of the thread that starts it."""
    names = []
    with portkern.device("interp"):
        thread = threading.Thread(target=lambda: names.append(portkern.device().backend))
        thread.start()
        thread.join()
    assert names == ["interp" if getattr(sys.flags, "thread_inherit_context", 0) else portkern.device().backend]


@pytest.mark.parametrize("backend", ["cpu", "interp", "cuda", "opencl"])
def test_the_list_of_devices_is_of_the_backend_that_is_named(backend):
    text = """
        from portkern import cuda
        print(cuda.is_available(), cuda.cuda_error(), len(cuda.gpus) == len(cuda.list_devices()) >= 1, cuda.is_supported_version())
        with cuda.gpus[0] as d:
            print(cuda.gpus.current.backend, cuda.get_current_device().id, cuda.select_device(0).id)
        print(cuda.detect())
    """
    if not any(d.backend == backend for d in portkern.devices()):
        pytest.skip(f"no {backend}")
    lines = run(text, backend).splitlines()
    assert lines[0] == "True None True True"
    assert lines[1] == f"{backend} 0 0"
    assert lines[2].startswith("Found ") and lines[-1] == "True"


def test_a_gpu_is_available_only_when_there_is_one_or_a_backend_was_named():
    text = "from portkern import cuda; print(cuda.is_available())"
    assert run(text, None, PORTKERN_LIBCUDA="/nowhere", OCL_ICD_VENDORS="/nowhere") == "False"
    assert run(text, "auto", PORTKERN_LIBCUDA="/nowhere", OCL_ICD_VENDORS="/nowhere") == "False"
    assert run(text, "cuda", PORTKERN_LIBCUDA="/nowhere") == "False"
    assert run(text, "cpu", PORTKERN_LIBCUDA="/nowhere") == "True"
    text = "import portkern; from portkern import cuda; portkern._device.set_default('cpu'); print(cuda.is_available())"
    assert run(text, None, PORTKERN_LIBCUDA="/nowhere", OCL_ICD_VENDORS="/nowhere") == "True"
    text = "from portkern import cuda; print('nowhere' in cuda.cuda_error())"
    assert run(text, "cuda", PORTKERN_LIBCUDA="/nowhere") == "True"


@pytest.mark.parametrize("how", ["cuda.close()", "cuda.get_current_device().reset()", "cuda.current_context().reset()"])
@pytest.mark.parametrize("backend", BACKENDS)
def test_a_device_that_is_closed_is_opened_anew(backend, how):
    if not any(d.backend == backend for d in portkern.devices()):
        pytest.skip(f"no {backend}")
    text = f"""
        import numpy as np
        from portkern import cuda
        @cuda.jit
        def double(x):
            x[cuda.grid(1)] *= 2
        a = cuda.to_device(np.arange(4.0))
        s = cuda.stream()
        double[1, 4, s](a)
        cuda.legacy_default_stream().synchronize()
        {how}
        cuda.legacy_default_stream().synchronize()
        b = cuda.to_device(np.arange(4.0))
        double[1, 4](b)
        print(b.copy_to_host().sum(), a.copy_to_host().sum(), a._context is not b._context)
        double[1, 4](a)
        try:
            double[1, 4, s](b)
        except ValueError as error:
            print("device" in str(error))
        print(a.copy_to_host().sum())
        with cuda.gpus[0]:
            print(cuda.to_device(np.arange(4.0))._context is b._context)
    """
    assert run(text, backend).split("\n") == ["12.0 12.0 True", "True", "24.0", "True"]


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_child_of_fork_works_or_says_why_not(backend):
    if not any(d.backend == backend for d in portkern.devices()):
        pytest.skip(f"no {backend}")
    text = """
        import os, sys, threading, warnings
        warnings.simplefilter("ignore")
        import numpy as np
        from portkern import cuda, errors
        @cuda.jit
        def double(x):
            x[cuda.grid(1)] *= 2
        a = cuda.to_device(np.arange(4.0))
        double[1, 4](a)
        s = cuda.stream()
        s.add_callback(lambda *words: None)
        cuda.synchronize()
        child = os.fork()
        if not child:
            try:
                double[1, 4](a)
                double[1, 4, s](a)
                right = a.copy_to_host().sum() == 48
                del a, s
                os._exit(0 if right else 1)
            except errors.CudaSupportError as error:
                os._exit(0 if "fork" in str(error) else 2)
            except BaseException as error:
                print(repr(error), flush=True)
                os._exit(3)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), a.copy_to_host().sum())
    """
    assert run(text, backend) == "0 12.0"


@pytest.mark.parametrize("backend", BACKENDS)
def test_the_interpreter_ends_with_work_under_way(backend):
    """Arrays, streams, callbacks and capsules that nobody gave back."""
    if not any(d.backend == backend for d in portkern.devices()):
        pytest.skip(f"no {backend}")
    text = """
        import atexit, sys, numpy as np
        from portkern import cuda
        @cuda.jit
        def slow(x):
            for i in range(100000):
                x[0] += 1
        a = cuda.to_device(np.zeros(4))
        s = cuda.stream()
        slow[1, 1, s](a)
        s.add_callback(lambda *words: None)
        class Last:
            def __init__(self): self.a, self.s = a, s
            def __del__(self):
                try: self.a[1:]
                except Exception: pass
        keep = Last(); keep.me = keep
        sys.keep = [a.bind(s), cuda.event(), keep]
        m = cuda.mapped_array(3)
        atexit.register(lambda: a[0])
        print("end")
    """
    assert run(text, backend) == "end"


@pytest.mark.parametrize("backend", BACKENDS)
def test_the_interpreter_ends_while_another_thread_launches(backend):
    if not any(d.backend == backend for d in portkern.devices()):
        pytest.skip(f"no {backend}")
    text = """
        import threading, numpy as np
        from portkern import cuda
        @cuda.jit
        def add(x):
            x[0] += 1
        def launch():
            a, host = cuda.to_device(np.zeros(4)), np.zeros(4)
            while True:
                add[1, 1](a)
                add[1, 1](host)
                began.set()
                cuda.stream().synchronize()
        began = threading.Event()
        for _ in range(3):
            threading.Thread(target=launch, daemon=True).start()
        began.wait()
        print("end")
    """
    assert run(text, backend) == "end"
