/* SPDX-License-Identifier: Apache-2.0 */
/* Calls of one of several functions, which one is known while running only.
 *
 *     f = g if c else h
 *     f(x)                   g(x) if f is number 0 else h(x)
 *
 * The function is evaluated once, in front of the branches, and so are
 * arguments that change something. */
#include "frontend/infer/typings.h"

static pk_ast *call_of_number(pk_infer *in, const pk_ast *node, uint32_t i) {
    pk_ast *out = pk_ast_new(in->arena, PK_AST_Call, node);

    out->Call.func =
        pk_ast_attribute(in->arena, node->Call.func,
                         pk_arena_format(in->arena, "%u", i), node->Call.func);
    out->Call.args = node->Call.args;
    out->Call.keywords = node->Call.keywords;
    return out;
}

static pk_ast *is_number(pk_infer *in, const pk_ast *node, uint32_t i) {
    pk_ast *func = node->Call.func;

    return pk_ast_compare(in->arena, func, PK_AST_OP_Alike,
                          pk_ast_literal(in->arena, PK_CONST_int, i, func),
                          func);
}

static const pk_ast *written(pk_infer *in, const pk_ast *node, uint32_t count) {
    pk_ast *out = call_of_number(in, node, count - 1), *other;

    while (--count > 0) {
        other = out;
        out = pk_ast_new(in->arena, PK_AST_IfExp, node);
        out->IfExp.test = is_number(in, node, count - 1);
        out->IfExp.body = call_of_number(in, node, count - 1);
        out->IfExp.orelse = other;
    }
    return out;
}

static bool assigns(pk_infer *in, const pk_ast *node) {
    for (uint32_t i = 0; i < node->Call.args.count; i++)
        if (pk_infer_assigns(in, node->Call.args.items[i]))
            return true;
    for (uint32_t i = 0; i < node->Call.keywords.count; i++)
        if (pk_infer_assigns(in, node->Call.keywords.items[i]->keyword.value))
            return true;
    return false;
}

pk_typed pk_infer_choice_call(pk_infer *in, const pk_ast *node,
                              const pk_ty *callee, pk_call *call) {
    const pk_call *before = pk_note_find(in->instance, node)->call;

    if (assigns(in, node)) {
        pk_infer_spoil_names(node, in);
        return pk_say_unsupported(in, node,
                                  "':=' in a call of one of several functions",
                                  "assign it in a line of its own");
    }
    call->chooses = callee;
    call->spread =
        before && before->chooses && pk_ty_equal(before->chooses, callee)
            ? before->spread
            : written(in, node, callee->count);
    return call->spread ? pk_infer_optional(in, call->spread) : error();
}
