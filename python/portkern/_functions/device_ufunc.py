# SPDX-License-Identifier: Apache-2.0
"""vectorize(target="cuda"), or any backend: a function of numbers runs as a kernel, a thread
for each element."""
import functools

import numpy as np

from .. import _core, _device
from .ufunc import DUFunc

BLOCK = 256


class _Kernel(_core.Dispatcher):
    """The kernel over arrays of a number of axes; operands of `scalars` are numbers."""

    def __init__(self, ufunc, row, ndim, scalars):
        self._ufunc, self._row, self._ndim, self._scalars = ufunc, row, ndim, scalars

    def _text(self):
        nin = self._ufunc.nin
        names = [f"x{i}" for i in range(nin)]
        lines = ["@jit", f"def run({', '.join([*names, 'out'])}):", "    i = grid(1)", "    if i < out.size:"]
        index = []
        for axis in reversed(range(1, self._ndim)):
            lines += [f"        i{axis} = i % out.shape[{axis}]", f"        i = i // out.shape[{axis}]"]
            index.insert(0, f"i{axis}")
        at = f"[{', '.join(['i', *index]) if self._ndim else '()'}]"
        args = [f"T{i}({name}{'' if i in self._scalars else at})" for i, name in enumerate(names)]
        return "\n".join([*lines, f"        out{at} = f({', '.join(args)})", ""])

    def _kernel(self, context):
        values = {"f": ("function", self._ufunc._module(context), self._ufunc._name), "jit": ("import", "numba.cuda.jit"),
                  "grid": ("import", "numba.cuda.grid"),
                  **{f"T{i}": ("dtype", dtype) for i, dtype in enumerate(self._row.dtypes)}}
        module = _core.Module(context, self._text(), f"<loop of {self._ufunc.__name__}>", 1, values)
        return _core.Kernel(module, "run")


class OnDevice:
    """What functions of elements have in common whose target is a device."""

    def _context(self):
        if self._target in ("cuda", "gpu"):
            return _device.current()
        now = _core.current.get(None)
        return now if now is not None and now.backend == self._target else _device.open_device(self._target)

    @property
    def ufunc(self):
        """Raises AttributeError: NumPy has no ufuncs of devices."""
        raise AttributeError(f"{self.__name__} runs on a device: it is no numpy.ufunc")

    @property
    def identity(self):
        """What reductions begin with."""
        return self._identity

    def _context_of(self, args):
        """That of the first array on a device, else the target's."""
        return next((arg._context for arg in args if isinstance(arg, _core.Array)), None) or self._context()


