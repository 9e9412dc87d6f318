/* SPDX-License-Identifier: Apache-2.0 */
/* Names of types in messages, which are Numba's. */
#include "frontend/types/struct.h"

static const char *element_name(const pk_ty *type) {
    if (type->kind == PK_TY_record || pk_ty_is_records(type))
        return "record";
    if (type->kind == PK_TY_complex || type->flags & PK_TYF_complex)
        return type->scalar == PK_TYPE_f32 ? "complex64" : "complex128";
    return pk_scalar_name(type->scalar);
}

/* A tuple of one type reads UniTuple(int64 x 2), as Numba says it. */
static void print_tuple(const pk_ty *type, pk_text *out) {
    bool uniform = type->count > 0;

    if (type->fields) {
        pk_text_printf(out, "%s(", type->fields->name);
        for (uint32_t i = 0; i < type->count; i++) {
            pk_text_printf(out, "%s%s: ", i ? ", " : "",
                           type->fields->names[i]);
            pk_ty_print(type->items[i], out);
        }
        pk_text_put(out, ")");
        return;
    }

    for (uint32_t i = 1; i < type->count; i++)
        uniform = uniform && pk_ty_equal(type->items[0], type->items[i]);
    pk_text_put(out, uniform ? "UniTuple(" : "Tuple(");
    for (uint32_t i = 0; i < (uniform ? 1 : type->count); i++) {
        pk_text_put(out, i ? ", " : "");
        pk_ty_print(type->items[i], out);
    }
    if (uniform)
        pk_text_printf(out, " x %u", type->count);
    pk_text_put(out, ")");
}

/* Record(x: float32, v: int32 x 3) */
static void print_record(const pk_record *record, pk_text *out) {
    pk_text_put(out, "Record(");
    for (uint32_t i = 0; i < record->count && i < 16; i++) {
        const pk_field *field = &record->fields[i];
        pk_text_printf(out, "%s%s: ", i ? ", " : "", field->name);
        if (field->record)
            print_record(field->record, out);
        else if (field->opaque)
            pk_text_put(out, field->opaque);
        else
            pk_text_put(out, element_name(field->is_complex
                                              ? pk_ty_complex(field->dtype)
                                              : pk_ty_number(field->dtype)));
        for (uint32_t k = 0; k + (field->opaque != NULL) < field->ndim; k++)
            pk_text_printf(out, " x %u", field->shape[k]);
    }
    pk_text_put(out, record->count > 16 ? ", ...)" : ")");
}

static const char *table_name(const pk_ty *type) {
    return type->table->name ? type->table->name : "dict";
}

/* Types that a word or a name of the program says. */
static const char *plain_name(const pk_ty *type) {
    switch ((pk_ty_kind)type->kind) {
    case PK_TY_none: return "none";
    case PK_TY_number:
    case PK_TY_complex: return element_name(type);
    case PK_TY_member: return type->members->name;
    case PK_TY_table: return table_name(type);
    case PK_TY_struct: return type->structure->name;
    case PK_TY_flags: return "flags of an array";
    case PK_TY_count:
    case PK_TY_zip: return "zip";
    case PK_TY_slice: return "slice";
    case PK_TY_ellipsis: return "ellipsis";
    case PK_TY_text: return "string";
    case PK_TY_signature: return "signature";
    case PK_TY_source: return "module";
    case PK_TY_foreign:
    case PK_TY_hidden: return type->path;
    default: return "unknown";
    }
}

static void print_around(const char *name, const pk_ty *inner, pk_text *out) {
    pk_text_printf(out, "%s(", name);
    pk_ty_print(inner, out);
    pk_text_put(out, ")");
}

static void print_dict(const pk_ty *type, pk_text *out) {
    const pk_ty *entry = pk_dict_entry(type);

    pk_text_put(out, type->layout == 's' ? "set(" : "DictType[");
    if (!pk_ty_is_open(type)) {
        pk_ty_print(entry->items[1], out);
        if (type->layout != 's') {
            pk_text_put(out, ",");
            pk_ty_print(entry->items[2], out);
        }
    }
    pk_text_put(out, type->layout == 's' ? ")" : "]");
}

static const char *element_iter_name(const pk_ty *iter) {
    return iter->layout == PK_ELEMENT_ITER_values    ? "flat"
           : iter->layout == PK_ELEMENT_ITER_indices ? "ndindex"
           : iter->layout == PK_ELEMENT_ITER_views   ? "nditer"
                                                     : "ndenumerate";
}

void pk_ty_print(const pk_ty *type, pk_text *out) {
    switch ((pk_ty_kind)type->kind) {
    case PK_TY_optional:
        print_around("OptionalType", type->items[0], out);
        break;
    case PK_TY_element_iter:
        print_around(element_iter_name(type), type->items[0], out);
        break;
    case PK_TY_list:
        if (pk_ty_is_str(type))
            pk_text_put(out, "unicode_type");
        else
            print_around("list", type->items[0], out);
        break;
    case PK_TY_dict: print_dict(type, out); break;
    case PK_TY_iter: print_around("iterator", type->items[0], out); break;
    case PK_TY_dtype: print_around("class", type->made, out); break;
    case PK_TY_record: print_record(type->record, out); break;
    case PK_TY_vector:
        pk_text_printf(out, "%sx%u", pk_scalar_name(type->scalar), type->ndim);
        break;
    case PK_TY_tuple: print_tuple(type, out); break;
    case PK_TY_array:
        if (pk_ty_is_pointer(type)) {
            pk_ty_print(pk_ty_element(type), out);
            pk_text_put(out, "*");
            break;
        }
        pk_text_put(out, "array(");
        pk_ty_print(pk_ty_element(type), out);
        pk_text_printf(out, ", %ud, %c)", type->ndim, type->layout);
        break;
    case PK_TY_lazy:
    case PK_TY_computed:
        pk_text_printf(out, "array expression(%s, %ud)", element_name(type),
                       type->ndim);
        break;
    case PK_TY_range:
        pk_text_printf(out, "range(%s)", pk_scalar_name(type->scalar));
        break;
    case PK_TY_enum:
        pk_text_printf(out, "class %s", type->members->name);
        break;
    case PK_TY_named:
        pk_text_printf(out, "class %s", type->fields->name);
        break;
    case PK_TY_class:
        pk_text_printf(out, "class %s", type->structure->name);
        break;
    case PK_TY_module: pk_text_printf(out, "module %s", type->path); break;
    case PK_TY_builtin: pk_text_printf(out, "function %s", type->name); break;
    case PK_TY_function:
        pk_text_printf(out, "function %s", type->info->name);
        break;
    case PK_TY_choice:
        for (uint32_t i = 0; i < type->count; i++)
            pk_text_printf(out, "%s%s", i ? " or " : "function ",
                           type->items[i]->info->name);
        break;
    default: pk_text_put(out, plain_name(type));
    }
}

const char *pk_ty_name(pk_arena *arena, const pk_ty *type) {
    pk_text text;
    char *name;

    pk_text_init(&text, arena->allocator);
    pk_ty_print(type, &text);
    name = pk_arena_text(arena, pk_text_string(&text), text.length);
    pk_text_finish(&text);
    return name;
}
