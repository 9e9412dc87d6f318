# SPDX-License-Identifier: Apache-2.0
"""Stepping through one thread of a kernel on the interpreter, for the prompt (_tools/prompt.py) and
the debug adapter (debug_adapter.py): launches, stops, breakpoints, expressions."""
import ast
import bdb
import collections
import functools
import linecache
import os
import re
import sys
import threading
from collections.abc import Mapping

import numpy as np

from .. import _core, _device

_one_at_a_time = threading.Lock()  # the context has one queue that is debugged
_here = threading.local()  # .busy: this thread is in such a launch


@functools.lru_cache(1)
def _context():
    """The Context whose kernels keep their variables. It is apart from the devices that
    programs open."""
    from ..cuda.cudadrv.driver import Stream

    context = _device.Context("interp", debugger=True)
    context.queue = Stream(context)
    return context


# ---- values ----


class Unknown:
    """What has no value while a kernel runs: a function, a string, elements outside of memory."""

    def __init__(self, words):
        self.words = words

    def __repr__(self):
        return f"<{self.words}>"


@functools.lru_cache(256)
def _named_tuple(name, fields):
    return collections.namedtuple(name, fields)


@functools.lru_cache(256)
def _dtype(words):
    return np.dtype(ast.literal_eval(words) if words[0] in "[{" else words)


def _make(kind, *parts):
    """Values that the extension leaves to Python."""
    if kind == "dtype":
        return _dtype(*parts)
    if kind == "tuple":
        name, fields, items = parts
        return _named_tuple(name.rpartition(".")[2], fields)(*items)
    return Unknown(parts[0] if kind == "other" else parts[0] + " outside of its memory")


class Locals(Mapping):
    """Variables of a frame, in the order of the text; read when they are asked for. Arrays are
    copies of what the thread sees."""

    def __init__(self, debugger, level, rows):
        self._debugger, self._level = debugger, level
        self._numbers = {name: number for number, (name, _) in enumerate(rows)}
        self.types = dict(rows)
        self._values = {}

    def __getitem__(self, name):
        if name not in self._values:
            self._values[name] = self._debugger.value(self._level, self._numbers[name])
        return self._values[name]

    def __iter__(self):
        return iter(self._numbers)

    def __len__(self):
        return len(self._numbers)


# ---- stops ----


def _globals_of(file, function):
    """The names that expressions of a frame may use beside its variables."""
    if function is not None and function.__code__.co_filename == file:
        names = dict(function.__globals__)
        for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=False):
            try:
                names[name] = cell.cell_contents
            except ValueError:  # not assigned yet
                pass
        return names
    for module in list(sys.modules.values()):
        if getattr(module, "__file__", None) == file:
            return dict(vars(module))
    return {}


class Frame:
    """A function that the thread is in."""

    def __init__(self, debugger, level, row, function):
        self.function, self.file, self.line, rows = row
        self.locals = Locals(debugger, level, rows)
        self._kernel = function

    @functools.cached_property
    def globals(self):
        """The names of the function's module, a dict."""
        return _globals_of(self.file, self._kernel)

    @property
    def text(self):
        """The lines of the function's file."""
        return linecache.getline(self.file, self.line).strip()

    def evaluate(self, expression):
        """The value of an expression of Python, over the variables and the module's names."""
        return eval(compile(expression.strip(), "<expression>", "eval"), {**self.globals, **_Used(self, expression)})


class _Used(dict):
    """The variables of a frame that an expression names: comprehensions see only globals, so
    they become such."""

    def __init__(self, frame, expression):
        names = {node.id for node in ast.walk(ast.parse(expression.strip(), mode="eval")) if isinstance(node, ast.Name)}
        super().__init__((name, frame.locals[name]) for name in frame.locals if name in names)


