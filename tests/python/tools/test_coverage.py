# SPDX-License-Identifier: Apache-2.0
"""Executed lines and steps of kernels, on each backend: those that coverage.py sees when
CPython runs the same text for all threads of the block."""
import contextlib
import functools
import threading
import types

import coverage_helpers
import coverage_kernels
import debug_kernels
import numpy as np
import pytest
import test_debug

from portkern import _core, _device, cuda, errors
from portkern._tools import coverage as _coverage

coverage = pytest.importorskip("coverage")
python_parser = pytest.importorskip("coverage.parser")

BLOCK = test_debug.BLOCK
HELPERS = coverage_helpers.__file__
FAILING = ["asserting", "raising", "dividing"]
LEFT_OUT = ["clamp", "norm", "fib", "sized_by_the_launch", "faulty", *FAILING]
KERNELS = [(module, name) for module in (coverage_kernels, debug_kernels) for name in vars(module)
           if type(getattr(module, name)) is type(coverage_kernels.ends) and name not in LEFT_OUT]


# ---- the oracle ----


def text_of(file):
    with open(file) as f:
        return f.read()


def run_text(file, names):
    """The module of a file with our names in place of what it imports of ours."""
    text = text_of(file)
    for line in ("from portkern import cuda", "import coverage_helpers"):
        text = text.replace(line + "\n", "\n")
    exec(compile(text, file, "exec"), names)
    return names


@functools.lru_cache(8)
def parser_of(file):
    parser = python_parser.PythonParser(text=text_of(file), filename=file)
    parser.parse_source()
    return parser


def steps_of(file, arcs):
    """Steps between first lines of statements, as reports have them."""
    translated = ((parser_of(file).first_line(abs(a)) * (1 if a > 0 else -1),
                   parser_of(file).first_line(abs(b)) * (1 if b > 0 else -1)) for a, b in arcs)
    return {(a, b) for a, b in translated if a != b}


@functools.lru_cache(64)
def expected(module, name):
    """{file: steps} that coverage.py sees of all threads."""
    fake = test_debug._Cuda()
    helpers = types.SimpleNamespace(**run_text(HELPERS, {"__name__": "helpers", "cuda": fake}))
    names = run_text(module.__file__, {"__name__": "kernels", "cuda": fake, "coverage_helpers": helpers})
    args = test_debug.data(name)

    def run(thread):
        fake.enter(thread)
        with contextlib.suppress(AssertionError, ValueError, ZeroDivisionError):
            names[name](*args)

    measurement = coverage.Coverage(data_file=None, branch=True, config_file=False, include=[module.__file__, HELPERS],
                                    messages=False)
    measurement.start()
    threads = [threading.Thread(target=run, args=(number,)) for number in range(BLOCK)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    measurement.stop()
    data = measurement.get_data()
    return {file: steps_of(file, data.arcs(file)) for file in data.measured_files()}


# ---- what kernels note ----


@functools.lru_cache(16)
def opened(backend, what):
    context = _device.Context(backend, coverage=what)
    context.queue = cuda.cudadrv.driver.Stream(context)
    return context


@pytest.fixture(params=["lines", "branches"])
def what(request):
    return request.param


@pytest.fixture
def context(device, what):
    """The test's current device, once more, noting lines or branches."""
    context = opened(device.selector, what)
    token = _core.current.set(context)
    yield context
    _core.current.reset(token)


# All kernels note steps on every backend; what makes these lines, or takes a driver's compiler
# a second each, is looked at in a few.
FEW = ["ends", "chains", "loop_ends", "elsewhere", "together", "known", "odds", "calls"]


def is_enough(context, what, name):
    return name in FEW or (context.backend != "opencl" and (what == "branches" or context.backend == "interp"))


def lines(steps):
    return {line for step in steps for line in step if line > 0}


@pytest.mark.filterwarnings("ignore::portkern.errors.NumbaPerformanceWarning")
@pytest.mark.parametrize("module, name", KERNELS, ids=[name for _, name in KERNELS])
def test_lines_and_steps_are_those_of_coverage_py(context, what, module, name):
    if not is_enough(context, what, name):
        pytest.skip("another one is enough")
    getattr(module, name)[1, BLOCK](*test_debug.data(name))
    seen = _coverage.taken(context)
    wanted = expected(module, name)
    assert set(seen) == set(wanted)
    for file, steps in seen.items():
        if what == "branches":
            assert steps_of(file, steps) == wanted[file]
        else:
            assert {parser_of(file).first_line(a) for a, _ in steps} == lines(wanted[file])
            assert all(a == b for a, b in steps)


@pytest.mark.filterwarnings("ignore::portkern.errors.NumbaPerformanceWarning")
@pytest.mark.parametrize("name", FAILING)
def test_lines_of_a_launch_that_fails_count(context, name):
    kernel = getattr(debug_kernels, name)
    with pytest.raises(errors.KernelRuntimeError) as caught:
        kernel[1, BLOCK](*test_debug.data(name))
    seen = lines(_coverage.taken(context)[debug_kernels.__file__])
    wanted = lines(expected(debug_kernels, name)[debug_kernels.__file__])
    assert caught.value.line in seen
    if context.backend == "interp":  # the first failure ends all threads
        assert seen <= wanted
    else:
        assert seen == wanted
    context.synchronize()
