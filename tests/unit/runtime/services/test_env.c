/* SPDX-License-Identifier: Apache-2.0 */
/* Environment variables: what may be read with raised privileges, and what
 * cannot be read at all. The module is compiled in here, with privileges that
 * the tests give and take. */
#include "../../check_main.h"

#include <stdio.h>

static int raised;
#define RAISED_PRIVILEGES() raised
#include "runtime/services/env.c"

static pk_error err;

#define assert_refused(name, value, words)                                     \
    do {                                                                       \
        setenv(name, value, 1);                                                \
        ck_assert_int_eq(pk_env_check(&err), PK_ENVIRONMENT);                  \
        ck_assert_str_eq(err.message, words);                                  \
        unsetenv(name);                                                        \
        ck_assert_int_eq(pk_env_check(&err), PK_OK);                           \
    } while (0)

START_TEST(privileges_hide_what_names_a_file_or_a_processor)
{
    static const char *const hidden[] = {
        "PORTKERN_PLUGIN_PATH", "PORTKERN_CACHE_DIR",
        "PORTKERN_DUMP_DIR",    "PORTKERN_PROFILE",
        "PORTKERN_LIBCUDA",     "PORTKERN_LIBOPENCL",
        "XDG_CACHE_HOME",       "HOME",
        "PORTKERN_CPU_TARGET",  "NOT_IN_THE_TABLE"};
    static const char *const values[] = {
        "PORTKERN_BACKEND",    "PORTKERN_NUM_THREADS", "PORTKERN_MATH",
        "PORTKERN_CHECK",      "PORTKERN_DUMP",        "PORTKERN_LOG",
        "PORTKERN_INTERP_FUEL"};

    for (size_t i = 0; i < sizeof hidden / sizeof *hidden; i++) {
        setenv(hidden[i], "/tmp/x", 1);
        raised = 0;
        ck_assert_str_eq(pk_env_get(hidden[i]), "/tmp/x");
        raised = 1;
        ck_assert_ptr_null(pk_env_get(hidden[i]));
    }
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        setenv(values[i], "x", 1);
        ck_assert_str_eq(pk_env_get(values[i]), "x");
    }
}
END_TEST

START_TEST(empty_is_not_set)
{
    setenv("PORTKERN_DUMP", "", 1);
    setenv("PORTKERN_NUM_THREADS", "", 1);
    ck_assert_ptr_null(pk_env_get("PORTKERN_DUMP"));
    ck_assert_int_eq(pk_env_check(&err), PK_OK);
    ck_assert_uint_eq(pk_env_words("PORTKERN_DUMP"), 0);
    ck_assert_uint_eq(pk_env_number("PORTKERN_NUM_THREADS"), 0);
}
END_TEST

START_TEST(words_are_bits_in_the_order_of_their_list)
{
    setenv("PORTKERN_CHECK", "races,bounds", 1);
    setenv("PORTKERN_DUMP", "ast,ast,ir", 1);
    setenv("PORTKERN_LOG", "info", 1);
    setenv("PORTKERN_MATH", "exact", 1);
    setenv("PORTKERN_OPENCL_FORM", "block", 1);
    ck_assert_int_eq(pk_env_check(&err), PK_OK);
    ck_assert_uint_eq(pk_env_words("PORTKERN_CHECK"), 5);
    ck_assert_uint_eq(pk_env_words("PORTKERN_DUMP"), 5);
    ck_assert_uint_eq(pk_env_words("PORTKERN_LOG"), 4);
    ck_assert_uint_eq(pk_env_words("PORTKERN_OPENCL_FORM"), 8);
    setenv("PORTKERN_CHECK", "bounds,uninit,races,barriers", 1);
    ck_assert_uint_eq(pk_env_words("PORTKERN_CHECK"), 15);
    setenv("PORTKERN_CHECK", "all", 1);
    ck_assert_uint_eq(pk_env_words("PORTKERN_CHECK"), 16);
}
END_TEST

START_TEST(a_word_that_means_nothing_is_named_with_those_that_do)
{
    assert_refused("PORTKERN_DUMP", "frobnicate",
                   "PORTKERN_DUMP=frobnicate: 'frobnicate' is none of ast, "
                   "types, ir, loops, passes, ptx, opencl, llvm, asm, vectors");
    assert_refused("PORTKERN_CHECK", "bounds,rases",
                   "PORTKERN_CHECK=bounds,rases: 'rases' is none of bounds, "
                   "uninit, races, barriers, all");
    assert_refused("PORTKERN_CHECK", "bounds,",
                   "PORTKERN_CHECK=bounds,: '' is none of bounds, uninit, "
                   "races, barriers, all");
    assert_refused("PORTKERN_LOG", "error,info",
                   "PORTKERN_LOG=error,info: 'error,info' is none of error, "
                   "warning, info, debug");
    assert_refused("PORTKERN_MATH", "fast",
                   "PORTKERN_MATH=fast: 'fast' is none of exact, native");
    assert_refused("PORTKERN_OPENCL_FORM", "warps",
                   "PORTKERN_OPENCL_FORM=warps: 'warps' is none of threads, "
                   "subgroups, lanes, block, wide");
}
END_TEST

START_TEST(a_number_of_threads_is_one_to_1024)
{
    static const char *const bad[] = {"abc",
                                      "0",
                                      "-3",
                                      "3x",
                                      " 3",
                                      "+3",
                                      "1025",
                                      "0x4",
                                      "1e2",
                                      "3.0",
                                      "99999999999999999999999999"};
    char wanted[160];

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        snprintf(wanted, sizeof wanted,
                 "PORTKERN_NUM_THREADS=%s: expected a whole number from 1 to "
                 "1024",
                 bad[i]);
        assert_refused("PORTKERN_NUM_THREADS", bad[i], wanted);
    }
    setenv("PORTKERN_NUM_THREADS", "1024", 1);
    ck_assert_int_eq(pk_env_check(&err), PK_OK);
    ck_assert_uint_eq(pk_env_number("PORTKERN_NUM_THREADS"), 1024);
}
END_TEST

START_TEST(long_values_are_cut_and_the_words_still_there)
{
    char value[5000];

    memset(value, 'x', sizeof value - 1);
    value[sizeof value - 1] = '\0';
    setenv("PORTKERN_DUMP", value, 1);
    ck_assert_int_eq(pk_env_check(&err), PK_ENVIRONMENT);
    ck_assert_ptr_nonnull(strstr(err.message, "asm"));
    ck_assert_int_eq(pk_env_check(NULL), PK_ENVIRONMENT);
}
END_TEST

TESTS("env", privileges_hide_what_names_a_file_or_a_processor, empty_is_not_set,
      words_are_bits_in_the_order_of_their_list,
      a_word_that_means_nothing_is_named_with_those_that_do,
      a_number_of_threads_is_one_to_1024,
      long_values_are_cut_and_the_words_still_there)
