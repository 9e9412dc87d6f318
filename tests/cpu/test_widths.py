# SPDX-License-Identifier: Apache-2.0
"""Lane loops of every width, rows that run together, and kernels that melt: tests/kernels/shapes.py, axes.py and row_groups.py.

    test_widths.py PORTKERN

The kernels run with 1 to 64 lanes, with 1 to 8 rows, in slices of 2 and 8 turns, in the blocks of the launch, these in any
order, and for lesser processors, with NumPy's answers (tests/corpus.py). Those that melt are marked in what the passes give,
others not, and none with PORTKERN_CPU_CODE=blocks; so are those whose axes are swapped, or across."""
import itertools
import os
import pathlib
import re
import subprocess
import sys
import tempfile

TESTS = pathlib.Path(__file__).resolve().parent.parent
KERNELS = TESTS / "kernels/shapes.py"
WORDS = ("scalar", "vectors4,rows3", "vectors8", "vectors16,rows2", "vectors32", "vectors64,rows4", "rows1,blocks", "rows3,blocks,reversed", "rows5,slices1",
         "rows6,slices3", "vectors8,rows7,blocks,shuffled", "rows8,shuffled")
CODES = [*({"PORTKERN_CPU_CODE": words} for words in WORDS), *({"PORTKERN_CPU_TARGET": f"x86-64-v{n}"} for n in (2, 3)), {}]
SIGNATURES = {
    "places": "i32[:,:,::1]", "strides": "i64[:,::1]", "all_of_the_grid": "i32[:,::1], i64[::1]", "one_axis": "i32[::1]",
    "longest": "i64[:,::1], i64[:,::1]", "product": "f32[:,::1], f32[:,::1], f32[:,::1]",
    "place_and_thread": "i64[:,::1]", "first_of_block": "i64[::1]",
}
AXES = {"rows": "swaps_y", "cubes": "swaps_z", "steps": "swaps_y", "heat": "swaps_y", "product": "swaps_y", "turned": "across",
        "symmetric": "swaps_y across", "counted": "swaps_y"}
KEEP_THEIR_SHAPE = {"place_and_thread", "first_of_block"}


def melts(portkern, kernel, target, code=""):
    text = subprocess.run([portkern, "emit", KERNELS, "-k", kernel, "-s", SIGNATURES[kernel], "--to", "passes", "--target", target],
                          env={**os.environ, "PORTKERN_CPU_CODE": code}, capture_output=True, text=True, check=True).stdout
    return " melts " in text.splitlines()[3], "first_thread" in text


def axes(portkern, kernel, code="", target="x86-64-v3"):
    """What the kernel's head says of them."""
    two = "i64[:,:,::1], i64[:,:,::1]" if kernel == "cubes" else "i64[:,::1], i64[:,::1]"
    types = {"product": "f32[:,::1], f32[:,::1], f32[:,::1]", "steps": "i64[:,::1]", "counted": "i64[:,::1], i64[::1]"}.get(kernel, two)
    text = subprocess.run([portkern, "emit", TESTS / "kernels/axes.py", "-k", kernel, "-s", types, "--to", "passes", "--target", target],
                          env={**os.environ, "PORTKERN_CPU_CODE": code}, capture_output=True, text=True, check=True).stdout
    return " ".join(word for word in text.splitlines()[3].split() if word in ("swaps_y", "swaps_z", "across"))


# Loops that threads leave at different times, by itself and one in another.
LEFT_EARLY = """
from numba import cuda

@cuda.jit
def single(x, out):
    i = cuda.grid(1)
    v = 0.0
    while v < x[i]:
        v = v * v + 0.5
    out[i] = v

@cuda.jit
def inside(x, out):
    i = cuda.grid(1)
    s = 0.0
    while s < x[i]:
        v = 0.0
        while v < s + 1.0:
            v = v * v + 0.5
        s += v
    out[i] = s
"""


def lanes(portkern, path, kernel):
    """Of vectors of doubles, the most."""
    text = subprocess.run([portkern, "emit", path, "-k", kernel, "-s", "f64[::1], f64[::1]", "--to", "llvm", "--target", "x86-64-v4"],
                          env={**os.environ, "PORTKERN_CPU_CODE": ""}, capture_output=True, text=True, check=True).stdout
    return max(map(int, re.findall(r"<(\d+) x double>", text)))


def widths_of_loops_left_early(portkern):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "left_early.py"
        path.write_text(LEFT_EARLY)
        return lanes(portkern, path, "single"), lanes(portkern, path, "inside")


def stops(portkern):
    """A grid of 2^70 threads, whose number is 0 in 64 bits, runs until its deadline."""
    run = subprocess.run([portkern, "run", f"{KERNELS}:one_axis", "--grid", f"{1 << 30},{1 << 15},{1 << 15}", "--block", "512,2,1", "zeros:i32:10"],
                         env={**os.environ, "PORTKERN_BACKEND": "cpu", "PORTKERN_DEADLINE": "300"}, capture_output=True, text=True, timeout=30)
    return run.returncode and "was stopped: it ran longer than 300 ms" in run.stderr


def main():
    portkern = sys.argv[1]
    failed = []
    for kernel in SIGNATURES:
        if melts(portkern, kernel, "x86-64-v3") != (kernel not in KEEP_THEIR_SHAPE,) * 2:
            failed.append(f"whether {kernel} melts is not as it should be")
        if any(melts(portkern, kernel, "x86-64-v3", "vectors16,blocks")):
            failed.append(f"{kernel} melts where blocks are to be kept")
        if any(melts(portkern, kernel, "block")):
            failed.append(f"{kernel} melts for OpenCL, which launches the blocks that it is given")
    for kernel, words in AXES.items():
        if axes(portkern, kernel) != words or axes(portkern, kernel, "blocks"):
            failed.append(f"{kernel} is {axes(portkern, kernel)}, or has no axes of its own where blocks are to be kept")
        for target, same in ("wide", words), ("threads", words), ("block", ""):
            if axes(portkern, kernel, target=target) != same:
                failed.append(f"{kernel} is {axes(portkern, kernel, target=target)} for OpenCL in the form {target}")
    if widths_of_loops_left_early(portkern) != (32, 8):
        failed.append("a loop that lanes leave early has 32 of them, one that has another inside 8")
    if not stops(portkern):
        failed.append("a grid of 2^70 threads has ended")
    for code, kernels in itertools.product(CODES, ("shapes:", "axes:", "row_groups:")):
        backends = "cpu" if code else "interp,cpu"
        run = subprocess.run([sys.executable, TESTS / "corpus.py", "--portkern", portkern, "--backend", backends, "-k", kernels],
                             env={**os.environ, **code}, capture_output=True, text=True)
        print(kernels, *code.values(), run.stdout.splitlines()[-1:])
        if run.returncode:
            failed.append(f"{code}: {run.stdout}{run.stderr}")
    if failed:
        raise SystemExit("\n".join(failed))


if __name__ == "__main__":
    main()
