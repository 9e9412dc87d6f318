/* SPDX-License-Identifier: Apache-2.0 */
/* Many launches compiled at once.
 *
 * Of the requests those are taken over that nobody has compiled yet; all are
 * prepared, what the disk cache has is loaded, and the rest is loaded in
 * batches. What fails on this road goes the usual one behind it. */
#include "base/os/thread.h"
#include "base/try.h"
#include "compile/making.h"
#include "runtime/context/diagnostics.h"
#include "runtime/launch/launch.h"
#include "runtime/services/public_struct.h"

enum { MAX_BATCH = 32 };

typedef struct part {
    pk_compile_request *request; /* the caller's, to set its status */
    pk_compile_request asked;    /* what it says, in our size */
    pk_variants *variants;
    pk_arg room[PK_ARGS_ROOM];
    const pk_arg *args;
    size_t count;
    pk_scratch scratch;
    pk_frame frame;
    pk_dims dims;
    pk_flight flight;
    pk_making making;
    bool open; /* taken over, prepared and not loaded yet */
    pk_error error;
    pk_diag_list *said; /* with the error */
} part;

static pk_status describe(part *p, const pk_context *ctx, pk_error *err) {
    const pk_compile_request *r = &p->asked;
    pk_kernel *kernel = r->kernel;

    PK_TRY(pk_object_check(kernel, PK_OBJECT_kernel, ctx, "kernel", err));
    PK_TRY(pk_dims_read(ctx, r->config, &p->dims, err));
    p->variants = kernel->variants;
    p->count = r->arg_count;
    p->args = pk_args_complete(kernel, r->args, &p->count, p->room);
    p->scratch.allocator = &ctx->allocator;
    return pk_frame_make(ctx, kernel->info, kernel->mod->program, p->args,
                         p->count, &p->scratch, &p->frame, err);
}

static void land(part *p, pk_status status) {
    pk_spec *spec;

    p->open = false;
    p->flight.status = status;
    p->flight.used = p->making.used;
    spec = pk_making_finish(&p->making, status);
    pk_variants_land(p->variants, &p->flight, spec);
}

static void prepare(part *p) {
    pk_context *ctx = p->variants->ctx;
    pk_status status;

    pk_diag_list_release(pk_diagnostics_take(ctx)); /* of the part before */
    if (!pk_variants_claim(p->variants, &p->frame, &p->dims, &p->flight))
        return;
    pk_making_init(&p->making, p->variants, &p->frame, p->args, p->count,
                   &p->dims);
    p->open = true;
    status = pk_making_find(&p->making, &p->flight.error);
    if (status == PK_IO)
        status = pk_making_prepare(&p->making, &p->flight.error);
    if (status != PK_OK) {
        land(p, status);
        return;
    }
    pk_variants_learn(p->variants, &p->flight, p->making.used);
    if (!pk_making_is_prepared(&p->making))
        return;
    status = pk_making_load_cached(&p->making, &p->flight.error);
    if (status != PK_IO)
        land(p, status);
}

/* The first that is open and those that join it. */
static uint32_t collect(part *parts, size_t count, part *out[MAX_BATCH]) {
    uint32_t found = 0;

    for (size_t i = 0; i < count && found < MAX_BATCH; i++)
        if (parts[i].open &&
            (!found || (pk_making_joins(&out[0]->making, &parts[i].making) &&
                        pk_making_joins(&parts[i].making, &out[0]->making))))
            out[found++] = &parts[i];
    return found;
}

/* Loads a part whose batch could not be. */
static pk_status load_alone(pk_making *m, pk_error *err) {
    if (!pk_making_is_prepared(m)) {
        PK_TRY(pk_making_prepare(m, err));
        return pk_making_load(m, err);
    }
    return pk_making_load_compiled(m, err);
}

static pk_status load_together(pk_making *const *makings, uint32_t count,
                               pk_error *err) {
    if (!pk_making_is_prepared(makings[0]))
        return pk_making_load_found(makings, count, err);
    return count > 1 ? pk_making_load_batch(makings, count, err) : PK_IO;
}

static void load(part *const batch[], uint32_t count) {
    pk_making *makings[MAX_BATCH];
    pk_error why = {0};
    bool together;

    for (uint32_t i = 0; i < count; i++)
        makings[i] = &batch[i]->making;
    together = load_together(makings, count, &why) == PK_OK;
    if (count > 1 && !together)
        pk_log(&makings[0]->pipeline.ctx->log, PK_LOG_info, "compile",
               "one by one, not %u at once: %s", count, why.message);
    for (uint32_t i = 0; i < count; i++)
        land(batch[i], together
                           ? PK_OK
                           : load_alone(makings[i], &batch[i]->flight.error));
}

