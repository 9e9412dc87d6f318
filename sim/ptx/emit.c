/* SPDX-License-Identifier: Apache-2.0 */
/* Operands that fit their form become rows, and the instruction is emitted.
 * What the executor need not know is lowered here: negated predicates, special
 * registers that move, addresses of .local and dynamic .shared variables,
 * moves of whole vectors. */
#include "sim/ptx/fit.h"
#include "sim/ptx/rows.h"

#include <assert.h>
#include <string.h>

/* ---- moves ---- */

/* mov.u16 of a 32-bit special register. */
static bool narrows(const sim_inst *inst, const sim_operand *o) {
    return o->kind == SIM_OPERAND_special &&
           sim_types[inst->type].bytes < sim_types[sim_operand_type(o)].bytes;
}

/* 32-bit mov of the address of something in a window of its own. */
static bool narrow_symbol(const sim_inst *inst, const sim_operand *o) {
    return o->kind == SIM_OPERAND_symbol && sim_types[inst->type].bytes == 4;
}

/* mov of one operand, which is cut to the type where it is wider. */
static void emit_mov(sim_parser *p, sim_inst *inst, const sim_operand *o) {
    uint8_t type =
        sim_types[inst->type].bytes == 2 ? SIM_TYPE_u16 : SIM_TYPE_u32;

    if (narrows(inst, o))
        sim_emit_cvt(p, type, sim_operand_type(o), inst->dst[0], inst->src[0]);
    else if (narrow_symbol(inst, o))
        sim_emit_cvt(p, type, SIM_TYPE_u64, inst->dst[0], inst->src[0]);
    else
        sim_emit(p, inst);
}

/* ---- vectors ---- */

/* The i-th element's row. */
static uint32_t item_row(sim_parser *p, const sim_operand *vector, uint32_t i,
                         uint8_t type, bool source) {
    sim_operand element;

    if (vector->kind == SIM_OPERAND_special) { /* %tid as a whole */
        element = *vector;
        element.count = 0;
        element.special = (sim_special)(vector->special + i);
        return sim_source_row(p, &element, type);
    }
    if (vector->items) {
        const sim_operand *o = &vector->items[i];

        return source ? sim_source_row(p, o, type) : sim_result_row(p, o, type);
    }
    element = *vector;
    element.kind = SIM_OPERAND_register;
    element.component = (uint8_t)i;
    return sim_operand_row(p, &element);
}

/* Rows of all elements into the function's list: of two or more, since one
 * element is no vector. An element that is a number or `_` is as wide as the
 * registers beside it. */
