/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of advice share, and who asks them. */
#include "check/advise.h"

#include "check/check.h"
#include "check/threads/rehearse.h"
#include "frontend/lower/lower.h"

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
    return path_of(
        pk_scope_value(a->instance->function->program, a->c->arena, node));
}

/* ---- who asks ---- */

static void advise_function(const pk_adviser *a, bool guessed) {
    if (!guessed) {
        pk_advise_types(a);
        pk_advise_elements(a);
    }
    pk_advise_shapes(a);
    pk_advise_unset(a);
    pk_advise_threads(a);
    if (a->instance->is_kernel)
        pk_advise_races(a);
}

static bool rehearse(const pk_adviser *a, pk_rehearsed *out) {
    for (pk_func *fn = a->c->ir->funcs; fn; fn = fn->next)
        if (fn->kind == PK_FUNC_kernel)
            return pk_rehearse(a, fn, out);
    return false;
}

static void advise_tree(pk_compile *c, const pk_instance *entry,
                        const pk_check_options *options) {
    pk_adviser a = {.c = c,
                    .instance = entry,
                    .perf = options->perf,
                    .alone = options->alone,
                    .launches = options->launches};
    pk_rehearsed rehearsed = {0};

    if (entry->is_kernel && rehearse(&a, &rehearsed))
        a.rehearsed = &rehearsed;
    for (pk_instance *i = c->instances; i; i = i->next) {
        a.instance = i;
        if (i->function->program->kind == PK_PROGRAM_user &&
            i->state == PK_INSTANCE_done)
            advise_function(&a, options->guessed);
    }
    pk_rehearsed_finish(&rehearsed);
}

pk_status pk_frontend_check(const pk_program *program, const char *name,
                            const pk_signature *signature,
                            const pk_check_options *options, pk_arena *arena,
                            pk_ir **out, pk_diags *diags) {
    pk_compile c = {.arena = arena,
                    .diags = diags,
                    .signature = signature,
                    .library = options->library,
                    .keeps_joins = true};
    uint32_t errors = diags->errors + diags->repeated;
    pk_instance *instance = pk_compile_infer(&c, program, name);

    *out = NULL;
    if (instance && !arena->failed &&
        diags->errors + diags->repeated == errors) {
        c.ir = pk_ir_new(arena);
        pk_lower_instance(&c, instance);
        if (!c.broken && !arena->failed &&
            diags->errors + diags->repeated == errors) {
            *out = c.ir;
            advise_tree(&c, instance, options);
        }
    }
    return pk_compile_finish(&c);
}

void pk_frontend_check_memory(const pk_program *program, pk_func *fn,
                              const uint32_t block[3], pk_arena *arena,
                              pk_diags *diags) {
    pk_compile c = {.arena = arena, .diags = diags};
    const pk_function *function = pk_program_get(program, fn->name);
    pk_instance instance = {.function = function};
    pk_adviser a = {.c = &c, .instance = &instance, .perf = true};

    if (function && fn->form == PK_FORM_threads) /* not a warp's loops */
        pk_advise_memory(&a, fn, block);
}
