/* SPDX-License-Identifier: Apache-2.0 */
/* How many places x[lower:upper] has at most where the bounds are not known,
 * but how far they are apart is.
 *
 *     x[i:i + 4]      x[2 * t:2 * (t + 1)]      x[max(t - 1, 0):min(t + 2, n)]
 *
 * Bounds are sums of integers with constant factors, and max and min of these.
 * A bound below 0 counts from the end. With both at the same end, or the lower
 * one below 0, there are no more places than the difference; with the upper one
 * alone below 0 there may be more. Sums that wrap do not matter: a lower bound
 * near the end of int64 is behind every array. */
#include "frontend/infer/latent.h"

#include "frontend/infer/typings.h"
#include "frontend/values/known.h"

#include <string.h>

enum { MAX_TERMS = 6, MAX_DEPTH = 8 };

#define NO_GAP INT64_MIN

/* constant + factor * node + ..., modulo 2^64 */
typedef struct linear {
    uint64_t constant;
    const pk_ast *nodes[MAX_TERMS];
    uint64_t factors[MAX_TERMS];
    uint32_t count;
} linear;

/* Who looks; `latent` as in pk_infer_view_most. */
typedef struct bounds {
    const pk_infer *in;
    pk_latent *latent;
} bounds;

static pk_typed value_of(const pk_infer *in, const pk_ast *node) {
    return pk_note_find(in->instance, node)->v;
}

static bool known(const bounds *b, const pk_ast *node, int64_t *value) {
    pk_typed v = value_of(b->in, node);

    return v.type && pk_known_is_int(
                         b->latent ? pk_known_reveal(v, b->latent) : v, value);
}

/* ---- what may stand in a bound ---- */

/* Whether an expression has the same value wherever it stands in a subscript:
 * elements and fields of records may change in between. */
static bool is_stable(const pk_infer *in, const pk_ast *node, int depth) {
    const pk_ty *base;

    if (depth > MAX_DEPTH)
        return false;
    switch (node->kind) {
    case PK_AST_Name:
    case PK_AST_Constant: return true;
    case PK_AST_Attribute:
        base = value_of(in, node->Attribute.value).type;
        return (!base ||
                (base->kind != PK_TY_record && !pk_ty_is_records(base))) &&
               is_stable(in, node->Attribute.value, depth + 1);
    case PK_AST_UnaryOp: return is_stable(in, node->UnaryOp.operand, depth + 1);
    case PK_AST_BinOp:
        return is_stable(in, node->BinOp.left, depth + 1) &&
               is_stable(in, node->BinOp.right, depth + 1);
    case PK_AST_Subscript: /* a.shape[0] */
        base = value_of(in, node->Subscript.value).type;
        return base && base->kind == PK_TY_tuple &&
               is_stable(in, node->Subscript.value, depth + 1) &&
               is_stable(in, node->Subscript.slice, depth + 1);
    default: return false;
    }
}

/* Calls of functions and := may change what stands beside them. */
typedef struct effects {
    const pk_infer *in;
    bool found;
} effects;

static void find_effects(const pk_ast *node, void *arg) {
    effects *e = arg;
    const pk_call *call;

    if (node->kind == PK_AST_NamedExpr)
        e->found = true;
    if (node->kind == PK_AST_Call) {
        call = pk_note_find(e->in->instance, node)->call;
        e->found |= !call || !call->builtin || call->instance;
    }
    if (!e->found)
        pk_ast_below(node, find_effects, arg);
}

static bool has_effects(const pk_infer *in, const pk_ast *node) {
    effects e = {in, false};

    find_effects(node, &e);
    return e.found;
}

/* ---- sums ---- */

static bool add_term(linear *sum, const pk_ast *node, uint64_t factor) {
    for (uint32_t i = 0; i < sum->count; i++)
        if (pk_ast_same(sum->nodes[i], node)) {
            sum->factors[i] += factor;
            return true;
        }
    if (sum->count == MAX_TERMS)
        return false;
    sum->nodes[sum->count] = node;
    sum->factors[sum->count++] = factor;
    return true;
}

/* Adds factor * node. False for what is no sum. Operators compute in 64 bits,
 * but for the minus of a narrower integer. */
static bool add(const bounds *b, linear *sum, const pk_ast *node,
                uint64_t factor, int depth) {
    const pk_ast *left, *right;
    const pk_ty *type = value_of(b->in, node).type;
    int64_t n;

    if (depth > MAX_DEPTH || !type || !pk_ty_is_int(type))
        return false;
    if (known(b, node, &n)) {
        sum->constant += factor * (uint64_t)n;
        return true;
    }
    if (node->kind == PK_AST_UnaryOp && node->UnaryOp.op == PK_AST_OP_USub &&
        pk_type_bytes(value_of(b->in, node->UnaryOp.operand).type->scalar) == 8)
        return add(b, sum, node->UnaryOp.operand, 0 - factor, depth + 1);
    if (node->kind != PK_AST_BinOp)
        return is_stable(b->in, node, 0) && add_term(sum, node, factor);
    left = node->BinOp.left;
    right = node->BinOp.right;
    if (node->BinOp.op == PK_AST_OP_Add || node->BinOp.op == PK_AST_OP_Sub)
        return add(b, sum, left, factor, depth + 1) &&
               add(b, sum, right,
                   node->BinOp.op == PK_AST_OP_Add ? factor : 0 - factor,
                   depth + 1);
    if (node->BinOp.op == PK_AST_OP_Mult && known(b, right, &n))
        return add(b, sum, left, factor * (uint64_t)n, depth + 1);
    if (node->BinOp.op == PK_AST_OP_Mult && known(b, left, &n))
        return add(b, sum, right, factor * (uint64_t)n, depth + 1);
    return is_stable(b->in, node, 0) && add_term(sum, node, factor);
}

