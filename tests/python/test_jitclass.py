# SPDX-License-Identifier: Apache-2.0
"""Classes with jitclass from Python: objects are references to what compiled code has."""
import collections
import gc
import math
import sys
import weakref

import numpy as np
import pytest

import portkern
from portkern import _device, errors, float64, int64, njit, typeof, types
from portkern.experimental import jitclass


@pytest.fixture(params=["cpu", "interp"], autouse=True)
def host(request):
    context = _device.open_device(request.param)
    token = _device._core.current.set(context)
    yield context
    _device._core.current.reset(token)


@jitclass([("x", float64), ("n", int64)])
class Point:
    """A point."""

    def __init__(self, x, n=3):
        self.x = x
        self.n = n

    def scaled(self, by=2.0):
        """The product."""
        return self.x * by

    def moved(self, by):
        self.x += by
        return self

    def __add__(self, other):
        return Point(self.x + other.x)

    def __len__(self):
        return self.n

    def __getitem__(self, i):
        return self.x + i

    def __setitem__(self, i, value):
        self.x = value - i

    @property
    def half(self):
        """The half."""
        return self.x / 2

    @half.setter
    def half(self, value):
        self.x = 2 * value

    @property
    def third(self):
        return self.x / 3

    @staticmethod
    def sum(a, b):
        return a + b


@jitclass([("a", float64[:]), ("rows", float64[:, ::1]), ("words", types.ListType(types.unicode_type)),
           ("both", types.Tuple((int64, float64[:]))), ("some", types.Optional(float64))])
class Box:
    def __init__(self, a):
        self.a = a
        self.rows = np.ones((2, 3))
        self.words = ["a"]
        self.both = (1, a)

    def grow(self, word):
        self.words.append(word)
        self.some = 1.5
        return len(self.words)

    def replaced(self):
        self.a = self.a + 1.0


@njit
def bump(p, by):
    p.x += by
    p.n += 1


@njit
def second(box):
    return box.a[1]


@njit
def kept(box, a):
    box.a = a


@njit
def _store(box, a):
    box.a = a


@njit
def made(a):
    return Box(a), a


def test_fields_and_methods():
    p = Point(1.5)
    assert (p.x, p.n, p.scaled(), p.scaled(3.0), p.scaled(by=4.0)) == (1.5, 3, 3.0, 4.5, 6.0)
    p.x = 2
    assert (p.x, type(p.x), p.half, p.third) == (2.0, float, 1.0, 2 / 3)
    p.half = 4
    p.n = 2.9
    assert (p.x, p.n, len(p), p[1], (p + p).x, p.moved(1.0).x) == (8.0, 2, 2, 9.0, 16.0, 9.0)
    p[2] = 5.0
    assert p.x == 3.0
    assert Point.sum(1, 2) == p.sum(1, 2) == 3
    assert Point(x=1.0, n=7).n == 7


def test_functions_see_the_same_object():
    p = Point(1.0)
    bump(p, 2.5)
    assert (p.x, p.n) == (3.5, 4)
    q = njit(lambda p: p)(p)
    q.x = 9.0
    assert p.x == 9.0 and p == q and hash(p) == hash(q) and p != Point(9.0)


def test_arrays_are_kept_by_reference():
    x = np.arange(4.0)
    before = sys.getrefcount(x)
    box = Box(x)
    assert box.a is x and box.both[1] is x
    x[0] = 7.0
    assert box.a[0] == 7.0
    box.a[1] = 8.0
    assert x[1] == 8.0
    assert sys.getrefcount(x) > before
    large = Box(np.arange(100_000.0))  # which malloc puts far from the rest
    assert second(large) == 1.0
    box.replaced()
    assert box.a is not x and list(box.a) == [8.0, 9.0, 3.0, 4.0]
    y = np.ones(3)
    kept(box, y)
    assert box.a is y
    box.a = x[::2]
    assert list(box.a) == [7.0, 2.0]
    view = box.a
    del box
    assert list(view) == [7.0, 2.0]
    del view
    gc.collect()
    assert sys.getrefcount(x) == before


@pytest.mark.parametrize("keep", [
    lambda box, a: njit(lambda t, a: _store(t[0], a))((box, 1), a),
    lambda box, a: njit(lambda f, b, a: f(b, a))(kept, box, a),
    lambda box, a: njit(lambda t, b: _store(b, t[1]))((0, a), box),
    lambda box, a: njit(lambda b, a, f=kept: f(b, a))(box, a),
])
def test_arrays_are_kept_by_every_way(keep):
    box = Box(np.zeros(2))
    array = np.ones(1000)
    alive = weakref.ref(array)
    keep(box, array)
    assert box.a is array
    del array
    gc.collect()
    assert alive() is not None and box.a.sum() == 1000.0


