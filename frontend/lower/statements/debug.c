/* SPDX-License-Identifier: Apache-2.0 */
/* Operations for debuggers: lines, and values of variables with their types. A
 * value is told where it is assigned, so that it need not be kept anywhere. */
#include "frontend/lower/lower.h"

#include <ctype.h>
#include <string.h>

static bool is_wanted(const pk_lower *l) {
    return l->c->signature->debug && !l->arena->failed;
}

static void tell(pk_lower *l, pk_text *text, pk_value **values,
                 uint32_t count) {
    pk_emit_report(&l->b, PK_OP_debug, pk_text_string(text), values, count);
    l->arena->failed |= text->failed;
    pk_text_finish(text);
}

/* ---- lines ---- */

/* Python runs nothing for a text that stands alone, nor for a declaration. */
static bool has_line(const pk_ast *node) {
    if (node->kind == PK_AST_Expr)
        return node->Expr.value->kind != PK_AST_Constant;
    return node->kind != PK_AST_AnnAssign || node->AnnAssign.value;
}

/* Python's name of the function; a lambda's here is the keyword. */
static const char *function_name(const pk_lower *l) {
    const char *name = l->instance->function->info.name;

    return strcmp(name, "lambda") ? name : "<lambda>";
}

void pk_lower_debug_line(pk_lower *l, const pk_ast *node) {
    if (!is_wanted(l) || l->program->kind != PK_PROGRAM_user || !has_line(node))
        return;
    pk_lower_at(l, node);
    pk_emit_report(&l->b, PK_OP_debug,
                   pk_arena_format(l->arena, "line %s", function_name(l)), NULL,
                   0);
}

void pk_lower_debug_again(pk_lower *l, const pk_lower_loop *loop) {
    if (loop->node)
        pk_lower_debug_line(l, loop->node);
}

/* ---- variables ---- */

static bool is_name(const char *name) {
    if (!isalpha((unsigned char)*name) && *name != '_' && !(*name & 0x80))
        return false;
    return !strpbrk(name, ". ");
}

void pk_lower_debug_set(pk_lower *l, int index, pk_lv value) {
    const char *name = l->instance->vars.items[index].name;
    pk_text text, type;

    if (!is_wanted(l) || l->program->kind != PK_PROGRAM_user || !is_name(name))
        return;
    pk_text_init(&text, l->arena->allocator);
    pk_text_init(&type, l->arena->allocator);
    pk_ty_print(value.type, &type);
    pk_text_printf(&text, "set %s %zu:%s ", name, type.length,
                   pk_text_string(&type));
    pk_text_finish(&type);
    pk_ty_print_spread(value.type, &text);
    tell(l, &text, value.parts, value.type->parts);
}

void pk_lower_debug_delete(pk_lower *l, const pk_ast *node) {
    const pk_ast_list *targets = &node->Delete.targets;

    if (!is_wanted(l) || l->program->kind != PK_PROGRAM_user)
        return;
    for (uint32_t i = 0; i < targets->count; i++)
        if (targets->items[i]->kind == PK_AST_Name)
            pk_emit_report(
                &l->b, PK_OP_debug,
                pk_arena_format(l->arena, "del %s", targets->items[i]->Name.id),
                NULL, 0);
}

/* ---- failures ---- */

void pk_lower_debug_fail(pk_lower *l, const char *words, pk_value **values,
                         uint32_t count) {
    pk_text text;

    if (!is_wanted(l))
        return;
    pk_text_init(&text, l->arena->allocator);
    pk_text_printf(&text, "fail %s", words);
    tell(l, &text, values, count);
}
