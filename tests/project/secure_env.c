/* SPDX-License-Identifier: Apache-2.0 */
/* Prints AT_SECURE and which of the variables named are read: what
 * test_secure.py runs as a setuid program. It links nothing of ours that would
 * have to be found beside it. */
#include "runtime/services/env.h"

#include <stdio.h>
#include <sys/auxv.h>

int main(int argc, char **argv) {
    printf("secure %d\n", getauxval(AT_SECURE) != 0);
    for (int i = 1; i < argc; i++) {
        const char *value = pk_env_get(argv[i]);
        printf("%s %s\n", argv[i], value ? value : "-");
    }
    return 0;
}
