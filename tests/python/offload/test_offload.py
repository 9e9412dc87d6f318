# SPDX-License-Identifier: Apache-2.0
"""Parallel loops of functions for the host on another device: where they run, and what is
copied. What they compute is compared in tests/host."""
import json
import os
import pathlib
import subprocess
import sys
import threading

import numpy as np
import pytest

import portkern
from portkern import float64, int64, jit, njit, prange
from portkern.experimental import jitclass
from portkern.typed import List


@pytest.fixture(autouse=True)
def device():
    with portkern.device("cuda") as chosen:
        yield chosen.context


@njit(parallel=True)
def steps(x, n):
    y = np.empty_like(x)
    for _ in range(n):
        for i in prange(x.size):
            y[i] = x[i] * 0.5 + 1
        for i in prange(x.size):
            x[i] = y[i] + 0.25
    return y


@njit(parallel=True)
def with_an_edge(x, n):
    total = 0.0
    for _ in range(n):
        for i in prange(x.size):
            x[i] = x[i] * 0.5 + 1
        x[0] = 0
        total += x[5]
    return total


@njit(parallel=True)
def reads_between(x, n):
    total = 0.0
    for _ in range(n):
        for i in prange(x.size):
            x[i] = x[i] * 0.5 + 1
        total += x[5]
    return total


@njit(parallel=True)
def caught(x, limit):
    failed = False
    try:
        for i in prange(x.size):
            if x[i] > limit:
                raise ValueError("above", i)
            x[i] = -1
    except Exception:
        failed = True
    x[1] += 5
    return failed, x[0], x[1]


@njit(parallel=True)
def in_a_list(n):
    rows = []
    for k in range(4):
        row = np.zeros(n)
        for i in prange(n):
            row[i] = i * k
        rows.append(row)
    for k in range(4):
        row = rows[k]
        for i in prange(n):
            row[i] += 1
    return rows


@njit(parallel=True)
def makes_rows(n):
    out = np.zeros(n)
    for i in prange(n):
        row = np.zeros(i % 7 + 1)
        row[:] = i
        out[i] = row.sum()
    for i in prange(n):
        out[i] += 1
    return out


@njit(parallel=True, offload=False)
def stays(x):
    for i in prange(x.size):
        x[i] += 1


@njit(parallel=True)
def reduced(x):
    total = 0.0
    for i in prange(x.size):
        total += x[i] / 3
    return total


@njit(parallel=True)
def reduced_or_raised(x, low, high):
    total, least = 0.0, 1e9
    for i in prange(x.size):
        if i >= low and (i - low) % 3 == 0 and i < high:
            raise ValueError("at", i, x[i])
        total += x[i] / 3
        least = min(least, x[i])
    return total, least


@jit(target="gpu")
def of_target(x, y):
    return np.sqrt(x * x + y)


@njit
def filled(n, depth):  # is called, not inlined
    if depth > 0:
        return filled(n, depth - 1)
    y = np.empty(n)
    for i in range(n):
        y[i] = 2.0 * i
    return y


@njit
def first(x, depth):
    return first(x, depth - 1) if depth > 0 else x[0]


@njit(parallel=True)
def fills_by_calls(x):
    for i in prange(x.size):
        x[i] += 1
    y = filled(x.size, 2)
    for i in prange(x.size):
        x[i] += y[i]


@njit(parallel=True)
def fills_after_calls(x):
    for i in prange(x.size):
        x[i] += 1
    a = first(x, 2)
    y = np.empty(x.size)
    for i in range(x.size):
        y[i] = i + a
    for i in prange(x.size):
        x[i] += y[i]


@njit(parallel=True)
def fills_in_turns(x):
    y = x
    for k in range(3):
        first(x, 2)
        for i in range(x.size):
            y[i] = i + k
        y = np.empty(x.size)
    for i in range(x.size):
        y[i] = i
    for i in prange(x.size):
        x[i] += y[i]


@njit(parallel=True)
def with_a_list(rows, part):
    for i in prange(part.size):
        part[i] += 1
    row = rows[0]
    total = 0.0
    for i in range(row.size):
        total += row[i]
    for i in prange(row.size):
        row[i] *= 2
    for i in prange(part.size):
        part[i] -= total
    return total


