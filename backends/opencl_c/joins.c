/* SPDX-License-Identifier: Apache-2.0 */
/* Compilers know some words for joined numbers better than the operator.
 *
 * Where Intel's makes vectors of work-items, `int c = a & b` of comparisons is
 * a number to it, which it computes and asks for 0 again: a Mandelbrot set took
 * a tenth longer. Of `a && b` it makes a mask. Numbers that are turned by
 * shifts to both sides took as much longer than by rotate(). */
#include "backends/opencl_c/printer.h"

static const pk_inst *shift_of(const pk_value *v, pk_op op) {
    return v->kind == PK_VALUE_result && v->def->op == op &&
                   pk_is_const(v->def->args[1])
               ? v->def
               : NULL;
}

/* x << n | x >> bits - n */
static bool is_rotation(const pk_inst *inst, pk_cl_subject *s) {
    const pk_type type = inst->args[0]->type;
    const int left = shift_of(inst->args[0], PK_OP_shl) ? 0 : 1;
    const pk_inst *up = shift_of(inst->args[left], PK_OP_shl);
    const pk_inst *down = shift_of(inst->args[!left], PK_OP_shr);

    if ((type != PK_TYPE_u32 && type != PK_TYPE_u64) || !up || !down ||
        up->args[0] != down->args[0] || pk_const_get_int(up->args[1]) <= 0 ||
        pk_const_get_int(down->args[1]) <= 0 ||
        pk_const_get_int(up->args[1]) + pk_const_get_int(down->args[1]) !=
            8 * pk_type_bytes(type))
        return false;
    s->args[0] = up->args[0];
    s->args[1] = up->args[1];
    return true;
}

const char *pk_cl_joined(const pk_cl_printer *p, const pk_inst *inst,
                         pk_cl_subject *s) {
    if ((inst->op != PK_OP_and && inst->op != PK_OP_or) ||
        !(p->caps->features & PK_CAP_wide_items))
        return NULL;
    if (s->operand == PK_TYPE_bool)
        return inst->op == PK_OP_and ? "$a && $b" : "$a || $b";
    return inst->op == PK_OP_or && is_rotation(inst, s) ? "rotate($a, $b)"
                                                        : NULL;
}
