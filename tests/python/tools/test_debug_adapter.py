# SPDX-License-Identifier: Apache-2.0
"""The debug adapter, by a client that speaks the protocol: messages with Content-Length, and
their members as https://microsoft.github.io/debug-adapter-protocol/specification has them."""
import json
import os
import subprocess
import sys

import pytest

FOLDER = os.path.dirname(os.path.abspath(__file__))
KERNELS = os.path.join(FOLDER, "debug_kernels.py")

PROGRAM = """
import sys
sys.path.insert(0, {folder!r})
import numpy as np
import debug_kernels
x = np.arange(300.0)
y = np.zeros(300)
debug_kernels.early[1, 8](x, y)
print("before", flush=True)
debug_kernels.{kernel}[1, 8](x, y)
print("result", y[3])
"""

# What the specification says of a body: members that must be there, with their types; a list
# has the members of its items.
STRING, NUMBER, BOOL = str, int, bool
REQUIRED = {
    "initialize": {}, "launch": {}, "configurationDone": {}, "disconnect": {}, "pause": {}, "next": {}, "stepIn": {},
    "stepOut": {}, "setExceptionBreakpoints": {},
    "setBreakpoints": {"breakpoints": [{"verified": BOOL}]},
    "setFunctionBreakpoints": {"breakpoints": [{"verified": BOOL}]},
    "threads": {"threads": [{"id": NUMBER, "name": STRING}]},
    "stackTrace": {"stackFrames": [{"id": NUMBER, "name": STRING, "line": NUMBER, "column": NUMBER}]},
    "scopes": {"scopes": [{"name": STRING, "variablesReference": NUMBER, "expensive": BOOL}]},
    "variables": {"variables": [{"name": STRING, "value": STRING, "variablesReference": NUMBER}]},
    "evaluate": {"result": STRING, "variablesReference": NUMBER},
    "exceptionInfo": {"exceptionId": STRING, "breakMode": STRING},
    "continue": {}, "terminate": {},
}
EVENTS = {
    "initialized": {}, "stopped": {"reason": STRING}, "output": {"output": STRING}, "exited": {"exitCode": NUMBER},
    "terminated": {}, "thread": {"reason": STRING, "threadId": NUMBER},
}


def check(body, wanted, where):
    for name, kind in wanted.items():
        assert name in body, (where, name)
        if isinstance(kind, list):
            for item in body[name]:
                check(item, kind[0], (where, name))
        else:
            assert type(body[name]) is kind, (where, name, body[name])


class Client:
    """One session; over pipes or, with `port`, a connection."""

    def __init__(self, *options, **more):
        self._process = subprocess.Popen([sys.executable, "-m", "portkern.debug_adapter", *options], stdin=subprocess.PIPE,
                                         stdout=subprocess.PIPE, stderr=subprocess.PIPE, **more)
        self.reader, self.writer = self._process.stdout, self._process.stdin
        self._sent, self._got, self.events = 0, 0, []

    def connect(self):
        import socket

        port = int(self._process.stderr.readline().decode().rsplit(":", 1)[1])
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        self.reader, self.writer = self.socket.makefile("rb"), self.socket.makefile("wb")

    def send(self, command, **arguments):
        self._sent += 1
        text = json.dumps({"seq": self._sent, "type": "request", "command": command, "arguments": arguments}).encode()
        self.writer.write(b"Content-Length: %d\r\n\r\n" % len(text) + text)
        self.writer.flush()
        return self._sent

    def read(self):
        length = None
        while (line := self.reader.readline()) != b"\r\n":
            assert line, self._process.stderr.read().decode()
            name, _, value = line.partition(b": ")
            assert name == b"Content-Length"
            length = int(value)
        message = json.loads(self.reader.read(length))
        self._got += 1
        assert message["seq"] == self._got
        if message["type"] == "event":
            check(message.get("body") or {}, EVENTS[message["event"]], message["event"])
        return message

    def request(self, command, fails=False, **arguments):
        """The body of the response; events on the way are kept."""
        number = self.send(command, **arguments)
        while (message := self.read())["type"] == "event":
            self.events.append(message)
        assert message["type"] == "response" and message["request_seq"] == number and message["command"] == command
        assert message["success"] is not fails, message
        if fails:
            return message["message"]
        check(message.get("body") or {}, REQUIRED[command], command)
        return message.get("body")

    def event(self, name):
        """The body of the next event of that name; others are kept."""
        for at, message in enumerate(self.events):
            if message["event"] == name:
                return self.events.pop(at).get("body")
        while (message := self.read())["event"] != name:
            self.events.append(message)
        return message.get("body")

    def output(self):
        return "".join(m["body"]["output"] for m in self.events if m["event"] == "output")

    def begin(self, program, breaks=(), filters=("faults",), functions=(), **launch):
        self.request("initialize", adapterID="portkern", linesStartAt1=True)
        self.event("initialized")
        self.request("launch", program=program, **launch)
        points = self.request("setBreakpoints", source={"path": KERNELS}, breakpoints=list(breaks))["breakpoints"]
        if functions:
            self.request("setFunctionBreakpoints", breakpoints=[{"name": name} for name in functions])
        self.request("setExceptionBreakpoints", filters=list(filters))
        self.request("configurationDone")
        return points

    def where(self):
        frame = self.request("stackTrace", threadId=1)["stackFrames"][0]
        assert frame["source"]["path"] == KERNELS
        return frame["name"], frame["line"]

    def locals(self):
        frame = self.request("stackTrace", threadId=1, levels=1)["stackFrames"][0]
        scope = self.request("scopes", frameId=frame["id"])["scopes"][0]
        rows = self.request("variables", variablesReference=scope["variablesReference"])["variables"]
        return {row["name"]: row for row in rows}

    def end(self):
        self.request("disconnect")
        self.writer.close()
        return self._process.wait(30)


