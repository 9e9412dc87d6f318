/* SPDX-License-Identifier: Apache-2.0 */
/* A CUDA driver that runs nothing: the simulated one, whose launches return at
 * once. What a launch through portkern takes on it is portkern's own. */
#include <dlfcn.h>
#include <stdint.h>
#include <string.h>

typedef int (*get_address)(const char *name, void **out, int version,
                           uint64_t flags, int *found);

__attribute__((visibility("default"))) int
cuLaunchKernel(void *function, unsigned gx, unsigned gy, unsigned gz,
               unsigned bx, unsigned by, unsigned bz, unsigned shared,
               void *stream, void **params, void **extra);
__attribute__((visibility("default"))) int
cuGetProcAddress_v2(const char *name, void **out, int version, uint64_t flags,
                    int *found);

/* Has the linker keep the library whose functions are looked up here. */
int cuInit(unsigned flags);
extern int (*const pk_null_init)(unsigned);
int (*const pk_null_init)(unsigned) = cuInit;

int cuLaunchKernel(void *function, unsigned gx, unsigned gy, unsigned gz,
                   unsigned bx, unsigned by, unsigned bz, unsigned shared,
                   void *stream, void **params, void **extra) {
    (void)function, (void)gx, (void)gy, (void)gz, (void)bx, (void)by, (void)bz;
    (void)shared, (void)stream, (void)params, (void)extra;
    return 0;
}

int cuGetProcAddress_v2(const char *name, void **out, int version,
                        uint64_t flags, int *found) {
    get_address next;

    if (!strcmp(name, "cuLaunchKernel")) {
        *out = (void *)(uintptr_t)&cuLaunchKernel;
        return 0;
    }
    *(void **)&next = dlsym(RTLD_NEXT, "cuGetProcAddress_v2");
    return next ? next(name, out, version, flags, found) : 999;
}
