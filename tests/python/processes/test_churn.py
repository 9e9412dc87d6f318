# SPDX-License-Identifier: Apache-2.0
"""A million launches, streams, events and their like take no memory."""
import time

import numpy as np
import pytest

from portkern import cuda

TIMES, WARM = 1_000_000, 20_000
SECONDS = 3  # fewer times where the machine is slow, or under a sanitizer
ROUNDS = 3
PAGES = 256  # of 4 KiB, for what the allocator does: a leak of 16 bytes takes 4000


@cuda.jit
def set_all(x, n):
    i = cuda.grid(1)
    if i < x.size:
        x[i] = n


def resident():
    with open("/proc/self/statm") as f:
        return int(f.read().split()[1])


def repeat(what, times):
    """Calls `what` that often, or for SECONDS; how often."""
    end = time.monotonic() + SECONDS
    for done in range(0, times, 1000):
        for _ in range(1000):
            what()
        if time.monotonic() > end:
            return done + 1000
    return times


def launches():
    array = cuda.device_array(1)
    return lambda: set_all[1, 1](array, 3)


def launches_of_host_arrays():
    array = np.zeros(1)
    return lambda: set_all[1, 1](array, 3)


def launches_in_new_streams():
    array = cuda.device_array(1)

    def once():
        stream = cuda.stream()
        set_all[1, 1, stream](array, 3)
        stream.synchronize()

    return once


def prepared():
    array = cuda.device_array(1)

    def once():
        launch = set_all[1, 1].prepare(array, 3)
        launch.set(1, 4)
        launch.launch()

    return once


def streams():
    return cuda.stream


def events():
    return cuda.event


def recorded_events():
    def once():
        event = cuda.event()
        event.record()
        event.synchronize()

    return once


def waits_for_events():
    stream, event = cuda.stream(), cuda.event()

    def once():
        event.record()
        event.wait(stream)

    return once


def failures():
    array = cuda.device_array(1)

    def once():
        with pytest.raises(TypeError):
            set_all[1, 1](array)

    return once


@pytest.mark.parametrize("kind", [launches, launches_of_host_arrays, launches_in_new_streams, prepared, streams,
                                  events, recorded_events, waits_for_events, failures])
def test_memory_is_flat(device, kind):
    """What is lost grows in every round; a heap that settles, as PoCL's does late, in one."""
    what = kind()
    repeat(what, WARM)
    grown = []
    for _ in range(ROUNDS):
        before = resident()
        times = repeat(what, TIMES)
        grown.append(resident() - before)
        if grown[-1] < PAGES:
            return
    pytest.fail(f"{times} times took {[pages * 4 for pages in grown]} KiB, round by round")