@njit(parallel=True)
def replaced_in_a_loop(n, m):
    rows = [np.ones(n) for _ in range(64)]
    for k in range(64):
        row = rows[k]
        for i in prange(n):
            row[i] += k
    for k in prange(64):
        rows[k] = np.ones(1)
    for k in prange(64):
        rows[k] = np.full(m, 1.0 * k)
    total = 0.0
    for k in range(64):
        row = rows[k]
        for i in prange(m):
            row[i] += k
        total += row[m - 1]
    return total


@jitclass([("values", float64[:]), ("count", int64)])
class Values:
    def __init__(self, values):
        self.values = values
        self.count = values.size

    def first(self):
        return self.values[0]


@jitclass([("step", float64), ("count", int64)])
class Numbers:
    def __init__(self, step):
        self.step = step
        self.count = 0


@njit(parallel=True)
def with_an_object(kept, part):
    for i in prange(part.size):
        part[i] += 1
    values = kept.values
    total = values[2] + values[values.size - 1]
    for i in prange(values.size):
        values[i] *= 2
    for i in prange(part.size):
        part[i] -= total
    kept.values = np.empty(part.size)
    for i in range(part.size):
        kept.values[i] = i
    values = kept.values
    for i in prange(part.size):
        values[i] += part[i]
    return total


@njit(parallel=True)
def with_numbers(numbers, x):
    step = numbers.step
    for i in prange(x.size):
        x[i] += step
    numbers.count += 1


@njit(parallel=True)
def makes_an_object(x):
    for i in prange(x.size):
        x[i] += 1
    return Values(x)


@njit
def last(pair):
    return pair[0].values[pair[0].count - 1]


def counted(context, function, *args):
    """What it returns, and how often something was launched and how much copied."""
    before = context.stats()
    result = function(*args)
    after = context.stats()
    return result, *(after[name] - before[name] for name in ("launches", "copied_in", "copied_out"))


REPORT = 512  # bytes of a loop that may raise, which are read


@pytest.mark.parametrize("function, launches, copied_in, copied_out", [
    (steps, 20, 1, 2),
    (with_an_edge, 10, 10, 10),
    (reads_between, 10, 1, 10),
])
def test_arrays_stay_on_the_device_between_loops(device, function, launches, copied_in, copied_out):
    x = np.arange(2000.0)
    here = x.copy()
    result, *counts = counted(device, function, x, 10)
    with portkern.device("cpu"):
        assert np.array_equal(function(here, 10), result) and np.array_equal(here, x)
    assert counts[0] == launches
    assert counts[1] == copied_in * x.nbytes
    assert counts[2] == copied_out * x.nbytes


def test_what_was_stored_before_an_exception_is_there(device):
    x = np.arange(3000.0)
    (failed, first, second), launches, *_ = counted(device, caught, x, 2900.0)
    assert launches == 1 and failed and first == -1 and second == 4
    assert (x[2:2901] == -1).all() and x[2901] == 2901


def test_arrays_in_lists_come_home(device):
    rows, launches, *_ = counted(device, in_a_list, 1000)
    assert launches >= 4
    for k, row in enumerate(rows):
        assert np.array_equal(row, np.arange(1000.0) * k + 1)


@pytest.mark.parametrize("function", [fills_by_calls, fills_after_calls, fills_in_turns])
def test_what_the_host_writes_into_new_arrays_goes_there(device, function):
    x = np.linspace(0, 1, 2000)
    here = x.copy()
    _, launches, *_ = counted(device, function, x)
    with portkern.device("cpu"):
        function(here)
    assert launches and np.array_equal(x, here)


@njit(parallel=True)
def with_containers(items, x):
    n = len(items)
    for i in prange(x.size):
        x[i] += n


@pytest.mark.parametrize("items", [[1, 2], [[1.0], []], {1: 2.0, 2: 3.0}, {1, 2}, [("a", 1), ("b", 2)], [np.ones(3), np.ones(1)]])
def test_loops_go_in_calls_with_containers(device, items):
    x = np.zeros(2000)
    _, launches, *_ = counted(device, with_containers, items, x)
    assert launches == 1 and (x == 2).all()


@pytest.mark.parametrize("row, part", [
    (slice(0, 3000), slice(100, 2000)),
    (slice(50, 3000), slice(0, 100)),
    (slice(0, 100), slice(50, 3000)),
])
def test_arrays_of_lists_may_overlap_others(device, row, part):
    x = np.arange(3000.0)
    here = x.copy()
    total, launches, *_ = counted(device, with_a_list, List([x[row]]), x[part])
    with portkern.device("cpu"):
        assert with_a_list(List([here[row]]), here[part]) == total
    assert launches == 3 and np.array_equal(x, here)


