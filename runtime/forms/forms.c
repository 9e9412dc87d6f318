/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/forms/forms.h"
#include "base/try.h"

#include "base/os/thread.h"
#include "runtime/context/diagnostics.h"
#include "runtime/kernel/build.h"
#include "runtime/kernel/compiler.h"
#include "runtime/kernel/module.h"

enum {
    RUNS = 3,       /* of each form, by which it is chosen */
    SLOWER = 3,     /* times the other's: one run is enough */
    SELDOM = 1024,  /* launches, of which one is timed where they are short */
    ELSEWHERE = 64, /* launches of other grids: theirs are compared instead */
};

/* Launches that count take so long: the other form might never end a longer
 * one. */
static const double shortest_ns = 0.5e6, longest_ns = 100e6;

/* Launches may take so much before the other form is compiled, which takes
 * about that. */
static const double compile_ns = 250e6;

static const double better = 1.1; /* the other form has to be so much faster */

static const char format[] = "form";

typedef enum stage {
    WATCHED, /* its launches are timed */
    WANTED,  /* the other form is to be compiled */
    READIED, /* a thread does so */
    TRIED,   /* they take turns */
    DECIDED
} stage;

struct pk_forms {
    pk_found base;
    pk_context *ctx;
    const pk_function_info *info;
    pk_caps caps; /* of the other form */
    atomic_int stage;
    pk_spec *other; /* set before the stage is TRIED or DECIDED */
    atomic_bool takes_other;
    pk_digest digest; /* of the choice in the disk cache */
    pk_text key;      /* empty: it is not kept */

    pthread_mutex_t lock; /* of what follows */
    pk_evt *from, *to;
    bool busy, recorded; /* a launch is timed; the events are recorded */
    bool other_timed;    /* it is of the other form */
    pk_dims dims;        /* of launches that are compared */
    bool warm[2];        /* has run: the driver makes ready in the first */
    double ns[2];
    uint32_t runs[2];
    uint32_t pause, paused; /* launches that are not timed */
    uint32_t elsewhere;
};

/* ---- the choice in the disk cache ---- */

static void keep_choice(const pk_forms *f) {
    const pk_cache_label label = {.kernel = pk_function_path(f->info),
                                  .backend = f->ctx->plugin->name,
                                  .target = f->caps.name};
    char other = atomic_load(&f->takes_other);
    pk_artifact entry = {
        .struct_size = sizeof entry, .bytes = &other, .size = sizeof other};

    memcpy(entry.format, format, sizeof format);
    if (f->key.length)
        pk_cache_store(f->ctx->cache, &f->digest, &f->key, &label, &entry);
}

/* Whether there is one, and which. */
static bool read_choice(const pk_forms *f, bool *other) {
    pk_artifact entry;
    bool corrupt = false, found;

    if (!f->key.length ||
        !pk_cache_load(f->ctx->cache, &f->digest, &f->key, &entry, &corrupt))
        return false;
    found = !strcmp(entry.format, format) && entry.size == 1;
    *other = found && *(const char *)entry.bytes;
    pk_entry_artifact_free(&f->ctx->allocator, &entry);
    return found;
}

static void decide(pk_forms *f, bool other, bool keep) {
    atomic_store(&f->takes_other, other);
    atomic_store(&f->stage, DECIDED);
    if (keep)
        keep_choice(f);
}

/* ---- the other form ---- */

typedef struct making {
    pk_forms *forms;
    const pk_spec *spec;
    pk_build build;
} making;

/* The other form may need to know of a launch what the specialisation's key
 * says, and no more. */
static pk_status make(void *arg, pk_error *err) {
    making *m = arg;
    pk_build *b = &m->build;

    if (!pk_build_find(b) || !pk_build_load_found(&b, 1))
        PK_TRY(pk_parts.compiler->compile(b, NULL, err));
    if (b->used & ~m->spec->facts ||
        b->spec->recipe->form == m->spec->recipe->form)
        return pk_fail(err, PK_UNSUPPORTED, "it has no other form");
    return PK_OK;
}

/* Ends the build. */
static void make_other(making *m, stage next) {
    pk_forms *f = m->forms;
    pk_diag_list *said = pk_diagnostics_take(f->ctx);
    pk_error why = {0};
    const pk_status status = pk_thread_run(make, m, &why);

    f->other = pk_build_finish(&m->build, status);
    pk_diag_list_release(pk_diagnostics_take(f->ctx));
    pk_diagnostics_put(f->ctx, said);
    if (f->other && next == TRIED) {
        atomic_store(&f->stage, TRIED);
        return;
    }
    if (!f->other)
        pk_log(&f->ctx->log, PK_LOG_info, "form", "%s stays as it is: %s",
               pk_function_path(f->info), why.message);
    decide(f, f->other, !f->other);
}

