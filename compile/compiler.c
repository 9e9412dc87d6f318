/* SPDX-License-Identifier: Apache-2.0 */
/* The compiler that libportkern gives its runtime. */
#include "base/try.h"
#include "compile/batch.h"
#include "compile/compilation.h"
#include "compile/improver.h"
#include "compile/library_cache.h"
#include "compile/loop_kernels.h"
#include "compile/program/kept_classes.h"
#include "compile/program/lazy_program.h"
#include "compile/question.h"
#include "compile/refuse.h"
#include "signature/classes.h"

/* Compiles a kernel that has no recipe in the disk cache. */
static pk_status compile(pk_build *build, pk_inflight *inflight,
                         pk_error *err) {
    pk_compilation compilation;
    pk_status status;

    PK_TRY(pk_compilation_init(&compilation, build, err));
    status = pk_compilation_prepare(&compilation, err);
    if (status == PK_OK) {
        if (inflight)
            pk_variants_learn(build->variants, inflight, build->used);
        status = pk_compilation_load(&compilation, err);
    }
    pk_compilation_finish(&compilation);
    return status;
}

static void forget(pk_context *ctx) {
    pk_kept_classes_free(ctx);
    pk_library_cache_destroy(&ctx->allocator, atomic_load(&ctx->library_cache));
}

static pk_status fail_refused(pk_module *mod, const pk_function_info *info,
                              pk_error *err) {
    const pk_program *program;

    PK_TRY(pk_module_program(mod, &program, err));
    return pk_refuse_faulty(mod->base.ctx, program, info, err);
}

/* A name of the module that stands for no `what`; `hint` is in the arena. */
static pk_status fail_value(const char *name, const char *what,
                            const char *hint, const pk_arena *arena,
                            pk_error *err) {
    if (arena->failed)
        return pk_fail_no_memory(err);
    return pk_fail(err, PK_NAME, "'%s' is not a %s of the module%s%s", name,
                   what, hint ? ", " : "", hint ? hint : "");
}

static pk_status find_members(pk_module *mod, const char *name,
                              const pk_members **out, int64_t *number,
                              pk_error *err) {
    const pk_program *program;
    pk_status status = PK_OK;
    pk_arena arena;

    PK_TRY(pk_module_program(mod, &program, err));
    pk_arena_init(&arena, &mod->base.ctx->allocator);
    *out = number ? pk_program_member(program, name, &arena, number)
                  : pk_program_enum(program, name, &arena);
    if (!*out || arena.failed)
        status = fail_value(name, "member of an enumeration",
                            pk_program_suggest_member(program, name, &arena),
                            &arena, err);
    pk_arena_finish(&arena);
    return status;
}

static pk_status find_fields(pk_module *mod, const char *name,
                             const pk_fields **out, pk_error *err) {
    const pk_program *program;
    pk_status status = PK_OK;
    pk_arena arena;

    PK_TRY(pk_module_program(mod, &program, err));
    pk_arena_init(&arena, &mod->base.ctx->allocator);
    *out = pk_program_fields(program, name, &arena);
    if (!*out || arena.failed)
        status = fail_value(name, "namedtuple or NamedTuple",
                            pk_program_suggest_fields(program, name, &arena),
                            &arena, err);
    pk_arena_finish(&arena);
    return status;
}

static void explain(pk_module *mod, const pk_error *why, pk_text *out) {
    const pk_program *program = NULL;

    if (mod && why->line && pk_module_program(mod, &program, NULL) != PK_OK)
        program = NULL;
    pk_program_explain(program, out->allocator, why, out);
}

static const pk_compiler compiler = {
    .open = pk_lazy_program_open,
    .close = pk_lazy_program_close,
    .keep_outline = pk_module_keep_outline,
    .compile = compile,
    .compile_batch = pk_compile_batch,
    .settle = pk_improver_wait,
    .compile_loops = pk_compile_loops,
    .fail_name = pk_refuse_name,
    .fail_refused = fail_refused,
    .find_members = find_members,
    .find_fields = find_fields,
    .keep_class = pk_kept_class_get,
    .list_exports = pk_list_exports,
    .explain = explain,
};

const pk_plugin *pk_interp_plugin_query(uint32_t host_abi, pk_error *err);

const pk_library_parts pk_parts = {.compiler = &compiler,
                                   .forget = forget,
                                   .stop = pk_improver_stop,
                                   .linked = "interp",
                                   .query = pk_interp_plugin_query};
