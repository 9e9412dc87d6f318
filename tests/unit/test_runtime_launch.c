/* SPDX-License-Identifier: Apache-2.0 */
/* Launches: the copy rules of host arrays, arguments of every kind, what is
 * refused. Each test runs on the interpreter, which works on host memory, and
 * on a device whose memory is its own. */
#include "runtime_test.h"

#include <pthread.h>

static const char *const backends[] = {"interp", "far"};

static const char source[] =
    "from numba import cuda, float32, int32\n"
    "\n"
    "@cuda.jit\n"
    "def add(x, y, out):\n"
    "    i = cuda.grid(1)\n"
    "    if i < out.size:\n"
    "        out[i] = x[i] + y[i]\n"
    "\n"
    "@cuda.jit\n"
    "def copy2(a, out):\n"
    "    i, j = cuda.grid(2)\n"
    "    if i < a.shape[0] and j < a.shape[1]:\n"
    "        out[i, j] = a[i, j]\n"
    "\n"
    "@cuda.jit\n"
    "def put(v, out):\n"
    "    out[0] = v\n"
    "\n"
    "@cuda.jit\n"
    "def run(x, y):\n"
    "    for i in range(x.size):\n"
    "        y[i] = x[i] + 1\n"
    "\n"
    "@cuda.jit\n"
    "def first(x, out):\n"
    "    if x.size > 0:\n"
    "        out[0] = x[0]\n"
    "\n"
    "@cuda.jit\n"
    "def pair(t, out):\n"
    "    out[0] = t[0]\n"
    "    out[1] = t[1]\n"
    "\n"
    "@cuda.jit\n"
    "def index(out):\n"
    "    out[cuda.blockIdx.x, cuda.threadIdx.y, cuda.threadIdx.x] = \\\n"
    "        cuda.gridDim.x * 100 + cuda.blockDim.x * 10 + cuda.blockDim.y\n"
    "\n"
    "@cuda.jit\n"
    "def shares(out):\n"
    "    s = cuda.shared.array(64, int32)\n"
    "    s[cuda.threadIdx.x] = cuda.threadIdx.x\n"
    "    cuda.syncthreads()\n"
    "    out[cuda.threadIdx.x] = s[63 - cuda.threadIdx.x]\n"
    "\n"
    "@cuda.jit\n"
    "def outside(out, i):\n"
    "    out[i] = 1\n"
    "\n"
    "@cuda.jit\n"
    "def sized(k, n, out):\n"
    "    last = cuda.local.array((n, 2), int32)\n"
    "    last[n - 1, 1] = k\n"
    "    out[0] = last[-1, -1] + 100 * last.shape[0]\n"
    "\n"
    "@cuda.jit\n"
    "def dynamic(out):\n"
    "    out[0] = cuda.shared.array(0, int32).size\n";

/* What every test has. */
static pk_context *ctx;
static pk_queue *queue;
static pk_module *mod;

static void start(int which) {
    ctx = open_context(backends[which]);
    queue = open_queue(ctx);
    assert_ok(
        pk_module_from_source(ctx, source, "k.py", 0, NULL, 0, &mod, &err));
}

static void stop(void) {
    pk_context_stats stats = {.struct_size = sizeof stats};

    pk_queue_release(queue);
    pk_module_release(mod);
    assert_ok(pk_context_get_stats(ctx, &stats, &err));
    ck_assert_uint_eq(stats.device_bytes, 0);
    pk_context_release(ctx);
}

static pk_kernel *get(const char *name) {
    pk_kernel *kernel = NULL;

    assert_ok(pk_module_kernel(mod, name, &kernel, &err));
    return kernel;
}

static pk_array f32s(float *host, int64_t n) {
    return pk_array_host(host, PK_DTYPE_f32, 1, &n);
}

static pk_array i32s(int32_t *host, int64_t n) {
    return pk_array_host(host, PK_DTYPE_i32, 1, &n);
}

#define ONE (&(pk_launch_config){.grid = {1}, .block = {1}})
#define ARGS(...)                                                              \
    (pk_arg[]){__VA_ARGS__}, sizeof(pk_arg[]){__VA_ARGS__} / sizeof(pk_arg)

static pk_status launch(const char *name, const pk_launch_config *config,
                        const pk_arg *args, size_t count) {
    pk_kernel *kernel = get(name);
    pk_status status = pk_launch(queue, kernel, config, args, count, &err);

    pk_kernel_release(kernel);
    return status;
}

static pk_status finish(void) {
    return pk_queue_finish(queue, &err);
}

/* ---- arrays ---- */

