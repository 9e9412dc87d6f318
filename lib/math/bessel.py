# SPDX-License-Identifier: Apache-2.0
"""Bessel functions of the orders 0 and 1. Below 8: polynomials in x^2 with the
zeros as factors, so that the relative error stays small there, and for those of
the second kind the logarithm of x over the zero that is next (after Abramowitz
and Stegun 9.1.13 and 9.1.11). From 8 on: modulus and phase as polynomials in
1 / x^2 (9.2.28 to 9.2.31; Harrison, "Fast and accurate Bessel function
computation", 2009), with the sine's own reduction of the angle."""
from log import log1p_T, log_T
from portkern.lib import (abs, bitcast, fma, i32, i64, INF, NAN, pick, select,
                          sqrt, T)
from trig import quadrant_T, reduce_T


# A square s + l less another, that of a zero: exact where they are near.
def less_T(s: T, l: T, z: T, zl: T) -> T:
    return (s - z) + (l - zl)


# For abs(x) < 8; s + l is the square of x.
def j0_near_f32(s: f32, l: f32) -> f32:
    if s < 2.0:
        p = fma(-0x1.1b91p-24, s, 0x1.c6f898p-18)
        p = fma(p, s, -0x1.c71c42p-12)
        p = fma(p, s, 0x1p-6)
        return fma(fma(p, s, -0.25), s, 1.0)
    t = fma(s, 0.03125, -1.03125)
    p = fma(-0x1.96142ep-34, t, 0x1.366c54p-30)
    p = fma(p, t, -0x1.b8275ep-27)
    p = fma(p, t, 0x1.f454ecp-24)
    p = fma(p, t, -0x1.b247eap-21)
    p = fma(p, t, 0x1.12c4f6p-18)
    p = fma(p, t, -0x1.d6f02cp-17)
    p = fma(p, t, 0x1.e08fa2p-16)
    p = fma(p, t, -0x1.b01492p-16)
    p = p * less_f32(s, l, 0x1.721fb8p2, 0x1.18aeeep-28)
    p = p * less_f32(s, l, 0x1.e78a4ap4, 0x1.88775cp-22)
    p = p * less_f32(s, l, 0x1.2b8c4cp6, -0x1.f7aa26p-20)
    return p


# The same over x.
def j1_near_f32(s: f32, l: f32) -> f32:
    t = fma(s, 0.03125, -1.0)
    p = fma(-0x1.0968aap-38, t, 0x1.bdc5cep-35)
    p = fma(p, t, -0x1.566aa2p-31)
    p = fma(p, t, 0x1.acabdcp-28)
    p = fma(p, t, -0x1.9e32ecp-25)
    p = fma(p, t, 0x1.2718eap-22)
    p = fma(p, t, -0x1.20d17ap-20)
    p = fma(p, t, 0x1.568e3cp-19)
    p = fma(p, t, -0x1.6e07fcp-19)
    p = p * less_f32(s, l, 0x1.d5d2b4p3, 0x1.89822cp-25)
    p = p * less_f32(s, l, 0x1.89bf66p5, 0x1.ca90c8p-25)
    p = p * less_f32(s, l, 0x1.9dff7p6, 0x1.af0bc6p-19)
    return p


