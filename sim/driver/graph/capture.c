/* SPDX-License-Identifier: Apache-2.0 */
/* Capture: work of streams becomes a graph instead of being done. Streams that
 * wait for an event of the capture join it. */
#include "sim/driver/graph/graph.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct drv_capture {
    drv_capture *next;
    drv_graph *graph;
    drv_stream *origin;
    int mode;
    bool broken;
    uint64_t id;
    const drv_thread *thread; /* that began it */
    CUgraphNode *handles;     /* for cuStreamGetCaptureInfo */
};

static drv_capture *captures; /* under way */

CUresult drv_capture_break(drv_capture *capture) {
    capture->broken = true;
    return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
}

void drv_event_uncapture(drv_event *event) {
    free(event->last);
    event->last = NULL;
    event->last_count = 0;
    event->capture = NULL;
}

static void leave(drv_stream *stream) {
    free(stream->last);
    stream->last = NULL;
    stream->last_count = 0;
    stream->capture = NULL;
}

/* Takes `from` for what the stream's next node comes after. */
static bool set_last(drv_node ***last, size_t *count, drv_node *const *from,
                     size_t from_count) {
    drv_node **list = NULL;
    size_t have = 0;

    if (!drv_nodes_join(&list, &have, from, from_count))
        return false;
    free(*last);
    *last = list;
    *count = have;
    return true;
}

/* Calls `visit` for each stream of the capture. */
static void each_stream(drv_capture *capture,
                        void (*visit)(drv_stream *stream, void *arg),
                        void *arg) {
    drv_context *context;
    drv_stream *stream;
    size_t at = 0;

    while ((stream = drv_handle_next(DRV_stream, &at)))
        if (stream->capture == capture)
            visit(stream, arg);
    for (at = 0; (context = drv_handle_next(DRV_context, &at));)
        if (context->active && context->per_thread.capture == capture)
            visit(&context->per_thread, arg);
}

static void leave_one(drv_stream *stream, void *arg) {
    (void)arg;
    leave(stream);
}

/* Everybody leaves; the graph stays the caller's. */
static void stop(drv_capture *capture) {
    drv_event *event;
    size_t at = 0;

    each_stream(capture, leave_one, NULL);
    while ((event = drv_handle_next(DRV_event, &at)))
        if (event->capture == capture)
            drv_event_uncapture(event);
    for (drv_capture **c = &captures; *c; c = &(*c)->next)
        if (*c == capture) {
            *c = capture->next;
            break;
        }
    free(capture->handles);
    free(capture);
}

void drv_stream_forget(drv_stream *stream) {
    drv_capture *capture = stream->capture;
    drv_graph *graph;

    if (!capture)
        return;
    if (capture->origin != stream) {
        capture->broken = true;
        leave(stream);
        return;
    }
    graph = capture->graph;
    leave(stream); /* a context's own stream is not found any more */
    stop(capture);
    drv_graph_free(graph);
}

/* ---- while it lasts ---- */

CUresult drv_capture_work(drv_stream *stream, drv_work *work) {
    drv_capture *capture = stream->capture;
    drv_node *node;
    CUresult result;

    if (capture->broken) {
        drv_work_finish(work);
        return CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
    }
    result = drv_graph_add(capture->graph, stream->last, stream->last_count,
                           work, &node);
    if (result == CUDA_SUCCESS &&
        !set_last(&stream->last, &stream->last_count, &node, 1))
        result = CUDA_ERROR_OUT_OF_MEMORY;
    if (result != CUDA_SUCCESS)
        capture->broken = true;
    return result;
}

CUresult drv_capture_record(drv_stream *stream, drv_event *event) {
    if (stream->capture->broken)
        return CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
    if (!set_last(&event->last, &event->last_count, stream->last,
                  stream->last_count))
        return CUDA_ERROR_OUT_OF_MEMORY;
    event->capture = stream->capture;
    event->recorded = false;
    return CUDA_SUCCESS;
}

