# SPDX-License-Identifier: Apache-2.0
"""What the names of a kernel stand for, against the same function in CPython."""
import collections
import enum
import math
import types
import typing

import numpy as np
import pytest

from portkern import _core, _device, cuda, errors
from portkern import config as config_of

Point = collections.namedtuple("Point", "x y", defaults=[7])


class Box(typing.NamedTuple):
    low: Point
    high: Point = Point(1, 2)


class Color(enum.Enum):
    RED = 1
    BLUE = 7
    NAVY = 7


class Level(enum.IntEnum):
    LOW = -3
    HIGH = 40


ITEM = np.dtype([("n", "i4"), ("v", "f4", (2,)), ("at", [("x", "f8")])], align=True)
BOX, ORIGIN, LEVEL, COLOR = Box(Point(3, 4)), Point(0.5), Level.HIGH, Color.BLUE
RECORD, RECORDS = np.zeros((), ITEM)[()], np.zeros(3, ITEM)
RECORD["n"], RECORDS["n"], RECORDS["at"]["x"] = 5, [1, 2, 3], [0.5, 1.5, 2.5]
SMALL, ZERO_D, FLIPPED = np.float32(0.1), np.array(2.5), np.array([1, 2, 3], ">i4")
NESTED = ((1, (2.5, True)), np.int8(-4), (Color.RED, ORIGIN))


@cuda.jit(device=True)
def double(x):
    return 2 * x


@cuda.jit(device=True)
def triple(x):
    return 3 * x


FUNCTIONS = (double, (triple, 5))


class Config:
    N = 12

    def __init__(self):
        self.step = double
        self.size, self.inner = 4, types.SimpleNamespace(scale=0.25, color=Color.BLUE)


config, space = Config(), types.SimpleNamespace(N=3, sub=types.SimpleNamespace(t=(1, 2), f=triple))
module = types.ModuleType("module")
module.N, module.Color, module.f, module.math, module.sub = 9, Color, double, math, types.ModuleType("sub")
module.sub.table = np.arange(4.0)


def classes(out):
    p = Point(4, y=5)
    out[0] = p.x + p.y + Point(1).y + BOX.low.y + BOX.high.x + ORIGIN.x
    out[1] = Color.RED.value + COLOR.value + (COLOR == Color.NAVY) + (COLOR is Color.RED)
    out[2] = LEVEL + Level.LOW * 2
    out[3] = Box(p).high.y


def records(out):
    out[0] = RECORD["n"] + RECORDS[1]["n"] + RECORDS[2]["at"]["x"]
    out[1] = RECORDS.shape[0] + RECORD["v"][1]


def numbers(out):
    out[0] = SMALL
    out[1] = ZERO_D[()] + FLIPPED[2]
    out[2] = NESTED[0][1][0] + NESTED[1] + NESTED[2][1].x + NESTED[0][1][1]
    out[3] = NESTED[2][0].value


def functions(out):
    out[0] = FUNCTIONS[0](2) + FUNCTIONS[1][0](FUNCTIONS[1][1])


def attributes(out):
    out[0] = config.size + Config.N + config.N + config.inner.scale + config.inner.color.value
    out[1] = config.step(3) + space.sub.f(2) + module.f(4)
    out[2] = space.N + space.sub.t[1] + module.N + module.Color.BLUE.value
    out[3] = module.math.sqrt(4.0) + module.sub.table[3] + module.math.pi


def in_python(function, count):
    """What a function that gets one array stores there in CPython."""
    out, before = np.zeros(count), config_of.DISABLE_JIT
    config_of.DISABLE_JIT = True
    try:
        function(out)
    finally:
        config_of.DISABLE_JIT = before
    return out


@pytest.mark.parametrize("function", [classes, records, numbers, functions, attributes], ids=lambda f: f.__name__)
def test_the_value_is_python_s(device, function):
    out, expected = np.zeros(4), in_python(function, 4)
    cuda.jit(function)[1, 1](out)
    assert out.tobytes() == expected.tobytes()


