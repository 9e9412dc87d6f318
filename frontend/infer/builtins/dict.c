/* SPDX-License-Identifier: Apache-2.0 */
/* Dicts and sets of host functions: displays, methods, and the types of their
 * keys and values, which are learned of variables as those of lists are. */
#include "frontend/infer/typings.h"

#include "frontend/infer/library.h"

#include <string.h>

/* Whether a key's type has a hash: integers, bools, floats, strings, tuples of
 * these. */
static bool is_key(const pk_ty *type) {
    bool all = type->kind == PK_TY_tuple &&
               (!pk_ty_is_dataclass(type) || type->fields->class->hashed);

    if (type->kind == PK_TY_number || pk_ty_is_text(type))
        return true;
    for (uint32_t i = 0; all && i < type->count; i++)
        all = is_key(type->items[i]);
    return all;
}

/* The types of a key and a value as a tuple; NULL, with an error, where they
 * cannot be such. */
static const pk_ty *pair_of(pk_infer *in, const pk_ast *node, const pk_ty *key,
                            const pk_ty *value) {
    const pk_ty **items = pk_arena_array(in->arena, 2, sizeof *items);

    if (key->kind == PK_TY_error || value->kind == PK_TY_error || !items)
        return NULL;
    if (!is_key(key)) {
        pk_say_unsupported(
            in, node,
            pk_arena_format(in->arena, "%s as a key", pk_named(in, key)),
            "keys are numbers, strings, and tuples of these");
        return NULL;
    }
    if (!pk_ty_is_item(value)) {
        pk_say_unsupported(
            in, node,
            pk_arena_format(in->arena, "a dict of %s", pk_named(in, value)),
            "dicts hold numbers, strings, arrays, lists, dicts, and tuples of "
            "these");
        return NULL;
    }
    items[0] = pk_ty_item(in->arena, key);
    items[1] = pk_ty_item(in->arena, value);
    return pk_ty_tuple(in->arena, items, 2);
}

/* ---- displays ---- */

static pk_typed display(pk_infer *in, const pk_ast *node, const pk_ty *pair,
                        char layout) {
    const pk_ty *learned;
    const bool bound = pk_infer_learned(in, node, &learned);

    if (learned)
        pair = pair ? pk_rule_unify(in->arena, learned, pair) : learned;
    if (!pair && !bound)
        return pk_say(in, node, PK_E_call_type,
                      "give it to a variable, which what is stored there tells "
                      "the type",
                      "nothing says what this %s holds",
                      layout == 's' ? "set" : "dict");
    if (!pair)
        in->instance->open_list = node;
    return of_type(pk_ty_dict(in->arena, pair, layout));
}

pk_typed pk_infer_dict(pk_infer *in, const pk_ast *node) {
    const bool is_set = node->kind == PK_AST_Set;
    const pk_ast_list *keys = is_set ? &node->Set.elts : &node->Dict.keys;
    const pk_ty *pair = NULL, *each, *value = pk_ty_number(PK_TYPE_bool);
    pk_typed args[3], v;
    pk_call *call;

    if (!in->c->signature->host)
        return pk_say_unsupported(in, node, "a dict or set in a kernel",
                                  "use an array and an index");
    for (uint32_t i = 0; i < keys->count; i++) {
        const pk_ast *key = keys->items[i];
        if (!key)
            return pk_say_unsupported(in, node, "** in a dict", "call update");
        if (!is_set)
            value = pk_infer_expr(in, node->Dict.values.items[i]).type;
        each = pair_of(in, key, pk_infer_expr(in, key).type, value);
        if (!each)
            return error();
        pair = pair ? pk_rule_unify(in->arena, pair, each) : each;
        if (!pair)
            return pk_say(in, key, PK_E_unify_values, NULL,
                          "items of different types in one %s",
                          is_set ? "set" : "dict");
    }
    v = display(in, node, pair, is_set ? 's' : 'd');
    if (v.type->kind == PK_TY_error || !keys->count)
        return v;
    args[0] = v;
    args[1] = of_type(pk_dict_entry(v.type)->items[1]);
    args[2] = of_type(pk_dict_entry(v.type)->items[2]);
    call = pk_container_call(in, node, v.type, is_set ? "add" : "__setitem__",
                             args, is_set ? 2 : 3);
    if (call)
        pk_call_library(in, node, call, pk_container_function(in, call, ""),
                        (const pk_ty *[]){v.type, args[1].type, args[2].type},
                        call->count);
    pk_note_at(in, node)->call = call;
    return v;
}

/* ---- dict(), set(), set(a) ---- */

/* Dict.empty(K, V): what the types do not say is learned. */
static pk_typed empty(pk_infer *in, const pk_ast *node) {
    const pk_ty *key = pk_infer_said(in, node, 0, "key_type");
    const pk_ty *value = pk_infer_said(in, node, 1, "value_type"), *pair = NULL;

    if (key && value && !(pair = pair_of(in, node, key, value)))
        return error();
    return display(in, node, pair, 'd');
}

