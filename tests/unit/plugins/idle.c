/* SPDX-License-Identifier: Apache-2.0 */
/* A device that runs nothing: the interpreter without its launches, so that a
 * test sees what the runtime alone does. */
#include "portkern/plugin.h"

const pk_plugin *pk_interp_plugin_query(uint32_t host_abi, pk_error *err);

static pk_plugin idle;

static pk_status launch(pk_que *que, pk_fun *fun, const pk_launch_desc *desc,
                        pk_error *err) {
    (void)que, (void)fun, (void)desc, (void)err;
    return PK_OK;
}

const pk_plugin *pk_plugin_query(uint32_t host_abi, pk_error *err) {
    const pk_plugin *interp = pk_interp_plugin_query(host_abi, err);

    if (!interp)
        return NULL;
    idle = *interp;
    idle.name = "idle";
    idle.launch = launch;
    return &idle;
}
