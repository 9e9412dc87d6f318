/* SPDX-License-Identifier: Apache-2.0 */
/* Calls with `*x`: written out, f(*t) is f(t[0], t[1]), where t stands for
 * what is evaluated once. */
#include "frontend/infer/infer.h"

bool pk_has_spread(const pk_ast_list *args) {
    for (uint32_t i = 0; i < args->count; i++)
        if (args->items[i]->kind == PK_AST_Starred)
            return true;
    return false;
}

/* Item `index` of what the star stands in front of. */
static pk_ast *item_node(pk_infer *in, const pk_ast *star, uint32_t index) {
    pk_ast *item = pk_ast_new(in->arena, PK_AST_Subscript, star);
    pk_ast *number = pk_ast_new(in->arena, PK_AST_Constant, star);

    number->Constant.value = (pk_const){.kind = PK_CONST_int, .integer = index};
    item->Subscript.value = (pk_ast *)(uintptr_t)star;
    item->Subscript.slice = number;
    return item;
}

static void find_named(const pk_ast *node, void *arg) {
    bool *found = arg;

    *found = *found || node->kind == PK_AST_NamedExpr;
    pk_ast_below(node, find_named, found);
}

/* In front of a star: what it assigns by := is what the star reads. */
static bool assigns(const pk_ast *arg) {
    bool found = false;

    find_named(arg, &found);
    return found;
}

/* The same node each time, which types name (memory.c). */
static pk_ast *written_out(pk_infer *in, const pk_ast *node) {
    const pk_call *before = pk_note_find(in->instance, node)->call;

    return before && before->spread ? (pk_ast *)(uintptr_t)before->spread
                                    : pk_ast_new(in->arena, PK_AST_Call, node);
}

const pk_ast *pk_infer_spread(pk_infer *in, const pk_ast *node) {
    const pk_ast_list *args = &node->Call.args;
    pk_ast *call = written_out(in, node), **items;
    uint32_t count = 0, at = 0;

    for (uint32_t i = 0; i < args->count; i++) {
        const pk_ast *arg = args->items[i];
        pk_typed v = {.type = &pk_ty_none};
        if (arg->kind == PK_AST_Starred)
            v = pk_infer_expr(in, arg);
        else if (assigns(arg))
            v = pk_infer_optional(in, arg);
        if (v.type->kind == PK_TY_error)
            return NULL;
        count += arg->kind == PK_AST_Starred ? v.type->count : 1;
    }
    items = pk_arena_array(in->arena, count + 1, sizeof(pk_ast *));
    if (!items)
        return NULL;
    for (uint32_t i = 0; i < args->count; i++) {
        pk_ast *arg = args->items[i];
        const pk_ty *type = pk_note_find(in->instance, arg)->v.type;
        if (arg->kind != PK_AST_Starred)
            items[at++] = arg;
        else
            for (uint32_t k = 0; k < type->count; k++)
                items[at++] = item_node(in, arg, k);
    }
    call->Call.func = node->Call.func;
    call->Call.args = (pk_ast_list){items, count};
    call->Call.keywords = node->Call.keywords;
    return call;
}
