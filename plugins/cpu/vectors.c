/* SPDX-License-Identifier: Apache-2.0 */
/* The stage `vectors`: notes that the emitter left in the text on loops,
 * completed by what LLVM's vectoriser made of them. */
#include "plugins/cpu/cpu.h"

#include "backends/native/native.h"
#include "base/error.h"

#include <stdlib.h>
#include <string.h>

/* The widest vectors of the loop with that number, 0 when it is not there any
 * more. */
static unsigned long width_of(const pk_native_job *job, unsigned long number) {
    const char *at = job->bytes, *end = at + job->size;
    unsigned long most = 0;

    while (at < end) {
        char *rest;
        const unsigned long n = strtoul(at, &rest, 10);
        const unsigned long width = strtoul(rest, &rest, 10);
        if (n == number && width > most)
            most = width;
        at = rest + 1;
    }
    return most;
}

/* Tells what became of a loop over `what`, which has so many lanes. */
static void put_finding(pk_text *out, unsigned long lanes, unsigned long width,
                        const char *what, const char *why) {
    const int length = (int)strcspn(what, "\t");

    if (lanes && *why != '\n')
        pk_text_printf(out,
                       "%lu %.*s at a time, as lanes; elements apart from each "
                       "other: %.*s",
                       lanes, length, what, (int)strcspn(why, "\n"), why);
    else if (lanes)
        pk_text_printf(out, "%lu %.*s at a time, as lanes", lanes, length,
                       what);
    else if (width > 1)
        pk_text_printf(out, "%lu %.*s at a time, as LLVM's vectors", width,
                       length, what);
    else if (!width)
        pk_text_printf(out, "no loop over %.*s is left", length, what);
    else
        pk_text_printf(out, "one of the %.*s at a time: %.*s", length, what,
                       (int)strcspn(why, "\n"), why);
}

/* A loop that is there several times, for other arguments, has one line. */
static void drop_repeated(pk_text *out, size_t begin) {
    const size_t length = out->length - begin;

    if (!out->failed && begin >= length &&
        !memcmp(out->data + begin - length, out->data + begin, length))
        out->length = begin;
}

static void put_note(pk_text *out, const pk_native_job *job, const char *line) {
    const size_t begin = out->length;
    char *rest;
    const unsigned long number = strtoul(line, &rest, 10);
    const unsigned long lanes = strtoul(rest, &rest, 10);
    const char *place = rest + 1;
    const char *what = place + strcspn(place, "\t") + 1;
    const char *why = what + strcspn(what, "\t") + 1;

    pk_text_bytes(out, place, (size_t)(what - 1 - place));
    put_finding(out, lanes, width_of(job, number), what, why);
    pk_text_char(out, '\n');
    drop_repeated(out, begin);
}

pk_status pk_cpu_describe_vectors(const pk_host *host, const pk_text *text,
                                  const pk_native_job *job, pk_artifact *out,
                                  pk_error *err) {
    const size_t mark = strlen(PK_NATIVE_NOTE);
    const char *at = text->data;
    pk_text notes;
    pk_status status;

    pk_text_init(&notes, host->allocator);
    while ((at = strstr(at, "\n" PK_NATIVE_NOTE))) {
        at += 1 + mark;
        put_note(&notes, job, at);
    }
    status = notes.failed
                 ? pk_fail_no_memory(err)
                 : pk_cpu_artifact_text(host, "vectors", pk_text_string(&notes),
                                        notes.length, out, err);
    pk_text_finish(&notes);
    return status;
}
