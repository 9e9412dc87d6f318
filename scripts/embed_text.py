#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Writes a text file as a C array that ends with NUL.

    embed_text.py NAME IN OUT.c"""
import pathlib
import sys

name, source, out = sys.argv[1:]
data = pathlib.Path(source).read_bytes() + b"\0"
rows = [",".join(map(str, data[at:at + 16])) for at in range(0, len(data), 16)]
pathlib.Path(out).write_text(f"extern const char {name}[];\nconst char {name}[] = {{\n"
                             + ",\n".join(rows) + "};\n")
