/* SPDX-License-Identifier: Apache-2.0 */
/* Which launches store past the caches, and which of their runs. */
#include "plugins/cpu/cpu.h"
#include "tests/unit/check_main.h"

typedef struct kernel {
    pk_dev dev;
    pk_mod mod;
    pk_fun fun;
} kernel;

static void make(kernel *k, pk_cpu_stores stores, uint32_t bytes) {
    *k = (kernel){.dev = {.stores = stores}};
    k->mod.dev = &k->dev;
    k->fun.mod = &k->mod;
    k->fun.streams = bytes;
}

static pk_cpu_stores of(const kernel *k, uint64_t x, uint64_t y, uint64_t z) {
    return pk_cpu_stores_of(&k->fun, (uint64_t[3]){x, y, z});
}

START_TEST(large_launches_find_out)
{
    kernel k;

    make(&k, PK_CPU_AS_IT_PAYS, 8);
    ck_assert_int_eq(of(&k, 1 << 18, 1, 1), PK_CPU_CACHED);
    ck_assert_int_eq(of(&k, 1 << 9, 1 << 10, 1), PK_CPU_AS_IT_PAYS);
    ck_assert_int_eq(of(&k, 1 << 9, 1 << 5, 1 << 5), PK_CPU_AS_IT_PAYS);
    ck_assert_int_eq(of(&k, UINT64_MAX / 4, 4, 4), PK_CPU_AS_IT_PAYS);
    make(&k, PK_CPU_AS_IT_PAYS, 0);
    ck_assert_int_eq(of(&k, UINT64_MAX / 4, 4, 4), PK_CPU_CACHED);
    make(&k, PK_CPU_STREAMED, 4);
    ck_assert_int_eq(of(&k, 1, 1, 1), PK_CPU_STREAMED);
    make(&k, PK_CPU_CACHED, 4);
    ck_assert_int_eq(of(&k, 1 << 30, 1, 1), PK_CPU_CACHED);
}
END_TEST

/* How many of so many runs go past the caches, where both ways cost so much. */
static int count(kernel *k, int runs, uint64_t plain, uint64_t past) {
    int streams = 0;

    for (int i = 0; i < runs; i++) {
        const bool now = pk_cpu_streams_next(&k->fun, PK_CPU_AS_IT_PAYS);

        pk_cpu_learn_way(&k->fun, now, now ? past : plain);
        streams += now;
    }
    return streams;
}

START_TEST(the_faster_way_is_taken)
{
    kernel k;
    int n;

    make(&k, PK_CPU_AS_IT_PAYS, 8);
    n = count(&k, 640, 1000, 700);
    ck_assert_int_ge(n, 610);
    ck_assert_int_lt(n, 640); /* the other is tried again */
    make(&k, PK_CPU_AS_IT_PAYS, 8);
    n = count(&k, 640, 700, 1000);
    ck_assert_int_le(n, 30);
    ck_assert_int_gt(n, 0);
}
END_TEST

/* The first launch writes memory that is new, which hides the difference. */
START_TEST(what_was_slow_at_first_is_found)
{
    kernel k;

    make(&k, PK_CPU_AS_IT_PAYS, 8);
    count(&k, 16, 3000, 3300);
    count(&k, 128, 1000, 700);
    ck_assert_int_ge(count(&k, 64, 1000, 700), 60);
}
END_TEST

START_TEST(one_slow_run_decides_nothing)
{
    kernel k;

    make(&k, PK_CPU_AS_IT_PAYS, 8);
    count(&k, 256, 1000, 700);
    pk_cpu_learn_way(&k.fun, true, 100 * 1000);
    ck_assert_int_ge(count(&k, 64, 1000, 700), 60);
    count(&k, 256, 500, 700); /* now the other way is faster */
    ck_assert_int_le(count(&k, 64, 500, 700), 4);
}
END_TEST

START_TEST(all_or_none_where_that_is_asked_for)
{
    kernel k;

    make(&k, PK_CPU_STREAMED, 8);
    ck_assert(pk_cpu_streams_next(&k.fun, PK_CPU_STREAMED));
    ck_assert(!pk_cpu_streams_next(&k.fun, PK_CPU_CACHED));
    pk_cpu_end_streams();
}
END_TEST

TESTS("cpu streams", large_launches_find_out, the_faster_way_is_taken,
      what_was_slow_at_first_is_found, one_slow_run_decides_nothing,
      all_or_none_where_that_is_asked_for)
