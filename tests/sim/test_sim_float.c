/* SPDX-License-Identifier: Apache-2.0 */
/* Instructions on numbers against MPFR: every rounding of the basic ones, all
 * conversions, the small formats, and the bounds of the approximations. */
#include "tests/sim/op_test.h"

#include <math.h>
#include <mpfr.h>

/* ---- formats ---- */

typedef struct format {
    int precision, emin, emax; /* as MPFR counts them */
    int fraction, bias;
    uint64_t infinity, nan, sign;
} format;

static const format f16 = {11, -23, 16, 10, 15, 0x7c00, 0x7fff, 0x8000};
static const format bf16 = {8, -132, 128, 7, 127, 0x7f80, 0x7fff, 0x8000};
static const format f32 = {24,  -148,       128,        23,
                           127, 0x7f800000, 0x7fffffff, 0x80000000};
static const format f64 = {53,
                           -1073,
                           1024,
                           52,
                           1023,
                           UINT64_C(0x7ff0000000000000),
                           UINT64_C(0x7fffffffffffffff),
                           UINT64_C(1) << 63};

static void value_of(mpfr_t out, uint64_t bits, const format *f) {
    uint64_t size = bits & (f->sign - 1);
    uint64_t exponent = size >> f->fraction;
    uint64_t fraction = size & ((UINT64_C(1) << f->fraction) - 1);
    int sign = bits & f->sign ? -1 : 1;

    if (size > f->infinity) {
        mpfr_set_nan(out);
        return;
    }
    if (size == f->infinity) {
        mpfr_set_inf(out, sign);
        return;
    }
    if (exponent)
        fraction |= UINT64_C(1) << f->fraction;
    if (!fraction) {
        mpfr_set_zero(out, sign);
        return;
    }
    mpfr_set_uj(out, fraction, MPFR_RNDN);
    mpfr_mul_2si(out, out,
                 (long)(exponent ? exponent : 1) - f->bias - f->fraction,
                 MPFR_RNDN);
    if (sign < 0)
        mpfr_neg(out, out, MPFR_RNDN);
}

/* Returns the bits of a value that has the format's precision and range. */
static uint64_t bits_of(const mpfr_t value, const format *f) {
    uint64_t sign = mpfr_signbit(value) ? f->sign : 0, fraction;
    long exponent;
    mpfr_t size;

    if (mpfr_nan_p(value))
        return f->nan;
    if (mpfr_inf_p(value))
        return sign | f->infinity;
    if (mpfr_zero_p(value))
        return sign;
    exponent = mpfr_get_exp(value) - 1;
    if (exponent < 1 - f->bias)
        exponent = 1 - f->bias;
    mpfr_init2(size, 200);
    mpfr_abs(size, value, MPFR_RNDN);
    mpfr_mul_2si(size, size, f->fraction - exponent, MPFR_RNDN);
    fraction = mpfr_get_uj(size, MPFR_RNDN);
    mpfr_clear(size);
    return sign |
           (((uint64_t)(exponent + f->bias - 1) << f->fraction) + fraction);
}

/* ---- what is being tested ---- */

typedef struct operation {
    const char *name; /* with %s for rounding and .ftz */
    char kind;        /* + - * / f r s */
    const format *format;
    char letter; /* of all operands and the result */
    int sources;
} operation;

static struct {
    operation op;
    mpfr_rnd_t mode;
    bool ftz, sat;
} now;

static uint64_t flush(uint64_t bits, const format *f) {
    return now.ftz && (bits & f->infinity) == 0 ? bits & f->sign : bits;
}

static void widest(void) {
    mpfr_set_emin(mpfr_get_emin_min());
    mpfr_set_emax(mpfr_get_emax_max());
}

/* Exactly the operation in the format's precision and range. */
static int apply(mpfr_t r, mpfr_t a, mpfr_t b, mpfr_t c) {
    switch (now.op.kind) {
    case '+': return mpfr_add(r, a, b, now.mode);
    case '-': return mpfr_sub(r, a, b, now.mode);
    case '*': return mpfr_mul(r, a, b, now.mode);
    case '/': return mpfr_div(r, a, b, now.mode);
    case 'r': return mpfr_ui_div(r, 1, a, now.mode);
    case 's': return mpfr_sqrt(r, a, now.mode);
    default: return mpfr_fma(r, a, b, c, now.mode);
    }
}

