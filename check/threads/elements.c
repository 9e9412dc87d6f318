/* SPDX-License-Identifier: Apache-2.0 */
/* Array expressions whose results Numba computes otherwise.
 *
 * Each operation here is NumPy's: its result has the type of its loop. Numba
 * makes one function of the expression, whose operations follow the rules of
 * scalars, and converts what it returns:
 *
 *     (a + b) // 2     of int8: here a + b wraps at 8 bits, there at 64
 *
 * So each operation is typed both ways. An integer that is too narrow has the
 * lower bits of Numba's: that is no difference as long as only those count. */
#include "check/threads/advice.h"

#include "check/threads/interval.h"
#include "frontend/infer/typings.h"
#include "frontend/values/known.h"

/* An element as portkern computes it, compared with Numba's. */
typedef struct element {
    const pk_ty *here, *there;
    const pk_ast *from; /* the operation where they part; NULL: the same */
    const pk_ty *from_type, *from_there;
    uint32_t bits;   /* how many of the lower bits are the same; 0 none */
    pk_interval can; /* which integers it can be */
    bool rounded;    /* it is Numba's, converted to this type */
} element;

enum { MAX_ARGS = 3 };

/* An operation with its operands. */
typedef struct operation {
    const pk_ast *node;
    const pk_builtin *builtin;
    const pk_ty *work; /* the type of its loop, where that is no result's */
    const element *args;
    uint32_t count;
    pk_algebra algebra;
} operation;

/* A row of algebra.def. */
typedef struct algebra_row {
    enum { LOW, ALL } bits;
    enum { EXACT, ROUNDED, NEAR } floats;
} algebra_row;

static const algebra_row properties[] = {
#define ALGEBRA(name, bits, floats) {bits, floats},
#include "frontend/builtins/algebra.def"
#undef ALGEBRA
};

static bool is_whole(const pk_ty *type) {
    return pk_ty_is_int(type) || pk_ty_is_bool(type);
}

/* Floats and complex numbers, which NumPy calls inexact: their results are
 * rounded. */
static bool is_inexact(const pk_ty *type) {
    return pk_ty_is_float(type) || type->kind == PK_TY_complex;
}

/* ---- Numba's type ---- */

static const pk_ty *of_rule(const operation *o) {
    pk_rule rule = {0};
    bool known = false;

    if (o->node->kind == PK_AST_BinOp)
        known = pk_rule_binary(o->node->BinOp.op, o->args[0].there,
                               o->args[1].there, &rule);
    else if (o->node->kind == PK_AST_UnaryOp)
        known = pk_rule_unary(o->node->UnaryOp.op, o->args[0].there, &rule);
    return known ? rule.result : NULL;
}

/* The type of the loop that Numba takes for the types that operands have
 * there. */
static const pk_ty *of_loop(const operation *o) {
    const char *loops = pk_builtin_loops(o->builtin);
    pk_typed args[MAX_ARGS] = {{0}};

    for (uint32_t i = 0; i < o->count; i++)
        args[i].type = o->args[i].there;
    return loops ? pk_infer_loop(loops, args, o->count) : NULL;
}

/* Other functions compute in the type of their operands: the wider one where
 * these are wider. */
static const pk_ty *of_function(const operation *o, const pk_ty *here) {
    const pk_ty *type = here;

    if (pk_ty_is_bool(here))
        return here;
    for (uint32_t i = 0; i < o->count; i++) {
        const pk_ty *there = o->args[i].there;
        if (pk_ty_equal(there, o->args[i].here) || !pk_ty_is_number(there) ||
            !pk_ty_is_number(type))
            continue;
        if (pk_ty_is_float(type) && pk_type_bytes(there->scalar) > 4)
            type = pk_ty_number(PK_TYPE_f64);
        else if (pk_ty_is_float(there) ||
                 (pk_ty_is_int(type) &&
                  pk_type_bytes(there->scalar) > pk_type_bytes(type->scalar)))
            type = there;
    }
    return type;
}

/* The type of the operation's result in Numba, by the types of its operands
 * there. */
