/* SPDX-License-Identifier: Apache-2.0 */
/* Finding the driver, and its errors in our words. */
#include "plugins/cuda/driver.h"

#include "base/error.h"
#include "base/os/elf_file.h"
#include "base/os/lock.h"
#include "base/try.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

/* The process that CUDA was opened in, 0: nobody's yet. It is of no use in a
 * child. */
static _Atomic pid_t opened_in;

static const char *reason(void) {
    const char *words = dlerror();

    return words ? words : "no reason given";
}

/* Gives a function the version that the plugin's types are of. */
typedef CUresult (*get_address)(const char *name, void **out, int version,
                                uint64_t flags, int *found);
enum { API_VERSION = 12000 };

/* `into` is the address of a function pointer (POSIX: dlsym may give one).
 * The driver's own search comes first: where a layer lies over the driver, the
 * two differ. */
static bool find(void *library, get_address get, const char *name,
                 const char *symbol, void *into) {
    void *address = NULL;
    int found = 0;

    if (!get || get(name, &address, API_VERSION, 0, &found) != CUDA_SUCCESS ||
        !address)
        address = dlsym(library, symbol);
    return (*(void **)into = address) != NULL;
}

static pk_status find_all(void *library, const char *name, cuda_driver *out,
                          pk_error *err) {
    get_address get;

    *(void **)&get = dlsym(library, "cuGetProcAddress_v2");
    *(void **)&out->last_report = dlsym(library, "portkern_sim_last_report");
    *(void **)&out->stop_word = dlsym(library, "portkern_sim_stop_word");
#define CUDA_FUNCTION(field, symbol, parameters)                               \
    if (!find(library, get, #field, #symbol, &out->field))                     \
        return pk_fail(err, PK_NO_DRIVER, "%s is too old: it has no %s", name, \
                       #symbol);
#define CUDA_OPTIONAL(field, symbol, parameters)                               \
    find(library, get, #field, #symbol, &out->field);
#include "plugins/cuda/driver.def"
#undef CUDA_OPTIONAL
#undef CUDA_FUNCTION
    return PK_OK;
}

static pk_status fail_forked(pk_error *err) {
    pid_t process = atomic_load(&opened_in);
    char where[32] = "another process";

    if (process)
        snprintf(where, sizeof where, "process %d", (int)process);
    return pk_fail(err, PK_FORKED,
                   "CUDA was opened in %s and does not survive fork(); open it "
                   "in the child only, or start a new process",
                   where);
}

/* Where somebody else opened CUDA before the fork, the driver alone knows. */
static pk_status start(cuda_driver *driver, const char *name, pk_error *err) {
    CUresult result = driver->cuInit(0);
    pid_t nobody = 0;

    driver->deviceless = result == CUDA_ERROR_NO_DEVICE;
    if (result == CUDA_SUCCESS)
        atomic_compare_exchange_strong(&opened_in, &nobody, getpid());
    if (result == CUDA_SUCCESS || driver->deviceless)
        return PK_OK;
    if (result == CUDA_ERROR_STUB_LIBRARY)
        return pk_fail(err, PK_NO_DRIVER,
                       "%s is the toolkit's stub, not the driver", name);
    if (result == CUDA_ERROR_NOT_INITIALIZED && !atomic_load(&opened_in))
        return fail_forked(err);
    pk_cuda_check(driver, result, "cuInit", err);
    if (err)
        err->status = PK_NO_DRIVER;
    return PK_NO_DRIVER;
}

static pk_status load(const pk_host *host, cuda_driver *out, pk_error *err) {
    const char *name = host->option(host->self, "PORTKERN_LIBCUDA");
    pid_t process = atomic_load(&opened_in);
    char why[200];
    void *library;

    if (process && process != getpid())
        return fail_forked(err);
    name = name ? name : "libcuda.so.1";
    if (!pk_elf_check_path(name, why, sizeof why))
        return pk_fail(err, PK_NO_DRIVER, "cannot open %s: %s", name, why);
    PK_TRY(pk_loader_check(err));
    library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return pk_fail(err, PK_NO_DRIVER, "cannot open %s: %s", name, reason());
    PK_TRY(find_all(library, name, out, err));
    PK_TRY(start(out, name, err));
    if (out->cuDriverGetVersion(&out->version) != CUDA_SUCCESS)
        out->version = 0;
    return PK_OK;
}

pk_status pk_cuda_driver_load(const pk_host *host, cuda_driver *out,
                              pk_error *err) {
    static pk_lock lock =
        PK_LOCK_INIT; /* cuInit does not survive fork either */
    pk_status status;

    if (!pk_lock_enter(&lock))
        return fail_forked(err);
    status = load(host, out, err);
    pk_lock_leave(&lock);
    return status;
}

enum { STAYS, LOST };

pk_status pk_cuda_status(CUresult result, bool *lost) {
    *lost = false;
    switch (result) {
    case CUDA_SUCCESS: return PK_OK;
#define CUDA_ERROR_ROW(name, number, status, fate)                             \
    case number: *lost = fate == LOST; return PK_##status;
#include "plugins/cuda/errors.def"
#undef CUDA_ERROR_ROW
    default: return PK_DRIVER;
    }
}

pk_status pk_cuda_check(const cuda_driver *driver, CUresult result,
                        const char *function, pk_error *err) {
    const char *name = NULL, *words = NULL;
    bool lost;
    pk_status status = pk_cuda_status(result, &lost);

    if (status == PK_OK)
        return PK_OK;
    if (driver->cuGetErrorName(result, &name) != CUDA_SUCCESS)
        name = NULL;
    if (driver->cuGetErrorString(result, &words) != CUDA_SUCCESS)
        words = NULL;
    pk_fail(err, status, "%s: %s (%d): %s", function, name ? name : "error",
            result, words ? words : "the driver has no words for it");
    if (err)
        err->driver_code = result;
    return status;
}
