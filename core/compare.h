/* SPDX-License-Identifier: Apache-2.0 */
/* Comparisons, turned round and negated. */
#ifndef PORTKERN_CORE_COMPARE_H
#define PORTKERN_CORE_COMPARE_H

#include "portkern/ir.h"

/* a op b is b op' a. */
static inline pk_op pk_op_swapped(pk_op op) {
    switch ((int)op) {
    case PK_OP_lt: return PK_OP_gt;
    case PK_OP_le: return PK_OP_ge;
    case PK_OP_gt: return PK_OP_lt;
    case PK_OP_ge: return PK_OP_le;
    }
    return op;
}

/* not (a op b) is a op' b: for integers, for floats, which may be unordered, eq
 * and ne only. PK_OP_COUNT where op is no comparison. */
static inline pk_op pk_op_negated(pk_op op) {
    switch ((int)op) {
    case PK_OP_eq: return PK_OP_ne;
    case PK_OP_ne: return PK_OP_eq;
    case PK_OP_lt: return PK_OP_ge;
    case PK_OP_le: return PK_OP_gt;
    case PK_OP_gt: return PK_OP_le;
    case PK_OP_ge: return PK_OP_lt;
    }
    return PK_OP_COUNT;
}

/* Whether both are comparisons of the same operands, one true where the other
 * is not. */
static inline bool pk_are_opposite(const pk_value *a, const pk_value *b) {
    const pk_inst *x = a->def, *y = b->def;

    return a->kind == PK_VALUE_result && b->kind == PK_VALUE_result &&
           pk_op_table[x->op].rule == PK_RULE_COMPARE &&
           pk_op_negated(x->op) == y->op &&
           (!pk_type_is_float(x->args[0]->type) || x->op == PK_OP_eq ||
            x->op == PK_OP_ne) &&
           x->args[0] == y->args[0] && x->args[1] == y->args[1];
}

#endif
