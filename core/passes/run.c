/* SPDX-License-Identifier: Apache-2.0 */
/* The lists of passes, and what runs them: functions callees first, verified
 * after each pass when asked. Functions join what they call, and each but those
 * of a single call, whose caller tidies them as a part of itself, is tidied
 * before others take copies. What has become part of its callers then is spared
 * the rest. */
#include "base/error.h"
#include "base/try.h"
#include "core/callgraph.h"
#include "core/ir_data.h"
#include "core/passes/edit.h"
#include "core/passes/passes.h"
#include "core/report.h"

#include <stdio.h>

typedef enum pass_when {
    ALWAYS,
    RESHAPED,  /* where control has changed */
    SHORTENED, /* where numbers have 16 bits now */
    MOVED,     /* where arrays lie in the frame now */
    CUT,       /* where kernels are cut at their barriers */
} pass_when;

typedef struct pass_row {
    const char *name;
    pk_pass *run;
    pass_when when;
} pass_row;

static const pass_row joining[] = {
    {"expand", pk_pass_expand, ALWAYS},             /* what the target lacks */
    {"inline", pk_pass_inline, ALWAYS},             /* calls become bodies */
    {"expand-warps", pk_pass_expand_warps, ALWAYS}, /* by fewer operations */
};

static const pass_row tidying[] = {
    {"promote", pk_pass_promote, ALWAYS},   /* locals become temporaries */
    {"simplify", pk_pass_simplify, ALWAYS}, /* identities and constants */
    {"flatten", pk_pass_flatten, ALWAYS},   /* small ifs become selects */
    {"nest", pk_pass_nest, ALWAYS},         /* and others ifs within ifs */
    {"unroll", pk_pass_unroll, ALWAYS},     /* few rounds, where threads meet */
    {"promote", pk_pass_promote, RESHAPED}, /* of what these set */
    {"simplify", pk_pass_simplify, RESHAPED},
    {"owners", pk_pass_owners, ALWAYS}, /* of objects */
};

/* Passes that make values live longer (cse, licm) come behind fission, which
 * must keep for each thread all that lives across a barrier. */
static const pass_row rest[] = {
    {"stack_arrays", pk_pass_stack_arrays, ALWAYS}, /* small ones */
    {"promote", pk_pass_promote, MOVED},
    {"simplify", pk_pass_simplify, MOVED},
    {"facts", pk_pass_facts, ALWAYS},           /* ranges: no wraparound */
    {"dce", pk_pass_dce, ALWAYS},               /* unused code */
    {"owners", pk_pass_owners, ALWAYS},         /* whose locals are gone now */
    {"full_write", pk_pass_full_write, ALWAYS}, /* while threads are threads */
    {"lanes", pk_pass_lanes, ALWAYS},  /* one work-item for each warp */
    {"melt", pk_pass_melt, ALWAYS},    /* blocks without a shape */
    {"axes", pk_pass_axes, ALWAYS},    /* neighbours are so along x */
    {"strides", pk_pass_strides, CUT}, /* threads go step by step */
    {"structure-barriers", pk_pass_structure_barriers, ALWAYS},
    {"fission", pk_pass_fission, ALWAYS}, /* loops over threads between them */
    {"promote", pk_pass_promote, CUT},
    {"simplify", pk_pass_simplify, ALWAYS}, /* what facts brought to light */
    {"cse", pk_pass_cse, ALWAYS},           /* nothing twice */
    {"licm", pk_pass_licm, ALWAYS},         /* out of loops */
    {"unswitch", pk_pass_unswitch, ALWAYS}, /* out of loops, too: questions */
    {"in_place", pk_pass_in_place, ALWAYS}, /* what changes arrays, as items */
    {"channels", pk_pass_channels, ALWAYS}, /* elements of few parts */
    {"facts", pk_pass_facts, ALWAYS},       /* more, now that same is same */
    {"narrow", pk_pass_narrow, ALWAYS},
    {"indices", pk_pass_indices, ALWAYS}, /* 32 bits, on GPUs */
    {"simplify", pk_pass_simplify, ALWAYS},
    {"cse", pk_pass_cse, ALWAYS},
    {"owners", pk_pass_owners, ALWAYS}, /* of arrays that are not made now */
    {"dce", pk_pass_dce, ALWAYS},
    {"narrow16", pk_pass_narrow16, ALWAYS},
    {"dce", pk_pass_dce, SHORTENED},
    {"phases", pk_pass_phases, ALWAYS}, /* nothing lives across the grid's */
};

typedef struct runner {
    const pk_caps *caps;
    bool check;
    pk_status status;
    pk_error *err;
} runner;

/* A pass that leaves wrong IR is a bug of ours: its name goes before what the
 * verifier says. */
static pk_status check_after(pk_func *fn, const char *pass, pk_error *err) {
    pk_error found = {0};
    pk_status status = pk_verify_func(fn, &found);

    if (status == PK_NO_MEMORY)
        return pk_fail_no_memory(err);
    if (status == PK_OK) {
        if (!pk_marks_left(fn))
            return PK_OK;
        pk_fail(&found, PK_VERIFY, "%s has a mark left", fn->name);
    }
    return pk_fail(err, PK_VERIFY, "after %s: %s", pass, found.message);
}

static bool is_wanted(const pass_row *step, const pk_func *fn,
                      const pk_caps *caps) {
    switch (step->when) {
    case MOVED: return pk_func_get_data(fn)->moved;
    case SHORTENED: return pk_func_get_data(fn)->shortened;
    case RESHAPED: return pk_func_get_data(fn)->reshaped;
    case CUT:
        return fn->kind == PK_FUNC_kernel &&
               !(caps->features & PK_CAP_divergent_barriers);
    case ALWAYS: break;
    }
    return true;
}

