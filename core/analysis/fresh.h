/* SPDX-License-Identifier: Apache-2.0 */
/* Finds pointers and references to memory that was made for them. */
#ifndef PORTKERN_CORE_ANALYSIS_FRESH_H
#define PORTKERN_CORE_ANALYSIS_FRESH_H

#include "portkern/ir.h"

/* The instruction that made the memory a root leads to (core/address.h), an
 * alloc or a call of a function that returns such memory; NULL: it may have
 * been there before. What two different instructions made lies apart. */
const pk_inst *pk_fresh_memory(const pk_func *fn, const pk_value *root);

#endif
