/* SPDX-License-Identifier: Apache-2.0 */
/* Reports of kernels: failures stay with their queue and harm nothing else,
 * prints come out in the order of launches. Each test runs on the interpreter,
 * which works on host memory, and on a device whose memory is its own. */
#include "runtime_test.h"

static const char *const backends[] = {"interp", "far"};

static const char source[] = "from numba import cuda\n"
                             "@cuda.jit\n"
                             "def check(x, most):\n"
                             "    i = cuda.grid(1)\n"
                             "    assert x[i] < most, f'{x[i]} at {i}'\n"
                             "    x[i] += 1\n"
                             "\n"
                             "@cuda.jit\n"
                             "def loud(x, name):\n"
                             "    i = cuda.grid(1)\n"
                             "    if i == 0:\n"
                             "        print('loud', name, x[0])\n"
                             "    if x[i] == 66:\n"
                             "        raise KeyError(name)\n"
                             "\n"
                             "@cuda.jit\n"
                             "def quiet(x):\n"
                             "    x[cuda.grid(1)] += 10\n"
                             "\n"
                             "@cuda.jit\n"
                             "def index(x, i):\n"
                             "    if cuda.grid(1) == 0:\n"
                             "        x[i] = 1\n"
                             "\n"
                             "@cuda.jit\n"
                             "def halves(x, first, count):\n"
                             "    if cuda.grid(1) == 0:\n"
                             "        if count > 1:\n"
                             "            h = count // 2\n"
                             "            halves[1, 1](x[:h], first, h)\n"
                             "            halves[1, 1](x[h:], first + h, h)\n"
                             "        else:\n"
                             "            x[0] += 10 * first\n"
                             "\n"
                             "@cuda.jit\n"
                             "def parent(x, n):\n"
                             "    if cuda.grid(1) == 0:\n"
                             "        check[1, 8](x, n)\n"
                             "        halves[1, 1](x, 0, 8)\n"
                             "        loud[1, 8](x, n)\n";

static pk_context *ctx;
static pk_queue *queue;
static pk_module *mod;
static int32_t x[8];
static char printed[4096];

static void gather(void *self, const char *text, size_t length) {
    ck_assert_ptr_eq(self, printed);
    ck_assert_uint_lt(strlen(printed) + length, sizeof printed);
    strncat(printed, text, length);
}

static void start(int which) {
    pk_context_options options = {.struct_size = sizeof options,
                                  .backend = backends[which],
                                  .plugin_path = TEST_PLUGINS,
                                  .print_self = printed,
                                  .print = gather,
                                  .cache_dir = "off"};

    assert_ok(pk_context_create(&options, &ctx, &err));
    queue = open_queue(ctx);
    assert_ok(
        pk_module_from_source(ctx, source, "k.py", 0, NULL, 0, &mod, &err));
    for (int i = 0; i < 8; i++)
        x[i] = i;
    *printed = '\0';
}

static void stop(void) {
    pk_context_stats stats = {.struct_size = sizeof stats};

    pk_queue_release(queue);
    pk_module_release(mod);
    assert_ok(pk_context_get_stats(ctx, &stats, &err));
    ck_assert_uint_eq(stats.device_bytes, 0);
    pk_context_release(ctx);
}

/* On the device where launches are not to wait for each other's results. */
static pk_buffer *buffer;

static pk_array numbers(void) {
    const int64_t n = 8;

    return buffer ? pk_array_device(buffer, PK_DTYPE_i32, 1, &n)
                  : pk_array_host(x, PK_DTYPE_i32, 1, &n);
}

/* Launches a kernel over x; `more` is its second argument, -1: it has none. */
static pk_status launch(const char *name, int more) {
    pk_launch_config config =
        PK_INIT(pk_launch_config, .grid = {2}, .block = {4});
    pk_array a = numbers();
    pk_arg args[] = {pk_inout(&a), pk_i32(more)};
    pk_kernel *kernel;
    pk_status status;

    assert_ok(pk_module_kernel(mod, name, &kernel, &err));
    status = pk_launch(queue, kernel, &config, args, more == -1 ? 1 : 2, &err);
    pk_kernel_release(kernel);
    return status;
}

