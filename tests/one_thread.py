# SPDX-License-Identifier: Apache-2.0
"""Numba's names for one thread, so that CPython runs the text of a kernel: the
thread of number 1, alone in its block, as if the others had returned. Launches
in a kernel run when it has ended. What CPython's math raises for is NaN or an
infinity, as in kernels."""
import cmath
import math
import struct
import sys
import types

import numpy as np

THREAD, BLOCK = 1, 2
NAMES = ("bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "float32", "float64",
         "complex64", "complex128")


class Dim3(tuple):
    x, y, z = (property(lambda self, k=k: self[k]) for k in range(3))


class Launches(list):
    """What kernels have asked for."""

    def run(self):
        while self:
            function, args, named = self.pop(0)
            function(*args, **named)


LAUNCHES = Launches()


class Kernel:
    def __init__(self, function):
        self.function = function

    def __call__(self, *args, **named):
        return self.function(*args, **named)

    def __getitem__(self, _):
        return lambda *args, **named: LAUNCHES.append((self.function, args, named))


def jit(*args, **_):
    return Kernel(args[0]) if args and callable(args[0]) else Kernel


def updated(new):
    """An atomic that stores new(old, value, ...) and gives the old one."""

    def atomic(array, index, *values):
        index = tuple(int(j) for j in index) if isinstance(index, tuple) else int(index)
        old = array[index]
        array[index] = new(old, *values)
        return old
    return atomic


def atomics():
    table = {"add": lambda old, v: old + v, "sub": lambda old, v: old - v, "exch": lambda old, v: v,
             "max": lambda old, v: old if math.isnan(old) or v != v else max(old, v),
             "min": lambda old, v: old if math.isnan(old) or v != v else min(old, v),
             "nanmax": np.fmax, "nanmin": np.fmin,
             "and_": lambda old, v: old & v, "or_": lambda old, v: old | v, "xor": lambda old, v: old ^ v,
             "inc": lambda old, v: 0 if old >= v else old + 1,
             "dec": lambda old, v: v if old == 0 or old > v else old - 1,
             "cas": lambda old, expected, v: v if old == expected else old}
    module = types.SimpleNamespace(**{name: updated(new) for name, new in table.items()})
    module.compare_and_swap = lambda array, expected, v: module.cas(array, 0, expected, v)
    return module


def bits(value, size=None):
    """An integer's bits, as it is wide: Python's count as 64."""
    width = size or (value.dtype.itemsize * 8 if isinstance(value, np.generic) else 64)
    return int(value) % 2**width, width


def brev(value):
    b, width = bits(value)
    return int(f"{b:0{width}b}"[::-1], 2) - (2**width if isinstance(value, int) and b & 1 else 0)


def clz(value):
    b, width = bits(value)
    return width - b.bit_length()


def byte_perm(x, y, picks):
    data = struct.pack("<ii", x, y)
    return struct.unpack("<i", bytes(data[picks >> 4 * k & 7] for k in range(4)))[0]


def fma(x, y, z):
    from fractions import Fraction  # pylint: disable=import-outside-toplevel
    return float(Fraction(float(x)) * Fraction(float(y)) + Fraction(float(z)))


def libdevice():
    f32 = np.float32
    normcdf = lambda x: math.erfc(-x / math.sqrt(2)) / 2  # noqa: E731
    return types.SimpleNamespace(
        exp10=lambda x: 10.0**x, sinpi=lambda x: math.sin(math.pi * x), normcdf=normcdf,
        rsqrtf=lambda x: f32(1 / math.sqrt(x)), fmaf=lambda x, y, z: f32(fma(x, y, z)),
        sincos=lambda x: (math.sin(x), math.cos(x)), byte_perm=byte_perm, mulhi=lambda x, y: x * y >> 32,
        float2int_rn=round, float_as_int=lambda x: struct.unpack("<i", struct.pack("<f", x))[0],
        dadd_ru=lambda x, y: x + y, fma_rz=fma, ilogb=lambda x: math.frexp(x)[1] - 1,
        isnand=math.isnan, llround=lambda x: math.floor(x + 0.5), **BESSEL)


def series(order, x):
    """The Bessel function of the first kind, by its power series."""
    return sum((-1)**k * (x / 2)**(2 * k + order) / (math.factorial(k) * math.factorial(k + order)) for k in range(40))


