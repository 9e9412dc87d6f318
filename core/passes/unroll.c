/* SPDX-License-Identifier: Apache-2.0 */
/* unroll: a loop in which threads meet, and of which is known how few rounds it
 * has, becomes its rounds.
 *
 *     set $step, 128                        %1 = lt %t, 128
 *     loop ^1 {                             if %1 { ... + 128 ... }
 *         %1 = get $step                    barrier
 *         if le %1, 0 { break ^1 }     =>   %2 = lt %t, 64
 *         if lt %t, %1 { ... + %1 ... }     if %2 { ... + 64 ... }
 *         barrier                           barrier
 *         set $step, shr %1, 1              ...
 *     }
 *
 * Reductions and scans of a block of known size are such loops. Cut at their
 * barriers they are loops over as many threads as the text says, of which
 * compilers make a few vectors; exchanges in a warp have the distance that
 * processors' shuffles want to know.
 *
 * The rounds are counted by going through them with the numbers that locals
 * have. What that leaves, gets of numbers and branches that are known, promote
 * and simplify clear away. */
#include "base/error.h"
#include "core/eval.h"
#include "core/ir_data.h"
#include "core/passes/edit.h"
#include "core/passes/passes.h"

enum {
    ROUNDS = 12, /* at most: a block has at most 2 ** 10 threads */
    SIZE = 600   /* instructions of all rounds */
};

/* A number that a value or local has, where it is known. */
typedef struct number {
    bool known;
    uint64_t bits;
} number;

typedef struct unroller {
    pk_func *fn;
    pk_arena scratch;
    number *of_value, *of_local; /* by id */
} unroller;

/* The loop that is looked at. */
typedef struct rounds {
    const unroller *u;
    const pk_inst *loop, *end; /* end: of the last round */
    uint32_t count, size;
    bool meets, other; /* threads meet; what is not known how to unroll */
} rounds;

static void look(pk_inst *inst, void *arg) {
    rounds *r = arg;

    r->size++;
    r->meets |=
        (pk_op_table[inst->op].flags & (PK_OPF_SYNC | PK_OPF_WARP)) != 0;
    /* Each barrier of the grid is a place where a block may wait. */
    r->other |= inst->op == PK_OP_grid_sync || inst->target == r->loop;
}

/* An `if` that does nothing but end the loop. Only that of a `loop`: the rounds
 * of a `for` are counted without going through them. */
static bool ends(const pk_inst *inst, const pk_inst *loop) {
    const bool may = loop->op == PK_OP_loop && inst->op == PK_OP_if;
    const pk_inst *first = may ? inst->body->first : NULL;

    return first && first->op == PK_OP_break && first->target == loop &&
           !inst->other->first;
}

static void look_at_all(rounds *r) {
    for (pk_inst *i = r->loop->body->first; i; i = i->next) {
        r->size++;
        if (!ends(i, r->loop)) {
            look(i, r);
            if (i->body)
                pk_region_visit(i->body, look, r);
            if (i->other)
                pk_region_visit(i->other, look, r);
        }
    }
}

/* ---- counting ---- */

static void forget(pk_inst *inst, void *arg) {
    const unroller *u = arg;

    if (inst->op == PK_OP_set)
        u->of_local[inst->local->id].known = false;
}

static number number_of(const unroller *u, const pk_value *v) {
    if (pk_is_const(v) && !pk_type_is_ptr(v->type))
        return (number){true, v->bits};
    return u->of_value[v->id];
}

static number compute(const unroller *u, const pk_inst *inst) {
    uint64_t args[4];
    number n = {false, 0};

    if (!pk_op_is_pure(inst->op) || inst->result_count != 1 ||
        inst->arg_count == 0 || inst->arg_count > 4)
        return n;
    for (uint32_t i = 0; i < inst->arg_count; i++) {
        const number arg = number_of(u, inst->args[i]);

        if (!arg.known)
            return n;
        args[i] = arg.bits;
    }
    n.known =
        pk_eval(inst->op, inst->args[inst->op == PK_OP_select ? 1 : 0]->type,
                inst->results[0]->type, args, &n.bits);
    return n;
}

/* Follows one instruction that is not a loop's end. */
static void follow(const unroller *u, pk_inst *inst) {
    if (inst->body)
        pk_region_visit(inst->body, forget, (void *)(uintptr_t)u);
    if (inst->other)
        pk_region_visit(inst->other, forget, (void *)(uintptr_t)u);
    if (inst->op == PK_OP_set)
        u->of_local[inst->local->id] = number_of(u, inst->args[0]);
    else if (inst->op == PK_OP_get)
        u->of_value[inst->results[0]->id] = u->of_local[inst->local->id];
    else if (inst->result_count == 1 && !inst->body)
        u->of_value[inst->results[0]->id] = compute(u, inst);
}

