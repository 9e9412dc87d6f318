#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Right kernels and racy ones (variants.py) must be told apart:

    test_variants.py PORTKERN BACKEND [-k WORDS] [--one-in N]

Right ones run together in one process, racy ones in two others; each of these
must be a race, with its line. TAP."""
import argparse
import concurrent.futures
import os
import pathlib
import re
import subprocess
import tempfile

import numpy as np

import variants


def arrays(folder, kernel):
    """The values of `a` are all different, so that no race hides behind equal
    ones."""
    path = folder / f"{kernel.dtype}_{kernel.threads}.npy"
    size = 2 * variants.BLOCKS * kernel.threads
    if not path.exists():
        np.save(path, (np.arange(size) * 7 % size + 1).astype(kernel.dtype))
    short = kernel.dtype.replace("float", "f").replace("int", "i")
    return [f"@{path}", f"zeros:{short}:{size}", f"zeros:i32:{size}"]


def file_of(folder, kernel):
    """Of its own: a context that a race ended has it all to read again."""
    return folder / f"{kernel.name}.py"


def launch(folder, kernel):
    file_of(folder, kernel).write_text(variants.module([kernel]))
    return [f"{file_of(folder, kernel)}:{kernel.name}", "--grid", str(variants.BLOCKS), "--block", str(kernel.threads),
            *arrays(folder, kernel)]


def run(command, folder):
    """What the lines to come need is compiled ahead, for a context that a race may
    end: the next one finds it in the cache."""
    env = dict(os.environ, PORTKERN_CHECK="all", PORTKERN_SIM_FUEL="2000000", PORTKERN_CACHE_DIR=str(folder / "cache"))
    return subprocess.run(command, env=env, capture_output=True, text=True, timeout=600, check=False)


def run_all(args, folder, kernels):
    """The status line of each launch, all in one process."""
    lines = folder / f"launches_{kernels[0].name}.txt"
    lines.write_text("".join(" ".join(launch(folder, k)) + "\n" for k in kernels))
    done = run([args.portkern, "run", "--list", str(lines), "--backend", args.backend], folder)
    said = [line for line in done.stdout.splitlines() if line.startswith(("ok ", "FAIL "))]
    if done.returncode not in (0, 1) and len(said) == len(kernels):  # a sanitizer found something at the end
        raise SystemExit(f"exit {done.returncode}\n{done.stderr}")
    return said + ["it did not run: " + done.stderr] * (len(kernels) - len(said))


def complaint(folder, kernel, said):
    """What is wrong with its status line, "" for nothing."""
    if not kernel.mistake:
        return "" if said.startswith("ok ") else said
    race = re.match(rf"FAIL \d+ {kernel.name}: {re.escape(str(file_of(folder, kernel)))}:\d+:\d+: race: ", said)
    return "" if race else said


def some(kernels, one_in):
    """Of each pattern with each mistake one shape in so many, at least one; not the
    same one of all."""
    groups = {}
    for kernel in kernels:
        groups.setdefault((kernel.pattern, kernel.mistake), []).append(kernel)
    return [k for n, group in enumerate(groups.values()) for k in group[n % min(one_in, len(group))::one_in]]


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("portkern")
    ap.add_argument("backend")
    ap.add_argument("-k", default="")
    ap.add_argument("--one-in", type=int, default=1, help="leaves out other shapes of the same kernels")
    args = ap.parse_args()
    chosen = some([k for k in variants.kernels() if args.k in k.name], args.one_in)
    right = [k for k in chosen if not k.mistake]
    racy = [k for k in chosen if k.mistake]
    print(f"1..{len(chosen) + 1}")
    bad = 0
    with tempfile.TemporaryDirectory() as top, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        folder = pathlib.Path(top)
        for kernel in chosen:
            arrays(folder, kernel)
        parts = [p for p in (right, racy[::2], racy[1::2]) if p]
        said = list(pool.map(lambda part: run_all(args, folder, part), parts))
    results = [(k, complaint(folder, k, line)) for part, lines in zip(parts, said) for k, line in zip(part, lines)]
    for number, (kernel, why) in enumerate(results, 1):
        bad += why != ""
        print(f"{'not ok' if why else 'ok'} {number} - {kernel.name}")
        if why:
            print("# " + why.strip().replace("\n", "\n# "))
    least = 100 / args.one_in
    enough = args.k != "" or len(right) >= least and len(racy) >= least
    print(f"{'ok' if enough else 'not ok'} {len(chosen) + 1} - {len(right)} right ones and {len(racy)} racy ones")
    return 1 if bad or not enough else 0


if __name__ == "__main__":
    raise SystemExit(main())