static uint64_t exactly(uint64_t a, uint64_t b, uint64_t c) {
    const format *f = now.op.format;
    mpfr_t x, y, z, result;
    uint64_t bits;
    int ternary;

    widest();
    mpfr_inits2(200, x, y, z, (mpfr_ptr)0);
    mpfr_init2(result, f->precision);
    value_of(x, flush(a, f), f);
    value_of(y, flush(b, f), f);
    value_of(z, flush(c, f), f);
    mpfr_set_emin(f->emin);
    mpfr_set_emax(f->emax);
    ternary = apply(result, x, y, z);
    ternary = mpfr_check_range(result, ternary, now.mode);
    mpfr_subnormalize(result, ternary, now.mode);
    widest();
    if (now.sat && (mpfr_nan_p(result) || mpfr_signbit(result)))
        mpfr_set_zero(result, 1);
    if (now.sat && mpfr_cmp_ui(result, 1) > 0)
        mpfr_set_ui(result, 1, MPFR_RNDN);
    bits = flush(bits_of(result, f), f);
    mpfr_clears(x, y, z, result, (mpfr_ptr)0);
    return bits;
}

static const struct {
    const char *name;
    mpfr_rnd_t mode;
} modes[] = {
    {"rn", MPFR_RNDN},
    {"rz", MPFR_RNDZ},
    {"rm", MPFR_RNDD},
    {"rp", MPFR_RNDU},
};

static const operation operations[] = {
    {"add.%s%s%s.f32 d, a, b;", '+', &f32, 'w', 2},
    {"sub.%s%s%s.f32 d, a, b;", '-', &f32, 'w', 2},
    {"mul.%s%s%s.f32 d, a, b;", '*', &f32, 'w', 2},
    {"fma.%s%s%s.f32 d, a, b, c;", 'f', &f32, 'w', 3},
    {"div.%s%s%s.f32 d, a, b;", '/', &f32, 'w', 2},
    {"rcp.%s%s%s.f32 d, a;", 'r', &f32, 'w', 1},
    {"sqrt.%s%s%s.f32 d, a;", 's', &f32, 'w', 1},
    {"add.%s%s%s.f64 d, a, b;", '+', &f64, 'D', 2},
    {"sub.%s%s%s.f64 d, a, b;", '-', &f64, 'D', 2},
    {"mul.%s%s%s.f64 d, a, b;", '*', &f64, 'D', 2},
    {"fma.%s%s%s.f64 d, a, b, c;", 'f', &f64, 'D', 3},
    {"div.%s%s%s.f64 d, a, b;", '/', &f64, 'D', 2},
    {"rcp.%s%s%s.f64 d, a;", 'r', &f64, 'D', 1},
    {"sqrt.%s%s%s.f64 d, a;", 's', &f64, 'D', 1},
    {"add.%s%s%s.f16 d, a, b;", '+', &f16, 'h', 2},
    {"sub.%s%s%s.f16 d, a, b;", '-', &f16, 'h', 2},
    {"mul.%s%s%s.f16 d, a, b;", '*', &f16, 'h', 2},
    {"fma.%s%s%s.f16 d, a, b, c;", 'f', &f16, 'h', 3},
    {"add.%s%s%s.bf16 d, a, b;", '+', &bf16, 'h', 2},
    {"mul.%s%s%s.bf16 d, a, b;", '*', &bf16, 'h', 2},
    {"fma.%s%s%s.bf16 d, a, b, c;", 'f', &bf16, 'h', 3},
};

enum { OPERATIONS = sizeof operations / sizeof *operations };

static char source_letter(const operation *op, int i) {
    return i >= op->sources ? 'n' : op->letter == 'D' ? 'l' : op->letter;
}

static void check_operation(const operation *op, int mode, bool ftz, bool sat) {
    char text[128];
    op_case it = {text,
                  op->letter,
                  source_letter(op, 0),
                  source_letter(op, 1),
                  source_letter(op, 2),
                  exactly,
                  0};

    now.op = *op;
    now.mode = modes[mode].mode;
    now.ftz = ftz;
    now.sat = sat;
    snprintf(text, sizeof text, op->name, modes[mode].name, ftz ? ".ftz" : "",
             sat ? ".sat" : "");
    op_check(&it, OP_COUNT, op_operand);
}

