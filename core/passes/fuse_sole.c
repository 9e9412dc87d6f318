/* SPDX-License-Identifier: Apache-2.0 */
/* fuse: questions whether an array has no other owner, whose answer is seen.
 *
 *     %1: ref, %2: ptr = alloc %n          %1: ref, %2: ptr = alloc %n
 *     set $a, %1                           set $a, %1
 *     %3: ref = get $a                =>   %3: ref = get $a
 *     %4: bool = sole %3, %2, %n
 *     if %4 { A } else { B }               A
 *
 * An array that was made in the same region, and went to locals only, has as
 * many owners as locals that hold it. So a loop that stores in its operand's
 * memory stores in what is known, and may be fused with the one that made the
 * operand. */
#include "core/ir_data.h"
#include "core/passes/edit.h"
#include "core/passes/fuse.h"

enum { TERMS = 8 /* of a condition, within each other */ };

typedef struct owners {
    bool *refs;   /* by value id: the array's */
    bool *locals; /* by id: hold one */
    bool lost;    /* out of sight */
} owners;

static bool is_question(const pk_inst *inst) {
    return inst->op == PK_OP_eq || inst->op == PK_OP_ne ||
           inst->op == PK_OP_sole;
}

static void look_for_use(pk_inst *inst, void *arg) {
    owners *o = arg;

    for (uint32_t i = 0; i < inst->arg_count; i++)
        o->lost |= o->refs[inst->args[i]->id] && !is_question(inst);
}

static void look_within(pk_inst *inst, void *arg) {
    owners *o = arg;

    look_for_use(inst, o);
    o->lost |= inst->local && o->locals[inst->local->id];
}

static void step(owners *o, pk_inst *inst) {
    if (inst->op == PK_OP_set) {
        o->locals[inst->local->id] = o->refs[inst->args[0]->id];
    } else if (inst->op == PK_OP_get) {
        o->refs[inst->results[0]->id] = o->locals[inst->local->id];
    } else {
        look_for_use(inst, o);
        if (inst->body)
            pk_region_visit(inst->body, look_within, o);
        if (inst->other)
            pk_region_visit(inst->other, look_within, o);
    }
}

bool pk_fuse_is_sole(pk_fuser *f, const pk_inst *sole) {
    const pk_inst *made = pk_fuse_made(sole->args[1]);
    uint32_t count = 0;
    owners o = {.lost = false};

    if (!made || made->parent != sole->parent ||
        !pk_fuse_known_equal(f, made->args[0], sole->args[2]))
        return false;
    o.refs = pk_arena_array(&f->scratch, f->fn->value_count + (size_t)1,
                            sizeof *o.refs);
    o.locals = pk_arena_array(&f->scratch, f->fn->local_count + (size_t)1,
                              sizeof *o.locals);
    if (f->scratch.failed)
        return false;
    o.refs[made->results[0]->id] = true;
    for (pk_inst *i = made->next; i != sole && !o.lost; i = i->next)
        step(&o, i);
    for (uint32_t i = 0; i < f->fn->local_count; i++)
        count += o.locals[i];
    return !o.lost && count == 1 && o.refs[sole->args[0]->id];
}

/* ---- what is decided by it ---- */

typedef enum truth { UNKNOWN, IS_FALSE, IS_TRUE } truth;

static truth truth_of(const pk_fuser *f, const pk_value *v, uint32_t depth) {
    const pk_inst *def = v->kind == PK_VALUE_result ? v->def : NULL;
    truth a, b;

    if (pk_is_const(v))
        return v->bits ? IS_TRUE : IS_FALSE;
    if (!def || !depth)
        return UNKNOWN;
    if (def->op == PK_OP_and) {
        a = truth_of(f, def->args[0], depth - 1);
        b = truth_of(f, def->args[1], depth - 1);
        return a == IS_FALSE || b == IS_FALSE ? IS_FALSE : a == b ? a : UNKNOWN;
    }
    if (def->op == PK_OP_eq && !pk_type_is_float(def->args[0]->type) &&
        pk_fuse_known_equal(f, def->args[0], def->args[1]))
        return IS_TRUE;
    return UNKNOWN;
}

bool pk_fuse_settle_if(const pk_fuser *f, pk_inst *inst, pk_inst **next) {
    truth asked;
    pk_region *taken;

    if (inst->op != PK_OP_if)
        return false;
    asked = truth_of(f, inst->args[0], TERMS);
    taken = asked == IS_TRUE ? inst->body : inst->other;
    if (asked == UNKNOWN || pk_region_ends(taken))
        return false;
    *next = taken->first ? taken->first : inst->next;
    for (pk_inst *i = taken->first, *behind; i; i = behind) {
        behind = i->next;
        pk_inst_remove(i);
        pk_inst_insert(inst->parent, inst, i);
    }
    pk_inst_remove(inst);
    return true;
}
