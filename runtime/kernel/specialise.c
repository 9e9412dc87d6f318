/* SPDX-License-Identifier: Apache-2.0 */
/* Finding a specialisation, or having it made once. */
#include "runtime/kernel/specialise.h"
#include "base/try.h"

#include "base/os/thread.h"
#include "runtime/context/coverage.h"
#include "runtime/context/diagnostics.h"
#include "runtime/kernel/compiler.h"
#include "runtime/kernel/direct.h"
#include "runtime/kernel/loop_costs.h"
#include "runtime/kernel/loop_kernels.h"

struct pk_spec_table {
    pk_spec_table *older;
    size_t mask;
    _Atomic(const pk_spec *) slots[];
};

static size_t table_bytes(size_t slots) {
    return sizeof(pk_spec_table) + slots * sizeof(_Atomic(const pk_spec *));
}

void pk_variants_init(pk_variants *variants, const pk_module *mod,
                      const pk_function_info *info) {
    *variants = (pk_variants){.ctx = mod->base.ctx, .mod = mod, .info = info};
    pk_lock_init(&variants->lock);
    pthread_cond_init(&variants->completed, NULL);
    variants->process = pk_process_number();
}

void pk_loaded_leave(pk_context *ctx, pk_loaded *loaded) {
    if (!loaded || atomic_fetch_sub(&loaded->users, 1) > 1)
        return;
    if (!pk_context_lost(ctx))
        ctx->plugin->module_free(loaded->mod);
    pk_heap_free(&ctx->allocator, loaded, sizeof *loaded);
}

void pk_spec_destroy(pk_context *ctx, pk_spec *spec) {
    const pk_allocator *allocator = &ctx->allocator;
    pk_found *found;

    if (!spec)
        return;
    found = atomic_load(&spec->found);
    if (found)
        found->destroy(found);
    for (int i = 0; i < PK_OFFLOAD_MOST; i++) {
        pk_loop_kernels_destroy(spec->loops[i]);
        pk_loop_costs_destroy(spec->speeds[i]);
    }
    pk_loop_costs_destroy(spec->costs);
    pk_loaded_leave(ctx, spec->loaded);
    pk_coverage_leave(ctx, spec->coverage);
    pk_key_free(allocator, &spec->key);
    if (spec->recipe)
        pk_heap_free(allocator, spec->recipe, spec->recipe->size);
    pk_heap_free(allocator, spec->types, spec->types_size);
    pk_heap_free(allocator, spec, sizeof *spec);
}

void pk_variants_finish(pk_variants *variants) {
    pk_spec_table *table = atomic_load(&variants->table);

    pk_directs_free(variants);
    while (variants->specs) {
        pk_spec *spec = variants->specs;
        variants->specs = spec->next;
        pk_spec_destroy(variants->ctx, spec);
    }
    while (table) {
        pk_spec_table *older = table->older;
        pk_heap_free(&variants->ctx->allocator, table,
                     table_bytes(table->mask + 1));
        table = older;
    }
    pk_lock_finish(&variants->lock);
    /* Where threads waited that are gone it would wait for them. */
    if (variants->process == pk_process_number())
        pthread_cond_destroy(&variants->completed);
}

static bool same_key(const pk_key *a, const pk_key *b) {
    return a->hash == b->hash && a->count == b->count &&
           memcmp(a->words, b->words, a->count * sizeof *a->words) == 0;
}

/* Read by any thread while others insert. */
static const pk_spec *find(const pk_variants *variants, const pk_key *key) {
    const pk_spec_table *table =
        atomic_load_explicit(&variants->table, memory_order_acquire);

    if (!table)
        return NULL;
    for (size_t i = key->hash & table->mask;; i = (i + 1) & table->mask) {
        const pk_spec *spec =
            atomic_load_explicit(&table->slots[i], memory_order_acquire);
        if (!spec || same_key(&spec->key, key))
            return spec;
    }
}

static void insert(pk_spec_table *table, const pk_spec *spec) {
    size_t i = spec->key.hash & table->mask;

    while (atomic_load_explicit(&table->slots[i], memory_order_relaxed))
        i = (i + 1) & table->mask;
    atomic_store_explicit(&table->slots[i], spec, memory_order_release);
}

/* At most half full, so that a search ends soon. Readers may still be in the
 * old table: it goes with the variants. */
static bool make_room(pk_variants *variants) {
    pk_spec_table *old = atomic_load(&variants->table), *table;
    size_t slots = old ? 2 * (old->mask + 1) : 8;

    if (old && 2 * (variants->count + 1) <= old->mask + 1)
        return true;
    table = pk_heap_new(&variants->ctx->allocator, table_bytes(slots));
    if (!table)
        return false;
    table->older = old;
    table->mask = slots - 1;
    for (const pk_spec *s = variants->specs; s; s = s->next)
        insert(table, s);
    atomic_store_explicit(&variants->table, table, memory_order_release);
    return true;
}

