/* SPDX-License-Identifier: Apache-2.0 */
/* Operations on single numbers, as ops.def words them. Integers of any width
 * are computed in 64 bits and cut; float16 is computed in binary32. */
#include "core/eval.h"

#include "base/number.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* ---- bits and values ---- */

static uint32_t width_of(pk_type type) {
    return type == PK_TYPE_bool ? 1 : 8 * pk_type_bytes(type);
}

static uint64_t cut(pk_type type, uint64_t bits) {
    return bits & UINT64_MAX >> (64 - width_of(type));
}

static int64_t as_signed(pk_type type, uint64_t bits) {
    uint32_t shift = 64 - width_of(type);
    return (int64_t)(bits << shift) >> shift;
}

static float as_f32(pk_type type, uint64_t bits) {
    uint32_t word = (uint32_t)bits;
    float value;

    if (type == PK_TYPE_f16)
        return (float)pk_float_value(type, bits);
    memcpy(&value, &word, sizeof value);
    return value;
}

static uint64_t f32_bits(pk_type type, float value) {
    uint32_t word;

    if (type == PK_TYPE_f16)
        return pk_float_bits(type, (double)value);
    memcpy(&word, &value, sizeof word);
    return word;
}

static double as_f64(uint64_t bits) {
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint64_t f64_bits(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* ---- integers and bool ---- */

static uint64_t reverse_bits(uint64_t bits, uint32_t width) {
    uint64_t out = 0;

    for (uint32_t i = 0; i < width; i++)
        out |= (bits >> i & 1) << (width - 1 - i);
    return out;
}

__extension__ typedef __int128 wide;
__extension__ typedef unsigned __int128 unsigned_wide;

/* A count of the width or more shifts everything out. */
static uint32_t arithmetic_shift(pk_type type, int64_t count) {
    uint32_t last = width_of(type) - 1;
    uint64_t bits = cut(type, (uint64_t)count);

    assert(last < 64);
    return bits < last ? (uint32_t)bits : last;
}

/* Operations in which signed and unsigned differ. */
static bool eval_signed(pk_op op, pk_type type, int64_t a, int64_t b,
                        uint64_t *out) {
    uint32_t width = width_of(type);
    bool least = b == -1 && a == INT64_MIN >> (64 - width);
    int64_t rest = b && b != -1 ? a % b : 0;
    bool adjust = rest && (rest < 0) != (b < 0);

    switch ((int)op) {
    case PK_OP_floor_div:
        *out = b && !least ? (uint64_t)(a / b - adjust) : 0;
        return true;
    case PK_OP_floor_mod:
        *out = (uint64_t)(adjust ? rest + b : rest);
        return true;
    case PK_OP_quot:
        *out = b && !least ? (uint64_t)(a / b) : 0;
        return b && !least;
    case PK_OP_rem: *out = (uint64_t)rest; return b && !least;
    case PK_OP_abs: *out = a < 0 ? 0 - (uint64_t)a : (uint64_t)a; return true;
    case PK_OP_min: *out = (uint64_t)(b < a ? b : a); return true;
    case PK_OP_max: *out = (uint64_t)(b > a ? b : a); return true;
    case PK_OP_mulhi: *out = (uint64_t)((wide)a * b >> width); return true;
    case PK_OP_shr:
        *out = (uint64_t)(a >> arithmetic_shift(type, b));
        return true;
    case PK_OP_lt: *out = a < b; return true;
    case PK_OP_le: *out = a <= b; return true;
    case PK_OP_gt: *out = a > b; return true;
    case PK_OP_ge: *out = a >= b; return true;
    case PK_OP_wrap_index:
        *out = (uint64_t)a + (a < 0 ? (uint64_t)b : 0);
        return true;
    }
    return false;
}

static bool eval_unsigned(pk_op op, pk_type type, uint64_t a, uint64_t b,
                          uint64_t *out) {
    uint32_t width = width_of(type);

    switch ((int)op) {
    case PK_OP_floor_div: *out = b ? a / b : 0; return true;
    case PK_OP_floor_mod: *out = b ? a % b : 0; return true;
    case PK_OP_quot: *out = b ? a / b : 0; return b;
    case PK_OP_rem: *out = b ? a % b : 0; return b;
    case PK_OP_abs:
    case PK_OP_wrap_index: *out = a; return true;
    case PK_OP_min: *out = b < a ? b : a; return true;
    case PK_OP_max: *out = b > a ? b : a; return true;
    case PK_OP_mulhi:
        *out = (uint64_t)((unsigned_wide)a * b >> width);
        return true;
    case PK_OP_shr: *out = b < width ? a >> b : 0; return true;
    case PK_OP_lt: *out = a < b; return true;
    case PK_OP_le: *out = a <= b; return true;
    case PK_OP_gt: *out = a > b; return true;
    case PK_OP_ge: *out = a >= b; return true;
    }
    return false;
}

static bool eval_int(pk_op op, pk_type type, uint64_t a, uint64_t b,
                     uint64_t *out) {
    uint32_t width = width_of(type);
    bool done = true;

    switch ((int)op) {
    case PK_OP_add: *out = a + b; break;
    case PK_OP_sub: *out = a - b; break;
    case PK_OP_mul: *out = a * b; break;
    case PK_OP_neg: *out = 0 - a; break;
    case PK_OP_and: *out = a & b; break;
    case PK_OP_or: *out = a | b; break;
    case PK_OP_xor: *out = a ^ b; break;
    case PK_OP_not: *out = ~a; break;
    case PK_OP_shl: *out = b < width ? a << b : 0; break;
    case PK_OP_popc: *out = (uint64_t)__builtin_popcountll(a); break;
    case PK_OP_clz:
        *out = a ? (uint64_t)__builtin_clzll(a) - (64 - width) : width;
        break;
    case PK_OP_brev: *out = reverse_bits(a, width); break;
    case PK_OP_eq: *out = a == b; break;
    case PK_OP_ne: *out = a != b; break;
    default:
        done = pk_type_is_signed(type)
                   ? eval_signed(op, type, as_signed(type, a),
                                 as_signed(type, b), out)
                   : eval_unsigned(op, type, a, b, out);
    }
    *out = cut(type, *out);
    return done;
}

/* ---- floats ---- */

/* One body for binary32 and binary64: F is the type, M(name) a function of
 * math.h. CPython's float_divmod, apart from a divisor of zero. */
#define FLOAT_FUNCTIONS(F, M)                                                  \
    static F floor_div_##F(F a, F b) {                                         \
        F mod = M(fmod)(a, b), div = (a - mod) / b, whole;                     \
        if (b == 0)                                                            \
            return a / b;                                                      \
        if (mod != 0 && (b < 0) != (mod < 0))                                  \
            div -= 1;                                                          \
        if (div == 0)                                                          \
            return M(copysign)(0, a / b);                                      \
        whole = M(floor)(div);                                                 \
        return div - whole > (F)0.5 ? whole + 1 : whole;                       \
    }                                                                          \
    static F floor_mod_##F(F a, F b) {                                         \
        F mod = M(fmod)(a, b);                                                 \
        if (mod == 0)                                                          \
            return M(copysign)(0, b);                                          \
        return (b < 0) != (mod < 0) ? mod + b : mod;                           \
    }                                                                          \
    static F least_##F(F a, F b, bool nan_wins) {                              \
        if (a != a || b != b)                                                  \
            return (a != a) == nan_wins ? a : b;                               \
        return a == b ? (signbit(a) ? a : b) : a < b ? a : b;                  \
    }                                                                          \
    static F greatest_##F(F a, F b, bool nan_wins) {                           \
        if (a != a || b != b)                                                  \
            return (a != a) == nan_wins ? a : b;                               \
        return a == b ? (signbit(a) ? b : a) : a > b ? a : b;                  \
    }                                                                          \
    static bool compute_##F(pk_op op, F a, F b, F c, F *out) {                 \
        switch ((int)op) {                                                     \
        case PK_OP_add: *out = a + b; break;                                   \
        case PK_OP_sub: *out = a - b; break;                                   \
        case PK_OP_mul: *out = a * b; break;                                   \
        case PK_OP_div: *out = a / b; break;                                   \
        case PK_OP_floor_div: *out = floor_div_##F(a, b); break;               \
        case PK_OP_floor_mod: *out = floor_mod_##F(a, b); break;               \
        case PK_OP_min: *out = b < a ? b : a; break;                           \
        case PK_OP_max: *out = b > a ? b : a; break;                           \
        case PK_OP_min_num: *out = least_##F(a, b, false); break;              \
        case PK_OP_max_num: *out = greatest_##F(a, b, false); break;           \
        case PK_OP_min_nan: *out = least_##F(a, b, true); break;               \
        case PK_OP_max_nan: *out = greatest_##F(a, b, true); break;            \
        case PK_OP_fma: *out = M(fma)(a, b, c); break;                         \
        case PK_OP_sqrt: *out = M(sqrt)(a); break;                             \
        case PK_OP_floor: *out = M(floor)(a); break;                           \
        case PK_OP_ceil: *out = M(ceil)(a); break;                             \
        case PK_OP_trunc: *out = M(trunc)(a); break;                           \
        case PK_OP_rint: *out = M(rint)(a); break;                             \
        case PK_OP_exp2_approx: *out = M(exp2)(a); break;                      \
        case PK_OP_log2_approx: *out = M(log2)(a); break;                      \
        case PK_OP_sin_approx: *out = M(sin)(a); break;                        \
        case PK_OP_cos_approx: *out = M(cos)(a); break;                        \
        case PK_OP_rsqrt_approx: *out = 1 / M(sqrt)(a); break;                 \
        default: return false;                                                 \
        }                                                                      \
        return true;                                                           \
    }                                                                          \
    static bool compare_##F(pk_op op, F a, F b, uint64_t *out) {               \
        switch ((int)op) {                                                     \
        case PK_OP_eq: *out = a == b; break;                                   \
        case PK_OP_ne: *out = a != b; break;                                   \
        case PK_OP_lt: *out = a < b; break;                                    \
        case PK_OP_le: *out = a <= b; break;                                   \
        case PK_OP_gt: *out = a > b; break;                                    \
        case PK_OP_ge: *out = a >= b; break;                                   \
        default: return false;                                                 \
        }                                                                      \
        return true;                                                           \
    }
