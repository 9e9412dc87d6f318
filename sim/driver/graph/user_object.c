/* SPDX-License-Identifier: Apache-2.0 */
/* User objects: what programs give to graphs, to be destroyed when the last
 * graph that refers to it goes. The destructor runs when the call that did it
 * has given the lock back, as host functions do: it may wait for other
 * threads. */
#include "sim/driver/graph/graph.h"

#include <stdlib.h>

struct drv_user_object {
    CUuserObject handle;
    void *data;
    CUhostFn destroy;
    unsigned references; /* the program's, and those of graphs */
    drv_user_object *next;
};

struct drv_graph_object {
    drv_user_object *object;
    unsigned count; /* of the graph's references */
    drv_graph_object *next;
};

static drv_user_object *doomed; /* under the lock */

static drv_user_object *object_get(CUuserObject handle) {
    return drv_handle_get(DRV_user_object, handle);
}

static void release(drv_user_object *object, unsigned count) {
    object->references -= count;
    if (object->references)
        return;
    drv_handle_drop(DRV_user_object, object->handle);
    object->next = doomed;
    doomed = object;
}

drv_user_object *drv_user_objects_doomed(void) {
    drv_user_object *list = doomed;

    doomed = NULL;
    return list;
}

void drv_user_objects_destroy(drv_user_object *list) {
    for (drv_user_object *next; list; list = next) {
        next = list->next;
        drv_self.in_callback = true;
        list->destroy(list->data);
        drv_self.in_callback = false;
        free(list);
    }
}

/* ---- of programs ---- */

CUresult drv_user_object_create(CUuserObject *out, void *data, CUhostFn destroy,
                                unsigned references, unsigned flags) {
    enum { NO_DESTRUCTOR_SYNC = 1 };
    drv_user_object *object;

    if (!out || !destroy || flags != NO_DESTRUCTOR_SYNC || references == 0 ||
        references > INT32_MAX)
        return CUDA_ERROR_INVALID_VALUE;
    object = calloc(1, sizeof *object);
    if (!object ||
        !(object->handle = drv_handle_new(DRV_user_object, object))) {
        free(object);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    object->data = data;
    object->destroy = destroy;
    object->references = references;
    *out = object->handle;
    return CUDA_SUCCESS;
}

/* Whether `count` more references can be counted. */
static bool has_room(const drv_user_object *object, unsigned count) {
    return object && count && count <= INT32_MAX - object->references;
}

CUresult drv_user_object_retain(CUuserObject handle, unsigned count) {
    drv_user_object *object = object_get(handle);

    if (!has_room(object, count))
        return CUDA_ERROR_INVALID_VALUE;
    object->references += count;
    return CUDA_SUCCESS;
}

CUresult drv_user_object_release(CUuserObject handle, unsigned count) {
    drv_user_object *object = object_get(handle);

    if (!object || !count || count > object->references)
        return CUDA_ERROR_INVALID_VALUE;
    release(object, count);
    return CUDA_SUCCESS;
}

/* ---- of graphs ---- */

static drv_graph_object *held(drv_graph *graph, const drv_user_object *object) {
    drv_graph_object *at = graph->objects;

    while (at && at->object != object)
        at = at->next;
    return at;
}

/* Writes down `count` references that are counted in the object already. */
static bool hold(drv_graph *graph, drv_user_object *object, unsigned count) {
    drv_graph_object *at = held(graph, object);

    if (!at) {
        at = calloc(1, sizeof *at);
        if (!at)
            return false;
        at->object = object;
        at->next = graph->objects;
        graph->objects = at;
    }
    at->count += count;
    return true;
}

CUresult drv_graph_retain_object(CUgraph handle, CUuserObject object_handle,
                                 unsigned count, unsigned flags) {
    enum { MOVE = 1 }; /* the caller's own references become the graph's */
    drv_graph *graph = drv_handle_get(DRV_graph, handle);
    drv_user_object *object = object_get(object_handle);

    if (!graph || !object || !count || flags & ~(unsigned)MOVE ||
        (flags & MOVE ? count > object->references : !has_room(object, count)))
        return CUDA_ERROR_INVALID_VALUE;
    if (!hold(graph, object, count))
        return CUDA_ERROR_OUT_OF_MEMORY;
    if (!(flags & MOVE))
        object->references += count;
    return CUDA_SUCCESS;
}

CUresult drv_graph_release_object(CUgraph handle, CUuserObject object_handle,
                                  unsigned count) {
    drv_graph *graph = drv_handle_get(DRV_graph, handle);
    drv_user_object *object = object_get(object_handle);
    drv_graph_object *at = graph && object ? held(graph, object) : NULL;

    if (!at || !count || count > at->count)
        return CUDA_ERROR_INVALID_VALUE;
    at->count -= count;
    release(object, count);
    return CUDA_SUCCESS;
}

bool drv_graph_objects_copy(const drv_graph *from, drv_graph *to) {
    for (const drv_graph_object *at = from->objects; at; at = at->next) {
        if (!at->count)
            continue;
        if (!has_room(at->object, 1) || !hold(to, at->object, 1))
            return false;
        at->object->references++;
    }
    return true;
}

void drv_graph_objects_release(drv_graph *graph) {
    for (drv_graph_object *at = graph->objects, *next; at; at = next) {
        next = at->next;
        if (at->count)
            release(at->object, at->count);
        free(at);
    }
    graph->objects = NULL;
}