def second(order, x):
    """That of the second kind, as Abramowitz and Stegun 9.1.11."""
    psi = lambda n: sum(1 / k for k in range(1, n)) - 0.5772156649015329  # noqa: E731
    total = 2 / math.pi * math.log(x / 2) * series(order, x)
    total -= sum(math.factorial(order - k - 1) / math.factorial(k) * (x / 2)**(2 * k - order) for k in range(order)) / math.pi
    return total - sum((psi(k + 1) + psi(order + k + 1)) * (-1)**k * (x / 2)**(2 * k + order)
                       / (math.factorial(k) * math.factorial(order + k)) for k in range(40)) / math.pi


BESSEL = {"j0": lambda x: series(0, x), "j1": lambda x: series(1, x), "jn": series,
          "y0": lambda x: second(0, x), "y1": lambda x: second(1, x), "yn": second}


def halves():
    """numba.cuda.fp16"""
    h = np.float16
    of_two = {"add": lambda x, y: x + y, "sub": lambda x, y: x - y, "mul": lambda x, y: x * y, "div": lambda x, y: x / y}
    of_one = {"neg": np.negative, "abs": np.abs, "sin": np.sin, "cos": np.cos, "log": np.log, "log2": np.log2,
              "log10": np.log10, "exp": np.exp, "exp2": np.exp2, "exp10": lambda x: h(10.0**float(x)), "floor": np.floor,
              "ceil": np.ceil, "sqrt": np.sqrt, "rsqrt": lambda x: h(1 / math.sqrt(x)), "rcp": lambda x: h(1 / float(x)),
              "rint": np.rint, "trunc": np.trunc}
    compare = {"eq": "__eq__", "ne": "__ne__", "gt": "__gt__", "ge": "__ge__", "lt": "__lt__", "le": "__le__"}
    module = types.SimpleNamespace(hfma=lambda x, y, z: h(fma(x, y, z)), hmax=lambda x, y: max(h(x), h(y)),
                                   hmin=lambda x, y: min(h(x), h(y)))
    for name, function in of_two.items():
        setattr(module, f"h{name}", lambda x, y, function=function: function(h(x), h(y)))
    for name, function in of_one.items():
        setattr(module, f"h{name}", lambda x, function=function: function(h(x)))
    for name, method in compare.items():
        setattr(module, f"h{name}", lambda x, y, method=method: getattr(h(x), method)(h(y)))
    return module


MASK = 2**64 - 1


def rotate(x, k):
    return (x << k | x >> (64 - k)) & MASK


def draw(states, i):
    """A step of xoroshiro128+."""
    s0, s1 = map(int, states[i])
    t = s0 ^ s1
    states[i] = rotate(s0, 55) ^ t ^ (t << 14 & MASK), rotate(t, 36)
    return (s0 + s1 & MASK) >> 11


def uniform(states, i):
    return draw(states, i) * 2.0**-53


def normal(states, i):
    a, b = np.float32(uniform(states, i)), np.float32(uniform(states, i))
    return math.sqrt(-2 * math.log(a)) * math.cos(2 * math.pi * b)


def randoms():
    single = lambda draw: lambda states, i: np.float32(draw(states, i))  # noqa: E731
    return types.SimpleNamespace(xoroshiro128p_uniform_float32=single(uniform), xoroshiro128p_uniform_float64=uniform,
                                 xoroshiro128p_normal_float32=single(normal), xoroshiro128p_normal_float64=normal)


class Vector:
    """A vector of CUDA: numbers of one dtype, by the names of its elements. They are
    Python's numbers, so that those of few bits do not wrap in what is computed of them."""

    def __init__(self, dtype, count, parts):
        items = [item for part in parts for item in (part.items if isinstance(part, Vector) else [part])]
        assert len(items) == count and all(part.dtype == dtype for part in parts if isinstance(part, Vector))
        self.dtype, self.items = dtype, [np.asarray(item).astype(dtype).item() for item in items]

    def __getattr__(self, name):
        if len(name) != 1 or name not in "xyzw"[:len(self.items)]:
            raise AttributeError(name)
        return self.items["xyzw".index(name)]


def vectors():
    """What makes them, by Numba's names and by CUDA's."""
    dtypes = {f"{kind}{bits}x": f"{kind}{bits}" for kind in ("int", "uint") for bits in (8, 16, 32, 64)}
    dtypes.update(float32x="float32", float64x="float64", char="b", uchar="B", short="h", ushort="H", int="i", uint="I",
                  long="int64", ulong="uint64", longlong="q", ulonglong="Q", float="f", double="d")
    return {f"{name}{count}": lambda *parts, dtype=np.dtype(dtype), count=count: Vector(dtype, count, parts)
            for name, dtype in dtypes.items() for count in (1, 2, 3, 4)}