@pytest.mark.parametrize("kept, part", [
    (slice(0, 3000), slice(100, 2000)),
    (slice(50, 3000), slice(0, 100)),
])
def test_arrays_of_objects_may_overlap_others(device, kept, part):
    x = np.arange(3000.0)
    here = x.copy()
    values = Values(x[kept])
    total = with_an_object(values, x[part])
    with portkern.device("cpu"):
        expected = Values(here[kept])
        assert with_an_object(expected, here[part]) == total
        assert np.array_equal(x, here) and np.array_equal(values.values, expected.values)


def test_objects_without_arrays_keep_no_loop_here(device):
    x = np.zeros(2000)
    numbers = Numbers(0.5)
    _, launches, *_ = counted(device, with_numbers, numbers, x)
    assert launches == 1 and (x == 0.5).all() and numbers.count == 1


@pytest.mark.parametrize("chosen", ["cpu", "cuda"])
def test_objects_go_to_all_functions_of_the_host(chosen):
    x = np.zeros(2000)
    with portkern.device(chosen):
        made = makes_an_object(x)
    assert made.first() == 1 and made.count == 2000 and last((made, 1)) == 1
    assert with_an_object(made, np.ones(10)) == 2


@pytest.mark.parametrize("n, m", [(16, 16), (16, 32), (100, 300), (1500, 4500)])
def test_arrays_that_threads_of_a_loop_replace(n, m):
    assert replaced_in_a_loop(n, m) == 64 * 63


def test_loops_stay_where_that_is_said(device):
    x = np.zeros(100)
    _, launches, *_ = counted(device, stays, x)
    assert launches == 0 and (x == 1).all()