START_TEST(host_arrays_go_in_and_come_back)
{
    enum { N = 1000 };
    float x[N], y[N], out[N];
    pk_array ax = f32s(x, N), ay = f32s(y, N), ao = f32s(out, N);

    start(_i);
    for (int i = 0; i < N; i++) {
        x[i] = (float)i;
        y[i] = 0.5f;
    }
    assert_ok(launch("add", &(pk_launch_config){.grid = {8}, .block = {128}},
                     ARGS(pk_in(&ax), pk_in(&ay), pk_out(&ao))));
    assert_ok(finish());
    for (int i = 0; i < N; i++)
        ck_assert(out[i] == (float)i + 0.5f);
    stop();
}
END_TEST

START_TEST(device_arrays_stay_between_launches)
{
    const int64_t n = 4;
    float x[4] = {1, 2, 3, 4}, out[4];
    pk_buffer *buf;
    pk_array a, b;

    start(_i);
    assert_ok(pk_buffer_create(ctx, 48, 0, &buf, &err));
    assert_ok(pk_buffer_write(buf, 16, x, 16, &err));
    a = pk_array_device(buf, PK_DTYPE_f32, 1, &n);
    b = a;
    a.offset = 16;
    b.offset = 32;
    assert_ok(launch("add", &(pk_launch_config){.grid = {1}, .block = {4}},
                     ARGS(pk_in(&a), pk_in(&a), pk_out(&b))));
    assert_ok(launch("add", &(pk_launch_config){.grid = {1}, .block = {4}},
                     ARGS(pk_inout(&a), pk_inout(&b), pk_inout(&b))));
    assert_ok(pk_buffer_read(buf, 32, out, 16, &err));
    for (int i = 0; i < 4; i++)
        ck_assert(out[i] == 3 * x[i]);
    pk_buffer_release(buf);
    stop();
}
END_TEST

START_TEST(a_buffer_may_go_while_its_launch_is_under_way)
{
    const int64_t n = 1;
    int32_t out = 0;
    pk_buffer *buf;
    pk_array a, o = i32s(&out, 1);

    start(_i);
    assert_ok(pk_buffer_create(ctx, 4, 0, &buf, &err));
    a = pk_array_device(buf, PK_DTYPE_i32, 1, &n);
    assert_ok(launch("put", ONE, ARGS(pk_i32(7), pk_inout(&a))));
    assert_ok(launch("first", ONE, ARGS(pk_in(&a), pk_out(&o))));
    pk_buffer_release(buf);
    assert_ok(finish());
    ck_assert_int_eq(out, 7);
    stop();
}
END_TEST

START_TEST(inout_keeps_what_the_kernel_leaves_alone)
{
    int32_t out[3] = {1, 2, 3};
    pk_array a = i32s(out, 3);

    start(_i);
    assert_ok(launch("put", ONE, ARGS(pk_i32(9), pk_inout(&a))));
    assert_ok(finish());
    ck_assert_int_eq(out[0], 9);
    ck_assert_int_eq(out[1], 2);
    ck_assert_int_eq(out[2], 3);
    stop();
}
END_TEST

/* What is only read is not copied back: a value that the host writes behind
 * the launch stays. */
START_TEST(inout_that_is_only_read_is_not_copied_back)
{
    int32_t x[2] = {5, 6}, out = 0;
    pk_array a = i32s(x, 2), o = i32s(&out, 1);

    start(1);
    assert_ok(launch("first", ONE, ARGS(pk_inout(&a), pk_inout(&o))));
    x[1] = 60;
    assert_ok(finish());
    ck_assert_int_eq(out, 5);
    ck_assert_int_eq(x[1], 60);
    stop();
}
END_TEST

START_TEST(host_arrays_that_overlap_share_their_bytes)
{
    int32_t x[9] = {0};
    pk_array a = i32s(x, 8), b = i32s(x + 1, 8);

    start(_i);
    assert_ok(launch("run", ONE, ARGS(pk_inout(&a), pk_inout(&b))));
    assert_ok(finish());
    for (int i = 0; i < 9; i++)
        ck_assert_int_eq(x[i], i);
    stop();
}
END_TEST

START_TEST(three_arrays_that_overlap_in_a_chain_share_too)
{
    int32_t x[12] = {0};
    pk_array low = i32s(x, 5), high = i32s(x + 7, 5), all = i32s(x, 12);

    start(_i);
    x[0] = 1;
    assert_ok(launch("add", &(pk_launch_config){.grid = {1}, .block = {4}},
                     ARGS(pk_in(&low), pk_in(&high), pk_inout(&low))));
    assert_ok(launch("run", ONE, ARGS(pk_in(&low), pk_out(&high))));
    assert_ok(launch("put", ONE, ARGS(pk_i32(3), pk_inout(&all))));
    assert_ok(finish());
    ck_assert_int_eq(x[0], 3);
    ck_assert_int_eq(x[7], 2);
    stop();
}
END_TEST

