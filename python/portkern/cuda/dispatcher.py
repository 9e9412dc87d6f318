# SPDX-License-Identifier: Apache-2.0
"""Kernels and device functions: what cuda.jit makes of a function."""
import functools

from .. import _core, _device, errors
from .._functions.overloads import Overload, Overloaded, normalized

# Options that change what is compiled; the others have no meaning here.
_COMPILED = ("device", "fastmath", "boundscheck", "debug", "error_model", "max_registers", "launch_bounds", "lineinfo")

missing_launch_config_msg = """
Kernel launch configuration was not specified. Use the syntax:

kernel_function[blockspergrid, threadsperblock](arg0, arg1, ..., argn)
"""


def _typeof(value):
    from ..core.typing.typeof import typeof

    return typeof(value)


class _Kernel(Overload):
    """What a dispatcher is compiled to for some types of arguments."""

    const_mem_size = 0  # constants are in the kernel's code or in global memory

    @property
    def regs_per_thread(self):
        """Registers of a thread; 0 where the device does not say."""
        return self._info()["registers"]

    @property
    def shared_mem_per_block(self):
        """Shared memory that the kernel declares, in bytes."""
        return self._info()["shared_bytes"]

    @property
    def max_threads_per_block(self):
        """The most threads that a block may have."""
        return self._info()["max_block"]

    @property
    def local_mem_per_thread(self):
        """Memory of a thread's own, in bytes."""
        return self._info()["local_bytes"]

    def max_cooperative_grid_blocks(self, blockdim, dynsmemsize=0):
        """How many blocks may wait for each other: all that a grid may have."""
        return 2**31 - 1

    def bind(self):
        """Compiles for the current device."""
        self._info()

    def inspect_asm(self, cc=None):
        """PTX, for a compute capability such as (7, 5)."""
        from ..core import config

        major, minor = cc or config.FORCE_CUDA_CC or config.CUDA_DEFAULT_PTX_CC
        return self._emit("ptx", f"sm_{major}{minor}")

    inspect_lto_ptx = inspect_asm

    def inspect_sass(self):
        """Raises UnsupportedError: there is no disassembler."""
        raise errors.UnsupportedError("portkern has no disassembler: inspect_asm gives PTX, and ptxas and cuobjdump make "
                                      "SASS of it")

    inspect_sass_cfg = inspect_sass


