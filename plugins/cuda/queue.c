/* SPDX-License-Identifier: Apache-2.0 */
/* Queues are streams; events are events; launches. */
#include "backends/ptx/ptx.h"
#include "base/error.h"
#include "base/os/fpenv.h"
#include "base/try.h"
#include "plugins/cuda/cuda.h"

pk_status pk_cuda_queue_new(pk_dev *dev, pk_que **out, pk_error *err) {
    pk_que *que;
    pk_status status;

    PK_TRY(pk_cuda_enter(dev, err));
    que = pk_cuda_new(dev->host, sizeof *que, err);
    status = que ? PK_OK : PK_NO_MEMORY;
    if (que) {
        que->dev = dev;
        status = CUDA_CALL(dev, err, cuStreamCreate, &que->stream,
                           CU_STREAM_NON_BLOCKING);
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

    if (pk_cuda_enter_to_free(dev)) {
        if (!que->foreign)
            dev->driver.cuStreamDestroy(que->stream);
        pk_cuda_staging_free(que);
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
    status = CUDA_CALL(dev, err, cuStreamSynchronize, que->stream);
    if (status != PK_OK)
        que->delivery_count = 0; /* what never came is not delivered */
    pk_cuda_deliver(que);
    pk_cuda_leave(dev);
    return status;
}

pk_status pk_cuda_call(pk_que *que, void (*function)(void *arg), void *arg,
                       pk_error *err) {
    pk_dev *dev = que->dev;
    pk_status status;

    if (!dev->driver.cuLaunchHostFunc)
        return PK_UNSUPPORTED;
    PK_TRY(pk_cuda_enter(dev, err));
    status = CUDA_CALL(dev, err, cuLaunchHostFunc, que->stream, function, arg);
    pk_cuda_leave(dev);
    return status;
}

/* ---- launches ---- */

static uint32_t dynamic_bytes(const pk_fun *fun, const pk_launch_desc *desc) {
    return fun->mod->shared_moved + desc->shared_dynamic;
}

/* All parameters are one block: the kernel's only parameter. */
static CUresult put_launch(const pk_que *que, const pk_fun *fun,
                           const pk_launch_desc *desc) {
    void *params[] = {(void *)(uintptr_t)desc->params};
    const uint32_t *grid = desc->grid, *block = desc->block;

    return que->dev->driver.cuLaunchKernel(
        fun->function, grid[0], grid[1], grid[2], block[0], block[1], block[2],
        dynamic_bytes(fun, desc), que->stream,
        desc->params_size ? params : NULL, NULL);
}

/* How many blocks run at once; 0 when the driver does not say. */
static uint64_t room_for_blocks(const pk_dev *dev, const pk_fun *fun,
                                const pk_launch_desc *desc) {
    const uint32_t *block = desc->block;
    int blocks = 0;

    if (!dev->driver.cuOccupancyMaxActiveBlocksPerMultiprocessor ||
        dev->driver.cuOccupancyMaxActiveBlocksPerMultiprocessor(
            &blocks, fun->function, (int)(block[0] * block[1] * block[2]),
            dynamic_bytes(fun, desc)) != CUDA_SUCCESS)
        return 0;
    return (uint64_t)(blocks > 0 ? blocks : 0) * dev->processors;
}

static pk_status refuse_grid(pk_que *que, const pk_fun *fun,
                             const pk_launch_desc *desc, CUresult result,
                             pk_error *err) {
    uint64_t most = room_for_blocks(que->dev, fun, desc);
    pk_status status =
        pk_cuda_failed(que->dev, result, "cuLaunchCooperativeKernel", err);

    if (result != CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE || !most)
        return status;
    return pk_fail(err, status,
                   "blocks of %s wait for each other, so all must run at once, "
                   "and at most %llu blocks of this size can: launch fewer",
                   fun->name, (unsigned long long)most);
}

static bool was_stopped(const pk_que *que, CUresult result) {
    return result == CUDA_ERROR_TIMEOUT && que->dev->driver.stop_word;
}

static pk_status fail_stopped(const pk_fun *fun, pk_error *err) {
    return pk_fail(err, PK_CANCELLED, "kernel %s was stopped", fun->name);
}

/* Some of its blocks have counted themselves in the module's word: the next
 * grid finds it as the first did. */
static pk_status stop_grid(pk_que *que, const pk_fun *fun, pk_error *err) {
    pk_dev *dev = que->dev;
    CUdeviceptr word;
    size_t size;

    PK_TRY(CUDA_CALL(dev, err, cuModuleGetGlobal, &word, &size,
                     fun->mod->module, PK_PTX_GRID_WORD));
    PK_TRY(CUDA_CALL(dev, err, cuMemsetD32Async, word, 0, 1, que->stream));
    PK_TRY(CUDA_CALL(dev, err, cuEventRecord, fun->mod->turn, que->stream));
    return fail_stopped(fun, err);
}

/* Grids whose blocks wait for each other. */
static pk_status put_together(pk_que *que, pk_fun *fun,
                              const pk_launch_desc *desc, pk_error *err) {
    pk_dev *dev = que->dev;
    void *params[] = {(void *)(uintptr_t)desc->params};
    const uint32_t *grid = desc->grid, *block = desc->block;
    CUresult result;

    PK_TRY(
        CUDA_CALL(dev, err, cuStreamWaitEvent, que->stream, fun->mod->turn, 0));
    result = dev->driver.cuLaunchCooperativeKernel(
        fun->function, grid[0], grid[1], grid[2], block[0], block[1], block[2],
        dynamic_bytes(fun, desc), que->stream,
        desc->params_size ? params : NULL);
    if (was_stopped(que, result))
        return stop_grid(que, fun, err);
    if (result != CUDA_SUCCESS)
        return refuse_grid(que, fun, desc, result, err);
    return CUDA_CALL(dev, err, cuEventRecord, fun->mod->turn, que->stream);
}

static pk_status take_turn(pk_que *que, pk_fun *fun, const pk_launch_desc *desc,
                           pk_error *err) {
    pk_status status;

    pthread_mutex_lock(&fun->mod->turn_lock);
    status = put_together(que, fun, desc, err);
    pthread_mutex_unlock(&fun->mod->turn_lock);
    return status;
}

static pk_status launch_result(const pk_que *que, const pk_fun *fun,
                               CUresult result, pk_error *err) {
    if (result == CUDA_SUCCESS)
        return PK_OK;
    return was_stopped(que, result)
               ? fail_stopped(fun, err)
               : pk_cuda_failed(que->dev, result, "cuLaunchKernel", err);
}

static pk_status launch(pk_que *que, pk_fun *fun, const pk_launch_desc *desc,
                        pk_error *err) {
    if (fun->mod->turn && que->captured) /* its turn is not known yet */
        return PK_UNSUPPORTED;
    return fun->mod->turn
               ? take_turn(que, fun, desc, err)
               : launch_result(que, fun, put_launch(que, fun, desc), err);
}

/* In the context that has stayed current, or with calls around it. */
static pk_status enter_and_launch(pk_que *que, pk_fun *fun,
                                  const pk_launch_desc *desc, pk_error *err) {
    pk_dev *dev = que->dev;
    pk_status status;
    bool entered;

    if (atomic_load_explicit(&dev->lost, memory_order_relaxed))
        return pk_cuda_lost(dev, err);
    if (pk_cuda_stays(dev) && !fun->mod->turn) {
        CUresult result = put_launch(que, fun, desc);
        if (result == CUDA_SUCCESS || !pk_cuda_has_left(dev))
            return launch_result(que, fun, result, err);
    }
    PK_TRY(pk_cuda_enter_launch(dev, &entered, err));
    status = launch(que, fun, desc, err);
    if (entered)
        pk_cuda_leave(dev);
    return status;
}

/* The simulator runs the kernel within the call, and gets the word that stops
 * it. */
pk_status pk_cuda_launch(pk_que *que, pk_fun *fun, const pk_launch_desc *desc,
                         pk_error *err) {
    const cuda_driver *driver = &que->dev->driver;
    const uint32_t **word = driver->stop_word ? driver->stop_word() : NULL;
    pk_status status;

    if (word)
        *word = pk_launch_stop(desc);
    status = enter_and_launch(que, fun, desc, err);
    if (word)
        *word = NULL;
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
        status = CUDA_CALL(dev, err, cuEventCreate, &evt->event, 0);
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

    if (pk_cuda_enter_to_free(dev)) {
        dev->driver.cuEventDestroy(evt->event);
        pk_cuda_leave(dev);
    }
    pk_cuda_delete(dev->host, evt, sizeof *evt);
}

/* One driver call about an event, in the context. */
#define IN_CONTEXT(dev, function, ...)                                         \
    do {                                                                       \
        pk_status status_;                                                     \
        PK_TRY(pk_cuda_enter((dev), err));                                     \
        status_ = CUDA_CALL((dev), err, function, __VA_ARGS__);                \
        pk_cuda_leave(dev);                                                    \
        return status_;                                                        \
    } while (0)

pk_status pk_cuda_event_record(pk_que *que, pk_evt *evt, pk_error *err) {
    IN_CONTEXT(que->dev, cuEventRecord, evt->event, que->stream);
}

pk_status pk_cuda_event_wait(pk_que *que, pk_evt *evt, pk_error *err) {
    IN_CONTEXT(que->dev, cuStreamWaitEvent, que->stream, evt->event, 0);
}

pk_status pk_cuda_event_sync(pk_evt *evt, pk_error *err) {
    IN_CONTEXT(evt->dev, cuEventSynchronize, evt->event);
}

pk_status pk_cuda_event_query(pk_evt *evt, bool *happened, pk_error *err) {
    pk_dev *dev = evt->dev;
    pk_status status = PK_OK;
    CUresult result;

    PK_TRY(pk_cuda_enter(dev, err));
    result = dev->driver.cuEventQuery(evt->event);
    *happened = result == CUDA_SUCCESS;
    if (result != CUDA_ERROR_NOT_READY)
        status = pk_cuda_result(dev, result, "cuEventQuery", err);
    pk_cuda_leave(dev);
    return status;
}

pk_status pk_cuda_event_elapsed(pk_evt *from, pk_evt *to, uint64_t *ns,
                                pk_error *err) {
    pk_dev *dev = from->dev;
    float ms = 0;
    pk_status status;
    pk_fpenv env;

    PK_TRY(pk_cuda_enter(dev, err));
    status =
        CUDA_CALL(dev, err, cuEventElapsedTime, &ms, from->event, to->event);
    pk_cuda_leave(dev);
    env = pk_fpenv_enter();
    *ns = ms > 0 ? (uint64_t)((double)ms * 1e6) : 0;
    pk_fpenv_leave(&env);
    return status;
}