/* ---- compiling once ---- */

/* In a child of fork the threads that compiled are gone, and their compiles,
 * which were on their stacks: what is wanted is compiled again. */
static pk_status enter(pk_variants *variants, pk_error *err) {
    if (!pk_lock_enter(&variants->lock))
        return pk_fail_forked(err, "the kernel", "create another context");
    if (variants->process != pk_process_number()) {
        variants->inflights = NULL;
        pthread_cond_init(&variants->completed, NULL);
        variants->process = pk_process_number();
    }
    return PK_OK;
}

static pk_inflight *find_inflight(const pk_variants *variants,
                                  const pk_key *key) {
    for (pk_inflight *f = variants->inflights; f; f = f->next)
        if (!f->done && same_key(&f->frame->key, key))
            return f;
    return NULL;
}

/* Waits for another's compile; `said` gets its diagnostics. False when the
 * launch differs from that of the compile in something that the compile used,
 * which then says nothing of it. */
static bool wait_for(pk_variants *variants, pk_inflight *inflight,
                     pk_frame *frame, const pk_dims *dims, const pk_spec **out,
                     pk_diag_list **said, pk_status *status, pk_error *err) {
    bool agrees;

    inflight->waiting++;
    while (!inflight->done)
        pthread_cond_wait(&variants->completed, &variants->lock.mutex);
    pk_frame_seal(frame, inflight->facts, dims);
    agrees = inflight->key.words && same_key(&frame->key, &inflight->key);
    if (agrees) {
        *status = inflight->status;
        *out = inflight->spec;
        if (*status != PK_OK && err)
            *err = inflight->error;
        *said = pk_diag_list_retain(inflight->said);
    }
    if (--inflight->waiting == 0)
        pthread_cond_broadcast(&variants->completed);
    return agrees;
}

/* Puts the specialisation under its key; NULL when that did not work, or when
 * there is one. */
static pk_spec *keep(pk_variants *variants, pk_inflight *inflight,
                     pk_spec *spec) {
    if (!inflight->key.words || !make_room(variants)) {
        inflight->status = pk_fail_no_memory(&inflight->error);
        return NULL;
    }
    inflight->spec = find(variants, &inflight->key);
    if (inflight->spec)
        return NULL;
    spec->key = inflight->key;
    spec->facts = inflight->facts;
    spec->next = variants->specs;
    variants->specs = spec;
    variants->count++;
    atomic_store(&variants->facts, inflight->facts);
    insert(atomic_load(&variants->table), spec);
    atomic_fetch_add(&variants->ctx->counters.specialisations, 1);
    inflight->spec = spec;
    return spec;
}

/* Publishes what was compiled, and waits until all who waited have read it. */
static void complete(pk_variants *variants, pk_inflight *inflight,
                     pk_spec *spec) {
    const pk_allocator *allocator = &variants->ctx->allocator;
    pk_inflight **link = &variants->inflights;

    inflight->facts = atomic_load(&variants->facts) | inflight->used;
    pk_frame_key(inflight->frame, inflight->facts, inflight->dims, allocator,
                 &inflight->key);
    if (spec && !keep(variants, inflight, spec))
        pk_spec_destroy(variants->ctx, spec);
    inflight->done = true;
    pthread_cond_broadcast(&variants->completed);
    while (inflight->waiting)
        pthread_cond_wait(&variants->completed, &variants->lock.mutex);
    while (*link != inflight)
        link = &(*link)->next;
    *link = inflight->next;
    if (!spec || inflight->spec != spec)
        pk_key_free(allocator, &inflight->key);
}

/* Takes over the compile for a frame, whose key it seals; false when there is
 * one in `spec`, or under way in `other`. The lock is held. */
static bool take_off(pk_variants *variants, pk_frame *frame,
                     const pk_dims *dims, pk_inflight *inflight,
                     const pk_spec **spec, pk_inflight **other) {
    pk_frame_seal(frame, atomic_load(&variants->facts), dims);
    *spec = find(variants, &frame->key);
    *other = *spec ? NULL : find_inflight(variants, &frame->key);
    if (*spec || *other)
        return false;
    *inflight = (pk_inflight){
        .next = variants->inflights, .frame = frame, .dims = dims};
    variants->inflights = inflight;
    return true;
}

bool pk_variants_claim(pk_variants *variants, pk_frame *frame,
                       const pk_dims *dims, pk_inflight *inflight) {
    const pk_spec *spec;
    pk_inflight *other;
    bool mine;

    if (enter(variants, NULL) != PK_OK)
        return false;
    mine = take_off(variants, frame, dims, inflight, &spec, &other);
    pk_lock_leave(&variants->lock);
    return mine;
}

