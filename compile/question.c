/* SPDX-License-Identifier: Apache-2.0 */
/* Runs the frontend for the answer to a question. */
#include "compile/question.h"

#include "base/os/thread.h"
#include "base/try.h"
#include "compile/program/lazy_program.h"
#include "compile/refuse.h"

static pk_status answer(void *arg, pk_error *err) {
    pk_question *q = arg;

    return q->answer(q, err);
}

static pk_status run(void *arg, pk_error *err) {
    pk_question *q = arg;
    pk_status status;

    pk_pipeline_init(&q->pipeline, q->mod->base.ctx, NULL, NULL, q->program,
                     q->function);
    status = pk_guard_run(&q->pipeline.guard, answer, q, err);
    pk_pipeline_finish(&q->pipeline);
    return status;
}

pk_status pk_question_ask(pk_question *q, pk_error *err) {
    PK_TRY(pk_module_program(q->mod, &q->program, err));
    if (!pk_program_find(q->program, q->function))
        return pk_refuse_name(q->mod, q->function, false, err);
    return pk_thread_run(run, q, err);
}
