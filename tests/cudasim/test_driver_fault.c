/* SPDX-License-Identifier: Apache-2.0 */
/* Faults on demand: every entry point gives every error that it is told to,
 * at the call that it is told, and nothing is lost by it. */
#include "tests/cudasim/rig.h"

typedef CUresult (*any)(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t,
                        uint64_t, uint64_t, uint64_t, uint64_t, uint64_t,
                        uint64_t);

typedef struct row {
    const char *symbol, *needs;
    void (*function)(void);
} row;

static const row rows[] = {
#define CUDA(name, version, since, body, needs, streams, params, args)         \
    {#name #version, #needs, (void (*)(void))name##version},
#define REFUSED(name, version, since, streams)                                 \
    {#name #version, "INIT", (void (*)(void))name##version},
#include "sim/driver/driver.def"
#undef CUDA
#undef REFUSED
};

/* Arguments are all 0: a call that a fault ends does not look at them, and one
 * that gives something back refuses them. More of them than a function has do
 * no harm in any ABI that CUDA knows, and the sanitizer need not tell. */
__attribute__((no_sanitize("undefined"))) static CUresult call(const row *r) {
    any function;

    memcpy(&function, &r->function, sizeof function);
    return function(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
}

START_TEST(every_function_fails_as_it_is_told)
{
    static const int codes[] = {1, 2, 3, 100, 201, 400, 700, 719, 999};
    char plan[128];
    size_t injected = 0;

    rig_start();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (size_t k = 0; k < sizeof codes / sizeof *codes; k++) {
            snprintf(plan, sizeof plan, "%s:1:%d", rows[i].symbol, codes[k]);
            ck_assert_int_eq(portkern_sim_fault(plan), 0);
            ck_assert_msg((int)call(&rows[i]) == codes[k], "%s", plan);
            injected++;
        }
    ck_assert_int_eq(portkern_sim_fault(""), 0);
    ck_assert_uint_gt(injected, 3000);
    ok(cuCtxSetCurrent(context)); /* some of the calls popped it */
    ok(cuCtxSynchronize());
    rig_end();
}
END_TEST

START_TEST(only_the_nth_call_fails)
{
    CUdeviceptr p[5];

    rig_start();
    ck_assert_int_eq(portkern_sim_fault("cuMemAlloc:3:OUT_OF_MEMORY"), 0);
    for (int i = 0; i < 5; i++)
        ck_assert_int_eq(cuMemAlloc_v2(&p[i], 8),
                         i == 2 ? CUDA_ERROR_OUT_OF_MEMORY : CUDA_SUCCESS);
    for (int i = 0; i < 5; i++)
        if (i != 2)
            ok(cuMemFree_v2(p[i]));
    rig_end();
}
END_TEST

START_TEST(what_is_given_back_is_gone_all_the_same)
{
    CUdeviceptr p;

    rig_start();
    p = rig_memory(8);
    ck_assert_int_eq(portkern_sim_fault("cuMemFree:1:719"), 0);
    fails(cuMemFree_v2(p), LAUNCH_FAILED);
    rig_end();
}
END_TEST

START_TEST(sticky_faults_kill_the_context)
{
    CUdeviceptr p;
    int count;

    rig_start();
    ck_assert_int_eq(
        portkern_sim_fault("cuMemsetD8:2:CUDA_ERROR_ILLEGAL_ADDRESS:sticky"),
        0);
    p = rig_memory(8);
    ok(cuMemsetD8_v2(p, 0, 8));
    fails(cuMemsetD8_v2(p, 0, 8), ILLEGAL_ADDRESS);
    fails(cuCtxSynchronize(), ILLEGAL_ADDRESS);
    fails(cuMemAlloc_v2(&p, 8), ILLEGAL_ADDRESS);
    ok(cuCtxDestroy_v2(context));
    rig_start();
    rig_end();
    ck_assert_int_eq(portkern_sim_fault("cuDeviceGetCount:1:100:sticky"), 0);
    fails(cuDeviceGetCount(&count), NO_DEVICE); /* no context to kill */
    fails(cuDeviceGetCount(&count), NO_DEVICE);
    ck_assert_int_eq(portkern_sim_fault(""), 0);
    ok(cuDeviceGetCount(&count));
}
END_TEST

START_TEST(plans_may_be_several)
{
    CUdeviceptr p;

    rig_start();
    ck_assert_int_eq(
        portkern_sim_fault("cuMemAlloc:1:2,cuMemAlloc_v2:2:3,cuMemFree:1:1"),
        0);
    fails(cuMemAlloc_v2(&p, 8), OUT_OF_MEMORY);
    fails(cuMemAlloc_v2(&p, 8), NOT_INITIALIZED);
    ok(cuMemAlloc_v2(&p, 8));
    fails(cuMemFree_v2(p), INVALID_VALUE);
    ck_assert_int_eq(portkern_sim_fault("cuMemAlloc:1:2,"), -1);
    ck_assert_int_eq(portkern_sim_fault("cuMemAlloc:1"), -1);
    ck_assert_int_eq(portkern_sim_fault("cuMemAlloc:1:2:sticky:more"), -1);
    ck_assert_int_eq(portkern_sim_fault("cuMemAlloc:-1:2"), -1);
    ck_assert_int_eq(portkern_sim_fault("cuMemAlloc:1:0"), -1);
    ck_assert_int_eq(portkern_sim_fault(NULL), -1);
    rig_end();
}
END_TEST

START_TEST(the_environment_holds_a_plan)
{
    setenv("PORTKERN_SIM_FAULT", "cuInit:1:NO_DEVICE", 1);
    fails(cuInit(0), NO_DEVICE);
    ok(cuInit(0));
}
END_TEST

TESTS("driver faults", every_function_fails_as_it_is_told,
      only_the_nth_call_fails, what_is_given_back_is_gone_all_the_same,
      sticky_faults_kill_the_context, plans_may_be_several,
      the_environment_holds_a_plan)
