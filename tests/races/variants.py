# SPDX-License-Identifier: Apache-2.0
"""Patterns of threads that work together: reductions, scans, stencils, queues,
histograms, locks and flags, each as it should be and with the usual mistakes.

A pattern is the body of a kernel. A line that ends in `#@ 1` is missing where
mistake 1 is made; `#@ 2: text` is what stands there instead for mistake 2, and
`#@ 3 from 128` does no harm in smaller blocks.
`$T` is a type, `$N` the number of threads of a block, `$M` its half. All take

    a     values, 2 * n of them, all different    (n: threads of the grid)
    b     zeros, 2 * n of the same type
    c     zeros, 2 * n of int32

and t and i are the thread's number in its block and in the grid."""
import itertools
import re

HEAD = """# SPDX-License-Identifier: Apache-2.0
import numpy as np
from numba import cuda, {types}

"""
TYPES = ("float32", "float64", "int32", "int64")
SHAPES = (("float32", 64), ("int32", 128), ("float64", 256), ("int64", 64))
BLOCKS = 3

# --- reductions ---
PATTERNS = {}
PATTERNS["tree"] = """
s = cuda.shared.array($N, $T)
s[t] = a[i]
cuda.syncthreads()  #@ 1
h = $M
while h > 0:
    if t < h:
        s[t] += s[t + h]
    cuda.syncthreads()  #@ 2
    h //= 2
if t == 0:
    b[cuda.blockIdx.x] = s[0]
"""
PATTERNS["tree_of_neighbours"] = """
s = cuda.shared.array($N, $T)
s[t] = a[i]
cuda.syncthreads()
h = 1
while h < $N:
    if t % (2 * h) == 0:
        s[t] = max(s[t], s[t + h])
    h *= 2
    cuda.syncthreads()  #@ 1
if t == $N - 1:
    b[cuda.blockIdx.x] = s[0]  #@ 2: b[0] = s[0]
"""
PATTERNS["tree_with_warp_end"] = """
s = cuda.shared.array($N, $T)
s[t] = a[i]
cuda.syncthreads()
h = $M
while h >= 32:
    if t < h:
        s[t] += s[t + h]
    cuda.syncthreads()  #@ 1 from 128
    h //= 2
if t < 32:
    v = s[t]
    for k in range(5):
        v += cuda.shfl_down_sync(0xffffffff, v, 16 >> k)
    if t == 0:
        b[cuda.blockIdx.x] = v  #@ 2: b[0] = v
"""
PATTERNS["warp_sums"] = """
s = cuda.shared.array(32, $T)
v = a[i]
for k in range(5):
    v += cuda.shfl_xor_sync(0xffffffff, v, 1 << k)
if t % 32 == 0:
    s[t // 32] = v
cuda.syncthreads()  #@ 1
if t == 0:
    v = s[0]
    for w in range(1, $N // 32):
        v += s[w]
    b[cuda.blockIdx.x] = v
"""
PATTERNS["sum_of_blocks"] = """
s = cuda.shared.array(1, $T)
if t == 0:
    s[0] = 0
cuda.syncthreads()  #@ 1
cuda.atomic.add(s, 0, a[i])  #@ 2: s[0] += a[i]
cuda.syncthreads()  #@ 3
if t == 0:
    cuda.atomic.add(b, 0, s[0])  #@ 4: b[0] += s[0]
"""
PATTERNS["greatest"] = """
cuda.atomic.max(b, 0, a[i])  #@ 1: b[0] = max(b[0], a[i])
cuda.atomic.min(b, t % 4 + 1, a[i])  #@ 2: b[t % 4 + 1] = a[i]
"""
PATTERNS["last_block"] = """
last = cuda.shared.array(1, int32)
if t == 0:
    b[cuda.blockIdx.x] = a[i]
    cuda.threadfence()  #@ 1
    last[0] = cuda.atomic.add(c, 0, 1)  #@ 3: c[0] += 1; last[0] = c[0]
cuda.syncthreads()  #@ 2
if last[0] == cuda.gridDim.x - 1 and t == 0:
    for k in range(cuda.gridDim.x):
        b[cuda.gridDim.x] += b[k]
"""
PATTERNS["last_of_all_threads"] = """
last = cuda.shared.array(1, int32)
b[i] = a[i]
cuda.threadfence()  #@ 1
cuda.syncthreads()  #@ 2
if t == 0:
    last[0] = cuda.atomic.add(c, 0, 1)
cuda.syncthreads()
if last[0] == cuda.gridDim.x - 1:
    for k in range(t, a.size // 2, $N):
        b[a.size // 2 + t] += b[k]
"""
PATTERNS["votes"] = """
n = cuda.syncthreads_count(a[i] > 40)
if t == 0:
    b[cuda.blockIdx.x] = n  #@ 1: b[0] = n + cuda.blockIdx.x
if n > 0:
    cuda.atomic.add(c, 1, n)  #@ 2: c[1] += n
"""

