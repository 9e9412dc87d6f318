# SPDX-License-Identifier: Apache-2.0
"""What LLVM is told of the loops over threads: that they are parallel, that they
are to be vectorised, or not (backends/native/vectoriser.c).

    test_vectoriser.py PORTKERN

A loop that loses a word for no reason is slow, which no other test sees; one that
keeps it wrongly computes the wrong thing in vectors, which tests/fuzz/pkfuzz/cases
sees where the processor has them."""
import pathlib
import re
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from emissions import check_all  # noqa: E402

# TESTED: as fast as LLVM finds it to be, once it knows which arrays overlap.
PARALLEL, TESTED, ORDERED, SCALAR = "parallel", "tested", "ordered", "scalar"

# A choice in a branch that some threads take.
SOME = """
if i % 7 == 5:
    if {test}:
        b[i] = 1
        v = {value}
    else:
        v = {other}
    a[i] = {out}"""

# what, signature, verdict, the kernel's lines
KERNELS = [
    ("one access", "f32[::1]", PARALLEL, "a[i] = a[i] + 1"),
    ("pairs, loads before stores", "f32[::1]", PARALLEL, """
x = a[2 * i]
y = a[2 * i + 1]
a[2 * i] = x + y
a[2 * i + 1] = x - y"""),
    ("each of a pair by itself", "f32[::1]", PARALLEL, """
a[2 * i] += 1
a[2 * i + 1] += 2"""),
    ("a load between the stores that may meet the first", "i64[::1], i64, i64[::1]", ORDERED, """
a[2 * i] = i
b[i] = a[2 * i + n]
a[2 * i + 1] = 7"""),
    ("a load of another array, which may be the same", "i64[::1], i64, i64[::1]", ORDERED, """
a[2 * i] = i
x = b[i + n]
a[2 * i + 1] = x"""),
    ("a store between the loads", "i64[::1], i64, i64[::1]", ORDERED, """
x = a[2 * i]
a[n * i] = 3
y = a[2 * i + 1]
b[i] = x + y"""),
    ("too far apart for one access", "i64[::1], i64, i64[::1]", PARALLEL, """
a[16 * i] = i
b[i] = a[16 * i + n]
a[16 * i + 1] = 7"""),
    ("strides that only the launch knows", "i64[:], i64, i64[::1]", PARALLEL, """
a[2 * i] = i
b[i] = a[2 * i + n]
a[2 * i + 1] = 7"""),
    ("strides that only the launch knows, of bytes", "u8[:], i64, u8[::1]", ORDERED, """
a[2 * i] = i
b[i] = a[2 * i + n]
a[2 * i + 1] = 7"""),
    ("an own array turned round", "i64[::1], i64, i64[::1]", ORDERED, """
l = cuda.local.array(5, np.uint8)
for j in range(5):
    l[j] = n
r = l[::-1]
for j in range(5):
    r[j] = r[-1 - j] + 1
cuda.syncthreads()
a[i] = l[n % 5]"""),
    ("steps behind other operations", "i64[::1], i64, i64[::1]", ORDERED, """
a[(4 * i) >> 1] = i
b[i] = a[2 * i + n]
a[((4 * i) >> 1) + 1] = 7"""),
    ("steps of an inner loop's index", "i64[::1], i64, i64[::1]", ORDERED, """
for j in range(2, 4):
    a[j * i] = i
    b[i] = a[2 * i + n]
    a[j * i + 1] = 7"""),
    ("indices from memory", "i64[::1], i64, i64[::1]", PARALLEL, """
a[b[i]] = i
n = a[b[i] + n]
a[b[i] + 1] = n"""),
    ("own arrays of 16 elements, and strides", "f16[:], i64, f64[:]", TESTED, """
l = cuda.local.array(16, np.int64)
for j in range(16):
    l[j] = n
b[i] = a[i] + l[n]"""),
    ("an own array of 2 elements", "f16[:], i64, f64[:]", PARALLEL, """
l = cuda.local.array(2, np.int64)
for j in range(2):
    l[j] = n
b[i] = a[i] + l[n]"""),
    ("complex numbers", "c64[::1], i64, c64[::1]", PARALLEL, "a[i] = a[i] * b[i]"),
    ("a choice by a parameter", "i64[::1], i64, i32[::1]", PARALLEL, """
if n > 0:
    b[i] = 1
    v = n
else:
    v = 0
a[i] = a[v]"""),
    ("the same for some threads", "i64[::1], i64, i32[::1]", SCALAR, SOME.format(test="n > 0", value="n", other="0", out="a[v]")),
    ("a choice of some by their own numbers", "i64[::1], i64, i32[::1]", PARALLEL,
     SOME.format(test="i > n", value="i", other="0", out="a[v]")),
    ("a float that some threads choose by a parameter", "f64[::1], i64, i32[::1]", PARALLEL,
     SOME.format(test="n > 0", value="2.0", other="0.0", out="v")),
]


def source(lines):
    body = "\n".join("    " + line for line in lines.strip().splitlines())
    return f"import numpy as np\nfrom numba import cuda\n\n@cuda.jit\ndef k(a, n=0, b=None):\n    i = cuda.threadIdx.x\n{body}\n"


def verdict(text):
    """Of the first innermost loop over threads; other loops have no node."""
    nodes = re.findall(r"^!\d+ = distinct !\{!\d+, (.*)\}$", text, re.M)
    if not nodes:
        return "no loop"
    words = nodes[0].split(", ")
    if "!2" in words:
        return SCALAR
    if "llvm.loop.parallel_accesses" not in nodes[0]:
        return "to be vectorised, though LLVM has to look for itself" if "!1" in words else ORDERED
    if "!1" not in words:
        return TESTED
    return PARALLEL if "!1" in words else ORDERED


def main():
    with tempfile.TemporaryDirectory() as folder:
        for n, (_, _, _, lines) in enumerate(KERNELS):
            (pathlib.Path(folder) / f"k{n}.py").write_text(source(lines))
        jobs = [[f"k{n}.py", "-k", "k", "-s", signature, "--to", "llvm", "--target", "x86-64-v3"]
                for n, (_, signature, _, _) in enumerate(KERNELS)]
        return check_all(sys.argv[1], jobs, folder, [k[0] for k in KERNELS], [k[2] for k in KERNELS], verdict)


if __name__ == "__main__":
    sys.exit(main())
