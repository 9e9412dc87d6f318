/* SPDX-License-Identifier: Apache-2.0 */
/* bra, brx.idx and call: operands that are labels, functions and lists. */
#include "sim/ptx/parse.h"

#include <string.h>

void sim_parse_bra(sim_parser *p, sim_inst *inst) {
    sim_atom *label = sim_expect_name(p);

    if (!label || !sim_expect(p, ';'))
        return;
    sim_want_label(p, label, p->func->code.count, 0);
    sim_emit(p, inst);
}

void sim_parse_brx(sim_parser *p, sim_inst *inst) {
    sim_operand index;
    sim_symbol *table;
    sim_atom *name;

    if (!sim_parse_operand(p, &index) || !sim_expect(p, ','))
        return;
    name = sim_expect_name(p);
    if (!name || !sim_expect(p, ';'))
        return;
    table = sim_symbol_find(p, name);
    if (index.kind != SIM_OPERAND_register || !sim_operand_is_bare(&index) ||
        sim_lane_width(sim_operand_type(&index)) != 4 || !table ||
        table->kind != SIM_SYMBOL_targets || table->as.targets->calls) {
        sim_error(p, "Arguments mismatch for instruction 'brx.idx'");
        return;
    }
    inst->src[0] = sim_operand_row(p, &index);
    inst->list = table->as.targets->list;
    inst->count = 0;
    inst->offset = table->as.targets->count;
    sim_emit(p, inst);
}

/* ---- call ---- */

enum { ARGUMENTS_MAX = 255 };

typedef struct arguments {
    sim_operand *items;
    uint32_t count;
} arguments;

static bool parse_arguments(sim_parser *p, arguments *out) {
    SIM_LIST(sim_operand) list = {0};

    if (!sim_expect(p, '('))
        return false;
    if (!sim_at(p, ')'))
        do {
            sim_operand *o = SIM_PUSH(&p->unit->pool, &list);

            if (list.count > ARGUMENTS_MAX) {
                sim_syntax_error(p);
                return false;
            }
            if (!sim_parse_operand(p, o))
                return false;
            if (!sim_operand_is_bare(o) || o->indexed ||
                (o->kind == SIM_OPERAND_symbol && o->value.bits))
                sim_error(p, "Arguments mismatch for instruction 'call'");
        } while (sim_accept(p, ','));
    out->items = list.items;
    out->count = list.count;
    return sim_expect(p, ')');
}

/* Where a call's operand lies, fitting a formal of the callee. */
static bool argument_place(sim_parser *p, const sim_operand *o,
                           const sim_formal *formal, bool is_result,
                           sim_place *out) {
    const char *name = formal->name ? formal->name->text : "_";
    uint8_t type;
    uint64_t bits;
    uint32_t width = sim_lane_width(formal->type);

    if (o->kind == SIM_OPERAND_symbol && o->symbol &&
        o->symbol->kind == SIM_SYMBOL_param) {
        const sim_param_var *param = &o->symbol->as.param;

        *out = (sim_place){
            .at = param->offset, .stride = SIM_NONE, .size = param->size};
        if (param->role != SIM_PARAM_ROLE_call || param->size != formal->size)
            sim_error(p,
                      "Type of argument does not match formal parameter '%s'",
                      name);
        return true;
    }
    if (o->kind == SIM_OPERAND_register) {
        type = sim_operand_type(o);
        if (sim_types[type].bytes != formal->size ||
            (type == SIM_TYPE_pred) != (formal->type == SIM_TYPE_pred))
            sim_error(p,
                      "Type of argument does not match formal parameter '%s'",
                      name);
        width = sim_lane_width(type);
        *out = (sim_place){
            .at = sim_operand_row(p, o), .stride = width, .size = width};
        return true;
    }
    if (o->kind == SIM_OPERAND_value && !is_result &&
        sim_value_as(&o->value, formal->type, &bits)) {
        *out = (sim_place){.at = sim_constant_row(p, formal->type, bits),
                           .stride = width,
                           .size = width};
        return true;
    }
    if (o->kind == SIM_OPERAND_sink && is_result) {
        *out = (sim_place){.at = sim_frame_row(p->func, width ? width : 4),
                           .stride = width,
                           .size = width};
        return true;
    }
    if (o->kind == SIM_OPERAND_symbol && !o->symbol)
        sim_error(p, "Unknown symbol '%s'", o->name->text);
    sim_error(p, "Arguments mismatch for instruction 'call'");
    return false;
}

