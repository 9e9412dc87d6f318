/* SPDX-License-Identifier: Apache-2.0 */
/* Lists of host functions: their displays, their methods, and the type of their
 * items, which is one for all.
 *
 *     x = []                  x: list of what?
 *     for v in a:
 *         x.append(v)         of float64
 *
 * Where a display gives a variable its value, its methods tell what the items
 * are. An instance that learns that of a variable is inferred again. */
#include "frontend/infer/infer.h"

#include "frontend/infer/library.h"

#include <string.h>

/* ---- what variables' lists hold ---- */

static const pk_ty **learned_of(pk_infer *in, int variable) {
    pk_instance *instance = in->instance;

    if (variable < 0)
        return NULL;
    if (!instance->items_of)
        instance->items_of = pk_arena_array(
            in->arena, instance->vars.count + 1u, sizeof *instance->items_of);
    return instance->items_of ? &instance->items_of[variable] : NULL;
}

/* The items of the list that the name is, by which a method is given one. */
static bool learn(pk_infer *in, const pk_ast *name, const pk_ty *list,
                  const pk_ty *item) {
    const pk_ty **learned =
        name->kind == PK_AST_Name
            ? learned_of(in, pk_vars_find(&in->instance->vars, name->Name.id))
            : NULL;
    const pk_ty *all = pk_ty_is_open_list(list)
                           ? item
                           : pk_rule_unify(in->arena, list->items[0], item);

    if (!learned || !all)
        return false;
    if (*learned)
        all = pk_rule_unify(in->arena, *learned, all);
    if (!all)
        return false;
    if (!*learned || !pk_ty_equal(*learned, all))
        in->instance->again = true;
    *learned = all;
    return true;
}

/* ---- displays ---- */

static pk_typed say_item(pk_infer *in, const pk_ast *node, const pk_ty *item) {
    return pk_say_unsupported(
        in, node,
        pk_arena_format(in->arena, "a list of %s", pk_named(in, item)),
        "lists hold numbers");
}

pk_typed pk_infer_list(pk_infer *in, const pk_ast *node) {
    const bool bound = in->value == node;
    const pk_ty **learned = bound ? learned_of(in, in->variable) : NULL;
    const pk_ty *item = learned ? *learned : NULL;

    if (!in->c->signature->host)
        return pk_say_unsupported(
            in, node, "a list in a kernel",
            "use a tuple, or cuda.local.array(shape, dtype)");
    for (uint32_t i = 0; i < node->List.elts.count; i++) {
        pk_typed v = pk_infer_expr(in, node->List.elts.items[i]);
        if (v.type->kind == PK_TY_error)
            return error();
        if (!pk_ty_is_numeric(v.type))
            return say_item(in, node->List.elts.items[i], v.type);
        item = item ? pk_rule_unify(in->arena, item, v.type) : v.type;
    }
    if (item)
        return of_type(pk_ty_list(in->arena, item));
    if (!bound)
        return pk_say(in, node, PK_E_call_type,
                      "give it to a variable, which append tells the type",
                      "nothing says what the items of this list are");
    in->instance->open_list = node;
    return of_type(pk_ty_list(in->arena, &pk_ty_unset));
}

bool pk_infer_lists_settle(pk_infer *in) {
    const pk_ast *open = in->instance->open_list;

    if (!open || in->instance->again)
        return true;
    pk_say(in, open, PK_E_call_type,
           "append a value to it, or make it of one: [0.0]",
           "nothing says what the items of this list are");
    return false;
}

pk_typed pk_infer_as_items(pk_infer *in, const pk_ast *node, pk_typed v) {
    pk_note *note;

    if (v.type->kind != PK_TY_list)
        return v;
    if (pk_ty_is_open_list(v.type))
        return error(); /* another round follows, or says why not */
    note = pk_note_at(in, node);
    note->listed = true;
    note->v = of_type(pk_ty_list_items(in->arena, v.type));
    return note->v;
}

/* ---- methods ---- */

/* A function of lib/np_list.py for the list and `item`, NULL: the list alone.
 */
static pk_typed call_list(pk_infer *in, const pk_ast *node, pk_call *call,
                          const char *name, const pk_ty *const *types,
                          uint32_t count) {
    const pk_function *fn =
        pk_library_named(in->c, pk_arena_format(in->arena, "list_%s", name));

    return pk_call_library(in, node, call, fn, types, count);
}

/* The function of the method, which is the last word of its path. */
static const char *function_of(const pk_call *call, uint32_t count) {
    const char *method = strrchr(call->builtin->path, '.') + 1;

    return !strcmp(method, "pop") && count > 1 ? "pop_at" : method;
}

pk_typed pk_type_list_method(pk_infer *in, const pk_ast *node, pk_call *call) {
    const pk_ty *types[3] = {call->args[0].type}, *item;
    const uint32_t takes = call->builtin->param & 3; /* argument of the type of
                                                        the items; 0: none */
    uint32_t count = 1;

    for (uint32_t i = 1; i < call->count; i++)
        if (call->nodes[i]) {
            types[count] = call->args[i].type;
            if (types[count]->kind == PK_TY_list)
                types[count] =
                    pk_infer_as_items(in, call->nodes[i], call->args[i]).type;
            count++;
        }
    if (takes) {
        item = types[takes];
        if (item->kind == PK_TY_array)
            item = pk_ty_element(item);
        if (!pk_ty_is_numeric(item))
            return item->kind == PK_TY_error
                       ? error()
                       : say_item(in, call->nodes[takes], item);
        if (!learn(in, call->nodes[0], types[0], item) &&
            (pk_ty_is_open_list(types[0]) ||
             !pk_rule_converts(item, types[0]->items[0])))
            return pk_say(in, call->nodes[takes], PK_E_call_type, NULL,
                          "%s cannot be an item of %s", pk_named(in, item),
                          pk_named(in, types[0]));
    }
    if (pk_ty_is_open_list(types[0]))
        return of_type(&pk_ty_none); /* the round that follows knows */
    if (takes && types[takes]->kind != PK_TY_array)
        types[takes] = types[0]->items[0];
    return call_list(in, node, call, function_of(call, count), types, count);
}

/* ---- what lib/np_list.py is made of ---- */

pk_typed pk_type_list_part(pk_infer *in, const pk_ast *node, pk_call *call) {
    const pk_ty *first = call->args[0].type;

    (void)node;
    switch (call->builtin->param) {
    case PK_LIST_new:
        return of_type(pk_ty_list(in->arena, pk_ty_element(first)));
    case PK_LIST_room:
        return of_type(pk_ty_array(in->arena, first->items[0], 1, 'C',
                                   PK_SPACE_global, PK_TYF_counted));
    default: return of_type(&pk_ty_none);
    }
}
