/* SPDX-License-Identifier: Apache-2.0 */
/* The PTX emitter: each operation on each type, run by a small evaluator of
 * scalar PTX, gives what core/eval says; and everything assembles. */
#include "backends/ptx/ptx.h"
#include "base/number.h"
#include "core/eval.h"
#include "tests/ptx/ptx_eval.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tests/unit/check_main.h"

static pk_arena arena;
static pk_text text;

static pk_caps caps_of(uint32_t sm) {
    return (pk_caps){
        .struct_size = sizeof(pk_caps), .version = sm, .shared_bytes = 1 << 16};
}

static void start(void) {
    pk_arena_init(&arena, &pk_heap);
    pk_text_init(&text, &pk_heap);
}

static void finish(void) {
    pk_text_finish(&text);
    pk_arena_finish(&arena);
}

static const char *emit(pk_ir *ir, uint32_t sm) {
    pk_caps caps = caps_of(sm);
    pk_error err = {0};

    for (pk_func *fn = ir->funcs; fn; fn = fn->next)
        if (fn->kind == PK_FUNC_kernel)
            pk_func_layout(fn);
    ck_assert_msg(pk_ptx_emit(ir, &caps, NULL, &text, &err) == PK_OK, "%s",
                  err.message);
    return pk_text_string(&text);
}

/* ---- one operation in a kernel ---- */

/* Operand values that are constants in the text: bit n for operand n. */
typedef struct trial {
    pk_op op;
    pk_type type, result;
    int count;
    unsigned fixed;
    uint64_t args[3];
} trial;

/* A kernel that stores `op` of its parameters through the first one. */
static void add_kernel(pk_ir *ir, const trial *t) {
    pk_func *fn = pk_func_new(ir, PK_FUNC_kernel, pk_op_table[t->op].name);
    pk_type to = PK_TYPE_PTR(PK_SPACE_global, t->result);
    pk_value *out = pk_func_param(fn, "out", to, PK_ROLE_data, 0, 0)->value;
    pk_value *args[3], *result = NULL;
    pk_builder b;

    for (int i = 0; i < t->count; i++) {
        bool cond = t->op == PK_OP_select && i == 0;
        pk_type type = cond ? PK_TYPE_bool : t->type;
        args[i] = pk_func_param(fn, NULL, type, PK_ROLE_scalar, 1, 0)->value;
        if (t->fixed >> i & 1)
            args[i] = pk_const_bits(fn, type, t->args[i]);
    }
    pk_builder_init(&b, fn);
    if (t->op == PK_OP_convert || t->op == PK_OP_bitcast)
        result = pk_emit_to(&b, t->op, t->result, args[0]);
    else if (t->count == 1)
        result = pk_emit1(&b, t->op, args[0]);
    else if (t->count == 2)
        result = pk_emit2(&b, t->op, args[0], args[1]);
    else
        result = pk_emit3(&b, t->op, args[0], args[1], args[2]);
    pk_emit2(&b, PK_OP_store, out, result);
}

static bool is_nan(pk_type type, uint64_t bits) {
    return pk_type_is_float(type) && isnan(pk_float_value(type, bits));
}

/* Runs the text of add_kernel on `t->args` and compares. */
static void check_trial(const char *ptx, const trial *t) {
    uint64_t out = 0, expected;
    uint8_t params[64] = {0};
    size_t at = 8;
    const char *problem;
    uint64_t *where = &out;

    if (!pk_eval(t->op, t->type, t->result, t->args, &expected))
        return;
    memcpy(params, &where, sizeof where);
    for (int i = 0; i < t->count; i++) {
        bool cond = t->op == PK_OP_select && i == 0;
        size_t size = cond ? 1 : pk_type_bytes(t->type);
        at = (at + size - 1) / size * size;
        memcpy(params + at, &t->args[i], size);
        at += size;
    }
    problem = ptx_eval(ptx, params);
    ck_assert_msg(!problem, "%s in %s", problem, ptx);
    ck_assert_msg(out == expected ||
                      (is_nan(t->result, out) && is_nan(t->result, expected)),
                  "%s.%s to %s of %#llx, %#llx, %#llx: %#llx, not %#llx in %s",
                  pk_op_table[t->op].name, pk_type_name(t->type),
                  pk_type_name(t->result), (unsigned long long)t->args[0],
                  (unsigned long long)t->args[1],
                  (unsigned long long)t->args[2], (unsigned long long)out,
                  (unsigned long long)expected, ptx);
}

