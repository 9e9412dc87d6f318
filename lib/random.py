# SPDX-License-Identifier: Apache-2.0
"""xoroshiro128+ (Blackman and Vigna) as numba.cuda.random has it: uniform
numbers from the top 53 bits, normal ones by Box and Muller from two float32."""
from portkern.lib import f32, f64, sqrt, u32, u64
from log import log_f32
from trig import cos_f32, cos_f64


def rotate_u64(x: u64, k: u64) -> u64:
    return (x << k) | (x >> (64 - k))


# The number that a state gives, and the state after it.
def xoroshiro128p_step_u64(s0: u64, s1: u64) -> (u64, u64, u64):
    t = s1 ^ s0
    return s0 + s1, rotate_u64(s0, u64(55)) ^ t ^ (t << 14), rotate_u64(t, u64(36))


def uniform_f64(bits: u64) -> f64:
    return f64(bits >> 11) * 0x1p-53


def uniform_f32(bits: u64) -> f32:
    return f32(uniform_f64(bits))


def normal_f32(a: u64, b: u64) -> f32:
    angle = 0x1.921fb6p2 * uniform_f32(b)
    return sqrt(-2.0 * log_f32(uniform_f32(a))) * cos_f32(angle)


# From float32 numbers and the logarithm of one, as Numba types it.
def normal_f64(a: u64, b: u64) -> f64:
    angle = 0x1.921fb54442d18p2 * f64(uniform_f32(b))
    return sqrt(-2.0 * f64(log_f32(uniform_f32(a)))) * cos_f64(angle)
