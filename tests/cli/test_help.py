#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""portkern and its options: help, and words that are wrong."""
from cli import Cli, main


class Help(Cli):
    def test_every_command_has_help(self):
        top = self.good("--help").stdout
        for name in ("devices", "emit", "run", "demo", "bench", "cache", "plugin-check", "check", "explain", "profile"):
            self.assertIn(name, top)
            self.assertIn(f"usage: portkern {name}", self.good(name, "--help").stdout)

    def test_the_version_is_a_command_too(self):
        self.assertEqual(self.good("version").stdout, self.good("--version").stdout)

    def test_usage_errors_exit_2_and_name_the_word(self):
        self.bad(code=2)
        self.bad("fly", code=2, says=["fly"])
        self.bad("run", "k.py:double", "--blocks", "1", code=2, says=["--blocks"])
        self.bad("run", "k.py", code=2, says=["FILE:KERNEL"])
        self.bad("run", "k.py:double", "--grid", "1", code=2, says=["--block"])
        self.bad("run", "k.py:double", "--grid", "1;2", "--block", "1", code=2, says=["1;2"])
        self.bad("emit", "k.py", code=2, says=["--to"])
        self.bad("devices", "--jsno", code=2, says=["--jsno"])
        self.bad("devices", "--json=yes", code=2, says=["--json takes no value"])
        self.bad("emit", "k.py", "--to", "ir", "--time=3", code=2, says=["--time takes no value"])
        self.bad("emit", "k.py", "-k", "double", "-s", "f32[:], f32[:]", "--to", "frob", code=2,
                 says=["'frob'", "ast types ir loops passes ptx opencl llvm asm"])
        self.bad("run", "--list", "l.txt", "--grid", 1, code=2, says=["--list"])

    def test_numbers_out_of_range_are_called_that(self):
        def wrong(name, value, *says):
            words = {"--grid": "1", "--block": "1", name: value}
            self.bad("run", "k.py:double", *(w for pair in words.items() for w in pair), code=2, says=[name, *says])
        for name in ("--grid", "--block", "--shared"):
            wrong(name, "5000000000", "5000000000 is out of range: the most is 4294967295")
            wrong(name, "9" * 40, "is out of range: the most is 4294967295")
            for text in ("-5", "1e3", "0x10", "4k", ""):
                wrong(name, text, f"got '{text}'")
        wrong("--grid", "1,4294967296", "is out of range")
        wrong("--grid", "1,2,3,4", "must be x, x,y or x,y,z")
        wrong("--grid", "1,", "must be x, x,y or x,y,z")
        wrong("--save", "300=out.npy", "out of range: there are at most 255")
        self.bad("emit", "k.py", "-k", "double", "-s", "f32[:], f32[:]", "--to", "ir", "--block", 5000, code=2,
                 says=["5000 is out of range: the most is 1024"])


if __name__ == "__main__":
    main()
