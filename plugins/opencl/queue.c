/* SPDX-License-Identifier: Apache-2.0 */
/* In-order queues and events. An event is a marker with its time. */
#include "base/try.h"
#include "plugins/opencl/opencl.h"

pk_status pk_cl_queue_new(pk_dev *dev, pk_que **out, pk_error *err) {
    pk_que *que = pk_cl_alloc(dev->host, sizeof *que, err);
    cl_int code = CL_SUCCESS;
    pk_status status;

    if (!que)
        return PK_NO_MEMORY;
    que->dev = dev;
    status = pk_cl_enter(dev, err);
    if (status == PK_OK) {
        que->queue = dev->cl->clCreateCommandQueue(
            dev->context, dev->place.id, CL_QUEUE_PROFILING_ENABLE, &code);
        status = pk_cl_done(dev, que->queue ? CL_SUCCESS : code,
                            "clCreateCommandQueue", err);
    }
    if (status != PK_OK) {
        pk_cl_free(dev->host, que, sizeof *que);
        return status;
    }
    *out = que;
    return PK_OK;
}

void pk_cl_queue_free(pk_que *que) {
    if (!que)
        return;
    if (pk_cl_enter(que->dev, NULL) == PK_OK) {
        que->dev->cl->clFinish(que->queue);
        if (!que->foreign)
            que->dev->cl->clReleaseCommandQueue(que->queue);
        pk_cl_leave(que->dev);
    }
    pk_cl_free(que->dev->host, que, sizeof *que);
}

pk_status pk_cl_flush(pk_que *que, pk_error *err) {
    PK_TRY(pk_cl_enter(que->dev, err));
    return pk_cl_done(que->dev, que->dev->cl->clFlush(que->queue), "clFlush",
                      err);
}

pk_status pk_cl_sync(pk_que *que, pk_error *err) {
    PK_TRY(pk_cl_enter(que->dev, err));
    return pk_cl_done(que->dev, que->dev->cl->clFinish(que->queue), "clFinish",
                      err);
}

pk_status pk_cl_event_new(pk_dev *dev, pk_evt **out, pk_error *err) {
    pk_evt *evt;

    PK_TRY(pk_cl_check_process(err));
    evt = pk_cl_alloc(dev->host, sizeof *evt, err);
    if (!evt)
        return PK_NO_MEMORY;
    evt->dev = dev;
    pthread_mutex_init(&evt->lock, NULL);
    *out = evt;
    return PK_OK;
}

void pk_cl_event_free(pk_evt *evt) {
    if (!evt)
        return;
    if (evt->event && pk_cl_enter(evt->dev, NULL) == PK_OK) {
        evt->dev->cl->clReleaseEvent(evt->event);
        pk_cl_leave(evt->dev);
    }
    pthread_mutex_destroy(&evt->lock);
    pk_cl_free(evt->dev->host, evt, sizeof *evt);
}

/* The queue is flushed: another queue that waits for the event would wait for
 * ever for a marker that was never sent off. */
pk_status pk_cl_event_record(pk_que *que, pk_evt *evt, pk_error *err) {
    const pk_cl_api *cl = que->dev->cl;
    cl_event event = NULL, old = NULL;
    cl_int code;

    PK_TRY(pk_cl_enter(que->dev, err));
    code = cl->clEnqueueMarkerWithWaitList(que->queue, 0, NULL, &event);
    if (code == CL_SUCCESS)
        code = cl->clFlush(que->queue);
    if (code == CL_SUCCESS) {
        pthread_mutex_lock(&evt->lock);
        old = evt->event;
        evt->event = event;
        pthread_mutex_unlock(&evt->lock);
    } else {
        old = event;
    }
    if (old)
        cl->clReleaseEvent(old);
    return pk_cl_done(que->dev, code, "recording an event", err);
}

/* Enters the driver with the event as it stands now, and a reference to it:
 * another thread may record it again meanwhile. */
static pk_status hold(pk_evt *evt, cl_event *out, pk_error *err) {
    PK_TRY(pk_cl_enter(evt->dev, err));
    pthread_mutex_lock(&evt->lock);
    *out = evt->event;
    if (*out)
        evt->dev->cl->clRetainEvent(*out);
    pthread_mutex_unlock(&evt->lock);
    if (*out)
        return PK_OK;
    pk_cl_leave(evt->dev);
    return pk_fail(err, PK_BAD_ARG, "the event was never recorded");
}

static pk_status let_go(pk_evt *evt, cl_event event, cl_int code,
                        const char *function, pk_error *err) {
    evt->dev->cl->clReleaseEvent(event);
    return pk_cl_done(evt->dev, code, function, err);
}

pk_status pk_cl_event_wait(pk_que *que, pk_evt *evt, pk_error *err) {
    cl_event event;
    cl_int code;

    PK_TRY(hold(evt, &event, err));
    code =
        que->dev->cl->clEnqueueBarrierWithWaitList(que->queue, 1, &event, NULL);
    return let_go(evt, event, code, "clEnqueueBarrierWithWaitList", err);
}

pk_status pk_cl_event_sync(pk_evt *evt, pk_error *err) {
    cl_event event;
    cl_int code;

    PK_TRY(hold(evt, &event, err));
    code = evt->dev->cl->clWaitForEvents(1, &event);
    return let_go(evt, event, code, "clWaitForEvents", err);
}

pk_status pk_cl_event_query(pk_evt *evt, bool *happened, pk_error *err) {
    cl_event event;
    cl_int code, state = 0;

    PK_TRY(hold(evt, &event, err));
    code = evt->dev->cl->clGetEventInfo(
        event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, NULL);
    *happened = state <= CL_COMPLETE; /* below 0: it failed */
    if (code == CL_SUCCESS && state < 0)
        code = state;
    return let_go(evt, event, code, "clGetEventInfo", err);
}

static pk_status get_time(pk_evt *evt, cl_ulong *out, pk_error *err) {
    cl_event event;
    cl_int code;

    PK_TRY(hold(evt, &event, err));
    code = evt->dev->cl->clGetEventProfilingInfo(
        event, CL_PROFILING_COMMAND_END, sizeof *out, out, NULL);
    return let_go(evt, event, code, "clGetEventProfilingInfo", err);
}

pk_status pk_cl_event_elapsed(pk_evt *from, pk_evt *to, uint64_t *ns,
                              pk_error *err) {
    cl_ulong begin = 0, end = 0;

    PK_TRY(get_time(from, &begin, err));
    PK_TRY(get_time(to, &end, err));
    *ns = end > begin ? end - begin : 0;
    return PK_OK;
}
