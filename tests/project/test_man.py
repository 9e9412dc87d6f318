#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The manual page: groff has nothing to say of it, every command of `portkern --help` is in
its synopsis, and text comes out as docs/cli.md has it.

    test_man.py PORTKERN PAGE SCRIPTS"""
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

PORTKERN, PAGE, SCRIPTS = sys.argv.pop(1), pathlib.Path(sys.argv.pop(1)), sys.argv.pop(1)
sys.path.insert(0, SCRIPTS)
sys.dont_write_bytecode = True
import man  # noqa: E402


class Man(unittest.TestCase):
    def test_groff_takes_it(self):
        if not shutil.which("groff"):
            self.skipTest("there is no groff")
        done = subprocess.run(["groff", "-man", "-ww", "-z", "-Tutf8", "-K", "utf-8", PAGE], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_every_command_is_in_the_synopsis(self):
        text = PAGE.read_text()
        synopsis = text[text.index(".SH SYNOPSIS"):text.index(".SH DESCRIPTION")].replace("\\-", "-")
        listed = subprocess.run([PORTKERN, "--help"], capture_output=True, text=True).stdout
        commands = re.findall(r"^  ([a-z-]+)  ", listed, re.M)
        self.assertGreater(len(commands), 10)
        for name in commands:
            self.assertIn(f"fBportkern {name}", synopsis)
        self.assertIn("PORTKERN_BACKEND", text[text.index(".SH ENVIRONMENT"):])

    def test_marks_become_requests(self):
        self.assertEqual(list(man.blocks("a `b-c` [d](e.md)\nf **g**\n")), [".PP", r"a \fBb\-c\fP d f \fIg\fP"])
        self.assertEqual(list(man.blocks("| a | b | c |\n|---|---|---|\n| `x \\| y` | is | so |\n")),
                         [".TP", r"\fBx | y\fP", "is; c: so"])
        self.assertEqual(list(man.blocks("    $ run\n\n    .x\n\nend\n")),
                         [".PP", ".nf", ".RS 4", "$ run", "", r"\&.x", ".RE", ".fi", ".PP", "end"])

    def test_what_is_not_known_is_refused(self):
        for text in ("#### deep\n", "> quoted\n", "| a | b |\n|---|---|\n| x |\n"):
            with self.assertRaises(AssertionError):
                list(man.blocks(text))


if __name__ == "__main__":
    unittest.main()
