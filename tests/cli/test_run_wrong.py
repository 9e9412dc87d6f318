#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""portkern run, given what is wrong: sources, files, values, variables, full disks."""
import json
import os
import random
import unittest

import numpy as np
from cli import Arrays, main


class BadInput(Arrays):
    def kernel(self, body, *args, says=(), head="from numba import cuda\n@cuda.jit\ndef k(x):\n"):
        self.write("b.py", head + body)
        done = self.bad("run", "b.py:k", "--grid", 1, "--block", 32, *(args or ["@x.npy"]), says=says)
        self.assertRegex(done.stderr, r"b\.py:\d+:\d+: error: ")
        return done.stderr

    def test_syntax_error_has_place_and_caret(self):
        text = self.kernel("    i = = 3\n", says=["b.py:4:", "^"])
        self.assertIn("i = = 3", text)

    def test_a_file_without_its_sign(self):
        self.bad("run", "k.py:double", "--grid", 1, "--block", 1, "x.npy", "zeros:f32:4", code=2,
                 says=["'x.npy' is no value: the array in a file is @x.npy"])

    def test_unknown_name(self):
        self.kernel("    x[0] = nosuch(x)\n", says=["nosuch", "b.py:4:12", "^"])

    def test_type_error_names_the_types(self):
        self.kernel("    x[0] = x + (1, 2)\n", says=["float32", "^"])

    def test_no_such_kernel_lists_what_there_is(self):
        self.bad("run", "k.py:dubble", "--grid", 1, "--block", 1, says=["dubble", "double"])

    def test_a_device_function_cannot_be_launched(self):
        self.bad("run", "k.py:helper", "--grid", 1, "--block", 1, "1:i64", says=["helper"])

    def test_argument_count(self):
        self.bad("run", "k.py:double", "--grid", 1, "--block", 1, "@x.npy", says=["2", "1"])

    def test_blocks_and_grids(self):
        args = ["@x.npy", "zeros:f32:10"]
        self.bad("run", "k.py:double", "--grid", 1, "--block", 0, *args, says=["block"])
        self.bad("run", "k.py:double", "--grid", 1, "--block", 2048, *args, says=["2048", "1024"])
        self.bad("run", "k.py:double", "--grid", 1, "--block", "32,32,2", *args, says=["1024"])
        self.bad("run", "k.py:double", "--grid", "1,70000", "--block", 1, *args, says=["70000", "65535"])
        self.good("run", "k.py:double", "--grid", 0, "--block", 32, *args)
        self.bad("run", "k.py:double", "--grid", 1, "--block", 32, "--shared", 100000000, *args, says=["shared"])

    def test_files(self):
        self.bad("run", "missing.py:k", "--grid", 1, "--block", 1, says=["missing.py"])
        self.bad("run", "k.py:double", "--grid", 1, "--block", 1, "@missing.npy", "@x.npy", says=["missing.npy"])

    def test_every_truncation_of_an_npy_file(self):
        whole = (self.dir / "x.npy").read_bytes()
        for n in list(range(0, 128, 7)) + [len(whole) - 1]:
            self.write("t.npy", whole[:n])
            self.bad("run", "k.py:double", "--grid", 1, "--block", 1, "@t.npy", "@x.npy", says=["t.npy"])

    def test_damaged_npy_headers(self):
        whole = (self.dir / "x.npy").read_bytes()
        rng = random.Random(1)
        for _ in range(60):
            data = bytearray(whole)
            data[rng.randrange(0, 128)] ^= 1 << rng.randrange(8)
            self.write("t.npy", bytes(data))
            done = self.run_("run", "k.py:double", "--grid", 1, "--block", 1, "@t.npy", "@x.npy")
            self.assertIn(done.returncode, (0, 1), done.stderr)
        np.save(self.dir / "t.npy", np.arange(3, dtype=">f4"))
        self.bad("run", "k.py:double", "--grid", 1, "--block", 1, "@t.npy", "@x.npy", says=["big-endian"])
        np.save(self.dir / "t.npy", np.array(["a"]))
        self.bad("run", "k.py:double", "--grid", 1, "--block", 1, "@t.npy", "@x.npy", says=["t.npy"])

    def test_memory_that_is_not_there(self):
        self.write("far.py", "from numba import cuda, njit\n@cuda.jit\ndef far(x):\n    x[cuda.grid(1) + 2**40] = 1\n"
                             "@njit(boundscheck=False)\ndef reach(x):\n    x[2**40] = 1\n"
                             "@cuda.jit\ndef further(x):\n    x[cuda.grid(1) + 2**44] = 1\n")
        hint = "hint: PORTKERN_CHECK=bounds, or --backend interp, says in which line"
        for threads in (1, 8192):  # in the command's thread, and in others
            done = self.bad("run", "far.py:far", "--backend", "cpu", "--grid", threads, "--block", 256, "zeros:f32:8",
                            says=["error: far of far.py accessed memory that is not there", hint])
            self.assertEqual(done.stdout, "")
        self.assertNotIn("no elements", done.stderr)
        # From address 0 on: 2**42 bytes behind it lies what a sanitizer keeps.
        self.bad("run", "far.py:further", "--backend", "cpu", "--grid", 1, "--block", 1, "zeros:f32:0",
                 says=["note: argument 0 has no elements", hint])
        self.bad("run", "far.py:reach", "--backend", "cpu", "zeros:f32:8", says=["reach of far.py accessed memory", hint])
        self.bad("bench", "far.py:far", "--backend", "cpu", "--grid", 1, "--block", 32, "zeros:f32:8",
                 says=["far of far.py accessed memory", hint])
        self.bad("compare", "far.py:far", "--devices", "cpu", "--grid", 1, "--block", 32, "zeros:f32:8",
                 says=["far of far.py accessed memory", hint])
        for env in ({}, {"PORTKERN_CHECK": "bounds"}):
            self.bad("run", "far.py:far", "--backend", "cpu" if env else "interp", "--grid", 1, "--block", 32, "zeros:f32:8",
                     env=env, says=["far.py:4:", "out of bounds"])

    def test_values(self):
        for word, says in (("x:f32", "x"), ("300:u8", "300"), ("-1:u8", "-1"), ("1.5:i32", "1.5"), ("1:q8", "q8"),
                           ("zeros:f32:-1", "-1"), ("zeros:q:3", "zeros"), ("9" * 30 + ":i64", "999")):
            self.bad("run", "k.py:scale", "--grid", 1, "--block", 1, "@x.npy", word, code=2, says=[says])

    def test_unknown_backend_says_what_was_tried(self):
        self.bad("run", "k.py:double", "--backend", "nosuch,alsonot", "--grid", 1, "--block", 1, "@x.npy", "@x.npy",
                 says=["nosuch", "alsonot"])
        self.bad("run", "k.py:double", "--backend", "CPU", "--grid", 1, "--block", 1, code=2, says=["CPU"])
        self.bad("demo", "--backend", "nosuch", "--out", "d", says=["nosuch"])

    def test_variables_that_cannot_be_read(self):
        for name, value, says in (("DUMP", "frobnicate", "ast, types, ir"), ("NUM_THREADS", "abc", "1 to 1024"),
                                  ("PROFILE", "/nowhere/t.json", "/nowhere/t.json: No such file"),
                                  ("CHECK", "all,bound", "bounds, uninit, races, barriers, all"),
                                  ("INTERP_FUEL", "1e6", "not a number of operations"),
                                  ("BACKEND", "interp,", "names no backend")):
            words = ["k.py:double", "--grid", 1, "--block", 32, "@x.npy", "zeros:f32:10"]
            env = {"PORTKERN_" + name: value}
            self.bad("run", *words, env=env, says=[value, says])
            if name not in ("BACKEND", "INTERP_FUEL"):
                self.bad("run", "--backend", "interp", *words, env=env, says=[value, says])
                self.bad("run", "--backend", "interp,", *words, env=env, says=[value, says])
        self.bad("run", "--backend", "interp,", *words, code=2, says=["names no backend"])

    def test_a_dump_and_a_profile_are_written(self):
        (self.dir / "dump").mkdir()
        self.good("run", "k.py:double", "--grid", 1, "--block", 32, "@x.npy", "zeros:f32:10",
                  env={"PORTKERN_DUMP": "ir,passes", "PORTKERN_DUMP_DIR": "dump", "PORTKERN_PROFILE": "t.json"})
        self.assertEqual(sorted(p.name for p in (self.dir / "dump").iterdir()), ["double.interp.ir", "double.interp.passes"])
        self.assertIn("double", {e["name"] for e in json.loads((self.dir / "t.json").read_text())["traceEvents"]})

    def test_lists_that_cannot_be_read(self):
        self.write("nul.txt", "k.py:double\0\n")
        self.write("long.txt", "x" * (1 << 20) + "\n")
        for file, why in ((".", "Is a directory"), ("nul.txt", "it has a NUL byte"), ("/dev/zero", "it has a NUL byte"), ("long.txt", "a line of over 1 MiB")):
            for command in (["run"], ["emit"], ["bench", "compile"]):
                self.bad(*command, "--list", file, says=[f"portkern: error: cannot read the list: {why}\n"])

    @unittest.skipUnless(os.path.exists("/dev/full"), "no /dev/full")
    def test_a_profile_that_cannot_be_written(self):
        env, says = {"PORTKERN_PROFILE": "/dev/full"}, ["portkern: error: the profile cannot be written to /dev/full: No space"]
        kernel = ["k.py:double", "--grid", 1, "--block", 32, "@x.npy", "zeros:f32:10"]
        self.bad("run", *kernel, env=env, says=says)
        self.write("l.txt", " ".join(map(str, kernel)))
        self.assertIn("ok 0 double", self.bad("run", "--list", "l.txt", env=env, says=says).stdout)
        self.bad("emit", "k.py", "-k", "double", "-s", "f32[:],f32[:]", "--to", "ir", env=env, says=says)
        self.full("run", *kernel, env={"PORTKERN_PROFILE": "t.json"}, says=["profile cannot be written to t.json: File too large"])

    def test_an_array_that_cannot_be_saved_leaves_nothing_and_what_was_there(self):
        kernel = ["k.py:double", "--grid", 1, "--block", 32, "@x.npy", "zeros:f32:10"]
        self.full("run", *kernel, "--save", "1=new.npy", says=["portkern: error: cannot write new.npy: File too large"])
        self.full("run", *kernel, "--save", "1=x.npy", says=["cannot write x.npy: File too large"])
        self.bad("run", *kernel, "--save", "1=/dev/full", says=["cannot write /dev/full: No space"])
        self.bad("run", *kernel, "--save", "1=no/x.npy", says=["cannot write no/x.npy: No such file"])
        np.testing.assert_array_equal(np.load(self.dir / "x.npy"), np.arange(10, dtype=np.float32))
        self.assertEqual(sorted(p.name for p in self.dir.iterdir() if p.suffix in (".npy", ".tmp")), ["x.npy"])
        os.symlink("x.npy", self.dir / "link.npy")
        self.good("run", *kernel, "--save", "1=link.npy")
        self.assertTrue((self.dir / "link.npy").is_symlink())
        np.testing.assert_array_equal(np.load(self.dir / "x.npy"), 2 * np.arange(10, dtype=np.float32))

    def test_a_megabyte_of_garbage(self):
        rng = random.Random(2)
        for data in (rng.randbytes(1 << 20), bytes(rng.choice(b"()[]{}:= \n\tabif0.") for _ in range(1 << 20))):
            self.write("g.py", data)
            self.bad("run", "g.py:k", "--grid", 1, "--block", 1, says=["g.py:"], timeout=20)

    def test_bad_bytes_and_long_lines_are_shown_so_that_they_can_be_read(self):
        for data, line, column in (
                (b"x = 1\n\xf5\x1b[31m\x00\n", r"\xf5\x1b[31m\x00", 0),
                (b"x = 1\0 + 2\n", r"x = 1\x00 + 2", 5),
                (b"x = '" + b"a" * 3000 + b"' $ " + b"b" * 500 + b"\n",
                 "..." + "a" * 58 + "' $ " + "b" * 38 + "...", 3 + 60)):
            self.write("g.py", data)
            said = self.bad("run", "g.py:k", "--grid", 1, "--block", 1, says=["g.py:"]).stderr.split("\n")
            self.assertEqual(said[1], "    " + line)
            self.assertEqual(said[2].rstrip("~"), " " * (4 + column) + "^")

    def test_ten_thousand_parentheses(self):
        for text in ("x = " + "(" * 10000 + ")" * 10000, "x = " + "(" * 10000, "x = " + "-" * 10000 + "1",
                     "x = " + "f(" * 10000):
            self.write("g.py", text + "\n")
            self.bad("run", "g.py:k", "--grid", 1, "--block", 1, says=["g.py:1:"], timeout=20)


if __name__ == "__main__":
    main()
