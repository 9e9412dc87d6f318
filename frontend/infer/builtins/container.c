/* SPDX-License-Identifier: Apache-2.0 */
/* Operators, comparisons, items, slices and stores of containers: each is a
 * function of the library.
 *
 *     a + b        list_add(a, b)           x in a       list_contains(a, x)
 *     a[1:n]       list_slice(a, 1, n, None)
 *     a[i] = v     list_setitem(a, i, v)    del a[i]     list_delitem(a, i)
 *
 * Rows of builtins.def have Python's names of these, list.__add__. */
#include "frontend/infer/library.h"
#include "frontend/infer/typings.h"
#include "frontend/types/struct.h"

#include <string.h>

const char *pk_container_kind(const pk_ty *container) {
    return pk_ty_is_text(container)        ? "str"
           : container->kind == PK_TY_list ? "list"
           : container->layout == 's'      ? "set"
                                           : "dict";
}

/* The call of a method, whose arguments lowering is given (pk_lower_given): the
 * node stands for each. NULL: there is no such method. */
pk_call *pk_container_call(pk_infer *in, const pk_ast *node,
                           const pk_ty *container, const char *method,
                           const pk_typed *args, uint32_t count) {
    pk_call *call = PK_NEW(in->arena, pk_call);

    *call = (pk_call){.count = count};
    call->builtin = pk_builtin_find(pk_arena_format(
        in->arena, "%s.%s", pk_container_kind(container), method));
    call->nodes = pk_arena_array(in->arena, count, sizeof *call->nodes);
    call->args = pk_arena_array(in->arena, count, sizeof *call->args);
    if (!call->builtin || !call->nodes || !call->args)
        return NULL;
    for (uint32_t i = 0; i < count; i++)
        call->nodes[i] = node;
    memcpy(call->args, args, count * sizeof *args);
    return call;
}

/* Types the call, whose arguments have these types in the library. */
static pk_typed call_typed(pk_infer *in, const pk_ast *node, pk_call *call,
                           const pk_ty *const *types) {
    const pk_ty *taken[3];

    for (uint32_t i = 0; i < call->count; i++)
        taken[i] = pk_ty_unknown_text(in->arena, types[i]);
    return pk_call_library(in, node, call, pk_container_function(in, call, ""),
                           taken, call->count);
}

const pk_function *pk_container_function(pk_infer *in, const pk_call *call,
                                         const char *suffix) {
    const char *path = call->builtin->path, *dot = strchr(path, '.');
    const char *name = dot + 1 + strspn(dot + 1, "_");
    size_t length = strlen(name);

    while (name[length - 1] == '_')
        length--;
    return pk_library_named(in->c, pk_arena_format(in->arena, "%.*s_%.*s%s",
                                                   (int)(dot - path), path,
                                                   (int)length, name, suffix));
}

/* The type of an index in the library: a dict's keys have one. */
static const pk_ty *index_of(const pk_ty *container, pk_typed index) {
    return container->kind == PK_TY_dict ? pk_dict_entry(container)->items[1]
                                         : index.type;
}

/* ---- operators ---- */

static const char *operator_method(uint8_t op) {
    switch (op) {
    case PK_AST_OP_Add: return "__add__";
    case PK_AST_OP_Mult: return "__mul__";
    case PK_AST_OP_BitOr: return "__or__";
    case PK_AST_OP_BitAnd: return "__and__";
    case PK_AST_OP_BitXor: return "__xor__";
    case PK_AST_OP_Sub: return "__sub__";
    default: return "";
    }
}

pk_typed pk_infer_container_operator(pk_infer *in, const pk_ast *node,
                                     uint8_t op, pk_typed a, pk_typed b) {
    const bool swapped = !pk_ty_is_container(a.type);
    const pk_typed args[] = {swapped ? b : a, swapped ? a : b};
    const pk_ty *types[] = {pk_ty_unknown_text(in->arena, args[0].type),
                            pk_ty_unknown_text(in->arena, args[1].type)};
    pk_call *call =
        pk_container_call(in, node, types[0], operator_method(op), args, 2);
    const bool times = op == PK_AST_OP_Mult;
    pk_typed v;

    if (a.type->kind == PK_TY_error || b.type->kind == PK_TY_error)
        return error();
    if (!call || (times ? !pk_ty_is_int(types[1])
                        : swapped || types[1]->kind != types[0]->kind ||
                              pk_ty_is_str(types[0]) != pk_ty_is_str(types[1])))
        return pk_say(in, node, PK_E_operator, NULL,
                      "no operator %s for %s and %s",
                      pk_ast_op_symbol((pk_ast_op)op), pk_named(in, a.type),
                      pk_named(in, b.type));
    for (uint32_t i = 0; i < 2; i++)
        if (pk_ty_is_open(types[i]))
            return error(); /* another round follows, or says why not */
    v = call_typed(in, node, call, types);
    pk_note_at(in, node)->call = call;
    return v;
}

