/* SPDX-License-Identifier: Apache-2.0 */
/* Refusals as diagnostics. */
#include "compile/refuse.h"
#include "base/try.h"

#include "base/suggest.h"
#include "base/text.h"
#include "compile/program/lazy_program.h"
#include "frontend/diag/codes.h"
#include "runtime/context/diagnostics.h"

/* ---- of passes and backends ---- */

bool pk_is_refusal(pk_status status) {
    return status == PK_UNSUPPORTED || status == PK_LIMIT ||
           status == PK_BARRIER;
}

void pk_refusal_add(const pk_program *program, const char *kernel,
                    const pk_error *why, pk_diags *diags) {
    const pk_function_info *info = pk_program_find(program, kernel);
    const char *cut = strchr(why->message, '\n');
    size_t length = cut ? (size_t)(cut - why->message) : strlen(why->message);
    pk_diag diag = {
        .severity = PK_SEVERITY_error,
        .status = why->status,
        .row = pk_code_row(why->status == PK_BARRIER ? PK_E_barrier_divergent
                                                     : PK_E_backend_refuses),
        .file = pk_arena_text(diags->arena, why->file, strlen(why->file)),
        .loc = {.line = why->line, .col = why->col, .end_col = why->end_col},
        .message = pk_arena_text(diags->arena, why->message, length),
        .hint =
            cut ? pk_arena_text(diags->arena, cut + 1, strlen(cut + 1)) : NULL};

    if (!why->line) {
        diag.file = pk_program_file(program);
        diag.loc = (pk_loc){.line = info->line, .col = info->col};
    }
    pk_program_report(program, &diag, diags);
}

/* ---- of requests ---- */

/* One diagnostic that is all there is to say, of `info` where it is known. */
static pk_status refuse(pk_context *ctx, const pk_program *program,
                        const pk_function_info *info, pk_code code,
                        pk_diag *diag, pk_arena *arena, pk_error *err) {
    pk_diags diags;

    pk_diags_init(&diags, arena);
    diag->severity = PK_SEVERITY_error;
    diag->row = pk_code_row(code);
    diag->code = diag->row->code;
    diag->file = pk_program_file(program);
    if (info)
        diag->loc = (pk_loc){.line = info->line, .col = info->col};
    pk_program_report(program, diag, &diags);
    return pk_diagnostics_keep(ctx, &diags, diag->status, err);
}

static bool is_kernel(const pk_function_info *info) {
    return info->kind == PK_FUNCTION_kernel;
}

/* "did you mean dub? there are dub, half" */
static const char *names_of(const pk_program *program, const char *name,
                            bool kernel, pk_arena *arena) {
    enum { LISTED = 16 };
    uint32_t count = pk_program_function_count(program), listed = 0;
    pk_suggest near = pk_suggest_start(name);
    const char *names = "", *meant;

    for (uint32_t i = 0; i < count; i++) {
        const pk_function_info *info = pk_program_function(program, i);
        if (kernel && !is_kernel(info))
            continue;
        pk_suggest_name(&near, pk_function_path(info));
        if (listed++ < LISTED)
            names =
                pk_arena_format(arena, "%s%s%s", names, listed > 1 ? ", " : "",
                                pk_function_path(info));
    }
    meant = pk_suggest_hint(arena, &near);
    if (meant && listed == 1)
        return meant;
    if (!listed)
        return kernel ? "put @cuda.jit above the function that should be a "
                        "kernel"
                      : "write one with def, and @cuda.jit above it";
    return pk_arena_format(arena, "%s%sthere %s %s%s", meant ? meant : "",
                           meant ? " " : "", listed > 1 ? "are" : "is", names,
                           listed > LISTED ? ", ..." : "");
}

pk_status pk_refuse_name(pk_module *mod, const char *name, bool kernel,
                         pk_error *err) {
    pk_diag diag = {.status = PK_NAME};
    const pk_program *program;
    const pk_function_info *info;
    pk_arena arena;
    pk_status status;

    PK_TRY(pk_module_program(mod, &program, err));
    info = pk_program_find(program, name);
    pk_arena_init(&arena, &mod->base.ctx->allocator);
    diag.loc = pk_program_async(program, name);
    diag.hint = diag.loc.line ? "write it with def: threads of a kernel wait "
                                "for each other by cuda.syncthreads()"
                : info && info->kind == PK_FUNCTION_plain
                    ? "put @cuda.jit above it, and `from numba import cuda` at "
                      "the top"
                    : names_of(program, name, kernel, &arena);
    diag.message =
        diag.loc.line
            ? pk_arena_format(&arena, "'%s' is an async function", name)
        : info ? pk_arena_format(&arena,
                                 "'%s' is a %s function, not a "
                                 "kernel",
                                 name, pk_function_kind_name(info->kind))
               : pk_arena_format(&arena, "the module has no %s '%s'",
                                 kernel ? "kernel" : "function", name);
    status = refuse(mod->base.ctx, program, info, PK_E_no_function, &diag,
                    &arena, err);
    pk_arena_finish(&arena);
    return status;
}

pk_status pk_refuse_without_types(pk_context *ctx, const pk_program *program,
                                  const char *name, pk_error *err) {
    const pk_function_info *info = pk_program_find(program, name);
    pk_diag diag = {.status = PK_BAD_ARG};
    pk_arena arena;
    pk_status status;

    pk_arena_init(&arena, &ctx->allocator);
    diag.hint = "say which types with -s, as in -s \"f32[:], i64\"";
    diag.message = pk_arena_format(&arena, "%s has %s", name,
                                   info->declared_count ? "several signatures"
                                                        : "no signature");
    status = refuse(ctx, program, info, PK_E_no_signature, &diag, &arena, err);
    pk_arena_finish(&arena);
    return status;
}

pk_status pk_refuse_faulty(pk_context *ctx, const pk_program *program,
                           const pk_function_info *info, pk_error *err) {
    const pk_refusal *why = info->refused;
    pk_diag diag = {.severity = PK_SEVERITY_error,
                    .status = why->status,
                    .row = pk_code_find(why->code),
                    .code = why->code,
                    .file = why->file,
                    .loc = why->loc,
                    .message = why->message,
                    .hint = why->hint};
    pk_arena arena;
    pk_diags diags;
    pk_status status;

    pk_arena_init(&arena, &ctx->allocator);
    pk_diags_init(&diags, &arena);
    pk_program_report(program, &diag, &diags);
    status = pk_diagnostics_keep(ctx, &diags, why->status, err);
    pk_arena_finish(&arena);
    return status;
}
