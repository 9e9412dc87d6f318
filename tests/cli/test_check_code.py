#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""portkern check of code as others write it: packages, wrappers of decorators, what
only running the program tells."""
import json
import pathlib
import re

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

    def test_more_folders_for_imports(self):
        self.write("app/k.py", "from numba import cuda\nfrom pkg.sub.near import g\nfrom other import SCALE\n"
                               "@cuda.jit('void(float32[:])')\ndef k(a):\n    i = cuda.grid(1)\n    if i < a.size:\n"
                               "        a[i] = g(a[i]) * SCALE\n")
        self.write("more/other.py", "SCALE = 2\n")
        text = self.check("app/k.py", code=4)
        self.assertIn("g cannot be called in a kernel", text)
        self.check("app/k.py", "--path", "src", code=4)
        for words in (["--path", "src", "--path", "more"], ["--path", "more:src/"], ["--path=none:src:more"]):
            self.assertIn("0 errors, 0 warnings", self.check("app/k.py", *words))
        self.write("app/other.py", "SCALE = [1]\n")  # the file's own folder comes first
        self.check("app/k.py", "--path", "src:more", code=4)
        self.write("app/m.md", "```python\n" + (self.dir / "app/k.py").read_text() + "```\n")
        (self.dir / "app/other.py").unlink()
        self.check("app/m.md", "--path", "src:more")
        self.bad("check", "app/k.py", "--path", code=2, says=["--path"])
        launch = ("app/k.py:k", "--grid", 1, "--block", 2, "zeros:f32:2")
        self.bad("run", *launch, "--backend", "interp", "--path", "src", says=["SCALE"])
        self.good("run", *launch, "--backend", "interp", "--path", "src:more")
        self.good("emit", "app/k.py", "--path", "src", "-k", "k", "--to", "ir", "--path=more")
        self.good("bench", *launch, "--backend", "interp", "--path", "src:more", "--seconds", 0.01)
        self.good("build", "app/k.py", "--bundle-only", "-o", "libk", "--export", "k: f4[::1]", "--path", "src:more")
        self.bad("devices", "--path", "src", code=2, says=["--path"])

    def test_a_folder_without_init_ends_the_package(self):
        (self.dir / "src/pkg/__init__.py").unlink()
        self.write("src/pkg/sub/k.py", "from numba import cuda\nfrom pkg.core import f\n@cuda.jit('void(int64[:])')\n"
                                       "def k(a):\n    a[0] = f(a[0])\n")
        self.assertNotEqual(self.run_("emit", "src/pkg/sub/k.py", "-k", "k", "--to", "ir").returncode, 0)


class Unknown(Code):
    """What is unknown is no error, and nothing is concluded from it."""

    def test_a_variable_of_the_name_of_another_kernel(self):
        self.write("s.py", "from numba import cuda\nimport numpy as np\nclass T:\n    def one(self):\n        @cuda.jit\n"
                           "        def f(a):\n            a[0] = 1\n        f[1, 1](np.zeros(1))\n"
                           "    def other(self, made):\n        f = made()\n        f[1, 1](np.zeros(1), 1, 2)\n")
        self.assertEqual(self.codes("s.py"), ([], {"f": "yes"}))

    def test_a_long_chain_of_calls_takes_no_time(self):
        self.write("s.py", "from numba import cuda\n@cuda.jit('void(int64[:])')\ndef k(a):\n    a[0] = 1\n"
                           "def main(made):\n    return made" + ".set(1)" * 60 + "\n")
        self.assertEqual(self.codes("s.py"), ([], {"k": "yes"}))

    def test_functions_that_call_each_other_take_no_time(self):
        text = "from numba import cuda\nimport numpy as np\n" + "".join(
            f"def f{i}(x, y):\n" + "".join(f"    a = f{(i * 7 + k * 131) % 3000}(x, y + {k})\n" for k in range(10))
            for i in range(3000))
        self.write("s.py", text + "@cuda.jit\ndef k(a):\n    a[0] = 1\ndef last(x):\n    k[1, 1](x)\ndef first(y):\n    last(y)\n"
                                  "first(np.zeros(3))\n")
        self.assertIn("kernel k(float64[::1])", self.check("s.py"))

    def test_options_of_decorators(self):
        self.write("s.py", "from numba import cuda\ndef main(bounds, fast):\n"
                           "    @cuda.jit('void(int64[:])', launch_bounds=bounds, fastmath=fast)\n    def k(a):\n        a[0] = 1\n")
        self.assertEqual(self.codes("s.py"), ([], {"k": "yes"}))
        done = self.run_("emit", "s.py", "-k", "k", "--to", "ir")
        self.assertIn("[E0202]", done.stderr)

    def test_signatures(self):
        self.write("s.py", "from numba import cuda\ndef main(element):\n    @cuda.jit((element[:],))\n    def k(a):\n        a[0] = 1\n")
        self.assertEqual(self.codes("s.py")[0], ["W1018"])

    def test_an_array_of_the_function_around_that_is_stored_into(self):
        self.write("s.py", "from numba import cuda\ndef main(out):\n    @cuda.jit('void(int64)')\n    def k(n):\n        out[0] = n\n")
        self.assertEqual(self.codes("s.py"), (["W1028"], {"k": "unknown"}))

    def test_names_of_numba_cuda(self):
        self.write("s.py", "from numba.cuda import float32, int64, types, void\nfrom numba import cuda\n"
                           "from numba.cuda.misc.special import literal_unroll\n@cuda.jit(void(int64[:], types.float64))\n"
                           "def k(a, b):\n    for i in literal_unroll((1, 2)):\n        a[0] = float32(b) + i\n")
        self.check("s.py")


GUESSED = "from numba import cuda\n@cuda.jit\ndef k(a):\n    i = cuda.grid(1)\n    if i < a.size:\n        a[i] = 1\n"
KNOWN = GUESSED.replace("@cuda.jit", "@cuda.jit('void(int64[:])')")


class Status(Code):
    """What was not checked, or not with all types, is told by the exit status."""

    def status(self, text, code, says=()):
        self.write("s.py", text)
        done = self.run_("check", "s.py", "--backend", "interp")
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        for words in says:
            self.assertIn(words, done.stdout)
        return done.stdout

    def test_each_has_its_own(self):
        self.status(KNOWN, 0, ["1 function checked, 0 errors, 0 warnings\n"])
        self.status(KNOWN.replace("= 1", "= missing"), 1)
        self.status(GUESSED, 4, ["1 warning (1 of unknown types or values)\n"])
        self.status(KNOWN.replace("= 1", "= int(N)") + "N = len(__file__)\n", 4, ["[W1028]"])
        self.status(KNOWN + "def use(f):\n    return cuda.jit(f)\n", 5, ["[W1029]", "(1 of what is not checked)"])
        self.status(KNOWN + "def plain(a):\n    a[cuda.threadIdx.x] = 1\n", 5, ["[W1030]"])
        self.assertEqual(self.status("x = 1\n", 6), "s.py: nothing to check: no kernel, and no function with @njit\n")

    def test_the_least_counts_unless_it_is_accepted(self):
        self.write("s.py", GUESSED + "def use(f):\n    return cuda.jit(f)\n")
        self.check("s.py", code=4)
        self.check("s.py", "--accept", "unknown", code=5)
        self.check("s.py", "--accept=unknown,unseen", code=0)


class Paths(Code):
    """Several files, folders, Markdown, and output for machines."""

    def setUp(self):
        super().setUp()
        (self.dir / "k.py").unlink()
        for name, text in (("src/a.py", KNOWN), ("src/sub/b.py", GUESSED), ("src/none.py", "x = 1\n"), ("src/text.txt", "no"),
                           ("src/.hidden/c.py", "def"), ("src/__pycache__/d.py", "def"), ("src/site-packages/e.py", "def")):
            self.write(name, text)

    def test_a_folder(self):
        text = self.check("src", code=4)
        self.assertIn("src/a.py:3: kernel k(int64[:])", text)
        self.assertIn("src/sub/b.py: 1 function checked", text)
        self.assertNotIn("none.py", text)
        self.assertTrue(text.endswith("\n3 files, 1 of them with nothing to check: 2 functions checked, 0 errors, 1 warning "
                                      "(1 of unknown types or values)\n"), text)
        self.assertEqual(text, self.check("src/", code=4).replace("src//", "src/"))
        self.check("src/a.py", "src/none.py", code=0)
        self.check("src/none.py", "src/none.py", code=6)

    def test_a_file_that_is_no_python_does_not_stop_the_others(self):
        self.write("src/b.py", "def f(:\n")
        done = self.run_("check", "src", "--backend", "interp")
        self.assertEqual(done.returncode, 1)
        self.assertIn("src/b.py:1:6: error", done.stderr)
        self.assertIn("4 files, 1 of them with nothing to check: 2 functions checked, 1 error, 1 warning", done.stdout)

    def test_json_of_several(self):
        got = json.loads(self.check("src", "--json", code=4))
        self.assertEqual([f["file"] for f in got["files"]], ["src/a.py", "src/none.py", "src/sub/b.py"])
        self.assertEqual([len(f["diagnostics"]) for f in got["files"]], [0, 0, 1])

    def test_blocks_of_markdown_are_one_program(self):
        self.write("m.md", "# Kernels\n\n```python\nfrom numba import cuda\n```\n\nText, `code`, and\n\n- a list:\n\n"
                           "  ```{code-block} python\n  @cuda.jit('void(int64[:])')\n  def k(a):\n      a[0] = missing\n  ```\n"
                           "```console\n$ run this\n```\n~~~ py\n>>> not a program\n~~~\n````Python\n"
                           "@cuda.jit('void(int64[:])')\ndef m(a):\n    a[0] = 1\n````\n```\ndef f(:\n```\n")
        done = self.run_("check", "m.md", "--backend", "interp")
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn("m.md:14:12: error: name 'missing' is not defined [E0310]\n        a[0] = missing", done.stdout)
        self.assertIn("m.md:24: kernel m(int64[:])\n    interp  yes\n", done.stdout)
        self.assertIn("2 functions checked, 1 error, 0 warnings\n", done.stdout)
        self.assertEqual(done.stderr, "")
        self.write("n.md", "no code\n")
        self.check("n.md", code=6)

    def test_sarif(self):
        self.write("src/c d.py", "from numba import cuda\n@cuda.jit('void(int64[:])')\ndef k(a):\n"
                                 "    s = \"ää\"; a[0] = missing\n    a[0] = LIST\nLIST = [1]\n")
        got = json.loads(self.check("src", "--sarif", code=1))
        self.assertEqual(got["version"], "2.1.0")
        run = got["runs"][0]
        self.assertEqual(run["tool"]["driver"]["name"], "portkern")
        rules = {r["id"] for r in run["tool"]["driver"]["rules"]}
        results = {r["ruleId"]: r for r in run["results"]}
        self.assertEqual(rules, set(results))
        self.assertEqual(set(results), {"E0310", "E0314", "W1018"})
        place = results["E0310"]["locations"][0]["physicalLocation"]
        self.assertEqual(place, {"artifactLocation": {"uri": "src/c%20d.py"},
                                 "region": {"startLine": 4, "startColumn": 22, "endColumn": 29}})
        self.assertEqual([results[c]["level"] for c in ("E0310", "W1018")], ["error", "warning"])
        self.assertEqual(results["E0314"]["relatedLocations"][0]["physicalLocation"]["region"]["startLine"], 6)
        self.write("none.py", "")
        self.assertEqual(json.loads(self.check("none.py", "--sarif", code=6))["runs"][0]["results"], [])


class Examples(Code):
    """The commands in examples/ci go as they stand there."""

    def test_each_goes(self):
        folder = pathlib.Path(__file__).resolve().parents[2] / "examples" / "ci"
        self.write("src/k.py", GUESSED)
        seen = 0
        for name in ("pre-commit-config.yaml", "github-action.yml"):
            for words in re.findall(r"(?:entry|run): portkern check ([^>|\n]*)", (folder / name).read_text()):
                done = self.run_("check", *words.split(), "src/k.py")
                self.assertEqual(done.returncode, 0, words + done.stdout + done.stderr)
                seen += 1
        self.assertEqual(seen, 3)


if __name__ == "__main__":
    main()
