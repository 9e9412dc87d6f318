# SPDX-License-Identifier: Apache-2.0
"""Stepping through kernels: the lines of a thread and the variables at each are those that
CPython's sys.settrace sees when it runs the same text with that thread's indices."""
import os
import sys
import threading
import types

import debug_kernels
import numpy as np
import pytest

import portkern
from portkern import _core, cuda, errors
from portkern._tools import debug

FILE = debug_kernels.__file__
BLOCK = 8


# ---- the oracle ----


class Dim3(tuple):
    x, y, z = (property(lambda self, k=k: self[k]) for k in range(3))


class _Cuda:
    """The names of kernels, for a thread of Python that is one of the block's."""

    def __init__(self):
        self._here = threading.local()
        self._barrier = threading.Barrier(BLOCK)
        self._shared, self._lock = {}, threading.Lock()
        self.shared = types.SimpleNamespace(array=self._shared_array)
        self.local = types.SimpleNamespace(array=np.zeros)

    def enter(self, thread):
        self._here.thread = thread

    def jit(self, function=None, **_):
        return function or (lambda f: f)

    def grid(self, _):
        return self._here.thread

    threadIdx = property(lambda self: Dim3((self._here.thread, 0, 0)))

    def _shared_array(self, shape, dtype):
        with self._lock:
            return self._shared.setdefault(sys._getframe(1).f_lineno, np.zeros(shape, dtype))

    def syncthreads(self):
        self._barrier.wait(20)


def _kept(value):
    if isinstance(value, np.ndarray):
        return value.copy()
    if isinstance(value, (np.void, np.record)):
        return value.copy()
    return value


class Tracer:
    """Lines with copies of the variables, of one thread of Python."""

    def __init__(self):
        self.events = []

    def __call__(self, frame, event, _):
        if frame.f_code.co_filename != FILE:
            return None
        if event == "line":
            local = {name: _kept(value) for name, value in frame.f_locals.items() if not callable(value)}
            self.events.append((frame.f_code.co_name, frame.f_lineno, local))
        return self


def in_python(name, thread, args):
    """What sys.settrace sees."""
    fake, tracer = _Cuda(), Tracer()
    with open(FILE) as f:
        text = f.read().replace("from portkern import cuda", "")
    names = {"__name__": "kernels", "cuda": fake}
    exec(compile(text, FILE, "exec"), names)

    def run(number):
        fake.enter(number)
        if number == thread:
            sys.settrace(tracer)
        names[name](*args)
        sys.settrace(None)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(BLOCK)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    return tracer.events


def in_portkern(name, thread, args):
    events = []

    def ask(stop):
        frame = stop.where
        local = {n: v for n, v in frame.locals.items() if not isinstance(v, debug.Unknown)}
        events.append((frame.function, frame.line, local))
        return "step"

    session = debug.Session(ask)
    session.look_at((0, 0, 0), (thread, 0, 0))
    session.launch(getattr(debug_kernels, name)[1, BLOCK], args, {})
    return events


def data(name):
    x = np.array([0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0])
    if name == "two_axes":
        x = np.arange(9.0).reshape(3, 3)
    if name == "records":
        x = np.array([(v, 0) for v in x], np.dtype([("a", "f8"), ("b", "i4")]))
        x = x.view(np.recarray)
    return x, np.zeros(8)


def same(a, b):
    if isinstance(a, tuple):
        return isinstance(b, tuple) and len(a) == len(b) and all(map(same, a, b))
    return np.array_equal(a, b)


# Arrays that other threads write before a barrier: of those the elements of the thread.
SHARED = {"tile", "x", "y", "r", "one"}


def compared(name, value, thread):
    if name in SHARED and isinstance(value, np.ndarray) and value.ndim == 1 and len(value) == 8:
        return value[thread]
    return value


KERNELS = ["branches", "loops", "whiles", "calls", "shared", "tuples", "early", "local_arrays", "two_axes", "numbers",
           "nested", "changing", "records", "barriers", "recursive", "optional", "odds"]


@pytest.mark.parametrize("thread", [0, 1, 3, 5, 7])
@pytest.mark.parametrize("name", KERNELS)
def test_lines_and_variables_are_those_of_python(name, thread):
    ours, theirs = (run(name, thread, data(name)) for run in (in_portkern, in_python))
    assert [e[:2] for e in ours] == [e[:2] for e in theirs]
    for (function, line, mine), (_, _, python) in zip(ours, theirs, strict=True):
        assert set(mine) == set(python), (function, line)
        for variable, value in python.items():
            got, wanted = (compared(variable, v, thread) for v in (mine[variable], value))
            assert same(got, wanted), (function, line, variable, got, wanted)


