/* SPDX-License-Identifier: Apache-2.0 */
/* Memory that was made for a pointer: by an alloc, or by a function whose every
 * return gives what it made itself. Locals are followed to what they are set
 * to. Works in front of inlining, where arrays come from calls. */
#include "core/analysis/fresh.h"

#include "core/address.h"

enum { DEPTH = 8 }; /* of calls and locals within each other */

typedef struct search {
    const pk_func *fn;
    const pk_local *local; /* whose sets count; NULL: returns do */
    uint32_t result;       /* of the returns */
    uint32_t depth, found;
    const pk_inst *made; /* by the one that was found last */
    bool other;          /* one was found that is not fresh */
} search;

static const pk_inst *made_by(const pk_func *fn, const pk_value *v,
                              uint32_t depth);

static void look(pk_inst *inst, void *arg) {
    search *s = arg;
    const pk_value *v = NULL;

    if (s->local && inst->op == PK_OP_set && inst->local == s->local)
        v = inst->args[0];
    if (!s->local && inst->op == PK_OP_return)
        v = inst->args[s->result];
    if (!v)
        return;
    s->made = made_by(s->fn, v, s->depth - 1);
    s->found++;
    s->other |= !s->made;
}

static uint32_t number_of(const pk_inst *call, const pk_value *result) {
    uint32_t i = 0;

    while (call->results[i] != result)
        i++;
    return i;
}

static const pk_inst *made_by(const pk_func *fn, const pk_value *v,
                              uint32_t depth) {
    const pk_inst *def;
    search s = {.fn = fn, .depth = depth};

    v = pk_address_root(v);
    if (v->kind != PK_VALUE_result || !depth)
        return NULL;
    def = v->def;
    if (def->op == PK_OP_alloc || def->op == PK_OP_alloc_zero)
        return def;
    if (def->op == PK_OP_get) {
        s.local = def->local;
    } else if (def->op == PK_OP_call) {
        s.fn = def->callee;
        s.result = number_of(def, v);
    } else {
        return NULL;
    }
    pk_region_visit(s.fn->body, look, &s);
    if (s.other || !s.found)
        return NULL;
    return s.local ? (s.found == 1 ? s.made : NULL) : def;
}

const pk_inst *pk_fresh_memory(const pk_func *fn, const pk_value *root) {
    return made_by(fn, root, DEPTH);
}