/* ---- life ---- */

static void destroy(pk_found *found) {
    pk_forms *f = (pk_forms *)found;
    pk_context *ctx = f->ctx;

    for (int i = 0; i < 2 && !pk_context_lost(ctx); i++)
        if (i ? f->to : f->from)
            ctx->plugin->event_free(i ? f->to : f->from);
    pk_spec_destroy(ctx, f->other);
    pk_text_finish(&f->key);
    pthread_mutex_destroy(&f->lock);
    pk_heap_free(&ctx->allocator, f, sizeof *f);
}

/* Whether a kernel may have another form, whose capabilities it gives. */
static bool may_change(const pk_variants *variants, const pk_spec *spec,
                       pk_caps *caps) {
    const pk_context *ctx = variants->ctx;

    *caps = (pk_caps){.struct_size = sizeof *caps};
    return variants->mod->program && !variants->mod->bundle && !ctx->dump &&
           !spec->coverage && !spec->recipe->launches &&
           !(ctx->options.flags & PK_CONTEXT_debugger) &&
           ctx->forms->other(ctx->dev, (pk_form)spec->recipe->form, caps);
}

static pk_forms *create(pk_variants *variants, const pk_spec *spec) {
    pk_context *ctx = variants->ctx;
    pk_forms *f = pk_heap_new(&ctx->allocator, sizeof *f);

    if (!f)
        return NULL;
    f->base.destroy = destroy;
    f->ctx = ctx;
    f->info = variants->info;
    pthread_mutex_init(&f->lock, NULL);
    pk_text_init(&f->key, &ctx->allocator);
    if (!may_change(variants, spec, &f->caps) ||
        ctx->plugin->event_new(ctx->dev, &f->from, NULL) != PK_OK ||
        ctx->plugin->event_new(ctx->dev, &f->to, NULL) != PK_OK)
        atomic_init(&f->stage, DECIDED);
    return f;
}

/* The key of the choice is that of the other form's recipe, and a word. */
static void name_choice(pk_forms *f, const pk_build *b) {
    if (!b->stored.key.length)
        return;
    pk_text_bytes(&f->key, b->stored.key.data, b->stored.key.length);
    pk_text_put(&f->key, "\nchosen");
    if (f->key.failed)
        f->key.length = 0;
    else
        f->digest = pk_digest_of(f->key.data, f->key.length);
}

static void begin(making *m) {
    pk_forms *f = m->forms;
    bool other = false, found;

    pk_build_name(&m->build);
    name_choice(f, &m->build);
    found = read_choice(f, &other);
    if (other) {
        pk_log(&f->ctx->log, PK_LOG_info, "form", "%s as %s, as was chosen",
               pk_function_path(f->info), f->caps.name);
        make_other(m, DECIDED);
        return;
    }
    if (found)
        atomic_store(&f->stage, DECIDED);
    pk_build_finish(&m->build, PK_CANCELLED); /* nothing was built */
}

/* Puts it where launches find it: the first of a specialisation. */
static void publish(pk_forms *f, const pk_spec *spec) {
    pk_spec *mutable = (pk_spec *)(uintptr_t)spec;
    pk_found *none = NULL;

    if (!atomic_compare_exchange_strong(&mutable->found, &none, &f->base))
        destroy(&f->base);
}

void pk_forms_ready(pk_variants *variants, const pk_spec *spec,
                    const pk_frame *frame, const pk_arg *args, size_t count,
                    const pk_dims *dims) {
    making m = {.forms = (pk_forms *)atomic_load(&spec->found), .spec = spec};
    const bool first = !m.forms;
    int wanted = WANTED;

    if (!first &&
        !atomic_compare_exchange_strong(&m.forms->stage, &wanted, READIED))
        return;
    if (first && !(m.forms = create(variants, spec)))
        return;
    if (atomic_load(&m.forms->stage) != DECIDED &&
        pk_build_init(&m.build, variants, frame, args, count, dims, NULL) ==
            PK_OK) {
        m.build.caps = &m.forms->caps;
        if (first)
            begin(&m);
        else
            make_other(&m, TRIED);
    } else {
        atomic_store(&m.forms->stage, DECIDED);
    }
    if (first)
        publish(m.forms, spec);
}

