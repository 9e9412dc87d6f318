#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""findings.py PORTKERN SIMULATOR: runs the kernels of findings_kernels.py on the
simulated GPU with all checks. Each fault must be reported with its line of
the Python source, and of races with the column that the interpreter names; the
right kernels must run. So it must be when all are in one list: a fault ends its
context, and the kernels after it get another. TAP."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

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


# What the kernels plain_* are told, by both.
ADVICE = "; beside atomics, read by an atomic too: atomic.add(a, i, 0)"
LAUNCH = ["--grid", "1", "--block", "64", "zeros:i32:64"]


def portkern_run(portkern, simulator, *words, backend="cuda"):
    env = dict(os.environ, PORTKERN_LIBCUDA=simulator, PORTKERN_CHECK="all",
               PORTKERN_SIM_FUEL="200000", PORTKERN_CACHE_DIR="off")
    if backend == "interp":
        env["PORTKERN_LOG"] = "warning"
    return subprocess.run([portkern, "run", *words, "--backend", backend],
                          env=env, capture_output=True, text=True, timeout=100)


def run(portkern, simulator, name, backend="cuda"):
    return portkern_run(portkern, simulator, f"{KERNELS}:{name}", *LAUNCH,
                        backend=backend)


def list_is_right(portkern, simulator, cases):
    """Every kernel in one list ends as it does alone."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as lines:
        for name, _, _ in cases:
            print(f"'{KERNELS}:{name}'", *LAUNCH, file=lines)
        lines.flush()
        done = portkern_run(portkern, simulator, "--list", lines.name)
    said = done.stdout.splitlines()
    good = done.returncode == 1 and len(said) == len(cases)
    for number, (text, (name, line, words)) in enumerate(zip(said, cases)):
        if line is None:
            right = text == f"ok {number} {name}"
        else:
            right = (text.startswith(f"FAIL {number} {name}: {KERNELS}:{line}:")
                     and words in text)
        if not right:
            print(f"# in the list: {text}")
        good = good and right
    return good


def main():
    bad = 0
    cases = marked()
    print(f"1..{len(cases) + 1}")
    for number, (name, line, words) in enumerate(cases, 1):
        done = run(sys.argv[1], sys.argv[2], name)
        good = done.returncode == 0
        if line is not None:
            place = f"{KERNELS}:{line}:"
            first = done.stderr.split("\n")[0]  # the source line has the words
            good = (done.returncode == 1 and first.startswith(place)
                    and words in first)
            if words == "race":
                oracle = run(*sys.argv[1:3], name, "interp").stderr
                # What does no harm is a warning there.
                oracle = oracle.removeprefix("portkern: warning: interp: ")
                good = good and oracle.split(" ")[0] == done.stderr.split(" ")[0]
                for text in (oracle, done.stderr):
                    good = good and (ADVICE in text) == name.startswith("plain_")
        print(f"{'ok' if good else 'not ok'} {number} - {name}")
        if not good:
            bad += 1
            print("# " + done.stderr.replace("\n", "\n# "))
    good = list_is_right(*sys.argv[1:3], cases)
    print(f"{'ok' if good else 'not ok'} {len(cases) + 1} - all in one list")
    return 1 if bad or not good else 0


if __name__ == "__main__":
    sys.exit(main())
