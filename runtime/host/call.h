/* SPDX-License-Identifier: Apache-2.0 */
/* Calls of compiled host functions, as far as loops make them, too. */
#ifndef PORTKERN_RUNTIME_HOST_CALL_H
#define PORTKERN_RUNTIME_HOST_CALL_H

#include "runtime/kernel/module.h"

/* The one call of the plugin, which the context's profile shows. */
pk_status pk_call_enter(const pk_kernel *kernel, const pk_spec *spec,
                        const pk_call_desc *desc, pk_error *err);
/* Words of 32 bits that a call needs for what it reports; 0: it reports
 * nothing. */
size_t pk_call_report_words(const pk_recipe *recipe);
/* Before a call: makes the report empty, and puts it into the packed block. */
void pk_call_begin_report(const pk_recipe *recipe, uint32_t *report,
                          char *params);
/* After it: prints what the function printed, and says what it raised. */
pk_status pk_call_end_report(const pk_kernel *kernel, const pk_spec *spec,
                             uint32_t *report, pk_error *err);

#endif
