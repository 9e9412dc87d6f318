# SPDX-License-Identifier: Apache-2.0
"""Kernels and device functions: what cuda.jit makes of a function."""
import sys

from .. import _core, _device, errors
from .._dispatch import Compiled

# Options that change what is compiled; the others have no meaning here.
_COMPILED = ("device", "fastmath", "boundscheck", "debug", "error_model", "max_registers", "launch_bounds", "lineinfo")
_DEFAULT_BLOCK = 256  # threads of a block where nothing else is asked for

missing_launch_config_msg = """
Kernel launch configuration was not specified. Use the syntax:

kernel_function[blockspergrid, threadsperblock](arg0, arg1, ..., argn)
"""


def _typeof(value):
    from ..core.typing.typeof import typeof

    return typeof(value)


def _normalized(sig):
    """The Signature of what a user wrote; return_type is None where that has none."""
    from ..core.sigutils import normalize_signature
    from ..core.typing import Signature

    args, result = normalize_signature(sig)
    return Signature(result, tuple(args), None)


class _Kernel:
    """What a dispatcher is compiled to for some types of arguments."""

    objectmode = False
    const_mem_size = 0  # constants are in the kernel's code or in global memory
    fastmath = property(lambda self: self._dispatcher.targetoptions.get("fastmath", False))
    debug = property(lambda self: self._dispatcher.targetoptions.get("debug", False))

    def __init__(self, dispatcher, argument_types, return_type=None):
        self._dispatcher, self.argument_types, self._return_type = dispatcher, argument_types, return_type

    @property
    def signature(self):
        """The types of arguments and result, a Signature."""
        from ..core.types import none
        from ..core.typing import Signature

        return Signature(none if self._return_type is None else self._return_type, self.argument_types, None)

    @property
    def py_func(self):
        """The function of Python."""
        return self._dispatcher.py_func

    @property
    def entry_point(self):
        """The kernel itself."""
        return self

    @property
    def metadata(self):
        """{}: portkern keeps none."""
        return {}

    def _info(self):
        """What the kernel takes of the current device."""
        from .. import _type_text

        context = _device.current()
        kernel = self._dispatcher._kernel_in(context)
        for _, params, _, info in kernel.signatures():
            if info and tuple(map(_type_text.parse, params)) == self.argument_types:
                return info
        return kernel.compile(tuple(map(_type_text.dummy, self.argument_types)))

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

    def _emit(self, stage, target=None):
        from .. import _type_text

        module = self._dispatcher._module(_device.current())
        words = ", ".join(map(_type_text.in_words, self.argument_types))
        return module.emit(self._dispatcher._name, words, stage, target)

    def bind(self):
        """Compiles for the current device."""
        self._info()

    def inspect_asm(self, cc=None):
        """PTX, for a compute capability such as (7, 5)."""
        from ..core import config

        major, minor = cc or config.FORCE_CUDA_CC or config.CUDA_DEFAULT_PTX_CC
        return self._emit("ptx", f"sm_{major}{minor}")

    inspect_lto_ptx = inspect_asm

    def inspect_llvm(self):
        """LLVM's text for a CPU."""
        return self._emit("llvm")

    def inspect_sass(self):
        """Raises UnsupportedError: there is no disassembler."""
        raise errors.UnsupportedError("portkern has no disassembler: inspect_asm gives PTX, and ptxas and cuobjdump make "
                                      "SASS of it")

    inspect_sass_cfg = inspect_sass

    def inspect_types(self, file=None):
        """Prints the types of variables and expressions to `file`, or to stdout."""
        print(self._emit("types"), file=file or sys.stdout)

    def _repr_html_(self):
        """All stages of the compiler, for notebooks."""
        from .. import _display

        return _display.overload(self)


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
        """As many threads as the kernel may have, up to the usual number."""
        context = next((arg._context for arg in args if isinstance(arg, _core.Array)), None) or _device.current()
        info = self.dispatcher._kernel_in(context).compile(args, (1, 1, 1), (1, 1, 1), self.sharedmem)
        return max(1, min(_DEFAULT_BLOCK, info["max_block"]))


