/* SPDX-License-Identifier: Apache-2.0 */
/* Signs that are turned, where threads meet, and what is taken from sums.
 *
 * LLVM has an operation that negates floats, which it also makes of -0.0 - x,
 * of x * -1.0 and of a sign bit that is turned. Intel's compiler (2026.2) takes
 * its result for one that all work-items share, and loses it at the next
 * barrier. So what would become one is printed with a value that is 0 and that
 * no compiler knows to be 0, as in wraps.c:
 *
 *     float v5 = as_float(as_uint(v4) ^ (0x80000000u ^ none));
 *     float v6 = v4 * as_float(0xbf800000u ^ none);
 *     long v7 = (long)(v3 ^ (LONG_MIN ^ (long)none)); */
#include "backends/opencl_c/printer.h"

#include <math.h>

/* Whether the value is that constant, to the sign of zero. */
static bool is_float(const pk_value *v, double value) {
    return pk_is_const(v) && pk_const_get_float(v) == value &&
           signbit(pk_const_get_float(v)) == signbit(value);
}

static bool is_sign_bit(const pk_value *v) {
    const uint32_t bytes = pk_type_bytes(v->type);

    return pk_is_const(v) && bytes >= 4 &&
           (uint64_t)pk_const_get_int(v) << (64 - 8 * bytes) == UINT64_C(1)
                                                                    << 63;
}

static const char *float_pattern(const pk_inst *inst, bool wide) {
    const pk_value *const *args = (const pk_value *const *)inst->args;

    switch ((int)inst->op) {
    case PK_OP_neg:
        return wide ? "as_double(as_ulong($a) ^ (1UL << 63 ^ (ulong)none))"
                    : "as_float(as_uint($a) ^ (1u << 31 ^ none))";
    case PK_OP_sub:
        if (is_float(args[0], -0.0))
            return wide ? "as_double(1UL << 63 ^ (ulong)none) - $b"
                        : "as_float(1u << 31 ^ none) - $b";
        return NULL;
    case PK_OP_mul:
        if (is_float(args[0], -1))
            return wide ? "as_double(0xbff0000000000000UL ^ (ulong)none) * $b"
                        : "as_float(0xbf800000u ^ none) * $b";
    /* fallthrough */
    case PK_OP_div:
        if (is_float(args[1], -1))
            return wide ? "$a * as_double(0xbff0000000000000UL ^ (ulong)none)"
                        : "$a * as_float(0xbf800000u ^ none)";
        return NULL;
    case PK_OP_atomic_sub:
        return wide ? "@atomic_add($a, "
                      "as_double(as_ulong($b) ^ (1UL << 63 ^ (ulong)none)))"
                    : "@atomic_add($a, "
                      "as_float(as_uint($b) ^ (1u << 31 ^ none)))";
    }
    return NULL;
}

static const char *int_pattern(const pk_inst *inst) {
    if (inst->arg_count != 2 || !is_sign_bit(inst->args[1]))
        return NULL;
    switch ((int)inst->op) {
    case PK_OP_xor: return "($T)($a ^ ($b ^ ($T)none))";
    case PK_OP_or: return "($T)($a | ($b ^ ($T)none))";
    case PK_OP_add: return "($T)(($P)$a + (($P)$b ^ ($P)none))";
    case PK_OP_sub: return "($T)(($P)$a - (($P)$b ^ ($P)none))";
    }
    return NULL;
}

/* Whether the instruction takes something from a local, which keeps the rest.
 */
static bool takes_from_local(const pk_inst *inst) {
    const pk_value *a = inst->op == PK_OP_sub ? inst->args[0] : NULL;

    if (!a || a->kind != PK_VALUE_result || a->def->op != PK_OP_get ||
        pk_is_const(inst->args[1]) || pk_type_bytes(a->type) < 4)
        return false;
    for (const pk_inst *i = inst->next; i; i = i->next)
        if (i->op == PK_OP_set && i->args[0] == inst->results[0])
            return i->local == a->def->local;
    return false;
}

/* Intel's compiler adds up, where it makes vectors of a loop, what `l0 -= x`
 * takes away. */
static const char *difference_pattern(const pk_cl_printer *p,
                                      const pk_inst *inst) {
    const uint64_t features = p->caps->features;
    const bool is_pocl =
        features & PK_CAP_sized_blocks && !(features & PK_CAP_wide_items);

    return !is_pocl && takes_from_local(inst)
               ? "($T)(($P)$a + ((($P)$b ^ (($P)none - 1)) + 1))"
               : NULL;
}

const char *pk_cl_turned_sign(const pk_cl_printer *p, const pk_inst *inst) {
    pk_type type;

    if (inst->op == PK_OP_sub && pk_type_is_int(inst->args[0]->type)) {
        const char *difference = difference_pattern(p, inst);
        if (difference)
            return difference;
    }
    if (!p->meets || !inst->arg_count)
        return NULL;
    type = inst->args[inst->op == PK_OP_atomic_sub]->type;
    if (pk_type_is_float(type))
        return float_pattern(inst, type == PK_TYPE_f64);
    return pk_type_is_int(type) ? int_pattern(inst) : NULL;
}
