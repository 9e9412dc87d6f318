/* SPDX-License-Identifier: Apache-2.0 */
/* Constant expressions: 64-bit integers, signed until something unsigned
 * takes part, and doubles (PTX ISA 4.6). */
#include "sim/ptx/parse.h"

#include "base/number.h"

#include <string.h>

static bool unary(sim_parser *p, sim_value *out);
static bool conditional(sim_parser *p, sim_value *out);

static double as_double(const sim_value *v) {
    float f;
    double d;
    uint32_t low = (uint32_t)v->bits;

    if (!v->is_float)
        return v->is_unsigned ? (double)v->bits : (double)(int64_t)v->bits;
    if (v->is_f32) {
        memcpy(&f, &low, 4);
        return (double)f;
    }
    memcpy(&d, &v->bits, 8);
    return d;
}

static sim_value value_double(double d) {
    sim_value v = {.is_float = true};

    memcpy(&v.bits, &d, 8);
    return v;
}

static sim_value value_int(uint64_t bits, bool is_unsigned) {
    return (sim_value){.bits = bits, .is_unsigned = is_unsigned};
}

/* (.s64) and (.u64), after the parenthesis. */
static bool cast(sim_parser *p, sim_value *out) {
    bool to_unsigned = sim_at_word(p, "u64");

    if (!to_unsigned && !sim_at_word(p, "s64")) {
        sim_syntax_error(p);
        return false;
    }
    sim_advance(p);
    if (!sim_expect(p, ')') || !unary(p, out))
        return false;
    if (out->is_float) {
        double d = as_double(out);
        bool fits = d >= -9.2e18 && d <= (to_unsigned ? 1.8e19 : 9.2e18);

        *out =
            value_int(!fits ? 0 : (d < 0 ? (uint64_t)(int64_t)d : (uint64_t)d),
                      to_unsigned);
    }
    out->is_unsigned = to_unsigned;
    return true;
}

static bool read_literal(sim_parser *p, sim_value *out) {
    const sim_token *t = &p->token;

    *out = (sim_value){.bits = t->value};
    switch (t->kind) {
    case SIM_TOKEN_int:
        if (t->too_large)
            sim_error(p, "Integer constant is too large");
        out->is_unsigned = t->is_unsigned;
        break;
    case SIM_TOKEN_f32: out->is_float = out->is_f32 = true; break;
    case SIM_TOKEN_f64: out->is_float = true; break;
    case SIM_TOKEN_name:
        if (!strcmp(t->atom->text, "WARP_SZ")) {
            out->bits = SIM_LANES;
            break;
        }
        /* fall through */
    default: sim_syntax_error(p); return false;
    }
    sim_advance(p);
    return true;
}

static bool primary(sim_parser *p, sim_value *out) {
    bool ok;

    if (!sim_accept(p, '('))
        return read_literal(p, out);
    if (!sim_enter(p))
        return false;
    ok = p->token.kind == SIM_TOKEN_word
             ? cast(p, out)
             : conditional(p, out) && sim_expect(p, ')');
    sim_leave(p);
    return ok;
}

static void negate(sim_value *v) {
    if (!v->is_float)
        v->bits = 0 - v->bits;
    else
        v->bits ^= v->is_f32 ? UINT64_C(1) << 31 : UINT64_C(1) << 63;
}

static bool unary(sim_parser *p, sim_value *out) {
    int op = p->token.kind == SIM_TOKEN_punct ? p->token.punct : 0;
    bool ok;

    if (op != '-' && op != '+' && op != '!' && op != '~')
        return primary(p, out);
    sim_advance(p);
    if (!sim_enter(p))
        return false;
    ok = unary(p, out);
    sim_leave(p);
    if (!ok)
        return false;
    if (op == '-')
        negate(out);
    else if (op == '!')
        *out =
            value_int(out->is_float ? as_double(out) == 0 : !out->bits, false);
    else if (op == '~')
        *out = value_int(~out->bits, out->is_unsigned);
    return true;
}

static int binding(const sim_parser *p) {
    if (p->token.kind != SIM_TOKEN_punct)
        return 0;
    switch (p->token.punct) {
    case '*':
    case '/':
    case '%': return 10;
    case '+':
    case '-': return 9;
    case SIM_PUNCT_shl:
    case SIM_PUNCT_shr: return 8;
    case '<':
    case '>':
    case SIM_PUNCT_le:
    case SIM_PUNCT_ge: return 7;
    case SIM_PUNCT_eq:
    case SIM_PUNCT_ne: return 6;
    case '&': return 5;
    case '^': return 4;
    case '|': return 3;
    case SIM_PUNCT_and: return 2;
    case SIM_PUNCT_or: return 1;
    default: return 0;
    }
}

static sim_value apply_double(int op, double a, double b) {
    switch (op) {
    case '*': return value_double(a * b);
    case '/': return value_double(b == 0 ? 0 : a / b);
    case '+': return value_double(a + b);
    case '-': return value_double(a - b);
    case '<': return value_int(a < b, false);
    case '>': return value_int(a > b, false);
    case SIM_PUNCT_le: return value_int(a <= b, false);
    case SIM_PUNCT_ge: return value_int(a >= b, false);
    case SIM_PUNCT_eq: return value_int(a == b, false);
    case SIM_PUNCT_ne: return value_int(a != b, false);
    case SIM_PUNCT_and: return value_int(a != 0 && b != 0, false);
    default: return value_int(a != 0 || b != 0, false);
    }
}

