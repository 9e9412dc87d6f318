# SPDX-License-Identifier: Apache-2.0
"""portkern.cupy: expressions wait, and mean what NumPy computes at once. The oracle is
NumPy, which runs the same statements."""
import ctypes
import gc
import os
import signal
import threading

import numpy as np
import pytest

import portkern
from portkern import _core, _device
from portkern import cupy as cp
from portkern.cupy import _expressions


@pytest.fixture
def cpu():
    with _device.device("cpu") as found:
        yield found


def launches(function):
    """How many kernels a function launches, once they are compiled."""
    function()
    _expressions.settle_all()
    with portkern.profile() as p:
        kept = function()
        _expressions.settle_all()
    del kept
    return len(p.launches)


def both(function, *arrays):
    """A function of a module and arrays, by NumPy and by portkern; arrays that it
    changes are compared, too."""
    hosts = [a.copy() for a in arrays]
    devices = [cp.asarray(a) for a in arrays]
    wanted, mine = function(np, *hosts), function(cp, *devices)
    for a, b in zip((*wanted, *hosts), (*mine, *devices), strict=True):
        np.testing.assert_array_equal(cp.asnumpy(b), a)


def test_an_expression_is_one_launch(fast_device):
    x, y = cp.arange(1000, dtype=np.float32), cp.ones(1000, np.float32)
    x._ready(), y._ready()
    assert launches(lambda: 2 * x + y) == 1
    assert launches(lambda: cp.sqrt(x * x + y * y) / (1 + abs(x - y))) == 1
    assert launches(lambda: (x * y).sum()) == 1
    assert launches(lambda: cp.where(x > 5, x, -y)) == 1


def test_what_is_named_is_computed_with_what_it_is_part_of(cpu):
    x = cp.arange(100.0)._ready()

    def two():
        t = x * 2
        u = t + 1
        u._ready()
        assert not t._is_pending
        return t, u

    assert launches(two) == 1
    t, u = two()
    np.testing.assert_array_equal(t.get(), np.arange(100.0) * 2)
    np.testing.assert_array_equal(u.get(), np.arange(100.0) * 2 + 1)


def test_what_nothing_asks_for_is_not_computed(cpu):
    x = cp.arange(100.0)._ready()
    assert launches(lambda: [x * i for i in range(5)] and None) == 0
    gc.collect()
    assert not _expressions._waiting


def test_operands_have_the_values_that_they_had(fast_device):
    def stores(xp, x, y):
        z = x * 2 + y
        x += 1
        w = x * 2
        x[2:5] = 0
        v = x + y
        y.fill(7)
        x *= y
        return z, w, v

    def views(xp, x, y):
        head, whole = x[1:], x[:-1]
        z = head + whole
        whole *= 3
        return z, head - whole

    def sorts(xp, x, y):
        z = x - y
        x.sort()
        return z, x - z

    a, b = np.arange(10.0)[::-1].copy(), np.linspace(0, 1, 10)
    for function in (stores, views, sorts):
        both(function, a, b)


def test_stores_that_overlap_what_they_read(cpu):
    def shifted(xp, x, y):
        x[1:] += x[:-1]
        y[:-1] = y[1:] * 2 + y[:-1]
        x[::2] = x[1::2]
        x[:] = x[::-1]
        y[2:8] = y[:6] + 1
        return ()

    def planes(xp, u, v):
        u[1:-1, 1:-1] = (u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:]) / 4
        v[:] = v.T
        v += v.T
        return ()

    both(shifted, np.arange(10.0), np.arange(10.0) ** 2)
    both(planes, np.arange(25.0).reshape(5, 5) ** 2, np.arange(25.0).reshape(5, 5))


def test_in_place_of_what_waits(fast_device):
    def chain(xp, x):
        y = x * 2
        z = y + 1
        y += x
        w = y * 2
        y -= 5
        y *= y
        return y, z, w

    def views(xp, x):
        y = x * 2
        v = y[::2]
        y += 1
        v *= 10
        return y, v

    both(chain, np.arange(10.0))
    both(views, np.arange(10.0))


def test_kernels_and_copies_of_portkern_come_after_what_waits(device):
    from portkern import cuda

    @cuda.jit
    def double(x):
        i = cuda.grid(1)
        if i < x.size:
            x[i] *= 2

    x = cp.arange(5.0)
    y = x + 1
    double[1, 32](x)
    z = x + 1
    double[1, 32](y)          # what waits is an argument
    np.testing.assert_array_equal(y.get(), [2, 4, 6, 8, 10])
    prepared = double.prepare(1, 32, x)
    w = x * 1
    prepared.launch()
    view = cuda.as_cuda_array(x)
    v = x * 1
    view.copy_to_device(np.zeros(5))
    u = x + 1
    view[2:] = 9
    for mine, wanted in ((z, [1, 3, 5, 7, 9]), (w, [0, 2, 4, 6, 8]), (v, [0, 4, 8, 12, 16]), (u, [1] * 5),
                         (x, [0, 0, 9, 9, 9])):
        np.testing.assert_array_equal(mine.get(), wanted)


