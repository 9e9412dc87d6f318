/* SPDX-License-Identifier: Apache-2.0 */
/* Tells portkern.profile() of compiles, calls, launches and copies: when they
 * began and ended for the caller, and events around what is put into a queue,
 * from which portkern._tools.profile has the times of the device. */
#include "core.h"

#include <string.h>
#include <time.h>

atomic_int core_profile_on;

static uint64_t now_ns(void) {
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000ULL + (uint64_t)now.tv_nsec;
}

static pk_context_stats stats_of(const core_context *context) {
    pk_context_stats stats = PK_INIT(pk_context_stats);

    pk_context_get_stats(context->handle, &stats, NULL);
    return stats;
}

/* Calls portkern._tools.profile's function `tell` with `about`, which it takes
 * over. -1 with an exception. */
static int tell_python(const char *tell, PyObject *about) {
    PyObject *module = PyImport_ImportModule("portkern._tools.profile");
    PyObject *function = module ? PyObject_GetAttrString(module, tell) : NULL;
    PyObject *done =
        function && about ? PyObject_CallObject(function, about) : NULL;

    Py_XDECREF(module);
    Py_XDECREF(function);
    Py_XDECREF(about);
    Py_XDECREF(done);
    return done ? 0 : -1;
}

/* ---- compiles ---- */

/* Stages that were done since they were last asked for, of all contexts; those
 * that have no room are left out. */
enum { STAGES = 4096 };
typedef struct stage {
    char name[24];
    uint64_t begin, end;
} stage;
static pthread_mutex_t stages_lock = PTHREAD_MUTEX_INITIALIZER;
static stage stages[STAGES];
static size_t stage_count;

void core_profile_stage(void *self, const char *name, uint64_t begin_ns,
                        uint64_t end_ns) {
    (void)self;
    if (!core_is_profiled())
        return;
    pthread_mutex_lock(&stages_lock);
    if (stage_count < STAGES) {
        stage *s = &stages[stage_count++];
        size_t length = strnlen(name, sizeof s->name - 1);
        memcpy(s->name, name, length);
        s->name[length] = '\0';
        s->begin = begin_ns;
        s->end = end_ns;
    }
    pthread_mutex_unlock(&stages_lock);
}

/* [(name, begin, end)] of stages. */
static PyObject *list_of(const stage *from, size_t count) {
    PyObject *out = PyList_New(0);

    for (size_t i = 0; out && i < count; i++) {
        PyObject *item = Py_BuildValue("(sKK)", from[i].name,
                                       (unsigned long long)from[i].begin,
                                       (unsigned long long)from[i].end);
        if (!item || PyList_Append(out, item) < 0)
            Py_CLEAR(out);
        Py_XDECREF(item);
    }
    return out;
}

/* The list of the stages within a time; all are forgotten. With the lock held
 * no object is made: that may run other threads, which would wait for it. */
static PyObject *take_stages(uint64_t begin, uint64_t end) {
    stage *found = PyMem_RawMalloc(sizeof stages);
    size_t count = 0;
    PyObject *out;

    if (!found)
        return PyErr_NoMemory();
    pthread_mutex_lock(&stages_lock);
    for (size_t i = 0; i < stage_count; i++)
        if (stages[i].begin >= begin && stages[i].end <= end)
            found[count++] = stages[i];
    stage_count = 0;
    pthread_mutex_unlock(&stages_lock);
    out = list_of(found, count);
    PyMem_RawFree(found);
    return out;
}

/* A compile that may be: when it began, and what was compiled then. */
typedef struct measure {
    uint64_t begin, compiled;
} measure;

static measure begin_compile(const core_context *context) {
    return (measure){.compiled = stats_of(context).specialisations,
                     .begin = now_ns()};
}

/* Tells of it by `tell`, if something was compiled. */
static int end_compile(const char *tell, const measure *m,
                       core_context *context, PyObject *name, pk_status status,
                       const pk_compile_info *info) {
    const uint64_t end = now_ns();

    if (status != PK_OK || stats_of(context).specialisations == m->compiled)
        return 0;
    return tell_python(tell,
                       Py_BuildValue("(OOKKNN)", context, name,
                                     (unsigned long long)m->begin,
                                     (unsigned long long)end,
                                     PyBool_FromLong((long)info->from_cache),
                                     take_stages(m->begin, end)));
}

