# SPDX-License-Identifier: Apache-2.0
"""numba.pycc, portkern.export and portkern.load: each program runs in a process of its own."""
import os
import pathlib
import subprocess
import sys
import tempfile
import textwrap
import unittest

SOURCE = '''
import portkern.as_numba
import numpy as np
from numba import cuda, njit
from numba.pycc import CC
import portkern

cc = CC("made")
CUBE = "f8(f8)"

@cc.export("multf", "f8(f8, f8)")
@cc.export("multi", "i4(i4, i4)")
def mult(a, b):
    return a * b

@cc.export("square", "f8(f8)")
def square(a):
    return a ** 2

@cc.export("cube", CUBE)
def cube(a):
    return a * square(a)

@cc.export("centdiff_1d", "f8[:](f8[:], f8)")
def centdiff_1d(u, dx):
    out = np.empty_like(u)
    out[0] = out[-1] = 0
    for i in range(1, len(out) - 1):
        out[i] = (u[i + 1] - 2 * u[i] + u[i - 1]) / dx ** 2
    return out

@portkern.export("void(f8[:], f8)")
@njit
def fill(x, value):
    if value < 0:
        raise ValueError("below 0")
    x[:] = value

@portkern.export("void(f4[:], f4)", name="add_to")
@cuda.jit
def add(x, value):
    i = cuda.grid(1)
    if i < x.size:
        x[i] += value

if __name__ == "__main__":
    cc.compile()
    x = np.zeros(3)
    fill(x, 2.0)  # they are functions as before
    assert x.sum() == 6 and mult(2, 3) == 6
'''


