# SPDX-License-Identifier: Apache-2.0
import language_python as py
import numpy as np
from corpus import Case

R = np.random.default_rng(32)


def cases():
    a = R.integers(-2, 6, 60)
    f = np.round(R.uniform(-4, 4, 60), 2)
    for kernel in ("plain", "unrolled", "named", "members"):
        want = np.array([py.run(kernel, i, int(a[i]), float(f[i]), file="tuples") for i in range(60)])
        yield Case(kernel, 2, 32, [a, f, np.zeros_like(want)], {2: want}, rtol=1e-14)
    names = py.module("tuples")
    for color in names["Color"]:
        for mode in names["Mode"]:
            speeds = (names["Speed"].FAST, names["Speed"].SLOW)
            given = [color, mode, speeds]
            want = np.array([py.run("given_members", i, int(a[i]), *map(py.Itself, given), file="tuples") for i in range(60)])
            yield Case("given_members", 2, 32, [a, *given, np.zeros_like(want)], {4: want})
    depth = names["Depth"]
    yield Case("auto_members", 1, 32, [np.zeros(20, np.int64)], {0: depth.STEP * 100 + depth.ROOF + np.arange(20)})
    for dtype in (np.float32, np.float64):
        i, x, m = np.arange(40), R.integers(-9, 9, 40).astype(dtype), R.integers(0, 9, (2, 2))
        args = [(3, -4), ((2.5, 0.5), np.float32(0.25), np.int8(7)), (x, (m, np.uint16(3))), (), None]
        want = np.stack([3 - 4 * i, np.full(40, 2 + 1.75), x + m[i % 2, 1] * 3, np.full(40, 10), -1 + np.array([3, -4])[i % 2]], 1)
        yield Case("given", 2, 32, [*args, np.zeros((40, 5))], {5: want.astype(np.float64)})
    yield from defaults_that_are_tuples()
    yield from names_of_the_launch()


def defaults_that_are_tuples():
    n = np.arange(40)

    def want(shape=(2, 3), at=(1.5, 0.25), cell=((0, 2j),), length=2, i=n):
        return i // shape[1] * shape[0] + i % shape[1] + at[0] * at[1] + cell[0][1].imag * length

    color = py.module("tuples")["Color"]
    for args, named, out in (
            ([], {}, want()), ([(4, 5)], {}, want((4, 5))), ([], {"shape": (np.int32(7), np.uint8(2))}, want((7, 2))),
            ([], {"at": (2, 1j)}, None), ([(1, 9), (0.5, 8.0)], {}, want((1, 9), (0.5, 8))),
            ([], {"cell": ((1, 3j), (1,)), "shape": (3, 3)}, want((3, 3), cell=((1, 3j),), length=1)),
            ([], {"color": color.RED}, (-n).astype(np.float64)), ([(2, 2)], {"color": color.BLUE}, want((2, 2)))):
        yield Case("tuple_defaults", 2, 32, [np.zeros(40), *args], {0: out} if out is not None else {}, named=named,
                   error=None if out is not None else "complex128")
    yield Case("declared_default", 2, 32, [np.zeros(40)], {0: 2.0 * n + 3})
    yield Case("declared_default", 2, 32, [np.zeros(40)], {0: 4.0 * n - 1}, named={"shape": (4.75, -1)})
    yield Case("declared_default", 2, 32, [np.zeros(40)], named={"shape": (4, 1, 2)}, error="its signature says Tuple(int32, int32)")
    yield Case("launches_with_defaults", 1, 1, [np.zeros(40)],
               {0: np.concatenate([want(i=n[:20]), want((5, 4), i=n[:20])])})


def names_of_the_launch():
    point = py.module("tuples")["Point"]
    x, i = R.integers(-9, 9, 40).astype(np.float32), np.arange(40)
    for y, scale in ((2.5, 7), (np.int8(3), np.float32(0.5))):
        given = [point(x, y), (point(-4, 1 + 2j), scale)]
        want = np.stack([x * float(y) + scale, -4.0 - i], 1)
        yield Case("given_names", 2, 32, [*given, np.zeros((40, 2))], {2: want})
        want = want.copy()
        want[:8, 0] = x[:8] * 3 + y
        yield Case("hands_names_on", 1, 1, [*given, np.zeros((40, 2))], {2: want})
