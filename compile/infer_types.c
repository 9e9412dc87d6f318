/* SPDX-License-Identifier: Apache-2.0 */
/* The types of a function for given types of arguments. */
#include "base/try.h"
#include "compile/question.h"
#include "frontend/frontend.h"
#include "runtime/context/diagnostics.h"
#include "runtime/kernel/signatures.h"

typedef struct inferring {
    pk_question question;
    const char *signature;
    pk_signatures *list;
} inferring;

static pk_status infer(pk_question *q, pk_error *err) {
    inferring *in = (inferring *)q;
    pk_pipeline *p = &q->pipeline;
    uint32_t count;
    pk_text words;
    pk_status status = pk_signature_parse(&p->arena, q->program, in->signature,
                                          &p->signature, &p->diags);

    pk_text_init(&words, &p->guard.allocator);
    p->signature.host =
        pk_function_is_for_host(pk_program_find(q->program, q->function));
    if (status == PK_OK)
        status = pk_frontend_list_types(q->program, q->function, &p->signature,
                                        &words, &count, &p->diags);
    if (status != PK_OK)
        status = pk_diagnostics_keep(p->ctx, &p->diags, status, err);
    else if (words.failed)
        status = pk_fail_no_memory(err);
    else
        status =
            pk_signatures_add(in->list, words.data, count, true, NULL, err);
    pk_text_finish(&words);
    return status;
}

static pk_status types_of(pk_module *mod, const char *function,
                          const char *signature, pk_signatures **out,
                          pk_error *err) {
    inferring in = {
        .question = {.mod = mod, .function = function, .answer = infer},
        .signature = signature};
    pk_status status;

    PK_TRY(pk_object_use(mod, PK_OBJECT_module, "mod", err));
    if (!function || !signature || !out)
        return pk_fail(err, PK_BAD_ARG, "%s is NULL",
                       !function    ? "function"
                       : !signature ? "signature"
                                    : "out");
    in.list = pk_signatures_create(mod->base.ctx);
    if (!in.list)
        return pk_fail_no_memory(err);
    status = pk_question_ask(&in.question, err);
    if (status == PK_OK)
        *out = in.list;
    else
        pk_signatures_release(in.list);
    return status;
}

pk_status pk_module_infer(pk_module *mod, const char *function,
                          const char *signature, pk_signatures **out,
                          pk_error *err) {
    return pk_diagnostics_settle(mod,
                                 types_of(mod, function, signature, out, err));
}
