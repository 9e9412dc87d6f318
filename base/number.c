/* SPDX-License-Identifier: Apache-2.0 */
/* Floats as bits and as text. Reading is exact: a long decimal is a fraction
 * of two big integers, divided bit by bit as far as rounding needs. Printing
 * tries precisions until the text reads back as the same bits. */
#include "base/number.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__extension__ typedef unsigned __int128 uint128;

/* A binary format. */
typedef struct format {
    int digits; /* of the significand, the hidden bit included */
    int min_exponent, max_exponent;
    int decimals; /* this many decimal digits always survive */
} format;

static format format_of(pk_type type) {
    if (type == PK_TYPE_f16)
        return (format){11, -14, 15, 3};
    if (type == PK_TYPE_f32)
        return (format){24, -126, 127, 6};
    return (format){53, -1022, 1023, 15};
}

static uint64_t infinity_bits(const format *f) {
    return (uint64_t)(2 * f->max_exponent + 1) << (f->digits - 1);
}

static uint64_t sign_bit(pk_type type) {
    return UINT64_C(1) << (pk_type_bytes(type) * 8 - 1);
}

/* The bits of `significand` * 2^exponent, a little more when `sticky`. The
 * significand is not 0, and has all its 62 bits or more when sticky. */
static uint64_t pack(pk_type type, uint64_t significand, bool sticky,
                     int64_t exponent) {
    format f = format_of(type);
    int length = 64 - __builtin_clzll(significand);
    int64_t top = exponent + length - 1;
    int64_t last = (top < f.min_exponent ? f.min_exponent : top) - f.digits + 1;
    int64_t drop = last - exponent;
    uint64_t kept, half, rest;

    if (top > f.max_exponent)
        return infinity_bits(&f);
    if (drop > length)
        return 0;
    assert(drop > -64);
    if (drop <= 0)
        kept = significand << -drop;
    else {
        kept = drop < 64 ? significand >> drop : 0;
        half = UINT64_C(1) << (drop - 1);
        rest = significand & (half | (half - 1));
        kept += rest > half || (rest == half && (sticky || (kept & 1)));
    }
    /* The hidden bit, and a carry out of rounding, add to the exponent. */
    if (top >= f.min_exponent)
        kept += (uint64_t)(top + f.max_exponent - 1) << (f.digits - 1);
    return kept;
}

/* ---- conversion ---- */

uint64_t pk_float_bits(pk_type type, double value) {
    uint64_t wide, significand;
    uint32_t narrow;
    float f;

    memcpy(&wide, &value, sizeof wide);
    if (type == PK_TYPE_f64)
        return wide;
    if (type == PK_TYPE_f32) {
        f = (float)value;
        memcpy(&narrow, &f, sizeof narrow);
        return narrow;
    }
    significand = wide & (~UINT64_C(0) >> 12);
    wide >>= 48;
    if ((wide & 0x7ff0) == 0x7ff0 && significand)
        return (wide & 0x8000) | 0x7e00 | significand >> 42;
    if ((wide & 0x7ff0) == 0x7ff0)
        return (wide & 0x8000) | 0x7c00;
    if ((wide & 0x7ff0) == 0) /* float64 subnormals are far below */
        return wide & 0x8000;
    return (wide & 0x8000) | pack(type, significand | UINT64_C(1) << 52, false,
                                  (int)(wide >> 4 & 0x7ff) - 1023 - 52);
}

static double half_value(uint16_t bits) {
    int exponent = bits >> 10 & 31;
    int significand = bits & 1023;
    double sign = bits & 0x8000 ? -1.0 : 1.0;
    uint64_t nan = (uint64_t)(bits & 0x8000) << 48 | UINT64_C(0x7ff8) << 48 |
                   (uint64_t)significand << 42;
    double value;

    if (exponent == 31 && significand) {
        memcpy(&value, &nan, sizeof value);
        return value;
    }
    if (exponent == 31)
        return sign * INFINITY;
    if (exponent)
        return sign * ldexp(significand + 1024, exponent - 25);
    return sign * ldexp(significand, -24);
}

