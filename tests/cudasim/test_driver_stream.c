/* SPDX-License-Identifier: Apache-2.0 */
/* Streams, events, host functions, graphs and capture. */
#include "tests/cudasim/rig.h"

#include <pthread.h>
#include <sched.h>

#include <unistd.h>

START_TEST(streams_know_what_they_are)
{
    CUcontext of;
    CUstream stream;
    unsigned flags;
    int priority;
    unsigned long long id, other;

    rig_start();
    ok(cuStreamCreateWithPriority(&stream, CU_STREAM_NON_BLOCKING, -99));
    ok(cuStreamGetFlags(stream, &flags));
    ck_assert_uint_eq(flags, CU_STREAM_NON_BLOCKING);
    ok(cuStreamGetPriority(stream, &priority));
    ck_assert_int_eq(priority, -5); /* clamped */
    ok(cuStreamGetCtx(stream, &of));
    ck_assert_ptr_eq(of, context);
    ok(cuStreamGetId(stream, &id));
    ok(cuStreamGetId(NULL, &other));
    ck_assert_uint_ne(id, other);
    ok(cuStreamGetId(CU_STREAM_LEGACY, &id));
    ck_assert_uint_eq(id, other);
    ok(cuStreamGetId_ptsz(NULL, &id));
    ok(cuStreamGetId(CU_STREAM_PER_THREAD, &other));
    ck_assert_uint_eq(id, other);
    ok(cuStreamQuery(stream));
    ok(cuStreamSynchronize(NULL));
    ok(cuStreamDestroy_v2(stream));
    fails(cuStreamDestroy_v2(stream), INVALID_HANDLE);
    fails(cuStreamQuery(stream), INVALID_HANDLE);
    fails(cuStreamSynchronize((CUstream)&id), INVALID_HANDLE);
    fails(cuStreamDestroy_v2(NULL), INVALID_HANDLE);
    fails(cuStreamCreate(&stream, 2), INVALID_VALUE);
    fails(cuStreamCreate(NULL, 0), INVALID_VALUE);
    rig_end();
}
END_TEST

START_TEST(events_measure_time)
{
    CUevent from, to, silent;
    float ms = -1;

    rig_start();
    ok(cuEventCreate(&from, 0));
    ok(cuEventCreate(&to, CU_EVENT_BLOCKING_SYNC));
    ok(cuEventCreate(&silent, CU_EVENT_DISABLE_TIMING));
    ok(cuEventQuery(from)); /* not recorded: nothing to wait for */
    fails(cuEventElapsedTime(&ms, from, to), INVALID_HANDLE);
    ok(cuEventRecord(from, NULL));
    usleep(3000);
    ok(cuEventRecordWithFlags(to, NULL, 0));
    ok(cuEventSynchronize(to));
    ok(cuEventElapsedTime_v2(&ms, from, to));
    ck_assert_float_ge(ms, 2.9f);
    ok(cuEventElapsedTime(&ms, to, from));
    ck_assert_float_le(ms, -2.9f);
    ok(cuEventRecord(silent, NULL));
    fails(cuEventElapsedTime(&ms, from, silent), INVALID_HANDLE);
    ok(cuStreamWaitEvent(NULL, to, 0));
    fails(cuStreamWaitEvent(NULL, to, 6), INVALID_VALUE);
    fails(cuStreamWaitEvent(NULL, (CUevent)&to, 0), INVALID_HANDLE);
    fails(cuEventCreate(&silent, CU_EVENT_INTERPROCESS), INVALID_VALUE);
    fails(cuEventCreate(&silent, 0x80), INVALID_VALUE);
    ok(cuEventDestroy_v2(from));
    fails(cuEventDestroy_v2(from), INVALID_HANDLE);
    fails(cuEventRecord(from, NULL), INVALID_HANDLE);
    ok(cuEventDestroy_v2(to));
    ok(cuEventDestroy_v2(silent));
    rig_end();
}
END_TEST

/* The values that a host function saw. */
typedef struct seen {
    CUdeviceptr memory;
    CUstream stream;
    CUresult status, inside;
    int calls;
    unsigned *pinned, word;
} seen;

