/* SPDX-License-Identifier: Apache-2.0 */
/* Traps of types: arithmetic that is wider, narrower or of another sign than
 * it looks. Read off the notes of inference. */
#include "check/advise.h"
#include "frontend/values/known.h"

#include <string.h>

typedef struct types {
    const pk_adviser *a;
    bool wants_double; /* what is computed is stored as float64 */
} types;

static bool is_scalar(const pk_ty *type, pk_type scalar) {
    return type->kind == PK_TY_number && type->scalar == scalar;
}

static bool is_unsigned(const pk_ty *type) {
    return pk_ty_is_int(type) && !pk_type_is_signed(type->scalar);
}

static bool is_signed(const pk_ty *type) {
    return pk_ty_is_int(type) && pk_type_is_signed(type->scalar);
}

static const char *named(const types *t, const pk_ty *type) {
    return pk_ty_name(t->a->c->arena, type);
}

static bool known_int(const types *t, const pk_ast *node, int64_t *out) {
    pk_typed v = pk_note_find(t->a->instance, node)->v;

    return v.type && pk_known_is_int(v, out);
}

static bool is_literal(const pk_ast *node) {
    while (node->kind == PK_AST_UnaryOp)
        node = node->UnaryOp.operand;
    return node->kind == PK_AST_Constant;
}

/* The text of a number as a reader would write it, cut out of the tree. */
static const char *literal_text(const types *t, const pk_ast *node) {
    const char *sign = "";
    pk_const value;

    for (; node->kind == PK_AST_UnaryOp; node = node->UnaryOp.operand)
        sign = node->UnaryOp.op == PK_AST_OP_USub ? "-" : "";
    value = node->Constant.value;
    if (value.kind == PK_CONST_int)
        return pk_arena_format(t->a->c->arena, "%s%llu", sign,
                               (unsigned long long)value.integer);
    if (value.kind == PK_CONST_float)
        return pk_arena_format(t->a->c->arena, "%s%.15g%s", sign, value.real,
                               value.real == (double)(int64_t)value.real &&
                                       value.real < 1e15
                                   ? ".0"
                                   : "");
    return "...";
}

/* ---- arithmetic ---- */

/* A search for `name = 0.0`. */
typedef struct beginning {
    const char *name;
    const pk_ast *found; /* the number */
    const pk_ast *target;
} beginning;

static void look_for_start(const pk_ast *node, void *arg) {
    beginning *s = arg;

    if (node->kind == PK_AST_FunctionDef || pk_ast_has_scope(node))
        return; /* has variables of its own */
    if (!s->found && node->kind == PK_AST_Assign &&
        is_literal(node->Assign.value))
        for (uint32_t i = 0; i < node->Assign.targets.count; i++) {
            const pk_ast *to = node->Assign.targets.items[i];
            if (to->kind != PK_AST_Name || to->Name.id != s->name)
                continue;
            s->found = node->Assign.value;
            s->target = to;
        }
    if (pk_ast_kind_class((pk_ast_kind)node->kind) == PK_AST_CLASS_stmt)
        pk_ast_children(node, look_for_start, arg);
}

/* Where a variable that is too wide began as a number of the source. */
static beginning find_start(const types *t, const pk_ast *variable) {
    const pk_ast_list *body = &t->a->instance->function->def->FunctionDef.body;
    beginning s = {0};

    if (variable->kind == PK_AST_Name)
        s.name = variable->Name.id;
    for (uint32_t i = 0; s.name && i < body->count; i++)
        look_for_start(body->items[i], &s);
    return s;
}

/* Reports float32 with the float64 operand `wide`: x is float64 where it was
 * assigned 0.0 first. */
static void check_wide(const types *t, const pk_ast *node, const pk_ast *wide,
                       const pk_ty *type) {
    beginning from = find_start(t, wide);
    pk_arena *arena = t->a->c->arena;
    const char *hint;

    if (from.found)
        hint = pk_arena_format(arena, "%s = float32(%s)", from.name,
                               literal_text(t, from.found));
    else
        hint =
            pk_arena_format(arena, "convert it: float32(%s)",
                            wide->kind == PK_AST_Name ? wide->Name.id : "...");
    pk_advise(t->a, node, PK_E_float64, hint,
              "float32 with %s is computed in float64", named(t, type));
    if (from.found)
        pk_advise_note(t->a, from.target, "'%s' starts here as %s", from.name,
                       named(t, pk_advise_type(t->a, from.found)));
}

