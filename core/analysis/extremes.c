/* SPDX-License-Identifier: Apache-2.0 */
/* How far sums may be from zero is counted in units: 2^46 each for a leaf, 2^56
 * for a product of two, which must be below 2^28. All is exact below 2^62. */
#include "core/analysis/extremes.h"

#include "core/ir_data.h"

enum {
    LEAF_BITS = 46,
    FACTOR_BITS = 28,
    PRODUCT_UNITS = 1 << 10, /* 2^28 * 2^28 / 2^46 */
    MAX_UNITS = 1 << 16,
    MAX_DEPTH = 24,
    MAX_STEPS = 24
};

void pk_nest_init(pk_loop_nest *nest, const pk_func *fn, const pk_inst *loop,
                  pk_arena *arena) {
    *nest = (pk_loop_nest){.fn = fn, .loop = loop};
    pk_sums_init(&nest->sums, fn, arena);
}

static const pk_value *leaf_of(const pk_loop_nest *nest, uint32_t value) {
    return nest->sums.values[value - 1];
}

/* How many regions of the nest are around the place where a value comes to be;
 * 0: it is outside. */
static uint32_t depth_of(const pk_loop_nest *nest, const pk_value *v) {
    const pk_inst *inst = v->def;
    uint32_t depth = v->kind == PK_VALUE_index;

    if (v == nest->thread)
        return 1;
    if (v->kind != PK_VALUE_result && v->kind != PK_VALUE_index)
        return 0;
    for (; inst && inst != nest->loop; inst = inst->parent->owner)
        depth++;
    return inst ? depth : 0;
}

static bool is_unchanged_wrap(const pk_loop_nest *nest, const pk_value *v) {
    for (uint32_t i = 0; i < nest->wrap_count; i++)
        if (nest->wraps[i] == v)
            return true;
    return false;
}

/* ---- leaves ---- */

static bool is_shape(const pk_loop_nest *nest, const pk_value *v,
                     uint32_t flag) {
    const pk_func *fn = nest->fn;

    if (v->kind != PK_VALUE_param || !pk_func_is_entry(fn))
        return false;
    for (uint32_t i = 0; i < fn->param_count; i++) {
        const pk_param *p = &fn->params[i];
        if (p->value != v || p->role != PK_ROLE_shape)
            continue;
        for (uint32_t k = 0; flag && k < fn->param_count; k++)
            if (fn->params[k].arg == p->arg && (fn->params[k].flags & flag))
                return true;
        return !flag;
    }
    return false;
}

static bool is_from_zero(const pk_loop_nest *nest, const pk_value *v) {
    return is_shape(nest, v, 0) || v->type == PK_TYPE_bool ||
           (!pk_type_is_signed(v->type) && pk_type_bytes(v->type) < 8) ||
           (v->kind == PK_VALUE_result &&
            (v->def->flags & PK_INST_nonneg) != 0);
}

bool pk_nest_leaf_holds(const pk_loop_nest *nest, const pk_nest_leaf *leaf) {
    const pk_value *v = leaf->value;
    uint32_t bits = 8 * pk_type_bytes(v->type);

    if (is_shape(nest, v, PK_PARAM_small))
        bits = 31;
    return bits <= leaf->bits && (!leaf->from_zero || is_from_zero(nest, v));
}

static pk_nest_leaf *note_leaf(pk_loop_nest *nest, const pk_value *v,
                               uint32_t bits) {
    uint32_t at = 0;

    while (at < nest->leaf_count && nest->leaves[at].value != v)
        at++;
    if (at == PK_NEST_LEAVES)
        return NULL;
    if (at == nest->leaf_count)
        nest->leaves[nest->leaf_count++] = (pk_nest_leaf){v, bits, false};
    if (bits < nest->leaves[at].bits)
        nest->leaves[at].bits = bits;
    return &nest->leaves[at];
}

static bool is_number(pk_type type) {
    return pk_type_is_int(type) || type == PK_TYPE_bool;
}

/* ---- what is exact ---- */

