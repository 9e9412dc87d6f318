/* SPDX-License-Identifier: Apache-2.0 */
/* Whether operands fit a form, by ptxas's rules of types.
 *
 * An operand of a form's list is written `kind:type?` (forms.def). A register
 * fits a type of the same size when one of both is .b, or both are integers,
 * or both are the same float; in ld, st and cvt it may be larger. */
#include "sim/ptx/fit.h"

#include <string.h>

/* The specification of one operand, cut out of the list. */
static void read_spec(const char **at, const sim_mnemonic *m, sim_spec *out) {
    const char *s = *at;
    size_t kind = strspn(s, "abcdefghijklmnopqrstuvwxyz_*");
    char name[8] = {0};

    *out = (sim_spec){.type = m->type_count ? m->types[0] : SIM_TYPE_none};
    memcpy(out->kind, s, kind < sizeof out->kind ? kind : 0);
    s += kind;
    if (*s == ':') {
        size_t length = strcspn(++s, ",?");

        memcpy(name, s, length < sizeof name ? length : 0);
        s += length;
        out->given = name[0] < '0' || name[0] > '9';
        if (!out->given)
            out->type = m->types[name[0] - '0'];
        else if (!strcmp(name, "w"))
            out->type = sim_type_wide(m->types[0]);
        else if (!strcmp(name, "x"))
            out->type =
                m->types[0] == SIM_TYPE_u32 && m->types[1] == SIM_TYPE_u32
                    ? SIM_TYPE_u32
                    : SIM_TYPE_s32;
        else if (!strcmp(name, "addr"))
            out->type = SIM_TYPE_u64;
        else
            out->type = (uint8_t)sim_type_of(name);
    }
    out->optional = *s == '?';
    s += out->optional;
    *at = s + (*s == ',');
}

uint8_t sim_type_wide(uint8_t type) {
    switch (type) {
    case SIM_TYPE_u16: return SIM_TYPE_u32;
    case SIM_TYPE_s16: return SIM_TYPE_s32;
    case SIM_TYPE_u32: return SIM_TYPE_u64;
    default: return SIM_TYPE_s64;
    }
}

uint32_t sim_read_specs(const sim_mnemonic *m, uint32_t operands,
                        sim_spec specs[SIM_SPECS_MAX]) {
    const char *at = m->form->operands;
    uint32_t count = 0, kept = 0;

    while (*at && count < SIM_SPECS_MAX)
        read_spec(&at, m, &specs[count++]);
    if (operands < count) /* leave out optional ones, the last first */
        for (uint32_t i = count; i-- && operands + kept < count;)
            if (specs[i].optional) {
                specs[i].missing = true;
                kept++;
            }
    return count;
}

/* ---- types ---- */

static bool is_integer(uint8_t kind) {
    return kind == SIM_KIND_signed || kind == SIM_KIND_unsigned;
}

bool sim_register_fits(uint8_t reg, uint8_t type, bool relaxed) {
    const sim_type_info *r = &sim_types[reg], *t = &sim_types[type];

    if (r->kind == SIM_KIND_pred || t->kind == SIM_KIND_pred)
        return r->kind == t->kind;
    if (relaxed ? r->bytes < t->bytes : r->bytes != t->bytes)
        return false;
    if (r->kind == SIM_KIND_bits || t->kind == SIM_KIND_bits)
        return true;
    if (is_integer(t->kind))
        return is_integer(r->kind);
    return reg == type;
}

/* A float in a larger float register: in ld and st. */
static bool float_fits(uint8_t reg, uint8_t type) {
    return sim_types[reg].kind == SIM_KIND_float &&
           sim_types[type].kind == SIM_KIND_float &&
           sim_types[reg].bytes > sim_types[type].bytes;
}

/* Whether a number may stand for a value of the type. */
static bool value_fits(const sim_value *value, uint8_t type) {
    uint64_t bits;

    if (type == SIM_TYPE_f16 || type == SIM_TYPE_bf16)
        return false;
    if (sim_types[type].kind == SIM_KIND_packed)
        return false;
    return sim_value_as(value, type, &bits);
}

