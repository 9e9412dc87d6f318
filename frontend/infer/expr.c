/* SPDX-License-Identifier: Apache-2.0 */
/* Inference of expressions. */
#include "frontend/infer/typings.h"

#include "frontend/infer/closure.h"
#include "frontend/infer/latent.h"
#include "frontend/infer/library.h"
#include "frontend/values/known.h"

#include <string.h>

const char *pk_named(pk_infer *in, const pk_ty *type) {
    return pk_ty_name(in->arena, type);
}

/* ---- operators ---- */

enum { MAX_LAZY_CHAIN = 500 }; /* operators side by side, of arrays */

pk_typed pk_say_operator(pk_infer *in, const pk_ast *node, uint8_t op,
                         const pk_ty *a, const pk_ty *b) {
    const char *hint = NULL;
    const pk_ty *odd = a->kind == PK_TY_module ? a : b;

    if (odd->kind == PK_TY_module && pk_hint_axes(odd->path))
        hint = pk_arena_format(in->arena, "it has an axis each: %s.x",
                               strchr(odd->path, '.') + 1);
    else if ((a->kind == PK_TY_tuple && pk_ty_is_number(b)) ||
             (b->kind == PK_TY_tuple && pk_ty_is_number(a)))
        hint = "a tuple is not a number: use one of its items, such as "
               "a.shape[0]";
    else if (a->kind == PK_TY_dtype || b->kind == PK_TY_dtype)
        hint = "isinstance(x, int) asks for a type";
    else if (a->kind == PK_TY_builtin || b->kind == PK_TY_builtin)
        hint = pk_arena_format(
            in->arena, "a function is called: %s(...)",
            pk_builtin_name((a->kind == PK_TY_builtin ? a : b)->builtin));
    else if (a->kind == PK_TY_function || b->kind == PK_TY_function)
        hint = "a function is called: f(x)";
    else if (op == PK_AST_OP_MatMult)
        hint = "a sum over k of products: s += a[i, k] * b[k, j]";
    else if (a->kind == PK_TY_member || b->kind == PK_TY_member)
        hint = PK_HINT_MEMBER;
    else if (in->strict)
        hint = "both sides have one type here: convert one";
    else if (a->kind == PK_TY_array || b->kind == PK_TY_array)
        hint = "compute element by element: a[i]";
    else if ((op == PK_AST_OP_BitAnd || op == PK_AST_OP_BitOr) &&
             (pk_ty_is_float(a) || pk_ty_is_float(b)))
        hint = "& and | work on integers; conditions take 'and' and 'or'";
    else if (op == PK_AST_OP_LShift || op == PK_AST_OP_RShift)
        hint = "shifts work on integers: int(x)";
    else if (op == PK_AST_OP_Mod && a->kind == PK_TY_text)
        hint = "print takes values, print('n =', n), and f-strings";
    else if (a->kind == PK_TY_text || b->kind == PK_TY_text)
        hint = "kernels have no string arguments: pass a number instead";
    else
        hint = pk_type_hint(PK_E_operator, a, b);
    return pk_say(in, node, PK_E_operator, hint, "no operator %s for %s and %s",
                  pk_ast_op_symbol((pk_ast_op)op), pk_named(in, a),
                  pk_named(in, b));
}

/* (1, 2) + (3,) */
static pk_typed join_tuples(pk_infer *in, const pk_ast *node, pk_typed a,
                            pk_typed b) {
    uint32_t count = a.type->count + b.type->count;
    const pk_ty **types = pk_arena_array(in->arena, count + 1, sizeof *types);
    pk_typed *items = pk_arena_array(in->arena, count + 1, sizeof *items);

    if (count > PK_MAX_LEAVES)
        return pk_say(in, node, PK_E_too_many,
                      "use an array: cuda.local.array(n, float32)",
                      "a tuple of more than %d numbers", PK_MAX_LEAVES);
    if (!types || !items)
        return error();
    for (uint32_t i = 0; i < count; i++) {
        items[i] = i < a.type->count ? pk_known_item(a, i)
                                     : pk_known_item(b, i - a.type->count);
        types[i] = items[i].type;
    }
    return pk_known_tuple(in->arena, pk_ty_tuple(in->arena, types, count),
                          items);
}

