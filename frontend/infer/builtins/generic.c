/* SPDX-License-Identifier: Apache-2.0 */
/* Generic builtins: functions of the library for the types of their arguments:
 * np.clip, np.dot, x in range(...), and those of lib/host/np_items.py. */
#include "frontend/infer/latent.h"

#include "frontend/infer/library.h"
#include "frontend/infer/typings.h"
#include "frontend/values/known.h"

#include <string.h>

/* A bound that is left out, or None, is none. An array keeps its type, as in
 * Numba; a number comes to the type that holds all of them. */
pk_typed pk_type_clip(pk_infer *in, const pk_ast *node, pk_call *call) {
    const pk_ty *types[3], *gives = NULL;

    for (uint32_t i = 0; i < 3; i++) {
        types[i] = call->args[i].type;
        if (i && types[i]->kind == PK_TY_none)
            continue;
        if (!pk_ty_is_number(types[i]) || (!i && pk_ty_is_bool(types[i])))
            return pk_say_argument(in, call, i, "real numbers and arrays");
        types[i] = pk_ty_number(types[i]->scalar);
        gives = gives ? pk_rule_unify(in->arena, gives, types[i]) : types[i];
    }
    if (types[1]->kind == PK_TY_none && types[2]->kind == PK_TY_none)
        return pk_say(in, node, PK_E_call_count, NULL,
                      "%s takes a minimum, a maximum, or both",
                      pk_builtin_name(call->builtin));
    call->gives = call->of_array ? types[0] : gives;
    return pk_call_numpy(in, node, call, "clip", types, 3);
}

/* The products of the elements, added up in order. */
pk_typed pk_type_dot(pk_infer *in, const pk_ast *node, pk_call *call) {
    const char *name =
        call->builtin->param == PK_DOT_conjugate ? "vdot" : "dot";
    const pk_ty *types[2];

    for (uint32_t i = 0; i < 2; i++) {
        const pk_ty *type = types[i] = call->args[i].type;
        if (type->kind != PK_TY_array || !pk_infer_knows_size(in, type))
            return pk_say_argument(in, call, i, "arrays of a known size");
        if (type->ndim != 1)
            return pk_say_unsupported(
                in, node, "a product of arrays of more than one dimension",
                "a sum over k of products: s += a[i, k] * b[k, j]");
        if (!pk_ty_is_float(pk_ty_element(type)) &&
            pk_ty_element(type)->kind != PK_TY_complex)
            return pk_say(in, call->nodes[i], PK_E_call_type, "np.sum(a * b)",
                          "%s takes arrays of floats or complex numbers, not "
                          "%s",
                          pk_builtin_name(call->builtin), pk_named(in, type));
    }
    if (!pk_ty_equal(pk_ty_element(types[0]), pk_ty_element(types[1])))
        return pk_say(in, node, PK_E_call_type, "np.sum(a * b)",
                      "%s takes two arrays of one type, not %s and %s",
                      pk_builtin_name(call->builtin), pk_named(in, types[0]),
                      pk_named(in, types[1]));
    return pk_call_numpy(in, node, call, name, types, 2);
}

/* range(...), x */
pk_typed pk_type_in_range(pk_infer *in, const pk_ast *node, pk_call *call) {
    const pk_ty *types[2] = {call->args[0].type, call->args[1].type};

    if (!pk_ty_is_numeric(types[1]))
        return pk_say_argument(in, call, 1, "a number");
    return pk_call_numpy(in, node, call, "in_range", types, 2);
}

/* A call of the builtin at `path`, of two values. */
static pk_call *call_of(pk_infer *in, const char *path,
                        const pk_ast *const *nodes, const pk_typed *args) {
    pk_call *call = PK_NEW(in->arena, pk_call);

    *call = (pk_call){.builtin = pk_builtin_find(path), .count = 2};
    call->nodes = pk_arena_array(in->arena, 2, sizeof *call->nodes);
    call->args = pk_arena_array(in->arena, 2, sizeof *call->args);
    if (!call->nodes || !call->args)
        return NULL;
    memcpy(call->nodes, nodes, 2 * sizeof *nodes);
    memcpy(call->args, args, 2 * sizeof *args);
    return call;
}

