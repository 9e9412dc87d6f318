/* SPDX-License-Identifier: Apache-2.0 */
/* Every pure operation and conversion, for every type and all pairs of edge
 * values, on a real device: the bits must be those of core/eval. */
#include "core/eval.h"
#include "tests/opencl/rig.h"

#include "tests/unit/check_main.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_VALUES = 24, MOST_PAIRS = MOST_VALUES * MOST_VALUES };

static const pk_plugin *plugin;

/* ---- values ---- */

static const uint64_t f64_edges[] = {0,
                                     0x8000000000000000ULL,
                                     0x3ff0000000000000ULL,
                                     0xbff0000000000000ULL,
                                     0x3fe0000000000000ULL,
                                     0x4008000000000000ULL,
                                     0xc008000000000000ULL,
                                     0x3fb999999999999aULL,
                                     0x7ff0000000000000ULL,
                                     0xfff0000000000000ULL,
                                     0x7ff8000000000000ULL,
                                     0x0000000000000001ULL,
                                     0x8010000000000000ULL,
                                     0x7fefffffffffffffULL,
                                     0x41dfffffffc00000ULL,
                                     0x43e0000000000000ULL,
                                     0xc3e0000000000001ULL,
                                     0x406fe00000000000ULL,
                                     0x4070080000000000ULL,
                                     0xc060100000000000ULL,
                                     0x40effe0000000000ULL,
                                     0x3e6fffffffffffffULL,
                                     0x3ff8000000000000ULL,
                                     0x40f0001000000000ULL};
static const uint64_t f32_edges[] = {
    0,          0x80000000, 0x3f800000, 0xbf800000, 0x3f000000, 0x40400000,
    0xc0400000, 0x3dcccccd, 0x7f800000, 0xff800000, 0x7fc00000, 1,
    0x80800000, 0x7f7fffff, 0x4effffff, 0x4f000000, 0xdf000001, 0x437f0000,
    0x43804000, 0xc3008000, 0x477ff000, 0x33800001, 0x3fc00000, 0x00800001};
static const uint64_t f16_edges[] = {
    0,      0x8000, 0x3c00, 0xbc00, 0x3800, 0x4200, 0xc200, 0x2e66,
    0x7c00, 0xfc00, 0x7e00, 1,      0x8400, 0x7bff, 0x5bf8, 0x5c01,
    0xd808, 0x03ff, 0x3e00, 0x3555, 0x6400, 0x1400, 0x8001, 0x7801};

static uint64_t mask_of(pk_type type) {
    uint32_t bits = 8 * pk_type_bytes(type);

    return bits == 64 ? ~UINT64_C(0) : (UINT64_C(1) << bits) - 1;
}

/* Fills in the edge values of a type and gives their number. */
static int edges_of(pk_type type, uint64_t *out) {
    uint32_t bits = 8 * pk_type_bytes(type);
    uint64_t top = UINT64_C(1) << (bits - 1);
    const uint64_t ints[] = {0,
                             1,
                             2,
                             3,
                             7,
                             bits,
                             bits - 1,
                             bits + 1,
                             ~0ULL,
                             ~1ULL,
                             ~6ULL,
                             top,
                             top + 1,
                             top - 1,
                             top - 2,
                             0x5a,
                             0x1234567890abcdefULL};
    const uint64_t *from = ints;
    int count = sizeof ints / sizeof *ints;

    if (type == PK_TYPE_bool) {
        count = 2;
    } else if (pk_type_is_float(type)) {
        count = MOST_VALUES;
        from = type == PK_TYPE_f64   ? f64_edges
               : type == PK_TYPE_f32 ? f32_edges
                                     : f16_edges;
    }
    for (int i = 0; i < count; i++)
        out[i] = from[i] & (type == PK_TYPE_bool ? 1 : mask_of(type));
    return count;
}

static void put(void *array, pk_type type, size_t i, uint64_t bits) {
    uint32_t size = pk_type_bytes(type);

    memcpy((char *)array + i * size, &bits, size);
}

static uint64_t get(const void *array, pk_type type, size_t i) {
    uint32_t size = pk_type_bytes(type);
    uint64_t bits = 0;

    memcpy(&bits, (const char *)array + i * size, size);
    return bits;
}

static bool is_nan(pk_type type, uint64_t bits) {
    switch (type) {
    case PK_TYPE_f16: return (bits & 0x7fff) > 0x7c00;
    case PK_TYPE_f32: return (bits & 0x7fffffff) > 0x7f800000;
    case PK_TYPE_f64: return (bits & INT64_MAX) > 0x7ff0000000000000LL;
    default: return false;
    }
}

