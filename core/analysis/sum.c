/* SPDX-License-Identifier: Apache-2.0 */
/* Sums are made of those of the operands, once for each value that somebody
 * asks for. What is no sum or product of 64-bit integers is a value: a sum of
 * one term. A narrower integer is the number that it is, and extended to 64
 * bits it is no other. */
#include "core/analysis/sum.h"

#include "core/address.h"

#include <string.h>

enum { MAX_DEPTH = 64 };

typedef pk_sum_draft draft;

static const pk_sum *sum_of(pk_sums *sums, const pk_value *v, int depth);

void pk_sums_init(pk_sums *sums, const pk_func *fn, pk_arena *arena) {
    sums->arena = arena;
    sums->known =
        pk_arena_array(arena, fn->value_count + (size_t)1, sizeof *sums->known);
    sums->values = pk_arena_array(arena, fn->value_count + (size_t)1,
                                  sizeof *sums->values);
}

/* ---- arithmetic ---- */

/* Adds a term, and keeps the list sorted by its values. False when the list is
 * full. */
static bool add_term(draft *d, const pk_term *term) {
    uint32_t at = 0;
    int order = -1;

    while (at < d->count && (order = memcmp(d->terms[at].values, term->values,
                                            sizeof term->values)) < 0)
        at++;
    if (at < d->count && order == 0) {
        d->terms[at].factor += term->factor;
        if (!d->terms[at].factor)
            memmove(&d->terms[at], &d->terms[at + 1],
                    (--d->count - at) * sizeof *term);
        return true;
    }
    if (!term->factor)
        return true;
    if (d->count == PK_SUM_TERMS)
        return false;
    memmove(&d->terms[at + 1], &d->terms[at], (d->count++ - at) * sizeof *term);
    d->terms[at] = *term;
    return true;
}

bool pk_sum_add(draft *to, const pk_term *terms, uint32_t count, uint64_t by) {
    for (uint32_t i = 0; i < count; i++) {
        pk_term term = terms[i];
        term.factor *= by;
        if (!add_term(to, &term))
            return false;
    }
    return true;
}

static bool add_scaled(draft *d, const pk_sum *sum, uint64_t by) {
    return pk_sum_add(d, sum->terms, sum->count, by);
}

/* Multiplies two terms: merges their lists of values, which are sorted, from
 * their ends. False when the product has more than PK_SUM_DEGREE values. */
static bool multiply_terms(const pk_term *a, const pk_term *b, pk_term *out) {
    int i = PK_SUM_DEGREE - 1, j = i;

    *out = (pk_term){.factor = a->factor * b->factor};
    for (int at = PK_SUM_DEGREE - 1; at >= 0; at--) {
        uint32_t x = i < 0 ? 0 : a->values[i], y = j < 0 ? 0 : b->values[j];
        out->values[at] = x > y ? x : y;
        i -= x > y;
        j -= x <= y;
    }
    return (i < 0 || !a->values[i]) && (j < 0 || !b->values[j]);
}

static bool add_multiple(draft *d, const pk_term *terms, uint32_t count,
                         const pk_term *by) {
    pk_term term;

    for (uint32_t i = 0; i < count; i++)
        if (!multiply_terms(&terms[i], by, &term) || !add_term(d, &term))
            return false;
    return true;
}

static bool add_product(draft *d, const pk_sum *a, const pk_sum *b) {
    for (uint32_t i = 0; i < b->count; i++)
        if (!add_multiple(d, a->terms, a->count, &b->terms[i]))
            return false;
    return true;
}

bool pk_term_has(const pk_term *term, uint32_t value) {
    for (int i = 0; i < PK_SUM_DEGREE; i++)
        if (term->values[i] == value)
            return true;
    return false;
}

/* Returns the term without the value. */
static pk_term without(const pk_term *term, uint32_t value) {
    pk_term rest = *term;
    int at = 0;

    while (rest.values[at] != value)
        at++;
    memmove(&rest.values[1], &rest.values[0], (size_t)at * sizeof value);
    rest.values[0] = 0;
    return rest;
}

