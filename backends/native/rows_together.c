/* SPDX-License-Identifier: Apache-2.0 */
/* Has some rows of threads run together: see rows.c. Row 0 of a group keeps
 * the instructions that there are; what is apart gets a copy for each other
 * row, behind the run of instructions that it stands in. So a row's short-lived
 * values need registers at one place only. */
#include "backends/native/rows.h"

#include "core/ir_data.h"

/* Values and locals of another row, by the ids of those of row 0. */
typedef struct stand_ins {
    pk_value **values;
    pk_local **locals;
} stand_ins;

typedef struct joiner {
    pk_func *fn;
    const pk_native_rows *r;
    uint32_t count;
    stand_ins rows[PK_NATIVE_MOST_ROWS]; /* 0: where rows run one by one */
} joiner;

/* Copies what is apart from `first` to `last` for row k. */
static void copy_run(const joiner *j, uint32_t k, const pk_inst *first,
                     const pk_inst *last, pk_inst *before) {
    const stand_ins *row = &j->rows[k];

    for (const pk_inst *i = first; !j->fn->ir->arena->failed; i = i->next) {
        if (pk_native_runs_apart(j->r, i))
            pk_inst_copy(j->fn, before ? before->parent : first->parent, before,
                         i, row->values, row->locals);
        if (i == last)
            return;
    }
}

static void copy_for_others(const joiner *j, const pk_inst *first,
                            const pk_inst *last, pk_inst *before) {
    for (uint32_t k = 1; k < j->count; k++)
        copy_run(j, k, first, last, before);
}

static bool is_plain(const pk_inst *inst) {
    return !inst->body && !inst->target;
}

static void join(const joiner *j, const pk_region *region) {
    const pk_inst *first = region->first;

    for (pk_inst *i = region->first, *next; i; i = next) {
        next = i->next;
        if (i->body && !pk_native_runs_apart(j->r, i)) {
            join(j, i->body);
            if (i->other)
                join(j, i->other);
        } else if (next && is_plain(i) && is_plain(next)) {
            continue;
        } else {
            copy_for_others(j, first, i, next);
        }
        first = next;
    }
}

/* ---- the loop over rows ---- */

static bool begin(joiner *j) {
    const uint32_t locals = j->fn->local_count;
    const size_t values = j->fn->value_count;
    pk_arena *arena = j->fn->ir->arena;

    for (uint32_t k = 0; k < j->count; k++)
        j->rows[k] = (stand_ins){
            pk_arena_array(arena, values + 1, sizeof(pk_value *)),
            pk_arena_array(arena, (size_t)locals + 1, sizeof(pk_local *))};
    for (const pk_local *l = j->fn->locals; l && l->id < locals; l = l->next)
        for (uint32_t k = 1; k < j->count && j->r->locals[l->id]; k++) {
            pk_local *own = pk_func_local(j->fn, l->name, l->type);
            if (!arena->failed)
                j->rows[k].locals[l->id] = own;
        }
    return !arena->failed;
}

/* Computes what is the same in a row, from `first` to `last`, for the rows
 * behind the first one. */
static void put_others(const joiner *j, pk_builder *b, const pk_inst *first,
                       const pk_inst *last) {
    pk_value *y = j->r->rows->index;

    for (uint32_t k = 1; k < j->count; k++)
        j->rows[k].values[y->id] =
            pk_emit2(b, PK_OP_add, y, pk_const_int(j->fn, y->type, k));
    if (last)
        copy_for_others(j, first, last, j->r->threads);
}

/* Asks whether all rows of the group are there, and have the same threads. */
static pk_value *put_question(const joiner *j, pk_builder *b) {
    const pk_native_rows *r = j->r;
    pk_value *left = pk_emit2(b, PK_OP_sub, r->rows->args[1], r->rows->index);
    pk_value *all =
        pk_emit2(b, PK_OP_ge, left, pk_const_int(j->fn, left->type, j->count));

    for (uint32_t i = 0; i < 2; i++) {
        pk_value *end = r->threads->args[i];
        for (uint32_t k = 1; k < j->count && is_apart(r, end); k++)
            all = pk_emit2(
                b, PK_OP_and, all,
                pk_emit2(b, PK_OP_eq, end, j->rows[k].values[end->id]));
    }
    return all;
}

/* The rows of the group one by one, as they were. */
static void put_single(const joiner *j, pk_builder *b, const pk_inst *first,
                       const pk_inst *last) {
    const pk_inst *rows = j->r->rows;
    pk_value *y = rows->index, *stop;
    const stand_ins *row = &j->rows[0];
    pk_inst *loop;

    stop = pk_emit2(b, PK_OP_add, y, pk_const_int(j->fn, y->type, j->count));
    stop = pk_emit2(b, PK_OP_min, stop, rows->args[1]);
    loop = pk_begin_for(b, y, stop, pk_const_int(j->fn, y->type, 1));
    if (j->fn->ir->arena->failed)
        return;
    loop->flags = rows->flags;
    row->values[y->id] = loop->index;
    for (const pk_inst *i = first; last && i != last->next; i = i->next)
        pk_inst_copy(j->fn, loop->body, NULL, i, row->values, row->locals);
    pk_inst_copy(j->fn, loop->body, NULL, j->r->threads, row->values,
                 row->locals);
}

/* Whether every group is known to have all of its rows, with the same threads.
 */
static bool is_even(const joiner *j) {
    const pk_native_rows *r = j->r;
    const pk_value *count = r->rows->args[1];

    return pk_is_const_int(r->rows->args[0], 0) && pk_is_const(count) &&
           count->bits % j->count == 0 && !is_apart(r, r->threads->args[0]) &&
           !is_apart(r, r->threads->args[1]);
}

void pk_native_put_together(pk_func *fn, const pk_native_rows *r,
                            uint32_t count) {
    const pk_inst *first = r->rows->body->first, *last = r->threads->prev;
    joiner j = {.fn = fn, .r = r, .count = count};
    pk_inst *branch;
    pk_builder b;

    if (!begin(&j))
        return;
    pk_builder_init(&b, fn);
    pk_builder_before(&b, r->threads);
    put_others(&j, &b, first, last);
    r->rows->args[2] = pk_const_int(fn, r->rows->index->type, count);
    if (is_even(&j)) {
        join(&j, r->threads->body);
        return;
    }
    branch = pk_begin_if(&b, put_question(&j, &b));
    pk_begin_else(&b, branch);
    put_single(&j, &b, first, last);
    if (fn->ir->arena->failed)
        return;
    pk_inst_remove(r->threads);
    pk_inst_insert(branch->body, NULL, r->threads);
    join(&j, r->threads->body);
}
