# SPDX-License-Identifier: Apache-2.0
"""Dataclasses as arguments of kernels and functions: what cannot be passed, and what becomes of
objects. What functions compute with them is compared in tests/host."""
import pickle
from dataclasses import InitVar, dataclass, field, make_dataclass
from typing import ClassVar

import numpy as np
import pytest

import portkern
from portkern import _device, cuda, errors, njit


@pytest.fixture(autouse=True)
def host():
    token = _device._core.current.set(_device.open_device("cpu"))
    yield
    _device._core.current.reset(token)


@dataclass(frozen=True)
class Point:
    x: float
    y: float = 2.0

    def norm(self):
        return (self.x ** 2 + self.y ** 2) ** 0.5


@dataclass
class Changing:
    x: float
    items: list = field(default_factory=list)


@dataclass
class Initialised:
    x: int

    def __init__(self):
        self.x = 1


@dataclass
class Assigning:
    x: int

    def __post_init__(self):
        self.x += 1


@dataclass(eq=False)
class Single:
    x: float


@dataclass
class WithInitVar:
    x: float
    given: InitVar[int] = 0


@dataclass(frozen=True)
class Left:
    n: int

    def right(self):
        return Right(self.n + 1)


@dataclass(frozen=True)
class Right:
    n: int

    def left(self):
        return Left(self.n * 2)

    def is_first(self):
        return self == FIRST


FIRST = Right(1)


@dataclass(frozen=True)
class Derived(Point):
    z: int = 1


class Undecorated(Point):
    pass


@dataclass(frozen=True, slots=True)
class Sized:
    x: float
    unit: ClassVar[float] = 2.0
    table: ClassVar[np.ndarray] = np.array([3.0, 4.0])
    names: ClassVar[list] = ["a"]

    @classmethod
    def of(cls, x):
        return cls(x * cls.unit)


Sized.FIRST = Sized(1.0)


CHANGES = Changing.FIRST = Changing(1.0)


@njit
def same(p):
    return p


@njit
def of_global():
    return CHANGES.x


@njit
def makes(n):
    return Initialised(n)


@njit
def makes_assigning(n):
    return Assigning(n)


@njit
def back(left):
    return left.right().left()


@njit
def is_first(right):
    return right.is_first()


@njit
def stores(p):
    p.x = 3.0


@njit
def calls(p):
    return p.norm()


@njit
def reads_list():
    return Sized.names[0]


@njit
def reads_changing():
    return Changing.FIRST.x


@njit
def reads_object(p):
    return p.FIRST.x


@njit
def takes_method(p):
    return p.of


@njit
def reads_unknown():
    return Sized.nowhere


def refused(text, folder):
    file = folder / "refused.py"
    file.write_text(f"def f(p, q):\n    return {text}\n")
    space = {"Single": Single, "np": np}
    exec(compile(file.read_text(), str(file), "exec"), space)
    return njit(space["f"])


@njit
def appends(c):
    c.items.append(c.x)
    return c


@cuda.jit
def kernel(p, out):
    out[0] = p.x + p.y
    q = Point(out[0])
    out[1] = q.y
    out[2] = q.norm()
    out[3] = q == p


def test_results_are_objects_of_the_class_with_its_methods():
    p = same(Point(3.0, 4.0))
    assert type(p) is Point
    assert p == Point(3.0, 4.0)
    assert p.norm() == 5.0
    assert same(Derived(1.0)) == Derived(1.0, 2.0, 1)


@pytest.mark.parametrize("backend", ["cpu", "interp"])
def test_kernels_take_them(backend):
    out = np.zeros(4)
    with portkern.device(backend):
        kernel[1, 1](Point(1.5), out)
    assert out.tolist() == [3.5, 2.0, Point(3.5).norm(), 0.0]


@pytest.mark.parametrize("backend", ["cpu", "interp"])
def test_kernels_call_class_methods_and_read_constants(backend):
    @cuda.jit
    def sized(p, out):
        out[0] = p.of(3.0).x + Sized.unit
        out[1] = Sized.of(p.x).x + p.table[1]

    out = np.zeros(2)
    with portkern.device(backend):
        sized[1, 1](Sized(1.5), out)
    assert out.tolist() == [8.0, 7.0]


def test_results_have_slots_and_no_init_runs():
    p = same(Sized(1.5))
    assert p == Sized(1.5)
    assert not hasattr(p, "__dict__")
    assert njit(lambda x: Sized.of(x))(2.0) == Sized(4.0)


def test_containers_in_fields_change_and_others_are_copies():
    c = Changing(1.5, [0.5])
    result = appends(c)
    assert c == Changing(1.5, [0.5, 1.5])
    assert result == c
    assert result is not c


