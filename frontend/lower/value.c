/* SPDX-License-Identifier: Apache-2.0 */
/* Values spread into parts: constants, conversions, conditions. */
#include "frontend/lower/iter.h"

#include "frontend/values/frozen.h"
#include "frontend/values/known.h"

#include <string.h>

pk_lv pk_lv_new(pk_lower *l, const pk_ty *type) {
    pk_lv v = {type,
               pk_arena_array(l->arena, type->parts + 1u, sizeof(pk_value *))};
    uint32_t owner;

    if (v.parts && pk_part_owner(type, &owner))
        v.parts[owner] = pk_const_bits(l->fn, PK_TYPE_ref, 0);
    return v;
}

pk_lv pk_lv_owned_by(pk_lv v, pk_lv array) {
    uint32_t to, from;

    if (pk_part_owner(v.type, &to) && pk_part_owner(array.type, &from))
        v.parts[to] = array.parts[from];
    return v;
}

pk_lv pk_lv_one(pk_lower *l, const pk_ty *type, pk_value *value) {
    pk_lv v = pk_lv_new(l, type);

    v.parts[0] = value;
    return v;
}

uint32_t pk_lv_append(pk_value **to, uint32_t at, pk_lv v) {
    for (uint32_t i = 0; i < v.type->parts; i++)
        to[at++] = v.parts[i];
    return at;
}

pk_lv pk_lower_broken(pk_lower *l) {
    l->c->broken = true;
    return pk_lv_one(l, pk_ty_number(PK_TYPE_i64), pk_i64(l, 0));
}

pk_storage *pk_lower_table(pk_lower *l, const char *name, pk_type elem,
                           uint64_t count, const void *data) {
    size_t size = (size_t)count * pk_type_bytes(elem);
    pk_storage *table;

    for (table = l->fn->storages; table; table = table->next)
        if (table->space == PK_SPACE_constant && table->elem == elem &&
            table->count == count && memcmp(table->data, data, size) == 0)
            return table;
    table = pk_func_storage(l->fn, name, PK_SPACE_constant, elem, count, 0);
    table->data = data;
    return table;
}

/* An array without elements has one that nothing reads. */
static pk_lv known_array(pk_lower *l, pk_typed known) {
    const pk_frozen *array = pk_frozen_of(known);
    uint64_t count = array->count ? array->count : 1;
    pk_lv v = pk_lv_new(l, known.type);
    pk_storage *table;

    count *= pk_ty_bytes(pk_ty_element(known.type)) /
             pk_type_bytes(known.type->scalar);
    table = pk_lower_table(l, "array", known.type->scalar, count,
                           pk_frozen_memory(l->arena, known));
    if (known.type->align > 1)
        table->align = known.type->align;
    v.parts[PK_PART_data] = table->value;
    for (uint32_t i = 0; i < known.type->ndim; i++)
        v.parts[PK_PART_shape + i] = pk_i64(l, (int64_t)array->shape[i]);
    return v;
}

/* A record of such an array. */
static pk_lv known_record(pk_lower *l, pk_typed known) {
    const pk_frozen *array = pk_frozen_behind(known);
    const pk_ty *type = known.type;
    pk_storage *table = pk_lower_table(
        l, "array", PK_TYPE_u8, array->count * type->record->size, array->data);

    if (type->align > 1)
        table->align = type->align;
    return pk_lv_one(l, type,
                     pk_emit_offset(&l->b, PK_TYPE_u8, table->value,
                                    pk_i64(l, (int64_t)known.known->bits[0])));
}

static pk_lv referred(pk_lower *l, const pk_reference *reference) {
    for (uint32_t i = 0; l->references && i < l->c->root->reference_count; i++)
        if (l->c->root->references[i] == reference && l->references[i].type)
            return l->references[i];
    return pk_lower_broken(l);
}

pk_lv pk_lv_known(pk_lower *l, pk_typed known) {
    pk_lv v;
    uint32_t at = 0;

    if (known.known && known.known->reference)
        return referred(l, known.known->reference);
    if (known.type->kind == PK_TY_array)
        return known_array(l, known);
    if (known.type->kind == PK_TY_record)
        return known_record(l, known);
    v = pk_lv_new(l, known.type);
    if (known.type->kind == PK_TY_tuple) {
        for (uint32_t i = 0; i < known.type->count; i++)
            at = pk_lv_append(v.parts, at,
                              pk_lv_known(l, pk_known_item(known, i)));
        return v;
    }
    for (uint32_t i = 0; i < known.type->parts && i < 2; i++)
        v.parts[i] =
            pk_const_bits(l->fn, known.type->scalar, known.known->bits[i]);
    return v;
}