/* Reports an operation that is computed in float64 since one operand is wider
 * than float32, such as f32 * 2. */
static void check_promotion(const types *t, const pk_ast *node,
                            const pk_ast *left, const pk_ast *right,
                            const pk_ty *a, const pk_ty *b) {
    const pk_ast *wide = is_scalar(a, PK_TYPE_f32) ? right : left;
    const pk_ty *type = wide == right ? b : a;
    pk_arena *arena = t->a->c->arena;

    if (t->wants_double)
        return;
    if (is_literal(wide))
        pk_advise(t->a, wide, PK_E_float64_literal,
                  pk_arena_format(arena, "float32(%s)", literal_text(t, wide)),
                  "float32 with the literal %s, which is %s, is computed in "
                  "float64",
                  literal_text(t, wide), named(t, type));
    else if (t->a->perf)
        check_wide(t, node, wide, type);
}

static void check_divisor(const types *t, const pk_ast *node,
                          const pk_ast *divisor, const pk_ty *a,
                          const pk_ty *b) {
    int64_t n;

    if (!pk_ty_is_int(a) || !pk_ty_is_int(b))
        return;
    if (known_int(t, divisor, &n) && n == 0)
        pk_advise(t->a, divisor, PK_E_divides_by_zero,
                  "error_model='python' makes it a ZeroDivisionError",
                  "an integer divided by 0 is 0 in a kernel");
    else if (t->a->perf && !known_int(t, divisor, &n) &&
             pk_type_bytes(a->scalar) == 8)
        pk_advise(t->a, node, PK_E_int64_division,
                  "int32 values divide about four times as fast",
                  "a division of 64-bit integers by a number that is not a "
                  "constant");
}

static void check_shift(const types *t, const pk_ast *count) {
    int64_t n;

    if (known_int(t, count, &n) && (n < 0 || n > 63))
        pk_advise(t->a, count, PK_E_shift_count, "shift by 0 to 63",
                  "a shift by %lld is 0, or -1 for >> of a negative number",
                  (long long)n);
}

static void check_power(const types *t, const pk_ast *exponent,
                        const pk_ty *base) {
    int64_t n;

    if (pk_ty_is_int(base) && known_int(t, exponent, &n) && n < 0)
        pk_advise(t->a, exponent, PK_E_negative_power,
                  "make the base a float: float(x) ** ...",
                  "an integer to the power %lld is an integer: 0, except of "
                  "1 and -1",
                  (long long)n);
}

static void check_signs(const types *t, const pk_ast *node, const pk_ty *a,
                        const pk_ty *b, const pk_ast *left,
                        const pk_ast *right) {
    bool mixed = (is_scalar(a, PK_TYPE_u64) && is_signed(b)) ||
                 (is_scalar(b, PK_TYPE_u64) && is_signed(a));

    if (mixed && !is_literal(left) && !is_literal(right))
        pk_advise(t->a, node, PK_E_mixed_sign,
                  "convert one of them: int64(...) or uint64(...)",
                  "%s with %s is computed as int64: values from 2**63 on are "
                  "negative",
                  named(t, a), named(t, b));
}

static void check_arithmetic(const types *t, const pk_ast *node, pk_ast_op op,
                             const pk_ast *left, const pk_ast *right) {
    const pk_ty *a = pk_advise_type(t->a, left);
    const pk_ty *b = pk_advise_type(t->a, right);
    const pk_ty *result = pk_advise_type(t->a, node);
    bool narrow = is_scalar(a, PK_TYPE_f32) != is_scalar(b, PK_TYPE_f32);

    if (!pk_ty_is_number(a) || !pk_ty_is_number(b))
        return;
    if (is_scalar(result, PK_TYPE_f64) && narrow)
        check_promotion(t, node, left, right, a, b);
    switch (op) {
    case PK_AST_OP_FloorDiv:
    case PK_AST_OP_Mod: check_divisor(t, node, right, a, b); break;
    case PK_AST_OP_LShift:
    case PK_AST_OP_RShift: check_shift(t, right); break;
    case PK_AST_OP_Pow: check_power(t, right, a); break;
    case PK_AST_OP_Sub:
        if (is_unsigned(a) && is_unsigned(b))
            pk_advise(t->a, node, PK_E_unsigned_minus,
                      pk_type_bytes(result->scalar) == 8
                          ? "if it may be negative, convert first: int64(a) "
                            "- int64(b)"
                          : "convert first: int32(a) - int32(b)",
                      "%s - %s is uint64: below 0 it wraps to about 1.8e19",
                      named(t, a), named(t, b));
        break;
    default: break;
    }
    if (op == PK_AST_OP_Add || op == PK_AST_OP_Sub || op == PK_AST_OP_Mult)
        check_signs(t, node, a, b, left, right);
}

