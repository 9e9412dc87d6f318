# SPDX-License-Identifier: Apache-2.0
import numpy as np
from corpus import Case

R = np.random.default_rng(32)
np.seterr(all="ignore")


def numbers(dtype, n, low=-99):
    a = R.integers(low, 99, n)
    if np.dtype(dtype).kind == "u":
        a = np.abs(a)
    if np.dtype(dtype).kind == "b":
        return a > 0
    a = a.astype(dtype)
    return a + np.dtype(dtype).type(0.25) if np.dtype(dtype).kind in "fc" else a


def meet(a, b):
    """An integer beside a float becomes that float, where NumPy takes float64."""
    if a.dtype.kind in "iu" and b.dtype.kind in "fc":
        return a.astype(b.dtype), b
    if b.dtype.kind in "iu" and a.dtype.kind in "fc":
        return a, b.astype(a.dtype)
    return a, b


def quotient(a, b):
    """Integers of up to 16 bits divide as float32."""
    if a.dtype.kind in "iu" and b.dtype.kind in "iu" and np.result_type(a, b).itemsize <= 2:
        return a.astype("f") / b.astype("f")
    a, b = meet(a, b)
    return a / b


TYPES = [np.int8, np.uint8, np.int16, np.int32, np.uint32, np.int64, np.float32, np.float64, np.complex64]


