# SPDX-License-Identifier: Apache-2.0
"""What the tests of the command share: a folder with a script, and the command as
users type it.

    test_run.py build/tools/portkern [unittest arguments]"""
import os
import pathlib
import resource
import signal
import subprocess
import sys
import tempfile
import unittest

PORTKERN = str(pathlib.Path(sys.argv[1]).resolve())

GOOD = """
from numba import cuda

@cuda.jit
def double(x, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = 2 * x[i]

@cuda.jit
def scale(x, a):
    i = cuda.grid(1)
    if i < x.size:
        x[i] *= a

@cuda.jit(device=True)
def helper(a):
    return a + 1
"""


class Cli(unittest.TestCase):
    def setUp(self):
        self.tmp = tempfile.TemporaryDirectory()
        self.addCleanup(self.tmp.cleanup)
        self.dir = pathlib.Path(self.tmp.name)
        self.env = dict(os.environ, PORTKERN_CACHE_DIR=str(self.dir / "cache"), PORTKERN_BACKEND="interp")
        self.write("k.py", GOOD)

    def write(self, name, text):
        (self.dir / name).write_bytes(text if isinstance(text, bytes) else text.encode())

    def run_(self, *words, env=None, timeout=60, preexec_fn=None):
        return subprocess.run([PORTKERN, *map(str, words)], cwd=self.dir, env=dict(self.env, **(env or {})), preexec_fn=preexec_fn,
                              capture_output=True, text=True, errors="replace", timeout=timeout, check=False)

    def good(self, *words, **kw):
        done = self.run_(*words, **kw)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done

    def bad(self, *words, says=(), code=1, **kw):
        done = self.run_(*words, **kw)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        for word in says:
            self.assertIn(word, done.stderr)
        return done

    def full(self, *words, says, size=64, **kw):
        """Runs where no file can have more than `size` bytes."""
        def limit():
            signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
        return self.bad(*words, says=says, preexec_fn=limit, **kw)


class Arrays(Cli):
    """Beside the script, x.npy: float32 of 0 to 9."""

    def setUp(self):
        import numpy as np  # not all tests of the command want it
        super().setUp()
        np.save(self.dir / "x.npy", np.arange(10, dtype=np.float32))


def main():
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
