/* SPDX-License-Identifier: Apache-2.0 */
/* owners: counting that comes to nothing goes.
 *
 *     retain %1
 *     store %2, %3          =>     store %2, %3
 *     release %1
 *
 * Whoever adds an owner has the object from somebody who keeps it, so between
 * the two it needs no other owner, as long as nothing in between gives one up.
 * Counting the owners of none is nothing. The pass `own` writes such pairs;
 * they meet when functions are inlined and locals are values. */
#include "core/passes/edit.h"
#include "core/passes/passes.h"

/* Whether objects may lose an owner there. */
static bool may_release(const pk_inst *inst) {
    return inst->op == PK_OP_release || inst->callee || inst->body ||
           inst->op == PK_OP_return || inst->op == PK_OP_break ||
           inst->op == PK_OP_continue;
}

/* The release that makes up for the retain; NULL: there is none. */
static pk_inst *find_release(const pk_inst *retain) {
    for (pk_inst *i = retain->next; i; i = i->next)
        if (i->op == PK_OP_release && i->args[0] == retain->args[0])
            return i;
        else if (may_release(i))
            return NULL;
    return NULL;
}

static void drop_idle(pk_inst *inst, void *arg) {
    (void)arg;
    pk_resolve_args(inst);
    if ((inst->op == PK_OP_retain || inst->op == PK_OP_release) &&
        pk_is_const(inst->args[0]))
        pk_inst_remove(inst);
}

static void drop_pair(pk_inst *inst, void *arg) {
    pk_inst *release = inst->op == PK_OP_retain ? find_release(inst) : NULL;

    (void)arg;
    if (!release)
        return;
    pk_inst_remove(release);
    pk_inst_remove(inst);
}

pk_status pk_pass_owners(pk_func *fn, const pk_caps *caps, pk_error *err) {
    (void)caps;
    pk_region_visit(fn->body, drop_idle, NULL);
    pk_region_visit(fn->body, drop_pair, NULL);
    return pk_pass_done(fn, err);
}