static bool same(pk_type type, uint64_t a, uint64_t b) {
    return a == b || (is_nan(type, a) && is_nan(type, b));
}

/* ---- kernels ---- */

/* A kernel whose threads each do one element: the builder stands where the
 * element's number, an i64, is known to be in range. */
typedef struct element_kernel {
    pk_func *fn;
    pk_builder b;
    pk_inst *items, *in_range;
    pk_value *i;
} element_kernel;

static pk_value *add_array(element_kernel *k, const char *name, pk_type type) {
    return pk_func_param(k->fn, name, PK_TYPE_PTR(PK_SPACE_global, type),
                         PK_ROLE_data, k->fn->param_count, 0)
        ->value;
}

static void begin_kernel(element_kernel *k, pk_ir *ir, bool block_form) {
    k->fn = pk_func_new(ir, PK_FUNC_kernel, "ops");
    k->items = NULL;
    if (block_form)
        k->fn->form = PK_FORM_block;
}

static void begin_body(element_kernel *k) {
    pk_builder *b = &k->b;
    pk_value *count = pk_func_param(k->fn, "n", PK_TYPE_i64, PK_ROLE_scalar,
                                    k->fn->param_count, 0)
                          ->value;
    pk_value *thread, *dim, *first;

    pk_builder_init(b, k->fn);
    dim = pk_emit_query(b, PK_OP_block_dim, 0);
    first = pk_emit2(b, PK_OP_mul, pk_emit_query(b, PK_OP_block_id, 0), dim);
    if (k->fn->form == PK_FORM_block) {
        k->items = pk_begin_for(b, pk_const_int(k->fn, PK_TYPE_i32, 0), dim,
                                pk_const_int(k->fn, PK_TYPE_i32, 1));
        k->items->flags |= PK_INST_items;
        thread = k->items->index;
    } else {
        thread = pk_emit_query(b, PK_OP_thread_id, 0);
    }
    k->i = pk_emit_to(b, PK_OP_convert, PK_TYPE_i64,
                      pk_emit2(b, PK_OP_add, first, thread));
    k->in_range = pk_begin_if(b, pk_emit2(b, PK_OP_lt, k->i, count));
}

static void end_body(element_kernel *k) {
    pk_end_control(&k->b, k->in_range);
    if (k->items)
        pk_end_control(&k->b, k->items);
}

static pk_value *load_element(element_kernel *k, pk_value *array) {
    return pk_emit1(&k->b, PK_OP_load,
                    pk_emit2(&k->b, PK_OP_elem, array, k->i));
}

/* array[row * pairs + i] = value */
static void store_row(element_kernel *k, pk_value *array, int row, int pairs,
                      pk_value *value) {
    pk_value *at =
        pk_emit2(&k->b, PK_OP_add, k->i,
                 pk_const_int(k->fn, PK_TYPE_i64, (int64_t)row * pairs));

    pk_emit2(&k->b, PK_OP_store, pk_emit2(&k->b, PK_OP_elem, array, at), value);
}

/* ---- operations ---- */

static bool takes(pk_op op, pk_type type) {
    const pk_op_info *info = &pk_op_table[op];
    bool number = pk_type_is_int(type) || pk_type_is_float(type);

    if (!(info->flags & PK_OPF_PURE))
        return false;
    switch (info->rule) {
    case PK_RULE_SAME_NUMBER: return number;
    case PK_RULE_SAME_INT: return pk_type_is_int(type);
    case PK_RULE_SAME_FLOAT: return pk_type_is_float(type);
    case PK_RULE_SAME_BITS: return !pk_type_is_float(type);
    case PK_RULE_COMPARE: return number || op == PK_OP_eq || op == PK_OP_ne;
    default: return false;
    }
}

/* quot and rem are promised that b is neither 0 nor -1. */
static uint64_t promised(pk_op op, pk_type type, uint64_t b) {
    bool divides = op == PK_OP_quot || op == PK_OP_rem;

    return divides && (b == 0 || b == mask_of(type)) ? 3 : b;
}

static pk_value *emit_promised(element_kernel *k, pk_type type, pk_value *b) {
    pk_value *bad =
        pk_emit2(&k->b, PK_OP_or,
                 pk_emit2(&k->b, PK_OP_eq, b, pk_const_bits(k->fn, type, 0)),
                 pk_emit2(&k->b, PK_OP_eq, b,
                          pk_const_bits(k->fn, type, mask_of(type))));

    return pk_emit3(&k->b, PK_OP_select, bad, pk_const_int(k->fn, type, 3), b);
}

