/* SPDX-License-Identifier: Apache-2.0 */
/* Values and the regions that they are made in. */
#ifndef PORTKERN_CORE_NESTING_H
#define PORTKERN_CORE_NESTING_H

#include "portkern/ir.h"

/* Whether the value is made in the region or in one within it; indices of
 * loops belong to the loop's body. */
bool pk_is_made_in(const pk_value *v, const pk_region *region);

#endif
