/* SPDX-License-Identifier: Apache-2.0 */
/* Structured dtypes of the module level: np.dtype([('x', np.float32)]) and
 * what else makes them. */
#include "frontend/module/scope.h"
#include "signature/record.h"

#include "frontend/builtins/builtins.h"
#include "frontend/values/known.h"

#include <string.h>

static bool make_record(pk_scope *s, pk_typed list, bool aligned,
                        const pk_record **out);

static bool read_shape(pk_scope *s, pk_typed v, pk_field *field) {
    bool tuple = v.type->kind == PK_TY_tuple;
    uint32_t count = tuple ? v.type->count : 1;
    uint32_t shape[8];

    if (count > sizeof shape / sizeof *shape)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        int64_t n;
        if (!pk_known_is_int(tuple ? pk_known_item(v, i) : v, &n) || n < 0 ||
            n > PK_RECORD_BYTES)
            return false;
        shape[i] = (uint32_t)n;
    }
    return pk_field_add_axes(s->arena, field, shape, count);
}

/* A dtype, the text of one, a list of fields, or (dtype, shape). */
static bool read_format(pk_scope *s, pk_typed v, bool aligned,
                        pk_field *field) {
    const pk_ty *type = pk_ty_of_element(v);
    pk_typed second;

    if (type) {
        field->record = type->kind == PK_TY_record ? type->record : NULL;
        field->dtype = type->scalar;
        field->is_complex = type->kind == PK_TY_complex;
        return true;
    }
    if (v.type->kind == PK_TY_text && v.known)
        return pk_field_make_opaque(s->arena, field, v.known->text);
    if (v.type->kind != PK_TY_tuple || !v.type->count)
        return false;
    if (v.type->items[0]->kind == PK_TY_tuple || v.type->count != 2)
        return make_record(s, v, aligned, &field->record);
    second = pk_known_item(v, 1);
    return read_format(s, pk_known_item(v, 0), aligned, field) &&
           read_shape(s, second, field);
}

static bool read_field(pk_scope *s, pk_typed v, bool aligned, pk_field *field) {
    pk_typed name;

    if (v.type->kind != PK_TY_tuple || v.type->count < 2 || v.type->count > 3)
        return false;
    name = pk_known_item(v, 0);
    if (name.type->kind != PK_TY_text || !name.known)
        return false;
    field->name = name.known->text;
    return read_format(s, pk_known_item(v, 1), aligned, field) &&
           (v.type->count < 3 || read_shape(s, pk_known_item(v, 2), field));
}

static bool make_record(pk_scope *s, pk_typed list, bool aligned,
                        const pk_record **out) {
    uint32_t count = list.type->count;
    pk_field *fields = pk_arena_array(s->arena, count + 1, sizeof *fields);
    const char *why;

    if (list.type->kind != PK_TY_tuple || count > PK_RECORD_FIELDS || !fields)
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (!read_field(s, pk_known_item(list, i), aligned, &fields[i]))
            return false;
    *out = pk_record_new(s->arena, fields, count, aligned, false, 0, &why);
    return *out != NULL;
}

/* ---- {'names': ..., 'formats': ..., 'offsets': ...} ---- */

static const pk_ast *entry(const pk_ast *dict, const char *name) {
    for (uint32_t i = 0; i < dict->Dict.keys.count; i++) {
        const pk_ast *key = dict->Dict.keys.items[i];
        if (key && key->kind == PK_AST_Constant &&
            key->Constant.value.kind == PK_CONST_str &&
            strcmp(key->Constant.value.text, name) == 0)
            return dict->Dict.values.items[i];
    }
    return NULL;
}

/* The value of one key of np.dtype({"names": ..., "formats": ...}); None
 * without it. */
static pk_typed column(pk_scope *s, const pk_ast *dict, const char *name) {
    const pk_ast *node = entry(dict, name);

    return node ? pk_scope_eval(s, node) : (pk_typed){.type = &pk_ty_none};
}

static bool make_placed(pk_scope *s, const pk_ast *dict, bool aligned,
                        const pk_record **out) {
    pk_typed names = column(s, dict, "names");
    pk_typed formats = column(s, dict, "formats");
    pk_typed offsets = column(s, dict, "offsets");
    pk_typed size = column(s, dict, "itemsize");
    uint32_t count = names.type->count;
    bool placed = offsets.type->kind == PK_TY_tuple;
    pk_field *fields = pk_arena_array(s->arena, count + 1, sizeof *fields);
    int64_t at, bytes = 0;
    const char *why;

    if (names.type->kind != PK_TY_tuple || formats.type->kind != PK_TY_tuple ||
        formats.type->count != count || count > PK_RECORD_FIELDS || !fields ||
        (placed && offsets.type->count != count) ||
        (pk_known_is_int(size, &bytes) &&
         (bytes < 0 || bytes > PK_RECORD_BYTES)))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        pk_typed name = pk_known_item(names, i);
        if (name.type->kind != PK_TY_text || !name.known ||
            !read_format(s, pk_known_item(formats, i), aligned, &fields[i]))
            return false;
        fields[i].name = name.known->text;
        if (!placed)
            continue;
        if (!pk_known_is_int(pk_known_item(offsets, i), &at) || at < 0 ||
            at > PK_RECORD_BYTES)
            return false;
        fields[i].offset = (uint32_t)at;
    }
    *out = pk_record_new(s->arena, fields, count, aligned, placed,
                         (uint32_t)bytes, &why);
    return *out != NULL;
}

/* ---- calls ---- */

/* np.dtype(..., align=True) */
static const pk_ast *argument(const pk_ast *call, uint32_t place,
                              const char *name) {
    for (uint32_t i = 0; i < call->Call.keywords.count; i++) {
        const pk_ast *word = call->Call.keywords.items[i];
        if (word->keyword.arg && strcmp(word->keyword.arg, name) == 0)
            return word->keyword.value;
    }
    return place < call->Call.args.count ? call->Call.args.items[place] : NULL;
}

static bool is_aligned(pk_scope *s, const pk_ast *call) {
    const pk_ast *node = argument(call, 1, "align");
    pk_typed v;

    if (!node)
        return false;
    v = pk_scope_eval(s, node);
    return v.known && pk_ty_is_number(v.type) && pk_known_truth(v);
}

pk_typed pk_scope_dtype(pk_scope *s, const pk_ast *call, bool aligned) {
    const pk_ast *node = argument(call, 0, "dtype");

    return node ? pk_scope_dtype_of(s, node, aligned || is_aligned(s, call))
                : pk_scope_hidden(s, "expression");
}

pk_typed pk_scope_dtype_of(pk_scope *s, const pk_ast *node, bool aligned) {
    const pk_record *record = NULL;
    const bool lists = s->lists;
    pk_ty *type;
    pk_typed v;
    bool made;

    s->lists = true;
    if (node->kind == PK_AST_Dict) {
        made = make_placed(s, node, aligned, &record);
        v = pk_scope_hidden(s, "expression");
    } else {
        v = pk_scope_eval(s, node);
        made =
            v.type->kind == PK_TY_tuple && make_record(s, v, aligned, &record);
    }
    s->lists = lists;
    if (!made)
        return v.type->kind == PK_TY_tuple ? pk_scope_hidden(s, "expression")
                                           : v;
    type = PK_NEW(s->arena, pk_ty);
    *type = (pk_ty){.kind = PK_TY_dtype,
                    .made = pk_ty_record(s->arena, record, PK_SPACE_global, 0,
                                         record->align)};
    return (pk_typed){.type = type};
}
