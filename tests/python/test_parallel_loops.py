# SPDX-License-Identifier: Apache-2.0
"""Loops over prange: what parallel_diagnostics prints, and the same bits for any number of
threads. What such functions compute is compared in tests/host."""
import collections
import os
import re
import signal
import subprocess
import threading
import time
import warnings

import numpy as np
import pytest

import portkern
from portkern import _device, njit, prange


@pytest.fixture(autouse=True)
def host():
    token = _device._core.current.set(_device.open_device("cpu"))
    yield
    _device._core.current.reset(token)


@njit(parallel=True)
def with_loops(x, out):
    total = 0.0
    for i in prange(x.size):
        total += x[i]
        for j in prange(2):
            out[i] += j
    for i in prange(x.size):
        if x[i] < 0:
            return total
    for i in portkern.prange(x.size):
        while True:
            break
        out[0] += x[i]
        out[1] = x[i]
        out[2] = 3
    for i in prange(x.size):
        print(i)
    for i in prange(x.size):
        if x[i] > 1e9:
            break
    for i in prange(x.size):
        out[i % 3] += x[i]
    return total


def test_parallel_diagnostics_say_what_runs_on_all_cores(capsys):
    with_loops.parallel_diagnostics()
    first = with_loops.py_func.__code__.co_firstlineno + 1
    head, *lines = capsys.readouterr().out.splitlines()
    assert head == f"with_loops, {__file__}:{first}"
    assert lines == [
        f"  line {first + 2}: for i in prange(x.size): on all cores",
        f"    line {first + 4}: for j in prange(2): in one thread: it is within the loop of line {first + 2}",
        f"  line {first + 6}: for i in prange(x.size): in one thread: a return leaves it",
        f"  line {first + 9}: for i in portkern.prange(x.size): on all cores",
        f"    line {first + 12}: warning: every iteration stores into out[0]: results are lost; reduce a variable, "
        "and store it behind the loop",
        f"    line {first + 13}: warning: every iteration stores into out[1]: which value stays is unknown; "
        "store into an element of the iteration's own, or behind the loop",
        f"  line {first + 15}: for i in prange(x.size): in one thread: it prints",
        f"  line {first + 17}: for i in prange(x.size): in one thread: a break leaves it",
        f"  line {first + 20}: for i in prange(x.size): on all cores, reduces out",
        "  array expressions, fills and NumPy's reductions outside of these loops run on all cores, from 1024 elements "
        "on where they take long"]


