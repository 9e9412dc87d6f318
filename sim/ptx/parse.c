/* SPDX-License-Identifier: Apache-2.0 */
/* The parser's helpers, and a text's own level: .version, .target, and the
 * declarations of variables and functions. */
#include "sim/ptx/parse.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { ERRORS_MAX = 200 };

/* ---- errors ---- */

static void unit_report(sim_unit *unit, sim_outcome outcome, uint32_t line,
                        const char *severity, const char *format,
                        va_list args) {
    if (unit->outcome == SIM_DONE || unit->outcome == SIM_NOT_SIMULATED)
        unit->outcome = outcome; /* invalid weighs more than not simulated */
    if (++unit->errors > ERRORS_MAX)
        return;
    if (line)
        pk_text_printf(unit->log, "ptxas application ptx input, line %u; %s: ",
                       (unsigned)line, severity);
    else
        pk_text_printf(unit->log, "ptxas %s: ", severity);
    pk_text_vprintf(unit->log, format, args);
    pk_text_put(unit->log, "\n");
}

void sim_unit_error(sim_unit *unit, sim_outcome outcome, uint32_t line,
                    const char *format, ...) {
    va_list args;

    va_start(args, format);
    unit_report(unit, outcome, line, line ? "error   " : "fatal   ", format,
                args);
    va_end(args);
}

void sim_error_at(sim_parser *p, uint32_t line, const char *format, ...) {
    va_list args;

    if (p->stopped)
        return;
    va_start(args, format);
    unit_report(p->unit, SIM_INVALID_PTX, line, "error   ", format, args);
    va_end(args);
}

void sim_error(sim_parser *p, const char *format, ...) {
    va_list args;

    if (p->stopped)
        return;
    va_start(args, format);
    unit_report(p->unit, SIM_INVALID_PTX, p->line ? p->line : p->token.line,
                "error   ", format, args);
    va_end(args);
}

static void stop(sim_parser *p) {
    p->stopped = true;
    p->token = (sim_token){.kind = SIM_TOKEN_end, .line = p->token.line};
}

void sim_fatal(sim_parser *p, const char *format, ...) {
    va_list args;

    if (p->stopped)
        return;
    va_start(args, format);
    unit_report(p->unit, SIM_INVALID_PTX, p->token.line, "fatal   ", format,
                args);
    va_end(args);
    stop(p);
}

void sim_syntax_error(sim_parser *p) {
    size_t length = p->token.length > 60 ? 60 : p->token.length;

    sim_fatal(p, "Parsing error near '%.*s': syntax error", (int)length,
              p->token.text);
}

/* ---- tokens ---- */

void sim_advance(sim_parser *p) {
    if (p->stopped) {
        stop(p);
        return;
    }
    sim_lex_next(&p->lexer, &p->token);
    if (p->token.kind == SIM_TOKEN_bad)
        sim_syntax_error(p);
}

bool sim_at(const sim_parser *p, int punct) {
    return p->token.kind == SIM_TOKEN_punct && p->token.punct == punct;
}

bool sim_at_word(const sim_parser *p, const char *word) {
    return p->token.kind == SIM_TOKEN_word &&
           !strcmp(p->token.atom->text, word);
}

bool sim_accept(sim_parser *p, int punct) {
    if (!sim_at(p, punct))
        return false;
    sim_advance(p);
    return true;
}

bool sim_accept_word(sim_parser *p, const char *word) {
    if (!sim_at_word(p, word))
        return false;
    sim_advance(p);
    return true;
}

bool sim_expect(sim_parser *p, int punct) {
    if (sim_accept(p, punct))
        return true;
    sim_syntax_error(p);
    return false;
}

sim_atom *sim_expect_name(sim_parser *p) {
    sim_atom *atom = p->token.atom;

    if (p->token.kind != SIM_TOKEN_name) {
        sim_syntax_error(p);
        return NULL;
    }
    sim_advance(p);
    return atom;
}

sim_type sim_word_type(const sim_parser *p) {
    return p->token.kind == SIM_TOKEN_word ? sim_type_of(p->token.atom->text)
                                           : SIM_TYPE_none;
}