void pk_variants_learn(pk_variants *variants, pk_inflight *inflight,
                       pk_facts used) {
    inflight->used = used;
    pthread_mutex_lock(&variants->lock.mutex); /* entered by this compile */
    atomic_fetch_or(&variants->facts, used);
    pk_frame_seal(inflight->frame, atomic_load(&variants->facts),
                  inflight->dims);
    pk_lock_leave(&variants->lock);
}

void pk_variants_complete(pk_variants *variants, pk_inflight *inflight,
                          pk_spec *spec) {
    inflight->said = pk_diagnostics_take(variants->ctx);
    pthread_mutex_lock(&variants->lock.mutex); /* entered by this compile */
    complete(variants, inflight, spec);
    pk_lock_leave(&variants->lock);
    pk_diagnostics_put(variants->ctx, inflight->said);
}

/* The arguments of `get`. */
typedef struct wanted {
    pk_variants *variants;
    pk_frame *frame;
    const pk_arg *args;
    size_t count;
    const pk_dims *dims;
    const pk_spec **out;
} wanted;

static pk_status fail_targets(const pk_build *build, pk_error *err) {
    const pk_context *ctx = build->ctx;
    pk_status status;
    pk_text targets;

    pk_text_init(&targets, &ctx->allocator);
    pk_bundle_list_targets(build->variants->mod->bundle, &targets);
    status =
        pk_fail(err, PK_UNSUPPORTED,
                "the bundle has code for %s, and this machine's %s (%s) "
                "does not run any of it: build the bundle for one of its "
                "targets, too",
                pk_text_string(&targets), ctx->plugin->name, ctx->device.name);
    pk_text_finish(&targets);
    return status;
}

static pk_status fail_unbundled(const pk_build *build, pk_error *err) {
    const char *name = pk_function_path(build->variants->info);

    if (build->arena.failed || build->stored.key.failed)
        return pk_fail_no_memory(err);
    if (build->failure.status != PK_OK)
        return pk_fail(err, build->failure.status,
                       "%s of the bundle cannot be loaded: %s", name,
                       build->failure.message);
    if (!pk_build_may_run_bundled(build))
        return fail_targets(build, err);
    return pk_fail(err, PK_UNSUPPORTED,
                   "the bundle does not have %s for these arguments on %s with "
                   "this build of its plugin and these options (checks and "
                   "mathematics of the context, deadline or none of the "
                   "launch): launch or compile it so before the bundle is "
                   "written",
                   name, build->ctx->device.name);
}

static pk_status load_or_compile(pk_build *build, pk_inflight *inflight) {
    if (pk_build_find(build) && pk_build_load_found(&build, 1))
        return PK_OK;
    return build->variants->mod->program
               ? pk_parts.compiler->compile(build, inflight, &inflight->error)
               : fail_unbundled(build, &inflight->error);
}

/* ---- loops on another device ---- */

static pk_status find_or_compile_loops(pk_build *build, uint32_t device,
                                       pk_error *err) {
    const bool compiles = build->variants->mod->program;
    const pk_status status = compiles && build->ctx->dump
                                 ? PK_IO /* its stages are to be run */
                                 : pk_loop_kernels_find(build, device, err);

    return status == PK_OK || !compiles
               ? status
               : pk_parts.compiler->compile_loops(build, device, err);
}

/* Where loops cannot go to the other device they run on the host. */
static void make_loop_kernels(pk_build *build) {
    const pk_context *ctx = build->ctx;
    pk_error why = {0};

    for (uint32_t i = 0; i < ctx->offload_count; i++)
        if (find_or_compile_loops(build, i, &why) != PK_OK)
            pk_log(&ctx->log, PK_LOG_info, "offload",
                   "loops of %s do not run on %s: %s",
                   pk_function_path(build->variants->info),
                   ctx->offload[i]->device.selector, why.message);
}

/* Without memory for them costs choose nothing: the host runs all. A bundle has
 * kernels now or never. */
static void begin_costs(pk_build *build) {
    const bool bundled = build->stored.bundle;
    pk_spec *spec = build->spec;

    spec->costs = pk_loop_costs_of(build);
    if (!spec->costs)
        return;
    if (bundled)
        make_loop_kernels(build);
    else if (!pk_loop_costs_oppose(spec->costs))
        pk_loop_kernels_find(build, 0, NULL);
    atomic_store(&spec->costs->kernels, spec->loops[0]);
    atomic_store(&spec->costs->tried, bundled || spec->loops[0]);
    spec->loops[0] = NULL;
}

