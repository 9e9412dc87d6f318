/* SPDX-License-Identifier: Apache-2.0 */
/* The leg over portkern's public API; PORTKERN_BACKEND names the device. */
#include "leg.h"

#include <portkern/portkern.h>

static pk_context *ctx;
static pk_module *mod;
static pk_queue *queue;
static pk_event *begin, *end;

/* The launch that is loaded. */
static pk_kernel *kernel;
static pk_prepared *prepared_launch;
static pk_launch_config config;
static pk_buffer *buffers[LEG_ARGS];
static pk_array arrays[LEG_ARGS];
static pk_arg args[LEG_ARGS];
static size_t arg_count;
static pk_error err;

static bool good(pk_status status, const char *what) {
    return status == PK_OK || leg_fail(what, err.message);
}

static bool open_library(int argc, char **argv) {
    (void)argc;
    return good(pk_context_create(NULL, &ctx, &err), "context") &&
           good(pk_module_from_file(ctx, argv[0], &mod, &err), "module") &&
           good(pk_queue_create(ctx, &queue, &err), "queue") &&
           good(pk_event_create(ctx, &begin, &err), "event") &&
           good(pk_event_create(ctx, &end, &err), "event");
}

static void drop(void) {
    pk_queue_finish(queue, NULL);
    pk_prepared_release(prepared_launch);
    pk_kernel_release(kernel);
    for (size_t i = 0; i < LEG_ARGS; i++) {
        pk_buffer_release(buffers[i]);
        buffers[i] = NULL;
    }
    prepared_launch = NULL;
    kernel = NULL;
}

static bool take_arg(size_t i, const leg_arg *a) {
    static const pk_dtype dtypes[] = {
        [LEG_f32] = PK_DTYPE_f32,
        [LEG_f64] = PK_DTYPE_f64,
        [LEG_i32] = PK_DTYPE_i32,
    };

    if (!a->ndim) {
        args[i] = a->type == LEG_f32   ? pk_f32((float)a->low)
                  : a->type == LEG_f64 ? pk_f64(a->low)
                                       : pk_i32((int32_t)a->low);
        return true;
    }
    if (!good(pk_buffer_create(ctx, a->bytes, 0, &buffers[i], &err), "buffer"))
        return false;
    arrays[i] = pk_array_device(buffers[i], dtypes[a->type], a->ndim, a->shape);
    args[i] = pk_inout(&arrays[i]);
    return true;
}

static bool load(const leg_launch *l) {
    config = PK_INIT(pk_launch_config, .grid = {l->grid[0], l->grid[1]},
                     .block = {l->block[0], l->block[1]});
    arg_count = l->count;
    for (size_t i = 0; i < l->count; i++)
        if (!take_arg(i, &l->args[i]))
            return false;
    return good(pk_module_kernel(mod, l->kernel, &kernel, &err), "kernel") &&
           good(pk_prepared_create(kernel, &config, args, arg_count,
                                   &prepared_launch, &err),
                "prepared launch");
}

static bool write_array(size_t i, const void *data) {
    return good(
        pk_buffer_write(buffers[i], 0, data, pk_buffer_size(buffers[i]), &err),
        "write");
}

static bool read_array(size_t i, void *data) {
    return good(
        pk_buffer_read(buffers[i], 0, data, pk_buffer_size(buffers[i]), &err),
        "read");
}

static bool launch(bool prepared) {
    return good(prepared
                    ? pk_prepared_launch(prepared_launch, queue, &err)
                    : pk_launch(queue, kernel, &config, args, arg_count, &err),
                "launch");
}

static bool finish(void) {
    return good(pk_queue_finish(queue, &err), "finish");
}

static bool time_launches(uint32_t count, double *ns) {
    uint64_t elapsed = 0;

    if (!good(pk_queue_record(queue, begin, &err), "event"))
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (!launch(true))
            return false;
    if (!good(pk_queue_record(queue, end, &err), "event") || !finish() ||
        !good(pk_event_elapsed(begin, end, &elapsed, &err), "event"))
        return false;
    *ns = (double)elapsed;
    return true;
}

const leg leg_portkern = {
    .open = open_library,
    .load = load,
    .write = write_array,
    .read = read_array,
    .launch = launch,
    .finish = finish,
    .time = time_launches,
    .drop = drop,
    .has_prepared = true,
};
