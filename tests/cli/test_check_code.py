#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""portkern check of code as others write it: packages, wrappers of decorators, what
only running the program tells."""
import json

from cli import Cli, main


class Code(Cli):
    def write(self, name, text):
        (self.dir / name).parent.mkdir(parents=True, exist_ok=True)
        super().write(name, text)

    def check(self, *words, code=0, backends="interp"):
        done = self.run_("check", *words, "--backend", backends)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout

    def codes(self, path):
        """The codes of what is said, sorted; the verdicts of functions by their names."""
        got = json.loads(self.run_("check", path, "--json", "--backend", "interp").stdout)
        said = sorted(d["code"] for d in got["diagnostics"] if d["code"])
        return said, {i["function"]: i["verdict"] for i in got["items"] if i["kind"] == "function"}


class Imports(Code):
    """Packages are followed as Python does it."""

    def setUp(self):
        super().setUp()
        self.write("src/pkg/__init__.py", "")
        self.write("src/pkg/core.py", "from numba import cuda\nSCALE = 3.0\n"
                                      "@cuda.jit(device=True)\ndef f(x):\n    return x * SCALE\n")
        self.write("src/pkg/sub/__init__.py", "from .k import k\n")
        self.write("src/pkg/sub/near.py", "from numba import cuda\nfrom .. import core\n"
                                          "@cuda.jit(device=True)\ndef g(x):\n    return core.f(x)\n")

    def kernel(self, imports, value):
        self.write("src/pkg/sub/k.py", f"from numba import cuda\n{imports}\n@cuda.jit('void(float32[:])')\ndef k(a):\n"
                                       f"    i = cuda.grid(1)\n    if i < a.size:\n        a[i] = {value}\n")
        self.check("src/pkg/sub/k.py")
        return self.good("run", "src/pkg/sub/k.py:k", "--grid", 1, "--block", 2, "zeros:f32:2", "--save", "0=x.npy")

    def test_each_way_to_import(self):
        for imports, value in (("from . import near", "near.g(a[i])"), ("from .near import g", "g(a[i])"),
                               ("from ..core import f, SCALE", "f(a[i]) + SCALE"), ("from .. import core as c", "c.f(a[i])"),
                               ("from pkg.core import f", "f(a[i])"), ("import pkg.core as c", "c.f(a[i])"),
                               ("import pkg.core", "pkg.core.f(a[i])"), ("from pkg import core", "core.SCALE"),
                               ("from pkg.sub.near import g", "g(a[i])"), ("from pkg.core import *", "f(a[i])")):
            with self.subTest(imports):
                self.kernel(imports, value)

    def test_a_module_that_is_being_read_has_its_names_so_far(self):
        self.write("a.py", "from numba import cuda\n@cuda.jit(device=True)\ndef f(x):\n    return x + 1\nfrom b import k\n")
        self.write("b.py", "from numba import cuda\nfrom a import f\n@cuda.jit('void(int64[:])')\ndef k(a):\n    a[0] = f(a[0])\n")
        self.check("b.py")

    def test_a_changed_file_above_is_compiled_again(self):
        self.kernel("from ..core import SCALE", "SCALE")
        self.write("src/pkg/core.py", "SCALE = [1]\n")
        self.bad("run", "src/pkg/sub/k.py:k", "--grid", 1, "--block", 2, "zeros:f32:2", says=["SCALE"])

    def test_a_folder_without_init_ends_the_package(self):
        (self.dir / "src/pkg/__init__.py").unlink()
        self.write("src/pkg/sub/k.py", "from numba import cuda\nfrom pkg.core import f\n@cuda.jit('void(int64[:])')\n"
                                       "def k(a):\n    a[0] = f(a[0])\n")
        self.assertNotEqual(self.run_("emit", "src/pkg/sub/k.py", "-k", "k", "--to", "ir").returncode, 0)


if __name__ == "__main__":
    main()