def test_memory_that_others_see_is_read_at_once(cpu):
    x = cp.arange(5.0)
    y = x + 1
    other = np.ctypeslib.as_array((ctypes.c_double * 5).from_address(x.data.ptr))
    assert not y._is_pending
    z = x + 1
    other[:] = 7
    w = x[1:] * 2             # a view of it
    other[:] = 0
    np.testing.assert_array_equal(y.get(), np.arange(5.0) + 1)
    np.testing.assert_array_equal(z.get(), np.arange(5.0) + 1)
    np.testing.assert_array_equal(w.get(), [14.0] * 4)


def test_memory_that_numbas_arrays_give_to_others(cpu):
    from portkern import cuda

    d = cuda.to_device(np.zeros(3))
    x, y = cp.asarray(d), cp.zeros(3)
    view = cuda.as_cuda_array(y)[1:]
    a, b = x + 1, y + 1
    assert a._is_pending and b._is_pending
    hosts = [np.ctypeslib.as_array((ctypes.c_double * z.size).from_address(z.device_ctypes_pointer.value)) for z in (d, view)]
    c, e = x + 1, y + 1
    for host in hosts:
        host[:] = 9
    for made in (a, b, c, e):
        assert made.tolist() == [1, 1, 1]
    assert (x + y).tolist() == [9, 18, 18]


def test_long_expressions(cpu):
    def sums(xp, *arrays):
        total = arrays[0] * 0
        for a in arrays:
            total = total + a * a
        return (total,)

    def powers(xp, x):
        for _ in range(200):
            x = x * 0.5 + 1
        return (x,)

    def doubled(xp, x):  # a graph whose tree has 2^60 leaves
        for _ in range(60):
            x = x + x
        return (x,)

    both(sums, *(np.arange(10.0) + i for i in range(40)))
    both(powers, np.arange(10.0))
    both(doubled, np.arange(10.0))


def test_broadcast_parts(fast_device):
    def shapes(xp, row, column, number):
        total = (row * 2) + (column + 1) * number
        return total, total - row, total.T + 1, row + number * number

    both(shapes, np.arange(4.0), np.arange(3.0).reshape(3, 1), np.array(2.5))


def test_shapes_that_do_not_fit():
    with pytest.raises(ValueError, match=r"operands could not be broadcast together with shapes \(3,\) \(4,\)"):
        cp.arange(3) + cp.arange(4)
    x = cp.arange(3)
    with pytest.raises(ValueError, match="non-broadcastable output operand"):
        x += cp.ones((2, 3), int)
    with pytest.raises(ValueError, match="could not broadcast input array"):
        x[:] = cp.arange(4)


def test_layouts(cpu):
    def views(xp, a, b):
        c = a.T + b
        d = a[::2, ::-1] * b.T[::2]
        e = xp.broadcast_to(a[0], (3, 4)) - a[:, ::-1]
        f = xp.asfortranarray(a) + a
        g = a.reshape(2, 2, 3).transpose(2, 0, 1) * a.reshape(3, 2, 2)
        h = a.reshape(2, 1, 2, 3)[:, 0] + a.reshape(1, 2, 2, 3)[0, ::-1]
        return c, d, e, f, g, h

    both(views, np.arange(12.0).reshape(3, 4), np.arange(12.0).reshape(4, 3) ** 2)


def test_functions_that_are_fused(cpu):
    @cp.fuse
    def squared(x, y):
        return (x - y) * (x - y)

    @cp.fuse(kernel_name="k")
    def named(x):
        return cp.exp(x) + 1

    x, y = cp.arange(10.0)._ready(), cp.ones(10)._ready()
    assert launches(lambda: squared(x, y)) == launches(lambda: named(x)) == 1
    np.testing.assert_array_equal(squared(x, y).get(), (np.arange(10.0) - 1) ** 2)


def test_threads(cpu):
    x = cp.arange(1000.0)
    failures = []

    def work(seed):
        try:
            for i in range(30):
                y = x * seed + i
                z = y.sum()
                y += 1
                assert float(z) == float(np.sum(np.arange(1000.0) * seed + i))
                np.testing.assert_array_equal(y.get(), np.arange(1000.0) * seed + i + 1)
        except Exception as error:  # noqa: BLE001
            failures.append(error)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert not failures


def test_children(cpu):
    """A child goes on where the parent was, also when another thread was computing."""
    x = cp.arange(5.0) + 1
    held, done = threading.Event(), threading.Event()

    def hold():
        with _expressions.lock:
            held.set()
            done.wait()

    thread = threading.Thread(target=hold)
    thread.start()
    held.wait()
    child = os.fork()
    if not child:
        signal.alarm(30)
        os._exit(0 if (x * 2).tolist() == [2, 4, 6, 8, 10] else 1)
    done.set()
    thread.join()
    assert os.waitpid(child, 0)[1] == 0
    assert x.tolist() == [1, 2, 3, 4, 5]


