#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""What `portkern check --perf` warns of in kernels that are right, and of what
it warns in kernels that are not.

Right are the kernels of tests/kernels/, each with its first launch written
behind it so that the sizes can be seen, and the patterns of tests/races/ without
a mistake; of each warning with a code of a trap of threads EXPECTED has to say
why it is right to warn. The patterns with a mistake are counted: so many must
be found.

    test_advice.py PORTKERN [--list]"""
import argparse
import collections
import json
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

TESTS = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS), str(TESTS / "races")]
import corpus  # noqa: E402
import variants  # noqa: E402

TRAPS = {"W1010", "W1011", "W1012", "W1013", "W1014", "W1015", "W1019"}

# (kernel, code): why a warning is right although the kernel is
EXPECTED = {
    ("records:views", "W1012"): "its launch, which holds records, cannot be seen: it has one thread",
    ("records:swap", "W1011"): "the same",
    ("records:across", "W1010"): "its launch cannot be seen: it has as many threads as records",
    ("randoms:estimate_pi", "W1010"): "the same, of the states",
    ("warps:lanes_2d", "W1010"): "its two axes have different extents, and the larger counts",
    ("views:reversed_in_place", "W1010"): "the same",
    ("lasts:same_place", "W1011"): "the numbers of a block are such that all of its threads write one value",
    ("locks:first_guess", "W1012"): "a plain read beside compare-and-swap, which fails when it was stale",
}
LEAST_FOUND = 273  # of the patterns with a mistake


def check(portkern, path, *words):
    done = subprocess.run([portkern, "check", str(path), "--perf", "--json", "--backend", "cuda", *words],
                          capture_output=True, text=True, timeout=300, check=False)
    return json.loads(done.stdout)


def literal(value):
    if isinstance(value, np.ndarray):
        return f"np.zeros({value.shape!r}, np.{value.dtype.name})"
    if isinstance(value, np.generic):
        return f"np.{value.dtype.name}({value.item()!r})"
    return repr(value)


def is_plain(value):
    """Whether a script can be seen to make it."""
    if not isinstance(value, np.ndarray):
        return value is None or isinstance(value, (bool, int, float, complex, np.generic))
    return value.flags.c_contiguous and value.ndim and value.dtype.names is None


def scripts(folder):
    """(path, first launches) of each file of the corpus, its launches behind it."""
    files = collections.defaultdict(dict)
    for case in corpus.all_cases(""):
        if not case.error:
            files[case.file].setdefault(case.kernel, case)
    for beside in corpus.KERNELS.glob("*_beside.py"):
        (folder / beside.name).write_text(beside.read_text())
    for file, cases in files.items():
        launches = [c for c in cases.values() if all(map(is_plain, c.args))]
        path = folder / file.name
        path.write_text(file.read_text() + "\n\nimport numpy as np\n" + "".join(
            f"{c.kernel}[{c.grid!r}, {c.block!r}]({', '.join(map(literal, c.args))})\n" for c in launches))
        yield path, launches, [c for c in cases.values() if c not in launches]


def right_kernels(portkern, folder):
    """(kernel, diagnostic) of the corpus."""
    for path, launches, others in scripts(folder):
        names = {c.kernel for c in launches}
        answer = check(portkern, path)
        lines = sorted((i["line"], i["function"]) for i in answer["items"] if i["kind"] == "function")
        for d in answer["diagnostics"]:
            kernel = next((f for line, f in reversed(lines) if line <= d["line"]), "")
            if kernel in names and d["code"]:
                yield f"{path.stem}:{kernel}", d
        for c in others:
            types = list(map(corpus.signature, c.args))
            if None not in types:
                for d in check(portkern, path, "-k", c.kernel, "-s", ", ".join(types))["diagnostics"]:
                    yield f"{path.stem}:{c.kernel}", d


def patterns(portkern, folder):
    """(kernel, its traps) of tests/races/, right ones and wrong ones."""
    chosen = list(variants.kernels())
    path = folder / "patterns.py"
    n = max(k.threads for k in chosen) * variants.BLOCKS
    path.write_text(variants.module(chosen) + "\n" + "".join(
        f"{k.name}[{variants.BLOCKS}, {k.threads}](np.zeros({2 * n}, np.{k.dtype}), np.zeros({2 * n}, np.{k.dtype}), "
        f"np.zeros({2 * n}, np.int32))\n" for k in chosen))
    answer = check(portkern, path)
    lines = sorted((i["line"], i["function"]) for i in answer["items"] if i["kind"] == "function")
    found = collections.defaultdict(list)
    for d in answer["diagnostics"]:
        if d["code"] in TRAPS:
            found[next(f for line, f in reversed(lines) if line <= d["line"])].append(d)
    return [(k, found[k.name]) for k in chosen]


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("portkern")
    ap.add_argument("--list", action="store_true")
    args = ap.parse_args()
    counts, wrong, met = collections.Counter(), [], set()
    kernels = {(c.file, c.kernel) for c in corpus.all_cases("") if not c.error}
    with tempfile.TemporaryDirectory() as tmp:
        for kernel, d in right_kernels(args.portkern, pathlib.Path(tmp)):
            counts[d["code"]] += 1
            if args.list:
                print(d["code"], kernel, d["line"], d["source_line"].strip()[:90], "|", d["message"][:90])
            if d["code"] in TRAPS:
                met.add((kernel, d["code"]))
                if (kernel, d["code"]) not in EXPECTED:
                    wrong.append(f"{kernel}: {d['message']} [{d['code']}]\n    {d['source_line'].strip()}")
        said = patterns(args.portkern, pathlib.Path(tmp))
    for kernel, ds in said:
        for d in ds if not kernel.mistake else ():
            wrong.append(f"{kernel.name}: {d['message']} [{d['code']}]\n    {d['source_line'].strip()}")
    mistakes = [k for k, _ in said if k.mistake]
    found = [k for k, ds in said if k.mistake and ds]
    print(f"{len(kernels)} kernels, {len({k for k, _ in met})} with a trap of threads")
    print(f"{len(said) - len(mistakes)} right patterns; {len(found)} of {len(mistakes)} with a mistake are found")
    print(dict(sorted(counts.items())))
    wrong += [f"{kernel}: no {code} any more: take it off the list" for kernel, code in EXPECTED if (kernel, code) not in met]
    if len(found) < LEAST_FOUND:
        wrong.append(f"fewer than {LEAST_FOUND} mistakes are found")
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
