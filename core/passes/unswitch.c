/* SPDX-License-Identifier: Apache-2.0 */
/* unswitch: what a loop of a host function asks in every round, though the
 * answer is the same in all of them, is asked in front of it. The usual answer
 * gets a loop of its own, without the question.
 *
 *     for ^1 %1: i64 = 0:i64, %n, 1:i64 {      if %c {
 *         %2: i64 = select %c, 0:i64, %1           for ^1 %1 ... as before
 *         %3: ptr = elem %a, %2            =>  } else {
 *         ...                                      for ^2 %4 ... {
 *     }                                                %5: ptr = elem %a, %4
 *
 * Whether an index is out of bounds in any round of the loop, and of the loops
 * within, is asked once, of the least and greatest numbers that it can be
 * (analysis/extremes.h); often there is nothing left to ask. So is whether an
 * index is negative, and counted from the end.
 *
 * The questions are those of the language: whether an axis is stretched to
 * others, an array filled from its end, a divisor zero. Such a select takes its
 * last operand as a rule, and an `if` that leaves the loop does not. Loops
 * without them have even steps and one way out, and so become vectors. */
#include "base/error.h"
#include "core/analysis/extremes.h"
#include "core/ir_data.h"
#include "core/passes/edit.h"
#include "core/passes/passes.h"
#include "core/within.h"

#include <string.h>

enum {
    CONDITIONS = 64, /* of a loop, at most */
    SUMS = 16,       /* different ones that they ask for */
    WHOLE = 1200,    /* instructions of a loop that is copied */
    UNUSUAL = 64,    /* and of one that is also worth it where the answer is
                        unusual */
    GROWTH = 2400    /* of a function */
};

typedef struct unswitcher {
    pk_func *fn;
    pk_arena scratch;
    uint32_t grown;
} unswitcher;

/* The questions of one loop. */
typedef struct questions {
    const pk_inst *loop;
    pk_loop_nest nest;
    pk_value *conds[CONDITIONS]; /* of selects and ifs, that do not hold if */
    pk_value *asked[CONDITIONS]; /* these do not, which are the same in all
                                    rounds, */
    pk_sum_draft sums[SUMS];     /* none of these is negative, and the nest's
                                    leaves are within their limits */
    uint32_t count, asked_count, sum_count, size;
} questions;

static bool is_invariant(const pk_value *v, const pk_inst *loop) {
    return v->kind == PK_VALUE_param ||
           ((v->kind == PK_VALUE_result || v->kind == PK_VALUE_index) &&
            !pk_inst_is_within(v->def, loop));
}

/* An `if` that does nothing but leave the loop. */
static bool leaves(const pk_inst *inst, const pk_inst *loop) {
    const pk_inst *last = inst->body->last;

    return !inst->other->first && last &&
           (last->op == PK_OP_return ||
            (last->op == PK_OP_break && last->target != loop &&
             !pk_inst_is_within(last->target, loop)));
}

/* ---- comparisons that hold in no round ---- */

static bool counts_up(const pk_inst *loop) {
    return pk_is_const(loop->args[2]) && pk_const_get_int(loop->args[2]) > 0 &&
           pk_type_bytes(loop->index->type) >= 4;
}

static bool same_sum(const pk_sum_draft *a, const pk_sum_draft *b) {
    return a->count == b->count &&
           !memcmp(a->terms, b->terms, a->count * sizeof *a->terms);
}

/* Makes it known that a sum is never negative, by itself or asked in front of
 * the loop. False: it is negative, or may be in a way that cannot be asked. */
static bool ask_sum(questions *q, pk_sum_draft *sum) {
    uint32_t i = 0;

    if (!pk_nest_least(&q->nest, sum))
        return false;
    if (pk_nest_is_from_zero(&q->nest, sum))
        return true;
    if (sum->count == 1 && !sum->terms[0].values[PK_SUM_DEGREE - 1])
        return false;
    while (i < q->sum_count && !same_sum(&q->sums[i], sum))
        i++;
    if (i == SUMS)
        return false;
    if (i == q->sum_count)
        q->sums[q->sum_count++] = *sum;
    return true;
}

