/* SPDX-License-Identifier: Apache-2.0 */
/* Threads that share the primary context, each with a stream of its own. */
#include "../kernels.h"
#include "program.h"

#include <pthread.h>

enum { THREADS = 6, ROUNDS = 20, N = 300 };

static CUcontext context;
static CUfunction iota;

static void *work(void *arg) {
    unsigned out[N], n = N;
    CUdeviceptr p;
    void *params[] = {&p, &n};
    CUstream stream;

    CU(cuCtxSetCurrent(context));
    CU(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    for (int round = 0; round < ROUNDS; round++) {
        CU(cuMemAlloc(&p, sizeof out));
        CU(cuMemsetD8Async(p, 0, sizeof out, stream));
        CU(cuLaunchKernel(iota, 3, 1, 1, 128, 1, 1, 0, stream, params, NULL));
        CU(cuMemcpyDtoHAsync(out, p, sizeof out, stream));
        CU(cuStreamSynchronize(stream));
        for (unsigned i = 0; i < N; i++)
            EXPECT(out[i] == i);
        CU(cuMemFree(p));
    }
    CU(cuStreamDestroy(stream));
    return arg;
}

int main(void) {
    pthread_t threads[THREADS];
    CUdevice device;
    CUmodule module;

    CU(cuInit(0));
    CU(cuDeviceGet(&device, 0));
    CU(cuDevicePrimaryCtxRetain(&context, device));
    CU(cuCtxSetCurrent(context));
    CU(cuModuleLoadData(&module, PTX_ALL));
    iota = program_function(module, "iota");
    for (int i = 0; i < THREADS; i++)
        EXPECT(pthread_create(&threads[i], NULL, work, NULL) == 0);
    for (int i = 0; i < THREADS; i++)
        EXPECT(pthread_join(threads[i], NULL) == 0);
    CU(cuModuleUnload(module));
    CU(cuDevicePrimaryCtxRelease(device));
    return 0;
}
