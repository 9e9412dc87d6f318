/* SPDX-License-Identifier: Apache-2.0 */
/* Labels and the branches to them. */
#include "sim/ptx/parse.h"

void sim_define_label(sim_parser *p, sim_atom *name) {
    sim_label *label;

    if (name->label && name->label->scope == p->braces) {
        sim_error(p, "Duplicate definition of label '%s'", name->text);
        return;
    }
    label = SIM_NEW(&p->unit->pool, sim_label);
    *label = (sim_label){.name = name,
                         .outer = name->label,
                         .next = p->braces->labels,
                         .scope = p->braces,
                         .index = p->func->code.count};
    p->braces->labels = label;
    name->label = label;
}

void sim_want_label(sim_parser *p, sim_atom *name, uint32_t inst,
                    uint32_t entry) {
    sim_label_use *use = SIM_NEW(&p->unit->pool, sim_label_use);

    *use = (sim_label_use){.next = p->braces->uses,
                           .name = name,
                           .line = p->line ? p->line : p->token.line,
                           .inst = inst,
                           .entry = entry};
    p->braces->uses = use;
}

static void resolve(sim_func *func, const sim_label_use *use) {
    uint32_t index = use->name->label->index;

    if (use->inst == SIM_NONE) {
        if (use->entry < func->list.count)
            func->list.items[use->entry] = index;
    } else if (use->inst < func->code.count) {
        func->code.items[use->inst].target = index;
        func->code.items[use->inst].back = index <= use->inst;
    }
}

void sim_labels_close(sim_parser *p, sim_braces *braces) {
    sim_label_use *use = NULL, *next;

    for (sim_label_use *u = braces->uses; u; u = next) { /* in order */
        next = u->next;
        u->next = use;
        use = u;
    }
    for (; use; use = next) {
        next = use->next;
        if (use->name->label && use->name->label->scope == braces)
            resolve(p->func, use);
        else if (braces->depth <= 1)
            sim_error_at(p, use->line, "Unknown symbol '%s'", use->name->text);
        else {
            use->next = p->braces->uses;
            p->braces->uses = use;
        }
    }
    for (sim_label *l = braces->labels; l; l = l->next)
        l->name->label = l->outer;
}
