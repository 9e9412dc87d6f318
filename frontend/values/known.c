/* SPDX-License-Identifier: Apache-2.0 */
/* Computing with known values. Only what is exact and cheap is done here;
 * everything else waits for the passes. */
#include "frontend/values/known.h"

#include "base/number.h"

#include <math.h>
#include <string.h>

/* ---- latent values ---- */

pk_typed pk_known_reveal(pk_typed v, pk_latent *from) {
    if (v.latent) {
        from->facts |= v.latent->facts;
        from->params |= v.latent->params;
        v.known = v.latent->known;
        v.latent = NULL;
    }
    return v;
}

pk_typed pk_known_hide(pk_arena *arena, pk_typed open, pk_typed revealed,
                       const pk_latent *from) {
    pk_latent *latent;

    if (open.known || !revealed.known ||
        !pk_ty_equal(open.type, revealed.type) ||
        !(from->facts || from->params))
        return open;
    latent = PK_NEW(arena, pk_latent);
    *latent = *from;
    latent->known = revealed.known;
    open.latent = latent;
    return open;
}

pk_typed pk_known_tuple(pk_arena *arena, const pk_ty *type,
                        const pk_typed *items) {
    uint32_t count = type->count;
    const pk_known **known = pk_arena_array(arena, count + 1, sizeof *known);
    const pk_known **all = pk_arena_array(arena, count + 1, sizeof *all);
    const pk_latent **parts = pk_arena_array(arena, count + 1, sizeof *parts);
    pk_known *tuple = PK_NEW(arena, pk_known), *full = PK_NEW(arena, pk_known);
    pk_latent *latent = PK_NEW(arena, pk_latent);
    pk_typed v = {.type = type, .known = tuple};

    if (!known || !all || !parts)
        return (pk_typed){.type = type};
    for (uint32_t i = 0; i < count; i++) {
        known[i] = items[i].known;
        parts[i] = items[i].latent;
        all[i] = pk_known_reveal(items[i], latent).known;
    }
    tuple->items = known;
    if (!(latent->facts || latent->params))
        return v;
    full->items = all;
    latent->known = full;
    latent->items = parts;
    v.latent = latent;
    return v;
}

/* ---- numbers ---- */

static pk_typed known_bits(pk_arena *arena, const pk_ty *type, uint64_t bits) {
    pk_known *known = PK_NEW(arena, pk_known);

    known->bits[0] = bits;
    return (pk_typed){.type = type, .known = known};
}

/* The low bytes that the scalar has, as the IR keeps constants. */
static uint64_t cut(pk_type scalar, uint64_t bits) {
    uint32_t bytes = pk_type_bytes(scalar);

    if (scalar == PK_TYPE_bool)
        return bits != 0;
    return bytes >= 8 ? bits : bits & ((UINT64_C(1) << 8 * bytes) - 1);
}

pk_typed pk_known_int(pk_arena *arena, const pk_ty *type, int64_t value) {
    return known_bits(arena, type, cut(type->scalar, (uint64_t)value));
}

static uint64_t float_bits(pk_type scalar, double value) {
    return pk_float_bits(scalar, value);
}

pk_typed pk_known_float(pk_arena *arena, const pk_ty *type, double value) {
    return known_bits(arena, type, float_bits(type->scalar, value));
}

int64_t pk_known_get_int(pk_typed v) {
    uint64_t bits = v.known->bits[0];
    uint32_t unused = 64 - 8 * pk_type_bytes(v.type->scalar);

    if (!pk_type_is_signed(v.type->scalar) || unused == 0)
        return (int64_t)bits;
    bits <<= unused;
    return (int64_t)bits >> unused;
}

static double part_as_float(pk_type scalar, uint64_t bits) {
    return pk_float_value(scalar, bits);
}

