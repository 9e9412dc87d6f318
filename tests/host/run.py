#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the corpus of functions for the host: each file here and in the folders but this one,
cases.py and outcome.py.

    run.py [--backend cpu|interp] [FILE...]   ours, compared with CPython and Numba
    run.py --backend opencl|cuda [FILE...]    parallel loops run on that device: the same, and
                                              each result has the bits that it has on cpu;
                                              cuda,opencl: they are split among these
    run.py --ask [FILE...]                    asks Numba, by build/venv, and keeps its answers
                                              in answers/; after a change of a file
    run.py --show FILE                        what ours, CPython and Numba give, side by side

A file imports numba and has functions with @njit, and cases(), which yields calls:

    @njit
    def add(a, b):
        return a + b

    def cases():
        yield add, 1, 2                      # a function and its arguments
        yield case(add, 1, keywords={"b": 2}, close=1e-15)

Each must give what CPython gives, with the same values, types (NumPy's and Python's
numbers are alike), exceptions with the same arguments, and the same content of arguments
afterwards; and what Numba gives, whose types of results count, too. `case` says what else
is known:

    close      the largest relative difference of floats; without it none
    numba      why it is not compared with Numba, a text: Numba crashes, or has a bug
    python     why it is not compared with CPython: integers wrap, say
    waits      what is still missing: the case must fail, and the text goes when it does not
    says       what the exception's text says beyond theirs: only its type is compared
    keywords   named arguments"""
import argparse
import hashlib
import importlib.util
import json
import os
import pathlib
import subprocess
import sys
import warnings

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
OURS = {"run.py", "cases.py", "outcome.py", "test_names.py"}
sys.path.insert(0, str(HERE))


def files(given):
    return [pathlib.Path(f).resolve() for f in given] or sorted(p for p in HERE.rglob("*.py") if p.name not in OURS)


def load(path, name):
    """The file as a module of its own."""
    spec = importlib.util.spec_from_file_location(name, path)
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def outcomes(path, name, functions=lambda f: f):
    import cases
    import outcome

    return [outcome.of_call(functions(c.function), c.args, c.keywords) for c in cases.of_module(load(path, name))]


# ---- Numba's answers ----

def answers_of(path):
    return HERE / "answers" / f"{path.stem}.json"


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


def ask(given):
    """In the Python that has the newest Numba: writes its answers."""
    import cases
    import numba
    import outcome

    for path in files(given):
        found = []
        for c in cases.of_module(load(path, path.stem + "_numba")):
            found.append(None if c.numba is not True else outcome.of_call(c.function, c.args, c.keywords))
        answers_of(path).parent.mkdir(exist_ok=True)
        with open(answers_of(path), "w") as f:
            lines = ",\n".join(json.dumps(answer) for answer in found).replace(f"{ROOT}/", "")
            f.write(f'{{"numba": "{numba.__version__}", "file": "{digest(path)}", "answers": [\n{lines}\n]}}\n')
        print(f"{path.name}: {len(found)} answers of Numba {numba.__version__}")


def ask_by_venv(given):
    python = ROOT / "build" / "venv" / "bin" / "python"
    done = subprocess.run([python, "-W", "ignore", __file__, "--ask-here", *given], check=False)
    return done.returncode


def numba_answers(path, count):
    """One for each case, None: there is none."""
    try:
        kept = json.loads(answers_of(path).read_text())
    except FileNotFoundError:
        raise SystemExit(f"{path.name}: Numba was not asked yet: run {__file__} --ask {path.name}") from None
    if kept["file"] != digest(path) or len(kept["answers"]) != count:
        raise SystemExit(f"{path.name} has changed since Numba was asked: run {__file__} --ask {path}")
    return kept["answers"]


# ---- ours ----

def compiles(answer):
    """Whether Numba compiled the function."""
    return answer is not None and answer.get("raises") not in ("TypingError", "UnsupportedError", "LoweringError",
                                                                "UnsupportedBytecodeError", "NumbaTypeError",
                                                                "NumbaValueError", "UnsupportedRewriteError", "AssertionError")


def judge(case, ours, python, numba):
    """What is wrong with an outcome, None: nothing."""
    import outcome

    if compiles(numba) and not outcome.same(ours, numba, case.close, True, case.says):
        return f"Numba gives {outcome.text(numba)}"
    # Where Numba differs from CPython its answer counts.
    python_counts = case.python is True and not (compiles(numba) and not outcome.same(python, numba, case.close, False))
    if python_counts and not outcome.same(ours, python, case.close, False, case.says):
        return f"CPython gives {outcome.text(python)}"
    return None


def as_on_cpu(ours, case):
    """Whether cpu gives the same bits. Of a loop that raises later iterations may have run
    or not."""
    import outcome
    import portkern

    with portkern.device("cpu"):
        other = outcome.of_call(case.function, case.args, case.keywords)
    return outcome.same(ours, other, None, True)


def offloaded():
    """How many loops ran on another device."""
    from portkern import _device

    return sum(c.stats()["launches"] for c in _device.contexts())


def run(given, show, backend):
    """All cases; the number of those that are wrong."""
    import portkern.as_numba  # noqa: F401
    from portkern.core import config

    import cases
    import outcome

    beside = backend not in ("cpu", "interp")
    if "," in backend:
        from portkern import _device

        _device._open["offload"] = _device.splitting(backend.split(","))
    bad = count = waiting = 0
    for path in files(given):
        config.DISABLE_JIT = 1
        python = outcomes(path, path.stem + "_python")
        config.DISABLE_JIT = 0
        listed = cases.of_module(load(path, path.stem))
        again = cases.of_module(sys.modules[path.stem]) if beside else []
        numba = numba_answers(path, len(listed))
        for number, each in enumerate(listed):
            shown = f"{path.name}: {each.function.__name__}({', '.join(map(repr, [*each.args, *each.keywords.items()]))})"
            ours = outcome.of_call(each.function, each.args, each.keywords)
            wrong = judge(each, ours, python[number], numba[number])
            if beside and not wrong and not as_on_cpu(ours, again[number]):
                wrong = "cpu gives other bits"
            count += 1
            if show:
                print(f"{shown}\n  ours    {outcome.text(ours)}\n  CPython {outcome.text(python[number])}")
                print(f"  Numba   {outcome.text(numba[number]) if numba[number] else each.numba}")
            if each.waits and wrong:
                waiting += 1
            elif each.waits:
                bad += 1
                print(f"{shown}: works, and the case says that it waits for {each.waits}: remove that")
            elif wrong:
                bad += 1
                print(f"{shown[:400]}\n  is {outcome.text(ours)}\n  {wrong}")
    if beside:
        print(f"{offloaded()} loops ran on {backend}")
    print(f"{count - bad - waiting} of {count} cases are right, {waiting} wait for what is missing, {bad} are wrong")
    return bad


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--backend", default="cpu")
    parser.add_argument("--ask", action="store_true")
    parser.add_argument("--ask-here", action="store_true")
    parser.add_argument("--show", action="store_true")
    parser.add_argument("files", nargs="*")
    args = parser.parse_args()
    warnings.simplefilter("ignore")
    if args.ask:
        return ask_by_venv(args.files)
    if args.ask_here:
        return ask(args.files)
    os.environ["PORTKERN_BACKEND"] = args.backend.partition(",")[0]
    if (ROOT / "build" / "python").is_dir() and "PYTHONPATH" not in os.environ:
        sys.path.insert(0, str(ROOT / "build" / "python"))
    return 1 if run(args.files, args.show, args.backend) else 0


if __name__ == "__main__":
    sys.exit(main())