def cuda_module():
    cuda = types.ModuleType("numba.cuda")
    place = lambda value: lambda ndim: value if ndim == 1 else (value,) + (value * 0 if value == THREAD else 1,) * (ndim - 1)  # noqa: E731
    nothing = lambda *_: None  # noqa: E731

    def empty(shape, dtype, *_, **__):
        array = np.zeros(shape or 64, dtype)
        return array.view(np.recarray) if array.dtype.names else array
    made = types.SimpleNamespace(array=empty)
    cuda.__dict__.update(
        jit=jit, grid=place(THREAD), gridsize=place(BLOCK), threadIdx=Dim3((THREAD, 0, 0)), blockIdx=Dim3((0, 0, 0)),
        blockDim=Dim3((BLOCK, 1, 1)), gridDim=Dim3((1, 1, 1)), laneid=THREAD, warpsize=32, lanemask_lt=lambda: 2**THREAD - 1,
        syncthreads=nothing, syncwarp=nothing, threadfence=nothing, threadfence_block=nothing, threadfence_system=nothing,
        nanosleep=nothing, syncthreads_count=lambda p: int(p != 0), syncthreads_and=lambda p: int(p != 0),
        syncthreads_or=lambda p: int(p != 0), cg=types.SimpleNamespace(this_grid=lambda: types.SimpleNamespace(sync=nothing)),
        shfl_sync=lambda _, v, __: v, shfl_up_sync=lambda _, v, __: v, shfl_down_sync=lambda _, v, __: v,
        shfl_xor_sync=lambda _, v, __: v, all_sync=lambda _, p: p != 0, any_sync=lambda _, p: p != 0,
        eq_sync=lambda _, p: True, ballot_sync=lambda _, p: int(p != 0) << THREAD, match_any_sync=lambda _, v: 1 << THREAD,
        match_all_sync=lambda _, v: (1 << THREAD, True), activemask=lambda: 1 << THREAD,
        clock=lambda: 1, clock64=lambda: 1, globaltimer=lambda: 1,
        atomic=atomics(), shared=made, local=made, const=types.SimpleNamespace(array_like=lambda array: array),
        popc=lambda v: bin(bits(v)[0]).count("1"), clz=clz, brev=brev, ffs=lambda v: (int(v) & -int(v)).bit_length(),
        fma=fma, selp=lambda p, x, y: x if p else y, cbrt=lambda x: x ** (1 / 3), rsqrt=lambda x: 1 / math.sqrt(x),
        **vectors(), to_device=np.array, libdevice=libdevice(), fp16=halves(), random=randoms())
    return cuda


def numba_module():
    numba = types.ModuleType("numba")
    numba.cuda = cuda_module()
    numba.prange, numba.literal_unroll, numba.from_dtype = range, lambda t: t, lambda d: d
    numba.jit = numba.njit = jit
    for name in NAMES:
        setattr(numba, name, getattr(np, name if name != "bool" else "bool_"))
    return numba


def without_errors(module):
    """The module with NaN where it raises ValueError, infinities where OverflowError."""

    def safe(function):
        def call(*args):
            try:
                return function(*args)
            except ValueError:
                return math.nan
            except OverflowError:
                return math.inf
        return call
    other = types.ModuleType(module.__name__)
    other.__dict__.update({name: safe(value) if callable(value) else value for name, value in vars(module).items()})
    return other


class Modules:
    """A `with` in which `import numba` and `import math` give these."""

    def __enter__(self):
        numba = numba_module()
        math_ = without_errors(math)
        math_.cbrt = getattr(math_, "cbrt", np.cbrt)
        math_.exp2 = getattr(math_, "exp2", np.exp2)
        math_.trunc = np.trunc  # of float16, too
        new = {"numba": numba, "numba.cuda": numba.cuda, "math": math_, "cmath": without_errors(cmath)}
        self.old = {name: sys.modules.get(name) for name in new}
        sys.modules.update(new)

    def __exit__(self, *_):
        for name, module in self.old.items():
            if module is None:
                sys.modules.pop(name, None)
            else:
                sys.modules[name] = module
