#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""portkern check and explain."""
import json
import pathlib
import shutil

import numpy as np
from cli import PORTKERN, Cli, main


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


class Parts(Cli):
    """Checks are in a file of their own, beside the library."""

    def alone(self):
        """A copy of the library, with a folder of its own."""
        library = (pathlib.Path(PORTKERN).parent.parent / "libportkern.so.0").resolve()
        shutil.copy(library, self.dir / "libportkern.so.0")
        return {"LD_LIBRARY_PATH": str(self.dir)}

    def test_without_the_file_nothing_else_fails(self):
        env = self.alone()
        self.bad("check", "k.py", env=env, says=[
            "checking modules needs", "portkern/portkern-module-check.so", "install it with the library"])
        self.good("emit", "k.py", "-k", "double", "-s", "f32[:], f32[:]", "--to", "ir", env=env)

    def test_a_file_that_is_none(self):
        env = self.alone()
        (self.dir / "portkern").mkdir()
        self.write("portkern/portkern-module-check.so", "no library")
        self.bad("check", "k.py", env=env, says=["which cannot be used", "install it with the library"])

    def test_a_file_that_is_cut_short(self):
        env = self.alone()
        whole = (pathlib.Path(PORTKERN).parent.parent / "portkern" / "portkern-module-check.so").read_bytes()
        (self.dir / "portkern").mkdir()
        self.write("portkern/portkern-module-check.so", whole[:len(whole) // 2])
        self.bad("check", "k.py", env=env, says=["which cannot be used", "incomplete", "install it with the library"])

    def test_a_folder_that_everybody_can_write(self):
        env = self.alone()
        (self.dir / "portkern").mkdir()
        (self.dir / "portkern").chmod(0o777)
        self.bad("check", "k.py", env=env, says=["can be written by everybody"])


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
        self.write("b.py", "from numba import cuda\n@cuda.jit('void(int64[:])')\ndef k(a):\n    if cuda.threadIdx.x < 16:\n"
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

    REFUSED = """from numba import cuda


@cuda.jit(device=True)
def fib(n):
    if n < 2:
        return n
    return fib(n - 1) + fib(n - 2)


@cuda.jit("void(int64[:])")
def calls(a):
    a[0] = fib(a[1])


@cuda.jit("void(int64[:])")
def fences(a):
    cuda.threadfence()
    a[cuda.threadIdx.x] = 1


@cuda.jit("void(int64[:])")
def waits(a):
    if cuda.threadIdx.x > 3:
        cuda.syncthreads()
    a[cuda.threadIdx.x] = 1
"""

    def test_check_emit_and_run_refuse_with_the_same_words(self):
        self.write("f.py", self.REFUSED)
        rows = (("calls", "f.py:8:12: error: ", "fib calls itself, and OpenCL 1.2 has no recursion [E0701]\n", "write it as a loop"),
                ("fences", "f.py:18:5: error: ", "OpenCL 1.2 has no fence that other blocks see [E0701]\n", "let the kernel end here"),
                ("waits", "f.py:25:9: error: ", "the condition in line 24 depends on the thread [E0702]\n", "move the barrier"))
        for kernel, place, words, hint in rows:
            for command in (["emit", "f.py", "-k", kernel, "--to", "opencl"],
                            ["run", f"f.py:{kernel}", "--backend", "opencl", "--grid", 1, "--block", 32, "zeros:i64:64"],
                            ["check", "f.py", "-k", kernel, "--backend", "opencl"]):
                done = self.run_(*command)
                text = done.stdout + done.stderr
                if command[0] == "run" and "[E07" not in text:
                    self.assertIn("opencl", text)  # there is no device of it
                    continue
                self.assertEqual(done.returncode, 1, text)
                for part in (place, words, "\n    hint: " + hint):
                    self.assertIn(part, text)

    def test_a_request_that_names_nothing_has_a_code(self):
        self.write("f.py", self.REFUSED)
        for command, code, parts in (
                (["emit", "f.py", "-k", "fence", "--to", "ir"], 1, ["no function 'fence' [E0211]", "hint: did you mean fences?"]),
                (["check", "f.py", "-k", "fence"], 1, ["no function 'fence' [E0211]", "hint: did you mean fences?"]),
                (["run", "f.py:fence", "--backend", "interp", "--grid", 1, "--block", 1], 1,
                 ["no kernel 'fence' [E0211]", "hint: did you mean fences?"]),
                (["run", "f.py:fib", "--backend", "interp", "--grid", 1, "--block", 1], 1,
                 ["f.py:5:1: error: 'fib' is a device function, not a kernel [E0211]", "hint: there are calls, fences, waits"]),
                (["emit", "f.py", "-k", "fib", "--to", "ir"], 2, ["f.py:5:1: error: fib has no signature [E0215]", "hint: say"]),
                (["check", "f.py", "-k", "fib", "-s", "i46"], 2,
                 ["<signature>:1:1: error: 'i46' is not a type [E0214]\n    i46\n    ^~~\n", "hint: did you mean i"]),
                (["emit", "f.py", "-k", "fib", "-s", "i64[;", "--to", "ir"], 2,
                 ["<signature>:1:5: error: expected ':' [E0213]\n    i64[;\n        ^\n", "hint: float32[:] has one axis"]),
                (["emit", "f.py", "-k", "fib", "-s", "i64, i64", "--to", "ir"], 1,
                 ["f.py:5:1: error: fib takes 1 argument, got 2 [E0207]", "hint: its parameters are: n"])):
            self.bad(*command, code=code, says=parts)

    def test_a_faulty_decorator_says_the_same_to_all(self):
        self.write("d.py", "from numba import cuda\n\n\n@cuda.jit('void(int64[:])', devise=True)\ndef k(a):\n    a[0] = 1\n")
        for command in (["emit", "d.py", "-k", "k", "-s", "i64[:]", "--to", "ir"], ["check", "d.py", "--backend", "interp"],
                        ["run", "d.py:k", "--backend", "interp", "--grid", 1, "--block", 1, "zeros:i64:1"],
                        ["run", "d.py:k", "--backend", "interp", "--grid", 1, "--block", 1]):
            done = self.run_(*command)
            self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
            self.assertIn("d.py:4:29: error: cuda.jit takes no option 'devise' [E0201]\n", done.stdout + done.stderr)
            self.assertIn("    hint: did you mean device?\n", done.stdout + done.stderr)

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
        self.verdict("u.py", "cuda,interp", 4)
        self.verdict("u.py", "opencl,interp", 3)

    def test_a_backend_that_is_asked_for_must_be_there(self):
        self.write("m.py", "from numba import cuda\n\n\n@cuda.jit('void(int64[:])')\ndef k(a):\n    a[cuda.threadIdx.x] = 1\n")
        rows, said = self.verdict("m.py", "interp,cdua", 1)
        self.assertEqual([d["code"] for d in said], ["E0703"])
        self.assertEqual(rows["k", "cdua"]["verdict"], "unknown")

    def test_kernels_in_tests_are_found_with_what_these_import(self):
        kernel = """
{0}@cuda.jit
{0}def f(a):
{0}    i = cuda.grid(1)
{0}    if i < a.size:
{0}        a[i] += {1}
{0}f[1, 32](np.zeros(4))
"""
        self.write("functions.py", "import numpy as np\ndef test_add():\n    from numba import cuda"
                   + kernel.format("    ", 1))
        self.write("methods.py", "import unittest\nimport numpy as np\nclass Test(unittest.TestCase):\n"
                   "    def test_one(self):\n        from numba import cuda" + kernel.format("        ", 1)
                   + "    def test_two(self):\n        from numba import cuda as cuda" + kernel.format("        ", 2))
        self.write("deeper.py", "import numpy as np\ndef test_add():\n    def inner():\n        from numba import cuda"
                   + kernel.format("        ", 1) + "    inner()\n")
        found = self.good("check", "deeper.py").stdout
        self.assertIn("deeper.py:6: kernel f(float64[::1])", found)
        self.assertIn("deeper.py: 1 function checked, 0 errors, 0 warnings", found)
        found = self.good("check", "functions.py").stdout
        self.assertIn("functions.py:5: kernel f(float64[::1])", found)
        self.assertIn("functions.py: 1 function checked, 0 errors, 0 warnings", found)
        found = self.good("check", "methods.py").stdout
        self.assertIn("methods.py:7: kernel f(float64[::1])", found)
        self.assertIn("methods.py:15: kernel f(float64[::1])", found)
        self.assertIn("methods.py: 2 functions checked, 0 errors, 0 warnings", found)

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
        self.assertEqual(self.check("s.py", code=4).count("[W1018]"), 2)
        self.check("s.py", "--accept", "unknown", code=0)
        text = self.check("s.py", "-k", "add", "-s", "f64[:], f64[:]", code=0)
        self.assertIn("add(float64[:], float64[:])", text)
        self.assertNotIn("W1002", text)

    def test_launches_with_members_and_named_tuples(self):
        self.write("s.py", "from enum import Enum\nfrom typing import NamedTuple\nimport numpy as np\nfrom numba import cuda\n"
                           "class Color(Enum):\n    RED = 1\nclass Point(NamedTuple):\n    x: float\n    y: int\n"
                           "@cuda.jit\ndef k(p, c, out):\n    if c is Color.RED:\n        out[0] = p.x\n"
                           "k[1, 1](Point(1.5, 2), Color.RED, np.zeros(1))\n")
        self.assertIn("kernel k(Point(float64, int64), Color, float64[::1])\n    interp  yes", self.check("s.py", code=0))

    def test_annotations_and_defaults_are_guesses_and_the_hint_has_them(self):
        self.write("s.py", "from enum import Enum\nfrom collections import namedtuple\nfrom numba import cuda\n"
                           "Point = namedtuple('Point', 'x y')\nclass Color(Enum):\n    RED = 1\n"
                           "@cuda.jit\ndef k(out, p: Point, c: Color, w=(1, 2.5), n=3):\n"
                           "    if c == Color.RED:\n        out[n] = p.x * w[1]\n")
        types = "float32[:], Point(float32, float32), Color, Tuple(int64, float64), int64"
        text = self.check("s.py", code=4)
        self.assertIn(f"taken as ({types})\n    interp  yes", text)
        self.assertIn(f'give them by -k k -s "{types}"', text)
        self.assertIn(f"kernel k({types})\n    interp  yes", self.check("s.py", "-k", "k", "-s", types, code=0))

    def test_host_functions_have_the_types_of_calls(self):
        self.write("s.py", """import numpy as np
from numba import cuda, njit
@njit
def mean(x, weight=1.0):
    return np.sum(x) / len(x) * weight
@njit("int64(int64)")
def helper(i):
    return i + 1
@cuda.jit
def k(a):
    a[helper(0)] = 1
k[1, 1](np.zeros(2))
mean(np.ones((2, 3), np.float32).ravel())
mean([1, 2], weight=3)
""")
        text = self.check("s.py", code=0)
        self.assertIn("host mean(float32[::1], float64)\n    interp  yes", text)
        self.assertIn("host mean(List(int64), int64)\n    interp  yes", text)
        text = self.run_("check", "s.py", "--backend", "opencl,interp").stdout
        self.assertIn("host helper(int64)\n    opencl  yes", text)  # a kernel calls it

    def test_a_guess_is_no_error_of_a_host_function(self):
        self.write("s.py", """import numpy as np
from numba import njit
@njit
def corner(m):
    return m[0, 0]
@njit
def length(x):
    return x.shape[0] + len(x.size)
@njit
def twice(x):
    return x.dtype + x
def main(shape, n):
    m = np.zeros(n)  # which may be a tuple
    return corner(m), twice(shape)
""")
        text = self.check("s.py", code=0)
        self.assertEqual(text.count("its types are not known: "), 3)
        self.assertIn("host twice: its types are not known: the call on line 14 does not show that of 'x'\n", text)
        self.assertIn("0 errors, 0 warnings", text)
        self.write("s.py", """from numba import njit
@njit
def corner(m):
    return m[0, 0] + nothing
""")
        text = self.check("s.py", code=1)
        self.assertIn("name 'nothing' is not defined", text)
        self.assertIn("1 error, 0 warnings", text)

    def test_what_cannot_be_checked(self):
        self.bad("check", code=2, says=["needs a FILE"])
        self.bad("check", "k.py", "l.py", says=["l.py"])
        self.bad("check", "k.py", "l.py", "-k", "double", code=2, says=["-k and -s are of one FILE"])
        self.bad("check", "k.py", "--json", "--sarif", code=2, says=["one of --json and --sarif"])
        self.bad("check", "k.py", "--accept", "unknown,nought", code=2, says=["'nought'"])
        self.bad("check", "k.py", "--fast", code=2, says=["--fast"])
        self.bad("check", "k.py", "-k", "none", says=["no function 'none'"])
        self.bad("check", "k.py", "-k", "scale", "-s", "f32[", code=2, says=["signature"])
        self.bad("check", "none.py", says=["none.py"])
        self.write("s.py", "def f(:\n")
        self.bad("check", "s.py", says=["s.py:1:6", "E0100"])
        self.assertEqual(json.loads(self.run_("check", "s.py", "--json").stdout)["diagnostics"][0]["code"], "E0100")

    def test_codes_are_explained(self):
        self.assertIn("What to do:", self.good("explain", "e0320").stdout)
        self.assertIn("out[0] += a[i]\n            ^~~~~~\n    hint: cuda.atomic.add", self.good("explain", "W1011").stdout)
        self.assertNotIn("```", self.good("explain", "W1011").stdout)
        self.assertIn("What to do:", self.good("explain", "E0901").stdout)
        self.assertEqual(self.good("explain", "operator").stdout, self.good("explain", "E0320").stdout)
        self.bad("explain", code=2, says=["needs a CODE"])
        self.bad("explain", "E9999", code=2, says=["E9999"])


if __name__ == "__main__":
    main()