static void look(void *arg) {
    seen *s = arg;
    CUdeviceptr p;

    s->inside = cuMemAlloc_v2(&p, 4);
    s->word = *s->pinned;
    s->calls++;
}

static void look_older(CUstream stream, CUresult status, void *arg) {
    seen *s = arg;

    s->stream = stream;
    s->status = status;
    look(arg);
}

START_TEST(host_functions_run_in_their_place)
{
    seen s = {.status = CUDA_ERROR_UNKNOWN};
    CUdeviceptr p;
    CUstream stream;
    void *pinned;

    rig_start();
    p = rig_memory(4);
    ok(cuMemAllocHost_v2(&pinned, 4));
    s.pinned = pinned;
    ok(cuStreamCreate(&stream, 0));
    ok(cuMemsetD32Async(p, 5, 1, stream));
    ok(cuMemcpyDtoHAsync_v2(pinned, p, 4, stream));
    ok(cuLaunchHostFunc(stream, look, &s));
    ok(cuMemsetD32Async((uintptr_t)pinned, 6, 1, stream));
    ok(cuStreamSynchronize(stream));
    ck_assert_int_eq(s.calls, 1);
    ck_assert_uint_eq(s.word, 5);
    fails(s.inside, NOT_PERMITTED);
    ok(cuStreamAddCallback(stream, look_older, &s, 0));
    ok(cuStreamSynchronize(stream));
    ck_assert_int_eq(s.calls, 2);
    ck_assert_uint_eq(s.word, 6);
    ck_assert_ptr_eq(s.stream, stream);
    ok(s.status);
    fails(cuLaunchHostFunc(stream, NULL, &s), INVALID_VALUE);
    fails(cuStreamAddCallback(stream, look_older, &s, 1), INVALID_VALUE);
    ok(cuStreamDestroy_v2(stream));
    ok(cuMemFreeHost(pinned));
    ok(cuMemFree_v2(p));
    rig_end();
}
END_TEST

/* A graph made by hand: 1, + 1 and then times 2, in an order that only its
 * edges tell. */
START_TEST(graphs_run_in_the_order_of_their_edges)
{
    CUgraphNode fill_node, step_node, twice_node, nodes[4];
    CUDA_MEMSET_NODE_PARAMS fill = {.elementSize = 4, .width = 1, .height = 1};
    CUDA_KERNEL_NODE_PARAMS_v1 kernel = {.gridDimX = 1,
                                         .gridDimY = 1,
                                         .gridDimZ = 1,
                                         .blockDimX = 1,
                                         .blockDimY = 1,
                                         .blockDimZ = 1};
    CUgraphExec exec;
    CUgraph graph;
    CUmodule module;
    CUdeviceptr p, q;
    void *params[] = {&p}, *other[] = {&q};
    size_t count = 4;
    int type;

    rig_start();
    module = rig_module();
    p = rig_memory(4), q = rig_memory(4);
    ok(cuMemsetD32_v2(q, 100, 1));
    ok(cuGraphCreate(&graph, 0));
    kernel.kernelParams = params;
    kernel.func = rig_function(module, "twice");
    ok(cuGraphAddKernelNode(&twice_node, graph, NULL, 0, &kernel));
    kernel.func = rig_function(module, "step");
    ok(cuGraphAddKernelNode(&step_node, graph, NULL, 0, &kernel));
    fill.dst = p, fill.value = 1;
    ok(cuGraphAddMemsetNode(&fill_node, graph, NULL, 0, &fill, context));
    ok(cuGraphAddDependencies(graph, &fill_node, &step_node, 1));
    ok(cuGraphAddDependencies(graph, &step_node, &twice_node, 1));
    ok(cuGraphGetNodes(graph, nodes, &count));
    ck_assert_uint_eq(count, 3);
    ck_assert_ptr_null(nodes[3]);
    count = 4;
    ok(cuGraphGetRootNodes(graph, nodes, &count));
    ck_assert_uint_eq(count, 1);
    ck_assert_ptr_eq(nodes[0], fill_node);
    ok(cuGraphNodeGetType(step_node, &type));
    ck_assert_int_eq(type, 0);
    ok(cuGraphInstantiateWithFlags(&exec, graph, 0));
    ok(cuGraphLaunch(exec, NULL));
    ck_assert_uint_eq(rig_word(p), 4);
    ok(cuGraphLaunch(exec, NULL)); /* begins anew each time */
    ck_assert_uint_eq(rig_word(p), 4);
    kernel.kernelParams = other;
    ok(cuGraphExecKernelNodeSetParams(exec, step_node, &kernel));
    ok(cuGraphLaunch(exec, NULL));
    ck_assert_uint_eq(rig_word(q), 101);
    ck_assert_uint_eq(rig_word(p), 2);
    ok(cuGraphAddDependencies(graph, &twice_node, &fill_node, 1));
    ok(cuGraphExecDestroy(exec));
    fails(cuGraphInstantiateWithFlags(&exec, graph, 0), INVALID_VALUE);
    fails(cuGraphLaunch(exec, NULL), INVALID_VALUE);
    ok(cuGraphDestroy(graph));
    fails(cuGraphDestroy(graph), INVALID_VALUE);
    fails(cuGraphNodeGetType(step_node, &type), INVALID_VALUE);
    ok(cuMemFree_v2(p));
    ok(cuMemFree_v2(q));
    ok(cuModuleUnload(module));
    rig_end();
}
END_TEST