/* ---- operands ---- */

static bool is_exact(uint8_t type) {
    return type == SIM_TYPE_bf16 || sim_types[type].kind == SIM_KIND_packed ||
           type == SIM_TYPE_tf32;
}

/* Whether registers may be wider than the types: in ld, st and cvt, but not
 * with the types that no register can be declared with. */
static bool relaxes(const sim_mnemonic *m) {
    switch (m->form->op) {
    case SIM_OP_ld:
    case SIM_OP_ldu:
    case SIM_OP_st: return true;
    case SIM_OP_cvt:
        return (!is_exact(m->types[0]) || m->types[0] == SIM_TYPE_f16x2) &&
               !is_exact(m->types[1]);
    default: return false;
    }
}

static bool item_fits(uint8_t reg, const sim_mnemonic *m, uint8_t type) {
    bool relaxed = relaxes(m);

    return sim_register_fits(reg, type, relaxed) ||
           (relaxed && float_fits(reg, type));
}

static bool fits_vector(const sim_operand *o, const sim_mnemonic *m,
                        uint8_t type, bool source) {
    uint32_t wanted = m->proto.count ? m->proto.count : 1;

    if (wanted * sim_types[type].bytes > (m->form->sm >= 100 ? 32 : 16))
        return false;
    if (o->kind != SIM_OPERAND_vector)
        return wanted == 1 && ((o->kind == SIM_OPERAND_register &&
                                item_fits(sim_operand_type(o), m, type)) ||
                               (o->kind == SIM_OPERAND_value && source &&
                                value_fits(&o->value, type)));
    if (o->count != wanted)
        return false;
    if (!o->items) /* a register of a vector type */
        return item_fits(o->symbol->as.reg.type, m, type);
    for (uint32_t i = 0; i < o->count; i++) {
        const sim_operand *item = &o->items[i];

        if (item->kind == SIM_OPERAND_sink && !source)
            continue;
        if (item->kind == SIM_OPERAND_value && source &&
            value_fits(&item->value, type))
            continue;
        if (item->kind != SIM_OPERAND_register ||
            !item_fits(sim_operand_type(item), m, type))
            return false;
    }
    return true;
}

static bool fits_source(const sim_operand *o, const sim_mnemonic *m,
                        uint8_t type) {
    if (o->minus || o->selector_count || (o->not_pred && type != SIM_TYPE_pred))
        return false;
    if (o->kind == SIM_OPERAND_register)
        return sim_register_fits(sim_operand_type(o), type, relaxes(m));
    if (o->kind == SIM_OPERAND_value)
        return value_fits(&o->value, type);
    return o->kind == SIM_OPERAND_special && m->form->op == SIM_OP_cvt &&
           !o->count && !m->proto.pack &&
           sim_register_fits(sim_operand_type(o), type, false);
}

static bool fits_result(const sim_operand *o, const sim_mnemonic *m,
                        const sim_spec *spec) {
    bool sinks = strchr(spec->kind, '_') || (spec->kind[1] == 'p' && o->pair);

    if (o->pair ? !strchr(spec->kind + 1, 'p') : !strncmp(spec->kind, "d_p", 3))
        return false;
    if (o->selector_count)
        return false;
    if (strchr(spec->kind, 'i') && o->kind == SIM_OPERAND_register &&
        sim_types[sim_operand_type(o)].kind == SIM_KIND_float)
        return false;
    if (o->pair && o->pair->kind != SIM_OPERAND_sink &&
        (o->pair->kind != SIM_OPERAND_register ||
         sim_operand_type(o->pair) != SIM_TYPE_pred))
        return false;
    if (o->kind == SIM_OPERAND_sink)
        return (sinks && (o->pair || spec->kind[0] == 'd')) ||
               m->form->op == SIM_OP_setp;
    return o->kind == SIM_OPERAND_register && !o->minus && !o->not_pred &&
           sim_register_fits(sim_operand_type(o), spec->type, relaxes(m));
}