static int edge_values(pk_type type, uint64_t out[40]) {
    static const double floats[] = {
        0.0,          -0.0,       1.0,       -1.0,         0.5,       -0.5,
        1.5,          2.5,        -2.5,      -0.3,         127.9,     128.0,
        -129.0,       255.5,      300.0,     -32769.0,     65535.9,   2048.5,
        2147483647.5, 0x1p31,     -0x1p31,   4294967296.0, 0x1p63,    -0x1p63,
        0x1p64,       1e30,       -1e30,     INFINITY,     -INFINITY, NAN,
        0x1p-149,     -0x1p-1074, 0x1.8p-130};
    static const int64_t ints[] = {0,  1,  -1, 2,   -2,  3,      -3, 7,
                                   -7, 8,  15, 16,  31,  32,     33, 63,
                                   64, 65, 77, 100, -99, 1 << 20};
    int n = 0;
    unsigned bits = 8 * pk_type_bytes(type);

    if (pk_type_is_float(type)) {
        for (size_t i = 0; i < sizeof floats / sizeof *floats; i++)
            out[n++] = pk_float_bits(type, floats[i]);
        return n;
    }
    if (type == PK_TYPE_bool) {
        out[0] = 0;
        out[1] = 1;
        return 2;
    }
    for (size_t i = 0; i < sizeof ints / sizeof *ints; i++)
        out[n++] = (uint64_t)ints[i] & UINT64_MAX >> (64 - bits);
    out[n++] = UINT64_C(1) << (bits - 1);
    out[n++] = (UINT64_C(1) << (bits - 1)) - 1;
    out[n++] = (UINT64_C(1) << (bits - 1)) + 1;
    out[n++] = UINT64_C(0x123456789abcdef) & UINT64_MAX >> (64 - bits);
    return n;
}

/* The text of one trial's kernel for one architecture. */
static void with_text(const trial *t, uint32_t sm) {
    pk_ir *ir;

    start();
    ir = pk_ir_new(&arena);
    add_kernel(ir, t);
    emit(ir, sm);
}

static bool takes(pk_op op, pk_type type) {
    bool is_int = pk_type_is_int(type), is_float = pk_type_is_float(type);

    switch ((int)pk_op_table[op].rule) {
    case PK_RULE_SAME_NUMBER: return is_int || is_float;
    case PK_RULE_SAME_INT: return is_int;
    case PK_RULE_SAME_FLOAT: return is_float;
    case PK_RULE_SAME_BITS: return is_int || type == PK_TYPE_bool;
    case PK_RULE_COMPARE:
        return type != PK_TYPE_bool || op == PK_OP_eq || op == PK_OP_ne;
    case PK_RULE_SELECT: return true;
    default: return false;
    }
}

/* float // and % become calls, which the evaluator does not know. */
static bool is_called(pk_op op, pk_type type) {
    return pk_type_is_float(type) &&
           (op == PK_OP_floor_div || op == PK_OP_floor_mod);
}

static void try_operation(pk_op op, pk_type type, uint32_t sm) {
    trial t = {.op = op, .type = type, .count = pk_op_table[op].args};
    bool compares = pk_op_table[op].rule == PK_RULE_COMPARE;
    uint64_t values[40];
    int n = edge_values(type, values), last = t.count > 1 ? n : 1;

    t.result = compares ? PK_TYPE_bool : type;
    with_text(&t, sm);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < last; j++) {
            t.args[0] = values[i];
            t.args[1] = values[j];
            t.args[2] = values[(i + 3 * j) % n];
            if (op == PK_OP_select)
                t.args[0] = (uint64_t)(i & 1);
            check_trial(pk_text_string(&text), &t);
        }
    finish();
}

START_TEST(operations_give_what_the_ir_says)
{
    for (int op = 0; op < PK_OP_COUNT; op++)
        for (pk_type type = PK_TYPE_bool; type < PK_TYPE_NUMBERS; type++)
            if (takes((pk_op)op, type) && !is_called((pk_op)op, type))
                try_operation((pk_op)op, type, 75);
}
END_TEST

