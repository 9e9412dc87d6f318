# SPDX-License-Identifier: Apache-2.0
"""Classes with jitclass: objects that functions make and use, fields of all kinds, methods,
properties, operators. Without compiling the functions use the same classes from Python."""
import numba
import numpy as np
from cases import case
from numba import float64, int32, int64, njit, types
from numba.experimental import jitclass


@jitclass([("x", float64), ("y", float64)])
class Point:
    def __init__(self, x, y):
        self.x = x
        self.y = y

    def norm(self):
        return np.sqrt(self.x ** 2 + self.y ** 2)

    def move(self, dx, dy=1.0):
        self.x += dx
        self.y += dy
        return self

    def __add__(self, other):
        return Point(self.x + other.x, self.y + other.y)

    def __mul__(self, k):
        return Point(self.x * k, self.y * k)

    def __neg__(self):
        return Point(-self.x, -self.y)

    def __eq__(self, other):
        return self.x == other.x and self.y == other.y

    def __lt__(self, other):
        return self.norm() < other.norm()

    def __abs__(self):
        return self.norm()

    def __iadd__(self, other):
        self.x += other.x
        self.y += other.y
        return self

    @property
    def sum(self):
        return self.x + self.y

    @sum.setter
    def sum(self, value):
        self.x = value - self.y

    @staticmethod
    def of(both):
        return Point(both, both)


@jitclass([("items", float64[:]), ("count", int32), ("grid", float64[:, ::1])])
class Stack:
    def __init__(self, room):
        self.items = np.zeros(room)
        self.count = 0
        self.grid = np.ones((2, 2))

    def push(self, value):
        if self.count == len(self.items):
            more = np.zeros(2 * len(self.items))
            more[:self.count] = self.items
            self.items = more
        self.items[self.count] = value
        self.grid[self.count % 2, 1] += value
        self.count += 1

    def pop(self):
        if self.count == 0:
            raise IndexError("empty")
        self.count -= 1
        return self.items[self.count]

    def __len__(self):
        return self.count

    def __getitem__(self, i):
        return self.items[i]

    def __setitem__(self, i, value):
        self.items[i] = value

    def __contains__(self, value):
        for i in range(self.count):
            if self.items[i] == value:
                return True
        return False


@jitclass
class Counter:
    total: int64
    seen: types.DictType(int64, int64)
    names: types.ListType(types.unicode_type)

    def __init__(self):
        self.total = 0
        self.seen = numba.typed.Dict.empty(types.int64, types.int64)
        self.names = numba.typed.List.empty_list(types.unicode_type)

    def add(self, key):
        self.seen[key] = self.seen.get(key, 0) + 1
        self.total += 1
        self.names.append(str(key))

    def most(self):
        best = 0
        for count in self.seen.values():
            best = max(best, count)
        return best


@jitclass
class Holder:
    point: Point
    stack: Stack
    pair: types.UniTuple(int64, 2)
    flag: types.boolean
    z: types.complex128
    small: types.float32

    def __init__(self, point):
        self.point = point
        self.stack = Stack(2)
        self.pair = (1, 2)

    def swap(self):
        self.pair = (self.pair[1], self.pair[0])
        self.flag = not self.flag
        self.z += 1j
        self.small += 0.1
        self.point = self.point + self.point
        self.stack.push(self.point.x)


@njit
def make(x):
    p = Point(x, 0.5)
    q = Point(x, 2.0)
    return p.x, p.y, q.y, p.norm(), q.norm()


@njit
def methods(x):
    p = Point(x, 0.5)
    p.move(1.0).move(2.0, dy=5.0)
    return p.x, p.y


@njit
def shared(x):
    p = Point(x, 0.5)
    q = p
    q.x = 7.0
    return p.x, q.x


@njit
def operators(x, y):
    p = Point(x, 0.5)
    q = Point(y, 0.5)
    r = p + q * 2.0 + -p
    p += q
    return r.x, r.y, p.x, abs(r), p == q, p < q, p == p


@njit
def properties(x):
    p = Point(x, 0.5)
    before = p.sum
    p.sum = 10.0
    p.sum += 1.0
    return before, p.sum, p.x


@njit
def static(x):
    return Point(x, 0.5).of(2.0).sum


@njit
def static_of_class(x):
    return Point.of(x).sum


@jitclass([("n", int64)])
class Defaults:
    def __init__(self, n=4):
        self.n = n

    def add(self, by=2):
        self.n += by
        return self.n


@njit
def defaults(n):
    return Defaults().n, Defaults(n=n).add(), Defaults(n).add(by=5)


@njit
def loop(n):
    total = Point(0.0, 0.0)
    for i in range(n):
        total = total + Point(float(i), 0.5)
    return total.x, total.y


@njit
def passed(p, n):
    for _ in range(n):
        p.x += 1.0
    return p


@njit
def passes(x, n):
    return passed(Point(x, 0.5), n).x


