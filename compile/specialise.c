/* SPDX-License-Identifier: Apache-2.0 */
/* Finding a specialisation, or having it made once. */
#include "compile/specialise.h"

#include "base/os/thread.h"
#include "compile/making.h"
#include "runtime/context/diagnostics.h"

struct pk_spec_table {
    pk_spec_table *older;
    size_t mask;
    _Atomic(const pk_spec *) slots[];
};

static size_t table_bytes(size_t slots) {
    return sizeof(pk_spec_table) + slots * sizeof(_Atomic(const pk_spec *));
}

void pk_variants_init(pk_variants *variants, pk_context *ctx,
                      const pk_program *program, const pk_function_info *info) {
    *variants = (pk_variants){.ctx = ctx, .program = program, .info = info};
    pk_lock_init(&variants->lock);
    pthread_cond_init(&variants->landed, NULL);
    variants->process = pk_process_number();
}

static void leave_module(pk_context *ctx, pk_loaded *loaded) {
    if (!loaded || atomic_fetch_sub(&loaded->users, 1) > 1)
        return;
    if (!pk_context_lost(ctx))
        ctx->plugin->module_free(loaded->mod);
    pk_heap_free(&ctx->allocator, loaded, sizeof *loaded);
}

void pk_spec_destroy(pk_context *ctx, pk_spec *spec) {
    const pk_allocator *allocator = &ctx->allocator;

    if (!spec)
        return;
    leave_module(ctx, spec->loaded);
    pk_heap_free(allocator, spec->key.words,
                 spec->key.count * sizeof *spec->key.words);
    if (spec->recipe)
        pk_heap_free(allocator, spec->recipe, spec->recipe->size);
    pk_heap_free(allocator, spec, sizeof *spec);
}

