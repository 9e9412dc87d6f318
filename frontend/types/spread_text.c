/* SPDX-License-Identifier: Apache-2.0 */
/* How a value of a type is spread into parts, in words (docs/ir.md), for those
 * that put it together again: debuggers, and who calls a host function. */
#include "frontend/types/struct.h"

#include <string.h>

static const char *scalar_word(const pk_ty *type) {
    return pk_type_name(type->scalar);
}

/* The bytes of an element and its dtype in NumPy's words, with its length
 * before it. */
static void put_format(const pk_ty *element, pk_text *out) {
    pk_text text;

    pk_text_init(&text, out->allocator);
    if (element->kind == PK_TY_record)
        pk_record_print(element->record, &text);
    else
        pk_ty_print(element, &text);
    pk_text_printf(out, "%u:%zu:%s ", pk_ty_bytes(element), text.length,
                   pk_text_string(&text));
    out->failed |= text.failed;
    pk_text_finish(&text);
}

static void put_tuple(const pk_ty *type, pk_text *out) {
    pk_text_printf(out, "(%s ", type->fields ? type->fields->name : "");
    for (uint32_t i = 0; i < type->count; i++) {
        if (type->fields)
            pk_text_printf(out, "%s=", type->fields->names[i]);
        pk_ty_print_spread(type->items[i], out);
    }
    pk_text_put(out, ") ");
}

/* As a tuple whose items have names, which is what it looks like. */
static void put_vector(const pk_ty *type, pk_text *out) {
    pk_text_put(out, "(");
    pk_ty_print(type, out);
    pk_text_put(out, " ");
    for (uint32_t i = 0; i < type->ndim; i++)
        pk_text_printf(out, "%c=%s ", "xyzw"[i], scalar_word(type));
    pk_text_put(out, ") ");
}

/* A number, or a member of an enumeration: the number of it, of an IntEnum its
 * value. */
static void put_number(const pk_ty *type, pk_text *out) {
    const struct pk_members *members = pk_ty_members(type);

    if (members)
        pk_text_printf(out, "member.%zu:%s ", strlen(members->name),
                       members->name);
    pk_text_printf(out, "%s ", scalar_word(type));
}

void pk_ty_print_spread(const pk_ty *type, pk_text *out) {
    switch ((int)type->kind) {
    case PK_TY_none: pk_text_put(out, "none "); break;
    case PK_TY_number:
    case PK_TY_member: put_number(type, out); break;
    case PK_TY_complex:
        pk_text_printf(out, "complex.%s ", scalar_word(type));
        break;
    case PK_TY_tuple: put_tuple(type, out); break;
    case PK_TY_vector: put_vector(type, out); break;
    case PK_TY_optional:
        pk_text_put(out, "?");
        pk_ty_print_spread(type->items[0], out);
        break;
    case PK_TY_struct:
        pk_text_printf(out, "object.%zu:%s ", strlen(type->structure->key),
                       type->structure->key);
        break;
    case PK_TY_array:
        pk_text_printf(out, "array.%u%c", type->ndim, type->layout);
        put_format(pk_ty_element(type), out);
        break;
    case PK_TY_list:
        pk_text_put(out, pk_ty_is_str(type) ? "t" : "");
        pk_text_put(out, pk_ty_is_flat_list(type) ? "list." : "list:");
        if (pk_ty_is_flat_list(type))
            put_format(type->items[0], out);
        else
            pk_ty_print_spread(type->items[0], out);
        break;
    case PK_TY_dict:
        pk_text_printf(out, "d%c", type->layout);
        pk_ty_print_spread(type->items[0], out);
        pk_ty_print_spread(type->items[1], out);
        break;
    case PK_TY_record:
        pk_text_put(out, "record.");
        put_format(type, out);
        break;
    default: pk_text_printf(out, "other.%u ", type->parts); break;
    }
}
