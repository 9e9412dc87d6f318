/* SPDX-License-Identifier: Apache-2.0 */
/* Measuring on one device: with nothing in the disk cache first, then by what
 * a context does that measures itself, whose results stay in the cache. */
#include "tools/compare/measure.h"

#include "tools/list.h"
#include "tools/times.h"

#include <stdlib.h>
#include <string.h>

enum {
    TIMES_LEAST = 3,
    TIMES_MOST = 200,
    SETTLED = 16, /* calls until a context has measured a loop here and there */
    COPIES = 3
};

/* A context for functions of the host is that of the device, where that runs
 * them, else one that offloads to it. */
typedef struct place {
    pk_context *device, *host;
    pk_queue *queue;
    open_modules modules;
} place;

struct measuring {
    char selector[64];
    place cold; /* without the disk cache */
};

/* The arrays of a launch and what was in them. */
typedef struct contents {
    size_t count;
    void *to[MAX_ARGS + 1], *from[MAX_ARGS + 1];
    size_t size[MAX_ARGS + 1];
} contents;

/* ---- places ---- */

static void place_close(place *p) {
    modules_close(&p->modules);
    pk_queue_release(p->queue);
    pk_context_release(p->host);
    pk_context_release(p->device);
}

static pk_status open_host(place *p, const char *cache_dir, uint32_t flags,
                           pk_error *err) {
    pk_context_options options =
        PK_INIT(pk_context_options, .backend = "cpu", .cache_dir = cache_dir,
                .offload = p->device, .flags = flags);
    pk_device_info info = PK_INIT(pk_device_info);

    if (pk_context_get_device(p->device, &info, err) != PK_OK)
        return err->status;
    if (!strcmp(info.backend, "cpu") || !strcmp(info.backend, "interp")) {
        p->host = pk_context_retain(p->device);
        return PK_OK;
    }
    return pk_context_create(&options, &p->host, err);
}

static void drop_text(void *self, const char *text, size_t length) {
    (void)self;
    (void)text;
    (void)length;
}

static pk_status place_open(place *p, const char *selector,
                            const char *cache_dir, uint32_t flags,
                            pk_error *err) {
    const pk_context_options options =
        PK_INIT(pk_context_options, .backend = selector, .cache_dir = cache_dir,
                .print = drop_text);
    pk_status status = pk_context_create(&options, &p->device, err);

    if (status == PK_OK)
        status = open_host(p, cache_dir, flags, err);
    if (status == PK_OK)
        status = pk_queue_create(p->device, &p->queue, err);
    return status;
}

measuring *measuring_open(const char *selector, pk_error *err) {
    measuring *m = calloc(1, sizeof *m);

    if (!m) {
        fail_with(err, PK_NO_MEMORY, "out of memory");
        return NULL;
    }
    snprintf(m->selector, sizeof m->selector, "%s", selector);
    if (place_open(&m->cold, selector, "off", 0, err) == PK_OK)
        return m;
    measuring_close(m);
    return NULL;
}

void measuring_close(measuring *m) {
    if (m)
        place_close(&m->cold);
    free(m);
}

void measuring_print_failure(const measuring *m, const launch_args *args,
                             const pk_error *err) {
    const bool call = launch_args_is_call(args);

    print_failure(call ? m->cold.host : m->cold.device,
                  modules_find(&m->cold.modules, args->file), err);
}

/* ---- contents ---- */

static bool keep_array(contents *c, const pk_array *array) {
    const size_t size = host_array_size(array);

    if (!size || c->count > MAX_ARGS)
        return true;
    c->from[c->count] = malloc(size);
    if (!c->from[c->count])
        return false;
    c->to[c->count] = array->host;
    c->size[c->count] = size;
    memcpy(c->from[c->count], array->host, size);
    c->count++;
    return true;
}

static bool keep_contents(contents *c, const launch_args *args) {
    bool kept = true;

    for (size_t i = 0; kept && i < args->count; i++)
        kept = keep_array(c, &args->arrays[i]);
    for (launch_part *p = args->parts; kept && p; p = p->next)
        kept = keep_array(c, &p->array);
    return kept;
}