@pytest.mark.parametrize("size", [7, 600, 5000, 100_001])
def test_parts_of_chunks_raise_in_the_order_of_iterations(device, size):
    """Neighbouring iterations are of different threads."""
    x = np.linspace(1, 2, size)
    for low in range(0, size, size // 7 + 1):
        with pytest.raises(ValueError) as caught:
            reduced_or_raised(x, low, size)
        assert caught.value.args == ("at", low, x[low])
    result, launches, *_ = counted(device, reduced_or_raised, x, 1, 1)
    assert launches == 2
    with portkern.device("cpu"):
        assert reduced_or_raised(x, 1, 1) == result


CACHED = """
import numpy as np
import portkern
from portkern import njit, prange

@njit(parallel=True)
def f(x):
    total = 0.0
    for i in prange(x.size):
        if x[i] < 0:
            raise ValueError("negative", i)
        total += x[i]
    return total

@njit(parallel=True)
def without(n):
    out = np.zeros(n)
    for i in prange(n):
        out[i] = len([i, i])
    return out.sum()

with portkern.device("cuda"):
    found = f(np.arange(3000.0)), without(40)
    try:
        f(np.arange(3000.0) - 1)
    except ValueError as error:
        found += error.args
    host = f._context().stats()
    print(*found, portkern.device().context.stats()["launches"], host["frontends"], host["cache_corrupt"])
"""


def test_a_second_process_compiles_nothing(tmp_path, monkeypatch):
    monkeypatch.setenv("PORTKERN_CACHE_DIR", str(tmp_path / "cache"))
    program = tmp_path / "p.py"
    program.write_text(CACHED)
    said = [subprocess.run([sys.executable, program], capture_output=True, text=True, check=True).stdout for _ in range(3)]
    first, second, third = (text.split() for text in said)
    assert first[:5] == ["4498500.0", "80.0", "negative", "0", "4"] and int(first[5]) > 0
    assert second == third == [*first[:5], "0", "0"]


def test_target_gpu_runs_on_the_device(device):
    x = np.arange(2000.0)
    result, launches, *_ = counted(device, of_target, x, 1.0)
    assert launches == 1 and np.array_equal(result, np.sqrt(x * x + 1.0))


def test_gaps_are_not_written(device):
    x = np.arange(6000.0)
    result, launches, *_ = counted(device, steps, x[::3], 2)
    assert launches == 2 and result.shape == (2000,)  # those that only read it
    assert np.array_equal(x[1::3], np.arange(1.0, 6000.0, 3))


def test_threads_call_at_once(device):
    x = np.linspace(0, 1, 4000)
    expected = reduced(x)
    results = []

    def work():
        with portkern.device("cuda"):
            results.extend(reduced(x) for _ in range(10))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert results == [expected] * 40


# ---- loops that are known to be within their arrays ----


@njit(parallel=True)
def shifted(x, y, k):
    for i in prange(y.size):
        y[i] = x[2 * i + k]


@njit(parallel=True)
def rows(x, y, n, m):
    for i in prange(n):
        for j in range(m):
            y[i, j] = x[j, n - 1 - i]


@njit(parallel=True)
def gathered(x, at, y):
    for i in prange(y.size):
        y[i] = x[at[i]]


@pytest.mark.parametrize("function, args, asks", [
    (shifted, lambda: (np.arange(1001.0), np.zeros(500), 2), False),
    (shifted, lambda: (np.arange(1001.0), np.zeros(500), 1), False),
    (shifted, lambda: (np.arange(1001.0), np.zeros(500), 3), True),
    (shifted, lambda: (np.arange(1001.0), np.zeros(500), -1), True),
    (shifted, lambda: (np.arange(1001.0), np.zeros(0), 5), False),
    (shifted, lambda: (np.arange(1001.0), np.zeros(500), 2**62), True),
    (rows, lambda: (np.arange(12.0).reshape(3, 4), np.zeros((4, 3)), 4, 3), False),
    (rows, lambda: (np.arange(12.0).reshape(3, 4), np.zeros((4, 3)), 5, 3), True),
    (rows, lambda: (np.arange(12.0).reshape(3, 4), np.zeros((4, 3)), 4, 4), True),
])
def test_indices_are_asked_about_once_for_all_iterations(device, function, args, asks):
    """Nothing is read of a launch that cannot fail; where it might, the host runs the loop."""
    mine, theirs = args(), args()
    got, expected = [], []
    for values, found, where in ((mine, got, device), (theirs, expected, portkern.device("cpu").context)):
        with portkern.device(where.selector):
            before = device.stats()
            try:
                function(*values)
            except IndexError as error:
                found.append(str(error))
            after = device.stats()
            if where is device:
                launches, copied = (after[n] - before[n] for n in ("launches", "copied_out"))
    assert got == expected
    assert np.array_equal(mine[1], theirs[1])
    if mine[1].size:
        assert launches == (not asks) and copied == (0 if asks else mine[1].nbytes)


def test_indices_that_are_data_are_asked_by_each_thread(device):
    x, y = np.arange(100.0), np.zeros(100)
    at = np.arange(100)[::-1].copy()
    _, launches, _, copied = counted(device, gathered, x, at, y)
    assert launches == 1 and copied == y.nbytes + REPORT and np.array_equal(y, x[::-1])
    at[50] = 100
    with pytest.raises(IndexError):
        gathered(x, at, y)


# ---- devices without room ----


@pytest.mark.parametrize("devices", [None, ["cuda", "opencl"]])
def test_a_loop_that_the_device_has_no_room_for_runs_on_the_host(devices):
    """Every allocation of the device is the one that fails, once; results stay the same."""
    program = f"""
import sys
import numpy as np, portkern
from portkern import njit, prange

@njit(parallel=True{f", devices={devices}" if devices else ""})
def f(x, y):
    for i in prange(x.size):
        y[i] += x[i] * 2
    z = np.zeros(x.size)
    for i in prange(x.size):
        z[i] = y[x.size - 1 - i]
    total = 0.0
    for i in prange(x.size):
        total += z[i] / 3
    return z, total

x, y = np.linspace(0, 1, 3000), np.ones(3000)
z, total = f(x, y)
with portkern.device("cpu"):
    y2 = np.ones(3000)
    z2, total2 = f(x, y2)
assert np.array_equal(y, y2) and np.array_equal(z, z2) and total == total2
print(portkern.device("cuda").context.stats()["launches"])
"""
    launches, least = set(), None
    for n in (1, 2, 3, 5, 6, 7, 9, 13):  # each is tried four times, with more room
        fault = ",".join(f"cuMemAllocFromPoolAsync:{k}:2" for k in range(n, n + 4))
        env = {**os.environ, "PORTKERN_BACKEND": "cuda", "PORTKERN_SIM_FAULT": fault, "PORTKERN_LOG": "info"}
        done = subprocess.run([sys.executable, "-"], input=program, capture_output=True, text=True, env=env, timeout=100)
        if "runs on the host: asked" in done.stderr:
            assert done.returncode == 0, done.stderr
            launches.add(int(done.stdout))
        elif done.returncode:  # what a call begins with
            assert n == 1 and "asked" in done.stderr, done.stderr
        else:
            least = int(done.stdout)
    assert launches and least is not None and max(launches) < least


def test_the_trace_has_loops_where_they_ran(tmp_path):
    program = """
import numpy as np
import test_offload as t
x = np.arange(3000.0)
t.steps(x, 2)
t.reduced(x)
t.makes_rows(2000)
"""
    env = {**os.environ, "PORTKERN_BACKEND": "cuda", "PORTKERN_PROFILE": str(tmp_path / "trace.json")}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=env, timeout=100,
                          cwd=pathlib.Path(__file__).parent)
    assert done.returncode == 0, done.stderr
    events = json.loads((tmp_path / "trace.json").read_text())["traceEvents"]
    tracks = {e["tid"]: e["args"]["name"] for e in events if e["name"] == "thread_name"}
    spans = [(tracks[e["tid"]], e["name"]) for e in events if e["ph"] == "X" and tracks[e["tid"]].startswith("loops")]
    assert sum(track == "loops on cuda" and "steps" in name for track, name in spans) == 4
    assert any(track == "loops on cpu" and "makes_rows" in name for track, name in spans)
    kernels = [e["name"] for e in events if e.get("cat") == "kernel"]
    assert sum("steps" in name for name in kernels) == 4
    assert sum("reduced" in name for name in kernels) == 2  # one sums the parts


