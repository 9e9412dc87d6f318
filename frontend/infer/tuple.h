/* SPDX-License-Identifier: Apache-2.0 */
/* Tuples: slices, and tuples whose items have names. */
#ifndef PORTKERN_FRONTEND_INFER_TUPLE_H
#define PORTKERN_FRONTEND_INFER_TUPLE_H

#include "frontend/infer/infer.h"

/* A slice whose bounds are known. */
typedef struct pk_known_slice {
    int64_t start, stop, step;
    bool has_start, has_stop;
} pk_known_slice;

/* Where a slice of `count` items starts and how many it has, as Python has it;
 * false for a step of 0. */
bool pk_tuple_slice(const pk_known_slice *s, uint32_t count, int64_t *first,
                    uint32_t *length);
pk_typed pk_infer_tuple_slice(pk_infer *in, const pk_ast *node, pk_typed tuple);

/* The number of a field, -1 when there is none of that name. */
int pk_fields_find(const pk_fields *fields, const char *name);
/* t.x, and Point(1, y=2). */
pk_typed pk_infer_field(pk_infer *in, const pk_ast *node, pk_typed tuple);
pk_typed pk_infer_fields_call(pk_infer *in, const pk_ast *node,
                              const pk_fields *fields, pk_call *call);

#endif
