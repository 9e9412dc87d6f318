/* SPDX-License-Identifier: Apache-2.0 */
/* Words of coverage: given to launches, read and cleared. */
#include "runtime/launch/coverage.h"

#include "base/try.h"
#include "portkern/tools.h"
#include "runtime/context/coverage.h"
#include "runtime/launch/queue.h"
#include "runtime/memory/memory.h"

/* ---- memory ---- */

static size_t bytes_of(const pk_coverage *c) {
    return c->count * sizeof(uint32_t);
}

/* Whoever has entered transfer_lock. */
static pk_status clear(pk_context *ctx, const pk_coverage *c, pk_mem *mem,
                       pk_error *err) {
    static const uint32_t zero = 0;
    pk_que *que;

    if (c->host) {
        for (uint32_t i = 0; i < c->count; i++)
            __atomic_store_n(&c->host[i], 0, __ATOMIC_RELAXED);
        return PK_OK;
    }
    PK_TRY(pk_context_transfers(ctx, &que, err));
    PK_TRY(ctx->plugin->fill(que, (pk_ref){.mem = mem}, bytes_of(c), &zero,
                             sizeof zero, err));
    return ctx->plugin->sync(que, err);
}

static pk_status take_memory(pk_context *ctx, pk_coverage *c,
                             const pk_recipe *recipe, pk_mem **out,
                             pk_error *err) {
    void *host = NULL;

    c->count = recipe->points.count;
    PK_TRY(pk_memory_take(ctx, bytes_of(c), 0, out, err));
    ctx->plugin->mem_address(*out, &c->device, &host);
    c->host = host;
    return clear(ctx, c, *out, err);
}

/* With the first launch of a specialisation. Whoever has entered
 * transfer_lock. */
static pk_status prepare(pk_context *ctx, pk_coverage *c,
                         const pk_recipe *recipe, pk_error *err) {
    pk_mem *mem = NULL;
    pk_recipe *copy;
    pk_status status;

    if (atomic_load(&c->mem)) /* another thread has launched it */
        return PK_OK;
    copy = pk_recipe_copy(&ctx->allocator, recipe, recipe->size);
    if (!copy)
        return pk_fail_no_memory(err);
    status = take_memory(ctx, c, recipe, &mem, err);
    if (status != PK_OK) {
        if (mem)
            pk_memory_give(ctx, mem, bytes_of(c));
        pk_recipe_free(&ctx->allocator, copy);
        return status;
    }
    c->recipe = copy;
    c->recipe_size = copy->size;
    c->next = ctx->coverages;
    ctx->coverages = c;
    atomic_store(&c->mem, mem);
    return PK_OK;
}

/* Takes the memory unless it is there. */
static pk_status need_memory(pk_context *ctx, const pk_spec *spec,
                             pk_error *err) {
    const pk_recipe *recipe = spec->recipe;
    pk_coverage *c = spec->coverage;
    pk_status status;

    if (!c)
        return pk_fail(
            err, PK_INTERNAL,
            "%s was compiled with coverage, and its context notes none",
            pk_recipe_text(recipe, recipe->name));
    if (atomic_load(&c->mem))
        return PK_OK;
    if (!pk_lock_enter(&ctx->transfer_lock))
        return pk_context_fail_forked(err);
    status = prepare(ctx, c, recipe, err);
    pk_lock_leave(&ctx->transfer_lock);
    return status;
}

static void put_address(const pk_spec *spec, const pk_frame *frame,
                        uint64_t address) {
    memcpy(frame->params + spec->recipe->coverage_at, &address, sizeof address);
}

pk_status pk_coverage_bind(pk_context *ctx, const pk_spec *spec,
                           const pk_frame *frame, pk_ref *ref, pk_error *err) {
    PK_TRY(need_memory(ctx, spec, err));
    put_address(spec, frame, spec->coverage->device);
    *ref = (pk_ref){.mem = atomic_load(&spec->coverage->mem)};
    return PK_OK;
}

