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

/* Where paths meet a variable goes on with another type: the get that such a
 * set converts or copies, NULL for any other set. A variable that was not
 * assigned there still is not. */
const pk_inst *pk_meeting_get(const pk_inst *set);

#endif
