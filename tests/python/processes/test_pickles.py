# SPDX-License-Identifier: Apache-2.0
"""Kernels, functions and arrays in pickles: what another process gets is what was sent."""
import collections
import copy
import enum
import inspect
import math
import operator
import pickle
import threading
import types

import numpy as np
import portkern
import pytest

from portkern import cfunc, cuda, errors, guvectorize, njit, vectorize
from portkern._functions import pickle as _pickle
from worker_process import Text, worker


def _cloudpickle():
    try:
        import cloudpickle
    except ImportError:
        return pytest.param(None, id="cloudpickle", marks=pytest.mark.skip("no cloudpickle here"))
    return pytest.param(cloudpickle.dumps, id="cloudpickle")


DUMPS = [pytest.param(pickle.dumps, id="pickle"), _cloudpickle()]


@pytest.fixture(scope="module")
def there(tmp_path_factory):
    with worker(PORTKERN_BACKEND="cpu", PORTKERN_CACHE_DIR=str(tmp_path_factory.mktemp("cache"))) as process:
        yield process


LAUNCH = """
def main(kernel, *args):
    kernel[1, 32](*args)
    return args[0] if len(args) == 1 else args
"""
COUNTS = """
def main():
    from portkern._tools import report
    return report.counts()["compiles"] + report.counts()["cache_hits"]
"""


def launched(there, kernel, *args, dump=pickle.dumps):
    """The arguments after a launch there."""
    return there.send(dump((Text(LAUNCH), (kernel, *args))))


def of_function(function):
    """A kernel that puts function(i) into out[i]."""
    @cuda.jit
    def kernel(out):
        i = cuda.grid(1)
        if i < out.size:
            out[i] = function(i)

    return kernel


def same(there, plain, dump, count=4):
    """The function's results there, compiled, are those of Python here."""
    expected = np.array([plain(i) for i in range(count)], float)
    got = launched(there, of_function(cuda.jit(device=True)(plain)), np.zeros(count), dump=dump)
    np.testing.assert_array_equal(got, expected)


# ---- what goes by name ----


@cuda.jit
def imported(out):
    out[0] = 7


@njit
def imported_host(x):
    return x + 1


def plain_double(x):
    return 2 * x


doubled = cuda.jit(device=True)(plain_double)


class Solver:
    @staticmethod
    @cuda.jit
    def step(out):
        out[0] = 8


@cuda.reduce
def imported_sum(a, b):
    return a + b


@pytest.mark.parametrize("dump", DUMPS)
@pytest.mark.parametrize("function", [imported, imported_host, Solver.step, imported_sum])
def test_what_can_be_imported_is_pickled_by_its_name(function, dump):
    data = dump(function)
    assert pickle.loads(data) is function
    assert len(data) < 150


def test_a_function_that_can_be_imported_is_its_dispatcher_s(there):
    data = pickle.dumps(doubled)
    assert b"plain_double" in data and b"return 2" not in data
    assert pickle.loads(data) is doubled
    special = imported.specialize(np.zeros(3))
    assert pickle.loads(pickle.dumps(special)).py_func is imported.py_func


def test_a_module_that_the_other_process_lacks_is_named(there):
    with pytest.raises(ImportError, match="test_pickles"):
        launched(there, imported, np.zeros(1))


def test_cloudpickle_may_be_told_to_go_by_value(there):
    cloudpickle = pytest.importorskip("cloudpickle")
    import test_pickles

    cloudpickle.register_pickle_by_value(test_pickles)
    try:
        assert launched(there, imported, np.zeros(1), dump=cloudpickle.dumps)[0] == 7
    finally:
        cloudpickle.unregister_pickle_by_value(test_pickles)


# ---- values of names ----

FACTOR = 3
TABLE = np.array([2.0, 4.0, 8.0, 16.0])
settings = types.ModuleType("settings_of_a_test")
settings.N, settings.inner = 5, types.SimpleNamespace(M=2.5)


