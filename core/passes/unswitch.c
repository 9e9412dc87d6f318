/* SPDX-License-Identifier: Apache-2.0 */
/* unswitch: what a loop asks in every round, though the answer is the same in
 * all of them, is asked in front of it. The usual answer gets a loop of its
 * own, without the question.
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
 * So are the guards of loops over threads, `x[i] if i < n else 0`: all blocks
 * but the last, or the first, have no thread to which they do not apply.
 *
 * The other questions are those of the language: whether an axis is stretched
 * to others, an array filled from its end, a divisor zero. Such a select takes
 * its last operand as a rule, and an `if` that leaves the loop does not. Loops
 * without them have even steps and one way out, and so become vectors. */
#include "base/error.h"
#include "core/analysis/questions.h"
#include "core/ir_data.h"
#include "core/passes/edit.h"
#include "core/passes/passes.h"
#include "core/within.h"

#include <string.h>

enum {
    WHOLE = 1200, /* instructions of a loop that is copied, */
    SMALL = 160,  /* of one over threads whose guards alone are asked, */
    UNUSUAL = 64, /* and of one that is also worth it where the answer is
                     unusual */
    GROWTH = 2400 /* of a function */
};

typedef struct unswitcher {
    pk_func *fn;
    pk_arena scratch;
    uint32_t grown;
} unswitcher;

/* The questions of one loop; `conds` are of selects and ifs. */
typedef struct questions {
    pk_questions of;
    pk_value *asked[PK_QUESTIONS]; /* conditions that are the same in all rounds
                                      and do not hold if conds do not */
    uint32_t asked_count, size;
    bool meets; /* threads of a block or warp meet in it */
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

/* An `if` for some threads, with something else for the others. */
static bool is_guard(const pk_inst *inst, const pk_inst *loop) {
    return inst->op == PK_OP_if && loop->flags & PK_INST_items &&
           inst->other->first && !pk_region_ends(inst->body);
}

/* Counts what a copy without questions has, more or less. */
static void count_rest(const pk_region *region, questions *q) {
    for (const pk_inst *inst = region->first; inst; inst = inst->next) {
        q->size++;
        if (inst->body && !(inst->op == PK_OP_if && leaves(inst, q->of.loop)))
            count_rest(inst->body, q);
        if (inst->other)
            count_rest(inst->other, q);
    }
}

static void look(pk_inst *inst, void *arg) {
    questions *q = arg;
    pk_value *cond;

    q->meets |=
        (pk_op_table[inst->op].flags & (PK_OPF_SYNC | PK_OPF_WARP)) != 0;
    if (q->of.nest.sums.arena->failed)
        return;
    if (inst->op == PK_OP_wrap_index && inst->results[0]->type == PK_TYPE_i64)
        pk_questions_ask_wrap(&q->of, inst->results[0]);
    if (is_guard(inst, q->of.loop))
        pk_questions_ask_always(&q->of, inst->args[0]);
    if (!is_question(inst, q->of.loop))
        return;
    cond = inst->args[0];
    if (!is_invariant(cond, q->of.loop)) {
        if (inst->op == PK_OP_if)
            pk_questions_ask(&q->of, cond);
    } else if (q->of.count < PK_QUESTIONS && !pk_questions_have(&q->of, cond)) {
        q->of.conds[q->of.count++] = cond;
        q->asked[q->asked_count++] = cond;
    }
}

/* ---- the loop without questions ---- */

static void answer(const questions *q, pk_value **map, pk_region *region);

/* Whether it is one of them, or its copy in the loop that is answered. */
static bool is_one_of(pk_value *const *conds, uint32_t count, pk_value **map,
                      const pk_value *cond) {
    for (uint32_t i = 0; i < count; i++) {
        const pk_value *copy = map ? map[conds[i]->id] : NULL;
        if (cond == (copy ? copy : conds[i]))
            return true;
    }
    return false;
}

static void answer_inst(const questions *q, pk_value **map, pk_inst *inst) {
    if (is_question(inst, q->of.loop) &&
        is_one_of(q->of.conds, q->of.count, map, inst->args[0])) {
        if (inst->op == PK_OP_select)
            pk_region_replace(inst->parent, inst->results[0], inst->args[2]);
        pk_inst_remove(inst);
        return;
    }
    if (inst->body)
        answer(q, map, inst->body);
    if (inst->other)
        answer(q, map, inst->other);
    if (inst->op == PK_OP_if &&
        is_one_of(q->of.always, q->of.always_count, map, inst->args[0]) &&
        !pk_region_ends(inst->body)) { /* nothing may follow one that does */
        pk_region_splice(inst->body, inst);
        pk_inst_remove(inst);
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
    for (uint32_t i = 0; i < q->of.nest.wrap_count; i++) {
        const pk_value *wrap = q->of.nest.wraps[i];
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
    pk_value *v = (pk_value *)q->of.nest.sums.values[value - 1];

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
    for (uint32_t i = 0; i < q->of.nest.leaf_count; i++)
        if (!pk_nest_leaf_holds(&q->of.nest, &q->of.nest.leaves[i]))
            any = either(b, any, emit_limit(b, q, &q->of.nest.leaves[i]));
    for (uint32_t i = 0; i < q->of.sum_count; i++)
        any = either(b, any,
                     pk_emit2(b, PK_OP_lt, emit_sum(b, q, &q->of.sums[i]),
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
        q->of.loop = branch->other->first;
        u->grown += q->size;
    }
    unwrap(q, map);
    answer(q, map, q->of.loop->body);
    walk(u, q->of.loop->body);
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

/* Threads may have different answers, and must meet at the same place. */
static bool pays(const unswitcher *u, const questions *q) {
    const uint32_t most = q->of.count + q->of.nest.wrap_count ? WHOLE
                          : q->of.always_count                ? SMALL
                                                              : 0;

    return !q->meets && q->size <= most && u->grown + q->size <= GROWTH;
}

static void find_questions(unswitcher *u, pk_inst *loop, questions *q) {
    pk_value *last = NULL;

    q->size = q->asked_count = 0;
    q->meets = false;
    drop_choices(loop, loop->body);
    if (pk_counts_up(loop) && !pk_is_const_int(loop->args[2], 1)) {
        pk_builder b;
        pk_builder_init(&b, u->fn);
        pk_builder_before(&b, loop);
        last = last_index(&b, loop);
    }
    pk_questions_init(&q->of, u->fn, loop, &u->scratch);
    q->of.nest.last = last;
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
    pk_arena_init(&u.scratch, fn->ir->arena->allocator);
    walk(&u, fn->body);
    failed = u.scratch.failed;
    pk_arena_finish(&u.scratch);
    return failed ? pk_fail_no_memory(err) : pk_pass_done(fn, err);
}
