/* SPDX-License-Identifier: Apache-2.0 */
/* See thread_loops.h. */
#include "core/analysis/thread_loops.h"
#include "core/ir_data.h"

enum { FEW = 4 }; /* turns: such loops are unrolled */

typedef struct finder {
    bool loops; /* there is one without a barrier in it */
    bool other; /* the threads have more to do with each other */
} finder;

static bool is_atomic(pk_op op) {
    switch ((int)pk_op_table[op].rule) {
    case PK_RULE_ATOMIC:
    case PK_RULE_ATOMIC_FLOAT:
    case PK_RULE_ATOMIC_UNSIGNED:
    case PK_RULE_ATOMIC_BITS:
    case PK_RULE_ATOMIC_ANY: return true;
    }
    return false;
}

/* Whether the instruction orders threads by what is not a plain barrier. */
static bool is_other(const pk_inst *inst) {
    if (inst->op == PK_OP_call || inst->op == PK_OP_lane_id ||
        pk_op_table[inst->op].flags & PK_OPF_WARP)
        return true;
    if (pk_op_table[inst->op].flags & PK_OPF_SYNC)
        return inst->op != PK_OP_barrier;
    return is_atomic(inst->op) &&
           (pk_type_space(inst->args[0]->type) == PK_SPACE_shared ||
            pk_type_is_float(pk_type_elem(inst->args[0]->type)));
}

static bool fits(const pk_value *v) {
    return pk_is_const(v) && pk_const_get_int(v) >= INT32_MIN &&
           pk_const_get_int(v) <= INT32_MAX;
}

static bool is_short(const pk_inst *loop) {
    pk_value *const *args = loop->args;

    return loop->op == PK_OP_for && fits(args[0]) && fits(args[1]) &&
           fits(args[2]) && pk_const_get_int(args[2]) != 0 &&
           (pk_const_get_int(args[1]) - pk_const_get_int(args[0])) /
                   pk_const_get_int(args[2]) <
               FEW;
}

/* Returns whether there is a barrier in the region. */
static bool look(finder *f, const pk_region *region) {
    bool meets = false;

    for (const pk_inst *i = region ? region->first : NULL; i; i = i->next) {
        const bool body = look(f, i->body), other = look(f, i->other);
        const bool within = body || other;

        f->other |= is_other(i);
        f->loops |= (i->op == PK_OP_for || i->op == PK_OP_loop) && !within &&
                    !is_short(i);
        meets |= within || i->op == PK_OP_barrier;
    }
    return meets;
}

bool pk_threads_run_loops(const pk_func *fn) {
    finder f = {0};

    look(&f, fn->body);
    return f.loops && !f.other;
}
