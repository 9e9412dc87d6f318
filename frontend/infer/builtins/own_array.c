/* SPDX-License-Identifier: Apache-2.0 */
/* Inference of arrays of the kernel's own: cuda.shared.array, cuda.local.array
 * and cuda.const.array_like. */
#include "frontend/infer/latent.h"
#include "frontend/infer/memory.h"

#include "frontend/infer/typings.h"
#include "frontend/values/frozen.h"
#include "frontend/values/known.h"

#include <string.h>

typedef struct extents {
    const pk_infer *in;
    bool found;
} extents;

static void look_for_extent(const pk_ast *node, void *arg) {
    extents *e = arg;
    const pk_ast *of = NULL;
    const pk_ty *type;

    if (node->kind == PK_AST_Attribute &&
        (strcmp(node->Attribute.attr, "size") == 0 ||
         strcmp(node->Attribute.attr, "shape") == 0))
        of = node->Attribute.value;
    else if (node->kind == PK_AST_Call && node->Call.args.count == 1 &&
             node->Call.func->kind == PK_AST_Name &&
             strcmp(node->Call.func->Name.id, "len") == 0)
        of = node->Call.args.items[0];
    type = of ? pk_note_find(e->in->instance, of)->v.type : NULL;
    e->found |= type && type->kind == PK_TY_array;
    pk_ast_below(node, look_for_extent, arg);
}

/* x.size, len(x) // 2: no launch says what these are. */
static bool has_extent(const pk_infer *in, const pk_ast *node) {
    extents e = {.in = in};

    look_for_extent(node, &e);
    return e.found;
}

/* One extent; -1 after an error. */
static int64_t extent(pk_infer *in, const pk_ast *node, pk_typed v,
                      bool shared) {
    int64_t n = -1;

    if (pk_known_is_int(v, &n)) {
        if (n >= 0)
            return n;
        pk_say(in, node, PK_E_shape_value,
               "write a positive number, as in cuda.shared.array(128, float32)",
               "an array cannot have the extent %lld", (long long)n);
        return -1;
    }
    if (!pk_ty_is_int(v.type))
        pk_say(in, node, PK_E_shape_value,
               pk_type_hint(PK_E_shape_value, v.type, NULL),
               "a shape must be an integer or a tuple of integers, known "
               "when compiling; this is %s",
               pk_named(in, v.type));
    else if (has_extent(in, node))
        pk_say(in, node, PK_E_shape_of_extent,
               shared
                   ? "write a constant, as 256, or shape 0, and the bytes in "
                     "the launch: k[grid, block, stream, bytes]"
                   : "write a constant that is large enough, such as 256",
               "the shape of an array must be known when compiling, and the "
               "extent of an argument is not");
    else
        pk_say(in, node, PK_E_shape_unknown,
               shared ? "constants are, in a launch also its dimensions and "
                        "integer arguments; shape 0 is sized at launch"
                      : "constants are, in a launch also its dimensions and "
                        "integer arguments",
               "the shape of an array must be known when compiling");
    return -1;
}

/* cuda.const.array_like(TABLE): the array itself, which is constant. */
pk_typed pk_type_array_like(pk_infer *in, const pk_ast *node, pk_call *call) {
    if (pk_frozen_of(call->args[0]))
        return call->args[0];
    return pk_say(in, node, PK_E_constant_array,
                  "give it a module-level np.array(...), or index the array "
                  "itself",
                  "the array must be known when compiling, and this is %s",
                  pk_named(in, call->args[0].type));
}

/* ---- shared and local arrays ---- */

enum {
    DYNAMIC_ALIGN = 8, /* of the memory that a launch sizes, on all backends */
    MOST_ALIGN = 16    /* that is of use to a view */
};