def test_a_failure_is_the_arrays_that_fails(cpu):
    huge = cp.broadcast_to(cp.ones(1), (1 << 30, 1 << 20)) + 1
    other = cp.arange(3) + 1
    other += 1                # computes all that waits
    assert other.tolist() == [2, 3, 4]
    with pytest.raises(MemoryError):
        huge.get()
    with pytest.raises(MemoryError):
        huge[0]
    del huge


def test_what_waits_may_be_in_a_circle(cpu):
    for _ in range(3):
        x = cp.arange(3) + 1
        x.circle = [x]
        del x
        gc.collect()
    assert not _expressions._waiting
    assert (cp.arange(3) + 1).tolist() == [1, 2, 3]


def test_what_the_extension_asks_of_what_waits():
    x = _core.Array._pending(_device.current(), (3,), np.dtype("f8"))
    with pytest.raises(AttributeError, match="_compute"):
        x._address
    with pytest.raises(TypeError, match="not what was computed"):
        x._settle(_core.Array(_device.current(), (4,), np.dtype("f8")))
    assert x._is_pending
    x._settle(_core.Array(_device.current(), (3,), np.dtype("f8")))
    assert not x._is_pending
    with pytest.raises(ValueError, match="negative dimensions"):
        _core.Array._pending(_device.current(), (-1,), np.dtype("f8"))


class Walk:
    """Random statements, which NumPy and portkern both run; arrays are pairs."""

    SLICES = (slice(None), slice(1, None), slice(None, -1), slice(None, None, 2), slice(None, None, -1), slice(1, 3))

    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)
        host = self.rng.integers(-9, 9, (4, 4))
        self.pairs = [(host, cp.asarray(host)), (host.T * 3, cp.asarray(host.T * 3))]
        self.said = []

    def pick(self, shape=None):
        fitting = [p for p in self.pairs if shape is None or p[0].shape == shape]
        return fitting[self.rng.integers(len(fitting))] if fitting else None

    def choose(self, *of):
        return of[self.rng.integers(len(of))]

    def key(self, ndim):
        return tuple(self.choose(*self.SLICES) for _ in range(ndim))

    def new(self, function, *pairs):
        self.pairs.append(tuple(function(*each) for each in zip(*pairs, strict=True)))

    def change(self, function, *pairs):
        for each in zip(*pairs, strict=True):
            function(*each)

    def step(self):
        import operator as o

        x = self.pick()
        same = self.pick(x[0].shape)
        op, number, key = self.choose(o.add, o.sub, o.mul, o.xor, o.and_), int(self.rng.integers(-5, 6)), self.key(x[0].ndim)
        in_place = {o.add: o.iadd, o.sub: o.isub, o.mul: o.imul, o.xor: o.ixor, o.and_: o.iand}[op]
        other = self.pick(x[0][key].shape) or x
        what = self.choose("new", "new", "new", "number", "inside", "inside", "number inside", "view", "T", "store", "store",
                           "part inside", "mask", "sum", "fill", "copy", "drop", "check", "where", "sort", "shift")
        self.said.append((what, op.__name__, number, key, x[0].shape))
        if what == "new":
            self.new(lambda a, b: op(a, b) + number, x, same)
        elif what == "number":
            self.new(lambda a: op(number, a), x)
        elif what == "inside":
            self.change(lambda a, b: in_place(a, b), x, same)
        elif what == "number inside":
            self.change(lambda a: in_place(a, number), x)
        elif what == "view":
            self.new(lambda a: a[key], x)
        elif what == "T":
            self.new(lambda a: a.T, x)
        elif what == "store" and other[0].shape == x[0][key].shape:
            self.change(lambda a, b: a.__setitem__(key, b), x, other)
        elif what == "part inside" and other[0].shape == x[0][key].shape:
            self.change(lambda a, b: in_place(a[key], b * 2), x, other)
        elif what == "shift":
            self.change(lambda a: in_place(a[1:], a[:-1] + 1), x)
        elif what == "mask":
            self.change(lambda a: a.__setitem__(a > number, number), x)
        elif what == "sum":
            self.new(lambda a, b: (a * b).sum(0, keepdims=True) + b, x, same)
        elif what == "fill":
            self.change(lambda a: a.fill(number), x)
        elif what == "copy":
            self.new(lambda a: a.copy(), x)
        elif what == "where":
            self.new(lambda a, b: (np if isinstance(a, np.ndarray) else cp).where(a > b, a, b), x, same)
        elif what == "sort":
            self.change(lambda a: a.sort(-1), x)
        elif what == "drop" and len(self.pairs) > 8:
            self.pairs = [p for i, p in enumerate(self.pairs) if i < 2 or self.rng.integers(3)]
        elif what == "check":
            np.testing.assert_array_equal(x[1].get(), x[0])

    def run(self, count):
        for _ in range(count):
            self.step()
        for host, array in self.pairs:
            np.testing.assert_array_equal(array.get(), host, err_msg=str(self.said))


@pytest.mark.parametrize("seed", range(4 if "asan" in os.environ.get("LD_PRELOAD", "") else 30))
def test_random_statements(seed):
    with _device.device("interp"):
        Walk(seed).run(60)
