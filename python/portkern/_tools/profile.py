# SPDX-License-Identifier: Apache-2.0
"""portkern.profile(): what was compiled, called, copied and launched, and how long it took.

The extension calls `compiled`, `called`, `launched` and `copied` while a profile is on. Times are
nanoseconds of time.perf_counter_ns()."""
import collections
import itertools
import json
import os
import threading

from .. import _core, errors
from . import table as _table

_lock, _reading = threading.Lock(), threading.Lock()
_active = []  # profiles that are on
_queues = {}  # id of a queue -> _Queue, while profiles are on
_pending = collections.deque()  # spans whose device times are not read yet
_PENDING_MAX = 512


class _Queue:
    """A queue of a device, and a time that both clocks know."""

    def __init__(self, queue, number, event, begin):
        self.queue, self.number = queue, number  # the queue is kept: another one may not get its id
        self.device = queue.context.selector
        self.event, self.begin = event, begin


class _Span:
    """What a queue was given: when the call began, put it into the queue and returned, and
    when the device began and ended."""

    def __init__(self, queue, times, events, sizes):
        self._queue, self._events = queue, events
        self.begin, self.queued, self.end = times
        self.to_device, self.from_device = sizes
        self.thread = threading.current_thread().name
        self._device_times = None

    @property
    def device(self):
        """The device's name, "cuda:0"."""
        return self._queue.device

    @property
    def queue(self):
        """The number of the stream among those of the profile, 0 is the first used."""
        return self._queue.number

    @property
    def device_times(self):
        """(begin, end) on the device; None where it does not say. Waits for the work."""
        self._read()
        return self._device_times

    @property
    def device_ns(self):
        """Nanoseconds on the device; those of the call where the device does not say."""
        times = self.device_times
        return times[1] - times[0] if times else self.end - self.begin

    ns = device_ns

    def is_done(self):
        """Whether device_times would not wait."""
        events = self._events  # another thread may take it away
        try:
            return events is None or events[1] is None or events[1].query()
        except errors.PortkernError:
            return True

    def _read(self):
        with _reading:
            events = self._events
            self._read_events(events)
            self._events = None

    def _read_events(self, events):
        if not events or None in (*events, self._queue.event):
            return
        try:
            events[1].synchronize()
            begin = self._queue.begin + int(1e6 * self._queue.event.elapsed_time(events[0]))
            self._device_times = begin, begin + int(1e6 * events[0].elapsed_time(events[1]))
        except errors.PortkernError:  # the work failed: what waits for it says so
            pass


class Launch(_Span):
    """A launch. kernel: its name; grid, block: three numbers each, () where the launch was
    prepared before; to_device, from_device: bytes of arrays of the host."""

    def __init__(self, about, *span):
        super().__init__(*span)
        self.kernel, self.grid, self.block = about if len(about) == 3 else (*about, (), ())


class Transfer(_Span):
    """A copy that the program asked for. direction: "to device", "from device", "on device"."""

    def __init__(self, about, *span):
        super().__init__(*span)
        self.direction, = about

    @property
    def bytes(self):
        """Bytes between host and device."""
        return self.to_device + self.from_device


class _Work:
    """What the host did, from `begin` to `end`."""

    def __init__(self, context, begin, end):
        self.device = context.selector
        self.begin, self.end = begin, end
        self.thread = threading.current_thread().name

    @property
    def ns(self):
        """Nanoseconds that it took."""
        return self.end - self.begin


class Compile(_Work):
    """A kernel, or a function of the host, that was compiled for types. cached: taken from the
    disk cache; stages: a list of (name, begin, end)."""

    def __init__(self, context, kernel, begin, end, cached, stages, is_function=False):
        super().__init__(context, begin, end)
        self.kernel, self.cached, self.stages, self.is_function = kernel, cached, stages, is_function


class Call(_Work):
    """A call of a function of the host. function: its name."""

    def __init__(self, context, function, begin, end):
        super().__init__(context, begin, end)
        self.function = function


# ---- what the extension calls ----


def compiled(*about):
    """A compile is done."""
    _add("compiles", Compile(*about))


def function_compiled(*about):
    """The same, of a function of the host."""
    _add("compiles", Compile(*about, is_function=True))


def called(*about):
    """A call of a function of the host has returned."""
    _add("calls", Call(*about))


