/* SPDX-License-Identifier: Apache-2.0 */
/* Lowering of lists. A list is a reference to three words: a reference to the
 * memory of its items, how many there are, and how many there is room for.
 * Numbers lie side by side there, as in an array. Any other item is as many
 * words as it has parts (words.c). */
#include "frontend/lower/lower.h"
#include "frontend/lower/report.h"
#include "frontend/parse/lexer.h"

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

static const pk_ty *item_of(pk_lv list) {
    return list.type->items[0];
}

/* An array over the memory of the items, of so many elements. */
static pk_lv as_array(pk_lower *l, pk_lv list, const pk_ty *type,
                      pk_value *extent) {
    pk_lv v = pk_lv_new(l, type);
    uint32_t owner;

    pk_part_owner(type, &owner);
    v.parts[owner] = get_word(l, list, ITEMS);
    pk_lower_keep(l, v.parts[owner]);
    v.parts[PK_PART_data] = pk_emit_memory(
        &l->b, pk_type_elem(pk_ty_part(type, PK_PART_data)), v.parts[owner]);
    v.parts[PK_PART_shape] = extent;
    return v;
}

pk_lv pk_lower_list_items(pk_lower *l, pk_lv list) {
    return as_array(l, list, pk_ty_list_items(l->arena, list.type),
                    get_word(l, list, LENGTH));
}

pk_value *pk_lower_list_length(pk_lower *l, pk_lv list) {
    return get_word(l, list, LENGTH);
}

/* ---- items that are words ---- */

static pk_words place_of(pk_lower *l, pk_lv list, pk_value *index) {
    const int64_t bytes = 8 * (int64_t)item_of(list)->parts;

    return (pk_words){
        pk_emit_memory(&l->b, PK_TYPE_u8, get_word(l, list, ITEMS)),
        emit(l, PK_OP_mul, index, pk_i64(l, bytes)), 0};
}

static pk_lv get_item(pk_lower *l, pk_lv list, pk_value *index) {
    return pk_lower_get_words(l, place_of(l, list, index), item_of(list));
}

static void put_item(pk_lower *l, pk_lv list, pk_value *index, pk_lv value) {
    pk_lower_put_words(l, place_of(l, list, index),
                       pk_lower_convert(l, value, item_of(list)));
}

/* Gives up all that the item refers to; no reference is left there. */
static void drop_item(pk_lower *l, pk_lv list, pk_value *index) {
    pk_lower_drop_words(l, place_of(l, list, index), item_of(list));
}

/* ---- items of all lists ---- */

static pk_target number_at(pk_lower *l, pk_lv list, pk_value *index) {
    const pk_ty *type = pk_ty_list_items(l->arena, list.type);
    pk_value *memory =
        pk_emit_memory(&l->b, pk_type_elem(pk_ty_part(type, PK_PART_data)),
                       get_word(l, list, ITEMS));
    const bool pairs = item_of(list)->kind == PK_TY_complex;

    if (pairs)
        index = emit(l, PK_OP_mul, index, pk_i64(l, 2));
    return (pk_target){.type = item_of(list),
                       .pointer = emit(l, PK_OP_elem, memory, index)};
}

static pk_lv get_any(pk_lower *l, pk_lv list, pk_value *index) {
    pk_target at;

    if (!pk_ty_is_flat_list(list.type))
        return get_item(l, list, index);
    at = number_at(l, list, index);
    return pk_lower_load(l, &at);
}

static void put_any(pk_lower *l, pk_lv list, pk_value *index, pk_lv value) {
    pk_target at;

    if (!pk_ty_is_flat_list(list.type)) {
        put_item(l, list, index, value);
        return;
    }
    at = number_at(l, list, index);
    pk_lower_put(l, &at, value);
}

/* ---- new lists ---- */