double pk_float_value(pk_type type, uint64_t bits) {
    uint32_t narrow = (uint32_t)bits;
    double value;
    float f;

    if (type == PK_TYPE_f16)
        return half_value((uint16_t)bits);
    if (type == PK_TYPE_f32) {
        memcpy(&f, &narrow, sizeof f);
        return f;
    }
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* ---- big integers ---- */

/* More decimal digits than these cannot change the rounding, except by being
 * there: halfway between two float64 there are at most 767. With exponents cut
 * at 10^+-EXPONENT no number needs more than 8100 bits. */
enum { MAX_DIGITS = 780, MAX_EXPONENT = 400, MAX_SHORT = 19, WORDS = 300 };

typedef struct big {
    int count; /* words; the highest is not 0 */
    uint32_t word[WORDS];
} big;

static void big_mul_add(big *a, uint32_t factor, uint32_t carry) {
    uint64_t at = carry;

    for (int i = 0; i < a->count; i++) {
        at += (uint64_t)a->word[i] * factor;
        a->word[i] = (uint32_t)at;
        at >>= 32;
    }
    if (at)
        a->word[a->count++] = (uint32_t)at;
}

static int big_length(const big *a) {
    return a->count * 32 - __builtin_clz(a->word[a->count - 1]);
}

static void big_shift_left(big *a, int by) {
    int words = by / 32, bits = by % 32;

    for (int i = a->count - 1; i >= 0; i--)
        a->word[i + words] = a->word[i];
    memset(a->word, 0, (size_t)words * sizeof *a->word);
    a->count += words;
    if (bits)
        big_mul_add(a, UINT32_C(1) << bits, 0);
}

static void big_halve(big *a) {
    for (int i = 0; i < a->count; i++)
        a->word[i] =
            a->word[i] >> 1 | (i + 1 < a->count ? a->word[i + 1] << 31 : 0);
    if (!a->word[a->count - 1])
        a->count--;
}

/* a -= b when a >= b; says whether it was. */
static bool big_subtract(big *a, const big *b) {
    int64_t at = 0;
    int i = a->count;

    if (a->count != b->count) {
        if (a->count < b->count)
            return false;
    } else {
        while (i > 0 && a->word[i - 1] == b->word[i - 1])
            i--;
        if (i > 0 && a->word[i - 1] < b->word[i - 1])
            return false;
    }
    for (i = 0; i < a->count; i++) {
        at += (int64_t)a->word[i] - (i < b->count ? b->word[i] : 0);
        a->word[i] = (uint32_t)at;
        at >>= 32;
    }
    while (a->count && !a->word[a->count - 1])
        a->count--;
    return true;
}

static void big_times_power_of_ten(big *a, int power) {
    for (; power >= 9; power -= 9)
        big_mul_add(a, 1000000000, 0);
    for (; power > 0; power--)
        big_mul_add(a, 10, 0);
}

/* ---- reading ---- */

/* digits * 10^exponent; the first digit is not 0. */
typedef struct decimal {
    int count;
    char digit[MAX_DIGITS + 1]; /* values 0 to 9 */
    int64_t exponent;
} decimal;

/* Most numbers: what fits 64 bits, times or by a power of five that does (and
 * of two), in 128. */
static bool read_small(pk_type type, const decimal *d, uint64_t *bits) {
    int power = (int)(d->exponent < 0 ? -d->exponent : d->exponent);
    uint64_t whole = 0, five = 1;
    int exponent = (int)d->exponent, spare;
    bool sticky = false;
    uint128 value, quotient;

    if (d->count > MAX_SHORT || power > 27)
        return false;
    for (int i = 0; i < d->count; i++)
        whole = whole * 10 + (uint64_t)d->digit[i];
    for (int i = 0; i < power; i++)
        five *= 5;
    if (d->exponent >= 0) {
        value = (uint128)whole * five;
    } else {
        spare = __builtin_clzll(whole);
        value = (uint128)(whole << spare) << 63;
        exponent -= spare + 63;
        quotient = value / five;
        sticky = quotient * five != value;
        value = quotient;
    }
    if (value >> 64) {
        int more = 64 - __builtin_clzll((uint64_t)(value >> 64));
        sticky |= (value & (((uint128)1 << more) - 1)) != 0;
        value >>= more;
        exponent += more;
    }
    *bits = pack(type, (uint64_t)value, sticky, exponent);
    return true;
}

/* A few digits by the C library, which rounds as it should; without a point
 * no locale changes what they are. */
static bool read_short(pk_type type, const decimal *d, uint64_t *bits) {
    char text[MAX_SHORT + 24];
    size_t count = (size_t)d->count;

    if (type == PK_TYPE_f16 || count > MAX_SHORT)
        return false;
    for (size_t i = 0; i < count; i++)
        text[i] = (char)('0' + d->digit[i]);
    snprintf(text + count, sizeof text - count, "e%d", (int)d->exponent);
    *bits = pk_float_bits(type, type == PK_TYPE_f32 ? (double)strtof(text, NULL)
                                                    : strtod(text, NULL));
    return true;
}

static uint64_t read_long(pk_type type, const decimal *d) {
    big top = {0}, bottom = {1, {1}};
    uint64_t quotient = 0;
    int shift;

    for (int i = 0; i < d->count; i++)
        big_mul_add(&top, 10, (uint32_t)d->digit[i]);
    big_times_power_of_ten(d->exponent < 0 ? &bottom : &top,
                           (int)(d->exponent < 0 ? -d->exponent : d->exponent));
    shift = 62 - (big_length(&top) - big_length(&bottom));
    big_shift_left(shift < 0 ? &bottom : &top, shift < 0 ? -shift : shift);
    big_shift_left(&bottom, 62);
    for (int i = 62; i >= 0; i--) {
        if (big_subtract(&top, &bottom))
            quotient |= UINT64_C(1) << i;
        big_halve(&bottom);
    }
    return pack(type, quotient, top.count > 0, -(int64_t)shift);
}

static uint64_t read_decimal(pk_type type, const decimal *d) {
    format f = format_of(type);
    uint64_t bits;

    if (!d->count || d->exponent + d->count < -MAX_EXPONENT)
        return 0;
    if (d->exponent + d->count > MAX_EXPONENT)
        return infinity_bits(&f);
    if (read_small(type, d, &bits) || read_short(type, d, &bits))
        return bits;
    return read_long(type, d);
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static int hex_digit(char c) {
    if (is_digit(c))
        return c - '0';
    c |= 32;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Reads an exponent, [+-] digits, up to the end. Far ones are cut. */
static bool read_exponent(const char *at, const char *end, int64_t *exponent) {
    bool minus = at < end && *at == '-';
    int64_t value = 0;

    if (at < end && (*at == '-' || *at == '+'))
        at++;
    if (at == end)
        return false;
    for (; at < end && is_digit(*at); at++)
        if (value < INT64_C(1) << 40)
            value = value * 10 + (*at - '0');
    *exponent += minus ? -value : value;
    return at == end;
}

static bool parse_decimal(const char *at, const char *end, pk_type type,
                          uint64_t *bits) {
    decimal d;
    bool any = false, point = false, more = false;

    d.count = 0;
    d.exponent = 0;
    for (; at < end && (is_digit(*at) || (*at == '.' && !point)); at++) {
        if (*at == '.') {
            point = true;
            continue;
        }
        any = true;
        d.exponent -= point;
        if (d.count == MAX_DIGITS) {
            more |= *at != '0';
            d.exponent++;
        } else if (d.count || *at != '0')
            d.digit[d.count++] = (char)(*at - '0');
    }
    if (!any)
        return false;
    if (more) {
        d.digit[d.count++] = 1;
        d.exponent--;
    }
    if (at < end &&
        ((*at | 32) != 'e' || !read_exponent(at + 1, end, &d.exponent)))
        return false;
    *bits = read_decimal(type, &d);
    return true;
}

static bool parse_hex(const char *at, const char *end, pk_type type,
                      uint64_t *bits) {
    uint64_t significand = 0;
    int64_t exponent = 0;
    bool any = false, point = false, sticky = false;

    for (; at < end && (hex_digit(*at) >= 0 || (*at == '.' && !point)); at++) {
        if (*at == '.') {
            point = true;
            continue;
        }
        any = true;
        exponent -= 4 * point;
        if (significand >> 60) {
            sticky |= *at != '0';
            exponent += 4;
        } else
            significand = significand << 4 | (uint64_t)hex_digit(*at);
    }
    if (!any || (at < end &&
                 ((*at | 32) != 'p' || !read_exponent(at + 1, end, &exponent))))
        return false;
    *bits = significand ? pack(type, significand, sticky, exponent) : 0;
    return true;
}

static bool parse_special(const char *at, size_t length, pk_type type,
                          uint64_t *bits) {
    format f = format_of(type);
    uint64_t inf = infinity_bits(&f);

    if (length == 3 && !memcmp(at, "inf", 3))
        *bits = inf;
    else if (length == 3 && !memcmp(at, "nan", 3))
        *bits = inf | inf >> 1;
    else
        return length > 5 && !memcmp(at, "nan(", 4) && at[length - 1] == ')' &&
               pk_uint_parse(at + 4, length - 5, bits) &&
               !(*bits & ~(sign_bit(type) | (sign_bit(type) - 1))) &&
               (*bits & ~sign_bit(type)) > inf;
    return true;
}

bool pk_float_parse(const char *text, size_t length, pk_type type,
                    uint64_t *bits) {
    const char *at = text, *end = text + length;
    bool minus = length && *at == '-';
    bool ok;

    if (length && (*at == '-' || *at == '+'))
        at++;
    if (at < end && (*at == 'i' || *at == 'n'))
        ok = parse_special(at, (size_t)(end - at), type, bits);
    else if (end - at > 2 && at[0] == '0' && (at[1] | 32) == 'x')
        ok = parse_hex(at + 2, end, type, bits);
    else
        ok = parse_decimal(at, end, type, bits);
    if (ok && minus)
        *bits ^= sign_bit(type);
    return ok;
}

bool pk_uint_parse(const char *text, size_t length, uint64_t *value) {
    bool hex = length > 2 && text[0] == '0' && (text[1] | 32) == 'x';
    uint64_t base = hex ? 16 : 10;

    *value = 0;
    for (size_t i = hex ? 2 : 0; i < length; i++) {
        int digit = hex_digit(text[i]);
        if (digit < 0 || (uint64_t)digit >= base ||
            __builtin_mul_overflow(*value, base, value) ||
            __builtin_add_overflow(*value, (uint64_t)digit, value))
            return false;
    }
    return length > 0;
}

/* ---- printing ---- */

/* The digits and exponent of d.ddd * 10^exponent as printf rounds them. The
 * point is skipped, whatever the locale calls it. */
static int digits_of(double value, int precision, char digits[24],
                     int *exponent) {
    char text[64];
    int count = 0;
    const char *at = text;
    bool minus;

    snprintf(text, sizeof text, "%.*e", precision - 1, value);
    for (; *at != 'e'; at++)
        if (is_digit(*at) && count < precision)
            digits[count++] = *at;
    at++;
    minus = *at++ == '-';
    *exponent = 0;
    for (; is_digit(*at); at++)
        *exponent = *exponent * 10 + (*at - '0');
    if (minus)
        *exponent = -*exponent;
    while (count > 1 && digits[count - 1] == '0')
        count--;
    return count;
}

static bool reads_back(pk_type type, const char *digits, int count,
                       int exponent, uint64_t bits) {
    decimal d;

    if (digits[0] == '0')
        return true;
    d.exponent = exponent - count + 1;
    d.count = count;
    for (int i = 0; i < count; i++)
        d.digit[i] = (char)(digits[i] - '0');
    return read_decimal(type, &d) == bits;
}

/* Python's repr(): positional from 1e-4 up to 1e16, else with exponent. */
static size_t layout(char *out, const char *digits, int count, int exponent) {
    char *at = out;

    if (exponent < -4 || exponent >= 16) {
        *at++ = digits[0];
        if (count > 1)
            *at++ = '.';
        memcpy(at, digits + 1, (size_t)count - 1);
        at += count - 1;
        return (size_t)(at - out) + (size_t)sprintf(at, "e%+03d", exponent);
    }
    for (int place = exponent > 0 ? exponent : 0;
         place >= 0 || exponent - place < count; place--) {
        int i = exponent - place;
        if (place == -1)
            *at++ = '.';
        *at++ = i >= 0 && i < count ? digits[i] : '0';
    }
    if (exponent - count + 1 >= 0) {
        *at++ = '.';
        *at++ = '0';
    }
    *at = '\0';
    return (size_t)(at - out);
}

size_t pk_float_print(char out[PK_NUMBER_MAX], pk_type type, uint64_t bits) {
    format f = format_of(type);
    uint64_t magnitude = bits & ~sign_bit(type), inf = infinity_bits(&f);
    char digits[24] = {0}, *at = out;
    int count, exponent;

    if (magnitude > inf && bits == (inf | inf >> 1))
        return (size_t)sprintf(out, "nan");
    if (magnitude > inf)
        return (size_t)sprintf(out, "nan(0x%llx)", (unsigned long long)bits);
    if (bits != magnitude)
        *at++ = '-';
    if (magnitude == inf)
        return (size_t)(at - out) + (size_t)sprintf(at, "inf");
    /* `decimals` digits always read back, unless the number is subnormal. */
    for (int precision = magnitude >> (f.digits - 1) ? f.decimals : 1;;
         precision++) {
        count = digits_of(pk_float_value(type, magnitude), precision, digits,
                          &exponent);
        if (precision == f.decimals + 3 ||
            reads_back(type, digits, count, exponent, magnitude))
            break;
    }
    return (size_t)(at - out) + layout(at, digits, count, exponent);
}