/* upper - lower, where all that is not constant cancels out. */
static int64_t difference(const bounds *b, const pk_ast *upper,
                          const pk_ast *lower) {
    linear sum = {0};
    int64_t d;

    if (!add(b, &sum, upper, 1, 0) || !add(b, &sum, lower, UINT64_MAX, 0))
        return NO_GAP;
    for (uint32_t i = 0; i < sum.count; i++)
        if (sum.factors[i])
            return NO_GAP;
    d = (int64_t)sum.constant;
    return d > -INT32_MAX && d < INT32_MAX ? d : NO_GAP;
}

/* Sizes, and integers of few bits without a sign. */
static bool is_never_negative(const bounds *b, const pk_ast *node) {
    const pk_ty *type = value_of(b->in, node).type, *base;
    int64_t n;

    if (known(b, node, &n))
        return n >= 0;
    if (!pk_type_is_signed(type->scalar) && pk_type_bytes(type->scalar) < 8)
        return true;
    if (node->kind == PK_AST_Subscript)
        node = node->Subscript.value;
    if (node->kind != PK_AST_Attribute)
        return false;
    base = value_of(b->in, node->Attribute.value).type;
    return base && base->kind == PK_TY_array &&
           (strcmp(node->Attribute.attr, "size") == 0 ||
            strcmp(node->Attribute.attr, "shape") == 0);
}

/* ---- max and min ---- */

typedef enum { NEITHER, LEAST, MOST } extreme;

/* Whether the node is a call of min or max, of integers only. */
static extreme extreme_of(const pk_infer *in, const pk_ast *node,
                          const pk_call **call) {
    const pk_call *c;

    if (node->kind != PK_AST_Call)
        return NEITHER;
    *call = c = pk_note_find(in->instance, node)->call;
    if (!c || !c->builtin || c->count < 2)
        return NEITHER;
    for (uint32_t i = 0; i < c->count; i++)
        if (!c->args[i].type || !pk_ty_is_int(c->args[i].type))
            return NEITHER;
    return strcmp(c->builtin->path, "builtins.min") == 0   ? LEAST
           : strcmp(c->builtin->path, "builtins.max") == 0 ? MOST
                                                           : NEITHER;
}

/* upper - lower is no more than this. First what must hold for all operands,
 * then what one of them is enough for. */
static int64_t gap(const bounds *b, const pk_ast *upper, const pk_ast *lower,
                   int depth) {
    const pk_call *high = NULL, *low = NULL;
    extreme of_upper = extreme_of(b->in, upper, &high);
    extreme of_lower = extreme_of(b->in, lower, &low);
    bool all = of_upper == MOST || of_lower == LEAST;
    bool split_upper = all ? of_upper == MOST : of_upper == LEAST;
    const pk_call *call = split_upper ? high : low;
    int64_t best = NO_GAP, one, n;

    if (depth > MAX_DEPTH)
        return NO_GAP;
    if (of_upper == NEITHER && of_lower == NEITHER) {
        one = difference(b, upper, lower);
        /* A bound that wraps below its start is far behind it. */
        return one < 0 && !(known(b, upper, &n) && known(b, lower, &n)) ? NO_GAP
                                                                        : one;
    }
    for (uint32_t i = 0; i < call->count; i++) {
        const pk_ast *item = call->nodes[i];
        one = gap(b, split_upper ? item : upper, split_upper ? lower : item,
                  depth + 1);
        if (all && one == NO_GAP)
            return NO_GAP;
        if (best == NO_GAP || (one != NO_GAP && (one > best) == all))
            best = one;
    }
    return best;
}

/* Whether the upper bound is not below 0 where the lower one is not. */
static bool follows(const bounds *b, const pk_ast *upper, const pk_ast *lower,
                    int depth) {
    const pk_call *high = NULL, *low = NULL;
    extreme of_upper = extreme_of(b->in, upper, &high);
    extreme of_lower = extreme_of(b->in, lower, &low);
    bool all = of_upper == LEAST || of_lower == MOST;
    bool split_upper = all ? of_upper == LEAST : of_upper == MOST;
    const pk_call *call = split_upper ? high : low;
    int64_t n;

    if (depth > MAX_DEPTH)
        return false;
    if (of_upper == NEITHER && of_lower == NEITHER)
        return is_never_negative(b, upper) ||
               difference(b, upper, lower) >= 0 ||
               (known(b, lower, &n) && n < 0);
    for (uint32_t i = 0; i < call->count; i++) {
        const pk_ast *item = call->nodes[i];
        if (follows(b, split_upper ? item : upper, split_upper ? lower : item,
                    depth + 1) != all)
            return !all;
    }
    return all;
}

static bool is_u64(const pk_infer *in, const pk_ast *node) {
    return value_of(in, node).type->scalar == PK_TYPE_u64;
}

int64_t pk_window_most(const pk_infer *in, pk_latent *latent,
                       const pk_ast *lower, const pk_ast *upper,
                       bool *assumed) {
    const bounds b = {in, latent};
    int64_t most;

    /* An uint64 that is large is behind the array, an int64 before it. */
    if (has_effects(in, lower) || has_effects(in, upper) ||
        (is_u64(in, upper) && !is_u64(in, lower)))
        return -1;
    most = gap(&b, upper, lower, 0);
    if (most == NO_GAP)
        return -1;
    *assumed |= !follows(&b, upper, lower, 0);
    return most > 0 ? most : 0;
}
