/* SPDX-License-Identifier: Apache-2.0 */
/* Lowering of launches within kernels to the operation launch. */
#include "frontend/lower/calls/device_launch.h"

#include "core/device_launch.h"
#include "core/report.h"

typedef struct operands {
    pk_lower *l;
    pk_text words;
    pk_value *values[PK_REPORT_PRINTED];
    uint32_t count;
    bool full;
} operands;

static void add(operands *o, pk_value *value) {
    o->full = o->full || o->count == PK_REPORT_PRINTED;
    if (!o->full)
        o->values[o->count++] = value;
}

/* x, y and z; those that are not given are 1. */
static void add_extents(operands *o, const pk_ast *node) {
    pk_lower *l = o->l;
    pk_lv v = pk_lower_expr(l, node);
    bool tuple = v.type->kind == PK_TY_tuple;

    for (uint32_t i = 0; i < 3; i++) {
        if (tuple && i < v.type->count)
            add(o, pk_lower_scalar(l, pk_lv_item(l, v, i), PK_TYPE_i64));
        else if (!tuple && !i)
            add(o, pk_lower_scalar(l, v, PK_TYPE_i64));
        else
            add(o, pk_i64(l, 1));
    }
}

static void add_config(operands *o, const pk_ast *subscript) {
    const pk_ast_list *parts = &subscript->Subscript.slice->Tuple.elts;
    pk_lower *l = o->l;

    add_extents(o, parts->items[0]);
    add_extents(o, parts->items[1]);
    if (parts->count == 4)
        add(o,
            pk_lower_scalar(l, pk_lower_expr(l, parts->items[3]), PK_TYPE_i64));
    else
        add(o, pk_i64(l, 0));
}

static const char *type_name(const pk_ty *type) {
    bool complex = type->kind == PK_TY_complex ||
                   (type->kind == PK_TY_array && type->flags & PK_TYF_complex);

    if (type->kind == PK_TY_none)
        return "none";
    if (complex)
        return type->scalar == PK_TYPE_f32 ? "c64" : "c128";
    return pk_type_name(type->scalar);
}

static void add_value(operands *o, pk_lv v) {
    const pk_ty *type = v.type;

    if (type->kind == PK_TY_tuple) {
        const char *path =
            type->fields ? pk_program_class_path(o->l->program, o->l->arena,
                                                 type->fields)
                         : NULL;
        pk_text_printf(&o->words, " (%s", path ? path : "");
        for (uint32_t i = 0; i < type->count; i++)
            add_value(o, pk_lv_item(o->l, v, i));
        pk_text_put(&o->words, " )");
        return;
    }
    pk_text_put(&o->words, " ");
    if (pk_ty_members(type))
        pk_text_printf(
            &o->words, "<%s>",
            pk_program_class_path(o->l->program, o->l->arena, type->members));
    else if (type->kind == PK_TY_record)
        pk_record_print(type->record, &o->words);
    else if (pk_ty_is_records(type))
        pk_record_print(type->made->record, &o->words);
    else
        pk_text_put(&o->words, type_name(type));
    if (type->kind != PK_TY_array && type->kind != PK_TY_record) {
        for (uint32_t i = 0; i < type->parts; i++)
            add(o, v.parts[i]);
        return;
    }
    pk_text_printf(&o->words, "[%u]", type->ndim);
    for (uint32_t part = 0; part < pk_array_parts(type->ndim, true); part++) {
        uint32_t axis;
        if (pk_array_role(type->ndim, part, &axis) == PK_ROLE_stride)
            add(o, pk_lower_stride(o->l, v, axis));
        else
            add(o, v.parts[part]);
    }
}

void pk_lower_device_launch(pk_lower *l, const pk_ast *node,
                            const pk_call *call) {
    operands o = {.l = l};

    pk_text_init(&o.words, l->arena->allocator);
    pk_text_put(&o.words, call->launched->info.name);
    add_config(&o, node->Call.func);
    for (uint32_t i = 0; i < call->count; i++)
        add_value(&o, call->nodes[i] ? pk_lower_expr(l, call->nodes[i])
                                     : pk_lv_known(l, call->args[i]));
    pk_lower_at(l, node);
    if (o.full)
        l->c->broken = true;
    else
        pk_emit_report(&l->b, PK_OP_launch, pk_text_string(&o.words), o.values,
                       o.count);
    l->arena->failed |= o.words.failed;
    pk_text_finish(&o.words);
}
