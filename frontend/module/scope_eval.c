/* SPDX-License-Identifier: Apache-2.0 */
/* Evaluating expressions of the module level: to a value that is known, or to
 * one that is hidden. */
#include "frontend/builtins/builtins.h"
#include "frontend/module/classes.h"
#include "frontend/module/decorator.h"
#include "frontend/module/type_values.h"
#include "frontend/module/variables.h"
#include "frontend/values/frozen.h"
#include "frontend/values/known.h"
#include "frontend/values/limits.h"
#include "frontend/values/plain.h"

#include <string.h>

static pk_typed hidden(pk_scope *s, const char *name) {
    return pk_scope_hidden(s, name);
}

static bool is_hidden(pk_typed v) {
    return v.type->kind == PK_TY_hidden || v.type->kind == PK_TY_foreign;
}

static pk_typed eval_tuple(pk_scope *s, const pk_ast_list *list) {
    const pk_ty **types =
        pk_arena_array(s->arena, list->count + 1, sizeof *types);
    const pk_known **items =
        pk_arena_array(s->arena, list->count + 1, sizeof *items);
    pk_known *known = PK_NEW(s->arena, pk_known);

    if (!types || !items)
        return hidden(s, "tuple");
    for (uint32_t i = 0; i < list->count; i++) {
        pk_typed item = pk_scope_eval(s, list->items[i]);
        if (is_hidden(item))
            return item;
        if (pk_frozen_behind(item))
            return hidden(s, "tuple");
        types[i] = item.type;
        items[i] = item.known;
    }
    known->items = items;
    return (pk_typed){.type = pk_ty_tuple(s->arena, types, list->count),
                      .known = known};
}

static pk_typed eval_binary(pk_scope *s, const pk_ast *node) {
    pk_typed a = pk_scope_eval(s, node->BinOp.left),
             b = pk_scope_eval(s, node->BinOp.right);
    pk_typed v = {.type = &pk_ty_error};

    if (pk_frozen_of(a) || pk_frozen_of(b))
        return pk_frozen_binary(s->arena, (uint8_t)node->BinOp.op, a, b, &v)
                   ? v
                   : hidden(s, "expression");
    if (a.type->kind == PK_TY_tuple || b.type->kind == PK_TY_tuple)
        return pk_scope_tuples(s, (uint8_t)node->BinOp.op, a, b);
    if (pk_is_plain(a) && pk_is_plain(b))
        v = pk_plain_binary(s->arena, (uint8_t)node->BinOp.op, a, b);
    return v.known ? v : hidden(s, "expression");
}

/* NumPy's scalars keep their width. */
static pk_typed eval_numpy_unary(pk_scope *s, uint8_t op, pk_typed a) {
    bool overflow = false;
    pk_typed v = {.type = &pk_ty_error};
    pk_rule rule;

    if (!a.known || !pk_ty_is_number(a.type) || op == PK_AST_OP_Invert ||
        !pk_rule_unary(op, a.type, &rule))
        return v;
    if (op != PK_AST_OP_Not)
        rule.result = rule.left;
    v = pk_known_unary(s->arena, op, &rule, a, &overflow);
    if (overflow)
        v.known = NULL;
    return v;
}

static pk_typed eval_unary(pk_scope *s, const pk_ast *node) {
    pk_typed a = pk_scope_eval(s, node->UnaryOp.operand);
    pk_typed v = pk_known_least(s->arena, node), minus;

    if (pk_frozen_of(a) && node->UnaryOp.op == PK_AST_OP_USub) {
        minus = pk_known_int(s->arena, pk_ty_number(PK_TYPE_i64), -1);
        return pk_frozen_binary(s->arena, PK_AST_OP_Mult, a, minus, &v)
                   ? v
                   : hidden(s, "expression");
    }
    if (!v.known)
        v = pk_is_plain(a)
                ? pk_plain_unary(s->arena, (uint8_t)node->UnaryOp.op, a)
                : eval_numpy_unary(s, (uint8_t)node->UnaryOp.op, a);
    return v.known ? v : hidden(s, "expression");
}

/* float32[:], void(int32): a type, or hidden. */
static pk_typed eval_type(pk_scope *s, const pk_ast *node) {
    pk_type_reader reader = {.scope = s};
    pk_typed value;

    return pk_type_value(&reader, node, &value) ? value
                                                : hidden(s, "expression");
}

