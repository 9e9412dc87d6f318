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
 * A question about a value that grows with the loop's index, for instance
 * whether an index is out of bounds, is asked for the first and the last round:
 * the rounds between them have no other answer.
 *
 * The questions are those of the language: whether an axis is stretched to
 * others, an array filled from its end, a divisor zero. Such a select takes its
 * last operand as a rule, and an `if` that leaves the loop does not. Loops
 * without them have even steps and one way out, and so become vectors. */
#include "core/ir_data.h"
#include "core/passes/edit.h"
#include "core/passes/passes.h"

enum {
    CONDITIONS = 24, /* of a loop, at most */
    NEST = 480,      /* instructions of a loop with loops inside */
    WHOLE = 1200,    /* and of one that is copied for itself */
    GROWTH = 2400    /* of a function */
};

typedef struct unswitcher {
    pk_func *fn;
    uint32_t grown;
} unswitcher;

/* The questions of one loop. */
typedef struct questions {
    const pk_inst *loop;
    pk_value *conds[CONDITIONS];  /* the same in all rounds */
    pk_value *ranges[CONDITIONS]; /* true in the first rounds, or the last */
    uint32_t count, range_count, size;
    bool has_loops, too_many;
} questions;

static bool is_loop(const pk_inst *inst) {
    return inst->op == PK_OP_for || inst->op == PK_OP_loop;
}

static bool is_within(const pk_inst *inst, const pk_inst *loop) {
    while (inst && inst != loop)
        inst = inst->parent->owner;
    return inst != NULL;
}

static bool is_invariant(const pk_value *v, const pk_inst *loop) {
    return (v->kind == PK_VALUE_result || v->kind == PK_VALUE_index) &&
           !is_within(v->def, loop);
}

/* An `if` that does nothing but leave the loop. */
static bool leaves(const pk_inst *inst, const pk_inst *loop) {
    const pk_inst *last = inst->body->last;

    return !inst->other->first && last &&
           (last->op == PK_OP_return ||
            (last->op == PK_OP_break && last->target != loop &&
             !is_within(last->target, loop)));
}

/* ---- what grows with the index ---- */

static bool is_outside(const pk_value *v, const pk_inst *loop) {
    return !(v->kind == PK_VALUE_result || v->kind == PK_VALUE_index) ||
           !is_within(v->def, loop);
}

/* The index, more or less what does not change. */
static bool grows(const pk_value *v, const pk_inst *loop) {
    const pk_inst *def = v->def;

    if (v == loop->index)
        return true;
    if (v->kind != PK_VALUE_result || !is_within(def, loop))
        return false;
    switch ((int)def->op) {
    case PK_OP_add:
        return (grows(def->args[0], loop) && is_outside(def->args[1], loop)) ||
               (grows(def->args[1], loop) && is_outside(def->args[0], loop));
    case PK_OP_sub:
        return grows(def->args[0], loop) && is_outside(def->args[1], loop);
    case PK_OP_bitcast: return grows(def->args[0], loop);
    }
    return false;
}

/* A comparison of what grows with what does not change. As unsigned numbers
 * those below 0 are large: what grows may begin there, so only whether it is
 * large is asked. */
static bool is_bound(const pk_inst *def, const pk_inst *loop) {
    const bool is_signed = pk_type_is_signed(def->args[0]->type);
    const bool asks_large = def->op == PK_OP_ge || def->op == PK_OP_gt;

    if (!pk_type_is_int(def->args[0]->type))
        return false;
    if (grows(def->args[0], loop) && is_outside(def->args[1], loop))
        return is_signed || asks_large;
    return grows(def->args[1], loop) && is_outside(def->args[0], loop) &&
           (is_signed || !asks_large);
}

/* Such a comparison, or several of which one holds. */
static bool is_range(const pk_value *v, const pk_inst *loop) {
    const pk_inst *def = v->def;

    if (v->kind != PK_VALUE_result || !is_within(def, loop))
        return false;
    switch ((int)def->op) {
    case PK_OP_or:
        return (is_range(def->args[0], loop) ||
                is_outside(def->args[0], loop)) &&
               (is_range(def->args[1], loop) || is_outside(def->args[1], loop));
    case PK_OP_lt:
    case PK_OP_le:
    case PK_OP_gt:
    case PK_OP_ge: return is_bound(def, loop);
    }
    return false;
}

/* Such a value in the round of that index, computed in front of the loop. */
static pk_value *emit_at(pk_builder *b, pk_value *v, const pk_inst *loop,
                         pk_value *index) {
    pk_value *first;

    if (v == loop->index)
        return index;
    if (is_outside(v, loop))
        return v;
    first = emit_at(b, v->def->args[0], loop, index);
    if (v->def->op == PK_OP_bitcast)
        return pk_emit_to(b, PK_OP_bitcast, v->type, first);
    return pk_emit2(b, v->def->op, first,
                    emit_at(b, v->def->args[1], loop, index));
}

static bool counts_up(const pk_inst *loop) {
    return pk_is_const(loop->args[2]) && pk_const_get_int(loop->args[2]) > 0 &&
           pk_type_bytes(loop->index->type) >= 4;
}