pk_lv pk_lv_zero(pk_lower *l, const pk_ty *type) {
    pk_lv v = pk_lv_new(l, type);

    for (uint32_t i = 0; i < type->parts; i++) {
        pk_type part = pk_ty_part(type, i);
        /* A pointer has no constant: a local that is never set is zero. */
        if (pk_type_is_ptr(part))
            v.parts[i] = pk_emit_get(&l->b, pk_func_local(l->fn, NULL, part));
        else
            v.parts[i] = pk_const_bits(l->fn, part, 0);
    }
    return v;
}

pk_lv pk_lv_item(pk_lower *l, pk_lv tuple, uint32_t index) {
    pk_lv item = {tuple.type->items[index], tuple.parts};

    (void)l;
    for (uint32_t i = 0; i < index; i++)
        item.parts += tuple.type->items[i]->parts;
    return item;
}

pk_value *pk_lower_scalar(pk_lower *l, pk_lv v, pk_type to) {
    pk_value *value = v.parts[0];

    if (pk_is_const(value) && value->type != to && pk_ty_is_number(v.type)) {
        pk_known known = {.bits = {value->bits}};
        pk_typed from = {.type = v.type, .known = &known};
        pk_typed made = pk_known_convert(l->arena, from, pk_ty_number(to));
        return pk_const_bits(l->fn, to, made.known->bits[0]);
    }
    return pk_emit_to(&l->b, PK_OP_convert, to, value);
}

static pk_lv convert_tuple(pk_lower *l, pk_lv v, const pk_ty *to) {
    pk_lv out = pk_lv_new(l, to);
    uint32_t at = 0;

    for (uint32_t i = 0; i < to->count; i++)
        at = pk_lv_append(
            out.parts, at,
            pk_lower_convert(l, pk_lv_item(l, v, i), to->items[i]));
    return out;
}

/* The copy of a constant array of the module, in the order of `to`. */
static pk_lv copy_constant(pk_lower *l, pk_lv v, const pk_ty *to) {
    pk_ty *type = pk_ty_array(l->arena, pk_ty_element(v.type), v.type->ndim,
                              to->layout == 'F' ? 'F' : 'C', PK_SPACE_global,
                              PK_TYF_counted);
    pk_lv out = pk_lv_new(l, type);

    memcpy(out.parts + PK_PART_shape, v.parts + PK_PART_shape,
           type->ndim * sizeof *out.parts);
    pk_lower_allocate(l, out, PK_OP_alloc);
    pk_lower_fill(
        l,
        &(pk_target){.type = pk_ty_element(type), .is_view = true, .view = out},
        v);
    return out;
}

/* Converts to any strides: C and F arrays get theirs spelled out. */
static pk_lv convert_array(pk_lower *l, pk_lv v, const pk_ty *to) {
    pk_lv out = pk_lv_new(l, to);
    pk_lv strides;
    uint32_t ndim = to->ndim;

    if (v.type->space != to->space && to->flags & PK_TYF_counted)
        v = copy_constant(l, v, to);
    memcpy(out.parts, v.parts, (1u + ndim) * sizeof *out.parts);
    pk_lv_owned_by(out, v);
    if (to->layout != 'A')
        return out;
    strides = pk_lower_array_attribute(l, v, "strides", NULL);
    memcpy(out.parts + pk_part_stride(to), strides.parts,
           ndim * sizeof *out.parts);
    return out;
}

/* The number that the function has in another choice. */
static pk_lv convert_choice(pk_lower *l, pk_lv v, const pk_ty *to) {
    uint32_t count;
    const pk_ty *const *items = pk_ty_choices(&v.type, &count);
    pk_value *at = pk_i64(l, pk_ty_choice_find(to, items[0]));

    for (uint32_t i = 1; i < count; i++)
        at = pk_emit3(&l->b, PK_OP_select,
                      pk_emit2(&l->b, PK_OP_eq, v.parts[0], pk_i64(l, i)),
                      pk_i64(l, pk_ty_choice_find(to, items[i])), at);
    return pk_lv_one(l, to, at);
}

