/* SPDX-License-Identifier: Apache-2.0 */
/* Reasons why a kernel is not faster. */
#include "tools/bench/reasons.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static const double WORTH_SAYING = 1.2; /* times as fast */
static const double AT_THE_LIMIT = 0.8; /* of what memory moves */
static const double FEW_THREADS = 0.8;  /* of the time of one */
static const double SHORT_LAUNCH = 5e3; /* nanoseconds */
static const double FOR_THREADS = 2e5;  /* shorter ones have work for few */

__attribute__((format(printf, 3, 4))) static void
add(bench_reasons *r, const char *kind, const char *format, ...) {
    bench_reason *more = realloc(r->items, (r->count + 1) * sizeof *more);
    va_list args;
    int length;

    if (!more)
        return;
    r->items = more;
    va_start(args, format);
    length = vasprintf(&more[r->count].text, format, args);
    va_end(args);
    more[r->count].kind = kind;
    r->count += length >= 0;
}

/* ---- the compiler's reasons ---- */

/* The types that the place's kernel has been compiled for; the caller frees the
 * text. NULL: none. */
static char *signature_of(const bench_place *p) {
    pk_signatures *list = NULL;
    char *text = NULL;

    if (pk_kernel_signatures(p->kernel, &list, NULL) == PK_OK &&
        pk_signatures_count(list))
        text = strdup(pk_signatures_get(list, 0)->text);
    pk_signatures_release(list);
    return text;
}

/* A stage as text that the caller frees; NULL: it cannot be had. */
static char *stage_of(const bench_place *p, const char *kernel,
                      const char *signature, const char *stage,
                      const pk_launch_config *config) {
    pk_emit_request request =
        PK_INIT(pk_emit_request, .kernel = kernel, .signature = signature,
                .stage = stage, .target = "native");
    pk_emission *emission = NULL;
    char *text = NULL;

    if (config) {
        memcpy(request.block, config->block, sizeof request.block);
        memcpy(request.grid, config->grid, sizeof request.grid);
        request.shared_bytes = config->shared_bytes;
        request.has_shared = 1;
    }
    if (pk_emit(p->mod, &request, &emission, NULL) == PK_OK)
        text = strdup(pk_emission_data(emission, NULL));
    pk_emission_release(emission);
    return text;
}

/* Whether a launch compiles it for its blocks, and whether it says that it
 * melts: by its IR, which has a line for each thing. */
static bool has_shared(const char *ir) {
    return strstr(ir, "\n    shared %") != NULL;
}

static bool melts(const char *ir) {
    const char *head = strstr(ir, "\nkernel @"), *at, *end;

    if (!head)
        return false;
    end = strchr(head + 1, '\n');
    at = strstr(head, " melts ");
    return at && (!end || at < end);
}

static void find_loops(bench_reasons *r, const bench_place *p,
                       const char *kernel, const char *signature,
                       const pk_launch_config *config, bool on_cpu) {
    char *ir = stage_of(p, kernel, signature, "passes", NULL);

    r->any_block = ir && melts(ir);
    if (on_cpu)
        r->loops = stage_of(p, kernel, signature, "vectors",
                            ir && !has_shared(ir) ? NULL : config);
    free(ir);
    for (const char *at = r->loops; at && *at;) {
        const size_t length = strcspn(at, "\n");
        if (memmem(at, length, ": one of the ", 13))
            add(r, "loop", "%.*s", (int)length, at);
        else if (memmem(at, length, "; elements apart ", 17))
            add(r, "apart", "%.*s", (int)length, at);
        at += length + (at[length] == '\n');
    }
}

static void find_notes(bench_reasons *r, const bench_place *p,
                       const char *kernel, const char *signature) {
    const pk_check_request request =
        PK_INIT(pk_check_request, .perf = 1, .function = kernel,
                .signature = signature);
    pk_checked *checked = NULL;
    const pk_diagnostics *list;

    if (pk_module_check(p->mod, &request, &checked, NULL) != PK_OK)
        return;
    list = pk_checked_diagnostics(checked);
    for (size_t i = 0; i < pk_diagnostics_count(list); i++) {
        const pk_diagnostic *d = pk_diagnostics_get(list, i);
        if (d->severity == PK_SEVERITY_perf)
            add(r, "note", "%s:%u:%u: %s [%s]", d->file, d->line, d->col,
                d->message, d->code);
    }
    pk_checked_release(checked);
}

void bench_look_at_kernel(bench_reasons *r, const bench_place *p,
                          const char *kernel, const pk_launch_config *config,
                          bool on_cpu) {
    char *signature = signature_of(p);

    if (!signature)
        return;
    find_loops(r, p, kernel, signature, config, on_cpu);
    find_notes(r, p, kernel, signature);
    free(signature);
}

/* ---- the measured ones ---- */

static bool is_same_but_blocks(const bench_variant *a, const bench_variant *b) {
    return a->place == b->place && a != b && b->count;
}

static void compare_blocks(bench_reasons *r, const bench_variant *given,
                           const bench_variant *all, size_t count) {
    const bench_variant *best = given;

    for (size_t i = 0; i < count; i++)
        if (is_same_but_blocks(given, &all[i]) && all[i].median < best->median)
            best = &all[i];
    if (best != given && given->median > WORTH_SAYING * best->median)
        add(r, "block",
            "%s: blocks of %u,%u,%u take %.2f of the time of %u,%u,%u",
            given->place->selector, best->config.block[0],
            best->config.block[1], best->config.block[2],
            best->median / given->median, given->config.block[0],
            given->config.block[1], given->config.block[2]);
}

static void compare_places(bench_reasons *r, const bench_variant *given,
                           const bench_variant *other) {
    const double share = given->median / other->median;

    if (!other->given || !other->count || other == given ||
        strcmp(given->place->selector, other->place->selector) != 0)
        return;
    if (other->place->unchecked && share > WORTH_SAYING)
        add(r, "checks",
            "%s: PORTKERN_CHECK makes it %.2f times as slow as it is without",
            given->place->selector, share);
    else if (other->place->threads == 1 && other->median > FOR_THREADS &&
             share > FEW_THREADS)
        add(r, "threads", "%s: all threads take %.2f of the time of one",
            given->place->selector, share);
}

static void look_at_one(bench_reasons *r, const bench_variant *v,
                        double bytes) {
    const double limit = v->place->limit, speed = bytes / v->median;

    if (limit > 0 && speed > AT_THE_LIMIT * limit && speed < 1.5 * limit)
        add(r, "memory",
            "%s: it is about as fast as memory: %.0f %% of what "
            "adding two large arrays moves",
            v->place->selector, 100 * speed / limit);
    if (v->median < SHORT_LAUNCH)
        add(r, "launch", "%s: most of so short a time is the launch's own",
            v->place->selector);
}

void bench_look_at_times(bench_reasons *r, const bench_variant *variants,
                         size_t count, double bytes) {
    for (size_t i = 0; i < count; i++) {
        const bench_variant *v = &variants[i];
        if (!v->given || !v->count || v->place->threads == 1 ||
            v->place->unchecked)
            continue;
        compare_blocks(r, v, variants, count);
        for (size_t n = 0; n < count; n++)
            compare_places(r, v, &variants[n]);
        look_at_one(r, v, bytes);
    }
}

void bench_free_reasons(bench_reasons *r) {
    for (size_t i = 0; i < r->count; i++)
        free(r->items[i].text);
    free(r->items);
    free(r->loops);
}