/* Programs add nodes first and set their grids later. */
START_TEST(an_empty_grid_fails_when_its_graph_is_launched)
{
    CUDA_KERNEL_NODE_PARAMS_v1 kernel = {.gridDimX = 1,
                                         .gridDimZ = 1,
                                         .blockDimX = 1,
                                         .blockDimY = 1,
                                         .blockDimZ = 1};
    CUDA_GRAPH_INSTANTIATE_PARAMS how = {.result_out = -1};
    CUgraph graph, outer;
    CUgraphNode step, node;
    CUgraphExec exec, all;
    CUmodule module;
    CUdeviceptr p;
    void *params[] = {&p};

    rig_start();
    module = rig_module();
    p = rig_memory(4);
    ok(cuMemsetD32_v2(p, 5, 1));
    kernel.kernelParams = params;
    kernel.func = rig_function(module, "step");
    ok(cuGraphCreate(&graph, 0));
    ok(cuGraphAddKernelNode(&step, graph, NULL, 0, &kernel));
    ok(cuGraphInstantiateWithParams(&exec, graph, &how));
    ck_assert_int_eq(how.result_out, 0);
    fails(cuGraphLaunch(exec, NULL), INVALID_VALUE);
    ok(cuGraphCreate(&outer, 0));
    ok(cuGraphAddChildGraphNode(&node, outer, NULL, 0, graph));
    ok(cuGraphInstantiateWithFlags(&all, outer, 0));
    fails(cuGraphLaunch(all, NULL), INVALID_VALUE);
    ck_assert_uint_eq(rig_word(p), 5);
    kernel.gridDimY = 1;
    ok(cuGraphExecKernelNodeSetParams(exec, step, &kernel));
    ok(cuGraphLaunch(exec, NULL));
    ck_assert_uint_eq(rig_word(p), 6);
    kernel.blockDimX = 0;
    fails(cuGraphAddKernelNode(&step, graph, NULL, 0, &kernel), INVALID_VALUE);
    fails(cuGraphInstantiateWithParams(&exec, graph, NULL), INVALID_VALUE);
    ok(cuGraphExecDestroy(exec));
    ok(cuGraphExecDestroy(all));
    ok(cuGraphDestroy(graph));
    ok(cuGraphDestroy(outer));
    ok(cuMemFree_v2(p));
    ok(cuModuleUnload(module));
    rig_end();
}
END_TEST

static void count_down(void *data) {
    CUgraph graph;

    fails(cuGraphCreate(&graph, 0), NOT_PERMITTED);
    --*(int *)data;
}

