# SPDX-License-Identifier: Apache-2.0
"""Stores past the caches: kernels of all element types, at every place in a vector, with NumPy's answers, where all launches
store so (PORTKERN_CPU_CODE=streams), where none does (caches), and where large launches find out; for lesser processors, too.
What may be stored so shows in the code.

    test_streams.py PORTKERN"""
import itertools
import os
import re
import subprocess
import sys
import tempfile

import numpy as np

LEGS = [{"PORTKERN_CPU_CODE": "streams"}, {"PORTKERN_CPU_CODE": "streams", "PORTKERN_CHECK": "all"}, {"PORTKERN_CPU_CODE": "streams,vectors8,blocks"}, {"PORTKERN_CPU_CODE": "caches"}, {},
        *({"PORTKERN_CPU_CODE": "streams", "PORTKERN_CPU_TARGET": f"x86-64-v{n}"} for n in (2, 3))]
TYPES = ["bool", "u1", "i2", "f2", "i4", "f4", "i8", "f8"]
WAYS = {"read": ("ty, tx", "tx, ty"), "stored": ("tx, ty", "ty, tx")}

KERNELS = '''
from numba import cuda

@cuda.jit
def copied(x, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = x[i]

@cuda.jit
def in_rows(x, out):
    j, i = cuda.grid(2)
    if 0 < i < out.shape[0] - 1 and 0 < j < out.shape[1] - 1:
        out[i, j] = 0.25 * (x[i - 1, j] + x[i + 1, j] + x[i, j - 1] + x[i, j + 1])

@cuda.jit
def two(x, y, doubled, total):
    """Two arrays, which are aligned in their own ways."""
    i = cuda.grid(1)
    if i < x.size:
        doubled[i] = x[i] * 2
        total[i] = x[i] + y[i]

@cuda.jit
def behind_another(x, out, kept):
    """What is stored first is read, too."""
    i = cuda.grid(1)
    if i < x.size:
        kept[i] = kept[i] + x[i]
        out[i] = kept[i]

@cuda.jit
def counted_up(x, out):
    """A loop inside: it is the processor's time."""
    i = cuda.grid(1)
    if i < out.size:
        total = 0
        for k in range(x.size % 7):
            total += x[i]
        out[i] = total

@cuda.jit
def fenced(x, out, flags):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = x[i]
        cuda.threadfence()
        flags[i] = 1

@cuda.jit
def updated(x):
    i = cuda.grid(1)
    if i < x.size:
        x[i] = x[i] + 1

@cuda.jit
def behind_a_check(x, places, out):
    """The loop in front has ways out, where indices are checked."""
    part = cuda.shared.array(64, "f8")
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    part[t] = 0.0
    for k in range(4):
        part[t] += x[places[i % 64]]
    cuda.syncthreads()
    out[i] = part[t]

@cuda.jit
def turned(x, out):
    i = cuda.grid(1)
    if i < out.size:
        out[out.size - 1 - i] = x[i]

@cuda.jit
def larger(x, y, out):
    """A function of lanes, of which there are never fewer than 8."""
    i = cuda.grid(1)
    if i < out.size:
        out[i] = max(x[i], y[i])

@cuda.jit
def in_parts(x, out):
    """Each thread turns four numbers of a tile; the guard asks for its column in all rounds."""
    tile = cuda.shared.array((32, 33), "f8")
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
    column, row = cuda.blockIdx.x * 32 + tx, cuda.blockIdx.y * 32 + ty
    for j in range(0, 32, 8):
        if row + j < x.shape[0] and column < x.shape[1]:
            tile[ty + j, tx] = x[row + j, column]
    cuda.syncthreads()
    column, row = cuda.blockIdx.y * 32 + tx, cuda.blockIdx.x * 32 + ty
    for j in range(0, 32, 8):
        if row + j < out.shape[0] and column < out.shape[1]:
            out[row + j, column] = tile[tx, ty + j]
'''
# A transposition by a tile in shared memory, which is read by columns or stored so.
TURNED = '''
@cuda.jit
def {name}(x, out):
    tile = cuda.shared.array(({size}, {size} + 1), "{dtype}")
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
    column, row = cuda.grid(2)
    if row < x.shape[0] and column < x.shape[1]:
        tile[{stored}] = x[row, column]
    cuda.syncthreads()
    column, row = cuda.blockIdx.y * {size} + tx, cuda.blockIdx.x * {size} + ty
    if row < out.shape[0] and column < out.shape[1]:
        out[row, column] = tile[{read}]
'''
KERNELS += "".join(TURNED.format(name=f"{way}_{dtype}_{size}", size=size, dtype=dtype, stored=WAYS[way][0], read=WAYS[way][1])
                   for way in WAYS for dtype in TYPES for size in (16, 32))