/* The index in the last round, where there is one. */
static pk_value *last_index(pk_builder *b, const pk_inst *loop) {
    pk_value *first = loop->args[0], *step = loop->args[2], *last, *rest;
    pk_type wide = pk_type_bytes(first->type) == 4 ? PK_TYPE_u32 : PK_TYPE_u64;

    last = pk_emit2(b, PK_OP_sub, loop->args[1],
                    pk_const_int(b->fn, first->type, 1));
    if (pk_is_const_int(step, 1))
        return last;
    rest =
        pk_emit_to(b, PK_OP_bitcast, wide, pk_emit2(b, PK_OP_sub, last, first));
    rest = pk_emit2(b, PK_OP_rem, rest,
                    pk_const_int(b->fn, wide, pk_const_get_int(step)));
    return pk_emit2(b, PK_OP_sub, last,
                    pk_emit_to(b, PK_OP_bitcast, first->type, rest));
}

/* An `if` that leaves the loop in its first rounds, or the last, or not. */
static bool asks_range(const pk_inst *inst, const pk_inst *loop) {
    return inst->op == PK_OP_if && counts_up(loop) && leaves(inst, loop) &&
           is_range(inst->args[0], loop);
}

static bool is_question(const pk_inst *inst, const pk_inst *loop) {
    if (inst->op != PK_OP_select &&
        (inst->op != PK_OP_if || !leaves(inst, loop)))
        return false;
    return is_invariant(inst->args[0], loop);
}

static void look(pk_inst *inst, void *arg) {
    questions *q = arg;
    uint32_t i = 0;

    q->size++;
    q->has_loops |= is_loop(inst);
    if (asks_range(inst, q->loop)) {
        q->too_many |= q->range_count == CONDITIONS;
        if (!q->too_many)
            q->ranges[q->range_count++] = inst->args[0];
        return;
    }
    if (!is_question(inst, q->loop))
        return;
    while (i < q->count && q->conds[i] != inst->args[0])
        i++;
    if (i == q->count && i < CONDITIONS)
        q->conds[q->count++] = inst->args[0];
}

static bool asks(const questions *q, const pk_inst *inst) {
    for (uint32_t i = 0; i < q->count; i++)
        if (inst->args[0] == q->conds[i])
            return true;
    return false;
}

/* ---- the loop without questions ---- */

/* The copy's own loop stands for the original's. */
static void answer(const questions *q, pk_region *region) {
    for (pk_inst *inst = region->first, *next; inst; inst = next) {
        next = inst->next;
        if (asks_range(inst, q->loop) ||
            (is_question(inst, q->loop) && asks(q, inst))) {
            if (inst->op == PK_OP_select)
                pk_region_replace(region, inst->results[0], inst->args[2]);
            pk_inst_remove(inst);
        } else if (inst->body) {
            answer(q, inst->body);
            if (inst->other)
                answer(q, inst->other);
        }
    }
}

static void walk(unswitcher *u, pk_region *region);

static pk_value **new_map(const pk_func *fn) {
    return pk_arena_array(fn->ir->arena, fn->value_count + (size_t)1,
                          sizeof(pk_value *));
}

/* Whether the answer to any question is the unusual one. */
static pk_value *put_questions(pk_builder *b, const questions *q) {
    pk_value *first = q->loop->args[0], *last = NULL, *any = NULL;

    for (uint32_t i = 0; i < q->count; i++)
        any = any ? pk_emit2(b, PK_OP_or, any, q->conds[i]) : q->conds[i];
    if (q->range_count)
        last = last_index(b, q->loop);
    for (uint32_t i = 0; i < q->range_count; i++) {
        pk_value *at_first = emit_at(b, q->ranges[i], q->loop, first);
        pk_value *at_last = emit_at(b, q->ranges[i], q->loop, last);
        any = any ? pk_emit2(b, PK_OP_or, any, at_first) : at_first;
        any = pk_emit2(b, PK_OP_or, any, at_last);
    }
    return any;
}

/* The copy may hold loops with questions that are new in each of its rounds. */
static void split(unswitcher *u, pk_inst *loop, questions *q) {
    pk_value **map, *cond;
    pk_inst *branch;
    pk_builder b;

    pk_builder_init(&b, u->fn);
    pk_builder_before(&b, loop);
    cond = put_questions(&b, q);
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
    answer(q, q->loop->body);
    u->grown += q->size;
    walk(u, q->loop->body);
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
    return (q->count || q->range_count) && !q->too_many &&
           q->size <= (q->has_loops ? NEST : WHOLE) &&
           u->grown + q->size <= GROWTH;
}

static void walk(unswitcher *u, pk_region *region) {
    for (pk_inst *inst = region->first, *next; inst; inst = next) {
        questions q = {.loop = inst};

        next = inst->next;
        if (inst->op == PK_OP_for) {
            drop_choices(inst, inst->body);
            pk_region_visit(inst->body, look, &q);
        }
        if (pays(u, &q)) {
            split(u, inst, &q);
            continue;
        }
        if (inst->body)
            walk(u, inst->body);
        if (inst->other)
            walk(u, inst->other);
    }
}

pk_status pk_pass_unswitch(pk_func *fn, const pk_caps *caps, pk_error *err) {
    unswitcher u = {.fn = fn};

    (void)caps;
    if (fn->kind == PK_FUNC_host)
        walk(&u, fn->body);
    return pk_pass_done(fn, err);
}
