/* SPDX-License-Identifier: Apache-2.0 */
/* Launches: what the driver checks, how parameters are packed, and what comes
 * of a kernel that fails. */
#include "sim/cudasim.h"
#include "sim/driver/driver.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

CUresult drv_outcome(sim_outcome outcome) {
    switch (outcome) {
    case SIM_DONE: return CUDA_SUCCESS;
    case SIM_NO_MEMORY: return CUDA_ERROR_OUT_OF_MEMORY;
    case SIM_INVALID_PTX: return CUDA_ERROR_INVALID_PTX;
    case SIM_UNSUPPORTED_VERSION: return CUDA_ERROR_UNSUPPORTED_PTX_VERSION;
    case SIM_NO_BINARY: return CUDA_ERROR_NO_BINARY_FOR_GPU;
    case SIM_NOT_SIMULATED: return CUDA_ERROR_NOT_SUPPORTED;
    case SIM_UNRESOLVED: return CUDA_ERROR_INVALID_PTX;
    case SIM_ILLEGAL_ADDRESS: return CUDA_ERROR_ILLEGAL_ADDRESS;
    case SIM_MISALIGNED: return CUDA_ERROR_MISALIGNED_ADDRESS;
    case SIM_ILLEGAL_INSTRUCTION: return CUDA_ERROR_ILLEGAL_INSTRUCTION;
    case SIM_INVALID_PC: return CUDA_ERROR_INVALID_PC;
    case SIM_HARDWARE_STACK: return CUDA_ERROR_HARDWARE_STACK_ERROR;
    case SIM_ASSERT: return CUDA_ERROR_ASSERT;
    case SIM_FUEL: return CUDA_ERROR_LAUNCH_TIMEOUT;
    case SIM_STOPPED: return CUDA_ERROR_TIMEOUT;
    case SIM_TRAP:
    case SIM_DEADLOCK:
    case SIM_FINDING: return CUDA_ERROR_LAUNCH_FAILED;
    }
    return CUDA_ERROR_UNKNOWN;
}

/* ---- the shape of a launch ---- */

static CUresult check_dimensions(const unsigned grid[3],
                                 const unsigned block[3]) {
    uint64_t threads = 1;

    for (int i = 0; i < 3; i++) {
        if (grid[i] == 0 || block[i] == 0 ||
            grid[i] > drv.profile.max_grid[i] ||
            block[i] > drv.profile.max_block[i])
            return CUDA_ERROR_INVALID_VALUE;
        threads *= block[i];
    }
    return threads > drv.profile.max_threads ? CUDA_ERROR_INVALID_VALUE
                                             : CUDA_SUCCESS;
}

static bool fits_requirement(const sim_function_info *info,
                             const unsigned block[3]) {
    for (int i = 0; i < 3; i++)
        if (info->required[i] && info->required[i] != block[i])
            return false;
    return true;
}

static CUresult check_function(const drv_function *function,
                               const unsigned grid[3], const unsigned block[3],
                               unsigned shared, bool cooperative) {
    unsigned threads = block[0] * block[1] * block[2];
    uint64_t blocks = (uint64_t)grid[0] * grid[1] * grid[2];

    if (!fits_requirement(&function->info, block) ||
        threads > function->info.max_threads ||
        shared > function->shared_allowed)
        return CUDA_ERROR_INVALID_VALUE;
    if (drv_occupancy(function, threads, shared) == 0)
        return CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES;
    if (cooperative &&
        blocks > (uint64_t)drv_occupancy(function, threads, shared) *
                     (uint64_t)drv.profile.sm_count)
        return CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE;
    return CUDA_SUCCESS;
}

/* ---- parameters ---- */

static CUresult pack_each(const drv_function *function, void **params,
                          char *to) {
    uint32_t offset, size;

    for (size_t i = 0; i < function->info.param_count; i++) {
        if (!params[i] || !sim_function_param(function->sim, i, &offset, &size))
            return CUDA_ERROR_INVALID_VALUE;
        memcpy(to + offset, params[i], size);
    }
    return CUDA_SUCCESS;
}