pk_typed pk_infer_matmul(pk_infer *in, const pk_ast *node,
                         const pk_ast *const *nodes, const pk_typed *args) {
    pk_call *call = call_of(in, "numpy.dot", nodes, args);
    pk_typed v;

    if (call && in->c->signature->host)
        call->builtin = pk_builtin_in_host(call->builtin, 2);
    v = call ? pk_infer_builtin(in, node, call) : error();
    pk_note_at(in, node)->call = call;
    return v;
}

pk_typed pk_infer_in_array(pk_infer *in, const pk_ast *node, pk_typed x,
                           pk_typed all) {
    const pk_ast *nodes[] = {node->Compare.comparators.items[0],
                             node->Compare.left};
    pk_typed args[] = {all, {.type = x.type}}, v;
    pk_call *call =
        call_of(in,
                all.type->kind == PK_TY_range ? "numpy.ndarray.__in_range__"
                                              : "numpy.ndarray.__contains__",
                nodes, args);

    if (x.type->kind == PK_TY_error || !call)
        return error();
    if (!pk_ty_is_numeric(x.type))
        return pk_say(in, node, PK_E_operator, "compare in a loop",
                      "no operator in for %s and %s", pk_named(in, x.type),
                      pk_named(in, all.type));
    v = pk_infer_builtin(in, node, call);
    pk_note_at(in, node)->call = call;
    return v;
}

/* ---- any, all, index, count, array_equal, take, fill, fill_diagonal ---- */

/* An array or array expression of numbers, whose elements are read in C order;
 * false after an error. */
static bool check_read(pk_infer *in, const pk_call *call, uint32_t i,
                       const pk_ty **type) {
    if (!pk_ty_is_arrays(*type) || !pk_ty_is_numeric(pk_ty_element(*type))) {
        pk_say_argument(in, call, i, "an array of numbers");
        return false;
    }
    if (!pk_infer_sized(in, call->nodes[i], *type))
        return false;
    if ((*type)->kind == PK_TY_lazy)
        *type =
            pk_computed_in_c(in, pk_infer_computed(in, call->nodes[i], *type));
    return true;
}

/* An array whose elements are written, of numbers. */
static bool check_written(pk_infer *in, const pk_call *call,
                          const pk_ty *type) {
    if (type->kind != PK_TY_array || !pk_ty_is_numeric(pk_ty_element(type))) {
        pk_say_argument(in, call, 0, "an array of numbers");
        return false;
    }
    if (type->flags & PK_TYF_readonly) {
        pk_say(in, call->nodes[0], PK_E_store_readonly,
               "pass it as an output, or copy what changes",
               "cannot write to a read-only array");
        return false;
    }
    return pk_infer_sized(in, call->nodes[0], type);
}

/* An array is taken as by np.any(array); other values as by a for, with items
 * that are conditions. */
static const char *check_iterable(pk_infer *in, const pk_ast *node,
                                  pk_call *call, const pk_ty **types) {
    bool mixed = types[0]->kind == PK_TY_tuple && pk_is_mixed(types[0]);
    pk_typed item;

    if (pk_ty_is_arrays(types[0]) && types[0]->ndim == 1) {
        call->builtin = pk_builtin_find(
            pk_arena_format(in->arena, "numpy.%s", call->builtin->path + 9));
        return NULL;
    }
    for (uint32_t i = 0; i < (mixed ? types[0]->count : 1); i++) {
        item = mixed ? pk_known_item(call->args[0], i)
                     : pk_infer_item(in, node, of_type(types[0]));
        if (item.type->kind == PK_TY_error ||
            !pk_infer_condition(in, call->nodes[0], of_type(item.type)))
            return NULL;
    }
    return "";
}

/* Checks that the items of a tuple can be compared with the second argument. */
static const char *check_tuple(pk_infer *in, const pk_ast *node,
                               const pk_ty *const *types) {
    pk_rule rule;

    for (uint32_t i = 0; i < types[0]->count; i++)
        if (!pk_rule_compare(PK_AST_OP_Eq, types[0]->items[i], types[1],
                             &rule)) {
            pk_say(in, node, PK_E_operator,
                   pk_type_hint(PK_E_operator, types[0]->items[i], types[1]),
                   "no operator == for %s and %s",
                   pk_named(in, types[0]->items[i]), pk_named(in, types[1]));
            return NULL;
        }
    return "";
}