static void check_compare(const types *t, const pk_ast *node) {
    const pk_ast *left = node->Compare.left, *right;

    for (uint32_t i = 0; i < node->Compare.comparators.count; i++) {
        const pk_ty *a = pk_advise_type(t->a, left), *b;
        right = node->Compare.comparators.items[i];
        b = pk_advise_type(t->a, right);
        if (((is_scalar(a, PK_TYPE_u64) && is_signed(b)) ||
             (is_scalar(b, PK_TYPE_u64) && is_signed(a))) &&
            !is_literal(left) && !is_literal(right))
            pk_advise(t->a, node, PK_E_mixed_sign,
                      "convert one of them: int64(...) or uint64(...)",
                      "%s and %s are compared as float64, which is not exact "
                      "above 2**53",
                      named(t, a), named(t, b));
        left = right;
    }
}

/* max(i64, u64) is float64. */
static void check_call(const types *t, const pk_ast *node) {
    const char *path = pk_advise_path(t->a, node->Call.func);
    const pk_ty *result = pk_advise_type(t->a, node);
    bool ints = node->Call.args.count > 1;

    if (!path || !pk_ty_is_float(result) ||
        (strcmp(path, "builtins.min") != 0 &&
         strcmp(path, "builtins.max") != 0))
        return;
    for (uint32_t i = 0; i < node->Call.args.count; i++)
        ints &= pk_ty_is_int(pk_advise_type(t->a, node->Call.args.items[i]));
    if (ints)
        pk_advise(t->a, node, PK_E_mixed_sign,
                  "convert one of them: int64(...) or uint64(...)",
                  "%s of these integers is %s: signed and unsigned ones of 64 "
                  "bits have no common integer type",
                  strrchr(path, '.') + 1, named(t, result));
}

/* ---- stores ---- */

/* Whether an integer type has the value n. */
static bool holds(pk_type place, int64_t n) {
    uint32_t bits = 8 * pk_type_bytes(place);

    if (bits == 64)
        return pk_type_is_signed(place) || n >= 0;
    return pk_type_is_signed(place) ? n >= -(INT64_C(1) << (bits - 1)) &&
                                          n < INT64_C(1) << (bits - 1)
                                    : n >= 0 && n < INT64_C(1) << bits;
}

/* Warns of a number that changes when it is stored: a float in an array of
 * integers, and an integer in a narrower type. */
static void check_store(const types *t, const pk_ast *target,
                        const pk_ast *value, const pk_ty *type) {
    const pk_ty *place = pk_advise_type(t->a, target);
    int64_t n;

    if (target->kind != PK_AST_Subscript || !pk_ty_is_int(place))
        return;
    if (pk_ty_is_float(type)) {
        pk_advise(t->a, value, PK_E_truncates,
                  "int(x) or round(x) says which is meant",
                  "%s is stored in an array of %s: its fraction is cut off",
                  named(t, type), named(t, place));
        return;
    }
    if (!pk_ty_is_int(type))
        return;
    if (known_int(t, value, &n)) {
        if (!holds(place->scalar, n))
            pk_advise(t->a, value, PK_E_wraps, NULL,
                      "%lld does not fit %s: it wraps", (long long)n,
                      named(t, place));
    } else if (pk_type_bytes(place->scalar) <= 2 &&
               pk_type_bytes(type->scalar) > pk_type_bytes(place->scalar) &&
               (value->kind == PK_AST_BinOp || value == target)) {
        pk_advise(t->a, value, PK_E_wraps,
                  pk_arena_format(
                      t->a->c->arena, "min(max(x, %d), %d) clamps it",
                      pk_type_is_signed(place->scalar)
                          ? -(1 << (8 * pk_type_bytes(place->scalar) - 1))
                          : 0,
                      pk_type_is_signed(place->scalar)
                          ? (1 << (8 * pk_type_bytes(place->scalar) - 1)) - 1
                          : (1 << (8 * pk_type_bytes(place->scalar))) - 1),
                  "%s arithmetic is stored in an array of %s: what does not "
                  "fit wraps",
                  named(t, type), named(t, place));
    }
}

