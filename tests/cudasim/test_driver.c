/* SPDX-License-Identifier: Apache-2.0 */
/* The driver: starting it, devices, contexts, names of functions and errors. */
#include "tests/cudasim/rig.h"

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

/* Runs `body` in a process of its own, since cuInit reads the environment
 * once; 0 when all is well. */
static int in_child(int (*body)(const void *arg), const void *arg) {
    int status = -1;
    pid_t child = fork();

    if (child == 0)
        _exit(body(arg));
    waitpid(child, &status, 0);
    return status;
}

START_TEST(nothing_works_before_init)
{
    int count;
    CUcontext made;

    fails(cuDeviceGetCount(&count), NOT_INITIALIZED);
    fails(cuDevicePrimaryCtxRetain(&made, 0), NOT_INITIALIZED);
    fails(cuCtxSynchronize(), NOT_INITIALIZED);
    fails(cuTexRefCreate(), NOT_INITIALIZED);
    fails(cuInit(1), INVALID_VALUE);
    ok(cuInit(0));
    ok(cuInit(0));
    ok(cuDeviceGetCount(&count));
    ck_assert_int_eq(count, 1);
}
END_TEST

static int check_forked(const void *arg) {
    CUdeviceptr p;
    int version;

    (void)arg;
    return cuInit(0) != CUDA_ERROR_NOT_INITIALIZED ||
           cuMemAlloc_v2(&p, 4) != CUDA_ERROR_NOT_INITIALIZED ||
           cuDriverGetVersion(&version) != CUDA_SUCCESS ||
           *portkern_sim_last_report() != 0;
}

START_TEST(a_forked_child_has_no_driver)
{
    rig_start();
    ck_assert_int_eq(in_child(check_forked, NULL), 0);
    rig_end();
}
END_TEST

START_TEST(there_is_one_device)
{
    CUdevice device = 7;
    char text[64];
    size_t bytes;
    int major, minor, can;
    CUuuid id;

    ok(cuInit(0));
    ok(cuDeviceGet(&device, 0));
    fails(cuDeviceGet(&device, 1), INVALID_DEVICE);
    fails(cuDeviceGet(&device, -1), INVALID_DEVICE);
    fails(cuDeviceGet(NULL, 0), INVALID_VALUE);
    ok(cuDeviceGetName(text, sizeof text, device));
    ck_assert_str_eq(text, "portkern simulator (sm_90, like H100)");
    ok(cuDeviceGetName(text, 9, device)); /* cut, and ended */
    ck_assert_str_eq(text, "portkern");
    fails(cuDeviceGetName(text, 64, 3), INVALID_DEVICE);
    ok(cuDeviceTotalMem_v2(&bytes, device));
    ck_assert_uint_gt(bytes, 1 << 20);
    ok(cuDeviceComputeCapability(&major, &minor, device));
    ck_assert_int_eq(major * 10 + minor, 90);
    ok(cuDeviceGetUuid_v2(&id, device));
    ok(cuDeviceGetPCIBusId(text, sizeof text, device));
    device = 9;
    ok(cuDeviceGetByPCIBusId(&device, text));
    ck_assert_int_eq(device, 0);
    fails(cuDeviceGetByPCIBusId(&device, "0000:ff:00.0"), INVALID_DEVICE);
    ok(cuDeviceCanAccessPeer(&can, 0, 0));
    ck_assert_int_eq(can, 0);
}
END_TEST

static int attribute(int number) {
    int value = -1;

    ok(cuDeviceGetAttribute(&value, number, 0));
    return value;
}

START_TEST(attributes_are_the_profiles)
{
    int value;

    ok(cuInit(0));
    ck_assert_int_eq(attribute(1), 1024);      /* threads of a block */
    ck_assert_int_eq(attribute(4), 64);        /* of them along z */
    ck_assert_int_eq(attribute(5), INT32_MAX); /* blocks along x */
    ck_assert_int_eq(attribute(8), 49152);     /* shared memory */
    ck_assert_int_eq(attribute(10), 32);       /* warp */
    ck_assert_int_eq(attribute(16), 132);      /* multiprocessors */
    ck_assert_int_eq(attribute(75), 9);        /* compute capability */
    ck_assert_int_eq(attribute(97), 232448);   /* shared memory, opted in */
    ck_assert_int_eq(attribute(115), 1);       /* pools */
    fails(cuDeviceGetAttribute(&value, 0, 0), INVALID_VALUE);
    fails(cuDeviceGetAttribute(&value, 4711, 0), INVALID_VALUE);
    fails(cuDeviceGetAttribute(&value, 1, 1), INVALID_DEVICE);
    for (int i = 1; i <= 147; i++)
        attribute(i);
}
END_TEST