double pk_known_get_float(pk_typed v) {
    if (pk_type_is_float(v.type->scalar))
        return part_as_float(v.type->scalar, v.known->bits[0]);
    if (v.type->scalar == PK_TYPE_u64)
        return (double)v.known->bits[0];
    return (double)pk_known_get_int(v);
}

bool pk_known_truth(pk_typed v) {
    if (v.type->kind == PK_TY_complex)
        return part_as_float(v.type->scalar, v.known->bits[0]) != 0 ||
               part_as_float(v.type->scalar, v.known->bits[1]) != 0;
    if (pk_ty_is_float(v.type))
        return pk_known_get_float(v) != 0;
    return v.known->bits[0] != 0;
}

bool pk_known_test(pk_typed v, bool *truth) {
    switch ((pk_ty_kind)v.type->kind) {
    case PK_TY_none: *truth = false; return true;
    case PK_TY_ellipsis: *truth = true; return true;
    case PK_TY_tuple: *truth = v.type->count != 0; return true;
    case PK_TY_number:
    case PK_TY_complex:
        *truth = v.known && pk_known_truth(v);
        return v.known != NULL;
    case PK_TY_text:
        *truth = v.known && v.known->length != 0;
        return v.known != NULL;
    default: return false;
    }
}

bool pk_known_is_int(pk_typed v, int64_t *value) {
    if (!v.known || !pk_ty_is_int(v.type))
        return false;
    *value = pk_known_get_int(v);
    return v.type->scalar != PK_TYPE_u64 || *value >= 0;
}

/* Of UTF-8 the first bytes count. */
static uint64_t characters(const pk_const *literal) {
    uint64_t count = 0;

    for (uint32_t i = 0; i < literal->length; i++)
        count += literal->kind == PK_CONST_bytes ||
                 (literal->text[i] & 0xc0) != 0x80;
    return count;
}

pk_typed pk_known_text(pk_arena *arena, const char *text) {
    const pk_const literal = {
        .kind = PK_CONST_str, .length = (uint32_t)strlen(text), .text = text};

    return pk_known_literal(arena, &literal);
}

/* UTF-8 has the order of the characters that it stands for. */
static int order_of(const pk_known *a, const pk_known *b) {
    uint32_t length = a->length < b->length ? a->length : b->length;
    int order = memcmp(a->text, b->text, length);

    return order ? order : (a->length > b->length) - (a->length < b->length);
}

static bool has_text(const pk_known *all, const pk_known *part) {
    for (uint32_t at = 0; at + part->length <= all->length; at++)
        if (memcmp(all->text + at, part->text, part->length) == 0)
            return true;
    return false;
}

bool pk_known_texts(pk_arena *arena, uint8_t op, pk_typed a, pk_typed b,
                    pk_typed *out) {
    const pk_known *x = a.known, *y = b.known;
    bool equal, truth;

    if (a.type->kind != PK_TY_text || b.type->kind != PK_TY_text || !x || !y)
        return false;
    equal = pk_known_same_text(x, y);
    if (x->is_bytes != y->is_bytes && op != PK_AST_OP_Eq &&
        op != PK_AST_OP_NotEq)
        return false;
    switch (op) {
    case PK_AST_OP_Eq: truth = equal; break;
    case PK_AST_OP_NotEq: truth = !equal; break;
    case PK_AST_OP_Lt: truth = order_of(x, y) < 0; break;
    case PK_AST_OP_LtE: truth = order_of(x, y) <= 0; break;
    case PK_AST_OP_Gt: truth = order_of(x, y) > 0; break;
    case PK_AST_OP_GtE: truth = order_of(x, y) >= 0; break;
    case PK_AST_OP_In: truth = has_text(y, x); break;
    case PK_AST_OP_NotIn: truth = !has_text(y, x); break;
    default: return false;
    }
    *out = pk_known_int(arena, pk_ty_number(PK_TYPE_bool), truth);
    return true;
}

