/* SPDX-License-Identifier: Apache-2.0 */
/* Results of functions of the host in Python's words: (1, 2.5, None), and
 * array([[1, 2], [3, 4]], int64). */
#include "tools/result.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ELEMENTS = 1000 };

/* The fewest digits that read back as the same number, as Python has them. */
static void print_float(double value, bool is_single) {
    char text[40];
    int digits = 0, exponent;

    if (isnan(value) || isinf(value)) {
        fputs(isnan(value) ? "nan" : value < 0 ? "-inf" : "inf", stdout);
        return;
    }
    do
        snprintf(text, sizeof text, "%.*e", digits, value);
    while ((is_single ? strtof(text, NULL) != (float)value
                      : strtod(text, NULL) != value) &&
           ++digits < 17);
    exponent = atoi(strchr(text, 'e') + 1);
    if (exponent < -4 || exponent >= 16)
        printf("%.*g", digits + 1, value);
    else
        printf("%.*f", digits > exponent ? digits - exponent : 1, value);
}

static void print_complex(double real, double imag, bool is_single) {
    putchar('(');
    print_float(real, is_single);
    if (!signbit(imag))
        putchar('+');
    print_float(imag, is_single);
    fputs("j)", stdout);
}

static double half_value(uint16_t bits) {
    const int exponent = bits >> 10 & 31, fraction = bits & 1023;
    double value = exponent == 31 ? (fraction ? NAN : INFINITY)
                   : exponent     ? ldexp(1 + fraction / 1024.0, exponent - 15)
                                  : ldexp(fraction / 1024.0, -14);

    return bits >> 15 ? -value : value;
}

static int64_t signed_at(pk_dtype dtype, const void *at) {
    switch (dtype) {
    case PK_DTYPE_i8: return *(const int8_t *)at;
    case PK_DTYPE_i16: return *(const int16_t *)at;
    case PK_DTYPE_i32: return *(const int32_t *)at;
    default: return *(const int64_t *)at;
    }
}

static uint64_t unsigned_at(pk_dtype dtype, const void *at) {
    switch (dtype) {
    case PK_DTYPE_u8: return *(const uint8_t *)at;
    case PK_DTYPE_u16: return *(const uint16_t *)at;
    case PK_DTYPE_u32: return *(const uint32_t *)at;
    default: return *(const uint64_t *)at;
    }
}

static void print_element(pk_dtype dtype, const void *at) {
    const double *f64 = at;
    const float *f32 = at;

    switch (dtype) {
    case PK_DTYPE_bool:
        fputs(*(const unsigned char *)at ? "True" : "False", stdout);
        break;
    case PK_DTYPE_f16:
        print_float(half_value(*(const uint16_t *)at), true);
        break;
    case PK_DTYPE_f32: print_float((double)*f32, true); break;
    case PK_DTYPE_f64: print_float(*f64, false); break;
    case PK_DTYPE_c64:
        print_complex((double)f32[0], (double)f32[1], true);
        break;
    case PK_DTYPE_c128: print_complex(f64[0], f64[1], false); break;
    case PK_DTYPE_u8:
    case PK_DTYPE_u16:
    case PK_DTYPE_u32:
    case PK_DTYPE_u64: printf("%" PRIu64, unsigned_at(dtype, at)); break;
    case PK_DTYPE_void: fputs("...", stdout); break;
    default: printf("%" PRId64, signed_at(dtype, at));
    }
}

static void print_axis(const pk_result *r, uint32_t axis, const char *at) {
    if (axis == r->count) {
        print_element(r->dtype, at);
        return;
    }
    putchar('[');
    for (int64_t i = 0; i < r->shape[axis]; i++) {
        fputs(i ? ", " : "", stdout);
        print_axis(r, axis + 1, at + i * r->strides[axis]);
    }
    putchar(']');
}