def _span(kind, name, queue, about, times, events, sizes):
    with _lock:
        if id(queue) not in _queues:
            _queues[id(queue)] = _Queue(queue, len(_queues), events[0], times[0])
        found = _queues[id(queue)]
    span = kind(about, found, times, events, sizes)
    _add(name, span)
    _pending.append(span)
    try:
        while len(_pending) > _PENDING_MAX and _pending[0].is_done():
            _pending.popleft()._read()
    except IndexError:  # another thread was faster
        pass


def launched(*span):
    """A launch was made."""
    _span(Launch, "launches", *span)


def copied(*span):
    """A copy was made."""
    _span(Transfer, "transfers", *span)


def _add(name, item):
    for profile in tuple(_active):
        getattr(profile, name).append(item)


# ---- profiles ----


def _rows_of(what, count, items, **sizes):
    """Rows of a table by name and device: how many compiles, and others by the name `count`,
    there are, what they took and the sums of their `sizes`. The longest first."""
    rows = {}
    for item in items:
        is_compile = isinstance(item, Compile)
        name = item.kernel if is_compile else getattr(item, what)
        row = rows.setdefault((name, item.device), {
            what: name, "device": item.device, count: 0, "compiles": 0, "cached": 0, "compile_ns": 0, "run_ns": 0,
            **sizes})
        if is_compile:
            row["compiles"] += 1
            row["cached"] += item.cached
            row["compile_ns"] += item.ns
        else:
            row[count] += 1
            row["run_ns"] += item.ns
            for size in sizes:
                row[size] += getattr(item, size)
    return sorted(rows.values(), key=lambda row: -row["run_ns"] - row["compile_ns"])


def _shared_cells(row, what, count):
    """The cells that rows of kernels and of functions have."""
    duration, compiles = _table.duration, row["compiles"]
    cached = {0: "no", compiles: "yes"}.get(row["cached"], f"{row['cached']} of {compiles}") if compiles else "-"
    return (row[what], row["device"], str(row[count]), duration(row["compile_ns"]) if compiles else "-", cached,
            duration(row["run_ns"]), duration(row["run_ns"] / row[count]) if row[count] else "-")


class Profile:
    """What was compiled, called, copied and launched while it was on: between `start` and `stop`, or
    in a with statement. Shown as tables of kernels, functions and copies.

    compiles, calls, transfers, launches: lists of what happened, in order; times are nanoseconds of
    time.perf_counter_ns()."""

    def __init__(self):
        self.compiles, self.calls, self.transfers, self.launches = [], [], [], []

    def start(self):
        """Begins to record, or goes on."""
        with _lock:
            if self not in _active:
                _active.append(self)
            _core._set_profile(True)
        return self

    def stop(self):
        """Ends recording; waits for nothing."""
        with _lock:
            if self in _active:
                _active.remove(self)
            if not _active:
                _core._set_profile(False)
                _queues.clear()
                _pending.clear()
        return self

    def __enter__(self):
        return self.start()

    def __exit__(self, *error):
        self.stop()

    @property
    def kernels(self):
        """Rows of the table, a dict each: kernel, device, launches, compiles, cached (of those,
        from the disk cache), compile_ns, run_ns, to_device, from_device (bytes of arrays of
        the host, whose copies are part of run_ns). The longest first; waits for the work."""
        compiles = (each for each in self.compiles if not each.is_function)
        return _rows_of("kernel", "launches", itertools.chain(compiles, self.launches), to_device=0, from_device=0)

    @property
    def functions(self):
        """Rows of the table of functions of the host, a dict each: function, device, calls,
        compiles, cached, compile_ns, run_ns. The longest first."""
        compiles = (each for each in self.compiles if each.is_function)
        return _rows_of("function", "calls", itertools.chain(compiles, self.calls))

    @property
    def copies(self):
        """Copies that the program asked for, a dict for each device and direction: direction,
        device, count, bytes, ns. Waits for the work."""
        rows = {}
        for item in self.transfers:
            row = rows.setdefault((item.direction, item.device), dict(
                direction=item.direction, device=item.device, count=0, bytes=0, ns=0))
            row["count"] += 1
            row["bytes"] += item.bytes
            row["ns"] += item.device_ns
        return list(rows.values())

    def save(self, path):
        """Writes a trace for `portkern profile`, ui.perfetto.dev and chrome://tracing, JSON. Waits for the work."""
        with open(path, "w") as f:
            json.dump({"displayTimeUnit": "ns", "traceEvents": self._trace()}, f)

    def _trace(self):
        trace = _Trace()
        for each in self.compiles:
            trace.add("host", each.thread, "compile " + each.kernel, "compile", each.begin, each.end,
                      device=each.device, cached=each.cached)
            for name, begin, end in each.stages:
                trace.add("host", each.thread, name, "stage", begin, end)
        for each in self.calls:
            trace.add("host", each.thread, each.function, "call", each.begin, each.end, device=each.device)
        for each in self.launches:
            about = {"grid": each.grid, "block": each.block, "bytes_to_device": each.to_device,
                     "bytes_from_device": each.from_device}
            trace.add_work(each, each.kernel, ("launch", "kernel"), about)
        for each in self.transfers:
            rate = {"GB/s": round(each.bytes / each.device_ns, 3)} if each.device_ns else {}
            trace.add_work(each, "copy " + each.direction, ("copy", "copy"), {"bytes": each.bytes, **rate})
        return trace.events

    _TITLES = ("kernel", "device", ">launches", ">compile", "cached", ">run", ">one run", ">to device", ">from device")
    _CALL_TITLES = ("function", "device", ">calls", ">compile", "cached", ">run", ">one run")
    _COPY_TITLES = ("copies", "device", ">count", ">bytes", ">time")

    def _rows(self):
        return [(*_shared_cells(r, "kernel", "launches"), _table.size(r["to_device"]), _table.size(r["from_device"]))
                for r in self.kernels]

    def _call_rows(self):
        return [_shared_cells(r, "function", "calls") for r in self.functions]

    def _copy_rows(self):
        return [(r["direction"], r["device"], str(r["count"]), _table.size(r["bytes"]), _table.duration(r["ns"]))
                for r in self.copies]

    def _shown(self, table, separator):
        tables = ((self._TITLES, self._rows()), (self._CALL_TITLES, self._call_rows()),
                  (self._COPY_TITLES, self._copy_rows()))
        return separator.join(table(titles, rows) for titles, rows in tables if rows)

    def __str__(self):
        return self._shown(_table.text, "\n\n") or "nothing was compiled, called, copied or launched"

    def __repr__(self):
        counts = ", ".join(f"{len(getattr(self, name))} {word}" for name, word in (
            ("compiles", "compiles"), ("calls", "calls"), ("transfers", "copies"), ("launches", "launches")))
        return f"<profile of {counts}>"

    def _repr_html_(self):
        return self._shown(_table.as_html, "") or "nothing was compiled, called, copied or launched"