START_TEST(bytes_between_the_elements_are_not_touched)
{
    int32_t from[6] = {1, 2, 3, 4, 5, 6}, table[3][4];
    pk_array a = pk_array_host(from, PK_DTYPE_i32, 2, (const int64_t[]){3, 2});
    pk_array column = a;

    start(_i);
    memset(table, 0xff, sizeof table);
    column.host = &table[0][1];
    column.strides[0] = sizeof table[0];
    column.strides[1] = 2 * sizeof(int32_t);
    assert_ok(launch("copy2", &(pk_launch_config){.grid = {1}, .block = {4, 4}},
                     ARGS(pk_in(&a), pk_out(&column))));
    table[1][2] = 77;
    assert_ok(finish());
    for (int i = 0; i < 3; i++) {
        ck_assert_int_eq(table[i][1], from[2 * i]);
        ck_assert_int_eq(table[i][3], from[2 * i + 1]);
        ck_assert_int_eq(table[i][0], -1);
        ck_assert_int_eq(table[i][2], i == 1 ? 77 : -1);
    }
    stop();
}
END_TEST

START_TEST(results_with_gaps_are_inputs_of_the_next_launch)
{
    int32_t x[6] = {1, -1, 2, -1, 3, -1}, out[3];
    pk_array odd = i32s(x, 3), o = i32s(out, 3);

    start(_i);
    odd.strides[0] = 2 * sizeof(int32_t);
    assert_ok(launch("run", ONE, ARGS(pk_inout(&odd), pk_inout(&odd))));
    assert_ok(launch("run", ONE, ARGS(pk_in(&odd), pk_out(&o))));
    assert_ok(finish());
    for (int i = 0; i < 3; i++) {
        ck_assert_int_eq(x[2 * i], i + 2);
        ck_assert_int_eq(x[2 * i + 1], -1);
        ck_assert_int_eq(out[i], i + 3);
    }
    stop();
}
END_TEST

START_TEST(strides_may_be_negative_or_zero)
{
    int32_t x[4] = {1, 2, 3, 4}, out[4] = {0}, ten = 10;
    pk_array back = i32s(x + 3, 4), same = i32s(&ten, 4), o = i32s(out, 4);

    start(_i);
    back.strides[0] = -(int64_t)sizeof(int32_t);
    same.strides[0] = 0;
    assert_ok(launch("add", &(pk_launch_config){.grid = {1}, .block = {4}},
                     ARGS(pk_in(&back), pk_in(&same), pk_out(&o))));
    assert_ok(launch("add", &(pk_launch_config){.grid = {1}, .block = {4}},
                     ARGS(pk_in(&same), pk_in(&same), pk_out(&back))));
    assert_ok(finish());
    for (int i = 0; i < 4; i++) {
        ck_assert_int_eq(out[i], 14 - i);
        ck_assert_int_eq(x[i], 20);
    }
    stop();
}
END_TEST

START_TEST(arrays_in_fortran_order_are_read_as_such)
{
    float f[6] = {1, 4, 2, 5, 3, 6}, c[6];
    const int64_t shape[] = {2, 3};
    pk_array a = pk_array_host(f, PK_DTYPE_f32, 2, shape);
    pk_array o = pk_array_host(c, PK_DTYPE_f32, 2, shape);

    start(_i);
    pk_array_set_f_order(&a);
    assert_ok(launch("copy2", &(pk_launch_config){.grid = {1}, .block = {2, 3}},
                     ARGS(pk_in(&a), pk_out(&o))));
    assert_ok(finish());
    for (int i = 0; i < 6; i++)
        ck_assert(c[i] == (float)(i + 1));
    stop();
}
END_TEST

START_TEST(empty_arrays_need_no_memory)
{
    int32_t out = 4;
    pk_array none = i32s(NULL, 0), o = i32s(&out, 1);

    start(_i);
    assert_ok(launch("first", ONE, ARGS(pk_in(&none), pk_inout(&o))));
    assert_ok(finish());
    ck_assert_int_eq(out, 4);
    stop();
}
END_TEST

START_TEST(more_host_arrays_than_memory_wait_for_each_other)
{
    enum { N = 100000 };
    float *x = calloc(N, sizeof *x);
    pk_array a = f32s(x, N);

    start(_i);
    ck_assert(x != NULL);
    for (int i = 0; i < 8; i++) /* 400 KB each, and the device has 1 MiB */
        assert_ok(launch("add", &(pk_launch_config){.grid = {1}, .block = {1}},
                         ARGS(pk_inout(&a), pk_inout(&a), pk_inout(&a))));
    x[0] = 1;
    assert_ok(finish());
    stop();
    free(x);
}
END_TEST

