#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""What a function of the device library costs on an NVIDIA GPU: instructions
of the machine code that ptxas makes of it, against CUDA's own function as nvcc
compiles it. No GPU is needed.

    bench/math_cost.py [--target sm_90] [--markdown] [--fast] [FUNCTION...]

--fast: all instructions of kernels with fastmath=True, of those that nvcc
--use_fast_math makes, and of exact ones; for this nvdisasm is not needed.

A count is that of the shortest way from the kernel's entry to its store, less
what a kernel that copies takes, and in brackets all instructions of the
kernel. The shortest way leaves out what few arguments take: sin's reduction of
huge arguments, the slow part of a division. nvcc, ptxas and nvdisasm are found
on PATH, in /usr/local/cuda/bin, or in the folder CUDA_TOOLS names."""
import argparse
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
PORTKERN = HERE.parent / "build" / "tools" / "portkern"

# name: (how kernels write it, CUDA's function, operands, most that it may be:
# a ratio, or a number of instructions)
FUNCTIONS = {
    "exp": ("math.exp", "expf", 1, 2.0),
    "exp2": ("np.exp2", "exp2f", 1, 18),
    "exp10": ("cuda.libdevice.exp10f", "exp10f", 1, 2.5),
    "expm1": ("math.expm1", "expm1f", 1, 1.5),
    "log": ("math.log", "logf", 1, 1.5),
    "log2": ("math.log2", "log2f", 1, 1.5),
    "log10": ("math.log10", "log10f", 1, 1.5),
    "log1p": ("math.log1p", "log1pf", 1, 1.5),
    "sin": ("math.sin", "sinf", 1, 1.5),
    "cos": ("math.cos", "cosf", 1, 1.5),
    "tan": ("math.tan", "tanf", 1, 2.5),
    "asin": ("math.asin", "asinf", 1, 2.5),
    "acos": ("math.acos", "acosf", 1, 2.5),
    "atan": ("math.atan", "atanf", 1, 2.5),
    "atan2": ("math.atan2", "atan2f", 2, 2.5),
    "sinh": ("math.sinh", "sinhf", 1, 2.5),
    "cosh": ("math.cosh", "coshf", 1, 2.5),
    "tanh": ("math.tanh", "tanhf", 1, 60),
    "asinh": ("math.asinh", "asinhf", 1, 2.5),
    "acosh": ("math.acosh", "acoshf", 1, 2.5),
    "atanh": ("math.atanh", "atanhf", 1, 2.5),
    "pow": ("math.pow", "powf", 2, 1.5),
    "hypot": ("math.hypot", "hypotf", 2, 2.5),
    "cbrt": ("np.cbrt", "cbrtf", 1, 2.5),
    "rsqrt": ("cuda.rsqrt", "rsqrtf", 1, None),
    "sinpi": ("cuda.libdevice.sinpif", "sinpif", 1, 2.5),
    "cospi": ("cuda.libdevice.cospif", "cospif", 1, 2.5),
    "fmod": ("math.fmod", "fmodf", 2, 2.5),
    "erf": ("math.erf", "erff", 1, None),
    "erfc": ("math.erfc", "erfcf", 1, None),
    "gamma": ("math.gamma", "tgammaf", 1, None),
    "lgamma": ("math.lgamma", "lgammaf", 1, None),
}

# What fastmath=True changes.
FAST = {
    "exp2": ("np.exp2", "exp2f", 1),
    "exp": ("math.exp", "expf", 1),
    "log2": ("np.log2", "log2f", 1),
    "log": ("math.log", "logf", 1),
    "log10": ("math.log10", "log10f", 1),
    "sin": ("math.sin", "sinf", 1),
    "cos": ("math.cos", "cosf", 1),
    "tan": ("math.tan", "tanf", 1),
    "sinh": ("math.sinh", "sinhf", 1),
    "cosh": ("math.cosh", "coshf", 1),
    "tanh": ("math.tanh", "tanhf", 1),
    "pow": ("math.pow", "powf", 2),
    "rsqrt": ("cuda.rsqrt", "rsqrtf", 1),
    "sqrt": ("math.sqrt", "sqrtf", 1),
    "divide": ("/", "/", 2),
}

KERNEL = """import math
import numpy as np
from numba import cuda