/* ---- comparisons ---- */

bool pk_container_compares(uint8_t op, const pk_ty *a, const pk_ty *b) {
    if (op == PK_AST_OP_In || op == PK_AST_OP_NotIn)
        return pk_ty_is_container(b);
    return op >= PK_AST_OP_Eq && op <= PK_AST_OP_GtE && pk_ty_is_container(a) &&
           pk_ty_is_container(b) && !pk_ty_is_text(a) && !pk_ty_is_text(b);
}

static const char *compare_method(uint8_t op) {
    switch (op) {
    case PK_AST_OP_Lt: return "__lt__";
    case PK_AST_OP_LtE: return "__le__";
    case PK_AST_OP_Gt: return "__gt__";
    case PK_AST_OP_GtE: return "__ge__";
    case PK_AST_OP_In:
    case PK_AST_OP_NotIn: return "__contains__";
    default: return "__eq__";
    }
}

pk_typed pk_infer_container_compare(pk_infer *in, const pk_ast *node,
                                    uint8_t op, pk_typed a, pk_typed b) {
    const bool swapped = op == PK_AST_OP_In || op == PK_AST_OP_NotIn;
    const pk_typed args[] = {swapped ? b : a, swapped ? a : b};
    const pk_ty *types[] = {args[0].type, args[1].type};
    pk_call *call =
        pk_container_call(in, node, types[0], compare_method(op), args, 2);
    pk_typed v;

    if (!call || (pk_ty_is_text(types[0]) && !pk_ty_is_text(types[1])) ||
        (!swapped && types[0]->kind != types[1]->kind))
        return pk_say(in, node, PK_E_operator, NULL,
                      "no operator %s for %s and %s",
                      pk_ast_op_symbol((pk_ast_op)op), pk_named(in, a.type),
                      pk_named(in, b.type));
    if (pk_ty_is_open(types[0]) || pk_ty_is_open(types[1]) ||
        types[1]->kind == PK_TY_error)
        return error();
    if (swapped && pk_rule_converts(types[1], index_of(types[0], args[1])))
        types[1] = index_of(types[0], args[1]);
    v = call_typed(in, node, call, types);
    pk_note_at(in, node)->call = call;
    return v;
}

/* ---- items ---- */

pk_ast *pk_ast_method(pk_arena *arena, const pk_ast *node, const pk_ast *of,
                      const char *name, const pk_ast *const *args,
                      uint32_t count) {
    pk_ast *func = pk_ast_new(arena, PK_AST_Attribute, node);
    pk_ast *call = pk_ast_new(arena, PK_AST_Call, node);
    pk_ast **items = pk_arena_array(arena, count, sizeof(pk_ast *));

    func->Attribute.value = (pk_ast *)(uintptr_t)of;
    func->Attribute.attr = name;
    for (uint32_t i = 0; items && i < count; i++)
        items[i] = (pk_ast *)(uintptr_t)args[i];
    call->Call.func = func;
    call->Call.args = (pk_ast_list){items, items ? count : 0};
    return call;
}

/* s.start and its like of a slice that is a value. */
static const pk_ast *slice_part(pk_infer *in, const pk_ast *slice,
                                const char *name) {
    pk_ast *part = pk_ast_new(in->arena, PK_AST_Attribute, slice);

    part->Attribute.value = (pk_ast *)(uintptr_t)slice;
    part->Attribute.attr = name;
    return part;
}

/* of.method(start, stop, step), and what is stored, where `value` is not NULL;
 * bounds that are left out are None. */