START_TEST(a_failure_names_everything)
{
    start(_i);
    assert_ok(launch("check", 6));
    assert_fails(pk_queue_finish(queue, &err), PK_KERNEL, "AssertionError: ");
    ck_assert_str_eq(err.file, "k.py");
    ck_assert_uint_eq(err.line, 5);
    ck_assert_uint_eq(err.col, 5);
    ck_assert(strstr(err.message, "6 at 6; thread (2, 0, 0) of block (1, 0, 0) "
                                  "(kernel check)") ||
              strstr(err.message, "7 at 7; thread (3, 0, 0) of block (1, 0, 0) "
                                  "(kernel check)"));
    stop();
}
END_TEST

START_TEST(a_failure_harms_nothing_else)
{
    start(_i);
    assert_ok(launch("check", 6));
    assert_fails(pk_queue_finish(queue, &err), PK_KERNEL, "AssertionError");
    for (int i = 0; i < 8; i++)
        ck_assert_int_eq(x[i], i + (i < 6));
    assert_fails(launch("check", 100), PK_KERNEL, "AssertionError");
    assert_ok(pk_queue_clear(queue, &err));
    assert_ok(launch("check", 100));
    assert_ok(pk_queue_finish(queue, &err));
    ck_assert_int_eq(x[7], 8);
    stop();
}
END_TEST

START_TEST(the_first_failure_of_several_launches_is_told)
{
    start(_i);
    assert_ok(pk_buffer_create(ctx, sizeof x, 0, &buffer, &err));
    assert_ok(pk_buffer_write(buffer, 0, x, sizeof x, &err));
    assert_ok(launch("loud", 1)); /* makes room for prints */
    assert_ok(launch("check", 100));
    assert_ok(launch("quiet", -1));
    assert_ok(launch("check", 17));
    assert_ok(launch("loud", 5));
    assert_ok(launch("check", 3));
    assert_fails(pk_queue_finish(queue, &err), PK_KERNEL, "AssertionError: 1");
    assert_ok(pk_queue_clear(queue, &err));
    x[3] = 66;
    assert_ok(pk_buffer_write(buffer, 0, x, sizeof x, &err));
    assert_ok(launch("loud", 4));
    assert_ok(launch("check", 0));
    assert_fails(pk_queue_finish(queue, &err), PK_KERNEL,
                 "KeyError: 4; thread (3, 0, 0) of block (0, 0, 0) (kernel "
                 "loud)");
    ck_assert_uint_eq(err.line, 14);
    pk_buffer_release(buffer);
    buffer = NULL;
    stop();
}
END_TEST

START_TEST(prints_come_in_the_order_of_launches)
{
    start(_i);
    for (int i = 0; i < 5; i++) {
        assert_ok(launch("loud", i));
        assert_ok(launch("check", 1000));
    }
    assert_ok(pk_queue_finish(queue, &err));
    ck_assert_str_eq(printed, "loud 0 0\nloud 1 1\nloud 2 2\nloud 3 3\n"
                              "loud 4 4\n");
    *printed = '\0';
    assert_ok(pk_queue_finish(queue, &err));
    assert_ok(launch("quiet", -1));
    assert_ok(pk_queue_finish(queue, &err));
    ck_assert_str_eq(printed, "");
    assert_ok(launch("loud", 9));
    pk_queue_release(queue); /* waits */
    queue = NULL;
    ck_assert_str_eq(printed, "loud 9 15\n");
    stop();
}
END_TEST

START_TEST(what_was_printed_before_a_failure_is_not_lost)
{
    start(_i);
    assert_ok(launch("loud", 1));
    assert_ok(launch("check", 0));
    assert_ok(launch("loud", 2));
    assert_fails(pk_queue_finish(queue, &err), PK_KERNEL, "AssertionError");
    ck_assert_str_eq(printed, "loud 1 0\nloud 2 0\n");
    stop();
}
END_TEST

