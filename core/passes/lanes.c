/* SPDX-License-Identifier: Apache-2.0 */
/* lanes: one work-item for each warp, for targets without warp operations of
 * their own. Structure-barriers and fission do it, for the lanes of a warp in
 * place of the threads of a block; barriers stay, and are met by warps.
 *
 *     %1 = shuffle_idx ...             for.items %l = 0, 32, 1 { ... }
 *     store ...                -->     for.items %l = 0, 32, 1 { ... }
 *     barrier                          barrier
 *     ...                              for.items %l = 0, 32, 1 { ... }
 *
 * For a target whose form is block the same two passes follow for the warps of
 * a block. For one whose sub-groups are warps only the form's name is set. */
#include "core/analysis/thread_loops.h"
#include "core/passes/fission.h"
#include "core/passes/passes.h"
#include "core/passes/structure.h"

static void look(pk_inst *inst, void *arg) {
    bool *found = arg;
    *found |= (pk_op_table[inst->op].flags & PK_OPF_WARP) != 0;
}

static bool has_warps(pk_func *fn, const pk_caps *caps) {
    bool found = false;

    if (fn->kind == PK_FUNC_kernel && fn->form == PK_FORM_threads &&
        !(caps->features & PK_CAP_warps))
        pk_region_visit(fn->body, look, &found);
    return found;
}

bool pk_wants_lanes(pk_func *fn, const pk_caps *caps) {
    if (caps->form == PK_FORM_lanes)
        return fn->kind == PK_FUNC_kernel && fn->form == PK_FORM_threads;
    return caps->form != PK_FORM_subgroups && has_warps(fn, caps);
}

bool pk_wants_subgroups(pk_func *fn, const pk_caps *caps) {
    return caps->form == PK_FORM_subgroups && has_warps(fn, caps);
}

static void look_for_barrier(pk_inst *inst, void *arg) {
    bool *found = arg;
    *found |= inst->op == PK_OP_barrier;
}

static bool shares_arrays(const pk_ir *ir) {
    for (const pk_func *fn = ir->funcs; fn; fn = fn->next)
        for (const pk_storage *s = fn->storages; s; s = s->next)
            if (s->space == PK_SPACE_shared && s->count)
                return true;
    return false;
}

bool pk_wants_block(const pk_ir *ir, const pk_caps *caps) {
    const bool sized =
        caps->features & PK_CAP_sized_blocks && shares_arrays(ir);
    bool found = false;

    for (pk_func *fn = ir->funcs; fn && !(caps->features & PK_CAP_warps);
         fn = fn->next) {
        pk_region_visit(fn->body, look, &found);
        /* Intel's compiler (2026.2) makes worse code of loops over as many
         * threads as it knows: of wide items only those that stay threads. */
        if (sized &&
            (!(caps->features & PK_CAP_wide_items) || pk_threads_run_loops(fn)))
            pk_region_visit(fn->body, look_for_barrier, &found);
    }
    return found;
}

pk_status pk_pass_lanes(pk_func *fn, const pk_caps *caps, pk_error *err) {
    pk_status status;

    if (pk_wants_subgroups(fn, caps))
        fn->form = PK_FORM_subgroups;
    if (!pk_wants_lanes(fn, caps))
        return PK_OK;
    status = pk_expand_votes(fn, caps, err);
    if (status == PK_OK) {
        pk_func_number(fn);
        status = pk_structure_team(fn, caps, PK_TEAM_lanes, err);
    }
    if (status == PK_OK)
        pk_func_number(fn);
    if (status == PK_OK)
        status = pk_fission_team(fn, PK_TEAM_lanes, err);
    return status;
}