static const pk_ast *of_slice(pk_infer *in, const pk_ast *subscript,
                              const char *method, const pk_ast *value) {
    const pk_ast *slice = subscript->Subscript.slice;
    const bool written = slice->kind == PK_AST_Slice;
    const pk_ast *args[] = {
        written ? slice->Slice.lower : slice_part(in, slice, "start"),
        written ? slice->Slice.upper : slice_part(in, slice, "stop"),
        written ? slice->Slice.step : slice_part(in, slice, "step"), value};

    for (int i = 0; i < 3; i++)
        if (!args[i]) {
            pk_ast *none = pk_ast_new(in->arena, PK_AST_Constant, slice);
            none->Constant.value = (pk_const){.kind = PK_CONST_None};
            args[i] = none;
        }
    return pk_ast_method(in->arena, subscript, subscript->Subscript.value,
                         method, args, value ? 4 : 3);
}

/* The node is compiled as the call `written`. */
static pk_typed infer_written(pk_infer *in, const pk_ast *node,
                              const pk_ast *written) {
    pk_note *note = pk_note_at(in, node);

    note->written = written;
    note->is_written = true;
    return pk_infer_expr(in, written);
}

bool pk_infer_is_slice(pk_infer *in, const pk_ast *subscript) {
    const pk_ast *index = subscript->Subscript.slice;
    const bool may_be =
        index->kind == PK_AST_Name || index->kind == PK_AST_Attribute ||
        (index->kind == PK_AST_Call && index->Call.func->kind == PK_AST_Name &&
         strcmp(index->Call.func->Name.id, "slice") == 0);

    return index->kind == PK_AST_Slice ||
           (may_be && pk_ty_is_slice(pk_infer_expr(in, index).type));
}

/* The index of an item; false after an error. */
static bool infer_index(pk_infer *in, const pk_ast *node, const pk_ty *of,
                        pk_typed *out) {
    const bool is_key = of->kind == PK_TY_dict;

    *out = pk_infer_expr(in, node->Subscript.slice);
    if (is_key ? out->type->kind != PK_TY_error &&
                     (pk_ty_is_open(of) ||
                      pk_rule_converts(out->type, pk_dict_entry(of)->items[1]))
               : pk_ty_is_int(out->type))
        return true;
    if (is_key && out->type->kind != PK_TY_error)
        pk_say(in, node->Subscript.slice, PK_E_index_type, NULL,
               "%s is no key of %s", pk_named(in, out->type), pk_named(in, of));
    else if (out->type->kind != PK_TY_error)
        pk_say(in, node->Subscript.slice, PK_E_index_type,
               pk_ty_is_float(out->type) ? pk_hint_integer(out->type) : NULL,
               "an index is an integer, and this is %s",
               pk_named(in, out->type));
    return false;
}

pk_typed pk_infer_container_item(pk_infer *in, const pk_ast *node,
                                 pk_typed base) {
    pk_typed args[] = {base, {0}}, v;
    const pk_note *note = pk_note_find(in->instance, node);
    pk_call *call;

    if (pk_infer_is_slice(in, node) && node->Subscript.ctx != PK_AST_Load)
        return pk_say_unsupported(in, node,
                                  "a slice of a list among several targets",
                                  "assign to it alone");
    if (pk_infer_is_slice(in, node))
        return infer_written(in, node,
                             note->written
                                 ? note->written
                                 : of_slice(in, node, "__slice__", NULL));
    if (!infer_index(in, node, base.type, &args[1]) || pk_ty_is_open(base.type))
        return error();
    call = pk_container_call(in, node, base.type, "__getitem__", args, 2);
    v = call ? call_typed(
                   in, node, call,
                   (const pk_ty *[]){base.type, index_of(base.type, args[1])})
             : pk_say(in, node, PK_E_not_indexable, NULL,
                      "%s cannot be indexed", pk_named(in, base.type));
    pk_note_at(in, node)->call = call;
    return v;
}

/* d[key] = value tells what the variable d holds; false: nothing more is to be
 * done. */
static bool learn_store(pk_infer *in, const pk_ast *target, pk_typed base,
                        const pk_ty *key, const pk_ty *value) {
    const pk_ty **pair = pk_arena_array(in->arena, 2, sizeof *pair);

    if (!pair || !pk_ty_is_item(key) || !pk_ty_is_item(value))
        return !pk_ty_is_open(base.type);
    pair[0] = pk_ty_item(in->arena, key);
    pair[1] = pk_ty_item(in->arena, value);
    pk_infer_learn(in, target->Subscript.value, base.type,
                   pk_ty_tuple(in->arena, pair, 2));
    return !pk_ty_is_open(base.type) && !in->instance->again;
}

