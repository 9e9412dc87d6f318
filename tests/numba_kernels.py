#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""How many kernels of Numba's own tests for CUDA compile here.

Numba's tests are run in its simulator, where no kernel runs: each function that
goes through `cuda.jit` is kept, with the types of its signature or of its
launches. It is appended, as it stands, to the text of the file that it comes
from, behind the values it takes from around it, and given to `portkern check`.

    numba_kernels.py PORTKERN               counts; what is refused, and why
    numba_kernels.py PORTKERN --keep DIR    writes the texts there
    numba_kernels.py PORTKERN --warnings    what check --perf says of them
    numba_kernels.py PORTKERN -k NAME       these only

Exits with 77 where Numba's tests are not installed."""
import argparse
import ast
import collections
import concurrent.futures
import importlib
import inspect
import io
import contextlib
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import textwrap
import types as python_types
import unittest
import warnings

os.environ["NUMBA_ENABLE_CUDASIM"] = "1"
warnings.simplefilter("ignore")

# Files that test the driver, processes or the compiler's inside: no kernels of
# users.
WITHOUT = {"test_multiprocessing", "test_ipc", "test_multithreads", "test_caching", "test_serialize", "test_emm_plugins",
           "test_linker", "test_inline_ptx", "test_nvvm_driver", "test_cuda_driver", "test_cudasim_issues",
           "test_profiler", "test_ptds", "test_multigpu", "test_cuda_libraries", "test_detect"}


# Of the kernels so many must compile. The others are dates and strings as
# arguments, Numba's extensions, linked code, and some tests of errors.
LEAST = 0.80


class Kernel:
    """A function with the types of its arguments."""

    def __init__(self, fn, device, options, args):
        self.fn, self.device, self.args = fn, device, args
        self.name = fn.__name__
        self.options = {k: v for k, v in options.items() if v is not None and k not in ("device", "link", "cache")}
        self.where = f"{pathlib.Path(inspect.getsourcefile(fn)).stem}.{fn.__qualname__.replace('.<locals>', '')}"
        self.text = text_of(fn, device, self.options)
        self.signature = ", ".join(type_text(t) for t in args)

    def key(self):
        return self.text, self.signature


# ---- types ----

def type_text(t):
    """A Numba type as -s takes it; what it has no words for stays Numba's name."""
    from numba import types
    from numba.np import numpy_support
    if isinstance(t, types.Array):
        axes = [":"] * t.ndim
        if t.layout in "CF" and axes:
            axes[-1 if t.layout == "C" else 0] = "::1"
        return f"{type_text(t.dtype)}[{','.join(axes) or '()'}]"
    if isinstance(t, types.Record):
        return str(numpy_support.as_dtype(t))
    if isinstance(t, types.EnumMember):
        return t.instance_class.__name__
    if isinstance(t, types.BaseNamedTuple):
        return f"{t.instance_class.__name__}({', '.join(type_text(x) for x in t)})"
    if isinstance(t, types.BaseTuple):
        return f"Tuple(({', '.join(type_text(x) for x in t)},))" if len(t) else "Tuple(())"
    if isinstance(t, types.IntegerLiteral):
        return "int64"
    return {"bool": "boolean"}.get(str(t), str(t))


def type_of(value):
    import numba
    if type(value).__name__ in ("In", "Out", "InOut"):
        value = value.value
    for name in ("_ary", "_item"):
        value = getattr(value, name, value)
    return numba.typeof(value)


# ---- texts ----

def source_of(fn):
    """Its definition without decorators, and its name in it."""
    text = textwrap.dedent(inspect.getsource(fn))
    node = next(n for n in ast.walk(ast.parse(text)) if isinstance(n, (ast.FunctionDef, ast.ClassDef)))
    lines = text.splitlines()[node.lineno - 1:node.end_lineno]
    return "\n".join(lines) + "\n"


def names_of(code):
    found = set(code.co_names) | set(code.co_freevars)
    for const in code.co_consts:
        if isinstance(const, python_types.CodeType):
            found |= names_of(const)
    return found