pk_typed pk_known_literal(pk_arena *arena, const pk_const *literal) {
    pk_typed result = {.type = &pk_ty_error};
    pk_known *known;

    switch ((pk_const_kind)literal->kind) {
    case PK_CONST_None: result.type = &pk_ty_none; break;
    case PK_CONST_Ellipsis: result.type = &pk_ty_ellipsis; break;
    case PK_CONST_bool:
        return known_bits(arena, pk_ty_number(PK_TYPE_bool), literal->integer);
    case PK_CONST_int:
        if (literal->overflow)
            return result;
        return known_bits(
            arena,
            pk_ty_number(literal->integer >> 63 ? PK_TYPE_u64 : PK_TYPE_i64),
            literal->integer);
    case PK_CONST_float:
        return pk_known_float(arena, pk_ty_number(PK_TYPE_f64), literal->real);
    case PK_CONST_complex:
        result = known_bits(arena, pk_ty_complex(PK_TYPE_f64), 0);
        known = PK_NEW(arena, pk_known);
        known->bits[0] = float_bits(PK_TYPE_f64, literal->re);
        known->bits[1] = float_bits(PK_TYPE_f64, literal->real);
        result.known = known;
        break;
    case PK_CONST_str:
    case PK_CONST_bytes:
        known = PK_NEW(arena, pk_known);
        known->text = literal->text;
        known->length = literal->length;
        known->is_bytes = literal->kind == PK_CONST_bytes;
        known->bits[0] = characters(literal);
        return (pk_typed){.type = &pk_ty_text, .known = known};
    }
    return result;
}

/* Truncates and saturates; NaN gives 0. */
static uint64_t float_to_int(pk_type to, double value) {
    uint32_t bits = 8 * pk_type_bytes(to);
    double top = ldexp(1, (int)bits - (pk_type_is_signed(to) ? 1 : 0));

    value = trunc(value);
    if (isnan(value))
        return 0;
    if (pk_type_is_signed(to)) {
        if (value >= top)
            return (UINT64_C(1) << (bits - 1)) - 1;
        return value < -top ? UINT64_C(1) << (bits - 1)
                            : (uint64_t)(int64_t)value;
    }
    if (value >= top)
        return bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
    return value <= 0 ? 0 : (uint64_t)value;
}

/* An integer to float32 rounds once. */
static uint64_t int_to_float(pk_type to, pk_typed v) {
    bool is_u64 = v.type->scalar == PK_TYPE_u64;
    int64_t value = pk_known_get_int(v);
    float single = is_u64 ? (float)v.known->bits[0] : (float)value;

    if (to != PK_TYPE_f32)
        return float_bits(to,
                          is_u64 ? (double)v.known->bits[0] : (double)value);
    return float_bits(to, single);
}

static pk_typed convert(pk_arena *arena, pk_typed v, const pk_ty *to) {
    pk_type scalar = to->scalar;
    pk_known *known;

    if (!v.known || !pk_ty_is_numeric(v.type) || !pk_ty_is_numeric(to))
        return (pk_typed){.type = to};
    if (pk_ty_equal(v.type, to))
        return v;
    if (to->kind == PK_TY_complex) {
        pk_typed re = {.type = pk_ty_number(v.type->scalar), .known = v.known};
        re = convert(arena, re, pk_ty_number(scalar));
        known = PK_NEW(arena, pk_known);
        known->bits[0] = re.known ? re.known->bits[0] : 0;
        if (v.type->kind == PK_TY_complex)
            known->bits[1] = float_bits(
                scalar, part_as_float(v.type->scalar, v.known->bits[1]));
        return (pk_typed){.type = to, .known = known};
    }
    if (v.type->kind == PK_TY_complex)
        return (pk_typed){.type = to};
    if (scalar == PK_TYPE_bool)
        return known_bits(arena, to, pk_known_truth(v));
    if (pk_type_is_float(scalar))
        return known_bits(arena, to,
                          pk_ty_is_float(v.type)
                              ? float_bits(scalar, pk_known_get_float(v))
                              : int_to_float(scalar, v));
    if (pk_ty_is_float(v.type))
        return known_bits(
            arena, to,
            cut(scalar, float_to_int(scalar, pk_known_get_float(v))));
    return pk_known_int(arena, to, pk_known_get_int(v));
}