typedef struct preset {
    const char *name;
    int major, minor, shared, threads;
} preset;

static int check_preset(const void *arg) {
    const preset *p = arg;
    int major, minor, shared, threads;

    setenv("PORTKERN_SIM_DEVICE", p->name, 1);
    if (cuInit(0) || cuDeviceComputeCapability(&major, &minor, 0) ||
        cuDeviceGetAttribute(&shared, 97, 0) ||
        cuDeviceGetAttribute(&threads, 39, 0))
        return 1;
    return major != p->major || minor != p->minor || shared != p->shared ||
           threads != p->threads;
}

START_TEST(the_environment_chooses_the_device)
{
    static const preset presets[] = {{"sm_75", 7, 5, 65536, 1024},
                                     {"sm_80", 8, 0, 166912, 2048},
                                     {"sm_90", 9, 0, 232448, 2048},
                                     {"sm_100", 10, 0, 232448, 2048}};

    for (size_t i = 0; i < sizeof presets / sizeof *presets; i++)
        ck_assert_msg(in_child(check_preset, &presets[i]) == 0, "%s",
                      presets[i].name);
}
END_TEST

static int check_refused(const void *arg) {
    const char *const *setting = arg;

    setenv(setting[0], setting[1], 1);
    return cuInit(0) != CUDA_ERROR_INVALID_VALUE;
}

START_TEST(a_bad_environment_fails_init)
{
    static const char *const bad[][2] = {
        {"PORTKERN_SIM_DEVICE", "sm_1"},
        {"PORTKERN_SIM_FUEL", "lots"},
        {"PORTKERN_SIM_FUEL", "-1"},
        {"PORTKERN_CHECK", "bounds,spelling"},
        {"PORTKERN_SIM_FAULT", "cuMemAlloc"},
        {"PORTKERN_SIM_FAULT", "cuMemAlloc:0:2"},
        {"PORTKERN_SIM_FAULT", "cuMemAlloc:1:NO_SUCH_ERROR"},
        {"PORTKERN_SIM_FAULT", "cuNoSuchCall:1:2"},
        {"PORTKERN_SIM_FAULT", "cuMemAlloc:1:2:stick"},
        {"PORTKERN_SIM_REPORT", "/no/such/folder/report"},
    };

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        ck_assert_msg(in_child(check_refused, bad[i]) == 0, "%s=%s", bad[i][0],
                      bad[i][1]);
}
END_TEST

/* A kernel that runs and one that fails; the rest is written at the end. */
static int fill_report(const void *arg) {
    CUmodule module;
    CUfunction nothing, trap;

    setenv("PORTKERN_SIM_REPORT", arg, 1);
    if (cuInit(0) || cuCtxCreate_v2(&context, 0, 0) ||
        cuModuleLoadData(&module, PTX_ALL) ||
        cuModuleGetFunction(&nothing, module, "nothing") ||
        cuModuleGetFunction(&trap, module, "trap_now") ||
        rig_launch(nothing, 32, NULL, NULL) || rig_launch(trap, 1, NULL, NULL))
        _exit(1);
    cuTexObjectCreate();
    cuCtxDestroy_v2(context);
    exit(0);
}

START_TEST(reports_go_where_they_are_wanted)
{
    char name[] = "/tmp/cudasim-report-XXXXXX", text[4096] = "";
    int file = mkstemp(name);
    ssize_t length;

    ck_assert_int_ge(file, 0);
    ck_assert_int_eq(in_child(fill_report, name), 0);
    length = read(file, text, sizeof text - 1);
    close(file);
    unlink(name);
    ck_assert_int_gt(length, 0);
    ck_assert_msg(strstr(text, "in trap_now") != NULL, "%s", text);
    ck_assert_msg(strstr(text, "nothing") != NULL, "%s", text);
    ck_assert_msg(strstr(text, "cuTexObjectCreate is not simulated\n") != NULL,
                  "%s", text);
}
END_TEST

