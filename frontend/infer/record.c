/* SPDX-License-Identifier: Apache-2.0 */
/* Inference of fields: r.x and r['x'] of a record, a['x'] and a.x of an array
 * of records, which is a view with the records' strides. */
#include "frontend/infer/latent.h"

#include "base/suggest.h"
#include "frontend/infer/typings.h"
#include "frontend/values/known.h"

#include <string.h>

/* ---- types ---- */

static const pk_ty *item_type(pk_arena *arena, const pk_ty *base,
                              const pk_field *field, uint32_t align) {
    if (field->record)
        return pk_ty_record(arena, field->record, (pk_space)base->space,
                            base->flags,
                            pk_align_at(align, field->record->size));
    return field->is_complex ? pk_ty_complex(field->dtype)
                             : pk_ty_number(field->dtype);
}

/* At which multiples of bytes the lines of a field's array begin, along its
 * last axis, where the field does at those of `align`. */
static uint32_t line_align(const pk_field *field, uint32_t align) {
    return field->ndim < 2
               ? align
               : pk_align_at(align, pk_field_item_bytes(field) *
                                        field->shape[field->ndim - 1]);
}

static const pk_ty *field_type(pk_arena *arena, const pk_ty *base,
                               const pk_field *field) {
    uint32_t align = pk_align_at(base->align, field->offset);
    bool apart = !field->record && align < pk_type_bytes(field->dtype);
    const pk_ty *item = item_type(arena, base, field, align);
    uint32_t ndim = base->ndim + field->ndim;
    pk_ty *type;

    if (base->kind == PK_TY_record && !field->ndim)
        return field->record
                   ? pk_ty_record(arena, field->record, (pk_space)base->space,
                                  base->flags, align)
                   : item;
    type = pk_ty_array(arena, item, ndim,
                       base->kind == PK_TY_record && !apart ? 'C' : 'A',
                       (pk_space)base->space,
                       base->flags & (PK_TYF_readonly | PK_TYF_unsized |
                                      PK_TYF_dynamic | PK_TYF_counted));
    if (field->record)
        return type;
    type->align = apart ? (uint8_t)align : 0;
    return pk_ty_aligned(arena, type, line_align(field, align));
}

const pk_ty *pk_ty_of_field(pk_arena *arena, const pk_ty *base,
                            const pk_field *field) {
    const pk_ty *type = field_type(arena, base, field);

    return base->copied &&
                   (type->kind == PK_TY_array || type->kind == PK_TY_record)
               ? pk_ty_with_copies(arena, type, base->copied)
               : type;
}

/* ---- names ---- */

bool pk_is_array_attribute(const char *attr) {
    static const char *const names[] = {"T",        "dtype",  "flags", "flat",
                                        "itemsize", "nbytes", "ndim",  "shape",
                                        "size",     "strides"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], attr) == 0)
            return true;
    return false;
}

/* The field that was perhaps meant, or those that there are. */
static const char *fields_hint(pk_infer *in, const pk_record *record,
                               const char *name) {
    pk_suggest search = pk_suggest_start(name);
    const char *near;
    pk_text text;
    char *hint;

    for (uint32_t i = 0; i < record->count; i++)
        pk_suggest_name(&search, record->fields[i].name);
    near = pk_suggest_hint(in->arena, &search);
    if (near)
        return near;
    pk_text_init(&text, in->arena->allocator);
    pk_text_put(&text, "it has ");
    for (uint32_t i = 0; i < record->count && i < 8; i++)
        pk_text_printf(&text, "%s'%s'", i ? ", " : "", record->fields[i].name);
    pk_text_put(&text, record->count > 8 ? ", ..." : "");
    hint = pk_arena_text(in->arena, pk_text_string(&text), text.length);
    pk_text_finish(&text);
    return hint;
}

static const pk_record *record_of(const pk_ty *base) {
    return base->kind == PK_TY_record ? base->record : base->made->record;
}

const pk_field *pk_field_named(const pk_ty *base, const char *name) {
    return base->kind == PK_TY_record || pk_ty_is_records(base)
               ? pk_record_find(record_of(base), name)
               : NULL;
}