START_TEST(user_objects_go_with_the_last_graph)
{
    int alive = 3;
    CUuserObject one, two, three;
    CUgraph graph, clone;
    CUgraphExec exec;

    rig_start();
    fails(cuUserObjectCreate(&one, &alive, count_down, 1, 0), INVALID_VALUE);
    fails(cuUserObjectCreate(&one, &alive, NULL, 1, 1), INVALID_VALUE);
    fails(cuUserObjectCreate(&one, &alive, count_down, 0, 1), INVALID_VALUE);
    ok(cuUserObjectCreate(&one, &alive, count_down, 1, 1));
    ok(cuUserObjectCreate(&two, &alive, count_down, 2, 1));
    ok(cuUserObjectCreate(&three, &alive, count_down, 1, 1));
    ok(cuUserObjectRetain(three, 1));
    fails(cuUserObjectRelease(three, 3), INVALID_VALUE);
    ok(cuUserObjectRelease(three, 1));
    ck_assert_int_eq(alive, 3);
    ok(cuUserObjectRelease(three, 1));
    ck_assert_int_eq(alive, 2);
    fails(cuUserObjectRelease(three, 1), INVALID_VALUE);
    ok(cuGraphCreate(&graph, 0));
    ok(cuGraphRetainUserObject(graph, one, 1, 1)); /* ours is the graph's now */
    ok(cuGraphRetainUserObject(graph, two, 1, 0));
    fails(cuGraphReleaseUserObject(graph, two, 2), INVALID_VALUE);
    ok(cuGraphReleaseUserObject(graph, two, 1));
    ok(cuUserObjectRelease(two, 1));
    ck_assert_int_eq(alive, 2);
    ok(cuUserObjectRelease(two, 1));
    ck_assert_int_eq(alive, 1);
    ok(cuGraphClone(&clone, graph));
    ok(cuGraphInstantiateWithFlags(&exec, graph, 0));
    ok(cuGraphDestroy(graph));
    ok(cuGraphDestroy(clone));
    ck_assert_int_eq(alive, 1);
    ok(cuGraphLaunch(exec, NULL));
    ok(cuGraphExecDestroy(exec));
    ck_assert_int_eq(alive, 0);
    rig_end();
}
END_TEST

START_TEST(a_child_graph_is_one_node)
{
    CUDA_MEMSET_NODE_PARAMS fill = {
        .value = 3, .elementSize = 4, .width = 1, .height = 1};
    CUDA_HOST_NODE_PARAMS host;
    unsigned word = 0;
    seen s = {.pinned = &word};
    CUgraph graph, child, clone;
    CUgraphNode node, after;
    CUgraphExec exec;

    rig_start();
    fill.dst = rig_memory(4);
    ok(cuGraphCreate(&child, 0));
    ok(cuGraphAddMemsetNode(&node, child, NULL, 0, &fill, context));
    ok(cuGraphCreate(&graph, 0));
    ok(cuGraphAddChildGraphNode(&node, graph, NULL, 0, child));
    host = (CUDA_HOST_NODE_PARAMS){look, &s};
    ok(cuGraphAddHostNode(&after, graph, &node, 1, &host));
    ok(cuGraphDestroy(child)); /* the node has a copy */
    fails(cuGraphAddChildGraphNode(&node, graph, NULL, 0, graph),
          INVALID_VALUE);
    ok(cuGraphClone(&clone, graph));
    ok(cuGraphDestroy(graph));
    ok(cuGraphInstantiate_v2(&exec, clone, NULL, NULL, 0));
    ok(cuGraphDestroy(clone));
    ok(cuGraphLaunch(exec, NULL));
    ck_assert_uint_eq(rig_word(fill.dst), 3);
    ck_assert_int_eq(s.calls, 1);
    ok(cuGraphExecDestroy(exec));
    ok(cuMemFree_v2(fill.dst));
    rig_end();
}
END_TEST