static pk_value *emit_op(element_kernel *k, pk_op op, pk_type type,
                         pk_value **v) {
    pk_value *b = op == PK_OP_quot || op == PK_OP_rem
                      ? emit_promised(k, type, v[1])
                      : v[1];

    switch (pk_op_table[op].args) {
    case 1: return pk_emit1(&k->b, op, v[0]);
    case 2: return pk_emit2(&k->b, op, v[0], b);
    default: return pk_emit3(&k->b, op, v[0], b, v[2]);
    }
}

static pk_ir *ops_module(pk_arena *arena, pk_type type, int pairs,
                         bool block_form) {
    pk_ir *ir = pk_ir_new(arena);
    pk_value *in[3], *v[3], *out, *flags;
    element_kernel k;

    begin_kernel(&k, ir, block_form);
    in[0] = add_array(&k, "a", type);
    in[1] = add_array(&k, "b", type);
    in[2] = add_array(&k, "c", type);
    out = add_array(&k, "out", type);
    flags = add_array(&k, "flags", PK_TYPE_bool);
    begin_body(&k);
    for (int i = 0; i < 3; i++)
        v[i] = load_element(&k, in[i]);
    for (int op = 0; op < PK_OP_COUNT; op++) {
        pk_value *result;
        if (!takes(op, type))
            continue;
        result = emit_op(&k, op, type, v);
        store_row(&k, pk_op_table[op].rule == PK_RULE_COMPARE ? flags : out, op,
                  pairs, result);
    }
    end_body(&k);
    return ir;
}

static void check_op(pk_op op, pk_type type, const void *const *in,
                     const void *out, const void *flags, int pairs) {
    bool compares = pk_op_table[op].rule == PK_RULE_COMPARE;
    pk_type result = compares ? PK_TYPE_bool : type;

    for (int i = 0; i < pairs; i++) {
        uint64_t args[3], want,
            got = get(compares ? flags : out, result, (size_t)op * pairs + i);
        for (int k = 0; k < 3; k++)
            args[k] = get(in[k], type, i);
        args[1] = promised(op, type, args[1]);
        ck_assert(pk_eval(op, type, result, args, &want));
        ck_assert_msg(same(result, got, want),
                      "%s %s: %llx %llx %llx gave %llx, not %llx",
                      pk_op_table[op].name, pk_type_name(type),
                      (unsigned long long)args[0], (unsigned long long)args[1],
                      (unsigned long long)args[2], (unsigned long long)got,
                      (unsigned long long)want);
    }
}

static void check_type(rig *r, pk_type type, bool block_form) {
    static uint64_t in[3][MOST_PAIRS], out[PK_OP_COUNT * MOST_PAIRS];
    static uint8_t flags[PK_OP_COUNT * MOST_PAIRS];
    const void *const arrays[] = {in[0], in[1], in[2]};
    uint64_t edges[MOST_VALUES];
    int count = edges_of(type, edges), pairs = count * count;
    size_t bytes = (size_t)pairs * pk_type_bytes(type);
    const rig_arg args[] = {{in[0], bytes, 0},
                            {in[1], bytes, 0},
                            {in[2], bytes, 0},
                            {out, PK_OP_COUNT * bytes, 0},
                            {flags, (size_t)PK_OP_COUNT * pairs, 0},
                            RIG_SCALAR(pairs)};
    const rig_launch at = {.grid = {(pairs + 63) / 64}, .block = {64}};
    pk_arena arena;
    pk_error err = {0};
    pk_status status;

    for (int i = 0; i < pairs; i++) {
        put(in[0], type, i, edges[i / count]);
        put(in[1], type, i, edges[i % count]);
        put(in[2], type, i, edges[(i / count + i) % count]);
    }
    pk_arena_init(&arena, &pk_heap);
    status = rig_run(r, ops_module(&arena, type, pairs, block_form), "ops", &at,
                     args, 6, &err);
    ck_assert_msg(status == PK_OK, "%s: %s", pk_type_name(type), err.message);
    for (int op = 0; op < PK_OP_COUNT; op++)
        if (takes(op, type))
            check_op(op, type, arrays, out, flags, pairs);
    pk_arena_finish(&arena);
}

static void check_types(const char *form) {
    pk_error err = {0};
    rig r;

    ck_assert_msg(rig_open(&r, plugin, form, &err) == PK_OK, "%s", err.message);
    for (pk_type type = PK_TYPE_bool; type < PK_TYPE_NUMBERS; type++)
        check_type(&r, type, strcmp(form, "block") == 0);
    rig_close(&r);
}

