/* SPDX-License-Identifier: Apache-2.0 */
/* Environment variables: a setuid program's caller must not choose files. */
#include "runtime/env.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>

/* True for a variable that is safe to read in any process. */
static bool is_value(const char *name) {
    enum { FILES, VALUE };
    static const struct {
        const char *name;
        int what;
    } table[] = {
#define ENV(name, what, meaning) {#name, what},
#include "runtime/env.def"
#undef ENV
    };

    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(table[i].name, name) == 0)
            return table[i].what == VALUE;
    return false;
}

const char *pk_env_get(const char *name) {
    const char *value;

    if (getauxval(AT_SECURE) && !is_value(name))
        return NULL;
    value = getenv(name);
    return value && *value ? value : NULL;
}
