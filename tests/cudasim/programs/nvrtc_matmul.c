/* SPDX-License-Identifier: Apache-2.0 */
/* CUDA C compiled in the process by NVRTC: a tiled product of matrices with
 * shared memory, bit for bit what the host computes in the same order. */
#include "nvrtc_program.h"

static const char source[] =
    "extern \"C\" __global__ void matmul(const float *a, const float *b,\n"
    "                                    float *c, int n) {\n"
    "    __shared__ float as[16][16], bs[16][16];\n"
    "    int x = blockIdx.x * 16 + threadIdx.x;\n"
    "    int y = blockIdx.y * 16 + threadIdx.y;\n"
    "    float sum = 0;\n"
    "    for (int k = 0; k < n; k += 16) {\n"
    "        bool in_a = y < n && k + threadIdx.x < n;\n"
    "        bool in_b = x < n && k + threadIdx.y < n;\n"
    "        as[threadIdx.y][threadIdx.x] =\n"
    "            in_a ? a[y * n + k + threadIdx.x] : 0;\n"
    "        bs[threadIdx.y][threadIdx.x] =\n"
    "            in_b ? b[(k + threadIdx.y) * n + x] : 0;\n"
    "        __syncthreads();\n"
    "        for (int i = 0; i < 16; i++)\n"
    "            sum += as[threadIdx.y][i] * bs[i][threadIdx.x];\n"
    "        __syncthreads();\n"
    "    }\n"
    "    if (x < n && y < n)\n"
    "        c[y * n + x] = sum;\n"
    "}\n";

enum { N = 50 };
static float a[N * N], b[N * N], c[N * N];

/* Products with 0 at the end of the last tile change nothing. */
static float expected(int y, int x) {
    volatile float sum = 0;

    for (int k = 0; k < N; k++) {
        volatile float product = a[y * N + k] * b[k * N + x];

        sum = sum + product;
    }
    return sum;
}

int main(void) {
    static const char *const options[] = {"--gpu-architecture=compute_75",
                                          "--fmad=false"};
    CUcontext context = program_start();
    CUdeviceptr da, db, dc;
    int n = N;
    void *params[] = {&da, &db, &dc, &n};
    CUmodule module = nvrtc_module(source, 2, options);

    for (int i = 0; i < N * N; i++) {
        a[i] = (float)(i % 17) / 7.0f;
        b[i] = (float)(i % 23) / 11.0f - 1;
    }
    CU(cuMemAlloc(&da, sizeof a));
    CU(cuMemAlloc(&db, sizeof b));
    CU(cuMemAlloc(&dc, sizeof c));
    CU(cuMemcpyHtoD(da, a, sizeof a));
    CU(cuMemcpyHtoD(db, b, sizeof b));
    CU(cuLaunchKernel(program_function(module, "matmul"), (N + 15) / 16,
                      (N + 15) / 16, 1, 16, 16, 1, 0, NULL, params, NULL));
    CU(cuMemcpyDtoH(c, dc, sizeof c));
    for (int y = 0; y < N; y++)
        for (int x = 0; x < N; x++)
            EXPECT(c[y * N + x] == expected(y, x));
    CU(cuCtxDestroy(context));
    return 0;
}