@pytest.fixture
def program(tmp_path):
    def write(kernel="calls"):
        path = tmp_path / "program.py"
        path.write_text(PROGRAM.format(folder=FOLDER, kernel=kernel))
        return str(path)

    return write


@pytest.fixture
def client():
    made = []

    def make(*options, **more):
        made.append(Client(*options, **more))
        return made[0]

    yield make
    for each in made:
        each._process.kill()
        each._process.wait()
        for pipe in (each._process.stdin, each._process.stdout, each._process.stderr):
            pipe.close()


def line_of(text):
    with open(KERNELS) as f:
        return next(n for n, line in enumerate(f, 1) if text in line)


FIRST = line_of("a = clamp(x[i]") - 1


def test_a_session_from_entry_to_end(client, program):
    c = client()
    c.begin(program(), kernel="calls", thread=[3, 0, 0])
    assert c.event("stopped") == {"reason": "entry", "threadId": 1, "allThreadsStopped": True}
    assert "before" in c.output()
    assert c.where() == ("calls", FIRST)
    assert c.request("threads")["threads"] == [{"id": 1, "name": "block (0, 0, 0), thread (3, 0, 0)"}]
    c.request("next", threadId=1)
    assert c.event("stopped")["reason"] == "step"
    assert c.where() == ("calls", FIRST + 1) and c.locals()["i"]["value"] == "3"
    c.request("stepIn", threadId=1)
    c.event("stopped")
    frames = c.request("stackTrace", threadId=1)
    assert [f["name"] for f in frames["stackFrames"]] == ["clamp", "calls"] and frames["totalFrames"] == 2
    assert len(c.request("stackTrace", threadId=1, startFrame=1)["stackFrames"]) == 1
    c.request("stepOut", threadId=1)
    c.event("stopped")
    assert c.where() == ("calls", FIRST + 2) and c.locals()["a"] == {
        "name": "a", "value": "1.5", "type": "float64", "variablesReference": 0, "evaluateName": "a"}
    c.request("continue", threadId=1)
    assert c.event("exited") == {"exitCode": 0}
    c.event("terminated")
    assert "result 3.7" in c.output()
    assert c.end() == 0


def test_breakpoints_with_conditions(client, program):
    c = client()
    line = line_of("total += clamp")
    points = c.begin(program(), breaks=[{"line": line, "condition": "k == 2"}, {"line": 2}], kernel="calls",
                     stopOnEntry=False, functions=["nothing"])
    assert points[0]["verified"] and points[0]["line"] == line and not points[1]["verified"]
    assert c.event("stopped")["reason"] == "breakpoint"
    assert c.where() == ("norm", line) and c.locals()["k"]["value"] == "2"
    changed = c.request("setBreakpoints", source={"path": KERNELS}, breakpoints=[{"line": line + 1}])
    assert changed["breakpoints"][0]["line"] == line + 1
    c.request("continue", threadId=1)
    c.event("stopped")
    assert c.where() == ("norm", line + 1)
    c.request("continue", threadId=1)
    assert c.event("exited")["exitCode"] == 0


