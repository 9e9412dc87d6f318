# SPDX-License-Identifier: Apache-2.0
"""Kernels that this package writes, in the kernel language, and the stream that they are
launched in."""
import threading

from .. import _core

BLOCK = 256
_MOST_BLOCKS = 65535  # along y, of CUDA
_VALUES = {"np": ("import", "numpy"), "math": ("import", "math"), "cuda": ("import", "numba.cuda"),
           "__portkern__": ("import", "numba")}
_current = threading.local()


class Kernel(_core.Dispatcher):
    """A kernel of a text that defines `name`, and what it calls. `functions` are device
    functions that come before it."""

    def __init__(self, name, text):
        self.name, self.text = name, text
        self._is_internal = True

    def _kernel(self, context):
        text = f"{self.text}{self.name} = __portkern__.cuda.jit({self.name})\n"
        return _core.Kernel(_core.Module(context, text, "<portkern.cupy>", 1, _VALUES), self.name)

    def launch(self, context, grid, block, *args):
        """Launches in the current stream."""
        stream = getattr(_current, "stream", None)
        if stream is None or stream.context is not context:
            self[grid, block](*args)
        else:
            self[grid, block, stream](*args)

    def for_each(self, context, count, *args):
        """Launches a thread for each of `count` tasks."""
        if not count:
            return
        stream = getattr(_current, "stream", None)
        if stream is None or stream.context is not context:
            self[-(-count // BLOCK), BLOCK](*args)
        else:
            self[-(-count // BLOCK), BLOCK, stream](*args)


def current_stream():
    """The stream of portkern's that launches go to; None: the device's."""
    return getattr(_current, "stream", None)


def set_current_stream(stream):
    """Has what this thread launches go to a stream; None: the device's."""
    _current.stream = stream


def queue_for(context):
    """The same as an argument `stream` of copies: 0 is the device's."""
    stream = getattr(_current, "stream", None)
    return stream if stream is not None and stream.context is context else 0


def plane(width, rows):
    """(grid, block) for a thread at each x < width, y < rows, where

        x = cuda.grid(1)
        y = (cuda.blockIdx.y + cuda.blockIdx.z * cuda.gridDim.y) * cuda.blockDim.y + cuda.threadIdx.y
    """
    across = BLOCK
    while across > 1 and across >= 2 * width:
        across //= 2
    down = BLOCK // across
    blocks = -(-rows // down)
    deep = -(-blocks // _MOST_BLOCKS)
    return (-(-width // across), -(-blocks // deep), deep), (across, down)


PLACE = """    x = cuda.grid(1)
    y = (cuda.blockIdx.y + cuda.blockIdx.z * cuda.gridDim.y) * cuda.blockDim.y + cuda.threadIdx.y
"""