@njit(parallel=True)
def shares(x, ends, out):
    width = ends[0]
    for i in prange(x.size):
        row = i * width
        for k in range(width):
            out[row + k] += 1
        for k in range(row, row + width):
            out[k] += 1
    for i in prange(x.size):
        last = ends[i + 1]
        for k in range(ends[i], last):
            out[k] += x[i]
        out[x.size - i] += 1
    for i in prange(x.size):
        for k in range(ends[i], x.size):
            out[k] += x[i]
    for i in prange(x.size):
        out[i] += x[i]
        out[i + ends[i]] -= x[i]
    for i in prange(x.size):
        k = i if x[i] > 0 else 0
        out[k] = max(out[k], x[i])
    for i in prange(x.size):
        if out[0] < 3:
            out[i // 2] += 1


def test_parallel_diagnostics_say_what_is_reduced(capsys):
    shares.parallel_diagnostics()
    lines = [line for line in capsys.readouterr().out.splitlines() if "for i in" in line]
    assert [line.endswith("on all cores, reduces out") for line in lines] == [False, False, True, True, True, False]


@njit(parallel=True)
def names_of_tuples(c, labels):
    for r in prange(len(c)):
        j, q = r, r % 3
        c[j, q] += 1
        c[j, q] *= 2
    for i in prange(len(labels)):
        x, y = c[labels[i]], c[0]
        x[0] += 1
        y[1] += 1


def test_parallel_diagnostics_know_names_that_tuples_are_given(capsys):
    names_of_tuples.parallel_diagnostics()
    lines = capsys.readouterr().out.splitlines()
    first = names_of_tuples.py_func.__code__.co_firstlineno + 1
    assert lines[1] == f"  line {first + 1}: for r in prange(len(c)): on all cores"
    assert lines[2] == f"  line {first + 5}: for i in prange(len(labels)): on all cores"
    assert [line.split(":")[0] for line in lines[3:5]] == [f"    line {first + 7}", f"    line {first + 8}"]
    assert all("results are lost" in line for line in lines[3:5])


@njit(parallel=True)
def elsewhere(x):
    for i in prange(x.size):
        x[i] += 1
    for i in prange(x.size):
        row = np.zeros(i % 3 + 1)
        x[i] = row.sum()
    for i in prange(x.size):
        x[i] += np.random.random()
    y = x * 2
    return y


@njit(parallel=True, offload=False)
def at_home(x):
    for i in prange(x.size):
        x[i] += 1


def test_parallel_diagnostics_say_what_may_go_to_another_device(capsys):
    first = elsewhere.py_func.__code__.co_firstlineno + 1
    elsewhere.parallel_diagnostics()
    assert "another device" not in capsys.readouterr().out
    elsewhere(np.ones(3000))
    elsewhere(np.ones(3000, np.float32))
    lines = [f"    line {first + 1}: may go",
             f"    line {first + 3}: stays on the host: it makes an array, a list or other objects (line {first + 4})",
             f"    line {first + 6}: stays on the host: it draws random numbers (line {first + 7})",
             f"    line {first + 8}: may go"]
    elsewhere.parallel_diagnostics()
    out = capsys.readouterr().out.splitlines()
    assert out[-5:] == [f"  on another device, for {elsewhere.signatures[1]}:", *lines]
    assert out[-10:-5] == [f"  on another device, for {elsewhere.signatures[0]}:", *lines]
    elsewhere.parallel_diagnostics(elsewhere.signatures[1])
    out = capsys.readouterr().out
    assert out.count("on another device") == 1 and "float32" in out
    at_home(np.ones(3))
    at_home.parallel_diagnostics()
    assert capsys.readouterr().out.endswith("\n  offload=False: all loops stay on the host\n")


@njit(parallel=True)
def with_containers(items, x):
    n = len(items)
    for i in prange(x.size):
        x[i] += n
    for i in prange(x.size):
        x[i] += len(items)


Pair = collections.namedtuple("Pair", "a, b")


def test_parallel_diagnostics_of_calls_with_containers(capsys):
    first = with_containers.py_func.__code__.co_firstlineno + 1
    x = np.ones(3000)
    items = [[1, 2], [np.ones(3)], {1: 2.0}, [[1], [2, 3]], [("a", 1)], {2.5}]
    for each in items:
        with_containers(each, x)
    with_containers(Pair(1, 2.0), x)
    with_containers.parallel_diagnostics()
    out = capsys.readouterr().out
    loops = (f"    line {first + 2}: may go\n"
             f"    line {first + 4}: stays on the host: it uses lists or other objects (line {first + 5})\n")
    assert out.count(loops) == len(items)
    for words in "{int64: float64}", "[[int64]]", "[(str, int64)]", "{float64}":
        assert f"  on another device, for ({words}, array(float64, 1d, C)):\n{loops}" in out
    assert re.search(r"Pair\(int64, float64\).*:\n    PORTKERN_DUMP=loops says it for such arguments when", out)


@njit
def without_parallel(x):
    for i in prange(x.size):
        x[i] += 1


def test_functions_without_parallel_run_in_one_thread(capsys):
    without_parallel.parallel_diagnostics()
    assert "without parallel=True" in capsys.readouterr().out


@njit(parallel=True)
def sums(x, y):
    total = 0.0
    for i in prange(x.shape[0]):
        y += x[i]
        total += x[i, 0]
    return total


def test_sums_are_the_same_for_any_number_of_threads():
    x = np.random.default_rng(3).random((5003, 7)) - 0.5
    found = set()
    for threads in range(1, portkern.get_num_threads() + 1):
        portkern.set_num_threads(threads)
        y = np.zeros(7)
        found.add((sums(x, y), y.tobytes()))
    assert len(found) == 1
    np.testing.assert_allclose(y, x.sum(axis=0), rtol=1e-12)


@njit(parallel=True)
def sums_of_groups(x, groups, n):
    out = np.zeros(n)
    least = np.full((n, 2), np.inf)
    for i in prange(x.size):
        out[groups[i]] += x[i]
        least[groups[i], i % 2] = min(least[groups[i], i % 2], x[i])
    return out, least


@pytest.mark.parametrize("size", [5003, 40, 4])
@pytest.mark.parametrize("n", [3, 300, 40000])
def test_elements_are_reduced_to_the_same_bits_for_any_number_of_threads(size, n):
    random = np.random.default_rng(3)
    x, groups = random.random(size) - 0.5, random.integers(0, n, size)
    found = set()
    for threads in range(1, portkern.get_num_threads() + 1):
        portkern.set_num_threads(threads)
        for _ in range(5):
            out, least = sums_of_groups(x, groups, n)
            found.add((out.tobytes(), least.tobytes()))
    assert len(found) == 1
    np.testing.assert_allclose(out, np.bincount(groups, x, n), rtol=1e-12, atol=1e-15)
    right = np.full((n, 2), np.inf)
    np.minimum.at(right, (groups, np.arange(size) % 2), x)
    assert (least == right).all()


@njit(parallel=True)
def continues(x):
    out = np.zeros((x.size, 3))
    for i in prange(x.size):
        for j in range(3):
            if j > 1:
                out[i, j] = j
        if x[i] % 2 > 0:
            continue
        out[i, 0] = x[i]
    return out


def test_iterations_may_end_by_continue_behind_a_loop():
    x = np.arange(3000)
    out = continues(x)
    assert (out[:, 2] == 2).all()
    assert (out[:, 0] == np.where(x % 2 > 0, 0, x)).all()


# ---- races ----

@njit(parallel=True)
def histogram(labels, counts):
    for i in prange(labels.size):
        if counts[0] < 3:
            counts[labels[i]] += 1
    for i in prange(labels.size):
        k = labels[i]
        counts[k] += 1
        counts[k] *= 2
    for i in prange(labels.size):
        counts[i] += labels[i]
        for k in range(2):
            counts[k] -= 1
        counts[i % 3] += 0
        counts[labels[i]] += 1


@njit(parallel=True)
def last_stays(x, out):
    for i in prange(x.size):
        out[0] = x[i]


def test_first_compile_warns_of_races():
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        for _ in range(2):
            histogram(np.zeros(4, np.int64), np.zeros(8, np.int64))
            last_stays(np.zeros(4), np.zeros(1))
    first = histogram.py_func.__code__.co_firstlineno + 1
    later = last_stays.py_func.__code__.co_firstlineno + 1
    assert [each.lineno for each in found] == [first + 3, first + 6, first + 7, later + 2]
    assert all(each.category is portkern.NumbaParallelSafetyWarning and each.filename == __file__ for each in found)
    assert "counts[labels[i]]" in str(found[0].message)
    assert "every iteration stores into out[0]" in str(found[3].message)


@njit(parallel=True)
def depends(x):
    last = 0.0
    for i in prange(x.size):
        x[i] += last
        last = x[i]
    return last


def test_what_depends_on_another_iteration_is_refused_with_the_fix():
    with pytest.raises(portkern.errors.UnsupportedError) as caught:
        depends(np.zeros(3))
    text = str(caught.value)
    assert "last is read before this iteration of prange sets it" in text
    assert "use range in place of prange" in text


@njit(parallel=True)
def histogram_of(x):
    out = np.zeros(10, np.int64)
    for i in prange(x.size):
        out[x[i]] = 2 * out[x[i]] + 1
    return out


@njit(parallel=True)
def summed_as_well(x, out):
    total = 0
    for i in prange(x.size):
        total += x[i]
        out[x[i]] = i
    return total


@njit(parallel=True)
def reads_neighbours(x):
    for i in prange(x.size - 1):
        x[i] = x[i + 1]


@njit
def smear(row):
    for i in range(row.size - 1):
        row[i] += row[i + 1]


@njit(parallel=True)
def rows_that_overlap(x):
    for i in prange(x.size // 2):
        smear(x[i:i + 3])


@njit(parallel=True)
def doubled(x):
    out = np.empty_like(x)
    for i in prange(x.size):
        out[i] = 2 * x[i]
    return out


@njit(parallel=True)
def races_behind_an_inner_loop(x, out):
    for i in prange(x.size):
        out[i % 4] = doubled(x + i)[3]


@pytest.mark.parametrize("function, args, words", [
    (histogram_of, (np.array([3, 4, 3]),), r"iteration 2 reads memory\[3\], which iteration 0 wrote in line"),
    (histogram_of, (np.arange(700) % 10,), r"iteration \d+ reads memory\[\d\], which iteration \d wrote in line"),
    (summed_as_well, (np.arange(40) % 8, np.zeros(8)), r"iteration 8 writes out\[0\], which iteration 0 wrote in line"),
    (reads_neighbours, (np.arange(5.0),), r"iteration 1 writes x\[1\], which iteration 0 read in line"),
    (rows_that_overlap, (np.arange(8.0),), "race: iteration 1 reads"),
    (races_behind_an_inner_loop, (np.arange(9.0), np.zeros(4)), r"iteration 4 writes out\[0\], which iteration 0 wrote"),
])
def test_interp_finds_races(function, args, words):
    with portkern.device("interp"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with pytest.raises(portkern.errors.DataRaceError, match=words) as caught:
            function(*args)
    assert caught.value.line > function.py_func.__code__.co_firstlineno or function is rows_that_overlap


@njit(parallel=True)
def without_races(x, y, n):
    found = np.zeros(1)
    scratch = np.zeros(4)
    rows = np.zeros((x.size, n))
    total = np.zeros(n)
    for i in prange(x.size):
        own = np.zeros(n)
        for k in range(n):
            own[k] = x[i] * k
        rows[i] = own
        y[i] = own.sum() + x[0]
        if x[i] > 2:
            found[0] = 1
    for i in prange(x.size):
        smear(rows[i])
        y[i] += rows[i, 0] + rows[x.size - 1 - i, n - 1]
    for i in prange(x.size):
        rows[i] = doubled(x + i)[0]
    for i in prange(x.size):
        total += rows[i]
    failed = False
    try:
        for i in prange(x.size):
            y[i] -= 1
            if x[i] == x.size - 2:
                raise ValueError("the last but one")
    except Exception:
        failed = True
    for i in range(x.size):
        y[i] = y[i] + 1
        scratch[i % 4] += y[i]
    return found[0], failed, total.sum(), scratch.sum() != 0, np.random.random() < 1


@njit(parallel=True)
def scratch_of_threads(x):
    scratch = np.zeros((portkern.get_num_threads(), 2))
    for i in prange(x.size):
        mine = scratch[portkern.get_thread_id()]
        mine[0] = x[i]
        mine[1] = np.random.random()
        x[i] = mine[0] + 1
    return x


def test_interp_finds_no_races_where_there_are_none():
    for size in 3, 20, 700:
        results = []
        for name in "cpu", "interp":
            with portkern.device(name):
                results.append(without_races(np.arange(float(size)), np.zeros(size), 5))
                assert np.array_equal(scratch_of_threads(np.arange(float(size))), np.arange(1.0, size + 1))
        assert results[0] == results[1] and results[0][:2] == (size > 3, True)


# ---- whole arrays ----

@njit(parallel=True)
def whole_arrays(x, y):
    z = np.sin(x) * y + 1.0
    z -= np.float64(z.mean())
    z[1:] += y[:-1]
    return (z, z.sum(), np.prod(1 + z / z.size), z.min(), np.max(z), z.std(), np.dot(z, y), np.sum(z * y),
            np.nansum(y), np.count_nonzero(z > 0), (z > 0).sum())


def bits_of(function, *args):
    return tuple(np.asarray(each).tobytes() for each in function(*args))


@pytest.mark.parametrize("size", [0, 1, 1000, 1025, 5000, 300_000])
def test_whole_arrays_have_the_same_bits_for_any_number_of_threads(size):
    generator = np.random.default_rng(size)
    x, y = generator.random(size), generator.random(size)
    if size == 0:
        x = y = np.ones(1)
    found = set()
    for threads in range(1, portkern.get_num_threads() + 1):
        portkern.set_num_threads(threads)
        found.add(bits_of(whole_arrays, x, y))
    if size <= 5000:
        token = _device._core.current.set(_device.open_device("interp"))
        found.add(bits_of(whole_arrays, x, y))
        _device._core.current.reset(token)
    assert len(found) == 1


@njit(parallel=True)
def two_arguments(a, b):
    a[:] = b + 1
    return a


@pytest.mark.parametrize("by", [1, 5, 1100, 19_999, -1, -1100])
def test_arguments_that_overlap_have_numpys_result(by):
    x, y = np.arange(20_000.0), np.arange(20_000.0)
    for function, z in ((two_arguments, x), (two_arguments.py_func, y)):
        function(*((z[by:], z[:-by]) if by > 0 else (z[:by], z[-by:])))
    assert (x == y).all()


# ---- exceptions and interruptions ----

@njit(parallel=True)
def fails_from(n, first, step):
    kept = np.zeros(n)
    for i in prange(n):
        kept[i] = i
        if i >= first and (i - first) % step == 0:
            raise ValueError("at", i)
    return kept


@pytest.mark.parametrize("first", [0, 1, 777, 49_999])
def test_lowest_iteration_raises_for_any_number_of_threads(first):
    for threads in range(1, portkern.get_num_threads() + 1):
        portkern.set_num_threads(threads)
        for _ in range(10):
            with pytest.raises(ValueError) as caught:
                fails_from(50_000, first, 101)
            assert caught.value.args == ("at", first)


@njit(parallel=True, nogil=True)
def takes_long(n, m):
    out = np.zeros(n)
    for i in prange(n):
        s = 0.0
        for j in range(m):
            for k in range(100):
                s += j * k % 7
        out[i] = s
    return out.sum()


@njit(parallel=True)
def arrays_take_long(x, n):
    for i in range(n):
        y = np.sin(x) + i
        x = y * 0.5
    return x


@pytest.mark.parametrize("call", [lambda: takes_long(100_000, 1_000_000),
                                  lambda: arrays_take_long(np.ones(200_000), 1_000_000)])
def test_interruption_ends_parallel_loops_soon_and_gives_all_back(call):
    # The shell starts what is in the background with SIGINT ignored.
    old = signal.signal(signal.SIGINT, signal.default_int_handler)
    takes_long(2, 2)
    arrays_take_long(np.ones(2000), 2)
    before = _memory_in_kib()
    for _ in range(3):
        with subprocess.Popen(["sh", "-c", f"sleep 0.3; kill -INT {os.getpid()}"]):
            begin = time.monotonic()
            with pytest.raises(KeyboardInterrupt):
                call()
            assert time.monotonic() - begin < 20
    signal.signal(signal.SIGINT, old)
    assert _memory_in_kib() - before < 100_000
    assert takes_long(10, 10) == takes_long.py_func(10, 10)


def _memory_in_kib():
    with open("/proc/self/status", encoding="ascii") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))


def test_fork_while_another_thread_is_in_a_parallel_loop():
    takes_long(2, 2)
    expected = takes_long(200, 100)
    stop = threading.Event()

    def run():
        while not stop.is_set():
            takes_long(2000, 100)

    other = threading.Thread(target=run)
    other.start()
    try:
        for _ in range(5):
            child = os.fork()
            if not child:
                os._exit(0 if takes_long(200, 100) == expected else 1)
            assert os.waitpid(child, 0)[1] == 0
    finally:
        stop.set()
        other.join()


@njit(parallel=True)
def whose(out):
    for i in prange(out.size):
        for _ in range(2000):
            out[i] += 1
        out[i] = portkern.get_thread_id()


def test_chunks_are_of_the_size_that_is_asked_for():
    assert portkern.get_parallel_chunksize() == 0
    out = np.zeros(3000)
    with portkern.parallel_chunksize(3000):
        assert portkern.get_parallel_chunksize() == 3000
        whose(out)
        assert (out == out[0]).all()  # one thread has all
    assert portkern.set_parallel_chunksize(7) == 0
    try:
        for _ in range(100):
            whose(out)
            changes = np.flatnonzero(np.diff(out)) + 1
            assert (changes % 7 == 0).all()
            if len(changes) or os.cpu_count() == 1:
                break
        else:
            raise AssertionError("one thread ran all chunks, 100 times")
        numbers = []
        thread = threading.Thread(target=lambda: numbers.append(portkern.get_parallel_chunksize()))
        thread.start()
        thread.join()
        assert numbers == [0]  # each thread has its own
    finally:
        assert portkern.set_parallel_chunksize(0) == 7
    for wrong, kind in ((-1, ValueError), (1.5, TypeError)):
        with pytest.raises(kind):
            portkern.set_parallel_chunksize(wrong)


@njit(parallel=True)
def one_has_all(out, fails):
    with portkern.parallel_chunksize(out.size):
        for i in prange(out.size):
            for _ in range(2000):
                out[i] += 1
            out[i] = portkern.get_thread_id()
        if fails:
            raise ValueError("within")
    return portkern.get_parallel_chunksize()


@njit
def sets(chunk, threads):
    before = portkern.set_parallel_chunksize(chunk)
    portkern.set_num_threads(threads)
    return before, portkern.get_num_threads()


def test_functions_set_how_loops_are_cut():
    out = np.zeros(3000)
    assert one_has_all(out, False) == 0
    assert (out == out[0]).all()
    with pytest.raises(ValueError, match="within"):
        one_has_all(out, True)
    assert portkern.get_parallel_chunksize() == 0
    threads = portkern.get_num_threads()
    for name in "cpu", "interp":
        with portkern.device(name):
            try:  # what is set holds for the thread's later calls, and for no other thread's
                assert sets(5, 1) == (0, 1)
                assert (portkern.get_parallel_chunksize(), portkern.get_num_threads()) == (5, 1)
                assert sets(7, 1) == (5, 1)
                numbers = []
                thread = threading.Thread(target=lambda: numbers.append(sets(3, threads)))
                thread.start()
                thread.join()
                assert numbers == [(0, threads)]
                assert (portkern.get_parallel_chunksize(), portkern.get_num_threads()) == (7, 1)
                with pytest.raises(ValueError, match=f"between 1 and {threads}$"):
                    sets(7, threads + 1)
            finally:
                portkern.set_num_threads(threads)
                assert portkern.set_parallel_chunksize(0) == 7


def test_a_chunk_size_is_set_by_a_with_statement():
    @njit
    def alone():
        portkern.parallel_chunksize(3)

    @njit
    def named():
        with portkern.parallel_chunksize(3) as size:
            return size

    for function in alone, named:
        with pytest.raises((portkern.errors.TypingError, portkern.errors.UnsupportedError)):
            function()
