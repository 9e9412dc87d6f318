# SPDX-License-Identifier: Apache-2.0
"""Launches in which few threads lie side by side (core/passes/axes.c): which of a kernel's two forms they take, that others of
their kind share it, and that the results have the same bits."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import numpy as np

KERNELS = '''
from portkern import cuda

@cuda.jit
def double(a, b):
    i, j = cuda.grid(2)
    if i < a.shape[0] and j < a.shape[1]:
        a[i, j] = 2 * b[i, j] + 1

@cuda.jit
def double_columns(a, b):
    j, i = cuda.grid(2)
    if i < a.shape[0] and j < a.shape[1]:
        a[i, j] = 2 * b[i, j] + 1

@cuda.jit
def stencil(a, b):
    i, j = cuda.grid(2)
    if 0 < i < a.shape[0] - 1 and 0 < j < a.shape[1] - 1:
        a[i, j] = b[i - 1, j] + b[i + 1, j] + b[i, j - 1] + b[i, j + 1] - 4 * b[i, j]

@cuda.jit
def row_sums(a, b):
    i, j = cuda.grid(2)
    if i < a.shape[0] and j < a.shape[1]:
        s = b.dtype.type(0)
        for n in range(b.shape[1]):
            s += b[i, n]
        a[i, j] = s

@cuda.jit
def flat(a, b):
    i, j = cuda.grid(2)
    k = i * cuda.gridsize(2)[1] + j
    if k < a.size:
        a[k] = 2 * b[k]

@cuda.jit
def turned(a, b):
    i, j = cuda.grid(2)
    if i < a.shape[0] and j < a.shape[1]:
        a[i, j] = b[j, i]
'''


def stencil(b):
    a = np.zeros_like(b)
    a[1:-1, 1:-1] = b[:-2, 1:-1] + b[2:, 1:-1] + b[1:-1, :-2] + b[1:-1, 2:] - 4 * b[1:-1, 1:-1]
    return a


def sums(b):
    s = np.zeros(len(b), b.dtype)
    for n in range(b.shape[1]):
        s += b[:, n]
    return np.repeat(s[:, None], b.shape[1], 1)


def double(b):
    return 2 * b + 1


WIDE, SWAPPED, NARROW = "as it is", "swaps_y", "narrow"
LONG, SHORT = 20000, 100  # in blocks of 16 by 16 the first is fewer than 2^19 threads, the other fewer than 2^16

# Kernel, what it is with NumPy, then for each launch the array's shape, what the compile for it makes, None where there is none.
LAUNCHES = [
    ("double", double, [((LONG, 3), NARROW), ((LONG, 2), None), ((1000, 300), SWAPPED), ((LONG, 4), None), ((SHORT, 2), None),
                        ((LONG, 1), None)]),
    ("double", double, [((SHORT, 2), SWAPPED), ((LONG, 3), NARROW)]),
    ("double_columns", double, [((LONG, 3), f"{SWAPPED} {NARROW}"), ((LONG, 2), None), ((300, 300), WIDE), ((SHORT, 2), None)]),
    ("stencil", stencil, [((LONG, 3), NARROW), ((LONG, 9), SWAPPED)]),
    ("row_sums", sums, [((LONG, 3), SWAPPED), ((LONG, 1), NARROW)]),
    ("turned", lambda b: b.T.copy(), [((300, 300), WIDE), ((LONG, 3), None)]),
]


def form_of(head):
    """The words of a kernel's head that tell its form."""
    return " ".join(word for word in head.split() if word in ("swaps_y", "narrow")) or WIDE


def serve(folder, number):
    """The launches of a row; before each, a line on stderr, where the passes of what is compiled are written as well."""
    sys.path.insert(0, folder)
    import narrow
    name, reference, launches = LAUNCHES[int(number)]
    for dtype in (np.float32, np.float64, np.int16):
        for shape, _ in launches:
            b = np.arange(np.prod(shape), dtype=np.int64).reshape(shape).astype(dtype)
            a = np.zeros_like(b)
            if name == "turned":
                a = np.zeros(shape[::-1], dtype)
            rows = [-(-n // 16) for n in a.shape]
            print(f"launch {shape}", file=sys.stderr, flush=True)
            getattr(narrow, name)[rows[::-1] if name == "double_columns" else rows, (16, 16)](a, b)
            if a.tobytes() != reference(b).astype(dtype).tobytes():
                sys.exit(f"{name} of {shape}, {dtype}: wrong")
    print("launch more", file=sys.stderr, flush=True)
    # Threads alone may be few: those of arrays with one axis, and of matrices whose lines are longer.
    for columns in (1, 2, 8):
        b = np.arange(LONG * columns, dtype=np.float32)
        a = np.zeros_like(b)
        narrow.flat[(LONG // 32, columns), (32, 1)](a, b)
        if (a != 2 * b).any():
            sys.exit(f"flat of {columns}: wrong")
    b = np.arange(LONG * 16, dtype=np.float32).reshape(LONG, 16)
    a = np.zeros_like(b)
    narrow.double[(LONG // 32, 3), (32, 1)](a, b)
    if (a[:, :3] != 2 * b[:, :3] + 1).any() or a[:, 3:].any():
        sys.exit("three columns of sixteen: wrong")


def main():
    if sys.argv[1:2] == ["--serve"]:
        serve(*sys.argv[2:])
        return
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "narrow.py").write_text(KERNELS)
        failed = 0
        for number, (name, _, launches) in enumerate(LAUNCHES):
            env = {**os.environ, "PORTKERN_BACKEND": "cpu", "PORTKERN_DUMP": "passes", "PORTKERN_CACHE_DIR": "off"}
            run = subprocess.run([sys.executable, __file__, "--serve", folder, str(number)], env=env, check=False, text=True,
                                 stderr=subprocess.PIPE)
            if run.returncode:
                sys.exit(run.stderr[-2000:])
            parts = re.split(r"^launch .*\n", run.stderr, flags=re.MULTILINE)[1:]
            for (shape, form), part in zip(2 * launches, parts):
                made = re.findall(rf"^kernel @{name}\([^{{]*", part, re.MULTILINE)
                if [form_of(head) for head in made] != ([form] if form else []):
                    failed += 1
                    print(f"FAIL {name} of {shape}: wants {form}, made {[form_of(head) for head in made]}")
        sys.exit(failed != 0)


if __name__ == "__main__":
    main()
