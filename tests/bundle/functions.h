/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the programs that write and run bundles of host functions. */
#ifndef PORTKERN_TESTS_BUNDLE_FUNCTIONS_H
#define PORTKERN_TESTS_BUNDLE_FUNCTIONS_H

#include <portkern/host.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pk_error err;

static inline void works(pk_status status, const char *what) {
    if (status == PK_OK)
        return;
    fprintf(stderr, "%s: %s: %s\n", what, pk_status_name(status), err.message);
    exit(1);
}

static inline void want(bool holds, const char *what) {
    if (holds)
        return;
    fprintf(stderr, "wrong: %s\n", what);
    exit(1);
}

static inline pk_host_function *find(pk_module *mod, const char *name) {
    pk_host_function *fn;

    works(pk_module_host_function(mod, name, &fn, &err), name);
    return fn;
}

/* An array of float64 with one axis. */
static inline pk_array vector(void *data, int64_t count, int64_t stride) {
    pk_array a = pk_array_host(data, PK_DTYPE_f64, 1, &count);

    a.strides[0] = stride;
    return a;
}

/* In the process; a driver may have one of its own. */
static inline void has_no_compiler(bool driver_has) {
    FILE *maps = fopen("/proc/self/maps", "r");
    char line[4096];

    want(maps != NULL, "/proc/self/maps");
    while (fgets(line, sizeof line, maps))
        want((driver_has || !strstr(line, "LLVM")) &&
                 !strstr(line, "cpu-llvm") && !strstr(line, "libportkern.so") &&
                 !strstr(line, "python"),
             line);
    fclose(maps);
}

#endif