START_TEST(errors_have_names_and_words)
{
    const char *text;

    ok(cuGetErrorName(CUDA_ERROR_ILLEGAL_ADDRESS, &text));
    ck_assert_str_eq(text, "CUDA_ERROR_ILLEGAL_ADDRESS");
    ok(cuGetErrorString(CUDA_ERROR_ILLEGAL_ADDRESS, &text));
    ck_assert_str_eq(text, "an illegal memory access was encountered");
    ok(cuGetErrorString(CUDA_SUCCESS, &text));
    ck_assert_str_eq(text, "no error");
    fails(cuGetErrorName((CUresult)12345, &text), INVALID_VALUE);
    ck_assert_ptr_null(text);
    fails(cuGetErrorName(CUDA_SUCCESS, NULL), INVALID_VALUE);
}
END_TEST

typedef void (*function)(void);

static function lookup(const char *name, int version, uint64_t flags) {
    function found = NULL;
    void *address;
    int status;

    ok(cuGetProcAddress_v2(name, &address, version, flags, &status));
    memcpy(&found, &address, sizeof found);
    ck_assert_int_eq(status, found ? 0 : status);
    return found;
}

START_TEST(functions_are_found_by_version)
{
    void *address;
    int status;

    ck_assert(lookup("cuCtxCreate", 3020, 0) == (function)cuCtxCreate_v2);
    ck_assert(lookup("cuCtxCreate", 11040, 0) == (function)cuCtxCreate_v3);
    ck_assert(lookup("cuCtxCreate", 13000, 0) == (function)cuCtxCreate_v4);
    ck_assert(lookup("cuMemAlloc", 13000, 0) == (function)cuMemAlloc_v2);
    ck_assert(lookup("cuLaunchKernel", 13000, 2) ==
              (function)cuLaunchKernel_ptsz);
    ck_assert(lookup("cuLaunchKernel_ptsz", 13000, 0) ==
              (function)cuLaunchKernel_ptsz);
    ck_assert(lookup("cuMemcpyHtoD", 13000, 2) ==
              (function)cuMemcpyHtoD_v2_ptds);
    ck_assert(lookup("cuMemAlloc", 13000, 2) == (function)cuMemAlloc_v2);
    ok(cuGetProcAddress_v2("cuNoSuchCall", &address, 13000, 0, &status));
    ck_assert_ptr_null(address);
    ck_assert_int_eq(status, CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND);
    ok(cuGetProcAddress_v2("cuMemAllocAsync", &address, 11010, 0, &status));
    ck_assert_ptr_null(address);
    ck_assert_int_eq(status, CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT);
    fails(cuGetProcAddress("cuNoSuchCall", &address, 13000, 0), NOT_FOUND);
    fails(cuGetProcAddress("cuInit", NULL, 13000, 0), INVALID_VALUE);
    fails(cuGetProcAddress("cuInit", &address, 13000, 99), INVALID_VALUE);
}
END_TEST

START_TEST(there_are_no_private_tables)
{
    const void *table = &table;
    CUuuid id = {{1, 2, 3}};

    fails(cuGetExportTable(&table, &id), NOT_FOUND);
    ck_assert_ptr_null(table);
}
END_TEST

START_TEST(contexts_stack_up_in_each_thread)
{
    CUcontext first, second, seen;

    ok(cuInit(0));
    ok(cuCtxGetCurrent(&seen));
    ck_assert_ptr_null(seen);
    fails(cuCtxSynchronize(), INVALID_CONTEXT);
    fails(cuCtxPopCurrent_v2(&seen), INVALID_CONTEXT);
    ok(cuCtxCreate_v2(&first, 0, 0));
    ok(cuCtxCreate_v4(&second, NULL, 0, 0));
    ok(cuCtxGetCurrent(&seen));
    ck_assert_ptr_eq(seen, second);
    ok(cuCtxPopCurrent_v2(&seen));
    ck_assert_ptr_eq(seen, second);
    ok(cuCtxGetCurrent(&seen));
    ck_assert_ptr_eq(seen, first);
    ok(cuCtxPushCurrent_v2(second));
    ok(cuCtxSetCurrent(first)); /* in the place of the second */
    ok(cuCtxDestroy_v2(second));
    ok(cuCtxDestroy_v2(first)); /* which is current, and so is popped */
    fails(cuCtxSynchronize(), CONTEXT_IS_DESTROYED); /* pushed twice */
    ok(cuCtxSetCurrent(NULL));
    fails(cuCtxSynchronize(), INVALID_CONTEXT);
    fails(cuCtxDestroy_v2(first), INVALID_CONTEXT);
    fails(cuCtxPushCurrent_v2(first), INVALID_CONTEXT);
    fails(cuCtxSetCurrent((CUcontext)&first), INVALID_CONTEXT);
    fails(cuCtxCreate_v2(NULL, 0, 0), INVALID_VALUE);
    fails(cuCtxCreate_v2(&first, 0, 1), INVALID_DEVICE);
    fails(cuCtxCreate_v2(&first, 0x100, 0), INVALID_VALUE);
}
END_TEST

