/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers as Python prints them: repr() and the format specification. Nothing
 * looks at the locale: what printf says is taken apart at its digits. */
#include "base/format.h"

#include "base/number.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* [[fill]align][sign][#][0][width][,][.precision][type] */
typedef struct spec {
    char fill[5]; /* one character of UTF-8 */
    char align;   /* < > ^ =, 0: none given */
    char sign;    /* + - or blank */
    bool prefix, zero;
    char group; /* , or _, 0: none */
    uint32_t width;
    int precision; /* -1: none */
    char type;     /* 0: none */
} spec;

/* ---- reading a specification ---- */

static size_t char_length(const char *at, const char *end) {
    size_t n = 1;

    while (at + n < end && ((unsigned char)at[n] & 0xc0) == 0x80 && n < 4)
        n++;
    return n;
}

static bool is_align(const char *at, const char *end) {
    return at < end && *at && strchr("<>^=", *at);
}

static bool read_number(const char **at, const char *end, uint32_t *out) {
    for (*out = 0; *at < end && **at >= '0' && **at <= '9'; ++*at)
        if ((*out = *out * 10 + (uint32_t)(**at - '0')) > PK_FORMAT_WIDTH)
            return false;
    return true;
}

static bool read_fill(const char **at, const char *end, spec *s) {
    size_t n;

    if (*at == end)
        return true;
    n = char_length(*at, end);
    if (is_align(*at + n, end)) {
        memcpy(s->fill, *at, n);
        s->fill[n] = '\0';
        *at += n;
    }
    if (is_align(*at, end))
        s->align = *(*at)++;
    return true;
}

static bool accept(const char **at, const char *end, const char *any,
                   char *out) {
    if (*at == end || !**at || !strchr(any, **at))
        return false;
    *out = *(*at)++;
    return true;
}

static bool read_spec(const char *at, size_t length, spec *s) {
    const char *end = at + length;
    uint32_t precision;
    char mark;

    *s = (spec){.fill = " ", .sign = '-', .precision = -1};
    read_fill(&at, end, s);
    accept(&at, end, "+- ", &s->sign);
    s->prefix = accept(&at, end, "#", &mark);
    s->zero = accept(&at, end, "0", &mark);
    if (!read_number(&at, end, &s->width))
        return false;
    accept(&at, end, ",_", &s->group);
    if (accept(&at, end, ".", &mark)) {
        if (at == end || !isdigit((unsigned char)*at) ||
            !read_number(&at, end, &precision))
            return false;
        s->precision = (int)precision;
    }
    accept(&at, end, "bdoxXeEfFgG%", &s->type);
    if (s->zero && !s->align) {
        s->align = '=';
        if (!strcmp(s->fill, " "))
            s->fill[0] = '0';
    }
    return at == end;
}

/* Whether it is `c` alone: the number is a character's. */
static bool is_character(const char *text, size_t length) {
    return length == 1 && *text == 'c';
}

const char *pk_format_check(const char *text, size_t length, pk_type type) {
    spec s;
    bool whole;

    if (pk_type_is_ptr(type))
        return "an address cannot be printed";
    if (!length || (is_character(text, length) && pk_type_is_int(type)))
        return NULL;
    if (!read_spec(text, length, &s))
        return "not a format specification that is supported";
    whole = !s.type ? !pk_type_is_float(type) : strchr("bdoxX", s.type) != NULL;
    if (whole && (pk_type_is_float(type) || s.precision >= 0))
        return "the format specification is not one for such a number";
    if (!whole && (s.prefix || (!s.type && s.precision >= 0)))
        return "not a format specification that is supported";
    if (s.group && (s.zero || (s.type && !strchr("dfF", s.type))))
        return "not a format specification that is supported";
    return NULL;
}

/* ---- digits ---- */

/* A number without its sign: prefix, digits before the point, the rest. */
typedef struct digits {
    bool minus;
    const char *prefix;
    char whole[512]; /* of 1e308, or 64 bits */
    char rest[256];
} digits;

static uint64_t magnitude_of(pk_type type, uint64_t bits, bool *minus) {
    uint32_t unused = 64 - 8 * pk_type_bytes(type);
    int64_t value = (int64_t)(bits << unused) >> unused;

    *minus = pk_type_is_signed(type) && value < 0;
    return *minus ? 0 - (uint64_t)value : bits;
}

