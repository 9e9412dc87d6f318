# SPDX-License-Identifier: Apache-2.0
"""Threads that launch, compile, copy and change the same objects at once, and
interpreters beside the main one."""
import subprocess
import sys
import threading

import numpy as np
import pytest

from portkern import _core, cuda

THREADS, TIMES = 6, 12


@cuda.jit
def scale(x, factor, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = x[i] * factor


@cuda.jit
def first_fields(records, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = records[i].a + records[i].b


def together(device, work):
    """Runs work(thread, time) in threads that begin at once; raises what one raised."""
    failures = []
    begin = threading.Barrier(THREADS)

    def run(number):
        _core.current.set(device)
        try:
            begin.wait()
            for time in range(TIMES):
                work(number, time)
        except BaseException as error:  # noqa: BLE001
            failures.append(error)

    threads = [threading.Thread(target=run, args=(n,)) for n in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]


def test_launches_and_copies(device):
    def work(number, time):
        x = np.arange(100, dtype=np.float64) + number
        on_device = cuda.to_device(x)
        out = cuda.device_array(100)
        stream = cuda.stream()
        scale[2, 64, stream](on_device, number + time, out)
        event = cuda.event()
        event.record(stream)
        event.synchronize()
        np.testing.assert_array_equal(out.copy_to_host(stream=stream), x * (number + time))
        host = np.zeros(100)
        scale[2, 64](x, 2.0, host)
        np.testing.assert_array_equal(host, x * 2)

    together(device, work)


def test_arrays_that_other_threads_let_go_meanwhile(device):
    """A launch keeps its arrays until it is done, whoever drops them."""
    shared = [cuda.to_device(np.full(1000, n, np.float64)) for n in range(THREADS)]
    out = [cuda.device_array(1000) for _ in range(THREADS)]
    streams = [cuda.stream() for _ in range(THREADS)]

    def work(number, time):
        other = (number + time) % THREADS
        array = shared[other]
        scale[8, 128, streams[number]](array, 2.0, out[number])
        shared[other] = cuda.to_device(np.full(1000, number, np.float64))
        del array
        values = out[number].copy_to_host(stream=streams[number])
        assert (values == values[0]).all() and values[0] in range(0, 2 * THREADS, 2)

    together(device, work)


def test_a_kernel_that_is_forgotten_meanwhile(device):
    @cuda.jit
    def add(x, n):
        i = cuda.grid(1)
        if i < x.size:
            x[i] += n

    def work(number, time):
        x = np.zeros(10, np.int64)
        if number == 0 and time % 4 == 0:
            add._forget()
        assert isinstance(add._kernels, dict)
        add[1, 32](x, number)
        assert (x == number).all()

    together(device, work)


def test_kernels_of_one_function_that_threads_compile_at_once(device):
    makers = [cuda.jit(scale.py_func) for _ in range(TIMES)]
    kernels = []

    def work(number, time):
        out = np.zeros(8)
        makers[time][1, 8](np.ones(8), number, out)
        assert (out == number).all()
        kernels.append((time, id(makers[time]._kernels[device])))

    together(device, work)
    assert len(set(kernels)) == TIMES  # all use the one that was first


def test_records_of_types_that_are_new(device):
    def work(number, time):
        dtype = np.dtype([("a", np.int32), ("b", np.int64), (f"c{time}", np.int8)], align=True)
        records = np.zeros(4, dtype)
        records["a"], records["b"] = number, time
        out = np.zeros(4, np.int64)
        first_fields[1, 4](records, out)
        assert (out == number + time).all()

    together(device, work)


def test_one_array_by_all(device):
    shared = cuda.to_device(np.arange(16.0))
    streams = [cuda.stream() for _ in range(3)]

    def work(number, time):
        shared.stream = streams[(number + time) % 3]
        assert shared.stream in streams
        assert shared[:4].stream in streams
        shared.label = number
        assert shared.label in range(THREADS)
        np.testing.assert_array_equal(shared[::2].copy_to_host(), np.arange(0, 16.0, 2))

    together(device, work)


def test_a_dlpack_capsule_is_taken_once(device):
    if not device.host_memory:
        pytest.skip("capsules of NumPy are in host memory")
    capsules = [np.arange(4.0).__dlpack__() for _ in range(TIMES)]
    taken = []

    def work(number, time):
        try:
            array = type(cuda.device_array(1))._from_dlpack(device, capsules[time], True)
        except TypeError as error:
            assert "not taken yet" in str(error)
        else:
            taken.append(time)
            np.testing.assert_array_equal(array.copy_to_host(), np.arange(4.0))

    together(device, work)
    assert sorted(taken) == list(range(TIMES))


def test_one_prepared_launch_by_all(device):
    out = cuda.device_array(8)
    values = [np.full(8, n, np.float64) for n in range(THREADS)]
    arrays = [cuda.to_device(v) for v in values]
    prepared = scale[1, 8].prepare(arrays[0], 1.0, out)

    def work(number, time):
        prepared.set(0, arrays[number] if time % 2 else values[number].copy())
        prepared.configure(1, 8)
        prepared.launch()

    together(device, work)
    prepared.set("x", arrays[3])
    prepared.launch()
    assert (out.copy_to_host() == 3).all()


INTERPRETER = """
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters
text = '''
try:
    import numpy
except ImportError:
    numpy = None
try:
    import portkern
    print("works" if numpy else "works without NumPy")
except ImportError as error:
    print("ImportError" if not numpy or "subinterp" in str(error) else error)
'''
from portkern import cuda
number = interpreters.create()
try:
    run = interpreters.exec if hasattr(interpreters, "exec") else interpreters.run_string
    run(number, text)
finally:
    interpreters.destroy(number)
print(cuda.gpus is not None)
"""


def test_an_interpreter_beside_the_main_one():
    """NumPy decides: where it does not import, neither do we, with an ImportError."""
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", INTERPRETER], capture_output=True, text=True)
    if "No module named" in done.stderr:
        pytest.skip("Python has no module for interpreters")
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() in (["works", "True"], ["ImportError", "True"])