/* Whether the loop ends in this round; r->other, when that is not known. */
static bool follow_round(rounds *r) {
    for (pk_inst *i = r->loop->body->first; i; i = i->next) {
        if (!ends(i, r->loop)) {
            follow(r->u, i);
            continue;
        }
        const number cond = number_of(r->u, i->args[0]);
        r->other |= !cond.known;
        r->end = i;
        if (cond.known && cond.bits)
            return true;
    }
    return false;
}

static void count_rounds(rounds *r) {
    const unroller *u = r->u;

    for (const pk_local *l = u->fn->locals; l; l = l->next)
        u->of_local[l->id].known = false;
    for (pk_inst *i = r->loop->parent->first; i != r->loop; i = i->next)
        follow(u, i);
    while (!r->other && r->count <= ROUNDS && !follow_round(r))
        r->count++;
}

/* A `for` has as many rounds as it has numbers. */
static void count_turns(rounds *r) {
    const pk_inst *loop = r->loop;
    int64_t from, to, step;

    r->count = ROUNDS + 1;
    if (!pk_is_const(loop->args[0]) || !pk_is_const(loop->args[1]) ||
        !pk_is_const(loop->args[2]))
        return;
    from = pk_const_get_int(loop->args[0]);
    to = pk_const_get_int(loop->args[1]);
    step = pk_const_get_int(loop->args[2]);
    if (from < INT32_MIN || from > INT32_MAX || to < INT32_MIN ||
        to > INT32_MAX || step <= 0 || step > INT32_MAX)
        return;
    r->count = to <= from ? 0 : (uint32_t)((to - from - 1) / step + 1);
}

/* ---- unrolling ---- */

static void put_round(unroller *u, const rounds *r, uint32_t at) {
    pk_inst *loop = (pk_inst *)(uintptr_t)r->loop;
    pk_value **map = pk_arena_array(
        u->fn->ir->arena, u->fn->value_count + (size_t)1, sizeof(pk_value *));

    if (u->fn->ir->arena->failed)
        return;
    if (loop->op == PK_OP_for)
        map[loop->index->id] =
            pk_const_int(u->fn, loop->index->type,
                         pk_const_get_int(loop->args[0]) +
                             at * pk_const_get_int(loop->args[2]));
    for (const pk_inst *i = loop->body->first; i; i = i->next) {
        if (at == r->count && i == r->end)
            return;
        if (!ends(i, loop))
            pk_inst_copy(u->fn, loop->parent, loop, i, map, NULL);
    }
}

static bool unroll(unroller *u, pk_inst *loop) {
    rounds r = {.u = u, .loop = loop};

    look_at_all(&r);
    /* Nothing may follow a round that always leaves for somewhere else. */
    if (!r.meets || r.other || pk_region_ends(loop->body))
        return false;
    if (loop->op == PK_OP_loop)
        count_rounds(&r);
    else
        count_turns(&r);
    if (r.other || r.count > ROUNDS || r.size * (r.count + 1) > SIZE)
        return false;
    /* The round in which a `loop` ends is begun, too. */
    for (uint32_t i = 0; i < r.count + (loop->op == PK_OP_loop); i++)
        put_round(u, &r, i);
    pk_inst_remove(loop);
    pk_func_get_data(u->fn)->reshaped = true;
    return true;
}

static bool make_tables(unroller *u) {
    u->of_value =
        pk_arena_array(&u->scratch, u->fn->value_count + 1u, sizeof(number));
    u->of_local =
        pk_arena_array(&u->scratch, u->fn->local_count + 1u, sizeof(number));
    return !u->scratch.failed;
}

/* Inner loops first, whose rounds are then those of the outer one's. */
static void walk(unroller *u, pk_region *region) {
    for (pk_inst *i = region->first, *next; i; i = next) {
        next = i->next;
        if (i->body)
            walk(u, i->body);
        if (i->other)
            walk(u, i->other);
        if ((i->op == PK_OP_loop ||
             (i->op == PK_OP_for && !(i->flags & PK_INST_items))) &&
            !u->scratch.failed && !u->fn->ir->arena->failed && unroll(u, i)) {
            pk_func_number(u->fn);
            make_tables(u);
        }
    }
}

static void look_for_meeting(pk_inst *inst, void *arg) {
    bool *found = arg;

    *found |= (pk_op_table[inst->op].flags & (PK_OPF_SYNC | PK_OPF_WARP)) != 0;
}

pk_status pk_pass_unroll(pk_func *fn, const pk_caps *caps, pk_error *err) {
    unroller u = {.fn = fn};
    bool failed, meets = false;

    (void)caps;
    pk_region_visit(fn->body, look_for_meeting, &meets);
    if (!meets)
        return PK_OK;
    pk_func_number(fn);
    pk_arena_init(&u.scratch, fn->ir->arena->allocator);
    if (make_tables(&u))
        walk(&u, fn->body);
    failed = u.scratch.failed;
    pk_arena_finish(&u.scratch);
    return failed ? pk_fail_no_memory(err) : pk_pass_done(fn, err);
}
