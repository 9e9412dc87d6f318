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
#include "frontend/infer/typings.h"

#include "frontend/infer/library.h"
#include "frontend/module/scope.h"
#include "frontend/values/known.h"

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

/* Returns what a list holds, or a dict, a tuple of key and value; NULL:
 * unknown.
 */
static const pk_ty *held_by(pk_infer *in, const pk_ty *container) {
    if (pk_ty_is_open(container))
        return NULL;
    return container->kind == PK_TY_list
               ? container->items[0]
               : pk_ty_tuple(in->arena, pk_dict_entry(container)->items + 1, 2);
}

bool pk_infer_learn(pk_infer *in, const pk_ast *name, const pk_ty *container,
                    const pk_ty *item) {
    const pk_ty *held = held_by(in, container);
    const pk_ty **learned =
        name && name->kind == PK_AST_Name
            ? learned_of(in, pk_vars_find(&in->instance->vars, name->Name.id))
            : NULL;
    const pk_ty *all = held ? pk_rule_unify(in->arena, held, item) : item;

    if (!learned || !all)
        return false;
    if (*learned)
        all = pk_rule_unify(in->arena, *learned, all);
    if (!all)
        return false;
    if (!*learned || !pk_ty_equal(*learned, all))
        in->instance->again = true;
    *learned = all;
    return in->instance->again || (held && pk_ty_equal(held, all));
}

/* The variable that `value` goes to, as one of `targets` or of their items; -1:
 * it goes to none. */
static int variable_of(const pk_infer *in, const pk_ast *target,
                       const pk_ast *value, const pk_ast *wanted) {
    int found = -1;

    if (value == wanted)
        return target->kind == PK_AST_Name
                   ? pk_vars_find(&in->instance->vars, target->Name.id)
                   : -1;
    if (target->kind != PK_AST_Tuple || value->kind != PK_AST_Tuple ||
        target->Tuple.elts.count != value->Tuple.elts.count)
        return -1;
    for (uint32_t i = 0; found < 0 && i < value->Tuple.elts.count; i++)
        found = variable_of(in, target->Tuple.elts.items[i],
                            value->Tuple.elts.items[i], wanted);
    return found;
}

/* The variable that the statement at hand gives the value of `node`. */
static int bound_variable(const pk_infer *in, const pk_ast *node) {
    const pk_ast *at = in->at;

    if (at && at->kind == PK_AST_Assign && at->Assign.targets.count == 1)
        return variable_of(in, at->Assign.targets.items[0], at->Assign.value,
                           node);
    if (at && at->kind == PK_AST_AnnAssign && at->AnnAssign.value)
        return variable_of(in, at->AnnAssign.target, at->AnnAssign.value, node);
    return -1;
}

/* Finds what the field of a structure holds that the statement at hand gives
 * the value of `node`; NULL: it gives none, or that holds nothing. */
static const pk_ty *held_by_field(pk_infer *in, const pk_ast *node) {
    const pk_ast *at = in->at, *target;
    const pk_ty *base, *type;
    int field;

    if (!at || at->kind != PK_AST_Assign || at->Assign.value != node ||
        at->Assign.targets.items[0]->kind != PK_AST_Attribute)
        return NULL;
    target = at->Assign.targets.items[0];
    base = pk_infer_expr(in, target->Attribute.value).type;
    field = base->kind == PK_TY_struct
                ? pk_struct_field(base->structure, target->Attribute.attr)
                : -1;
    type = field < 0 ? base : base->structure->types[field];
    return type->kind == PK_TY_dict ||
                   (type->kind == PK_TY_list && !pk_ty_is_str(type))
               ? held_by(in, type)
               : NULL;
}

bool pk_infer_learned(pk_infer *in, const pk_ast *node, const pk_ty **item) {
    const int variable = bound_variable(in, node);
    const pk_ty **learned = learned_of(in, variable);

    *item = learned ? *learned : variable < 0 ? held_by_field(in, node) : NULL;
    return variable >= 0 || *item;
}

/* ---- displays ---- */

static pk_typed say_item(pk_infer *in, const pk_ast *node, const pk_ty *item) {
    return pk_say_unsupported(
        in, node,
        pk_arena_format(in->arena, "a list of %s", pk_named(in, item)),
        "lists hold numbers, strings, arrays, lists, dicts, and tuples of "
        "these");
}

/* The type of a display whose items have that type, NULL: it has none. */
static pk_typed display(pk_infer *in, const pk_ast *node, const pk_ty *item) {
    const pk_ty *learned;
    const bool goes_to_one = pk_infer_learned(in, node, &learned);

    if (learned)
        item = item ? pk_rule_unify(in->arena, learned, item) : learned;
    if (item)
        return of_type(pk_ty_list(in->arena, item));
    if (!goes_to_one)
        return pk_say(in, node, PK_E_call_type,
                      "give it to a variable, which append tells the type",
                      "nothing says what the items of this list are");
    in->instance->open_list = node;
    return of_type(pk_ty_list(in->arena, &pk_ty_unset));
}

