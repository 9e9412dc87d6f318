/* SPDX-License-Identifier: Apache-2.0 */
/* A compile that gives advice: each function of the script is shown to those
 * who may have something to say of it. */
#include "check/module/advice.h"

#include "check/threads/abstract_exec.h"
#include "check/threads/advice.h"
#include "frontend/lower/lower.h"

static void advise_function(const pk_adviser *a, bool guessed) {
    if (!guessed) {
        pk_advise_types(a);
        pk_advise_elements(a);
    }
    if (a->c->signature->host) { /* which has no threads */
        pk_advise_unset(a);
        return;
    }
    pk_advise_shapes(a);
    pk_advise_unset(a);
    pk_advise_threads(a);
    if (a->instance->is_kernel)
        pk_advise_races(a);
}

/* ---- kernels that are meant for one thread ---- */

/* Whether an operation only makes sense where there are several threads. */
static bool is_of_threads(pk_op op) {
    return op == PK_OP_thread_id || op == PK_OP_block_id ||
           op == PK_OP_first_thread || op == PK_OP_lane_id ||
           pk_op_table[op].flags & (PK_OPF_SYNC | PK_OPF_WARP);
}

static bool tells_threads(const pk_region *region) {
    for (const pk_inst *i = region->first; i; i = i->next)
        if (is_of_threads(i->op) || (i->body && tells_threads(i->body)) ||
            (i->other && tells_threads(i->other)))
            return true;
    return false;
}

/* A kernel whose threads would all do the same, and that nothing launches here:
 * x[0] += 1 is none of several threads' updates. */
static bool is_for_one(const pk_compile *c, const pk_instance *entry,
                       const pk_launch_site *launches) {
    const pk_launch_site *l = launches;

    while (l && !pk_launch_is_of(l, &entry->function->info))
        l = l->next;
    for (const pk_func *fn = c->ir->funcs; fn && !l; fn = fn->next)
        if (tells_threads(fn->body))
            return false;
    return !l;
}

static bool abstract_exec(const pk_adviser *a, pk_abstract_run *out) {
    for (pk_func *fn = a->c->ir->funcs; fn; fn = fn->next)
        if (fn->kind == PK_FUNC_kernel)
            return pk_abstract_exec(a, fn, out);
    return false;
}

static void advise_tree(pk_compile *c, const pk_instance *entry,
                        const pk_check_options *options) {
    pk_adviser a = {.c = c,
                    .instance = entry,
                    .perf = options->perf,
                    .alone = options->alone ||
                             is_for_one(c, entry, options->launches),
                    .launches = options->launches};
    pk_abstract_run run = {0};

    if (entry->is_kernel && abstract_exec(&a, &run))
        a.run = &run;
    for (pk_instance *i = c->instances; i; i = i->next) {
        a.instance = i;
        if (i->function->program->kind == PK_PROGRAM_user &&
            i->state == PK_INSTANCE_done)
            advise_function(&a, options->guessed);
    }
    pk_abstract_run_finish(&run);
}

pk_status pk_frontend_check(const pk_program *program, const char *name,
                            const pk_signature *signature,
                            const pk_check_options *options, pk_arena *arena,
                            pk_ir **out, pk_diags *diags) {
    pk_compile c = {.arena = arena,
                    .diags = diags,
                    .signature = signature,
                    .library = options->library,
                    .keeps_joins = true,
                    .is_check = true};
    uint32_t errors = diags->errors + diags->repeated;
    pk_instance *instance = pk_compile_infer(&c, program, name);

    *out = NULL;
    if (instance && !arena->failed &&
        diags->errors + diags->repeated == errors) {
        c.ir = pk_ir_new(arena);
        pk_lower_instance(&c, instance);
        if (!c.broken && !arena->failed &&
            diags->errors + diags->repeated == errors) {
            *out = c.ir;
            advise_tree(&c, instance, options);
        }
    }
    return pk_compile_finish(&c);
}

void pk_frontend_check_memory(const pk_program *program, pk_func *fn,
                              const uint32_t block[3], pk_arena *arena,
                              pk_diags *diags) {
    pk_compile c = {.arena = arena, .diags = diags};
    const pk_function *function = pk_program_get(program, fn->name);
    pk_instance instance = {.function = function};
    pk_adviser a = {.c = &c, .instance = &instance, .perf = true};

    if (function && fn->form == PK_FORM_threads) /* not a warp's loops */
        pk_advise_memory(&a, fn, block);
}
