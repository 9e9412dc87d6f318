/* SPDX-License-Identifier: Apache-2.0 */
/* Launches: arguments and configurations of every kind, and what is refused. */
#include "launch_test.h"

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
        pk_arg v = {.kind = PK_ARG_scalar, .dtype = rows[i].dtype};
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
    ck_assert_int_eq(pk_none().kind, PK_ARG_none);
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

START_TEST(an_annotation_gives_a_tuples_items_names)
{
    float x[] = {1, 2}, y[] = {3, 4}, out[2] = {0};
    pk_array a = f32s(x, 2), b = f32s(y, 2), o = f32s(out, 2);
    pk_arg rows[] = {pk_in(&a), pk_in(&b)};
    pk_arg items[] = {pk_tuple(rows, 2), pk_f32(10)};

    start(_i);
    assert_ok(launch("named", ONE, ARGS(pk_tuple(items, 2), pk_out(&o))));
    assert_ok(finish());
    ck_assert(out[0] == 20 && out[1] == 50);
    stop();
}
END_TEST

static pk_arg point(const pk_kernel *kernel, pk_arg items[2]) {
    pk_arg arg;

    assert_ok(pk_kernel_named(kernel, "Point", items, 2, &arg, &err));
    return arg;
}

START_TEST(a_launch_gives_a_tuples_items_names)
{
    static const char text[] = "from collections import namedtuple\n"
                               "from numba import cuda\n"
                               "Point = namedtuple('Point', 'x y')\n"
                               "Size = namedtuple('Size', 'y x')\n"
                               "@cuda.jit\n"
                               "def k(p, out):\n"
                               "    out[0] = p.x - 10 * p.y\n";
    int64_t out = 0, one = 1;
    pk_array o = pk_array_host(&out, PK_DTYPE_i64, 1, &one);
    pk_arg items[] = {pk_i64(7), pk_i64(2)}, args[2], size;
    pk_module *named[2];
    pk_kernel *kernel, *other;
    pk_prepared *prepared = NULL;

    start(_i);
    for (int i = 0; i < 2; i++)
        assert_ok(pk_module_from_source(ctx, text, "k.py", 0, NULL, 0,
                                        &named[i], &err));
    assert_ok(pk_module_kernel(named[0], "k", &kernel, &err));
    assert_ok(pk_module_kernel(named[1], "k", &other, &err));
    args[0] = point(kernel, items), args[1] = pk_out(&o);
    assert_ok(pk_prepared_create(kernel, ONE, args, 2, &prepared, &err));
    assert_ok(pk_prepared_launch(prepared, queue, &err));
    assert_ok(finish());
    ck_assert_int_eq(out, -13);
    assert_ok(pk_kernel_named(kernel, "Size", items, 2, &size, &err));
    assert_fails(pk_prepared_set_arg(prepared, 0, size, &err), PK_TYPE,
                 "another type than the launch was prepared with");
    args[0] = size;
    assert_ok(pk_launch(queue, kernel, ONE, args, 2, &err));
    assert_ok(finish());
    ck_assert_int_eq(out, -68);
    args[0] = point(kernel, items);
    assert_fails(pk_launch(queue, other, ONE, args, 2, &err), PK_TYPE,
                 "the class Point of an argument is another module's");
    assert_fails(pk_kernel_named(kernel, "Point", items, 1, &size, &err),
                 PK_BAD_ARG, "Point has 2 items (x, y), got 1");
    assert_fails(pk_kernel_named(kernel, "k", items, 2, &size, &err), PK_NAME,
                 "'k' is not a namedtuple or NamedTuple of the module");
    assert_fails(pk_kernel_named(kernel, "Point", NULL, 2, &size, &err),
                 PK_BAD_ARG, "items is NULL");
    pk_prepared_release(prepared);
    pk_kernel_release(kernel);
    pk_kernel_release(other);
    pk_module_release(named[0]);
    pk_module_release(named[1]);
    stop();
}
END_TEST

static const char colors[] = "from enum import Enum, IntEnum\n"
                             "from numba import cuda\n"
                             "class Color(Enum):\n"
                             "    RED = 7\n"
                             "    BLUE = 8\n"
                             "class Mode(IntEnum):\n"
                             "    ON = 5\n"
                             "@cuda.jit\n"
                             "def pick(c, m, out):\n"
                             "    out[0] = c.value if c != Color.RED else m\n"
                             "@cuda.jit('void(int64, int64, int64[:])')\n"
                             "def numbers(c, m, out):\n"
                             "    out[0] = c + m\n";

