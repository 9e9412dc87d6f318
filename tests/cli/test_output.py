#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""What every command says where its output cannot be written: nothing that is
lost is passed over."""
import os
import subprocess
import unittest

from cli import PORTKERN, Cli, main

PRINTS = """
from numba import cuda

@cuda.jit
def prints(x):
    print("thread", cuda.threadIdx.x)
    x[cuda.threadIdx.x] = 7
"""


@unittest.skipUnless(os.path.exists("/dev/full"), "no /dev/full")
class Full(Cli):
    def to_full(self, *words, backend="interp"):
        with open("/dev/full", "wb") as full:
            done = subprocess.run([PORTKERN, *words], cwd=self.dir, env=dict(self.env, PORTKERN_BACKEND=backend),
                                  stdout=full, stderr=subprocess.PIPE, text=True, timeout=60, check=False)
        self.assertEqual(done.returncode, 1, (words, done.stderr))
        self.assertRegex(done.stderr, "No space left on device|could not be written whole\n$", words)

    def test_each_command_fails(self):
        self.write("l.txt", "k.py:double --grid 1 --block 10 zeros:f32:10 zeros:f32:10\n")
        self.good("run", "--list", "l.txt")
        for words in (["--help"], ["--version"], ["devices"], ["devices", "--json"], ["run", "--help"],
                      ["check", "k.py"], ["check", "--json", "k.py"], ["explain", "E0203"],
                      ["emit", "k.py", "-k", "double", "-s", "f32[:], f32[:]", "--to", "ir"],
                      ["cache"], ["run", "--list", "l.txt"]):
            with self.subTest(words=words):
                self.to_full(*words)

    def test_what_kernels_print_is_output(self):
        self.write("p.py", PRINTS)
        backends = [row for row in ("interp", "cpu") if row + " " in self.good("devices").stdout]
        for backend in backends:
            self.to_full("run", "p.py:prints", "--grid", "1", "--block", "4", "zeros:i32:4", backend=backend)

    def test_a_closed_output_is_none(self):
        done = subprocess.run(["sh", "-c", 'exec "$0" devices >&-', PORTKERN], env=self.env, stderr=subprocess.PIPE,
                              text=True, timeout=60, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn("Bad file descriptor", done.stderr)

    def test_a_file_at_its_limit(self):
        self.full("run", "k.py:double", "--grid", "1", "--block", "100", "zeros:f32:100", "zeros:f32:100",
                  "--save", "1=out.npy", says=["out.npy", "File too large"])
        self.full("emit", "k.py", "-k", "double", "-s", "f32[:], f32[:]", "--to", "ir", "-o", "out.pkir",
                  says=["out.pkir", "File too large"])


if __name__ == "__main__":
    main()
