/* SPDX-License-Identifier: Apache-2.0 */
/* How many rows of threads run together (rows.c): as many as registers have
 * room for, with the lanes that make the most of it. Rows pay where all loops
 * run alike for all threads, and where in them rows have vectors in common.
 *
 * Values that live through the rounds of a loop are counted by lanes_width.c;
 * those that each row has for itself count once for each row. 6
 * rows of two vectors of sums fill 16 registers: 12 of them, two of what is
 * loaded for all rows, one for an element of a row in all lanes and one for its
 * product. */
#include "backends/native/rows.h"

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
