/* SPDX-License-Identifier: Apache-2.0 */
/* Rules for conversions: chains of them, and those that a chain undoes. */
#include "core/passes/simplify.h"

/* Bits of magnitude that a type holds exactly. */
static uint32_t exact_bits(pk_type type) {
    switch (type) {
    case PK_TYPE_bool: return 1;
    case PK_TYPE_f16: return 11;
    case PK_TYPE_f32: return 24;
    case PK_TYPE_f64: return 53;
    default: return pk_type_bytes(type) * 8 - pk_type_is_signed(type);
    }
}

bool pk_type_holds(pk_type to, pk_type from) {
    if (to == from)
        return true;
    if (to == PK_TYPE_bool || to == PK_TYPE_f16)
        return from == PK_TYPE_bool ||
               (to == PK_TYPE_f16 && pk_type_bytes(from) == 1);
    if (pk_type_is_float(from) && !pk_type_is_float(to))
        return false;
    if (pk_type_is_signed(from) && !pk_type_is_signed(to) &&
        !pk_type_is_float(to))
        return false;
    return exact_bits(to) >= exact_bits(from);
}

/* x as `to`, where x was converted to `through` before. */
static pk_value *skip(pk_simplifier *s, pk_value *x, pk_type through,
                      pk_type to) {
    bool ints = (pk_type_is_int(x->type) || x->type == PK_TYPE_bool) &&
                pk_type_is_int(through) && pk_type_is_int(to);

    /* Cut to the lower bits, it does not matter what the upper ones were. */
    if (ints && pk_type_bytes(to) <= pk_type_bytes(through))
        return pk_simple_to(s, PK_OP_convert, to, x);
    if (!pk_type_holds(through, x->type))
        return NULL;
    /* The value is the same on the way, so it may go straight; but a float on
     * the way saturates where integers wrap. */
    if (pk_type_is_float(through) && pk_type_is_int(to) &&
        !pk_type_is_float(x->type) && !pk_type_holds(to, x->type))
        return NULL;
    return pk_simple_to(s, PK_OP_convert, to, x);
}

pk_value *pk_simplify_convert(pk_simplifier *s, const pk_inst *inst) {
    pk_value *a = inst->args[0];
    pk_type to = inst->results[0]->type;

    if (a->type == to)
        return a;
    if (a->kind != PK_VALUE_result || a->def->op != inst->op)
        return NULL;
    if (inst->op == PK_OP_bitcast)
        return pk_simple_to(s, PK_OP_bitcast, to, a->def->args[0]);
    return skip(s, a->def->args[0], a->type, to);
}
