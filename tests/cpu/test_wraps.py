# SPDX-License-Identifier: Apache-2.0
"""Numbers that wrap as places in arrays, for every width of vectors and every form
of OpenCL: LLVM's vectoriser takes some for evenly apart (backends/native/llvm/wraps.c,
backends/opencl_c/wraps.c).

    test_wraps.py PORTKERN cpu|opencl [ONE_IN]

`(m * t + c) % n` for multipliers, moduli and blocks, in arrays, in shared memory,
as lanes, in loops, in loops that store what they load, and numbers of 8 and 16
bits that loops count with. NumPy says what is right."""
import itertools
import os
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

HEAD = "from numba import cuda, int16, int64, uint8, uint16, uint32\n\n"
CODES = {
    "cpu": {
        "x86-64-v2": {"PORTKERN_CPU_TARGET": "x86-64-v2"},
        "x86-64-v3": {"PORTKERN_CPU_TARGET": "x86-64-v3"},
        "native": {},
        "lane loops": {"PORTKERN_CPU_CODE": "vectors"},
    },
    "opencl": {
        "threads": {"PORTKERN_OPENCL_FORM": "threads"},
        "block": {"PORTKERN_OPENCL_FORM": "block"},
        "wide": {"PORTKERN_OPENCL_FORM": "wide"},
    },
}


def places():
    """Lines of a kernel, its block, its input and what it gives."""
    for dtype, m, c, n, block in itertools.product((np.int64, np.float32), (3, 5, 7, 31), (0, 1), (16, 32, 64), (32, 96)):
        x, t = (3 * np.arange(1024) + 1).astype(dtype), np.arange(block)
        yield f"o[t] = x[(t * {m} + {c}) % {n}]", block, x, x[(m * t + c) % n]
    for m, n in itertools.product((3, 5, 7, 13), (16, 32, 64)):
        x, t = 3 * np.arange(1024) + 1, np.arange(64)
        i = m * t % n
        yield f"o[t] = x[(t * {m}) & {n - 1}] + x[((t * {m}) & {n - 1}) + 1]", 64, x, x[i] + x[i + 1]
        yield f"for j in range(64):\n    o[j] = x[j * {m} % {n}]", 1, x, x[i]
        yield (f"s = cuda.shared.array(64, int64)\ns[t] = x[t]\ncuda.syncthreads()\no[t] = s[t * {m} % {n}]",
               64, x, x[i])
        yield f"o[t] = cuda.shfl_sync(0xffffffff, x[t], t * {m} % {min(n, 32)})", 32, x, x[m * np.arange(32) % min(n, 32)]
        want = x[:n + 2].copy()
        for j in range(64):
            want[m * j % n + 1] = want[m * j % n] + j
        yield (f"for j in range(64):\n    x[j * {m} % {n} + 1] = x[j * {m} % {n}] + j\n"
               "for j in range(o.size):\n    o[j] = x[j]", 1, x, want)
        own = x[:64][::-1]
        yield ("s = cuda.local.array(64, int64)\nfor j in range(64):\n    s[j] = x[j]\n"
               f"r = s[::-1]\nfor j in range(64):\n    o[j] = r[j * {m} % {n}]", 1, x, own[i])


def counters():
    for kind, m in itertools.product(("uint8", "uint16", "uint32"), (7, 71, 255, 9001, 0x60000001)):
        bits, x, t = int(kind[4:]), 3 * np.arange(4096) + 1, np.arange(96)
        if m >> bits:
            continue
        wrapped, down = t * m % (1 << bits), max(0, bits - 12)
        yield f"o[t] = x[{kind}(t * {m}) >> {down}]", 96, x, x[wrapped >> down]
        yield (f"i = {kind}(0)\nfor j in range(96):\n    o[j] = i\n    i = {kind}(i + {m})", 1, x, wrapped)
        want = list(itertools.accumulate(range(95), lambda i, _: i % (1 << bits) + m, initial=0))
        yield f"i = 0\nfor j in range(96):\n    o[j] = i\n    i = (i & {(1 << bits) - 1}) + {m}", 1, x, np.array(want)


def write(folder, one_in=1):
    """The kernels and their launches; gives what each must give."""
    text, lines, wants = [HEAD], [], []
    for n, (body, block, x, want) in enumerate(itertools.islice(itertools.chain(places(), counters()), 0, None, one_in)):
        body = "\n".join("    " + line for line in body.splitlines())
        text.append(f"@cuda.jit\ndef k{n}(x, o):\n    t = cuda.threadIdx.x\n{body}\n\n")
        np.save(folder / f"x{n}.npy", x)
        np.save(folder / f"o{n}.npy", np.zeros(want.size, x.dtype))
        lines.append(f"{folder}/k.py:k{n} --grid 1 --block {block} @{folder}/x{n}.npy @{folder}/o{n}.npy "
                     f"--save 1={folder}/got{n}.npy\n")
        wants.append((body, block, want.astype(x.dtype)))
    (folder / "k.py").write_text("".join(text))
    (folder / "list").write_text("".join(lines))
    return wants


def run(portkern, backend, folder, wants, code, environment):
    """How many are wrong."""
    for n in range(len(wants)):
        (folder / f"got{n}.npy").unlink(missing_ok=True)
    done = subprocess.run([portkern, "run", "--list", folder / "list", "--backend", backend], capture_output=True,
                          text=True, env={**os.environ, "PORTKERN_CACHE_DIR": "off", **environment})
    if "which this processor cannot run" in done.stdout + done.stderr:
        print(f"{code}: this machine does not run it")
        return 0
    wrong = 0
    for n, (body, block, want) in enumerate(wants):
        file = folder / f"got{n}.npy"
        got = np.load(file) if file.exists() else None
        if got is None or not np.array_equal(got, want):
            wrong += 1
            print(f"FAIL {code}, block {block}:\n{body}\n    got {got}\n    want {want}")
    if wrong:
        print(done.stderr)
    print(f"{code}: {len(wants) - wrong} right, {wrong} wrong")
    return wrong


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        portkern, backend, *one_in = sys.argv[1:]
        wants = write(folder, *map(int, one_in))
        return sum(run(portkern, backend, folder, wants, *code) for code in CODES[backend].items()) != 0


if __name__ == "__main__":
    sys.exit(main())
