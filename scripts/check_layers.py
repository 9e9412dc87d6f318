#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the layers: which folder may include which headers, and that base,
recipe and core speak of no device. Prints each breach as file:line and exits 1 on any."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
IR = ["portkern/ir.h", "portkern/types.h", "portkern/caps.h", "portkern/status.h", "portkern/*.def"]


def backend(name):
    return [f"backends/{name}/", "core/", "recipe/", "base/", *IR]


def plugin(name, *backends):
    return [f"plugins/{name}/", "plugins/entry.h", "core/", "recipe/", "base/", "portkern/plugin.h", *IR,
            *(f"backends/{b}/" for b in backends)]


# folder: what its files may include in quotes, as prefixes or whole names
ALLOWED = {
    "include": ["portkern/"],
    "base": ["base/", "portkern/status.h", "portkern/types.h", "portkern/*.def"],
    "recipe": ["recipe/", "base/", "portkern/plugin.h", *IR],
    "core": ["core/", "recipe/", "base/", *IR],
    "frontend": ["frontend/", "core/", "base/", "lib/", *IR],
    "backends/opencl_c": backend("opencl_c"),
    "backends/ptx": backend("ptx"),
    "backends/native": backend("native"),
    "plugins/opencl": plugin("opencl", "opencl_c"),
    "plugins/cuda": plugin("cuda", "ptx"),
    "plugins/cpu": plugin("cpu", "native"),
    "plugins/interp": plugin("interp"),
    "plugins/null": plugin("null"),
    "runtime": ["runtime/", "compile/", "frontend/", "core/", "recipe/", "base/", "portkern/"],
    "compile": ["compile/", "runtime/", "frontend/", "core/", "recipe/", "base/", "portkern/"],
    "check": ["check/", "compile/", "runtime/", "frontend/", "core/", "recipe/", "base/", "portkern/"],
    "sim": ["sim/", "base/", "portkern/status.h"],
    "tools": ["tools/", "portkern/portkern.h", "portkern/tools.h", "portkern/stages.def"],
    "examples": ["portkern/portkern.h"],
}
DEVICES = re.compile(r"\b(opencl|cuda|nvidia|ptx|llvm|pocl|oclgrind)\b", re.I)


def matches(name, rule):
    if rule.endswith("/"):
        return name.startswith(rule)
    if rule.endswith("*.def"):
        return name.startswith(rule[:-5]) and name.endswith(".def")
    return name == rule


def breaches(path, folder, rules):
    for number, line in enumerate(path.read_text().splitlines(), 1):
        found = re.match(r'\s*#\s*include\s+"([^"]+)"', line)
        if found:
            name = found[1]
            beside = "/" not in name and (path.parent / name).exists()
            if not beside and not any(matches(name, r) for r in rules):
                yield number, f"{folder} may not include {name}"
        if folder in ("base", "recipe", "core") and DEVICES.search(line):
            yield number, f"{folder} names a device: {line.strip()}"


def main():
    bad = 0
    for folder, rules in ALLOWED.items():
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in (".c", ".h", ".def"):
                for number, words in breaches(path, folder, rules):
                    print(f"{path.relative_to(ROOT)}:{number}: {words}")
                    bad += 1
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
