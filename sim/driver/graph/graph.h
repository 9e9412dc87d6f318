/* SPDX-License-Identifier: Apache-2.0 */
/* Graphs: nodes in the order they were made, each with the nodes it comes
 * after. A graph that is to be launched, or is part of another, is a copy
 * without handles, sorted so that running down the list is right. */
#ifndef PORTKERN_SIM_DRIVER_GRAPH_GRAPH_H
#define PORTKERN_SIM_DRIVER_GRAPH_GRAPH_H

#include "sim/driver/driver.h"

typedef struct drv_graph_object drv_graph_object;

struct drv_node {
    CUgraphNode handle; /* NULL: of a copy */
    CUgraphNode origin; /* of a copy: what it is a copy of */
    drv_graph *graph;
    drv_work work;
    drv_node **after;
    size_t after_count;
    drv_node *next;
    drv_node *twin; /* while a graph is copied */
    bool done;      /* while one is sorted or searched */
};

struct drv_graph {
    CUgraph handle;      /* NULL: of a copy */
    unsigned references; /* the handle's, and one for each run under way */
    drv_node *first, *last;
    size_t count;
    drv_graph_object *objects; /* user objects that it refers to */
};

/* A copy refers to each object once. False when there is no memory. */
bool drv_graph_objects_copy(const drv_graph *from, drv_graph *to);
void drv_graph_objects_release(drv_graph *graph);

/* Sorts; false when nodes wait for each other in a circle. */
bool drv_graph_sort(drv_graph *graph);
/* A new graph that programs can name, NULL when there is no memory. */
drv_graph *drv_graph_named(void);
void drv_graph_remove(drv_graph *graph, drv_node *node);
/* The work of a kernel node. */
CUresult drv_node_kernel(const CUDA_KERNEL_NODE_PARAMS_v1 *params,
                         CUfunction function, drv_work *work);
CUfunction drv_node_function(const CUDA_KERNEL_NODE_PARAMS *params);
/* `from` added to the `*count` nodes of `*list`, each once. */
bool drv_nodes_join(drv_node ***list, size_t *count, drv_node *const *from,
                    size_t from_count);

#endif