class Config:
    STEPS = 4
    lock = threading.Lock()


class Mode(enum.IntEnum):
    OFF = 0
    ON = 3


Local = collections.namedtuple("Local", "low,high", defaults=[9.0])
Mode.__module__ = Local.__module__ = "__main__"  # as of a script


class Imported(enum.Enum):
    A = 1


def _functions():
    inner, other = 11, Local(1.5)

    class Shape(enum.Enum):
        ROUND = 1.25
        FLAT = 2

    Pair = collections.namedtuple("Pair", "a,b")

    def closure(i):
        return i * inner

    def values(i):
        return i * FACTOR + TABLE[i] + settings.N + settings.inner.M + Config.STEPS + Mode.ON + math.sqrt(i)

    def classes(i, scale=FACTOR):
        pair = Pair(i, other.high)
        return pair.a + pair.b + (Shape.ROUND.value if i > 1 else 1.0) + other.low + scale

    def operators(i):
        return operator.mul(i, 2) + np.float64(0.5) + abs(-i) + np.pi

    return [closure, values, classes, operators, lambda i: i * i + inner]


@pytest.mark.parametrize("dump", DUMPS)
@pytest.mark.parametrize("number", range(5))
def test_names_have_their_values_there(there, number, dump):
    same(there, _functions()[number], dump)


def test_functions_that_call_each_other(there):
    def make():
        @cuda.jit(device=True)
        def even(n):
            return True if n == 0 else odd(n - 1)

        @njit
        def odd(n):
            return False if n == 0 else even(n - 1)

        table = (even, odd)

        @cuda.jit
        def kernel(out):
            i = cuda.grid(1)
            if i < out.size:
                out[i] = even(i) + 10 * table[1](i)
        return kernel, even, odd

    kernel, even, odd = make()
    assert launched(there, kernel, np.zeros(4)).tolist() == [1, 10, 1, 10]
    again = pickle.loads(pickle.dumps((odd, kernel, even)))
    assert again == (odd, kernel, even)
    # A process that has none of the three gets three, each once.
    data = pickle.dumps((odd, kernel, even))
    _forget()
    odd2, kernel2, even2 = pickle.loads(data)
    assert odd2 is not odd
    assert odd2.py_func.__closure__[0].cell_contents is even2
    assert even2.py_func.__closure__[0].cell_contents is odd2
    out = np.zeros(3)
    kernel2[1, 4](out)
    assert out.tolist() == [1, 10, 1]


def _forget():
    """As in a process that has seen no pickle."""
    _pickle._known.clear()
    _pickle._recent.clear()


def test_a_kernel_that_was_compiled_keeps_its_values(there):
    n, table = 4, np.array([1.0])

    def change():
        nonlocal n
        n = 5
        table[0] = 2

    @cuda.jit
    def kernel(out):
        out[0] = n + 10 * table[0]

    kernel[1, 1](np.zeros(1))
    change()
    out = np.zeros(1)
    kernel[1, 1](out)
    assert launched(there, kernel, np.zeros(1)) == out == 14
    kernel.recompile()
    assert launched(there, kernel, np.zeros(1)) == 25


def test_one_that_was_not_has_those_of_the_time_of_pickling(there):
    def change(value):
        nonlocal n
        n = value

    n = 0

    @cuda.jit
    def kernel(out):
        out[0] = n

    pickles = []
    for value in (4, 5, 4):
        change(value)
        pickles.append(pickle.dumps((Text(LAUNCH), (kernel, np.zeros(1)))))
        assert pickle.loads(pickle.dumps(kernel)) is kernel
    assert [there.send(data)[0] for data in pickles] == [4, 5, 4]
    assert pickle.loads(pickles[1])[1][0] is not kernel


