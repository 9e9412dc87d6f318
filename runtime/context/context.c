/* SPDX-License-Identifier: Apache-2.0 */
/* Making and ending a context, and the services it offers plugins. */
#include "runtime/context/context.h"

#include "runtime/context/coverage.h"
#include "runtime/context/diagnostics.h"
#include "runtime/context/select.h"
#include "runtime/context/structure.h"
#include "runtime/context/timeline.h"
#include "runtime/services/env.h"
#include "runtime/services/public_struct.h"

#include "base/os/thread.h"
#include "base/try.h"
#include "portkern/host.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- what plugins are offered ---- */

static void host_log(void *self, int level, const char *topic,
                     const char *text) {
    int known = level < 0 ? 0 : level > 3 ? 3 : level;

    pk_log_text(&((pk_context *)self)->log, (pk_log_level)known, topic, text);
}

static const char *host_option(void *self, const char *name) {
    (void)self;
    return pk_env_get(name);
}

static void host_parallel(void *self, uint64_t count, uint64_t grain,
                          pk_pool_body body, void *arg) {
    pk_pool_parallel(((pk_context *)self)->pool, count, grain, body, arg);
}

static uint32_t host_worker_count(void *self) {
    return pk_pool_worker_count(((pk_context *)self)->pool);
}

static void host_trace(void *self, const char *track, const char *name,
                       uint64_t begin_ns, uint64_t end_ns) {
    pk_profile_span(((pk_context *)self)->profile, track, name, begin_ns,
                    end_ns);
}

void pk_context_stage(pk_context *ctx, const char *name, uint64_t begin_ns,
                      uint64_t end_ns) {
    const pk_context_options *options = &ctx->options;

    pk_profile_add_here(ctx->profile,
                        &(pk_profile_event){.kind = PK_PROFILE_stage,
                                            .name = name,
                                            .begin = begin_ns,
                                            .end = end_ns});
    if (options->stage)
        options->stage(options->stage_self, name, begin_ns, end_ns);
}

pk_status pk_context_print(pk_context *ctx, const char *text, size_t length,
                           pk_error *err) {
    const pk_context_options *options = &ctx->options;
    pk_write_guard guard;
    bool written;
    int fault;

    if (options->print) {
        options->print(options->print_self, text, length);
        return PK_OK;
    }
    pk_write_guard_enter(&guard);
    errno = 0;
    written = fwrite(text, 1, length, stdout) == length && fflush(stdout) == 0;
    fault = errno;
    pk_write_guard_leave(&guard);
    return written ? PK_OK
                   : pk_fail(err, PK_IO,
                             "what kernels print cannot be written to the "
                             "standard output: %s",
                             strerror(fault ? fault : EIO));
}

static void host_print(void *self, const char *text, size_t length) {
    pk_error why;

    if (pk_context_print(self, text, length, &why) != PK_OK)
        pk_log(&((pk_context *)self)->log, PK_LOG_error, "print", "%s",
               why.message);
}

static void host_set_thread_limit(void *self, uint32_t threads) {
    (void)self;
    pk_thread_limit_set(threads);
}

static void host_set_loop_chunk(void *self, uint64_t iterations) {
    (void)self;
    pk_loop_chunk_set(iterations);
}

static void init_host(pk_context *ctx) {
    ctx->host = (pk_host){
        .struct_size = sizeof ctx->host,
        .abi = PK_ABI_VERSION,
        .allocator = &ctx->allocator,
        .self = ctx,
        .log = host_log,
        .option = host_option,
        .parallel = host_parallel,
        .worker_count = host_worker_count,
        .trace = host_trace,
        .print = host_print,
        .set_thread_limit = host_set_thread_limit,
        .set_loop_chunk = host_set_loop_chunk,
    };
}

/* ---- life ---- */

static pk_status trace(const pk_context *ctx, pk_error *err) {
    pk_write_guard guard;
    pk_status status;

    /* In a child the trace is the parent's to write. */
    if (pk_process_number() != ctx->process) /* it was inherited */
        return PK_OK;
    pk_write_guard_enter(&guard);
    status = pk_profile_write(ctx->profile, err);
    pk_write_guard_leave(&guard);
    return status;
}

