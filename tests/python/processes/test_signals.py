# SPDX-License-Identifier: Apache-2.0
"""Ctrl-C during a launch."""
import os
import signal
import subprocess
import threading
import time

import numpy as np
import pytest

from portkern import _core, _device, cuda, guvectorize, njit, vectorize


@cuda.jit
def spin(flag):
    turns = 0
    while flag[0] == 0:
        turns += 1
        flag[1] = turns


@cuda.jit
def one(flag):
    flag[0] = 1


@pytest.fixture
def ctrl_c(device):
    """Sends this process SIGINT half a second from now."""
    if device.info()["backend"] == "opencl":
        pytest.skip("work of OpenCL devices runs to its end")
    one[1, 1](np.zeros(2))  # so that the time is not spent in a compile
    spin[1, 1](np.ones(2))

    def fire():
        time.sleep(0.5)
        os.kill(os.getpid(), signal.SIGINT)

    # The shell starts what is in the background with SIGINT ignored.
    old = signal.signal(signal.SIGINT, signal.default_int_handler)
    thread = threading.Thread(target=fire)
    yield thread.start
    thread.join()
    signal.signal(signal.SIGINT, old)


def test_ctrl_c_ends_a_long_launch(ctrl_c):
    flag = np.zeros(2)
    ctrl_c()
    begin = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        spin[1, 1](flag)
    assert time.monotonic() - begin < 10
    one[1, 1](flag)  # the stream goes on
    assert flag[0] == 1


def test_ctrl_c_ends_a_wait(ctrl_c):
    flag = cuda.to_device(np.zeros(2))
    ctrl_c()
    with pytest.raises(KeyboardInterrupt):
        spin[1, 1](flag)
        cuda.synchronize()


def test_a_handler_of_the_program_is_called(ctrl_c):
    seen = []
    old = signal.signal(signal.SIGINT, lambda *_: seen.append(1))
    try:
        ctrl_c()
        with pytest.raises(Exception, match="cancel"):
            spin[1, 1](np.zeros(2))
    finally:
        signal.signal(signal.SIGINT, old)
    assert seen == [1]


# ---- functions for the host ----

@njit
def waits(flag):
    a = np.ones(1000)
    turns = 0.0
    while flag[0] == 0:
        b = a + turns
        turns = b[0]
        flag[1] = turns
    return turns


@njit
def counts(n):
    s = np.zeros(1)
    for i in range(n):
        for j in range(i):
            s[0] += j
    return s


@njit
def calls_itself(n):
    return 1 if n < 2 else calls_itself(n - 1) + calls_itself(n - 2)


@njit
def catches(flag):
    n = 0
    try:
        while flag[0] == 0:
            n += 1
            flag[1] = n
    except Exception:
        n = -1
    while flag[0] == 0:
        n += 1
    return n


@njit
def sorts(a):
    while a[0] == 0:
        b = np.sort(a)
        a[1] = b[-1] + 1
    return a


LONG = [(waits, np.zeros(2)), (counts, 1 << 40), (calls_itself, 70), (catches, np.zeros(2)), (sorts, np.zeros(100))]


@pytest.mark.parametrize("backend", ["cpu", "interp"])
@pytest.mark.parametrize(("function", "argument"), LONG)
def test_ctrl_c_ends_a_long_call(function, argument, backend):
    context = _device.open_device(backend)
    token = _core.current.set(context)
    old = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        function(np.ones(2) if isinstance(argument, np.ndarray) else 2)  # compiled
        # Another process: a call keeps the GIL from threads of this one.
        killer = subprocess.Popen(["sh", "-c", f"sleep 0.2; kill -INT {os.getpid()}"])
        begin = time.monotonic()
        with pytest.raises(KeyboardInterrupt):
            function(argument.copy() if isinstance(argument, np.ndarray) else argument)
        assert time.monotonic() - begin < 10
        killer.wait()
    finally:
        signal.signal(signal.SIGINT, old)
        _core.current.reset(token)


def slow(x):
    s = 0.0
    for i in range(200_000):
        s += x / (i + 1)
    return s


def slow_rows(x, out):
    out[0] = 0.0
    for i in range(200_000):
        out[0] += x[i % 4] / (i + 1)


@pytest.mark.parametrize("target", ["cpu", "parallel"])
@pytest.mark.parametrize("rows", [False, True])
def test_ctrl_c_ends_functions_of_elements(rows, target):
    """They would take half a minute; between two elements they look."""
    if rows:
        function = guvectorize(["void(float64[:], float64[:])"], "(n),()", target=target)(slow_rows)
        few, many = (np.ones((n, 4)) for n in (1, 100_000))
        few, many = (few, np.ones(1)), (many, np.ones(100_000))
    else:
        function = vectorize(["float64(float64)"], target=target)(slow)
        few, many = (np.ones(1),), (np.ones(100_000),)
    old = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        function(*few)
        killer = subprocess.Popen(["sh", "-c", f"sleep 0.2; kill -INT {os.getpid()}"])
        begin = time.monotonic()
        with pytest.raises(KeyboardInterrupt):
            function(*many)
        assert time.monotonic() - begin < 8
        killer.wait()
    finally:
        signal.signal(signal.SIGINT, old)


def test_recursion_without_end_is_a_recursion_error():
    @njit
    def deeper(n):
        return n if n < 0 else deeper(n + 1) + 1

    with pytest.raises(RecursionError, match="maximum recursion depth exceeded in deeper"):
        deeper(1)