/* Without memory for speeds parts are equal. */
static void begin_split(pk_build *build) {
    make_loop_kernels(build);
    for (uint32_t i = 0; i < build->ctx->offload_count; i++)
        if (build->spec->loops[i])
            build->spec->speeds[i] = pk_loop_speeds_of(build, i);
}

static void offload(pk_build *build) {
    const pk_context *ctx = build->ctx;

    if (!ctx->offload_count || !build->spec->recipe->loops ||
        build->variants->info->stays)
        return;
    if (ctx->options.flags & PK_CONTEXT_measured_offload)
        begin_costs(build);
    else if (ctx->offload_count > 1)
        begin_split(build);
    else
        make_loop_kernels(build);
}

typedef struct late_loops {
    pk_build build;
    const pk_spec *spec;
} late_loops;

/* The compile lends the recipe, where it is not found again, for its messages.
 */
static pk_status make_late(void *arg, pk_error *err) {
    late_loops *l = arg;
    pk_spec *made = l->build.spec;
    const bool found = pk_build_find(&l->build);

    (void)err;
    if (!found) { /* what the recipe was found by is unknown: nothing is kept */
        l->build.stored.key.length = 0;
        made->recipe = l->spec->recipe;
    }
    make_loop_kernels(&l->build);
    atomic_store(&l->spec->costs->kernels, made->loops[0]);
    made->loops[0] = NULL;
    if (!found)
        made->recipe = NULL;
    return PK_OK;
}

/* Bundles that are saved from now on have the loops, too. */
static void keep_entries(pk_variants *variants, const pk_spec *spec,
                         const pk_spec_entries *more) {
    if (!pk_lock_enter(&variants->lock))
        return;
    for (pk_spec *s = variants->specs; s; s = s->next) {
        for (uint32_t i = 0; s == spec && i < more->count; i++)
            pk_spec_entries_add(&s->entries, &more->items[i]);
        s->entries.incomplete |= s == spec && more->incomplete;
    }
    pk_lock_leave(&variants->lock);
}

void pk_variants_offload(pk_variants *variants, const pk_spec *spec,
                         const pk_frame *frame, const pk_arg *args,
                         size_t count, const pk_dims *dims) {
    late_loops late = {.spec = spec};

    if (atomic_exchange(&spec->costs->tried, true))
        return;
    if (pk_build_init(&late.build, variants, frame, args, count, dims, NULL) !=
        PK_OK)
        return;
    pk_thread_run(make_late, &late, NULL);
    keep_entries(variants, spec, &late.build.stored.entries);
    pk_build_finish(&late.build, PK_CANCELLED); /* the loops were all of it */
    pk_diag_list_release(pk_diagnostics_take(variants->ctx));
}

static pk_status make(const wanted *w, pk_inflight *inflight, pk_error *err) {
    pk_build build;
    pk_spec *spec = NULL;

    pk_diag_list_release(pk_diagnostics_take(w->variants->ctx));
    inflight->status = pk_build_init(&build, w->variants, w->frame, w->args,
                                     w->count, w->dims, &inflight->error);
    if (inflight->status == PK_OK) {
        inflight->status = load_or_compile(&build, inflight);
        inflight->used = build.used;
        if (inflight->status == PK_OK)
            offload(&build);
        spec = pk_build_finish(&build, inflight->status);
    }
    pk_variants_complete(w->variants, inflight, spec);
    *w->out = inflight->spec;
    if (inflight->status != PK_OK && err)
        *err = inflight->error;
    return inflight->status;
}

/* Compiles once, with all that the launch knows; what the compile needed of
 * that becomes part of the key. */
static pk_status compile_wanted(void *arg, pk_error *err) {
    const wanted *w = arg;
    pk_variants *variants = w->variants;
    pk_inflight inflight, *other;
    pk_status status = PK_OK;
    pk_diag_list *said = NULL;
    bool mine, told;

    do {
        PK_TRY(enter(variants, err));
        mine = take_off(variants, w->frame, w->dims, &inflight, w->out, &other);
        told = !other || wait_for(variants, other, w->frame, w->dims, w->out,
                                  &said, &status, err);
        pk_lock_leave(&variants->lock);
    } while (!told);
    if (mine)
        return make(w, &inflight, err);
    pk_diagnostics_put(variants->ctx, said);
    return status;
}

pk_status pk_variants_get(pk_variants *variants, pk_frame *frame,
                          const pk_arg *args, size_t count, const pk_dims *dims,
                          const pk_spec **out, pk_error *err) {
    wanted w = {variants, frame, args, count, dims, out};
    pk_facts facts =
        atomic_load_explicit(&variants->facts, memory_order_relaxed);

    pk_frame_seal(frame, facts, dims);
    *out = find(variants, &frame->key);
    return *out ? PK_OK : pk_thread_run(compile_wanted, &w, err);
}
