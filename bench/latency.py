#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""How long the cpu backend takes until a kernel has a result:

    bench/latency.py [--build build] [--rounds 9]

Prints milliseconds, the least of all rounds: of a process, portkern run, with nothing in the cache, the same where it
compiles quickly (PORTKERN_COMPILE=quick), and with the kernel in the cache; of the kernel's first launch in a process that has launched another,
less what a later launch takes (bench/launches.c); and nanoseconds of launches of kernels that do nothing (bench/overhead.c)."""
import json
import os
import statistics
import subprocess
import tempfile
import time

from checked import CASES
from harness import HERE, options, run_launches

# Those of bench/streams.py, as checked.py has the others.
MORE = [
    ("saxpy64", "16", "256", "2.0:f64" + " zeros:f64:4096" * 3),
    ("matmul_naive64", "4,4", "16,16", " ".join(["zeros:f64:64,64"] * 3)),
    ("matmul_tiled64", "4,4", "16,16", " ".join(["zeros:f64:64,64"] * 3)),
    ("spmv", "4", "256", "zeros:f64:4096 zeros:i32:4096 zeros:i32:1025 zeros:f64:1024 zeros:f64:1024"),
    ("black_scholes", "16", "256", " ".join(["zeros:f32:4096"] * 5)),
    ("transpose", "4,4", "16,16", "zeros:f32:64,64 zeros:f32:64,64"),
    ("jacobi", "4,4", "16,16", "zeros:f64:64,64 zeros:f64:64,64"),
    ("gray", "4,4", "16,16", "zeros:u8:64,64,3 zeros:u8:64,64"),
    ("nested", "4", "256", "zeros:f64:1024 zeros:f64:1024"),
    ("monte_carlo", "4", "256", "zeros:u64:1024 zeros:u64:1024 zeros:i32:1024 4:i64"),
]


def wall(command, env):
    begin = time.perf_counter()
    subprocess.run(command, env=env, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return (time.perf_counter() - begin) * 1e3


def processes(build, rounds):
    """{kernel: {"cold", "quick", "cached"}}, and what a process takes that only says its version."""
    tool, found = str(build / "tools" / "portkern"), {}
    with tempfile.TemporaryDirectory() as folder:
        env = {**os.environ, "PORTKERN_BACKEND": "cpu"}
        cold, cached = {**env, "PORTKERN_CACHE_DIR": "off"}, {**env, "PORTKERN_CACHE_DIR": folder}
        quick = {**cold, "PORTKERN_COMPILE": "quick"}
        for file, cases in (("kernels", CASES), ("streams", MORE)):
            for name, grid, block, arguments in cases:
                command = [tool, "run", f"{HERE}/{file}.py:{name}", "--grid", grid, "--block", block, *arguments.split()]
                wall(command, cached)
                turns = [(wall(command, cold), wall(command, quick), wall(command, cached)) for _ in range(rounds)]
                found[name] = dict(zip(("cold", "quick", "cached"), map(min, zip(*turns))))
        nothing = min(wall([tool, "--version"], cold) for _ in range(rounds))
    return found, nothing


def launches(build):
    """{kernel and function: nanoseconds}."""
    subprocess.run(["ninja", "-C", build, "bench/overhead"], check=True, stdout=subprocess.DEVNULL)
    done = subprocess.run([build / "bench" / "overhead", HERE / "kernels.py"], check=True, capture_output=True, text=True,
                          env={**os.environ, "PORTKERN_BACKEND": "cpu"})
    return {" ".join(words[:2]): float(words[2]) for words in map(str.split, done.stdout.splitlines()) if len(words) == 3}


def later(build, rounds, compiles):
    """{kernel: milliseconds by which its first launch is longer than a later one}, which is the compiling."""
    runs = [run_launches(build, {"PORTKERN_BACKEND": "cpu", "PORTKERN_COMPILE": compiles}) for _ in range(max(1, rounds // 4))]
    return {name: min(run[name][0] - run[name][1] for run in runs) for name in list(runs[0])[1:]}


def measure(build, rounds):
    found, nothing = processes(build, rounds)
    return {"processes": found, "nothing": nothing, "launches": launches(build), "later": later(build, rounds, "full"),
            "later_quick": later(build, rounds, "quick")}


def main():
    chosen = options(__doc__)
    found = measure(chosen.build, 9 if chosen.rounds == 3 else chosen.rounds)
    print(json.dumps(found, indent=1))
    print("median of later kernels:", statistics.median(found["later"].values()))


if __name__ == "__main__":
    main()
