/* SPDX-License-Identifier: Apache-2.0 */
/* Types of expressions: making and comparing them. */
#include "frontend/types/struct.h"

#include <string.h>

const pk_ty pk_ty_error = {.kind = PK_TY_error};
const pk_ty pk_ty_unset = {.kind = PK_TY_error};
const pk_ty pk_ty_none = {.kind = PK_TY_none};
const pk_ty pk_ty_ellipsis = {.kind = PK_TY_ellipsis};
const pk_ty pk_ty_text = {.kind = PK_TY_text};

static const pk_ty code_point = {
    .kind = PK_TY_number, .scalar = PK_TYPE_u32, .parts = 1};
static const pk_ty *const code_points[] = {&code_point};
const pk_ty pk_ty_str = {.kind = PK_TY_list,
                         .layout = 't',
                         .count = 1,
                         .parts = 1,
                         .items = code_points};

static const pk_ty numbers[PK_TYPE_COUNT] = {
#define TYPE(name, class, bytes, meaning)                                      \
    [PK_TYPE_##                                                                \
        name] = {.kind = PK_TY_number, .scalar = PK_TYPE_##name, .parts = 1},
#include "portkern/types.def"
#undef TYPE
};
static const pk_ty complex_f32 = {
    .kind = PK_TY_complex, .scalar = PK_TYPE_f32, .parts = 2};
static const pk_ty complex_f64 = {
    .kind = PK_TY_complex, .scalar = PK_TYPE_f64, .parts = 2};
#define VECTOR(type, count)                                                    \
    {.kind = PK_TY_vector, .scalar = type, .ndim = count, .parts = count}
static const pk_ty vectors[PK_TYPE_COUNT][PK_MAX_VECTOR] = {
#define TYPE(name, class, bytes, meaning)                                      \
    [PK_TYPE_##name] = {VECTOR(PK_TYPE_##name, 1), VECTOR(PK_TYPE_##name, 2),  \
                        VECTOR(PK_TYPE_##name, 3), VECTOR(PK_TYPE_##name, 4)},
#include "portkern/types.def"
#undef TYPE
};
#undef VECTOR
static const pk_ty weak_int = {.kind = PK_TY_number,
                               .scalar = PK_TYPE_i64,
                               .parts = 1,
                               .flags = PK_TYF_weak};
static const pk_ty weak_float = {.kind = PK_TY_number,
                                 .scalar = PK_TYPE_f64,
                                 .parts = 1,
                                 .flags = PK_TYF_weak};

const pk_ty *pk_ty_number(pk_type scalar) {
    return &numbers[scalar];
}

const pk_ty *pk_ty_complex(pk_type part) {
    return part == PK_TYPE_f32 ? &complex_f32 : &complex_f64;
}

const pk_ty *pk_ty_vector(pk_type scalar, uint32_t count) {
    return &vectors[scalar][count - 1];
}

int pk_vector_element(const pk_ty *vector, const char *attr) {
    const char *at = *attr && !attr[1] ? strchr("xyzw", *attr) : NULL;
    int index = at ? (int)(at - "xyzw") : -1;

    return index < vector->ndim ? index : -1;
}

const pk_ty *pk_ty_weak(pk_type scalar) {
    return scalar == PK_TYPE_f64 ? &weak_float : &weak_int;
}

const pk_ty *pk_ty_tuple(pk_arena *arena, const pk_ty *const *items,
                         uint32_t count) {
    pk_ty *type = PK_NEW(arena, pk_ty);

    *type = (pk_ty){.kind = PK_TY_tuple, .count = count, .items = items};
    for (uint32_t i = 0; i < count && !arena->failed; i++)
        type->parts += items[i]->parts;
    return type;
}

const pk_ty *pk_ty_named_tuple(pk_arena *arena, const pk_ty *const *items,
                               uint32_t count, const pk_fields *fields) {
    pk_ty *type = (pk_ty *)(uintptr_t)pk_ty_tuple(arena, items, count);

    type->fields = pk_builtin_fields(fields);
    return type;
}

const pk_ty *pk_ty_list(pk_arena *arena, const pk_ty *item) {
    const pk_ty *type = pk_ty_over(arena, PK_TY_list, item, 0);

    if (type->kind == PK_TY_list)
        ((pk_ty *)(uintptr_t)type)->parts = 1;
    return type;
}

const pk_ty *pk_ty_list_items(pk_arena *arena, const pk_ty *list) {
    return pk_ty_array(arena, list->items[0], 1, 'C', PK_SPACE_global,
                       PK_TYF_counted | PK_TYF_listed);
}

const pk_ty *pk_ty_shape(pk_arena *arena, uint32_t ndim) {
    const pk_ty **items = pk_arena_array(arena, ndim + 1, sizeof *items);

    for (uint32_t i = 0; items && i < ndim; i++)
        items[i] = pk_ty_number(PK_TYPE_i64);
    return items ? pk_ty_tuple(arena, items, ndim) : &pk_ty_error;
}

const pk_ty *pk_ty_optional(pk_arena *arena, const pk_ty *type) {
    const pk_ty *optional = pk_ty_over(arena, PK_TY_optional, type, 0);

    if (optional->kind == PK_TY_optional)
        ((pk_ty *)(uintptr_t)optional)->parts++;
    return optional;
}

const pk_ty *pk_ty_record(pk_arena *arena, const pk_record *record,
                          pk_space space, uint32_t flags, uint32_t align) {
    pk_ty *type = PK_NEW(arena, pk_ty);

    *type = (pk_ty){.kind = PK_TY_record,
                    .flags = (uint8_t)(flags & PK_TYF_readonly),
                    .scalar = PK_TYPE_u8,
                    .space = (uint8_t)space,
                    .align = (uint8_t)align,
                    .parts = 1,
                    .record = record};
    return type;
}

pk_ty *pk_ty_array(pk_arena *arena, const pk_ty *element, uint32_t ndim,
                   char layout, pk_space space, uint32_t flags) {
    pk_ty *type = PK_NEW(arena, pk_ty);

    if (element->kind == PK_TY_complex)
        flags |= PK_TYF_complex;
    if (ndim == 0 || (ndim == 1 && layout == 'F'))
        layout = 'C';
    *type = (pk_ty){.kind = PK_TY_array,
                    .layout = (uint8_t)layout,
                    .ndim = (uint8_t)ndim,
                    .flags = (uint8_t)flags,
                    .scalar = element->scalar,
                    .space = (uint8_t)space,
                    .parts = pk_array_parts(ndim, layout == 'A') +
                             (flags & PK_TYF_counted ? 1 : 0)};
    if (element->kind == PK_TY_record) {
        type->align = element->align;
        type->made =
            pk_ty_record(arena, element->record, space, flags, element->align);
    }
    return type;
}

const pk_ty *pk_ty_counted(pk_arena *arena, const pk_ty *type) {
    const pk_ty **items;
    pk_ty *out;

    if (type->kind == PK_TY_array) {
        out = PK_NEW(arena, pk_ty);
        *out = *type;
        out->parts += type->flags & PK_TYF_counted ? 0 : 1;
        out->flags |= PK_TYF_counted;
        return out;
    }
    if (type->kind == PK_TY_optional)
        return pk_ty_optional(arena, pk_ty_counted(arena, type->items[0]));
    if (type->kind != PK_TY_tuple)
        return type;
    items = pk_arena_array(arena, type->count + 1, sizeof *items);
    for (uint32_t i = 0; items && i < type->count; i++)
        items[i] = pk_ty_counted(arena, type->items[i]);
    return items ? pk_ty_named_tuple(arena, items, type->count, type->fields)
                 : type;
}

bool pk_ty_is_constant(const pk_ty *type) {
    return type->kind == PK_TY_array && type->space == PK_SPACE_constant;
}

const pk_ty *pk_ty_copy_of_constant(pk_arena *arena, const pk_ty *type) {
    return pk_ty_array(arena, pk_ty_element(type), type->ndim,
                       type->layout == 'F' ? 'F' : 'C', PK_SPACE_global,
                       PK_TYF_readonly | PK_TYF_counted);
}

pk_ty *pk_ty_view(pk_arena *arena, const pk_ty *array, uint32_t ndim,
                  char layout) {
    pk_ty *type = pk_ty_array(
        arena, pk_ty_element(array), ndim, layout, (pk_space)array->space,
        array->flags &
            (uint32_t)~(PK_TYF_unsized | PK_TYF_dynamic | PK_TYF_listed));

    type->held = array->held;
    type->align = array->made ? array->align : (uint8_t)pk_ty_part_bytes(array);
    return pk_ty_in_memory_of(arena, type, array);
}

uint32_t pk_ty_align(const pk_ty *array) {
    return array->align ? array->align : pk_type_bytes(array->scalar);
}

const pk_ty *pk_ty_aligned(pk_arena *arena, const pk_ty *array,
                           uint32_t align) {
    pk_ty *type;

    if (array->made || align <= pk_ty_align(array))
        return array;
    type = PK_NEW(arena, pk_ty);
    *type = *array;
    type->align = (uint8_t)align;
    return type;
}

const pk_ty *pk_ty_reversed(pk_arena *arena, const pk_ty *array) {
    char layout = array->layout == 'C' ? 'F' : array->layout == 'F' ? 'C' : 'A';

    return array->ndim <= 1 ? array
                            : pk_ty_view(arena, array, array->ndim, layout);
}

const pk_ty *pk_ty_lazy(pk_arena *arena, const pk_ty *element, uint32_t ndim) {
    pk_ty *type = PK_NEW(arena, pk_ty);

    *type =
        (pk_ty){.kind = PK_TY_lazy,
                .ndim = (uint8_t)ndim,
                .flags = element->kind == PK_TY_complex ? PK_TYF_complex : 0,
                .scalar = element->scalar};
    return type;
}

/* The order of the new array that Numba would make: Fortran's where arrays of
 * that order, and none of C's, go into it. */
const pk_ty *pk_ty_computed(pk_arena *arena, const pk_ty *lazy,
                            const pk_tree *tree, const pk_ty *const *leaves,
                            uint32_t count) {
    pk_ty *type = PK_NEW(arena, pk_ty);
    bool c = false, fortran = false;

    *type = *lazy;
    type->kind = PK_TY_computed;
    type->count = count;
    type->items = leaves;
    type->tree = tree;
    type->parts = lazy->ndim;
    for (uint32_t i = 0; i < count; i++) {
        bool array = leaves[i]->kind == PK_TY_array;
        c = c || (array && leaves[i]->layout == 'C');
        fortran = fortran || (array && leaves[i]->layout == 'F');
        type->parts += leaves[i]->parts;
    }
    type->layout = fortran && !c ? 'F' : 'C';
    return type;
}

const pk_ty *pk_ty_over(pk_arena *arena, pk_ty_kind kind, const pk_ty *array,
                        char gives) {
    pk_ty *type = PK_NEW(arena, pk_ty);
    const pk_ty **items = pk_arena_array(arena, 1, sizeof *items);

    if (!items)
        return &pk_ty_error;
    items[0] = array;
    *type = (pk_ty){.kind = (uint8_t)kind,
                    .layout = (uint8_t)gives,
                    .count = 1,
                    .items = items,
                    .parts = array->parts};
    return type;
}

const pk_ty *pk_ty_element_iter_item(pk_arena *arena, const pk_ty *iter) {
    const pk_ty *over = iter->items[0];
    const pk_ty **items = pk_arena_array(arena, over->ndim + 2u, sizeof *items);

    if (!items)
        return &pk_ty_error;
    if (iter->layout == PK_ELEMENT_ITER_values)
        return pk_ty_element(over);
    if (iter->layout == PK_ELEMENT_ITER_indices)
        return over;
    if (iter->layout == PK_ELEMENT_ITER_views)
        return pk_ty_view(arena, over, 0, 'C');
    for (uint32_t i = 0; i < over->ndim; i++)
        items[2 + i] = pk_ty_number(PK_TYPE_i64);
    items[0] = pk_ty_tuple(arena, items + 2, over->ndim);
    items[1] = pk_ty_element(over);
    return pk_ty_tuple(arena, items, 2);
}

const pk_ty *pk_ty_range(pk_arena *arena, pk_type scalar, uint8_t flags) {
    pk_ty *type = PK_NEW(arena, pk_ty);

    *type = (pk_ty){
        .kind = PK_TY_range, .scalar = scalar, .flags = flags, .parts = 3};
    return type;
}

const pk_ty *pk_ty_path(pk_arena *arena, pk_ty_kind kind, const char *path) {
    pk_ty *type = PK_NEW(arena, pk_ty);

    *type = (pk_ty){.kind = (uint8_t)kind, .path = path};
    return type;
}

/* Whether the type of a string in it does not say what that is. */
static bool is_without_text(const pk_ty *type) {
    bool any = type->kind == PK_TY_text && !type->text;

    for (uint32_t i = 0; type->kind == PK_TY_tuple && i < type->count; i++)
        any = any || is_without_text(type->items[i]);
    return any;
}

static const pk_ty *given_tuple(pk_arena *arena, pk_typed v) {
    const pk_ty **items =
        pk_arena_array(arena, v.type->count + 1, sizeof *items);

    for (uint32_t i = 0; items && i < v.type->count; i++)
        items[i] =
            pk_ty_given(arena, (pk_typed){.type = v.type->items[i],
                                          .known = v.known && v.known->items
                                                       ? v.known->items[i]
                                                       : NULL});
    return items
               ? pk_ty_named_tuple(arena, items, v.type->count, v.type->fields)
               : v.type;
}

const pk_ty *pk_ty_given(pk_arena *arena, pk_typed v) {
    pk_ty *type;

    if (!is_without_text(v.type))
        return v.type;
    if (v.type->kind == PK_TY_tuple)
        return given_tuple(arena, v);
    if (!v.known || !v.known->text)
        return v.type;
    type = PK_NEW(arena, pk_ty);
    *type = (pk_ty){.kind = PK_TY_text, .text = v.known};
    return type;
}

const pk_ty *pk_ty_with_names(pk_arena *arena, const pk_ty *type,
                              const pk_fields *fields) {
    const pk_ty **items;

    if (!fields || type->kind != PK_TY_tuple || fields->count != type->count)
        return type;
    items = pk_arena_array(arena, type->count + 1u, sizeof *items);
    for (uint32_t i = 0; items && i < type->count; i++)
        items[i] = pk_ty_with_names(arena, type->items[i],
                                    fields->inner ? fields->inner[i] : NULL);
    return items ? pk_ty_named_tuple(arena, items, type->count, fields) : type;
}

/* The type that a tuple with a class in front stands for: a structure, or an
 * array with an owner. NULL: it is another tuple. */
static const pk_ty *owned_argument(pk_arena *arena, const pk_arg_type *arg) {
    if (!pk_arg_is_owned(arg))
        return NULL;
    if (arg->count == 2 && !arg->items[0].function->makes)
        return &pk_ty_error; /* a generator: no argument of others */
    return arg->count == 2
               ? &arg->items[0].function->makes->type
               : pk_ty_counted(arena, pk_ty_of_argument(arena, &arg->items[1]));
}

static const pk_ty *tuple_of_arguments(pk_arena *arena,
                                       const pk_arg_type *arg) {
    const pk_ty **items = pk_arena_array(arena, arg->count + 1, sizeof *items);
    const pk_ty *owned = owned_argument(arena, arg);

    if (owned)
        return owned;
    for (uint32_t i = 0; items && i < arg->count; i++)
        items[i] = pk_ty_of_argument(arena, &arg->items[i]);
    if (!items)
        return &pk_ty_error;
    if (pk_arg_is_dataclass(arg))
        return pk_ty_named_tuple(arena, items, arg->count - 1,
                                 arg->items[arg->count - 1].function->fields);
    return pk_ty_with_names(arena, pk_ty_tuple(arena, items, arg->count),
                            arg->fields);
}

const pk_ty *pk_enum_type(pk_arena *arena, const pk_members *members) {
    pk_ty *type = PK_NEW(arena, pk_ty);

    *type = (pk_ty){.kind = members->integers ? PK_TY_number : PK_TY_member,
                    .scalar = PK_TYPE_i64,
                    .parts = 1,
                    .members = members};
    return type;
}

/* The info that an argument has is the head of the function itself. */
static const pk_ty *function_of_argument(pk_arena *arena,
                                         const pk_arg_type *arg) {
    pk_ty *type = PK_NEW(arena, pk_ty);

    *type = (pk_ty){.kind = PK_TY_function,
                    .function = (const struct pk_function *)arg->function,
                    .info = arg->function};
    return type;
}

/* Its items are lists of what it holds; a set's values are bools. */
static const pk_ty *dict_of_argument(pk_arena *arena, const pk_arg_type *arg) {
    const pk_ty *pair[2] = {NULL, pk_ty_number(PK_TYPE_bool)};

    for (uint32_t i = 0; i < arg->count; i++)
        pair[i] = pk_ty_of_argument(arena, &arg->items[i])->items[0];
    return pk_ty_dict(arena, pk_ty_tuple(arena, pair, 2),
                      arg->count == 2 ? 'd' : 's');
}

static const pk_ty *element_of_argument(pk_arena *arena,
                                        const pk_arg_type *arg) {
    return arg->record ? pk_ty_record(arena, arg->record, PK_SPACE_global, 0,
                                      arg->record->align)
           : arg->is_complex ? pk_ty_complex(arg->dtype)
                             : pk_ty_number(arg->dtype);
}

static const pk_ty *dtype_of_argument(pk_arena *arena, const pk_arg_type *arg) {
    pk_ty *type = PK_NEW(arena, pk_ty);

    *type =
        (pk_ty){.kind = PK_TY_dtype, .made = element_of_argument(arena, arg)};
    return type;
}

const pk_ty *pk_ty_of_argument(pk_arena *arena, const pk_arg_type *arg) {
    const pk_ty *element, *array;
    uint32_t flags = (arg->flags & PK_ARGF_readonly ? PK_TYF_readonly : 0) |
                     (arg->flags & PK_ARGF_pointer ? PK_TYF_unsized : 0);

    switch ((pk_argtype_kind)arg->kind) {
    case PK_ARGTYPE_scalar:
        return arg->members ? pk_enum_type(arena, arg->members)
                            : pk_ty_number(arg->dtype);
    case PK_ARGTYPE_complex: return pk_ty_complex(arg->dtype);
    case PK_ARGTYPE_tuple: return tuple_of_arguments(arena, arg);
    case PK_ARGTYPE_array:
        if (arg->record && !arg->ndim)
            return pk_ty_record(arena, arg->record, PK_SPACE_global, flags,
                                arg->record->align);
        element = element_of_argument(arena, arg);
        if (arg->flags & PK_ARGF_list && !(arg->flags & PK_ARGF_arrays))
            return pk_ty_list(arena, element);
        array = pk_ty_array(arena, element, arg->ndim, (char)arg->layout,
                            PK_SPACE_global, flags);
        return arg->flags & PK_ARGF_arrays
                   ? pk_ty_list(arena, pk_ty_item(arena, array))
                   : array;
    case PK_ARGTYPE_dict: return dict_of_argument(arena, arg);
    case PK_ARGTYPE_function: return function_of_argument(arena, arg);
    case PK_ARGTYPE_text: return pk_ty_text_of(arena, arg->text);
    case PK_ARGTYPE_dtype: return dtype_of_argument(arena, arg);
    case PK_ARGTYPE_none: break;
    }
    return &pk_ty_none;
}

static bool tuple_to_argument(pk_arena *arena, const pk_ty *type,
                              pk_arg_type *out) {
    pk_arg_type *items = pk_arena_array(arena, type->count + 1, sizeof *items);

    for (uint32_t i = 0; items && !arena->failed && i < type->count; i++)
        if (!pk_ty_to_argument(arena, type->items[i], &items[i]))
            return false;
    *out = (pk_arg_type){.kind = PK_ARGTYPE_tuple,
                         .count = type->count,
                         .items = items,
                         .fields = type->fields};
    return items != NULL;
}

bool pk_ty_to_argument(pk_arena *arena, const pk_ty *type, pk_arg_type *out) {
    switch ((pk_ty_kind)type->kind) {
    case PK_TY_none: *out = (pk_arg_type){.kind = PK_ARGTYPE_none}; return true;
    case PK_TY_number:
    case PK_TY_member:
        *out = (pk_arg_type){.kind = PK_ARGTYPE_scalar,
                             .dtype = type->scalar,
                             .members = type->members};
        return true;
    case PK_TY_complex:
        *out = (pk_arg_type){.kind = PK_ARGTYPE_complex, .dtype = type->scalar};
        return true;
    case PK_TY_array:
        *out = (pk_arg_type){
            .kind = PK_ARGTYPE_array,
            .dtype = type->scalar,
            .layout = type->layout,
            .ndim = type->ndim,
            .is_complex = (type->flags & PK_TYF_complex) != 0,
            .record = type->made ? type->made->record : NULL,
            .flags = (type->flags & PK_TYF_readonly ? PK_ARGF_readonly : 0) |
                     (pk_ty_is_pointer(type) ? PK_ARGF_pointer : 0)};
        return true;
    case PK_TY_record:
        *out = (pk_arg_type){
            .kind = PK_ARGTYPE_array,
            .dtype = type->scalar,
            .layout = 'C',
            .record = type->record,
            .flags = type->flags & PK_TYF_readonly ? PK_ARGF_readonly : 0};
        return true;
    case PK_TY_tuple: return tuple_to_argument(arena, type, out);
    default: return false;
    }
}

static bool same_tree(const pk_tree *a, const pk_tree *b) {
    if (a->builtin != b->builtin || a->count != b->count || a->leaf != b->leaf)
        return false;
    for (uint32_t i = 0; i < a->count; i++)
        if (!same_tree(a->args[i], b->args[i]))
            return false;
    return true;
}

bool pk_known_same_text(const pk_known *a, const pk_known *b) {
    return a->is_bytes == b->is_bytes && a->length == b->length &&
           memcmp(a->text, b->text, a->length) == 0;
}

bool pk_ty_equal(const pk_ty *a, const pk_ty *b) {
    if (a == b)
        return true;
    if (a->kind != b->kind || a->scalar != b->scalar || a->count != b->count ||
        a->layout != b->layout || a->ndim != b->ndim || a->flags != b->flags ||
        a->space != b->space || a->held != b->held || a->align != b->align ||
        !pk_copies_equal(a->copied, b->copied))
        return false;
    for (uint32_t i = 0; i < a->count; i++)
        if (!pk_ty_equal(a->items[i], b->items[i]))
            return false;
    switch ((pk_ty_kind)a->kind) {
    case PK_TY_record: return pk_record_equal(a->record, b->record);
    case PK_TY_array:
    case PK_TY_dtype:
    case PK_TY_signature:
        return a->made == b->made ||
               (a->made && b->made && pk_ty_equal(a->made, b->made));
    case PK_TY_module:
    case PK_TY_foreign:
    case PK_TY_hidden: return strcmp(a->path, b->path) == 0;
    case PK_TY_tuple:
    case PK_TY_named: return pk_fields_same(a->fields, b->fields);
    case PK_TY_number:
    case PK_TY_enum:
    case PK_TY_member: return pk_members_same(a->members, b->members);
    case PK_TY_table: return a->table == b->table;
    case PK_TY_struct:
    case PK_TY_class: return a->structure == b->structure;
    case PK_TY_text:
        return a->text == b->text ||
               (a->text && b->text && pk_known_same_text(a->text, b->text));
    case PK_TY_builtin: return a->builtin == b->builtin;
    case PK_TY_function: return a->function == b->function;
    case PK_TY_source: return a->program == b->program;
    case PK_TY_computed: return same_tree(a->tree, b->tree);
    default: return true;
    }
}

bool pk_ty_has_iterator(const pk_ty *type) {
    if (type->kind == PK_TY_iter)
        return true;
    for (uint32_t i = 0; type->kind == PK_TY_tuple && i < type->count; i++)
        if (pk_ty_has_iterator(type->items[i]))
            return true;
    return type->kind == PK_TY_optional && pk_ty_has_iterator(type->items[0]);
}

bool pk_ty_is_number(const pk_ty *type) {
    return type->kind == PK_TY_number;
}

bool pk_ty_is_int(const pk_ty *type) {
    return type->kind == PK_TY_number && pk_type_is_int(type->scalar);
}

bool pk_ty_is_bool(const pk_ty *type) {
    return type->kind == PK_TY_number && type->scalar == PK_TYPE_bool;
}

bool pk_ty_is_float(const pk_ty *type) {
    return type->kind == PK_TY_number && pk_type_is_float(type->scalar);
}

bool pk_ty_is_numeric(const pk_ty *type) {
    return type->kind == PK_TY_number || type->kind == PK_TY_complex;
}

const pk_ty *pk_ty_element(const pk_ty *array) {
    if (pk_ty_is_records(array))
        return array->made;
    return array->flags & PK_TYF_complex ? pk_ty_complex(array->scalar)
                                         : pk_ty_number(array->scalar);
}

uint32_t pk_ty_bytes(const pk_ty *element) {
    if (element->kind == PK_TY_record)
        return element->record->size;
    return pk_type_bytes(element->scalar) *
           (element->kind == PK_TY_complex ? 2 : 1);
}

pk_type pk_ty_part(const pk_ty *type, uint32_t index) {
    static const pk_type units[] = {
        [1] = PK_TYPE_u8, [2] = PK_TYPE_u16, [4] = PK_TYPE_u32};
    uint32_t owner;

    switch ((pk_ty_kind)type->kind) {
    case PK_TY_record: return PK_TYPE_PTR(type->space, PK_TYPE_u8);
    case PK_TY_struct:
    case PK_TY_list: return PK_TYPE_ref;
    case PK_TY_array:
        if (pk_part_owner(type, &owner) && index == owner)
            return PK_TYPE_ref;
        if (index != PK_PART_data)
            return PK_TYPE_i64;
        return PK_TYPE_PTR(type->space, pk_ty_part_bytes(type)
                                            ? units[pk_ty_part_bytes(type)]
                                        : type->held ? type->held
                                                     : type->scalar);
    case PK_TY_iter:
        if (index == type->items[0]->parts)
            return PK_TYPE_PTR(PK_SPACE_local, PK_TYPE_i64);
        return pk_ty_part(type->items[0], index);
    case PK_TY_computed:
        if (index < type->ndim)
            return PK_TYPE_i64;
        index -= type->ndim;
        __attribute__((fallthrough));
    case PK_TY_zip:
    case PK_TY_tuple:
    case PK_TY_dict:
    case PK_TY_function:
        for (uint32_t i = 0; i < type->count; i++) {
            if (index < type->items[i]->parts)
                return pk_ty_part(type->items[i], index);
            index -= type->items[i]->parts;
        }
        return PK_TYPE_void;
    case PK_TY_optional:
        return index ? pk_ty_part(type->items[0], index - 1) : PK_TYPE_bool;
    case PK_TY_element_iter:
    case PK_TY_flags: return pk_ty_part(type->items[0], index);
    case PK_TY_slice: return PK_TYPE_i64;
    default: return type->scalar;
    }
}

const pk_ty *pk_ty_of_word(const char *word) {
    pk_type scalar;
    bool is_complex;

    if (!pk_dtype_read(word, &scalar, &is_complex))
        return NULL;
    return is_complex ? pk_ty_complex(scalar) : pk_ty_number(scalar);
}
