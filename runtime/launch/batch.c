/* SPDX-License-Identifier: Apache-2.0 */
/* Many launches compiled at once: what the compiler can put into one artifact
 * is, and each of the rest goes the way of a launch. */
#include "base/os/thread.h"
#include "base/try.h"
#include "runtime/context/diagnostics.h"
#include "runtime/kernel/compiler.h"
#include "runtime/launch/launch.h"
#include "runtime/services/public_struct.h"

typedef struct part {
    pk_compile_request *request; /* the caller's, to set its status */
    pk_compile_request asked;    /* what it says, in our size */
    pk_variants *variants;
    pk_class_args classes; /* of what was asked */
    pk_arg room[PK_ARGS_ROOM];
    const pk_arg *args;
    size_t count;
    pk_scratch scratch;
    pk_frame frame;
    pk_dims dims;
    pk_error error;
    pk_diag_list *said; /* with the error */
} part;

static pk_status describe(part *p, pk_context *ctx, pk_error *err) {
    const pk_compile_request *r = &p->asked;
    pk_kernel *kernel = r->kernel;

    PK_TRY(pk_object_check(kernel, PK_OBJECT_kernel, ctx, "kernel", err));
    PK_TRY(pk_dims_read(ctx, r->config, &p->dims, err));
    p->variants = kernel->variants;
    p->count = r->arg_count;
    PK_TRY(pk_class_args_init(&p->classes, ctx, kernel->info, r->args, p->count,
                              err));
    p->args = pk_args_complete(kernel, p->classes.args, &p->count, p->room);
    p->scratch.allocator = &ctx->allocator;
    return pk_frame_make(ctx, kernel->info, kernel->mod, p->args, p->count,
                         &p->scratch, &p->frame, err);
}

/* Gives the compiler all parts that are valid. */
static void compile_batch(pk_context *ctx, part *parts, size_t count) {
    pk_batch_part *items = pk_heap_new(&ctx->allocator, count * sizeof *items);
    size_t valid = 0;

    if (!items) /* they are compiled one by one */
        return;
    for (size_t i = 0; i < count; i++) {
        part *p = &parts[i];
        if (p->request->status == PK_OK)
            items[valid++] = (pk_batch_part){p->variants, &p->frame, p->args,
                                             p->count, &p->dims};
    }
    pk_parts.compiler->compile_batch(ctx, items, valid);
    pk_heap_free(&ctx->allocator, items, count * sizeof *items);
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
    if (ctx->caps.features & PK_CAP_batches && pk_parts.compiler)
        compile_batch(ctx, parts, count);
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
        if (p->classes.arena.allocator)
            pk_class_args_finish(&p->classes);
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
                           "%u: it must be the same in all of them",
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
