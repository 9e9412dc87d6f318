#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""portkern cache, and a cache that is damaged or full."""
import json

import numpy as np
from cli import Arrays, main


class Cache(Arrays):
    def test_cache_command(self):
        self.good("cache")
        self.assertEqual(self.good("cache", "dir").stdout.strip(), str(self.dir / "cache"))
        self.assertEqual(json.loads(self.good("cache", "list", "--json").stdout), [])
        self.good("cache", "clear")

    def test_a_cache_that_cannot_be_written_is_told_once(self):
        kernel = "--grid 1 --block 32 @x.npy"
        self.write("l.txt", f"k.py:double {kernel} zeros:f32:10\nk.py:scale {kernel} 3.0:f64\nk.py:none --grid 1 --block 1\n")
        done = self.full("run", "--list", "l.txt", env={"PORTKERN_LOG": "info"}, says=["warning: cache: "])
        told = [s for s in done.stderr.splitlines() if "was not written in" in s and s.endswith(": File too large")]
        self.assertEqual([s.split(":")[1] for s in told], [" warning", " info"], done.stderr)

    def test_a_corrupt_cache_entry_costs_only_time(self):
        env = {"PORTKERN_BACKEND": "cpu"}
        command = ("run", "k.py:double", "--grid", 1, "--block", 32, "@x.npy", "zeros:f32:10", "--save", "1=out.npy")
        if self.run_(*command, env=env).returncode:
            self.skipTest("no cpu backend")
        entries = [p for p in (self.dir / "cache").rglob("*.pkc")]
        self.assertTrue(entries)
        for damage in (b"", None):
            for path in entries:
                data = bytearray(path.read_bytes())
                data[len(data) // 2] ^= 0x10
                path.write_bytes(bytes(data) if damage is None else damage)
            (self.dir / "out.npy").unlink()
            self.good(*command, env=env)
            np.testing.assert_array_equal(np.load(self.dir / "out.npy"), 2 * np.arange(10, dtype=np.float32))


if __name__ == "__main__":
    main()
