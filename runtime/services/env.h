/* SPDX-License-Identifier: Apache-2.0 */
/* Environment variables, by the rules of runtime/services/env.def. */
#ifndef PORTKERN_RUNTIME_SERVICES_ENV_H
#define PORTKERN_RUNTIME_SERVICES_ENV_H

#include "portkern/status.h"

/* The value, or NULL when it is not set or empty. In a process with raised
 * privileges only variables that the table calls a VALUE are read. */
const char *pk_env_get(const char *name);

/* PK_ENVIRONMENT with the variable, its value and what it may be when one of
 * the table cannot be read. */
pk_status pk_env_check(pk_error *err);

/* Return the value of a checked variable: the number, or the words as bits in
 * the order of their list (word i is 1 << i). 0 when it is not set. */
uint32_t pk_env_number(const char *name);
uint32_t pk_env_words(const char *name);

/* The words of PORTKERN_LOG, in the order of pk_log_level. */
extern const char *const pk_env_levels[];

#endif
