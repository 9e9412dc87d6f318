# SPDX-License-Identifier: Apache-2.0
"""The kernels of bench/kernels.py and bench/streams.py that are compared with rivals', with
what they are given."""


def cases():
    """{name: (arguments, those of the twin behind its arrays and numbers, grid, block, numbers
    of the arguments that are written)}."""
    import numpy as np
    random = np.random.default_rng(1)
    many, side = 1 << 22, 512
    f4 = random.random(many, np.float32)
    f8 = random.random(many)
    i4 = np.int32

    def like(x, *shape):
        return np.zeros(shape or x.shape, x.dtype)

    square = random.random((side, side), np.float32)
    square8 = random.random((side, side))
    grid = random.random((2000, 2000))
    picture = random.integers(0, 256, (1080, 1920, 3)).astype(np.uint8)
    seeds = [random.integers(1, 1 << 63, 1 << 16).astype(np.uint64) for _ in range(2)]
    rows, each = 100_000, 32
    first = np.arange(0, rows * each + 1, each, dtype=np.int32)
    column = random.integers(0, rows, rows * each).astype(np.int32)
    bodies = [random.random(4096, np.float32) for _ in range(3)]
    forces = [like(bodies[0]) for _ in range(3)]
    image = np.zeros((600, 900), np.int32)
    wide = random.random((2048, 2048), np.float32)
    tiles = ((32, 32), (16, 16))
    line = ((many // 256,), (256,))
    years = f4 * np.float32(2) + np.float32(0.1)
    return {
        "vector_add": ((f4, f4[::-1].copy(), like(f4)), (i4(many),), *line, (2,)),
        "saxpy64": ((2.5, f8, f8[::-1].copy(), like(f8)), (i4(many),), *line, (3,)),
        "block_sum": ((f4, like(f4, many // 256)), (i4(many),), *line, (1,)),
        "matmul_tiled": ((square, square.T.copy(), like(square)), (i4(side),), *tiles, (2,)),
        "matmul_naive": ((square, square.T.copy(), like(square)), (i4(side),), *tiles, (2,)),
        "mandelbrot": ((image, 200), (i4(600), i4(900), i4(200)), (57, 38), (16, 16), (0,)),
        "fused_math": ((f8, like(f8)), (i4(many),), *line, (1,)),
        "nbody": ((*bodies, *forces), (i4(4096),), (16,), (256,), (3, 4, 5)),
        "spmv": ((random.random(rows * each), column, first, random.random(rows), np.zeros(rows)),
                 (i4(rows),), (rows // 256 + 1,), (256,), (4,)),
        "black_scholes": ((f4 * 100 + 1, f4[::-1] * 100 + 1, years, like(f4), like(f4)), (i4(many),), *line, (3, 4)),
        "transpose": ((wide, like(wide)), (i4(2048),), (128, 128), (16, 16), (1,)),
        "jacobi": ((grid, like(grid)), (i4(2000), i4(2000)), (125, 125), (16, 16), (1,)),
        "matmul_tiled64": ((square8, square8.T.copy(), like(square8)), (i4(side),), *tiles, (2,)),
        "matmul_naive64": ((square8, square8.T.copy(), like(square8)), (i4(side),), *tiles, (2,)),
        "gray": ((picture, np.zeros((1080, 1920), np.uint8)), (i4(1080), i4(1920)), (120, 68), (16, 16), (1,)),
        "nested": ((f8[:1 << 16] * 8, like(f8, 1 << 16)), (i4(1 << 16),), (256,), (256,), (1,)),
        "monte_carlo": ((*seeds, np.zeros(1 << 16, np.int32), 64), (i4(1 << 16), i4(64)), (256,), (256,), (2,)),
        "histogram": (((f4 * 256).astype(np.int32), np.zeros(256, np.int32)), (i4(many),), *line, (1,)),
        "sum32": ((f4, like(f4, 1)), (i4(many),), *line, (1,)),
    }


def nested_steps(x):
    """bench/work.py's `steps`, by Python."""
    total = 0.0
    for a in range(1, 40):
        if a * x > 30.0:
            break
        for b in range(1, 40):
            t = x * a - 0.25 * b
            if t < 0.0:
                break
            total += t * 0.5 if t * t >= 0.5 else 0.0
    return total


def points_inside(s0, s1, points):
    """bench/work.py's `inside`, for arrays of states."""
    import numpy as np

    def turned(v, by):
        return v << np.uint64(by) | v >> np.uint64(64 - by)

    hits = np.zeros(s0.size, int)
    for _ in range(points):
        squares = 0.0
        for _ in range(2):
            squares = squares + ((s0 + s1 >> np.uint64(11)) * 2.0 ** -53) ** 2
            s1 = s1 ^ s0
            s0, s1 = turned(s0, 24) ^ s1 ^ s1 << np.uint64(16), turned(s1, 37)
        hits += squares < 1
    return hits


def first_of(name, args):
    """What the first elements of each argument that is written are then, by NumPy in float64."""
    import math
    import numpy as np
    few = slice(0, 500)
    x = [a.astype(np.float64) if isinstance(a, np.ndarray) and a.dtype.kind == "f" else a for a in args]
    if name == "vector_add":
        return [(x[0] + x[1])[few]]
    if name == "saxpy64":
        return [(x[0] * x[1] + x[2])[few]]
    if name == "block_sum":
        return [x[0].reshape(-1, 256).sum(1)[few]]
    if name.startswith("matmul"):
        return [x[0][0] @ x[1]]
    if name == "mandelbrot":
        c = np.arange(args[0].shape[1]) * 3.0 / args[0].shape[1] - 2.0 - 1j
        z, steps = np.zeros_like(c), np.zeros(len(c), int)
        for _ in range(args[1]):
            inside = abs(z) ** 2 <= 4
            steps += inside
            z = np.where(inside, z * z + c, z)
        return [steps]
    if name == "fused_math":
        v = x[0][few]
        return [np.sqrt(v * v + 1) + np.sin(v) * np.exp(-v)]
    if name == "nbody":
        d = [a[None, :] - a[few, None] for a in x[:3]]
        w = 1 / (d[0] ** 2 + d[1] ** 2 + d[2] ** 2 + 0.01) ** 2
        return [(a * w).sum(1) for a in d]
    if name == "spmv":
        return [np.add.reduceat(x[0] * x[3][args[1]], args[2][:-1])[few]]
    if name == "black_scholes":
        price, strike, years = (a[few] for a in x[:3])
        d1 = (np.log(price / strike) + (0.02 + 0.045) * years) / (0.3 * np.sqrt(years))
        n1, n2 = (0.5 * (1 + np.vectorize(math.erf)(d * 0.70710678)) for d in (d1, d1 - 0.3 * np.sqrt(years)))
        later = strike * np.exp(-0.02 * years)
        return [price * n1 - later * n2, later * (1 - n2) - price * (1 - n1)]
    if name == "transpose":
        return [x[0][:, 0]]
    if name == "gray":
        rgb = args[0].reshape(-1, 3)[few].astype(int)
        return [(rgb @ (77, 150, 29)) >> 8]
    if name == "histogram":
        return [np.bincount(args[0], minlength=256)]
    if name == "sum32":
        return [x[0].sum(keepdims=True)]
    if name == "nested":
        return [np.array([nested_steps(v) for v in x[0][few].tolist()])]
    if name == "monte_carlo":
        return [points_inside(args[0][few], args[1][few], args[3])]
    a = x[0]
    row = 0.25 * (a[:-2, 1:-1] + a[2:, 1:-1] + a[1:-1, :-2] + a[1:-1, 2:])[0]
    return [np.concatenate([np.zeros(a.shape[1] + 1), row])]