/* ---- times ---- */

static double mean(const pk_forms *f, int form) {
    return f->runs[form] ? f->ns[form] / f->runs[form] : 0;
}

static void choose(pk_forms *f) {
    const bool other = mean(f, 1) * better < mean(f, 0);

    pk_log(&f->ctx->log, PK_LOG_info, "form",
           "%s takes %.3f ms, %.3f ms as %s: %s", pk_function_path(f->info),
           mean(f, 0) / 1e6, mean(f, 1) / 1e6, f->caps.name,
           other ? "changed" : "stays");
    decide(f, other, true);
}

static void watch(pk_forms *f, double ns) {
    if (ns < shortest_ns || ns > longest_ns) {
        f->pause = f->pause < SELDOM ? 2 * f->pause + 1 : SELDOM;
        return;
    }
    f->pause = 0;
    f->ns[0] += ns;
    if (f->ns[0] < compile_ns)
        return;
    f->ns[0] = 0;
    atomic_store(&f->stage, WANTED);
}

static void compare(pk_forms *f, int form, double ns) {
    f->ns[form] += ns;
    f->runs[form]++;
    if ((f->runs[0] >= RUNS && f->runs[1] >= RUNS) ||
        (f->runs[1] && mean(f, 1) > SLOWER * mean(f, 0)))
        choose(f);
}

/* Enters the launch that was timed, if it is done. */
static void read_times(pk_forms *f) {
    const pk_plugin *plugin = f->ctx->plugin;
    const int form = f->other_timed;
    bool done = false;
    uint64_t ns = 0;

    if (!f->recorded)
        return;
    if (plugin->event_query(f->to, &done, NULL) != PK_OK ||
        (done && plugin->event_elapsed(f->from, f->to, &ns, NULL) != PK_OK)) {
        decide(f, false, false);
        return;
    }
    if (!done)
        return;
    f->busy = f->recorded = false;
    if (!f->warm[form])
        f->warm[form] = true;
    else if (atomic_load(&f->stage) == TRIED)
        compare(f, form, (double)ns);
    else
        watch(f, (double)ns);
}

static bool same_dims(const pk_dims *a, const pk_dims *b) {
    return !memcmp(a->grid, b->grid, sizeof a->grid) &&
           !memcmp(a->block, b->block, sizeof a->block) &&
           a->shared_bytes == b->shared_bytes;
}

/* Whether the launch is to be timed. */
static bool is_turn(pk_forms *f, const pk_dims *dims) {
    const int now = atomic_load(&f->stage);

    if (f->busy || f->paused++ < f->pause || (now != WATCHED && now != TRIED))
        return false;
    f->paused = 0;
    if (now == WATCHED || same_dims(&f->dims, dims))
        return true;
    if (f->runs[0] + f->runs[1] && ++f->elsewhere < ELSEWHERE)
        return false;
    f->dims = *dims;
    f->elsewhere = 0;
    memset(f->ns, 0, sizeof f->ns);
    memset(f->runs, 0, sizeof f->runs);
    return true;
}

const pk_spec *pk_forms_take(const pk_spec *spec, const pk_dims *dims,
                             pk_forms **timed) {
    pk_forms *f = (pk_forms *)atomic_load(&spec->found);

    *timed = NULL;
    if (!f)
        return spec;
    if (atomic_load(&f->stage) != DECIDED &&
        pthread_mutex_trylock(&f->lock) == 0) {
        read_times(f);
        if (is_turn(f, dims)) {
            f->busy = true;
            f->other_timed =
                atomic_load(&f->stage) == TRIED && f->runs[0] > f->runs[1];
            *timed = f;
        }
        pthread_mutex_unlock(&f->lock);
    }
    return (*timed ? f->other_timed : atomic_load(&f->takes_other)) ? f->other
                                                                    : spec;
}

void pk_forms_begin(pk_forms *timed, pk_que *que) {
    if (timed->ctx->plugin->event_record(que, timed->from, NULL) != PK_OK)
        atomic_store(&timed->stage, DECIDED);
}

void pk_forms_end(pk_forms *timed, pk_que *que) {
    bool recorded =
        que && timed->ctx->plugin->event_record(que, timed->to, NULL) == PK_OK;

    pthread_mutex_lock(&timed->lock);
    timed->recorded = recorded;
    timed->busy = recorded;
    pthread_mutex_unlock(&timed->lock);
}
