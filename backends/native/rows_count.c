/* SPDX-License-Identifier: Apache-2.0 */
/* How many rows of threads run together (rows.c): as many as registers have
 * room for, with the lanes that make the most of it. Rows pay where all loops
 * run alike for all threads, and where in them rows have vectors in common.
 *
 * Values that live through the rounds of a loop are counted as lanes_width.c
 * counts them; those that each row has for itself count once for each row. 6
 * rows of two vectors of sums fill 16 registers: 12 of them, two of what is
 * loaded for all rows, one for an element of a row in all lanes and one for its
 * product. */
#include "backends/native/rows.h"

#include "base/arena.h"

enum {
    PASSING = 2, /* registers that the rows use in turn */
    MOST_COPIES = 240,
    WORTH = 8 /* at most so many operations of a row for each that rows have in
                 common */
};

enum { MADE_OUTSIDE = 1, MADE_INSIDE = 2 };

/* Numbers of what all rows have in common come first, then of what each has. */
typedef struct census {
    const pk_native_rows *r;
    uint8_t *values, *locals; /* by id: of those that are not counted yet */
    uint32_t depth;           /* of loops inside */
    uint32_t live[2], work[2];
    uint32_t code; /* instructions of a row, anywhere */
    bool alike;    /* loops run so for all threads */
} census;

static void count_use(census *c, const pk_value *v, bool apart) {
    if (v->kind != PK_VALUE_result || !is_wide(v) || !c->values[v->id] ||
        (c->values[v->id] == MADE_INSIDE && !apart))
        return;
    c->values[v->id] = 0;
    c->live[is_apart(c->r, v)]++;
}

static void count_local(census *c, const pk_local *local) {
    if (!is_lane_local(local) || c->locals[local->id])
        return;
    c->locals[local->id] = 1;
    c->live[c->r->locals[local->id]]++;
}

static void count_result(census *c, const pk_value *v) {
    const bool apart = is_apart(c->r, v);

    if (!is_wide(v))
        return;
    if (!c->depth)
        c->values[v->id] = MADE_OUTSIDE;
    else if (!apart)
        c->values[v->id] = MADE_INSIDE;
    c->work[apart] += c->depth > 0;
}

static void count_region(census *c, const pk_region *region, bool inside) {
    for (const pk_inst *i = region->first; i; i = i->next) {
        const bool apart = inside || pk_native_runs_apart(c->r, i);
        const bool loop = i->op == PK_OP_for || i->op == PK_OP_loop;

        c->code += apart;
        c->alike &= !loop || (!apart && !(i->flags & DIVERGES));
        for (uint32_t k = 0; c->depth && k < i->arg_count; k++)
            count_use(c, i->args[k], apart);
        if (c->depth && i->local)
            count_local(c, i->local);
        if (i->result_count)
            count_result(c, i->results[0]);
        c->depth += loop;
        if (i->body)
            count_region(c, i->body, apart);
        if (i->other)
            count_region(c, i->other, apart);
        c->depth -= loop;
    }
}

/* The rows for which there is room when each vector has so many parts. */
static uint32_t fit(const census *c, uint32_t registers, uint32_t parts) {
    const uint32_t room = (registers - PASSING) / parts;
    const uint32_t each = c->live[1] ? c->live[1] : 1;
    uint32_t rows = room > c->live[0] ? (room - c->live[0]) / each : 1;

    if (rows > MOST_COPIES / c->code)
        rows = MOST_COPIES / c->code;
    return rows < PK_NATIVE_MOST_ROWS ? rows : PK_NATIVE_MOST_ROWS;
}

/* Up to so many rows, of which a block is likely to have a multiple: where it
 * is not cut for that and its size is not known, a power of two. */
static uint32_t even(const pk_func *fn, const pk_native_rows *r,
                     uint32_t rows) {
    const pk_value *all = r->rows->args[1];

    if (fn->flags & PK_FUNC_melts)
        return rows;
    for (uint32_t n = rows; n > 1; n--)
        if (pk_is_const(all) ? all->bits % n == 0 : !(n & (n - 1)))
            return n;
    return 1;
}

static bool pays(const census *c) {
    return c->alike && c->work[0] && c->work[1] &&
           c->work[1] <= WORTH * c->work[0];
}

/* Finds the rows and lanes that make the most of the registers. */
static uint32_t find_most(const pk_native_emitter *e, const census *c,
                          uint32_t bytes, uint32_t *lanes) {
    const uint32_t widest = pk_native_most_lanes(e, c->r->threads, bytes);
    uint32_t best = 1, most = 0;

    for (uint32_t parts = 1; parts <= PK_NATIVE_MOST_LANES; parts *= 2) {
        const uint32_t wide = pk_native_part_lanes(e, parts, bytes);
        const uint32_t rows =
            even(e->fn, c->r, fit(c, e->options->vectors.registers, parts));

        if (wide < PK_NATIVE_LEAST_LANES || wide > widest || rows < 2 ||
            rows * wide < most)
            continue;
        best = rows;
        most = rows * wide;
        *lanes = wide;
    }
    return best;
}

uint32_t pk_native_row_count(const pk_native_emitter *e,
                             const pk_native_rows *r, uint32_t bytes,
                             uint32_t *lanes) {
    pk_arena *arena = e->fn->ir->arena;
    census c = {
        .r = r,
        .values = pk_arena_array(arena, e->fn->value_count + (size_t)1, 1),
        .locals = pk_arena_array(arena, e->fn->local_count + (size_t)1, 1),
        .alike = true};

    if (!c.values || !c.locals)
        return 1;
    if (e->options->rows)
        return e->options->rows;
    count_region(&c, r->threads->body, false);
    return pays(&c) ? find_most(e, &c, bytes, lanes) : 1;
}