CUresult drv_capture_wait(drv_stream *stream, drv_event *event) {
    if (stream->capture && stream->capture->broken)
        return CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
    if (!event->capture) {
        assert(stream->capture);
        drv_capture_break(stream->capture);
        return CUDA_ERROR_STREAM_CAPTURE_ISOLATION;
    }
    if (event->capture->broken)
        return CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
    if (stream == &stream->context->legacy) {
        drv_capture_break(event->capture);
        return CUDA_ERROR_STREAM_CAPTURE_IMPLICIT;
    }
    if (stream->capture && stream->capture != event->capture) {
        drv_capture_break(stream->capture);
        drv_capture_break(event->capture);
        return CUDA_ERROR_STREAM_CAPTURE_MERGE;
    }
    stream->capture = event->capture;
    return drv_nodes_join(&stream->last, &stream->last_count, event->last,
                          event->last_count)
               ? CUDA_SUCCESS
               : CUDA_ERROR_OUT_OF_MEMORY;
}

/* Whether this capture forbids the calling thread what it may not do. */
static bool forbids(const drv_capture *capture) {
    if (drv_self.capture_mode == CU_STREAM_CAPTURE_MODE_RELAXED)
        return false;
    if (capture->thread == &drv_self)
        return capture->mode != CU_STREAM_CAPTURE_MODE_RELAXED;
    return drv_self.capture_mode == CU_STREAM_CAPTURE_MODE_GLOBAL &&
           capture->mode == CU_STREAM_CAPTURE_MODE_GLOBAL;
}

CUresult drv_capture_unsafe(void) {
    CUresult result = CUDA_SUCCESS;

    for (drv_capture *c = captures; c; c = c->next)
        if (forbids(c))
            result = drv_capture_break(c);
    return result;
}

static void note_blocking(drv_stream *stream, void *arg) {
    if (!(stream->flags & CU_STREAM_NON_BLOCKING))
        *(bool *)arg = true;
}

CUresult drv_capture_implicit(drv_context *context) {
    CUresult result = CUDA_SUCCESS;

    for (drv_capture *c = captures; c; c = c->next) {
        bool blocking = false;

        if (c->origin->context != context)
            continue;
        each_stream(c, note_blocking, &blocking);
        if (blocking) {
            drv_capture_break(c);
            result = CUDA_ERROR_STREAM_CAPTURE_IMPLICIT;
        }
    }
    return result;
}

/* ---- entry points ---- */

