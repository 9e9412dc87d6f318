/* SPDX-License-Identifier: Apache-2.0 */
/* Lowering of lists. A list is a reference to three words: a reference to the
 * memory of its items, how many there are, and how many there is room for. */
#include "frontend/lower/lower.h"
#include "frontend/lower/report.h"

enum { ITEMS, LENGTH, ROOM, WORDS };

static pk_value *word(pk_lower *l, pk_lv list, uint32_t number) {
    pk_value *words = pk_emit_memory(
        &l->b, number == ITEMS ? PK_TYPE_ref : PK_TYPE_i64, list.parts[0]);

    return number ? emit(l, PK_OP_elem, words, pk_i64(l, number)) : words;
}

static pk_value *get_word(pk_lower *l, pk_lv list, uint32_t number) {
    return pk_emit1(&l->b, PK_OP_load, word(l, list, number));
}

static void set_word(pk_lower *l, pk_lv list, uint32_t number,
                     pk_value *value) {
    emit(l, PK_OP_store, word(l, list, number), value);
}

/* The items, or all the room, as an array. */
static pk_lv as_array(pk_lower *l, pk_lv list, const pk_ty *type,
                      uint32_t extent) {
    pk_lv v = pk_lv_new(l, type);
    uint32_t owner;

    pk_part_owner(type, &owner);
    v.parts[owner] = get_word(l, list, ITEMS);
    v.parts[PK_PART_data] = pk_emit_memory(
        &l->b, pk_type_elem(pk_ty_part(type, PK_PART_data)), v.parts[owner]);
    v.parts[PK_PART_shape] = get_word(l, list, extent);
    return v;
}

pk_lv pk_lower_list_items(pk_lower *l, pk_lv list) {
    return as_array(l, list, pk_ty_list_items(l->arena, list.type), LENGTH);
}

pk_value *pk_lower_list_length(pk_lower *l, pk_lv list) {
    return get_word(l, list, LENGTH);
}

/* A list whose items are the first of an array. */
static pk_lv new_list(pk_lower *l, const pk_ty *type, pk_lv array,
                      pk_value *length) {
    pk_value *address, *none;
    pk_lv list = pk_lv_new(l, type);
    uint32_t owner;

    pk_part_owner(array.type, &owner);
    list.parts[0] = pk_emit_alloc_refs(&l->b, PK_TYPE_i64, pk_i64(l, 8 * WORDS),
                                       WORDS, 1 << ITEMS, &address);
    pk_lower_keep(l, list.parts[0]);
    none =
        emit(l, PK_OP_eq, list.parts[0], pk_const_bits(l->fn, PK_TYPE_ref, 0));
    pk_lower_fail_if(l, none, "MemoryError: Unable to allocate a list", NULL,
                     0);
    set_word(l, list, ITEMS, array.parts[owner]);
    set_word(l, list, LENGTH, length);
    set_word(l, list, ROOM, array.parts[PK_PART_shape]);
    return list;
}

pk_lv pk_lower_list(pk_lower *l, const pk_ast *node) {
    const pk_note *note = pk_note_find(l->instance, node);
    const pk_ty *type = note->listed
                            ? pk_ty_list(l->arena, pk_ty_element(note->v.type))
                            : note->v.type;
    const uint32_t count = node->List.elts.count;
    pk_lv array = pk_lv_new(l, pk_ty_array(l->arena, type->items[0], 1, 'C',
                                           PK_SPACE_global, PK_TYF_counted));
    pk_lv *items = pk_arena_array(l->arena, count + 1u, sizeof *items);

    for (uint32_t i = 0; items && i < count; i++)
        items[i] = pk_lower_expr(l, node->List.elts.items[i]);
    pk_lower_at(l, node);
    array.parts[PK_PART_shape] = pk_i64(l, count);
    pk_lower_allocate(l, array, PK_OP_alloc);
    for (uint32_t i = 0; items && i < count; i++) {
        pk_value *at = pk_i64(l, i);
        pk_target place = pk_lower_place(l, array, &at);
        pk_lower_put(l, &place, items[i]);
    }
    return new_list(l, type, array, pk_i64(l, count));
}

/* The list has the array's memory from here on. */
static void move(pk_lower *l, pk_lv list, pk_lv array) {
    pk_value *old = get_word(l, list, ITEMS);
    uint32_t owner;

    pk_part_owner(array.type, &owner);
    set_word(l, list, ITEMS, array.parts[owner]);
    set_word(l, list, ROOM, array.parts[PK_PART_shape]);
    pk_emit1(&l->b, PK_OP_release, old);
}

pk_lv pk_lower_list_part(pk_lower *l, const pk_ast *node, const pk_call *call) {
    const pk_ty *type = pk_note_find(l->instance, node)->v.type;
    pk_lv first = pk_lower_argument(l, call, 0), second = {&pk_ty_none, NULL};

    if (call->count > 1)
        second = pk_lower_argument(l, call, 1);
    pk_lower_at(l, node);
    switch (call->builtin->param) {
    case PK_LIST_new: return new_list(l, type, first, second.parts[0]);
    case PK_LIST_room: return as_array(l, first, type, ROOM);
    case PK_LIST_move: move(l, first, second); break;
    case PK_LIST_resize: set_word(l, first, LENGTH, second.parts[0]); break;
    }
    return (pk_lv){&pk_ty_none, NULL};
}
