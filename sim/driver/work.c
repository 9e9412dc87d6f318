/* SPDX-License-Identifier: Apache-2.0 */
/* Work: what a stream or a node of a graph does. */
#include "sim/driver/driver.h"

#include <stdlib.h>
#include <string.h>

void drv_work_finish(drv_work *work) {
    if (work->kind == DRV_WORK_kernel)
        free(work->kernel.params);
    else if (work->kind == DRV_WORK_child)
        drv_graph_free(work->child);
    work->kind = DRV_WORK_empty;
}

CUresult drv_work_copy(const drv_work *work, drv_work *out) {
    *out = *work;
    if (work->kind == DRV_WORK_kernel && work->kernel.params) {
        out->kernel.params = malloc(work->kernel.params_size);
        if (!out->kernel.params)
            return CUDA_ERROR_OUT_OF_MEMORY;
        memcpy(out->kernel.params, work->kernel.params,
               work->kernel.params_size);
    } else if (work->kind == DRV_WORK_child) {
        out->child = drv_graph_copy(work->child);
        if (!out->child)
            return CUDA_ERROR_OUT_OF_MEMORY;
    }
    return CUDA_SUCCESS;
}

/* The record of written bytes has no lock while a kernel runs, so this waits
 * for its end. */
static CUresult wait_for_account(drv_stream *stream) {
    CUcontext context = stream->context->handle;

    while (drv.checked && drv.running) {
        drv_wait();
        if (!drv_context_get(context))
            return CUDA_ERROR_CONTEXT_IS_DESTROYED;
    }
    return CUDA_SUCCESS;
}

static CUresult run_bytes(drv_stream *stream, const drv_work *work) {
    CUresult result = wait_for_account(stream);

    if (result != CUDA_SUCCESS)
        return result;
    return work->kind == DRV_WORK_copy ? drv_run_copy(work)
                                       : drv_run_fill(work);
}

/* Without the lock, so that the function may take as long as it likes and wait
 * for other threads that use the API, and in the caller's environment. */
static CUresult run_host(const drv_work *work) {
    drv_context *context = drv_self.current;
    const pk_fpenv *env = drv_self.env;
    CUcontext handle = context->handle;
    CUstreamCallback callback = work->host.callback;
    CUhostFn function = work->host.function;
    CUstream stream = work->host.stream;
    void *data = work->host.data;

    drv_unlock();
    drv_self.in_callback = true;
    pk_fpenv_leave(env);
    if (callback)
        callback(stream, CUDA_SUCCESS, data);
    else
        function(data);
    (void)pk_fpenv_enter();
    drv_self.env = env;
    drv_self.in_callback = false;
    drv_lock();
    return drv_context_get(handle) == context ? CUDA_SUCCESS
                                              : CUDA_ERROR_CONTEXT_IS_DESTROYED;
}

CUresult drv_work_run(drv_stream *stream, const drv_work *work) {
    switch (work->kind) {
    case DRV_WORK_kernel: return drv_run_kernel(stream, work);
    case DRV_WORK_copy:
    case DRV_WORK_fill: return run_bytes(stream, work);
    case DRV_WORK_host: return run_host(work);
    case DRV_WORK_child: return drv_run_graph(stream, work->child);
    case DRV_WORK_record: return drv_record_now(work->event);
    case DRV_WORK_wait: /* what an event stands for is done already */
    case DRV_WORK_empty: break;
    }
    return CUDA_SUCCESS;
}

CUresult drv_submit(drv_stream *stream, drv_work *work) {
    CUresult result;

    if (stream->capture)
        return drv_capture_work(stream, work);
    result = drv_stream_turn(stream);
    if (result == CUDA_SUCCESS && stream->capture) /* begun meanwhile */
        return drv_capture_work(stream, work);
    if (result == CUDA_SUCCESS && stream == &stream->context->legacy)
        result = drv_capture_implicit(stream->context);
    if (result == CUDA_SUCCESS)
        result = drv_work_run(stream, work);
    drv_work_finish(work);
    return result;
}