# Whether the kernel has stores past the caches: in its code for many threads, or, of loops that have lanes anyway, in both.
STREAMS = {"copied": ("f32[::1], f32[::1]", True), "in_rows": ("f64[:,::1], f64[:,::1]", True),
           "two": ("i64[::1], i64[::1], i64[::1], i64[::1]", True), "behind_another": ("f64[::1], f64[::1], f64[::1]", True),
           "counted_up": ("i32[::1], i32[::1]", False), "fenced": ("f32[::1], f32[::1], i32[::1]", False),
           "updated": ("f32[::1]", False), "turned": ("f32[::1], f32[::1]", False),
           "in_parts": ("f64[:,::1], f64[:,::1]", "both", "32,8"), "read_f4_16": ("f32[:,::1], f32[:,::1]", True, "16,16"),
           "stored_f8_32": ("f64[:,::1], f64[:,::1]", True, "32,32")}


def values(dtype, count, seed=1):
    return (np.random.default_rng(seed).integers(0, 100, count) % (2 if dtype == "bool" else 100)).astype(dtype)


def placed(array, at):
    """A copy whose first element lies `at` elements behind a multiple of 64 bytes."""
    memory = np.zeros(array.nbytes + 128 + at * array.itemsize, np.uint8)
    start = -memory.ctypes.data % 64 + at * array.itemsize
    out = memory[start:start + array.nbytes].view(array.dtype).reshape(array.shape)
    out[...] = array
    return out


def check(name, got, want):
    if not np.array_equal(got, want):
        sys.exit(f"{name}: {np.flatnonzero(got != want)[:8]} differ: {got[got != want][:8]}, not {want[got != want][:8]}")


