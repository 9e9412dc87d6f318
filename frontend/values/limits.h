/* SPDX-License-Identifier: Apache-2.0 */
/* What np.finfo and np.iinfo say of types. */
#ifndef PORTKERN_FRONTEND_VALUES_LIMITS_H
#define PORTKERN_FRONTEND_VALUES_LIMITS_H

#include "frontend/types/types.h"

/* What the function at `path`, one of the two, gives of a type, or of a value
 * of it: a tuple whose items have names, all known. False: not of this one. */
bool pk_number_limits(pk_arena *arena, const char *path, pk_typed v,
                      pk_typed *out);

#endif
