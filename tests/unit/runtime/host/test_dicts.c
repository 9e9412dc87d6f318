/* SPDX-License-Identifier: Apache-2.0 */
/* Dicts and sets as arguments: made of arrays, and what they are when the
 * function has returned. On the backend that BACKEND names. */
#include "../../starving.h"
#include "../runtime_test.h"

#include <math.h>
#include <portkern/host.h>

static const char text[] = "from numba import njit, cuda\n"
                           "@njit\n"
                           "def look(d, key):\n"
                           "    return d.get(key, -1), len(d)\n"
                           "@njit\n"
                           "def change(d):\n"
                           "    total = 0.0\n"
                           "    for k, v in d.items():\n"
                           "        total += k * v\n"
                           "    d[7] = total\n"
                           "    del d[1]\n"
                           "    return total\n"
                           "@njit\n"
                           "def same(d):\n"
                           "    return d\n"
                           "@njit\n"
                           "def union(s, t):\n"
                           "    s.add(t[0])\n"
                           "    return s | {5}, len(s)\n"
                           "@njit\n"
                           "def both(d, e):\n"
                           "    d[0] = e[0]\n"
                           "    return e[0]\n"
                           "@njit\n"
                           "def each(d):\n"
                           "    for k in d:\n"
                           "        yield k, d[k]\n"
                           "@njit\n"
                           "def fails(d):\n"
                           "    d[100] = 1\n"
                           "    return d[99]\n"
                           "@njit('int64(int64)')\n"
                           "def declared(n):\n"
                           "    return n\n"
                           "@cuda.jit\n"
                           "def kernel(x):\n"
                           "    x[0] = 1\n";

static counter memory = {.fail_at = -1};
static pk_context *ctx;
static pk_module *mod;
static pk_result result, after, other;

static const char *backend(void) {
    const char *name = getenv("BACKEND");

    return name ? name : "interp";
}

static void start(void) {
    const pk_allocator allocator = starving_allocator(&memory);
    pk_context_options options = {.struct_size = sizeof options,
                                  .allocator = &allocator,
                                  .plugin_path = TEST_PLUGINS,
                                  .backend = backend(),
                                  .cache_dir = "off"};

    assert_ok(pk_context_create(&options, &ctx, &err));
    assert_ok(pk_module_from_source(ctx, text, "k.py", 0, NULL, 0, &mod, &err));
}

static void stop(void) {
    pk_module_release(mod);
    pk_context_release(ctx);
    ck_assert_int_eq(memory.bytes, 0);
}

static pk_host_function *function(const char *name) {
    pk_host_function *fn = NULL;

    assert_ok(pk_module_host_function(mod, name, &fn, &err));
    return fn;
}

static void call(pk_host_function *fn, const pk_arg *args, size_t count) {
    pk_result_release(&result);
    assert_ok(pk_call(fn, args, count, &result, &err));
}

static pk_array of(void *numbers, pk_dtype dtype, int64_t count) {
    return pk_array_host(numbers, dtype, 1, &count);
}

static const pk_result *key_of(const pk_result *dict, uint32_t i) {
    ck_assert_uint_lt(i, dict->count);
    return &dict->items[i].items[1];
}

static const pk_result *value_of(const pk_result *dict, uint32_t i) {
    ck_assert_uint_lt(i, dict->count);
    return &dict->items[i].items[2];
}

START_TEST(a_function_looks_into_a_dict)
{
    int64_t keys[5] = {1, -2, 3, 1, 4000000000};
    int32_t values[5] = {10, 20, 30, 40, 50};
    pk_array k = of(keys, PK_DTYPE_i64, 5), v = of(values, PK_DTYPE_i32, 5);
    pk_arg args[2] = {pk_dict_of(&k, &v, &after), pk_i64(1)};
    start();
    pk_host_function *look = function("look");

    after.kind = PK_RESULT_NUMBER;
    call(look, args, 2);
    ck_assert_int_eq(result.items[0].i64, 40); /* the last value */
    ck_assert_int_eq(result.items[1].i64, 4);
    ck_assert(after.kind == PK_RESULT_DICT && after.count == 4);
    ck_assert(key_of(&after, 0)->i64 == 1 && value_of(&after, 0)->i64 == 40);
    ck_assert(key_of(&after, 3)->i64 == 4000000000);
    ck_assert_int_eq(value_of(&after, 3)->dtype, PK_DTYPE_i32);
    pk_result_release(&after);
    args[0] = pk_dict_of(&k, &v, NULL);
    args[1] = pk_i64(4000000000);
    call(look, args, 2);
    ck_assert_int_eq(result.items[0].i64, 50);
    k.shape[0] = v.shape[0] = 0;
    call(look, args, 2);
    ck_assert(result.items[0].i64 == -1 && result.items[1].i64 == 0);
    ck_assert(keys[0] == 1 && values[0] == 10);
    pk_result_release(&result);
    pk_host_function_release(look);
    stop();
}
END_TEST

