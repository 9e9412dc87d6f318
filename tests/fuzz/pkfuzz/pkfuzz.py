#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Random programs on every backend, compared byte for byte with CPython and
with each other.

    pkfuzz.py --build build [--legs LIST] [--seed N] [--count N] [--seconds S]
    pkfuzz.py --build build --cases FOLDER        the programs that failed once
    pkfuzz.py --build build --show SEED           one program

A program is made from its number: the same for the same number. What fails is
shrunk and left in --found. A leg is a backend, with a variant or a device:
interp interp.threads interp.lanes interp.block cpu cpu.plain cpu.vectors cpu.v2
cpu.vectors.v3 cpu.random cuda opencl:pocl opencl:oclgrind@50 (every fiftieth program)."""
import argparse
import collections
import os
import pathlib
import queue
import sys
import tempfile
import threading
import time

import legs
import shrink
from generator import generate
from oracle import rules, values
from program import Program

BATCH = 16


def environment(build, folder):
    env = {"PORTKERN_CACHE_DIR": "off", "POCL_CACHE_DIR": str(folder / "pocl"), "POCL_KERNEL_CACHE": "0",
           "PORTKERN_LIBCUDA": str(build / "sim" / "libportkern_cudasim.so")}
    os.makedirs(env["POCL_CACHE_DIR"], exist_ok=True)
    return env


def icd_of(build, spec):
    name = spec.partition("@")[0].partition(":")[2]
    return {"OCL_ICD_VENDORS": str(build / "icd" / name)} if name else {}


class Fuzzer:
    def __init__(self, args, folder):
        build = args.build.resolve()
        runner = str(build / "tests" / "fuzz" / "pkfuzz" / "pkfuzz-runner")
        if not pathlib.Path(runner).exists():
            raise SystemExit(f"there is no {runner}: build it, and run this where --build is right")
        self.legs = [legs.Leg(s, runner, {**environment(build, folder), **icd_of(build, s)}, args.limit)
                     for s in args.legs.split(",")]
        self.oracle = next((leg for leg in self.legs if leg.name == "interp"), None)
        self.found, self.keep_going = args.found, args.keep_going
        self.refused = collections.Counter()
        self.programs = self.failures = 0
        self.broken = None  # why a leg gave no answers
        self.told = time.monotonic()

    # ---- running ----

    def answers(self, batch):
        """{leg: [answer, ...]}: each leg's process works on the whole batch at
        the same time as the others."""
        results = {}

        def work(leg):
            try:
                given = iter(leg.run_all([p for p in batch if leg.takes(p)]))
                results[leg] = [next(given) if leg.takes(p) else None for p in batch]
            except Exception as e:  # the thread's end must not be taken for success
                self.broken = f"the leg {leg.name}: {type(e).__name__}: {e}"
        threads = [threading.Thread(target=work, args=(leg,)) for leg in self.legs]
        for t in threads:
            t.start()
        return threads, results

    def batch(self, batch):
        threads, results = self.answers(batch)
        wants = [self.reference(p) for p in batch]
        for t in threads:
            t.join()
        if self.broken:
            raise SystemExit(self.broken)
        for k, (p, want) in enumerate(zip(batch, wants)):
            if want is None:
                continue
            self.programs += 1
            for leg, why in self.compare(p, want, {leg: a[k] for leg, a in results.items() if a[k]}):
                self.failures += 1
                self.report(p, leg, why)
        if time.monotonic() > self.told + 60:
            self.told = time.monotonic()
            print(f"... seed {batch[-1].seed}", end=": ")
            self.summary()

    def reference(self, p):
        """The right memory; None for a program without a defined result."""
        try:
            return p.run_reference()
        except (values.Undefined, rules.NoRule) as e:
            self.refused[str(e)] += 1
            return None

    def compare(self, p, want, answers):
        """Each leg against CPython, and against the first leg bit for bit."""
        first = None
        for leg, answer in answers.items():
            why = legs.judge(p, answer, want, False)
            if why is None and first is not None:
                why = legs.judge(p, answer, first.memory, True)
                why = why and f"not as on {self.legs[0].name}: {why}"
            if why is None and first is None:
                first = answer
            if why:
                yield leg, why

    # ---- failures ----

    def report(self, p, leg, why):
        print(f"FAIL seed {p.seed} on {leg.title(p)}: {why}", flush=True)
        if self.found is None:
            return
        small, why = shrink.shrink(p, leg, why, self.oracle)
        self.found.mkdir(parents=True, exist_ok=True)
        path = self.found / f"seed{p.seed}_{leg.name.replace('.', '_').replace(':', '_')}.py"
        note = f'"""Seed {p.seed}, {leg.title(p)}: {why.splitlines()[0][:200]}"""\n'
        path.write_text("# SPDX-License-Identifier: Apache-2.0\n" + note + small.source())
        print(f"     {path}: {why}", flush=True)

    def summary(self):
        counts = ", ".join(f"{leg.name} {leg.programs} in {leg.seconds:.0f} s" for leg in self.legs)
        refused = sum(self.refused.values())
        print(f"{self.programs} programs ({refused} more without a defined result), {self.failures} failures; {counts}",
              flush=True)

    def stop(self):
        """Ends the processes: one that leaks or crashes at its end fails."""
        for leg in self.legs:
            said = leg.stop()
            if said:
                self.failures += 1
                print(f"FAIL {leg.name} at its end: {said[-3000:]}")


def fuzz(fuzzer, args):
    """Programs are made by another thread while a batch runs."""
    end = time.monotonic() + args.seconds if args.seconds else None
    seeds = range(args.seed, args.seed + args.count) if args.count else range(args.seed, 1 << 62)
    made = queue.Queue(2)

    def make():
        batch = []
        for seed in seeds:
            p = generate.make(seed)
            if args.only and not p.tags & set(args.only.split(",")):
                continue
            batch.append(p)
            if len(batch) == BATCH:
                made.put(batch)
                batch = []
        if batch:
            made.put(batch)
        made.put(None)
    threading.Thread(target=make, daemon=True).start()
    while (batch := made.get()) and (end is None or time.monotonic() < end):
        fuzzer.batch(batch)
        if fuzzer.failures and not args.keep_going:
            break


def cases(fuzzer, folder):
    for path in sorted(folder.glob("*.py")):
        p = Program.parse(path.read_text())
        before = fuzzer.failures
        fuzzer.batch([p])
        print(f"{'ok' if fuzzer.failures == before else 'FAIL'} {path.name}")
    if fuzzer.refused:
        fuzzer.failures += 1
        print(f"FAIL programs without a defined result: {dict(fuzzer.refused)}")


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--build", type=pathlib.Path, default=pathlib.Path("build"))
    ap.add_argument("--legs", default="interp,interp.threads,interp.lanes,interp.block,cpu,cpu.plain,cpu.vectors,cuda")
    ap.add_argument("--seed", type=int, default=0)
    ap.add_argument("--count", type=int, default=0)
    ap.add_argument("--seconds", type=float, default=0)
    ap.add_argument("--only", help="programs with one of these features (generate.py), as in wrapped,algorithms")
    ap.add_argument("--limit", type=float, default=120, help="seconds that a program may take on a leg")
    ap.add_argument("--found", type=pathlib.Path, help="folder for programs that fail, shrunk")
    ap.add_argument("--keep-going", action="store_true", help="do not stop at the first failure")
    ap.add_argument("--cases", type=pathlib.Path)
    ap.add_argument("--show", type=int)
    args = ap.parse_args()
    if args.show is not None:
        print(generate.make(args.show).source())
        return 0
    with tempfile.TemporaryDirectory() as folder:
        fuzzer = Fuzzer(args, pathlib.Path(folder))
        cases(fuzzer, args.cases) if args.cases else fuzz(fuzzer, args)
        fuzzer.stop()
    fuzzer.summary()
    return 1 if fuzzer.failures or not fuzzer.programs else 0


if __name__ == "__main__":
    sys.exit(main())
