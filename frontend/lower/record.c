/* SPDX-License-Identifier: Apache-2.0 */
/* Lowering of records: fields are places at byte offsets, read and written as
 * their own type, or, where the layout leaves them unaligned, in parts that
 * are aligned.
 *
 *     f64 at a multiple of 4:   low = load u32 p, high = load u32 p + 4
 *                               bitcast(high << 32 | low)
 */
#include "frontend/lower/lower.h"

#include "frontend/values/known.h"

enum { UNROLL = 8 }; /* items of an array in a record that are copied so */

static const pk_type unsigned_of[] = {
    [1] = PK_TYPE_u8, [2] = PK_TYPE_u16, [4] = PK_TYPE_u32, [8] = PK_TYPE_u64};

/* ---- in parts ---- */

static pk_value *part_at(pk_lower *l, pk_value *pointer, uint32_t part_bytes,
                         uint32_t bytes) {
    return pk_emit_offset(&l->b, unsigned_of[part_bytes], pointer,
                          pk_i64(l, bytes));
}

pk_value *pk_lower_load_parts(pk_lower *l, pk_value *pointer,
                              uint32_t part_bytes, pk_type type) {
    uint32_t bytes = pk_type_bytes(type);
    pk_type whole = unsigned_of[bytes];
    pk_value *all = NULL, *part;

    for (uint32_t at = 0; at < bytes; at += part_bytes) {
        part = pk_emit1(&l->b, PK_OP_load, part_at(l, pointer, part_bytes, at));
        part = pk_emit_to(&l->b, PK_OP_convert, whole, part);
        if (at)
            part = emit(l, PK_OP_shl, part, pk_const_int(l->fn, whole, 8 * at));
        all = all ? emit(l, PK_OP_or, all, part) : part;
    }
    return pk_emit_to(&l->b, PK_OP_bitcast, type, all);
}

void pk_lower_store_parts(pk_lower *l, pk_value *pointer, uint32_t part_bytes,
                          pk_value *value) {
    uint32_t bytes = pk_type_bytes(value->type);
    pk_type whole = unsigned_of[bytes];
    pk_value *part;

    value = pk_emit_to(&l->b, PK_OP_bitcast, whole, value);
    for (uint32_t at = 0; at < bytes; at += part_bytes) {
        part =
            at ? emit(l, PK_OP_shr, value, pk_const_int(l->fn, whole, 8 * at))
               : value;
        part = pk_emit_to(&l->b, PK_OP_convert, unsigned_of[part_bytes], part);
        pk_emit2(&l->b, PK_OP_store, part_at(l, pointer, part_bytes, at), part);
    }
}

/* ---- fields ---- */

/* The array that a field is in each record of `base`. */
static pk_lv field_array(pk_lower *l, pk_lv base, const pk_field *field,
                         const pk_ty *type, pk_value *pointer) {
    pk_lv v = pk_lv_new(l, type);
    uint32_t outer = base.type->kind == PK_TY_array ? base.type->ndim : 0;
    uint32_t stride = pk_field_item_bytes(field);

    v.parts[PK_PART_data] = pointer;
    for (uint32_t i = 0; i < outer; i++) {
        v.parts[PK_PART_shape + i] = base.parts[PK_PART_shape + i];
        v.parts[pk_part_stride(type) + i] = pk_lower_stride(l, base, i);
    }
    for (uint32_t i = field->ndim; i-- > 0; stride *= field->shape[i]) {
        v.parts[PK_PART_shape + outer + i] = pk_i64(l, field->shape[i]);
        if (type->layout == 'A')
            v.parts[pk_part_stride(type) + outer + i] = pk_i64(l, stride);
    }
    return pk_lv_owned_by(v, base);
}

