/* SPDX-License-Identifier: Apache-2.0 */
/* Definite assignment over structured control: a set counts for what follows
 * it in its region, and behind an if when both branches set or one leaves.
 * What a loop or a block sets counts inside only: conservative, and enough.
 *
 * `set` says for each local whether it is assigned here; a log of what became
 * set is rolled back at the end of regions. */
#include "core/analysis/assigned.h"

#include <string.h>

typedef struct walker {
    bool *set, *unset;
    uint32_t *log; /* locals in the order in which they became set */
    uint32_t count;
    pk_arena *scratch;
} walker;

static void assign(walker *w, uint32_t id) {
    if (w->set[id])
        return;
    w->set[id] = true;
    w->log[w->count++] = id;
}

static void roll_back(walker *w, uint32_t count) {
    while (w->count > count)
        w->set[w->log[--w->count]] = false;
}

/* v9 and v9_1 are one variable, with two types. */
static size_t stem(const char *name) {
    const char *mark = strrchr(name, '_');

    if (!mark || mark == name || !mark[1] ||
        mark[1 + strspn(mark + 1, "0123456789")])
        return strlen(name);
    return (size_t)(mark - name);
}

const pk_inst *pk_meeting_get(const pk_inst *set) {
    const pk_value *v = set->args[0];
    const char *name = set->local->name, *other;

    if (v->kind == PK_VALUE_result && v->def->op == PK_OP_convert)
        v = v->def->args[0];
    if (v->kind != PK_VALUE_result || v->def->op != PK_OP_get)
        return NULL;
    other = v->def->local->name;
    return v->def->local != set->local && stem(name) == stem(other) &&
                   !strncmp(name, other, stem(name))
               ? v->def
               : NULL;
}

static void walk_set(walker *w, const pk_inst *inst) {
    const pk_inst *get = pk_meeting_get(inst);

    if (!get || w->set[get->local->id])
        assign(w, inst->local->id);
}

static void walk(walker *w, const pk_region *region);

static void walk_if(walker *w, const pk_inst *inst) {
    uint32_t start = w->count, kept = 0, size;
    uint32_t *first;

    walk(w, inst->body);
    size = w->count - start;
    first = pk_arena_array(w->scratch, size, sizeof *first);
    if (w->scratch->failed)
        return;
    if (size)
        memcpy(first, w->log + start, size * sizeof *first);
    roll_back(w, start);
    walk(w, inst->other);
    if (pk_region_ends(inst->body))
        return; /* only the second branch comes out */
    for (uint32_t i = 0; i < size; i++)
        if (w->set[first[i]] || pk_region_ends(inst->other))
            first[kept++] = first[i];
    roll_back(w, start);
    for (uint32_t i = 0; i < kept; i++)
        assign(w, first[i]);
}

static void walk(walker *w, const pk_region *region) {
    for (const pk_inst *inst = region->first; inst; inst = inst->next) {
        uint32_t start = w->count;
        if (w->scratch->failed)
            return;
        if (inst->op == PK_OP_get)
            w->unset[inst->local->id] |= !w->set[inst->local->id];
        else if (inst->op == PK_OP_set)
            walk_set(w, inst);
        else if (inst->op == PK_OP_if)
            walk_if(w, inst);
        else if (inst->body) {
            walk(w, inst->body);
            roll_back(w, start);
        }
    }
}

bool *pk_find_unset(const pk_func *fn, pk_arena *scratch) {
    return pk_find_unset_in(fn, fn->body, scratch, NULL);
}

bool *pk_find_unset_in(const pk_func *fn, const pk_region *region,
                       pk_arena *scratch, bool **ends_set) {
    size_t count = fn->local_count + (size_t)1;
    walker w = {.scratch = scratch};

    w.set = pk_arena_array(scratch, count, sizeof *w.set);
    w.unset = pk_arena_array(scratch, count, sizeof *w.unset);
    w.log = pk_arena_array(scratch, count, sizeof *w.log);
    if (!scratch->failed)
        walk(&w, region);
    if (ends_set)
        *ends_set = w.set;
    return scratch->failed ? NULL : w.unset;
}
