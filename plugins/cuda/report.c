/* SPDX-License-Identifier: Apache-2.0 */
/* Turns the simulated driver's report on a kernel that failed into an error
 * with its place: the driver's own words are only "an illegal memory access".
 *
 *     k.py:12:5: error: read of 4 bytes past the end of cuMemAlloc #2 (...)
 *         block (0, 0, 0), thread (33, 0, 0)
 *         in k
 */
#include "core/report.h"
#include "base/error.h"
#include "plugins/cuda/driver.h"

#include <stdio.h>
#include <string.h>

/* The number that ends at *end, after a colon, which is where *end comes to
 * be; false when there is none. */
static bool take_number(const char *start, const char **end, uint32_t *out) {
    const char *at = *end;
    uint64_t value = 0, unit = 1;

    while (at > start && at[-1] >= '0' && at[-1] <= '9' && unit < 1000000000) {
        value += unit * (uint64_t)(*--at - '0');
        unit *= 10;
    }
    if (at == *end || at == start || at[-1] != ':')
        return false;
    *end = at - 1;
    *out = (uint32_t)value;
    return true;
}

/* "FILE:LINE[:COLUMN]" up to `end`. Lines of PTX text are nobody's source. */
static void read_place(const char *start, const char *end, pk_error *err) {
    uint32_t last = 0, before = 0;
    bool two;

    if (!take_number(start, &end, &last))
        return;
    two = take_number(start, &end, &before);
    if (end - start == 3 && memcmp(start, "ptx", 3) == 0)
        return;
    err->line = two ? before : last;
    err->col = two ? last : 0;
    snprintf(err->file, sizeof err->file, "%.*s", (int)(end - start), start);
}

/* Lines become parts of one sentence. */
static void join_lines(const char *text, char *out, size_t size) {
    size_t length = 0;

    while (*text && length + 3 < size) {
        if (*text != '\n') {
            out[length++] = *text++;
            continue;
        }
        text += strspn(text, "\n ");
        if (*text) {
            out[length++] = ';';
            out[length++] = ' ';
        }
    }
    out[length] = 0;
}

/* The simulator's findings that a driver for hardware has no code for. */
static const struct finding {
    const char *words;
    pk_status status;
} findings[] = {
    {": error: race", PK_RACE},
    {": error: divergent barrier", PK_BARRIER},
    {": error: deadlock", PK_BARRIER},
    {"where nothing was written", PK_UNINIT},
    {"a register that was never set", PK_UNINIT},
};

static pk_status status_of(const char *report, pk_status otherwise) {
    for (size_t i = 0; i < sizeof findings / sizeof *findings; i++)
        if (strstr(report, findings[i].words))
            return findings[i].status;
    return otherwise;
}

/* The simulator knows no language; the kernel's is ours. */
static const char *advice_for(const char *report) {
    static const char *const pairs[][2] = {
        {"race: read of ", ", and an atomic access "},
        {"race: atomic access of ", ", and a read "},
    };

    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (strstr(report, pairs[i][0]) && strstr(report, pairs[i][1]))
            return PK_REPORT_ATOMIC_READ;
    return "";
}

pk_status pk_cuda_explain(const cuda_driver *driver, pk_error *why) {
    static const char mark[] = ": error: ";
    const char *report = driver->last_report ? driver->last_report() : "";
    const char *words = strstr(report, mark);
    char text[600], cause[150];
    pk_status status = why->status;
    const char *said;
    int first;

    if (!words || status == PK_DEVICE_LOST)
        return status;
    status = status_of(words, status);
    said = words + strlen(mark);
    first = (int)strcspn(said, "\n");
    join_lines(said + first, text, sizeof text);
    snprintf(cause, sizeof cause, "%.149s", why->message);
    pk_fail(why, status, "%.*s%s%s (%s)", first, said, advice_for(said), text,
            cause);
    read_place(report, words, why);
    return status;
}
