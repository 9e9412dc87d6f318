/* SPDX-License-Identifier: Apache-2.0 */
/* The opencl plugin and other users of OpenCL in one process: handles go out,
 * and a context, a queue and a buffer of the caller's come in. The platform is
 * that of OCL_ICD_VENDORS. */
#include "plugins/opencl/cl.h"
#include "portkern/portkern.h"
#include "tests/unit/check_main.h"

#include <dlfcn.h>
#include <string.h>

static const char source[] = "from numba import cuda\n"
                             "@cuda.jit\n"
                             "def put(x, value):\n"
                             "    x[cuda.grid(1)] = value\n";

static pk_cl_api cl;
static pk_context_options options = {
    .struct_size = sizeof options, .backend = "opencl:0", .cache_dir = "off"};
static pk_context *ctx;
static pk_error err;

#define works(call)                                                            \
    do {                                                                       \
        pk_status works_ = (call);                                             \
        ck_assert_msg(works_ == PK_OK, "%s", err.message);                     \
    } while (0)

/* False where there is no platform. */
static bool open_all(void) {
    void *library = dlopen("libOpenCL.so.1", RTLD_NOW);
    pk_status status;

    options.native_context = 0;
    status = pk_context_create(&options, &ctx, &err);
    if (status == PK_NO_DRIVER || status == PK_NO_DEVICE)
        return false;
    ck_assert_msg(status == PK_OK, "%s", err.message);
#define CL_FUNCTION(result, name, args)                                        \
    *(void **)(void *)&cl.name = dlsym(library, #name);
#include "plugins/opencl/cl_functions.def"
#undef CL_FUNCTION
    return true;
}

static void put(pk_queue *queue, pk_buffer *buf, int64_t value) {
    int64_t shape[1] = {32};
    pk_array x = pk_array_device(buf, PK_DTYPE_i32, 1, shape);
    pk_arg args[] = {pk_inout(&x), pk_i64(value)};
    pk_launch_config config =
        PK_INIT(pk_launch_config, .grid = {1}, .block = {32});
    pk_module *mod;
    pk_kernel *kernel;

    works(pk_module_from_source(ctx, source, "put.py", 1, NULL, 0, &mod, &err));
    works(pk_module_kernel(mod, "put", &kernel, &err));
    works(pk_launch(queue, kernel, &config, args, 2, &err));
    works(pk_queue_finish(queue, &err));
    pk_kernel_release(kernel);
    pk_module_release(mod);
}

START_TEST(handles_go_out)
{
    pk_native native = {.struct_size = sizeof native};
    int32_t words[32] = {0};
    uint64_t stream, memory;
    pk_queue *queue;
    pk_buffer *buf;

    if (!open_all())
        return;
    works(pk_context_native(ctx, &native, &err));
    ck_assert_str_eq(native.api, "opencl");
    works(pk_queue_create(ctx, &queue, &err));
    works(pk_buffer_create(ctx, sizeof words, 0, &buf, &err));
    put(queue, buf, 5);
    works(pk_queue_native(queue, &stream, &err));
    works(pk_buffer_native(buf, &memory, &err));
    ck_assert_int_eq(cl.clEnqueueReadBuffer((cl_command_queue)(uintptr_t)stream,
                                            (cl_mem)(uintptr_t)memory, 1, 0,
                                            sizeof words, words, 0, NULL, NULL),
                     CL_SUCCESS);
    for (int i = 0; i < 32; i++)
        ck_assert_int_eq(words[i], 5);
    pk_buffer_release(buf);
    pk_queue_release(queue);
    pk_context_release(ctx);
}
END_TEST

START_TEST(what_is_the_callers_comes_in_and_stays_the_callers)
{
    pk_native native = {.struct_size = sizeof native};
    int32_t words[32] = {0};
    cl_command_queue stream, mixed;
    cl_device_id device;
    cl_context own;
    cl_mem memory;
    cl_int code;
    pk_queue *queue = NULL;
    pk_buffer *buf;

    if (!open_all())
        return;
    works(pk_context_native(ctx, &native, &err));
    pk_context_release(ctx);
    device = (cl_device_id)(uintptr_t)native.device;
    own = cl.clCreateContext(NULL, 1, &device, NULL, NULL, &code);
    ck_assert_ptr_nonnull(own);
    stream = cl.clCreateCommandQueue(own, device, 0, &code);
    mixed = cl.clCreateCommandQueue(own, device, CL_QUEUE_OUT_OF_ORDER, &code);
    memory =
        cl.clCreateBuffer(own, CL_MEM_READ_WRITE, sizeof words, NULL, &code);
    options.native_context = (uintptr_t)own;
    works(pk_context_create(&options, &ctx, &err));
    works(pk_context_native(ctx, &native, &err));
    ck_assert_uint_eq(native.context, (uintptr_t)own);
    if (mixed) {
        ck_assert_int_eq(
            pk_queue_import_native(ctx, (uintptr_t)mixed, &queue, &err),
            PK_BAD_ARG);
        ck_assert_ptr_nonnull(strstr(err.message, "out of order"));
    }
    works(pk_queue_import_native(ctx, (uintptr_t)stream, &queue, &err));
    works(pk_buffer_import_native(ctx, (uintptr_t)memory, sizeof words, &buf,
                                  &err));
    put(queue, buf, 9);
    pk_buffer_release(buf);
    pk_queue_release(queue);
    pk_context_release(ctx);
    ck_assert_int_eq(cl.clEnqueueReadBuffer(stream, memory, 1, 0, sizeof words,
                                            words, 0, NULL, NULL),
                     CL_SUCCESS);
    for (int i = 0; i < 32; i++)
        ck_assert_int_eq(words[i], 9);
    cl.clReleaseMemObject(memory);
    cl.clReleaseCommandQueue(stream);
    if (mixed)
        cl.clReleaseCommandQueue(mixed);
    cl.clReleaseContext(own);
}
END_TEST

TESTS("the opencl plugin's handles", handles_go_out,
      what_is_the_callers_comes_in_and_stays_the_callers)