def literal(value):
    """Python's text of a value; None where there is none."""
    import numpy as np
    if isinstance(value, np.ndarray) and value.size < 5000 and not value.dtype.names:
        order = ", order='F'" if value.ndim > 1 and value.flags.f_contiguous else ""
        return f"np.array({value.tolist()!r}, dtype=np.{value.dtype}{order})"
    if isinstance(value, np.generic) and not value.dtype.names:
        return f"np.{type(value).__name__}({value.item()!r})"
    if isinstance(value, np.dtype):
        return f"np.{value}" if value.names is None else f"np.dtype({value})"
    if isinstance(value, type) and value.__module__ == "numpy":
        return f"np.{value.__name__}"
    if isinstance(value, tuple) and type(value) is tuple:
        items = [literal(v) for v in value]
        return None if None in items else f"({', '.join(items)},)" if items else "()"
    if value is None or isinstance(value, (bool, int, float, complex, str)):
        return repr(value)
    import numba
    return next((f"numba.{n}" for n in ("types." + str(value), str(value)) if value == getattr(numba.types, str(value), None)
                 or value == getattr(numba, str(value), None)), None)


def definition(name, value, seen, home):
    """What makes `name` mean `value` in a text of its own."""
    if isinstance(value, python_types.ModuleType):
        return f"import {value.__name__} as {name}\n"
    device = type(value).__name__ == "FakeCUDAKernel"
    fn = value.fn if device else value
    if isinstance(fn, python_types.FunctionType) and ("<locals>" in fn.__qualname__ or fn.__code__.co_filename != home):
        made = around(fn, seen, home) + ("@cuda.jit(device=True)\n" if device else "") + source_of(fn)
        return made + (f"{name} = {fn.__name__}\n" if fn.__name__ != name else "")
    if device and fn.__name__ != name:
        return f"{name} = cuda.jit(device=True)({fn.__name__})\n"
    if isinstance(value, type) and "<locals>" in value.__qualname__:
        return source_of(value)
    text = literal(value)
    return f"{name} = {text}\n" if text is not None else ""


def around(fn, seen, home):
    """Definitions of the names that a function takes from around it."""
    text = ""
    cells = dict(zip(fn.__code__.co_freevars, fn.__closure__ or ()))
    for name in sorted(names_of(fn.__code__)):
        if name in seen or name == fn.__name__:
            continue
        try:
            if name in cells:
                seen.add(name)
                text += definition(name, cells[name].cell_contents, seen, home)
            elif type(fn.__globals__.get(name)).__name__ == "FakeCUDAKernel" or (
                    fn.__code__.co_filename != home and name in fn.__globals__):
                seen.add(name)
                text += definition(name, fn.__globals__[name], seen, home)
        except (ValueError, OSError, TypeError, StopIteration):
            pass
    return text


def text_of(fn, device, options):
    whole = pathlib.Path(inspect.getsourcefile(fn)).read_text()
    words = [f"{k}={v!r}" for k, v in {"device": True, **options}.items() if k != "device" or device]
    decorator = f"@cuda.jit({', '.join(words)})" if words else "@cuda.jit"
    return f"{whole}\n\nimport numba\nfrom numba import cuda\nimport numpy as np\n{around(fn, set(), fn.__code__.co_filename)}{decorator}\n{source_of(fn)}"


# ---- Numba's tests, run for what they hand to cuda.jit ----

class Collector:
    def __init__(self):
        self.kernels = {}
        self.untyped = collections.Counter()

    def add(self, fn, device, options, args):
        try:
            k = Kernel(fn, device, options, args)
        except (OSError, TypeError, StopIteration, SyntaxError, IndentationError):
            self.untyped["no text"] += 1
            return
        self.kernels.setdefault(k.key(), k)

    def install(self):
        from numba import cuda
        from numba.core import sigutils
        from numba.cuda.simulator import kernel as sim
        original, collector = cuda.jit, self

        def jit(func_or_sig=None, device=False, **options):
            def wrap(fn):
                made = sim.FakeCUDAKernel(getattr(fn, "fn", fn), device=device)
                made.options = options
                for one in signatures:
                    collector.add(made.fn, device, options, sigutils.normalize_signature(one)[0])
                return made
            signatures = func_or_sig if isinstance(func_or_sig, list) else [func_or_sig]
            if func_or_sig is None or callable(func_or_sig) and not hasattr(func_or_sig, "args"):
                signatures = []
                return wrap if func_or_sig is None else wrap(func_or_sig)
            return wrap

        def call(kernel, *args):
            if not kernel._device:
                collector.add(kernel.fn, False, getattr(kernel, "options", {}), [type_of(a) for a in args])

        def compile_ptx(fn, args, device=False, **options):
            args = args if isinstance(args, tuple) else sigutils.normalize_signature(args)[0]
            options = {k: v for k, v in options.items() if k in ("fastmath", "debug", "lineinfo", "opt")}
            collector.add(getattr(fn, "fn", fn), device, options, args)
            return "", None

        cuda.jit = jit
        cuda.compile_ptx = cuda.compile_ptx_for_current_device = compile_ptx
        sim.FakeCUDAKernel.__call__ = call
        sim.FakeCUDAKernel.compile = lambda kernel, args: collector.add(
            kernel.fn, kernel._device, getattr(kernel, "options", {}), sigutils.normalize_signature(args)[0])
        return original