static bool fits_any(const sim_operand *o, const sim_mnemonic *m,
                     uint8_t type) {
    uint8_t bytes = sim_types[type].bytes;

    if (o->kind == SIM_OPERAND_symbol && o->symbol)
        return o->symbol->kind != SIM_SYMBOL_prototype &&
               o->symbol->kind != SIM_SYMBOL_targets &&
               sim_types[type].kind != SIM_KIND_float &&
               (bytes == 8 || bytes == 4);
    if (o->kind == SIM_OPERAND_special)
        return !o->count && sim_types[type].kind != SIM_KIND_float &&
               (sim_operand_type(o) == SIM_TYPE_pred) == (bytes == 0) &&
               bytes <= (sim_operand_type(o) == SIM_TYPE_u64 ? 8 : 4) &&
               (bytes == 8) == (sim_operand_type(o) == SIM_TYPE_u64);
    return fits_source(o, m, type);
}

/* A part of a video operand: any 32-bit integer register, or a number. */
static bool fits_video(const sim_operand *o) {
    if (o->kind == SIM_OPERAND_value)
        return !o->value.is_float;
    return o->kind == SIM_OPERAND_register &&
           sim_register_fits(sim_operand_type(o), SIM_TYPE_u32, false);
}

/* Numbers that are part of the instruction have ranges of their own. */
static bool fits_number(const sim_operand *o, const sim_mnemonic *m) {
    uint64_t n = o->value.bits;

    if (o->value.is_float)
        return false;
    switch (m->form->op) {
    case SIM_OP_discard:
    case SIM_OP_applypriority: return n == 128;
    case SIM_OP_cp_async:
        return n == 16 || (n == 4 && !m->cg) || (n == 8 && !m->cg);
    case SIM_OP_mbarrier_arrive: return (int32_t)n > 0;
    case SIM_OP_mbarrier_wait: return n <= 1; /* a parity */
    case SIM_OP_alloca: return n && !(n & (n - 1)) && n <= 1 << 20;
    case SIM_OP_pmevent: return n < (m->count > 1 ? 1 << 16 : 16);
    default: return true;
    }
}

static bool fits_spec(const sim_operand *o, const sim_mnemonic *m,
                      const sim_spec *spec) {
    if (o->pair && !strchr("dp", spec->kind[0]))
        return false;
    switch (spec->kind[0]) {
    case 'd':
    case 'p': {
        sim_spec own = *spec;

        if (spec->kind[0] == 'p')
            own.type = SIM_TYPE_pred;
        return fits_result(o, m, &own);
    }
    case 's': return fits_source(o, m, spec->type);
    case 'i':
        if (o->kind == SIM_OPERAND_value && o->value.is_float)
            return false;
        return fits_source(o, m, spec->type) &&
               sim_types[sim_operand_type(o)].kind != SIM_KIND_float;
    case 'r':
        return o->kind == SIM_OPERAND_register && fits_source(o, m, spec->type);
    case 'n': return o->kind == SIM_OPERAND_value && fits_number(o, m);
    case 'q': return fits_source(o, m, SIM_TYPE_pred);
    case 'k':
        return fits_source(o, m, spec->type) &&
               (o->kind != SIM_OPERAND_value || fits_number(o, m));
    case 'g': /* up to the number of bytes, which is 16 at most */
        if (o->kind == SIM_OPERAND_value && o->value.bits > 16)
            return false;
        return fits_source(o, m, SIM_TYPE_pred) ||
               fits_source(o, m, SIM_TYPE_u32);
    case 'm': return o->kind == SIM_OPERAND_address;
    case 'v': return fits_vector(o, m, spec->type, false);
    case 'u': return fits_vector(o, m, spec->type, true);
    case 'a':
        if (m->form->op == SIM_OP_isspacep)
            return o->kind == SIM_OPERAND_register &&
                   (fits_source(o, m, SIM_TYPE_u64) ||
                    fits_source(o, m, SIM_TYPE_u32));
        if (m->form->op == SIM_OP_cvta && o->kind == SIM_OPERAND_special)
            return false;
        return fits_any(o, m, spec->type);
    case 'x':
        return o->kind == SIM_OPERAND_register && fits_video(o) &&
               o->selector_count <= (spec->kind[1] == 'm'   ? 4
                                     : spec->kind[1] == 'p' ? 1
                                                            : 0);
    case 'y': return fits_video(o) && o->selector_count <= 1;
    case 'z':
        return fits_video(o) && o->kind == SIM_OPERAND_register && !o->minus;
    default: return false;
    }
}

