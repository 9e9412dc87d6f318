# SPDX-License-Identifier: Apache-2.0
"""guvectorize(target="cuda"), or any backend: a function of arrays runs as a kernel, a thread
for each of the arrays that arrays with more axes hold."""
import functools

import numpy as np

from .. import _core, errors
from .device_ufunc import BLOCK, OnDevice, as_array, current, empty, fits
from .ufunc import GUFunc


class _Kernel(_core.Dispatcher):
    """The kernel over a number of axes. `shared`: numbers of operands that all threads get as
    they are."""

    def __init__(self, ufunc, row, ndim, shared):
        self._ufunc, self._row, self._shared = ufunc, row, shared
        self._index = ["i", *(f"i{axis}" for axis in range(1, ndim))]

    def _argument(self, i):
        """An operand of the function in thread i."""
        ufunc = self._ufunc
        core, axes = ufunc._core_of(i), ufunc._axes(self._row)[i]
        if i in self._shared:
            return f"x{i}" if axes else f"T{i}(x{i}[0])"
        at = ", ".join(self._index)
        if axes and not core:
            return f"x{i}[{at}:{self._index[-1]} + 1]"
        return f"x{i}[{at}]" if axes else f"T{i}(x{i}[{at}])"

    def _kernel(self, context):
        numbers = range(self._ufunc.nargs)
        sizes = [f"n{axis}" for axis in range(1, len(self._index))]
        lines = ["@jit", f"def run({', '.join([*(f'x{i}' for i in numbers), 'n', *sizes])}):", "    i = grid(1)", "    if i < n:"]
        for index, size in reversed(list(zip(self._index[1:], sizes, strict=True))):
            lines += [f"        {index} = i % {size}", f"        i = i // {size}"]
        text = "\n".join([*lines, f"        f({', '.join(map(self._argument, numbers))})", ""])
        values = {"f": ("function", self._ufunc._module(context), self._ufunc._name),
                  "jit": ("import", "numba.cuda.jit"), "grid": ("import", "numba.cuda.grid"),
                  **{f"T{i}": ("dtype", dtype) for i, dtype in enumerate(self._row.dtypes)}}
        return _core.Kernel(_core.Module(context, text, f"<loop of {self._ufunc.__name__}>", 1, values), "run")


class DeviceGUFunc(OnDevice, GUFunc):
    """A function with guvectorize and a device for its target: takes arrays of the host, of which
    it makes arrays of the host, and arrays on the device, of which it makes ones there."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self._made = functools.lru_cache(maxsize=None)(functools.partial(_Kernel, self))

    def _core_of(self, i):
        """The names of an operand's core dimensions."""
        return (self._cores[0] + self._cores[1])[i]

    def _row_for(self, given):
        dtypes = [arg.dtype for arg in given]
        for row in self._rows:
            if all(map(fits, dtypes, row.dtypes[:self.nin])):
                return row
        raise TypeError(f"no matching signature of {self.__name__} for {', '.join(map(str, dtypes))}")

    def _shapes(self, given, out):
        """{name: size} of core dimensions, and the shape of the loop."""
        sizes, loops = {}, []
        for i, arg in enumerate([*given, *out]):
            core = self._core_of(i)
            split = arg.ndim - len(core)
            kind, number = ("Input", i) if i < self.nin else ("Output", i - self.nin)
            if split < 0:
                raise ValueError(f"{self.__name__}: {kind} operand {number} does not have enough dimensions (has {arg.ndim}, "
                                 f"gufunc core with signature {self._layout} requires {len(core)})")
            for axis, (name, size) in enumerate(zip(core, arg.shape[split:], strict=True)):
                if sizes.setdefault(name, size) != size:
                    raise ValueError(f"{self.__name__}: {kind} operand {number} has a mismatch in its core dimension {axis}, "
                                     f"with gufunc signature {self._layout} (size {size} is different from {sizes[name]})")
            loops.append(tuple(arg.shape[:split]))
        loop = np.broadcast_shapes(*loops[:self.nin])
        for arg in loops[self.nin:]:
            if arg != loop:
                raise ValueError(f"{self.__name__}: the outputs' other axes are {arg}, those of the inputs {loop}")
        return sizes, loop

    def _place(self, arg, i, row, loop):
        """An operand as the kernel takes it, and whether all threads share it: else it has the axes
        of the loop."""
        core = tuple(arg.shape[arg.ndim - len(self._core_of(i)):])
        writes = i >= self.nin or i in self._writable
        if arg.dtype != row.dtypes[i]:
            if isinstance(arg, _core.Array) or writes:
                raise TypeError(f"argument {i + 1} of {self.__name__} has the dtype {arg.dtype}: it must be {row.dtypes[i]}")
            arg = arg.astype(row.dtypes[i])
        shape = loop + core
        if writes and tuple(arg.shape) != shape:
            raise ValueError(f"argument {i + 1} of {self.__name__} is written, so it needs the axes {loop}")
        if arg.ndim == len(core):
            return arg.reshape(core or (1,)), True
        if tuple(arg.shape) != shape:
            arg = (arg._like(np.broadcast_to(arg._numpy(), shape), type(arg)) if isinstance(arg, _core.Array)
                   else np.broadcast_to(arg, shape))
        if not writes and isinstance(arg, np.ndarray):
            arg = np.ascontiguousarray(arg)
        return arg, False

    def _outputs(self, args, kwargs):
        """The inputs, and the outputs that are given."""
        out = kwargs.pop("out", ())
        out = out if isinstance(out, tuple) else (out,)
        args = (*args, *(each for each in out if each is not None))
        if len(args) not in (self.nin, self.nargs):
            raise TypeError(f"{self.__name__} takes from {self.nin} to {self.nargs} positional arguments but {len(args)} were "
                            "given")
        return args[:self.nin], args[self.nin:]

    def __call__(self, *args, stream=0, **kwargs):
        """The result, or a tuple of them; in `out` if that is given."""
        given, out = self._outputs(args, kwargs)
        if kwargs:
            raise TypeError(f"{self.__name__} on a device takes out and stream by name, not {', '.join(kwargs)}")
        given = [arg if isinstance(arg, _core.Array) else as_array(arg) for arg in given]
        context = self._context_of((*given, *out))
        if self.is_dynamic and not self._frozen:
            if len(out) != self.nout:
                raise errors.TypingError(f"{self.__name__} has no signatures: give its outputs, too")
            self._grow([np.empty(0, arg.dtype) for arg in (*given, *out)])
        row = self._row_for(given)
        sizes, loop = self._shapes(given, out)
        on_device = any(isinstance(arg, _core.Array) for arg in (*given, *out))
        out = out or [empty(loop + tuple(sizes[name] for name in core), row.dtypes[self.nin + i], on_device, context)
                      for i, core in enumerate(self._cores[1])]
        self._launch(context, row, [*given, *out], loop, stream)
        results = [each if each.shape or on_device else each[()] for each in out]
        return results[0] if len(results) == 1 else tuple(results)

    def _launch(self, context, row, operands, loop, stream):
        count = int(np.prod(loop, dtype=np.int64))
        if not count:
            return
        placed = [self._place(arg, i, row, loop) for i, arg in enumerate(operands)]
        shared = frozenset(i for i, (_, is_shared) in enumerate(placed) if is_shared)
        with current(context):
            self._made(row, len(loop), shared)[(count + BLOCK - 1) // BLOCK, BLOCK, stream](
                *(arg for arg, _ in placed), count, *loop[1:])

    def __repr__(self):
        return f"<{type(self).__module__.partition('.')[0]}._DeviceGUFunc '{self.__name__}' on {self._target}>"