# For 0 < x < 8: about the zero z it is 2 / pi log(x / z) j0(x), and what is
# left has that zero.
def y0_near_f32(x: f32) -> f32:
    s = x * x
    l = fma(x, x, -s)
    if x < 2.2:
        g = select(x < 0.45, log_f32(x) + 0x1.cce4b8p-4,
                   log1p_f32(((x - 0x1.c982ecp-1) + 0x1.cafa06p-27) * 0x1.1e7d32p0))
        p = fma(-0x1.d76b8cp-31, s, 0x1.d494c6p-24)
        p = fma(p, s, -0x1.4c41bp-17)
        p = fma(p, s, 0x1.268cdep-11)
        p = fma(p, s, -0x1.12585p-6)
        p = fma(p, s, 0x1.750812p-3)
        p = p * less_f32(s, l, 0x1.98d258p-1, -0x1.b2fed6p-31)
    elif x < 5.4:
        t = fma(s, 0.0625, -1.0625)
        g = log1p_f32(((x - 0x1.fa9534p1) - 0x1.b30ad4p-24) * 0x1.02bcdp-2)
        p = fma(-0x1.7a0b74p-20, t, 0x1.3dfd88p-16)
        p = fma(p, t, -0x1.81e66ap-13)
        p = fma(p, t, 0x1.3a1d7cp-10)
        p = fma(p, t, -0x1.1e3e18p-8)
        p = fma(p, t, 0x1.0e1c38p-8)
        p = fma(p, t, 0x1.50ed58p-6)
        p = fma(p, t, -0x1.5044b8p-5)
        p = p * less_f32(s, l, 0x1.f53916p3, -0x1.d8c7bap-26)
    else:
        t = fma(s, 0.0625, -2.875)
        g = log1p_f32(((x - 0x1.c581dcp2) - 0x1.39c84p-24) * 0x1.2104bep-3)
        p = fma(0x1.00b1a2p-26, t, -0x1.2ca35cp-22)
        p = fma(p, t, 0x1.60c176p-19)
        p = fma(p, t, -0x1.8600b6p-17)
        p = fma(p, t, -0x1.80d002p-15)
        p = fma(p, t, 0x1.c5aa6cp-11)
        p = fma(p, t, -0x1.b6a878p-9)
        p = fma(p, t, -0x1.5dfcc4p-10)
        p = fma(p, t, 0x1.452522p-6)
        p = p * less_f32(s, l, 0x1.91b26cp5, -0x1.ca6eb4p-22)
    return fma(g * 0x1.45f306p-1, j0_near_f32(s, l), p)


# The same; what is left is over x.
def y1_near_f32(x: f32) -> f32:
    s = x * x
    l = fma(x, x, -s)
    if x < 3.8:
        t = fma(s, 0.125, -1.0)
        g = select(x < 1.1, log_f32(x) - 0x1.930642p-1,
                   log1p_f32(((x - 0x1.193beep1) + 0x1.6401b8p-24) * 0x1.d20f66p-2))
        p = fma(0x1.7512f8p-22, t, -0x1.01e834p-17)
        p = fma(p, t, 0x1.266baap-13)
        p = fma(p, t, -0x1.c4e98ap-10)
        p = fma(p, t, 0x1.a1608cp-7)
        p = fma(p, t, -0x1.5de3b2p-5)
        p = fma(p, t, -0x1.92e61p-9)
        p = fma(p, t, 0x1.7d2fcp-3)
        p = p * less_f32(s, l, 0x1.34f49cp2, 0x1.f8f016p-23)
    else:
        t = fma(s, 0.03125, -1.25)
        g = log1p_f32(((x - 0x1.5b7fe4p2) - 0x1.d0f606p-23) * 0x1.792fa2p-3)
        p = fma(0x1.da4cfp-17, t, -0x1.06af0cp-13)
        p = fma(p, t, 0x1.a0da8p-11)
        p = fma(p, t, -0x1.c1c638p-9)
        p = fma(p, t, 0x1.e8e5eap-8)
        p = fma(p, t, 0x1.841114p-8)
        p = fma(p, t, -0x1.1ca674p-4)
        p = fma(p, t, 0x1.83447ep-4)
        p = fma(p, t, 0x1.452f6ep-4)
        p = fma(p, t, -0x1.17b9d8p-3)
        p = p * less_f32(s, l, 0x1.d7b3f6p4, 0x1.cca34cp-22)
    return fma(g * 0x1.45f306p-1, j1_near_f32(s, l) * x, p / x)


# For x >= 8: j0 is m / sqrt x times the cosine of x + a / x - pi / 4, y0 its sine.
def polar0_f32(v: f32) -> (f32, f32):
    m = fma(-0x1.a7feecp-2, v, 0x1.a3b346p-4)
    m = fma(m, v, -0x1.fffa9cp-5)
    m = fma(m, v, 1.0)
    a = fma(0x1.22a4e2p0, v, -0x1.a448ccp-3)
    a = fma(a, v, 0x1.0a9cd6p-4)
    a = fma(a, v, -0x1.fffffep-4)
    return m, a


# Of j1 and y1, where the angle is a right one less.
def polar1_f32(v: f32) -> (f32, f32):
    m = fma(0x1.438ab8p-1, v, -0x1.8916cep-3)
    m = fma(m, v, 0x1.7ffe2cp-3)
    m = fma(m, v, 1.0)
    a = fma(-0x1.b9a66ep0, v, 0x1.76834ap-2)
    a = fma(a, v, -0x1.4ff96ep-3)
    a = fma(a, v, 0x1.8p-2)
    return m, a


