/* SPDX-License-Identifier: Apache-2.0 */
/* Python's own arithmetic, after CPython's Objects/longobject.c, floatobject.c
 * and complexobject.c; the limits are those of Python/ast_opt.c. */
#include "frontend/values/exact.h"

#include "frontend/ast/ast.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_BITS = 128 }; /* of what is computed while compiling */

static uint32_t bit_length(pk_u128 v) {
    uint64_t high = (uint64_t)(v >> 64), low = (uint64_t)v;

    return high  ? 128 - (uint32_t)__builtin_clzll(high)
           : low ? 64 - (uint32_t)__builtin_clzll(low)
                 : 0;
}

static pk_exact an_int(bool negative, pk_u128 magnitude) {
    return (pk_exact){.kind = PK_EXACT_int,
                      .negative = negative && magnitude,
                      .magnitude = magnitude};
}

static pk_exact a_float(double value) {
    return (pk_exact){.kind = PK_EXACT_float, .re = value};
}

static pk_exact a_complex(double re, double im) {
    return (pk_exact){.kind = PK_EXACT_complex, .re = re, .im = im};
}

static double as_float(const pk_exact *v) {
    double value;

    if (v->kind > PK_EXACT_int)
        return v->re;
    value = (double)v->magnitude;
    return v->negative ? -value : value;
}

bool pk_exact_truth(const pk_exact *v) {
    return v->kind <= PK_EXACT_int ? v->magnitude != 0
                                   : v->re != 0 || v->im != 0;
}

/* ---- integers ---- */

static bool add(const pk_exact *a, const pk_exact *b, bool minus,
                pk_exact *out) {
    bool b_negative = b->negative != minus;
    pk_u128 sum;

    if (a->negative == b_negative) {
        if (__builtin_add_overflow(a->magnitude, b->magnitude, &sum))
            return false;
        *out = an_int(b_negative, sum);
    } else if (a->magnitude >= b->magnitude) {
        *out = an_int(a->negative, a->magnitude - b->magnitude);
    } else {
        *out = an_int(b_negative, b->magnitude - a->magnitude);
    }
    return true;
}

static bool multiply(const pk_exact *a, const pk_exact *b, pk_exact *out) {
    if (bit_length(a->magnitude) + bit_length(b->magnitude) > MOST_BITS)
        return false;
    *out = an_int(a->negative != b->negative, a->magnitude * b->magnitude);
    return true;
}

/* The quotient goes down, the rest has the divisor's sign. */
static bool divide(const pk_exact *a, const pk_exact *b, bool want_rest,
                   pk_exact *out) {
    pk_u128 quotient, rest;

    if (!b->magnitude)
        return false;
    quotient = a->magnitude / b->magnitude;
    rest = a->magnitude % b->magnitude;
    if (rest && a->negative != b->negative) {
        quotient++;
        rest = b->magnitude - rest;
    }
    *out = want_rest ? an_int(b->negative, rest)
                     : an_int(a->negative != b->negative, quotient);
    return true;
}

/* Rounded once, however large the integers are: digits of the quotient until
 * there are more than a double has, and whether anything is left. */
static bool true_divide(const pk_exact *a, const pk_exact *b, pk_exact *out) {
    pk_u128 quotient, rest;
    int exponent = 0;
    double value;

    if (!b->magnitude)
        return false;
    quotient = a->magnitude / b->magnitude;
    rest = a->magnitude % b->magnitude;
    while (rest && bit_length(quotient) < 66) {
        bool carry = rest >> (MOST_BITS - 1);
        rest <<= 1;
        quotient <<= 1;
        exponent--;
        if (carry || rest >= b->magnitude) {
            rest -= b->magnitude;
            quotient |= 1;
        }
    }
    value = ldexp((double)(quotient | (rest != 0)), exponent);
    *out = a_float(a->negative != b->negative ? -value : value);
    return true;
}

static bool shift(const pk_exact *a, const pk_exact *b, bool left,
                  pk_exact *out) {
    pk_u128 count = b->magnitude, lost;

    if (b->negative)
        return false;
    if (left) {
        if (a->magnitude &&
            (count > MOST_BITS || bit_length(a->magnitude) + count > MOST_BITS))
            return false;
        *out = an_int(a->negative, a->magnitude ? a->magnitude << count : 0);
        return true;
    }
    if (count >= MOST_BITS) {
        *out = an_int(a->negative, a->negative);
        return true;
    }
    lost = a->magnitude & (((pk_u128)1 << count) - 1);
    *out = an_int(a->negative,
                  (a->magnitude >> count) + (a->negative && lost != 0));
    return true;
}