@pytest.mark.parametrize("dump", DUMPS)
def test_what_kernels_cannot_use_stays_here(there, dump):
    lock, chatty = threading.Lock(), False
    holder = types.SimpleNamespace(lock=lock, n=4, rows=[1])

    @cuda.jit
    def kernel(out):
        if chatty:
            lock.acquire()
        out[0] = holder.n + Config.STEPS

    assert launched(there, kernel, np.zeros(1), dump=dump) == 8

    @cuda.jit
    def wrong(out):
        out[0] = holder.rows[0]

    message = {}
    for where in ("here", "there"):
        with pytest.raises(errors.UnsupportedError) as caught:
            wrong[1, 1](np.zeros(1)) if where == "here" else launched(there, wrong, np.zeros(1), dump=dump)
        message[where] = str(caught.value)
    assert "lists may change" in message["here"] and message["here"] == message["there"]


def test_arguments_of_classes_are_the_same_there(there):
    class Kind(enum.Enum):
        A, B = 1, 2

    Box = collections.namedtuple("Box", "x,kind")

    @cuda.jit
    def kernel(out, box):
        if box.kind == Kind.B:
            out[0] = box.x

    text = """
def main(kernel, box, kind):
    import numpy as np
    out = np.zeros(1)
    kernel[1, 1](out, box(2.5, kind.B))
    return out[0], box.__qualname__, [kind.A.name, kind.A.value, kind.__module__]
"""
    made = there.run(text, kernel, _pickle.by_value.Class(Box), _pickle.by_value.Class(Kind))
    assert made == (2.5, "Box", ["A", 1, __name__])
    assert pickle.loads(pickle.dumps(_pickle.by_value.Class(Kind))) is not Kind  # a local one cannot be found ...
    assert pickle.loads(pickle.dumps(_pickle.by_value.Class(Imported))) is Imported  # ... one of a module can


# ---- texts ----


@pytest.mark.parametrize("dump", DUMPS)
def test_functions_without_a_file(there, dump, tmp_path):
    scope = {"cuda": cuda}
    exec("@cuda.jit\ndef kernel(out):\n    out[0] = 2\n", scope)  # noqa: S102
    assert launched(there, scope["kernel"], np.zeros(1), dump=dump) == 2
    path = tmp_path / "gone.py"
    path.write_text("from portkern import cuda\n\n@cuda.jit\ndef kernel(out):\n    out[3] = 2\n")
    exec(compile(path.read_text(), str(path), "exec"), scope)  # noqa: S102
    data = dump(scope["kernel"])
    path.unlink()
    with pytest.raises(IndexError) as caught:
        there.send(dump((Text("def main(k, n):\n    k.targetoptions['boundscheck'] = True\n    k[1, 1](n)"),
                         (scope["kernel"], np.zeros(1)))))
    assert (caught.value.file, caught.value.line) == (str(path), 5)
    assert len(data) < 3000


def test_a_function_that_cannot_be_compiled_says_so_there(there):
    scope = {"cuda": cuda}
    exec("@cuda.jit\ndef kernel(out):\n    out[0] = [i for i in range(3)][0]\n"  # noqa: S102
         "    try:\n        pass\n    finally:\n        out[0] = 1\n", scope)
    with pytest.raises(errors.SourceError, match="kernel.*byte code"):
        launched(there, scope["kernel"], np.zeros(1))


def test_another_version_of_python_compiles_the_text(monkeypatch):
    k = 4

    @cuda.jit(device=True)
    def device(x, *, y=FACTOR):
        return x * k + y

    kernel = of_function(device)
    scope = {"cuda": cuda, "njit": njit}
    exec("@njit\ndef odd(x):\n    try:\n        return x\n    finally:\n        pass\n", scope)  # noqa: S102
    data, without = pickle.dumps(kernel), pickle.dumps(scope["odd"])
    _forget()
    monkeypatch.setattr(_pickle, "_VERSION", "cpython-399")
    got = pickle.loads(data)
    assert got is not kernel
    ours, theirs = got.py_func.__code__, kernel.py_func.__code__
    assert ours.co_varnames == theirs.co_varnames and ours.co_consts == theirs.co_consts
    assert inspect.signature(got) == inspect.signature(kernel)
    out = np.zeros(3)
    got[1, 4](out)
    assert out.tolist() == [3, 7, 11]
    with pytest.raises(errors.SourceError, match="odd was pickled by another version of Python"):
        pickle.loads(without)