static const pk_ty *numba_type(const operation *o, const pk_ty *here) {
    const pk_ty *type = of_rule(o);

    if (type)
        return type;
    if (o->algebra == PK_ALGEBRA_order || o->algebra == PK_ALGEBRA_truth ||
        o->algebra == PK_ALGEBRA_class)
        return here;
    type = of_loop(o);
    return type ? type : of_function(o, here);
}

/* ---- an operation ---- */

static element look(const pk_adviser *a, const pk_ast *node);

static element leaf_of(const pk_ty *type) {
    if (pk_ty_is_arrays(type))
        type = pk_ty_element(type);
    return (element){.here = type, .there = type, .can = pk_interval_of(type)};
}

static void part(element *e, const pk_ast *node) {
    e->from = node;
    e->from_type = e->here;
    e->from_there = e->there;
}

/* Whether a type, of a float where the operand is one, has all its values. */
static bool holds(const pk_ty *place, const element *arg) {
    if (is_whole(arg->here))
        return pk_interval_fits(arg->can, place);
    return pk_type_bytes(arg->here->scalar) <= pk_type_bytes(place->scalar);
}

static bool holds_all(const pk_ty *place, const operation *o) {
    for (uint32_t i = 0; i < o->count; i++)
        if (!holds(place, &o->args[i]))
            return false;
    return true;
}

/* Integers, and there others. */
static void compare_wholes(element *e, const operation *o, bool fits) {
    bool same = properties[o->algebra].bits == LOW || holds_all(e->there, o);

    if (same && fits && pk_interval_fits(e->can, e->there))
        return;
    part(e, o->node);
    if (same && o->algebra != PK_ALGEBRA_any)
        e->bits = 8 * pk_type_bytes(e->here->scalar);
    e->rounded = pk_ty_is_bool(e->here) && o->algebra == PK_ALGEBRA_sum;
}

/* One is an integer and the other is not: sums are the same that both have. */
static void compare_mixed(element *e, const operation *o, pk_interval can) {
    bool same = o->algebra == PK_ALGEBRA_sum ||
                o->algebra == PK_ALGEBRA_difference ||
                o->algebra == PK_ALGEBRA_either;

    if (!same || !pk_interval_fits(can, e->here) ||
        !pk_interval_fits(can, e->there))
        part(e, o->node);
}

static void compare_inexact(element *e, const operation *o) {
    const pk_ty *less = e->here;
    bool parts = e->here->kind == PK_TY_complex;
    bool holds_here;

    if (pk_type_bytes(e->here->scalar) == pk_type_bytes(e->there->scalar))
        return;
    if (pk_type_bytes(e->there->scalar) < pk_type_bytes(less->scalar))
        less = e->there;
    holds_here = holds_all(less, o);
    if (holds_here && properties[o->algebra].floats == EXACT)
        return;
    part(e, o->node);
    e->rounded = holds_here && less == e->here &&
                 (parts ? o->algebra == PK_ALGEBRA_sum ||
                              o->algebra == PK_ALGEBRA_difference
                        : properties[o->algebra].floats == ROUNDED);
}

/* An integer that no other one becomes when it is rounded. */
static bool is_far(const pk_ty *place, const element *arg) {
    pk_interval e = {arg->can.low - 1, arg->can.high + 1};

    return pk_interval_fits(e, place);
}

/* Comparisons: the types that operands are converted to first. */
static void compare_order(element *e, const operation *o) {
    pk_rule rule = {0};
    const pk_ty *here = o->work, *there = NULL, *less;

    if (o->node->kind == PK_AST_Compare &&
        pk_rule_compare(o->node->Compare.ops[0], o->args[0].there,
                        o->args[1].there, &rule))
        there = rule.left;
    else if (o->node->kind != PK_AST_Compare)
        there = of_loop(o);
    if (!here || !there || !is_inexact(here) || !is_inexact(there))
        return;
    less = pk_type_bytes(here->scalar) <= pk_type_bytes(there->scalar) ? here
                                                                       : there;
    if (here->scalar == there->scalar || holds_all(less, o) ||
        is_far(less, &o->args[0]) || is_far(less, &o->args[1]))
        return;
    part(e, o->node);
    e->from_type = here;
    e->from_there = there;
}

