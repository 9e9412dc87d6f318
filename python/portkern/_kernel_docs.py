# SPDX-License-Identifier: Apache-2.0
"""What help() says of names that exist inside kernels only."""
import re

_MASK = "`mask`: bits of the lanes that take part, 0xffffffff for all."
_ATOMIC = "as one step: no other thread comes between. Returns the old value. `index` is an integer or a tuple of them."

# Name -> (how it is used, what it does). Names of portkern's own have those of CUDA's.
_CUDA = {
    "grid": ("grid(ndim)", "The number of this thread in the grid, int64: an integer for one axis, a tuple for two or three."),
    "gridsize": ("gridsize(ndim)", "The number of threads of the grid, int64: an integer for one axis, a tuple for two or three."),
    "threadIdx": ("threadIdx.x, .y, .z", "The number of this thread in its block, int32, from 0."),
    "blockIdx": ("blockIdx.x, .y, .z", "The number of this thread's block in the grid, int32, from 0."),
    "blockDim": ("blockDim.x, .y, .z", "The number of threads of a block along each axis, int32."),
    "gridDim": ("gridDim.x, .y, .z", "The number of blocks of the grid along each axis, int32."),
    "laneid": ("laneid", "The number of this thread in its warp, int32, 0 to 31."),
    "warpsize": ("warpsize", "The number of threads of a warp, int32: 32."),
    "shared": ("shared.array(shape, dtype, alignment=None)",
               "An array that all threads of a block share; its elements are what was in the memory. `shape` is a constant, "
               "an integer or a tuple; 0 is the memory that the launch asks for, kernel[grid, block, stream, bytes]."),
    "shared.array": ("shared.array(shape, dtype, alignment=None)", "An array that all threads of a block share: see cuda.shared."),
    "local": ("local.array(shape, dtype, alignment=None)",
              "An array of this thread's own; its elements are what was in the memory. `shape` is a constant."),
    "local.array": ("local.array(shape, dtype, alignment=None)", "An array of this thread's own: see cuda.local."),
    "const": ("const.array_like(array)", "A constant array with the elements that an array of the module has when the kernel "
              "is compiled."),
    "const.array_like": ("const.array_like(array)", "A constant array: see cuda.const."),
    "syncthreads": ("syncthreads()", "Waits until all threads of the block have come here; what they wrote before is then "
                    "seen by all of them. All or none of them must come."),
    "syncthreads_count": ("syncthreads_count(predicate)", "syncthreads(), and the number of threads whose predicate is true, int32."),
    "syncthreads_and": ("syncthreads_and(predicate)", "syncthreads(), and 1 where all predicates are true, else 0, int32."),
    "syncthreads_or": ("syncthreads_or(predicate)", "syncthreads(), and 1 where a predicate is true, else 0, int32."),
    "syncwarp": ("syncwarp(mask=0xffffffff)", "Waits until the lanes of the mask have come here, and orders their memory."),
    "threadfence": ("threadfence()", "What this thread wrote before is seen by all threads of the device before what it "
                    "writes later. OpenCL devices have none."),
    "threadfence_block": ("threadfence_block()", "The same for the threads of the block."),
    "threadfence_system": ("threadfence_system()", "The same for the host and other devices, too. OpenCL devices have none."),
    "all_sync": ("all_sync(mask, predicate)", "Whether the predicates of all lanes are true. " + _MASK),
    "any_sync": ("any_sync(mask, predicate)", "Whether the predicate of a lane is true. " + _MASK),
    "eq_sync": ("eq_sync(mask, predicate)", "Whether the predicates of all lanes are the same. " + _MASK),
    "ballot_sync": ("ballot_sync(mask, predicate)", "Bits of the lanes whose predicate is true, uint32. " + _MASK),
    "activemask": ("activemask()", "Bits of the lanes that are here with this one, uint32; which these are is up to the device."),
    "lanemask_lt": ("lanemask_lt()", "Bits of the lanes below this one, uint32."),
    "shfl_sync": ("shfl_sync(mask, value, lane)", "The value of another lane, by its number. " + _MASK),
    "shfl_up_sync": ("shfl_up_sync(mask, value, delta)", "The value of the lane `delta` below; its own where there is none. " + _MASK),
    "shfl_down_sync": ("shfl_down_sync(mask, value, delta)", "The value of the lane `delta` above; its own where there is none. " + _MASK),
    "shfl_xor_sync": ("shfl_xor_sync(mask, value, lane)", "The value of the lane whose number is this one's with the bits of "
                      "`lane` changed. " + _MASK),
    "match_any_sync": ("match_any_sync(mask, value)", "Bits of the lanes that have the same value, int32. " + _MASK),
    "match_all_sync": ("match_all_sync(mask, value)", "(the mask, True) where all lanes have the same value, else (0, False). " + _MASK),
    "popc": ("popc(x)", "The number of bits of an integer that are 1."),
    "brev": ("brev(x)", "An integer with its bits in the other order."),
    "clz": ("clz(x)", "The number of bits of an integer above the highest that is 1."),
    "ffs": ("ffs(x)", "The number of the lowest bit that is 1, from 1; 0 without one."),
    "cbrt": ("cbrt(x)", "The cube root."),
    "rsqrt": ("rsqrt(x)", "1 / sqrt(x)."),
    "fma": ("fma(a, b, c)", "a * b + c, rounded once."),
    "selp": ("selp(a, b, c)", "b where a is true, else c."),
    "nanosleep": ("nanosleep(ns)", "Waits about so many nanoseconds."),
    "clock": ("clock()", "Cycles of the processor, int32. OpenCL devices have none."),
    "clock64": ("clock64()", "Cycles of the processor, int64. OpenCL devices have none."),
    "globaltimer": ("globaltimer()", "Nanoseconds since a time that is the device's, int64. OpenCL devices have none."),
    "atomic": ("atomic.add(array, index, value), ...", "Changes of an element, each " + _ATOMIC),
    "atomic.add": ("atomic.add(array, index, value)", "array[index] += value, " + _ATOMIC),
    "atomic.sub": ("atomic.sub(array, index, value)", "array[index] -= value, " + _ATOMIC),
    "atomic.and_": ("atomic.and_(array, index, value)", "array[index] &= value, " + _ATOMIC),
    "atomic.or_": ("atomic.or_(array, index, value)", "array[index] |= value, " + _ATOMIC),
    "atomic.xor": ("atomic.xor(array, index, value)", "array[index] ^= value, " + _ATOMIC),
    "atomic.inc": ("atomic.inc(array, index, value)", "Adds 1, or sets 0 where the element is `value` or more, " + _ATOMIC),
    "atomic.dec": ("atomic.dec(array, index, value)", "Subtracts 1, or sets `value` where the element is 0 or more than it, " + _ATOMIC),
    "atomic.exch": ("atomic.exch(array, index, value)", "array[index] = value, " + _ATOMIC),
    "atomic.max": ("atomic.max(array, index, value)", "The larger of both, a NaN changes nothing, " + _ATOMIC),
    "atomic.min": ("atomic.min(array, index, value)", "The smaller of both, a NaN changes nothing, " + _ATOMIC),
    "atomic.nanmax": ("atomic.nanmax(array, index, value)", "The larger of both, a NaN in memory is replaced, " + _ATOMIC),
    "atomic.nanmin": ("atomic.nanmin(array, index, value)", "The smaller of both, a NaN in memory is replaced, " + _ATOMIC),
    "atomic.cas": ("atomic.cas(array, index, old, value)", "array[index] = value where it is `old`, " + _ATOMIC),
    "atomic.compare_and_swap": ("atomic.compare_and_swap(array, old, value)", "array[0] = value where it is `old`, " + _ATOMIC),
    "cg.this_grid": ("cg.this_grid()", "All threads of the grid, as a GridGroup."),
    "cg.GridGroup": ("cg.this_grid()", "All threads of the grid: this_grid().sync() waits until all have come here. OpenCL "
                     "devices have none."),
    "random.xoroshiro128p_next": ("xoroshiro128p_next(states, index)", "The next number of a generator, uint64."),
    "random.xoroshiro128p_uniform_float32": ("xoroshiro128p_uniform_float32(states, index)",
                                             "The next number from 0 to 1, 1 excluded, float32."),
    "random.xoroshiro128p_uniform_float64": ("xoroshiro128p_uniform_float64(states, index)",
                                             "The next number from 0 to 1, 1 excluded, float64."),
    "random.xoroshiro128p_normal_float32": ("xoroshiro128p_normal_float32(states, index)",
                                            "The next number of the normal distribution of mean 0 and deviation 1, float32."),
    "random.xoroshiro128p_normal_float64": ("xoroshiro128p_normal_float64(states, index)",
                                            "The next number of the normal distribution of mean 0 and deviation 1, float64."),
}


def _vector(name, dtype, count):
    elements = ", ".join("xyzw"[:count])
    return (f"{name}({elements})\n\nA vector of {dtype}, whose elements are {', '.join('.' + e for e in 'xyzw'[:count])}. "
            f"Arguments are numbers, which become {dtype}, and shorter vectors of it.")


def find(path):
    """The docstring of a name, "numba.cuda.grid"."""
    name = path.removeprefix("numba.").removeprefix("cuda.")
    if name in _CUDA:
        usage, words = _CUDA[name]
        return f"{usage}\n\n{words}"
    vector = re.fullmatch(r"(\w+)x([1-4])", name)
    if vector:
        return _vector(name, vector[1], int(vector[2]))
    module, _, function = name.partition(".")
    if module == "libdevice" and function:
        return f"As __nv_{function} of CUDA's libdevice; a result that CUDA stores by a pointer is returned, in a tuple."
    if module == "fp16" and function:
        return f"As __{function} of CUDA's float16 numbers: arguments and result are float16."
    return f"{name}, which exists inside kernels only."