static void write_profile(pk_context *ctx) {
    pk_error err = {0};

    if (trace(ctx, &err) != PK_OK)
        pk_log(&ctx->log, PK_LOG_error, "profile", "%s", err.message);
    pk_profile_release(ctx->profile);
    pk_timeline_destroy(&ctx->allocator, ctx->timeline);
}

void pk_offload_room_free(pk_context *ctx, pk_offload_room *room) {
    if (!room)
        return;
    pk_event_release(room->begin);
    pk_event_release(room->end);
    pk_buffer_release(room->scratch);
    pk_buffer_release(room->report);
    pk_queue_release(room->queue);
    pk_heap_free(&ctx->allocator, room, sizeof *room);
}

static void finish_offload(pk_context *ctx) {
    for (uint32_t i = 0; i < ctx->offload_count; i++) {
        pk_offload_room_free(ctx, atomic_load(&ctx->offload_room[i]));
        pk_context_release(ctx->offload[i]);
    }
    pk_heap_free(&ctx->allocator, atomic_load(&ctx->copy_costs),
                 sizeof(pk_copy_costs));
}

static void destroy_context(pk_object *object) {
    pk_context *ctx = (pk_context *)object;
    bool lost = pk_context_lost(ctx);

    if (pk_parts.stop)
        pk_parts.stop(ctx);
    finish_offload(ctx);
    pk_diagnostics_forget(ctx);
    pk_coverage_finish(ctx);
    if (ctx->transfers && !lost) {
        pk_timeline_forget(ctx, ctx->transfers);
        ctx->plugin->queue_free(ctx->transfers);
    }
    if (ctx->dev && !lost)
        ctx->plugin->device_close(ctx->dev);
    write_profile(ctx);
    pk_cache_destroy(ctx->cache);
    pk_registry_finish(&ctx->registry);
    pk_pool_destroy(ctx->pool);
    pk_watchdog_destroy(ctx->watchdog);
    pk_heap_free_text(&ctx->allocator, ctx->dump_dir);
    pk_structures_finish(ctx);
    pk_parts.forget(ctx);
    pk_lock_finish(&ctx->transfer_lock);
    pk_lock_finish(&ctx->lock);
}

/* Why nothing can be written into a folder: an errno, 0 when it can. */
static int folder_fault(const char *path) {
    struct stat st;

    if (stat(path, &st) != 0)
        return errno;
    if (!S_ISDIR(st.st_mode))
        return ENOTDIR;
    return access(path, W_OK | X_OK) == 0 ? 0 : errno;
}

static pk_status init_dump(pk_context *ctx, pk_error *err) {
    const char *dir = pk_env_get("PORTKERN_DUMP_DIR");
    int fault;

    ctx->dump = pk_env_words("PORTKERN_DUMP");
    if (!ctx->dump || !dir)
        return PK_OK;
    fault = folder_fault(dir);
    if (fault)
        return pk_fail(err, PK_IO, "PORTKERN_DUMP_DIR=%s cannot be written: %s",
                       dir, strerror(fault));
    ctx->dump_dir = pk_heap_text(&ctx->allocator, dir);
    return ctx->dump_dir ? PK_OK : pk_fail_no_memory(err);
}

static pk_status init_profile(pk_context *ctx, pk_error *err) {
    const char *file = ctx->options.profile_file;

    if (!file)
        file = pk_env_get("PORTKERN_PROFILE");
    if (!file)
        return PK_OK;
    ctx->timeline = pk_timeline_create(&ctx->allocator);
    return ctx->timeline
               ? pk_profile_open(&ctx->allocator, file, &ctx->profile, err)
               : pk_fail_no_memory(err);
}

static bool wants_native_math(void) {
    const char *math = pk_env_get("PORTKERN_MATH");

    return math && strcmp(math, "native") == 0;
}

