/* SPDX-License-Identifier: Apache-2.0 */
/* Decorators of a script's own that make kernels or other functions of ours:
 *
 *     ngjit = jit(nopython=True)              a decorator with its options
 *     def device(f): return cuda.jit(f, device=True)
 *     class fast: def __init__(self, f): self.kernel = cuda.jit(f)
 *
 * None is run: the first decorator of ours that its text names is the one that
 * it stands for, with the options that are written there. */
#include "frontend/module/decorators/decorating.h"

#include "frontend/builtins/builtins.h"

#include <string.h>

enum {
    MAX_WRAPPERS = 4, /* within each other */
    MAX_LOOKS = 500   /* at names, for one decorator */
};

typedef struct search {
    pk_scope scope;
    uint32_t depth, *looks;
    pk_wrapped found;
} search;

static void look_into(const pk_ast *node, void *arg);

/* ---- the text of a name ---- */

typedef struct text_search {
    const char *name;
    const pk_ast *found;
} text_search;

/* A definition of the module level, or in an `if` or `try` of it. */
static void find_text(const pk_ast *node, void *arg) {
    text_search *s = arg;

    if (s->found)
        return;
    switch ((pk_ast_kind)node->kind) {
    case PK_AST_ClassDef:
        if (strcmp(node->ClassDef.name, s->name) == 0)
            s->found = node;
        return;
    case PK_AST_FunctionDef:
        if (strcmp(node->FunctionDef.name, s->name) == 0)
            s->found = node;
        return;
    case PK_AST_Assign:
        for (uint32_t i = 0; i < node->Assign.targets.count; i++)
            if (node->Assign.targets.items[i]->kind == PK_AST_Name &&
                strcmp(node->Assign.targets.items[i]->Name.id, s->name) == 0)
                s->found = node->Assign.value;
        return;
    default: break;
    }
    if (pk_ast_kind_class((pk_ast_kind)node->kind) != PK_AST_CLASS_expr)
        pk_ast_below(node, find_text, arg);
}

/* The text that says what a value is: of a function, or of a name that stands
 * for something which is not known. */
static const pk_ast *text_of(pk_typed v, const pk_program **program) {
    text_search text = {0};

    if (v.type->kind == PK_TY_function) {
        *program = v.type->function->program;
        return v.type->function->info.kind == PK_FUNCTION_plain
                   ? v.type->function->def
                   : NULL;
    }
    if (v.type->kind != PK_TY_hidden || !v.type->home || v.type->refused)
        return NULL;
    *program = v.type->home;
    text.name = v.type->path;
    find_text((*program)->parse.module, &text);
    return text.found;
}

/* ---- what it names ---- */

static void look_at(search *s, const pk_ast *name, const pk_ast *call) {
    pk_typed v = pk_scope_eval(&s->scope, name);
    const pk_program *program;
    const pk_ast *text;
    search inner = {.depth = s->depth + 1, .looks = s->looks};

    ++*s->looks;
    if (v.type->kind == PK_TY_builtin &&
        v.type->builtin->kind == PK_BUILTIN_decor) {
        s->found = (pk_wrapped){v.type->builtin, call, s->scope.program};
        return;
    }
    text = call && s->depth < MAX_WRAPPERS ? text_of(v, &program) : NULL;
    if (!text)
        return;
    inner.scope = (pk_scope){.program = program, .arena = s->scope.arena};
    look_into(text, &inner);
    s->found = inner.found;
}

static void look_into(const pk_ast *node, void *arg) {
    search *s = arg;

    if (s->found.row || s->scope.arena->failed || *s->looks >= MAX_LOOKS)
        return;
    if (node->kind == PK_AST_Call &&
        (node->Call.func->kind == PK_AST_Name ||
         node->Call.func->kind == PK_AST_Attribute))
        look_at(s, node->Call.func, node);
    else if (node->kind == PK_AST_Name || node->kind == PK_AST_Attribute)
        look_at(s, node, NULL);
    if (!s->found.row)
        pk_ast_below(node, look_into, arg);
}

bool pk_find_wrapped(pk_scope *scope, const pk_ast *decorator,
                     pk_wrapped *out) {
    const pk_program *program;
    uint32_t looks = 0;
    search s = {.scope = {.arena = scope->arena}, .looks = &looks};
    const pk_ast *text;

    if (decorator->kind != PK_AST_Name && decorator->kind != PK_AST_Attribute)
        return false;
    text = text_of(pk_scope_eval(scope, decorator), &program);
    if (!text)
        return false;
    s.scope.program = program;
    look_into(text, &s);
    *out = s.found;
    return s.found.row != NULL;
}
