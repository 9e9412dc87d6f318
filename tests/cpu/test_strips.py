# SPDX-License-Identifier: Apache-2.0
"""Loops that run in strips, because launches have a deadline: counts around a strip's
length and ranges at the ends of their types give what NumPy computes.

    test_strips.py PORTKERN"""
import os
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

STRIP, FACTOR = 1 << 18, 0x9E3779B97F4A7C15
KERNELS = f"""from numba import cuda

@cuda.jit
def steps(a, b, c, o):
    t = cuda.grid(1)
    n, s, last = 0, 0, 0
    for j in range(a[t], b[t], c[t]):
        n += 1
        last = j
        s ^= (j * {FACTOR - (1 << 64)}) >> 7
    o[t, 0] = n
    o[t, 1] = last
    o[t, 2] = s

@cuda.jit
def ones(a, b, c, o):
    t = cuda.grid(1)
    n, s, last = 0, 0, 0
    for j in range(a[t], b[t]):
        n += 1
        last = j
        s ^= (j * {FACTOR - (1 << 64)}) >> 7
    o[t, 0] = n
    o[t, 1] = last
    o[t, 2] = s

@cuda.jit
def leaves(a, b, c, o):
    t = cuda.grid(1)
    n, s, last = 0, 0, 0
    for j in range(a[t], b[t]):
        if n == {STRIP + 3}:
            break
        if j % 3 == 1:
            continue
        n += 1
        last = j
        s ^= (j * {FACTOR - (1 << 64)}) >> 7
    o[t, 0] = n
    o[t, 1] = last
    o[t, 2] = s

@cuda.jit
def alike(a, b, c, o):
    t = cuda.grid(1)
    n, s, last = 0, 0, 0
    for j in range(a[0], b[0]):
        n += 1
        last = j
        s ^= ((j + t) * {FACTOR - (1 << 64)}) >> 7
    o[t, 0] = n
    o[t, 1] = last
    o[t, 2] = s

@cuda.jit
def memory(x, y, o):
    t = cuda.grid(1)
    s = 0
    for j in range(x.size):
        s += x[j] * (j & 7)
    o[t] = s
    for j in range(t, x.size, 16):
        y[j] = x[j] + j
"""


def ranges(dtype):
    """Bounds and steps, all of which fit the type."""
    low, high = int(np.iinfo(dtype).min), int(np.iinfo(dtype).max)
    counts = [0, 1, 5] + [k * STRIP + d for k in (1, 2, 3) for d in (-1, 0, 1)]
    for n in counts:
        yield 0, n, 1
        yield high - n, high, 1
        yield low, low + n, 1
        yield low + 3, low + 3 + n, 1
        yield n // 2, n + n // 2, 1
        if low < 0:
            yield -n // 2, n - n // 2, 1
            yield n, 0, -1
            yield low + n, low, -1
            yield high, high - n, -1
            yield high, high - 7 * n, -7
        yield high - 3 * n, high, 3
        yield 1, 1 + 5 * n - (n > 0), 5
    step = high // (STRIP + 1)
    yield 0, high, step
    yield low, high, step * 2 + 1
    yield 7, 3, 1
    yield high, low, 1
    if low < 0:
        yield high, low, -step
        yield 3, 7, -1
        yield low, high, high


def numbers(r, dtype):
    """The elements of a range as uint64, signed ones extended."""
    first = np.uint64(r.start % (1 << 64))
    return first + np.arange(len(r), dtype=np.uint64) * np.uint64(r.step % (1 << 64))


def mixed(j):
    with np.errstate(over="ignore"):
        return (j * np.uint64(FACTOR)).view(np.int64) >> 7


def answer(j):
    last = j[-1:].view(np.int64).sum()
    return [len(j), last, np.bitwise_xor.reduce(mixed(j)) if len(j) else 0]


def left(j):
    """What `leaves` goes on with: it breaks after STRIP + 3 of them."""
    return j[j.view(np.int64) % 3 != 1][:STRIP + 3]


class Runs:
    def __init__(self, portkern, folder):
        self.portkern, self.folder, self.failed = portkern, folder, 0
        (folder / "k.py").write_text(KERNELS)

    def run(self, kernel, arrays, out, code):
        """The arrays numbered in `out` after a launch with a thread for each answer."""
        args = []
        for i, a in enumerate(arrays):
            np.save(self.folder / f"{i}.npy", a)
            args.append(f"@{self.folder}/{i}.npy")
        for i in out:
            args += ["--save", f"{i}={self.folder}/got{i}.npy"]
        env = {**os.environ, "PORTKERN_CACHE_DIR": "off", "PORTKERN_DEADLINE": "3600000"}
        if code:
            env["PORTKERN_CPU_CODE"] = code
        threads = str(len(arrays[-1]))
        subprocess.run([self.portkern, "run", f"{self.folder}/k.py:{kernel}", "--grid", "1", "--block", threads,
                        *args, "--backend", "cpu"], check=True, env=env)
        return [np.load(self.folder / f"got{i}.npy") for i in out]

    def compare(self, what, got, want):
        for i in np.flatnonzero((got != want).reshape(len(want), -1).any(axis=1))[:3]:
            print(f"FAIL {what}, {i}: got {got[i]}, want {want[i]}")
            self.failed += 1

    def ranges(self, dtype, code):
        every = list(ranges(dtype))
        ones = [r for r in every if r[2] == 1]
        for kernel, rows, these in (("steps", every, lambda j: j), ("ones", ones, lambda j: j),
                                    ("leaves", ones, left)):
            a, b, c = (np.array([r[i] for r in rows], dtype=dtype) for i in range(3))
            want = np.array([answer(these(numbers(range(*r), dtype))) for r in rows], dtype=np.int64)
            got, = self.run(kernel, [a, b, c, np.zeros((len(rows), 3), np.int64)], [3], code)
            self.compare(f"{kernel} {dtype.__name__} {code}", got, want)

    def threads_alike(self, dtype, code):
        high = int(np.iinfo(dtype).max)
        for r in ((0, 2 * STRIP + 5), (high - STRIP - 2, high), (3, STRIP + 3), (5, 5)):
            a, b = (np.array([x], dtype=dtype) for x in r)
            j = numbers(range(*r), dtype)
            want = np.array([answer(j)[:2] + [np.bitwise_xor.reduce(mixed(j + np.uint64(t))) if len(j) else 0]
                             for t in range(19)], dtype=np.int64)
            got, = self.run("alike", [a, b, a, np.zeros((19, 3), np.int64)], [3], code)
            self.compare(f"alike {dtype.__name__} {code}", got, want)

    def memory(self, dtype, code):
        x = (np.arange(2 * STRIP + 77) * 7919 % 1000).astype(dtype)
        j = np.arange(len(x))
        got, y = self.run("memory", [x, np.zeros(len(x), np.int64), np.zeros(16, np.int64)], [2, 1], code)
        self.compare(f"memory {dtype.__name__} {code}", got,
                     np.full(16, (x.astype(np.int64) * (j & 7)).sum()))
        self.compare(f"memory {dtype.__name__} {code}, elements", y, x.astype(np.int64) + j)


def main():
    with tempfile.TemporaryDirectory() as name:
        runs = Runs(sys.argv[1], pathlib.Path(name))
        for code in (None, "plain", "vectors"):
            for dtype in (np.int64, np.int32):
                runs.ranges(dtype, code)
                runs.threads_alike(dtype, code)
                runs.memory(dtype, code)
    print("strips:", f"{runs.failed} wrong" if runs.failed else "right")
    return 1 if runs.failed else 0


if __name__ == "__main__":
    sys.exit(main())