/* Memory for so many items. */
static pk_value *new_memory(pk_lower *l, const pk_ty *list, pk_value *room) {
    const pk_ty *item = list->items[0];
    const bool flat = pk_ty_is_flat_list(list);
    const uint32_t words = item->parts ? item->parts : 1;
    pk_lv array = pk_lv_new(
        l, pk_ty_array(l->arena, flat ? item : pk_ty_number(PK_TYPE_i64),
                       flat ? 1 : 2, 'C', PK_SPACE_global, PK_TYF_counted));
    pk_value *bytes, *memory, *address;
    uint64_t refs = pk_lower_refs_of(item);
    uint32_t owner;

    array.parts[PK_PART_shape] = room;
    if (flat) {
        pk_lower_allocate(l, array, PK_OP_alloc);
        pk_part_owner(array.type, &owner);
        return array.parts[owner];
    }
    array.parts[PK_PART_shape + 1] = pk_i64(l, words);
    bytes = pk_lower_array_bytes(l, array);
    memory = refs ? pk_emit_alloc_refs(&l->b, PK_TYPE_i64, bytes, words, refs,
                                       &address)
                  : pk_emit_alloc(&l->b, PK_OP_alloc_zero, PK_TYPE_i64, bytes,
                                  &address);
    pk_lower_made(l, memory, bytes);
    return memory;
}

static pk_lv new_list(pk_lower *l, const pk_ty *type, pk_value *room) {
    pk_lv list = pk_lv_new(l, type);
    pk_value *memory = new_memory(l, type, room), *address;
    pk_value *bytes = pk_i64(l, 8 * WORDS);

    list.parts[0] = pk_emit_alloc_refs(&l->b, PK_TYPE_i64, bytes, WORDS,
                                       1 << ITEMS, &address);
    pk_lower_made(l, list.parts[0], bytes);
    set_word(l, list, ITEMS, memory);
    set_word(l, list, LENGTH, pk_i64(l, 0));
    set_word(l, list, ROOM, room);
    return list;
}

/* A string's character, a string. */
static pk_lv character(pk_lower *l, pk_lv text, pk_value *index) {
    pk_lv out = new_list(l, text.type, pk_i64(l, 1));

    put_any(l, out, pk_i64(l, 0), get_any(l, text, index));
    set_word(l, out, LENGTH, pk_i64(l, 1));
    return out;
}

pk_lv pk_lower_list_next(pk_lower *l, pk_lv list, pk_value *index) {
    pk_lower_fail_if(
        l, emit(l, PK_OP_ge, index, get_word(l, list, LENGTH)),
        "RuntimeError: a list became shorter while a loop went over it", NULL,
        0);
    return pk_ty_is_str(list.type) ? character(l, list, index)
                                   : get_any(l, list, index);
}

pk_lv pk_lower_empty_list(pk_lower *l, const pk_ty *type) {
    return new_list(l, type, pk_i64(l, 0));
}

static void copy_items(pk_lower *l, pk_lv array, pk_lv items) {
    pk_target from, to;
    pk_inst *loop;

    loop = pk_begin_for(&l->b, pk_i64(l, 0), array.parts[PK_PART_shape],
                        pk_i64(l, 1));
    from = pk_lower_place(l, array, &loop->index);
    to = pk_lower_place(l, items, &loop->index);
    pk_lower_put(l, &to, pk_lower_load(l, &from));
    pk_end_control(&l->b, loop);
}

pk_lv pk_lower_list_of(pk_lower *l, const pk_ty *type, pk_lv array) {
    pk_value *length = array.parts[PK_PART_shape];
    pk_lv list = new_list(l, type, length);

    set_word(l, list, LENGTH, length);
    copy_items(l, array, pk_lower_list_items(l, list));
    return list;
}

pk_lv pk_lower_list_of_words(pk_lower *l, const pk_ty *type, pk_lv words) {
    pk_value *length = emit(l, PK_OP_floor_div, words.parts[PK_PART_shape],
                            pk_i64(l, (int64_t)type->items[0]->parts));
    pk_lv list = new_list(l, type, length);
    pk_words from = {words.parts[PK_PART_data], NULL, 0};
    struct pk_temporary *outer = l->temporaries;
    pk_inst *loop;

    set_word(l, list, LENGTH, length);
    loop = pk_begin_for(&l->b, pk_i64(l, 0), length, pk_i64(l, 1));
    from.bytes = emit(l, PK_OP_mul, loop->index,
                      pk_i64(l, 8 * (int64_t)type->items[0]->parts));
    put_item(l, list, loop->index, pk_lower_get_words(l, from, type->items[0]));
    pk_lower_let_go(l, outer);
    pk_end_control(&l->b, loop);
    return list;
}