class Stop:
    """Where a thread stands. reason: "line"; "break", where only a breakpoint stopped it;
    "look", which another thread was asked for; "fault", before the launch fails."""

    def __init__(self, debugger, function, row):
        self.reason, self.message, self.block, self.thread, self.grid_dim, self.block_dim, frames = row
        self.frames = [Frame(debugger, level, frame, function) for level, frame in enumerate(frames)]

    @property
    def where(self):
        """The innermost Frame, or None: the thread has not begun or has returned."""
        return self.frames[0] if self.frames else None

    def __str__(self):
        return f"block {self.block}, thread {self.thread}"


# ---- breakpoints ----


@functools.lru_cache(64)
def _statements(text):
    """Lines with the line on which their statement begins, and names of functions with that
    of their first statement."""
    lines, functions = {}, {}
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.stmt) or _is_text(node):
            continue
        inner = [child for child in getattr(node, "body", ()) if not _is_text(child)]
        last = max(inner[0].lineno - 1, node.lineno) if inner else node.end_lineno
        first = node.lineno
        if isinstance(node, ast.FunctionDef) and inner:
            first = functions.setdefault(node.name, inner[0].lineno)
        for line in range(node.lineno, last + 1):
            lines[line] = max(lines.get(line, 0), first)
    return lines, functions


def _is_text(statement):
    """A text that stands alone: nothing is run for it."""
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def statements(file):
    """The same of a file; empty where that cannot be read."""
    try:
        return _statements("".join(linecache.getlines(file)))
    except SyntaxError:
        return {}, {}


class Breakpoint:
    """A place to stop, with the condition under which."""

    def __init__(self, number, file, line, condition=None, temporary=False):
        self.number, self.file, self.line = number, file, line
        self.condition, self.temporary = condition, temporary
        self.enabled, self.hits = True, 0


class Breakpoints(dict):
    """number -> Breakpoint."""

    _next = 1

    def add(self, file, line, condition=None, temporary=False):
        """The Breakpoint at the statement of the line; ValueError where there is none."""
        lines = statements(file)[0]
        if line not in lines:
            raise ValueError(f"{file}:{line}: blank or comment, or no such line")
        point = self[self._next] = Breakpoint(self._next, file, lines[line], condition or None, temporary)
        self._next += 1
        return point

    def places(self):
        """[(file, line)] of all that are enabled."""
        return [(point.file, point.line) for point in list(self.values()) if point.enabled]

    def hit(self, frame):
        """The first breakpoint at the frame's line whose condition holds; a condition that
        cannot be evaluated does."""
        for point in list(self.values()):
            if not point.enabled or (point.file, point.line) != (frame.file, frame.line):
                continue
            try:
                holds = point.condition is None or frame.evaluate(point.condition)
            except Exception:
                holds = True
            if holds:
                point.hits += 1
                if point.temporary:
                    del self[point.number]
                return point
        return None


# ---- launches ----


def _triple(value):
    value = (value,) if isinstance(value, (int, np.integer)) else tuple(value)
    if len(value) > 3 or not all(isinstance(v, (int, np.integer)) and v >= 0 for v in value):
        raise ValueError(f"a place in a grid or block is a number, or (x, y, z), not {value}")
    return tuple(int(v) for v in value) + (0,) * (3 - len(value))


def place(thread):
    """(block, thread) of what names a thread: 5, (5, 0, 0), or (block, thread), where the
    block is a tuple."""
    if not isinstance(thread, (int, np.integer)) and len(thread) == 2 and not isinstance(thread[0], (int, np.integer)):
        return _triple(thread[0]), _triple(thread[1])
    return (0, 0, 0), _triple(thread)


def find_place(text, stop):
    """(block, thread) of "THREAD" or "BLOCK THREAD", each of them 5, 5,1,0 or (5, 1, 0); the
    block is the stop's where none is named."""
    places = [tuple(map(int, re.findall(r"\d+", word))) for word in re.findall(r"\([^)]*\)|[^\s()]+", text)]
    if not places or not all(places) or len(places) > 2 or max(map(len, places)) > 3:
        raise ValueError("thread [BLOCK] THREAD, each of them 5 or 5,1,0")
    block, thread = map(_triple, ([stop.block] + places)[-2:])
    for what, at, most in (("block", block, stop.grid_dim), ("thread", thread, stop.block_dim)):
        if any(i >= n for i, n in zip(at, most, strict=True)):
            raise ValueError(f"there is no {what} {at}: {most} is the size")
    return block, thread