/* ---- statements that do nothing ---- */

static void check_thrown_away(const types *t, const pk_ast *value) {
    const pk_ty *type = pk_advise_type(t->a, value);
    const char *path;

    if (value->kind == PK_AST_Compare &&
        value->Compare.ops[0] == PK_AST_OP_Eq &&
        value->Compare.left->kind == PK_AST_Subscript) {
        pk_advise(t->a, value, PK_E_no_effect, "a single = stores",
                  "this compares, and the result is not used");
        return;
    }
    if ((value->kind != PK_AST_Attribute && value->kind != PK_AST_Name) ||
        (type->kind != PK_TY_builtin && type->kind != PK_TY_function))
        return;
    path = type->kind == PK_TY_builtin ? type->builtin->path
                                       : type->function->info.name;
    if (strncmp(path, "numba.", 6) == 0)
        path += 6;
    pk_advise(t->a, value, PK_E_no_effect,
              pk_arena_format(t->a->c->arena,
                              type->kind == PK_TY_builtin ? "%s()" : "%s(...)",
                              path),
              "%s is named here and not called: nothing happens", path);
}

/* ---- the walk ---- */

static bool is_double(const types *t, const pk_ast *target) {
    const pk_ty *place = pk_advise_type(t->a, target);

    return target->kind == PK_AST_Subscript &&
           (is_scalar(place, PK_TYPE_f64) || place->kind == PK_TY_complex);
}

static void visit(const pk_ast *node, void *arg) {
    types *t = arg;
    bool wanted = t->wants_double;

    if (pk_ast_has_scope(node))
        return;
    switch ((pk_ast_kind)node->kind) {
    case PK_AST_FunctionDef: return; /* has types of its own */
    case PK_AST_BinOp:
        for (; node->kind == PK_AST_BinOp; node = node->BinOp.left) {
            check_arithmetic(t, node, node->BinOp.op, node->BinOp.left,
                             node->BinOp.right);
            visit(node->BinOp.right, arg);
        }
        visit(node, arg);
        return;
    case PK_AST_AugAssign:
        check_arithmetic(t, node, node->AugAssign.op, node->AugAssign.target,
                         node->AugAssign.value);
        check_store(t, node->AugAssign.target, node->AugAssign.target,
                    pk_advise_type(t->a, node));
        break;
    case PK_AST_Assign:
        for (uint32_t i = 0; i < node->Assign.targets.count; i++)
            check_store(t, node->Assign.targets.items[i], node->Assign.value,
                        pk_advise_type(t->a, node->Assign.value));
        t->wants_double |= node->Assign.targets.count == 1 &&
                           is_double(t, node->Assign.targets.items[0]);
        break;
    case PK_AST_Compare: check_compare(t, node); break;
    case PK_AST_Expr: check_thrown_away(t, node->Expr.value); break;
    case PK_AST_Call: check_call(t, node); break;
    default: break;
    }
    pk_ast_children(node, visit, arg);
    t->wants_double = wanted;
}

/* Variables that are one type on one path and another on the other. */
static void check_joins(const pk_adviser *a) {
    for (const pk_joined *j = a->instance->joins; j; j = j->next) {
        const pk_ast *first = j->a.where, *second = j->b.where;
        const pk_ty *x = j->a.v.type, *y = j->b.v.type;
        bool start = first && second && first->line < second->line;
        const pk_ast *early = start ? first : second;
        const pk_ty *early_type = start ? x : y, *late_type = start ? y : x;

        if (!first || !second)
            continue;
        pk_advise(a, early, PK_E_retyped,
                  "start it with the intended type: float32(0), or 0.0",
                  "'%s' is %s here and %s from line %u on: where both come "
                  "together it is %s",
                  j->name, pk_ty_name(a->c->arena, early_type),
                  pk_ty_name(a->c->arena, late_type),
                  (start ? second : first)->line,
                  pk_ty_name(a->c->arena, j->type));
    }
}

void pk_advise_types(const pk_adviser *a) {
    const pk_ast_list *body = &a->instance->function->def->FunctionDef.body;
    types t = {.a = a};

    check_joins(a);
    for (uint32_t i = 0; i < body->count; i++)
        visit(body->items[i], &t);
}