# ---- kinds of values ----


def stops_of(kernel, args, thread=0, grid=1, block=8):
    found = []
    session = debug.Session(lambda stop: found.append((stop.where.line, dict(stop.where.locals), stop.where.locals.types))
                             or "step")
    session.look_at((0, 0, 0), (thread, 0, 0))
    session.launch(kernel[grid, block], args, {})
    return found


def test_values_have_the_types_of_the_kernel():
    _, values, types_ = stops_of(debug_kernels.numbers, data("numbers"), 3)[-1]
    assert type(values["i"]) is int and type(values["yes"]) is bool and type(values["z"]) is complex
    assert type(values["f"]) is np.float32 and type(values["n"]) is np.int16
    assert types_["f"] == "float32" and types_["x"].startswith("array(float64, 1d")


def test_named_tuples_keep_their_names():
    _, values, _ = stops_of(debug_kernels.tuples, data("tuples"), 3)[-1]
    assert values["pair"] == (3, (2.0, 2.5)) and values["pair"].second == (2.0, 2.5)


def test_dynamic_shared_memory_has_the_launchs_extent():
    found = []
    session = debug.Session(lambda stop: found.append(dict(stop.where.locals)) or "step")
    session.launch(debug_kernels.sized_by_the_launch[1, 8, 0, 64], data("early"), {})
    assert np.array_equal(found[-1]["tile"], data("early")[0])


def test_arrays_are_copies_that_outlive_the_launch():
    x, y = data("shared")
    _, values, _ = stops_of(debug_kernels.shared, (x, y))[-1]
    assert values["tile"][0] == x.sum() * 3 and values["tile"].base is None


def test_values_are_read_while_the_kernel_stands():
    kept = []
    session = debug.Session(lambda stop: kept.append(stop.where.locals) or "continue")
    session.launch(debug_kernels.early[1, 8], data("early"), {})
    with pytest.raises(LookupError, match="gone on"):
        kept[0]["x"]


def test_results_are_those_of_a_plain_launch():
    x, y = data("shared")
    plain = np.zeros(8)
    stops_of(debug_kernels.shared, (x, y))
    with portkern.device("interp"):
        debug_kernels.shared[1, 8](x, plain)
    assert np.array_equal(y, plain)


def test_device_arrays_are_copied_there_and_back():
    x, y = data("early")
    d = cuda.to_device(y, device="cpu")
    _, values, _ = stops_of(debug_kernels.early, (cuda.to_device(x, device="cpu"), d), 1)[-1]
    assert d.copy_to_host()[1] == 1.0 and values["x"][1] == 1.0


def test_a_stream_ends_its_work_first():
    x, y = data("early")
    with portkern.device("cpu"):
        stream = cuda.stream()
        d = cuda.to_device(x, stream=stream)
        found = []
        session = debug.Session(lambda stop: found.append(stop.where.locals["x"]) or "continue")
        session.launch(debug_kernels.early[1, 8, stream], (d, y), {})
    assert np.array_equal(found[0], x) and y[0] == 0.5


# ---- how it goes on ----


def lines(answers, thread=1, kernel="calls", breaks=(), begin="step"):
    found, answers = [], iter(answers)

    def ask(stop):
        found.append((stop.where.function, stop.where.line) if stop.where else None)
        return next(answers, "continue")

    session = debug.Session(ask, begin=begin)
    for line in breaks:
        session.breakpoints.add(FILE, line)
    session.look_at((0, 0, 0), (thread, 0, 0))
    session.launch(getattr(debug_kernels, kernel)[1, 8], data(kernel), {})
    return found


def line_of(text):
    with open(FILE) as f:
        return next(n for n, line in enumerate(f, 1) if text in line)


def test_next_goes_over_calls_and_finish_behind_them():
    first = line_of("a = clamp(x[i]") - 1
    assert [line for _, line in lines(["next"] * 5)] == [first, first + 1, first + 2, first + 3]
    into = lines(["step", "step", "finish", "next", "next"])
    assert into[2][0] == "clamp" and into[3:] == [("calls", first + 2), ("calls", first + 3)]


def test_breakpoints_stop_where_continue_goes():
    line = line_of("total += clamp")
    assert lines(["continue"] * 9, breaks=[line], begin="continue") == [("norm", line)] * 3
    with pytest.raises(ValueError, match="blank or comment"):
        debug.Breakpoints().add(FILE, 2)


