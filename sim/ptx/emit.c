/* SPDX-License-Identifier: Apache-2.0 */
/* Operands that fit their form become rows, and the instruction is emitted.
 * What the executor need not know is lowered here: negated predicates, special
 * registers that move, addresses of .local and dynamic .shared variables,
 * moves of whole vectors. */
#include "sim/ptx/fit.h"

#include <string.h>

/* ---- rows of operands ---- */

static sim_inst plain(sim_parser *p, sim_op op, uint8_t type, uint32_t dst,
                      uint32_t a, uint32_t b) {
    sim_inst inst = sim_inst_new(p, op);

    inst.type = type;
    inst.dst[0] = dst;
    inst.src[0] = a;
    inst.src[1] = b;
    return inst;
}

static uint32_t temporary(sim_parser *p, uint8_t type) {
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
    inst = plain(p, SIM_OP_read, type, temporary(p, type), SIM_NONE, SIM_NONE);
    inst.offset = o->special;
    inst.offset2 = o->number;
    sim_emit(p, &inst);
    return inst.dst[0];
}

static uint32_t negated_row(sim_parser *p, uint32_t row) {
    sim_inst inst = plain(p, SIM_OP_not, SIM_TYPE_pred,
                          temporary(p, SIM_TYPE_pred), row, SIM_NONE);

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
    inst = plain(p, SIM_OP_add, SIM_TYPE_u64, temporary(p, SIM_TYPE_u64), row,
                 sim_constant_row(p, SIM_TYPE_u64, bits));
    sim_emit(p, &inst);
    return inst.dst[0];
}

static bool is_dynamic(const sim_variable *v) {
    return v->space == SIM_SPACE_shared && v->open;
}

/* The address of a variable in its own space, as a row of 64-bit lanes, and
 * what is to be added to it. */
