/* SPDX-License-Identifier: Apache-2.0 */
/* The device `interp`: linked into the library, reached through the table
 * like any other. */
#ifndef PORTKERN_PLUGINS_INTERP_INTERP_PLUGIN_H
#define PORTKERN_PLUGINS_INTERP_INTERP_PLUGIN_H

#include "portkern/plugin.h"

/* As pk_plugin_query. */
const pk_plugin *pk_interp_plugin_query(uint32_t host_abi, pk_error *err);

/* The compiler's half (emit.c). */
pk_status pk_interp_target_caps(const pk_host *host, const char *name,
                                pk_caps *out, pk_error *err);
pk_status pk_interp_emit(const pk_host *host, const pk_caps *target,
                         const char *ir, size_t length,
                         const pk_emit_options *options, pk_artifact *out,
                         pk_error *err);
pk_status pk_interp_artifact(const pk_host *host, const char *text,
                             size_t length, pk_artifact *out, pk_error *err);
void pk_interp_artifact_free(const pk_host *host, pk_artifact *artifact);

#endif
