/* SPDX-License-Identifier: Apache-2.0 */
/* The leg over the CUDA Driver API: kernels of an image that nvcc made. Arrays
 * are passed as pointers, scalars as they are. */
#include "leg.h"

#include "sim/cuda_api.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

/* name, the name in the library, parameters */
#define CALLS(X)                                                               \
    X(init, "cuInit", (unsigned))                                              \
    X(device, "cuDeviceGet", (CUdevice *, int))                                \
    X(retain, "cuDevicePrimaryCtxRetain", (CUcontext *, CUdevice))             \
    X(set_current, "cuCtxSetCurrent", (CUcontext))                             \
    X(stream, "cuStreamCreate", (CUstream *, unsigned))                        \
    X(finish, "cuStreamSynchronize", (CUstream))                               \
    X(load, "cuModuleLoadData", (CUmodule *, const void *))                    \
    X(function, "cuModuleGetFunction", (CUfunction *, CUmodule, const char *)) \
    X(alloc, "cuMemAlloc_v2", (CUdeviceptr *, size_t))                         \
    X(free, "cuMemFree_v2", (CUdeviceptr))                                     \
    X(write, "cuMemcpyHtoD_v2", (CUdeviceptr, const void *, size_t))           \
    X(read, "cuMemcpyDtoH_v2", (void *, CUdeviceptr, size_t))                  \
    X(launch, "cuLaunchKernel",                                                \
      (CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, \
       unsigned, CUstream, void **, void **))                                  \
    X(event, "cuEventCreate", (CUevent *, unsigned))                           \
    X(record, "cuEventRecord", (CUevent, CUstream))                            \
    X(elapsed, "cuEventElapsedTime", (float *, CUevent, CUevent))              \
    X(error_name, "cuGetErrorName", (CUresult, const char **))

static struct {
#define MEMBER(name, symbol, params) CUresult(*name) params;
    CALLS(MEMBER)
#undef MEMBER
} cu;

static CUmodule module;
static CUstream stream;
static CUevent begin, end;

/* The launch that is loaded. */
static CUfunction function;
static leg_launch current;
static CUdeviceptr pointers[LEG_ARGS];
static union {
    float f32;
    double f64;
    int32_t i32;
} scalars[LEG_ARGS];
static void *params[LEG_ARGS];

static bool good(CUresult code, const char *what) {
    const char *name = NULL;

    if (code == CUDA_SUCCESS)
        return true;
    cu.error_name(code, &name);
    return leg_fail(what, name ? name : "an unknown error");
}

static bool find_calls(const char *path) {
    void *library = dlopen(path, RTLD_NOW);

    if (!library)
        return leg_fail(path, dlerror());
#define FIND(name, symbol, params)                                             \
    *(void **)&cu.name = dlsym(library, symbol);                               \
    if (!cu.name)                                                              \
        return leg_fail(path, "has no " symbol);
    CALLS(FIND)
#undef FIND
    return true;
}

static void *read_image(const char *path) {
    FILE *file = fopen(path, "rb");
    char *data = NULL;
    long length;

    if (!file)
        return NULL;
    if (!fseek(file, 0, SEEK_END) && (length = ftell(file)) > 0) {
        rewind(file);
        data = calloc(1, (size_t)length + 1);
        if (data && fread(data, 1, (size_t)length, file) != (size_t)length) {
            free(data);
            data = NULL;
        }
    }
    fclose(file);
    return data;
}

static bool open_driver(int argc, char **argv) {
    CUcontext ctx;
    CUdevice device;
    void *image;
    bool loaded;

    if (argc < 2 || !find_calls(argv[0]))
        return argc >= 2 || leg_fail("driver", "wants a library and an image");
    if (!good(cu.init(0), "cuInit") ||
        !good(cu.device(&device, 0), "cuDeviceGet") ||
        !good(cu.retain(&ctx, device), "cuDevicePrimaryCtxRetain") ||
        !good(cu.set_current(ctx), "cuCtxSetCurrent") ||
        !good(cu.stream(&stream, 1 /* non-blocking */), "cuStreamCreate") ||
        !good(cu.event(&begin, 0), "cuEventCreate") ||
        !good(cu.event(&end, 0), "cuEventCreate"))
        return false;
    image = read_image(argv[1]);
    if (!image)
        return leg_fail(argv[1], "cannot be read");
    loaded = good(cu.load(&module, image), "cuModuleLoadData");
    free(image);
    return loaded;
}

static void drop(void) {
    for (size_t i = 0; i < LEG_ARGS; i++) {
        if (pointers[i])
            cu.free(pointers[i]);
        pointers[i] = 0;
    }
}

static void take_scalar(size_t i, const leg_arg *a) {
    switch (a->type) {
    case LEG_f32: scalars[i].f32 = (float)a->low; break;
    case LEG_f64: scalars[i].f64 = a->low; break;
    case LEG_i32: scalars[i].i32 = (int32_t)a->low; break;
    }
    params[i] = &scalars[i];
}

static bool load(const leg_launch *l) {
    current = *l;
    for (size_t i = 0; i < l->count; i++) {
        params[i] = &pointers[i];
        if (!l->args[i].ndim)
            take_scalar(i, &l->args[i]);
        else if (!good(cu.alloc(&pointers[i], l->args[i].bytes), "cuMemAlloc"))
            return false;
    }
    return good(cu.function(&function, module, l->kernel),
                "cuModuleGetFunction");
}

static bool write_array(size_t i, const void *data) {
    return good(cu.write(pointers[i], data, current.args[i].bytes),
                "cuMemcpyHtoD");
}

static bool read_array(size_t i, void *data) {
    return good(cu.read(data, pointers[i], current.args[i].bytes),
                "cuMemcpyDtoH");
}

static bool launch(bool prepared) {
    (void)prepared; /* there is one way only */
    return good(cu.launch(function, current.grid[0], current.grid[1], 1,
                          current.block[0], current.block[1], 1, 0, stream,
                          params, NULL),
                "cuLaunchKernel");
}

static bool finish(void) {
    return good(cu.finish(stream), "cuStreamSynchronize");
}

static bool time_launches(uint32_t count, double *ns) {
    float ms = 0;

    if (!good(cu.record(begin, stream), "cuEventRecord"))
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (!launch(true))
            return false;
    if (!good(cu.record(end, stream), "cuEventRecord") || !finish() ||
        !good(cu.elapsed(&ms, begin, end), "cuEventElapsedTime"))
        return false;
    *ns = (double)ms * 1e6;
    return true;
}

const leg leg_driver = {
    .open = open_driver,
    .load = load,
    .write = write_array,
    .read = read_array,
    .launch = launch,
    .finish = finish,
    .time = time_launches,
    .drop = drop,
};
