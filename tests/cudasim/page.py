#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The commands of docs/simulator.md, run as they stand there: with a program of its
own for `./program`, `script.py` and the like, this build for `build/`, and one module
of numba-cuda's tests for all of them.

    page.py PAGE BUILD PORTKERN PYTHON

PYTHON has numba-cuda and NVVM (scripts/venv); without it the commands that need these
are left out, and named. Each command of the page must be one that is known here."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
LIST = ROOT / "scripts" / "python-packages-numba.txt"
SCRIPT = """import numpy as np
from numba import cuda

@cuda.jit
def scale(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = 3 * x[i]

out = cuda.device_array(100)
scale[4, 32](cuda.to_device(np.arange(100.0)), out)
assert (out.copy_to_host() == 3 * np.arange(100.0)).all()
print("right")
"""
# Three allocations over the Driver API: prints what each returns.
PROGRAM = """import ctypes
cuda = ctypes.CDLL("libcuda.so.1")
device, context, memory = ctypes.c_int(), ctypes.c_void_p(), ctypes.c_uint64()
assert cuda.cuInit(0) == 0 and cuda.cuDeviceGet(ctypes.byref(device), 0) == 0
assert cuda.cuDevicePrimaryCtxRetain(ctypes.byref(context), device) == 0
assert cuda.cuCtxSetCurrent(context) == 0
print([cuda.cuMemAlloc_v2(ctypes.byref(memory), 64) for _ in range(3)])
"""
SAXPY = "run examples/saxpy.py:saxpy --grid 1 --block 32 2.0:f32 zeros:f32:32 zeros:f32:32 zeros:f32:32 -v"
SMALL = "numba.cuda.tests.cudapy.test_blackscholes"
OTHERS = {"psutil"}  # of numba-cuda's tests, but not of SMALL
# What the page has, what is run for it, what that prints; the last word: needs PYTHON.
COMMANDS = [
    ("portkern run k.py:saxpy ...", "{portkern} " + SAXPY, r"cuda", ""),
    ("./a-program-over-the-driver-api", "{plain} program.py", r"\[0, 0, 0\]", ""),
    ("./program", "LD_LIBRARY_PATH=cudasim {plain} program.py", r"\[0, 0, 2\]", ""),
    ("python3 script.py", "{python} -W ignore script.py", r"right", "numba"),
    ("python script.py", "{python} -W ignore script.py", r"right", "numba"),
    ("python -m numba.runtests -v numba.cuda.tests", "{python} -W ignore -m numba.runtests -v " + SMALL, r"\nOK", "numba"),
]


def commands(page):
    """Those of the page: indented lines, joined where they end in a backslash."""
    text = re.sub(r"\\\n +", "", page)
    return [line.strip() for line in re.findall(r"^    (\S.*)", text, re.M)
            if re.match(r"[A-Z_]+=|pip |python", line.strip())]


def packages():
    return dict(re.findall(r"^([\w-]+)==(\S+)", LIST.read_text(), re.M))


def check_install(command):
    """What it installs is what scripts/venv installs; other toolkits are left out."""
    if "<" in command:
        return None
    missing = set(command.split()[2:]) - set(packages()) - OTHERS
    return f"{', '.join(sorted(missing))}: not in {LIST.name}" if missing else None


def check_versions(page):
    have = packages()
    row = f"| numba-cuda {have['numba-cuda']}, with Numba {have['numba']} |"
    return None if row in page else f"the page has no row `{row}`"


class Runner:
    def __init__(self, build, portkern, python, folder):
        self.build, self.folder, self.python = pathlib.Path(build).resolve(), pathlib.Path(folder), python
        self.names = {"portkern": str(pathlib.Path(portkern).resolve()), "plain": sys.executable, "python": python}
        (self.folder / "script.py").write_text(SCRIPT)
        (self.folder / "program.py").write_text(PROGRAM)
        for name, to in (("build", self.build), ("cudasim", self.build / "portkern" / "cudasim"),
                         ("examples", ROOT / "examples")):
            os.symlink(to, self.folder / name)

    def run(self, command):
        """None, what is wrong, or what is left out as ("skip", why)."""
        row = next((r for r in COMMANDS if command.endswith(r[0])), None)
        if not row:
            return "this test does not know the command"
        spelled, mine, says, needs = row
        if needs and not self.python:
            return "skip", "numba-cuda and NVVM are not in build/venv"
        line = command[:-len(spelled)] + mine.format(**self.names)
        env = {**os.environ, "NUMBA_CUDA_CACHE_SIZE": "0", "PYTHONDONTWRITEBYTECODE": "1", "PORTKERN_CACHE_DIR": "off"}
        done = subprocess.run(line, shell=True, cwd=self.folder, env=env, text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, check=False)
        if done.returncode == 0 and re.search(says, done.stdout):
            return None
        return f"{line}: exit status {done.returncode}: {done.stdout[-1500:]}"


def usable(python):
    asked = "import numba_cuda, cuda.pathfinder as p; p.load_nvidia_dynamic_lib('nvvm')"
    try:
        return subprocess.run([python, "-W", "ignore", "-c", asked], capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def main():
    page = pathlib.Path(sys.argv[1]).read_text()
    python = sys.argv[4] if usable(sys.argv[4]) else None
    found = commands(page)
    results = [("the versions of the table", check_versions(page))]
    with tempfile.TemporaryDirectory() as folder:
        runner = Runner(sys.argv[2], sys.argv[3], python, folder)
        for command in found:
            if command.startswith("pip "):
                results.append((command, check_install(command)))
            elif "nvidia.cuda_nvcc" in command:
                results.append((command, ("skip", "toolkit 12's NVVM is not in build/venv")))
            else:
                results.append((command, runner.run(command)))
    print(f"1..{len(results)}")
    for number, (what, wrong) in enumerate(results, 1):
        skipped = isinstance(wrong, tuple)
        print(f"{'not ok' if wrong and not skipped else 'ok'} {number} - {what.replace('#', '')}"
              f"{' # SKIP ' + wrong[1] if skipped else ''}")
        if wrong and not skipped:
            print("\n".join("# " + line for line in wrong.splitlines()))
    return 1 if any(w and not isinstance(w, tuple) for _, w in results) or len(found) < 8 else 0


if __name__ == "__main__":
    sys.exit(main())
