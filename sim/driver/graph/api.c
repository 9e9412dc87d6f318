/* SPDX-License-Identifier: Apache-2.0 */
/* Graphs as programs see them: making them and looking at them. */
#include "sim/driver/graph/graph.h"

#include <stdlib.h>
#include <string.h>

static drv_graph *graph_get(CUgraph handle) {
    return drv_handle_get(DRV_graph, handle);
}

static drv_node *node_get(CUgraphNode handle) {
    return drv_handle_get(DRV_node, handle);
}

CUresult drv_graph_create(CUgraph *out, unsigned flags) {
    drv_graph *graph;

    if (!out || flags)
        return CUDA_ERROR_INVALID_VALUE;
    graph = drv_graph_named();
    if (!graph)
        return CUDA_ERROR_OUT_OF_MEMORY;
    *out = graph->handle;
    return CUDA_SUCCESS;
}

CUresult drv_graph_destroy(CUgraph handle) {
    drv_graph *graph = graph_get(handle);

    if (!graph)
        return CUDA_ERROR_INVALID_VALUE;
    drv_graph_free(graph);
    return CUDA_SUCCESS;
}

CUresult drv_graph_clone(CUgraph *out, CUgraph handle) {
    drv_graph *graph = graph_get(handle), *copy;

    if (!out || !graph)
        return CUDA_ERROR_INVALID_VALUE;
    copy = drv_graph_copy(graph);
    if (!copy)
        return CUDA_ERROR_OUT_OF_MEMORY;
    copy->handle = drv_handle_new(DRV_graph, copy);
    for (drv_node *n = copy->first; n && copy->handle; n = n->next)
        if (!(n->handle = drv_handle_new(DRV_node, n))) {
            drv_graph_free(copy);
            return CUDA_ERROR_OUT_OF_MEMORY;
        }
    *out = copy->handle;
    return CUDA_SUCCESS;
}

/* The nodes behind `count` handles, all of `graph`. */
static CUresult read_nodes(const drv_graph *graph, const CUgraphNode *handles,
                           size_t count, drv_node ***out) {
    *out = NULL;
    if (count == 0)
        return CUDA_SUCCESS;
    if (!handles || count > graph->count)
        return CUDA_ERROR_INVALID_VALUE;
    *out = calloc(count, sizeof(drv_node *));
    if (!*out)
        return CUDA_ERROR_OUT_OF_MEMORY;
    for (size_t i = 0; i < count; i++) {
        (*out)[i] = node_get(handles[i]);
        if (!(*out)[i] || (*out)[i]->graph != graph) {
            free(*out);
            *out = NULL;
            return CUDA_ERROR_INVALID_VALUE;
        }
    }
    return CUDA_SUCCESS;
}

/* Adds a node with `work`, which is taken over. */
static CUresult add(CUgraphNode *out, CUgraph handle, const CUgraphNode *after,
                    size_t count, drv_work *work) {
    drv_graph *graph = graph_get(handle);
    drv_node **nodes = NULL, *made;
    CUresult result = CUDA_ERROR_INVALID_VALUE;

    if (out && graph)
        result = read_nodes(graph, after, count, &nodes);
    if (result != CUDA_SUCCESS) {
        drv_work_finish(work);
        return result;
    }
    result = drv_graph_add(graph, nodes, count, work, &made);
    free(nodes);
    if (result == CUDA_SUCCESS)
        *out = made->handle;
    return result;
}

/* A grid of no blocks is an error of the launch, not of the node: others may
 * be set by then. */
CUresult drv_node_kernel(const CUDA_KERNEL_NODE_PARAMS_v1 *p, CUfunction f,
                         drv_work *work) {
    unsigned given[3] = {p->gridDimX, p->gridDimY, p->gridDimZ}, grid[3];
    CUresult result;

    for (int i = 0; i < 3; i++)
        grid[i] = given[i] ? given[i] : 1;
    result = drv_kernel_work(
        drv_function_get(f), grid,
        (unsigned[]){p->blockDimX, p->blockDimY, p->blockDimZ},
        p->sharedMemBytes, p->kernelParams, p->extra, false, work);
    if (result == CUDA_SUCCESS)
        memcpy(work->kernel.grid, given, sizeof given);
    return result;
}

