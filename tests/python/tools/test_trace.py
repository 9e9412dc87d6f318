# SPDX-License-Identifier: Apache-2.0
"""The trace of PORTKERN_PROFILE: tracks, spans, arrows and counters of each backend."""
import json
import os
import pathlib
import subprocess
import sys

import pytest

PROGRAM = """
import numpy as np
from portkern import cuda

@cuda.jit
def scale(x, factor):
    i = cuda.grid(1)
    if i < x.size:
        x[i] *= factor

first, second = cuda.stream(), cuda.stream()
x = cuda.to_device(np.ones(1000), stream=first)
scale[4, 256, first](x, 2.0)
event = cuda.event()
event.record(first)
event.wait(second)
scale[8, 128, second](x, np.float32(3))
event.synchronize()
second.synchronize()
assert (x.copy_to_host() == 6).all()
scale[4, 256](np.ones((1000)), 2.0)
"""


class Trace:
    """A trace by its tracks."""

    def __init__(self, path):
        self.events = json.loads(path.read_text())["traceEvents"]
        names = {"process_name": {}, "thread_name": {}, "process_labels": {}}
        for e in self.events:
            if e["ph"] == "M":
                names[e["name"]][(e["pid"], e["tid"]) if e["name"] == "thread_name" else e["pid"]] = e["args"]
        self.processes = {pid: about["name"] for pid, about in names["process_name"].items()}
        self.labels = {self.processes[pid]: about["labels"] for pid, about in names["process_labels"].items()}
        self.tracks = {key: (self.processes[key[0]], about["name"]) for key, about in names["thread_name"].items()}
        self.spans = [e for e in self.events if e["ph"] == "X"]

    def track(self, event):
        return self.tracks[event["pid"], event["tid"]]

    def of(self, kind):
        return [e for e in self.spans if e["cat"] == kind]

    def at(self, arrow):
        """The spans of an arrow's end, the innermost last."""
        return [e for e in self.spans if (e["pid"], e["tid"]) == (arrow["pid"], arrow["tid"])
                and e["ts"] - 1e-4 <= arrow["ts"] <= e["ts"] + e["dur"] + 1e-4]

    def arrows(self):
        """(kind, name, track) of both ends of each arrow."""
        ends = {}
        for e in self.events:
            if e["ph"] in "sf":
                ends.setdefault(e["id"], []).append(e)
        for begin, end in ends.values():
            assert (begin["ph"], end["ph"], end["bp"]) == ("s", "f", "e")
            yield tuple((span["cat"], span["name"], self.track(span)) for span in (self.at(begin)[-1], self.at(end)[-1]))


def run(program, path, backend, *, code=0, **env):
    env = {**os.environ, "PORTKERN_BACKEND": backend, "PORTKERN_PROFILE": str(path), **env}
    done = subprocess.run([sys.executable, "-W", "ignore", "-"], input=program, capture_output=True, text=True, env=env,
                          timeout=100)
    assert done.returncode == code, done.stderr
    return Trace(pathlib.Path(path))


@pytest.fixture
def trace(device, tmp_path):
    return run(PROGRAM, tmp_path / "trace.json", device.selector)


def test_tracks_are_named(device, trace):
    assert next(iter(trace.processes.values())).startswith("portkern ")
    assert list(trace.labels) == [device.selector] and trace.labels[device.selector]
    queues = [name for process, name in trace.tracks.values() if process == device.selector and name != "memory"]
    assert queues == [f"queue {i}" for i in range(len(queues))] and len(queues) >= 3
    assert {trace.track(e) for e in trace.of("compile")} == {(trace.processes[1], "thread 0")}
    for e in trace.events:
        assert e["ph"] in "MXCsf" and (e["ph"] == "M" or trace.track(e))
    for kind in ("kernel", "copy", "event"):
        assert all(trace.track(e)[0] == device.selector for e in trace.of(kind))


def test_spans_of_a_track_are_nested(trace):
    for track in trace.tracks:
        open_until = []
        spans = [e for e in trace.spans if (e["pid"], e["tid"]) == track]
        for e in sorted(spans, key=lambda e: (e["ts"], -e["dur"])):
            while open_until and open_until[-1] <= e["ts"] + 1e-4:
                open_until.pop()
            assert not open_until or e["ts"] + e["dur"] <= open_until[-1] + 2e-3
            open_until.append(e["ts"] + e["dur"])


def test_kernels_have_their_launch(device, trace):
    first, second, third = trace.of("kernel")
    assert [e["name"] for e in (first, second, third)] == ["scale"] * 3
    assert first["args"] == {"grid": [4, 1, 1], "block": [256, 1, 1], "shared_bytes": 0,
                             "arguments": ["x: float64[1000]", "factor: float64"]}
    assert second["args"]["grid"] == [8, 1, 1] and second["args"]["arguments"][1] == "factor: float32"
    assert len({trace.track(e) for e in (first, second, third)}) == 3
    assert len(trace.of("launch")) == 3
    assert sum(ends[0][0] == "launch" and ends[1][0] == "kernel" for ends in trace.arrows()) == 3


