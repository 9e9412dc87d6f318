/* SPDX-License-Identifier: Apache-2.0 */
/* Every kind of memory: pools in the order of streams, managed, registered,
 * pitched, and copies of boxes between them. */
#include "../kernels.h"
#include "program.h"

enum { W = 37, H = 11 };

static void check_pool(CUfunction iota) {
    CUmemPoolProps props = {.allocType = CU_MEM_ALLOCATION_TYPE_PINNED,
                            .location = {CU_MEM_LOCATION_TYPE_DEVICE, 0}};
    cuuint64_t keep = UINT64_MAX, used = 1;
    unsigned n = 100, last = 0;
    CUmemoryPool pool;
    CUdeviceptr p;
    void *params[] = {&p, &n};
    CUstream stream;

    CU(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    CU(cuMemPoolCreate(&pool, &props));
    CU(cuMemPoolSetAttribute(pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &keep));
    for (int i = 0; i < 20; i++) {
        CU(cuMemAllocFromPoolAsync(&p, n * sizeof n, pool, stream));
        CU(cuMemsetD8Async(p, 0xff, n * sizeof n, stream));
        CU(cuLaunchKernel(iota, 1, 1, 1, 128, 1, 1, 0, stream, params, NULL));
        CU(cuMemcpyDtoHAsync(&last, p + 99 * sizeof n, sizeof n, stream));
        CU(cuMemFreeAsync(p, stream));
    }
    CU(cuStreamSynchronize(stream));
    EXPECT(last == 99);
    CU(cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &used));
    EXPECT(used == 0);
    CU(cuMemPoolTrimTo(pool, 0));
    CU(cuMemPoolDestroy(pool));
    CU(cuStreamDestroy(stream));
}

static void check_managed(CUfunction iota) {
    unsigned n = 1000, is_managed = 0;
    CUdeviceptr p;
    void *params[] = {&p, &n};
    unsigned *words;

    CU(cuMemAllocManaged(&p, n * sizeof n, CU_MEM_ATTACH_GLOBAL));
    words = (unsigned *)(uintptr_t)p;
    words[999] = 1;
    CU(cuLaunchKernel(iota, 8, 1, 1, 128, 1, 1, 0, NULL, params, NULL));
    CU(cuCtxSynchronize());
    for (unsigned i = 0; i < n; i++)
        EXPECT(words[i] == i);
    CU(cuPointerGetAttribute(&is_managed, CU_POINTER_ATTRIBUTE_IS_MANAGED, p));
    EXPECT(is_managed);
    CU(cuMemFree(p));
}

static void check_registered(CUfunction iota) {
    unsigned n = 64;
    unsigned *words = calloc(n, sizeof n);
    CUdeviceptr p;
    void *params[] = {&p, &n};

    EXPECT(words != NULL);
    CU(cuMemHostRegister(words, n * sizeof n, CU_MEMHOSTREGISTER_DEVICEMAP));
    CU(cuMemHostGetDevicePointer(&p, words, 0));
    CU(cuLaunchKernel(iota, 1, 1, 1, 64, 1, 1, 0, NULL, params, NULL));
    CU(cuCtxSynchronize());
    EXPECT(words[63] == 63);
    CU(cuMemHostUnregister(words));
    free(words);
}

static void check_boxes(void) {
    static unsigned short from[H][W], to[H][W];
    CUDA_MEMCPY2D in = {.srcMemoryType = CU_MEMORYTYPE_HOST,
                        .srcHost = from,
                        .srcPitch = sizeof from[0],
                        .dstMemoryType = CU_MEMORYTYPE_DEVICE,
                        .WidthInBytes = sizeof from[0],
                        .Height = H};
    CUDA_MEMCPY2D out = {.srcMemoryType = CU_MEMORYTYPE_DEVICE,
                         .dstMemoryType = CU_MEMORYTYPE_HOST,
                         .dstHost = to,
                         .dstPitch = sizeof to[0],
                         .WidthInBytes = sizeof to[0],
                         .Height = H};
    size_t pitch;
    CUdeviceptr p;

    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            from[y][x] = (unsigned short)(100 * y + x);
    CU(cuMemAllocPitch(&p, &pitch, sizeof from[0], H, 4));
    in.dstDevice = out.srcDevice = p;
    in.dstPitch = out.srcPitch = pitch;
    CU(cuMemcpy2D(&in));
    CU(cuMemsetD2D16(p + 2, pitch, 7, 3, 2));
    CU(cuMemcpy2DAsync(&out, NULL));
    CU(cuStreamSynchronize(NULL));
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            EXPECT(to[y][x] == (y < 2 && x >= 1 && x < 4 ? 7 : from[y][x]));
    CU(cuMemFree(p));
}

int main(void) {
    CUcontext context = program_start();
    CUmodule module;
    CUfunction iota;

    CU(cuModuleLoadData(&module, PTX_ALL));
    iota = program_function(module, "iota");
    check_pool(iota);
    check_managed(iota);
    check_registered(iota);
    check_boxes();
    CU(cuCtxDestroy(context));
    return 0;
}
