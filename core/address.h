/* SPDX-License-Identifier: Apache-2.0 */
/* Addresses: elem and offset lead from a pointer to another in the same array.
 * Back along them lies the array's root: a parameter, a declared array, or
 * what a local, a call or a choice gives. */
#ifndef PORTKERN_CORE_ADDRESS_H
#define PORTKERN_CORE_ADDRESS_H

#include "portkern/ir.h"

static inline bool pk_op_is_address(pk_op op) {
    return op == PK_OP_elem || op == PK_OP_offset;
}

/* The elem or offset that gives the pointer: args[0] is where it goes from,
 * args[1] how far. NULL: the pointer is a root. */
static inline pk_inst *pk_address_step(const pk_value *pointer) {
    return pointer->kind == PK_VALUE_result &&
                   pk_op_is_address(pointer->def->op)
               ? pointer->def
               : NULL;
}

/* Returns the bytes that one step of args[1] counts. */
static inline uint32_t pk_address_unit(const pk_inst *step) {
    return step->op == PK_OP_elem
               ? pk_type_bytes(pk_type_elem(step->args[0]->type))
               : 1;
}

static inline pk_value *pk_address_root(const pk_value *pointer) {
    while (pk_address_step(pointer))
        pointer = pk_address_step(pointer)->args[0];
    return (pk_value *)(uintptr_t)pointer;
}

#endif