/* ---- scalars and tuples ---- */

START_TEST(scalars_of_every_type_arrive)
{
    static const struct {
        pk_dtype dtype;
        uint64_t bits;
    } rows[] = {
        {PK_DTYPE_bool, 1},
        {PK_DTYPE_i8, 0x80},
        {PK_DTYPE_i16, 0x8001},
        {PK_DTYPE_i32, 0x80000002},
        {PK_DTYPE_u8, 0xfe},
        {PK_DTYPE_u16, 0xfffd},
        {PK_DTYPE_u32, 0xfffffffc},
        {PK_DTYPE_i64, 0x8000000000000003},
        {PK_DTYPE_f32, 0x3fc00000},
        {PK_DTYPE_u64, 0xfffffffffffffffb},
        {PK_DTYPE_f64, 0x3ff8000000000000},
    };
    const int64_t one = 1;

    start(_i);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint64_t out = 0;
        pk_array o = pk_array_host(&out, rows[i].dtype, 1, &one);
        pk_arg v = {.pass = PK_PASS_scalar, .dtype = rows[i].dtype};
        v.value.u = rows[i].bits;
        assert_ok(launch("put", ONE, ARGS(v, pk_out(&o))));
        assert_ok(finish());
        ck_assert_uint_eq(out, rows[i].bits);
    }
    stop();
}
END_TEST

START_TEST(the_constructors_make_what_they_say)
{
    ck_assert_int_eq(pk_i8(-3).value.i, -3);
    ck_assert_int_eq(pk_i8(-3).dtype, PK_DTYPE_i8);
    ck_assert_uint_eq(pk_u64(UINT64_MAX).value.u, UINT64_MAX);
    ck_assert(pk_f32(1.5f).value.f32[0] == 1.5f);
    ck_assert(pk_c128(1, 2).value.f64[1] == 2);
    ck_assert_int_eq(pk_c64(1, 2).dtype, PK_DTYPE_c64);
    ck_assert(pk_bool(true).value.b);
    ck_assert_int_eq(pk_none().pass, PK_PASS_none);
}
END_TEST

START_TEST(tuples_are_spread)
{
    float out[2] = {0};
    pk_array o = f32s(out, 2);
    pk_arg items[] = {pk_f32(1.5f), pk_i64(-7)};

    start(_i);
    assert_ok(launch("pair", ONE, ARGS(pk_tuple(items, 2), pk_out(&o))));
    assert_ok(finish());
    ck_assert(out[0] == 1.5f && out[1] == -7);
    stop();
}
END_TEST

START_TEST(grid_and_block_have_three_dimensions)
{
    int32_t out[2][3][4] = {0};
    pk_array o =
        pk_array_host(out, PK_DTYPE_i32, 3, (const int64_t[]){2, 3, 4});

    start(_i);
    assert_ok(launch("index",
                     &(pk_launch_config){.grid = {2, 0, 1}, .block = {4, 3}},
                     ARGS(pk_out(&o))));
    assert_ok(finish());
    for (int i = 0; i < 24; i++)
        ck_assert_int_eq((&out[0][0][0])[i], 243);
    stop();
}
END_TEST

START_TEST(an_empty_grid_runs_nothing)
{
    int32_t out = 5;
    pk_array o = i32s(&out, 1);

    start(_i);
    assert_ok(launch("put", &(pk_launch_config){.block = {1}},
                     ARGS(pk_i32(1), pk_inout(&o))));
    assert_ok(finish());
    ck_assert_int_eq(out, 5);
    assert_fails(
        launch("put", &(pk_launch_config){.block = {1}}, ARGS(pk_i32(1))),
        PK_BAD_ARG, "put takes 2 arguments");
    stop();
}
END_TEST

/* ---- what is refused ---- */

