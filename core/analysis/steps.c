/* SPDX-License-Identifier: Apache-2.0 */
/* Sums and products with constants are followed; what is the same on all ways
 * that lead to a value, up to so deep, stays. */
#include "core/analysis/steps.h"

#include "core/address.h"

enum { DEPTH = 12, BUDGET = 400 };

typedef struct walk {
    const pk_way *way;
    uint32_t budget; /* values that may still be looked at */
} walk;

static const pk_step STAYS = {true, 0}, VARIES = {false, 0};

static pk_step follow(walk *w, const pk_value *v, uint32_t depth);

static pk_step sum(pk_step a, pk_step b, bool minus) {
    a.known = a.known && b.known &&
              !(minus ? __builtin_sub_overflow(a.by, b.by, &a.by)
                      : __builtin_add_overflow(a.by, b.by, &a.by));
    return a;
}

static pk_step times(pk_step s, int64_t n) {
    s.known = s.known && !__builtin_mul_overflow(s.by, n, &s.by);
    return s;
}

/* What a load gives is anything, unless all threads load the same. */
static pk_step all_stay(const pk_step *s, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (!pk_step_stays(s[i]))
            return VARIES;
    return STAYS;
}

static pk_step follow_op(walk *w, const pk_inst *def, uint32_t depth) {
    const pk_value *last =
        def->arg_count ? def->args[def->arg_count - 1] : NULL;
    pk_step s[3];

    if ((!(pk_op_table[def->op].flags & PK_OPF_PURE) &&
         def->op != PK_OP_load) ||
        def->arg_count > 3)
        return VARIES;
    for (uint32_t i = 0; i < def->arg_count; i++)
        s[i] = follow(w, def->args[i], depth + 1);
    switch ((int)def->op) {
    case PK_OP_convert:
    case PK_OP_bitcast:
        if (pk_type_is_int(def->args[0]->type))
            return s[0];
        break;
    case PK_OP_add: return sum(s[0], s[1], false);
    case PK_OP_sub: return sum(s[0], s[1], true);
    case PK_OP_mul:
        if (pk_is_const(last) && pk_type_is_int(last->type))
            return times(s[0], pk_const_get_int(last));
        break;
    case PK_OP_shl:
        if (pk_is_const(last) && last->bits < 32)
            return times(s[0], INT64_C(1) << last->bits);
        break;
    case PK_OP_elem:
    case PK_OP_offset:
        return sum(s[0], times(s[1], (int64_t)pk_address_unit(def)), false);
    }
    return all_stay(s, def->arg_count);
}

static pk_step follow(walk *w, const pk_value *v, uint32_t depth) {
    const pk_way *way = w->way;

    if (v->kind == PK_VALUE_index)
        return v->def == way->loop ? (pk_step){true, 1}
                                   : follow(w, v->def->args[0], depth + 1);
    if (v->kind != PK_VALUE_result)
        return STAYS;
    if (v->def->op == PK_OP_thread_id && !way->loop &&
        v->def->axis == way->axis)
        return (pk_step){true, 1};
    if (depth > DEPTH || !w->budget)
        return VARIES;
    w->budget--;
    return follow_op(w, v->def, depth);
}

pk_step pk_step_of(const pk_value *v, const pk_way *way) {
    walk w = {way, BUDGET};

    return follow(&w, v, 0);
}
