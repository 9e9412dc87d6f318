/* SPDX-License-Identifier: Apache-2.0 */
/* A statement: guard, mnemonic, operands. */
#include "sim/ptx/parse.h"

sim_inst sim_inst_from(const sim_parser *p, const sim_inst *proto, sim_op op) {
    sim_inst inst = *proto;

    inst.op = (uint16_t)op;
    if (!inst.count)
        inst.count = 1;
    inst.guard = p->guard;
    inst.guard_not = p->guard_not;
    inst.dst[0] = inst.dst[1] = SIM_NONE;
    for (int i = 0; i < 5; i++)
        inst.src[i] = SIM_NONE;
    inst.target = SIM_NONE;
    inst.line = p->line;
    inst.loc = p->loc;
    return inst;
}

sim_inst sim_inst_new(const sim_parser *p, sim_op op) {
    static const sim_inst nothing;

    return sim_inst_from(p, &nothing, op);
}

void sim_emit(sim_parser *p, const sim_inst *inst) {
    *SIM_PUSH(&p->unit->pool, &p->func->code) = *inst;
}

/* @p or @!p */
static bool parse_guard(sim_parser *p) {
    sim_operand guard;

    p->guard = SIM_NONE;
    p->guard_not = false;
    if (!sim_accept(p, '@'))
        return true;
    p->guard_not = sim_accept(p, '!');
    if (p->token.kind != SIM_TOKEN_name) {
        sim_syntax_error(p);
        return false;
    }
    if (!sim_parse_operand(p, &guard))
        return false;
    if (guard.kind == SIM_OPERAND_register && sim_operand_is_bare(&guard) &&
        sim_operand_type(&guard) == SIM_TYPE_pred)
        p->guard = sim_operand_row(p, &guard);
    else {
        if (guard.kind == SIM_OPERAND_symbol && !guard.symbol)
            sim_error(p, "Unknown symbol '%s'", guard.name->text);
        sim_error(p, "Predicate expression expected");
    }
    return true;
}

static uint32_t parse_words(sim_parser *p, sim_atom *words[SIM_WORDS_MAX]) {
    uint32_t count = 0;

    words[count++] = p->token.atom;
    for (sim_advance(p); p->token.kind == SIM_TOKEN_word; sim_advance(p)) {
        if (count == SIM_WORDS_MAX) {
            sim_syntax_error(p);
            return 0;
        }
        words[count++] = p->token.atom;
    }
    return count;
}

enum { OPERANDS_MAX = 12 };

static bool parse_operands(sim_parser *p, sim_operand *operands,
                           uint32_t *count) {
    *count = 0;
    if (!sim_at(p, ';'))
        do {
            if (*count == OPERANDS_MAX) {
                sim_syntax_error(p);
                return false;
            }
            if (!sim_parse_operand(p, &operands[(*count)++]))
                return false;
        } while (sim_accept(p, ','));
    return sim_expect(p, ';');
}

/* Skips the rest of an instruction that is not understood, up to the `;`. */
static void skip_statement(sim_parser *p) {
    while (!sim_at(p, ';') && !sim_at(p, '}') &&
           p->token.kind != SIM_TOKEN_end) {
        if (sim_at(p, '{'))
            while (!sim_at(p, '}') && p->token.kind != SIM_TOKEN_end)
                sim_advance(p);
        sim_advance(p);
    }
    sim_expect(p, ';');
}

void sim_parse_instruction(sim_parser *p) {
    sim_atom *words[SIM_WORDS_MAX];
    sim_operand operands[OPERANDS_MAX];
    const sim_mnemonic *mnemonic;
    uint32_t count;
    sim_inst inst;

    if (!parse_guard(p))
        return;
    if (p->token.kind != SIM_TOKEN_name) {
        sim_syntax_error(p);
        return;
    }
    count = parse_words(p, words);
    if (!count)
        return;
    mnemonic = sim_mnemonic_of(p->unit, &p->mnemonics, words, count, p->line);
    if (!mnemonic) {
        skip_statement(p);
        return;
    }
    inst = sim_inst_new(p, mnemonic->form->op);
    inst.uniform = mnemonic->proto.sub == SIM_SUB_uni;
    switch (mnemonic->form->op) {
    case SIM_OP_bra: sim_parse_bra(p, &inst); break;
    case SIM_OP_brx: sim_parse_brx(p, &inst); break;
    case SIM_OP_call: sim_parse_call(p, &inst); break;
    default:
        if (parse_operands(p, operands, &count))
            sim_check_and_emit(p, mnemonic, operands, count);
    }
}
