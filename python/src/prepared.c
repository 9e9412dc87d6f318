/* SPDX-License-Identifier: Apache-2.0 */
/* Prepared launches: the work of a launch done once, for loops that make it
 * many times and change little. */
#include "core.h"
#include "docs.h"

typedef struct core_prepared {
    PyObject_HEAD pk_prepared *handle;
    core_kernel *kernel; /* owned */
    PyObject *stream;    /* owned; NULL: the context's */
    PyObject *arguments; /* dict: number -> what it refers to */
    PyObject *hosts;     /* set of the numbers of arrays of the host */
    pthread_mutex_t lock;
} core_prepared;

/* Notes what an argument refers to; whether it is of the host decides whether
 * launches wait. Nothing is released: *old is what it referred to before. */
static int keep_argument(core_prepared *self, PyObject *number,
                         PyObject *object, int is_host, PyObject **old) {
    *old = core_dict_get(self->arguments, number);
    if (PyErr_Occurred() || PyDict_SetItem(self->arguments, number, object) < 0)
        return -1;
    return is_host ? PySet_Add(self->hosts, number)
                   : (PySet_Discard(self->hosts, number) < 0 ? -1 : 0);
}

/* Whether memory of the host may be behind an object. */
static int is_perhaps_host(const core_state *state, PyObject *object) {
    if (Py_TYPE(object) == state->hint)
        object = ((core_hint *)object)->value;
    return !PyObject_TypeCheck(object, state->array) && object != Py_None &&
           !PyLong_Check(object) && !PyFloat_Check(object) &&
           !PyComplex_Check(object);
}

static int keep_arguments(core_prepared *self, PyObject *const *objects,
                          size_t count, int has_host) {
    const core_state *state = self->kernel->context->state;
    int status = 0;

    for (size_t i = 0; i < count && status == 0; i++) {
        int is_host = has_host && is_perhaps_host(state, objects[i]);
        PyObject *number = PyLong_FromSize_t(i), *old = NULL;
        status = number ? keep_argument(self, number, objects[i], is_host, &old)
                        : -1;
        Py_XDECREF(old);
        Py_XDECREF(number);
    }
    return status;
}

PyObject *core_prepare(core_state *state, core_kernel *kernel, PyObject *stream,
                       const pk_launch_config *config, PyObject *const *objects,
                       size_t count, PyObject *names) {
    core_prepared *self =
        (core_prepared *)state->prepared->tp_alloc(state->prepared, 0);
    core_args args;
    core_call call;
    pk_status status;
    pk_error err;
    int good;

    if (!self)
        return NULL;
    pthread_mutex_init(&self->lock, NULL);
    self->kernel = (core_kernel *)Py_NewRef((PyObject *)kernel);
    self->stream = Py_XNewRef(stream);
    self->arguments = PyDict_New();
    self->hosts = PySet_New(NULL);
    core_args_init(&args, kernel->context, kernel->handle);
    good = self->arguments && self->hosts &&
           core_kernel_bind(kernel, &args, objects, count, names) == 0 &&
           keep_arguments(self, objects, count, args.has_host) == 0;
    /* Arrays that stand for objects of other packages stay, too. */
    if (good && args.kept)
        good = PyDict_SetItemString(self->arguments, "kept", args.kept) == 0;
    if (good && core_is_profiled())
        good = core_profile_compile(kernel, config, &args) == 0;
    if (good) {
        Py_BEGIN_ALLOW_THREADS
        core_interrupt_begin(&call, NULL, kernel);
        status = pk_prepared_create(kernel->handle, config, args.args,
                                    args.count, &self->handle, &err);
        core_interrupt_end(&call);
        Py_END_ALLOW_THREADS
        if (status != PK_OK) {
            core_fail(kernel->context, kernel->module->handle, kernel->text,
                      &err);
            good = 0;
        }
    }
    core_args_finish(&args);
    if (!good)
        Py_CLEAR(self);
    return (PyObject *)self;
}

