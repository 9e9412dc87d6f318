/* SPDX-License-Identifier: Apache-2.0 */
/* Sums of products: texts that compute one number or two, and random ones whose
 * sums are worked out. */
#include "base/text.h"
#include "core/analysis/sum.h"
#include "core/eval.h"

#include <string.h>

#include "tests/unit/check_main.h"

static const char head[] =
    "pkir 1\n"
    "kernel @k(%x: ptr<global, f32> data 0, %n: i64 shape 0 0, %m: i64 shape 0 "
    "1, %a: i32 scalar 1, %u: u32 scalar 2, %f: f64 scalar 3) {\n";

static const pk_func *parse(pk_arena *arena, const char *body) {
    pk_error err = {0};
    pk_text text;
    pk_ir *ir;

    pk_text_init(&text, &pk_heap);
    pk_text_printf(&text, "%s%s}\n", head, body);
    if (pk_ir_parse(arena, text.data, text.length, &ir, &err) != PK_OK)
        ck_abort_msg("%s: %u: %s", body, err.line, err.message);
    pk_text_finish(&text);
    pk_func_number(ir->funcs);
    return ir->funcs;
}

/* Four products of two values each: those of five sums come to sixteen. */
#define WIDE                                                                   \
    "%20: i64 = convert %a\n%21: i64 = convert %u\n%22: i64 = convert %f\n"    \
    "%23: i64 = add %n, %m\n%24: i64 = add %20, %21\n"                         \
    "%25: i64 = add %24, %22\n%26: i64 = add %25, %23\n"                       \
    "%27: i64 = mul %26, %26\n"

/* The last two results: one number or not. */
static const struct {
    const char *body;
    bool same;
} rows[] = {
    {"%6: i64 = add %n, %m\n%7: i64 = add %m, %n\n", true},
    {"%6: i64 = sub %n, %m\n%7: i64 = sub %m, %n\n", false},
    {"%6: i64 = sub %n, %m\n%7: i64 = neg %m\n%8: i64 = add %7, %n\n"
     "%9: i64 = add %6, 0:i64\n%10: i64 = add %8, 0:i64\n",
     true},
    {"%6: i64 = mul %n, 8:i64\n%7: i64 = shl %n, 3:i64\n", true},
    {"%6: i64 = mul %n, 8:i64\n%7: i64 = shl %n, 64:i64\n", false},
    {"%6: i64 = add %n, 5:i64\n%7: i64 = sub %n, -5:i64\n", true},
    /* A term that is added and taken away again is nothing. */
    {"%6: i64 = add %n, %m\n%7: i64 = sub %6, %n\n%8: i64 = mul %m, 1:i64\n",
     true},
    {"%6: i64 = sub %n, %n\n%7: i64 = mul %m, 0:i64\n", true},
    /* 2^63 and 2^63: nothing. */
    {"%6: i64 = shl %n, 63:i64\n%7: i64 = add %6, %6\n%8: i64 = sub %n, %n\n",
     true},
    /* Rows and columns of records: what is multiplied out, and what is not. */
    {"%6: i64 = mul %n, %m\n%7: i64 = add %6, %m\n%8: i64 = mul %7, 40:i64\n"
     "%9: i64 = add %n, 1:i64\n%10: i64 = mul %m, 40:i64\n"
     "%11: i64 = mul %10, %9\n%12: i64 = add %8, 0:i64\n"
     "%13: i64 = add %11, 0:i64\n",
     true},
    {"%6: i64 = mul %n, %n\n%7: i64 = mul %6, %m\n%8: i64 = mul %m, %n\n"
     "%9: i64 = mul %8, %n\n%10: i64 = add %7, 0:i64\n"
     "%11: i64 = add %9, 0:i64\n",
     true},
    {"%6: i64 = mul %n, %n\n%7: i64 = mul %n, %m\n", false},
    /* A narrower integer is the number that it is. */
    {"%6: i64 = convert %a\n%7: u64 = convert %a\n", true},
    {"%6: i64 = convert %u\n%7: u64 = convert %u\n", true},
    {"%6: i32 = bitcast %u\n%7: i64 = convert %6\n%8: i64 = convert %u\n",
     false},
    {"%6: i32 = add %a, %a\n%7: i64 = convert %6\n%8: i64 = convert %a\n"
     "%9: i64 = add %8, %8\n%10: i64 = mul %7, 1:i64\n%11: i64 = mul %9, "
     "1:i64\n",
     false},
    {"%6: u64 = bitcast %n\n%7: u64 = add %6, 1:u64\n%8: i64 = add %n, 1:i64\n",
     true},
    {"%6: i64 = bitcast %f\n%7: i64 = convert %f\n", false},
    {"%6: f64 = add %f, %f\n%7: f64 = add %f, %f\n", false},
    /* Addresses count bytes. */
    {"%6: ptr<global, f32> = elem %x, %n\n%7: i64 = mul %n, 4:i64\n"
     "%8: ptr<global, f32> = offset %x, %7\n%9: ptr<global, f32> = elem %6, "
     "%m\n%10: ptr<global, f32> = elem %x, %m\n"
     "%11: ptr<global, f32> = offset %8, 4:i64\n"
     "%12: ptr<global, f32> = elem %6, 1:i64\n",
     true},
    {"%6: i64 = add %n, %m\n%7: ptr<global, f32> = elem %x, %6\n"
     "%8: ptr<global, f32> = elem %x, %n\n%9: ptr<global, f32> = elem %8, %m\n"
     "%10: ptr<global, f32> = elem %7, 0:i64\n%11: ptr<global, f32> = elem %9, "
     "0:i64\n",
     true},
    {"%6: ptr<global, f32> = elem %x, %n\n%7: ptr<global, f32> = offset %x, "
     "%n\n",
     false},
    /* Sums that are too long and products that are too high are values. */
    {WIDE "%28: i64 = add %27, %m\n%29: i64 = add %m, %27\n", true},
    {WIDE "%28: i64 = mul %26, %26\n", false},
    {"%6: i64 = mul %n, %n\n%7: i64 = mul %6, %6\n%8: i64 = mul %7, %m\n"
     "%9: i64 = mul %m, %7\n",
     false},
};

