/* SPDX-License-Identifier: Apache-2.0 */
/* Modules, functions, launches, and what comes of kernels that fail. */
#include "tests/cudasim/rig.h"

#include <math.h>

START_TEST(kernels_run)
{
    unsigned out[1000], n = 1000;
    CUdeviceptr p;
    CUmodule module;
    CUfunction iota;
    void *params[] = {&p, &n};
    struct {
        CUdeviceptr p;
        unsigned n;
    } packed;
    size_t size = sizeof packed;
    void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &packed,
                     CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END};

    rig_start();
    module = rig_module();
    iota = rig_function(module, "iota");
    p = rig_memory(sizeof out);
    ok(cuLaunchKernel(iota, 8, 1, 1, 128, 1, 1, 0, NULL, params, NULL));
    ok(cuCtxSynchronize());
    ok(cuMemcpyDtoH_v2(out, p, sizeof out));
    for (unsigned i = 0; i < n; i++)
        ck_assert_uint_eq(out[i], i);
    ok(cuMemsetD8_v2(p, 0, sizeof out));
    packed.p = p, packed.n = 10;
    ok(cuLaunchKernel(iota, 1, 1, 1, 32, 1, 1, 0, NULL, NULL, extra));
    ck_assert_uint_eq(rig_word(p + 36), 9);
    ck_assert_uint_eq(rig_word(p + 40), 0);
    size = 8;
    fails(cuLaunchKernel(iota, 1, 1, 1, 32, 1, 1, 0, NULL, NULL, extra),
          INVALID_VALUE);
    fails(cuLaunchKernel(iota, 1, 1, 1, 32, 1, 1, 0, NULL, params, extra),
          INVALID_VALUE);
    fails(cuLaunchKernel(iota, 1, 1, 1, 32, 1, 1, 0, NULL, NULL, NULL),
          INVALID_VALUE);
    params[1] = NULL;
    fails(cuLaunchKernel(iota, 1, 1, 1, 32, 1, 1, 0, NULL, params, NULL),
          INVALID_VALUE);
    ok(cuMemFree_v2(p));
    ok(cuModuleUnload(module));
    rig_end();
}
END_TEST

static CUresult launch(CUfunction function, unsigned gx, unsigned gy,
                       unsigned bx, unsigned by, unsigned bz, unsigned shared) {
    return cuLaunchKernel(function, gx, gy, 1, bx, by, bz, shared, NULL, NULL,
                          NULL);
}

START_TEST(launches_over_the_limits_are_errors)
{
    CUmodule module;
    CUfunction nothing;

    rig_start();
    module = rig_module();
    nothing = rig_function(module, "nothing");
    ok(launch(nothing, 1, 1, 1024, 1, 1, 0));
    ok(launch(nothing, 3, 2, 4, 4, 64, 0));
    fails(launch(nothing, 0, 1, 1, 1, 1, 0), INVALID_VALUE);
    fails(launch(nothing, 1, 1, 0, 1, 1, 0), INVALID_VALUE);
    fails(launch(nothing, 1, 65536, 1, 1, 1, 0), INVALID_VALUE);
    fails(launch(nothing, 0x80000000, 1, 1, 1, 1, 0), INVALID_VALUE);
    fails(launch(nothing, 1, 1, 1025, 1, 1, 0), INVALID_VALUE);
    fails(launch(nothing, 1, 1, 1, 1, 65, 0), INVALID_VALUE);
    fails(launch(nothing, 1, 1, 512, 3, 1, 0), INVALID_VALUE);
    fails(launch(nothing, 1, 1, 1, 1, 1, 49153), INVALID_VALUE);
    ok(launch(rig_function(module, "required"), 1, 1, 64, 1, 1, 0));
    fails(launch(rig_function(module, "required"), 1, 1, 32, 1, 1, 0),
          INVALID_VALUE);
    ok(launch(rig_function(module, "at_most"), 1, 1, 128, 1, 1, 0));
    fails(launch(rig_function(module, "at_most"), 1, 1, 160, 1, 1, 0),
          INVALID_VALUE);
    fails(launch(NULL, 1, 1, 1, 1, 1, 0), INVALID_HANDLE);
    fails(cuLaunchKernel(nothing, 1, 1, 1, 1, 1, 1, 0, (CUstream)&module, NULL,
                         NULL),
          INVALID_HANDLE);
    ok(cuModuleUnload(module));
    fails(launch(nothing, 1, 1, 1, 1, 1, 0), INVALID_HANDLE);
    rig_end();
}
END_TEST