/* How many elements a shape has; false after an error. */
static bool count_elements(pk_infer *in, const pk_ast *node,
                           const pk_call *call, uint32_t bytes, int64_t *most,
                           uint64_t *total) {
    pk_typed shape = call->args[0];
    bool is_tuple = shape.type->kind == PK_TY_tuple;
    bool shared = call->builtin->param == PK_SPACE_shared;

    *total = 1;
    for (uint32_t i = 0; i < (is_tuple ? shape.type->count : 1); i++) {
        int64_t n = extent(in, call->nodes[0],
                           is_tuple ? pk_known_item(shape, i) : shape, shared);
        if (n < 0)
            return false;
        if (n && *total > UINT64_C(0x40000000) / bytes / (uint64_t)n) {
            pk_say(in, node, PK_E_array_too_large,
                   shared ? NULL
                          : "each thread has its own local array: pass an "
                            "array argument with a part for each thread",
                   "an array of over 1 GiB of %s memory",
                   shared ? "shared" : "local");
            return false;
        }
        *total *= (uint64_t)n;
        most[i] = n;
    }
    return true;
}

/* Reads the argument for the alignment, 0 where there is none. False: it is no
 * alignment. */
static bool find_alignment(const pk_call *call, int64_t *alignment) {
    *alignment = 0;
    return !call->nodes[2] ||
           (pk_known_is_int(call->args[2], alignment) && *alignment >= 1 &&
            *alignment <= 4096 && !(*alignment & (*alignment - 1)));
}

pk_typed pk_type_array(pk_infer *in, const pk_ast *node, pk_call *call) {
    const pk_ty *shape;
    bool shared = call->builtin->param == PK_SPACE_shared;
    uint32_t ndim, flags = 0;
    const pk_ty *element = pk_ty_of_element(call->args[1]);
    uint64_t total;
    int64_t alignment, most[PK_MAX_DIMS];
    const pk_ty *type;
    pk_copies *made;

    call->args[0] = pk_infer_constant(in, call->args[0]);
    if (call->nodes[2])
        call->args[2] = pk_infer_constant(in, call->args[2]);
    shape = call->args[0].type;
    ndim = shape->kind == PK_TY_tuple ? shape->count : 1;
    if (!element)
        return pk_say(in, call->nodes[1], PK_E_dtype,
                      call->args[1].type->kind == PK_TY_dtype &&
                              call->args[1].type->made->kind == PK_TY_vector
                          ? "vectors are not elements of arrays: give the "
                            "array of numbers one more axis"
                          : "write numba.float32, np.float32 or \"float32\"",
                      "this is not a dtype");
    if (ndim == 0 || ndim > PK_MAX_DIMS)
        return pk_say(in, call->nodes[0], PK_E_shape_value, NULL,
                      "an array has 1 to %d dimensions", PK_MAX_DIMS);
    if (!find_alignment(call, &alignment))
        return pk_say(in, call->nodes[2], PK_E_alignment, NULL,
                      "an alignment is a power of two up to 4096, known when "
                      "compiling");
    if (!count_elements(in, node, call, pk_ty_bytes(element), most, &total))
        return error();
    if (total == 0 && (!shared || ndim != 1))
        return pk_say(in, call->nodes[0], PK_E_shape_value,
                      shared ? "only arrays of one dimension are sized at "
                               "launch"
                             : "write cuda.local.array(16, float32); 0 is for "
                               "shared arrays, whose size is then the launch's",
                      "an array without elements");
    if (total == 0) {
        /* Without a byte there is no place, and each index is checked. */
        pk_compile_use(in->c, pk_fact(PK_FACT_unshared));
        flags |= PK_TYF_unsized | PK_TYF_dynamic;
        alignment = DYNAMIC_ALIGN;
    }
    if (alignment > MOST_ALIGN)
        alignment = MOST_ALIGN;
    type = pk_ty_aligned(in->arena,
                         pk_ty_array(in->arena, element, ndim, 'C',
                                     (pk_space)call->builtin->param, flags),
                         ndim > 1 ? 0 : (uint32_t)alignment);
    if (shared)
        return total ? pk_infer_with_most(in, type, most, false)
                     : of_type(type);
    made = PK_NEW(in->arena, pk_copies);
    made->call = node;
    if (in->loop)
        pk_infer_spoil(in, node);
    return pk_infer_with_most(in, pk_ty_with_copies(in->arena, type, made),
                              most, false);
}