class DeviceUFunc(OnDevice, DUFunc):
    """A function with vectorize and a device for its target: takes arrays of the host, of which
    it makes an array of the host, and arrays on the device, of which it makes one there."""

    def __init__(self, py_func, identity=None, cache=False, targetoptions=None, target="cuda"):
        super().__init__(py_func, identity, cache, targetoptions, target)
        self._made = functools.lru_cache(maxsize=None)(functools.partial(_Kernel, self))

    def _row_for(self, args):
        values = [arg if isinstance(arg, (bool, int, float, complex)) else arg.dtype for arg in args]
        if not any(isinstance(value, np.dtype) for value in values):
            values = [np.asarray(value).dtype for value in values]
        for row in self._rows:
            if all(fits(value, dtype) for value, dtype in zip(values, row.dtypes, strict=False)):
                return row
        if self._frozen:
            raise TypeError(f"no matching signature of {self.__name__} for {', '.join(map(str, values))}")
        return self._add(self._types([np.zeros((), getattr(arg, "dtype", None) or np.asarray(arg).dtype) for arg in args]))

    def _arrays(self, args, out, context):
        """The arguments as arrays of one shape or numbers, and the shape."""
        given = [arg if isinstance(arg, (bool, int, float, complex, _core.Array)) else as_array(arg) for arg in args]
        given = [arg[()] if isinstance(arg, np.ndarray) and not arg.ndim else arg for arg in given]
        shape = np.broadcast_shapes(*(getattr(arg, "shape", ()) for arg in given))
        if out is not None and tuple(out.shape) != shape:
            raise ValueError(f"the result has the shape {shape}, out has {tuple(out.shape)}")
        return given, shape

    def __call__(self, *args, out=None, stream=0):
        """The result; in `out` if that is given."""
        if len(args) == self.nin + 1 and out is None:
            *args, out = args
        if len(args) != self.nin:
            raise TypeError(f"{self.__name__} takes {self.nin} arguments, got {len(args)}")
        context = self._context_of((*args, out))
        given, shape = self._arrays(args, out, context)
        row = self._row_for(given)
        on_device = isinstance(out, _core.Array) or any(isinstance(arg, _core.Array) for arg in given)
        result = out if out is not None else empty(shape, row.dtypes[-1], on_device, context)
        if np.prod(shape, dtype=np.int64):
            self._launch(context, row, given, result, shape, stream)
        return result if out is not None or shape or on_device else result[()]

    def _launch(self, context, row, given, result, shape, stream):
        scalars = frozenset(i for i, arg in enumerate(given) if not getattr(arg, "ndim", 0))
        arrays = [arg for i, arg in enumerate(given) if i not in scalars] + [result]
        ndim = len(shape)
        if ndim != 1 and all(tuple(a.shape) == shape and _is_close(a) for a in arrays):
            flat = [_flat(arg) if i not in scalars else _number(arg) for i, arg in enumerate(given)]
            result, ndim = _flat(result), 1
        else:
            flat = [_broadcast(arg, shape) if i not in scalars else _number(arg) for i, arg in enumerate(given)]
        size = int(np.prod(shape, dtype=np.int64))
        with current(context):
            self._made(row, ndim, scalars)[(size + BLOCK - 1) // BLOCK, BLOCK, stream](*flat, result)

    def reduce(self, arg, stream=0):
        """The function of all elements of an array with one axis, by halves."""
        if self.nin != 2:
            raise TypeError(f"reduce needs a function of two arguments, {self.__name__} takes {self.nin}")
        arg = arg if isinstance(arg, _core.Array) else np.asarray(arg)
        if arg.ndim != 1:
            raise TypeError("reduce is of arrays with one axis")
        if not arg.shape[0]:
            raise TypeError("Reduction on an empty array.")
        from .. import cuda

        context = arg._context if isinstance(arg, _core.Array) else self._context()
        with current(context):
            rest = cuda.to_device(arg, stream) if not isinstance(arg, _core.Array) else arg
            while rest.shape[0] > 1:
                half = rest.shape[0] // 2
                made = self(rest[:half], rest[half:2 * half], stream=stream)
                if rest.shape[0] % 2:
                    made[:1] = self(made[:1], rest[2 * half:], stream=stream)
                rest = made
            return rest.copy_to_host(stream=stream)[0]

    def accumulate(self, *args, **kwargs):
        """Raises NotImplementedError, as reduceat, outer and at do."""
        raise NotImplementedError(f"{self.__name__} runs on a device: it has calls and reduce")

    reduceat = outer = at = accumulate

    def __repr__(self):
        return f"<{type(self).__module__.partition('.')[0]}._DeviceUFunc '{self.__name__}' on {self._target}>"


def fits(value, dtype):
    """Whether an argument can be converted safely; a Python number has no width."""
    if not isinstance(value, np.dtype):
        kinds = "biufc"
        return kinds.index(np.asarray(value).dtype.kind.replace("u", "i")) <= kinds.index(dtype.kind.replace("u", "i"))
    return np.can_cast(value, dtype)


def as_array(arg):
    from .. import cuda

    if cuda.is_cuda_array(arg):
        return cuda.as_cuda_array(arg)
    array = np.asarray(arg)
    if array.dtype.kind not in "biufc":
        raise TypeError(f"ufuncs of devices take numbers, not {array.dtype}")
    return array


def _number(arg):
    return arg.copy_to_host()[()] if isinstance(arg, _core.Array) else arg


def _is_close(array):
    flags = array.flags
    return flags["C_CONTIGUOUS"]


def _flat(array):
    return array.reshape(-1)


def _broadcast(array, shape):
    """An array of the shape, without a copy where the device can read it so."""
    if isinstance(array, _core.Array):
        return array if tuple(array.shape) == shape else array._like(np.broadcast_to(array._numpy(), shape), type(array))
    return np.ascontiguousarray(np.broadcast_to(array, shape))


def empty(shape, dtype, on_device, context):
    from .. import cuda

    if not on_device:
        return np.empty(shape, dtype)
    with current(context):
        return cuda.device_array(shape, dtype)


class current:  # noqa: N801
    """The context is the current one within."""

    def __init__(self, context):
        self._context = context

    def __enter__(self):
        _device.push(self._context)

    def __exit__(self, *error):
        _device.pop()