static uint32_t units_of(pk_loop_nest *nest, const pk_value *v, uint32_t bits,
                         int depth);

/* Units, or 0: too many, or unknown. */
static uint32_t units_of_index(pk_loop_nest *nest, const pk_inst *loop,
                               uint32_t bits, int depth) {
    uint32_t at = 0, start, stop;

    while (at < nest->loop_count && nest->loops[at].loop != loop)
        at++;
    if (at < nest->loop_count && nest->loops[at].bits <= bits)
        return nest->loops[at].weight;
    if (at == PK_NEST_LOOPS || loop->index->type == PK_TYPE_u64 ||
        !pk_is_const(loop->args[2]) || pk_is_const_int(loop->args[2], 0))
        return 0;
    start = units_of(nest, loop->args[0], bits, depth);
    stop = units_of(nest, loop->args[1], bits, depth);
    if (!start || !stop)
        return 0;
    if (at == nest->loop_count)
        nest->loop_count++;
    nest->loops[at] = (pk_nest_loop){loop, bits, start + stop};
    return start + stop;
}

static uint32_t units_of_leaf(pk_loop_nest *nest, const pk_value *v,
                              uint32_t bits, int depth) {
    if (v == nest->thread) /* it is less than these, and not below 0 */
        return units_of(nest, nest->threads, bits, depth);
    if (!depth_of(nest, v))
        return is_number(v->type) && note_leaf(nest, v, bits) ? 1 : 0;
    if (v->kind == PK_VALUE_index)
        return units_of_index(nest, v->def, bits, depth);
    if (is_unchanged_wrap(nest, v))
        return units_of(nest, v->def->args[0], bits, depth);
    if ((v->def->op == PK_OP_min || v->def->op == PK_OP_max) &&
        v->type == PK_TYPE_i64) {
        uint32_t a = units_of(nest, v->def->args[0], bits, depth);
        uint32_t b = units_of(nest, v->def->args[1], bits, depth);
        return a && b ? a + b : 0;
    }
    return 0;
}

static uint32_t units_of_term(pk_loop_nest *nest, const pk_term *term,
                              uint32_t bits, int depth) {
    int64_t factor = (int64_t)term->factor;
    uint64_t units = (uint64_t)(factor < 0 ? -term->factor : term->factor);
    bool product = term->values[PK_SUM_DEGREE - 2] != 0;

    if (units > MAX_UNITS || (product && bits == FACTOR_BITS) ||
        term->values[PK_SUM_DEGREE - 3])
        return 0;
    if (product)
        units *= PRODUCT_UNITS;
    for (int i = PK_SUM_DEGREE - 2; i < PK_SUM_DEGREE; i++)
        if (term->values[i])
            units *= units_of_leaf(nest, leaf_of(nest, term->values[i]),
                                   product ? FACTOR_BITS : bits, depth);
    return units > MAX_UNITS ? 0 : (uint32_t)units;
}

static uint32_t units_of(pk_loop_nest *nest, const pk_value *v, uint32_t bits,
                         int depth) {
    const pk_sum *sum;
    uint32_t all = 1;

    if (depth == MAX_DEPTH || !is_number(v->type))
        return 0;
    sum = pk_sum_of(&nest->sums, v);
    for (uint32_t i = 0; i < sum->count; i++) {
        uint32_t units = units_of_term(nest, &sum->terms[i], bits, depth + 1);
        if (!units || (all += units) > MAX_UNITS)
            return 0;
    }
    return all;
}

bool pk_nest_is_exact(pk_loop_nest *nest, const pk_value *v) {
    return units_of(nest, v, LEAF_BITS, 0) != 0;
}

/* ---- elimination ---- */

/* The value, by id + 1, that is deepest in the nest; 0: all are outside. */
static uint32_t find_deepest(const pk_loop_nest *nest,
                             const pk_sum_draft *sum) {
    uint32_t found = 0, deepest = 0;

    for (uint32_t i = 0; i < sum->count; i++)
        for (int k = 0; k < PK_SUM_DEGREE; k++) {
            uint32_t value = sum->terms[i].values[k], depth;
            if (!value)
                continue;
            depth = depth_of(nest, leaf_of(nest, value));
            if (depth > deepest) {
                deepest = depth;
                found = value;
            }
        }
    return found;
}