pk_target pk_lower_field(pk_lower *l, pk_lv base, const pk_field *field) {
    const pk_ty *type = pk_ty_of_field(l->arena, base.type, field);
    uint32_t align = pk_align_at(base.type->align, field->offset);
    pk_target target = {.type = type};
    pk_type elem;

    if (type->kind == PK_TY_array) {
        elem = pk_type_elem(pk_ty_part(type, PK_PART_data));
    } else if (type->kind == PK_TY_record) {
        elem = PK_TYPE_u8;
    } else {
        target.part_bytes =
            align < pk_type_bytes(type->scalar) ? (uint8_t)align : 0;
        elem = target.part_bytes ? unsigned_of[align] : type->scalar;
    }
    target.pointer =
        pk_emit_offset(&l->b, elem, base.parts[0], pk_i64(l, field->offset));
    if (type->kind == PK_TY_array) {
        target.is_view = true;
        target.view = field_array(l, base, field, type, target.pointer);
    }
    return target;
}

/* ---- whole records ---- */

static void put_field(pk_lower *l, pk_target place, pk_target from);

/* An array in a record, item by item. */
static void put_items(pk_lower *l, pk_lv place, pk_lv from) {
    uint32_t ndim = place.type->ndim;
    pk_value *extent = place.parts[PK_PART_shape];
    int64_t count = pk_const_get_int(extent);
    pk_target to, row;
    pk_inst *loop;

    for (int64_t i = 0; i < count && count <= UNROLL; i++) {
        to = pk_lower_row(l, place, pk_i64(l, i));
        row = pk_lower_row(l, from, pk_i64(l, i));
        put_field(l, to, row);
    }
    if (count <= UNROLL || !ndim)
        return;
    loop = pk_begin_for(&l->b, pk_i64(l, 0), extent, pk_i64(l, 1));
    to = pk_lower_row(l, place, loop->index);
    row = pk_lower_row(l, from, loop->index);
    put_field(l, to, row);
    pk_end_control(&l->b, loop);
}

static void put_field(pk_lower *l, pk_target place, pk_target from) {
    if (place.is_view)
        put_items(l, place.view, from.view);
    else
        pk_lower_put(l, &place, pk_lower_load(l, &from));
}

void pk_lower_put_record(pk_lower *l, const pk_target *target, pk_lv value) {
    const pk_record *record = target->type->record;
    pk_lv place = pk_lv_one(l, target->type, target->pointer);

    for (uint32_t i = 0; i < record->count; i++) {
        pk_target to = pk_lower_field(l, place, &record->fields[i]);
        if (value.type->kind == PK_TY_record)
            put_field(l, to, pk_lower_field(l, value, &record->fields[i]));
        else
            pk_lower_put(l, &to, pk_lv_item(l, value, i));
    }
}

/* ---- expressions ---- */

pk_target pk_lower_place_of(pk_lower *l, const pk_ast *target) {
    const pk_field *field;
    pk_lv base;

    if (target->kind == PK_AST_Attribute) {
        base = pk_lower_expr(l, target->Attribute.value);
        field = pk_field_named(base.type, target->Attribute.attr);
        pk_lower_at(l, target);
        return pk_lower_field(l, base, field);
    }
    base = pk_lower_expr(l, target->Subscript.value);
    field = pk_lower_field_of(l, base.type, target);
    if (field)
        pk_lower_effects(l, target->Subscript.slice);
    if (base.type->kind == PK_TY_record && !field)
        return (pk_target){.type = base.type, .pointer = base.parts[0]};
    return field ? pk_lower_field(l, base, field)
                 : pk_lower_subscript(l, base, target->Subscript.slice);
}

const pk_field *pk_lower_field_of(pk_lower *l, const pk_ty *base,
                                  const pk_ast *subscript) {
    const pk_ast *slice = subscript->Subscript.slice;
    bool records = base->kind == PK_TY_record || pk_ty_is_records(base);
    pk_typed index = pk_note_find(l->instance, slice)->v;

    return records && index.type ? pk_field_index(base, index) : NULL;
}
