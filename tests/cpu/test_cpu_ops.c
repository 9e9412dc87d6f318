/* SPDX-License-Identifier: Apache-2.0 */
/* Every pure operation on every type it takes, at edge values, compiled by
 * the cpu plugin and compared bit for bit with what core says the operation
 * computes (NaNs as such: their bits are not promised).
 *
 * One kernel per operation and type: out[i] = op(a[i], b[i], c[i]). */
#include "cpu_device.h"

#include "base/arena.h"
#include "base/number.h"
#include "core/eval.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/check_main.h"

enum { MAX_EDGES = 48, MAX_CASES = MAX_EDGES * MAX_EDGES * 8 };

typedef struct shape {
    pk_op op;
    pk_type arg, result;
    int args;
    char name[32];
} shape;

static shape shapes[2048];
static size_t shape_count;

/* ---- what there is ---- */

static void add_shape(pk_op op, pk_type arg, pk_type result, int args) {
    shape *s = &shapes[shape_count++];

    *s = (shape){.op = op, .arg = arg, .result = result, .args = args};
    snprintf(s->name, sizeof s->name, "%s_%s_%s", pk_op_table[op].name,
             pk_type_name(arg), pk_type_name(result));
}

static bool takes(pk_op op, pk_type t) {
    bool is_int = pk_type_is_int(t), is_float = pk_type_is_float(t);

    switch (pk_op_table[op].rule) {
    case PK_RULE_SAME_NUMBER: return is_int || is_float;
    case PK_RULE_SAME_INT: return is_int;
    case PK_RULE_SAME_FLOAT: return is_float;
    case PK_RULE_SAME_BITS: return is_int || t == PK_TYPE_bool;
    case PK_RULE_COMPARE:
        return t != PK_TYPE_bool || op == PK_OP_eq || op == PK_OP_ne;
    case PK_RULE_SELECT: return true;
    default: return false;
    }
}

static void find_shapes(void) {
    if (shape_count)
        return;
    for (int o = 0; o < PK_OP_COUNT; o++) {
        const pk_op_info *info = &pk_op_table[o];
        if (!(info->flags & PK_OPF_PURE))
            continue;
        for (pk_type t = 1; t < PK_TYPE_NUMBERS; t++) {
            if (takes((pk_op)o, t))
                add_shape((pk_op)o, t,
                          info->rule == PK_RULE_COMPARE ? PK_TYPE_bool : t,
                          info->args);
            for (pk_type u = 1; u < PK_TYPE_NUMBERS; u++)
                if ((info->rule == PK_RULE_CONVERT && t != u) ||
                    (info->rule == PK_RULE_BITCAST && t != u &&
                     t != PK_TYPE_bool && u != PK_TYPE_bool &&
                     pk_type_bytes(t) == pk_type_bytes(u)))
                    add_shape((pk_op)o, t, u, 1);
        }
    }
}

/* ---- the kernels ---- */

static pk_value *element(pk_builder *b, pk_value *array, pk_value *index) {
    return pk_emit1(b, PK_OP_load, pk_emit2(b, PK_OP_elem, array, index));
}

