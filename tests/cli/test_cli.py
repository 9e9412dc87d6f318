#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The portkern command as users type it: what it prints, what it returns, and
what it says to input that is wrong.

    test_cli.py build/tools/portkern [unittest arguments]"""
import json
import os
import pathlib
import random
import resource
import signal
import subprocess
import sys
import tempfile
import unittest

import numpy as np

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


FINDINGS = """from numba import cuda, float32
from beside import store


@cuda.jit
def bounds(a):
    a[cuda.grid(1) + 1] = 2

@cuda.jit
def race(a):
    a[0] = cuda.threadIdx.x

@cuda.jit
def unset(a):
    s = cuda.shared.array(4, float32)
    a[0] = s[1]

@cuda.jit
def diverge(a):
    if cuda.threadIdx.x < 2:
        cuda.syncthreads()

@cuda.jit
def other(a):
    store(a, cuda.grid(1) + 1)
"""


VARIABLES = """from numba import cuda

@cuda.jit(device=True)
def late(a):
    if a[0] > 0:
        y = a[1]
    return y + 1

@cuda.jit
def constant(a):
    if a[0] > 0:
        y = 1
    a[1] = y

@cuda.jit
def some(a):
    if cuda.threadIdx.x < 2:
        y = a[0]
    a[cuda.threadIdx.x] = y

@cuda.jit
def loop(a):
    for i in range(int(a[0])):
        a[i] = 1
    a[0] = i

@cuda.jit
def called(a):
    a[0] = late(a)

@cuda.jit
def number(a):
    if a[0] > 0:
        z = 1j * a[1]
    a[1] = z.imag

@cuda.jit
def good(a):
    for i in range(3):
        if i == 0:
            y = a[0]
        else:
            a[i] = y
    for k in range(2):
        pass
    a[3] = k
    if a[3] > 0:
        n = 2
    else:
        n = 2.5
    a[0] = n
    if a[3] > 0:
        m = 1
    if a[3] > 0:
        a[1] += m
"""

ENDLESS = """\
from numba import cuda

@cuda.jit
def idle(a):
    while True:
        pass

@cuda.jit
def locked(a):
    while cuda.atomic.cas(a, 0, 0, 1) != 0:
        pass

@cuda.jit
def parted(a):
    i = cuda.grid(1)
    while i != 5:
        a[i + 1] += 1
    cuda.syncthreads()

@cuda.jit
def later(a):
    while cuda.atomic.add(a, cuda.blockIdx.x + 1, 0) == 0:
        pass
