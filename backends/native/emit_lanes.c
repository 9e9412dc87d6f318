/* SPDX-License-Identifier: Apache-2.0 */
/* Prints what is in lane loops: scalar instructions for what is the same in all
 * lanes or evenly apart, vector instructions for the rest. Operands that are no
 * vectors are made into some where a vector instruction wants them. */
#include "backends/native/lanes.h"

#include <stdio.h>
#include <string.h>

const char *pk_native_lane_mark(const pk_native_emitter *e, const pk_value *v) {
    if (!e->lanes || class_of(v) == OUTSIDE)
        return "";
    return is_wide(v) ? ".v" : ".u";
}

uint32_t pk_native_id(const pk_native_emitter *e, const pk_value *v) {
    return v->id + (e->lanes && e->fewer && class_of(v) != OUTSIDE
                        ? e->fn->value_count
                        : 0);
}

/* ---- operands ---- */

void pk_native_put_lanes_type(pk_native_emitter *e, pk_type type) {
    pk_text_printf(e->out, "<%u x %s>", (unsigned)e->lanes,
                   pk_native_type(type));
}

void pk_native_put_lane_steps(pk_native_emitter *e, const char *type,
                              int64_t stride) {
    for (uint32_t i = 0; i < e->lanes; i++)
        pk_text_printf(e->out, "%s%s %lld", i ? ", " : "<", type,
                       (long long)stride * i);
    pk_text_put(e->out, ">");
}

/* Around the scalar that becomes %wN. */
static void begin_splat(pk_native_emitter *e, pk_type type, uint32_t n) {
    pk_text_printf(e->out, "  %%w%u.0 = insertelement ", n);
    pk_native_put_lanes_type(e, type);
    pk_text_printf(e->out, " poison, %s ", pk_native_type(type));
}

static void end_splat(pk_native_emitter *e, pk_type type, uint32_t n) {
    pk_text_printf(e->out, ", i64 0\n  %%w%u = shufflevector ", n);
    pk_native_put_lanes_type(e, type);
    pk_text_printf(e->out, " %%w%u.0, ", n);
    pk_native_put_lanes_type(e, type);
    pk_text_printf(e->out, " poison, <%u x i32> zeroinitializer\n",
                   (unsigned)e->lanes);
}

uint32_t pk_native_put_splat(pk_native_emitter *e, const pk_value *v) {
    const uint32_t n = ++e->labels;

    begin_splat(e, v->type, n);
    pk_native_put_value(e, v);
    end_splat(e, v->type, n);
    return n;
}

void pk_native_put_splat_of(pk_native_emitter *e, pk_type type,
                            const char *scalar, uint32_t number,
                            const char *part, uint32_t n) {
    begin_splat(e, type, n);
    pk_text_printf(e->out, "%%%s%u.%s", scalar, number, part);
    end_splat(e, type, n);
}

static uint32_t put_affine(pk_native_emitter *e, const pk_value *v) {
    uint32_t n;

    if (pk_type_is_ptr(v->type)) {
        n = ++e->labels;
        pk_text_printf(e->out, "  %%w%u = getelementptr %s, ptr ", n,
                       pk_native_memory_type(pk_type_elem(v->type)));
        pk_native_put_value(e, v);
        pk_text_printf(e->out, ", <%u x i32> ", (unsigned)e->lanes);
        pk_native_put_lane_steps(e, "i32", stride_of(v));
        pk_text_put(e->out, "\n");
        return n;
    }
    n = pk_native_put_splat(e, v);
    pk_text_printf(e->out, "  %%w%u.1 = add ", n);
    pk_native_put_lanes_type(e, v->type);
    pk_text_printf(e->out, " %%w%u, ", n);
    pk_native_put_lane_steps(e, pk_native_type(v->type), stride_of(v));
    pk_text_put(e->out, "\n");
    return n;
}