CUresult drv_stream_begin_capture_v2(CUstream handle, int mode) {
    drv_stream *stream = drv_stream_get(handle);
    drv_capture *capture;

    if (!stream)
        return CUDA_ERROR_INVALID_HANDLE;
    if (mode < 0 || mode > CU_STREAM_CAPTURE_MODE_RELAXED)
        return CUDA_ERROR_INVALID_VALUE;
    if (stream == &stream->context->legacy)
        return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    if (stream->capture)
        return CUDA_ERROR_ILLEGAL_STATE;
    capture = calloc(1, sizeof *capture);
    if (!capture || !(capture->graph = drv_graph_named())) {
        free(capture);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    capture->origin = stream;
    capture->mode = mode;
    capture->id = ++drv.next_id;
    capture->thread = &drv_self;
    capture->next = captures;
    captures = stream->capture = capture;
    return CUDA_SUCCESS;
}

CUresult drv_stream_begin_capture(CUstream stream) {
    return drv_stream_begin_capture_v2(stream, CU_STREAM_CAPTURE_MODE_GLOBAL);
}

typedef struct joined {
    const drv_stream *origin;
    bool all;
} joined;

static bool origin_follows(const drv_stream *origin, const drv_node *node) {
    for (size_t i = 0; i < origin->last_count; i++)
        if (drv_node_follows(origin->last[i], node))
            return true;
    return false;
}

static void check_joined(drv_stream *stream, void *arg) {
    joined *j = arg;

    for (size_t i = 0; stream != j->origin && i < stream->last_count; i++)
        if (!origin_follows(j->origin, stream->last[i]))
            j->all = false;
}

CUresult drv_stream_end_capture(CUstream handle, CUgraph *graph) {
    drv_stream *stream = drv_stream_get(handle);
    drv_capture *capture = stream ? stream->capture : NULL;
    joined j = {stream, true};
    drv_graph *made;
    CUresult result = CUDA_SUCCESS;

    if (!stream)
        return CUDA_ERROR_INVALID_HANDLE;
    if (!graph)
        return CUDA_ERROR_INVALID_VALUE;
    if (!capture)
        return CUDA_ERROR_ILLEGAL_STATE;
    if (capture->origin != stream)
        return CUDA_ERROR_STREAM_CAPTURE_UNMATCHED;
    if (capture->mode != CU_STREAM_CAPTURE_MODE_RELAXED &&
        capture->thread != &drv_self)
        return CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD;
    each_stream(capture, check_joined, &j);
    if (capture->broken)
        result = CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
    else if (!j.all)
        result = CUDA_ERROR_STREAM_CAPTURE_UNJOINED;
    made = capture->graph;
    stop(capture);
    if (result != CUDA_SUCCESS) {
        drv_graph_free(made);
        made = NULL;
    }
    *graph = made ? made->handle : NULL;
    return result;
}

static int status_of(const drv_stream *stream) {
    return !stream->capture          ? CU_STREAM_CAPTURE_STATUS_NONE
           : stream->capture->broken ? CU_STREAM_CAPTURE_STATUS_INVALIDATED
                                     : CU_STREAM_CAPTURE_STATUS_ACTIVE;
}

CUresult drv_stream_is_capturing(CUstream handle, int *status) {
    drv_stream *stream = drv_stream_get(handle);

    if (!stream)
        return CUDA_ERROR_INVALID_HANDLE;
    if (!status)
        return CUDA_ERROR_INVALID_VALUE;
    *status = status_of(stream);
    return CUDA_SUCCESS;
}

CUresult drv_stream_capture_info(CUstream handle, int *status, uint64_t *id) {
    return drv_stream_capture_info_v2(handle, status, id, NULL, NULL, NULL);
}

static CUresult give_last(drv_stream *stream, const CUgraphNode **nodes) {
    drv_capture *capture = stream->capture;
    CUgraphNode *handles =
        realloc(capture->handles, (stream->last_count + 1) * sizeof *handles);

    if (!handles)
        return CUDA_ERROR_OUT_OF_MEMORY;
    for (size_t i = 0; i < stream->last_count; i++)
        handles[i] = stream->last[i]->handle;
    *nodes = capture->handles = handles;
    return CUDA_SUCCESS;
}

CUresult drv_stream_capture_info_v2(CUstream handle, int *status, uint64_t *id,
                                    CUgraph *graph, const CUgraphNode **nodes,
                                    size_t *count) {
    drv_stream *stream = drv_stream_get(handle);

    if (!stream)
        return CUDA_ERROR_INVALID_HANDLE;
    if (!status)
        return CUDA_ERROR_INVALID_VALUE;
    *status = status_of(stream);
    if (*status != CU_STREAM_CAPTURE_STATUS_ACTIVE)
        return CUDA_SUCCESS;
    if (id)
        *id = stream->capture->id;
    if (graph)
        *graph = stream->capture->graph->handle;
    if (count)
        *count = stream->last_count;
    return nodes ? give_last(stream, nodes) : CUDA_SUCCESS;
}

CUresult drv_stream_capture_info_v3(CUstream handle, int *status, uint64_t *id,
                                    CUgraph *graph, const CUgraphNode **nodes,
                                    const void **edges, size_t *count) {
    if (edges)
        *edges = NULL;
    return drv_stream_capture_info_v2(handle, status, id, graph, nodes, count);
}

CUresult drv_exchange_capture_mode(int *mode) {
    int old = drv_self.capture_mode;

    if (!mode || *mode < 0 || *mode > CU_STREAM_CAPTURE_MODE_RELAXED)
        return CUDA_ERROR_INVALID_VALUE;
    drv_self.capture_mode = *mode;
    *mode = old;
    return CUDA_SUCCESS;
}
