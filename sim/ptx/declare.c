/* SPDX-License-Identifier: Apache-2.0 */
/* Registers, .param variables, signatures and prototypes. */
#include "sim/ptx/parse.h"

#include <string.h>

/* `.v2` or `.v4`, 0: none. */
static uint8_t parse_vector(sim_parser *p) {
    if (sim_accept_word(p, "v2"))
        return 2;
    return sim_accept_word(p, "v4") ? 4 : 0;
}

static bool only_of_instructions(uint8_t type) {
    uint8_t kind = sim_types[type].kind;

    if (kind == SIM_KIND_packed)
        return type != SIM_TYPE_f16x2;
    if (kind == SIM_KIND_float)
        return type != SIM_TYPE_f16 && type != SIM_TYPE_f32 &&
               type != SIM_TYPE_f64;
    return type >= SIM_TYPE_u4;
}

static uint8_t parse_type(sim_parser *p) {
    uint8_t type = (uint8_t)sim_word_type(p);

    if (type == SIM_TYPE_none || type == SIM_TYPE_bf16 ||
        type == SIM_TYPE_bf16x2 || type == SIM_TYPE_tf32) {
        sim_syntax_error(p);
        return SIM_TYPE_b32;
    }
    if (only_of_instructions(type)) {
        sim_error(p, "Type .%s may only be used as an instruction type",
                  sim_types[type].name);
        type = SIM_TYPE_b32;
    }
    sim_advance(p);
    return type;
}

void sim_parse_registers(sim_parser *p) {
    uint64_t align, count;
    uint8_t vector, type;

    if (sim_accept_word(p, "align"))
        sim_parse_align(p, &align);
    vector = parse_vector(p);
    type = parse_type(p);
    if (!vector)
        vector = parse_vector(p);
    do {
        sim_atom *name = sim_expect_name(p);
        sim_symbol *symbol;

        if (!name)
            return;
        if (sim_accept(p, '<')) {
            if (sim_count(p, &count))
                sim_numbered_new(p, name, count, type, vector);
            continue;
        }
        symbol = sim_symbol_new(p, name, SIM_SYMBOL_register);
        if (symbol)
            symbol->as.reg = (sim_register){.type = type, .vector = vector};
    } while (sim_accept(p, ','));
    sim_expect(p, ';');
}

/* ---- .param ---- */

typedef struct param_type {
    uint8_t type;
    bool array;
    uint64_t align, size;
} param_type;

/* `.align 8 .u64 .ptr .global .align 16`, up to the name. */
static void parse_param_type(sim_parser *p, param_type *out) {
    uint64_t ignored;

    *out = (param_type){.align = 1};
    for (;;) {
        if (sim_accept_word(p, "align"))
            sim_parse_align(p, &out->align);
        else if (sim_accept_word(p, "ptr")) {
            while (sim_at_word(p, "global") || sim_at_word(p, "const") ||
                   sim_at_word(p, "local") || sim_at_word(p, "shared"))
                sim_advance(p);
            if (sim_accept_word(p, "align"))
                sim_parse_align(p, &ignored);
        } else if (sim_at_word(p, "texref") || sim_at_word(p, "samplerref") ||
                   sim_at_word(p, "surfref")) {
            sim_unit_error(p->unit, SIM_NOT_SIMULATED, p->token.line,
                           "Type '.%s' is not simulated", p->token.atom->text);
            out->type = SIM_TYPE_b64;
            sim_advance(p);
        } else if (p->token.kind == SIM_TOKEN_word && !out->type)
            out->type = parse_type(p);
        else
            break;
    }
    if (!out->type || out->type == SIM_TYPE_pred) {
        sim_syntax_error(p);
        out->type = SIM_TYPE_b32;
    }
    if (out->align < sim_types[out->type].bytes)
        out->align = sim_types[out->type].bytes;
    out->size = sim_types[out->type].bytes;
}

/* `[8]` or `[]` behind a name. */
static void parse_param_dims(sim_parser *p, param_type *t) {
    uint64_t n = 0;

    while (sim_accept(p, '[')) {
        t->array = true;
        if (sim_at(p, ']'))
            n = 0;
        else
            sim_integer(p, &n);
        sim_expect(p, ']');
        if (n > (1 << 19) || __builtin_mul_overflow(t->size, n, &t->size) ||
            t->size > (1 << 19)) {
            sim_error(p, "Parameter is too large");
            t->size = 4;
        }
    }
}

static uint32_t place_param(uint32_t *bytes, const param_type *t) {
    uint32_t at = (uint32_t)((*bytes + t->align - 1) & ~(t->align - 1));

    *bytes = at + (uint32_t)t->size;
    return at;
}

static void param_symbol(sim_parser *p, sim_atom *name, const param_type *t,
                         uint32_t offset, sim_param_role role) {
    sim_symbol *symbol = sim_symbol_new(p, name, SIM_SYMBOL_param);

    if (symbol)
        symbol->as.param = (sim_param_var){.type = t->type,
                                           .role = role,
                                           .array = t->array,
                                           .offset = offset,
                                           .size = (uint32_t)t->size,
                                           .align = (uint32_t)t->align};
}

/* All .param bytes of one frame. */
enum { PARAM_MAX = 1 << 19 };

void sim_parse_param_variables(sim_parser *p) {
    param_type t;

    parse_param_type(p, &t);
    do {
        sim_atom *name = sim_expect_name(p);
        param_type own = t;

        if (!name)
            return;
        parse_param_dims(p, &own);
        if (p->func->param_bytes > PARAM_MAX) {
            sim_fatal(p, "Too many parameters");
            return;
        }
        param_symbol(p, name, &own, place_param(&p->func->param_bytes, &own),
                     SIM_PARAM_ROLE_call);
    } while (sim_accept(p, ','));
    sim_expect(p, ';');
}

