/* SPDX-License-Identifier: Apache-2.0 */
/* Finds loops of which only the last round leaves something behind.
 *
 * Intel's runtime (2026.2) ends the process where it makes vectors of a loop
 * that calls a function and whose last round alone gives what is there
 * afterwards:
 *
 *     for (int v5 = 0; v5 < v4; v5++)
 *         *v1 = sqrt((double)v5);     the compiler stores once, behind the loop
 *
 * This happens where the value is computed with any built-in function. It does
 * not where the value depends on the round before, as a sum does, and not with
 * arithmetic alone. It happens, too, where the loop around makes vectors of a
 * value that each round of one inside stores to the same place. Such loops are
 * printed so that no compiler makes vectors of them. */
#include "backends/opencl_c/printer.h"
#include "core/nesting.h"

enum { LOOKS = 64 };

typedef struct look {
    const pk_inst *loop,
        *inner; /* and the innermost around what is looked at */
    int left;   /* values to be looked at; then the answer is yes */
} look;

static bool is_real(const pk_value *v) {
    return pk_type_is_float(v->type);
}

/* Whether the printed text calls a function for the instruction, or may. */
static bool calls(const pk_inst *inst) {
    if (inst->results[0]->type == PK_TYPE_f16 && inst->op != PK_OP_load &&
        inst->op != PK_OP_get)
        return true; /* rounds */
    switch ((int)inst->op) {
    case PK_OP_floor_div:
    case PK_OP_floor_mod:
    case PK_OP_abs: return is_real(inst->args[0]);
    case PK_OP_convert:
        return is_real(inst->args[0]) && !is_real(inst->results[0]);
    case PK_OP_min_num:
    case PK_OP_max_num:
    case PK_OP_min_nan:
    case PK_OP_max_nan:
    case PK_OP_mulhi:
    case PK_OP_fma:
    case PK_OP_sqrt:
    case PK_OP_floor:
    case PK_OP_ceil:
    case PK_OP_trunc:
    case PK_OP_rint:
    case PK_OP_copysign:
    case PK_OP_popc:
    case PK_OP_clz:
    case PK_OP_brev:
    case PK_OP_exp2_approx:
    case PK_OP_log2_approx:
    case PK_OP_sin_approx:
    case PK_OP_cos_approx:
    case PK_OP_rsqrt_approx:
    case PK_OP_call: return true;
    }
    return false;
}

/* Whether the instruction reads memory of the thread's own. */
static bool is_own(const pk_inst *inst) {
    return inst->op == PK_OP_get ||
           (inst->op == PK_OP_load &&
            pk_type_space(inst->args[0]->type) == PK_SPACE_local);
}

/* Whether the value depends on a call in the round. A local that a serial loop
 * reads depends on the values that it is set to; a thread's locals may hold
 * anything. */
static bool is_of_call(look *l, const pk_value *v) {
    if (v->kind != PK_VALUE_result || !pk_is_made_in(v, l->loop->body))
        return false;
    if (l->left-- <= 0 || calls(v->def))
        return true;
    if (is_own(v->def) && (l->loop->flags & PK_INST_items))
        return true;
    for (uint32_t i = 0; i < v->def->arg_count; i++)
        if (is_of_call(l, v->def->args[i]))
            return true;
    return false;
}

/* Whether the value depends on what the round before left in the same place. */
static bool goes_on(look *l, const pk_value *v, const pk_inst *last) {
    const pk_inst *def = v->def;

    if (v->kind != PK_VALUE_result || l->left-- <= 0 ||
        !pk_is_made_in(v, l->loop->body))
        return false;
    if (def->op == PK_OP_get)
        return last->op == PK_OP_set && def->local == last->local;
    if (def->op == PK_OP_load)
        return last->op == PK_OP_store && def->args[0] == last->args[0];
    for (uint32_t i = 0; i < def->arg_count; i++)
        if (goes_on(l, def->args[i], last))
            return true;
    return false;
}

/* Whether a value, of which an address is made, may be another one in each
 * round of a loop; false when the search becomes long. */
static bool moves(look *l, const pk_inst *loop, const pk_value *v) {
    if (!pk_is_made_in(v, loop->body) || l->left-- <= 0)
        return false;
    if (v->kind == PK_VALUE_index || v->def->op == PK_OP_get ||
        v->def->op == PK_OP_thread_id || v->def->op == PK_OP_first_thread ||
        v->def->op == PK_OP_lane_id)
        return true;
    for (uint32_t i = 0; i < v->def->arg_count; i++)
        if (moves(l, loop, v->def->args[i]))
            return true;
    return false;
}

/* Whether each round writes something anew that remains behind the loop. A
 * thread's own memory ends with its round. */
static bool leaves(look *l, const pk_inst *inst) {
    bool items = l->loop->flags & PK_INST_items;

    if (inst->op == PK_OP_set)
        return !items;
    if (inst->op != PK_OP_store)
        return false;
    if (items && pk_type_space(inst->args[0]->type) == PK_SPACE_local)
        return false;
    l->left = LOOKS;
    if (!moves(l, l->loop, inst->args[0]))
        return true;
    l->left = LOOKS;
    return !moves(l, l->inner, inst->args[0]);
}

/* `chosen`: a call decides whether the instruction runs. */
static bool leaves_call(look *l, const pk_inst *inst, bool chosen) {
    uint32_t at = inst->op == PK_OP_store ? 1 : 0;

    if (!leaves(l, inst))
        return false;
    l->left = LOOKS;
    if (!chosen && !is_of_call(l, inst->args[at]))
        return false;
    l->left = LOOKS;
    return !goes_on(l, inst->args[at], inst);
}

static bool look_through(look *l, const pk_region *body, bool chosen) {
    const pk_inst *around = l->inner;
    bool found = false;

    for (const pk_inst *i = body ? body->first : NULL; i && !found;
         i = i->next) {
        bool choice = chosen;

        found = leaves_call(l, i, chosen);
        l->left = LOOKS;
        choice |= i->op == PK_OP_if && is_of_call(l, i->args[0]);
        if (i->op == PK_OP_for || i->op == PK_OP_loop)
            l->inner = i;
        found = found || look_through(l, i->body, choice) ||
                look_through(l, i->other, choice);
        l->inner = around;
    }
    return found;
}

bool pk_cl_leaves_call(const pk_inst *loop) {
    look l = {.loop = loop, .inner = loop, .left = LOOKS};

    return look_through(&l, loop->body, false);
}
