/* SPDX-License-Identifier: Apache-2.0 */
/* Says what a function's loops over prange do. */
#include "base/try.h"
#include "compile/question.h"
#include "frontend/frontend.h"
#include "runtime/context/diagnostics.h"

typedef struct looking {
    pk_question question;
    pk_diagnostics *list;
} looking;

static pk_status look(pk_question *q, pk_error *err) {
    looking *l = (looking *)q;
    pk_pipeline *p = &q->pipeline;

    pk_frontend_parallel_loops(q->program, q->function, true, &p->diags);
    l->list = pk_diagnostics_make(p->ctx, &p->diags);
    return l->list ? PK_OK : pk_fail_no_memory(err);
}

static pk_status loops_of(pk_module *mod, const char *function,
                          pk_diagnostics **out, pk_error *err) {
    looking l = {
        .question = {.mod = mod, .function = function, .answer = look}};

    PK_TRY(pk_object_use(mod, PK_OBJECT_module, "mod", err));
    if (!function || !out)
        return pk_fail(err, PK_BAD_ARG, "%s is NULL",
                       function ? "out" : "function");
    PK_TRY(pk_question_ask(&l.question, err));
    *out = l.list;
    return PK_OK;
}

pk_status pk_module_parallel_loops(pk_module *mod, const char *function,
                                   pk_diagnostics **out, pk_error *err) {
    return pk_diagnostics_settle(mod, loops_of(mod, function, out, err));
}