START_TEST(a_wrong_configuration_is_refused)
{
    int32_t out[64];
    pk_array o = i32s(out, 64);
    pk_device_limits limits = {.struct_size = sizeof limits};
    pk_launch_config config = {.grid = {1}, .block = {0}};

    start(_i);
    assert_ok(pk_context_get_limits(ctx, &limits, &err));
    assert_fails(launch("shares", &config, ARGS(pk_out(&o))), PK_BAD_ARG,
                 "block[0] is 0");
    config.block[0] = limits.max_block + 1;
    assert_fails(launch("shares", &config, ARGS(pk_out(&o))), PK_LIMIT,
                 "the device allows");
    config.block[0] = 4;
    config.block[1] = limits.max_block;
    assert_fails(launch("shares", &config, ARGS(pk_out(&o))), PK_LIMIT,
                 "threads, the device allows");
    config.block[1] = 0;
    config.grid[1] = UINT32_MAX;
    assert_fails(launch("shares", &config, ARGS(pk_out(&o))), PK_LIMIT,
                 "grid[1] is 4294967295");
    config.grid[1] = 0;
    config.shared_bytes = limits.shared_bytes + 1;
    assert_fails(launch("shares", &config, ARGS(pk_out(&o))), PK_LIMIT,
                 "shared_bytes");
    config.shared_bytes = limits.shared_bytes;
    assert_fails(launch("shares", &config, ARGS(pk_out(&o))), PK_LIMIT,
                 "shares declares 256 bytes of shared memory");
    assert_fails(launch("shares", NULL, ARGS(pk_out(&o))), PK_BAD_ARG,
                 "config is NULL");
    config = (pk_launch_config){.grid = {1}, .block = {64}};
    assert_ok(launch("shares", &config, ARGS(pk_out(&o))));
    assert_ok(finish());
    ck_assert_int_eq(out[0], 63);
    stop();
}
END_TEST

START_TEST(arguments_that_make_no_sense_are_refused_by_name)
{
    int32_t x[4] = {0};
    pk_array a = i32s(x, 4), bad = a;
    pk_buffer *buf, *stranger;
    pk_context *other = open_context("interp");

    start(_i);
    assert_ok(pk_buffer_create(ctx, 12, 0, &buf, &err));
    assert_ok(pk_buffer_create(other, 16, 0, &stranger, &err));
    assert_fails(launch("add", ONE, ARGS(pk_in(&a))), PK_BAD_ARG,
                 "add takes 3 arguments (x, y, out), got 1");
    assert_fails(launch("put", ONE, NULL, 2), PK_BAD_ARG, "args is NULL");
    assert_fails(launch("put", ONE, ARGS(pk_i32(1), pk_out(NULL))), PK_BAD_ARG,
                 "argument 1 'out' of put: the array is NULL");
#define REFUSED(status, words)                                                 \
    assert_fails(launch("put", ONE, ARGS(pk_i32(1), pk_out(&bad))), status,    \
                 words);                                                       \
    bad = a
    bad.dtype = (pk_dtype)99;
    REFUSED(PK_BAD_ARG, "argument 1 'out' of put: 99 is no dtype");
    bad.ndim = 9;
    REFUSED(PK_LIMIT, "9 dimensions");
    bad.shape[0] = -4;
    REFUSED(PK_BAD_ARG, "shape[0] is -4");
    bad.strides[0] = INT64_MAX;
    REFUSED(PK_BAD_ARG, "overflows");
    bad.strides[0] = 6;
    REFUSED(PK_BAD_ARG, "strides[0] is 6");
    bad.host = (char *)x + 2;
    REFUSED(PK_BAD_ARG, "multiples of 4");
    bad.host = NULL;
    REFUSED(PK_BAD_ARG, "4 elements but no memory");
    bad.buffer = buf;
    REFUSED(PK_BAD_ARG, "a buffer and host memory");
    bad.buffer = buf, bad.host = NULL;
    REFUSED(PK_BAD_ARG, "bytes 0 to 16 of a buffer of 12 bytes");
    bad.buffer = buf, bad.host = NULL, bad.strides[0] = -4, bad.shape[0] = 2;
    REFUSED(PK_BAD_ARG, "bytes -4 to 4");
    bad.buffer = stranger, bad.host = NULL;
    REFUSED(PK_BAD_HANDLE, "its buffer belongs to another context");
    bad.buffer = (pk_buffer *)(void *)queue, bad.host = NULL;
    REFUSED(PK_BAD_HANDLE, "its buffer is a queue");
    assert_fails(
        launch("put", ONE, ARGS((pk_arg){.pass = PK_PASS_scalar}, pk_out(&a))),
        PK_BAD_ARG, "argument 0 'v' of put: 0 is no dtype");
    assert_fails(
        launch("put", ONE, ARGS((pk_arg){.pass = (pk_pass)42}, pk_out(&a))),
        PK_BAD_ARG, "42 is no way to pass");
    assert_fails(launch("put", ONE, ARGS(pk_tuple(NULL, 3), pk_out(&a))),
                 PK_BAD_ARG, "items are NULL");
    assert_ok(finish());
    pk_buffer_release(buf);
    pk_buffer_release(stranger);
    pk_context_release(other);
    stop();
}
END_TEST

