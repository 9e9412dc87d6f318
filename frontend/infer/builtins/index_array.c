/* SPDX-License-Identifier: Apache-2.0 */
/* Masks and arrays of integers as indices of host functions: a[mask] is
 * a.__masked__(mask), a[:, m] is a[:, :].__along__(1, m), and what stores into
 * them is a call, too. The call is written so, and that is compiled. */
#include "frontend/infer/typings.h"

/* An index with an array in it. */
typedef struct array_index {
    const pk_ast *index; /* the array */
    bool is_mask;
    int at;          /* its place in a tuple; -1: it stands alone */
    uint32_t before; /* how many slices are in front of it */
} array_index;

static bool may_be_array(const pk_ast *node) {
    return node->kind != PK_AST_Slice && node->kind != PK_AST_Constant &&
           node->kind != PK_AST_Tuple;
}

/* Whether it is an array of integers or a mask. */
static bool is_array(pk_infer *in, const pk_ast *node, bool *is_mask) {
    const pk_ty *type;

    if (!may_be_array(node))
        return false;
    type = pk_infer_operand(in, node).type;
    if (!pk_ty_is_arrays(type) || !type->ndim || pk_ty_is_records(type))
        return false;
    *is_mask = pk_ty_is_bool(pk_ty_element(type));
    return *is_mask || pk_ty_is_int(pk_ty_element(type));
}

/* Finds the array of an index; false: there is none, or more than one. */
static bool find_array(pk_infer *in, const pk_ast *index, array_index *out) {
    uint32_t slices = 0, arrays = 0;
    bool is_mask;

    *out = (array_index){.index = index, .at = -1};
    if (index->kind != PK_AST_Tuple)
        return is_array(in, index, &out->is_mask);
    for (uint32_t i = 0; i < index->Tuple.elts.count; i++) {
        const pk_ast *item = index->Tuple.elts.items[i];
        if (is_array(in, item, &is_mask)) {
            *out = (array_index){item, is_mask, (int)i, slices};
            arrays++;
        }
        slices += item->kind == PK_AST_Slice;
    }
    return arrays == 1;
}

static pk_ast *method(pk_infer *in, const pk_ast *node, const pk_ast *of,
                      const char *name, const pk_ast *const *args,
                      uint32_t count) {
    pk_ast *func = pk_ast_new(in->arena, PK_AST_Attribute, node);
    pk_ast *call = pk_ast_new(in->arena, PK_AST_Call, node);
    pk_ast **items = pk_arena_array(in->arena, count, sizeof(pk_ast *));

    func->Attribute.value = (pk_ast *)(uintptr_t)of;
    func->Attribute.attr = name;
    for (uint32_t i = 0; items && i < count; i++)
        items[i] = (pk_ast *)(uintptr_t)args[i];
    call->Call.func = func;
    call->Call.args = (pk_ast_list){items, items ? count : 0};
    return call;
}

/* a[:, m] without m: a[:, :] */
static const pk_ast *without_array(pk_infer *in, const pk_ast *node, int at) {
    pk_ast *out = pk_ast_new(in->arena, PK_AST_Subscript, node);
    const pk_ast_list *from = &node->Subscript.slice->Tuple.elts;
    pk_ast *tuple = pk_ast_new(in->arena, PK_AST_Tuple, node);
    pk_ast **items = pk_arena_array(in->arena, from->count, sizeof(pk_ast *));

    for (uint32_t i = 0; items && i < from->count; i++)
        items[i] = (int)i == at ? pk_ast_new(in->arena, PK_AST_Slice, node)
                                : from->items[i];
    tuple->Tuple.elts = (pk_ast_list){items, items ? from->count : 0};
    out->Subscript.value = node->Subscript.value;
    out->Subscript.slice = tuple;
    return out;
}

/* The call that the subscript is, where `value` is stored, NULL: where it is
 * read. */
static const pk_ast *written(pk_infer *in, const pk_ast *node,
                             const array_index *at, const pk_ast *value) {
    const pk_ast *args[3];
    pk_ast *axis;

    args[0] = at->index;
    args[1] = value;
    if (at->at < 0)
        return method(in, node, node->Subscript.value,
                      at->is_mask ? value ? "__put_masked__" : "__masked__"
                      : value     ? "__put_rows__"
                                  : "__rows__",
                      args, value ? 2 : 1);
    axis = pk_ast_new(in->arena, PK_AST_Constant, node);
    axis->Constant.value =
        (pk_const){.kind = PK_CONST_int, .integer = at->before};
    args[0] = axis;
    args[1] = at->index;
    args[2] = value;
    return method(in, node, without_array(in, node, at->at),
                  value ? "__put_along__" : "__along__", args, value ? 3 : 2);
}

bool pk_infer_reads_by_array(pk_infer *in, const pk_ast *node, pk_typed array,
                             pk_typed *out) {
    pk_note *note = pk_note_at(in, node);
    array_index at;

    note->is_written = false;
    if (!in->c->signature->host || node->Subscript.ctx != PK_AST_Load ||
        !array.type->ndim || !find_array(in, node->Subscript.slice, &at))
        return false;
    if (array.type->ndim == 1 && !at.is_mask && at.at < 0)
        return false; /* part of an array expression: pk_infer_picked */
    note = pk_note_at(in, node);
    if (!note->written)
        note->written = written(in, node, &at, NULL);
    note->is_written = true;
    *out = pk_infer_expr(in, note->written);
    return true;
}

bool pk_infer_stores_by_array(pk_infer *in, const pk_ast *node,
                              const pk_ast *target, const pk_ast *value) {
    pk_note *note = pk_note_at(in, node);
    const pk_ty *array;
    array_index at;

    note->is_written = false;
    if (!in->c->signature->host || target->kind != PK_AST_Subscript)
        return false;
    array = pk_infer_expr(in, target->Subscript.value).type;
    if (array->kind != PK_TY_array || !array->ndim ||
        !find_array(in, target->Subscript.slice, &at))
        return false;
    if (array->flags & PK_TYF_readonly) {
        pk_say(in, target, PK_E_store_readonly,
               "pass it as an output, or copy what changes",
               "cannot write to a read-only array");
        return true;
    }
    note = pk_note_at(in, node);
    if (!note->written && node->kind == PK_AST_AugAssign) {
        pk_ast *sum = pk_ast_new(in->arena, PK_AST_BinOp, node);
        pk_ast *old = pk_ast_new(in->arena, PK_AST_Subscript, node);
        old->Subscript = target->Subscript;
        old->Subscript.ctx = PK_AST_Load;
        sum->BinOp.op = node->AugAssign.op;
        sum->BinOp.left = old;
        sum->BinOp.right = (pk_ast *)(uintptr_t)value;
        value = sum;
    }
    if (!note->written)
        note->written = written(in, target, &at, value);
    note->is_written = true;
    pk_infer_expr(in, note->written);
    return true;
}
