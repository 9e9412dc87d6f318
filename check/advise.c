/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the files of advice. */
#include "check/advise.h"

#include "frontend/module/scope.h"

#include <string.h>

static const char *put_words(pk_arena *arena, const char *format,
                             va_list args) {
    const char *kept;
    pk_text text;

    pk_text_init(&text, arena->allocator);
    pk_text_vprintf(&text, format, args);
    kept = pk_arena_text(arena, pk_text_string(&text), text.length);
    pk_text_finish(&text);
    return kept;
}

void pk_advise(const pk_adviser *a, const pk_ast *node, pk_code code,
               const char *hint, const char *format, ...) {
    const char *words;
    va_list args;

    va_start(args, format);
    words = put_words(a->c->arena, format, args);
    va_end(args);
    pk_say_in(a->c, a->instance->function->program, node,
              pk_code_severity(pk_code_row(code)), code, hint, "%s", words);
}

void pk_advise_note(const pk_adviser *a, const pk_ast *node, const char *format,
                    ...) {
    const char *words;
    va_list args;

    va_start(args, format);
    words = put_words(a->c->arena, format, args);
    va_end(args);
    pk_say_in(a->c, a->instance->function->program, node, PK_SEVERITY_note,
              PK_OK, NULL, "%s", words);
}

const pk_ty *pk_advise_type(const pk_adviser *a, const pk_ast *node) {
    const pk_ty *type = pk_note_find(a->instance, node)->v.type;

    return type ? type : &pk_ty_error;
}

static const char *path_of(pk_typed v) {
    switch ((pk_ty_kind)v.type->kind) {
    case PK_TY_builtin: return v.type->builtin->path;
    case PK_TY_module:
    case PK_TY_foreign: return v.type->path;
    default: return NULL;
    }
}

const char *pk_advise_path(const pk_adviser *a, const pk_ast *node) {
    const pk_ast *root = node;

    while (root->kind == PK_AST_Attribute)
        root = root->Attribute.value;
    if (root->kind != PK_AST_Name ||
        pk_vars_find(&a->instance->vars, root->Name.id) >= 0)
        return NULL;
    return path_of(pk_scope_function_value(a->instance->function, NULL,
                                           a->c->arena, node));
}