#define F32_NAME(name) name##f
#define F64_NAME(name) name
FLOAT_FUNCTIONS(float, F32_NAME)
FLOAT_FUNCTIONS(double, F64_NAME)

/* Operations on the sign bit alone, so that a NaN keeps its bits. */
static bool eval_sign(pk_op op, pk_type type, const uint64_t *args,
                      uint64_t *out) {
    uint64_t sign = UINT64_C(1) << (width_of(type) - 1);

    switch ((int)op) {
    case PK_OP_neg: *out = args[0] ^ sign; return true;
    case PK_OP_abs: *out = args[0] & ~sign; return true;
    case PK_OP_copysign:
        *out = (args[0] & ~sign) | (args[1] & sign);
        return true;
    }
    return false;
}

static bool eval_float(pk_op op, pk_type type, const uint64_t *args,
                       uint64_t *out) {
    int8_t count = pk_op_table[op].args;
    uint64_t v[3];

    for (int i = 0; i < 3; i++)
        v[i] = i < count ? args[i] : 0;
    if (eval_sign(op, type, v, out))
        return true;
    if (type == PK_TYPE_f64) {
        double a = as_f64(v[0]), b = as_f64(v[1]), c = as_f64(v[2]), r;
        if (compare_double(op, a, b, out))
            return true;
        if (!compute_double(op, a, b, c, &r))
            return false;
        *out = f64_bits(r);
        return true;
    }
    float a = as_f32(type, v[0]), b = as_f32(type, v[1]);
    float c = as_f32(type, v[2]), r;
    if (compare_float(op, a, b, out))
        return true;
    if (!compute_float(op, a, b, c, &r))
        return false;
    *out = f32_bits(type, r);
    return true;
}

