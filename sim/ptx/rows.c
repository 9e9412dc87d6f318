/* SPDX-License-Identifier: Apache-2.0 */
/* Operands become rows of the frame. What is read has a row of its own
 * already, or is computed into a temporary one first: special registers that
 * change, negated predicates, addresses of .local and dynamic .shared
 * variables and of elements whose index is a register. */
#include "sim/ptx/rows.h"

sim_inst sim_inst_plain(sim_parser *p, sim_op op, uint8_t type, uint32_t dst,
                        uint32_t a, uint32_t b) {
    sim_inst inst = sim_inst_new(p, op);

    inst.type = type;
    inst.dst[0] = dst;
    inst.src[0] = a;
    inst.src[1] = b;
    return inst;
}

uint32_t sim_temporary_row(sim_parser *p, uint8_t type) {
    return sim_frame_row(p->func, sim_lane_width(type));
}

static bool moves(sim_special special) {
    return special >= SIM_SPECIAL_envreg && special < SIM_SPECIAL_local_base;
}

static uint32_t special_row(sim_parser *p, const sim_operand *o) {
    uint8_t type = sim_operand_type(o);
    sim_inst inst;

    if (!moves(o->special))
        return sim_frame_special(p->unit, p->func, o->special);
    inst = sim_inst_plain(p, SIM_OP_read, type, sim_temporary_row(p, type),
                          SIM_NONE, SIM_NONE);
    inst.offset = o->special;
    inst.offset2 = o->number;
    sim_emit(p, &inst);
    return inst.dst[0];
}

static uint32_t negated_row(sim_parser *p, uint32_t row) {
    sim_inst inst =
        sim_inst_plain(p, SIM_OP_not, SIM_TYPE_pred,
                       sim_temporary_row(p, SIM_TYPE_pred), row, SIM_NONE);

    sim_emit(p, &inst);
    return inst.dst[0];
}

static void refer(sim_parser *p, sim_target target) {
    *SIM_PUSH(&p->unit->pool, &p->func->refers) = target;
}

/* base + bits in a temporary row. */
static uint32_t sum_row(sim_parser *p, sim_special base, uint64_t bits) {
    uint32_t row = sim_frame_special(p->unit, p->func, base);
    sim_inst inst;

    if (!bits)
        return row;
    inst = sim_inst_plain(p, SIM_OP_add, SIM_TYPE_u64,
                          sim_temporary_row(p, SIM_TYPE_u64), row,
                          sim_constant_row(p, SIM_TYPE_u64, bits));
    sim_emit(p, &inst);
    return inst.dst[0];
}

static bool is_dynamic(const sim_variable *v) {
    return v->space == SIM_SPACE_shared && v->open;
}

/* The address of a variable in its own space, as a row of 64-bit lanes, and
 * what is to be added to it. */
uint32_t sim_variable_row(sim_parser *p, sim_variable *v, uint64_t *offset) {
    sim_target target = {.variable = v};

    v->used = true;
    if (v->space == SIM_SPACE_local) {
        *offset += v->address;
        return sim_frame_special(p->unit, p->func, SIM_SPECIAL_local_base);
    }
    refer(p, target);
    if (is_dynamic(v)) {
        p->func->dynamic_shared = true;
        return sim_frame_special(p->unit, p->func, SIM_SPECIAL_shared_dynamic);
    }
    return sim_frame_constant(p->unit, p->func, 8, 0, 0, target);
}

uint64_t sim_param_address(const sim_param_var *param) {
    return param->offset +
           (param->role == SIM_PARAM_ROLE_entry ? 0 : SIM_PARAM_FRAME);
}

