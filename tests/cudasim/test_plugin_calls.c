/* SPDX-License-Identifier: Apache-2.0 */
/* A launch is one call of the driver, and leaves a program's own context alone.
 */
#include "plugins/cuda/driver.h"
#include "portkern/portkern.h"
#include "sim/cudasim.h"
#include "tests/unit/check_main.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t (*calls)(const char *);
static CUresult (*init)(unsigned), (*make)(CUcontext *, unsigned, CUdevice);
static CUresult (*current)(CUcontext *), (*set)(CUcontext),
    (*destroy)(CUcontext);
static pk_error err;

enum { LAUNCHES = 20 };

static const char source[] = "from numba import cuda\n"
                             "@cuda.jit\n"
                             "def add(x, y, value):\n"
                             "    i = cuda.grid(1)\n"
                             "    x[i] += y[i] * value\n";

#define works(call)                                                            \
    do {                                                                       \
        pk_status works_ = (call);                                             \
        ck_assert_msg(works_ == PK_OK, "%s", err.message);                     \
    } while (0)

static const char *const functions[] = {
#define CUDA_FUNCTION(field, symbol, parameters) #symbol,
#define CUDA_OPTIONAL(field, symbol, parameters) #symbol,
#include "plugins/cuda/driver.def"
#undef CUDA_OPTIONAL
#undef CUDA_FUNCTION
};

/* Calls of all functions that the plugin knows. */
static uint64_t all_calls(void) {
    uint64_t sum = 0;

    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        sum += calls(functions[i]);
    return sum;
}

typedef struct work {
    pk_context *ctx;
    pk_queue *queue;
    pk_module *mod;
    pk_kernel *kernel;
    pk_array x, y;
    int64_t shape[1];
} work;

static pk_array new_array(const work *w) {
    pk_buffer *buffer;

    works(pk_buffer_create(w->ctx, 32 * sizeof(int32_t), 0, &buffer, &err));
    return pk_array_device(buffer, PK_DTYPE_i32, 1, w->shape);
}

static void open_work(work *w) {
    pk_context_options options = {
        .struct_size = sizeof options, .backend = "cuda", .cache_dir = "off"};

    w->shape[0] = 32;
    works(pk_context_create(&options, &w->ctx, &err));
    works(pk_queue_create(w->ctx, &w->queue, &err));
    works(pk_module_from_source(w->ctx, source, "add.py", 1, NULL, 0, &w->mod,
                                &err));
    works(pk_module_kernel(w->mod, "add", &w->kernel, &err));
    w->x = new_array(w);
    w->y = new_array(w);
}

static void launch(work *w) {
    pk_launch_config config =
        PK_INIT(pk_launch_config, .grid = {1}, .block = {32});
    pk_arg args[] = {pk_inout(&w->x), pk_in(&w->y), pk_i64(9)};

    works(pk_launch(w->queue, w->kernel, &config, args, 3, &err));
}

static void close_work(work *w) {
    works(pk_queue_finish(w->queue, &err));
    pk_buffer_release(w->x.buffer);
    pk_buffer_release(w->y.buffer);
    pk_kernel_release(w->kernel);
    pk_module_release(w->mod);
    pk_queue_release(w->queue);
    pk_context_release(w->ctx);
}

START_TEST(a_launch_is_one_call)
{
    uint64_t before, launches;
    CUcontext now = NULL;
    work w;

    open_work(&w);
    launch(&w);
    before = all_calls();
    launches = calls("cuLaunchKernel");
    for (int i = 0; i < LAUNCHES; i++)
        launch(&w);
    ck_assert_uint_eq(calls("cuLaunchKernel") - launches, LAUNCHES);
    ck_assert_uint_eq(all_calls() - before, LAUNCHES);
    close_work(&w);
    /* No context stays current that its device has given back. */
    ck_assert_int_eq(current(&now), CUDA_SUCCESS);
    ck_assert_ptr_null(now);
}
END_TEST

START_TEST(a_context_of_the_program_stays_current)
{
    CUcontext mine = NULL, now = NULL;
    work w;

    ck_assert_int_eq(init(0), CUDA_SUCCESS);
    ck_assert_int_eq(make(&mine, 0, 0), CUDA_SUCCESS); /* and current */
    open_work(&w);
    launch(&w);
    ck_assert_int_eq(current(&now), CUDA_SUCCESS);
    ck_assert_ptr_eq(now, mine);
    /* Without one, ours stays; then the program takes the thread back. */
    ck_assert_int_eq(set(NULL), CUDA_SUCCESS);
    launch(&w);
    launch(&w);
    ck_assert_int_eq(set(mine), CUDA_SUCCESS);
    launch(&w);
    launch(&w);
    ck_assert_int_eq(current(&now), CUDA_SUCCESS);
    ck_assert_ptr_eq(now, mine);
    ck_assert_int_eq(set(NULL), CUDA_SUCCESS);
    launch(&w);
    close_work(&w);
    ck_assert_int_eq(destroy(mine), CUDA_SUCCESS);
}
END_TEST

START_TEST(another_device_of_the_thread_launches_too)
{
    work a, b;

    open_work(&a);
    launch(&a);
    close_work(&a);
    open_work(&b);
    launch(&b);
    launch(&b);
    close_work(&b);
}
END_TEST

int main(void) {
    const TTest *const tests[] = {a_launch_is_one_call,
                                  a_context_of_the_program_stays_current,
                                  another_device_of_the_thread_launches_too};
    void *library = dlopen(getenv("PORTKERN_LIBCUDA"), RTLD_NOW | RTLD_LOCAL);

    if (!library)
        return EXIT_FAILURE;
    *(void **)&calls = dlsym(library, "portkern_sim_calls");
    *(void **)&init = dlsym(library, "cuInit");
    *(void **)&make = dlsym(library, "cuCtxCreate_v2");
    *(void **)&current = dlsym(library, "cuCtxGetCurrent");
    *(void **)&set = dlsym(library, "cuCtxSetCurrent");
    *(void **)&destroy = dlsym(library, "cuCtxDestroy_v2");
    return run_tests("calls of the driver", tests, 3, 1);
}
