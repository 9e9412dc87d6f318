#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The gallery: each program of examples/gallery runs on every backend that is named and draws the same picture there;
with a mistake in it, it says so; it is short, and on docs/gallery.md with its command and a small picture.

    gallery.py ROOT BUILD BACKEND...

Prints TAP."""
import os
import pathlib
import re
import struct
import subprocess
import sys
import tempfile

# A mistake for each: what is written, and what is written in its place.
MISTAKES = {
    "filters": ("range(8, 3, -1)", "range(8, 5, -1)"),
    "fractal": ("return n, z", "return n + 2, z"),
    "heat": ("min(k[0, 0], k[1, 0])", "max(k[0, 0], k[1, 0])"),
    "life": ("neighbours == 3 or", "neighbours == 4 or"),
    "nbody": ("dx * dx + dy * dy + SOFT", "dx * dx + dy * dy + 4 * SOFT"),
    "neural": ("w2[i, j]", "w2[j, i]"),
    "options": ("max(math.exp(log) - strikes[k], 0.0)", "abs(math.exp(log) - strikes[k])"),
    "raymarch": ("EYE[c] + t *", "EYE[c] + 1.01 * t *"),
    "sort": ("while far > 0:\n        pair(tile", "while far > 1:\n        pair(tile"),
    "sudoku": ("search(grids[k], tries[k]", "search(grids[0], tries[k]"),
}


def run(program, build, backend, folder):
    """(status, what it prints, the picture) of a program, small."""
    env = {**os.environ, "PYTHONPATH": f"{build / 'python'}{os.pathsep}{GALLERY}", "PORTKERN_BACKEND": backend,
           "PORTKERN_LIBCUDA": str(build / "portkern/libportkern_cudasim.so"), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run([sys.executable, "-W", "ignore", program, "--small", "--out", folder], env=env, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=100, check=False)
    picture = pathlib.Path(folder, program.stem + ".png")
    return done.returncode, done.stdout, picture.read_bytes() if picture.exists() else b""


def wrong_on_page(name, text):
    """What is missing of a program on the page, and too large of its picture."""
    picture = ROOT / f"docs/gallery/{name}.png"
    data = picture.read_bytes()
    width, _ = struct.unpack(">II", data[16:24])
    if f"(gallery/{name}.png)" not in text:
        yield "the page does not show its picture"
    if not re.search(rf"^PYTHONPATH=build/python python3 examples/gallery/{name}\.py$", text, re.M):
        yield "the page does not have its command"
    if len(data) > 60_000 or width > 640:
        yield f"the picture has {len(data)} bytes and is {width} wide"


def cases(build, backends):
    """(what holds, why it does not)"""
    programs = [p for p in sorted(GALLERY.glob("*.py")) if p.stem != "picture"]
    yield "ten programs", "" if [p.stem for p in programs] == sorted(MISTAKES) else str(programs)
    text = (ROOT / "docs/gallery.md").read_text()
    for program in programs:
        lines = program.read_text().splitlines()
        yield f"{program.stem} is short", f"{len(lines)} lines" if len(lines) > 120 else ""
        yield f"{program.stem} is on the page", "; ".join(wrong_on_page(program.stem, text))
        first = None
        for backend in backends:
            with tempfile.TemporaryDirectory() as folder:
                status, printed, picture = run(program, build, backend, folder)
            why = printed if status != 0 or "right: " not in printed or not picture else ""
            first = first or picture
            yield f"{program.stem} on {backend}", why or ("another picture" if picture != first else "")
        old, new = MISTAKES[program.stem]
        with tempfile.TemporaryDirectory() as folder:
            changed = pathlib.Path(folder, program.name)
            changed.write_text(program.read_text().replace(old, new, 1))
            status, printed, _ = run(changed, build, backends[0], folder)
        found = status == 1 and "WRONG: " in printed and old in program.read_text()
        yield f"{program.stem} finds a mistake in it", "" if found else f"status {status}\n{printed}"


def main():
    number = failed = 0
    for number, (name, why) in enumerate(cases(pathlib.Path(sys.argv[2]), sys.argv[3:]), 1):
        print(f"{'not ok' if why else 'ok'} {number} - {name}", flush=True)
        failed += bool(why)
        print("".join(f"# {line}\n" for line in why.splitlines()), end="")
    print(f"1..{number}")
    return failed > 0


ROOT = pathlib.Path(sys.argv[1]).resolve()
GALLERY = ROOT / "examples/gallery"
if __name__ == "__main__":
    sys.exit(main())