/* `extra` names a block that is packed already, and its size. */
static CUresult pack_block(const drv_function *function, void **extra,
                           char *to) {
    const void *block = NULL;
    size_t size = 0;

    for (; *extra != CU_LAUNCH_PARAM_END; extra += 2)
        if (extra[0] == CU_LAUNCH_PARAM_BUFFER_POINTER)
            block = extra[1];
        else if (extra[0] == CU_LAUNCH_PARAM_BUFFER_SIZE && extra[1])
            size = *(const size_t *)extra[1];
        else
            return CUDA_ERROR_INVALID_VALUE;
    if (!block || size < function->params_size)
        return CUDA_ERROR_INVALID_VALUE;
    memcpy(to, block, function->params_size);
    return CUDA_SUCCESS;
}

static CUresult pack(const drv_function *function, void **params, void **extra,
                     drv_work *out) {
    size_t size = function->params_size;
    char *to;
    CUresult result;

    out->kernel.params_size = size;
    if (size == 0)
        return CUDA_SUCCESS;
    if (!params == !extra) /* one of them, not both */
        return CUDA_ERROR_INVALID_VALUE;
    to = calloc(1, size);
    if (!to)
        return CUDA_ERROR_OUT_OF_MEMORY;
    result = params ? pack_each(function, params, to)
                    : pack_block(function, extra, to);
    if (result != CUDA_SUCCESS)
        free(to);
    else
        out->kernel.params = to;
    return result;
}

CUresult drv_kernel_work(drv_function *function, const unsigned grid[3],
                         const unsigned block[3], unsigned shared,
                         void **params, void **extra, bool cooperative,
                         drv_work *out) {
    CUresult result;

    *out = (drv_work){.kind = DRV_WORK_empty};
    if (!function)
        return CUDA_ERROR_INVALID_HANDLE;
    result = check_dimensions(grid, block);
    if (result == CUDA_SUCCESS)
        result = check_function(function, grid, block, shared, cooperative);
    if (result != CUDA_SUCCESS)
        return result;
    out->kind = DRV_WORK_kernel;
    out->kernel.function = function->handle;
    out->kernel.shared = shared;
    out->kernel.cooperative = cooperative;
    memcpy(out->kernel.grid, grid, sizeof out->kernel.grid);
    memcpy(out->kernel.block, block, sizeof out->kernel.block);
    return pack(function, params, extra, out);
}

/* ---- running ---- */

/* A kernel that fails kills its context; the launch itself has succeeded, and
 * later calls say what happened. */
static void kernel_failed(drv_context *context, const drv_function *function,
                          sim_outcome outcome, const pk_text *report) {
    drv_log(DRV_LOG_error, "kernel %s failed:\n%s", function->info.name,
            pk_text_string(report));
    drv_report(pk_text_string(report));
    drv_context_kill(context, drv_outcome(outcome));
}

CUresult drv_run_kernel(drv_stream *stream, const drv_work *work) {
    drv_context *context = stream->context;
    drv_function *function = drv_function_get(work->kernel.function);
    sim_launch launch = {
        .shared_dynamic = work->kernel.shared,
        .params = work->kernel.params,
        .params_size = work->kernel.params_size,
        .cooperative = work->kernel.cooperative,
        .stack_bytes = (uint32_t)context->limits[CU_LIMIT_STACK_SIZE],
        .stop = drv_self.stop,
    };
    sim_outcome outcome;
    pk_text report;

    if (!function)
        return CUDA_ERROR_INVALID_HANDLE;
    memcpy(launch.grid, work->kernel.grid, sizeof launch.grid);
    memcpy(launch.block, work->kernel.block, sizeof launch.block);
    pk_text_init(&report, &pk_heap);
    drv_kernel_begin(stream);
    outcome = sim_run(function->sim, &launch, &report);
    drv_kernel_end(stream);
    if (outcome != SIM_DONE && outcome != SIM_STOPPED)
        kernel_failed(context, function, outcome, &report);
    pk_text_finish(&report);
    return outcome == SIM_STOPPED ? drv_outcome(outcome) : CUDA_SUCCESS;
}