static bool ask_value(questions *q, const pk_value *v) {
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
static bool is_plain(questions *q, const pk_inst *def) {
    const pk_value *x = without_cast(def->args[0]);
    const pk_inst *loop = x->def;

    return def->op == PK_OP_ge && x->kind == PK_VALUE_index &&
           x->type == PK_TYPE_i64 && counts_up(loop) &&
           pk_is_const(loop->args[0]) && pk_const_get_int(loop->args[0]) >= 0 &&
           pk_sum_equal(pk_sum_of(&q->nest.sums, loop->args[1]),
                        pk_sum_of(&q->nest.sums, def->args[1]));
}

/* As unsigned numbers those below 0 are large. */
static bool ask_signs(questions *q, const pk_inst *def) {
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
static bool ask_comparison(questions *q, const pk_inst *def) {
    const bool less = def->op == PK_OP_lt || def->op == PK_OP_le;
    const bool equal = def->op == PK_OP_le || def->op == PK_OP_ge;
    const pk_value *high = def->args[!less], *low = def->args[less];
    pk_sum_draft sum = {.count = 0};

    if (!pk_type_is_int(low->type))
        return false;
    return is_plain(q, def) ||
           (pk_nest_is_exact(&q->nest, low) &&
            pk_nest_is_exact(&q->nest, high) && ask_signs(q, def) &&
            pk_nest_add(&q->nest, &sum, high, 1, equal ? -1 : 0) &&
            pk_nest_add(&q->nest, &sum, low, -1, 0) && ask_sum(q, &sum));
}

/* Whether such a comparison, or several of which one holds, holds in no round
 * if what is asked is so. */
static bool ask_condition(questions *q, const pk_value *v) {
    if (v->kind != PK_VALUE_result || !pk_inst_is_within(v->def, q->loop))
        return false;
    switch ((int)v->def->op) {
    case PK_OP_or:
        return ask_condition(q, v->def->args[0]) &&
               ask_condition(q, v->def->args[1]);
    case PK_OP_lt:
    case PK_OP_le:
    case PK_OP_gt:
    case PK_OP_ge: return ask_comparison(q, v->def);
    }
    return false;
}

static bool is_asked(const questions *q, const pk_value *cond) {
    for (uint32_t i = 0; i < q->count; i++)
        if (q->conds[i] == cond)
            return true;
    return false;
}

/* Forgets what was begun for a condition that cannot be asked. */
static void look_at_condition(questions *q, pk_value *cond) {
    const pk_loop_nest nest = q->nest;
    const uint32_t sum_count = q->sum_count;

    if (is_asked(q, cond))
        return;
    if (q->count < CONDITIONS && ask_condition(q, cond)) {
        q->conds[q->count++] = cond;
        return;
    }
    q->nest = nest;
    q->sum_count = sum_count;
}

/* An index that is not negative is what it is. */
static void look_at_wrap(questions *q, const pk_value *wrap) {
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

/* The index in the last round, where there is one. */
static pk_value *last_index(pk_builder *b, const pk_inst *loop) {
    pk_value *first = loop->args[0], *step = loop->args[2], *last, *rest;
    pk_type wide = pk_type_bytes(first->type) == 4 ? PK_TYPE_u32 : PK_TYPE_u64;

    last = pk_emit2(b, PK_OP_sub, loop->args[1],
                    pk_const_int(b->fn, first->type, 1));
    rest =
        pk_emit_to(b, PK_OP_bitcast, wide, pk_emit2(b, PK_OP_sub, last, first));
    rest = pk_emit2(b, PK_OP_rem, rest,
                    pk_const_int(b->fn, wide, pk_const_get_int(step)));
    return pk_emit2(b, PK_OP_sub, last,
                    pk_emit_to(b, PK_OP_bitcast, first->type, rest));
}

static bool is_question(const pk_inst *inst, const pk_inst *loop) {
    return inst->op == PK_OP_select ||
           (inst->op == PK_OP_if && leaves(inst, loop));
}

/* Counts what a copy without questions has, more or less. */
static void count_rest(const pk_region *region, questions *q) {
    for (const pk_inst *inst = region->first; inst; inst = inst->next) {
        q->size++;
        if (inst->body && !(inst->op == PK_OP_if && leaves(inst, q->loop)))
            count_rest(inst->body, q);
        if (inst->other)
            count_rest(inst->other, q);
    }
}

static void look(pk_inst *inst, void *arg) {
    questions *q = arg;
    pk_value *cond;

    if (q->nest.sums.arena->failed)
        return;
    if (inst->op == PK_OP_wrap_index && inst->results[0]->type == PK_TYPE_i64)
        look_at_wrap(q, inst->results[0]);
    if (!is_question(inst, q->loop))
        return;
    cond = inst->args[0];
    if (!is_invariant(cond, q->loop)) {
        if (inst->op == PK_OP_if)
            look_at_condition(q, cond);
    } else if (q->count < CONDITIONS && !is_asked(q, cond)) {
        q->conds[q->count++] = cond;
        q->asked[q->asked_count++] = cond;
    }
}

/* ---- the loop without questions ---- */

static void answer(const questions *q, pk_value **map, pk_region *region);

static bool is_answered(const questions *q, pk_value **map,
                        const pk_value *cond) {
    for (uint32_t i = 0; i < q->count; i++) {
        const pk_value *copy = map ? map[q->conds[i]->id] : NULL;
        if (cond == (copy ? copy : q->conds[i]))
            return true;
    }
    return false;
}

static void answer_inst(const questions *q, pk_value **map, pk_inst *inst) {
    if (is_question(inst, q->loop) && is_answered(q, map, inst->args[0])) {
        if (inst->op == PK_OP_select)
            pk_region_replace(inst->parent, inst->results[0], inst->args[2]);
        pk_inst_remove(inst);
    } else if (inst->body) {
        answer(q, map, inst->body);
        if (inst->other)
            answer(q, map, inst->other);
    }
}

/* `map` leads from the loop's values to those of the copy that is answered. */
static void answer(const questions *q, pk_value **map, pk_region *region) {
    for (pk_inst *inst = region->first, *next; inst; inst = next) {
        next = inst->next;
        answer_inst(q, map, inst);
    }
}

static void unwrap(const questions *q, pk_value **map) {
    for (uint32_t i = 0; i < q->nest.wrap_count; i++) {
        const pk_value *wrap = q->nest.wraps[i];
        pk_inst *inst = map ? map[wrap->id]->def : wrap->def;

        pk_region_replace(inst->parent, inst->results[0], inst->args[0]);
        pk_inst_remove(inst);
    }
}

static void walk(unswitcher *u, pk_region *region);

static pk_value **new_map(const pk_func *fn) {
    return pk_arena_array(fn->ir->arena, fn->value_count + (size_t)1,
                          sizeof(pk_value *));
}

static pk_value *emit_leaf(pk_builder *b, const questions *q, uint32_t value) {
    pk_value *v = (pk_value *)q->nest.sums.values[value - 1];

    return v->type == PK_TYPE_i64
               ? v
               : pk_emit_to(b, PK_OP_convert, PK_TYPE_i64, v);
}

static pk_value *emit_term(pk_builder *b, const questions *q,
                           const pk_term *term) {
    pk_value *v = NULL;

    for (int k = 0; k < PK_SUM_DEGREE; k++)
        if (term->values[k]) {
            pk_value *leaf = emit_leaf(b, q, term->values[k]);
            v = v ? pk_emit2(b, PK_OP_mul, v, leaf) : leaf;
        }
    if (v && term->factor == 1)
        return v;
    return v ? pk_emit2(b, PK_OP_mul, v, pk_const_i64(b, (int64_t)term->factor))
             : pk_const_i64(b, (int64_t)term->factor);
}

static pk_value *emit_sum(pk_builder *b, const questions *q,
                          const pk_sum_draft *sum) {
    pk_value *total = NULL;

    for (uint32_t i = 0; i < sum->count; i++) {
        pk_value *v = emit_term(b, q, &sum->terms[i]);
        total = total ? pk_emit2(b, PK_OP_add, total, v) : v;
    }
    return total;
}

/* Whether the leaf is beyond its limits. */
static pk_value *emit_limit(pk_builder *b, const questions *q,
                            const pk_nest_leaf *leaf) {
    pk_value *v = emit_leaf(b, q, leaf->value->id + 1);
    int64_t limit = INT64_C(1) << leaf->bits;

    if (!leaf->from_zero) {
        v = pk_emit2(b, PK_OP_add, v, pk_const_i64(b, limit));
        limit *= 2;
    }
    return pk_emit2(b, PK_OP_ge, pk_emit_to(b, PK_OP_bitcast, PK_TYPE_u64, v),
                    pk_const_int(b->fn, PK_TYPE_u64, limit));
}

static pk_value *either(pk_builder *b, pk_value *any, pk_value *cond) {
    return any ? pk_emit2(b, PK_OP_or, any, cond) : cond;
}

/* Whether the answer to any question is the unusual one; NULL: there is none.
 */
static pk_value *put_questions(pk_builder *b, const questions *q) {
    pk_value *any = NULL;

    for (uint32_t i = 0; i < q->asked_count; i++)
        any = either(b, any, q->asked[i]);
    for (uint32_t i = 0; i < q->nest.leaf_count; i++)
        if (!pk_nest_leaf_holds(&q->nest, &q->nest.leaves[i]))
            any = either(b, any, emit_limit(b, q, &q->nest.leaves[i]));
    for (uint32_t i = 0; i < q->sum_count; i++)
        any = either(b, any,
                     pk_emit2(b, PK_OP_lt, emit_sum(b, q, &q->sums[i]),
                              pk_const_i64(b, 0)));
    return any;
}

/* Both loops may hold loops with questions that are new in each of their
 * rounds. The one with the unusual answer mostly fails in the end. */
static void split(unswitcher *u, pk_inst *loop, questions *q) {
    pk_value **map = NULL, *cond;
    pk_inst *branch;
    pk_builder b;

    pk_builder_init(&b, u->fn);
    pk_builder_before(&b, loop);
    cond = put_questions(&b, q);
    if (cond) {
        map = new_map(u->fn);
        if (u->fn->ir->arena->failed)
            return;
        branch = pk_begin_if(&b, cond);
        pk_inst_remove(loop);
        pk_inst_insert(branch->body, NULL, loop);
        pk_region_copy(u->fn, branch->other, branch->body, map, NULL);
        if (u->fn->ir->arena->failed)
            return;
        q->loop = branch->other->first;
        u->grown += q->size;
    }
    unwrap(q, map);
    answer(q, map, q->loop->body);
    walk(u, q->loop->body);
    if (cond && q->size <= UNUSUAL)
        walk(u, loop->body);
}

/* ---- loops of a function ---- */

/* select(n == 1, 0, %i), where %i counts from 0 below n, is %i. */
static bool is_index(const pk_inst *inst, const pk_inst *loop) {
    const pk_value *asked = inst->args[0];

    return inst->op == PK_OP_select && inst->args[2] == loop->index &&
           pk_is_const_int(inst->args[1], 0) &&
           pk_is_const_int(loop->args[0], 0) &&
           pk_is_const_int(loop->args[2], 1) &&
           asked->kind == PK_VALUE_result && asked->def->op == PK_OP_eq &&
           asked->def->args[0] == loop->args[1] &&
           pk_is_const_int(asked->def->args[1], 1);
}

static void drop_choices(pk_inst *loop, pk_region *region) {
    for (pk_inst *inst = region->first, *next; inst; inst = next) {
        next = inst->next;
        if (inst->body)
            drop_choices(loop, inst->body);
        if (inst->other)
            drop_choices(loop, inst->other);
        if (is_index(inst, loop)) {
            pk_region_replace(loop->body, inst->results[0], loop->index);
            pk_inst_remove(inst);
        }
    }
}

static bool pays(const unswitcher *u, const questions *q) {
    return q->count + q->nest.wrap_count && q->size <= WHOLE &&
           u->grown + q->size <= GROWTH;
}

static void find_questions(unswitcher *u, pk_inst *loop, questions *q) {
    pk_value *last = NULL;

    q->loop = loop;
    q->size = q->count = q->asked_count = q->sum_count = 0;
    drop_choices(loop, loop->body);
    if (counts_up(loop) && !pk_is_const_int(loop->args[2], 1)) {
        pk_builder b;
        pk_builder_init(&b, u->fn);
        pk_builder_before(&b, loop);
        last = last_index(&b, loop);
    }
    pk_nest_init(&q->nest, u->fn, loop, &u->scratch);
    q->nest.last = last;
    if (u->scratch.failed)
        return;
    count_rest(loop->body, q);
    pk_region_visit(loop->body, look, q);
}

static void walk(unswitcher *u, pk_region *region) {
    for (pk_inst *inst = region->first, *next;
         inst && !u->scratch.failed && !u->fn->ir->arena->failed; inst = next) {
        questions q;

        next = inst->next;
        if (inst->op == PK_OP_for) {
            find_questions(u, inst, &q);
            if (pays(u, &q)) {
                split(u, inst, &q);
                continue;
            }
        }
        if (inst->body)
            walk(u, inst->body);
        if (inst->other)
            walk(u, inst->other);
    }
}

pk_status pk_pass_unswitch(pk_func *fn, const pk_caps *caps, pk_error *err) {
    unswitcher u = {.fn = fn};
    bool failed;

    (void)caps;
    if (fn->kind != PK_FUNC_host)
        return PK_OK;
    pk_arena_init(&u.scratch, fn->ir->arena->allocator);
    walk(&u, fn->body);
    failed = u.scratch.failed;
    pk_arena_finish(&u.scratch);
    return failed ? pk_fail_no_memory(err) : pk_pass_done(fn, err);
}
