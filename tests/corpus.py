#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the corpus, tests/kernels/, through `portkern run --list` on every
backend named, and compares each output with NumPy's answer and, bit for bit,
with the interpreter's.

    corpus.py --portkern build/tools/portkern [--backend interp,cpu,opencl] [-k NAME]
    corpus.py --numba-simulator [-k NAME]      checks the cases themselves
    corpus.py --signatures [-k NAME]           a list for `portkern bench compile`

A file x.py holds kernels, x_cases.py beside it a generator `cases()`. One
process runs all launches of a backend. The last line counts.
"""
import argparse
import concurrent.futures
import enum
import importlib.util
import itertools
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
KERNELS = HERE / "kernels"


class Case:
    """One launch. `args` are arrays or Python scalars, `expect` maps argument
    numbers to arrays. With rtol = atol = 0 the bits must be equal, NaN apart.
    `error`: words that the message must hold, for a launch that must fail.
    `only`: the backends that can run it, with the reason in the kernel.
    `prints`: the lines that it prints, those of a thread in order; `lost`: it
    prints more than there is room for, and says how many. `checked`: only
    where PORTKERN_CHECK asks for bounds. `launched`: shapes in it are the
    launch's, so that nothing less compiles it. `named`: scalars given by name
    behind the others."""

    def __init__(self, kernel, grid, block, args, expect=None, rtol=0.0, atol=0.0, shared=0, error=None, only=None,
                 prints=(), lost=False, checked=False, launched=False, named=None):
        self.kernel, self.grid, self.block, self.args = kernel, grid, block, args
        self.expect, self.rtol, self.atol = expect or {}, rtol, atol
        self.shared, self.only = shared, only
        self.error = [error] if isinstance(error, str) else error
        self.prints, self.lost = list(prints), lost
        self.checked, self.launched = checked, launched
        self.named = named or {}
        self.file = None

    def __str__(self):
        kinds = "/".join(type(a).__name__ if not isinstance(a, np.ndarray) else "records" if a.dtype.names
                         else str(a.dtype) for a in self.args)
        return f"{self.file.stem}:{self.kernel} {kinds}"


def load(path):
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def checks_bounds():
    return not {"bounds", "all"}.isdisjoint(os.environ.get("PORTKERN_CHECK", "").split(","))


def all_cases(only):
    sys.path.insert(0, str(HERE))
    sys.modules.setdefault("corpus", sys.modules[__name__])
    for path in sorted(KERNELS.glob("*_cases.py")):
        for case in load(path).cases():
            case.file = KERNELS / (path.stem[: -len("_cases")] + ".py")
            if only in str(case) and (not case.checked or checks_bounds()):
                yield case


SUFFIX = {bool: "bool", int: "i64", float: "f64", complex: "c128"}


def scalar(value):
    """A scalar as `portkern run` reads it; NumPy scalars keep their type."""
    if isinstance(value, np.generic):
        name = value.dtype.name
        short = {"float": "f", "int": "i", "uint": "u", "complex": "c"}
        for kind in ("uint", "int", "float", "complex"):
            if name.startswith(kind):
                return f"{value.item()!r}:{short[kind]}{name[len(kind):]}"
    return f"{value!r}:{SUFFIX[type(value)]}"


def word(value, keep):
    """An argument as `portkern run` reads it; keep(array) is the name of a file."""
    if isinstance(value, np.ndarray):
        return f"@{keep(value)}"
    if isinstance(value, tuple):
        name = type(value).__name__ if hasattr(value, "_fields") else ""
        return f"{name}({''.join(word(item, keep) + ',' for item in value)})"
    if isinstance(value, enum.Enum):
        return f"{type(value).__name__}.{value.name}"
    return "None" if value is None else scalar(value)


def dims(d):
    return ",".join(map(str, d if isinstance(d, tuple) else (d,)))


def launch_line(case, number, folder):
    """The arguments of `portkern run` for a case; its inputs are saved."""
    words = [f"{case.file}:{case.kernel}", "--grid", dims(case.grid), "--block", dims(case.block)]
    if case.shared:
        words += ["--shared", str(case.shared)]
    files = itertools.count()

    def keep(array):
        path = folder / f"{number}_{next(files)}.npy"
        np.save(path, array)
        return path

    words += [word(arg, keep) for arg in case.args]
    words += [f"{name}={word(value, keep)}" for name, value in case.named.items()]
    for i in case.expect:
        words += ["--save", f"{i}={folder / f'{number}_{i}.out.npy'}"]
    return " ".join(words)


SHORT = {"b": "bool", "i": "i", "u": "u", "f": "f", "c": "c"}


def signature(arg):
    """An argument's type as `portkern emit` reads it, None: it has no name."""
    if arg is None:
        return "none"
    if isinstance(arg, enum.Enum):
        return type(arg).__name__
    if isinstance(arg, tuple):
        items = [signature(item) for item in arg]
        return None if None in items else f"{type(arg).__name__ if hasattr(arg, '_fields') else ''}({', '.join(items)})"
    array = np.asarray(arg)
    if array.dtype.names:
        name = str(array.dtype.descr)
    elif array.dtype.kind not in SHORT:
        return None
    else:
        name = SHORT[array.dtype.kind] + (str(8 * array.itemsize) if array.dtype.kind != "b" else "")
    if not isinstance(arg, np.ndarray):
        return name
    axes = [":"] * arg.ndim
    if arg.ndim and arg.flags.c_contiguous:
        axes[-1] = "::1"
    elif arg.ndim and arg.flags.f_contiguous:
        axes[0] = "::1"
    return f"{name}[{', '.join(axes) or '()'}]"


