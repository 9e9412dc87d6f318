/* SPDX-License-Identifier: Apache-2.0 */
/* Choosing a device by the list in PORTKERN_BACKEND:
 *
 *     list  = entry {"," entry}
 *     entry = "auto" | NAME [":" (NUMBER | TEXT)]
 *
 * The first entry that opens is taken. */
#ifndef PORTKERN_RUNTIME_CONTEXT_SELECT_H
#define PORTKERN_RUNTIME_CONTEXT_SELECT_H

#include "portkern/plugin.h"
#include "portkern/portkern.h"
#include "runtime/context/registry.h"

/* Opens a device for `ctx` (whose registry is set up) and fills in its device
 * members. `list` NULL means "auto", or the only plugin that there is. */
pk_status pk_select_device(pk_context *ctx, const char *list, pk_error *err);

/* Makes `ctx` one that compiles for a target of the backend and opens no
 * device. */
pk_status pk_select_target(pk_context *ctx, const char *backend,
                           const char *target, pk_error *err);

/* Writes what is known of device `index` of a backend; with `dev` NULL a row
 * that says why there is none. */
void pk_device_describe(const pk_backend_entry *entry, uint32_t index,
                        uint32_t count, const pk_dev_info *dev,
                        const pk_error *why, pk_device_info *out);

#endif