START_TEST(what_it_changes_comes_back)
{
    int32_t keys[3] = {1, 2, 3};
    float values[3] = {0.5f, 1.5f, 2.5f};
    pk_array k = of(keys, PK_DTYPE_i32, 3), v = of(values, PK_DTYPE_f32, 3);
    pk_arg args[2] = {pk_dict_of(&k, &v, &after), pk_dict_of(&k, &v, &other)};
    start();
    pk_host_function *change = function("change"), *both = function("both");

    call(change, args, 1);
    ck_assert(result.f64 == 11);
    ck_assert_uint_eq(after.count, 3);
    ck_assert(key_of(&after, 0)->i64 == 2 && key_of(&after, 2)->i64 == 7);
    ck_assert(value_of(&after, 2)->f64 == 11);
    ck_assert(values[0] == 0.5f && keys[0] == 1);
    pk_result_release(&after);
    keys[0] = 0;
    call(both, args, 2); /* each is a dict of its own */
    ck_assert(result.f64 == 0.5 && after.count == 3 && other.count == 3);
    pk_result_release(&other);
    pk_result_release(&after);
    pk_host_function_release(change);
    pk_host_function_release(both);
    pk_result_release(&result);
    stop();
}
END_TEST

START_TEST(keys_and_values_have_many_types)
{
    static const pk_dtype keys[] = {PK_DTYPE_bool, PK_DTYPE_i8,  PK_DTYPE_u8,
                                    PK_DTYPE_i16,  PK_DTYPE_u16, PK_DTYPE_i32,
                                    PK_DTYPE_u32,  PK_DTYPE_i64, PK_DTYPE_u64,
                                    PK_DTYPE_f16,  PK_DTYPE_f32, PK_DTYPE_f64};
    double zero[2] = {0}, value[2] = {1.5, -2};
    pk_array k = of(zero, PK_DTYPE_i64, 1), v = of(value, PK_DTYPE_c128, 1);
    pk_arg arg = pk_dict_of(&k, &v, NULL);
    start();
    pk_host_function *same = function("same");

    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        k = of(zero, keys[i], 1);
        call(same, &arg, 1);
        ck_assert(result.kind == PK_RESULT_DICT && result.count == 1);
        ck_assert_int_eq(key_of(&result, 0)->dtype, keys[i]);
        ck_assert(value_of(&result, 0)->complex128[0] == 1.5 &&
                  value_of(&result, 0)->complex128[1] == -2);
    }
    pk_result_release(&result);
    pk_host_function_release(same);
    stop();
}
END_TEST

/* As in Python: it is equal to no key, but 0.0 and -0.0 are one. */
START_TEST(nan_is_equal_to_no_key)
{
    double keys[5] = {NAN, 0.0, NAN, -0.0, 2.5};
    double values[5] = {1, 2, 3, 4, 5};
    pk_array k = of(keys, PK_DTYPE_f64, 5), v = of(values, PK_DTYPE_f64, 5);
    pk_arg args[2] = {pk_dict_of(&k, &v, &after), pk_f64(NAN)};
    start();
    pk_host_function *look = function("look");

    call(look, args, 2);
    ck_assert(result.items[0].f64 == -1 && result.items[1].i64 == 4);
    ck_assert(isnan(key_of(&after, 0)->f64) && isnan(key_of(&after, 2)->f64));
    ck_assert(key_of(&after, 1)->f64 == 0 && value_of(&after, 1)->f64 == 4);
    pk_result_release(&after);
    pk_result_release(&result);
    pk_host_function_release(look);
    stop();
}
END_TEST