static void *other_thread(void *arg) {
    CUcontext seen = arg;
    CUresult first = cuCtxGetCurrent(&seen);

    return first == CUDA_SUCCESS && !seen &&
                   cuCtxSynchronize() == CUDA_ERROR_INVALID_CONTEXT &&
                   cuCtxSetCurrent(arg) == CUDA_SUCCESS &&
                   cuCtxSynchronize() == CUDA_SUCCESS
               ? NULL
               : arg;
}

START_TEST(the_last_to_detach_destroys_the_context)
{
    CUcontext made, same, current;
    portkern_sim_count left;

    ok(cuInit(0));
    for (int i = 0; i < 200; i++) { /* a stack holds 64 */
        ok(cuCtxCreate_v2(&made, 0, 0));
        ok(cuCtxDetach(made));
    }
    ok(cuCtxCreate_v2(&context, 0, 0));
    ok(cuCtxCreate_v2(&made, 0, 0));
    ok(cuCtxAttach(&same, 0));
    ck_assert_ptr_eq(same, made);
    fails(cuCtxDetach(context), INVALID_CONTEXT); /* not current */
    ok(cuCtxDetach(made));
    ok(cuCtxGetCurrent(&current));
    ck_assert_ptr_eq(current, made);
    ok(cuCtxDetach(made));
    ok(cuCtxGetCurrent(&current));
    ck_assert_ptr_eq(current, context);
    fails(cuCtxDetach(made), INVALID_CONTEXT);
    fails(cuCtxDetach(NULL), INVALID_CONTEXT);
    ok(cuCtxDetach(context));
    portkern_sim_counts(&left);
    ck_assert_uint_eq(left.contexts, 0);
    /* The primary one stays with those who retain it. */
    ok(cuDevicePrimaryCtxRetain(&made, 0));
    ok(cuCtxSetCurrent(made));
    fails(cuCtxDetach(made), INVALID_CONTEXT);
    ok(cuCtxAttach(&same, 0));
    ok(cuCtxDetach(made));
    ok(cuCtxSynchronize());
    ok(cuDevicePrimaryCtxRelease_v2(0));
}
END_TEST

START_TEST(a_context_is_current_in_one_thread_only)
{
    pthread_t thread;
    void *failed;

    rig_start();
    ck_assert_int_eq(pthread_create(&thread, NULL, other_thread, context), 0);
    ck_assert_int_eq(pthread_join(thread, &failed), 0);
    ck_assert_ptr_null(failed);
    rig_end();
}
END_TEST

START_TEST(the_primary_context_counts_its_users)
{
    CUcontext first, second;
    CUdeviceptr memory;
    unsigned flags;
    int active;

    ok(cuInit(0));
    fails(cuDevicePrimaryCtxRelease_v2(0), INVALID_CONTEXT);
    ok(cuDevicePrimaryCtxSetFlags_v2(0, 4));
    ok(cuDevicePrimaryCtxRetain(&first, 0));
    ok(cuDevicePrimaryCtxRetain(&second, 0));
    ck_assert_ptr_eq(first, second);
    ok(cuDevicePrimaryCtxGetState(0, &flags, &active));
    ck_assert_int_eq(active, 1);
    ck_assert_uint_eq(flags, 4);
    ok(cuCtxSetCurrent(first));
    ok(cuMemAlloc_v2(&memory, 1000));
    ok(cuDevicePrimaryCtxRelease_v2(0));
    ok(cuCtxSynchronize());
    fails(cuCtxDestroy_v2(first), INVALID_CONTEXT);
    ok(cuDevicePrimaryCtxRelease_v2(0));
    fails(cuCtxSynchronize(), CONTEXT_IS_DESTROYED);
    ok(cuDevicePrimaryCtxGetState(0, &flags, &active));
    ck_assert_int_eq(active, 0);
    ok(cuDevicePrimaryCtxRetain(&second, 0)); /* the same handle, empty */
    ck_assert_ptr_eq(first, second);
    fails(cuMemFree_v2(memory), INVALID_VALUE);
    ok(cuDevicePrimaryCtxReset_v2(0));
    ok(cuCtxSynchronize());
    ok(cuDevicePrimaryCtxRelease_v2(0));
}
END_TEST

