/* SPDX-License-Identifier: Apache-2.0 */
/* Graphs: recording, and doing what was recorded. */
#include "runtime/launch/graph.h"

#include "base/try.h"
#include "runtime/context/timeline.h"

#include <stdio.h>

enum { NODES_MOST = 1 << 16 };

/* ---- recording ---- */

pk_status pk_graph_check(const pk_spec *spec, const pk_frame *frame,
                         const char *kernel, pk_error *err) {
    const pk_recipe *recipe = spec->recipe;

    if (recipe->messages.count || recipe->points.count || recipe->launches)
        return pk_fail(err, PK_UNSUPPORTED,
                       "%s cannot be in a graph: it raises, prints, asserts, "
                       "launches kernels or counts its lines",
                       kernel);
    for (uint32_t i = 0; i < frame->leaf_count; i++) {
        const pk_leaf *leaf = &frame->leaves[i];
        if (leaf->kind == PK_ARGTYPE_array && !leaf->array->buffer &&
            leaf->extent.count)
            return pk_fail(err, PK_UNSUPPORTED,
                           "%s cannot be in a graph: an array of it is in host "
                           "memory, those of a graph are in buffers",
                           kernel);
    }
    return PK_OK;
}

static pk_status add(pk_graph *graph, const pk_graph_node *node,
                     pk_graph_node **out, pk_error *err) {
    pk_graph_node *own = PK_NEW(&graph->arena, pk_graph_node);

    if (graph->arena.failed)
        return pk_fail_no_memory(err);
    if (graph->count == NODES_MOST)
        return pk_fail(err, PK_LIMIT, "a graph has at most %d operations",
                       NODES_MOST);
    *own = *node;
    own->next = NULL;
    *graph->end = own;
    graph->end = &own->next;
    graph->count++;
    *out = own;
    return PK_OK;
}

pk_status pk_graph_add(pk_queue *queue, const pk_graph_node *node,
                       pk_error *err) {
    pk_graph_node *own;

    return add(queue->recording, node, &own, err);
}

pk_status pk_graph_add_launch(pk_queue *queue, pk_fun *fun,
                              const pk_launch_desc *desc, uint32_t deadline_ms,
                              pk_error *err) {
    const pk_graph_node node = {
        .fun = fun, .desc = *desc, .deadline_ms = deadline_ms};
    pk_graph *graph = queue->recording;
    char *params = pk_arena_alloc(&graph->arena, desc->params_size + 1u);
    pk_ref *refs =
        pk_arena_array(&graph->arena, desc->ref_count + 1u, sizeof *refs);
    pk_graph_node *own;

    if (graph->arena.failed)
        return pk_fail_no_memory(err);
    memcpy(params, desc->params, desc->params_size);
    if (desc->ref_count)
        memcpy(refs, desc->refs, desc->ref_count * sizeof *refs);
    PK_TRY(add(graph, &node, &own, err));
    own->desc.params = params;
    own->desc.refs = refs;
    graph->launches++;
    graph->has_deadline |= deadline_ms != 0;
    return PK_OK;
}

/* ---- doing ---- */

/* In a queue, or `captured` by it. */
static pk_status run_node(pk_queue *queue, const pk_graph_node *node,
                          bool captured, pk_error *err) {
    const pk_plugin *plugin = queue->base.ctx->plugin;
    pk_launch_desc desc = node->desc; /* which is each launch's own */

    if (node->fun)
        return captured ? plugin->launch(queue->que, node->fun, &desc, err)
                        : pk_queue_launch(queue, node->fun, &desc,
                                          node->deadline_ms, err);
    return node->pattern_size
               ? plugin->fill(queue->que, node->to, node->size, &node->pattern,
                              node->pattern_size, err)
               : plugin->copy(queue->que, node->to, node->from, node->size,
                              err);
}

static pk_status run_nodes(pk_queue *queue, const pk_graph *graph,
                           bool captured, pk_error *err) {
    for (const pk_graph_node *n = graph->nodes; n; n = n->next)
        PK_TRY(run_node(queue, n, captured, err));
    return PK_OK;
}

/* The driver's own, of the calls that doing the list makes. It may refuse some
 * of them: then the list is what there is. */
static void make_native(pk_queue *queue, pk_graph *graph) {
    const pk_plugin *plugin = queue->base.ctx->plugin;
    pk_gra *native = NULL;
    bool whole;

    if (!PK_PLUGIN_HAS(plugin, graph_free) || graph->has_deadline ||
        plugin->graph_begin(queue->que, NULL) != PK_OK)
        return;
    whole = run_nodes(queue, graph, true, NULL) == PK_OK;
    if (plugin->graph_end(queue->que, &native, NULL) != PK_OK)
        return;
    if (whole)
        graph->native = native;
    else
        plugin->graph_free(native);
}