START_TEST(newer_instructions_give_the_same)
{
    static const pk_op ops[] = {PK_OP_min_nan, PK_OP_max_nan, PK_OP_min_num,
                                PK_OP_max_num};

    for (size_t i = 0; i < 4; i++)
        for (pk_type type = PK_TYPE_f16; type <= PK_TYPE_f64; type++)
            try_operation(ops[i], type, 90);
}
END_TEST

START_TEST(constant_operands_give_the_same)
{
    static const pk_op ops[] = {
        PK_OP_add,     PK_OP_sub,     PK_OP_floor_div, PK_OP_floor_mod,
        PK_OP_shl,     PK_OP_shr,     PK_OP_min,       PK_OP_max,
        PK_OP_min_nan, PK_OP_max_nan, PK_OP_min_num,   PK_OP_max_num,
        PK_OP_lt,      PK_OP_mulhi,   PK_OP_and,       PK_OP_wrap_index};

    for (size_t o = 0; o < sizeof ops / sizeof *ops; o++)
        for (pk_type type = PK_TYPE_i8; type < PK_TYPE_NUMBERS; type++) {
            uint64_t values[40];
            int n = edge_values(type, values);

            if (!takes(ops[o], type) || is_called(ops[o], type))
                continue;
            for (int j = 0; j < 2 * n; j++) {
                trial t = {.op = ops[o],
                           .type = type,
                           .result = ops[o] == PK_OP_lt ? PK_TYPE_bool : type,
                           .count = 2,
                           .fixed = j < n ? 2 : 1};
                t.args[j < n] = values[j % n];
                with_text(&t, 75);
                for (int i = 0; i < n; i += 3) {
                    t.args[j >= n] = values[i];
                    check_trial(pk_text_string(&text), &t);
                }
                finish();
            }
        }
}
END_TEST

START_TEST(conversions_give_what_the_ir_says)
{
    for (pk_type from = PK_TYPE_bool; from < PK_TYPE_NUMBERS; from++)
        for (pk_type to = PK_TYPE_bool; to < PK_TYPE_NUMBERS; to++) {
            trial t = {.type = from, .result = to, .count = 1};
            uint64_t values[40];
            int n = edge_values(from, values);
            bool same = pk_type_bytes(from) == pk_type_bytes(to) &&
                        from != PK_TYPE_bool && to != PK_TYPE_bool;

            for (int cast = 0; cast <= same; cast++) {
                t.op = cast ? PK_OP_bitcast : PK_OP_convert;
                with_text(&t, 75);
                for (int i = 0; i < n; i++) {
                    t.args[0] = values[i];
                    check_trial(pk_text_string(&text), &t);
                }
                finish();
            }
        }
}
END_TEST

/* ---- loops ---- */

/* for i in range(start, stop, step): out[0] += 1; out[1] = i */
static pk_ir *range_kernel(pk_type type, bool fixed, uint64_t step) {
    pk_ir *ir = pk_ir_new(&arena);
    pk_func *fn = pk_func_new(ir, PK_FUNC_kernel, "ranges");
    pk_type to = PK_TYPE_PTR(PK_SPACE_global, PK_TYPE_i64);
    pk_value *out = pk_func_param(fn, "out", to, PK_ROLE_data, 0, 0)->value;
    pk_value *args[3], *last;
    pk_builder b;
    pk_inst *loop;
    pk_local *count;

    for (int i = 0; i < 3; i++)
        args[i] = pk_func_param(fn, NULL, type, PK_ROLE_scalar, 1, 0)->value;
    if (fixed)
        args[2] = pk_const_bits(fn, type, step);
    pk_builder_init(&b, fn);
    count = pk_func_local(fn, "count", PK_TYPE_i64);
    loop = pk_begin_for(&b, args[0], args[1], args[2]);
    pk_emit_set(&b, count,
                pk_emit2(&b, PK_OP_add, pk_emit_get(&b, count),
                         pk_const_int(fn, PK_TYPE_i64, 1)));
    last = pk_emit2(&b, PK_OP_elem, out, pk_const_int(fn, PK_TYPE_i64, 1));
    pk_emit2(&b, PK_OP_store, last,
             pk_emit_to(&b, PK_OP_convert, PK_TYPE_i64, loop->index));
    pk_end_control(&b, loop);
    pk_emit2(&b, PK_OP_store, out, pk_emit_get(&b, count));
    return ir;
}