START_TEST(the_basic_operations_round_as_ieee_says)
{
    const operation *op = &operations[_i % OPERATIONS];
    bool half = op->letter == 'h';

    if (_i >= OPERATIONS)
        return;
    for (int mode = 0; mode < (half ? 1 : 4); mode++) {
        check_operation(op, mode, false, false);
        if (op->format == &f32 && strchr("+-*f", op->kind)) {
            check_operation(op, mode, true, false);
            check_operation(op, mode, mode == 2, true);
        }
    }
    if (op->format == &f16) {
        check_operation(op, 0, true, false);
        check_operation(op, 0, false, true);
    }
    mpfr_free_cache();
}
END_TEST

/* ---- approximations ---- */

typedef int (*function)(mpfr_t, const mpfr_t, mpfr_rnd_t);

static int reciprocal(mpfr_t r, const mpfr_t a, mpfr_rnd_t mode) {
    return mpfr_ui_div(r, 1, a, mode);
}

/* The result for -0 is -infinity (PTX ISA 9.7.3.16). */
static int reciprocal_root(mpfr_t r, const mpfr_t a, mpfr_rnd_t mode) {
    int ternary = mpfr_rec_sqrt(r, a, mode);

    if (mpfr_zero_p(a) && mpfr_signbit(a))
        mpfr_set_inf(r, -1);
    return ternary;
}

static function approximated;

static uint64_t nearest(uint64_t a, uint64_t b, uint64_t c) {
    const format *f = now.op.format;
    mpfr_t x, result;
    uint64_t bits;
    int ternary;

    (void)b, (void)c;
    widest();
    mpfr_init2(x, 200);
    mpfr_init2(result, f->precision);
    value_of(x, flush(a, f), f);
    mpfr_set_emin(f->emin);
    mpfr_set_emax(f->emax);
    ternary = approximated(result, x, MPFR_RNDN);
    ternary = mpfr_check_range(result, ternary, MPFR_RNDN);
    mpfr_subnormalize(result, ternary, MPFR_RNDN);
    widest();
    bits = flush(bits_of(result, f), f);
    mpfr_clears(x, result, (mpfr_ptr)0);
    return bits;
}

static const struct {
    const char *text;
    function function;
    bool ftz;
} approximations[] = {
    {"rcp.approx.f32 d, a;", reciprocal, false},
    {"rcp.approx.ftz.f32 d, a;", reciprocal, true},
    {"sqrt.approx.f32 d, a;", mpfr_sqrt, false},
    {"sqrt.approx.ftz.f32 d, a;", mpfr_sqrt, true},
    {"rsqrt.approx.f32 d, a;", reciprocal_root, false},
    {"rsqrt.approx.ftz.f32 d, a;", reciprocal_root, true},
    {"sin.approx.f32 d, a;", mpfr_sin, false},
    {"cos.approx.f32 d, a;", mpfr_cos, false},
    {"lg2.approx.f32 d, a;", mpfr_log2, false},
    {"lg2.approx.ftz.f32 d, a;", mpfr_log2, true},
    {"ex2.approx.f32 d, a;", mpfr_exp2, false},
    {"ex2.approx.ftz.f32 d, a;", mpfr_exp2, true},
    {"tanh.approx.f32 d, a;", mpfr_tanh, false},
};

enum { APPROXIMATIONS = sizeof approximations / sizeof *approximations };

START_TEST(approximations_are_within_a_place)
{
    op_case it = {approximations[_i % APPROXIMATIONS].text,
                  'w',
                  'w',
                  'n',
                  'n',
                  nearest,
                  1};

    if (_i >= APPROXIMATIONS)
        return;
    now.op = (operation){.format = &f32};
    now.ftz = approximations[_i].ftz;
    approximated = approximations[_i].function;
    op_check(&it, OP_COUNT, op_operand);
    mpfr_free_cache();
}
END_TEST

/* Divisors beyond 2^126 give zeros (PTX ISA 9.7.3.8). */
static uint64_t quotient(uint64_t a, uint64_t b, uint64_t c) {
    uint64_t size = flush(b, &f32) & 0x7fffffff;
    uint64_t sign = (a ^ b) & 0x80000000, top = a & 0x7fffffff;

    if (size <= 0x7e800000 || size >= 0x7f800000)
        return exactly(a, b, c);
    return top >= 0x7f800000 ? f32.nan : sign;
}