# ---- options, signatures, what is made of a dispatcher ----


def _is_the_same(got, sent):
    return all(getattr(got, name) == getattr(sent, name) for name in (
        "targetoptions", "signatures", "nopython_signatures", "specialized", "_can_compile", "__name__", "__doc__",
        "__module__", "__qualname__")) and inspect.signature(got) == inspect.signature(sent)


def _dispatchers():
    def kernel(x, n=2):
        """Adds."""
        x[0] += n

    disabled = cuda.jit(kernel)
    disabled[1, 1](np.zeros(1, np.float32), 1)
    disabled.disable_compile()
    asked = cuda.jit(kernel)
    asked.compile("void(float32[:], int64)")
    return [cuda.jit("void(float32[:], int32)", fastmath=True)(kernel),
            cuda.jit(["void(float32[:], int32)", "void(float64[::1], int64)"], max_registers=32)(kernel),
            cuda.jit(device=True, boundscheck=True)(kernel), cuda.jit(kernel).specialize(np.zeros(2), 1), disabled, asked,
            portkern.kernel(kernel, debug=True)]


@pytest.mark.parametrize("number", range(7))
def test_options_and_signatures(number):
    sent = _dispatchers()[number]
    data = pickle.dumps(sent)
    assert pickle.loads(data) is sent
    _forget()
    got = pickle.loads(data)
    assert got is not sent and _is_the_same(got, sent)
    assert pickle.loads(pickle.dumps(got)) is got


def test_declared_types_convert_there(there):
    @cuda.jit("void(int32[:], int32)")
    def kernel(x, n):
        x[0] = n

    assert launched(there, kernel, np.zeros(1, np.int32), 3.9)[0] == 3


class Doubling:
    """An extension of launches."""

    def prepare_args(self, kind, value, stream=0, retr=None):
        return kind, value * 2 if isinstance(value, float) else value


def test_extensions_go_along():
    @cuda.jit(extensions=[Doubling()])
    def kernel(out, x):
        out[0] = x

    data = pickle.dumps((kernel, kernel[1, 1]))
    _forget()
    got, launcher = pickle.loads(data)
    out = np.zeros(1)
    launcher(out, 2.5)
    assert out[0] == 5 and got is not kernel


def test_launchers(there):
    @cuda.jit
    def kernel(out):
        i = cuda.grid(1)
        if i < out.size:
            out[i] = cuda.blockDim.x + 100 * cuda.gridDim.x

    text = "def main(launch, out):\n    launch(out)\n    return out"
    assert there.run(text, kernel[2, 3], np.zeros(3)).tolist() == [203] * 3
    assert there.run(text, kernel.forall(3, tpb=2), np.zeros(3)).tolist() == [202] * 3
    again = pickle.loads(pickle.dumps(kernel[(2, 1), 4, 0, 64]))
    assert (again.dispatcher, again.griddim, again.blockdim, again.sharedmem) == (kernel, (2, 1, 1), (4, 1, 1), 64)


def test_reductions(there):
    offset = 1

    @cuda.reduce
    def longest(a, b):
        return max(a, b) + 0 * offset

    text = "def main(reduce, x):\n    return reduce(x), reduce"
    x = np.arange(300.0)
    for made in (longest, cuda.Reduce(cuda.jit(device=True)(lambda a, b: max(a, b) + 0 * offset))):
        result, again = there.run(text, made, x)
        assert result == 299 and again is made


def test_copies_are_the_dispatcher_itself():
    kernel = of_function(doubled)
    assert copy.copy(kernel) is kernel and copy.deepcopy([kernel])[0] is kernel


