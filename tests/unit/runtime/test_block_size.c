/* SPDX-License-Identifier: Apache-2.0 */
/* The block that suits a kernel, on the device that BACKEND names: a launch can
 * have it, and it keeps to what the kernel and the caller allow. */
#include "runtime_test.h"

static const char source[] = "from numba import cuda, float64\n"
                             "\n"
                             "@cuda.jit\n"
                             "def add(x, n):\n"
                             "    i = cuda.grid(1)\n"
                             "    if i < x.size:\n"
                             "        x[i] += n\n"
                             "\n"
                             "@cuda.jit(launch_bounds=100)\n"
                             "def bounded(x, n):\n"
                             "    x[cuda.grid(1)] += n\n"
                             "\n"
                             "@cuda.jit\n"
                             "def shares(x, n):\n"
                             "    s = cuda.shared.array(0, float64)\n"
                             "    s[cuda.threadIdx.x] = n\n"
                             "    cuda.syncthreads()\n"
                             "    x[cuda.grid(1)] += s[cuda.threadIdx.x ^ 1]\n"
                             "\n"
                             "@cuda.jit\n"
                             "def wrong(x, n):\n"
                             "    x[0] = missing\n";

enum { N = 1 << 14 };

static double numbers[N];
static pk_context *ctx;
static pk_queue *queue;
static pk_module *mod;
static pk_device_limits limits;

static void start(void) {
    limits = PK_INIT(pk_device_limits);
    ctx = open_context(getenv("BACKEND"));
    queue = open_queue(ctx);
    assert_ok(
        pk_module_from_source(ctx, source, "k.py", 0, NULL, 0, &mod, &err));
    assert_ok(pk_context_get_limits(ctx, &limits, &err));
}

static void stop(void) {
    pk_queue_release(queue);
    pk_module_release(mod);
    pk_context_release(ctx);
}

static pk_status suggest(const char *name, const pk_launch_config *config,
                         uint32_t *threads, uint32_t *blocks) {
    pk_array x = pk_array_host(numbers, PK_DTYPE_f64, 1, (int64_t[]){N});
    pk_arg args[] = {pk_inout(&x), pk_f64(1)};
    pk_kernel *kernel = NULL;
    pk_status status;

    assert_ok(pk_module_kernel(mod, name, &kernel, &err));
    status =
        pk_kernel_suggest_block(kernel, config, args, 2, threads, blocks, &err);
    pk_kernel_release(kernel);
    return status;
}

/* A launch of two such blocks. */
static void launch(const char *name, uint32_t threads, uint32_t shared) {
    const pk_launch_config config =
        PK_INIT(pk_launch_config, .grid = {2}, .block = {threads},
                .shared_bytes = shared);
    pk_array x = pk_array_host(numbers, PK_DTYPE_f64, 1, (int64_t[]){N});
    pk_arg args[] = {pk_inout(&x), pk_f64(1)};
    pk_kernel *kernel = NULL;

    assert_ok(pk_module_kernel(mod, name, &kernel, &err));
    assert_ok(pk_launch(queue, kernel, &config, args, 2, &err));
    assert_ok(pk_queue_finish(queue, &err));
    pk_kernel_release(kernel);
}

START_TEST(a_launch_can_have_it)
{
    uint32_t threads = 0, blocks = 77;

    start();
    assert_ok(suggest("add", NULL, &threads, &blocks));
    ck_assert_uint_ge(threads, limits.max_block < 256 ? limits.max_block : 256);
    ck_assert_uint_le(threads, limits.max_block);
    ck_assert_uint_le(threads, limits.max_block_dim[0]);
    if (strcmp(getenv("BACKEND"), "far") != 0)
        ck_assert_uint_ge(blocks, 1);
    else
        ck_assert_uint_eq(blocks, 0); /* a GPU whose driver says nothing */
    memset(numbers, 0, sizeof numbers);
    launch("add", threads, 0);
    ck_assert_double_eq(numbers[2 * threads - 1], 1);
    ck_assert_double_eq(numbers[2 * threads], 0);
    assert_ok(suggest("add", NULL, &threads, NULL));
    stop();
}
END_TEST

START_TEST(it_keeps_to_what_is_allowed)
{
    pk_launch_config config = PK_INIT(pk_launch_config, .block = {64});
    uint32_t threads = 0, blocks;

    start();
    assert_ok(suggest("add", &config, &threads, &blocks));
    ck_assert_uint_eq(threads, 64);
    config.block[0] = UINT32_MAX; /* more than there can be */
    assert_ok(suggest("add", &config, &threads, &blocks));
    ck_assert_uint_le(threads, limits.max_block);
    config.block[0] = 1;
    assert_ok(suggest("add", &config, &threads, &blocks));
    ck_assert_uint_eq(threads, 1);
    assert_ok(suggest("bounded", NULL, &threads, &blocks));
    ck_assert_uint_ge(threads, 64);
    ck_assert_uint_le(threads, 100);
    launch("bounded", threads, 0);
    stop();
}
END_TEST

START_TEST(shared_memory_counts)
{
    pk_launch_config config =
        PK_INIT(pk_launch_config, .shared_bytes = 8 * 1024);
    uint32_t threads = 0, blocks;

    start();
    assert_ok(suggest("shares", &config, &threads, &blocks));
    launch("shares", threads, config.shared_bytes);
    config.shared_bytes = limits.shared_bytes + 1;
    threads = 77;
    assert_fails(suggest("shares", &config, &threads, &blocks), PK_LIMIT,
                 "bytes of shared memory");
    ck_assert_uint_eq(threads, 77);
    stop();
}
END_TEST

START_TEST(what_has_no_block)
{
    pk_launch_config config = PK_INIT(pk_launch_config);
    uint32_t threads = 77, blocks = 77;
    pk_diagnostics *list;

    start();
    assert_fails(suggest("wrong", NULL, &threads, &blocks), PK_NAME, "missing");
    assert_ok(pk_context_diagnostics(ctx, &list, &err));
    ck_assert_uint_gt(pk_diagnostics_count(list), 0);
    pk_diagnostics_release(list);
    assert_fails(
        pk_kernel_suggest_block(NULL, NULL, NULL, 0, &threads, &blocks, &err),
        PK_BAD_HANDLE, "kernel");
    assert_fails(suggest("add", NULL, NULL, &blocks), PK_BAD_ARG,
                 "threads is NULL");
    config.struct_size = 0;
    assert_fails(suggest("add", &config, &threads, &blocks), PK_BAD_ARG,
                 "struct_size");
    ck_assert_uint_eq(threads, 77);
    ck_assert_uint_eq(blocks, 77);
    stop();
}
END_TEST

START_TEST(a_context_without_a_device)
{
    pk_context_options options = PK_INIT(
        pk_context_options, .flags = PK_CONTEXT_no_device, .cache_dir = "off");
    pk_launch_config config =
        PK_INIT(pk_launch_config, .block = {64}, .deadline_ms = 9);
    uint32_t threads = 0, blocks;

    assert_ok(pk_context_create(&options, &ctx, &err));
    assert_ok(
        pk_module_from_source(ctx, source, "k.py", 0, NULL, 0, &mod, &err));
    assert_fails(suggest("add", &config, &threads, &blocks), PK_NO_DEVICE,
                 "without a device");
    pk_module_release(mod);
    pk_context_release(ctx);
}
END_TEST

TESTS("block_size", a_launch_can_have_it, it_keeps_to_what_is_allowed,
      shared_memory_counts, what_has_no_block, a_context_without_a_device)
