#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""races.py PORTKERN BACKEND: runs patterns.py, each kernel right and with each
of its mistakes, in some shapes of grid. A race must be reported for every
mistake, with its place, and for nothing else. TAP."""
import pathlib
import re
import subprocess
import sys
import tempfile

import numpy as np

PATTERNS = pathlib.Path(__file__).with_name("patterns.py")
SHAPES = ((2, 64), (3, 128), (5, 256), (4, 192))
N = 2048
ARGUMENTS = f"@{{0}}/a.npy @{{0}}/b.npy zeros:i32:{N} zeros:u8:{N} {N}:i64"


# The interpreter warns of these and goes on: they do no harm.
WARNED = {("interp", "swapped", 1)}


def cases():
    """(kernel, bug), bug 0 first."""
    text = PATTERNS.read_text()
    for bugs, name in re.findall(r"# bugs ([\d ]+)\n@cuda.jit\ndef (\w+)", text):
        for bug in [0, *map(int, bugs.split())]:
            yield name, bug


def write_arrays(folder):
    """No two numbers are the same: a write of what is there already is no race."""
    numbers = np.random.default_rng(1).permutation(4 * N).astype(np.float32) + 1
    np.save(folder / "a.npy", numbers[: 2 * N])
    np.save(folder / "b.npy", numbers[2 * N:])


def write_modules(folder, bugs):
    text = PATTERNS.read_text()
    for bug in bugs:
        module = folder / f"patterns_{bug}.py"
        module.write_text(text.replace("BUG = 0\n", f"BUG = {bug}\n"))


def run(portkern, backend, folder, launches):
    """Messages of the launches, None of those that went well."""
    lines = folder / "launches.txt"
    arguments = ARGUMENTS.format(folder)
    lines.write_text("".join(
        f"{folder / f'patterns_{bug}.py'}:{name} --grid {grid} --block {block} {arguments}\n"
        for name, bug, (grid, block) in launches))
    done = subprocess.run([portkern, "run", "--list", str(lines), "--backend", backend],
                          capture_output=True, text=True, timeout=600)
    said = [line for line in done.stdout.splitlines() if line.startswith(("ok ", "FAIL "))]
    if len(said) != len(launches):
        raise SystemExit(f"exit {done.returncode} after {len(said)} launches\n{done.stderr}")
    return [None if line.startswith("ok ") else line for line in said]


def run_all(portkern, backend, folder, launches):
    """A finding ends the simulated device, so each has a process there."""
    if backend != "cuda":
        return run(portkern, backend, folder, launches)
    right = [launch for launch in launches if not launch[1]]
    said = dict(zip(right, run(portkern, backend, folder, right)))
    return [said[launch] if launch in said else run(portkern, backend, folder, [launch])[0] for launch in launches]


def fault(bug, message):
    """None or what is not as it should be."""
    if not bug:
        return message
    if message is None:
        return "no race was reported"
    place = re.search(r"patterns_\d+\.py:\d+:\d+: ", message)
    return None if place and "race: " in message else message


def main():
    tried, bad = list(cases()), 0
    portkern, backend = sys.argv[1:]
    shapes = SHAPES if backend != "cuda" else SHAPES[1:2]
    launches = [(name, bug, shape) for name, bug in tried for shape in shapes]
    with tempfile.TemporaryDirectory() as top:
        folder = pathlib.Path(top)
        write_arrays(folder)
        write_modules(folder, {bug for _, bug in tried})
        said = run_all(portkern, backend, folder, launches)
    print(f"1..{len(tried)}")
    for i, (name, bug) in enumerate(tried):
        mine = said[i * len(shapes):][: len(shapes)]
        harm = 0 if (backend, name, bug) in WARNED else bug
        wrong = [(s, w) for s, m in zip(shapes, mine) if (w := fault(harm, m))]
        bad += bool(wrong)
        print(f"{'not ok' if wrong else 'ok'} {i + 1} - {name} {bug or 'right'}")
        for shape, why in wrong:
            print(f"# {shape[0]} blocks of {shape[1]}: {why}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