static pk_compiles chosen_compiles(void) {
    const char *word = pk_env_get("PORTKERN_COMPILE");

    return !word                     ? PK_COMPILES_full
           : !strcmp(word, "quick")  ? PK_COMPILES_quick
           : !strcmp(word, "tiered") ? PK_COMPILES_tiered
                                     : PK_COMPILES_full;
}

static pk_status init_watchdog(pk_context *ctx, pk_error *err) {
    ctx->deadline_ms = ctx->options.deadline_ms;
    if (!ctx->deadline_ms)
        ctx->deadline_ms = pk_env_number("PORTKERN_DEADLINE");
    return pk_watchdog_create(&ctx->allocator, &ctx->watchdog, err);
}

static pk_status init_services(pk_context *ctx, pk_error *err) {
    uint32_t threads = ctx->options.num_threads;

    ctx->native_math = wants_native_math();
    ctx->compiles = chosen_compiles();
    PK_TRY(init_dump(ctx, err));
    PK_TRY(init_profile(ctx, err));
    PK_TRY(init_watchdog(ctx, err));
    ctx->checks = pk_env_words("PORTKERN_CHECK");
    if (ctx->checks > PK_CHECK_all) /* the word "all" */
        ctx->checks = PK_CHECK_all;
    if (!threads)
        threads = pk_env_number("PORTKERN_NUM_THREADS");
    PK_TRY(pk_pool_create(&ctx->allocator, threads, &ctx->pool, err));
    return pk_registry_init(&ctx->registry, &ctx->allocator, &ctx->log,
                            ctx->options.plugin_path, ctx->options.plugin_file,
                            err);
}

static pk_status check_options(const pk_context_options *options,
                               pk_error *err) {
    const pk_allocator *a = options->allocator;

    if (a && (!a->alloc || !a->resize || !a->release))
        return pk_fail(err, PK_BAD_ARG,
                       "the allocator needs alloc, resize and release");
    if (options->flags &
        ~((uint32_t)PK_CONTEXT_no_device | PK_CONTEXT_debugger |
          PK_CONTEXT_lines | PK_CONTEXT_branches | PK_CONTEXT_measured_offload))
        return pk_fail(err, PK_BAD_ARG, "flags 0x%x of the context: unknown",
                       options->flags);
    if (options->native_context && !options->backend)
        return pk_fail(err, PK_BAD_ARG,
                       "native_context needs `backend`, the name of its "
                       "backend");
    if (options->flags & PK_CONTEXT_measured_offload &&
        (!options->offload || options->target))
        return pk_fail(err, PK_BAD_ARG,
                       "PK_CONTEXT_measured_offload needs `offload`, the "
                       "context of the other device, and excludes `target`");
    if (options->offload_more_count &&
        (!options->offload || !options->offload_more ||
         options->offload_more_count >= PK_OFFLOAD_MOST ||
         options->flags & PK_CONTEXT_measured_offload))
        return pk_fail(err, PK_BAD_ARG,
                       "offload_more needs `offload`, takes at most %d "
                       "contexts, and excludes PK_CONTEXT_measured_offload",
                       PK_OFFLOAD_MOST - 1);
    if (options->target &&
        (!options->backend || options->flags & PK_CONTEXT_no_device))
        return pk_fail(err, PK_BAD_ARG,
                       "target needs `backend`, the name of its backend, and "
                       "excludes PK_CONTEXT_no_device");
    if (options->num_threads > PK_THREADS_MAX)
        return pk_fail(err, PK_LIMIT, "num_threads is %u, the most is %d",
                       options->num_threads, PK_THREADS_MAX);
    if ((unsigned)options->log_level > PK_LOG_debug)
        return pk_fail(err, PK_BAD_ARG, "log_level %d: unknown",
                       (int)options->log_level);
    return PK_OK;
}