START_TEST(tuples_in_tuples_end_somewhere)
{
    pk_arg deep[20];
    int32_t x = 0;
    pk_array a = i32s(&x, 1);

    start(_i);
    deep[0] = pk_i32(1);
    for (int i = 1; i < 20; i++)
        deep[i] = pk_tuple(&deep[i - 1], 1);
    assert_fails(launch("put", ONE, ARGS(deep[19], pk_out(&a))), PK_LIMIT,
                 "nested deeper");
    stop();
}
END_TEST

START_TEST(launches_need_handles_that_fit)
{
    pk_context *other = open_context("interp");
    pk_queue *theirs = open_queue(other);
    pk_kernel *kernel;
    int32_t x = 0;
    pk_array a = i32s(&x, 1);

    start(_i);
    kernel = get("put");
    assert_fails(
        pk_launch(NULL, kernel, ONE, ARGS(pk_i32(1), pk_out(&a)), &err),
        PK_BAD_HANDLE, "queue is NULL");
    assert_fails(pk_launch(queue, NULL, ONE, ARGS(pk_i32(1), pk_out(&a)), &err),
                 PK_BAD_HANDLE, "kernel is NULL");
    assert_fails(
        pk_launch(theirs, kernel, ONE, ARGS(pk_i32(1), pk_out(&a)), &err),
        PK_BAD_HANDLE, "kernel belongs to another context");
    assert_fails(pk_launch((pk_queue *)(void *)mod, kernel, ONE,
                           ARGS(pk_i32(1), pk_out(&a)), &err),
                 PK_BAD_HANDLE, "queue is a module");
    assert_fails(pk_module_kernel(mod, "nothing", &kernel, &err), PK_NAME,
                 "no kernel 'nothing'; the module has add, copy2, put");
    pk_kernel_release(kernel);
    pk_queue_release(theirs);
    pk_context_release(other);
    stop();
}
END_TEST

START_TEST(a_kernels_failure_stays_with_its_queue)
{
    int32_t out[4] = {0};
    pk_array o = i32s(out, 4);

    start(_i);
    launch("outside", ONE, ARGS(pk_inout(&o), pk_i64(1000)));
    assert_fails(finish(), PK_BOUNDS, "");
    ck_assert_uint_eq(err.line, 48);
    ck_assert_str_eq(err.file, "k.py");
    assert_fails(finish(), PK_BOUNDS, "");
    assert_fails(launch("outside", ONE, ARGS(pk_inout(&o), pk_i64(1))),
                 PK_BOUNDS, "");
    assert_fails(pk_queue_get_error(queue, &err), PK_BOUNDS, "");
    assert_ok(pk_queue_clear(queue, &err));
    assert_ok(launch("outside", ONE, ARGS(pk_inout(&o), pk_i64(1))));
    assert_ok(finish());
    ck_assert_int_eq(out[1], 1);
    stop();
}
END_TEST

/* ---- specialisations ---- */

static pk_context_stats stats(void) {
    pk_context_stats s = {.struct_size = sizeof s};

    assert_ok(pk_context_get_stats(ctx, &s, &err));
    return s;
}

START_TEST(a_kernel_is_compiled_once_for_each_kind_of_arguments)
{
    int32_t x[4] = {0};
    float y[4] = {0};
    pk_array a = i32s(x, 4), b = i32s(x + 2, 2), c = f32s(y, 4);

    start(_i);
    for (int i = 0; i < 10; i++)
        assert_ok(launch("put", ONE, ARGS(pk_i32(i), pk_inout(&a))));
    ck_assert_uint_eq(stats().specialisations, 1);
    ck_assert_uint_eq(stats().launches, 10);
    assert_ok(launch("put", ONE, ARGS(pk_i64(1), pk_inout(&a))));
    assert_ok(launch("put", ONE, ARGS(pk_i32(1), pk_inout(&c))));
    ck_assert_uint_eq(stats().specialisations, 3);
    assert_ok(launch("run", ONE, ARGS(pk_in(&a), pk_inout(&c))));
    assert_ok(launch("run", ONE, ARGS(pk_inout(&a), pk_inout(&c))));
    assert_ok(launch("run", ONE, ARGS(pk_inout(&b), pk_inout(&a))));
    ck_assert_uint_eq(stats().specialisations, 6);
    ck_assert_uint_eq(stats().compiles, 6);
    assert_ok(finish());
    stop();
}
END_TEST