START_TEST(sets_are_of_keys)
{
    int64_t keys[4] = {3, 1, 3, 2};
    pk_array k = of(keys, PK_DTYPE_i64, 4), t = of(keys, PK_DTYPE_i64, 1);
    pk_arg args[2] = {pk_set_of(&k, &after), pk_in(&t)};
    int64_t more = 9;
    start();
    pk_host_function *of_both = function("union");

    call(of_both, args, 2);
    ck_assert(after.kind == PK_RESULT_SET && after.count == 3);
    ck_assert(key_of(&after, 0)->i64 == 3 && key_of(&after, 2)->i64 == 2);
    ck_assert(result.items[0].kind == PK_RESULT_SET);
    ck_assert_uint_eq(result.items[0].count, 4);
    pk_result_release(&after);
    t.host = &more;
    call(of_both, args, 2);
    ck_assert(after.count == 4 && key_of(&after, 3)->i64 == 9);
    pk_result_release(&after);
    pk_result_release(&result);
    pk_host_function_release(of_both);
    stop();
}
END_TEST

START_TEST(a_generator_keeps_a_dict)
{
    int64_t keys[2] = {3, 1};
    double values[2] = {1.5, 2.5};
    pk_array k = of(keys, PK_DTYPE_i64, 2), v = of(values, PK_DTYPE_f64, 2);
    pk_arg args[2] = {pk_dict_of(&k, &v, NULL)}, parts[2];
    pk_result generator;
    start();
    pk_host_function *each = function("each");

    assert_ok(pk_call(each, args, 1, &generator, &err));
    args[1] = pk_object_of(parts, mod, "each", generator.memory);
    for (int i = 0; i < 2; i++) {
        call(each, args, 2);
        ck_assert(result.items[0].i64 == keys[i]);
        ck_assert(result.items[1].f64 == values[i]);
    }
    pk_result_release(&result);
    ck_assert_int_eq(pk_call(each, args, 2, &result, &err), PK_KERNEL);
    ck_assert_str_eq(err.message, "StopIteration");
    pk_result_release(&generator);
    pk_host_function_release(each);
    stop();
}
END_TEST

static void check_arrays(pk_host_function *look) {
    int64_t keys[4] = {1, 2, 3, 4};
    double values[4] = {0};
    pk_array k = of(keys, PK_DTYPE_i64, 4), v = of(values, PK_DTYPE_f64, 4);
    pk_arg args[2] = {pk_dict_of(NULL, &v, &after), pk_i64(1)};

    assert_fails(pk_call(look, args, 2, &result, &err), PK_BAD_ARG,
                 "argument 0 'd' of look: its keys are NULL");
    args[0] = pk_dict_of(&k, NULL, &after);
    assert_fails(pk_call(look, args, 2, &result, &err), PK_BAD_ARG,
                 "its values are NULL");
    args[0] = pk_dict_of(&k, &v, &after);
    v.shape[0] = 3;
    assert_fails(pk_call(look, args, 2, &result, &err), PK_BAD_ARG,
                 "it has 4 keys and 3 values");
    k.shape[0] = v.shape[0] = -1;
    assert_fails(pk_call(look, args, 2, &result, &err), PK_BAD_ARG,
                 "argument 0 'd' of look: ");
    k.shape[0] = v.shape[0] = 2;
    k.strides[0] = 16;
    assert_fails(pk_call(look, args, 2, &result, &err), PK_BAD_ARG,
                 "contiguous arrays of numbers");
    k = of(keys, PK_DTYPE_c128, 2);
    assert_fails(pk_call(look, args, 2, &result, &err), PK_TYPE,
                 "its keys are complex");
    k = of(keys, PK_DTYPE_i64, 2);
    k.ndim = 0;
    assert_fails(pk_call(look, args, 2, &result, &err), PK_BAD_ARG,
                 "with one axis");
    k = of(NULL, PK_DTYPE_i64, 2);
    assert_fails(pk_call(look, args, 2, &result, &err), PK_BAD_ARG,
                 "argument 0 'd' of look: ");
    ck_assert_int_eq(after.kind, PK_RESULT_NONE);
}

