# SPDX-License-Identifier: Apache-2.0
"""portkern.profile(): compiles, calls, copies and launches with their times."""
import json
import os
import subprocess
import sys
import threading
import time

import numpy as np
import portkern
import pytest

from portkern import cuda, errors, njit


@pytest.fixture
def scale():
    @cuda.jit
    def scale(x, factor):
        i = cuda.grid(1)
        if i < x.size:
            x[i] *= factor

    return scale


def test_what_is_recorded(device, scale):
    begin = time.perf_counter_ns()
    with portkern.profile() as p:
        x = cuda.to_device(np.ones(1000))
        scale[4, 256](x, 2.0)
        scale[4, 256](x, 2.0)
        assert (x.copy_to_host() == 4).all()
    scale[4, 256](x, 2.0)  # after the profile
    end = time.perf_counter_ns()
    compiled, = p.compiles
    assert (compiled.kernel, compiled.device) == ("scale", device.selector)
    assert begin < compiled.begin < compiled.end < end
    assert ("emit" in [name for name, _, _ in compiled.stages]) == (not compiled.cached)
    assert all(compiled.begin <= a <= b <= compiled.end for _, a, b in compiled.stages)
    assert [t.direction for t in p.transfers] == ["to device", "from device"]
    assert [t.bytes for t in p.transfers] == [8000, 8000]
    assert [(each.grid, each.block) for each in p.launches] == [((4, 1, 1), (256, 1, 1))] * 2
    for each in [*p.launches, *p.transfers]:
        assert begin <= each.begin <= each.queued <= each.end <= end
        assert each.device == device.selector and each.queue == 0
        assert each.device_ns > 0
        slack = 2_000_000  # clocks of drivers are their own
        assert begin - slack <= each.device_times[0] <= each.device_times[1] <= end + slack
    row, = p.kernels
    assert (row["launches"], row["compiles"], row["cached"]) == (2, 1, compiled.cached)
    assert row["run_ns"] == sum(each.device_ns for each in p.launches)


def test_arrays_of_the_host_are_counted(device, scale):
    with portkern.profile() as p:
        scale[4, 256](np.ones(1000), 2.0)
    bytes_each = 0 if device.info()["host_memory"] else 8000
    assert (p.launches[0].to_device, p.launches[0].from_device) == (bytes_each, bytes_each)


def test_all_ways_to_launch(device, scale):
    x, stream = cuda.to_device(np.ones(10)), cuda.stream()
    p = portkern.profile().start()
    try:
        prepared = scale.prepare(1, 32, x, 2.0, stream=stream)
        prepared.launch()
        scale.forall(10)(x, 3.0)
        scale[1, 32, stream](x, 2)
    finally:
        p.stop()
    assert [c.kernel for c in p.compiles] == ["scale", "scale"]
    assert [(each.queue, each.block[:1]) for each in p.launches[::2]] == [(0, ()), (0, (32,))]
    assert p.launches[1].queue == 1
    assert (x.copy_to_host() == 12).all()


def test_failed_launches_are_left_out(device):
    @cuda.jit
    def fails(x):
        x[0] = x.nothing

    with portkern.profile() as p, pytest.raises(errors.TypingError):
        fails[1, 1](np.ones(1))
    assert str(p) == "nothing was compiled, called, copied or launched"
    assert p._repr_html_() == str(p)


def test_the_trace_is_chromes(device, scale, tmp_path):
    with portkern.profile() as p:
        scale[4, 256](cuda.to_device(np.ones(1000)), 2.0)
    p.save(tmp_path / "trace.json")
    trace = json.loads((tmp_path / "trace.json").read_text())
    names = {(e["pid"], e["tid"]): e["args"]["name"] for e in trace["traceEvents"] if e["ph"] == "M"}
    assert names[1, 0] == f"portkern {os.getpid()}"
    assert {*names.values()} >= {device.selector, "MainThread", "queue 0"}
    spans = [e for e in trace["traceEvents"] if e["ph"] == "X"]
    assert {*(e["ph"] for e in trace["traceEvents"])} == {"M", "X", "s", "f"}
    for span in spans:
        assert (span["pid"], span["tid"]) in names and (span["pid"], 0) in names
        assert span["dur"] >= 0 and abs(span["ts"] - time.perf_counter_ns() / 1e3) < 60e6
    assert [e["cat"] for e in spans if e["cat"] != "stage"] == ["compile", "launch", "kernel", "copy", "copy"]
    kernel, = (e for e in spans if e["cat"] == "kernel")
    assert kernel["name"] == "scale" and kernel["args"]["grid"] == [4, 1, 1]
    assert names[kernel["pid"], kernel["tid"]] == "queue 0"
    copy = spans[-1]
    assert copy["args"]["bytes"] == 8000 and copy["args"]["GB/s"] == pytest.approx(8 / copy["dur"], rel=0.01, abs=0.002)
    begin, end = [e for e in trace["traceEvents"] if e["ph"] in "sf"][:2]
    assert begin["id"] == end["id"] and (end["pid"], end["tid"], end["ts"]) == (kernel["pid"], kernel["tid"], kernel["ts"])


