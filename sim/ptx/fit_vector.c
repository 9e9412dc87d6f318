/* SPDX-License-Identifier: Apache-2.0 */
/* Whether vectors fit, by ptxas's rules: the items of {a, b} have one type
 * between them, and that type fits the instruction's as a register would.
 *
 * A vector of one element, {a}, is that element; ptx/emit.c takes it out of
 * its braces. */
#include "sim/ptx/fit.h"

/* Properties that the items of a vector share. */
typedef struct joint {
    uint8_t type; /* of the registers; SIM_TYPE_none: there are none */
    bool numbers, specials;
} joint;

/* A special register counts as bits of its size. */
static uint8_t item_type(const sim_operand *o) {
    uint8_t own = sim_operand_type(o);

    if (o->kind != SIM_OPERAND_special)
        return own;
    return sim_types[own].bytes == 8 ? SIM_TYPE_b64 : SIM_TYPE_b32;
}

static bool join_type(joint *all, uint8_t type) {
    if (all->type != SIM_TYPE_none &&
        !sim_register_fits(all->type, type, false))
        return false;
    if (all->type == SIM_TYPE_none ||
        sim_types[all->type].kind == SIM_KIND_bits)
        all->type = type;
    return true;
}

static bool join_item(joint *all, const sim_operand *o, bool source) {
    if (!sim_operand_is_bare(o))
        return false;
    switch (o->kind) {
    case SIM_OPERAND_sink: return !source;
    case SIM_OPERAND_value: all->numbers = true; return source;
    case SIM_OPERAND_special:
        all->specials = true;
        return source && !o->count && sim_operand_type(o) != SIM_TYPE_pred &&
               join_type(all, item_type(o));
    case SIM_OPERAND_register: return join_type(all, item_type(o));
    default: return false;
    }
}

/* False when the items have no type in common, or nothing would be read. */
static bool join(const sim_operand *vector, bool source, joint *all) {
    *all = (joint){.type = SIM_TYPE_none};
    if (!vector->items) {
        all->type = vector->symbol->as.reg.type;
        return true;
    }
    for (uint32_t i = 0; i < vector->count; i++)
        if (!join_item(all, &vector->items[i], source))
            return false;
    if (all->numbers)
        return !all->specials;
    return all->type != SIM_TYPE_none;
}

/* The type that items are fitted to: vectors of atom and red may be of any
 * registers of the size. */
static uint8_t wanted_type(const sim_mnemonic *m, uint8_t type) {
    if (m->form->op != SIM_OP_atom && m->form->op != SIM_OP_red)
        return type;
    return type == SIM_TYPE_f32   ? SIM_TYPE_b32
           : type == SIM_TYPE_f16 ? SIM_TYPE_b16
                                  : type;
}

/* %tid as a whole, to be moved. */
static bool fits_special_vector(const sim_operand *o, const sim_mnemonic *m,
                                uint8_t type) {
    return m->form->op == SIM_OP_mov && o->count == 4 &&
           sim_types[type].kind != SIM_KIND_float && sim_types[type].bytes <= 4;
}

static bool fits_single(const sim_operand *o, const sim_mnemonic *m,
                        uint8_t type, bool source) {
    if (!sim_operand_is_bare(o))
        return false;
    if (o->kind == SIM_OPERAND_register)
        return sim_register_fits(sim_operand_type(o), type, sim_relaxes(m));
    return o->kind == SIM_OPERAND_value && source &&
           sim_value_fits(&o->value, type);
}

bool sim_fits_vector(const sim_operand *o, const sim_mnemonic *m, uint8_t type,
                     bool source) {
    uint32_t wanted = m->proto.count ? m->proto.count : 1;
    joint all;

    if (wanted * sim_types[type].bytes > (m->form->sm >= 100 ? 32 : 16))
        return false;
    if (o->kind == SIM_OPERAND_sink)
        return !source && m->form->op == SIM_OP_atom;
    if (wanted == 1 && o->kind != SIM_OPERAND_vector)
        return fits_single(o, m, type, source);
    if (!sim_operand_is_bare(o) || o->count != wanted)
        return false;
    if (o->kind == SIM_OPERAND_special)
        return source && fits_special_vector(o, m, type);
    if (o->kind != SIM_OPERAND_vector || !join(o, source, &all))
        return false;
    if (all.specials && sim_types[type].kind == SIM_KIND_float)
        return false;
    for (uint32_t i = 0; o->items && i < o->count; i++)
        if (o->items[i].kind == SIM_OPERAND_value &&
            !sim_value_fits(&o->items[i].value, type))
            return false;
    return all.type == SIM_TYPE_none ||
           sim_register_fits(all.type, wanted_type(m, type), sim_relaxes(m));
}

bool sim_fits_pack(const sim_operand *vector, const sim_operand *whole,
                   const sim_mnemonic *m, bool source) {
    uint8_t type = m->types[0];
    uint32_t bytes = sim_types[type].bytes;
    joint all;

    if (vector->kind != SIM_OPERAND_vector || !vector->count ||
        sim_types[type].kind != SIM_KIND_bits || bytes % vector->count ||
        !sim_operand_is_bare(vector) || !join(vector, source, &all))
        return false;
    if (all.type != SIM_TYPE_none &&
        sim_types[all.type].bytes != bytes / vector->count)
        return false;
    if (source)
        return whole->kind == SIM_OPERAND_register &&
               sim_operand_is_bare(whole) &&
               sim_register_fits(sim_operand_type(whole), type, false);
    return sim_fits_any(whole, m, type);
}

bool sim_is_mixed(const sim_operand *o) {
    uint8_t type = SIM_TYPE_none;

    for (uint32_t i = 0; o->items && i < o->count; i++) {
        uint8_t own = sim_operand_type(&o->items[i]);

        if (own && type && own != type)
            return true;
        type = own ? own : type;
    }
    return false;
}
