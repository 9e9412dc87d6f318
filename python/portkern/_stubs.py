# SPDX-License-Identifier: Apache-2.0
"""What only exists inside kernels: objects with the path by which the compiler knows
them, which say so when a program uses them outside."""
from . import _kernel_names


def _doc(path):
    from . import _kernel_docs

    return _kernel_docs.find(path)


class KernelOnly:
    """A name of the kernel language: cuda.grid, cuda.threadIdx.x."""

    def __init__(self, path, shown=None):
        self._portkern_path, self._given = path, shown
        self._shown = shown or path.removeprefix("numba.")  # what users call it
        self.__doc__ = _doc(path)
        self.__name__ = (shown or path).rsplit(".", 1)[-1]
        self.__qualname__ = self.__name__
        self.__module__ = (shown or path).rsplit(".", 1)[0].replace("numba", "portkern", 1)

    def _outside(self):
        decorator = "@portkern.kernel" if self._shown.startswith("portkern.") else "@cuda.jit"
        return RuntimeError(f"{self._shown} exists only inside kernels: use it in a function with {decorator}")

    def __call__(self, *args, **kwargs):
        raise self._outside()

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        path = f"{self._portkern_path}.{name}"
        if path in _kernel_names.PATHS or any(p.startswith(path + ".") for p in _kernel_names.PATHS):
            made = KernelOnly(path, f"{self._shown}.{name}" if self._shown.startswith("portkern.") else None)
            setattr(self, name, made)
            return made
        raise AttributeError(f"{self._shown} has no {name}")

    def __reduce__(self):
        return KernelOnly, (self._portkern_path, self._given)

    def __index__(self):
        raise self._outside()

    def __bool__(self):
        return True

    def __repr__(self):
        return f"<{self._shown}, of kernels>"


# What Numba has in kernels and the language has not: a kernel that uses it is told so.
_UNKNOWN = frozenset(("ldca", "ldcg", "ldcs", "ldlu", "ldcv", "stcg", "stcs", "stwb", "stwt"))
_vectors = {}  # float32x4, float4: one object for Numba's name and CUDA's


def lookup(module_path, name):
    """The object for a module's `name`; AttributeError when the language has none."""
    path = f"{module_path}.{name}"
    if module_path == "numba.cuda" and name in _UNKNOWN:
        return KernelOnly(path)
    if module_path == "numba.cuda" and name in _kernel_names.VECTORS:
        name = _kernel_names.VECTORS[name]
        return _vectors.setdefault(name, KernelOnly(f"numba.cuda.{name}"))
    if path in _kernel_names.ALIASES:  # portkern.thread
        return KernelOnly(_kernel_names.ALIASES[path], path.replace("numba", "portkern", 1))
    if path in _kernel_names.PATHS or any(p.startswith(path + ".") for p in _kernel_names.PATHS):
        return KernelOnly(path, f"portkern.{name}" if module_path == "numba" else None)
    raise AttributeError(f"module {module_path.replace('numba', 'portkern', 1)!r} has no attribute {name!r}")


def module_names(path):
    """__getattr__ and __dir__ of a module that has names of kernels only."""
    def find(name):
        return lookup(path, name)

    def names():
        return sorted({p[len(path) + 1:].split(".")[0] for p in _kernel_names.PATHS if p.startswith(path + ".")})

    return find, names