bool pk_sum_put(draft *in, uint32_t value, const draft *sum) {
    const draft old = *in;

    in->count = 0;
    for (uint32_t i = 0; i < old.count; i++) {
        pk_term rest;

        if (!pk_term_has(&old.terms[i], value)) {
            if (!add_term(in, &old.terms[i]))
                return false;
            continue;
        }
        rest = without(&old.terms[i], value);
        if (!add_multiple(in, sum->terms, sum->count, &rest))
            return false;
    }
    return true;
}

/* ---- values ---- */

static const pk_sum *keep(pk_sums *sums, const draft *d) {
    size_t size = d->count * sizeof *d->terms;
    pk_sum *sum = pk_arena_alloc(sums->arena, sizeof *sum + size);
    uint64_t hash = 0;

    sum->count = d->count;
    memcpy(sum->terms, d->terms, size);
    for (uint32_t i = 0; i < d->count; i++) {
        hash = (hash ^ d->terms[i].factor) * 0x9e3779b97f4a7c15u;
        for (int k = 0; k < PK_SUM_DEGREE; k++)
            hash = (hash ^ d->terms[i].values[k]) * 0x9e3779b97f4a7c15u;
    }
    sum->hash = (uint32_t)(hash >> 32);
    return sum;
}

static const pk_sum *keep_one(pk_sums *sums, uint64_t factor, uint32_t value) {
    draft d = {.count = factor != 0};

    d.terms[0].factor = factor;
    d.terms[0].values[PK_SUM_DEGREE - 1] = value;
    return keep(sums, &d);
}

static bool is_64_bit_int(pk_type type) {
    return pk_type_is_int(type) && pk_type_bytes(type) == 8;
}

/* Adds the instruction's first operand to the sum, and `by` times the second.
 */
static bool add_both(pk_sums *sums, const pk_inst *inst, uint64_t by, int depth,
                     draft *out) {
    return add_scaled(out, sum_of(sums, inst->args[0], depth), 1) &&
           add_scaled(out, sum_of(sums, inst->args[1], depth), by);
}

/* Writes what the instruction computes as a sum. False when it cannot be one:
 * its result is a value of its own. */
static bool spell_out(pk_sums *sums, const pk_inst *inst, int depth,
                      draft *out) {
    pk_type type = inst->results[0]->type;

    if (pk_op_is_address(inst->op))
        return add_both(sums, inst, pk_address_unit(inst), depth, out);
    if (!is_64_bit_int(type))
        return false;
    switch ((int)inst->op) {
    case PK_OP_add: return add_both(sums, inst, 1, depth, out);
    case PK_OP_sub: return add_both(sums, inst, UINT64_MAX, depth, out);
    case PK_OP_neg:
        return add_scaled(out, sum_of(sums, inst->args[0], depth), UINT64_MAX);
    case PK_OP_mul:
        return add_product(out, sum_of(sums, inst->args[0], depth),
                           sum_of(sums, inst->args[1], depth));
    case PK_OP_shl:
        return pk_is_const(inst->args[1]) && inst->args[1]->bits < 64 &&
               add_scaled(out, sum_of(sums, inst->args[0], depth),
                          (uint64_t)1 << inst->args[1]->bits);
    case PK_OP_convert:
    case PK_OP_bitcast:
        return !pk_type_is_float(inst->args[0]->type) &&
               add_scaled(out, sum_of(sums, inst->args[0], depth), 1);
    }
    return false;
}

static const pk_sum *sum_of(pk_sums *sums, const pk_value *v, int depth) {
    draft d = {.count = 0};

    if (pk_is_const(v))
        return keep_one(sums, (uint64_t)pk_const_get_int(v), 0);
    if (!sums->known[v->id])
        sums->known[v->id] = depth < MAX_DEPTH && v->kind == PK_VALUE_result &&
                                     spell_out(sums, v->def, depth + 1, &d)
                                 ? keep(sums, &d)
                                 : keep_one(sums, 1, v->id + 1);
    sums->values[v->id] = v;
    return sums->known[v->id];
}

void pk_sums_hold(pk_sums *sums, const pk_value *v) {
    sums->known[v->id] = keep_one(sums, 1, v->id + 1);
}

const pk_sum *pk_sum_of(pk_sums *sums, const pk_value *v) {
    return sum_of(sums, v, 0);
}

bool pk_sum_equal(const pk_sum *a, const pk_sum *b) {
    return a->hash == b->hash && a->count == b->count &&
           !memcmp(a->terms, b->terms, a->count * sizeof *a->terms);
}
