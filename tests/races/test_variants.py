#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Right kernels and racy ones (variants.py) must be told apart:

    test_variants.py PORTKERN BACKEND [-k WORDS]

Right ones run together in one process; each racy one must be a race, with its
line. TAP."""
import argparse
import concurrent.futures
import os
import pathlib
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


def launch(source, folder, kernel):
    return [f"{source}:{kernel.name}", "--grid", str(variants.BLOCKS), "--block", str(kernel.threads),
            *arrays(folder, kernel)]


def run(command):
    env = dict(os.environ, PORTKERN_CHECK="all", PORTKERN_SIM_FUEL="2000000")
    return subprocess.run(command, env=env, capture_output=True, text=True, timeout=600, check=False)


def run_right(args, source, folder, kernels):
    """What each of them said, "" for nothing."""
    lines = folder / "launches.txt"
    lines.write_text("".join(" ".join(launch(source, folder, k)) + "\n" for k in kernels))
    done = run([args.portkern, "run", "--list", str(lines), "--backend", args.backend])
    said = [line for line in done.stdout.splitlines() if line.startswith(("ok ", "FAIL "))]
    for n, kernel in enumerate(kernels):
        line = said[n] if n < len(said) else "it did not run: " + done.stderr
        yield kernel, "" if line.startswith("ok ") else line


def run_racy(args, source, folder, kernel):
    done = run([args.portkern, "run", *launch(source, folder, kernel), "--backend", args.backend])
    first = done.stderr.split("\n")[0]
    if done.returncode == 1 and first.startswith(f"{source}:") and "error: race: " in first:
        return kernel, ""
    return kernel, done.stderr or "it succeeded"


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("portkern")
    ap.add_argument("backend")
    ap.add_argument("-k", default="")
    args = ap.parse_args()
    chosen = [k for k in variants.kernels() if args.k in k.name]
    right = [k for k in chosen if not k.mistake]
    racy = [k for k in chosen if k.mistake]
    print(f"1..{len(chosen) + 1}")
    bad = 0
    with tempfile.TemporaryDirectory() as top, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        folder = pathlib.Path(top)
        source = folder / "kernels.py"
        source.write_text(variants.module(chosen))
        for kernel in chosen:
            arrays(folder, kernel)
        results = list(run_right(args, source, folder, right))
        results += pool.map(lambda k: run_racy(args, source, folder, k), racy)
    for number, (kernel, why) in enumerate(results, 1):
        bad += why != ""
        print(f"{'not ok' if why else 'ok'} {number} - {kernel.name}")
        if why:
            print("# " + why.strip().replace("\n", "\n# "))
    enough = args.k != "" or len(right) >= 100 and len(racy) >= 100
    print(f"{'ok' if enough else 'not ok'} {len(chosen) + 1} - {len(right)} right ones and {len(racy)} racy ones")
    return 1 if bad or not enough else 0


if __name__ == "__main__":
    raise SystemExit(main())