START_TEST(launches_from_before_cuda_4_keep_what_is_set)
{
    CUdeviceptr memory;
    CUmodule module;
    CUfunction iota, step;

    rig_start();
    module = rig_module();
    iota = rig_function(module, "iota");
    step = rig_function(module, "step");
    memory = rig_memory(64 * 4);
    ok(cuMemsetD32_v2(memory, 0, 64));
    fails(cuLaunchGrid(iota, 2, 1), INVALID_VALUE); /* no block */
    ok(cuFuncSetBlockShape(iota, 16, 1, 1));
    fails(cuLaunchGrid(iota, 2, 1), INVALID_VALUE); /* no parameters */
    ok(cuParamSetv(iota, 0, &memory, sizeof memory));
    ok(cuParamSeti(iota, 8, 40));
    ok(cuParamSetSize(iota, 12));
    ok(cuLaunchGrid(iota, 2, 2));
    ck_assert_uint_eq(rig_word(memory + 4 * 31), 31);
    ck_assert_uint_eq(rig_word(memory + 4 * 32), 0);
    ok(cuLaunchGridAsync(iota, 4, 1, NULL));
    ck_assert_uint_eq(rig_word(memory + 4 * 39), 39);
    ck_assert_uint_eq(rig_word(memory + 4 * 40), 0);
    ok(cuFuncSetBlockShape(step, 1, 1, 1));
    ok(cuParamSetv(step, 0, &memory, sizeof memory));
    ok(cuParamSetSize(step, 8));
    ok(cuLaunch(step));
    ok(cuLaunch(step));
    ck_assert_uint_eq(rig_word(memory), 2);
    ok(cuParamSetf(iota, 8, 2.0F)); /* as a number of threads: many */
    ok(cuLaunchGrid(iota, 4, 1));
    ck_assert_uint_eq(rig_word(memory + 4 * 63), 63);
    ok(cuFuncSetSharedSize(step, 49153));
    fails(cuLaunch(step), INVALID_VALUE);
    fails(cuLaunchGrid(iota, 0, 1), INVALID_VALUE);
    fails(cuLaunchGrid(iota, 1, -1), INVALID_VALUE);
    fails(cuFuncSetBlockShape(iota, 0, 1, 1), INVALID_VALUE);
    fails(cuFuncSetBlockShape(iota, 1, 1, 65), INVALID_VALUE);
    fails(cuParamSetSize(iota, 4097), INVALID_VALUE);
    fails(cuParamSeti(iota, 4093, 1), INVALID_VALUE);
    fails(cuParamSeti(iota, -4, 1), INVALID_VALUE);
    fails(cuParamSetv(iota, 0, NULL, 4), INVALID_VALUE);
    fails(cuParamSetTexRef(iota, 0, NULL), INVALID_VALUE);
    fails(cuParamSetTexRef(iota, -1, NULL), INVALID_HANDLE);
    fails(cuLaunch(NULL), INVALID_HANDLE);
    ok(cuMemFree_v2(memory));
    ok(cuModuleUnload(module));
    fails(cuLaunch(step), INVALID_HANDLE);
    rig_end();
}
END_TEST

