/* SPDX-License-Identifier: Apache-2.0 */
/* Questions about a function of a module that take no compile: the types that
 * it would have, what its parallel loops do. */
#ifndef PORTKERN_COMPILE_QUESTION_H
#define PORTKERN_COMPILE_QUESTION_H

#include "compile/pipeline.h"
#include "runtime/kernel/module.h"

typedef struct pk_question {
    pk_module *mod;
    const char *function;
    /* Finds the answer; runs inside the pipeline's guard, on a thread with
     * stack for the frontend. What it fills is the caller's. */
    pk_status (*answer)(struct pk_question *q, pk_error *err);
    const pk_program *program; /* the module's */
    pk_pipeline pipeline;      /* has nothing but the program */
} pk_question;

/* Refuses a name that the module does not have. */
pk_status pk_question_ask(pk_question *q, pk_error *err);

/* Adds what the decorators of the module export. */
pk_status pk_list_exports(pk_module *mod, pk_signatures *list, pk_error *err);

#endif