/* Devices that run host functions have the host's memory. */
pk_status pk_coverage_bind_call(pk_context *ctx, const pk_spec *spec,
                                const pk_frame *frame, pk_call_range *range,
                                pk_error *err) {
    PK_TRY(need_memory(ctx, spec, err));
    put_address(spec, frame, (uintptr_t)spec->coverage->host);
    *range = (pk_call_range){spec->coverage->host, bytes_of(spec->coverage)};
    return PK_OK;
}

/* ---- reading ---- */

typedef struct reader {
    pk_context *ctx;
    void *self;
    void (*covered)(void *self, const pk_covered *what);
} reader;

static void tell(const reader *r, const pk_coverage *c, const uint32_t *words) {
    const pk_recipe_point *points = pk_recipe_points(c->recipe);

    for (uint32_t i = 0; i < c->count; i++) {
        pk_covered what =
            PK_INIT(pk_covered, .from = points[i].from, .to = points[i].to);
        if (!words[i])
            continue;
        what.file = pk_recipe_text(c->recipe, points[i].file);
        if (what.file)
            r->covered(r->self, &what);
    }
}

/* Reads words and clears them, on a device whose memory the host does not have.
 */
static pk_status fetch(pk_context *ctx, const pk_coverage *c, uint32_t *words,
                       pk_error *err) {
    pk_mem *mem = atomic_load(&c->mem);
    pk_que *que;

    PK_TRY(pk_context_transfers(ctx, &que, err));
    PK_TRY(ctx->plugin->copy(que, (pk_ref){.host = words}, (pk_ref){.mem = mem},
                             bytes_of(c), err));
    PK_TRY(ctx->plugin->sync(que, err));
    return clear(ctx, c, mem, err);
}

/* Calls of host functions may set words meanwhile: none is lost. */
static void exchange(const pk_coverage *c, uint32_t *words) {
    for (uint32_t i = 0; i < c->count; i++)
        words[i] = __atomic_exchange_n(&c->host[i], 0, __ATOMIC_RELAXED);
}

static pk_status read_one(const reader *r, pk_coverage *c, pk_error *err) {
    const pk_allocator *allocator = &r->ctx->allocator;
    uint32_t *words = pk_heap_new(allocator, bytes_of(c));
    pk_status status = PK_OK;

    if (!words)
        return pk_fail_no_memory(err);
    if (c->host)
        exchange(c, words);
    else
        status = fetch(r->ctx, c, words, err);
    if (status == PK_OK)
        tell(r, c, words);
    pk_heap_free(allocator, words, bytes_of(c));
    return status;
}

static void free_one(pk_context *ctx, pk_coverage *c) {
    pk_memory_give(ctx, atomic_exchange(&c->mem, NULL), bytes_of(c));
    pk_coverage_destroy(ctx, c);
}

static pk_status read_all(const reader *r, pk_error *err) {
    pk_coverage **at = (pk_coverage **)&r->ctx->coverages;

    while (*at) {
        pk_coverage *c = *at;
        /* Asked first: a launch that ends it has been waited for. */
        const bool over = atomic_load(&c->over);
        PK_TRY(read_one(r, c, err));
        if (over) {
            *at = c->next;
            free_one(r->ctx, c);
        } else {
            at = &c->next;
        }
    }
    return PK_OK;
}

pk_status pk_context_take_coverage(pk_context *ctx, void *self,
                                   void (*covered)(void *self,
                                                   const pk_covered *what),
                                   pk_error *err) {
    const reader r = {ctx, self, covered};
    pk_status status;

    PK_TRY(pk_context_check(ctx, err));
    if (!covered)
        return pk_fail(err, PK_BAD_ARG, "covered is NULL");
    if (!pk_context_has_coverage(ctx))
        return pk_fail(err, PK_UNSUPPORTED,
                       "the context does not note what runs: make it with the "
                       "flag PK_CONTEXT_lines or PK_CONTEXT_branches");
    pk_queues_settle(ctx);
    if (!pk_lock_enter(&ctx->transfer_lock))
        return pk_context_fail_forked(err);
    status = read_all(&r, err);
    pk_lock_leave(&ctx->transfer_lock);
    return status;
}