/* The result of operands that are the same as Numba's. */
static void compare(element *e, const operation *o) {
    pk_interval can = pk_interval_after(o->algebra, o->args[0].can,
                                        o->args[o->count > 1].can);
    bool fits = pk_interval_fits(can, e->here);

    if (fits && (is_whole(e->here) || o->algebra == PK_ALGEBRA_sign ||
                 o->algebra == PK_ALGEBRA_whole))
        e->can = can;
    if (o->algebra == PK_ALGEBRA_order) {
        compare_order(e, o);
        return;
    }
    if (pk_ty_equal(e->here, e->there))
        return;
    if (o->node->kind == PK_AST_UnaryOp &&
        pk_ty_equal(o->args[0].here, o->args[0].there))
        return; /* Numba widens what comes of it, too */
    if (is_whole(e->here) && is_whole(e->there))
        compare_wholes(e, o, fits);
    else if (is_inexact(e->here) && is_inexact(e->there))
        compare_inexact(e, o);
    else
        compare_mixed(e, o, can);
}

/* How many of the lower bits count for a & b, where a is from 0 on. */
static uint32_t bits_of(pk_interval a) {
    uint32_t bits = 0;

    if (a.low < 0)
        return UINT32_MAX;
    for (double end = 1; end <= a.high; end *= 2)
        bits++;
    return bits;
}

/* The result of operands one of which, the `first`, is not the same as Numba's.
 */
static void carry(element *e, const operation *o, uint32_t first, bool counts) {
    const element *from = &o->args[first];
    const element *other = &o->args[first == 0 && o->count > 1];
    bool whole = pk_ty_is_int(e->here) && pk_ty_is_int(e->there);

    if (o->algebra == PK_ALGEBRA_class && is_whole(from->here) &&
        is_whole(from->there))
        return;
    if (whole && o->algebra == PK_ALGEBRA_common && !other->from &&
        bits_of(other->can) <= from->bits) {
        e->can = (pk_interval){0, other->can.high};
        return;
    }
    e->from = from->from;
    e->from_type = from->from_type;
    e->from_there = from->from_there;
    if (whole && properties[o->algebra].bits == LOW && !counts)
        e->bits = from->bits;
}

/* A count of places and an exponent count with all their bits. */
static bool is_count(pk_algebra algebra, uint32_t i) {
    return i == 1 &&
           (algebra == PK_ALGEBRA_shifted_up || algebra == PK_ALGEBRA_power);
}

/* Types an element of the call's result, here and in Numba. */
static element look_at_call(const pk_adviser *a, const pk_ast *node,
                            const pk_call *call, const pk_ty *type) {
    const pk_builtin *builtin = call->element->builtin;
    element e = leaf_of(type), args[MAX_ARGS] = {0};
    operation o = {.node = node,
                   .builtin = builtin,
                   .work = call->element->work,
                   .args = args,
                   .count = call->count < MAX_ARGS ? call->count : MAX_ARGS,
                   .algebra = pk_builtin_algebra(builtin)};
    uint32_t first = MAX_ARGS;
    bool counts = false;

    for (uint32_t i = 0; i < o.count; i++) {
        args[i] = look(a, call->nodes[i]);
        if (!args[i].from)
            continue;
        counts |= is_count(o.algebra, i);
        if (first == MAX_ARGS || args[i].bits < args[first].bits)
            first = i;
    }
    e.there = numba_type(&o, e.here);
    if (first < MAX_ARGS)
        carry(&e, &o, first, counts);
    else
        compare(&e, &o);
    return e;
}

static bool is_expression(const pk_adviser *a, const pk_ast *node) {
    const pk_note *note = pk_note_find(a->instance, node);

    return note->v.type && note->v.type->kind == PK_TY_lazy && note->call &&
           note->call->element && !note->call->spread &&
           note->call->count <= MAX_ARGS;
}

