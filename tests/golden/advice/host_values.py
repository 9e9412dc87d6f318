"""Streams, events, contexts and devices by the names that hold them, and calls with arguments by name."""
import numpy as np
from numba import config, cuda

config.CUDA_LOW_OCCUPANCY_WARNINGS = 0


@cuda.jit
def copy(x, y):
    i = cuda.grid(1)
    if i < x.size:
        y[i] = x[i]


n = 1000
cuda.select_device(0)
stream = cuda.stream()
a = np.ones(n, np.float32)
first = cuda.to_device(a, stream=stream)
second = cuda.to_device(a, copy=False)
third = cuda.to_device(a, to=second)
result = cuda.device_array(n, dtype=np.float32, stream=stream)
start, end = cuda.event(timing=True), cuda.event()
start.record(stream)
copy[8, 128, stream](first, result)
end.record(stream)
end.synchronize()
print(end.query(), cuda.event_elapsed_time(start, end))
result.copy_to_host(a, stream=stream)
stream.synchronize()
parts = result.split(100)
context = cuda.current_context()
print(context.get_memory_info(), cuda.current_context().device)
device = cuda.get_current_device()
print(device.name, device.WARP_SIZE, device.MULTIPROCESSOR_COUNT)
cuda.cudadrv.devices.reset()


def other(record, end):
    """Of these nobody knows what they are."""
    end.query()
    record.synchronize()
    held = cuda.stream()
    held = record
    held.synchronize()
