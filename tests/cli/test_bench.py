#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""portkern bench. Of times only that they are there is known."""
import json
import subprocess

from cli import PORTKERN, Arrays, Cli, main

KERNELS = """from numba import cuda, njit

@cuda.jit
def spmv(start, column, value, x, y):
    i = cuda.grid(1)
    if i < y.size:
        total = 0.0
        for k in range(start[i], start[i + 1]):
            total += value[k] * x[column[k]]
        y[i] = total

@cuda.jit
def grows(x):
    i = cuda.grid(1)
    if i < x.size:
        if x[i] != 1:
            raise ValueError("not as it was")
        x[i] += 1

@cuda.jit
def product(a, b, c):
    x, y = cuda.grid(2)
    if x < c.shape[1] and y < c.shape[0]:
        total = 0.0
        for k in range(a.shape[1]):
            total += a[y, k] * b[k, x]
        c[y, x] = total

@cuda.jit
def neighbours(x):
    buf = cuda.shared.array(64, "f8")
    i = cuda.threadIdx.x
    buf[i] = x[i]
    cuda.syncthreads()
    x[i] = buf[63 - i]

@cuda.jit
def random_sum(x, out):
    i = cuda.grid(1)
    if i < x.size:
        cuda.atomic.add(out, 0, x[i])

@cuda.jit
def wrong(x):
    x[0] = nothing

@njit
def function(x):
    return x.sum()
"""