pk_typed pk_known_convert(pk_arena *arena, pk_typed v, const pk_ty *to) {
    pk_latent from = {0};
    pk_typed shown = pk_known_reveal(v, &from);

    if (v.known)
        return convert(arena, shown, to);
    return pk_known_hide(arena, (pk_typed){.type = to},
                         convert(arena, shown, to), &from);
}

pk_typed pk_known_item(pk_typed tuple, uint32_t index) {
    return (pk_typed){.type = tuple.type->items[index],
                      .known = tuple.known && tuple.known->items
                                   ? tuple.known->items[index]
                                   : NULL,
                      .latent = tuple.latent && tuple.latent->items
                                    ? tuple.latent->items[index]
                                    : NULL};
}

static bool same_most(pk_typed a, pk_typed b) {
    return a.type->ndim == b.type->ndim &&
           a.known->assumed == b.known->assumed &&
           memcmp(a.known->most, b.known->most,
                  a.type->ndim * sizeof *a.known->most) == 0;
}

/* As many places as one of the two has. */
static const pk_known *join_most(pk_arena *arena, pk_typed a, pk_typed b) {
    uint32_t ndim = a.type->ndim;
    int64_t *most = pk_arena_array(arena, ndim + 1u, sizeof *most);
    pk_known *known = PK_NEW(arena, pk_known);
    bool any = !ndim;

    if (arena->failed)
        return NULL;
    for (uint32_t i = 0; i < ndim; i++) {
        int64_t x = a.known->most[i], y = b.known->most[i];
        most[i] = x < 0 || y < 0 ? -1 : x > y ? x : y;
        any = any || most[i] >= 0;
    }
    known->most = most;
    known->assumed = a.known->assumed || b.known->assumed;
    return any ? known : NULL;
}

const pk_known *pk_known_meet(pk_arena *arena, pk_typed a, pk_typed b) {
    if (pk_known_same(a, b))
        return a.known;
    return a.known && b.known && a.known->most && b.known->most &&
                   a.type->ndim == b.type->ndim
               ? join_most(arena, a, b)
               : NULL;
}

bool pk_known_same(pk_typed a, pk_typed b) {
    if (a.known == b.known)
        return true;
    if (a.known && b.known && a.known->most && b.known->most)
        return same_most(a, b);
    if (!a.known || !b.known || !pk_ty_equal(a.type, b.type) || a.known->text ||
        a.known->items || b.known->text || b.known->items || a.known->array ||
        b.known->array || a.known->reference || b.known->reference ||
        a.known->most || b.known->most)
        return false;
    return a.known->bits[0] == b.known->bits[0] &&
           a.known->bits[1] == b.known->bits[1];
}

/* Integer arithmetic modulo 2^64; false where run time must say. */
static bool int_binary(uint8_t op, bool is_signed, uint64_t a, uint64_t b,
                       uint64_t *out) {
    int64_t sa = (int64_t)a, sb = (int64_t)b;

    switch (op) {
    case PK_AST_OP_Add: *out = a + b; return true;
    case PK_AST_OP_Sub: *out = a - b; return true;
    case PK_AST_OP_Mult: *out = a * b; return true;
    case PK_AST_OP_FloorDiv:
    case PK_AST_OP_Mod:
        if (b == 0 || (is_signed && sb == -1))
            break;
        *out = op == PK_AST_OP_Mod ? a % b : a / b;
        if (is_signed) {
            int64_t rest = sa % sb;
            bool down = rest && (rest < 0) != (sb < 0);
            *out = op == PK_AST_OP_Mod ? (uint64_t)(rest + (down ? sb : 0))
                                       : (uint64_t)(sa / sb - down);
        }
        return true;
    case PK_AST_OP_LShift:
        if (b >= 63)
            break;
        *out = a << b;
        return true;
    case PK_AST_OP_RShift:
        if (b >= 64)
            break;
        *out = is_signed ? (uint64_t)(sa >> b) : a >> b;
        return true;
    case PK_AST_OP_BitAnd: *out = a & b; return true;
    case PK_AST_OP_BitOr: *out = a | b; return true;
    case PK_AST_OP_BitXor: *out = a ^ b; return true;
    default: break;
    }
    return false;
}

