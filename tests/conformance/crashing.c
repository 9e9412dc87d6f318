/* SPDX-License-Identifier: Apache-2.0 */
/* The plugin to copy, but filling memory crashes, and asking events for the
 * time ends the process. */
#define pk_plugin_query null_query
#include "plugins/null/null.c"
#undef pk_plugin_query

#include <signal.h>
#include <stdlib.h>

static pk_status crash(pk_que *que, pk_ref dst, uint64_t size,
                       const void *pattern, uint32_t pattern_size,
                       pk_error *err) {
    (void)que, (void)dst, (void)size, (void)pattern, (void)pattern_size;
    (void)err;
    signal(SIGSEGV, SIG_DFL);
    raise(SIGSEGV);
    return PK_OK;
}

static pk_status quit(pk_evt *from, pk_evt *to, uint64_t *ns, pk_error *err) {
    (void)from, (void)to, (void)ns, (void)err;
    _Exit(3);
}

PK_API const pk_plugin *pk_plugin_query(uint32_t host_abi, pk_error *err);
PK_API const pk_plugin *pk_plugin_query(uint32_t host_abi, pk_error *err) {
    static pk_plugin crashing;
    const pk_plugin *null = null_query(host_abi, err);

    if (!null)
        return NULL;
    crashing = *null;
    crashing.name = "crashing";
    crashing.fill = crash;
    crashing.event_elapsed = quit;
    return &crashing;
}
