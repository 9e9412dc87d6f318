/* SPDX-License-Identifier: Apache-2.0 */
/* apart: questions whether two arrays have places in common are answered where
 * it is known that they lie in different memory.
 *
 *     %1: ref, %2: ptr<global, f64> = alloc %n
 *     ... = address %2
 *     ... = address %x
 *     %8: bool = le %end_of_x, %begin_of_2
 *     %9: bool = le %end_of_2, %begin_of_x
 *     %10: bool = or %8, %9               =>    %10: bool = or true, true
 *
 * Ends and begins are sums of an address and of numbers. */
#include "core/analysis/fresh.h"
#include "core/callgraph.h"
#include "core/ir_data.h"
#include "core/passes/passes.h"

enum { DEPTH = 24 /* of a sum */ };

/* The pointer whose address is a part of the number; NULL: none, or two. */
static const pk_value *pointer_in(const pk_value *v, uint32_t depth) {
    const pk_inst *def = v->kind == PK_VALUE_result ? v->def : NULL;
    const pk_value *a, *b;

    if (!def || !depth)
        return NULL;
    switch ((int)def->op) {
    case PK_OP_address: return def->args[0];
    case PK_OP_bitcast: return pointer_in(def->args[0], depth - 1);
    case PK_OP_add:
        a = pointer_in(def->args[0], depth - 1);
        b = pointer_in(def->args[1], depth - 1);
        return a && b ? NULL : a ? a : b;
    }
    return NULL;
}

static bool is_end_before(const pk_value *v, const pk_value **end,
                          const pk_value **begin) {
    if (!pk_is_op(v, PK_OP_le))
        return false;
    *end = pointer_in(v->def->args[0], DEPTH);
    *begin = pointer_in(v->def->args[1], DEPTH);
    return *end && *begin;
}

static void answer(pk_inst *inst, void *arg) {
    const pk_func *fn = arg;
    const pk_value *a[2], *b[2];
    const void *makers[2];

    if (inst->op != PK_OP_or || !is_end_before(inst->args[0], &a[0], &b[0]) ||
        !is_end_before(inst->args[1], &b[1], &a[1]) || a[0] != a[1] ||
        b[0] != b[1])
        return;
    makers[0] = pk_maker_of_memory(fn, a[0]);
    makers[1] = pk_maker_of_memory(fn, b[0]);
    if (!makers[0] || !makers[1] || makers[0] == makers[1])
        return;
    inst->args[0] = inst->args[1] =
        pk_const_bits((pk_func *)arg, PK_TYPE_bool, 1);
}

void pk_apart_expand(pk_ir *ir) {
    for (pk_func *fn = ir->funcs; fn; fn = fn->next)
        pk_region_visit(fn->body, answer, fn);
}
