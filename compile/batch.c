/* SPDX-License-Identifier: Apache-2.0 */
/* Several specialisations at once: those that are not compiled yet are taken
 * over and prepared, what the disk cache has is loaded, and the rest is loaded
 * in batches. */
#include "compile/batch.h"
#include "base/try.h"

#include "compile/compilation.h"
#include "runtime/context/diagnostics.h"

enum { MAX_BATCH = 32 };

typedef struct part {
    pk_batch_part wanted;
    pk_inflight inflight;
    pk_build build;
    pk_compilation compilation;
    bool open;     /* taken over, and not loaded yet */
    bool prepared; /* by the compiler; else found in the disk cache */
} part;

static void land(part *p, pk_status status) {
    pk_spec *spec;

    if (p->prepared)
        pk_compilation_finish(&p->compilation);
    p->open = p->prepared = false;
    p->inflight.status = status;
    p->inflight.used = p->build.used;
    spec = pk_build_finish(&p->build, status);
    pk_variants_complete(p->wanted.variants, &p->inflight, spec);
}

static pk_status prepare(part *p) {
    pk_error *err = &p->inflight.error;

    PK_TRY(pk_compilation_init(&p->compilation, &p->build, err));
    p->prepared = true;
    return pk_compilation_prepare(&p->compilation, err);
}

/* Takes a part over, and finds or prepares it. */
static void begin(part *p) {
    const pk_batch_part *w = &p->wanted;
    pk_status status;

    pk_diag_list_release(
        pk_diagnostics_take(w->variants->ctx)); /* the last's */
    if (!pk_variants_claim(w->variants, w->frame, w->dims, &p->inflight))
        return;
    status = pk_build_init(&p->build, w->variants, w->frame, w->args, w->count,
                           w->dims, &p->inflight.error);
    if (status != PK_OK) {
        p->inflight.status = status;
        pk_variants_complete(w->variants, &p->inflight, NULL);
        return;
    }
    p->open = true;
    if (!pk_build_find(&p->build))
        status = prepare(p);
    if (status != PK_OK) {
        land(p, status);
        return;
    }
    pk_variants_learn(w->variants, &p->inflight, p->build.used);
    if (!p->prepared)
        return;
    status = pk_compilation_load_cached(&p->compilation, &p->inflight.error);
    if (status != PK_IO)
        land(p, status);
}

static bool joins(const part *a, const part *b) {
    return a->prepared == b->prepared &&
           (a->prepared
                ? pk_compilation_joins(&a->compilation, &b->compilation) &&
                      pk_compilation_joins(&b->compilation, &a->compilation)
                : pk_build_shares(&a->build, &b->build));
}

/* The first that is open and those that join it. */
static uint32_t collect(part *parts, size_t count, part *out[MAX_BATCH]) {
    uint32_t found = 0;

    for (size_t i = 0; i < count && found < MAX_BATCH; i++)
        if (parts[i].open && (!found || joins(out[0], &parts[i])))
            out[found++] = &parts[i];
    return found;
}

static bool load_together(part *const batch[], uint32_t count) {
    pk_build *builds[MAX_BATCH];
    pk_compilation *compilations[MAX_BATCH];
    pk_error why = {0};

    for (uint32_t i = 0; i < count; i++) {
        builds[i] = &batch[i]->build;
        compilations[i] = &batch[i]->compilation;
    }
    if (!batch[0]->prepared)
        return pk_build_load_found(builds, count);
    if (count == 1)
        return false;
    if (pk_compilation_load_batch(compilations, count, &why) == PK_OK)
        return true;
    pk_log(&builds[0]->ctx->log, PK_LOG_info, "compile",
           "one by one, not %u at once: %s", count, why.message);
    return false;
}

/* Loads a part whose batch could not be. */
static pk_status load_alone(part *p) {
    if (p->prepared)
        return pk_compilation_load_compiled(&p->compilation,
                                            &p->inflight.error);
    PK_TRY(prepare(p));
    return pk_compilation_load(&p->compilation, &p->inflight.error);
}

static void load(part *const batch[], uint32_t count) {
    const bool together = load_together(batch, count);

    for (uint32_t i = 0; i < count; i++)
        land(batch[i], together ? PK_OK : load_alone(batch[i]));
}

void pk_compile_batch(pk_context *ctx, const pk_batch_part *wanted,
                      size_t count) {
    part *parts = count < PTRDIFF_MAX / sizeof *parts
                      ? pk_heap_new(&ctx->allocator, count * sizeof *parts)
                      : NULL;
    part *batch[MAX_BATCH];
    uint32_t found;

    for (size_t i = 0; parts && i < count; i++) {
        parts[i].wanted = wanted[i];
        begin(&parts[i]);
    }
    while (parts && (found = collect(parts, count, batch)))
        load(batch, found);
    pk_heap_free(&ctx->allocator, parts, count * sizeof *parts);
}
