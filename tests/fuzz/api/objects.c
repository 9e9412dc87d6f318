/* SPDX-License-Identifier: Apache-2.0 */
/* Calls of contexts, devices, buffers, queues and events, and what all handles
 * have. */
#include "world.h"

#include <portkern/debug.h>
#include <stdio.h>

/* ---- references ---- */

/* The world's own entry of a handle. */
static handle *entry(world *w, kind of, const void *object) {
    for (int i = 0; i < w->count[of]; i++)
        if (w->pool[of][i].object == object)
            return &w->pool[of][i];
    return NULL;
}

static void retained(world *w, kind of, const void *given, void *got) {
    handle *h = entry(w, of, given);

    if ((h != NULL) != (got != NULL) || (got && got != given))
        die(w, "it is a reference to something else");
    if (got)
        keep(w, of, got, h->safe);
}

/* A handle of another kind, of which nothing is released. */
static void *of_another_kind(world *w, kind wanted) {
    uint32_t other = (wanted + 1 + below(w, KINDS - 1)) % KINDS;
    handle *h = good(w, (kind)other);

    return h ? h->object : NULL;
}

/* Takes a good handle out of the world, for the caller to release. */
static void *take_out(world *w, kind of) {
    handle *h = one_in(w, 4) ? NULL : good(w, of);
    void *object;

    if (!h)
        return of_another_kind(w, of);
    object = h->object;
    *h = w->pool[of][--w->count[of]];
    return object;
}

#define RETAIN(name, KIND)                                                     \
    void fuzz_pk_##name##_retain(world *w) {                                   \
        void *given = any(w, KIND);                                            \
        retained(w, KIND, given, pk_##name##_retain(given));                   \
    }
#define RELEASE(name, KIND)                                                    \
    void fuzz_pk_##name##_release(world *w) {                                  \
        pk_##name##_release(take_out(w, KIND));                                \
    }
RETAIN(context, CONTEXT)
RETAIN(buffer, BUFFER)
RETAIN(queue, QUEUE)
RETAIN(event, EVENT)
RETAIN(graph, GRAPH)
RETAIN(module, MODULE)
RETAIN(kernel, KERNEL)
RETAIN(host_function, HOST_FUNCTION)
RETAIN(element_loop, LOOP)
RETAIN(prepared, PREPARED)
RELEASE(context, CONTEXT)
RELEASE(buffer, BUFFER)
RELEASE(queue, QUEUE)
RELEASE(event, EVENT)
RELEASE(graph, GRAPH)
RELEASE(module, MODULE)
RELEASE(kernel, KERNEL)
RELEASE(host_function, HOST_FUNCTION)
RELEASE(element_loop, LOOP)
RELEASE(prepared, PREPARED)
RELEASE(prepared_call, PREPARED_CALL)
RELEASE(emission, EMISSION)
RELEASE(signatures, SIGNATURES)
RELEASE(checked, CHECKED)
RELEASE(diagnostics, DIAGNOSTICS)
RELEASE(device_list, DEVICE_LIST)

/* ---- contexts ---- */

void fuzz_pk_context_create(world *w) {
    pk_context_options o = any_options(w);
    pk_context *out = UNTOUCHED;

    MADE(w, pk_context_create(&o, &out, ask(w)), CONTEXT, out, true);
}

static void covered(void *self, const pk_covered *what) {
    (void)self, (void)what;
}

/* Some contexts note what runs, by the flags that they happen to have. */
void fuzz_pk_context_take_coverage(world *w) {
    judge(w, pk_context_take_coverage(any(w, CONTEXT), NULL,
                                      one_in(w, 8) ? NULL : covered, ask(w)));
}

void fuzz_pk_context_write_profile(world *w) {
    judge(w, pk_context_write_profile(any(w, CONTEXT), ask(w)));
}

void fuzz_pk_context_get_stats(world *w) {
    pk_context_stats stats = {.struct_size = any_struct_size(w, sizeof stats)};

    judge(w, pk_context_get_stats(any(w, CONTEXT),
                                  one_in(w, 16) ? NULL : &stats, ask(w)));
}

void fuzz_pk_context_get_device(world *w) {
    pk_device_info info = {.struct_size = any_struct_size(w, sizeof info)};

    judge(w, pk_context_get_device(any(w, CONTEXT),
                                   one_in(w, 16) ? NULL : &info, ask(w)));
}