void pk_native_lane_value(pk_native_emitter *e, const pk_value *v, uint32_t i) {
    char *name = e->operands[i];
    size_t size = sizeof e->operands[i];

    if (is_wide(v))
        snprintf(name, size, "%%v%u.v", pk_native_id(e, v));
    else if (class_of(v) != AFFINE)
        snprintf(name, size, "%%w%u", pk_native_put_splat(e, v));
    else if (pk_type_is_ptr(v->type))
        snprintf(name, size, "%%w%u", put_affine(e, v));
    else
        snprintf(name, size, "%%w%u.1", put_affine(e, v));
}

void pk_native_lane_operand(pk_native_emitter *e, const pk_inst *inst,
                            uint32_t i) {
    pk_native_lane_value(e, inst->args[i], i);
}

/* ---- instructions ---- */

static void begin_result(pk_native_emitter *e, const pk_inst *inst) {
    pk_text_printf(e->out, "  %%v%u.v = ", pk_native_id(e, inst->results[0]));
}

/* Around what emit_op.c prints on vectors of operands. */
static void begin_wide(pk_native_emitter *e) {
    e->renamed = true;
    e->width = e->lanes;
}

static void end_wide(pk_native_emitter *e) {
    e->renamed = false;
    e->width = 0;
}

/* Which lanes take part, as an operand; `n` is their %mN or 0 for all. */
static void put_active(pk_native_emitter *e, uint32_t n) {
    pk_text_printf(e->out, "<%u x i1> ", (unsigned)e->lanes);
    if (n)
        pk_text_printf(e->out, "%%m%u", n);
    else
        pk_text_put(e->out, "splat (i1 true)");
}

uint32_t pk_native_take_mask(pk_native_emitter *e) {
    return e->masked || e->tail ? pk_native_put_mask(e) : 0;
}

/* The element's type in memory, in all lanes. */
static void put_memory(pk_native_emitter *e, pk_type elem) {
    pk_text_printf(e->out, "<%u x %s>", (unsigned)e->lanes,
                   pk_native_memory_type(elem));
}

static void put_memory_suffix(pk_native_emitter *e, pk_type elem,
                              bool pointers) {
    pk_text_printf(e->out, "v%u%s.", (unsigned)e->lanes,
                   elem == PK_TYPE_bool ? "i8" : pk_native_suffix(elem));
    if (pointers)
        pk_text_printf(e->out, "v%u", (unsigned)e->lanes);
    pk_text_put(e->out, "p0");
}

/* Lanes next to each other, all of them. */
static void put_plain_load(pk_native_emitter *e, const pk_inst *inst,
                           const char *end) {
    pk_type elem = pk_type_elem(inst->args[0]->type);

    pk_text_printf(e->out, "  %%v%u.v%s = load ",
                   pk_native_id(e, inst->results[0]), end);
    put_memory(e, elem);
    pk_text_put(e->out, ", ptr ");
    pk_native_put_value(e, inst->args[0]);
    pk_text_printf(e->out, ", align %u\n", pk_type_bytes(elem));
}

/* Where lane `i` loads or stores, as %wN.pI: its number of elements behind the
 * first lane. */
static void put_place(pk_native_emitter *e, const pk_inst *inst, uint32_t n,
                      uint32_t i) {
    const pk_value *first = inst->args[0];

    pk_text_printf(e->out, "  %%w%u.p%u = getelementptr %s, ptr ", n, i,
                   pk_native_memory_type(pk_type_elem(first->type)));
    pk_native_put_value(e, first);
    pk_text_printf(e->out, ", i64 %lld\n", (long long)stride_of(first) * i);
}

/* Lanes evenly apart, all of them: one load for each, whose addresses are one
 * and numbers. A gather, whose addresses are in a vector, is slower. */
