/* SPDX-License-Identifier: Apache-2.0 */
/* Calls that say what syntax says: operator.add(a, b) is a + b, getattr(x, 'y')
 * is x.y, np.shape(a) is a.shape, a.name(b) of a method that the module has is
 * __method_name__(a, b), and a.name is __attribute_name__(a). The call is
 * written so, and that is compiled. */
#include "frontend/infer/typings.h"

#include "frontend/infer/library.h"
#include "frontend/module/scope.h"
#include "frontend/parse/idents.h"
#include "frontend/values/known.h"

#include <string.h>

static const pk_ast *compare(pk_infer *in, const pk_ast *node, uint8_t op,
                             pk_ast *a, pk_ast *b) {
    return pk_ast_compare(in->arena, a, op, b, node);
}

/* operator.not_(x) and its like have one argument, others two. */
static const pk_ast *operation(pk_infer *in, const pk_ast *node, uint8_t op,
                               const pk_ast_list *args) {
    pk_ast *out;

    if (args->count == 1) {
        out = pk_ast_new(in->arena, PK_AST_UnaryOp, node);
        out->UnaryOp.op = op;
        out->UnaryOp.operand = args->items[0];
        return out;
    }
    if (op == PK_AST_OP_In) /* operator.contains(a, x) */
        return compare(in, node, op, args->items[1], args->items[0]);
    if (op >= PK_AST_OP_Eq && op <= PK_AST_OP_NotIn)
        return compare(in, node, op, args->items[0], args->items[1]);
    out = pk_ast_new(in->arena, PK_AST_BinOp, node);
    out->BinOp.op = op;
    out->BinOp.left = args->items[0];
    out->BinOp.right = args->items[1];
    return out;
}

static const pk_ast *item(pk_infer *in, const pk_ast *node,
                          const pk_ast_list *args) {
    pk_ast *out = pk_ast_new(in->arena, PK_AST_Subscript, node);

    out->Subscript.value = args->items[0];
    out->Subscript.slice = args->items[1];
    return out;
}

static pk_ast *member(pk_infer *in, const pk_ast *node, pk_ast *of,
                      const char *name) {
    return pk_ast_attribute(in->arena, of, name, node);
}

static const pk_ast *attribute(pk_infer *in, const pk_ast *node,
                               const pk_ast_list *args) {
    pk_typed name = pk_infer_expr(in, args->items[1]);

    if (name.type->kind == PK_TY_error)
        return NULL;
    if (name.type->kind != PK_TY_text || !name.known) {
        pk_say(in, args->items[1], PK_E_call_type,
               "write the name in quotes: getattr(a, 'size')",
               "the name of an attribute must be a string that is known "
               "when compiling");
        return NULL;
    }
    return member(in, node, args->items[0], name.known->text);
}

/* Whether there is such an attribute; errors about it are taken back. */
static bool has_attribute(pk_infer *in, const pk_ast *attribute) {
    pk_diag_mark mark;
    pk_typed v;

    if (pk_infer_expr(in, attribute->Attribute.value).type->kind == PK_TY_error)
        return false;
    mark = pk_diag_mark_now(in->c);
    v = pk_infer_expr(in, attribute);
    pk_diag_rewind(in->c, mark);
    return v.type->kind != PK_TY_error;
}

static const pk_ast *rewritten(pk_infer *in, const pk_ast *node,
                               const pk_call *call) {
    const pk_ast_list *args = &node->Call.args;
    const pk_ast *out;
    pk_ast *truth;

    switch (call->builtin->param) {
    case PK_SYNTAX_getitem: return item(in, node, args);
    case PK_SYNTAX_shape: return member(in, node, args->items[0], "shape");
    case PK_SYNTAX_size: return member(in, node, args->items[0], "size");
    case PK_SYNTAX_getattr:
        out = attribute(in, node, args);
        return out && args->count == 3 && !has_attribute(in, out)
                   ? args->items[2]
                   : out;
    case PK_SYNTAX_hasattr:
        out = attribute(in, node, args);
        if (!out)
            return NULL;
        truth = pk_ast_new(in->arena, PK_AST_Constant, node);
        truth->Constant.value = (pk_const){.kind = PK_CONST_bool,
                                           .integer = has_attribute(in, out)};
        return truth;
    default: return operation(in, node, (uint8_t)call->builtin->param, args);
    }
}

/* The name of the function that the module has for attribute `of`, which is not
 * a module's; NULL: it has none. */
static const char *written_name(pk_infer *in, const char *format,
                                const pk_ast *of) {
    const char *name =
        pk_idents_find(in->program->parse.names,
                       pk_arena_format(in->arena, format, of->Attribute.attr));
    pk_typed value;

    if (!name || !pk_program_lookup(in->program, in->arena, name, &value))
        return NULL;
    value = pk_infer_expr(in, of->Attribute.value);
    return value.type->kind == PK_TY_module || value.type->kind == PK_TY_error
               ? NULL
               : name;
}

/* name(of, arguments...) */
static pk_ast *written_call(pk_infer *in, const pk_ast *node, const char *name,
                            const pk_ast *of, const pk_ast_list *given) {
    pk_ast *out = pk_ast_new(in->arena, PK_AST_Call, node);
    pk_ast **args =
        pk_arena_array(in->arena, given->count + 1u, sizeof(pk_ast *));

    if (!args)
        return NULL;
    args[0] = of->Attribute.value;
    for (uint32_t i = 0; i < given->count; i++)
        args[i + 1] = given->items[i];
    out->Call.func = pk_ast_name(in->arena, name, PK_AST_Load, of);
    out->Call.args = (pk_ast_list){args, given->count + 1};
    return out;
}

