/* SPDX-License-Identifier: Apache-2.0 */
/* Operations on constants, and what the function's head makes constant. */
#include "base/number.h"
#include "core/eval.h"
#include "core/passes/simplify.h"

/* Block dimensions that the kernel was made for are numbers, and a thread
 * along an axis of one thread is thread 0. */
static pk_value *fold_query(pk_simplifier *s, const pk_inst *inst) {
    uint32_t threads = s->fn->block[inst->axis];

    if (inst->op == PK_OP_block_dim && threads)
        return pk_const_int(s->fn, PK_TYPE_i32, threads);
    if (inst->op == PK_OP_thread_id && threads == 1)
        return pk_const_int(s->fn, PK_TYPE_i32, 0);
    return NULL;
}

/* A NaN becomes the plain one, whatever this machine makes of it. */
static uint64_t one_nan(pk_type type, uint64_t bits) {
    double value = pk_float_value(type, bits);

    if (!pk_type_is_float(type) || value == value)
        return bits;
    pk_float_parse("nan", 3, type, &bits);
    return bits;
}

pk_value *pk_fold(pk_simplifier *s, const pk_inst *inst) {
    uint64_t args[3], out;
    pk_type type;
    uint32_t first = inst->op == PK_OP_select; /* which operand has the type */

    if (pk_op_table[inst->op].form == PK_OPFORM_AXIS)
        return fold_query(s, inst);
    if (!inst->arg_count || inst->arg_count > 3)
        return NULL;
    for (uint32_t i = 0; i < inst->arg_count; i++) {
        if (!pk_is_const(inst->args[i]))
            return NULL;
        args[i] = inst->args[i]->bits;
    }
    type = inst->results[0]->type;
    if (!pk_eval(inst->op, inst->args[first]->type, type, args, &out))
        return NULL;
    return pk_const_bits(s->fn, type, one_nan(type, out));
}