static void put_apart_load(pk_native_emitter *e, const pk_inst *inst,
                           const char *end) {
    const pk_type elem = pk_type_elem(inst->args[0]->type);
    const char *type = pk_native_memory_type(elem);
    const uint32_t n = ++e->labels, last = e->lanes - 1;

    for (uint32_t i = 0; i <= last; i++) {
        put_place(e, inst, n, i);
        pk_text_printf(e->out,
                       "  %%w%u.e%u = load %s, ptr %%w%u.p%u, align %u\n", n, i,
                       type, n, i, pk_type_bytes(elem));
        if (i < last)
            pk_text_printf(e->out, "  %%w%u.%u = insertelement ", n, i);
        else
            pk_text_printf(e->out, "  %%v%u.v%s = insertelement ",
                           pk_native_id(e, inst->results[0]), end);
        put_memory(e, elem);
        if (i)
            pk_text_printf(e->out, " %%w%u.%u, ", n, i - 1);
        else
            pk_text_put(e->out, " poison, ");
        pk_text_printf(e->out, "%s %%w%u.e%u, i64 %u\n", type, n, i, i);
    }
}

static void put_apart_store(pk_native_emitter *e, const pk_inst *inst) {
    const pk_type elem = inst->args[1]->type;
    const uint32_t n = ++e->labels;

    for (uint32_t i = 0; i < e->lanes; i++) {
        put_place(e, inst, n, i);
        pk_text_printf(e->out, "  %%w%u.e%u = extractelement ", n, i);
        put_memory(e, elem);
        pk_text_printf(e->out,
                       " %s, i64 %u\n  store %s %%w%u.e%u, ptr %%w%u.p%u, "
                       "align %u\n",
                       e->operands[1], i, pk_native_memory_type(elem), n, i, n,
                       i, pk_type_bytes(elem));
    }
}

/* Only lanes that take part touch memory. */
static void put_masked_load(pk_native_emitter *e, const pk_inst *inst,
                            const char *end, uint32_t mask) {
    pk_type elem = pk_type_elem(inst->args[0]->type);
    bool gather = stride_of(inst->args[0]) != 1;

    if (gather)
        pk_native_lane_operand(e, inst, 0);
    pk_text_printf(e->out, "  %%v%u.v%s = call ",
                   pk_native_id(e, inst->results[0]), end);
    put_memory(e, elem);
    pk_text_printf(e->out, " @llvm.masked.%s.", gather ? "gather" : "load");
    put_memory_suffix(e, elem, gather);
    if (gather)
        pk_text_printf(e->out, "(<%u x ptr> %s", (unsigned)e->lanes,
                       e->operands[0]);
    else {
        pk_text_put(e->out, "(ptr ");
        pk_native_put_value(e, inst->args[0]);
    }
    pk_text_printf(e->out, ", i32 %u, ", pk_type_bytes(elem));
    put_active(e, mask);
    pk_text_put(e->out, ", ");
    put_memory(e, elem);
    pk_text_put(e->out, " zeroinitializer)\n");
}

static void put_wide_load(pk_native_emitter *e, const pk_inst *inst) {
    pk_type elem = pk_type_elem(inst->args[0]->type);
    uint32_t id = pk_native_id(e, inst->results[0]),
             mask = pk_native_take_mask(e);
    const char *end = elem == PK_TYPE_bool ? ".m" : "";

    if (stride_of(inst->args[0]) == 1 && !mask)
        put_plain_load(e, inst, end);
    else if (stride_of(inst->args[0]) && !mask)
        put_apart_load(e, inst, end);
    else
        put_masked_load(e, inst, end, mask);
    if (elem == PK_TYPE_bool)
        pk_text_printf(e->out,
                       "  %%v%u.v = icmp ne <%u x i8> %%v%u.v.m, "
                       "zeroinitializer\n",
                       id, (unsigned)e->lanes, id);
}

/* A scalar load in code that perhaps no lane takes part in: then from a place
 * that can be read. */