# --- scans ---
PATTERNS["scan"] = """
s = cuda.shared.array((2, $N), $T)
now = 0
s[0, t] = a[i]
cuda.syncthreads()  #@ 1
h = 1
while h < $N:
    if t >= h:
        s[1 - now, t] = s[now, t] + s[now, t - h]
    else:
        s[1 - now, t] = s[now, t]
    now = 1 - now
    h *= 2
    cuda.syncthreads()  #@ 2
b[i] = s[now, t]
"""
PATTERNS["scan_in_place"] = """
s = cuda.shared.array($N, $T)
s[t] = a[i]
cuda.syncthreads()
h = 1
while h < $N:
    v = s[t]
    if t >= h:
        v += s[t - h]
    cuda.syncthreads()  #@ 1
    s[t] = v
    cuda.syncthreads()  #@ 2
    h *= 2
b[i] = s[t]
"""
PATTERNS["scan_up_and_down"] = """
s = cuda.shared.array($N, $T)
s[t] = a[i]
h = 1
while h < $N:
    cuda.syncthreads()  #@ 1
    k = (t + 1) * 2 * h - 1
    if k < $N:
        s[k] += s[k - h]
    h *= 2
h = $M
while h > 1:
    h //= 2
    cuda.syncthreads()  #@ 2
    k = (t + 1) * 2 * h - 1
    if k + h < $N:
        s[k + h] += s[k]
cuda.syncthreads()  #@ 3
b[i] = s[$N - 1 - t]
"""
PATTERNS["scan_by_warps"] = """
s = cuda.shared.array(32, $T)
v = a[i]
for k in range(5):
    w = cuda.shfl_up_sync(0xffffffff, v, 1 << k)
    if t % 32 >= 1 << k:
        v += w
if t % 32 == 31:
    s[t // 32] = v
cuda.syncthreads()  #@ 1
for w in range(t // 32):
    v += s[w]
b[i] = v
"""
PATTERNS["scan_chained"] = """
if t == 0:
    v = a[i]
    if cuda.blockIdx.x > 0:
        while cuda.atomic.add(c, cuda.blockIdx.x - 1, 0) == 0:
            pass
        cuda.threadfence()
        v += b[cuda.blockIdx.x - 1]
    b[cuda.blockIdx.x] = v
    cuda.threadfence()  #@ 1  #@ 2: cuda.threadfence_block()
    cuda.atomic.exch(c, cuda.blockIdx.x, 1)
"""
PATTERNS["compaction"] = """
s = cuda.shared.array($N, int32)
keep = int32(a[i] > 30)
s[t] = keep
cuda.syncthreads()  #@ 1
h = 1
while h < $N:
    v = s[t - h] if t >= h else 0
    cuda.syncthreads()
    s[t] += v
    cuda.syncthreads()  #@ 2
    h *= 2
if keep:
    b[cuda.blockIdx.x * $N + s[t] - 1] = a[i]  #@ 3: b[s[t] - 1] = a[i]
"""

