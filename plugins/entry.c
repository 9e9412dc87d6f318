/* SPDX-License-Identifier: Apache-2.0 */
/* The answers of all plugins when they are asked for their table. */
#include "plugins/entry.h"

#include "base/error.h"
#include "base/os/lock.h"
#include "base/os/own_file.h"

#include <sched.h>
#include <stdio.h>
#include <string.h>

typedef struct wanted_id {
    char *out; /* PK_BUILD_ID_MAX */
    const char *more;
} wanted_id;

/* Anew in the child of a fork, whose parent may have been at it. Others may be
 * reading what is right already. */
static void find_build_id(void *self) {
    const wanted_id *wanted = self;
    char whole[PK_BUILD_ID_MAX], id[PK_ID_MAX];

    pk_build_id(id);
    snprintf(whole, sizeof whole, "%s%s", id, wanted->more);
    if (strncmp(wanted->out, whole, sizeof whole) != 0)
        memcpy(wanted->out, whole, sizeof whole);
}

bool pk_plugin_enter(const char *name, uint32_t abi, uint32_t host_abi,
                     char build_id[PK_BUILD_ID_MAX], const char *more,
                     pk_error *err) {
    static atomic_uint process;
    wanted_id wanted = {build_id, more};

    /* The major number is the upper half, see plugin.h. */
    if (abi >> 16 != host_abi >> 16) {
        pk_fail(err, PK_PLUGIN_ABI, "%s speaks ABI %u, the host speaks %u",
                name, abi >> 16, host_abi >> 16);
        return false;
    }
    while (!pk_process_renew(&process, find_build_id, &wanted))
        sched_yield();
    return true;
}

pk_caps pk_caps_common(pk_form form, uint64_t features) {
    return (pk_caps){.struct_size = sizeof(pk_caps),
                     .form = form,
                     .features = features,
                     .warp_size = 32,
                     .max_block = 1024,
                     .max_block_dim = {1024, 1024, 64},
                     .max_grid_dim = {INT32_MAX, 65535, 65535}};
}