const pk_ty *pk_infer_said(pk_infer *in, const pk_ast *node, uint32_t number,
                           const char *name) {
    const pk_ast_list *words = &node->Call.keywords;
    const pk_ast *said =
        number < node->Call.args.count ? node->Call.args.items[number] : NULL;
    pk_typed v;

    for (uint32_t i = 0; i < words->count; i++)
        if (words->items[i]->keyword.arg &&
            !strcmp(words->items[i]->keyword.arg, name))
            said = words->items[i]->keyword.value;
    if (!said)
        return NULL;
    v = pk_scope_function_value(in->instance->function, NULL, in->arena, said);
    if (v.type->kind == PK_TY_foreign && strrchr(v.type->path, '.') &&
        !strcmp(strrchr(v.type->path, '.'), ".unicode_type"))
        return &pk_ty_str;
    if (v.type->kind == PK_TY_class)
        return &v.type->structure->type;
    return v.type->kind == PK_TY_dtype && pk_ty_is_item(v.type->made)
               ? pk_ty_item(in->arena, v.type->made)
               : NULL;
}

pk_typed pk_infer_list(pk_infer *in, const pk_ast *node) {
    const pk_ty *item = NULL, *all;

    if (!in->c->signature->host)
        return pk_say_unsupported(
            in, node, "a list in a kernel",
            "use a tuple, or cuda.local.array(shape, dtype)");
    for (uint32_t i = 0; i < node->List.elts.count; i++) {
        const pk_ast *elt = node->List.elts.items[i];
        pk_typed v = pk_infer_expr(in, elt);
        if (v.type->kind == PK_TY_error)
            return error();
        if (!pk_ty_is_item(v.type))
            return say_item(in, elt, v.type);
        v.type = pk_ty_item(in->arena, v.type);
        all = item ? pk_rule_unify(in->arena, item, v.type) : v.type;
        if (!all)
            return pk_say(in, elt, PK_E_unify_values,
                          pk_unify_hint(item, v.type, false),
                          "cannot unify %s and %s", pk_named(in, item),
                          pk_named(in, v.type));
        item = all;
    }
    return display(in, node, item);
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

/* Calls a method of a dict or set, whose result stands for the node. */
static pk_typed dict_called(pk_infer *in, const pk_ast *node, pk_typed dict,
                            const char *method) {
    pk_call *call = pk_container_call(in, node, dict.type, method, &dict, 1);
    pk_typed v = call ? pk_call_library(in, node, call,
                                        pk_container_function(in, call, ""),
                                        &dict.type, 1)
                      : error();
    pk_note *note = pk_note_at(in, node);

    note->listed = v.type->kind != PK_TY_error;
    note->stores = call;
    note->v = v;
    return v;
}

pk_typed pk_infer_as_truth(pk_infer *in, const pk_ast *node, pk_typed v) {
    if (v.type->kind != PK_TY_dict)
        return v;
    return pk_ty_is_open(v.type) ? error()
                                 : dict_called(in, node, v, "__len__");
}

pk_typed pk_infer_as_items(pk_infer *in, const pk_ast *node, pk_typed v) {
    pk_note *note;

    if (v.type->kind == PK_TY_dict && !pk_ty_is_open(v.type))
        return dict_called(in, node, v, "keys");
    if (v.type->kind == PK_TY_dict)
        return error();
    if (v.type->kind != PK_TY_list || pk_ty_is_str(v.type))
        return v;
    if (pk_ty_is_open_list(v.type))
        return error(); /* another round follows, or says why not */
    if (!pk_ty_is_flat_list(v.type))
        return v;
    note = pk_note_at(in, node);
    note->listed = true;
    note->stores = NULL;
    note->v = of_type(pk_ty_list_items(in->arena, v.type));
    return note->v;
}

/* ---- methods ---- */

/* The type of the items that a for over the argument gives, NULL: an error was
 * said. */
static const pk_ty *item_of(pk_infer *in, const pk_ast *node, const pk_ty *of) {
    const pk_ty *item;

    if (pk_ty_is_open_list(of))
        return NULL;
    item = pk_infer_item(in, node, of_type(of)).type;
    return item->kind == PK_TY_error ? NULL : item;
}

/* Checks the argument of a method that becomes an item of the list, or many;
 * NULL: an error was said. */
static const pk_ty *given_item(pk_infer *in, pk_call *call, uint32_t takes,
                               bool many) {
    const pk_ast *node = call->nodes[takes];
    const pk_ty *list = call->args[0].type, *item = call->args[takes].type;

    if (many)
        item = item_of(in, node, item);
    if (!item || item->kind == PK_TY_error)
        return NULL;
    if (!pk_ty_is_item(item)) {
        say_item(in, node, item);
        return NULL;
    }
    item = pk_ty_item(in->arena, item);
    if (pk_infer_learn(in, call->nodes[0], list, item) ||
        (!pk_ty_is_open_list(list) && pk_rule_converts(item, list->items[0])))
        return item;
    pk_say(in, node, PK_E_call_type, NULL, "%s cannot be an item of %s",
           pk_named(in, item), pk_named(in, list));
    return NULL;
}

/* The function of a method by its arguments: pop has none, index a place where
 * it begins. */
static const char *suffix_of(const pk_call *call, uint32_t count) {
    const char *method = strrchr(call->builtin->path, '.') + 1;

    if (!strcmp(method, "pop"))
        return count > 1 ? "_at" : "";
    if (!strcmp(method, "index"))
        return count > 3 ? "_between" : count > 2 ? "_from" : "";
    return "";
}

pk_typed pk_type_list_method(pk_infer *in, const pk_ast *node, pk_call *call) {
    const pk_ty *types[6] = {call->args[0].type}, *list = types[0];
    const uint32_t takes = call->builtin->param & 7; /* argument of the type of
                                                        the items; 0: none */
    const bool many = call->builtin->param & PK_LIST_many;
    uint32_t count = 1;

    if (list->kind != PK_TY_list)
        return error();
    for (uint32_t i = 1; i < call->count; i++)
        if (call->nodes[i])
            types[count++] = pk_ty_unknown_text(in->arena, call->args[i].type);
    if (takes && !given_item(in, call, takes, many))
        return error();
    if (pk_ty_is_open_list(list))
        return of_type(&pk_ty_none); /* the round that follows knows */
    if (takes && !many)
        types[takes] = list->items[0];
    return pk_call_library(
        in, node, call, pk_container_function(in, call, suffix_of(call, count)),
        types, count);
}

/* ---- sorting, and lists of what a for takes ---- */

/* Whether a key is given; what is left out of key and reverse gets a value. */
static bool has_key(pk_infer *in, pk_call *call) {
    if (!call->nodes[2])
        call->args[2] =
            pk_known_int(in->arena, pk_ty_number(PK_TYPE_bool), false);
    return call->nodes[1] && call->args[1].type->kind != PK_TY_none;
}

pk_typed pk_type_list_sort(pk_infer *in, const pk_ast *node, pk_call *call) {
    const bool by = has_key(in, call);
    const pk_ty *types[3];

    if (call->args[0].type->kind != PK_TY_list && call->builtin->param == 0)
        return error();
    if (!item_of(in, call->nodes[0], call->args[0].type))
        return error();
    if (!pk_ty_is_number(call->args[2].type))
        return pk_say_argument(in, call, 2, "a bool for reverse");
    for (uint32_t i = 0; i < 3; i++)
        types[i] = pk_ty_unknown_text(in->arena, call->args[i].type);
    return pk_call_library(in, node, call,
                           pk_container_function(in, call, by ? "_by" : ""),
                           types, 3);
}

pk_typed pk_type_list_call(pk_infer *in, const pk_ast *node, pk_call *call) {
    const pk_ty *types[1], *item;

    if (call->builtin->param == PK_CALL_empty)
        return display(in, node, pk_infer_said(in, node, 0, "item_type"));
    types[0] = pk_ty_unknown_text(in->arena, call->args[0].type);
    if (!call->nodes[0])
        return display(in, node, NULL);
    item = item_of(in, call->nodes[0], types[0]);
    if (!item)
        return error();
    if (!pk_ty_is_item(item))
        return say_item(in, call->nodes[0], item);
    return pk_call_library(in, node, call, pk_library_named(in->c, "list_list"),
                           types, 1);
}

/* ---- what lib/host/np_list.py is made of ---- */

static uint64_t references_in(const pk_ty *item) {
    uint64_t refs = 0;

    for (uint32_t i = 0; i < item->parts; i++)
        refs |= (uint64_t)(pk_ty_part(item, i) == PK_TYPE_ref) << i;
    return refs;
}

pk_typed pk_type_list_part(pk_infer *in, const pk_ast *node, pk_call *call) {
    const pk_ty *list = pk_ty_unknown_text(in->arena, call->args[0].type);
    const pk_ty *item = list->kind == PK_TY_list ? list->items[0] : list;
    const pk_ty *i64 = pk_ty_number(PK_TYPE_i64);
    const bool flat = pk_ty_is_flat_list(list);

    (void)node;
    switch (call->builtin->param) {
    case PK_LIST_new: return of_type(list);
    case PK_LIST_text: return of_type(&pk_ty_str);
    case PK_LIST_room:
        return of_type(pk_ty_array(in->arena, flat ? item : i64, 1, 'C',
                                   PK_SPACE_global, PK_TYF_counted));
    case PK_LIST_capacity: return of_type(i64);
    case PK_LIST_get: return of_type(item);
    case PK_LIST_width:
        return pk_known_int(in->arena, i64, flat ? 1 : (int64_t)item->parts);
    case PK_LIST_owns:
        return pk_known_int(in->arena, pk_ty_number(PK_TYPE_bool),
                            !flat && references_in(item));
    case PK_LIST_flat:
        return pk_known_int(in->arena, pk_ty_number(PK_TYPE_bool), flat);
    default: return of_type(&pk_ty_none);
    }
}