def test_another_thread_is_looked_at():
    seen = []

    def ask(stop):
        seen.append((stop.reason, stop.thread[0], stop.where and stop.where.locals.get("i")))
        if stop.where and stop.where.locals.get("i") is not None and stop.thread[0] == 1:
            session.look_at((0, 0, 0), (6, 0, 0))
            return "thread"
        return "step" if len(seen) < 5 else "continue"

    session = debug.Session(ask)
    session.look_at((0, 0, 0), (1, 0, 0))
    session.launch(debug_kernels.branches[1, 8], data("branches"), {})
    assert ("look", 6, 6) in seen and seen[-1][1:] == (6, 6)


def test_a_thread_of_a_later_block():
    found = []
    session = debug.Session(lambda stop: found.append((stop.block, stop.where.locals.get("i"))) or "step")
    session.look_at((1, 0, 0), (2, 0, 0))
    x = np.arange(16.0)
    session.launch(debug_kernels.early[2, 8], (x, np.zeros(16)), {})
    assert found[-1] == ((1, 0, 0), 10)


def test_stop_ends_the_launch():
    import bdb

    y = np.zeros(8)
    with pytest.raises(bdb.BdbQuit):
        session = debug.Session(lambda stop: "stop")
        session.launch(debug_kernels.early[1, 8], (np.ones(8), y), {})
    assert not y.any()
    assert lines(["continue"]) == [("calls", line_of("a = clamp(x[i]") - 1)]  # the context works again


def test_a_launch_within_a_launch_is_refused():
    def ask(stop):
        with pytest.raises(RuntimeError, match="being debugged"):
            debug.Session(ask).launch(debug_kernels.early[1, 8], data("early"), {})
        return "continue"

    debug.Session(ask).launch(debug_kernels.early[1, 8], data("early"), {})


def test_an_exception_of_the_debugger_comes_out():
    def ask(stop):
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        debug.Session(ask).launch(debug_kernels.early[1, 8], data("early"), {})


def test_interrupt_stops_at_the_next_line():
    found = []

    def ask(stop):
        found.append(stop.where.line)
        if len(found) == 1:
            session.interrupt()
        return "continue"

    # The word is set back before each stop, so it counts from within one.
    session = debug.Session(ask)
    session.launch(debug_kernels.early[1, 8], data("early"), {})
    assert len(found) == 2


# ---- failures ----


@pytest.mark.parametrize("kernel, words, text, thread", [
    ("faulty", "out of bounds", "y[i] = x[j]", 4),
    ("asserting", "AssertionError: k is large", "assert k < 6", 5),
    ("raising", "ValueError: too large", "raise ValueError", 6),
    ("dividing", "ZeroDivisionError", "y[i] = 10 // d", 3)])
def test_failures_stop_at_their_line_with_the_variables(kernel, words, text, thread):
    seen = []

    def ask(stop):
        if stop.reason == "fault":
            seen.append((stop.message, stop.thread[0], stop.where.line, stop.where.locals["i"]))
        return "continue"

    with pytest.raises(Exception) as caught:
        debug.Session(ask, begin="continue").launch(getattr(debug_kernels, kernel)[1, 8], data(kernel), {})
    assert not isinstance(caught.value, LookupError) or kernel == "faulty"
    message, who, line, i = seen[0]
    assert len(seen) == 1 and words in message and line == line_of(text) and (who, i) == (thread, thread)


# ---- what is not asked for costs nothing ----


def test_other_contexts_have_no_lines_in_their_code():
    kernel = debug_kernels.early
    text = kernel._module(debug._device.open_device("cpu")).emit("early", "float64[::1], float64[::1]", "ir", None)
    text = text if isinstance(text, str) else text.decode()
    assert " debug " not in text and " = " in text
    with pytest.raises(errors.UnsupportedError, match="PK_CONTEXT_debugger"):
        _core.Debugger(debug._device.open_device("cpu"), print, print, "step").attach(True)


def test_places_are_written_in_several_ways():
    assert debug.place(5) == ((0, 0, 0), (5, 0, 0))
    assert debug.place((5, 1)) == ((0, 0, 0), (5, 1, 0))
    assert debug.place(((1, 0, 0), (5, 0, 0))) == ((1, 0, 0), (5, 0, 0))
    assert debug.place(((1,), 5)) == ((1, 0, 0), (5, 0, 0))
    assert portkern.debug is debug.debug and os.path.exists(FILE)