/* The address that a symbol names, in its own space. */
static uint32_t symbol_row(sim_parser *p, const sim_operand *o) {
    sim_symbol *symbol = o->symbol;
    uint64_t offset = o->value.bits;
    sim_target target = {0};
    sim_variable *v;

    switch (symbol->kind) {
    case SIM_SYMBOL_func:
        target.func = symbol->as.func;
        target.func->used = target.func->addressed = true;
        refer(p, target);
        return sim_frame_constant(p->unit, p->func, 8, offset, 0, target);
    case SIM_SYMBOL_param:
        return sim_constant_row(p, SIM_TYPE_u64,
                                sim_param_address(&symbol->as.param) + offset);
    case SIM_SYMBOL_variable:
        v = symbol->as.variable;
        if (v->space == SIM_SPACE_local || is_dynamic(v)) {
            sim_variable_row(p, v, &offset);
            return sum_row(p,
                           is_dynamic(v) ? SIM_SPECIAL_shared_dynamic
                                         : SIM_SPECIAL_local_base,
                           offset);
        }
        v->used = true;
        target.variable = v;
        refer(p, target);
        return sim_frame_constant(p->unit, p->func, 8, offset, 0, target);
    default: return SIM_NONE;
    }
}

void sim_emit_cvt(sim_parser *p, uint8_t type, uint8_t stype, uint32_t dst,
                  uint32_t src) {
    sim_inst inst = sim_inst_plain(p, SIM_OP_cvt, type, dst, src, SIM_NONE);

    inst.stype = stype;
    inst.dst_width = (uint8_t)sim_lane_width(type);
    inst.src_width = (uint8_t)sim_lane_width(stype);
    sim_emit(p, &inst);
}

/* a[%r1 + 4] of an array that begins at `base` (SIM_NONE: at 0). The bytes are
 * counted in 32 bits, as ptxas counts them. */
uint32_t sim_element_row(sim_parser *p, const sim_operand *o, uint32_t base) {
    uint32_t bytes = sim_temporary_row(p, SIM_TYPE_u32);
    uint32_t at = sim_temporary_row(p, SIM_TYPE_u64);
    uint32_t size = sim_element_size(o->symbol);
    sim_inst inst;

    sim_emit_cvt(p, SIM_TYPE_u32, sim_operand_type(o->index), bytes,
                 sim_operand_row(p, o->index));
    inst = sim_inst_plain(p, SIM_OP_mad, SIM_TYPE_u32, bytes, bytes,
                          sim_constant_row(p, SIM_TYPE_u32, size));
    inst.sub = SIM_SUB_lo;
    inst.src[2] = sim_constant_row(p, SIM_TYPE_u32, (uint32_t)o->added * size);
    sim_emit(p, &inst);
    sim_emit_cvt(p, SIM_TYPE_s64, SIM_TYPE_s32, at, bytes);
    if (base == SIM_NONE)
        return at;
    inst = sim_inst_plain(p, SIM_OP_add, SIM_TYPE_u64, at, at, base);
    sim_emit(p, &inst);
    return at;
}

/* An operand that a form took and nothing here reads: it must not be lost
 * without a word. */
static uint32_t unread_row(sim_parser *p) {
    sim_unit_error(p->unit, SIM_NOT_SIMULATED, p->line,
                   "Operand is not simulated");
    return sim_constant_row(p, SIM_TYPE_b64, 0);
}

uint32_t sim_source_row(sim_parser *p, const sim_operand *o, uint8_t type) {
    uint64_t bits = 0;
    uint32_t row;

    switch (o->kind) {
    case SIM_OPERAND_register:
        row = sim_operand_row(p, o);
        return o->not_pred ? negated_row(p, row) : row;
    case SIM_OPERAND_value:
        sim_value_as(&o->value, type, &bits);
        return sim_constant_row(p, type, bits);
    case SIM_OPERAND_special: return special_row(p, o);
    case SIM_OPERAND_symbol:
        row = symbol_row(p, o);
        if (row == SIM_NONE)
            break;
        return o->index ? sim_element_row(p, o, row) : row;
    default: break;
    }
    return unread_row(p);
}

/* The bytes of a lane of an operand's row. */
uint8_t sim_operand_width(const sim_operand *o, uint8_t type) {
    uint8_t own = sim_operand_type(o);

    if (o->kind == SIM_OPERAND_vector && !o->items)
        own = o->symbol->as.reg.type;
    return (uint8_t)sim_lane_width(own ? own : type);
}

uint32_t sim_result_row(sim_parser *p, const sim_operand *o, uint8_t type) {
    if (o->kind == SIM_OPERAND_sink)
        return sim_temporary_row(p, type);
    return o->kind == SIM_OPERAND_register ? sim_operand_row(p, o)
                                           : unread_row(p);
}
