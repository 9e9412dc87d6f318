/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of threads that run together: what the emitter asks for, and what the
 * files about them share. See rows.c. */
#ifndef PORTKERN_BACKENDS_NATIVE_ROWS_H
#define PORTKERN_BACKENDS_NATIVE_ROWS_H

#include "backends/native/lanes.h"

/* Rewrites loops over rows of threads where some rows should run together; ids
 * are new then, and marks gone. */
bool pk_native_take_rows(pk_native_emitter *e);
/* Before that: cuts long loops inside of such rows into slices. */
void pk_native_take_slices(pk_native_emitter *e);

/* A loop over rows of threads, whose body ends with one over the threads of a
 * row. What differs between rows is *apart*: values and locals by their ids,
 * constructs by their marks. */
typedef struct pk_native_rows {
    pk_inst *rows, *threads;
    uint8_t *values, *locals;
} pk_native_rows;

static inline bool is_apart(const pk_native_rows *r, const pk_value *v) {
    return (v->kind == PK_VALUE_result || v->kind == PK_VALUE_index) &&
           r->values[v->id];
}

/* Whether each row runs the instruction by itself. */
bool pk_native_runs_apart(const pk_native_rows *r, const pk_inst *inst);

/* rows_together.c: rewrites the loop over rows as one over groups of so many
 * rows; the loop over threads is for all of them. */
void pk_native_put_together(pk_func *fn, const pk_native_rows *r,
                            uint32_t count);

/* rows_slices.c: cuts the loop inside into slices, so that what rows have in
 * common is still near when the next ones want it; false where that is not
 * possible. Classes along a row and what is apart are known, and that rows run
 * together. */
bool pk_native_put_slices(pk_native_emitter *e, const pk_native_rows *r);

#endif
