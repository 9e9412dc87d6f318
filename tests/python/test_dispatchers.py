# SPDX-License-Identifier: Apache-2.0
"""cuda.jit's spellings and options, signatures, and what dispatchers tell of
themselves."""
import io
import contextlib

import numpy as np
import pytest

from portkern import cuda, errors, float32, float64, int32, int64, types, void
from portkern.core import config


def scale(x, a):
    i = cuda.grid(1)
    if i < x.size:
        x[i] *= a


def ones():
    return np.ones(5, np.float32)


@pytest.mark.parametrize("make", [
    lambda: cuda.jit(scale), lambda: cuda.jit()(scale), lambda: cuda.jit("void(float32[:], float64)")(scale),
    lambda: cuda.jit((float32[::1], int64))(scale), lambda: cuda.jit(void(float32[:], int32))(scale),
    lambda: cuda.jit(["void(f4[:], i8)", (float64[:], int64)])(scale), lambda: cuda.jit(fastmath=True, opt=True)(scale),
    lambda: cuda.jit(cuda.jit(scale)), lambda: cuda.jit(scale, inline="always", cache=True, max_registers=32)])
def test_spellings(device, make):
    x = ones()
    make()[1, 32](x, 3)
    assert x[0] == 3


@cuda.jit(device=True)
def set_first(x, value):
    x[0] = value


def test_a_lambda(device):
    x = ones()
    cuda.jit(lambda x: set_first(x, 3))[1, 1](x)
    assert x[0] == 3


@pytest.mark.parametrize(("options", "error", "words"), [
    ({"parallel": True}, TypeError, "parallel"), ({"no_such": 1}, ValueError, "no_such"),
    ({"link": ["f.cu"]}, errors.UnsupportedError, "link"), ({"argtypes": ()}, errors.DeprecationError, "argtypes"),
    ({"launch_bounds": (1, 2, 3, 4)}, ValueError, "Got 4 launch bounds"), ({"shared_memory_carveout": 101}, ValueError, "100"), ({"inline": "perhaps"}, ValueError, "inline")])
def test_options_that_are_refused(options, error, words):
    with pytest.raises(error, match=words):
        cuda.jit(**options)


@pytest.mark.parametrize("options", [
    {"shared_memory_carveout": "MaxL1"}, {"lto": False}, {"forceinline": True}, {"link": ()}, {"launch_bounds": 64},
    {"debug": True, "opt": False}, {"lineinfo": True}, {"extensions": []}, {"boundscheck": False}])
def test_options_that_are_taken(device, options):
    x = ones()
    cuda.jit(**options)(scale)[1, 32](x, 3)
    assert x[0] == 3


@pytest.mark.parametrize("sig", ["void(float33[:], int64)", "void(float32", "float32", 3, (1, 2), "int64(float32[:], int64)",
                                 "void(float32[:])"])
def test_signatures_are_checked_at_once(sig):
    with pytest.raises((NameError, SyntaxError, TypeError)):
        cuda.jit(sig)(scale)


def test_arguments_are_converted_to_the_signature(device):
    @cuda.jit("void(int64[:], int32)")
    def kernel(x, n):
        x[0] = n

    x = np.zeros(1, np.int64)
    kernel[1, 1](x, 3.9)
    assert x[0] == 3
    with pytest.raises(TypeError, match="signature says"):
        kernel[1, 1](x.astype(float), 1)


def test_the_best_signature_is_taken(device):
    @cuda.jit([void(int64[:], int32), void(int64[:], float64)])
    def kernel(x, a):
        x[0] = 10 * a

    x = np.zeros(1, np.int64)
    for value, expected in ((np.int8(2), 20), (2.55, 25)):
        kernel[1, 1](x, value)
        assert x[0] == expected
    with pytest.raises(TypeError, match="no signature"):
        kernel[1, 1](x, 2j)


def test_ambiguous_signatures(device):
    @cuda.jit([void(float32, int64), void(int64, float32)])
    def kernel(x, y):
        pass

    with pytest.raises(TypeError, match="equally well"):
        kernel[1, 1](1, 1)