class BenchKernel(Arrays):
    def setUp(self):
        super().setUp()
        self.write("b.py", KERNELS)
        rows = json.loads(subprocess.run([PORTKERN, "devices", "--json"], capture_output=True, text=True, check=True).stdout)
        self.devices = [row["selector"] for row in rows if row["available"] and row["backend"] != "interp"]

    def bench(self, *words, **kw):
        """Its output and its JSON."""
        text = self.good("bench", *words, "--seconds", "0.01", "--json", "out.json", timeout=250, **kw).stdout
        return text, json.loads((self.dir / "out.json").read_text())

    def test_rows_of_devices_threads_and_blocks(self):
        text, got = self.bench("b.py:product", "--grid", "2,8", "--block", "32,8", "random:f32:64,64", "random:f32:64,64", "zeros:f32:64,64")
        self.assertEqual((got["file"], got["kernel"], got["bytes"], got["any_block"]), ("b.py", "product", 3 * 4 * 64 * 64, True))
        self.assertRegex(text, r"^b\.py:product, arrays of 49152 bytes\n\ndevice +threads +block +compile +first +time +GB/s +of limit\n")
        self.assertRegex(text, r"\ncpu +all +32,8,1 +[\d.e+]+ [mu]?s +[\d.e+]+ [mun]?s +[\d.e+]+ [mun]?s +[\d.e+-]+ +\d+ %\n")
        given = [r for r in got["rows"] if r["block"] == [32, 8, 1]]
        self.assertEqual({r["device"] for r in given}, set(self.devices))
        for r in got["rows"]:
            self.assertTrue(r["count"] >= 3 and 0 < r["least_ns"] <= r["median_ns"] and r["bytes_per_second"] > 0
                            and r["limit_bytes_per_second"] > 0 and not r["checked"], r)
            self.assertEqual([g * b for g, b in zip(r["grid"], r["block"])], [64, 64, 1])
            self.assertEqual("first_ns" in r and r["compile_ns"] > 0, r["block"] == [32, 8, 1])
        blocks = [r["block"][:2] for r in got["rows"] if r["device"] == "cpu" and r["threads"] == "all"]
        self.assertEqual(blocks, [[32, 8], [1, 1], [32, 1], [64, 1], [16, 16], [8, 32], [32, 32]])
        self.assertRegex(got["loops"], r"(8|16|32|64) threads at a time, as lanes\n")

    def test_what_holds_a_kernel_back(self):
        import numpy as np
        np.save(self.dir / "start.npy", np.arange(0, 1001, dtype=np.int32))
        np.save(self.dir / "column.npy", np.arange(1000, dtype=np.int32)[::-1].copy())
        text, got = self.bench("b.py:spmv", "--grid", "8", "--block", "128", "@start.npy", "@column.npy", "random:f64:1000",
                               "random:f64:1000", "zeros:f64:1000", "--backend", "cpu")
        self.assertEqual({r["device"] for r in got["rows"]}, {"cpu"})
        said = {r["kind"]: r["text"] for r in got["reasons"]}
        self.assertRegex(said["loop"], r"^b\.py:\d+:\d+: one of the threads at a time: b\.py:8:\d+: each thread has bounds of its own")
        self.assertIn("the index comes from memory", said["note"])
        self.assertIn("what holds it back:\n  loop     b.py:", text)

    def test_arrays_are_as_they_were_for_each_launch(self):
        import numpy as np
        np.save(self.dir / "ones.npy", np.ones(500))
        text, got = self.bench("b.py:grows", "--grid", "2", "--block", "256", "@ones.npy", "--backend=interp,cpu")
        self.assertEqual({r["device"] for r in got["rows"]}, {"interp", "cpu"})
        self.assertEqual(self.bench("b.py:random_sum", "--grid=1", "--block=32", "zeros:f64:4", "zeros:f64:1", "--backend=interp")[1]["loops"], "")
        self.assertRegex(text, r"\ninterp +- +256,1,1 .* -\n")

    def test_blocks_on_which_a_kernel_depends(self):
        text, got = self.bench("b.py:neighbours", "--grid", "1", "--block", "64", "zeros:f64:64", "--backend", "cpu")
        self.assertEqual([r["block"] for r in got["rows"] if r["threads"] == "all"], [[64, 1, 1]])
        self.assertFalse(got["any_block"])
        self.assertIn("blocks keep their shape", text)

    def test_checks_have_rows_without_them(self):
        _, got = self.bench("b.py:product", "--grid", "1,4", "--block", "64,16", *["random:f32:64,64"] * 3, "--backend", "cpu",
                            env={"PORTKERN_CHECK": "bounds"})
        self.assertEqual({r["checked"] for r in got["rows"]}, {True, False})

    def test_random_arrays_have_the_same_numbers_each_time(self):
        import numpy as np
        for dtype, least, most in (("f32", 0, 1), ("f64", 0, 1), ("f16", 0, 1), ("i64", 0, 99), ("u8", 0, 99)):
            for name in ("a", "b"):
                self.good("run", "k.py:double", "--grid", 1, "--block", 32, "random:" + dtype + ":300", "zeros:" + dtype + ":300",
                          "--save", f"0={name}.npy")
            a, b = np.load(self.dir / "a.npy"), np.load(self.dir / "b.npy")
            self.assertTrue((a == b).all() and len(set(a.tolist())) > 50 and (a >= least).all() and (a <= most).all(), a)
        self.bad("run", "b.py:grows", "--grid", 1, "--block", 32, "random:f32", code=2, says=["write random:f32:100,200"])

    def test_what_fails_everywhere_is_a_failure_of_the_command(self):
        launch = ["--grid", "1", "--block", "32"]
        self.bad("bench", "b.py:wrong", *launch, "zeros:f32:4", says=["b.py:45:12: error: ", "x[0] = nothing"])
        self.bad("bench", "b.py:grows", *launch, "zeros:f64:4", "--backend", "cpu", says=["not as it was"])
        self.bad("bench", "b.py:none", *launch, "zeros:f64:4", says=["none"])
        self.bad("bench", "none.py:grows", *launch, "zeros:f64:4", says=["none.py"])
        self.bad("bench", "b.py:grows", *launch, "@none.npy", says=["none.npy"])
        self.bad("bench", "b.py:grows", *launch, "zeros:f64:4", "--backend", "vulkan", says=["no device is vulkan"])
        self.bad("bench", "b.py:random_sum", *launch, "random:f64:4", "zeros:f64:1", "--backend", "cpu", "--seconds", "0.01",
                 "--json", "none/out.json", says=["cannot write none/out.json"])

    def test_wrong_words(self):
        self.bad("bench", code=2, says=["needs FILE:KERNEL"])
        self.bad("bench", "b.py", code=2, says=["expected FILE:KERNEL, got 'b.py'"])
        self.bad("bench", "b.py:grows", "zeros:f64:4", code=2, says=["needs --grid and --block", "portkern compare"])
        self.bad("bench", "b.py:function", "zeros:f64:4", code=2, says=["portkern compare measures calls of functions"])
        self.bad("bench", "b.py:grows", "--grid", "1", code=2, says=["needs --grid and --block"])
        launch = ["b.py:grows", "--grid", "1", "--block", "32"]
        self.bad("bench", *launch, "ones:f64:4", code=2, says=["'ones:f64:4' is no array"])
        self.bad("bench", *launch, "zeros:f64:4", "--seconds", "0", code=2, says=["--seconds must be more than 0"])
        self.bad("bench", *launch, "zeros:f64:4", "--save", "0=x.npy", code=2, says=["--save is for portkern run"])
        self.bad("bench", "--list", "list", code=2, says=["no --list"])
        self.bad("bench", *launch, "zeros:f64:4", "--jsonx", "1", code=2, says=["no option '--jsonx'"])


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
        self.bad("bench", "compile", code=2, says=["needs FILE:KERNEL"])
        self.bad("bench", "compile", "k.py", code=2, says=["got 'k.py'"])
        self.bad("bench", "compile", "k.py:scale", code=2, says=["-s SIGNATURE"])
        self.bad("bench", "compile", "k.py:scale", "-s", "f32[:], f32", "--runs", 0, code=2, says=["at least 1"])
        self.bad("bench", "compile", "k.py:scale", "--list", "l", code=2, says=["and a kernel exclude each other"])
        self.bad("bench", "compile", "--list", "none", says=["none"])
        self.write("list", "k.py:scale\n")
        self.bad("bench", "compile", "--list", "list", says=["list:1: needs -s"])
        self.bad("bench", "compile", "k.py:none", "-s", "f32", says=["none"])


if __name__ == "__main__":
    main()
