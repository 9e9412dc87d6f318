#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""portkern compare: times of launches and of calls on each device. Of times only that
they are there is known."""
import json
import subprocess

from cli import PORTKERN, Arrays, main

FUNCTIONS = """import numpy as np
from numba import njit, prange

@njit(parallel=True)
def grows(x, n):
    if x.size != n or x[0] != 1:
        raise ValueError("not as it was", x[0])
    for i in prange(x.size):
        x[i] += i + 1
    return x.sum()

@njit(parallel=True)
def fills(x, n):
    for i in prange(n):
        x[i] += 1
"""


class Compare(Arrays):
    def setUp(self):
        super().setUp()
        self.write("f.py", FUNCTIONS)
        rows = json.loads(subprocess.run([PORTKERN, "devices", "--json"], capture_output=True, text=True, check=True).stdout)
        self.devices = [row["selector"] for row in rows if row["available"]]

    def rows(self, *words):
        return json.loads(self.good("compare", *words, "--seconds", "0.02", "--json", timeout=250).stdout)

    def test_calls_of_each_size_on_each_device(self):
        rows = self.rows("f.py:fills", "--sizes", "1000,3000", "zeros:f64:N", "N")
        self.assertEqual([(r["device"], r["size"]) for r in rows], [(d, n) for d in self.devices for n in (1000, 3000)])
        for r in rows:
            self.assertTrue(r["first_ns"] > 0 and r["call_ns"] > 0 and r["count"] >= 3, r)
            if r["device"] in ("cpu", "interp"):
                self.assertEqual((r["bytes_copied"], r["copy_ns"]), (0, 0))
                self.assertNotIn("launches", r)
            else:
                self.assertEqual(r["launches"], 1)
                self.assertIn(r["auto_launches"], (0, 1))
            if r["device"] == "cuda":  # the array, twice, and the report
                self.assertTrue(2 * 8 * r["size"] <= r["bytes_copied"] <= 2 * 8 * r["size"] + 1000 and r["copy_ns"] > 0, r)

    def test_arguments_are_as_they_were_for_each_call(self):
        import numpy as np
        np.save(self.dir / "ones.npy", np.ones(500))
        rows = self.rows("f.py:grows", "@ones.npy", "500", "--devices", "cpu,interp")
        self.assertEqual([r["device"] for r in rows], ["interp", "cpu"])
        self.assertNotIn("size", rows[0])

    def test_launches_of_kernels(self):
        rows = self.rows("k.py:scale", "--grid", "N/128", "--block", "128", "--sizes=1000,1024", "zeros:f32:N", "2:f32")
        self.assertEqual([(r["device"], r["size"]) for r in rows], [(d, n) for d in self.devices for n in (1000, 1024)])
        self.assertTrue(all("launches" not in r for r in rows))

    def test_the_table_tells_which_is_faster(self):
        text = self.good("compare", "f.py:fills", "zeros:f64:20000", "20000", "--devices=interp,cpu", "--seconds", "0.05").stdout
        self.assertRegex(text, r"device +first +one call +copies +bytes copied +the rest +auto\n")
        self.assertIn("interp is slower than cpu, for one call", text)
        text = self.good("compare", "f.py:fills", "zeros:f64:N", "N", "--devices=interp,cpu", "--seconds", "0.05", "--sizes=3000,20000").stdout
        self.assertIn("interp is slower than cpu for all sizes", text)

    def test_a_failure_on_all_devices_is_one_of_the_command(self):
        self.bad("compare", "f.py:grows", "zeros:f64:7", "7", "--seconds", "0.02", says=["ValueError: ('not as it was', 0.0)"])
        self.bad("compare", "f.py:nothing", says=["nothing"])
        self.bad("compare", "k.py:scale", "zeros:f32:10", "2:f32", says=["'scale' is a kernel: launch it"])
        self.bad("compare", "none.py:f", says=["none.py"])
        self.bad("compare", "f.py:fills", "@none.npy", "3", says=["none.npy"])

    def test_wrong_words(self):
        self.bad("compare", code=2, says=["needs FILE:KERNEL"])
        self.bad("compare", "f.py:fills", "ones:f64:10", "3", code=2, says=["'ones:f64:10' is no array: write zeros:f32:100"])
        self.bad("compare", "f.py:fills", "--sizes", "1,x", code=2, says=["--sizes must be numbers"])
        self.bad("compare", "f.py:fills", "--sizes", "0", code=2, says=["--sizes must be numbers"])
        self.bad("compare", "f.py:fills", "--sizes", ",".join(["1"] * 17), code=2, says=["at most 16"])
        self.bad("compare", "f.py:fills", "--seconds", "none", code=2, says=["--seconds must be more than 0"])
        self.bad("compare", "f.py:fills", "--sizesx", "1", code=2, says=["no option '--sizesx'"])
        self.bad("compare", "f.py:fills", "--backend", "cpu", code=2, says=["--devices"])
        self.bad("compare", "k.py:scale", "--grid", "1", code=2, says=["needs --grid and --block"])
        self.bad("compare", "f.py:fills", "zeros:f64:8", "8", "--devices", "vulkan", says=["no device is vulkan"])


if __name__ == "__main__":
    main()
