# SPDX-License-Identifier: Apache-2.0
"""Ctrl-C during a launch."""
import os
import signal
import threading
import time

import numpy as np
import pytest

from portkern import cuda


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
