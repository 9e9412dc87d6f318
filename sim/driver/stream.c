/* SPDX-License-Identifier: Apache-2.0 */
/* Streams and events. Work is done when it is asked for: a stream is busy while
 * another thread's kernel runs in it, and an event is a moment. */
#include "sim/driver/driver.h"

#include "base/os/clock.h"

#include <stdlib.h>

drv_stream *drv_stream_get(CUstream handle) {
    drv_context *current = drv_self.current;

    if (handle == CU_STREAM_LEGACY || (!handle && !drv_self.per_thread))
        return &current->legacy;
    if (handle == CU_STREAM_PER_THREAD || !handle)
        return &current->per_thread;
    return drv_handle_get(DRV_stream, handle);
}

drv_event *drv_event_get(CUevent handle) {
    return drv_handle_get(DRV_event, handle);
}

/* ---- streams ---- */

CUresult drv_stream_create_priority(CUstream *out, unsigned flags,
                                    int priority) {
    drv_stream *stream;

    if (!out || flags & ~(unsigned)CU_STREAM_NON_BLOCKING)
        return CUDA_ERROR_INVALID_VALUE;
    stream = calloc(1, sizeof *stream);
    if (!stream)
        return CUDA_ERROR_OUT_OF_MEMORY;
    stream->handle = drv_handle_new(DRV_stream, stream);
    if (!stream->handle) {
        free(stream);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    stream->context = drv_self.current;
    stream->id = ++drv.next_id;
    stream->flags = flags;
    stream->priority = priority > 0 ? 0 : priority < -5 ? -5 : priority;
    *out = stream->handle;
    return CUDA_SUCCESS;
}

CUresult drv_stream_create(CUstream *out, unsigned flags) {
    return drv_stream_create_priority(out, flags, 0);
}

/* ---- turns ---- */

static bool is_blocking(const drv_stream *stream) {
    return !(stream->flags & CU_STREAM_NON_BLOCKING);
}

static bool any_blocking_busy(drv_context *context) {
    drv_stream *stream;

    for (size_t at = 0; (stream = drv_handle_next(DRV_stream, &at));)
        if (stream->context == context && is_blocking(stream) && stream->busy)
            return true;
    return context->per_thread.busy != 0;
}

/* The legacy stream and the blocking ones wait for each other. */
static bool is_behind(const drv_stream *stream) {
    if (stream->busy)
        return true;
    if (stream == &stream->context->legacy)
        return stream->context->busy && any_blocking_busy(stream->context);
    return is_blocking(stream) && stream->context->legacy.busy;
}

bool drv_stream_lives(const drv_stream *stream, CUstream handle) {
    return !handle || drv_handle_get(DRV_stream, handle) == stream;
}

/* Waits for a kernel to end; says whether the stream is still there. */
static CUresult wait_beside(const drv_stream *stream) {
    CUcontext context = stream->context->handle;
    CUstream handle = stream->handle;

    drv_wait();
    if (!drv_context_get(context))
        return CUDA_ERROR_CONTEXT_IS_DESTROYED;
    return drv_stream_lives(stream, handle) ? CUDA_SUCCESS
                                            : CUDA_ERROR_INVALID_HANDLE;
}

CUresult drv_stream_turn(drv_stream *stream) {
    CUresult result = CUDA_SUCCESS;

    while (result == CUDA_SUCCESS && is_behind(stream))
        result = wait_beside(stream);
    return result ? result : stream->context->dead;
}

void drv_stream_free(drv_stream *stream) {
    drv_stream_forget(stream);
    drv_handle_drop(DRV_stream, stream->handle);
    free(stream);
}

CUresult drv_stream_destroy(CUstream handle) {
    drv_stream *stream = drv_handle_get(DRV_stream, handle);

    if (!stream)
        return drv_unknown(CUDA_ERROR_INVALID_HANDLE);
    if (stream->context->dead)
        return stream->context->dead;
    drv_stream_free(stream);
    return CUDA_SUCCESS;
}

/* Finds the stream or returns. */
#define STREAM(name, handle)                                                   \
    drv_stream *name = drv_stream_get(handle);                                 \
                                                                               \
    if (!name)                                                                 \
    return CUDA_ERROR_INVALID_HANDLE

static CUresult after_capture(const drv_stream *stream) {
    return stream->capture ? drv_capture_break(stream->capture)
                           : stream->context->dead;
}

CUresult drv_stream_query(CUstream handle) {
    CUresult result;

    STREAM(stream, handle);
    result = after_capture(stream);
    return result ? result : stream->busy ? CUDA_ERROR_NOT_READY : CUDA_SUCCESS;
}

CUresult drv_stream_synchronize(CUstream handle) {
    CUresult result = CUDA_SUCCESS;

    STREAM(stream, handle);
    while (result == CUDA_SUCCESS && stream->busy)
        result = wait_beside(stream);
    return result ? result : after_capture(stream);
}

CUresult drv_stream_wait_event(CUstream handle, CUevent event_handle,
                               unsigned flags) {
    drv_event *event = drv_event_get(event_handle);

    STREAM(stream, handle);
    if (!event)
        return CUDA_ERROR_INVALID_HANDLE;
    if (flags & ~(unsigned)CU_EVENT_WAIT_EXTERNAL)
        return CUDA_ERROR_INVALID_VALUE;
    return event->capture || stream->capture ? drv_capture_wait(stream, event)
                                             : CUDA_SUCCESS;
}

CUresult drv_stream_get_ctx(CUstream handle, CUcontext *context) {
    STREAM(stream, handle);
    if (!context)
        return CUDA_ERROR_INVALID_VALUE;
    *context = stream->context->handle;
    return CUDA_SUCCESS;
}

CUresult drv_stream_get_ctx_v2(CUstream handle, CUcontext *context,
                               void **green) {
    if (green)
        *green = NULL;
    return drv_stream_get_ctx(handle, context);
}

CUresult drv_stream_get_device(CUstream handle, CUdevice *device) {
    STREAM(stream, handle);
    (void)stream;
    return drv_ctx_get_device(device);
}

CUresult drv_stream_get_flags(CUstream handle, unsigned *flags) {
    STREAM(stream, handle);
    if (!flags)
        return CUDA_ERROR_INVALID_VALUE;
    *flags = stream->flags;
    return CUDA_SUCCESS;
}

CUresult drv_stream_get_priority(CUstream handle, int *priority) {
    STREAM(stream, handle);
    if (!priority)
        return CUDA_ERROR_INVALID_VALUE;
    *priority = stream->priority;
    return CUDA_SUCCESS;
}

CUresult drv_stream_get_id(CUstream handle, unsigned long long *id) {
    STREAM(stream, handle);
    if (!id)
        return CUDA_ERROR_INVALID_VALUE;
    *id = stream->id;
    return CUDA_SUCCESS;
}

/* The cache and scheduling hints of a stream are taken and not kept. */
CUresult drv_stream_copy_attributes(CUstream to, CUstream from) {
    return drv_stream_get(to) && drv_stream_get(from)
               ? CUDA_SUCCESS
               : CUDA_ERROR_INVALID_HANDLE;
}

CUresult drv_stream_get_attribute(CUstream handle, int attribute, void *value) {
    enum { SIZE = 64 };
    char *bytes = value;

    STREAM(stream, handle);
    (void)stream;
    if (!value || attribute < 1 || attribute > CU_LAUNCH_ATTRIBUTE_LAST)
        return CUDA_ERROR_INVALID_VALUE;
    for (int i = 0; i < SIZE; i++)
        bytes[i] = 0;
    return CUDA_SUCCESS;
}

CUresult drv_stream_set_attribute(CUstream handle, int attribute,
                                  const void *value) {
    STREAM(stream, handle);
    (void)stream;
    return value && attribute >= 1 && attribute <= CU_LAUNCH_ATTRIBUTE_LAST
               ? CUDA_SUCCESS
               : CUDA_ERROR_INVALID_VALUE;
}

CUresult drv_launch_host_func(CUstream handle, CUhostFn function, void *data) {
    drv_work work = {.kind = DRV_WORK_host,
                     .host = {.function = function, .data = data}};

    STREAM(stream, handle);
    return function ? drv_submit(stream, &work) : CUDA_ERROR_INVALID_VALUE;
}

CUresult drv_stream_add_callback(CUstream handle, CUstreamCallback function,
                                 void *data, unsigned flags) {
    drv_work work = {
        .kind = DRV_WORK_host,
        .host = {.callback = function, .stream = handle, .data = data}};

    STREAM(stream, handle);
    if (!function || flags)
        return CUDA_ERROR_INVALID_VALUE;
    if (stream->capture) /* not allowed; the newer form is */
        return drv_capture_break(stream->capture);
    return drv_submit(stream, &work);
}

/* ---- events ---- */

CUresult drv_event_create(CUevent *out, unsigned flags) {
    enum {
        ALL = CU_EVENT_BLOCKING_SYNC | CU_EVENT_DISABLE_TIMING |
              CU_EVENT_INTERPROCESS
    };
    drv_event *event;

    if (!out || flags & ~(unsigned)ALL)
        return CUDA_ERROR_INVALID_VALUE;
    if (flags & CU_EVENT_INTERPROCESS)
        return flags & CU_EVENT_DISABLE_TIMING ? CUDA_ERROR_NOT_SUPPORTED
                                               : CUDA_ERROR_INVALID_VALUE;
    event = calloc(1, sizeof *event);
    if (!event)
        return CUDA_ERROR_OUT_OF_MEMORY;
    event->handle = drv_handle_new(DRV_event, event);
    if (!event->handle) {
        free(event);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    event->context = drv_self.current;
    event->flags = flags;
    *out = event->handle;
    return CUDA_SUCCESS;
}

void drv_event_free(drv_event *event) {
    free(event->last);
    drv_handle_drop(DRV_event, event->handle);
    free(event);
}

CUresult drv_event_destroy(CUevent handle) {
    drv_event *event = drv_event_get(handle);

    if (!event)
        return drv_unknown(CUDA_ERROR_INVALID_HANDLE);
    if (event->context->dead)
        return event->context->dead;
    drv_event_free(event);
    return CUDA_SUCCESS;
}

CUresult drv_record_now(CUevent handle) {
    drv_event *event = drv_event_get(handle);

    if (!event)
        return CUDA_ERROR_INVALID_HANDLE;
    drv_event_uncapture(event);
    event->recorded = true;
    event->when = pk_now();
    return CUDA_SUCCESS;
}

CUresult drv_event_record_flags(CUevent handle, CUstream stream_handle,
                                unsigned flags) {
    drv_event *event = drv_event_get(handle);
    CUresult result;

    STREAM(stream, stream_handle);
    if (!event || event->context != stream->context)
        return CUDA_ERROR_INVALID_HANDLE;
    if (flags & ~(unsigned)CU_EVENT_RECORD_EXTERNAL)
        return CUDA_ERROR_INVALID_VALUE;
    if (stream->capture && flags & CU_EVENT_RECORD_EXTERNAL) {
        drv_work work = {.kind = DRV_WORK_record, .event = handle};

        return drv_submit(stream, &work);
    }
    if (stream->capture)
        return drv_capture_record(stream, event);
    result = drv_stream_turn(stream);
    return result ? result : drv_record_now(handle);
}

CUresult drv_event_record(CUevent handle, CUstream stream) {
    return drv_event_record_flags(handle, stream, 0);
}

CUresult drv_event_query(CUevent handle) {
    drv_event *event = drv_event_get(handle);

    if (!event)
        return CUDA_ERROR_INVALID_HANDLE;
    return event->capture ? CUDA_ERROR_CAPTURED_EVENT : event->context->dead;
}

CUresult drv_event_synchronize(CUevent handle) {
    return drv_event_query(handle);
}

CUresult drv_event_elapsed(float *ms, CUevent from_handle, CUevent to_handle) {
    drv_event *from = drv_event_get(from_handle);
    drv_event *to = drv_event_get(to_handle);

    if (!ms)
        return CUDA_ERROR_INVALID_VALUE;
    if (!from || !to || !from->recorded || !to->recorded ||
        (from->flags | to->flags) & CU_EVENT_DISABLE_TIMING)
        return CUDA_ERROR_INVALID_HANDLE;
    if (from->context != to->context)
        return CUDA_ERROR_INVALID_HANDLE;
    *ms = (float)((double)(int64_t)(to->when - from->when) / 1e6);
    return CUDA_SUCCESS;
}
