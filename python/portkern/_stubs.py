# SPDX-License-Identifier: Apache-2.0
"""What only exists inside kernels: objects with the path by which the compiler knows
them, which say so when a program uses them outside."""
from . import _kernel_names


class KernelOnly:
    """A name of the kernel language: cuda.grid, cuda.threadIdx.x."""

    def __init__(self, path):
        self._portkern_path = path
        self.__name__ = path.rsplit(".", 1)[-1]
        self.__qualname__ = self.__name__
        self.__module__ = path.rsplit(".", 1)[0].replace("numba", "portkern", 1)

    def _outside(self):
        name = self._portkern_path.removeprefix("numba.")
        return RuntimeError(f"{name} exists only inside kernels: call it in a function with @cuda.jit")

    def __call__(self, *args, **kwargs):
        raise self._outside()

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        path = f"{self._portkern_path}.{name}"
        if path in _kernel_names.PATHS or any(p.startswith(path + ".") for p in _kernel_names.PATHS):
            made = KernelOnly(path)
            setattr(self, name, made)
            return made
        raise AttributeError(f"{self._portkern_path.removeprefix('numba.')} has no {name}")

    def __index__(self):
        raise self._outside()

    def __bool__(self):
        return True

    def __repr__(self):
        return f"<{self._portkern_path.removeprefix('numba.')}, of kernels>"


# What Numba has in kernels and the language has not: a kernel that uses it is told so.
_UNKNOWN = frozenset(("ldca", "ldcg", "ldcs", "ldlu", "ldcv", "stcg", "stcs", "stwb", "stwt"))
_VECTORS = ("char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "longlong", "ulonglong", "float", "double")


def _is_vector(name):
    """float32x4, uint8x3 and CUDA's names float4, uchar3."""
    kind, count = (name[:-2], name[-1]) if name[-2:-1] == "x" else (name[:-1], name[-1:])
    if count not in ("1", "2", "3", "4"):
        return False
    if name[-2:-1] != "x":
        return kind in _VECTORS
    return kind in ("float32", "float64", *(f"{u}int{n}" for u in ("", "u") for n in (8, 16, 32, 64)))


def lookup(module_path, name):
    """The object for a module's `name`; AttributeError when the language has none."""
    path = f"{module_path}.{name}"
    if module_path == "numba.cuda" and (name in _UNKNOWN or _is_vector(name)):
        return KernelOnly(path)
    if path in _kernel_names.PATHS or any(p.startswith(path + ".") for p in _kernel_names.PATHS):
        return KernelOnly(path)
    raise AttributeError(f"module {module_path.replace('numba', 'portkern', 1)!r} has no attribute {name!r}")


def module_names(path):
    """__getattr__ and __dir__ of a module that has names of kernels only."""
    def find(name):
        return lookup(path, name)

    def names():
        return sorted({p[len(path) + 1:].split(".")[0] for p in _kernel_names.PATHS if p.startswith(path + ".")})

    return find, names
