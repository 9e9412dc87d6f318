/* SPDX-License-Identifier: Apache-2.0 */
/* Opening libOpenCL, and what every call of it needs. */
#include "plugins/opencl/opencl.h"

#include "base/os/elf_file.h"
#include "base/os/lock.h"
#include "base/try.h"

#include <dlfcn.h>
#include <string.h>
#include <unistd.h>

static struct {
    pk_lock lock;
    _Atomic pid_t process; /* that opened it, 0: nobody yet */
    void *handle;
    bool listed;
    pk_cl_library lib;
} state = {.lock = PK_LOCK_INIT};

bool pk_cl_forked(void) {
    pid_t process = atomic_load(&state.process);

    return process && process != getpid();
}

pk_status pk_cl_check_process(pk_error *err) {
    if (pk_cl_forked())
        return pk_fail(err, PK_FORKED,
                       "OpenCL was opened in process %d and does not survive "
                       "fork(); open it in the child only, or start a new "
                       "process",
                       (int)atomic_load(&state.process));
    return PK_OK;
}

static const char *code_name(cl_int code) {
    switch (code) {
#define CL_ERROR(number, name)                                                 \
    case number: return "CL_" #name;
#include "plugins/opencl/cl_errors.def"
#undef CL_ERROR
    }
    return "an unknown code";
}

pk_status pk_cl_fail(pk_error *err, cl_int code, const char *function) {
    pk_status status = PK_DRIVER;

    if (code == CL_MEM_OBJECT_ALLOCATION_FAILURE)
        status = PK_NO_DEVICE_MEMORY;
    else if (code == CL_OUT_OF_HOST_MEMORY)
        status = PK_NO_MEMORY;
    pk_fail(err, status, "%s failed: %s (%d)", function, code_name(code), code);
    if (err)
        err->driver_code = code;
    return status;
}

pk_status pk_cl_enter(pk_dev *dev, pk_error *err) {
    PK_TRY(pk_cl_check_process(err));
    if (dev->serial)
        pthread_mutex_lock(dev->platform_lock);
    return PK_OK;
}

void pk_cl_leave(pk_dev *dev) {
    if (dev->serial)
        pthread_mutex_unlock(dev->platform_lock);
}

pk_status pk_cl_done(pk_dev *dev, cl_int code, const char *function,
                     pk_error *err) {
    pk_cl_leave(dev);
    return code == CL_SUCCESS ? PK_OK : pk_cl_fail(err, code, function);
}

void *pk_cl_alloc(const pk_host *host, size_t size, pk_error *err) {
    void *memory = host->allocator->alloc(host->allocator->self, size);

    if (memory)
        memset(memory, 0, size);
    else
        pk_fail_no_memory(err);
    return memory;
}

void pk_cl_free(const pk_host *host, void *memory, size_t size) {
    if (memory)
        host->allocator->release(host->allocator->self, memory, size);
}

static pk_status load_functions(pk_cl_api *api, const char *file,
                                pk_error *err) {
#define CL_FUNCTION(result, name, args)                                        \
    *(void **)&api->name = dlsym(state.handle, #name);                         \
    if (!api->name)                                                            \
        return pk_fail(err, PK_NO_DRIVER, "%s has no function " #name, file);
#include "plugins/opencl/cl_functions.def"
#undef CL_FUNCTION
    return PK_OK;
}

static pk_status load_library(const pk_host *host, pk_error *err) {
    const char *file = host->option(host->self, "PORTKERN_LIBOPENCL");
    char words[200];
    pk_status status;

    if (state.handle)
        return PK_OK;
    if (!file || !*file)
        file = "libOpenCL.so.1";
    if (!pk_elf_check_path(file, words, sizeof words))
        return pk_fail(err, PK_NO_DRIVER, "cannot open %s: %s", file, words);
    PK_TRY(pk_loader_check(err));
    state.handle = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    if (!state.handle) {
        const char *why = dlerror();
        return pk_fail(err, PK_NO_DRIVER, "cannot open the OpenCL library: %s",
                       why ? why : file);
    }
    status = load_functions(&state.lib.api, file, err);
    if (status != PK_OK) {
        dlclose(state.handle);
        state.handle = NULL;
    }
    return status;
}

/* Adds the platform's devices; one that answers with an error has none. */
static void list_devices(pk_cl_library *lib, cl_platform_id platform,
                         uint32_t platform_index) {
    cl_device_id ids[PK_CL_MAX_DEVICES];
    cl_uint count = 0;

    if (lib->api.clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, PK_CL_MAX_DEVICES,
                                ids, &count) != CL_SUCCESS)
        return;
    for (cl_uint i = 0; i < count && i < PK_CL_MAX_DEVICES &&
                        lib->device_count < PK_CL_MAX_DEVICES;
         i++)
        lib->devices[lib->device_count++] =
            (pk_cl_place){platform, ids[i], platform_index};
}

static pk_status list_platforms(const pk_host *host, pk_cl_library *lib,
                                pk_error *err) {
    cl_platform_id platforms[PK_CL_MAX_PLATFORMS];
    const char *folder = host->option(host->self, "OCL_ICD_VENDORS");
    cl_uint count = 0;
    cl_int code;

    code = lib->api.clGetPlatformIDs(PK_CL_MAX_PLATFORMS, platforms, &count);
    if (code == CL_PLATFORM_NOT_FOUND_KHR || (code == CL_SUCCESS && count == 0))
        return pk_fail(err, PK_NO_DRIVER,
                       "no OpenCL platform is installed (looked for .icd files "
                       "in %s)",
                       folder && *folder ? folder : "/etc/OpenCL/vendors");
    if (code != CL_SUCCESS) {
        pk_cl_fail(err, code, "clGetPlatformIDs");
        if (err)
            err->status = PK_NO_DRIVER;
        return PK_NO_DRIVER;
    }
    for (cl_uint i = 0; i < count && i < PK_CL_MAX_PLATFORMS; i++) {
        pthread_mutex_init(&lib->platform_locks[i], NULL);
        list_devices(lib, platforms[i], i);
    }
    return PK_OK;
}

pk_status pk_cl_open(const pk_host *host, pk_cl_library **out, pk_error *err) {
    pk_status status;

    PK_TRY(pk_cl_check_process(err));
    if (!pk_lock_enter(&state.lock))
        return pk_fail_forked(err, "OpenCL", "create a context before fork()");
    status = load_library(host, err);
    if (status == PK_OK && !state.listed) {
        /* From here on the driver may have threads: they end at fork(). */
        atomic_store(&state.process, getpid());
        status = list_platforms(host, &state.lib, err);
        state.listed = status == PK_OK;
    }
    pk_lock_leave(&state.lock);
    if (status == PK_OK)
        *out = &state.lib;
    return status;
}