static void restore(const contents *c) {
    for (size_t i = 0; i < c->count; i++)
        memcpy(c->to[i], c->from[i], c->size[i]);
}

static void free_contents(contents *c) {
    restore(c);
    for (size_t i = 0; i < c->count; i++)
        free(c->from[i]);
}

/* ---- one launch ---- */

/* A launch, or a call, that is made again and again. */
typedef struct subject {
    place *place;
    const launch_args *args;
    pk_kernel *kernel; /* or */
    pk_host_function *function;
    size_t count;
    pk_arg bound[MAX_ARGS];
    contents contents;
} subject;

static pk_status bind_kernel(subject *s, pk_module *mod, launch_args *args,
                             pk_error *err) {
    pk_function_desc desc = PK_INIT(pk_function_desc);
    pk_status status = pk_module_kernel(mod, args->kernel, &s->kernel, err);

    if (status == PK_OK)
        status = pk_kernel_describe(s->kernel, &desc, err);
    if (status == PK_OK)
        status = launch_args_bind(args, s->kernel, s->bound, err);
    s->count = desc.param_count;
    return status;
}

static pk_status bind_function(subject *s, pk_module *mod, launch_args *args,
                               pk_error *err) {
    pk_function_desc desc = PK_INIT(pk_function_desc);
    pk_status status =
        pk_module_host_function(mod, args->kernel, &s->function, err);

    if (status == PK_OK)
        status = pk_host_function_describe(s->function, &desc, err);
    if (status == PK_OK)
        status = launch_args_bind_host(args, s->function, s->bound, err);
    s->count = desc.param_count;
    return status;
}

static pk_status subject_open(subject *s, place *p, launch_args *args,
                              pk_error *err) {
    const bool call = launch_args_is_call(args);
    pk_context *ctx = call ? p->host : p->device;
    pk_module *mod;
    pk_status status = modules_open(&p->modules, ctx, args->file, &mod, err);

    s->place = p;
    s->args = args;
    if (status == PK_OK)
        status = launch_args_load(ctx, args, err);
    if (status == PK_OK)
        status = call ? bind_function(s, mod, args, err)
                      : bind_kernel(s, mod, args, err);
    if (status == PK_OK && !keep_contents(&s->contents, args))
        status = fail_with(err, PK_NO_MEMORY, "out of memory");
    return status;
}

static void subject_close(subject *s) {
    free_contents(&s->contents);
    pk_kernel_release(s->kernel);
    pk_host_function_release(s->function);
}

static pk_status run_once(const subject *s, pk_error *err) {
    pk_result result = {.kind = PK_RESULT_NONE};
    pk_status status;

    if (s->function) {
        status = pk_call(s->function, s->bound, s->count, &result, err);
        pk_result_release(&result);
        return status;
    }
    status = pk_launch(s->place->queue, s->kernel, &s->args->config, s->bound,
                       s->count, err);
    return status == PK_OK ? pk_queue_finish(s->place->queue, err) : status;
}

static pk_status time_once(const subject *s, double *ns, pk_error *err) {
    pk_status status;
    double begin;

    restore(&s->contents);
    begin = now_ns();
    status = run_once(s, err);
    *ns = now_ns() - begin;
    return status;
}

/* ---- times ---- */

/* A first run that takes longer than all should is the only one. */
static pk_status time_calls(const subject *s, double seconds, compared *out,
                            pk_error *err) {
    double times[TIMES_MOST], end = now_ns() + seconds * 1e9;
    uint32_t count = 0;

    while (count < TIMES_MOST && (count < TIMES_LEAST || now_ns() < end) &&
           !(count && count < TIMES_LEAST && now_ns() > end + seconds * 9e9)) {
        if (time_once(s, &times[count], err) != PK_OK)
            return err->status;
        count++;
    }
    out->count = count;
    out->call = median_of(times, count);
    return PK_OK;
}

