# SPDX-License-Identifier: Apache-2.0
"""The bits of NumPy's Generator: PCG64, a congruential generator of 128 bits with output
XSL-RR (O'Neill 2014), in the interpreter's own memory; uniform numbers; and normal and
exponential ones by Marsaglia and Tsang's ziggurat (2000), whose tables the caller brings.

A generator has `words`, state and increment, two each, the low one first; `kept`, whether
half of a word is left, and that; and `tables`, rows of limits, widths and heights."""
import math
import numpy as np
from portkern.lib import mulhi


def next64(g):
    w = g.words
    low = w[0] * np.uint64(0x4385df649fccf645) + w[2]
    carry = np.uint64(1) if low < w[2] else np.uint64(0)
    high = (mulhi(w[0], np.uint64(0x4385df649fccf645)) + w[1] * np.uint64(0x4385df649fccf645)
            + w[0] * np.uint64(0x2360ed051fc65da4) + w[3] + carry)
    w[0] = low
    w[1] = high
    x = high ^ low
    turn = high >> np.uint64(58)
    return (x >> turn) | (x << ((np.uint64(64) - turn) & np.uint64(63)))


# Half of 64 bits, whose other half comes next.
def next32(g):
    k = g.kept
    if k[0]:
        k[0] = 0
        return np.int64(k[1])
    x = next64(g)
    k[0] = 1
    k[1] = np.uint32(x >> np.uint64(32))
    return np.int64(x & np.uint64(0xffffffff))


def unit64(g):
    return np.float64(next64(g) >> np.uint64(11)) * (1.0 / 9007199254740992.0)


def unit32(g):
    return np.float32(next32(g) >> 8) * np.float32(1.0 / 16777216.0)


# ---- the ziggurat ----

def table(g, row, i):
    return g.tables[row, i].view(np.float64)


def table32(g, row, i):
    return np.uint32(g.tables[row, i]).view(np.float32)


def next_normal(g):
    while True:
        r = next64(g)
        i = np.int64(r & np.uint64(0xff))
        bits = np.int64((r >> np.uint64(9)) & np.uint64(0xfffffffffffff))
        x = bits * table(g, 1, i)
        if r & np.uint64(0x100):
            x = -x
        if bits < np.int64(g.tables[0, i]):
            return x
        if i == 0:
            while True:
                x = -0.27366123732975827203338247596 * math.log1p(-unit64(g))
                y = -math.log1p(-unit64(g))
                if y + y > x * x:
                    x += 3.6541528853610087963519472518
                    return -x if (bits >> 8) & 1 else x
        if (table(g, 2, i - 1) - table(g, 2, i)) * unit64(g) + table(g, 2, i) < math.exp(-0.5 * x * x):
            return x


def next_normal32(g):
    while True:
        r = next32(g)
        i = r & 0xff
        bits = r >> 9
        x = np.float32(bits) * table32(g, 7, i)
        if r & 0x100:
            x = -x
        if bits < np.int64(g.tables[6, i]):
            return x
        if i == 0:
            while True:
                x = np.float32(-0.27366123732975827203338247596) * np.float32(math.log1p(-unit32(g)))
                y = -np.float32(math.log1p(-unit32(g)))
                if y + y > x * x:
                    x = np.float32(x + np.float32(3.6541528853610087963519472518))
                    return -x if (bits >> 8) & 1 else x
        if (table32(g, 8, i - 1) - table32(g, 8, i)) * unit32(g) + table32(g, 8, i) < np.float32(math.exp(np.float32(-0.5) * x * x)):
            return x


def next_exponential(g):
    while True:
        r = next64(g) >> np.uint64(3)
        i = np.int64(r & np.uint64(0xff))
        bits = np.int64(r >> np.uint64(8))
        x = bits * table(g, 4, i)
        if bits < np.int64(g.tables[3, i]):
            return x
        if i == 0:
            return 7.6971174701310497140446280481 - math.log1p(-unit64(g))
        if (table(g, 5, i - 1) - table(g, 5, i)) * unit64(g) + table(g, 5, i) < math.exp(-x):
            return x


def next_exponential32(g):
    while True:
        r = next32(g) >> 1
        i = r & 0xff
        bits = r >> 8
        x = np.float32(bits) * table32(g, 10, i)
        if bits < np.int64(g.tables[9, i]):
            return x
        if i == 0:
            return np.float32(7.6971174701310497140446280481) - np.float32(math.log1p(-unit32(g)))
        if (table32(g, 11, i - 1) - table32(g, 11, i)) * unit32(g) + table32(g, 11, i) < np.float32(math.exp(-x)):
            return x
