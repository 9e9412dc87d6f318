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
#include "frontend/advise/advise.h"

#include "frontend/known.h"

#include <string.h>

/* What an element is beside Numba's. */
typedef struct element {
    const pk_ty *here, *there;
    const pk_ast *from; /* the operation where they part; NULL: the same */
    const pk_ty *from_type, *from_there;
    uint32_t bits; /* how many of the lower bits are the same; 0 none */
    bool small;    /* a number that any float has */
    bool rounded;  /* it is Numba's, rounded to this type */
} element;

enum { MAX_ARGS = 3 };

static bool holds_all(const pk_ty *place, const pk_ty *type) {
    if (pk_ty_is_bool(type) || pk_ty_equal(place, type))
        return true;
    if (pk_ty_is_int(type) && pk_ty_is_float(place))
        return pk_type_bytes(type->scalar) < pk_type_bytes(place->scalar);
    return pk_ty_is_float(type) && pk_ty_is_float(place) &&
           pk_type_bytes(type->scalar) <= pk_type_bytes(place->scalar);
}

static bool among(const char *name, const char *const *names) {
    while (*names && strcmp(name, *names) != 0)
        names++;
    return *names;
}

static bool is_ring(const char *name) {
    static const char *const names[] = {
        "add",    "subtract",    "multiply",   "negative",    "positive",
        "invert", "bitwise_and", "bitwise_or", "bitwise_xor", "left_shift",
        "square", "power",       NULL};

    return among(name, names);
}

/* Whether an operation of integers fits the type of its operands. */
static bool fits(const char *name, const pk_ty *type) {
    static const char *const names[] = {
        "positive",    "invert",    "bitwise_and", "bitwise_or", "bitwise_xor",
        "right_shift", "remainder", "fmod",        "sign",       "minimum",
        "maximum",     "fmin",      "fmax",        NULL};
    static const char *const below[] = {"floor_divide", "gcd", NULL};

    return among(name, names) ||
           (!pk_type_is_signed(type->scalar) && among(name, below));
}

/* Operations that are right when the exact result is rounded twice, if the
 * first time to over twice as many bits. */
static bool rounds_alike(const char *name) {
    static const char *const names[] = {"add",         "subtract", "multiply",
                                        "divide",      "negative", "positive",
                                        "true_divide", NULL};

    return among(name, names);
}

/* ---- Numba's type ---- */

static const pk_ty *of_rule(const pk_ast *node, const element *args) {
    pk_rule rule = {0};
    bool known = false;

    if (node->kind == PK_AST_BinOp)
        known =
            pk_rule_binary(node->BinOp.op, args[0].there, args[1].there, &rule);
    else if (node->kind == PK_AST_UnaryOp)
        known = pk_rule_unary(node->UnaryOp.op, args[0].there, &rule);
    return known ? rule.result : NULL;
}

/* Functions compute in the type of their operands: the wider one where these
 * are wider. */
