/* SPDX-License-Identifier: Apache-2.0 */
/* Several rows of threads at a time, in the registers of one loop.
 *
 * Each row of a matrix product reads all of the second matrix. Where the loops
 * inside run alike for all threads, some rows can go through them together:
 * what they have in common is loaded and computed once. A loop over rows is one
 * over groups of them then, in which the loop over the threads of a row does
 * the work of all rows of the group:
 *
 *   for.items %y = 0, %n, 1 {         for.items %y = 0, %n, 2 {
 *     for.items %x = 0, %w, 1 {         if %n - %y >= 2 {
 *       for %k = 0, %m, 1 {               for.items %x = 0, %w, 1 {
 *         %1 = load b[%k, %x]               for %k = 0, %m, 1 {
 *         %2 = load a[%y, %k]    -->          %1 = load b[%k, %x]
 *         $s += %1 * %2                       %2 = load a[%y, %k]
 *       }                                     $s += %1 * %2
 *     }                                       %3 = load a[%y + 1, %k]
 *   }                                         $s.1 += %1 * %3
 *                                           }
 *                                         }
 *                                       } else { the rows one by one }
 *                                     }
 *
 * lanes.c finds how values vary along a row, here it is found how they vary
 * from row to row: a value is the same or *apart*. So is a local that is set to
 * what is apart, and an `if` or loop that asks for it, with all that it holds;
 * such a construct runs once for each row, others for all rows together. An
 * exit that some rows take makes what it leaves apart.
 *
 * Threads of different rows do not wait for each other between two barriers, so
 * the order of what they do is open, in programs without races. */
#include "backends/native/rows.h"

#include "base/arena.h"
#include "core/callgraph.h"

bool pk_native_runs_apart(const pk_native_rows *r, const pk_inst *inst) {
    bool apart = inst->local && r->locals[inst->local->id];

    if (inst->body)
        return inst->mark != NULL;
    for (uint32_t i = 0; i < inst->arg_count; i++)
        apart |= is_apart(r, inst->args[i]);
    return apart;
}

/* ---- what differs between rows ---- */

typedef struct look {
    const pk_native_rows *r;
    bool good, changed;
} look;

static void note(look *l, uint8_t *apart) {
    l->changed |= !*apart;
    *apart = 1;
}

static void note_construct(look *l, pk_inst *inst) {
    l->changed |= !inst->mark;
    inst->mark = inst;
}

static void note_exit(look *l, const pk_inst *inst) {
    pk_inst *around = inst->parent->owner;

    for (;; around = around->parent->owner) {
        if (around == l->r->threads) { /* threads end at different times */
            l->good = false;
            return;
        }
        note_construct(l, around);
        if (around == inst->target)
            return;
    }
}

static void look_at_region(look *l, const pk_region *region, bool inside);

/* `inside`: of a construct that is apart. */
static void look_at(look *l, pk_inst *inst, bool inside) {
    bool apart = inside;

    for (uint32_t i = 0; i < inst->arg_count; i++)
        apart |= is_apart(l->r, inst->args[i]);
    if (inst->op == PK_OP_set && apart)
        note(l, &l->r->locals[inst->local->id]);
    if (inst->body && apart)
        note_construct(l, inst);
    apart |= pk_native_runs_apart(l->r, inst);
    for (uint32_t i = 0; apart && i < inst->result_count; i++)
        note(l, &l->r->values[inst->results[i]->id]);
    if (apart && inst->index)
        note(l, &l->r->values[inst->index->id]);
    if (inst->target && inside)
        note_exit(l, inst);
    if (pk_native_is_update(inst->op))
        l->good = false; /* each thread of each row does it */
    if (inst->body)
        look_at_region(l, inst->body, apart);
    if (inst->other)
        look_at_region(l, inst->other, apart);
}

static void look_at_region(look *l, const pk_region *region, bool inside) {
    for (pk_inst *i = region->first; i && l->good; i = i->next)
        look_at(l, i, inside);
}

static bool find_apart(const pk_native_rows *r) {
    look l = {.r = r, .good = true, .changed = true};

    r->values[r->rows->index->id] = 1;
    while (l.good && l.changed) {
        l.changed = false;
        for (pk_inst *i = r->rows->body->first; i != r->threads; i = i->next)
            look_at(&l, i, false);
        look_at_region(&l, r->threads->body, false);
    }
    return l.good;
}

/* ---- whether rows can run together ---- */

static bool is_items(const pk_inst *inst) {
    return inst && inst->op == PK_OP_for && inst->flags & PK_INST_items &&
           pk_is_const_int(inst->args[2], 1);
}

/* Whether the instruction may run for a row that is not there. */
static bool is_harmless(const pk_inst *inst) {
    return pk_op_table[inst->op].flags & PK_OPF_PURE &&
           inst->op != PK_OP_quot && inst->op != PK_OP_rem;
}

/* A loop over rows: of the threads along x, and before them what is the same in
 * a row. */
static bool is_of_rows(const pk_inst *loop) {
    const pk_inst *last = loop->body ? loop->body->last : NULL;

    if (!is_items(loop) || !is_items(last))
        return false;
    for (const pk_inst *i = loop->body->first; i != last; i = i->next)
        if (!is_harmless(i))
            return false;
    return true;
}

/* Whether what is in the local at the instruction was set by its own thread,
 * since the loop over threads around it has begun. */
static bool is_own_local(const pk_inst *inst) {
    const pk_inst *loop = pk_native_items_around(inst);

    return loop &&
           (inst->op == PK_OP_set || pk_native_sets_first(loop, inst->local));
}