static pk_typed eval_subscript(pk_scope *s, const pk_ast *node) {
    pk_typed base = pk_scope_eval(s, node->Subscript.value);
    pk_typed index = pk_scope_eval(s, node->Subscript.slice);
    int64_t at;

    if (base.type->kind == PK_TY_dtype)
        return eval_type(s, node);
    if (base.type->kind == PK_TY_table)
        return pk_table_find(base, index, &base) ? base
                                                 : hidden(s, "expression");
    if (pk_frozen_of(base))
        return pk_frozen_item(s->arena, base, index, &base)
                   ? base
                   : hidden(s, "expression");
    if (base.type->kind != PK_TY_tuple || !pk_known_is_int(index, &at))
        return hidden(s, "expression");
    at += at < 0 ? base.type->count : 0;
    if (at < 0 || at >= base.type->count)
        return hidden(s, "expression");
    return pk_known_item(base, (uint32_t)at);
}

/* ---- calls ---- */

bool pk_scope_arguments(pk_scope *s, const pk_ast *node, pk_typed args[],
                        uint32_t most) {
    bool lists = s->lists;

    if (node->Call.args.count > most)
        return false;
    s->lists = true;
    for (uint32_t i = 0; i < node->Call.args.count; i++)
        args[i] = pk_scope_eval(s, node->Call.args.items[i]);
    s->lists = lists;
    return true;
}

const char *pk_scope_path(pk_typed v) {
    return v.type->kind == PK_TY_foreign || v.type->kind == PK_TY_module
               ? v.type->path
           : v.type->kind == PK_TY_builtin ? v.type->builtin->path
                                           : "";
}

/* len("abc"), float("inf"), int("42") */
static bool of_text(pk_arena *arena, const pk_builtin *builtin,
                    const pk_known *text, pk_typed *out) {
    switch (builtin->how) {
    case PK_HOW_float: return pk_plain_named(arena, text->text, out);
    case PK_HOW_int: return pk_plain_integer(arena, text->text, out);
    case PK_HOW_len:
        *out = pk_known_int(arena, pk_ty_number(PK_TYPE_i64),
                            (int64_t)text->bits[0]);
        return true;
    default: return false;
    }
}

/* len(TABLE), int(2.5), max(N, 64), math.ceil(N / 64) */
static pk_typed eval_python(pk_scope *s, const pk_ast *node,
                            const pk_builtin *builtin) {
    enum { MOST = 8 };
    uint32_t count = node->Call.args.count;
    pk_typed args[MOST], v = {.type = &pk_ty_error};

    if (node->Call.keywords.count || !pk_scope_arguments(s, node, args, MOST))
        return hidden(s, "expression");
    if (builtin->how == PK_HOW_range)
        return s->lists ? pk_scope_range(s, args, count)
                        : hidden(s, "expression");
    if (count == 1 && args[0].known && args[0].type->kind == PK_TY_text)
        return of_text(s->arena, builtin, args[0].known, &v)
                   ? v
                   : hidden(s, "expression");
    if (builtin->how == PK_HOW_same)
        return count == 1 && args[0].type->kind == PK_TY_tuple
                   ? args[0]
                   : hidden(s, "expression");
    if (builtin->how != PK_HOW_len)
        v = pk_plain_call(s->arena, builtin, args, count);
    else if (count == 1 && args[0].type->kind == PK_TY_tuple)
        v = pk_known_int(s->arena, pk_ty_number(PK_TYPE_i64),
                         args[0].type->count);
    else if (count == 1 && pk_frozen_of(args[0]) && args[0].type->ndim)
        v = pk_known_int(s->arena, pk_ty_number(PK_TYPE_i64),
                         (int64_t)pk_frozen_of(args[0])->shape[0]);
    return v.known ? v : hidden(s, "expression");
}

static pk_typed eval_limits(pk_scope *s, const pk_ast *node, const char *path) {
    pk_typed v;

    return node->Call.args.count == 1 && !node->Call.keywords.count &&
                   pk_number_limits(s->arena, path,
                                    pk_scope_eval(s, node->Call.args.items[0]),
                                    &v)
               ? v
               : hidden(s, "expression");
}

