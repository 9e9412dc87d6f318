/* SPDX-License-Identifier: Apache-2.0 */
/* Operations for debuggers: lines, and values of variables with their types. A
 * value is told where it is assigned, so that it need not be kept anywhere. */
#include "frontend/lower/debug.h"

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

/* ---- types ---- */

static const char *scalar_word(const pk_ty *type) {
    return pk_type_name(type->scalar);
}

/* The bytes of an element and its dtype in NumPy's words, with its length
 * before it. */
static void put_format(const pk_lower *l, const pk_ty *element, pk_text *out) {
    pk_text text;

    pk_text_init(&text, l->arena->allocator);
    if (element->kind == PK_TY_record)
        pk_record_print(element->record, &text);
    else
        pk_ty_print(element, &text);
    pk_text_printf(out, "%u:%zu:%s ", pk_ty_bytes(element), text.length,
                   pk_text_string(&text));
    pk_text_finish(&text);
}

static void put_type(const pk_lower *l, const pk_ty *type, pk_text *out);

static void put_tuple(const pk_lower *l, const pk_ty *type, pk_text *out) {
    pk_text_printf(out, "(%s ", type->fields ? type->fields->name : "");
    for (uint32_t i = 0; i < type->count; i++) {
        if (type->fields)
            pk_text_printf(out, "%s=", type->fields->names[i]);
        put_type(l, type->items[i], out);
    }
    pk_text_put(out, ") ");
}

static void put_type(const pk_lower *l, const pk_ty *type, pk_text *out) {
    switch ((int)type->kind) {
    case PK_TY_none: pk_text_put(out, "none "); break;
    case PK_TY_number:
    case PK_TY_member: pk_text_printf(out, "%s ", scalar_word(type)); break;
    case PK_TY_complex:
        pk_text_printf(out, "complex.%s ", scalar_word(type));
        break;
    case PK_TY_tuple: put_tuple(l, type, out); break;
    case PK_TY_optional:
        pk_text_put(out, "?");
        put_type(l, type->items[0], out);
        break;
    case PK_TY_array:
        pk_text_printf(out, "array.%u%c", type->ndim, type->layout);
        put_format(l, pk_ty_element(type), out);
        break;
    case PK_TY_record:
        pk_text_put(out, "record.");
        put_format(l, type, out);
        break;
    default: pk_text_printf(out, "other.%u ", type->parts); break;
    }
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
    put_type(l, value.type, &text);
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
