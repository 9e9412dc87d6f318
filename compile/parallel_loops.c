/* SPDX-License-Identifier: Apache-2.0 */
/* Says what a function's loops over prange do. */
#include "base/os/thread.h"
#include "base/try.h"
#include "compile/lazy_program.h"
#include "compile/pipeline.h"
#include "compile/refuse.h"
#include "frontend/frontend.h"
#include "runtime/context/diagnostics.h"

typedef struct looking {
    pk_module *mod;
    const pk_program *program;
    const char *function;
    pk_pipeline pipeline;
    pk_diagnostics *list;
} looking;

/* Runs inside the pipeline's guard. */
static pk_status look(void *arg, pk_error *err) {
    looking *l = arg;
    pk_pipeline *p = &l->pipeline;

    pk_frontend_parallel_loops(l->program, l->function, true, &p->diags);
    l->list = pk_diagnostics_make(p->ctx, &p->diags);
    return l->list ? PK_OK : pk_fail_no_memory(err);
}

static pk_status run(void *arg, pk_error *err) {
    looking *l = arg;
    pk_pipeline *p = &l->pipeline;
    pk_status status;

    pk_pipeline_init(p, l->mod->base.ctx, NULL, NULL, l->program, l->function);
    status = pk_guard_run(&p->guard, look, l, err);
    pk_pipeline_finish(p);
    return status;
}

static pk_status loops_of(pk_module *mod, const char *function,
                          pk_diagnostics **out, pk_error *err) {
    looking l = {.mod = mod, .function = function};

    PK_TRY(pk_object_use(mod, PK_OBJECT_module, "mod", err));
    if (!function || !out)
        return pk_fail(err, PK_BAD_ARG, "%s is NULL",
                       function ? "out" : "function");
    PK_TRY(pk_module_program(mod, &l.program, err));
    if (!pk_program_find(l.program, function))
        return pk_refuse_name(mod, function, false, err);
    PK_TRY(pk_thread_run(run, &l, err));
    *out = l.list;
    return PK_OK;
}

pk_status pk_module_parallel_loops(pk_module *mod, const char *function,
                                   pk_diagnostics **out, pk_error *err) {
    return pk_diagnostics_settle(mod, loops_of(mod, function, out, err));
}