/* An operation that fails under Python's error model has no value. */
static bool fails(const pk_infer *in, uint8_t op, pk_typed a, pk_typed b) {
    pk_latent unused = {0};
    int64_t exponent;

    a = pk_known_reveal(a, &unused);
    b = pk_known_reveal(b, &unused);
    if (!in->instance->raises || !b.known || !pk_ty_is_numeric(b.type))
        return false;
    if (op == PK_AST_OP_Pow)
        return a.known && pk_ty_is_numeric(a.type) && !pk_known_truth(a) &&
               pk_known_is_int(b, &exponent) && exponent < 0;
    return (op == PK_AST_OP_Div || op == PK_AST_OP_FloorDiv ||
            op == PK_AST_OP_Mod) &&
           !pk_known_truth(b);
}

bool pk_infer_have_values(pk_infer *in, const pk_ast *node, pk_typed a,
                          pk_typed b) {
    const pk_ast *left = node, *right = node;

    if (node->kind == PK_AST_BinOp) {
        left = node->BinOp.left;
        right = node->BinOp.right;
    } else if (node->kind == PK_AST_AugAssign) {
        right = node->AugAssign.value;
    } else if (node->kind == PK_AST_Compare &&
               node->Compare.comparators.count == 1) {
        left = node->Compare.left;
        right = node->Compare.comparators.items[0];
    }
    return pk_infer_has_value(in, left, a) && pk_infer_has_value(in, right, b);
}

/* A power is a call of the library. */
static void need_power(pk_infer *in, const pk_ast *node, const pk_rule *rule,
                       pk_typed right) {
    pk_library_name name = pk_library_power(rule);
    const pk_ty *part = pk_ty_number(name.scalar);
    const pk_ty *parts[] = {part, part, part, part};
    const pk_ty *whole[] = {rule->left, rule->right};
    bool is_complex = rule->result->kind == PK_TY_complex;
    int64_t exponent;

    if (pk_power_multiplies(rule, right, &exponent))
        return;
    pk_library_need(in, node, name.name, name.scalar,
                    is_complex ? parts : whole, is_complex ? 4 : 2);
}

pk_typed pk_infer_binary(pk_infer *in, const pk_ast *node, uint8_t op,
                         pk_typed a, pk_typed b, pk_rule *rule) {
    bool ok;

    if (a.type->kind == PK_TY_error || b.type->kind == PK_TY_error)
        return error();
    if (!pk_infer_have_values(in, node, a, b))
        return error();
    if (op == PK_AST_OP_Add && a.type->kind == PK_TY_tuple &&
        b.type->kind == PK_TY_tuple)
        return join_tuples(in, node, a, b);
    ok = in->strict ? pk_rule_strict(op, a.type, b.type, rule)
                    : pk_rule_binary(op, a.type, b.type, rule);
    if (!ok)
        return pk_say_operator(in, node, op, a.type, b.type);
    if (op == PK_AST_OP_Pow)
        need_power(in, node, rule, b);
    if (fails(in, op, a, b) || ((op == PK_AST_OP_Div || op == PK_AST_OP_Pow) &&
                                b.known && rule->right->kind == PK_TY_complex))
        return of_type(rule->result);
    return pk_known_binary(in->arena, op, rule, a, b);
}

/* An operator of which an operand is an array. Long chains of them are too
 * much for one loop. */