START_TEST(only_what_shapes_depend_on_makes_kernels_of_its_own)
{
    int32_t out[1];
    pk_array o = i32s(out, 1);

    start(_i);
    for (int k = 0; k < 5; k++) {
        assert_ok(
            launch("sized", ONE, ARGS(pk_i64(k), pk_i64(3), pk_inout(&o))));
        assert_ok(finish());
        ck_assert_int_eq(out[0], 300 + k);
    }
    ck_assert_uint_eq(stats().specialisations, 1);
    assert_ok(launch("sized", ONE, ARGS(pk_i64(9), pk_i64(7), pk_inout(&o))));
    assert_ok(finish());
    ck_assert_int_eq(out[0], 709);
    ck_assert_uint_eq(stats().specialisations, 2);
    ck_assert_int_eq(
        launch("sized", ONE, ARGS(pk_i64(9), pk_i64(-7), pk_inout(&o))),
        PK_TYPE);
    ck_assert_str_eq(err.message, "an array cannot have the extent -7");
    stop();
}
END_TEST

START_TEST(dynamic_shared_memory_knows_its_size_where_a_kernel_asks)
{
    int32_t out[1];
    pk_array o = i32s(out, 1);
    pk_launch_config config = {.grid = {1}, .block = {1}};

    start(_i);
    for (uint32_t n = 0; n < 3; n++) {
        config.shared_bytes = 40 * n;
        assert_ok(launch("dynamic", &config, ARGS(pk_inout(&o))));
        assert_ok(finish());
        ck_assert_int_eq(out[0], (int)(10 * n));
    }
    ck_assert_uint_eq(stats().specialisations, 3);
    stop();
}
END_TEST

START_TEST(compiling_ahead_of_a_launch_tells_about_the_kernel)
{
    pk_compile_info info = {.struct_size = sizeof info};
    pk_kernel *kernel;
    int32_t out[64];
    pk_array o = i32s(out, 64);

    start(_i);
    kernel = get("shares");
    assert_ok(pk_kernel_compile(kernel, ONE, ARGS(pk_out(&o)), &info, &err));
    ck_assert_uint_eq(info.shared_bytes, 256);
    ck_assert_uint_gt(info.compile_ns, 0);
    ck_assert_uint_eq(stats().compiles, 1);
    assert_ok(pk_kernel_compile(kernel, ONE, ARGS(pk_out(&o)), NULL, &err));
    ck_assert_uint_eq(stats().compiles, 1);
    pk_kernel_release(kernel);
    stop();
}
END_TEST

enum { THREADS = 4, ROUNDS = 50 };

static void *launch_often(void *arg) {
    pk_queue *mine = open_queue(ctx);
    pk_kernel *kernel = arg;
    int32_t out[1];
    pk_array o = i32s(out, 1);

    for (int i = 0; i < ROUNDS; i++) {
        assert_ok(
            pk_launch(mine, kernel, ONE, ARGS(pk_i32(i), pk_out(&o)), &err));
        assert_ok(pk_queue_finish(mine, &err));
        ck_assert_int_eq(out[0], i);
    }
    pk_queue_release(mine);
    return NULL;
}