def test_functions_that_make_objects_keep_arrays():
    make = njit(lambda a: Box(a))
    box = njit(lambda f, a: f(a))(make, np.ones(1000))
    other = njit(lambda fs, a: fs[0](a))((make,), np.ones(1000))
    default = njit(lambda a, f=make: f(a))(np.ones(1000))
    gc.collect()
    np.zeros(1000) + np.zeros(1000)
    assert box.a.sum() == other.a.sum() == default.a.sum() == 1000.0


def test_an_array_of_a_list_is_kept():
    @njit
    def second(arrays):
        return Box(arrays[1])

    arrays = [np.full(1000, 1.0), np.full(1000, 2.0)]
    alive = weakref.ref(arrays[1])
    box = second(arrays)
    del arrays
    gc.collect()
    assert alive() is not None and box.a.sum() == 2000
    del box
    gc.collect()
    assert alive() is None


def test_objects_go_with_their_last_reference():
    x = np.zeros(100)
    alive = weakref.ref(x)
    box, same = made(x)
    assert same is x
    del x, same
    assert alive() is not None and box.a is alive()
    del box
    assert alive() is None


def test_containers_in_fields():
    box = Box(np.zeros(1))
    assert (box.words, box.some, box.grow("bc"), box.words, box.some) == (["a"], None, 2, ["a", "bc"], 1.5)
    box.words = ["x", "y", "z"]
    assert box.grow("") == 4
    assert box.rows.shape == (2, 3)


def test_objects_in_lists_and_tuples():
    @njit
    def points(n):
        return [Point(float(i)) for i in range(n)], (Point(-1.0), n)

    items, (first, n) = points(3)
    assert [p.x for p in items] == [0.0, 1.0, 2.0] and first.x == -1.0 and n == 3
    items[0].x = 5.0
    assert njit(lambda t: t[0].x + t[1])((items[0], 1)) == 6.0


Pair = collections.namedtuple("Pair", "point by")


@njit
def move_all(points, by):
    for p in points:
        p.moved(by)
    return len(points), points[0].x, points[-1]


@njit
def grow(points, x):
    points.append(Point(x))
    points[0] = points[1]
    return points


@njit
def in_dict(points, key):
    points[key].moved(1.0)
    points[key + 1] = Point(9.0)
    return points[key]


@njit
def in_deep(nested):
    s = 0.0
    for name, pairs in nested.items():
        for p, by in pairs:
            p.moved(by)
            s += p.x * len(name)
    return s


@njit
def in_named(pair):
    pair.point.moved(pair.by)
    return Pair(pair.point, pair.by * 2), {1: pair.point}, [pair.point, Point(pair.by)]


@pytest.mark.parametrize("make", [
    lambda a, b: (move_all, [a, b, a], 2.0),
    lambda a, b: (move_all, (a, b), 2.0),
    lambda a, b: (grow, [a, b], 4.5),
    lambda a, b: (in_dict, {3: a, 5: b}, 3),
    lambda a, b: (in_deep, {"one": [(a, 1.0), (b, 2.0)], "three": [(a, 3.0)], "none": []}),
    lambda a, b: (in_named, Pair(a, 1.5)),
    lambda a, b: (move_all, [a] * 500 + [b], 0.25),
])
def test_objects_in_arguments(make):
    def seen(value):
        if isinstance(value, Point):
            return value.x, value.n
        if isinstance(value, dict):
            return [(k, seen(v)) for k, v in value.items()]
        return [type(value), *map(seen, value)] if isinstance(value, (list, tuple)) else value

    outcomes = []
    for run in (lambda f: f, lambda f: f.py_func):
        a, b = Point(1.0), Point(2.5, 7)
        function, *args = make(a, b)
        outcomes.append((seen(run(function)(*args)), seen(args), seen(a), seen(b)))
    assert outcomes[0] == outcomes[1]


def test_objects_of_a_list_stay_the_callers():
    a, b = Point(1.0), Point(2.0)
    points = [a, b]
    assert move_all(points, 1.0)[1:] == (2.0, b)
    assert points[0] is a and points[1] is b
    grow(points, 3.0)
    assert points[0] == b and points[1] is b and points[2].x == 3.0


def test_lists_of_objects_of_two_classes_are_refused():
    with pytest.raises(TypeError, match="can't unbox heterogeneous list: Point != Box"):
        move_all([Point(1.0), Box(np.zeros(1))], 1.0)


def test_objects_of_lists_go_with_their_last_reference():
    @njit
    def total(boxes):
        return sum([box.a.sum() for box in boxes])

    x = np.ones(100)
    alive = weakref.ref(x)
    boxes = [Box(x), Box(x)]
    assert total(boxes) == 200.0
    del x
    assert alive() is not None
    del boxes
    gc.collect()
    assert alive() is None


