#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""portkern run: arguments, lists, and what the interpreter finds."""
import collections

import numpy as np
from cli import Arrays, Cli, main


HOST = """import collections
import numpy as np
from numba import cuda, guvectorize, njit, vectorize

Point = collections.namedtuple("Point", "x y")

@njit
def numbers(n, x=0.1):
    return n + 1, x * n, n > 2, None, np.float32(x), 1.5 - 2j, np.uint8(n) * np.uint64(2**63)

@njit
def arrays(a, n):
    a[0] = n
    return a.reshape(2, -1)[:, ::-1], [1, n], np.arange(n) == 1, np.arange(3)[:0], np.float16(0.1) * np.ones(1)

@njit
def large(n):
    return np.zeros((n, n))

@njit
def named(x):
    return Point(x, -x), (x,)

@njit
def raises(n):
    raise ValueError("negative", n)

@vectorize
def larger(a, b):
    if a > b:
        return a
    return b

@guvectorize(["void(float64[:], float64[:])"], "(n)->(n)")
def doubled(x, out):
    out[:] = 2 * x

@njit
def calls_larger(x):
    return larger(x, 2.0)

@cuda.jit
def kernel(a):
    a[0] = 1
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


class Run(Arrays):
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
        self.bad(*line, "zeros:f64:1", "1", "a=1", says=["argument 1 'a' of k is passed twice"])
        self.bad(*line, "zeros:f64:1", "b=1", says=["k is launched without argument 'a'"])
        self.bad(*line, "a=1", "zeros:f64:1", code=2, says=["'zeros:f64:1' has no name and comes after a="])

    def test_numbers_are_what_they_say(self):
        self.write("n.py", "from numba import cuda\n@cuda.jit\ndef k(out, n):\n    out[0] = n\n")
        line = ("run", "n.py:k", "--grid", 1, "--block", 1, "--save", "0=out.npy", "zeros:u64:1")
        for word, want in (("010", 10), ("0x10", 16), ("18446744073709551615:u64", 2**64 - 1), ("9007199254740993", 2**53 + 1),
                           ("1e3", 1000)):
            self.good(*line, word)
            self.assertEqual(int(np.load(self.dir / "out.npy")[0]), want)
        for word in ("18446744073709551615", "-9223372036854775809", "(1)", "(2.5)"):
            self.bad(*line, word, code=2, says=[f"'{word}' is not a value of type i64"])

    def test_tuples(self):
        self.write("t.py", "from numba import cuda\n@cuda.jit\ndef k(out, t, u):\n    out[0] = t[0] + t[1][0][2] * len(t[1])\n"
                           "    out[1] = len(u)\n    if t[1][1] is not None:\n        out[1] += t[1][1].real\n")
        line = ("run", "t.py:k", "--grid", 1, "--block", 1, "--save", "0=out.npy", "zeros:f64:2")
        for words, want in ((["(1, (@x.npy, None))", "()"], [5, 0]), (["(2:i8,(@x.npy,1+2j:c64,),)", "(3,)"], [6, 2]),
                            (["t=(1.5, ((0, 0, True), (2-3j)))", "u=((),)"], [3.5, 3])):
            self.good(*line, *words)
            np.testing.assert_array_equal(np.load(self.dir / "out.npy"), want)
        for word in ("(1,", "(,)", "(1,,2)", "(1,2)x", "(1,))", "(" * 40 + "1" + ",)" * 40):
            self.bad(*line, word, code=2, says=["is not a tuple"])
        self.bad(*line, "(1, abc)", code=2, says=["'abc' is not a value"])
        self.bad(*line, "(1, @none.npy)", says=["cannot read none.npy"])
        self.bad(*line, "(1, 2)", "--save", "1=t.npy", code=2, says=["--save 1: that argument is not an array"])

    def test_members_of_enumerations(self):
        self.write("e.py", "from enum import Enum\nfrom numba import cuda\nclass Color(Enum):\n    RED = 1.5\n    BLUE = 4.0\n"
                           "@cuda.jit\ndef k(out, c, t):\n    out[0] = c.value + (10 if t[1] is Color.BLUE else t[0])\n")
        line = ("run", "e.py:k", "--grid", 1, "--block", 1, "--save", "0=out.npy", "zeros:f64:1")
        for words, want in ((["Color.RED", "(1, Color.BLUE)"], 11.5), (["t=(2, Color.RED)", "c=Color.BLUE"], 6)):
            self.good(*line, *words)
            self.assertEqual(np.load(self.dir / "out.npy")[0], want)
        self.bad(*line, "Color.GREEN", "(1, 2)", says=["'Color.GREEN' is not a member of an enumeration of the module, Color has RED, BLUE\n"])
        self.bad(*line, "Hue.GREEN", "(1, 2)", says=["'Hue.GREEN' is not a member of an enumeration of the module\n"])
        for word, near in (("Color.REDD", "Color.RED"), ("Colour.BLUE", "Color.BLUE")):
            self.bad(*line, word, "(1, 2)", says=[f"'{word}' is not a member of an enumeration of the module, did you mean {near}?"])
        self.bad(*line, "Color.RED.", "(1, 2)", code=2, says=["'Color.RED.' is not a value"])

    def test_kernels_of_classes_and_functions(self):
        self.write("c.py", "from numba import cuda\nclass Solver:\n    W = 4\n    @staticmethod\n    @cuda.jit\n"
                           "    def step(x):\n        x[0] = Solver.W\n"
                           "def main():\n    n = 2 * 21\n    @cuda.jit\n    def inner(x):\n        x[0] = n\n    inner[1, 1](x)\nmain()\n")
        for kernel, want in (("step", 4), ("Solver.step", 4), ("inner", 42)):
            self.good("run", f"c.py:{kernel}", "--grid", 1, "--block", 1, "--save", "0=out.npy", "zeros:f64:1")
            self.assertEqual(np.load(self.dir / "out.npy")[0], want)
        self.bad("run", "c.py:Solver.stop", "--grid", 1, "--block", 1, "zeros:f64:1", says=["no kernel 'Solver.stop'", "Solver.step, inner"])
        self.write("m.py", "from numba import cuda\nclass Solver:\n    @cuda.jit\n    def step(self, x):\n        x[0] = 1\n")
        self.bad("run", "m.py:step", "--grid", 1, "--block", 1, "zeros:f64:1",
                 says=["takes 2 arguments (self, x), got 1; a kernel cannot be a method: write @staticmethod above its decorator"])
        self.write("d.py", "from numba import cuda\n" + "".join(
            f"class {name}:\n    @staticmethod\n    @cuda.jit\n    def step(x):\n        x[0] = {value}\n"
            for name, value in (("A", 1), ("B", 2))))
        for kernel, want in (("A.step", 1), ("B.step", 2), ("step", 1)):
            self.good("run", f"d.py:{kernel}", "--grid", 1, "--block", 1, "--save", "0=out.npy", "zeros:f64:1")
            self.assertEqual(np.load(self.dir / "out.npy")[0], want)
        self.bad("run", "d.py:C.step", "--grid", 1, "--block", 1, "zeros:f64:1", says=["no kernel 'C.step'", "A.step, B.step"])

    def test_named_tuples(self):
        self.write("n.py", "from collections import namedtuple\nfrom numba import cuda\nimport shapes\nPoint = namedtuple('Point', 'x y')\n"
                           "@cuda.jit\ndef k(out, p, b):\n    out[0] = p.x + 10 * p.y + b.size.x[0] * b.name\n")
        self.write("shapes.py", "from typing import NamedTuple\nclass Box(NamedTuple):\n    size: int\n    name: int\n")
        np.save(self.dir / "x.npy", np.array([7.0]))
        line = ("run", "n.py:k", "--grid", 1, "--block", 1, "--save", "0=out.npy", "zeros:f64:1")
        for words in (["Point(1, 2:f32)", "shapes.Box(Point(@x.npy, None), 3)"], ["b=shapes.Box(Point(@x.npy,0), 3)", "p=Point(1,2)"]):
            self.good(*line, *words)
            self.assertEqual(np.load(self.dir / "out.npy")[0], 42)
        self.bad(*line, "Point(1)", "1", says=["Point has 2 items (x, y), got 1"])
        self.write("d.py", "from collections import namedtuple\nfrom numba import cuda\nP = namedtuple('P', 'x y z', defaults=(7,))\n"
                           "@cuda.jit\ndef k(out, p):\n    out[0] = p.x + p.y + p.z\n")
        line_of_d = ("run", "d.py:k", "--grid", 1, "--block", 1, "zeros:f64:1")
        self.good(*line_of_d, "P(1, 2, 7)")
        self.bad(*line_of_d, "P(1, 2)", says=["P has 3 items (x, y, z), got 2: a launch must pass those with a default, too"])
        self.bad(*line_of_d, "P(1)", says=["P has 3 items (x, y, z), got 1\n"])
        self.bad(*line, "Pint(1)", "1", says=["'Pint' is not a namedtuple or NamedTuple of the module, did you mean Point?"])
        self.bad(*line, "Quaternion(1)", "1", says=["'Quaternion' is not a namedtuple or NamedTuple of the module\n"])
        self.bad(*line, "(1, 2)", "1", says=["UniTuple(int64 x 2) has no attribute 'x'"])
        self.bad(*line, "Point(1, y=2)", "1", code=2, says=["'y=2': the items of this tuple have no names"])
        for word in ("Point(1, 2", "Point(1, 2)3", "Point(, 2)"):
            self.bad(*line, word, "1", code=2, says=["is not a tuple"])

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

    def test_an_index_of_a_view_is_the_one_that_is_written(self):
        rows = (("a[::-1][12]", "index 12 is out of bounds for an axis of 10: a[-3], and a has 10 elements"),
                ("a[::-1][n]", "index 12 is out of bounds for an axis of 10: a[-3], and a has 10 elements"),
                ("a[::-1][2:5][-n]", "index -12 is out of bounds for an axis of 3: a[16], and a has 10 elements"),
                ("a[2::3][n]", "index 12 is out of bounds for an axis of 3: a[38], and a has 10 elements"),
                ("a[-n]", "index -12 is out of bounds for an axis of 10: a[-2], and a has 10 elements"),
                ("a[n]", "a[12] is out of bounds: a has 10 elements"),
                ("b[1, n]", "index 12 is out of bounds for an axis of 5: b[17], and b has 15 elements"),
                ("b[n - 2, 2]", "index 10 is out of bounds for an axis of 3: b[52], and b has 15 elements"),
                ("b.T[1][n]", "index 12 is out of bounds for an axis of 3: b[61], and b has 15 elements"))
        self.write("v.py", "from numba import cuda\n" + "".join(
            f"@cuda.jit\ndef {kind}{k}(a, b, n):\n    {text.format(place)}\n" for k, (place, _) in enumerate(rows)
            for kind, text in (("load", "a[0] = {}"), ("store", "{} = 1"), ("add", "{} += 1"))))
        for k, (place, says) in enumerate(rows):
            for kind in ("load", "store", "add"):
                said = self.bad("run", f"v.py:{kind}{k}", "--grid", 1, "--block", 1, "zeros:f64:10", "zeros:f64:3,5", 12)
                self.assertIn(f"error: {says}; a thread", said.stderr, place)

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
            said = self.bad("run", f"v.py:{kernel}", "--grid", 1, "--block", 4, "zeros:f32:4",
                            env={"PORTKERN_CHECK": "races,uninit"}).stderr.splitlines()
            self.good("run", f"v.py:{kernel}", "--grid", 1, "--block", 1, "zeros:f32:4", env={"PORTKERN_CHECK": "races"})
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


class Calls(Cli):
    """Functions of the host, which are called."""

    def setUp(self):
        super().setUp()
        self.write("h.py", HOST)
        np.save(self.dir / "a.npy", np.arange(4, dtype=np.float32))

    def printed(self, *words):
        out = self.good("run", *words).stdout
        names = {"array": np.array, "nan": np.nan, "inf": np.inf, "Point": collections.namedtuple("Point", "x y"),
                 **{name: np.dtype(name) for name in ("bool", "int64", "float16", "float32", "float64")}}
        return eval(out, names)

    def test_results_are_printed_as_python_writes_them(self):
        self.assertEqual(self.printed("h.py:numbers", 4), (5, 0.4, True, None, 0.1, 1.5 - 2j, 1 << 65 & (1 << 64) - 1))
        self.assertEqual(self.printed("h.py:numbers", "x=0.5", "n=1"),
                         (2, 0.5, False, None, 0.5, 1.5 - 2j, 1 << 63))
        self.assertEqual(self.printed("h.py:named", "1.5"), ((1.5, -1.5), (1.5,)))
        self.assertIn("array of float64, shape (40, 40)", self.good("run", "h.py:large", 40).stdout)
        got = self.printed("h.py:arrays", "@a.npy", 3, "--save", "0=b.npy")
        for array, wanted in zip(got, (np.array([[1, 3], [3, 2]], np.float32), [1, 3], [False, True, False],
                                       np.zeros(0, np.int64), np.float16(0.1) * np.ones(1)), strict=True):
            np.testing.assert_array_equal(array, wanted)
            self.assertEqual(type(array) is list, type(wanted) is list and wanted[0] == 1)
        np.testing.assert_array_equal(np.load(self.dir / "b.npy"), [3, 1, 2, 3])

    def test_floats_have_pythons_digits(self):
        self.write("f.py", "from numba import njit, float32\n@njit\ndef same(x):\n    return x\n"
                           "@njit\ndef single(x):\n    return float32(x)\n")
        for value in (10.0, 100.0, 1e15, 123456789012345680.0, 1e16, 1e22, 0.0001, 0.00001, 1.5e-5, 0.1, -0.0, 1 / 3, 5e-324, 2.5e300):
            self.assertEqual(self.good("run", "f.py:same", f"x={value!r}").stdout, f"{value!r}\n")
        for value in (10.0, 0.1, 1 / 3, 16777216.0, 1e20):
            self.assertEqual(self.good("run", "f.py:single", f"x={value!r}").stdout, f"{np.float32(value)!s}\n")

    def test_what_is_wrong_is_said(self):
        self.bad("run", "h.py:raises", 3, says=["h.py:26:5: error: ValueError: ('negative', 3)"])
        self.assertEqual(self.printed("h.py:larger", 3, 2.5), 3.0)
        self.assertEqual(self.printed("h.py:calls_larger", 1), 2.0)
        self.bad("run", "h.py:larger", "zeros:f64:3", 2.5, says=["larger has @vectorize", "not for arrays", "pk_map"])
        self.bad("run", "h.py:doubled", "zeros:f64:3", "zeros:f64:3", says=["'doubled' has @guvectorize"])
        self.bad("run", "h.py:kernel", "zeros:f32:1", says=["kernel is a kernel: a launch needs --grid and --block"])
        self.bad("run", "h.py:nothing", says=["no function 'nothing'"])
        self.bad("run", "h.py:numbers", says=["numbers takes 1 to 2 arguments (n, x), got 0"])
        self.bad("run", "h.py:numbers", 3, "--grid", 1, code=2, says=["needs --grid and --block"])


if __name__ == "__main__":
    main()
