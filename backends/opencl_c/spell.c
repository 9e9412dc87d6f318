/* SPDX-License-Identifier: Apache-2.0 */
/* Types, literals, and the patterns of opencl_ops.def and opencl_helpers.def.
 *
 * A literal has exactly the constant's value, whatever the locale: floats are
 * written by hand, in hexadecimal unless they are short. */
#include "backends/opencl_c/printer.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct spelling {
    const char *reg, *mem, *uns, *wide, *min, *sign;
} spelling;

static const spelling spellings[PK_TYPE_COUNT] = {
    [PK_TYPE_void] = {"void", "void", "uint", "uint", "0", "int"},
#define OPENCL_TYPE(name, reg, mem, uns, wide, min, sign)                      \
    [PK_TYPE_##name] = {reg, mem, uns, wide, min, sign},
#include "backends/opencl_c/opencl_types.def"
#undef OPENCL_TYPE
};

typedef struct helper {
    const char *name, *suffix, *text;
} helper;

static const helper helpers[] = {
#define OPENCL_HELPER(name, suffix, text) {#name, suffix, text},
#include "backends/opencl_c/opencl_helpers.def"
#undef OPENCL_HELPER
};

const char *pk_cl_space(pk_space space) {
    switch (space) {
    case PK_SPACE_global: return "__global";
    case PK_SPACE_shared: return "__local";
    case PK_SPACE_local: return "__private";
    case PK_SPACE_constant: return "__constant";
    case PK_SPACE_COUNT: break;
    }
    return "";
}

const char *pk_cl_memory_type(pk_type scalar) {
    return spellings[scalar].mem;
}

void pk_cl_put_type(pk_cl_printer *p, pk_text *out, pk_type type) {
    pk_type scalar = pk_type_is_ptr(type) ? pk_type_elem(type) : type;

    if (scalar == PK_TYPE_f64)
        p->uses_f64 = true;
    if (pk_type_is_ptr(type))
        pk_text_printf(out, "%s %s *", pk_cl_space(pk_type_space(type)),
                       spellings[scalar].mem);
    else
        pk_text_put(out, spellings[scalar].reg);
}

void pk_cl_put_comment(pk_text *out, const char *words) {
    for (; *words; words++) {
        unsigned char c = (unsigned char)*words;
        bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                     (c >= '0' && c <= '9') || strchr("_-. <>", c);
        pk_text_bytes(out, plain ? words : "?", 1);
    }
}

void pk_cl_indent(pk_cl_printer *p) {
    for (uint32_t i = 0; i < p->depth; i++)
        pk_text_put(&p->functions, "    ");
}

/* A finite, positive double in C's hexadecimal form. */
static void put_hex(pk_text *out, double value) {
    int exponent;
    double m = frexp(value, &exponent); /* 0.5 <= m < 1 */
    uint64_t fraction = (uint64_t)ldexp(m, 53) & ~(UINT64_C(1) << 52);
    char digits[20];

    snprintf(digits, sizeof digits, "%013" PRIx64, fraction);
    for (size_t n = 13; n && digits[n - 1] == '0'; n--)
        digits[n - 1] = '\0';
    pk_text_printf(out, "0x1%s%sp%d", *digits ? "." : "", digits, exponent - 1);
}

static void put_float(pk_text *out, double value, const char *suffix) {
    double scaled = fabs(value) * 8;
    bool negative = signbit(value);

    pk_text_put(out, negative ? "(-" : "");
    if (scaled < 8e6 && scaled == floor(scaled)) {
        static const char *const eighths[] = {"0", "125", "25", "375",
                                              "5", "625", "75", "875"};
        uint32_t n = (uint32_t)scaled;
        pk_text_uint(out, n / 8);
        pk_text_char(out, '.');
        pk_text_put(out, eighths[n % 8]);
    } else {
        put_hex(out, fabs(value));
    }
    pk_text_put(out, suffix);
    pk_text_put(out, negative ? ")" : "");
}

static void put_float_const(pk_text *out, const pk_value *v) {
    double value = pk_const_get_float(v);

    if (isfinite(value))
        put_float(out, value, v->type == PK_TYPE_f64 ? "" : "f");
    else if (v->type == PK_TYPE_f64)
        pk_text_printf(out, "as_double(0x%016" PRIx64 "UL)", v->bits);
    else if (isnan(value))
        pk_text_put(out, "as_float(0x7fc00000u)");
    else
        pk_text_printf(out, "as_float(0x%su)",
                       value > 0 ? "7f800000" : "ff800000");
}

static void put_int_const(pk_text *out, const pk_value *v) {
    int64_t value = pk_const_get_int(v);
    bool wide = pk_type_bytes(v->type) == 8;

    if (v->type == PK_TYPE_bool)
        pk_text_put(out, value ? "1" : "0");
    else if (!pk_type_is_signed(v->type))
        pk_text_printf(out, "%" PRIu64 "%s", (uint64_t)value,
                       wide ? "UL" : "u");
    else if (value == (v->type == PK_TYPE_i64 ? INT64_MIN : INT32_MIN))
        pk_text_put(out, spellings[v->type].min);
    else
        pk_text_printf(out, value < 0 ? "(%" PRId64 "%s)" : "%" PRId64 "%s",
                       value, wide ? "L" : "");
}

static void put_const(pk_text *out, const pk_value *v) {
    bool narrow = pk_type_is_int(v->type) && pk_type_bytes(v->type) < 4;

    if (pk_type_is_ptr(v->type))
        pk_text_put(out, "0");
    else if (pk_type_is_float(v->type))
        put_float_const(out, v);
    else if (narrow)
        pk_text_printf(out, "(%s)(%d)", spellings[v->type].reg,
                       (int)pk_const_get_int(v));
    else
        put_int_const(out, v);
}

void pk_cl_put_value(pk_cl_printer *p, pk_text *out, const pk_value *v) {
    if (v->kind == PK_VALUE_const) {
        if (v->type == PK_TYPE_f64)
            p->uses_f64 = true;
        put_const(out, v);
    } else if (v->kind == PK_VALUE_storage &&
               pk_type_space(v->type) == PK_SPACE_constant) {
        pk_text_put(out, "((");
        pk_cl_put_type(p, out, v->type);
        pk_text_printf(out, ")%s_v%u)", (const char *)p->fn->mark, v->id);
    } else {
        pk_text_char(out, 'v');
        pk_text_uint(out, v->id);
    }
}

/* Prints the helper for the subject's types unless it is there already. One
 * helper's text may name another, which is then printed before it. */
static void need_helper(pk_cl_printer *p, const helper *h,
                        const pk_cl_subject *subject, pk_text *out) {
    pk_cl_subject inner = *subject;
    pk_text name, body;
    pk_cl_helper *entry;

    pk_text_init(&name, p->arena->allocator);
    pk_text_init(&body, p->arena->allocator);
    pk_text_printf(&name, "%s_", h->name);
    pk_cl_expand(p, &name, h->suffix, subject);
    pk_text_put(out, pk_text_string(&name));
    for (entry = p->known; entry; entry = entry->next)
        if (strcmp(entry->name, pk_text_string(&name)) == 0)
            break;
    if (!entry && !p->arena->failed) {
        entry = PK_NEW(p->arena, pk_cl_helper);
        entry->name =
            pk_arena_text(p->arena, pk_text_string(&name), name.length);
        entry->next = p->known;
        p->known = entry;
        inner.name = entry->name;
        pk_cl_expand(p, &body, h->text, &inner);
        pk_text_printf(&p->helpers, "%s\n", pk_text_string(&body));
    }
    p->helpers.failed |= name.failed | body.failed;
    pk_text_finish(&name);
    pk_text_finish(&body);
}

/* The word after an @; what it names is looked up by whole words. */
static size_t expand_helper(pk_cl_printer *p, pk_text *out, const char *word,
                            const pk_cl_subject *subject) {
    size_t length = strspn(word, "abcdefghijklmnopqrstuvwxyz0123456789_");

    for (size_t i = 0; i < sizeof helpers / sizeof *helpers; i++)
        if (strlen(helpers[i].name) == length &&
            memcmp(helpers[i].name, word, length) == 0)
            need_helper(p, &helpers[i], subject, out);
    return length;
}

/* float32 division and square roots go through float64 where the device's own
 * are not exact. */
static void put_division_cast(pk_cl_printer *p, pk_text *out,
                              const pk_cl_subject *subject) {
    if (subject->operand == PK_TYPE_f64 || subject->approx ||
        (p->caps->features & PK_CAP_div_sqrt))
        return;
    if (!(p->caps->features & PK_CAP_f64))
        pk_cl_refuse(
            p, PK_UNSUPPORTED,
            "the device has no exact float32 division and square root, and no "
            "float64 to compute them in\n"
            "fastmath=True takes the device's own");
    p->uses_f64 = true;
    pk_text_put(out, "(double)");
}

static void put_atomic(pk_cl_printer *p, pk_text *out, pk_type operand) {
    bool wide = pk_type_bytes(operand) == 8;

    if (wide && !(p->caps->features & PK_CAP_atomic_i64))
        pk_cl_refuse(p, PK_UNSUPPORTED,
                     "the device has no 64-bit atomic operations\n"
                     "use an array of int32, uint32 or float32");
    p->uses_atomic_i64 |= wide;
    pk_text_put(out, wide ? "atom_" : "atomic_");
}

static void expand_letter(pk_cl_printer *p, pk_text *out, char letter,
                          const pk_cl_subject *s) {
    const spelling *type = &spellings[s->operand];

    switch (letter) {
    case 'a':
    case 'b':
    case 'c': pk_cl_put_value(p, out, s->args[letter - 'a']); break;
    case 'T': pk_cl_put_type(p, out, s->result); break;
    case 'A': pk_cl_put_type(p, out, s->operand); break;
    case 'U': pk_text_put(out, type->uns); break;
    case 'P': pk_text_put(out, type->wide); break;
    case 'S': pk_text_put(out, type->sign); break;
    case 'W': pk_text_uint(out, 8 * pk_type_bytes(s->operand)); break;
    case 'M': pk_text_put(out, type->min); break;
    case 'G': pk_text_put(out, pk_cl_space(s->space)); break;
    case 'E': pk_text_put(out, type->mem); break;
    case 'N': pk_text_put(out, s->name); break;
    case 't': pk_text_put(out, pk_type_name(s->operand)); break;
    case 'r': pk_text_put(out, pk_type_name(s->result)); break;
    case 's': pk_text_put(out, pk_space_name(s->space)); break;
    case 'D': put_division_cast(p, out, s); break;
    case 'X': put_atomic(p, out, s->operand); break;
    case '[':
        if (s->result == PK_TYPE_f16)
            expand_helper(p, out, "round_f16",
                          &(pk_cl_subject){.operand = PK_TYPE_f32,
                                           .result = PK_TYPE_f16});
        pk_text_put(out, s->result == PK_TYPE_f16 ? "(" : "");
        break;
    case ']': pk_text_put(out, s->result == PK_TYPE_f16 ? ")" : ""); break;
    }
}

typedef struct expansion {
    pk_cl_printer *p;
    const pk_cl_subject *subject;
} expansion;

static const char *expand_place(void *arg, pk_text *out, const char *at) {
    const expansion *x = arg;

    if (*at == '@')
        return at + 1 + expand_helper(x->p, out, at + 1, x->subject);
    expand_letter(x->p, out, at[1], x->subject);
    return at + 2;
}

void pk_cl_expand(pk_cl_printer *p, pk_text *out, const char *pattern,
                  const pk_cl_subject *subject) {
    pk_text_expand(out, pattern, "$@", expand_place,
                   &(expansion){.p = p, .subject = subject});
}