/* Python's len(range(...)) and its last item, in 128 bits. */
__extension__ typedef __int128 wide;
static void check_range(const char *ptx, pk_type type, const uint64_t args[3]) {
    size_t size = pk_type_bytes(type);
    int64_t out[2] = {-1, 0};
    wide v[3], count, last;
    uint8_t params[48] = {0};
    int64_t *where = out;
    const char *problem;

    memcpy(params, &where, sizeof where);
    for (int i = 0; i < 3; i++) {
        unsigned shift = 64 - 8 * (unsigned)size;
        v[i] = pk_type_is_signed(type) ? (int64_t)(args[i] << shift) >> shift
                                       : (wide)(args[i] << shift >> shift);
        memcpy(params + 8 + (size_t)i * size, &args[i], size);
    }
    count = v[2] > 0   ? (v[1] - v[0] + v[2] - 1) / v[2]
            : v[2] < 0 ? (v[0] - v[1] - v[2] - 1) / -v[2]
                       : 0;
    count = count < 0 ? 0 : count;
    if (count > 3000)
        return;
    last = v[0] + (count - 1) * v[2];
    problem = ptx_eval(ptx, params);
    ck_assert_msg(!problem, "%s in %s", problem, ptx);
    ck_assert_msg(out[0] == (int64_t)count &&
                      (!count || out[1] == (int64_t)last),
                  "range(%lld, %lld, %lld): %lld items, last %lld: %s",
                  (long long)v[0], (long long)v[1], (long long)v[2],
                  (long long)out[0], (long long)out[1], ptx);
}

START_TEST(ranges_are_pythons_up_to_the_ends_of_the_type)
{
    static const pk_type types[] = {PK_TYPE_i64, PK_TYPE_i32, PK_TYPE_u32,
                                    PK_TYPE_u64};
    uint64_t v[40], args[3];

    for (size_t t = 0; t < 4; t++) {
        int n = edge_values(types[t], v);

        for (int s = 0; s < 2 * n; s++) {
            args[2] = v[s % n];
            start();
            emit(range_kernel(types[t], s >= n, args[2]), 75);
            for (int i = s % 5; i < n; i += 5)
                for (int j = 0; j < n; j++) {
                    args[0] = v[i];
                    args[1] = v[j];
                    check_range(pk_text_string(&text), types[t], args);
                }
            finish();
        }
    }
}
END_TEST

/* ---- text ---- */

/* Assembles with ptxas for one architecture; true where there is none. */
static bool assembles(const char *ptx, int sm) {
    const char *ptxas = getenv("PTXAS");
    char path[] = "/tmp/portkern-ptx-XXXXXX", command[300];
    int fd = mkstemp(path), rc;
    size_t length = strlen(ptx);

    ptxas = ptxas ? ptxas : "/usr/local/cuda/bin/ptxas";
    ck_assert(fd >= 0 && write(fd, ptx, length) == (ssize_t)length);
    close(fd);
    snprintf(command, sizeof command, "%s -arch=sm_%d %s -o /dev/null", ptxas,
             sm, path);
    rc = access(ptxas, X_OK) ? 0 : system(command);
    if (!rc)
        unlink(path);
    return rc == 0;
}

START_TEST(every_operation_assembles)
{
    pk_ir *ir;

    start();
    ir = pk_ir_new(&arena);
    for (int op = 0; op < PK_OP_COUNT; op++)
        for (pk_type type = PK_TYPE_bool; type < PK_TYPE_NUMBERS; type++) {
            trial t = {.op = (pk_op)op,
                       .type = type,
                       .result = type,
                       .count = pk_op_table[op].args};
            if (!takes(t.op, type))
                continue;
            if (pk_op_table[op].rule == PK_RULE_COMPARE)
                t.result = PK_TYPE_bool;
            add_kernel(ir, &t);
            t.fixed = t.count > 1 ? 1 : 0;
            t.args[0] = 1;
            add_kernel(ir, &t);
        }
    for (pk_type from = PK_TYPE_bool; from < PK_TYPE_NUMBERS; from++)
        for (pk_type to = PK_TYPE_bool; to < PK_TYPE_NUMBERS; to++)
            add_kernel(ir, &(trial){.op = PK_OP_convert,
                                    .type = from,
                                    .result = to,
                                    .count = 1});
    emit(ir, 75);
    ck_assert(assembles(pk_text_string(&text), 75));
    finish();
}
END_TEST

