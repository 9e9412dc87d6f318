/* SPDX-License-Identifier: Apache-2.0 */
/* Backward from the comparands, without regard to order: a local that is read
 * into one makes every value that is set to it one, too.
 *
 *     %1 = load %p             <- marked
 *     set old, %1
 *     loop {
 *         %2 = get old
 *         %3 = atomic_cas %p, %2, %4 */
#include "core/analysis/cas_reads.h"

typedef struct marks {
    bool *values, *locals;
    bool changed, any;
} marks;

static void mark(marks *m, bool *what) {
    m->changed |= !*what;
    m->any = *what = true;
}

static void mark_value(marks *m, const pk_value *value) {
    mark(m, &m->values[value->id]);
}

static void visit(marks *m, const pk_inst *inst) {
    if (inst->op == PK_OP_atomic_cas)
        mark_value(m, inst->args[1]);
    else if (inst->op == PK_OP_set && m->locals[inst->local->id])
        mark_value(m, inst->args[0]);
    if (!inst->result_count || !m->values[inst->results[0]->id])
        return;
    if (inst->op == PK_OP_get)
        mark(m, &m->locals[inst->local->id]);
    else if (inst->op == PK_OP_convert || inst->op == PK_OP_bitcast)
        mark_value(m, inst->args[0]);
}

static void sweep(marks *m, const pk_region *region) {
    for (const pk_inst *i = region->first; i; i = i->next) {
        visit(m, i);
        if (i->body)
            sweep(m, i->body);
        if (i->other)
            sweep(m, i->other);
    }
}

const bool *pk_find_cas_reads(const pk_func *fn, pk_arena *scratch) {
    marks m = {
        .values = pk_arena_array(scratch, fn->value_count, sizeof *m.values),
        .locals = pk_arena_array(scratch, fn->local_count, sizeof *m.locals)};

    if (scratch->failed)
        return NULL;
    do {
        m.changed = false;
        sweep(&m, fn->body);
    } while (m.changed);
    return m.any ? m.values : NULL;
}
