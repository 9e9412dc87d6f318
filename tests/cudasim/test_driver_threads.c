/* SPDX-License-Identifier: Apache-2.0 */
/* Many threads at once: each with its own context, or all on one. */
#include "tests/cudasim/rig.h"

#include <pthread.h>
#include <sched.h>

enum { THREADS = 8, ROUNDS = 15, WORDS = 64 };

/* Runs one round; returns NULL when all was right. Check's assertions are not
 * for threads. */
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

/* ---- while a kernel runs ---- */

/* A kernel of another thread: long enough that what is done beside it is done
 * while it runs. */
typedef struct long_kernel {
    pthread_t thread;
    CUfunction function;
    CUstream stream;
    CUdeviceptr word;
    unsigned rounds;
    CUresult result;
    _Atomic bool ended;
} long_kernel;

static void *launch_long(void *arg) {
    long_kernel *it = arg;
    void *params[] = {&it->word, &it->rounds};

    it->result = cuCtxSetCurrent(context);
    if (it->result == CUDA_SUCCESS)
        it->result = rig_launch(it->function, 1, it->stream, params);
    it->ended = true;
    return NULL;
}

static CUmodule start_long(long_kernel *it, unsigned rounds) {
    CUmodule module;

    *it = (long_kernel){.rounds = rounds, .word = rig_memory(4)};
    ok(cuModuleLoadData(&module, PTX_HEAD PTX_LONG));
    it->function = rig_function(module, "take_long");
    ok(cuStreamCreate(&it->stream, CU_STREAM_NON_BLOCKING));
    ck_assert_int_eq(pthread_create(&it->thread, NULL, launch_long, it), 0);
    while (cuStreamQuery(it->stream) == CUDA_SUCCESS && !it->ended)
        sched_yield(); /* not begun */
    return module;
}

static void end_long(long_kernel *it) {
    ok(cuStreamSynchronize(it->stream));
    ok(cuStreamQuery(it->stream));
    ck_assert_uint_eq(rig_word(it->word), it->rounds);
    ck_assert_int_eq(pthread_join(it->thread, NULL), 0);
    ok(it->result);
    ok(cuStreamDestroy_v2(it->stream));
    ok(cuMemFree_v2(it->word));
}

enum { LONG = 1000000 };

START_TEST(other_work_is_done_beside_a_kernel)
{
    CUdeviceptr other;
    CUstream beside;
    CUevent event;
    CUmodule module;
    long_kernel it;
    unsigned seven = 7;

    rig_start();
    module = start_long(&it, LONG);
    ok(cuEventCreate(&event, 0));
    ok(cuStreamCreate(&beside, CU_STREAM_NON_BLOCKING));
    other = rig_memory(4);
    ok(cuMemcpyHtoDAsync_v2(other, &seven, 4, beside));
    ok(cuEventRecord(event, beside));
    ok(cuEventQuery(event));
    ok(cuStreamSynchronize(beside));
    ck_assert_uint_eq(rig_word(other), 7);
    end_long(&it);
    ok(cuMemFree_v2(other));
    ok(cuStreamDestroy_v2(beside));
    ok(cuEventDestroy_v2(event));
    ok(cuModuleUnload(module));
    rig_end();
}
END_TEST

START_TEST(work_in_its_stream_comes_after_a_kernel)
{
    CUmodule module;
    long_kernel it;
    unsigned found = 0;

    rig_start();
    module = start_long(&it, LONG);
    ok(cuMemcpyDtoHAsync_v2(&found, it.word, 4, it.stream));
    ck_assert_uint_eq(found, it.rounds);
    end_long(&it);
    ok(cuModuleUnload(module));
    rig_end();
}
END_TEST

START_TEST(the_context_waits_for_kernels_of_all_threads)
{
    CUmodule module;
    long_kernel it;

    rig_start();
    module = start_long(&it, LONG);
    ok(cuCtxSynchronize());
    ok(cuStreamQuery(it.stream));
    end_long(&it);
    ok(cuModuleUnload(module));
    rig_end();
}
END_TEST

START_TEST(what_a_kernel_uses_goes_after_it)
{
    CUmodule module;
    long_kernel it;

    rig_start();
    module = start_long(&it, LONG);
    ok(cuModuleUnload(module));
    ck_assert_uint_eq(rig_word(it.word), it.rounds);
    end_long(&it);
    rig_end();
}
END_TEST

TESTS("driver threads", threads_share_a_context,
      threads_have_contexts_of_their_own, host_functions_wait_for_others,
      other_work_is_done_beside_a_kernel,
      work_in_its_stream_comes_after_a_kernel,
      the_context_waits_for_kernels_of_all_threads,
      what_a_kernel_uses_goes_after_it)