# ---- once ----


def test_many_pickles_of_a_kernel_are_compiled_once(there):
    def pickled():
        return pickle.dumps((Text(LAUNCH), (kernel, np.zeros(2))))

    kernel = of_function(cuda.jit(device=True)(lambda i: i + 0.25))
    before = there.run(COUNTS)
    for _ in range(20):
        assert there.send(pickled()).tolist() == [0.25, 1.25]
    assert there.run(COUNTS) == before + 1
    # As another process sends it that has read the same text.
    _forget()
    kernel = pickle.loads(pickle.dumps(kernel))
    assert there.send(pickled()).tolist() == [0.25, 1.25]
    assert there.run(COUNTS) == before + 1


def test_threads_unpickle_one_dispatcher():
    data = [pickle.dumps(of_function(cuda.jit(device=True)(lambda i: i + k))) for k in range(20)]
    _forget()
    found, begin = [], threading.Barrier(4)

    def unpickle():
        begin.wait()
        mine = [pickle.loads(d) for d in data]
        assert all(d.py_func.__code__ for d in mine)
        found.append(mine)

    threads = [threading.Thread(target=unpickle) for _ in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert len(found) == 4 and all(mine == found[0] for mine in found)
    assert len(set(map(id, found[0]))) == 20


def test_a_pickle_that_fails_in_the_middle_does_no_harm():
    kernel = of_function(doubled)
    data = pickle.dumps(kernel)
    _forget()
    with pytest.raises((EOFError, pickle.UnpicklingError)):
        pickle.loads(data[:-40])
    out = np.zeros(2)
    pickle.loads(data)[1, 2](out)
    assert out.tolist() == [0, 2]


def test_what_nobody_uses_goes():
    for k in range(_pickle._RECENT + 20):
        data = pickle.dumps(cuda.jit(device=True)(types.FunctionType((lambda i: i + k).__code__, {}, None, None,
                                                                     (types.CellType(k),))))
        pickle.loads(data)
    assert len(_pickle._recent) == _pickle._RECENT


# ---- functions for the host ----


@pytest.mark.parametrize("dump", DUMPS)
def test_functions_for_the_host(there, dump):
    offset, rows = 10, (1, 2)

    @njit
    def add(x):
        return x + offset + rows[0] + math.floor(0.5)

    @njit(cache=True)
    def twice(x):
        return 2 * add(x)

    @vectorize(["float64(float64)"])
    def scaled(x):
        return x * offset

    @guvectorize(["float64[:], float64[:]"], "(n)->()")
    def total(x, out):
        out[0] = x.sum()

    text = """
def main(twice, scaled, total):
    import numpy as np, warnings
    warnings.simplefilter("ignore")
    out = np.zeros(1)
    x = scaled(np.arange(3.0))
    total(x, out)
    return twice(1.5), x.tolist(), x.dtype.name, out[0]
"""
    assert there.send(dump((Text(text), (twice, scaled, total)))) == (25.0, [0, 10, 20], "float64", 30)
    assert all(pickle.loads(dump(f)) is f for f in (twice, scaled, total))


def test_what_only_cloudpickle_knows(there):
    cloudpickle = pytest.importorskip("cloudpickle")

    def helper(x):
        return x * 3

    class Thing:
        def value(self):
            return 4

    thing = Thing()

    @cfunc("int64(int64)")
    def f(x):
        return helper(x) + thing.value()

    with pytest.raises((AttributeError, pickle.PicklingError)):
        pickle.dumps(f)
    text = "def main(f):\n    import warnings\n    warnings.simplefilter('ignore')\n    return f(2), id(f)"
    answers = [there.send(cloudpickle.dumps((Text(text), (f,)))) for _ in range(3)]
    assert answers[0][0] == 10 and answers == answers[:1] * 3

    def launching(n):
        out = np.zeros(n)
        kernel[1, 32](out)
        return out.sum()

    kernel = of_function(doubled)
    cloudpickle.register_pickle_by_value(__import__("test_pickles"))
    try:
        assert there(launching, 4, dump=cloudpickle.dumps) == 12
    finally:
        cloudpickle.unregister_pickle_by_value(__import__("test_pickles"))


# ---- what belongs to a process, arrays, devices, exceptions ----


def test_what_belongs_to_a_process_is_refused():
    kernel, stream = of_function(doubled), cuda.stream()
    things = [kernel.prepare(1, 1, np.zeros(1)), stream, cuda.event(), kernel[1, 1, stream], cuda.default_stream(),
              portkern.device().context, kernel.forall(3, stream=stream)]
    for thing in things:
        with pytest.raises(TypeError, match="cannot pickle a .*belongs to this process"):
            pickle.dumps(thing)


@pytest.mark.parametrize("how", [lambda a: a, lambda a: a[1:, ::2], lambda a: a[0], lambda a: a.T])
def test_arrays_go_through_the_host(device, how):
    host = np.arange(12.0).reshape(3, 4)
    sent = how(cuda.to_device(host))
    got = pickle.loads(pickle.dumps(sent))
    assert type(got) is type(sent) and got.device == sent.device and got is not sent
    np.testing.assert_array_equal(got.copy_to_host(), how(host))
    for again in (copy.copy(sent), copy.deepcopy(sent)):
        again[...] = 0
        np.testing.assert_array_equal(sent.copy_to_host(), how(host))


def test_layouts_records_and_memory_for_both(device):
    fortran = pickle.loads(pickle.dumps(cuda.to_device(np.asfortranarray(np.eye(3)))))
    assert fortran.is_f_contiguous() and not fortran.is_c_contiguous()
    kind = np.dtype([("x", "f4"), ("n", "i4")])
    record = pickle.loads(pickle.dumps(cuda.to_device(np.array([(1.5, 2)], kind))[0]))
    assert (record["x"], record["n"]) == (1.5, 2)
    for make in (cuda.mapped_array, cuda.managed_array):
        sent = make((2, 3), order="F")
        sent[...] = 5
        got = pickle.loads(pickle.dumps(sent))
        assert type(got) is type(sent) and got.flags.f_contiguous and (got == 5).all()
        assert (got.on_device() is None) == (sent.on_device() is None)


def test_arrays_of_a_device_as_values(there):
    table = cuda.to_device(np.array([1.5, 2.5]))

    @cuda.jit
    def kernel(out):
        out[0] = table[1]

    assert launched(there, kernel, np.zeros(1)) == 2.5


def test_a_device_is_the_one_of_that_name(there):
    sent = portkern.device("interp")
    assert pickle.loads(pickle.dumps(sent)) == sent
    assert there.run("def main(d):\n    return d.selector, d.is_open, d", sent) == ("interp:0", False, sent)


def test_every_exception_comes_back():
    kinds = [k for k in vars(errors).values() if isinstance(k, type) and issubclass(k, errors.PortkernError)]
    assert len(kinds) > 50
    for kind in [*kinds, errors.KernelIndexError, errors.KernelZeroDivisionError]:
        sent = kind("words")
        sent.line, sent.file = 4, "f.py"
        got = pickle.loads(pickle.dumps(sent))
        assert type(got) is kind and str(got) == str(sent) and got.args == sent.args
        assert (got.line, got.file) == (4, "f.py")
    with pytest.raises(AttributeError):
        errors.KernelNothing


def test_a_kernel_s_failure_comes_back(there):
    @cuda.jit(debug=True)
    def kernel(out):
        out[cuda.threadIdx.x + 7] = 1

    with pytest.raises(IndexError) as caught:
        launched(there, kernel, np.zeros(1))
    assert isinstance(caught.value, errors.KernelRuntimeError)
    assert caught.value.ctaid == (0, 0, 0) and caught.value.line
