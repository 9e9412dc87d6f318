# SPDX-License-Identifier: Apache-2.0
"""Every public name has a docstring, and the examples in them are right."""
import ast
import doctest
import importlib
import inspect
import pathlib

import numpy as np
import portkern
import pytest

from portkern import _core, _device, cuda, cupy, errors
from portkern._tools import explain, explanation, profile, report
from portkern.core import types, typing
from portkern.cuda import dispatcher
from portkern.cuda.cudadrv import devicearray, devices, driver
from portkern.cuda.kernels import reduction

PACKAGE = pathlib.Path(portkern.__file__).parent
MODULES = [portkern, cuda, errors, types, typing, _device, profile, report, explain, explanation, dispatcher, devicearray,
           devices, driver, reduction, *(importlib.import_module("portkern." + n) for n in (
               "cuda.random", "cuda.compiler", "cuda.args", "cuda.decorators", "cuda.extending", "np.numpy_support",
               "core.config", "experimental", "typed", "_tools.debug", "_functions.host", "_worker"))]


def stub_names(path):
    """The names that a stub gives, by its text."""
    for node in ast.walk(ast.parse((PACKAGE / path).read_text())):
        if isinstance(node, ast.ImportFrom):
            yield from (a.asname for a in node.names if a.asname)


def public_objects():
    """(name, object) of all functions and classes that users see."""
    for module, path in ((portkern, "__init__.pyi"), (cuda, "cuda/__init__.pyi")):
        for name in sorted({*stub_names(path)}):
            yield f"{module.__name__}.{name}", getattr(module, name)
    for module in MODULES:
        for name, value in vars(module).items():
            if not name.startswith("_") and getattr(value, "__module__", None) == module.__name__:
                yield f"{module.__name__}.{name}", value
    for name, value in vars(types).items():
        if isinstance(value, type) and value.__module__.startswith("portkern."):
            yield f"portkern.types.{name}", value
    for module in (cuda.random, cuda.cg, cuda.fp16, cuda.libdevice):
        for name in dir(module):
            yield f"{module.__name__}.{name}", getattr(module, name)
    for module in (cupy, cupy.cuda, cupy.linalg, cupy.random):
        for name in dir(module):
            value = getattr(module, name)
            if not name.startswith("_") and callable(value) and str(getattr(value, "__module__", None)).startswith("portkern.cupy"):
                yield f"{module.__name__}.{name}", value
    for name, value in vars(_core).items():
        if isinstance(value, type) or not name.startswith("__") and callable(value):
            yield f"portkern._core.{name}", value


def members(name, kind):
    """(name, member) of what a class has itself, without what its bases document."""
    for key, value in vars(kind).items():
        if key.startswith("_") and not (kind.__module__ == "portkern._core" and not key.startswith("__")):
            continue
        if inspect.isroutine(value) or isinstance(value, (property, classmethod, staticmethod)) or inspect.isdatadescriptor(value):
            inherited = any(getattr(base, key).__doc__ for base in kind.__mro__[1:] if hasattr(base, key))
            if not inherited:
                yield f"{name}.{key}", value


def documented():
    """All names with the texts that must be there."""
    seen = set()
    for name, value in public_objects():
        if inspect.ismodule(value) or isinstance(value, types.Type) and not isinstance(value, type):
            continue
        yield name, value
        if isinstance(value, type) and value not in seen:
            seen.add(value)
            yield from members(name, value)


def own_doc(value):
    doc = getattr(value, "__doc__", None) or ""
    # What a class or an object inherits says nothing of it.
    if isinstance(value, type):
        doc = vars(value).get("__doc__") or ""
    elif type(value).__name__ == "KernelOnly" and doc == type(value).__doc__:
        doc = ""
    return doc.strip()


def test_every_public_name_has_a_docstring():
    without = sorted({name for name, value in documented() if len(own_doc(value)) < 8})
    assert not without, f"{len(without)} names without a docstring:\n" + "\n".join(without)


def test_signatures_are_shown():
    """help() and inspect read them of the extension's methods, the first parameter included."""
    assert str(inspect.signature(_core.Event.record)) == "(self, /, stream=0)"
    assert str(inspect.signature(_core.Prepared.set)) == "(self, which, value, /)"
    for kind in (value for value in vars(_core).values() if isinstance(value, type)):
        for name, member in vars(kind).items():
            if not name.startswith("__") and inspect.isroutine(member):
                assert next(iter(inspect.signature(member).parameters)) in ("self", "type"), f"{kind.__name__}.{name}"


