# SPDX-License-Identifier: Apache-2.0
"""round to digits: scaled by a power of ten, rounded to even, scaled back, as
in Numba's kernels: every step is of float64, whatever is rounded. What scaling
makes infinite has no digits there and stays as it is."""
from portkern.lib import abs, bitcast, f64, i64, rint, select
from power import power_f64_i64


# A power of ten is exact up to the 22nd; two factors, so that their product
# may pass the largest number.
def digits_scale(n: i64) -> (f64, f64):
    n = select(n > 400, i64(400), n)
    far = n > 22
    up = power_f64_i64(f64(10.0), select(far, n - 22, n))
    return up, select(far, f64(1e22), f64(1.0))


def digits_down(n: i64) -> f64:
    n = select(n < -400, i64(-400), n)
    return power_f64_i64(f64(10.0), -n)


def digits_f64(x: f64, n: i64) -> f64:
    infinity = bitcast(i64(0x7ff0000000000000), f64)
    if n < 0:
        scale = digits_down(n)
        z = rint(x / scale)
        z = select(z == 0.0, z, z * scale)
        return select(abs(x) < infinity, z, x)
    up, more = digits_scale(n)
    y = x * up * more
    return select(abs(y) < infinity, rint(y) / more / up, x)
