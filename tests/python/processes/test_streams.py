# SPDX-License-Identifier: Apache-2.0
"""Streams and events: order between streams, callbacks, times."""
import asyncio
import threading

import numpy as np
import pytest

import portkern
from portkern import _core, _device, cuda, errors


@cuda.jit
def increment(x, rounds):
    i = cuda.grid(1)
    if i < x.size:
        for _ in range(rounds):
            x[i] = x[i] * 3 + 1


def after(x, times):
    x = x.copy()
    for _ in range(times):
        x = x * 3 + 1
    return x


def test_streams_and_the_default_one_wait_for_each_other(device):
    """As CUDA's legacy default stream: programs name a stream in one call only."""
    host = np.arange(64, dtype=np.uint64)
    a = cuda.to_device(host)
    s, t = cuda.stream(), cuda.stream()
    count = 0
    for _ in range(20):
        increment[1, 64](a, 50)
        increment[1, 64, s](a, 30)
        increment[1, 64](a, 1)
        increment[1, 64, t](a, 20)
        count += 101
    np.testing.assert_array_equal(a.copy_to_host(), after(host, count))
    increment[1, 64, s](a, 30)
    b = cuda.device_array_like(a)
    b[:] = a
    np.testing.assert_array_equal(b.copy_to_host(), after(host, count + 30))
    cuda.synchronize()


def test_streams_wait_for_events(device):
    a = cuda.to_device(np.zeros(64, np.uint64))
    s, t = cuda.stream(), cuda.stream()
    event = cuda.event()
    for _ in range(10):
        increment[1, 64, s](a, 100)
        event.record(s)
        event.wait(t)
        increment[1, 64, t](a, 1)
        event.record(stream=t)
        event.wait(stream=s)
    np.testing.assert_array_equal(a.copy_to_host(stream=s), after(np.zeros(64, np.uint64), 1010))
    event.synchronize()
    assert event.query() is True


def test_events_that_were_not_recorded_have_happened(device):
    event = cuda.event()
    assert event.query()
    event.synchronize()
    event.wait()


def test_times_between_events(device):
    a = cuda.to_device(np.zeros(64, np.uint64))
    begin, end = cuda.event(), cuda.event(timing=True)
    begin.record()
    increment[1, 64](a, 1000)
    end.record()
    end.synchronize()
    ms = begin.elapsed_time(end)
    assert ms >= 0
    assert cuda.event_elapsed_time(begin, end) == ms


def test_streams_of_arrays(device):
    s = cuda.stream()
    with s.auto_synchronize() as same:
        assert same is s
        a = cuda.to_device(np.zeros(8, np.uint64), stream=s)
        increment[1, 8, s](a, 1)
        b = a.bind(cuda.stream())
    assert a.stream is s and a[1:].stream is s and b.stream is not s
    assert cuda.device_array(3, stream=s).stream is s
    assert cuda.device_array(3).stream == 0
    a.setitem(slice(0, 2), 7, stream=s)
    assert a.getitem(1, stream=s) == 7
    np.testing.assert_array_equal(a.copy_to_host(stream=s), [7, 7, 1, 1, 1, 1, 1, 1])
    assert a.__cuda_array_interface__["stream"] == int(s)
    assert a.__cuda_array_interface__["version"] == 3


def test_names_of_streams(device):
    assert repr(cuda.default_stream()) == "<Default CUDA stream>"
    assert int(cuda.default_stream()) == 0
    assert "CUDA stream" in repr(cuda.stream())
    assert int(cuda.stream().handle) != 0
    assert cuda.stream().handle.value
    mine = cuda.per_thread_default_stream()
    assert mine is cuda.per_thread_default_stream()
    assert repr(mine) == "<Per-thread default CUDA stream>"
    others = []
    thread = threading.Thread(target=lambda: others.append(cuda.per_thread_default_stream()))
    thread.start()
    thread.join()
    assert others[0] is not mine
    a = cuda.to_device(np.zeros(8, np.uint64))
    for stream in (cuda.default_stream(), cuda.legacy_default_stream(), mine, 0, None):
        increment[1, 8, stream](a, 1)
    cuda.legacy_default_stream().synchronize()
    np.testing.assert_array_equal(a.copy_to_host(), after(np.zeros(8, np.uint64), 5))


