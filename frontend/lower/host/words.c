/* SPDX-License-Identifier: Apache-2.0 */
/* Lowering of values in counted memory: as many words of 8 bytes as they have
 * parts. A reference is owned by the memory, and a pointer is its address. */
#include "frontend/lower/lower.h"

static pk_value *next_word(pk_lower *l, pk_words *at, pk_type type) {
    const int64_t offset = 8 * (int64_t)at->word++;
    pk_value *bytes = at->bytes
                          ? emit(l, PK_OP_add, at->bytes, pk_i64(l, offset))
                          : pk_i64(l, offset);

    return pk_emit_offset(&l->b, type, at->memory, bytes);
}

static void load(pk_lower *l, pk_words *at, const pk_ty *type,
                 pk_value **parts) {
    pk_value *address = NULL;
    uint32_t owner;

    if (type->kind == PK_TY_tuple || type->kind == PK_TY_optional ||
        type->kind == PK_TY_function) {
        if (type->kind == PK_TY_optional)
            *parts++ =
                pk_emit1(&l->b, PK_OP_load, next_word(l, at, PK_TYPE_bool));
        for (uint32_t i = 0; i < type->count; i++) {
            load(l, at, type->items[i], parts);
            parts += type->items[i]->parts;
        }
        return;
    }
    for (uint32_t i = 0; i < type->parts; i++) {
        const pk_type part = pk_ty_part(type, i);
        pk_value *value = pk_emit1(
            &l->b, PK_OP_load,
            next_word(l, at, pk_type_is_ptr(part) ? PK_TYPE_u64 : part));
        parts[i] = value;
        if (pk_type_is_ptr(part))
            address = value;
        if (part == PK_TYPE_ref)
            pk_lower_keep(l, value);
    }
    if (address && pk_part_owner(type, &owner))
        parts[PK_PART_data] =
            pk_emit_pointer(&l->b, pk_type_elem(pk_ty_part(type, PK_PART_data)),
                            address, parts[owner]);
}

pk_lv pk_lower_get_words(pk_lower *l, pk_words at, const pk_ty *type) {
    pk_lv v = pk_lv_new(l, type);

    load(l, &at, type, v.parts);
    return v;
}

void pk_lower_put_words(pk_lower *l, pk_words at, pk_lv value) {
    for (uint32_t i = 0; i < value.type->parts; i++) {
        pk_value *part = value.parts[i];
        if (pk_type_is_ptr(part->type))
            part = pk_emit1(&l->b, PK_OP_address, part);
        emit(l, PK_OP_store, next_word(l, &at, part->type), part);
    }
}

void pk_lower_drop_words(pk_lower *l, pk_words at, const pk_ty *type) {
    pk_value *none = pk_const_bits(l->fn, PK_TYPE_ref, 0);
    const uint32_t first = at.word;

    for (uint32_t i = 0; i < type->parts; i++) {
        pk_value *to, *old;
        if (pk_ty_part(type, i) != PK_TYPE_ref)
            continue;
        at.word = first + i;
        to = next_word(l, &at, PK_TYPE_ref);
        old = pk_emit1(&l->b, PK_OP_load, to);
        emit(l, PK_OP_store, to, none);
        pk_emit1(&l->b, PK_OP_release, old);
    }
}

uint64_t pk_lower_refs_of(const pk_ty *type) {
    uint64_t refs = 0;

    for (uint32_t i = 0; i < type->parts; i++)
        refs |= (uint64_t)(pk_ty_part(type, i) == PK_TYPE_ref) << i;
    return refs;
}