def check_types(k):
    for dtype, at, count in itertools.product(TYPES, (0, 1, 3, 16, 63), (0, 1, 15, 64, 1000, 4099)):
        x = placed(values(dtype, count), 2)
        out = placed(np.zeros(count + 2, dtype), at)
        k.copied[max(1, -(-count // 128)), 128](x, out[1:count + 1])
        check(f"copied {dtype} {at} {count}", out, np.concatenate([out[:1] * 0, x, out[:1] * 0]))


def check_places(k):
    for rows, columns, at in itertools.product((3, 40), (3, 64, 333, 1100), (0, 1)):
        x = placed(values("f8", (rows, columns)), 1 - at)
        out = placed(np.zeros_like(x), at)
        k.in_rows[(-(-columns // 16), -(-rows // 16)), (16, 16)](x, out)
        want = np.zeros_like(x)
        want[1:-1, 1:-1] = 0.25 * (x[:-2, 1:-1] + x[2:, 1:-1] + x[1:-1, :-2] + x[1:-1, 2:])
        check(f"in_rows {rows} {columns}", out, want)
    for a, b, count in itertools.product((0, 1, 5), (0, 2), (7, 8, 129, 3000)):
        x, y = values("i8", count), values("i8", count, 2)
        doubled, total = placed(np.zeros_like(x), a), placed(np.zeros_like(x), b)
        k.two[-(-count // 64), 64](x, y, doubled, total)
        check(f"two {a} {b} {count}", np.stack([doubled, total]), np.stack([x * 2, x + y]))
        out = placed(np.zeros(count), b)
        k.larger[-(-count // 64), 64](x.astype("f8"), y.astype("f8"), out)
        check(f"larger {count}", out, np.maximum(x, y).astype("f8"))
        kept, out = placed(y.astype("f8"), a), placed(np.zeros(count), b)
        k.behind_another[-(-count // 64), 64](x.astype("f8"), out, kept)
        check(f"behind_another {count}", np.stack([kept, out]), np.stack([x + y, x + y]).astype("f8"))


def check_tiles(k):
    for rows, columns, at in itertools.product((1, 31, 64, 100), (15, 32, 70), (0, 3)):
        for dtype, way, size in itertools.product(TYPES, WAYS, (16, 32)):
            x = placed(values(dtype, (rows, columns)), 1)
            out = placed(np.zeros((columns, rows), dtype), at)
            getattr(k, f"{way}_{dtype}_{size}")[(-(-columns // size), -(-rows // size)), (size, size)](x, out)
            check(f"{way} {dtype} {size} {rows} {columns}", out, x.T)
        x, out = values("f8", (rows, columns)), placed(np.zeros((columns, rows)), at)
        k.in_parts[(-(-columns // 32), -(-rows // 32)), (32, 8)](x, out)
        check(f"in_parts {rows} {columns}", out, x.T)


def check_behind(k):
    x, places, out = values("f8", 64), values("i8", 64) % 64, placed(np.zeros(640), 3)
    k.behind_a_check[10, 64](x, places, out)
    check("behind_a_check", out, np.tile(4 * x[places], 10))


def check_shared(k):
    """One array under two names is written in place, once for each element."""
    for at, count in itertools.product((0, 1, 3), (5, 100, 5000)):
        x = placed(values("i8", count), at)
        y, want = np.zeros_like(x), x * 2
        k.two[-(-count // 256), 256](x, y, x, y)
        check(f"two in place {at} {count}", x, want)


def check_large(k):
    """Large enough for the launch to find out what is faster, and to go on."""
    x = placed(values("f4", (1 << 21) + 5), 4)
    for turn in range(12):
        out = placed(np.zeros_like(x), turn)
        k.copied[-(-x.size // 256), 256](x, out)
        check(f"copied, large, {turn}", out, x)


def check_compiles(k):
    """Launches of many threads have code of their own where it differs; checks leave nothing that does."""
    from portkern import _device

    def compiled(kernel, count, *more):
        x = np.zeros(1000, np.uint16)
        before = sum(c.stats()["specialisations"] for c in _device.contexts())
        kernel[count, 128](x, np.zeros_like(x), *more)
        return sum(c.stats()["specialisations"] for c in _device.contexts()) - before

    counts = [compiled(k.copied, blocks) for blocks in (8, 4095, 4096, 1 << 15)] + [compiled(k.counted_up, blocks) for blocks in (8, 4096)]
    if counts != ([1, 0, 0, 0, 1, 0] if "PORTKERN_CHECK" in os.environ else [1, 0, 1, 0, 1, 0]):
        sys.exit(f"compiled {counts}")


def serve():
    with tempfile.TemporaryDirectory() as folder:
        sys.path.insert(0, folder)
        with open(os.path.join(folder, "stored.py"), "w", encoding="utf-8") as file:
            file.write(KERNELS.replace("from numba", "from portkern"))
        import stored
        check_compiles(stored)
        check_types(stored)
        check_places(stored)
        check_tiles(stored)
        check_behind(stored)
        check_shared(stored)
        check_large(stored)


def check_code(portkern):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "stored.py")
        with open(path, "w", encoding="utf-8") as file:
            file.write(KERNELS)
        for kernel, (types, streams, *block) in STREAMS.items():
            for code in ("streams", "caches"):
                text = subprocess.run([portkern, "emit", path, "-k", kernel, "-s", types, "--to", "asm", "--target", "x86-64-v4",
                                       *(["--block", *block] if block else [])],
                                      env={**os.environ, "PORTKERN_CPU_CODE": code}, capture_output=True, text=True, check=True).stdout
                has = bool(re.search("vmovnt", text))
                if has != (streams == "both" or (streams and code == "streams")):
                    sys.exit(f"{kernel}: with {code} it has {'' if has else 'no '}stores past the caches")


def main():
    if sys.argv[1:] == ["--serve"]:
        serve()
        return
    check_code(sys.argv[1])
    for leg in LEGS:
        run = subprocess.run([sys.executable, __file__, "--serve"], env={**os.environ, "PORTKERN_BACKEND": "cpu", **leg}, check=False)
        if run.returncode:
            sys.exit(f"with {leg}")


if __name__ == "__main__":
    main()
