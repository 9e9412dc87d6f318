# SPDX-License-Identifier: Apache-2.0
"""portkern.explain(): where a launch is fastest, and that measuring changes nothing."""
import collections
import json
import warnings

import numpy as np
import portkern
import pytest

from portkern import _device, cuda, errors, jit, njit, prange
from portkern._tools import scaling
from portkern._tools.explain import break_even
from portkern._tools.explanation import BreakEven, Explanation, Measurement, Point, _times

QUICK = {"devices": "cpu", "seconds": 0.02}


@cuda.jit
def saxpy(a, x, y, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a * x[i] + y[i]


@cuda.jit
def accumulate(x, n):
    i = cuda.grid(1)
    if i < n:
        x[i] += 1


# ---- the whole ----


def test_every_device_is_measured():
    x, out = np.arange(2000, dtype=np.float32), np.full(2000, 7, np.float32)
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # Numba's advice is for programs, not for this
        found = portkern.explain(saxpy[8, 256], (np.float32(2), x, x, out), seconds=0.5)
    assert (out == 7).all() and (x == np.arange(2000)).all()
    assert [m.device for m in found.measurements] == [d.selector for d in portkern.devices()]
    assert found.size == 2000 and found.kernel == "saxpy"
    for each in found.measurements:
        assert each.error is None and each.compile_ns > 0 and each.kind == portkern.device(each.device).kind
        p = each.point
        assert p.size == 2000 and p.call_ns > 0 and p.run_ns > 0 and p.count >= 3
        if portkern.device(each.device).limits["host_memory"]:
            assert (p.to_device, p.from_device, p.copy_ns) == (0, 0, 0)
        else:  # `out` is written in full, so it is not copied to the device; x is one array twice
            assert p.from_device == 8000 and p.to_device in (8000, 16000) and p.copy_ns > 0
        assert [q.size for q in each.points] == sorted(q.size for q in each.points)
    assert found.reference == "cpu:0" and found["cpu"] is found["cpu:0"]
    slow = found["interp"].point.call_ns / found["cpu"].point.call_ns
    assert slow > 3
    assert all(each.kind == "never" and each.largest >= 2000 for each in found.break_even["interp:0"])
    assert found.fastest_call != "interp:0" != found.fastest_run
    words = str(found)
    assert words.startswith("saxpy, n = 2,000\n") and "faster for none up to n = " in words
    assert f"One call, with arrays of the host: {found.fastest_call} is the fastest" in words
    assert ("It is simulated" in words) == any(d.is_simulated for d in portkern.devices())


def test_it_is_data_too():
    found = portkern.explain(saxpy.forall(256), (1.0, np.ones(256), np.ones(256), np.ones(256)), **QUICK)
    again = Explanation.from_dict(json.loads(json.dumps(found.as_dict())))
    assert str(again) == str(found) == repr(found)
    assert found._repr_html_().startswith("<b>saxpy, n = 256</b><table>")
    with pytest.raises(KeyError):
        found["opencl:9"]


def test_a_failure_on_a_device_is_in_its_row():
    """The interpreter finds the race that the others run."""
    @cuda.jit
    def races(x):
        x[0] += 1

    found = portkern.explain(races[2, 64], (np.zeros(128),), devices=["cpu", portkern.device("interp")], seconds=0.1)
    assert found["interp"].error.startswith("DataRaceError: ") and found["interp"].point is None
    assert found["cpu"].point and "interp:0 fails: DataRaceError" in str(found)
    assert "<td" in found._repr_html_()


def test_nothing_is_left_behind():
    @cuda.jit(device=True)
    def helper(v):
        return v + 1

    @cuda.jit
    def calls(x):
        i = cuda.grid(1)
        if i < x.size:
            x[i] = helper(x[i])

    open_before = dict(_device._open)
    with portkern.transfers() as moved:
        portkern.explain(calls[1, 128], (np.zeros(128),), seconds=0.02)
    assert _device._open == open_before and not helper._modules and not calls._modules and not calls._kernels
    assert (moved.to_device, moved.from_device) == (0, 0)


def test_slow_launches_are_measured_once():
    @cuda.jit
    def slow(x):
        for _ in range(20000):
            x[0] += 1

    found = portkern.explain(slow[1, 1], (np.zeros(64),), devices="interp", sizes=(), seconds=0.001)
    assert found["interp"].point.count == 1 and found["interp"].point.call_ns > 1e6


def test_what_kernels_print_is_dropped(capfd):
    @cuda.jit
    def prints(x):
        print("thread", cuda.grid(1))
        x[cuda.grid(1)] = 1

    found = portkern.explain(prints[1, 2], (np.zeros(2),), seconds=0.1, sizes=())
    assert all(m.point and m.first_call_ns > m.compile_ns for m in found.measurements)
    assert capfd.readouterr().out == ""


# ---- functions with parallel loops ----


@njit(parallel=True)
def halves(x):
    y = np.empty_like(x)
    for i in prange(x.size):
        y[i] = x[i] / 2
    for i in prange(x.size):
        x[i] = y[i] + 1
    return x.sum()


@njit(parallel=True)
def lists(n):
    out = np.zeros(n, np.int64)
    for i in prange(n):
        out[i] = len([i] * 3)
    return out


def test_calls_of_functions_are_measured_on_each_device():
    x, open_before = np.arange(3000.0), dict(_device._open)
    found = portkern.explain(halves, (x,), devices=["cpu", "cuda"], seconds=0.2, sizes=[6000])
    assert (x == np.arange(3000)).all() and not halves._modules
    assert set(_device._open.values()) == {*open_before.values(), portkern.device("cuda").context}
    assert [m.device for m in found.measurements] == ["cpu:0", "cuda:0"] and found.kernel == "halves"
    cpu, cuda_ = found["cpu"], found["cuda"]
    assert [p.size for p in cpu.points] == [p.size for p in cuda_.points] == [3000, 6000]
    assert cpu.auto is None and cpu.point.to_device == 0 and cpu.point.run_ns == cpu.point.call_ns
    p = cuda_.point
    assert p.to_device == x.nbytes and p.from_device >= x.nbytes and 0 < p.copy_ns < p.call_ns == p.run_ns + p.copy_ns
    every, chosen = cuda_.auto
    assert every >= 2 and 0 <= chosen <= every
    assert 'By measurement (offload="auto")' in str(found)
    again = Explanation.from_dict(json.loads(json.dumps(found.as_dict())))
    assert str(again) == str(found) and again["cuda"].auto == cuda_.auto


def test_what_is_a_kernel_or_a_function_is_explained_as_what_is_asked():
    @jit(target="gpu")
    def either(x, y):
        return x + y

    found = portkern.explain(either, (np.ones(3000), np.ones(3000)), devices=["cpu", "cuda"], seconds=0.1, sizes=())
    assert found["cuda"].auto[0] == 1 and found.kernel == "either"

    @jit(target="gpu")
    def kernel(x):
        x[cuda.grid(1)] += 1

    assert portkern.explain(kernel[1, 64], (np.ones(64),), **QUICK)["cpu"].auto is None


def test_functions_whose_loops_stay_say_so():
    found = portkern.explain(lists, (100,), devices=["cpu", "cuda"], seconds=0.1)
    assert found["cuda"].auto == (0, 0) and "None of its parallel loops can run there" in str(found)


def test_sizes_of_a_function_can_be_made():
    def make(n):
        return (np.ones(n),)

    found = portkern.explain(halves, 128, make=make, sizes=[256], devices="cpu", seconds=0.1)
    assert [p.size for p in found["cpu"].points] == [128, 256]


def test_what_a_function_raises_is_raised():
    @njit(parallel=True)
    def fails(x):
        for i in prange(x.size):
            x[i + 1] = 1

    x = np.zeros(50)
    with pytest.raises(IndexError):
        portkern.explain(fails, (x,), devices=["cpu", "cuda"], seconds=0.1)
    assert not x.any()


# ---- arguments ----


def test_arguments_of_all_kinds_stay_as_they_are(device):
    Pair = collections.namedtuple("Pair", "a b")
    record = np.zeros(1, np.dtype([("f", np.float64), ("i", np.int32)]))[0]
    there, ro = cuda.to_device(np.arange(200.0)), np.arange(200.0)
    ro.flags.writeable = False
    out = np.zeros((200, 2), order="F")[:, 1]

    @cuda.jit
    def kernel(pair, record, there, ro, out, n):
        i = cuda.grid(1)
        if i < n:
            there[i] += pair.b[i] + ro[i]
            out[i] = there[i]
            pair.a[i] = 1
            record.f = 3.0

    args = Pair(np.zeros(200), np.ones(200)), record, there, ro, cuda.Out(out), 200
    found = portkern.explain(kernel, args, 1, 256, devices=device.selector, seconds=0.1, sizes=[400])
    assert found.measurements[0].error is None or "DataRaceError" in found.measurements[0].error
    assert not args[0].a.any() and record["f"] == 0 and not out.any()
    np.testing.assert_array_equal(there.copy_to_host(), np.arange(200.0))


def test_contents_are_restored_before_each_launch():
    """Else 200 launches would make the values overflow."""
    @cuda.jit
    def grows(x, seen):
        i = cuda.grid(1)
        if i < x.size:
            if x[i] != 2:
                seen[0] = 1 // int(x[i] == 2)
            x[i] *= 1e300

    options = {"error_model": "python"}
    kernel = cuda.jit(**options)(grows.py_func)
    found = portkern.explain(kernel[1, 128], (np.full(128, 2.0), np.zeros(1, np.int64)), seconds=0.1, sizes=())
    assert all(each.error is None for each in found.measurements), str(found)


def test_copies_share_memory_where_the_arguments_do():
    base = np.arange(100.0)
    values = [base[1:], (base[:-1], base[::-2]), np.float32(1), base]
    copies = scaling.copies(values)
    arrays = copies[0], *copies[1], copies[3]
    for copy, original in zip(arrays, (base[1:], base[:-1], base[::-2], base), strict=True):
        assert copy.strides == original.strides and copy.ctypes.data % 64 == original.ctypes.data % 64
        np.testing.assert_array_equal(copy, original)
        assert not np.shares_memory(copy, base)
    arrays[0][4] = -1
    assert (arrays[1][5], arrays[3][5], base[5]) == (-1, -1, 5)


# ---- other sizes ----


def launch(grid, block, *values):
    return scaling.Launch(grid, block, 0, list(values))


def test_extents_integers_and_the_grid_grow():
    table, x = np.arange(7.0), np.zeros((100, 3))
    made = launch((4, 1, 1), (32, 1, 1), x, table, 100, 5, np.int32(100), np.zeros(300), (np.zeros(102, np.int8), 1.5)).scaled(200)
    assert made.grid == (7, 1, 1) and made.block == (32, 1, 1) and made.size == 200
    assert [np.shape(v) for v in made.values[:2]] == [(200, 3), (7,)] and made.values[2:5] == [200, 5, 200]
    assert type(made.values[4]) is np.int32 and made.values[5].shape == (600,) and made.values[6][0].shape == (202,)


def test_square_launches_grow_along_both_axes():
    a = np.asfortranarray(np.arange(64 * 64, dtype=np.float32).reshape(64, 64))
    made = launch((8, 8, 1), (8, 8, 1), a, a).scaled(128)
    assert made.grid == (16, 16, 1) and made.values[0] is made.values[1]
    assert made.values[0].flags.f_contiguous and made.values[0].shape == (128, 128)
    np.testing.assert_array_equal(made.values[0], np.tile(a, (2, 2)))
    strided = launch((4, 1, 1), (16, 1, 1), np.arange(128.0)[::2]).scaled(32).values[0]
    assert strided.strides == (16,) and (strided == np.arange(0.0, 64, 2)).all()


def test_grids_that_loop_grow_with_the_size():
    assert launch((16, 1, 1), (32, 1, 1), np.zeros(100_000)).scaled(50_000).grid == (8, 1, 1)
    assert launch((1, 1, 1), (1, 1, 1), np.zeros(100_000)).scaled(50_000).grid == (1, 1, 1)


@pytest.mark.parametrize("made, size, why", [
    (launch((4, 1, 1), (32, 1, 1), np.zeros(128)), 100, "blocks of 32 threads do not make 100"),
    (launch((1, 1, 1), (1, 1, 1), 5, np.zeros(())), 100, "no array"),
    (launch((4, 1, 1), (32, 1, 1), *(lambda b: (b[1:], b[:-1]))(np.zeros(129))), 64, "share memory"),
])
def test_launches_without_other_sizes_say_why(made, size, why):
    with pytest.raises(scaling.NotScalable, match=why):
        made.scaled(size)


def test_what_would_leave_its_arrays_at_another_size_is_not_launched():
    """Eight elements more than the grid's threads, fixed in the kernel."""
    @cuda.jit
    def fixed(x):
        x[1000 + cuda.threadIdx.x] = 1

    found = portkern.explain(fixed[1, 8], (np.zeros(1008),), **QUICK)
    assert [p.size for p in found["cpu"].points][0] == 1008 and "IndexError" in found.why and "Sizes: n = " in str(found)


def test_sizes_of_ones_own():
    made = []

    def make(n):
        made.append(n)
        return -(-n // 64), 64, (np.zeros((2, n)), np.ones(n), n)

    @cuda.jit
    def rows(x, y, n):
        i = cuda.grid(1)
        if i < n:
            x[0, i] = x[1, i] + y[i]

    found = portkern.explain(rows, 100, sizes=[200, 300], make=make, devices="cpu", seconds=1)
    assert [p.size for p in found["cpu"].points] == [100, 200, 300] and made == [100, 200, 300]
    assert [p.size for p in portkern.explain(rows, 100, make=make, **QUICK)["cpu"].points][0] == 100
    with pytest.raises(TypeError):
        portkern.explain(rows, (1,), make=make)


# ---- break-even ----


def points(*rows):
    return [Point(n, call, 0, run, 0, 0, 3) for n, call, run in rows]


def test_break_even_is_where_the_lines_cross():
    """10 n against 1000 + n: equal at n = 111."""
    slow = points(*((n, 10 * n, n) for n in (1, 10, 100, 1000)))
    fast = points(*((n, 1000 + n, 2 * n) for n in (1, 10, 100, 1000)))
    found = break_even(fast, slow, "call_ns")
    assert (found.kind, found.smallest, found.largest) == ("from", 1, 1000) and 100 < found.size < 160
    assert str(break_even(slow, fast, "call_ns")) == f"faster only below about n = {found.size}"
    assert str(break_even(fast, slow, "run_ns")) == "faster for none up to n = 1,000"
    assert str(break_even(slow, fast, "run_ns")) == "faster for all sizes from n = 1 to 1,000"
    assert break_even(fast[:3], slow, "call_ns") == BreakEven("never", None, 1, 100)
    assert break_even(fast[:1], slow, "call_ns").kind == break_even(fast, [], "call_ns").kind == "unknown"
    assert break_even(points((1, 1, 1), (2, 9, 9), (3, 1, 1)), points((1, 2, 2), (2, 2, 2), (3, 2, 2)), "run_ns").kind == "mixed"


def test_the_question_is_answered_of_a_gpu():
    slow, fast = points((64, 10, 10), (256, 90, 90)), points((64, 50, 1), (256, 50, 1))
    found = Explanation("k<1>", 64, [Measurement("cpu:0", "CPU", 10**6, slow, 64), Measurement("cuda:0", "GPU", 10**7, fast, 64),
                                     Measurement("opencl:0", "GPU", None, [], 64)])
    assert "Is the GPU slower than the CPU here? Yes, for one call." in str(found)
    assert "One call: faster from about n = 177 on. On the device: faster for all sizes from n = 64 to 256." in str(found)
    assert (found.fastest_call, found.fastest_run) == ("cpu:0", "cuda:0")
    assert "opencl:0 takes too long: nothing was measured." in str(found)
    assert "k&lt;1&gt;" in found._repr_html_()
    assert "cuda:0 takes 5 times as long as cpu:0 for one call, and 0.1 times for arrays on the device." in str(found)
    assert [_times(r) for r in (0.123, 1, 99.4, 99.6, 12345)] == ["0.12 times", "1 times", "99 times", "100 times", "12,345 times"]


# ---- what is wrong ----


def test_what_is_no_launch_is_refused():
    @cuda.jit(device=True)
    def helper(v):
        return v

    x = np.zeros(64)
    for call, words in (
        (lambda: portkern.explain(print, (x,)), "takes a kernel"),
        (lambda: portkern.explain(helper, (x,), 1, 1), "helper is a function for kernels"),
        (lambda: portkern.explain(halves, (x,), grid=1, block=1), "a function is called"),
        (lambda: portkern.explain(halves, x), "are a tuple"),
        (lambda: portkern.explain(halves, ([1.0],)), "not list"),
        (lambda: portkern.explain(accumulate, (x, 64)), "one of the two"),
        (lambda: portkern.explain(accumulate[1, 64], (x, 64), 1, 64), "one of the two"),
        (lambda: portkern.explain(accumulate, (x, 64), grid=1), "both grid= and block="),
        (lambda: portkern.explain(accumulate[1, 64], x), "are a tuple"),
    ):
        with pytest.raises(TypeError, match=words):
            call()
    with pytest.raises(ValueError, match="seconds is more than 0"):
        portkern.explain(accumulate[1, 64], (x, 64), seconds=0)
    with pytest.raises(errors.CudaSupportError):
        portkern.explain(accumulate[1, 64], (x, 64), devices=["opencl:99"])
    assert not x.any()


def test_what_the_launch_itself_raises():
    x = np.zeros(64)
    with pytest.raises(IndexError):
        portkern.explain(accumulate[1, 128], (x, 128), **QUICK)
    with pytest.raises(TypeError, match="kernels take no str"):
        portkern.explain(accumulate[1, 64], ("text", 64), **QUICK)
    with pytest.raises(errors.TypingError):
        portkern.explain(accumulate[1, 64], (3, 64), **QUICK)
    with pytest.raises(TypeError, match="accumulate"):
        portkern.explain(accumulate[1, 64], (x,), **QUICK)
    assert not x.any()


def test_launches_without_arrays():
    @cuda.jit
    def nothing(n):
        pass

    found = portkern.explain(nothing[1, 1], (3,), **QUICK)
    assert found.size is None and found["cpu"].point.size is None
    assert str(found).startswith("nothing\n") and "no array whose size could change" in str(found)