pk_typed pk_infer_array_operator(pk_infer *in, const pk_ast *node, uint8_t op,
                                 const pk_ast *left, pk_typed a,
                                 const pk_ast *right, pk_typed b) {
    const pk_ast *nodes[] = {left, right};
    pk_typed args[] = {a, b};
    const char *path = pk_operator_path(op);

    if (!pk_infer_has_value(in, left, a) || !pk_infer_has_value(in, right, b))
        return error();
    if (op == PK_AST_OP_MatMult && a.type->kind == PK_TY_array &&
        b.type->kind == PK_TY_array)
        return pk_infer_matmul(in, node, nodes, args);
    if (!path || !(pk_ty_is_arrays(a.type) || pk_ty_is_numeric(a.type)) ||
        !(pk_ty_is_arrays(b.type) || pk_ty_is_numeric(b.type)))
        return pk_say_operator(in, node, op, a.type, b.type);
    return pk_infer_operator(in, node, path, nodes, args, 2);
}

/* The operand of @ in a host function: a new array, where it is an array
 * expression, be it the operators before it. */
static pk_typed matrix(pk_infer *in, const pk_ast *operand, pk_typed v) {
    if (v.type->kind != PK_TY_lazy)
        return v;
    v = pk_infer_fresh(in, operand, v.type);
    pk_note_at(in, operand)->v = v;
    return v;
}

static pk_typed infer_binop(pk_infer *in, const pk_ast *node) {
    uint32_t count;
    const pk_ast *first;
    const pk_ast **chain = pk_ast_chain(in->arena, node, &first, &count);
    pk_typed value;

    if (!chain)
        return error();
    value = pk_infer_operand(in, first);
    for (uint32_t i = 0; i < count; i++) {
        pk_typed right = pk_infer_operand(in, chain[i]->BinOp.right);
        pk_rule rule = {0};
        pk_note *note = pk_note_at(in, chain[i]);
        note->fresh = NULL;
        if (chain[i]->BinOp.op == PK_AST_OP_MatMult && in->c->signature->host) {
            value = matrix(in, chain[i]->BinOp.left, value);
            right = matrix(in, chain[i]->BinOp.right, right);
        }
        if (pk_ty_is_object(value.type) || pk_ty_is_object(right.type)) {
            value = pk_infer_struct_operator(
                in, chain[i], (uint8_t)chain[i]->BinOp.op, "", value, right);
            pk_note_at(in, chain[i])->v = value;
            continue;
        }
        if (pk_ty_is_container(value.type) || pk_ty_is_container(right.type)) {
            value = pk_infer_container_operator(
                in, chain[i], (uint8_t)chain[i]->BinOp.op, value, right);
            pk_note_at(in, chain[i])->v = value;
            continue;
        }
        if (pk_ty_is_arrays(value.type) || pk_ty_is_arrays(right.type)) {
            value = pk_infer_array_operator(
                in, chain[i], (uint8_t)chain[i]->BinOp.op, chain[i]->BinOp.left,
                value, chain[i]->BinOp.right, right);
            pk_note_at(in, chain[i])->v = value;
            if (i >= MAX_LAZY_CHAIN)
                return pk_say(in, chain[i], PK_E_nesting, "split it",
                              "an array expression of over %d operators",
                              MAX_LAZY_CHAIN);
            continue;
        }
        value = pk_infer_binary(in, chain[i], (uint8_t)chain[i]->BinOp.op,
                                value, right, &rule);
        note = pk_note_at(in, chain[i]);
        note->v = value;
        note->rule = rule;
    }
    return value;
}

static pk_typed literal_large(pk_infer *in, const pk_ast *node,
                              const pk_const *literal) {
    return pk_say(in, node, PK_E_literal_large, pk_hint_large(in, literal),
                  "integer literal does not fit int64 or uint64");
}

static pk_typed infer_not(pk_infer *in, const pk_ast *node) {
    pk_typed a = pk_infer_test(in, node->UnaryOp.operand);

    if (a.type->kind == PK_TY_error || !a.known)
        return a;
    return pk_known_int(in->arena, a.type, !pk_known_truth(a));
}

