#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""A program that leaves its memory does not spoil the ones behind it: a leg whose
device it lost starts a new one.

    test_legs.py --build build --legs interp,cuda"""
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


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--build", type=pathlib.Path, default=pathlib.Path("build"))
    ap.add_argument("--legs", default="interp,cuda")
    args = ap.parse_args()
    build = args.build.resolve()
    astray, right = (Program.parse(PROGRAM % n) for n in (1 << 20, 1))
    failed = 0
    with tempfile.TemporaryDirectory() as temp:
        for spec in args.legs.split(","):
            leg = legs.Leg(spec, str(build / "tests" / "fuzz" / "pkfuzz" / "pkfuzz-runner"),
                           pkfuzz.environment(build, pathlib.Path(temp)))
            first = leg.run(astray)
            why = "the index beyond was taken" if first.status == "ok" else \
                legs.judge(right, leg.run(right), right.run_reference(), False)
            leg.stop()
            failed += why is not None
            print(f"{'not ok' if why else 'ok'} - {spec}, behind {first.status}{': ' + why if why else ''}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
