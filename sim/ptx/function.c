/* SPDX-License-Identifier: Apache-2.0 */
/* .entry and .func: the signature, the directives behind it, and the body
 * with its scopes and labels. */
#include "sim/ptx/parse.h"

#include <string.h>

/* ---- directives of a function ---- */

static void parse_triple(sim_parser *p, uint32_t out[3]) {
    uint64_t n;

    for (int i = 0; i < 3; i++) {
        out[i] = 1;
        if (i && !sim_accept(p, ','))
            continue;
        if (sim_integer(p, &n))
            out[i] = n > UINT32_MAX ? UINT32_MAX : (uint32_t)n;
    }
}

static void parse_count(sim_parser *p, uint32_t *out) {
    uint64_t n;

    if (sim_integer(p, &n))
        *out = n > UINT32_MAX ? UINT32_MAX : (uint32_t)n;
}

static void parse_clusters(sim_parser *p) {
    uint32_t ignored[3];

    if (!sim_at(p, '{') && p->token.kind == SIM_TOKEN_int)
        parse_triple(p, ignored);
}

/* Everything between the parameters and the body. */
static void parse_directives(sim_parser *p, sim_func *func) {
    uint32_t ignored;

    while (p->token.kind == SIM_TOKEN_word) {
        if (sim_accept_word(p, "maxntid"))
            parse_triple(p, func->max_ntid);
        else if (sim_accept_word(p, "reqntid"))
            parse_triple(p, func->required);
        else if (sim_accept_word(p, "minnctapersm"))
            parse_count(p, &func->min_blocks);
        else if (sim_accept_word(p, "maxnctapersm"))
            parse_count(p, &ignored);
        else if (sim_accept_word(p, "maxnreg"))
            parse_count(p, &func->max_registers);
        else if (sim_accept_word(p, "noreturn"))
            func->noreturn = func->signature.noreturn = true;
        else if (sim_accept_word(p, "pragma"))
            sim_parse_pragma(p);
        else if (sim_accept_word(p, "reqnctapercluster") ||
                 sim_accept_word(p, "maxclusterrank"))
            parse_clusters(p);
        else if (sim_accept_word(p, "abi_preserve") ||
                 sim_accept_word(p, "abi_preserve_control"))
            parse_count(p, &ignored);
        else if (!sim_accept_word(p, "explicitcluster") &&
                 !sim_accept_word(p, "blocksareclusters")) {
            sim_syntax_error(p);
            return;
        }
    }
    if (func->max_ntid[0] && func->required[0])
        sim_error(p,
                  "Conflicting directives: .maxntid and .reqntid cannot both "
                  "be specified");
}

/* ---- the body ---- */

/* Three numbers: file, line, column. */
static sim_loc parse_place(sim_parser *p) {
    uint64_t n[3] = {0};
    sim_loc loc = {0};

    for (int i = 0; i < 3; i++) {
        if (p->token.kind != SIM_TOKEN_int) {
            sim_syntax_error(p);
            return loc;
        }
        n[i] = p->token.value;
        sim_advance(p);
    }
    loc.number = n[0] > UINT32_MAX ? UINT32_MAX : (uint32_t)n[0];
    loc.line = (uint32_t)n[1];
    loc.column = (uint32_t)n[2];
    return loc;
}

static uint32_t add_place(sim_unit *unit, sim_loc loc) {
    *SIM_PUSH(&unit->pool, &unit->locs) = loc;
    return unit->locs.count - 1;
}

/* .loc file line column [, function_name label [+ n], inlined_at f l c] */
static void parse_loc(sim_parser *p) {
    sim_loc loc = parse_place(p);
    uint64_t ignored;

    while (sim_accept(p, ',')) {
        sim_atom *word = sim_expect_name(p);

        if (!word)
            return;
        if (!strcmp(word->text, "function_name")) {
            sim_expect_name(p);
            if (sim_accept(p, '+'))
                sim_integer(p, &ignored);
        } else if (!strcmp(word->text, "inlined_at"))
            loc.parent = add_place(p->unit, parse_place(p));
        else
            sim_syntax_error(p);
    }
    p->loc = add_place(p->unit, loc);
}

static void parse_body_directive(sim_parser *p) {
    sim_space space;

    if (sim_accept_word(p, "reg"))
        sim_parse_registers(p);
    else if (sim_accept_word(p, "param"))
        sim_parse_param_variables(p);
    else if (sim_accept_word(p, "loc"))
        parse_loc(p);
    else if (sim_accept_word(p, "pragma"))
        sim_parse_pragma(p);
    else if (sim_at_space(p, &space))
        sim_parse_variables(p, SIM_LINKAGE_none);
    else if (sim_accept_word(p, "extern") && sim_at_space(p, &space))
        sim_parse_variables(p, SIM_LINKAGE_extern);
    else
        sim_syntax_error(p);
}

/* A name: a label when a colon follows, otherwise a mnemonic. */
static void parse_named(sim_parser *p) {
    sim_lexer ahead = p->lexer;
    sim_token after;
    sim_atom *name = p->token.atom;

    while (ahead.at < ahead.end && (*ahead.at == ' ' || *ahead.at == '\t'))
        ahead.at++;
    if (ahead.at < ahead.end && *ahead.at != ':' && *ahead.at != '\n' &&
        *ahead.at != '\r' && *ahead.at != '/') {
        sim_parse_instruction(p);
        return;
    }
    sim_lex_next(&ahead, &after);
    if (after.kind != SIM_TOKEN_punct || after.punct != ':') {
        sim_parse_instruction(p);
        return;
    }
    sim_advance(p);
    sim_advance(p);
    if (sim_accept_word(p, "callprototype"))
        sim_parse_prototype(p, name);
    else if (sim_accept_word(p, "branchtargets"))
        sim_parse_targets(p, name, false);
    else if (sim_accept_word(p, "calltargets"))
        sim_parse_targets(p, name, true);
    else
        sim_define_label(p, name);
}