pk_status pk_context_new(const pk_context_options *given, pk_context **out,
                         pk_error *err) {
    pk_context_options options;
    const pk_allocator *allocator;
    pk_context *ctx;
    pk_status status;

    PK_TRY(pk_options_read(&pk_context_options_layout, given, &options, err));
    PK_TRY(check_options(&options, err));
    PK_TRY(pk_env_check(err));
    allocator = options.allocator ? options.allocator : &pk_heap;
    ctx = pk_heap_new(allocator, sizeof *ctx);
    if (!ctx)
        return pk_fail_no_memory(err);
    ctx->base.kind = PK_OBJECT_context;
    ctx->base.ctx = ctx;
    ctx->base.destroy = destroy_context;
    ctx->base.size = sizeof *ctx;
    atomic_init(&ctx->base.refs, 1);
    ctx->allocator = *allocator;
    ctx->options = options;
    pk_logger_init(&ctx->log, &options);
    ctx->process = pk_process_number();
    pk_lock_init(&ctx->lock);
    pk_lock_init(&ctx->transfer_lock);
    init_host(ctx);
    status = init_services(ctx, err);
    if (status == PK_OK)
        *out = ctx;
    else
        pk_object_release(&ctx->base);
    return status;
}

/* The text of the caller's options is the caller's again. */
static void forget_texts(pk_context *ctx) {
    ctx->options.allocator = NULL;
    ctx->options.backend = ctx->options.plugin_file = NULL;
    ctx->options.plugin_path = ctx->options.cache_dir = NULL;
    ctx->options.profile_file = ctx->options.target = NULL;
    ctx->options.offload = NULL;
    ctx->options.offload_more = NULL;
}

static pk_status choose_device(pk_context *ctx, pk_error *err) {
    const char *list = ctx->options.backend;
    pk_error why = {0};
    pk_status status;

    if (ctx->options.target)
        return pk_select_target(ctx, list, ctx->options.target, err);
    if (list || ctx->registry.only)
        return pk_select_device(ctx, list, err);
    list = pk_env_get("PORTKERN_BACKEND");
    status = pk_select_device(ctx, list, &why);
    if (status == PK_BAD_ARG && list)
        return pk_fail(err, PK_ENVIRONMENT, "PORTKERN_BACKEND=%.200s: %s", list,
                       why.message);
    if (status != PK_OK && err)
        *err = why;
    return status;
}

/* A deadline that nothing keeps is refused. */
static pk_status check_deadline(const pk_context *ctx, pk_error *err) {
    if (!ctx->deadline_ms || ctx->has_target)
        return PK_OK;
    return pk_context_need_stops(
        ctx, ctx->options.deadline_ms ? "deadline_ms" : "PORTKERN_DEADLINE",
        err);
}

static pk_status add_offload(pk_context *ctx, pk_context *device,
                             pk_error *err) {
    if (!pk_object_is(device, PK_OBJECT_context))
        return pk_fail(err, PK_BAD_HANDLE, "offload is no context");
    PK_TRY(pk_context_check(device, err));
    if (ctx->has_target && !device->has_target)
        return pk_fail(err, PK_BAD_ARG,
                       "a context that compiles for a target has as `offload` "
                       "others that do, not the device %s",
                       device->device.selector);
    if (!ctx->has_target)
        PK_TRY(pk_context_need_device(device, err));
    for (uint32_t i = 0; i < ctx->offload_count; i++)
        if (ctx->offload[i] == device)
            return pk_fail(err, PK_BAD_ARG, "offload has %s twice",
                           device->device.selector);
    ctx->offload[ctx->offload_count++] = pk_context_retain(device);
    return PK_OK;
}

/* Loops go from the host's functions to other devices. */
static pk_status init_offload(pk_context *ctx, pk_error *err) {
    const pk_context_options *options = &ctx->options;

    if (!options->offload)
        return PK_OK;
    PK_TRY(add_offload(ctx, options->offload, err));
    for (uint32_t i = 0; i < options->offload_more_count; i++)
        PK_TRY(add_offload(ctx, options->offload_more[i], err));
    PK_TRY(pk_context_need_compiles(ctx, true, err));
    if (!(ctx->caps.features & PK_CAP_parallel))
        return pk_fail(err, PK_UNSUPPORTED,
                       "offload: parallel loops of %s stay on it: create a "
                       "context with the backend cpu",
                       ctx->device.name);
    ctx->caps.features |= PK_CAP_offload;
    return PK_OK;
}

