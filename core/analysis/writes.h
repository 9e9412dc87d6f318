/* SPDX-License-Identifier: Apache-2.0 */
/* Which arrays a function may write, and which a kernel only stores to. */
#ifndef PORTKERN_CORE_WRITES_H
#define PORTKERN_CORE_WRITES_H

#include "base/arena.h"
#include "portkern/ir.h"

/* For each parameter whether its memory may be written, in `arena`: whether its
 * pointer reaches a store, an atomic operation or a call. NULL: no memory. */
bool *pk_params_written(pk_func *fn, pk_arena *arena);

/* Sets `only[i]` for each parameter that is an array which the kernel stores to
 * and does nothing else with: stores may go past the caches, where a launch is
 * too large for these. False: there is none, or the kernel orders its stores.
 * Marks are left alone. */
bool pk_find_only_stored(const pk_func *fn, bool *only);

/* Whether code for launches of many threads (`PK_FUNC_many`) differs from that
 * for others: in block form on targets with PK_CAP_streams a loop over threads
 * stores to such an array and does little besides. */
bool pk_wants_many(const pk_func *fn, const pk_caps *caps);

#endif
