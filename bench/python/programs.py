# SPDX-License-Identifier: Apache-2.0
"""The functions that are launched, as text for each package: nothing in them but
their parameters counts."""

SAXPY = {
    'portkern': """
import numpy as np
from portkern import cuda

@cuda.jit
def saxpy(a, x, y, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a * x[i] + y[i]

def first(a, x, y, out):
    saxpy[-(-out.size // 256), 256](a, x, y, out)
""",
    'numba': """
import numpy as np
from numba import njit, prange

@njit(parallel=True, cache=True)
def saxpy(a, x, y, out):
    for i in prange(out.size):
        out[i] = a * x[i] + y[i]

first = saxpy
""",
    'warp': """
import numpy as np
import warp as wp

wp.config.quiet = True

@wp.kernel
def saxpy(a: wp.float32, x: wp.array(dtype=wp.float32), y: wp.array(dtype=wp.float32),
          out: wp.array(dtype=wp.float32)):
    i = wp.tid()
    out[i] = a * x[i] + y[i]

def first(a, x, y, out):
    on_device = [wp.from_numpy(v, dtype=wp.float32, device="cpu") for v in (x, y)]
    result = wp.zeros(out.size, dtype=wp.float32, device="cpu")
    wp.launch(saxpy, dim=out.size, inputs=[a, *on_device, result], device="cpu")
    out[:] = result.numpy()
""",
    'taichi': """
import numpy as np
import taichi as ti

ti.init(arch=ti.cpu, log_level=ti.ERROR)

@ti.kernel
def saxpy(a: ti.f32, x: ti.types.ndarray(), y: ti.types.ndarray(), out: ti.types.ndarray()):
    for i in range(out.shape[0]):
        out[i] = a * x[i] + y[i]

first = saxpy
""",
}


def nothing(package, arrays, scalars):
    """The text of `nothing`, a kernel of that many arrays and numbers that does
    nothing."""
    names = [f'a{i}' for i in range(arrays)] + [f's{i}' for i in range(scalars)]
    if package == 'portkern':
        return f"from portkern import cuda\n\n@cuda.jit\ndef nothing({', '.join(names)}):\n    pass\n"
    if package == 'numba':
        return f"from numba import njit\n\n@njit\ndef nothing({', '.join(names)}):\n    pass\n"
    kind = {
        'warp': {'a': 'wp.array(dtype=wp.float32)', 's': 'wp.float32'},
        'taichi': {'a': 'ti.types.ndarray(dtype=ti.f32, ndim=1)', 's': 'ti.f32'},
    }[package]
    typed = ', '.join(f'{name}: {kind[name[0]]}' for name in names)
    if package == 'warp':
        return f'import warp as wp\n\nwp.config.quiet = True\n\n@wp.kernel\ndef nothing({typed}):\n    i = wp.tid()\n'
    return ('import taichi as ti\n\nti.init(arch=ti.cpu, log_level=ti.ERROR)\n\n@ti.kernel\n'
            f'def nothing({typed}):\n    pass\n')