static void put_guarded_load(pk_native_emitter *e, const pk_inst *inst) {
    pk_type elem = pk_type_elem(inst->args[0]->type);
    uint32_t id = pk_native_id(e, inst->results[0]), n = pk_native_put_mask(e);
    bool is_bool = elem == PK_TYPE_bool;

    pk_native_put_any(e, n);
    pk_text_printf(e->out, "  %%v%u.u.p = select i1 %%m%u.any, ptr ", id, n);
    pk_native_put_value(e, inst->args[0]);
    pk_text_printf(e->out,
                   ", ptr %%idle.%u\n"
                   "  %%v%u.u%s = load %s, ptr %%v%u.u.p, align %u\n",
                   e->lane_loop, id, is_bool ? ".m" : "",
                   pk_native_memory_type(elem), id, pk_type_bytes(elem));
    if (is_bool)
        pk_text_printf(e->out, "  %%v%u.u = icmp ne i8 %%v%u.u.m, 0\n", id, id);
}

/* A bool is stored as a byte: its operand becomes %wN.m. */
static void widen_bool(pk_native_emitter *e) {
    uint32_t n = ++e->labels;

    pk_text_printf(e->out, "  %%w%u.m = zext <%u x i1> %s to <%u x i8>\n", n,
                   (unsigned)e->lanes, e->operands[1], (unsigned)e->lanes);
    snprintf(e->operands[1], sizeof e->operands[1], "%%w%u.m", n);
}

/* All lanes to one place: one of them wins, the last. */
static void put_last_lane(pk_native_emitter *e, const pk_inst *inst,
                          pk_type elem) {
    uint32_t n = ++e->labels;

    pk_text_printf(e->out, "  %%w%u = extractelement ", n);
    put_memory(e, elem);
    pk_text_printf(e->out, " %s, i64 %u\n  store %s %%w%u, ptr ",
                   e->operands[1], (unsigned)e->lanes - 1,
                   pk_native_memory_type(elem), n);
    pk_native_put_value(e, inst->args[0]);
    pk_text_printf(e->out, ", align %u\n", pk_type_bytes(elem));
}

/* Every lane's own place, or places next to each other that not all write. */
void pk_native_put_masked_store(pk_native_emitter *e, const pk_inst *inst,
                                uint32_t mask) {
    pk_type elem = inst->args[1]->type;
    bool scatter = stride_of(inst->args[0]) != 1;

    if (scatter)
        pk_native_lane_operand(e, inst, 0);
    pk_text_printf(e->out, "  call void @llvm.masked.%s.",
                   scatter ? "scatter" : "store");
    put_memory_suffix(e, elem, scatter);
    pk_text_put(e->out, "(");
    put_memory(e, elem);
    pk_text_printf(e->out, " %s, ", e->operands[1]);
    if (scatter)
        pk_text_printf(e->out, "<%u x ptr> %s", (unsigned)e->lanes,
                       e->operands[0]);
    else {
        pk_text_put(e->out, "ptr ");
        pk_native_put_value(e, inst->args[0]);
    }
    pk_text_printf(e->out, ", i32 %u, ", pk_type_bytes(elem));
    put_active(e, mask);
    pk_text_put(e->out, ")\n");
}

void pk_native_put_plain_store(pk_native_emitter *e, const pk_inst *inst,
                               uint32_t align) {
    pk_text_put(e->out, "  store ");
    put_memory(e, inst->args[1]->type);
    pk_text_printf(e->out, " %s, ptr ", e->operands[1]);
    pk_native_put_value(e, inst->args[0]);
    pk_text_printf(e->out, ", align %u", align);
}

