/* SPDX-License-Identifier: Apache-2.0 */
/* Environment variables, by the rules of runtime/env.def. */
#ifndef PORTKERN_RUNTIME_ENV_H
#define PORTKERN_RUNTIME_ENV_H

/* The value, or NULL when it is not set or empty. In a process with raised
 * privileges only variables that the table calls a VALUE are read. */
const char *pk_env_get(const char *name);

#endif
