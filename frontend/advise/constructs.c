/* SPDX-License-Identifier: Apache-2.0 */
/* What a function is made of: statements, operators, and the functions and
 * values of modules that it uses, each with the place where it comes first. No
 * types are needed, so it is the same for a function that nobody launches. */
#include "frontend/advise/check.h"

#include "frontend/builtins.h"
#include "frontend/program.h"

#include <string.h>

typedef struct collector {
    const pk_function *fn;
    pk_arena *arena;
    pk_construct *first, **end;
} collector;

/* Kinds of nodes that are worth a line. */
static const char *const names[PK_AST_COUNT] = {
#define CONSTRUCT(kind, name) [PK_AST_##kind] = name,
#include "frontend/advise/constructs.def"
#undef CONSTRUCT
};

static pk_construct *add(collector *c, const pk_ast *node, const char *name) {
    pk_construct *found = c->first;

    while (found && strcmp(found->name, name) != 0)
        found = found->next;
    if (!found) {
        found = PK_NEW(c->arena, pk_construct);
        *found =
            (pk_construct){.name = pk_arena_text(c->arena, name, strlen(name)),
                           .loc = pk_ast_loc(node, 0)};
        *c->end = found;
        c->end = &found->next;
    }
    found->uses++;
    return found;
}

/* A dotted name that starts at a module: what it stands for. */
static bool add_path(collector *c, const pk_ast *node) {
    const pk_ast *root = node;
    pk_construct *made;
    pk_typed v;

    while (root->kind == PK_AST_Attribute)
        root = root->Attribute.value;
    if (root->kind != PK_AST_Name)
        return false;
    v = pk_scope_value(c->fn->program, c->arena, node);
    switch ((pk_ty_kind)v.type->kind) {
    case PK_TY_builtin:
        made = add(c, node, v.type->builtin->path);
        made->refused = v.type->builtin->kind == PK_BUILTIN_later;
        return true;
    case PK_TY_foreign: add(c, node, v.type->path)->refused = true; return true;
    case PK_TY_function: add(c, node, "a function of the module"); return true;
    case PK_TY_dtype: add(c, node, "a dtype"); return true;
    default: return false;
    }
}

static const char *loop_name(collector *c, const pk_ast *node) {
    const pk_ast *iter = node->For.iter;
    pk_typed v;

    if (iter->kind != PK_AST_Call)
        return "for over an array or tuple";
    v = pk_scope_value(c->fn->program, c->arena, iter->Call.func);
    if (v.type->kind != PK_TY_builtin)
        return "for over an array or tuple";
    return pk_arena_format(c->arena, "for over %s",
                           pk_builtin_name(v.type->builtin));
}

static const char *index_name(const pk_ast *node) {
    const pk_ast *slice = node->Subscript.slice;
    bool sliced = slice->kind == PK_AST_Slice;

    if (slice->kind == PK_AST_Tuple)
        for (uint32_t i = 0; i < slice->Tuple.elts.count; i++)
            sliced |= slice->Tuple.elts.items[i]->kind == PK_AST_Slice;
    return sliced                               ? "a slice"
           : node->Subscript.ctx == PK_AST_Load ? "an element read"
                                                : "an element written";
}

static bool is_launch(const pk_ast *node) {
    return node->Call.func->kind == PK_AST_Subscript;
}

static void collect(const pk_ast *node, void *arg) {
    collector *c = arg;
    const char *name = names[node->kind];

    for (; node->kind == PK_AST_BinOp; node = node->BinOp.left) {
        add(c, node,
            pk_arena_format(c->arena, "operator %s",
                            pk_ast_op_symbol(node->BinOp.op)));
        collect(node->BinOp.right, arg);
        name = names[node->BinOp.left->kind];
    }
    switch ((pk_ast_kind)node->kind) {
    case PK_AST_Name:
    case PK_AST_Attribute:
        if (add_path(c, node))
            return;
        break;
    case PK_AST_For: name = loop_name(c, node); break;
    case PK_AST_Subscript: name = index_name(node); break;
    case PK_AST_Call: name = is_launch(node) ? "a launch" : NULL; break;
    case PK_AST_AugAssign:
        name = pk_arena_format(
            c->arena, "operator %s=", pk_ast_op_symbol(node->AugAssign.op));
        break;
    default: break;
    }
    if (name)
        add(c, node, name);
    for (; node->kind == PK_AST_If && node->If.orelse.count == 1 &&
           node->If.orelse.items[0]->kind == PK_AST_If;
         node = node->If.orelse.items[0]) {
        collect(node->If.test, arg);
        for (uint32_t i = 0; i < node->If.body.count; i++)
            collect(node->If.body.items[i], arg);
    }
    pk_ast_children(node, collect, arg);
}

pk_construct *pk_frontend_constructs(const pk_program *program,
                                     const char *name, pk_arena *arena) {
    collector c = {.fn = pk_program_get(program, name), .arena = arena};
    const pk_ast_list *body;

    c.end = &c.first;
    if (!c.fn)
        return NULL;
    body = &c.fn->def->FunctionDef.body;
    for (uint32_t i = 0; i < body->count && !arena->failed; i++)
        collect(body->items[i], &c);
    return arena->failed ? NULL : c.first;
}