static void put_bits(char *out, uint64_t value) {
    int top = 63;

    while (top > 0 && !(value >> top & 1))
        top--;
    for (int i = top; i >= 0; i--)
        *out++ = value >> i & 1 ? '1' : '0';
    *out = '\0';
}

static void read_whole(const spec *s, pk_type type, uint64_t bits, digits *d) {
    uint64_t value = magnitude_of(type, bits, &d->minus);
    size_t room = sizeof d->whole;

    switch (s->type) {
    case 'b':
        put_bits(d->whole, value);
        d->prefix = "0b";
        break;
    case 'o':
        snprintf(d->whole, room, "%" PRIo64, value);
        d->prefix = "0o";
        break;
    case 'x':
        snprintf(d->whole, room, "%" PRIx64, value);
        d->prefix = "0x";
        break;
    case 'X':
        snprintf(d->whole, room, "%" PRIX64, value);
        d->prefix = "0X";
        break;
    default:
        snprintf(d->whole, room, "%" PRIu64, value);
        d->prefix = "";
        break;
    }
    if (!s->prefix)
        d->prefix = "";
}

/* "12.5" by "%.1f": digits, the locale's point, `precision` digits. */
static void read_fixed(double value, int precision, digits *d) {
    char text[768];
    int length = snprintf(text, sizeof text, "%.*f", precision, value);
    int whole = (int)strspn(text, "0123456789");

    snprintf(d->whole, sizeof d->whole, "%.*s", whole, text);
    if (precision)
        snprintf(d->rest, sizeof d->rest, ".%s", text + length - precision);
}

/* "1.25e+03" by "%.2e"; returns the exponent. */
static int read_scientific(double value, int precision, digits *d) {
    char text[320];
    const char *e;
    int exponent = 0;

    snprintf(text, sizeof text, "%.*e", precision, value);
    e = strchr(text, 'e');
    for (const char *at = e + 2; *at; at++)
        exponent = exponent * 10 + (*at - '0');
    snprintf(d->whole, sizeof d->whole, "%c", text[0]);
    snprintf(d->rest, sizeof d->rest, "%s%.*s%s", precision ? "." : "",
             precision, e - precision, e);
    return e[1] == '-' ? -exponent : exponent;
}

/* Zeros that end the fraction go, and the point when nothing is left. */
static void drop_zeros(digits *d) {
    char *e = strchr(d->rest, 'e'), *end, tail[16] = "";

    end = e ? e : d->rest + strlen(d->rest);
    if (e)
        snprintf(tail, sizeof tail, "%s", e);
    if (d->rest[0] != '.')
        return;
    while (end[-1] == '0')
        end--;
    if (end[-1] == '.')
        end--;
    snprintf(end, sizeof tail, "%s", tail);
}

static void read_general(double value, int precision, digits *d) {
    int exponent;

    precision = precision ? precision : 1;
    exponent = read_scientific(value, precision - 1, d);
    if (exponent >= -4 && exponent < precision) {
        d->rest[0] = '\0';
        read_fixed(value, precision - 1 - exponent, d);
    }
    drop_zeros(d);
}

static void put_percent(digits *d) {
    size_t length = strlen(d->rest);

    snprintf(d->rest + length, sizeof d->rest - length, "%%");
}

static void read_float(const spec *s, double value, digits *d) {
    int precision = s->precision < 0 ? 6 : s->precision;

    d->minus = __builtin_signbit(value) && value == value;
    value = __builtin_fabs(value);
    if (value != value || value > 1.7976931348623157e308) {
        snprintf(d->whole, sizeof d->whole, "%s",
                 value != value ? "nan" : "inf");
        snprintf(d->rest, sizeof d->rest, "%s", s->type == '%' ? "%" : "");
        return;
    }
    switch (s->type) {
    case 'e':
    case 'E': read_scientific(value, precision, d); break;
    case 'g':
    case 'G': read_general(value, precision, d); break;
    case '%':
        read_fixed(value * 100, precision, d);
        put_percent(d);
        break;
    default: read_fixed(value, precision, d); break;
    }
}

static void to_upper(char *text) {
    for (; *text; text++)
        *text = (char)toupper((unsigned char)*text);
}