START_TEST(cooperative_grids_have_to_fit)
{
    CUlaunchAttribute cooperative = {.id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE,
                                     .value = {.cooperative = 1}};
    CUlaunchAttribute cluster = {.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION,
                                 .value = {.cluster = {2, 1, 1}}};
    CUlaunchConfig config = {1, 1, 1, 64, 1, 1, 0, NULL, &cooperative, 1};
    CUmodule module;
    CUfunction f;

    rig_start();
    module = rig_module();
    f = rig_function(module, "nothing");
    ok(cuLaunchCooperativeKernel(f, 264, 1, 1, 1024, 1, 1, 0, NULL, NULL));
    fails(cuLaunchCooperativeKernel(f, 265, 1, 1, 1024, 1, 1, 0, NULL, NULL),
          COOPERATIVE_LAUNCH_TOO_LARGE);
    ok(cuLaunchKernelEx(&config, f, NULL, NULL));
    config.gridDimX = 100000;
    fails(cuLaunchKernelEx(&config, f, NULL, NULL),
          COOPERATIVE_LAUNCH_TOO_LARGE);
    config.attrs = &cluster;
    fails(cuLaunchKernelEx(&config, f, NULL, NULL), NOT_SUPPORTED);
    fails(cuLaunchKernelEx(NULL, f, NULL, NULL), INVALID_VALUE);
    ok(cuModuleUnload(module));
    rig_end();
}
END_TEST

START_TEST(more_shared_memory_is_asked_for)
{
    unsigned at = 100000;
    CUdeviceptr p;
    CUfunction f, fixed;
    CUmodule module;
    void *params[] = {&p, &at};
    int value;

    rig_start();
    module = rig_module();
    p = rig_memory(4);
    f = rig_function(module, "shared");
    fixed = rig_function(module, "fixed");
    fails(cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, at + 4, NULL, params, NULL),
          INVALID_VALUE);
    ok(cuFuncSetAttribute(f, 8, (int)at + 4));
    ok(cuFuncGetAttribute(&value, 8, f));
    ck_assert_int_eq(value, (int)at + 4);
    ok(cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, at + 4, NULL, params, NULL));
    ck_assert_uint_eq(rig_word(p), 7);
    fails(cuFuncSetAttribute(f, 8, 232449), INVALID_VALUE);
    fails(cuFuncSetAttribute(f, 8, -1), INVALID_VALUE);
    fails(cuFuncSetAttribute(f, 0, 1), INVALID_VALUE);
    ok(cuFuncGetAttribute(&value, 1, fixed));
    ck_assert_int_eq(value, 40000);
    ok(cuFuncGetAttribute(&value, 8, fixed));
    ck_assert_int_eq(value, 49152 - 40000);
    fails(cuFuncSetAttribute(fixed, 8, 232448 - 39999), INVALID_VALUE);
    ok(cuMemFree_v2(p));
    ok(cuModuleUnload(module));
    rig_end();
}
END_TEST

START_TEST(functions_tell_about_themselves)
{
    const char *name;
    size_t offset, size;
    CUmodule module, of;
    CUfunction f, all[32];
    unsigned count;
    int value;

    rig_start();
    module = rig_module();
    f = rig_function(module, "iota");
    ck_assert_ptr_eq(rig_function(module, "iota"), f);
    ok(cuFuncGetName(&name, f));
    ck_assert_str_eq(name, "iota");
    ok(cuFuncGetModule(&of, f));
    ck_assert_ptr_eq(of, module);
    ok(cuFuncGetParamInfo(f, 1, &offset, &size));
    ck_assert_uint_eq(offset, 8);
    ck_assert_uint_eq(size, 4);
    fails(cuFuncGetParamInfo(f, 2, &offset, &size), INVALID_VALUE);
    ok(cuFuncGetAttribute(&value, 0, f));
    ck_assert_int_eq(value, 1024);
    ok(cuFuncGetAttribute(&value, 0, rig_function(module, "at_most")));
    ck_assert_int_eq(value, 128);
    ok(cuFuncGetAttribute(&value, 5, f));
    ck_assert_int_eq(value, 75);
    ok(cuFuncGetAttribute(&value, 6, f));
    ck_assert_int_eq(value, 90);
    ok(cuFuncGetAttribute(&value, 4, f));
    ck_assert_int_ge(value, 8);
    ck_assert_int_le(value, 64);
    fails(cuFuncGetAttribute(&value, 99, f), INVALID_VALUE);
    fails(cuFuncGetAttribute(&value, 0, NULL), INVALID_HANDLE);
    ok(cuModuleGetFunctionCount(&count, module));
    ck_assert_uint_eq(count, 13);
    ok(cuModuleEnumerateFunctions(all, 32, module));
    ok(cuFuncGetName(&name, all[12]));
    ck_assert_str_eq(name, "scale");
    fails(cuModuleGetFunction(&f, module, "absent"), NOT_FOUND);
    fails(cuModuleGetFunction(&f, (CUmodule)&f, "iota"), INVALID_HANDLE);
    fails(cuModuleGetFunction(&f, module, NULL), INVALID_VALUE);
    ok(cuModuleUnload(module));
    fails(cuModuleUnload(module), INVALID_HANDLE);
    rig_end();
}
END_TEST

