/* SPDX-License-Identifier: Apache-2.0 */
/* Operands as they stand in the text; what they may be is ptx/fit.c's. */
#include "sim/ptx/parse.h"

#include <string.h>

static const struct {
    const char *text;
    uint8_t special, type;
} specials[] = {
#define SPECIAL(name, text, type, when)                                        \
    {text, SIM_SPECIAL_##name, SIM_TYPE_##type},
#include "sim/specials.def"
#undef SPECIAL
};

/* ---- special registers ---- */

/* "%pm3", "%pm3_64", "%envreg12": the stem's length and the number. */
static bool numbered(const char *text, const char *stem, uint32_t most,
                     uint32_t *number, const char **rest) {
    size_t length = strlen(stem);
    uint32_t n = 0;

    if (strncmp(text, stem, length) != 0 || text[length] < '0' ||
        text[length] > '9')
        return false;
    for (text += length; *text >= '0' && *text <= '9' && n < 100; text++)
        n = n * 10 + (uint32_t)(*text - '0');
    *number = n;
    *rest = text;
    return n <= most;
}

static bool find_special(const char *text, sim_operand *out) {
    const char *rest;

    if (numbered(text, "%envreg", 31, &out->number, &rest) && !*rest) {
        out->special = SIM_SPECIAL_envreg;
        return true;
    }
    if (numbered(text, "%pm", 7, &out->number, &rest) &&
        (!*rest || !strcmp(rest, "_64"))) {
        out->special = *rest ? SIM_SPECIAL_pm64 : SIM_SPECIAL_pm;
        return true;
    }
    for (size_t i = 0; i < sizeof specials / sizeof *specials; i++)
        if (specials[i].text[0] && !strcmp(specials[i].text, text)) {
            out->special = (sim_special)specials[i].special;
            return true;
        }
    return false;
}

/* %tid and %tid.x: with a component where one follows. */
static bool parse_special(sim_parser *p, sim_atom *name, sim_operand *out) {
    char text[48];

    if (name->text[0] != '%' || name->length > 40)
        return false;
    memcpy(text, name->text, name->length + 1);
    if (find_special(text, out)) {
        out->kind = SIM_OPERAND_special;
        return true;
    }
    memcpy(text + name->length, ".x", 3);
    if (!find_special(text, out))
        return false;
    out->kind = SIM_OPERAND_special;
    if (p->token.kind == SIM_TOKEN_word && p->token.atom->length == 1 &&
        strchr("xyzw", p->token.atom->text[0])) {
        static const char letters[] = "xyzw";

        out->special =
            (sim_special)(out->special +
                          (strchr(letters, p->token.atom->text[0]) - letters));
        sim_advance(p);
        return true;
    }
    out->count = 4; /* the whole vector */
    return true;
}

static uint8_t special_type(sim_special special) {
    for (size_t i = 0; i < sizeof specials / sizeof *specials; i++)
        if (specials[i].special == special)
            return specials[i].type;
    return SIM_TYPE_u32;
}

/* ---- names ---- */

/* .x .y .z .w (.r .g .b .a) of a vector register. */
static bool parse_component(sim_parser *p, sim_operand *out) {
    static const char letters[] = "xyzwrgba";
    const char *at;

    if (p->token.kind != SIM_TOKEN_word || p->token.atom->length != 1 ||
        !(at = strchr(letters, p->token.atom->text[0])))
        return false;
    out->component = (uint8_t)((at - letters) % 4);
    out->count = 0;
    if (out->component >= out->symbol->as.reg.vector)
        sim_error(p, "Illegal vector component '.%s'", p->token.atom->text);
    sim_advance(p);
    return true;
}

/* Selectors of video operands: .b0 .h1, and of SIMD ones .b3210, .h10: lane
 * i's source in bits 4i of `out->selectors`, and a mask of lanes. */
static void parse_part(sim_parser *p, sim_operand *out) {
    const char *text;
    uint32_t digits, limit;

    if (p->token.kind != SIM_TOKEN_word)
        return;
    text = p->token.atom->text;
    digits = p->token.atom->length - 1;
    if ((text[0] != 'b' && text[0] != 'h') || digits < 1 || digits > 4)
        return;
    limit = text[0] == 'b' ? 4 : 2;
    for (uint32_t i = 1; i <= digits; i++) {
        uint32_t n = (uint32_t)(text[i] - '0');

        /* Digits of two-lane selectors count through both words: .h32. */
        if (n >= (digits > 1 ? 2 * limit : limit))
            return;
        out->lane_mask |= (uint8_t)(1u << (n & 7));
        out->selectors |= (uint16_t)(n << 4 * (digits - i));
    }
    out->selector_count = (uint8_t)digits;
    out->part = (uint8_t)((text[0] == 'b' ? SIM_PART_b0 : SIM_PART_h0) +
                          (text[digits] - '0') % (int)limit);
    sim_advance(p);
}

static bool parse_name(sim_parser *p, sim_operand *out) {
    sim_atom *name = p->token.atom;
    sim_symbol *symbol = sim_symbol_find(p, name);

    out->name = name;
    sim_advance(p);
    if (!strcmp(name->text, "_")) {
        out->kind = SIM_OPERAND_sink;
        return true;
    }
    if (!symbol && parse_special(p, name, out))
        return true;
    out->symbol = symbol;
    out->kind = SIM_OPERAND_symbol;
    if (symbol && symbol->kind == SIM_SYMBOL_register) {
        out->kind = SIM_OPERAND_register;
        if (symbol->as.reg.vector) {
            out->count = symbol->as.reg.vector;
            if (!parse_component(p, out)) {
                out->kind = SIM_OPERAND_vector;
                return true;
            }
        }
        parse_part(p, out);
        return true;
    }
    if (sim_at(p, '+') || sim_at(p, '-'))
        return sim_expression(p, &out->value);
    return true;
}

/* ---- elements of arrays ---- */

uint32_t sim_element_size(const sim_symbol *symbol) {
    if (symbol->kind == SIM_SYMBOL_variable && symbol->as.variable->array)
        return sim_types[symbol->as.variable->type].bytes;
    if (symbol->kind == SIM_SYMBOL_param && symbol->as.param.array)
        return sim_types[symbol->as.param.type].bytes;
    return 0;
}

static bool is_index(const sim_operand *o) {
    uint8_t kind = sim_types[sim_operand_type(o)].kind;

    return o->kind == SIM_OPERAND_register && !o->selector_count &&
           (kind == SIM_KIND_bits || kind == SIM_KIND_signed ||
            kind == SIM_KIND_unsigned) &&
           sim_types[sim_operand_type(o)].bytes <= 8;
}

/* `%r1` or `%r1 + 4` in the brackets. */
static bool parse_register_index(sim_parser *p, sim_operand *out) {
    sim_value more = {0};

    out->index = SIM_NEW(&p->unit->pool, sim_operand);
    if (!parse_name(p, out->index))
        return false;
    if (!is_index(out->index)) {
        if (out->index->kind == SIM_OPERAND_symbol && !out->index->symbol)
            sim_error(p, "Unknown symbol '%s'", out->index->name->text);
        else
            sim_error(p, "Illegal index of array '%s'", out->name->text);
        out->index = NULL;
    }
    if (sim_accept(p, '+') && !sim_expression(p, &more))
        return false;
    if (more.is_float)
        sim_error(p, "Integer expression expected");
    out->added = (int32_t)(uint32_t)more.bits;
    return true;
}

/* a[4], a[%r1], a[%r1 + 4] (PTX ISA 6.4.2). An index counts elements of the
 * declared type, in arrays of vectors and of more dimensions too. */
static bool parse_index(sim_parser *p, sim_operand *out) {
    uint32_t size = out->symbol ? sim_element_size(out->symbol) : 1;

    sim_advance(p);
    out->indexed = true;
    out->base = SIM_OPERAND_symbol;
    if (!size)
        sim_error(p, "Array indexing on non-array");
    if (p->token.kind == SIM_TOKEN_name &&
        strcmp(p->token.atom->text, "WARP_SZ") != 0) {
        if (!parse_register_index(p, out))
            return false;
    } else {
        if (!sim_expression(p, &out->value))
            return false;
        if (out->value.is_float)
            sim_error(p, "Integer expression expected");
        out->value.bits *= size;
    }
    return sim_expect(p, ']');
}

/* ---- the others ---- */

static bool parse_vector(sim_parser *p, sim_operand *out) {
    out->kind = SIM_OPERAND_vector;
    out->items = sim_pool_array(&p->unit->pool, 8, sizeof *out->items);
    sim_advance(p);
    if (!sim_enter(p))
        return false;
    do {
        if (out->count == 8) {
            sim_syntax_error(p);
            return false;
        }
        if (!sim_parse_operand(p, &out->items[out->count++]))
            return false;
    } while (sim_accept(p, ','));
    sim_leave(p);
    return sim_expect(p, '}');
}

/* [reg], [reg + 8], [reg + -8], [sym + 8], [16] */
static bool parse_address(sim_parser *p, sim_operand *out) {
    sim_operand base = {0};

    sim_advance(p);
    if (p->token.kind == SIM_TOKEN_name &&
        strcmp(p->token.atom->text, "WARP_SZ") != 0) {
        if (!parse_name(p, &base))
            return false;
        if (base.kind == SIM_OPERAND_register && sim_accept(p, '+') &&
            !sim_expression(p, &base.value))
            return false;
    } else {
        base.kind = SIM_OPERAND_value;
        if (!sim_expression(p, &base.value))
            return false;
    }
    if (base.value.is_float)
        sim_error(p, "Integer expression expected");
    if (base.selector_count) {
        sim_syntax_error(p);
        return false;
    }
    *out = base;
    out->base = base.kind;
    out->kind = SIM_OPERAND_address;
    if (sim_accept(p, ',')) { /* of textures: nothing else takes a pair */
        out->pair = SIM_NEW(&p->unit->pool, sim_operand);
        if (!sim_parse_operand(p, out->pair))
            return false;
    }
    return sim_expect(p, ']');
}

static bool parse_plain(sim_parser *p, sim_operand *out) {
    if (p->token.kind == SIM_TOKEN_name &&
        strcmp(p->token.atom->text, "WARP_SZ") != 0) {
        if (!parse_name(p, out))
            return false;
        return out->kind != SIM_OPERAND_symbol || out->value.bits ||
               !sim_at(p, '[') || parse_index(p, out);
    }
    if (sim_at(p, '{'))
        return parse_vector(p, out);
    if (sim_at(p, '['))
        return parse_address(p, out);
    out->kind = SIM_OPERAND_value;
    return sim_expression(p, &out->value);
}

/* -%r1 and !%p1: a sign before a name, which is no expression. */
static bool name_follows(const sim_parser *p) {
    sim_lexer ahead = p->lexer;
    sim_token after;

    sim_lex_next(&ahead, &after);
    return after.kind == SIM_TOKEN_name &&
           strcmp(after.atom->text, "WARP_SZ") != 0;
}

bool sim_parse_operand(sim_parser *p, sim_operand *out) {
    *out = (sim_operand){.kind = SIM_OPERAND_none};
    if (sim_at(p, '!') && name_follows(p)) {
        out->not_pred = true;
        sim_advance(p);
    } else if (sim_at(p, '-') && name_follows(p)) {
        out->minus = true;
        sim_advance(p);
    }
    if (!parse_plain(p, out))
        return false;
    if (!sim_accept(p, '|'))
        return true;
    out->pair = SIM_NEW(&p->unit->pool, sim_operand);
    return parse_plain(p, out->pair);
}

bool sim_operand_is_bare(const sim_operand *o) {
    return !o->minus && !o->not_pred && !o->selector_count && !o->pair;
}

const sim_operand *sim_operand_item(const sim_operand *o) {
    return o->kind == SIM_OPERAND_vector && o->items && o->count == 1 ? o->items
                                                                      : o;
}

/* ---- as rows ---- */

uint8_t sim_operand_type(const sim_operand *o) {
    if (o->kind == SIM_OPERAND_register)
        return o->symbol->as.reg.type;
    if (o->kind == SIM_OPERAND_special)
        return special_type(o->special);
    return SIM_TYPE_none;
}

uint32_t sim_operand_row(sim_parser *p, const sim_operand *o) {
    return sim_frame_register(p->func, &o->symbol->as.reg, o->component);
}

uint32_t sim_constant_row(sim_parser *p, uint8_t type, uint64_t bits) {
    sim_target none = {0};
    uint32_t width = sim_lane_width(type);

    if (!width) /* a predicate: all lanes or none */
        return sim_frame_constant(p->unit, p->func, 0, bits ? UINT32_MAX : 0, 0,
                                  none);
    if (width == 16) {
        uint64_t sign = (int64_t)bits < 0 ? UINT64_MAX : 0;

        return sim_frame_constant(p->unit, p->func, width, bits, sign, none);
    }
    return sim_frame_constant(p->unit, p->func, width, bits, 0, none);
}
