/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels of the usual kinds for the simulator's tests; kernels.ptx is made of
 * this by: nvcc -O3 -ptx -arch=sm_75 -lineinfo kernels.cu */
#include <cstdio>

extern "C" __global__ void saxpy(int n, float a, const float *x, float *y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = a * x[i] + y[i];
}
extern "C" __global__ void matmul(int n, const float *a, const float *b,
                                  float *c) {
    __shared__ float ta[16][16], tb[16][16];
    int row = blockIdx.y * 16 + threadIdx.y,
        col = blockIdx.x * 16 + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k += 16) {
        ta[threadIdx.y][threadIdx.x] = a[row * n + k + threadIdx.x];
        tb[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * n + col];
        __syncthreads();
        for (int j = 0; j < 16; j++)
            sum += ta[threadIdx.y][j] * tb[j][threadIdx.x];
        __syncthreads();
    }
    c[row * n + col] = sum;
}
extern "C" __global__ void mandel(int w, int h, int limit, int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= w * h)
        return;
    float cx = -2.0f + 3.0f * (i % w) / w, cy = -1.5f + 3.0f * (i / w) / h,
          x = 0, y = 0;
    int n = 0;
    while (n < limit && x * x + y * y < 4.0f) {
        float t = x * x - y * y + cx;
        y = 2 * x * y + cy;
        x = t;
        n++;
    }
    out[i] = n;
}
extern "C" __global__ void hist(int n, const unsigned *x, unsigned *bins) {
    __shared__ unsigned local[256];
    local[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += gridDim.x * blockDim.x)
        atomicAdd(&local[(x[i] >> 13) & 255], 1u);
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}
extern "C" __global__ void reduce(int n, const float *x, float *out) {
    __shared__ float s[256];
    float v = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += gridDim.x * blockDim.x)
        v += x[i];
    for (int d = 16; d; d >>= 1)
        v += __shfl_down_sync(0xffffffff, v, d);
    if ((threadIdx.x & 31) == 0)
        s[threadIdx.x >> 5] = v;
    __syncthreads();
    if (threadIdx.x < 32) {
        v = threadIdx.x < 8 ? s[threadIdx.x] : 0;
        for (int d = 4; d; d >>= 1)
            v += __shfl_down_sync(0xffffffff, v, d);
        if (threadIdx.x == 0)
            out[blockIdx.x] = v;
    }
}
__device__ __noinline__ int fib(int n) {
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}
extern "C" __global__ void fibs(int *out) {
    out[threadIdx.x] = fib(threadIdx.x % 12);
}
extern "C" __global__ void hello(int *out) {
    printf("hello %d %f %s %lld\n", threadIdx.x, 1.5 * threadIdx.x, "text",
           123456789012ll);
    out[threadIdx.x] = 1;
}
extern "C" __global__ void spin_lanes(int *lock, int *counter) {
    for (bool done = false; !done;) {
        if (atomicCAS(lock, 0, 1) == 0) {
            __threadfence();
            *(volatile int *)counter += 1;
            __threadfence();
            atomicExch(lock, 0);
            done = true;
        }
    }
}
extern "C" __global__ void spin_bad(int *lock, int *counter) {
    while (atomicCAS(lock, 0, 1) != 0)
        ;
    __threadfence();
    *(volatile int *)counter += 1;
    __threadfence();
    atomicExch(lock, 0);
}
extern "C" __global__ void chain(volatile int *flags, int *out) {
    /* block b waits for block b+1: blocks must be resident together */
    if (threadIdx.x == 0) {
        if (blockIdx.x + 1 < gridDim.x)
            while (flags[blockIdx.x + 1] == 0)
                ;
        __threadfence();
        flags[blockIdx.x] = 1;
        out[blockIdx.x] = blockIdx.x;
    }
}
extern "C" __global__ void deadlock(int *out) {
    if (threadIdx.x < 32)
        asm volatile("bar.sync 1, 64;");
    else {
        asm volatile("bar.sync 2, 64;");
    }
    out[threadIdx.x] = 1;
}
extern "C" __global__ void lastblock(const float *x, float *partial, float *out,
                                     unsigned *count) {
    __shared__ bool last;
    __shared__ float s[256];
    s[threadIdx.x] = x[blockIdx.x * 256 + threadIdx.x];
    __syncthreads();
    for (int d = 128; d; d >>= 1) {
        if (threadIdx.x < d)
            s[threadIdx.x] += s[threadIdx.x + d];
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = s[0];
        __threadfence();
        last = atomicAdd(count, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last) {
        float v = 0;
        for (int i = threadIdx.x; i < gridDim.x; i += 256)
            v += partial[i];
        s[threadIdx.x] = v;
        __syncthreads();
        for (int d = 128; d; d >>= 1) {
            if (threadIdx.x < d)
                s[threadIdx.x] += s[threadIdx.x + d];
            __syncthreads();
        }
        if (threadIdx.x == 0)
            *out = s[0];
    }
}
extern "C" __global__ void missing_barrier(float *out) {
    __shared__ float s[256];
    s[threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = s[255 - threadIdx.x];
}
extern "C" __global__ void oob(int *out) {
    out[threadIdx.x + 100000] = 1;
}
extern "C" __global__ void divergent(int *out) {
    if (threadIdx.x < 16)
        __syncthreads();
    out[threadIdx.x] = 1;
}