static void destroy_graph(pk_object *object) {
    pk_graph *graph = (pk_graph *)object;
    pk_context *ctx = object->ctx;

    if (graph->native && !pk_context_lost(ctx))
        ctx->plugin->graph_free(graph->native);
    for (size_t i = 0; i < graph->held_count; i++)
        pk_object_release(graph->held[i]);
    pk_heap_free(&ctx->allocator, graph->held,
                 graph->held_capacity * sizeof *graph->held);
    pk_arena_finish(&graph->arena);
}

/* ---- the API ---- */

static pk_status begin(pk_queue *queue, pk_error *err) {
    pk_context *ctx = queue->base.ctx;
    pk_graph *graph;

    PK_TRY(pk_queue_settle(queue, err)); /* it holds nothing any more */
    graph =
        pk_object_create(ctx, PK_OBJECT_graph, sizeof *graph, destroy_graph);
    if (!graph)
        return pk_fail_no_memory(err);
    pk_arena_init(&graph->arena, &ctx->allocator);
    graph->end = &graph->nodes;
    queue->recording = graph;
    return PK_OK;
}

pk_status pk_graph_begin(pk_queue *queue, pk_error *err) {
    pk_error why = {0};
    pk_status status;

    PK_TRY(pk_queue_enter(queue, NULL, err));
    status = begin(queue, &why);
    return pk_queue_leave(queue, status, &why, err);
}

pk_status pk_graph_end(pk_queue *queue, pk_graph **out, pk_error *err) {
    pk_error why = {0};
    pk_graph *graph;

    PK_TRY(pk_object_use(queue, PK_OBJECT_queue, "queue", err));
    if (!out)
        return pk_fail(err, PK_BAD_ARG, "out is NULL");
    PK_TRY(pk_queue_enter_work(queue, NULL, err));
    graph = queue->recording;
    if (!graph) {
        pk_fail(&why, PK_BAD_ARG,
                "the queue records nothing: call pk_graph_begin first");
        return pk_queue_leave(queue, PK_BAD_ARG, &why, err);
    }
    pk_queue_stop_recording(queue);
    make_native(queue, graph);
    *out = graph;
    return pk_queue_leave(queue, PK_OK, NULL, NULL);
}

static pk_status run(pk_queue *queue, pk_graph *graph, pk_error *err) {
    pk_status status;

    if (!graph->native)
        return run_nodes(queue, graph, false, err);
    status = queue->base.ctx->plugin->graph_launch(queue->que, graph->native,
                                                   &queue->stop, err);
    return pk_queue_explain_stop(queue, status, err);
}

/* A graph is one span of a profile. */
static pk_status run_timed(pk_queue *queue, pk_graph *graph, pk_error *err) {
    pk_context *ctx = queue->base.ctx;
    const pk_timed t = pk_timed_begin(ctx, queue->que);
    const pk_status status = run(queue, graph, err);
    char name[64];

    snprintf(name, sizeof name, "graph of %u operations",
             (unsigned)graph->count);
    pk_timeline_end(
        ctx, queue->que, t,
        status == PK_OK
            ? &(pk_profile_event){.kind = PK_PROFILE_kernel, .name = name}
            : NULL);
    return status;
}

static pk_status launch(pk_queue *queue, pk_graph *graph, pk_error *err) {
    PK_TRY(pk_queue_check_stop(queue, err));
    PK_TRY(pk_queue_reserve(queue, graph->held_count + 1, err));
    for (size_t i = 0; i < graph->held_count; i++)
        pk_queue_hold(queue, graph->held[i]);
    pk_queue_hold(queue, &graph->base);
    PK_TRY(queue->base.ctx->profile ? run_timed(queue, graph, err)
                                    : run(queue, graph, err));
    atomic_fetch_add_explicit(&queue->base.ctx->counters.launches,
                              graph->launches, memory_order_relaxed);
    return pk_queue_count(queue, err);
}

pk_status pk_graph_launch(pk_graph *graph, pk_queue *queue, pk_error *err) {
    pk_error why = {0};
    pk_status status;

    PK_TRY(pk_object_use(graph, PK_OBJECT_graph, "graph", err));
    PK_TRY(pk_queue_enter(queue, graph->base.ctx, err));
    status = launch(queue, graph, &why);
    return pk_queue_leave(queue, status, &why, err);
}

pk_graph *pk_graph_retain(pk_graph *graph) {
    if (!pk_object_is(graph, PK_OBJECT_graph))
        return NULL;
    pk_object_retain(&graph->base);
    return graph;
}

void pk_graph_release(pk_graph *graph) {
    if (pk_object_is(graph, PK_OBJECT_graph))
        pk_object_release(&graph->base);
}
