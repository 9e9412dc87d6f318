/* SPDX-License-Identifier: Apache-2.0 */
/* The words of coverage operations, read and checked. */
#include "core/coverage.h"

static bool read_line(const char **at, int32_t *out) {
    const bool below = **at == '-';
    int64_t value = 0;

    for (*at += below; **at >= '0' && **at <= '9' && value <= INT32_MAX; ++*at)
        value = 10 * value + (**at - '0');
    *out = (int32_t)(below ? -value : value);
    return value && value <= INT32_MAX;
}

static bool read_words(const char *words, pk_coverage_point *out) {
    if (!read_line(&words, &out->from))
        return false;
    out->to = out->from;
    return !*words ||
           (*words++ == ' ' && read_line(&words, &out->to) && !*words);
}

const char *pk_coverage_check(const char *words) {
    pk_coverage_point point;

    if (!read_words(words, &point))
        return "the words are not a line or two";
    return point.from < 0 && point.to < 0
               ? "the step leads from no line to none"
               : NULL;
}

void pk_coverage_read(const char *words, pk_coverage_point *out) {
    read_words(words, out);
}