static const pk_ty *of_function(const element *args, uint32_t count,
                                const pk_ty *here) {
    const pk_ty *type = here;

    if (pk_ty_is_bool(here))
        return here;
    for (uint32_t i = 0; i < count; i++) {
        const pk_ty *there = args[i].there;
        if (pk_ty_equal(there, args[i].here) || !pk_ty_is_number(there) ||
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

/* ---- an operation ---- */

static element look(const pk_adviser *a, const pk_ast *node);

/* A number that float32 has. */
static bool is_small(pk_typed v) {
    int64_t n;

    return v.type && pk_known_is_int(v, &n) && n >= -(1 << 24) && n <= 1 << 24;
}

static element leaf_of(const pk_ty *type) {
    if (pk_ty_is_arrays(type))
        type = pk_ty_element(type);
    return (element){.here = type, .there = type};
}

static void part(element *e, const pk_ast *node) {
    e->from = node;
    e->from_type = e->here;
    e->from_there = e->there;
}

/* Operations of the same integers, of which Numba's are wider. */
static void narrow_integers(element *e, const pk_ast *node, const char *name) {
    if (!fits(name, e->here)) {
        part(e, node);
        e->bits = 8 * pk_type_bytes(e->here->scalar);
    }
}

/* What comes of operands that are the same. */
static void compare(element *e, const pk_ast *node, const char *name,
                    const element *args, uint32_t count) {
    bool exact = true;

    if (pk_ty_equal(e->here, e->there) || !pk_ty_is_number(e->here) ||
        !pk_ty_is_number(e->there))
        return;
    if (node->kind == PK_AST_UnaryOp &&
        pk_ty_equal(args[0].here, args[0].there))
        return; /* Numba widens what comes of it, too */
    if (pk_ty_is_int(e->here) && pk_ty_is_int(e->there)) {
        if (pk_type_bytes(e->here->scalar) < pk_type_bytes(e->there->scalar))
            narrow_integers(e, node, name);
        return;
    }
    if (!pk_ty_is_float(e->here) || pk_ty_is_bool(e->there))
        return;
    for (uint32_t i = 0; i < count; i++)
        exact &= args[i].small || holds_all(e->here, args[i].here);
    if (pk_ty_is_int(e->there) ||
        pk_type_bytes(e->here->scalar) < pk_type_bytes(e->there->scalar)) {
        part(e, node);
        e->rounded = exact && rounds_alike(name) && pk_ty_is_float(e->there);
    }
}

/* What comes of operands one of which is not the same. */
static void carry(element *e, const char *name, const element *from) {
    bool whole = pk_ty_is_int(e->here) && pk_ty_is_int(e->there);

    e->from = from->from;
    e->from_type = from->from_type;
    e->from_there = from->from_there;
    if (whole && is_ring(name))
        e->bits = from->bits;
}

/* A count of places and an exponent count with all their bits. */
static bool is_count(const char *name, uint32_t i) {
    return i == 1 &&
           (strcmp(name, "left_shift") == 0 || strcmp(name, "power") == 0);
}

static element look_at_call(const pk_adviser *a, const pk_ast *node,
                            const pk_call *call, const pk_ty *type) {
    const char *name = strrchr(call->element->builtin->path, '.');
    element e = leaf_of(type), args[MAX_ARGS] = {0};
    const element *from = NULL;
    bool counts = false;

    name = name ? name + 1 : call->element->builtin->path;
    for (uint32_t i = 0; i < call->count && i < MAX_ARGS; i++) {
        args[i] = look(a, call->nodes[i]);
        if (args[i].from && (!from || args[i].bits < from->bits)) {
            from = &args[i];
            counts |= is_count(name, i);
        }
    }
    e.there = of_rule(node, args);
    if (!e.there)
        e.there = of_function(args, call->count, e.here);
    if (from)
        carry(&e, counts ? "" : name, from);
    else
        compare(&e, node, name, args, call->count);
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
    return call->element->builtin->how == PK_HOW_choose ||
           call->element->builtin->how == PK_HOW_clip;
}

static const char *way_out(const element *e, bool alone) {
    if (!pk_ty_is_int(e->from_there))
        return alone ? "1.0 * x is float64 here, too"
                     : "1.0 * x is float64 here, too; a statement of its own "
                       "rounds in Numba, too";
    return pk_ty_is_int(e->from_type)
               ? "0 + x is int64 here, too; a statement of its own, "
                 "o[:] = ..., wraps in Numba, too"
               : "have both operands signed, or both unsigned";
}

static void say(const pk_adviser *a, const pk_ast *root, const element *e) {
    const char *here = pk_ty_name(a->c->arena, e->from_type);
    const char *there = pk_ty_name(a->c->arena, e->from_there);

    pk_advise(a, e->from, PK_E_narrow_element, way_out(e, e->from == root),
              "this %s %s, as in NumPy; Numba computes it as %s, since it is "
              "within an array expression, and converts what comes of all",
              pk_ty_is_int(e->from_type) ? "wraps to" : "is rounded to", here,
              there);
}

/* Of an integer only those bits count that its place has, or its type. */
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
        e.small = is_small(note->v);
        return e;
    }
    if (!makes_array(note->call))
        return look_at_call(a, node, note->call, note->v.type);
    for (uint32_t i = 0; i < note->call->count; i++)
        look_at_root(a, note->call->nodes[i], NULL);
    return leaf_of(note->v.type);
}

/* ---- the walk ---- */

/* What an array expression is stored in. */
static const pk_ty *place_of(const pk_adviser *a, const pk_ast *target) {
    const pk_ty *type;

    if (target->kind != PK_AST_Subscript)
        return NULL;
    type = pk_advise_type(a, target->Subscript.value);
    return type->kind == PK_TY_array ? pk_ty_element(type) : NULL;
}

static void visit(const pk_ast *node, void *arg) {
    const pk_adviser *a = arg;

    if (node->kind == PK_AST_FunctionDef || node->kind == PK_AST_Lambda)
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