START_TEST(every_row_is_as_it_says)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pk_arena arena;
        pk_sums sums;
        const pk_func *fn;
        const pk_inst *last;

        pk_arena_init(&arena, &pk_heap);
        fn = parse(&arena, rows[i].body);
        last = fn->body->last;
        pk_sums_init(&sums, fn, &arena);
        ck_assert_msg(pk_sum_equal(pk_sum_of(&sums, last->prev->results[0]),
                                   pk_sum_of(&sums, last->results[0])) ==
                          rows[i].same,
                      "%s", rows[i].body);
        pk_arena_finish(&arena);
    }
}
END_TEST

/* ---- random texts ---- */

enum { STEPS = 80, FIRST = 4, TEXTS = 300 };

static uint64_t state;

static uint32_t below(uint32_t end) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 33) % end;
}

static void write_step(pk_text *text, int value) {
    static const char *const ops[] = {"add", "sub", "mul", "add", "mul"};
    static const char *const rest[] = {"8:i64", "-1:i64", "40:i64"};
    uint32_t a = below((uint32_t)value), b = below((uint32_t)value);

    pk_text_printf(text, "%%%d: i64 = ", value);
    if (below(8) == 0)
        pk_text_printf(text, "neg %%%u\n", a);
    else if (below(8) == 0)
        pk_text_printf(text, "shl %%%u, %u:i64\n", a, below(70));
    else if (below(4) == 0)
        pk_text_printf(text, "%s %%%u, %s\n", ops[below(5)], a, rest[below(3)]);
    else
        pk_text_printf(text, "%s %%%u, %%%u\n", ops[below(5)], a, b);
}

