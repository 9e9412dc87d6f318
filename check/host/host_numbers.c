/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers on the host side: integers, as of grids and blocks, and the extents
 * of arrays, read off how they are made. */
#include "check/host/host_types.h"

#include "frontend/builtins/builtins.h"
#include "frontend/values/known.h"

#include <string.h>

enum {
    MAX_SHAPES = 8 /* levels: n = x.shape[0] + n, x = np.zeros(n) goes round */
};

/* ---- integers ---- */

static bool extent_of(const pk_host_names *host, const pk_ast *node,
                      uint32_t axis, int depth, int64_t *out);

/* x.shape[1] of an array whose making shows it. */
static bool int_of_shape(const pk_host_names *host, const pk_ast *node,
                         int depth, int64_t *out) {
    const pk_ast *base = node->Subscript.value, *at = node->Subscript.slice;

    return depth < MAX_SHAPES && base->kind == PK_AST_Attribute &&
           strcmp(base->Attribute.attr, "shape") == 0 &&
           at->kind == PK_AST_Constant &&
           at->Constant.value.kind == PK_CONST_int &&
           at->Constant.value.integer < 32 &&
           extent_of(host, base->Attribute.value,
                     (uint32_t)at->Constant.value.integer, depth + 1, out);
}

static bool int_of(const pk_host_names *host, const pk_ast *node, int depth,
                   int64_t *out);

/* x.size of such an array. */
static bool size_of(const pk_host_names *host, const pk_ast *array, int depth,
                    int64_t *out) {
    pk_arg_type type;
    int64_t extent, all = 1;

    if (depth >= MAX_SHAPES || !pk_host_type(host, array, &type) ||
        type.kind != PK_ARGTYPE_array)
        return false;
    for (uint32_t axis = 0; axis < type.ndim; axis++)
        if (!extent_of(host, array, axis, depth + 1, &extent) || extent < 0 ||
            extent > INT32_MAX || __builtin_mul_overflow(all, extent, &all))
            return false;
    *out = all;
    return true;
}

/* math.ceil(n / block), on the way to a number of blocks. */
static bool rounded_up(const pk_host_names *host, const pk_ast *node, int depth,
                       int64_t *out) {
    int64_t a, b;

    node = pk_host_value(host, node);
    if (node->kind != PK_AST_BinOp || node->BinOp.op != PK_AST_OP_Div)
        return int_of(host, node, depth + 1, out);
    if (!int_of(host, node->BinOp.left, depth + 1, &a) ||
        !int_of(host, node->BinOp.right, depth + 1, &b) || a < 0 ||
        a > INT32_MAX || b < 1)
        return false;
    *out = a / b + (a % b != 0);
    return true;
}

/* len(x), math.ceil(n / block), int(n). */
static bool int_of_call(const pk_host_names *host, const pk_ast *node,
                        int depth, int64_t *out) {
    const pk_ast *arg =
        node->Call.args.count == 1 ? node->Call.args.items[0] : NULL;
    pk_typed v;
    const char *path;

    if (!arg || node->Call.keywords.count)
        return false;
    v = pk_host_eval(host->program, host->imports, host->arena,
                     node->Call.func);
    path = v.type->kind == PK_TY_builtin ? v.type->builtin->path : "";
    if (strcmp(path, "builtins.len") == 0)
        return depth < MAX_SHAPES && extent_of(host, arg, 0, depth + 1, out);
    if (strcmp(path, "builtins.int") == 0)
        return int_of(host, arg, depth + 1, out);
    return (strcmp(path, "math.ceil") == 0 ||
            strcmp(path, "numpy.ceil") == 0) &&
           rounded_up(host, arg, depth, out);
}

