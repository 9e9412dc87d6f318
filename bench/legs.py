# SPDX-License-Identifier: Apache-2.0
"""Who runs the kernels that are compared. A leg prepares one of bench/cases.py and gives a
function that runs it once and waits, and one that gives what is then in an argument."""
import ctypes
import importlib
import os
import subprocess
import tempfile
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
HOST = {"sum32"}  # functions, and no kernels


class Portkern:
    """The kernels, on the device that PORTKERN_BACKEND names; as they are, or with fastmath."""

    def __init__(self, fastmath=False):
        import portkern.as_numba  # noqa: F401  what the kernels import as numba is portkern
        self.fastmath = fastmath

    def find(self, name):
        """A kernel, or a function of the host."""
        import kernels
        import streams
        from portkern import cuda, njit
        found = getattr(streams if hasattr(streams, name) else kernels, name)
        host = name in HOST
        if self.fastmath:
            found = (njit(parallel=True, fastmath=True) if host else cuda.jit(fastmath=True))(found.py_func)
        return found, host

    def prepare(self, name, args, more, grid, block, writes):
        from portkern import cuda
        kernel, host = self.find(name)
        if host:
            return lambda: kernel(*args), lambda i: args[i]
        kernel = kernel[grid, block]
        on_device = [cuda.to_device(a) if isinstance(a, np.ndarray) else a for a in args]

        def launch():
            kernel(*on_device)
            cuda.synchronize()
        return launch, lambda i: on_device[i].copy_to_host()


class Numba:
    """The same work over prange; with glibc's vectors of functions if wanted."""

    def __init__(self, vectors=False):
        if vectors:
            from llvmlite import binding
            binding.load_library_permanently("libmvec.so.1")
            binding.set_option("", "-vector-library=LIBMVEC")
        from rivals import numba_twins
        self.twins = numba_twins

    def prepare(self, name, args, more, grid, block, writes):
        function = getattr(self.twins, name)
        return lambda: function(*args), lambda i: args[i]


class OpenCL:
    """bench/opencl/twins.cl on the first device that the loader finds."""

    def __init__(self):
        import pyopencl
        self.cl = pyopencl
        device = pyopencl.get_platforms()[0].get_devices()[0]
        self.context = pyopencl.Context([device])
        self.queue = pyopencl.CommandQueue(self.context)
        self.program = pyopencl.Program(self.context, (HERE / "opencl" / "twins.cl").read_text()).build("-cl-std=CL1.2")

    def prepare(self, name, args, more, grid, block, writes):
        flags = self.cl.mem_flags.READ_WRITE | self.cl.mem_flags.COPY_HOST_PTR
        arrays = {i: self.cl.Buffer(self.context, flags, hostbuf=a)
                  for i, a in enumerate(args) if isinstance(a, np.ndarray)}
        kernel = self.cl.Kernel(self.program, name)
        own = [arrays[i] if i in arrays else np.float64(a) for i, a in enumerate(args)
               if i in arrays or isinstance(a, float)]
        kernel.set_args(*own, *more)
        size = tuple(g * b for g, b in zip(grid, block))

        def launch():
            self.cl.enqueue_nd_range_kernel(self.queue, kernel, size, block)
            self.queue.finish()

        def result(i):
            out = np.empty_like(args[i])
            self.cl.enqueue_copy(self.queue, out, arrays[i])
            return out
        return launch, result


class C:
    """A file of bench/, by gcc with OpenMP and further flags."""

    def __init__(self, file, *flags):
        self.folder = tempfile.TemporaryDirectory()
        library = f"{self.folder.name}/code.so"
        march = os.environ.get("RIVALS_MARCH", "native")
        subprocess.run(["gcc", "-O3", f"-march={march}", "-fopenmp", "-shared", "-fPIC", *flags, "-o", library,
                        HERE / file, "-lm"], check=True)
        self.library = ctypes.CDLL(library)

    def prepare(self, name, args, more, grid, block, writes):
        function = getattr(self.library, name)
        given = [ctypes.c_void_p(a.ctypes.data) if isinstance(a, np.ndarray)
                 else ctypes.c_double(a) if isinstance(a, float) else ctypes.c_int(int(a))
                 for a in (*args, *more) if not isinstance(a, int)]
        return lambda: function(*given), lambda i: args[i]


class Blas:
    """NumPy's matrix product."""

    def prepare(self, name, args, more, grid, block, writes):
        a, b, c = args
        return lambda: np.matmul(a, b, out=c), lambda i: args[i]


class Module:
    """A module of bench/rivals, which has kernels by the names of the cases."""

    def __init__(self, name):
        self.module = importlib.import_module(f"rivals.{name}")

    def prepare(self, name, args, more, grid, block, writes):
        return self.module.prepare(name, args, writes)