def quieten():
    """Assertions say nothing: no kernel computes anything."""
    import numpy as np
    from numba.cuda import testing

    def leave(self, *exc):
        self.exception = exc[1] or Exception("")
        return True

    for module, names in ((unittest.TestCase, dir(unittest.TestCase)), (np.testing, dir(np.testing))):
        for name in names:
            if name.startswith("assert") and not any(w in name for w in ("Raises", "Warns", "Logs")):
                setattr(module, name, lambda *a, **k: None)
    unittest.case._AssertRaisesContext.__exit__ = leave
    testing.skip_on_cudasim = lambda reason: lambda test: test
    for name in ("skip_unless_cc_50", "skip_unless_cc_53", "skip_unless_cc_60", "skip_unless_cc_75", "skip_unless_cuda_python",
                 "skip_if_cuda_includes_missing"):
        if hasattr(testing, name):
            setattr(testing, name, lambda test: test)


def too_long(*_):
    raise TimeoutError


def collect(folder):
    collector = Collector()
    collector.install()
    quieten()
    signal.signal(signal.SIGALRM, too_long)
    for path in sorted(folder.glob("*/test_*.py")):
        if path.stem in WITHOUT:
            continue
        name = f"numba.cuda.tests.{path.parent.name}.{path.stem}"
        out = io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
            try:
                suite = unittest.defaultTestLoader.loadTestsFromModule(importlib.import_module(name))
            except Exception:
                continue
            for test in (t for group in suite for t in (group if isinstance(group, unittest.TestSuite) else [group])):
                signal.alarm(20)
                try:
                    test.run(unittest.TestResult())
                except TimeoutError:
                    pass
                finally:
                    signal.alarm(0)
    return list(collector.kernels.values())


# ---- what portkern says ----

def check(portkern, kernel, folder, perf):
    path = folder / f"{abs(hash(kernel.key()))}.py"
    path.write_text(kernel.text)
    done = subprocess.run([portkern, "check", str(path), "-k", kernel.name, "-s", kernel.signature, "--json",
                           *(["--perf"] if perf else [])], capture_output=True, text=True, timeout=120, check=False)
    kernel.path = path
    try:
        answer = json.loads(done.stdout)
    except ValueError:
        return {}, [{"severity": "error", "code": "", "message": done.stderr.strip().splitlines()[0] if done.stderr else
                     f"exit {done.returncode}", "line": 0, "source_line": ""}]
    backends = {i["name"]: i["verdict"] for i in answer["items"] if i["kind"] == "backend"}
    return backends, answer["diagnostics"]


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("portkern")
    ap.add_argument("--keep", type=pathlib.Path)
    ap.add_argument("--warnings", action="store_true")
    ap.add_argument("-k", default="")
    args = ap.parse_args()
    try:
        tests = importlib.import_module("numba.cuda.tests")
    except ImportError as e:
        print(f"SKIP: {e}")
        return 77
    kernels = [k for k in collect(pathlib.Path(tests.__file__).parent) if args.k in k.where]
    counts = collections.Counter()
    with tempfile.TemporaryDirectory() as tmp:
        folder = args.keep or pathlib.Path(tmp)
        folder.mkdir(exist_ok=True)
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            answers = pool.map(lambda k: check(args.portkern, k, folder, args.warnings), kernels)
            for k, (backends, diags) in zip(kernels, answers):
                errors = [d for d in diags if d["severity"] == "error"]
                counts["kernels"] += 1
                for b, v in backends.items():
                    counts[b] += v == "yes"
                if errors:
                    print(f"refused {k.where}({k.signature}) {k.path.name}")
                    for d in errors[:2]:
                        print(f"    {d['line']}: {d['message']} [{d['code']}]\n      {d['source_line'].strip()}")
                for d in diags:
                    if args.warnings and d["severity"] in ("warning", "perf"):
                        print(f"{d['code']} {k.where} {k.path.name}:{d['line']}: {d['message']}\n      {d['source_line'].strip()}")
    print(dict(counts))
    if not args.k and counts["interp"] < LEAST * counts["kernels"]:
        print(f"fewer than {LEAST:.0%} of them compile")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
