/* SPDX-License-Identifier: Apache-2.0 */
/* Graphs as data: nodes, copies, order, and running one. */
#include "sim/driver/graph/graph.h"

#include <stdlib.h>
#include <string.h>

drv_graph *drv_graph_new(void) {
    drv_graph *graph = calloc(1, sizeof *graph);

    if (graph)
        graph->references = 1;
    return graph;
}

drv_graph *drv_graph_named(void) {
    drv_graph *graph = drv_graph_new();

    if (graph && !(graph->handle = drv_handle_new(DRV_graph, graph))) {
        free(graph);
        return NULL;
    }
    return graph;
}

static void node_free(drv_node *node) {
    drv_work_finish(&node->work);
    if (node->handle)
        drv_handle_drop(DRV_node, node->handle);
    free(node->after);
    free(node);
}

/* The last reference frees. */
void drv_graph_free(drv_graph *graph) {
    if (!graph || --graph->references > 0)
        return;
    for (drv_node *node = graph->first, *next; node; node = next) {
        next = node->next;
        node_free(node);
    }
    drv_graph_objects_release(graph);
    if (graph->handle)
        drv_handle_drop(DRV_graph, graph->handle);
    free(graph);
}

bool drv_nodes_join(drv_node ***list, size_t *count, drv_node *const *from,
                    size_t from_count) {
    drv_node **more;

    if (from_count == 0)
        return true;
    more = realloc(*list, (*count + from_count) * sizeof(drv_node *));
    if (!more)
        return false;
    *list = more;
    for (size_t i = 0; i < from_count; i++) {
        size_t at = 0;

        while (at < *count && more[at] != from[i])
            at++;
        if (at == *count)
            more[(*count)++] = from[i];
    }
    return true;
}

static drv_node *append(drv_graph *graph, drv_node *const *after,
                        size_t count) {
    drv_node *node = calloc(1, sizeof *node);

    if (!node)
        return NULL;
    if (!drv_nodes_join(&node->after, &node->after_count, after, count)) {
        free(node);
        return NULL;
    }
    node->graph = graph;
    if (graph->last)
        graph->last->next = node;
    else
        graph->first = node;
    graph->last = node;
    graph->count++;
    return node;
}

void drv_graph_remove(drv_graph *graph, drv_node *node) {
    drv_node *before = NULL;

    for (drv_node *n = graph->first; n != node; n = n->next)
        before = n;
    if (before)
        before->next = node->next;
    else
        graph->first = node->next;
    if (graph->last == node)
        graph->last = before;
    graph->count--;
    for (drv_node *n = graph->first; n; n = n->next)
        for (size_t i = n->after_count; i-- > 0;)
            if (n->after[i] == node)
                n->after[i] = n->after[--n->after_count];
    node_free(node);
}

CUresult drv_graph_add(drv_graph *graph, drv_node *const *after, size_t count,
                       drv_work *work, drv_node **out) {
    drv_node *node = append(graph, after, count);

    if (!node) {
        drv_work_finish(work);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    node->work = *work;
    node->handle = drv_handle_new(DRV_node, node);
    if (!node->handle) {
        drv_graph_remove(graph, node);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    *out = node;
    return CUDA_SUCCESS;
}

static bool copy_node(const drv_node *node, drv_graph *to) {
    drv_node *copy = append(to, NULL, 0);

    if (!copy)
        return false;
    copy->origin = node->handle ? node->handle : node->origin;
    ((drv_node *)node)->twin = copy;
    return drv_work_copy(&node->work, &copy->work) == CUDA_SUCCESS;
}

static bool copy_edges(const drv_node *node) {
    drv_node *copy = node->twin;

    copy->after = calloc(node->after_count + 1, sizeof(drv_node *));
    if (!copy->after)
        return false;
    copy->after_count = node->after_count;
    for (size_t i = 0; i < node->after_count; i++)
        copy->after[i] = node->after[i]->twin;
    return true;
}

drv_graph *drv_graph_copy(const drv_graph *graph) {
    drv_graph *copy = drv_graph_new();
    bool good = copy != NULL;

    for (const drv_node *n = graph->first; n && good; n = n->next)
        good = copy_node(n, copy);
    for (const drv_node *n = graph->first; n && good; n = n->next)
        good = copy_edges(n);
    good = good && drv_graph_objects_copy(graph, copy);
    if (!good) {
        drv_graph_free(copy);
        return NULL;
    }
    return copy;
}

/* ---- order ---- */

static bool is_ready(const drv_node *node) {
    for (size_t i = 0; i < node->after_count; i++)
        if (!node->after[i]->done)
            return false;
    return true;
}

/* Goes down the list and takes what is ready, again and again: once for lists
 * that are in order, as nearly all are. */
bool drv_graph_sort(drv_graph *graph) {
    drv_node *waiting = graph->first, *sorted = NULL, **end = &sorted;
    bool progress = true;

    for (drv_node *n = graph->first; n; n = n->next)
        n->done = false;
    while (waiting && progress) {
        progress = false;
        for (drv_node **at = &waiting; *at;) {
            drv_node *node = *at;

            if (!is_ready(node)) {
                at = &node->next;
                continue;
            }
            *at = node->next;
            node->next = NULL;
            node->done = progress = true;
            *end = node;
            end = &node->next;
        }
    }
    *end = waiting;
    graph->first = sorted;
    for (drv_node *n = sorted; n; n = n->next)
        graph->last = n;
    return !waiting;
}

/* Marks the nodes that come after `earlier`, from the front of the list on,
 * which in a captured graph is in order. */
bool drv_node_follows(drv_node *node, const drv_node *earlier) {
    for (drv_node *n = node->graph->first; n; n = n->next) {
        n->done = n == earlier;
        for (size_t i = 0; i < n->after_count && !n->done; i++)
            n->done = n->after[i]->done;
    }
    return node->done;
}

/* ---- running ---- */

/* A node that gives the lock back (a host function) may see the graph and the
 * stream go. */
CUresult drv_run_graph(drv_stream *stream, drv_graph *graph) {
    drv_context *context = stream->context;
    CUstream handle = stream->handle;
    CUresult result = CUDA_SUCCESS;

    graph->references++;
    for (drv_node *n = graph->first; n && result == CUDA_SUCCESS; n = n->next) {
        result = drv_work_run(stream, &n->work);
        if (result == CUDA_SUCCESS && context->dead)
            break;
        if (result == CUDA_SUCCESS && !drv_stream_lives(stream, handle))
            stream = &context->legacy; /* the rest has no other left */
    }
    drv_graph_free(graph);
    return result;
}
