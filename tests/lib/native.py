#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""What fastmath=True and PORTKERN_MATH=native compute, on the backends: within
the bounds that docs/math.md states of NumPy's result in the next wider type, and
special values as they should be.

    native.py PORTKERN BACKENDS [COUNT]

With --worst the largest error of each function is printed, as docs/math.md
has it."""
import math
import os
import pathlib
import sys
import tempfile

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import corpus  # noqa: E402

# of a type: an ulp of numbers from 1 to 2; what is smaller may be 0; the largest result that is asked for; in what the
# truth is computed
ULP = {np.float32: 2.0 ** -23, np.float64: 2.0 ** -52}
LEAST = {np.float32: 2.0 ** -124, np.float64: 2.0 ** -1020}
MOST = {np.float32: 2.0 ** 127.9, np.float64: 2.0 ** 1023.9}
WIDER = {np.float32: np.float64, np.float64: np.longdouble}


def relative(ulps):
    """`ulps`: a number, or of what arguments."""
    def bound(ulp, want, *args):
        many = ulps(*args) if callable(ulps) else ulps
        return many * ulp * np.abs(want)
    return bound


def wave(ulp, want, *args):
    """Of arguments from -pi to pi and float32."""
    return np.full_like(want, 2.0 ** -20.5)


def tangent(ulp, want, x):
    return 2.0 ** -20 * (1 + np.abs(want)) / np.abs(np.cos(x)) + 4 * ulp * np.abs(want)


def logarithm(unit):
    """2^-21 of the result, or of the logarithm of 2."""
    return lambda ulp, want, x: 2.0 ** -21 * np.maximum(np.abs(want), unit)


def power(ulp, want, x, y):
    log = np.abs(np.log2(np.abs(x)))
    return np.abs(want) * (8 * ulp + 2.0 ** -21 * np.abs(y) * np.maximum(log, 1))


def real_power(x, y):
    with np.errstate(all="ignore"):
        return np.power(x, y)


def elementwise(function):
    """A function of Python's, whose results are float64."""
    return np.vectorize(function, otypes=[np.float64])


