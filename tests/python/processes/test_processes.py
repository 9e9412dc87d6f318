# SPDX-License-Identifier: Apache-2.0
"""Kernels in pools of processes: every way to start them, what they compile, and what
they say when they fail."""
import json
import os
import pathlib
import subprocess
import sys

import portkern
import pytest

from portkern import _device, _worker, errors

METHODS = ["spawn", "forkserver", "fork"]

HEAD = """
import collections, concurrent.futures, enum, multiprocessing, os, sys, warnings
import numpy as np
import portkern
from portkern import cuda, errors, njit
warnings.simplefilter("ignore")

class Mode(enum.IntEnum):
    ADD, SCALE = 1, 2

Step = collections.namedtuple("Step", "mode,by")
TABLE = np.arange(4.0)

@njit
def looked_up(i):
    return TABLE[i]

@cuda.jit
def kernel(x, step):
    i = cuda.grid(1)
    if i < x.size:
        x[i] = x[i] * step.by if step.mode == Mode.SCALE else x[i] + step.by + looked_up(i)

def make(k):
    @cuda.jit
    def inner(x):
        x[cuda.grid(1)] += k
    return inner

def work(n):
    x = np.full(4, float(n))
    kernel[1, 4](x, Step(Mode.SCALE, 2.0))
    kernel[1, 4](x, Step(Mode.ADD, 1.0))
    return x.tolist()

def given(launch, n):
    x = np.full(4, float(n))
    launch(x)
    return x.tolist()

def fails(n):
    out = np.zeros(1)
    wrong[1, 1](out, n)

@cuda.jit(boundscheck=True)
def wrong(out, n):
    out[n] = 1

def expected(n):
    return [2.0 * n + 1 + t for t in range(4)]
"""

EXECUTOR = HEAD + """
if __name__ == "__main__":
    method, launch_first = sys.argv[1:]
    if launch_first == "yes":
        work(1)
    context = multiprocessing.get_context(method)
    with concurrent.futures.ProcessPoolExecutor(2, mp_context=context) as pool:
        assert list(pool.map(work, range(20), chunksize=1)) == [expected(n) for n in range(20)]
        # Kernels as arguments, that no process can import.
        jobs = [pool.submit(given, make(k)[1, 4], n) for n in range(3) for k in range(3)]
        assert [j.result() for j in jobs] == [[float(n + k)] * 4 for n in range(3) for k in range(3)]
        try:
            pool.submit(fails, 7).result()
        except IndexError as error:
            assert isinstance(error, errors.KernelRuntimeError) and error.line == %d, error
        else:
            raise AssertionError("no error")
    with context.Pool(2) as pool:
        assert pool.map(work, range(6)) == [expected(n) for n in range(6)]
        assert pool.apply(given, (make(5)[1, 4], 1)) == [6.0] * 4
        try:
            pool.apply(fails, (7,))
        except IndexError:
            print("done")
        pool.close()
        pool.join()
""" % (HEAD[:HEAD.index("    out[n] = 1")].count("\n") + 1)


