/* SPDX-License-Identifier: Apache-2.0 */
/* How many lanes a loop gets, and how many rows of threads run together: as
 * many vectors side by side as registers hold, so that a chain of operations,
 * each of which waits for the last, has others beside it.
 *
 * The values that count live through the rounds of a loop inside
 * (the census). Where lanes leave that loop
 * at different times each round ends with one branch for all of them. More
 * lanes share it then, which pays though registers are spilled. Measured with
 * Mandelbrot and Collatz, n-body and products of matrices, on AVX2.
 *
 * Where such a loop has another inside, lanes wait for the slowest in each
 * round of the outer one: the fewer they are the less. */
#include "backends/native/rows.h"

#include "base/arena.h"

/* ---- the census ---- */

enum { COUNTED, MADE_OUTSIDE, MADE_INSIDE };

typedef struct walk {
    const pk_native_rows *r;
    pk_native_census *out;
    uint8_t *values; /* by id: where those that are not counted were made */
    uint8_t *locals; /* by id: whether they are counted */
    uint32_t depth;  /* of loops inside */
    uint32_t unlike; /* of these, that lanes leave at different times */
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
        const bool unlike = loop && diverges(i);

        w->out->code[apart]++;
        w->out->alike &= !loop || (!apart && !unlike);
        w->out->waits |= unlike && w->unlike;
        for (uint32_t k = 0; w->depth && k < i->arg_count; k++)
            count_use(w, i->args[k], apart);
        if (w->depth && i->local)
            count_local(w, i->local);
        if (i->result_count)
            count_result(w, i->results[0]);
        w->depth += loop;
        w->unlike += unlike;
        if (i->body)
            count_region(w, i->body, apart);
        if (i->other)
            count_region(w, i->other, apart);
        w->depth -= loop;
        w->unlike -= unlike;
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

/* ---- lanes ---- */

enum {
    MOST_BYTES = 256,  /* of all vectors of a value, */
    MOST_UNLIKE = 128, /* and where lanes leave at different times and masks are
                          vectors */
    MIN_BYTES = 4,
    MOST_CODE = 400, /* instructions of vectors: what is long takes LLVM long,
                        and keeps the processor busy by itself */
    SPILLED = 3      /* times the registers, where lanes share a branch */
};

/* How many parts of a value registers have room for. */
static uint32_t parts_of(const pk_native_emitter *e, const pk_inst *loop) {
    const pk_native_vectors *v = &e->options->vectors;
    uint32_t room = v->registers, parts = 1, most = MOST_BYTES, live;
    pk_native_census c;

    if (!pk_native_take_census(e->fn, loop, NULL, &c) || c.waits)
        return 1;
    /* Masks have registers of their own where vectors have 64 bytes. */
    live = c.live[0] + (!c.alike && v->bytes < 64);
    if (!c.alike && v->bytes < 64)
        most = MOST_UNLIKE;
    room *= c.alike ? 1 : SPILLED;
    while (2 * parts * v->bytes <= most && 2 * parts * live <= room &&
           2 * parts * c.code[0] <= MOST_CODE)
        parts *= 2;
    return parts;
}

/* Threads that are left behind whole groups run in smaller ones and one by one:
 * in a short row those must not be all. */
uint32_t pk_native_most_lanes(const pk_native_emitter *e, const pk_inst *loop,
                              uint32_t bytes) {
    const pk_func *fn = e->fn;
    uint32_t most = PK_NATIVE_MOST_LANES;

    if (fn->flags & PK_FUNC_melts)
        return most;
    if (!(loop->flags & PK_INST_items) || !fn->block[0])
        return bytes > MIN_BYTES ? 8 : 16;
    while (most > fn->block[0] && most > PK_NATIVE_LEAST_LANES)
        most /= 2;
    return most;
}

uint32_t pk_native_part_lanes(const pk_native_emitter *e, uint32_t parts,
                              uint32_t bytes) {
    return parts * e->options->vectors.bytes /
           (bytes > MIN_BYTES ? bytes : MIN_BYTES);
}

uint32_t pk_native_lane_count(const pk_native_emitter *e, const pk_inst *loop,
                              uint32_t bytes) {
    const uint32_t most = pk_native_most_lanes(e, loop, bytes);
    uint32_t lanes;

    if (e->options->width)
        return e->options->width;
    for (const pk_native_together *t = e->together; t; t = t->next)
        if (t->loop == loop && t->lanes)
            return t->lanes;
    lanes = pk_native_part_lanes(e, parts_of(e, loop), bytes);
    while (pk_native_is_even(loop) && pk_native_rounds(loop) % lanes)
        lanes /= 2; /* and nothing is left */
    return lanes > most                    ? most
           : lanes < PK_NATIVE_LEAST_LANES ? PK_NATIVE_LEAST_LANES
                                           : lanes;
}

/* ---- rows ---- */

/* Rows pay where all loops run alike for all threads, and where in them rows
 * have vectors in common. Values that each row has for itself count once for
 * each row: 6 rows of two vectors of sums fill 16 registers, 12 of them, two of
 * what is loaded for all rows, one for an element of a row in all lanes and one
 * for its product. */
enum {
    PASSING = 2, /* registers that the rows use in turn */
    MOST_COPIES = 240,
    WORTH = 8 /* at most so many operations of a row for each that rows have in
                 common */
};

/* The rows for which there is room when each vector has so many parts. */
static uint32_t fit(const pk_native_census *c, uint32_t registers,
                    uint32_t parts) {
    const uint32_t room = (registers - PASSING) / parts;
    const uint32_t each = c->live[1] ? c->live[1] : 1;
    uint32_t rows = room > c->live[0] ? (room - c->live[0]) / each : 1;

    if (rows > MOST_COPIES / c->code[1])
        rows = MOST_COPIES / c->code[1];
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

static bool pays(const pk_native_census *c) {
    return c->alike && c->work[0] && c->work[1] &&
           c->work[1] <= WORTH * c->work[0];
}

/* Finds the rows and lanes that make the most of the registers. */
static uint32_t find_most(const pk_native_emitter *e, const pk_native_census *c,
                          const pk_native_rows *r, uint32_t bytes,
                          uint32_t *lanes) {
    const uint32_t widest = pk_native_most_lanes(e, r->threads, bytes);
    uint32_t best = 1, most = 0;

    for (uint32_t parts = 1; parts <= PK_NATIVE_MOST_LANES; parts *= 2) {
        const uint32_t wide = pk_native_part_lanes(e, parts, bytes);
        const uint32_t rows =
            even(e->fn, r, fit(c, e->options->vectors.registers, parts));

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
    pk_native_census c;

    if (e->options->rows)
        return e->options->rows;
    if (!pk_native_take_census(e->fn, r->threads, r, &c))
        return 1;
    return pays(&c) ? find_most(e, &c, r, bytes, lanes) : 1;
}