static uint64_t divide(int op, uint64_t a, uint64_t b, bool is_unsigned) {
    if (!b)
        return 0;
    if (is_unsigned)
        return op == '/' ? a / b : a % b;
    if (b == UINT64_MAX) /* -1: MIN / -1 wraps */
        return op == '/' ? 0 - a : 0;
    return (uint64_t)(op == '/' ? (int64_t)a / (int64_t)b
                                : (int64_t)a % (int64_t)b);
}

static sim_value apply_int(int op, uint64_t a, uint64_t b, bool is_unsigned) {
    uint64_t flip = is_unsigned ? 0 : UINT64_C(1) << 63;
    uint64_t ua = a ^ flip, ub = b ^ flip; /* compare as unsigned */

    switch (op) {
    case '*': return value_int(a * b, is_unsigned);
    case '/':
    case '%': return value_int(divide(op, a, b, is_unsigned), is_unsigned);
    case '+': return value_int(a + b, is_unsigned);
    case '-': return value_int(a - b, is_unsigned);
    case SIM_PUNCT_shl: return value_int(b > 63 ? 0 : a << b, is_unsigned);
    case SIM_PUNCT_shr:
        if (is_unsigned || !(a >> 63))
            return value_int(b > 63 ? 0 : a >> b, is_unsigned);
        return value_int(b > 63 ? UINT64_MAX : ~(~a >> b), false);
    case '<': return value_int(ua < ub, false);
    case '>': return value_int(ua > ub, false);
    case SIM_PUNCT_le: return value_int(ua <= ub, false);
    case SIM_PUNCT_ge: return value_int(ua >= ub, false);
    case SIM_PUNCT_eq: return value_int(a == b, false);
    case SIM_PUNCT_ne: return value_int(a != b, false);
    case '&': return value_int(a & b, is_unsigned);
    case '^': return value_int(a ^ b, is_unsigned);
    case '|': return value_int(a | b, is_unsigned);
    case SIM_PUNCT_and: return value_int(a && b, false);
    default: return value_int(a || b, false);
    }
}

static bool binary(sim_parser *p, int least, sim_value *out) {
    sim_value right;
    int op, level;

    if (!unary(p, out))
        return false;
    while ((level = binding(p)) >= least && level) {
        op = p->token.punct;
        sim_advance(p);
        if (!sim_enter(p))
            return false;
        if (!binary(p, level + 1, &right))
            return false;
        sim_leave(p);
        if (out->is_float || right.is_float) {
            if (op == '%' || op == '&' || op == '|' || op == '^' ||
                op == SIM_PUNCT_shl || op == SIM_PUNCT_shr) {
                sim_error(p, "Integer expression expected");
                *out = value_int(0, false);
            } else
                *out = apply_double(op, as_double(out), as_double(&right));
        } else
            *out = apply_int(op, out->bits, right.bits,
                             out->is_unsigned ||
                                 (right.is_unsigned && level != 8));
    }
    return true;
}

static bool conditional(sim_parser *p, sim_value *out) {
    sim_value yes, no;
    bool taken;

    if (!binary(p, 1, out))
        return false;
    if (!sim_accept(p, '?'))
        return true;
    taken = out->is_float ? as_double(out) != 0 : out->bits != 0;
    if (!sim_enter(p))
        return false;
    if (!conditional(p, &yes) || !sim_expect(p, ':') || !conditional(p, &no))
        return false;
    sim_leave(p);
    *out = taken ? yes : no;
    return true;
}

bool sim_expression(sim_parser *p, sim_value *out) {
    return conditional(p, out);
}

bool sim_integer(sim_parser *p, uint64_t *out) {
    sim_value value;

    *out = 0;
    if (!sim_expression(p, &value))
        return false;
    if (value.is_float) {
        sim_error(p, "Integer expression expected");
        return false;
    }
    *out = value.bits;
    return true;
}

bool sim_count(sim_parser *p, uint64_t *out) {
    *out = p->token.value;
    if (p->token.kind != SIM_TOKEN_int) {
        sim_syntax_error(p);
        return false;
    }
    sim_advance(p);
    return sim_expect(p, '>');
}

bool sim_value_as(const sim_value *value, uint8_t type, uint64_t *bits) {
    double d = as_double(value);
    float f = (float)d;
    uint32_t low;
    bool wants = sim_types[type].kind == SIM_KIND_float;

    *bits = value->bits;
    if (!value->is_float)
        return !wants;
    if (type == SIM_TYPE_f32) {
        memcpy(&low, &f, 4);
        *bits = value->is_f32 ? value->bits : low;
        return true;
    }
    memcpy(bits, &d, 8);
    if (value->is_f32 && type == SIM_TYPE_b32) { /* 0f3F800000 as bits */
        *bits = value->bits;
        return true;
    }
    return type == SIM_TYPE_f64 || (type == SIM_TYPE_b64 && !value->is_f32);
}