# name: (how a kernel writes it, the truth, ranges, bound)
FUNCTIONS = {
    "exp2": ("np.exp2(x[i])", np.exp2, [(-125, 127.9)], relative(4)),
    "exp": ("math.exp(x[i])", np.exp, [(-87, 88.6)], relative(lambda x: 4 + 1.2 * np.abs(x))),
    "log2": ("np.log2(x[i])", np.log2, [(0.5, 2), (2.0 ** -126, 3e38)], logarithm(1)),
    "log": ("math.log(x[i])", np.log, [(0.5, 2), (2.0 ** -126, 3e38)], logarithm(0.7)),
    "log10": ("math.log10(x[i])", np.log10, [(0.5, 2), (2.0 ** -126, 3e38)], logarithm(0.302)),
    "sin": ("math.sin(x[i])", np.sin, [(-np.pi, np.pi)], wave),
    "cos": ("math.cos(x[i])", np.cos, [(-np.pi, np.pi)], wave),
    "tan": ("math.tan(x[i])", np.tan, [(-1.5, 1.5)], tangent),
    "sinh": ("math.sinh(x[i])", np.sinh, [(-1, 1), (-88, 88)], relative(lambda x: 8 + 1.3 * np.abs(x))),
    "cosh": ("math.cosh(x[i])", np.cosh, [(-1, 1), (-88, 88)], relative(lambda x: 8 + 1.3 * np.abs(x))),
    "tanh": ("math.tanh(x[i])", np.tanh, [(-1, 1), (-12, 12)], relative(12)),
    "rsqrt": ("cuda.rsqrt(x[i])", lambda x: 1 / np.sqrt(x), [(2.0 ** -126, 3e38)], relative(4)),
    "sqrt": ("math.sqrt(x[i])", np.sqrt, [(2.0 ** -126, 3e38)], relative(3)),
    "pow": ("x[i] ** y[i]", real_power, [((0, 8), (-12, 12)), ((2.0 ** -126, 3e38), (-0.9, 0.9))], power),
    "divide": ("x[i] / y[i]", np.divide, [((-1e15, 1e15), (-1e15, 1e15))], relative(2)),
    "reciprocal": ("np.float32(1) / x[i]", np.reciprocal, [(2.0 ** -120, 2.0 ** 120)], relative(2)),
    "expm1": ("math.expm1(x[i])", np.expm1, [(-1, 1), (-20, 88.6)], relative(4)),
    "log1p": ("math.log1p(x[i])", np.log1p, [(-0.999, 3), (2.0 ** -126, 3e38)], relative(4)),
    "asin": ("math.asin(x[i])", np.arcsin, [(-1, 1)], relative(5)),
    "acos": ("math.acos(x[i])", np.arccos, [(-1, 0.999)], relative(4)),
    "atan": ("math.atan(x[i])", np.arctan, [(-1, 1), (-1e4, 1e4)], relative(4)),
    "atan2": ("math.atan2(x[i], y[i])", np.arctan2, [((-10, 10), (-10, 10))], relative(4)),
    "asinh": ("math.asinh(x[i])", np.arcsinh, [(-1, 1), (2.0 ** -126, 3e38)], relative(5)),
    "acosh": ("math.acosh(x[i])", np.arccosh, [(1, 4), (1, 3e38)], relative(5)),
    "atanh": ("math.atanh(x[i])", np.arctanh, [(-1, 1)], relative(5)),
    "hypot": ("math.hypot(x[i], y[i])", np.hypot, [((2.0 ** -124, 2e38), (2.0 ** -124, 2e38)), ((-10, 10), (-10, 10))], relative(3)),
    "cbrt": ("np.cbrt(x[i])", np.cbrt, [(-10, 10), (2.0 ** -126, 3e38)], relative(3)),
    "erf": ("math.erf(x[i])", elementwise(math.erf), [(-6, 6)], relative(6)),
    "erfc": ("math.erfc(x[i])", elementwise(math.erfc), [(-4, 9)], relative(8)),
}
# The same of float64.
WIDE = {
    "exp2": ("np.exp2(x[i])", np.exp2, [(-1021, 1023.9), (-1, 1)], relative(4)),
    "exp": ("math.exp(x[i])", np.exp, [(-707, 709.7), (-1, 1)], relative(4)),
    "expm1": ("math.expm1(x[i])", np.expm1, [(-1, 1), (-40, 709.7)], relative(4)),
    "log2": ("np.log2(x[i])", np.log2, [(0.5, 2), (2.0 ** -1022, 1e308)], relative(5)),
    "log": ("math.log(x[i])", np.log, [(0.5, 2), (2.0 ** -1022, 1e308)], relative(5)),
    "log10": ("math.log10(x[i])", np.log10, [(0.5, 2), (2.0 ** -1022, 1e308)], relative(5)),
    "log1p": ("math.log1p(x[i])", np.log1p, [(-0.999, 3), (2.0 ** -1022, 1e308)], relative(5)),
    "sin": ("math.sin(x[i])", np.sin, [(-np.pi, np.pi), (-2.0 ** 30, 2.0 ** 30), (1e9, 1e300)], relative(4)),
    "cos": ("math.cos(x[i])", np.cos, [(-np.pi, np.pi), (-2.0 ** 30, 2.0 ** 30), (1e9, 1e300)], relative(4)),
    "tan": ("math.tan(x[i])", np.tan, [(-1.5, 1.5), (-2.0 ** 30, 2.0 ** 30), (1e9, 1e300)], relative(5)),
    "asin": ("math.asin(x[i])", np.arcsin, [(-1, 1)], relative(5)),
    "acos": ("math.acos(x[i])", np.arccos, [(-1, 0.999)], relative(4)),
    "atan": ("math.atan(x[i])", np.arctan, [(-1, 1), (-1e4, 1e4)], relative(4)),
    "atan2": ("math.atan2(x[i], y[i])", np.arctan2, [((-10, 10), (-10, 10))], relative(5)),
    "sinh": ("math.sinh(x[i])", np.sinh, [(-1, 1), (-710.4, 710.4)], relative(4)),
    "cosh": ("math.cosh(x[i])", np.cosh, [(-1, 1), (-710.4, 710.4)], relative(4)),
    "tanh": ("math.tanh(x[i])", np.tanh, [(-1, 1), (-19, 19)], relative(4)),
    "asinh": ("math.asinh(x[i])", np.arcsinh, [(-1, 1), (2.0 ** -1022, 1e308)], relative(5)),
    "acosh": ("math.acosh(x[i])", np.arccosh, [(1, 4), (1, 1e308)], relative(5)),
    "atanh": ("math.atanh(x[i])", np.arctanh, [(-1, 1)], relative(5)),
    "hypot": ("math.hypot(x[i], y[i])", np.hypot, [((2.0 ** -1020, 1e308), (2.0 ** -1020, 1e308)), ((-10, 10), (-10, 10))], relative(3)),
    "cbrt": ("np.cbrt(x[i])", np.cbrt, [(-10, 10), (2.0 ** -1022, 1e308)], relative(3)),
    "pow": ("x[i] ** y[i]", real_power, [((0, 8), (-330, 330)), ((2.0 ** -1022, 1e308), (-0.99, 0.99))],
            relative(lambda x, y: 6 + np.abs(y * np.log2(x)) / 100)),
    "erf": ("math.erf(x[i])", elementwise(math.erf), [(-6, 6)], relative(6)),
    "erfc": ("math.erfc(x[i])", elementwise(math.erfc), [(-4, 26)], relative(8)),
}
TABLES = {np.float32: FUNCTIONS, np.float64: WIDE}
INF, NAN = np.inf, np.nan
BOTH = {
    "expm1": {0.0: 0, INF: INF, -INF: -1, NAN: NAN},
    "log1p": {0.0: 0, INF: INF, -1.0: -INF, -2.0: NAN, NAN: NAN},
    "log10": {1000.0: 3, 0.0: -INF, INF: INF, -1.0: NAN, NAN: NAN},
    "asin": {0.0: 0, 1.0: np.pi / 2, -1.0: -np.pi / 2, 2.0: NAN, NAN: NAN},
    "acos": {0.0: np.pi / 2, 1.0: 0, -1.0: np.pi, -2.0: NAN, NAN: NAN},
    "atan": {0.0: 0, INF: np.pi / 2, -INF: -np.pi / 2, NAN: NAN},
    "atan2": {(0.0, 0.0): 0, (0.0, -1.0): np.pi, (-1.0, 0.0): -np.pi / 2, (INF, INF): np.pi / 4,
              (INF, -INF): 0.75 * np.pi, (1.0, INF): 0, (-1.0, -INF): -np.pi, (1.0, NAN): NAN, (NAN, 1.0): NAN,
              (INF, NAN): NAN, (NAN, INF): NAN, (1e-39, 1e-39): np.pi / 4},
    "asinh": {0.0: 0, INF: INF, -INF: -INF, NAN: NAN},
    "acosh": {1.0: 0, INF: INF, 0.5: NAN, -INF: NAN, NAN: NAN},
    "atanh": {0.0: 0, 1.0: INF, -1.0: -INF, 2.0: NAN, NAN: NAN},
    "hypot": {(0.0, 0.0): 0, (3e-39, 4e-39): 5e-39, (3.0, 4.0): 5, (INF, 1.0): INF, (1.0, -INF): INF, (NAN, 1.0): NAN, (1.0, NAN): NAN},
    "cbrt": {0.0: 0, -8.0: -2, INF: INF, -INF: -INF, NAN: NAN},
    "erf": {0.0: 0, INF: 1, -INF: -1, NAN: NAN},
    "erfc": {0.0: 1, INF: 0, -INF: 2, NAN: NAN},
    "tan": {0.0: 0, INF: NAN, NAN: NAN},
}
# name: {argument or arguments: value}
VALUES = {
    **BOTH,
    "exp2": {np.inf: np.inf, -np.inf: 0, np.nan: np.nan, 0.0: 1, 200.0: np.inf, -200.0: 0, 3.0: 8},
    "exp": {np.inf: np.inf, -np.inf: 0, np.nan: np.nan, 0.0: 1, 100.0: np.inf, -200.0: 0},
    "log2": {0.0: -np.inf, np.inf: np.inf, -1.0: np.nan, np.nan: np.nan, 1.0: 0, 8.0: 3},
    "log": {0.0: -np.inf, np.inf: np.inf, -1.0: np.nan, -np.inf: np.nan, np.nan: np.nan, 1.0: 0},
    "sin": {0.0: 0, np.inf: np.nan, np.nan: np.nan},
    "cos": {0.0: 1, -np.inf: np.nan, np.nan: np.nan},
    "sinh": {0.0: 0, np.inf: np.inf, -np.inf: -np.inf, np.nan: np.nan},
    "cosh": {0.0: 1, np.inf: np.inf, -np.inf: np.inf, np.nan: np.nan},
    "tanh": {0.0: 0, np.inf: 1, -np.inf: -1, np.nan: np.nan},
    "rsqrt": {0.0: np.inf, np.inf: 0, -1.0: np.nan, 4.0: 0.5},
    "sqrt": {0.0: 0, np.inf: np.inf, -1.0: np.nan, 4.0: 2},
    "pow": {(0.0, 0.0): 1, (np.nan, 0.0): 1, (-2.0, 3.0): -8, (-2.0, 2.0): 4, (-2.0, 0.5): np.nan,
            (0.0, 2.0): 0, (2.0, -1.0): 0.5, (np.inf, 2.0): np.inf},
    "divide": {(1.0, 0.0): np.inf, (0.0, 0.0): np.nan, (np.inf, 2.0): np.inf, (6.0, 3.0): 2},
}