def test_streams_of_other_programs(device):
    ours = cuda.stream()
    assert cuda.external_stream(int(ours)) is ours
    if device.host_memory:
        with pytest.raises(errors.UnsupportedError, match="no streams"):
            cuda.external_stream(12345)
        return
    if device.backend == "opencl":
        with pytest.raises(ValueError, match="12345 is no cl_command_queue"):
            cuda.external_stream(12345)
    owner = _core.Queue(device)
    other = cuda.external_stream(owner.native)
    assert other.external and int(other) == owner.native and "External" in repr(other)
    a = cuda.to_device(np.zeros(8, np.uint64))
    increment[1, 8, other](a, 3)
    other.synchronize()
    np.testing.assert_array_equal(a.copy_to_host(), after(np.zeros(8, np.uint64), 3))
    del other  # before its owner goes


def test_callbacks_come_from_another_thread_in_order(device):
    s = cuda.stream()
    calls = []

    def callback(stream, status, arg):
        calls.append((stream is s, status, arg, threading.current_thread() is not threading.main_thread()))

    a = cuda.to_device(np.zeros(8, np.uint64))
    for i in range(5):
        increment[1, 8, s](a, 100)
        s.add_callback(callback, i)
    s.synchronize()
    assert calls == [(True, 0, i, True) for i in range(5)]


def test_a_callback_that_raises_is_a_warning(device):
    s = cuda.stream()

    def callback(stream, status, arg):
        raise ValueError("no")

    with pytest.warns(UserWarning, match="Exception in stream callback: no"):
        s.add_callback(callback)
        s.synchronize()


def test_streams_can_be_awaited(device):
    async def work(n):
        s = cuda.stream()
        a = cuda.to_device(np.zeros(8, np.uint64), stream=s)
        increment[1, 8, s](a, n)
        assert await s.async_done() is s
        return a.copy_to_host(stream=s)[0]

    async def main():
        return await asyncio.gather(*map(work, range(4)))

    assert asyncio.run(main()) == [after(np.zeros(1, np.uint64), n)[0] for n in range(4)]


def test_a_failure_in_a_stream_is_told_once(device):
    @cuda.jit
    def fail(x):
        if x[0] == 0:
            raise ValueError("zero")

    s = cuda.stream()
    a = cuda.to_device(np.zeros(1))
    with pytest.raises(ValueError, match="zero"):
        fail[1, 1, s](a)
        cuda.synchronize()
    cuda.synchronize()
    s.synchronize()
    with pytest.raises(ValueError, match="zero"):
        fail[1, 1, s](a)
        while not s.query():
            pass
    assert s.query()
    increment[1, 8, s](cuda.to_device(np.zeros(8, np.uint64)), 1)
    s.synchronize()


def test_streams_are_of_one_device(device):
    other = _device.open_device("interp" if device.backend != "interp" else "cpu")
    a = cuda.to_device(np.zeros(1))
    stream = _core.Queue(other)
    with pytest.raises(ValueError, match="device"):
        increment[1, 1, stream](a, 1)
    with pytest.raises(ValueError, match="another device"):
        a.copy_to_host(stream=stream)
    with pytest.raises(TypeError, match="stream"):
        a.copy_to_host(stream="s")


def test_devices_copy_from_each_other_and_wait_for_each_other(device):
    other = portkern.device("interp" if device.backend != "interp" else "cpu")
    with other:
        theirs = cuda.to_device(np.arange(12.0).reshape(3, 4))
        done, stream = cuda.event(), cuda.stream()
        done.record(stream)
    mine, own = cuda.device_array((4, 3)), cuda.stream()
    done.wait(own)
    assert done.query()
    mine.copy_to_device(theirs.T, stream=own)
    own.synchronize()
    np.testing.assert_array_equal(mine.copy_to_host(), np.arange(12.0).reshape(3, 4).T)
    np.testing.assert_array_equal(cuda.to_device(theirs).copy_to_host(), theirs.copy_to_host())
    with other:
        theirs[1:].copy_to_device(mine.T[:2])
    assert theirs.copy_to_host().tolist() == [[0, 1, 2, 3], [0, 1, 2, 3], [4, 5, 6, 7]]


def test_threads_share_a_device(device):
    host = np.arange(256, dtype=np.uint64)
    errors_seen = []

    def work(n):
        try:
            with device_of(device):
                a = cuda.to_device(host)
                s = cuda.stream() if n % 2 else 0
                for _ in range(20):
                    increment[1, 256, s](a, n)
                np.testing.assert_array_equal(a.copy_to_host(), after(host, 20 * n))
        except BaseException as error:  # noqa: BLE001
            errors_seen.append(error)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors_seen


def device_of(context):
    return portkern.device(context.selector)