static void run_list(runner *r, pk_func *fn, const pass_row *steps,
                     size_t count) {
    for (size_t i = 0; i < count && r->status == PK_OK; i++) {
        const pass_row *step = &steps[i];
        if (!is_wanted(step, fn, r->caps))
            continue;
        r->status = step->run(fn, r->caps, r->err);
        if (r->status == PK_OK && r->check)
            r->status = check_after(fn, step->name, r->err);
    }
}

#define RUN_LIST(r, fn, steps)                                                 \
    run_list(r, fn, steps, sizeof(steps) / sizeof *(steps))

static void tidy(runner *r, pk_func *fn) {
    pk_func_get_data(fn)->tidy = true;
    RUN_LIST(r, fn, tidying);
}

static void run_first(pk_func *fn, void *r) {
    RUN_LIST(r, fn, joining);
    if (pk_func_is_entry(fn) || pk_func_get_data(fn)->calls > 1)
        tidy(r, fn);
    pk_func_number(fn);
}

static void run_rest(pk_func *fn, void *r) {
    if (!pk_func_get_data(fn)->tidy) /* its caller has grown too large */
        tidy(r, fn);
    RUN_LIST(r, fn, rest);
    pk_func_number(fn);
}

/* Device functions that no entry calls, perhaps through others, go, unless
 * they are all that there is: most are part of their callers now. */
static void note_called(pk_inst *inst, void *arg) {
    pk_func *callee = inst->callee;

    if (inst->op != PK_OP_call || callee->mark)
        return;
    callee->mark = callee;
    pk_region_visit(callee->body, note_called, arg);
}

static void drop_uncalled(pk_ir *ir) {
    pk_func **at = &ir->funcs, *last = NULL;
    bool entries = false;

    for (pk_func *fn = ir->funcs; fn; fn = fn->next) {
        fn->mark = NULL;
        entries |= pk_func_is_entry(fn);
    }
    if (!entries)
        return;
    for (pk_func *fn = ir->funcs; fn; fn = fn->next)
        if (pk_func_is_entry(fn))
            pk_region_visit(fn->body, note_called, NULL);
    while (*at)
        if ((*at)->kind == PK_FUNC_device && !(*at)->mark) {
            *at = (*at)->next;
        } else {
            last = *at;
            at = &last->next;
        }
    pk_ir_get_data(ir)->last = last;
}

/* Kernels that check, while a failure is an `if` with all of its report. */
static void make_sure(runner *r, pk_ir *ir) {
    static const pass_row same[] = {{"cse", pk_pass_cse, ALWAYS}};

    for (pk_func *fn = ir->funcs; fn; fn = fn->next) {
        pk_make_sure(fn, r->caps);
        if (!pk_func_get_data(fn)->loop)
            continue;
        RUN_LIST(r, fn, same);
        pk_offload_make_sure(fn);
        pk_func_number(fn);
    }
}

static pk_status begin(pk_ir *ir, const pk_caps *caps, bool offload, bool check,
                       pk_error *err) {
    if (ir->arena->failed)
        return pk_fail_no_memory(err);
    if (check)
        PK_TRY(pk_verify(ir, err));
    if (!(caps->features & PK_CAP_raw)) { /* else as the frontend wrote it */
        pk_apart_expand(ir);
        PK_TRY(pk_fuse_expand(ir, err));
        if (check)
            PK_TRY(pk_verify(ir, err));
    }
    if (offload)
        pk_offload_nested(ir);
    return pk_outline_expand(ir, caps, offload, err);
}

static pk_status finish(pk_ir *ir, const pk_caps *caps, bool check,
                        pk_error *err) {
    bool raw = caps->features & PK_CAP_raw;
    runner r = {.caps = caps, .check = check, .status = PK_OK, .err = err};

    if (!raw)
        PK_TRY(pk_stops_expand(ir, err));
    PK_TRY(pk_recursion_expand(ir, caps, err));
    pk_settle_independent(ir);
    PK_TRY(pk_coverage_expand(ir, err));
    PK_TRY(pk_report_expand(ir, err));
    PK_TRY(pk_own_expand(ir, err));
    if (!raw) {
        pk_ir_callees_first(ir, run_first, &r);
        PK_TRY(r.status);
        drop_uncalled(ir);
        make_sure(&r, ir);
        PK_TRY(r.status);
        PK_TRY(pk_pass_id_ops(ir, caps, err));
        pk_ir_callees_first(ir, run_rest, &r);
        PK_TRY(r.status);
    }
    pk_home_expand(ir, caps);
    pk_recursion_bound(ir, caps);
    for (pk_func *fn = ir->funcs; fn; fn = fn->next) {
        pk_func_number(fn);
        if (pk_func_is_entry(fn))
            pk_func_layout(fn);
    }
    return PK_OK;
}

pk_status pk_run_passes(pk_ir *ir, const pk_caps *caps, bool check,
                        pk_error *err) {
    PK_TRY(begin(ir, caps, false, check, err));
    PK_TRY(finish(ir, caps, check, err));
    return check ? pk_verify(ir, err) : PK_OK;
}

pk_status pk_run_offload_passes(pk_ir *ir, const pk_caps *host,
                                const pk_caps *caps, bool check,
                                pk_error *err) {
    PK_TRY(begin(ir, host, true, check, err));
    PK_TRY(pk_offload_expand(ir, err));
    PK_TRY(finish(ir, caps, check, err));
    PK_TRY(pk_offload_drop_strangers(ir, err));
    return check ? pk_verify(ir, err) : PK_OK;
}
