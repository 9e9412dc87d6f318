/* SPDX-License-Identifier: Apache-2.0 */
/* The thread that compiles kernels again.
 *
 * At most one in a process compiles at a time, however many contexts there are:
 * the other processors are the program's. At the end of the process it is
 * waited for, because a compiler's tables go then; in the child of a fork,
 * which has no such thread, kernels keep the code that they have. */
#include "compile/improver.h"

#include "base/os/clock.h"
#include "base/os/fpenv.h"
#include "base/os/lock.h"
#include "base/os/thread.h"
#include "runtime/context/context.h"
#include "runtime/kernel/stored.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct job {
    struct job *next;
    pk_loaded *loaded;
    char *name;
    pk_text key;
    size_t text_length;
    pk_digest digest;
    pk_emit_options options;
} job;

struct pk_improver {
    pk_context *ctx;
    const pk_improve_ext *ext;
    pthread_mutex_t mutex;
    pthread_cond_t changed; /* any of what follows */
    pthread_t thread;
    bool working, leaving;
    job *first, **last;
    unsigned process; /* that the thread is in */
};

static const pk_improve_ext *extension_of(const pk_context *ctx) {
    const pk_plugin *plugin = ctx->plugin;

    return PK_PLUGIN_HAS(plugin, extension)
               ? plugin->extension(ctx->dev, "improve", 1)
               : NULL;
}

bool pk_improver_applies(const pk_context *ctx) {
    return ctx->compiles == PK_COMPILES_tiered && !ctx->has_target &&
           extension_of(ctx);
}

/* ---- one ---- */

static void free_job(pk_context *ctx, job *j) {
    pk_loaded_leave(ctx, j->loaded);
    pk_heap_free_text(&ctx->allocator, j->name);
    pk_text_finish(&j->key);
    pk_heap_free(&ctx->allocator, j, sizeof *j);
}

static pk_status emit(pk_context *ctx, const job *j, pk_artifact *out,
                      pk_error *err) {
    const char *text = j->key.data + j->key.length - j->text_length;

    *out = (pk_artifact){.struct_size = sizeof *out};
    return ctx->plugin->emit(&ctx->host, &ctx->caps, text, j->text_length,
                             &j->options, out, err);
}

/* Compiles the job's kernel and gives it to the cache. */
static pk_status make(pk_improver *im, const job *j, pk_error *err) {
    pk_context *ctx = im->ctx;
    const pk_cache_label label = {.kernel = j->name,
                                  .backend = ctx->plugin->name,
                                  .target = ctx->caps.name};
    pk_artifact artifact;
    pk_status status = emit(ctx, j, &artifact, err);

    if (status != PK_OK)
        return status;
    status = im->ext->improve(j->loaded->mod, &artifact, err);
    if (status == PK_OK && ctx->cache)
        pk_cache_store(ctx->cache, &j->digest, &j->key, &label, &artifact);
    ctx->plugin->artifact_free(&ctx->host, &artifact);
    return status;
}

/* Another process may have made it meanwhile. */
static bool find(pk_improver *im, const job *j) {
    pk_context *ctx = im->ctx;
    pk_artifact artifact;
    bool found;

    if (!pk_stored_load(NULL, ctx, &j->digest, &j->key, &artifact))
        return false;
    found = im->ext->improve(j->loaded->mod, &artifact, NULL) == PK_OK;
    pk_entry_artifact_free(&ctx->allocator, &artifact);
    return found;
}

static void improve(pk_improver *im, const job *j) {
    pk_context *ctx = im->ctx;
    const uint64_t begin = pk_now();
    pk_error why = {0};

    if (!find(im, j) && make(im, j, &why) != PK_OK) {
        pk_log(&ctx->log, PK_LOG_warning, "compile",
               "%s keeps its first version: %s", j->name, why.message);
        return;
    }
    atomic_fetch_add(&ctx->counters.improved, 1);
    pk_log(&ctx->log, PK_LOG_info, "compile",
           "%s for %s: better code after %" PRIu64 " us", j->name,
           ctx->caps.name, (pk_now() - begin) / 1000);
    pk_profile_span(ctx->profile, "improver", j->name, begin, pk_now());
}

/* ---- the end of the process ---- */

static pk_lock compiling = PK_LOCK_INIT;
static bool ending;

static void end(void) {
    if (!pk_lock_enter(&compiling))
        return;
    ending = true;
    pk_lock_leave(&compiling);
}

/* Behind the first compile, so that it runs before the destructors of what that
 * has loaded. */
static void register_end(void) {
    atexit(end);
}

