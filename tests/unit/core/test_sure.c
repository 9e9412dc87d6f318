/* SPDX-License-Identifier: Apache-2.0 */
/* Twins without checks: for which launches they may run. Each case is a kernel
 * that fails where its index is outside of %x, and launches of which some have
 * such a thread; none of these may hold. */
#include "base/arena.h"
#include "base/text.h"
#include "core/ir_data.h"
#include "core/passes/passes.h"

#include <stdio.h>
#include <string.h>

#include "tests/unit/check_main.h"

enum { MOST_LAUNCHES = 9 };

typedef struct launch {
    uint32_t grid, block;
    int64_t extent, n;
    bool holds;
} launch;

typedef struct sure_case {
    const char *name, *body;
    launch launches[MOST_LAUNCHES]; /* until one without a block */
} sure_case;

#define BIG (INT64_C(1) << 62)

/* %i: i64 is the thread's number in the grid, %t in its block; CHECK(%v) fails
 * where %v is outside, from the end counted too. */
static const sure_case cases[] = {
    {"the grid is as long as the array",
     "CHECK(%i)",
     {{4, 32, 128, 0, true},
      {4, 32, 127, 0, false},
      {4, 33, 128, 0, false},
      {5, 32, 128, 0, false},
      {1, 1, 0, 0, false},
      {1, 1, 1, 0, true},
      {2147483647, 1024, INT64_C(1) << 41, 0, true},
      {2147483647, 1024, (INT64_C(2147483647) << 10) - 1, 0, false},
      {2147483647, 1024, INT64_C(2147483647) << 10, 0, true}}},
    {"a guard",
     "%100: bool = lt %i, %n\nif %100 {\nCHECK(%i)\n}\n",
     {{4, 32, 100, 100, true},
      {4, 32, 99, 100, false},
      {4, 32, 128, 1000, true},
      {4, 32, 127, 1000, false},
      {4, 32, 0, 0, true}, /* nobody comes there */
      {4, 32, 0, -5, true},
      {4, 32, 0, 1, false},
      {2147483647, 1024, 10, 10, true},
      {2147483647, 1024, 10, 11, false}}},
    {"a guard that is not one",
     "%100: bool = ne %i, %n\nif %100 {\nCHECK(%i)\n}\n",
     {{4, 32, 128, 3, true}, {4, 32, 127, 127, false}, {4, 32, 3, 3, false}}},
    {"the other branch of a guard",
     "%100: bool = lt %i, %n\nif %100 {\n} else {\nCHECK(%i)\n}\n",
     {{4, 32, 128, 100, true},
      {4, 32, 127, 100, false},
      {4, 32, 1, 128, true}}},
    {"threads that return early",
     "%100: bool = ge %i, %n\nif %100 {\nreturn\n}\nCHECK(%i)\n",
     {{4, 32, 100, 100, true}, {4, 32, 99, 100, false}}},
    {"both of two conditions",
     "%100: bool = gt %i, 0:i64\n%101: bool = lt %i, %n\n"
     "%102: bool = and %100, %101\nif %102 {\n%103: i64 = sub %i, 1:i64\n"
     "CHECK(%103)\n}\n",
     {{4, 32, 99, 100, true}, {4, 32, 98, 100, false}, {4, 32, 0, 1, true}}},
    {"one of two conditions",
     "%100: bool = gt %i, 0:i64\n%101: bool = lt %i, %n\n"
     "%102: bool = or %100, %101\nif %102 {\nCHECK(%i)\n}\n",
     {{4, 32, 100, 100, false}, {4, 32, 128, 100, true}}},
    {"neither of two conditions",
     "%100: bool = lt %i, 0:i64\n%101: bool = ge %i, %n\n"
     "%102: bool = or %100, %101\nif %102 {\nreturn\n}\nCHECK(%i)\n",
     {{4, 32, 100, 100, true}, {4, 32, 99, 100, false}}},
    {"indices from the end",
     "%100: i64 = sub %i, %n\nCHECK(%100)\n",
     {{4, 32, 128, 128, true},
      {4, 32, 128, 129, false},
      {4, 32, 128, 0, true},
      {4, 32, 128, -1, false},
      {4, 32, 127, 128, false},
      {1, 1, 1, INT64_MIN, false}}},
    {"a sum that wraps",
     "%100: i64 = add %i, %n\nCHECK(%100)\n",
     {{4, 32, 1000, 872, true},
      {4, 32, 1000, 873, false},
      {4, 32, 1000, INT64_MAX, false},
      {4, 32, 1000, INT64_MAX - 127, false},
      {4, 32, 1000, -1000, true},
      {4, 32, 1000, -1001, false}}},
    {"a product that wraps",
     "%100: i64 = mul %i, %n\nCHECK(%100)\n",
     {{4, 32, 1000, 7, true},
      {4, 32, 1000, 8, false},
      {4, 32, 1000, 0, true},
      {4, 32, 1000, -7, true},
      {4, 32, 1000, -8, false},
      {4, 32, 1000, BIG, false},
      {5, 1, 1000, BIG, false},
      {4, 32, 1000, INT64_MIN, false}}},
    {"32 bits",
     "%100: i32 = convert %n\n%101: i64 = convert %100\n%102: i64 = add %i, "
     "%101\nCHECK(%102)\n",
     {{4, 32, 1000, 872, true},
      {4, 32, 1000, 873, false},
      {4, 32, 1000, INT64_C(4294967296), true},
      {4, 32, 1000, INT64_C(4294967296) + 873, false}}},
    {"a loop",
     "for ^1 %100: i64 = 0:i64, %n, 1:i64 {\nCHECK(%100)\n}\n",
     {{1, 1, 10, 10, true},
      {1, 1, 9, 10, false},
      {1, 1, 0, 0, true},
      {1, 1, 0, -3, true},
      {1, 1, 10, INT64_MAX, false}}},
    {"a loop that counts down",
     "%99: i64 = sub %n, 1:i64\n"
     "for ^1 %100: i64 = %99, -1:i64, -1:i64 {\nCHECK(%100)\n}\n",
     {{1, 1, 10, 10, true},
      {1, 1, 9, 10, false},
      {1, 1, 0, 0, true},
      {1, 1, 1000, INT64_MIN, false}}},
    {"a loop with a step that is given",
     "for ^1 %100: i64 = %t, 100:i64, %n {\nCHECK(%100)\n}\n",
     {{1, 32, 100, 7, true},
      {1, 32, 99, 7, false},
      {1, 32, 1, 0, false}, /* runs never, which is not seen */
      {1, 101, 0, -1, true},
      {1, 102, 102, -1, true},
      {1, 102, 101, -1, false},
      {1, 32, 1, -1, true}}},
    {"a grid's stride",
     "%98: i32 = grid_dim.x\n%99: i64 = convert %98\n%97: i64 = mul %99, %d\n"
     "for ^1 %100: i64 = %i, %n, %97 {\nCHECK(%100)\n}\n",
     {{4, 32, 1000, 1000, true}, {4, 32, 999, 1000, false}}},
    {"a while with a grid's stride",
     "set $k, %i\nloop ^1 {\n%100: i64 = get $k\n%101: bool = lt %100, %n\n"
     "%102: bool = not %101\nif %102 {\nbreak ^1\n}\n%103: i64 = get $k\n"
     "CHECK(%103)\n%104: i64 = get $k\n%105: i64 = add %104, 128:i64\n"
     "set $k, %105\n}\n",
     {{4, 32, 1000, 1000, true}, {4, 32, 999, 1000, false}}},
    {"a local that changes behind its condition",
     "set $k, %i\nloop ^1 {\n%100: i64 = get $k\n%101: bool = ge %100, %n\n"
     "if %101 {\nbreak ^1\n}\n%104: i64 = add %100, 1:i64\nset $k, %104\n"
     "%105: i64 = get $k\nCHECK(%105)\n}\n",
     {{4, 32, 1001, 1000, true}, {4, 32, 1000, 1000, false}}},
    {"a tree",
     "%98: i64 = floor_div %d, 2:i64\nset $k, %98\nloop ^1 {\n"
     "%100: i64 = get $k\n%101: bool = le %100, 0:i64\nif %101 {\nbreak ^1\n}\n"
     "%102: bool = lt %t, %100\nif %102 {\n%103: i64 = add %t, %100\n"
     "CHECK(%103)\n}\nbarrier\n%104: i64 = floor_div %100, 2:i64\nset $k, "
     "%104\n}\n",
     {{4, 256, 256, 0, true},
      {4, 256, 255, 0, false},
      {4, 255, 254, 0, true},
      {4, 512, 256, 0, false}}},
    {"a tree that doubles",
     "set $k, 1:i64\nloop ^1 {\n"
     "%100: i64 = get $k\n%101: bool = ge %100, %d\nif %101 {\nbreak ^1\n}\n"
     "CHECK(%100)\nbarrier\n%104: i64 = mul %100, 2:i64\nset $k, "
     "%104\n}\n",
     {{4, 256, 256, 0, true}, {4, 256, 128, 0, false}}},
    {"what an earlier check has let pass",
     "CHECK(%n)\n%100: bool = lt %i, %n\nif %100 {\nCHECK(%i)\n}\n",
     {{4, 32, 100, 99, true}, {4, 32, 100, 100, false}}},
    {"least and greatest",
     "%99: i64 = sub %i, 1:i64\n%100: i64 = max %99, 0:i64\n"
     "%101: i64 = sub %n, 1:i64\n%102: i64 = min %100, %101\nCHECK(%102)\n"
     "barrier\n",
     {{4, 32, 100, 100, true},
      {4, 32, 99, 100, false},
      {4, 32, 100, 0, true}, /* -1 is the last */
      {4, 32, 100, -99, true},
      {4, 32, 100, -100, false}}},
    {"quotients and remainders",
     "%99: i64 = floor_div %i, 32:i64\n%100: i64 = floor_mod %n, 7:i64\n"
     "%101: i64 = add %99, %100\nCHECK(%101)\n",
     {{4, 32, 10, 6, true}, {4, 32, 9, 6, false}, {4, 32, 10, -1, true}}},
    {"lanes below one",
     "%99: i32 = lane_id\n%100: u32 = convert %99\n%101: u32 = shl 1:u32, "
     "%100\n"
     "%102: u32 = add %101, 4294967295:u32\n%103: u32 = popc %102\n"
     "%104: i64 = convert %103\nCHECK(%104)\n",
     {{4, 32, 32, 0, true}, {4, 32, 31, 0, false}}},
};

