/* SPDX-License-Identifier: Apache-2.0 */
/* Python's and NumPy's classes whose objects are values here, as those of
 * dataclasses are. A slice has two integers or, with a step, three, as in
 * Numba: a bound that is left out is that of the widest slice. A Generator has
 * arrays of its state and tables (lib/host/np_pcg64.py). Callers pass them as
 * tuples of classes with names that no class of a program has. */
#include "frontend/types/struct.h"

#include <string.h>

static const char *const slice_names[] = {"start", "stop", "step"};
static const char *const generator_names[] = {"words", "kept", "tables"};
static const pk_struct slice = {.name = "slice", .frozen = true};
static const pk_struct generator = {.name = "Generator", .frozen = true};

const pk_fields pk_slice_fields[] = {
    {.name = "slice", .names = slice_names, .count = 2, .class = &slice},
    {.name = "slice", .names = slice_names, .count = 3, .class = &slice}};
static const pk_fields generator_fields = {.name = "Generator",
                                           .names = generator_names,
                                           .count = 3,
                                           .class = &generator};

static const pk_struct *class_of(const pk_ty *type) {
    return type->kind == PK_TY_tuple && type->fields ? type->fields->class
                                                     : NULL;
}

bool pk_ty_is_slice(const pk_ty *type) {
    return class_of(type) == &slice;
}

const char *pk_ty_builtin_class(const pk_ty *type) {
    const pk_struct *class = class_of(type);

    return class == &slice || class == &generator ? class->name : NULL;
}

const pk_fields *pk_builtin_fields(const pk_fields *fields) {
    if (!fields || !fields->place.given)
        return fields;
    if (strcmp(fields->name, "builtins.slice") == 0)
        return &pk_slice_fields[fields->count - 2];
    return strcmp(fields->name, "numpy.random.Generator") == 0
               ? &generator_fields
               : fields;
}

const pk_ty *pk_ty_slice(pk_arena *arena, uint32_t count) {
    const pk_ty *shape = pk_ty_shape(arena, count);

    return shape->kind == PK_TY_tuple
               ? pk_ty_named_tuple(arena, shape->items, count,
                                   &pk_slice_fields[count - 2])
               : shape;
}
