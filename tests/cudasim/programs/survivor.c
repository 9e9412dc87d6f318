/* SPDX-License-Identifier: Apache-2.0 */
/* A program that makes every mistake and goes on: each gets its error, a fault
 * costs the context, and the next context works. */
#include "../kernels.h"
#include "program.h"

static CUresult run(CUmodule module, const char *name, unsigned threads,
                    void **params) {
    return cuLaunchKernel(program_function(module, name), 1, 1, 1, threads, 1,
                          1, 0, NULL, params, NULL);
}

int main(void) {
    CUcontext context = program_start();
    CUdeviceptr p, freed;
    unsigned n = 8;
    void *params[] = {&freed, &n};
    CUmodule module;
    int host;

    EXPECT(cuModuleLoadData(&module, "garbage") == CUDA_ERROR_INVALID_IMAGE);
    CU(cuModuleLoadData(&module, PTX_ALL));
    CU(cuMemAlloc(&p, 4));
    EXPECT(cuMemFree(p + 1) == CUDA_ERROR_INVALID_VALUE);
    EXPECT(cuMemcpyDtoH(&host, p, 5) == CUDA_ERROR_INVALID_VALUE);
    EXPECT(run(module, "nothing", 2000, NULL) == CUDA_ERROR_INVALID_VALUE);
    EXPECT(run(module, "iota", 1, NULL) == CUDA_ERROR_INVALID_VALUE);
    CU(cuCtxSynchronize());
    CU(cuMemAlloc(&freed, 4096));
    CU(cuMemFree(freed));
    CU(run(module, "iota", 8, params)); /* writes to freed memory */
    EXPECT(cuCtxSynchronize() == CUDA_ERROR_ILLEGAL_ADDRESS);
    EXPECT(cuMemAlloc(&p, 4) == CUDA_ERROR_ILLEGAL_ADDRESS);
    CU(cuCtxDestroy(context));
    context = program_start();
    CU(cuModuleLoadData(&module, PTX_ALL));
    CU(run(module, "nothing", 32, NULL));
    CU(cuCtxSynchronize());
    CU(cuCtxDestroy(context));
    EXPECT(cuCtxSynchronize() == CUDA_ERROR_INVALID_CONTEXT);
    return 0;
}