static void list_rows(sim_parser *p, sim_inst *inst, const sim_operand *vector,
                      uint8_t type, bool source) {
    uint32_t rows[8];
    uint8_t item_type = type;

    assert(vector->count > 1);
    for (uint32_t i = 0; vector->items && i < vector->count; i++)
        if (vector->items[i].kind == SIM_OPERAND_register ||
            vector->items[i].kind == SIM_OPERAND_special)
            item_type = sim_operand_type(&vector->items[i]);
    if (!vector->items)
        item_type = vector->symbol->as.reg.type;
    for (uint32_t i = 0; i < vector->count && i < 8; i++)
        rows[i] = item_row(p, vector, i, item_type, source);
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

/* mov.b32 {a}, b is mov.b32 a, b; false when there is a vector to be moved. */
static bool emit_single(sim_parser *p, const sim_mnemonic *m,
                        sim_operand *operands) {
    sim_inst inst = sim_inst_new(p, SIM_OP_mov);
    const sim_operand *to = sim_operand_item(&operands[0]);
    const sim_operand *from = sim_operand_item(&operands[1]);

    if (to->kind == SIM_OPERAND_vector || from->kind == SIM_OPERAND_vector)
        return false;
    inst.type = m->types[0];
    inst.dst[0] = sim_result_row(p, to, inst.type);
    inst.src[0] = sim_source_row(p, from, inst.type);
    emit_mov(p, &inst, from);
    return true;
}

/* A source as a row of the type's own width. */
static uint32_t whole_row(sim_parser *p, const sim_operand *o, uint8_t type) {
    sim_inst inst = sim_inst_plain(p, SIM_OP_mov, type, SIM_NONE,
                                   sim_source_row(p, o, type), SIM_NONE);

    if (!narrows(&inst, o) && !narrow_symbol(&inst, o))
        return inst.src[0];
    inst.dst[0] = sim_temporary_row(p, type);
    emit_mov(p, &inst, o);
    return inst.dst[0];
}

void sim_emit_unpack(sim_parser *p, const sim_mnemonic *m,
                     sim_operand *operands) {
    sim_inst inst = sim_inst_new(p, SIM_OP_unpack);

    inst.list = p->func->list.count;

    if (emit_single(p, m, operands))
        return;
    inst.type = m->types[0];
    inst.src[0] = whole_row(p, &operands[1], inst.type);
    inst.src_width = (uint8_t)sim_lane_width(inst.type);
    list_rows(p, &inst, &operands[0], part_type(inst.type, operands[0].count),
              false);
    sim_emit(p, &inst);
}

void sim_emit_pack(sim_parser *p, const sim_mnemonic *m,
                   sim_operand *operands) {
    sim_inst inst = sim_inst_new(p, SIM_OP_pack);

    inst.list = p->func->list.count;

    if (emit_single(p, m, operands))
        return;
    inst.type = m->types[0];
    inst.dst[0] = sim_result_row(p, &operands[0], inst.type);
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
        sim_operand source = {.kind = SIM_OPERAND_none};
        sim_inst inst =
            sim_inst_plain(p, SIM_OP_mov, type, sim_temporary_row(p, type),
                           item_row(p, &operands[1], i, type, true), SIM_NONE);

        if (operands[1].kind == SIM_OPERAND_special)
            source = (sim_operand){.kind = SIM_OPERAND_special,
                                   .special = operands[1].special};
        temps[i] = inst.dst[0];
        emit_mov(p, &inst, &source);
    }
    for (uint32_t i = 0; i < operands[0].count && i < 8; i++) {
        sim_inst inst = sim_inst_plain(
            p, SIM_OP_mov, type, item_row(p, &operands[0], i, type, false),
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
        *offset += sim_param_address(&o->symbol->as.param);
        if (o->index)
            *row = sim_element_row(p, o, SIM_NONE);
        if (same_space(inst, SIM_SPACE_param))
            return true;
    } else if (o->symbol->kind == SIM_SYMBOL_variable) {
        *row = sim_variable_row(p, o->symbol->as.variable, offset);
        if (o->index)
            *row = sim_element_row(p, o, *row);
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
    uint32_t row = sim_source_row(p, o, SIM_TYPE_u32);
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

/* ---- a form ---- */

/* The fields that follow from the mnemonic alone. */
static sim_inst start(sim_parser *p, const sim_mnemonic *m) {
    sim_inst inst = sim_inst_from(p, &m->proto, m->form->op);

    inst.list = p->func->list.count;
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

    inst->dst[0] = sim_result_row(p, o, type);
    inst->dst_width = sim_operand_width(o, type);
    if (o->pair)
        inst->dst[1] = sim_result_row(p, o->pair, SIM_TYPE_pred);
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

static void take_vector(sim_parser *p, sim_inst *inst, const sim_operand *given,
                        uint8_t type, bool source) {
    const sim_operand *o = sim_operand_item(given);

    if (o->kind == SIM_OPERAND_sink && inst->count > 1) {
        for (uint32_t i = 0; i < inst->count; i++)
            *SIM_PUSH(&p->unit->pool, &p->func->list) =
                sim_temporary_row(p, type);
        inst->dst_width = (uint8_t)sim_lane_width(type);
        return;
    }
    if (o->kind == SIM_OPERAND_vector) {
        list_rows(p, inst, o, type, source);
        return;
    }
    if (source) {
        inst->src[1] = sim_source_row(p, o, type);
        inst->src_width = sim_operand_width(o, type);
    } else {
        inst->dst[0] = sim_result_row(p, o, type);
        inst->dst_width = sim_operand_width(o, type);
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
    case 'z':
    case 'w': emit_video_operand(p, inst, o, spec, (*at)++); return true;
    case 'q': type = SIM_TYPE_pred; break;
    case 'g':
        inst->ignore_src = sim_operand_type(o) == SIM_TYPE_pred;
        type = inst->ignore_src ? SIM_TYPE_pred : SIM_TYPE_u32;
        break;
    case 'a': inst->address_width = sim_operand_width(o, type); break;
    default: break;
    }
    inst->src_width = sim_operand_width(o, type);
    inst->src[(*at)++] = sim_source_row(p, o, type);
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
    if (inst->op == SIM_OP_mov)
        emit_mov(p, inst, &operands[1]);
    else if (inst->op == SIM_OP_createpolicy) {
        *inst = sim_inst_plain(p, SIM_OP_mov, SIM_TYPE_b64, inst->dst[0],
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
