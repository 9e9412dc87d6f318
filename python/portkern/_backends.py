# SPDX-License-Identifier: Apache-2.0
"""Several backends in one process, each as if it were the only one that was named: for the
pytest plugin."""
import contextlib
import os

from . import _attributes, _core, _device, errors

SIMULATOR = "cuda-sim"  # the backend cuda on the simulated GPU
_open = {}  # name -> the devices that are open, as _device._open has them
_lost = set()  # names of those that a kernel has ended


def simulator():
    """The file of the simulated GPU, in the folder of plugins beside the C library."""
    with open("/proc/self/maps") as f:
        library = next((line.split(maxsplit=5)[5].strip() for line in f if "/libportkern.so" in line), "")
    return os.path.join(os.path.dirname(library), "portkern", "libportkern_cudasim.so")


def _forget_lists():
    """Lists of devices are kept; the simulated GPU takes the place of others."""
    from .cuda.cudadrv import devices

    for cached in (_device._rows, devices._listed, _attributes.driver):
        cached.cache_clear()


def _exchange(opened, default, library):
    """Makes these the process's devices and choices; returns those that were."""
    was = dict(_device._open), _device._default, os.environ.get("PORTKERN_LIBCUDA")
    _device._open.clear()  # the extension has this dict
    _device._open.update(opened)
    _device._default = default
    if library != was[2]:
        if library is None:
            del os.environ["PORTKERN_LIBCUDA"]
        else:
            os.environ["PORTKERN_LIBCUDA"] = library
        _forget_lists()
    return was


@contextlib.contextmanager
def using(name):
    """Within the with statement the backend was named, and its device is the current one of
    every thread. CudaSupportError when it cannot be opened. A failure of a kernel that nothing
    has waited for is raised at the end."""
    is_simulated = name == SIMULATOR
    was = _exchange(_open.get(name, {}), "cuda" if is_simulated else name,
                    simulator() if is_simulated else os.environ.get("PORTKERN_LIBCUDA"))
    outer, current = _device._outer.set(()), _core.current.set(None)
    try:
        yield _opened(name)
        _settle(name)
    except BaseException:
        with contextlib.suppress(errors.PortkernError):
            _settle(name)
        raise
    finally:
        _open[name] = dict(_device._open)
        _exchange(*was)
        _core.current.reset(current)
        _device._outer.reset(outer)


def _opened(name):
    try:
        return _device.open_device()
    except errors.PortkernError as error:
        if name not in _lost:
            raise
        raise errors.CudaAPIError(
            f"{name} was lost by a kernel of an earlier test, as GPUs are by accesses outside of their memory, and is not "
            "there any more in this process: --portkern-check=bounds makes such a kernel fail before") from error


def _settle(name):
    """Waits for all devices. One that is lost for good goes, with what it has to say: whoever
    used it has been told."""
    for context in _device.contexts():
        try:
            context.synchronize()
        except errors.PortkernError:
            try:
                context.synchronize()
            except errors.PortkernError:
                _device.close(context)
                _lost.add(name)
                continue
            raise
