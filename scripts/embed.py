#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the device library's sources as C arrays: the table of lib/lib.h.

    embed.py OUT.c FILE.py..."""
import hashlib
import pathlib
import sys


def main():
    out, files = sys.argv[1], [pathlib.Path(name) for name in sys.argv[2:]]
    files.sort(key=lambda path: path.stem)
    lines = ["/* Made by scripts/embed.py. */", '#include "lib/lib.h"', ""]
    rows, digest = [], hashlib.sha256()
    for path in files:
        data = path.read_bytes()
        digest.update(path.stem.encode() + b"\0" + data + b"\0")
        lines.append(f"static const char text_{path.stem}[] = {{")
        for at in range(0, len(data), 16):
            numbers = ",".join(str(byte) for byte in data[at:at + 16])
            lines.append(f"    {numbers},")
        lines += ["    0};", ""]
        rows.append(f'    {{"{path.stem}", text_{path.stem}, {len(data)}}},')
    lines += ["const pk_lib_source pk_lib_sources[] = {", *rows, "};",
              f"const uint32_t pk_lib_source_count = {len(rows)};",
              f'const char pk_lib_digest[] = "{digest.hexdigest()[:32]}";', ""]
    pathlib.Path(out).write_text("\n".join(lines))


if __name__ == "__main__":
    main()