static void put_wide_store(pk_native_emitter *e, const pk_inst *inst) {
    pk_type elem = inst->args[1]->type;
    uint32_t mask = pk_native_take_mask(e);

    pk_native_lane_operand(e, inst, 1);
    if (elem == PK_TYPE_bool)
        widen_bool(e);
    if (class_of(inst->args[0]) < AFFINE && !mask)
        put_last_lane(e, inst, elem);
    else if (stride_of(inst->args[0]) == 1 && !mask) {
        if (!e->fewer && pk_native_is_stream(e, inst))
            pk_native_put_stream(e, inst);
        else if (e->part)
            pk_native_put_masked_store(e, inst, e->part);
        else {
            pk_native_put_plain_store(e, inst, pk_type_bytes(elem));
            pk_text_put(e->out, "\n");
        }
    } else if (stride_of(inst->args[0]) && !mask && !e->part)
        put_apart_store(e, inst);
    else
        pk_native_put_masked_store(e, inst, mask ? mask : e->part);
}

static void put_wide_convert(pk_native_emitter *e, const pk_inst *inst) {
    pk_type from = inst->args[0]->type, to = inst->results[0]->type;
    bool from_float = pk_type_is_float(from);

    if (inst->op == PK_OP_convert && to != PK_TYPE_bool && from_float &&
        !pk_type_is_float(to)) {
        begin_wide(e);
        pk_native_put_float_to_int(e, inst);
        end_wide(e);
        return;
    }
    begin_result(e, inst);
    if (inst->op == PK_OP_convert && to == PK_TYPE_bool) {
        pk_text_put(e->out, from_float ? "fcmp une " : "icmp ne ");
        pk_native_put_lanes_type(e, from);
        pk_text_printf(e->out, " %s, zeroinitializer\n", e->operands[0]);
    } else {
        pk_text_printf(e->out, "%s ",
                       inst->op == PK_OP_bitcast
                           ? "bitcast"
                           : pk_native_cast_word(from, to));
        pk_native_put_lanes_type(e, from);
        pk_text_printf(e->out, " %s to ", e->operands[0]);
        pk_native_put_lanes_type(e, to);
        pk_text_put(e->out, "\n");
    }
}

static void put_wide_address(pk_native_emitter *e, const pk_inst *inst) {
    begin_result(e, inst);
    pk_text_printf(e->out, "getelementptr %s, <%u x ptr> %s, ",
                   pk_native_step_type(inst), (unsigned)e->lanes,
                   e->operands[0]);
    pk_native_put_lanes_type(e, inst->args[1]->type);
    pk_text_printf(e->out, " %s\n", e->operands[1]);
}

static void put_wide_select(pk_native_emitter *e, const pk_inst *inst) {
    begin_result(e, inst);
    pk_text_printf(e->out, "select <%u x i1> %s", (unsigned)e->lanes,
                   e->operands[0]);
    for (int i = 1; i < 3; i++) {
        pk_text_put(e->out, ", ");
        pk_native_put_lanes_type(e, inst->results[0]->type);
        pk_text_printf(e->out, " %s", e->operands[i]);
    }
    pk_text_put(e->out, "\n");
}

static void put_wide_shift(pk_native_emitter *e, const pk_inst *inst) {
    bool is_signed = pk_type_is_signed(inst->args[0]->type);

    begin_result(e, inst);
    pk_text_printf(e->out, "%s ",
                   inst->op == PK_OP_shl ? "shl"
                   : is_signed           ? "ashr"
                                         : "lshr");
    pk_native_put_lanes_type(e, inst->args[0]->type);
    pk_text_printf(e->out, " %s, %s\n", e->operands[0], e->operands[1]);
}

/* One lane's operand as a scalar. An idle lane's may be poison, on which no
 * division may be tried: freeze makes it some number. */
static void put_lane_operand(pk_native_emitter *e, const pk_inst *inst,
                             uint32_t lane, uint32_t i, const char *vector) {
    uint32_t n = ++e->labels;

    pk_text_printf(e->out, "  %%w%u.0 = extractelement ", n);
    pk_native_put_lanes_type(e, inst->args[i]->type);
    pk_text_printf(e->out, " %s, i64 %u\n  %%w%u = freeze %s %%w%u.0\n", vector,
                   lane, n, pk_native_type(inst->args[i]->type), n);
    snprintf(e->operands[i], sizeof e->operands[i], "%%w%u", n);
}

