# SPDX-License-Identifier: Apache-2.0
"""cupy.cuda.runtime: the functions that programs ask about devices."""
from ... import _attributes, _device
from ...errors import CudaAPIError
from .. import _expressions

is_hip = False
memcpyHostToHost, memcpyHostToDevice, memcpyDeviceToHost, memcpyDeviceToDevice, memcpyDefault = range(5)  # noqa: N816


class CUDARuntimeError(CudaAPIError, RuntimeError):
    """A failure of a device, or a device that is not there."""


def getDeviceCount():  # noqa: N802
    """How many devices there are of the backend that is used."""
    from . import _backend_devices

    return len(_backend_devices())


def getDevice():  # noqa: N802
    """The number of the current device."""
    return _device.device().index


def setDevice(device_id):  # noqa: N802
    """Makes a device the current one of this thread."""
    from . import Device

    Device(device_id).use()


def deviceSynchronize():  # noqa: N802
    """Waits for all work of the current device."""
    _expressions.settle_all()
    _device.current().synchronize()


def memGetInfo():  # noqa: N802
    """(free, total), in bytes."""
    return _device.current().memory()


def runtimeGetVersion():  # noqa: N802
    """The version of CUDA whose names these are."""
    return 12000


driverGetVersion = runtimeGetVersion  # noqa: N816


def streamSynchronize(stream):  # noqa: N802
    """Waits for a stream, by its number."""
    from ...cuda.cudadrv.driver import stream_of_number

    _expressions.settle_all()
    stream_of_number(_device.current(), stream).synchronize()


def _attributes_of(context):
    names = (name for name in _attributes.NAMES)
    out = {}
    for name in names:
        try:
            out["".join(word.capitalize() for word in name.split("_"))] = _attributes.attribute(context, name)
        except (AttributeError, CudaAPIError):
            continue
    return out


def deviceGetAttribute(attribute, device_id):  # noqa: N802
    """An attribute by its number, CUDA's cudaDeviceAttr."""
    from . import Device

    if not 1 <= attribute <= len(_attributes.NAMES):
        raise CUDARuntimeError(f"there is no attribute {attribute}")
    return _attributes.attribute(Device(device_id)._device.context, _attributes.NAMES[attribute - 1])


def getDeviceProperties(device_id):  # noqa: N802
    """What programs read of cudaDeviceProp, a dict."""
    from . import Device

    device = Device(device_id)._device
    context = device.context
    found = _attributes_of(context)
    major, minor = _attributes.compute_capability(context)
    info = context.info()
    return {
        "name": device.name.encode(), "major": major, "minor": minor, "totalGlobalMem": device.memory()[1],
        "multiProcessorCount": found.get("MultiprocessorCount", 1), "warpSize": found.get("WarpSize", 32),
        "maxThreadsPerBlock": found.get("MaxThreadsPerBlock", info["max_block"]),
        "maxThreadsDim": tuple(info["max_block_dim"]), "maxGridSize": tuple(info["max_grid_dim"]),
        "sharedMemPerBlock": found.get("MaxSharedMemoryPerBlock", 0),
        "maxThreadsPerMultiProcessor": found.get("MaxThreadsPerMultiprocessor", 0), "integrated": found.get("Integrated", 0),
        "clockRate": found.get("ClockRate", 0), "l2CacheSize": found.get("L2CacheSize", 0),
        "memoryBusWidth": found.get("GlobalMemoryBusWidth", 0), "memoryClockRate": found.get("MemoryClockRate", 0),
        "totalConstMem": found.get("TotalConstantMemory", 0), "regsPerBlock": found.get("MaxRegistersPerBlock", 0),
    }


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    raise AttributeError(f"module 'cupy.cuda.runtime' has no attribute {name!r} in portkern: use cupy.cuda.Device, "
                         "Stream and Event")