bool pk_infer_container_store(pk_infer *in, const pk_ast *target, pk_typed base,
                              const pk_ty *value) {
    pk_typed args[] = {base, {0}, {.type = value}};
    const bool is_dict = base.type->kind == PK_TY_dict;
    const pk_ty *item;
    pk_call *call;

    if (pk_ty_is_flat_list(base.type) || pk_ty_is_text(base.type) ||
        pk_infer_is_slice(in, target))
        return false;
    if (!infer_index(in, target, base.type, &args[1]) ||
        value->kind == PK_TY_error)
        return true;
    if (is_dict && !learn_store(in, target, base, args[1].type, value))
        return true;
    if (pk_ty_is_open(base.type))
        return true;
    item = is_dict ? pk_dict_entry(base.type)->items[2] : base.type->items[0];
    if (!pk_rule_converts(value, item)) {
        pk_say(in, target, PK_E_store_type, NULL, "cannot store %s in %s",
               pk_named(in, value), pk_named(in, base.type));
        return true;
    }
    call = pk_container_call(in, target, base.type, "__setitem__", args, 3);
    if (call)
        call_typed(
            in, target, call,
            (const pk_ty *[]){base.type, index_of(base.type, args[1]), item});
    else
        pk_say(in, target, PK_E_store_item, NULL,
               "cannot assign to an item of %s", pk_named(in, base.type));
    pk_note_at(in, target)->stores = call;
    return true;
}

/* ---- statements ---- */

bool pk_infer_container_delete(pk_infer *in, const pk_ast *target) {
    const pk_note *note = pk_note_find(in->instance, target);
    const pk_ast *index;

    if (target->kind != PK_AST_Subscript ||
        !pk_ty_is_container(pk_infer_expr(in, target->Subscript.value).type))
        return false;
    note = pk_note_find(in->instance, target);
    index = target->Subscript.slice;
    infer_written(in, target,
                  note->written ? note->written
                  : pk_infer_is_slice(in, target)
                      ? of_slice(in, target, "__delslice__", NULL)
                      : pk_ast_method(in->arena, target,
                                      target->Subscript.value, "__delitem__",
                                      &index, 1));
    return true;
}

/* The target of a statement as what is read there. */
static const pk_ast *as_read(pk_infer *in, const pk_ast *target) {
    pk_ast *out = pk_ast_new(in->arena, target->kind, target);

    if (target->kind == PK_AST_Name) {
        out->Name = target->Name;
        out->Name.ctx = PK_AST_Load;
    } else {
        out->Subscript = target->Subscript;
        out->Subscript.ctx = PK_AST_Load;
    }
    return out;
}

static bool extends(pk_infer *in, const pk_ast *node, const pk_ast *target) {
    const pk_ty *type;

    if (node->kind != PK_AST_AugAssign || node->AugAssign.op != PK_AST_OP_Add ||
        (target->kind != PK_AST_Name && target->kind != PK_AST_Subscript))
        return false;
    if (target->kind == PK_AST_Subscript &&
        !pk_ty_is_container(pk_infer_expr(in, target->Subscript.value).type))
        return false;
    type = pk_infer_expr(in, target).type;
    return type->kind == PK_TY_list && !pk_ty_is_str(type);
}

bool pk_infer_container_statement(pk_infer *in, const pk_ast *node,
                                  const pk_ast *target, const pk_ast *value) {
    pk_note *note = pk_note_at(in, node);

    note->is_written = false;
    if (!in->c->signature->host)
        return false;
    if (extends(in, node, target)) {
        note = pk_note_at(in, node);
        infer_written(in, node,
                      note->written
                          ? note->written
                          : pk_ast_method(in->arena, node, as_read(in, target),
                                          "extend", &value, 1));
        return true;
    }
    if (node->kind != PK_AST_Assign || target->kind != PK_AST_Subscript ||
        !pk_infer_is_slice(in, target) ||
        pk_infer_expr(in, target->Subscript.value).type->kind != PK_TY_list)
        return false;
    note = pk_note_at(in, node);
    infer_written(in, node,
                  note->written ? note->written
                                : of_slice(in, target, "__setslice__", value));
    return true;
}