START_TEST(variables_have_addresses)
{
    CUmodule module;
    CUdeviceptr seen_at, factor_at;
    size_t size;

    rig_start();
    module = rig_module();
    ok(cuModuleGetGlobal_v2(&seen_at, &size, module, "seen"));
    ck_assert_uint_eq(size, 4);
    ck_assert_uint_eq(rig_word(seen_at), 5);
    ok(rig_launch(rig_function(module, "scale"), 1, NULL, NULL));
    ck_assert_uint_eq(rig_word(seen_at), 20);
    ok(cuModuleGetGlobal_v2(&factor_at, NULL, module, "factor"));
    ok(cuMemsetD32_v2(factor_at, 10, 2)); /* the host may write constants */
    ok(rig_launch(rig_function(module, "scale"), 1, NULL, NULL));
    ck_assert_uint_eq(rig_word(seen_at), 200);
    fails(cuModuleGetGlobal_v2(&seen_at, &size, module, "absent"), NOT_FOUND);
    fails(cuModuleGetGlobal_v2(&seen_at, &size, module, NULL), INVALID_VALUE);
    ok(cuModuleUnload(module));
    rig_end();
}
END_TEST

/* A kernel that fails kills the context: each call on it says why, and a new
 * one is as good as ever. */
static void check_fault(const char *name, CUresult because) {
    portkern_sim_count left;
    CUdeviceptr p;
    CUmodule module;
    CUstream stream;
    void *params[] = {&p};
    CUfunction f;

    rig_start();
    module = rig_module();
    p = rig_memory(4);
    ok(cuStreamCreate(&stream, 0));
    f = rig_function(module, name);
    ok(rig_launch(f, 1, stream, params)); /* known when it has run */
    ck_assert_int_eq(cuStreamSynchronize(stream), because);
    ck_assert_int_eq(cuCtxSynchronize(), because);
    ck_assert_int_eq(cuMemAlloc_v2(&p, 4), because);
    ck_assert_int_eq(cuMemFree_v2(p), because);
    ck_assert_int_eq(cuModuleUnload(module), because);
    ck_assert_int_eq(rig_launch(f, 1, NULL, params), because);
    ck_assert(*portkern_sim_last_report() != 0);
    ok(cuCtxDestroy_v2(context));
    portkern_sim_counts(&left);
    ck_assert_mem_eq(&left, &(portkern_sim_count){0}, sizeof left);
}

START_TEST(faults_kill_the_context)
{
    static const struct {
        const char *kernel;
        CUresult because;
    } faults[] = {{"null", CUDA_ERROR_ILLEGAL_ADDRESS},
                  {"misaligned", CUDA_ERROR_MISALIGNED_ADDRESS},
                  {"trap_now", CUDA_ERROR_LAUNCH_FAILED},
                  {"spin", CUDA_ERROR_LAUNCH_TIMEOUT}};

    setenv("PORTKERN_SIM_FUEL", "100000", 1);
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        check_fault(faults[i].kernel, faults[i].because);
    rig_start();
    rig_end();
}
END_TEST

/* Only the launch fails: memory and the context are as good as before, and
 * launches of a thread that has no word go on. */
