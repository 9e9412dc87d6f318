# SPDX-License-Identifier: Apache-2.0
"""A debug adapter: editors step through a kernel of a program by the Debug Adapter Protocol.

    python -m portkern.debug_adapter              messages by stdin and stdout
    python -m portkern.debug_adapter --port 5678  by one connection to localhost

`launch` takes: program, args, cwd, env; kernel, the name of the function to stop in, without
which it is every kernel; block and thread, [x, y, z]; launchNumber, which of its launches
(1 is the first, 0 is each); stopOnEntry (true). The program runs on the main thread of this
process. Launches of other kernels run where the program puts them, that one on the interpreter."""
import argparse
import contextlib
import io
import itertools
import json
import os
import queue
import runpy
import sys
import threading
import traceback

from ._tools import dap_values, debug

THREAD = 1  # of the protocol: the thread of the kernel that is looked at
CAPABILITIES = {
    "supportsConfigurationDoneRequest": True, "supportsFunctionBreakpoints": True,
    "supportsConditionalBreakpoints": True, "supportsHitConditionalBreakpoints": False,
    "supportsEvaluateForHovers": True, "supportsExceptionInfoRequest": True,
    "supportsTerminateRequest": True, "supportTerminateDebuggee": True, "supportsSetVariable": False,
    "supportsDelayedStackTraceLoading": True,
    "exceptionBreakpointFilters": [
        {"filter": "faults", "label": "Failures of kernels", "default": True,
         "description": "Indices out of bounds, races, assertions and exceptions"}],
}


class Channel:
    """Messages of the protocol over two files of bytes."""

    def __init__(self, reader, writer):
        self._reader, self._writer = reader, writer
        self._lock, self._numbers = threading.Lock(), itertools.count(1)

    def read(self):
        """The next message; None at the end."""
        length = None
        while True:
            line = self._reader.readline()
            if not line:
                return None
            if line in (b"\r\n", b"\n"):
                break
            name, _, value = line.partition(b":")
            if name.strip().lower() == b"content-length":
                length = int(value)
        if length is None:
            raise ValueError("a message without Content-Length")
        return json.loads(self._reader.read(length))

    def send(self, kind, **fields):
        """What cannot be sent is dropped: the editor has gone."""
        with self._lock, contextlib.suppress(OSError, ValueError):
            text = json.dumps({"seq": next(self._numbers), "type": kind, **fields}).encode()
            self._writer.write(b"Content-Length: %d\r\n\r\n%s" % (len(text), text))
            self._writer.flush()

    def event(self, name, **body):
        self.send("event", event=name, body=body)


class _Output(io.TextIOBase):
    """sys.stdout or sys.stderr of the program: each text is an event."""

    encoding = "utf-8"

    def __init__(self, channel, category):
        self._channel, self._category = channel, category

    def writable(self):
        return True

    def write(self, text):
        if text:
            self._channel.event("output", category=self._category, output=text)
        return len(text)