/* Statements up to the brace that closes the scope. */
static void parse_statements(sim_parser *p) {
    if (!sim_enter(p))
        return;
    while (!sim_at(p, '}') && p->token.kind != SIM_TOKEN_end) {
        p->line = p->token.line;
        if (p->token.kind == SIM_TOKEN_word)
            parse_body_directive(p);
        else if (p->token.kind == SIM_TOKEN_name)
            parse_named(p);
        else if (sim_at(p, '@'))
            sim_parse_instruction(p);
        else if (sim_accept(p, '{')) {
            sim_braces_open(p);
            parse_statements(p);
            sim_braces_close(p);
            sim_expect(p, '}');
        } else
            sim_syntax_error(p);
    }
    sim_leave(p);
}

/* Falling out of the body returns. */
static void end_body(sim_parser *p) {
    sim_inst inst;

    p->guard = SIM_NONE;
    p->guard_not = false;
    p->line = p->token.line;
    inst = sim_inst_new(p, SIM_OP_ret);
    sim_emit(p, &inst);
}

/* ---- the whole ---- */

static bool formals_agree(const sim_formal *a, const sim_formal *b) {
    return a->is_reg == b->is_reg && a->size == b->size && a->align == b->align;
}

/* A second declaration must say what the first one said. */
static void compare_signatures(sim_parser *p, const char *name,
                               const sim_prototype *a, const sim_prototype *b) {
    if (a->param_count != b->param_count ||
        a->result_count != b->result_count) {
        sim_error(
            p, "Inconsistent prototypes of '%s', number of parameters differ",
            name);
        return;
    }
    for (uint32_t i = 0; i < a->param_count; i++)
        if (!formals_agree(&a->params[i], &b->params[i]))
            sim_error(p, "Inconsistent prototypes of '%s', parameters differ",
                      name);
    for (uint32_t i = 0; i < a->result_count; i++)
        if (!formals_agree(&a->results[i], &b->results[i]))
            sim_error(p, "Inconsistent prototypes of '%s', results differ",
                      name);
}

/* The function of that name: declared before, or new. */
static sim_func *func_of(sim_parser *p, sim_atom *name, sim_func *fresh) {
    sim_symbol *symbol = sim_symbol_find(p, name);

    if (symbol && symbol->kind == SIM_SYMBOL_func)
        return symbol->as.func;
    symbol = sim_symbol_new(p, name, SIM_SYMBOL_func);
    if (symbol)
        symbol->as.func = fresh;
    fresh->name = name;
    *p->unit->funcs_end = fresh;
    p->unit->funcs_end = &fresh->next;
    p->unit->func_count++;
    return fresh;
}

/* Takes over what a definition says into the function declared before. */
static void define_declared(sim_func *known, const sim_func *fresh) {
    sim_func *next = known->next;
    sim_atom *name = known->name;
    sim_linkage linkage = known->linkage;
    bool addressed = known->addressed, used = known->used;

    *known = *fresh;
    known->next = next;
    known->name = name;
    known->addressed |= addressed;
    known->used |= used;
    if (linkage == SIM_LINKAGE_visible || linkage == SIM_LINKAGE_weak)
        known->linkage = linkage;
}

static void parse_body(sim_parser *p, sim_func *func) {
    func->defined = true;
    p->func = func;
    p->loc = 0;
    parse_statements(p);
    end_body(p);
    sim_expect(p, '}');
}

void sim_parse_function(sim_parser *p, sim_linkage linkage, bool entry) {
    sim_func *fresh = SIM_NEW(&p->unit->pool, sim_func), *func;
    sim_prototype *sig = &fresh->signature;
    sim_braces *outside = p->braces;
    sim_atom *name;

    *fresh = (sim_func){.unit = p->unit,
                        .linkage = linkage,
                        .line = p->token.line,
                        .entry = entry,
                        .carry = SIM_NONE,
                        .local_align = 1};
    sim_braces_open(p);
    p->func = fresh;
    if (!entry && sim_at(p, '('))
        sim_parse_formals(p, SIM_FORMAL_func, SIM_PARAM_ROLE_result,
                          &sig->results, &sig->result_count);
    name = sim_expect_name(p);
    if (name && sim_at(p, '('))
        sim_parse_formals(p, entry ? SIM_FORMAL_entry : SIM_FORMAL_func,
                          entry ? SIM_PARAM_ROLE_entry : SIM_PARAM_ROLE_input,
                          &sig->params, &sig->param_count);
    if (entry) {
        fresh->entry_bytes = fresh->param_bytes;
        fresh->param_bytes = 0;
    }
    parse_directives(p, fresh);
    if (name) {
        sim_braces *inside = p->braces;

        p->braces = outside;
        func = func_of(p, name, fresh);
        p->braces = inside;
        if (func != fresh)
            compare_signatures(p, name->text, &func->signature, sig);
        if (sim_at(p, '{') && func->defined)
            sim_error(p, "Duplicate definition of function '%s'", name->text);
        else if (sim_at(p, '{') && func != fresh)
            define_declared(func, fresh);
        if (sim_accept(p, '{'))
            parse_body(p, func);
        else if (!sim_accept(p, ';'))
            sim_syntax_error(p);
    }
    sim_braces_close(p);
    p->func = NULL;
}
