#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""findings.py PORTKERN SIMULATOR: runs the kernels of findings_kernels.py on the
simulated GPU with all checks. Each fault must be reported with its line of
the Python source, and of races with the column that the interpreter names; the
right kernels must run. TAP."""
import os
import pathlib
import re
import subprocess
import sys

KERNELS = pathlib.Path(__file__).with_name("findings_kernels.py")


def marked():
    """(kernel, line, words), line None where nothing is wrong."""
    found, name = {}, None
    for number, line in enumerate(KERNELS.read_text().splitlines(), 1):
        head = re.match(r"def (\w+)", line)
        if head:
            name = head[1]
            found[name] = (None, None)
        mark = re.search(r"# <- (.*)", line)
        if mark and name:
            found[name] = (number, mark[1])
    return [(name, *what) for name, what in found.items()]


def run(portkern, simulator, name, backend="cuda"):
    env = dict(os.environ, PORTKERN_LIBCUDA=simulator, PORTKERN_CHECK="all",
               PORTKERN_SIM_FUEL="200000", PORTKERN_CACHE_DIR="off")
    command = [portkern, "run", f"{KERNELS}:{name}", "--backend", backend,
               "--grid", "1", "--block", "64", "zeros:i32:64"]
    return subprocess.run(command, env=env, capture_output=True, text=True,
                          timeout=100)


def main():
    bad = 0
    cases = marked()
    print(f"1..{len(cases)}")
    for number, (name, line, words) in enumerate(cases, 1):
        done = run(sys.argv[1], sys.argv[2], name)
        good = done.returncode == 0
        if line is not None:
            place = f"{KERNELS}:{line}:"
            good = (done.returncode == 1 and place in done.stderr
                    and words in done.stderr)
            if words == "race":
                oracle = run(*sys.argv[1:3], name, "interp").stderr
                good = good and oracle.split(" ")[0] == done.stderr.split(" ")[0]
        print(f"{'ok' if good else 'not ok'} {number} - {name}")
        if not good:
            bad += 1
            print("# " + done.stderr.replace("\n", "\n# "))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
