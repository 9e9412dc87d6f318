/* SPDX-License-Identifier: Apache-2.0 */
/* Lanes, blocks and grids that work together.
 * warps.ptx: nvcc -O3 -ptx -arch=sm_90 -lineinfo -rdc=true warps.cu */
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
#define T    threadIdx.x
#define FULL 0xffffffffu

extern "C" __global__ void shuffles(int *out) {
    int l = T % 32;
    out[T * 8 + 0] = __shfl_sync(FULL, l * 10, l ^ 5);
    out[T * 8 + 1] = __shfl_up_sync(FULL, l * 10, 3);
    out[T * 8 + 2] = __shfl_down_sync(FULL, l * 10, 3, 8);
    out[T * 8 + 3] = __shfl_xor_sync(FULL, l * 10, 9);
    out[T * 8 + 4] = __shfl_sync(FULL, l * 10, 3, 8);
    out[T * 8 + 5] = __shfl_up_sync(FULL, l * 10, 2, 16);
    if (l % 3 == 0)
        out[T * 8 + 6] = __shfl_sync(0x49249249u, l * 10, 9);
    else
        out[T * 8 + 6] = __shfl_sync(~0x49249249u, l * 10, 4);
    long long wide = __shfl_xor_sync(FULL, (long long)l << 33, 1);
    out[T * 8 + 7] = (int)(wide >> 33);
}
extern "C" __global__ void votes(unsigned *out) {
    int l = T % 32;
    out[T * 8 + 0] = __ballot_sync(FULL, l % 5 == 0);
    out[T * 8 + 1] = __any_sync(FULL, l == 7) + 2 * __all_sync(FULL, l < 32) +
                     4 * __any_sync(FULL, l > 31) + 8 * __all_sync(FULL, l > 0);
    out[T * 8 + 2] = __match_any_sync(FULL, l / 3 * 7);
    int pred;
    out[T * 8 + 3] = __match_all_sync(FULL, 42, &pred) + pred;
    out[T * 8 + 4] = __match_all_sync(FULL, l, &pred) + pred;
    out[T * 8 + 5] = l < 10 ? __activemask() : ~__activemask();
    out[T * 8 + 6] = __reduce_add_sync(FULL, l) + __reduce_max_sync(FULL, l);
    out[T * 8 + 7] =
        __reduce_or_sync(FULL, 1u << l) ^ __reduce_xor_sync(FULL, l & 1) ^
        __reduce_and_sync(FULL, l | 64) ^ (unsigned)__reduce_min_sync(FULL, -l);
}
/* Lanes of equal keys, each with the mask of its like, at once. */
extern "C" __global__ void partitions(int *out) {
    unsigned mine = __match_any_sync(FULL, T % 5);
    out[T] = __reduce_add_sync(mine, 1) * 100 + __popc(mine & ((1u << T) - 1));
    __syncwarp(mine);
    if (T % 2)
        __syncwarp(FULL);
    else
        __syncwarp(FULL);
}
extern "C" __global__ void block_votes(int *out) {
    out[T * 3 + 0] = __syncthreads_count(T % 3 == 0);
    out[T * 3 + 1] = __syncthreads_and(T < 100);
    out[T * 3 + 2] = __syncthreads_or(T == 99);
}
extern "C" __global__ void atomics(int *a, unsigned *b, unsigned long long *c,
                                   float *f, double *d, int *old) {
    int i = blockIdx.x * blockDim.x + T;
    atomicAdd(a + 0, i);
    atomicSub(a + 1, i);
    atomicMin(a + 2, 50 - i);
    atomicMax(a + 3, i - 50);
    atomicAnd(a + 4, ~(1 << i % 20));
    atomicOr(a + 5, 1 << i % 20);
    atomicXor(a + 6, i);
    atomicInc(b + 0, 36);
    atomicDec(b + 1, 36);
    atomicMax(b + 2, 0x80000000u + i);
    atomicMin(b + 3, 0x80000000u + i);
    atomicAdd(c + 0, 1ull << 33);
    atomicMax(c + 1, (unsigned long long)i << 40);
    atomicMin((long long *)c + 2, -(long long)i << 40);
    atomicAdd(f, 0.5f);
    atomicAdd(d, 0.25);
    old[i] = atomicAdd(a + 7, 1);
    for (int seen = *(volatile int *)(a + 8), was;
         was = seen, (seen = atomicCAS(a + 8, was, was + 3)) != was;)
        ;
    atomicExch(a + 9, 77);
    __shared__ int s[2];
    if (T < 2)
        s[T] = 0;
    __syncthreads();
    atomicAdd(s, i);
    atomicAdd_block(s + 1, 1);
    __syncthreads();
    if (T == 0)
        atomicAdd_system(a + 10, s[0] + s[1]);
}
extern "C" __global__ void grid_sync(int *in, int *out, int steps) {
    cg::grid_group grid = cg::this_grid();
    int i = grid.thread_rank(), n = grid.num_threads();
    for (int k = 0; k < steps; k++) {
        out[i] = in[(i + 1) % n] + 1;
        grid.sync();
        in[i] = out[i];
        grid.sync();
    }
}
extern "C" __global__ void tiles(int *out) {
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    out[T] = cg::reduce(tile, (int)T, cg::plus<int>());
}
__device__ int twice(int x) {
    return 2 * x;
}
__device__ int square(int x) {
    return x * x;
}
__device__ int minus(int x) {
    return -x;
}
extern "C" __global__ void indirect(int *out) {
    int (*const table[])(int) = {twice, square, minus};
    int (*f)(int) = table[T % 3];
    out[T] = f(T);
}
extern "C" __global__ void switched(int *out, int n) {
    int x = T;
    for (int i = 0; i < n; i++)
        switch ((x + i) % 7) {
        case 0: x += 3; break;
        case 1: x *= 5; break;
        case 2: x ^= 9; break;
        case 3: x -= 1; break;
        case 4: x = x << 1 | 1; break;
        case 5: x = ~x & 0xffff; break;
        default: x += i; break;
        }
    out[T] = x;
}
extern "C" __global__ void stack(int *out, int n) {
    int local[32];
    for (int i = 0; i < 32; i++)
        local[i] = i * T;
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += local[(i * 7 + T) % 32];
    out[T] = sum;
}
extern "C" __global__ void heap(int *out) {
    int *mine = (int *)malloc(16 * sizeof(int));
    for (int i = 0; i < 16; i++)
        mine[i] = T + i;
    int sum = 0;
    for (int i = 0; i < 16; i++)
        sum += mine[i];
    free(mine);
    out[T] = sum;
}
#include <cassert>
extern "C" __global__ void asserts(int *out) {
    assert(out[T] < 5);
    out[T] = 1;
}
extern "C" __global__ void places(int *out) {
    unsigned s, l, w;
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(s));
    asm("mov.u32 %0, %%laneid;" : "=r"(l));
    asm("mov.u32 %0, %%warpid;" : "=r"(w));
    int t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    int b = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
    int at = b * blockDim.x * blockDim.y * blockDim.z + t;
    out[at] = s == (1u << t % 32) - 1 && l == t % 32 && w == t / 32 ? at : -1;
}
extern "C" __global__ void dynamic(int *out, int n) {
    extern __shared__ int s[];
    __shared__ int fixed[32];
    fixed[T % 32] = 5;
    for (int i = T; i < n; i += blockDim.x)
        s[i] = i;
    __syncthreads();
    int sum = fixed[T % 32];
    for (int i = 0; i < n; i++)
        sum += s[i];
    out[T] = sum;
}
/* A warp waits for another of its block. */
extern "C" __global__ void handed_over(volatile int *box, int *out) {
    if (T / 32 == 0) {
        while (box[0] == 0)
            ;
        out[T] = box[1];
    } else if (T == 40) {
        box[1] = 99;
        __threadfence();
        box[0] = 1;
    }
}