# --- stencils ---
PATTERNS["stencil"] = """
s = cuda.shared.array($N + 2, $T)
s[t + 1] = a[i]
if t == 0:
    s[0] = a[i - 1] if i > 0 else a[0]
if t == $N - 1:
    s[$N + 1] = a[i + 1]
cuda.syncthreads()  #@ 1
b[i] = s[t] + s[t + 1] + s[t + 2]
"""
PATTERNS["stencil_in_memory"] = """
b[i] = a[i + 1] + a[i + 2]  #@ 1: a[i] = a[i + 1] + a[i + 2]
"""
PATTERNS["stencil_wide"] = """
v = a[i]
for k in range(1, 5):
    v += a[i + k]
b[i] = v  #@ 1: a[i + 4] = v
"""
PATTERNS["stencil_steps"] = """
s = cuda.shared.array((2, $N), $T)
s[0, t] = a[i]
cuda.syncthreads()  #@ 1
for k in range(6):
    p = k & 1
    q = 1 - p  #@ 2: q = p
    s[q, t] = s[p, t] + s[p, (t + 1) % $N]
    cuda.syncthreads()  #@ 3
b[i] = s[0, t]
"""
PATTERNS["stencil_of_two_arrays"] = """
x = cuda.shared.array($N, $T)
y = cuda.shared.array($N, $T)
x[t] = a[i]
cuda.syncthreads()
for k in range(3):
    y[t] = x[(t + $N - 1) % $N] + x[t]
    cuda.syncthreads()  #@ 1
    x[t] = y[(t + 1) % $N] - y[t]
    cuda.syncthreads()  #@ 2
b[i] = x[t]
"""
PATTERNS["steps_of_the_grid"] = """
g = cuda.cg.this_grid()
b[i] = a[i]
for k in range(3):
    g.sync()  #@ 1
    v = b[(i + $N) % (a.size // 2)] + 1
    g.sync()  #@ 2
    b[i] = v
"""
PATTERNS["life"] = """
s = cuda.shared.array($N, int32)
s[t] = int32(a[i]) % 2
cuda.syncthreads()  #@ 1
for k in range(4):
    v = s[(t + 1) % $N] + s[(t + 7) % $N]
    cuda.syncthreads()  #@ 2
    s[t] = int32(v == 1) + k
    cuda.syncthreads()  #@ 3
b[i] = s[t]
"""

# --- histograms ---
PATTERNS["histogram"] = """
s = cuda.shared.array(16, int32)
if t < 16:
    s[t] = 0
cuda.syncthreads()  #@ 1
cuda.atomic.add(s, int32(a[i]) % 16, 1)  #@ 2: s[int32(a[i]) % 16] += 1
cuda.syncthreads()  #@ 3
if t < 16:
    cuda.atomic.add(c, t, s[t])  #@ 4: c[t] += s[t]
"""
PATTERNS["histogram_in_memory"] = """
cuda.atomic.add(c, int32(a[i]) % 8, 1)  #@ 1: c[int32(a[i]) % 8] += 1
b[i] = a[i]  #@ 2: b[i] = c[t % 8]
"""
PATTERNS["histogram_of_each_warp"] = """
s = cuda.shared.array((8, 16), int32)
if t < 16:
    for w in range(8):
        s[w, t] = 0
cuda.syncthreads()  #@ 1
cuda.atomic.add(s, (t // 32, int32(a[i]) % 16), 1)
cuda.syncthreads()  #@ 2
if t < 16:
    n = 0
    for w in range($N // 32):
        n += s[w, t]
    cuda.atomic.add(c, t, n)
"""
PATTERNS["histogram_of_each_thread"] = """
s = cuda.shared.array((4, $N), int32)
for k in range(4):
    s[k, t] = 0
for k in range(3):
    s[int32(a[i + k]) % 4, t] += 1  #@ 2: s[int32(a[i + k]) % 4, t // 2] += 1
cuda.syncthreads()  #@ 1
if t < 4:
    n = 0
    for k in range($N):
        n += s[t, k]
    cuda.atomic.add(c, t, n)
"""
PATTERNS["histogram_of_bytes"] = """
s = cuda.shared.array(8, np.uint8)
if t < 8:
    s[t] = 0
cuda.syncthreads()  #@ 1
cuda.atomic.add(s, int32(a[i]) % 7, 1)  #@ 2: s[int32(a[i]) % 7] = t
if t == 3:
    s[7] = 9  #@ 3: s[2] = 9
cuda.syncthreads()
if t < 8:
    cuda.atomic.add(c, t, s[t])
"""