/* Parameters, two of them narrow, and random arithmetic on them. */
static pk_func *random_func(pk_arena *arena) {
    pk_error err = {0};
    pk_text text;
    pk_ir *ir;

    pk_text_init(&text, &pk_heap);
    pk_text_printf(&text,
                   "pkir 1\nkernel @k(%%n: i64 scalar 0, %%m: i64 scalar "
                   "1, %%a: i32 scalar 2, %%u: u32 scalar 3) {\n"
                   "%%0: i64 = add %%n, 0:i64\n"
                   "%%1: i64 = add %%m, 0:i64\n"
                   "%%2: i64 = convert %%a\n%%3: i64 = convert %%u\n");
    for (int value = FIRST; value < STEPS; value++)
        write_step(&text, value);
    pk_text_printf(&text, "}\n");
    if (pk_ir_parse(arena, text.data, text.length, &ir, &err) != PK_OK)
        ck_abort_msg("%s: %u: %s", text.data, err.line, err.message);
    pk_text_finish(&text);
    pk_func_number(ir->funcs);
    return ir->funcs;
}

/* Computes a value as a number modulo 2^64. */
static uint64_t number(const pk_value *v, const uint64_t *bits) {
    if (pk_is_const(v))
        return (uint64_t)pk_const_get_int(v);
    if (v->type == PK_TYPE_i32)
        return (uint64_t)(int32_t)bits[v->id];
    return v->type == PK_TYPE_u32 ? (uint32_t)bits[v->id] : bits[v->id];
}

static void work_out(const pk_func *fn, uint64_t *bits) {
    for (uint32_t i = 0; i < fn->param_count; i++)
        bits[fn->params[i].value->id] = below(3)   ? (uint32_t)state
                                        : below(2) ? state
                                                   : below(9);
    for (const pk_inst *inst = fn->body->first; inst; inst = inst->next) {
        uint64_t args[2] = {0};
        for (uint32_t i = 0; i < inst->arg_count; i++)
            args[i] = number(inst->args[i], bits);
        if (inst->op == PK_OP_convert)
            bits[inst->results[0]->id] = args[0];
        else
            ck_assert(pk_eval(inst->op, PK_TYPE_i64, PK_TYPE_i64, args,
                              &bits[inst->results[0]->id]));
    }
}

static uint64_t total(const pk_sum *sum, const uint64_t *by_id) {
    uint64_t result = 0;

    for (uint32_t i = 0; i < sum->count; i++) {
        uint64_t product = sum->terms[i].factor;
        for (int k = 0; k < PK_SUM_DEGREE; k++)
            if (sum->terms[i].values[k])
                product *= by_id[sum->terms[i].values[k] - 1];
        result += product;
    }
    return result;
}

/* A sum gives the number, and most say more than that a value is itself. */
START_TEST(a_sum_is_what_the_text_computes)
{
    uint32_t telling = 0;

    for (state = 1; state <= TEXTS;) {
        uint64_t seed = state, bits[STEPS + FIRST] = {0},
                 numbers[STEPS + FIRST];
        pk_arena arena;
        pk_sums sums;
        const pk_func *fn;

        pk_arena_init(&arena, &pk_heap);
        fn = random_func(&arena);
        work_out(fn, bits);
        for (uint32_t i = 0; i < fn->param_count; i++)
            numbers[fn->params[i].value->id] =
                number(fn->params[i].value, bits);
        for (const pk_inst *i = fn->body->first; i; i = i->next)
            numbers[i->results[0]->id] = bits[i->results[0]->id];
        pk_sums_init(&sums, fn, &arena);
        for (const pk_inst *i = fn->body->last; i; i = i->prev) {
            const pk_sum *sum = pk_sum_of(&sums, i->results[0]);
            ck_assert_uint_eq(total(sum, numbers), bits[i->results[0]->id]);
            telling += sum->count > 1;
        }
        pk_arena_finish(&arena);
        state = seed + 1;
    }
    ck_assert_uint_gt(telling, TEXTS * 10);
}
END_TEST

TESTS("sum", every_row_is_as_it_says, a_sum_is_what_the_text_computes)
