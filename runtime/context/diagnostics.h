/* SPDX-License-Identifier: Apache-2.0 */
/* The diagnostics of a failed compile, copied out of its arena for the user. */
#ifndef PORTKERN_RUNTIME_CONTEXT_DIAGNOSTICS_H
#define PORTKERN_RUNTIME_CONTEXT_DIAGNOSTICS_H

#include "runtime/context/context.h"

/* Keeps the diagnostics of a compile that failed on this thread, for
 * pk_context_diagnostics, and gives the first error as `err`. When there is no
 * memory to keep them, `err` alone tells. Returns the status of the failure. */
pk_status pk_diagnostics_keep(pk_context *ctx, const pk_diags *diags,
                              pk_status status, pk_error *err);

/* Ends a public call that may leave diagnostics: what the thread has kept is of
 * this call, or it goes. A failure without diagnostics so leaves none, and not
 * those of an older one; after a success what attempts on its way said goes.
 * `handle` is the object that the call was given, and may be no handle. Returns
 * `status`. */
pk_status pk_diagnostics_settle(const void *handle, pk_status status);

/* Attempts within a call, whose failures may not be the call's: takes what this
 * thread has kept and not settled, NULL without; and puts it back as the call's
 * own (NULL: none). Those who waited for another thread's compile put what that
 * one said. */
typedef struct pk_diag_list pk_diag_list;
pk_diag_list *pk_diagnostics_take(pk_context *ctx);
void pk_diagnostics_put(pk_context *ctx, pk_diag_list *said);
pk_diag_list *pk_diag_list_retain(pk_diag_list *said); /* NULL gives NULL */
void pk_diag_list_release(pk_diag_list *said);

/* A list of these diagnostics, the caller's to release; NULL without memory. */
pk_diagnostics *pk_diagnostics_make(pk_context *ctx, const pk_diags *diags);

/* Frees all that is kept, as the context goes. */
void pk_diagnostics_forget(pk_context *ctx);

#endif
