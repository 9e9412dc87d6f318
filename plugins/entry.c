/* SPDX-License-Identifier: Apache-2.0 */
/* The answers of all plugins when they are asked for their table. */
#include "plugins/entry.h"

#include "base/error.h"
#include "base/os/build_id.h"

#include <pthread.h>
#include <stdio.h>

static void find_build_id(char *out, const char *more) {
    char id[PK_ID_MAX];

    pk_build_id(out, id);
    snprintf(out, PK_BUILD_ID_MAX, "%s%s", id, more);
}

bool pk_plugin_enter(const char *name, uint32_t abi, uint32_t host_abi,
                     char build_id[PK_BUILD_ID_MAX], const char *more,
                     pk_error *err) {
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

    /* The major number is the upper half, see plugin.h. */
    if (abi >> 16 != host_abi >> 16) {
        pk_fail(err, PK_PLUGIN_ABI, "%s speaks ABI %u, the host speaks %u",
                name, abi >> 16, host_abi >> 16);
        return false;
    }
    pthread_mutex_lock(&lock);
    if (!*build_id)
        find_build_id(build_id, more);
    pthread_mutex_unlock(&lock);
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
