# SPDX-License-Identifier: Apache-2.0
"""numba.njit and other decorators of functions for the host, which are compiled for the
types of their arguments. Kernels call them like those with cuda.jit(device=True)."""
import collections
import contextlib
import functools
import inspect
import os
import warnings

import numpy as np

from .. import _core, _device, errors
from . import capture, containers, parallel_loops, program, type_text
from .._tools import report
from .dispatch import Compiled
from .overloads import Overload, Overloaded, check_count, normalized
from .pickle import Picklable
from ..core.types import Optional, undefined

_OPTIONS = frozenset((
    "_dbg_extend_lifetimes", "_dbg_optnone", "_nrt", "boundscheck", "cache", "debug", "devices", "error_model", "fastmath",
    "forceinline", "forceobj", "identity", "inline", "locals", "looplift", "no_cfunc_wrapper", "no_cpython_wrapper",
    "no_rewrites", "nogil", "nopython", "offload", "parallel", "pipeline_class", "target", "target_backend", "writable_args"))


_CacheStats = collections.namedtuple("_CacheStats", "cache_path, cache_hits, cache_misses")
_FASTMATH = frozenset(("fast", "nnan", "ninf", "nsz", "arcp", "contract", "afn", "reassoc"))
# Options that change what is compiled; the others have no meaning here.
_COMPILED = ("fastmath", "parallel", "boundscheck", "debug", "error_model", "locals")


class _Function(Overload):
    """What a function is compiled to for some types of arguments."""

    def inspect_asm(self):
        """The processor's code, as text."""
        return self._emit("asm")


def _functions(py_func):
    """Of the parameters whose default is a function that is compiled, or a dtype of records: name -> (number, default)."""
    if not (getattr(py_func, "__defaults__", None) or getattr(py_func, "__kwdefaults__", None)):
        return {}
    parameters = inspect.signature(py_func).parameters
    return {p.name: (i, p.default) for i, p in enumerate(parameters.values())
            if capture.compiled(p.default) or getattr(containers.dtype_of(p.default), "names", None)}


