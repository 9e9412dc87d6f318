#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""portkern emit: stages, and signatures."""
from cli import Cli, main


CLASSES = """
from collections import namedtuple
from enum import Enum, IntEnum
import numpy as np
from numba import cuda

Point = namedtuple("Point", "x, y")
REC = np.dtype([("x", np.float32), ("n", np.int64)])

class Color(Enum):
    RED = 1
    BLUE = 2.5

class Mode(IntEnum):
    ON = 3

@cuda.jit
def k(p, c, m, r, out):
    if c is Color.RED and m == Mode.ON:
        out[0] = p.x + r[0].n
"""


VECTORS = """import numpy as np
from numba import cuda, njit

@cuda.jit
def simple(x):
    i = cuda.grid(1)
    if i < x.size:
        x[i] = 2 * x[i] + 1

@cuda.jit
def rounds(x, n):
    i = cuda.grid(1)
    if i < x.size:
        for _ in range(n):
            x[i] = x[i] * x[i] + 1

@cuda.jit
def rows(start, x):
    i = cuda.grid(1)
    s = 0.0
    if i < x.size:
        s = x[i]
        for k in range(start[i], start[i + 1]):
            s += x[k]
        x[i] = s

@cuda.jit
def counts(x):
    i = cuda.grid(1)
    if i < x.size:
        cuda.atomic.add(x, i % 7, 1)

@cuda.jit
def ordered(x):
    i = cuda.grid(1)
    if 2 * i + 1 < x.size:
        x[2 * i] = 1.0
        y = x[i]
        x[2 * i + 1] = y

@cuda.jit
def keeps(x, n):
    a = cuda.local.array(64, np.float64)
    i = cuda.grid(1)
    if i < x.size:
        for k in range(64):
            a[k] = x[i] * k
        s = 0.0
        for k in range(n):
            s += a[(k * k + i) % 64]
        x[i] = s

@cuda.jit
def half(x, n):
    i = cuda.grid(1)
    if i < x.size:
        s = np.float16(0)
        for k in range(n):
            s += x[k]
        x[i] = s

@njit
def host(x):
    s = 0.0
    for i in range(x.size):
        x[i] = 2 * x[i] + 1
    for i in range(x.size):
        s += x[i]
    return s

@cuda.jit
def columns(x, n):
    i = cuda.grid(1)
    if i < x.shape[0]:
        s = 0.0
        for k in range(n):
            s += x[i, k]
        x[i, 0] = s

@cuda.jit
def nothing():
    pass

@cuda.jit
def swaps(x):
    i = cuda.grid(1)
    if i < x.size:
        cuda.atomic.compare_and_swap(x[i:], 0, 1)

@cuda.jit
def all_of_them(x):
    i = cuda.grid(1)
    cuda.atomic.add(x, 0, i)
"""