START_TEST(quotients_are_within_two_places)
{
    static const struct {
        const char *text;
        bool ftz, approximate;
    } forms[] = {{"div.full.f32 d, a, b;", false, false},
                 {"div.full.ftz.f32 d, a, b;", true, false},
                 {"div.approx.f32 d, a, b;", false, true},
                 {"div.approx.ftz.f32 d, a, b;", true, true}};

    if (_i >= 4)
        return;
    now.op = (operation){.kind = '/', .format = &f32};
    now.mode = MPFR_RNDN;
    now.ftz = forms[_i].ftz;
    now.sat = false;
    op_check(&(op_case){forms[_i].text, 'w', 'w', 'w', 'n',
                        forms[_i].approximate ? quotient : exactly, 2},
             OP_COUNT, op_operand);
    mpfr_free_cache();
}
END_TEST

/* The result is a double's upper word: 20 bits of fraction and a last place. */
START_TEST(coarse_doubles_keep_twenty_bits)
{
    static const char *const texts[] = {"rcp.approx.ftz.f64 d, a;",
                                        "rsqrt.approx.ftz.f64 d, a;"};

    if (_i >= 2)
        return;
    now.op = (operation){.format = &f64};
    now.ftz = true;
    approximated = _i ? reciprocal_root : reciprocal;
    op_check(
        &(op_case){texts[_i], 'D', 'l', 'n', 'n', nearest, UINT64_C(3) << 32},
        OP_COUNT, op_operand);
    mpfr_free_cache();
}
END_TEST

/* ---- conversions ---- */

typedef struct conversion {
    const char *text;
    char to, from;      /* letters of d and a */
    const format *real; /* of the result, NULL: an integer */
    const format *source;
    int bits; /* of the integer, negative when signed */
    mpfr_rnd_t mode;
    char extra; /* s: saturates, r: relu, z: ftz, f: finite */
} conversion;

