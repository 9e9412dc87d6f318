/* SPDX-License-Identifier: Apache-2.0 */
/* Work cut into pieces over streams: pinned memory, asynchronous copies,
 * events between streams, host functions, elapsed time. */
#include "../kernels.h"
#include "program.h"

enum { PIECES = 8, PIECE = 1000 };

typedef struct piece {
    unsigned *host;
    unsigned long long sum;
    int done;
} piece;

static void add_up(void *arg) {
    piece *p = arg;

    for (int i = 0; i < PIECE; i++)
        p->sum += p->host[i];
    p->done++;
}

int main(void) {
    CUcontext context = program_start();
    CUstream streams[2], after;
    CUevent begin, end, ready[PIECES];
    CUdeviceptr device[PIECES];
    piece pieces[PIECES] = {{0}};
    unsigned n = PIECE;
    CUmodule module;
    CUfunction iota;
    float ms = -1;

    CU(cuModuleLoadData(&module, PTX_ALL));
    iota = program_function(module, "iota");
    CU(cuStreamCreate(&streams[0], CU_STREAM_NON_BLOCKING));
    CU(cuStreamCreate(&streams[1], CU_STREAM_NON_BLOCKING));
    CU(cuStreamCreate(&after, CU_STREAM_NON_BLOCKING));
    CU(cuEventCreate(&begin, CU_EVENT_DEFAULT));
    CU(cuEventCreate(&end, CU_EVENT_DEFAULT));
    CU(cuEventRecord(begin, after));
    for (int i = 0; i < PIECES; i++) {
        void *params[] = {&device[i], &n};
        CUstream stream = streams[i % 2];

        CU(cuMemAlloc(&device[i], PIECE * sizeof(unsigned)));
        CU(cuMemHostAlloc((void **)&pieces[i].host, PIECE * sizeof(unsigned),
                          CU_MEMHOSTALLOC_PORTABLE));
        CU(cuEventCreate(&ready[i], CU_EVENT_DISABLE_TIMING));
        CU(cuLaunchKernel(iota, 8, 1, 1, 128, 1, 1, 0, stream, params, NULL));
        CU(cuEventRecord(ready[i], stream));
        CU(cuStreamWaitEvent(after, ready[i], CU_EVENT_WAIT_DEFAULT));
        CU(cuMemcpyDtoHAsync(pieces[i].host, device[i],
                             PIECE * sizeof(unsigned), after));
        CU(cuLaunchHostFunc(after, add_up, &pieces[i]));
    }
    CU(cuEventRecord(end, after));
    CU(cuEventSynchronize(end));
    CU(cuEventElapsedTime(&ms, begin, end));
    EXPECT(ms >= 0);
    for (int i = 0; i < PIECES; i++) {
        EXPECT(pieces[i].done == 1);
        EXPECT(pieces[i].sum == (unsigned long long)PIECE * (PIECE - 1) / 2);
        CU(cuMemFreeHost(pieces[i].host));
        CU(cuMemFree(device[i]));
        CU(cuEventDestroy(ready[i]));
    }
    EXPECT(cuStreamQuery(after) == CUDA_SUCCESS);
    CU(cuCtxDestroy(context)); /* streams, events and the module go with it */
    return 0;
}
