/* SPDX-License-Identifier: Apache-2.0 */
/* Globals that a module is made with: what they mean in its text. */
#include "module_test.h"

START_TEST(globals_give_values_to_names)
{
    int32_t table[] = {3, -1, 5, -1};
    pk_array array = pk_array_host(table, PK_DTYPE_i32, 1, &(int64_t){2});
    pk_arg items[] = {pk_i64(100), pk_i64(200)};
    pk_global globals[] = {
        {.name = "SCALE", .value = pk_i64(1000)},
        {.name = "PAIR", .value = pk_tuple(items, 2)},
        {.name = "TABLE", .value = pk_in(&array)},
        {.name = "half"},
    };
    pk_module *library, *mod;
    int64_t out = 0;

    start();
    array.strides[0] = 8;
    assert_ok(try_source("from numba import cuda\n"
                         "@cuda.jit(device=True)\n"
                         "def halve(x):\n"
                         "    return x // 2\n",
                         &library));
    globals[3].value = pk_function_of(library, "halve");
    assert_ok(pk_module_from_source(
        ctx,
        KERNEL("    out[0] = half(SCALE) + PAIR[1]\n"
               "    out[0] += TABLE[0] * 10 + TABLE[-1] + TABLE.size\n"),
        "k.py", 0, globals, 4, &mod, &err));
    pk_module_release(library);
    assert_ok(run(mod, &out));
    ck_assert_int_eq(out, 500 + 200 + 30 + 5 + 2);
    pk_module_release(mod);
    stop();
}
END_TEST

/* sum of table[i][j] * 10^(i + 2 j) by indices that only the thread knows */
static int64_t sum_table(const pk_array *table) {
    pk_global global = {.name = "TABLE", .value = pk_in(table)};
    pk_module *mod;
    int64_t out = 0;

    assert_ok(pk_module_from_source(
        ctx,
        KERNEL("    s = 0.0\n"
               "    for i in range(out.size, TABLE.shape[0] + 1):\n"
               "        for j in range(TABLE.shape[1]):\n"
               "            s += TABLE[i - 1, j] * 10 ** (i - 1 + 2 * j)\n"
               "    out[0] = int(s)\n"),
        "k.py", 0, &global, 1, &mod, &err));
    assert_ok(run(mod, &out));
    pk_module_release(mod);
    return out;
}

START_TEST(arrays_as_globals_keep_their_shape_and_what_they_held)
{
    float values[] = {1, 2, 3, 4, 5, 6};
    pk_array rows = pk_array_host(values, PK_DTYPE_f32, 2, (int64_t[]){2, 3});
    pk_array columns = rows;

    start();
    columns.strides[0] = 4;
    columns.strides[1] = 8;
    ck_assert_int_eq(sum_table(&rows), 635241);
    ck_assert_int_eq(sum_table(&columns), 654321);
    values[0] = 9;
    ck_assert_int_eq(sum_table(&rows), 635249);
    stop();
}
END_TEST

/* Each means in kernels what the same constant of the text would. */
START_TEST(globals_may_be_constants_of_every_kind)
{
    float parts[] = {1, -2, 3, 4};
    pk_array pairs = pk_array_host(parts, PK_DTYPE_c64, 1, &(int64_t){2});
    pk_arg inner[] = {pk_f32(0.5f), pk_none()};
    pk_arg outer[] = {pk_i8(-3), pk_tuple(inner, 2), pk_string("two"),
                      pk_in(&pairs)};
    const pk_global globals[] = {
        {"NOTHING", pk_none()},
        {"Z", pk_c128(3, -4)},
        {"WORD", pk_string("gr\xc3\xbc\xc3\x9f")},
        {"T", pk_dtype_value(PK_DTYPE_i16)},
        {"PAIRS", pk_in(&pairs)},
        {"MIXED", pk_tuple(outer, 4)},
        {"EMPTY", pk_tuple(NULL, 0)},
    };
    pk_module *mod;
    int64_t out = 0;

    start();
    assert_ok(pk_module_from_source(
        ctx,
        KERNEL(
            "    n = 0\n"
            "    if NOTHING is None and MIXED[1][1] is None:\n"
            "        n += 1\n"
            "    if Z.real == 3 and Z.imag == -4:\n"
            "        n += 10\n"
            "    if WORD == 'gr\xc3\xbc\xc3\x9f' and MIXED[2] == 'two':\n"
            "        n += 100\n"
            "    if T(40000) == -25536:\n"
            "        n += 1000\n"
            "    if PAIRS[0].imag == -2 and MIXED[3][1].real == 3:\n"
            "        n += 10000\n"
            "    if MIXED[0] == -3 and MIXED[1][0] == 0.5:\n"
            "        n += 100000\n"
            "    if len(EMPTY) == 0 and len(MIXED) == 4 and len(WORD) == 4:\n"
            "        n += 1000000\n"
            "    out[0] = n + len(cuda.local.array(2, T))\n"),
        "k.py", 0, globals, 7, &mod, &err));
    assert_ok(run(mod, &out));
    ck_assert_int_eq(out, 1111113);
    pk_module_release(mod);
    stop();
}
END_TEST

