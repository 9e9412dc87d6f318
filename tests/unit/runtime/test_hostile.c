/* SPDX-License-Identifier: Apache-2.0 */
/* Arguments that no caller should pass: NULL, handles of other kinds and
 * contexts, sizes and numbers at the end of their types, members out of range.
 * Each call returns the status that the header promises, and changes nothing.
 */
#include "launch_test.h"

#include <limits.h>
#include <stdint.h>

#define REFUSED(call, wanted)                                                  \
    do {                                                                       \
        memset(&err, 0, sizeof err);                                           \
        ck_assert_msg((call) == (wanted), "%s: %s: %s", #call,                 \
                      pk_status_name(err.status), err.message);                \
        ck_assert_int_eq(err.status, wanted);                                  \
        ck_assert_msg(*err.message, "%s: no words", #call);                    \
    } while (0)

START_TEST(buffers_end_where_memory_does)
{
    char host[16] = "unchanged";
    pk_buffer *buf = NULL;

    start(_i);
    REFUSED(pk_buffer_create(ctx, SIZE_MAX, 0, &buf, &err),
            PK_NO_DEVICE_MEMORY);
    REFUSED(pk_buffer_create(ctx, SIZE_MAX - 8, 0, &buf, &err),
            PK_NO_DEVICE_MEMORY);
    REFUSED(pk_buffer_create(ctx, 4, 77, &buf, &err), PK_BAD_ARG);
    REFUSED(pk_buffer_import_host(ctx, host, SIZE_MAX, &buf, &err), PK_BAD_ARG);
    REFUSED(pk_buffer_import_host(ctx, NULL, 1, &buf, &err), PK_BAD_ARG);
    ck_assert_ptr_null(buf);
    assert_ok(pk_buffer_create(ctx, 16, 0, &buf, &err));
    REFUSED(pk_buffer_write(buf, 4, host, SIZE_MAX - 3, &err), PK_BAD_ARG);
    REFUSED(pk_buffer_write(buf, SIZE_MAX, host, 4, &err), PK_BAD_ARG);
    REFUSED(pk_buffer_read(buf, 17, host, 0, &err), PK_BAD_ARG);
    REFUSED(pk_buffer_fill(buf, 0, SIZE_MAX - 7, host, 8, &err), PK_BAD_ARG);
    REFUSED(pk_queue_copy(queue, buf, SIZE_MAX, buf, SIZE_MAX, 16, &err),
            PK_BAD_ARG);
    REFUSED(pk_queue_copy(queue, buf, 0, buf, 7, 8, &err), PK_BAD_ARG);
    assert_ok(pk_queue_copy(queue, buf, 0, buf, 8, 8, &err));
    assert_ok(pk_queue_copy(queue, buf, 16, buf, 16, 0, &err));
    assert_ok(pk_queue_finish(queue, &err));
    ck_assert_str_eq(host, "unchanged");
    pk_buffer_release(buf);
    stop();
}
END_TEST

START_TEST(handles_of_other_kinds_are_told)
{
    static const char no_handle[256] = "this is no handle";
    pk_kernel *kernel;
    uint64_t number;
    char host[4];
    void *at;

    start(_i);
    kernel = get("add");
    REFUSED(pk_buffer_write((pk_buffer *)ctx, 0, host, 4, &err), PK_BAD_HANDLE);
    REFUSED(pk_buffer_read((pk_buffer *)(uintptr_t)no_handle, 0, host, 4, &err),
            PK_BAD_HANDLE);
    REFUSED(pk_buffer_address((pk_buffer *)queue, &number, &at, &err),
            PK_BAD_HANDLE);
    REFUSED(pk_queue_finish((pk_queue *)ctx, &err), PK_BAD_HANDLE);
    REFUSED(pk_event_wait((pk_event *)queue, &err), PK_BAD_HANDLE);
    REFUSED(pk_module_kernel((pk_module *)queue, "add", &kernel, &err),
            PK_BAD_HANDLE);
    REFUSED(
        pk_launch((pk_queue *)kernel, (pk_kernel *)queue, ONE, NULL, 0, &err),
        PK_BAD_HANDLE);
    REFUSED(pk_prepared_launch((pk_prepared *)kernel, queue, &err),
            PK_BAD_HANDLE);
    ck_assert_uint_eq(pk_buffer_size((pk_buffer *)ctx), 0);
    ck_assert_uint_eq(pk_structure_size((pk_structure *)ctx), 0);
    ck_assert_uint_eq(pk_device_list_count((pk_device_list *)ctx), 0);
    ck_assert_uint_eq(pk_diagnostics_count((pk_diagnostics *)ctx), 0);
    ck_assert_uint_eq(pk_checked_count((pk_checked *)ctx), 0);
    ck_assert_ptr_null(pk_queue_retain((pk_queue *)ctx));
    pk_queue_release((pk_queue *)ctx); /* and releases nothing */
    pk_kernel_release(kernel);
    stop();
}
END_TEST

static pk_arg xs[2];

static void refuse_array(pk_array array, pk_status status) {
    xs[0] = pk_inout(&array);
    REFUSED(launch("run", ONE, xs, 2), status);
}

START_TEST(arrays_that_cannot_be_are_told)
{
    float x[16] = {0}, y[16] = {0};
    pk_array good, bad, other;

    start(_i);
    good = f32s(x, 16), other = f32s(y, 16);
    xs[1] = pk_inout(&other);
#define BAD(member, value, status)                                             \
    bad = good;                                                                \
    bad.member = value;                                                        \
    refuse_array(bad, status)
    BAD(ndim, PK_MAX_NDIM + 1, PK_LIMIT);
    BAD(ndim, UINT_MAX, PK_LIMIT);
    BAD(shape[0], -5, PK_BAD_ARG);
    BAD(shape[0], INT64_MAX, PK_LIMIT);
    BAD(strides[0], INT64_MIN, PK_BAD_ARG);
    BAD(strides[0], INT64_MAX, PK_BAD_ARG);
    BAD(strides[0], 3, PK_BAD_ARG);
    BAD(host, (char *)x + 2, PK_BAD_ARG);
    BAD(host, NULL, PK_BAD_ARG);
    BAD(dtype, (pk_dtype)99, PK_BAD_ARG);
    BAD(dtype, PK_DTYPE_void, PK_BAD_ARG);
    BAD(buffer, (pk_buffer *)ctx, PK_BAD_ARG);
    BAD(structure, (pk_structure *)ctx, PK_BAD_HANDLE);
    bad = good;
    bad.host = NULL;
    bad.buffer = (pk_buffer *)ctx;
    refuse_array(bad, PK_BAD_HANDLE);
    ck_assert_int_eq(pk_array_count(NULL), -1);
    pk_array_set_c_order(NULL);
    pk_array_set_f_order(NULL);
    assert_ok(pk_queue_finish(queue, &err));
    stop();
}
END_TEST

START_TEST(buffers_of_arrays_are_not_left)
{
    pk_buffer *buf = NULL;
    const int64_t n = 16;
    pk_array good, bad, other;
    float y[16];

    start(_i);
    assert_ok(pk_buffer_create(ctx, 64, 0, &buf, &err));
    good = pk_array_device(buf, PK_DTYPE_f32, 1, &n), other = f32s(y, 16);
    xs[1] = pk_inout(&other);
    BAD(offset, 4, PK_BAD_ARG);
    BAD(offset, SIZE_MAX, PK_BAD_ARG);
    BAD(offset, SIZE_MAX - 63, PK_BAD_ARG);
    BAD(strides[0], -4, PK_BAD_ARG);
    BAD(host, y, PK_BAD_ARG);
    pk_buffer_release(buf);
    stop();
}
END_TEST

START_TEST(arguments_that_cannot_be_are_told)
{
    float x[4] = {0};
    pk_array array;
    pk_arg args[2], loop;

    start(_i);
    array = f32s(x, 4);
    args[1] = pk_inout(&array);
    loop = pk_tuple(&loop, 1);
#define ARG(value, status)                                                     \
    args[0] = value;                                                           \
    REFUSED(launch("pair", ONE, args, 2), status)
    ARG(pk_tuple(NULL, 2), PK_BAD_ARG);
    ARG(pk_tuple(NULL, SIZE_MAX), PK_BAD_ARG);
    ARG(loop, PK_LIMIT);
    ARG(((pk_arg){.kind = (pk_arg_kind)77}), PK_BAD_ARG);
    ARG(((pk_arg){.kind = PK_ARG_member}), PK_BAD_ARG);
    ARG(((pk_arg){.kind = PK_ARG_scalar, .dtype = (pk_dtype)77}), PK_BAD_ARG);
    ARG(pk_in(NULL), PK_BAD_ARG);
    REFUSED(launch("pair", ONE, args, SIZE_MAX), PK_BAD_ARG);
    REFUSED(launch("pair", ONE, NULL, 2), PK_BAD_ARG);
    REFUSED(launch("pair", NULL, args, 2), PK_BAD_ARG);
    stop();
}
END_TEST

START_TEST(grids_beyond_the_device_are_told)
{
    const pk_launch_config beyond[] = {
        PK_INIT(pk_launch_config, .grid = {UINT_MAX}, .block = {1}),
        PK_INIT(pk_launch_config, .grid = {1, 65536}, .block = {1}),
        PK_INIT(pk_launch_config, .grid = {1, 1, UINT_MAX}, .block = {1}),
        PK_INIT(pk_launch_config, .grid = {1}, .block = {UINT_MAX}),
        PK_INIT(pk_launch_config, .grid = {1}, .block = {1024, 2}),
        PK_INIT(pk_launch_config, .grid = {1}, .block = {65536, 65536, 65536}),
        PK_INIT(pk_launch_config, .grid = {1}, .block = {1},
                .shared_bytes = UINT_MAX),
    };
    int32_t out[1] = {7};
    pk_array array;
    pk_arg args[2];

    start(_i);
    array = i32s(out, 1);
    args[0] = pk_i32(1), args[1] = pk_inout(&array);
    for (size_t i = 0; i < sizeof beyond / sizeof *beyond; i++)
        REFUSED(launch("put", &beyond[i], args, 2), PK_LIMIT);
    REFUSED(launch("put", &PK_INIT(pk_launch_config, .grid = {1}), args, 2),
            PK_BAD_ARG);
    assert_ok(launch("put", &PK_INIT(pk_launch_config, .block = {1}), args, 2));
    assert_ok(finish());
    ck_assert_int_eq(out[0], 7);
    stop();
}
END_TEST

START_TEST(names_and_counts_are_checked)
{
    pk_named_arg named = {"out", pk_none()};
    pk_module *other = NULL;
    pk_kernel *kernel;
    pk_arg args[2] = {pk_none(), pk_none()};

    start(_i);
    kernel = get("put");
    assert_fails(
        pk_kernel_bind(kernel, args, SIZE_MAX, &named, 1, args, 2, &err),
        PK_BAD_ARG, "got 18446744073709551615");
    REFUSED(pk_kernel_bind(kernel, args, 1, &named, 1, args, 1, &err),
            PK_BAD_ARG);
    REFUSED(pk_module_kernel(mod, ".", &kernel, &err), PK_NAME);
    REFUSED(pk_module_from_source(ctx, source, NULL, UINT_MAX, NULL, 0, &other,
                                  &err),
            PK_LIMIT);
    REFUSED(pk_module_from_source(ctx, source, NULL, 0, NULL, SIZE_MAX, &other,
                                  &err),
            PK_BAD_ARG);
    ck_assert_ptr_null(other);
    pk_kernel_release(kernel);
    stop();
}
END_TEST

START_TEST(what_is_not_asked_for_may_be_null)
{
    pk_emit_request request = {.struct_size = sizeof request,
                               .kernel = "put",
                               .signature = "i32, i32[:]",
                               .stage = "ir"};
    pk_emission *emission = NULL;

    start(_i);
    assert_ok(pk_emit(mod, &request, &emission, &err));
    ck_assert(pk_emission_timing(emission, 0, NULL, NULL));
    ck_assert(!pk_emission_timing(emission, SIZE_MAX, NULL, NULL));
    ck_assert_ptr_nonnull(pk_emission_data(emission, NULL));
    pk_emission_release(emission);
    request.block[0] = request.block[1] = 1024;
    REFUSED(pk_emit(mod, &request, &emission, &err), PK_LIMIT);
    ck_assert(pk_dtype_parse("f32", NULL));
    ck_assert(!pk_dtype_parse(NULL, NULL));
    stop();
}
END_TEST

/* A struct in memory of just the size that it states. */
static void *cut(const void *whole, size_t size) {
    uint32_t stated = (uint32_t)size;
    void *copy = malloc(size);

    ck_assert_ptr_nonnull(copy);
    memcpy(copy, whole, size);
    memcpy(copy, &stated, sizeof stated);
    return copy;
}

START_TEST(structs_end_behind_whole_members)
{
    static const pk_emit_request whole = {.kernel = "put",
                                          .signature = "i32, i32[:]",
                                          .stage = "ir",
                                          .target = "no such target",
                                          .block = {32}};
    const size_t stage_end = offsetof(pk_emit_request, stage) + sizeof(char *);

    start(_i);
    for (size_t size = 4; size <= sizeof whole; size++) {
        pk_emit_request *request = cut(&whole, size);
        pk_emission *emission = NULL;

        if (size < stage_end)
            assert_fails(pk_emit(mod, request, &emission, &err), PK_BAD_ARG,
                         size < offsetof(pk_emit_request, kernel) + 8
                             ? "names no kernel"
                             : "names no stage");
        else
            assert_ok(pk_emit(mod, request, &emission, &err));
        pk_emission_release(emission);
        free(request);
    }
    stop();
}
END_TEST

START_TEST(structs_are_filled_in_by_whole_members)
{
    static const char untouched[sizeof(pk_code_desc)] = {0};
    pk_code_desc all = {.struct_size = sizeof all};

    start(_i);
    assert_ok(pk_code_describe("E0310", &all, &err));
    for (size_t size = 4; size <= sizeof all; size++) {
        char *desc = cut(untouched, size);
        size_t whole = size < 16 ? 4 : size / 8 * 8;

        assert_ok(
            pk_code_describe("E0310", (pk_code_desc *)(void *)desc, &err));
        ck_assert_mem_eq(desc + 4, (char *)&all + 4, whole - 4);
        ck_assert_mem_eq(desc + whole, untouched + whole, size - whole);
        free(desc);
    }
    stop();
}
END_TEST

START_TEST(a_size_that_no_struct_has_is_told)
{
    static const uint32_t sizes[] = {UINT_MAX, 0x70000000, 1 << 20};
    pk_emit_request request = {.kernel = "put", .stage = "ast"};
    pk_check_request check = {0};
    pk_context_options options = {0};
    pk_checked *checked = NULL;
    pk_emission *emission = NULL;
    pk_context *other = NULL;

    start(_i);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        request.struct_size = check.struct_size = options.struct_size =
            sizes[i];
        assert_fails(pk_emit(mod, &request, &emission, &err), PK_BAD_ARG,
                     "set it to sizeof(pk_emit_request)");
        assert_fails(pk_module_check(mod, &check, &checked, &err), PK_BAD_ARG,
                     "set it to sizeof(pk_check_request)");
        assert_fails(pk_context_create(&options, &other, &err), PK_BAD_ARG,
                     "set it to sizeof(pk_context_options)");
    }
    stop();
}
END_TEST