void fuzz_pk_context_get_limits(world *w) {
    pk_device_limits limits = {.struct_size =
                                   any_struct_size(w, sizeof limits)};

    judge(w, pk_context_get_limits(any(w, CONTEXT),
                                   one_in(w, 16) ? NULL : &limits, ask(w)));
}

void fuzz_pk_context_get_memory(world *w) {
    pk_device_memory memory = {.struct_size =
                                   any_struct_size(w, sizeof memory)};

    judge(w, pk_context_get_memory(any(w, CONTEXT),
                                   one_in(w, 16) ? NULL : &memory, ask(w)));
}

void fuzz_pk_context_native(world *w) {
    pk_native native = {.struct_size = any_struct_size(w, sizeof native)};

    judge(w, pk_context_native(any(w, CONTEXT), one_in(w, 16) ? NULL : &native,
                               ask(w)));
}

void fuzz_pk_context_diagnostics(world *w) {
    pk_diagnostics *out = UNTOUCHED;

    MADE(w, pk_context_diagnostics(any(w, CONTEXT), &out, ask(w)), DIAGNOSTICS,
         out, true);
}

void fuzz_pk_device_list_create(world *w) {
    pk_context_options o = any_options(w);
    pk_device_list *out = UNTOUCHED;

    MADE(w, pk_device_list_create(&o, &out, ask(w)), DEVICE_LIST, out, true);
}

void fuzz_pk_device_list_count(world *w) {
    (void)pk_device_list_count(any(w, DEVICE_LIST));
}

void fuzz_pk_device_list_get(world *w) {
    const pk_device_info *info =
        pk_device_list_get(any(w, DEVICE_LIST), any_size(w));

    if (info && info->status != PK_OK && !*info->reason)
        die(w, "a device without a reason");
}

/* ---- buffers ---- */

enum { BUFFER_MOST = 4096 };

void fuzz_pk_buffer_create(world *w) {
    pk_buffer *out = UNTOUCHED;
    size_t size = any_size(w);

    if (size < SIZE_MAX / 4)
        size = below(w, BUFFER_MOST + 1);
    MADE(w,
         pk_buffer_create(any(w, CONTEXT), size, one_in(w, 8) ? any_u32(w) : 0,
                          &out, ask(w)),
         BUFFER, out, true);
}

/* True of the memory, or so long that it wraps. */
void fuzz_pk_buffer_import_host(world *w) {
    char *memory = fresh_memory(w);
    pk_buffer *out = UNTOUCHED;
    size_t size = one_in(w, 8) ? SIZE_MAX - below(w, 9) : below(w, 4096);

    MADE(w,
         pk_buffer_import_host(any(w, CONTEXT), one_in(w, 16) ? NULL : memory,
                               size, &out, ask(w)),
         BUFFER, out, true);
}

/* Only 0 is a handle that is nobody's. */
void fuzz_pk_buffer_import_native(world *w) {
    pk_buffer *out = UNTOUCHED;

    MADE(w,
         pk_buffer_import_native(any(w, CONTEXT), 0, any_size(w), &out, ask(w)),
         BUFFER, out, true);
}

void fuzz_pk_buffer_size(world *w) {
    (void)pk_buffer_size(any(w, BUFFER));
}

void fuzz_pk_buffer_address(world *w) {
    uint64_t device;
    void *host;

    judge(w, pk_buffer_address(any(w, BUFFER), one_in(w, 8) ? NULL : &device,
                               one_in(w, 8) ? NULL : &host, ask(w)));
}

void fuzz_pk_buffer_native(world *w) {
    uint64_t native;

    judge(w, pk_buffer_native(any(w, BUFFER), one_in(w, 16) ? NULL : &native,
                              ask(w)));
}

static void *host_or_null(world *w) {
    return one_in(w, 16) ? NULL : fresh_memory(w);
}

void fuzz_pk_buffer_write(world *w) {
    void *memory = host_or_null(w);

    judge(w, pk_buffer_write(any(w, BUFFER), any_size(w), memory, any_size(w),
                             ask(w)));
}

void fuzz_pk_buffer_read(world *w) {
    void *memory = host_or_null(w);

    judge(w, pk_buffer_read(any(w, BUFFER), any_size(w), memory, any_size(w),
                            ask(w)));
}

