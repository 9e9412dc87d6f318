# SPDX-License-Identifier: Apache-2.0
"""A process that unpickles functions and calls them, and knows nothing else of the tests:
its main program is another one, and it finds no file of theirs."""
import contextlib
import os
import pickle
import struct
import subprocess
import sys

PROGRAM = """
import pickle, struct, sys
out, given = sys.stdout.buffer, sys.stdin.buffer
sys.stdout = sys.stderr
while size := given.read(8):
    data = given.read(struct.unpack("q", size)[0])
    try:
        function, args = pickle.loads(data)
        answer = function(*args)
    except BaseException as error:
        answer = error
    try:
        data = pickle.dumps(answer)
    except BaseException as error:
        data = pickle.dumps(RuntimeError(f"not pickled: {error!r}, of {answer!r}"))
    out.write(data)
    out.flush()
"""


class Worker:
    """worker(function, *args) is function(*args) there. `dump` is what pickles."""

    def __init__(self, process):
        self._process = process

    def __call__(self, function, *args, dump=pickle.dumps):
        return self.send(dump((function, args)))

    def send(self, data):
        """What the process answers to a pickle of (function, args)."""
        self._process.stdin.write(struct.pack("q", len(data)) + data)
        self._process.stdin.flush()
        answer = pickle.load(self._process.stdout)  # noqa: S301
        if isinstance(answer, BaseException):
            raise answer
        return answer

    def run(self, text, *args):
        """What `main(*args)` of a text returns."""
        return self(Text(text), *args)


class Text:
    """The function main() of a text, which is pickled as the text."""

    def __init__(self, text):
        self.text = text

    def __reduce__(self):
        return eval, (f"(lambda s: (exec({self.text!r}, s), s['main'])[1])({{}})",)


@contextlib.contextmanager
def worker(**environment):
    """A Worker, as long as the `with` statement lasts."""
    env = {name: value for name, value in os.environ.items() if name != "PYTEST_CURRENT_TEST"} | environment
    process = subprocess.Popen([sys.executable, "-c", PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=env)
    try:
        yield Worker(process)
    finally:
        process.stdin.close()
        process.stdout.close()
        process.wait(60)