/* Whether the sum grows with the value, 1, or shrinks, -1; 0: unknown. */
static int direction(pk_loop_nest *nest, const pk_sum_draft *sum,
                     uint32_t value) {
    int all = 0;

    for (uint32_t i = 0; i < sum->count; i++) {
        const pk_term *term = &sum->terms[i];
        int sign = (int64_t)term->factor < 0 ? -1 : 1;
        bool seen = false;

        if (!pk_term_has(term, value))
            continue;
        for (int k = 0; k < PK_SUM_DEGREE; k++) {
            const pk_value *other;
            pk_nest_leaf *leaf;
            bool own = term->values[k] == value;

            if (!term->values[k] || (own && !seen)) {
                seen |= own;
                continue;
            }
            other = leaf_of(nest, term->values[k]);
            leaf = own || depth_of(nest, other)
                       ? NULL
                       : note_leaf(nest, other, FACTOR_BITS);
            if (!leaf)
                return 0;
            leaf->from_zero = true;
        }
        if (all && all != sign)
            return 0;
        all = sign;
    }
    return all;
}

/* Which operand bounds it on that side: one that is outside, if any. */
static const pk_value *operand_of(const pk_loop_nest *nest,
                                  const pk_inst *inst) {
    const pk_value *second = inst->args[1];

    return pk_is_const(second) || !depth_of(nest, second) ? second
                                                          : inst->args[0];
}

bool pk_nest_add(pk_loop_nest *nest, pk_sum_draft *to, const pk_value *v,
                 int64_t factor, int64_t more) {
    const pk_term one = {.factor = 1};
    const pk_sum *sum = pk_sum_of(&nest->sums, v);

    return pk_sum_add(to, sum->terms, sum->count, (uint64_t)factor) &&
           pk_sum_add(to, &one, 1, (uint64_t)more);
}

static bool bound_of(pk_loop_nest *nest, const pk_value *v, bool upper,
                     pk_sum_draft *out) {
    const pk_inst *def = v->def;

    out->count = 0;
    if (v == nest->thread)
        return !upper || pk_nest_add(nest, out, nest->threads, 1, -1);
    if (v->kind == PK_VALUE_index) {
        bool up = pk_const_get_int(def->args[2]) > 0;
        if (up != upper)
            return pk_nest_add(nest, out, def->args[0], 1, 0);
        if (up && def == nest->loop && nest->last)
            return pk_nest_add(nest, out, nest->last, 1, 0);
        return pk_nest_add(nest, out, def->args[1], 1, up ? -1 : 1);
    }
    if (is_unchanged_wrap(nest, v))
        return pk_nest_add(nest, out, def->args[0], 1, 0);
    return (def->op == PK_OP_min) == upper &&
           pk_nest_add(nest, out, operand_of(nest, def), 1, 0);
}

bool pk_nest_least(pk_loop_nest *nest, pk_sum_draft *sum) {
    for (int i = 0; i < MAX_STEPS; i++) {
        uint32_t value = find_deepest(nest, sum);
        pk_sum_draft bound;
        int sign;

        if (!value)
            return true;
        sign = direction(nest, sum, value);
        if (!sign || !bound_of(nest, leaf_of(nest, value), sign < 0, &bound) ||
            !pk_sum_put(sum, value, &bound))
            return false;
    }
    return false;
}

bool pk_nest_is_from_zero(const pk_loop_nest *nest, const pk_sum_draft *sum) {
    for (uint32_t i = 0; i < sum->count; i++) {
        const pk_term *term = &sum->terms[i];

        if ((int64_t)term->factor < 0)
            return false;
        for (int k = 0; k < PK_SUM_DEGREE; k++)
            if (term->values[k] &&
                !is_from_zero(nest, leaf_of(nest, term->values[k])))
                return false;
    }
    return true;
}