CUfunction drv_node_function(const CUDA_KERNEL_NODE_PARAMS *params) {
    return params->v1.func ? params->v1.func : (CUfunction)(void *)params->kern;
}

CUresult drv_graph_add_kernel(CUgraphNode *node, CUgraph graph,
                              const CUgraphNode *after, size_t count,
                              const CUDA_KERNEL_NODE_PARAMS_v1 *params) {
    drv_work work;
    CUresult result = params ? drv_node_kernel(params, params->func, &work)
                             : CUDA_ERROR_INVALID_VALUE;

    return result ? result : add(node, graph, after, count, &work);
}

CUresult drv_graph_add_kernel_v2(CUgraphNode *node, CUgraph graph,
                                 const CUgraphNode *after, size_t count,
                                 const CUDA_KERNEL_NODE_PARAMS *params) {
    drv_work work;
    CUresult result =
        params ? drv_node_kernel(&params->v1, drv_node_function(params), &work)
               : CUDA_ERROR_INVALID_VALUE;

    return result ? result : add(node, graph, after, count, &work);
}

CUresult drv_graph_add_memcpy(CUgraphNode *node, CUgraph graph,
                              const CUgraphNode *after, size_t count,
                              const CUDA_MEMCPY3D *copy, CUcontext context) {
    drv_work work;
    CUresult result = drv_copy_work(copy, &work);

    (void)context;
    return result ? result : add(node, graph, after, count, &work);
}

CUresult drv_graph_add_memset(CUgraphNode *node, CUgraph graph,
                              const CUgraphNode *after, size_t count,
                              const CUDA_MEMSET_NODE_PARAMS *fill,
                              CUcontext context) {
    drv_work work;
    CUresult result = CUDA_ERROR_INVALID_VALUE;

    (void)context;
    if (fill)
        result =
            drv_fill_work(fill->dst, fill->pitch, fill->value,
                          fill->elementSize, fill->width, fill->height, &work);
    return result ? result : add(node, graph, after, count, &work);
}

CUresult drv_graph_add_host(CUgraphNode *node, CUgraph graph,
                            const CUgraphNode *after, size_t count,
                            const CUDA_HOST_NODE_PARAMS *params) {
    drv_work work = {.kind = DRV_WORK_host};

    if (!params || !params->fn)
        return CUDA_ERROR_INVALID_VALUE;
    work.host.function = params->fn;
    work.host.data = params->userData;
    return add(node, graph, after, count, &work);
}

CUresult drv_graph_add_child(CUgraphNode *node, CUgraph graph,
                             const CUgraphNode *after, size_t count,
                             CUgraph child) {
    drv_graph *of = graph_get(child);
    drv_work work = {.kind = DRV_WORK_child};

    if (!of || child == graph)
        return CUDA_ERROR_INVALID_VALUE;
    work.child = drv_graph_copy(of);
    if (!work.child)
        return CUDA_ERROR_OUT_OF_MEMORY;
    if (!drv_graph_sort(work.child)) {
        drv_work_finish(&work);
        return CUDA_ERROR_INVALID_VALUE;
    }
    return add(node, graph, after, count, &work);
}

CUresult drv_graph_add_empty(CUgraphNode *node, CUgraph graph,
                             const CUgraphNode *after, size_t count) {
    return add(node, graph, after, count, &(drv_work){.kind = DRV_WORK_empty});
}

CUresult drv_graph_add_record(CUgraphNode *node, CUgraph graph,
                              const CUgraphNode *after, size_t count,
                              CUevent event) {
    if (!drv_event_get(event))
        return CUDA_ERROR_INVALID_VALUE;
    return add(node, graph, after, count,
               &(drv_work){.kind = DRV_WORK_record, .event = event});
}

