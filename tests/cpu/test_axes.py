# SPDX-License-Identifier: Apache-2.0
"""Which axis of the grid becomes x of a kernel (core/passes/axes.c): that along which threads lie beside each other in memory,
where memory is what the kernel's time goes to.

    test_axes.py PORTKERN"""
import pathlib
import re
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from emissions import check_all  # noqa: E402

HEAD = "import math\nimport numpy as np\nfrom numba import cuda\n\n@cuda.jit\ndef k(a, b, c):\n    i, j = cuda.grid(2)\n"
GUARD = "    if i < a.shape[0] and j < a.shape[1]:\n"
MATRICES = "f32[:,::1], f32[:,::1], "

# what, the axis that i comes from afterwards, the type of c, the lines
KERNELS = [
    ("elements", "y", "f32[:,::1]", "a[i, j] = 2 * b[i, j]"),
    ("elements, the other way", "x", "f32[:,::1]", "a[j, i] = 2 * b[j, i]"),
    ("a stencil", "y", "f32[:,::1]", "a[i, j] = b[i - 1, j] + b[i + 1, j] + b[i, j - 1] + b[i, j + 1] - 4 * b[i, j]"),
    ("a product of matrices", "y", "f32[:,::1]", """
s = np.float32(0)
for n in range(b.shape[1]):
    s += b[i, n] * c[n, j]
a[i, j] = s"""),
    ("as near along x as along y", "x", "f32[:,::1]", "a[i, j] = b[j, i]"),
    ("a loop that goes on as long as one thread needs", "x", "f32[:,::1]", """
x = np.float32(i)
y = np.float32(j)
n = 0
while n < 100 and x * x + y * y < 4:
    x, y = x * x - y * y + np.float32(0.25), 2 * x * y + np.float32(0.5)
    n += 1
a[i, j] = n"""),
    ("a long calculation without a loop, which vectors make short", "y", "f32[:,::1]", "a[i, j] = b[i, j] ** np.float32(1.7)"),
    ("the same of sines", "y", "f32[:,::1]", "a[i, j] = math.sin(b[i, j]) + math.cos(b[i, j])"),
    ("a loop of as many rounds for all threads", "y", "f32[:,::1]", """
s = np.float32(0)
for n in range(b.shape[0]):
    s = s * b[i, j] + np.float32(n)
a[i, j] = s"""),
    ("sums of rows: threads along y add to one number", "y", "f32[::1]", "cuda.atomic.add(c, i, a[i, j])"),
    ("sums of columns: threads along x do", "x", "f32[::1]", "cuda.atomic.add(c, j, a[i, j])"),
]


def axis_of(text):
    """Of the first number of the grid."""
    return re.search(r" = first_thread\.([xyz])", text)[1]


def main():
    with tempfile.TemporaryDirectory() as folder:
        for n, (_, _, _, lines) in enumerate(KERNELS):
            body = "".join(f"        {line}\n" for line in lines.strip().splitlines())
            (pathlib.Path(folder) / f"k{n}.py").write_text(HEAD + GUARD + body)
        jobs = [[f"k{n}.py", "-k", "k", "-s", MATRICES + c, "--to", "passes", "--target", "native"]
                for n, (_, _, c, _) in enumerate(KERNELS)]
        return check_all(sys.argv[1], jobs, folder, [k[0] for k in KERNELS], [k[1] for k in KERNELS], axis_of)


if __name__ == "__main__":
    sys.exit(main())