class CUDADispatcher(Compiled):
    """A kernel, or with device=True a function for kernels: what cuda.jit makes.

    `kernel[grid, block, stream, sharedmem](...)` launches it. grid and block are an integer or
    up to three: blocks, and threads of a block; sharedmem is dynamic shared memory of a block,
    in bytes. It is compiled at the first launch for the types of its arguments."""

    _fold_args = False

    def __init__(self, py_func, targetoptions=None, signatures=(), specialized=False):
        super().__init__(py_func)
        self.targetoptions = targetoptions or {}
        self._declared = tuple(signatures)
        self._asked = {}  # types of arguments -> _Kernel, by compile()
        self._specialized = specialized
        self._can_compile = not self._declared
        self.specializations = {}

    def _init_args(self):
        return {"targetoptions": self.targetoptions, "signatures": self._declared, "specialized": self._specialized}

    def _more(self):
        return {types: kernel._return_type for types, kernel in self._asked.items()}

    def _restore(self, more):
        self._asked = {types: _Kernel(self, types, result) for types, result in more.items()}

    # ---- what the compiler is told ----

    def _decorator(self, values):
        from ..core import config

        options = {name: self.targetoptions[name] for name in _COMPILED if self.targetoptions.get(name)}
        if config.BOUNDSCHECK is not None:
            options["boundscheck"] = bool(config.BOUNDSCHECK)
        words = [f"{name}={value!r}" for name, value in options.items()]
        if self._declared:
            from .. import _type_text

            records = {}
            texts = [_type_text.signature_in_decorator(sig, records) for sig in self._declared]
            words.insert(0, f"[{', '.join(texts)}]")
            values.update({name: ("dtype", dtype) for name, dtype in records.items()})
        return f"cuda.jit({', '.join(words)})"

    def _kernel_in(self, context):
        """The _core.Kernel in a context, which launches use, too."""
        found = self._kernels.get(context)
        return found if found is not None else self._kernel(context)

    def _forget_all(self):
        with self._lock:
            self._modules.clear()
            self._values = self._key = None
            self._forget()

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
    def overloads(self):
        """Types of arguments -> what is compiled, or declared, for them."""
        from .. import _type_text

        found = {sig.args: _Kernel(self, sig.args, sig.return_type) for sig in self._declared}
        if not self._can_compile:
            return found
        found.update(self._asked)
        for kernel in self._kernels.values():
            for _, params, _, _ in kernel.signatures():
                types = tuple(map(_type_text.parse, params))
                found.setdefault(types, _Kernel(self, types))
        return found

    @property
    def signatures(self):
        """Types of arguments that it is compiled or declared for, a list of tuples."""
        return list(self.overloads)

    @property
    def nopython_signatures(self):
        """The same as Signatures."""
        return [kernel.signature for kernel in self.overloads.values()]

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
            made = CUDADispatcher(self.py_func, self.targetoptions, [_normalized(types)], specialized=True)
            self.specializations[types] = made
        return self.specializations[types]

    def compile(self, sig):
        """Checks the kernel for a signature, "void(float32[:], int64)" or a tuple of types, and
        adds it to the overloads; it is compiled at the first launch.

        TypingError when the function does not fit the types; RuntimeError after
        disable_compile()."""
        sig = _normalized(sig)
        overloads = self.overloads
        if self.specialized:
            return next(iter(overloads.values()))
        if sig.args not in overloads:
            if not self._can_compile:
                raise RuntimeError("Compilation disabled")
            self._asked[sig.args] = self._inferred(sig.args)
        return self.overloads[sig.args]

    def _inferred(self, types):
        from .. import _type_text

        module = self._module(_device.current())
        words = ", ".join(map(_type_text.in_words, types))
        _, _, result, _ = module.infer(self._name, words)[0]
        return _Kernel(self, types, _type_text.parse(result))

    def compile_device(self, args, return_type=None):
        """The same of a device function."""
        return self.compile(tuple(args))

    def get_overload(self, sig):
        """What is compiled for a signature. KeyError when nothing is."""
        return self.overloads[_normalized(sig).args]

    def get_compile_result(self, sig):
        """Compiles for the arguments of a Signature. TypingError when it may not:
        see disable_compile."""
        types = tuple(sig.args)
        if types not in self.overloads and not self._can_compile:
            raise errors.TypingError(f"{sig} not available and compilation disabled")
        return self.compile(types)

    def disable_compile(self, val=True):
        """From now on launches have the types that it is compiled for, and their
        arguments are converted to those."""
        if val:
            signatures = self.nopython_signatures
            assert signatures
            self._declared = tuple(sig.replace(return_type=None) for sig in signatures)
        elif not self._can_compile:
            self._asked.update({sig.args: _Kernel(self, sig.args) for sig in self._declared})
            self._declared = ()
        self._can_compile = not val
        self._forget_all()

    def recompile(self):
        """Compiles anew at the next launch, with the values that globals have then."""
        self._asked = {**{args: _Kernel(self, args) for args in self.overloads}, **self._asked}
        self._forget_all()

    def enable_caching(self):
        """Nothing to do: compiled kernels are always kept on disk."""

    # ---- what it was compiled to ----

    def _each(self, get, signature):
        overloads = self.overloads
        if signature is not None:
            types = signature if isinstance(signature, tuple) else signature.args
            return get(overloads[types])
        return {types: get(kernel) for types, kernel in overloads.items()}

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

    def get_metadata(self, signature=None):
        """{} for each signature: portkern keeps none."""
        return self._each(lambda kernel: kernel.metadata, signature)

    def inspect_asm(self, signature=None):
        """PTX, whatever the device is; without a signature, a tuple of types, for all in a
        dict. KeyError for a signature that it is not compiled for."""
        return self._each(lambda kernel: kernel.inspect_asm(), signature)

    inspect_lto_ptx = inspect_asm

    def inspect_llvm(self, signature=None):
        """LLVM's text of the kernel for a CPU."""
        return self._each(lambda kernel: kernel.inspect_llvm(), signature)

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

    def inspect_types(self, file=None, **kwargs):
        """Prints the types of the function's variables and expressions."""
        for kernel in self.overloads.values():
            kernel.inspect_types(file)

    @property
    def _numba_type_(self):
        from ..core.types import Dispatcher

        return Dispatcher(self)

    def typeof_pyval(self, val):
        """The type that a value has as an argument."""
        return _typeof(val)

    def _repr_html_(self):
        """Source, types, IR, OpenCL C, PTX and assembly of what is compiled, for notebooks."""
        from .. import _display

        return _display.dispatcher(self)

    def __repr__(self):
        return f"{type(self).__name__}({self.py_func})"