void pk_variants_finish(pk_variants *variants) {
    pk_spec_table *table = atomic_load(&variants->table);

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
        pthread_cond_destroy(&variants->landed);
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

/* In a child of fork the threads that compiled are gone, and their flights,
 * which were on their stacks: what is wanted is compiled again. */
static pk_status enter(pk_variants *variants, pk_error *err) {
    if (!pk_lock_enter(&variants->lock))
        return pk_fail_forked(err, "the kernel", "create another context");
    if (variants->process != pk_process_number()) {
        variants->flights = NULL;
        pthread_cond_init(&variants->landed, NULL);
        variants->process = pk_process_number();
    }
    return PK_OK;
}

static pk_flight *find_flight(const pk_variants *variants, const pk_key *key) {
    for (pk_flight *f = variants->flights; f; f = f->next)
        if (!f->done && same_key(f->key, key))
            return f;
    return NULL;
}

/* `said` gets a reference to the flight's diagnostics. */
static pk_status wait_for(pk_variants *variants, pk_flight *flight,
                          const pk_spec **out, pk_said **said, pk_error *err) {
    pk_status status;

    flight->waiting++;
    while (!flight->done)
        pthread_cond_wait(&variants->landed, &variants->lock.mutex);
    status = flight->status;
    *out = flight->spec;
    *said = pk_said_retain(flight->said);
    if (status != PK_OK && err)
        *err = flight->error;
    if (--flight->waiting == 0)
        pthread_cond_broadcast(&variants->landed);
    return status;
}

/* Publishes what was compiled, and waits until all who waited have read it. */
static void land(pk_variants *variants, pk_flight *flight, pk_spec *spec) {
    pk_flight **link = &variants->flights;

    if (spec && !make_room(variants)) {
        pk_spec_destroy(variants->ctx, spec);
        spec = NULL;
        flight->status = pk_fail_no_memory(&flight->error);
    }
    if (spec) {
        spec->next = variants->specs;
        variants->specs = spec;
        variants->count++;
        insert(atomic_load(&variants->table), spec);
        atomic_fetch_add(&variants->ctx->counters.specialisations, 1);
    }
    flight->spec = spec;
    flight->done = true;
    pthread_cond_broadcast(&variants->landed);
    while (flight->waiting)
        pthread_cond_wait(&variants->landed, &variants->lock.mutex);
    while (*link != flight)
        link = &(*link)->next;
    *link = flight->next;
}

/* Takes over the compile for a key; false when it is found in `spec`, or under
 * way in `other`. The lock is held. */
static bool take_off(pk_variants *variants, const pk_key *key,
                     pk_flight *flight, const pk_spec **spec,
                     pk_flight **other) {
    *spec = find(variants, key);
    *other = *spec ? NULL : find_flight(variants, key);
    if (*spec || *other)
        return false;
    *flight = (pk_flight){.next = variants->flights, .key = key};
    variants->flights = flight;
    return true;
}

bool pk_variants_claim(pk_variants *variants, pk_frame *frame,
                       const pk_dims *dims, bool block, pk_flight *flight) {
    pk_facts facts = atomic_load(&variants->facts);
    const pk_spec *spec;
    pk_flight *other;
    bool mine;

    pk_frame_seal(frame, facts | (pk_facts)block << PK_FACT_block, dims);
    if (enter(variants, NULL) != PK_OK)
        return false;
    mine = take_off(variants, &frame->key, flight, &spec, &other);
    pk_lock_leave(&variants->lock);
    return mine;
}

void pk_variants_land(pk_variants *variants, pk_flight *flight, pk_spec *spec) {
    flight->said = pk_diagnostics_take(variants->ctx);
    pthread_mutex_lock(&variants->lock.mutex); /* entered by this flight */
    land(variants, flight, spec);
    pk_lock_leave(&variants->lock);
    pk_diagnostics_put(variants->ctx, flight->said);
}

static pk_status compile_once(pk_variants *variants, const pk_frame *frame,
                              const pk_arg *args, size_t count,
                              const pk_spec **out, pk_error *err) {
    pk_flight flight, *other;
    pk_spec *spec = NULL;
    pk_said *said = NULL;
    pk_status status = PK_OK;
    bool mine;

    PK_TRY(enter(variants, err));
    mine = take_off(variants, &frame->key, &flight, out, &other);
    if (other)
        status = wait_for(variants, other, out, &said, err);
    pk_lock_leave(&variants->lock);
    if (!mine) {
        pk_diagnostics_put(variants->ctx, said);
        return status;
    }
    pk_said_release(pk_diagnostics_take(variants->ctx)); /* an attempt's */
    flight.status =
        pk_making_run(variants, frame, args, count, &spec, &flight.error);
    pk_variants_land(variants, &flight, spec);
    *out = flight.spec;
    if (flight.status != PK_OK && err)
        *err = flight.error;
    return flight.status;
}

bool pk_block_decides(pk_status status) {
    return status == PK_TYPE || status == PK_UNSUPPORTED ||
           status == PK_BARRIER;
}

/* The fewest facts with which the frontend takes the kernel; 0 when it never
 * does. */
static pk_facts fewest_facts(pk_variants *variants, pk_frame *frame,
                             const pk_arg *args, size_t count,
                             const pk_dims *dims) {
    pk_facts all = pk_frame_facts(frame), facts = all;

    pk_frame_seal(frame, all, dims);
    if (!pk_making_takes(variants, frame, args, count))
        return 0;
    for (int fact = 63; fact >= 0; fact--) {
        pk_facts fewer = facts & ~((pk_facts)1 << fact);
        if (fewer == facts)
            continue;
        pk_frame_seal(frame, fewer, dims);
        if (pk_making_takes(variants, frame, args, count))
            facts = fewer;
    }
    return facts;
}

/* Compiles with more facts than `known`; PK_OK when that went well. */
static pk_status compile_with(pk_variants *variants, pk_frame *frame,
                              const pk_arg *args, size_t count,
                              const pk_dims *dims, pk_facts facts,
                              const pk_spec **out, pk_error *err) {
    pk_frame_seal(frame, facts, dims);
    PK_TRY(compile_once(variants, frame, args, count, out, err));
    atomic_fetch_or(&variants->facts, facts);
    return PK_OK;
}

/* Compiles with what else the launch knows, `facts` being what the first
 * attempt knew. False when `*status`, that attempt's, is all there is to say.
 */
static bool compile_knowing_more(pk_variants *variants, pk_frame *frame,
                                 const pk_arg *args, size_t count,
                                 const pk_dims *dims, pk_facts facts,
                                 pk_status *status, const pk_spec **out,
                                 pk_error *err) {
    const pk_facts block = (pk_facts)1 << PK_FACT_block;
    pk_facts fewest;

    if (!(facts & block) && pk_block_decides(*status) &&
        compile_with(variants, frame, args, count, dims, facts | block, out,
                     NULL) == PK_OK) {
        *status = PK_OK;
        return true;
    }
    if (*status != PK_TYPE && *status != PK_UNSUPPORTED)
        return false;
    /* What is wrong with all that there is to know says most. */
    fewest = fewest_facts(variants, frame, args, count, dims);
    if (!fewest)
        fewest = pk_frame_facts(frame);
    if (!(fewest & ~facts))
        return false;
    *status = compile_with(variants, frame, args, count, dims, facts | fewest,
                           out, err);
    return true;
}

/* What `get` was called with. */
typedef struct wanted {
    pk_variants *variants;
    pk_frame *frame;
    const pk_arg *args;
    size_t count;
    const pk_dims *dims;
    pk_facts facts;
    const pk_spec **out;
} wanted;

/* Whether shared memory that the launch sizes has no byte, and the kernel was
 * compiled for any size: it has no ends to check indices by. */
static bool lacks_shared(const pk_spec *spec, const pk_frame *frame,
                         const pk_dims *dims) {
    return spec->recipe->shared_dynamic && !dims->shared_bytes &&
           !(frame->facts >> PK_FACT_shared & 1);
}

/* A kernel compiles for any launch unless a shape in it is the launch's, a
 * barrier is met by all threads of small blocks only, or it uses warps where
 * the device has none: then only a second attempt, which knows the block,
 * succeeds, or a third, which knows all that it takes. */
static pk_status compile_wanted(void *arg, pk_error *err) {
    const wanted *w = arg;
    pk_variants *variants = w->variants;
    pk_frame *frame = w->frame;
    const pk_arg *args = w->args;
    size_t count = w->count;
    const pk_dims *dims = w->dims;
    pk_facts facts = w->facts;
    const pk_spec **out = w->out;
    pk_error general = {0};
    pk_status status;
    pk_said *said;

    status = compile_once(variants, frame, args, count, out, &general);
    if (status == PK_OK)
        return PK_OK;
    said = pk_diagnostics_take(variants->ctx);
    if (compile_knowing_more(variants, frame, args, count, dims, facts, &status,
                             out, err)) {
        pk_said_release(said);
        return status;
    }
    pk_diagnostics_put(variants->ctx, said);
    if (err)
        *err = general;
    return status;
}

static pk_status get(pk_variants *variants, pk_frame *frame, const pk_arg *args,
                     size_t count, const pk_dims *dims, pk_facts facts,
                     const pk_spec **out, pk_error *err) {
    wanted w = {variants, frame, args, count, dims, facts, out};

    pk_frame_seal(frame, facts, dims);
    *out = find(variants, &frame->key);
    return *out ? PK_OK : pk_thread_run(compile_wanted, &w, err);
}

pk_status pk_variants_get(pk_variants *variants, pk_frame *frame,
                          const pk_arg *args, size_t count, const pk_dims *dims,
                          const pk_spec **out, pk_error *err) {
    pk_facts facts =
        atomic_load_explicit(&variants->facts, memory_order_relaxed);

    PK_TRY(get(variants, frame, args, count, dims, facts, out, err));
    if (!lacks_shared(*out, frame, dims))
        return PK_OK;
    facts = frame->facts | (pk_facts)1 << PK_FACT_shared;
    return get(variants, frame, args, count, dims, facts, out, err);
}