class ForAll:
    """A kernel of one axis with a thread for each of `ntasks` tasks."""

    def __init__(self, dispatcher, ntasks, tpb, stream, sharedmem):
        if ntasks < 0:
            raise ValueError(f"Can't create ForAll with negative task count: {ntasks}")
        self.dispatcher, self.ntasks, self.thread_per_block = dispatcher, ntasks, tpb
        self.stream, self.sharedmem = stream, sharedmem

    def __call__(self, *args):
        if self.ntasks == 0:
            return
        block = self.thread_per_block or self._block(args)
        self.dispatcher[-(-self.ntasks // block), block, self.stream, self.sharedmem](*args)

    def _block(self, args):
        """The threads with which the device runs the most of this kernel at once."""
        context = next((arg._context for arg in args if isinstance(arg, _core.Array)), None) or _device.current()
        return self.dispatcher._compiled(context).suggest_block(args, self.sharedmem)[0]


class CUDADispatcher(Overloaded):
    """A kernel, or with device=True a function for kernels: what cuda.jit makes.

    `kernel[grid, block, stream, sharedmem](...)` launches it. grid and block are an integer or
    up to three: blocks, and threads of a block; sharedmem is dynamic shared memory of a block,
    in bytes. It is compiled at the first launch for the types of its arguments."""

    _OVERLOAD = _Kernel

    def __init__(self, py_func, targetoptions=None, signatures=(), specialized=False):
        super().__init__(py_func, targetoptions, signatures)
        self._specialized = specialized
        self.specializations = {}

    def _init_args(self):
        return {**super()._init_args(), "specialized": self._specialized}

    def _context(self):
        return _device.current()

    # ---- what the compiler is told ----

    def _decorator(self, values):
        from ..core import config

        options = {name: self.targetoptions[name] for name in _COMPILED if self.targetoptions.get(name)}
        if config.BOUNDSCHECK is not None:
            options["boundscheck"] = bool(config.BOUNDSCHECK)
        return f"cuda.jit({', '.join(self._words(options, values))})"

    # ---- launches ----

    def __call__(self, *args, **kwargs):
        from ..core import config

        if not self.targetoptions.get("device"):
            raise ValueError(missing_launch_config_msg)
        if config.DISABLE_JIT:
            return self.py_func(*args, **kwargs)
        raise ValueError(f"{self.__qualname__} is a device function, which kernels call: on the host call "
                         f"{self.__name__}.py_func(...), or set NUMBA_DISABLE_JIT=1")

    def configure(self, griddim, blockdim, stream=0, sharedmem=0):
        """The same as self[griddim, blockdim, stream, sharedmem]: a launcher."""
        return self[griddim, blockdim, stream, sharedmem]

    def forall(self, ntasks, tpb=0, stream=0, sharedmem=0):
        """Launches a thread for each of `ntasks` tasks: k.forall(n)(x, y). `tpb` is the number of
        threads of a block, 0 to let portkern choose; sharedmem is in bytes. ValueError when ntasks
        is negative.

        >>> @cuda.jit
        ... def double(x):
        ...     i = cuda.grid(1)
        ...     if i < x.size:
        ...         x[i] *= 2
        >>> x = np.arange(5)
        >>> double.forall(x.size)(x)
        >>> x
        array([0, 2, 4, 6, 8])"""
        return ForAll(self, ntasks, tpb, stream, sharedmem)

    @property
    def extensions(self):
        """Objects whose prepare_args replaces arguments of launches, a list."""
        return self.targetoptions.get("extensions", [])

    # ---- types that it is compiled for ----

    @property
    def specialized(self):
        """Whether it is for one signature only."""
        return self._specialized

    def specialize(self, *args):
        """The dispatcher for the types of these arguments only. RuntimeError when it is one
        already."""
        if self.specialized:
            raise RuntimeError("Dispatcher already specialized")
        types = tuple(map(_typeof, args))
        if types not in self.specializations:
            made = CUDADispatcher(self.py_func, self.targetoptions, [normalized(types)], specialized=True)
            self.specializations[types] = made
        return self.specializations[types]

    def compile(self, sig):
        """As of Overloaded; of a specialized kernel that which there is."""
        return next(iter(self.overloads.values())) if self.specialized else super().compile(sig)

    def compile_device(self, args, return_type=None):
        """The same of a device function."""
        return self.compile(tuple(args))

    # ---- what it was compiled to ----

    def _number(self, name, signature):
        if signature is None and self.specialized:
            signature = self.signatures[0]
        return self._each(lambda kernel: getattr(kernel, name), signature)

    def get_regs_per_thread(self, signature=None):
        """Registers of a thread, 0 where the device does not say; without a signature for all
        in a dict."""
        return self._number("regs_per_thread", signature)

    def get_shared_mem_per_block(self, signature=None):
        """Bytes of shared memory that the kernel declares."""
        return self._number("shared_mem_per_block", signature)

    def get_const_mem_size(self, signature=None):
        """Bytes of constant memory: 0."""
        return self._number("const_mem_size", signature)

    def get_local_mem_per_thread(self, signature=None):
        """Bytes of memory of a thread's own."""
        return self._number("local_mem_per_thread", signature)

    def get_max_threads_per_block(self, signature=None):
        """The most threads that a block may have with this kernel."""
        return self._number("max_threads_per_block", signature)

    def inspect_asm(self, signature=None):
        """PTX, whatever the device is; without a signature, a tuple of types, for all in a
        dict. KeyError for a signature that it is not compiled for."""
        return self._each(lambda kernel: kernel.inspect_asm(), signature)

    inspect_lto_ptx = inspect_asm

    def inspect_sass(self, signature=None):
        """Raises UnsupportedError: there is no disassembler. inspect_asm gives PTX."""
        if self.targetoptions.get("device"):
            raise RuntimeError("Cannot inspect SASS of a device function")
        return self._each(lambda kernel: kernel.inspect_sass(), signature)

    def inspect_sass_cfg(self, signature=None):
        """Raises UnsupportedError, as inspect_sass."""
        if self.targetoptions.get("device"):
            raise RuntimeError("Cannot get the CFG of a device function")
        return self._each(lambda kernel: kernel.inspect_sass_cfg(), signature)

    def _repr_html_(self):
        """Source, types, IR, OpenCL C, PTX and assembly of what is compiled, for notebooks."""
        from .._tools import display

        return display.dispatcher(self)

    def __repr__(self):
        return f"{type(self).__name__}({self.py_func})"


class KernelOrFunction(CUDADispatcher):
    """What jit(target="gpu") makes: launched it is a kernel; called without a launch it is a
    function with njit(parallel=True), whose array expressions and loops over prange run on
    the current device."""

    @functools.cached_property
    def _function(self):
        from .._functions.host import CPUDispatcher

        options = {name: self.targetoptions.get(name) for name in ("fastmath", "boundscheck", "error_model", "debug")}
        options["parallel"] = True
        return CPUDispatcher(self.py_func, {name: value for name, value in options.items() if value}, self._declared)

    def __call__(self, *args, **kwargs):
        if _core.current.get(None) is not None:
            return self._function(*args, **kwargs)
        token = _core.current.set(_device.current())
        try:
            return self._function(*args, **kwargs)
        finally:
            _core.current.reset(token)
