/* SPDX-License-Identifier: Apache-2.0 */
/* Help for passes that move instructions into other regions. */
#ifndef PORTKERN_CORE_PASSES_SCOPES_H
#define PORTKERN_CORE_PASSES_SCOPES_H

#include "base/arena.h"
#include "portkern/ir.h"

/* Gives a local to each temporary that is used where it cannot be seen: set
 * behind its definition, read before each such use. Fails by its arenas. */
void pk_repair_scopes(pk_func *fn, pk_arena *scratch);

/* The same for each temporary that is used behind a barrier of the grid, which
 * nothing but locals and arrays crosses: neither straight on nor on the way
 * round a loop. */
void pk_repair_phases(pk_func *fn, pk_arena *scratch);

/* The outermost loop over threads around the instruction, or itself. */
pk_inst *pk_before_items(pk_inst *inst);

/* True when the instruction is a barrier of the grid or holds one. */
bool pk_holds_grid_sync(const pk_inst *inst);

/* Takes all instructions out of the region, as a list by `next`. */
pk_inst *pk_region_take(pk_region *region);

/* True when the region uses or holds the value. */
bool pk_region_uses(const pk_region *region, const pk_value *value);

#endif