def test_objects_of_objects():
    @jitclass
    class Pair:
        left: Point
        right: Point.class_type.instance_type

        def __init__(self, left, right):
            self.left = left
            self.right = right

        def swap(self):
            self.left, self.right = self.right, self.left

    p = Point(1.0)
    pair = Pair(p, Point(2.0))
    pair.left.x = 10.0
    pair.swap()
    assert p.x == 10.0 and pair.right == p and pair.left.x == 2.0


def test_names_of_the_module():
    scale = 3.0

    @njit
    def scaled(x):
        return scale * x

    @jitclass([("x", float64)])
    class Uses:
        def __init__(self, x):
            self.x = scaled(x) + math.floor(1.5)

        def other(self):
            return Uses(self.x)

        def of(self, f):
            return f(self.x)

    assert Uses(2.0).other().x == 22.0
    assert Uses(0.0).of(scaled) == 3.0


def test_classes_of_one_place_are_apart():
    def make(kind):
        @jitclass([("value", kind)])
        class Cell:
            def __init__(self, value):
                self.value = value

        return Cell

    whole, real = make(int64), make(float64)
    assert (whole(2.5).value, real(2.5).value) == (2, 2.5)
    assert isinstance(whole(1), whole) and not isinstance(whole(1), real)


def test_types():
    p = Point(1.0)
    assert typeof(p) is Point.class_type.instance_type
    assert typeof(p).classname == "Point" and typeof(p).struct == {"x": float64, "n": int64}
    assert Point.__doc__ == "A point." and Point.half.__doc__ == "The half."
    assert str(typeof(p)).startswith("instance.jitclass.Point#")


@pytest.mark.parametrize("call, kind, words", [
    (lambda p: p.z, AttributeError, "no attribute 'z'"),
    (lambda p: setattr(p, "z", 1), AttributeError, "z"),
    (lambda p: setattr(p, "third", 1.0), AttributeError, "setter"),
    (lambda p: setattr(p, "x", "a"), errors.TypingError, "field 'x' of Point is float64: it cannot be"),
    (lambda p: Point(), TypeError, "x"),
    (lambda p: Point(1.0, 2, 3), TypeError, "argument"),
    (lambda p: p(1), TypeError, "not callable"),
    (lambda p: p.scaled(1, 2), TypeError, "argument"),
    (lambda p: njit(lambda p: p.xx)(p), errors.TypingError, "did you mean 'x'|has no field"),
    (lambda p: njit(lambda p: p.scaled)(p), errors.UnsupportedError, "a method as a value"),
    (lambda p: njit(lambda p: p - p)(p), errors.TypingError, "no operator - for Point and Point"),
    (lambda p: njit(lambda p: Box(p.x).n)(p), errors.TypingError, "field 'a' of Box"),
    (lambda p: njit(lambda p, b: p + b.a)(p, Box(np.zeros(1))), errors.TypingError, "attribute 'x'|no field"),
    (lambda p: portkern.cuda.jit(lambda x: Point(x[0]))[1, 1](np.zeros(1)), errors.UnsupportedError, "object in a kernel"),
])
def test_wrong_uses(call, kind, words):
    with pytest.raises(kind, match=words):
        call(Point(1.0))


def test_wrong_classes():
    def check(kind, words, make):
        with pytest.raises(kind, match=words):
            make()

    class Plain:
        def __init__(self):
            pass

    class WithField(Plain):
        k = 3

    class Shadows(Plain):
        def f(self):
            pass

    class NoInit:
        def f(self):
            pass

    class Calls(Plain):
        def __call__(self):
            pass

    check(TypeError, "spec values should be Numba type instances, got 3", lambda: jitclass([("y", 3)])(Plain))
    check(TypeError, "spec keys should be strings, got 3", lambda: jitclass([(3, float64)])(Plain))
    check(TypeError, "class members are not yet supported: k", lambda: jitclass([])(WithField))
    check(NameError, "name shadowing: f", lambda: jitclass([("f", float64)])(Shadows))
    check(KeyError, "__init__", lambda: jitclass([])(NoInit))
    check(TypeError, "Method '__call__' is not supported", lambda: jitclass([])(Calls))
    check(TypeError, "cannot subclass from a jitclass", lambda: type("Derived", (Point,), {}))
    check(TypeError, "cannot subclass from a jitclass", lambda: jitclass([])(type("Derived", (Point,), {})))
    check(TypeError, "is not a class", lambda: jitclass([])(3))
    check(errors.UnsupportedError, "64 numbers", lambda: jitclass([(f"f{i}", float64) for i in range(65)])(Plain)())
    assert jitclass([])(Plain)() is not None


def test_disabled(monkeypatch):
    from portkern.core import config

    monkeypatch.setattr(config, "DISABLE_JIT", 1)

    class Plain:
        pass

    assert jitclass([("x", float64)])(Plain) is Plain