/* ---- text ---- */

static void put_check(pk_text *out, const char *name, size_t length,
                      int number) {
    pk_text_printf(out,
                   "%%%d: i64 = wrap_index %.*s, %%x.shape0\n"
                   "%%%d: u64 = bitcast %%%d\n"
                   "%%%d: u64 = bitcast %%x.shape0\n"
                   "%%%d: bool = ge %%%d, %%%d\n"
                   "if %%%d {\nfail \"outside\"\n}\n"
                   "%%%d: ptr<global, f32> = elem %%x, %%%d\n"
                   "store %%%d, 1.0:f32\n",
                   number, (int)length, name, number + 1, number, number + 2,
                   number + 3, number + 1, number + 2, number + 3, number + 4,
                   number, number + 4);
}

static void put_kernel(pk_text *out, const char *body) {
    static const char head[] =
        "pkir 1\nkernel @k(%x: ptr<global, f32> data 0, %x.shape0: i64 shape 0 "
        "0, %n: i64 scalar 1) {\nlocal $k: i64\nlocal $v: i64\n"
        "%10: i32 = block_dim.x\n%d: i64 = convert %10\n"
        "%11: i32 = block_id.x\n%12: i64 = convert %11\n%13: i64 = mul %12, "
        "%d\n"
        "%14: i32 = thread_id.x\n%t: i64 = convert %14\n%i: i64 = add %13, %t\n"
        /* a loop, so that it is worth a twin */
        "for ^9 %15: i64 = 0:i64, 2:i64, 1:i64 {\nset $v, %15\n}\n";
    static const struct {
        const char *name, *number;
    } ids[] = {{"%d", "%20"}, {"%t", "%21"}, {"%i", "%22"}};
    pk_text text;
    int number = 200;

    pk_text_init(&text, &pk_heap);
    pk_text_put(&text, head);
    for (const char *at = body; *at;) {
        if (strncmp(at, "CHECK(", 6)) {
            pk_text_bytes(&text, at++, 1);
            continue;
        }
        at += 6;
        put_check(&text, at, strcspn(at, ")"), number);
        number += 5;
        at += strcspn(at, ")") + 1;
    }
    pk_text_put(&text, "}\n");
    for (const char *at = pk_text_string(&text); *at;) {
        size_t k = 0, size = 2;
        while (k < 3 && (strncmp(at, ids[k].name, 2) || !strchr(":,\n", at[2])))
            k++;
        if (k < 3)
            pk_text_put(out, ids[k].number);
        else
            pk_text_bytes(out, at, size = 1);
        at += size;
    }
    pk_text_finish(&text);
}

