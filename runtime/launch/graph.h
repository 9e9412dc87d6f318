/* SPDX-License-Identifier: Apache-2.0 */
/* Work that is recorded in place of being done, to be done many times.
 *
 * While a queue records, the calls of the plugin that its work would have made
 * are kept as a list, and the queue holds what they use. In the end the graph
 * has both, and what the device's driver made of the list where it makes
 * something of it. */
#ifndef PORTKERN_RUNTIME_LAUNCH_GRAPH_H
#define PORTKERN_RUNTIME_LAUNCH_GRAPH_H

#include "runtime/kernel/specialise.h"
#include "runtime/launch/queue.h"

typedef struct pk_graph_node {
    struct pk_graph_node *next;
    pk_fun *fun;         /* of a launch; NULL: a copy or a fill */
    pk_launch_desc desc; /* of a launch; params and refs are the graph's */
    uint32_t deadline_ms;
    pk_ref to, from; /* else: */
    uint64_t size;
    uint32_t pattern_size; /* of a fill; 0: a copy */
    uint64_t pattern;
} pk_graph_node;

struct pk_graph {
    pk_object base;
    pk_arena arena;
    pk_graph_node *nodes, **end;
    uint32_t count, launches;
    bool has_deadline;
    pk_object **held;
    size_t held_count, held_capacity;
    pk_gra *native; /* NULL: the driver makes nothing of it */
};

/* Records a launch, or a copy or fill, in the queue's graph. PK_LIMIT,
 * PK_NO_MEMORY. */
pk_status pk_graph_add_launch(pk_queue *queue, pk_fun *fun,
                              const pk_launch_desc *desc, uint32_t deadline_ms,
                              pk_error *err);
pk_status pk_graph_add(pk_queue *queue, const pk_graph_node *node,
                       pk_error *err);

/* PK_UNSUPPORTED, with the reason, unless a graph may have the launch. */
pk_status pk_graph_check(const pk_spec *spec, const pk_frame *frame,
                         const char *kernel, pk_error *err);

#endif