/* Numbers are equal as they are anywhere. */
static const char *check_equal(pk_infer *in, pk_call *call,
                               const pk_ty **types) {
    if (pk_ty_is_numeric(types[0]) && pk_ty_is_numeric(types[1])) {
        call->builtin = pk_builtin_find("numpy.equal");
        return NULL;
    }
    return check_read(in, call, 0, &types[0]) &&
                   check_read(in, call, 1, &types[1])
               ? ""
               : NULL;
}

static const char *check_take(pk_infer *in, pk_call *call,
                              const pk_ty **types) {
    if (!check_read(in, call, 0, &types[0]))
        return NULL;
    if (pk_ty_is_int(types[1]))
        return "";
    if (types[1]->kind == PK_TY_tuple)
        pk_say_unsupported(in, call->nodes[1], "take of a tuple",
                           "an array of integers picks many");
    else
        pk_say_argument(in, call, 1, "an integer as index");
    return NULL;
}

static const char *check_fill(pk_infer *in, pk_call *call,
                              const pk_ty *const *types) {
    if (!check_written(in, call, types[0]))
        return NULL;
    if (pk_ty_is_numeric(types[1]) &&
        pk_rule_converts(types[1], pk_ty_element(types[0])))
        return "";
    pk_say(in, call->nodes[1], PK_E_store_type,
           pk_ty_is_arrays(types[1])
               ? "a[:] = b copies elements"
               : pk_type_hint(PK_E_store_type, types[1], NULL),
           "cannot store %s in an element of %s", pk_named(in, types[1]),
           pk_named(in, types[0]));
    return NULL;
}

/* One value for all of it, or many that go round. */
static const char *check_diagonal(pk_infer *in, pk_call *call,
                                  const pk_ty **types) {
    const pk_ty *element;
    bool tuple = types[1]->kind == PK_TY_tuple;

    if (!check_written(in, call, types[0]))
        return NULL;
    if (types[0]->ndim < 2) {
        pk_say_argument(in, call, 0, "an array of two dimensions or more");
        return NULL;
    }
    if (pk_ty_is_arrays(types[1]) && !check_read(in, call, 1, &types[1]))
        return NULL;
    if (tuple && (pk_is_mixed(types[1]) || !types[1]->count)) {
        pk_say_argument(in, call, 1, "numbers of one type");
        return NULL;
    }
    element =
        tuple ? types[1]->items[0]
        : types[1]->kind == PK_TY_array || types[1]->kind == PK_TY_computed
            ? pk_ty_element(types[1])
            : types[1];
    if (!pk_ty_is_numeric(element) ||
        !pk_rule_converts(element, pk_ty_element(types[0]))) {
        pk_say(in, call->nodes[1], PK_E_store_type,
               pk_type_hint(PK_E_store_type, element, NULL),
               "cannot store %s in an element of %s", pk_named(in, element),
               pk_named(in, types[0]));
        return NULL;
    }
    return pk_ty_is_numeric(types[1]) ? "" : tuple ? "_tuple" : "_array";
}

/* Returns the suffix of the library function's name, NULL: none is called. */
static const char *check_generic(pk_infer *in, const pk_ast *node,
                                 pk_call *call, const pk_ty **types) {
    switch (call->builtin->param) {
    case PK_GENERIC_iterable: return check_iterable(in, node, call, types);
    case PK_GENERIC_tuple: return check_tuple(in, node, types);
    case PK_GENERIC_arrays: return check_equal(in, call, types);
    case PK_GENERIC_take: return check_take(in, call, types);
    case PK_GENERIC_fill: return check_fill(in, call, types);
    default: return check_diagonal(in, call, types);
    }
}

/* An array that a library's function reads as a whole. */
static bool is_read_whole(pk_infer *in, const pk_call *call) {
    const pk_ty *array = call->args[0].type;

    if (array->kind == PK_TY_array && pk_ty_is_numeric(pk_ty_element(array)))
        return pk_infer_sized(in, call->nodes[0], array);
    pk_say_argument(in, call, 0, "an array of numbers");
    return false;
}