# --- queues ---
PATTERNS["queue"] = """
at = cuda.atomic.add(c, 0, 1)  #@ 1: at = c[0]; c[0] = at + 1
b[at] = a[i]  #@ 2: b[at // 2] = a[i]
"""
PATTERNS["queue_of_the_block"] = """
s = cuda.shared.array($N, $T)
n = cuda.shared.array(2, int32)
if t == 0:
    n[0] = 0
cuda.syncthreads()  #@ 1
if a[i] > 30:
    at = cuda.atomic.add(n, 0, 1)
    s[at] = a[i]
cuda.syncthreads()  #@ 2
if t == 0:
    n[1] = cuda.atomic.add(c, 0, n[0])
cuda.syncthreads()  #@ 3
if t < n[0]:
    b[n[1] + t] = s[t]
"""
PATTERNS["queue_by_warps"] = """
mask = cuda.ballot_sync(0xffffffff, a[i] > 30)
base = 0
if cuda.laneid == 0:
    base = cuda.atomic.add(c, 0, cuda.popc(mask))  #@ 1: base = c[0]; c[0] = base + 32
base = cuda.shfl_sync(0xffffffff, base, 0)
if mask >> cuda.laneid & 1:
    k = cuda.popc(mask & cuda.lanemask_lt())
    b[base + k] = a[i]  #@ 2: b[base] = a[i]
"""
PATTERNS["tickets"] = """
ticket = cuda.shared.array(1, int32)
for k in range(3):
    if t == 0:
        ticket[0] = cuda.atomic.add(c, 0, 1)
    cuda.syncthreads()  #@ 1
    if ticket[0] < cuda.gridDim.x:
        b[ticket[0] * $N + t] = k + 1
    cuda.syncthreads()  #@ 2
"""
PATTERNS["handed_over"] = """
s = cuda.shared.array($M, $T)
for k in range(3):
    if t < $M:
        s[t] = a[i] + k
    cuda.syncthreads()  #@ 1
    if t >= $M:
        b[i] += s[t - $M]
    cuda.syncthreads()  #@ 2
"""
PATTERNS["two_buffers"] = """
s = cuda.shared.array((2, $N), $T)
for k in range(5):
    s[k % 2, t] = a[i + k]  #@ 2: s[0, t] = a[i + k]
    cuda.syncthreads()  #@ 1
    b[i] += s[k % 2, (t + 33) % $N]  #@ 2: b[i] += s[0, (t + 33) % $N]
"""
PATTERNS["slots"] = """
at = int32(a[i]) % 32
if cuda.atomic.cas(c, at, 0, i + 1) == 0:  #@ 1: if c[at] == 0:
    b[at] = a[i]
"""

# --- locks and flags ---
PATTERNS["locked"] = """
if t == 0:
    while cuda.atomic.cas(c, 0, 0, 1) != 0:
        pass
    cuda.threadfence()  #@ 1
    b[0] += a[i]
    cuda.threadfence()  #@ 1
    cuda.atomic.exch(c, 0, 0)
    b[1 + cuda.blockIdx.x] = a[i]  #@ 2: b[0] += a[i]
"""
PATTERNS["locks_of_bins"] = """
if t == 0:
    k = cuda.blockIdx.x % 2
    while cuda.atomic.cas(c, k, 0, 1) != 0:
        pass
    cuda.threadfence()
    b[k] = max(b[k], a[i])  #@ 1: b[0] = max(b[k], a[i])
    cuda.threadfence()  #@ 2
    cuda.atomic.exch(c, k, 0)
"""
PATTERNS["block_by_block"] = """
if t == 0:
    while cuda.atomic.max(c, 0, 0) != cuda.blockIdx.x:
        pass
    cuda.threadfence()
    b[0] = b[0] * 2 + a[i]
    cuda.threadfence()  #@ 1
    cuda.atomic.add(c, 0, 1)
"""
PATTERNS["grid_barrier"] = """
b[i] = a[i]
cuda.threadfence()  #@ 1
cuda.cg.this_grid().sync()  #@ 1
b[a.size // 2 + i] = b[(i + $N) % (a.size // 2)]
"""
PATTERNS["made_once"] = """
table = cuda.shared.array(16, $T)
if t < 16:
    table[t] = a[t] * 2
cuda.syncthreads()  #@ 1
b[i] = table[int32(a[i]) % 16]
"""
PATTERNS["agreed"] = """
c[0] = 7  #@ 1: c[0] = i
if a[i] > 3:
    c[1] = 9  #@ 2: c[1] = c[1] + 9
"""
PATTERNS["counted_and_read"] = """
cuda.atomic.add(c, t % 8, 1)
cuda.syncthreads()
if cuda.blockIdx.x == 0:
    b[t] = cuda.atomic.add(c, t % 8, 0)  #@ 1: b[t] = c[t % 8]
"""

