/* SPDX-License-Identifier: Apache-2.0 */
/* Signatures as parts of keys: exact, and the same in every process. */
#include "signature/argument.h"
#include "signature/classes.h"
#include "signature/function.h"
#include "signature/record.h"

#include <string.h>

static bool put_class(const char *name, pk_class_place place, pk_text *out) {
    if (place.given) {
        pk_text_printf(out, "%s@%zu:", name, place.given_length);
        pk_text_bytes(out, place.given, place.given_length);
        return true;
    }
    pk_text_printf(out, "%s@%s:%u:%u", name, place.line ? place.file : "",
                   place.line, place.col);
    return place.line;
}

/* With its names: one place may make several classes, as a comprehension
 * does. */
static bool put_fields(const pk_fields *fields, pk_text *out) {
    bool exact = put_class(fields->name, fields->place, out);

    for (uint32_t i = 0; i < fields->count && exact; i++) {
        pk_text_printf(out, " %s", fields->names[i]);
        if (fields->inner && fields->inner[i])
            exact = put_fields(fields->inner[i], out);
    }
    return exact;
}

static void put_function(const pk_arg_type *t, pk_text *out) {
    for (size_t i = 0; i < sizeof t->program->bytes; i++)
        pk_text_hex(out, t->program->bytes[i], 2);
    pk_text_printf(out, " %s", pk_function_path(t->function));
}

static bool put_type(const pk_arg_type *t, pk_text *out) {
    bool exact = true;

    pk_text_printf(out, " %u", t->kind);
    if (t->kind == PK_ARGTYPE_none)
        return true;
    if (t->kind == PK_ARGTYPE_text) {
        pk_text_printf(out, "%zu:%s", strlen(t->text), t->text);
        return true;
    }
    if (t->kind == PK_ARGTYPE_function) {
        put_function(t, out);
        return true;
    }
    if (t->kind == PK_ARGTYPE_tuple || t->kind == PK_ARGTYPE_dict) {
        pk_text_put(out, "(");
        if (t->fields)
            exact = put_fields(t->fields, out);
        for (uint32_t i = 0; i < t->count && exact; i++)
            exact = put_type(&t->items[i], out);
        pk_text_put(out, ")");
        return exact;
    }
    pk_text_printf(out, "%s%s", pk_type_name(t->dtype),
                   t->is_complex ? "c" : "");
    if (t->kind == PK_ARGTYPE_array)
        pk_text_printf(out, "%c%u.%u", t->layout, t->ndim, t->flags);
    if (t->record) {
        pk_record_print(t->record, out);
        pk_text_printf(out, "/%u", t->record->align);
    }
    if (t->members)
        exact = put_class(t->members->name, t->members->place, out);
    return exact;
}

bool pk_signature_key(const pk_signature *s, pk_text *out) {
    bool exact = true;

    pk_text_printf(out, "%u%u%u%u%u", s->noalias, s->bounds, s->tuples,
                   s->native, s->few);
    for (uint32_t i = 0; i < s->count && exact; i++)
        exact = put_type(&s->args[i], out);
    return exact;
}
