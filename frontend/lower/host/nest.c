/* SPDX-License-Identifier: Apache-2.0 */
/* Lowering of loops over all elements of an array. In a function with
 * parallel=True the outermost is a parallel loop, whose chunks have so many
 * elements that a small array is one chunk, which the caller runs:
 *
 *     %least = 1024 / elements of a row
 *     for.parallel ^1 %i = 0, %a.shape0, 1 {
 *         chunk_least %least
 *         for ^2 %j = 0, %a.shape1, 1 {
 *             ...
 */
#include "frontend/lower/lower.h"

enum { LEAST = 1024 }; /* elements that a chunk has */

bool pk_lower_has_threads(const pk_lower *l) {
    return l->instance->parallel && !pk_lower_in_parallel(l);
}

/* Iterations of the outermost loop that are worth a chunk: all of them where
 * `in_order`. */
static pk_value *least_of(pk_lower *l, const pk_nest *nest,
                          pk_value *in_order) {
    pk_value *least = pk_i64(l, LEAST), *row = NULL;

    for (uint32_t i = 1; i < nest->depth; i++)
        row =
            row ? emit(l, PK_OP_mul, row, nest->extents[i]) : nest->extents[i];
    if (row)
        least =
            emit(l, PK_OP_quot, least, emit(l, PK_OP_max, row, pk_i64(l, 1)));
    if (in_order)
        least = pk_emit3(&l->b, PK_OP_select, in_order, pk_i64(l, INT64_MAX),
                         least);
    return least;
}

void pk_nest_begin(pk_lower *l, pk_nest *nest, bool threads,
                   pk_value *in_order) {
    pk_value *least = threads ? least_of(l, nest, in_order) : NULL;

    for (uint32_t i = 0; i < nest->depth; i++) {
        nest->loops[i] =
            pk_begin_for(&l->b, pk_i64(l, 0), nest->extents[i], pk_i64(l, 1));
        if (i || !threads)
            continue;
        nest->loops[0]->flags |= PK_INST_parallel;
        pk_emit1(&l->b, PK_OP_chunk_least, least);
    }
}

void pk_nest_end(pk_lower *l, const pk_nest *nest) {
    for (uint32_t i = nest->depth; i-- > 0;)
        pk_end_control(&l->b, nest->loops[i]);
}

void pk_nest_over(pk_lower *l, pk_nest *nest, pk_lv place) {
    nest->depth = place.type->ndim;
    for (uint32_t i = 0; i < nest->depth; i++)
        nest->extents[i] =
            place.parts[PK_PART_shape + pk_lower_loop_axis(l, place, i)];
}

void pk_nest_index(pk_lower *l, const pk_nest *nest, pk_lv place,
                   pk_value **index) {
    for (uint32_t i = 0; i < nest->depth; i++)
        index[pk_lower_loop_axis(l, place, i)] = nest->loops[i]->index;
}