static pk_typed infer_unary(pk_infer *in, const pk_ast *node) {
    uint8_t op = (uint8_t)node->UnaryOp.op;
    pk_typed a, least = pk_known_least(in->arena, node);
    pk_rule rule;

    if (op == PK_AST_OP_Not)
        return infer_not(in, node);
    a = pk_infer_operand(in, node->UnaryOp.operand);
    if (least.known) {
        pk_note_at(in, node)->rule = (pk_rule){least.type, NULL, least.type};
        return least;
    }
    if (pk_known_below_int64(node))
        return literal_large(in, node, &node->UnaryOp.operand->Constant.value);
    if (pk_ty_is_object(a.type))
        return pk_infer_struct_unary(in, node, op, a);
    if (pk_ty_is_arrays(a.type) && pk_operator_path(op))
        return pk_infer_operator(in, node, pk_operator_path(op),
                                 (const pk_ast *const *)&node->UnaryOp.operand,
                                 &a, 1);
    if (!pk_infer_has_value(in, node->UnaryOp.operand, a))
        return error();
    if (!pk_rule_unary(op, a.type, &rule))
        return pk_say(in, node, PK_E_operator,
                      op == PK_AST_OP_Invert
                          ? "~ inverts the bits of an integer; -x negates, "
                            "`not x` is for conditions"
                          : pk_type_hint(PK_E_operator, a.type, NULL),
                      "no operator %s for %s", pk_ast_op_symbol((pk_ast_op)op),
                      pk_named(in, a.type));
    if (in->strict)
        rule = (pk_rule){a.type, NULL, a.type};
    pk_note_at(in, node)->rule = rule;
    return pk_known_unary(in->arena, op, &rule, a, NULL);
}

/* ---- tuples ---- */

/* How many items a tuple will have, its parts inferred; -1 after an error. */
static int64_t count_items(pk_infer *in, const pk_ast_list *elts) {
    int64_t count = 0;
    bool bad = false;

    for (uint32_t i = 0; i < elts->count; i++) {
        const pk_ast *elt = elts->items[i];
        pk_typed item = pk_infer_optional(in, elt);
        bad = !pk_infer_has_value(in, elt, item) || bad;
        count += elt->kind == PK_AST_Starred ? item.type->count : 1;
    }
    return bad ? -1 : count;
}

static pk_typed infer_tuple(pk_infer *in, const pk_ast *node,
                            const pk_ast_list *elts) {
    int64_t count = count_items(in, elts);
    const pk_ty **types =
        pk_arena_array(in->arena, (size_t)count + 1, sizeof *types);
    pk_typed *items =
        pk_arena_array(in->arena, (size_t)count + 1, sizeof *items);
    uint32_t at = 0;
    const pk_ty *type;

    if (count < 0 || !types || !items)
        return error();
    for (uint32_t i = 0; i < elts->count; i++) {
        bool star = elts->items[i]->kind == PK_AST_Starred;
        pk_typed item = pk_note_find(in->instance, elts->items[i])->v;
        for (uint32_t k = 0; k < (star ? item.type->count : 1); k++, at++) {
            items[at] = star ? pk_known_item(item, k) : item;
            types[at] = items[at].type;
        }
    }
    type = pk_ty_tuple(in->arena, types, at);
    if (type->parts > PK_MAX_LEAVES)
        return pk_say(in, node, PK_E_too_many,
                      "use an array: cuda.local.array(n, float32)",
                      "a tuple of more than %d numbers", PK_MAX_LEAVES);
    return pk_known_tuple(in->arena, type, items);
}

/* Whether it is a number, or a tuple of such, as it is written. */
static bool is_literal(const pk_ast *node) {
    if (node->kind == PK_AST_UnaryOp)
        node = node->UnaryOp.operand;
    if (node->kind == PK_AST_Constant)
        return node->Constant.value.kind == PK_CONST_int ||
               node->Constant.value.kind == PK_CONST_float;
    for (uint32_t i = 0;
         node->kind == PK_AST_Tuple && i < node->Tuple.elts.count; i++)
        if (!is_literal(node->Tuple.elts.items[i]))
            return false;
    return node->kind == PK_AST_Tuple && node->Tuple.elts.count;
}