"""


class Cli(unittest.TestCase):
    def setUp(self):
        self.tmp = tempfile.TemporaryDirectory()
        self.addCleanup(self.tmp.cleanup)
        self.dir = pathlib.Path(self.tmp.name)
        self.env = dict(os.environ, PORTKERN_CACHE_DIR=str(self.dir / "cache"), PORTKERN_BACKEND="interp")
        self.write("k.py", GOOD)
        np.save(self.dir / "x.npy", np.arange(10, dtype=np.float32))

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

    def launch(self, *words, **kw):
        return self.run_("run", "k.py:double", "--grid", 1, "--block", 32, *words, **kw)


class Help(Cli):
    def test_every_command_has_help(self):
        top = self.good("--help").stdout
        for name in ("devices", "emit", "run", "demo", "bench", "cache", "plugin-check", "check", "explain"):
            self.assertIn(name, top)
            self.assertIn(f"usage: portkern {name}", self.good(name, "--help").stdout)

    def test_usage_errors_exit_2_and_name_the_word(self):
        self.bad(code=2)
        self.bad("fly", code=2, says=["fly"])
        self.bad("run", "k.py:double", "--blocks", "1", code=2, says=["--blocks"])
        self.bad("run", "k.py", code=2, says=["FILE:KERNEL"])
        self.bad("run", "k.py:double", "--grid", "1", code=2, says=["--block"])
        self.bad("run", "k.py:double", "--grid", "1;2", "--block", "1", code=2, says=["1;2"])
        self.bad("emit", "k.py", code=2, says=["--to"])
        self.bad("devices", "--jsno", code=2, says=["--jsno"])
        self.bad("devices", "--json=yes", code=2, says=["--json takes no value"])
        self.bad("emit", "k.py", "--to", "ir", "--time=3", code=2, says=["--time takes no value"])
        self.bad("emit", "k.py", "-k", "double", "-s", "f32[:], f32[:]", "--to", "frob", code=2,
                 says=["'frob'", "ast types ir passes ptx opencl llvm asm"])
        self.bad("run", "--list", "l.txt", "--grid", 1, code=2, says=["--list"])

    def test_numbers_out_of_range_are_called_that(self):
        def wrong(name, value, *says):
            words = {"--grid": "1", "--block": "1", name: value}
            self.bad("run", "k.py:double", *(w for pair in words.items() for w in pair), code=2, says=[name, *says])
        for name in ("--grid", "--block", "--shared"):
            wrong(name, "5000000000", "5000000000 is out of range: the most is 4294967295")
            wrong(name, "9" * 40, "is out of range: the most is 4294967295")
            for text in ("-5", "1e3", "0x10", "4k", ""):
                wrong(name, text, f"got '{text}'")
        wrong("--grid", "1,4294967296", "is out of range")
        wrong("--grid", "1,2,3,4", "wants x, x,y or x,y,z")
        wrong("--grid", "1,", "wants x, x,y or x,y,z")
        wrong("--save", "300=out.npy", "out of range: there are at most 255")
        self.bad("emit", "k.py", "-k", "double", "-s", "f32[:], f32[:]", "--to", "ir", "--block", 5000, code=2,
                 says=["5000 is out of range: the most is 1024"])


class Run(Cli):
    def test_arrays_in_and_out(self):
        self.good("run", "k.py:double", "--grid", 1, "--block", 32, "@x.npy", "zeros:f32:10", "--save", "1=out.npy")
        np.testing.assert_array_equal(np.load(self.dir / "out.npy"), 2 * np.arange(10, dtype=np.float32))

    def test_a_negative_number_is_no_option_and_save_may_come_first(self):
        self.good("run", "--save", "0=out.npy", "k.py:scale", "--grid=1", "--block=32", "@x.npy", "-2.0:f32")
        np.testing.assert_array_equal(np.load(self.dir / "out.npy"), -2 * np.arange(10, dtype=np.float32))

    def test_arguments_by_name(self):
        self.write("d.py", "from numba import cuda\n@cuda.jit\ndef k(out, a, n=3, b=0.5):\n    out[0] = a * n + b\n")
        line = ("run", "d.py:k", "--grid", 1, "--block", 1)
        for words, want in ((["zeros:f64:1", "b=1.5", "a=2"], 7.5), (["a=2:i32", "out=zeros:f64:1"], 6.5),
                            (["zeros:f64:1", "2", "4", "b=-1:f32"], 7.0)):
            at = [w.split("=")[-1].startswith("zeros") for w in words].index(True)
            self.good(*line, *words, "--save", f"{at}=out.npy")
            self.assertEqual(np.load(self.dir / "out.npy")[0], want)
        self.bad(*line, "zeros:f64:1", "a=1", "m=2", says=["k has no parameter 'm'; it takes (out, a, n, b)"])
        self.bad(*line, "zeros:f64:1", "1", "a=1", says=["argument 1 'a' of k is given twice"])
        self.bad(*line, "zeros:f64:1", "b=1", says=["k is launched without argument 'a'"])
        self.bad(*line, "a=1", "zeros:f64:1", code=2, says=["'zeros:f64:1' has no name and stands behind a="])

    def test_tuples(self):
        self.write("t.py", "from numba import cuda\n@cuda.jit\ndef k(out, t, u):\n    out[0] = t[0] + t[1][0][2] * len(t[1])\n"
                           "    out[1] = len(u)\n    if t[1][1] is not None:\n        out[1] += t[1][1].real\n")
        line = ("run", "t.py:k", "--grid", 1, "--block", 1, "--save", "0=out.npy", "zeros:f64:2")
        for words, want in ((["(1, (@x.npy, None))", "()"], [5, 0]), (["(2:i8,(@x.npy,1+2j:c64,),)", "(3,)"], [6, 2]),
                            (["t=(1.5, ((0, 0, True), (2-3j)))", "u=((),)"], [3.5, 3])):
            self.good(*line, *words)
            np.testing.assert_array_equal(np.load(self.dir / "out.npy"), want)
        for word in ("(1,", "(,)", "(1,,2)", "(1,2)x", "(1,))", "(" * 40 + "1" + ",)" * 40):
            self.bad(*line, word, code=2, says=["is no tuple"])
        self.bad(*line, "(1, abc)", code=2, says=["'abc' is not a value"])
        self.bad(*line, "(1, @none.npy)", says=["cannot read none.npy"])
        self.bad(*line, "(1, 2)", "--save", "1=t.npy", code=2, says=["--save 1: that argument is no array"])

    def test_float16_numbers_are_rounded_once(self):
        self.write("h.py", "from numba import cuda\n@cuda.jit\ndef k(out, a):\n    out[0] = a\n")
        for text in ("1.5", "0.1", "-0.0", "65519.9", "65520", "6e-8", "2.9e-8", "6.1e-5", "2049", "2051", "inf", "nan"):
            self.good("run", "h.py:k", "--grid", 1, "--block", 1, "zeros:f16:1", f"{text}:f16", "--save", "0=out.npy")
            with np.errstate(over="ignore"):
                want = np.array([float(text)]).astype(np.float16)
            self.assertEqual(np.load(self.dir / "out.npy").view(np.uint16)[0], want.view(np.uint16)[0], text)

    def test_the_option_overrides_the_environment(self):
        self.bad("run", "k.py:double", "--grid", 1, "--block", 32, "@x.npy", "zeros:f32:10",
                 env={"PORTKERN_BACKEND": "nosuch"}, says=["nosuch"])
        self.good("run", "k.py:double", "--backend", "interp", "--grid", 1, "--block", 32, "@x.npy", "zeros:f32:10",
                  env={"PORTKERN_BACKEND": "nosuch"})

    def test_every_dtype_and_order_goes_through_a_file(self):
        for dtype in "b1 i1 i2 i4 i8 u1 u2 u4 u8 f4 f8 c8 c16".split():
            for order in "CF":
                a = np.asarray(np.arange(24).reshape(2, 3, 4) % 2, dtype=dtype, order=order)
                np.save(self.dir / "a.npy", a)
                self.write("n.py", "from numba import cuda\n@cuda.jit\ndef n(x):\n    pass\n")
                self.good("run", "n.py:n", "--grid", 1, "--block", 1, "@a.npy", "--save", "0=b.npy")
                b = np.load(self.dir / "b.npy")
                self.assertEqual((b.dtype, b.shape, b.flags.f_contiguous), (a.dtype, a.shape, a.flags.f_contiguous))
                np.testing.assert_array_equal(a, b)

    def test_a_list_goes_on_after_a_failure(self):
        self.write("l.txt", "k.py:double --grid 1 --block 32 @x.npy zeros:f32:10 --save 1=a.npy\n"
                            "# a comment\n"
                            "k.py:nosuch --grid 1 --block 1\n"
                            "k.py:double --grid 1 --block 0 @x.npy zeros:f32:10\n"
                            "k.py:scale --grid 1 --block 32 @x.npy 3.0:f64 --save '0=b c.npy'\n"
                            "k.py:double --grid x --block 32 @x.npy zeros:f32:10\n"
                            "k.py:double --backend cpu --grid 1 --block 32 @x.npy zeros:f32:10\n")
        done = self.run_("run", "--list", "l.txt")
        self.assertEqual(done.returncode, 1)
        self.assertEqual([s.split()[:3] for s in done.stdout.splitlines()],
                         [["ok", "0", "double"], ["FAIL", "1", "nosuch:"], ["FAIL", "2", "double:"], ["ok", "3", "scale"],
                          ["FAIL", "4", "double:"], ["FAIL", "5", "double:"]])
        self.assertIn("got 'x'", done.stdout)
        self.assertIn("may not hold --backend", done.stdout)
        self.assertEqual(done.stderr, "")
        np.testing.assert_array_equal(np.load(self.dir / "b c.npy"), 3 * np.arange(10, dtype=np.float32))

    def test_a_line_of_a_list_reads_what_one_before_it_saved(self):
        np.save(self.dir / "mid.npy", np.zeros(3, np.int64))  # another type, before
        self.write("l.txt", "k.py:double --grid 1 --block 32 @x.npy zeros:f32:10 --save 1=mid.npy\n"
                            "k.py:double --grid 1 --block 32 @mid.npy zeros:f32:10 --save 1=end.npy\n" * 20)
        self.assertEqual(self.good("run", "--list", "l.txt").stdout.count("ok "), 40)
        np.testing.assert_array_equal(np.load(self.dir / "end.npy"), 4 * np.arange(10, dtype=np.float32))


class BadInput(Cli):
    def kernel(self, body, *args, says=(), head="from numba import cuda\n@cuda.jit\ndef k(x):\n"):
        self.write("b.py", head + body)
        done = self.bad("run", "b.py:k", "--grid", 1, "--block", 32, *(args or ["@x.npy"]), says=says)
        self.assertRegex(done.stderr, r"b\.py:\d+:\d+: error: ")
        return done.stderr

    def test_syntax_error_has_place_and_caret(self):
        text = self.kernel("    i = = 3\n", says=["b.py:4:", "^"])
        self.assertIn("i = = 3", text)

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

    def test_values(self):
        for word, says in (("x:f32", "x"), ("300:u8", "300"), ("-1:u8", "-1"), ("1.5:i32", "1.5"), ("1:q8", "q8"),
                           ("zeros:f32:-1", "-1"), ("zeros:q:3", "zeros"), ("9" * 30 + ":i64", "999")):
            self.bad("run", "k.py:scale", "--grid", 1, "--block", 1, "@x.npy", word, code=2, says=[says])

    def test_unknown_backend_says_what_was_tried(self):
        self.bad("run", "k.py:double", "--backend", "nosuch,alsonot", "--grid", 1, "--block", 1, "@x.npy", "@x.npy",
                 says=["nosuch", "alsonot"])
        self.bad("run", "k.py:double", "--backend", "CPU", "--grid", 1, "--block", 1, code=2, says=["CPU"])
        self.bad("demo", "--backend", "nosuch", "--out", "d", says=["nosuch"])

    def test_demo_fails_when_a_picture_cannot_be_written(self):
        (self.dir / "d" / "gray.png").mkdir(parents=True)
        done = self.run_("demo", "--backend", "cpu", "--out", "d")
        if "no backend or device" in done.stderr:
            self.skipTest("no cpu backend")
        if "built without libpng" in done.stderr:
            self.skipTest("no libpng")
        self.assertEqual(done.returncode, 1)
        self.assertIn("d/gray.png", done.stderr)
        self.assertIn("picture: d/mandelbrot.png", done.stdout)

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

    def full(self, *words, says, size=64, **kw):
        """Runs where no file can have more than `size` bytes."""
        def limit():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
        return self.bad(*words, says=says, preexec_fn=limit, **kw)

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

    def test_a_cache_that_cannot_be_written_is_told_once(self):
        kernel = "--grid 1 --block 32 @x.npy"
        self.write("l.txt", f"k.py:double {kernel} zeros:f32:10\nk.py:scale {kernel} 3.0:f64\nk.py:none --grid 1 --block 1\n")
        done = self.full("run", "--list", "l.txt", env={"PORTKERN_LOG": "info"}, says=["warning: cache: "])
        told = [s for s in done.stderr.splitlines() if "was not written in" in s and s.endswith(": File too large")]
        self.assertEqual([s.split(":")[1] for s in told], [" warning", " info"], done.stderr)

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

    def test_a_corrupt_cache_entry_costs_only_time(self):
        env = {"PORTKERN_BACKEND": "cpu"}
        command = ("run", "k.py:double", "--grid", 1, "--block", 32, "@x.npy", "zeros:f32:10", "--save", "1=out.npy")
        if self.run_(*command, env=env).returncode:
            self.skipTest("no cpu backend")
        entries = [p for p in (self.dir / "cache").rglob("*") if p.is_file()]
        self.assertTrue(entries)
        for damage in (b"", None):
            for path in entries:
                data = bytearray(path.read_bytes())
                data[len(data) // 2] ^= 0x10
                path.write_bytes(bytes(data) if damage is None else damage)
            (self.dir / "out.npy").unlink()
            self.good(*command, env=env)
            np.testing.assert_array_equal(np.load(self.dir / "out.npy"), 2 * np.arange(10, dtype=np.float32))


class Findings(Cli):
    """What the interpreter finds is shown as the compiler shows its errors."""

    def found(self, kernel, says, line, caret):
        self.write("f.py", FINDINGS)
        self.write("beside.py", "def store(a, i):\n    a[i] = 1\n")
        said = self.bad("run", f"f.py:{kernel}", "--grid", 1, "--block", 4, "zeros:f32:4").stderr.splitlines()
        self.assertRegex(said[0], says)
        self.assertEqual(said[1:], ["    " + line, "    " + caret])

    def test_out_of_bounds(self):
        self.found("bounds", r"^f\.py:7:5: error: a\[4\] is out of bounds", "    a[cuda.grid(1) + 1] = 2",
                   "    ^~~~~~~~~~~~~~~~~~~")

    def test_a_race(self):
        self.found("race", r"^f\.py:11:5: error: race: thread \(1, 0, 0\)", "    a[0] = cuda.threadIdx.x", "    ^~~~")

    def test_uninitialised(self):
        self.found("unset", r"^f\.py:16:12: error: s\[1\] is read before", "    a[0] = s[1]", "           ^~~~")

    def test_variables_read_before_they_are_assigned(self):
        self.write("v.py", VARIABLES)
        for kernel, place, name, thread, line, caret in (
                ("constant", "13:12", "y", 0, "a[1] = y", 7), ("some", "19:27", "y", 2, "a[cuda.threadIdx.x] = y", 22),
                ("loop", "25:12", "i", 0, "a[0] = i", 7), ("called", "7:12", "y", 0, "return y + 1", 7),
                ("number", "35:12", "z", 0, "a[1] = z.imag", 7)):
            said = self.bad("run", f"v.py:{kernel}", "--grid", 1, "--block", 4, "zeros:f32:4").stderr.splitlines()
            self.assertTrue(said[0].startswith(f"v.py:{place}: error: {name} is read before it is assigned; "
                                               f"thread ({thread}, 0, 0) of block (0, 0, 0)"), said)
            self.assertEqual(said[1:], ["    " + " " * 4 + line, " " * (8 + caret) + "^"])
        self.good("run", "v.py:good", "--grid", 1, "--block", 1, "zeros:f32:4", "--save", "0=out.npy")
        np.testing.assert_array_equal(np.load(self.dir / "out.npy"), np.array([2, 1, 0, 1], np.float32))

    def test_a_divergent_barrier(self):
        self.found("diverge", r"^f\.py:21:9: error: .*barrier", "        cuda.syncthreads()", "        ^~~~~~~~~~~~~~~~~~")

    def test_a_loop_without_end_has_used_up_its_operations(self):
        self.write("e.py", ENDLESS)
        for kernel, lines in (("idle", "5"), ("locked", "10"), ("parted", "16|17"), ("later", "22")):
            for form in ("", "threads", "block"):
                said = self.bad("run", f"e.py:{kernel}", "--grid", 3, "--block", 40, "zeros:i32:200",
                                env={"PORTKERN_INTERP_FUEL": "300000", "PORTKERN_INTERP_FORM": form}).stderr
                self.assertRegex(said, rf"^e\.py:({lines}):\d+: error: the launch has used up its operations "
                                       r"\(PORTKERN_INTERP_FUEL=300000\); .*thread.* is here \(kernel " + kernel)

    def test_in_a_file_beside(self):
        self.found("other", r"beside\.py:2:5: error: a\[4\] is out of bounds", "    a[i] = 1", "    ^~~~")


class Emit(Cli):
    def test_stages(self):
        sig = ["-k", "double", "-s", "f32[::1], f32[::1]"]
        self.assertIn("FunctionDef", self.good("emit", "k.py", "-k", "double", "--to", "ast").stdout)
        self.assertIn("float32", self.good("emit", "k.py", *sig, "--to", "types").stdout)
        self.assertIn("kernel @double(", self.good("emit", "k.py", *sig, "--to", "ir").stdout)
        self.assertIn("kernel @double(", self.good("emit", "k.py", *sig, "--to", "passes", "--target", "block").stdout)
        ptx = self.good("emit", "k.py", *sig, "--to", "ptx", "--time")
        self.assertIn(".visible .entry double", ptx.stdout)
        self.assertRegex(ptx.stderr.splitlines()[-1], r"^total +\d")
        self.assertIn(".target sm_", self.good("emit", "k.py", *sig, "--to", "ptx", "--target", "sm_90").stdout)

    def test_the_same_words_twice_give_the_same_text(self):
        for stage in ("ir", "passes", "ptx"):
            texts = {self.good("emit", "k.py", "-k", "scale", "-s", "f64[:], f64", "--to", stage).stdout for _ in range(3)}
            self.assertEqual(len(texts), 1)

    def test_wrong_words(self):
        self.bad("emit", "k.py", "-s", "f32[:], f32[:]", "--to", "ir", code=2, says=["double", "scale"])
        self.bad("emit", "k.py", "-k", "double", "-s", "f33[:]", "--to", "ir", code=2, says=["f33"])
        self.bad("emit", "k.py", "-k", "double", "-s", "f32[:]", "--to", "ir", says=["2"])
        self.bad("emit", "k.py", "-k", "double", "-s", "f32[:], f32[:]", "--to", "ptx", "--target", "sm_1", code=2, says=["sm_1"])
        self.bad("emit", "none.py", "-k", "double", "-s", "f32[:]", "--to", "ir", says=["none.py"])


SCRIPT = """
import sys
import numpy as np
from numba import cuda