START_TEST(operations_have_the_bits_of_eval_in_threads_form)
{
    check_types("threads");
}
END_TEST

START_TEST(operations_have_the_bits_of_eval_in_block_form)
{
    check_types("block");
}
END_TEST

/* ---- conversions ---- */

static bool casts(pk_type from, pk_type to) {
    return from != PK_TYPE_bool && to != PK_TYPE_bool &&
           pk_type_bytes(from) == pk_type_bytes(to);
}

static pk_ir *convert_module(pk_arena *arena, pk_type from, int count) {
    pk_ir *ir = pk_ir_new(arena);
    pk_value *in, *v, *out[PK_TYPE_NUMBERS];
    element_kernel k;

    begin_kernel(&k, ir, false);
    in = add_array(&k, "in", from);
    for (pk_type to = PK_TYPE_bool; to < PK_TYPE_NUMBERS; to++)
        out[to] = add_array(&k, "out", to);
    begin_body(&k);
    v = load_element(&k, in);
    for (pk_type to = PK_TYPE_bool; to < PK_TYPE_NUMBERS; to++) {
        store_row(&k, out[to], 0, count,
                  pk_emit_to(&k.b, PK_OP_convert, to, v));
        if (casts(from, to))
            store_row(&k, out[to], 1, count,
                      pk_emit_to(&k.b, PK_OP_bitcast, to, v));
    }
    end_body(&k);
    return ir;
}

static void check_converts(pk_type from, pk_type to, const uint64_t *edges,
                           int count, const void *out) {
    for (int i = 0; i < count; i++) {
        uint64_t want = pk_eval_convert(from, to, edges[i]);
        uint64_t got = get(out, to, i);
        ck_assert_msg(same(to, got, want), "%s to %s: %llx gave %llx, not %llx",
                      pk_type_name(from), pk_type_name(to),
                      (unsigned long long)edges[i], (unsigned long long)got,
                      (unsigned long long)want);
        got = get(out, to, count + i);
        if (casts(from, to) && !is_nan(from, edges[i]) && !is_nan(to, got))
            ck_assert_uint_eq(got, edges[i]);
    }
}

START_TEST(conversions_have_the_bits_of_eval)
{
    static uint64_t out[PK_TYPE_NUMBERS][2 * MOST_VALUES];
    uint64_t edges[MOST_VALUES], in[MOST_VALUES];
    pk_error err = {0};
    rig r;

    ck_assert_msg(rig_open(&r, plugin, "threads", &err) == PK_OK, "%s",
                  err.message);
    for (pk_type from = PK_TYPE_bool; from < PK_TYPE_NUMBERS; from++) {
        const rig_launch at = {.grid = {1}, .block = {32}};
        rig_arg args[PK_TYPE_NUMBERS + 1] = {{in, sizeof in, 0}};
        int count = edges_of(from, edges);
        pk_arena arena;

        for (int i = 0; i < count; i++)
            put(in, from, i, edges[i]);
        for (pk_type to = PK_TYPE_bool; to < PK_TYPE_NUMBERS; to++)
            args[to] = (rig_arg)RIG_ARRAY(out[to]);
        args[PK_TYPE_NUMBERS] = (rig_arg)RIG_SCALAR(count);
        pk_arena_init(&arena, &pk_heap);
        ck_assert_msg(rig_run(&r, convert_module(&arena, from, count), "ops",
                              &at, args, PK_TYPE_NUMBERS + 1, &err) == PK_OK,
                      "%s", err.message);
        for (pk_type to = PK_TYPE_bool; to < PK_TYPE_NUMBERS; to++)
            check_converts(from, to, edges, count, out[to]);
        pk_arena_finish(&arena);
    }
    rig_close(&r);
    ck_assert_uint_eq(rig_live_bytes, 0);
}
END_TEST

int main(int argc, char **argv) {
    const TTest *const tests[] = {
        operations_have_the_bits_of_eval_in_threads_form,
        operations_have_the_bits_of_eval_in_block_form,
        conversions_have_the_bits_of_eval,
    };
    pk_error err = {0};
    rig r;

    plugin = argc > 1 ? rig_load(argv[1], &err) : NULL;
    if (!plugin || rig_open(&r, plugin, NULL, &err) != PK_OK) {
        printf("1..0 # SKIP %s\n", err.message);
        return 0;
    }
    rig_close(&r);
    return run_tests("opencl operations", tests, sizeof tests / sizeof *tests,
                     1);
}
