# SPDX-License-Identifier: Apache-2.0
"""portkern.explain(): on which device a launch is fastest, or a call of a function whose
parallel loops may go to a device (explain_function.py), by measurement.

Each device is opened once more for it, without the disk cache, so that compiles are
measured and nothing of the program's is used: what kernels print is dropped, arrays are copies, whose contents are
restored before each launch. A launch of another size is first made with checks of its
indices, since the arguments were made up."""
import itertools
import math
import operator
import statistics
import time

import numpy as np

from .. import _core, _device, errors
from . import advice, scaling
from .explanation import BreakEven, Explanation, Measurement, Point

_MOST_BYTES = 256 << 20  # of the arrays of one launch
_FACTOR, _SMALLEST, _MOST_SIZES = 4, 64, 16
_LEAST, _MOST = 3, 200  # how often something is measured
_SLICES = 20  # a measurement takes about one part in so many of the `seconds`
_PATIENCE = 10  # how many times the `seconds` the launch itself may take
_DETAILS = (errors.PortkernError, MemoryError, RuntimeError, IndexError, ValueError, ArithmeticError)


# ---- what is launched ----


def _dispatcher_of(kernel):
    from ..cuda.dispatcher import CUDADispatcher

    dispatcher = getattr(kernel, "dispatcher", kernel)
    if not isinstance(dispatcher, CUDADispatcher):
        raise TypeError(f"explain takes a kernel, kernel[grid, block], or a function with parallel loops, not {type(kernel).__name__}")
    if dispatcher.targetoptions.get("device"):
        raise TypeError(f"{dispatcher.__name__} is a function for kernels: explain a kernel that calls it")
    return dispatcher