# sin(x + a / x - pi / 4) / sqrt x, or that of `turn` right angles more.
def wave_f32(x: f32, r: f32, a: f32, turn: i32) -> f32:
    q, h, l = reduce_f32(x)
    u = h - 0x1.921fb6p-1
    tail = fma(a, r * r, (h - (u + 0x1.921fb6p-1)) + (l + 0x1.777a5cp-26))
    below = u + tail < -0x1.921fb6p-1
    u = select(below, u + 0x1.921fb6p0, u)
    tail = select(below, tail - 0x1.777a5cp-25, tail)
    top = u + tail
    y = quadrant_f32(q + select(below, turn - 1, turn), top, (u - top) + tail)
    return select(x == bitcast(i32(0x7f800000), f32), 0.0, y * r)


def far0_T(x: T, turn: i32) -> T:
    r = 1.0 / sqrt(x)
    w = r * r
    m, a = polar0_T(w * w)
    return wave_T(x, r, a, turn) * (m * pick(0x1.988454p-1, 0x1.9884533d43651p-1))


def far1_T(x: T, turn: i32) -> T:
    r = 1.0 / sqrt(x)
    w = r * r
    m, a = polar1_T(w * w)
    return wave_T(x, r, a, turn) * (m * pick(0x1.988454p-1, 0x1.9884533d43651p-1))


def j0_T(x: T) -> T:
    a = abs(x)
    if a < 8.0:
        return j0_near_T(a * a, fma(a, a, -(a * a)))
    return far0_T(a, 1)


def j1_T(x: T) -> T:
    a = abs(x)
    if a < 8.0:
        return j1_near_T(a * a, fma(a, a, -(a * a))) * x
    y = far1_T(a, 0)
    return select(x < 0.0, -y, y)


# What a function of the second kind is where x is not positive, else y.
def second_ends_T(x: T, y: T) -> T:
    y = select(x < 0.0, NAN, y)
    return select(x == 0.0, -INF, y)


def y0_T(x: T) -> T:
    if x < 8.0:
        return second_ends_T(x, y0_near_T(x))
    return far0_T(x, 0)


def y1_T(x: T) -> T:
    if x < 8.0:
        return second_ends_T(x, y1_near_T(x))
    return far1_T(x, 3)


# For abs(x) < 8; s + l is the square of x.
def j0_near_f64(s: f64, l: f64) -> f64:
    if s < 2.0:
        p = fma(-0x1.05f2ffee8e483p-55, s, 0x1.52197daac0d6ep-47)
        p = fma(p, s, -0x1.522a281bbeb74p-39)
        p = fma(p, s, 0x1.02e85bef2c73p-31)
        p = fma(p, s, -0x1.2345678992fffp-24)
        p = fma(p, s, 0x1.c71c71c71c5aep-18)
        p = fma(p, s, -0x1.c71c71c71c71cp-12)
        p = fma(p, s, 0x1p-6)
        return fma(fma(p, s, -0.25), s, 1.0)
    t = fma(s, 0.03125, -1.03125)
    p = fma(0x1.aa4049dc67655p-57, t, -0x1.a94047bb14741p-52)
    p = fma(p, t, 0x1.66fd01d1672a5p-47)
    p = fma(p, t, -0x1.072d107e1b945p-42)
    p = fma(p, t, 0x1.4a602fdc52f06p-38)
    p = fma(p, t, -0x1.5e29bc026c6b8p-34)
    p = fma(p, t, 0x1.3428da8c82894p-30)
    p = fma(p, t, -0x1.b926e5c3bb71fp-27)
    p = fma(p, t, 0x1.f45a05eaf71bbp-24)
    p = fma(p, t, -0x1.b244c84397549p-21)
    p = fma(p, t, 0x1.12c4f141d25d6p-18)
    p = fma(p, t, -0x1.d6f03abbf46bbp-17)
    p = fma(p, t, 0x1.e08fa2263a6f9p-16)
    p = fma(p, t, -0x1.b014916bce221p-16)
    p = p * less_f64(s, l, 0x1.721fb80462bbbp2, 0x1.db60c816c15d3p-52)
    p = p * less_f64(s, l, 0x1.e78a4a621dd6fp4, -0x1.10d7c5048826bp-52)
    p = p * less_f64(s, l, 0x1.2b8c4b8215768p6, 0x1.ecdd94e0187e2p-50)
    return p