/* ---- signatures ---- */

static void formal_register(sim_parser *p, sim_formal_kind kind,
                            sim_formal *formal) {
    sim_symbol *symbol;

    formal->is_reg = true;
    formal->vector = parse_vector(p);
    formal->type = parse_type(p);
    formal->size = sim_types[formal->type].bytes;
    formal->align = formal->size ? formal->size : 1;
    formal->name = sim_expect_name(p);
    if (!formal->name || kind == SIM_FORMAL_prototype)
        return;
    if (kind == SIM_FORMAL_entry)
        sim_error(p, "Entry parameter '%s' must have .param state space",
                  formal->name->text);
    symbol = sim_symbol_new(p, formal->name, SIM_SYMBOL_register);
    if (!symbol)
        return;
    symbol->as.reg =
        (sim_register){.type = formal->type, .vector = formal->vector};
    formal->place =
        (sim_place){.at = sim_frame_register(p->func, &symbol->as.reg, 0),
                    .stride = sim_lane_width(formal->type),
                    .size = sim_lane_width(formal->type)};
}

static void formal_param(sim_parser *p, sim_formal_kind kind,
                         sim_param_role role, sim_formal *formal) {
    param_type t;
    uint32_t offset;

    parse_param_type(p, &t);
    formal->name = sim_expect_name(p);
    if (!formal->name)
        return;
    parse_param_dims(p, &t);
    formal->type = t.type;
    formal->size = (uint32_t)t.size;
    formal->align = (uint32_t)t.align;
    if (kind == SIM_FORMAL_prototype)
        return;
    if (p->func->param_bytes > PARAM_MAX) {
        sim_fatal(p, "Too many parameters");
        return;
    }
    offset = place_param(&p->func->param_bytes, &t);
    formal->place =
        (sim_place){.at = offset, .stride = SIM_NONE, .size = formal->size};
    param_symbol(p, formal->name, &t, offset, role);
    if (kind != SIM_FORMAL_entry)
        return;
    *SIM_PUSH(&p->unit->pool, &p->func->entry_params) =
        (sim_param){.name = pk_arena_text(p->unit->keep, formal->name->text,
                                          formal->name->length),
                    .offset = offset,
                    .size = formal->size,
                    .align = formal->align};
}

void sim_parse_formals(sim_parser *p, sim_formal_kind kind, sim_param_role role,
                       sim_formal **formals, uint32_t *count) {
    SIM_LIST(sim_formal) list = {0};

    if (!sim_expect(p, '('))
        return;
    if (!sim_at(p, ')'))
        do {
            sim_formal *formal = SIM_PUSH(&p->unit->pool, &list);

            memset(formal, 0, sizeof *formal);
            if (sim_accept_word(p, "reg"))
                formal_register(p, kind, formal);
            else if (sim_accept_word(p, "param"))
                formal_param(p, kind, role, formal);
            else
                sim_syntax_error(p);
        } while (sim_accept(p, ','));
    sim_expect(p, ')');
    *formals = list.items;
    *count = list.count;
}

/* name: .callprototype (results) _ (params) [.noreturn]; */
void sim_parse_prototype(sim_parser *p, sim_atom *name) {
    sim_symbol *symbol = sim_symbol_new(p, name, SIM_SYMBOL_prototype);
    sim_prototype *proto = SIM_NEW(&p->unit->pool, sim_prototype);

    if (symbol)
        symbol->as.prototype = proto;
    if (sim_at(p, '('))
        sim_parse_formals(p, SIM_FORMAL_prototype, SIM_PARAM_ROLE_result,
                          &proto->results, &proto->result_count);
    sim_expect_name(p); /* `_` */
    if (sim_at(p, '('))
        sim_parse_formals(p, SIM_FORMAL_prototype, SIM_PARAM_ROLE_input,
                          &proto->params, &proto->param_count);
    while (p->token.kind == SIM_TOKEN_word) {
        uint64_t ignored;

        if (sim_accept_word(p, "noreturn"))
            proto->noreturn = true;
        else if (sim_accept_word(p, "abi_preserve") ||
                 sim_accept_word(p, "abi_preserve_control"))
            sim_integer(p, &ignored);
        else
            sim_syntax_error(p);
    }
    sim_expect(p, ';');
}

/* name: .branchtargets A, B; or .calltargets f, g; */
void sim_parse_targets(sim_parser *p, sim_atom *name, bool calls) {
    sim_symbol *symbol = sim_symbol_new(p, name, SIM_SYMBOL_targets);
    sim_targets *targets = SIM_NEW(&p->unit->pool, sim_targets);

    if (symbol)
        symbol->as.targets = targets;
    targets->calls = calls;
    targets->list = p->func->list.count;
    do {
        sim_atom *target = sim_expect_name(p);
        sim_symbol *func;

        if (!target)
            return;
        if (!calls) {
            sim_want_label(p, target, SIM_NONE, p->func->list.count);
            *SIM_PUSH(&p->unit->pool, &p->func->list) = 0;
            targets->count++;
            continue;
        }
        func = sim_symbol_find(p, target);
        if (!func || func->kind != SIM_SYMBOL_func) {
            sim_error(p, "Unknown symbol '%s'", target->text);
            continue;
        }
        func->as.func->addressed = true;
        targets->func = func->as.func;
        targets->count++;
    } while (sim_accept(p, ','));
    sim_expect(p, ';');
}
