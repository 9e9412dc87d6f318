/* SPDX-License-Identifier: Apache-2.0 */
/* The start of all tests of the driver: the driver initialised, a context of
 * their own, the test's module, and at the end proof that nothing is left. */
#ifndef PORTKERN_TESTS_CUDASIM_RIG_H
#define PORTKERN_TESTS_CUDASIM_RIG_H

#include "tests/cudasim/cuda_calls.h"
#include "tests/cudasim/kernels.h"
#include "tests/unit/check_main.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static CUcontext context;

static inline void rig_start(void) {
    ok(cuInit(0));
    ok(cuCtxCreate_v2(&context, 0, 0));
}

/* Fails when anything but the context is left, then destroys it. */
static inline void rig_end(void) {
    static const portkern_sim_count only_context = {.contexts = 1};
    static const portkern_sim_count nothing = {0};
    portkern_sim_count left;

    portkern_sim_counts(&left);
    ck_assert_mem_eq(&left, &only_context, sizeof left);
    ok(cuCtxDestroy_v2(context));
    portkern_sim_counts(&left);
    ck_assert_mem_eq(&left, &nothing, sizeof left);
}

static inline CUmodule rig_module(void) {
    CUmodule module = NULL;

    ok(cuModuleLoadData(&module, PTX_ALL));
    return module;
}

static inline CUfunction rig_function(CUmodule module, const char *name) {
    CUfunction function = NULL;

    ok(cuModuleGetFunction(&function, module, name));
    return function;
}

/* Launches one block of `threads` threads. */
static inline CUresult rig_launch(CUfunction function, unsigned threads,
                                  CUstream stream, void **params) {
    return cuLaunchKernel(function, 1, 1, 1, threads, 1, 1, 0, stream, params,
                          NULL);
}

static inline CUdeviceptr rig_memory(size_t size) {
    CUdeviceptr address = 0;

    ok(cuMemAlloc_v2(&address, size));
    return address;
}

static inline unsigned rig_word(CUdeviceptr address) {
    unsigned word = 0;

    ok(cuMemcpyDtoH_v2(&word, address, sizeof word));
    return word;
}

#endif