# --- tiles, sorts and exchanges ---
PATTERNS["reverse"] = """
s = cuda.shared.array($N, $T)
for k in range(3):
    s[t] = a[i] + k
    cuda.syncthreads()  #@ 1
    b[i] += s[$N - 1 - t]
    cuda.syncthreads()  #@ 2
"""
PATTERNS["transpose"] = """
s = cuda.shared.array((8, 9), $T)
if t < 64:
    s[t // 8, t % 8] = a[i]
cuda.syncthreads()  #@ 1
if t < 64:
    b[i] = s[t % 8, t // 8]  #@ 2: b[t] = s[t % 8, t // 8]
"""
PATTERNS["tiles"] = """
x = cuda.shared.array($N, $T)
y = cuda.shared.array($N, $T)
total = a[i] * 0
for k in range(3):
    x[t] = a[k * $N + t]
    y[t] = a[k * $N + t + 1]
    cuda.syncthreads()  #@ 1
    for j in range(8):
        total += x[(t + j) % $N] * y[j]
    cuda.syncthreads()  #@ 2
b[i] = total
"""
PATTERNS["elimination"] = """
s = cuda.shared.array($N, $T)
s[t] = a[i]
for k in range(4):
    cuda.syncthreads()  #@ 1
    pivot = s[k]
    cuda.syncthreads()  #@ 2
    if t >= k:
        s[t] -= pivot
cuda.syncthreads()
b[i] = s[$N - 1 - t]
"""
PATTERNS["broadcast"] = """
s = cuda.shared.array(1, $T)
for k in range(3):
    if t == k:
        s[0] = a[i]
    cuda.syncthreads()  #@ 1
    b[i] += s[0]
    cuda.syncthreads()  #@ 2
"""
PATTERNS["warp_neighbours"] = """
s = cuda.shared.array($N, $T)
s[t] = a[i]
cuda.syncwarp()  #@ 1
b[i] = s[t ^ 1]  #@ 2: b[i] = s[(t + 32) % $N]
"""
PATTERNS["bitonic"] = """
s = cuda.shared.array($N, $T)
s[t] = a[i]
size = 2
while size <= $N:
    h = size // 2
    while h > 0:
        cuda.syncthreads()  #@ 1
        p = t ^ h
        if p > t:
            x = s[t]
            y = s[p]
            if (x > y) == ((t & size) == 0):
                s[t] = y
                s[p] = x
        h //= 2
    size *= 2
cuda.syncthreads()  #@ 2
b[i] = s[$N - 1 - t]
"""
PATTERNS["odd_even"] = """
s = cuda.shared.array($N, $T)
s[t] = a[i]
for k in range(4):
    cuda.syncthreads()  #@ 1
    if (t + k) % 2 == 0 and t + 1 < $N:
        x = s[t]
        y = s[t + 1]
        s[t] = min(x, y)
        s[t + 1] = max(x, y)  #@ 2: s[(t + 2) % $N] = max(x, y)
cuda.syncthreads()
b[i] = s[(t + 1) % $N]
"""
PATTERNS["bytes"] = """
s = cuda.shared.array($N, np.uint8)
s[t] = t  #@ 1: s[t // 2] = t
cuda.syncthreads()
b[i] = s[(t + 5) % $N]
"""
PATTERNS["rows"] = """
s = cuda.shared.array((4, $N // 4), $T)
r = t % 4
s[r, t // 4] = a[i]
cuda.syncthreads()  #@ 1
v = s[r, 0]
for k in range(1, $N // 4):
    v += s[(r + 1) % 4, k]
b[i] = v
"""


class Kernel:
    """One variant of a pattern; `mistake` 0 is the right one."""

    def __init__(self, pattern, mistake, dtype, threads):
        self.pattern, self.mistake, self.dtype, self.threads = pattern, mistake, dtype, threads
        self.name = f"{pattern}_{dtype}_{threads}" + (f"_{mistake}" if mistake else "")

    def body(self):
        for line in PATTERNS[self.pattern].strip().split("\n"):
            text, *marks = re.split(r"  #@ ", line)
            for mark in marks:
                number, _, instead = mark.partition(":")
                if int(number[0]) == self.mistake:
                    indent = text[: len(text) - len(text.lstrip())]
                    text = indent + (instead.strip() or "pass")
            text = text.replace("$T", self.dtype)
            yield text.replace("$N", str(self.threads)).replace("$M", str(self.threads // 2))

    def source(self):
        lines = ["@cuda.jit", f"def {self.name}(a, b, c):", "    t = cuda.threadIdx.x", "    i = cuda.grid(1)"]
        return "\n".join(lines + ["    " + line for line in self.body()]) + "\n"


def mistakes(pattern, threads):
    found = re.findall(r"#@ (\d)(?: from (\d+))?", PATTERNS[pattern])
    return sorted({int(n) for n, least in found if threads >= int(least or 0)})


def kernels():
    """All, each text once."""
    seen = set()
    for pattern, (dtype, threads) in itertools.product(PATTERNS, SHAPES):
        for mistake in [0] + mistakes(pattern, threads):
            kernel = Kernel(pattern, mistake, dtype, threads)
            text = "\n".join(kernel.body())
            if text not in seen:
                seen.add(text)
                yield kernel


def module(chosen):
    return HEAD.format(types=", ".join(TYPES)) + "\n\n".join(k.source() for k in chosen)
