/* SPDX-License-Identifier: Apache-2.0 */
/* Making known values, and reading them. known_ops.c computes with them. */
#include "frontend/values/known.h"

#include "frontend/types/struct.h"

#include "base/number.h"
#include "core/eval.h"

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

pk_typed pk_known_bits(pk_arena *arena, const pk_ty *type, uint64_t bits) {
    pk_known *known = PK_NEW(arena, pk_known);

    known->bits[0] = bits;
    return (pk_typed){.type = type, .known = known};
}

pk_typed pk_known_int(pk_arena *arena, const pk_ty *type, int64_t value) {
    return pk_known_bits(
        arena, type,
        pk_eval_convert(PK_TYPE_i64, type->scalar, (uint64_t)value));
}

pk_typed pk_known_float(pk_arena *arena, const pk_ty *type, double value) {
    return pk_known_bits(arena, type, pk_float_bits(type->scalar, value));
}

int64_t pk_known_get_int(pk_typed v) {
    return (int64_t)pk_eval_convert(v.type->scalar, PK_TYPE_i64,
                                    v.known->bits[0]);
}

double pk_known_get_float(pk_typed v) {
    return pk_float_value(
        PK_TYPE_f64,
        pk_eval_convert(v.type->scalar, PK_TYPE_f64, v.known->bits[0]));
}

bool pk_known_truth(pk_typed v) {
    if (v.type->kind == PK_TY_complex)
        return pk_float_value(v.type->scalar, v.known->bits[0]) != 0 ||
               pk_float_value(v.type->scalar, v.known->bits[1]) != 0;
    if (pk_ty_is_float(v.type))
        return pk_known_get_float(v) != 0;
    return v.known->bits[0] != 0;
}

bool pk_known_test(pk_typed v, bool *truth) {
    switch ((pk_ty_kind)v.type->kind) {
    case PK_TY_none: *truth = false; return true;
    case PK_TY_ellipsis: *truth = true; return true;
    case PK_TY_tuple:
        *truth = v.type->count != 0 || pk_ty_is_dataclass(v.type);
        return true;
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

/* Counts the first bytes of UTF-8 characters. */
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
        return pk_known_bits(arena, pk_ty_number(PK_TYPE_bool),
                             literal->integer);
    case PK_CONST_int:
        if (literal->overflow)
            return result;
        return pk_known_bits(
            arena,
            pk_ty_number(literal->integer >> 63 ? PK_TYPE_u64 : PK_TYPE_i64),
            literal->integer);
    case PK_CONST_float:
        return pk_known_float(arena, pk_ty_number(PK_TYPE_f64), literal->real);
    case PK_CONST_complex:
        result = pk_known_bits(arena, pk_ty_complex(PK_TYPE_f64), 0);
        known = PK_NEW(arena, pk_known);
        known->bits[0] = pk_float_bits(PK_TYPE_f64, literal->re);
        known->bits[1] = pk_float_bits(PK_TYPE_f64, literal->real);
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

pk_typed pk_known_item(pk_typed tuple, uint32_t index) {
    return (pk_typed){.type = tuple.type->items[index],
                      .known = tuple.known && tuple.known->items
                                   ? tuple.known->items[index]
                                   : NULL,
                      .latent = tuple.latent && tuple.latent->items
                                    ? tuple.latent->items[index]
                                    : NULL};
}

/* Whether what is known of the largest extents of two arrays is the same. */
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
    if (a.known && b.known && a.known->text && b.known->text)
        return pk_known_same_text(a.known, b.known);
    if (!a.known || !b.known || !pk_ty_equal(a.type, b.type) || a.known->text ||
        a.known->items || b.known->text || b.known->items || a.known->array ||
        b.known->array || a.known->reference || b.known->reference ||
        a.known->most || b.known->most)
        return false;
    return a.known->bits[0] == b.known->bits[0] &&
           a.known->bits[1] == b.known->bits[1];
}
