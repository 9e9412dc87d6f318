/* SPDX-License-Identifier: Apache-2.0 */
/* Graphs made ready, and launching them. */
#include "sim/driver/graph/graph.h"

#include <stdlib.h>

typedef struct drv_exec {
    CUgraphExec handle;
    drv_graph *graph;
} drv_exec;

static drv_exec *exec_get(CUgraphExec handle) {
    return drv_handle_get(DRV_exec, handle);
}

CUresult drv_graph_instantiate_flags(CUgraphExec *out, CUgraph handle,
                                     unsigned long long flags) {
    enum { ALL = 15, ON_DEVICE = 4 };
    drv_graph *graph = drv_handle_get(DRV_graph, handle);
    drv_exec *exec;

    if (!out || !graph || flags & ~(unsigned long long)ALL)
        return CUDA_ERROR_INVALID_VALUE;
    if (flags & ON_DEVICE)
        return CUDA_ERROR_NOT_SUPPORTED;
    exec = calloc(1, sizeof *exec);
    if (!exec || !(exec->graph = drv_graph_copy(graph))) {
        free(exec);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    exec->handle =
        drv_graph_sort(exec->graph) ? drv_handle_new(DRV_exec, exec) : NULL;
    if (!exec->handle) {
        drv_graph_free(exec->graph);
        free(exec);
        return CUDA_ERROR_INVALID_VALUE;
    }
    *out = exec->handle;
    return CUDA_SUCCESS;
}

CUresult drv_graph_instantiate(CUgraphExec *exec, CUgraph graph,
                               CUgraphNode *error_node, char *log,
                               size_t size) {
    if (error_node)
        *error_node = NULL;
    if (log && size)
        *log = 0;
    return drv_graph_instantiate_flags(exec, graph, 0);
}

CUresult drv_graph_instantiate_params(CUgraphExec *out, CUgraph graph,
                                      CUDA_GRAPH_INSTANTIATE_PARAMS *params) {
    CUresult result;

    if (!params)
        return CUDA_ERROR_INVALID_VALUE;
    params->hErrNode_out = NULL;
    result = drv_graph_instantiate_flags(out, graph, params->flags);
    params->result_out = result == CUDA_SUCCESS ? CUDA_GRAPH_INSTANTIATE_SUCCESS
                                                : CUDA_GRAPH_INSTANTIATE_ERROR;
    return result;
}

CUresult drv_graph_upload(CUgraphExec exec, CUstream stream) {
    if (!exec_get(exec))
        return CUDA_ERROR_INVALID_VALUE;
    return drv_stream_get(stream) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

/* Checks that can only be made when a graph is launched. */
static bool is_launchable(const drv_graph *graph) {
    for (const drv_node *n = graph->first; n; n = n->next) {
        const uint32_t *grid = n->work.kernel.grid;

        if (n->work.kind == DRV_WORK_kernel &&
            (!grid[0] || !grid[1] || !grid[2]))
            return false;
        if (n->work.kind == DRV_WORK_child && !is_launchable(n->work.child))
            return false;
    }
    return true;
}

static CUresult launch_now(CUgraphExec handle, drv_stream *stream) {
    CUresult result = drv_stream_turn(stream);
    drv_exec *exec = exec_get(handle);

    if (result != CUDA_SUCCESS)
        return result;
    return exec && is_launchable(exec->graph)
               ? drv_run_graph(stream, exec->graph)
               : CUDA_ERROR_INVALID_VALUE;
}

CUresult drv_graph_launch(CUgraphExec handle, CUstream stream_handle) {
    drv_stream *stream = drv_stream_get(stream_handle);
    drv_exec *exec = exec_get(handle);
    drv_work work = {.kind = DRV_WORK_child};

    if (!exec)
        return CUDA_ERROR_INVALID_VALUE;
    if (!stream)
        return CUDA_ERROR_INVALID_HANDLE;
    if (!stream->capture)
        return launch_now(handle, stream);
    work.child = drv_graph_copy(exec->graph);
    return work.child ? drv_submit(stream, &work) : CUDA_ERROR_OUT_OF_MEMORY;
}

/* When none of its kernels runs. */
static drv_exec *exec_at_rest(CUgraphExec handle) {
    drv_exec *exec = exec_get(handle);

    while (exec && drv.running && exec->graph->references > 1) {
        drv_wait();
        exec = exec_get(handle);
    }
    return exec;
}

/* Other parameters for the copy of `node`; the function may change too. */
static CUresult set_kernel(CUgraphExec handle, CUgraphNode node,
                           const CUDA_KERNEL_NODE_PARAMS_v1 *params,
                           CUfunction function) {
    drv_exec *exec = exec_at_rest(handle);
    drv_work work;
    CUresult result;

    if (!exec || !params)
        return CUDA_ERROR_INVALID_VALUE;
    for (drv_node *n = exec->graph->first; n; n = n->next) {
        if (n->origin != node || n->work.kind != DRV_WORK_kernel)
            continue;
        result = drv_node_kernel(params, function, &work);
        if (result != CUDA_SUCCESS)
            return result;
        drv_work_finish(&n->work);
        n->work = work;
        return CUDA_SUCCESS;
    }
    return CUDA_ERROR_INVALID_VALUE;
}

CUresult drv_graph_exec_set_kernel(CUgraphExec exec, CUgraphNode node,
                                   const CUDA_KERNEL_NODE_PARAMS_v1 *params) {
    return set_kernel(exec, node, params, params ? params->func : NULL);
}

CUresult drv_graph_exec_set_kernel_v2(CUgraphExec exec, CUgraphNode node,
                                      const CUDA_KERNEL_NODE_PARAMS *params) {
    return set_kernel(exec, node, params ? &params->v1 : NULL,
                      params ? drv_node_function(params) : NULL);
}

/* ---- other work for the same graph ----
 *
 * Both lists are sorted in the same way, so that like graphs have like nodes
 * at like places. */

static bool same_edges(const drv_node *old, const drv_node *now) {
    if (old->after_count != now->after_count)
        return false;
    for (size_t i = 0; i < old->after_count; i++)
        if (old->after[i]->twin != now->after[i])
            return false;
    return true;
}

static CUgraphExecUpdateResult differ(drv_graph *old, drv_graph *now,
                                      CUgraphNode *where) {
    drv_node *a = old->first, *b = now->first;

    *where = NULL;
    if (old->count != now->count)
        return CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED;
    for (; a; a = a->next, b = b->next) {
        CUgraphNode inner;

        a->twin = b;
        *where = b->origin;
        if (a->work.kind != b->work.kind)
            return CU_GRAPH_EXEC_UPDATE_ERROR_NODE_TYPE_CHANGED;
        if (!same_edges(a, b))
            return CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED;
        if (a->work.kind == DRV_WORK_child &&
            differ(a->work.child, b->work.child, &inner))
            return CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED;
    }
    *where = NULL;
    return CU_GRAPH_EXEC_UPDATE_SUCCESS;
}

/* The nodes keep the names that they were instantiated under. */
static void replace(drv_exec *exec, drv_graph *graph) {
    drv_node *b = graph->first;

    for (drv_node *a = exec->graph->first; a; a = a->next, b = b->next)
        b->origin = a->origin;
    drv_graph_free(exec->graph);
    exec->graph = graph;
}

CUresult drv_graph_exec_update_v2(CUgraphExec handle, CUgraph graph_handle,
                                  CUgraphExecUpdateResultInfo *info) {
    drv_exec *exec = exec_at_rest(handle);
    drv_graph *graph = drv_handle_get(DRV_graph, graph_handle), *copy;

    if (!exec || !graph || !info)
        return CUDA_ERROR_INVALID_VALUE;
    *info =
        (CUgraphExecUpdateResultInfo){CU_GRAPH_EXEC_UPDATE_ERROR, NULL, NULL};
    copy = drv_graph_copy(graph);
    if (!copy)
        return CUDA_ERROR_OUT_OF_MEMORY;
    if (drv_graph_sort(copy))
        info->result = differ(exec->graph, copy, &info->errorNode);
    if (info->result == CU_GRAPH_EXEC_UPDATE_SUCCESS) {
        replace(exec, copy);
        return CUDA_SUCCESS;
    }
    drv_graph_free(copy);
    return CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE;
}

CUresult drv_graph_exec_update(CUgraphExec exec, CUgraph graph,
                               CUgraphNode *error_node,
                               CUgraphExecUpdateResult *result) {
    CUgraphExecUpdateResultInfo info = {0};
    CUresult status = drv_graph_exec_update_v2(exec, graph, &info);

    if (error_node)
        *error_node = info.errorNode;
    if (result)
        *result = info.result;
    return status;
}

CUresult drv_graph_exec_destroy(CUgraphExec handle) {
    drv_exec *exec = exec_get(handle);

    if (!exec)
        return CUDA_ERROR_INVALID_VALUE;
    drv_handle_drop(DRV_exec, handle);
    drv_graph_free(exec->graph);
    free(exec);
    return CUDA_SUCCESS;
}
