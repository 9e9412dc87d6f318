/* SPDX-License-Identifier: Apache-2.0 */
/* Slices as values: objects by value with two or three integers, as Numba has
 * them. A bound that is left out is that of the widest slice. Callers pass them
 * as tuples of a class that no program can make. */
#include "frontend/types/struct.h"

#include <string.h>

static const char *const names[] = {"start", "stop", "step"};
static const pk_struct class = {.name = "slice", .frozen = true};

const pk_fields pk_slice_fields[] = {
    {.name = "slice", .names = names, .count = 2, .class = &class},
    {.name = "slice", .names = names, .count = 3, .class = &class}};

bool pk_ty_is_slice(const pk_ty *type) {
    return type->kind == PK_TY_tuple && type->fields &&
           type->fields->class == &class;
}

const pk_fields *pk_fields_of_slice(const pk_fields *fields) {
    return fields && fields->place.given &&
                   strcmp(fields->name, "builtins.slice") == 0
               ? &pk_slice_fields[fields->count - 2]
               : fields;
}

const pk_ty *pk_ty_slice(pk_arena *arena, uint32_t count) {
    const pk_ty *shape = pk_ty_shape(arena, count);

    return shape->kind == PK_TY_tuple
               ? pk_ty_named_tuple(arena, shape->items, count,
                                   &pk_slice_fields[count - 2])
               : shape;
}
