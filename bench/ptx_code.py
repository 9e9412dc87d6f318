#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""What ptxas makes of portkern's PTX beside what nvcc makes of the same kernels
in CUDA C (bench/gpu/), without a GPU:

    bench/ptx_code.py [--build build] [--arch 90] [--keep DIR]

Prints the table of docs/bench/ptx-code.md. Wants ptxas and nvcc (CUDA_HOME).
Machine code is read from the cubin: 16 bytes an instruction since sm_70."""
import argparse
import os
import pathlib
import re
import statistics
import struct
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "gpu"))
import cases  # noqa: E402

TOOLS = pathlib.Path(os.environ.get("CUDA_HOME", "/usr/local/cuda")) / "bin"
# The low nine bits of an instruction say what it is.
NAMES = {0x118: "NOP", 0x147: "BRA", 0x021: "FADD", 0x023: "FFMA", 0x108: "MUFU", 0x00b: "FSETP", 0x02a: "DSETP",
         0x181: "LDG", 0x18c: "ATOMS"}
# What there is one of in each turn of a kernel's inner loop.
TURN = {"block_sum": "LDG", "histogram": "LDG", "matmul_naive": "FADD", "matmul_tiled": "FADD", "nbody": "MUFU",
        "mandelbrot_f32": "FSETP", "mandelbrot_f64": "DSETP", "axpby": "LDG", "column_sums": "LDG"}


class Code:
    """A kernel in a cubin: its instructions, and those of a turn of its
    longest inner loop."""

    def __init__(self, name, data, ptxas, arch):
        words = list(struct.iter_unpack("<QQ", data))
        ops = [NAMES.get(low & 0x1ff, "") for low, _ in words]
        end = len(ops)
        while end and (ops[end - 1] == "NOP" or ops[end - 1] == "BRA" and target(words[end - 1], end - 1, arch) == end - 1):
            end -= 1  # padding, and the trap behind the last EXIT
        self.count = end
        self.registers = int(re.search(r"Used (\d+) registers", ptxas)[1])
        self.spills = sum(int(n) for n in re.findall(r"(\d+) bytes spill", ptxas))
        self.turn = self.per_turn(name, ops[:end], words, arch)

    @staticmethod
    def per_turn(name, ops, words, arch):
        loops = [(target(words[i], i, arch), i) for i, op in enumerate(ops) if op == "BRA"]
        loops = [(a, b) for a, b in loops if a < b]
        inner = [x for x in loops if not any(y != x and x[0] <= y[0] and y[1] <= x[1] for y in loops)]
        with_work = [(ops[a:b + 1].count(TURN.get(name)), a, b) for a, b in inner]
        most, a, b = max(with_work, default=(0, 0, 0))
        return (b - a + 1) / most if most else None


LOW_BITS = 90  # from this one on a branch has eight more, the lowest


def target(word, at, arch):
    """Where a branch goes, as the number of an instruction: by words of four
    bytes, whose number is in two pieces."""
    low, high = word
    offset, bits = low >> 34 | (high & 0x3ffff) << 30, 48
    if arch >= LOW_BITS:
        offset, bits = low >> 16 & 0xff | offset << 8, 56
    if offset >> (bits - 1):
        offset -= 1 << bits
    return at + 1 + offset // 4


def sections(cubin):
    """{name: bytes} of an ELF file."""
    data = cubin.read_bytes()
    at, = struct.unpack_from("<Q", data, 0x28)
    size, count, strings = struct.unpack_from("<HHH", data, 0x3a)
    heads = [struct.unpack_from("<IIQQQQ", data, at + i * size) for i in range(count)]
    names = data[heads[strings][4]:]
    return {names[h[0]:names.index(b"\0", h[0])].decode(): data[h[4]:h[4] + h[5]] for h in heads}


def run(command):
    done = subprocess.run([str(w) for w in command], capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{command[0]}: {done.stderr or done.stdout}")
    return done.stdout + done.stderr


def assemble(name, ptx, folder, arch):
    cubin = folder / f"{ptx.stem}.cubin"
    words = run([TOOLS / "ptxas", "-v", f"-arch=sm_{arch}", ptx, "-o", cubin])
    return Code(name, sections(cubin)[f".text.{name}"], words, arch)


def all_cases():
    return [*cases.cases(True), *cases.more()]


def ours(build, folder, arch):
    """{kernel: its code}: what launches make, which know more of their arrays
    than a signature says. The simulator stands in for the device."""
    env = {**os.environ, "PORTKERN_BACKEND": "cuda", "PORTKERN_CACHE_DIR": "off", "PORTKERN_DUMP": "ptx",
           "PORTKERN_DUMP_DIR": str(folder), "PORTKERN_SIM_DEVICE": f"sm_{arch}",
           "PORTKERN_LIBCUDA": str(build / "portkern" / "libportkern_cudasim.so")}
    lines = "".join(case.load() + "\ndrop\n" for case in all_cases())
    done = subprocess.run([build / "bench" / "gpu" / "gpu_bench", "portkern", HERE / "gpu" / "kernels.py"], input=lines,
                          env=env, capture_output=True, text=True, check=True)
    if "no " in done.stdout:
        raise SystemExit(done.stdout)
    return {ptx.name.split(".")[0]: assemble(ptx.name.split(".")[0], ptx, folder, arch)
            for ptx in folder.glob("*.ptx")}


def theirs(folder, arch):
    """{kernel: its code} of the twins."""
    cubin = folder / "twins.cubin"
    words = run([TOOLS / "nvcc", f"-arch=sm_{arch}", "-fmad=false", "-cubin", "-Xptxas", "-v",
                 HERE / "gpu" / "twins.cu", "-o", cubin])
    parts = re.split(r"Compiling entry function '(\w+)'", words)
    texts = dict(zip(parts[1::2], parts[2::2]))
    return {n[6:]: Code(n[6:], data, texts[n[6:]], arch) for n, data in sections(cubin).items() if n.startswith(".text.")}


def row(name, mine, other):
    turns = [f"{c.turn:.1f}" if c.turn else "–" for c in (mine, other)]
    ratio = f"{mine.turn / other.turn:.2f}" if mine.turn and other.turn else "–"
    return (f"| {name} | {mine.registers} / {other.registers} | {mine.count} / {other.count} | "
            f"{mine.count / other.count:.2f} | {turns[0]} / {turns[1]} | {ratio} | {mine.spills} / {other.spills} |")


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--build", type=pathlib.Path, default=HERE.parent / "build")
    ap.add_argument("--arch", type=int, default=90)
    ap.add_argument("--keep", type=pathlib.Path, help="leave PTX and cubins in this folder")
    args = ap.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = args.keep or pathlib.Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        mine, twins = ours(args.build.resolve(), folder, args.arch), theirs(folder, args.arch)
        print("| kernel | registers | instructions | ratio | in a turn of the loop | ratio | spilled bytes |\n"
              "|---|---:|---:|---:|---:|---:|---:|")
        for case in all_cases():
            print(row(case.name, mine[case.name], twins[case.name]))
        pairs = [(mine[c.name], twins[c.name]) for c in all_cases()]
        whole = statistics.geometric_mean(a.count / b.count for a, b in pairs)
        turns = statistics.geometric_mean(a.turn / b.turn for a, b in pairs if a.turn and b.turn)
        print(f"| geometric mean | | | {whole:.2f} | | {turns:.2f} | |")


if __name__ == "__main__":
    main()