WIDE_VALUES = {
    **VALUES,
    "exp2": {INF: INF, -INF: 0, NAN: NAN, 0.0: 1, 1024.0: INF, -1400.0: 0, 3.0: 8},
    "exp": {INF: INF, -INF: 0, NAN: NAN, 0.0: 1, 709.8: INF, -750.0: 0},
    "pow": {**VALUES["pow"], (1.0, NAN): 1, (1.0, INF): 1, (-1.0, -INF): 1, (0.0, -1.0): INF, (-0.0, -3.0): -INF,
            (-INF, 3.0): -INF, (2.0, INF): INF, (0.5, INF): 0, (2.0, -INF): 0, (NAN, 2.0): NAN, (2.0, NAN): NAN},
}

KERNEL = """
@cuda.jit{how}
def {name}({params}, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = {value}
"""
HEAD = "import math\n\nimport numpy as np\nfrom numba import cuda\n"


def source(decorator):
    kernels = (KERNEL.format(how=decorator, name=f"k_{name}", value=row[0],
                             params="x, y" if "y[i]" in row[0] else "x")
               for name, row in {**WIDE, **FUNCTIONS}.items())
    return HEAD + "\n".join(kernels)


def spread(low, high, count, random, kind):
    """Logarithmically where the ends are far from each other."""
    if low > 0 and high / low > 1e6:
        x = np.exp(random.uniform(np.log(low), np.log(high), count))
    else:
        x = random.uniform(low, high, count)
    return np.clip(x, low, high).astype(kind)


