/* SPDX-License-Identifier: Apache-2.0 */
/* Uniformity: each row is the body of a kernel, and what its last %result is
 * said to be. */
#include "core/analysis/uniform.h"

#include "base/text.h"

#include <string.h>

#include "tests/unit/check_main.h"

static const char head[] =
    "pkir 1\n"
    "kernel @k(%x: ptr<global, f32> data 0, %n: i64 shape 0 0, %a: i32 scalar "
    "1) {\n"
    "    shared %s: f32[8]\n"
    "    local %own: i64[8]\n"
    "    local $r: i64\n"
    "    local $q: i64\n";

#define T "%1: i32 = thread_id.x\n%2: i64 = convert %1\n"
#define V T "%3: bool = lt %2, %n\n"

static const struct {
    const char *body;
    uint8_t vary;
    int64_t step;
} rows[] = {
    {"%1: i32 = block_id.x\n", 0, 0},
    {"%1: i32 = thread_id.y\n", PK_VARY_rows, 0},
    {T, PK_VARY_x, 1},
    {T "%3: i64 = mul %2, 12:i64\n%4: i64 = sub %n, %3\n", PK_VARY_x, -12},
    {T "%3: i64 = shl %2, 3:i64\n", PK_VARY_x, 8},
    {T "%3: i64 = mul %2, %n\n", PK_VARY_x, 0},
    {T "%3: ptr<global, f32> = elem %x, %2\n", PK_VARY_x, 4},
    {T "%3: ptr<global, f32> = elem %x, %n\n%4: ptr<global, f32> = elem %3, "
       "%2\n",
     PK_VARY_x, 4},
    {T "%3: i64 = wrap_index %2, %n\n", PK_VARY_x, 0},
    /* Narrow sums may wrap between threads unless they are known not to. */
    {"%1: i32 = thread_id.x\n%2: i32 = add %1, %a\n%3: i64 = convert %2\n",
     PK_VARY_x, 0},
    {"%1: i32 = thread_id.x\n%2: i32 = add.nonneg %1, %a\n%3: i64 = convert "
     "%2\n",
     PK_VARY_x, 1},
    /* Memory. */
    {"%1: f32 = load %x\n", 0, 0},
    {"%1: i64 = load %own\n", PK_VARY_all, 0},
    {T "%3: ptr<global, f32> = elem %x, %2\n%4: f32 = load %3\n", PK_VARY_x, 0},
    {"%1: f32 = atomic_add %x, 1.0:f32\n", PK_VARY_all, 0},
    /* Locals. */
    {"set $r, %n\n%1: i64 = get $r\n", 0, 0},
    {T "set $r, %2\n%3: i64 = get $r\n", PK_VARY_x, 0},
    {V "if %3 {\nset $r, 1:i64\n}\n%4: i64 = get $r\n", PK_VARY_x, 0},
    {V "if %3 {\nreturn\n}\nset $r, 1:i64\n%4: i64 = get $r\n", 0, 0},
    {"%1: bool = lt %n, 5:i64\nif %1 {\nset $r, 1:i64\n}\n%2: i64 = get $r\n",
     0, 0},
    /* Loops whose threads leave together, and others. */
    {"for ^1 %1: i64 = 0:i64, %n, 1:i64 {\nset $r, %1\n}\n%2: i64 = get $r\n",
     0, 0},
    {T "for ^1 %3: i64 = 0:i64, %2, 1:i64 {\nset $r, %3\n}\n%4: i64 = get $r\n",
     PK_VARY_x, 0},
    {T "for ^1 %3: i64 = 0:i64, %2, 1:i64 {\n%4: i64 = add %3, 1:i64\n}\n", 0,
     0},
    {T "for ^1 %3: i64 = %2, %n, 1:i64 {\n%4: i64 = add %3, 1:i64\n}\n",
     PK_VARY_x, 1},
    {V "loop ^1 {\nset $r, 1:i64\nif %3 {\nbreak ^1\n}\n}\n%4: i64 = get $r\n",
     PK_VARY_x, 0},
    {V "for ^1 %4: i64 = 0:i64, %n, 1:i64 {\nset $r, %4\nif %3 {\ncontinue "
       "^1\n}\n}\n%5: i64 = get $r\n",
     0, 0},
    {V "for ^1 %4: i64 = 0:i64, %n, 1:i64 {\nif %3 {\ncontinue ^1\n}\nset $r, "
       "%4\n}\n%5: i64 = get $r\n",
     PK_VARY_x, 0},
    {V "block ^1 {\nif %3 {\nbreak ^1\n}\nset $r, 1:i64\n}\n%4: i64 = get $r\n",
     PK_VARY_x, 0},
    {V "block ^1 {\nif %3 {\nbreak ^1\n}\n}\nset $r, 1:i64\n%4: i64 = get $r\n",
     0, 0},
    /* An inner loop is left by an exit of an outer one. */
    {V "for ^1 %4: i64 = 0:i64, %n, 1:i64 {\nfor ^2 %5: i64 = 0:i64, %n, "
       "1:i64 {\nset $r, %5\nif %3 {\ncontinue ^1\n}\n}\n}\n%6: i64 = get $r\n",
     PK_VARY_x, 0},
    /* A value that varies reaches a local by way of another, around a loop. */
    {T "for ^1 %3: i64 = 0:i64, %n, 1:i64 {\n%4: i64 = get $q\nset $r, "
       "%4\nset $q, %2\n}\n%5: i64 = get $r\n",
     PK_VARY_x, 0},
};

static const pk_value *last_result(const pk_region *region) {
    const pk_value *found = NULL;

    for (const pk_inst *inst = region->first; inst; inst = inst->next) {
        if (inst->result_count)
            found = inst->results[0];
        if (inst->body && last_result(inst->body))
            found = last_result(inst->body);
    }
    return found;
}

START_TEST(every_row_is_as_it_says)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pk_arena arena;
        pk_error err = {0};
        pk_uniform u;
        pk_text text;
        pk_ir *ir;
        const pk_value *v;

        pk_arena_init(&arena, &pk_heap);
        pk_text_init(&text, &pk_heap);
        pk_text_printf(&text, "%s%s}\n", head, rows[i].body);
        if (pk_ir_parse(&arena, text.data, text.length, &ir, &err) != PK_OK)
            ck_abort_msg("%s: %u: %s", rows[i].body, err.line, err.message);
        ck_assert(pk_uniform_find(ir->funcs, &arena, &u));
        v = last_result(ir->funcs->body);
        ck_assert_msg(pk_uniform_vary(&u, v) == rows[i].vary, "%s: vary %u",
                      rows[i].body, pk_uniform_vary(&u, v));
        ck_assert_msg(pk_uniform_step(&u, v) == rows[i].step, "%s: step %lld",
                      rows[i].body, (long long)pk_uniform_step(&u, v));
        pk_text_finish(&text);
        pk_arena_finish(&arena);
    }
}
END_TEST

TESTS("uniform", every_row_is_as_it_says)
