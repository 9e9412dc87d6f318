#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""portkern bench."""
import json

from cli import Cli, main


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