START_TEST(an_instantiated_graph_takes_other_work)
{
    CUDA_MEMSET_NODE_PARAMS fill = {
        .value = 3, .elementSize = 4, .width = 1, .height = 1};
    CUgraphExecUpdateResultInfo info;
    CUgraphExecUpdateResult result;
    CUgraphNode node, more, wrong;
    CUgraph graph, other;
    CUgraphExec exec;

    rig_start();
    fill.dst = rig_memory(4);
    ok(cuGraphCreate(&graph, 0));
    ok(cuGraphAddMemsetNode(&node, graph, NULL, 0, &fill, context));
    ok(cuGraphInstantiateWithFlags(&exec, graph, 0));
    ok(cuGraphDestroy(graph));
    fill.value = 8;
    ok(cuGraphCreate(&other, 0));
    ok(cuGraphAddMemsetNode(&node, other, NULL, 0, &fill, context));
    ok(cuGraphExecUpdate_v2(exec, other, &info));
    ck_assert_int_eq(info.result, CU_GRAPH_EXEC_UPDATE_SUCCESS);
    ok(cuGraphLaunch(exec, NULL));
    ck_assert_uint_eq(rig_word(fill.dst), 8);
    fill.value = 9; /* one node more: no */
    ok(cuGraphAddMemsetNode(&more, other, &node, 1, &fill, context));
    fails(cuGraphExecUpdate_v2(exec, other, &info), GRAPH_EXEC_UPDATE_FAILURE);
    ck_assert_int_eq(info.result, CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED);
    ok(cuGraphDestroy(other));
    ok(cuGraphCreate(&other, 0)); /* of another kind: no */
    ok(cuGraphAddEmptyNode(&node, other, NULL, 0));
    fails(cuGraphExecUpdate(exec, other, &wrong, &result),
          GRAPH_EXEC_UPDATE_FAILURE);
    ck_assert_int_eq(result, CU_GRAPH_EXEC_UPDATE_ERROR_NODE_TYPE_CHANGED);
    ck_assert_ptr_eq(wrong, node);
    ok(cuGraphDestroy(other));
    fails(cuGraphExecUpdate_v2(exec, NULL, &info), INVALID_VALUE);
    ok(cuMemsetD8_v2(fill.dst, 0, 4));
    ok(cuGraphLaunch(exec, NULL));
    ck_assert_uint_eq(rig_word(fill.dst), 8);
    ok(cuGraphExecDestroy(exec));
    ok(cuMemFree_v2(fill.dst));
    rig_end();
}
END_TEST

START_TEST(capture_turns_work_into_a_graph)
{
    CUdeviceptr p;
    CUstream main_stream, side;
    CUevent fork_event, join_event;
    CUgraph graph;
    CUgraphExec exec;
    CUmodule module;
    void *params[] = {&p};
    size_t count = 0;
    uint64_t id = 0;
    int status;

    rig_start();
    module = rig_module();
    p = rig_memory(4);
    ok(cuMemsetD32_v2(p, 50, 1));
    ok(cuStreamCreate(&main_stream, CU_STREAM_NON_BLOCKING));
    ok(cuStreamCreate(&side, CU_STREAM_NON_BLOCKING));
    ok(cuEventCreate(&fork_event, CU_EVENT_DISABLE_TIMING));
    ok(cuEventCreate(&join_event, CU_EVENT_DISABLE_TIMING));
    ok(cuStreamBeginCapture_v2(main_stream, 0));
    ok(cuStreamIsCapturing(main_stream, &status));
    ck_assert_int_eq(status, CU_STREAM_CAPTURE_STATUS_ACTIVE);
    ok(cuMemsetD32Async(p, 1, 1, main_stream));
    ok(cuEventRecord(fork_event, main_stream));
    ok(cuStreamWaitEvent(side, fork_event, 0));
    ok(cuStreamIsCapturing(side, &status));
    ck_assert_int_eq(status, CU_STREAM_CAPTURE_STATUS_ACTIVE);
    ok(rig_launch(rig_function(module, "step"), 1, side, params));
    ok(cuEventRecord(join_event, side));
    ok(cuStreamWaitEvent(main_stream, join_event, 0));
    ok(rig_launch(rig_function(module, "twice"), 1, main_stream, params));
    ok(cuStreamGetCaptureInfo_v2(main_stream, &status, &id, NULL, NULL,
                                 &count));
    ck_assert_uint_eq(count, 1);
    ok(cuStreamEndCapture(main_stream, &graph));
    ok(cuStreamIsCapturing(side, &status));
    ck_assert_int_eq(status, CU_STREAM_CAPTURE_STATUS_NONE);
    ck_assert_uint_eq(rig_word(p), 50); /* nothing has run yet */
    ok(cuGraphGetNodes(graph, NULL, &count));
    ck_assert_uint_eq(count, 3);
    ok(cuGraphInstantiateWithFlags(&exec, graph, 0));
    ok(cuGraphLaunch(exec, main_stream));
    ok(cuStreamSynchronize(main_stream));
    ck_assert_uint_eq(rig_word(p), 4);
    ok(cuGraphExecDestroy(exec));
    ok(cuGraphDestroy(graph));
    ok(cuStreamDestroy_v2(main_stream));
    ok(cuStreamDestroy_v2(side));
    ok(cuEventDestroy_v2(fork_event));
    ok(cuEventDestroy_v2(join_event));
    ok(cuMemFree_v2(p));
    ok(cuModuleUnload(module));
    rig_end();
}
END_TEST