@pytest.mark.parametrize("fault", ["cuLaunchKernel:1:LAUNCH_FAILED", "cuMemcpyDtoHAsync:1:ECC_UNCORRECTABLE:sticky",
                                   "cuStreamSynchronize:1:ILLEGAL_ADDRESS:sticky"])
@pytest.mark.parametrize("caught", [False, True])
def test_a_device_that_fails_ends_the_call(fault, caught):
    program = f"""
import numpy as np
from portkern import njit, prange

@njit(parallel=True)
def waits(x):
    y = np.zeros(len(x))
    for i in prange(len(x)):
        y[i] = x[i] + 1
    n = 0
    while y[n % 2] < 0.5:  # for ever, if what the loop has written is lost
        n += 1
    return n

@njit(parallel=True)
def catches(x):
    try:
        return waits(x)
    except Exception:
        return -1

print({"catches" if caught else "waits"}(np.zeros(3000)))
"""
    env = {**os.environ, "PORTKERN_BACKEND": "cuda"}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=env, timeout=100)
    assert done.stdout == "0\n", done.stderr
    env["PORTKERN_SIM_FAULT"] = fault
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=env, timeout=100)
    assert not done.stdout and f"CUDA_ERROR_{fault.split(':')[2]}" in done.stderr, done.stderr


def test_a_device_that_fails_says_how_many_arrays_it_took():
    program = """
import numpy as np
from portkern import njit, prange

@njit(parallel=True)
def steps(x, y, z):
    for i in prange(len(x)):
        y[i] = x[i] + 1
    for i in prange(len(x)):
        z[i] = x[i] + 2
    for i in prange(len(x)):
        x[i] = y[i]

x, y, z = np.arange(3000.0), np.zeros(3000), np.zeros(3000)
try:
    steps(x, y, z)
except Exception as error:
    print(error, x[2], y[2], z[2])
"""
    env = {**os.environ, "PORTKERN_BACKEND": "cuda", "PORTKERN_SIM_FAULT": "cuLaunchKernel:3:LAUNCH_FAILED"}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=env, timeout=100)
    assert "(719): unspecified launch failure; what loops wrote to 2 arrays is lost 2.0 0.0 0.0" in done.stdout, done


@jitclass([("x", float64[:])])
class Box:
    def __init__(self, n):
        self.x = np.ones(n)


@njit
def both(a, b):
    return a.x[0] + b.x[0]


def test_objects_of_two_devices_are_refused_together():
    mine = Box(3)
    with portkern.device("cpu"):
        other = Box(3)
        for args in ((mine, other), (other, mine)):
            with pytest.raises(TypeError, match=r"an object of Box was made while another device was current.*make all"):
                both(*args)
        assert both(other, other) == 2
    assert both(mine, mine) == 2
