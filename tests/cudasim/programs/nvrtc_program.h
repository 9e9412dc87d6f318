/* SPDX-License-Identifier: Apache-2.0 */
/* A module from CUDA C by NVRTC. */
#ifndef PORTKERN_TESTS_NVRTC_PROGRAM_H
#define PORTKERN_TESTS_NVRTC_PROGRAM_H

#include "program.h"

#include <nvrtc.h>

static inline void nvrtc_check(nvrtcResult result, const char *call,
                               const char *file, int line) {
    if (result == NVRTC_SUCCESS)
        return;
    fprintf(stderr, "%s:%d: %s: %s\n", file, line, call,
            nvrtcGetErrorString(result));
    exit(1);
}

#define RTC(call) nvrtc_check(call, #call, __FILE__, __LINE__)

static inline CUmodule nvrtc_module(const char *source, int count,
                                    const char *const *options) {
    nvrtcProgram program;
    nvrtcResult compiled;
    CUmodule module;
    size_t size;
    char *text;

    RTC(nvrtcCreateProgram(&program, source, "kernel.cu", 0, NULL, NULL));
    compiled = nvrtcCompileProgram(program, count, options);
    if (compiled) {
        RTC(nvrtcGetProgramLogSize(program, &size));
        text = calloc(1, size + 1);
        EXPECT(text != NULL);
        RTC(nvrtcGetProgramLog(program, text));
        fputs(text, stderr);
        free(text);
    }
    RTC(compiled);
    RTC(nvrtcGetPTXSize(program, &size));
    text = malloc(size);
    EXPECT(text != NULL);
    RTC(nvrtcGetPTX(program, text));
    RTC(nvrtcDestroyProgram(&program));
    CU(cuModuleLoadData(&module, text));
    free(text);
    return module;
}

#endif
