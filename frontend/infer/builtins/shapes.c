/* SPDX-License-Identifier: Apache-2.0 */
/* Views of an array with other axes or elements: reshape, ravel, transpose,
 * view. */
#include "frontend/infer/latent.h"

#include "frontend/infer/typings.h"
#include "frontend/values/known.h"

const pk_ty *pk_infer_array_of(pk_infer *in, const pk_call *call) {
    const pk_ty *type = call->count ? call->args[0].type : &pk_ty_none;

    if (type->kind == PK_TY_array && pk_infer_knows_size(in, type))
        return type;
    pk_say(in, call->nodes[0], PK_E_array_wanted, NULL,
           "%s takes an array of a known size, not %s",
           pk_builtin_name(call->builtin), pk_named(in, type));
    return NULL;
}

/* Integers behind the array, or a tuple of them: their number, -1 after an
 * error. */
static int count_extents(pk_infer *in, const pk_ast *node,
                         const pk_call *call) {
    const pk_ty *first = call->count > 1 ? call->args[1].type : &pk_ty_none;
    bool tuple = call->count == 2 && first->kind == PK_TY_tuple;
    uint32_t count = tuple ? first->count : call->count - 1;

    for (uint32_t i = 0; i < count; i++)
        if (!pk_ty_is_int(tuple ? first->items[i] : call->args[i + 1].type)) {
            pk_say(in, call->nodes[tuple ? 1 : i + 1], PK_E_call_type,
                   pk_type_hint(PK_E_call_type,
                                call->args[tuple ? 1 : i + 1].type, NULL),
                   "%s takes integers or a tuple of them, not %s",
                   pk_builtin_name(call->builtin),
                   pk_named(in, call->args[tuple ? 1 : i + 1].type));
            return -1;
        }
    if (count <= PK_MAX_DIMS)
        return (int)count;
    pk_say(in, node, PK_E_too_many, NULL, "an array has up to %d dimensions",
           PK_MAX_DIMS);
    return -1;
}

static pk_typed not_contiguous(pk_infer *in, const pk_ast *node,
                               const pk_call *call, const pk_ty *array) {
    return pk_say(in, node, PK_E_contiguous,
                  array->layout == 'F' ? "take a.T, which is C-contiguous"
                                       : "[:, ::1] in the signature says that "
                                         "an array is",
                  "%s needs a C-contiguous array, and this is %s",
                  pk_builtin_name(call->builtin), pk_named(in, array));
}

/* Extent or axis number `i` behind the array. */
static pk_typed extent_of(const pk_call *call, uint32_t i) {
    return call->args[1].type->kind == PK_TY_tuple
               ? pk_known_item(call->args[1], i)
               : call->args[i + 1];
}

pk_typed pk_type_reshape(pk_infer *in, const pk_ast *node, pk_call *call) {
    const pk_ty *array = pk_infer_array_of(in, call), *type;
    pk_typed extents[PK_MAX_DIMS];
    int count = array ? count_extents(in, node, call) : -1;

    if (count < 0)
        return error();
    if (call->count < 2)
        return pk_say(in, node, PK_E_call_count, NULL, "%s takes a shape",
                      pk_builtin_name(call->builtin));
    if (array->layout != 'C')
        return not_contiguous(in, node, call, array);
    for (int i = 0; i < count; i++)
        extents[i] = extent_of(call, (uint32_t)i);
    type = pk_ty_aligned(in->arena,
                         pk_ty_view(in->arena, array, (uint32_t)count, 'C'),
                         count == 1 ? array->align : 0);
    return pk_infer_shaped_most(in, type, call->args[0], extents);
}

pk_typed pk_type_ravel(pk_infer *in, const pk_ast *node, pk_call *call) {
    const pk_ty *array = pk_infer_array_of(in, call);

    if (!array)
        return error();
    if (array->layout != 'C')
        return not_contiguous(in, node, call, array);
    return pk_infer_flat_most(
        in,
        pk_ty_aligned(in->arena, pk_ty_view(in->arena, array, 1, 'C'),
                      array->align),
        call->args[0]);
}