static bool fits_form(const sim_mnemonic *m, const sim_operand *operands,
                      uint32_t count) {
    sim_spec specs[SIM_SPECS_MAX];
    uint32_t given = count - (m->hint && count), at = 0, n;

    if (m->hint &&
        (!count || !fits_source(&operands[count - 1], m, SIM_TYPE_u64)))
        return false;
    n = sim_read_specs(m, given, specs);
    for (uint32_t i = 0; i < n; i++) {
        if (specs[i].missing)
            continue;
        if (at == given || !fits_spec(&operands[at], m, &specs[i]))
            return false;
        at++;
    }
    return at == given;
}

/* ---- mov of vectors ---- */

/* mov.b64 {a, b}, c and back: parts of equal size that fill the type. */
static bool fits_pack(const sim_operand *vector, const sim_operand *whole,
                      uint8_t type, bool source) {
    uint32_t bytes = sim_types[type].bytes;

    if (vector->kind != SIM_OPERAND_vector || !vector->count ||
        sim_types[type].kind != SIM_KIND_bits || bytes % vector->count)
        return false;
    for (uint32_t i = 0; i < vector->count; i++) {
        const sim_operand *item = vector->items ? &vector->items[i] : NULL;
        uint8_t own =
            item ? sim_operand_type(item) : vector->symbol->as.reg.type;

        if (item && item->kind == SIM_OPERAND_sink && !source)
            continue;
        if (item && item->kind == SIM_OPERAND_value && source)
            continue;
        if ((item && item->kind != SIM_OPERAND_register) ||
            sim_types[own].bytes != bytes / vector->count)
            return false;
    }
    return whole->kind == SIM_OPERAND_register
               ? sim_register_fits(sim_operand_type(whole), type, false)
               : whole->kind == SIM_OPERAND_value && !source &&
                     value_fits(&whole->value, type);
}

/* ---- the choice ---- */

static bool compares(uint8_t cmp, uint8_t kind) {
    switch (kind) {
    case SIM_KIND_bits: return cmp == SIM_CMP_eq || cmp == SIM_CMP_ne;
    case SIM_KIND_signed: return cmp <= SIM_CMP_ge;
    case SIM_KIND_unsigned: return cmp <= SIM_CMP_hs;
    default: return cmp <= SIM_CMP_ge || cmp >= SIM_CMP_equ;
    }
}

static bool check_compare(sim_parser *p, const sim_mnemonic *m) {
    uint8_t type = m->types[m->type_count ? m->type_count - 1 : 0];

    if (!m->proto.cmp || compares(m->proto.cmp, sim_types[type].kind))
        return true;
    sim_error(p, "Mismatch between instruction type and comparison qualifier");
    return false;
}

static void name_unknown(sim_parser *p, const sim_operand *o) {
    if (o->items)
        for (uint32_t i = 0; i < o->count; i++)
            name_unknown(p, &o->items[i]);
    if (o->pair)
        name_unknown(p, o->pair);
    if ((o->kind == SIM_OPERAND_symbol ||
         (o->kind == SIM_OPERAND_address && o->base == SIM_OPERAND_symbol)) &&
        !o->symbol)
        sim_error(p, "Unknown symbol '%s'", o->name->text);
}

/* Whether a vector's registers differ in type. */
static bool is_mixed(const sim_operand *o) {
    uint8_t type = SIM_TYPE_none;

    for (uint32_t i = 0; o->items && i < o->count; i++) {
        uint8_t own = sim_operand_type(&o->items[i]);

        if (own && type && own != type)
            return true;
        type = own ? own : type;
    }
    return false;
}