/* A bool of a caller that was written through a char. */
static pk_arg seven(void) {
    pk_arg arg = pk_bool(false);

    memset(&arg.value, 7, 1);
    return arg;
}

START_TEST(a_bool_of_any_byte_is_true)
{
    static const char text[] = "from numba import cuda\n"
                               "@cuda.jit\n"
                               "def k(v, t, out):\n"
                               "    out[0] = v\n"
                               "    out[1] = t[0]\n"
                               "    out[2] = SCALAR\n"
                               "    out[3] = TUPLE[1]\n"
                               "    out[4] = ARRAY[0]\n"
                               "    out[5] = v == True\n";
    static unsigned char bytes[1] = {7};
    const int64_t one = 1;
    pk_arg items[2] = {seven(), seven()};
    pk_array array = pk_array_host(bytes, PK_DTYPE_bool, 1, &one);
    pk_global globals[] = {{.name = "SCALAR", .value = seven()},
                           {.name = "TUPLE", .value = pk_tuple(items, 2)},
                           {.name = "ARRAY", .value = pk_in(&array)}};
    int32_t out[6] = {0};
    pk_array outs = i32s(out, 6);
    pk_kernel *kernel = NULL;
    pk_module *other = NULL;

    start(_i);
    assert_ok(
        pk_module_from_source(ctx, text, "b.py", 0, globals, 3, &other, &err));
    assert_ok(pk_module_kernel(other, "k", &kernel, &err));
    assert_ok(pk_launch(queue, kernel, ONE,
                        ARGS(seven(), pk_tuple(items, 1), pk_inout(&outs)),
                        &err));
    assert_ok(finish());
    for (int i = 0; i < 6; i++)
        ck_assert_int_eq(out[i], 1);
    pk_kernel_release(kernel);
    pk_module_release(other);
    stop();
}
END_TEST