/* Axes as constants, or none: then in reverse. */
pk_typed pk_type_transpose(pk_infer *in, const pk_ast *node, pk_call *call) {
    const pk_ty *array = pk_infer_array_of(in, call);
    bool none = call->count < 2 || call->args[1].type->kind == PK_TY_none;
    bool tuple = !none && call->args[1].type->kind == PK_TY_tuple;
    int count = !array ? -1 : none ? 0 : count_extents(in, node, call);
    int64_t most[PK_MAX_DIMS];
    uint64_t seen = 0;

    if (count < 0)
        return error();
    if (none)
        return pk_infer_reversed_most(in, call->args[0]);
    for (int i = 0; i < count; i++) {
        pk_typed *given = &call->args[tuple ? 1 : i + 1];
        int64_t axis;
        *given = pk_infer_constant(in, *given);
        if (!pk_known_is_int(extent_of(call, (uint32_t)i), &axis))
            return pk_say(in, node, PK_E_axes, NULL,
                          "the axes of %s must be known when compiling",
                          pk_builtin_name(call->builtin));
        axis += axis < 0 ? array->ndim : 0;
        if (axis < 0 || axis >= array->ndim)
            continue;
        seen |= UINT64_C(1) << axis;
        most[i] = pk_most_along(call->args[0], (uint32_t)axis);
    }
    if (count != array->ndim || seen + 1 != UINT64_C(1) << array->ndim)
        return pk_say(in, node, PK_E_axes, NULL,
                      "%s must be given each axis of %s exactly once",
                      pk_builtin_name(call->builtin), pk_named(in, array));
    return pk_infer_with_most(in,
                              pk_ty_view(in->arena, array, array->ndim, 'A'),
                              most, pk_most_is_assumed(call->args[0]));
}

/* Memory that is read as elements of another size: NumPy's rules, of which
 * the last axis' stride is looked at while running. Elements that may not be
 * aligned are read in parts, at byte offsets; where lines begin stays known. */
static pk_typed resized_view(pk_infer *in, const pk_ast *node,
                             const pk_call *call, const pk_ty *array,
                             const pk_ty *to) {
    uint32_t align = pk_ty_align(array);
    bool parts = align < pk_type_bytes(to->scalar);
    pk_ty *type;

    if (!array->ndim)
        return pk_say(
            in, node, PK_E_contiguous,
            "view it as a type of the same size, or convert the element",
            "an array without axes has views of the size of its "
            "element, and this is %s as %s",
            pk_named(in, array), pk_named(in, to));
    if (array->layout == 'F')
        return not_contiguous(in, node, call, array);
    type = pk_ty_array(
        in->arena, to, array->ndim, parts ? 'A' : (char)array->layout,
        (pk_space)array->space, array->flags & (uint32_t)~PK_TYF_complex);
    type->align = parts ? (uint8_t)align : 0;
    type = pk_ty_in_memory_of(in->arena, type, array);
    return pk_infer_resized_most(in, pk_ty_aligned(in->arena, type, align),
                                 call->args[0]);
}

/* Memory is read by the type that it has, so another one has its size; else
 * its address becomes that of another type. */
pk_typed pk_type_view(pk_infer *in, const pk_ast *node, pk_call *call) {
    const pk_ty *array = pk_infer_array_of(in, call), *element, *to;
    pk_type held;
    pk_ty *type;

    if (!array)
        return error();
    to = pk_ty_of_dtype(call->args[1]);
    if (!to || !pk_ty_is_numeric(to))
        return pk_say(in, call->nodes[1], PK_E_dtype,
                      "write np.float32, or a.dtype", "this is not a dtype");
    element = pk_ty_element(array);
    if (!pk_ty_is_numeric(element))
        return pk_say_unsupported(
            in, node,
            pk_arena_format(in->arena, "a view of %s", pk_named(in, array)),
            "fields are views: a['x']");
    if (pk_ty_equal(to, element))
        return pk_infer_same_most(in, array, call->args[0]);
    held = array->held ? (pk_type)array->held : array->scalar;
    if (pk_ty_is_bool(to) || held == PK_TYPE_bool)
        return pk_say_unsupported(
            in, node,
            pk_arena_format(in->arena, "a view of %s as %s",
                            pk_named(in, array), pk_named(in, to)),
            "arrays of all types but bool have views");
    if (pk_ty_bytes(to) != pk_ty_bytes(element) || pk_ty_part_bytes(array) ||
        pk_type_bytes(to->scalar) != pk_type_bytes(held))
        return resized_view(in, node, call, array, to);
    type = pk_ty_array(in->arena, to, array->ndim, (char)array->layout,
                       (pk_space)array->space,
                       array->flags & (uint32_t)~PK_TYF_complex);
    type->held = to->scalar == held ? 0 : (uint8_t)held;
    type->align = array->align;
    return pk_infer_same_most(in, pk_ty_in_memory_of(in->arena, type, array),
                              call->args[0]);
}