static void report_mismatch(sim_parser *p, const sim_mnemonic *m,
                            const sim_operand *operands, uint32_t count) {
    const char *base = m->form->base;
    char first = m->form->operands[0];
    bool special = false, mixed = false;

    for (uint32_t i = 0; i < count; i++) {
        special |= operands[i].kind == SIM_OPERAND_special;
        mixed |= is_mixed(&operands[i]);
    }
    if (count && operands[0].kind == SIM_OPERAND_value &&
        strchr("dpvx", first) && first)
        sim_error(p, "Result register required for instruction '%s'", base);
    else if (count && first == 'd' && operands[0].kind == SIM_OPERAND_sink)
        sim_error(p, "Result discard mode is not allowed for instruction '%s'",
                  base);
    else if (mixed)
        sim_error(p,
                  "Vector with elements of different types are not allowed in "
                  "%s instruction",
                  base);
    else if (special)
        sim_error(p,
                  "Special register argument not allowed for instruction '%s'",
                  base);
    else
        sim_error(p, "Arguments mismatch for instruction '%s'", base);
    for (uint32_t i = 0; i < count; i++)
        name_unknown(p, &operands[i]);
}

/* Before Volta a warp was in step: exchanges without a mask are of then. */
static bool check_sync(sim_parser *p, const sim_mnemonic *m) {
    if ((m->form->op != SIM_OP_shfl && m->form->op != SIM_OP_vote) ||
        m->proto.is_sync || p->unit->sm < 70 || p->unit->version < 64)
        return true;
    sim_error(p,
              "Instruction '%s' without '.sync' is not supported on .target "
              "sm_70 and higher from PTX ISA version 6.4",
              m->form->base);
    return false;
}

/* .sat of an integer conversion that can saturate. */
static bool check_saturation(sim_parser *p, const sim_mnemonic *m) {
    const sim_type_info *to = &sim_types[m->types[0]];
    const sim_type_info *from = &sim_types[m->types[1]];

    if (m->form->op != SIM_OP_cvt || !m->proto.sat || m->proto.pack ||
        !is_integer(to->kind) || !is_integer(from->kind))
        return true;
    if (from->bytes > to->bytes ||
        (from->kind != to->kind &&
         (from->bytes == to->bytes || from->kind == SIM_KIND_signed)))
        return true;
    sim_error(p, "Illegal modifier '.sat' for instruction 'cvt'");
    return false;
}

/* Places and lengths of bit fields that are numbers. */
static bool check_fields(sim_parser *p, const sim_mnemonic *m,
                         const sim_operand *operands, uint32_t count) {
    bool is_bfe = m->form->op == SIM_OP_bfe, ok = true;

    if (!is_bfe && m->form->op != SIM_OP_bfi)
        return true;
    for (uint32_t i = is_bfe ? 2 : 3; i < count; i++)
        if (operands[i].kind == SIM_OPERAND_value &&
            operands[i].value.bits > 255) {
            sim_error(p,
                      "Argument %u of instruction '%s': value '%lld' out of "
                      "range, expected to be in range [0..255]",
                      (unsigned)i, m->form->base,
                      (long long)operands[i].value.bits);
            ok = false;
        }
    return ok;
}

void sim_check_and_emit(sim_parser *p, const sim_mnemonic *mnemonic,
                        sim_operand *operands, uint32_t count) {
    uint8_t type = mnemonic->types[0];

    if (!check_compare(p, mnemonic) || !check_sync(p, mnemonic) ||
        !check_saturation(p, mnemonic))
        return;
    if (mnemonic->form->op == SIM_OP_mov && count == 2) {
        if (fits_pack(&operands[0], &operands[1], type, false)) {
            sim_emit_unpack(p, mnemonic, operands);
            return;
        }
        if (fits_pack(&operands[1], &operands[0], type, true)) {
            sim_emit_pack(p, mnemonic, operands);
            return;
        }
    }
    for (const sim_mnemonic *m = mnemonic; m; m = m->other)
        if (sim_form_present(p->unit, m->form) &&
            fits_form(m, operands, count)) {
            if (check_fields(p, m, operands, count))
                sim_emit_form(p, m, operands, count);
            return;
        }
    report_mismatch(p, mnemonic, operands, count);
}