/* np.float32(0.5), np.dtype(np.float32), and decorators called. */
static pk_typed eval_call(pk_scope *s, const pk_ast *node) {
    pk_typed callee = pk_scope_eval(s, node->Call.func), arg;
    const char *path;

    if (callee.type->kind == PK_TY_function &&
        pk_factory_call(s, node, callee.type->function, &arg))
        return arg;
    if (callee.type->kind == PK_TY_named &&
        pk_fields_value(s, node, callee.type->fields, &arg))
        return arg;
    path = pk_scope_path(callee);
    if (strcmp(path, "collections.namedtuple") == 0 &&
        pk_namedtuple_value(s, node, &arg))
        return arg;
    if (strcmp(path, "numpy.dtype") == 0 ||
        strcmp(path, "numba.from_dtype") == 0 ||
        strcmp(path, "numba.np.numpy_support.from_dtype") == 0)
        return pk_scope_dtype(s, node, false);
    if (strcmp(path, "numba.Record.make_c_struct") == 0)
        return pk_scope_dtype(s, node, true);
    if (strcmp(path, "numpy.finfo") == 0 || strcmp(path, "numpy.iinfo") == 0)
        return eval_limits(s, node, path);
    if ((strncmp(path, "numpy.", 6) == 0 && strcmp(path, "numpy.sqrt") != 0) ||
        strcmp(path, "numba.cuda.to_device") == 0)
        return pk_scope_numpy(s, node, path);
    if (callee.type->kind == PK_TY_builtin &&
        callee.type->builtin->kind == PK_BUILTIN_call)
        return eval_python(s, node, callee.type->builtin);
    if (callee.type->kind == PK_TY_dtype && node->Call.args.count == 1 &&
        !node->Call.keywords.count) {
        arg = pk_scope_eval(s, node->Call.args.items[0]);
        if (arg.known && pk_ty_is_numeric(arg.type))
            arg = pk_known_convert(s->arena, arg, callee.type->made);
        if (arg.known && pk_ty_is_numeric(arg.type))
            return arg;
    }
    if (callee.type->kind == PK_TY_dtype ||
        (callee.type->kind == PK_TY_builtin &&
         pk_builtin_is_later(callee.type->builtin, false)))
        return eval_type(s, node);
    return hidden(s, "expression");
}

static pk_typed eval_attribute(pk_scope *s, const pk_ast *node) {
    pk_typed base = pk_scope_eval(s, node->Attribute.value), value;

    if (pk_scope_array_attribute(s, node, base, &value))
        return value;
    if (pk_static_attribute(s->arena, base, node->Attribute.attr, &value))
        return value;
    for (uint32_t i = 0; base.type->kind == PK_TY_tuple && base.known &&
                         base.type->fields && i < base.type->count;
         i++)
        if (strcmp(base.type->fields->names[i], node->Attribute.attr) == 0)
            return pk_known_item(base, i);
    if (strcmp(pk_scope_path(base), "numba.Record") == 0) /* .make_c_struct */
        return pk_builtin_lookup(s->arena, "numba.Record",
                                 node->Attribute.attr);
    return hidden(s, node->Attribute.attr);
}

/* ---- comparisons ---- */

static bool is_number(pk_typed v) {
    return v.known && pk_ty_is_number(v.type) &&
           (v.type->scalar == PK_TYPE_i64 || v.type->scalar == PK_TYPE_f64 ||
            v.type->scalar == PK_TYPE_bool);
}

static bool is_known(pk_typed v) {
    return v.type->kind != PK_TY_hidden && v.type->kind != PK_TY_foreign;
}

/* Whether two known values are equal; numbers, strings, None. */
static bool eval_equal(pk_typed a, pk_typed b, bool *out) {
    if (a.type->kind == PK_TY_none || b.type->kind == PK_TY_none) {
        *out = a.type->kind == b.type->kind;
        return is_known(a) && is_known(b);
    }
    if (a.type->kind == PK_TY_text && b.type->kind == PK_TY_text && a.known &&
        b.known) {
        *out = pk_known_same_text(a.known, b.known);
        return true;
    }
    if (!is_number(a) || !is_number(b))
        return false;
    *out = pk_ty_is_float(a.type) || pk_ty_is_float(b.type)
               ? pk_known_get_float(a) == pk_known_get_float(b)
               : pk_known_get_int(a) == pk_known_get_int(b);
    return true;
}

static bool eval_less(pk_typed a, pk_typed b, bool *out) {
    if (!is_number(a) || !is_number(b))
        return false;
    *out = pk_ty_is_float(a.type) || pk_ty_is_float(b.type)
               ? pk_known_get_float(a) < pk_known_get_float(b)
               : pk_known_get_int(a) < pk_known_get_int(b);
    return true;
}

static bool eval_link(uint8_t op, pk_typed a, pk_typed b, bool *out) {
    bool known;

    switch (op) {
    case PK_AST_OP_Is:
    case PK_AST_OP_IsNot:
        if (a.type->kind != PK_TY_none && b.type->kind != PK_TY_none)
            return false;
        /* fall through */
    case PK_AST_OP_Eq:
    case PK_AST_OP_NotEq:
        known = eval_equal(a, b, out);
        *out ^= op == PK_AST_OP_IsNot || op == PK_AST_OP_NotEq;
        return known;
    case PK_AST_OP_Lt: return eval_less(a, b, out);
    case PK_AST_OP_Gt: return eval_less(b, a, out);
    case PK_AST_OP_LtE:
    case PK_AST_OP_GtE:
        known =
            op == PK_AST_OP_LtE ? eval_less(b, a, out) : eval_less(a, b, out);
        *out = !*out;
        return known;
    default: return false;
    }
}