/* The type of a field that kernels can use; of strings and dates says so. */
static pk_typed field_value(pk_infer *in, const pk_ast *node, pk_typed base,
                            const pk_field *field) {
    bool date = field->opaque && strchr("Mm", *field->opaque);

    if (!field->opaque)
        return pk_infer_field_most(in, base, field);
    return pk_say(in, node, PK_E_field_opaque,
                  date ? "pass numbers: on the host, a['t'].view(np.int64) "
                         "has the same data as integers"
                       : "give the kernel numbers: on the host, codes of the "
                         "strings in an array of their own",
                  "field '%s' holds %s (%s), which kernels only copy with "
                  "their record",
                  field->name, date ? "dates" : "strings", field->opaque);
}

pk_typed pk_infer_record_field(pk_infer *in, const pk_ast *node, pk_typed base,
                               const char *name) {
    const pk_field *field = pk_field_named(base.type, name);

    if (!field)
        return pk_say(in, node, PK_E_field_unknown,
                      fields_hint(in, record_of(base.type), name),
                      "the record has no field '%s'", name);
    return field_value(in, node, base, field);
}

/* ---- subscripts ---- */

const pk_field *pk_field_index(const pk_ty *base, pk_typed index) {
    int64_t at;

    if (index.type->kind == PK_TY_text && index.known)
        return pk_field_named(base, index.known->text);
    if (base->kind != PK_TY_record || !pk_known_is_int(index, &at) || at < 0 ||
        at >= base->record->count)
        return NULL;
    return &base->record->fields[at];
}

bool pk_is_whole_record(const pk_ty *base, const pk_ty *index) {
    return base->kind == PK_TY_record && index->kind == PK_TY_tuple &&
           !index->count;
}

pk_typed pk_infer_field_index(pk_infer *in, const pk_ast *node, pk_typed base,
                              pk_typed index) {
    const pk_field *field;

    if (base.type->kind == PK_TY_record && node->kind == PK_AST_Subscript)
        index = pk_infer_constant_at(in, node->Subscript.slice, index);
    field = pk_field_index(base.type, index);
    if (index.type->kind == PK_TY_error)
        return error();
    if (pk_is_whole_record(base.type, index.type))
        return of_type(base.type);
    if (field)
        return field_value(in, node, base, field);
    if (index.type->kind == PK_TY_text && index.known)
        return pk_infer_record_field(in, node, base, index.known->text);
    return pk_say(in, node, PK_E_field_unknown,
                  fields_hint(in, record_of(base.type), ""),
                  "the field of a record is named by a constant, and this is "
                  "%s",
                  pk_named(in, index.type));
}

/* ---- stores ---- */

pk_typed pk_infer_field_store(pk_infer *in, const pk_ast *target) {
    pk_typed base = pk_infer_expr(in, target->Attribute.value);
    const char *attr = target->Attribute.attr;

    if (base.type->kind == PK_TY_record)
        return pk_infer_record_field(in, target, base, attr);
    if (base.type->kind == PK_TY_error)
        return error();
    if (pk_field_named(base.type, attr))
        return pk_say(
            in, target, PK_E_store_attribute,
            pk_arena_format(in->arena,
                            "write a['%s'][:] = ..., which stores into the "
                            "field of each record",
                            attr),
            "cannot assign to a field of a whole array like this");
    return pk_say(
        in, target, PK_E_store_attribute,
        base.type->kind == PK_TY_vector
            ? "vectors do not change: make a new one of the elements"
        : pk_ty_is_dataclass(base.type) && base.type->fields->class->frozen
            ? "the class is frozen: make a new object"
        : base.type->kind == PK_TY_tuple && base.type->fields
            ? "named tuples and dataclasses are passed by value: "
              "make a new one, or use jitclass, whose objects are "
              "passed by reference"
            : "only fields of records can be assigned",
        "cannot assign to attribute '%s' of %s", attr, pk_named(in, base.type));
}

bool pk_infer_fits_record(const pk_ty *value, const pk_ty *place) {
    const pk_record *record = place->record;

    if (value->kind == PK_TY_record)
        return pk_record_equal(value->record, record);
    if (value->kind != PK_TY_tuple || value->count != record->count)
        return false;
    for (uint32_t i = 0; i < record->count; i++) {
        const pk_field *field = &record->fields[i];
        const pk_ty inner = {.kind = PK_TY_record, .record = field->record};
        if (field->ndim ||
            !(field->record
                  ? pk_infer_fits_record(value->items[i], &inner)
                  : pk_rule_converts(value->items[i],
                                     field->is_complex
                                         ? pk_ty_complex(field->dtype)
                                         : pk_ty_number(field->dtype))))
            return false;
    }
    return true;
}