pk_lv pk_lower_convert(pk_lower *l, pk_lv v, const pk_ty *to) {
    pk_lv out;

    if (pk_ty_equal(v.type, to) || !to->parts)
        return v;
    if (to->kind == PK_TY_optional)
        return pk_lower_optional(l, v, to);
    v = pk_lower_present(l, v);
    switch ((pk_ty_kind)to->kind) {
    case PK_TY_number:
        return pk_lv_one(l, to,
                         v.type->kind == PK_TY_complex ||
                                 v.type->kind == PK_TY_array
                             ? pk_lower_truth(l, v)
                             : pk_lower_scalar(l, v, to->scalar));
    case PK_TY_complex:
        out = pk_lv_new(l, to);
        for (uint32_t i = 0; i < 2; i++) {
            pk_lv part = {pk_ty_number(v.type->scalar), v.parts + i};
            out.parts[i] = i < v.type->parts
                               ? pk_lower_scalar(l, part, to->scalar)
                               : pk_const_float(l->fn, to->scalar, 0);
        }
        return out;
    case PK_TY_tuple: return convert_tuple(l, v, to);
    case PK_TY_array: return convert_array(l, v, to);
    case PK_TY_record: return (pk_lv){to, v.parts};
    case PK_TY_choice: return convert_choice(l, v, to);
    case PK_TY_list:
        return v.type->kind == PK_TY_text ? pk_lower_text(l, v.type->text) : v;
    default: return v;
    }
}

/* Whether there is a value, and it is true: of an array it is looked at only
 * where there is one. */
static pk_value *optional_truth(pk_lower *l, pk_lv v) {
    pk_lv value = {v.type->items[0], v.parts + 1};
    pk_merge m;
    pk_inst *inst;

    if (value.type->kind != PK_TY_array)
        return pk_emit2(&l->b, PK_OP_and, v.parts[0], pk_lower_truth(l, value));
    m = pk_merge_new(l, pk_ty_number(PK_TYPE_bool));
    pk_merge_set(l, &m, pk_lv_one(l, m.type, v.parts[0]));
    inst = pk_begin_if(&l->b, v.parts[0]);
    pk_merge_set(l, &m, pk_lv_one(l, m.type, pk_lower_truth(l, value)));
    pk_end_control(&l->b, inst);
    return pk_merge_get(l, &m).parts[0];
}

pk_value *pk_lower_truth(pk_lower *l, pk_lv v) {
    pk_value *re, *im;

    if (v.type->kind == PK_TY_none)
        return pk_const_int(l->fn, PK_TYPE_bool, 0);
    if (v.type->kind == PK_TY_optional)
        return optional_truth(l, v);
    if (pk_ty_is_object(v.type))
        return pk_const_int(l->fn, PK_TYPE_bool, 1);
    if (v.type->kind == PK_TY_tuple)
        return pk_const_int(l->fn, PK_TYPE_bool, v.type->count != 0);
    if (v.type->kind == PK_TY_list)
        return emit(l, PK_OP_ne, pk_lower_list_length(l, v), pk_i64(l, 0));
    if (v.type->kind == PK_TY_array)
        return pk_lower_array_truth(l, v);
    if (v.type->kind == PK_TY_element_iter)
        return pk_emit2(&l->b, PK_OP_ne, pk_iter_length(l, v), pk_i64(l, 0));
    if (v.type->kind == PK_TY_complex) {
        re = pk_emit_to(&l->b, PK_OP_convert, PK_TYPE_bool, v.parts[0]);
        im = pk_emit_to(&l->b, PK_OP_convert, PK_TYPE_bool, v.parts[1]);
        return pk_emit2(&l->b, PK_OP_or, re, im);
    }
    return pk_lower_scalar(l, v, PK_TYPE_bool);
}

pk_lv pk_lower_select(pk_lower *l, pk_value *cond, pk_lv a, pk_lv b) {
    pk_lv out = pk_lv_new(l, a.type);

    for (uint32_t i = 0; i < a.type->parts; i++)
        out.parts[i] =
            a.parts[i] == b.parts[i]
                ? a.parts[i]
                : pk_emit3(&l->b, PK_OP_select, cond, a.parts[i], b.parts[i]);
    return out;
}
