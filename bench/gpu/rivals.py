# SPDX-License-Identifier: Apache-2.0
"""Legs of the GPU benchmarks in Python, with gpu_bench's commands and answers:

    rivals.py numba KERNELS.py     numba-cuda compiles the kernels
    rivals.py cupy TWINS.cu        CuPy has NVRTC compile the CUDA C"""
import importlib.util
import sys
import time

import numpy as np

TYPES = {"f32": np.float32, "f64": np.float64, "i32": np.int32}


def content(word):
    """What gpu_bench.c fills an array with; a scalar as its type."""
    kind, shape, *bounds = word.split(":")
    if not bounds:
        return TYPES[kind](float(shape))
    extents = tuple(int(n) for n in shape.split("x"))
    low, high = (float(b) for b in (bounds * 2)[:2])
    bits = np.arange(np.prod(extents), dtype=np.uint32) * np.uint32(2654435761)
    bits ^= bits >> np.uint32(15)
    bits *= np.uint32(2246822519)
    bits ^= bits >> np.uint32(13)
    if kind == "i32":
        out = np.int32(low) + (bits % np.uint32(max(high - low, 1))).astype(np.int32)
    else:
        unit = (bits >> np.uint32(8)).astype(np.float32) * np.float32(2.0**-24)
        out = np.float32(low) + np.float32(high - low) * unit
    return out.astype(TYPES[kind]).reshape(extents)


class NumbaLeg:
    has_prepared = True

    def __init__(self, path):
        from numba import cuda
        self.cuda = cuda
        spec = importlib.util.spec_from_file_location("kernels", path)
        self.module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(self.module)
        cuda.current_context()

    def load(self, kernel, grid, block, args):
        self.kernel, self.grid, self.block = getattr(self.module, kernel), grid, block
        self.args = [self.cuda.to_device(a) if isinstance(a, np.ndarray) else a for a in args]
        self.configured = self.kernel[grid, block]

    def write(self, args):
        for mine, a in zip(self.args, args):
            if isinstance(a, np.ndarray):
                mine.copy_to_device(a)

    def read(self, i):
        return self.args[i].copy_to_host()

    def launch(self, prepared):
        (self.configured if prepared else self.kernel[self.grid, self.block])(*self.args)

    def finish(self):
        self.cuda.synchronize()

    def time(self, count):
        begin, end = self.cuda.event(), self.cuda.event()
        begin.record()
        for _ in range(count):
            self.configured(*self.args)
        end.record()
        end.synchronize()
        return self.cuda.event_elapsed_time(begin, end) * 1e6 / count


class CupyLeg:
    has_prepared = False

    def __init__(self, path):
        import cupy
        self.cupy = cupy
        self.module = cupy.RawModule(code=open(path).read(), options=("--std=c++17",))
        cupy.cuda.runtime.deviceSynchronize()

    def load(self, kernel, grid, block, args):
        self.kernel, self.grid, self.block = self.module.get_function(kernel), grid, block
        self.args = tuple(self.cupy.asarray(a) if isinstance(a, np.ndarray) else a for a in args)

    def write(self, args):
        for mine, a in zip(self.args, args):
            if isinstance(a, np.ndarray):
                mine.set(a)

    def read(self, i):
        return self.args[i].get()

    def launch(self, prepared):
        self.kernel(self.grid, self.block, self.args)

    def finish(self):
        self.cupy.cuda.get_current_stream().synchronize()

    def time(self, count):
        begin, end = self.cupy.cuda.Event(), self.cupy.cuda.Event()
        begin.record()
        for _ in range(count):
            self.kernel(self.grid, self.block, self.args)
        end.record()
        end.synchronize()
        return self.cupy.cuda.get_elapsed_time(begin, end) * 1e6 / count


def latency(leg, count):
    out = []
    for prepared in (False, True)[:1 + leg.has_prepared]:
        for wait in (False, True):
            leg.launch(prepared)
            leg.finish()
            start = time.perf_counter()
            for _ in range(count):
                leg.launch(prepared)
                if wait:
                    leg.finish()
            out.append((time.perf_counter() - start) * 1e9 / count)
            leg.finish()
    return out


def pair(word):
    return tuple(int(n) for n in word.split(","))


def obey(leg, state, words):
    if words[0] == "load":
        state["args"] = [content(w) for w in words[4:]]
        leg.load(words[1], pair(words[2]), pair(words[3]), state["args"])
    elif words[0] == "time":
        return [leg.time(int(words[1]))]
    elif words[0] == "latency":
        return latency(leg, int(words[1]))
    elif words[0] == "save":
        leg.write(state["args"])
        leg.launch(True)
        leg.finish()
        leg.read(int(words[1])).tofile(words[2])
    elif words[0] == "drop":
        leg.args = state["args"] = ()
    return []


def main():
    try:
        leg = {"numba": NumbaLeg, "cupy": CupyLeg}[sys.argv[1]](sys.argv[2])
    except Exception as e:
        print(f"no {type(e).__name__}: {e}".replace("\n", " "), flush=True)
        return 1
    print("ok", flush=True)
    state = {}
    for line in sys.stdin:
        try:
            print("ok", *(f"{n:.1f}" for n in obey(leg, state, line.split())), flush=True)
        except Exception as e:
            print(f"no {type(e).__name__}: {e}".replace("\n", " "), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