pk_lv pk_lower_text(pk_lower *l, const pk_known *text) {
    const uint64_t count = text->bits[0];
    uint32_t *points = pk_arena_array(l->arena, count + 1, sizeof *points);
    uint32_t bytes = 0;
    pk_lv array;

    if (!count || !points)
        return pk_lower_empty_list(l, &pk_ty_str);
    for (uint64_t i = 0, at = 0; i < count; i++, at += bytes)
        points[i] = pk_utf8_decode(text->text + at, &bytes);
    array = pk_lv_new(l, pk_ty_array(l->arena, pk_ty_str.items[0], 1, 'C',
                                     PK_SPACE_constant, 0));
    array.parts[PK_PART_data] =
        pk_lower_table(l, "text", PK_TYPE_u32, count, points)->value;
    array.parts[PK_PART_shape] = pk_i64(l, (int64_t)count);
    return pk_lower_list_of(l, &pk_ty_str, array);
}

pk_lv pk_lower_list(pk_lower *l, const pk_ast *node) {
    const pk_note *note = pk_note_find(l->instance, node);
    const pk_ty *type = note->listed
                            ? pk_ty_list(l->arena, pk_ty_element(note->v.type))
                            : note->v.type;
    const uint32_t count = node->List.elts.count;
    pk_lv *items = pk_arena_array(l->arena, count + 1u, sizeof *items), list;

    for (uint32_t i = 0; items && i < count; i++)
        items[i] = pk_lower_expr(l, node->List.elts.items[i]);
    pk_lower_at(l, node);
    list = new_list(l, type, pk_i64(l, count));
    for (uint32_t i = 0; items && i < count; i++)
        put_any(l, list, pk_i64(l, i), items[i]);
    set_word(l, list, LENGTH, pk_i64(l, count));
    return list;
}

/* list(), an empty one, and list(x), a function of the library. */
pk_lv pk_lower_list_call(pk_lower *l, const pk_ast *node, const pk_call *call) {
    const pk_note *note = pk_note_find(l->instance, node);

    if (call->instance)
        return pk_lower_instance_of(l, node, call);
    pk_lower_at(l, node);
    return new_list(l,
                    note->listed
                        ? pk_ty_list(l->arena, pk_ty_element(note->v.type))
                        : note->v.type,
                    pk_i64(l, 0));
}

/* ---- what the library's functions are made of ---- */

/* Two lists have each other's memory from here on. */
static void swap(pk_lower *l, pk_lv a, pk_lv b) {
    for (uint32_t i = ITEMS; i <= ROOM; i += ROOM - ITEMS) {
        pk_value *x = get_word(l, a, i), *y = get_word(l, b, i);
        if (i == ITEMS) {
            pk_lower_keep(l, x);
            pk_lower_keep(l, y);
        }
        set_word(l, a, i, y);
        set_word(l, b, i, x);
        if (i != ITEMS)
            continue;
        pk_emit1(&l->b, PK_OP_release, x);
        pk_emit1(&l->b, PK_OP_release, y);
    }
}

static pk_lv room_of(pk_lower *l, pk_lv list, const pk_ty *type) {
    const uint32_t parts = item_of(list)->parts;
    pk_value *room = get_word(l, list, ROOM);

    if (!pk_ty_is_flat_list(list.type) && parts != 1)
        room = emit(l, PK_OP_mul, room, pk_i64(l, parts));
    return as_array(l, list, type, room);
}

pk_lv pk_lower_list_part(pk_lower *l, const pk_ast *node, const pk_call *call) {
    const pk_ty *type = pk_note_find(l->instance, node)->v.type;
    pk_lv args[3] = {{&pk_ty_none, NULL}, {&pk_ty_none, NULL}};

    for (uint32_t i = 0; i < call->count && i < 3; i++)
        args[i] = pk_lower_sequence(l, pk_lower_argument(l, call, i));
    pk_lower_at(l, node);
    switch (call->builtin->param) {
    case PK_LIST_new: return new_list(l, type, args[1].parts[0]);
    case PK_LIST_text: return pk_lower_list_of(l, type, args[0]);
    case PK_LIST_room: return room_of(l, args[0], type);
    case PK_LIST_capacity:
        return pk_lv_one(l, type, get_word(l, args[0], ROOM));
    case PK_LIST_swap: swap(l, args[0], args[1]); break;
    case PK_LIST_resize: set_word(l, args[0], LENGTH, args[1].parts[0]); break;
    case PK_LIST_get: return get_any(l, args[0], args[1].parts[0]);
    case PK_LIST_put: put_any(l, args[0], args[1].parts[0], args[2]); break;
    case PK_LIST_drop: drop_item(l, args[0], args[1].parts[0]); break;
    default: break;
    }
    return (pk_lv){&pk_ty_none, NULL};
}
