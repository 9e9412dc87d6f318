# SPDX-License-Identifier: Apache-2.0
"""The prompt of portkern.debug: pdb's commands, for a thread of a kernel."""
import cmd
import contextlib
import linecache
import os
import pprint
import re
import sys

from .debug import Session, find_place, same_file, statements


@contextlib.contextmanager
def _no_capture():
    """pytest's capturing of input and output is suspended, as for pdb."""
    debugging = sys.modules.get("_pytest.debugging")
    manager = getattr(getattr(debugging, "pytestPDB", None), "_pluginmanager", None)
    capture = manager and manager.getplugin("capturemanager")
    if not capture:
        yield
        return
    capture.suspend(in_=True)
    try:
        yield
    finally:
        capture.resume()


class Prompt(cmd.Cmd):
    """Commands of pdb: help lists them. What is none is an expression of Python."""

    prompt = "(pk) "
    identchars = cmd.Cmd.identchars + "!?"

    def __init__(self, stdin=None, stdout=None, commands=()):
        super().__init__(stdin=stdin, stdout=stdout)
        self.use_rawinput = stdin is None
        self.cmdqueue = list(commands)
        self._given = stdout
        self._capture = _no_capture if stdin is None and stdout is None else contextlib.nullcontext
        self._session = Session(self._stopped)
        self._points = self._session.breakpoints
        self._stop = self._answer = self._place = None
        self._level, self._until, self._listed = 0, None, None
        self._displayed = {}

    def run(self, launcher, args, kwargs, block, thread):
        self._session.look_at(block, thread)
        self._session.launch(launcher, args, kwargs)

    # ---- stops ----

    def _say(self, *words):
        print(*words, file=self.stdout)

    def _error(self, words):
        self._say("***", words)

    @property
    def _frame(self):
        if not self._stop.frames:
            raise ValueError("the thread has not begun or has returned: it stops at its next line")
        return self._stop.frames[self._level]

    def _stopped(self, stop):
        """The answer to a stop."""
        self._stop, self._level, self._listed = stop, 0, None
        frame = stop.where
        point = self._points.hit(frame) if frame and stop.reason in ("line", "break") else None
        if not point and (stop.reason == "break" or self._is_before(stop)):
            return "same"
        self._until = None
        self._answer = None
        with self._capture():
            self.stdout = self._given or sys.stdout
            self._show(stop)
            self.cmdloop()
            self.stdout.flush()
        return self._answer

    def _is_before(self, stop):
        """Whether `until` goes on."""
        if not self._until or stop.reason != "line":
            return False
        depth, line = self._until
        return len(stop.frames) == depth and stop.where.line < line

    def _show(self, stop):
        if self._place != (stop.block, stop.thread):
            self._place = stop.block, stop.thread
            self._say(f"[{stop}]")
        if stop.reason == "fault":
            self._say(f"!! {stop.message}")
        if not stop.frames:
            self._say("the thread has not begun or has returned")
            return
        self._show_frame()
        for expression, was in self._displayed.items():
            now = self._repr(expression)
            if now != was:
                self._displayed[expression] = now
                self._say(f"display {expression}: {now}" + (f"  [old: {was}]" if was is not None else ""))

    def _show_frame(self):
        frame = self._frame
        self._say(f"> {frame.file}({frame.line}){frame.function}()")
        self._say(f"-> {frame.text}")

    def _go(self, answer):
        self._answer = answer
        return True

    # ---- going on ----

    def do_step(self, arg):
        """s(tep): to the next line, also of a function that is called."""
        return self._go("step")

    def do_next(self, arg):
        """n(ext): to the next line of this function, or of those around it."""
        return self._go("next")

    def do_return(self, arg):
        """r(eturn): to the next line behind this function."""
        return self._go("finish")

    def do_continue(self, arg):
        """c(ont(inue)): to a breakpoint, a failure or the end."""
        return self._go("continue")

    def do_until(self, arg):
        """unt(il) [LINE]: to a line behind this one, or to LINE or behind it, in this function."""
        frame = self._stop.frames[0] if self._stop.frames else self._frame
        self._until = len(self._stop.frames), int(arg) if arg else frame.line + 1
        return self._go("next")

    def do_quit(self, arg):
        """q(uit): ends the launch; bdb.BdbQuit is raised."""
        return self._go("stop")

    def do_thread(self, arg):
        """thread: says which thread it is. thread [BLOCK] THREAD: looks at another one, 5 or
        5,1,0; it stops at that one's lines from now on."""
        if not arg:
            self._say(self._stop, "of grid", self._stop.grid_dim, "and blocks", self._stop.block_dim)
            return None
        self._session.look_at(*find_place(arg, self._stop))
        return self._go("thread")

    # ---- breakpoints ----

    def _line_of(self, words):
        """(file, line) of LINE, FILE:LINE or FUNCTION."""
        file, colon, line = words.rpartition(":")
        if not colon and not words.isdigit():
            line = statements(self._frame.file)[1].get(words)
            if not line:
                raise ValueError(f"no function {words} in {self._frame.file}")
            return self._frame.file, line
        if not line.isdigit():
            raise ValueError("LINE, FILE:LINE or FUNCTION")
        return self._find_file(file) if colon else self._frame.file, int(line)

    def _find_file(self, name):
        """The path that frames have, of a file that one of them is in."""
        for frame in self._stop.frames:
            if os.path.basename(frame.file) == name or same_file(frame.file, name):
                return frame.file
        return os.path.abspath(name)

    def _set(self, arg, temporary):
        where, _, condition = arg.partition(",")
        point = self._points.add(*self._line_of(where.strip()), condition.strip(), temporary)
        self._say(f"Breakpoint {point.number} at {point.file}:{point.line}")

    def do_break(self, arg):
        """b(reak) [LINE | FILE:LINE | FUNCTION] [, CONDITION]: sets a breakpoint, or lists them."""
        if arg:
            self._set(arg, False)
            return
        for point in self._points.values():
            kind = "del" if point.temporary else "keep"
            self._say(f"{point.number:<4}{kind:5}{'yes' if point.enabled else 'no':4}{point.file}:{point.line}"
                      + (f" if {point.condition}" if point.condition else "")
                      + (f", {point.hits} times" if point.hits else ""))

    def do_tbreak(self, arg):
        """tbreak LINE...: the same for one stop."""
        self._set(arg, True)

    def _numbered(self, arg):
        numbers = [int(word) for word in arg.split()] if arg else list(self._points)
        for number in numbers:
            if number not in self._points:
                raise ValueError(f"no breakpoint {number}")
        return [self._points[number] for number in numbers]

    def do_clear(self, arg):
        """cl(ear) [NUMBER... | FILE:LINE]: removes breakpoints, all without an argument."""
        if ":" in arg:
            place = self._line_of(arg)
            points = [point for point in self._points.values() if (point.file, point.line) == place]
        else:
            points = self._numbered(arg)
        for point in points:
            del self._points[point.number]
            self._say(f"Deleted breakpoint {point.number} at {point.file}:{point.line}")

    def do_condition(self, arg):
        """condition NUMBER [EXPRESSION]: stops only where it is true."""
        number, _, expression = arg.partition(" ")
        self._numbered(number)[0].condition = expression.strip() or None

    def do_enable(self, arg):
        """enable [NUMBER...]"""
        for point in self._numbered(arg):
            point.enabled = True

    def do_disable(self, arg):
        """disable [NUMBER...]"""
        for point in self._numbered(arg):
            point.enabled = False

    # ---- looking ----

    def _repr(self, expression):
        try:
            return repr(self._frame.evaluate(expression))
        except Exception as e:
            return f"** {type(e).__name__}: {e} **"

    def do_p(self, arg):
        """p EXPRESSION: prints its value; arrays are copies."""
        self._say(repr(self._frame.evaluate(arg)))

    def do_pp(self, arg):
        """pp EXPRESSION: prints its value, prettily."""
        pprint.pprint(self._frame.evaluate(arg), stream=self.stdout)

    def do_whatis(self, arg):
        """whatis NAME: the type that the compiler gave a variable."""
        types = self._frame.locals.types
        self._say(types.get(arg) or type(self._frame.evaluate(arg)))

    def do_locals(self, arg):
        """locals: the variables of the function, with their values."""
        for name, value in self._frame.locals.items():
            self._say(f"{name} = {value!r}")

    do_args = do_locals

    def do_display(self, arg):
        """display [EXPRESSION]: prints it at each stop where it has changed."""
        if arg:
            self._displayed[arg] = now = self._repr(arg)
            self._say(f"display {arg}: {now}")
        else:
            for expression, now in self._displayed.items():
                self._say(f"{expression}: {now}")

    def do_undisplay(self, arg):
        """undisplay [EXPRESSION]"""
        if arg:
            self._displayed.pop(arg, None)
        else:
            self._displayed.clear()

    def do_where(self, arg):
        """w(here): the functions that the thread is in, the innermost last."""
        self._say(f"[{self._stop}]")
        for level, frame in reversed(list(enumerate(self._stop.frames))):
            self._say(f"{'>' if level == self._level else ' '} {frame.file}({frame.line}){frame.function}()")
            self._say(f"-> {frame.text}")

    def _move(self, arg, way):
        level = self._level + way * (int(arg) if arg else 1)
        if not 0 <= level < len(self._stop.frames):
            raise ValueError("Oldest frame" if way > 0 else "Newest frame")
        self._level, self._listed = level, None
        self._show_frame()

    def do_up(self, arg):
        """u(p) [COUNT]: to the function around."""
        self._move(arg, 1)

    def do_down(self, arg):
        """d(own) [COUNT]"""
        self._move(arg, -1)

    def _list(self, first, last):
        frame = self._frame
        marks = {point.line for point in self._points.values() if point.file == frame.file}
        for number, text in enumerate(linecache.getlines(frame.file)[first - 1:last], first):
            mark = ("B" if number in marks else " ") + ("->" if number == frame.line else "  ")
            self._say(f"{number:>3} {mark}\t{text.rstrip()}".rstrip())
        self._listed = last

    def do_list(self, arg):
        """l(ist) [FIRST[, LAST]]: lines around this one, or those that follow; `l .` begins anew."""
        if arg and arg != ".":
            first, _, last = arg.partition(",")
            self._list(int(first), int(last) if last else int(first) + 10)
        else:
            first = self._listed + 1 if self._listed and arg != "." else max(1, self._frame.line - 5)
            self._list(first, first + 10)

    def do_longlist(self, arg):
        """ll (longlist): the whole function."""
        frame = self._frame
        lines = linecache.getlines(frame.file)
        first = frame.line
        while first > 1 and not re.match(rf"\s*def\s+{re.escape(frame.function)}\b", lines[first - 1]):
            first -= 1
        indent = len(lines[first - 1]) - len(lines[first - 1].lstrip())
        last = first
        while last < len(lines) and (not lines[last].strip() or len(lines[last]) - len(lines[last].lstrip()) > indent):
            last += 1
        while not lines[last - 1].strip():
            last -= 1
        self._list(first, last)

    # ---- reading commands ----

    def default(self, line):
        if line == "EOF":
            return self.do_quit("")
        line = line.removeprefix("!").strip()
        if re.match(r"[\w.\[\], ()]+\s*[-+*/%&|^@]?=[^=]", line):
            raise ValueError("variables are looked at here; they cannot be set")
        return self.do_p(line)

    def onecmd(self, line):
        try:
            return super().onecmd(line)
        except Exception as e:
            return self._error(f"{type(e).__name__}: {e}" if not isinstance(e, ValueError) else e)

    def do_help(self, arg):
        """h(elp) [COMMAND]"""
        super().do_help(getattr(getattr(self, "do_" + arg, None), "__name__", "")[3:] or arg)

    def completedefault(self, text, line, begin, end):
        return [name for name in (*self._frame.locals, *self._frame.globals) if name.startswith(text)]

    complete_p = complete_pp = completedefault
    do_s, do_n, do_r, do_unt, do_q, do_exit = do_step, do_next, do_return, do_until, do_quit, do_quit
    do_c = do_cont = do_continue
    do_b, do_cl, do_w, do_bt, do_u, do_d = do_break, do_clear, do_where, do_where, do_up, do_down
    do_l, do_ll, do_a, do_h = do_list, do_longlist, do_args, do_help