START_TEST(threads_that_want_one_kernel_compile_it_once)
{
    pthread_t threads[THREADS];
    pk_kernel *kernel;

    start(_i);
    kernel = get("put");
    for (int i = 0; i < THREADS; i++)
        ck_assert_int_eq(
            pthread_create(&threads[i], NULL, launch_often, kernel), 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    ck_assert_uint_eq(stats().compiles, 1);
    ck_assert_uint_eq(stats().launches, THREADS * ROUNDS);
    pk_kernel_release(kernel);
    stop();
}
END_TEST

/* ---- prepared launches ---- */

START_TEST(a_prepared_launch_is_made_again_and_again)
{
    int32_t a[1] = {0}, b[1] = {0};
    pk_array first = i32s(a, 1), second = i32s(b, 1);
    pk_prepared *p;
    pk_kernel *kernel;

    start(_i);
    kernel = get("put");
    assert_ok(pk_prepared_create(kernel, ONE, ARGS(pk_i32(1), pk_out(&first)),
                                 &p, &err));
    pk_kernel_release(kernel);
    assert_ok(pk_prepared_launch(p, queue, &err));
    assert_ok(finish());
    ck_assert_int_eq(a[0], 1);
    assert_ok(pk_prepared_set_arg(p, 0, pk_i32(2), &err));
    assert_ok(pk_prepared_set_arg(p, 1, pk_out(&second), &err));
    assert_ok(pk_prepared_launch(p, queue, &err));
    assert_ok(finish());
    ck_assert_int_eq(a[0], 1);
    ck_assert_int_eq(b[0], 2);
    pk_prepared_release(p);
    stop();
}
END_TEST

START_TEST(a_prepared_launch_keeps_its_types_and_survives_failures)
{
    int32_t a[1] = {0};
    float f[1];
    pk_array ints = i32s(a, 1), floats = f32s(f, 1), gone = ints;
    pk_prepared *p;
    pk_kernel *kernel;

    start(_i);
    kernel = get("put");
    assert_ok(pk_prepared_create(kernel, ONE, ARGS(pk_i32(1), pk_out(&ints)),
                                 &p, &err));
    assert_fails(pk_prepared_set_arg(p, 0, pk_i64(1), &err), PK_TYPE,
                 "argument 0 'v' of put has another type");
    assert_fails(pk_prepared_set_arg(p, 1, pk_out(&floats), &err), PK_TYPE,
                 "argument 1 'out'");
    assert_fails(pk_prepared_set_arg(p, 2, pk_i32(1), &err), PK_BAD_ARG,
                 "no argument 2");
    gone.host = NULL;
    assert_fails(pk_prepared_set_arg(p, 1, pk_out(&gone), &err), PK_BAD_ARG,
                 "no memory");
    assert_fails(pk_prepared_set_config(
                     p, &(pk_launch_config){.grid = {1}, .block = {0}}, &err),
                 PK_BAD_ARG, "block[0] is 0");
    assert_ok(pk_prepared_launch(p, queue, &err));
    assert_ok(finish());
    ck_assert_int_eq(a[0], 1);
    assert_fails(pk_prepared_launch(p, NULL, &err), PK_BAD_HANDLE, "NULL");
    assert_fails(pk_prepared_create(kernel, ONE, ARGS(pk_i32(1)), &p, &err),
                 PK_BAD_ARG, "takes 2");
    pk_prepared_release(p);
    pk_kernel_release(kernel);
    stop();
}
END_TEST

START_TEST(a_prepared_launch_holds_its_buffers)
{
    const int64_t n = 1;
    int32_t out = 0;
    pk_buffer *buf, *other;
    pk_array a, b, o = i32s(&out, 1);
    pk_kernel *kernel;
    pk_prepared *p;

    start(_i);
    kernel = get("first");
    assert_ok(pk_buffer_create(ctx, 4, 0, &buf, &err));
    assert_ok(pk_buffer_create(ctx, 4, 0, &other, &err));
    assert_ok(pk_buffer_write(buf, 0, &(int32_t){11}, 4, &err));
    assert_ok(pk_buffer_write(other, 0, &(int32_t){22}, 4, &err));
    a = pk_array_device(buf, PK_DTYPE_i32, 1, &n);
    b = pk_array_device(other, PK_DTYPE_i32, 1, &n);
    assert_ok(
        pk_prepared_create(kernel, ONE, ARGS(pk_in(&a), pk_out(&o)), &p, &err));
    pk_buffer_release(buf);
    assert_ok(pk_prepared_launch(p, queue, &err));
    assert_ok(finish());
    ck_assert_int_eq(out, 11);
    assert_ok(pk_prepared_set_arg(p, 0, pk_in(&b), &err));
    pk_buffer_release(other);
    assert_ok(pk_prepared_launch(p, queue, &err));
    assert_ok(finish());
    ck_assert_int_eq(out, 22);
    pk_prepared_release(p);
    pk_kernel_release(kernel);
    stop();
}
END_TEST

LOOP_TESTS("runtime_launch", 2, host_arrays_go_in_and_come_back,
           device_arrays_stay_between_launches,
           a_buffer_may_go_while_its_launch_is_under_way,
           inout_keeps_what_the_kernel_leaves_alone,
           inout_that_is_only_read_is_not_copied_back,
           host_arrays_that_overlap_share_their_bytes,
           three_arrays_that_overlap_in_a_chain_share_too,
           bytes_between_the_elements_are_not_touched,
           results_with_gaps_are_inputs_of_the_next_launch,
           strides_may_be_negative_or_zero,
           arrays_in_fortran_order_are_read_as_such,
           empty_arrays_need_no_memory,
           more_host_arrays_than_memory_wait_for_each_other,
           scalars_of_every_type_arrive, the_constructors_make_what_they_say,
           tuples_are_spread, grid_and_block_have_three_dimensions,
           an_empty_grid_runs_nothing, a_wrong_configuration_is_refused,
           arguments_that_make_no_sense_are_refused_by_name,
           tuples_in_tuples_end_somewhere, launches_need_handles_that_fit,
           a_kernels_failure_stays_with_its_queue,
           a_kernel_is_compiled_once_for_each_kind_of_arguments,
           only_what_shapes_depend_on_makes_kernels_of_its_own,
           dynamic_shared_memory_knows_its_size_where_a_kernel_asks,
           compiling_ahead_of_a_launch_tells_about_the_kernel,
           threads_that_want_one_kernel_compile_it_once,
           a_prepared_launch_is_made_again_and_again,
           a_prepared_launch_keeps_its_types_and_survives_failures,
           a_prepared_launch_holds_its_buffers)