START_TEST(a_word_stops_the_launches_of_its_thread)
{
    uint32_t stop = 1;
    CUdeviceptr p;
    CUmodule module;
    void *params[] = {&p};
    CUfunction f;

    rig_start();
    module = rig_module();
    p = rig_memory(4);
    f = rig_function(module, "spin");
    ck_assert_ptr_null(*portkern_sim_stop_word());
    *portkern_sim_stop_word() = &stop;
    fails(rig_launch(f, 1, NULL, params), TIMEOUT);
    ok(cuCtxSynchronize());
    *portkern_sim_stop_word() = NULL;
    ok(cuMemsetD32_v2(p, 1, 1));
    ok(cuMemFree_v2(p));
    ok(cuModuleUnload(module));
    rig_end();
}
END_TEST

START_TEST(the_primary_context_comes_back)
{
    CUcontext primary;
    CUmodule module;

    ok(cuInit(0));
    ok(cuDevicePrimaryCtxRetain(&primary, 0));
    ok(cuCtxSetCurrent(primary));
    module = rig_module();
    ok(rig_launch(rig_function(module, "trap_now"), 1, NULL, NULL));
    fails(cuCtxSynchronize(), LAUNCH_FAILED);
    ok(cuDevicePrimaryCtxReset_v2(0));
    ok(cuCtxSynchronize());
    fails(cuModuleUnload(module), INVALID_HANDLE);
    ok(cuDevicePrimaryCtxRelease_v2(0));
}
END_TEST

/* ---- images ---- */

START_TEST(bad_images_are_refused)
{
    static const char elf[64] = "\x7f"
                                "ELF\2\1\1";
    CUmodule module;

    rig_start();
    fails(cuModuleLoadData(&module, NULL), INVALID_VALUE);
    fails(cuModuleLoadData(NULL, PTX_ALL), INVALID_VALUE);
    fails(cuModuleLoadData(&module, ""), INVALID_IMAGE);
    fails(cuModuleLoadData(&module, "This is no PTX."), INVALID_IMAGE);
    fails(cuModuleLoadData(&module, elf), NO_BINARY_FOR_GPU);
    fails(cuModuleLoadData(&module, PTX_HEAD "nonsense"), INVALID_PTX);
    fails(cuModuleLoadData(&module,
                           ".version 99.0\n.target sm_75\n.address_size 64\n"),
          UNSUPPORTED_PTX_VERSION);
    fails(cuModuleLoad(&module, "/no/such/file.ptx"), FILE_NOT_FOUND);
    rig_end();
}
END_TEST

START_TEST(the_jit_says_what_is_wrong)
{
    char errors[512], info[512];
    int options[] = {
        CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES,
        CU_JIT_INFO_LOG_BUFFER,  CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES,
        CU_JIT_LOG_VERBOSE,      CU_JIT_WALL_TIME};
    void *values[] = {errors, (void *)512, info, (void *)512, (void *)1, NULL};
    static const char bad[] = PTX_HEAD
        ".visible .entry k() {\n    add.u32 %r1, %r2, 1;\n    ret;\n}\n";
    CUmodule module;
    float ms;

    rig_start();
    fails(cuModuleLoadDataEx(&module, bad, 6, options, values), INVALID_PTX);
    ck_assert_ptr_nonnull(strstr(errors, "line 5"));
    ck_assert_uint_eq((uintptr_t)values[1], strlen(errors) + 1);
    ck_assert_uint_eq((uintptr_t)values[3], 0);
    values[1] = (void *)10; /* the log is cut to fit */
    fails(cuModuleLoadDataEx(&module, bad, 2, options, values), INVALID_PTX);
    ck_assert_uint_eq(strlen(errors), 9);
    values[1] = values[3] = (void *)512;
    ok(cuModuleLoadDataEx(&module, PTX_ALL, 6, options, values));
    ck_assert_ptr_nonnull(strstr(info, "Compiling entry function 'iota'"));
    memcpy(&ms, &values[5], sizeof ms);
    ck_assert(ms >= 0 && isfinite(ms));
    ok(cuModuleUnload(module));
    options[0] = 77;
    fails(cuModuleLoadDataEx(&module, PTX_ALL, 6, options, values),
          INVALID_VALUE);
    fails(cuModuleLoadDataEx(&module, PTX_ALL, 6, NULL, values), INVALID_VALUE);
    rig_end();
}
END_TEST