/* ---- launches ---- */

/* With the lock, by which the set of arrays of the host is read, too. */
static pk_status launch(core_prepared *self, core_queue *queue, core_span *span,
                        pk_error *err) {
    bool has_host = PySet_GET_SIZE(self->hosts) > 0;
    core_call call;
    pk_status status;

    core_span_begin(span, queue->context, queue->handle);
    core_interrupt_begin(&call, queue->handle, self->kernel);
    status = pk_prepared_launch(self->handle, queue->handle, err);
    core_span_queued(span, queue->context, queue->handle);

    if (status == PK_OK && has_host)
        status = pk_queue_finish(queue->handle, err);
    if (core_interrupt_end(&call) && status == PK_OK)
        status = pk_queue_finish(queue->handle, err);
    core_span_end(span, queue->context);
    if (status != PK_OK)
        pk_queue_clear(queue->handle, NULL);
    return status;
}

static PyObject *prepared_launch(PyObject *object, PyObject *ignored) {
    core_prepared *self = (core_prepared *)object;
    core_queue *queue = core_queue_of(self->kernel->context, self->stream);
    PyThreadState *thread;
    core_span span;
    pk_status status;
    pk_error err;

    (void)ignored;
    if (!queue || core_flush(self->kernel->context->state) < 0)
        return NULL;
    span.is_on = core_is_profiled();
    thread = core_queue_enter(queue);
    pthread_mutex_lock(&self->lock);
    status = launch(self, queue, &span, &err);
    pthread_mutex_unlock(&self->lock);
    core_queue_leave(queue, thread);
    if (status == PK_OK) {
        if (span.is_on &&
            core_span_tell(&span, queue, "launched",
                           PyTuple_Pack(1, self->kernel->name)) < 0)
            return NULL;
        Py_RETURN_NONE;
    }
    core_span_drop(&span);
    if (status == PK_CANCELLED && PyErr_CheckSignals() < 0)
        return NULL;
    return core_fail(self->kernel->context, self->kernel->module->handle,
                     self->kernel->text, &err);
}

/* The number of a parameter: itself, or by its name. -1 with an exception. */
static Py_ssize_t number_of(core_prepared *self, PyObject *which) {
    pk_function_desc desc = PK_INIT(pk_function_desc);
    const char *name;
    pk_error err;

    if (!PyUnicode_Check(which))
        return PyNumber_AsSsize_t(which, PyExc_IndexError);
    name = PyUnicode_AsUTF8(which);
    if (!name)
        return -1;
    if (pk_kernel_describe(self->kernel->handle, &desc, &err) == PK_OK)
        for (uint32_t i = 0; i < desc.param_count; i++)
            if (strcmp(desc.param_names[i], name) == 0)
                return (Py_ssize_t)i;
    PyErr_Format(PyExc_TypeError, "%U has no parameter %R", self->kernel->name,
                 which);
    return -1;
}

/* Changes an argument, and what is kept for it, under one lock: else two
 * threads could leave the one's argument with the other's array. Who waits for
 * the lock has given the GIL up, so that it may be taken with the lock held. */
static int set_argument(core_prepared *self, PyObject *number,
                        const core_args *args, const pk_arg *arg,
                        PyObject *value) {
    size_t i = PyLong_AsSize_t(number);
    PyThreadState *thread = PyEval_SaveThread();
    PyObject *old = NULL;
    pk_status status;
    pk_error err;
    int good;

    pthread_mutex_lock(&self->lock);
    status = pk_prepared_set_arg(self->handle, i, *arg, &err);
    PyEval_RestoreThread(thread);
    good = status == PK_OK &&
           keep_argument(self, number, args->kept ? args->kept : value,
                         args->has_host, &old) == 0;
    pthread_mutex_unlock(&self->lock);
    Py_XDECREF(old);
    if (status != PK_OK)
        core_fail(self->kernel->context, self->kernel->module->handle, NULL,
                  &err);
    return good ? 0 : -1;
}

