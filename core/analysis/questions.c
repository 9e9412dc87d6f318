/* SPDX-License-Identifier: Apache-2.0 */
/* Comparisons that hold in no round of a loop. */
#include "core/analysis/questions.h"

#include "core/compare.h"
#include "core/ir_data.h"
#include "core/within.h"

#include <string.h>

void pk_questions_init(pk_questions *q, const pk_func *fn, const pk_inst *loop,
                       pk_arena *arena) {
    q->loop = loop;
    q->any = false;
    q->count = q->always_count = q->sum_count = 0;
    pk_nest_init(&q->nest, fn, loop, arena);
}

bool pk_counts_up(const pk_inst *loop) {
    return pk_is_const(loop->args[2]) && pk_const_get_int(loop->args[2]) > 0 &&
           pk_type_bytes(loop->index->type) >= 4;
}

static bool same_sum(const pk_sum_draft *a, const pk_sum_draft *b) {
    return a->count == b->count &&
           !memcmp(a->terms, b->terms, a->count * sizeof *a->terms);
}

/* Makes it known that a sum is never negative, by itself or asked in front of
 * the loop. False: it is negative, or may be in a way that cannot be asked. */
static bool ask_sum(pk_questions *q, pk_sum_draft *sum) {
    uint32_t i = 0;

    if (!pk_nest_least(&q->nest, sum))
        return false;
    if (pk_nest_is_from_zero(&q->nest, sum))
        return true;
    if (sum->count == 1 && !sum->terms[0].values[PK_SUM_DEGREE - 1])
        return false;
    while (i < q->sum_count && !same_sum(&q->sums[i], sum))
        i++;
    if (i == PK_QUESTION_SUMS)
        return false;
    if (i == q->sum_count)
        q->sums[q->sum_count++] = *sum;
    return true;
}

static bool ask_value(pk_questions *q, const pk_value *v) {
    pk_sum_draft sum = {.count = 0};

    return pk_nest_add(&q->nest, &sum, v, 1, 0) && ask_sum(q, &sum);
}

static const pk_value *without_cast(const pk_value *v) {
    while (pk_is_op(v, PK_OP_bitcast))
        v = v->def->args[0];
    return v;
}

/* The place of an index that is not negative, in an array of as many places as
 * its loop has rounds. */
static bool is_plain(pk_questions *q, pk_op op, const pk_inst *def) {
    const pk_value *x = without_cast(def->args[0]);
    const pk_inst *loop = x->def;

    return op == PK_OP_ge && x->kind == PK_VALUE_index &&
           x->type == PK_TYPE_i64 && pk_counts_up(loop) &&
           pk_is_const(loop->args[0]) && pk_const_get_int(loop->args[0]) >= 0 &&
           pk_sum_equal(pk_sum_of(&q->nest.sums, loop->args[1]),
                        pk_sum_of(&q->nest.sums, def->args[1]));
}

/* As unsigned numbers those below 0 are large. */
static bool ask_signs(pk_questions *q, const pk_inst *def) {
    for (int i = 0; i < 2; i++) {
        const pk_value *v = without_cast(def->args[i]);
        bool known =
            v->kind == PK_VALUE_result && (v->def->flags & PK_INST_nonneg);
        if (!pk_type_is_signed(def->args[i]->type) && !known &&
            !ask_value(q, v))
            return false;
    }
    return true;
}

/* x < y holds in no round where x - y is not negative in any, and so on. */
static bool ask_comparison(pk_questions *q, pk_op op, const pk_inst *def) {
    const bool less = op == PK_OP_lt || op == PK_OP_le;
    const bool equal = op == PK_OP_le || op == PK_OP_ge;
    const pk_value *high = def->args[!less], *low = def->args[less];
    pk_sum_draft sum = {.count = 0};

    if (!pk_type_is_int(low->type))
        return false;
    return is_plain(q, op, def) ||
           (pk_nest_is_exact(&q->nest, low) &&
            pk_nest_is_exact(&q->nest, high) && ask_signs(q, def) &&
            pk_nest_add(&q->nest, &sum, high, 1, equal ? -1 : 0) &&
            pk_nest_add(&q->nest, &sum, low, -1, 0) && ask_sum(q, &sum));
}

/* Whether such a comparison, or several of which one holds, holds in no round
 * if what is asked is so; `always`: or several that all hold, in all rounds. */
static bool ask_condition(pk_questions *q, const pk_value *v, bool always) {
    if (v->kind != PK_VALUE_result ||
        (!q->any && !always && !pk_inst_is_within(v->def, q->loop)))
        return false;
    switch ((int)v->def->op) {
    case PK_OP_or:
    case PK_OP_and:
        return (v->def->op == PK_OP_and) == always &&
               ask_condition(q, v->def->args[0], always) &&
               ask_condition(q, v->def->args[1], always);
    case PK_OP_lt:
    case PK_OP_le:
    case PK_OP_gt:
    case PK_OP_ge:
        return ask_comparison(
            q, always ? pk_op_negated(v->def->op) : v->def->op, v->def);
    }
    return false;
}

static bool has(pk_value *const *conds, uint32_t count, const pk_value *cond) {
    for (uint32_t i = 0; i < count; i++)
        if (conds[i] == cond)
            return true;
    return false;
}

bool pk_questions_have(const pk_questions *q, const pk_value *cond) {
    return has(q->conds, q->count, cond);
}

bool pk_questions_always(const pk_questions *q, const pk_value *cond) {
    return has(q->always, q->always_count, cond);
}

/* Forgets what was begun for a condition that cannot be asked. */
static void ask(pk_questions *q, pk_value **conds, uint32_t *count,
                pk_value *cond, bool always) {
    const pk_loop_nest nest = q->nest;
    const uint32_t sum_count = q->sum_count;

    if (has(conds, *count, cond))
        return;
    if (*count < PK_QUESTIONS && ask_condition(q, cond, always)) {
        conds[(*count)++] = cond;
        return;
    }
    q->nest = nest;
    q->sum_count = sum_count;
}

void pk_questions_ask(pk_questions *q, pk_value *cond) {
    ask(q, q->conds, &q->count, cond, false);
}

void pk_questions_ask_always(pk_questions *q, pk_value *cond) {
    ask(q, q->always, &q->always_count, cond, true);
}

/* An index that is not negative is what it is. */
void pk_questions_ask_wrap(pk_questions *q, const pk_value *wrap) {
    const pk_loop_nest nest = q->nest;
    const uint32_t sum_count = q->sum_count;
    const pk_value *index = wrap->def->args[0];

    if (nest.wrap_count < PK_NEST_WRAPS && pk_nest_is_exact(&q->nest, index) &&
        ask_value(q, index)) {
        q->nest.wraps[q->nest.wrap_count++] = wrap;
        return;
    }
    q->nest = nest;
    q->sum_count = sum_count;
}