pk_typed pk_type_picked(pk_infer *in, const pk_ast *node, pk_call *call) {
    pk_call *element = PK_NEW(in->arena, pk_call);
    pk_typed *args = pk_arena_array(in->arena, 2, sizeof *args), v;
    const pk_ty **types = pk_arena_array(in->arena, 2, sizeof *types);
    const pk_ty *index = call->args[1].type;

    if (!args || !types || !is_read_whole(in, call) ||
        !pk_infer_sized(in, call->nodes[1], index))
        return error();
    if (!pk_ty_is_int(pk_ty_element(index)))
        return pk_say_unsupported(
            in, call->nodes[1],
            pk_arena_format(in->arena, "elements picked by %s",
                            pk_named(in, index)),
            "an array of integers picks elements; a mask is a test in a loop");
    types[0] = call->args[0].type;
    types[1] = pk_ty_element(index);
    args[0] = of_type(pk_ty_tuple(in->arena, types, 1));
    args[1] = of_type(types[1]);
    *element = *call;
    element->builtin = pk_builtin_find("numpy.ndarray.__picked__");
    element->args = args;
    v = pk_call_library(in, node, element,
                        pk_library_named(in->c, "items_take"), types, 2);
    call->element = element;
    return v.type->kind == PK_TY_error
               ? v
               : of_type(pk_ty_lazy(in->arena, v.type, index->ndim));
}

pk_typed pk_infer_picked(pk_infer *in, const pk_ast *node, pk_typed array,
                         pk_typed index) {
    const pk_ast *nodes[] = {node->Subscript.value, node->Subscript.slice};
    pk_typed args[] = {array, index}, v;
    pk_call *call = call_of(in, "numpy.ndarray.__picked__", nodes, args);

    v = call ? pk_type_picked(in, node, call) : error();
    pk_note_at(in, node)->call = call;
    return v;
}

static bool picks_many(const pk_call *call) {
    return call->builtin->param == PK_GENERIC_take &&
           pk_ty_is_arrays(call->args[1].type);
}

pk_typed pk_type_generic(pk_infer *in, const pk_ast *node, pk_call *call) {
    const pk_ty *types[3];
    const pk_builtin *row = call->builtin;
    const char *name = strrchr(row->path, '.') + 1, *end;
    const pk_function *fn;

    if (picks_many(call))
        return pk_type_picked(in, node, call);
    for (uint32_t i = 0; i < call->count; i++)
        types[i] = pk_ty_given(in->arena, call->args[i]);
    end = check_generic(in, node, call, types);
    if (!end)
        return call->builtin == row ? error()
                                    : pk_infer_builtin(in, node, call);
    fn = pk_library_named(in->c,
                          pk_arena_format(in->arena, "items_%s%s", name, end));
    for (uint32_t i = 0; fn && i < call->count; i++) {
        if (call->nodes[i])
            continue;
        if (!pk_infer_default(in, node, fn, i, &call->args[i]))
            return error();
        types[i] = call->args[i].type;
    }
    return pk_call_library(in, node, call, fn, types, call->count);
}

/* np.allclose(a, b, ...) is np.all(np.isclose(a, b, ...)), of numbers the
 * latter alone. */
pk_typed pk_type_allclose(pk_infer *in, const pk_ast *node, pk_call *call) {
    pk_ast *each = pk_ast_new(in->arena, PK_AST_Call, node);
    pk_call *close = PK_NEW(in->arena, pk_call);
    const pk_ast **nodes = pk_arena_array(in->arena, 1, sizeof *nodes);
    pk_typed *args = pk_arena_array(in->arena, 1, sizeof *args);
    pk_note *note;

    each->Call = node->Call;
    *close = *call;
    close->builtin = pk_builtin_find("numpy.isclose");
    if (!nodes || !args)
        return error();
    args[0] = pk_infer_builtin(in, each, close);
    note = pk_note_at(in, each);
    note->call = close;
    note->v = args[0];
    if (args[0].type->kind == PK_TY_error)
        return args[0];
    if (!pk_ty_is_arrays(args[0].type)) {
        call->spread = each;
        return args[0];
    }
    nodes[0] = each;
    call->builtin = pk_builtin_find("numpy.all");
    call->nodes = nodes;
    call->args = args;
    call->count = 1;
    return pk_infer_builtin(in, node, call);
}