static pk_arg member(const pk_kernel *kernel, const char *name) {
    pk_arg arg;

    assert_ok(pk_kernel_member(kernel, name, &arg, &err));
    return arg;
}

START_TEST(members_of_enumerations_are_arguments)
{
    int64_t out = 0, one = 1;
    pk_array o = pk_array_host(&out, PK_DTYPE_i64, 1, &one);
    pk_module *enums[2];
    pk_kernel *kernel, *other, *numbers;
    pk_prepared *prepared = NULL;
    pk_arg red, on;

    start(_i);
    for (int i = 0; i < 2; i++)
        assert_ok(pk_module_from_source(ctx, colors, "k.py", 0, NULL, 0,
                                        &enums[i], &err));
    assert_ok(pk_module_kernel(enums[0], "pick", &kernel, &err));
    assert_ok(pk_module_kernel(enums[1], "pick", &other, &err));
    assert_ok(pk_module_kernel(enums[0], "numbers", &numbers, &err));
    red = member(kernel, "Color.RED"), on = member(kernel, "Mode.ON");
    assert_ok(pk_prepared_create(kernel, ONE, (pk_arg[]){red, on, pk_out(&o)},
                                 3, &prepared, &err));
    assert_ok(pk_prepared_launch(prepared, queue, &err));
    assert_ok(finish());
    ck_assert_int_eq(out, 5);
    assert_ok(
        pk_prepared_set_arg(prepared, 0, member(kernel, "Color.BLUE"), &err));
    assert_ok(pk_prepared_launch(prepared, queue, &err));
    assert_ok(finish());
    ck_assert_int_eq(out, 8);
    assert_ok(pk_launch(queue, numbers, ONE,
                        (pk_arg[]){on, pk_i32(4), pk_out(&o)}, 3, &err));
    assert_ok(finish());
    ck_assert_int_eq(out, 9);
    assert_fails(pk_launch(queue, numbers, ONE, (pk_arg[]){red, on, pk_out(&o)},
                           3, &err),
                 PK_TYPE, "argument 0 'c' of numbers is Color");
    assert_fails(
        pk_launch(queue, other, ONE, (pk_arg[]){red, on, pk_out(&o)}, 3, &err),
        PK_TYPE, "the class Color of an argument is another module's");
    assert_fails(pk_kernel_member(kernel, "Color.GREEN", &red, &err), PK_NAME,
                 "'Color.GREEN' is not a member");
    assert_fails(pk_kernel_member(kernel, "Color", &red, &err), PK_NAME,
                 "'Color' is not a member");
    red = (pk_arg){.kind = PK_ARG_member};
    assert_fails(
        pk_launch(queue, kernel, ONE, (pk_arg[]){red, on, pk_out(&o)}, 3, &err),
        PK_BAD_ARG, "argument 0 'c' of pick: the member's enumeration");
    pk_prepared_release(prepared);
    pk_kernel_release(kernel);
    pk_kernel_release(other);
    pk_kernel_release(numbers);
    pk_module_release(enums[0]);
    pk_module_release(enums[1]);
    stop();
}
END_TEST