static void build_kernel(pk_ir *ir, const shape *s) {
    pk_func *fn = pk_func_new(ir, PK_FUNC_kernel, s->name);
    pk_value *in[3], *args[3] = {NULL, NULL, NULL}, *out, *at, *result;
    pk_builder b;
    pk_inst *items;

    for (int i = 0; i < 3; i++) {
        pk_type type = s->op == PK_OP_select && i == 0 ? PK_TYPE_bool : s->arg;
        in[i] = pk_func_param(fn, "in", PK_TYPE_PTR(PK_SPACE_global, type),
                              PK_ROLE_data, (uint32_t)i, 0)
                    ->value;
    }
    out = pk_func_param(fn, "out", PK_TYPE_PTR(PK_SPACE_global, s->result),
                        PK_ROLE_data, 3, 0)
              ->value;
    fn->form = PK_FORM_block;
    pk_builder_init(&b, fn);
    at = pk_emit_to(&b, PK_OP_convert, PK_TYPE_i64,
                    pk_emit_query(&b, PK_OP_block_id, 0));
    at = pk_emit2(&b, PK_OP_mul, at, pk_const_int(fn, PK_TYPE_i64, 64));
    items = pk_begin_for(&b, pk_const_int(fn, PK_TYPE_i64, 0),
                         pk_const_int(fn, PK_TYPE_i64, 64),
                         pk_const_int(fn, PK_TYPE_i64, 1));
    items->flags |= PK_INST_items;
    at = pk_emit2(&b, PK_OP_add, at, items->index);
    for (int i = 0; i < s->args; i++)
        args[i] = element(&b, in[i], at);
    if (s->args == 1 && s->arg != s->result)
        result = pk_emit_to(&b, s->op, s->result, args[0]);
    else if (s->args == 1)
        result = pk_emit1(&b, s->op, args[0]);
    else if (s->args == 2)
        result = pk_emit2(&b, s->op, args[0], args[1]);
    else
        result = pk_emit3(&b, s->op, args[0], args[1], args[2]);
    pk_emit2(&b, PK_OP_store, pk_emit2(&b, PK_OP_elem, out, at), result);
    pk_end_control(&b, items);
}

/* ---- the values ---- */

static const double float_edges[] = {
    0.0,    1.0,    -1.0,        0.5,          -0.5,        1.5,    2.5,
    -2.5,   3.0,    -7.0,        0.1,          -0.3,        1e-3,   100.0,
    127.0,  128.0,  -128.0,      -129.0,       255.0,       256.0,  32767.5,
    65504., 65536., 2147483647., -2147483648., 4294967296., 9.3e18, -9.3e18,
    1.9e19, 1e-7,   1e-45,       1e-310,       1e38,        -1e300, 6.1e-5};

static uint32_t edges_of(pk_type t, uint64_t *out) {
    uint32_t n = 0, width = 8 * pk_type_bytes(t);
    uint64_t mask = UINT64_MAX >> (64 - width);

    if (t == PK_TYPE_bool) {
        out[n++] = 0;
        out[n++] = 1;
        return n;
    }
    if (pk_type_is_float(t)) {
        for (size_t i = 0; i < sizeof float_edges / sizeof *float_edges; i++)
            out[n++] = pk_float_bits(t, float_edges[i]);
        out[n++] = pk_float_bits(t, -0.0);
        out[n++] = pk_float_bits(t, (double)INFINITY);
        out[n++] = pk_float_bits(t, -(double)INFINITY);
        out[n++] = pk_float_bits(t, (double)NAN);
        out[n++] = pk_float_bits(t, 1.0) + 1;
        return n;
    }
    static const int64_t ints[] = {0,  1,  2,   3,   5,   7,    8,    31,
                                   63, 64, 100, -1,  -2,  -3,   -7,   -8,
                                   32, 16, 33,  127, 128, 1000, -1000};
    for (size_t i = 0; i < sizeof ints / sizeof *ints; i++)
        out[n++] = (uint64_t)ints[i] & mask;
    out[n++] = UINT64_C(1) << (width - 1);
    out[n++] = (UINT64_C(1) << (width - 1)) - 1;
    out[n++] = mask;
    out[n++] = UINT64_C(0x9e3779b97f4a7c15) & mask;
    out[n++] = UINT64_C(0x5851f42d4c957f2d) & mask;
    return n;
}

typedef struct grid {
    uint64_t args[3][MAX_CASES]; /* one element each, as bits */
    char bytes[4][MAX_CASES * 8];
    uint32_t count; /* a multiple of 64 */
} grid;

static grid g;

/* All pairs of edges; a third operand walks along. */
static void fill_grid(const shape *s) {
    uint64_t edges[MAX_EDGES];
    uint32_t n = edges_of(s->arg, edges), other = s->args > 1 ? n : 1;

    g.count = 0;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < other; j++)
            for (uint32_t k = 0; k < (s->args > 2 ? 3u : 1u); k++) {
                uint64_t c = edges[(i + 5 * j + 11 * k) % n];
                bool sel = s->op == PK_OP_select;
                g.args[0][g.count] = sel ? k & 1 : edges[i];
                g.args[1][g.count] = sel ? edges[i] : edges[j];
                g.args[2][g.count++] = sel ? edges[j] : c;
            }
    while (g.count % 64) {
        for (int i = 0; i < 3; i++)
            g.args[i][g.count] = g.args[i][g.count - 1];
        g.count++;
    }
}