def arguments(row, count, random, kind):
    parts = []
    if row[1] in (np.sin, np.cos, np.tan) and kind is np.float64:
        parts.append([random.integers(1, 2 ** 30, count) * (np.pi / 4)])  # where quadrants end
    for area in row[2]:
        areas = area if isinstance(area[0], tuple) else (area,)
        parts.append([spread(*a, count, random, kind) for a in areas])
    return [np.concatenate(p) for p in zip(*parts)]


class Function:
    def __init__(self, name, kind, count, random, file):
        row = TABLES[kind][name]
        self.name, self.kind, self.bound = f"{name}_f{8 * kind().itemsize}", kind, row[3]
        self.args = arguments(row, count, random, kind)
        with np.errstate(all="ignore"):
            wide = [a.astype(WIDER[kind]) for a in self.args]
            self.want = row[1](*wide)
        self.wide = wide
        special = (WIDE_VALUES if kind is np.float64 else VALUES).get(name, {})
        keys = [k if isinstance(k, tuple) else (k,) for k in special]
        self.special = np.array(list(special.values()), np.float64)
        self.args = [np.concatenate([a, np.array([k[n] for k in keys], kind)])
                     for n, a in enumerate(self.args)]
        out = np.full(self.args[0].size, 7, kind)
        self.case = corpus.Case(f"k_{name}", (out.size + 127) // 128, 128, [*self.args, out])
        self.case.expect = {len(self.args): out}
        self.case.file = file

    def judge(self, got):
        """(why it is wrong or None, the largest error as a part of the bound,
        the same in ulps of the result)"""
        ulp = ULP[self.kind]
        normal, special = got[:self.want.size].astype(WIDER[self.kind]), got[self.want.size:]
        usable = (np.abs(self.want) >= LEAST[self.kind]) & (np.abs(self.want) < MOST[self.kind])
        off = np.abs(normal - self.want)
        with np.errstate(all="ignore"):
            part = np.where(usable, off / self.bound(ulp, self.want, *self.wide), 0)
            ulps = np.where(usable, off / (WIDER[self.kind](ulp) * 2.0 ** np.floor(np.log2(np.abs(self.want)))), 0)
        worst = int(np.nanargmax(np.where(np.isnan(part), np.inf, part)))
        why = None
        if not part[worst] <= 1:
            why = f"{[a[worst] for a in self.args]}: {normal[worst]}, not {self.want[worst]}"
        near = np.isclose(special, self.special, rtol=1e-6, atol=1e-30, equal_nan=True)
        if not near.all():
            n = int(np.argmin(near))
            why = f"{[a[self.want.size + n] for a in self.args]}: {special[n]}, not {self.special[n]}"
        return why, part[worst], np.nanmax(ulps)


def run(portkern, backend, functions):
    """Outputs of the functions, or what the command said."""
    with tempfile.TemporaryDirectory() as top:
        folder = pathlib.Path(top)
        cases = [f.case for f in functions]
        for n, (f, (ok, message, _)) in enumerate(zip(functions, corpus.run_backend(portkern, backend, cases, folder))):
            yield np.load(folder / f"{n}_{len(f.args)}.out.npy") if ok else message


def main():
    worst = "--worst" in sys.argv
    portkern, backends, *rest = [a for a in sys.argv[1:] if a != "--worst"]
    count = int(rest[0]) if rest else 2000
    failed = number = 0
    with tempfile.TemporaryDirectory() as top:
        for how, decorator in (("fastmath", "(fastmath=True)"), ("native", "")):
            os.environ["PORTKERN_MATH"] = "native" if how == "native" else "exact"
            file = pathlib.Path(top) / f"{how}.py"
            file.write_text(source(decorator))
            random = np.random.default_rng(1)
            functions = [Function(name, kind, count, random, file) for kind, rows in TABLES.items() for name in rows]
            for backend in backends.split(","):
                for f, got in zip(functions, run(portkern, backend, functions)):
                    why, part, ulps = (got, 0, 0) if isinstance(got, str) else f.judge(got)
                    failed, number = failed + (why is not None), number + 1
                    print(f"{'not ok' if why else 'ok'} {number} - {backend} {how} {f.name} {why or ''}" +
                          (f" {part:.2f} of the bound, {ulps:.1f} ulps" if worst else ""))
    print(f"1..{number}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
