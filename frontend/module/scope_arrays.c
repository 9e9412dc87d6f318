/* SPDX-License-Identifier: Apache-2.0 */
/* Arrays of the module level: what calls of NumPy, methods and attributes make
 * constant arrays (frozen.h) of. */
#include "frontend/builtins/builtins.h"
#include "frontend/module/scope.h"
#include "frontend/values/frozen.h"

#include <string.h>

/* dtype=np.float32, order='F'; false for others, and for what is not known. */
static bool eval_keyword(pk_scope *s, const pk_ast *word, const pk_ty **dtype,
                         const char **order) {
    const char *name = word->keyword.arg;
    pk_typed v;

    if (name && !*dtype && strcmp(name, "dtype") == 0) {
        *dtype =
            pk_ty_of_element(pk_scope_dtype_of(s, word->keyword.value, false));
        return *dtype != NULL;
    }
    if (!name || *order || strcmp(name, "order") != 0)
        return false;
    v = pk_scope_eval(s, word->keyword.value);
    *order = v.known ? v.known->text : NULL;
    return *order != NULL;
}

pk_typed pk_scope_numpy(pk_scope *s, const pk_ast *node, const char *path) {
    enum { MOST = 3 };
    uint32_t count = node->Call.args.count, last;
    const pk_ty *dtype = NULL;
    const char *order = NULL;
    pk_typed args[MOST], made;

    if (!pk_scope_arguments(s, node, args, MOST))
        return pk_scope_hidden(s, "expression");
    /* The dtype stands behind the shape, or the value of full. */
    last = strncmp(path, "numpy.full", 10) == 0 ? 3 : 2;
    if (count == last && strcmp(path, "numpy.arange") != 0 &&
        strcmp(path, "numpy.eye") != 0) {
        dtype = pk_ty_of_element(args[--count]);
        if (!dtype)
            return pk_scope_hidden(s, "expression");
    }
    for (uint32_t i = 0; i < node->Call.keywords.count; i++)
        if (!eval_keyword(s, node->Call.keywords.items[i], &dtype, &order))
            return pk_scope_hidden(s, "expression");
    if (!pk_frozen_call(s->arena, path, args, count, dtype, order, &made))
        return pk_scope_hidden(s, "expression");
    if (s->making)
        s->making->has_arrays = true;
    return made;
}

/* An array that no name of the module has: the result of a call that makes one,
 * or of arithmetic. */
static bool is_new(pk_scope *s, const pk_ast *node) {
    const pk_ast *func;
    const char *path;

    for (;; node = func->Attribute.value) {
        func = node->kind == PK_AST_Call ? node->Call.func : node;
        if (func->kind != PK_AST_Attribute ||
            !pk_frozen_is_view(func->Attribute.attr))
            break;
    }
    if (node->kind != PK_AST_Call)
        return node->kind == PK_AST_BinOp;
    path = pk_scope_path(pk_scope_eval(s, func));
    return strncmp(path, "numpy.as", 8) != 0; /* asarray and its kin */
}

/* TABLE.copy(order='F') */
static bool is_copy_in_order(const pk_ast *node) {
    const pk_ast *word = node->Call.keywords.items[0];

    return !node->Call.args.count && node->Call.keywords.count == 1 &&
           strcmp(node->Call.func->Attribute.attr, "copy") == 0 &&
           word->keyword.arg && strcmp(word->keyword.arg, "order") == 0;
}

/* f().g().h(): each call is evaluated once more for its method, so long chains,
 * which make no arrays, would take for ever. */
static bool is_long_chain(const pk_ast *node) {
    enum { LONG = 8 };
    uint32_t calls = 0;

    for (; node->kind == PK_AST_Call || node->kind == PK_AST_Attribute;
         node = node->kind == PK_AST_Call ? node->Call.func
                                          : node->Attribute.value)
        calls += node->kind == PK_AST_Call;
    return calls > LONG;
}

bool pk_scope_array_method(pk_scope *s, const pk_ast *node, pk_typed *out) {
    enum { MOST = PK_FROZEN_MAX_DIMS };
    const pk_ast *func = node->Call.func;
    uint32_t count = node->Call.args.count;
    pk_typed base, args[MOST];
    const pk_ty *dtype;

    if (func->kind != PK_AST_Attribute || is_long_chain(node) ||
        (node->Call.keywords.count && !is_copy_in_order(node)))
        return false;
    base = pk_scope_eval(s, func->Attribute.value);
    if (!pk_frozen_of(base) || !pk_scope_arguments(s, node, args, MOST))
        return false;
    if (node->Call.keywords.count)
        args[count++] =
            pk_scope_eval(s, node->Call.keywords.items[0]->keyword.value);
    if (strcmp(func->Attribute.attr, "astype") == 0) {
        dtype = count == 1 ? pk_ty_of_dtype(args[0]) : NULL;
        return dtype && pk_frozen_convert(s->arena, base, dtype, out);
    }
    return (!pk_frozen_is_view(func->Attribute.attr) ||
            is_new(s, func->Attribute.value)) &&
           pk_frozen_method(s->arena, base, func->Attribute.attr, args, count,
                            out);
}

bool pk_scope_array_attribute(pk_scope *s, const pk_ast *node, pk_typed base,
                              pk_typed *out) {
    const char *attr = node->Attribute.attr;

    if (!pk_frozen_of(base))
        return false;
    return pk_frozen_attribute(s->arena, base, attr, out) ||
           (strcmp(attr, "T") == 0 && is_new(s, node->Attribute.value) &&
            pk_frozen_method(s->arena, base, attr, NULL, 0, out));
}