static uint32_t variable_row(sim_parser *p, sim_variable *v, uint64_t *offset) {
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

static uint64_t param_address(const sim_param_var *param) {
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
                                param_address(&symbol->as.param) + offset);
    case SIM_SYMBOL_variable:
        v = symbol->as.variable;
        if (v->space == SIM_SPACE_local || is_dynamic(v)) {
            variable_row(p, v, &offset);
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

static uint32_t source_row(sim_parser *p, const sim_operand *o, uint8_t type) {
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
    case SIM_OPERAND_symbol: return symbol_row(p, o);
    default: return SIM_NONE;
    }
}

/* The bytes of a lane of an operand's row. */
static uint8_t width_of(const sim_operand *o, uint8_t type) {
    uint8_t own = sim_operand_type(o);

    if (o->kind == SIM_OPERAND_vector && !o->items)
        own = o->symbol->as.reg.type;
    return (uint8_t)sim_lane_width(own ? own : type);
}

static uint32_t result_row(sim_parser *p, const sim_operand *o, uint8_t type) {
    return o->kind == SIM_OPERAND_sink ? temporary(p, type)
                                       : sim_operand_row(p, o);
}

/* ---- vectors ---- */

/* The i-th element's row. */
static uint32_t item_row(sim_parser *p, const sim_operand *vector, uint32_t i,
                         uint8_t type, bool source) {
    sim_operand element;

    if (vector->items) {
        const sim_operand *o = &vector->items[i];

        return source ? source_row(p, o, type) : result_row(p, o, type);
    }
    element = *vector;
    element.kind = SIM_OPERAND_register;
    element.component = (uint8_t)i;
    return sim_operand_row(p, &element);
}

/* Rows of all elements into the function's list. An element that is a number
 * or `_` is as wide as the registers beside it. */
static void list_rows(sim_parser *p, sim_inst *inst, const sim_operand *vector,
                      uint8_t type, bool source) {
    uint32_t rows[8];
    uint8_t item_type = type;

    for (uint32_t i = 0; vector->items && i < vector->count; i++)
        if (vector->items[i].kind == SIM_OPERAND_register)
            item_type = sim_operand_type(&vector->items[i]);
    if (!vector->items)
        item_type = vector->symbol->as.reg.type;
    for (uint32_t i = 0; i < vector->count && i < 8; i++)
        rows[i] = item_row(p, vector, i, item_type, source);
    inst->list = p->func->list.count;
    inst->count = vector->count;
    for (uint32_t i = 0; i < vector->count && i < 8; i++)
        *SIM_PUSH(&p->unit->pool, &p->func->list) = rows[i];
    if (source)
        inst->src_width = (uint8_t)sim_lane_width(item_type);
    else
        inst->dst_width = (uint8_t)sim_lane_width(item_type);
}

static uint8_t part_type(uint8_t type, uint32_t count) {
    switch (sim_types[type].bytes / count) {
    case 1: return SIM_TYPE_b8;
    case 2: return SIM_TYPE_b16;
    case 4: return SIM_TYPE_b32;
    default: return SIM_TYPE_b64;
    }
}

void sim_emit_unpack(sim_parser *p, const sim_mnemonic *m,
                     sim_operand *operands) {
    sim_inst inst = sim_inst_new(p, SIM_OP_unpack);

    inst.type = m->types[0];
    inst.src[0] = source_row(p, &operands[1], inst.type);
    inst.src_width = (uint8_t)sim_lane_width(inst.type);
    list_rows(p, &inst, &operands[0], part_type(inst.type, operands[0].count),
              false);
    sim_emit(p, &inst);
}

void sim_emit_pack(sim_parser *p, const sim_mnemonic *m,
                   sim_operand *operands) {
    sim_inst inst = sim_inst_new(p, SIM_OP_pack);

    inst.type = m->types[0];
    inst.dst[0] = result_row(p, &operands[0], inst.type);
    inst.dst_width = (uint8_t)sim_lane_width(inst.type);
    list_rows(p, &inst, &operands[1], part_type(inst.type, operands[1].count),
              true);
    sim_emit(p, &inst);
}

/* mov.v4.f32 {a, b, c, d}, {e, f, g, h}: one mov each. All sources are read
 * before the first is written, through temporaries. */
static void emit_vector_mov(sim_parser *p, const sim_mnemonic *m,
                            sim_operand *operands) {
    uint8_t type = m->types[0];
    uint32_t temps[8] = {0};

    for (uint32_t i = 0; i < operands[1].count && i < 8; i++) {
        sim_inst inst =
            plain(p, SIM_OP_mov, type, temporary(p, type),
                  item_row(p, &operands[1], i, type, true), SIM_NONE);

        temps[i] = inst.dst[0];
        sim_emit(p, &inst);
    }
    for (uint32_t i = 0; i < operands[0].count && i < 8; i++) {
        sim_inst inst = plain(p, SIM_OP_mov, type,
                              item_row(p, &operands[0], i, type, false),
                              temps[i], SIM_NONE);

        sim_emit(p, &inst);
    }
}

/* ---- addresses ---- */

static bool same_space(sim_inst *inst, sim_space space) {
    if (inst->space == SIM_SPACE_generic) /* the variable's own space */
        inst->space = (uint8_t)space;
    return inst->space == space;
}

static bool check_param_use(sim_parser *p, const sim_inst *inst,
                            const sim_operand *o) {
    sim_param_role role = o->symbol->as.param.role;

    if (inst->op == SIM_OP_st && role != SIM_PARAM_ROLE_call &&
        role != SIM_PARAM_ROLE_result)
        sim_error(p, "Illegal to write to function input parameter '%s'",
                  o->name->text);
    else if (inst->op == SIM_OP_ld && role == SIM_PARAM_ROLE_result)
        sim_error(p, "Illegal to read function return parameter '%s'",
                  o->name->text);
    else
        return true;
    return false;
}

static bool symbol_address(sim_parser *p, sim_inst *inst, const sim_operand *o,
                           uint32_t *row, uint64_t *offset) {
    const char *base = sim_ops[inst->op].name;

    if (!o->symbol) {
        sim_error(p, "Illegal operand type to instruction '%s'", base);
        sim_error(p, "Unknown symbol '%s'", o->name->text);
        return false;
    }
    if (o->symbol->kind == SIM_SYMBOL_param) {
        if (!check_param_use(p, inst, o))
            return false;
        *offset += param_address(&o->symbol->as.param);
        if (same_space(inst, SIM_SPACE_param))
            return true;
    } else if (o->symbol->kind == SIM_SYMBOL_variable) {
        *row = variable_row(p, o->symbol->as.variable, offset);
        if (same_space(inst, o->symbol->as.variable->space))
            return true;
    } else {
        sim_error(p, "Illegal operand type to instruction '%s'", base);
        return false;
    }
    sim_error(p,
              "State space mismatch between instruction and address in "
              "instruction '%s'",
              base);
    return false;
}

/* [o] as a row and an offset; false after an error. */
static bool address_row(sim_parser *p, sim_inst *inst, const sim_operand *o,
                        uint32_t *row, int64_t *offset) {
    uint64_t sum = o->value.bits;
    uint8_t type;
    sim_operand base = *o;
    bool ok = true;

    *row = SIM_NONE;
    inst->address_width = 8;
    if (o->base == SIM_OPERAND_register) {
        base.kind = SIM_OPERAND_register;
        type = sim_operand_type(&base);
        inst->address_width = (uint8_t)sim_lane_width(type);
        if (sim_types[type].kind == SIM_KIND_float ||
            sim_types[type].bytes < 4 || sim_types[type].bytes > 8) {
            sim_error(p,
                      "Illegal to use symbol '%s' of type .%s as address "
                      "operand. Use integer or bit only.",
                      o->name->text, sim_types[type].name);
            return false;
        }
        if (inst->address_width == 4 && (inst->space == SIM_SPACE_generic ||
                                         inst->space == SIM_SPACE_global)) {
            sim_error(p, "32-Bit ABI (--machine 32 or 32-Bit addressing) is "
                         "not supported on sm_90 or higher architectures.");
            return false;
        }
        *row = sim_operand_row(p, &base);
    } else if (o->base == SIM_OPERAND_value) {
        if (inst->space != SIM_SPACE_local) {
            sim_error(p, "Immediate addresses allowed only for .local state "
                         "space");
            return false;
        }
    } else
        ok = symbol_address(p, inst, o, row, &sum);
    *offset = (int64_t)sum;
    return ok;
}

/* ---- special cases ---- */

static uint8_t lanes_of(const sim_inst *inst) {
    const char *name = sim_ops[inst->op].name;

    return name[strlen(name) - 1] == '2' ? 2 : 4;
}

/* The selector of a SIMD operand, defaults filled in. */
static uint16_t selector_of(const sim_operand *o, uint8_t lanes, bool second) {
    if (o->selector_count == lanes)
        return o->selectors;
    if (lanes == 2)
        return second ? 0x32 : 0x10;
    return second ? 0x7654 : 0x3210;
}

static void emit_video_operand(sim_parser *p, sim_inst *inst,
                               const sim_operand *o, const sim_spec *spec,
                               uint32_t at) {
    uint8_t lanes = lanes_of(inst);
    uint32_t row = source_row(p, o, SIM_TYPE_u32);
    uint8_t part = o->part;

    if (spec->kind[0] == 'z' && at < 2) {
        *(at ? &inst->offset2 : &inst->offset) = selector_of(o, lanes, at == 1);
        part = SIM_PART_none;
    }
    if (at == 0) {
        inst->part_a = part;
        inst->neg_a = o->minus;
    } else if (at == 1) {
        inst->part_b = part;
        inst->neg_b = o->minus;
    } else
        inst->neg_c = o->minus;
    inst->src[at] = row;
}

/* Barrier numbers and thread counts that are constants are checked here. */
static void check_barrier(sim_parser *p, const sim_operand *operands,
                          uint32_t count, const sim_inst *inst) {
    uint32_t first = inst->sub == SIM_SUB_red;
    const sim_operand *bar = &operands[first];

    p->func->uses_barriers = true;
    if (first < count && bar->kind == SIM_OPERAND_value &&
        bar->value.bits >= SIM_BARRIERS)
        sim_error(p,
                  "Barrier number '%lld' out of range, expected to be in range "
                  "[0..15]",
                  (long long)bar->value.bits);
    if (first + 1 < count && bar[1].kind == SIM_OPERAND_value &&
        inst->src[1] != SIM_NONE && bar[1].value.bits % SIM_LANES)
        sim_error(p, "Number of threads participating in barrier must be in "
                     "multiple of warp size");
}

/* mov.u16 of a 32-bit special register. */
static bool narrows(const sim_inst *inst, const sim_operand *o) {
    return o->kind == SIM_OPERAND_special &&
           sim_types[inst->type].bytes < sim_types[sim_operand_type(o)].bytes;
}

/* 32-bit mov of the address of something in a window of its own. */
static bool narrow_symbol(const sim_inst *inst, const sim_operand *o) {
    return o->kind == SIM_OPERAND_symbol && sim_types[inst->type].bytes == 4;
}

static void emit_narrowed(sim_parser *p, sim_inst *inst, uint8_t from) {
    inst->op = SIM_OP_cvt;
    inst->stype = from;
    inst->type = sim_types[inst->type].bytes == 2 ? SIM_TYPE_u16 : SIM_TYPE_u32;
    inst->dst_width = (uint8_t)sim_lane_width(inst->type);
    inst->src_width = (uint8_t)sim_lane_width(from);
    sim_emit(p, inst);
}

/* ---- a form ---- */

/* The fields that follow from the mnemonic alone. */
static sim_inst start(sim_parser *p, const sim_mnemonic *m) {
    sim_inst inst = sim_inst_from(p, &m->proto, m->form->op);

    inst.type = m->types[0];
    if (m->type_count > 1)
        inst.stype = m->types[1];
    if (m->type_count > 2)
        inst.btype = m->types[2];
    inst.bounded =
        inst.round == SIM_ROUND_approx || inst.round == SIM_ROUND_full;
    return inst;
}

/* A result whose type the form names: the words' types are the sources'. */
static void take_result_type(sim_inst *inst, const sim_mnemonic *m,
                             const sim_spec *spec) {
    if (!spec->given || inst->op == SIM_OP_cvt)
        return;
    inst->type = spec->type;
    inst->stype = m->types[0];
    if (m->type_count > 1)
        inst->btype = m->types[1];
}

static void take_result(sim_parser *p, sim_inst *inst, const sim_operand *o,
                        const sim_spec *spec) {
    uint8_t type = spec->kind[0] == 'p' ? SIM_TYPE_pred : spec->type;

    inst->dst[0] = result_row(p, o, type);
    inst->dst_width = width_of(o, type);
    if (o->pair)
        inst->dst[1] = result_row(p, o->pair, SIM_TYPE_pred);
    if (spec->kind[0] != 'x')
        return;
    inst->part_d = spec->kind[1] == 'm' ? SIM_PART_none : o->part;
    inst->lane_mask = o->selector_count ? o->lane_mask
                                        : (uint8_t)((1u << lanes_of(inst)) - 1);
}

static bool take_address(sim_parser *p, sim_inst *inst, const sim_operand *o,
                         uint32_t at) {
    sim_inst second = *inst; /* cp.async: from .global into .shared */
    bool ok;

    if (inst->op == SIM_OP_cp_async)
        second.space = at ? SIM_SPACE_global : SIM_SPACE_shared;
    ok = address_row(p, inst->op == SIM_OP_cp_async ? &second : inst, o,
                     &inst->src[at], at ? &inst->offset2 : &inst->offset);
    if (inst->op == SIM_OP_cp_async && !at)
        inst->address_width = second.address_width;
    return ok;
}

static void take_vector(sim_parser *p, sim_inst *inst, const sim_operand *o,
                        uint8_t type, bool source) {
    if (o->kind == SIM_OPERAND_vector) {
        list_rows(p, inst, o, type, source);
        return;
    }
    if (source) {
        inst->src[1] = source_row(p, o, type);
        inst->src_width = width_of(o, type);
    } else {
        inst->dst[0] = result_row(p, o, type);
        inst->dst_width = width_of(o, type);
    }
}

static void take_number(sim_inst *inst, const sim_operand *o) {
    if (inst->op == SIM_OP_cp_async)
        inst->count = (uint8_t)o->value.bits;
    else if (inst->op == SIM_OP_applypriority || inst->op == SIM_OP_discard)
        inst->offset2 = (int64_t)o->value.bits;
    else
        inst->offset = (int64_t)o->value.bits;
}

static bool take_operand(sim_parser *p, sim_inst *inst, const sim_mnemonic *m,
                         const sim_operand *o, const sim_spec *spec,
                         uint32_t *at) {
    uint8_t type = spec->type;

    switch (spec->kind[0]) {
    case 'd':
    case 'x': take_result_type(inst, m, spec); /* fall through */
    case 'p': take_result(p, inst, o, spec); return true;
    case 'm': return take_address(p, inst, o, (*at)++);
    case 'v': take_vector(p, inst, o, type, false); return true;
    case 'u': take_vector(p, inst, o, type, true); return true;
    case 'n': take_number(inst, o); return true;
    case 'y':
    case 'z': emit_video_operand(p, inst, o, spec, (*at)++); return true;
    case 'q': type = SIM_TYPE_pred; break;
    case 'g':
        inst->ignore_src = sim_operand_type(o) == SIM_TYPE_pred;
        type = inst->ignore_src ? SIM_TYPE_pred : SIM_TYPE_u32;
        break;
    case 'a': inst->address_width = width_of(o, type); break;
    default: break;
    }
    inst->src_width = width_of(o, type);
    inst->src[(*at)++] = source_row(p, o, type);
    return true;
}

/* Carries in and out, and what the linker wants to know. */
static void finish(sim_parser *p, sim_inst *inst, uint32_t at) {
    sim_func *func = p->func;
    bool reads = inst->op == SIM_OP_addc || inst->op == SIM_OP_subc ||
                 inst->op == SIM_OP_madc;

    if ((reads || inst->cc) && func->carry == SIM_NONE)
        func->carry = sim_frame_row(func, 0);
    if (inst->cc)
        inst->dst[1] = func->carry;
    if (reads)
        inst->src[at] = func->carry;
    if (inst->op == SIM_OP_atom || inst->op == SIM_OP_red)
        func->uses_atomics = true;
}

static void emit_checked(sim_parser *p, sim_inst *inst, const sim_mnemonic *m,
                         const sim_operand *operands, uint32_t count) {
    if (inst->op == SIM_OP_bar) {
        check_barrier(p, operands, count, inst);
        inst->aligned |= !strcmp(m->form->base, "bar");
    }
    if (inst->op == SIM_OP_mov && narrows(inst, &operands[1]))
        emit_narrowed(p, inst, sim_operand_type(&operands[1]));
    else if (inst->op == SIM_OP_mov && narrow_symbol(inst, &operands[1]))
        emit_narrowed(p, inst, SIM_TYPE_u64);
    else if (inst->op == SIM_OP_createpolicy) {
        *inst = plain(p, SIM_OP_mov, SIM_TYPE_b64, inst->dst[0],
                      sim_constant_row(p, SIM_TYPE_b64, 0), SIM_NONE);
        sim_emit(p, inst);
    } else
        sim_emit(p, inst);
}

void sim_emit_form(sim_parser *p, const sim_mnemonic *m, sim_operand *operands,
                   uint32_t count) {
    sim_inst inst = start(p, m);
    sim_spec specs[SIM_SPECS_MAX];
    uint32_t given = count - m->hint, n, operand = 0, at = 0;

    if (inst.op == SIM_OP_mov && m->proto.count > 1) {
        emit_vector_mov(p, m, operands);
        return;
    }
    n = sim_read_specs(m, given, specs);
    for (uint32_t i = 0; i < n; i++) {
        if (specs[i].missing) {
            if (strchr("sgk", specs[i].kind[0]))
                at++;
            continue;
        }
        if (!take_operand(p, &inst, m, &operands[operand++], &specs[i], &at))
            return;
    }
    finish(p, &inst, at);
    emit_checked(p, &inst, m, operands, count);
}
