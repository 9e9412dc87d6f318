/* SPDX-License-Identifier: Apache-2.0 */
/* Opening the file that checks, and what it leaves. */
#include "compile/checked.h"

#include "base/os/elf_file.h"
#include "base/try.h"
#include "compile/program/lazy_program.h"
#include "compile/refuse.h"
#include "frontend/diag/codes.h"
#include "frontend/module/program.h"
#include "runtime/context/diagnostics.h"
#include "runtime/services/public_struct.h"

#include <dlfcn.h>

/* ---- the file ---- */

static const char file_name[] = "portkern-module-check.so";

static pk_status fail_file(const char *path, const char *why, pk_error *err) {
    return pk_fail(err, PK_NO_PLUGIN,
                   "checking modules needs %s, which cannot be used: %s; "
                   "install it with the library",
                   path, why);
}

/* It stays open until the process ends. */
static pk_status open_file(const char *path, const pk_checker **out,
                           pk_error *err) {
    void *file, *symbol;
    pk_checker_query_fn query;
    char why[256];

    PK_TRY(pk_loader_check(err));
    if (!pk_elf_check_path(path, why, sizeof why))
        return fail_file(path, why, err);
    file = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    symbol = file ? dlsym(file, PK_CHECKER_QUERY) : NULL;
    if (!symbol)
        return fail_file(path, dlerror(), err);
    memcpy(&query, &symbol, sizeof query);
    dlclose(file);
    *out = query();
    if ((*out)->version != PK_VERSION_NUMBER ||
        (*out)->layout != PK_CHECKER_LAYOUT)
        return fail_file(path, "it is of another build", err);
    return PK_OK;
}

static pk_status find_checker(const pk_context *ctx, const pk_checker **out,
                              pk_error *err) {
    pk_status status;
    pk_text path;

    pk_text_init(&path, &ctx->allocator);
    status = pk_registry_own_file(file_name, &path, err);
    if (status == PK_OK)
        status = open_file(pk_text_string(&path), out, err);
    pk_text_finish(&path);
    return status;
}

pk_status pk_checked_find_plugin(pk_context *ctx, const char *name,
                                 const pk_plugin **out, pk_error *err) {
    pk_backend_entry *entry;

    PK_TRY(pk_registry_find(&ctx->registry, name, &entry, err));
    *out = entry->plugin;
    return PK_OK;
}

pk_status pk_checked_fail(pk_checked *out, const pk_diags *diags,
                          pk_status status, pk_error *err) {
    return pk_diagnostics_keep(out->base.ctx, diags, status, err);
}

/* ---- checks ---- */

static void destroy_checked(pk_object *object) {
    pk_checked *checked = (pk_checked *)object;

    pk_arena_finish(&checked->arena);
    pk_diagnostics_release(checked->diagnostics);
}

static pk_status check_request(const pk_check_job *job, pk_error *err) {
    const pk_check_request *request = job->request;

    if (request->signature && !request->function)
        return pk_fail(err, PK_BAD_ARG,
                       "a signature is for one function: name it");
    if (request->function && !pk_program_find(job->program, request->function))
        return pk_refuse_name(job->mod, request->function, false, err);
    return PK_OK;
}

static pk_status run(void *arg, pk_error *err) {
    pk_check_job *job = arg;
    const pk_checker *checker = NULL;

    PK_TRY(find_checker(job->mod->base.ctx, &checker, err));
    return checker->check(job, err);
}

static pk_status keep(const pk_check_job *job, pk_error *err) {
    pk_checked *out = job->out;

    out->diagnostics = pk_diagnostics_make(out->base.ctx, &job->diags);
    return out->diagnostics && !out->arena.failed ? PK_OK
                                                  : pk_fail_no_memory(err);
}

static pk_status run_job(pk_check_job *job, pk_error *err) {
    pk_status status;

    pk_guard_init(&job->guard, &job->mod->base.ctx->allocator);
    pk_arena_init(&job->arena, &job->guard.allocator);
    pk_diags_init(&job->diags, &job->arena);
    status = pk_guard_run(&job->guard, run, job, err);
    if (status == PK_OK)
        status = keep(job, err);
    if (job->compiling) /* left when there was no memory */
        pk_pipeline_finish(&job->pipeline);
    pk_guard_finish(&job->guard);
    return status;
}

static pk_status check_module(pk_module *mod, const pk_check_request *given,
                              pk_checked **out, pk_error *err) {
    pk_check_request request;
    pk_check_job job = {.mod = mod, .request = &request};
    pk_status status;

    PK_TRY(pk_object_use(mod, PK_OBJECT_module, "mod", err));
    if (!given || !out)
        return pk_fail(err, PK_BAD_ARG, "%s is NULL",
                       given ? "out" : "request");
    PK_TRY(pk_options_read(&pk_check_request_layout, given, &request, err));
    PK_TRY(pk_module_program(mod, &job.program, err));
    PK_TRY(check_request(&job, err));
    job.out = pk_object_create(mod->base.ctx, PK_OBJECT_checked,
                               sizeof *job.out, destroy_checked);
    if (!job.out)
        return pk_fail_no_memory(err);
    pk_arena_init(&job.out->arena, &mod->base.ctx->allocator);
    status = run_job(&job, err);
    if (status == PK_OK)
        *out = job.out;
    else
        pk_object_release(&job.out->base);
    return status;
}

pk_status pk_module_check(pk_module *mod, const pk_check_request *given,
                          pk_checked **out, pk_error *err) {
    return pk_diagnostics_settle(mod, check_module(mod, given, out, err));
}

void pk_checked_release(pk_checked *checked) {
    if (pk_object_is(checked, PK_OBJECT_checked))
        pk_object_release(&checked->base);
}

size_t pk_checked_count(const pk_checked *checked) {
    return pk_object_is(checked, PK_OBJECT_checked) ? checked->count : 0;
}

const pk_check_item *pk_checked_get(const pk_checked *checked, size_t i) {
    return i < pk_checked_count(checked) ? &checked->items[i] : NULL;
}

const pk_diagnostics *pk_checked_diagnostics(const pk_checked *checked) {
    return pk_object_is(checked, PK_OBJECT_checked) ? checked->diagnostics
                                                    : NULL;
}

pk_status pk_code_describe(const char *code, pk_code_desc *out, pk_error *err) {
    const pk_code_info *row = code ? pk_code_find(code) : NULL;
    pk_code_desc desc;

    if (!out)
        return pk_fail(err, PK_BAD_ARG, "out is NULL");
    if (!row)
        return pk_fail(err, PK_BAD_ARG, "no diagnostic has the code '%.32s'",
                       code ? code : "");
    desc = (pk_code_desc){.struct_size = out->struct_size,
                          .code = row->code,
                          .name = row->name,
                          .cause = row->cause,
                          .fix = row->fix};
    return pk_struct_give(&pk_code_desc_layout, &desc, out, err);
}
