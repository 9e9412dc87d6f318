#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Does pkfuzz find what it is there to find? Plants each fault of faults.py in
front of the interpreter and runs programs until one shows it.

    test_faults.py --build build [--count N] [--seconds S] [-k NAME]

Each fault gets the same programs, at most N of them and S seconds. At least 95
of 100 faults must be found, and without a fault nothing may be."""
import argparse
import pathlib
import sys
import tempfile
import time

import faults
import legs
import pkfuzz
from generator import generate
from oracle import rules, values

ENOUGH = 0.95
NOT_FOUND = ("SYNTAX", "VERIFY", "TYPE", "NAME", "crash")  # the fault is wrong, or something else is


class Programs:
    """Programs with their right results, made when they are first wanted."""

    def __init__(self, first, count):
        self.seeds = iter(range(first, first + count))
        self.made = []

    def __iter__(self):
        k = 0
        while True:
            while k >= len(self.made):
                seed = next(self.seeds, None)
                if seed is None:
                    return
                p = generate.make(seed)
                try:
                    self.made.append((p, p.run_reference()))
                except (values.Undefined, rules.NoRule):
                    pass
            yield self.made[k]
            k += 1


def hunt(leg, programs, seconds):
    """(programs run, why the last one failed or None)."""
    end = time.monotonic() + seconds
    runs = 0
    for p, want in programs:
        runs += 1
        why = legs.judge(p, leg.run(p), want, False)
        if why and why.split(":")[0] in NOT_FOUND:
            raise SystemExit(f"the program of seed {p.seed} did not run: {why}")
        if why:
            return runs, f"seed {p.seed}: {why}"
        if time.monotonic() > end:
            break
    return runs, None


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--build", type=pathlib.Path, default=pathlib.Path("build"))
    ap.add_argument("--seed", type=int, default=0)
    ap.add_argument("--count", type=int, default=400)
    ap.add_argument("--seconds", type=float, default=600)
    ap.add_argument("--sound", type=int, default=40, help="programs to run without a fault")
    ap.add_argument("-k", default="")
    args = ap.parse_args()
    folder = args.build.resolve() / "tests" / "fuzz" / "pkfuzz"
    programs = Programs(args.seed, args.count)
    found, missed = [], []
    with tempfile.TemporaryDirectory() as temp:
        env = {**pkfuzz.environment(args.build.resolve(), pathlib.Path(temp)), "PORTKERN_PLUGIN_PATH": str(folder)}
        leg = legs.Leg("faulty", str(folder / "pkfuzz-runner"), env, 60)
        sound = [pair for pair, _ in zip(programs, range(args.sound))]
        runs, why = hunt(leg, sound, args.seconds)
        print(f"{'not ok' if why else 'ok'} - {runs} programs without a fault{': ' + why if why else ''}", flush=True)
        failed = why is not None
        for name in faults.FAULTS:
            if args.k not in name:
                continue
            leg.plant = lambda text, source, name=name: faults.plant(name, text, source)
            begin = time.monotonic()
            runs, why = hunt(leg, programs, args.seconds)
            (found if why else missed).append(name)
            print(f"{'found' if why else 'MISSED'} after {runs:3} programs, {time.monotonic() - begin:.1f} s: {name}: "
                  f"{(why or '')[:150]}", flush=True)
        leg.stop()
    total = len(found) + len(missed)
    print(f"{len(found)} of {total} faults found; missed: {', '.join(missed) or 'none'}")
    return 1 if failed or len(found) < ENOUGH * total else 0


if __name__ == "__main__":
    sys.exit(main())