START_TEST(a_context_keeps_what_is_set)
{
    size_t value;
    int least, greatest, config;
    unsigned version;
    unsigned long long id;
    CUdevice device;

    rig_start();
    ok(cuCtxGetLimit(&value, CU_LIMIT_STACK_SIZE));
    ck_assert_uint_eq(value, 1024);
    ok(cuCtxSetLimit(CU_LIMIT_STACK_SIZE, 4000));
    ok(cuCtxGetLimit(&value, CU_LIMIT_STACK_SIZE));
    ck_assert_uint_eq(value, 4000);
    fails(cuCtxSetLimit(77, 1), INVALID_VALUE);
    fails(cuCtxSetLimit(9, 1), UNSUPPORTED_LIMIT);
    ok(cuCtxSetCacheConfig(2));
    ok(cuCtxGetCacheConfig(&config));
    ck_assert_int_eq(config, 2);
    ok(cuCtxGetStreamPriorityRange(&least, &greatest));
    ck_assert_int_eq(least, 0);
    ck_assert_int_eq(greatest, -5);
    ok(cuCtxGetApiVersion(context, &version));
    ok(cuCtxGetId(NULL, &id));
    ok(cuCtxGetDevice(&device));
    ck_assert_int_eq(device, 0);
    rig_end();
}
END_TEST

START_TEST(destroying_a_context_gives_everything_back)
{
    CUdeviceptr memory;
    CUstream stream;
    CUevent event;
    void *host;

    rig_start();
    rig_module();
    ok(cuMemAlloc_v2(&memory, 100));
    ok(cuMemAllocAsync(&memory, 100, NULL));
    ok(cuMemHostAlloc(&host, 100, 0));
    ok(cuMemAllocManaged(&memory, 100, 1));
    ok(cuStreamCreate(&stream, 0));
    ok(cuEventCreate(&event, 0));
    ok(cuStreamBeginCapture_v2(stream, 0));
    ok(cuCtxDestroy_v2(context));
    rig_start();
    fails(cuStreamDestroy_v2(stream), INVALID_HANDLE);
    rig_end();
}
END_TEST

START_TEST(what_is_not_simulated_says_so)
{
    ok(cuInit(0));
    fails(cuTexObjectCreate(), NOT_SUPPORTED);
    fails(cuArrayCreate_v2(), NOT_SUPPORTED);
    fails(cuIpcGetMemHandle(), NOT_SUPPORTED);
    fails(cuMemAlloc(), NOT_SUPPORTED); /* of before CUDA 3.2 */
    fails(cuGreenCtxStreamCreate(), NOT_SUPPORTED);
}
END_TEST

START_TEST(calls_are_counted)
{
    uint64_t before = portkern_sim_calls("cuMemAlloc");
    CUdeviceptr p;

    rig_start();
    for (int i = 0; i < 5; i++) {
        ok(cuMemAlloc_v2(&p, 8));
        ok(cuMemFree_v2(p));
    }
    ck_assert_uint_eq(portkern_sim_calls("cuMemAlloc") - before, 5);
    ck_assert_uint_eq(portkern_sim_calls("cuMemAlloc_v2") - before, 5);
    ck_assert_uint_eq(portkern_sim_calls("cuNoSuchCall"), 0);
    rig_end();
}
END_TEST

TESTS("driver", nothing_works_before_init, a_forked_child_has_no_driver,
      there_is_one_device, attributes_are_the_profiles,
      the_environment_chooses_the_device, a_bad_environment_fails_init,
      reports_go_where_they_are_wanted, errors_have_names_and_words,
      functions_are_found_by_version, there_are_no_private_tables,
      contexts_stack_up_in_each_thread, the_last_to_detach_destroys_the_context,
      a_context_is_current_in_one_thread_only,
      the_primary_context_counts_its_users, a_context_keeps_what_is_set,
      destroying_a_context_gives_everything_back, what_is_not_simulated_says_so,
      calls_are_counted)