static void read_digits(const spec *s, pk_type type, uint64_t bits, digits *d) {
    char text[PK_NUMBER_MAX];

    *d = (digits){.prefix = ""};
    if (s->type ? strchr("bdoxX", s->type) != NULL : !pk_type_is_float(type)) {
        read_whole(s, type, bits, d);
        return;
    }
    if (!s->type) { /* repr, in a field */
        pk_float_print(text, type, bits);
        d->minus = text[0] == '-';
        snprintf(d->whole, sizeof d->whole, "%.3s",
                 strncmp(text + d->minus, "nan", 3) ? "" : "nan");
        if (!d->whole[0])
            snprintf(d->whole, sizeof d->whole, "%s", text + d->minus);
        return;
    }
    if (pk_type_is_float(type)) {
        read_float(s, pk_float_value(type, bits), d);
    } else {
        uint64_t value = magnitude_of(type, bits, &d->minus);
        bool minus = d->minus;
        read_float(s, (double)value, d);
        d->minus = minus;
    }
    if (strchr("EFGX", s->type)) {
        to_upper(d->whole);
        to_upper(d->rest);
    }
}

/* ---- putting it together ---- */

static void put_fill(const spec *s, size_t count, pk_text *out) {
    while (count--)
        pk_text_put(out, s->fill);
}

static void put_grouped(const char *whole, char group, pk_text *out) {
    size_t length = strlen(whole), run = strspn(whole, "0123456789");

    for (size_t i = 0; i < length; i++) {
        if (group && i && i < run && (run - i) % 3 == 0)
            pk_text_bytes(out, &group, 1);
        pk_text_bytes(out, whole + i, 1);
    }
}

static size_t groups_in(const char *whole, char group) {
    size_t run = strspn(whole, "0123456789");

    return group && run ? (run - 1) / 3 : 0;
}

static void put_field(const spec *s, const digits *d, pk_text *out) {
    char sign[2] = {d->minus ? '-' : s->sign == '-' ? '\0' : s->sign, '\0'};
    size_t length = strlen(sign) + strlen(d->prefix) + strlen(d->whole) +
                    groups_in(d->whole, s->group) + strlen(d->rest);
    size_t room = s->width > length ? s->width - length : 0;
    char align = s->align ? s->align : '>';
    size_t left = align == '>' ? room : align == '^' ? room / 2 : 0;

    put_fill(s, left, out);
    pk_text_put(out, sign);
    pk_text_put(out, d->prefix);
    if (align == '=')
        put_fill(s, room, out);
    put_grouped(d->whole, s->group, out);
    pk_text_put(out, d->rest);
    if (align == '<' || align == '^')
        put_fill(s, room - left, out);
}

static void put_repr(pk_type type, uint64_t bits, pk_text *out) {
    char text[PK_NUMBER_MAX];
    bool minus;
    uint64_t value;

    if (type == PK_TYPE_bool) {
        pk_text_put(out, bits & 1 ? "True" : "False");
    } else if (pk_type_is_float(type)) {
        double number = pk_float_value(type, bits);
        pk_float_print(text, type, bits);
        pk_text_put(out, number != number ? "nan" : text);
    } else {
        value = magnitude_of(type, bits, &minus);
        pk_text_printf(out, "%s%" PRIu64, minus ? "-" : "", value);
    }
}

void pk_format(const char *text, size_t length, pk_type type, uint64_t bits,
               pk_text *out) {
    spec s;
    digits d;

    if (!length) {
        put_repr(type, bits, out);
        return;
    }
    if (is_character(text, length)) {
        pk_text_character(out, (uint32_t)bits);
        return;
    }
    if (!read_spec(text, length, &s))
        return;
    read_digits(&s, type, bits, &d);
    put_field(&s, &d, out);
}

/* A part has no ".0" behind a whole number. */
static void put_part(pk_type type, uint64_t bits, bool sign, pk_text *out) {
    double value = pk_float_value(type, bits);
    char text[PK_NUMBER_MAX];
    size_t length = pk_float_print(text, type, bits);

    if (value != value)
        snprintf(text, sizeof text, "nan");
    else if (length > 2 && strcmp(text + length - 2, ".0") == 0)
        text[length - 2] = '\0';
    if (sign && text[0] != '-')
        pk_text_put(out, "+");
    pk_text_put(out, text);
}

void pk_format_complex(pk_type type, uint64_t real, uint64_t imag,
                       pk_text *out) {
    bool alone = !real; /* -0.0 is not left out */

    pk_text_put(out, alone ? "" : "(");
    if (!alone)
        put_part(type, real, false, out);
    put_part(type, imag, !alone, out);
    pk_text_put(out, alone ? "j" : "j)");
}
