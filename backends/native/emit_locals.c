/* SPDX-License-Identifier: Apache-2.0 */
/* Prints locals of lanes: vectors in memory, which LLVM has in registers. A set
 * is a select, unless all lanes take part. */
#include "backends/native/lanes.h"

#include "core/ir_data.h"

#include <stdio.h>

/* Lanes that do not take part keep what they have. */
static void keep_others(pk_native_emitter *e, const pk_inst *inst) {
    uint32_t n = pk_native_put_mask(e);

    pk_text_printf(e->out, "  %%m%u.old = load ", n);
    pk_native_put_lanes_type(e, inst->local->type);
    pk_text_printf(e->out,
                   ", ptr %%l.%s.%u\n  %%m%u.new = select <%u x i1> "
                   "%%m%u, ",
                   inst->local->name, e->lane_loop, n, (unsigned)e->lanes, n);
    pk_native_put_lanes_type(e, inst->local->type);
    pk_text_printf(e->out, " %s, ", e->operands[0]);
    pk_native_put_lanes_type(e, inst->local->type);
    pk_text_printf(e->out, " %%m%u.old\n", n);
    snprintf(e->operands[0], sizeof e->operands[0], "%%m%u.new", n);
}

/* A scalar has what lanes agree on, beside the vector. */
static void put_agreed(pk_native_emitter *e, const pk_inst *inst) {
    const char *type = pk_native_type(inst->local->type);

    if (inst->op == PK_OP_get) {
        pk_text_printf(e->out, "  %%v%u.u = load %s",
                       pk_native_id(e, inst->results[0]), type);
    } else {
        pk_text_printf(e->out, "  store %s ", type);
        pk_native_put_value(e, inst->args[0]);
    }
    pk_text_printf(e->out, ", ptr %%l.%s.%u.u\n", inst->local->name,
                   e->lane_loop);
}

/* Whether what is set is a sum of the local, as it is there, and something. */
static bool is_counted(const pk_inst *set) {
    const pk_value *v = set->args[0], *old;

    if (!pk_is_op(v, PK_OP_add) || !pk_type_is_int(v->type))
        return false;
    old = v->def->args[0];
    if (!pk_is_op(old, PK_OP_get) || old->def->local != set->local ||
        class_of(old) != SAME)
        return false;
    for (const pk_inst *i = set->prev; i; i = i->prev) {
        if (i == old->def)
            return true;
        if (pk_native_sets(i, set->local))
            return false;
    }
    return false;
}

/* A vector counts for itself: scalars would have to be spread over it. */
static void put_count(pk_native_emitter *e, const pk_inst *set) {
    const uint32_t by = pk_native_put_splat(e, set->args[0]->def->args[1]);
    const uint32_t n = ++e->labels;

    pk_text_printf(e->out, "  %%w%u.was = load ", n);
    pk_native_put_lanes_type(e, set->local->type);
    pk_text_printf(e->out, ", ptr %%l.%s.%u\n  %%w%u = add ", set->local->name,
                   e->lane_loop, n);
    pk_native_put_lanes_type(e, set->local->type);
    pk_text_printf(e->out, " %%w%u.was, %%w%u\n", n, by);
    snprintf(e->operands[0], sizeof e->operands[0], "%%w%u", n);
}

static void put_get(pk_native_emitter *e, const pk_inst *inst) {
    pk_text_printf(e->out, "  %%v%u.v = load ",
                   pk_native_id(e, inst->results[0]));
    pk_native_put_lanes_type(e, inst->local->type);
    pk_text_printf(e->out, ", ptr %%l.%s.%u\n", inst->local->name,
                   e->lane_loop);
}

static void put_set(pk_native_emitter *e, const pk_inst *inst, bool agreed) {
    if (agreed && is_counted(inst))
        put_count(e, inst);
    else
        pk_native_lane_operand(e, inst, 0);
    if (e->masked)
        keep_others(e, inst);
    pk_text_put(e->out, "  store ");
    pk_native_put_lanes_type(e, inst->local->type);
    pk_text_printf(e->out, " %s, ptr %%l.%s.%u\n", e->operands[0],
                   inst->local->name, e->lane_loop);
}

void pk_native_put_lane_local(pk_native_emitter *e, const pk_inst *inst) {
    const bool agreed = pk_native_agree(e->agreed, inst);

    if (agreed)
        put_agreed(e, inst);
    if (inst->op == PK_OP_set)
        put_set(e, inst, agreed);
    else if (!agreed)
        put_get(e, inst);
}

void pk_native_put_lane_locals(pk_native_emitter *e, uint32_t n) {
    for (const pk_local *l = e->fn->locals; l; l = l->next) {
        uint32_t w;

        if (!is_lane_local(l))
            continue;
        pk_text_printf(&e->allocas, "  %%l.%s.%u = alloca <%u x %s>\n", l->name,
                       n, (unsigned)e->lanes, pk_native_type(l->type));
        if (pk_native_is_agreed(e->agreed, l))
            pk_text_printf(&e->allocas, "  %%l.%s.%u.u = alloca %s\n", l->name,
                           n, pk_native_type(l->type));
        w = ++e->labels;
        pk_text_printf(e->out, "  %%w%u.s = load %s, ptr %%l.%s\n", w,
                       pk_native_type(l->type), l->name);
        pk_text_printf(e->out, "  %%w%u.0 = insertelement ", w);
        pk_native_put_lanes_type(e, l->type);
        pk_text_printf(e->out, " poison, %s %%w%u.s, i64 0\n",
                       pk_native_type(l->type), w);
        pk_text_printf(e->out, "  %%w%u = shufflevector ", w);
        pk_native_put_lanes_type(e, l->type);
        pk_text_printf(e->out, " %%w%u.0, ", w);
        pk_native_put_lanes_type(e, l->type);
        pk_text_printf(e->out, " poison, <%u x i32> zeroinitializer\n  store ",
                       (unsigned)e->lanes);
        pk_native_put_lanes_type(e, l->type);
        pk_text_printf(e->out, " %%w%u, ptr %%l.%s.%u\n", w, l->name, n);
    }
}