class CPUDispatcher(Overloaded, _core.HostDispatcher):
    """A function with njit or jit: calling it runs it compiled, for the types of the
    arguments, on the device `cpu`, or on `interp` where that was chosen."""

    _OVERLOAD = _Function

    def __init__(self, py_func, targetoptions=None, signatures=(), results=()):
        super().__init__(py_func, targetoptions, signatures)
        self._results = {sig.args: sig for sig in results}  # by compile(), which convert what it returns for these types
        offload = self.targetoptions.get("offload", True)
        self._devices = self.targetoptions.get("devices")
        self._offloads = 0
        if self.targetoptions.get("parallel"):
            self._offloads = 3 if self._devices else 2 if offload == "auto" else int(bool(offload))
        self._nogil = bool(self.targetoptions.get("nogil"))
        self._function_defaults = _functions(py_func)
        self._warned = False  # of what its parallel loops do
        self._texts = set()  # strings among arguments that it is compiled for, each alone
        self._star = bool(getattr(py_func, "__code__", None) and py_func.__code__.co_flags & inspect.CO_VARARGS)

    def _context(self):
        if self._offloads == 3:
            return _device.splitting(self._devices)
        return (_device.host, _device.offloading, _device.measured)[self._offloads]()

    def _kernel(self, context):
        if self._keeps is None:
            found = program.reach(self, set())
            for _, function in self._function_defaults.values():
                if capture.compiled(function):
                    found |= {function} | program.reach(function, set())
            self._keeps = next((d._object_type for d in found if d._object_type), None)
        module = self._module(context)
        if self.targetoptions.get("parallel") and not self._warned:
            self._warned = True
            parallel_loops.warn(module.parallel_loops(self._name), self._source.file)
        return _core.Function(module, self._name)

    def _decorator(self, values):
        from ..core import config

        options = {name: self.targetoptions[name] for name in _COMPILED if self.targetoptions.get(name)}
        if self.targetoptions.get("boundscheck") is False:
            options["boundscheck"] = False
        if config.BOUNDSCHECK is not None:
            options["boundscheck"] = bool(config.BOUNDSCHECK)
        words = self._words(options, values)
        if self._results:
            records = {name: value for name, (kind, value) in values.items() if kind == "dtype"}
            results = ", ".join(type_text.signature_in_decorator(sig, records, type_text.in_variable) for sig in self._results.values())
            words.append(f"results=[{results}]")
            values.update({name: ("dtype", dtype) for name, dtype in records.items()})
        return f"njit({', '.join(words)})"

    def _inferred(self, types):
        if not any(map(type_text.is_container, types)):
            return super()._inferred(types)
        result = containers.result_type(self, tuple(map(type_text.dummy, types)))
        return self._OVERLOAD(self, types, type_text.parse(result))

    def _init_args(self):
        results = {"results": tuple(self._results.values())} if self._results else {}
        return {**super()._init_args(), **results}

    def compile(self, sig):
        sig = normalized(sig)
        is_known, wanted = sig.args in self.overloads, sig.return_type
        found = super().compile(sig)
        if is_known or wanted is None or type_text.is_alike(wanted, found._return_type):
            return found
        del self._asked[sig.args]
        if isinstance(wanted, Optional) and not isinstance(found._return_type, Optional):
            sig = sig.replace(return_type=wanted.type)
        return self._compile_converted(sig)

    def _compile_converted(self, sig):
        """Has what the function returns for exactly these types converted."""
        asked = self.overloads  # what is compiled now is compiled anew
        self._results[sig.args] = sig
        self._forget_all()
        try:
            asked = {**asked, sig.args: self._inferred(sig.args)}
        except errors.NumbaError:
            del self._results[sig.args]
            self._forget_all()
            raise
        finally:
            self._asked = asked
        return asked[sig.args]

    def disable_compile(self, val=True):
        from . import declared

        super().disable_compile(val)
        # Calls are those of a function with signatures: by another class where the compiler has not their types.
        if type(self) in (CPUDispatcher, declared.DeclaredFunction):
            self.__class__ = declared.DeclaredFunction if declared.is_needed(self._declared) else CPUDispatcher
            for made in ("_function", "_chosen"):
                self.__dict__.pop(made, None)

    def recompile(self):
        """Compiles anew, with the values that globals have now; results have the function's own types."""
        self._results.clear()
        super().recompile()

    compile.__doc__ = Overloaded.compile.__doc__
    disable_compile.__doc__ = Overloaded.disable_compile.__doc__

    def _overload_of(self, types):
        try:
            return self._inferred(types)
        except (errors.UnsupportedError, errors.TypingError):  # types do not tell functions, nor texts that name a dtype
            return self._OVERLOAD(self, types, undefined)

    @property
    def stats(self):
        """How often functions were taken from the disk cache, and not: by signature."""
        hits, misses = {}, {}
        for compiled in self._kernels.values():
            for _, params, _, info in compiled.signatures():
                counts = hits if info["from_cache"] else misses
                types = tuple(map(type_text.parse, params))
                counts[types] = counts.get(types, 0) + 1
        return _CacheStats(self._context().cache_dir, hits, misses)

    def inspect_asm(self, signature=None):
        """The processor's code, as text; without a signature for all in a dict."""
        return self._each(lambda each: each.inspect_asm(), signature)

    def inspect_cfg(self, signature=None, show_wrapper=None, **kwargs):
        """Raises UnsupportedError: draw it from inspect_llvm()."""
        raise errors.UnsupportedError("portkern draws no control flow: inspect_llvm() gives the text, and `opt "
                                      "-passes=dot-cfg` draws it")

    inspect_disasm_cfg = inspect_cfg

    def parallel_diagnostics(self, signature=None, level=1):
        """Prints which loops over prange run on all cores, and why others do not; and for the types that it is compiled
        for which parallel loops may go to another device."""
        # KeyError where it is not compiled
        overloads = self.overloads.values() if signature is None else [self._each(lambda each: each, signature)]
        parallel = self.targetoptions.get("parallel")
        print(parallel_loops.text(
            self._source, self._module(self._context()).parallel_loops(self._name) if parallel else None))
        if parallel:
            print(parallel_loops.elsewhere(self, overloads, signature is None), end="")

    def _repr_html_(self):
        """Source, types, IR and assembly of what is compiled, for notebooks."""
        from .._tools import display

        return display.dispatcher(self)

    def __repr__(self):
        return f"{type(self).__name__}({self.py_func})"


class PlainFunction(Picklable):
    """A function that runs as plain Python where it is called, which is said once in a process and
    counted (_tools/report.py)."""

    _runs_on_host = True

    def __init__(self, py_func):
        self.py_func = py_func
        functools.update_wrapper(self, py_func)

    def __call__(self, *args, **kwargs):
        report.interpreted(self.py_func)
        return self.py_func(*args, **kwargs)


# ---- decorators ----

