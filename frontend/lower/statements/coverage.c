/* SPDX-License-Identifier: Apache-2.0 */
/* Operations for coverage: lines that run, and steps between them. */
#include "frontend/lower/lower.h"

#include <inttypes.h>

/* ---- lines ---- */

static int32_t line_of(const pk_ast *node) {
    return (int32_t)pk_ast_loc(node, 0).line;
}

static bool is_docstring(const pk_lower *l, const pk_ast *node) {
    const pk_ast_list *body = &l->instance->function->def->FunctionDef.body;

    return node == body->items[0] && node->kind == PK_AST_Expr &&
           node->Expr.value->kind == PK_AST_Constant &&
           node->Expr.value->Constant.value.kind == PK_CONST_str;
}

/* CPython has no code for a docstring or a declaration. */
static bool has_line(const pk_lower *l, const pk_ast *node) {
    return node->kind != PK_AST_Global && node->kind != PK_AST_Nonlocal &&
           (node->kind != PK_AST_AnnAssign || node->AnnAssign.value) &&
           !is_docstring(l, node);
}

int32_t pk_lower_first_line(const pk_lower *l, const pk_ast_list *body,
                            uint32_t from) {
    for (uint32_t i = from; i < body->count; i++)
        if (has_line(l, body->items[i]))
            return line_of(body->items[i]);
    return l->after;
}

/* Returns the line of the first decorator, as code objects have it. */
static int32_t first_line(const pk_ast *def) {
    const pk_ast_list *decorators = &def->FunctionDef.decorator_list;
    int32_t line = line_of(def);

    for (uint32_t i = 0; i < decorators->count; i++)
        if (line_of(decorators->items[i]) < line)
            line = line_of(decorators->items[i]);
    return line;
}

/* ---- operations ---- */

static void emit_words(pk_lower *l, const pk_ast *node, const char *words) {
    const pk_loc loc = l->b.loc;

    pk_lower_at(l, node);
    pk_emit_report(&l->b, PK_OP_coverage, words, NULL, 0);
    l->b.loc = loc;
}

static bool is_wanted(const pk_lower *l, bool branches) {
    const pk_signature *s = l->c->signature;

    return l->program->kind == PK_PROGRAM_user && !l->arena->failed &&
           (branches ? s->branches : s->lines && !s->branches);
}

static void emit_step(pk_lower *l, const pk_ast *node, int32_t from,
                      int32_t to) {
    if (from && to && from != to && is_wanted(l, true))
        emit_words(l, node,
                   pk_arena_format(l->arena, "%" PRId32 " %" PRId32, from, to));
}

void pk_lower_coverage_begin(pk_lower *l) {
    const pk_ast *def = l->instance->function->def;
    int32_t to;

    l->after = l->exit = -first_line(def);
    to = pk_lower_first_line(l, &def->FunctionDef.body, 0);
    if (to > 0)
        emit_step(l, def, l->exit, to);
}

void pk_lower_coverage_line(pk_lower *l, const pk_ast *node) {
    if (is_wanted(l, false) && has_line(l, node) && line_of(node) > 0)
        emit_words(l, node,
                   pk_arena_format(l->arena, "%" PRId32, line_of(node)));
}

void pk_lower_coverage_step(pk_lower *l, const pk_ast *node, int32_t to) {
    emit_step(l, node, line_of(node), to);
}

void pk_lower_coverage_end(pk_lower *l, const pk_ast *node) {
    if (l->live && has_line(l, node))
        pk_lower_coverage_step(l, node, l->after);
}

void pk_lower_coverage_leave(pk_lower *l, const pk_ast *node) {
    pk_lower_coverage_step(l, node, l->exit);
}