static void push_places(sim_parser *p, const arguments *args,
                        const sim_formal *formals, uint32_t count,
                        bool is_result) {
    if (args->count != count) {
        sim_error(p, "Call has wrong number of parameters");
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        sim_place place = {0};

        if (!argument_place(p, &args->items[i], &formals[i], is_result, &place))
            return;
        *SIM_PUSH(&p->unit->pool, &p->func->places) = place;
    }
}

static void emit_call(sim_parser *p, sim_inst *inst, const sim_prototype *proto,
                      const arguments *results, const arguments *args) {
    inst->list = p->func->places.count;
    inst->count = (uint8_t)proto->result_count;
    inst->offset = proto->param_count;
    push_places(p, results, proto->results, proto->result_count, true);
    push_places(p, args, proto->params, proto->param_count, false);
    p->func->calls = true;
    sim_emit(p, inst);
    if (proto->noreturn && p->guard == SIM_NONE) {
        sim_inst end = sim_inst_new(p, SIM_OP_trap); /* nothing comes back */

        sim_emit(p, &end);
    }
}

static void direct_call(sim_parser *p, sim_inst *inst, sim_func *callee,
                        const arguments *results, const arguments *args) {
    *SIM_PUSH(&p->unit->pool, &p->func->refers) = (sim_target){.func = callee};
    callee->used = true;
    inst->target = p->func->refers.count - 1; /* until the linker */
    emit_call(p, inst, &callee->signature, results, args);
}

static void indirect_call(sim_parser *p, sim_inst *inst,
                          const sim_operand *pointer, sim_atom *name,
                          const arguments *results, const arguments *args) {
    sim_symbol *symbol = name ? sim_symbol_find(p, name) : NULL;
    const sim_prototype *proto = NULL;

    if (symbol && symbol->kind == SIM_SYMBOL_prototype)
        proto = symbol->as.prototype;
    else if (symbol && symbol->kind == SIM_SYMBOL_targets &&
             symbol->as.targets->func)
        proto = &symbol->as.targets->func->signature;
    if (name && !symbol)
        sim_error(p, "Unknown symbol '%s'", name->text);
    if (!proto || sim_lane_width(sim_operand_type(pointer)) != 8) {
        sim_error(p, name ? "Arguments mismatch for instruction 'call'"
                          : "Indirect call requires call prototype");
        return;
    }
    inst->src[0] = sim_operand_row(p, pointer);
    p->func->indirect_calls = true;
    emit_call(p, inst, proto, results, args);
}

/* call [(results),] callee [, (arguments)] [, prototype]; */
void sim_parse_call(sim_parser *p, sim_inst *inst) {
    arguments results = {0}, args = {0};
    sim_operand callee;
    sim_atom *proto = NULL;

    if (sim_at(p, '(') &&
        (!parse_arguments(p, &results) || !sim_expect(p, ',')))
        return;
    if (p->token.kind != SIM_TOKEN_name) {
        sim_syntax_error(p);
        return;
    }
    if (!sim_parse_operand(p, &callee))
        return;
    if (sim_accept(p, ',')) {
        if (sim_at(p, '(')) {
            if (!parse_arguments(p, &args))
                return;
            if (sim_accept(p, ','))
                proto = sim_expect_name(p);
        } else
            proto = sim_expect_name(p);
    }
    if (!sim_expect(p, ';'))
        return;
    if (callee.kind == SIM_OPERAND_register)
        indirect_call(p, inst, &callee, proto, &results, &args);
    else if (callee.kind == SIM_OPERAND_symbol && callee.symbol &&
             callee.symbol->kind == SIM_SYMBOL_func &&
             !callee.symbol->as.func->entry)
        direct_call(p, inst, callee.symbol->as.func, &results, &args);
    else {
        if (callee.name && !callee.symbol) {
            sim_error(p, "Call to '%s' requires call prototype",
                      callee.name->text);
            sim_error(p, "Unknown symbol '%s'", callee.name->text);
        } else
            sim_error(p, "Arguments mismatch for instruction 'call'");
    }
}