/* ---- whole modules ---- */

static const char calls_text[] =
    "pkir 1\n"
    "source 0 \"odd \\x22name\\x22\\x5c.py\"\n"
    "\n"
    "device @f(%a: f64 scalar 0, %b: bool scalar 1, %c: i8 scalar 2) -> f64, "
    "bool, i8 noinline !1:1 {\n"
    "    %3: bool = not %b !2:3\n"
    "    %4: f64 = select %b, %a, 2.0:f64\n"
    "    %5: i8 = add %c, 100:i8\n"
    "    return %4, %3, %5 !3:1\n"
    "}\n"
    "\n"
    "kernel @a.b(%out: ptr<global, f64> data 0, %x: f64 scalar 1, %t: bool "
    "scalar 2, %n: i8 scalar 3) !5:1 {\n"
    "    shared %s: f64[2]\n"
    "    local %l: i8[3]\n"
    "    constant %k: i16[3] = {\n"
    "        -5, 7, 9\n"
    "    }\n"
    "    %7: f64, %8: bool, %9: i8 = call @f(%x, %t, %n) !6:1\n"
    "    %10: f64, %11: bool, %12: i8 = call @f(%7, %8, %9) !6:1\n"
    "    %13: ptr<local, i8> = elem %l, 1:i64\n"
    "    store %13, %12\n"
    "    %14: i8 = load %13\n"
    "    %15: i64 = convert %14\n"
    "    %16: f64 = convert %15\n"
    "    %17: ptr<shared, f64> = elem %s, 1:i64\n"
    "    store %17, %16\n"
    "    barrier\n"
    "    %18: f64 = atomic_add %17, %10\n"
    "    %19: f64 = atomic_max %17, 300.0:f64\n"
    "    %20: f64 = load %17\n"
    "    %21: ptr<constant, i16> = elem %k, 2:i64\n"
    "    %22: i16 = load %21\n"
    "    %23: f64 = convert %22\n"
    "    store %out, %18\n"
    "    %24: ptr<global, f64> = elem %out, 1:i64\n"
    "    store %24, %19\n"
    "    %25: ptr<global, f64> = elem %out, 2:i64\n"
    "    store %25, %20\n"
    "    %26: ptr<global, f64> = elem %out, 3:i64\n"
    "    store %26, %23 !9:1\n"
    "}\n";

START_TEST(calls_arrays_and_atomics_give_values_and_lines)
{
    static const uint32_t one[3] = {1, 1, 1};
    double out[4] = {0}, *where = out, x = 1.5;
    uint8_t params[24] = {0};
    pk_ptx_options options = {.debug_lines = true};
    pk_caps caps = caps_of(75);
    pk_error err = {0};
    const char *problem;
    pk_ir *ir;

    start();
    ck_assert_msg(
        pk_ir_parse(&arena, calls_text, strlen(calls_text), &ir, &err) == PK_OK,
        "%u: %s", err.line, err.message);
    ck_assert_int_eq(pk_ptx_emit(ir, &caps, &options, &text, &err), PK_OK);
    ck_assert_ptr_nonnull(strstr(text.data, ".loc 1 6 1"));
    ck_assert_ptr_nonnull(strstr(text.data, ".entry a$b("));
    ck_assert_msg(assembles(text.data, 75), "%s", text.data);
    memcpy(params, &where, 8);
    memcpy(params + 8, &x, 8);
    params[16] = 1;
    params[17] = 10;
    problem = ptx_launch(text.data, params, one, one, 0);
    ck_assert_msg(!problem, "%s", problem);
    /* f(1.5, True, 10) is 1.5, False, 110; f of that 2.0, True, -46 */
    ck_assert(out[0] == -46 && out[1] == -44 && out[2] == 300 && out[3] == 9);
    finish();
}
END_TEST

/* Loops over small arrays: rows with a constant beside, every second place, a
 * loop that is left; and places that only some turns get to. */