static pk_context_stats stats_of(const place *p) {
    pk_context_stats stats = PK_INIT(pk_context_stats);

    pk_context_get_stats(p->device, &stats, NULL);
    return stats;
}

static pk_status time_copy(const place *p, pk_buffer *buffer, void *host,
                           uint64_t size, bool in, double *least,
                           pk_error *err) {
    for (int i = 0; i < COPIES; i++) {
        const double begin = now_ns();
        pk_status status =
            in ? pk_queue_write(p->queue, buffer, 0, host, (size_t)size, err)
               : pk_queue_read(p->queue, buffer, 0, host, (size_t)size, err);
        if (status == PK_OK)
            status = pk_queue_finish(p->queue, err);
        if (status != PK_OK)
            return status;
        if (!i || now_ns() - begin < *least)
            *least = now_ns() - begin;
    }
    return PK_OK;
}

/* The least that copies of so many bytes take. */
static pk_status time_copies(const place *p, uint64_t size, bool in,
                             double *total, pk_error *err) {
    pk_buffer *buffer = NULL;
    double least = 0;
    pk_status status;
    void *host;

    if (!size)
        return PK_OK;
    status = pk_buffer_create(p->device, (size_t)size, 0, &buffer, err);
    host = calloc(1, (size_t)size);
    if (status == PK_OK && !host)
        status = fail_with(err, PK_NO_MEMORY, "out of memory");
    if (status == PK_OK)
        status = time_copy(p, buffer, host, size, in, &least, err);
    *total += least;
    pk_buffer_release(buffer);
    free(host);
    return status;
}

static pk_status time_all(const subject *s, double seconds, compared *out,
                          pk_error *err) {
    pk_context_stats before, after;
    double ns;
    pk_status status = time_once(s, &out->first, err);

    before = stats_of(s->place);
    if (status == PK_OK)
        status = time_once(s, &ns, err);
    after = stats_of(s->place);
    out->copied = after.copied_in - before.copied_in + after.copied_out -
                  before.copied_out;
    if (status == PK_OK)
        status = time_calls(s, seconds, out, err);
    if (status == PK_OK)
        status = time_copies(s->place, after.copied_in - before.copied_in, true,
                             &out->copies, err);
    if (status == PK_OK)
        status = time_copies(s->place, after.copied_out - before.copied_out,
                             false, &out->copies, err);
    return status;
}

/* ---- what measuring decides ---- */

/* How many launches the last of so many calls makes. */
static pk_status count_launches(const measuring *m, launch_args *args,
                                uint32_t flags, int calls, uint64_t *out,
                                pk_error *err) {
    place p = {0};
    subject s = {0};
    pk_status status = place_open(&p, m->selector, NULL, flags, err);

    if (status == PK_OK)
        status = subject_open(&s, &p, args, err);
    for (int i = 0; i < calls && status == PK_OK; i++) {
        const uint64_t before = stats_of(&p).launches;
        restore(&s.contents);
        status = run_once(&s, err);
        *out = stats_of(&p).launches - before;
    }
    subject_close(&s);
    place_close(&p);
    return status;
}

pk_status measuring_run(measuring *m, launch_args *args, double seconds,
                        compared *out, pk_error *err) {
    static subject s; /* large, and one at a time */
    pk_status status;

    s = (subject){0};
    *out = (compared){.is_function = launch_args_is_call(args),
                      .is_host = m->cold.host == m->cold.device};
    status = subject_open(&s, &m->cold, args, err);
    if (status == PK_OK)
        status = time_all(&s, seconds, out, err);
    subject_close(&s);
    if (status != PK_OK || !out->is_function || out->is_host)
        return status;
    status = count_launches(m, args, 0, 1, &out->every, err);
    if (status == PK_OK && out->every)
        status = count_launches(m, args, PK_CONTEXT_measured_offload, SETTLED,
                                &out->chosen, err);
    return status;
}