CUresult drv_graph_add_wait(CUgraphNode *node, CUgraph graph,
                            const CUgraphNode *after, size_t count,
                            CUevent event) {
    if (!drv_event_get(event))
        return CUDA_ERROR_INVALID_VALUE;
    return add(node, graph, after, count,
               &(drv_work){.kind = DRV_WORK_wait, .event = event});
}

CUresult drv_graph_add_dependencies(CUgraph handle, const CUgraphNode *from,
                                    const CUgraphNode *to, size_t count) {
    drv_graph *graph = graph_get(handle);

    if (!graph || (count && (!from || !to)))
        return CUDA_ERROR_INVALID_VALUE;
    for (size_t i = 0; i < count; i++) {
        drv_node *a = node_get(from[i]), *b = node_get(to[i]);

        if (!a || !b || a == b || a->graph != graph || b->graph != graph)
            return CUDA_ERROR_INVALID_VALUE;
        if (!drv_nodes_join(&b->after, &b->after_count, &a, 1))
            return CUDA_ERROR_OUT_OF_MEMORY;
    }
    return CUDA_SUCCESS;
}

CUresult drv_graph_destroy_node(CUgraphNode handle) {
    drv_node *node = node_get(handle);

    if (!node)
        return CUDA_ERROR_INVALID_VALUE;
    drv_graph_remove(node->graph, node);
    return CUDA_SUCCESS;
}

/* Handles of up to *count nodes; the rest is NULL. Without `nodes`: how many
 * there are. */
static CUresult give_nodes(drv_node *const *from, size_t have,
                           CUgraphNode *nodes, size_t *count) {
    for (size_t i = 0; nodes && i < *count; i++)
        nodes[i] = i < have ? from[i]->handle : NULL;
    *count = nodes && *count < have ? *count : have;
    return CUDA_SUCCESS;
}

static CUresult list_nodes(CUgraph handle, bool roots_only, CUgraphNode *nodes,
                           size_t *count) {
    drv_graph *graph = graph_get(handle);
    drv_node **list;
    size_t have = 0;

    if (!graph || !count)
        return CUDA_ERROR_INVALID_VALUE;
    list = calloc(graph->count + 1, sizeof(drv_node *));
    if (!list)
        return CUDA_ERROR_OUT_OF_MEMORY;
    for (drv_node *n = graph->first; n; n = n->next)
        if (!roots_only || n->after_count == 0)
            list[have++] = n;
    give_nodes(list, have, nodes, count);
    free(list);
    return CUDA_SUCCESS;
}

CUresult drv_graph_get_nodes(CUgraph graph, CUgraphNode *nodes, size_t *count) {
    return list_nodes(graph, false, nodes, count);
}

CUresult drv_graph_get_roots(CUgraph graph, CUgraphNode *nodes, size_t *count) {
    return list_nodes(graph, true, nodes, count);
}

CUresult drv_graph_node_dependencies(CUgraphNode handle, CUgraphNode *nodes,
                                     size_t *count) {
    drv_node *node = node_get(handle);

    if (!node || !count)
        return CUDA_ERROR_INVALID_VALUE;
    return give_nodes(node->after, node->after_count, nodes, count);
}

CUresult drv_graph_node_type(CUgraphNode handle, int *type) {
    static const int types[] = {
        [DRV_WORK_kernel] = 0, [DRV_WORK_copy] = 1,  [DRV_WORK_fill] = 2,
        [DRV_WORK_host] = 3,   [DRV_WORK_child] = 4, [DRV_WORK_empty] = 5,
        [DRV_WORK_wait] = 6,   [DRV_WORK_record] = 7};
    drv_node *node = node_get(handle);

    if (!node || !type)
        return CUDA_ERROR_INVALID_VALUE;
    *type = types[node->work.kind];
    return CUDA_SUCCESS;
}