def test_a_name_that_is_assigned_before_the_first_launch():
    @cuda.jit
    def kernel(out):
        out[0] = later  # noqa: F821

    kernel.py_func.__globals__["later"] = 6
    out = np.zeros(1)
    try:
        kernel[1, 1](out)
    finally:
        del globals()["later"]
    assert out[0] == 6


def test_closures_over_the_variable_of_a_loop_have_its_last_value():
    kernels = []
    for i in range(3):
        @cuda.jit
        def kernel(out, step=i * 10):
            out[0] = i + step
        kernels.append(kernel)
    out = np.zeros(1)
    results = []
    for kernel in kernels:
        kernel[1, 1](out)
        results.append(out[0])
    assert results == [2, 12, 22]


BAD = types.SimpleNamespace(
    items=[1, 2], table={"a": 1}, group=frozenset([1]), data=b"abc", large=1 << 70, objects=np.array([None]),
    when=np.datetime64("2020-01-01"), wide=np.longdouble(1), plain=lambda x: x, method=config.__init__,
    pair=(1, [2]), thing=object())


class Odd(enum.Enum):
    LIST = [1]  # noqa: RUF012


@pytest.mark.parametrize(("name", "words"), [
    ("items", "BAD.items is a list, which kernels cannot use; lists may change: make it a tuple, or an np.array"),
    ("table", "BAD.table is a dict, which kernels cannot use; make it a named tuple"),
    ("group", "BAD.group is a frozenset, which kernels cannot use; make it a tuple"),
    ("data", "BAD.data is a bytes, which kernels cannot use; make it an array: np.frombuffer"),
    ("large", "BAD.large is an int of 71 bits, and kernels have 64"),
    ("objects", "BAD.objects is an array of object"),
    ("when", "BAD.when is a numpy.datetime64"),
    ("wide", "BAD.wide is a numpy.(longdouble|float128)"),
    ("plain", "BAD.plain is the Python function .*, which is not compiled; write @cuda.jit\\(device=True\\)"),
    ("method", "BAD.method is the method Config.__init__ of an object"),
    ("thing", "BAD.thing is an object, which kernels cannot use"),
    ("missing", "BAD.missing is not there"),
])
def test_what_kernels_cannot_use_is_refused_where_they_use_it(name, words, tmp_path):
    path = tmp_path / "bad.py"
    path.write_text(f"def kernel(out):\n    out[0] = 1\n    x = BAD.{name}\n    out[0] = x\n")
    scope = {"BAD": BAD}
    exec(compile(path.read_text(), str(path), "exec"), scope)  # noqa: S102
    with pytest.raises(errors.UnsupportedError, match=words.replace("; ", r"(.|\n)*hint: ")) as raised:
        cuda.jit(scope["kernel"])[1, 1](np.zeros(1))
    assert raised.value.line == 3


def test_a_class_with_a_value_that_kernels_cannot_use():
    @cuda.jit
    def kernel(out):
        out[0] = Odd.LIST == Odd.LIST

    with pytest.raises(errors.UnsupportedError, match=r"Odd is of a class that kernels cannot use: .*LIST is \[1\]"):
        kernel[1, 1](np.zeros(1))


# ---- arguments ----

def test_named_tuples_and_members_as_arguments(device):
    @cuda.jit
    def kernel(out, box, color, level, pair):
        out[0] = box.low.x + 10 * box.high.y
        out[1] = color.value + (color is Color.BLUE)
        out[2] = level + 1
        out[3] = pair[0][0] + pair[1].y[1]

    out, a, b = np.zeros(4), np.arange(2.0) + 5, cuda.to_device(np.arange(2.0))
    kernel[1, 1](out, BOX, Color.BLUE, Level.LOW, (a, Point(1, b)))
    assert out.tolist() == [23, 8, -2, 6]
    kernel[1, 1](out, box=Box(Point(1, 1), Point(2, 3)), color=Color.RED, level=Level.HIGH, pair=(a, Point(1, b)))
    assert out.tolist() == [31, 1, 41, 6]


def test_a_tuple_of_arrays_is_written(device):
    @cuda.jit
    def kernel(pair):
        pair.x[0] = pair.y[1]

    a, b = np.zeros(2), np.array([3.0, 4.0])
    kernel[1, 1](Point(a, b))
    assert a[0] == 4