def test_kernels_return_nothing(device):
    with pytest.raises(TypeError, match="returns nothing"):
        cuda.jit(lambda x: x[0])[1, 1](ones())
    with pytest.raises(TypeError, match="void"):
        cuda.jit("int32(int32[:])")(lambda x: 1)


def test_overloads(device):
    kernel = cuda.jit(scale)
    assert kernel.overloads == {} and kernel.signatures == []
    kernel[1, 1](ones(), 3)
    kernel[1, 1](np.ones((5, 2))[:, 0], 3.5)
    assert kernel.signatures == [(float32[::1], int64), (float64[:], float64)]
    assert [sig.return_type for sig in kernel.nopython_signatures] == [void, void]
    assert kernel.overloads[float32[::1], int64].signature == void(float32[::1], int64)
    eager = cuda.jit("void(float32[:], int64)")(scale)
    assert eager.signatures == [(float32[:], int64)] and eager.specialized
    eager[1, 1](ones(), 2)
    assert eager.signatures == [(float32[:], int64)]


def test_compile_and_disable_compile(device):
    kernel = cuda.jit(scale)
    compiled = kernel.compile("void(float32[::1], int64)")
    assert compiled.argument_types == (float32[::1], int64)
    assert kernel.compile((float32[::1], int64)).signature == compiled.signature
    with pytest.raises(errors.TypingError):
        kernel.compile((types.UniTuple(int64, 2), int64))
    kernel.disable_compile()
    kernel[1, 1](ones(), 2)
    with pytest.raises(TypeError):
        kernel[1, 1](np.ones(2, np.int8), 2)
    with pytest.raises(RuntimeError, match="Compilation disabled"):
        kernel.compile((float64[:], int64))
    kernel.disable_compile(False)
    kernel[1, 1](np.ones(2, np.int8), 2)


def test_specialize(device):
    kernel = cuda.jit(scale)
    special = kernel.specialize(ones(), 3)
    assert special.specialized and not kernel.specialized
    assert special.signatures == [(float32[::1], int64)]
    assert kernel.specialize(ones(), 4) is special
    x = ones()
    special[1, 32](x, 3)
    assert x[4] == 3
    with pytest.raises(RuntimeError, match="already specialized"):
        special.specialize(x, 3)


def test_forall(device):
    kernel = cuda.jit(scale)
    x = np.ones(1000, np.float32)
    kernel.forall(1000)(x, 3)
    kernel.forall(1000, tpb=64, stream=0, sharedmem=16)(x, 2)
    np.testing.assert_array_equal(x, 6)
    kernel.forall(0)(x, 3)
    assert x[0] == 6
    with pytest.raises(ValueError, match="negative"):
        kernel.forall(-1)


def test_configure(device):
    x = ones()
    cuda.jit(scale).configure(1, (32, 1))(x, 3)
    assert x[4] == 3


LIMIT = 2


def test_recompile_takes_the_values_of_now(device, monkeypatch):
    @cuda.jit
    def kernel(x):
        x[0] = LIMIT

    x = ones()
    kernel[1, 1](x)
    monkeypatch.setitem(globals(), "LIMIT", 7)
    kernel[1, 1](x)
    assert x[0] == 2
    kernel.recompile()
    assert kernel.signatures == [(float32[::1],)]
    kernel[1, 1](x)
    assert x[0] == 7


def test_what_a_kernel_takes_of_the_device(device):
    @cuda.jit
    def kernel(x):
        a = cuda.shared.array(10, float32)
        a[cuda.threadIdx.x] = x[0]
        cuda.syncthreads()
        x[0] = a[9]

    kernel[1, 10](ones())
    signature = kernel.nopython_signatures[0]
    assert kernel.get_shared_mem_per_block(signature) >= 40
    assert kernel.get_max_threads_per_block(signature) >= 10
    assert list(kernel.get_regs_per_thread()) == kernel.signatures
    assert kernel.get_const_mem_size(signature) == 0
    assert kernel.get_local_mem_per_thread(signature) >= 0
    special = kernel.specialize(ones())
    assert special.get_shared_mem_per_block() >= 40
    assert special.get_max_threads_per_block() >= 10


