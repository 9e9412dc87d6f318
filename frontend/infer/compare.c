/* SPDX-License-Identifier: Apache-2.0 */
/* Inference of comparisons: chains of them, `is` and `in`. */
#include "frontend/infer/typings.h"

#include "frontend/infer/latent.h"
#include "frontend/values/known.h"

/* Values of these types have no place in memory: only what they are can tell
 * them apart. */
static bool is_plain(pk_typed v) {
    return pk_ty_is_numeric(v.type) || v.type->kind == PK_TY_member ||
           v.type->kind == PK_TY_tuple ||
           (v.type->kind == PK_TY_text && v.known);
}

static pk_typed infer_link(pk_infer *in, const pk_ast *node, uint8_t op,
                           pk_typed a, pk_typed b, pk_rule *rule);

/* Whether values of the two types may be one object in memory. */
static bool has_identity(const pk_ty *a, const pk_ty *b) {
    if (a->kind == PK_TY_array)
        return b->kind == PK_TY_array && a->ndim == b->ndim &&
               a->layout == b->layout && a->space == b->space &&
               pk_ty_equal(pk_ty_element(a), pk_ty_element(b));
    return (a->kind == PK_TY_struct || a->kind == PK_TY_list ||
            a->kind == PK_TY_dict) &&
           pk_ty_equal(a, b);
}

/* Whether a value is one that `is` can tell from others. */
static bool is_told(pk_typed v) {
    return is_plain(v) || v.type->kind == PK_TY_struct ||
           pk_ty_is_container(v.type) || pk_ty_is_arrays(v.type);
}

/* is and is not. Of numbers, members, tuples and strings of one type it is ==,
 * as in Numba; arrays are the same where they are the same elements; what has
 * two types, or is None beside a value, is not the same. */
static pk_typed infer_is(pk_infer *in, const pk_ast *node, uint8_t op,
                         pk_typed a, pk_typed b, pk_rule *rule) {
    const pk_ty *boolean = pk_ty_number(PK_TYPE_bool);
    const bool a_none = a.type->kind == PK_TY_none,
               b_none = b.type->kind == PK_TY_none,
               a_maybe = a.type->kind == PK_TY_optional,
               b_maybe = b.type->kind == PK_TY_optional;
    pk_typed x = a, y = b;

    x.type = pk_ty_present(a.type);
    y.type = pk_ty_present(b.type);
    if ((a_maybe && b_none) || (b_maybe && a_none) ||
        has_identity(x.type, y.type))
        return of_type(boolean);
    if (is_plain(x) && is_plain(y) && pk_ty_equal(x.type, y.type)) {
        x = infer_link(in, node,
                       op == PK_AST_OP_Is ? PK_AST_OP_Eq : PK_AST_OP_NotEq, x,
                       y, rule);
        return (a_maybe || b_maybe) && x.known ? of_type(boolean) : x;
    }
    if (!a_none && !b_none &&
        (!is_told(x) || !is_told(y) || (a_maybe && b_maybe)))
        return pk_say_unsupported(in, node, "'is' between values",
                                  "compare with ==");
    return pk_known_int(in->arena, boolean,
                        (a_none && b_none) == (op == PK_AST_OP_Is));
}

static bool is_in(uint8_t op) {
    return op == PK_AST_OP_In || op == PK_AST_OP_NotIn;
}

/* A known string in a tuple of known strings: known, too; else an error. */
static pk_typed text_in(pk_infer *in, uint8_t op, pk_typed a, pk_typed b) {
    pk_typed same;
    bool found = false;

    for (uint32_t i = 0; i < b.type->count; i++) {
        if (!pk_known_texts(in->arena, PK_AST_OP_Eq, a, pk_known_item(b, i),
                            &same))
            return error();
        found = found || pk_known_truth(same);
    }
    return pk_known_int(in->arena, pk_ty_number(PK_TYPE_bool),
                        found == (op == PK_AST_OP_In));
}

/* x in (a, b): x == a or x == b. */
static pk_typed infer_in(pk_infer *in, const pk_ast *node, uint8_t op,
                         pk_typed a, pk_typed b) {
    pk_typed known = {.type = &pk_ty_error};
    pk_rule rule;

    if (b.type->kind == PK_TY_array || b.type->kind == PK_TY_range)
        return pk_say_unsupported(in, node, "'in' an array within a chain",
                                  "write it with 'and'");
    if (b.type->kind == PK_TY_text)
        return pk_say_operator(in, node, PK_AST_OP_In, a.type, b.type);
    if (b.type->kind == PK_TY_tuple && a.type->kind == PK_TY_text)
        known = text_in(in, op, a, b);
    if (known.known)
        return known;
    if (b.type->kind != PK_TY_tuple)
        return pk_say_unsupported(in, node,
                                  "'in' anything but a tuple, a range or an "
                                  "array",
                                  "compare in a loop");
    for (uint32_t i = 0; i < b.type->count; i++)
        if (!pk_rule_compare(PK_AST_OP_Eq, a.type, b.type->items[i], &rule))
            return pk_say_operator(in, node, PK_AST_OP_Eq, a.type,
                                   b.type->items[i]);
    pk_infer_text_order(in, node, a.type);
    return of_type(pk_ty_number(PK_TYPE_bool));
}