/* 2^64 jumps by 2^64 are 2^128 steps, one more than the period of
 * xoroshiro128: the sequence behind them is the first, one step on. */
START_TEST(states_of_random_numbers_begin_anywhere)
{
    enum { COUNT = 1001 };
    static uint64_t all[COUNT][2];
    uint64_t last[2][2], t;

    assert_ok(pk_random_states(all[0], COUNT, 42, 0, &err));
    for (uint64_t i = 1; i < COUNT; i += 111) {
        assert_ok(pk_random_states(last[0], 1, 42, i, &err));
        ck_assert_mem_eq(last[0], all[i], sizeof *last);
    }
    assert_ok(pk_random_states(last[0], 2, 42, UINT64_MAX, &err));
    t = all[0][1] ^ all[0][0];
    ck_assert_uint_eq(last[1][0],
                      (all[0][0] << 55 | all[0][0] >> 9) ^ t ^ t << 14);
    ck_assert_uint_eq(last[1][1], t << 36 | t >> 28);
}
END_TEST

LOOP_TESTS("runtime_hostile", 2, buffers_end_where_memory_does,
           handles_of_other_kinds_are_told, arrays_that_cannot_be_are_told,
           buffers_of_arrays_are_not_left, arguments_that_cannot_be_are_told,
           grids_beyond_the_device_are_told, names_and_counts_are_checked,
           what_is_not_asked_for_may_be_null, structs_end_behind_whole_members,
           structs_are_filled_in_by_whole_members,
           a_size_that_no_struct_has_is_told, a_bool_of_any_byte_is_true,
           states_of_random_numbers_begin_anywhere)