def _jit_disabled():
    from ..core import config

    return bool(config.DISABLE_JIT)


def _check(options):
    """Refuses options that ask for what is not here, and values that options do not have."""
    inline = options.get("inline", "never")
    if not callable(inline) and inline not in ("never", "always"):
        raise ValueError("kwarg 'inline' must be one of the strings 'always' or 'never', or it can be a callable that "
                         f"returns True/False. Found value {inline}")
    flags = options.get("fastmath")
    unknown = set(flags) - _FASTMATH if isinstance(flags, (set, frozenset, dict, list, tuple)) else set()
    if unknown:
        raise ValueError(f"Unrecognized fastmath flags: {unknown}")
    if options.get("forceobj") or options.get("nopython") is False:
        raise errors.OptionError("there is no object mode: remove forceobj=True and nopython=False")
    if options.get("pipeline_class") is not None:
        raise errors.UnsupportedError("pipeline_class is not supported: portkern's passes are not Numba's")
    if options.get("error_model", "python") not in ("python", "numpy"):
        raise errors.OptionError(f"error_model is 'python' or 'numpy', not {options['error_model']!r}")
    devices = options.get("devices")
    if devices is not None and (not isinstance(devices, (list, tuple)) or not devices or not options.get("parallel")):
        raise errors.OptionError(f"devices is a list of names, with parallel=True, not {devices!r}")
    offload = options.get("offload", True)
    if isinstance(offload, str) and offload != "auto":
        raise errors.OptionError(f"offload is True, False or 'auto', not {offload!r}: PORTKERN_BACKEND, portkern.device() "
                                 "or devices=[...] name the device")
    if devices is not None and (not offload or offload == "auto"):
        raise errors.OptionError(f"devices={devices!r} has loops run there, which offload={offload!r} does not: "
                                 "write one of the two")


def jit(signature_or_function=None, locals=None, cache=False, pipeline_class=None, boundscheck=None, **options):
    """numba.jit in all spellings: @jit, @jit("float64(float64)"), @jit(fastmath=True), jit(f).

    The function is compiled when it is called, for the types of its arguments; with
    signatures arguments are converted to their types. Signatures are checked at once, and
    whether the function has types for them.
    Options:

    fastmath         less exact and faster: True, or a set of LLVM's flags
    error_model      "python": a division by zero raises; "numpy": it does not
    locals           types of variables, {"x": float32}: what is assigned to them is converted
    boundscheck      whether an index out of bounds raises IndexError: it does, unless False
    nogil            other threads of Python run meanwhile
    debug            boundscheck, and error_model="python"
    parallel         loops over prange run on all cores, or on the current device where that is another one
    offload          whether they go to such a device: they do, unless False; "auto": those that it runs
                     faster, copies included, as measured
    devices          names of devices, ["cuda:0", "cuda:1"], or devices, among which the iterations
                     of each parallel loop are split; results are the same
    target           "gpu": a launch, f[grid, block](...), has it as a kernel; the array
                     expressions and loops of a call run on the current device

    cache, inline, looplift and nopython=True are taken and change nothing; object mode
    (forceobj, nopython=False) and pipeline_class are refused."""
    unknown = sorted(options.keys() - _OPTIONS)
    if unknown:
        raise KeyError(f"Unrecognized options: {set(unknown)}. Known options are {sorted(_OPTIONS)}")
    target = options.pop("target", None)
    if target not in (None, "cpu", "cuda", "gpu"):
        raise ValueError(f"Unsupported target: {target!r}; there are 'cpu' and 'gpu'")
    if target in ("cuda", "gpu"):
        from ..cuda.decorators import jit_of_target

        options.update({"boundscheck": boundscheck} if boundscheck is not None else {})
        return jit_of_target(signature_or_function, options)
    _check({**options, "locals": locals, "pipeline_class": pipeline_class})
    options.update({"boundscheck": boundscheck} if boundscheck is not None else {})
    options.update({"cache": True} if cache else {})
    options.update({"locals": dict(locals)} if locals else {})
    given = signature_or_function
    if callable(given) and not _is_signature(given):
        return given if _jit_disabled() or isinstance(given, Compiled) else _kind_of(given)(given, options)
    listed = () if given is None else given if isinstance(given, list) else (given,)
    signatures = [normalized(signature) for signature in listed]

    def decorate(function):
        if isinstance(function, type):
            raise TypeError("A jit decorator was called on a class: use portkern.experimental.jitclass")
        for signature in signatures:
            check_count(function, signature)
        return function if _jit_disabled() else _declared(function, options, signatures)

    return decorate


