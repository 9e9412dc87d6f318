/* SPDX-License-Identifier: Apache-2.0 */
/* Which locals may be read before they are set. */
#ifndef PORTKERN_CORE_ANALYSIS_ASSIGNED_H
#define PORTKERN_CORE_ANALYSIS_ASSIGNED_H

#include "base/arena.h"
#include "portkern/ir.h"

/* Returns an array by local id: true when a get may come before every set, so
 * that the local's zero at the start is seen. It lies in `scratch`; NULL when
 * that fails. */
bool *pk_find_unset(const pk_func *fn, pk_arena *scratch);

/* The same of a region's own paths: whatever is set in front of it does not
 * count. `ends_set`, if given, becomes which locals are set wherever its end is
 * reached. */
bool *pk_find_unset_in(const pk_func *fn, const pk_region *region,
                       pk_arena *scratch, bool **ends_set);

/* Where paths meet a variable goes on with another type: the get that such a
 * set converts or copies, NULL for any other set. A variable that was not
 * assigned there still is not. */
const pk_inst *pk_meeting_get(const pk_inst *set);

#endif
