# SPDX-License-Identifier: Apache-2.0
"""What the programs of the gallery share: their options, a writer of PNG files, colours, and how a result is judged."""
import argparse
import pathlib
import struct
import sys
import zlib

import numpy as np


def options(text):
    """--small and --out of a program whose docstring is `text`."""
    parser = argparse.ArgumentParser(description=text, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--small", action="store_true", help="a small size, for tests")
    parser.add_argument("--out", type=pathlib.Path, default=".", metavar="FOLDER", help="where the picture goes")
    return parser.parse_args()


def blocks(shape, block):
    """How many blocks of threads cover `shape` (rows, columns): x goes along columns."""
    return -(-shape[1] // block[0]), -(-shape[0] // block[1])


def colours(values, stops):
    """The RGB colours of numbers from 0 to 1: `stops` (hexadecimal, "#102030") are spread evenly between."""
    rgb = np.array([[int(stop[i:i + 2], 16) for i in (1, 3, 5)] for stop in stops], float)
    where = np.linspace(0, 1, len(stops))
    channels = [np.interp(values, where, rgb[:, c]) for c in range(3)]
    return np.stack(channels, axis=-1).round().astype(np.uint8)


def save(path, rgb):
    """Writes bytes of shape (rows, columns, 3) as a PNG file."""
    rows, columns, _ = rgb.shape

    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    # Each row is the difference to the row above (filter 2), which is easy to compress.
    above = np.vstack([np.zeros((1, columns, 3), np.uint8), rgb[:-1]])
    lines = np.hstack([np.full((rows, 1), 2, np.uint8), (rgb - above).reshape(rows, -1)])
    head = struct.pack(">IIBBBBB", columns, rows, 8, 2, 0, 0, 0)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(lines.tobytes(), 9))
                     + chunk(b"IEND", b""))
    print(f"picture: {path}")


def check(good, what):
    """Ends the program with status 1 unless `good`."""
    if not good:
        sys.exit(f"WRONG: {what}")
    print(f"right: {what}")