void fuzz_pk_buffer_fill(world *w) {
    void *pattern = host_or_null(w);

    judge(w, pk_buffer_fill(any(w, BUFFER), any_size(w), any_size(w), pattern,
                            any_size(w), ask(w)));
}

/* ---- queues ---- */

void fuzz_pk_queue_create(world *w) {
    pk_queue *out = UNTOUCHED;

    MADE(w, pk_queue_create(any(w, CONTEXT), &out, ask(w)), QUEUE, out, true);
}

void fuzz_pk_queue_import_native(world *w) {
    pk_queue *out = UNTOUCHED;

    /* 0 is CUDA's own stream. */
    MADE(w, pk_queue_import_native(any(w, CONTEXT), 0, &out, ask(w)), QUEUE,
         out, true);
}

void fuzz_pk_queue_native(world *w) {
    uint64_t native;

    judge(w, pk_queue_native(any(w, QUEUE), one_in(w, 16) ? NULL : &native,
                             ask(w)));
}

#define ON_QUEUE(name)                                                         \
    void fuzz_pk_queue_##name(world *w) {                                      \
        judge(w, pk_queue_##name(any(w, QUEUE), ask(w)));                      \
    }
ON_QUEUE(flush)
ON_QUEUE(finish)
ON_QUEUE(get_error)
ON_QUEUE(clear)
ON_QUEUE(cancel)

/* No context is for debuggers: it is refused. */
void fuzz_pk_queue_debug(world *w) {
    pk_debugger debugger = PK_INIT(pk_debugger);

    judge(w, pk_queue_debug(any(w, QUEUE), one_in(w, 4) ? NULL : &debugger,
                            ask(w)));
}

/* Fails now and then; `self` is no pointer. */
static pk_status called(void *self, pk_status status, pk_error *err) {
    const uintptr_t chance = (uintptr_t)self;

    if (chance == 1)
        snprintf(err->message, sizeof err->message, "%s", "the first fails");
    return chance < 3 ? (pk_status)(chance + PK_DEVICE_LOST) : status;
}

void fuzz_pk_queue_callback(world *w) {
    judge(w, pk_queue_callback(any(w, QUEUE), one_in(w, 32) ? NULL : called,
                               (void *)(uintptr_t)below(w, 64), ask(w)));
}

void fuzz_pk_queue_write(world *w) {
    void *memory = host_or_null(w);

    judge(w, pk_queue_write(any(w, QUEUE), any(w, BUFFER), any_size(w), memory,
                            any_size(w), ask(w)));
}

void fuzz_pk_queue_read(world *w) {
    void *memory = host_or_null(w);

    judge(w, pk_queue_read(any(w, QUEUE), any(w, BUFFER), any_size(w), memory,
                           any_size(w), ask(w)));
}

void fuzz_pk_queue_copy(world *w) {
    judge(w, pk_queue_copy(any(w, QUEUE), any(w, BUFFER), any_size(w),
                           any(w, BUFFER), any_size(w), any_size(w), ask(w)));
}

/* Mostly of one shape and dtype, so that some are copied. */
static void any_pair(world *w, pk_array *dst, pk_array *src) {
    *dst = any_array(w), *src = any_array(w);
    if (one_in(w, 8) || dst->structure || src->structure)
        return;
    src->dtype = dst->dtype;
    src->ndim = dst->ndim;
    memcpy(src->shape, dst->shape, sizeof src->shape);
    pk_array_set_c_order(src);
    if (src->host && pk_array_count(src) * 16 >= REGION / 2)
        src->host = NULL;
}

void fuzz_pk_queue_copy_array(world *w) {
    pk_array dst, src;

    any_pair(w, &dst, &src);
    judge(w, pk_queue_copy_array(any(w, QUEUE), one_in(w, 32) ? NULL : &dst,
                                 one_in(w, 32) ? NULL : &src, ask(w)));
}

void fuzz_pk_array_copy(world *w) {
    pk_array dst, src;

    any_pair(w, &dst, &src);
    judge(w, pk_array_copy(one_in(w, 32) ? NULL : &dst,
                           one_in(w, 32) ? NULL : &src, ask(w)));
}

/* One file for all threads, which is there or not, and of one array or
 * another. */
static const char *npy_path(world *w, char path[300]) {
    snprintf(path, 300, "%s/a.npy", w->folder);
    return one_in(w, 32) ? NULL : path;
}