/* ---- launches ---- */

static const pk_func *find_twin(const pk_ir *ir) {
    for (const pk_func *fn = ir->funcs; fn; fn = fn->next)
        if (pk_func_get_data(fn)->sure)
            return fn;
    return NULL;
}

static bool holds(const pk_func *twin, const launch *l) {
    const pk_sure_ranges *ranges = pk_func_get_data(twin)->sure;
    const uint32_t grid[3] = {l->grid, 1, 1}, block[3] = {l->block, 1, 1};
    const int64_t params[] = {0, l->extent, l->n};
    const pk_range_launch at = {grid, block, (const char *)params};

    ck_assert(pk_launch_ranges_fit(ranges->nodes, ranges->count, 24));
    return pk_launch_ranges_hold(ranges->nodes, ranges->count, &at);
}

static pk_ir *compile(pk_arena *arena, const pk_text *text) {
    const pk_caps caps = {.struct_size = sizeof(pk_caps),
                          .form = PK_FORM_threads,
                          .warp_size = 32,
                          .features = PK_CAP_divergent_barriers};
    pk_error err = {0};
    pk_ir *ir;

    ck_assert_msg(
        pk_ir_parse(arena, text->data, text->length, &ir, &err) == PK_OK,
        "%u:%u: %s in %s", err.line, err.col, err.message, text->data);
    ck_assert_msg(pk_run_passes(ir, &caps, true, &err) == PK_OK, "%s",
                  err.message);
    return ir;
}

