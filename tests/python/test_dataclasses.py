# SPDX-License-Identifier: Apache-2.0
"""Dataclasses as arguments of kernels and functions: what cannot be passed, and what becomes of
objects. What functions compute with them is compared in tests/host."""
from dataclasses import dataclass, field

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

    def __post_init__(self):
        self.x += 1


@dataclass(frozen=True)
class Derived(Point):
    z: int = 1


class Undecorated(Point):
    pass


CHANGES = Changing(1.0)


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
def stores(p):
    p.x = 3.0


@njit
def calls(p):
    return p.norm()


@njit
def appends(c):
    c.items.append(c.x)
    return c


@cuda.jit
def kernel(p, out):
    out[0] = p.x + p.y
    q = Point(out[0])
    out[1] = q.y


def test_results_are_objects_of_the_class_with_its_methods():
    p = same(Point(3.0, 4.0))
    assert type(p) is Point
    assert p == Point(3.0, 4.0)
    assert p.norm() == 5.0
    assert same(Derived(1.0)) == Derived(1.0, 2.0, 1)


def test_kernels_take_them():
    out = np.zeros(2)
    with portkern.device("interp"):
        kernel[1, 1](Point(1.5), out)
    assert out.tolist() == [3.5, 2.0]


def test_containers_in_fields_change_and_others_are_copies():
    c = Changing(1.5, [0.5])
    result = appends(c)
    assert c == Changing(1.5, [0.5, 1.5])
    assert result == c
    assert result is not c


@pytest.mark.parametrize("function, args, error, words", [
    (same, (Initialised(1),), TypeError, "is a dataclass with a __post_init__ of its own.*: use jitclass"),
    (makes, (1,), errors.UnsupportedError, "a __post_init__ of its own(.|\n)*hint: use jitclass, or pass its fields"),
    (same, (Undecorated(1.0),), errors.TypingError, "takes no Undecorated"),
    (stores, (Point(1.0),), errors.TypingError, "cannot assign to attribute 'x'(.|\n)*use jitclass"),
    (calls, (Point(1.0),), errors.TypingError, "Point has no field 'norm'"),
    (of_global, (), errors.UnsupportedError, "CHANGES is a .*Changing, whose fields may change(.|\n)*frozen=True"),
    (same, (Changing(1.0),), ValueError, "the type of an empty container is not known"),
    (same, (Changing(1.0, [object()]),), TypeError, "holds numbers, strings, arrays"),
])
def test_what_cannot_be_compiled_says_why(function, args, error, words):
    with pytest.raises(error, match=words):
        function(*args)