def test_inspection(device):
    kernel = cuda.jit(scale)
    kernel[1, 1](ones(), 3)
    signature = (float32[::1], int64)
    assert ".visible .entry" in kernel.inspect_asm(signature)
    assert list(kernel.inspect_asm()) == [signature]
    assert "define" in kernel.inspect_llvm(signature)
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        kernel.inspect_types()
    assert "scale" in out.getvalue() and "float32" in out.getvalue()
    with pytest.raises(errors.UnsupportedError, match="inspect_asm"):
        kernel.inspect_sass(signature)


def test_compile_ptx(device):
    text, result = cuda.compile_ptx(scale, void(float32[:], int64), cc=(8, 0))
    assert ".target sm_" in text and result is void
    assert cuda.compile_ptx(scale, (float32[:], int64))[0]
    with pytest.raises(TypeError, match="void"):
        cuda.compile_ptx(scale, int64(float32[:], int64))
    with pytest.raises(NotImplementedError, match="output"):
        cuda.compile(scale, (float32[:], int64), output="elf")


def test_attributes_are_the_functions():
    kernel = cuda.jit(fastmath=True)(scale)
    assert kernel.py_func is scale and kernel.__name__ == "scale" and kernel.__wrapped__ is scale
    assert kernel.targetoptions["fastmath"] is True and kernel.targetoptions["device"] is False
    assert kernel.extensions == []
    assert repr(kernel) == f"CUDADispatcher({scale})"


def test_kernels_need_a_configuration():
    with pytest.raises(ValueError, match="launch configuration was not specified"):
        cuda.jit(scale)(ones(), 3)


def test_device_functions_on_the_host(monkeypatch):
    @cuda.jit(device=True)
    def twice(x):
        return 2 * x

    with pytest.raises(ValueError, match="device function"):
        twice(3)
    monkeypatch.setattr(config, "DISABLE_JIT", 1)
    assert twice(3) == 6


def test_boundscheck_by_configuration(device, monkeypatch):
    monkeypatch.setattr(config, "BOUNDSCHECK", 1)

    @cuda.jit
    def kernel(x, i):
        x[i] = 1

    with pytest.raises(IndexError):
        kernel[1, 1](ones(), 7)


TABLE = np.arange(6, dtype=np.float32).reshape(2, 3)
RECORDS = np.array([(1, 2.5), (3, 4.5)], [("n", np.int32), ("x", np.float64)])


def test_constant_arrays(device):
    local = np.arange(4) / 2

    @cuda.jit
    def kernel(out):
        out[0] = cuda.const.array_like(TABLE)[1, 2]
        constants = cuda.const.array_like(local)
        out[1] = constants[3]
        out[2] = cuda.const.array_like(RECORDS)[1].x
        out[3] = TABLE.shape[1]

    out = np.zeros(4)
    kernel[1, 1](out)
    assert out.tolist() == [5, 1.5, 4.5, 3]


class Tripled:
    """Passes an array for an object, and notes what it was asked."""

    def __init__(self):
        self.asked = []

    def prepare_args(self, kind, value, stream, retr):
        self.asked.append(kind)
        if isinstance(value, str):
            retr.append(lambda: self.asked.append("after"))
            return int64, 3
        return kind, value


def test_extensions(device):
    extension = Tripled()
    x = ones()
    cuda.jit(extensions=[extension])(scale)[1, 32](x, "three")
    assert x[0] == 3
    assert extension.asked == [float32[::1], types.unicode_type, "after"]


def test_other_code_is_named_and_refused(device):
    assert "cu" in repr(cuda.CUSource("__device__ int f();", name="f.cu"))
    other = cuda.declare_device("other", "int32(int32)", link=cuda.CUSource(""))

    @cuda.jit
    def kernel(x):
        x[0] = other(1)

    with pytest.raises(errors.UnsupportedError, match="other"):
        kernel[1, 1](ones())
    with pytest.raises(TypeError, match="Return type"):
        cuda.declare_device("other", "(int32,)")