# The same over x.
def j1_near_f64(s: f64, l: f64) -> f64:
    t = fma(s, 0.03125, -1.0)
    p = fma(0x1.fcf3b478e7399p-62, t, -0x1.a8cadf6d864d5p-57)
    p = fma(p, t, 0x1.7afc8cc977e0ap-52)
    p = fma(p, t, -0x1.294398217de3bp-47)
    p = fma(p, t, 0x1.90bc6b2b18284p-43)
    p = fma(p, t, -0x1.ca799601fb97p-39)
    p = fma(p, t, 0x1.b6231f7c8b911p-35)
    p = fma(p, t, -0x1.56eb395c66daap-31)
    p = fma(p, t, 0x1.acc0923de46eep-28)
    p = fma(p, t, -0x1.9e31ea49a79abp-25)
    p = fma(p, t, 0x1.2718c188039b8p-22)
    p = fma(p, t, -0x1.20d17aa0a1719p-20)
    p = fma(p, t, 0x1.568e3cbb4ee85p-19)
    p = fma(p, t, -0x1.6e07fc146ce7p-19)
    p = p * less_f64(s, l, 0x1.d5d2b4189822cp3, -0x1.c6a0d245172bap-54)
    p = p * less_f64(s, l, 0x1.89bf66072a432p5, 0x1.25355661cb79cp-51)
    p = p * less_f64(s, l, 0x1.9dff70d785e2cp6, -0x1.41014eaf35cf6p-49)
    return p


# For 0 < x < 8: about the zero z it is 2 / pi log(x / z) j0(x), and what is
# left has that zero.
def y0_near_f64(x: f64) -> f64:
    s = x * x
    l = fma(x, x, -s)
    if x < 2.2:
        g = select(x < 0.45, log_f64(x) + 0x1.cce4b73e6f025p-4,
                   log1p_f64(((x - 0x1.c982eb8d417eap-1) - 0x1.ea9d270347f83p-56) * 0x1.1e7d3131dd6bap0))
        p = fma(0x1.e9b76aab70e78p-55, s, -0x1.3bcdb43346babp-46)
        p = fma(p, s, 0x1.2eb143904285ap-38)
        p = fma(p, s, -0x1.b796f370577dbp-31)
        p = fma(p, s, 0x1.cf0413a217b91p-24)
        p = fma(p, s, -0x1.4c030d9937667p-17)
        p = fma(p, s, 0x1.268a9aaaea237p-11)
        p = fma(p, s, -0x1.12583f4a4abb6p-6)
        p = fma(p, s, 0x1.750811790a13cp-3)
        p = p * less_f64(s, l, 0x1.98d257f93404ap-1, 0x1.b7acb8a94e405p-55)
    elif x < 5.4:
        t = fma(s, 0.0625, -1.0625)
        g = log1p_f64(((x - 0x1.fa9534d98569cp1) + 0x1.f06ae7804384ep-54) * 0x1.02bccfc7c6237p-2)
        p = fma(0x1.a340b71e88104p-44, t, -0x1.0c1d41a0de227p-38)
        p = fma(p, t, 0x1.16d8710781a22p-33)
        p = fma(p, t, -0x1.e15a554c8e807p-29)
        p = fma(p, t, 0x1.5156078f456c4p-24)
        p = fma(p, t, -0x1.75b24838fe8ep-20)
        p = fma(p, t, 0x1.3b9c497fb15c3p-16)
        p = fma(p, t, -0x1.81ec36e559c99p-13)
        p = fma(p, t, 0x1.3a2328cd5379bp-10)
        p = fma(p, t, -0x1.1e3e124a81345p-8)
        p = fma(p, t, 0x1.0e1be764c091ap-8)
        p = fma(p, t, 0x1.50ed5830722c5p-6)
        p = fma(p, t, -0x1.5044b7628c62bp-5)
        p = p * less_f64(s, l, 0x1.f53915f139c23p3, -0x1.cb4dd48f76192p-57)
    else:
        t = fma(s, 0.0625, -2.875)
        g = log1p_f64(((x - 0x1.c581dc4e72103p2) + 0x1.9774a495f56cfp-54) * 0x1.2104bdd17f33dp-3)
        p = fma(-0x1.b573faa85d75dp-51, t, 0x1.5057cc7e29fb4p-45)
        p = fma(p, t, -0x1.823b7fee747e6p-40)
        p = fma(p, t, 0x1.6e72fca61c552p-35)
        p = fma(p, t, -0x1.19281d2b9a678p-30)
        p = fma(p, t, 0x1.50de7d03286bcp-26)
        p = fma(p, t, -0x1.2a53a054eb20cp-22)
        p = fma(p, t, 0x1.5f09f475a4e55p-19)
        p = fma(p, t, -0x1.860cccede972cp-17)
        p = fma(p, t, -0x1.80b6f9173d706p-15)
        p = fma(p, t, 0x1.c5aa76989bec1p-11)
        p = fma(p, t, -0x1.b6a89a1feb273p-9)
        p = fma(p, t, -0x1.5dfcc453961dep-10)
        p = fma(p, t, 0x1.452522669aed4p-6)
        p = p * less_f64(s, l, 0x1.91b26bc6b2299p5, 0x1.2891c0163fd1bp-50)
    return fma(g * 0x1.45f306dc9c883p-1, j0_near_f64(s, l), p)