/* Puts a fat binary with one PTX entry into `to`. */
static void *fat_binary(char *to, unsigned sm, uint64_t flags,
                        const void *payload, size_t size, size_t unpacked) {
    uint32_t words[4] = {0xba55ed50, 1 | 16 << 16, 0, 0};
    uint32_t entry[16] = {1 | 0x101 << 16, 64};
    uint64_t all = 64 + size;

    memcpy(&words[2], &all, 8);
    memcpy(to, words, 16);
    entry[2] = (uint32_t)size;
    entry[4] = (uint32_t)size;
    entry[7] = sm;
    memcpy(&entry[10], &flags, 8);
    memcpy(&entry[14], &(uint64_t){unpacked}, 8);
    memcpy(to + 16, entry, 64);
    memcpy(to + 80, payload, size);
    return to;
}

START_TEST(fat_binaries_hold_ptx)
{
    static const char text[] = PTX_HEAD PTX_NOTHING;
    static char fat[4096], packed[1024];
    struct {
        int magic, version;
        void *data, *more;
    } wrapper = {0x466243b1, 1, fat, NULL};
    size_t length = sizeof text;
    CUmodule module;

    rig_start();
    fat_binary(fat, 75, 0x11, text, length, 0);
    ok(cuModuleLoadFatBinary(&module, fat));
    rig_function(module, "nothing");
    ok(cuModuleUnload(module));
    ok(cuModuleLoadData(&module, &wrapper));
    ok(cuModuleUnload(module));
    fat_binary(fat, 100, 0x11, text, length, 0);
    fails(cuModuleLoadData(&module, fat), NO_BINARY_FOR_GPU);
    /* one LZ4 sequence of literals */
    packed[0] = (char)0xf0;
    for (size_t i = 0, left = length - 15; i == 0 || left; i++) {
        size_t byte = left > 255 ? 255 : left;

        ck_assert_uint_lt(left, 255);
        packed[1 + i] = (char)byte;
        left -= byte;
    }
    memcpy(packed + 2, text, length);
    fat_binary(fat, 75, 0x2011, packed, length + 2, length);
    ok(cuModuleLoadData(&module, fat));
    ok(cuModuleUnload(module));
    fat_binary(fat, 75, 0x2011, packed, length + 2, length + 1);
    fails(cuModuleLoadData(&module, fat), INVALID_IMAGE);
    packed[1] = (char)254;
    fat_binary(fat, 75, 0x2011, packed, length + 2, length);
    fails(cuModuleLoadData(&module, fat), INVALID_IMAGE);
    rig_end();
}
END_TEST