def print_signatures(cases):
    """Each kernel and signature once, with a block that it is launched with."""
    lines = {}
    for case in cases:
        types = list(map(signature, case.args))
        if not case.error and not case.launched and not case.named and None not in types:
            lines.setdefault(f'{case.file}:{case.kernel} -s "{", ".join(types)}"', dims(case.block))
    for line, block in lines.items():
        print(line, "--block", block)
    return 0 if lines else 1


def same_bits(got, want):
    """Equal bit for bit, where NaN is as good as NaN."""
    if got.dtype.names:
        equal = np.ones(got.shape, bool)
        for name in got.dtype.names:
            same = same_bits(got[name], want[name])
            equal &= same.reshape(got.shape + (-1,)).all(-1)
        return equal
    if got.dtype.kind == "c":
        part = np.float32 if got.dtype == np.complex64 else np.float64
        return same_bits(np.ascontiguousarray(got).view(part), np.ascontiguousarray(want).view(part))
    if got.dtype.kind != "f":
        return got == want
    ints = {2: np.uint16, 4: np.uint32, 8: np.uint64}[got.dtype.itemsize]
    bits = np.ascontiguousarray(got).view(ints) == np.ascontiguousarray(want).view(ints)
    return bits | (np.isnan(got) & np.isnan(want))


def difference(case, got, want, exact):
    if got.dtype != want.dtype or got.shape != want.shape:
        return f"got {got.dtype}{got.shape}, want {want.dtype}{want.shape}"
    if exact or case.rtol == case.atol == 0 or got.dtype.names:
        bad = ~same_bits(got, want)
    else:
        bad = ~np.isclose(got, want, rtol=case.rtol, atol=case.atol, equal_nan=True)
    if not bad.any():
        return None
    at = np.argwhere(bad.reshape(-1))[0][0]
    g, w = got.reshape(-1), want.reshape(-1)
    at = min(int(at), g.size - 1)
    return f"{bad.sum()} of {bad.size} differ, first at {at}: got {g[at]!r}, want {w[at]!r}"


LOST = re.compile(r"\.\.\. (\d+) more prints were lost")


