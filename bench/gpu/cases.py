# SPDX-License-Identifier: Apache-2.0
"""The launches that the GPU benchmarks are made of, small ones and such that
fill a GPU."""

TILE, BLOCK = 16, 256


class Case:
    """`args` are as gpu_bench reads them, in the order of kernels.py; `out` is
    the number of the one that is compared. `work`: how much of `unit` a launch
    does. `tolerance`: 0 where legs that round alike give the same bits;
    `loose`: by which those that fuse or approximate may be off, relative to
    the largest number, in all but one of a hundred elements."""

    def __init__(self, name, grid, block, args, out, extent, work=0.0, unit="", tolerance=0.0, loose=1e-5):
        self.name, self.grid, self.block, self.args, self.out = name, grid, block, args, out
        self.extent, self.work, self.unit = extent, work, unit
        self.tolerance, self.loose = tolerance, loose

    def load(self):
        return self.line(self.args)

    def load_twin(self):
        """Arrays, scalars, extents."""
        arrays = [a for a in self.args if a.count(":") > 1]
        return self.line(arrays + [a for a in self.args if a not in arrays] + [f"i32:{self.extent}"])

    def line(self, args):
        pairs = (",".join(map(str, d)) for d in (self.grid, self.block))
        return " ".join(["load", self.name, *pairs, *args])

    def out_twin(self):
        return sum(a.count(":") > 1 for a in self.args[:self.out])


def flat(n, *bounds, kind="f32"):
    return ":".join([kind, str(n), *map(str, bounds or (0, 0))])


def square(n, *bounds, kind="f32"):
    return ":".join([kind, f"{n}x{n}", *map(str, bounds or (0, 0))])


def line_grid(n):
    return ((n + BLOCK - 1) // BLOCK, 1)


def square_grid(n):
    return (-(-n // TILE), -(-n // TILE))


def cases(small):
    many, more = (5000, 7000) if small else (1 << 25, 1 << 26)
    side, product, image = (64, 32, 40) if small else (8192, 2048, 2048)
    limit, bodies = (30, 512) if small else (400, 16384)
    options = 3000 if small else 1 << 24
    blocks = 8 if small else 1024
    tile, line = (TILE, TILE), (BLOCK, 1)
    yield Case("vector_add", line_grid(many), line, [flat(many, 0, 1), flat(many, -1, 1), flat(many)], 2, many,
               12e-9 * many, "GB")
    yield Case("saxpy", line_grid(many), line, ["f32:2.5", flat(many, 0, 1), flat(many, -1, 1)], 2, many,
               12e-9 * many, "GB")
    yield Case("transpose", square_grid(side), tile, [square(side, 0, 1), square(side)], 1, side,
               8e-9 * side**2, "GB")
    yield Case("block_sum", (blocks, 1), line, [flat(more, 0, 1), flat(blocks)], 1, more, 4e-9 * more, "GB")
    yield Case("histogram", (blocks, 1), line, [flat(more, 0, 256, kind="i32"), flat(256, kind="i32")], 1, more,
               4e-9 * more, "GB")
    matrices = [square(product, -1, 1), square(product, 0, 1), square(product)]
    yield Case("matmul_naive", square_grid(product), tile, matrices, 2, product, 2e-9 * product**3, "GFLOP")
    yield Case("matmul_tiled", square_grid(product), tile, matrices, 2, product, 2e-9 * product**3, "GFLOP")
    yield Case("stencil", square_grid(side), tile, [square(side, 0, 1), square(side)], 1, side, 8e-9 * side**2, "GB")
    for kind in ("f32", "f64"):
        yield Case("mandelbrot_" + kind, square_grid(image), tile,
                   [f"{kind}:-2.0", f"{kind}:-1.25", f"{kind}:{2.5 / image}", f"i32:{limit}",
                    square(image, kind="i32")], 4, image, 1e-6 * image**2, "Mpixel")
    yield Case("nbody", (bodies // BLOCK, 1), line,
               [flat(bodies, -1, 1), flat(bodies, 0, 1), flat(bodies, 1, 2)] + 3 * [flat(bodies)], 3, bodies,
               1e-9 * bodies**2, "Gpair", loose=1e-4)
    yield Case("black_scholes", line_grid(options), line,
               [flat(options, 5, 30), flat(options, 1, 100), flat(options, 0.25, 10), "f32:0.02", "f32:0.3",
                flat(options), flat(options)], 5, options, 20e-9 * options, "GB", tolerance=2e-6)


def more():
    """Kernels of which the machine code alone is compared, small."""
    many, side, line, tile = 5000, 40, (BLOCK, 1), (TILE, TILE)
    yield Case("warp_sum", line_grid(many), line, [flat(many, 0, 1), flat(many)], 1, many)
    yield Case("block_scan", line_grid(many), line, [flat(many, 0, 9, kind="i32"), flat(many, kind="i32")], 1, many)
    yield Case("spmv_ell", line_grid(many), line, [flat(16 * many, 0, 1), flat(16 * many, 0, many, kind="i32"),
                                                   flat(many, 0, 1), flat(many)], 3, many)
    yield Case("axpby", (4, 1), line, ["f32:2.5", "f32:0.5", flat(many, 0, 1), flat(many, 0, 1), flat(many)], 4, many)
    yield Case("conv1d", line_grid(many), line, [flat(many, 0, 1), flat(9, 0, 1), flat(many)], 2, many)
    yield Case("life", square_grid(side), tile, [square(side, 0, 2, kind="i32"), square(side, kind="i32")], 1, side)
    yield Case("bitonic_step", line_grid(many), line, ["i32:64", "i32:16", flat(many, 0, 999, kind="i32")], 2, many)
    yield Case("column_sums", (1, 1), line, [square(side, 0, 1), flat(side)], 1, side)
    yield Case("gather", line_grid(many), line, [flat(many, 0, 1), flat(many, 0, many, kind="i32"), flat(many)], 2, many)
    yield Case("horner", line_grid(many), line, [flat(many, 0, 1, kind="f64"), flat(many, kind="f64")], 1, many)


def empty():
    return Case("empty", (1, 1), (32, 1), [flat(256)], 0, 256)