bool sim_enter(sim_parser *p) {
    if (++p->nesting <= SIM_NESTING_MAX)
        return true;
    sim_fatal(p, "Nesting is too deep");
    return false;
}

void sim_leave(sim_parser *p) {
    p->nesting--;
}

/* ---- the text's own level ---- */

static void parse_version(sim_parser *p) {
    sim_unit *unit = p->unit;
    unsigned major = 0, minor = 0;
    char text[8]; /* nothing ends the source */

    snprintf(text, sizeof text, "%.*s", (int)p->token.length, p->token.text);
    if ((p->token.kind != SIM_TOKEN_f64 && p->token.kind != SIM_TOKEN_int) ||
        sscanf(text, "%2u.%2u", &major, &minor) < 1) {
        sim_syntax_error(p);
        return;
    }
    unit->version = (int)(10 * major + minor);
    if (unit->version > unit->profile->ptx_version) {
        sim_unit_error(unit, SIM_UNSUPPORTED_VERSION, p->token.line,
                       "Unsupported .version %u.%u; current version is '%d.%d'",
                       major, minor, unit->profile->ptx_version / 10,
                       unit->profile->ptx_version % 10);
        stop(p);
        return;
    }
    sim_advance(p);
}

static void take_target(sim_parser *p, const char *name) {
    sim_unit *unit = p->unit;
    unsigned sm = 0;
    char suffix = 0, rest = 0;
    int fields = sscanf(name, "sm_%3u%c%c", &sm, &suffix, &rest);

    if (!strcmp(name, "debug") || !strcmp(name, "texmode_unified") ||
        !strcmp(name, "texmode_independent") || !strcmp(name, "map_f64_to_f32"))
        return;
    if (fields < 1 || sm < 10 || fields > 2 ||
        (fields == 2 && suffix != 'a' && suffix != 'f')) {
        sim_error(p, "Unknown target '%s'", name);
        return;
    }
    unit->sm = (int)sm;
    unit->sm_suffix = suffix;
    if (unit->sm > unit->profile->sm ||
        (suffix == 'a' && unit->sm != unit->profile->sm) ||
        (suffix == 'f' && unit->sm / 10 != unit->profile->sm / 10)) {
        sim_unit_error(unit, SIM_NO_BINARY, 0,
                       "SM version specified by .target is higher than default "
                       "SM version assumed");
        stop(p);
    }
}

static void parse_target(sim_parser *p) {
    do {
        sim_atom *name = sim_expect_name(p);

        if (name)
            take_target(p, name->text);
    } while (sim_accept(p, ','));
}

static void parse_address_size(sim_parser *p) {
    uint64_t bits;

    if (sim_integer(p, &bits) && bits != 64)
        sim_fatal(p, "32-Bit ABI (--machine 32 or 32-Bit addressing) is not "
                     "supported on sm_90 or higher architectures.");
}

/* .file number "name" [, time, size] */
static void parse_file(sim_parser *p) {
    sim_unit *unit = p->unit;
    uint64_t number = p->token.value, skipped;

    if (p->token.kind != SIM_TOKEN_int || number > 100000) {
        sim_syntax_error(p);
        return;
    }
    sim_advance(p);
    if (p->token.kind != SIM_TOKEN_string) {
        sim_syntax_error(p);
        return;
    }
    while (unit->files.count <= number)
        *SIM_PUSH(&unit->pool, &unit->files) = NULL;
    unit->files.items[number] =
        pk_arena_text(unit->keep, p->token.text, p->token.length);
    for (sim_advance(p); sim_accept(p, ',');)
        sim_integer(p, &skipped);
}

/* .section .debug_info { ... }: DWARF says nothing that .loc does not. */
static void parse_section(sim_parser *p) {
    uint32_t depth = 0;

    while (p->token.kind != SIM_TOKEN_end) {
        depth += sim_at(p, '{');
        if (sim_at(p, '}') && --depth == 0) {
            sim_advance(p);
            return;
        }
        if (!depth && sim_at(p, '}'))
            break;
        sim_advance(p);
    }
    sim_syntax_error(p);
}