def check_prints(case, lines):
    """Blocks and threads print in any order: lines are compared sorted, and
    where each names its thread and number, a thread's are in order."""
    if case.lost:
        lost = LOST.fullmatch(lines[-1]) if lines else None
        total = len(lines) - 1 + int(lost[1]) if lost else 0
        threads = np.prod(case.grid) * np.prod(case.block)
        return None if total == threads else f"{len(lines)} lines, the last {lines[-1:]}, of {threads}"
    if sorted(lines) != sorted(case.prints):
        wrong = sorted(set(lines) ^ set(case.prints))
        return f"printed {len(lines)} lines, want {len(case.prints)}; not in both: {wrong[:4]}"
    key = re.compile(r"(thread \d+) line (\d+)")
    found = [m.groups() for m in map(key.fullmatch, lines) if m]
    for thread in {t for t, _ in found}:
        own = [int(n) for t, n in found if t == thread]
        if own != sorted(own):
            return f"{thread} printed its lines in the order {own}"
    return None


def check(case, number, folder, ok, message, printed, oracle):
    """None or why the launch is not right. `oracle`: the folder of the
    interpreter's outputs."""
    why = check_prints(case, printed)
    if why:
        return why
    if case.error:
        missing = [w for w in case.error if w not in message]
        return "succeeded" if ok else f"message lacks {missing}: {message}" if missing else None
    if not ok:
        return message
    for i, want in case.expect.items():
        got = np.load(folder / f"{number}_{i}.out.npy")
        why = difference(case, got, want, False)
        if why:
            return f"argument {i}: {why}"
        peer = oracle and oracle / f"{number}_{i}.out.npy"
        if peer and peer.exists():
            why = difference(case, got, np.load(peer), True)
            if why:
                return f"argument {i} against the interpreter: {why}"
    return None


def run_part(portkern, backend, cases, folder, first, environment):
    """Runs cases in one process; `first` is the number of the first one. Gives
    (ok, message, lines printed) for each. Behind what a launch prints the
    command has a line: `ok N ...` or `FAIL N ...: message`."""
    return run_lines(portkern, backend, [launch_line(c, first + n, folder) for n, c in enumerate(cases)],
                     folder / f"launches_{first}.txt", environment)


def run_lines(portkern, backend, lines, file, environment):
    """The same for lines of `run --list`, which are put into a file."""
    file.write_text("\n".join(lines) + "\n")
    done = subprocess.run([portkern, "run", "--list", str(file), "--backend", backend],
                          capture_output=True, text=True, errors="replace", timeout=1800, env=environment)
    said, printed = [], []
    for line in done.stdout.splitlines():
        if line.startswith(("ok ", "FAIL ")):
            said.append((line.startswith("ok "), line, printed))
            printed = []
        else:
            printed.append(line)
    if done.returncode not in (0, 1) and len(said) == len(lines):  # a sanitizer found something at the end
        raise SystemExit(f"{backend}: exit {done.returncode}\n{done.stderr}")
    stopped = False, f"the command stopped (exit {done.returncode}): {done.stderr[-500:]}", []
    return said + [stopped] * (len(lines) - len(said))


