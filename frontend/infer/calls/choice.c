/* SPDX-License-Identifier: Apache-2.0 */
/* Calls of one of several functions, which one is known while running only.
 *
 *     f = g if c else h
 *     f(x)                   g(x) if f is number 0 else h(x)
 *
 * What is called, and arguments that change something, are evaluated once, in
 * front of it. */
#include "frontend/infer/typings.h"

/* The choice's function number `i`. */
static pk_ast *function_number(pk_infer *in, const pk_ast *node, uint32_t i) {
    pk_ast *out = pk_ast_new(in->arena, PK_AST_Attribute, node->Call.func);

    out->Attribute.value = node->Call.func;
    out->Attribute.attr = pk_arena_format(in->arena, "%u", i);
    return out;
}

static pk_ast *call_of_number(pk_infer *in, const pk_ast *node, uint32_t i) {
    pk_ast *out = pk_ast_new(in->arena, PK_AST_Call, node);

    out->Call.func = function_number(in, node, i);
    out->Call.args = node->Call.args;
    out->Call.keywords = node->Call.keywords;
    return out;
}

static pk_ast *is_number(pk_infer *in, const pk_ast *node, uint32_t i) {
    pk_ast *out = pk_ast_new(in->arena, PK_AST_Compare, node->Call.func);
    pk_ast *number = pk_ast_new(in->arena, PK_AST_Constant, node->Call.func);
    pk_ast **right = pk_arena_array(in->arena, 1, sizeof *right);
    uint8_t *ops = pk_arena_array(in->arena, 1, sizeof *ops);

    if (!right || !ops)
        return NULL;
    number->Constant.value = (pk_const){.kind = PK_CONST_int, .integer = i};
    ops[0] = PK_AST_OP_Alike;
    right[0] = number;
    out->Compare.left = node->Call.func;
    out->Compare.ops = ops;
    out->Compare.comparators = (pk_ast_list){right, 1};
    return out;
}

static const pk_ast *written(pk_infer *in, const pk_ast *node, uint32_t count) {
    pk_ast *out = call_of_number(in, node, count - 1), *other;

    while (--count > 0) {
        other = out;
        out = pk_ast_new(in->arena, PK_AST_IfExp, node);
        out->IfExp.test = is_number(in, node, count - 1);
        out->IfExp.body = call_of_number(in, node, count - 1);
        out->IfExp.orelse = other;
        if (!out->IfExp.test)
            return NULL;
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