static const char walks_text[] =
    "pkir 1\n"
    "\n"
    "kernel @walks(%out: ptr<global, i32> data 0 small, %x: ptr<global, i32> "
    "data 1 small, %w: i32 scalar 2, %c: i32 scalar 3) {\n"
    "    for.nonneg ^1 %4: i32 = 1:i32, %c, 2:i32 {\n"
    "        %5: i32 = mul %4, %w\n"
    "        %6: i32 = add %5, %c\n"
    "        %7: ptr<global, i32> = elem %x, %6\n"
    "        %8: i32 = load %7\n"
    "        %9: i32 = add %6, -1:i32\n"
    "        %10: ptr<global, i32> = elem %x, %9\n"
    "        %11: i32 = load %10\n"
    "        %12: i32 = mul %8, %11\n"
    "        %13: i32 = sub %c, %4\n"
    "        %14: ptr<global, i32> = elem %out, %13\n"
    "        store %14, %12\n"
    "        %15: bool = gt %12, 5000:i32\n"
    "        if %15 {\n"
    "            break ^1\n"
    "        }\n"
    "    }\n"
    "    for.nonneg ^2 %16: i32 = 0:i32, %c, 1:i32 {\n"
    "        %17: i32 = sub %16, 3:i32\n"
    "        %18: bool = ge %17, 0:i32\n"
    "        if %18 {\n"
    "            %19: ptr<global, i32> = elem %x, %17\n"
    "            %20: i32 = load %19\n"
    "            %21: i32 = add %17, 20:i32\n"
    "            %22: ptr<global, i32> = elem %out, %21\n"
    "            store %22, %20\n"
    "        }\n"
    "    }\n"
    "}\n";

static int count_of(const char *in, const char *word) {
    int count = 0;

    for (in = strstr(in, word); in; in = strstr(in + 1, word))
        count++;
    return count;
}

START_TEST(loops_count_addresses_up)
{
    enum { C = 10, W = 3 };
    int32_t out[64] = {0}, want[64] = {0}, x[64];
    struct {
        int32_t *out, *x;
        int32_t w, c;
    } params = {out, x, W, C};
    const char *problem;
    pk_error err = {0};
    pk_ir *ir;

    for (int i = 0; i < 64; i++)
        x[i] = i * i - 5 * i;
    for (int k = 1; k < C; k += 2) {
        want[C - k] = x[k * W + C] * x[k * W + C - 1];
        if (want[C - k] > 5000)
            break;
    }
    for (int k = 3; k < C; k++)
        want[k - 3 + 20] = x[k - 3];
    start();
    ck_assert_msg(
        pk_ir_parse(&arena, walks_text, strlen(walks_text), &ir, &err) == PK_OK,
        "%u: %s", err.line, err.message);
    emit(ir, 75);
    ck_assert_msg(assembles(text.data, 75), "%s", text.data);
    problem = ptx_eval(text.data, &params);
    ck_assert_msg(!problem, "%s", problem);
    ck_assert_mem_eq(out, want, sizeof out);
    /* %x by rows, both places with one address, and %out downwards */
    ck_assert_int_eq(count_of(text.data, "mul.wide.s32 %rd7, %r1, 8;"), 1);
    ck_assert_int_eq(count_of(text.data, "add.s64 %rd5, %rd5, %rd7;"), 1);
    ck_assert_int_eq(count_of(text.data, "add.s64 %rd8, %rd8, -8"), 1);
    finish();
}
END_TEST

/* Eight turns with one test, and four; the rest one by one. */
static const char turns_text[] =
    "pkir 1\n\n"
    "kernel @turns(%out: ptr<global, i32> data 0 small, %x: ptr<global, i32> "
    "data 1 small, %w: i32 scalar 2, %c: i32 scalar 3, %y: ptr<global, i64> "
    "data 4 small) {\n"
    "    local $sum: i64\n"
    "    for.nonneg ^1 %5: i32 = 2:i32, %c, 3:i32 {\n"
    "        %6: i32 = mul %5, %w\n"
    "        %7: i32 = add %6, 1:i32\n"
    "        %8: ptr<global, i32> = elem %x, %7\n"
    "        %9: i32 = load %8\n"
    "        %10: i32 = add %9, %5\n"
    "        %11: ptr<global, i32> = elem %out, %5\n"
    "        store %11, %10\n"
    "    }\n"
    "    for.nonneg ^2 %12: i32 = 0:i32, %c, 1:i32 {\n"
    "        %13: ptr<global, i64> = elem %y, %12\n"
    "        %14: i64 = load %13\n"
    "        %15: i32 = add %12, 1:i32\n"
    "        %16: ptr<global, i64> = elem %y, %15\n"
    "        %17: i64 = load %16\n"
    "        %18: i64 = mul %14, %17\n"
    "        %19: i64 = get $sum\n"
    "        %20: i64 = add %19, %18\n"
    "        set $sum, %20\n    }\n"
    "    %21: i64 = get $sum\n"
    "    %22: ptr<global, i64> = elem %y, 127:i32\n"
    "    store %22, %21\n"
    "}\n";

