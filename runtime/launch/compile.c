/* SPDX-License-Identifier: Apache-2.0 */
/* Compiling for a launch without making it, and choosing its block. */
#include "base/try.h"
#include "runtime/context/diagnostics.h"
#include "runtime/kernel/signatures.h"
#include "runtime/launch/launch.h"
#include "runtime/services/public_struct.h"

/* ---- compiling ---- */

static pk_status compile_for(pk_kernel *kernel, const pk_launch_config *config,
                             const pk_arg *args, size_t arg_count,
                             const pk_spec **out, pk_error *err) {
    pk_arg room[PK_ARGS_ROOM];
    pk_scratch scratch;
    pk_frame frame;
    pk_dims dims;
    pk_status status;

    PK_TRY(pk_dims_read(kernel->base.ctx, config, &dims, err));
    args = pk_args_complete(kernel, args, &arg_count, room);
    scratch = (pk_scratch){.allocator = &kernel->base.ctx->allocator};
    status = pk_frame_make(kernel->base.ctx, kernel->info, kernel->mod, args,
                           arg_count, &scratch, &frame, err);
    if (status == PK_OK)
        status = pk_variants_get(kernel->variants, &frame, args, arg_count,
                                 &dims, out, err);
    pk_scratch_finish(&scratch);
    return status;
}

pk_status pk_launch_compile(pk_kernel *kernel, const pk_launch_config *config,
                            const pk_arg *args, size_t arg_count,
                            const pk_spec **out, pk_error *err) {
    pk_class_args classes;
    pk_status status;

    PK_TRY(pk_object_use(kernel, PK_OBJECT_kernel, "kernel", err));
    PK_TRY(pk_context_need_compiles(kernel->base.ctx, false, err));
    status = pk_class_args_init(&classes, kernel->base.ctx, kernel->info, args,
                                arg_count, err);
    if (status == PK_OK)
        status = compile_for(kernel, config, classes.args, arg_count, out, err);
    pk_class_args_finish(&classes);
    return status;
}

static pk_status compile(pk_kernel *kernel, const pk_launch_config *config,
                         const pk_arg *args, size_t arg_count,
                         pk_compile_info *out, pk_error *err) {
    const pk_spec *spec = NULL;
    pk_compile_info info;

    PK_TRY(pk_launch_compile(kernel, config, args, arg_count, &spec, err));
    if (!out)
        return PK_OK;
    info = pk_spec_describe(spec);
    return pk_struct_give(&pk_compile_info_layout, &info, out, err);
}

pk_status pk_kernel_compile(pk_kernel *kernel, const pk_launch_config *config,
                            const pk_arg *args, size_t arg_count,
                            pk_compile_info *out, pk_error *err) {
    return pk_diagnostics_settle(
        kernel, compile(kernel, config, args, arg_count, out, err));
}

/* ---- the block ----
 *
 * A driver that knows its device is asked; else it is a usual one, as large as
 * the kernel may have. */

enum { USUAL = 256 };

static uint32_t least(uint32_t a, uint32_t b) {
    return b && b < a ? b : a;
}

/* The most threads that the device, the kernel and the caller allow. */
static uint32_t most_threads(const pk_context *ctx, const pk_spec *spec,
                             uint32_t wanted) {
    uint32_t most = least(ctx->caps.max_block, ctx->caps.max_block_dim[0]);

    most = least(most, wanted);
    if (spec)
        most = least(least(most, spec->limits.max_block),
                     spec->recipe->max_threads);
    return most;
}

/* Whole warps, where there is one. */
static uint32_t whole_warps(const pk_context *ctx, uint32_t threads) {
    const uint32_t warp = ctx->caps.warp_size;

    return warp && threads > warp ? threads - threads % warp : threads;
}

static pk_status ask_plugin(const pk_context *ctx, const pk_spec *spec,
                            const pk_dims *dims, uint32_t most,
                            uint32_t *threads, uint32_t *blocks,
                            pk_error *err) {
    return spec->fun && PK_PLUGIN_HAS(ctx->plugin, suggest_block)
               ? ctx->plugin->suggest_block(spec->fun, dims->shared_bytes, most,
                                            threads, blocks, err)
               : PK_UNSUPPORTED;
}

static pk_status suggest(const pk_kernel *kernel, const pk_spec *spec,
                         pk_dims *dims, uint32_t wanted, uint32_t *threads,
                         uint32_t *blocks, pk_error *err) {
    const pk_context *ctx = kernel->base.ctx;
    const uint32_t most = most_threads(ctx, spec, wanted);
    pk_status status = ask_plugin(ctx, spec, dims, most, threads, blocks, err);

    if (status == PK_UNSUPPORTED) {
        *threads = whole_warps(ctx, least(most, USUAL));
        *blocks = ctx->device.is_cpu ? pk_pool_worker_count(ctx->pool) : 0;
    } else if (status != PK_OK) {
        return status;
    }
    /* Local arrays may take more than the device has for so many threads. */
    for (dims->block[0] = *threads;; dims->block[0] = *threads /= 2) {
        status = pk_launch_check(ctx, kernel, spec, dims, err);
        if (status == PK_OK || *threads == 1)
            return status;
    }
}

static pk_status find_block(pk_kernel *kernel, const pk_launch_config *config,
                            const pk_arg *args, size_t arg_count,
                            uint32_t *threads, uint32_t *blocks,
                            pk_error *err) {
    uint32_t found[2] = {0}, wanted = 0;
    const pk_spec *spec = NULL;
    pk_launch_config own;
    pk_dims dims;

    PK_TRY(pk_object_use(kernel, PK_OBJECT_kernel, "kernel", err));
    PK_TRY(pk_context_need_compiles(kernel->base.ctx, false, err));
    if (!threads)
        return pk_fail(err, PK_BAD_ARG, "threads is NULL");
    PK_TRY(pk_options_read(&pk_launch_config_layout, config, &own, err));
    wanted = own.block[0];
    own.struct_size = sizeof own;
    own.grid[0] = own.grid[1] = own.grid[2] = 1;
    own.block[0] = least(USUAL, most_threads(kernel->base.ctx, NULL, wanted));
    own.block[1] = own.block[2] = 1;
    PK_TRY(pk_dims_read(kernel->base.ctx, &own, &dims, err));
    PK_TRY(pk_launch_compile(kernel, &own, args, arg_count, &spec, err));
    PK_TRY(suggest(kernel, spec, &dims, wanted, &found[0], &found[1], err));
    *threads = found[0];
    if (blocks)
        *blocks = found[1];
    return PK_OK;
}

pk_status pk_kernel_suggest_block(pk_kernel *kernel,
                                  const pk_launch_config *config,
                                  const pk_arg *args, size_t arg_count,
                                  uint32_t *threads, uint32_t *blocks,
                                  pk_error *err) {
    return pk_diagnostics_settle(
        kernel,
        find_block(kernel, config, args, arg_count, threads, blocks, err));
}
