# SPDX-License-Identifier: Apache-2.0
"""Names of CuPy's that are not there, with what to do instead."""
from ..errors import UnsupportedError


class NotServed(UnsupportedError, NotImplementedError):
    """A name of CuPy's that portkern has not got."""


_SOURCE = ("its kernels are CUDA C++, which runs on NVIDIA's GPUs only: write the loop as a function with "
           "@numba.cuda.jit, which takes these arrays as they are")
_HOST = "compute it on the host, with cupy.asnumpy and NumPy or SciPy, and copy the result back by cupy.asarray"
REFUSED = {
    "RawKernel": _SOURCE, "RawModule": _SOURCE,
    "ElementwiseKernel": "its operation is CUDA C++: write it as an expression of arrays, which is one kernel here, too "
                         "(cupy.fuse), or as a function with @numba.cuda.jit",
    "ReductionKernel": "its operations are CUDA C++: reduce an expression, (x * y).sum(), which is one kernel here, or use "
                       "@numba.cuda.reduce",
    "einsum_path": _HOST, "vectorize": "use an expression of arrays, or @numba.cuda.jit",
    "apply_along_axis": "loop over the rows, or use @numba.cuda.jit",
    **dict.fromkeys(("nanpercentile", "nanquantile", "nanmedian", "histogram2d", "histogramdd", "polyfit", "poly1d", "roots",
                     "msort", "setxor1d", "block", "delete", "insert", "resize", "trim_zeros", "i0", "packbits", "unpackbits",
                     "piecewise", "choose", "place", "modf", "frexp", "ediff1d", "nancumsum", "nancumprod",
                     "cumulative_sum", "vander", "genfromtxt", "diag_indices_from", "array_repr", "array_str",
                     "array2string", "format_float_positional", "may_share_memory", "shares_memory", "min_scalar_type",
                     "ndindex", "nditer", "flatiter", "lib", "polynomial", "testing", "fft", "sparse", "prof",
                     "exceptions", "clear_memo", "memoize", "show_config"), _HOST),
}
LINALG = dict.fromkeys(("solve", "inv", "pinv", "det", "slogdet", "svd", "eigh", "eigvalsh", "eig", "eigvals", "qr",
                        "cholesky", "lstsq", "cond", "matrix_rank", "tensorsolve", "tensorinv", "multi_dot"), _HOST)


class Refused:
    """Stands for a name that is not there: a call, an index or an operation raises
    NotServed."""

    def __init__(self, name, why):
        self._name, self._portkern_refused = name, why
        self.__name__ = self.__qualname__ = name.rsplit(".", 1)[-1]
        self.__doc__ = f"Not there: {why}."

    def __call__(self, *args, **kwargs):
        raise NotServed(f"cupy.{self._name} is not there: {self._portkern_refused}")

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        return Refused(f"{self._name}.{name}", self._portkern_refused)

    __getitem__ = __call__

    def __repr__(self):
        return f"<cupy.{self._name}, which is not there>"


def lookup(name, prefix="", table=REFUSED):
    """The refusal of a name; AttributeError of one that is in no table."""
    if name in table:
        return Refused(prefix + name, table[name])
    raise AttributeError(f"module 'cupy{'.' + prefix[:-1] if prefix else ''}' has no attribute {name!r} in portkern: "
                         "docs/cupy.md lists the names that it has")
