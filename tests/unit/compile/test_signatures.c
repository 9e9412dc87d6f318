/* SPDX-License-Identifier: Apache-2.0 */
/* Types as text: the signatures that a kernel is compiled for, and what
 * functions make of types of arguments. */
#include "../runtime/launch_test.h"

#define SIGNED                                                                 \
    "from collections import namedtuple\n"                                     \
    "from numba import cuda, njit\n"                                           \
    "Point = namedtuple('Point', 'x, y')\n"                                    \
    "@cuda.jit('int64(int32, int64)', device=True)\n"                          \
    "def declared(a, b):\n"                                                    \
    "    return a + b\n"                                                       \
    "@cuda.jit(device=True)\n"                                                 \
    "def half(x, y=2):\n"                                                      \
    "    return x / y\n"                                                       \
    "@njit\n"                                                                  \
    "def first(a):\n"                                                          \
    "    return a[0], a.size\n"                                                \
    "@cuda.jit(device=True)\n"                                                 \
    "def row(a):\n"                                                            \
    "    return a[1]\n"                                                        \
    "@cuda.jit(device=True)\n"                                                 \
    "def wrong(a):\n"                                                          \
    "    return a + nothing\n"                                                 \
    "@cuda.jit\n"                                                              \
    "def k(out, p):\n"                                                         \
    "    out[0] = p\n"

static pk_signatures *list;

/* The only entry has these types. */
static void assert_types(const char *function, const char *given,
                         const char *text, const char *result) {
    const pk_signature_info *info;

    assert_ok(pk_module_infer(mod, function, given, &list, &err));
    ck_assert_uint_eq(pk_signatures_count(list), 1);
    info = pk_signatures_get(list, 0);
    ck_assert_str_eq(info->text, text);
    ck_assert_str_eq(info->result, result);
    ck_assert_ptr_null(info->compiled);
    ck_assert_ptr_null(pk_signatures_get(list, 1));
    pk_signatures_release(list);
}

START_TEST(functions_have_types_for_types_of_arguments)
{
    ctx = open_context("interp");
    assert_ok(
        pk_module_from_source(ctx, SIGNED, "k.py", 0, NULL, 0, &mod, &err));
    assert_types("half", "i32, f32", "int32, float32", "float64");
    assert_types("half", "f32", "float32, int64", "float64");
    assert_types("declared", "i16, i64", "int32, int64", "int64");
    assert_types("first", "f32[::1]", "float32[::1]", "Tuple(float32, int64)");
    assert_types("row", "c64[:, ::1]", "complex64[:, ::1]",
                 "array(complex64, 1d, C)");
    assert_types("k", "f64[:], i8", "float64[:], int8", "none");
    assert_fails(pk_module_infer(mod, "hlaf", "f32", &list, &err), PK_NAME,
                 "hlaf");
    assert_fails(pk_module_infer(mod, "half", "f3", &list, &err), PK_BAD_ARG,
                 "'f3' is not a type");
    assert_fails(pk_module_infer(mod, "wrong", "f32", &list, &err), PK_NAME,
                 "name 'nothing' is not defined");
    assert_fails(pk_module_infer(mod, "half", NULL, &list, &err), PK_BAD_ARG,
                 "signature is NULL");
    assert_fails(pk_module_infer(NULL, "half", "f32", &list, &err),
                 PK_BAD_HANDLE, "");
    pk_module_release(mod);
    pk_context_release(ctx);
}
END_TEST

START_TEST(types_need_no_device)
{
    pk_context_options options = PK_INIT(
        pk_context_options, .flags = PK_CONTEXT_no_device, .cache_dir = "off");

    assert_ok(pk_context_create(&options, &ctx, &err));
    assert_ok(
        pk_module_from_source(ctx, SIGNED, "k.py", 0, NULL, 0, &mod, &err));
    assert_types("half", "i32, f32", "int32, float32", "float64");
    pk_module_release(mod);
    pk_context_release(ctx);
}
END_TEST

START_TEST(a_kernel_lists_what_it_is_compiled_for)
{
    /* Code may be for how arrays are aligned, too. */
    _Alignas(64) int32_t x[6] = {0}, y[6] = {0};
    _Alignas(64) float f[6] = {0};
    pk_array ax, ay, af, gaps, plane_row;
    const pk_signature_info *info;
    pk_arg items[2];
    pk_kernel *run, *pair;

    start(_i);
    ax = i32s(x, 6), ay = i32s(y, 6), af = f32s(f, 6);
    gaps = i32s(x, 3);
    gaps.strides[0] = 8;
    plane_row = f32s(f, 3);
    plane_row.strides[0] = -4, plane_row.host = f + 2;
    run = get("run"), pair = get("pair");
    assert_ok(pk_kernel_signatures(run, &list, &err));
    ck_assert_uint_eq(pk_signatures_count(list), 0);
    pk_signatures_release(list);
    assert_ok(launch("run", ONE, ARGS(pk_in(&ax), pk_out(&ay))));
    assert_ok(launch("run", ONE, ARGS(pk_in(&ay), pk_out(&ax))));
    assert_ok(launch("run", ONE, ARGS(pk_inout(&gaps), pk_out(&af))));
    items[0] = pk_i64(1), items[1] = pk_f32(2);
    assert_ok(
        launch("pair", ONE, ARGS(pk_tuple(items, 2), pk_inout(&plane_row))));
    assert_ok(finish());
    assert_ok(pk_kernel_signatures(run, &list, &err));
    ck_assert_uint_eq(pk_signatures_count(list), 2);
    info = pk_signatures_get(list, 0);
    ck_assert_str_eq(info->text, "int32[::1], int32[::1]");
    ck_assert_uint_eq(info->param_count, 2);
    ck_assert_str_eq(info->params[1], "int32[::1]");
    ck_assert_str_eq(info->result, "none");
    ck_assert_uint_gt(info->compiled->compile_ns, 0);
    ck_assert_uint_eq(info->compiled->from_cache, 0);
    ck_assert_uint_gt(info->compiled->max_block, 0);
    info = pk_signatures_get(list, 1);
    ck_assert_str_eq(info->text, "int32[:], float32[::1]");
    pk_signatures_release(list);
    assert_ok(pk_kernel_signatures(pair, &list, &err));
    info = pk_signatures_get(list, 0);
    ck_assert_str_eq(info->text, "Tuple(int64, float32), float32[:]");
    ck_assert_str_eq(info->params[0], "Tuple(int64, float32)");
    pk_signatures_release(list);
    assert_fails(pk_kernel_signatures(run, NULL, &err), PK_BAD_ARG, "out");
    assert_fails(pk_kernel_signatures(NULL, &list, &err), PK_BAD_HANDLE, "");
    ck_assert_uint_eq(pk_signatures_count(NULL), 0);
    ck_assert_ptr_null(pk_signatures_get(NULL, 0));
    pk_kernel_release(run);
    pk_kernel_release(pair);
    stop();
}
END_TEST

LOOP_TESTS("compile_signatures", 2, functions_have_types_for_types_of_arguments,
           types_need_no_device, a_kernel_lists_what_it_is_compiled_for)