/* Begins a capture in `stream`, and in `mode`. */
static void begin(CUstream stream, int mode) {
    ok(cuStreamBeginCapture_v2(stream, mode));
}

START_TEST(captures_end_where_they_began)
{
    CUstream a, b;
    CUevent event;
    CUgraph graph = NULL;

    rig_start();
    ok(cuStreamCreate(&a, 0));
    ok(cuStreamCreate(&b, 0));
    ok(cuEventCreate(&event, 0));
    fails(cuStreamEndCapture(a, &graph), ILLEGAL_STATE);
    fails(cuStreamBeginCapture_v2(NULL, 0), STREAM_CAPTURE_UNSUPPORTED);
    begin(a, 0);
    fails(cuStreamBeginCapture_v2(a, 0), ILLEGAL_STATE);
    ok(cuEventRecord(event, a));
    fails(cuEventQuery(event), CAPTURED_EVENT);
    ok(cuStreamWaitEvent(b, event, 0));
    fails(cuStreamEndCapture(b, &graph), STREAM_CAPTURE_UNMATCHED);
    ok(cuLaunchHostFunc(b, look, NULL)); /* not joined again */
    fails(cuStreamEndCapture(a, &graph), STREAM_CAPTURE_UNJOINED);
    ck_assert_ptr_null(graph);
    begin(a, 0);
    ok(cuEventCreate(&event, 0));
    ok(cuEventRecord(event, b));
    fails(cuStreamWaitEvent(a, event, 0), STREAM_CAPTURE_ISOLATION);
    fails(cuMemsetD8Async(0, 0, 0, a), STREAM_CAPTURE_INVALIDATED);
    fails(cuStreamEndCapture(a, &graph), STREAM_CAPTURE_INVALIDATED);
    begin(a, 0);
    begin(b, 0);
    ok(cuEventRecord(event, a));
    fails(cuStreamWaitEvent(b, event, 0), STREAM_CAPTURE_MERGE);
    fails(cuStreamEndCapture(a, &graph), STREAM_CAPTURE_INVALIDATED);
    fails(cuStreamEndCapture(b, &graph), STREAM_CAPTURE_INVALIDATED);
    ok(cuCtxDestroy_v2(context));
}
END_TEST