# The same; what is left is over x.
def y1_near_f64(x: f64) -> f64:
    s = x * x
    l = fma(x, x, -s)
    if x < 3.8:
        t = fma(s, 0.125, -1.0)
        g = select(x < 1.1, log_f64(x) - 0x1.930641fe98869p-1,
                   log1p_f64(((x - 0x1.193bed4dff243p1) + 0x1.bd1e50d219bfdp-55) * 0x1.d20f658382cf2p-2))
        p = fma(0x1.31dfb4e1b5d8dp-44, t, -0x1.2fbd3bde92df5p-38)
        p = fma(p, t, 0x1.ea6e550a03f66p-33)
        p = fma(p, t, -0x1.40a34ae358102p-27)
        p = fma(p, t, 0x1.4a4ec096a04cbp-22)
        p = fma(p, t, -0x1.02ee4bf5c8731p-17)
        p = fma(p, t, 0x1.26874783e9cap-13)
        p = fma(p, t, -0x1.c4e5b1e6bf56bp-10)
        p = fma(p, t, 0x1.a1606356b9886p-7)
        p = fma(p, t, -0x1.5de3bfdf6b0cep-5)
        p = fma(p, t, -0x1.92e600dff263ap-9)
        p = fma(p, t, 0x1.7d2fc064fa737p-3)
        p = p * less_f64(s, l, 0x1.34f49cfc780a9p2, -0x1.65d88128c73dfp-52)
    else:
        t = fma(s, 0.03125, -1.25)
        g = log1p_f64(((x - 0x1.5b7fe4e87b02ep2) - 0x1.dfe7bac228e8cp-52) * 0x1.792fa1a4698bep-3)
        p = fma(0x1.dd7e7c29a3ca8p-42, t, -0x1.704dbc1fc428fp-37)
        p = fma(p, t, 0x1.120bed059fbefp-32)
        p = fma(p, t, -0x1.5cd8f514815bbp-28)
        p = fma(p, t, 0x1.752ff44582f61p-24)
        p = fma(p, t, -0x1.4939b99ad758dp-20)
        p = fma(p, t, 0x1.d318e1ec2b099p-17)
        p = fma(p, t, -0x1.014355de68e4cp-13)
        p = fma(p, t, 0x1.a0f4d0f40751cp-11)
        p = fma(p, t, -0x1.c208e91810f2cp-9)
        p = fma(p, t, 0x1.e8e4b38aa3161p-8)
        p = fma(p, t, 0x1.841c72d323ae6p-8)
        p = fma(p, t, -0x1.1ca671d770099p-4)
        p = fma(p, t, 0x1.83446420e2279p-4)
        p = fma(p, t, 0x1.452f6e1001108p-4)
        p = fma(p, t, -0x1.17b9d778f56d8p-3)
        p = p * less_f64(s, l, 0x1.d7b3f67328d2ep4, -0x1.537e751d20839p-50)
    return fma(g * 0x1.45f306dc9c883p-1, j1_near_f64(s, l) * x, p / x)