class _Trace:
    """Events of a Chrome trace, with the tracks and names of PORTKERN_PROFILE's (docs/profiles.md). A
    process of it is the host or a device, a thread of it a thread or a queue."""

    def __init__(self):
        self.events, self._processes, self._threads, self._arrows = [], {}, {}, 0

    def _number(self, numbers, key, what, name, **place):
        if key not in numbers:
            numbers[key] = len(numbers) + 1
            place = {"tid": numbers[key], **place} if place else {"pid": numbers[key], "tid": 0}
            self.events.append({"ph": "M", "name": what, **place, "args": {"name": name}})
        return numbers[key]

    def _place(self, process, thread):
        title = f"portkern {os.getpid()}" if process == "host" else process
        pid = self._number(self._processes, process, "process_name", title)
        return {"pid": pid, "tid": self._number(self._threads, (process, thread), "thread_name", thread, pid=pid)}

    def add(self, process, thread, name, kind, begin, end, **about):
        """A span; times in nanoseconds."""
        self.events.append({"ph": "X", **self._place(process, thread), "name": name, "cat": kind, "ts": begin / 1e3,
                            "dur": (end - begin) / 1e3, "args": about})

    def add_work(self, work, name, kinds, about):
        """Two spans: the call, and the work in its queue where the device says when it was; and an arrow
        between them. `kinds` are theirs."""
        self.add("host", work.thread, name, kinds[0], work.begin, work.end, device=work.device, **about)
        if not work.device_times:
            return
        self.add(work.device, f"queue {work.queue}", name, kinds[1], *work.device_times, **about)
        self._arrows += 1
        for phase, place, at in (("s", ("host", work.thread), work.begin),
                                 ("f", (work.device, f"queue {work.queue}"), work.device_times[0])):
            self.events.append({"ph": phase, **self._place(*place), "name": "then", "cat": "flow", "ts": at / 1e3,
                                "id": self._arrows, "bp": "e"})


def profile():
    """A Profile, which records compiles, calls, copies and launches in a with statement, or from
    its start() to its stop(). Costs nothing while none is on. Times are nanoseconds.

    >>> with portkern.profile() as p:
    ...     d = cuda.to_device(np.zeros(1000))
    >>> [(t.direction, t.bytes) for t in p.transfers]
    [('to device', 8000)]"""
    return Profile()