static const conversion conversions[] = {
    {"cvt.rn.f32.f64 d, a;", 'w', 'l', &f32, &f64, 0, MPFR_RNDN, 0},
    {"cvt.rz.f32.f64 d, a;", 'w', 'l', &f32, &f64, 0, MPFR_RNDZ, 0},
    {"cvt.rm.f32.f64 d, a;", 'w', 'l', &f32, &f64, 0, MPFR_RNDD, 0},
    {"cvt.rp.f32.f64 d, a;", 'w', 'l', &f32, &f64, 0, MPFR_RNDU, 0},
    {"cvt.f64.f32 d, a;", 'D', 'w', &f64, &f32, 0, MPFR_RNDN, 0},
    {"cvt.rn.f16.f32 d, a;", 'h', 'w', &f16, &f32, 0, MPFR_RNDN, 0},
    {"cvt.rz.f16.f32 d, a;", 'h', 'w', &f16, &f32, 0, MPFR_RNDZ, 0},
    {"cvt.rn.relu.f16.f32 d, a;", 'h', 'w', &f16, &f32, 0, MPFR_RNDN, 'r'},
    {"cvt.rn.f16.f64 d, a;", 'h', 'l', &f16, &f64, 0, MPFR_RNDN, 0},
    {"cvt.f32.f16 d, a;", 'w', 'h', &f32, &f16, 0, MPFR_RNDN, 0},
    {"cvt.f64.f16 d, a;", 'D', 'h', &f64, &f16, 0, MPFR_RNDN, 0},
    {"cvt.rn.bf16.f32 d, a;", 'h', 'w', &bf16, &f32, 0, MPFR_RNDN, 0},
    {"cvt.rz.bf16.f32 d, a;", 'h', 'w', &bf16, &f32, 0, MPFR_RNDZ, 0},
    {"cvt.f32.bf16 d, a;", 'w', 'h', &f32, &bf16, 0, MPFR_RNDN, 0},
    {"cvt.sat.f32.f32 d, a;", 'w', 'w', &f32, &f32, 0, MPFR_RNDN, 's'},
    {"cvt.rn.ftz.f32.f64 d, a;", 'w', 'l', &f32, &f64, 0, MPFR_RNDN, 'z'},
    {"cvt.rn.f32.s32 d, a;", 'w', 'w', &f32, NULL, -32, MPFR_RNDN, 0},
    {"cvt.rz.f32.u32 d, a;", 'w', 'w', &f32, NULL, 32, MPFR_RNDZ, 0},
    {"cvt.rn.f32.u64 d, a;", 'w', 'l', &f32, NULL, 64, MPFR_RNDN, 0},
    {"cvt.rn.f32.s64 d, a;", 'w', 'l', &f32, NULL, -64, MPFR_RNDN, 0},
    {"cvt.rp.f32.s64 d, a;", 'w', 'l', &f32, NULL, -64, MPFR_RNDU, 0},
    {"cvt.rn.f64.s64 d, a;", 'D', 'l', &f64, NULL, -64, MPFR_RNDN, 0},
    {"cvt.rm.f64.u64 d, a;", 'D', 'l', &f64, NULL, 64, MPFR_RNDD, 0},
    {"cvt.rn.f64.u32 d, a;", 'D', 'w', &f64, NULL, 32, MPFR_RNDN, 0},
    {"cvt.rn.f16.s32 d, a;", 'h', 'w', &f16, NULL, -32, MPFR_RNDN, 0},
    {"cvt.rn.f16.u64 d, a;", 'h', 'l', &f16, NULL, 64, MPFR_RNDN, 0},
    {"cvt.rni.s32.f32 d, a;", 'w', 'w', NULL, &f32, -32, MPFR_RNDN, 0},
    {"cvt.rzi.s32.f32 d, a;", 'w', 'w', NULL, &f32, -32, MPFR_RNDZ, 0},
    {"cvt.rmi.u32.f32 d, a;", 'w', 'w', NULL, &f32, 32, MPFR_RNDD, 0},
    {"cvt.rpi.s64.f32 d, a;", 'l', 'w', NULL, &f32, -64, MPFR_RNDU, 0},
    {"cvt.rzi.u64.f64 d, a;", 'l', 'l', NULL, &f64, 64, MPFR_RNDZ, 0},
    {"cvt.rni.s64.f64 d, a;", 'l', 'l', NULL, &f64, -64, MPFR_RNDN, 0},
    {"cvt.rzi.s32.f64 d, a;", 'w', 'l', NULL, &f64, -32, MPFR_RNDZ, 0},
    {"cvt.rzi.u16.f32 d, a;", 'h', 'w', NULL, &f32, 16, MPFR_RNDZ, 0},
    {"cvt.rzi.s16.f16 d, a;", 'h', 'h', NULL, &f16, -16, MPFR_RNDZ, 0},
    {"cvt.rzi.s32.f16 d, a;", 'w', 'h', NULL, &f16, -32, MPFR_RNDZ, 0},
    {"cvt.rzi.s8.f32 d, a;", 'w', 'w', NULL, &f32, -8, MPFR_RNDZ, 0},
    {"cvt.rzi.u8.f32 d, a;", 'w', 'w', NULL, &f32, 8, MPFR_RNDZ, 0},
    {"cvt.rni.f32.f32 d, a;", 'w', 'w', &f32, &f32, 1, MPFR_RNDN, 'i'},
    {"cvt.rmi.f64.f64 d, a;", 'D', 'l', &f64, &f64, 1, MPFR_RNDD, 'i'},
    {"cvt.rpi.ftz.f32.f32 d, a;", 'w', 'w', &f32, &f32, 1, MPFR_RNDU, 'z'},
};

enum { CONVERSIONS = sizeof conversions / sizeof *conversions };

static const conversion *converted;

