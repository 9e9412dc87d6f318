# SPDX-License-Identifier: Apache-2.0
import numpy as np
from corpus import Case

R = np.random.default_rng(7)


def product(x, y):
    """CPython's: four products, no fused multiply-add."""
    out = np.empty_like(x)
    out.real = x.real * y.real - x.imag * y.imag
    out.imag = x.real * y.imag + x.imag * y.real
    return out


def specials():
    """All pairs of complex numbers of parts with rules of their own, and what
    CPython has of them; a divisor that is zero becomes one."""
    parts = [0.0, -0.0, 1.0, -2.0, 5e-324, 1.7976931348623157e308, np.inf, -np.inf, np.nan]
    z = [complex(x, y) for x in parts for y in parts]
    a, b = (g.ravel() for g in np.meshgrid(np.array(z), np.array(z)))
    b = np.where(b == 0, 1, b)
    pairs = [(complex(x), complex(y)) for x, y in zip(a, b)]
    want = np.array([[x + y, x - y, x * y, x / y] for x, y in pairs])
    with np.errstate(over="ignore"):
        return a, b, want, np.hypot(a.real, a.imag)


def julia(h, w, c, limit):
    out = np.zeros((h, w), np.int32)
    for i, j in np.ndindex(h, w):
        x, y, n = 4.0 * i / h - 2.0, 4.0 * j / w - 2.0, 0
        while n < limit and x * x + y * y < 4.0:
            x, y, n = x * x - y * y + c.real, x * y + y * x + c.imag, n + 1
        out[i, j] = n
    return out


def cases():
    # c64 + float literal is complex128; the store rounds
    for dtype in (np.complex128, np.complex64):
        a, b = (R.standard_normal(200) + 1j * R.standard_normal(200) for _ in range(2))
        a, b = a.astype(dtype), b.astype(dtype)
        swapped = np.empty_like(a)
        swapped.real, swapped.imag = b.imag, a.real
        wide = a.astype(np.complex128)
        last = (product(wide, np.full(200, 2 + 0j)) + 1j).astype(dtype)
        want = np.stack([a + b, a - b, product(a, b), -a, a.conj(), swapped, last], 1)
        yield Case("arithmetic", 2, 128, [a, b, np.zeros_like(want)], {2: want})
        b = np.where(np.arange(200) % 3 == 0, a, b)
        yield Case("same", 2, 128, [a, b, np.zeros(200, np.bool_)], {2: a == b})
        if dtype is np.complex128:
            # CPython's quotient; NumPy's is another way of writing it
            want = np.array([[complex(x) / complex(y), complex(x) * complex(x), 1 / complex(y)]
                             for x, y in zip(a, b)])
            yield Case("quotients", 2, 128, [a, b, np.zeros_like(want), np.zeros(200)],
                       {2: want, 3: np.hypot(a.real, a.imag)}, rtol=2e-16)
    a, b, want, size = specials()
    yield Case("ends", 52, 128, [a, b, np.zeros_like(want), np.zeros(size.size)], {2: want, 3: size})
    yield Case("julia", (4, 5), (8, 8), [np.zeros((30, 35), np.int32), -0.7, 0.27, 60],
               {0: julia(30, 35, complex(-0.7, 0.27), 60)})