/* They mean what the import statement would, in a text without any: the way of
 * programs that have values where the text has names. A kernel made by a call
 * needs no decorator in the text. */
START_TEST(globals_may_be_imports)
{
    const pk_global globals[] = {
        {"gpu", pk_import("numba.cuda")},
        {"np", pk_import("numpy")},
        {"root", pk_import("math.sqrt")},
        {"made", pk_import("portkern.cuda.jit")},
        {"far", pk_import("elsewhere.f")},
    };
    const char *text = "def k(out):\n"
                       "    out[0] = root(np.float64(16)) + gpu.grid(1)\n"
                       "def m(out):\n"
                       "    out[0] = far(1)\n"
                       "k = made(k)\n"
                       "m = made()(m)\n";
    pk_array array;
    pk_kernel *m;
    pk_module *mod;
    int64_t out = 0;
    pk_arg arg = pk_inout(&array);
    pk_launch_config config =
        PK_INIT(pk_launch_config, .grid = {1}, .block = {1});

    start();
    array = pk_array_host(&out, PK_DTYPE_i64, 1, &(int64_t){1});
    assert_ok(
        pk_module_from_source(ctx, text, "k.py", 7, globals, 5, &mod, &err));
    assert_ok(run(mod, &out));
    ck_assert_int_eq(out, 4);
    assert_ok(pk_module_kernel(mod, "m", &m, &err));
    assert_fails(pk_kernel_compile(m, &config, &arg, 1, NULL, &err),
                 PK_UNSUPPORTED, "elsewhere.f cannot be called");
    ck_assert_int_eq(err.line, 10);
    pk_kernel_release(m);
    pk_module_release(mod);
    stop();
}
END_TEST

START_TEST(globals_that_make_no_sense_are_refused)
{
    pk_arg mixed[] = {pk_i64(100), {.kind = PK_ARG_member}};
    pk_array large =
        pk_array_host(&mixed, PK_DTYPE_f64, 1, &(int64_t){(1 << 17) + 1});
    pk_global global = {.value = pk_i64(1)};
    pk_module *mod;

    start();
#define REFUSED(status, words)                                                 \
    assert_fails(                                                              \
        pk_module_from_source(ctx, "", "k.py", 0, &global, 1, &mod, &err),     \
        status, words)
    REFUSED(PK_BAD_ARG, "a global has no name");
    global.name = "G";
    global.value = (pk_arg){.kind = PK_ARG_member};
    REFUSED(PK_BAD_ARG, "global 'G': expected a constant");
    global.value = (pk_arg){.kind = PK_ARG_scalar};
    REFUSED(PK_BAD_ARG, "its dtype is not a number's");
    global.value = pk_dtype_value(PK_DTYPE_void);
    REFUSED(PK_BAD_ARG, "it is no dtype of numbers");
    global.value = pk_string(NULL);
    REFUSED(PK_BAD_ARG, "the text is NULL");
    global.value = pk_tuple(NULL, 2);
    REFUSED(PK_BAD_ARG, "the tuple's items are NULL");
    global.value = pk_tuple(mixed, 2);
    REFUSED(PK_BAD_ARG, "items of tuples are constants");
    global.value = pk_in(NULL);
    REFUSED(PK_BAD_ARG, "the array is NULL");
    global.value = pk_in(&large);
    REFUSED(PK_LIMIT, "a constant array has at most 1 MiB");
    global.value = pk_function_of((pk_module *)(void *)queue, "f");
    REFUSED(PK_BAD_HANDLE, "G is a queue, expected a module");
    stop();
}
END_TEST

TESTS("runtime_module_globals", globals_give_values_to_names,
      arrays_as_globals_keep_their_shape_and_what_they_held,
      globals_may_be_constants_of_every_kind, globals_may_be_imports,
      globals_that_make_no_sense_are_refused)