START_TEST(prepared_launches_say_things_too)
{
    pk_launch_config config =
        PK_INIT(pk_launch_config, .grid = {2}, .block = {4});
    pk_prepared *prepared;
    pk_kernel *kernel;
    pk_array a = numbers();

    start(_i);
    assert_ok(pk_module_kernel(mod, "loud", &kernel, &err));
    assert_ok(pk_prepared_create(kernel, &config,
                                 (pk_arg[]){pk_inout(&a), pk_i32(1)}, 2,
                                 &prepared, &err));
    assert_ok(pk_prepared_launch(prepared, queue, &err));
    assert_ok(pk_prepared_set_arg(prepared, 1, pk_i32(2), &err));
    assert_ok(pk_prepared_launch(prepared, queue, &err));
    assert_ok(pk_queue_finish(queue, &err));
    ck_assert_str_eq(printed, "loud 1 0\nloud 2 0\n");
    x[5] = 66;
    assert_ok(pk_prepared_launch(prepared, queue, &err));
    assert_fails(pk_queue_finish(queue, &err), PK_KERNEL, "KeyError: 2");
    pk_prepared_release(prepared);
    pk_kernel_release(kernel);
    stop();
}
END_TEST

START_TEST(indices_are_checked_on_demand)
{
    setenv("PORTKERN_CHECK", "bounds", 1);
    start(_i);
    assert_ok(launch("index", 7));
    assert_ok(launch("index", -8));
    assert_ok(pk_queue_finish(queue, &err));
    assert_ok(launch("index", 8));
    assert_fails(pk_queue_finish(queue, &err), PK_BOUNDS,
                 "IndexError: index 8 is out of bounds for axis 0 of `x` with "
                 "size 8");
    ck_assert_uint_eq(err.line, 23);
    ck_assert_uint_eq(err.col, 11);
    assert_ok(pk_queue_clear(queue, &err));
    assert_ok(launch("index", -9));
    assert_fails(pk_queue_finish(queue, &err), PK_BOUNDS, "index -9 is out");
    unsetenv("PORTKERN_CHECK");
    stop();
}
END_TEST

START_TEST(what_kernels_launch_comes_before_what_follows)
{
    start(_i);
    assert_ok(launch("parent", 50));
    assert_ok(launch("check", 1000));
    assert_ok(pk_queue_finish(queue, &err));
    for (int i = 0; i < 8; i++)
        ck_assert_int_eq(x[i], i + 1 + 10 * i + 1);
    ck_assert_str_eq(printed, "loud 50 1\n");
    assert_fails(launch("parent", 75), PK_KERNEL,
                 "AssertionError: 79 at 7; thread (7, 0, 0) of block (0, 0, 0) "
                 "(kernel check)");
    stop();
}
END_TEST

START_TEST(what_is_launched_in_buffers_and_prepared_is_the_same)
{
    const int64_t n = 8;
    pk_launch_config config =
        PK_INIT(pk_launch_config, .grid = {1}, .block = {4});
    pk_prepared *prepared;
    pk_kernel *kernel;
    pk_array a;

    start(_i);
    assert_ok(pk_buffer_create(ctx, 2 * sizeof x, 0, &buffer, &err));
    assert_ok(pk_buffer_write(buffer, sizeof x, x, sizeof x, &err));
    a = pk_array_device(buffer, PK_DTYPE_i32, 1, &n);
    a.offset = sizeof x;
    assert_ok(pk_module_kernel(mod, "parent", &kernel, &err));
    assert_ok(pk_prepared_create(kernel, &config,
                                 (pk_arg[]){pk_inout(&a), pk_i32(99)}, 2,
                                 &prepared, &err));
    assert_ok(pk_prepared_launch(prepared, queue, &err));
    assert_ok(pk_buffer_read(buffer, sizeof x, x, sizeof x, &err));
    for (int i = 0; i < 8; i++)
        ck_assert_int_eq(x[i], i + 1 + 10 * i);
    assert_ok(pk_queue_finish(queue, &err));
    pk_prepared_release(prepared);
    pk_kernel_release(kernel);
    pk_buffer_release(buffer);
    buffer = NULL;
    stop();
}
END_TEST

LOOP_TESTS("runtime_report", 2, a_failure_names_everything,
           a_failure_harms_nothing_else,
           the_first_failure_of_several_launches_is_told,
           prints_come_in_the_order_of_launches,
           what_was_printed_before_a_failure_is_not_lost,
           prepared_launches_say_things_too,
           what_kernels_launch_comes_before_what_follows,
           what_is_launched_in_buffers_and_prepared_is_the_same,
           indices_are_checked_on_demand)