pk_typed pk_type_dict_call(pk_infer *in, const pk_ast *node, pk_call *call) {
    const char layout = (char)call->builtin->param;
    const pk_ty *types[2], *item, *pair;

    if (call->builtin->param == PK_CALL_empty)
        return empty(in, node);
    if (!call->nodes[0])
        return display(in, node, NULL, layout);
    if (layout != 's')
        return pk_say_unsupported(in, node, "dict() of something",
                                  "write a loop, or call update");
    types[0] = pk_ty_unknown_text(in->arena, call->args[0].type);
    item = pk_infer_item(in, call->nodes[0], of_type(types[0])).type;
    pair = pair_of(in, node, item, pk_ty_number(PK_TYPE_bool));
    if (!pair)
        return error();
    types[1] = pk_ty_dict(in->arena, pair, layout);
    call->work = types[1];
    return pk_call_library(in, node, call, pk_library_named(in->c, "set_of"),
                           types, 1);
}

/* ---- methods ---- */

/* Learns what the variable holds of a method that is given a key and a value;
 * false after an error. */
static bool learn_of(pk_infer *in, pk_call *call) {
    const pk_ty *dict = call->args[0].type, *pair;
    const pk_ty *value = call->count > 2 && call->nodes[2]
                             ? call->args[2].type
                             : pk_ty_number(PK_TYPE_bool);

    pair = pair_of(in, call->nodes[1], call->args[1].type, value);
    if (!pair)
        return false;
    if (pk_infer_learn(in, call->nodes[0], dict, pair))
        return true;
    if (!pk_ty_is_open(dict) &&
        pk_rule_converts(pair->items[0], pk_dict_entry(dict)->items[1]) &&
        (dict->layout == 's' ||
         pk_rule_converts(pair->items[1], pk_dict_entry(dict)->items[2])))
        return true;
    pk_say(in, call->nodes[1], PK_E_call_type, NULL, "%s cannot be in %s",
           pk_named(in, pair), pk_named(in, dict));
    return false;
}

/* s.update(l) of a set is given a list, an array, a tuple or a range, whose
 * items have the type of its own. */
static bool is_given_items(const pk_call *call) {
    const pk_ty *given = call->count > 1 ? call->args[1].type : &pk_ty_none;

    return strcmp(call->builtin->path, "set.update") == 0 &&
           !pk_ty_is_str(given) &&
           (given->kind == PK_TY_list || given->kind == PK_TY_array ||
            given->kind == PK_TY_tuple || given->kind == PK_TY_range);
}

static pk_typed update_by_items(pk_infer *in, const pk_ast *node,
                                pk_call *call) {
    const pk_ty *types[2] = {call->args[0].type}, *set = types[0], *item, *pair;

    types[1] = pk_ty_unknown_text(in->arena, call->args[1].type);
    item = pk_infer_item(in, call->nodes[1], of_type(types[1])).type;
    pair = pair_of(in, call->nodes[1], item, pk_ty_number(PK_TYPE_bool));
    if (!pair)
        return error();
    pk_infer_learn(in, call->nodes[0], set, pair);
    if (pk_ty_is_open(set)) /* the round that follows knows */
        return of_type(&pk_ty_none);
    if (!pk_ty_equal(pair->items[0], pk_dict_entry(set)->items[1]))
        return pk_say(in, call->nodes[1], PK_E_call_type, NULL,
                      "items of %s are no keys of %s", pk_named(in, types[1]),
                      pk_named(in, set));
    return pk_call_library(in, node, call,
                           pk_container_function(in, call, "_of"), types, 2);
}

pk_typed pk_type_dict_method(pk_infer *in, const pk_ast *node, pk_call *call) {
    const pk_ty *types[6] = {call->args[0].type}, *dict = types[0];
    const char *suffix = "";
    uint32_t count = 1;

    if (dict->kind != PK_TY_dict)
        return error();
    if (is_given_items(call))
        return update_by_items(in, node, call);
    if ((call->builtin->param ||
         (pk_ty_is_open(dict) && call->count > 2 && call->nodes[2])) &&
        !learn_of(in, call))
        return error();
    if (pk_ty_is_open(dict)) /* the round that follows knows */
        return call->builtin->param ? of_type(&pk_ty_none) : error();
    for (uint32_t i = 1; i < call->count; i++)
        if (call->nodes[i])
            types[count++] = pk_ty_unknown_text(in->arena, call->args[i].type);
    if (count > 1 && types[1]->kind != PK_TY_dict) {
        const pk_ty *key = pk_dict_entry(dict)->items[1];
        if (!pk_rule_converts(types[1], key))
            return pk_say(in, call->nodes[1], PK_E_call_type, NULL,
                          "%s is no key of %s", pk_named(in, types[1]),
                          pk_named(in, dict));
        types[1] = key;
    }
    if (count > 2)
        types[2] = pk_dict_entry(dict)->items[2];
    if (call->count > 2 && count > 2 && !call->builtin->param)
        suffix = "_or";
    return pk_call_library(
        in, node, call, pk_container_function(in, call, suffix), types, count);
}

/* ---- what lib/host/np_dict.py is made of ---- */

pk_typed pk_type_dict_part(pk_infer *in, const pk_ast *node, pk_call *call) {
    const pk_ty *first = call->args[0].type;
    const pk_ty *item, *pair;

    switch (call->builtin->param) {
    case PK_DICT_entries: return of_type(first->items[0]);
    case PK_DICT_table: return of_type(first->items[1]);
    case PK_DICT_set_of:
        item = pk_infer_item(in, node, call->args[0]).type;
        pair = pair_of(in, node, item, pk_ty_number(PK_TYPE_bool));
        return pair ? of_type(pk_ty_dict(in->arena, pair, 's')) : error();
    default: return of_type(first);
    }
}
