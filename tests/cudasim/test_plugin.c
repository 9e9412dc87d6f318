/* SPDX-License-Identifier: Apache-2.0 */
/* The cuda plugin and other users of the driver in one process: handles go out
 * and in, the caller's context stays current, and a lost device is lost for
 * its own contexts only. A child of the process has no CUDA. */
#include "portkern/portkern.h"
#include "tests/cudasim/cuda_calls.h"
#include "tests/unit/check_main.h"

#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char source[] = "from numba import cuda\n"
                             "@cuda.jit\n"
                             "def put(x, at):\n"
                             "    x[at + cuda.grid(1)] = 7\n";

static pk_context *ctx;
static pk_error err;

#define works(call)                                                            \
    do {                                                                       \
        pk_status works_ = (call);                                             \
        ck_assert_msg(works_ == PK_OK, "%s", err.message);                     \
    } while (0)

static void open_backend(const char *name) {
    pk_context_options options = {
        .struct_size = sizeof options, .backend = name, .cache_dir = "off"};

    works(pk_context_create(&options, &ctx, &err));
}

/* Puts 32 numbers from `at` on into an array of 32. */
static pk_status put(pk_queue *queue, pk_buffer *buf, int64_t at) {
    int64_t shape[1] = {32};
    pk_array x = pk_array_device(buf, PK_DTYPE_i32, 1, shape);
    pk_arg args[] = {pk_inout(&x), pk_i64(at)};
    pk_launch_config config =
        PK_INIT(pk_launch_config, .grid = {1}, .block = {32});
    pk_module *mod;
    pk_kernel *kernel;
    pk_status status;

    works(pk_module_from_source(ctx, source, "put.py", 1, NULL, 0, &mod, &err));
    works(pk_module_kernel(mod, "put", &kernel, &err));
    status = pk_launch(queue, kernel, &config, args, 2, &err);
    pk_kernel_release(kernel);
    pk_module_release(mod);
    return status == PK_OK ? pk_queue_finish(queue, &err) : status;
}

START_TEST(handles_go_out_and_in)
{
    pk_native native = {.struct_size = sizeof native};
    int32_t words[32] = {0};
    CUcontext own, current;
    CUdeviceptr memory;
    CUstream stream;
    pk_queue *queue;
    pk_buffer *buf;
    uint64_t handle;

    open_backend("cuda");
    works(pk_context_native(ctx, &native, &err));
    ck_assert_str_eq(native.api, "cuda");
    ok(cuCtxPushCurrent_v2((CUcontext)(uintptr_t)native.context));
    ok(cuMemAlloc_v2(&memory, sizeof words));
    ok(cuStreamCreate(&stream, 0));
    ok(cuCtxPopCurrent_v2(&current));
    ok(cuCtxCreate_v2(&own, 0, 0));
    works(pk_buffer_import_native(ctx, memory, sizeof words, &buf, &err));
    works(pk_queue_import_native(ctx, (uintptr_t)stream, &queue, &err));
    works(pk_buffer_native(buf, &handle, &err));
    ck_assert_uint_eq(handle, memory);
    works(pk_queue_native(queue, &handle, &err));
    ck_assert_uint_eq(handle, (uintptr_t)stream);
    works(put(queue, buf, 0));
    ok(cuCtxGetCurrent(&current));
    ck_assert_ptr_eq(current, own);
    pk_queue_release(queue);
    pk_buffer_release(buf);
    ok(cuCtxDestroy_v2(own));
    ok(cuCtxPushCurrent_v2((CUcontext)(uintptr_t)native.context));
    ok(cuMemcpyDtoH_v2(words, memory, sizeof words));
    for (int i = 0; i < 32; i++)
        ck_assert_int_eq(words[i], 7);
    ok(cuMemFree_v2(memory));
    ok(cuStreamDestroy_v2(stream));
    ok(cuCtxPopCurrent_v2(&current));
    pk_context_release(ctx);
    open_backend("interp");
    ck_assert_int_eq(pk_context_native(ctx, &native, &err), PK_UNSUPPORTED);
    pk_context_release(ctx);
}
END_TEST

