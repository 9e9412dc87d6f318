#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""A plugin that crashes fails the tests in which it does, and no others.

    test_crashing.py PORTKERN PLUGIN"""
import subprocess
import sys
import unittest

PORTKERN, PLUGIN = sys.argv[1:]


class Crashing(unittest.TestCase):
    def test_the_suite_goes_on(self):
        done = subprocess.run([PORTKERN, "plugin-check", PLUGIN], capture_output=True, text=True, timeout=120, check=False)
        self.assertEqual(done.returncode, 1, done.stderr)
        lines = done.stdout.splitlines()
        count = int(lines[0].removeprefix("1.."))
        self.assertEqual(sum("ok " in line[:7] for line in lines), count, done.stdout)
        reasons = {above.split(" - ")[1]: line for above, line in zip(lines, lines[1:]) if above.startswith("not ok")}
        self.assertEqual(set(reasons), {"fills repeat their pattern", "queues keep their order", "events tell the time",
                                        "functions are called in order", "graphs are done again"})
        self.assertIn("the plugin ended the process: Segmentation fault", reasons["fills repeat their pattern"])
        self.assertIn("the plugin ended the process with status 3", reasons["events tell the time"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