class Emit(Cli):
    def test_stages(self):
        sig = ["-k", "double", "-s", "f32[::1], f32[::1]"]
        self.bad("emit", "k.py", "--to", "ast", code=2, says=["double and scale", "-k NAME"])
        self.write("one.py", "from numba import cuda\n@cuda.jit\ndef k(a):\n    a[0] = 1\n")
        self.assertIn("name='k'", self.good("emit", "one.py", "--to", "ast").stdout)
        self.assertIn("FunctionDef", self.good("emit", "k.py", "-k", "double", "--to", "ast").stdout)
        self.assertIn("float32", self.good("emit", "k.py", *sig, "--to", "types").stdout)
        self.assertIn("kernel @double(", self.good("emit", "k.py", *sig, "--to", "ir").stdout)
        self.assertIn("kernel @double(", self.good("emit", "k.py", *sig, "--to", "passes", "--target", "block").stdout)
        ptx = self.good("emit", "k.py", *sig, "--to", "ptx", "--time")
        self.assertIn(".visible .entry double", ptx.stdout)
        self.assertRegex(ptx.stderr.splitlines()[-1], r"^total +\d")
        self.assertIn(".target sm_", self.good("emit", "k.py", *sig, "--to", "ptx", "--target", "sm_90").stdout)

    def test_vectors(self):
        self.write("v.py", VECTORS)
        head = ["emit", "v.py", "--to", "vectors", "--target", "x86-64-v3", "-k"]
        one = "one of the threads at a time: "
        for kernel, types, says in (
                ("simple", "f64[::1]", r"v\.py:7:\d+: (4|8) threads at a time, as LLVM's vectors\n"),
                ("rounds", "f64[::1], i64", r"(v\.py:13:\d+: (8|16|32|64) threads at a time, as lanes\n)+"),
                ("rows", "i32[::1], f64[::1]", rf"v\.py:20:\d+: {one}v\.py:23:\d+: each thread has bounds of its own for this loop\n"),
                ("columns", "f64[:,::1], i64", r"v\.py:74:\d+: (8|16|32|64) threads at a time, as lanes; elements apart from each other: "
                                               r"v\.py:77:\d+, v\.py:78:\d+\n"),
                ("counts", "f32[::1]", rf"v\.py:30:\d+: {one}v\.py:31:\d+: threads change places of their own, "
                                     r"and do little beside\n"),
                ("swaps", "i32[::1]", rf"v\.py:87:\d+: {one}v\.py:88:\d+: atomic_cas has no vectors\n"),
                ("all_of_them", "i32[::1]", r"v\.py:93:\d+: (8|16|32|64) threads at a time, as lanes\n"),
                ("ordered", "f64[::1]", rf"v\.py:36:\d+: {one}they use memory in an order that counts\n"),
                ("keeps", "f64[::1], i64", rf"v\.py:45:\d+: {one}v\.py:47:\d+: an array of each thread's own is in memory\n"),
                ("half", "f16[::1], i64", rf"v\.py:56:\d+: {one}v\.py:59:\d+: float16 has no vectors here\n"),
                ("host", "f64[::1]", r"v\.py:65:\d+: (2|4|8) iterations at a time, as LLVM's vectors\n"
                                     r"v\.py:67:\d+: one of the iterations at a time: LLVM makes no vectors of it\n"),
                ("nothing", "", "")):
            with self.subTest(kernel):
                self.assertRegex(self.good(*head, kernel, "-s", types).stdout, f"^{says}$")
        self.assertIn("PORTKERN_CPU_CODE says so", self.good(*head, "rounds", "-s", "f64[::1], i64", env={"PORTKERN_CPU_CODE": "scalar"}).stdout)

    def test_parts_of_sums(self):
        """What may be added in any order is LLVM's; else there are eight parts, and of a maximum always."""
        def parts(options, line):
            self.write("s.py", f"from numba import njit, prange\n\n\n@njit(parallel=True{options})\ndef f(x):\n    t = x[0]\n"
                               f"    for i in prange(x.size):\n        {line}\n    return t\n")
            return "f32[8]" in self.good("emit", "s.py", "-k", "f", "-s", "f32[::1]", "--to", "passes", "--target", "x86-64-v3").stdout

        self.assertTrue(parts("", "t += x[i]"))
        self.assertFalse(parts(", fastmath=True", "t += x[i]"))
        self.assertTrue(parts(", fastmath=True", "t = max(t, x[i])"))

    def test_functions_of_the_host_have_its_language(self):
        self.write("h.py", "import numpy as np\nfrom numba import njit\n\n@njit\ndef f(n):\n    return np.zeros(n)\n")
        for stage, says in (("types", "array(float64, 1d, C)"), ("ir", "host @f_1(")):
            self.assertIn(says, self.good("emit", "h.py", "-k", "f", "-s", "i64", "--to", stage).stdout)
        self.bad("emit", "h.py", "-k", "f", "-s", "i64", "--to", "ptx", says=["numpy.zeros is not supported"])

    def test_names_of_the_file_are_types(self):
        self.write("t.py", CLASSES)
        text = self.good("emit", "t.py", "-s", "Point(f32, i64), Color, Mode, REC[:], f32[:]", "--to", "ir").stdout
        self.assertIn("kernel @k(%p.0: f32 scalar 0, %p.1: i64 scalar 0 1, %c: i64 scalar 1, %m: i64 scalar 2, "
                      "%r: ptr<global, u8> data 3 record 12", text)
        for words, says in (("Pont(f32, i64)", "<signature>:1:1: error: 'Pont' is not a type [E0214]\n    Pont(f32, i64)\n    ^~~~\n"
                             "    hint: did you mean Point?"),
                            ("Point(f32)", "<signature>:1:7: error: Point has 2 items, got 1 type [E0212]"),
                            ("Point(f32, i64), Color[:]", "<signature>:1:24: error: expected no axes [E0213]")):
            self.bad("emit", "t.py", "-s", words, "--to", "ir", code=2, says=[says])

    def test_the_same_words_twice_give_the_same_text(self):
        for stage in ("ir", "passes", "ptx"):
            texts = {self.good("emit", "k.py", "-k", "scale", "-s", "f64[:], f64", "--to", stage).stdout for _ in range(3)}
            self.assertEqual(len(texts), 1)

    def test_list(self):
        self.write("bad.py", "from numba import cuda\n\n@cuda.jit\ndef k(x):\n    x[0] = nothing\n")
        sig = '-s "f32[::1], f32[::1]"'
        self.write("list", f"# comment\n\nk.py -k double {sig} --to ptx -o double.ptx\nbad.py -s f32[:] --to ir\n"
                           f"k.py -k scale -s 'f64[:], f64' --to ir\nk.py --to irr\n--list list\nk.py -k none {sig} --to ir\n")
        done = self.bad("emit", "--list", "list", says=["bad.py:5:12: error: ", "x[0] = nothing"])
        lines = done.stdout.splitlines()
        self.assertEqual(lines[0], "ok 0 double")
        self.assertRegex(lines[1], r"^FAIL 1 k: bad\.py:5:12: .*nothing")
        self.assertIn("kernel @scale(", done.stdout)
        said = [line for line in lines if line.startswith(("ok ", "FAIL "))]
        self.assertEqual(said[2], "ok 2 scale")
        self.assertIn("no stage 'irr'", said[3])
        self.assertIn("FAIL 4 ?: a list may not hold --list", said[4])
        self.assertIn("FAIL 5 none: ", said[5])
        self.assertEqual(len(said), 6)
        self.assertEqual((self.dir / "double.ptx").read_text(),
                         self.good("emit", "k.py", "-k", "double", "-s", "f32[::1], f32[::1]", "--to", "ptx").stdout)
        self.write("list", "k.py -k double -s 'f32[:], f32[:]' --to ir -o none/x\n")
        self.bad("emit", "--list", "list", says=["cannot write none/x"])
        self.bad("emit", "--list", "none", says=["none", "No such file"])
        self.bad("emit", "--list", code=2, says=["--list needs a value"])
        for words in (["k.py"], ["--time"], ["-k", "double"]):
            self.bad("emit", "--list", "list", *words, code=2, says=["--list FILE and other words exclude each other"])

    def test_a_list_is_read_by_its_words(self):
        sig = '-s "f32[::1], f32[::1]"'
        self.write("list", f"  # comment\n \nk.py -k double {sig} --to ir # and one behind\n"
                           f"k.py -k double -s \"f32[:] --to ir\nk.py {'x ' * 600}\n")
        done = self.bad("emit", "--list", "list", says=[])
        self.assertEqual([line for line in done.stdout.splitlines() if line.startswith(("ok ", "FAIL "))],
                         ["ok 0 double", "FAIL 1 ?: the quote \" stays open", "FAIL 2 ?: more than 600 words"])

    def test_a_device_that_is_full_is_named(self):
        self.bad("emit", "k.py", "-k", "double", "-s", "f32[:], f32[:]", "--to", "ir", "-o", "/dev/full",
                 says=["cannot write /dev/full: No space left on device"])

    def test_wrong_words(self):
        self.bad("emit", "k.py", "-s", "f32[:], f32[:]", "--to", "ir", code=2, says=["double", "scale"])
        self.bad("emit", "k.py", "-k", "double", "-s", "f33[:]", "--to", "ir", code=2, says=["f33"])
        self.bad("emit", "k.py", "-k", "double", "-s", "f32[:]", "--to", "ir", says=["2"])
        self.bad("emit", "k.py", "-k", "double", "-s", "f32[:], f32[:]", "--to", "ptx", "--target", "sm_1", code=2, says=["sm_1"])
        self.bad("emit", "none.py", "-k", "double", "-s", "f32[:]", "--to", "ir", says=["none.py"])


if __name__ == "__main__":
    main()
