/* SPDX-License-Identifier: Apache-2.0 */
/* The part of the verifier that is about types: one check for each rule. */
#ifndef PORTKERN_CORE_VERIFY_TYPES_H
#define PORTKERN_CORE_VERIFY_TYPES_H

#include "portkern/ir.h"

/* A type that a value can have: not void, and known. */
bool pk_type_is_value(pk_type type);

/* 0, or a power of two from `least` to what targets can do. */
bool pk_is_align(uint32_t align, uint32_t least);

/* True for break, continue and return. */
bool pk_op_leaves(pk_op op);

/* NULL when operands and results fit the operation's rule, else why not.
 * Operand count, and that types are known, have been checked. Calls and
 * returns are checked against their function elsewhere. */
const char *pk_check_types(const pk_inst *inst);

#endif
