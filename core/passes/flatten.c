/* SPDX-License-Identifier: Apache-2.0 */
/* flatten: an if whose branches only compute a little and set locals becomes
 * selects. Conditions joined by `and` and `or` are such ifs, as is the choice
 * between two values; behind it all threads go one way, and what a condition
 * says is seen as a whole.
 *
 *     set $v, %c                       %1: bool = lt %i, %n
 *     if %c {                          %2: bool = get $v
 *         %1: bool = lt %i, %n     =>  %3: bool = select %c, %1, %2
 *         set $v, %1                   set $v, %3
 *     }
 *
 * Both branches are then computed, so that they must be pure and cheap, and
 * promise nothing about their operands. */
#include "core/ir_data.h"
#include "core/passes/edit.h"
#include "core/passes/passes.h"

enum { MAX_OPS = 6, MAX_SETS = 4 };

/* A local that the if sets, and to what: NULL, as it was. */
typedef struct choice {
    pk_local *local;
    pk_value *values[2]; /* by the first and the second region */
} choice;

typedef struct choices {
    choice of[MAX_SETS];
    uint32_t count;
} choices;

static bool is_cheap(const pk_inst *inst) {
    switch ((int)inst->op) {
    case PK_OP_div:
    case PK_OP_sqrt:
    case PK_OP_fma:
    case PK_OP_floor_div:
    case PK_OP_floor_mod:
    case PK_OP_quot:
    case PK_OP_rem: return false;
    }
    return pk_op_is_pure(inst->op) && !pk_type_is_ptr(inst->results[0]->type);
}

static choice *find_choice(choices *c, const pk_local *local) {
    for (uint32_t i = 0; i < c->count; i++)
        if (c->of[i].local == local)
            return &c->of[i];
    return NULL;
}

static choice *choice_of(choices *c, pk_local *local) {
    choice *found = find_choice(c, local);

    if (found || c->count == MAX_SETS)
        return found;
    c->of[c->count] = (choice){.local = local};
    return &c->of[c->count++];
}

/* True when the region is fit; notes what it sets. */
static bool read_region(choices *c, const pk_region *region, int which) {
    uint32_t ops = 0;

    for (const pk_inst *inst = region->first; inst; inst = inst->next) {
        choice *at = NULL;
        if (inst->op == PK_OP_get)
            continue;
        if (inst->op != PK_OP_set) {
            if (!is_cheap(inst) || ++ops > MAX_OPS)
                return false;
            continue;
        }
        if (!pk_type_is_ptr(inst->local->type))
            at = choice_of(c, inst->local);
        if (!at)
            return false;
        at->values[which] = inst->args[0];
    }
    return true;
}

/* Instead of the if: what its regions compute, without what they set, of which
 * they read the value. What the condition told of results does not hold
 * here. */
static void take_out(pk_inst *inst, pk_region *region) {
    choices now = {.count = 0};

    for (pk_inst *at = region->first, *next; at; at = next) {
        choice *set = at->local ? find_choice(&now, at->local) : NULL;

        next = at->next;
        pk_resolve_args(at);
        if (at->op == PK_OP_set) {
            choice_of(&now, at->local)->values[0] = at->args[0];
            pk_inst_remove(at);
        } else if (at->op == PK_OP_get && set) {
            pk_replace(at, set->values[0]);
        } else {
            pk_inst_remove(at);
            at->flags &= (uint8_t)~PK_INST_nonneg;
            pk_inst_insert(inst->parent, inst, at);
        }
    }
}

static void flatten(pk_func *fn, pk_inst *inst) {
    choices c = {.count = 0};
    pk_builder b;

    if (!read_region(&c, inst->body, 0) || !read_region(&c, inst->other, 1))
        return;
    pk_builder_init(&b, fn);
    pk_builder_before(&b, inst);
    take_out(inst, inst->body);
    take_out(inst, inst->other);
    for (uint32_t i = 0; i < c.count; i++) {
        choice *at = &c.of[i];
        for (int which = 0; which < 2; which++)
            if (!at->values[which])
                at->values[which] = pk_emit_get(&b, at->local);
            else
                at->values[which] = pk_resolve(at->values[which]);
        pk_emit_set(&b, at->local,
                    pk_emit3(&b, PK_OP_select, inst->args[0], at->values[0],
                             at->values[1]));
    }
    pk_inst_remove(inst);
    pk_func_get_data(fn)->reshaped = true;
}

static void walk_region(pk_func *fn, pk_region *region) {
    for (pk_inst *inst = region->first, *next; inst; inst = next) {
        next = inst->next;
        if (fn->ir->arena->failed)
            return;
        pk_resolve_args(inst);
        if (inst->body)
            walk_region(fn, inst->body);
        if (inst->other)
            walk_region(fn, inst->other);
        if (inst->op == PK_OP_if && inst->body && inst->other)
            flatten(fn, inst);
    }
}

pk_status pk_pass_flatten(pk_func *fn, const pk_caps *caps, pk_error *err) {
    (void)caps;
    walk_region(fn, fn->body);
    return pk_pass_done(fn, err);
}
