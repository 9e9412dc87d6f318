/* SPDX-License-Identifier: Apache-2.0 */
/* Runs kernels on whatever driver it is told to open, a device's or the
 * simulator's, and writes down what they store:
 *
 *     gpu_probe LIBCUDA                          which device: architecture,
 *                                                the driver's version, name
 *     gpu_probe LIBCUDA FOLDER RESULTS
 *
 * FOLDER/list.txt has lines `rows N`, `operands NAME` (of which NAME.bin holds
 * four arrays of N words of 64 bits), `module FILE` and `kernel NAME`. A kernel
 * gets the addresses of the operands and of 16 N zeroed bytes, which then go to
 * the end of RESULTS; for each a line `ok NAME` or `failed NAME: why` is
 * printed. A kernel that kills the context ends the run. */
#include "sim/cuda_api.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LOG_SIZE = 8192, BLOCK = 128, OPERANDS = 4 };

/* name, the name in the library, parameters */
#define CALLS(X)                                                               \
    X(init, "cuInit", (unsigned))                                              \
    X(version, "cuDriverGetVersion", (int *))                                  \
    X(device, "cuDeviceGet", (CUdevice *, int))                                \
    X(name, "cuDeviceGetName", (char *, int, CUdevice))                        \
    X(attribute, "cuDeviceGetAttribute", (int *, int, CUdevice))               \
    X(retain, "cuDevicePrimaryCtxRetain", (CUcontext *, CUdevice))             \
    X(set_current, "cuCtxSetCurrent", (CUcontext))                             \
    X(release, "cuDevicePrimaryCtxRelease_v2", (CUdevice))                     \
    X(synchronize, "cuCtxSynchronize", (void))                                 \
    X(load, "cuModuleLoadDataEx",                                              \
      (CUmodule *, const void *, unsigned, int *, void **))                    \
    X(unload, "cuModuleUnload", (CUmodule))                                    \
    X(function, "cuModuleGetFunction", (CUfunction *, CUmodule, const char *)) \
    X(alloc, "cuMemAlloc_v2", (CUdeviceptr *, size_t))                         \
    X(free, "cuMemFree_v2", (CUdeviceptr))                                     \
    X(write, "cuMemcpyHtoD_v2", (CUdeviceptr, const void *, size_t))           \
    X(read, "cuMemcpyDtoH_v2", (void *, CUdeviceptr, size_t))                  \
    X(zero, "cuMemsetD8_v2", (CUdeviceptr, unsigned char, size_t))             \
    X(launch, "cuLaunchKernel",                                                \
      (CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, \
       unsigned, CUstream, void **, void **))                                  \
    X(error_name, "cuGetErrorName", (CUresult, const char **))

static struct {
#define MEMBER(name, symbol, params) CUresult(*name) params;
    CALLS(MEMBER)
#undef MEMBER
} cu;

typedef struct probe {
    const char *folder;
    FILE *results;
    size_t rows;
    CUdeviceptr operands[OPERANDS], out;
    CUmodule module;
    char *bytes; /* 16 a row */
    bool lost;
} probe;

static void open_driver(const char *path) {
    void *library = dlopen(path, RTLD_NOW);

    if (!library) {
        fprintf(stderr, "%s\n", dlerror());
        exit(2);
    }
#define FIND(name, symbol, params)                                             \
    *(void **)&cu.name = dlsym(library, symbol);                               \
    if (!cu.name) {                                                            \
        fprintf(stderr, "%s has no %s\n", path, symbol);                       \
        exit(2);                                                               \
    }
    CALLS(FIND)
#undef FIND
}

static const char *error_text(CUresult code) {
    const char *name = NULL;

    cu.error_name(code, &name);
    return name ? name : "an unknown error";
}

static void check(CUresult code, const char *what) {
    if (code == CUDA_SUCCESS)
        return;
    fprintf(stderr, "%s: %s\n", what, error_text(code));
    exit(2);
}

static void *read_file(const char *folder, const char *name, size_t *size) {
    char path[4096];
    FILE *file;
    char *data;
    long length;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END) || (length = ftell(file)) < 0) {
        fprintf(stderr, "cannot read %s\n", path);
        exit(2);
    }
    rewind(file);
    data = calloc(1, (size_t)length + 1);
    if (!data || fread(data, 1, (size_t)length, file) != (size_t)length)
        exit(2);
    fclose(file);
    *size = (size_t)length;
    return data;
}

static void take_rows(probe *p, size_t rows) {
    p->rows = rows;
    p->bytes = malloc(16 * rows);
    if (!p->bytes)
        exit(2);
    check(cu.alloc(&p->out, 16 * rows), "cuMemAlloc");
    for (int i = 0; i < OPERANDS; i++)
        check(cu.alloc(&p->operands[i], 8 * rows), "cuMemAlloc");
}