static bool int_of(const pk_host_names *host, const pk_ast *node, int depth,
                   int64_t *out) {
    const pk_host_name *found;
    int64_t a, b;

    if (depth > PK_HOST_DEPTH)
        return false;
    found =
        node->kind == PK_AST_Name ? pk_host_find(host, node->Name.id) : NULL;
    if (found && (found->numbered || !found->value)) {
        *out = found->number;
        return found->numbered;
    }
    if (node->kind == PK_AST_BinOp) {
        if (!int_of(host, node->BinOp.left, depth + 1, &a) ||
            !int_of(host, node->BinOp.right, depth + 1, &b) || a < 0 || b < 0 ||
            a > INT32_MAX || b > INT32_MAX)
            return false;
        switch (node->BinOp.op) {
        case PK_AST_OP_Add: *out = a + b; return true;
        case PK_AST_OP_Sub: *out = a - b; return true;
        case PK_AST_OP_Mult: *out = a * b; return true;
        case PK_AST_OP_FloorDiv: *out = b ? a / b : 0; return b != 0;
        case PK_AST_OP_LShift: *out = b < 31 ? a << b : 0; return b < 31;
        default: return false;
        }
    }
    if (node->kind == PK_AST_Subscript && int_of_shape(host, node, depth, out))
        return true;
    if (node->kind == PK_AST_Call)
        return int_of_call(host, node, depth, out);
    if (node->kind == PK_AST_Attribute &&
        strcmp(node->Attribute.attr, "size") == 0 &&
        size_of(host, node->Attribute.value, depth, out))
        return true;
    return pk_known_is_int(
        pk_host_eval(host->program, host->imports, host->arena, node), out);
}

bool pk_host_int(const pk_host_names *host, const pk_ast *node, int64_t *out) {
    return int_of(host, node, 0, out);
}

/* ---- extents ---- */

static bool extent_of_shape(const pk_host_names *host, const pk_ast *shape,
                            uint32_t axis, int depth, int64_t *out) {
    shape = pk_host_value(host, shape);
    if (shape->kind == PK_AST_Tuple)
        return axis < shape->Tuple.elts.count &&
               int_of(host, shape->Tuple.elts.items[axis], depth + 1, out);
    return axis == 0 && int_of(host, shape, depth + 1, out);
}

static const pk_host_maker *maker_of(const pk_host_names *host,
                                     const pk_ast *call) {
    pk_typed v = pk_host_eval(host->program, host->imports, host->arena,
                              call->Call.func);

    return v.type->kind == PK_TY_builtin
               ? pk_host_find_maker(v.type->builtin->path)
           : v.type->kind == PK_TY_foreign ? pk_host_find_maker(v.type->path)
                                           : NULL;
}

static bool extent_of_call(const pk_host_names *host, const pk_ast *call,
                           uint32_t axis, int depth, int64_t *out) {
    const pk_ast_list *args = &call->Call.args;
    const pk_ast *func = call->Call.func;
    const pk_host_maker *m = maker_of(host, call);

    if (!m && func->kind == PK_AST_Attribute &&
        strcmp(func->Attribute.attr, "reshape") == 0) {
        if (args->count == 1)
            return extent_of_shape(host, args->items[0], axis, depth, out) &&
                   *out > 0;
        return axis < args->count &&
               int_of(host, args->items[axis], depth + 1, out) && *out > 0;
    }
    if (!m)
        return func->kind == PK_AST_Attribute &&
               (strcmp(func->Attribute.attr, "copy") == 0 ||
                strcmp(func->Attribute.attr, "astype") == 0) &&
               extent_of(host, func->Attribute.value, axis, depth + 1, out);
    if (!args->count)
        return false;
    if (m->shape == PK_HOST_SHAPE_first)
        return extent_of_shape(host, args->items[0], axis, depth, out);
    if (m->shape == PK_HOST_SHAPE_like)
        return extent_of(host, args->items[0], axis, depth + 1, out);
    if (m->shape == PK_HOST_SHAPE_count)
        return axis < args->count &&
               int_of(host, args->items[axis], depth + 1, out);
    return m->shape == PK_HOST_SHAPE_one && axis == 0 && args->count == 1 &&
           int_of(host, args->items[0], depth + 1, out);
}

static bool extent_of(const pk_host_names *host, const pk_ast *node,
                      uint32_t axis, int depth, int64_t *out) {
    const pk_host_name *found =
        node->kind == PK_AST_Name ? pk_host_find(host, node->Name.id) : NULL;

    if (found) {
        *out = axis < PK_HOST_AXES ? found->extents[axis] : 0;
        return *out > 0;
    }
    return depth < PK_HOST_DEPTH && node->kind == PK_AST_Call &&
           extent_of_call(host, node, axis, depth, out);
}

bool pk_host_extent(const pk_host_names *host, const pk_ast *node,
                    uint32_t axis, int64_t *out) {
    return extent_of(host, node, axis, 0, out);
}