/* As two's complement; what needs its last bit for the sign is left. */
static bool bitwise(uint8_t op, const pk_exact *a, const pk_exact *b,
                    pk_exact *out) {
    pk_u128 x = a->negative ? -a->magnitude : a->magnitude;
    pk_u128 y = b->negative ? -b->magnitude : b->magnitude;
    pk_u128 bits = op == PK_AST_OP_BitAnd  ? x & y
                   : op == PK_AST_OP_BitOr ? x | y
                                           : x ^ y;
    bool negative = bits >> (MOST_BITS - 1);

    if (bit_length(a->magnitude) == MOST_BITS ||
        bit_length(b->magnitude) == MOST_BITS)
        return false;
    *out = an_int(negative, negative ? -bits : bits);
    if (a->kind == PK_EXACT_bool && b->kind == PK_EXACT_bool)
        out->kind = PK_EXACT_bool;
    return true;
}

static bool float_power(double base, double exponent, pk_exact *out);

static bool power(const pk_exact *a, const pk_exact *b, pk_exact *out) {
    pk_u128 result = 1;

    if (b->negative)
        return float_power(as_float(a), as_float(b), out);
    if (a->magnitude && b->magnitude &&
        (b->magnitude > MOST_BITS ||
         bit_length(a->magnitude) * b->magnitude > MOST_BITS))
        return false;
    if (!a->magnitude && b->magnitude)
        result = 0;
    for (pk_u128 i = 0; a->magnitude && i < b->magnitude; i++)
        result *= a->magnitude;
    *out = an_int(a->negative && (b->magnitude & 1), result);
    return true;
}

static bool int_binary(uint8_t op, const pk_exact *a, const pk_exact *b,
                       pk_exact *out) {
    switch (op) {
    case PK_AST_OP_Add: return add(a, b, false, out);
    case PK_AST_OP_Sub: return add(a, b, true, out);
    case PK_AST_OP_Mult: return multiply(a, b, out);
    case PK_AST_OP_Div: return true_divide(a, b, out);
    case PK_AST_OP_FloorDiv: return divide(a, b, false, out);
    case PK_AST_OP_Mod: return divide(a, b, true, out);
    case PK_AST_OP_Pow: return power(a, b, out);
    case PK_AST_OP_LShift: return shift(a, b, true, out);
    case PK_AST_OP_RShift: return shift(a, b, false, out);
    case PK_AST_OP_BitAnd:
    case PK_AST_OP_BitOr:
    case PK_AST_OP_BitXor: return bitwise(op, a, b, out);
    default: return false;
    }
}

/* ---- floats ---- */

static bool complex_power(const pk_exact *a, const pk_exact *b, pk_exact *out);

static bool float_power(double base, double exponent, pk_exact *out) {
    if (base == 0 && exponent < 0)
        return false;
    if (isfinite(base) && base < 0 && isfinite(exponent) &&
        exponent != floor(exponent)) {
        const pk_exact a = a_complex(base, 0), b = a_complex(exponent, 0);
        return complex_power(&a, &b, out) && !isinf(out->re);
    }
    *out = a_float(pow(base, exponent));
    return isfinite(out->re) || !isfinite(base) || !isfinite(exponent);
}

static bool float_divide(double a, double b, bool want_rest, pk_exact *out) {
    double rest, quotient, whole;

    if (b == 0)
        return false;
    rest = fmod(a, b);
    quotient = (a - rest) / b;
    if (rest != 0) {
        if ((b < 0) != (rest < 0)) {
            rest += b;
            quotient -= 1;
        }
    } else {
        rest = copysign(0.0, b);
    }
    if (quotient != 0) {
        whole = floor(quotient);
        quotient = quotient - whole > 0.5 ? whole + 1 : whole;
    } else {
        quotient = copysign(0.0, a / b);
    }
    *out = a_float(want_rest ? rest : quotient);
    return true;
}

static bool float_binary(uint8_t op, double a, double b, pk_exact *out) {
    switch (op) {
    case PK_AST_OP_Add: *out = a_float(a + b); return true;
    case PK_AST_OP_Sub: *out = a_float(a - b); return true;
    case PK_AST_OP_Mult: *out = a_float(a * b); return true;
    case PK_AST_OP_Div: *out = a_float(a / b); return b != 0;
    case PK_AST_OP_FloorDiv: return float_divide(a, b, false, out);
    case PK_AST_OP_Mod: return float_divide(a, b, true, out);
    case PK_AST_OP_Pow: return float_power(a, b, out);
    default: return false;
    }
}

