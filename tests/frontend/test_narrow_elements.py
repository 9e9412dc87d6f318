#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Array expressions that Numba computes otherwise: random trees (test_elements.py)
under Numba's njit. Where a value is not NumPy's, `portkern check` has to say W1023;
where it says so there has to be such a value, or there may be one that the inputs
do not show: those are counted, and --verbose shows them.

    test_narrow_elements.py PORTKERN [--trees N] [--seed N] [--verbose]

Exit status 77 (skipped) where Numba is not installed."""
import argparse
import pathlib
import re
import subprocess
import sys
import tempfile
import warnings

import numpy as np
import test_elements as elements
from numba import njit
from numba.core.errors import NumbaError

CODE = "W1023"
SHAPE = 60, 300
DTYPES = [d for d in elements.DTYPES if d != "float16"]  # which njit has no arrays of
CHECKED = 40  # kernels of one file
NUMBA = {"bool": "boolean"}


# Where Numba is not NumPy whatever the types (docs/numba.md): large powers, np.fmod of integers, the sign of 0 in
# np.remainder, np.sign of unsigned numbers, np.lcm of large ones; and np.where of a place along an axis, which reads behind it.
OF_NUMBA = r"\*\*|power|np\.(fmod|remainder|sign|lcm)\(|np\.where\(.*([rc]_|\[)|[rc]_.*np\.where"


def is_compared(tree):
    return not tree.near and not re.search(f"float16|{OF_NUMBA}", tree.text)


def typed(value):
    name = value.dtype.name
    return NUMBA.get(name, name) + ("" if np.ndim(value) == 0 else f"[{', '.join([':'] * value.ndim)}]")


def kernel(name, decorator, tree, given):
    return f"{decorator}\ndef {name}(o, {', '.join(given)}):\n    o[:, :] = {tree.text}\n\n\n"


def warned(portkern, folder, trees, values):
    """The numbers of those of which the check says the code."""
    text, lines = "import numpy as np\nfrom numba import cuda\n\n\n", {}
    for i, tree in enumerate(trees):
        given = elements.used([tree], values)
        types = [typed(tree.value), *(typed(v) for v in given.values())]
        text += kernel(f"k{i}", f"@cuda.jit('void({', '.join(types)})')", tree, given)
        lines[text[:text.index("o[:, :]", text.rindex("def k"))].count("\n") + 1] = i
    path = folder / "k.py"
    path.write_text(text)
    done = subprocess.run([portkern, "check", path], capture_output=True, text=True)
    said = done.stdout + done.stderr
    if re.search(r": error: |portkern: ", said):
        sys.exit(said)
    return {lines[int(line)] for line in re.findall(rf"k\.py:(\d+):\d+: warning: .*\[{CODE}\]", said)}


def by_numba(tree, values):
    given = elements.used([tree], values)
    space = {"np": np}
    exec(kernel("k", "", tree, given), space)
    out = np.zeros_like(tree.value)
    njit(error_model="numpy")(space["k"])(out, *given.values())
    return out


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("portkern")
    ap.add_argument("--trees", type=int, default=60)
    ap.add_argument("--seed", type=int, default=1)
    ap.add_argument("--verbose", action="store_true")
    args = ap.parse_args()
    warnings.filterwarnings("ignore")
    maker = elements.Trees(args.seed, SHAPE, DTYPES, small_counts=True)
    values = {**maker.arrays, **elements.ARGUMENTS}
    trees, refused, silent, loud, both = [], 0, [], [], 0
    while len(trees) < args.trees:
        tree = maker.some(1)[0]
        if not is_compared(tree):
            continue
        try:
            tree.numba = by_numba(tree, values)
        except (NumbaError, ValueError, OverflowError):  # of shapes: np.where; of large powers
            refused += 1
            continue
        trees.append(tree)
    with tempfile.TemporaryDirectory() as folder:
        for first in range(0, len(trees), CHECKED):
            some = trees[first:first + CHECKED]
            said = warned(args.portkern, pathlib.Path(folder), some, values)
            for i, tree in enumerate(some):
                bad = elements.differ(tree, tree.numba)
                at = tuple(np.argwhere(bad)[0]) if bad.any() else None
                both += bad.any() and i in said
                if bad.any() and i not in said:
                    operands = {n: np.broadcast_to(v, bad.shape)[at] for n, v in elements.used([tree], values).items()}
                    silent.append(f"{tree.text} is {tree.numba[at]} in Numba, NumPy has {tree.value[at]} "
                                  f"({tree.value.dtype}) of {operands}, and {CODE} is not said")
                elif i in said and not bad.any():
                    loud.append(f"{CODE} is said, and nothing seen: {tree.text} ({tree.value.dtype})")
    print("\n".join(silent + (loud if args.verbose else [])))
    print(f"{len(trees)} trees ({refused} that Numba refuses): {both} differ and are warned of, {len(silent)} differ "
          f"without a warning, {len(loud)} are warned of without a difference")
    return 1 if silent or not both else 0


if __name__ == "__main__":
    sys.exit(main())
