#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""A program that leaves its memory, or never ends a barrier, does not spoil the ones behind it: a leg whose
device it lost starts a new one. With --codes cpu.random runs with all words that it has.

    test_legs.py --build build --legs interp,cuda [--codes]"""
import argparse
import pathlib
import sys
import tempfile

import legs
import pkfuzz
from program import Program

PROGRAM = """
import numpy as np
from numba import cuda

table = np.array([1.0, 2.0, 3.0], dtype=np.float32)

@cuda.jit
def k(n, o):
    o[0] = table[n]

NAN, INF = float("nan"), float("inf")
LAUNCH = {'kernel': 'k', 'grid': (1, 1, 1), 'block': (1, 1, 1), 'place': 'buffer'}
ARGS = [('scalar', 'i64', %d), ('array', 'f32', (1,), (1,), 0, 'out', [])]
"""


# One lane waits for a warp that has gone on.
STUCK = """
from numba import cuda

@cuda.jit
def k(n, o):
    t = cuda.threadIdx.x
    if t == n:
        o[0] = cuda.shfl_sync(-1, t, 0)
    cuda.syncthreads()

NAN, INF = float("nan"), float("inf")
LAUNCH = {'kernel': 'k', 'grid': (1, 1, 1), 'block': (32, 1, 1), 'place': 'buffer'}
ARGS = [('scalar', 'i64', 1), ('array', 'f32', (1,), (1,), 0, 'out', [])]
"""


def takes_all_words(build, folder, program):
    """Whether cpu.random runs a program with every word that it may choose, by the number of the program."""
    leg = legs.Leg("cpu.random", str(build / "tests" / "fuzz" / "pkfuzz" / "pkfuzz-runner"), pkfuzz.environment(build, folder))
    left = {word for words in legs.CODES for word in words if word}
    want, wrong = program.run_reference(), []
    for program.seed in range(200):
        words = set(legs.code_of(program.seed).split(","))
        if left & words:
            why = legs.judge(program, leg.run(program), want, False)
            wrong += [f"{leg.title(program)}: {why}"] if why else []
            left -= words
    leg.stop()
    print(f"{'not ok' if wrong or left else 'ok'} - cpu.random takes all words", *wrong, *left)
    return not wrong and not left


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--build", type=pathlib.Path, default=pathlib.Path("build"))
    ap.add_argument("--legs", default="interp,cuda")
    ap.add_argument("--codes", action="store_true", help="the leg cpu.random")
    args = ap.parse_args()
    build = args.build.resolve()
    astray, right = (Program.parse(PROGRAM % n) for n in (1 << 20, 1))
    wrong = {"the index beyond": astray, "the shuffle of one lane": Program.parse(STUCK)}
    failed = 0
    with tempfile.TemporaryDirectory() as temp:
        for spec in args.legs.split(","):
            leg = legs.Leg(spec, str(build / "tests" / "fuzz" / "pkfuzz" / "pkfuzz-runner"),
                           pkfuzz.environment(build, pathlib.Path(temp)))
            for what, program in wrong.items():
                first = leg.run(program)
                why = f"{what} was taken" if first.status == "ok" else \
                    legs.judge(right, leg.run(right), right.run_reference(), False)
                failed += why is not None
                print(f"{'not ok' if why else 'ok'} - {spec}, behind {first.status}{': ' + why if why else ''}")
            leg.stop()
        if args.codes:
            failed += not takes_all_words(build, pathlib.Path(temp), right)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