static void take_operands(probe *p, const char *name) {
    char file[128];
    size_t size;
    char *data;

    snprintf(file, sizeof file, "%s.bin", name);
    data = read_file(p->folder, file, &size);
    if (size != OPERANDS * 8 * p->rows)
        exit(2);
    for (size_t i = 0; i < OPERANDS; i++)
        check(cu.write(p->operands[i], data + i * 8 * p->rows, 8 * p->rows),
              "cuMemcpyHtoD");
    free(data);
}

static void take_module(probe *p, const char *name) {
    static char log[LOG_SIZE];
    /* CU_JIT_ERROR_LOG_BUFFER and its size */
    int options[] = {5, 6};
    void *values[] = {log, (void *)(uintptr_t)sizeof log};
    size_t size;
    char *text = read_file(p->folder, name, &size);
    CUresult code;

    if (p->module)
        cu.unload(p->module);
    p->module = NULL;
    log[0] = '\0';
    code = cu.load(&p->module, text, 2, options, values);
    if (code != CUDA_SUCCESS) {
        p->module = NULL;
        log[strcspn(log, "\n")] = '\0';
        printf("refused %s: %s: %s\n", name, error_text(code), log);
    }
    free(text);
}

static CUresult launch(probe *p, const char *name) {
    void *args[] = {&p->operands[0], &p->operands[1], &p->operands[2],
                    &p->operands[3], &p->out};
    CUfunction function;
    CUresult code = cu.function(&function, p->module, name);

    if (code == CUDA_SUCCESS)
        code = cu.zero(p->out, 0, 16 * p->rows);
    if (code == CUDA_SUCCESS)
        code = cu.launch(function, (unsigned)(p->rows / BLOCK), 1, 1, BLOCK, 1,
                         1, 0, NULL, args, NULL);
    if (code == CUDA_SUCCESS) {
        code = cu.synchronize();
        p->lost = code != CUDA_SUCCESS;
    }
    if (code == CUDA_SUCCESS)
        code = cu.read(p->bytes, p->out, 16 * p->rows);
    return code;
}

static void run_kernel(probe *p, const char *name) {
    CUresult code = p->module ? launch(p, name) : CUDA_SUCCESS;

    if (!p->module) {
        printf("failed %s: its module was refused\n", name);
    } else if (code != CUDA_SUCCESS) {
        printf("failed %s: %s\n", name, error_text(code));
    } else {
        if (fwrite(p->bytes, 16, p->rows, p->results) != p->rows)
            exit(2);
        printf("ok %s\n", name);
    }
    fflush(stdout);
}

static void run_list(probe *p) {
    size_t size;
    char *text = read_file(p->folder, "list.txt", &size), *rest = text, *line;

    while (!p->lost && (line = strtok_r(rest, "\n", &rest))) {
        char *value = strchr(line, ' ');

        if (!value)
            continue;
        *value++ = '\0';
        if (!strcmp(line, "rows"))
            take_rows(p, strtoul(value, NULL, 10));
        else if (!strcmp(line, "operands"))
            take_operands(p, value);
        else if (!strcmp(line, "module"))
            take_module(p, value);
        else
            run_kernel(p, value);
    }
    free(text);
}

int main(int argc, char **argv) {
    probe p = {0};
    int version = 0, major = 0, minor = 0;
    char name[256] = "";
    CUcontext ctx;
    CUdevice device;

    if (argc != 2 && argc != 4) {
        fprintf(stderr, "usage: gpu_probe LIBCUDA [FOLDER RESULTS]\n");
        return 2;
    }
    open_driver(argv[1]);
    check(cu.init(0), "cuInit");
    check(cu.device(&device, 0), "cuDeviceGet");
    check(cu.retain(&ctx, device), "cuDevicePrimaryCtxRetain");
    check(cu.set_current(ctx), "cuCtxSetCurrent");
    cu.version(&version);
    cu.name(name, sizeof name, device);
    cu.attribute(&major, 75, device); /* COMPUTE_CAPABILITY_MAJOR, _MINOR */
    cu.attribute(&minor, 76, device);
    if (argc == 2) {
        printf("%d %d %s\n", 10 * major + minor, version, name);
        return 0;
    }
    p.folder = argv[2];
    p.results = fopen(argv[3], "wb");
    if (!p.results)
        return 2;
    run_list(&p);
    fclose(p.results);
    free(p.bytes);
    return p.lost ? 1 : 0;
}