/* Each row has locals of its own: no others may look at them. */
static bool has_own_locals(const pk_func *fn, const pk_native_rows *r) {
    for (const pk_inst *i = fn->body->first; i; i = pk_inst_following(i))
        if (i->local && r->locals[i->local->id] && !is_own_local(i))
            return false;
    return true;
}

/* Whether threads of a block get elements of their own, however many rows there
 * are: x + y * dim, dim at least as large as a row. */
static bool is_place_in_block(const pk_native_rows *r, const pk_value *place) {
    const pk_inst *sum = place->kind == PK_VALUE_result ? place->def : NULL;
    const pk_value *threads = r->threads->args[1], *row, *dim;
    int which;

    if (!sum || sum->op != PK_OP_add)
        return false;
    which = sum->args[0] == r->threads->index ? 1 : 0;
    row = sum->args[which];
    if (sum->args[1 - which] != r->threads->index || !is_apart(r, row) ||
        row->kind != PK_VALUE_result)
        return false;
    dim = row->def->arg_count == 2 ? row->def->args[1] : NULL;
    if (row->def->op == PK_OP_shl && pk_is_const(dim))
        return pk_is_const(threads) && dim->bits < 31 &&
               pk_const_get_int(threads) <= INT64_C(1) << dim->bits;
    if (row->def->op != PK_OP_mul)
        return false;
    if (dim->kind == PK_VALUE_result && dim->def->op == PK_OP_block_dim)
        return dim->def->axis == 0;
    return dim == threads ||
           (pk_is_const(dim) && pk_is_const(threads) &&
            pk_const_get_int(threads) <= pk_const_get_int(dim));
}

/* Rows in one loop would share what threads have for themselves: only arrays
 * that have an element for each thread of a block are apart. */
static bool shares_arrays(const pk_native_rows *r, const pk_region *region) {
    for (const pk_inst *i = region ? region->first : NULL; i; i = i->next) {
        for (uint32_t k = 0; k < i->arg_count; k++) {
            const pk_value *v = i->args[k];
            if (!pk_type_is_ptr(v->type) ||
                pk_type_space(v->type) != PK_SPACE_local ||
                (i->op == PK_OP_elem && v->kind == PK_VALUE_storage))
                continue;
            if (v->kind != PK_VALUE_result || v->def->op != PK_OP_elem ||
                v->def->args[0]->kind != PK_VALUE_storage ||
                !is_place_in_block(r, v->def->args[1]))
                return true;
        }
        if (shares_arrays(r, i->body) || shares_arrays(r, i->other))
            return true;
    }
    return false;
}

/* ---- taking them ---- */

static void drop_marks(pk_inst *inst, void *arg) {
    (void)arg;
    inst->mark = NULL;
}

/* How many rows to take, and the lanes with which registers have room for them;
 * 1: none but the one. The marks of what was found are set. */
static uint32_t count_rows(const pk_native_emitter *e, const pk_native_rows *r,
                           uint32_t *lanes) {
    pk_native_lane_facts facts;
    uint32_t count = 1;

    if (e->fn->ir->arena->failed ||
        !pk_native_find_lanes(e, r->threads, e->options->lanes, &facts, NULL))
        return 1;
    if (!facts.leaves && find_apart(r))
        count = pk_native_row_count(e, r, facts.bytes, lanes);
    return count > 1 && has_own_locals(e->fn, r) &&
                   !shares_arrays(r, r->threads->body)
               ? count
               : 1;
}

static pk_native_rows begin(const pk_native_emitter *e, pk_inst *loop) {
    const pk_func *fn = e->fn;
    pk_arena *arena = fn->ir->arena;

    return (pk_native_rows){
        .rows = loop,
        .threads = loop->body->last,
        .values = pk_arena_array(arena, fn->value_count + (size_t)1, 1),
        .locals = pk_arena_array(arena, fn->local_count + (size_t)1, 1)};
}

static void end(const pk_native_rows *r) {
    pk_native_forget_lanes(r->threads);
    pk_region_visit(r->rows->body, drop_marks, NULL);
}

static bool slice(pk_native_emitter *e, pk_inst *loop) {
    const pk_native_rows r = begin(e, loop);
    uint32_t lanes = 0;
    const bool sliced =
        count_rows(e, &r, &lanes) > 1 && pk_native_put_slices(e, &r);

    end(&r);
    return sliced;
}

static bool take(pk_native_emitter *e, pk_inst *loop) {
    pk_func *fn = e->fn;
    const pk_native_rows r = begin(e, loop);
    pk_native_together *t = PK_NEW(fn->ir->arena, pk_native_together);
    const uint32_t count = count_rows(e, &r, &t->lanes);

    pk_native_forget_lanes(r.threads);
    if (count > 1) {
        pk_native_put_together(fn, &r, count);
        t->loop = r.threads;
        t->next = e->together;
        e->together = t;
        e->rows = count > e->rows ? count : e->rows;
    }
    end(&r);
    return count > 1;
}

typedef bool (*change)(pk_native_emitter *e, pk_inst *loop);

static bool change_in(pk_native_emitter *e, const pk_region *region,
                      change how) {
    bool changed = false;

    for (pk_inst *i = region ? region->first : NULL, *next; i; i = next) {
        next = i->next;
        if (is_of_rows(i) && how(e, i)) {
            changed = true;
        } else {
            changed = change_in(e, i->body, how) || changed;
            changed = change_in(e, i->other, how) || changed;
        }
    }
    return changed;
}

void pk_native_take_slices(pk_native_emitter *e) {
    if (e->options->rows != 1)
        change_in(e, e->fn->body, slice);
}

bool pk_native_take_rows(pk_native_emitter *e) {
    e->together = NULL;
    return e->fn->kind == PK_FUNC_kernel && e->options->rows != 1 &&
           change_in(e, e->fn->body, take);
}
