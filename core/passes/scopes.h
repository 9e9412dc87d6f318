/* SPDX-License-Identifier: Apache-2.0 */
/* Help for passes that move instructions into other regions. */
#ifndef PORTKERN_CORE_PASSES_SCOPES_H
#define PORTKERN_CORE_PASSES_SCOPES_H

#include "core/arena.h"
#include "portkern/ir.h"

/* Gives a local to each temporary that is used where it cannot be seen: set
 * behind its definition, read before each such use. Fails by its arenas. */
void pk_repair_scopes(pk_func *fn, pk_arena *scratch);

/* Takes all instructions out of the region, as a list by `next`. */
pk_inst *pk_region_take(pk_region *region);

/* True when the region uses or holds the value. */
bool pk_region_uses(const pk_region *region, const pk_value *value);

#endif