static void improve_alone(pk_improver *im, const job *j) {
    if (!pk_lock_enter(&compiling))
        return;
    if (!ending)
        improve(im, j);
    pk_lock_leave(&compiling);
}

/* ---- the thread ---- */

static job *next_job(pk_improver *im) {
    job *j = im->first;

    im->first = j->next;
    if (!im->first)
        im->last = &im->first;
    return j;
}

static void *work(void *arg) {
    pk_improver *im = arg;

    (void)pk_fpenv_enter(); /* the environment was inherited */
    pthread_mutex_lock(&im->mutex);
    while (!im->leaving) {
        job *j;
        if (!im->first) {
            pthread_cond_wait(&im->changed, &im->mutex);
            continue;
        }
        j = next_job(im);
        im->working = true;
        pthread_mutex_unlock(&im->mutex);
        improve_alone(im, j);
        free_job(im->ctx, j);
        pthread_mutex_lock(&im->mutex);
        im->working = false;
        pthread_cond_broadcast(&im->changed);
    }
    pthread_mutex_unlock(&im->mutex);
    return NULL;
}

/* The context's, made and started when the first kernel wants it; NULL without
 * memory or threads. */
static pk_improver *improver_of(pk_context *ctx) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pk_improver *im = ctx->improver;

    if (im)
        return im->process == pk_process_number() ? im : NULL;
    im = pk_heap_new(&ctx->allocator, sizeof *im);
    if (!im)
        return NULL;
    im->ctx = ctx;
    im->ext = extension_of(ctx);
    im->last = &im->first;
    im->process = pk_process_number();
    pthread_mutex_init(&im->mutex, NULL);
    pthread_cond_init(&im->changed, NULL);
    if (pk_thread_start(&im->thread, PK_THREAD_STACK, work, im) != 0) {
        pthread_cond_destroy(&im->changed);
        pthread_mutex_destroy(&im->mutex);
        pk_heap_free(&ctx->allocator, im, sizeof *im);
        return NULL;
    }
    pthread_once(&once, register_end);
    ctx->improver = im;
    return im;
}

static job *job_of(pk_context *ctx, const pk_improvement *what) {
    const pk_allocator *a = &ctx->allocator;
    job *j = pk_heap_new(a, sizeof *j);

    if (!j)
        return NULL;
    *j = (job){.name = pk_heap_text(a, what->name),
               .text_length = what->text_length,
               .digest = *what->digest,
               .options = *what->options};
    pk_text_init(&j->key, a);
    pk_text_bytes(&j->key, what->key->data, what->key->length);
    if (j->name && !j->key.failed) {
        j->loaded = what->loaded;
        atomic_fetch_add(&j->loaded->users, 1);
        return j;
    }
    free_job(ctx, j);
    return NULL;
}

static void enqueue(pk_improver *im, job *j) {
    pthread_mutex_lock(&im->mutex);
    *im->last = j;
    im->last = &j->next;
    pthread_cond_broadcast(&im->changed);
    pthread_mutex_unlock(&im->mutex);
}

void pk_improver_add(pk_context *ctx, const pk_improvement *what) {
    job *j = job_of(ctx, what);
    pk_improver *im = NULL;

    if (!j)
        return;
    if (pk_lock_enter(&ctx->lock)) {
        im = improver_of(ctx);
        pk_lock_leave(&ctx->lock);
    }
    if (im)
        enqueue(im, j);
    else
        free_job(ctx, j);
}

void pk_improver_wait(pk_context *ctx) {
    pk_improver *im = NULL;

    if (pk_lock_enter(&ctx->lock)) {
        im = ctx->improver;
        pk_lock_leave(&ctx->lock);
    }
    if (!im || im->process != pk_process_number())
        return;
    pthread_mutex_lock(&im->mutex);
    while (im->first || im->working)
        pthread_cond_wait(&im->changed, &im->mutex);
    pthread_mutex_unlock(&im->mutex);
}

/* The context is the caller's alone. */
void pk_improver_stop(pk_context *ctx) {
    pk_improver *im = ctx->improver;

    if (!im)
        return;
    if (im->process == pk_process_number()) {
        pthread_mutex_lock(&im->mutex);
        im->leaving = true;
        pthread_cond_broadcast(&im->changed);
        pthread_mutex_unlock(&im->mutex);
        pthread_join(im->thread, NULL);
        pthread_cond_destroy(&im->changed);
        pthread_mutex_destroy(&im->mutex);
    }
    while (im->first)
        free_job(ctx, next_job(im));
    pk_heap_free(&ctx->allocator, im, sizeof *im);
    ctx->improver = NULL;
}
