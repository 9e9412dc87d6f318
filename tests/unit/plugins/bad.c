/* SPDX-License-Identifier: Apache-2.0 */
/* Plugins that the registry must refuse, one for each way (BAD_...). */
#include "portkern/plugin.h"

#include <string.h>

#ifdef BAD_NO_SYMBOL
PK_API int portkern_some_other_library(void);
int portkern_some_other_library(void) {
    return 1;
}
#else

static const pk_plugin plugin = {
#ifdef BAD_SHORT
    .struct_size = 64,
#else
    .struct_size = sizeof plugin,
#endif
#ifdef BAD_ABI
    .abi = PK_ABI(9, 3),
#else
    .abi = PK_ABI_VERSION,
#endif
    .name = BAD_NAME,
    .version = "0",
    .build_id = "0",
};

const pk_plugin *pk_plugin_query(uint32_t host_abi, pk_error *err) {
    (void)host_abi;
#ifdef BAD_REFUSES
    (void)plugin;
    if (err)
        strcpy(err->message, "built for the year 3000");
    return NULL;
#else
    (void)err;
    return &plugin;
#endif
}
#endif