/* ---- conversions ---- */

static double float_value(pk_type type, uint64_t bits) {
    return type == PK_TYPE_f64 ? as_f64(bits) : (double)as_f32(type, bits);
}

/* Toward zero, to the nearest that the type has; NaN gives 0. */
static uint64_t float_to_int(pk_type to, double value) {
    uint32_t width = width_of(to);
    bool negative = pk_type_is_signed(to);
    double above = ldexp(1, (int)(negative ? width - 1 : width));

    if (value != value)
        return 0;
    if (value >= above)
        return cut(to,
                   negative ? (UINT64_C(1) << (width - 1)) - 1 : UINT64_MAX);
    if (negative)
        return cut(to, value <= -above ? UINT64_C(1) << (width - 1)
                                       : (uint64_t)(int64_t)value);
    return value <= 0 ? 0 : (uint64_t)value;
}

static uint64_t int_to_float(pk_type from, pk_type to, uint64_t bits) {
    int64_t value = as_signed(from, bits);
    bool is_signed = pk_type_is_signed(from);

    /* Straight to the type asked for: by way of another it would be rounded
     * twice. Integers too large to be exact in f64 are infinite in f16. */
    if (to == PK_TYPE_f32)
        return f32_bits(to, is_signed ? (float)value : (float)bits);
    return pk_float_bits(to, is_signed ? (double)value : (double)bits);
}

uint64_t pk_eval_convert(pk_type from, pk_type to, uint64_t bits) {
    bool from_float = pk_type_is_float(from), to_float = pk_type_is_float(to);

    if (from == to)
        return bits;
    if (to == PK_TYPE_bool)
        return from_float ? float_value(from, bits) != 0 : bits != 0;
    if (from_float && to == PK_TYPE_f32 && from == PK_TYPE_f64)
        return f32_bits(to, (float)as_f64(bits));
    if (from_float && to_float)
        return pk_float_bits(to, float_value(from, bits));
    if (from_float)
        return float_to_int(to, float_value(from, bits));
    if (to_float)
        return int_to_float(from, to, bits);
    return cut(to, pk_type_is_signed(from) ? (uint64_t)as_signed(from, bits)
                                           : bits);
}

bool pk_eval(pk_op op, pk_type type, pk_type result, const uint64_t *args,
             uint64_t *out) {
    *out = 0;
    switch ((int)op) {
    case PK_OP_select: *out = args[0] ? args[1] : args[2]; return true;
    case PK_OP_convert:
        *out = pk_eval_convert(type, result, args[0]);
        return true;
    case PK_OP_bitcast: *out = args[0]; return true;
    }
    if (pk_type_is_ptr(type) || pk_op_table[op].args <= 0 ||
        !(pk_op_table[op].flags & PK_OPF_PURE))
        return false;
    if (pk_type_is_float(type))
        return eval_float(op, type, args, out);
    return eval_int(op, type, args[0], pk_op_table[op].args > 1 ? args[1] : 0,
                    out);
}