static uint64_t integer_result(const mpfr_t x) {
    int width = abs(converted->bits);
    bool sign = converted->bits < 0;
    uint64_t most = sign         ? (UINT64_C(1) << (width - 1)) - 1
                    : width < 64 ? (UINT64_C(1) << width) - 1
                                 : ~UINT64_C(0);
    uint64_t least = sign ? ~most : 0, result;
    mpfr_t whole, bound;

    if (mpfr_nan_p(x))
        return width == 64 || converted->source == &f64
                   ? (sign ? least : UINT64_C(1) << (width - 1))
                   : 0;
    mpfr_inits2(200, whole, bound, (mpfr_ptr)0);
    mpfr_rint(whole, x, converted->mode);
    mpfr_set_uj(bound, most, MPFR_RNDN);
    if (mpfr_cmp(whole, bound) >= 0)
        result = most;
    else {
        mpfr_set_sj(bound, (int64_t)least, MPFR_RNDN);
        if (!sign)
            mpfr_set_zero(bound, 1);
        if (mpfr_cmp(whole, bound) <= 0)
            result = least;
        else
            result = sign ? (uint64_t)mpfr_get_sj(whole, MPFR_RNDN)
                          : mpfr_get_uj(whole, MPFR_RNDN);
    }
    mpfr_clears(whole, bound, (mpfr_ptr)0);
    return result;
}

static uint64_t real_result(mpfr_t x) {
    const format *f = converted->real;
    mpfr_t result;
    uint64_t bits;
    int ternary;

    if (converted->bits == 1) /* to an integral value, in the same format */
        mpfr_rint(x, x, converted->mode);
    mpfr_init2(result, f->precision);
    mpfr_set_emin(f->emin);
    mpfr_set_emax(f->emax);
    ternary = mpfr_set(result, x, converted->mode);
    ternary = mpfr_check_range(result, ternary, converted->mode);
    mpfr_subnormalize(result, ternary, converted->mode);
    widest();
    if (converted->extra == 's' && !(mpfr_cmp_ui(result, 0) > 0))
        mpfr_set_zero(result, 1);
    if (converted->extra == 's' && mpfr_cmp_ui(result, 1) > 0)
        mpfr_set_ui(result, 1, MPFR_RNDN);
    bits = bits_of(result, f);
    if (converted->extra == 'r' && bits & f->sign)
        bits = 0;
    mpfr_clear(result);
    return flush(bits, f);
}

static uint64_t converts(uint64_t a, uint64_t b, uint64_t c) {
    mpfr_t x;
    uint64_t result;

    (void)b, (void)c;
    widest();
    mpfr_init2(x, 1200);
    if (converted->source)
        value_of(x, converted->source == &f32 ? flush(a, &f32) : a,
                 converted->source);
    else if (converted->bits == -32)
        mpfr_set_sj(x, (int32_t)a, MPFR_RNDN);
    else if (converted->bits == -64)
        mpfr_set_sj(x, (int64_t)a, MPFR_RNDN);
    else
        mpfr_set_uj(x, a, MPFR_RNDN);
    result = converted->real ? real_result(x) : integer_result(x);
    mpfr_clear(x);
    return result;
}

START_TEST(conversions_round_and_saturate)
{
    const conversion *it = &conversions[_i % CONVERSIONS];
    op_case row = {it->text, it->to, it->from, 'n', 'n', converts, 0};

    if (_i >= CONVERSIONS)
        return;
    converted = it;
    now.ftz = it->extra == 'z';
    op_check(&row, OP_COUNT, op_operand);
    mpfr_free_cache();
}
END_TEST

/* ---- all numbers of 16 bits ---- */

static uint64_t every_half(uint32_t i, int which) {
    (void)which;
    return i;
}

START_TEST(every_half_becomes_the_same_float_and_comes_back)
{
    static const conversion up = {"cvt.f32.f16 d, a;", 'w', 'h', &f32, &f16, 0,
                                  MPFR_RNDN,           0};
    static const conversion up_bf = {
        "cvt.f32.bf16 d, a;", 'w', 'h', &f32, &bf16, 0, MPFR_RNDN, 0};
    static const conversion whole = {
        "cvt.rni.f16.f16 d, a;", 'h', 'h', &f16, &f16, 1, MPFR_RNDN, 0};
    static const conversion *const each[] = {&up, &up_bf, &whole};

    if (_i >= 3)
        return;
    converted = each[_i];
    now.ftz = false;
    op_check(
        &(op_case){converted->text, converted->to, 'h', 'n', 'n', converts, 0},
        65536, every_half);
    mpfr_free_cache();
}
END_TEST

LOOP_TESTS("numbers", CONVERSIONS, the_basic_operations_round_as_ieee_says,
           approximations_are_within_a_place, quotients_are_within_two_places,
           coarse_doubles_keep_twenty_bits, conversions_round_and_saturate,
           every_half_becomes_the_same_float_and_comes_back)