@njit
def stack(n):
    s = Stack(1)
    for i in range(n):
        s.push(i * 1.5)
    s[0] = 9.0
    s[0] += 1.0
    s.grid[0, 0] = 5.0
    return len(s), s[0], s.pop(), len(s), 1.5 in s, 100.0 in s, 100.0 not in s, s.items, s.grid


@njit
def empty_stack():
    return Stack(1).pop()


@njit
def caught():
    s = Stack(1)
    try:
        s.pop()
    except Exception:
        s.push(4.0)
    return s.pop()


@njit
def truth(n):
    s = Stack(4)
    for i in range(n):
        s.push(1.0)
    return 1 if s else 2


@njit
def counter(values):
    c = Counter()
    for v in values:
        c.add(v)
    return c.total, c.most(), len(c.names), c.names[0]


@njit
def nested(x):
    h = Holder(Point(x, 0.5))
    for _ in range(3):
        h.swap()
    h.point.x += 0.25
    h.stack.items[0] = 8.0
    return h.pair, h.flag, h.z, h.small, h.point.x, h.stack.items, h.stack.count


@njit
def in_list(n):
    points = [Point(float(i), 0.5) for i in range(n)]
    points.append(Point(100.0, 0.5))
    points[0].x = 50.0
    points[1] = Point(60.0, 0.5)
    total = 0.0
    for p in points:
        total += p.x
    return total, len(points), points[0].norm()


@njit
def in_tuple(x):
    both = (Point(x, 0.5), 3)
    both[0].x += both[1]
    p, n = both
    return p.x, n


@njit
def kept_array(x):
    s = Stack(2)
    s.items = x
    s.push(5.0)
    s.items[1] = 7.0
    return s.items[0], x[1], s.count


@njit
def returned_array(n):
    s = Stack(n)
    s.push(2.0)
    return s.items[:n]


@njit
def chosen(x, first):
    p = Point(x, 0.5) if first else Point(-x, 0.5)
    if first:
        q = p
    else:
        q = Point(0.0, 0.5)
    return p.x, q.x


@njit
def none(x, given):
    p = None
    if given:
        p = Point(x, 0.5)
    return p is None


@njit
def recursive(p, n):
    if n == 0:
        return p.x
    p.x *= 2.0
    return recursive(p, n - 1)


@njit
def recurses(x):
    return recursive(Point(x, 0.5), 5)


@njit
def unset():
    h = Holder(Point(1.0, 0.5))
    return h.flag, h.z, h.small, h.stack.count


@njit
def converted(x):
    h = Holder(Point(1, 0.5))
    h.small = x
    h.stack.count = 3.7
    h.pair = (True, 4)
    return h.small, h.stack.count, h.pair


@njit
def replaced(n):
    h = Holder(Point(1.0, 0.5))
    for i in range(n):
        h.point = Point(float(i), 0.5)
        h.stack = Stack(i + 1)
    return h.point.x, len(h.stack.items)


@njit
def whole_array(n):
    s = Stack(n)
    s.items[:] = 2.0
    s.items += 1.0
    s.grid *= 3.0
    return s.items.sum(), (s.items * s.items).sum(), s.grid


@njit
def unknown_field(x):
    return Point(x, 0.5).z


@njit
def unknown_store(x):
    Point(x, 0.5).z = 1.0


@njit
def unknown_method(x):
    return Point(x, 0.5).nothing()


@njit
def too_many(x):
    return Point(x, 0.5).norm(1.0)


@njit
def too_few():
    return Point(1.0).x


@njit
def no_operator(x):
    return Point(x, 0.5) - Point(x, 0.5)


@njit
def not_called(x):
    return Point(x, 0.5)(1)


def cases():
    yield make, 1.5
    yield make, 2
    yield methods, 1.0
    yield shared, 1.0
    yield operators, 1.0, 2.0
    yield operators, 3.0, 3.0
    yield properties, 1.0
    yield static, 1.0
    yield case(static_of_class, 1.0, numba="static methods of objects only")
    yield case(defaults, 7, numba="defaults of __init__ are left out")
    yield loop, 10
    yield loop, 0
    yield passes, 1.0, 3
    yield stack, 1
    yield stack, 5
    yield empty_stack,
    yield caught,
    yield truth, 0
    yield truth, 2
    yield counter, np.array([1, 2, 1, 3, 1])
    yield case(nested, 1.0, python="fields have no values there")
    yield in_list, 3
    yield in_tuple, 1.0
    yield kept_array, np.array([1.0, 2.0])
    yield returned_array, 3
    yield chosen, 2.0, True
    yield chosen, 2.0, False
    yield none, 1.0, True
    yield none, 1.0, False
    yield recurses, 1.0
    yield case(unset, python="fields have no values there")
    yield case(converted, 1.25, python="fields have no types there")
    yield replaced, 4
    yield whole_array, 3
    for wrong in (unknown_field, unknown_store, unknown_method, too_many, no_operator, not_called):
        yield case(wrong, 1.0, says="the words are ours", python="it is an AttributeError or TypeError there")
    yield case(too_few, says="the words are ours", python="it is a TypeError there")