static pk_typed float_binary(pk_arena *arena, uint8_t op, const pk_ty *type,
                             double a, double b) {
    bool single = type->scalar == PK_TYPE_f32;
    float fa = (float)a, fb = (float)b;
    double value;

    switch (op) {
    case PK_AST_OP_Add: value = single ? (double)(fa + fb) : a + b; break;
    case PK_AST_OP_Sub: value = single ? (double)(fa - fb) : a - b; break;
    case PK_AST_OP_Mult: value = single ? (double)(fa * fb) : a * b; break;
    case PK_AST_OP_Div:
        if (b == 0)
            return (pk_typed){.type = type};
        value = single ? (double)(fa / fb) : a / b;
        break;
    default: return (pk_typed){.type = type};
    }
    return pk_known_float(arena, type, value);
}

/* Powers of small integers: shapes and sizes are written so. */
static bool int_power(pk_typed a, pk_typed b, uint64_t *out) {
    int64_t exponent = pk_known_get_int(b);
    uint64_t base = (uint64_t)pk_known_get_int(a);

    if (exponent < 0 || exponent > 64 || !pk_type_is_signed(a.type->scalar))
        return false;
    *out = 1;
    for (int64_t i = 0; i < exponent; i++)
        *out *= base;
    return true;
}

/* Sums and differences of complex numbers, part by part. */
static pk_typed complex_binary(pk_arena *arena, uint8_t op, const pk_rule *rule,
                               pk_typed a, pk_typed b) {
    const pk_ty *part = pk_ty_number(rule->result->scalar);
    pk_typed none = {.type = rule->result};
    pk_known *sum;

    a = pk_known_convert(arena, a, rule->result);
    b = pk_known_convert(arena, b, rule->result);
    if (!a.known || !b.known || (op != PK_AST_OP_Add && op != PK_AST_OP_Sub))
        return none;
    sum = PK_NEW(arena, pk_known);
    for (int i = 0; i < 2; i++) {
        double left = part_as_float(part->scalar, a.known->bits[i]);
        double right = part_as_float(part->scalar, b.known->bits[i]);
        sum->bits[i] =
            float_binary(arena, op, part, left, right).known->bits[0];
    }
    return (pk_typed){.type = rule->result, .known = sum};
}

static pk_typed binary(pk_arena *arena, uint8_t op, const pk_rule *rule,
                       pk_typed a, pk_typed b) {
    pk_typed none = {.type = rule->result};
    uint64_t out = 0;
    bool done;

    if (!a.known || !b.known)
        return none;
    if (rule->result->kind == PK_TY_complex)
        return complex_binary(arena, op, rule, a, b);
    if (rule->left->kind != PK_TY_number || rule->right->kind != PK_TY_number)
        return none;
    a = pk_known_convert(arena, a, rule->left);
    b = pk_known_convert(arena, b, rule->right);
    if (!a.known || !b.known)
        return none;
    if (pk_ty_is_float(rule->left))
        return pk_ty_is_float(rule->right)
                   ? float_binary(arena, op, rule->result,
                                  pk_known_get_float(a), pk_known_get_float(b))
                   : none;
    if (!pk_ty_is_int(rule->left) || !pk_ty_is_int(rule->right))
        return none;
    if (op == PK_AST_OP_Pow)
        done = int_power(a, b, &out);
    else
        done = int_binary(op, pk_type_is_signed(rule->left->scalar),
                          (uint64_t)pk_known_get_int(a),
                          (uint64_t)pk_known_get_int(b), &out);
    return done ? pk_known_int(arena, rule->result, (int64_t)out) : none;
}

