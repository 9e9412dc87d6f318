/* SPDX-License-Identifier: Apache-2.0 */
/* For the programs in this folder: a call that fails, or a value that is not
 * the expected one, ends the program with the place. They are written against
 * the toolkit's own header, and know nothing of the simulator. */
#ifndef PORTKERN_TESTS_PROGRAM_H
#define PORTKERN_TESTS_PROGRAM_H

#include <cuda.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline void program_check(CUresult result, const char *call,
                                 const char *file, int line) {
    const char *name = NULL, *words = NULL;

    if (result == CUDA_SUCCESS)
        return;
    cuGetErrorName(result, &name);
    cuGetErrorString(result, &words);
    fprintf(stderr, "%s:%d: %s: %s: %s\n", file, line, call, name ? name : "?",
            words ? words : "?");
    exit(1);
}

#define CU(call) program_check(call, #call, __FILE__, __LINE__)
#define EXPECT(condition)                                                      \
    do {                                                                       \
        if (!(condition)) {                                                    \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__,         \
                    #condition);                                               \
            exit(1);                                                           \
        }                                                                      \
    } while (0)

static inline CUcontext program_start(void) {
    CUcontext context;
    CUdevice device;

    CU(cuInit(0));
    CU(cuDeviceGet(&device, 0));
#if CUDA_VERSION >= 13000
    CU(cuCtxCreate(&context, NULL, 0, device));
#else
    CU(cuCtxCreate(&context, 0, device));
#endif
    return context;
}

static inline CUfunction program_function(CUmodule module, const char *name) {
    CUfunction function;

    CU(cuModuleGetFunction(&function, module, name));
    return function;
}

#endif
