#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The sessions of a page, run as they stand there.

    session.py PAGE BUILD

A block of C or Python whose first line names a file is that file. A block `console` has commands behind `$ `,
which one folder runs in their order, and below each what it prints: `...` stands for anything, a line that is `...`
for any lines. Prints TAP."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.M | re.S)
NAMED = re.compile(r"(?:/\*|#) (\w+\.(?:c|py))\b")


def commands(text):
    """(command, what it prints) for each of a session."""
    for part in re.split(r"^\$ ", text, flags=re.M)[1:]:
        command, _, printed = part.partition("\n")
        yield command, printed


def pattern(printed):
    """What matches what is printed, the ends of lines apart."""
    lines = []
    for line in printed.splitlines():
        lines.append(r"(?:.*\n)*?" if line == "..." else re.escape(line).replace(r"\.\.\.", ".*") + r"\s*\n")
    return re.compile("".join(lines) + r"(?:\s*\n)*")


def environment(place, own):
    """That of somebody who has installed what is in the build folder; `own` is a folder for what belongs to it."""
    def before(name, *folders):
        return os.pathsep.join([str(f) for f in folders] + [p for p in [os.environ.get(name)] if p])

    (own / "python3").write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    (own / "python3").chmod(0o755)
    return {**os.environ, "PATH": before("PATH", own, place / "tools"),
            "PYTHONPATH": str(place / "python"), "PORTKERN_CACHE_DIR": str(own / "cache"),
            "LD_LIBRARY_PATH": before("LD_LIBRARY_PATH", place, place / "python/portkern"),
            "PKG_CONFIG_PATH": str(place / "meson-uninstalled"),
            "PORTKERN_LIBCUDA": str(place / "portkern/libportkern_cudasim.so")}


def main():
    page, place = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
    number = failed = 0
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as own:
        env = environment(place, pathlib.Path(own))
        for language, text in FENCE.findall(page.read_text()):
            if language != "console":
                if m := NAMED.match(text):
                    pathlib.Path(folder, m[1]).write_text(text)
                continue
            for command, printed in commands(text):
                done = subprocess.run(["bash", "-c", command], cwd=folder, env=env, text=True, timeout=300,
                                      stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
                good = pattern(printed).fullmatch(done.stdout + "\n")
                number, failed = number + 1, failed + (not good)
                print(f"{'ok' if good else 'not ok'} {number} - {command.replace('#', ' ')}")
                if not good:
                    print("".join(f"# {line}\n" for line in done.stdout.splitlines()), end="")
    print(f"1..{number}")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