@cuda.jit
def add(x, out):
    i = cuda.grid(1)
    out[i] = x[i] * 2.0

@cuda.jit
def wrong(x):
    x[0] = [1]
    x[0.5] = missing

def main(n):
    x = np.ones(n, dtype=np.float32)
    add[n // 128, 128](x, cuda.device_array_like(x))
    wrong[1, 1](x)

if __name__ == "__main__":
    main(int(sys.argv[1]))
"""


class Check(Cli):
    BACKENDS = ("--backend", "interp")

    def check(self, *words, code):
        done = self.run_("check", *words, *self.BACKENDS)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout

    def test_a_script_with_host_code(self):
        self.write("s.py", SCRIPT)
        text = self.check("s.py", code=1)
        self.assertIn("kernel add(float32[::1], float32[::1])\n    interp  yes", text)
        self.assertIn("kernel wrong(float32[::1])\n    interp  no", text)
        self.assertIn("    no  a list  s.py:13:12\n", text)
        for code in ("W1016", "W1010", "W1002", "E0403", "E0340", "E0310"):
            self.assertEqual(text.count(f"[{code}]"), 1, text)
        self.assertNotIn("perf:", text)
        self.assertIn("2 functions checked, 3 errors, 3 warnings\n", text)

    def test_json_has_the_same(self):
        self.write("s.py", SCRIPT)
        got = json.loads(self.check("s.py", "--json", "--perf", code=1))
        self.assertEqual(got["file"], "s.py")
        functions = {i["function"]: i for i in got["items"] if i["kind"] == "function"}
        self.assertEqual({name: i["verdict"] for name, i in functions.items()}, {"add": "yes", "wrong": "no"})
        self.assertEqual(functions["add"]["detail"], "float32[::1], float32[::1]")
        uses = {i["name"]: i["uses"] for i in got["items"] if i["kind"] == "construct" and i["function"] == "add"}
        self.assertEqual((uses["numba.cuda.grid"], uses["operator *"], uses["an element written"]), (1, 1, 1))
        guard = next(d for d in got["diagnostics"] if d["code"] == "W1010")
        self.assertEqual((guard["severity"], guard["line"], guard["col"], guard["end_col"]), ("warning", 9, 14, 18))
        self.assertEqual(guard["source_line"].strip(), "out[i] = x[i] * 2.0")
        self.assertIn("x.shape[0]", guard["hint"])

    def test_notes_belong_to_what_stands_before_them(self):
        self.write("b.py", "from numba import cuda\n@cuda.jit('void(int64[:])')\ndef k(a):\n    if cuda.threadIdx.x < a.size:\n"
                           "        cuda.syncthreads()\n        cuda.syncthreads()\n        a[0] = 1\n")
        got = json.loads(self.check("b.py", "--json", code=0))["diagnostics"]
        self.assertEqual([(d["code"], d["line"]) for d in got if d["code"] != "W1011"],
                         [("W1013", 5), ("", 4), ("W1013", 6), ("", 4)])

    def test_every_construct_has_a_verdict_for_each_backend(self):
        self.write("f.py", "from numba import cuda\n\n\n@cuda.jit('void(int64[:])')\ndef k(a):\n    cuda.threadfence()\n"
                           "    a[0] = [1] if a.size else 0\n")
        done = self.run_("check", "f.py", "--all", "--backend", "interp,opencl")
        rows = {w[0]: w[1:] for w in map(str.split, done.stdout.splitlines()) if w}
        self.assertEqual(rows["construct"], ["interp", "opencl", "where"], done.stdout)
        self.assertEqual(rows["cuda.threadfence"], ["yes", "no", "f.py:6:5"])
        self.assertEqual(rows[".size"], ["yes", "yes", "f.py:7:19"])
        self.assertIn("    a list                    no      no      f.py:7:12\n", done.stdout)
        got = json.loads(self.run_("check", "f.py", "--json", "--backend", "interp,opencl").stdout)
        refused = {i["name"]: (i["verdict"], i["refused"]) for i in got["items"] if i["kind"] == "construct"}
        self.assertEqual(refused["numba.cuda.threadfence"], ("yes", "opencl"))
        self.assertEqual(refused["a list"], ("no", "interp,opencl"))
        self.assertEqual(refused[".size"], ("yes", ""))

    def verdict(self, path, backends, code):
        """Where each kernel runs, and the diagnostics, after that exit status."""
        done = self.run_("check", path, "--json", "--backend", backends)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        got = json.loads(done.stdout)
        rows = {(i["function"], i["name"]): i for i in got["items"] if i["kind"] == "backend"}
        return rows, got["diagnostics"]

    def test_the_exit_status_tells_some_backends_from_all(self):
        self.write("p.py", "from numba import cuda\n\n\n@cuda.jit('void(int64[:])')\ndef k(a):\n    cuda.threadfence()\n"
                           "    a[cuda.threadIdx.x] = 1\n\n\n@cuda.jit('void(int64[:])')\ndef m(a):\n    a[cuda.threadIdx.x] = 1\n")
        rows, said = self.verdict("p.py", "cuda,interp", 0)
        self.assertEqual(said, [])
        rows, said = self.verdict("p.py", "opencl,cuda,interp", 3)
        self.assertEqual(said, [])
        self.assertEqual({name: row["verdict"] for name, row in rows.items()},
                         {(f, b): "no" if (f, b) == ("k", "opencl") else "yes" for f in "km" for b in ("opencl", "cuda", "interp")})
        row = rows["k", "opencl"]
        self.assertEqual((row["line"], row["col"], row["end_col"]), (6, 5, 23))
        self.assertIn("launch another for what follows", row["detail"])
        text = self.run_("check", "p.py", "--backend", "opencl,interp").stdout
        self.assertEqual(text.count("OpenCL 1.2 has no fence"), 1, text)
        self.assertIn("0 errors, 0 warnings, 1 kernel not on every backend\n", text)
        _, said = self.verdict("p.py", "opencl", 1)
        self.assertEqual([(d["code"], d["severity"], d["line"]) for d in said], [("E0701", "error", 6)])

    def test_a_reason_of_several_backends_is_said_once(self):
        self.write("r.py", "from numba import cuda\n\n\n@cuda.jit(device=True)\ndef f(x, n):\n    cuda.syncthreads()\n"
                           "    return x[0] if n == 0 else x[n] + f(x, n - 1)\n\n\n@cuda.jit('void(int64[:])')\ndef k(a):\n"
                           "    if cuda.threadIdx.x == 0:\n        a[0] = f(a, 3)\n")
        _, said = self.verdict("r.py", "opencl,cuda,interp", 1)
        self.assertEqual([(d["line"], d["message"].split(":")[0]) for d in said if d["code"] == "E0701"],
                         [(6, "cuda, interp cannot have k"), (7, "opencl cannot have k")])

    def test_a_kernel_without_types_may_be_for_some_backends(self):
        text = "from numba import cuda\n\n\n@cuda.jit\ndef k(f, a):\n    a[0] = f(cuda.globaltimer())\n"
        self.write("u.py", text)
        self.verdict("u.py", "cuda,interp", 0)
        self.verdict("u.py", "opencl,interp", 3)

    def test_a_backend_that_is_asked_for_must_be_there(self):
        self.write("m.py", "from numba import cuda\n\n\n@cuda.jit('void(int64[:])')\ndef k(a):\n    a[cuda.threadIdx.x] = 1\n")
        rows, said = self.verdict("m.py", "interp,cdua", 1)
        self.assertEqual([d["code"] for d in said], ["E0703"])
        self.assertEqual(rows["k", "cdua"]["verdict"], "unknown")

    def test_uses_of_numba_on_the_host_are_listed(self):
        self.write("s.py", SCRIPT)
        got = json.loads(self.check("s.py", "--json", code=1))
        host = {i["name"]: i for i in got["items"] if i["kind"] == "host"}
        self.assertEqual({n: i["verdict"] for n, i in host.items()},
                         {"numba.cuda.jit": "yes", "a launch": "yes", "numba.cuda.device_array_like": "yes"})
        self.assertEqual((host["a launch"]["uses"], host["numba.cuda.jit"]["uses"]), (2, 2))
        self.assertIn("pk_launch", host["a launch"]["detail"])

    def test_warnings_are_no_failure_and_types_can_be_said(self):
        self.write("s.py", SCRIPT.split("def main")[0].replace("x[0] = [1]", "pass").replace("x[0.5] = missing", "x[0] = 1"))
        self.assertEqual(self.check("s.py", code=0).count("[W1018]"), 2)
        text = self.check("s.py", "-k", "add", "-s", "f64[:], f64[:]", code=0)
        self.assertIn("add(float64[:], float64[:])", text)
        self.assertNotIn("W1002", text)

    def test_what_cannot_be_checked(self):
        self.bad("check", code=2, says=["wants a FILE"])
        self.bad("check", "k.py", "l.py", code=2, says=["'l.py'"])
        self.bad("check", "k.py", "--fast", code=2, says=["--fast"])
        self.bad("check", "k.py", "-k", "none", says=["no function 'none'"])
        self.bad("check", "k.py", "-k", "scale", "-s", "f32[", code=2, says=["signature"])
        self.bad("check", "none.py", says=["none.py"])
        self.write("s.py", "def f(:\n")
        self.bad("check", "s.py", says=["s.py:1:6", "E0100"])
        self.assertEqual(json.loads(self.run_("check", "s.py", "--json").stdout)["diagnostics"][0]["code"], "E0100")

    def test_codes_are_explained(self):
        self.assertIn("What to do:", self.good("explain", "e0320").stdout)
        self.assertEqual(self.good("explain", "operator").stdout, self.good("explain", "E0320").stdout)
        self.bad("explain", code=2, says=["wants a CODE"])
        self.bad("explain", "E9999", code=2, says=["E9999"])


class Bench(Cli):
    def test_one_kernel(self):
        text = self.good("bench", "compile", "k.py:scale", "-s", "f32[:], f32", "--runs", 2).stdout
        self.assertRegex(text, r"parse +frontend +passes +emit +total ms +kernel\n.*k\.py:scale f32\[:\], f32\n"
                               r"1 kernels, 0 failed, median \d+\.\d+ ms, longest \d+\.\d+ ms")

    def test_a_list_goes_on_after_a_failure_and_gives_the_median(self):
        self.write("list", 'k.py:double -s "f32[:], f32[:]"\n# no kernel\nk.py:scale -s "f32[:], f32" --block 8\n'
                           "k.py:scale -s i64\nk.py:scale -s 'i64[:], i64'\n")
        done = self.bad("bench", "compile", "--list", "list", "--to", "passes", "--target", "block", "--json",
                        says=["takes 2 arguments"])
        got = json.loads(done.stdout)
        self.assertEqual((got["stage"], got["runs"], got["failed"]), ("passes", 5, 1))
        rows = got["kernels"]
        self.assertEqual({(r["kernel"], r["signature"]) for r in rows},
                         {("double", "f32[:], f32[:]"), ("scale", "f32[:], f32"), ("scale", "i64[:], i64")})
        totals = [r["total_ms"] for r in rows]
        self.assertEqual(totals, sorted(totals, reverse=True))
        self.assertEqual(got["median_ms"], totals[1])
        for r in rows:
            self.assertAlmostEqual(r["total_ms"], r["parse_ms"] + r["frontend_ms"] + r["passes_ms"], delta=1e-5)

    def test_wrong_words(self):
        self.bad("bench", code=2, says=["the word compile"])
        self.bad("bench", "compile", code=2, says=["wants FILE:KERNEL"])
        self.bad("bench", "compile", "k.py", code=2, says=["got 'k.py'"])
        self.bad("bench", "compile", "k.py:scale", code=2, says=["-s SIGNATURE"])
        self.bad("bench", "compile", "k.py:scale", "-s", "f32[:], f32", "--runs", 0, code=2, says=["at least 1"])
        self.bad("bench", "compile", "k.py:scale", "--list", "l", code=2, says=["no kernel beside it"])
        self.bad("bench", "compile", "--list", "none", says=["none"])
        self.write("list", "k.py:scale\n")
        self.bad("bench", "compile", "--list", "list", says=["list:1: wants -s"])
        self.bad("bench", "compile", "k.py:none", "-s", "f32", says=["none"])


class PluginCheck(Cli):
    def test_the_suite_runs_on_a_backend(self):
        lines = self.good("plugin-check", "interp").stdout.splitlines()
        self.assertRegex(lines[0], r"^1\.\.\d+$")
        self.assertEqual(sum(line.startswith("ok ") for line in lines), int(lines[0][3:]))

    def test_what_is_no_plugin(self):
        self.write("empty.so", "")
        self.assertIn("empty.so", self.bad("plugin-check", "./empty.so").stdout)
        self.bad("plugin-check", "./none.so", says=["./none.so: No such file or directory"])
        self.assertIn("nonsense", self.bad("plugin-check", "nonsense").stdout)
        self.bad("plugin-check", code=2, says=["file of a plugin"])


class Devices(Cli):
    def test_lists_interp_and_says_why_cuda_is_not_there(self):
        text = self.good("devices").stdout
        self.assertIn("interp", text)
        rows = json.loads(self.good("devices", "--json").stdout)
        names = {r["backend"] for r in rows}
        self.assertIn("interp", names)
        for row in rows:
            if not row["available"]:
                self.assertTrue(row["reason"])

    def test_plugins_that_cannot_be_used_are_rows_with_the_reason(self):
        open_to_all, own = self.dir / "open", self.dir / "own"
        open_to_all.mkdir()
        open_to_all.chmod(0o777)
        own.mkdir()
        (own / "portkern-broken.so").write_bytes(b"no library")
        env = {"PORTKERN_PLUGIN_PATH": f"{open_to_all}:{own}"}
        text = self.good("devices", env=env).stdout
        self.assertRegex(text, r"(?m)^\(folder\) +- +not available: plugin folder .*/open can be written by everybody")
        for path, says in (("/nowhere/plugins", "No such file or directory"), (str(self.dir / "x.npy"), "is no folder")):
            said = self.good("devices", env={"PORTKERN_PLUGIN_PATH": path}).stdout
            self.assertRegex(said, rf"(?m)^\(folder\) +- +not available: plugin folder {path}:? {says}$")
        self.assertRegex(text, r"(?m)^broken +- +not available: cannot open .*/own/portkern-broken\.so: .+")
        rows = {r["file"]: r for r in json.loads(self.good("devices", "--json", env=env).stdout)}
        refused, broken = rows[str(open_to_all)], rows[str(own / "portkern-broken.so")]
        self.assertEqual((refused["backend"], refused["status"], refused["available"]), ("", "NO_PLUGIN", False))
        self.assertEqual((broken["backend"], broken["status"], broken["available"]), ("broken", "NO_PLUGIN", False))

    def test_cache_command(self):
        self.good("cache")
        self.assertEqual(self.good("cache", "dir").stdout.strip(), str(self.dir / "cache"))
        self.assertEqual(json.loads(self.good("cache", "list", "--json").stdout), [])
        self.good("cache", "clear")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