# For x >= 8: j0 is m / sqrt x times the cosine of x + a / x - pi / 4, y0 its sine.
def polar0_f64(v: f64) -> (f64, f64):
    m = fma(-0x1.dabf4cc1ccf7p33, v, 0x1.a6151658df5d2p30)
    m = fma(m, v, -0x1.662dcd173007dp26)
    m = fma(m, v, 0x1.958633d5d72d6p21)
    m = fma(m, v, -0x1.79ccf102ed956p16)
    m = fma(m, v, 0x1.66148d15a3922p11)
    m = fma(m, v, -0x1.aa0956621a4cep6)
    m = fma(m, v, 0x1.764255cb9ce0bp2)
    m = fma(m, v, -0x1.15efd514b1cb5p-1)
    m = fma(m, v, 0x1.a7ffffc0ba65ep-4)
    m = fma(m, v, -0x1.fffffffff7c95p-5)
    m = fma(m, v, 1.0)
    a = fma(-0x1.397a39c4b270dp42, v, 0x1.21d64bf7f509dp39)
    a = fma(a, v, -0x1.f637e6d481694p34)
    a = fma(a, v, 0x1.1662b51108df5p30)
    a = fma(a, v, -0x1.d2f7ffc79499fp24)
    a = fma(a, v, 0x1.5a6acf9a9faffp19)
    a = fma(a, v, -0x1.0f731162158b6p14)
    a = fma(a, v, 0x1.0b1b86bb2a1b8p9)
    a = fma(a, v, -0x1.778e37a7c490ep4)
    a = fma(a, v, 0x1.a3580ca34b9b7p0)
    a = fma(a, v, -0x1.ad3332e21cedp-3)
    a = fma(a, v, 0x1.0aaaaaaa9fd9bp-4)
    a = fma(a, v, -0x1.ffffffffffffep-4)
    return m, a


# Of j1 and y1, where the angle is a right one less.
def polar1_f64(v: f64) -> (f64, f64):
    m = fma(0x1.0ecfb45edcbc1p34, v, -0x1.e29782ad89f55p30)
    m = fma(m, v, 0x1.9b0aee28e9307p26)
    m = fma(m, v, -0x1.d47bf3b4ca76p21)
    m = fma(m, v, 0x1.b9e7518b6b4d8p16)
    m = fma(m, v, -0x1.ac59d4b300b0fp11)
    m = fma(m, v, 0x1.08ac20ad18e15p7)
    m = fma(m, v, -0x1.ef4ac253c2384p2)
    m = fma(m, v, 0x1.9c4fcf8f4186ep-1)
    m = fma(m, v, -0x1.8bffffdc475a1p-3)
    m = fma(m, v, 0x1.7ffffffffdae4p-3)
    m = fma(m, v, 1.0)
    a = fma(0x1.5d29dc1399723p42, v, -0x1.441fe244082aep39)
    a = fma(a, v, 0x1.1a4106b3ba261p35)
    a = fma(a, v, -0x1.3b120dda281b8p30)
    a = fma(a, v, 0x1.0adc382dc7668p25)
    a = fma(a, v, -0x1.91deebd9804ffp19)
    a = fma(a, v, 0x1.424726bbb2947p14)
    a = fma(a, v, -0x1.48c4a990fa3ap9)
    a = fma(a, v, 0x1.e9edf0404ff4dp4)
    a = fma(a, v, -0x1.2f4849257830bp1)
    a = fma(a, v, 0x1.7bcccc9982de1p-2)
    a = fma(a, v, -0x1.4ffffffff875cp-3)
    a = fma(a, v, 0x1.7ffffffffffffp-2)
    return m, a


# sin(x + a / x - pi / 4) / sqrt x, or that of `turn` right angles more.
def wave_f64(x: f64, r: f64, a: f64, turn: i32) -> f64:
    q, h, l = reduce_f64(x)
    u = h - 0x1.921fb54442d18p-1
    tail = fma(a, r * r, (h - (u + 0x1.921fb54442d18p-1)) + (l - 0x1.1a62633145c07p-55))
    below = u + tail < -0x1.921fb54442d18p-1
    u = select(below, u + 0x1.921fb54442d18p0, u)
    tail = select(below, tail + 0x1.1a62633145c07p-54, tail)
    top = u + tail
    y = quadrant_f64(q + select(below, turn - 1, turn), top, (u - top) + tail)
    return select(x == bitcast(i64(0x7ff0000000000000), f64), 0.0, y * r)