START_TEST(bad_ones_are_refused)
{
    int64_t keys[2] = {1, 2};
    double values[2] = {0};
    pk_array k = of(keys, PK_DTYPE_i64, 2), v = of(values, PK_DTYPE_f64, 2);
    const pk_arg dict = pk_dict_of(&k, &v, &after), set = pk_set_of(&k, &after);
    pk_arg args[2] = {dict, pk_i64(1)}, tuple = pk_tuple(&dict, 1);
    pk_prepared_call *prepared;
    start();
    pk_host_function *look = function("look"), *fails = function("fails"),
                     *declared = function("declared");
    pk_kernel *kernel;
    pk_compile_info info = PK_INIT(pk_compile_info);
    pk_launch_config config =
        PK_INIT(pk_launch_config, .grid = {1}, .block = {1});

    check_arrays(look);
    args[0] = tuple;
    assert_fails(pk_call(look, args, 2, &result, &err), PK_BAD_ARG,
                 "a dict within a tuple");
    args[0] = set; /* it has no get */
    ck_assert_int_ne(pk_call(look, args, 2, &result, &err), PK_OK);
    assert_fails(pk_call(declared, &dict, 1, &result, &err), PK_TYPE,
                 "is DictType[int64,float64], its signature says int64");
    assert_fails(pk_call(declared, &set, 1, &result, &err), PK_TYPE,
                 "is set(int64), its signature");
    args[0] = dict;
    assert_fails(pk_prepared_call_create(look, args, 2, &prepared, &err),
                 PK_UNSUPPORTED, "with a list, dict or set");
    assert_fails(pk_call(fails, &dict, 1, &result, &err), PK_KERNEL,
                 "KeyError");
    ck_assert_int_eq(after.kind, PK_RESULT_NONE);
    assert_ok(pk_module_kernel(mod, "kernel", &kernel, &err));
    assert_fails(pk_kernel_compile(kernel, &config, &dict, 1, &info, &err),
                 PK_BAD_ARG, "a dict cannot be passed to a launch");
    pk_kernel_release(kernel);
    pk_host_function_release(look);
    pk_host_function_release(fails);
    pk_host_function_release(declared);
    stop();
}
END_TEST

START_TEST(memory_ends_in_a_call)
{
    int64_t keys[40];
    double values[40];
    pk_array k = of(keys, PK_DTYPE_i64, 40), v = of(values, PK_DTYPE_f64, 40);
    const pk_arg arg = pk_dict_of(&k, &v, &after);
    pk_status status = PK_NO_MEMORY;
    long allowed = 0;
    start();
    pk_host_function *change = function("change");

    for (int i = 0; i < 40; i++)
        keys[i] = i, values[i] = 0.5;
    call(change, &arg, 1);
    pk_result_release(&after);
    for (; status != PK_OK; allowed++) {
        ck_assert_int_lt(allowed, 1000);
        starve_after(&memory, allowed);
        status = pk_call(change, &arg, 1, &result, &err);
        starve_after(&memory, -1);
        if (status != PK_OK)
            ck_assert_int_eq(after.kind, PK_RESULT_NONE);
    }
    ck_assert_int_gt(allowed, 2);
    ck_assert_uint_eq(after.count, 39);
    pk_result_release(&after);
    pk_result_release(&result);
    pk_host_function_release(change);
    stop();
}
END_TEST

START_TEST(calls_keep_no_memory)
{
    const bool is_slow = strcmp(backend(), "cpu") != 0;
    int64_t keys[9] = {1, 2, 3, 4, 5, 6, 7, 8, 1};
    pk_array k = of(keys, PK_DTYPE_i64, 9), t = of(keys, PK_DTYPE_i64, 9);
    pk_arg args[2] = {pk_set_of(&k, &after), pk_in(&t)};
    long long before = 0;
    start();
    pk_host_function *of_both = function("union");

    for (int i = 0; i < (is_slow ? 300 : 30000); i++) {
        args[0] = pk_set_of(&k, i % 2 ? &after : NULL);
        assert_ok(pk_call(of_both, args, 2, i % 3 ? &result : NULL, &err));
        pk_result_release(&result);
        pk_result_release(&after);
        before = i == 10 ? memory.bytes : before;
    }
    ck_assert_int_eq(memory.bytes, before);
    pk_host_function_release(of_both);
    stop();
}
END_TEST

TESTS("dicts", a_function_looks_into_a_dict, what_it_changes_comes_back,
      keys_and_values_have_many_types, nan_is_equal_to_no_key, sets_are_of_keys,
      a_generator_keeps_a_dict, bad_ones_are_refused, memory_ends_in_a_call,
      calls_keep_no_memory)
