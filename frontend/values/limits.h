/* SPDX-License-Identifier: Apache-2.0 */
/* np.finfo and np.iinfo. */
#ifndef PORTKERN_FRONTEND_VALUES_LIMITS_H
#define PORTKERN_FRONTEND_VALUES_LIMITS_H

#include "frontend/types/types.h"

/* Returns the limits that the function at `path`, one of the two, has for a
 * type, or for a value's: a tuple whose items have names, all known. False: not
 * of this one. */
bool pk_number_limits(pk_arena *arena, const char *path, pk_typed v,
                      pk_typed *out);

#endif
