/* SPDX-License-Identifier: Apache-2.0 */
/* Float // and % made of other operations give the bits that core/eval, which
 * has fmod, gives. */
#include "base/number.h"
#include "core/eval.h"
#include "core/passes/float_divmod.h"

#include <math.h>

#include "ir_run.h"

enum { N = 1024 };

/* out[i] = x[i] op y[i] for each thread i */
static pk_func *make_kernel(pk_ir *ir, pk_op op, pk_type type) {
    pk_func *fn = pk_func_new(ir, PK_FUNC_kernel, "k");
    pk_type to = PK_TYPE_PTR(PK_SPACE_global, type);
    pk_value *at[3], *i, *result;
    pk_builder b;

    for (uint32_t p = 0; p < 3; p++)
        at[p] = pk_func_param(fn, NULL, to, PK_ROLE_data, p, 0)->value;
    pk_builder_init(&b, fn);
    i = pk_emit_to(&b, PK_OP_convert, PK_TYPE_i64,
                   pk_emit_query(&b, PK_OP_thread_id, 0));
    for (int p = 0; p < 3; p++)
        at[p] = pk_emit2(&b, PK_OP_elem, at[p], i);
    result = pk_emit2(&b, op, pk_emit1(&b, PK_OP_load, at[0]),
                      pk_emit1(&b, PK_OP_load, at[1]));
    pk_emit2(&b, PK_OP_store, at[2], result);
    return fn;
}

static uint64_t random_bits(void) {
    static uint64_t seed = 88172645463325252u;

    seed ^= seed << 13;
    seed ^= seed >> 7;
    return seed ^= seed << 17;
}

/* Edges in pairs, then any bits, then small numbers. */
static uint64_t operand(pk_type type, int i, bool second) {
    static const double edges[] = {
        0.0, -0.0, 1.0,  -1.0,     0.5,     -7.5,      3.0,     INFINITY,
        NAN, 1e4,  -0.1, 0x1p-149, 0x1p-24, -INFINITY, 65504.0, 0x1p-1074};
    uint64_t bits = random_bits() >> (64 - 8 * pk_type_bytes(type));

    if (i < 256)
        return pk_float_bits(type, edges[second ? i & 15 : i >> 4]);
    if (i & 1)
        return bits;
    return pk_float_bits(type, (double)(int64_t)random_bits() * 0x1p-57);
}

static void check(pk_op op, pk_type type) {
    static uint64_t x[N], y[N], out[N];
    size_t size = pk_type_bytes(type);
    ir_arg args[] = {{x, N * size, 0}, {y, N * size, 0}, {out, N * size, 0}};
    ir_launch launch = {.block = {N}};
    pk_arena arena;
    pk_error err = {0};
    pk_ir *ir;

    pk_arena_init(&arena, &pk_heap);
    ir = pk_ir_new(&arena);
    make_kernel(ir, op, type);
    pk_expand_float_divmod(ir);
    ck_assert_msg(pk_verify(ir, &err) == PK_OK, "%s", err.message);
    for (int i = 0; i < N; i++) {
        uint64_t a = operand(type, i, false), b = operand(type, i, true);
        memcpy((char *)x + (size_t)i * size, &a, size);
        memcpy((char *)y + (size_t)i * size, &b, size);
    }
    ck_assert_msg(ir_run(ir_kernel(ir), &launch, args, 3, &err) == PK_OK, "%s",
                  err.message);
    for (size_t i = 0; i < N; i++) {
        uint64_t xy[2] = {0}, got = 0, expected;
        memcpy(&xy[0], (char *)x + i * size, size);
        memcpy(&xy[1], (char *)y + i * size, size);
        memcpy(&got, (char *)out + i * size, size);
        ck_assert(pk_eval(op, type, type, xy, &expected));
        ck_assert_msg(
            got == expected || (isnan(pk_float_value(type, got)) &&
                                isnan(pk_float_value(type, expected))),
            "%s %a, %a: %a, not %a", pk_op_table[op].name,
            pk_float_value(type, xy[0]), pk_float_value(type, xy[1]),
            pk_float_value(type, got), pk_float_value(type, expected));
    }
    pk_arena_finish(&arena);
}

START_TEST(expanded_division_gives_the_same_bits)
{
    for (pk_type type = PK_TYPE_f16; type <= PK_TYPE_f64; type++) {
        check(PK_OP_floor_div, type);
        check(PK_OP_floor_mod, type);
    }
}
END_TEST

TESTS("float_divmod", expanded_division_gives_the_same_bits)