/* Not ufuncs: Numba gives them arrays, and they give one. */
static bool makes_array(const pk_call *call) {
    return call->element->builtin->how == PK_HOW_picked ||
           call->element->builtin->how == PK_HOW_choose ||
           call->element->builtin->how == PK_HOW_clip;
}

static const char *way_out(const element *e, bool alone) {
    if (!pk_ty_is_int(e->from_there))
        return alone ? "1.0 * x is float64 here, too"
                     : "1.0 * x is float64 here, too; a statement of its own "
                       "rounds in Numba, too";
    return is_whole(e->from_type)
               ? "0 + x is int64 here, too; a statement of its own, "
                 "o[:] = ..., wraps in Numba, too"
               : "have both operands signed, or both unsigned";
}

static const char *verb(const element *e) {
    return e->from->kind == PK_AST_Compare ? "compares as"
           : pk_ty_is_bool(e->from_type)   ? "is"
           : pk_ty_is_int(e->from_type)    ? "wraps to"
                                           : "is rounded to";
}

static void say(const pk_adviser *a, const pk_ast *root, const element *e) {
    const char *here = pk_ty_name(a->c->arena, e->from_type);
    const char *there = pk_ty_name(a->c->arena, e->from_there);

    pk_advise(
        a, e->from, PK_E_narrow_element, way_out(e, e->from == root),
        "this %s %s, as in NumPy; Numba computes it as %s, because it is "
        "within an array expression, and converts the result of the whole",
        verb(e), here, there);
}

/* An integer's bits count as far as the place that it is stored in has them, or
 * its type. */
static void look_at_root(const pk_adviser *a, const pk_ast *node,
                         const pk_ty *place) {
    element e = look(a, node);
    uint32_t counts = 8 * pk_type_bytes(e.here->scalar);

    if (!e.from || e.rounded)
        return;
    if (place && pk_ty_is_int(place) &&
        8 * pk_type_bytes(place->scalar) < counts)
        counts = 8 * pk_type_bytes(place->scalar);
    if (e.bits < counts)
        say(a, node, &e);
}

static element look(const pk_adviser *a, const pk_ast *node) {
    const pk_note *note = pk_note_find(a->instance, node);

    if (!is_expression(a, node)) {
        element e = leaf_of(pk_advise_type(a, node));
        int64_t n;
        if (note->v.type && pk_known_is_int(note->v, &n))
            e.can = (pk_interval){(double)n, (double)n};
        return e;
    }
    if (!makes_array(note->call))
        return look_at_call(a, node, note->call, note->v.type);
    for (uint32_t i = 0; i < note->call->count; i++)
        look_at_root(a, note->call->nodes[i], NULL);
    return leaf_of(note->v.type);
}

/* ---- the walk ---- */

/* Returns the type of the elements that an array expression is stored in. */
static const pk_ty *place_of(const pk_adviser *a, const pk_ast *target) {
    const pk_ty *type;

    if (target->kind != PK_AST_Subscript)
        return NULL;
    type = pk_advise_type(a, target->Subscript.value);
    return type->kind == PK_TY_array ? pk_ty_element(type) : NULL;
}

static void visit(const pk_ast *node, void *arg) {
    const pk_adviser *a = arg;

    if (node->kind == PK_AST_FunctionDef || pk_ast_has_scope(node))
        return;
    if (is_expression(a, node)) {
        look_at_root(a, node, NULL);
        return;
    }
    if (node->kind == PK_AST_Assign && node->Assign.targets.count == 1 &&
        is_expression(a, node->Assign.value)) {
        look_at_root(a, node->Assign.value,
                     place_of(a, node->Assign.targets.items[0]));
        return;
    }
    for (; node->kind == PK_AST_BinOp; node = node->BinOp.left)
        visit(node->BinOp.right, arg);
    pk_ast_children(node, visit, arg);
}

void pk_advise_elements(const pk_adviser *a) {
    const pk_ast_list *body = &a->instance->function->def->FunctionDef.body;

    for (uint32_t i = 0; i < body->count; i++)
        visit(body->items[i], (void *)(uintptr_t)a);
}