/* a.dtype == np.float32, or "float32": known when compiling. */
static bool compare_dtypes(pk_infer *in, uint8_t op, pk_typed a, pk_typed b,
                           pk_typed *known) {
    const pk_ty *x, *y;

    if ((op != PK_AST_OP_Eq && op != PK_AST_OP_NotEq) ||
        (a.type->kind != PK_TY_dtype && b.type->kind != PK_TY_dtype))
        return false;
    x = pk_ty_of_element(a);
    y = pk_ty_of_element(b);
    if (!x || !y)
        return false;
    *known = pk_known_int(in->arena, pk_ty_number(PK_TYPE_bool),
                          pk_ty_equal(x, y) == (op == PK_AST_OP_Eq));
    return true;
}

/* One link of a chain of comparisons. Tuples compare item by item. */
static pk_typed infer_link(pk_infer *in, const pk_ast *node, uint8_t op,
                           pk_typed a, pk_typed b, pk_rule *rule) {
    const pk_ty *boolean = pk_ty_number(PK_TYPE_bool);
    pk_typed known;
    bool ok;

    if (a.type->kind == PK_TY_error || b.type->kind == PK_TY_error)
        return error();
    if (op == PK_AST_OP_Is || op == PK_AST_OP_IsNot)
        return infer_is(in, node, op, a, b, rule);
    if (!pk_infer_have_values(in, node, a, b))
        return error();
    if (pk_known_texts(in->arena, op, a, b, &known) ||
        compare_dtypes(in, op, a, b, &known))
        return known;
    if (is_in(op))
        return infer_in(in, node, op, a, b);
    if (a.type->kind == PK_TY_none || b.type->kind == PK_TY_none)
        if (op == PK_AST_OP_Eq || op == PK_AST_OP_NotEq)
            return infer_is(in, node,
                            op == PK_AST_OP_Eq ? PK_AST_OP_Is : PK_AST_OP_IsNot,
                            a, b, rule);
    ok = in->strict ? pk_rule_strict(op, a.type, b.type, rule)
                    : pk_rule_compare(op, a.type, b.type, rule);
    if (!ok)
        return pk_say_operator(in, node, op, a.type, b.type);
    pk_infer_text_order(in, node, a.type);
    return of_type(boolean);
}

/* The truth of a comparison of two known integers; false where it is none. */
static bool compares(uint8_t op, pk_typed a, pk_typed b, bool *truth) {
    int64_t x, y;

    return pk_known_is_int(a, &x) && pk_known_is_int(b, &y) &&
           pk_known_order(op, x, y, truth);
}

/* N == 4, a.ndim > 1: known before it runs, so that an if leaves the other
 * branch out. */
static pk_typed fold_compare(pk_infer *in, uint8_t op, pk_typed a, pk_typed b,
                             pk_typed link) {
    pk_latent from = {0};
    bool truth;

    if (link.known || link.type->kind == PK_TY_error || in->strict ||
        !compares(op, pk_known_reveal(a, &from), pk_known_reveal(b, &from),
                  &truth))
        return link;
    a = pk_known_int(in->arena, link.type, truth);
    return from.facts || from.params ? pk_known_hide(in->arena, link, a, &from)
                                     : a;
}

static bool asks_identity(const pk_ast *node) {
    return node->Compare.comparators.count == 1 &&
           (node->Compare.ops[0] == PK_AST_OP_Is ||
            node->Compare.ops[0] == PK_AST_OP_IsNot);
}

/* Whether operands of a chain that may not be evaluated assign variables. */
static bool rest_assigns(const pk_infer *in, const pk_ast_list *operands) {
    for (uint32_t i = 1; i < operands->count; i++)
        if (pk_infer_assigns(in, operands->items[i]))
            return true;
    return false;
}

/* Values of two families are never equal. Arrays and objects are of any: their
 * == decides. */
static int family_of(const pk_ty *type) {
    type = pk_ty_present(type);
    if (pk_ty_is_numeric(type) || type->kind == PK_TY_none ||
        type->kind == PK_TY_struct || pk_ty_is_arrays(type))
        return PK_TY_number;
    return pk_ty_is_text(type) ? PK_TY_text : (int)type->kind;
}

