/* SPDX-License-Identifier: Apache-2.0 */
/* The meanings of names, by scope.
 *
 * A name's innermost meaning hangs off its atom and remembers the outer one;
 * a scope keeps the list of what it must give back when it closes. Registers
 * of a range get a symbol on their first use, in the scope of the range. */
#include "sim/ptx/parse.h"

void sim_braces_open(sim_parser *p) {
    sim_braces *braces = SIM_NEW(&p->unit->pool, sim_braces);

    braces->parent = p->braces;
    braces->depth = p->braces ? p->braces->depth + 1 : 0;
    p->braces = braces;
}

void sim_braces_close(sim_parser *p) {
    sim_braces *braces = p->braces;

    p->braces = braces->parent;
    sim_labels_close(p, braces);
    for (sim_symbol *s = braces->symbols; s; s = s->next)
        s->name->symbol = s->outer;
    for (sim_numbered *r = braces->ranges; r; r = r->next)
        r->stem->range = r->outer;
}

static sim_symbol *symbol_in(sim_parser *p, sim_braces *braces, sim_atom *name,
                             sim_symbol_kind kind) {
    sim_symbol *symbol = SIM_NEW(&p->unit->pool, sim_symbol);

    *symbol = (sim_symbol){.name = name,
                           .outer = name->symbol,
                           .next = braces->symbols,
                           .kind = kind,
                           .depth = braces->depth};
    braces->symbols = symbol;
    name->symbol = symbol;
    return symbol;
}

/* The range that `name` is of, when it lies deeper than its own meaning. */
static sim_numbered *range_of(sim_parser *p, sim_atom *name) {
    sim_atom *stem = sim_atom_stem(&p->unit->atoms, name);
    sim_numbered *range = stem ? stem->range : NULL;

    while (range && name->number >= range->count)
        range = range->outer;
    if (!range)
        return NULL;
    return !name->symbol || name->symbol->depth < range->scope->depth ? range
                                                                      : NULL;
}

sim_symbol *sim_symbol_find(sim_parser *p, sim_atom *name) {
    sim_numbered *range = range_of(p, name);
    sim_symbol *symbol;

    if (!range)
        return name->symbol;
    symbol = symbol_in(p, range->scope, name, SIM_SYMBOL_register);
    symbol->as.reg =
        (sim_register){.type = range->type, .vector = range->vector};
    return symbol;
}

sim_symbol *sim_symbol_new(sim_parser *p, sim_atom *name,
                           sim_symbol_kind kind) {
    sim_numbered *range = range_of(p, name);

    if ((name->symbol && name->symbol->depth == p->braces->depth) ||
        (range && range->scope == p->braces)) {
        sim_error(p, "Duplicate definition of %s '%s'",
                  kind == SIM_SYMBOL_func ? "function" : "variable",
                  name->text);
        return NULL;
    }
    return symbol_in(p, p->braces, name, kind);
}

void sim_numbered_new(sim_parser *p, sim_atom *stem, uint64_t count,
                      uint8_t type, uint8_t vector) {
    sim_numbered *range = SIM_NEW(&p->unit->pool, sim_numbered);

    if (stem->range && stem->range->scope == p->braces) {
        if (stem->range->count && count)
            sim_error(p, "Duplicate definition of variable '%s0'", stem->text);
        return;
    }
    *range = (sim_numbered){.stem = stem,
                            .outer = stem->range,
                            .next = p->braces->ranges,
                            .scope = p->braces,
                            .count = count > 1000000000 ? 1000000000
                                                        : (uint32_t)count,
                            .type = type,
                            .vector = vector};
    p->braces->ranges = range;
    stem->range = range;
}