int core_profile_compile(const core_kernel *kernel,
                         const pk_launch_config *config,
                         const core_args *args) {
    pk_compile_info info = PK_INIT(pk_compile_info);
    const measure m = begin_compile(kernel->context);
    const pk_status status =
        core_kernel_compile(kernel, config, args, &info, NULL);

    return end_compile("compiled", &m, kernel->context, kernel->name, status,
                       &info);
}

/* ---- calls of host functions ---- */

int core_profile_function(const core_function *function,
                          const core_args *args) {
    pk_compile_info info = PK_INIT(pk_compile_info);
    const measure m = begin_compile(function->context);
    pk_status status;

    Py_BEGIN_ALLOW_THREADS
    status = pk_host_function_compile(function->handle, args->args, args->count,
                                      &info, NULL);
    Py_END_ALLOW_THREADS
    return end_compile("function_compiled", &m, function->context,
                       function->name, status, &info);
}

uint64_t core_profile_begin_call(void) {
    return now_ns();
}

int core_profile_end_call(const core_function *function, uint64_t begin) {
    return tell_python("called",
                       Py_BuildValue("(OOKK)", function->context,
                                     function->name, (unsigned long long)begin,
                                     (unsigned long long)now_ns()));
}

/* ---- launches and copies ---- */

/* NULL where there is no event: the device's time is unknown then. */
static pk_event *record(const core_context *context, pk_queue *queue) {
    pk_event *event = NULL;

    if (pk_event_create(context->handle, &event, NULL) == PK_OK &&
        pk_queue_record(queue, event, NULL) != PK_OK) {
        pk_event_release(event);
        event = NULL;
    }
    return event;
}

void core_span_begin(core_span *span, const core_context *context,
                     pk_queue *queue) {
    pk_context_stats stats;

    if (!span->is_on)
        return;
    stats = stats_of(context);
    span->copied_in = stats.copied_in;
    span->copied_out = stats.copied_out;
    span->to = NULL;
    span->from = record(context, queue);
    span->begin = now_ns();
}

void core_span_queued(core_span *span, const core_context *context,
                      pk_queue *queue) {
    if (!span->is_on)
        return;
    span->queued = now_ns();
    span->to = record(context, queue);
}

void core_span_end(core_span *span, const core_context *context) {
    pk_context_stats stats;

    if (!span->is_on)
        return;
    span->end = now_ns();
    stats = stats_of(context);
    span->copied_in = stats.copied_in - span->copied_in;
    span->copied_out = stats.copied_out - span->copied_out;
}

/* The event as an object, None where there is none. */
static PyObject *take(core_context *context, pk_event *event) {
    if (!event)
        Py_RETURN_NONE;
    return core_event_of(context, event);
}

int core_span_tell(core_span *span, core_queue *queue, const char *tell,
                   PyObject *about) {
    core_context *context = queue->context;
    PyObject *from = take(context, span->from), *to = take(context, span->to);

    if (!about || !from || !to) {
        Py_XDECREF(about);
        Py_XDECREF(from);
        Py_XDECREF(to);
        return -1;
    }
    return tell_python(tell,
                       Py_BuildValue("(ON(KKK)(NN)(KK))", queue, about,
                                     (unsigned long long)span->begin,
                                     (unsigned long long)span->queued,
                                     (unsigned long long)span->end, from, to,
                                     (unsigned long long)span->copied_in,
                                     (unsigned long long)span->copied_out));
}

void core_span_drop(core_span *span) {
    if (!span->is_on)
        return;
    pk_event_release(span->from);
    pk_event_release(span->to);
}

PyObject *core_set_profile(PyObject *module, PyObject *on) {
    int value = PyObject_IsTrue(on);

    (void)module;
    if (value < 0)
        return NULL;
    atomic_store(&core_profile_on, value);
    Py_RETURN_NONE;
}