def run(folder, text, *args, backend="cpu", **more):
    path = pathlib.Path(folder, "program.py")
    path.write_text(text)
    env = {**os.environ, "PORTKERN_BACKEND": backend, "PORTKERN_CACHE_DIR": str(folder / "cache"),
           "PORTKERN_REPORT": str(folder / "report"), **more}
    done = subprocess.run([sys.executable, str(path), *args], env=env, capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stderr
    reports = [json.loads(p.read_text()) for p in (folder / "report").glob("*.json")]
    for p in (folder / "report").glob("*.json"):
        p.unlink()
    return done.stdout.split(), reports


@pytest.mark.parametrize("method", METHODS)
def test_pools_of_processes(method, tmp_path):
    """4 processes launch 4 to 6 kernels: each is compiled at most once in a process, and
    when the program runs again nowhere."""
    for is_second in (False, True):
        out, reports = run(tmp_path, EXECUTOR, method, "yes" if is_second else "no")
        assert out == ["done"]
        working = [r for r in reports if r["compiled"] or r["cached"]]
        assert 2 <= len(working) <= 5
        assert all(r["compiled"] + r["cached"] <= 6 for r in working)
        if is_second:
            assert sum(r["compiled"] for r in reports) == 0


AT_ONCE = HEAD + """
def meet(barrier, results, number):
    barrier.wait()
    results.put((work(number), given(make(0.5)[1, 4], number)))

if __name__ == "__main__":
    context = multiprocessing.get_context("spawn")
    barrier, results = context.Barrier(4), context.Queue()
    processes = [context.Process(target=meet, args=(barrier, results, 3)) for _ in range(4)]
    for p in processes:
        p.start()
    for _ in processes:
        assert results.get() == (expected(3), [3.5] * 4)
    for p in processes:
        p.join()
    print(*[p.exitcode for p in processes])
"""


def test_processes_that_compile_the_same_at_once(tmp_path):
    """One compiles a kernel, the others wait for it; the cache is whole."""
    for kernels in (2, 0):
        out, reports = run(tmp_path, AT_ONCE)
        assert out == ["0"] * 4
        working = [r for r in reports if r["compiled"] or r["cached"]]
        assert len(working) == 4
        assert sum(r["compiled"] for r in working) == kernels
        assert all(r["compiled"] + r["cached"] == 2 for r in working)
    assert not list(tmp_path.glob("cache/tmp.*"))


FORKED = HEAD + """
def device_of_child(_):
    try:
        return work(1)
    except errors.CudaSupportError as error:
        return "fork" in str(error)

if __name__ == "__main__":
    work(1)
    context = multiprocessing.get_context("fork")
    with concurrent.futures.ProcessPoolExecutor(2, mp_context=context) as pool:
        print(*pool.map(device_of_child, range(2)))
        try:
            print(pool.submit(work, 1).result() == expected(1))
        except Exception as error:
            print(type(error).__name__)
    with context.Pool(1) as pool:
        try:
            print(pool.apply(given, (make(1)[1, 4], 1)) == [2.0] * 4)
        except Exception as error:
            print(type(error).__name__)
"""


@pytest.mark.parametrize("backend", ["interp", "opencl", "cuda"])
def test_a_device_that_is_not_the_child_s_says_so_through_the_pool(backend, tmp_path):
    """cpu works in the child, as test_pools_of_processes has it."""
    if not any(d.backend == backend for d in portkern.devices()):
        pytest.skip(f"no {backend}")
    out, _ = run(tmp_path, FORKED, backend=backend)
    works = [str(x) for n in (1, 1) for x in [[3.0, 4.0, 5.0, 6.0]]]
    assert out == (" ".join(works) + " True True").split() if backend == "interp" else [
        "True", "True", "CudaSupportError", "CudaSupportError"]


WHILE_COMPILING = HEAD + """
import threading

if __name__ == "__main__":
    started, stop = threading.Event(), []

    def compile_on():
        k = 0
        while not stop:
            started.set()
            make(k)[1, 4](np.zeros(4))
            k += 1

    def answer(job):
        try:
            return job.result(30)
        except errors.CudaSupportError as error:
            # The other thread had LLVM, on cpu, or a lock of the context's.
            assert "forked" in str(error), error

    thread = threading.Thread(target=compile_on, daemon=True)
    thread.start()
    started.wait()
    context = multiprocessing.get_context("fork")
    try:
        for n in range(6):
            with concurrent.futures.ProcessPoolExecutor(1, mp_context=context) as pool:
                assert answer(pool.submit(work, n)) in (expected(n), None)
                assert answer(pool.submit(given, make(9)[1, 4], 1)) in ([10.0] * 4, None)
    finally:
        stop.append(True)
        thread.join()
    print("done")
"""


@pytest.mark.parametrize("backend", ["interp", "cpu"])
def test_fork_while_another_thread_compiles(backend, tmp_path):
    """The child works, or says what was in use at that moment; it never hangs."""
    assert run(tmp_path, WHILE_COMPILING, backend=backend)[0] == ["done"]


WHILE_LAUNCHED = HEAD + """
import threading

@cuda.jit
def waits(going, stop):
    cuda.atomic.add(going, 0, 1)
    while cuda.atomic.add(stop, 0, 0) == 0:
        pass

if __name__ == "__main__":
    work(1)
    going, stop = cuda.mapped_array(1, np.int32), cuda.mapped_array(1, np.int32)
    going[0] = stop[0] = 0
    thread = threading.Thread(target=waits[1, 1], args=(going, stop), daemon=True)
    thread.start()
    while not going[0]:
        pass
    child = os.fork()
    if child == 0:
        os._exit(work(3) != expected(3))
    stop[0] = 1
    thread.join()
    assert work(2) == expected(2)
    print("done", os.waitpid(child, 0)[1])
"""


@pytest.mark.parametrize("backend", ["interp", "cpu"])
def test_fork_while_another_thread_launches(backend, tmp_path):
    """The queue of the parent's launch is lost: the child's kernels go into another one."""
    assert run(tmp_path, WHILE_LAUNCHED, backend=backend)[0] == ["done", "0"]


# ---- a device for each worker ----


def _rows(*selectors, gpu=True):
    return [{"backend": s.split(":")[0], "index": int(s.split(":")[1]), "usable": True, "name": s, "is_gpu": gpu}
            for s in selectors]


@pytest.fixture
def machine(monkeypatch):
    """Sets the devices of a machine without any of its variables."""
    for names in _worker._LAUNCHERS:
        for name in names:
            monkeypatch.delenv(name, raising=False)
    for name in ("PORTKERN_BACKEND", "PORTKERN_NUM_THREADS"):
        monkeypatch.setenv(name, "")  # so that it is put back
        monkeypatch.delenv(name)
    was = _device._default

    def set_devices(*selectors, gpu=True):
        rows = _rows(*selectors, gpu=gpu)
        monkeypatch.setattr(_device, "_rows", lambda: rows)

    yield set_devices
    _device.set_default(was)


def test_workers_take_the_devices_in_turn(machine, monkeypatch):
    machine("interp:0", "cpu:0", "opencl:0", "cuda:0", "cuda:1", "cuda:2")
    assert [portkern.device_for_worker(n).selector for n in range(5)] == ["cuda:0", "cuda:1", "cuda:2", "cuda:0", "cuda:1"]
    assert portkern.device_for_worker("tcp://10.0.0.1:8786-4").selector == "cuda:1"
    assert _device.wanted() == "cuda:1"
    assert portkern.device_for_worker(1, backend="opencl").selector == "opencl:0"
    monkeypatch.setenv("PORTKERN_BACKEND", "cuda,cpu")
    assert portkern.device_for_worker(2).selector == "cuda:2"
    machine("cpu:0")
    assert portkern.device_for_worker(2).selector == "cpu:0"
    monkeypatch.setenv("PORTKERN_BACKEND", "cuda")
    with pytest.raises(errors.CudaSupportError, match="no device of cuda is here"):
        portkern.device_for_worker(0)


def test_auto_takes_opencl_for_a_gpu_only(machine):
    machine("interp:0", "cpu:0", "opencl:0", "opencl:1")
    assert portkern.device_for_worker(1).selector == "opencl:1"
    machine("interp:0", "cpu:0", "opencl:0", "opencl:1", gpu=False)
    assert portkern.device_for_worker(1).selector == "cpu:0"


@pytest.mark.parametrize("names", _worker._LAUNCHERS)
def test_the_local_rank_is_the_number(names, machine, monkeypatch):
    machine("cuda:0", "cuda:1", "cpu:0")
    monkeypatch.setenv(names[0], "3")
    assert portkern.device_for_worker().selector == "cuda:1"
    assert "PORTKERN_NUM_THREADS" not in os.environ


def test_workers_on_the_cpu_share_its_processors(machine, monkeypatch):
    machine("cpu:0")
    monkeypatch.setattr(os, "cpu_count", lambda: 8)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(8)))
    portkern.device_for_worker(1, workers=4)
    assert os.environ["PORTKERN_NUM_THREADS"] == "2"
    portkern.device_for_worker(1, workers=2)  # as it was set
    assert os.environ["PORTKERN_NUM_THREADS"] == "2"
    del os.environ["PORTKERN_NUM_THREADS"]
    monkeypatch.setenv("OMPI_COMM_WORLD_LOCAL_RANK", "1")
    monkeypatch.setenv("OMPI_COMM_WORLD_LOCAL_SIZE", "16")
    portkern.device_for_worker()
    assert os.environ.pop("PORTKERN_NUM_THREADS") == "1"
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {3})  # bound by mpirun
    portkern.device_for_worker()
    assert "PORTKERN_NUM_THREADS" not in os.environ


WORKERS = HEAD + """
def number(_):
    return portkern._worker._of_multiprocessing()[0], portkern.device().selector

if __name__ == "__main__":
    context = multiprocessing.get_context("spawn")
    with context.Pool(2, initializer=portkern.device_for_worker) as pool:
        found = set(pool.map(number, range(40), chunksize=1))
        assert found <= {(0, "cpu:0"), (1, "cpu:0")}, found
    assert portkern._worker._of_multiprocessing() is None
    print("done")
"""


def test_the_initializer_of_a_pool(tmp_path):
    assert run(tmp_path, WORKERS)[0] == ["done"]