/* ---- complex numbers ---- */

/* Smith's division. */
static bool complex_divide(const pk_exact *a, const pk_exact *b,
                           pk_exact *out) {
    double ratio, below;

    if (b->re == 0 && b->im == 0)
        return false;
    if (fabs(b->re) >= fabs(b->im)) {
        ratio = b->im / b->re;
        below = b->re + b->im * ratio;
        *out = a_complex((a->re + a->im * ratio) / below,
                         (a->im - a->re * ratio) / below);
    } else {
        ratio = b->re / b->im;
        below = b->re * ratio + b->im;
        *out = a_complex((a->re * ratio + a->im) / below,
                         (a->im * ratio - a->re) / below);
    }
    return true;
}

static pk_exact complex_product(const pk_exact *a, const pk_exact *b) {
    return a_complex(a->re * b->re - a->im * b->im,
                     a->re * b->im + a->im * b->re);
}

static bool complex_whole_power(const pk_exact *a, int exponent,
                                pk_exact *out) {
    const pk_exact one = a_complex(1, 0);
    pk_exact square = *a, result = one;

    for (int left = abs(exponent); left; left >>= 1) {
        if (left & 1)
            result = complex_product(&result, &square);
        square = complex_product(&square, &square);
    }
    if (exponent <= 0)
        return complex_divide(&one, &result, out);
    *out = result;
    return true;
}

/* Computes by length and angle, unless the exponent is a small integer. */
static bool complex_power(const pk_exact *a, const pk_exact *b, pk_exact *out) {
    double base = hypot(a->re, a->im), angle = atan2(a->im, a->re), length;

    if (b->im == 0 && b->re == floor(b->re) && fabs(b->re) <= 100)
        return complex_whole_power(a, (int)b->re, out);
    if (base == 0) {
        *out = a_complex(0, 0);
        return b->im == 0 && b->re >= 0;
    }
    length = pow(base, b->re);
    if (b->im != 0)
        length /= exp(angle * b->im);
    angle *= b->re;
    if (b->im != 0)
        angle += b->im * log(base);
    *out = a_complex(length * cos(angle), length * sin(angle));
    return true;
}

static bool complex_binary(uint8_t op, const pk_exact *x, const pk_exact *y,
                           pk_exact *out) {
    pk_exact a = a_complex(as_float(x), x->im),
             b = a_complex(as_float(y), y->im);

    switch (op) {
    case PK_AST_OP_Add: *out = a_complex(a.re + b.re, a.im + b.im); return true;
    case PK_AST_OP_Sub: *out = a_complex(a.re - b.re, a.im - b.im); return true;
    case PK_AST_OP_Mult: *out = complex_product(&a, &b); return true;
    case PK_AST_OP_Div: return complex_divide(&a, &b, out);
    case PK_AST_OP_Pow:
        return complex_power(&a, &b, out) && !isinf(out->re) && !isinf(out->im);
    default: return false;
    }
}

bool pk_exact_binary(uint8_t op, const pk_exact *a, const pk_exact *b,
                     pk_exact *out) {
    if (a->kind == PK_EXACT_complex || b->kind == PK_EXACT_complex)
        return complex_binary(op, a, b, out);
    if (a->kind == PK_EXACT_float || b->kind == PK_EXACT_float)
        return float_binary(op, as_float(a), as_float(b), out);
    return int_binary(op, a, b, out);
}

bool pk_exact_unary(uint8_t op, const pk_exact *a, pk_exact *out) {
    const pk_exact one = an_int(false, 1);

    if (op == PK_AST_OP_Not) {
        *out =
            (pk_exact){.kind = PK_EXACT_bool, .magnitude = !pk_exact_truth(a)};
        return true;
    }
    if (a->kind > PK_EXACT_int) {
        *out = *a;
        if (op == PK_AST_OP_USub) {
            out->re = -a->re;
            out->im = a->kind == PK_EXACT_complex ? -a->im : 0;
        }
        return op == PK_AST_OP_USub || op == PK_AST_OP_UAdd;
    }
    *out =
        an_int(op == PK_AST_OP_USub ? !a->negative : a->negative, a->magnitude);
    if (op != PK_AST_OP_Invert)
        return op == PK_AST_OP_USub || op == PK_AST_OP_UAdd;
    if (!add(out, &one, false, out)) /* ~a is -(a + 1) */
        return false;
    out->negative = !out->negative && out->magnitude;
    return true;
}
