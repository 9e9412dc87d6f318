/* SPDX-License-Identifier: Apache-2.0 */
/* floor_div and floor_mod of floats as calls to device functions made of other
 * operations, for targets that have no exact remainder of their own. */
#ifndef PORTKERN_CORE_PASSES_FLOAT_DIVMOD_H
#define PORTKERN_CORE_PASSES_FLOAT_DIVMOD_H

#include "portkern/ir.h"

/* Replaces each floor_div and floor_mod of floats in the module; what it
 * needs is added to the end of the module, once per type. Without such an
 * operation it changes nothing. Looks at nothing but the arena for failure. */
void pk_expand_float_divmod(pk_ir *ir);

#endif
