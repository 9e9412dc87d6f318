/* SPDX-License-Identifier: Apache-2.0 */
/* Operations that a target cannot have at all, whatever the kernel
 * (passes/expand.c). */
#ifndef PORTKERN_CORE_PASSES_LACKS_H
#define PORTKERN_CORE_PASSES_LACKS_H

#include "portkern/caps.h"
#include "portkern/ir.h"

/* Whether the target has no such operation, and nothing to make it of: `what`
 * it lacks, and what to do `instead`, both static. */
bool pk_lacks(pk_op op, const pk_caps *caps, const char **what,
              const char **instead);

#endif
