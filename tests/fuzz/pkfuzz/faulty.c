/* SPDX-License-Identifier: Apache-2.0 */
/* The interpreter with faults planted in front of it: whoever reads standard
 * output gets each kernel's IR, `emit BYTES` and the text, and answers on
 * standard input with a line that says how many bytes and with other text. */
#include "base/error.h"
#include "plugins/interp/interp_plugin.h"
#include "portkern/plugin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const pk_plugin *pk_interp_plugin_query(uint32_t host_abi, pk_error *err);

static pk_plugin faulty;

static char *exchange(const char *text, size_t length, size_t *size) {
    char *answer;

    printf("emit %zu\n", length);
    fwrite(text, 1, length, stdout);
    fflush(stdout);
    if (scanf("%zu", size) != 1 || getchar() != '\n')
        return NULL;
    answer = malloc(*size + 1);
    if (answer && fread(answer, 1, *size, stdin) != *size) {
        free(answer);
        return NULL;
    }
    return answer;
}

static pk_status emit(const pk_host *host, const pk_caps *target,
                      const char *ir, size_t length,
                      const pk_emit_options *options, pk_artifact *out,
                      pk_error *err) {
    size_t size = 0;
    char *text = exchange(ir, length, &size);
    pk_status status;

    if (!text)
        return pk_fail(err, PK_IO, "nobody answers");
    text[size] = '\0';
    status = pk_interp_emit(host, target, text, size, options, out, err);
    free(text);
    return status;
}

const pk_plugin *pk_plugin_query(uint32_t host_abi, pk_error *err) {
    const pk_plugin *interp = pk_interp_plugin_query(host_abi, err);

    if (!interp)
        return NULL;
    faulty = *interp;
    faulty.name = "faulty";
    faulty.emit = emit;
    return &faulty;
}
