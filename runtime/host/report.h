/* SPDX-License-Identifier: Apache-2.0 */
/* Reports of calls of host functions: prints, and an exception. */
#ifndef PORTKERN_RUNTIME_HOST_REPORT_H
#define PORTKERN_RUNTIME_HOST_REPORT_H

#include "base/text.h"
#include "runtime/kernel/module.h"

typedef struct pk_call_report {
    const pk_kernel *kernel;
    const pk_spec *spec;
    const uint32_t *stop; /* what ends the call early; NULL: nothing does */
    uint32_t *words;      /* NULL: it reports nothing */
} pk_call_report;

/* Words of 32 bits that a call needs for what it reports; 0: it reports
 * nothing. */
size_t pk_call_report_words(const pk_recipe *recipe);
/* Before a call: makes the report empty, and puts it into the packed block. */
void pk_call_begin_report(const pk_recipe *recipe, uint32_t *report,
                          char *params);
/* After it: prints what the function printed, and says what it raised. */
pk_status pk_call_end_report(const pk_call_report *r, pk_error *err);
/* Says what a function raised, with the strings that its words name (NULL: it
 * names none). */
pk_status pk_call_raised(const pk_call_report *r, const pk_text *words,
                         pk_error *err);

#endif
