#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""portkern demo."""
from cli import Cli, main


class Demo(Cli):
    def test_demo_fails_when_a_picture_cannot_be_written(self):
        (self.dir / "d" / "gray.png").mkdir(parents=True)
        done = self.run_("demo", "--backend", "cpu", "--out", "d")
        if "no backend or device" in done.stderr:
            self.skipTest("no cpu backend")
        if "built without libpng" in done.stderr:
            self.skipTest("no libpng")
        self.assertEqual(done.returncode, 1)
        self.assertIn("d/gray.png", done.stderr)
        self.assertIn("picture: d/mandelbrot.png", done.stdout)

    def test_a_device_that_is_not_there_has_no_table(self):
        done = self.bad("demo", "--backend", "nosuch", says=["no backend or device is called nosuch; see portkern devices"])
        self.assertEqual(done.stdout, "")


if __name__ == "__main__":
    main()