def test_variables_are_nested_and_paged(client, program):
    c = client()
    c.begin(program("tuples"), breaks=[{"line": line_of("q = pair.second")}], kernel="tuples", stopOnEntry=False, thread=[3])
    c.event("stopped")
    rows = c.locals()
    pair = c.request("variables", variablesReference=rows["pair"]["variablesReference"])["variables"]
    assert [(r["name"], r["value"]) for r in pair] == [("first", "3"), ("second", "(3.0, 2.5)")]
    assert pair[1]["evaluateName"] == "pair.second"
    items = c.request("variables", variablesReference=pair[1]["variablesReference"])["variables"]
    assert [(r["name"], r["value"]) for r in items] == [("[0]", "3.0"), ("[1]", "2.5")]
    assert rows["x"]["indexedVariables"] == 300
    some = c.request("variables", variablesReference=rows["x"]["variablesReference"], filter="indexed", start=250, count=3)
    assert [(r["name"], r["value"]) for r in some["variables"]] == [
        ("[250]", "250.0"), ("[251]", "251.0"), ("[252]", "252.0")]
    pages = c.request("variables", variablesReference=rows["x"]["variablesReference"])["variables"]
    assert [p["name"] for p in pages] == ["[0..99]", "[100..199]", "[200..299]"]
    page = c.request("variables", variablesReference=pages[1]["variablesReference"])["variables"]
    assert len(page) == 100 and page[7]["name"] == "[107]" and page[7]["evaluateName"] == "x[107]"
    assert c.request("variables", variablesReference=rows["x"]["variablesReference"], filter="named")["variables"] == []
    frame = c.request("stackTrace", threadId=1)["stackFrames"][0]
    scopes = c.request("scopes", frameId=frame["id"])["scopes"]
    place = c.request("variables", variablesReference=scopes[1]["variablesReference"])["variables"]
    assert [(r["name"], r["value"]) for r in place][0] == ("threadIdx", "(3, 0, 0)")
    assert "no variables" in c.request("variables", fails=True, variablesReference=9999)


def test_two_axes_are_rows(client, tmp_path):
    path = tmp_path / "p.py"
    path.write_text(f"import sys; sys.path.insert(0, {FOLDER!r})\nimport numpy as np, debug_kernels\n"
                    "debug_kernels.two_axes[1, 3](np.arange(9.0).reshape(3, 3), np.zeros(8))\n")
    c = client()
    c.begin(str(path))
    c.event("stopped")
    m = c.locals()["m"]
    rows = c.request("variables", variablesReference=m["variablesReference"])["variables"]
    assert [r["evaluateName"] for r in rows] == ["m[0]", "m[1]", "m[2]"]
    cells = c.request("variables", variablesReference=rows[1]["variablesReference"])["variables"]
    assert [r["evaluateName"] for r in cells] == ["m[1][0]", "m[1][1]", "m[1][2]"]


def test_expressions(client, program):
    c = client()
    c.begin(program(), kernel="calls", thread=[3])
    c.event("stopped")
    frame = c.request("stackTrace", threadId=1)["stackFrames"][0]["id"]
    assert c.request("evaluate", expression="x[:3].sum() + SCALE", frameId=frame, context="watch")["result"] == "6.0"
    made = c.request("evaluate", expression="x[:4]", frameId=frame, context="hover")
    assert made["variablesReference"] and made["indexedVariables"] == 4
    assert "NameError" in c.request("evaluate", fails=True, expression="nothing", frameId=frame)
    assert "no frame" in c.request("evaluate", fails=True, expression="1", frameId=7)


def test_failures_are_exceptions(client, program):
    c = client()
    c.begin(program("asserting"), kernel="asserting", stopOnEntry=False)
    stopped = c.event("stopped")
    assert stopped["reason"] == "exception" and stopped["text"] == "AssertionError: k is large"
    assert c.where() == ("asserting", line_of("assert k < 6")) and c.locals()["k"]["value"] == "6"
    assert c.request("exceptionInfo", threadId=1)["exceptionId"] == "AssertionError"
    c.request("continue", threadId=1)
    assert c.event("exited")["exitCode"] == 1
    assert "AssertionError: k is large" in c.output()