void fuzz_pk_npy_save(world *w) {
    pk_array a = any_array(w);
    char path[300];

    for (uint32_t i = 0; i < a.ndim && i < PK_MAX_NDIM; i++)
        if (a.shape[i] > 64) /* a file of all that a disk has */
            a.shape[i] = 64;
    judge(w, pk_npy_save(npy_path(w, path), one_in(w, 32) ? NULL : &a, ask(w)));
}

void fuzz_pk_npy_load(world *w) {
    pk_array a = {.ndim = 77};
    char path[300];

    if (judge(w, pk_npy_load(any(w, CONTEXT), npy_path(w, path), &a, ask(w)))) {
        if (pk_array_count(&a) < 0)
            die(w, "an array from a file is none");
        pk_npy_release(&a);
    } else if (a.ndim != 77) {
        die(w, "a load that failed has changed the array");
    }
}

void fuzz_pk_npy_release(world *w) {
    pk_array a = any_array(w);

    a.host = NULL;
    pk_npy_release(one_in(w, 2) ? NULL : &a);
}

void fuzz_pk_queue_fill(world *w) {
    void *pattern = host_or_null(w);

    judge(w, pk_queue_fill(any(w, QUEUE), any(w, BUFFER), any_size(w),
                           any_size(w), pattern, any_size(w), ask(w)));
}

/* ---- graphs ---- */

void fuzz_pk_graph_begin(world *w) {
    judge(w, pk_graph_begin(any(w, QUEUE), ask(w)));
}

void fuzz_pk_graph_end(world *w) {
    pk_graph *out = UNTOUCHED;

    MADE(w, pk_graph_end(any(w, QUEUE), one_in(w, 32) ? NULL : &out, ask(w)),
         GRAPH, out, true);
}

void fuzz_pk_graph_launch(world *w) {
    judge(w, pk_graph_launch(any(w, GRAPH), any(w, QUEUE), ask(w)));
}

/* ---- events ---- */

void fuzz_pk_event_create(world *w) {
    pk_event *out = UNTOUCHED;

    MADE(w, pk_event_create(any(w, CONTEXT), &out, ask(w)), EVENT, out, true);
}

void fuzz_pk_queue_record(world *w) {
    judge(w, pk_queue_record(any(w, QUEUE), any(w, EVENT), ask(w)));
}

void fuzz_pk_queue_wait(world *w) {
    judge(w, pk_queue_wait(any(w, QUEUE), any(w, EVENT), ask(w)));
}

void fuzz_pk_event_wait(world *w) {
    judge(w, pk_event_wait(any(w, EVENT), ask(w)));
}

void fuzz_pk_event_wait_for(world *w) {
    judge(w, pk_event_wait_for(any(w, EVENT), below(w, 3), ask(w)));
}

void fuzz_pk_event_query(world *w) {
    bool happened = false;

    judge(w, pk_event_query(any(w, EVENT), one_in(w, 16) ? NULL : &happened,
                            ask(w)));
}

void fuzz_pk_queue_finish_for(world *w) {
    judge(w, pk_queue_finish_for(any(w, QUEUE), below(w, 3), ask(w)));
}

void fuzz_pk_event_elapsed(world *w) {
    uint64_t ns;

    judge(w, pk_event_elapsed(any(w, EVENT), any(w, EVENT),
                              one_in(w, 16) ? NULL : &ns, ask(w)));
}

/* ---- the disk cache ---- */

static bool visit(void *self, const pk_cache_entry *entry) {
    world *w = self;

    if (!entry->file || !entry->kernel || !entry->backend || !entry->target)
        die(w, "an entry without words");
    return !one_in(w, 16);
}

void fuzz_pk_cache_dir(world *w) {
    (void)pk_cache_dir(any(w, CONTEXT));
}

void fuzz_pk_cache_list(world *w) {
    judge(w, pk_cache_list(any(w, CONTEXT), one_in(w, 16) ? NULL : visit, w,
                           ask(w)));
}

void fuzz_pk_cache_clear(world *w) {
    uint64_t removed;

    judge(w, pk_cache_clear(any(w, CONTEXT), one_in(w, 4) ? NULL : &removed,
                            ask(w)));
}

void fuzz_pk_cache_verify(world *w) {
    uint64_t removed;

    judge(w, pk_cache_verify(any(w, CONTEXT), one_in(w, 4) ? NULL : &removed,
                             ask(w)));
}