def _kind_of(function):
    """The class of what is compiled of a function."""
    from .generator import GeneratorDispatcher

    return GeneratorDispatcher if inspect.isgeneratorfunction(function) else CPUDispatcher


def _declared(function, options, signatures):
    from . import declared

    kind = declared.DeclaredFunction if declared.is_needed(signatures) else _kind_of(function)
    made = kind(function, options, signatures)
    if kind is CPUDispatcher:
        for signature in signatures:
            _try(made, signature)
    return made


def _try(dispatcher, signature):
    """TypingError where a function does not compile for a signature, as with Numba. What else is wrong a call says."""
    from . import extension

    try:
        words = ", ".join(map(type_text.in_words, signature.args))
        extension.resolved(dispatcher, lambda: dispatcher._module(_device.host()).infer(dispatcher._name, words))
    except errors.NumbaNotImplementedError:
        pass
    except errors.TypingError:
        raise
    except errors.PortkernError:
        pass


def _is_signature(value):
    from ..core.types import Type
    from ..core.typing.templates import Signature

    return isinstance(value, (str, tuple, Type, Signature))


def njit(*args, **options):
    """numba.njit: jit(nopython=True)."""
    if options.pop("nopython", True) is False or options.pop("forceobj", False):
        warnings.warn(errors.NumbaWarning("njit is nopython=True: nopython=False and forceobj=True have no effect"), stacklevel=2)
    return jit(*args, nopython=True, **options)


generated_jit = njit


def jit_module(**options):
    """numba.jit_module: jits all functions of the module that calls it."""
    scope = inspect.currentframe().f_back.f_globals
    for name, value in list(scope.items()):
        if inspect.isfunction(value) and value.__module__ == scope["__name__"]:
            scope[name] = jit(**options)(value)


# ---- names in functions ----

class prange:
    """range, in functions that are compiled with several threads. In a kernel each
    thread goes through all of it."""

    _portkern_path = "numba.prange"

    def __new__(cls, *args):
        return range(*args)


def literal_unroll(container):
    """The container."""
    return container


def literally(value):
    """The value."""
    return value


literal_unroll._portkern_path, literally._portkern_path = "numba.literal_unroll", "numba.literally"
pndindex = np.ndindex


class _ObjectMode:
    """with objmode(x="float64"): on the host all is Python."""

    def __call__(self, *args, **kwargs):
        return self

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return None


objmode = _ObjectMode()


# ---- threads ----


def _most_threads():
    from ..core import config

    return int(getattr(config, "NUMBA_NUM_THREADS", 0) or os.cpu_count() or 1)


def get_num_threads():
    """How many threads a parallel loop may have in calls of this thread's."""
    return _core._set_thread_limit() or _most_threads()


def set_num_threads(n):
    """Sets it, for this thread. Results do not depend on it."""
    if not isinstance(n, (int, np.integer)):
        raise TypeError("The number of threads specified must be an integer")
    if not 1 <= n <= _most_threads():
        raise ValueError(f"The number of threads must be between 1 and {_most_threads()}")
    _core._set_thread_limit(int(n))


def get_thread_id():
    """The number of the thread in a parallel loop; elsewhere 0."""
    return 0


def threading_layer():
    """The library that runs parallel loops."""
    return "workqueue"


def get_parallel_chunksize():
    """As set_parallel_chunksize has set it for this thread; 0: it has not."""
    return _core._set_loop_chunk()


def set_parallel_chunksize(n):
    """Has threads take so many iterations of prange at a time, in calls that this thread makes,
    and returns what it was before; 0: by what an iteration costs. It is for loops that reduce
    nothing: results do not depend on it."""
    if not isinstance(n, (int, np.integer)):
        raise TypeError("The parallel chunksize must be an integer")
    if n < 0:
        raise ValueError("chunksize must be greater than or equal to zero")
    before = get_parallel_chunksize()
    _core._set_loop_chunk(int(n))
    return before


@contextlib.contextmanager
def parallel_chunksize(n):
    """set_parallel_chunksize within a with statement."""
    before = set_parallel_chunksize(n)
    try:
        yield
    finally:
        set_parallel_chunksize(before)


for _function in (get_num_threads, set_num_threads, get_thread_id, get_parallel_chunksize,
                  set_parallel_chunksize, parallel_chunksize):
    _function._portkern_path = f"numba.{_function.__name__}"
