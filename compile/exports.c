/* SPDX-License-Identifier: Apache-2.0 */
/* Lists what the decorators of a module export. */
#include "base/try.h"
#include "compile/program/lazy_program.h"
#include "compile/question.h"
#include "compile/refuse.h"
#include "frontend/module/program.h"
#include "runtime/kernel/signatures.h"

/* The types of an export: of its parameters, then of its result, "" where it
 * does not say. */
static pk_status add_export(const pk_function *fn, const pk_export *e,
                            const pk_allocator *allocator, pk_signatures *list,
                            pk_error *err) {
    const pk_declared *s = &e->signature;
    pk_status status;
    pk_text words;

    pk_text_init(&words, allocator);
    for (uint32_t i = 0; i < s->count; i++) {
        pk_arg_type_print(&s->args[i], &words);
        pk_text_fill(&words, '\0', 1);
    }
    if (s->has_result)
        pk_arg_type_print(&s->result, &words);
    pk_text_fill(&words, '\0', 1);
    status = words.failed ? pk_fail_no_memory(err)
                          : pk_signatures_add(list, words.data, s->count, true,
                                              NULL, err);
    pk_text_finish(&words);
    return status == PK_OK
               ? pk_signatures_name(list, pk_function_path(&fn->info), e->name,
                                    err)
               : status;
}

static pk_status add_exports(pk_context *ctx, const pk_program *program,
                             pk_signatures *list, pk_error *err) {
    for (uint32_t i = 0; i < pk_program_function_count(program); i++) {
        /* The description is the first member. */
        const pk_function *fn =
            (const pk_function *)pk_program_function(program, i);
        if (fn->exports && fn->info.refused)
            return pk_refuse_faulty(ctx, program, &fn->info, err);
        for (const pk_export *e = fn->exports; e; e = e->next)
            PK_TRY(add_export(fn, e, &ctx->allocator, list, err));
    }
    return PK_OK;
}

pk_status pk_list_exports(pk_module *mod, pk_signatures *list, pk_error *err) {
    const pk_program *program;

    PK_TRY(pk_module_program(mod, &program, err));
    return add_exports(mod->base.ctx, program, list, err);
}