class Adapter:
    """Answers requests on a thread of its own, also while the program stands: values of the
    kernel are read while its thread waits for how to go on."""

    def __init__(self, channel):
        self._channel = channel
        self._answers = queue.Queue()  # how to go on, for the program's thread
        self._begin = threading.Event()  # the program may begin
        self._launch, self._configured, self.gone = None, False, False
        self._points = debug.Breakpoints()
        self._filters = {"faults"}
        self._session = self._stop = None
        self._values = dap_values.Values()
        self._entered, self._pausing, self._launches = False, False, 0
        self._going, self._changed, self._finished = "step", False, False

    # ---- messages ----

    def serve(self):
        """Answers until the connection ends."""
        try:
            while (message := self._channel.read()) is not None:
                if message.get("type") == "request":
                    self._answer(message)
        except (OSError, ValueError):
            pass
        self._leave()

    def _answer(self, message):
        command = message["command"]
        reply = {"request_seq": message["seq"], "command": command}
        handler = getattr(self, "on_" + command, None)
        try:
            if handler is None:
                raise ValueError(f"no request {command}")
            body, after = handler(message.get("arguments") or {}) or {}, None
            if isinstance(body, tuple):
                body, after = body
            self._channel.send("response", success=True, body=body, **reply)
        except Exception as e:
            words = str(e) if isinstance(e, ValueError) else f"{type(e).__name__}: {e}"
            self._channel.send("response", success=False, message=words,
                               body={"error": {"id": 1, "format": words.replace("{", "{{")}}, **reply)
            return
        if after:
            after()

    def _leave(self):
        """The editor has gone: the launch ends, and so does the program."""
        begun, self.gone = self._begin.is_set(), True
        self._begin.set()
        if not begun or self._finished:
            return
        if not self._stop:
            os._exit(0)
        ending = threading.Timer(5, os._exit, (0,))  # where the program goes on without its kernel
        ending.daemon = True
        ending.start()
        self._go("stop")[1]()

    def _need_stop(self):
        if not self._stop:
            raise ValueError("the kernel runs")
        return self._stop

    # ---- beginning and end ----

    def on_initialize(self, arguments):
        if not arguments.get("linesStartAt1", True):
            raise ValueError("lines must start at 1")
        return CAPABILITIES, lambda: self._channel.event("initialized")

    def on_launch(self, arguments):
        if not os.path.isfile(arguments.get("program") or ""):
            raise ValueError(f"launch: no program {arguments.get('program')!r}")
        for name in ("block", "thread"):
            debug._triple(arguments.get(name) or 0)
        self._launch = arguments
        return None, self._begin_if_ready

    def on_configurationDone(self, arguments):
        self._configured = True
        return None, self._begin_if_ready

    def _begin_if_ready(self):
        if self._launch and self._configured:
            self._begin.set()

    def on_disconnect(self, arguments):
        return None, self._leave

    def on_terminate(self, arguments):
        return None, self._leave

    # ---- breakpoints ----

    def on_setBreakpoints(self, arguments):
        path = arguments["source"].get("path") or ""
        return {"breakpoints": self._replace(
            lambda p: p.source == path,
            [(path, path, each["line"], each.get("condition")) for each in arguments.get("breakpoints") or ()])}

    def on_setFunctionBreakpoints(self, arguments):
        wanted = []
        for each in arguments["breakpoints"]:
            file = (self._launch or {}).get("program") or ""
            line = debug.statements(file)[1].get(each["name"], 0)
            wanted.append((None, file, line, each.get("condition")))
        return {"breakpoints": self._replace(lambda p: p.source is None, wanted)}

    def on_setExceptionBreakpoints(self, arguments):
        self._filters = set(arguments.get("filters") or ())

    def _replace(self, is_old, wanted):
        for number in [n for n, point in self._points.items() if is_old(point)]:
            del self._points[number]
        made = []
        for source, file, line, condition in wanted:
            try:
                point = self._points.add(file, line, condition)
                point.source = source
                made.append({"id": point.number, "verified": True, "line": point.line, "source": {"path": file}})
            except ValueError as e:
                made.append({"verified": False, "message": str(e)})
        if self._session and not self._stop:
            # The kernel reads them as it runs: they are put in at its next line.
            self._changed = True
            self._session.interrupt()
        return made

    # ---- where it stands ----

    def on_threads(self, arguments):
        return {"threads": [{"id": THREAD, "name": str(self._stop or "the kernel's thread")}]}

    def on_stackTrace(self, arguments):
        frames = self._need_stop().frames
        first, levels = arguments.get("startFrame") or 0, arguments.get("levels") or len(frames)
        return {"totalFrames": len(frames), "stackFrames": [
            {"id": level + 1, "name": frame.function, "line": frame.line, "column": 1,
             "source": {"name": os.path.basename(frame.file), "path": frame.file}}
            for level, frame in list(enumerate(frames))[first:first + levels]]}

    def _frame(self, number):
        frames = self._need_stop().frames
        if not 0 < number <= len(frames):
            raise ValueError(f"no frame {number}")
        return frames[number - 1]

    def on_scopes(self, arguments):
        frame, stop = self._frame(arguments["frameId"]), self._stop
        place = {"threadIdx": stop.thread, "blockIdx": stop.block, "blockDim": stop.block_dim, "gridDim": stop.grid_dim}
        return {"scopes": [
            {"name": "Locals", "presentationHint": "locals", "expensive": False, "namedVariables": len(frame.locals),
             "variablesReference": self._values.refer(frame.locals)},
            {"name": "Thread", "expensive": False, "namedVariables": len(place),
             "variablesReference": self._values.refer(place)}]}

    def on_variables(self, arguments):
        self._need_stop()
        return {"variables": self._values.children(arguments["variablesReference"], arguments.get("filter"),
                                                   arguments.get("start") or 0, arguments.get("count") or 0)}

    def on_evaluate(self, arguments):
        stop, words = self._need_stop(), arguments["expression"].strip()
        if arguments.get("context") == "repl" and words.startswith("thread "):
            return self._look_at(*debug.find_place(words[len("thread "):], stop))
        frame = self._frame(arguments["frameId"]) if arguments.get("frameId") else stop.where
        if frame is None:
            raise ValueError("the thread has not begun or has returned")
        row = self._values.describe("", frame.evaluate(words))
        return {"result": row.pop("value"), **{k: v for k, v in row.items() if k not in ("name", "evaluateName")}}

    def _look_at(self, block, thread):
        """`thread [BLOCK] THREAD` at the editor's prompt: a stop of that thread follows."""
        self._session.look_at(block, thread)
        return {"result": f"block {block}, thread {thread}", "variablesReference": 0}, self._go("thread")[1]

    def on_exceptionInfo(self, arguments):
        stop = self._need_stop()
        name, colon, words = stop.message.partition(": ")
        return {"exceptionId": name if colon and name.isidentifier() else "failure", "description": stop.message,
                "breakMode": "always", "details": {"message": words or stop.message}}

    # ---- going on ----

    def _go(self, answer):
        self._need_stop()
        self._stop = None
        self._values.clear()
        return {"allThreadsContinued": True} if answer == "continue" else None, lambda: self._answers.put(answer)

    def on_continue(self, arguments):
        return self._go("continue")

    def on_next(self, arguments):
        return self._go("next")

    def on_stepIn(self, arguments):
        return self._go("step")

    def on_stepOut(self, arguments):
        return self._go("finish")

    def on_pause(self, arguments):
        self._pausing = True
        if self._session:
            self._session.interrupt()

    # ---- the program's thread ----

    def _reason(self, stop):
        """Why the editor is to stop here; None: it is not."""
        if stop.reason == "fault":
            return "exception" if "faults" in self._filters else None
        if stop.where and self._points.hit(stop.where):
            return "breakpoint"
        if self._pausing:
            return "pause"
        if stop.reason == "break" or (self._changed and self._going == "continue"):
            return None
        return "step" if self._entered else "entry"

    def _ask(self, stop):
        """The answer to a stop; on the program's thread."""
        if self.gone:
            return "stop"
        reason = self._reason(stop)
        self._changed = False
        if reason is None:
            return "same"
        self._entered, self._pausing = True, False
        self._stop = stop
        more = {"text": stop.message, "description": "The kernel fails"} if reason == "exception" else {}
        self._channel.event("stopped", reason=reason, threadId=THREAD, allThreadsStopped=True, **more)
        self._going = self._answers.get()
        return self._going

    def _is_wanted(self, dispatcher):
        wanted = self._launch.get("kernel")
        function = getattr(dispatcher, "py_func", None)
        if wanted and wanted not in (getattr(function, "__name__", None), getattr(function, "__qualname__", None)):
            return False
        self._launches += 1
        return self._launch.get("launchNumber", 1) in (0, self._launches)

    def _debugged(self, launcher):
        """What launches in a session, and is the launcher in all else."""

        class Debugged:
            def __call__(_, *args, **kwargs):
                self._launch_kernel(launcher, args, kwargs)

            def __getattr__(_, name):
                return getattr(launcher, name)

        return Debugged()

    def _launch_kernel(self, launcher, args, kwargs):
        self._going = "step" if self._launch.get("stopOnEntry", True) else "continue"
        session = debug.Session(self._ask, self._points, self._going)
        session.look_at(debug._triple(self._launch.get("block") or 0), debug._triple(self._launch.get("thread") or 0))
        self._session, self._entered = session, False
        self._channel.event("thread", reason="started", threadId=THREAD)
        try:
            session.launch(launcher, args, kwargs)
        finally:
            self._session = None
            self._channel.event("thread", reason="exited", threadId=THREAD)

    def _hook(self):
        """kernel[grid, block] of the kernel gives what is debugged."""
        from ._functions.dispatch import Compiled

        configure = Compiled.__getitem__
        adapter = self

        def subscript(dispatcher, item):
            launcher = configure(dispatcher, item)
            return adapter._debugged(launcher) if adapter._is_wanted(dispatcher) else launcher

        Compiled.__getitem__ = subscript

    def _run_program(self):
        """The exit status."""
        launch = self._launch
        program = os.path.abspath(launch["program"])
        os.environ.update({name: str(value) for name, value in (launch.get("env") or {}).items()})
        if launch.get("cwd"):
            os.chdir(launch["cwd"])
        sys.argv = [program, *map(str, launch.get("args") or ())]
        sys.path.insert(0, os.path.dirname(program))
        self._hook()
        try:
            runpy.run_path(program, run_name="__main__")
        except SystemExit as e:
            if isinstance(e.code, str):
                print(e.code, file=sys.stderr)
            return e.code if isinstance(e.code, int) else int(e.code is not None)
        except BaseException:
            if not self.gone:
                traceback.print_exc()
            return 1
        return 0

    def run(self):
        """Runs the program when the editor says so, on the thread that calls; its exit status."""
        self._begin.wait()
        if self.gone:
            return 0
        sys.stdout, sys.stderr = _Output(self._channel, "stdout"), _Output(self._channel, "stderr")
        status = self._run_program()
        self._finished = True
        try:
            self._channel.event("exited", exitCode=status)
            self._channel.event("terminated")
        except OSError:  # the editor has gone
            pass
        return status


def _standard():
    """The channel of stdin and stdout, which the program gets others for."""
    reader, writer = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.close(null)
    os.dup2(2, 1)
    return Channel(reader, writer)


def _connection(port):
    """The channel of the first that connects."""
    import socket

    with socket.create_server(("127.0.0.1", port)) as server:
        print(f"portkern.debug_adapter: 127.0.0.1:{server.getsockname()[1]}", file=sys.stderr, flush=True)
        made = server.accept()[0]
    return Channel(made.makefile("rb"), made.makefile("wb"))


def main(argv=None):
    parser = argparse.ArgumentParser(prog="python -m portkern.debug_adapter", description=__doc__.split("\n")[0])
    parser.add_argument("--port", type=int, help="one connection to this port of localhost (0: any), in place of stdin and stdout")
    options = parser.parse_args(argv)
    channel = _standard() if options.port is None else _connection(options.port)
    adapter = Adapter(channel)
    reader = threading.Thread(target=adapter.serve, daemon=True)
    reader.start()
    status = adapter.run()
    if not adapter.gone:
        reader.join(5)  # until the editor disconnects
    return status


if __name__ == "__main__":
    sys.exit(main())
