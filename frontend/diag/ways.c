/* SPDX-License-Identifier: Apache-2.0 */
/* Hints for errors that have none of their own. */
#include "frontend/diag/codes.h"

#include <string.h>

static const struct {
    const char *code, *words, *hint;
} ways[] = {
#define WAY(code, words, hint) {#code, words, hint},
#include "frontend/diag/ways.def"
#undef WAY
};

const char *pk_way_out(const char *code, const char *message) {
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        if (strcmp(ways[i].code, code) == 0 && strstr(message, ways[i].words))
            return ways[i].hint;
    return NULL;
}