__attribute__((visibility("default"))) const uint32_t **
portkern_sim_stop_word(void) {
    return &drv_self.stop;
}

/* ---- entry points ---- */

/* A stream takes functions of its own context only. */
static CUresult launch_kernel(CUfunction function, const unsigned grid[3],
                              const unsigned block[3], unsigned shared,
                              CUstream handle, void **params, void **extra,
                              bool cooperative) {
    drv_stream *stream = drv_stream_get(handle);
    drv_work work;
    CUresult result;

    if (!stream)
        return CUDA_ERROR_INVALID_HANDLE;
    result = drv_kernel_work(drv_function_in(function, stream->context), grid,
                             block, shared, params, extra, cooperative, &work);
    return result ? result : drv_submit(stream, &work);
}

CUresult drv_launch_kernel(CUfunction function, unsigned gx, unsigned gy,
                           unsigned gz, unsigned bx, unsigned by, unsigned bz,
                           unsigned shared, CUstream stream, void **params,
                           void **extra) {
    return launch_kernel(function, (unsigned[]){gx, gy, gz},
                         (unsigned[]){bx, by, bz}, shared, stream, params,
                         extra, false);
}

CUresult drv_launch_cooperative(CUfunction function, unsigned gx, unsigned gy,
                                unsigned gz, unsigned bx, unsigned by,
                                unsigned bz, unsigned shared, CUstream stream,
                                void **params) {
    return launch_kernel(function, (unsigned[]){gx, gy, gz},
                         (unsigned[]){bx, by, bz}, shared, stream, params, NULL,
                         true);
}

/* Hints are taken and do nothing; what would change a kernel's meaning and is
 * not simulated is refused. */
static CUresult read_attributes(const CUlaunchConfig *config,
                                bool *cooperative) {
    *cooperative = false;
    for (unsigned i = 0; i < config->numAttrs; i++) {
        const CUlaunchAttribute *a = &config->attrs[i];
        const unsigned *cluster = a->value.cluster;

        if (a->id < 0 || a->id > CU_LAUNCH_ATTRIBUTE_LAST)
            return CUDA_ERROR_INVALID_VALUE;
        if (a->id == CU_LAUNCH_ATTRIBUTE_COOPERATIVE)
            *cooperative = a->value.cooperative != 0;
        if (a->id == CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION &&
            (cluster[0] > 1 || cluster[1] > 1 || cluster[2] > 1)) {
            drv_log(DRV_LOG_warning, "clusters are not simulated");
            return CUDA_ERROR_NOT_SUPPORTED;
        }
        if (a->id == CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_EVENT ||
            a->id == CU_LAUNCH_ATTRIBUTE_LAUNCH_COMPLETION_EVENT)
            return CUDA_ERROR_NOT_SUPPORTED;
    }
    return CUDA_SUCCESS;
}

CUresult drv_launch_kernel_ex(const CUlaunchConfig *c, CUfunction function,
                              void **params, void **extra) {
    bool cooperative;
    CUresult result;

    if (!c || (c->numAttrs && !c->attrs))
        return CUDA_ERROR_INVALID_VALUE;
    result = read_attributes(c, &cooperative);
    if (result != CUDA_SUCCESS)
        return result;
    return launch_kernel(
        function, (unsigned[]){c->gridDimX, c->gridDimY, c->gridDimZ},
        (unsigned[]){c->blockDimX, c->blockDimY, c->blockDimZ},
        c->sharedMemBytes, c->hStream, params, extra, cooperative);
}