/* A list of few literals of one type that no one sees is a tuple, as it is for
 * CPython: it takes no memory, and devices have it, too. */
static pk_typed infer_list(pk_infer *in, const pk_ast *node) {
    enum { FEW = 16 };
    const pk_ast_list *elts = &node->List.elts;
    bool alike = pk_note_at(in, node)->unseen && elts->count <= FEW;
    pk_typed v;

    for (uint32_t i = 0; alike && i < elts->count; i++)
        alike = is_literal(elts->items[i]);
    if (!alike || !elts->count)
        return pk_infer_list(in, node);
    v = infer_tuple(in, node, elts);
    for (uint32_t i = 1; alike && i < v.type->count; i++)
        alike = pk_ty_equal(v.type->items[0], v.type->items[i]);
    return alike ? v : pk_infer_list(in, node);
}

/* ---- all of them ---- */

static pk_typed infer_constant(pk_infer *in, const pk_ast *node) {
    pk_typed v = pk_known_literal(in->arena, &node->Constant.value);

    if (v.type->kind == PK_TY_error)
        return literal_large(in, node, &node->Constant.value);
    if (in->strict && (pk_ty_is_int(v.type) || pk_ty_is_float(v.type)))
        v.type = pk_ty_weak(pk_ty_is_float(v.type) ? PK_TYPE_f64 : PK_TYPE_i64);
    return v;
}

/* *x, of a tuple: in a call, or another tuple. */
static pk_typed infer_starred(pk_infer *in, const pk_ast *node) {
    pk_typed v = pk_infer_expr(in, node->Starred.value);

    if (v.type->kind == PK_TY_error ||
        (v.type->kind == PK_TY_tuple &&
         pk_infer_has_items(in, node, v.type, PK_E_call_type)))
        return v;
    if (pk_ty_is_dataclass(v.type) ||
        !pk_infer_has_value(in, node->Starred.value, v))
        return error();
    return pk_say(in, node, PK_E_call_type,
                  v.type->kind == PK_TY_array
                      ? "how many items an array has is not known here"
                      : pk_type_hint(PK_E_call_type, v.type, NULL),
                  "* takes a tuple, not %s", pk_named(in, v.type));
}

static pk_typed infer_node(pk_infer *in, const pk_ast *node) {
    switch (node->kind) {
    case PK_AST_Constant: return infer_constant(in, node);
    case PK_AST_Name:
    case PK_AST_NamedExpr: return pk_infer_once(in, node);
    case PK_AST_Attribute: return pk_infer_attribute(in, node);
    case PK_AST_BinOp: return infer_binop(in, node);
    case PK_AST_UnaryOp: return infer_unary(in, node);
    case PK_AST_Compare: return pk_infer_compare(in, node);
    case PK_AST_BoolOp: return pk_infer_bool(in, node);
    case PK_AST_IfExp: return pk_infer_choice(in, node);
    case PK_AST_Tuple: return infer_tuple(in, node, &node->Tuple.elts);
    case PK_AST_Subscript: return pk_infer_subscript(in, node);
    case PK_AST_Call: return pk_infer_call(in, node);
    case PK_AST_List: return infer_list(in, node);
    case PK_AST_Dict:
    case PK_AST_Set: return pk_infer_dict(in, node);
    case PK_AST_ListComp:
    case PK_AST_SetComp:
    case PK_AST_DictComp:
        if (in->c->signature->host)
            return pk_infer_comprehension(in, node);
        return pk_say_unsupported(in, node, "a comprehension in a kernel",
                                  PK_HINT_LOOP);
    case PK_AST_GeneratorExp:
        return pk_say_unsupported(in, node, "a generator in a kernel",
                                  PK_HINT_LOOP);
    case PK_AST_FunctionDef: /* of a generator */
    case PK_AST_Lambda: return pk_infer_lambda(in, node);
    case PK_AST_JoinedStr:
        if (in->c->signature->host)
            return pk_infer_joined(in, node);
        return pk_say_unsupported(in, node, "an f-string in a kernel",
                                  "print(f\"...\") takes one");
    case PK_AST_Yield:
    case PK_AST_YieldFrom: return pk_infer_yield(in, node);
    case PK_AST_Await:
        return pk_say_unsupported(in, node, "a coroutine",
                                  "write the values into an array");
    case PK_AST_Starred: return infer_starred(in, node);
    case PK_AST_Slice:
        return pk_say(in, node, PK_E_index_type,
                      "take the slice first: v = a[1:2]",
                      "a slice cannot stand here: it may be one of the "
                      "indices of an array, or the index of a tuple");
    default:
        return pk_say_unsupported(in, node, "this expression in a kernel",
                                  NULL);
    }
}