START_TEST(captures_forbid_what_cannot_be_captured)
{
    int relaxed = CU_STREAM_CAPTURE_MODE_RELAXED;
    CUdeviceptr p;
    CUstream a;
    CUgraph graph;

    rig_start();
    ok(cuStreamCreate(&a, 0));
    begin(a, CU_STREAM_CAPTURE_MODE_GLOBAL);
    fails(cuMemAlloc_v2(&p, 4), STREAM_CAPTURE_UNSUPPORTED);
    fails(cuStreamEndCapture(a, &graph), STREAM_CAPTURE_INVALIDATED);
    begin(a, CU_STREAM_CAPTURE_MODE_RELAXED);
    ok(cuMemAlloc_v2(&p, 4));
    ok(cuStreamEndCapture(a, &graph));
    ok(cuGraphDestroy(graph));
    begin(a, CU_STREAM_CAPTURE_MODE_GLOBAL);
    ok(cuThreadExchangeStreamCaptureMode(&relaxed));
    ck_assert_int_eq(relaxed, CU_STREAM_CAPTURE_MODE_GLOBAL);
    ok(cuMemFree_v2(p));
    ok(cuThreadExchangeStreamCaptureMode(&relaxed));
    ok(cuStreamEndCapture(a, &graph));
    ok(cuGraphDestroy(graph));
    begin(a, CU_STREAM_CAPTURE_MODE_RELAXED); /* in a blocking stream */
    p = 0;
    ok(cuMemAlloc_v2(&p, 4));
    fails(cuMemsetD8Async(p, 0, 4, NULL), STREAM_CAPTURE_IMPLICIT);
    fails(cuStreamEndCapture(a, &graph), STREAM_CAPTURE_INVALIDATED);
    begin(a, CU_STREAM_CAPTURE_MODE_RELAXED);
    fails(cuStreamSynchronize(a), STREAM_CAPTURE_UNSUPPORTED);
    fails(cuStreamEndCapture(a, &graph), STREAM_CAPTURE_INVALIDATED);
    begin(a, CU_STREAM_CAPTURE_MODE_GLOBAL);
    ok(cuStreamDestroy_v2(a)); /* and the capture with it */
    ok(cuMemFree_v2(p));
    rig_end();
}
END_TEST

/* A kernel that waits for a word, which another stream brings. */
static CUfunction await;
static CUstream awaiting;
static CUdeviceptr awaited;

static void *launch_await(void *arg) {
    void *params[] = {&awaited};

    if (cuCtxSetCurrent(context) ||
        cuLaunchKernel(await, 1, 1, 1, 1, 1, 1, 0, awaiting, params, NULL))
        return arg;
    return NULL;
}

START_TEST(streams_of_two_threads_work_together)
{
    unsigned seven = 7;
    CUmodule module;
    CUdeviceptr spare;
    CUstream other;
    CUevent event;
    pthread_t thread;
    void *wrong;

    rig_start();
    ok(cuModuleLoadData(&module, PTX_HEAD PTX_AWAIT));
    await = rig_function(module, "await");
    ok(cuStreamCreate(&awaiting, CU_STREAM_NON_BLOCKING));
    ok(cuStreamCreate(&other, CU_STREAM_NON_BLOCKING));
    awaited = rig_memory(4);
    ok(cuMemsetD8_v2(awaited, 0, 4));
    ck_assert_int_eq(pthread_create(&thread, NULL, launch_await, &wrong), 0);
    while (cuStreamQuery(awaiting) == CUDA_SUCCESS)
        sched_yield();
    spare = rig_memory(4); /* nothing of this waits for the kernel */
    ok(cuEventCreate(&event, 0));
    ok(cuEventRecord(event, other));
    ok(cuEventQuery(event));
    ok(cuStreamSynchronize(other));
    ok(cuEventDestroy_v2(event));
    fails(cuStreamQuery(awaiting), NOT_READY);
    ok(cuMemcpyHtoDAsync_v2(awaited, &seven, 4, other));
    ok(cuStreamSynchronize(awaiting));
    ck_assert_int_eq(pthread_join(thread, &wrong), 0);
    ck_assert_ptr_null(wrong);
    ok(cuStreamDestroy_v2(awaiting));
    ok(cuStreamDestroy_v2(other));
    ok(cuMemFree_v2(awaited));
    ok(cuMemFree_v2(spare));
    ok(cuModuleUnload(module));
    rig_end();
}
END_TEST

TESTS("driver streams", streams_of_two_threads_work_together,
      streams_know_what_they_are, events_measure_time,
      host_functions_run_in_their_place, graphs_run_in_the_order_of_their_edges,
      an_empty_grid_fails_when_its_graph_is_launched,
      user_objects_go_with_the_last_graph, a_child_graph_is_one_node,
      an_instantiated_graph_takes_other_work, capture_turns_work_into_a_graph,
      captures_end_where_they_began, captures_forbid_what_cannot_be_captured)
