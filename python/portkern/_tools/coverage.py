# SPDX-License-Identifier: Apache-2.0
"""Executed lines and branches of kernels, in coverage.py's data.

A device that is opened while coverage.py measures has kernels that note what they run. What
they noted goes to its data when it stops, or goes on to another context, together with what
its own tracer saw: for the files that this saw, which are those that its configuration names.
coverage.py is not imported here: only a process that has it can be measured by it."""
import ast
import contextlib
import functools
import linecache
import os
import sys
import weakref

from .. import _device, errors

_recorders = weakref.WeakKeyDictionary()  # coverage.Coverage -> _Recorder


def wanted():
    """What the kernels of a device that is opened now note: "lines", "branches", or None."""
    measurement = _running()
    if measurement is None or os.environ.get("PORTKERN_COVERAGE") in ("off", "0"):
        return None
    if measurement not in _recorders:
        _recorders[measurement] = _Recorder(measurement)
    return "branches" if measurement.get_option("run:branch") else "lines"


def opened(context):
    """A device was opened, whose kernels note what they run."""
    measurement = _running()
    if measurement in _recorders:
        _recorders[measurement].contexts.append(weakref.ref(context))


def closing(contexts):
    """These devices are about to go."""
    for recorder in list(_recorders.values()):
        recorder.collect(contexts)


def _running():
    module = sys.modules.get("coverage")
    current = getattr(getattr(module, "Coverage", None), "current", None)
    return current() if current else None


class _Recorder:
    """What kernels have run while a coverage.Coverage measures."""

    def __init__(self, measurement):
        self._measurement = weakref.ref(measurement)
        self.contexts = []  # weak references
        self._covered = {}  # file -> steps
        # It has no place to ask for this: its two methods after which data counts.
        for name, deliver_first in (("stop", False), ("switch_context", True)):
            setattr(measurement, name, self._around(getattr(type(measurement), name), deliver_first))

    def _around(self, method, deliver_first):
        measurement = self._measurement

        @functools.wraps(method)
        def call(*args, **kwargs):
            if deliver_first:
                self.deliver()
            result = method(measurement(), *args, **kwargs)
            if not deliver_first:
                self.deliver()
            return result

        return call

    def collect(self, contexts):
        """Takes what kernels of these devices have run."""
        mine = [reference() for reference in self.contexts]
        for context in mine:
            if context is not None and context in contexts:
                with contextlib.suppress(errors.PortkernError):  # a device that is lost has nothing to say
                    _merge(self._covered, taken(context))
        self.contexts = [weakref.ref(context) for context in mine if context is not None]

    def deliver(self):
        """Gives what was run to coverage.py."""
        self.collect([reference() for reference in self.contexts])
        covered, self._covered = self._covered, {}
        if covered:
            _add(self._measurement().get_data(), covered)


@functools.lru_cache(256)
def _first_lines(file):
    """The first line of a function's code, which is that of a decorator, by the line of its def.
    Kernels are compiled without their decorators."""
    try:
        tree = ast.parse("".join(linecache.getlines(file)))
    except SyntaxError:
        return {}
    return {node.lineno: min((decorator.lineno for decorator in node.decorator_list), default=node.lineno)
            for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


def taken(context):
    """What kernels of a device have run since the last call: {file: set of steps}."""
    files = {}
    for file, *step in context.take_coverage():
        first = _first_lines(file)
        files.setdefault(file, set()).add(tuple(-first.get(-line, -line) if line < 0 else line for line in step))
    return files


def _merge(into, files):
    for file, steps in files.items():
        into.setdefault(file, set()).update(steps)


def _add(data, covered):
    names = {os.path.realpath(name): name for name in data.measured_files()}
    files = {}
    for file, steps in covered.items():
        name = names.get(os.path.realpath(file))
        if name is not None:
            _merge(files, {name: steps})
    if not files:
        return
    if data.has_arcs():
        data.add_arcs(files)
    else:
        data.add_lines({name: lines_of(steps) for name, steps in files.items()})


def lines_of(steps):
    """The lines that steps lead from and to."""
    return {line for step in steps for line in step if line > 0}


# ---- by hand ----


class Covered:
    """What kernels have run, by file: `lines`, sets of line numbers, and `steps`, sets of
    (line, line), in which the negative number of a function's first line is its entry or its
    exit."""

    def __init__(self):
        self.steps = {}

    @property
    def lines(self):
        return {file: lines_of(steps) for file, steps in self.steps.items()}

    def __repr__(self):
        return "\n".join(f"{file}: {', '.join(map(str, sorted(lines)))}" for file, lines in self.lines.items())


@contextlib.contextmanager
def coverage(device=None):
    """The lines and steps that kernels run in the body of a with statement, without
    coverage.py:

        with portkern.coverage() as covered:
            kernel[1, 32](x)
        print(covered.lines)

    The device is opened once more for it: arrays of the device are not those of the body."""
    covered = Covered()
    context = _device._new_context(_device.context_of(device).selector, coverage="branches")
    _device.push(context)
    try:
        yield covered
    finally:
        _device.pop()
        _merge(covered.steps, taken(context))