@cuda.jit{how}
def k({params}, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = {value}
"""
CUDA = """extern "C" __global__ void k({params}, float *out, long long n)
{{
    long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = {value};
}}
"""


def tool(name):
    places = [os.environ.get("CUDA_TOOLS", ""), "/usr/local/cuda/bin"]
    found = shutil.which(name) or next(
        (f"{p}/{name}" for p in places if p and os.access(f"{p}/{name}", os.X_OK)),
        None)
    return found or sys.exit(f"{name} is not there; say where in CUDA_TOOLS")


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(done.stderr.strip().splitlines()[0])
    return done.stdout


def instructions(cubin):
    """How many words of 16 bytes of the kernel's code do something."""
    data = cubin.read_bytes()
    sections, = struct.unpack_from("<Q", data, 0x28)
    size, count, names = struct.unpack_from("<HHH", data, 0x3a)
    rows = [struct.unpack_from("<IIQQQQ", data, sections + n * size)
            for n in range(count)]
    for name, _, _, _, at, length in rows:
        name += rows[names][4]
        if data[name:data.index(b"\0", name)] == b".text.k":
            words = (struct.unpack_from("<H", data, at + n)[0] & 0xfff
                     for n in range(0, length, 16))
            return sum(word != 0x918 for word in words) - 1 # NOP; BRA to itself
    raise RuntimeError("a cubin without code")


def assemble(ptx, target, folder, fast=False):
    run(tool("ptxas"), "-arch", target, str(ptx), "-o", str(folder / "k.cubin"))
    if fast:
        return instructions(folder / "k.cubin")
    return run(tool("nvdisasm"), "-c", str(folder / "k.cubin"))


def spell(call, names):
    operands = [f"{n}[i]" for n in names]
    if call == "/":
        return " / ".join(operands)
    return f"{call}({', '.join(operands)})" if call else "x[i]"


def ours(call, operands, target, folder, fast=False, whole=False):
    names = ["x", "y"][:operands]
    value = spell(call, names)
    (folder / "k.py").write_text(
        KERNEL.format(params=", ".join(names), value=value,
                      how="(fastmath=True)" if fast else ""))
    ptx = run(str(PORTKERN), "emit", str(folder / "k.py"), "-k", "k", "-s",
              ",".join(["f32[::1]"] * (operands + 1)), "--to", "ptx",
              "--target", target)
    (folder / "k.ptx").write_text(ptx)
    return assemble(folder / "k.ptx", target, folder, whole)


def theirs(call, operands, target, folder, fast=False, whole=False):
    names = ["x", "y"][:operands]
    value = spell(call, names)
    params = ", ".join(f"const float *{n}" for n in names)
    (folder / "c.cu").write_text(CUDA.format(params=params, value=value))
    how = ["--use_fast_math"] if fast else []
    run(tool("nvcc"), *how, "-arch", target, "-ptx", str(folder / "c.cu"), "-o",
        str(folder / "c.ptx"))
    return assemble(folder / "c.ptx", target, folder, whole)


INSTRUCTION = re.compile(r"/\*[0-9a-f]+\*/\s+(@!?U?P\w+\s+)?([A-Z0-9_.]+)\s*(.*?);")
LABEL = re.compile(r"^(\.L_\w+|\$\S+):")


def count(sass):
    """(instructions on the shortest way to the store, all of them)"""
    code, labels = [], {}
    for line in sass.splitlines():
        line = line.strip()
        if (label := LABEL.match(line)):
            labels[label[1]] = len(code)
        elif (found := INSTRUCTION.search(line)) and found[2] != "NOP":
            code.append(found.groups())
    best = {0: 0}
    todo = [0]
    shortest = None
    while todo:
        at = min(todo, key=best.get)
        todo.remove(at)
        guard, name, rest = code[at]
        cost = best[at] + 1
        if name.startswith("STG"):
            shortest = cost
            break
        after = [at + 1]
        if name.startswith(("EXIT", "RET")):
            after = [at + 1] if guard else []
        elif name.startswith("BRA"):
            where = labels[re.search(r"`\((\S+?)\)", rest)[1]]
            after = [where, at + 1] if guard or "P" in rest.split("`")[0] else [where]
        elif name.startswith("CALL"):
            cost += 1000
        for place in after:
            if place < len(code) and cost < best.get(place, 1 << 30):
                best[place] = cost
                if place not in todo:
                    todo.append(place)
    # the branch to itself behind the end
    return shortest, len(code) - 1


def measure(function, target, folder):
    call, cuda, operands, limit = FUNCTIONS[function]
    rows = []
    for maker, name in ((ours, call), (theirs, cuda)):
        path, total = count(maker(name, operands, target, folder))
        rows.append((path, total))
    return rows, limit


def measure_fast(function, target, folder):
    """(fastmath=True, nvcc --use_fast_math, exact), less what a copy takes."""
    call, cuda, operands = FAST[function]
    return [maker(name, operands, target, folder, fast, True) -
            maker("", operands, target, folder, fast, True)
            for maker, name, fast in ((ours, call, True), (theirs, cuda, True),
                                      (ours, call, False))]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("functions", nargs="*")
    parser.add_argument("--target", default="sm_90")
    parser.add_argument("--markdown", action="store_true")
    parser.add_argument("--fast", action="store_true")
    options = parser.parse_args()
    over = 0
    with tempfile.TemporaryDirectory() as top:
        folder = pathlib.Path(top)
        for function in options.functions or FAST if options.fast else ():
            costs = measure_fast(function, options.target, folder)
            print("| {} | {} | {} | {} |".format(function, *costs), flush=True)
        if options.fast:
            return 0
        base = {(maker, n): count(maker("", n, options.target, folder))
                for maker in (ours, theirs) for n in (1, 2)}
        for function in options.functions or FUNCTIONS:
            operands = FUNCTIONS[function][2]
            try:
                rows, limit = measure(function, options.target, folder)
            except RuntimeError as error:
                print(function, error)
                continue
            net = [tuple(a - b for a, b in zip(row, base[maker, operands]))
                   for row, maker in zip(rows, (ours, theirs))]
            ratio = net[0][0] / net[1][0]
            bad = limit and (ratio if limit < 10 else net[0][0]) > limit
            over += bool(bad)
            form = ("| {} | {} ({}) | {} ({}) | {:.2f} | {} |" if options.markdown
                    else "{:8} {:4} ({:4})   {:4} ({:4})   {:5.2f}   {}")
            print(form.format(function, *net[0], *net[1], ratio,
                              (f"{limit}" if limit else "") + (" OVER" if bad else "")),
                  flush=True)
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main())