def _on_host(args):
    """The arguments with arrays of devices copied to the host, and pairs of both."""
    from ..cuda.cudadrv.devicearray import of_numba

    copies = []

    def convert(value):
        if isinstance(value, _core.Array):
            value = of_numba(value)
            copies.append((value, value.copy_to_host()))
            return copies[-1][1]
        return value

    return [convert(value) for value in args], copies


class Session:
    """A launch that is stepped through. `ask(stop)` answers a Stop: "step", "next", "finish",
    "continue", "same" (as before), "thread" (after look_at: stops there at once), "stop"."""

    def __init__(self, ask, breakpoints=None, begin="step"):
        self.breakpoints = Breakpoints() if breakpoints is None else breakpoints
        self._ask, self._function, self._stopped = ask, None, False
        self.ended = False  # it was asked to stop
        self._outer = None
        self._debugger = _core.Debugger(_context(), self._on_stop, _make, begin)
        self.look_at, self.interrupt = self._debugger.look_at, self._debugger.interrupt

    def set_breaks(self):
        """Breakpoints have changed; only while the thread stands. They are also read after
        each stop."""
        self._debugger.set_breaks(self.breakpoints.places())

    def _on_stop(self, *row):
        # What an expression launches or copies goes to the program's device: the
        # interpreter's queue is in the launch.
        _device.push(self._outer)
        try:
            answer = self._ask(Stop(self._debugger, self._function, row))
        finally:
            _device.pop()
        self.set_breaks()
        self.ended |= answer == "stop"
        return answer

    def launch(self, launcher, args, kwargs):
        """Launches, as launcher(*args, **kwargs) does. bdb.BdbQuit when it was asked to stop."""
        if getattr(_here, "busy", False):
            raise RuntimeError("a kernel is being debugged: its launch ends before another is")
        dispatcher = getattr(launcher, "dispatcher", None)
        if getattr(launcher, "stream", None):
            # The stream is of another device: its work ends first.
            launcher.stream.synchronize()
            launcher = _core.Dispatcher.__getitem__(dispatcher, (launcher.griddim, launcher.blockdim, 0, launcher.sharedmem))
        self._function = getattr(dispatcher, "py_func", None)
        args, copies = _on_host(args)
        named, more = _on_host(kwargs.values())
        with _one_at_a_time:
            self._run(launcher, args, dict(zip(kwargs, named, strict=True)))
        for array, copy in copies + more:
            array.copy_to_device(copy)

    def _run(self, launcher, args, kwargs):
        context = _context()
        self._outer = _core.current.get(None)
        self.set_breaks()
        _device.push(context)
        self._debugger.attach(True)
        _here.busy = True
        try:
            launcher(*args, **kwargs)
            context.synchronize()
        except Exception:
            if self._debugger.error is not None:
                raise self._debugger.error from None
            if self.ended:
                raise bdb.BdbQuit from None
            raise
        finally:
            _here.busy = False
            self._debugger.attach(False)
            _device.pop()


def same_file(a, b):
    """Whether two paths are of one file."""
    return a == b or os.path.realpath(a) == os.path.realpath(b)


def debug(launcher, *args, thread=(0, 0, 0), stdin=None, stdout=None, commands=(), **kwargs):
    """Launches a kernel on the interpreter, and stops at each line of one thread with a prompt
    in the manner of pdb:

        portkern.debug(kernel[grid, block], x, y, thread=(3, 0, 0))
        portkern.debug(kernel[grid, block], x, y, thread=((1, 0, 0), (3, 0, 0)))  # block, thread

    `commands` are given before those of `stdin`."""
    from .prompt import Prompt

    prompt = Prompt(stdin, stdout, commands)
    prompt.run(launcher, args, kwargs, *place(thread))