static void compile_batches(part *parts, size_t count) {
    part *batch[MAX_BATCH];
    uint32_t found;

    for (size_t i = 0; i < count; i++)
        if (parts[i].request->status == PK_OK)
            prepare(&parts[i]);
    while ((found = collect(parts, count, batch)))
        load(batch, found);
}

typedef struct compiling {
    part *parts;
    size_t count;
    pk_context *ctx;
} compiling;

static pk_status compile_parts(void *arg, pk_error *err) {
    const compiling *b = arg;
    part *parts = b->parts;
    size_t count = b->count;
    pk_context *ctx = b->ctx;
    const pk_spec *spec;

    (void)err;

    for (size_t i = 0; i < count; i++)
        parts[i].request->status = describe(&parts[i], ctx, &parts[i].error);
    if (ctx->caps.features & PK_CAP_batches)
        compile_batches(parts, count);
    for (size_t i = 0; i < count; i++) {
        part *p = &parts[i];
        if (p->request->status == PK_OK) {
            p->request->status =
                pk_variants_get(p->variants, &p->frame, p->args, p->count,
                                &p->dims, &spec, &p->error);
            p->said = pk_diagnostics_take(ctx);
        }
        if (p->scratch.allocator)
            pk_scratch_finish(&p->scratch);
    }
    return PK_OK;
}

/* Its error and its diagnostics are the call's. */
static pk_status first_failure(part *parts, size_t count, pk_context *ctx,
                               pk_error *err) {
    pk_status status = PK_OK;

    for (size_t i = 0; i < count; i++) {
        if (parts[i].request->status == PK_OK || status != PK_OK) {
            pk_diag_list_release(parts[i].said);
            continue;
        }
        status = parts[i].request->status;
        if (err)
            *err = parts[i].error;
        pk_diagnostics_put(ctx, parts[i].said);
    }
    return status;
}

/* The request `i` of structs that have the size of the first. */
static pk_compile_request *request_at(pk_compile_request *requests, size_t i) {
    return (pk_compile_request *)(void *)((char *)requests +
                                          i * requests->struct_size);
}

static void set_all(pk_compile_request *requests, size_t count,
                    pk_status status) {
    for (size_t i = 0; i < count; i++)
        request_at(requests, i)->status = status;
}

static pk_status read_parts(pk_compile_request *requests, part *parts,
                            size_t count, pk_error *err) {
    for (size_t i = 0; i < count; i++) {
        pk_compile_request *r = parts[i].request = request_at(requests, i);
        if (r->struct_size != requests->struct_size)
            return pk_fail(err, PK_BAD_ARG,
                           "struct_size of request %zu is %u, of the first "
                           "%u: it is the same in all of them",
                           i, r->struct_size, requests->struct_size);
        PK_TRY(pk_options_read(&pk_compile_request_layout, r, &parts[i].asked,
                               err));
    }
    return PK_OK;
}

static pk_status compile_all(pk_compile_request *requests,
                             const pk_kernel *kernel, size_t count,
                             pk_error *err) {
    pk_context *ctx;
    pk_status status;
    part *parts;

    PK_TRY(pk_object_use(kernel, PK_OBJECT_kernel, "kernel", err));
    ctx = kernel->base.ctx;
    PK_TRY(pk_context_need_device(ctx, err));
    parts = count < PTRDIFF_MAX / sizeof *parts
                ? pk_heap_new(&ctx->allocator, count * sizeof *parts)
                : NULL;
    if (!parts)
        return pk_fail_no_memory(err);
    status = read_parts(requests, parts, count, err);
    if (status != PK_OK) {
        pk_heap_free(&ctx->allocator, parts, count * sizeof *parts);
        return status;
    }
    status = pk_thread_run(compile_parts, &(compiling){parts, count, ctx}, err);
    if (status == PK_OK)
        status = first_failure(parts, count, ctx, err);
    else
        set_all(requests, count, status);
    pk_heap_free(&ctx->allocator, parts, count * sizeof *parts);
    return status;
}

pk_status pk_kernels_compile(pk_compile_request *requests, size_t count,
                             pk_error *err) {
    pk_compile_request first;

    if (!count)
        return PK_OK;
    if (!requests)
        return pk_fail(err, PK_BAD_ARG, "requests is NULL");
    PK_TRY(pk_options_read(&pk_compile_request_layout, requests, &first, err));
    if (requests->struct_size % _Alignof(pk_compile_request))
        return pk_fail(err, PK_BAD_ARG,
                       "struct_size of pk_compile_request is %u: set it to "
                       "sizeof(pk_compile_request)",
                       requests->struct_size);
    return pk_diagnostics_settle(
        first.kernel, compile_all(requests, first.kernel, count, err));
}
