/* SPDX-License-Identifier: Apache-2.0 */
/* Whether a context can be used for what a call wants, which each call asks. */
#include "base/try.h"
#include "runtime/context/context.h"

bool pk_context_lost(const pk_context *ctx) {
    return pk_process_number() != ctx->process && ctx->dev &&
           !(ctx->caps.features & PK_CAP_fork);
}

pk_status pk_context_check(const pk_context *ctx, pk_error *err) {
    PK_TRY(pk_object_check(ctx, PK_OBJECT_context, NULL, "ctx", err));
    if (pk_context_lost(ctx))
        return pk_fail(err, PK_FORKED,
                       "the %s device does not survive fork(): create the "
                       "context after it, not before",
                       ctx->device.backend);
    return PK_OK;
}

pk_status pk_context_fail_forked(pk_error *err) {
    return pk_fail_forked(err, "the context", "create another one");
}

pk_status pk_object_use(const void *object, pk_object_kind kind,
                        const char *what, pk_error *err) {
    PK_TRY(pk_object_check(object, kind, NULL, what, err));
    return pk_context_check(((const pk_object *)object)->ctx, err);
}

pk_status pk_context_need_device(const pk_context *ctx, pk_error *err) {
    if (ctx->dev)
        return PK_OK;
    return ctx->has_target
               ? pk_fail(err, PK_NO_DEVICE,
                         "the context compiles for %s and runs nothing",
                         ctx->caps.name)
               : pk_fail(err, PK_NO_DEVICE,
                         "the context was made without a device");
}

pk_status pk_context_need_compiles(const pk_context *ctx, bool host,
                                   pk_error *err) {
    if (ctx->has_target && (!host || ctx->caps.features & PK_CAP_host))
        return PK_OK;
    return host ? pk_context_need_host(ctx, err)
                : pk_context_need_device(ctx, err);
}

pk_status pk_context_need_stops(const pk_context *ctx, const char *what,
                                pk_error *err) {
    if (ctx->caps.features & PK_CAP_stops)
        return PK_OK;
    return pk_fail(err, PK_UNSUPPORTED,
                   "%s: a launch on %s (%s) cannot be stopped; to wait no "
                   "longer than some time, call pk_queue_finish_for",
                   what, ctx->device.name, ctx->plugin->name);
}

pk_status pk_context_need_host(const pk_context *ctx, pk_error *err) {
    if (ctx->host_ext)
        return PK_OK;
    PK_TRY(pk_context_need_device(ctx, err));
    return pk_fail(err, PK_UNSUPPORTED,
                   "functions of the host do not run on %s (%s): create a "
                   "context with the backend cpu, or interp; one with this as "
                   "its `offload` runs their parallel loops here",
                   ctx->device.name, ctx->plugin->name);
}