static pk_typed eval_compare(pk_scope *s, const pk_ast *node) {
    pk_typed left = pk_scope_eval(s, node->Compare.left);
    bool all = true, holds = false;

    for (uint32_t i = 0; i < node->Compare.comparators.count; i++) {
        pk_typed right = pk_scope_eval(s, node->Compare.comparators.items[i]);
        if (!eval_link(node->Compare.ops[i], left, right, &holds))
            return pk_scope_hidden(s, "expression");
        all = all && holds;
        left = right;
    }
    return pk_known_int(s->arena, pk_ty_number(PK_TYPE_bool), all);
}

/* ---- all of them ---- */

static pk_typed eval_node(pk_scope *s, const pk_ast *node) {
    pk_typed value;

    switch (node->kind) {
    case PK_AST_Constant:
        value = pk_known_literal(s->arena, &node->Constant.value);
        return value.type->kind == PK_TY_error ? hidden(s, "integer") : value;
    case PK_AST_Name:
        if (pk_enclosing_find(s->enclosing, node->Name.id, &value))
            return value;
        if (pk_program_lookup(s->program, s->arena, node->Name.id, &value))
            return value;
        return hidden(s, node->Name.id);
    case PK_AST_Attribute: return eval_attribute(s, node);
    case PK_AST_Tuple: return eval_tuple(s, &node->Tuple.elts);
    case PK_AST_Dict: return pk_dict_value(s, node);
    case PK_AST_GeneratorExp:
    case PK_AST_ListComp:
        return s->lists ? pk_scope_comprehension(s, node)
                        : hidden(s, "expression");
    case PK_AST_List:
        return s->lists ? eval_tuple(s, &node->List.elts)
                        : hidden(s, "expression");
    case PK_AST_BinOp: return eval_binary(s, node);
    case PK_AST_UnaryOp: return eval_unary(s, node);
    case PK_AST_Lambda: return pk_scope_lambda(s, node);
    case PK_AST_Compare: return eval_compare(s, node);
    case PK_AST_IfExp:
        value = pk_scope_eval(s, node->IfExp.test);
        if (!pk_is_plain(value))
            return hidden(s, "expression");
        return pk_scope_eval(s, pk_known_truth(value) ? node->IfExp.body
                                                      : node->IfExp.orelse);
    case PK_AST_Subscript: return eval_subscript(s, node);
    case PK_AST_Call:
        if (pk_decorate_call(s, node, &value) ||
            pk_scope_array_method(s, node, &value))
            return value;
        return eval_call(s, node);
    default: return hidden(s, "expression");
    }
}

pk_typed pk_scope_eval(pk_scope *s, const pk_ast *node) {
    static const pk_ty lost = {.kind = PK_TY_hidden, .path = "expression"};
    pk_typed value;

    if (s->depth >= PK_SCOPE_DEPTH)
        return hidden(s, "expression");
    s->depth++;
    value = eval_node(s, node);
    s->depth--;
    /* A value that was built when memory ended must not be looked at. */
    return s->arena->failed ? (pk_typed){.type = &lost} : value;
}

pk_typed pk_scope_value(const pk_program *program, pk_arena *arena,
                        const pk_ast *node) {
    pk_scope s = {.program = program, .arena = arena};

    return pk_scope_eval(&s, node);
}

bool pk_scope_is_builtin(const pk_program *program, pk_arena *arena,
                         const pk_vars *vars, const pk_ast *node,
                         const char *path) {
    const pk_ast *root = node;
    pk_typed v;

    while (root->kind == PK_AST_Attribute)
        root = root->Attribute.value;
    if (root->kind != PK_AST_Name || pk_vars_find(vars, root->Name.id) >= 0)
        return false;
    v = pk_scope_value(program, arena, node);
    return v.type->kind == PK_TY_builtin &&
           strcmp(v.type->builtin->path, path) == 0;
}

pk_typed pk_scope_function_value(const pk_function *fn, pk_program *making,
                                 pk_arena *arena, const pk_ast *node) {
    pk_scope s = {.program = fn->program,
                  .making = making,
                  .arena = arena,
                  .enclosing = (pk_enclosing *)(uintptr_t)fn->enclosing};

    return pk_scope_eval(&s, node);
}