/* cuda.threadIdx.x is a number; lowering finds the row in the note. */
static pk_typed infer_query(pk_infer *in, const pk_ast *node,
                            const pk_builtin *row) {
    pk_call *call = PK_NEW(in->arena, pk_call);

    *call = (pk_call){.builtin = row};
    pk_note_at(in, node)->call = call;
    return pk_infer_dimension(in, row);
}

pk_typed pk_infer_operand(pk_infer *in, const pk_ast *node) {
    in->lazy = true;
    return pk_infer_expr(in, node);
}

pk_typed pk_infer_optional(pk_infer *in, const pk_ast *node) {
    in->optional = true;
    return pk_infer_expr(in, node);
}

pk_typed pk_infer_single(pk_infer *in, const pk_ast *node, pk_typed v) {
    pk_note *note = pk_note_at(in, node);

    if (!pk_ty_is_arrays(v.type) || v.type->ndim || pk_ty_is_records(v.type))
        return v;
    note->single = v.type;
    note->v = of_type(pk_ty_element(v.type));
    return note->v;
}

/* A string's type says what it is, so that it can become one in memory. */
static pk_typed with_text(pk_infer *in, pk_typed v) {
    if (v.type->kind == PK_TY_text && v.type->text)
        v.known = v.type->text;
    v.type = pk_ty_given(in->arena, v);
    return v;
}

pk_typed pk_infer_expr(pk_infer *in, const pk_ast *node) {
    bool lazy = in->lazy, optional = in->optional, truth = in->truth;
    pk_typed v;

    in->lazy = in->optional = in->truth = false;

    if (!pk_infer_step(in, node, 1))
        return error();
    if (++in->c->depth > PK_MAX_DEPTH) {
        v = pk_say(in, node, PK_E_nesting, "split it into several statements",
                   "expressions and calls nest too deeply");
        in->c->out_of_budget = true;
    } else {
        pk_note_at(in, node)->truth = truth;
        v = infer_node(in, node);
    }
    if (v.type->kind == PK_TY_builtin &&
        v.type->builtin->kind == PK_BUILTIN_query)
        v = infer_query(in, node, v.type->builtin);
    in->c->depth--;
    if (v.type->kind == PK_TY_optional && !optional)
        v.type = v.type->items[0];
    pk_note_at(in, node)->single = NULL;
    pk_note_at(in, node)->fresh = NULL;
    pk_note_at(in, node)->listed = false;
    if (in->c->signature->host)
        v = with_text(in, v);
    if (v.type->kind == PK_TY_lazy && !lazy)
        v = pk_infer_single(in, node, v);
    if (v.type->kind == PK_TY_lazy && !lazy && in->c->signature->host)
        v = pk_infer_fresh(in, node, v.type);
    if (v.type->kind == PK_TY_lazy && !lazy)
        v = pk_say(in, node, PK_E_array_value,
                   truth ? "ask np.any(...) or np.all(...) of it, or "
                           "test an element: a[i]"
                   : node->kind == PK_AST_Compare
                       ? "compare an element: a[i]"
                       : "store it, out[:] = a + b, or compute element by "
                         "element: a[i]",
                   "an array expression makes a new array, and a kernel has no "
                   "place for it");
    pk_note_at(in, node)->v = v;
    return v;
}