/* .alias name, function; */
static void parse_alias(sim_parser *p) {
    sim_atom *name = sim_expect_name(p);
    sim_atom *target = name && sim_expect(p, ',') ? sim_expect_name(p) : NULL;
    sim_symbol *a, *b;

    if (!target || !sim_expect(p, ';'))
        return;
    a = sim_symbol_find(p, name);
    b = sim_symbol_find(p, target);
    if (!a || a->kind != SIM_SYMBOL_func)
        sim_error(p, "Unknown symbol '%s'", name->text);
    else if (!b || b->kind != SIM_SYMBOL_func || !b->as.func->defined ||
             b->as.func->entry)
        sim_error(p, "Unknown symbol '%s'", target->text);
    else if (!a->as.func->defined && a != b)
        a->as.func->resolved = b->as.func;
}

void sim_parse_pragma(sim_parser *p) {
    do {
        if (p->token.kind != SIM_TOKEN_string) {
            sim_syntax_error(p);
            return;
        }
        sim_advance(p);
    } while (sim_accept(p, ','));
    sim_expect(p, ';');
}

sim_linkage sim_parse_linkage(sim_parser *p) {
    static const char *const words[] = {"", "visible", "extern", "weak",
                                        "common"};

    for (int i = SIM_LINKAGE_visible; i <= SIM_LINKAGE_common; i++)
        if (sim_accept_word(p, words[i]))
            return (sim_linkage)i;
    return SIM_LINKAGE_none;
}

static void parse_declaration(sim_parser *p) {
    sim_linkage linkage = sim_parse_linkage(p);
    sim_space space;

    p->line = p->token.line;
    if (sim_accept_word(p, "entry"))
        sim_parse_function(p, linkage, true);
    else if (sim_accept_word(p, "func"))
        sim_parse_function(p, linkage, false);
    else if (sim_at_space(p, &space))
        sim_parse_variables(p, linkage);
    else
        sim_syntax_error(p);
    p->line = 0;
}

static void parse_top(sim_parser *p) {
    if (sim_accept_word(p, "target"))
        parse_target(p);
    else if (sim_accept_word(p, "address_size"))
        parse_address_size(p);
    else if (sim_accept_word(p, "file"))
        parse_file(p);
    else if (sim_accept_word(p, "section"))
        parse_section(p);
    else if (sim_accept_word(p, "pragma"))
        sim_parse_pragma(p);
    else if (sim_accept_word(p, "alias"))
        parse_alias(p);
    else if (!sim_accept(p, ';'))
        parse_declaration(p);
}

static void parse_header(sim_parser *p) {
    if (!sim_at_word(p, "version")) {
        sim_fatal(p, "Missing .version directive at start of file '%s'",
                  "application ptx input");
        return;
    }
    sim_advance(p);
    parse_version(p);
    if (!p->stopped && !sim_at_word(p, "target"))
        sim_fatal(p, "Missing .target directive at start of file '%s'",
                  "application ptx input");
}

static void parse_text(sim_unit *unit, const char *text, size_t length) {
    sim_parser *p = SIM_NEW(&unit->pool, sim_parser);
    const char *nul = length ? memchr(text, 0, length) : NULL;

    sim_atoms_init(&unit->atoms, &unit->pool);
    *SIM_PUSH(&unit->pool, &unit->locs) = (sim_loc){0}; /* nowhere */
    p->unit = unit;
    sim_lex_init(&p->lexer, &unit->atoms, text,
                 nul ? (size_t)(nul - text) : length);
    sim_braces_open(p);
    sim_advance(p);
    parse_header(p);
    while (p->token.kind != SIM_TOKEN_end)
        parse_top(p);
}

sim_unit *sim_unit_parse(pk_arena *arena, pk_arena *keep,
                         const sim_profile *profile, pk_text *log,
                         const char *text, size_t length) {
    sim_unit *unit = PK_NEW(arena, sim_unit);

    if (arena->failed)
        return NULL;
    unit->pool.arena = arena;
    unit->keep = keep;
    unit->log = log;
    unit->profile = profile;
    unit->funcs_end = &unit->funcs;
    unit->variables_end = &unit->variables;
    if (setjmp(unit->pool.end))
        return NULL;
    parse_text(unit, text, length);
    return unit;
}
