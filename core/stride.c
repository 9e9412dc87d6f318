/* SPDX-License-Identifier: Apache-2.0 */
/* Sums and products with constants are followed; what is the same on all ways
 * that lead to a value, up to so deep, stays. */
#include "core/stride.h"

#include "core/address.h"

enum { DEPTH = 12, BUDGET = 400 };

typedef struct walk {
    const pk_direction *along;
    uint32_t budget; /* values that may still be looked at */
} walk;

static const pk_stride STAYS = {true, 0}, VARIES = {false, 0};

static pk_stride follow(walk *w, const pk_value *v, uint32_t depth);

static pk_stride sum(pk_stride a, pk_stride b, bool minus) {
    a.known = a.known && b.known &&
              !(minus ? __builtin_sub_overflow(a.by, b.by, &a.by)
                      : __builtin_add_overflow(a.by, b.by, &a.by));
    return a;
}

static pk_stride times(pk_stride s, int64_t n) {
    s.known = s.known && !__builtin_mul_overflow(s.by, n, &s.by);
    return s;
}

/* A load gives anything, unless all threads load the same. */
static pk_stride all_stay(const pk_stride *s, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (!pk_stride_stays(s[i]))
            return VARIES;
    return STAYS;
}

static pk_stride follow_op(walk *w, const pk_inst *def, uint32_t depth) {
    const pk_value *last =
        def->arg_count ? def->args[def->arg_count - 1] : NULL;
    pk_stride s[3];

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

static pk_stride follow(walk *w, const pk_value *v, uint32_t depth) {
    const pk_direction *along = w->along;

    if (v->kind == PK_VALUE_index)
        return v->def == along->loop ? (pk_stride){true, 1}
                                     : follow(w, v->def->args[0], depth + 1);
    if (v->kind != PK_VALUE_result)
        return STAYS;
    if (v->def->op == PK_OP_thread_id && !along->loop &&
        v->def->axis == along->axis)
        return (pk_stride){true, 1};
    if (depth > DEPTH || !w->budget)
        return VARIES;
    w->budget--;
    return follow_op(w, v->def, depth);
}

pk_stride pk_stride_of(const pk_value *v, const pk_direction *along) {
    walk w = {along, BUDGET};

    return follow(&w, v, 0);
}
