/* SPDX-License-Identifier: Apache-2.0 */
/* Every operation of the interpreter over threads, as pk_eval has it on
 * numbers, at the edges of types. */
#include "core/eval.h"

#include <math.h>

#include "interp_test.h"

static const uint64_t edges[] = {0,
                                 1,
                                 2,
                                 3,
                                 7,
                                 31,
                                 32,
                                 63,
                                 64,
                                 0x7f,
                                 0x80,
                                 0xff,
                                 0x7fff,
                                 0x8000,
                                 0x3c00,
                                 0x7c01,
                                 0xffff,
                                 0x7fffffff,
                                 0x80000000,
                                 0xffffffff,
                                 0x3f800000,
                                 0xbfc00000,
                                 0x7fc00000,
                                 0x7f800000,
                                 0x7fffffffffffffff,
                                 0x8000000000000000,
                                 0xffffffffffffffff,
                                 0xfffffffffffffff9,
                                 0x3ff0000000000000,
                                 0xc004000000000000,
                                 0x7ff8000000000000,
                                 0x4340000000000001};
enum { EDGES = sizeof edges / sizeof *edges };

static uint64_t to_type(pk_type type, uint64_t bits) {
    uint32_t unused = 64 - 8 * pk_type_bytes(type);
    return type == PK_TYPE_bool ? bits & 1 : bits << unused >> unused;
}

/* NaN results may differ in sign and payload. */
static bool same_bits(pk_type type, uint64_t a, uint64_t b) {
    if (pk_type_is_float(type)) {
        double x, y;
        uint64_t wide_a = pk_eval_convert(type, PK_TYPE_f64, a);
        uint64_t wide_b = pk_eval_convert(type, PK_TYPE_f64, b);
        memcpy(&x, &wide_a, sizeof x);
        memcpy(&y, &wide_b, sizeof y);
        if (isnan(x) && isnan(y))
            return true;
    }
    return a == b;
}

/* Runs `result = op a b` for each pair of edges: block a, thread b. */
static void check_op(const char *op, pk_op code, pk_type type, pk_type result) {
    uint32_t size = pk_type_bytes(type), out_size = pk_type_bytes(result);
    const char *tn = pk_type_name(type), *rn = pk_type_name(result);
    uint8_t x[EDGES * 8], out[EDGES * EDGES * 8];
    pk_text text;

    for (int i = 0; i < EDGES; i++) {
        uint64_t bits = to_type(type, edges[i]);
        memcpy(x + (size_t)i * size, &bits, size);
    }
    pk_text_init(&text, &pk_heap);
    pk_text_printf(&text,
                   "kernel @k(%%x: ptr<global, %s> data 0 readonly, %%out: "
                   "ptr<global, %s> data 1) {\n%s"
                   "%%pa: ptr<global, %s> = elem %%x, %%b\n"
                   "%%pb: ptr<global, %s> = elem %%x, %%t\n"
                   "%%va: %s = load %%pa\n%%vb: %s = load %%pb\n"
                   "%%r: %s = %s %%va%s\n"
                   "%%po: ptr<global, %s> = elem %%out, %%i\n"
                   "store %%po, %%r\nreturn\n}\n",
                   tn, rn, GLOBAL_ID, tn, tn, tn, tn, rn, op,
                   pk_op_table[code].args > 1 ? ", %vb" : "", rn);
    assert_ok(RUN(text.data, AT(EDGES, EDGES), ARRAY(x), ARRAY(out)));
    for (int i = 0; i < EDGES * EDGES; i++) {
        uint64_t args[2] = {to_type(type, edges[i / EDGES]),
                            to_type(type, edges[i % EDGES])};
        uint64_t want, got = 0;
        pk_eval(code, type, result, args, &want);
        memcpy(&got, out + (size_t)i * out_size, out_size);
        ck_assert_msg(same_bits(result, got, want),
                      "%s %s: %llx %llx gives %llx, not %llx", op, tn,
                      (unsigned long long)args[0], (unsigned long long)args[1],
                      (unsigned long long)got, (unsigned long long)want);
    }
    pk_text_finish(&text);
}

static bool takes(pk_op_rule rule, pk_type type) {
    bool number = pk_type_is_int(type) || pk_type_is_float(type);

    return rule == PK_RULE_SAME_NUMBER || rule == PK_RULE_COMPARE ? number
           : rule == PK_RULE_SAME_INT   ? pk_type_is_int(type)
           : rule == PK_RULE_SAME_FLOAT ? pk_type_is_float(type)
           : rule == PK_RULE_SAME_BITS
               ? pk_type_is_int(type) || type == PK_TYPE_bool
               : false;
}

START_TEST(operations_over_threads_are_those_on_numbers)
{
    int checked = 0;

    for (int op = 0; op < PK_OP_COUNT; op++) {
        const pk_op_info *info = &pk_op_table[op];
        bool compare = info->rule == PK_RULE_COMPARE;
        for (pk_type type = PK_TYPE_bool; type < PK_TYPE_NUMBERS; type++) {
            if (!takes((pk_op_rule)info->rule, type) || info->args > 2)
                continue;
            check_op(info->name, (pk_op)op, type,
                     compare ? PK_TYPE_bool : type);
            checked++;
        }
    }
    for (pk_type from = PK_TYPE_bool; from < PK_TYPE_NUMBERS; from++)
        for (pk_type to = PK_TYPE_bool; to < PK_TYPE_NUMBERS; to++)
            if (from != to)
                check_op("convert", PK_OP_convert, from, to);
    ck_assert_int_gt(checked, 300);
}
END_TEST

TESTS("interp_ops", operations_over_threads_are_those_on_numbers)
