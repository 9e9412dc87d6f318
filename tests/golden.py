#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Compares what the compiler prints, stage by stage, with the texts in
tests/golden/, messages with tests/golden/errors/, which has a folder for each
family of codes, and what `portkern check` says with tests/golden/advice/. They
are there to be read: a change of the compiler shows what it did in their diff.

    golden.py PORTKERN [--update] [-k NAME]

The target and stage of a text is its folder; NATIVE texts name a CPU that every
LLVM knows, so that they are the same on every machine."""
import argparse
import difflib
import pathlib
import subprocess
import sys

from emissions import emit_all

HERE = pathlib.Path(__file__).resolve().parent
GOLDEN = HERE / "golden"

# file, kernel, signature
KERNELS = [
    ("control", "collatz", "i64[::1], i64[::1]"),
    ("control", "primes", "bool[::1]"),
    ("arithmetic", "integers", "i32[::1], i32[::1], i64[:,::1]"),
    ("arithmetic", "floats", "f32[::1], f32[::1], f32[:,::1]"),
    ("arrays", "smooth", "f64[:], f64[:]"),
    ("arrays", "scratch", "f32[::1], f32[::1]"),
    ("atomics", "block_histogram", "i64[::1], i32[::1]"),
    ("complexes", "julia", "i32[:,::1], f64, f64, i64"),
    ("functions", "library", "f32[::1], f32[:,::1]"),
    ("failures", "in_functions", "f64[::1], f64[::1]"),
    ("failures", "print_numbers", "f32[::1], i64"),
    ("grids", "columns", "i16[:,::1], i16[:,::1]"),
    ("shared", "tree_sum", "i64[::1], i64[::1]"),
    ("shared", "early_return", "i32[::1], i32[::1]"),
    ("shared", "bitonic", "i32[::1]"),
    ("shared", "dynamic", "i32[::1], i64[::1]"),
]

# folder, suffix, options
STAGES = [
    ("ir", "pkir", ["--to", "ir"]),
    ("block", "pkir", ["--to", "passes", "--target", "block"]),
    ("opencl", "cl", ["--to", "opencl", "--target", "threads"]),
    ("opencl_block", "cl", ["--to", "opencl", "--target", "block"]),
    ("opencl_wide", "cl", ["--to", "opencl", "--target", "wide"]),
    ("ptx", "ptx", ["--to", "ptx", "--target", "sm_75"]),
    ("llvm", "ll", ["--to", "llvm", "--target", "x86-64-v3"]),
]


def check(portkern, program):
    done = subprocess.run([portkern, "check", program.name, "--perf", "--backend", "opencl,cuda,interp"],
                          cwd=program.parent, capture_output=True, text=True, timeout=60, check=False)
    return f"{done.stdout}{done.stderr}exit {done.returncode}\n"


def erring(program):
    """The words of the `emit` that its first line asks for: # k(f32[:], i64)"""
    kernel, _, signature = program.read_text().splitlines()[0].lstrip("# ").partition("(")
    return [program.name, "-k", kernel, "-s", signature.rsplit(")", 1)[0], "--to", "ir"]


def texts(portkern, only):
    """(golden file, text now) of everything whose name has `only` in it."""
    stages = [(GOLDEN / folder / f"{kernel}.{suffix}", [f"kernels/{file}.py", "-k", kernel, "-s", signature, *options])
              for file, kernel, signature in KERNELS for folder, suffix, options in STAGES]
    stages = [(path, words) for path, words in stages if only in str(path)]
    for (path, _), (text, said) in zip(stages, emit_all(portkern, [words for _, words in stages], HERE)):
        yield path, said if text is None else text
    for folder in sorted((GOLDEN / "errors").iterdir()):
        programs = [p for p in sorted(folder.glob("*.py")) if only in str(p.with_suffix(".txt"))]
        answers = emit_all(portkern, map(erring, programs), folder)
        yield from ((program.with_suffix(".txt"), said) for program, (_, said) in zip(programs, answers))
    for program in sorted((GOLDEN / "advice").glob("*.py")):
        if only in str(program.with_suffix(".txt")):
            yield program.with_suffix(".txt"), check(portkern, program)


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("portkern")
    ap.add_argument("--update", action="store_true")
    ap.add_argument("-k", default="")
    args = ap.parse_args()
    passed = failed = 0
    for path, text in texts(str(pathlib.Path(args.portkern).resolve()), args.k):
        old = path.read_text() if path.exists() else ""
        if args.update:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        good = args.update or text == old
        passed, failed = passed + good, failed + (not good)
        if not good:
            diff = difflib.unified_diff(old.splitlines(), text.splitlines(), str(path.relative_to(HERE)), "now", n=2, lineterm="")
            print("\n".join(list(diff)[:40]))
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