def test_copies_have_bytes_and_rates(device, trace):
    copies = [e for e in trace.of("copy") if e["name"] != "fill"]
    names = [e["name"] for e in copies]
    in_host_memory = device.info()["host_memory"]
    assert names == ["copy to device", "copy from device"] + ([] if in_host_memory else ["copy to device", "copy from device"])
    for e in copies:
        assert e["args"]["bytes"] == 8000
        assert e["args"]["GB/s"] == pytest.approx(8 / e["dur"], rel=0.01, abs=0.002)


def test_arrows_lead_from_events_to_waits(device, trace):
    arrows = [ends for ends in trace.arrows() if ends[0][0] == "event"]
    tracks = [(begin[2][1], end[2][1]) for begin, end in arrows if end[2][0] == device.selector]
    assert any(begin != end for begin, end in tracks)
    assert any(end[0] == "wait" and end[2] == (trace.processes[1], "thread 0") for _, end in arrows)


def test_the_host_waits(trace):
    waits = [e for e in trace.of("wait") if trace.track(e)[1] == "thread 0"]
    assert {e["name"] for e in waits} >= {"wait for an event", "wait for a queue"}


def test_memory_is_counted(device, trace):
    counts = [e for e in trace.events if e["ph"] == "C"]
    assert {e["name"] for e in counts} == {"device memory"} and {trace.track(e)[0] for e in counts} == {device.selector}
    assert max(e["args"]["bytes"] for e in counts) >= 8000 and counts[-1]["args"]["bytes"] == 0


def test_compiles_say_whether_the_cache_had_them(fast_device, tmp_path):
    cache = tmp_path / "cache"
    for cached in (False, True):
        trace = run(PROGRAM, tmp_path / "trace.json", fast_device.selector, PORTKERN_CACHE_DIR=str(cache))
        compiles = trace.of("compile")
        assert {e["name"] for e in compiles} == {"compile scale"}
        assert {e["args"]["cached"] for e in compiles} == {cached}
        assert {e["args"]["device"] for e in compiles} == {fast_device.selector}
        assert ("emit" in {e["name"] for e in trace.of("stage")}) == (not cached)


def test_contexts_share_a_trace(tmp_path):
    program = """
import numpy as np, portkern
for name in ("cpu", "interp", "cuda"):
    with portkern.device(name):
        portkern.cuda.to_device(np.ones(1000)).copy_to_host()
"""
    trace = run(program, tmp_path / "trace.json", "cpu")
    assert list(trace.labels) == ["cpu:0", "interp:0", "cuda:0"]
    assert [trace.track(e)[0] for e in trace.of("copy")] == ["cpu:0"] * 2 + ["interp:0"] * 2 + ["cuda:0"] * 2


@pytest.mark.parametrize("fault", ["cuEventCreate:1:OUT_OF_MEMORY", "cuEventElapsedTime:1:UNKNOWN", "cuEventRecord:3:UNKNOWN",
                                   "cuLaunchKernel:1:LAUNCH_FAILED:sticky", "cuEventRecord:2:ECC_UNCORRECTABLE:sticky"])
def test_failures_leave_a_whole_trace(fault, tmp_path):
    env = {**os.environ, "PORTKERN_BACKEND": "cuda", "PORTKERN_PROFILE": str(tmp_path / "trace.json"),
           "PORTKERN_SIM_FAULT": fault}
    done = subprocess.run([sys.executable, "-W", "ignore", "-"], input=PROGRAM, capture_output=True, text=True, env=env,
                          timeout=100)
    assert done.returncode == ("sticky" in fault), done.stderr
    assert len(Trace(tmp_path / "trace.json").of("kernel")) == (0 if done.returncode else 3)


def test_a_process_that_forks_writes_its_trace(tmp_path):
    program = PROGRAM + """
import os
pid = os.fork()
if pid == 0:
    os._exit(0)
os.waitpid(pid, 0)
"""
    assert len(run(program, tmp_path / "trace.json", "cpu").of("kernel")) == 3


def test_processes_have_traces_of_their_own(tmp_path):
    works = "import subprocess, sys; import numpy as np; from portkern import cuda; cuda.to_device(np.ones(10))"
    program = f"{works}; subprocess.run([sys.executable, '-c', {works!r}], check=True)"
    env = {**os.environ, "PORTKERN_BACKEND": "interp", "PORTKERN_PROFILE": str(tmp_path / "trace-%p.json")}
    subprocess.run([sys.executable, "-c", program], env=env, timeout=100, check=True)
    traces = list(tmp_path.iterdir())
    assert len(traces) == 2
    for trace in traces:
        assert trace.name == f"trace-{Trace(trace).processes[1].removeprefix('portkern ')}.json"