def test_the_table(device, scale):
    with portkern.profile() as p:
        x = cuda.to_device(np.ones(1000))
        scale[4, 256](x, 2.0)
    titles, _, row, _, _, _, copy = str(p).splitlines()
    assert titles.split()[:4] == ["kernel", "device", "launches", "compile"]
    assert row.split()[:3] == ["scale", device.selector, "1"]
    assert copy.split()[:6] == ["to", "device", device.selector, "1", "7.81", "KiB"]
    assert repr(p) == "<profile of 1 compiles, 0 calls, 1 copies, 1 launches>"
    assert p._repr_html_().count("<table>") == 2


def test_functions_of_the_host(tmp_path):
    @njit
    def total(x):
        out = 0.0
        for i in range(len(x)):
            out += x[i]
        if out < 0:
            raise ValueError("negative")
        return out

    begin = time.perf_counter_ns()
    with portkern.profile() as p:
        assert [total(np.ones(5)), total(np.ones(6)), total(np.ones(2, np.float32))] == [5, 6, 2]
        with pytest.raises(ValueError):
            total(-np.ones(5))
    end = time.perf_counter_ns()
    assert [(each.kernel, each.is_function) for each in p.compiles] == [("total", True)] * 2
    assert [each.function for each in p.calls] == ["total"] * 3
    for each in [*p.compiles, *p.calls]:
        assert begin < each.begin < each.end < end and each.device == "cpu:0"
    assert p.compiles[0].end <= p.calls[0].begin
    row, = p.functions
    assert (row["function"], row["calls"], row["compiles"]) == ("total", 3, 2)
    assert row["run_ns"] == sum(each.ns for each in p.calls)
    assert not p.kernels and not p.launches
    titles, _, line = str(p).splitlines()
    assert titles.split()[:4] == ["function", "device", "calls", "compile"]
    assert line.split()[:3] == ["total", "cpu:0", "3"]
    p.save(tmp_path / "trace.json")
    spans = [e for e in json.loads((tmp_path / "trace.json").read_text())["traceEvents"] if e["ph"] == "X"]
    assert [e["cat"] for e in spans if "stage" not in e["cat"]] == ["compile", "compile", "call", "call", "call"]


def test_profiles_within_each_other_and_on_threads(scale):
    x = cuda.to_device(np.ones(10))
    scale[1, 32](x, 1.0)
    with portkern.profile() as outer:
        with portkern.profile() as inner:
            threads = [threading.Thread(target=lambda: [scale[1, 32](x, 1.0) for _ in range(400)]) for _ in range(4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        scale[1, 32](x, 1.0)
    assert (len(inner.launches), len(outer.launches)) == (1600, 1601)
    assert len({each.thread for each in inner.launches}) == 4
    assert all(each.device_times for each in inner.launches)


PROGRAM = """
import numpy as np, portkern
from portkern import cuda
@cuda.jit
def one(x):
    x[0] += 1
with portkern.profile() as p:
    one[1, 1](np.zeros(1))
c, = p.compiles
print(c.cached, *[name for name, _, _ in c.stages], p.kernels[0]["cached"])
"""


def test_the_disk_cache(tmp_path):
    (tmp_path / "program.py").write_text(PROGRAM)
    env = {**os.environ, "PORTKERN_BACKEND": "cpu", "PORTKERN_CACHE_DIR": str(tmp_path / "cache")}
    out = [subprocess.run([sys.executable, tmp_path / "program.py"], env=env, capture_output=True, text=True,
                          check=True).stdout.split() for _ in range(2)]
    assert out[0][0] == "False" and out[0][-1] == "0" and {"frontend", "emit"} <= {*out[0]}
    assert out[1][0] == "True" and out[1][-1] == "1" and "emit" not in out[1]
