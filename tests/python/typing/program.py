# SPDX-License-Identifier: Apache-2.0
"""A program with types: mypy --strict has nothing to say of it, and it runs."""
from typing import Any

import numpy as np
from numpy.typing import NDArray

import portkern
from portkern import cuda, cupy, errors, float32, int32, types, void
from portkern.cuda.random import create_xoroshiro128p_states, xoroshiro128p_uniform_float32

Floats = NDArray[np.float32]


@cuda.jit(device=True)
def square(v: float) -> float:
    return v * v


@cuda.jit
def saxpy(a: float, x: Floats, y: Floats, out: Floats) -> None:
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a * x[i] + y[i]


@cuda.jit(void(float32[:, ::1], int32), fastmath=True)
def fill(m: Floats, n: int) -> None:
    i, j = cuda.grid(2)
    if i < m.shape[0] and j < m.shape[1]:
        m[i, j] = n + square(cuda.threadIdx.x)


@portkern.kernel("void(float32[:], float32[:])", max_registers=64)
def total(x: Floats, out: Floats) -> None:
    part = cuda.shared.array(64, dtype=float32)
    t = portkern.thread.x
    part[t] = x[portkern.grid(1)]
    portkern.barrier()
    step = 32
    while step:
        if t < step:
            part[t] += part[t + step]
        cuda.syncthreads()
        step //= 2
    if t == 0:
        cuda.atomic.add(out, 0, part[0])


@cuda.jit
def noise(states: Any, out: Floats) -> None:
    i = cuda.grid(1)
    if i < out.size:
        out[i] = xoroshiro128p_uniform_float32(states, i)


def devices() -> list[str]:
    names = [f"{d.selector}: {d.name}" for d in portkern.devices()]
    current = cuda.get_current_device()
    count: int = current.MULTIPROCESSOR_COUNT
    free, total_bytes = cuda.current_context().get_memory_info()
    assert count > 0 and free <= total_bytes
    return names


def arrays() -> Floats:
    x = np.arange(1024, dtype=np.float32)
    stream = cuda.stream()
    begin, end = cuda.event(), cuda.event()
    d = cuda.to_device(x, stream=stream)
    out = cuda.device_array_like(d)
    begin.record(stream)
    saxpy[4, 256, stream](np.float32(2), d, d, out)
    end.record(stream)
    stream.synchronize()
    milliseconds: float = begin.elapsed_time(end)
    assert milliseconds >= 0
    half = out[::2].reshape(2, -1)
    assert half.shape == (2, 256) and half.device == d.device
    result: Floats = out.copy_to_host()
    return result


def launches() -> float:
    x, out = np.ones(256, np.float32), np.zeros(1, np.float32)
    prepared = total[4, 64].prepare(x, out)
    prepared.launch()
    prepared.set("x", x * 2)
    prepared.launch()
    saxpy.forall(x.size)(1.0, x, x, cuda.Out(np.empty_like(x)))
    fill[(1, 1), (8, 8)](np.zeros((8, 8), np.float32), 3)
    states = create_xoroshiro128p_states(32, seed=1)
    noise[1, 32](states, np.empty(32, np.float32))
    return float(out[0])


@portkern.njit(parallel=True)
def doubled(x: "np.ndarray[Any, np.dtype[np.float32]]") -> float:
    total = 0.0
    for i in portkern.prange(x.size):
        total += 2 * x[i]
    return total


def tools() -> str:
    x = np.ones(512, np.float32)
    with portkern.profile() as p, portkern.transfers() as moved:
        saxpy[2, 256](2.0, x, x, x.copy())
    assert p.launches[0].kernel == "saxpy" and moved.to_device >= 0
    found = portkern.explain(saxpy[2, 256], (2.0, x, x, x.copy()), devices="cpu", sizes=(), seconds=0.01)
    found = portkern.explain(doubled, (x,), devices="cpu", sizes=(), seconds=0.01)
    point = found["cpu"].point
    assert point is not None and point.call_ns > 0
    texts: dict[tuple[types.Type, ...], str] = saxpy.inspect_asm()
    return next(iter(texts.values()))


def expressions() -> float:
    x = cupy.linspace(0, 1, 5, dtype=np.float32).reshape(5, 1)
    kernel_argument: cupy.ndarray = 2 * x + cupy.sqrt(x * x) ** 2
    fill[(1, 1), (8, 8)](kernel_argument, 1)
    rows, columns = kernel_argument.nonzero()
    host: NDArray[Any] = cupy.asnumpy(kernel_argument.T)
    generator = cupy.random.default_rng(3)
    with cupy.cuda.Stream() as stream:
        drawn = generator.uniform(size=(2, 3)).sum(axis=0, keepdims=True)
    stream.synchronize()
    assert host.shape == (1, 5) and drawn.shape == (1, 3) and rows.shape == columns.shape
    return float(cupy.linalg.norm(cupy.ones(16)))


if __name__ == "__main__":
    try:
        with portkern.device("cpu"):
            print(len(devices()) > 0, arrays()[3], launches(), ".entry saxpy" in tools(), expressions())
    except errors.CudaSupportError as error:
        print(error.status)