START_TEST(texts_are_linked)
{
    static char caller[] =
        PTX_HEAD ".extern .func (.param .b32 r) thrice(.param .b32 x);\n"
                 ".visible .entry k(.param .u64 out) {\n"
                 "    .reg .b32 %r<2>;\n    .reg .b64 %rd;\n"
                 "    ld.param.u64 %rd, [out];\n    ld.global.u32 %r1, [%rd];\n"
                 "    {\n    .param .b32 a;\n    .param .b32 b;\n"
                 "    st.param.b32 [a], %r1;\n    call (b), thrice, (a);\n"
                 "    ld.param.b32 %r1, [b];\n    }\n"
                 "    st.global.u32 [%rd], %r1;\n    ret;\n}\n";
    static char callee[] =
        PTX_HEAD ".visible .func (.param .b32 r) thrice(.param .b32 x) {\n"
                 "    .reg .b32 %r<2>;\n    ld.param.b32 %r1, [x];\n"
                 "    mul.lo.u32 %r1, %r1, 3;\n    st.param.b32 [r], %r1;\n"
                 "    ret;\n}\n";
    static char bad[] = PTX_HEAD "nonsense";
    char errors[512] = "";
    int options[] = {CU_JIT_ERROR_LOG_BUFFER,
                     CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    void *values[] = {errors, (void *)512};
    CUlinkState link;
    CUmodule module;
    CUdeviceptr p;
    void *params[] = {&p}, *image;
    char *copy;
    size_t size;

    rig_start();
    p = rig_memory(4);
    ok(cuMemsetD32_v2(p, 14, 1));
    ok(cuLinkCreate_v2(2, options, values, &link));
    ok(cuLinkAddData_v2(link, CU_JIT_INPUT_PTX, caller, sizeof caller, "a", 0,
                        NULL, NULL));
    fails(cuLinkAddData_v2(link, CU_JIT_INPUT_PTX, bad, sizeof bad, "b", 0,
                           NULL, NULL),
          INVALID_PTX);
    ck_assert_ptr_nonnull(strstr(errors, "error"));
    ok(cuLinkAddData_v2(link, CU_JIT_INPUT_PTX, callee, sizeof callee, "c", 0,
                        NULL, NULL));
    ok(cuLinkComplete(link, &image, &size));
    copy = malloc(size);
    ck_assert_ptr_nonnull(copy);
    memcpy(copy, image, size);
    ok(cuLinkDestroy(link));
    fails(cuLinkDestroy(link), INVALID_HANDLE);
    ok(cuModuleLoadData(&module, copy));
    ok(rig_launch(rig_function(module, "k"), 1, NULL, params));
    ck_assert_uint_eq(rig_word(p), 42);
    ok(cuModuleUnload(module));
    copy[size - 20] ^= 1;
    fails(cuModuleLoadData(&module, copy), INVALID_IMAGE);
    free(copy);
    ok(cuLinkCreate_v2(0, NULL, NULL, &link));
    fails(cuLinkComplete(link, &image, &size), INVALID_VALUE);
    ok(cuLinkAddData_v2(link, CU_JIT_INPUT_PTX, caller, sizeof caller, "a", 0,
                        NULL, NULL));
    fails(cuLinkComplete(link, &image, &size), INVALID_PTX);
    ok(cuLinkDestroy(link));
    ok(cuMemFree_v2(p));
    rig_end();
}
END_TEST

START_TEST(libraries_belong_to_no_context)
{
    CUlibrary library, of;
    CUkernel kernel, all[16];
    CUfunction function;
    CUcontext second;
    CUdeviceptr a, b;
    const char *name;
    unsigned count;
    int value;

    ok(cuInit(0));
    ok(cuLibraryLoadData(&library, PTX_ALL, NULL, NULL, 0, NULL, NULL, 0));
    ok(cuLibraryGetKernel(&kernel, library, "step"));
    fails(cuLibraryGetKernel(&kernel, library, "absent"), NOT_FOUND);
    ok(cuLibraryGetKernelCount(&count, library));
    ck_assert_uint_eq(count, 13);
    ok(cuLibraryEnumerateKernels(all, 16, library));
    ok(cuKernelGetName(&name, kernel));
    ck_assert_str_eq(name, "step");
    ok(cuKernelGetLibrary(&of, kernel));
    ck_assert_ptr_eq(of, library);
    ok(cuKernelSetAttribute(8, 60000, kernel, 0));
    ok(cuKernelGetAttribute(&value, 8, kernel, 0));
    ck_assert_int_eq(value, 60000);
    rig_start();
    ok(cuLibraryGetGlobal(&a, NULL, library, "seen"));
    ok(cuMemsetD32_v2(a, 1, 1));
    ok(rig_launch((CUfunction)(void *)kernel, 1, NULL, (void *[]){&a}));
    ck_assert_uint_eq(rig_word(a), 2);
    ok(cuCtxCreate_v2(&second, 0, 0)); /* has variables of its own */
    ok(cuLibraryGetGlobal(&b, NULL, library, "seen"));
    ck_assert_uint_ne(a, b);
    ck_assert_uint_eq(rig_word(b), 5);
    ok(cuKernelGetFunction(&function, kernel));
    ok(cuFuncGetAttribute(&value, 8, function));
    ck_assert_int_eq(value, 60000);
    ok(cuCtxDestroy_v2(second));
    ck_assert_uint_eq(rig_word(a), 2);
    ok(cuLibraryUnload(library));
    fails(cuLibraryUnload(library), INVALID_HANDLE);
    fails(cuKernelGetName(&name, kernel), INVALID_HANDLE);
    fails(cuLibraryLoadData(&library, "bad", NULL, NULL, 0, NULL, NULL, 0),
          INVALID_IMAGE);
    rig_end();
}
END_TEST

START_TEST(a_stream_takes_functions_of_its_context)
{
    CUmodule module;
    CUfunction nothing;
    CUstream mine, other;
    CUcontext second;
    CUlibrary library;
    CUkernel kernel;
    CUdeviceptr there;

    rig_start();
    module = rig_module();
    nothing = rig_function(module, "nothing");
    ok(cuStreamCreate(&mine, 0));
    ok(cuLibraryLoadData(&library, PTX_ALL, NULL, NULL, 0, NULL, NULL, 0));
    ok(cuLibraryGetKernel(&kernel, library, "step"));
    ok(cuCtxCreate_v2(&second, 0, 0));
    ok(cuStreamCreate(&other, 0));
    ok(rig_launch(nothing, 1, mine, NULL));
    fails(rig_launch(nothing, 1, other, NULL), INVALID_HANDLE);
    fails(rig_launch(nothing, 1, NULL, NULL), INVALID_HANDLE);
    /* a kernel is a function in each */
    ok(cuLibraryGetGlobal(&there, NULL, library, "seen"));
    ok(cuCtxSetCurrent(context));
    ok(rig_launch((CUfunction)(void *)kernel, 1, other, (void *[]){&there}));
    ck_assert_uint_eq(rig_word(there), 6);
    ok(cuCtxDestroy_v2(second));
    ok(cuLibraryUnload(library));
    ok(cuStreamDestroy_v2(mine));
    ok(cuModuleUnload(module));
    rig_end();
}
END_TEST

/* ---- occupancy ---- */

static size_t four_bytes_a_thread(int threads) {
    return 4u * (size_t)threads;
}

START_TEST(occupancy_is_the_calculators)
{
    int blocks, grid, block;
    CUmodule module;
    CUfunction f, fixed;
    size_t shared;

    rig_start();
    module = rig_module();
    f = rig_function(module, "nothing"), fixed = rig_function(module, "fixed");
    /* by warps: 64 of them */
    ok(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, f, 1024, 0));
    ck_assert_int_eq(blocks, 2);
    ok(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, f, 96, 0));
    ck_assert_int_eq(blocks, 21);
    /* by blocks */
    ok(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, f, 32, 0));
    ck_assert_int_eq(blocks, 32);
    /* by shared memory: 233472 / (40000 + 1024, to 128) */
    ok(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, fixed, 32, 0));
    ck_assert_int_eq(blocks, 5);
    ok(cuOccupancyMaxPotentialBlockSize(&grid, &block, f, NULL, 0, 0));
    ck_assert_int_eq(block, 1024);
    ck_assert_int_eq(grid, 2 * 132);
    ok(cuOccupancyMaxPotentialBlockSize(&grid, &block, f, four_bytes_a_thread,
                                        0, 256));
    ck_assert_int_eq(block, 256);
    ok(cuOccupancyAvailableDynamicSMemPerBlock(&shared, f, 2, 1024));
    ck_assert_uint_eq(shared, 233472 / 2 - 1024);
    fails(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, f, 0, 0),
          INVALID_VALUE);
    fails(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, NULL, 32, 0),
          INVALID_HANDLE);
    ok(cuModuleUnload(module));
    rig_end();
}
END_TEST

TESTS("driver launches", kernels_run, launches_over_the_limits_are_errors,
      launches_from_before_cuda_4_keep_what_is_set,
      cooperative_grids_have_to_fit, more_shared_memory_is_asked_for,
      functions_tell_about_themselves, variables_have_addresses,
      faults_kill_the_context, a_word_stops_the_launches_of_its_thread,
      the_primary_context_comes_back, bad_images_are_refused,
      the_jit_says_what_is_wrong, fat_binaries_hold_ptx, texts_are_linked,
      libraries_belong_to_no_context, a_stream_takes_functions_of_its_context,
      occupancy_is_the_calculators)