static void check_case(const sure_case *c) {
    pk_arena arena;
    pk_text text, out;
    const pk_func *twin;
    pk_ir *ir;

    pk_arena_init(&arena, &pk_heap);
    pk_text_init(&text, &pk_heap);
    pk_text_init(&out, &pk_heap);
    put_kernel(&text, c->body);
    ir = compile(&arena, &text);
    twin = find_twin(ir);
    ck_assert_msg(twin != NULL, "%s: no twin", c->name);
    for (size_t i = 0; i < MOST_LAUNCHES && c->launches[i].block; i++)
        ck_assert_msg(holds(twin, &c->launches[i]) == c->launches[i].holds,
                      "%s: launch %zu", c->name, i);
    pk_ir_print(ir, &out);
    ck_assert_msg(
        !strstr(strstr(pk_text_string(&out), "@k_sure"), "atomic_cas"),
        "%s: the twin checks", c->name);
    pk_text_finish(&out);
    pk_text_finish(&text);
    pk_arena_finish(&arena);
}

START_TEST(twins_run_where_no_index_is_outside)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_case(&cases[i]);
}
END_TEST

/* Questions of data have no twin; nor has what has no loop. */
static bool has_twin(const char *body) {
    pk_arena arena;
    pk_text text;
    bool found;

    pk_arena_init(&arena, &pk_heap);
    pk_text_init(&text, &pk_heap);
    put_kernel(&text, body);
    found = find_twin(compile(&arena, &text)) != NULL;
    pk_text_finish(&text);
    pk_arena_finish(&arena);
    return found;
}

START_TEST(questions_of_data_stay)
{
    static const char *const none[] = {
        "%101: f32 = load %x\n"
        "%102: i64 = convert %101\nCHECK(%102)\n",
        "%101: f32 = load %x\n"
        "%102: i64 = convert %101\n%103: bool = lt %i, %102\nif %103 {\n"
        "%104: i64 = add %i, 1000:i64\nCHECK(%104)\n}\n",
    };

    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        ck_assert_msg(!has_twin(none[i]), "%zu has a twin", i);
    ck_assert(has_twin("CHECK(%i)\n"));
}
END_TEST

TESTS("sure", twins_run_where_no_index_is_outside, questions_of_data_stay)