START_TEST(short_loops_make_turns_at_once)
{
    int32_t out[128], want[128], x[300];
    int64_t y[128];
    struct {
        int32_t *out, *x;
        int32_t w, c;
        int64_t *y;
    } params = {out, x, 3, 0, y};
    pk_error err = {0};
    pk_ir *ir;

    for (int i = 0; i < 300; i++)
        x[i] = i * i - 5 * i;
    start();
    ck_assert_msg(
        pk_ir_parse(&arena, turns_text, strlen(turns_text), &ir, &err) == PK_OK,
        "%u: %s", err.line, err.message);
    emit(ir, 75);
    for (params.c = -3; params.c < 90; params.c++) {
        int64_t sum = 0;

        for (int i = 0; i < 128; i++)
            out[i] = want[i] = -1, y[i] = 7 * i - 50;
        for (int k = 2; k < params.c; k += 3)
            want[k] = x[3 * k + 1] + k;
        for (int k = 0; k < params.c; k++)
            sum += y[k] * y[k + 1];
        ck_assert_ptr_null(ptx_eval(text.data, &params));
        ck_assert_mem_eq(out, want, sizeof out);
        ck_assert_int_eq(y[127], sum);
    }
    ck_assert_int_eq(count_of(text.data, "ld.global.b32"), 8 + 1);
    ck_assert_int_eq(count_of(text.data, "ld.global.b64"), 2 * (4 + 1));
    finish();
}
END_TEST

START_TEST(limits_of_a_kernel_are_directives)
{
    pk_caps caps = caps_of(75);
    pk_error err = {0};
    pk_func *fn;
    pk_ir *ir;

    start();
    ir = pk_ir_new(&arena);
    fn = pk_func_new(ir, PK_FUNC_kernel, "small");
    fn->limits[PK_LIMIT_maxthreads] = 128;
    fn->limits[PK_LIMIT_minblocks] = 4;
    fn->limits[PK_LIMIT_maxregs] = 40;
    fn = pk_func_new(ir, PK_FUNC_kernel, "fixed");
    fn->block[0] = fn->block[1] = fn->block[2] = 2;
    fn->limits[PK_LIMIT_maxthreads] = 64;
    ck_assert_int_eq(pk_ptx_emit(ir, &caps, NULL, &text, &err), PK_OK);
    ck_assert_ptr_nonnull(strstr(
        text.data, ".maxntid 128, 1, 1\n.minnctapersm 4\n.maxnreg 40\n{"));
    ck_assert_ptr_nonnull(strstr(text.data, ".reqntid 2, 2, 2\n{"));
    ck_assert_msg(assembles(text.data, 75), "%s", text.data);
    finish();
}
END_TEST

START_TEST(what_ptx_cannot_hold_is_refused)
{
    pk_caps caps = caps_of(75);
    pk_error err = {0};
    pk_func *fn;
    pk_ir *ir;

    start();
    ir = pk_ir_new(&arena);
    fn = pk_func_new(ir, PK_FUNC_kernel, "big");
    pk_func_storage(fn, "s", PK_SPACE_shared, PK_TYPE_f64, 8193, 0);
    ck_assert_int_eq(pk_ptx_emit(ir, &caps, NULL, &text, &err), PK_LIMIT);
    ck_assert_ptr_nonnull(strstr(err.message, "65544 bytes"));
    finish();
}
END_TEST

TESTS("ptx", operations_give_what_the_ir_says, newer_instructions_give_the_same,
      constant_operands_give_the_same, conversions_give_what_the_ir_says,
      ranges_are_pythons_up_to_the_ends_of_the_type, every_operation_assembles,
      loops_count_addresses_up, short_loops_make_turns_at_once,
      calls_arrays_and_atomics_give_values_and_lines,
      limits_of_a_kernel_are_directives, what_ptx_cannot_hold_is_refused)