static bool evaluate(const shape *s, uint32_t i, uint64_t *out) {
    uint64_t args[3] = {g.args[0][i], g.args[1][i], g.args[2][i]};

    return pk_eval(s->op, s->arg, s->result, args, out);
}

/* Where an operation promises nothing its operands are made harmless. */
static void keep_promises(const shape *s) {
    uint64_t out;

    if (s->op == PK_OP_quot || s->op == PK_OP_rem)
        for (uint32_t i = 0; i < g.count; i++)
            if (!evaluate(s, i, &out))
                g.args[1][i] = 3;
}

static void pack_args(const shape *s) {
    for (int a = 0; a < 3; a++) {
        pk_type type = s->op == PK_OP_select && a == 0 ? PK_TYPE_bool : s->arg;
        uint32_t size = pk_type_bytes(type);
        for (uint32_t i = 0; i < g.count; i++)
            memcpy(g.bytes[a] + i * size, &g.args[a][i], size);
    }
    memset(g.bytes[3], 0xee, sizeof g.bytes[3]);
}

static bool same(pk_type type, uint64_t a, uint64_t b) {
    if (a == b)
        return true;
    if (!pk_type_is_float(type))
        return false;
    double x = pk_float_value(type, a), y = pk_float_value(type, b);
    return x != x && y != y;
}

static void compare(const shape *s) {
    uint32_t size = pk_type_bytes(s->result);

    for (uint32_t i = 0; i < g.count; i++) {
        uint64_t want = 0, got = 0;
        ck_assert_msg(evaluate(s, i, &want), "%s", s->name);
        memcpy(&got, g.bytes[3] + i * size, size);
        ck_assert_msg(same(s->result, want, got),
                      "%s(%#llx, %#llx, %#llx) is %#llx, not %#llx", s->name,
                      (unsigned long long)g.args[0][i],
                      (unsigned long long)g.args[1][i],
                      (unsigned long long)g.args[2][i], (unsigned long long)got,
                      (unsigned long long)want);
    }
}

/* ---- tests ---- */

enum { PER_MODULE = 64 };

static void run_shapes(cpu_device *d, size_t first, size_t last) {
    const void *params[4] = {g.bytes[0], g.bytes[1], g.bytes[2], g.bytes[3]};
    pk_arena arena;
    pk_artifact artifact;
    pk_mod *mod;
    pk_ir *ir;

    pk_arena_init(&arena, &pk_heap);
    ir = pk_ir_new(&arena);
    for (size_t i = first; i < last; i++)
        build_kernel(ir, &shapes[i]);
    artifact = cpu_emit_ir(d, ir, NULL);
    mod = cpu_load(d, &artifact);
    for (size_t i = first; i < last; i++) {
        const shape *s = &shapes[i];
        fill_grid(s);
        keep_promises(s);
        pack_args(s);
        cpu_run(d, mod, s->name, (uint32_t[]){g.count / 64, 1, 1},
                (uint32_t[]){64, 1, 1}, 0, params, sizeof params);
        compare(s);
    }
    d->plugin->module_free(mod);
    d->plugin->artifact_free(&d->host, &artifact);
    pk_arena_finish(&arena);
}

START_TEST(every_pure_operation_computes_what_core_says)
{
    cpu_device d;

    find_shapes();
    ck_assert_uint_gt(shape_count, 400);
    cpu_open(&d, 2);
    for (size_t i = 0; i < shape_count; i += PER_MODULE)
        run_shapes(&d, i,
                   i + PER_MODULE < shape_count ? i + PER_MODULE : shape_count);
    cpu_close(&d);
}
END_TEST

TESTS("cpu operations", every_pure_operation_computes_what_core_says)
