# SPDX-License-Identifier: Apache-2.0
import numpy as np
from corpus import Case

R = np.random.default_rng(16)
H = np.float16


def values(n):
    """Numbers of all sizes, with zeros, subnormals, infinities and NaN."""
    a = R.integers(0, 1 << 16, n).astype(np.uint16).view(H)
    a[: n // 2] = R.standard_normal(n // 2).astype(H)
    a[:10] = [0.0, -0.0, 6e-8, -6e-8, 65504, -65504, np.inf, -np.inf, np.nan, 1]
    return a


def saturated(a, dtype):
    """int(x) of portkern: cut, at the type's own ends, 0 for NaN."""
    info = np.iinfo(dtype)
    x = np.trunc(np.nan_to_num(a.astype(np.float64), nan=0, posinf=1e30, neginf=-1e30))
    low, high = x <= float(info.min), x >= float(info.max)
    out = np.where(low | high, 0, x).astype(dtype)
    out[low], out[high] = info.min, info.max
    return out


def cases():
    n = 300
    a, b = values(n), values(n)[::-1].copy()
    with np.errstate(all="ignore"):
        x = (a + b) * H(0.1)
        want = np.stack([a + b, a - b, a * b, a / b, a * b + a, -a, abs(a), np.sqrt(abs(a)),
                         np.floor(a) + np.ceil(b), np.where(a < b, a, b), x, np.full(n, H(1) / H(3))], 1)
        yield Case("arithmetic", 3, 128, [a, b, np.zeros_like(want)], {2: want})

        s = np.array([1.5], np.float32)[0]
        f = np.nan_to_num(a, posinf=3, neginf=-3)
        w, d = f.astype(np.float32), f.astype(np.float64)
        three = np.float32(3)
        want = np.stack([w + s, d * 2, d * 2.5, d / 7, w // three, w % three, w ** 2,
                         w + (np.trunc(d) + 0.0), np.maximum(w, s)], 1)
        yield Case("wider", 3, 128, [f, s, np.zeros_like(want)], {2: want})

        outs = [saturated(a, t) for t in (np.int8, np.uint8, np.int32, np.uint64)]
        outs += [a.astype(np.float32), a.astype(np.float64), a.astype(bool)]
        back = np.stack([outs[0].astype(H), (outs[2].astype(np.int64) * 1001).astype(H), outs[3].astype(H),
                         (outs[4] * np.float32(1.0009)).astype(H), (outs[5] * 1.0009).astype(H),
                         outs[6].astype(H)], 1)
        args = [a, *map(np.zeros_like, outs), np.zeros_like(back)]
        yield Case("conversions", 3, 128, args, {**{k + 1: o for k, o in enumerate(outs)}, 8: back})

        a = a.copy()
        a[20:40] = b[20:40]
        want = np.stack([a < b, a <= b, a == b, a != b, np.isnan(a), np.isinf(a), a.astype(bool), a > 1], 1)
        yield Case("tests", 3, 128, [a, b, np.zeros_like(want)], {2: want})

        g = np.clip(np.nan_to_num(a), -9, 9)
        w = g.astype(np.float32)
        m, e = np.frexp(w)
        want = np.stack([np.exp(w), np.log(abs(w)), np.sin(w), np.cos(w), np.tanh(w), np.sqrt(abs(w)), m, e], 1)
        yield Case("functions", 3, 128, [g, np.zeros(want.shape, H)], {1: want.astype(H)}, rtol=2e-3, atol=1e-7)

        c = R.integers(-8, 8, 256).astype(H)
        blocks = c.reshape(4, 64)
        yield Case("together", 4, 64, [c, np.zeros(4, H), np.full(4, 99, H)],
                   {1: blocks.sum(1, dtype=np.float64).astype(H), 2: blocks.min(1)})

        p, q = values(40)[10:], values(40)[10:]
        p, q = np.nan_to_num(p, posinf=2, neginf=2), np.nan_to_num(q, posinf=2, neginf=2)
        p[:8] = np.arange(8)
        want = p * q + p
        want[0] = p.max()
        want[1:3] = p[1:3] + q[1:3]
        yield Case("whole", 1, 1, [p, q, np.zeros_like(want), np.zeros(2, H)],
                   {2: want, 3: np.array([p.min(), 28], H)})

        yield Case("declared", 3, 128, [a, 0.1, np.zeros_like(a)], {2: a + H(0.1)})
        yield Case("declared", 3, 128, [a, 3, np.zeros_like(a)], {2: a + H(3)})

        a, b = values(n), values(n)
        w = a.astype(np.float64)
        want = np.stack([(a + b) + (a - b), a * b + a / b, (w * b + w).astype(H), -abs(a),
                         np.floor(a) + np.ceil(a) + np.rint(a), np.trunc(a) + np.sqrt(abs(a)),
                         np.fmax(a, b), np.fmin(a, b), H(1) / a], 1)
        test = np.stack([a >= b, a < b, (a >= b) | (a < b)], 1)
        yield Case("fp16", 3, 128, [a, b, np.zeros_like(want), np.zeros_like(test)], {2: want, 3: test})

        x = np.linspace(0.01, 4, n).astype(H)
        w = x.astype(np.float64)
        want = np.stack([np.sin(w), np.cos(w), np.log(w), np.log2(w), np.log10(w), np.exp(w), np.exp2(w),
                         10.0 ** w, 1 / np.sqrt(w)], 1).astype(H)
        yield Case("fp16_functions", 3, 128, [x, np.zeros_like(want)], {1: want})
