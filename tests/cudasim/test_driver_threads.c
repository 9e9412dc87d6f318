/* SPDX-License-Identifier: Apache-2.0 */
/* Many threads at once: each with its own context, or all on one. */
#include "tests/cudasim/rig.h"

#include <pthread.h>

enum { THREADS = 8, ROUNDS = 15, WORDS = 64 };

/* What a round does; NULL when all was right. Check's assertions are not for
 * threads. */
static const char *one_round(CUfunction iota, CUstream stream) {
    unsigned out[WORDS], n = WORDS;
    CUdeviceptr p;
    void *params[] = {&p, &n};
    CUevent event;

    if (cuMemAlloc_v2(&p, sizeof out) || cuEventCreate(&event, 0))
        return "allocation";
    if (cuMemsetD8Async(p, 0xff, sizeof out, stream) ||
        rig_launch(iota, WORDS, stream, params) ||
        cuEventRecord(event, stream) || cuEventSynchronize(event) ||
        cuMemcpyDtoHAsync_v2(out, p, sizeof out, stream) ||
        cuStreamSynchronize(stream))
        return "work";
    for (unsigned i = 0; i < n; i++)
        if (out[i] != i)
            return "values";
    return cuEventDestroy_v2(event) || cuMemFree_v2(p) ? "release" : NULL;
}

static CUfunction shared_iota;

static void *on_one_context(void *arg) {
    const char *wrong = NULL;
    CUstream stream;

    (void)arg;
    if (cuCtxSetCurrent(context) || cuStreamCreate(&stream, 1))
        return "start";
    for (int i = 0; i < ROUNDS && !wrong; i++)
        wrong = one_round(shared_iota, stream);
    if (cuStreamDestroy_v2(stream))
        return "end";
    return (void *)wrong;
}

static void *on_its_own(void *arg) {
    const char *wrong = NULL;
    CUcontext own;
    CUmodule module;
    CUfunction iota;

    (void)arg;
    for (int i = 0; i < ROUNDS / 5 && !wrong; i++) {
        if (cuInit(0) || cuCtxCreate_v2(&own, 0, 0) ||
            cuModuleLoadData(&module, PTX_HEAD PTX_IOTA) ||
            cuModuleGetFunction(&iota, module, "iota"))
            return "start";
        wrong = one_round(iota, CU_STREAM_PER_THREAD);
        if (cuCtxDestroy_v2(own))
            return "end";
    }
    return (void *)wrong;
}

/* One faults, again and again, while the others work. */
static void *failing(void *arg) {
    CUcontext own;
    CUmodule module;
    CUfunction trap;

    (void)arg;
    for (int i = 0; i < ROUNDS / 5; i++) {
        if (cuInit(0) || cuCtxCreate_v2(&own, 0, 0) ||
            cuModuleLoadData(&module, PTX_HEAD PTX_TRAP) ||
            cuModuleGetFunction(&trap, module, "trap_now") ||
            rig_launch(trap, 1, NULL, NULL))
            return "start";
        if (cuCtxSynchronize() != CUDA_ERROR_LAUNCH_FAILED ||
            !*portkern_sim_last_report())
            return "fault";
        if (cuCtxDestroy_v2(own))
            return "end";
    }
    return NULL;
}

static void run(void *(*const bodies[THREADS])(void *)) {
    pthread_t threads[THREADS];
    void *wrong;

    for (int i = 0; i < THREADS; i++)
        ck_assert_int_eq(pthread_create(&threads[i], NULL, bodies[i], NULL), 0);
    for (int i = 0; i < THREADS; i++) {
        ck_assert_int_eq(pthread_join(threads[i], &wrong), 0);
        ck_assert_msg(!wrong, "%s", wrong ? (const char *)wrong : "");
    }
}

START_TEST(threads_share_a_context)
{
    void *(*bodies[THREADS])(void *);
    CUmodule module;

    rig_start();
    module = rig_module();
    shared_iota = rig_function(module, "iota");
    for (int i = 0; i < THREADS; i++)
        bodies[i] = on_one_context;
    run(bodies);
    ok(cuModuleUnload(module));
    rig_end();
}
END_TEST

START_TEST(threads_have_contexts_of_their_own)
{
    static const portkern_sim_count nothing = {0};
    portkern_sim_count left;
    void *(*bodies[THREADS])(void *);

    for (int i = 0; i < THREADS; i++)
        bodies[i] = i % 4 == 3 ? failing : on_its_own;
    run(bodies);
    portkern_sim_counts(&left);
    ck_assert_mem_eq(&left, &nothing, sizeof left);
}
END_TEST

/* A host function may wait for another thread that uses the driver. */
static CUcontext used_by_helper;

static void *helper(void *arg) {
    CUdeviceptr p;

    return cuCtxSetCurrent(used_by_helper) || cuMemAlloc_v2(&p, 4) ||
                   cuMemFree_v2(p)
               ? arg
               : NULL;
}

static void wait_for_helper(void *arg) {
    pthread_t thread;

    if (pthread_create(&thread, NULL, helper, arg) == 0)
        pthread_join(thread, arg);
}

START_TEST(host_functions_wait_for_others)
{
    void *result = &result;

    rig_start();
    used_by_helper = context;
    ok(cuLaunchHostFunc(NULL, wait_for_helper, &result));
    ok(cuCtxSynchronize());
    ck_assert_ptr_null(result);
    rig_end();
}
END_TEST

TESTS("driver threads", threads_share_a_context,
      threads_have_contexts_of_their_own, host_functions_wait_for_others)