def run_backend(portkern, backend, cases, folder, cached=True):
    """Runs all cases, with the disk cache or without. OpenCL's compilers are slow
    and use one core: they get a process for each."""
    environment = dict(os.environ) if cached else {**os.environ, "PORTKERN_CACHE_DIR": "off"}
    parts = os.cpu_count() if backend.startswith("opencl") and len(cases) > 100 else 1
    size = -(-len(cases) // parts) or 1
    with concurrent.futures.ThreadPoolExecutor(parts) as pool:
        jobs = [pool.submit(run_part, portkern, backend, cases[at: at + size], folder, at, environment)
                for at in range(0, len(cases), size)]
        return [said for job in jobs for said in job.result()]


def run_all(portkern, backends, cases, uncached):
    passed = failed = skipped = 0
    with tempfile.TemporaryDirectory() as top:
        oracle = None
        for backend in backends:
            folder = pathlib.Path(top) / backend.replace(":", "_")
            folder.mkdir()
            mine = [c for c in cases if not c.only or backend.split(":")[0] in c.only]
            skipped += len(cases) - len(mine)
            numbers = {id(c): n for n, c in enumerate(cases)}
            runs = run_backend(portkern, backend, mine, folder, backend not in uncached)
            for n, (case, (ok, *said)) in enumerate(zip(mine, runs)):
                same = oracle if len(mine) == len(cases) else None
                why = check(case, n, folder, ok, *said, same)
                passed, failed = passed + (why is None), failed + (why is not None)
                if why:
                    print(f"FAIL {backend} {numbers[id(case)]} {case}: {why}")
            if backend == "interp":
                oracle = folder
    return passed, failed, skipped


def own_argument(arg, module):
    """A copy of it, of the module's own classes."""
    if isinstance(arg, tuple) and not hasattr(arg, "_fields"):
        return tuple(own_argument(item, module) for item in arg)
    if isinstance(arg, enum.Enum):
        return getattr(module, type(arg).__name__)[arg.name]
    return arg.copy(order="K") if isinstance(arg, np.ndarray) else arg


def take_lists_of_signatures():
    """The simulator's jit takes one signature, which it ignores, and no list."""
    from numba import cuda  # pylint: disable=import-outside-toplevel
    plain = cuda.jit

    def jit(function=None, **options):
        return plain(None if isinstance(function, list) else function, **options)

    cuda.jit = jit


def load_for_simulator(path):
    """None where the module needs a newer Numba."""
    try:
        return load(path)
    except (ImportError, AttributeError) as e:
        print(f"SKIP {path.name}: {e}")
        return None


def run_simulator(cases):
    """The cases against Numba's own simulator: is what we expect right?"""
    take_lists_of_signatures()
    sys.path.insert(0, str(KERNELS))
    passed = failed = skipped = 0
    modules = {}
    for case in cases:
        if case.error:
            continue
        if case.file not in modules:
            modules[case.file] = load_for_simulator(case.file)
        module = modules[case.file]
        if not module:
            skipped += 1
            continue
        args = [own_argument(a, module) for a in case.args]
        with np.errstate(all="ignore"):
            try:
                getattr(module, case.kernel)[case.grid, case.block, 0, case.shared](*args, **case.named)
                why = next((f"argument {i}: {w}" for i, want in case.expect.items()
                            if (w := difference(case, args[i], want, False))), None)
            except Exception as e:  # pylint: disable=broad-except
                why = repr(e)
        if why and "object has no attribute" in why and "'FakeCUDA" in why:
            skipped += 1  # the simulator lacks the intrinsic
            continue
        passed, failed = passed + (why is None), failed + (why is not None)
        if why:
            print(f"FAIL simulator {case}: {why}")
    return passed, failed, skipped


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--portkern", type=lambda p: str(pathlib.Path(p).resolve()))
    ap.add_argument("--backend", default="interp,cpu,opencl")
    ap.add_argument("--numba-simulator", action="store_true")
    ap.add_argument("--signatures", action="store_true")
    ap.add_argument("--one-in", type=int, default=1, metavar="N", help="only every N-th launch")
    ap.add_argument("--but-one-in", type=int, metavar="N", help="only the others")
    ap.add_argument("--uncached", default="", metavar="BACKENDS", help="those that use no disk cache")
    ap.add_argument("-k", default="")
    args = ap.parse_args()
    if args.numba_simulator:
        os.environ["NUMBA_ENABLE_CUDASIM"] = "1"  # before anything imports Numba
    cases = list(all_cases(args.k))[::args.one_in]
    if args.but_one_in:
        del cases[::args.but_one_in]
    if args.signatures:
        return print_signatures(cases)
    if args.numba_simulator:
        passed, failed, skipped = run_simulator(cases)
    else:
        passed, failed, skipped = run_all(args.portkern, args.backend.split(","), cases, args.uncached.split(","))
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
