# SPDX-License-Identifier: Apache-2.0
"""What `from portkern import cuda` costs beyond NumPy."""
import json
import os
import subprocess
import sys

LIMIT_MS = 30
CALL_MS = 10  # of the first call of a function that the disk cache has; 2 on a quiet machine
TRIES = 10  # the machine may be busy: the fastest counts, in time of the processor

SCRIPT = """
import json, sys, time
import numpy
before, begin = set(sys.modules), time.process_time()
from portkern import cuda
ms = (time.process_time() - begin) * 1e3
print(json.dumps([ms, sorted(set(sys.modules) - before)]))
"""

# What of Python's library it needs, as far as NumPy has not imported it.
NEEDED = {"__future__", "_ast", "_contextvars", "_opcode", "ast", "cmath", "contextvars", "dis", "importlib.machinery",
          "inspect", "linecache", "opcode", "textwrap", "threading", "token", "tokenize"}


FIRST_CALL = """
import json, os, sys, time
import numpy
from portkern import njit

@njit
def of_host(x):
    return x.sum()  # of x

before, begin = set(sys.modules), time.process_time()
assert of_host(numpy.arange(3.0)) == 3
ms = (time.process_time() - begin) * 1e3
print(json.dumps([ms, sorted(set(sys.modules) - before)]))

import portkern
from portkern import cuda

stream = cuda.default_stream()
assert isinstance(stream, portkern.device().context.queue.__class__) and int(stream) == 0
stream.synchronize()
assert of_host(numpy.arange(4.0)) == 6
"""


def imported(folder, script=SCRIPT, **more):
    env = {**os.environ, "PYTHONPYCACHEPREFIX": str(folder), **more}
    env.pop("PYTHONDONTWRITEBYTECODE", None)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=env, check=True)
    return json.loads(done.stdout)


def test_nothing_else_is_imported(tmp_path):
    """asyncio, ctypes, unittest and the like take long: who needs one imports it where it is used."""
    _, modules = imported(tmp_path)
    assert "portkern.cuda" in modules
    assert {name for name in modules if name.split(".")[0] != "portkern"} <= NEEDED


def test_the_import_takes_little_time(tmp_path):
    imported(tmp_path)  # compiles
    fastest = min(imported(tmp_path)[0] for _ in range(TRIES))
    assert fastest < LIMIT_MS


def test_functions_of_the_host_import_nothing_when_they_are_called(tmp_path):
    """The names of cuda are for programs that use them; tokens are read where the code does not
    say where a function ends."""
    cache = {"PORTKERN_CACHE_DIR": str(tmp_path / "cache"), "PORTKERN_BACKEND": "cpu"}
    assert imported(tmp_path, FIRST_CALL, **cache)[1] == []
    fastest = min(imported(tmp_path, FIRST_CALL, **cache)[0] for _ in range(TRIES))
    assert fastest < CALL_MS