def test_failures_do_not_stop_where_they_are_not_wanted(client, program):
    c = client()
    c.begin(program("asserting"), filters=(), kernel="asserting", stopOnEntry=False)
    assert c.event("exited")["exitCode"] == 1
    assert not [m for m in c.events if m["event"] == "stopped"]


LONG = """
import numpy as np
from portkern import cuda

@cuda.jit
def spins(x):
    n = 0
    while x[0] == 0:
        n += 1

try:
    spins[1, 1](np.zeros(1))
except BaseException as e:
    print("ended by", type(e).__name__)
"""


def test_pause_and_disconnect(client, tmp_path):
    path = tmp_path / "long.py"
    path.write_text(LONG)
    c = client()
    c.begin(str(path), stopOnEntry=False)
    c.event("thread")
    assert "runs" in c.request("stackTrace", fails=True, threadId=1)
    c.request("pause", threadId=1)
    assert c.event("stopped")["reason"] == "pause"
    n = c.locals().get("n")
    assert n is None or int(n["value"]) >= 0
    c.request("disconnect")
    assert c._process.wait(30) == 0


def test_the_connection_may_end_while_the_kernel_runs(client, tmp_path):
    path = tmp_path / "long.py"
    path.write_text(LONG)
    c = client()
    c.begin(str(path), stopOnEntry=False)
    c.event("thread")
    c.writer.close()
    assert c._process.wait(30) == 0


def test_requests_that_are_wrong(client, program):
    c = client()
    c.request("initialize", adapterID="x")
    assert "no program" in c.request("launch", fails=True, program="/nowhere.py")
    assert "no request" in c.request("gotoTargets", fails=True)
    assert "the kernel runs" in c.request("next", fails=True, threadId=1)


def test_each_launch_and_arguments_of_the_program(client, program, tmp_path):
    c = client()
    path = tmp_path / "p.py"
    path.write_text(f"import sys, os; sys.path.insert(0, {FOLDER!r})\nimport numpy as np, debug_kernels\n"
                    "print(sys.argv[1:], os.environ['SOME'], __name__)\n"
                    "for _ in range(2):\n    debug_kernels.early[1, 8](np.ones(8), np.ones(8))\nsys.exit(3)\n")
    c.begin(str(path), args=["a", "b"], env={"SOME": "thing"}, launchNumber=0)
    for _ in range(2):
        assert c.event("stopped")["reason"] == "entry"
        c.request("continue", threadId=1)
    assert c.event("exited")["exitCode"] == 3
    assert "['a', 'b'] thing __main__" in c.output()


def test_breakpoints_may_change_while_the_kernel_runs(client, tmp_path):
    path = tmp_path / "long.py"
    path.write_text(LONG)
    c = client()
    c.begin(str(path), stopOnEntry=False)
    c.event("thread")
    line = LONG.split("\n").index("        n += 1") + 1
    for at in (line - 1, line):
        c.request("setBreakpoints", source={"path": str(path)}, breakpoints=[{"line": at}])
    assert c.event("stopped")["reason"] == "breakpoint"
    c.request("setBreakpoints", source={"path": str(path)}, breakpoints=[])
    c.request("continue", threadId=1)
    c.request("pause", threadId=1)
    assert c.event("stopped")["reason"] in ("pause", "breakpoint")
    c.request("disconnect")
    assert c._process.wait(30) == 0


def test_another_thread_is_looked_at(client, program):
    c = client()
    c.begin(program(), kernel="calls", thread=[1])
    c.event("stopped")
    c.request("next", threadId=1)
    c.event("stopped")
    frame = c.request("stackTrace", threadId=1)["stackFrames"][0]["id"]
    c.request("evaluate", expression="thread 6", frameId=frame, context="repl")
    c.event("stopped")
    assert c.request("threads")["threads"][0]["name"] == "block (0, 0, 0), thread (6, 0, 0)"
    assert c.locals()["i"]["value"] == "6"
    c.request("terminate")
    assert c._process.wait(30) == 1


def test_a_connection_to_a_port(client, program):
    c = client("--port", "0")
    c.connect()
    c.begin(program(), kernel="calls")
    c.event("stopped")
    assert c.where() == ("calls", FIRST)
    c.request("continue", threadId=1)
    c.event("terminated")
    c.socket.close()
