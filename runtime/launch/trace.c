/* SPDX-License-Identifier: Apache-2.0 */
/* Launches as spans of a profile. */
#include "base/text.h"
#include "runtime/context/timeline.h"
#include "runtime/launch/launch.h"

pk_status pk_launch_named(pk_queue *queue, const char *name, const char *args,
                          pk_fun *fun, pk_launch_desc *desc,
                          uint32_t deadline_ms, pk_error *err) {
    pk_context *ctx = queue->base.ctx;
    const pk_timed t = pk_timed_begin(ctx, queue->que);
    const pk_status status =
        pk_queue_launch(queue, fun, desc, deadline_ms, err);
    const pk_profile_event event = {.kind = PK_PROFILE_kernel,
                                    .name = name,
                                    .args = args,
                                    .from = queue->launching};

    pk_timeline_end(ctx, queue->que, t, status == PK_OK ? &event : NULL);
    return status;
}

static void put_dims(pk_text *text, const char *name, const uint32_t dims[3]) {
    pk_text_printf(text, "\"%s\":[%u,%u,%u],", name, dims[0], dims[1], dims[2]);
}

/* "x: float32[100,20]" */
static void put_leaf(pk_text *text, const pk_kernel *kernel,
                     const pk_leaf *leaf) {
    pk_text_printf(text, "\"%s: %s%s", kernel->info->param_names[leaf->arg],
                   leaf->kind == PK_ARGTYPE_complex ? "complex of " : "",
                   leaf->kind == PK_ARGTYPE_none ? "None"
                   : leaf->record                ? "records"
                                  : pk_dtype_numpy_name(leaf->dtype));
    if (leaf->items) {
        pk_text_printf(text, ", list of %u arrays", leaf->item_count);
    } else if (leaf->kind == PK_ARGTYPE_array) {
        for (uint32_t i = 0; i < leaf->ndim; i++) {
            pk_text_char(text, i ? ',' : '[');
            pk_text_int(text, leaf->array->shape[i]);
        }
        pk_text_char(text, leaf->ndim ? ']' : ' ');
    }
    pk_text_char(text, '"');
}

pk_status pk_launch_timed(pk_queue *queue, const pk_kernel *kernel,
                          const pk_frame *frame, pk_fun *fun,
                          pk_launch_desc *desc, uint32_t deadline_ms,
                          pk_error *err) {
    pk_status status;
    pk_text args;

    pk_text_init(&args, &queue->base.ctx->allocator);
    put_dims(&args, "grid", desc->grid);
    put_dims(&args, "block", desc->block);
    pk_text_printf(&args, "\"shared_bytes\":%u,\"arguments\":[",
                   desc->shared_dynamic);
    for (uint32_t i = 0; i < frame->leaf_count; i++) {
        if (i)
            pk_text_char(&args, ',');
        put_leaf(&args, kernel, &frame->leaves[i]);
    }
    pk_text_char(&args, ']');
    status = pk_launch_named(queue, kernel->info->name,
                             args.failed ? NULL : pk_text_string(&args), fun,
                             desc, deadline_ms, err);
    pk_text_finish(&args);
    return status;
}
