/* SPDX-License-Identifier: Apache-2.0 */
/* Counts what a loop over threads needs registers for, by which lanes_width.c
 * and rows_count.c choose how many lanes and rows there are. */
#include "backends/native/rows.h"

#include "base/arena.h"

enum { COUNTED, MADE_OUTSIDE, MADE_INSIDE };

typedef struct walk {
    const pk_native_rows *r;
    pk_native_census *out;
    uint8_t *values; /* by id: where those that are not counted were made */
    uint8_t *locals; /* by id: whether they are counted */
    uint32_t depth;  /* of loops inside */
} walk;

/* A value that a loop inside uses. What it makes itself for all rows lives
 * while each of them uses it. */
static void count_use(walk *w, const pk_value *v, bool apart) {
    if (v->kind != PK_VALUE_result || !is_wide(v) || !w->values[v->id] ||
        (w->values[v->id] == MADE_INSIDE && !apart))
        return;
    w->values[v->id] = COUNTED;
    w->out->live[w->r && is_apart(w->r, v)]++;
}

static void count_local(walk *w, const pk_local *local) {
    if (!is_lane_local(local) || w->locals[local->id])
        return;
    w->locals[local->id] = 1;
    w->out->live[w->r && w->r->locals[local->id]]++;
}

static void count_result(walk *w, const pk_value *v) {
    const bool apart = w->r && is_apart(w->r, v);

    if (!is_wide(v))
        return;
    if (!w->depth)
        w->values[v->id] = MADE_OUTSIDE;
    else if (!apart)
        w->values[v->id] = MADE_INSIDE;
    w->out->work[apart] += w->depth > 0;
}

/* `inside`: of a construct that each row runs by itself. */
static void count_region(walk *w, const pk_region *region, bool inside) {
    for (const pk_inst *i = region->first; i; i = i->next) {
        const bool apart = inside || (w->r && pk_native_runs_apart(w->r, i));
        const bool loop = i->op == PK_OP_for || i->op == PK_OP_loop;

        w->out->code[apart]++;
        w->out->alike &= !loop || (!apart && !diverges(i));
        for (uint32_t k = 0; w->depth && k < i->arg_count; k++)
            count_use(w, i->args[k], apart);
        if (w->depth && i->local)
            count_local(w, i->local);
        if (i->result_count)
            count_result(w, i->results[0]);
        w->depth += loop;
        if (i->body)
            count_region(w, i->body, apart);
        if (i->other)
            count_region(w, i->other, apart);
        w->depth -= loop;
    }
}

bool pk_native_take_census(const pk_func *fn, const pk_inst *loop,
                           const pk_native_rows *rows, pk_native_census *out) {
    pk_arena *arena = fn->ir->arena;
    walk w = {.r = rows,
              .out = out,
              .values = pk_arena_array(arena, fn->value_count + (size_t)1, 1),
              .locals = pk_arena_array(arena, fn->local_count + (size_t)1, 1)};

    *out = (pk_native_census){.alike = true};
    if (!w.values || !w.locals)
        return false;
    count_region(&w, loop->body, false);
    return true;
}
