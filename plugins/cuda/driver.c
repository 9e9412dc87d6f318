/* SPDX-License-Identifier: Apache-2.0 */
/* Finding the driver, and its errors in our words. */
#include "plugins/cuda/driver.h"

#include "core/error.h"

#include <dlfcn.h>

static const char *reason(void) {
    const char *words = dlerror();

    return words ? words : "no reason given";
}

/* `into` is the address of a function pointer (POSIX: dlsym may give one). */
static bool find(void *library, const char *symbol, void *into) {
    return (*(void **)into = dlsym(library, symbol)) != NULL;
}

static pk_status find_all(void *library, const char *name, cuda_driver *out,
                          pk_error *err) {
#define CUDA_FUNCTION(field, symbol, parameters)                               \
    if (!find(library, #symbol, &out->field))                                  \
        return pk_fail(err, PK_NO_DRIVER, "%s is too old: it has no %s", name, \
                       #symbol);
#include "plugins/cuda/driver.def"
#undef CUDA_FUNCTION
    return PK_OK;
}

pk_status pk_cuda_driver_load(const pk_host *host, cuda_driver *out,
                              pk_error *err) {
    const char *name = host->option(host->self, "PORTKERN_LIBCUDA");
    void *library;
    CUresult result;

    name = name ? name : "libcuda.so.1";
    library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return pk_fail(err, PK_NO_DRIVER, "cannot open %s: %s", name, reason());
    PK_TRY(find_all(library, name, out, err));
    find(library, "portkern_sim_last_report", &out->last_report);
    result = out->cuInit(0);
    if (result == CUDA_ERROR_STUB_LIBRARY)
        return pk_fail(err, PK_NO_DRIVER,
                       "%s is the toolkit's stub, not the driver", name);
    if (result != CUDA_SUCCESS && result != CUDA_ERROR_NO_DEVICE) {
        pk_cuda_check(out, result, "cuInit", err);
        if (err)
            err->status = PK_NO_DRIVER;
        return PK_NO_DRIVER;
    }
    if (out->cuDriverGetVersion(&out->version) != CUDA_SUCCESS)
        out->version = 0;
    return PK_OK;
}

static pk_status status_of(CUresult result) {
    switch (result) {
    case CUDA_SUCCESS: return PK_OK;
    case CUDA_ERROR_OUT_OF_MEMORY: return PK_NO_DEVICE_MEMORY;
    case CUDA_ERROR_NO_DEVICE:
    case CUDA_ERROR_INVALID_DEVICE: return PK_NO_DEVICE;
    case CUDA_ERROR_INVALID_PTX:
    case CUDA_ERROR_JIT_COMPILER_NOT_FOUND:
    case CUDA_ERROR_UNSUPPORTED_PTX_VERSION: return PK_COMPILE;
    case CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES: return PK_LIMIT;
    case CUDA_ERROR_LAUNCH_TIMEOUT: return PK_TIMEOUT;
    case CUDA_ERROR_ILLEGAL_ADDRESS:
    case CUDA_ERROR_ASSERT: return PK_KERNEL;
    default: break;
    }
    return result >= CUDA_ERROR_HARDWARE_STACK_ERROR &&
                   result <= CUDA_ERROR_LAUNCH_FAILED
               ? PK_KERNEL
               : PK_DRIVER;
}

pk_status pk_cuda_check(const cuda_driver *driver, CUresult result,
                        const char *attempt, pk_error *err) {
    const char *name = NULL, *words = NULL;
    pk_status status = status_of(result);

    if (status == PK_OK)
        return PK_OK;
    driver->cuGetErrorName(result, &name);
    driver->cuGetErrorString(result, &words);
    pk_fail(err, status, "%s: %s (%d): %s", attempt, name ? name : "?", result,
            words ? words : "unknown error");
    if (status == PK_KERNEL || status == PK_TIMEOUT)
        pk_cuda_explain(driver, name ? name : "?", err);
    if (err)
        err->driver_code = result;
    return status;
}