def test_records_are_written(device):
    @cuda.jit
    def kernel(record, records):
        record.n += 1
        records[2].at.x = record.v[1]

    one, many = np.zeros(1, ITEM)[0], np.zeros(3, ITEM)
    one["v"] = [1.5, 2.5]
    kernel[1, 1](one, many)
    assert one["n"] == 1
    assert many[2]["at"]["x"] == 2.5


def test_a_class_of_another_kernel_with_the_same_name(device):
    """Classes are the same when they say the same."""
    @cuda.jit
    def kernel(out, p):
        out[0] = p.x

    out = np.zeros(1)
    for fields, value in [("x y", 1), ("y x", 2), ("x y", 1)]:
        kernel[1, 1](out, collections.namedtuple("Point", fields)(1, 2))
        assert out[0] == value


def test_flags_and_other_objects_are_refused():
    @cuda.jit
    def kernel(out, x):
        out[0] = 1

    with pytest.raises(TypeError, match="kernels take no Bits"):
        kernel[1, 1](np.zeros(1), enum.Flag("Bits", "A B").A)
    with pytest.raises(TypeError, match="LIST is"):
        kernel[1, 1](np.zeros(1), Odd.LIST)


# ---- functions that call each other ----

@cuda.jit(device=True)
def is_even(n):
    return True if n == 0 else is_odd(n - 1)


@cuda.jit(device=True)
def is_odd(n):
    return False if n == 0 else is_even(n - 1)


@cuda.jit
def parity(out):
    for i in range(out.size):
        out[i] = is_even(i) + 2 * is_odd(i)


def test_functions_that_call_each_other(device):
    if device.info()["backend"] == "opencl":
        with pytest.raises(errors.UnsupportedError, match="is_even calls itself, and OpenCL"):
            parity[1, 1](np.zeros(6))
        return
    out, expected = np.zeros(6), in_python(parity.py_func, 6)
    parity[1, 1](out)
    assert out.tolist() == expected.tolist()


PARTS = """
from portkern import cuda
N = {n}
@cuda.jit(device=True)
def {name}(x):
    {body}
"""


def parts(tmp_path, monkeypatch, b_n):
    """Two files with a function each, which call each other."""
    monkeypatch.syspath_prepend(tmp_path)
    modules = []
    for name, n, body in (("first", 3, "return x if x > 100 else second(x + N)"),
                          ("second", b_n, "return first(N * x)")):
        (tmp_path / f"part_{name}_{b_n}.py").write_text(PARTS.format(n=n, name=name, body=body))
        modules.append(__import__(f"part_{name}_{b_n}"))
    modules[0].second, modules[1].first = modules[1].second, modules[0].first
    return modules[0].first


def test_functions_of_two_files_that_call_each_other(tmp_path, monkeypatch):
    first = parts(tmp_path, monkeypatch, 3)

    @cuda.jit
    def kernel(out):
        out[0] = first(1)

    out = np.zeros(1)
    token = _core.current.set(_device.open_device("cpu"))
    try:
        kernel[1, 1](out)
    finally:
        _core.current.reset(token)
    assert out[0] == 144


def test_a_name_with_two_meanings_among_functions_that_call_each_other(tmp_path, monkeypatch):
    first = parts(tmp_path, monkeypatch, 4)

    @cuda.jit
    def kernel(out):
        out[0] = first(1)

    with pytest.raises(errors.UnsupportedError, match="'N' is not the same in all of them"):
        kernel[1, 1](np.zeros(1))


@cuda.jit
def countdown(out, n):
    out[n] += 1
    if n > 0:
        countdown[1, 1](out, n - 1)


def test_a_kernel_that_launches_itself():
    token = _core.current.set(_device.open_device("interp"))
    try:
        out = cuda.to_device(np.zeros(4))
        countdown[1, 1](out, 3)
        cuda.synchronize()
        assert out.copy_to_host().tolist() == [1, 1, 1, 1]
    finally:
        _core.current.reset(token)
