#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Writes text files as C arrays: one by name, which ends with NUL, or the device
library's sources, compressed, as the table of lib/lib.h; or a digest of files, 32
letters.

    embed.py text NAME IN OUT.c
    embed.py lib OUT.c FILE.py...
    embed.py digest NAME OUT.c FILE..."""
import hashlib
import pathlib
import re
import sys
import zlib

from lib_text import both_types, without_words


def c_array(declaration, data):
    rows = (",".join(map(str, data[at:at + 16])) for at in range(0, len(data), 16))
    return [declaration + " = {", *(f"    {row}," for row in rows), "};"]


def text(name, source, out):
    lines = [f"extern const char {name}[];", *c_array(f"const char {name}[]", pathlib.Path(source).read_bytes() + b"\0")]
    return out, lines


def dictionary_of(name):
    """The source whose words another one shares: it is a tenth smaller so."""
    return "np_choose" if name.startswith("np_") else "pow"


def deflated(data, dictionary):
    packer = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zlib.Z_DEFAULT_STRATEGY, *[dictionary] * bool(dictionary))
    return packer.compress(data) + packer.flush()


def hash_of(name):
    """As pk_hash_name of base/hash.h."""
    value = 0x811c9dc5
    for byte in name.encode():
        value = (value ^ byte) * 0x01000193 & 0xffffffff
    return value


def lib(out, *files):
    lines, rows, functions = ['#include "lib/lib.h"'], [], {}
    texts = {path.stem: without_words(both_types(path.read_text())).encode()
             for path in sorted(map(pathlib.Path, files), key=lambda path: path.stem)}
    for name, data in texts.items():
        of = dictionary_of(name)
        packed = deflated(data, b"" if of == name else texts[of])
        lines += ["", *c_array(f"static const uint8_t packed_{name}[]", packed)]
        functions.update(dict.fromkeys(re.findall(r"^def (\w+)\(", data.decode(), re.M), len(rows)))
        rows.append(f'    {{"{name}", packed_{name}, {len(packed)}, {len(data)}, {list(texts).index(of)}}},')
    numbers = sorted(((hash_of(name) & 0xffffff) << 8 | source, name) for name, source in functions.items())
    if len({number >> 8 for number, _ in numbers}) != len(numbers):
        raise SystemExit("two functions of the library have the same hash: give one another name")
    lines += ["", "const pk_lib_source pk_lib_sources[] = {", *rows, "};",
              f"const uint32_t pk_lib_source_count = {len(rows)};",
              "const uint32_t pk_lib_functions[] = {", *(f"    {number}u, /* {name} */" for number, name in numbers), "};",
              f"const uint32_t pk_lib_function_count = {len(numbers)};"]
    return out, lines


def digest(name, out, *files):
    whole = hashlib.sha256(b"".join(hashlib.sha256(pathlib.Path(file).read_bytes()).digest() for file in files))
    return out, [f"extern const char {name}[];", *c_array(f"const char {name}[]", whole.hexdigest()[:32].encode())]


if __name__ == "__main__":
    out, lines = {"text": text, "lib": lib, "digest": digest}[sys.argv[1]](*sys.argv[2:])
    pathlib.Path(out).write_text("\n".join(["/* Made by scripts/embed.py. */", *lines, ""]))
