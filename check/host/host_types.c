/* SPDX-License-Identifier: Apache-2.0 */
/* Types of host values. NumPy's constructors are a table: how each finds the
 * shape and the dtype of what it makes. */
#include "check/host/host_types.h"

#include "frontend/builtins/builtins.h"
#include "frontend/values/known.h"

#include <string.h>

static const pk_host_maker makers[] = {
#define MAKER(path, shape, dtype_at, at, dtype)                                \
    {path, PK_HOST_SHAPE_##shape, dtype_at, at, PK_TYPE_##dtype},
#include "check/host/makers.def"
#undef MAKER
};

static bool type_of(const pk_host_names *host, const pk_ast *node, int depth,
                    pk_arg_type *out);

static pk_arg_type number(pk_type dtype, bool is_complex) {
    return (pk_arg_type){.kind = is_complex ? PK_ARGTYPE_complex
                                            : PK_ARGTYPE_scalar,
                         .dtype = dtype};
}

static pk_arg_type array(pk_arg_type element, uint32_t ndim) {
    return (pk_arg_type){.kind = ndim ? PK_ARGTYPE_array : element.kind,
                         .dtype = element.dtype,
                         .is_complex =
                             ndim && element.kind == PK_ARGTYPE_complex,
                         .ndim = (uint8_t)ndim,
                         .layout = ndim ? 'C' : 0};
}

static const pk_ast *keyword(const pk_ast *call, const char *name) {
    for (uint32_t i = 0; i < call->Call.keywords.count; i++) {
        const pk_ast *word = call->Call.keywords.items[i];
        if (word->keyword.arg && strcmp(word->keyword.arg, name) == 0)
            return word->keyword.value;
    }
    return NULL;
}

static bool element_of(const pk_host_names *host, const pk_ast *node,
                       pk_arg_type *out) {
    const pk_ty *type;

    node = pk_host_value(host, node);
    if (node->kind == PK_AST_Attribute &&
        strcmp(node->Attribute.attr, "dtype") == 0 &&
        type_of(host, node->Attribute.value, 1, out) &&
        out->kind == PK_ARGTYPE_array) {
        *out = number(out->dtype, out->is_complex);
        return true;
    }
    type = pk_ty_of_dtype(
        pk_host_eval(host->program, host->imports, host->arena, node));
    if (!type || !pk_ty_is_numeric(type))
        return false;
    *out = number(type->scalar, type->kind == PK_TY_complex);
    return true;
}

/* How many axes a shape has; an unknown name is taken for one. */
static uint32_t axes_of(const pk_host_names *host, const pk_ast *node,
                        int depth) {
    const pk_ast *value = pk_host_value(host, node);
    pk_arg_type type;

    if (value->kind == PK_AST_Tuple)
        return value->Tuple.elts.count;
    if (value->kind == PK_AST_List)
        return value->List.elts.count;
    if (type_of(host, value, depth + 1, &type))
        return type.kind == PK_ARGTYPE_tuple ? type.count : 1;
    if (value->kind == PK_AST_Attribute &&
        strcmp(value->Attribute.attr, "shape") == 0)
        return 0;
    if (value->kind == PK_AST_Name && strstr(value->Name.id, "shape"))
        return 0;
    *host->assumed = true;
    return 1;
}

/* Whether the numbers of a display have several types, as those of [1, 2.5];
 * unknown ones may. */
static bool is_mixed(const pk_host_names *host, const pk_ast *node, int depth,
                     pk_type dtype) {
    const pk_ast_list *elts = node->kind == PK_AST_List    ? &node->List.elts
                              : node->kind == PK_AST_Tuple ? &node->Tuple.elts
                                                           : NULL;
    pk_arg_type type;

    for (uint32_t i = 0; elts && i < elts->count; i++)
        if (is_mixed(host, elts->items[i], depth + 1, dtype))
            return true;
    return !elts &&
           (!type_of(host, node, depth + 1, &type) || type.dtype != dtype);
}

static bool nested_type(const pk_host_names *host, const pk_ast *node,
                        int depth, pk_arg_type *out) {
    const pk_ast *display = node;
    uint32_t ndim = 0;

    while (node->kind == PK_AST_List || node->kind == PK_AST_Tuple) {
        const pk_ast_list *elts =
            node->kind == PK_AST_List ? &node->List.elts : &node->Tuple.elts;
        if (!elts->count)
            return false;
        node = elts->items[0];
        ndim++;
    }
    if (!type_of(host, node, depth + 1, out))
        return false;
    if (out->kind == PK_ARGTYPE_array)
        return !ndim;
    *host->assumed |= is_mixed(host, display, depth, out->dtype);
    *out = array(*out, ndim);
    return true;
}

static bool made_type(const pk_host_names *host, const pk_ast *call,
                      const pk_host_maker *m, int depth, pk_arg_type *out) {
    const pk_ast_list *args = &call->Call.args;
    const pk_ast *dtype = keyword(call, "dtype"), *size = keyword(call, "size");
    const pk_ast *first = args->count ? args->items[0] : keyword(call, "shape");
    pk_arg_type element = number(m->dtype, false), like;
    uint32_t ndim = 1;

    if (!dtype && m->dtype_at >= 0 && args->count > (uint32_t)m->dtype_at)
        dtype = args->items[m->dtype_at];
    if (!size && m->at >= 0 && args->count > (uint32_t)m->at)
        size = args->items[m->at];
    switch ((pk_host_shape_rule)m->shape) {
    case PK_HOST_SHAPE_first:
        ndim = first ? axes_of(host, first, depth) : 0;
        if (!ndim)
            return false;
        if (m->dtype == PK_TYPE_void && !dtype &&
            (args->count < 2 ||
             !type_of(host, args->items[1], depth + 1, &element)))
            return false;
        break;
    case PK_HOST_SHAPE_like:
        if (!first || !type_of(host, first, depth + 1, &like))
            return false;
        if (dtype && !element_of(host, dtype, &element))
            return false;
        *out = dtype ? array(element, like.ndim) : like;
        return true;
    case PK_HOST_SHAPE_one:
        if (m->dtype == PK_TYPE_void && !dtype)
            for (uint32_t i = 0; i < args->count; i++) {
                if (!type_of(host, args->items[i], depth + 1, &like)) {
                    like = number(PK_TYPE_i64, false);
                    *host->assumed = true;
                }
                if (i == 0 || pk_type_is_float(like.dtype))
                    element = like;
            }
        break;
    case PK_HOST_SHAPE_count: ndim = args->count; break;
    case PK_HOST_SHAPE_size:
        ndim = size ? axes_of(host, size, depth) : 0;
        break;
    case PK_HOST_SHAPE_nested:
        if (!first || !nested_type(host, first, depth, &like))
            return false;
        element = number(like.dtype,
                         like.is_complex || like.kind == PK_ARGTYPE_complex);
        ndim = like.ndim;
        break;
    case PK_HOST_SHAPE_number: ndim = 0; break;
    case PK_HOST_SHAPE_states: ndim = 2; break;
    }
    if (dtype && !element_of(host, dtype, &element))
        return false;
    *out = array(element, ndim);
    return out->dtype != PK_TYPE_void;
}

const pk_host_maker *pk_host_find_maker(const char *path) {
    const bool is_cupy = strncmp(path, "cupy.", strlen("cupy.")) == 0;

    for (size_t i = 0; i < sizeof makers / sizeof *makers; i++)
        if (strcmp(makers[i].path, path) == 0 ||
            (is_cupy && strncmp(makers[i].path, "numpy.", 6) == 0 &&
             strcmp(makers[i].path + 6, path + 5) == 0))
            return &makers[i];
    return NULL;
}

/* x.astype(np.float32), x.copy(), x.reshape(2, 3), rng.random(n). */
static bool method_type(const pk_host_names *host, const pk_ast *call,
                        int depth, pk_arg_type *out) {
    const pk_ast *func = call->Call.func;
    const pk_ast_list *args = &call->Call.args;
    const char *name = func->Attribute.attr;
    const pk_host_maker *m;
    pk_arg_type base, element;

    if (!type_of(host, func->Attribute.value, depth + 1, &base)) {
        m = pk_host_find_maker(
            pk_arena_format(host->arena, "generator.%s", name));
        return m && made_type(host, call, m, depth, out);
    }
    *out = base;
    if (strcmp(name, "copy") == 0 || strcmp(name, "copy_to_host") == 0)
        return true;
    if (strcmp(name, "astype") == 0 && args->count &&
        element_of(host, args->items[0], &element)) {
        *out = array(element, base.ndim);
        return true;
    }
    if (base.kind != PK_ARGTYPE_array)
        return false;
    element = number(base.dtype, base.is_complex);
    if (strcmp(name, "ravel") == 0 || strcmp(name, "flatten") == 0)
        *out = array(element, 1);
    else if (strcmp(name, "reshape") == 0 && args->count)
        *out = array(element, args->count > 1
                                  ? args->count
                                  : axes_of(host, args->items[0], depth));
    else if (strcmp(name, "sum") == 0 || strcmp(name, "max") == 0 ||
             strcmp(name, "min") == 0)
        *out = element;
    else
        return false;
    return true;
}

static bool tuple_type(const pk_host_names *host, const pk_ast_list *elts,
                       int depth, pk_arg_type *out);

static bool call_type(const pk_host_names *host, const pk_ast *call, int depth,
                      pk_arg_type *out) {
    pk_typed callee = pk_host_eval(host->program, host->imports, host->arena,
                                   call->Call.func);
    const char *path = callee.type->kind == PK_TY_builtin
                           ? callee.type->builtin->path
                       : callee.type->kind == PK_TY_foreign ||
                               callee.type->kind == PK_TY_module
                           ? callee.type->path
                           : NULL;
    const pk_host_maker *m = path ? pk_host_find_maker(path) : NULL;

    if (callee.type->kind == PK_TY_dtype &&
        pk_ty_is_numeric(callee.type->made)) {
        *out = number(callee.type->made->scalar,
                      callee.type->made->kind == PK_TY_complex);
        return true;
    }
    if (callee.type->kind == PK_TY_named &&
        callee.type->fields->count == call->Call.args.count) {
        bool known = tuple_type(host, &call->Call.args, depth, out);
        out->fields = callee.type->fields;
        return known;
    }
    if (m)
        return made_type(host, call, m, depth, out);
    return call->Call.func->kind == PK_AST_Attribute &&
           method_type(host, call, depth, out);
}

static bool literal_type(const pk_const *value, pk_arg_type *out) {
    switch ((pk_const_kind)value->kind) {
    case PK_CONST_bool: *out = number(PK_TYPE_bool, false); return true;
    case PK_CONST_int: *out = number(PK_TYPE_i64, false); return true;
    case PK_CONST_float: *out = number(PK_TYPE_f64, false); return true;
    case PK_CONST_complex: *out = number(PK_TYPE_f64, true); return true;
    case PK_CONST_None:
        *out = (pk_arg_type){.kind = PK_ARGTYPE_none};
        return true;
    default: return false;
    }
}

/* A constant of the module: a number, a tuple, a member of an enumeration. */
static bool known_type(const pk_host_names *host, const pk_ast *node,
                       pk_arg_type *out) {
    pk_typed v = pk_host_eval(host->program, host->imports, host->arena, node);

    return v.known &&
           (pk_ty_is_numeric(v.type) || v.type->kind == PK_TY_tuple ||
            v.type->kind == PK_TY_member) &&
           pk_ty_to_argument(host->arena, v.type, out);
}

static bool attribute_type(const pk_host_names *host, const pk_ast *node,
                           int depth, pk_arg_type *out) {
    const char *attr = node->Attribute.attr;
    pk_arg_type base, *items;

    if (!type_of(host, node->Attribute.value, depth + 1, &base) ||
        base.kind != PK_ARGTYPE_array)
        return known_type(host, node, out);
    if (strcmp(attr, "size") == 0 || strcmp(attr, "ndim") == 0) {
        *out = number(PK_TYPE_i64, false);
        return true;
    }
    if (strcmp(attr, "T") == 0) {
        *out = base;
        out->layout = base.ndim > 1 ? 'F' : base.layout;
        return true;
    }
    if (strcmp(attr, "shape") != 0)
        return false;
    items = pk_arena_array(host->arena, base.ndim + 1u, sizeof *items);
    for (uint32_t i = 0; items && i < base.ndim; i++)
        items[i] = number(PK_TYPE_i64, false);
    *out = (pk_arg_type){
        .kind = PK_ARGTYPE_tuple, .count = base.ndim, .items = items};
    return items != NULL;
}

static bool tuple_type(const pk_host_names *host, const pk_ast_list *elts,
                       int depth, pk_arg_type *out) {
    pk_arg_type *items =
        pk_arena_array(host->arena, elts->count + 1, sizeof *items);

    for (uint32_t i = 0; items && i < elts->count; i++)
        if (!type_of(host, elts->items[i], depth + 1, &items[i]))
            return false;
    *out = (pk_arg_type){
        .kind = PK_ARGTYPE_tuple, .count = elts->count, .items = items};
    return items != NULL;
}

/* Whether a number of this type may be Python's own. */
static bool is_python(pk_type dtype) {
    return dtype == PK_TYPE_i64 || dtype == PK_TYPE_f64 ||
           dtype == PK_TYPE_bool;
}

/* Numbers by Python's rules; an array stays what it is beside a number that
 * does not change its kind. */
static bool binary_type(const pk_host_names *host, const pk_ast *node,
                        int depth, pk_arg_type *out) {
    pk_arg_type a, b;
    bool divides = node->BinOp.op == PK_AST_OP_Div;

    if (!type_of(host, node->BinOp.left, depth + 1, &a) ||
        !type_of(host, node->BinOp.right, depth + 1, &b) ||
        a.kind == PK_ARGTYPE_tuple || b.kind == PK_ARGTYPE_tuple)
        return false;
    if (a.kind == PK_ARGTYPE_scalar && b.kind == PK_ARGTYPE_scalar) {
        bool real =
            divides || pk_type_is_float(a.dtype) || pk_type_is_float(b.dtype);
        *out = number(real ? PK_TYPE_f64 : PK_TYPE_i64, false);
        *host->assumed |= !is_python(a.dtype) || !is_python(b.dtype);
        return true;
    }
    if (b.kind == PK_ARGTYPE_array && a.kind == PK_ARGTYPE_scalar) {
        pk_arg_type other = a;
        a = b;
        b = other;
    }
    if (a.kind != PK_ARGTYPE_array || !pk_type_is_float(a.dtype) ||
        (b.kind == PK_ARGTYPE_array && b.dtype != a.dtype))
        return false;
    *out = a;
    out->ndim = b.ndim > a.ndim ? b.ndim : a.ndim;
    return true;
}

static bool subscript_type(const pk_host_names *host, const pk_ast *node,
                           int depth, pk_arg_type *out) {
    pk_arg_type base;
    int64_t at;

    if (!type_of(host, node->Subscript.value, depth + 1, &base))
        return false;
    if (base.kind == PK_ARGTYPE_tuple &&
        pk_host_int(host, node->Subscript.slice, &at) && at >= 0 &&
        at < base.count) {
        *out = base.items[at];
        return true;
    }
    *out = base;
    return base.kind == PK_ARGTYPE_array &&
           (base.ndim == 1 || base.layout == 'C') &&
           node->Subscript.slice->kind == PK_AST_Slice &&
           !node->Subscript.slice->Slice.step;
}

static bool type_of(const pk_host_names *host, const pk_ast *node, int depth,
                    pk_arg_type *out) {
    const pk_host_name *found;

    if (depth > PK_HOST_DEPTH || host->arena->failed)
        return false;
    switch ((pk_ast_kind)node->kind) {
    case PK_AST_Constant: return literal_type(&node->Constant.value, out);
    case PK_AST_Name:
        found = pk_host_find(host, node->Name.id);
        if (found) {
            *out = found->type;
            *host->assumed |= found->assumed;
            return found->known;
        }
        return known_type(host, node, out);
    case PK_AST_UnaryOp:
        return type_of(host, node->UnaryOp.operand, depth + 1, out);
    case PK_AST_BinOp: return binary_type(host, node, depth, out);
    case PK_AST_Tuple: return tuple_type(host, &node->Tuple.elts, depth, out);
    case PK_AST_Attribute: return attribute_type(host, node, depth, out);
    case PK_AST_Subscript: return subscript_type(host, node, depth, out);
    case PK_AST_Call: return call_type(host, node, depth, out);
    default: return false;
    }
}

bool pk_host_type(const pk_host_names *host, const pk_ast *node,
                  pk_arg_type *out) {
    *out = (pk_arg_type){0};
    return type_of(host, node, 0, out);
}