static void print_shape(const pk_result *r) {
    putchar('(');
    for (uint32_t i = 0; i < r->count; i++)
        printf("%s%" PRId64 "%s", i ? ", " : "", r->shape[i],
               r->count == 1 ? "," : "");
    putchar(')');
}

static void print_value(const pk_result *r);

/* A list of what is no number. */
static void print_items(const pk_result *r) {
    putchar('[');
    for (uint32_t i = 0; i < r->count; i++) {
        fputs(i ? ", " : "", stdout);
        print_value(&r->items[i]);
    }
    putchar(']');
}

static void print_array(const pk_result *r) {
    int64_t count = 1;

    if (r->kind == PK_RESULT_LIST && r->items) {
        print_items(r);
        return;
    }
    for (uint32_t i = 0; i < r->count; i++)
        count *= r->shape[i];
    if (count > MOST_ELEMENTS) {
        printf("array of %s, shape ", r->format);
        print_shape(r);
        return;
    }
    if (r->kind == PK_RESULT_LIST) {
        print_axis(r, 0, r->data);
        return;
    }
    fputs("array(", stdout);
    print_axis(r, 0, r->data);
    printf(", %s)", r->format);
}

static void print_number(const pk_result *r) {
    switch (r->dtype) {
    case PK_DTYPE_bool: fputs(r->boolean ? "True" : "False", stdout); break;
    case PK_DTYPE_f16:
    case PK_DTYPE_f32: print_float(r->f64, true); break;
    case PK_DTYPE_f64: print_float(r->f64, false); break;
    case PK_DTYPE_u8:
    case PK_DTYPE_u16:
    case PK_DTYPE_u32:
    case PK_DTYPE_u64: printf("%" PRIu64, r->u64); break;
    default: printf("%" PRId64, r->i64);
    }
}

static void print_tuple(const pk_result *r) {
    const bool named = *r->class_name;

    printf("%s(", r->class_name);
    for (uint32_t i = 0; i < r->count; i++) {
        fputs(i ? ", " : "", stdout);
        if (named)
            printf("%s=", r->items[i].name);
        print_value(&r->items[i]);
    }
    fputs(r->count == 1 && !named ? ",)" : ")", stdout);
}

/* In quotes, in UTF-8. */
static void print_text(const pk_result *r) {
    const uint32_t *points = r->data;

    putchar('\'');
    for (int64_t i = 0; i < r->shape[0]; i++) {
        const uint32_t c = points[i];
        if (c == '\'' || c == '\\')
            printf("\\%c", (char)c);
        else if (c < 32 || c == 127)
            printf("\\x%02x", c);
        else if (c < 0x80)
            putchar((int)c);
        else if (c < 0x800)
            printf("%c%c", (int)(0xc0 | c >> 6), (int)(0x80 | (c & 0x3f)));
        else if (c < 0x10000)
            printf("%c%c%c", (int)(0xe0 | c >> 12),
                   (int)(0x80 | (c >> 6 & 0x3f)), (int)(0x80 | (c & 0x3f)));
        else
            printf("%c%c%c%c", (int)(0xf0 | c >> 18),
                   (int)(0x80 | (c >> 12 & 0x3f)),
                   (int)(0x80 | (c >> 6 & 0x3f)), (int)(0x80 | (c & 0x3f)));
    }
    putchar('\'');
}

static void print_value(const pk_result *r) {
    switch (r->kind) {
    case PK_RESULT_NUMBER: print_number(r); break;
    case PK_RESULT_COMPLEX:
        print_complex(r->complex128[0], r->complex128[1],
                      r->dtype == PK_DTYPE_c64);
        break;
    case PK_RESULT_ARRAY:
    case PK_RESULT_LIST: print_array(r); break;
    case PK_RESULT_TUPLE: print_tuple(r); break;
    case PK_RESULT_TEXT: print_text(r); break;
    default: fputs("None", stdout);
    }
}

void result_print(const pk_result *result) {
    print_value(result);
    putchar('\n');
}