class Pycc(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "source.py").write_text(SOURCE)

    def run_python(self, text, **env):
        path = self.folder / "program.py"
        path.write_text(textwrap.dedent(text))
        return subprocess.run([sys.executable, str(path)], cwd=self.folder, env={**os.environ, **env},
                              capture_output=True, text=True, check=False)

    def works(self, text, **env):
        done = self.run_python(text, **env)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def compile(self):
        done = subprocess.run([sys.executable, "source.py"], cwd=self.folder, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_the_module_runs_without_source_and_compiler(self):
        self.compile()
        (self.folder / "source.py").unlink()
        self.works('''
            import numpy as np
            import made
            assert made.multi(3, 4) == 12 and made.multf(3, 4) == 12.0 and isinstance(made.multf(3, 4), float)
            assert made.square(3) == 9.0 and made.cube(2) == 8.0
            u = np.arange(5.0) ** 2
            want = [0, 2, 2, 2, 0]
            assert made.centdiff_1d(u, 1).tolist() == want
            assert made.centdiff_1d(np.repeat(u, 2)[::2], 1).tolist() == want
            u.flags.writeable = False
            assert made.centdiff_1d(u, 1).tolist() == want
            assert made.__all__ == ["multi", "multf", "square", "cube", "centdiff_1d"], made.__all__
            for args in ((1,), (1, 2, 3)):
                try:
                    made.multf(*args)
                except TypeError as error:
                    assert "multf takes 2 arguments" in str(error)
                else:
                    assert False
            assert not [line for line in open("/proc/self/maps") if "LLVM" in line]
        ''', PORTKERN_BACKEND="cpu", PORTKERN_CACHE_DIR="off")

    def test_load_gives_functions_and_kernels(self):
        self.compile()
        self.works('''
            import numpy as np
            import portkern
            made = portkern.load("made.pkb")
            assert dir(made) == ["add_to", "centdiff_1d", "cube", "fill", "multf", "multi", "square"]
            assert made.multi(3.0, 4) == 12 and isinstance(made.multf(3, 4), float)
            x = np.zeros(4)
            made.fill(x, 3.0)
            assert x.sum() == 12
            y = np.ones(300, np.float32)
            made.add_to[2, 256](y, np.float32(2))
            assert (y == 3).all()
            for call, kind, words in (
                    (lambda: made.fill(x, -1.0), ValueError, "below 0"),
                    (lambda: made.none, AttributeError, "has no function 'none'"),
                    (lambda: made.square("2"), TypeError, "square takes (a: float64), and a is a str"),
                    (lambda: made.square(None), TypeError, "a is a NoneType"),
                    (lambda: made.square([1.0, 2.0]), TypeError, "a is a list"),
                    (lambda: made.square(1j), TypeError, "a is a complex"),
                    (lambda: made.square(1, 2), TypeError, "square takes 1 argument (a: float64), got 2"),
                    (lambda: made.square(b=2), TypeError, "square(a: float64): missing a required argument: 'a'"),
                    (lambda: made.fill(np.zeros(4, np.int8), 1.0), TypeError,
                     "fill takes (x: float64[:], value: float64), and x is an array of int8 with 1 axis"),
                    (lambda: made.fill(np.zeros((4, 1)), 1.0), TypeError, "x is an array of float64 with 2 axes"),
                    (lambda: made.fill([0.0], 1.0), TypeError, "x is a list"),
                    (lambda: made.add_to(y, 1.0), ValueError, "add_to is a kernel, which is launched: add_to[blocks, threads]")):
                try:
                    call()
                except kind as error:
                    assert words in str(error), error
                else:
                    assert False, words
            x.flags.writeable = False
            try:
                made.fill(x, 1.0)
            except TypeError as error:
                assert x.sum() == 12 and "x is read-only" in str(error)
            else:
                assert False
            z = np.zeros(4)
            made.fill(value=2, x=z)
            assert z.sum() == 8 and made.fill.__doc__ == "fill(x: float64[:], value: float64) -> none"
        ''', PORTKERN_BACKEND="cpu", PORTKERN_CACHE_DIR="off")

    def test_the_file_is_one_of_python_whatever_suffix_it_is_given(self):
        self.works("""
            from portkern.pycc import CC
            cc = CC("made")
            cc.output_file = "made.cpython-311-x86_64-linux-gnu.so"
            assert cc.output_file == "made.py"
        """)

    def test_exports_of_the_command_have_their_names(self):
        text = """
            import sys, subprocess
            from portkern.pycc import _command
            sys.exit(subprocess.run([_command(), "build", "source.py", "-o", "libmore", "--bundle-only", *sys.argv[1:]]).returncode)
        """
        (self.folder / "command.py").write_text(textwrap.dedent(text))
        subprocess.run([sys.executable, "command.py", "--export", "mulc=mult: c16, c16", "--export", "mulf=mult: f4(f8, f8)",
                        "--export", "fill1=fill: f4[::1], f8", "--export", "add8=add: f8[:], f8"],
                       cwd=self.folder, check=True)
        self.works("""
            import numpy as np
            import portkern
            more = portkern.load("more.pkb")
            assert {"mulc", "mulf", "fill1", "add8", "multi", "add_to"} <= set(dir(more)) and not hasattr(more, "mult")
            assert more.mulc(2, 1j) == 2j and more.mulf(0.1, 1) == float(np.float32(0.1))
            x = np.zeros(5, np.float32)
            more.fill1(x, 2)
            try:
                more.fill1(np.zeros(9, np.float32)[::2], 2)
            except TypeError as error:
                assert "x is not in C order" in str(error)
            else:
                assert False
            y = np.ones(9)[::2]
            more.add8[1, 32](y, 2.0)
            assert (x == 2).all() and (y == 3).all()
            assert repr(more.add8).startswith("<kernel add8 of ")
        """, PORTKERN_BACKEND="cpu", PORTKERN_CACHE_DIR="off")

    def test_parallel_loops_run_on_the_device(self):
        (self.folder / "loops.py").write_text(textwrap.dedent('''
            from numba import njit, prange

            @njit(parallel=True)
            def total(x, limit):
                s = 0.0
                for i in prange(len(x)):
                    if i > limit:
                        raise ValueError("above", i)
                    s += x[i] / 3
                return s

            @njit
            def last(x):
                return x[-1]
        '''))
        (self.folder / "command.py").write_text(textwrap.dedent('''
            import subprocess, sys
            from portkern.pycc import _command
            sys.exit(subprocess.run([_command(), "build", "loops.py", "-o", "libloops", "--bundle-only", "--export", "total: f8[:], i8",
                                     "--export", "last: f8[:]", "--target", "x86-64,aarch64,sm_75"]).returncode)
        '''))
        subprocess.run([sys.executable, "command.py"], cwd=self.folder, check=True)
        (self.folder / "loops.py").unlink()
        text = '''
            import numpy as np
            import portkern
            from portkern import _device
            loops = portkern.load("loops.pkb")
            x = 1 / np.arange(1, 5001)
            assert loops.last(x) == x[-1]
            assert all(c.backend == "cpu" for c in _device.contexts())  # it has no loop that could go
            print(loops.total(x, 5000).hex())
            try:
                loops.total(x, 3000)
            except ValueError as error:
                print(error)
            counts = [c.stats() for c in _device.contexts()]
            assert not sum(c["compiles"] + c["parses"] + c["frontends"] for c in counts)
            print(sum(c["launches"] for c in counts))
        '''
        here = self.works(text, PORTKERN_BACKEND="cpu", PORTKERN_CACHE_DIR="off").split("\n")
        away = self.works(text, PORTKERN_BACKEND="cuda", PORTKERN_CACHE_DIR="off").split("\n")
        self.assertEqual(here[:2], away[:2])
        self.assertEqual(here[1], "('above', 3001)")
        self.assertEqual((here[2], away[2]), ("0", "4"))  # parts of chunks, and joining them
        done = self.run_python(text, PORTKERN_BACKEND="cuda", PORTKERN_LIBCUDA="/none.so")
        self.assertIn("/none.so", done.stderr)

    def test_a_bundle_that_is_damaged_or_none_is_refused(self):
        self.compile()
        bundle = self.folder / "made.pkb"
        bundle.write_bytes(bundle.read_bytes()[:-1])
        (self.folder / "none.pkb").write_text("none")
        self.works('''
            import portkern
            for path, words in (("made.pkb", "is damaged"), ("none.pkb", "is not a bundle"), ("away.pkb", "away.pkb")):
                try:
                    portkern.load(path)
                except Exception as error:
                    assert words in str(error), error
                else:
                    assert False, path
        ''', PORTKERN_BACKEND="cpu")

    def test_what_is_wrong_with_exports_is_said(self):
        for text, words in (
                ("cc.compile()", "exports nothing"),
                ('@cc.export("f", "f8(f8)")\ndef f(a, b):\n    return a\ncc.compile()', "the signature has 1 argument, f takes 2"),
                ('@cc.export("f", "f8(f8)")\ndef f(a):\n    return a + b\ncc.compile()', "'b'"),
                ('@cc.export("f", "f8(f8)")\n@cc.export("f", "f8(i8)")\ndef f(a):\n    return a', "duplicated export symbol f"),
                ("import portkern\n@portkern.export\ndef f(a):\n    return a", "write @portkern.export")):
            done = self.run_python("import portkern.as_numba\nfrom numba.pycc import CC\ncc = CC('m')\n" + text)
            self.assertNotEqual(done.returncode, 0, text)
            self.assertIn(words, done.stderr, text)


if __name__ == "__main__":
    unittest.main()