const pk_ast *pk_infer_written_method(pk_infer *in, const pk_ast *node) {
    const pk_call *before = pk_note_find(in->instance, node)->call;
    const pk_ast *func = node->Call.func;
    const char *name = func->kind == PK_AST_Attribute
                           ? written_name(in, "__method_%s__", func)
                           : NULL;
    pk_ast *out;

    if (!name)
        return NULL;
    if (before && before->spread)
        return before->spread;
    out = written_call(in, node, name, func, &node->Call.args);
    if (out)
        out->Call.keywords = node->Call.keywords;
    return out;
}

const pk_ast *pk_infer_written_attribute(pk_infer *in, const pk_ast *node) {
    const pk_note *note = pk_note_find(in->instance, node);
    const char *name = written_name(in, "__attribute_%s__", node);

    if (!name || note->written)
        return name ? note->written : NULL;
    return written_call(in, node, name, node, &(pk_ast_list){0});
}

/* The arguments that the row names; those with ? may be left out. */
static bool right_count(pk_infer *in, const pk_ast *node, const pk_call *call) {
    const char *list = call->builtin->arguments, *path = call->builtin->path;
    uint32_t most = 1, least, count = node->Call.args.count;

    for (const char *at = list; (at = strchr(at, ' ')); at++)
        most++;
    least = most - (strchr(list, '?') != NULL);
    if (count >= least && count <= most && !node->Call.keywords.count)
        return true;
    pk_say(in, node, PK_E_call_count,
           strcmp(path, "builtins.hasattr") == 0 ? "hasattr(a, 'size')"
           : strcmp(path, "builtins.getattr") == 0
               ? "getattr(a, 'size')"
               : "give both: operator.add(x, y)",
           "%s takes %u argument%s by position, got %u",
           pk_builtin_name(call->builtin), most, most == 1 ? "" : "s",
           count + node->Call.keywords.count);
    return false;
}

pk_typed pk_type_syntax(pk_infer *in, const pk_ast *node, pk_call *call) {
    const pk_call *before = pk_note_find(in->instance, node)->call;
    pk_typed error = {.type = &pk_ty_error};

    if (!right_count(in, node, call))
        return error;
    /* In a loop that is gone through again it is written already. */
    call->spread = before && before->builtin == call->builtin &&
                           call->builtin->param < PK_SYNTAX_getattr
                       ? before->spread
                       : rewritten(in, node, call);
    return call->spread ? pk_infer_operand(in, call->spread) : error;
}

static pk_typed dtype_of(pk_infer *in, const pk_ty *made) {
    pk_ty *type = PK_NEW(in->arena, pk_ty);

    *type = (pk_ty){.kind = PK_TY_dtype, .made = made};
    return of_type(type);
}

/* np.dtype("int"), np.dtype(np.float32) */
pk_typed pk_type_dtype(pk_infer *in, const pk_ast *node, pk_call *call) {
    const pk_ty *made = pk_ty_of_dtype(call->args[0]);

    (void)node;
    return made ? dtype_of(in, made)
                : pk_say_argument(in, call, 0, "a dtype or the name of one");
}

/* type(x), of a number or a record. */
pk_typed pk_type_type(pk_infer *in, const pk_ast *node, pk_call *call) {
    const pk_ty *of = call->args[0].type;

    if (!pk_ty_is_numeric(of))
        return pk_say_unsupported(
            in, node,
            pk_arena_format(in->arena, "type() of %s", pk_named(in, of)),
            of->kind == PK_TY_array ? "a.dtype is the type of its elements"
                                    : NULL);
    return dtype_of(in,
                    of->kind == PK_TY_number ? pk_ty_number(of->scalar) : of);
}

/* cmath.log(z, base), as in Numba: one logarithm divided by the other. */
pk_typed pk_type_log(pk_infer *in, const pk_ast *node, pk_call *call) {
    pk_ast *logs[2];

    if (!call->nodes[1]) {
        call->count = 1;
        return pk_type_cmath(in, node, call);
    }
    for (uint32_t i = 0; i < 2; i++) {
        pk_ast **args = pk_arena_array(in->arena, 1, sizeof(pk_ast *));
        if (!args)
            return error();
        args[0] = (pk_ast *)(uintptr_t)call->nodes[i];
        logs[i] = pk_ast_new(in->arena, PK_AST_Call, node);
        logs[i]->Call.func = node->Call.func;
        logs[i]->Call.args = (pk_ast_list){args, 1};
    }
    call->spread = operation(in, node, PK_AST_OP_Div, &(pk_ast_list){logs, 2});
    return pk_infer_expr(in, call->spread);
}

/* The default that the library's function has. */
static const pk_ast *default_of(pk_infer *in, const pk_builtin *builtin,
                                uint32_t i) {
    const pk_function *fn = pk_library_named(
        in->c,
        pk_arena_format(in->arena, "np_%s", strrchr(builtin->path, '.') + 1));

    return fn ? pk_function_default(fn, i) : NULL;
}

/* Puts the default in the place of an argument that is left out. */
void pk_infer_missing(pk_infer *in, const pk_ast *node, pk_call *call,
                      uint32_t i) {
    const pk_ast *otherwise = default_of(in, call->builtin, i);
    pk_ast *zero;

    if (otherwise) {
        call->nodes[i] = otherwise;
        call->args[i] = pk_infer_expr(in, otherwise);
        return;
    }
    zero = pk_ast_new(in->arena, PK_AST_Constant, node);
    zero->Constant.value =
        (pk_const){.kind = call->builtin->how == PK_HOW_clip ? PK_CONST_None
                                                             : PK_CONST_int};
    call->nodes[i] = zero;
    call->args[i] = pk_infer_expr(in, zero);
}
