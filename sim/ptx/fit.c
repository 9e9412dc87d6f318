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

/* Whether a number may stand for a value of the type. */
bool sim_value_fits(const sim_value *value, uint8_t type) {
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
bool sim_relaxes(const sim_mnemonic *m) {
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

static bool fits_source(const sim_operand *o, const sim_mnemonic *m,
                        uint8_t type) {
    if (o->minus || o->selector_count || (o->not_pred && type != SIM_TYPE_pred))
        return false;
    if (o->kind == SIM_OPERAND_register)
        return sim_register_fits(sim_operand_type(o), type, sim_relaxes(m));
    if (o->kind == SIM_OPERAND_value)
        return sim_value_fits(&o->value, type);
    return o->kind == SIM_OPERAND_special && m->form->op == SIM_OP_cvt &&
           !o->count && !m->proto.pack &&
           is_integer(sim_types[m->types[0]].kind) &&
           sim_register_fits(sim_operand_type(o), type, true);
}

/* a|b, of which one may be `_`: the kinds say which (forms.def). */
static bool fits_pair(const sim_operand *o, const sim_spec *spec) {
    bool wanted = !strncmp(spec->kind, "d_p", 3);
    bool first = spec->kind[0] == 'p' || strchr(spec->kind, '_');

    if (!o->pair)
        return !wanted;
    if (!strchr(spec->kind + 1, 'p') || !sim_operand_is_bare(o->pair))
        return false;
    if (o->kind == SIM_OPERAND_sink && !first)
        return false;
    if (o->pair->kind == SIM_OPERAND_sink)
        return !wanted && o->kind != SIM_OPERAND_sink;
    return o->pair->kind == SIM_OPERAND_register &&
           sim_operand_type(o->pair) == SIM_TYPE_pred;
}

static bool fits_result(const sim_operand *o, const sim_mnemonic *m,
                        const sim_spec *spec) {
    if (!fits_pair(o, spec) || o->selector_count || o->minus || o->not_pred)
        return false;
    if (strchr(spec->kind, 'i') && o->kind == SIM_OPERAND_register &&
        sim_types[sim_operand_type(o)].kind == SIM_KIND_float)
        return false;
    if (o->kind == SIM_OPERAND_sink)
        return o->pair || strchr(spec->kind, '_') || m->form->op == SIM_OP_setp;
    return o->kind == SIM_OPERAND_register &&
           sim_register_fits(sim_operand_type(o), spec->type, sim_relaxes(m));
}

/* A special register as a whole value. Some were narrower once and are still
 * read as 16 or 32 bits: %tid and its like, and %gridid. */
static bool fits_special(const sim_operand *o, uint8_t type) {
    uint8_t own = sim_operand_type(o), bytes = sim_types[type].bytes;

    if (o->count || sim_types[type].kind == SIM_KIND_float)
        return false;
    if (own == SIM_TYPE_pred || !bytes)
        return own == type;
    if (sim_types[own].bytes == 8 && o->special != SIM_SPECIAL_gridid)
        return bytes == 8;
    return bytes <= sim_types[own].bytes;
}

bool sim_fits_any(const sim_operand *o, const sim_mnemonic *m, uint8_t type) {
    uint8_t bytes = sim_types[type].bytes;

    if (!sim_operand_is_bare(o))
        return fits_source(o, m, type);
    if (o->kind == SIM_OPERAND_symbol && o->symbol)
        return o->symbol->kind != SIM_SYMBOL_prototype &&
               o->symbol->kind != SIM_SYMBOL_targets &&
               sim_types[type].kind != SIM_KIND_float &&
               (bytes == 8 || bytes == 4);
    if (o->kind == SIM_OPERAND_special)
        return fits_special(o, type);
    return fits_source(o, m, type);
}

/* [address], or in loads and stores an element of an array: a[4]. */
static bool fits_address(const sim_operand *o, const sim_mnemonic *m) {
    if (!sim_operand_is_bare(o))
        return false;
    if (o->kind == SIM_OPERAND_symbol && o->indexed)
        return m->form->op == SIM_OP_ld || m->form->op == SIM_OP_ldu ||
               m->form->op == SIM_OP_st;
    return o->kind == SIM_OPERAND_address;
}

/* A part of a video operand: any 32-bit integer register, or a number; only
 * vmad without .po takes signs. */
static bool fits_video(const sim_operand *o, const sim_mnemonic *m) {
    if (o->not_pred ||
        (o->minus && (m->form->op != SIM_OP_vmad || m->proto.po)))
        return false;
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

/* Selectors of SIMD operands: .h10 of two lanes, .b3210 of four. A result's
 * name the lanes that are written, the highest first; a source's name one for
 * each. */
static bool fits_lanes(const sim_operand *o, const sim_mnemonic *m,
                       bool result) {
    const char *name = m->form->base;
    bool bytes = name[strlen(name) - 1] == '4';
    uint32_t lanes = bytes ? 4 : 2, above = lanes;

    if (o->selector_count == 0)
        return true;
    if ((o->part < SIM_PART_h0) != bytes)
        return false;
    if (!result)
        return o->selector_count == lanes;
    for (uint32_t i = o->selector_count; i-- > 0;) {
        uint32_t lane = o->selectors >> 4 * i & 15;

        if (lane >= above)
            return false;
        above = lane;
    }
    return true;
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
    case 'm': return fits_address(o, m);
    case 'v': return sim_fits_vector(o, m, spec->type, false);
    case 'u': return sim_fits_vector(o, m, spec->type, true);
    case 'a':
        if (m->form->op == SIM_OP_isspacep)
            return o->kind == SIM_OPERAND_register &&
                   (fits_source(o, m, SIM_TYPE_u64) ||
                    fits_source(o, m, SIM_TYPE_u32));
        if (m->form->op == SIM_OP_cvta && o->kind == SIM_OPERAND_special)
            return false;
        return sim_fits_any(o, m, spec->type);
    case 'x':
        if (o->kind != SIM_OPERAND_register || o->minus || !fits_video(o, m))
            return false;
        return spec->kind[1] == 'm'
                   ? fits_lanes(o, m, true)
                   : o->selector_count <= (spec->kind[1] == 'p' ? 1 : 0);
    case 'y': return fits_video(o, m) && o->selector_count <= 1;
    case 'z':
        return fits_video(o, m) && o->kind == SIM_OPERAND_register &&
               fits_lanes(o, m, false);
    case 'w': return fits_video(o, m) && !o->selector_count;
    default: return false;
    }
}

/* vmad: a * b and c have one sign between them. */
static bool fits_signs(const sim_mnemonic *m, const sim_operand *operands) {
    return m->form->op != SIM_OP_vmad ||
           operands[1].minus == operands[2].minus || !operands[3].minus;
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
    return at == given && fits_signs(m, operands);
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

static void report_mismatch(sim_parser *p, const sim_mnemonic *m,
                            const sim_operand *operands, uint32_t count) {
    const char *base = m->form->base;
    char first = m->form->operands[0];
    bool special = false, mixed = false;

    for (uint32_t i = 0; i < count; i++) {
        special |= operands[i].kind == SIM_OPERAND_special;
        mixed |= sim_is_mixed(&operands[i]);
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
    if (!check_compare(p, mnemonic) || !check_sync(p, mnemonic) ||
        !check_saturation(p, mnemonic))
        return;
    if (mnemonic->form->op == SIM_OP_mov && count == 2) {
        if (sim_fits_pack(&operands[0], &operands[1], mnemonic, false)) {
            sim_emit_unpack(p, mnemonic, operands);
            return;
        }
        if (sim_fits_pack(&operands[1], &operands[0], mnemonic, true)) {
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
