/* SPDX-License-Identifier: Apache-2.0 */
/* The answers that all plugins share, when they are asked for their table and
 * for their targets. */
#ifndef PORTKERN_PLUGINS_ENTRY_H
#define PORTKERN_PLUGINS_ENTRY_H

#include "portkern/caps.h"
#include "portkern/status.h"

#include <stdbool.h>

enum { PK_BUILD_ID_MAX = 80 };

/* For pk_plugin_query of backend `name`: false, with the reason, when host and
 * plugin speak different major ABIs. Else sees to it that `build_id`, a buffer
 * of the plugin's file, holds which build of that file this is: the linker's
 * build id, a hash of all that is in it ("none" when it was linked without
 * one), then `more`, which may be "". Plugins put it into cache keys, so that
 * what another build compiled is not taken for theirs. From any thread. */
bool pk_plugin_enter(const char *name, uint32_t abi, uint32_t host_abi,
                     char build_id[PK_BUILD_ID_MAX], const char *more,
                     pk_error *err);

/* Caps of that form and those features, with the limits on grids and blocks
 * that programs count on; the rest is 0. */
pk_caps pk_caps_common(pk_form form, uint64_t features);

#endif
