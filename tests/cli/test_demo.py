#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""portkern demo."""
import itertools
import struct
import zlib

from cli import Cli, main


def pixels(path):
    """The rows of a PNG picture, each a list of (red, green, blue)."""
    data, at, packed = path.read_bytes(), 8, b""
    while at < len(data):
        size, kind = struct.unpack_from(">I4s", data, at)
        if kind == b"IHDR":
            width, _, depth, colours = struct.unpack_from(">IIBB", data, at + 8)
            assert (depth, colours) == (8, 2)
        packed += data[at + 8:at + 8 + size] if kind == b"IDAT" else b""
        at += size + 12
    lines, above = zlib.decompress(packed), bytes(3 * width + 3)
    for start in range(0, len(lines), 3 * width + 1):
        row = bytearray(3)      # a pixel left of the first one
        for k, byte in enumerate(lines[start + 1:start + 1 + 3 * width], 3):
            a, b, c = row[k - 3], above[k], above[k - 3]
            near = min((abs(b - c), 0, a), (abs(a - c), 1, b), (abs(a + b - 2 * c), 2, c))[2]
            row.append((byte + (0, a, b, (a + b) // 2, near)[lines[start]]) & 255)
        above = bytes(row)
        yield [tuple(row[k:k + 3]) for k in range(3, len(row), 3)]


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
        rows = itertools.islice(pixels(self.dir / "d" / "mandelbrot.png"), 200)
        self.assertGreater(len({pixel for row in rows for pixel in row}), 1000)

    def test_gray_is_beside_what_it_was_made_from(self):
        done = self.run_("demo", "--backend", "cpu", "--out", "d")
        if done.returncode and "no backend or device" in done.stderr or "built without libpng" in done.stderr:
            self.skipTest("no cpu backend, or no libpng")
        self.assertEqual(done.returncode, 0, done.stderr)
        gray = list(itertools.islice(pixels(self.dir / "d" / "gray.png"), 60))
        for row in gray[::20]:
            self.assertEqual(len(row), 1440)
            for (r, g, b), shown in zip(row[:720], row[720:], strict=True):
                self.assertEqual(shown, (int(0.2989 * r + 0.5870 * g + 0.1140 * b),) * 3)
        self.assertTrue(any(r != b for r, _, b in gray[50][:720]))

    def test_a_device_that_is_not_there_has_no_table(self):
        done = self.bad("demo", "--backend", "nosuch", says=["no backend or device is called nosuch; see portkern devices"])
        self.assertEqual(done.stdout, "")


if __name__ == "__main__":
    main()
