/* SPDX-License-Identifier: Apache-2.0 */
/* Prepared calls: the arguments are packed once, and each call enters the
 * function with the same block. */
#include "base/try.h"
#include "recipe/report.h"
#include "runtime/context/diagnostics.h"
#include "runtime/host/call.h"
#include "runtime/host/function.h"
#include "runtime/host/result.h"
#include "runtime/kernel/class_args.h"
#include "runtime/launch/launch.h"

#include <string.h>

struct pk_prepared_call {
    pk_object base;
    pk_host_function *fn; /* one reference */
    const pk_spec *spec;
    pk_direct_result result;
    pk_call_block block; /* behind this */
};

static void destroy(pk_object *object) {
    pk_host_function_release(((pk_prepared_call *)object)->fn);
}

/* ---- making one ---- */

/* A call that prints, is covered or is checked needs more than its block. */
static pk_status check_spec(const pk_kernel *kernel, const pk_spec *spec,
                            pk_error *err) {
    const pk_recipe *recipe = spec->recipe;
    const char *why = recipe->prints         ? "it prints"
                      : recipe->points.count ? "its lines are counted"
                                             : NULL;

    if (pk_spec_offloads(spec))
        why = "its loops run on another device";
    if (kernel->base.ctx->host_ext->wants_ranges)
        why = "the device checks the memory of each call";
    return why ? pk_fail(err, PK_UNSUPPORTED,
                         "%s cannot be prepared, for %s: call it with pk_call",
                         kernel->info->name, why)
               : PK_OK;
}

static pk_status make(pk_host_function *fn, const pk_spec *spec,
                      const pk_direct_result *result, pk_prepared_call **out,
                      pk_error *err) {
    const size_t params = ((size_t)spec->recipe->params_size + 15) / 16 * 16;
    const size_t parts = ((size_t)result->size + 15) / 16 * 16;
    const size_t head = (sizeof(pk_prepared_call) + 15) / 16 * 16;
    pk_prepared_call *call;
    char *at;

    PK_TRY(check_spec(&fn->kernel, spec, err));
    call = pk_object_create(
        fn->kernel.base.ctx, PK_OBJECT_prepared_call,
        head + params + parts + PK_REPORT_prints * sizeof(uint32_t), destroy);
    if (!call)
        return pk_fail_no_memory(err);
    at = (char *)call + head;
    call->fn = pk_host_function_retain(fn);
    call->spec = spec;
    call->result = *result;
    call->block =
        (pk_call_block){.params = at,
                        .parts = (uint64_t *)(void *)(at + params),
                        .report = (uint32_t *)(void *)(at + params + parts)};
    *out = call;
    return PK_OK;
}

/* A list comes back behind the result, unless the call goes on with a
 * generator, which has a copy. */
static pk_status check_args(const pk_kernel *kernel, const pk_arg *args,
                            size_t count, pk_error *err) {
    for (size_t i = 0; i < count && count <= kernel->info->param_count; i++)
        if (pk_arg_is_container(&args[i]))
            return pk_fail(err, PK_UNSUPPORTED,
                           "a call of %s with a list, dict or set, argument "
                           "%zu, cannot be "
                           "prepared: call it with pk_call",
                           kernel->info->name, i);
    return PK_OK;
}

static pk_status describe(pk_host_function *fn, const pk_arg *args,
                          size_t count, pk_prepared_call **out, pk_error *err) {
    pk_scratch scratch = {.allocator = &fn->kernel.base.ctx->allocator};
    pk_direct_result result;
    pk_frame frame;
    const pk_spec *spec;
    pk_status status =
        pk_call_find(&fn->kernel, args, count, &scratch, &frame, &spec, err);

    if (status == PK_OK) {
        result = pk_result_direct(
            pk_recipe_text(spec->recipe, spec->recipe->results));
        pk_direct_add(&fn->kernel, spec, &frame, args, count, &result);
        status = make(fn, spec, &result, out, err);
    }
    if (status == PK_OK) {
        pk_pack(spec->recipe, &frame);
        memcpy((*out)->block.params, frame.params, spec->recipe->params_size);
        pk_call_bind(&(*out)->block, spec->recipe);
    }
    pk_scratch_finish(&scratch);
    return status;
}

static pk_status create(pk_host_function *fn, const pk_arg *args, size_t count,
                        pk_prepared_call **out, pk_error *err) {
    const pk_direct *direct;
    pk_direct_leaves leaves;
    pk_class_args classes;
    pk_status status;

    PK_TRY(pk_call_check(fn, err));
    if (!out)
        return pk_fail(err, PK_BAD_ARG, "out is NULL");
    direct = pk_direct_find(&fn->kernel, args, count, &leaves);
    if (direct) {
        PK_TRY(make(fn, direct->spec, &direct->result, out, err));
        pk_direct_pack(direct, &leaves, (*out)->block.params);
        pk_call_bind(&(*out)->block, direct->spec->recipe);
        return PK_OK;
    }
    status = pk_class_args_init(&classes, fn->kernel.base.ctx, fn->kernel.info,
                                args, count, err);
    if (status == PK_OK && args)
        status = check_args(&fn->kernel, args, count, err);
    if (status == PK_OK)
        status = describe(fn, classes.args, count, out, err);
    pk_class_args_finish(&classes);
    return status;
}

pk_status pk_prepared_call_create(pk_host_function *fn, const pk_arg *args,
                                  size_t arg_count, pk_prepared_call **out,
                                  pk_error *err) {
    return pk_diagnostics_settle(fn, create(fn, args, arg_count, out, err));
}

void pk_prepared_call_release(pk_prepared_call *call) {
    if (pk_object_is(call, PK_OBJECT_prepared_call))
        pk_object_release(&call->base);
}

/* ---- calls ---- */

pk_status pk_prepared_call_run(pk_prepared_call *call, const uint32_t *stop,
                               pk_result *out, pk_error *err) {
    pk_status status =
        pk_object_use(call, PK_OBJECT_prepared_call, "call", err);

    if (status == PK_OK)
        status = pk_call_packed(&call->fn->kernel, call->spec, &call->result,
                                &call->block, stop, out, err);
    if (status == PK_OK)
        return PK_OK;
    if (out)
        *out = (pk_result){.kind = PK_RESULT_NONE};
    return pk_diagnostics_settle(call, status);
}