/* set(which, value) */
static PyObject *prepared_set(PyObject *object, PyObject *arguments) {
    core_prepared *self = (core_prepared *)object;
    PyObject *which, *value, *number;
    Py_ssize_t i;
    core_args args;
    pk_arg arg;
    int status;

    if (!PyArg_ParseTuple(arguments, "OO:set", &which, &value))
        return NULL;
    i = number_of(self, which);
    if (i == -1 && PyErr_Occurred())
        return NULL;
    number = PyLong_FromSize_t((size_t)i);
    if (!number)
        return NULL;
    core_args_init(&args, self->kernel->context, self->kernel->handle);
    status = core_arg(&args, value, &arg);
    if (status == 0)
        status = set_argument(self, number, &args, &arg, value);
    core_args_finish(&args);
    Py_DECREF(number);
    if (status < 0)
        return NULL;
    Py_RETURN_NONE;
}

/* configure(grid, block, sharedmem=0) */
static PyObject *prepared_configure(PyObject *object, PyObject *arguments) {
    core_prepared *self = (core_prepared *)object;
    core_state *state = self->kernel->context->state;
    pk_launch_config config = PK_INIT(pk_launch_config);
    PyObject *grid, *block, *shared = NULL, *item, *stream = NULL;
    pk_status status;
    pk_error err;

    if (!PyArg_ParseTuple(arguments, "OO|O:configure", &grid, &block, &shared))
        return NULL;
    item = shared ? Py_BuildValue("OOiO", grid, block, 0, shared)
                  : Py_BuildValue("OO", grid, block);
    if (!item || core_launcher_read(state, item, &config, &stream) < 0) {
        Py_XDECREF(item);
        return NULL;
    }
    Py_DECREF(item);
    Py_BEGIN_ALLOW_THREADS
    pthread_mutex_lock(&self->lock);
    status = pk_prepared_set_config(self->handle, &config, &err);
    pthread_mutex_unlock(&self->lock);
    Py_END_ALLOW_THREADS
    if (status != PK_OK)
        return core_fail(self->kernel->context, self->kernel->module->handle,
                         NULL, &err);
    Py_RETURN_NONE;
}

/* ---- life ---- */

static int prepared_traverse(PyObject *object, visitproc visit, void *arg) {
    core_prepared *self = (core_prepared *)object;

    Py_VISIT(Py_TYPE(object));
    Py_VISIT(self->kernel);
    Py_VISIT(self->stream);
    Py_VISIT(self->arguments);
    Py_VISIT(self->hosts);
    return 0;
}

static int prepared_clear(PyObject *object) {
    core_prepared *self = (core_prepared *)object;

    Py_CLEAR(self->kernel);
    Py_CLEAR(self->stream);
    Py_CLEAR(self->arguments);
    Py_CLEAR(self->hosts);
    return 0;
}

static void prepared_dealloc(PyObject *object) {
    core_prepared *self = (core_prepared *)object;
    PyTypeObject *type = Py_TYPE(object);

    PyObject_GC_UnTrack(object);
    pk_prepared_release(self->handle);
    pthread_mutex_destroy(&self->lock);
    prepared_clear(object);
    type->tp_free(object);
    Py_DECREF(type);
}

static PyMethodDef methods[] = {
    {"launch", prepared_launch, METH_NOARGS, DOC_prepared_launch},
    {"set", prepared_set, METH_VARARGS, DOC_prepared_set},
    {"configure", prepared_configure, METH_VARARGS, DOC_prepared_configure},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_doc, DOC_type_prepared},
    {Py_tp_dealloc, prepared_dealloc},
    {Py_tp_traverse, prepared_traverse},
    {Py_tp_clear, prepared_clear},
    {Py_tp_methods, methods},
    {0, NULL},
};

PyType_Spec core_prepared_spec = {
    .name = "portkern._core.Prepared",
    .basicsize = sizeof(core_prepared),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
             Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = slots,
};
