# SPDX-License-Identifier: Apache-2.0
"""Integer ** integer, by repeated squaring (Knuth, TAOCP 2, 4.6.3): wraps
exactly. A negative exponent gives 1 / a**-b cut to an integer, which is 0 but
for a = 1 and -1; 0 to a negative exponent gives the smallest integer, as in
Numba."""
from portkern.lib import i64, u64


def power_u64(a: u64, b: u64) -> u64:
    result = u64(1)
    while b != 0:
        if b & 1 != 0:
            result *= a
        a *= a
        b >>= 1
    return result


def power_i64(a: i64, b: i64) -> i64:
    if b >= 0:
        return i64(power_u64(u64(a), u64(b)))
    if a == 0:
        return i64(1) << 63
    if a == 1 or a == -1:
        return a if b & 1 != 0 else a * a
    return i64(0)