def operators():
    n = 7
    for i, s in enumerate(TYPES):
        for t in TYPES[(i + i // 3) % 3::3]:  # a third of the pairs: OpenCL compiles slowly
            a, b = numbers(s, n), numbers(t, n)
            b[b == 0] = 1
            x, y = meet(a, b)
            sums = [x + y, x - y, x * y, np.add(*meet(-a, y * x))]
            if "c" in a.dtype.kind + b.dtype.kind:
                sums.append(np.add(*meet(np.add(*meet(np.conj(a), np.square(b))), np.sign(a))))
                yield Case("operators_complex", 1, 1, [a, b, np.zeros((5, n), "D")], {2: np.stack(sums).astype("D")})
                continue
            ints = a.dtype.kind in "iu" and b.dtype.kind in "iu"
            floors = [a // b if ints else np.floor_divide(x, y), x % y]
            yield Case("operators", 1, 1, [a, b, np.zeros((4, n)), np.zeros((1, n)), np.zeros((2, n))],
                       {2: np.stack(sums).astype("d"), 3: quotient(a, b).astype("d")[None],
                        4: np.stack(floors).astype("d")})


def logic():
    n = 9
    for s in (np.bool_, np.int8, np.uint16, np.int32, np.uint32):
        a, b = numbers(s, n), numbers(s, n)
        out = [a & b, a | b, a ^ b, ~a]
        if s is not np.bool_:
            out += [a << (b & s(7)), a >> (b & s(7))]
            yield Case("bits", 1, 1, [a, b, np.zeros((6, n), s)], {2: np.stack(out)})
    for s in (np.bool_, np.int8, np.uint64, np.float32, np.float64):
        for t in (np.bool_, np.int16, np.int64, np.float32):
            if {s, t} == {np.uint64, np.int64}:
                continue
            a, b = numbers(s, n), numbers(t, n)
            b[::2] = a[::2].astype(t)
            a[1] = 0
            x, y = meet(a, b)
            out = [x < y, x <= y, x > y, x >= y, x == y, x != y, np.logical_and(a, b > 1), np.logical_or(a, b),
                   np.logical_xor(a, b), np.logical_not(a)]
            yield Case("compares", 1, 1, [a, b, np.zeros((10, n), bool)], {2: np.stack(out)})
    z, w = numbers(np.complex128, n), numbers(np.complex64, n)
    w[::2] = z[::2]
    yield Case("equals", 1, 1, [z, w, np.zeros((2, n), bool)], {2: np.stack([z == w, z != w])})


def broadcasts():
    for dtype in (np.float32, np.int16, np.float64):
        a, row, column = numbers(dtype, 15).reshape(3, 5), numbers(dtype, 5), numbers(np.int8, 3).reshape(3, 1)
        for v in (a, np.asfortranarray(a), np.repeat(a, 2, 1)[:, ::2]):
            for x in (3, 2.5):
                out = np.zeros((2, 3, 5))
                want = out.copy()
                for w in want:
                    w[:] = np.add(*meet(a * row, column))
                    w[1:] = (a[1:] * np.array([x])).astype("d" if isinstance(x, float) else "f" if dtype is np.float32
                                                           else a.dtype if dtype is np.float64 else "q") - row[None, :]
                    w[:, 0] = column[:, 0]
                    w[0] += x
                yield Case("broadcast", 1, 2, [v, row, column, x, out], {4: want})

    a = R.standard_normal((16, 24)).astype(np.float32)
    want = np.zeros_like(a)
    for x in range(4):
        for y in range(4):
            tile = slice(4 * x, 4 * x + 4), slice(4 * y, 4 * y + 4)
            want[tile] = a[tile].T * np.float32(2) + a[tile]
    for v in (a, np.asfortranarray(a)):
        yield Case("tiles", (2, 2), (2, 2), [v, np.zeros_like(a)], {1: want})


def elements():
    for dtype in (np.float32, np.float64):
        a, b = numbers(dtype, 8), numbers(dtype, 8)
        b[b == 0] = 1
        want = np.stack([a + b, a - b, (a + b) * (a - b), np.sqrt(np.abs(a)), np.minimum(a, b), np.maximum(a, dtype(0)),
                         -a, a * a, np.sign(a), np.floor(a), np.copysign(a, b), np.isnan(a / b), np.floor_divide(a, b), a % b,
                         np.fmod(a, b), dtype(1) / a])
        for v in (a, np.repeat(a, 2)[::2]):
            yield Case("places", 1, 1, [v, b, np.zeros((16, 8), dtype)], {2: want.astype(dtype)})
        ulp = {np.float32: 3e-6, np.float64: 1e-14}[dtype]
        a, b = R.uniform(-3, 3, 20).astype(dtype), R.uniform(-3, 3, 20).astype(dtype)
        b[:3] = a[:3]
        want = np.stack([np.exp(a) * np.sin(b), np.logaddexp(a, b), np.logaddexp2(a, b),
                         np.hypot(a, b) + np.arctan2(a, b), np.power(np.abs(a), b)])
        yield Case("close", 1, 1, [a, b, np.zeros((5, 20), dtype)], {2: want}, rtol=ulp, atol=ulp)


def numbers_alone():
    for x, y in ((7, -3), (-7, 3), (7.5, -2.0), (np.int8(100), np.int8(100)), (np.uint8(3), np.uint8(5)),
                 (np.float32(0.1), np.float32(3)), (np.int32(2**31 - 1), np.int32(5))):
        p, q = np.array([x]), np.array([y])
        halves = p.dtype.kind == "f"
        want = [p + q, p - q, p * q, p // q, p % q, -p, q * q, np.sign(p),
                (p < q) + 2 * (p >= q) + 4 * (p != q), np.logical_and(p, q) + 2 * np.logical_not(p),
                quotient(p, q), p.astype("d") ** 2 + (q.astype("d") ** 2 if halves or p.dtype.itemsize == 8 else
                                                      q.astype("q") ** 2)]
        want[0] = want[0].astype("d")
        yield Case("scalars", 1, 1, [x, y, np.zeros(12)], {2: np.array([float(w[0]) for w in want])})

    for x, y in ((12, 18), (-12, 18), (0, 5), (np.int8(-100), np.int8(7)), (np.uint16(60000), np.uint16(48))):
        p, q = np.array([x]), np.array([y])
        want = [np.gcd(p, q), np.lcm(p, q), p.astype("q") << 3, p >> 1, (p & q).astype("q") + (p | q) + (p ^ q),
                (~p).astype("q") + ~q, np.fmod(p, q), p % q, p.astype("q") + q + 1]
        yield Case("integers", 1, 1, [x, y, np.zeros(9, np.int64)], {2: np.array([int(w[0]) for w in want])})


def overlaps():
    a = R.standard_normal((4, 18)).astype(np.float32)
    lines = np.stack([a[:, k:k + 16].astype("d") * 0.25 for k in range(3)]).astype("f")
    want = (lines[0] + lines[1] * np.float32(2)) + lines[2]
    yield Case("smooth", 4, 3, [a, np.zeros((4, 16))], {1: want.astype("d")})

    for n in (1, 2, 3):
        a, d = R.standard_normal(9), R.integers(-9, 9, 10)
        b, c = R.integers(-99, 99, (6, 8)), R.integers(-99, 99, (7, 5))
        wa, wb, wc, wd = a.copy(), b.copy(), c.copy(), d.copy()
        wa[1:] = wa[:-1] * 2
        wa[:-2] = wa[2:] + 1
        wb[1:] = wb[:-1]
        wb[:, n:] = wb[:, :-n].copy()
        wb[:3, ::2] = wb[3:6, 1::2]
        wb[:] = wb - wb[0, 0]
        wb += wb
        wc[n:, 1:] = wc[:-n, :-1] + wc[0, 0]
        wc[0] = wc[1] - wc[-1]
        wd[::2] = wd[1::2].copy()
        wd[:n] += wd[-n:]
        for order in "CF":
            yield Case("shifts", 1, 1, [a, np.array(b, order=order), np.array(c, order=order), d, n],
                       {0: wa, 1: wb, 2: wc, 3: wd})
    a = R.standard_normal(9)
    same = ["ValueError", "other elements of the array"]
    yield Case("reverse", 1, 1, [a, 5], error=same)
    yield Case("reverse", 1, 1, [a, 0], {0: a})
    yield Case("reverse", 1, 1, [a, 1], {0: a})
    yield Case("neighbours", 1, 1, [a], error=same)
    yield Case("turn", 1, 1, [R.standard_normal((4, 4)), 3], error=same)


def tuple_slices():
    a = np.arange(3 * 4 * 2.0).reshape(3, 4, 2)
    i, j = np.indices((3, 4)).astype(np.float64)
    want = np.stack([i * 10 + j, 50 + i, np.full((3, 4), 155.0), a[..., 0] + 5 + j], 2)
    yield Case("tuple_slices", (2, 1), (2, 4), [a, np.zeros(5), np.zeros((3, 4, 4))], {2: want})


def literals():
    third = ((-8) ** (1 / 3)).imag
    u = np.array([0, 5, 0, 0], np.uint64)
    want = {0: np.array([0.01, 2 ** 64 / 4, 7 // -2 + 7 % -2.5 + (-7 >> 1), 10 ** -6 * 2 ** 0.5, third, -0.5]),
            1: np.array([1 << 63, 5 ^ 1 << 63, (1 << 64) - 1 >> 8, 15], np.uint64),
            2: np.array([1, 9, -2 + 1 + 2 ** 23, 40, 16, 3])}
    yield Case("literals", 1, 1, [np.zeros(6), u, np.zeros(6, np.int64), 8], want)


def rounded():
    flags = np.array([True, False, True, True])
    for dtype in (np.uint8, np.uint16, np.uint32, np.uint64, np.int8, np.int64):
        x = np.array([5, 0, 100, np.iinfo(np.int8).max], dtype)
        n = x.astype(np.int64)
        yield Case("rounded", 1, 4, [np.zeros((4, 3), np.int64), x, flags],
                   {0: np.stack([-n, n - 300, -flags.astype(np.int64)], 1)})


def cases():
    yield from operators()
    yield from logic()
    yield from broadcasts()
    yield from elements()
    yield from numbers_alone()
    yield from overlaps()
    yield from tuple_slices()
    yield from literals()
    yield from rounded()
