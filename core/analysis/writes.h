/* SPDX-License-Identifier: Apache-2.0 */
/* Which arrays a function may write. */
#ifndef PORTKERN_CORE_WRITES_H
#define PORTKERN_CORE_WRITES_H

#include "base/arena.h"
#include "portkern/ir.h"

/* For each parameter whether its memory may be written, in `arena`: whether its
 * pointer reaches a store, an atomic operation or a call. NULL: no memory. */
bool *pk_params_written(pk_func *fn, pk_arena *arena);

#endif