@cuda.jit
def add(x, n):
    x[cuda.grid(1)] += n


def _of_another(device):
    """An event of another device, recorded."""
    with portkern.device("interp" if device.backend == "cpu" else "cpu"):
        made = cuda.event()
        made.record()
    return made


ERRORS = {
    "Event.elapsed_time": [(lambda d: cuda.event().elapsed_time(3), TypeError),
                           (lambda d: cuda.event().elapsed_time(cuda.event()), errors.LaunchError)],
    "Event.record": [(lambda d: _of_another(d).record(d.queue), ValueError)],
    "Queue.wait": [(lambda d: cuda.stream().wait(3), TypeError)],
    "Prepared.set": [(lambda d: add.prepare(1, 1, np.zeros(1), 1.0).set("z", 1), TypeError),
                     (lambda d: add.prepare(1, 1, np.zeros(1), 1.0).set(0, np.zeros(1, np.int8)), TypeError)],
    "Prepared.configure": [(lambda d: add.prepare(1, 1, np.zeros(1), 1.0).configure(-1, 1), ValueError),
                           (lambda d: add.prepare(1, 1, np.zeros(1), 1.0).configure(1, 5000), errors.LimitError)],
    "Launcher": [(lambda d: add[1, 1](3), TypeError), (lambda d: add[1, 1](3, 4), errors.TypingError),
                 (lambda d: add[1, 1](_of_another(d), 4), TypeError)],
    "select_device": [(lambda d: cuda.select_device(99), IndexError)],
    "to_device": [(lambda d: cuda.to_device(np.zeros(4), to=cuda.device_array(4, "i1")), TypeError),
                  (lambda d: cuda.to_device(np.zeros(4), to=cuda.device_array(5)), ValueError)],
    "device_array": [(lambda d: cuda.device_array(1 << 50), errors.DeviceMemoryError)],
    "as_cuda_array": [(lambda d: cuda.as_cuda_array(3), TypeError)],
    "forall": [(lambda d: add.forall(-1), ValueError)],
    "inspect_asm": [(lambda d: add.inspect_asm((types.int8, types.int8)), KeyError)],
    "specialize": [(lambda d: add.specialize(np.zeros(1), 1).specialize(np.zeros(1), 1), RuntimeError)],
    "DeviceNDArray": [(lambda d: cuda.device_array(4)[[1, 2]], IndexError)],
    "reshape": [(lambda d: cuda.device_array(4).reshape(3, -1), ValueError),
                (lambda d: cuda.device_array((4, 4))[:, :3].reshape(12), NotImplementedError)],
    "view": [(lambda d: cuda.device_array(3, "i1").view("i4"), ValueError), (lambda d: cuda.device_array(3).view("M8[s]"), TypeError)],
    "split": [(lambda d: list(cuda.device_array(8)[::2].split(2)), ValueError)],
    "transpose": [(lambda d: cuda.device_array((2, 2, 2)).T, NotImplementedError)],
    "typeof": [(lambda d: portkern.typeof(object()), ValueError)],
    "device": [(lambda d: portkern.device("cpu:99"), errors.CudaSupportError)],
}


@pytest.mark.parametrize("name", ERRORS)
def test_errors_are_those_that_docstrings_name(device, name):
    for call, kind in ERRORS[name]:
        with pytest.raises(kind):
            call(device)


def examples():
    """The docstrings with examples, each once."""
    finder, seen = doctest.DocTestFinder(recurse=False), set()
    for name, value in documented():
        value = value.fget if isinstance(value, property) else value
        if id(value) not in seen and ">>>" in own_doc(value):
            seen.add(id(value))
            yield from finder.find(value, name, module=False, globs={})


@pytest.mark.parametrize("example", list(examples()), ids=lambda e: e.name.removeprefix("portkern."))
def test_examples_in_docstrings_are_right(example):
    example.globs = {"np": np, "portkern": portkern, "cuda": cuda}
    out = []
    with portkern.device("cpu"), np.printoptions(**({"legacy": "1.25"} if np.__version__ >= "2" else {})):
        doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(example, out=out.append)
    assert not out, "".join(out)


def test_there_are_examples():
    assert len(list(examples())) >= 15