pk_typed pk_known_binary(pk_arena *arena, uint8_t op, const pk_rule *rule,
                         pk_typed a, pk_typed b) {
    pk_latent from = {0};
    pk_typed x = pk_known_reveal(a, &from), y = pk_known_reveal(b, &from);
    pk_typed v = binary(arena, op, rule, x, y);

    if (a.latent || b.latent)
        v = pk_known_hide(arena, (pk_typed){.type = rule->result}, v, &from);
    return v;
}

/* The integer literal of 64 bits behind a minus; NULL: the node is none. */
static const pk_const *negative_literal(const pk_ast *node) {
    const pk_ast *operand = node->UnaryOp.operand;

    return node->UnaryOp.op == PK_AST_OP_USub &&
                   operand->kind == PK_AST_Constant &&
                   operand->Constant.value.kind == PK_CONST_int &&
                   !operand->Constant.value.overflow
               ? &operand->Constant.value
               : NULL;
}

pk_typed pk_known_least(pk_arena *arena, const pk_ast *node) {
    const pk_const *literal = negative_literal(node);

    return literal && literal->integer == (uint64_t)INT64_MAX + 1
               ? pk_known_int(arena, pk_ty_number(PK_TYPE_i64), INT64_MIN)
               : (pk_typed){.type = &pk_ty_error};
}

bool pk_known_below_int64(const pk_ast *node) {
    const pk_const *literal = negative_literal(node);

    return literal && literal->integer > (uint64_t)INT64_MAX + 1;
}

static pk_typed negated(pk_arena *arena, pk_typed v, const pk_ty *type) {
    pk_known *known = PK_NEW(arena, pk_known);

    for (int i = 0; i < 2; i++)
        known->bits[i] = float_bits(
            type->scalar, -part_as_float(type->scalar, v.known->bits[i]));
    return (pk_typed){.type = type, .known = known};
}

static pk_typed unary(pk_arena *arena, uint8_t op, const pk_rule *rule,
                      pk_typed a, bool *overflow) {
    pk_typed none = {.type = rule->result};
    const pk_ty *work = rule->left;

    if (!a.known)
        return none;
    if (work->kind == PK_TY_complex)
        return op == PK_AST_OP_USub ? negated(arena, a, work) : none;
    if (work->kind != PK_TY_number)
        return none;
    if (op == PK_AST_OP_Not)
        return pk_known_int(arena, rule->result, !pk_known_truth(a));
    a = pk_known_convert(arena, a, work);
    if (!a.known)
        return none;
    if (pk_ty_is_float(work))
        return op == PK_AST_OP_USub
                   ? pk_known_float(arena, work, -pk_known_get_float(a))
                   : a;
    if (op == PK_AST_OP_USub) {
        if (overflow)
            *overflow |= pk_type_is_signed(work->scalar)
                             ? pk_known_get_int(a) == INT64_MIN
                             : a.known->bits[0] != 0;
        a = pk_known_int(arena, work, (int64_t)(0 - a.known->bits[0]));
    } else if (op == PK_AST_OP_Invert) {
        a = pk_known_int(arena, work,
                         pk_ty_is_bool(work) ? !pk_known_truth(a)
                                             : (int64_t)~a.known->bits[0]);
    }
    return pk_known_convert(arena, a, rule->result);
}

pk_typed pk_known_unary(pk_arena *arena, uint8_t op, const pk_rule *rule,
                        pk_typed a, bool *overflow) {
    pk_latent from = {0};
    pk_typed v = unary(arena, op, rule, pk_known_reveal(a, &from), overflow);

    if (a.latent)
        v = pk_known_hide(arena, (pk_typed){.type = rule->result}, v, &from);
    return v;
}