START_TEST(work_goes_on_in_the_callers_context)
{
    pk_context_options options = {
        .struct_size = sizeof options, .backend = "cuda", .cache_dir = "off"};
    pk_native native = {.struct_size = sizeof native};
    CUcontext own, current;
    int32_t words[32] = {0};
    CUdeviceptr memory;
    pk_queue *queue;
    pk_buffer *buf;

    ok(cuInit(0));
    ok(cuCtxCreate_v2(&own, 0, 0));
    ok(cuMemAlloc_v2(&memory, sizeof words));
    ok(cuCtxPopCurrent_v2(&current));
    options.native_context = (uintptr_t)own;
    works(pk_context_create(&options, &ctx, &err));
    works(pk_context_native(ctx, &native, &err));
    ck_assert_uint_eq(native.context, (uintptr_t)own);
    works(pk_queue_create(ctx, &queue, &err));
    works(pk_buffer_import_native(ctx, memory, sizeof words, &buf, &err));
    works(put(queue, buf, 0));
    ok(cuCtxGetCurrent(&current));
    ck_assert_ptr_null(current);
    pk_buffer_release(buf);
    pk_queue_release(queue);
    pk_context_release(ctx);
    ok(cuCtxPushCurrent_v2(own)); /* it is still there */
    ok(cuMemcpyDtoH_v2(words, memory, sizeof words));
    ck_assert_int_eq(words[31], 7);
    ok(cuMemFree_v2(memory));
    ok(cuCtxDestroy_v2(own));

    options.backend = "interp";
    ck_assert_int_eq(pk_context_create(&options, &ctx, &err), PK_UNSUPPORTED);
    options.backend = NULL;
    ck_assert_int_eq(pk_context_create(&options, &ctx, &err), PK_BAD_ARG);
    options.backend = "cuda"; /* a context that has gone */
    ck_assert_int_ne(pk_context_create(&options, &ctx, &err), PK_OK);
    ck_assert_ptr_nonnull(strstr(err.message, "CUDA_ERROR_"));
}
END_TEST

START_TEST(a_lost_device_is_one_of_a_context)
{
    pk_context *peer;
    pk_queue *queue, *other = NULL;
    pk_buffer *buf;

    open_backend("interp");
    peer = ctx;
    open_backend("cuda");
    works(pk_queue_create(ctx, &queue, &err));
    works(pk_buffer_create(ctx, 128, 0, &buf, &err));
    ck_assert_int_eq(put(queue, buf, 1 << 20), PK_BOUNDS);
    ck_assert_uint_eq(err.line, 4);
    ck_assert_str_eq(err.file, "put.py");
    ck_assert_ptr_nonnull(strstr(err.message, "(700)"));
    ck_assert_int_eq(pk_queue_create(ctx, &other, &err), PK_DEVICE_LOST);
    ck_assert_ptr_nonnull(strstr(err.message, "device is lost: write of"));
    pk_queue_release(queue);
    pk_buffer_release(buf);
    pk_context_release(ctx);
    ctx = peer;
    works(pk_queue_create(ctx, &queue, &err));
    pk_queue_release(queue);
    pk_context_release(ctx);
    open_backend("cuda");
    works(pk_queue_create(ctx, &queue, &err));
    works(pk_buffer_create(ctx, 128, 0, &buf, &err));
    works(put(queue, buf, 0));
    pk_buffer_release(buf);
    pk_queue_release(queue);
    pk_context_release(ctx);
}
END_TEST

START_TEST(a_forked_child_is_told_what_to_do)
{
    pk_context_options options = {
        .struct_size = sizeof options, .backend = "cuda", .cache_dir = "off"};
    char words[64];
    pk_context *own;
    pid_t child;
    int status;

    open_backend("cuda");
    snprintf(words, sizeof words, "CUDA was opened in process %d and does",
             (int)getpid());
    child = fork();
    if (child == 0) {
        alarm(60);
        status = pk_context_create(&options, &own, &err);
        pk_context_release(ctx);
        _exit(status == PK_FORKED && strstr(err.message, words) &&
                      strstr(err.message, "open it in the child only")
                  ? 0
                  : 1);
    }
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_int_eq(status, 0);
    pk_context_release(ctx);
}
END_TEST

TESTS("the cuda plugin", handles_go_out_and_in,
      work_goes_on_in_the_callers_context, a_lost_device_is_one_of_a_context,
      a_forked_child_is_told_what_to_do)