/* Whether values of the two types may be equal; beside an empty tuple, whether
 * the first one has items that a pattern can tell; of one of several functions,
 * whether it has that number. */
static pk_typed infer_alike(pk_infer *in, const pk_ast *node) {
    pk_typed a = pk_infer_optional(in, node->Compare.left);
    pk_typed b = pk_infer_optional(in, node->Compare.comparators.items[0]);
    int family;
    bool alike;

    if (a.type->kind == PK_TY_error || b.type->kind == PK_TY_error)
        return error();
    if (a.type->kind == PK_TY_choice) {
        pk_note_at(in, node)->rules = PK_NEW(in->arena, pk_rule);
        return of_type(pk_ty_number(PK_TYPE_bool));
    }
    family = family_of(a.type);
    alike = family == family_of(b.type);
    if (b.type->kind == PK_TY_tuple && !b.type->count)
        alike = family == PK_TY_list || family == PK_TY_range ||
                (family == PK_TY_tuple && !pk_ty_is_object(a.type));
    return pk_known_int(in->arena, pk_ty_number(PK_TYPE_bool), alike);
}

static pk_typed infer_chain(pk_infer *in, const pk_ast *node) {
    uint32_t count = node->Compare.comparators.count;
    pk_rule *rules = pk_arena_array(in->arena, count, sizeof *rules);
    const bool may_be_none = pk_asks_none(node) || asks_identity(node);
    pk_typed left = may_be_none ? pk_infer_optional(in, node->Compare.left)
                                : pk_infer_operand(in, node->Compare.left);
    pk_typed result = {.type = pk_ty_number(PK_TYPE_bool)}, link = result;
    pk_typed only = result, first;
    pk_env left_early = {0};
    bool forks = rest_assigns(in, &node->Compare.comparators);

    if (!rules)
        return error();
    if (count == 1) {
        pk_note_at(in, node->Compare.comparators.items[0])->unseen =
            is_in(node->Compare.ops[0]);
        only = may_be_none
                   ? pk_infer_optional(in, node->Compare.comparators.items[0])
                   : pk_infer_operand(in, node->Compare.comparators.items[0]);
        if (pk_struct_compares(node->Compare.ops[0], left.type, only.type))
            return pk_infer_struct_operator(in, node, node->Compare.ops[0], "",
                                            left, only);
        if (pk_container_compares(node->Compare.ops[0], left.type, only.type) &&
            !pk_known_texts(in->arena, node->Compare.ops[0], left, only,
                            &first))
            return pk_infer_container_compare(in, node, node->Compare.ops[0],
                                              left, only);
        if (is_in(node->Compare.ops[0]) &&
            (only.type->kind == PK_TY_array || only.type->kind == PK_TY_range))
            return pk_infer_in_array(in, node, left, only);
        if ((pk_ty_is_arrays(left.type) || pk_ty_is_arrays(only.type)) &&
            left.type->kind != PK_TY_none && only.type->kind != PK_TY_none &&
            pk_operator_path(node->Compare.ops[0]))
            return pk_infer_array_operator(
                in, node, node->Compare.ops[0], node->Compare.left, left,
                node->Compare.comparators.items[0], only);
    }
    first = left;
    for (uint32_t i = 0; i < count; i++) {
        pk_typed right;
        if (forks && i)
            pk_env_join(in, &left_early, &in->env, node);
        in->maybe += i > 0 && !forks;
        right = count == 1
                    ? only
                    : pk_infer_expr(in, node->Compare.comparators.items[i]);
        in->maybe -= i > 0 && !forks;
        link =
            infer_link(in, node, node->Compare.ops[i], left, right, &rules[i]);
        if (link.type->kind == PK_TY_error)
            result = link;
        left = right;
    }
    if (forks) {
        pk_env_join(in, &in->env, &left_early, node);
        pk_note_at(in, node)->meets = pk_env_copy(in, &in->env).slots;
    }
    pk_note_at(in, node)->rules = rules;
    if (count == 1)
        link = fold_compare(in, node->Compare.ops[0], first, only, link);
    if (count == 1 && (link.known || link.latent))
        return link;
    if (link.known && result.type->kind != PK_TY_error)
        return pk_say_unsupported(in, node, "'is' in a chain of comparisons",
                                  "write it with 'and'");
    return result;
}

pk_typed pk_infer_compare(pk_infer *in, const pk_ast *node) {
    return node->Compare.ops[0] == PK_AST_OP_Alike ? infer_alike(in, node)
                                                   : infer_chain(in, node);
}