/* Only what runs the IR as it was written tells lines. */
static pk_status check_debugger(const pk_context *ctx, pk_error *err) {
    if (!(ctx->options.flags & PK_CONTEXT_debugger) ||
        ctx->caps.features & PK_CAP_raw)
        return PK_OK;
    return pk_fail(err, PK_UNSUPPORTED,
                   "kernels are debugged by the interpreter, not on %s: name "
                   "the backend interp%s",
                   ctx->device.name,
                   strcmp(ctx->device.backend, "interp")
                       ? ""
                       : " and no PORTKERN_INTERP_FORM");
}

typedef struct creation {
    const pk_context_options *options;
    pk_context **out;
} creation;

static pk_status create(void *arg, pk_error *err) {
    const creation *c = arg;
    pk_context *ctx = NULL;
    pk_status status;

    PK_TRY(pk_context_new(c->options, &ctx, err));
    ctx->cache =
        pk_cache_create(&ctx->allocator, &ctx->log, ctx->options.cache_dir);
    status = ctx->cache ? PK_OK : pk_fail_no_memory(err);
    if (status == PK_OK && !(ctx->options.flags & PK_CONTEXT_no_device)) {
        status = choose_device(ctx, err);
        if (status == PK_OK)
            status = check_deadline(ctx, err);
        if (status == PK_OK)
            status = check_debugger(ctx, err);
        if (status == PK_OK)
            status = init_offload(ctx, err);
    }
    forget_texts(ctx);
    if (status == PK_OK)
        *c->out = ctx;
    else
        pk_object_release(&ctx->base);
    return status;
}

/* Drivers are loaded, and threads that they start inherit what ours has. */
pk_status pk_context_create(const pk_context_options *options, pk_context **out,
                            pk_error *err) {
    creation c = {options, out};

    return out ? pk_thread_run(create, &c, err)
               : pk_fail(err, PK_BAD_ARG, "out is NULL");
}

pk_context *pk_context_retain(pk_context *ctx) {
    if (!pk_object_is(ctx, PK_OBJECT_context))
        return NULL;
    pk_object_retain(&ctx->base);
    return ctx;
}

void pk_context_release(pk_context *ctx) {
    if (pk_object_is(ctx, PK_OBJECT_context))
        pk_object_release(&ctx->base);
}

pk_status pk_context_write_profile(pk_context *ctx, pk_error *err) {
    PK_TRY(pk_object_check(ctx, PK_OBJECT_context, NULL, "ctx", err));
    return trace(ctx, err);
}

pk_status pk_context_get_stats(pk_context *ctx, pk_context_stats *out,
                               pk_error *err) {
    pk_counters *c;
    pk_context_stats stats = {.struct_size = sizeof stats};

    PK_TRY(pk_object_check(ctx, PK_OBJECT_context, NULL, "ctx", err));
    c = &ctx->counters;
    stats.buffers = atomic_load(&c->buffers);
    stats.device_bytes = atomic_load(&c->device_bytes);
    stats.launches = atomic_load(&c->launches);
    stats.specialisations = atomic_load(&c->specialisations);
    stats.compiles = atomic_load(&c->compiles);
    stats.cache_hits = atomic_load(&c->cache_hits);
    stats.cache_misses = atomic_load(&c->cache_misses);
    stats.cache_corrupt = atomic_load(&c->cache_corrupt);
    stats.frontends = atomic_load(&c->frontends);
    stats.parses = atomic_load(&c->parses);
    stats.copied_in = atomic_load(&c->copied_in);
    stats.copied_out = atomic_load(&c->copied_out);
    stats.compiling = atomic_load(&c->compiling);
    stats.host_compiles = atomic_load(&c->host_compiles);
    stats.improved = atomic_load(&c->improved);
    stats.host_cache_hits = atomic_load(&c->host_cache_hits);
    return pk_struct_give(&pk_context_stats_layout, &stats, out, err);
}