@pytest.mark.parametrize("function, args, error, words", [
    (same, (Initialised(),), TypeError, "is a dataclass with a __init__ of its own.*: use jitclass"),
    (makes, (1,), errors.UnsupportedError, "a __init__ of its own(.|\n)*hint: use jitclass, or pass its fields"),
    (same, (Undecorated(1.0),), errors.TypingError, "takes no Undecorated"),
    (stores, (Point(1.0),), errors.TypingError, "cannot assign to attribute 'x'(.|\n)*the class is frozen"),
    (stores, (Changing(1.0, [2.0]),), errors.TypingError, "cannot assign to attribute 'x'(.|\n)*use jitclass"),
    (calls, (Changing(1.0, [2.0]),), errors.TypingError, "Changing has no field 'norm'(.|\n)*there are x, items"),
    (reads_list, (), errors.UnsupportedError, "Sized.names is a list, and constants of classes are(.|\n)*make it a global"),
    (reads_object, (Sized(1.0),), errors.UnsupportedError, "Sized.FIRST is an object of a dataclass, Sized, and constants of classes are"),
    (reads_changing, (), errors.UnsupportedError, "Changing.FIRST is an object of a dataclass(.|\n)*with frozen=True"),
    (takes_method, (Sized(1.0),), errors.UnsupportedError, "a method as a value(.|\n)*call it, p.f"),
    (reads_unknown, (), errors.TypingError, "class .*Sized has no attribute 'nowhere'"),
    (makes_assigning, (1,), errors.TypingError, "cannot assign to attribute 'x'(.|\n)*use jitclass"),
    (same, (WithInitVar(1.0),), TypeError, "is a dataclass with an InitVar: use jitclass"),
    (is_first, (Right(1),), errors.UnsupportedError, "FIRST is a .*Right, whose functions use it"),
    (of_global, (), errors.UnsupportedError, "CHANGES is a .*Changing, whose fields may change(.|\n)*frozen=True"),
    (same, (Changing(1.0),), ValueError, "the type of an empty container is not known"),
    (same, (Changing(1.0, [object()]),), TypeError, "holds numbers, strings, arrays"),
])
def test_what_cannot_be_compiled_says_why(function, args, error, words):
    with pytest.raises(error, match=words):
        function(*args)


@pytest.mark.parametrize("text, words", [
    ("p[0]", "cannot be indexed"),
    ("p[0:1]", "a slice cannot stand here"),
    ("len(p)", "has no items"),
    ("max(p)", "has no items"),
    ("tuple(p)", "has no items"),
    ("list(p)", "has no items"),
    ("sorted(p)", "has no items"),
    ("np.array(p)", "has no items"),
    ("[x for x in p]", "has no items"),
    ("(*p, 1)", "has no items"),
    ("p.count(1.0)", "no field 'count'"),
    ("p + q", "no operator [+](.|\n)*no tuples"),
    ("p * 2", "no operator [*]"),
    ("-p", "no operator -"),
    ("p < q", "no operator <(.|\n)*order=True"),
    ("p == (1.0, 2.0)", "no operator ==(.|\n)*same class"),
    ("(1.0, 2.0) == p", "no operator =="),
    ("1.0 in p", "no operator in"),
    ("p == Single(1.0)", "no operator ==(.|\n)*same class"),
    ("Single(1.0) == Single(1.0)", "no operator ==(.|\n)*eq=False"),
    ("Single(1.0) != Single(1.0)", "no operator !=(.|\n)*eq=False"),
    ("(Single(1.0), 1) == (Single(1.0), 1)", "no operator =="),
    ("p < q < p", "no operator <"),
    ("{Single(1.0): 1}", "as a key"),
    ("p.norm", "a method as a value"),
])
def test_objects_are_no_tuples(text, words, tmp_path):
    with pytest.raises((errors.TypingError, errors.UnsupportedError), match=words):
        refused(text, tmp_path)(Point(1.0), Point(2.0))


def test_unpacking_says_that_there_are_no_items():
    @njit
    def unpacks(p):
        x, y = p
        return x

    with pytest.raises(errors.TypingError, match="has no items(.|\n)*p.x"):
        unpacks(Point(1.0))


def test_classes_whose_functions_use_each_other():
    assert back(Left(3)) == Left(8)
    assert back.py_func(Left(3)) == Left(8)


def test_classes_of_one_name_are_two():
    def made(k):
        @dataclass(frozen=True)
        class Own:
            x: float

            def scaled(self):
                return self.x * k

        return Own

    one, two = made(2.0), made(3.0)

    @njit
    def scaled(p):
        return p.scaled(), p

    assert scaled(one(1.5)) == (3.0, one(1.5))
    assert scaled(two(1.5)) == (4.5, two(1.5))
    assert type(scaled(one(1.5))[1]) is one


def test_classes_without_a_text():
    Made = make_dataclass("Made", [("x", float), ("y", float, 2.0)], frozen=True)

    @njit
    def make(v):
        return Made(v), Made(v) == Made(v, 2.0)

    assert make(1.0) == (Made(1.0), True)


def test_functions_with_them_have_pickles():
    assert pickle.loads(pickle.dumps(calls))(Point(3.0, 4.0)) == 5.0
