/* SPDX-License-Identifier: Apache-2.0 */
/* What the other checkers find, and what they must not.
 * checks.ptx: nvcc -O3 -ptx -arch=sm_75 -lineinfo checks.cu */
extern "C" __global__ void unset_global(int *in, int *out) {
    out[threadIdx.x] = in[threadIdx.x];
}
extern "C" __global__ void unset_shared(int *out) {
    __shared__ int s[64];
    if (threadIdx.x)
        s[threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x];
}
extern "C" __global__ void set_shared(int *out) {
    __shared__ int s[64];
    s[threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.x] = s[63 - threadIdx.x];
}
extern "C" __global__ void part_of_block(int *out) {
    if (threadIdx.x < 40)
        __syncthreads();
    out[threadIdx.x] = 1;
}
extern "C" __global__ void two_places(int *out) {
    if (threadIdx.x % 2)
        asm volatile("bar.sync 0; // one" ::: "memory");
    else
        asm volatile("bar.sync 0; // other" ::: "memory");
    out[threadIdx.x] = 1;
}
extern "C" __global__ void unlike_counts(int *out) {
    for (int i = 0; i < threadIdx.x / 16; i++)
        __syncthreads();
    out[threadIdx.x] = 1;
}
extern "C" __global__ void returns_early(int *out) {
    if (threadIdx.x >= 50) {
        atomicAdd(&out[64], 1);
        return;
    }
    __syncthreads();
    out[threadIdx.x] = 1;
}
extern "C" __global__ void by_warps(int *out) {
    if (threadIdx.x < 32)
        asm volatile("bar.sync 0; // first warp" ::: "memory");
    else
        asm volatile("bar.sync 0; // the others" ::: "memory");
    out[threadIdx.x] = 1;
}
extern "C" __global__ void diverged_then_whole(int *out) {
    int sum = 0;
    for (int i = 0; i < threadIdx.x; i++)
        sum += i;
    __syncthreads();
    out[threadIdx.x] = sum;
}
/* A wait that is not where all can come. */
extern "C" __global__ void lanes_missing(int *out) {
    if (threadIdx.x < 16)
        out[threadIdx.x] = __shfl_sync(0xffffffff, threadIdx.x, 3);
    else
        while (((volatile int *)out)[64] == 0)
            __nanosleep(100);
}
extern "C" __global__ void lanes_exited(int *out) {
    if (threadIdx.x >= 16)
        return;
    out[threadIdx.x] = __shfl_sync(0xffffffff, threadIdx.x, 3);
}
extern "C" __global__ void unset_local(int *out, int n) {
    int local[40];
    for (int i = 0; i < 39; i++)
        local[i] = i * n;
    out[threadIdx.x] = local[(threadIdx.x + n) % 40];
}