def _launch_of(kernel, dispatcher, args, grid, block, sharedmem):
    """The Launch that the arguments of explain() mean."""
    from ..cuda.dispatcher import ForAll

    if not isinstance(args, (tuple, list)):
        raise TypeError(f"the arguments of the launch are a tuple, (x, y), not {type(args).__name__}")
    if (kernel is not dispatcher) == (grid is not None or block is not None):
        raise TypeError("explain takes kernel[grid, block], or a kernel with grid= and block=: one of the two")
    if isinstance(kernel, ForAll):
        block = kernel.thread_per_block or kernel._block(args)
        grid, sharedmem = max(1, -(-kernel.ntasks // block)), kernel.sharedmem
    elif kernel is not dispatcher:
        grid, block, sharedmem = kernel.griddim, kernel.blockdim, kernel.sharedmem
    return _launch(dispatcher, grid, block, sharedmem, args)


def _launch(dispatcher, grid, block, sharedmem, args, size=None):
    if grid is None or block is None:
        raise TypeError("explain needs both grid= and block=")
    shaped = _core.Dispatcher.__getitem__(dispatcher, (grid, block, 0, sharedmem))
    return scaling.Launch(shaped.griddim, shaped.blockdim, sharedmem, scaling.on_host(args), size)


def _maker(dispatcher, make, sharedmem):
    """size -> Launch, by a function of the user's."""
    def launch(size):
        grid, block, args = make(size)
        return _launch(dispatcher, grid, block, sharedmem, args, size)

    return launch


class _Opened:
    """A device that is opened for measuring, and the kernel there."""

    def __init__(self, device, dispatcher):
        self.device = device
        self.context = _device._new_context(device.selector, cache_dir="off", quiet=True, coverage=None)
        self.dispatcher = dispatcher._fresh(dispatcher._specialized)

    def _launcher(self, launch, dispatcher=None):
        return (dispatcher or self.dispatcher)[launch.grid, launch.block, self.context.queue, launch.shared]

    def call(self, launch, values):
        """A whole one, with arrays of the host."""
        self._launcher(launch)(*values)
        self.context.queue.synchronize()

    def check(self, launch):
        """Raises what is wrong with it; indices are checked."""
        checked = self.dispatcher._fresh(self.dispatcher._specialized, boundscheck=True)
        self._launcher(launch, checked)(*scaling.copies(launch.values))
        self.context.synchronize()

    def stats(self):
        return self.context.stats()

    def compile(self, launch, values):
        self.dispatcher._compiled(self.context).compile(tuple(values), launch.grid, launch.block, launch.shared)

    def run_times(self, launch, seconds, call_ns, copy_ns):  # noqa: ARG002
        """Times of launches whose arrays are on the device."""
        held, launcher = _Restored(launch, self.context), self._launcher(launch)
        queue = self.context.queue
        self.compile(launch, held.values)

        def run():
            launcher(*held.values)
            queue.synchronize()

        def restore():
            held.restore()
            queue.synchronize()

        restore()
        first = _timed(run)
        held.note_changes()
        return _times(run, restore, seconds, first)

    def settle(self, launch):
        """What `auto` decides: nothing of kernels."""

    def close(self):
        """What kernels call was compiled for the device, too, and is forgotten."""
        from .._functions import program

        for each in (self.dispatcher, *program.reach(self.dispatcher, set())):
            each._modules.pop(self.context, None)
        self.context.synchronize()


# ---- measuring ----


class _Restored:
    """Copies of the values of a launch, whose arrays get their contents back before each
    time: only what the first launch changed is copied."""

    def __init__(self, launch, context=None):
        self._from = scaling.arrays(launch.values)
        self.values = scaling.copies(launch.values)
        self._to = scaling.arrays(self.values)
        if context is not None:
            from ..cuda.cudadrv.devicearray import auto_device

            on_device = {id(a): auto_device(a, context=context)[0] for a in self._to}
            self._to = list(on_device.values())
            self.values = [scaling.mapped(value, lambda a: on_device[id(a)]) for value in self.values]
            # A hint is for arrays of the host.
            self.values = [v.value if isinstance(v, _core.Hint) else v for v in self.values]
        self._changed = None

    def restore(self):
        if self._changed is None:
            return
        for to, array in self._changed:
            if isinstance(to, _core.Array):
                to.copy_to_device(array)
            elif isinstance(to, np.ndarray) and to.flags.writeable:
                to[...] = array
            elif isinstance(to, np.void):
                for name in to.dtype.names:
                    to[name] = array[name]

    def note_changes(self):
        """After the first launch."""
        self._changed = [(to, array) for to, array in zip(self._to, self._from, strict=True)
                         if (to.copy_to_host() if isinstance(to, _core.Array) else to).tobytes() != array.tobytes()]


def _timed(run):
    """Nanoseconds of one run."""
    begin = time.perf_counter_ns()
    run()
    return time.perf_counter_ns() - begin


def _times(run, restore, seconds, first=0):
    """Nanoseconds of each of several runs, at least three. `first` are those of a run that was
    made before: where it took longer than measuring should, it is the only one."""
    if first > _SLICES * seconds * 1e9:
        return [first]
    found, end = [], time.perf_counter() + seconds
    while len(found) < _LEAST or (len(found) < _MOST and time.perf_counter() < end):
        restore()
        found.append(_timed(run))
    return found


def _measured_calls(opened, launch, seconds):
    """(times, bytes to the device, bytes from it) of calls with arrays of the host."""
    held = _Restored(launch)

    def run():
        opened.call(launch, held.values)

    before = opened.stats()
    first = _timed(run)
    after = opened.stats()
    held.note_changes()
    return (_times(run, held.restore, seconds, first), after["copied_in"] - before["copied_in"],
            after["copied_out"] - before["copied_out"])


def _compile_ns(opened, launch):
    """How long the first launch compiles, with nothing in the disk cache."""
    values = scaling.copies(launch.values)
    return _timed(lambda: opened.compile(launch, values))


def _copy_ns(opened, to_device, from_device, seconds):
    """How long copies of so many bytes take, to the device and from it."""
    from ..cuda.cudadrv.devicearray import empty

    total, queue = 0, opened.context.queue
    for count, is_in in ((to_device, True), (from_device, False)):
        if count:
            host, there = np.ones(count, np.uint8), empty(opened.context, (count,), np.dtype(np.uint8), None)
            copy = (there, host) if is_in else (host, there)

            def run(copy=copy):
                _core.Array._copy(*copy, queue)
                queue.synchronize()

            run()
            total += statistics.median(_times(run, lambda: None, seconds))
    return total


def _point(opened, size, launch, seconds):
    calls, *copied = _measured_calls(opened, launch, seconds)
    call = statistics.median(calls)
    copies = _copy_ns(opened, *copied, seconds / 2)
    runs = opened.run_times(launch, seconds, call, copies)
    count = len(calls) if len(runs) < 2 else min(len(calls), len(runs))
    return Point(size, call, copies, statistics.median(runs) if runs else None, *copied, count)


class _Sizes:
    """The launches of other sizes, each made when it is first needed and checked: of one
    whose indices leave its arrays, and of all larger ones, there is none."""

    def __init__(self, open_, launch, sizes, make):
        self._open, self._make, self._launches = open_, make or launch.scaled, {launch.size: launch}
        self._checker = None
        self.given, self.why = launch, None
        self._wanted = self._chosen() if sizes is None else sorted({int(n) for n in sizes} | {launch.size})

    def _chosen(self):
        size = self.given.size
        if size is None:
            self.why = "the launch has no array whose size could change"
            return [None]
        down = itertools.takewhile(lambda n: n >= _SMALLEST, (size // _FACTOR**k for k in range(1, 8)))
        up = (size * _FACTOR**k for k in range(1, _MOST_SIZES))
        return sorted({*down, size, *itertools.takewhile(lambda n: n < 2**31, up)})

    def check_given(self):
        """Raises what the launch itself does wrong."""
        self._check(self.given)

    def __iter__(self):
        """(size, Launch) of those that can be measured, the smallest first."""
        for size in self._wanted:
            if self._is_large(size):
                return
            launch = self._launch(size)
            if launch is not None:
                yield size, launch

    def _is_large(self, size):
        """Whether its arrays would take too much memory, by those of the launch itself."""
        given = self.given.size
        return given is not None and size > given and self.given.nbytes * (size / given) > _MOST_BYTES

    def _launch(self, size):
        if size not in self._launches:
            try:
                self._launches[size] = launch = self._make(size)
                self._check(launch)
            except scaling.NotScalable as error:
                self._launches[size] = None
                self.why = self.why or f"n = {size:,} is left out: {error}"
            except _DETAILS as error:
                self._launches[size] = None
                self.why = self.why or f"n = {size:,} is left out: {_first_line(error)}"
        return self._launches[size]

    def _check(self, launch):
        """Launches with checks of indices, on the first device that is here: cpu, interp."""
        if self._checker is None:
            self._checker = self._open(_device.devices("cpu" if _device.devices("cpu") else "interp")[0])
        self._checker.check(launch)

    def close(self):
        """The device for checks is no longer needed."""
        if self._checker is not None:
            self._checker.close()


def _first_line(error):
    return f"{type(error).__name__}: {str(error).splitlines()[0]}" if str(error) else type(error).__name__


def _measure(device, open_, sizes, seconds):
    """The Measurement of a device; what fails there is its `error`."""
    points, compile_ns, error, opened, auto = [], None, None, None, None
    try:
        opened = open_(device)
        compile_ns = _compile_ns(opened, sizes.given)
        points = _points(opened, sizes, seconds)
        auto = opened.settle(sizes.given)
    except _DETAILS as failure:
        error = _first_line(failure)
    finally:
        if opened is not None:
            opened.close()
    return Measurement(device.selector, device.kind, compile_ns, points, sizes.given.size, error, auto)


def _points(opened, sizes, seconds):
    """Measures one size after another, until the next would take too long."""
    points, end = [], time.perf_counter() + seconds
    for size, launch in sizes:
        if points:
            # At least as often as things are measured, and what restores contents.
            takes = 4 * _LEAST * points[-1].call_ns / 1e9 * _growth(points, size)
            left = _PATIENCE * seconds if size == sizes.given.size else end - time.perf_counter()
            if takes > left and size >= sizes.given.size:
                break
            if takes > left:
                continue
        try:
            points.append(_point(opened, size, launch, seconds / _SLICES))
        except MemoryError:
            break
    return points


def _growth(points, size):
    """How many times as long the next size takes as the last one, by the last three."""
    ratio = size / points[-1].size
    if len(points) < 2:
        return ratio
    a, b = points[-3:][0], points[-1]
    slope = math.log(b.call_ns / a.call_ns) / math.log(b.size / a.size)
    return ratio ** max(slope, 0.0)


# ---- comparing ----


def break_even(points, reference, name):
    """The BreakEven of the points of a device against those of another one, by the times
    of that name."""
    theirs = {p.size: getattr(p, name) for p in reference}
    both = [(p.size, getattr(p, name), theirs[p.size]) for p in points if getattr(p, name) and theirs.get(p.size)]
    if len(both) < 2:
        return BreakEven("unknown", None, None, None)
    faster = [mine < 0.95 * other for _, mine, other in both]  # less is noise
    ends = both[0][0], both[-1][0]
    changes = [i for i in range(1, len(both)) if faster[i] != faster[i - 1]]
    if not changes:
        return BreakEven("always" if faster[0] else "never", None, *ends)
    if len(changes) > 1:
        return BreakEven("mixed", None, *ends)
    return BreakEven("from" if faster[-1] else "below", _crossing(*both[changes[0] - 1:changes[0] + 1]), *ends)


def _crossing(before, after):
    """The size between two at which both are as fast, times being powers of the size
    there."""
    (n, mine, theirs), (m, mine_after, theirs_after) = before, after
    first, second = math.log(mine / theirs), math.log(mine_after / theirs_after)
    share = 0.5 if first == second else min(max(first / (first - second), 0.0), 1.0)
    return round(n * (m / n) ** share)


def _devices(named):
    if named is None:
        return list(_device.devices())
    named = [named] if isinstance(named, (str, _device.Device)) else named
    return [each if isinstance(each, _device.Device) else _device.device(each) for each in named]


def explain(kernel, args=(), grid=None, block=None, sharedmem=0, *, devices=None, sizes=None, make=None, seconds=1.0):
    """Measures a launch on each device, and says which one is fastest: for a call with arrays
    of the host, which are copied, and for arrays that stay on the device. Launches of other
    sizes say from which size on a device is worth it.

        print(portkern.explain(kernel[grid, block], (x, y, out)))

    Of a function with njit(parallel=True) it is calls whose parallel loops run on the device,
    and what such a call takes beside its copies. What its loops cost is kept in the cache
    folder, where offload="auto" and PORTKERN_BACKEND=auto find it.

        print(portkern.explain(function, (x, y)))

    Parameters
    ----------
    kernel : kernel[grid, block] or kernel.forall(n); a kernel with `grid` and `block`; a function
        with njit(parallel=True)
    args : tuple of its arguments; arrays are copied, and stay as they are. With `make` a size
    sharedmem : bytes of dynamic shared memory, of a kernel with `grid` and `block`
    devices : selectors such as "cpu" or "opencl:0", or devices; all that are here
    sizes : leading extents of the largest array to measure besides its own; () for none.
        Without it they grow by 4. Extents and integers that are the size grow with it, and
        the axes of the grid that cover it
    make : a function that makes (grid, block, args) for a size, of a function args, where that
        is not right: explain(kernel, 1000, make=make)
    seconds : about how long to measure on each device

    Returns
    -------
    Explanation
        A table and sentences when printed or shown in a notebook; `measurements`,
        `fastest_call`, `fastest_run`, `break_even`.

    Raises
    ------
    TypeError
        When it is no kernel, or is not configured.
    CudaSupportError
        When a device that is named is not there.
    Exception
        What the launch itself raises; an index out of bounds is IndexError."""
    if not seconds > 0:
        raise ValueError(f"seconds is more than 0, not {seconds!r}")
    function = _function_of(kernel, grid)
    if function is not None:
        from . import explain_function

        if grid is not None or block is not None or sharedmem:
            raise TypeError("explain takes grid=, block= and sharedmem of kernels: a function is called")
        make = make and explain_function.maker(make)
        launch = make(operator.index(args)) if make else explain_function.call_of(args)
        return _explained(function, lambda device: explain_function.Opened(device, function), launch, make, devices, sizes, seconds)
    dispatcher = _dispatcher_of(kernel)
    if make is not None:
        make = _maker(dispatcher, make, sharedmem)
        launch = make(operator.index(args))
    else:
        launch = _launch_of(kernel, dispatcher, args, grid, block, sharedmem)
    return _explained(dispatcher, lambda device: _Opened(device, dispatcher), launch, make, devices, sizes, seconds)


def _function_of(kernel, grid):
    """The function that is called, where it is no kernel that is launched; else None."""
    from .._functions.host import CPUDispatcher
    from ..cuda.dispatcher import KernelOrFunction

    if isinstance(kernel, KernelOrFunction) and grid is None:
        return kernel._function
    return kernel if isinstance(kernel, CPUDispatcher) else None


def _explained(dispatcher, open_, launch, make, devices, sizes, seconds):
    chosen = _devices(devices)
    found = _Sizes(open_, launch, sizes, make)
    quiet = advice.quiet.set(True)
    try:
        found.check_given()
        measured = [_measure(device, open_, found, seconds) for device in chosen]
    finally:
        advice.quiet.reset(quiet)
        found.close()
    return Explanation(dispatcher.__name__, launch.size, measured, found.why)
