/* SPDX-License-Identifier: Apache-2.0 */
/* Masks and arrays of integers as indices of host functions: a[mask] is
 * a.__masked__(mask), a[:, i, j] is a[:, :, :].__gather__((1, 2), (i, j), 1),
 * and what stores into them is a call, too. The call is written so, and that is
 * compiled. */
#include "frontend/infer/typings.h"

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

/* Whether an index has an array in it. */
static bool has_array(pk_infer *in, const pk_ast *index, bool *is_mask) {
    bool any = false;

    if (index->kind != PK_AST_Tuple)
        return is_array(in, index, is_mask);
    for (uint32_t i = 0; i < index->Tuple.elts.count; i++)
        any = is_array(in, index->Tuple.elts.items[i], is_mask) || any;
    return any;
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

static pk_ast *number(pk_infer *in, const pk_ast *node, uint32_t value) {
    pk_ast *out = pk_ast_new(in->arena, PK_AST_Constant, node);

    out->Constant.value = (pk_const){.kind = PK_CONST_int, .integer = value};
    return out;
}

static pk_ast *tuple(pk_infer *in, const pk_ast *node, pk_ast **items,
                     uint32_t count) {
    pk_ast *out = pk_ast_new(in->arena, PK_AST_Tuple, node);

    out->Tuple.elts = (pk_ast_list){items, items ? count : 0};
    return out;
}

/* a[1:, i, 0, j] is made of a[1:, :, :, :], the axes 1, 2 and 3 of that, the
 * indices i, 0 and j, and the number of axes in front of those that the indices
 * have. */
typedef struct gathered {
    const pk_ast *node;
    pk_ast **items, **axes, **indices;
    uint32_t count; /* of axes and indices */
    uint32_t axis;  /* of the next item */
    uint32_t last;  /* where the last index stood */
    uint32_t at;
} gathered;

/* How many axes of the array an item takes. */
static uint32_t taken(pk_infer *in, const pk_ast *item) {
    const pk_ty *type;

    if (item->kind == PK_AST_Slice)
        return 1;
    type = pk_infer_operand(in, item).type;
    return type->kind != PK_TY_none && type->kind != PK_TY_ellipsis;
}

/* With an array, integers are indices as it is. */
static bool is_index(pk_infer *in, const pk_ast *item) {
    bool is_mask;

    return item->kind != PK_AST_Slice &&
           (pk_ty_is_int(pk_infer_operand(in, item).type) ||
            is_array(in, item, &is_mask));
}

/* Adds item number `i`; an ellipsis stands for `hidden` axes. */
static void gather(pk_infer *in, gathered *g, pk_ast *item, uint32_t i,
                   uint32_t hidden) {
    g->items[i] = item;
    if (!is_index(in, item)) {
        g->axis +=
            item->kind != PK_AST_Slice &&
                    pk_infer_operand(in, item).type->kind == PK_TY_ellipsis
                ? hidden
                : 1;
        return;
    }
    if (!g->count)
        g->at = g->axis;
    else if (i != g->last + 1)
        g->at = 0;
    g->last = i;
    g->items[i] = pk_ast_new(in->arena, PK_AST_Slice, g->node);
    g->axes[g->count] = number(in, g->node, g->axis++);
    g->indices[g->count++] = item;
}

/* a[:, i, j] as a[:, :, :].__gather__((1, 2), (i, j), 1), or where `value` is
 * stored the call for that. */
static const pk_ast *written_tuple(pk_infer *in, const pk_ast *node,
                                   uint32_t ndim, const pk_ast *value) {
    const pk_ast_list *from = &node->Subscript.slice->Tuple.elts;
    pk_ast **all = pk_arena_array(in->arena, 3u * from->count, sizeof *all);
    pk_ast *base = pk_ast_new(in->arena, PK_AST_Subscript, node);
    gathered g = {.node = node};
    const pk_ast *args[4];
    uint32_t used = 0;

    if (!all)
        return node;
    g.items = all;
    g.axes = all + from->count;
    g.indices = g.axes + from->count;
    for (uint32_t i = 0; i < from->count; i++)
        used += taken(in, from->items[i]);
    for (uint32_t i = 0; i < from->count; i++)
        gather(in, &g, from->items[i], i, ndim > used ? ndim - used : 0);
    base->Subscript.value = node->Subscript.value;
    base->Subscript.slice = tuple(in, node, g.items, from->count);
    args[0] = tuple(in, node, g.axes, g.count);
    args[1] = tuple(in, node, g.indices, g.count);
    args[2] = number(in, node, g.at);
    args[3] = value;
    return method(in, node, base, value ? "__scatter__" : "__gather__", args,
                  value ? 4 : 3);
}

/* The call that the subscript is, where `value` is stored, NULL: where it is
 * read. */
static const pk_ast *written(pk_infer *in, const pk_ast *node, uint32_t ndim,
                             bool is_mask, const pk_ast *value) {
    const pk_ast *args[] = {node->Subscript.slice, value};

    if (node->Subscript.slice->kind == PK_AST_Tuple)
        return written_tuple(in, node, ndim, value);
    return method(in, node, node->Subscript.value,
                  is_mask ? value ? "__put_masked__" : "__masked__"
                  : value ? "__put_rows__"
                          : "__rows__",
                  args, value ? 2 : 1);
}

bool pk_infer_reads_by_array(pk_infer *in, const pk_ast *node, pk_typed array,
                             pk_typed *out) {
    const pk_ast *index = node->Subscript.slice;
    pk_note *note = pk_note_at(in, node);
    bool is_mask = false;

    note->is_written = false;
    if (!in->c->signature->host || node->Subscript.ctx != PK_AST_Load ||
        !array.type->ndim || !has_array(in, index, &is_mask))
        return false;
    if (array.type->ndim == 1 && !is_mask && index->kind != PK_AST_Tuple)
        return false; /* part of an array expression: pk_infer_picked */
    note = pk_note_at(in, node);
    if (!note->written) {
        const pk_ast *call = written(in, node, array.type->ndim, is_mask, NULL);
        note = pk_note_at(in, node);
        note->written = call;
    }
    note->is_written = true;
    *out = pk_infer_expr(in, note->written);
    return true;
}

bool pk_infer_stores_by_array(pk_infer *in, const pk_ast *node,
                              const pk_ast *target, const pk_ast *value) {
    pk_note *note = pk_note_at(in, node);
    const pk_ast *call;
    const pk_ty *array;
    bool is_mask = false;

    note->is_written = false;
    if (!in->c->signature->host || target->kind != PK_AST_Subscript)
        return false;
    array = pk_infer_expr(in, target->Subscript.value).type;
    if (array->kind != PK_TY_array || !array->ndim ||
        !has_array(in, target->Subscript.slice, &is_mask))
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
    call = note->written ? note->written
                         : written(in, target, array->ndim, is_mask, value);
    note = pk_note_at(in, node);
    note->written = call;
    note->is_written = true;
    pk_infer_expr(in, note->written);
    return true;
}
