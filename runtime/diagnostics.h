/* SPDX-License-Identifier: Apache-2.0 */
/* The diagnostics of a failed compile, copied out of its arena for the user. */
#ifndef PORTKERN_RUNTIME_DIAGNOSTICS_H
#define PORTKERN_RUNTIME_DIAGNOSTICS_H

#include "runtime/context.h"

/* Keeps the diagnostics of a compile that failed on this thread, for
 * pk_context_diagnostics, and gives the first error as `err`. When there is no
 * memory to keep them, `err` alone tells. Returns the status of the failure. */
pk_status pk_diagnostics_keep(pk_context *ctx, const pk_diags *diags,
                              pk_status status, pk_error *err);

/* A list of these diagnostics, the caller's to release; NULL without memory. */
pk_diagnostics *pk_diagnostics_make(pk_context *ctx, const pk_diags *diags);

/* Frees all that is kept, as the context goes. */
void pk_diagnostics_forget(pk_context *ctx);

#endif