/* Calls a helper that takes scalars, once for each lane, and makes a vector of
 * the results. */
static void put_each_lane(pk_native_emitter *e, const pk_inst *inst,
                          const char *helper) {
    char vectors[2][sizeof e->operands[0]];
    pk_type type = inst->args[0]->type;
    uint32_t id = pk_native_id(e, inst->results[0]);

    memcpy(vectors, e->operands, sizeof vectors);
    for (uint32_t lane = 0; lane < e->lanes; lane++) {
        for (uint32_t i = 0; i < 2; i++)
            put_lane_operand(e, inst, lane, i, vectors[i]);
        pk_text_printf(e->out, "  %%v%u.v.r%u = ", id, lane);
        e->renamed = true;
        pk_native_put_helper_call(e, inst, helper, type, false);
        e->renamed = false;
        pk_text_printf(e->out, "\n  %%v%u.v", id);
        if (lane + 1 < e->lanes)
            pk_text_printf(e->out, ".%u", lane);
        pk_text_put(e->out, " = insertelement ");
        pk_native_put_lanes_type(e, type);
        if (lane)
            pk_text_printf(e->out, " %%v%u.v.%u", id, lane - 1);
        else
            pk_text_put(e->out, " poison");
        pk_text_printf(e->out, ", %s %%v%u.v.r%u, i64 %u\n",
                       pk_native_type(type), id, lane, lane);
    }
}

static bool is_const_shift(const pk_inst *inst) {
    return (inst->op == PK_OP_shl || inst->op == PK_OP_shr) &&
           pk_is_const(inst->args[1]) &&
           inst->args[1]->bits < 8 * pk_type_bytes(inst->args[0]->type);
}

static bool is_single(const char *text, pk_type type) {
    return text[0] == '@' &&
           !pk_native_helper_is_wide(pk_native_find_helper(text + 1, type));
}

/* A row of native_ops.def or a helper, on vectors. */
static void put_wide_row(pk_native_emitter *e, const pk_inst *inst) {
    pk_type type = inst->args[0]->type;
    const char *text = pk_native_spelling(inst, type);

    if (is_single(text, type)) {
        put_each_lane(e, inst, text + 1);
        return;
    }
    begin_result(e, inst);
    begin_wide(e);
    pk_native_put_spelling(e, inst, text, type, false);
    end_wide(e);
    pk_text_put(e->out, "\n");
}

static void put_wide_pure(pk_native_emitter *e, const pk_inst *inst) {
    for (uint32_t i = 0; i < inst->arg_count; i++)
        pk_native_lane_operand(e, inst, i);
    switch ((int)inst->op) {
    case PK_OP_convert:
    case PK_OP_bitcast: put_wide_convert(e, inst); break;
    case PK_OP_elem:
    case PK_OP_offset: put_wide_address(e, inst); break;
    case PK_OP_select: put_wide_select(e, inst); break;
    default:
        if (is_const_shift(inst))
            put_wide_shift(e, inst);
        else
            put_wide_row(e, inst);
    }
}

void pk_native_put_lane_op(pk_native_emitter *e, const pk_inst *inst) {
    if (inst->local && is_lane_local(inst->local))
        pk_native_put_lane_local(e, inst);
    else if (inst->op == PK_OP_store &&
             (e->masked || class_of(inst->args[0]) >= AFFINE ||
              class_of(inst->args[1]) >= AFFINE))
        put_wide_store(e, inst);
    else if (inst->op == PK_OP_load && e->masked && !is_wide(inst->results[0]))
        put_guarded_load(e, inst);
    else if (pk_native_is_update(inst->op))
        pk_native_put_lane_update(e, inst);
    else if (inst->result_count == 0 || !is_wide(inst->results[0]))
        pk_native_put_op(e, inst);
    else if (inst->op == PK_OP_load)
        put_wide_load(e, inst);
    else
        put_wide_pure(e, inst);
}
