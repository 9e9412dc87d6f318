/* SPDX-License-Identifier: Apache-2.0 */
/* Queues are streams; events are events; launches. */
#include "core/error.h"
#include "plugins/cuda/cuda.h"

pk_status pk_cuda_queue_new(pk_dev *dev, pk_que **out, pk_error *err) {
    pk_que *que;
    pk_status status;

    PK_TRY(pk_cuda_enter(dev, err));
    que = pk_cuda_new(dev->host, sizeof *que, err);
    status = que ? PK_OK : PK_NO_MEMORY;
    if (que) {
        que->dev = dev;
        status = pk_cuda_check(
            &dev->driver,
            dev->driver.cuStreamCreate(&que->stream, CU_STREAM_NON_BLOCKING),
            "cuStreamCreate", err);
    }
    if (que && status != PK_OK)
        pk_cuda_delete(dev->host, que, sizeof *que);
    pk_cuda_leave(dev);
    if (status == PK_OK)
        *out = que;
    return status;
}

void pk_cuda_queue_free(pk_que *que) {
    pk_dev *dev = que->dev;

    if (pk_cuda_enter(dev, NULL) == PK_OK) {
        dev->driver.cuStreamDestroy(que->stream);
        pk_cuda_leave(dev);
    }
    pk_cuda_delete(dev->host, que, sizeof *que);
}

pk_status pk_cuda_flush(pk_que *que, pk_error *err) {
    (void)que, (void)err; /* the driver starts work by itself */
    return PK_OK;
}

pk_status pk_cuda_sync(pk_que *que, pk_error *err) {
    pk_dev *dev = que->dev;
    pk_status status;

    PK_TRY(pk_cuda_enter(dev, err));
    status = pk_cuda_check(&dev->driver,
                           dev->driver.cuStreamSynchronize(que->stream),
                           "running a kernel", err);
    pk_cuda_leave(dev);
    return status;
}

/* ---- launches ---- */

/* More shared memory than 48 KiB must be asked for, once per function. */
static CUresult allow_shared(pk_fun *fun, uint32_t dynamic) {
    const cuda_driver *d = &fun->mod->dev->driver;
    CUresult result;

    if (dynamic <= fun->shared_allowed ||
        dynamic + fun->shared_static <= 48 << 10)
        return CUDA_SUCCESS;
    result = d->cuFuncSetAttribute(
        fun->function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
        (int)dynamic);
    if (result == CUDA_SUCCESS)
        fun->shared_allowed = dynamic;
    return result;
}

static CUresult put_launch(pk_que *que, pk_fun *fun,
                           const pk_launch_desc *desc) {
    size_t size = desc->params_size;
    void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER,
                     (void *)(uintptr_t)desc->params,
                     CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END};
    const uint32_t *grid = desc->grid, *block = desc->block;
    CUresult result = allow_shared(fun, desc->shared_dynamic);

    if (result != CUDA_SUCCESS)
        return result;
    if (fun->cooperative) /* the packed block is the one parameter */
        return que->dev->driver.cuLaunchCooperativeKernel(
            fun->function, grid[0], grid[1], grid[2], block[0], block[1],
            block[2], desc->shared_dynamic, que->stream, &extra[1]);
    return que->dev->driver.cuLaunchKernel(
        fun->function, grid[0], grid[1], grid[2], block[0], block[1], block[2],
        desc->shared_dynamic, que->stream, NULL, size ? extra : NULL);
}

pk_status pk_cuda_launch(pk_que *que, pk_fun *fun, const pk_launch_desc *desc,
                         pk_error *err) {
    pk_status status;

    PK_TRY(pk_cuda_enter(que->dev, err));
    status = pk_cuda_check(&que->dev->driver, put_launch(que, fun, desc),
                           "launching", err);
    pk_cuda_leave(que->dev);
    return status;
}

/* ---- events ---- */

pk_status pk_cuda_event_new(pk_dev *dev, pk_evt **out, pk_error *err) {
    pk_evt *evt;
    pk_status status;

    PK_TRY(pk_cuda_enter(dev, err));
    evt = pk_cuda_new(dev->host, sizeof *evt, err);
    status = evt ? PK_OK : PK_NO_MEMORY;
    if (evt) {
        evt->dev = dev;
        status = pk_cuda_check(&dev->driver,
                               dev->driver.cuEventCreate(&evt->event, 0),
                               "cuEventCreate", err);
    }
    if (evt && status != PK_OK)
        pk_cuda_delete(dev->host, evt, sizeof *evt);
    pk_cuda_leave(dev);
    if (status == PK_OK)
        *out = evt;
    return status;
}

void pk_cuda_event_free(pk_evt *evt) {
    pk_dev *dev = evt->dev;

    if (pk_cuda_enter(dev, NULL) == PK_OK) {
        dev->driver.cuEventDestroy(evt->event);
        pk_cuda_leave(dev);
    }
    pk_cuda_delete(dev->host, evt, sizeof *evt);
}

/* One driver call about an event, in the context. */
#define IN_CONTEXT(dev, call, attempt)                                         \
    do {                                                                       \
        pk_status status_;                                                     \
        PK_TRY(pk_cuda_enter((dev), err));                                     \
        status_ =                                                              \
            pk_cuda_check(&(dev)->driver, (dev)->driver.call, attempt, err);   \
        pk_cuda_leave(dev);                                                    \
        return status_;                                                        \
    } while (0)

pk_status pk_cuda_event_record(pk_que *que, pk_evt *evt, pk_error *err) {
    IN_CONTEXT(que->dev, cuEventRecord(evt->event, que->stream),
               "cuEventRecord");
}

pk_status pk_cuda_event_wait(pk_que *que, pk_evt *evt, pk_error *err) {
    IN_CONTEXT(que->dev, cuStreamWaitEvent(que->stream, evt->event, 0),
               "cuStreamWaitEvent");
}

pk_status pk_cuda_event_sync(pk_evt *evt, pk_error *err) {
    IN_CONTEXT(evt->dev, cuEventSynchronize(evt->event), "running a kernel");
}

pk_status pk_cuda_event_elapsed(pk_evt *from, pk_evt *to, uint64_t *ns,
                                pk_error *err) {
    pk_dev *dev = from->dev;
    float ms = 0;
    pk_status status;

    PK_TRY(pk_cuda_enter(dev, err));
    status = pk_cuda_check(
        &dev->driver,
        dev->driver.cuEventElapsedTime(&ms, from->event, to->event),
        "cuEventElapsedTime", err);
    pk_cuda_leave(dev);
    *ns = ms > 0 ? (uint64_t)((double)ms * 1e6) : 0;
    return status;
}
