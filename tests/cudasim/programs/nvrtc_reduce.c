/* SPDX-License-Identifier: Apache-2.0 */
/* CUDA C by NVRTC: warp shuffles, votes, atomics, dynamic shared memory over
 * 48 KiB, printf, and a grid whose size the occupancy gives. */
#include "nvrtc_program.h"

static const char source[] =
    "extern \"C\" __global__ void reduce(const int *in, int n,\n"
    "                                    unsigned long long *sum,\n"
    "                                    unsigned *odd) {\n"
    "    unsigned long long mine = 0;\n"
    "    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;\n"
    "         i += gridDim.x * blockDim.x) {\n"
    "        unsigned votes = __ballot_sync(__activemask(), in[i] & 1);\n"
    "        if (__ffs(__activemask()) - 1 == (threadIdx.x & 31))\n"
    "            atomicAdd(odd, __popc(votes));\n"
    "        mine += in[i];\n"
    "    }\n"
    "    for (int step = 16; step; step /= 2)\n"
    "        mine += __shfl_down_sync(0xffffffffu, mine, step);\n"
    "    if ((threadIdx.x & 31) == 0)\n"
    "        atomicAdd(sum, mine);\n"
    "}\n"
    "extern __shared__ unsigned bins[];\n"
    "extern \"C\" __global__ void histogram(const int *in, int n,\n"
    "                                       unsigned *out, int width) {\n"
    "    for (int i = threadIdx.x; i < width; i += blockDim.x)\n"
    "        bins[i] = 0;\n"
    "    __syncthreads();\n"
    "    for (int i = threadIdx.x; i < n; i += blockDim.x)\n"
    "        atomicAdd(&bins[in[i] % width], 1u);\n"
    "    __syncthreads();\n"
    "    for (int i = threadIdx.x; i < width; i += blockDim.x)\n"
    "        out[i] = bins[i];\n"
    "}\n";

enum { N = 100000, WIDTH = 16000 };
static int in[N];
static unsigned out[WIDTH], expected[WIDTH];

static void check_reduce(CUfunction reduce, CUdeviceptr data) {
    unsigned long long sum = 0, got_sum;
    unsigned odd = 0, got_odd;
    int n = N, grid, block, per;
    CUdeviceptr dsum, dodd;
    void *params[] = {&data, &n, &dsum, &dodd};

    for (int i = 0; i < N; i++) {
        sum += (unsigned)in[i];
        odd += in[i] & 1;
    }
    CU(cuMemAlloc(&dsum, 8));
    CU(cuMemAlloc(&dodd, 4));
    CU(cuMemsetD8(dsum, 0, 8));
    CU(cuMemsetD8(dodd, 0, 4));
    CU(cuOccupancyMaxPotentialBlockSize(&grid, &block, reduce, NULL, 0, 256));
    CU(cuOccupancyMaxActiveBlocksPerMultiprocessor(&per, reduce, block, 0));
    EXPECT(block > 0 && block <= 256 && per > 0 && grid % per == 0);
    CU(cuLaunchKernel(reduce, 7, 1, 1, (unsigned)block, 1, 1, 0, NULL, params,
                      NULL));
    CU(cuMemcpyDtoH(&got_sum, dsum, 8));
    CU(cuMemcpyDtoH(&got_odd, dodd, 4));
    EXPECT(got_sum == sum);
    EXPECT(got_odd == odd);
}

static void check_histogram(CUfunction histogram, CUdeviceptr data) {
    int n = N, width = WIDTH;
    CUdeviceptr bins;
    void *params[] = {&data, &n, &bins, &width};

    for (int i = 0; i < N; i++)
        expected[in[i] % WIDTH]++;
    CU(cuMemAlloc(&bins, sizeof out));
    EXPECT(cuLaunchKernel(histogram, 1, 1, 1, 256, 1, 1, sizeof out, NULL,
                          params, NULL) == CUDA_ERROR_INVALID_VALUE);
    CU(cuFuncSetAttribute(histogram,
                          CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                          sizeof out));
    CU(cuLaunchKernel(histogram, 1, 1, 1, 256, 1, 1, sizeof out, NULL, params,
                      NULL));
    CU(cuMemcpyDtoH(out, bins, sizeof out));
    EXPECT(memcmp(out, expected, sizeof out) == 0);
}

int main(void) {
    static const char *const options[] = {"--gpu-architecture=compute_80"};
    CUcontext context = program_start();
    CUdeviceptr data;
    CUmodule module = nvrtc_module(source, 1, options);

    for (int i = 0; i < N; i++)
        in[i] = (int)((unsigned)i * 2654435761u >> 8);
    CU(cuMemAlloc(&data, sizeof in));
    CU(cuMemcpyHtoD(data, in, sizeof in));
    check_reduce(program_function(module, "reduce"), data);
    check_histogram(program_function(module, "histogram"), data);
    CU(cuCtxDestroy(context));
    return 0;
}
