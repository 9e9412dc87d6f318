# SPDX-License-Identifier: Apache-2.0
"""CUDA's libdevice functions of integers, under its names. What CUDA calls
unsigned is int32 or int64 here, as in numba.cuda.libdevice."""
from portkern.lib import brev, clz, i32, i64, mulhi, popc, select, u32, u64


def libdevice_popc(x: i32) -> i32:
    return popc(x)


def libdevice_popcll(x: i64) -> i32:
    return i32(popc(x))


def libdevice_clz(x: i32) -> i32:
    return clz(x)


def libdevice_clzll(x: i64) -> i32:
    return i32(clz(x))


def libdevice_brev(x: i32) -> i32:
    return brev(x)


def libdevice_brevll(x: i64) -> i64:
    return brev(x)


def libdevice_ffs(x: i32) -> i32:
    return select(x == 0, 0, popc((x & -x) - 1) + 1)


def libdevice_ffsll(x: i64) -> i32:
    return i32(select(x == 0, 0, popc((x & -x) - 1) + 1))


def libdevice_abs(x: i32) -> i32:
    return select(x < 0, -x, x)


def libdevice_llabs(x: i64) -> i64:
    return select(x < 0, -x, x)


def libdevice_min(x: i32, y: i32) -> i32:
    return select(x < y, x, y)


def libdevice_max(x: i32, y: i32) -> i32:
    return select(x < y, y, x)


def libdevice_umin(x: i32, y: i32) -> i32:
    return select(u32(x) < u32(y), x, y)


def libdevice_umax(x: i32, y: i32) -> i32:
    return select(u32(x) < u32(y), y, x)


def libdevice_llmin(x: i64, y: i64) -> i64:
    return select(x < y, x, y)


def libdevice_llmax(x: i64, y: i64) -> i64:
    return select(x < y, y, x)


def libdevice_ullmin(x: i64, y: i64) -> i64:
    return select(u64(x) < u64(y), x, y)


def libdevice_ullmax(x: i64, y: i64) -> i64:
    return select(u64(x) < u64(y), y, x)


def libdevice_mulhi(x: i32, y: i32) -> i32:
    return mulhi(x, y)


def libdevice_umulhi(x: i32, y: i32) -> i32:
    return i32(mulhi(u32(x), u32(y)))


def libdevice_mul64hi(x: i64, y: i64) -> i64:
    return mulhi(x, y)


def libdevice_umul64hi(x: i64, y: i64) -> i64:
    return i64(mulhi(u64(x), u64(y)))


def libdevice_mul24(x: i32, y: i32) -> i32:
    return ((x << 8) >> 8) * ((y << 8) >> 8)


def libdevice_umul24(x: i32, y: i32) -> i32:
    return (x & 0xffffff) * (y & 0xffffff)


def libdevice_sad(x: i32, y: i32, z: i32) -> i32:
    return select(x > y, x - y, y - x) + z


def libdevice_usad(x: i32, y: i32, z: i32) -> i32:
    return select(u32(x) > u32(y), x - y, y - x) + z


def libdevice_hadd(x: i32, y: i32) -> i32:
    return (x & y) + ((x ^ y) >> 1)


def libdevice_rhadd(x: i32, y: i32) -> i32:
    return (x | y) - ((x ^ y) >> 1)


def libdevice_uhadd(x: i32, y: i32) -> i32:
    return (x & y) + i32(u32(x ^ y) >> 1)


def libdevice_urhadd(x: i32, y: i32) -> i32:
    return (x | y) - i32(u32(x ^ y) >> 1)


def libdevice_byte_perm(x: i32, y: i32, s: i32) -> i32:
    both = u64(u32(x)) | (u64(u32(y)) << 32)
    k = u64(u32(s))
    a = (both >> ((k & 7) << 3)) & 255
    b = (both >> (((k >> 4) & 7) << 3)) & 255
    c = (both >> (((k >> 8) & 7) << 3)) & 255
    d = (both >> (((k >> 12) & 7) << 3)) & 255
    return i32(u32(a | (b << 8) | (c << 16) | (d << 24)))