START_TEST(grid_and_block_have_three_dimensions)
{
    int32_t out[2][3][4] = {0};
    pk_array o =
        pk_array_host(out, PK_DTYPE_i32, 3, (const int64_t[]){2, 3, 4});

    start(_i);
    assert_ok(launch(
        "index", &PK_INIT(pk_launch_config, .grid = {2, 0, 1}, .block = {4, 3}),
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
    assert_ok(launch("put", &PK_INIT(pk_launch_config, .block = {1}),
                     ARGS(pk_i32(1), pk_inout(&o))));
    assert_ok(finish());
    ck_assert_int_eq(out, 5);
    assert_fails(launch("put", &PK_INIT(pk_launch_config, .block = {1}),
                        ARGS(pk_i32(1))),
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
    pk_launch_config config =
        PK_INIT(pk_launch_config, .grid = {1}, .block = {0});

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
                 "the shared arrays of shares take 256 bytes and the launch "
                 "adds");
    assert_fails(launch("shares", NULL, ARGS(pk_out(&o))), PK_BAD_ARG,
                 "config is NULL");
    config = PK_INIT(pk_launch_config, .grid = {1}, .block = {64});
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
    REFUSED(PK_BAD_ARG, "argument 1 'out' of put: 99 is not a dtype");
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
        launch("put", ONE, ARGS((pk_arg){.kind = PK_ARG_scalar}, pk_out(&a))),
        PK_BAD_ARG, "argument 0 'v' of put: 0 is not a dtype");
    assert_fails(
        launch("put", ONE, ARGS((pk_arg){.kind = (pk_arg_kind)42}, pk_out(&a))),
        PK_BAD_ARG, "its kind is 42, which is not a pk_arg_kind");
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
    assert_fails(
        pk_module_kernel(mod, "nothing", &kernel, &err), PK_NAME,
        "the module has no kernel 'nothing'; there are add, copy2, put");
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

/* ---- signatures and options of decorators ---- */

START_TEST(arguments_become_what_the_signature_says)
{
    double out[3] = {0};
    pk_array o = pk_array_host(out, PK_DTYPE_f64, 1, (const int64_t[]){3});
    pk_arg pair[] = {pk_f64(0.1), pk_u8(200)};
    pk_arg items[] = {pk_f64(-3.9), pk_tuple(pair, 2)};

    start(_i);
    assert_ok(launch("declared", ONE, ARGS(pk_tuple(items, 2), pk_out(&o))));
    assert_ok(finish());
    ck_assert(out[0] == -3 && out[1] == (double)0.1f && out[2] == 200);
    assert_fails(launch("declared", ONE, ARGS(pk_tuple(pair, 2), pk_out(&o))),
                 PK_TYPE,
                 "argument 0 't' of declared is Tuple(float64, uint8), its "
                 "signature says Tuple(int32, Tuple(float32, float32))");
    ck_assert_str_eq(err.file, "k.py");
    pair[1] = pk_c64(1, 2);
    assert_fails(launch("declared", ONE, ARGS(pk_tuple(items, 2), pk_out(&o))),
                 PK_TYPE,
                 "argument 0 't' of declared is Tuple(float64, "
                 "Tuple(float64, complex64))");
    pair[1] = pk_u8(1);
    items[0] = pk_f64(-0.0 / 0.0);
    assert_fails(launch("declared", ONE, ARGS(pk_tuple(items, 2), pk_out(&o))),
                 PK_BAD_ARG,
                 "argument 0 't' of declared: NaN cannot become "
                 "the int32 of the signature");
    stop();
}
END_TEST

START_TEST(shapes_know_what_arguments_became)
{
    int64_t out = 0, one = 1;
    pk_array o = pk_array_host(&out, PK_DTYPE_i64, 1, &one);

    start(_i);
    assert_ok(launch("declared_size", ONE, ARGS(pk_f64(5.75), pk_out(&o))));
    assert_ok(finish());
    ck_assert_int_eq(out, 5);
    stop();
}
END_TEST

START_TEST(prepared_launches_convert_what_is_changed)
{
    int64_t out = 0, one = 1;
    pk_array o = pk_array_host(&out, PK_DTYPE_i64, 1, &one);
    pk_kernel *kernel = NULL;
    pk_prepared *prepared = NULL;

    start(_i);
    assert_ok(pk_module_kernel(mod, "declared_size", &kernel, &err));
    assert_ok(pk_prepared_create(
        kernel, ONE, (pk_arg[]){pk_f64(2.5), pk_out(&o)}, 2, &prepared, &err));
    assert_ok(pk_prepared_set_arg(prepared, 0, pk_f64(7.9), &err));
    assert_ok(pk_prepared_launch(prepared, queue, &err));
    assert_ok(finish());
    ck_assert_int_eq(out, 7);
    assert_fails(pk_prepared_set_arg(prepared, 0, pk_f64(1e30), &err),
                 PK_BAD_ARG, "out of range");
    pk_prepared_release(prepared);
    pk_kernel_release(kernel);
    stop();
}
END_TEST

START_TEST(a_block_over_the_launch_bounds_is_refused)
{
    int32_t out[1] = {0};
    pk_array o = i32s(out, 1);

    start(_i);
    assert_ok(launch("bounded",
                     &PK_INIT(pk_launch_config, .grid = {1}, .block = {64}),
                     ARGS(pk_out(&o))));
    assert_ok(finish());
    ck_assert_int_eq(out[0], 64);
    assert_fails(
        launch("bounded",
               &PK_INIT(pk_launch_config, .grid = {1}, .block = {5, 13}),
               ARGS(pk_out(&o))),
        PK_LIMIT,
        "block 5 x 13 x 1 has 65 threads, launch_bounds of bounded "
        "allow 64");
    stop();
}
END_TEST

#define BY(...)                                                                \
    (pk_named_arg[]){__VA_ARGS__},                                             \
        sizeof(pk_named_arg[]){__VA_ARGS__} / sizeof(pk_named_arg)

START_TEST(arguments_are_bound_by_name)
{
    double out = 0;
    pk_array o = pk_array_host(&out, PK_DTYPE_f64, 1, (int64_t[]){1});
    pk_kernel *kernel;
    pk_arg args[4];

    start(_i);
    kernel = get("scaled");
    assert_ok(pk_kernel_bind(kernel, ARGS(pk_out(&o)),
                             BY({"b", pk_f64(0.25)}, {"a", pk_f64(2)}), args, 4,
                             &err));
    assert_ok(pk_launch(queue, kernel, ONE, args, 4, &err));
    assert_ok(finish());
    ck_assert(out == 6.25);
    args[1] = pk_i64(5);
    assert_ok(
        pk_kernel_bind(kernel, args, 2, BY({"n", pk_i64(4)}), args, 4, &err));
    assert_ok(pk_launch(queue, kernel, ONE, args, 4, &err));
    assert_ok(finish());
    ck_assert(out == 21.5);
    pk_kernel_release(kernel);
    stop();
}
END_TEST

START_TEST(names_that_do_not_bind_are_told)
{
    double out = 0;
    pk_array o = pk_array_host(&out, PK_DTYPE_f64, 1, (int64_t[]){1});
    pk_kernel *kernel;
    pk_arg args[4];

    start(_i);
    kernel = get("scaled");
    assert_fails(pk_kernel_bind(kernel, ARGS(pk_out(&o)), BY({"A", pk_f64(1)}),
                                args, 4, &err),
                 PK_BAD_ARG,
                 "scaled has no parameter 'A', did you mean a? It takes (out, "
                 "a, n, b)");
    assert_fails(pk_kernel_bind(kernel, ARGS(pk_out(&o)),
                                BY({"factor", pk_f64(1)}), args, 4, &err),
                 PK_BAD_ARG, "no parameter 'factor'; it takes (out, a, n, b)");
    assert_fails(pk_kernel_bind(kernel, ARGS(pk_out(&o), pk_i32(1)),
                                BY({"a", pk_f64(1)}), args, 4, &err),
                 PK_BAD_ARG,
                 "argument 1 'a' of scaled is passed twice: by position and by "
                 "name");
    assert_fails(pk_kernel_bind(kernel, ARGS(pk_out(&o)),
                                BY({"b", pk_f64(1)}, {"b", pk_f64(1)}), args, 4,
                                &err),
                 PK_BAD_ARG, "passed twice: both times by name");
    assert_fails(
        pk_kernel_bind(kernel, NULL, 0, BY({"n", pk_i32(1)}), args, 4, &err),
        PK_BAD_ARG, "scaled is launched without arguments 'out', 'a'");
    assert_fails(pk_kernel_bind(kernel, NULL, 0, NULL, 0, args, 4, &err),
                 PK_BAD_ARG, "scaled takes 2 to 4 arguments");
    assert_fails(pk_kernel_bind(kernel, NULL, 1, NULL, 0, args, 4, &err),
                 PK_BAD_ARG, "args is NULL");
    assert_fails(
        pk_kernel_bind(kernel, ARGS(pk_out(&o)), NULL, 0, args, 3, &err),
        PK_BAD_ARG, "room for 3 arguments, scaled takes 4");
    assert_fails(
        pk_kernel_bind(kernel, NULL, 0, BY({NULL, pk_i32(1)}), args, 4, &err),
        PK_BAD_ARG, "the name of an argument is NULL");
    pk_kernel_release(kernel);
    stop();
}
END_TEST

LOOP_TESTS("runtime_arguments", 2, scalars_of_every_type_arrive,
           the_constructors_make_what_they_say, tuples_are_spread,
           an_annotation_gives_a_tuples_items_names,
           a_launch_gives_a_tuples_items_names,
           members_of_enumerations_are_arguments,
           grid_and_block_have_three_dimensions, an_empty_grid_runs_nothing,
           a_wrong_configuration_is_refused,
           arguments_that_make_no_sense_are_refused_by_name,
           tuples_in_tuples_end_somewhere, launches_need_handles_that_fit,
           a_kernels_failure_stays_with_its_queue,
           arguments_become_what_the_signature_says,
           shapes_know_what_arguments_became,
           prepared_launches_convert_what_is_changed,
           a_block_over_the_launch_bounds_is_refused,
           arguments_are_bound_by_name, names_that_do_not_bind_are_told)
